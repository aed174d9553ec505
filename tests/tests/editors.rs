//! The grammar for highlighting knows every word that the language has.

use ferz_grammar::keywords;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

fn grammar() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../editors/ferz.tmLanguage.json");
    let text = std::fs::read_to_string(path).expect("the grammar is there");
    serde_json::from_str(&text).expect("it is JSON")
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

#[test]
fn keywords_are_highlighted() {
    let grammar = grammar();
    let rules = &grammar["repository"];
    assert_eq!(words(&rules["declaration"]["patterns"][0]), set(keywords::all()));
    assert_eq!(
        words(&rules["operator"]["patterns"][0]),
        set(keywords::RESERVED.iter().copied())
    );
    assert_eq!(words(&rules["side"]), set(keywords::SIDES.iter().copied()));
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
