//! The nearest bundled variant of a text, and the text as the differences from it.

use crate::differ::{self, played};
use crate::part::Part;
use ferz::rules::Ruleset;
use ferz::text::{Declaration, Sides, declarations};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A bundled variant with its declarations.
struct Bundled {
    name: &'static str,
    rules: Ruleset,
    said: Vec<Declaration>,
}

type Known = Arc<Vec<Bundled>>;

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
            Some(Bundled {
                name: bundled.name,
                said: said(&rules),
                rules,
            })
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

/// The shortest text that extends a bundled variant and has these rules, which the parts declare;
/// none if no variant spares half of the whole text.
pub(super) fn nearest(rules: &Ruleset, whole: &str, parts: &[Part]) -> Option<Nearest> {
    let own = said(rules);
    let mut found: Vec<(usize, &Bundled)> = Vec::new();
    let all = bundled((rules.board.files, rules.board.ranks));
    for known in all.iter() {
        let new = own
            .iter()
            .filter(|one| !known.said.iter().any(|other| alike(one, other)));
        let gone = known.said.iter().filter(|one| !about_any(one, &own));
        let cost = new.map(|one| one.body.len() + 12).sum::<usize>() + 16 * gone.count();
        found.push((cost, known));
    }
    found.sort_by_key(|(cost, known)| (*cost, known.name));
    let near = found.into_iter().take(4);
    let mut near = near.filter(|(cost, _)| *cost * 2 < whole.len());
    near.find_map(|(_, known)| extending(rules, parts, known))
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
fn extending(rules: &Ruleset, parts: &[Part], known: &Bundled) -> Option<Nearest> {
    let (parent, base) = (known.name, &known.rules);
    let titled = (rules.title.as_str(), rules.source.as_str(), rules.about.as_str());
    let (text, read) = differ::extending(titled, (parent, base), (base, rules), parts);
    let sorted = |rules: &Ruleset| {
        let list = played(rules).into_iter();
        let mut list: Vec<String> = list.map(|one| format!("{one:?}")).collect();
        list.sort();
        list
    };
    (sorted(&read?) == sorted(rules)).then(|| Nearest {
        parent: parent.to_owned(),
        text,
    })
}
