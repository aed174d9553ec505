//! The meaning of the notation of movements, on boards as `drawn` explains them.

mod drawn;

use drawn::*;
use ferz::betza::{Error, MAX_LENGTH, parse, print};
use ferz::rules::*;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn every_atom_has_its_leap() {
    #[rustfmt::skip]
    let leaps = [
        ("W", 1, 0), ("F", 1, 1), ("D", 2, 0), ("N", 2, 1), ("A", 2, 2), ("H", 3, 0), ("C", 3, 1), ("L", 3, 1),
        ("Z", 3, 2), ("J", 3, 2), ("G", 3, 3), ("WX", 4, 0), ("FX", 4, 1), ("DX", 5, 0), ("NX", 5, 1),
        ("AX", 5, 2), ("HX", 6, 0), ("CX", 6, 1), ("ZX", 6, 2), ("GX", 6, 3), ("DY", 4, 2), ("NY", 4, 3),
        ("AY", 4, 4), ("CY", 5, 3), ("ZY", 5, 4), ("LX", 6, 1), ("JY", 5, 4), ("(2,1)", 2, 1), ("(0,7)", 7, 0),
        ("(5,5)", 5, 5), ("(1,7)", 7, 1),
    ];
    for (text, m, n) in leaps {
        assert_eq!(reach(text), leaper(m, n), "{text}");
    }
    let joined = |a: &BTreeSet<Square>, b: &BTreeSet<Square>| a.union(b).copied().collect::<BTreeSet<_>>();
    assert_eq!(reach("K"), joined(&leaper(0, 1), &leaper(1, 1)));
    assert_eq!(reach("R"), rider(0, 1, 7));
    assert_eq!(reach("B"), rider(1, 1, 7));
    assert_eq!(reach("Q"), joined(&rider(0, 1, 7), &rider(1, 1, 7)));
    assert_eq!(reach("NC"), joined(&leaper(1, 2), &leaper(1, 3)));
}

#[test]
fn ranges() {
    #[rustfmt::skip]
    let rides = [
        ("W3", 0, 1, 3), ("R3", 0, 1, 3), ("WW", 0, 1, 7), ("W0", 0, 1, 7), ("F2", 1, 1, 2), ("B12", 1, 1, 7),
        ("NN", 1, 2, 3), ("N0", 1, 2, 3), ("N2", 1, 2, 2), ("DD", 0, 2, 3), ("(1,3)0", 1, 3, 2), ("WX0", 0, 4, 1),
    ];
    for (text, m, n, max) in rides {
        assert_eq!(reach(text), rider(m, n, max), "{text}");
    }
    assert_eq!(reach("W03"), leaper(0, 3));
    check("W03", "@..xe\n.....");
    check("W03", "@.e..\n.....");
    assert_eq!(reach("N02"), leaper(2, 4));
    check("R2", "@xx..");
    check("K2", "x.x.x\n.xxx.\nxx@xx\n.xxx.\nx.x.x");
    // The number holds for every leg.
    check("rafR2", "@.xxx.");
}

#[test]
fn equal_texts() {
    #[rustfmt::skip]
    let equal = [
        ("RR", "R"), ("R0", "R"), ("WW", "R"), ("W0", "R"), ("BB", "B"), ("F0", "B"), ("QQ", "Q"), ("K0", "Q"),
        ("L", "C"), ("J", "Z"), ("(1,2)", "N"), ("(2,1)", "N"), ("mcN", "N"), ("cmN", "N"), ("vsW", "W"),
        ("fbN", "vN"), ("cabK", "cabmK"), ("FyafsF", "[F?R]"), ("K3", "Q3"), ("W01", "W"), ("mfN", "fmN"),
        ("ifmnD", "fmniD"), ("mcafK", "cmafK"), ("ymafF", "yafF"), ("[F?fsR]", "[F?R]"), ("[W?fW]", "[W?W]"),
    ];
    for (a, b) in equal {
        assert_eq!(parse(a), parse(b), "{a} {b}");
    }
}

