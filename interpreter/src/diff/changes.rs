//! Differences of rules, as data, in words.

use super::Pair;
use super::pieces::{PieceBoard, compare};
use crate::rules::{HookUse, Ruleset, Side};
use crate::text::{self, Declaration, Sides, Topic, declarations};
use ferz_engine::order::sort_by_key;
use serde::Serialize;

/// One difference: its subject, the old state and the new one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The part of the rules.
    pub topic: Topic,
    /// The subject, as the declaration begins: `piece lancer`, `end campmate`.
    pub subject: String,
    /// The old state, in the language's words; `None`: there was none.
    pub before: Option<String>,
    /// The present state; `None`: it is gone.
    pub after: Option<String>,
    /// For pieces: where the difference shows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<PieceBoard>,
}

/// Everything that is different between the rules.
pub fn changes(pair: &Pair) -> Vec<Change> {
    let (old, new) = (pair.old.rules(), pair.new.rules());
    let mut list = List(Vec::new());
    list.say(Topic::Text, "title", &old.title, &new.title);
    list.say(Topic::Text, "source", &old.source, &new.source);
    list.say(Topic::Text, "about", &old.about, &new.about);
    for side in Side::ALL {
        let subject = format!("title of {side}'s army");
        list.say(Topic::Text, &subject, &old.armies[side], &new.armies[side]);
    }
    declared(pair, &mut list);
    values(old, new, &mut list);
    order(old, new, &mut list);
    sort_by_key(&mut list.0, |change| change.topic);
    list.0
}

struct List(Vec<Change>);

impl List {
    fn push(&mut self, topic: Topic, subject: &str, before: Option<&str>, after: Option<&str>) {
        self.0.push(Change {
            topic,
            subject: subject.to_owned(),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
            boards: Vec::new(),
        });
    }

    /// One value that may have changed; an empty text is none.
    fn say(&mut self, topic: Topic, subject: &str, old: &str, new: &str) {
        if old != new {
            let some = |text| Some(text).filter(|text: &&str| !text.is_empty());
            self.push(topic, subject, some(old), some(new));
        }
    }

    /// Texts with keys; several texts of one key are compared in their order.
    fn keyed(&mut self, old: &[(Topic, String, String)], new: &[(Topic, String, String)]) {
        let mut keys: Vec<(Topic, &String)> = Vec::new();
        for (topic, key, _) in old.iter().chain(new) {
            if !keys.contains(&(*topic, key)) {
                keys.push((*topic, key));
            }
        }
        for (topic, key) in keys {
            let of = |list: &[(Topic, String, String)]| -> Vec<String> {
                list.iter()
                    .filter(|(_, k, _)| k == key)
                    .map(|(.., text)| text.clone())
                    .collect()
            };
            let (mut before, mut after) = (of(old), of(new));
            // Declarations in both have not changed.
            before.retain(|text| match after.iter().position(|other| other == text) {
                Some(at) => {
                    after.remove(at);
                    false
                }
                None => true,
            });
            for i in 0..before.len().max(after.len()) {
                let text = |list: &[String]| list.get(i).cloned();
                self.push(topic, key, text(&before).as_deref(), text(&after).as_deref());
            }
        }
    }
}

