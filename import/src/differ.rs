//! The differences between a variant and the bundled one that it extends.

use crate::part::{Part, head, laid_out};
use ferz::engine::Variant;
use ferz::lower::{self, Source};
use ferz::rules::{Ruleset, Side};
use ferz::text::{Declaration, Sides, Topic, declarations, lines};
use std::collections::BTreeSet;

/// The rules that a text means if a game can be played by them, or the errors of `ferz check`.
pub(crate) fn playable(text: &str) -> Result<Ruleset, String> {
    let rules = rules(text)?;
    is_playable(&rules)?;
    Ok(rules)
}

/// Whether a game can be played by these rules, or the reason why not.
pub(crate) fn is_playable(rules: &Ruleset) -> Result<(), String> {
    let variant = Variant::new(rules.clone());
    variant.map(|_| ()).map_err(|error| error.to_string())
}

/// Why no game can be played from the start: it is over, or could not come about.
pub(crate) fn over_at_once(rules: &Ruleset) -> Option<String> {
    let variant = Variant::new(rules.clone()).ok()?;
    let start = variant.start();
    if let Some(outcome) = variant.outcome(&start) {
        let end = match outcome.winner {
            Some(side) => format!("{side} has won"),
            None => "it is a draw".to_owned(),
        };
        let reason = outcome.reason.as_str();
        return Some(format!("the game is over at its start: {end} ({reason})"));
    }
    let refused = variant.position(&variant.fen(&start)).err()?;
    Some(format!("the start position cannot occur: {}", refused.message))
}

/// The rules that a text means, or its errors.
pub(crate) fn rules(text: &str) -> Result<Ruleset, String> {
    let source = Source {
        name: "imported".to_owned(),
        text: text.to_owned(),
    };
    lower::rules(source, &ferz_rulesets::Library).map_err(|diagnostics| {
        let messages = diagnostics.iter().map(|diagnostic| diagnostic.message.as_str());
        messages.collect::<Vec<_>>().join("; ")
    })
}

/// Everything that decides how a variant is played.
pub(crate) fn played(rules: &Ruleset) -> Vec<Declaration> {
    declarations(rules, Sides::Apart)
        .into_iter()
        .filter(|declaration| declaration.topic != Topic::Text)
        .collect()
}

/// The subject of a declaration: another one with the same subject replaces it.
fn about(declaration: &Declaration) -> (&'static str, Option<Side>, String) {
    let whole = matches!(declaration.keyword, "castling" | "on");
    let name = match &declaration.key {
        Some(key) if !whole => key.clone(),
        _ if declaration.keyword == "castling" => String::new(),
        _ => declaration.name.clone(),
    };
    (declaration.keyword, declaration.side, name)
}

type About = (&'static str, Option<Side>, String);

/// The declarations about one thing.
fn of(list: &[Declaration], key: &About) -> Vec<Declaration> {
    list.iter()
        .filter(|declaration| about(declaration) == *key)
        .cloned()
        .collect()
}

fn keys(list: &[Declaration]) -> BTreeSet<About> {
    list.iter().map(about).collect()
}

/// Everything that decides how a variant is played; goals about each kind of piece name the kinds.
fn spelled(rules: &Ruleset) -> Vec<Declaration> {
    let kinds: Vec<&str> = rules.pieces.keys().map(String::as_str).collect();
    let each = format!("extinct each of {}", kinds.join(" "));
    let mut list = played(rules);
    for declaration in list.iter_mut().filter(|one| one.keyword == "end") {
        declaration.body = declaration.body.replace("extinct each", &each);
    }
    list
}

/// The declarations in which an extending text differs from its intent: neither as the section
/// means them, nor as the variant has them in parts that the section does not change.
fn astray(extending: &Ruleset, parent: &Ruleset, (base, own): (&Ruleset, &Ruleset)) -> BTreeSet<About> {
    let [extending, parent, base, own] = [extending, parent, base, own].map(spelled);
    let all: Vec<About> = keys(&extending).union(&keys(&own)).cloned().collect();
    let aims: BTreeSet<String> = keys(&base)
        .union(&keys(&own))
        .filter(|key| of(&base, key) != of(&own, key))
        .flat_map(|key| [of(&base, key), of(&own, key)].concat())
        .filter_map(|declaration| aim(&declaration))
        .collect();
    let stray = |key: &About| {
        let (is, should) = (of(&extending, key), of(&own, key));
        let kept = is == of(&parent, key) && should == of(&base, key);
        // A goal that only the variant has is about what the section changes.
        let changed = should.is_empty()
            && is
                .iter()
                .any(|one| aim(one).is_some_and(|aim| aims.contains(&aim)));
        is != should && (!kept || changed)
    };
    all.into_iter().filter(stray).collect()
}

/// The word that says what a goal is about: `extinct`, `reach`.
fn aim(declaration: &Declaration) -> Option<String> {
    let words = || declaration.body.split(|c: char| !c.is_alphabetic() && c != '-');
    let side = |word: &&str| *word != "white" && *word != "black" && !word.is_empty();
    let word = words().find(side).filter(|_| declaration.keyword == "end")?;
    // Stalemate, repetition and clocks have only a score.
    (!["win", "draw", "loss", "claim"].contains(&word)).then(|| word.to_owned())
}

/// A file that extends a variant.
///
/// `known` are the rules of that variant, `base` those that an import of it would give, `own` those
/// of the file. Returns the text, and the rules that it means if it has no errors.
///
/// A statement of the variant about a kind also holds for a side that has the kind only here.
/// Unwanted cases are found by reading the file, and taken back.
pub(crate) fn extending(
    (title, source, about_it): (&str, &str, &str),
    (parent, known): (&str, &Ruleset),
    (base, own): (&Ruleset, &Ruleset),
    written: &[Part],
) -> (String, Option<Ruleset>) {
    let sections = (base, own);
    let (base, own) = (played(base), played(own));
    let (before, after) = (keys(&base), keys(&own));
    let mut changed: BTreeSet<About> = after
        .iter()
        .filter(|key| of(&base, key) != of(&own, key))
        .cloned()
        .collect();
    let mut gone: BTreeSet<About> = before.difference(&after).cloned().collect();
    together(&mut changed, &mut gone, &before, &after);
    let head = head(title, Some(parent), source, about_it);
    let text = body(&head, known, (&changed, &gone), &own, written);
    let Ok(read) = rules(&text) else {
        return (text, None);
    };
    let astray = astray(&read, known, sections);
    if astray.is_empty() {
        return (text, Some(read));
    }
    let (said, unsaid): (BTreeSet<About>, BTreeSet<About>) =
        astray.into_iter().partition(|key| after.contains(key));
    changed.extend(said);
    gone.extend(unsaid);
    let text = body(&head, known, (&changed, &gone), &own, written);
    let read = rules(&text).ok();
    (text, read)
}

/// The lines of a file that extends a variant: the parts it takes back and those it declares.
fn body(
    head: &str,
    known: &Ruleset,
    (changed, gone): (&BTreeSet<About>, &BTreeSet<About>),
    own: &[Declaration],
    written: &[Part],
) -> String {
    let mut text = head.to_owned();
    let without = without(gone);
    if !without.is_empty() {
        text.push('\n');
        text.push_str(&without);
    }
    let said = said(written, changed);
    let done: BTreeSet<About> = changed
        .iter()
        .filter(|key| said.iter().any(|part| said_by(key, part)))
        .cloned()
        .collect();
    let said: Vec<Part> = said.into_iter().map(|part| with_value(part, known)).collect();
    text.push_str(&laid_out(said.iter()));
    let unsaid: BTreeSet<About> = changed.difference(&done).cloned().collect();
    text.push_str(&by_default(own, &unsaid));
    text
}

/// The changed parts of a file; movements go with their uses.
fn said<'w>(written: &'w [Part], changed: &BTreeSet<About>) -> Vec<&'w Part> {
    let chosen = |part: &Part| changed.iter().any(|key| said_by(key, part));
    let names_it = |part: &Part, name: &str| {
        part.text
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| word == name)
    };
    let used = |name: &str| written.iter().any(|part| chosen(part) && names_it(part, name));
    written
        .iter()
        .filter(|part| chosen(part) || (part.keyword == "movement" && used(&part.name)))
        .collect()
}

