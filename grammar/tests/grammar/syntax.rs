//! The contents of the tree.

use crate::tree::{EXAMPLE, codes, shape, sound};
use ferz_grammar::ast::{Declaration, ExprKind};
use serde_json::json;

fn only(text: &str) -> Declaration {
    let mut file = sound(&format!("library \"L\"\n{text}\n"));
    assert_eq!(file.declarations.len(), 1, "{text}");
    file.declarations.remove(0)
}

#[test]
fn texts_and_escapes() {
    let value = |text: &str| match only(text) {
        Declaration::Text(d) => d.value.value,
        other => panic!("{other:?}"),
    };
    assert_eq!(value(r#"about "a # b \" \\ \n\t""#), "a # b \" \\ \n\t");
    assert_eq!(
        value("about \"\"\"\n  one # two\r\n\"three\"\n\"\"\""),
        "  one # two\n\"three\"\n"
    );
    assert_eq!(value("about \"\"\"\narmy white {\n\"\"\""), "army white {\n");
    assert_eq!(value("include robotic"), "robotic");
}

#[test]
fn sides_of_pieces_and_zones() {
    let piece = |text: &str| match only(text) {
        Declaration::Piece(d) => (d.side.map(|s| s.value), d.name.value, d.letter.value),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        piece("piece white soldier S"),
        (Some("white".into()), "soldier".into(), "S".into())
    );
    assert_eq!(piece("piece white S"), (None, "white".into(), "S".into()));
    let zone = |text: &str| match only(text) {
        Declaration::Zone(d) => (d.side.map(|s| s.value), d.name.value),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        zone("zone white camp = a1"),
        (Some("white".into()), "camp".into())
    );
    assert_eq!(
        zone("zone camp white = a1"),
        (Some("white".into()), "camp".into())
    );
    assert_eq!(
        zone("zone white black = a1"),
        (Some("white".into()), "black".into())
    );
    assert_eq!(zone("zone white = a1"), (None, "white".into()));
    assert_eq!(
        codes("library \"L\"\nzone red camp = a1\npiece red soldier S"),
        ["F0035", "F0035"]
    );
}

#[test]
fn words_numbers_and_ranges() {
    let body = |text: &str| match only(&format!("movement x = {text}")) {
        Declaration::Movement(d) => d.body.kind,
        other => panic!("{other:?}"),
    };
    for name in [
        "e4",
        "a1-c3",
        "a-d",
        "north-east",
        "a_b",
        "thenceforth",
        "except-that",
        "x8",
        "variant",
    ] {
        assert_eq!(body(name), ExprKind::Name(name.into()));
    }
    assert_eq!(body("-1"), ExprKind::Number(-1));
    assert_eq!(body("007"), ExprKind::Number(7));
    assert_eq!(body("3.5"), ExprKind::Decimal("3.5".into()));
    for (text, min, max) in [
        ("1..3", Some(1), Some(3)),
        ("2..", Some(2), None),
        ("..3", None, Some(3)),
        ("1-3", Some(1), Some(3)),
        ("1..1", Some(1), Some(1)),
    ] {
        assert_eq!(body(text), ExprKind::Range { min, max });
    }
    for bad in ["3rd", "1-2-3", "1.2.3", "1...3", "a 8x8x8"] {
        assert_eq!(
            codes(&format!("library \"L\"\nmovement x = {bad}\n")),
            ["F0013"],
            "{bad}"
        );
    }
    assert_eq!(codes("library \"L\"\nmovement x = 8x8\n"), ["F0032"]);
    assert_eq!(codes("library \"L\"\nmovement x = rook-\n"), ["F0010"]);
}

#[test]
fn reserved_words_are_no_names() {
    for text in [
        "zone except = a",
        "use then",
        "piece then T",
        "army white { king then }",
        "end { then: a }",
    ] {
        assert_eq!(codes(&format!("library \"L\"\n{text}\n")), ["F0034"], "{text}");
    }
    assert_eq!(codes("library \"L\"\nmovement x = then a\n"), ["F0032"]);
}

#[test]
fn the_example_as_json() {
    let tree = shape(&sound(EXAMPLE));
    assert_eq!(
        tree["header"],
        json!({"kind": "variant", "title": {"value": "Shocking \"Chess\""}, "extends": {"value": "chess"}})
    );
    let kinds: Vec<&str> = tree["declarations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|d| d["declaration"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        [
            "text", "text", "text", "text", "board", "square", "zone", "zone", "movement", "army", "piece",
            "section", "section", "use", "use", "without"
        ]
    );
    assert_eq!(tree["declarations"][4]["files"], json!({"value": 10}));
    assert_eq!(
        tree["declarations"][6]["value"],
        json!({"except": [
            {"phrase": [{"name": "ranks"}, {"range": {"min": 1, "max": 3}}]},
            {"group": {"union": [{"name": "a1"}, {"name": "h1"}]}}
        ]})
    );
    assert_eq!(
        tree["declarations"][9]["pieces"][0],
        json!({
            "side": null,
            "name": {"value": "missile"},
            "letter": {"value": "M"},
            "movement": {"call": {"name": {"value": "robotic"}, "arguments": [
                {"key": null, "value": {"name": "rook"}}, {"key": null, "value": {"name": "ferz"}}
            ]}},
            "attributes": [{"phrase": [{"name": "value"}, {"decimal": "3.5"}]}]
        })
    );
    assert_eq!(
        tree["declarations"][13]["arguments"][2]["value"]["list"][1],
        json!({"range": {"min": 2, "max": null}})
    );
}

/// A side may stand before what it is about; the tree is the same.
#[test]
fn sides_before_and_behind() {
    for (before, behind) in [
        ("white castling { K: a }", "castling white { K: a }"),
        ("black promotion pawn { to: a }", "promotion black pawn { to: a }"),
        ("both army { king K }", "army both { king K }"),
        ("white piece king K = a", "piece white king K = a"),
        ("white zone camp = a", "zone white camp = a"),
        ("without black castling", "without castling black"),
        ("end { white bare: a b | c }", "end { bare: white a b | c }"),
        ("end { both bare: a }", "end { bare: a }"),
        (
            "end { white tie: a; black tie: b }",
            "end { tie: white a, black b }",
        ),
        (
            "army white except a, b | c { k K }",
            "army white except a b c { k K }",
        ),
    ] {
        let tree = |text: &str| shape(&sound(&format!("library \"L\"\n{text}\n")));
        assert_eq!(tree(before), tree(behind), "{before}");
    }
    // A side alone is still a name.
    assert_eq!(codes("library \"L\"\nend { white: a }\n"), [] as [&str; 0]);
}
