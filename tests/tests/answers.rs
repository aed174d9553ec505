//! The reasons why moves are not possible: positions, moves, and words.

use ferz::engine::Variant;
use ferz::why::{Verdict, why};
use ferz_tests::library::lower_text;
use ferz_tests::seed;

fn variant(text: &str) -> Variant {
    let lowered = lower_text("test", text);
    Variant::new(
        lowered
            .ruleset
            .unwrap_or_else(|| panic!("{:#?}", lowered.diagnostics)),
    )
    .unwrap()
}

/// Holds answers against `move | what is said`, one a line. A legal move is answered by its text.
fn answers(variant: &Variant, fen: &str, expected: &str) {
    let position = variant.position(fen).unwrap();
    let moves = variant.legal_moves(&position);
    let texts = variant.move_texts(&position, &moves);
    let mut said = String::new();
    let mut wanted = String::new();
    for line in expected.lines().filter(|line| !line.trim().is_empty()) {
        let (text, answer) = line.split_once('|').unwrap();
        wanted.push_str(&format!("{} | {}\n", text.trim(), answer.trim()));
        let answer = match why(variant, &position, text.trim()) {
            Verdict::Legal(mv) => texts[moves.iter().position(|&m| m == mv).unwrap()].clone(),
            Verdict::Illegal(reason) => reason.to_string(),
        };
        said.push_str(&format!("{} | {answer}\n", text.trim()));
    }
    assert_eq!(said, wanted, "in {fen}");
}

fn chess() -> Variant {
    variant("variant \"Chess\" extends chess\n")
}

#[test]
fn what_stands_on_the_squares() {
    answers(
        &chess(),
        "r3k2r/8/8/8/1b6/8/3N4/R3K2R w KQkq - 0 1",
        "
        e4e5  | there is no piece on e4
        a8a7  | the black rook on a8 cannot move: it is white's turn
        h1h9  | there is no square `h9` on this board
        z9a1  | there is no square `z9` on this board
        Rd9   | there is no square `d9` on this board
        a1e1  | the white rook on a1 cannot move to e1: the white king on e1 is a friendly piece
        h1d1  | the white rook on h1 cannot reach d1: the white king on e1 is in the way
        e1e3  | a king does not move from e1 to e3
        e1e1  | the white king on e1 cannot move to the square where it stands
        d2f3  | it would leave the white king on e1 attacked by the black bishop on b4
        Qd1   | white has no queen
        Zd1   | white has no piece with the letter `Z`
        Rd5   | no white rook can move to d5
        R1    | `R1` is not a move; moves are written like `e1d1` or `Kd1`
        0000  | white may not pass
        ",
    );
}

#[test]
fn harmless_forms_are_understood() {
    answers(
        &chess(),
        "r3k2r/8/8/8/8/8/3N4/R3K2R w KQkq - 0 1",
        "
        A1A8  | a1a8
        a1-a8 | a1a8
        a1xa8 | a1a8
        Ra8   | a1a8
        Rxa8+ | a1a8
        0-0   | e1g1
        O-O!  | e1g1
        Nf3?! | d2f3
        Nd2f3 | d2f3
        ",
    );
}

#[test]
fn pawns_and_promotions() {
    answers(
        &chess(),
        "4k3/P6P/8/8/8/8/4P3/R3K2R w - - 0 1",
        "
        e2e5  | a pawn does not move from e2 to e5
        e2d3  | the white pawn on e2 moves to d3 only to capture, and nothing is there to capture
        exd3  | the white pawn on e2 moves to d3 only to capture, and nothing is there to capture
        a7a8  | the white pawn on a7 is promoted on a8: add `q` (queen), `r` (rook), `b` (bishop) or `n` (knight)
        h8    | the white pawn on h7 is promoted on h8: add `q` (queen), `r` (rook), `b` (bishop) or `n` (knight)
        a8=K  | the white pawn on a7 cannot become `k`, only `q` (queen), `r` (rook), `b` (bishop) or `n` (knight)
        a8=Q  | a7a8q
        a7a8N | a7a8n
        e1d1q | the white king on e1 does not promote on d1
        e1g1  | white has lost the right to castle this way, or never had it
        ",
    );
    answers(
        &chess(),
        "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1",
        "e2e4 | the white pawn on e2 cannot capture the black pawn on e4: it moves to e4 only if the square is empty",
    );
}

