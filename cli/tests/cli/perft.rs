//! Counting lines.

use super::{failure, ferz, folder, output, path};
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

#[test]
fn parts_have_the_result_of_one_piece() {
    let folder = folder(&[]);
    let files = ["a.jsonl", "b.jsonl", "c.jsonl"].map(|name| path(folder.path(), name));
    for (job, file) in ["1/3", "2/3", "3/3"].iter().zip(&files) {
        let args = [
            "perft",
            "crazyhouse",
            "3",
            "--threads",
            "2",
            "--job",
            job,
            "--out",
            file,
        ];
        ferz(&args).assert().success();
    }
    let [a, b, c] = &files;
    assert_eq!(
        output(&["perft", "merge", c, a, b, "--divide"]),
        output(&["perft", "crazyhouse", "3", "--divide"])
    );
    let missing = failure(&["perft", "merge", a, b], 1);
    assert!(missing.contains("positions are not counted"), "{missing}");
    // A line cut off in the middle is counted again, and nothing else.
    let text = std::fs::read_to_string(c).unwrap();
    std::fs::write(c, &text[..text.len() / 2]).unwrap();
    let again = ["perft", "crazyhouse", "3", "--job", "3/3", "--out", c];
    assert!(failure(&again, 2).contains("`--resume` goes on with it"));
    ferz(&[&again[..], &["--resume"]].concat()).assert().success();
    assert_eq!(output(&["perft", "merge", a, b, c]), "8902\n");
    assert_eq!(
        std::fs::read_to_string(c).unwrap().lines().count(),
        text.lines().count()
    );
    let other = ["perft", "crazyhouse", "4", "--job", "3/3", "--out", c, "--resume"];
    assert!(failure(&other, 2).contains("other rules or settings"));
    assert!(failure(&["perft", "chess"], 2).contains("DEPTH"));
    assert!(failure(&["perft", "chess", "61"], 2).contains("a whole number from 0 to 60"));
}
