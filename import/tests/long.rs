//! The cost of an import grows with its text, not faster.

use ferz_import::{Format, import};
use std::time::{Duration, Instant};

/// Far more time than needed, and far less than quadratic growth would take.
const ENOUGH: Duration = Duration::from_secs(20);

fn within_bounds(text: &str, format: Format) {
    let start = Instant::now();
    let imported = import(text, format, &[]);
    assert!(start.elapsed() < ENOUGH, "{:?}", start.elapsed());
    assert_eq!(imported.sections.len(), 1);
}

fn lines(first: &str, line: impl Fn(usize) -> String) -> String {
    std::iter::once(first.to_owned())
        .chain((0..20_000).map(line))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn a_key_that_stands_again_and_again() {
    within_bounds(
        &lines("[u:chess]", |_| "castling = false".to_owned()),
        Format::Guess,
    );
}

#[test]
fn keys_that_nobody_knows() {
    within_bounds(
        &lines("[u:chess]", |number| format!("key{number} = false")),
        Format::Guess,
    );
}

#[test]
fn pieces_of_a_diagram() {
    let piece = |number| format!("piece{number}:X{number}:K:pawn:a2,,a7");
    within_bounds(&lines("files=8\nranks=8", piece), Format::Guess);
}