#[test]
fn normal_forms() {
    let rook = Movement::ride(0, 1, Winds::ORTHOGONAL);
    let bishop = Movement::ride(1, 1, Winds::DIAGONAL);
    let wazir = Movement::leap(0, 1, Winds::ORTHOGONAL);
    let ferz = Movement::leap(1, 1, Winds::DIAGONAL);
    let knight = Movement::leap(1, 2, Winds::OBLIQUE);
    let forms = [
        ("N", knight.clone()),
        ("Q", Movement::Union(vec![rook.clone(), bishop.clone()])),
        ("K", Movement::Union(vec![wazir.clone(), ferz.clone()])),
        (
            "KN",
            Movement::Union(vec![wazir.clone(), ferz.clone(), knight.clone()]),
        ),
        (
            "mRcB",
            Movement::Union(vec![rook.clone().quiet(), bishop.capture()]),
        ),
        ("cabW", Movement::Rifle(Box::new(wazir.clone()))),
        (
            "dW",
            Movement::As {
                modes: Modes::CAPTURE_OWN,
                movement: Box::new(wazir),
            },
        ),
        (
            "cpR",
            Movement::Over {
                movement: Box::new(rook),
                hurdle: Hurdle::Any,
                by: Range::ANY,
            }
            .capture(),
        ),
        (
            "fceF",
            Movement::As {
                modes: Modes::CAPTURE.or(Modes::EN_PASSANT),
                movement: Box::new(Movement::leap(1, 1, Winds(0x4004))),
            },
        ),
        (
            "ifmnD",
            Movement::When {
                condition: Condition::Initial,
                movement: Box::new(Movement::Exposed(Box::new(
                    Movement::Leap(Leap {
                        m: 0,
                        n: 2,
                        winds: Winds(1),
                        frame: Frame::Side,
                        range: Range::ONE,
                        between: Between::Empty,
                        wraps: false,
                    })
                    .quiet(),
                ))),
            },
        ),
        (
            "[F?R]",
            Movement::Union(vec![
                ferz.clone(),
                Movement::Then {
                    first: Box::new(ferz),
                    via: Via::Empty,
                    next: Box::new(Movement::Leap(Leap {
                        m: 0,
                        n: 1,
                        winds: Winds(0x4004),
                        frame: Frame::Heading,
                        range: Range::ANY,
                        between: Between::Free,
                        wraps: false,
                    })),
                },
            ]),
        ),
    ];
    for (text, form) in forms {
        assert_eq!(parse(text), Ok(form), "{text}");
    }
}

#[test]
fn directions_of_oblique_atoms() {
    check("fN", ".x.x.\n.....\n..@..\n.....\n.....");
    check("ffN", ".x.x.\n.....\n..@..\n.....\n.....");
    check("bN", ".....\n.....\n..@..\n.....\n.x.x.");
    check("lN", ".....\nx....\n..@..\nx....\n.....");
    check("rN", ".....\n....x\n..@..\n....x\n.....");
    check("fsN", ".....\nx...x\n..@..\n.....\n.....");
    check("bsN", ".....\n.....\n..@..\nx...x\n.....");
    check("fhN", ".x.x.\nx...x\n..@..\n.....\n.....");
    check("bhN", ".....\n.....\n..@..\nx...x\n.x.x.");
    check("lhN", ".x...\nx....\n..@..\nx....\n.x...");
    check("rhN", "...x.\n....x\n..@..\n....x\n...x.");
    check("hrN", "...x.\nx....\n..@..\n....x\n.x...");
    check("hlN", ".x...\n....x\n..@..\nx....\n...x.");
    check("lfN", ".x...\n.....\n..@..\n.....\n.....");
    check("rfN", "...x.\n.....\n..@..\n.....\n.....");
    check("frN", ".....\n....x\n..@..\n.....\n.....");
    check("flN", ".....\nx....\n..@..\n.....\n.....");
    check("blN", ".....\n.....\n..@..\nx....\n.....");
    check("rbN", ".....\n.....\n..@..\n.....\n...x.");
    check("rvN", "...x.\n.....\n..@..\n.....\n...x.");
    check("fbN", ".x.x.\n.....\n..@..\n.....\n.x.x.");
    check("vN", ".x.x.\n.....\n..@..\n.....\n.x.x.");
    check("sN", ".....\nx...x\n..@..\nx...x\n.....");
    check("ffssN", ".x.x.\nx...x\n..@..\nx...x\n.....");
    check("ffrrN", ".x.x.\n....x\n..@..\n....x\n.....");
    check("flrN", ".....\nx...x\n..@..\n....x\n.....");
    check("fmrN", ".x.x.\n....x\n..@..\n....x\n.....");
    check(
        "fFX",
        "...x.x...\n.........\n.........\n.........\n....@....\n.........",
    );
}

