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

/// Every code of ferz: those of the grammar, of the interpreter, of test files, and of places where
/// variants are published.
pub fn all() -> impl Iterator<Item = &'static CodeInfo> {
    ferz_grammar::codes::ALL
        .iter()
        .chain(errors())
        .chain(WARNINGS)
        .chain(CHECK)
        .chain(SUITE)
        .chain(PLACES)
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
