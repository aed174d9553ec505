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

/// The places, as text, and what the second labels say.
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
    assert_eq!(parse(text).0.declarations.len(), 3);
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
        [("F0033", vec![":"])]
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
    // What begins like a definition on the next line only is none.
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
