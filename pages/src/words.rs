//! English for small things: lists, numbers, sides, sets of squares.

use ferz::board::Topology;
use ferz::rules::{Range, Ruleset, Side, Squares};

/// `a`, `a and b`, `a, b and c`, with another word for "and".
pub(crate) fn list(items: &[String], word: &str) -> String {
    match items {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// `one square`, `two to four squares`, `any number of squares`.
pub(crate) fn count(range: Range, what: &str) -> String {
    let many = |n: u8| {
        if n == 1 {
            format!("one {what}")
        } else {
            format!("{} {what}s", number(u64::from(n)))
        }
    };
    match (range.min, range.max) {
        (1, None) => format!("any number of {what}s"),
        (n, None) => format!("{} or more {what}s", number(u64::from(n))),
        (a, Some(b)) if a == b => many(a),
        (a, Some(b)) if b == a + 1 => format!("{} or {}", number(u64::from(a)), many(b)),
        (a, Some(b)) => format!("{} to {}", number(u64::from(a)), many(b)),
    }
}

/// The first letter in lower case, unless it is that of a player's name.
pub(crate) fn small(text: &str) -> String {
    if Side::ALL.into_iter().any(|s| text.starts_with(side(s))) {
        return text.to_owned();
    }
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// With `a` or `an` before it.
pub(crate) fn a(word: &str) -> String {
    let vowel = word.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']);
    format!("{} {word}", if vowel { "an" } else { "a" })
}

/// `a rook`, `a rook or a queen`.
pub(crate) fn either(names: &[String]) -> String {
    let each: Vec<String> = names.iter().map(|name| a(name)).collect();
    list(&each, "or")
}

/// `rooks`, `rooks and queens`.
pub(crate) fn many(names: &[String]) -> String {
    let each: Vec<String> = names.iter().map(|name| plural(name)).collect();
    list(&each, "and")
}

/// `knight`, `knights`; compound and odd plurals are left to the author's name.
pub(crate) fn plural(word: &str) -> String {
    if word == "man" {
        "men".to_owned()
    } else if word.ends_with(['s', 'x']) || word.ends_with("ch") || word.ends_with("sh") {
        format!("{word}es")
    } else if let Some(stem) = word.strip_suffix("man") {
        format!("{stem}men")
    } else {
        format!("{word}s")
    }
}

/// The first letter in upper case.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// Small numbers as words.
pub(crate) fn number(n: u64) -> String {
    const WORDS: [&str; 11] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    WORDS
        .get(n as usize)
        .map_or_else(|| n.to_string(), |w| (*w).to_owned())
}

/// `White` or `Black`.
pub(crate) fn side(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// `1st`, `2nd`, ...
pub(crate) fn ordinal(n: usize) -> String {
    let names = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    ];
    names
        .get(n.wrapping_sub(1))
        .map_or_else(|| format!("{n}th"), |w| (*w).to_owned())
}

/// One text for both sides if it is the same, or one for each, with the side before it.
pub(crate) fn per_side(text: impl Fn(Side) -> Option<String>) -> Vec<String> {
    match Side::ALL.map(text) {
        [Some(white), Some(black)] if white == black => vec![white],
        texts => Side::ALL
            .into_iter()
            .zip(texts)
            .filter_map(|(s, text)| Some(format!("{}: {}", side(s), text?)))
            .collect(),
    }
}

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
    let zone = rules
        .zones
        .iter()
        .find(|(_, zone)| zone[side] == *set && !set.0.is_empty());
    match zone {
        Some((name, _)) if !shape.starts_with("the ") => format!("the “{name}”"),
        _ => shape,
    }
}

fn shape(rules: &Ruleset, set: &Squares, side: Side, word: &str) -> String {
    match Topology::new(&rules.board) {
        Ok(topology) => region(&topology, set, side, word),
        Err(_) => list(&set.0, word),
    }
}

fn region(topology: &Topology, set: &Squares, side: Side, word: &str) -> String {
    let exist = |file: u8, rank: u8| topology.at(file, rank).is_some();
    let (files, ranks) = (topology.files(), topology.ranks());
    let mut inside = vec![vec![false; usize::from(ranks)]; usize::from(files)];
    let mut others: Vec<String> = Vec::new();
    let (mut low, mut high) = ((u8::MAX, u8::MAX), (0, 0));
    for name in &set.0 {
        match topology.square(name).and_then(|s| topology.coordinates(s)) {
            Some((file, rank)) => {
                inside[usize::from(file)][usize::from(rank)] = true;
                low = (low.0.min(file), low.1.min(rank));
                high = (high.0.max(file), high.1.max(rank));
            }
            None => others.push(name.clone()),
        }
    }
    if set.0.is_empty() {
        return "no square".to_owned();
    }
    let on_grid = set.0.len() - others.len();
    let mut parts: Vec<String> = Vec::new();
    if on_grid > 0 {
        let full = (low.0..=high.0)
            .all(|f| (low.1..=high.1).all(|r| !exist(f, r) || inside[usize::from(f)][usize::from(r)]));
        let whole = full.then(|| rectangle(topology, side, low, high)).flatten();
        parts.push(match whole {
            Some(text) => text,
            None if full && on_grid > 2 => format!("{}–{}", name_of(low), name_of(high)),
            None => {
                let names: Vec<String> = (0..ranks)
                    .flat_map(|r| (0..files).map(move |f| (f, r)))
                    .filter(|&(f, r)| inside[usize::from(f)][usize::from(r)])
                    .map(name_of)
                    .collect();
                list(&names, word)
            }
        });
    }
    parts.extend(others);
    list(&parts, word)
}

fn name_of((file, rank): (u8, u8)) -> String {
    format!("{}{}", char::from(b'a' + file), u32::from(rank) + 1)
}

/// Whole ranks or files between two corners, ranks counted from the side.
fn rectangle(topology: &Topology, side: Side, low: (u8, u8), high: (u8, u8)) -> Option<String> {
    let (files, ranks) = (topology.files(), topology.ranks());
    let from_side = |rank: u8| {
        usize::from(match side {
            Side::White => rank + 1,
            Side::Black => ranks - rank,
        })
    };
    let (all_files, all_ranks) = (
        (low.0, high.0) == (0, files - 1),
        (low.1, high.1) == (0, ranks - 1),
    );
    let letter = |file: u8| char::from(b'a' + file);
    let (a, b) = (from_side(low.1), from_side(high.1));
    let (first, last) = (a.min(b), a.max(b));
    Some(match (all_files, all_ranks) {
        (true, true) => "any square".to_owned(),
        (true, false) if first == last && last == usize::from(ranks) => "the last rank".to_owned(),
        (true, false) if first == last => format!("the {} rank", ordinal(first)),
        (true, false) if last == usize::from(ranks) => {
            format!("the last {} ranks", number((last - first + 1) as u64))
        }
        (true, false) if first == 1 => format!("the first {} ranks", number(last as u64)),
        (true, false) => format!("the {} to the {} rank", ordinal(first), ordinal(last)),
        (false, true) if low.0 == high.0 => format!("the {}-file", letter(low.0)),
        (false, true) => format!("the files {} to {}", letter(low.0), letter(high.0)),
        (false, false) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(set: &[&str], side: Side) -> String {
        let board = ferz::rules::Board {
            files: 8,
            ranks: 8,
            holes: Squares::default(),
            wrap_files: false,
            wrap_ranks: false,
            extra: Default::default(),
        };
        let topology = Topology::new(&board).unwrap();
        let set = Squares(set.iter().map(|s| (*s).to_owned()).collect());
        region(&topology, &set, side, "and")
    }

    #[test]
    fn sets_of_squares_are_named_from_the_side() {
        let rank = |r: char| ('a'..='h').map(|f| format!("{f}{r}")).collect::<Vec<_>>();
        let seventh = rank('7');
        let seventh: Vec<&str> = seventh.iter().map(String::as_str).collect();
        assert_eq!(words(&seventh, Side::Black), "the second rank");
        assert_eq!(words(&seventh, Side::White), "the seventh rank");
        assert_eq!(words(&["d4", "e4", "d5", "e5"], Side::White), "d4–e5");
        assert_eq!(words(&["a1", "h8"], Side::White), "a1 and h8");
    }

    #[test]
    fn lists_and_articles() {
        let names = |n: usize| {
            ["rook", "bishop", "knight"][..n]
                .iter()
                .map(|s| (*s).to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(list(&names(3), "or"), "rook, bishop or knight");
        assert_eq!(list(&names(1), "or"), "rook");
        assert_eq!([a("elephant"), a("rook")], ["an elephant", "a rook"]);
        assert_eq!(
            [plural("knight"), plural("man"), plural("princess")],
            ["knights", "men", "princesses"]
        );
    }
}
