//! Signs that begin comments in other languages.

/// The signs that begin a comment in other languages, or a block of code in Markdown.
const SIGNS: &[&str] = &["//", "/*", "--", "<!--", FENCE];

/// The sign of a block of code.
pub(super) const FENCE: &str = "```";

/// The sign with which a stray word begins a comment of another language.
pub(super) fn comment_sign(word: &str) -> Option<&'static str> {
    SIGNS.iter().copied().find(|sign| word.starts_with(sign))
}
