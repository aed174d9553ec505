//! Keys that meet: what a section says with several of them is played as Fairy-Stockfish plays it,
//! or named as lost. The moves are those of pyffish.

use ferz::engine::Variant;
use ferz::lower::{Source, lower};
use ferz_import::{Format, Section, import};

/// The legal moves of a position.
enum Moves {
    Are(&'static str),
    Count(usize),
}
use Moves::{Are, Count};

fn section(keys: &str) -> Section {
    let mut import = import(keys, Format::Ini, &[]);
    assert!(import.findings.is_empty(), "{:#?}", import.findings);
    import.sections.remove(0)
}

fn variant(section: &Section) -> Variant {
    let text = section.ferz.clone().or(section.partial.clone());
    let text = text.unwrap_or_else(|| panic!("{section:#?}"));
    let lowered = lower(
        Source {
            name: "test".to_owned(),
            text: text.clone(),
        },
        &ferz_rulesets::Library,
    );
    let rules = lowered
        .ruleset
        .unwrap_or_else(|| panic!("{text}\n{:#?}", lowered.diagnostics));
    Variant::new(rules).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// Sections that are taken over whole, with positions.
const PLAYED: &[(&str, &[(&str, Moves)])] = &[
    // At most one chancellor stands on the board, however it came there.
    (
        "[x:crazyhouse]\nchancellor = c\npromotionPieceTypes = c\npromotedPieceType = r:c\npromotionLimit = c:1\n",
        &[
            ("4k3/R7/8/8/8/8/8/4K2C[] w - - 0 1", Count(30)),
            ("4k3/R7/8/8/8/8/8/4K3[] w - - 0 1", Count(20)),
        ],
    ),
    // A knight must not go where it could never move, and attacks there.
    (
        "[x:shogi]\npromotionRegionWhite = *9\npromotionRegionBlack = *1\n",
        &[(
            "4k4/9/9/4N4/9/9/9/9/4K4[] w - - 0 1",
            Are("e1d1 e1d2 e1e2 e1f1 e1f2"),
        )],
    ),
    // Promoted men are dropped where men are.
    (
        "[x:chess]\ncustomPiece1 = z:W\npieceDrops = true\ncapturesToHand = true\npromotedPieceType = p:z\ndropPromoted = true\n",
        &[("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", Count(101))],
    ),
    (
        "[x:chess]\ncustomPiece1 = z:W\npieceDrops = true\ncapturesToHand = true\npromotedPieceType = p:z\ndropPromoted = true\n\
         dropNoDoubled = p\n",
        &[("4k3/8/8/8/8/8/P1P5/4K3[P] w - - 0 1", Count(81))],
    ),
    // Pawns are not dropped where pawns never come by moves.
    (
        "[x:pawnback]\npieceDrops = true\ncapturesToHand = true\n",
        &[("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", Count(60))],
    ),
    // Drops may attack royal pieces other than kings.
    (
        "[x:chess]\npieceDrops = true\ncapturesToHand = true\ndropChecks = false\nextinctionValue = loss\n\
         extinctionPieceTypes = q\nextinctionPseudoRoyal = true\nking = -\n\
         startFen = rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR[] w - - 0 1\n",
        &[("3q4/8/8/8/8/8/7Q/8[R] w - - 0 1", Count(77))],
    ),
    // An immune piece is not immune in passing.
    (
        "[x:chess]\nmutuallyImmuneTypes = p\n",
        &[
            (
                "4k3/3p4/8/1pP5/8/8/8/4K3 w - b6 0 2",
                Are("c5b6 c5c6 e1d1 e1d2 e1e2 e1f1 e1f2"),
            ),
            (
                "4k3/8/1p6/2P5/8/8/8/4K3 w - - 0 2",
                Are("c5c6 e1d1 e1d2 e1e2 e1f1 e1f2"),
            ),
        ],
    ),
    // Kings do not promote.
    (
        "[x:chess]\ncustomPiece1 = j:KN\npromotedPieceType = k:j\nmandatoryPiecePromotion = true\n",
        &[("8/K6k/8/8/8/8/8/8 w - - 0 1", Are("a7a6 a7a8 a7b6 a7b7 a7b8"))],
    ),
    // One kind in both keys.
    (
        "[x:chess]\npromotedPieceType = p:q\n",
        &[(
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            Are("a7a8b a7a8n a7a8q a7a8r e1d1 e1d2 e1e2 e1f1 e1f2"),
        )],
    ),
    // Pawns that promote only with a capture.
    (
        "[x:chess]\ncustomPiece1 = z:W\npromotionPieceTypes = -\npromotedPieceType = p:z\npiecePromotionOnCapture = true\n",
        &[(
            "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1",
            Are("b7a8+ e1d1 e1d2 e1e2 e1f1 e1f2"),
        )],
    ),
    (
        "[x:chess]\ncustomPiece1 = z:W\npromotionPieceTypes = q\npromotedPieceType = p:z\npiecePromotionOnCapture = true\n",
        &[(
            "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1",
            Are("b7a8+ b7a8q b7b8q e1d1 e1d2 e1e2 e1f1 e1f2"),
        )],
    ),
    // A piece that must promote and cannot goes on as it is.
    (
        "[x:chess]\ncustomPiece1 = z:KN\npromotedPieceType = n:z\npromotionLimit = z:1\nmandatoryPiecePromotion = true\n",
        &[
            (
                "7k/8/3N4/8/8/8/8/4K3 w - - 0 1",
                Are("d6b5 d6b7 d6c4 d6c8+ d6e4 d6e8+ d6f5 d6f7 e1d1 e1d2 e1e2 e1f1 e1f2"),
            ),
            ("7k/8/3N4/8/8/8/8/+N3K3 w - - 0 1", Count(18)),
        ],
    ),
    // Double steps go over squares where pawns may be, captures en passant anywhere.
    (
        "[x:chess]\nmobilityRegionBlackPawn = *2 *3 *4 *5 *7 *8\n",
        &[("4k3/3p4/8/4P3/8/8/P7/4K3 b - - 0 1", Are("e8d8 e8e7 e8f7 e8f8"))],
    ),
    (
        "[x:chess]\nmobilityRegionWhitePawn = *1 *2 *3 *4 *5 *7 *8\n",
        &[(
            "4k3/8/8/3pP3/8/8/P7/4K3 w - d6 0 1",
            Are("a2a3 a2a4 e1d1 e1d2 e1e2 e1f1 e1f2 e5d6"),
        )],
    ),
    // Pieces that stand only in the hand, and where they come in.
    (
        "[x:chess]\narchbishop = h\ngating = true\nseirawanGating = true\n\
         startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Hh] w KQBCDFGkqbcdfg - 0 1\n",
        &[(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Hh] w KQBCDFGkqbcdfg - 0 1",
            Count(24),
        )],
    ),
    (
        "[x:chess]\narchbishop = h\ngating = true\nseirawanGating = true\n\
         startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Hh] w KQkq - 0 1\n",
        &[(
            "rnbqkbnr/p1pppppp/1p6/8/8/4P3/PPPP1PPP/RNBQKBNR[Hh] w KQkq - 0 2",
            Count(31),
        )],
    ),
    (
        "[x:chess]\ngating = true\nseirawanGating = true\n\
         startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Pp] w KQBCDFGkqbcdfg - 0 1\n",
        &[(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Count(20),
        )],
    ),
    // Queens that must be safe attack each other, though none may capture the other.
    (
        "[x:coregal]\nmutuallyImmuneTypes = q\n",
        &[("3qk3/8/8/8/8/8/8/2Q1K3 w - - 0 1", Count(15))],
    ),
    // The king stays royal beside queens of which only the last one is.
    (
        "[x:chess]\nextinctionValue = loss\nextinctionPieceTypes = q\nextinctionPseudoRoyal = true\n",
        &[
            ("4k3/8/8/8/4r3/8/8/3QK3 w - - 0 1", Are("e1d2 e1f1 e1f2")),
            (
                "4k3/8/8/8/3Qr3/8/8/3QK3 w - - 0 1",
                Are("d1e2 d4e3 d4e4 e1d2 e1f1 e1f2"),
            ),
            (
                "3rk3/P7/8/8/8/8/8/3QK3 w - - 0 1",
                Are("a7a8q d1a1 d1a4 d1b1 d1b3 d1c1 d1c2 d1e2 d1f3 d1g4 d1h5"),
            ),
        ],
    ),
    // Gates are shut where nothing may be dropped.
    (
        "[x:chess]\narchbishop = h\ngating = true\nseirawanGating = true\ncastling = false\n\
         dropRegionWhite = a* b1 c1\ndropRegionBlack = *4\n\
         startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Hh] w AHBCGahbcg - 0 1\n",
        &[
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Hh] w ABC - 0 1",
                Count(22),
            ),
            ("4k3/8/8/8/8/8/8/1N2K2R[H] w B - 0 1", Count(20)),
        ],
    ),
    // White has men of Black's in hand, and they promote for Black alone.
    (
        "[x:spartan]\nstartFen = lgkcckwl/hhhhhhhh/8/8/8/8/PPPPPPPP/RNBQKBNR[Bg] w KQ - 0 1\npieceDrops = true\n\
         capturesToHand = true\ndropLoop = true\n",
        &[(
            "4k3/H7/8/8/8/8/8/4K3[] w - - 0 1",
            Are("a7b8 e1d1 e1d2 e1e2 e1f1 e1f2"),
        )],
    ),
    // A piece that turns to stone goes to the opponent's hand.
    (
        "[x:chess]\npieceDrops = true\ncapturesToHand = true\npetrifyOnCaptureTypes = n\n",
        &[("4k3/8/8/8/8/2p5/8/1N2K3[] w - - 0 1", Count(7))],
    ),
    // A kind that promotes to itself stays as it is, and a new kind has no part in the parent's
    // goals.
    (
        "[x:makruk]\npromotedPieceType = m:m\n",
        &[("4k3/8/8/4M3/8/8/8/4K3 w - - 0 1", Count(9))],
    ),
    (
        "[x:extinction]\ncustomPiece20 = j:WD\nstartFen = rjbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RJBQKBNR w KQkq - 0 1\n",
        &[(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Count(20),
        )],
    ),
    // A royal piece that turns to stone when it captures captures nothing, and attacks no other.
    (
        "[x:chess]\nking = -\ncommoner = k\ncastlingKingPiece = k\nextinctionValue = loss\nextinctionPieceTypes = k\n\
         extinctionPseudoRoyal = true\npetrifyOnCaptureTypes = kqrbn\n",
        &[
            (
                "8/8/8/3k4/3K4/8/8/8 w - - 0 1",
                Are("d4c3 d4c4 d4c5 d4d3 d4e3 d4e4 d4e5"),
            ),
            ("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", Are("e1d1 e1e2 e1f1 e1f2")),
        ],
    ),
    // If some royal kind must always be safe, the rule that not all may be attacked at once adds
    // nothing.
    (
        "[x:chess]\nking = -\ncommoner = k\ncastling = false\nextinctionValue = loss\nextinctionPieceTypes = kr\n\
         extinctionPseudoRoyal = true\ndupleCheck = true\n",
        &[
            ("k6r/8/8/8/8/8/r7/R3K3 w - - 0 1", Are("a1a2 a1b1 a1c1 a1d1")),
            ("k6r/8/8/8/8/8/r7/R3K2R w - - 0 1", Count(15)),
        ],
    ),
    // Double steps want a region as well where the parent has none.
    (
        "[x:shatranj]\ndoubleStep = true\n",
        &[("4k3/8/8/8/8/7n/4P3/4K3 w - - 0 1", Are("e1d1 e1d2 e1f1 e2e3"))],
    ),
    (
        "[x:shatranj]\ndoubleStep = true\ndoubleStepRegionWhite = *2\ndoubleStepRegionBlack = *7\n",
        &[(
            "4k3/8/8/7n/8/8/4P3/4K3 w - - 0 1",
            Are("e1d1 e1d2 e1f1 e1f2 e2e3 e2e4"),
        )],
    ),
    // A pawn may be turned over to its own kind.
    (
        "[x:suicide]\npromotedPieceType = p:p\npromotionPawnTypes = nbr\n",
        &[(
            "8/7P/8/8/7n/8/8/8 w - - 0 1",
            Are("h7h8b h7h8k h7h8n h7h8p h7h8q h7h8r"),
        )],
    ),
    // A royal piece is dropped where it is safe, even beside others of it.
    (
        "[x:crazyhouse]\ncommoner = c\nextinctionValue = loss\nextinctionPieceTypes = c\n\
         extinctionPseudoRoyal = true\npromotionPieceTypes = c\n\
         startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Cc] w KQkq - 0 1\n",
        &[
            ("4k3/8/8/8/8/8/r7/4K2C[C] w - - 0 1", Count(44)),
            ("4k3/8/8/8/8/8/r7/C3K2C[C] w - - 0 1", Count(49)),
        ],
    ),
    // Comments behind values.
    (
        "[x:chess]\ncustomPiece1 = n:N # leaper\nqueen = q # as ever\nnMoveRule = 0 # no rule\n",
        &[(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Count(20),
        )],
    ),
];