#[test]
fn directions_of_four_move_atoms() {
    check("fW", ".x.\n.@.\n...");
    check("fsW", ".x.\nx@x\n...");
    check("frW", ".x.\n.@x\n...");
    check("vW", ".x.\n.@.\n.x.");
    check("sW", "...\nx@x\n...");
    check("blW", "...\nx@.\n.x.");
    check("frF", "..x\n.@.\n...");
    check("rfF", "..x\n.@.\n...");
    check("flF", "x..\n.@.\n...");
    check("blF", "...\n.@.\nx..");
    check("fF", "x.x\n.@.\n...");
    check("ffF", "x.x\n.@.\n...");
    check("rF", "..x\n.@.\n..x");
    check("fsF", "x.x\n.@.\n...");
    check("vF", "x.x\n.@.\nx.x");
    check("sF", "x.x\n.@.\nx.x");
    check("frlF", "x.x\n.@.\nx..");
    check("fbF", "x.x\n.@.\nx.x");
    check("fB", "x...x\n.x.x.\n..@..\n.....");
    check("sR", "..e..\nxx@xx\n.....");
    check("fA", "x...x\n.....\n..@..\n.....\n.....");
    check("lD", ".....\nx.@..\n.....");
}

#[test]
fn directions_of_eight_move_atoms() {
    check("fK", ".x.\n.@.\n...");
    check("ffK", ".x.\n.@.\n...");
    check("frK", "..x\n.@.\n...");
    check("fsK", "x.x\n.@.\n...");
    check("sfK", "x.x\n.@.\n...");
    check("vsK", "x.x\n.@.\nx.x");
    check("sK", "...\nx@x\n...");
    check("vK", ".x.\n.@.\n.x.");
    check("fhK", "xxx\n.@.\n...");
    check("rhK", "..x\n.@x\n..x");
    check("fvK", ".x.\n.@.\n...");
    check("fbK", ".x.\n.@.\n.x.");
    check("fhlK", "xxx\nx@.\n...");
    check("fQ", "..x..\n..x..\n..@..\n.....");
}

#[test]
fn pieces_stop_sliders() {
    check("R", "xxx@xE..");
    check("R", "xxx@xo..");
    check("mR", "xxx@xe..");
    check("cR", "o..@.Ee.");
    check("dR", "..O@.e..");
    check("cdR", "..O@.E..");
    check("mcdR", "..O@xE..");
    check("rfNN", "....E..\n.......\n...x...\n.......\n..@....");
    check("rfNN", "....x..\n...e...\n...x...\n...e...\n..@....");
}

#[test]
fn lame_and_jumping_leaps() {
    check("nN", ".x.x.\ne...x\n.o@..\n....x\n.x.x.");
    check("nA", "x....\n...o.\n..@..\n.....\nx...x");
    check("nD", "..x..\n.....\nx.@e.\n.....\n..x..");
    check("jD", "..x..\n..e..\n..@..\n.....\n.....");
    check("jD", "..E..\n..o..\n..@..\n.....\n.....");
    check("jA", "....x\n...o.\n..@..\n.....\n.....");
    check("nH", "@..x");
    check("nH", "@.e.");
    check("jH", "@ooE");
    check("jH", "@o.e");
    // The janggi elephant: one step straight, then two outward diagonally.
    check("fnZ", ".x...x.\n.......\n.......\n...@...");
    check("fnZ", ".x.....\n....o..\n.......\n...@...");
    check("fnZ", ".......\n.......\n...e...\n...@...");
    check("nDD", "@.x.x.x");
    check("nDD", "@.x.xe.");
}

#[test]
fn sliders_that_skip_their_first_square() {
    check("jR", "@.xxE.");
    check("jR", "@exxE.");
    check("jR", "@oE...");
    check("jR3", "@oxx..");
    check("jW03", "@..x..");
    check("fjB", "x...x\n.o...\n..@..");
    check("jQ", "x.x.x\n.....\nx.@.x");
}

