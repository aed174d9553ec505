//! The meaning of every error and warning of the interpreter, with an example of the mistake and of
//! its repair.
//!
//! F0100 to F0118 are about files, declarations and plain values, F0120 to F0137 about the board
//! and sets of squares, F0160 to F0178 about movements, F0201 to F0208 about pieces, F0231 to F0234
//! about promotion, F0241 and F0242 about castling, F0251 to F0253 about the end, F0270 to F0279
//! about hooks and mechanics, F0281 and F0282 about the start position. F0301 to F0399 are
//! warnings. F0501 to F0505 are about what only the compiled variant shows, F0601 to F0606 about
//! test files, F0701 and F0702 about places where variants are published.

mod board;
mod check;
mod files;
mod movement;
mod places;
mod sections;
mod suite;
mod warnings;

pub use check::CHECK;
pub use ferz_grammar::codes::CodeInfo;
pub use places::PLACES;
pub use suite::SUITE;
pub use warnings::WARNINGS;

const TABLES: [&[CodeInfo]; 9] = [
    ferz_grammar::codes::ALL,
    files::FILES,
    board::BOARD,
    movement::MOVEMENT,
    sections::SECTIONS,
    WARNINGS,
    CHECK,
    SUITE,
    PLACES,
];

/// Beside the tables: a program that shows no explanation holds none.
static NAMES: [&str; count()] = {
    let (mut names, mut at, mut table) = ([""; count()], 0, 0);
    while table < TABLES.len() {
        let mut i = 0;
        while i < TABLES[table].len() {
            names[at] = TABLES[table][i].code;
            at += 1;
            i += 1;
        }
        table += 1;
    }
    names
};

const fn count() -> usize {
    let (mut count, mut table) = (0, 0);
    while table < TABLES.len() {
        count += TABLES[table].len();
        table += 1;
    }
    count
}

/// Every code of ferz: those of the grammar, of the interpreter, of test files, and of places where
/// variants are published.
pub fn all() -> impl Iterator<Item = &'static CodeInfo> {
    TABLES.into_iter().flatten()
}

/// The codes alone, in the same order.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().copied()
}

/// Every code of an error in rules, in order.
pub fn errors() -> impl Iterator<Item = &'static CodeInfo> {
    [files::FILES, board::BOARD, movement::MOVEMENT, sections::SECTIONS]
        .into_iter()
        .flatten()
}

/// The explanation of a code; capitals do not matter.
pub fn find(code: &str) -> Option<&'static CodeInfo> {
    all().find(|info| info.code.eq_ignore_ascii_case(code))
}

pub(crate) const fn info(
    code: &'static str,
    title: &'static str,
    explanation: &'static str,
    wrong: &'static str,
    right: &'static str,
) -> CodeInfo {
    CodeInfo {
        code,
        title,
        explanation,
        wrong,
        right,
    }
}
