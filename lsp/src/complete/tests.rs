//! Tests of the completions.

use super::*;

fn before(text: &str) -> Option<(String, Option<String>)> {
    let offset = text.find('^').unwrap();
    let text = text.replace('^', "");
    let before = Before::new(&text, offset)?;
    Some((before.head.join(" "), before.entry.map(|entry| entry.join(" "))))
}

#[track_caller]
fn check(text: &str, head: &str, entry: Option<&str>) {
    assert_eq!(
        before(text),
        Some((head.to_owned(), entry.map(str::to_owned))),
        "{text}"
    );
}

#[test]
fn the_words_before_the_cursor() {
    check("^", "", None);
    check("var^", "", None);
    check("variant \"X\"\nmov^", "", None);
    check("variant \"X\"\n^\nend {", "", None);
    check("variant \"X\"\nmovement x = roo^", "movement x =", None);
    check(
        "variant \"X\"\nmovement x = rook |\n  bi^ # c",
        "movement x = rook |",
        None,
    );
    check(
        "variant \"X\"\nmovement x = rook\n  | ^",
        "movement x = rook |",
        None,
    );
    check("variant \"X\"\nend { ^ }", "end", Some(""));
    check("variant \"X\"\nend {\n  a: b\n  ^\n}", "end", Some(""));
    check("variant \"X\"\nend {\n  a: b, \n  c^\n}", "end", Some("a : b ,"));
    check("variant \"X\"\nend { a: b; stal^", "end", Some(""));
    check(
        "variant \"X\"\nend {\n  a: b\nmovement x = ^",
        "movement x =",
        None,
    );
    check("end { a: b }\nuse h(a: f(1), ^", "use h ( a : f ( 1 ) ,", None);
    check("use h(a: 1,\n  ^)", "use h ( a : 1 ,", None);
    check("army both {\n  king K = k^", "army both", Some("king K ="));
    for text in ["# a ^", "about \"a ^", "about \"a^b\""] {
        assert_eq!(before(text), None, "{text}");
    }
}

#[test]
fn parameters_are_offered_in_the_block_of_their_mechanic() {
    let inside = |text: &str| {
        let offset = text.find('^').unwrap();
        let text = text.replace('^', "");
        let before = Before::new(&text, offset).unwrap();
        before.parameters.join(" ")
    };
    let head = "mechanic boom(area: movement = step all, spared: pieces) {\n";
    assert_eq!(inside(&format!("{head} on capture {{ remove: ^")), "area spared");
    assert_eq!(
        inside(&format!(
            "{head} on capture {{ flip: mover }}\n on move {{ remove: ^ }}"
        )),
        "area spared"
    );
    assert_eq!(
        inside(&format!(
            "{head} on capture {{ flip: mover }}\n}}\non move {{ remove: ^ }}"
        )),
        ""
    );
}

/// Knows no texts.
struct Nothing;

impl ferz::lower::Library for Nothing {
    fn load(&self, _: &str, _: Option<&str>) -> Result<ferz::lower::Source, String> {
        Err("there is none".to_owned())
    }
}

#[test]
fn every_word_is_offered_and_explained_where_it_may_stand() {
    let offered = |text: &str| {
        let offset = text.find('^').unwrap();
        let uri = std::str::FromStr::from_str("file:///x.ferz").unwrap();
        let document = Document::new(uri, text.replace('^', ""), 0);
        let position = document.lines().position(offset);
        complete(&document, &Texts::new(&Nothing, std::iter::empty()), position)
    };
    let check = |text: &str, words: Vec<Explained>| {
        let offered = offered(text);
        for (word, _) in words {
            let item = offered.iter().find(|item| item.label == word);
            let explained = item.is_some_and(|item| item.documentation.is_some());
            assert!(explained, "`{word}` at {text}");
        }
    };
    check("^", explained(DECLARATIONS));
    check("movement x = ^", vocabulary::in_movements());
    check("movement x = rook over ^", explained(HURDLES));
    check("movement x = (hop ^", explained(HURDLES));
    check("movement x = step ^", explained(DIRECTIONS));
    check("movement x = rook from ^", vocabulary::in_squares());
    check("zone x = ^", vocabulary::in_squares());
    check("piece x X = rook, ^", explained(ATTRIBUTES));
    for section in [
        "board 8x8",
        "square x",
        "promotion x",
        "castling",
        "royalty",
        "end",
        "rules",
        "on capture",
    ] {
        let keyword = section.split(' ').next().unwrap();
        let keys = vocabulary::keys(keyword);
        assert!(!keys.is_empty(), "{section}");
        check(&format!("{section} {{ ^ }}"), keys.clone());
        for (key, _) in keys {
            check(
                &format!("{section} {{ {key}: ^ }}"),
                vocabulary::values(keyword, key),
            );
        }
    }
    for section in ["power x", "walls", "control", "turn", "drop pawn"] {
        let keyword = section.split(' ').next().unwrap();
        for (key, _) in vocabulary::keys(keyword) {
            let at = format!("{section} {{ {key}: ^ }}");
            check(&at, vocabulary::values(keyword, key));
        }
    }
    check("on ^", explained(EVENTS));
    check("on white ^", explained(EVENTS));
    check("without on ^", explained(EVENTS));
    check("end { goal: ^ }", vocabulary::values("end", "goal"));
}
