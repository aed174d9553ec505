//! Rules as sections, as JSON of Bishop, and as files of Sjaak II.

use ferz::rules::Ruleset;
use ferz_import::{Export, Format, Section, bishop, export, import, interactive_diagram, sjaak};
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

/// Hands, flags, checks and duties are read back as the same rules.
#[test]
fn files_of_sjaak() {
    for name in [
        "chess",
        "shogi",
        "minishogi",
        "kingofthehill",
        "breakthrough",
        "3check",
        "antichess",
        "shatranj",
        "chancellor",
        "shoshogi",
    ] {
        let export = sjaak(&bundled(name), name);
        let lost: Vec<&str> = export.lost.iter().map(|loss| loss.what.as_str()).collect();
        let ends = |what: &&str| what.starts_with("end ") || *what == "play";
        assert!(lost.iter().all(ends), "{name}: {lost:?}");
        let read = import(&export.text, Format::Guess, &[]);
        assert!(read.complete(), "{name}: {read:#?}");
    }
}

#[test]
fn lines_of_sjaak() {
    let has = |name: &str, lines: &[&str]| {
        let text = sjaak(&bundled(name), name).text;
        for line in lines {
            assert!(text.lines().any(|own| own == *line), "{name}: {line}: {text}");
        }
    };
    has(
        "kingofthehill",
        &[
            "BlackFlag: d4,e4,d5,e5",
            "Rule: captureanyflag = win",
            "Flags: royal,capture_flag",
        ],
    );
    has(
        "shogi",
        &[
            "Symbol: \"+P\", \"+P,+p\"",
            "Flags: drop_no_mate,drop_one_file",
            "Rule: keep capture",
        ],
    );
    has("3check", &["Rule: check3 = win"]);
    has("antichess", &["Rule: forced capture", "Rule: nopieces = win"]);
    has(
        "minixiangqi",
        &[
            "Move: leap (1,0)+(1,1)&(1,2)",
            "Rule: perpetual = loss",
            "Rule: taboo",
        ],
    );
    // Pieces are dropped wherever they can move: not on fewer squares.
    let house = sjaak(&bundled("crazyhouse"), "own");
    assert!(
        house
            .lost
            .iter()
            .any(|loss| loss.what.starts_with("drop white pawn"))
    );
}

/// The import of a section without its file.
fn read(section: &str) -> Section {
    import(section, Format::Ini, &[]).sections.remove(0)
}

/// Fairy-Stockfish asks both sides for each kind whose loss ends the game. A side that has none
/// gets one in hand that never comes in, and a section that says so is read in the same way.
#[test]
fn goals_about_kinds_of_one_side() {
    let export = export(&bundled("maharajah2"), "own");
    assert!(export.lost.is_empty(), "{:#?}", export.lost);
    assert!(export.text.contains("RNBQKBNR[Mk] w"), "{}", export.text);
    let whole = read(&export.text).ferz.unwrap();
    let goals: Vec<&str> = whole.lines().filter(|line| line.contains(" extinct ")).collect();
    assert_eq!(goals.len(), 2, "{whole}");
    let each = |side: &str, kind: &str| {
        goals
            .iter()
            .any(|goal| goal.contains(&format!("{side} extinct {kind}")))
    };
    assert!(each("white", "king") && each("black", "piece-m"), "{whole}");
    // If the piece can come in it may also be lost.
    let dropped = export.text.replace("dropRegionWhite = -", "dropRegionWhite = *1");
    assert!(read(&dropped).ferz.unwrap().contains("[Mk]"));
}

/// A rook that ends elsewhere is found although games hardly ever castle.
#[test]
fn castlings_that_end_elsewhere_are_lost() {
    let export = interactive_diagram(&bundled("diana1870"), "own");
    let castling = |loss: &ferz_import::Loss| loss.what.starts_with("castling");
    assert!(export.lost.iter().any(castling), "{:#?}", export.lost);
}
