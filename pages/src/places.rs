//! Names for sets of squares: ranks counted from a side, halves, colours, the edge, and lists of
//! blocks.

use crate::words::{list, number, ordinal};
use ferz::board::Topology;
use ferz::rules::{Board, Ruleset, Side, Squares};
use std::cell::RefCell;
use std::rc::Rc;

/// A set of squares, ranks counted from the side: all of them.
pub(crate) fn squares(rules: &Ruleset, set: &Squares, side: Side) -> String {
    shape(rules, set, side, "and")
}

/// The same for any of them.
pub(crate) fn any_of(rules: &Ruleset, set: &Squares, side: Side) -> String {
    shape(rules, set, side, "or")
}

/// A set of squares by the name of its zone, unless a few words say what it is.
pub(crate) fn place(rules: &Ruleset, set: &Squares, side: Side) -> String {
    let shape = any_of(rules, set, side);
    if is_named(&shape) {
        return shape;
    }
    match zone_of(rules, set, side) {
        Some(name) => format!("the {}", crate::words::spoken(name)),
        None => by_zones(rules, set, side).unwrap_or(shape),
    }
}

/// A set that consists of zones and a few more squares, or lacks them: `any square except d1 and
/// the river`.
fn by_zones(rules: &Ruleset, set: &Squares, side: Side) -> Option<String> {
    let topology = topology(&rules.board)?;
    let all = (0..topology.size()).filter_map(|at| u8::try_from(at).ok());
    let outside = all.map(|at| topology.name(at).to_owned());
    let outside = outside.filter(|name| !set.0.contains(name)).collect();
    match zones_among(rules, outside, side) {
        Some(parts) => Some(format!("any square except {}", list(&parts, "and"))),
        None => Some(list(&zones_among(rules, set.0.clone(), side)?, "or")),
    }
}

/// The zones of which some squares consist, and the one or two squares besides.
fn zones_among(rules: &Ruleset, mut squares: Vec<String>, side: Side) -> Option<Vec<String>> {
    let mut zones = Vec::new();
    for (name, zone) in &rules.zones {
        let own = &zone[side];
        let inside = own.0.len() > 2 && own.0.iter().all(|square| squares.contains(square));
        if inside && !is_named(&any_of(rules, own, side)) {
            squares.retain(|square| !own.0.contains(square));
            zones.push(format!("the {}", crate::words::spoken(name)));
        }
    }
    let told = !zones.is_empty() && squares.len() < 3;
    told.then(|| [squares, zones].concat())
}

/// The same, but one or two squares by their own names.
pub(crate) fn called(rules: &Ruleset, set: &Squares, side: Side) -> String {
    match set.0.len() {
        0..=2 => any_of(rules, set, side),
        _ => place(rules, set, side),
    }
}

/// The name of the zone that is this set.
pub(crate) fn zone_of<'r>(rules: &'r Ruleset, set: &Squares, side: Side) -> Option<&'r str> {
    let mut zones = rules.zones.iter();
    let (name, _) = zones.find(|(_, zone)| zone[side] == *set && !set.0.is_empty())?;
    Some(name)
}

/// `8 files and 8 ranks`.
pub(crate) fn size(board: &Board) -> String {
    let many = |n: u8, what: &str| match n {
        1 => format!("one {what}"),
        n => format!("{n} {what}s"),
    };
    format!("{} and {}", many(board.files, "file"), many(board.ranks, "rank"))
}

/// The squares of a grid that do not exist.
pub(crate) fn holes(board: &Board) -> String {
    let full = Board {
        holes: Squares::default(),
        extra: Default::default(),
        ..board.clone()
    };
    match Topology::new(&full) {
        Ok(topology) => Region::new(&topology, Side::White, true).name(&board.holes, "and"),
        Err(_) => list(&board.holes.0, "and"),
    }
}

/// Whether some words say what a set is without naming squares one by one.
pub(crate) fn is_named(shape: &str) -> bool {
    let is_square = |word: &str| {
        let mut chars = word.chars();
        let file = chars.next().is_some_and(|c| c.is_ascii_lowercase());
        file && !chars.as_str().is_empty() && chars.all(|c| c.is_ascii_digit())
    };
    let mut words = shape.split(|c: char| !c.is_alphanumeric());
    shape == "any square" || shape.starts_with("the ") && !words.any(is_square)
}