#[test]
fn check_and_castling() {
    answers(
        &chess(),
        "4k3/8/8/8/1b6/8/4r3/4K2R w K - 0 1",
        "
        h1h2 | white is in check, and it would leave the white king on e1 attacked by the black rook on e2 and the black bishop on b4
        e1e2 | e1e2
        e1d2 | white is in check, and it would leave the white king on d2 attacked by the black rook on e2 and the black bishop on b4
        O-O  | white cannot castle: e1 is attacked by the black rook on e2 and the black bishop on b4
        ",
    );
    answers(
        &chess(),
        "4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
        "e1g1 | white cannot castle: f1 is attacked by the black rook on f8",
    );
    answers(
        &chess(),
        "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1",
        "O-O-O | white cannot castle: the white knight on b1 is in the way",
    );
}

#[test]
fn what_is_written_otherwise_is_understood() {
    answers(
        &chess(),
        "r3k3/8/8/3pP3/8/8/8/RN2K2R w KQq d6 0 1",
        "
        o-o       | e1g1
        e1h1      | e1g1
        e1a1      | white cannot castle: the white knight on b1 is in the way
        e1 d1     | e1d1
        e5-d6     | e5d6
        exd6 e.p. | e5d6
        e5d6ep    | e5d6
        Nb1xc3    | nothing is captured on c3: write `b1c3`
        e1d1^     | `e1d1^` is not how this move is written: write `e1d1`
        e1.1d1    | `.` means nothing in moves of this variant
        Rc1xh8    | white has no rook on c1
        R3xh8     | white has no rook on rank 3
        cxd6      | white has no pawn on file c
        ",
    );
    answers(
        &chess(),
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        "
        e5d6 | the white pawn on e5 moves to d6 only to capture: nothing stands there, and nothing has just passed it
        exf6 | the white pawn on e5 moves to f6 only to capture, and nothing is there to capture
        ",
    );
    answers(
        &extending("stepping-pawns"),
        "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1",
        "
        d2=r | the white pawn on d2 does not promote on d2
        d2d4 | `d2d4` is not how this move is written: write `d2d3d4`
        ",
    );
    answers(
        &extending("megaman"),
        "4k3/8/8/8/8/8/8/RN2K1NR w - - 0 1",
        "
        Nx*J | neither the white knight on b1 nor the white knight on g1 can fire a volley of `J`
        Nx*Z | there is no weapon `Z`, only `O`, `D`, `J` and `S`
        ",
    );
}

#[test]
fn ambiguous_texts_name_the_choices() {
    answers(&chess(), "4k3/8/8/8/8/8/8/RK5R w - - 0 1", "Rd1 | h1d1");
    answers(
        &chess(),
        "4k3/8/8/8/8/1K6/8/R6R w - - 0 1",
        "Rd1 | `Rd1` may be `a1d1` or `h1d1`",
    );
}

#[test]
fn the_game_is_over() {
    answers(
        &chess(),
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        "h8h7 | the game is over: white has won (checkmate)",
    );
}

#[test]
fn hurdles() {
    let rules = "variant \"Cannons\" extends chess\npiece queen Q = move rook | capture rook over any by 1..\n\
        piece knight N = bishop over any\n";
    answers(
        &variant(rules),
        "q3k3/8/8/8/3P4/8/8/Q2NK3 w - - 0 1",
        "
        a1a8 | the white queen on a1 needs a piece to hop over on its way to a8
        a1a7 | a1a7
        d1f3 | the white knight on d1 needs a piece to hop over on its way to f3: there is none on e2
        a1e1 | the white queen on a1 cannot move to e1: the white king on e1 is a friendly piece
        ",
    );
}

#[test]
fn duties_and_special_rules() {
    answers(
        &variant("variant \"Must\" extends chess\nrules { must-capture: yes }\n"),
        "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
        "e4e5 | a side that can capture must capture, for example by `e4d5`",
    );
    answers(
        &variant("variant \"Race\" extends chess\nrules { no-check: yes }\n"),
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "Ra8 | no move may give check, and it would leave the black king on e8 attacked by the white rook on a8",
    );
    answers(
        &variant("variant \"Facing\" extends chess\nuse facing-royals\n"),
        "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
        "
        e4d5 | facing-royals: it would leave the white king on e1 facing the black king on e8 with nothing between them
        e4e5 | e4e5
        ",
    );
}

fn extending(parent: &str) -> Variant {
    variant(&format!("variant \"Test\" extends {parent}\n"))
}

