//! Tests of variants: what passes, what fails, and what is reported.

use ferz::Variant;
use ferz::lower::{Library, Lowered, Source, lower};
use ferz::rules::Side;
use ferz::suite::{Body, Ending, Failure, Kind, Suite, Written, run};

struct Bundled;

impl Library for Bundled {
    fn load(&self, name: &str, _from: Option<&str>) -> Result<Source, String> {
        let text = match name {
            "standard" => include_str!("../../../rulesets/lib/standard.ferz"),
            "chess" => include_str!("../../../rulesets/chess/chess.ferz"),
            _ => return Err("there is no such file".to_owned()),
        };
        Ok(Source {
            name: name.to_owned(),
            text: text.to_owned(),
        })
    }
}

fn lowered(text: &str) -> Lowered {
    let source = Source {
        name: "test".to_owned(),
        text: text.to_owned(),
    };
    lower(source, &Bundled)
}

/// The codes that are reported of a text.
pub(crate) fn codes(text: &str) -> Vec<&'static str> {
    let diagnostics = lowered(text).diagnostics;
    diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

/// A variant from its text.
pub(crate) fn variant(text: &str) -> Variant {
    let lowered = lowered(text);
    let rules = lowered
        .ruleset
        .unwrap_or_else(|| panic!("{:?}", lowered.diagnostics));
    Variant::new(rules).unwrap()
}

fn chess() -> Variant {
    variant("variant \"Test\" extends chess")
}

