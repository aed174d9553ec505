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

/// A limited number of variants is read at once, in every format; others are read by name.
#[test]
fn many_variants_in_one_text() {
    // Nobody's children are refused at once; the last section is a variant.
    let section = |number| format!("[u{number}:nobody]\nnMoveRule = {number}\n");
    let sections: String = (0..19_999).map(section).collect();
    let sections = format!("{sections}[u19999:chess]\nnMoveRule = 30\n");
    let game = |number| format!("Game: g{number}\n8x8\nnothing\nP:100 1,0 2,0\n");
    let games: String = (0..20_000).map(game).collect();
    let variant = |number| format!("Variant: V {number}\nBoard: 8x8\nPiece: King\n");
    let variants: String = (0..20_000).map(variant).collect();
    for (text, format) in [
        (&sections, Format::Ini),
        (&games, Format::FairyMax),
        (&variants, Format::Sjaak),
    ] {
        let start = Instant::now();
        let imported = import(text, format, &[]);
        assert!(start.elapsed() < ENOUGH, "{format:?} {:?}", start.elapsed());
        assert_eq!(imported.sections.len(), 500, "{format:?}");
        let said = &imported.findings[0].message;
        assert!(
            said.contains("has 20000") && said.contains("the first 500"),
            "{said}"
        );
    }
    let named = import(&sections, Format::Ini, &["u19999".to_owned()]);
    assert!(named.sections[0].ferz.is_some());
}
