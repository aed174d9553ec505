//! Differences of rules, as data, in words.

use super::Pair;
use super::pieces::{PieceBoard, compare};
use crate::rules::{Piece, Ruleset, Side};
use crate::words;
use serde::Serialize;

/// What part of the rules has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Topic {
    /// Title, source, about, titles of armies, values for hints: nothing that can be played.
    Text,
    /// The board.
    Board,
    /// A piece.
    Piece,
    /// The start position.
    Setup,
    /// Promotions.
    Promotion,
    /// Castling.
    Castling,
    /// Royalty and other restrictions of moves.
    Rule,
    /// How the game ends.
    End,
    /// A mechanic of its own.
    Hook,
}

/// One difference: what it is about, and how that was and is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// What part of the rules.
    pub topic: Topic,
    /// What it is about: `piece lancer`, `end campmate of white`.
    pub subject: String,
    /// How it was; `None`: there was none.
    pub before: Option<String>,
    /// How it is; `None`: there is none any more.
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
    list.say(
        Topic::Board,
        "board",
        &words::board(&old.board),
        &words::board(&new.board),
    );
    pieces(pair, &mut list);
    list.say(Topic::Setup, "start", &old.start, &new.start);
    let promotions = |rules: &Ruleset| -> Vec<(String, String)> {
        let text = |promotion| words::promotion(promotion, &rules.board);
        let mut all: Vec<_> = rules
            .promotions
            .iter()
            .map(|p| (format!("promotion of {}'s {}", p.side, p.piece), text(p)))
            .collect();
        all.sort();
        all
    };
    list.keyed(Topic::Promotion, &promotions(old), &promotions(new));
    let castling = |rules: &Ruleset| -> Vec<(String, String)> {
        let subject = |c: &crate::rules::Castling| format!("castling {} of {}", c.letter, c.side);
        rules
            .castling
            .iter()
            .map(|c| (subject(c), words::castling(c)))
            .collect()
    };
    list.keyed(Topic::Castling, &castling(old), &castling(new));
    let keyed = |prefix: &str, lines: Vec<String>| -> Vec<(String, String)> {
        let split = |line: String| match line.split_once(": ") {
            Some((key, text)) => (format!("{prefix} {key}"), text.to_owned()),
            None => (prefix.to_owned(), line),
        };
        lines.into_iter().map(split).collect()
    };
    list.keyed(
        Topic::Rule,
        &keyed("rule", words::restrictions(old)),
        &keyed("rule", words::restrictions(new)),
    );
    endings(old, new, &mut list);
    hooks(old, new, &mut list);
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
    fn keyed(&mut self, topic: Topic, old: &[(String, String)], new: &[(String, String)]) {
        let mut keys: Vec<&String> = Vec::new();
        for (key, _) in old.iter().chain(new) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        for key in keys {
            let of = |list: &[(String, String)]| -> Vec<String> {
                list.iter()
                    .filter(|(k, _)| k == key)
                    .map(|(_, text)| text.clone())
                    .collect()
            };
            let (mut before, mut after) = (of(old), of(new));
            // What is in both has not changed.
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

fn pieces(pair: &Pair, list: &mut List) {
    let (old, new) = (pair.old.rules(), pair.new.rules());
    let mut names: Vec<&String> = old.pieces.keys().collect();
    names.extend(new.pieces.keys().filter(|name| !old.pieces.contains_key(*name)));
    for name in names {
        let of = |rules: &Ruleset, side: Side| {
            let piece = rules.pieces.get(name)?;
            words_of(piece, side, rules)
        };
        let [white, black] = Side::ALL.map(|side| (of(old, side), of(new, side)));
        let board = |side: Side| {
            let moved = match (old.pieces.get(name), new.pieces.get(name)) {
                (Some(a), Some(b)) => {
                    a.movement[side] != b.movement[side]
                        || a.letter[side].is_some() != b.letter[side].is_some()
                }
                _ => true,
            };
            if moved { compare(pair, name, side) } else { None }
        };
        let plain = |words: &Words| words.clone().map(|(_, text)| text);
        if plain(&white.0) == plain(&black.0) && plain(&white.1) == plain(&black.1) && white.0 != white.1 {
            // Both sides alike.
            change(list, &format!("piece {name}"), &white, board(Side::White));
            continue;
        }
        for (side, sides) in Side::ALL.into_iter().zip([&white, &black]) {
            if sides.0 != sides.1 {
                change(list, &format!("piece {side} {name}"), sides, board(side));
            }
        }
    }
    let values = |rules: &Ruleset| -> Vec<(String, String)> {
        rules
            .pieces
            .iter()
            .filter_map(|(name, piece)| {
                let value = piece.value?;
                Some((
                    format!("value of {name}"),
                    format!("{}.{:02}", value / 100, value % 100),
                ))
            })
            .filter(|(subject, _)| {
                let name = subject.trim_start_matches("value of ");
                old.pieces.contains_key(name) && new.pieces.contains_key(name)
            })
            .collect()
    };
    list.keyed(Topic::Text, &values(old), &values(new));
}

/// The letter of a piece, and how it goes; none if the side has no such piece.
type Words = Option<(char, String)>;

fn words_of(piece: &Piece, side: Side, rules: &Ruleset) -> Words {
    let letter = piece.letter[side]?;
    let movement = words::movement(&piece.movement[side], &rules.board);
    let attributes = words::attributes(piece, side);
    let text = if attributes.is_empty() {
        movement
    } else {
        format!("{movement}, {attributes}")
    };
    Some((
        letter.to_ascii_uppercase(),
        format!("{} = {text}", letter.to_ascii_uppercase()),
    ))
}

fn change(list: &mut List, subject: &str, (old, new): &(Words, Words), board: Option<PieceBoard>) {
    let text = |words: &Words| words.as_ref().map(|(_, text)| text.clone());
    list.push(Topic::Piece, subject, text(old).as_deref(), text(new).as_deref());
    if let Some(last) = list.0.last_mut() {
        last.boards.extend(board);
    }
}

fn endings(old: &Ruleset, new: &Ruleset, list: &mut List) {
    let lines = |rules: &Ruleset| -> Vec<(String, String)> {
        let goals = rules.end.goals.len();
        let all = words::end(&rules.end, &rules.board);
        let plain = all.len() - goals;
        all.into_iter()
            .enumerate()
            .map(|(i, line)| {
                let (key, text) = line.split_once(": ").unwrap_or((&line, ""));
                let side = text.split(' ').next().unwrap_or("");
                let subject = if i < plain {
                    format!("end {key}")
                } else {
                    format!("end {key} of {side}")
                };
                (subject, text.to_owned())
            })
            .collect()
    };
    let (before, after) = (lines(old), lines(new));
    let count = list.0.len();
    list.keyed(Topic::End, &before, &after);
    if list.0.len() == count && before != after {
        let order = |lines: &[(String, String)]| {
            lines
                .iter()
                .skip(4)
                .map(|(subject, _)| subject.trim_start_matches("end ").to_owned())
                .collect::<Vec<_>>()
        };
        list.say(
            Topic::End,
            "order of the goals",
            &order(&before).join(", "),
            &order(&after).join(", "),
        );
    }
}

fn hooks(old: &Ruleset, new: &Ruleset, list: &mut List) {
    let lines = |rules: &Ruleset| -> Vec<(String, String)> {
        let line = |hook| words::hook(hook, &rules.board);
        rules
            .hooks
            .iter()
            .map(|hook| (format!("use {}", hook.name), line(hook)))
            .collect()
    };
    let (before, after) = (lines(old), lines(new));
    let count = list.0.len();
    // A single use on both sides: only the parameters that differ are worth saying.
    for change in {
        list.keyed(Topic::Hook, &before, &after);
        list.0[count..].iter_mut()
    } {
        let uses = |rules: &Ruleset| {
            let mut uses = rules
                .hooks
                .iter()
                .filter(|hook| change.subject == format!("use {}", hook.name));
            match (uses.next(), uses.next()) {
                (Some(one), None) => Some(one.clone()),
                _ => None,
            }
        };
        let (Some(was), Some(is)) = (uses(old), uses(new)) else {
            continue;
        };
        let only = |hook: &crate::rules::HookUse, other: &crate::rules::HookUse, rules: &Ruleset| {
            let mut hook = hook.clone();
            hook.parameters
                .retain(|key, value| other.parameters.get(key) != Some(value));
            let text = words::hook(&hook, &rules.board);
            text.strip_prefix(&format!("{}(", hook.name))
                .and_then(|text| text.strip_suffix(')'))
                .map(str::to_owned)
        };
        change.before = only(&was, &is, old);
        change.after = only(&is, &was, new);
    }
    if list.0.len() == count && before != after {
        let order = |lines: &[(String, String)]| {
            let names: Vec<&str> = lines
                .iter()
                .map(|(subject, _)| subject.trim_start_matches("use "))
                .collect();
            names.join(", ")
        };
        list.say(Topic::Hook, "order of the hooks", &order(&before), &order(&after));
    }
}