fn suite(text: &str) -> Suite {
    Suite::parse(text).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// The failures of the only test of a file, against chess.
fn failures(text: &str) -> Vec<Failure> {
    let mut report = run(&chess(), &suite(text));
    assert_eq!(report.cases.len(), 1);
    report.cases.remove(0).failures
}

/// Each as `what: expected / got`.
fn lines(text: &str) -> Vec<String> {
    let line = |f: Failure| format!("{}: {} / {}", f.what, f.expected.join(" "), f.got.join(" "));
    failures(text).into_iter().map(line).collect()
}

#[test]
fn what_is_so_passes() {
    let text = r#"
        [[position]]
        name = "the start"
        legal = ["e2e4", "Nf3"]
        illegal = ["e2e5", { move = "a1a3", why = "in the way" }]
        moves = [{ from = "g1", to = ["f3", "h3"] }, { from = "a1", to = [] }]
        check = false
        outcome = "none"
        claim = "none"

        [[position]]
        fen = "8/P7/8/8/8/8/8/k1K5 w - - 100 60"
        moves = { all = ["a7a8q", "a7a8r", "a7a8b", "a7a8n", "c1c2", "c1d1", "c1d2"] }
        claim = "draw: move-rule"

        [[position]]
        fen = "8/8/8/8/8/8/8/K7 w - - 0 1"
        rejected = "black has no royal"

        [[position]]
        fen = "startpos"
        legal = ["e2e4"]

        [[game]]
        moves = """
          1. f3 e5
          2. g2-g4 Qh4#
        """
        after = { 0 = "none", 3 = "none", end = "black wins: checkmate" }

        [[game]]
        moves = "e2e4 e7e5"
        after = { 1 = { fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", illegal = ["e2e4"] } }

        [[perft]]
        counts = [20, 400, 8902]
    "#;
    let report = run(&chess(), &suite(text));
    let bad: Vec<_> = report.cases.iter().filter(|case| !case.passed()).collect();
    assert!(bad.is_empty(), "{bad:#?}");
    assert_eq!((report.passed(), report.failed()), (7, 0));
    let kinds: Vec<Kind> = report.cases.iter().map(|case| case.kind).collect();
    use Kind::*;
    assert_eq!(kinds, [Position, Position, Position, Position, Game, Game, Perft]);
    assert_eq!(report.cases[0].name, "the start");
    assert_eq!(
        report.cases[1].name,
        format!("position in line {}", report.cases[1].line)
    );
}

/// On a board that the test gives, a move of no piece of the side to move is illegal under any
/// rules. Later it may be a question whether the piece is there, and whose it is.
#[test]
fn what_nothing_could_allow_is_no_test() {
    assert_eq!(
        lines(
            "[[position]]\nillegal = ['d4d5', 'e7e5', 'z1z2', 'Bbf4', { move = 'd4d5', why = 'no piece on d4' }]"
        ),
        [
            "illegal d4d5: a piece of white on d4 / there is no piece on d4",
            "illegal e7e5: a piece of white on e7 / the black pawn on e7 cannot move: it is white's turn",
            "illegal z1z2: a move / there is no square `z1` on this board",
            "illegal Bbf4: a bishop on file b of white / white has no bishop on file b",
        ],
    );
    let later = "[[game]]\nmoves = 'e2e4 d7d5 e4d5'\nafter.end = { illegal = ['d5d4', 'e4e5', 'd7d6'] }";
    assert_eq!(lines(later), Vec::<String>::new());
}

#[test]
fn what_is_not_so_fails() {
    assert_eq!(
        lines("[[position]]\nlegal = ['e2e5']\nillegal = ['e2e4', { move = 'a1a3', why = 'checkers' }]"),
        [
            "legal e2e5: legal / a pawn does not move from e2 to e5",
            "illegal e2e4: illegal / legal",
            "illegal a1a3: checkers / the white rook on a1 cannot reach a3: the white pawn on a2 is in the way",
        ],
    );
    assert_eq!(
        lines("[[position]]\ncheck = true\noutcome = 'draw'\nclaim = 'white wins: repetition'"),
        [
            "check: true / false",
            "outcome: draw / none",
            "claim: white wins: repetition / none"
        ],
    );
    assert_eq!(
        lines("[[perft]]\ncounts = [20, 401, 8902]"),
        ["depth 2: 401 / 400"]
    );
    assert_eq!(
        lines("[[position]]\nfen = 'x'\ncheck = false"),
        ["fen: a position of the variant / board: the text has 1 of the 8 ranks"],
    );
    assert_eq!(
        lines("[[position]]\nfen = 'x'\nrejected = 'royal'"),
        ["rejected: royal / board: the text has 1 of the 8 ranks"],
    );
    assert_eq!(
        lines("[[position]]\nfen = '4k3/8/8/8/8/8/8/4K3 w - - 0 1'\nrejected = 'royal'"),
        ["rejected: royal / a position of the variant"],
    );
    assert_eq!(
        lines("[[position]]\nfen = 'startpos'\nrejected = 'royal'"),
        ["rejected: royal / a position of the variant"],
    );
    // An expectation that holds in any position is no test.
    assert_eq!(
        lines(
            "[[position]]\nillegal = ['nonsense', 'e2e5']\nmoves = [{ from = 'e4', to = [] }, { from = 'e7', to = [] }]"
        ),
        [
            "illegal nonsense: a move / `nonsense` is not a move; moves are written like `b1a3` or `Na3`",
            "moves from e4: a piece of white on e4 / the square is empty",
            "moves from e7: a piece of white on e7 / a piece of black",
        ],
    );
    assert_eq!(
        lines("[[position]]\nmoves = { from = 'z9', to = [] }"),
        ["moves:  / there is no square `z9`"]
    );
}

#[test]
fn a_reason_is_one_by_which_games_end() {
    assert_eq!(
        lines("[[position]]\nfen = '7k/6Q1/6K1/8/8/8/8/8 b - - 0 1'\noutcome = 'white wins: chekmate'"),
        ["outcome: white wins: chekmate / no game ends by `chekmate`; did you mean `checkmate`?"],
    );
    assert_eq!(
        lines("[[position]]\noutcome = 'draw: boredom'"),
        ["outcome: draw: boredom / no game ends by `boredom`"],
    );
}

#[test]
fn walls_may_be_left_out_of_a_list() {
    let variant = variant("variant \"Ducks\" extends chess\nwalls { one: yes; on: ranks 3-3 }\n");
    let test = |to: &str| {
        let text = format!("[[position]]\nmoves = {{ from = 'a2', to = [{to}] }}");
        let mut report = run(&variant, &suite(&text));
        report.cases.remove(0).failures.len()
    };
    assert_eq!(test("'a3', 'a4'"), 0);
    let walls = |to: &str, free: &str| {
        let each = free.chars().map(|file| format!("'{to},{file}3'"));
        each.collect::<Vec<_>>().join(", ")
    };
    let all = format!("{}, {}", walls("a3", "bcdefgh"), walls("a4", "abcdefgh"));
    assert_eq!(test(&all), 0);
    assert_eq!(test(&walls("a4", "abcdefgh")), 1);
}

#[test]
fn a_list_of_moves_is_complete() {
    let found = failures("[[position]]\n\nmoves = { from = 'g1', to = ['f3', 'e2', 'h3'] }");
    let [failure] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!(failure.what, "moves from g1");
    assert_eq!((failure.line, &failure.fen[..8]), (3, "rnbqkbnr"));
    assert_eq!((failure.missing(), failure.extra()), (vec!["e2"], vec![]));
    let targets = failure.targets.as_ref().unwrap();
    assert_eq!(targets.expected, ["e2", "f3", "h3"]);
    assert_eq!(targets.got, ["f3", "h3"]);
    // A game that is over needs no search for mistakes in its moves.
    let found = failures(
        "[[position]]\nfen = '7k/6Q1/6K1/8/8/8/8/8 b - - 0 1'\nmoves = { from = 'h8', to = ['h7'] }",
    );
    assert_eq!(
        found[0].what,
        "moves from h8: the game is over: white has won (checkmate)"
    );
    let found = failures(
        "[[position]]\nfen = '8/P7/8/8/8/8/8/k1K5 w - - 0 1'\nmoves = { from = 'a7', to = ['a8q'] }",
    );
    assert_eq!(found[0].extra(), ["a8b", "a8n", "a8r"]);
    assert_eq!(found[0].targets.as_ref().unwrap().got, ["a8"]);
    let found = failures("[[position]]\nmoves.all = ['e2e4']");
    assert_eq!(
        (found[0].what.as_str(), found[0].got.len(), &found[0].targets),
        ("all moves", 20, &None)
    );
}

#[test]
fn a_square_that_begins_another_is_not_confused_with_it() {
    let tall = variant(
        "variant \"Tall\"\nboard 2x10\narmy both {\n rook R = rook\n}\nstart \"rr/2/2/2/2/2/2/2/2/RR w - - 0 1\"",
    );
    let text = "[[position]]\nfen = 'R1/2/2/2/2/2/2/2/2/Rr w - - 0 1'\nmoves = { from = 'a1', to = \
        ['a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'b1'] }";
    let report = run(&tall, &suite(text));
    assert_eq!(report.failed(), 0, "{report:#?}");
}

#[test]
fn a_game_stops_at_an_impossible_move() {
    assert_eq!(
        lines("[[game]]\nmoves = 'e2e4 e7e5 e4e5 e5e4'\nafter = { 2 = 'draw', end = 'none' }"),
        [
            "after 2 moves, the last e7e5: outcome: draw / none",
            "move 3, e4e5: legal / the white pawn on e4 cannot capture the black pawn on e5: it moves to e5 only if the \
             square is empty",
        ],
    );
    let mate = "[[game]]\nmoves = 'f2f3 e7e5 g2g4 d8h4 a2a3'";
    assert_eq!(
        lines(mate),
        ["move 5, a2a3: legal / the game is over: black has won (checkmate)"]
    );
}

#[test]
fn a_repetition_ends_a_game_or_can_be_claimed() {
    let moves = "moves = 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8'";
    let claim = format!(
        "[[game]]\n{moves}\nafter = {{ 7 = {{ claim = 'none' }}, 8 = {{ claim = 'draw: repetition' }} }}"
    );
    assert_eq!(lines(&claim), [""; 0]);
    let strict = variant("variant \"Strict\" extends chess\nend {\n repetition: 3 loss\n}");
    let ends = format!(
        "[[game]]\n{moves}\nafter = {{ 7 = 'none', end = {{ outcome = 'white wins: repetition', moves.all = [] }} }}"
    );
    let report = run(&strict, &suite(&ends));
    assert_eq!(report.failed(), 0, "{report:#?}");
    let longer = ends.replace("f6g8'", "f6g8 e2e4'").replace("end =", "8 =");
    let report = run(&strict, &suite(&longer));
    assert_eq!(report.cases[0].failures.len(), 1);
    assert_eq!(report.cases[0].failures[0].what, "move 9, e2e4");
}

#[test]
fn lines_are_those_of_the_file() {
    let text = "variant = 'x'\n\n[[position]]\ncheck = true\n\n[[game]]\nmoves = '''\ne2e4\n\n  e7e6\n'''\n\n[[perft]]\ncounts = [\n  20,\n  400,\n]\n";
    let suite = suite(text);
    assert_eq!(
        suite.variant,
        Some(Written {
            text: "x".to_owned(),
            line: 1
        })
    );
    assert_eq!(
        suite.cases.iter().map(|case| case.line).collect::<Vec<_>>(),
        [3, 6, 13]
    );
    let Body::Game { moves, .. } = &suite.cases[1].body else {
        panic!()
    };
    assert_eq!(
        moves
            .iter()
            .map(|m| (m.text.as_str(), m.line))
            .collect::<Vec<_>>(),
        [("e2e4", 8), ("e7e6", 10)]
    );
    let Body::Perft { counts } = &suite.cases[2].body else {
        panic!()
    };
    assert_eq!(counts, &[(20, 15), (400, 16)]);
}

#[test]
fn outcomes_are_read_and_written() {
    for text in [
        "none",
        "draw",
        "draw: stalemate",
        "white wins",
        "black wins: short-circuit",
    ] {
        assert_eq!(Ending::parse(text).map(|e| e.to_string()).as_deref(), Some(text));
    }
    for text in ["", "none: x", "white", "draw:", "white wins checkmate", "1-0"] {
        assert_eq!(Ending::parse(text), None, "{text}");
    }
    let over = ferz::Outcome {
        winner: Some(Side::White),
        reason: ferz::EndReason::Checkmate,
    };
    assert!(Ending::parse("white wins").unwrap().is(Some(&over)));
    assert!(!Ending::parse("white wins: stalemate").unwrap().is(Some(&over)));
    assert!(!Ending::parse("draw").unwrap().is(Some(&over)));
    assert!(!Ending::None.is(Some(&over)));
}

#[test]
fn every_code_has_a_wrong_and_a_right_example() {
    for info in ferz::codes::SUITE {
        assert!(Suite::parse(info.right).is_ok(), "{}", info.code);
        if info.wrong.is_empty() {
            continue;
        }
        let errors = Suite::parse(info.wrong).expect_err(info.code);
        assert!(
            errors.iter().all(|e| e.code == info.code && e.help.is_some()),
            "{}: {errors:?}",
            info.code
        );
    }
}

#[test]
fn errors_have_places() {
    let place = |text: &str| -> Vec<(&'static str, String, String)> {
        let errors = Suite::parse(text).expect_err(text);
        let words = |e: &ferz_grammar::diagnostic::Diagnostic| {
            let span = e.labels[0].span;
            (e.code, e.message.clone(), text[span.start..span.end].to_owned())
        };
        errors.iter().map(words).collect()
    };
    let unknown = place("[[position]]\nlegals = ['e2e4']\n");
    assert_eq!((unknown[0].0, unknown[0].2.as_str()), ("F0601", "legals"));
    assert_eq!(unknown[0].1, "a position has no `legals`");
    let errors = Suite::parse("[[position]]\nlegals = ['e2e4']\n").expect_err("there is no such key");
    assert_eq!(errors[0].help.as_deref(), Some("did you mean `legal`?"));
    let wrong_type = place("[[position]]\nillegal = [3]\n");
    assert_eq!((wrong_type[0].0, wrong_type[0].2.as_str()), ("F0601", "3"));
    let both = place(
        "[[position]]\noutcome = 'lost'\nclaim = 'won'\n[[game]]\nmoves = 'e2e4'\nafter = { 2 = 'none', x = 'mate' }",
    );
    let found: Vec<_> = both
        .iter()
        .map(|(code, _, text)| (*code, text.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            ("F0602", "'lost'"),
            ("F0602", "'won'"),
            ("F0604", "2"),
            ("F0604", "x"),
            ("F0602", "'mate'")
        ]
    );
    let list = place("[[position]]\nmoves = { from = 'a1', all = [] }");
    assert_eq!(
        (list[0].0, list[0].2.as_str()),
        ("F0605", "{ from = 'a1', all = [] }")
    );
    assert_eq!(
        place("[[position]]\nrejected = 'x'")[0].1,
        "which position is rejected?"
    );
    let alone = place("[[position]]\nfen = 'x'\nlegal = ['e2e4']\nrejected = 'y'\n");
    assert_eq!((alone[0].0, alone[0].2.as_str()), ("F0605", "legal"));
    assert_eq!(place("variant = ")[0].0, "F0601");
    assert_eq!(place("\u{0}")[0].0, "F0601");
}

/// All mistakes of a file at once, in words that need no knowledge of TOML or Rust.
#[test]
fn mistakes_are_told_in_the_words_of_tests() {
    let told = |text: &str| -> Vec<(String, String)> {
        let errors = Suite::parse(text).expect_err(text);
        let words = |e: &ferz_grammar::diagnostic::Diagnostic| {
            (e.message.clone(), e.help.clone().unwrap_or_default())
        };
        errors.iter().map(words).collect()
    };
    let messages =
        |text: &str| -> Vec<String> { told(text).into_iter().map(|(message, _)| message).collect() };
    assert_eq!(
        messages(
            "[[position]]\nlegal = 'e2e4'\nillegal = [3]\ncheck = 'yes'\nfen = 1\nmoves = { from = 'a1' }\noutcome = 'lost'\n\
             [[game]]\nmoves = ['e2e4']\nafter = { 1 = 5 }\n[[perft]]\ncounts = [-1, 'x']\n"
        ),
        [
            "expected a list, found a text",
            "expected a text in quotes, found a number",
            "expected `true` or `false`, found a text",
            "expected a text in quotes, found a number",
            "a list of moves has `from` and `to`, or `all`",
            "`lost` is not an outcome",
            "expected a text in quotes, found a list",
            "expected an outcome, or a table of facts, found a number",
            "expected a number of lines, found a number",
            "expected a number of lines, found a text",
        ]
    );
    assert_eq!(
        told("[position]\ncheck = true\n"),
        [(
            "there may be several tests: `position` has two brackets".to_owned(),
            "write `[[position]]`".to_owned()
        )]
    );
    assert_eq!(
        told("[[position]]\ncheck = true\nvariant = 'chess'\n"),
        [(
            "a position has no `variant`".to_owned(),
            "the line `variant = \"...\"` stands before the first section".to_owned()
        )]
    );
    // An expectation that cannot fail is no test.
    assert_eq!(
        messages(
            "[[position]]\nlegal = []\n[[position]]\nfen = 'x'\nrejected = ''\n[[position]]\n\
             illegal = [{ move = 'e2e4', why = ' ' }]\n[[game]]\nmoves = 'e2e4'\nafter = { 1 = {} }\n[[perft]]\n"
        ),
        [
            "an empty list tests nothing",
            "no words: the message has them in any case",
            "no words: the reason has them in any case",
            "this says nothing",
            "this perft has no numbers",
        ]
    );
    assert_eq!(
        messages("[[position]]\nlegal = ['e4', 'd4', 'e4']\nillegal = ['e5', 'e5']\n"),
        ["`e4` stands here twice", "`e5` stands here twice"]
    );
    assert_eq!(
        told("[[position]]\noutcome = 'withe wins: checkmate'\n"),
        [(
            "`withe wins: checkmate` is not an outcome".to_owned(),
            "did you mean `white wins: checkmate`?".to_owned()
        )]
    );
    // The text before a place that is no TOML is still read; the text behind it is not judged.
    let both = messages("[[position]]\noutcome = 'lost'\nlegal = [\n[[game]]\nmove = 'e2e4'\n");
    assert_eq!(both[0], "`lost` is not an outcome");
    assert!(
        both.len() > 1 && !both.iter().any(|m| m.contains("`move`")),
        "{both:?}"
    );
    for message in both {
        for word in ["serde", "struct", "sequence", "map", "u64", "field"] {
            assert!(!message.contains(word), "{message}");
        }
    }
    assert!(Suite::names_variant("variant = 'x'\n[[position]]\nlegals = 3\n"));
    assert!(!Suite::names_variant("[[position]]\ncheck = true\n"));
}
