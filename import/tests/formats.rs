//! Files of Sjaak II and Fairy-Max, and lines of engines for XBoard: the texts that come of
//! them, and that nothing of them goes unmentioned.

mod helpers;

use ferz_import::{Format, Section, Status, import};
use helpers::{BISHOP, moves, section, variant, whole};

/// A file of Sjaak II with most of its lines.
const SJAAK: &str = r#"# A small board for tests.
Variant: Small Chess (6x6)
Board: 6x6
FEN: "rnkqnr/pppppp/6/6/PPPPPP/RNKQNR w KQkq -"
XBoard pieces: "PN.RQKpn.rqk"
Zone: rank6 = a6,b6,c6,d6,e6,f6
Zone: rank5 = a5,b5,c5,d5,e5,f5
Zone: rank2 = a2,b2,c2,d2,e2,f2
Zone: rank1 = a1,b1,c1,d1,e1,f1

Piece: Knight
Move: leap (2,1)
Symbol: "N", "N,n"
Value: 300

Piece: Horse          # a knight that can be blocked
Move: leap (1,0)+(1,1)&(2,1)
Symbol: "H", "H,h"

Piece: Cannon
Move: slide (H,V)
Capture: hop (H,V)
Symbol: "C", "C,c"

Piece: Rook
Move: slide (H,V)
Symbol: "R", "R,r"

Piece: Queen
Move: slide (H,V,A,D)
Symbol: "Q", "Q,q"

Piece: King
Move: leap (0,1)|(1,1)
Symbol: "K", "K,k"
Flags: royal
Castle: white c1-e1 with f1
Castle: black c6-e6 with f6

Piece: Pawn
Move: step N
Capture: step NE,NW
Special: rank2, rank5, step 2N
Symbol: " ", "P,p"
Flags: set_ep,take_ep
Promotion: rank6, rank1, "QRNHC"

Rule: checkmate = win
Rule: stalemate = loss
Rule: repeat4 = draw, movecountdraw = 40
"#;

/// The same with hands, and the rules that the language cannot express.
const DROPS: &str = r#"Variant: Pocket
Board: 5x5
FEN: "sgkgs/1ppp1/5/1PPP1/SGKGS[] w - -"
Zone: far = a4,b4,c4,d4,e4,a5,b5,c5,d5,e5
Zone: near = a2,b2,c2,d2,e2,a1,b1,c1,d1,e1
Piece: King
Move: leap (0,1)|(1,1)
Symbol: "K", "K,k"
Flags: royal
Piece: Gold
Move: aleap (1,0)|(-1,0)|(0,1)|(0,-1)|(1,1)|(-1,1)
Symbol: "G", "G,g"
Piece: Silver
Move: aleap (0,1)|(1,1)|(1,-1)|(-1,-1)|(-1,1)
Symbol: "S", "S,s"
Promotion: far, near, "+"
Piece: Promoted
Move: aleap (1,0)|(-1,0)|(0,1)|(0,-1)|(1,1)|(-1,1)
Symbol: "+S", "+S,+s"
Piece: Pawn
Move: step N
Symbol: "P", "P,p"
Flags: drop_no_mate, drop_one_file
Rule: keep capture, allow drops
"#;

/// A file of Fairy-Max with most kinds of rays.
const FAIRYMAX: &str = "version 4.8
// A griffon beside the queen
Game: small-griffon # PNBRQ...G....Kpnbrq...g....k # fairy
8x8
6 4 8 7 3 5 4 6
6 4 8 7 3 5 4 6
p:100 -16,24 -16,6 -15,5 -17,5
p:100 16,24 16,6 15,5 17,5
k:-1 1,34 -1,34 1,7 16,7 15,7 17,7 -1,7 -16,7 -15,7 -17,7
n:325 14,7 31,7 33,7 18,7 -14,7 -31,7 -33,7 -18,7
c:400 1,BA 16,BA -1,BA -16,BA
R:500 1,3 16,3 -1,3 -16,3
Q:950 1,3 16,3 15,3 17,3 -1,3 -16,3 -15,3 -17,3
g:830 17,1003 15,1F003 -15,1003 -17,1F003 17,3,1 -15,3,1 -17,3,-1 15,3,-1
#
# G& FyafsF

// End of file
";

