//! Texts of other programs are read with their meaning, and ferz's own texts as before.

use ferz::dialects::{self, Legal, Meaning, Notation, Style};
use ferz::engine::{Game, Variant};
use ferz::why::{Reason, Verdict, why};
use ferz_rulesets::Load as _;

fn variant(name: &str) -> Variant {
    Variant::new(ferz_rulesets::ruleset(name).unwrap()).unwrap()
}

/// The position that a text means, in extended FEN.
fn read(variant: &Variant, text: &str) -> String {
    match dialects::position(variant, text) {
        Ok(position) => variant.fen(&position),
        Err(error) => panic!("{text}: {error}"),
    }
}

#[test]
fn hands_behind_the_board_without_further_fields() {
    let shogi = variant("shogi");
    let board = "lnsgkgsnl/1r5b1/ppppp1ppp/9/9/9/PPPPP1PPP/1B5R1/LNSGKGSNL/P2p";
    let whole = read(&shogi, &format!("{board} w - - 0 1"));
    assert_eq!(read(&shogi, &format!("{board} w 0 1")), whole);
}

/// Gates through which nothing comes are named by other programs all the same.
#[test]
fn gates_that_are_shut() {
    let rules = "variant \"Shut\" extends chess\ndrop white bishop { gate: a1 | b1 }\n\
                 start \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[B] w KQkq - 0 1\"\n";
    let shut = Variant::parse(rules).unwrap();
    let board = "4k3/8/8/8/8/8/8/1N2K1N1[B]";
    assert_eq!(
        read(&shut, &format!("{board} w BGbg - 0 1")),
        format!("{board} w B - 0 1")
    );
    // A letter that is no file of the board is a mistake.
    assert!(dialects::position(&shut, &format!("{board} w Bz - 0 1")).is_err());
}

/// The position after some moves, each in some notation.
fn played(variant: &Variant, fen: Option<&str>, moves: &str) -> String {
    let start = fen.map_or_else(
        || variant.start(),
        |fen| dialects::position(variant, fen).unwrap(),
    );
    let mut game = Game::new(variant, start);
    for text in moves.split(' ') {
        match why(variant, game.position(), text) {
            Verdict::Legal(mv) => game.play(mv),
            Verdict::Illegal(reason) => panic!("{text} in {moves}: {reason}"),
        }
    }
    variant.fen(game.position())
}

