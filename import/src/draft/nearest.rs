//! The nearest bundled variant of a text, and the text as the differences from it.

use crate::differ::{self, played};
use crate::part::head;
use ferz::rules::Ruleset;
use ferz::text::{Declaration, Sides, declarations, lines};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Bundled variants with their declarations.
type Known = Arc<Vec<(&'static str, Vec<Declaration>)>>;

/// The bundled variants on boards of a size, read once: only these are near.
fn bundled((files, ranks): (u8, u8)) -> Known {
    static BY_SIZE: Mutex<BTreeMap<(u8, u8), Known>> = Mutex::new(BTreeMap::new());
    let mut by_size = BY_SIZE.lock().unwrap_or_else(PoisonError::into_inner);
    let read = || {
        let all = ferz_rulesets::all().iter();
        let fits = |bundled: &&ferz_rulesets::Bundled| {
            let head = ferz_rulesets::head(bundled);
            head.is_some_and(|head| (head.board.files, head.board.ranks) == (files, ranks))
        };
        let one = |bundled: &ferz_rulesets::Bundled| {
            let rules = ferz_rulesets::ruleset(bundled.name).ok()?;
            Some((bundled.name, said(&rules)))
        };
        Arc::new(all.filter(fits).filter_map(one).collect())
    };
    Arc::clone(by_size.entry((files, ranks)).or_insert_with(read))
}

/// A text that extends a bundled variant and says the same as a whole one.
pub(super) struct Nearest {
    pub(super) parent: String,
    pub(super) text: String,
}

/// The shortest text that extends a bundled variant and has these rules; none if no variant spares
/// half of the whole text.
pub(super) fn nearest(rules: &Ruleset, whole: &str) -> Option<Nearest> {
    let own = said(rules);
    let mut found: Vec<(usize, &str)> = Vec::new();
    let all = bundled((rules.board.files, rules.board.ranks));
    for (name, known) in all.iter() {
        let new = own
            .iter()
            .filter(|one| !known.iter().any(|other| alike(one, other)));
        let gone = known.iter().filter(|one| !about_any(one, &own));
        let cost = new.map(|one| one.body.len() + 12).sum::<usize>() + 16 * gone.count();
        found.push((cost, name));
    }
    found.sort();
    let near = found.into_iter().take(4);
    let near = near.filter(|(cost, _)| *cost * 2 < whole.len());
    near.filter_map(|(_, parent)| extending(rules, &own, parent, &all))
        .next()
}

fn said(rules: &Ruleset) -> Vec<Declaration> {
    declarations(rules, Sides::Together)
}

/// The subject of a declaration: another one with the same subject replaces it.
fn about(declaration: &Declaration) -> (&str, &str, Option<&str>) {
    let whole = matches!(declaration.keyword, "castling" | "on" | "start" | "board");
    let key = declaration.key.as_deref().filter(|_| !whole);
    let name = if whole { "" } else { declaration.name.as_str() };
    (declaration.keyword, name, key)
}

/// Whether declarations are the same but for how moves are written.
fn alike(one: &Declaration, other: &Declaration) -> bool {
    let body = |one: &Declaration| one.body.replace(", unlettered", "");
    about(one) == about(other) && body(one) == body(other)
}

fn about_any(one: &Declaration, list: &[Declaration]) -> bool {
    list.iter().any(|other| about(other) == about(one))
}

/// The text that extends a variant, if it says the same when it is read.
fn extending(rules: &Ruleset, own: &[Declaration], parent: &str, all: &Known) -> Option<Nearest> {
    let (_, known) = all.iter().find(|(name, _)| *name == parent)?;
    let changed = |one: &&Declaration| {
        let there = |list: &[Declaration]| {
            let list = list.iter().filter(|other| about(other) == about(one));
            list.cloned().collect::<Vec<_>>()
        };
        there(own) != there(known)
    };
    // Drops of a parent go on, unless they are taken back, and promotions of a piece are one thing.
    let touched = |keyword: &str| {
        let differs = |one: &&Declaration| one.keyword == keyword && changed(one);
        own.iter().any(|one| differs(&one)) || known.iter().any(|one| differs(&one))
    };
    let drops = touched("drop");
    let news = own
        .iter()
        .filter(|one| changed(one) || (drops && one.keyword == "drop"));
    let news: Vec<Declaration> = news.cloned().collect();
    let mut text = head(&rules.title, Some(parent), &rules.source, &rules.about);
    let mut back: Vec<String> = Vec::new();
    for one in known
        .iter()
        .filter(|one| !about_any(one, own) || (drops && one.keyword == "drop"))
    {
        let line = match (one.keyword, &one.key) {
            ("drop", _) => "without drop".to_owned(),
            ("on", _) => format!("without on {}", one.name),
            ("end" | "rules", Some(key)) => format!("without {} {key}", one.keyword),
            (keyword, _) => format!("without {keyword} {}", one.name).trim_end().to_owned(),
        };
        if !back.contains(&line) {
            back.push(line);
        }
    }
    if !back.is_empty() {
        text.push_str(&format!("\n{}\n", back.join("\n")));
    }
    if !news.is_empty() {
        text.push_str(&format!("\n{}\n", spaced(&lines(&news))));
    }
    let read = differ::rules(&text).ok()?;
    let sorted = |rules: &Ruleset| {
        let list = played(rules).into_iter();
        let mut list: Vec<String> = list.map(|one| format!("{one:?}")).collect();
        list.sort();
        list
    };
    (sorted(&read) == sorted(rules)).then(|| Nearest {
        parent: parent.to_owned(),
        text,
    })
}

/// Lines with an empty one around each block.
fn spaced(lines: &[String]) -> String {
    let mut text = String::new();
    for line in lines {
        if line.ends_with('{') && !text.is_empty() && !text.ends_with("\n\n") {
            text.push('\n');
        }
        text.push_str(line);
        text.push('\n');
        if line == "}" {
            text.push('\n');
        }
    }
    text.trim_end().to_owned()
}
