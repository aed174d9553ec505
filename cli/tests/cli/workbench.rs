//! The workbench of an author: `new`, `why`, `snap`, `diff`.

use super::{failure, ferz, folder, output, path};
use serde_json::Value;
use std::path::Path;
use std::process::Command as Plain;

/// Runs in a folder: exit code, standard output, standard error.
fn run(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let output = ferz(args).current_dir(folder).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn json(args: &[&str], code: i32) -> Value {
    let assert = ferz(args).assert().code(code);
    serde_json::from_slice(&assert.get_output().stdout).unwrap()
}

// new

#[test]
fn a_new_file_of_its_own_passes_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let (code, said, _) = run(dir.path(), &["new", "mine/whole.ferz", "--title", "A Whole Game"]);
    assert_eq!(code, 0);
    assert!(said.contains("ferz check mine/whole.ferz"), "{said}");
    let (code, said, errors) = run(dir.path(), &["check", "--deny-warnings", "mine"]);
    assert_eq!(code, 0, "{errors}");
    assert!(said.contains("mine/whole.ferz: A Whole Game"), "{said}");
    let (code, said, _) = run(dir.path(), &["test", "mine"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("mine/whole.toml: 6 tests, passed"), "{said}");
}

/// So do new files on any board, with one army or with two.
#[test]
fn new_games_have_any_board_and_an_army_each() {
    let dir = tempfile::tempdir().unwrap();
    let sizes = ["4x5", "5x5", "7x9", "10x8", "16x16", "26x9"];
    for (i, size) in sizes.iter().enumerate() {
        for armies in [&[][..], &["--armies"]] {
            let name = format!("game-{i}-{}", armies.len());
            let (code, _, errors) = run(dir.path(), &[&["new", &name, "--board", size], armies].concat());
            assert_eq!(code, 0, "{errors}");
        }
    }
    let (code, _, errors) = run(dir.path(), &["new", "three", "--extends", "chess", "--armies"]);
    assert_eq!(code, 2);
    assert!(errors.contains("board and armies of chess"), "{errors}");
    let (code, _, errors) = run(dir.path(), &["new", "two", "--armies"]);
    assert_eq!(code, 0, "{errors}");
    let (code, said, errors) = run(dir.path(), &["check", "--deny-warnings", "."]);
    assert_eq!(code, 0, "{errors}");
    assert!(
        said.contains("board  26x9") && said.contains("wizard w"),
        "{said}"
    );
    let (code, said, _) = run(dir.path(), &["test", "."]);
    assert_eq!(code, 0, "{said}");
    for wrong in ["3x8", "8", "8x4", "16x17", "27x5", "8*8"] {
        let (code, _, error) = run(dir.path(), &["new", "no", "--board", wrong]);
        assert_eq!(code, 2, "{wrong}");
        assert!(error.contains("at least 4x5"), "{error}");
    }
    let (code, _, error) = run(dir.path(), &["new", "no", "--board", "8x8", "--extends", "chess"]);
    assert_eq!(code, 2, "{error}");
}

/// The text with a paragraph of comments turned into the suggested declarations, all but the first
/// line of it; nothing if it is no suggestion.
fn tried(paragraph: &str) -> Option<String> {
    let lines: Vec<&str> = paragraph
        .lines()
        .map(|line| line.strip_prefix("# "))
        .collect::<Option<_>>()?;
    let words = ["piece", "promotion", "start", "end", "without", "[[position]]"];
    let first = lines.get(1)?.split(' ').next()?;
    words.contains(&first).then(|| lines[1..].join("\n"))
}

/// Removes the `#` of the suggestions: of all, or of one alone. Nothing if there are not so many.
fn with_suggestions(text: &str, only: Option<usize>) -> Option<String> {
    let mut count = 0;
    let paragraphs: Vec<String> = text
        .split("\n\n")
        .map(|paragraph| {
            let Some(lines) = tried(paragraph) else {
                return paragraph.to_owned();
            };
            count += 1;
            if only.is_none_or(|only| only + 1 == count) {
                lines
            } else {
                paragraph.to_owned()
            }
        })
        .collect();
    (count > only.unwrap_or(0)).then(|| paragraphs.join("\n\n"))
}

/// The answers about new files.
#[derive(Clone, Default)]
struct Made {
    suggested: usize,
    tests: usize,
    pieces: usize,
}

/// Makes a new file, and others with its suggestions carried out.
fn make_new(dir: &Path, number: usize, parent: &str) -> Made {
    let mut made = Made::default();
    let plain = format!("plain/variant-{number}");
    let (code, ..) = run(dir, &["new", &plain, "--extends", parent]);
    assert_eq!(code, 0, "{parent}");
    let read = |kind: &str| std::fs::read_to_string(dir.join(format!("{plain}.{kind}"))).unwrap();
    let write = |name: &str, text: &str| std::fs::write(dir.join("tried").join(name), text).unwrap();
    let rules = read("ferz");
    let all = with_suggestions(&rules, None).unwrap_or_else(|| panic!("{parent}: no suggestion"));
    write(&format!("variant-{number}.ferz"), &all);
    made.pieces += usize::from(all.contains("\npiece "));
    let test_of_piece = with_suggestions(&read("toml"), None);
    if let Some(text) = test_of_piece {
        made.tests += 1;
        // The other tests are about the parent.
        let of_piece = text.rfind("[[position]]").unwrap();
        write(&format!("variant-{number}.toml"), &text[of_piece..]);
    }
    for (one, text) in (0..).map_while(|one| Some((one, with_suggestions(&rules, Some(one))?))) {
        made.suggested += 1;
        write(&format!("variant-{number}-{one}.ferz"), &text);
    }
    made
}

/// New files of every parent pass, and so does every suggestion in them, alone and with the others,
/// and the test of the new piece. On two threads: the command is run once for every variant.
#[test]
fn new_files_and_their_suggestions_pass_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let set = |name: &str| {
        std::env::var(name)
            .ok()
            .and_then(|value| value.parse::<usize>().ok())
    };
    // A quarter of the variants, chosen by the seed; all of them where more samples are wanted.
    let apart = if set("FERZ_SAMPLES").is_some() { 1 } else { 4 };
    let first = set("FERZ_SEED").unwrap_or(0) % apart;
    let chosen = ferz_rulesets::all().iter().skip(first).step_by(apart);
    let bundled: Vec<&str> = chosen.map(|b| b.name).collect();
    std::fs::create_dir(dir.path().join("tried")).unwrap();
    let half = |first: usize| {
        let every_other = bundled.iter().enumerate().skip(first).step_by(2);
        every_other
            .map(|(number, parent)| make_new(dir.path(), number, parent))
            .collect::<Vec<_>>()
    };
    let made = std::thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        [half(0), other.join().unwrap()].concat()
    });
    let sum = |what: fn(&Made) -> usize| made.iter().map(what).sum::<usize>();
    let (suggested, tests, pieces) = (sum(|m| m.suggested), sum(|m| m.tests), sum(|m| m.pieces));
    let (code, said, errors) = run(dir.path(), &["check", "--deny-warnings", "plain", "tried"]);
    assert_eq!(code, 0, "{errors}");
    assert!(said.contains("Variant 0"), "{said}");
    let (code, said, errors) = run(dir.path(), &["test", "plain", "tried"]);
    assert_eq!(code, 0, "{said}{errors}");
    assert!(
        said.contains(&format!("in {} files: all passed", bundled.len() + tests)),
        "{said}"
    );
    // Few parents are too special for suggestions.
    assert!(suggested >= 2 * bundled.len(), "{suggested}");
    assert!(pieces * 10 >= bundled.len() * 8, "{pieces}");
    assert!(tests * 10 >= pieces * 8, "{tests} of {pieces}");
}

