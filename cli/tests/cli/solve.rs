//! Forced wins.

use super::{ferz, folder, output, path};
use serde_json::Value;

const BEHIND: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

fn json(args: &[&str], code: i32) -> Value {
    let all = [&["solve"], args, &["--json"]].concat();
    let assert = ferz(&all).assert().code(code);
    serde_json::from_slice(&assert.get_output().stdout).unwrap()
}

#[test]
fn a_win_is_told_with_every_defence() {
    let text = output(&["solve", "chess", "--mate", "3", "--fen", BEHIND]);
    let expected = "\
white wins in 2 moves, and not in fewer
first move: Ra6
line: Ra6 Bh2 Rxa7#

1. Ra6
    1... Bh2, Bg3, Bf4, Be5, Bd6, Bc7  2. Rxa7#
    1... bxa6  2. b7#
";
    assert_eq!(text, expected);
    let brief = output(&[
        "solve",
        "chess",
        "--mate",
        "2",
        "--brief",
        "--threads",
        "2",
        "--fen",
        BEHIND,
    ]);
    assert_eq!(brief, expected.split("\n1. ").next().unwrap());
}

#[test]
fn a_win_of_the_side_that_is_not_to_move() {
    let fen = "kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1";
    let text = output(&["solve", "chess", "--mate", "1", "--winner", "white", "--fen", fen]);
    assert!(text.contains("\n0... Bh2, "), "{text}");
    assert!(text.contains("\n0... bxa6  1. b7#\n"), "{text}");
    assert!(!text.contains("first move"), "{text}");
}

#[test]
fn what_no_one_can_force() {
    let king = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1";
    ferz(&["solve", "chess", "--mate", "2", "--fen", king])
        .assert()
        .code(1)
        .stdout("white has no forced win within 2 moves\n");
    let over = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    ferz(&["solve", "chess", "--fen", over])
        .assert()
        .code(1)
        .stdout("draw: stalemate\n");
    let report = json(&["chess", "--mate", "9", "--nodes", "3000"], 130);
    assert_eq!(report["complete"], false);
    assert_eq!(report["moves"], Value::Null);
    assert!(report["none_within"].as_u64().unwrap() < 9);
}

#[test]
fn the_machine_interface() {
    let report = json(&["chess", "--mate", "2", "--fen", BEHIND], 0);
    assert_eq!(report["winner"], "white");
    assert_eq!((&report["within"], &report["moves"]), (&2.into(), &2.into()));
    assert_eq!(report["first"][0]["move"], "a1a6");
    assert_eq!(report["line"].as_array().unwrap().len(), 3);
    let defences = report["tree"][0]["then"].as_array().unwrap();
    assert_eq!(defences.len(), 7);
    let take = defences.iter().find(|told| told["move"] == "b7a6").unwrap();
    assert_eq!((&take["side"], &take["moves"]), (&"black".into(), &1.into()));
    assert_eq!(take["then"][0]["san"], "b7#");
    let brief = json(&["chess", "--mate", "2", "--brief", "--fen", BEHIND], 0);
    assert!(brief["tree"].as_array().unwrap().is_empty());
}

#[test]
fn what_has_happened_before() {
    let rook = [
        "solve",
        "chess",
        "--mate",
        "2",
        "--brief",
        "--fen",
        "7k/8/5K2/8/8/8/8/R7 w - - 0 1",
    ];
    let text = output(&rook);
    assert!(text.contains("\nfirst move: Kg6 or Kf7\n"), "{text}");
    // After Kg6 the position would be there for the third time.
    let again = "f6g6 h8g8 g6f6 g8h8 f6g6 h8g8 g6f6 g8h8";
    let text = output(&[&rook[..], &["--moves", again]].concat());
    assert!(text.contains("\nfirst move: Kf7\n"), "{text}");
    ferz(&["solve", "chess", "--moves", "e2e5"])
        .assert()
        .code(1)
        .stdout("");
    let over = ["solve", "chess", "--moves", "f2f3 e7e5 g2g4 d8h4"];
    ferz(&over).assert().code(1).stdout("black wins: checkmate\n");
}

#[test]
fn wins_by_a_repetition_that_a_game_has_prepared() {
    let text = b"\
variant \"Shuttle\" extends chess
end { repetition: 3 loss }
start \"1k6/8/8/8/8/6pp/3n4/6K1 b - - 0 1\"
";
    let dir = folder(&[("shuttle.ferz", text)]);
    let file = path(dir.path(), "shuttle.ferz");
    let game = "Ka8 Kh1 Kb8 Kg1 Ka8 Kh1";
    let text = output(&["solve", &file, "--mate", "1", "--moves", game]);
    let expected = "\
black wins in 1 move, and not in fewer
first move: Kb8
line: Kb8 Kg1

1. Kb8
    1... Kg1
";
    assert_eq!(text, expected);
    let alone = [
        "solve",
        &file,
        "--mate",
        "1",
        "--fen",
        "k7/8/8/8/8/6pp/3n4/7K b - - 6 4",
    ];
    ferz(&alone)
        .assert()
        .code(1)
        .stdout("black has no forced win within 1 move\n");
}

/// Ctrl-C as soon as the process is ready for it.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_proof_says_what_it_knows() {
    let output = super::interrupted(&["solve", "chess", "--mate", "30"]);
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.ends_with("the proof was not ended\n"), "{text}");
}

#[test]
fn parts_have_the_proof_of_one_piece() {
    let folder = folder(&[]);
    let black = "kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1";
    let bare = "4k3/8/8/8/8/8/8/3QK3 b - - 0 1";
    for (fen, mate, winner) in [
        (BEHIND, "3", "white"),
        (black, "2", "white"),
        (bare, "2", "white"),
    ] {
        let whole = ["solve", "chess", "--fen", fen, "--mate", mate, "--winner", winner];
        let mut files = Vec::new();
        for job in 1..=3 {
            let file = path(
                folder.path(),
                &format!("{mate}{job}{}", &fen[..3].replace('/', "")),
            );
            let part = format!("{job}/3");
            let args = [&whole[..], &["--job", &part, "--out", &file]].concat();
            let _ = ferz(&args).assert();
            // A proved fact is not proved again.
            let first = std::fs::read_to_string(&file).unwrap();
            let _ = ferz(&[&args[..], &["--resume"]].concat()).assert();
            assert_eq!(std::fs::read_to_string(&file).unwrap(), first);
            files.push(file);
        }
        let said = |args: &[&str]| {
            let done = ferz(args).assert();
            let output = done.get_output();
            (
                String::from_utf8(output.stdout.clone()).unwrap(),
                output.status.code(),
            )
        };
        let parts: Vec<&str> = files.iter().map(String::as_str).collect();
        assert_eq!(
            said(&[&["solve", "merge"], &parts[..]].concat()),
            said(&whole),
            "{fen}"
        );
        let some = said(&[&["solve", "merge"], &parts[..2]].concat());
        assert!(some.1 != Some(0), "{some:?}");
    }
}