#[test]
fn what_is_taken_over_is_played_so() {
    for (keys, positions) in PLAYED {
        let section = section(keys);
        assert!(section.complete(), "{keys}{section:#?}");
        let variant = variant(&section);
        for (fen, moves) in *positions {
            let position = variant
                .position(fen)
                .unwrap_or_else(|error| panic!("{keys}{fen}: {error}"));
            let mut texts = variant.move_texts(&position, &variant.legal_moves(&position));
            texts.sort();
            match moves {
                Are(moves) => assert_eq!(texts.join(" "), *moves, "{keys}{fen}"),
                Count(number) => assert_eq!(texts.len(), *number, "{keys}{fen}: {texts:?}"),
            }
        }
    }
}

/// A lost rule is named by its key; the written rules can be played all the same.
#[test]
fn what_is_lost_is_named() {
    for (keys, lost) in [
        ("[x:atomic]\nking = k:KN\n", "extinctionPieceTypes"),
        ("[x:extinction]\namazon = q\n", "extinctionPieceTypes"),
        ("[x:codrus]\ncommoner = -\nking = k\n", "extinctionPieceTypes"),
        ("[x:chess]\nwallingRule = duck\n", "wallingRule"),
        (
            "[x:crazyhouse]\ndropChecks = false\nextinctionValue = loss\nextinctionPieceTypes = q\nextinctionPseudoRoyal = true\n",
            "dropChecks",
        ),
        (
            "[x:duck]\ncommoner = -\nking = k\nextinctionValue = none\n",
            "wallingRule",
        ),
        ("[x:chess]\npromotedPieceType = q:k\n", "promotedPieceType"),
        ("[x:chess]\npromotionPieceTypes = qk\n", "promotionPieceTypes"),
        ("[x:giveaway]\npass = true\n", "pass"),
        (
            "[x:placement]\ncapturesToHand = true\n",
            "dropOppositeColoredBishop",
        ),
        (
            "[x:crazyhouse]\nchancellor = c\npromotionPieceTypes = c\npromotedPieceType = r:c\npromotionLimit = c:2\n",
            "promotionLimit",
        ),
        ("[x:chess]\npetrifyOnCaptureTypes = kq\n", "petrifyOnCaptureTypes"),
        ("[x:grand]\npetrifyOnCaptureTypes = n\n", "petrifyOnCaptureTypes"),
        // The letter is that of the dragon, which nothing else tells.
        ("[x:shogi]\ncustomPiece1 = d:W\n", "promotedPieceType"),
        ("[x:torishogi]\ngating = true\nseirawanGating = true\n", "gating"),
        (
            "[x:chess]\nextinctionValue = loss\nextinctionPieceTypes = n\n\
             extinctionPseudoRoyal = true\nchecking = false\n",
            "extinctionPseudoRoyal",
        ),
        (
            "[x:chess]\nextinctionValue = loss\nextinctionPieceTypes = n\n\
             extinctionPseudoRoyal = true\npromotionPawnTypes = n\n",
            "extinctionPseudoRoyal",
        ),
        ("[x:atomic]\nextinctionPieceTypes = q\n", "extinctionPseudoRoyal"),
        (
            "[x:chess]\nextinctionValue = loss\nextinctionPieceTypes = nr\n\
             extinctionPseudoRoyal = true\ndupleCheck = true\n",
            "dupleCheck",
        ),
        (
            "[x:chess]\nextinctionValue = loss\nextinctionPieceTypes = n\n\
             extinctionPseudoRoyal = true\nextinctionPieceCount = 1\npromotionPieceTypes = n\n",
            "extinctionPieceCount",
        ),
    ] {
        let section = section(keys);
        assert!(!section.complete(), "{keys}");
        assert!(
            section.lost.iter().any(|loss| loss.what == lost),
            "{keys}{:#?}",
            section.lost
        );
        variant(&section);
    }
}

