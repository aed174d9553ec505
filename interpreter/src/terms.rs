//! The conditions on a piece's targets and captures, in words: marks on a board cannot show them.

use crate::board::{Bits as _, Square, Topology};
use crate::engine::paths::{Path, paths, squares};
use crate::rules::{Condition, Modes, Movement, Ruleset, Side, Squares};
use crate::text;
use ferz_engine::order::{grouped, sort};

/// Conditions of a movement from a square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// The squares from which some of it is possible, if not all: `rank 2`.
    pub from: Option<String>,
    /// Kinds that it captures, or changes places with, where these are not all.
    pub choices: Vec<Choice>,
}

/// The pieces that are captured on some squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The squares; empty: wherever it captures.
    pub on: Vec<Square>,
    /// The words for it: `captures only a rook or a queen`.
    pub words: String,
}

/// The conditions on which the ends of a movement from a square depend.
pub fn terms(rules: &Ruleset, topology: &Topology, movement: &Movement, side: Side, from: Square) -> Terms {
    let mut places = Vec::new();
    starts(rules, topology, movement, side, from, &mut places);
    let all = paths(topology, side, movement, from).unwrap_or_default();
    let doings = [
        (Modes::CAPTURE, "captures", side.other()),
        (Modes::CAPTURE_OWN, "captures its own side,", side),
        (Modes::SWAP, "changes places with", side),
        (Modes::SWAP_ENEMY, "changes places with an enemy,", side.other()),
    ];
    Terms {
        from: (!places.is_empty()).then(|| or(&places)),
        choices: doings
            .iter()
            .flat_map(|(mode, verb, whose)| choices(rules, &all, *mode, verb, *whose))
            .collect(),
    }
}

/// The sets of squares of all `from` that hold on a square.
fn starts(
    rules: &Ruleset,
    topology: &Topology,
    movement: &Movement,
    side: Side,
    from: Square,
    found: &mut Vec<String>,
) {
    if let Movement::When { condition, .. } = movement {
        match condition {
            Condition::Side(only) if *only != side => return,
            Condition::From(zone) => {
                if !squares(topology, &zone[side]).has(from) {
                    return;
                }
                for words in place(rules, &zone[side], side) {
                    if !found.contains(&words) {
                        found.push(words);
                    }
                }
            }
            Condition::Side(_) | Condition::Initial | Condition::To(_) | Condition::Of(_) => {}
        }
    }
    for part in movement.children() {
        starts(rules, topology, part, side, from, found);
    }
}

/// The parts of a set of squares in words, or the name of the zone that it is if they are many.
fn place(rules: &Ruleset, set: &Squares, side: Side) -> Vec<String> {
    const MANY: usize = 3;
    const LIST: usize = 8;
    let words = text::squares(set, &rules.board);
    let parts: Vec<String> = words.split(" | ").map(str::to_owned).collect();
    let mut zones = rules.zones.iter();
    match zones.find(|(_, zone)| zone[side] == *set) {
        Some((name, _)) if parts.len() > MANY => vec![format!("the {}", name.replace('-', " "))],
        _ if parts.len() > LIST => vec!["some squares".to_owned()],
        _ => parts,
    }
}

/// Squares on which a movement affects only some of the other kinds, with those kinds.
fn choices(rules: &Ruleset, paths: &[Path], mode: Modes, verb: &str, whose: Side) -> Vec<Choice> {
    let kinds: Vec<&str> = rules
        .pieces
        .iter()
        .filter(|(_, piece)| piece.letter[whose].is_some())
        .map(|(name, _)| name.as_str())
        .collect();
    let mut met: Vec<(Square, Vec<&str>)> = Vec::new();
    for path in paths {
        let end = path.modes.has(mode).then_some(path.to);
        let way = path.captures.iter().copied().filter(|_| mode == Modes::CAPTURE);
        for square in way.chain(end) {
            let asked = path.kinds.iter().find(|(at, _)| *at == square);
            let mut fit = kinds.clone();
            fit.retain(|kind| asked.is_none_or(|(_, kinds)| kinds.has(kind)));
            met.push((square, fit));
        }
    }
    let met = grouped(met);
    let mut groups: Vec<(Vec<&str>, Square)> = Vec::new();
    for (square, fits) in &met {
        let mut fit = fits.concat();
        sort(&mut fit);
        fit.dedup();
        if fit.len() < kinds.len() {
            groups.push((fit, *square));
        }
    }
    let choice = |(fit, on): (Vec<&str>, Vec<Square>)| Choice {
        words: format!("{verb} {}", which(&kinds, &fit)),
        on: if on.len() == met.len() { Vec::new() } else { on },
    };
    grouped(groups).into_iter().map(choice).collect()
}

/// `only a rook or a queen`, `anything but a pawn`, whichever is shorter.
fn which(kinds: &[&str], fit: &[&str]) -> String {
    let of = |fits: bool| -> Vec<String> {
        let some = kinds.iter().filter(|kind| fit.contains(*kind) == fits);
        some.map(|kind| a(kind)).collect()
    };
    let (some, others) = (of(true), of(false));
    match (&some[..], &others[..]) {
        ([], _) => "nothing".to_owned(),
        (some, others) if others.len() < some.len() => format!("anything but {}", or(others)),
        (some, _) => format!("only {}", or(some)),
    }
}

fn a(word: &str) -> String {
    let vowel = word.starts_with(['a', 'e', 'i', 'o']);
    format!("{} {word}", if vowel { "an" } else { "a" })
}

fn or(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}
