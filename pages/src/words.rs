//! English for small things: lists, numbers, sides.

use ferz::rules::{Range, Side};

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
    // A single letter is called by its name: an x-fighter.
    let letter = matches!(
        word.as_bytes(),
        [b'f' | b'h' | b'l' | b'm' | b'n' | b'r' | b's' | b'x', b'-', ..]
    );
    let vowel = letter || word.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']);
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

/// Words that follow the noun in the name of a piece: `king-astray`, `phoenix-with-ball`.
const BEHIND_NOUNS: [&str; 15] = [
    "aside", "astray", "at", "away", "for", "from", "in", "of", "on", "to", "under", "up", "upon", "with",
    "without",
];

/// `knight`, `knights`; `king-astray`, `kings-astray`; odd plurals are left to the author's name.
pub(crate) fn plural(word: &str) -> String {
    let joint = word
        .match_indices(['-', ' '])
        .map(|(at, _)| word.split_at(at))
        .find(|(_, rest)| {
            let next = rest[1..].split(['-', ' ']).next();
            next.is_some_and(|next| BEHIND_NOUNS.contains(&next))
        });
    if let Some((head, rest)) = joint {
        return format!("{}{}", plural(head), rest.replace("-its-", "-their-"));
    }
    if word.ends_with(['s', 'x']) || word.ends_with("ch") || word.ends_with("sh") {
        format!("{word}es")
    } else if let Some(stem) = word.strip_suffix("man") {
        format!("{stem}men")
    } else if let Some(stem) = word
        .strip_suffix('y')
        .filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']))
    {
        format!("{stem}ies")
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

/// A name as it is read: `held-by-first` is `held by first`.
pub(crate) fn spoken(name: &str) -> String {
    name.replace('-', " ")
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
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    names
        .get(n.wrapping_sub(1))
        .map_or_else(|| format!("{n}{ending}"), |w| (*w).to_owned())
}

/// One text for both sides if it is the same, or one for each, with the side before it.
pub(crate) fn per_side(text: impl Fn(Side) -> Option<String>) -> Vec<String> {
    match Side::each(text) {
        [Some(white), Some(black)] if white == black => vec![white],
        texts => Side::ALL
            .into_iter()
            .zip(texts)
            .filter_map(|(s, text)| Some(format!("{}: {}", side(s), text?)))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(
            ["king-astray", "king-on-its-way", "man with ball", "short-rook"].map(plural),
            [
                "kings-astray",
                "kings-on-their-way",
                "men with ball",
                "short-rooks"
            ]
        );
    }
}
