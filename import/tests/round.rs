//! There and back: what is exported whole is imported as the same rules.

use ferz::engine::Variant;
use ferz::rules::{PerSide, RoyalRule, Ruleset, Score, Side};
use ferz_import::{Format, export, import};

#[test]
fn bundled_variants_there_and_back() {
    // A tenth of them, others tomorrow; all where many samples are asked for.
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse::<usize>().ok())
    };
    let (seed, all) = (number("FERZ_SEED").unwrap_or(0), number("FERZ_SAMPLES").is_some());
    let (mut whole, mut partly) = (Vec::new(), Vec::new());
    let list = ferz_rulesets::all().iter().enumerate();
    for (_, bundled) in list.filter(|(at, _)| all || at % 10 == seed % 10) {
        let rules = ferz_rulesets::ruleset(bundled.name).unwrap();
        let export = export(&rules, bundled.name);
        if export.lost.is_empty() {
            whole.push(bundled.name);
        } else {
            partly.push(format!("{}: {}", bundled.name, export.lost[0].what));
        }
        if export.lost.is_empty() {
            let import = import(&export.text, Format::Ini, &[]);
            assert!(import.complete(), "{}\n{}\n{import:?}", bundled.name, export.text);
        }
    }
    println!(
        "{} whole: {}\npartly:\n{}",
        whole.len(),
        whole.join(" "),
        partly.join("\n")
    );
    assert!(whole.len() * 4 >= partly.len(), "{}", whole.len());
}

#[test]
fn a_section_extends_what_is_nearest() {
    let file = "[first:chess]\nstalemateValue = loss\n\n[second:first]\nqueen = -\nstartFen = rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\n";
    let import = import(file, Format::Guess, &["second".to_owned()]);
    insta::assert_snapshot!(import.sections[0].ferz.as_deref().unwrap());
}

/// A hand behind the last rank, and checks that have been given, as Fairy-Stockfish reads them.
#[test]
fn start_positions_of_other_programs() {
    const ROWS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (section, start) in [
        (
            format!("[a:crazyhouse]\nstartFen = {ROWS}/PPn w KQkq - 0 1\n"),
            format!("{ROWS}[PPn] w KQkq - 0 1"),
        ),
        (
            format!("[a:chess]\ncheckCounting = true\nstartFen = {ROWS} w KQkq - 0 1 +0+1\n"),
            format!("{ROWS} w KQkq - 0 1 checks=3+2"),
        ),
    ] {
        let import = import(&section, Format::Ini, &[]);
        assert!(import.complete(), "{import:#?}");
        let variant = Variant::new(lowered(
            import.sections[0]
                .whole
                .as_deref()
                .or(import.sections[0].ferz.as_deref())
                .unwrap(),
        ))
        .unwrap();
        assert_eq!(variant.fen(&variant.start()), start, "{section}");
    }
}

/// Passes of those who have no move, and the draw after two of them.
#[test]
fn passes_lose_nothing() {
    let file = "[passes:giveaway]\npassOnStalemate = true\n";
    let import = import(file, Format::Guess, &[]);
    let passes = &import.sections[0];
    assert!(passes.complete(), "{:#?}", passes.keys);
    let text = passes.ferz.as_deref().unwrap();
    assert!(
        text.contains("pass: stuck") || text.contains("extends andersgiveaway"),
        "{text}"
    );
    let (rules, bundled) = (lowered(text), ferz_rulesets::ruleset("andersgiveaway").unwrap());
    assert_eq!(
        (rules.end, rules.restrictions),
        (bundled.end, bundled.restrictions)
    );
}

