//! Files of Sjaak II and Fairy-Max: what comes of them, and that nothing of them goes unmentioned.

use ferz::engine::Variant;
use ferz::lower::{Source, lower};
use ferz_import::{Format, Section, Status, import};

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

fn section(text: &str, format: Format) -> Section {
    let mut import = import(text, format, &[]);
    assert!(import.findings.is_empty(), "{:#?}", import.findings);
    assert_eq!(import.sections.len(), 1);
    import.sections.remove(0)
}

fn variant(text: &str) -> Variant {
    let source = Source {
        name: "test".to_owned(),
        text: text.to_owned(),
    };
    let lowered = lower(source, &ferz_rulesets::Library);
    let rules = lowered
        .ruleset
        .unwrap_or_else(|| panic!("{text}\n{:#?}", lowered.diagnostics));
    Variant::new(rules).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

fn moves(text: &str, fen: &str) -> Vec<String> {
    let variant = variant(text);
    let position = variant
        .position(fen)
        .unwrap_or_else(|error| panic!("{text}\n{error}"));
    let moves = variant.legal_moves(&position);
    let mut texts = variant.move_texts(&position, &moves);
    texts.sort();
    texts
}

fn whole(section: &Section) -> &str {
    assert!(section.complete(), "{section:#?}");
    section.ferz.as_deref().unwrap()
}

#[test]
fn formats_are_recognized() {
    for (text, format) in [(SJAAK, Format::Sjaak), (FAIRYMAX, Format::FairyMax)] {
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
    assert!(game.keys.iter().any(|key| key.status == Status::Assumed));
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
            accounted(&text, &section, Some('#'), &["Castle"]);
        }
    }
}

#[test]
fn lost_rules_leave_no_text() {
    let text = SJAAK.replace("Flags: royal", "Flags: royal, iron");
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