#[test]
fn shots() {
    answers(
        &extending("megaman"),
        "4k3/8/8/2r1r3/4R3/8/3p4/4K3 w - - 0 1 weapons=e4:OS",
        "
        e4xe5 | the black rook on e5 resists `O` (the weapon of rook and queen): another white piece would have to reach it, too, and none does
        e4*O  | a volley needs two enemies that the weapon reaches and beats: `O` from e4 reaches the black rook on e5, which it does not beat
        e4*S  | a volley needs two enemies that the weapon reaches and beats: `S` from e4 reaches no enemy
        e4*J  | the white rook on e4 does not have the weapon `J`, only `O` and `S`
        e4*Z  | there is no weapon `Z`, only `O`, `D`, `J` and `S`
        e4xc5 | the white rook on e4 cannot shoot at the black rook on c5: `O` and `S` from e4 cannot reach it
        e4xb7 | there is nothing on b7 to shoot at
        e4xe8 | the white rook on e4 cannot shoot at the black king on e8: the black rook on e5 is in the way
        ",
    );
}

#[test]
fn pieces_under_influence_and_squares_outside_the_grid() {
    let variant = extending("en-chess");
    answers(
        &variant,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 x0=A x9=a",
        "
        x0c1 | the white auror on x0 cannot move to c1: the white bishop on c1 is a friendly piece
        a1x0 | a rook does not move from a1 to x0
        d8x9r | the black queen on d8 cannot move: it is white's turn
        ",
    );
    answers(
        &variant,
        "4k3/8/8/8/3a4/4R3/8/4K3 w - - 0 1",
        "
        e3h3 | a rook does not move from e3 to h3; influence: it stands next to 0 friendly and 1 enemy aurors, so it moves differently
        e3f3 | e3f3
        ",
    );
}

#[test]
fn texts_of_mechanics() {
    answers(
        &extending("crazy"),
        "rnb1kbnr/pppppppp/8/8/4Q3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1 captured=q denial=b",
        "
        e4*    | there is nothing to remove next to e4
        b1*    | the white knight on b1 cannot capture all round: only a queen can
        e4d5~k | the white queen on e4 does not change places by its move: only a pawn does
        a2b2~p | the white pawn on b2 is a pawn, too: nothing would change
        a2a2~p | the white pawn on a2 does not change places with itself
        a2b2~q | the white pawn on b2 is written `p`, not `q`
        a2a3~q | there is nothing on a3 to change places with
        a2a1   | the white pawn on a2 cannot step to a1: no white pawn steps to rank 1
        a2b2   | the white pawn on a2 steps only to empty squares, and the white pawn on b2 is in the way
        a2a4   | `a2a4` is not how this move is written: write `a2a3a4`
        b1c3   | `b1c3` is not how this move is written: write `b1b2b3c3` or `b1c1c2c3`
        b1a1c3 | a knight goes from b1 to c3 by `b1b2b3c3` or `b1c1c2c3`
        a2=b^  | white has no exiled bishop: none of its pieces is exiled
        a1a5+  | there is no rook on a5 to enter
        a1.2b3 | there is no `a1.2`: 1 piece stands on a1
        accept | no movement is proposed that white could accept
        raise  | there is nothing to raise: no movement has just removed a white bishop
        swap a2 | `swap` answers a movement that must capture white's royal piece, and none is proposed
        ",
    );
    answers(
        &extending("crazy"),
        "4k3/3P4/8/3p4/2R5/8/8/4K3 w - - 0 1 denial=b exile=n statues=d5",
        "
        d7d8=q | white has no captured queen: none of its pieces is captured
        ",
    );
}

#[test]
fn castling_beside_what_takes_revenge() {
    answers(
        &extending("crazy"),
        "rnbqkbnr/pppppppp/8/8/8/8/2b5/R3K2R w KQkq - 0 1 denial=b",
        "e1c2 | white would lose its royal piece: black `raise`",
    );
    answers(
        &extending("revenge-chess"),
        "4k3/8/8/8/8/8/8/2qQK2R w K - 0 1",
        "
        O-O  | white cannot castle: its king could be removed on e1
        e1g1 | white cannot castle: its king could be removed on e1
        ",
    );
    answers(
        &extending("all-round-chess"),
        "4k3/8/8/8/8/8/5q2/R3K2R w KQ - 0 1",
        "
        e1c1 | white cannot castle: e1 is attacked by the black queen on f2
        O-O  | white cannot castle: e1, f1 and g1 are attacked by the black queen on f2
        ",
    );
}

