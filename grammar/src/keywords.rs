//! The words that begin a declaration.

/// The two words that begin the header.
pub const HEADERS: &[&str] = &["variant", "library"];

/// Declarations with a form of their own.
pub const FORMS: &[&str] = &[
    "about", "source", "start", "include", "board", "square", "zone", "movement", "mechanic", "army",
    "piece", "use", "without",
];

/// Sections: a word and a block of entries. Others are read too; these are the ones that are known.
pub const SECTIONS: &[&str] = &[
    "promotion",
    "drop",
    "castling",
    "royalty",
    "end",
    "rules",
    "shuffle",
    "walls",
    "control",
    "turn",
    "power",
    "on",
];

/// The sides of a game, where a declaration names one.
pub const SIDES: &[&str] = &["white", "black", "both"];

/// Declarations that may begin with a side: `white castling`.
pub(crate) const OWNED: &[&str] = &["army", "piece", "zone", "castling", "promotion", "drop"];

/// The words behind `without`.
pub const TAKEN_BACK: &[&str] = &[
    "castling",
    "promotion",
    "drop",
    "piece",
    "use",
    "end",
    "rules",
    "zone",
    "square",
    "shuffle",
    "walls",
    "control",
    "turn",
    "power",
    "on",
];

/// Words that join expressions and cannot be names.
pub const RESERVED: &[&str] = &["then", "except"];

/// Every word that begins a declaration or the header.
pub fn all() -> impl Iterator<Item = &'static str> {
    HEADERS.iter().chain(FORMS).chain(SECTIONS).copied()
}

/// Whether the word begins a declaration or the header.
pub fn is_keyword(word: &str) -> bool {
    all().any(|k| k == word)
}

/// Whether the word names a side.
pub(crate) fn is_side(word: &str) -> bool {
    SIDES.contains(&word)
}

/// Whether a line begins, without indentation, with a keyword.
pub(crate) fn begins_line(line: &str) -> bool {
    let end = line
        .bytes()
        .take(16)
        .position(|b| !b.is_ascii_lowercase() && b != b'-');
    // `on:` is an entry of a promotion.
    end.is_some_and(|end| is_keyword(&line[..end]) && !line[end..].starts_with(':'))
}
