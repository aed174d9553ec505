//! Rules for other programs.

use super::{failure, ferz, output};

#[test]
fn a_diagram_says_how_pieces_move() {
    let page = output(&["export", "chess", "--to", "diagram"]);
    assert!(page.contains("\nking:K:KisO2:king:e1\n"), "{page}");
    assert!(page.contains("\npromoChoice=QRBN\n"), "{page}");
    let lost = failure(&["export", "crazyhouse", "--to", "diagram"], 1);
    assert!(lost.contains("drop "), "{lost}");
}

#[test]
fn xboard_learns_moves_of_several_legs() {
    let lines = output(&["export", "chess", "--to", "xboard"]);
    assert!(
        lines.starts_with("setup (PNBRQ") && lines.contains("\npiece K& KisO2\n"),
        "{lines}"
    );
    let lost = failure(&["export", "xiangqi", "--to", "xboard"], 1);
    assert!(lost.contains("piece elephant: Betza"), "{lost}");
}

#[test]
fn bishop_has_losses_in_its_file() {
    let text = output(&["export", "kingofthehill", "--to", "bishop"]);
    let file: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(file["name"], "King of the Hill");
    let hill = &file["pieceTypes"]["K"]["regionEffects"][0];
    assert_eq!(hill["winGame"], true, "{hill}");
    assert_eq!(file.get("notSaid"), None);
    let lost = failure(&["export", "amazons", "--to", "bishop"], 1);
    assert!(lost.contains("walls"), "{lost}");
    let forced = ferz(&["export", "amazons", "--to", "bishop", "--force"])
        .output()
        .unwrap();
    let file: serde_json::Value = serde_json::from_slice(&forced.stdout).unwrap();
    assert!(!file["notSaid"].as_array().unwrap().is_empty());
}

#[test]
fn only_fairy_stockfish_is_asked() {
    failure(&["export", "chess", "--to", "xboard", "--check"], 2);
}
