//! Counts of moves after which the game is drawn.

use super::position::Kind;
use ferz::rules::{Count, Ruleset, Side};
use std::collections::BTreeMap;

/// A count that runs: plies so far, and how many there may be.
pub type Running = Option<(u32, u32)>;

/// How many pieces of each kind the sides have on the board, by the number of the side.
pub type Census = [BTreeMap<Kind, u32>; 2];

/// Counts pieces.
pub fn census(pieces: impl Iterator<Item = (Side, Kind)>) -> Census {
    let mut census = Census::default();
    for (side, kind) in pieces {
        *census[side.index()].entry(kind).or_default() += 1;
    }
    census
}

fn number(census: &Census, side: Side) -> u32 {
    census[side.index()].values().sum()
}

fn of(rules: &Ruleset, census: &Census, side: Side, names: &[String]) -> u32 {
    let kinds = names
        .iter()
        .map(|name| rules.pieces.get_index_of(name).expect("a kind exists"));
    kinds
        .map(|kind| census[side.index()].get(&kind).copied().unwrap_or(0))
        .sum()
}

fn forbids(rules: &Ruleset, count: &Count, census: &Census) -> bool {
    of(rules, census, Side::White, &count.without) + of(rules, census, Side::Black, &count.without) > 0
}

/// The count that is a side's by its number of pieces.
fn by_number<'r>(rules: &'r Ruleset, census: &Census, side: Side) -> Option<&'r Count> {
    let (own, counting) = (number(census, side), &rules.end.counting);
    if own == 1 {
        return counting.alone.as_ref();
    }
    let several = counting.several.as_ref()?;
    (several.at_most == 0 || several.at_most >= own).then_some(several)
}

/// The count that a side may begin: where it starts, and its limit.
fn may_begin(rules: &Ruleset, census: &Census, side: Side) -> Running {
    let count = by_number(rules, census, side)?;
    if number(census, side.other()) < 2 || forbids(rules, count, census) {
        return None;
    }
    for limit in &count.limits {
        let there = of(rules, census, side.other(), &limit.against);
        if limit.against.is_empty() || there >= limit.at_least.max(1) {
            let all = number(census, Side::White) + number(census, Side::Black);
            return Some((
                if count.from_pieces { 2 * all } else { 0 },
                2 * u32::from(limit.moves),
            ));
        }
    }
    None
}

/// The facts about a move.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    /// The side that made it.
    pub mover: Side,
    /// Whether the turn is over with it.
    pub over: bool,
    /// Whether it promoted.
    pub promoted: bool,
}

/// A count after a move.
pub fn after(rules: &Ruleset, running: Running, [before, now]: [&Census; 2], made: Made) -> Running {
    let Made {
        mover,
        over,
        promoted,
    } = made;
    let other = mover.other();
    let mut running = running.map(|(plies, limit)| (plies + u32::from(over), limit));
    let taken = |side: Side| number(now, side) < number(before, side);
    if number(now, mover) == 1 && taken(other) {
        let own = rules.end.counting.alone.as_ref();
        let freed = own.filter(|count| count.from_pieces && forbids(rules, count, before));
        if let Some((plies, limit)) = freed.and_then(|_| may_begin(rules, now, mover)) {
            running = Some((plies - 1, limit));
        }
    }
    let bared = number(now, other) == 1 && (taken(mover) || taken(other) || promoted);
    if running.is_none() || bared {
        running = may_begin(rules, now, other).or(running);
    }
    running
}

/// Takes a count out of a position's text, and leaves the text as it is without one.
pub fn read(rules: &Ruleset, text: &str) -> Option<(String, Running)> {
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    if rules.end.counting.is_empty() {
        return Some((words.join(" "), None));
    }
    if let Some(i) = words.iter().position(|word| word.starts_with("count=")) {
        let value = words.remove(i);
        let (plies, limit) = value.trim_start_matches("count=").split_once('/')?;
        return Some((words.join(" "), Some((plies.parse().ok()?, limit.parse().ok()?))));
    }
    let Some(limit) = words.get(3).and_then(|field| field.parse().ok()) else {
        return Some((words.join(" "), None));
    };
    let clock = words.iter().position(|word| word.starts_with("clock="));
    let clock = clock.map_or_else(|| "clock=0".to_owned(), |i| words.remove(i));
    let plies = words.get(4)?.parse().ok()?;
    words[3] = "-".to_owned();
    words[4] = clock.trim_start_matches("clock=").to_owned();
    Some((words.join(" "), Some((plies, limit))))
}

/// Puts a count into a position's text.
pub fn write(text: String, running: Running) -> String {
    let Some((plies, limit)) = running else {
        return text;
    };
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let mut keys = words.split_off(6);
    if words[3] == "-" {
        words[3] = limit.to_string();
        let clock = std::mem::replace(&mut words[4], plies.to_string());
        if clock != "0" {
            keys.push(format!("clock={clock}"));
        }
    } else {
        keys.push(format!("count={plies}/{limit}"));
    }
    keys.sort();
    words.extend(keys);
    words.join(" ")
}

/// Whether a count has passed its limit.
pub fn is_over(running: Running) -> bool {
    running.is_some_and(|(plies, limit)| plies > limit)
}