/// How a text about White's squares becomes one about Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// The ranks are counted from the other side.
    Mirrored,
    /// The board is turned by half.
    Turned,
}

impl Turn {
    /// The remark about Black's squares if some texts name White's.
    pub(crate) fn remark(self, texts: &[String]) -> String {
        let how = match self {
            Self::Mirrored => "they are mirrored",
            Self::Turned => "the board is turned around",
        };
        let coloured = |text: &String| text.contains(" light square") || text.contains(" dark square");
        let colours = match self == Self::Mirrored && texts.iter().any(coloured) {
            true => ", so light and dark squares change places",
            false => "",
        };
        format!("The squares are given for White; for Black {how}{colours}.")
    }
}

/// How White's text becomes Black's, if it does.
pub(crate) fn turn(board: &Board, white: &str, black: &str) -> Option<Turn> {
    [Turn::Mirrored, Turn::Turned]
        .into_iter()
        .find(|&turn| sorted(&turned(board, turn, white)) == sorted(black))
}

/// A block by its lowest corner and its highest, whichever two it is named by.
fn block(one: &str, other: &str) -> String {
    let (a, b) = (one.split_at(1), other.split_at(1));
    let rank = |text: &str| text.parse::<u8>().unwrap_or_default();
    let (low, high) = (rank(a.1).min(rank(b.1)), rank(a.1).max(rank(b.1)));
    format!("{}{low}–{}{high}", a.0.min(b.0), a.0.max(b.0))
}

/// A text with the squares of each list in one order, as turning a board changes it.
fn sorted(text: &str) -> String {
    let is_square = |word: &str| {
        let mut chars = word.chars();
        chars.next().is_some_and(|c| c.is_ascii_lowercase()) && chars.as_str().parse::<u8>().is_ok()
    };
    let (mut out, mut list, mut between) = (String::new(), Vec::new(), String::new());
    let mut word = String::new();
    let close = |list: &mut Vec<String>, out: &mut String| {
        list.sort();
        out.push_str(&list.join(","));
        list.clear();
    };
    for c in text.chars().chain(['\n']) {
        if c.is_alphanumeric() {
            word.push(c);
            continue;
        }
        let joins = matches!(between.as_str(), ", " | " and " | " or " | "–");
        if is_square(&word) {
            if !list.is_empty() && !joins {
                close(&mut list, &mut out);
            }
            if list.is_empty() {
                out.push_str(&between);
            }
            let square = std::mem::take(&mut word);
            match list.last_mut().filter(|_| between == "–") {
                Some(corner) => *corner = block(corner, &square),
                None => list.push(square),
            }
            between.clear();
        } else {
            between.push_str(&std::mem::take(&mut word));
        }
        between.push(c);
    }
    close(&mut list, &mut out);
    out + &between
}

/// A text with every square turned, and light squares dark where that follows.
fn turned(board: &Board, turn: Turn, text: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    let flush = |word: &mut String, out: &mut String| {
        out.push_str(&turned_word(board, turn, word));
        word.clear();
    };
    for c in text.chars() {
        if c.is_alphanumeric() {
            word.push(c);
        } else {
            flush(&mut word, &mut out);
            out.push(c);
        }
    }
    flush(&mut word, &mut out);
    out
}

fn turned_word(board: &Board, turn: Turn, word: &str) -> String {
    let steps = match turn {
        Turn::Mirrored => board.ranks - 1,
        Turn::Turned => board.ranks + board.files,
    };
    match word {
        "light" if steps % 2 == 1 => return "dark".to_owned(),
        "dark" if steps % 2 == 1 => return "light".to_owned(),
        _ => {}
    }
    let mut chars = word.chars();
    let file = chars.next().and_then(|c| u8::try_from(c).ok());
    let file = file
        .and_then(|c| c.checked_sub(b'a'))
        .filter(|&f| f < board.files);
    let rank: Option<u8> = chars.as_str().parse().ok();
    match (file, rank.filter(|&r| r > 0 && r <= board.ranks)) {
        (Some(file), Some(rank)) => {
            let file = match turn {
                Turn::Mirrored => file,
                Turn::Turned => board.files - 1 - file,
            };
            name_of((file, board.ranks - rank))
        }
        _ => word.to_owned(),
    }
}

fn shape(rules: &Ruleset, set: &Squares, side: Side, word: &str) -> String {
    match topology(&rules.board) {
        Some(topology) => Region::new(&topology, side, rules.points.is_none()).name(set, word),
        None => list(&set.0, word),
    }
}

