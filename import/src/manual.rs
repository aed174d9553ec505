//! The table of keys, for the book.

use crate::keys::{About, KEYS, Key};
use crate::types::{CUSTOM, TYPES};

/// The keys of a `variants.ini` and the words of ferz for them, as tables in Markdown.
pub fn manual() -> String {
    let mut text = String::new();
    let rows = |keys: &mut dyn Iterator<Item = &'static Key>, row: &dyn Fn(&Key) -> String| -> String {
        keys.map(|key| {
            format!(
                "| `{}` | {} | {} |\n",
                key.name,
                escaped(&key.takes.words()),
                row(key)
            )
        })
        .collect()
    };
    text.push_str("## Keys that are taken over\n\n| key | takes | in ferz |\n|---|---|---|\n");
    let mut rules = KEYS.iter().filter(|key| key.about == About::Rules);
    text.push_str(&rows(&mut rules, &|key| format!("`{}`", escaped(key.ferz))));
    text.push_str("\n## Keys without meaning for ferz\n\n| key | takes | it is about |\n|---|---|---|\n");
    let mut other = KEYS.iter().filter(|key| matches!(key.about, About::Other(_)));
    text.push_str(&rows(&mut other, &|key| match key.about {
        About::Other(what) => what.to_owned(),
        About::Rules => String::new(),
    }));
    text.push_str("\n## Pieces\n\n| key | moves | in ferz |\n|---|---|---|\n");
    for known in &TYPES[..CUSTOM] {
        let moves = if known.betza.is_empty() {
            "none".to_owned()
        } else {
            format!("`{}`", known.betza)
        };
        text.push_str(&format!(
            "| `{}` | {moves} | `piece {}` |\n",
            known.name, known.ferz
        ));
    }
    text.push_str("| `king` | `K`, or what stands behind the letter | `piece king K = king, royal` |\n");
    text.push_str("| `customPiece1` to `customPiece25` | what stands behind the letter | `piece` |\n");
    text
}

fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}