#[test]
fn explosions() {
    answers(
        &extending("atomic"),
        "4k3/8/8/8/8/8/3pr3/4K2R w - - 0 1",
        "
        e1d2 | the white king on e1 cannot capture: it would be removed with its victim
        e1e2 | the white king on e1 cannot capture: it would be removed with its victim
        ",
    );
}

#[test]
fn several_royals() {
    let rules = "variant \"Two\" extends chess\nwithout castling\nroyalty { rule: any }\n\
        start \"kr2kr2/8/8/8/8/8/8/K3K3 w - - 0 1\"\n";
    answers(
        &variant(rules),
        "k3k3/8/8/8/8/7r/r7/K3K3 w - - 0 1",
        "
        e1d1 | e1d1
        a1b1 | a1b1
        ",
    );
    answers(
        &variant(rules),
        "k3k3/8/8/8/8/8/rr6/K3K3 w - - 0 1",
        "e1e2 | it would leave all royal pieces attacked: the white king on a1 attacked by the black rook on a2 and the \
         white king on e2 attacked by the black rook on b2",
    );
}

#[test]
fn legal_moves_are_legal_and_no_text_breaks_it() {
    holds_for_variants(0);
}

#[test]
fn legal_moves_are_legal_and_no_text_breaks_it_in_the_other_half_of_the_variants() {
    holds_for_variants(1);
}

/// Asks about some moves of the start of every other variant, others every day.
fn holds_for_variants(first: usize) {
    let day = seed::of_this_run() as usize;
    let noise = [
        "", "é", "e9", "a1", "a1a1", "a1b2c3", "a1a2q", "Ka1", "Nxe5=Q", "=", "e2e4e6", "O-O", "--", "P@e4",
        "x",
    ];
    for (i, bundled) in ferz_rulesets::all().iter().enumerate().skip(first).step_by(2) {
        let variant = variant(bundled.text);
        let position = variant.start();
        let moves = variant.legal_moves(&position);
        let apart = moves.len() / 10 + 1;
        for (mv, text) in moves
            .iter()
            .zip(variant.move_texts(&position, &moves))
            .skip(day % apart)
            .step_by(apart)
        {
            assert_eq!(
                why(&variant, &position, &text),
                Verdict::Legal(*mv),
                "{text} in {}",
                bundled.name
            );
        }
        for (mv, san) in moves
            .iter()
            .zip(variant.sans(&position, &moves))
            .skip(day % apart)
            .step_by(apart)
        {
            assert_eq!(
                why(&variant, &position, &san),
                Verdict::Legal(*mv),
                "{san} in {}",
                bundled.name
            );
        }
        // Each variant takes a few of them, and all of them come up.
        let some = noise.iter().cycle().skip(i * 3).take(3);
        for text in some {
            if let Verdict::Illegal(reason) = why(&variant, &position, text) {
                assert!(!reason.to_string().is_empty());
            }
        }
    }
}

#[test]
fn a_castling_that_is_only_the_first_step_is_told_as_one() {
    answers(
        &extending("double-king"),
        "rnbqkbnr/pppppppp/8/8/8/8/7n/R3K2R w KQkq - 0 1",
        "
        e1g1   | white cannot castle: f1 is attacked by the black knight on h2
        e1h2   | white cannot castle: f1 is attacked by the black knight on h2
        e1g1h2 | white cannot castle: f1 is attacked by the black knight on h2
        ",
    );
}

#[test]
fn nothing_is_captured_where_a_hook_forbids_it() {
    answers(
        &extending("benedict"),
        "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "
        e4d5 | conversion: the black pawn on d5 cannot be captured: nothing is captured in this variant
        exd5 | conversion: the black pawn on d5 cannot be captured: nothing is captured in this variant
        e4f5 | the white pawn on e4 moves to f5 only to capture, and nothing is there to capture
        e4e6 | a pawn does not move from e4 to e6; it moves like that only from rank 2
        ",
    );
}

