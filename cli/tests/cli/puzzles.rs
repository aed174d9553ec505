//! `ferz puzzles`: the solver confirms each.

use super::{failure, ferz, folder, output, path};
use serde_json::Value;

const SMALL: [&str; 6] = ["--games", "6", "--nodes", "60", "--seed", "3"];

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&output(&[&["puzzles"], args, &["--json"]].concat())).unwrap()
}

/// Moves of a puzzle, by a key of each.
fn words<'p>(puzzle: &'p Value, key: &str) -> Vec<&'p str> {
    let line = puzzle["line"].as_array().unwrap();
    line.iter().map(|mv| mv[key].as_str().unwrap()).collect()
}

#[test]
fn a_puzzle_has_one_line_and_the_solver_agrees() {
    let found = json(&[&["atomic", "--mate", "2", "--threads", "2"], &SMALL[..]].concat());
    assert_eq!(
        (&found["variant"], &found["games"]),
        (&"atomic".into(), &6.into())
    );
    let puzzles = found["puzzles"].as_array().unwrap();
    assert!(!puzzles.is_empty());
    for puzzle in puzzles {
        let fen = puzzle["fen"].as_str().unwrap();
        let proof = output(&["solve", "atomic", "--mate", "2", "--fen", fen, "--json"]);
        let proof: Value = serde_json::from_str(&proof).unwrap();
        for key in ["fen", "winner", "moves", "line"] {
            assert_eq!(puzzle[key], proof[key], "{fen}");
        }
        assert_eq!(proof["first"].as_array().unwrap().len(), 1, "{fen}");
        assert_eq!(puzzle["moves"], 2);
    }
    // However many threads, and in words.
    let one = json(&[&["atomic", "--mate", "2", "--threads", "1"], &SMALL[..]].concat());
    assert_eq!(one, found);
    let text = output(&[&["puzzles", "atomic", "--mate", "2"], &SMALL[..]].concat());
    let first = format!(
        "1. {} wins in 2 moves: {}\n   {}\n",
        puzzles[0]["winner"].as_str().unwrap(),
        puzzles[0]["fen"].as_str().unwrap(),
        words(&puzzles[0], "san").join(" ")
    );
    assert!(text.starts_with(&first), "{text}\n{first}");
}

/// Black lets White mate in two by one move, and White does not see it.
const LEGAL: &[u8] =
    b"[Event \"x\"]\n\n1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0\n";

#[test]
fn games_of_a_file_are_looked_through() {
    let folder = folder(&[("legal.pgn", LEGAL), ("none.pgn", b"1. e4 *\n")]);
    let (legal, none) = (path(folder.path(), "legal.pgn"), path(folder.path(), "none.pgn"));
    let found = json(&["chess", "--from", &legal, "--nodes", "2000"]);
    let [puzzle] = &found["puzzles"].as_array().unwrap()[..] else {
        panic!("{found}");
    };
    assert_eq!((&puzzle["ply"], &puzzle["game"]), (&10.into(), &1.into()));
    assert_eq!(words(puzzle, "san"), ["Bxf7+", "Ke7", "Nd5#"]);
    ferz(&["puzzles", "chess", "--from", &none])
        .assert()
        .code(1)
        .stdout("")
        .stderr("0 puzzles in 1 game\n");
    let wrong = failure(&["puzzles", "chess", "--least", "4"], 2);
    assert!(wrong.contains("--least 4 is more than --mate 3"), "{wrong}");
}
