//! Reads the ladders.

use ferz_engine::rules::Ruleset;
use ferz_engine::{Position, Variant};
use std::path::{Path, PathBuf};

/// A position and how many legal lines begin there.
pub(crate) struct Rung {
    /// The number of the line in the file.
    pub(crate) line: usize,
    /// The position as text; `start` is the start position.
    pub(crate) fen: String,
    /// How many lines of 1, 2, 3 ... plies there are.
    pub(crate) counts: Vec<u64>,
}

impl Rung {
    pub(crate) fn position(&self, variant: &Variant) -> Position {
        match self.fen.as_str() {
            "start" => variant.start(),
            fen => variant
                .position(fen)
                .unwrap_or_else(|error| panic!("line {}: {fen}: {error}", self.line)),
        }
    }
}

/// The names of all ladders, in order.
pub(crate) fn names() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("the folder of the ladders");
    let paths = entries.map(|entry| entry.expect("an entry of the folder").path());
    let ladders = paths.filter(|path| path.extension().is_some_and(|extension| extension == "perft"));
    let mut names: Vec<String> = ladders
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    names
}

/// The variant of a ladder.
pub(crate) fn variant(name: &str) -> Variant {
    let rules: Ruleset = serde_json::from_str(&text(name, "json")).unwrap_or_else(|e| panic!("{name}: {e}"));
    Variant::new(rules).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The positions of a ladder.
pub(crate) fn rungs(name: &str) -> Vec<Rung> {
    let text = text(name, "perft");
    let lines = text.lines().zip(1..);
    let rungs = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    rungs
        .map(|(line, number)| {
            let mut parts = line.split(" ;");
            let fen = parts.next().unwrap_or_default().to_owned();
            let count = |(part, depth): (&str, usize)| {
                let count = part.strip_prefix(&format!("D{depth} "))?;
                count.parse().ok()
            };
            let counts: Option<Vec<u64>> = parts.zip(1..).map(count).collect();
            let counts = counts.filter(|counts| !counts.is_empty());
            Rung {
                line: number,
                fen,
                counts: counts.unwrap_or_else(|| panic!("{name}.perft, line {number}: {line}")),
            }
        })
        .collect()
}

fn text(name: &str, extension: &str) -> String {
    let path = folder().join(format!("{name}.{extension}"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft")
}