/// Pieces that begin the game in a promoted form, if no piece can still promote to it.
#[test]
fn promoted_pieces_at_the_start() {
    for keys in [
        "[x:crazyhouse]\ncommoner = c\nfers = f\npromotedPieceType = f:c\npromotionRegionWhite = -\npromotionRegionBlack = -\n\
         startFen = rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR[] w KQkq - 0 1\n",
        "[x:crazyhouse]\npromotionPieceTypes = -\nstartFen = rnbq~kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ~KBNR[] w KQkq - 0 1\n",
    ] {
        let section = section(keys);
        assert!(section.complete(), "{section:#?}");
        let variant = variant(&section);
        let start = variant.fen(&variant.start());
        // A letter with a plus says it by itself.
        let marks = if keys.contains("fers") { 0 } else { 2 };
        assert_eq!(start.matches('~').count(), marks, "{start}");
        // The captor gets the former kind.
        let queens = start.replace("PPPPPPPP", "8").replace("pppppppp", "8");
        let position = variant.position(&queens).unwrap();
        let captures = variant.legal_moves(&position);
        let texts = variant.move_texts(&position, &captures);
        let taken = texts.iter().position(|text| text == "d1d8");
        let letter = if keys.contains("fers") { 'F' } else { 'P' };
        if let Some(taken) = taken {
            let after = variant.fen(&variant.play(&position, captures[taken]));
            assert!(after.contains(&format!("[{letter}]")), "{after}");
        } else {
            assert_eq!(letter, 'F', "{texts:?}");
        }
    }
}

