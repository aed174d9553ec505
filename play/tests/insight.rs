//! The questions of a search beyond the rules: exchanges, reach, standing still.

use ferz::engine::{Position, Reach, Variant};
use ferz::rules::Side;

fn variant(name: &str) -> Variant {
    let rules = ferz_rulesets::ruleset(name).expect(name);
    Variant::new(rules).expect(name)
}

/// Values of chess players by the names of pieces, royals above all.
fn values(variant: &Variant) -> Vec<[i32; 2]> {
    let value = |name: &str| match name {
        "pawn" => 100,
        "knight" | "bishop" => 300,
        "rook" => 500,
        "queen" => 900,
        _ => 20_000,
    };
    let kinds = variant.rules().pieces.keys();
    kinds.map(|name| [value(name.as_str()); 2]).collect()
}

fn exchange(variant: &Variant, fen: &str, text: &str) -> Option<i32> {
    let position = variant.position(fen).expect(fen);
    let mv = variant.find_move(&position, text).expect(text);
    variant.static_exchange(&position, mv, &values(variant))
}

/// Positions of the chess programming wiki's page, and some of each kind of move.
const EXCHANGES: &[(&str, &str, i32)] = &[
    ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
    (
        "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
        "d3e5",
        -200,
    ),
    // Nothing is captured, and nothing lost; or the piece hangs.
    ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a5", 0),
    ("4k3/8/1p6/8/8/8/8/R3K3 w - - 0 1", "a1a5", -500),
    // A rook behind a rook.
    ("r3k3/r7/8/p7/8/8/R7/R3K3 w - - 0 1", "a2a5", -400),
    ("4k3/r7/8/p7/8/8/R7/R3K3 w - - 0 1", "a2a5", 100),
    // A king captures unprotected pieces, and no others.
    ("8/8/8/3pk3/8/8/3R4/3K4 w - - 0 1", "d2d5", -400),
    ("8/8/8/3pk3/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
    // En passant, promotions.
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
    ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", 800),
    ("7r/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", -100),
];

#[test]
fn exchanges_are_counted() {
    let chess = variant("chess");
    for &(fen, mv, gain) in EXCHANGES {
        assert_eq!(exchange(&chess, fen, mv), Some(gain), "{fen} {mv}");
    }
}

/// A cannon captures over a piece only: the last to capture is on a free line.
#[test]
fn exchanges_follow_the_pieces_of_the_variant() {
    let xiangqi = variant("xiangqi");
    let values: Vec<[i32; 2]> = xiangqi.rules().pieces.values().map(|_| [100; 2]).collect();
    let fen = "3k5/9/9/4p4/4P4/4C4/9/9/9/4K4 w - - 0 1";
    let position = xiangqi.position(fen).expect(fen);
    let mv = xiangqi.find_move(&position, "e5e7").expect("over its own pawn");
    assert_eq!(xiangqi.static_exchange(&position, mv, &values), Some(100));
}

#[test]
fn where_captures_are_no_exchanges_nothing_is_said() {
    for (name, fen, mv) in [
        (
            "atomic",
            "rnbqkbnr/pppppppp/8/4N3/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
            "e5d7",
        ),
        ("crazy", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5"),
    ] {
        let variant = variant(name);
        let values = vec![[100; 2]; variant.rules().pieces.len()];
        let position = variant.position(fen).expect(fen);
        let mv = variant.find_move(&position, mv).expect(mv);
        assert_eq!(variant.static_exchange(&position, mv, &values), None, "{name}");
    }
}

fn reach(variant: &Variant, position: &Position, square: &str) -> Option<Reach> {
    let square = variant.topology().square(square);
    let mut found = None;
    variant.each_reach(position, |reach| {
        if Some(reach.square) == square {
            found = Some(reach);
        }
    });
    found
}

#[test]
fn pieces_reach_as_far_as_they_could_go() {
    let chess = variant("chess");
    let fen = "r3k3/8/8/8/3N4/8/3P4/4K2R w - - 0 1";
    let position = chess.position(fen).expect(fen);
    let knight = reach(&chess, &position, "d4").expect("a knight");
    assert_eq!((knight.moves, knight.at_royals, knight.side), (8, 0, Side::White));
    let rook = reach(&chess, &position, "h1").expect("a rook");
    assert_eq!((rook.moves, rook.at_royals), (9, 0));
    // Along the rank up to its own king, and the squares beside the other king on the seventh rank
    // are out of reach.
    let black = reach(&chess, &position, "a8").expect("a rook");
    assert_eq!((black.moves, black.at_royals), (10, 0));
    assert_eq!(reach(&chess, &position, "d2"), None);
    let open = "4k3/7R/8/8/8/8/8/4K3 w - - 0 1";
    let position = chess.position(open).expect(open);
    assert_eq!(reach(&chess, &position, "h7").expect("a rook").at_royals, 3);
}

#[test]
fn who_is_not_in_check_may_be_thought_to_stand_still() {
    let chess = variant("chess");
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 5 9";
    let position = chess.position(fen).expect(fen);
    let after = chess.pass(&position).expect("no check");
    assert_eq!(chess.fen(&after), "4k3/8/8/3pP3/8/8/8/4K3 b - - 6 9");
    let (incremental, fresh) = chess.hashes(&after);
    assert_eq!(incremental, fresh);
    let check = "4k3/8/8/8/8/8/8/4K2r w - - 0 1";
    assert!(chess.pass(&chess.position(check).expect(check)).is_none());
    let crazy = variant("crazy");
    assert!(crazy.pass(&crazy.start()).is_none());
}