/// Lines of an engine with two variants.
const XBOARD: &str = r#"feature ping=1 variants="small,pocket" done=1
variant small
setup (PNBR.Kpnbr.k) 6x6+0_fairy rbnkbr/pppppp/6/6/PPPPPP/RBNKBR w KQkq -
piece N& N
piece B& B
piece R& R
piece K& KirO2ilO3
piece P& fmWfceF
# a remark
variant pocket
setup (P.BR.S...G.+.++.+Kp.br.s...g.+.++.+k) 5x5+5_shogi rbsgk/4p/5/P4/KGSBR[-] w 0 1
piece B& B@5
piece +B& BW
piece R& R@5
piece +R& RF
piece S& FfW@5
piece +S& WfF
piece P& fWf@4
piece +P& WfF
piece G& WfF@5
piece K& K
"#;

#[test]
fn formats_are_recognized() {
    for (text, format) in [
        (SJAAK, Format::Sjaak),
        (FAIRYMAX, Format::FairyMax),
        (XBOARD, Format::XBoard),
        (BISHOP, Format::Bishop),
    ] {
        assert_eq!(import(text, Format::Guess, &[]), import(text, format, &[]));
    }
}

#[test]
fn a_variant_of_sjaak() {
    let section = section(SJAAK, Format::Sjaak);
    assert_eq!(section.name, "small-chess-6x6");
    let text = whole(&section);
    // A blocked horse, a cannon over a hurdle, a double step, a castling.
    assert_eq!(
        moves(text, "2k3/6/6/2P3/2H3/2K3 w - - 0 1"),
        "c1b1 c1b2 c1d1 c1d2 c2a1 c2a3 c2e1 c2e3 c3c4"
            .split(' ')
            .collect::<Vec<_>>()
    );
    let cannon = moves(text, "2k3/p5/6/P5/C5/2K3 w - - 0 1");
    assert!(cannon.contains(&"a2a5".to_owned()) && !cannon.contains(&"a2a4".to_owned()));
    let start = moves(text, "rnkqnr/pppppp/6/6/PPPPPP/RNKQNR w Kk - 0 1");
    assert_eq!(start.len(), 16);
    assert!(moves(text, "2k3/6/6/6/6/2K2R w K - 0 1").contains(&"c1e1".to_owned()));
    assert!(text.contains("stalemate: win"), "{text}");
    assert!(text.contains("move-rule: 80 draw"), "{text}");
}

#[test]
fn hands_of_sjaak() {
    let text = section(DROPS, Format::Sjaak);
    let text = whole(&text);
    // No second pawn on a file, none where it could never move.
    let drops = moves(text, "2k2/5/5/1P3/2K2[P] w - - 0 1");
    let drops: Vec<_> = drops.iter().filter(|text| text.starts_with("P@")).collect();
    assert_eq!(drops.len(), 15);
    // Promotion is optional where the piece could go on.
    let silver = moves(text, "2k2/5/S4/5/2K2[] w - - 0 1");
    assert!(silver.contains(&"a3a4".to_owned()) && silver.contains(&"a3a4+".to_owned()));
}

/// Promoted pieces come to a hand as they are, unless their signs begin with a plus.
#[test]
fn promoted_pieces_of_sjaak_in_hand() {
    let queens = DROPS.replace(
        "Rule: keep",
        "Piece: Queen\nMove: slide (H,V,A,D)\nSymbol: \"Q\", \"Q,q\"\nRule: keep",
    );
    let pawns = "Flags: drop_no_mate, drop_one_file";
    let queens = queens.replace(pawns, &format!("{pawns}\nPromotion: far, near, \"Q\""));
    let text = section(&queens, Format::Sjaak);
    let text = whole(&text);
    let variant = variant(text);
    let after = |fen: &str, moves: &[&str]| {
        let mut position = variant.position(fen).unwrap();
        for text in moves {
            let found = variant.find_move(&position, text).unwrap();
            position = variant.play(&position, found);
        }
        variant.fen(&position)
    };
    let queen = after("2k2/P4/5/2K2/q4[] w - - 0 1", &["a4a5q", "a1a5"]);
    assert!(queen.contains("[q]"), "{queen}");
    let silver = after("2k2/S4/5/2K2/q4[] w - - 0 1", &["a4a5+", "a1a5"]);
    assert!(silver.contains("[s]"), "{silver}");
}