/// Correct but surely unintended parts give warnings, and nothing else.
#[test]
fn what_is_surely_not_meant() {
    let told = |keys: &str| -> Vec<String> {
        let section = section(keys);
        assert!(
            section.findings.iter().all(|finding| finding.warning),
            "{section:#?}"
        );
        section
            .findings
            .into_iter()
            .map(|finding| finding.message)
            .collect()
    };
    let small = "startFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\n";
    for (keys, words) in [
        (
            format!("[x:chess]\nmaxRank = 5\nmaxFile = 5\n{small}"),
            &["promotionRegionWhite", "doubleStepRegionBlack"][..],
        ),
        (
            format!(
                "[x:chess]\nmaxRank = 5\nmaxFile = 5\npromotionRegionWhite = *5\ndoubleStep = false\n{small}"
            ),
            &[],
        ),
        (
            "[x:chess]\nflagPiece = k\nflagRegion = e9 d4\n".to_owned(),
            &["`e9`"],
        ),
        (
            "[x:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 w KQ - 0 1\n".to_owned(),
            &["`KQ` in the start position"],
        ),
        (
            "[atomar:atomic]\nnMoveRule = 0\n".to_owned(),
            &["`atomar` is built into Fairy-Stockfish"],
        ),
        ("[x:chess]\nstalemateValue = loss\n".to_owned(), &[]),
    ] {
        let told = told(&keys);
        assert_eq!(told.len(), words.len(), "{keys}{told:#?}");
        for (told, word) in told.iter().zip(words) {
            assert!(told.contains(word), "{keys}{told}");
        }
    }
    let section = section("[x:chess]\nseirawanGating = true\n");
    let key = &section.keys[0];
    assert!(
        key.note
            .as_deref()
            .is_some_and(|note| note.contains("`gating = true`")),
        "{key:?}"
    );
}