/// One position, written by many programs.
#[test]
fn positions_of_other_programs() {
    const SHOGI: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    for (name, text, same) in [
        (
            "shogi",
            &format!("{SHOGI}[-] w 0 1")[..],
            &format!("{SHOGI}[] w - - 0 1")[..],
        ),
        (
            "shogi",
            &format!("{SHOGI}[-] w - 2"),
            &format!("{SHOGI}[] w - - 0 2"),
        ),
        (
            "shogi",
            &format!("{SHOGI} b - 1"),
            &format!("{SHOGI}[] w - - 0 1"),
        ),
        (
            "shogi",
            &format!("sfen {SHOGI} w - 4"),
            &format!("{SHOGI}[] b - - 0 2"),
        ),
        (
            "shogi",
            "lnsgkgsnl/1r5b1/pppp1pppp/9/9/9/PPPP1PPPP/1B5R1/LNSGKGSNL b Pp 7",
            "lnsgkgsnl/1r5b1/pppp1pppp/9/9/9/PPPP1PPPP/1B5R1/LNSGKGSNL[Pp] w - - 0 4",
        ),
        (
            "shogi",
            "lnsgkgsnl/1r5b1/9/9/9/9/9/1B5R1/LNSGKGSNL w 9P9p 1",
            "lnsgkgsnl/1r5b1/9/9/9/9/9/1B5R1/LNSGKGSNL[PPPPPPPPPppppppppp] b - - 0 1",
        ),
        (
            "xiangqi",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w 0 1",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        ),
        (
            "xiangqi",
            "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        ),
        (
            "breakthrough",
            "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w 0 1",
            "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1",
        ),
        (
            "crazyhouse",
            "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR/P b KQkq - 0 2",
            "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[P] b KQkq - 0 2",
        ),
        (
            "crazyhouse",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        ),
        (
            "crazyhouse",
            "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR[3p2P] w KQkq - 0 1",
            "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR[PPppp] w KQkq - 0 1",
        ),
        (
            "antiatomic",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        ),
        (
            "3check",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +0+2",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 checks=3+1",
        ),
        (
            "3check",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1+3 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 checks=1+3",
        ),
    ] {
        let variant = variant(name);
        assert_eq!(read(&variant, text), same, "{name}: {text}");
        // The canonical text means itself.
        assert_eq!(read(&variant, same), same);
    }
}

/// A promoted piece is `+` and the letter of its former kind.
#[test]
fn promoted_pieces() {
    let shogi = variant("shogi");
    let promoted = "lnsgkgsnl/1r5b1/pppppp+Ppp/9/9/9/PPPPPP1PP/1B5R1/LNSGKGSNL[p] w - - 0 1";
    let promotes = "lnsgkgsnl/1r5b1/pppppp1pp/6P2/9/9/PPPPPP1PP/1B5R1/LNSGKGSNL[p] w - - 0 1";
    let after = played(&shogi, Some(promotes), "g6g7+");
    assert_eq!(read(&shogi, promoted).split(' ').next(), after.split(' ').next());
    let kyoto = variant("kyotoshogi");
    assert_eq!(
        read(&kyoto, "p+nks+l/5/5/5/+LSK+NP[-] w 0 1"),
        kyoto.fen(&kyoto.start())
    );
    let shogun = variant("shogun");
    let start = "rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR[] w KQkq - 0 1";
    assert_eq!(read(&shogun, start), shogun.fen(&shogun.start()));
}

#[test]
fn what_cannot_be_read_is_refused_at_its_place() {
    let chess = variant("chess");
    let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1";
    let error = dialects::position(&chess, text).unwrap_err();
    assert_eq!(error.to_string(), "board: the text has 7 of the 8 ranks");
    assert_eq!(&text[error.place], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP");
    let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w XQkq - 0 1";
    let error = dialects::position(&chess, text).unwrap_err();
    assert_eq!(
        (error.field.as_str(), &text[error.place.clone()]),
        ("castling", "XQkq"),
        "{error}"
    );
    for text in [
        "",
        "fen",
        "sfen",
        "x",
        "w",
        "[",
        "+",
        "8/8/8/8/8/8/8/8/",
        "é/8 w",
        "+é w - - 0 1",
        "k7/8/8/8/8/8/8/7K[9999999999P] w",
    ] {
        assert!(dialects::position(&chess, text).is_err(), "{text}");
    }
}

/// One move, written in many notations.
#[test]
fn moves_of_other_programs() {
    for (name, fen, moves, own) in [
        ("duck", None, "e2e4,e4d6", "e2e4,d6"),
        ("duck", None, "e2-e4,d6", "e2e4,d6"),
        ("amazons", None, "j4i3,i3i8", "j4i3,i8"),
        ("snailtrail", None, "a1b1,b1a1", "a1b1"),
        ("atlantis", None, "a1a1,a1h6", "*@h6"),
        ("atlantis", None, "b1c3,c3a1", "b1c3"),
        (
            "atlantis",
            Some("rnb1k2r/pp3p1p/B1p2Ppn/**1pp2q/*5P*/b3PN1*/PPPP3P/RNBQK2R w KQkq - 1 11"),
            "O-O,a1",
            "e1g1",
        ),
        (
            "xiangqihouse",
            Some("1nbak3r/r3an3/4b1cR1/2p6/C5p2/P3Cp2P/P1c1P1P1P/8B/8N/RNBAKA3[P] w - - 13 26"),
            "1@75",
            "P@c5",
        ),
        // The numbers of Janggi's squares are those of a board of ten ranks.
        (
            "gethenian",
            Some("2+n1k+n1/1+m2b2/3+M3/1+M1+M3/7/2+i4/2B+IK2[] w - - 2 22"),
            "+M44-53-",
            "d4c5-",
        ),
        ("janggi", None, "e2e2", "0000"),
        ("janggi", None, "--", "0000"),
        ("janggi", None, "R01-91", "a1a2"),
        ("shogi", None, "7g7f", "c3c4"),
        ("shogi", None, "P-7f", "c3c4"),
        ("shogi", None, "P-76", "c3c4"),
        ("shogi", None, "Pc3-c4", "c3c4"),
        ("shogi", None, "G4i-5h", "f1e2"),
        ("xiangqi", None, "C2=5", "h3e3"),
        ("xiangqi", None, "C2.5", "h3e3"),
        ("xiangqi", None, "H2+3", "h1g3"),
        ("xiangqi", None, "N2+3", "h1g3"),
        (
            "xiangqi",
            Some("3k5/9/9/9/4C4/9/4C4/9/9/5K3 w - - 0 1"),
            "+C+1",
            "e6e7",
        ),
        (
            "xiangqi",
            Some("3k5/9/9/9/4C4/9/4C4/9/9/5K3 w - - 0 1"),
            "C-=4",
            "e4f4",
        ),
        ("chess", None, "Ng1-f3", "g1f3"),
        ("chess", None, "e2-e4", "e2e4"),
        (
            "chess",
            Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
            "e1h1",
            "e1g1",
        ),
        ("chess", Some("4k3/8/8/8/8/8/8/RK6 w - - 0 1"), "Ra1-a8+", "a1a8"),
        (
            "chess",
            Some("3n3k/4P3/8/8/8/8/8/K7 w - - 0 1"),
            "e7xd8=N",
            "e7d8n",
        ),
        (
            "crazyhouse",
            Some("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1"),
            "@e4",
            "P@e4",
        ),
        (
            "janggicasual",
            Some("1rba5/5a1Cr/5kc1R/4p2P1/p2nP1P2/2p6/P5b1c/5C3/4NKB2/R3AAB2 b - - 4 38"),
            "H54-75#",
            "d6e4",
        ),
        // Pawns pass, too, and walls may be moves.
        (
            "andersanti",
            Some("8/6p1/6P1/8/8/8/8/3R4 b - - 0 35"),
            "g7",
            "0000",
        ),
        ("atlantis", None, "a2a3,a3a1", "a2a3"),
        // Programs have letters of their own for promoted pieces.
        (
            "cannonshogi",
            Some("lnsg1gsnl/r3k1ab1/+L1p+U1pp1p/9/9/4P4/1PP2+uP1+i/1BA1GICR1/1NS1KGS+cL[ppn] w - - 0 8"),
            "Wd7-d2",
            "d7d2",
        ),
        // The movement of a piece, in algebraic notation.
        (
            "minishogi",
            Some("1+P3/5/1gsBk/+RRS2/KG3[Pb] w - - 2 23"),
            "Gb4",
            "b5b4",
        ),
        (
            "kyotoshogi",
            Some("1+n1s+l/+pk3/5/2+SK+P/+L2+N1[] b - - 5 3"),
            "Ge5-e4=L",
            "e5e4-",
        ),
        (
            "micro",
            Some("k1+r+l/b3/L3/3P/1+RBK[P] w - - 1 3"),
            "N@b3+",
            "+P@b3",
        ),
        (
            "backrank",
            Some("rnb1kb2/1p2p3/2p5/3p1p2/p1PBP1np/N6P/PP3PB1/R1Q1K2R w KQq - 2 20"),
            "Bh8=K",
            "d4h8+",
        ),
        // WXF has drops, as each side sees the board, and pieces by their number from the front.
        (
            "janggihouse",
            Some("4k4/9/9/9/9/9/9/9/9/3K5[p] b - - 0 29"),
            "P@510",
            "P@e1",
        ),
        (
            "janggi",
            Some("3a2b1r/nr1aka2n/3c1b3/p2P1cR2/4p1p2/P3P4/B4P1P1/1RNC4N/P1cA5/4KPB2 w - - 2 31"),
            "14+1",
            "f4f5",
        ),
    ] {
        let variant = variant(name);
        assert_eq!(
            played(&variant, fen, moves),
            played(&variant, fen, own),
            "{name}: {moves}"
        );
    }
}

/// A `+` behind a move of Shogi promotes, `=` does not, and a check stays a check.
#[test]
fn signs_of_promotion() {
    let shogi = variant("shogi");
    let promoted = played(&shogi, None, "c3c4 g7g6 8h2b+");
    for moves in [
        "c3c4 g7g6 b2h8+",
        "Pc4 Pg6 Bxh8=+",
        "Pc4 Pg6 Bxh8+",
        "P-7f P-3d Bx2b+",
        "Pc4 Pg6 Bb2xh8+",
    ] {
        assert_eq!(played(&shogi, None, moves), promoted, "{moves}");
    }
    let plain = played(&shogi, None, "c3c4 g7g6 b2h8");
    assert_ne!(plain, promoted);
    for moves in ["c3c4 g7g6 b2h8=", "Pc4 Pg6 Bxh8=", "P-7f P-3d Bx2b="] {
        assert_eq!(played(&shogi, None, moves), plain, "{moves}");
    }
    // The text that ferz itself writes for a check is a check; a similar text with more in it may
    // be either, and is refused.
    let check = "4k4/9/9/9/9/9/9/9/R3K4[] w - - 0 1";
    let bishop = variant("shogi");
    let start = dialects::position(&bishop, check).unwrap();
    let moves = bishop.legal_moves(&start);
    let sans = bishop.sans(&start, &moves);
    let text = "Ra9+";
    assert!(sans.iter().any(|san| san == text), "{sans:?}");
    assert_eq!(
        played(&bishop, Some(check), text),
        played(&bishop, Some(check), "a1a9")
    );
    match why(&bishop, &start, "Raa9+") {
        Verdict::Illegal(Reason::Ambiguous { choices, .. }) => assert_eq!(choices.len(), 2, "{choices:?}"),
        other => panic!("{other:?}"),
    }
    // Pieces that turn over with every move.
    let kyoto = variant("kyotoshogi");
    assert_eq!(
        played(&kyoto, None, "e1e2+"),
        played(&kyoto, None, &with_promotion(&kyoto, "e1e2"))
    );
    assert_eq!(
        played(&kyoto, None, "a1a2-"),
        played(&kyoto, None, &with_promotion(&kyoto, "a1a2"))
    );
    let chak = variant("chak");
    assert!(played(&chak, None, "a3a4 a7a6 a4a5+").starts_with("rvsqkjsvr/4o4/2p1p1p1p/p8/"));
}

/// The only legal move between two squares.
fn with_promotion(variant: &Variant, squares: &str) -> String {
    let moves = variant.legal_moves(&variant.start());
    let texts = variant.move_texts(&variant.start(), &moves);
    let mut found = texts.into_iter().filter(|text| text.starts_with(squares));
    let text = found.next().unwrap();
    assert_eq!(found.next(), None);
    text
}

/// A line has ranks from 0 or from 1, but never both.
#[test]
fn ranks_from_zero() {
    let xiangqi = variant("xiangqi");
    let start = xiangqi.start();
    let line = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        dialects::from_zero(&xiangqi, &start, &words).map(|moves| {
            let mut position = start.clone();
            for mv in moves {
                position = xiangqi.play(&position, mv);
            }
            xiangqi.fen(&position)
        })
    };
    let own = played(&xiangqi, None, "h3e3 h10g8 h1g3");
    assert_eq!(line("h2e2 h9g7 h0g2"), Some(own.clone()));
    assert_eq!(line("H2-E2 H9-G7 H0-G2"), Some(own));
    // Legal with ranks from 1, so that is the meaning.
    assert_eq!(line("a4a5"), None);
    assert_eq!(line("h3e3 h2e2"), None);
    // In another notation, too.
    assert_eq!(line("h3xh10 h10g8"), None);
    assert_eq!(line("C2=5 h9g7"), None);
    // A piece from a rank is no square.
    let mandala = variant("mandala");
    let fen = "fl5glf/5jj3/rrrrrrrrrr/1b1g6/1b8/3R6/1R2R1R1R1/R1R2R1R1R/3B1G3E/F2LJJBGLF[e] b - - 1 14";
    let there = mandala.position(fen).unwrap();
    assert_eq!(dialects::from_zero(&mandala, &there, &["B6e5"]), None);
    assert_eq!(
        dialects::from_zero(&variant("chess"), &variant("chess").start(), &["e1e3"]),
        None
    );
}

/// Every move and position that ferz writes in a notation of other programs is read with its
/// meaning.
#[test]
fn what_is_written_is_read() {
    for (name, fen) in [
        ("chess", "r3k2r/pPp5/8/8/8/8/PPP5/R3K2R w KQkq - 0 1"),
        (
            "shogi",
            "lnsgkgsnl/1r5b1/pppppp2p/6p2/9/2P6/PP1PPPPP1/1B5R1/LNSGKGSNL[Pp] w - - 0 2",
        ),
        (
            "xiangqi",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        ),
        (
            "janggi",
            "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1",
        ),
        ("duck", "4k3/8/8/8/8/8/P7/4K2R w K - 0 1"),
        (
            "atlantis",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ),
        ("snailtrail", "6p/7/7/7/7/7/P6 w - - 0 1"),
        (
            "3check",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 checks=3+1",
        ),
        ("xiangqi", "4k4/9/2P1P4/2P1P4/4P4/9/9/9/9/3K5 w - - 0 1"),
        ("kyotoshogi", "pgkst/5/5/5/TSKGP[] w - - 0 1"),
    ] {
        let variant = variant(name);
        let position = dialects::position(&variant, fen).unwrap();
        let moves = variant.legal_moves(&position);
        let texts = variant.move_texts(&position, &moves);
        let eastern = matches!(name, "xiangqi" | "janggi");
        for style in Style::ALL.into_iter().filter(|&style| is_at_home(style, eastern)) {
            let written = dialects::write_position(style, &variant, &position);
            // SFEN has no rights and no walls.
            let sfen = style == Style::Usi;
            let whole = !sfen || matches!(name, "shogi" | "kyotoshogi");
            if whole {
                assert_eq!(
                    read(&variant, &written),
                    variant.fen(&position),
                    "{name}: {written}"
                );
            }
            for (&mv, text) in moves
                .iter()
                .zip(dialects::write_moves(style, &variant, &position, &moves))
            {
                let found = match dialects::from_zero(&variant, &position, &[&text])
                    .filter(|_| style == Style::Ucci)
                {
                    Some(line) => line[0],
                    None => match why(&variant, &position, &text) {
                        Verdict::Legal(mv) => mv,
                        Verdict::Illegal(reason) => panic!("{name}, {style:?}: {text}: {reason}"),
                    },
                };
                // Of ranks from 0 some texts mean another move from 1; a whole line is needed
                // there.
                assert!(found == mv || style == Style::Ucci, "{name}, {style:?}: {text}");
            }
        }
        assert_eq!(
            texts,
            dialects::write_moves(Style::Ferz, &variant, &position, &moves)
        );
    }
}

/// Whether a notation is read, and belongs to such games.
fn is_at_home(style: Style, eastern: bool) -> bool {
    match style {
        // These are written for people: not every text of theirs can be read back, since a sign of
        // check may stand where a promotion does, and walls have no sign.
        Style::Hosking
        | Style::ThaiSan
        | Style::ThaiLan
        | Style::Lan
        | Style::Hodges
        | Style::HodgesNumber => false,
        Style::Janggi => eastern,
        _ => true,
    }
}

/// Of two pawns on a file the front one has a sign; of more, and of two pairs, each by its number
/// and file.
#[test]
fn pawns_in_tandem() {
    let xiangqi = variant("xiangqi");
    for (fen, expected) in [
        (
            "4k4/9/9/4P4/4P4/9/9/9/9/3K5 w - - 0 1",
            "P++1 P+=4 P+=6 P-=4 P-=6",
        ),
        (
            "4k4/9/9/4P4/4P4/4P4/9/9/9/3K5 w - - 0 1",
            "15+1 15=4 15=6 25=4 25=6",
        ),
        (
            "4k4/9/2P1P4/2P1P4/9/9/9/9/9/3K5 w - - 0 1",
            "15+1 15=4 15=6 17+1 17=6 17=8 25=4 25=6 27=6 27=8",
        ),
        ("3k5/9/9/4p4/4p4/4p4/9/9/9/4K4 b - - 0 1", "15+1 15=4 15=6"),
    ] {
        let position = dialects::position(&xiangqi, fen).unwrap();
        let moves = xiangqi.legal_moves(&position);
        let mut texts = dialects::write_moves(Style::Wxf, &xiangqi, &position, &moves);
        texts.retain(|text| !text.starts_with('K'));
        texts.sort();
        assert_eq!(texts.join(" "), expected, "{fen}");
    }
}

#[test]
fn notations_of_books() {
    for (name, start, style, expected) in [
        ("shogi", "7g7f", Style::Hodges, "P-7f"),
        ("shogi", "7g7f", Style::HodgesNumber, "P-76"),
        ("shogi", "7g7f", Style::Hosking, "P76"),
        ("xiangqi", "h3e3", Style::Wxf, "C2=5"),
        ("xiangqi", "b1c3", Style::Wxf, "H8+7"),
        ("janggi", "a4b4", Style::Janggi, "P71-72"),
        ("chess", "g1f3", Style::Lan, "Ng1-f3"),
    ] {
        let variant = variant(name);
        let position = variant.start();
        let Verdict::Legal(mv) = why(&variant, &position, start) else {
            panic!("{name}: {start}")
        };
        let text = dialects::write_move(style, &variant, &position, mv);
        assert_eq!(text.as_deref(), Some(expected), "{name}");
        assert_eq!(
            Style::ALL.iter().find(|known| known.word() == style.word()),
            Some(&style)
        );
    }
}

#[test]
fn several_meanings_are_named() {
    let shogi = variant("shogi");
    let two = "4k4/9/9/9/9/9/9/9/G1G1K4[] w - - 0 1";
    let position = dialects::position(&shogi, two).unwrap();
    let moves = shogi.legal_moves(&position);
    let texts = shogi.move_texts(&position, &moves);
    let legal = Legal {
        variant: &shogi,
        position: &position,
        moves: &moves,
        texts: &texts,
    };
    let expected = vec![
        ("a1b1".to_owned(), Notation::Hodges),
        ("c1b1".to_owned(), Notation::Hodges),
    ];
    match dialects::meaning(legal, "G-8i") {
        Meaning::Several(mut several) => {
            several.sort_by(|a, b| a.0.cmp(&b.0));
            assert_eq!(several, expected);
        }
        other => panic!("{other:?}"),
    }
}

/// Rights of pieces off the corners mean that they castle from there.
#[test]
fn rights_of_other_starts() {
    let atomic = variant("atomic");
    let text = "rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w KQkq - 0 1";
    let own = dialects::position(&atomic, text).unwrap();
    assert!(dialects::loses_rights(&atomic, text, Some(&own)));
    let anywhere = dialects::castling_anywhere(&atomic).unwrap();
    let position = dialects::with_rights(&anywhere, text, Some((&atomic, &own))).unwrap();
    assert_eq!(anywhere.fen(&position), text);
    // A useless right is no such right.
    let stale = "r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1";
    let own = dialects::position(&atomic, stale).unwrap();
    assert_eq!(
        dialects::with_rights(&anywhere, stale, Some((&atomic, &own))),
        None
    );
    assert!(!dialects::loses_rights(&atomic, &atomic.fen(&own), Some(&own)));
}

/// Useless rights are left out, with a remark.
#[test]
fn rights_that_nobody_can_use() {
    let chess = variant("chess");
    let remark = |text: &str| dialects::remarks(&chess, Some(text), []);
    let board = "rnbqk1nr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1";
    let said = remark(&format!("{board} w KQkq - 0 1")).unwrap();
    assert_eq!(
        said,
        "no castling by `K`: its pieces do not stand where they start"
    );
    assert_eq!(remark(&format!("{board} w Qkq - 0 1")), None);
    assert_eq!(remark("rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w KQkq - 0 1"), None);
}

/// Some programs name the gates of king and rooks beside the rights to castle.
#[test]
fn gates_named_beside_rights() {
    let seirawan = variant("seirawan");
    let anywhere = dialects::castling_anywhere(&seirawan).unwrap();
    for (text, printed) in [
        (
            "bnrqknrb/pppppppp/8/8/8/8/PPPPPPPP/BNRQKNRB[HEhe] w KQABCDEFGHkqabcdefgh - 0 1",
            "bnrqknrb/pppppppp/8/8/8/8/PPPPPPPP/BNRQKNRB[HEhe] w KQABDFHkqabdfh - 0 1",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQkqABCDEFGHabcdefgh - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1",
        ),
    ] {
        let position = dialects::position(&anywhere, text).unwrap();
        assert_eq!(anywhere.fen(&position), printed);
        assert_eq!(anywhere.legal_moves(&position).len(), 28);
    }
    let twice = "bnrqknrb/pppppppp/8/8/8/8/PPPPPPPP/BNRQKNRB[HEhe] w KQCCkq - 0 1";
    assert!(dialects::position(&anywhere, twice).is_err());
}

/// Fairy-Stockfish names the files of king and partners, and means rights where neither has moved.
#[test]
fn rights_told_by_gates() {
    let anywhere = dialects::castling_anywhere(&variant("seirawan")).unwrap();
    let board = "r1k3r1/pppppppp/8/8/8/8/PPPPPPPP/R1K3R1";
    for (hand, field, rights) in [
        ("EHeh", "GACgac", "KQkq"),
        ("EHeh", "CGgac", "Kkq"),
        ("EHeh", "GAga", ""),
        ("EHeh", "KAkq", "Kkq"),
        ("eh", "GAgac", "KQkq"),
        ("", "Ag", "Qk"),
    ] {
        let text = format!("{board}[{hand}] w {field} - 0 1");
        let position = dialects::position(&anywhere, &text).unwrap();
        let printed = anywhere.fen(&position);
        let printed = printed.split(' ').nth(2).unwrap_or_default();
        let found: String = printed
            .chars()
            .filter(|letter| "KQkq".contains(*letter))
            .collect();
        assert_eq!(found, rights, "{text}: {printed}");
    }
}

/// Starts that are drawn name the gates that their own rights to castle do not tell.
#[test]
fn gates_of_other_starts() {
    let rules = "variant \"Drawn\" extends seirawan\n\
                 shuffle { on: first rank; place: bishop on light, bishop on dark, queen, knight knight, rook king rook }\n\
                 castling { K: king e1 g1, rook h1 f1; Q: king e1 c1, rook a1 d1; anywhere: yes }\n";
    let drawn = Variant::parse(rules).unwrap();
    for number in [0, 1, 518, 959] {
        let start = drawn.rules().start(number).unwrap();
        let position = drawn.position(&start).unwrap();
        assert_eq!(drawn.fen(&position), start);
        let moves = drawn.legal_moves(&position);
        let entering = moves.iter().filter(|mv| mv.lets_in()).count();
        let knights = moves.iter().filter(|mv| !mv.lets_in()).count() - 16;
        assert!(entering >= 2 * knights, "{start}");
    }
}

/// Hodges's notation has a sign for promotion and none for check.
#[test]
fn promotions_in_hodges_notation() {
    let shogi = variant("shogi");
    let position = dialects::position(&shogi, "9/4k4/9/3S5/9/9/9/9/4K4[] w - - 0 1").unwrap();
    for (text, read) in [
        ("S-6c+", "d6d7+"),
        ("S-63+", "d6d7+"),
        ("S-6c=", "d6d7"),
        ("S-6c", "d6d7"),
    ] {
        let mv = dialects::find(&shogi, &position, text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(shogi.move_text(&position, mv).as_deref(), Some(read), "{text}");
    }
}

/// In long notation `=+` is a promotion, or a piece that stays what it is and gives check.
#[test]
fn checks_of_pieces_that_do_not_promote() {
    let shogi = variant("shogi");
    for fen in [
        "9/4k4/9/3S5/9/9/9/9/4K4[] w - - 0 1",
        "9/3k5/9/3S5/9/9/9/9/4K4[] w - - 0 1",
        "9/2k6/9/3S5/9/9/9/9/4K4[] w - - 0 1",
    ] {
        let position = dialects::position(&shogi, fen).unwrap();
        let moves = shogi.legal_moves(&position);
        for style in [Style::Lan, Style::San, Style::Hodges, Style::Usi] {
            for (mv, text) in moves
                .iter()
                .zip(dialects::write_moves(style, &shogi, &position, &moves))
            {
                match why(&shogi, &position, &text) {
                    Verdict::Legal(read) => assert_eq!(read, *mv, "{fen}: {text}"),
                    Verdict::Illegal(reason) => panic!("{fen}: {text}: {reason}"),
                }
            }
        }
    }
}

/// Every square of a board of ten files and ranks has a name in digits.
#[test]
fn digits_on_ten_files() {
    let variant = variant("okisakishogi");
    let start = variant.start();
    let moves = variant.legal_moves(&start);
    for (mv, text) in moves.iter().zip(dialects::write_moves(
        Style::HodgesNumber,
        &variant,
        &start,
        &moves,
    )) {
        assert_eq!(dialects::find(&variant, &start, &text), Some(*mv), "{text}");
    }
}

/// Notations without a text for pieces that come in behind others leave such moves to ferz's own.
#[test]
fn entering_pieces_are_told_in_every_notation() {
    let seirawan = variant("seirawan");
    let start = seirawan.start();
    let moves = seirawan.legal_moves(&start);
    for style in Style::ALL {
        let texts = dialects::write_moves(style, &seirawan, &start, &moves);
        let different: std::collections::HashSet<&String> = texts.iter().collect();
        assert_eq!(different.len(), moves.len(), "{}: {texts:?}", style.word());
    }
    for style in [Style::Usi, Style::Wxf, Style::Lan, Style::San] {
        for (mv, text) in moves
            .iter()
            .zip(dialects::write_moves(style, &seirawan, &start, &moves))
        {
            match why(&seirawan, &start, &text) {
                Verdict::Legal(read) => assert_eq!(read, *mv, "{text}"),
                Verdict::Illegal(reason) => panic!("{text}: {reason}"),
            }
        }
    }
}

/// A queen that castles may be able to go there without, too.
#[test]
fn castlings_of_other_pieces_have_a_text_of_their_own() {
    let variant = variant("coregal2");
    let fen = "r1bqkb2/3n3r/4p2p/pppp1pp1/1P1PP1n1/P1P2N2/R2KBPPP/1NBQ3R w Eqd c6 0 14";
    let position = variant.position(fen).expect("a position");
    let moves = variant.legal_moves(&position);
    let sans = variant.sans(&position, &moves);
    for text in ["Qg1", "Qd1h1"] {
        assert_eq!(sans.iter().filter(|san| *san == text).count(), 1, "{sans:?}");
    }
    let castles = sans.iter().position(|san| san == "Qd1h1");
    assert!(castles.is_some_and(|at| moves[at].is_castling()));
}

/// Behind a promotion, and behind squares with a sign between them, a `+` may be that of a check.
#[test]
fn checks_behind_coordinates() {
    let shogun = variant("shogun");
    let fen = "r+Bb2bnr/1p+fp2p1/2n2pk1/2p4p/P1P1p1PP/N3PPP1/1P1P1K1R/R1B1+F1N1[] b - - 1 15";
    assert_eq!(
        played(&shogun, Some(fen), "e4xf3=C+"),
        played(&shogun, Some(fen), "e4f3+")
    );
    let fen = "r+Bb2bnr/1p+fp2p1/2n2p1k/2p4p/P1P3PP/N3P+pP1/1P1P3R/R1B1+FKN1[p] w - - 2 17";
    assert_eq!(
        played(&shogun, Some(fen), "g4-g5+"),
        played(&shogun, Some(fen), "g4g5")
    );
}

/// Capitals are squares only in texts that have no small letter.
#[test]
fn capitals_before_squares_are_pieces() {
    let empire = variant("empire");
    let fen = "rnb3r1/ppCp2kp/2p1pp2/1P4p1/5Pn1/2PSC1EP/4K1E1/q7 w - - 0 28";
    let position = dialects::position(&empire, fen).unwrap();
    let found = |text: &str| {
        dialects::find(&empire, &position, text).map(|mv| empire.move_text(&position, mv).unwrap())
    };
    assert_ne!(found("E3f2").as_deref(), Some("e3f2"));
    assert_eq!(found("E3F2").as_deref(), Some("e3f2"));
    assert_eq!(
        played(&empire, Some(fen), "E3f2"),
        played(&empire, Some(fen), "g3f2")
    );
}