thread_local! {
    /// The board on which squares were named last: a page names hundreds of sets on one board.
    static LAST: RefCell<Option<(Board, Option<Rc<Topology>>)>> = const { RefCell::new(None) };
}

/// The squares of a board and their neighbours; `None` if they cannot be.
fn topology(board: &Board) -> Option<Rc<Topology>> {
    LAST.with_borrow_mut(|last| match last {
        Some((known, topology)) if known == board => topology.clone(),
        _ => {
            let topology = Topology::new(board).ok().map(Rc::new);
            *last = Some((board.clone(), topology.clone()));
            topology
        }
    })
}

/// A file and a rank, both from 0.
type Place = (u8, u8);

/// A board as a side sees it.
struct Region<'a> {
    topology: &'a Topology,
    side: Side,
    /// Whether it has light and dark squares: boards of lines have none.
    checkered: bool,
}

impl<'a> Region<'a> {
    fn new(topology: &'a Topology, side: Side, checkered: bool) -> Self {
        Self {
            topology,
            side,
            checkered,
        }
    }

    fn name(&self, set: &Squares, word: &str) -> String {
        if set.0.is_empty() {
            return "no square".to_owned();
        }
        let mut inside: Vec<Place> = Vec::new();
        let mut others: Vec<String> = Vec::new();
        for name in &set.0 {
            match self
                .topology
                .square(name)
                .and_then(|s| self.topology.coordinates(s))
            {
                Some(place) => inside.push(place),
                None => others.push(name.clone()),
            }
        }
        let all = self.all();
        let inside: Vec<Place> = all.iter().copied().filter(|p| inside.contains(p)).collect();
        let others = runs(&others);
        if inside.is_empty() {
            return list(&others, word);
        }
        let mut parts = match self.whole(&inside, word) {
            Some(text) => vec![text],
            None => self.listed(&all, &inside, word),
        };
        parts.extend(others);
        list(&parts, word)
    }

    /// All squares of the grid.
    fn all(&self) -> Vec<Place> {
        let (files, ranks) = (self.topology.files(), self.topology.ranks());
        (0..ranks)
            .flat_map(|rank| (0..files).map(move |file| (file, rank)))
            .filter(|&place| self.exists(place))
            .collect()
    }

    fn exists(&self, (file, rank): Place) -> bool {
        self.topology.at(file, rank).is_some()
    }

    /// A few words for the set, if there are some.
    fn whole(&self, inside: &[Place], word: &str) -> Option<String> {
        let (low, high) = bounds(inside);
        let within =
            |(file, rank): Place| (low.0..=high.0).contains(&file) && (low.1..=high.1).contains(&rank);
        let block: Vec<Place> = self.all().into_iter().filter(|&p| within(p)).collect();
        let same = |test: &dyn Fn(Place) -> bool| block.iter().all(|&p| test(p) == inside.contains(&p));
        if same(&|_| true) {
            return self.rectangle(low, high);
        }
        if self.ends_of_files(inside) {
            let one = if word == "and" { "each" } else { "a" };
            return Some(format!("the last square of {one} file"));
        }
        let (files, ranks) = (self.topology.files(), self.topology.ranks());
        let edge = |(file, rank): Place| file == 0 || rank == 0 || file == files - 1 || rank == ranks - 1;
        if block.len() == self.all().len() && same(&edge) {
            return Some("the edge of the board".to_owned());
        }
        let dark = |(file, rank): Place| (file + rank).is_multiple_of(2);
        let colour = if same(&dark) {
            "dark"
        } else if same(&|p| !dark(p)) {
            "light"
        } else {
            return None;
        };
        if !self.checkered {
            let first = inside.first().filter(|_| block.len() == self.all().len());
            return first.map(|&first| format!("every second point, beginning with {}", name_of(first)));
        }
        // A rank may lose the squares at its ends with those of the other colour.
        let (low, high) = if high.0 - low.0 + 2 >= files {
            ((0, low.1), (files - 1, high.1))
        } else {
            (low, high)
        };
        match self.rectangle(low, high)?.as_str() {
            "any square" => Some(format!("the {colour} squares")),
            part => Some(format!("the {colour} squares of {part}")),
        }
    }

