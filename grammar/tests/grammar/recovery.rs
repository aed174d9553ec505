use crate::tree::{codes, parse};
use ferz_grammar::ast::Declaration;

#[test]
fn five_mistakes_are_five_errors() {
    let text = r#"variant "Five" extends chess
movement one =
movement good = rook | knight
army white {
  king K = king, royal
  bad = rook
  queen Q = queen
}
zone camp = (a1 | b1
promotion pawn {
  to: queen,
  on: last rank
  when enter
}
movment five = rook
use fine
"#;
    assert_eq!(
        codes(text),
        ["F0032", "F0031", "F0025", "F0032", "F0031", "F0030"]
    );
    let (file, _) = parse(text);
    assert!(file.header.is_some());
    let [
        Declaration::Movement(_),
        Declaration::Army(army),
        Declaration::Section(promotion),
        Declaration::Use(_),
    ] = file.declarations.as_slice()
    else {
        panic!("{:#?}", file.declarations)
    };
    assert_eq!(
        army.pieces
            .iter()
            .map(|p| p.name.value.as_str())
            .collect::<Vec<_>>(),
        ["king", "queen"]
    );
    assert_eq!(
        promotion
            .entries
            .iter()
            .map(|e| e.key.value.as_str())
            .collect::<Vec<_>>(),
        ["on"]
    );
}

/// The places, as text, and the texts of second labels.
fn labels(text: &str) -> Vec<(&'static str, Vec<&str>)> {
    let (_, list) = parse(text);
    list.iter()
        .map(|d| {
            (
                d.code,
                d.labels.iter().map(|l| &text[l.span.start..l.span.end]).collect(),
            )
        })
        .collect()
}

#[test]
fn a_forgotten_brace_ends_where_the_next_declaration_begins() {
    let text = "variant \"X\"\narmy white {\n  king K\n\nmovement x = rook\nend { a: b }\nend {";
    assert_eq!(
        labels(text),
        [("F0020", vec!["{", "movement"]), ("F0020", vec!["{"])]
    );
    assert_eq!(parse(text).0.declarations.len(), 4);
    // Without another block the brace may stand where it is meant to.
    assert_eq!(
        codes("variant \"X\"\narmy white {\nking K\nstart S = rook\n}"),
        [""; 0]
    );
    // A section with a name that is not known.
    let text = "variant \"X\"\nend {\n  a: b\nweather {\n  rain: yes\n}\n";
    assert_eq!(labels(text), [("F0020", vec!["{", "weather"])]);
}

#[test]
fn texts_that_are_never_closed() {
    let text = "variant \"X\"\nabout \"one\nabout \"\"\"two\nthree \"\nmovement x = rook\nabout \"ok\"\n";
    assert_eq!(labels(text), [("F0011", vec!["\""]), ("F0011", vec!["\"\"\""])]);
    assert_eq!(parse(text).0.declarations.len(), 2);
}

#[test]
fn what_means_nothing_is_left_out() {
    let text = "variant \"X\"\nmovement x = rook $ | bishop § %\n@ movement y = rook\n\u{0} \u{1}\nzone a = b\u{a0}c\n";
    let places = labels(text);
    assert!(places.iter().all(|(code, _)| *code == "F0010"), "{places:?}");
    let found: Vec<&str> = places.iter().flat_map(|(_, texts)| texts.clone()).collect();
    assert_eq!(found, ["$", "§", "%", "@", "\u{0}", "\u{1}", "\u{a0}"]);
    // The rest of a line may say something else; only the part before the first word may be
    // missing.
    let file = parse(text).0;
    assert!(matches!(file.declarations.as_slice(), [Declaration::Movement(y)] if y.name.value == "y"));
    assert_eq!(file.unread.len(), 3);
    assert!(
        file.unread[0].mentions("x") && file.unread[0].mentions("bishop") && !file.unread[0].mentions("y")
    );
}

/// The first message and its way out.
fn first(text: &str) -> (String, String) {
    let (_, list) = parse(text);
    assert_eq!(list.len(), 1, "{list:#?}");
    (list[0].message.clone(), list[0].help.clone().unwrap_or_default())
}

#[test]
fn comments_of_other_languages() {
    for (line, message) in [
        ("// no castling here", "`//` begins no comment"),
        ("/* no castling\n here */", "`/*` begins no comment"),
        ("-- no castling here", "`--` begins no comment"),
        ("movement x = rook // no castling", "`//` begins no comment"),
        (
            "end {\n // no castling\n a: b // no: castling }\n}",
            "`//` begins no comment",
        ),
    ] {
        let text = format!("variant \"X\"\n{line}\nzone a = b\n");
        let (file, list) = parse(&text);
        assert!(
            !list.is_empty() && list.iter().all(|d| d.message == message),
            "{text}{list:#?}"
        );
        assert!(
            matches!(file.declarations.last(), Some(Declaration::Zone(_))),
            "{text}"
        );
    }
    let (message, _) = first("```ferz\nvariant \"X\"\nzone a = b\n```\n");
    assert_eq!(message, "a ruleset is not Markdown");
}

#[test]
fn texts_without_quotes() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (message, help) = first(&format!("variant \"X\"\nstart {fen}\nzone a = b\n"));
    assert_eq!(message, "expected a text in quotes after `start`");
    assert_eq!(help, format!("write `start \"{fen}\"`"));
    let (_, help) = first("variant My Chess extends chess\n");
    assert_eq!(help, "write `variant \"My Chess\" extends chess`");
    let (message, help) = first("variant \"X\" extends 3check\n");
    assert_eq!(message, "expected a name or a text in quotes after `extends`");
    assert_eq!(help, "write `extends \"3check\"`");
    let (_, help) = first("variant \"X\" extends chess.ferz\n");
    assert_eq!(
        help,
        "write `extends \"chess.ferz\"` for a file beside this one, `extends chess` for one that comes with ferz"
    );
    let (_, help) = first("variant \"X\"\ninclude ../lib/mine\n");
    assert_eq!(help, "write `include \"../lib/mine\"`");
}

