//! The grammar for highlighting and the reference know every word that the language has.

use ferz::vocabulary::{self, Table};
use ferz_grammar::keywords;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn grammar() -> Value {
    serde_json::from_str(&read("editors/ferz.tmLanguage.json")).expect("it is JSON")
}

/// The words of the list `(?:a|b|c)` in a pattern.
fn words(pattern: &Value) -> BTreeSet<String> {
    let pattern = pattern["match"].as_str().expect("a pattern");
    let list = pattern
        .split_once("(?:")
        .and_then(|(_, rest)| rest.split_once(')'));
    let (list, _) = list.expect("a list of words");
    list.split('|').map(str::to_owned).collect()
}

fn set<'w>(words: impl IntoIterator<Item = &'w str>) -> BTreeSet<String> {
    words.into_iter().map(str::to_owned).collect()
}

fn table<T>(table: Table<T>) -> BTreeSet<String> {
    set(table.words())
}

/// The rule has exactly these words; if not, the message gives the line to write.
#[track_caller]
fn check(name: &str, pattern: &Value, wanted: &BTreeSet<String>) {
    let mut line: Vec<&str> = wanted.iter().map(String::as_str).collect();
    line.sort_by_key(|word| std::cmp::Reverse(word.len()));
    assert_eq!(
        &words(pattern),
        wanted,
        "in editors/ferz.tmLanguage.json, the words of `{name}` are to be\n{}",
        line.join("|")
    );
}

#[test]
fn words_are_highlighted() {
    let grammar = grammar();
    let rules = &grammar["repository"];
    check(
        "declaration",
        &rules["declaration"]["patterns"][0],
        &set(keywords::all()),
    );
    let operators = set(keywords::RESERVED.iter().copied());
    check("operator", &rules["operator"]["patterns"][0], &operators);
    let sides = set(keywords::SIDES.iter().copied());
    check("side", &rules["side"], &sides);
    let mut movement = table(vocabulary::PREFIXES);
    movement.extend(table(vocabulary::CORES));
    movement.extend(table(vocabulary::BEHIND));
    movement.extend(table(vocabulary::JOINTS));
    movement.extend(table(vocabulary::HURDLES));
    let movement: BTreeSet<String> = &(&movement - &sides) - &operators;
    check("movement", &rules["movement"], &movement);
    let directions = table(vocabulary::DIRECTIONS);
    check("direction", &rules["direction"], &directions);
    let mut squares = table(vocabulary::SETS);
    squares.extend(table(vocabulary::ORDINALS));
    check("squares", &rules["squares"], &(&squares - &directions));
    let attributes = table(vocabulary::ATTRIBUTES);
    check("attribute", &rules["attribute"], &attributes);
    let mut outcomes = table(vocabulary::YES_NO);
    outcomes.extend(table(vocabulary::SCORES));
    outcomes.extend(table(vocabulary::CLAIM));
    check("outcome", &rules["outcome"], &outcomes);
    // Keys are recognized by the colon behind them; what is left are values.
    let mut values: BTreeSet<String> = vocabulary::all()
        .into_iter()
        .filter(|list| !list.name.starts_with("keys") && !["declarations", "neighbours"].contains(&list.name))
        .flat_map(|list| list.words)
        .map(|(word, _)| word.to_owned())
        .collect();
    for known in [
        sides, operators, movement, directions, squares, attributes, outcomes,
    ] {
        values = &values - &known;
    }
    check("value", &rules["value"], &values);
}

/// The reference speaks of every word.
#[test]
fn words_are_documented() {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/reference");
    let pages = std::fs::read_dir(pages).unwrap();
    let page: String = pages
        .map(|page| std::fs::read_to_string(page.unwrap().path()).unwrap())
        .collect();
    let mut code = String::new();
    // Blocks and words in backquotes are the odd parts; a block's quotes are three.
    for (index, part) in page.replace("```", "`").split('`').enumerate() {
        if index % 2 == 1 {
            code.push_str(part);
            code.push('\n');
        }
    }
    let known = set(code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')));
    for list in vocabulary::all() {
        for (word, help) in list.words {
            let name = list.name;
            assert!(
                known.contains(word),
                "docs/src/reference lacks `{word}` ({name}): {help}"
            );
        }
    }
}

#[test]
fn every_rule_is_used_and_there() {
    let grammar = grammar();
    let mut included = BTreeSet::new();
    fn collect(value: &Value, included: &mut BTreeSet<String>) {
        match value {
            Value::Object(map) => {
                if let Some(name) = map.get("include").and_then(Value::as_str) {
                    included.insert(name.trim_start_matches('#').to_owned());
                }
                map.values().for_each(|v| collect(v, included));
            }
            Value::Array(list) => list.iter().for_each(|v| collect(v, included)),
            _ => {}
        }
    }
    collect(&grammar, &mut included);
    let rules = grammar["repository"].as_object().expect("rules");
    assert_eq!(included, rules.keys().cloned().collect());
}

/// A page of words: its file, its title, and the first table that it does not have.
const PAGES: [(&str, &str, &str); 3] = [
    (
        "words.md",
        "Words of movements, squares and pieces",
        "keys of a board",
    ),
    ("words-of-blocks.md", "Words of blocks", "keys of `end`"),
    ("words-of-rules.md", "Words of endings, rules and effects", ""),
];

/// The book lists every word, as the vocabulary explains it; `FERZ_WRITE=1` writes the pages.
#[test]
fn pages_of_words_are_up_to_date() {
    let mut lists = vocabulary::all().into_iter().peekable();
    for (file, title, end) in PAGES {
        let mut page = format!(
            "# {title}\n\nThis page is generated from the vocabulary of the language. [The \
             language](language.md) has the\nexamples and the exceptions.\n\n\
             | word | one of the | meaning |\n|---|---|---|\n"
        );
        while let Some(list) = lists.next_if(|list| list.name != end) {
            for (word, help) in list.words {
                let help = help.replace('|', "\\|");
                page.push_str(&format!("| `{word}` | {} | {help} |\n", list.name));
            }
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../docs/src")
            .join(file);
        if std::env::var_os("FERZ_WRITE").is_some() {
            std::fs::write(&path, &page).unwrap();
        }
        assert!(
            std::fs::read_to_string(&path).is_ok_and(|text| text == page),
            "docs/src/{file} is old: FERZ_WRITE=1 cargo test -p ferz-tests --test editors"
        );
    }
    assert!(lists.next().is_none());
}