#[test]
fn hops() {
    check("pR", "@.exxo");
    check("pR", "@.exxE.");
    check("pR", "@..oEe");
    check("pR", "@.....");
    check("mRcpR", "@xxo.E.");
    check("mRcpR", "@xxe.oe");
    check("gR", "@..ex..");
    check("gR", "@..eE..");
    check("gR", "@..eoe.");
    check("gQ", "x.x.x\n.eee.\nxe@ox\n.e.e.\nx...x");
    // A range counts the whole way.
    check("pR3", "@.ex..");
    check("pR3", "@exx..");
    check("pR3", "@..e..");
    check("pR03", "@e.x..");
    check("pR03", "@.ex..");
    check("gR3", "@.ex..");
    check("gR3", "@..e..");
    check("gR3", "@ex...");
    check("pW", "@ex..");
    check("pW", "@.e..");
    check("fpN", "....x\n.....\n...o.\n.....\n..@..");
    check("gafR", "@.ex...");
}

#[test]
fn cylinders() {
    check("oW", "@x..x");
    check("oR", "xx@xx");
    check("oR", ".E@oe");
    check("foF", ".x..x\n@....");
}

#[test]
fn legs() {
    let same = |a: &str, b: &str, drawing: &str| assert_eq!(drawn(a, drawing), drawn(b, drawing), "{a} {b}");
    let crowd = "
        .e..o.e
        ..o..e.
        e...e..
        .oe@..o
        ....o..
        .e.o.e.
        o..e..e";
    #[rustfmt::skip]
    let pairs = [
        ("nN", "afsW"), ("nN", "mafsW"), ("nA", "afF"), ("nZ", "mafsmafW"), ("gQ", "gafQ"), ("pR", "pafR"),
        ("D", "mpafW"), ("A", "mpafF"), ("N", "mpafsW"), ("N", "mpafsF"), ("C", "mpafmpafsW"), ("C", "mpafsmpafF"), ("Z", "mpafmpafsF"),
    ];
    for (a, b) in pairs {
        same(a, b, crowd);
    }
    // The moa and the moo.
    check("afsF", ".x.x.\nx...x\n..@..\nx...x\n.x.x.");
    check("afsF", ".....\n.e.e.\n..@..\nx...x\n.x.x.");
    check("afsK", ".x.x.\n.e.e.\n.e@e.\nx...x\n.x.x.");
    // Without directions: all of the atom's but back.
    check("maW", "..x..\n.x.x.\nx.@.x\n.x.x.\n..x..");
    check("fmaW", "..x..\n.x.x.\n..@..\n.....");
    check("fmaK", ".xxx.\n.x.x.\n.x@x.\n.....");
    // Directions turn with the step before.
    check("fmarW", "..x\n.@.");
    check("farafrK", ".....\n..@.x");
    check("frafrN", ".....\n@...x\n.....");
    assert_eq!(moves("fmabW", "...\n.@."), ["0,0"]);
}

#[test]
fn rifles_and_locusts() {
    assert_eq!(moves("cabW", "..e\n.o.\ne@e"), ["!-1,0", "!1,0"]);
    assert_eq!(moves("mcabW", "e@."), ["!-1,0", "0,0"]);
    assert_eq!(moves("dabW", "o@e"), ["!-1,0"]);
    assert_eq!(moves("cafmF", "....\n..e.\n.@.."), ["2,2 x1,1"]);
    assert_eq!(moves("cafmF", "...e\n..e.\n.@.."), [""; 0]);
    // A slider may stop anywhere on its way back.
    assert_eq!(moves("cabR", "@..e"), ["0,0 x3,0", "1,0 x3,0", "2,0 x3,0"]);
    // Captured pieces no longer stand in the way.
    assert_eq!(moves("cafmabW", "@e."), ["1,0 x1,0"]);
    assert_eq!(moves("dafW", "@o."), ["2,0 x1,0"]);
    assert_eq!(moves("cdafW", "e.@o."), ["2,0 x1,0"]);
    assert_eq!(moves("cafcW", "@ee"), ["2,0 x1,0"]);
}

#[test]
fn pawn() {
    let text = "fmWfceFifmnD";
    check(text, "...\n.x.\n*x*\n.@.");
    check(text, "...\n.e.\nExE\n.@.");
    check(text, "...\n...\noe*\n.@.");
    let column = "..\n..\n..\n@.";
    let pawn = ways(text, column).1;
    assert!(
        pawn.iter()
            .all(|way| (way.initial, way.exposed) == (way.at == (0, 2), way.at == (0, 2)))
    );
    assert_eq!(
        pawn.iter()
            .filter(|way| way.at == (0, 2))
            .map(|way| way.passed.clone())
            .collect::<Vec<_>>(),
        [[(0, 1)]]
    );
    let all = |text, exposed| {
        ways(text, column)
            .1
            .iter()
            .all(|way| way.initial && way.exposed == exposed)
    };
    assert!(all("ifmW2", true));
    assert!(all("ifnD", true));
    assert!(all("ifmW", false));
    assert!(all("ifmD", false));
    assert!(all("ifcnD", false));
}