    /// Blocks of squares, or all squares but some blocks, whichever is shorter.
    fn listed(&self, all: &[Place], inside: &[Place], word: &str) -> Vec<String> {
        let outside: Vec<Place> = all.iter().copied().filter(|p| !inside.contains(p)).collect();
        let (parts, but) = (self.blocks(inside), self.blocks(&outside));
        if but.len() < parts.len() && outside.len() < inside.len() {
            let any = if word == "and" {
                "every square"
            } else {
                "any square"
            };
            return vec![format!("{any} except {}", list(&but, "and"))];
        }
        match self.crossings(inside).filter(|_| parts.len() > 4) {
            Some(crossings) => vec![crossings],
            None => self
                .bands(inside)
                .filter(|bands| bands.len() <= parts.len())
                .unwrap_or(parts),
        }
    }

    /// Whole ranks or whole files and at most one more block: `the first two ranks`, `g6`.
    fn bands(&self, inside: &[Place]) -> Option<Vec<String>> {
        type Corners<'c> = &'c dyn Fn(u8, u8) -> (Place, Place);
        let (files, ranks) = (self.topology.files(), self.topology.ranks());
        let all = self.all();
        let bands = |of: &dyn Fn(&Place) -> u8, number: u8, corners: Corners<'_>, reversed: bool| {
            let line = |at: u8| all.iter().filter(move |place| of(place) == at);
            let whole = |at: u8| line(at).count() > 2 && line(at).all(|place| inside.contains(place));
            let lines: Vec<u8> = (0..number).filter(|&at| whole(at)).collect();
            let runs = lines.chunk_by(|one, next| one + 1 == *next);
            let names = runs.map(|run| {
                let (low, high) = corners(run[0], run[run.len() - 1]);
                self.rectangle(low, high)
            });
            let mut names = names.collect::<Option<Vec<String>>>()?;
            // Ranks follow each other as the side counts them.
            if reversed {
                names.reverse();
            }
            let rest: Vec<Place> = inside
                .iter()
                .copied()
                .filter(|place| !lines.contains(&of(place)))
                .collect();
            let rest = self.blocks(&rest);
            (!lines.is_empty() && rest.len() < 2).then(|| [names, rest].concat())
        };
        let across = |low: u8, high: u8| ((0, low), (files - 1, high));
        let upward = |low: u8, high: u8| ((low, 0), (high, ranks - 1));
        let by_rank = bands(&|place| place.1, ranks, &across, self.side == Side::Black);
        by_rank.or_else(|| bands(&|place| place.0, files, &upward, false))
    }

    /// `the files b and g on the third and sixth rank`, if the set is where some files cross some
    /// ranks.
    fn crossings(&self, inside: &[Place]) -> Option<String> {
        let mut files: Vec<u8> = inside.iter().map(|place| place.0).collect();
        let mut ranks: Vec<u8> = inside.iter().map(|place| place.1).collect();
        for numbers in [&mut files, &mut ranks] {
            numbers.sort_unstable();
            numbers.dedup();
        }
        if files.len() * ranks.len() != inside.len() {
            return None;
        }
        if self.side == Side::Black {
            ranks.reverse();
        }
        let files: Vec<String> = files
            .iter()
            .map(|&file| char::from(b'a' + file).to_string())
            .collect();
        let ranks: Vec<String> = ranks.iter().map(|&rank| ordinal(self.rank_of(rank))).collect();
        let on = |names: &[String], one: &str| match names {
            [name] => format!("the {one} {name}"),
            names => format!("the {one}s {}", list(names, "and")),
        };
        Some(format!(
            "{} on the {} rank",
            on(&files, "file"),
            list(&ranks, "and")
        ))
    }

    /// A rank as the side counts it.
    fn rank_of(&self, rank: u8) -> usize {
        usize::from(match self.side {
            Side::White => rank + 1,
            Side::Black => self.topology.ranks() - rank,
        })
    }

    /// Whether the set is the last square of each file, where files end at different ranks.
    fn ends_of_files(&self, inside: &[Place]) -> bool {
        let all = self.all();
        let last = |file: u8| {
            let ranks = all.iter().filter(|place| place.0 == file).map(|place| place.1);
            match self.side {
                Side::White => ranks.max(),
                Side::Black => ranks.min(),
            }
        };
        let ends: Vec<Place> = (0..self.topology.files())
            .filter_map(|file| Some((file, last(file)?)))
            .collect();
        ends.len() == inside.len() && ends.iter().all(|end| inside.contains(end))
    }

    /// The set as blocks: runs along ranks, joined where those of the next ranks have the same
    /// files.
    fn blocks(&self, set: &[Place]) -> Vec<String> {
        let mut blocks: Vec<(Place, Place)> = Vec::new();
        for &(file, rank) in set {
            match blocks.last_mut() {
                Some((_, last)) if last.1 == rank && last.0 + 1 == file => last.0 = file,
                _ => blocks.push(((file, rank), (file, rank))),
            }
        }
        let mut joined: Vec<(Place, Place)> = Vec::new();
        for (from, to) in blocks {
            let below = joined
                .iter_mut()
                .find(|(first, last)| first.0 == from.0 && last.0 == to.0 && last.1.abs_diff(from.1) == 1);
            match below {
                Some((_, last)) => *last = to,
                None => joined.push((from, to)),
            }
        }
        let text = |(from, to): (Place, Place)| -> Vec<String> {
            match usize::from(to.0 - from.0) + usize::from(from.1.abs_diff(to.1)) {
                0 => vec![name_of(from)],
                1 => vec![name_of(from), name_of(to)],
                _ => vec![format!("{}–{}", name_of(from), name_of(to))],
            }
        };
        joined.into_iter().flat_map(text).collect()
    }

    /// Whole ranks or files between two corners, or a block.
    fn rectangle(&self, low: Place, high: Place) -> Option<String> {
        let (files, ranks) = (self.topology.files(), self.topology.ranks());
        let (all_files, all_ranks) = (
            (low.0, high.0) == (0, files - 1),
            (low.1, high.1) == (0, ranks - 1),
        );
        let letter = |file: u8| char::from(b'a' + file);
        let (a, b) = (self.rank_of(low.1), self.rank_of(high.1));
        let (first, last) = (a.min(b), a.max(b));
        let end = usize::from(ranks);
        let many = |n: usize| number(n as u64);
        Some(match (all_files, all_ranks) {
            (true, true) => "any square".to_owned(),
            (true, false) if first == last && last == end => "the last rank".to_owned(),
            (true, false) if first == last => format!("the {} rank", ordinal(first)),
            (true, false) if last == end && 2 * (last - first + 1) == end && end > 4 => {
                "the opponent's half of the board".to_owned()
            }
            (true, false) if last == end => format!("the last {} ranks", many(last - first + 1)),
            (true, false) if first == 1 && 2 * last == end && end > 4 => {
                "the player's own half of the board".to_owned()
            }
            (true, false) if first == 1 => format!("the first {} ranks", many(last)),
            (true, false) if first + 1 == last => {
                format!("the {} and {} rank", ordinal(first), ordinal(last))
            }
            (true, false) => format!("the {} to the {} rank", ordinal(first), ordinal(last)),
            (false, true) if low.0 == high.0 => format!("the {}-file", letter(low.0)),
            (false, true) if low.0 + 1 == high.0 => {
                format!("the files {} and {}", letter(low.0), letter(high.0))
            }
            (false, true) => format!("the files {} to {}", letter(low.0), letter(high.0)),
            (false, false) => return None,
        })
    }
}