#[test]
fn new_never_overwrites() {
    let dir = folder(&[("mine.toml", b"precious")]);
    let (code, _, error) = run(dir.path(), &["new", "mine"]);
    assert_eq!(code, 1);
    assert!(error.contains("mine.toml is there already"), "{error}");
    assert!(!dir.path().join("mine.ferz").exists());
    assert_eq!(std::fs::read(dir.path().join("mine.toml")).unwrap(), b"precious");
}

#[test]
fn new_refuses_names_that_would_not_do() {
    let dir = tempfile::tempdir().unwrap();
    for (args, words) in [
        (&["new", "My Chess"][..], "`my-chess` would do"),
        (&["new", "3kings"], "`kings` would do"),
        (&["new", "chess"], "bundled variant"),
        (&["new", "folder/"], "names no variant"),
        (&["new", "mine", "--extends", "ches"], "did you mean `chess`?"),
        (&["new", "mine", "--title", "a \"b\""], "quotes"),
    ] {
        let (code, _, error) = run(dir.path(), args);
        assert_eq!(code, 2, "{args:?}");
        assert!(error.contains(words), "{error}");
    }
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

// why

#[test]
fn why_names_the_reason_and_marks_its_squares() {
    let pinned = "4k3/8/8/8/1b6/8/3N4/R3K2R w KQ - 0 1";
    let said = output(&["why", "chess", pinned, "Nf3", "--ascii"]);
    assert!(
        said.contains(
            "Nf3 is not legal: it would leave the white king on e1 attacked by the black bishop on b4"
        ),
        "{said}"
    );
    assert!(
        said.contains("4 | . [b] .") && said.contains("1 | R  .  .  . [K] ."),
        "{said}"
    );
    let said = output(&["why", "chess", "startpos", "Nf3"]);
    assert!(said.ends_with("g1f3 (Nf3) is legal\n"), "{said}");
    let said = output(&["why", "xiangqi", "startpos", "e4e7"]);
    assert!(
        said.contains("soldier = step forward | step sideways from ranks 6-10"),
        "{said}"
    );
    // To shoot at a square and to go there are two moves.
    for (variant, fen, text, words) in [
        (
            "megaman",
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
            "h1xh2",
            "write `h1h2`",
        ),
        (
            "chess",
            "startpos",
            "Nxf3",
            "nothing is captured on f3: write `g1f3`",
        ),
        (
            "chess",
            "startpos",
            "Ngxf3",
            "nothing is captured on f3: write `g1f3`",
        ),
        (
            "chess",
            "startpos",
            "Ng1:f3",
            "nothing is captured on f3: write `g1f3`",
        ),
        ("chess", "startpos", "Ng1f3", "g1f3 (Nf3) is legal"),
        (
            "megaman",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            "e8=q",
            "no black pawn can move to e8",
        ),
    ] {
        let said = output(&["why", variant, fen, text]);
        assert!(said.contains(words), "{said}");
    }
    failure(&["why", "chess", "nonsense", "e2e4"], 1);
    failure(&["why", "chess", "startpos"], 2);
    let fen = "4k3/8/8/8/1b6/8/3N4/R3K2R w KQ - 0 1";
    let said = output(&["why", "chess", fen, "Nf3"]);
    assert_eq!(output(&["why", "chess", "--fen", fen, "Nf3"]), said);
    assert_eq!(output(&["why", "chess", "Nf3", "--fen", fen]), said);
    assert_eq!(
        output(&["why", "chess", "e2e5"]),
        output(&["why", "chess", "startpos", "e2e5"])
    );
    assert_eq!(
        output(&["why", "chess", "--outcome", "--fen", fen]),
        output(&["why", "chess", fen, "--outcome"])
    );
    assert!(failure(&["why", "chess", fen, "Nf3", "--fen", fen], 2).contains("given twice"));
    assert!(failure(&["why", "chess", "--fen", fen], 2).contains("which move?"));
    failure(&["why", "chess"], 2);
}

#[test]
fn why_as_json() {
    let answer = json(&["why", "chess", "startpos", "f1a6", "--json"], 0);
    assert_eq!(answer["legal"], false);
    assert_eq!(answer["kind"], "blocked");
    assert_eq!(answer["squares"], serde_json::json!(["a6", "f1", "e2"]));
    let answer = json(&["why", "chess", "startpos", "e4", "--json"], 0);
    assert_eq!(
        (&answer["legal"], &answer["move"], &answer["san"]),
        (&true.into(), &"e2e4".into(), &"e4".into())
    );
    let mate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    let answer = json(&["why", "chess", mate, "h8h7", "--json"], 0);
    assert_eq!(answer["kind"], "game-over");
    assert_eq!(answer["ending"]["rule"], "end { checkmate: loss }");
}

#[test]
fn why_explains_outcomes() {
    for (variant, fen, words) in [
        (
            "chess",
            "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
            "white wins: checkmate\n  black is in check: the black king on h8 attacked by the white queen on g7\n  \
             black has no legal move\n  by the rule: end { checkmate: loss }\n",
        ),
        (
            "chess",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "draw: stalemate\n  black is not in check and has no legal move\n  by the rule: end { stalemate: draw }\n",
        ),
        (
            "kingofthehill",
            "4k3/8/8/8/3K4/8/8/8 b - - 0 1",
            "white wins: hill\n  the white king on d4 has reached d4-e5\n  by the rule: end { hill: white reach king on d4-e5",
        ),
        (
            "shocking",
            "c6c/8/8/3m4/4v3/8/8/K7 w - - 0 1",
            "the black missile on d5 touches the black rover on e4\n  by the rule: use adjacency-loss(side: black",
        ),
        (
            "extinction",
            "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R w KQkq - 0 1",
            "black wins: extinction\n  white has no knight left\n",
        ),
        (
            "3check",
            "startpos",
            "the game goes on\n  white has 20 legal moves\n  not reached: three-check",
        ),
        (
            "crazy",
            "startpos",
            "the game goes on\n  white has 47 legal moves\n",
        ),
    ] {
        let said = output(&["why", variant, fen, "--outcome"]);
        assert!(said.contains(words), "{variant}: {said}");
    }
    let answer = json(
        &[
            "why",
            "chess",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "--outcome",
            "--json",
        ],
        0,
    );
    assert_eq!(answer["outcome"]["reason"], "stalemate");
    assert_eq!(answer["outcome"]["winner"], Value::Null);
}

#[test]
fn why_follows_hooks_that_take_part_in_the_game() {
    // The opponent's answer is the reason.
    let said = output(&["why", "crazy", "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "e1e2"]);
    assert!(
        said.contains("white would lose its royal piece: black `a2e2`"),
        "{said}"
    );
    // Black may answer a proposal, and nothing else.
    let variant = ferz::engine::Variant::new(ferz_rulesets::ruleset("crazy").unwrap()).unwrap();
    let start = variant.start();
    let mv = variant.find_move(&start, "e2e3").unwrap();
    let fen = variant.fen(&variant.play(&start, mv));
    let said = output(&["why", "crazy", &fen, "e7e6"]);
    assert!(
        said.contains("black decides about the movement `e2e3` first: `accept`"),
        "{said}"
    );
}

// words

// snap

const RULES: &str = "\
variant \"Mine\" extends chess
piece lancer L = move ride forward 1..3 | capture leap(1, 2) forward
promotion pawn { to: queen, lancer }
rules {
  en-passant: rank 6
}
start \"rlbqkblr/pppppppp/8/8/8/8/PPPPPPPP/RLBQKBLR w KQkq - 0 1\"
";

/// The same, written otherwise.
const OTHERWISE: &str = "\
variant \"Another title\" extends chess   # a comment
movement charge = move ride forward ..3
start \"rlbqkblr/pppppppp/8/8/8/8/PPPPPPPP/RLBQKBLR w KQkq - 0 1\"

rules { en-passant: rank 6 }
piece queen Q = rook | bishop
piece lancer L = capture leap(1, 2) forward | charge
promotion black pawn { to: queen, lancer }
promotion white pawn { to: queen, lancer }
";

#[test]
fn snapshots_know_what_matters() {
    let dir = folder(&[("a.ferz", RULES.as_bytes()), ("b.ferz", OTHERWISE.as_bytes())]);
    let (_, a, _) = run(dir.path(), &["snap", "--print", "a.ferz"]);
    let (_, b, _) = run(dir.path(), &["snap", "--print", "b.ferz"]);
    assert!(a.starts_with("ferz snapshot 4\n"), "{a}");
    assert_eq!(a, b);
    assert!(a.contains("\npiece lancer L = "), "{a}");
    assert!(a.contains("== lines ==\n1: 16\n"), "{a}");
    let changed = RULES.replace("1..3", "1..2");
    std::fs::write(dir.path().join("b.ferz"), changed).unwrap();
    let (_, b, _) = run(dir.path(), &["snap", "--print", "b.ferz"]);
    assert_ne!(a, b);
}

/// Made-up positions show more than random games.
#[test]
fn a_snapshot_shows_where_each_effect_and_goal_acts() {
    for (name, wanted) in [
        ("selfabsorb", &["on capture { by: knight; of: friend rook"][..]),
        ("racingkings", &["the game ends by goal"]),
        ("5check", &["the game ends by five-check"]),
        ("captureall", &["the game ends by all-lost"]),
    ] {
        let text = output(&["snap", "--print", name]);
        let (_, seen) = text.split_once("== happenings ==").unwrap();
        for what in wanted {
            assert!(seen.contains(what), "{name}: {what}\n{seen}");
        }
    }
}

/// Rules of history and of sides without moves have positions, too.
#[test]
fn a_snapshot_shows_each_ending() {
    for (name, wanted) in [
        (
            "chess",
            &[
                "draw: stalemate\n",
                "white wins: checkmate\n",
                ": repetition",
                ": move-rule",
            ][..],
        ),
        ("xiangqi", &[": perpetual-check", ": perpetual-chase"]),
        ("makruk", &["a count of 128 plies begins\n"]),
    ] {
        let text = output(&["snap", "--print", name]);
        let (_, seen) = text.split_once("== endings ==").unwrap();
        for what in wanted {
            assert!(seen.contains(what), "{name}: {what}\n{seen}");
        }
    }
}

/// The behaviour of a piece shows on the crowded boards, not only in the rules.
#[test]
fn boards_of_a_snapshot_show_every_kind_of_path() {
    for (old, new) in [
        ("capture rook over friend by 1..", "capture rook over any by 1.."),
        ("capture rook over friend by 1..", "capture rook over friend"),
        ("capture rook", "rifle rook"),
        ("lame leap(1, 2)", "leap(1, 2)"),
        ("capture-own rook", "swap rook"),
        (
            "(capture step all) then step ahead",
            "(capture-own step all) then step ahead",
        ),
    ] {
        let lancer = |movement: &str| {
            let was = "move ride forward 1..3 | capture leap(1, 2) forward";
            RULES.replace(was, &format!("move rook | {movement}"))
        };
        let (old, new) = (lancer(old), lancer(new));
        let dir = folder(&[("a.ferz", old.as_bytes()), ("b.ferz", new.as_bytes())]);
        let boards = |file: &str| {
            let (_, text, _) = run(dir.path(), &["snap", "--print", file]);
            let (_, rest) = text.split_once("\nwhite lancer\n").unwrap();
            rest.split_once("\n\nwhite pawn").unwrap().0.to_owned()
        };
        let (a, b) = (boards("a.ferz"), boards("b.ferz"));
        assert_ne!(a, b, "{old}\n{new}");
    }
}

#[test]
fn snapshots_are_the_same_everywhere() {
    let chess = output(&["snap", "--print", "chess"]);
    assert!(
        chess.contains("== lines ==\n1: 20\n2: 400\n3: 8902\n4: 197281\n"),
        "{chess}"
    );
    // These are promises: a change here needs a new format number.
    assert!(
        chess.contains("1: goes on after 150 plies, digest 5abc6c0806eb308a\n"),
        "{chess}"
    );
    let crazy = output(&["snap", "--print", "crazy"]);
    assert!(
        crazy.contains("4: not counted, more than 20000 are to be expected\n"),
        "{crazy}"
    );
    assert_eq!(crazy, output(&["snap", "--print", "crazy"]));
}

#[test]
fn a_snapshot_waits_until_it_is_accepted() {
    let dir = folder(&[("a.ferz", RULES.as_bytes()), ("lib.ferz", b"library \"L\"\n")]);
    let at = |name: &str| dir.path().join(name);
    let (code, said, _) = run(dir.path(), &["snap"]);
    assert_eq!(code, 0);
    assert!(
        said.contains("a.snap: new") && said.contains("0 unchanged, 0 changed, 1 new"),
        "{said}"
    );
    assert!(at("a.snap.new").exists() && !at("a.snap").exists());
    assert_eq!(run(dir.path(), &["snap", "--check"]).0, 1);
    assert_eq!(run(dir.path(), &["snap", "--accept", "a.ferz"]).0, 0);
    assert!(!at("a.snap.new").exists());
    let accepted = std::fs::read_to_string(at("a.snap")).unwrap();
    assert_eq!(run(dir.path(), &["snap", "--check"]).0, 0);

    std::fs::write(at("a.ferz"), RULES.replace("1..3", "1..2")).unwrap();
    let (code, said, _) = run(dir.path(), &["snap", "--check", "a.ferz"]);
    assert_eq!(code, 1);
    assert!(
        said.contains("- piece lancer L = move ride forward 1..3"),
        "{said}"
    );
    assert!(
        said.contains("+ piece lancer L = move ride forward 1..2"),
        "{said}"
    );
    assert!(!at("a.snap.new").exists(), "a check writes nothing");
    assert!(said.contains("\n  random games differ\n"), "{said}");
    // The games are described behind the other changes, too.
    std::fs::write(
        at("a.ferz"),
        RULES.replace("rules {", "rules {\n  must-capture: yes"),
    )
    .unwrap();
    let (_, said, _) = run(dir.path(), &["snap", "--check", "a.ferz"]);
    let told = "+   must-capture: yes|  in lines:|  random games differ";
    assert!(told.split('|').all(|words| said.contains(words)), "{said}");
    std::fs::write(at("a.ferz"), RULES.replace("1..3", "1..2")).unwrap();

    let review = |input: &str| {
        let output = ferz(&["snap", "--review"])
            .current_dir(dir.path())
            .write_stdin(input)
            .output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    assert!(review("what?\nskip\n").contains("written: a.snap.new"));
    assert!(at("a.snap.new").exists());
    assert!(review("r\n").contains("rejected"));
    assert!(!at("a.snap.new").exists());
    assert_eq!(std::fs::read_to_string(at("a.snap")).unwrap(), accepted);
    assert!(review("a\n").contains("accepted: a.snap"));
    assert_ne!(std::fs::read_to_string(at("a.snap")).unwrap(), accepted);

    let older = std::fs::read_to_string(at("a.snap"))
        .unwrap()
        .replace("snapshot 4", "snapshot 1");
    std::fs::write(at("a.snap"), older).unwrap();
    let (code, said, _) = run(dir.path(), &["snap", "--check"]);
    assert_eq!(code, 1);
    assert!(said.contains("written in format 1"), "{said}");
}

#[test]
fn snap_says_what_it_cannot_do() {
    let dir = folder(&[("bad.ferz", b"variant \"Bad\" extends ches\n")]);
    let (code, said, error) = run(dir.path(), &["snap"]);
    assert_eq!(code, 1);
    assert!(
        said.contains("bad.ferz: wrong") && said.contains("1 wrong"),
        "{said}"
    );
    assert!(error.contains("ches"), "{error}");
    assert!(failure(&["snap", "chess"], 2).contains("ferz snap --print chess"));
    assert!(failure(&["snap", "nothing"], 2).contains("no file or folder nothing"));
}

// diff

#[test]
fn texts_alone_are_no_difference() {
    let dir = folder(&[("a.ferz", RULES.as_bytes()), ("b.ferz", OTHERWISE.as_bytes())]);
    let (code, said, _) = run(dir.path(), &["diff", "--positions", "500", "a.ferz", "b.ferz"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("- Mine\n  + Another title\n"), "{said}");
    assert!(said.ends_with("\n\nThe rules are the same.\n"), "{said}");
}

#[test]
fn a_changed_piece_is_drawn() {
    let changed = RULES.replace("1..3", "1..2").replace("queen, lancer", "queen");
    let dir = folder(&[("a.ferz", RULES.as_bytes()), ("b.ferz", changed.as_bytes())]);
    let (code, said, _) = run(dir.path(), &["diff", "--ascii", "a.ferz", "b.ferz"]);
    assert_eq!(code, 1);
    assert!(
        said.contains("\npiece lancer\n  - L = move ride forward 1..3"),
        "{said}"
    );
    assert!(said.contains("    7 | .  .  .  .  -  .  .  . |\n"), "{said}");
    assert!(said.contains("    6 | .  .  .  *  *  *  .  . |\n"), "{said}");
    assert!(
        said.contains("\npromotion pawn\n  - { to: queen, lancer; on: rank 8 }\n"),
        "{said}"
    );
    assert!(said.contains("The first difference ("), "{said}");
    assert!(said.contains("- only old allows: "), "{said}");
    let report = json(
        &[
            "diff",
            "--json",
            &path(dir.path(), "b.ferz"),
            &path(dir.path(), "a.ferz"),
        ],
        1,
    );
    assert_eq!(report["different"], true);
    assert_eq!(report["changes"][0]["subject"], "piece lancer");
    assert_eq!(
        report["changes"][0]["boards"][0]["gained"],
        serde_json::json!(["e7"])
    );
    assert_eq!(report["difference"]["lost"], serde_json::json!([]));
    let fen = report["difference"]["fen"].as_str().unwrap();
    // The position shows it: what is gained can be played under the new rules and not under the
    // old.
    let gained = report["difference"]["gained"][0].as_str().unwrap();
    let legal =
        |file: &str| json(&["why", &path(dir.path(), file), fen, gained, "--json"], 0)["legal"].clone();
    assert_eq!((legal("a.ferz"), legal("b.ferz")), (true.into(), false.into()));
}

/// Whether a square is gained does not depend on where the hurdle stands.
#[test]
fn who_is_hopped_over_is_no_gain() {
    let cannon = |hurdle: &str| {
        RULES.replace(
            "move ride forward 1..3 | capture leap(1, 2) forward",
            &format!("move rook | capture rook over {hurdle} by 1.."),
        )
    };
    let (friend, any) = (cannon("friend"), cannon("any"));
    let dir = folder(&[("a.ferz", friend.as_bytes()), ("b.ferz", any.as_bytes())]);
    let report = json(
        &[
            "diff",
            "--json",
            &path(dir.path(), "a.ferz"),
            &path(dir.path(), "b.ferz"),
        ],
        1,
    );
    let board = &report["changes"][0]["boards"][0];
    assert_eq!(board["square"], "e4");
    assert_eq!(board["gained"], serde_json::json!([]));
    assert_eq!(board["lost"], serde_json::json!([]));
    // Everything beyond the neighbours, where no hurdle fits between.
    assert_eq!(board["same"], serde_json::json!(["d4", "e3", "e5", "f4"]));
    assert_eq!(board["otherwise"].as_array().unwrap().len(), 10);
}

#[test]
fn every_part_of_the_rules_is_compared() {
    for (old, new, words) in [
        ("chess", "3check", "end three-check (added)\n  + checks 3, win\n"),
        ("chess", "antichess", "must-capture"),
        ("chess", "knightmate", "piece commoner (added)"),
        ("chess", "knightmate", "piece knight (removed)"),
        ("chess", "atomic", "use explosion (added)"),
        ("chess", "cylinder", "+ 8x8 { wrap: files }"),
        ("chess", "berolina", "piece pawn\n"),
        ("chess", "horde", "\nstart\n"),
        ("chess", "horde", "castling white K (removed)"),
        ("chess", "xiangqi", "- 8x8\n  + 9x10 { points: yes"),
    ] {
        let assert = ferz(&["diff", "--positions", "200", old, new]).assert().code(1);
        let said = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
        assert!(said.contains(words), "{old} {new}: {words}\n{said}");
    }
}

#[test]
fn games_and_made_up_positions_find_rare_differences() {
    let base = "variant \"A\" extends chess\n";
    for (more, words) in [
        // Only with three checks given; only with a pawn on the seventh rank.
        ("end { three-check: checks 3 }\n", "+ new: "),
        (
            "promotion pawn { to: queen, rook, bishop }\n",
            "- only old allows: ",
        ),
        // Only where a side has no move, after moves to and fro, and after many quiet moves.
        ("end { stalemate: win }\n", "stalemate"),
        ("end { repetition: 3 loss }\n", "repetition"),
        ("end { move-rule: 40 draw }\n", "draw: move-rule"),
        // Only where a knight mates, a side can but promote, or a rook moves to and fro.
        ("end { mate-by: draw, of knight }\n", "draw: mate-by"),
        (
            "end { mate-without: draw, of queen rook }\n",
            "draw: mate-without",
        ),
        ("end { only-promotions: 2 draw }\n", "draw: only-promotions"),
        ("end { to-and-fro: 4 loss, of rook }\n", "wins: to-and-fro"),
    ] {
        let new = format!("{base}{more}");
        let dir = folder(&[("a.ferz", base.as_bytes()), ("b.ferz", new.as_bytes())]);
        let (code, said, _) = run(dir.path(), &["diff", "a.ferz", "b.ferz"]);
        assert_eq!(code, 1);
        assert!(said.contains("The first difference"), "{said}");
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn a_drop_that_mates_is_made_up() {
    let file = |mate: &str| {
        format!("variant \"A\" extends shogi\ndrop pawn {{ on: all except last rank; per-file: 1{mate} }}\n")
    };
    let (never, may) = (file("; mate: no"), file(""));
    let dir = folder(&[("a.ferz", never.as_bytes()), ("b.ferz", may.as_bytes())]);
    let (_, said, _) = run(dir.path(), &["diff", "a.ferz", "b.ferz"]);
    assert!(said.contains("+ only new allows: P@"), "{said}");
}

#[test]
fn a_perpetual_check_is_made_up() {
    let file = |result: &str| {
        format!("variant \"A\" extends chess\nend {{ repetition: 3 draw; perpetual-check: {result} }}\n")
    };
    let (loss, draw) = (file("loss"), file("draw"));
    let dir = folder(&[("a.ferz", loss.as_bytes()), ("b.ferz", draw.as_bytes())]);
    let (_, said, _) = run(dir.path(), &["diff", "a.ferz", "b.ferz"]);
    assert!(said.contains("+ new: draw: perpetual-check"), "{said}");
    assert!(
        said.contains("from\nthe made-up position") || said.contains("from the made-up"),
        "{said}"
    );
}

/// Rules that only a history, a claim or a bare side shows.
#[test]
fn rules_of_history_have_positions() {
    for (base, more, words) in [
        ("makruk", "end { count: 65, no bia }\n", "130 0"),
        ("xiangqi", "end { perpetual-check: win }\n", "perpetual-check"),
        ("xiangqi", "without end perpetual-chase\n", "perpetual-chase"),
        (
            "chess",
            "end { stalemate: white draw, black loss }\n",
            "white wins: stalemate",
        ),
    ] {
        let old = format!("variant \"A\" extends {base}\n");
        let new = format!("{old}{more}");
        let dir = folder(&[("a.ferz", old.as_bytes()), ("b.ferz", new.as_bytes())]);
        let (code, said, _) = run(dir.path(), &["diff", "a.ferz", "b.ferz"]);
        assert_eq!(code, 1);
        assert!(said.contains("The first difference"), "{more}{said}");
        assert!(said.contains(words), "{more}{said}");
    }
}

#[test]
fn a_goal_of_checks_shows_after_a_few_moves() {
    let base = "variant \"A\" extends chess\n";
    let file = |checks: u8| format!("{base}end {{ third: checks {checks} }}\n");
    let dir = folder(&[("a.ferz", file(3).as_bytes()), ("b.ferz", file(2).as_bytes())]);
    let (_, said, _) = run(dir.path(), &["diff", "a.ferz", "b.ferz", "--json"]);
    let said: serde_json::Value = serde_json::from_str(&said).unwrap();
    let line = said["difference"]["line"].as_array().unwrap();
    assert!(line.len() < 12, "{line:?}");
}

#[test]
fn revisions_of_git_are_read_with_their_parents() {
    let dir = folder(&[
        ("rules/base.ferz", RULES.as_bytes()),
        ("rules/mine.ferz", b"variant \"Mine\" extends base\n"),
    ]);
    let git = |args: &[&str]| {
        let mut git = Plain::new("git");
        git.args(["-c", "user.name=a", "-c", "user.email=a@b.c"])
            .args(args);
        // A repository around this one must not be found.
        git.env_remove("GIT_DIR")
            .env_remove("GIT_INDEX_FILE")
            .current_dir(dir.path());
        assert!(git.output().unwrap().status.success(), "{args:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "first"]);
    std::fs::write(dir.path().join("rules/base.ferz"), RULES.replace("1..3", "1..4")).unwrap();
    let (code, said, error) = run(dir.path(), &["diff", "HEAD:rules/mine.ferz", "rules/mine.ferz"]);
    assert_eq!(code, 1, "{error}");
    assert!(
        said.contains("piece lancer\n  - L = move ride forward 1..3"),
        "{said}"
    );
    let (code, said, _) = run(
        &dir.path().join("rules"),
        &["diff", "HEAD:mine.ferz", "HEAD:./mine.ferz"],
    );
    assert_eq!(code, 0, "{said}");
    let (code, _, error) = run(dir.path(), &["diff", "HEAD~5:rules/mine.ferz", "rules/mine.ferz"]);
    assert_eq!(code, 2);
    assert!(
        error.contains("git says: ") && error.contains("HEAD~5"),
        "{error}"
    );
}

#[test]
fn what_cannot_be_compared_is_trouble() {
    let dir = folder(&[("bad.ferz", b"variant \"Bad\" extends ches\n")]);
    for args in [
        ["diff", "chess", "nothing"],
        ["diff", "chess", "bad.ferz"],
        ["diff", "standard", "chess"],
    ] {
        let (code, _, error) = run(dir.path(), &args);
        assert_eq!(code, 2, "{args:?}");
        assert!(error.contains("error"), "{error}");
    }
}