#[test]
fn lion() {
    let board = ".....\n..e..\n..@..\n.....\n.....";
    let moves_of_lion = moves("KNADcaKmcabK", board);
    let (captures, others): (Vec<_>, Vec<_>) =
        moves_of_lion.into_iter().partition(|m| m.contains(['x', '!']));
    // Every other square of the board, and staying where it is.
    assert_eq!(others.len(), 25);
    assert!(others.contains(&"0,0".to_owned()));
    let locust = [
        "!0,1",
        "-1,0 x0,1",
        "-1,1 x0,1",
        "-1,2 x0,1",
        "0,2 x0,1",
        "1,0 x0,1",
        "1,1 x0,1",
        "1,2 x0,1",
    ];
    assert_eq!(captures, locust);
    assert!(moves("KNADcaKmcabK", "..e\n.e.\n@..").contains(&"2,2 x1,1".to_owned()));
}

#[test]
fn checker() {
    assert_eq!(moves("fmFfcafmF", "....\n..e.\n.@.."), ["-1,1", "2,2 x1,1"]);
    assert_eq!(moves("fmFfcafmF", "....\no.o.\n.@.."), [""; 0]);
}

#[test]
fn griffon() {
    let open = "
        ..x.x..
        ..x.x..
        xxx.xxx
        ...@...
        xxx.xxx
        ..x.x..
        ..x.x..";
    let crowded = "
        ..E.e..
        ..x.E..
        oxx.xxE
        ...@...
        xxx.o..
        ..x....
        ..x....";
    for text in ["FyafsF", "[F?R]"] {
        check(text, open);
        check(text, crowded);
    }
    check(
        "[F-R]",
        "..x.x..\n..x.x..\nxx...xx\n...@...\nxx...xx\n..x.x..\n..x.x..",
    );
}

#[test]
fn ranges_swapped_between_legs() {
    // Capture by advancing: slide, then take the piece ahead without stepping onto it.
    assert_eq!(moves("yafcabR", "@..e."), ["2,0 x3,0"]);
    assert_eq!(moves("yafmcabQ", "@..e."), ["1,0", "2,0 x3,0"]);
    assert_eq!(moves("yafmcabQ", "@e"), [""; 0]);
    // A leaper becomes a slider and stays one.
    check("yafW", "@.xxx");
    check("yafW", "@.xEe");
    check("yafafW", "@..xx");
    check("yafyafW", "@..x");
}

#[test]
fn chains() {
    check("[W?W]", "@xx.");
    check("[W-W]", "@.x.");
    check("[W-R]", "@.xx");
    check("[W-W-W]", "@..x");
    check("[W?W?W]", "@xxx.");
    check("[mR-cR]", "@..E");
    check("[mR-cR]", "@e.e");
    check("[pR-cR]", "@.e.E");
    check("[W-B]", ".x.x.\nx...x\n..@..\nx...x\n.x.x.");
    check("[W?sR]", ".x.x.\nxxxxx\n.x@x.\nxxxxx\n.x.x.");
    check("[K-R]", ".xxx.\nx...x\nx.@.x\nx...x\n.xxx.");
    check("[fN?R]", ".x.x.\n.x.x.\n.x.x.\n.....\n..@..");
    check("[frN?R]", "..xxx\n@....");
    check("[frN-B]", "....x\n...x.\n.....\n@....");
    check("[fW-N]", ".x.x.\n.....\n.....\n..@..");
    check("[fF-N]", ".x...x.\nx.....x\n.......\n...@...");
    check("[mF-F]", "x....\n...o.\n..@..");
    assert_eq!(moves("[cF-mF]", "....\n..e.\n.@.."), ["2,2 x1,1"]);
    // The letters before the brackets apply to the whole move.
    check(
        "v[F?R]",
        "..x.x..\n..x.x..\n..x.x..\n...@...\n..x.x..\n..x.x..\n..x.x..",
    );
    check("s[F-R]", "xx...xx\n...@...\nxx...xx");
    check("f[W-B]", ".x.x.\n.....\n..@..\n.....\n.....");
    check("rf[F-R]", "..x\n..x\n...\n.@.");
    check("c[F-R]", ".E.\n...\n@..");
    check("m[F?R]", ".e.\n.xx\n@..");
    assert!(
        ways("i[F?R]", "...\n...\n@..")
            .1
            .iter()
            .all(|way| way.initial && !way.exposed)
    );
}