/// Adds the declarations that differ.
fn declared(pair: &Pair, list: &mut List) {
    let (old, new) = (pair.old.rules(), pair.new.rules());
    let together = [old, new].map(|rules| declarations(rules, Sides::Together));
    // A declaration that both sides share in only one of the two variants is reported for each
    // side.
    let all = || together.iter().flatten();
    let mixed = |declaration: &Declaration| {
        let same =
            |other: &&Declaration| (other.keyword, &other.name) == (declaration.keyword, &declaration.name);
        let sided = |sided: bool| all().filter(same).any(|other| other.side.is_some() == sided);
        sided(true) && sided(false)
    };
    let told = |rules: &Ruleset| -> Vec<Declaration> {
        let together = declarations(rules, Sides::Together).into_iter();
        let apart = declarations(rules, Sides::Apart).into_iter();
        together
            .filter(|declaration| !mixed(declaration))
            .chain(apart.filter(mixed))
            .collect()
    };
    let (before, after) = (told(old), told(new));
    let keyed = |declarations: &[Declaration]| -> Vec<(Topic, String, String)> {
        let key = |d: &Declaration| (d.topic, d.subject(), d.body.clone());
        declarations.iter().map(key).collect()
    };
    list.keyed(&keyed(&before), &keyed(&after));
    for change in &mut list.0 {
        match change.topic {
            Topic::Piece => {
                let same = |d: &&Declaration| d.topic == Topic::Piece && d.subject() == change.subject;
                let declaration = before.iter().chain(&after).find(same);
                let board = declaration.and_then(|d| board(pair, &d.name, d.side.unwrap_or(Side::White)));
                change.boards.extend(board);
            }
            Topic::Hook => parameters(old, new, change),
            _ => {}
        }
    }
}

/// A board that shows the different moves of a piece.
fn board(pair: &Pair, name: &str, side: Side) -> Option<PieceBoard> {
    let [old, new] = [&pair.old, &pair.new].map(|variant| variant.rules().pieces.get(name));
    let moved = match (old, new) {
        (Some(a), Some(b)) => {
            a.movement[side] != b.movement[side] || a.letter[side].is_some() != b.letter[side].is_some()
        }
        _ => true,
    };
    if moved { compare(pair, name, side) } else { None }
}

/// Of a hook that both use once, only the parameters that differ are worth saying.
fn parameters(old: &Ruleset, new: &Ruleset, change: &mut Change) {
    let once = |rules: &Ruleset| {
        let mut uses = rules
            .hooks
            .iter()
            .filter(|hook| change.subject == format!("use {}", hook.name));
        match (uses.next(), uses.next()) {
            (Some(one), None) => Some(one.clone()),
            _ => None,
        }
    };
    let (Some(was), Some(is)) = (once(old), once(new)) else {
        return;
    };
    let only = |hook: &HookUse, other: &HookUse, rules: &Ruleset| {
        let mut hook = hook.clone();
        hook.parameters
            .retain(|key, value| other.parameters.get(key) != Some(value));
        let text = text::hook(&hook, &rules.board);
        text.strip_prefix(&format!("{}(", hook.name))
            .and_then(|text| text.strip_suffix(')'))
            .map(str::to_owned)
    };
    change.before = only(&was, &is, old);
    change.after = only(&is, &was, new);
}

/// Values of pieces, which are for hints.
fn values(old: &Ruleset, new: &Ruleset, list: &mut List) {
    let values = |rules: &Ruleset| -> Vec<(Topic, String, String)> {
        let of = rules
            .pieces
            .iter()
            .filter_map(|(name, piece)| Some((name, piece.value?)));
        of.filter(|(name, _)| old.pieces.contains_key(*name) && new.pieces.contains_key(*name))
            .map(|(name, value)| (Topic::Text, format!("value of {name}"), text::value(value)))
            .collect()
    };
    list.keyed(&values(old), &values(new));
}

/// Goals and hooks that are the same, but in another order.
fn order(old: &Ruleset, new: &Ruleset, list: &mut List) {
    for (topic, subject) in [
        (Topic::End, "order of the goals"),
        (Topic::Effect, "order of the effects of moves"),
        (Topic::Hook, "order of the hooks"),
    ] {
        if list.0.iter().any(|change| change.topic == topic) {
            continue;
        }
        let names = |rules: &Ruleset| -> String {
            let all = declarations(rules, Sides::Together);
            let of = all.iter().filter(|d| d.topic == topic);
            let names: Vec<&str> = of.map(|d| d.key.as_deref().unwrap_or(&d.name)).collect();
            names.join(", ")
        };
        list.say(topic, subject, &names(old), &names(new));
    }
}