/// The program overlooks a mask behind a blank, and zones of drops; nothing captures iron.
#[test]
fn what_sjaak_does_with_its_lines() {
    let text = SJAAK.replace("(1,1)&(2,1)", "(1,1) & (2,1)");
    let area = section(&text, Format::Sjaak);
    assert!(area.lost[0].what.starts_with("Move"), "{:?}", area.lost);
    let text = DROPS.replace("Flags: drop_no_mate", "Drop zone: far, near\nFlags: drop_no_mate");
    let same = section(&text, Format::Sjaak);
    assert_eq!(whole(&same), whole(&section(DROPS, Format::Sjaak)));
    let text = SJAAK.replace("Value: 300", "Flags: iron");
    let iron = section(&text, Format::Sjaak);
    let usual = section(SJAAK, Format::Sjaak);
    for (text, captures) in [(whole(&usual), true), (whole(&iron), false)] {
        let list = moves(text, "2k3/6/6/6/2n3/2R2K w - - 0 1");
        assert_eq!(list.contains(&"c1c2".to_owned()), captures, "{list:?}");
    }
}

#[test]
fn a_game_of_fairymax() {
    let text = section(FAIRYMAX, Format::FairyMax);
    let text = whole(&text);
    let griffon = moves(text, "7k/8/8/8/8/2P5/1G6/7K w - - 0 1");
    let griffon: Vec<_> = griffon.iter().filter(|text| text.starts_with("b2")).collect();
    // A diagonal step, then straight on and away.
    assert_eq!(griffon.len(), 12, "{griffon:?}");
    assert!(moves(text, "4k3/8/8/8/8/8/8/4K2R w K - 0 1").contains(&"e1g1".to_owned()));
    let promotions = moves(text, "7k/P7/8/8/8/8/8/7K w - - 0 1");
    assert!(promotions.contains(&"a7a8g".to_owned()), "{promotions:?}");
}

/// One of the variants of an engine's lines.
fn told(text: &str, name: &str) -> Section {
    let mut import = import(text, Format::XBoard, &[name.to_owned()]);
    assert!(import.findings.is_empty(), "{:#?}", import.findings);
    assert_eq!(import.sections.len(), 1);
    import.sections.remove(0)
}

#[test]
fn lines_of_an_engine() {
    let small = told(XBOARD, "small");
    let text = whole(&small);
    let castlings = moves(text, "3k2/6/6/6/6/R2K1R w KQ - 0 1");
    assert!(castlings.contains(&"d1a1".to_owned()), "{castlings:?}");
    let promotions = moves(text, "5k/P5/6/6/6/3K2 w - - 0 1");
    let own = promotions.iter().filter(|text| text.starts_with("a5a6"));
    assert_eq!(own.count(), 3, "{promotions:?}");
    let pocket = told(XBOARD, "pocket");
    let text = whole(&pocket);
    let drops = moves(text, "4k/5/5/1P3/K4[PG] w - - 0 1");
    let pawns = drops.iter().filter(|text| text.starts_with("P@")).count();
    // On four ranks of the four files without a pawn, but for the king's square.
    assert_eq!(pawns, 15, "{drops:?}");
    let promotions = moves(text, "4k/1P3/5/5/K4[] w - - 0 1");
    assert!(promotions.contains(&"b4b5+".to_owned()), "{promotions:?}");
    assert!(!promotions.contains(&"b4b5".to_owned()), "{promotions:?}");
}

#[test]
fn engines_do_not_tell_everything() {
    let other = XBOARD.replace("6x6+0_fairy", "6x6+0_makruk");
    let small = told(&other, "small");
    assert_eq!(small.ferz, None);
    assert!(small.partial.is_some());
    assert_eq!(small.lost.len(), 1, "{:?}", small.lost);
    let none = told("variant falcon\npiece F& FyafsF\n", "falcon");
    assert!(none.findings[0].message.contains("no `setup`"), "{none:#?}");
    for (from, to, why) in [
        ("6x6+0", "6x6+5", "how a piece comes to the hand"),
        ("RBNKBR w", "RBNNBR w", "no king of white"),
        ("R& R", "R& RisO2", "castling of a kind with several pieces"),
    ] {
        let text = XBOARD.replacen(from, to, 1);
        let small = told(&text, "small");
        assert_eq!(small.ferz, None, "{text}");
        assert!(small.lost[0].why.contains(why), "{:?}", small.lost);
    }
    let chess = "setup (PNBRQKpnbrqk) 8x8+0_fairy rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let section = section(chess, Format::XBoard);
    assert_eq!(moves(whole(&section), START).len(), 20);
    assert!(moves(whole(&section), "4k3/8/8/8/8/8/8/4K2R w K - 0 1").contains(&"e1g1".to_owned()));
}