/// The diagram knows pieces by their names, and kings castle in several ways.
#[test]
fn diagrams_by_name() {
    let whole = "files=8\nranks=8\npromoChoice=NBRQ\npawn::::a2-h2\nknight:N:::b1,g1\nbishop::::c1,f1\nrook::::a1,h1\nqueen::::d1\nking::::e1\n";
    let text = import(whole, Format::Diagram, &[]).sections.remove(0);
    assert!(text.complete(), "{text:#?}");
    let chess = variant(&text);
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let position = chess.position(fen).unwrap();
    assert_eq!(chess.legal_moves(&position).len(), 26);
    assert_eq!(chess.legal_moves(&chess.start()).len(), 20);
    let castles =
        "files=10\nranks=8\npromoZone=1\npawn:P:fmWfceFifmnD::a2-j2\nrook:R:R::a1,j1\nking:K:KisO3isO2::f1\n";
    let text = import(castles, Format::Diagram, &[]).sections.remove(0);
    assert!(text.complete(), "{text:#?}");
    let wide = variant(&text);
    let position = wide.position("5k4/10/10/10/10/10/10/R4K3R w KLQS - 0 1").unwrap();
    let texts = wide.move_texts(&position, &wide.legal_moves(&position));
    for castling in ["f1d1", "f1c1", "f1h1", "f1i1"] {
        assert!(texts.iter().any(|text| text == castling), "{texts:?}");
    }
    let unknown = import(
        "files=8\nranks=8\nwoozle::::a1\nking::::e1\n",
        Format::Diagram,
        &[],
    )
    .sections
    .remove(0);
    let messages: Vec<&str> = unknown
        .findings
        .iter()
        .map(|finding| finding.message.as_str())
        .collect();
    assert_eq!(
        messages,
        ["how the woozle moves is not said, and no piece of that name is known"]
    );
}

