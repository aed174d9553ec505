//! Rules as JSON of Bishop.

use ferz::rules::Ruleset;
use ferz_import::{Export, Format, bishop, import};
use serde_json::Value;

fn bundled(name: &str) -> Ruleset {
    ferz_rulesets::ruleset(name).unwrap()
}

fn file(export: &Export) -> Value {
    serde_json::from_str(&export.text).unwrap()
}

/// Files of variants with zones, hands, gates, effects, goals and castlings of their own are read
/// back as the same rules, and nothing of them is lost.
#[test]
fn whole_variants() {
    for name in [
        "chess",
        "seirawan",
        "crazyhouse",
        "atomic",
        "capablanca",
        "berolina",
        "kingofthehill",
        "3check",
        "breakthrough",
        "joust",
        "antichess",
        "andernach",
        "legan",
        "grand",
        "grasshopper",
    ] {
        let export = bishop(&bundled(name), name);
        assert!(export.lost.is_empty(), "{name}: {:#?}", export.lost);
        assert_eq!(file(&export).get("notSaid"), None);
        let read = import(&export.text, Format::Guess, &[]);
        assert!(read.complete(), "{name}: {read:#?}");
    }
}

#[test]
fn a_file_has_bishops_words() {
    let xiangqi = file(&bishop(&bundled("xiangqi"), "Xiangqi"));
    let soldier = &xiangqi["pieceTypes"]["P"];
    assert_eq!(soldier["regionEffects"].as_array().unwrap().len(), 1, "{soldier}");
    let palace = &xiangqi["pieceTypes"]["K"]["regionEffects"][0];
    assert_eq!(palace["restrictMovement"], true);
    let region = palace["whiteRegion"].as_str().unwrap();
    let size = serde_json::json!({"b": 0, "t": 2, "l": 3, "r": 5});
    assert_eq!(xiangqi["regions"][region], size);
    let chess = file(&bishop(&bundled("chess"), "Chess"));
    assert_eq!(chess["pieceTypes"]["P"]["betza"], "fmWfceFifmnD");
    assert_eq!(chess["pieceTypes"]["P"]["enPassantable"], true);
    assert_eq!(chess["castlingOptions"]["kTarget"], 6);
    assert_eq!(chess["halfMoveDraw"], 100);
}

/// Each rule that the file cannot state is named, and stands in the file.
#[test]
fn losses_are_named() {
    for (name, what) in [
        ("amazons", "walls"),
        ("twokings", "royal"),
        ("shogi", "promotion"),
    ] {
        let export = bishop(&bundled(name), name);
        let told = export.lost.iter().any(|loss| loss.what.starts_with(what));
        assert!(told, "{name}: {:#?}", export.lost);
        let not_said = file(&export)["notSaid"].as_array().map(Vec::len);
        assert_eq!(not_said, Some(export.lost.len()));
    }
}