/// The start of chess.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn mistakes_in_lines_of_an_engine_have_places() {
    for (from, to, place, message) in [
        ("6x6+0", "6x+0", (3, 22), "no size of a board"),
        ("6x6+0", "60x6+0", (3, 22), "no size of a board"),
        ("/PPPPPP/", "/PPPP$P/", (3, 34), "no position of 6 ranks"),
        ("RBNKBR w", "RBNKBR x", (3, 66), "no side"),
        ("RBNKBR w", "RBNKXR w", (3, 34), "no line says how `X` moves"),
        ("piece N& N", "piece N& N$", (4, 11), "N$"),
        ("piece N& N", "piece 9& N", (4, 7), "no letter of a piece"),
    ] {
        let text = XBOARD.replacen(from, to, 1);
        assert_ne!(text, XBOARD);
        let small = told(&text, "small");
        let found = small
            .findings
            .iter()
            .find(|finding| finding.message.contains(message));
        let found = found.unwrap_or_else(|| panic!("{message}: {:#?}", small.findings));
        assert_eq!((found.line, found.column), place, "{message}");
        assert_eq!(small.ferz, None);
    }
}

/// The characters that may stand between constructs.
const BETWEEN: &[char] = &[' ', ',', ':', '=', '\t'];

/// The report names every leaf of a source, at its place.
fn accounted(text: &str, section: &Section, comment: Option<char>, skipped: &[&str]) {
    for (number, line) in text.lines().enumerate() {
        let kept = comment.map_or(line, |sign| line.split(sign).next().unwrap_or_default());
        let own = section.keys.iter();
        let own = own.filter(|key| key.line == number + 1 && key.key != "assumed");
        let mut left: Vec<char> = kept.chars().collect();
        for key in own {
            let from = key.column - 1;
            for (at, sign) in key.value.chars().enumerate() {
                assert_eq!(left[from + at], sign, "{key:?}");
                left[from + at] = ' ';
            }
        }
        let mut rest: String = left.into_iter().filter(|sign| !BETWEEN.contains(sign)).collect();
        // Of `Key: value` the key stands in the report as its key.
        if let Some((key, _)) = kept.split_once(':')
            && comment == Some('#')
        {
            let key: String = key.chars().filter(|sign| !BETWEEN.contains(sign)).collect();
            rest = rest.strip_prefix(&key).unwrap_or(&rest).to_owned();
        }
        let skip = skipped.iter().any(|begin| line.starts_with(begin));
        assert!(
            rest.is_empty() || skip,
            "line {}: `{rest}` is not in the report",
            number + 1
        );
    }
}

#[test]
fn every_construct_is_in_the_report() {
    for text in [SJAAK, DROPS] {
        accounted(text, &section(text, Format::Sjaak), Some('#'), &[]);
    }
    let game = section(FAIRYMAX, Format::FairyMax);
    accounted(FAIRYMAX, &game, None, &["version", "//", "Game", "#"]);
    let told = import(XBOARD, Format::XBoard, &[]);
    let mut all = told.sections[0].clone();
    all.keys.extend(told.sections[1].keys.clone());
    all.keys.retain(|key| key.key != "rules");
    accounted(&words_alone(XBOARD), &all, None, &[]);
    assert!(game.keys.iter().any(|key| key.status == Status::Assumed));
}

