//! Positions that no game comes to are played all the same, and that is said.

use super::{failure, ferz, output};
use serde_json::Value;

/// White has very many queens.
const QUEENS: &str = "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1";
const WARNING: &str = "white has 28 pieces; at most 16 are possible in a game";

#[test]
fn more_pieces_than_at_the_start_are_played_with_a_warning() {
    let assert = ferz(&["moves", "chess", "--json", "--no-fens", "--fen", QUEENS])
        .assert()
        .success();
    let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert_eq!(said, format!("warning: {WARNING}\n"));
    let report: Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    assert_eq!(report["moves"].as_array().map(Vec::len), Some(270));
    assert_eq!(report["warning"], WARNING);
    let usual: Value = serde_json::from_str(&output(&["moves", "chess", "--json"])).unwrap();
    assert_eq!(usual.get("warning"), None);
}

#[test]
fn who_wants_none_of_them_says_strict() {
    let refused = failure(&["moves", "chess", "--strict", "--fen", QUEENS], 1);
    assert!(refused.contains(WARNING), "{refused}");
    let lines = format!("startpos\n{QUEENS}\n");
    let assert = ferz(&["moves", "chess", "--strict", "--stdin"])
        .write_stdin(lines)
        .assert()
        .success();
    let text = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(last["error"], WARNING);
    // Hands count, too, where what is captured goes there.
    let full = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Q] w KQkq - 0 1";
    let refused = failure(&["moves", "crazyhouse", "--strict", "--fen", full], 1);
    assert!(
        refused.contains("there are 33 pieces with those in hand; at most 32"),
        "{refused}"
    );
    output(&["moves", "crazyhouse", "--fen", full]);
}

#[test]
fn engines_say_it_to_their_programs() {
    let said = |command: &str, lines: String| {
        let assert = ferz(&[command]).write_stdin(lines).assert().success();
        String::from_utf8_lossy(&assert.get_output().stdout).into_owned()
    };
    let uci = said("uci", format!("position fen {QUEENS}\ngo depth 1\n"));
    assert!(
        uci.contains(&format!("info string warning: {WARNING}\n")),
        "{uci}"
    );
    assert!(
        uci.contains("bestmove ") && !uci.contains("bestmove (none)"),
        "{uci}"
    );
    let xboard = said("xboard", format!("xboard\nforce\nsetboard {QUEENS}\nquit\n"));
    assert!(
        xboard.contains(&format!("telluser warning: {WARNING}\n")),
        "{xboard}"
    );
}