/// A written text gives no false warnings.
#[test]
fn no_false_alarms() {
    for keys in [
        // A promotion of which there may be one at most brings no second king.
        "[x:chess]\npromotionPieceTypesBlack = -\n",
        // A piece that appears in a zone and stays in it never stands elsewhere.
        "[x:chess]\ncustomPiece1 = w:FvW\ncustomPiece2 = z:fFsW\npromotedPieceType = z:w\n\
         promotionRegionWhite = *5 *6 *7 *8\npromotionRegionBlack = *1 *2 *3 *4\n\
         mobilityRegionWhiteCustomPiece1 = *5 *6 *7 *8\nmobilityRegionBlackCustomPiece1 = *1 *2 *3 *4\n\
         startFen = rzbqkbzr/pppppppp/8/8/8/8/PPPPPPPP/RZBQKBZR w KQkq - 0 1\n",
        // Double steps of one side.
        "[x:chess]\ndoubleStepRegionWhite = -\n",
    ] {
        let section = section(keys);
        let text = section.ferz.clone().unwrap();
        let name = "test".to_owned();
        let lowered = lower(
            Source {
                name,
                text: text.clone(),
            },
            &ferz_rulesets::Library,
        );
        let mut diagnostics = lowered.diagnostics;
        diagnostics.extend(ferz::check::check(lowered.ruleset.unwrap(), &lowered.sources).diagnostics);
        assert!(diagnostics.is_empty(), "{text}{diagnostics:#?}");
    }
}
