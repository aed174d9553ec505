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
fn pieces_that_have_no_place() {
    within_bounds(
        &lines("[u:chess]", |number| format!("customPiece{} = a:K", 26 + number)),
        Format::Guess,
    );
    let piece = |number| format!("Piece: P{number}\nMove: leap (1,1)\nSymbol: \"A\", \"A,a\"");
    within_bounds(
        &lines("Variant: V\nBoard: 8x8\nFEN: \"8/8/8/8/8/8/8/8 w - -\"", piece),
        Format::Sjaak,
    );
}

/// Each section is the parent of the next one.
#[test]
fn parents_of_parents() {
    for (first, works) in [("chess", true), ("nobody", false)] {
        let section =
            |number: usize| format!("[u{}:u{number}]\nnMoveRule = {}", number + 1, 20 + number % 50);
        let text = lines(&format!("[u0:{first}]"), section);
        let start = Instant::now();
        let last = import(&text, Format::Ini, &["u20000".to_owned()]);
        assert_eq!(last.sections[0].ferz.is_some(), works, "{first}");
        let all = import(&text, Format::Ini, &[]);
        assert_eq!(all.sections[299].ferz.is_some(), works, "{first}");
        assert!(start.elapsed() < ENOUGH * 3, "{:?}", start.elapsed());
        let said: usize = all
            .sections
            .iter()
            .flat_map(|s| &s.findings)
            .map(|f| f.message.len())
            .sum();
        assert!(said < 100_000, "{said}");
    }
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
        assert_eq!(imported.sections.len(), 300, "{format:?}");
        let said = &imported.findings[0].message;
        assert!(
            said.contains("has 20000") && said.contains("the first 300"),
            "{said}"
        );
    }
    let named = import(&sections, Format::Ini, &["u19999".to_owned()]);
    assert!(named.sections[0].ferz.is_some());
}

/// Variants that are all read cost the same each, however many there are.
#[test]
fn variants_that_are_all_read() {
    let section = |number: usize| format!("[u{number}:chess]\nnMoveRule = {}\n", 20 + number % 50);
    let game = |number: usize| {
        let pieces = "p:100 -16,24 -15,5 -17,5\np:100 16,24 15,5 17,5\nk:-1 1,7 16,7 -1,7 -16,7\n";
        format!("Game: g{number}\n8x8\n3 3\n3 3\n{pieces}r:500 1,3 16,3 -1,3 -16,3\n")
    };
    let time = |count: usize, one: &dyn Fn(usize) -> String, format: Format| {
        let text: String = (0..count).map(one).collect();
        let start = Instant::now();
        let read = import(&text, format, &[]).sections;
        assert_eq!(read.iter().filter(|one| !one.keys.is_empty()).count(), count);
        start.elapsed()
    };
    for (one, format) in [
        (&section as &dyn Fn(usize) -> String, Format::Ini),
        (&game, Format::FairyMax),
    ] {
        // The parents are read by now.
        time(1, one, format);
        let (few, many) = (time(20, one, format), time(80, one, format));
        // Four times as much; with quadratic growth it would be sixteen times.
        assert!(many < few * 12, "{format:?}: {few:?}, then {many:?}");
    }
}