/// Names of squares outside the grid with those of neighbouring files joined: `a0–h0`.
pub(crate) fn runs(names: &[String]) -> Vec<String> {
    let next = |one: &str, other: &str| {
        let (one, other) = (one.as_bytes(), other.as_bytes());
        matches!((one, other), ([a, rest @ ..], [b, also @ ..]) if a + 1 == *b && rest == also)
            && one[1..].iter().all(u8::is_ascii_digit)
    };
    let mut out: Vec<String> = Vec::new();
    let mut rest = names;
    while let [first, others @ ..] = rest {
        let long = 1 + others
            .iter()
            .zip(rest)
            .take_while(|(other, one)| next(one, other))
            .count();
        match &rest[..long] {
            [_, _, .., last] => out.push(format!("{first}–{last}")),
            few => out.extend(few.iter().cloned()),
        }
        rest = &rest[long..];
    }
    out
}

fn bounds(set: &[Place]) -> (Place, Place) {
    let (mut low, mut high) = ((u8::MAX, u8::MAX), (0, 0));
    for &(file, rank) in set {
        low = (low.0.min(file), low.1.min(rank));
        high = (high.0.max(file), high.1.max(rank));
    }
    (low, high)
}

fn name_of((file, rank): Place) -> String {
    format!("{}{}", char::from(b'a' + file), u32::from(rank) + 1)
}

#[cfg(test)]
mod tests;