#[test]
fn blocks_without_a_brace() {
    for (block, message, help) in [
        (
            "castling\n  K: king e1 g1, rook h1 f1\n  Q: king e1 c1, rook a1 d1\n}",
            "expected `{` and a block for this `castling`",
            "write `castling {`, then one line for each entry, then `}`",
        ),
        (
            "army both:\n  king K = king, royal\n  rook R = rook\n",
            "expected `{` after `army both`, found `:`",
            "write `army both {`, then one line for each piece, then `}`",
        ),
        (
            "end stalemate: loss",
            "expected `{` before `stalemate`",
            "write `end {`, then one line for each entry, then `}`",
        ),
        (
            "promotion pawn\nto: queen",
            "expected `{` and a block for this `promotion`",
            "",
        ),
    ] {
        let text = format!("variant \"X\"\n{block}\nzone a = b\n");
        let found = first(&text);
        assert_eq!(found.0, message, "{text}");
        assert!(found.1.contains(help), "{text}{}", found.1);
        assert!(
            matches!(parse(&text).0.declarations.as_slice(), [Declaration::Zone(_)]),
            "{text}"
        );
    }
}

#[test]
fn entries_that_run_into_each_other() {
    let (message, help) = first("variant \"X\"\npromotion pawn { to: queen on: rank 7 }\n");
    assert_eq!(
        (message.as_str(), help.as_str()),
        (
            "`on:` begins another entry",
            "begin a new line before `on`, or write `;`"
        )
    );
    assert_eq!(
        first("variant \"X\"\npromotion pawn {\n to queen, rook\n}\n").1,
        "write `to: queen, rook`"
    );
    assert_eq!(
        first("variant \"X\"\narmy both {\n rook R rook\n}\n").1,
        "write `rook R = rook`: name, letter, movement"
    );
}

#[test]
fn lines_that_are_shown_in_another_order() {
    let text = "variant \"X\"\n# \u{202e}gnikcart\u{202c}\nabout \"\u{2066}x\u{2069}\"\nzone a = b\n";
    assert_eq!(
        labels(text),
        [("F0016", vec!["\u{202e}"]), ("F0016", vec!["\u{2066}"])]
    );
    assert_eq!(codes("variant \"שחמט\"\n# שחמט\n"), [""; 0]);
}

