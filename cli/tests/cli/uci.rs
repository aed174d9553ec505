//! Another program speaks with `ferz uci`; `tests/referees/uci.py` does so through python-chess.

use super::{ferz, folder, path};

/// The lines that answer some lines.
fn answers(args: &[&str], lines: &[&str]) -> Vec<String> {
    let input = format!("{}\n", lines.join("\n"));
    let assert = ferz(&[&["uci"], args].concat())
        .write_stdin(input)
        .assert()
        .success();
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn it_introduces_itself() {
    let said = answers(&[], &["uci", "isready", "quit"]);
    assert!(said[0].starts_with("id name ferz "), "{said:?}");
    let variants = said.iter().find(|line| line.contains("UCI_Variant"));
    assert!(
        variants.is_some_and(|line| line.contains("var xiangqi")),
        "{said:?}"
    );
    assert_eq!(said[said.len() - 2..], ["uciok", "readyok"]);
}

#[test]
fn it_finds_a_mate_and_says_so() {
    let said = answers(
        &[],
        &["position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "go depth 3"],
    );
    assert!(
        said[0].contains(" score mate 1 ") && said[0].ends_with(" pv d1d8"),
        "{said:?}"
    );
    assert_eq!(said.last().unwrap(), "bestmove d1d8");
}

#[test]
fn it_tells_as_many_lines_as_are_wanted() {
    let said = answers(
        &[],
        &[
            "setoption name MultiPV value 3",
            "position startpos",
            "go depth 4",
        ],
    );
    let last: Vec<&String> = said
        .iter()
        .filter(|line| line.starts_with("info depth 4 "))
        .collect();
    let word = |line: &str, after: &str| -> String {
        let mut words = line.split(' ').skip_while(|word| *word != after);
        words.nth(1).unwrap().to_owned()
    };
    let ranks: Vec<String> = last.iter().map(|line| word(line, "multipv")).collect();
    assert_eq!(ranks, ["1", "2", "3"], "{said:?}");
    let scores: Vec<i32> = last
        .iter()
        .map(|line| word(line, "cp").parse().unwrap())
        .collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let mut first: Vec<String> = last.iter().map(|line| word(line, "pv")).collect();
    assert_eq!(said.last().unwrap().split(' ').nth(1), Some(&first[0][..]));
    first.sort();
    first.dedup();
    assert_eq!(first.len(), 3, "{said:?}");
    // More lines than there are moves.
    let few = [
        "setoption name MultiPV value 9",
        "position fen 7k/8/8/8/8/8/8/K7 w - - 0 1",
        "go depth 2",
    ];
    let said = answers(&[], &few);
    assert_eq!(
        said.iter()
            .filter(|line| line.starts_with("info depth 2 "))
            .count(),
        3,
        "{said:?}"
    );
}

#[test]
fn moves_that_are_not_possible_are_explained() {
    let said = answers(&[], &["position startpos moves e2e4 e7e4", "d"]);
    assert_eq!(
        said,
        [
            "info string `e7e4` is not possible: a pawn does not move from e7 to e4",
            "info string there is no position: the last one was refused"
        ]
    );
}

#[test]
fn where_the_game_is_over_there_is_no_move() {
    let mated = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    let hill = "position fen 7k/8/8/8/3K4/8/8/8 b - - 0 1";
    assert_eq!(answers(&[], &[mated, "go depth 2"]), ["bestmove (none)"]);
    assert_eq!(
        answers(&["kingofthehill"], &[hill, "go depth 2"]),
        ["bestmove (none)"]
    );
}

#[test]
fn a_file_is_a_variant_and_its_mistakes_are_told() {
    let good = b"variant \"Good\" extends chess\nend {\n  far: reach pawn on rank 3\n}\n";
    let folder = folder(&[
        ("good.ferz", good),
        ("bad.ferz", b"variant \"Bad\" extends nothing\n"),
    ]);
    let (good, bad) = (path(folder.path(), "good.ferz"), path(folder.path(), "bad.ferz"));
    let load = format!("load {good}");
    let set = format!("setoption name VariantPath value {bad}");
    let said = answers(
        &[],
        &[
            &load,
            "go depth 2",
            &set,
            "setoption name UCI_Variant value chess",
            "setoption name UCI_Variant value good",
            "go nodes 50",
        ],
    );
    assert!(
        said[0].starts_with("info string variant good files 8 ranks 8 "),
        "{said:?}"
    );
    assert!(said.iter().any(|line| line.contains("score mate 1")), "{said:?}");
    assert!(
        said.iter().any(|line| line.starts_with("info string F0")),
        "{said:?}"
    );
    assert!(said.last().unwrap().starts_with("bestmove "), "{said:?}");
}

/// The last question is answered after any nonsense.
#[test]
fn nonsense_is_survived() {
    let long = "x".repeat(100_000);
    let lines = [
        "go depth -3",
        "go nodes 0",
        "go wtime -5 btime -5 depth 1",
        "go movetime 0",
        "go depth",
        "go mate 1 searchmoves zz e2e4 depth 99999999999999999999 nodes 5",
        "position",
        "position fen",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves",
        "position startpos moves \u{1b}[2J e2e4",
        "setoption",
        "setoption name",
        "setoption name Hash value -1",
        "setoption name Threads value many",
        "setoption name Skill Level value 99",
        "setoption name UCI_Variant value ",
        "setoption name UCI_Variant value ../../etc/passwd",
        "setoption name Nothing value 3",
        "load",
        "load /",
        "stop",
        "ponderhit",
        "\u{0}\u{1}\u{fffd}",
        &long,
        "setoption name UCI_Variant value xiangqi",
        "d",
    ];
    let said = answers(&[], &lines);
    assert!(said.last().is_some_and(|line| line.starts_with("rnbakabnr/9/")));
    assert!(said.iter().all(|line| line.len() < 2_000));
    assert!(said.iter().all(|line| !line.contains('\u{1b}')));
}

#[test]
fn a_level_is_chosen() {
    let said = answers(&[], &["setoption name Skill Level value 1", "go movetime 5000"]);
    assert!(said.last().unwrap().starts_with("bestmove "), "{said:?}");
    let searched = |line: &&String| line.contains(" nodes ");
    let last = said.iter().rfind(searched).unwrap();
    let nodes = last.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap();
    assert!(nodes.parse::<u64>().unwrap() <= 60, "{last}");
}

/// A count of lines ends with `stop`, and other commands wait until it has ended.
#[test]
fn a_count_can_be_stopped() {
    let said = answers(&[], &["go perft 40", "isready", "stop", "go perft 1"]);
    assert!(said.contains(&"readyok".to_owned()), "{said:?}");
    assert!(
        said.contains(&"info string the count was stopped".to_owned()),
        "{said:?}"
    );
    assert_eq!(said.last().unwrap(), "Nodes searched: 20", "{said:?}");
}

#[test]
fn a_move_of_two_words_is_written_as_one() {
    let said = answers(
        &["bait-chess"],
        &[
            "position fen 4k3/8/8/8/8/8/4P3/r3K2B w - - 0 1 moves h1d5 a1e1",
            "go perft 1",
            "position fen 4k3/8/8/8/8/8/4P3/r3K2B w - - 0 1 moves h1d5 a1e1 swap_e2",
            "d",
        ],
    );
    assert!(said.contains(&"swap_e2: 1".to_owned()), "{said:?}");
    assert_eq!(said.last().unwrap(), "4k3/8/8/3B4/8/8/4K3/4r3 w - - 0 2");
}

/// As other programs write it; with its letter it is understood, too.
#[test]
fn a_promotion_of_shogi_has_a_plus() {
    let start = "position startpos moves c3c4 g7g6 b2h8";
    let said = answers(&["shogi"], &["position startpos moves c3c4 g7g6", "go perft 1"]);
    assert!(said.contains(&"b2h8+: 1".to_owned()), "{said:?}");
    assert!(said.contains(&"b2h8: 1".to_owned()), "{said:?}");
    let plus = answers(&["shogi"], &[&format!("{start}+"), "d"]);
    let letter = answers(&["shogi"], &[&format!("{start}h"), "d"]);
    assert_eq!(plus.last(), letter.last());
    assert!(letter[0].contains("`H` is written `+B` today"), "{letter:?}");
    let taken = answers(
        &["shogi"],
        &[
            "position startpos moves c3c4 g7g6",
            "go depth 2 searchmoves b2h8+",
        ],
    );
    assert!(taken.last().unwrap().starts_with("bestmove b2h8+"), "{taken:?}");
    // The letter names the promoted kind, with a choice and without one.
    let chess = ["position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1", "go perft 1"];
    assert!(answers(&[], &chess).contains(&"a7a8n: 1".to_owned()));
    let makruk = ["position fen 7k/8/8/P7/8/8/8/K7 w - - 0 1", "go perft 1"];
    assert!(answers(&["makruk"], &makruk).contains(&"a5a6m: 1".to_owned()));
}

#[test]
fn castling_from_any_squares_in_any_variant() {
    let said = answers(
        &[],
        &[
            "setoption name UCI_Chess960 value true",
            "position fen 1k6/8/8/8/8/8/PPPP4/1R2K1R1 w GB - 0 1 moves e1g1",
            "d",
            "setoption name UCI_Chess960 value false",
            "position startpos",
            "d",
        ],
    );
    assert!(
        said.iter()
            .any(|line| line == "1k6/8/8/8/8/8/PPPP4/1R3RK1 b - - 1 1"),
        "{said:?}"
    );
    assert!(said.last().unwrap().ends_with(" w KQkq - 0 1"), "{said:?}");
}

/// A table for which there is no memory is smaller, and the program hears of it: also in `xboard`.
#[cfg(target_os = "linux")]
#[test]
fn tables_are_as_large_as_there_is_memory() {
    for (program, set, ready, answer) in [
        ("uci", "setoption name Hash value 65536", "isready", "readyok"),
        ("xboard", "memory 65536", "ping 1", "pong 1"),
    ] {
        let shell = format!("ulimit -v 1000000; printf '{set}\\n{ready}\\nquit\\n' | \"$0\" {program}");
        let output = std::process::Command::new("sh")
            .args(["-c", &shell, env!("CARGO_BIN_EXE_ferz")])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success(),
            "{said}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(
            said.contains("there is no memory for a table of 65536 MiB; it has "),
            "{program}: {said}"
        );
        assert!(said.contains(answer), "{program}: {said}");
    }
}