/// Declarations of a bundled parent that only its descendants feel.
#[test]
fn what_parents_leave_to_descendants() {
    let file = "\
[cross:flipello]
maxRank = 10
maxFile = 10
startFen = ***4***/***4***/***4***/10/4pP4/4Pp4/10/***4***/***4***/***4***[PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPpppppppppppppppppppppppppppppp] w 0 1

[cats:ataxx]
immobile = p
startFen = 8/8/8/8/8/8/8/8
enclosingDrop = snort
flipEnclosedPieces = none
maxRank = 8
maxFile = 8
passOnStalemate = false
stalematePieceCount = false
";
    let import = import(file, Format::Guess, &[]);
    for section in &import.sections {
        assert!(section.complete(), "{:#?}", section.keys);
    }
    let rules = |number: usize| lowered(import.sections[number].ferz.as_deref().unwrap());
    let mut first: Vec<Vec<String>> = Vec::new();
    for drop in &rules(0).drops {
        let mut squares: Vec<String> = drop.first.0.iter().map(ToString::to_string).collect();
        squares.sort();
        first.push(squares);
    }
    assert_eq!(first, [["d4", "d5", "e4", "e5"]; 2]);
    let end = rules(1).end;
    assert_eq!(end.stalemate, PerSide::both(Score::Loss));
}

/// Counts of moves, and moves to and fro of pieces that can come near the other king.
#[test]
fn counts_and_moves_to_and_fro() {
    for (file, bundled) in [
        ("[mine:makruk]\ncountingRule = cambodian\n", "cambodian"),
        (
            "[mine:janggi]\nbikjangRule = false\nmoveRepetitionIllegal = true\nnFoldRule = 4\nnMoveRule = 100\n",
            "janggimodern",
        ),
    ] {
        let import = import(file, Format::Guess, &[]);
        let mine = &import.sections[0];
        assert!(mine.complete(), "{:#?}", mine.keys);
        let rules = lowered(mine.ferz.as_deref().unwrap());
        let bundled = ferz_rulesets::ruleset(bundled).unwrap();
        assert_eq!(rules.end.counting, bundled.end.counting);
        assert_eq!(rules.end.to_and_fro, bundled.end.to_and_fro);
        assert_eq!(rules.end.repetition, bundled.end.repetition);
        assert_eq!(rules.end.move_rule, bundled.end.move_rule);
    }
}

/// Chases, and mates that are told apart.
#[test]
fn chases_and_mates() {
    let mine = |file: &str| {
        let import = import(file, Format::Guess, &[]);
        let mine = &import.sections[0];
        assert!(mine.complete(), "{:#?}", mine.keys);
        lowered(mine.ferz.as_deref().unwrap())
    };
    let xiangqi = ferz_rulesets::ruleset("xiangqi").unwrap().end.perpetual_chase;
    assert!(xiangqi.is_some());
    assert_eq!(
        mine("[mine:manchu]\nchasingRule = axf\n").end.perpetual_chase,
        xiangqi
    );
    assert_eq!(
        mine("[mine:xiangqi]\nchasingRule = none\n").end.perpetual_chase,
        None
    );
    let rules = mine("[mine:xiangqi]\nsoldierPromotionRank = 1\n");
    assert!(
        rules
            .end
            .perpetual_chase
            .is_some_and(|chase| chase.on.is_none() && chase.of == ["soldier"])
    );
    let rules = mine(
        "[mine:chess]\nshatarMateRule = true\nextinctionValue = draw\nextinctionPieceTypes = *\nextinctionPieceCount = 1\n",
    );
    let names = |mate: Option<ferz::rules::Mate>| mate.map(|mate| (mate.score, mate.pieces.join(" ")));
    let draw = (ferz::rules::Score::Draw, "knight rook".to_owned());
    assert_eq!(names(rules.end.mate_without), Some(draw));
    assert_eq!(
        names(rules.end.mate_by),
        Some((ferz::rules::Score::Win, "knight".to_owned()))
    );
}

/// An export reports rules that Fairy-Stockfish cannot express as lost.
#[test]
fn an_export_tells_what_it_loses() {
    let text = "variant \"Mine\" extends chess\n\
                rules { apart: ride vertical; exchange: king and rook; absorb: all from queen }\n\
                end { mate-by: win, of bishop; perpetual-chase: loss, by queen; to-and-fro: 3 draw }\n";
    let export = ferz_import::export(&lowered(text), "mine");
    for word in [
        "apart",
        "exchange",
        "absorb",
        "mate-by",
        "perpetual-chase",
        "to-and-fro",
    ] {
        assert!(
            export.lost.iter().any(|loss| loss.what.contains(word)),
            "{word}: {:#?}",
            export.lost
        );
    }
    let chase = |name: &str| {
        let export = ferz_import::export(&ferz_rulesets::ruleset(name).unwrap(), name);
        let lost = export
            .lost
            .iter()
            .any(|loss| loss.what.contains("perpetual") || loss.what.contains("soldier"));
        assert!(
            !lost && export.text.contains("chasingRule = axf"),
            "{:#?}",
            export.lost
        );
    };
    chase("xiangqi");
    chase("crowdedxiangqi");
    let shatar = ferz_import::export(&ferz_rulesets::ruleset("shatar").unwrap(), "shatar");
    assert!(
        shatar.lost.is_empty() && shatar.text.contains("shatarMateRule = true"),
        "{:#?}",
        shatar.lost
    );
}

/// Kings that must be parted, and points.
#[test]
fn janggi_with_and_without_points() {
    for (file, bundled) in [
        ("[mine:janggi]\nmaterialCounting = none\n", "janggitraditional"),
        (
            "[mine:janggi]\nmaterialCounting = none\nbikjangRule = false\n",
            "janggicasual",
        ),
        (
            "[mine:janggicasual]\nmaterialCounting = janggi\nbikjangRule = true\n",
            "janggi",
        ),
    ] {
        let import = import(file, Format::Guess, &[]);
        let mine = &import.sections[0];
        assert!(mine.complete(), "{:#?}", mine.keys);
        let rules = lowered(mine.ferz.as_deref().unwrap());
        let bundled = ferz_rulesets::ruleset(bundled).unwrap();
        assert_eq!(rules.restrictions, bundled.restrictions);
        let goals = |rules: &Ruleset| -> Vec<_> {
            rules
                .end
                .goals
                .iter()
                .map(|goal| (goal.side, goal.condition.clone(), goal.score))
                .collect()
        };
        assert_eq!(goals(&rules), goals(&bundled));
    }
}

/// Pieces are dropped only where they may be, also those whose movement Fairy-Stockfish has no
/// words for; discs are used up where a section gives fewer than there are squares.
#[test]
fn where_and_how_many_are_dropped() {
    let zone = |rules: &Ruleset, piece: &str| {
        let drop = rules
            .drops
            .iter()
            .find(|drop| drop.piece == piece && drop.side == Side::White);
        drop.unwrap().zone.clone()
    };
    let janggi = "[mine:janggi]\npieceDrops = true\ncapturesToHand = true\n\
                  startFen = rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR[] w - - 0 1\n";
    let bundled = ferz_rulesets::ruleset("janggihouse").unwrap();
    for piece in ["advisor", "chariot"] {
        assert_eq!(zone(&whole(janggi), piece), zone(&bundled, piece), "{piece}");
    }
    // One that moves in another way may be anywhere.
    let other = whole(&format!("{janggi}customPiece1 = a:F\n"));
    let (name, _) = other
        .pieces
        .iter()
        .find(|(_, piece)| piece.letter.white.is_some_and(|letter| letter.as_str() == "A"))
        .unwrap();
    assert_eq!(zone(&other, name), zone(&bundled, "chariot"));
    let discs = |held: usize| {
        let file = format!(
            "[mine:flipello]\nmaxRank = 4\nmaxFile = 4\nenclosingDropStart = b2 c2 b3 c3\nstartFen = 4/1pP1/1Pp1/4[{}{}] w 0 1\n",
            "P".repeat(held),
            "p".repeat(held),
        );
        whole(&file).drops[0].endless
    };
    assert_eq!((discs(12), discs(11)), (true, false));
}

/// Pieces that no explosion removes, and that do not capture their like.
#[test]
fn kings_that_survive_explosions() {
    let file = "[mine:nocheckatomic]\nblastImmuneTypes = k\nmutuallyImmuneTypes = k\n";
    let import = import(file, Format::Guess, &[]);
    let mine = &import.sections[0];
    assert!(mine.complete(), "{:#?}", mine.keys);
    let rules = lowered(mine.ferz.as_deref().unwrap());
    let bundled = ferz_rulesets::ruleset("atomar").unwrap();
    assert_eq!(rules.effects, bundled.effects);
    assert_eq!(rules.pieces["king"].movement, bundled.pieces["king"].movement);
    let export = export(&bundled, "atomar");
    assert!(export.lost.is_empty(), "{:#?}", export.lost);
}

/// The rules of a section that is taken over whole.
fn whole(file: &str) -> Ruleset {
    let import = import(file, Format::Guess, &[]);
    let mine = &import.sections[0];
    assert!(mine.complete(), "{file}{:#?}", mine.keys);
    lowered(mine.ferz.as_deref().unwrap())
}

fn lowered(text: &str) -> Ruleset {
    let source = ferz::lower::Source {
        name: "mine".to_owned(),
        text: text.to_owned(),
    };
    ferz::lower::lower(source, &ferz_rulesets::Library)
        .ruleset
        .unwrap()
}

#[test]
fn a_section_of_its_own() {
    let file = "\
# https://example.org
# Rooks and pawns on a small board.
[small]
maxRank = 5
maxFile = 5
rook = r
king = k
customPiece1 = s:FfW
pawnTypes = s
promotionPieceTypes = r
promotionRegionWhite = *5
startFen = rksrr/sssss/5/SSSSS/RKSRR w - - 0 1
pieceToCharTable = -
adjudicateFullBoard = true
castling = false
extinctionPieceTypes = r
";
    let import = import(file, Format::Guess, &[]);
    let small = &import.sections[0];
    let mut page = small.partial.clone().unwrap_or_default();
    for key in &small.keys {
        page.push_str(&format!(
            "# {}: {:?} {}\n",
            key.key,
            key.status,
            key.note.as_deref().unwrap_or("")
        ));
    }
    assert!(!small.complete());
    insta::assert_snapshot!(page);
}

#[test]
fn a_diagram() {
    let text = "\
files=8
ranks=8
promoZone=1
promoChoice=QRBN
graphicsDir=pieces/
pawn::fmWfceFifmnD::a2-h2
knight:N:N::b1,g1
bishop::B::c1,f1
rook::R::a1,h1
queen::Q::d1
king::KisO2::e1
";
    let import = import(text, Format::Guess, &[]);
    assert!(import.complete(), "{import:?}");
    insta::assert_snapshot!(import.sections[0].ferz.as_deref().unwrap());
}

#[test]
fn a_diagram_with_mistakes() {
    let text = "files=8\nranks=x\npromoZne=1\npawn::fmW?::a2-h2\nking::K::e1,z99\n";
    let import = import(text, Format::Diagram, &[]);
    let lines: Vec<String> = import.sections[0]
        .findings
        .iter()
        .map(|finding| {
            format!(
                "{}:{} {} {:?}",
                finding.line, finding.column, finding.message, finding.help
            )
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

/// Castling that takes a right, hands that are filled from a second board, pieces with two faces,
/// and royals of which the last counts.
#[test]
fn few_words_take_over_many_keys() {
    let bundled = |name: &str| ferz_rulesets::ruleset(name).unwrap();
    let rules = whole("[mine:chess]\noppositeCastling = true\n");
    assert_eq!(rules.castling, bundled("opposite-castling").castling);
    let rules = whole("[mine:crazyhouse]\ncapturesToHand = false\ntwoBoards = true\nstalemateValue = loss\n");
    let bughouse = bundled("bughouse");
    assert_eq!((rules.drops, rules.end), (bughouse.drops, bughouse.end));
    let file = "[mine:chess]\ncastling = false\nmandatoryPiecePromotion = true\npieceDemotion = true\npieceDrops = true\ncapturesToHand = true\n\
                dropPromoted = true\nking = k\nrook = r\nknight = n\npromotedPieceType = n:r\npromotionRegionWhite = *1 *2 *3 *4 *5 *6 *7 *8\n\
                promotionRegionBlack = *1 *2 *3 *4 *5 *6 *7 *8\nstartFen = 4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1\n";
    let rules = whole(file);
    let held = |piece: &str| {
        rules
            .drops
            .iter()
            .find(|drop| drop.piece == piece)
            .unwrap()
            .hand
            .clone()
    };
    assert_eq!((held("rook"), held("knight")), (Some("knight".to_owned()), None));
    let file = "[mine:chess]\nking = -\ncommoner = k\nqueen = q\npromotionPieceTypes = k\ncastling = false\nextinctionValue = loss\n\
                extinctionPieceTypes = k\nextinctionPseudoRoyal = true\n";
    let last = RoyalRule::Last;
    assert_eq!(whole(file).royalty.rule, PerSide::new(last, last));
}

/// A king in check that may not step away, promotions that are moves of their own, and bishops on
/// opposite colours: the same moves as those of the bundled variants that have them.
#[test]
fn makpong_sittuyin_and_placement() {
    let sittuyin = "[mine:makruk]\nfers = f\nmustDrop = true\npieceDrops = true\ndropRegionWhite = *1 *2 *3\n\
                    dropRegionBlack = *8 *7 *6\nsittuyinRookDrop = true\nsittuyinPromotion = true\n\
                    promotionRegionWhite = a8 b7 c6 d5 e5 f6 g7 h8\npromotionRegionBlack = a1 b2 c3 d4 e4 f3 g2 h1\n\
                    promotionPieceTypes = f\npromotionLimit = f:1\ncountingRule = asean\nnMoveRule = 50\n\
                    startFen = 8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KFRRSSNNkfrrssnn] w - - 0 1\n";
    let placement = "[mine:chess]\npieceDrops = true\nmustDrop = true\ndropRegionWhite = *1\ndropRegionBlack = *8\n\
                     castlingDroppedPiece = true\ndropOppositeColoredBishop = true\n\
                     startFen = 8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1\n";
    let makpong = "[mine:makruk]\nmakpongRule = true\n";
    for (file, key, bundled, fens) in [
        (
            makpong,
            "makpongRule = true",
            "makpong",
            &[
                "4r2k/8/8/8/8/8/3s4/R3K3 w - - 0 1",
                "7k/8/8/8/8/8/3s4/R3K3 w - - 0 1",
                "4r2k/8/8/8/8/8/8/R3K3 w - - 0 1",
                "7k/8/8/8/8/8/3m4/R3K3 w - - 0 1",
            ][..],
        ),
        (
            sittuyin,
            "sittuyinPromotion = true",
            "sittuyin",
            &[
                "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KFRRSSNNkfrrssnn] w - - 0 1",
                "7k/8/5n2/4P3/8/8/P7/4K3[] w - - 0 1",
                "k7/8/8/8/8/8/P7/4K3[] w - - 0 1",
                "4k3/8/8/8/4P3/8/8/K3R3[] w - - 0 1",
                "8/p7/8/7K/8/8/8/1k6[] b - - 0 1",
            ],
        ),
        (
            placement,
            "dropOppositeColoredBishop = true",
            "placement",
            &[
                "8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1",
                "2k5/pppppppp/8/8/8/8/PPPPPPPP/1N1K2BN[QRRBqrrbbnn] w - - 0 1",
                "8/pppppppp/8/8/8/8/PPPPPPPP/2B5[KQRRBNNkqrrbbnn] w - - 0 1",
            ],
        ),
    ] {
        let import = import(file, Format::Guess, &[]);
        let mine = &import.sections[0];
        assert!(mine.complete(), "{:#?}", mine.keys);
        let text = mine.ferz.as_deref().unwrap();
        let mine = Variant::new(lowered(text)).unwrap();
        let theirs = Variant::new(ferz_rulesets::ruleset(bundled).unwrap()).unwrap();
        for fen in fens {
            let moves = |variant: &Variant| {
                let position = variant.position(fen).unwrap();
                let mut texts = variant.move_texts(&position, &variant.legal_moves(&position));
                texts.sort();
                texts
            };
            assert_eq!(moves(&mine), moves(&theirs), "{bundled}: {fen}\n{text}");
        }
        assert_eq!(
            mine.rules().end.only_promotions,
            theirs.rules().end.only_promotions
        );
        // The way back says the key again.
        let back = export(&ferz_rulesets::ruleset(bundled).unwrap(), bundled).text;
        assert!(back.lines().any(|line| line == key), "{back}");
    }
}

/// Castling that wins, first leaps, and a first check that wins: there and back.
#[test]
fn leaps_and_castling_that_win() {
    for (file, bundled) in [
        ("[mine:chess]\ncastlingWins = q\n", "castle"),
        (
            "[mine:makruk]\ngating = true\ncambodianMoves = true\ncountingRule = cambodian\n\
             startFen = rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1\n",
            "cambodian",
        ),
    ] {
        let import = import(file, Format::Guess, &[]);
        let mine = &import.sections[0];
        assert!(mine.complete(), "{:#?}", mine.keys);
        let text = mine.ferz.as_deref().unwrap();
        let (rules, bundled) = (lowered(text), ferz_rulesets::ruleset(bundled).unwrap());
        assert_eq!(rules.effects, bundled.effects, "{text}");
        assert_eq!(rules.powers, bundled.powers);
        assert_eq!(rules.end.counting, bundled.end.counting);
        let conditions = |rules: &Ruleset| -> Vec<_> {
            let goals = rules.end.goals.iter();
            goals
                .map(|goal| (goal.side, goal.condition.clone(), goal.score))
                .collect()
        };
        assert_eq!(conditions(&rules), conditions(&bundled));
        for (name, piece) in &bundled.pieces {
            assert_eq!(rules.pieces[name].movement, piece.movement);
        }
        assert_eq!(rules.start, bundled.start);
    }
    for name in [
        "castle",
        "cambodian",
        "karouk",
        "makpong",
        "sittuyin",
        "xiangqi",
        "minixiangqi",
    ] {
        let export = ferz_import::export(&ferz_rulesets::ruleset(name).unwrap(), name);
        assert!(
            export.lost.is_empty(),
            "{name}: {:#?}\n{}",
            export.lost,
            export.text
        );
    }
}

/// A leap of a kind that Fairy-Stockfish does not have is reported.
#[test]
fn leaps_of_nobody() {
    for text in [
        "[mine:makruk]\ncambodianMoves = true\n",
        "[mine:makruk]\ngating = true\ncambodianMoves = true\n",
    ] {
        let import = import(text, Format::Guess, &[]);
        let mine = &import.sections[0];
        let key = mine.keys.iter().find(|key| key.key == "cambodianMoves").unwrap();
        assert_eq!(key.status, ferz_import::Status::Misread, "{:#?}", mine.keys);
    }
}
