//! Files of Bishop: the texts that come of them, and that nothing of them goes unmentioned.

mod helpers;

use ferz_import::{Format, Status, import};
use helpers::{BISHOP, moves, section, variant, whole};

#[test]
fn a_variant_of_bishop() {
    let section = section(BISHOP, Format::Bishop);
    let text = whole(&section);
    // A gold that stays in its half, a soldier that goes sideways in the other one.
    let gold = moves(text, "5k/6/6/2G3/6/4K1[] w - - 0 1");
    let of = |list: &[String], from: &str| -> Vec<String> {
        let own = list.iter().filter(|text| text.starts_with(from));
        own.cloned().collect()
    };
    assert_eq!(of(&gold, "c3"), ["c3b3", "c3c2", "c3d3"]);
    let low = moves(text, "5k/6/6/2S3/6/4K1[] w - - 0 1");
    assert_eq!(of(&low, "c3"), ["c3c4"]);
    let high = moves(text, "5k/6/2S3/6/6/4K1[] w - - 0 1");
    assert_eq!(of(&high, "c4"), ["c4b4", "c4c5", "c4d4"]);
    assert!(text.contains("K: king d1 e1, rook f1 d1"), "{text}");
    // Promotion is a choice on the rank before the last, and never makes a third rook.
    let pawn = moves(text, "3k2/6/P5/6/6/R3KR[] w - - 0 1");
    assert_eq!(of(&pawn, "a4"), ["a4a5", "a4a5n", "a4a5s"]);
    let drops = moves(text, "5k/6/6/6/6/4K1[PN] w - - 0 1");
    assert_eq!(of(&drops, "P@").len(), 24);
    assert_eq!(of(&drops, "N@").len(), 34);
    assert!(
        text.contains("stalemate: loss") && text.contains("move-rule: 80 draw"),
        "{text}"
    );
    assert!(text.contains("reach king on"), "{text}");
}

#[test]
fn actions_of_bishop() {
    let action = "\"bishop.action.flyingGenerals\"";
    let closed = BISHOP.replace(action, "\"bishop.action.blockOrigin\"");
    let text = whole(&section(&closed, Format::Bishop)).to_owned();
    assert!(text.contains("close: origin"), "{text}");
    let fill = "{\"id\": \"bishop.action.fillRegion\", \"whiteId\": \"top\", \"blackId\": \"low\"}";
    let filled = BISHOP.replace(action, fill);
    let text = whole(&section(&filled, Format::Bishop)).to_owned();
    assert!(
        text.contains("at-least 2") && text.contains("at-least 18"),
        "{text}"
    );
}

/// Effects of the moves of a type, and squares whose leaving ends the game.
#[test]
fn effects_of_bishop() {
    let horse = "\"N\": {\"betza\": \"N\"";
    assert!(BISHOP.contains(horse));
    let own = |action: &str| BISHOP.replace(horse, &format!("{horse}, \"actions\": [{action}]"));
    let text = own("\"bishop.action.immortality\"");
    let iron = section(&text, Format::Bishop);
    let usual = section(BISHOP, Format::Bishop);
    for (text, captures) in [(whole(&usual), true), (whole(&iron), false)] {
        let list = moves(text, "5k/6/6/1Gn3/6/4K1[] w - - 0 1");
        assert_eq!(list.contains(&"b3c3".to_owned()), captures, "{list:?}");
    }
    let text = own("{\"id\": \"bishop.action.addToHand\", \"piece\": \"P\", \"count\": 2}");
    let more = section(&text, Format::Bishop);
    assert_eq!(whole(&more).matches("hand: friend pawn on origin").count(), 2);
    let action = "\"bishop.action.flyingGenerals\"";
    let left = "{\"id\": \"bishop.action.exitRegionEnding\", \"region\": {\"b\": 2, \"t\": 2}}";
    let text = section(&BISHOP.replace(action, left), Format::Bishop);
    // The soldier on d3 leaves the rank at once; the pawn has not stood there.
    let variant = variant(whole(&text));
    let start = variant.start();
    for (text, over) in [("d3d4", true), ("a2a3", false)] {
        let next = variant.play(&start, variant.find_move(&start, text).unwrap());
        assert_eq!(variant.outcome(&next).is_some(), over, "{text}");
    }
}

