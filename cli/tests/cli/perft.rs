//! Counting lines.

use super::{ferz, output};
use serde_json::Value;

#[test]
fn lines_of_chess() {
    assert_eq!(output(&["perft", "chess", "0"]), "1\n");
    assert_eq!(output(&["perft", "chess", "1"]), "20\n");
    assert_eq!(output(&["perft", "chess", "4"]), "197281\n");
    assert_eq!(output(&["perft", "chess", "4", "--leaves"]), "197281\n");
    assert_eq!(output(&["perft", "chess", "4", "--threads", "2"]), "197281\n");
}

#[test]
fn each_first_move_by_itself() {
    let fen = "4k3/8/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(
        output(&["perft", "chess", "2", "--divide", "--fen", fen]),
        "a1a2: 5\na1b1: 5\na1b2: 5\n15\n"
    );
}

#[test]
fn the_machine_interface() {
    let report: Value =
        serde_json::from_str(&output(&["perft", "chess", "3", "--divide", "--json"])).unwrap();
    assert_eq!(report["nodes"], 8902);
    assert_eq!(report["depth"], 3);
    assert_eq!(report["variant"], "chess");
    let moves = report["moves"].as_object().unwrap();
    assert_eq!(moves.len(), 20);
    assert_eq!(moves.values().map(|n| n.as_u64().unwrap()).sum::<u64>(), 8902);
    assert!(report["seconds"].is_f64() && report["nodes_per_second"].is_u64());
    let report: Value = serde_json::from_str(&output(&["perft", "chess", "3", "--json"])).unwrap();
    assert!(report.get("moves").is_none() && report.get("interrupted").is_none());
}

#[test]
fn a_game_that_is_over_has_no_lines() {
    let mate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(output(&["perft", "chess", "3", "--fen", mate]), "0\n");
    assert_eq!(output(&["perft", "chess", "0", "--fen", mate]), "1\n");
}

/// Ctrl-C as soon as the process is ready for it.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_count_says_how_far_it_got() {
    let output = super::interrupted(&["perft", "chess", "12", "--json"]);
    assert_eq!(output.status.code(), Some(130));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["interrupted"], true);
    assert!(report.get("nodes").is_none());
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("of 20 first moves are complete"), "{message}");
}

#[test]
fn the_depth_is_limited() {
    ferz(&["perft", "chess", "61"]).assert().code(2);
}
