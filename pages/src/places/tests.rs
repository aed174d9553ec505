//! Names of sets of squares.

use super::*;

fn board() -> Board {
    Board {
        files: 8,
        ranks: 8,
        holes: Squares::default(),
        wrap_files: false,
        wrap_ranks: false,
        extra: Default::default(),
    }
}

fn words(set: &[&str], side: Side) -> String {
    let topology = Topology::new(&board()).unwrap();
    let set = Squares(set.iter().map(|s| (*s).to_owned()).collect());
    Region::new(&topology, side, true).name(&set, "and")
}

/// The squares of which something holds.
fn such(test: impl Fn(u8, u8) -> bool) -> Vec<String> {
    let all = (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)));
    all.filter(|&(file, rank)| test(file, rank))
        .map(name_of)
        .collect()
}

#[test]
fn sets_of_squares_are_named_from_the_side() {
    let named = |test: &dyn Fn(u8, u8) -> bool, side: Side| {
        let set = such(test);
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        words(&set, side)
    };
    let (white, black) = (Side::White, Side::Black);
    assert_eq!(named(&|_, r| r == 6, black), "the second rank");
    assert_eq!(named(&|_, r| r == 6, white), "the seventh rank");
    assert_eq!(named(&|_, r| r > 3, white), "the opponent's half of the board");
    assert_eq!(named(&|_, r| r > 3, black), "the player's own half of the board");
    assert_eq!(named(&|f, r| (f + r) % 2 == 1, white), "the light squares");
    assert_eq!(
        named(&|f, r| r == 0 && f % 2 == 0, white),
        "the dark squares of the first rank"
    );
    assert_eq!(
        named(&|f, r| f == 0 || r == 0 || f == 7 || r == 7, white),
        "the edge of the board"
    );
    assert_eq!(named(&|f, r| (f, r) != (3, 0), white), "every square except d1");
    assert_eq!(named(&|f, r| f + r < 4, white), "a1–d1, a2–c2, a3, b3 and a4");
    assert_eq!(
        named(&|f, r| f % 3 == 1 && (r == 2 || r == 5), black),
        "the files b, e and h on the third and sixth rank"
    );
    assert_eq!(words(&["d4", "e4", "d5", "e5"], white), "d4–e5");
    assert_eq!(words(&["d4", "e4", "d5", "e5"], black), "d4–e5");
    assert_eq!(words(&["a1", "h8"], white), "a1 and h8");
}

#[test]
fn texts_are_turned_to_the_other_side() {
    let told = |white, black| turn(&board(), white, black);
    assert_eq!(
        told("on a light square: a8", "on a dark square: a1"),
        Some(Turn::Mirrored)
    );
    assert_eq!(told("from d1–f3", "from d8–f6"), Some(Turn::Mirrored));
    assert_eq!(
        told("on a light square: a1", "on a light square: h8"),
        Some(Turn::Turned)
    );
    assert_eq!(told("on a1", "on a2"), None);
    assert_eq!(
        told("on h7, g8 or h8 at once", "on a2, a1 or b1 at once"),
        Some(Turn::Turned)
    );
    assert_eq!(told("on a1–c2 and d4", "on h8–f7 and e5"), Some(Turn::Turned));
}