#[test]
fn what_is_not_in_the_pools_is_told_however_it_is_written() {
    let fen = "8/4P3/8/8/8/8/8/k3K3 w - - 0 1";
    answers(
        &extending("pool-chess"),
        fen,
        "
        e7e8q  | white has no captured queen: none of its pieces is captured
        e7e8=q | white has no captured queen: none of its pieces is captured
        ",
    );
    answers(
        &extending("crazy"),
        &format!("{fen} captured=R"),
        "
        e7e8q | white has no captured queen: of its pieces only a rook is captured
        e7e6q | the white pawn on e7 does not promote on e6
        e7e8s | there is no piece with the letter `s`
        ",
    );
}

#[test]
fn what_a_piece_spares() {
    answers(
        &extending("zen"),
        "4k3/8/8/3p4/5P2/8/8/4K3 w - - 0 1",
        "
        f4d5 | the white pawn on f4 cannot capture the black pawn on d5: from there to d5 it captures no pawn
        ",
    );
    answers(
        &extending("brotherhood"),
        "4k3/8/8/r7/8/8/8/R3K3 w - - 0 1",
        "
        a1a5 | the white rook on a1 cannot capture the black rook on a5: from there to a5 it captures no rook
        ",
    );
}

#[test]
fn pieces_under_powers() {
    let madrasi = extending("madrasi");
    answers(
        &madrasi,
        "3q3k/8/8/8/3Q4/8/8/R3K3 w Q - 0 1",
        "
        d4d5 | the white queen on d4 may not move: it is attacked by the black queen on d8 (`paralysis`)
        e1c1 | e1c1
        ",
    );
    let inclusive = extending("madrasi-rex-inclusive");
    answers(
        &inclusive,
        "8/8/8/3k4/3K4/8/8/7N w - - 0 1",
        "
        d4d3 | the white king on d4 may not move: it is attacked by the black king on d5 (`paralysis`)
        ",
    );
}

#[test]
fn squares_of_gates_and_choices() {
    answers(
        &extending("seirawan"),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1",
        "
        e2e4h | a hawk comes in only on rank 1, not on e2
        ",
    );
    answers(
        &extending("madhouse"),
        "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1",
        "
        e4d5,a1 | the piece may be put only on ranks 2-7, and a1 is not one of these squares
        e4d5,e8 | a king stands on e8 after the move
        ",
    );
}

#[test]
fn conditions_under_which_a_move_is_not_possible() {
    let rules = variant(
        "variant \"Test\" extends chess\n\
         on move { by: rook; unless: friend knight on step all at mover; possible: no }\n\
         on move { by: bishop; while: enemy pawn on step all at mover; possible: no }\n",
    );
    answers(
        &rules,
        "4k3/8/8/3p4/2N5/8/8/R3K1B1 w - - 0 1",
        "
        a1a5 | the white rook on a1 cannot do that: the rules allow it only while there is a friendly knight one step in any direction from the piece that moves
        a1b1 | the white rook on a1 cannot do that: the rules allow it only while there is a friendly knight one step in any direction from the piece that moves
        g1c5 | the white bishop on g1 cannot do that, because of the black pawn on d5: the rules forbid it while there is an enemy pawn one step in any direction from the piece that moves
        ",
    );
}

/// A piece that could go there if something else stood on the way or on the target does move so.
#[test]
fn what_would_have_to_stand_elsewhere() {
    answers(
        &variant("variant \"Test\" extends checkers\n"),
        "1m1m1m1m/m3m1m1/3m3m/m5m1/8/M3M1M1/1M1M1M1M/M1M1M1M1 w - - 0 4",
        "
        e1c3 | the white man on e1 cannot get to c3 past the white man on d2
        ",
    );
    answers(
        &variant("variant \"Test\" extends switching\n"),
        "pb1pkp1n/1ppp3p/3n1p1b/8/5P1q/2P2R2/Rr2P3/1NBKQBPN b - - 3 15",
        "
        d6c5 | the black knight on d6 moves to c5 only where a friendly piece stands
        ",
    );
    answers(
        &variant("variant \"Test\" extends copycat\n"),
        "rn1q1bnr/pppbpkpp/3p4/2N2p2/5P2/8/PPPPP1PP/1RBQKBNR w K - 1 5",
        "
        f1e3 | a bishop does not move from f1 to e3; it attacks no friendly queen, rook, bishop or knight, and only then it could (`borrowing`)
        ",
    );
    answers(
        &variant("variant \"Test\" extends swap\n"),
        "r1bkpr1b/pp1pp1pp/6nn/qN6/2R2p2/6P1/PP1PP2P/B1PQKBNR w - - 7 6",
        "
        e1e2 | the turn asks for a move that is no change of places now
        ",
    );
}