#[test]
fn brackets() {
    assert_eq!(
        labels("library \"L\"\nmovement x = f(a]\n"),
        [("F0025", vec!["(", "]"])]
    );
    assert_eq!(
        labels("library \"L\"\nmovement x = f(\nmovement y = a\n"),
        [("F0025", vec!["("])]
    );
    assert_eq!(
        labels("library \"L\"\nend {\n a: (b\n c: d)\n e: (f)\n}\n"),
        [("F0033", vec!["c"])]
    );
    assert_eq!(
        labels("library \"L\"\nend {\n a: (b\n c: d\n e: (f)\n}\n"),
        [("F0025", vec!["("])]
    );
    assert_eq!(
        labels("library \"L\"\nend {\n a: b)\n}\n}\n"),
        [("F0026", vec![")"]), ("F0021", vec!["}"])]
    );
}

#[test]
fn an_operator_left_dangling_costs_its_own_line() {
    for lines in [
        "x =\nzone y = a",
        "x = a |\nzone y = a",
        "x = a |\n y z = a\nzone y = a",
    ] {
        let text = format!("library \"L\"\nmovement {lines}\n");
        let (file, list) = parse(&text);
        assert_eq!(list.first().map(|d| d.code), Some("F0032"), "{text}");
        assert!(
            matches!(file.declarations.as_slice(), [Declaration::Zone(_)]),
            "{text}"
        );
    }
    // A text on the next line that only looks like a definition is none.
    assert_eq!(
        codes("library \"L\"\nmovement x = a then\n  b\nzone y = a\n"),
        [""; 0]
    );
    assert_eq!(codes("library \"L\"\nend {\n a: b,\n c: d\n}\n"), ["F0032"]);
    assert_eq!(
        codes("library \"L\"\narmy white {\n a A = b,\n c C = d, e\n}\n"),
        ["F0032"]
    );
}

#[test]
fn headers() {
    assert_eq!(codes(""), ["F0003"]);
    assert_eq!(codes("\u{feff} # only this\r\n"), ["F0003"]);
    assert_eq!(codes("zone a = b\nzone c = d"), ["F0004"]);
    // A header that cannot be read is still one.
    assert_eq!(codes("variant\nzone a = b"), ["F0031"]);
    assert_eq!(codes("varaint \"X\"\nzone a = b"), ["F0030"]);
    assert_eq!(codes("variant \"X\nzone a = b"), ["F0011"]);
    assert_eq!(
        codes("zone a = b\nvariant \"X\"\nlibrary \"Y\""),
        ["F0005", "F0006"]
    );
    assert_eq!(codes("library \"X\" extends chess"), ["F0031"]);
}

#[test]
fn what_is_no_ruleset_is_told_once() {
    for text in [
        "Dear all,\nthe king moves like a queen.\nNo castling!",
        "use the queen well,\nshe is strong.\nPlay with the pawns.\nSincerely,\nmum\n(and dad)\nP.S. board games\nare fun",
        "{ \"board\": { \"files\": 8 } }",
        "[chess]\nstart = rnbqkbnr\nboard = 8",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "hello",
    ] {
        assert_eq!(codes(text), ["F0008"], "{text}");
    }
    // A line that declares something is a reason to read all of them.
    assert_eq!(
        codes("board 8x8\nmoveement a = b\npiec c C = d"),
        ["F0004", "F0030", "F0030"]
    );
    assert_eq!(codes("varaint \"X\"\nhello\nyou\nthere"), ["F0030"; 4]);
}

#[test]
fn likely_words_are_named() {
    let help = |text: &str| {
        parse(text)
            .1
            .first()
            .and_then(|d| d.help.clone())
            .unwrap_or_default()
    };
    assert_eq!(help("variant \"X\"\nmovment x = y"), "did you mean `movement`?");
    assert_eq!(
        help("variant \"X\"\ncastle"),
        "a declaration begins with a word such as `movement`, `army` or `board`"
    );
    assert_eq!(help("variant \"X\"\narny white { k K }"), "did you mean `army`?");
    assert_eq!(help("variant \"X\"\narmy blakc { k K }"), "did you mean `black`?");
    assert_eq!(
        help("variant \"X\"\narmy white { piece k K }"),
        "in an army leave out the word `piece`: every line is one"
    );
}