/// Lines of an engine without the words that begin them and the signs between parts.
fn words_alone(text: &str) -> String {
    let blank = |word: &str, line: &str| line.replacen(word, &" ".repeat(word.len()), 1);
    let line = |line: &str| match line.split(' ').next() {
        Some(word @ ("variant" | "setup" | "piece")) => blank(word, line).replace(['_'], " "),
        _ => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Lines of an engine in any order, with one left out: the report still names everything.
#[test]
fn shuffled_lines_of_an_engine_are_in_the_report() {
    let mut random = ferz::snapshot::Random::new(11);
    for _ in 0..60 {
        let mut lines: Vec<&str> = XBOARD.lines().collect();
        for _ in 0..4 {
            let (a, b) = (random.below(lines.len()), random.below(lines.len()));
            lines.swap(a, b);
        }
        lines.remove(random.below(lines.len()));
        let text = lines.join("\n");
        let mut all = Section::default();
        for section in import(&text, Format::XBoard, &[]).sections {
            all.keys.extend(section.keys);
        }
        all.keys.retain(|key| key.key != "rules");
        accounted(&words_alone(&text), &all, None, &[]);
    }
}

/// Lines in any order, cut anywhere: the report still names everything, and nothing panics.
#[test]
fn shuffled_lines_are_in_the_report() {
    let mut random = ferz::snapshot::Random::new(7);
    for _ in 0..60 {
        let mut lines: Vec<&str> = SJAAK.lines().chain(DROPS.lines().skip(1)).collect();
        for _ in 0..4 {
            let (a, b) = (random.below(lines.len()), random.below(lines.len()));
            lines.swap(a, b);
        }
        lines.remove(random.below(lines.len()));
        lines.retain(|line| !line.starts_with("Variant:"));
        let text = format!("Variant: X\n{}\n", lines.join("\n"));
        for section in import(&text, Format::Sjaak, &[]).sections {
            accounted(&text, &section, Some('#'), &[]);
        }
    }
}

/// Lines of a game in any order, one left out, one of a piece without a letter added.
#[test]
fn shuffled_lines_of_a_game_are_in_the_report() {
    let mut random = ferz::snapshot::Random::new(13);
    let lines: Vec<&str> = FAIRYMAX.lines().collect();
    for _ in 0..60 {
        let mut game = lines[3..14].to_vec();
        for _ in 0..random.below(4) {
            let (a, b) = (random.below(game.len()), random.below(game.len()));
            game.swap(a, b);
        }
        game.remove(random.below(game.len()));
        game.insert(random.below(game.len()), "-18:100 1,7");
        let text = [&lines[..3], &game, &lines[14..]].concat().join("\n");
        let game = section(&text, Format::FairyMax);
        accounted(&text, &game, None, &["version", "//", "Game", "#"]);
    }
}

#[test]
fn lost_rules_leave_no_text() {
    let text = SJAAK.replace("Flags: royal", "Flags: royal, no_mate");
    let section = section(&text, Format::Sjaak);
    assert_eq!(section.ferz, None);
    assert_eq!(section.lost.len(), 1, "{:?}", section.lost);
    assert!(section.partial.is_some());
    assert!(!section.complete());
}

#[test]
fn mistakes_have_places() {
    for (from, to, place, message) in [
        ("Board: 6x6", "Board: 60x6", (3, 8), "no size of a board"),
        ("a6,b6", "a6,b9", (6, 18), "no square of the board"),
        (
            "slide (H,V)\nCapture",
            "slid (H,V)\nCapture",
            (21, 7),
            "no way of moving",
        ),
        ("rank2, rank5", "rank2, rank", (43, 17), "no zone"),
        ("stalemate =", "stalmate =", (49, 7), "no rule"),
        ("RNKQNR w", "RNKXNR w", (4, 7), "no piece is written `X`"),
        (
            "Symbol: \"K\", \"K,k\"",
            "Symbol: K",
            (35, 9),
            "signs in positions",
        ),
    ] {
        let text = SJAAK.replacen(from, to, 1);
        assert_ne!(text, SJAAK);
        let import = import(&text, Format::Sjaak, &[]);
        let findings = &import.sections[0].findings;
        let found = findings.iter().any(|finding| finding.message.contains(message));
        assert!(found, "{message}: {findings:#?}");
        let there = findings
            .iter()
            .any(|finding| (finding.line, finding.column) == place);
        assert!(there, "{place:?}: {findings:#?}");
        assert_eq!(import.sections[0].ferz, None);
    }
    for (from, to, message) in [
        ("8x8\n", "8y8\n", "no size of a board"),
        ("6 4 8 7", "6 4 8 99", "no number of a piece"),
        ("6 4 8 7", "4 8 7", "on a board of 8 files"),
        ("14,7", "14,7x", "no ray"),
        ("n:325", "n:many", "no value"),
    ] {
        let text = FAIRYMAX.replacen(from, to, 1);
        let import = import(&text, Format::FairyMax, &[]);
        let findings = &import.sections[0].findings;
        let found = findings.iter().any(|finding| finding.message.contains(message));
        assert!(found, "{message}: {findings:#?}");
        assert_eq!(import.sections[0].ferz, None);
    }
}
