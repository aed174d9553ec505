//! Rules for other programs.

use super::{failure, output};

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
fn only_fairy_stockfish_is_asked() {
    failure(&["export", "chess", "--to", "xboard", "--check"], 2);
}