#[test]
fn rules_of_bishop_that_are_lost() {
    let action = "\"bishop.action.flyingGenerals\"";
    for (to, status) in [
        (
            "{\"id\": \"bishop.action.addToHand\", \"piece\": \"P\"}",
            Status::Awaits,
        ),
        (
            "{\"id\": \"bishop.action.explosionRadius\", \"radius\": 3}",
            Status::Awaits,
        ),
    ] {
        let section = section(&BISHOP.replace(action, to), Format::Bishop);
        assert_eq!(section.ferz, None);
        assert!(section.partial.is_some(), "{:#?}", section.findings);
        assert!(section.keys.iter().any(|key| key.status == status), "{to}");
    }
    // The rule of a variant with code of its own is not in its file.
    let own = section(&BISHOP.replace(&format!("[{action}]"), "[]"), Format::Bishop);
    assert_eq!(own.lost.len(), 1, "{:?}", own.lost);
    assert!(own.keys.iter().any(|key| key.status == Status::Elsewhere));
    let odd = section(&BISHOP.replace("\"enPassant\"", "\"enPasant\""), Format::Bishop);
    assert!(odd.lost[0].what.starts_with("enPasant"), "{:?}", odd.lost);
}

#[test]
fn mistakes_of_bishop_have_places() {
    for (from, to, place, message) in [
        ("\"6x6\"", "\"60x6\"", (5, 15), "no size of a board"),
        ("\"N\", \"value\"", "\"N$\", \"value\"", (14, 18), "N$"),
        (
            "\"whiteRegion\": \"low\"",
            "\"whiteRegion\": \"lo\"",
            (19, 21),
            "no region of this name",
        ),
        ("/pppppp/2s3", "/ppppp1p/2s3", (55, 19), "longer than a rank"),
        ("rngknr/", "rnxknr/", (55, 19), "no piece is written `x`"),
        ("{\"b\": 0, \"t\": 2}", "{}", (61, 10), "no region"),
    ] {
        let text = BISHOP.replacen(from, to, 1);
        assert_ne!(text, BISHOP);
        let section = section(&text, Format::Bishop);
        let found = section
            .findings
            .iter()
            .find(|finding| finding.message.contains(message));
        let found = found.unwrap_or_else(|| panic!("{message}: {:#?}", section.findings));
        assert_eq!((found.line, found.column), place, "{message}");
        assert_eq!(section.ferz, None);
    }
    let cut = import(&BISHOP[..300], Format::Bishop, &[]);
    assert!(cut.sections.is_empty() && !cut.findings.is_empty());
}

/// Every value of the file stands in the report, at its place, whatever is wrong with it.
#[test]
fn every_value_of_bishop_is_in_the_report() {
    let mut random = ferz::snapshot::Random::new(3);
    for round in 0..80 {
        let mut text = BISHOP.to_owned();
        for _ in 0..round % 4 {
            let words: Vec<(usize, &str)> = text.match_indices(['0', '1', '6']).collect();
            let (at, _) = words[random.below(words.len())];
            let other = ["7", "x", "N", "true"][random.below(3)];
            text.replace_range(at..=at, other);
        }
        let Ok(whole) = serde_json::from_str::<serde_json::Value>(&text) else {
            continue;
        };
        let imported = import(&text, Format::Bishop, &[]);
        let told: usize = imported.sections[0].keys.len();
        assert_eq!(told, leaves(&whole), "{:#?}", imported.sections[0].keys);
        for key in &imported.sections[0].keys {
            let line = text.lines().nth(key.line - 1).unwrap();
            let rest: String = line.chars().skip(key.column - 1).collect();
            assert!(rest.starts_with(&key.value), "{key:?}");
        }
    }
}

fn leaves(value: &serde_json::Value) -> usize {
    match value {
        serde_json::Value::Array(list) if !list.is_empty() => list.iter().map(leaves).sum(),
        serde_json::Value::Object(list) if !list.is_empty() => list.values().map(leaves).sum(),
        _ => 1,
    }
}