/// A default is attached to no part, but must be written here.
fn by_default(own: &[Declaration], unsaid: &BTreeSet<About>) -> String {
    let rest = own
        .iter()
        .filter(|declaration| unsaid.contains(&about(declaration)));
    let rest: Vec<Declaration> = rest.cloned().collect();
    if rest.is_empty() {
        return String::new();
    }
    format!("\n{}\n", lines(&rest).join("\n"))
}

/// A piece of which the parent knows a value keeps it.
fn with_value(part: &Part, parent: &Ruleset) -> Part {
    let value = parent.pieces.get(&part.name).and_then(|piece| piece.value);
    let mut part = part.clone();
    let tells = part.keyword == "piece" && !part.text.contains(", value ");
    if let Some(value) = value.filter(|_| tells) {
        part.text
            .push_str(&format!(", value {}", ferz::text::value(value)));
    }
    part
}

/// Hands and effects are written as a whole, and the promotions of a kind for both sides.
fn together(
    changed: &mut BTreeSet<About>,
    gone: &mut BTreeSet<About>,
    before: &BTreeSet<About>,
    after: &BTreeSet<About>,
) {
    for keyword in ["drop", "on", "use"] {
        let touched = |set: &BTreeSet<About>| set.iter().any(|key| key.0 == keyword);
        if touched(changed) || touched(gone) {
            changed.extend(after.iter().filter(|key| key.0 == keyword).cloned());
            gone.extend(before.iter().filter(|key| key.0 == keyword).cloned());
        }
    }
}

/// Whether a part of a file says a declaration.
fn said_by(key: &About, part: &Part) -> bool {
    let (keyword, _, name) = key;
    if *keyword != part.keyword {
        return false;
    }
    match *keyword {
        "piece" | "promotion" | "end" | "use" => *name == part.name,
        "rules" => part.text.contains(&format!("  {name}: ")),
        _ => true,
    }
}

/// `without` for everything that is gone: once where both sides lose it.
fn without(gone: &BTreeSet<About>) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (keyword, side, name) in gone {
        let line = match *keyword {
            "drop" => "without drop".to_owned(),
            "on" => {
                let event = name.split(' ').next_back().unwrap_or_default();
                format!("without on {event}")
            }
            "end" | "rules" => format!("without {keyword} {name}"),
            "royalty" | "board" | "start" => continue,
            _ => {
                let other = side.map(|side| (*keyword, Some(side.other()), name.clone()));
                let both = side.is_none() || other.is_some_and(|other| gone.contains(&other));
                let whose = side
                    .filter(|_| !both)
                    .map_or_else(String::new, |side| format!(" {side}"));
                format!("without {keyword}{whose} {name}").trim_end().to_owned()
            }
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}
