//! The targets that are fuzzed.

mod editor;
mod files;
mod rules;
mod uci;

use crate::run::kind_of;

/// Something that takes any bytes, and never panics or hangs.
#[derive(Debug)]
pub struct Target {
    /// The name, and that of its folder in `corpus/`.
    pub name: &'static str,
    /// Runs an input, and returns its result.
    pub run: fn(&[u8]) -> u64,
    /// Inputs to begin with besides those of the corpus.
    pub more: fn() -> Vec<Vec<u8>>,
}

/// All targets.
pub static TARGETS: [Target; 14] = [
    target("language", rules::language, rules::bundled),
    target("fen", rules::fen, none),
    target("betza", rules::betza, none),
    target("pgn", files::pgn, none),
    target("ini", files::ini, none),
    target("diagram", files::diagram, none),
    target("sjaak", files::sjaak, none),
    target("fairymax", files::fairymax, none),
    target("xboard", files::xboard, none),
    target("bishop", files::bishop, none),
    target("suite", files::suite, none),
    target("lsp", editor::session, none),
    target("frames", editor::frames, none),
    target("uci", uci::lines, none),
];

const fn target(name: &'static str, run: fn(&[u8]) -> u64, more: fn() -> Vec<Vec<u8>>) -> Target {
    Target { name, run, more }
}

fn none() -> Vec<Vec<u8>> {
    Vec::new()
}

/// The target of that name.
pub fn named(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// A number for the contents of a text, without names, squares and numbers.
fn gist(text: &str) -> u64 {
    let mut inside = false;
    let kept: Vec<u8> = text
        .bytes()
        .filter(|&byte| {
            if byte == b'`' {
                inside = !inside;
            }
            !inside && !byte.is_ascii_digit()
        })
        .collect();
    kind_of(&kept)
}