#[test]
fn errors_are_at_the_character() {
    let many_legs = "af".repeat(8) + "W";
    let many_paths = "mpa".repeat(5) + "K";
    let long = "W".repeat(MAX_LENGTH + 1);
    #[rustfmt::skip]
    let cases = [
        ("", 0, 0, "no move"),
        ("f", 1, 0, "capital letter"),
        ("mRc", 3, 0, "capital letter"),
        ("N N", 1, 1, "white space"),
        ("N|N", 1, 1, "`|` inside"),
        ("NÄ", 1, 2, "`Ä` is no character"),
        ("3", 0, 1, "without an atom"),
        (&long, MAX_LENGTH, 1, "longer than 500"),
        // Letters that are not read.
        ("afafsKafsafzfK", 11, 1, "crooked"),
        ("qN", 0, 1, "circular"),
        ("RtR", 1, 1, "different things"),
        ("mRcxR", 3, 1, "relay"),
        ("uN", 0, 1, "put down"),
        ("kQ", 0, 1, "king only"),
        ("wF", 0, 1, "no letter"),
        ("KO2", 1, 1, "castling"),
        ("U", 0, 1, "universal"),
        ("I", 0, 1, "imitator"),
        ("K@8", 1, 1, "drops"),
        ("*", 0, 1, "any square"),
        ("E", 0, 1, "`E` is no atom"),
        // Sizes and ranges.
        ("X", 0, 1, "behind it"),
        ("KX", 1, 1, "no leap `KX`"),
        ("WY", 1, 1, "no leap `WY`"),
        ("NXX", 2, 1, "behind it"),
        ("KK", 1, 1, "not doubled"),
        ("NN3", 2, 1, "already without a limit"),
        ("W00", 1, 2, "exactly 0"),
        ("W100", 1, 3, "too large"),
        ("(", 0, 1, "parentheses"),
        ("m(FW)", 1, 1, "parentheses"),
        ("(1,", 3, 0, "parentheses"),
        ("(1;2)", 2, 1, "parentheses"),
        ("(1,2", 4, 0, "parentheses"),
        ("(0,0)", 0, 5, "goes nowhere"),
        ("(100,1)", 1, 3, "too large"),
        ("W)", 1, 1, "without an opening"),
        // Directions.
        ("hN", 0, 1, "`h` is no direction"),
        ("shN", 1, 1, "`h` is no direction"),
        ("fhW", 1, 1, "`h` is no direction"),
        ("mhF", 1, 1, "`h` is no direction"),
        ("hrK", 0, 1, "`h` is no direction"),
        ("mahrN", 2, 1, "`h` is no direction"),
        // Letters that do not fit together.
        ("mmN", 1, 1, "given twice"),
        ("jjR", 1, 1, "given twice"),
        ("nR", 0, 1, "`n` is for leaps"),
        ("fnW2", 1, 1, "`n` is for leaps"),
        ("njD", 1, 1, "contradict"),
        ("jW", 0, 1, "skips the only square"),
        ("pgR", 0, 1, "contradict"),
        ("gN", 0, 1, "read differently"),
        ("yW", 0, 1, "leg after it"),
        ("yafW2", 0, 1, "a number behind it"),
        ("eafW", 0, 1, "only the last leg"),
        ("maiW", 2, 1, "before the first leg"),
        (&many_legs, 14, 1, "at most 8 legs"),
        (&many_paths, 15, 1, "too many paths"),
        // Chains.
        ("F-F", 1, 1, "`-` outside"),
        ("F?R", 1, 1, "`?` outside"),
        ("]", 0, 1, "without an opening"),
        ("[F]", 0, 3, "at least two"),
        ("[F?R", 4, 0, "expected"),
        ("[F?", 3, 0, "capital letter"),
        ("[FR]", 2, 1, "expected"),
        ("[aF?R]", 1, 1, "`a` inside"),
        ("[[F?R]?R]", 1, 1, "inside brackets"),
        ("[iF?R]", 1, 1, "before brackets"),
        ("ma[F?R]", 2, 1, "legs before"),
        ("n[F?R]", 0, 1, "`n` before brackets"),
        ("v[N?R]", 0, 1, "bent slider"),
        ("[yF?R]", 1, 1, "`y` inside"),
        ("[gR-R]", 1, 1, "`g` inside"),
        ("[pF?R]", 1, 1, "hops"),
        ("[F?sR]", 3, 1, "no move in this direction"),
        ("[W?fN]", 3, 1, "no move in this direction"),
        ("[W-W-W-W-W-W-W-W-W]", 16, 1, "at most 8 legs"),
    ];
    for (text, offset, len, message) in cases {
        let error = parse(text).expect_err(text);
        assert_eq!((error.offset, error.len), (offset, len), "{text}: {error}");
        assert!(error.message.contains(message), "{text}: {error}");
    }
}

proptest::proptest! {
    #[test]
    fn any_text_gives_a_movement_or_a_place(text in ".{0,40}") {
        answers(&text);
    }

    #[test]
    fn likely_text_gives_a_movement_or_a_place(text in r"([fblrvshmcednjpgyoia]{0,4}[WFDNAHCZGKRBQXY0-3\[\]?()a,-]){0,12}") {
        answers(&text);
    }
}

fn answers(text: &str) {
    match parse(text) {
        Ok(movement) => {
            // Every text that is read can be walked.
            let board = Drawn::new("...\n.@.\n...");
            let start = ways("W", "...\n.@.\n...").1[0].clone();
            walk(&board, &movement, &Way { at: (0, 0), ..start });
        }
        Err(Error { offset, len, .. }) => assert!(text.get(offset..offset + len).is_some(), "{text}"),
    }
}

#[test]
fn what_is_printed_means_what_was_read() {
    let texts = [
        ("N", "N"),
        ("QN", "QN"),
        ("WF", "K"),
        ("BNR", "QN"),
        ("mRcpR", "mRcpR"),
        ("fmWfceFifmnD", "fmWfceFifmnD"),
        ("nNnA", "nNnA"),
        ("NN", "NN"),
        ("gQ", "gQ"),
        ("W3F2", "W3F2"),
        ("jDC", "jDC"),
        ("fRbB", "fRbB"),
        ("ffNbsN", "fNbsN"),
        ("fhKbW", "fWfFbW"),
        ("imK2", "imK2"),
        ("ZHG", "ZHG"),
        ("cabK", "cabK"),
        ("mafmaW", "afaW"),
        ("afsW", "afsW"),
        ("[F?R]", "FyafsF"),
        ("caK", "caK"),
        ("mpafN", "mpafN"),
        ("mafsmafW", "afsafW"),
        ("mQcpaQ", "mQpaQcaQ"),
    ];
    for (text, shortest) in texts {
        let movement = parse(text).expect(text);
        let printed = print(&movement, &|_| false).expect(text);
        let again = print(&parse(&printed).expect(&printed), &|_| false);
        assert_eq!(again.as_deref(), Some(&printed[..]), "{text}");
        assert_eq!(printed.len(), shortest.len(), "{text}: {printed}");
        assert_eq!(all_ways(text), all_ways(&printed), "{text}: {printed}");
    }
    for text in ["dN", "oR", "(1,7)", "[W-N]"] {
        assert_eq!(print(&parse(text).expect(text), &|_| false), None, "{text}");
    }
}

/// The targets of a movement on a crowded board, and its actions there: to be compared.
fn all_ways(text: &str) -> BTreeMap<(Square, bool, bool), u8> {
    let drawing = "
        .e..o..
        o.....e
        ..e.o..
        e..@..e
        .......
        e.oe.o.
        ..e....";
    let (board, ways) = ways(text, drawing);
    let mut ends = BTreeMap::new();
    for way in ways {
        let possible = match here(&board, &way, way.at) {
            Some('.') => Modes::QUIET.or(Modes::EN_PASSANT),
            Some('e') => Modes::CAPTURE,
            _ => Modes::CAPTURE_OWN,
        };
        let exposed = way.exposed && !way.passed.is_empty();
        *ends.entry((way.at, way.initial, exposed)).or_insert(0) |= way.modes.and(possible).0;
    }
    ends.retain(|_, modes| *modes != 0);
    ends
}
