//! The machine interface: keys, their order, and one line for each line.

use super::{failure, ferz, folder, output, path};
use serde_json::Value;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

const KINGS: &str = "4k3/8/8/8/8/8/8/K7 w - - 3 7";

#[test]
fn a_position_to_the_letter() {
    let printed = output(&["moves", "chess", "--json", "--fen", KINGS]);
    let expected = concat!(
        r#"{"variant":"chess","fen":"4k3/8/8/8/8/8/8/K7 w - - 3 7","turn":"white","check":false,"outcome":null,"#,
        r#""moves":[{"move":"a1b1","fen":"4k3/8/8/8/8/8/8/1K6 b - - 4 7"},"#,
        r#"{"move":"a1a2","fen":"4k3/8/8/8/8/8/K7/8 b - - 4 7"},"#,
        r#"{"move":"a1b2","fen":"4k3/8/8/8/8/8/1K6/8 b - - 4 7"}]}"#,
        "\n"
    );
    assert_eq!(printed, expected);
}

#[test]
fn the_end_of_the_game() {
    let mate = output(&[
        "moves",
        "chess",
        "--json",
        "--fen",
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    ]);
    assert!(mate.contains(
        r#""turn":"black","check":true,"outcome":{"winner":"white","reason":"checkmate"},"moves":[]"#
    ));
    let stalemate = output(&[
        "moves",
        "chess",
        "--json",
        "--fen",
        "7k/8/6QK/8/8/8/8/8 b - - 0 1",
    ]);
    assert!(stalemate.contains(r#""check":false,"outcome":{"winner":null,"reason":"stalemate"},"moves":[]"#));
    let campmate = output(&[
        "moves",
        "empire",
        "--json",
        "--fen",
        "4K3/8/8/8/8/8/8/k7 b - - 0 1",
    ]);
    assert!(
        campmate.contains(r#""outcome":{"winner":"white","reason":"campmate"},"moves":[]"#),
        "{campmate}"
    );
}

#[test]
fn the_position_is_printed_in_its_one_form() {
    let printed = output(&["moves", "chess", "--json", "--fen", "4k3/8/8/8/8/8/8/K6R w KQ"]);
    assert!(
        printed.contains(r#""fen":"4k3/8/8/8/8/8/8/K6R w - - 0 1","turn""#),
        "{printed}"
    );
}

#[test]
fn algebraic_notation_is_one_key_more() {
    let printed = output(&["moves", "chess", "--json", "--san", "--fen", KINGS]);
    assert!(
        printed.contains(r#"{"move":"a1b1","fen":"4k3/8/8/8/8/8/8/1K6 b - - 4 7","san":"Kb1"}"#),
        "{printed}"
    );
}

#[test]
fn a_path_is_named_by_its_file() {
    let folder = folder(&[("two.words.ferz", br#"variant "Mine" extends chess"#)]);
    let printed = output(&["moves", &path(folder.path(), "two.words.ferz"), "--json"]);
    assert!(
        printed.starts_with(r#"{"variant":"two.words","fen":"#),
        "{printed}"
    );
}

#[test]
fn every_line_is_answered_by_a_line() {
    let lines: &[u8] = b"4k3/8/8/8/8/8/8/K7 w - - 0 1\n\nnonsense\n4k3/8/8/8/8/8/8/8 w - - 0 1\n\xff\xfe\n\
        4k3/8/8/8/8/8/8/K7 b - - 0 1\r\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let assert = ferz(&["moves", "chess", "--stdin"])
        .write_stdin(lines)
        .assert()
        .success();
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let answers: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let is_error = |answer: &Value| answer.as_object().unwrap().keys().eq(["error"]);
    assert_eq!(
        answers.iter().map(is_error).collect::<Vec<_>>(),
        [false, true, true, true, true, false, false]
    );
    assert_eq!(answers[0]["moves"].as_array().unwrap().len(), 3);
    assert_eq!(answers[3]["error"], "board: white has no royal piece (`K`)");
    assert_eq!(answers[5]["turn"], "black");
    assert_eq!(answers[6]["moves"].as_array().unwrap().len(), 20);
}

#[test]
fn no_lines_are_answered_by_nothing() {
    ferz(&["moves", "chess", "--stdin"])
        .write_stdin("")
        .assert()
        .success()
        .stdout("");
}

#[test]
fn positions_after_the_moves_can_be_left_out() {
    let answers = |more: &[&str]| -> Vec<Value> {
        let assert = ferz(&[&["moves", "chess", "--stdin", "--san"], more].concat())
            .write_stdin(format!("{KINGS}\nstartpos moves e2e4\nnonsense\n"))
            .assert()
            .success();
        let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let (whole, mut without) = (answers(&[]), answers(&["--no-fens"]));
    assert_ne!(whole, without);
    for (whole, without) in whole.iter().zip(&mut without) {
        for list in ["moves", "played"] {
            let Some(moves) = without.get_mut(list).and_then(Value::as_array_mut) else {
                continue;
            };
            for (mv, known) in moves.iter_mut().zip(whole[list].as_array().unwrap()) {
                assert_eq!(mv.get("fen"), None);
                mv["fen"] = known["fen"].clone();
            }
        }
        assert_eq!(whole, without);
    }
}

#[test]
fn many_lines_are_answered_fast() {
    let lines = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n".repeat(4000);
    let start = Instant::now();
    let assert = ferz(&["moves", "chess", "--stdin"])
        .write_stdin(lines)
        .assert()
        .success();
    assert_eq!(
        assert.get_output().stdout.iter().filter(|&&b| b == b'\n').count(),
        4000
    );
    assert!(
        start.elapsed() < Duration::from_secs(4),
        "{:?} for 4000 lines",
        start.elapsed()
    );
}

#[test]
fn an_answer_does_not_wait_for_the_next_line() {
    use std::io::{BufRead as _, BufReader, Write as _};
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(["moves", "chess", "--stdin"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..2 {
        writeln!(input, "{KINGS}").unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert!(answer.ends_with("]}\n"), "{answer}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_bad_fen_names_the_field() {
    let message = failure(&["moves", "chess", "--fen", "4k3/8/8/8/8/8/8/K7 x - - 0 1"], 1);
    assert!(
        message.contains("side to move: `x` is neither `w` nor `b`"),
        "{message}"
    );
    let message = failure(&["moves", "chess", "--fen", "4k3/8/8/8/8/8/K7 w - - 0 1"], 1);
    assert!(
        message.contains("board: the text has 7 of the 8 ranks"),
        "{message}"
    );
}

#[test]
fn the_command_line_is_checked() {
    assert!(failure(&["moves", "ches"], 2).contains("did you mean `chess`?"));
    assert!(failure(&["moves", "/"], 2).contains("is a folder"));
    failure(&["moves", "chess", "--fen", KINGS, "--stdin"], 2);
    failure(&["moves"], 2);
    failure(&["perft", "chess", "-1"], 2);
    failure(&["nonsense"], 2);
    assert!(output(&["--version"]).starts_with("ferz "));
}

#[test]
fn bundled_variants_are_listed() {
    let list: Value = serde_json::from_str(&output(&["list", "--json"])).unwrap();
    let list = list.as_array().unwrap();
    let chess = list.iter().find(|entry| entry["name"] == "chess").unwrap();
    let keys: BTreeSet<&str> = chess.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        BTreeSet::from([
            "name",
            "aliases",
            "family",
            "title",
            "board",
            "about",
            "source",
            "extends",
            "mechanics"
        ])
    );
    assert_eq!(
        (chess["title"].as_str(), chess["board"].as_str()),
        (Some("Chess"), Some("8x8"))
    );
    let names = |args: &[&str]| -> Vec<String> {
        let lines = output(args);
        let first = |line: &str| {
            line.strip_prefix("  ")
                .filter(|line| !line.starts_with(' '))?
                .split_whitespace()
                .next()
                .map(str::to_owned)
        };
        lines.lines().filter_map(first).collect()
    };
    assert_eq!(names(&["list"]).len(), list.len());
    assert_eq!(names(&["list", "--mechanic", "conversion"]), ["benedict"]);
    assert_eq!(
        names(&["list", "ATOMIC-GIVE", "--mechanic", "explosion"]),
        ["atomic-giveaway", "atomic-giveaway-hill"]
    );
    // A search says why it has found something, the whole list does not.
    let found = output(&["list", "benedict"]);
    assert!(found.contains("\n      "), "{found}");
    assert!(!output(&["list"]).contains("\n      "));
    assert!(names(&["list", "10x8"]).contains(&"capablanca".to_owned()));
    assert!(failure(&["list", "nonsense"], 1).starts_with("no bundled variant matches `nonsense`"));
    assert_eq!(output(&["list", "nonsense", "--json"]).trim(), "[]");
    failure(&["list", "--mechanic", "explosions"], 2);
    let like = names(&["list", "--extends", "xiangqi"]);
    assert!(like.contains(&"xiangqi".to_owned()) && like.contains(&"minixiangqi".to_owned()));
    assert!(!like.contains(&"chess".to_owned()));
    assert!(failure(&["list", "--extends", "xianqi"], 2).contains("xiangqi"));
}

#[test]
fn bundled_variants_are_grouped_by_families() {
    let all = output(&["list"]);
    for (family, about) in ferz_rulesets::families() {
        let count = ferz_rulesets::all()
            .iter()
            .filter(|b| b.family == *family)
            .count();
        assert!(
            all.contains(&format!("{family}: {about} ({count})\n")),
            "{family}"
        );
    }
    let shogi = output(&["list", "--family", "shogi"]);
    assert!(shogi.starts_with("shogi: ") && shogi.contains("\n  minishogi ") && !shogi.contains("xiangqi"));
    assert!(failure(&["list", "--family", "shogy"], 2).contains("did you mean `shogi`?"));
    assert!(failure(&["list", "--family", "antichess"], 2).contains("--extends antichess"));
}

/// Names of other programs are understood; the output has the name of ferz.
#[test]
fn variants_are_known_by_other_names_too() {
    assert!(output(&["list", "normal"]).contains("Chess (also fairy, normal) "));
    assert_eq!(
        output(&["perft", "mini", "2"]),
        output(&["perft", "minishogi", "2"])
    );
    assert_eq!(
        output(&["list", "--extends", "mini"]),
        output(&["list", "--extends", "minishogi"])
    );
}

#[test]
fn moves_for_people_stand_in_columns() {
    let printed = output(&["moves", "chess", "--san", "--fen", KINGS]);
    assert_eq!(
        printed,
        "white to move; 3 moves\na1a2 (Ka2)  a1b1 (Kb1)  a1b2 (Kb2)\n"
    );
    let mate = output(&["moves", "chess", "--fen", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"]);
    assert_eq!(mate, "white wins: checkmate; 0 moves\n");
}

#[test]
fn what_is_written_is_told_in_json() {
    let dir = folder(&[
        ("loose.ferz", b"variant   \"X\" extends chess\n"),
        ("neat.ferz", b"variant \"X\" extends chess\n"),
        ("wrong.ferz", b"variant\n"),
    ]);
    let at = |name: &str| path(dir.path(), name);
    let (loose, neat, wrong) = (at("loose.ferz"), at("neat.ferz"), at("wrong.ferz"));
    let report = |args: &[&str], code: i32| -> Value {
        let assert = ferz(args).assert().code(code);
        serde_json::from_slice(&assert.get_output().stdout).unwrap()
    };
    let told = report(&["fmt", "--check", "--json", &loose, &neat], 1);
    assert_eq!(told["files"][0]["path"], loose);
    assert_eq!(told["files"][0]["changed"], true);
    assert_eq!(told["files"][1]["changed"], false);
    let told = report(&["fmt", "--json", &loose, &wrong], 1);
    assert_eq!(told["files"][0]["changed"], true);
    assert_eq!(told["files"][1]["diagnostics"][0]["severity"], "error");
    let told = report(&["fmt", "--json", &loose], 0);
    assert_eq!(told["files"][0]["changed"], false);
    let told = report(&["new", &at("fresh"), "--json"], 0);
    assert_eq!(
        told["files"],
        serde_json::json!([at("fresh.ferz"), at("fresh.toml")])
    );
    assert_eq!(
        report(&["ir", "chess", "--json"], 0)["format"],
        report(&["ir", "chess"], 0)["format"]
    );
}

/// Errors are JSON, too, if JSON was asked for.
#[test]
fn errors_are_json_too() {
    let dir = folder(&[
        ("bad.ferz", b"variant \"X\" extends ches\n"),
        ("none.toml", b"[[position]]\n"),
    ]);
    let bad = path(dir.path(), "bad.ferz");
    for (args, code, words) in [
        (vec!["moves", "ches", "--json"], 2, "did you mean `chess`?"),
        (
            vec!["moves", "chess", "--json", "--fen", "x"],
            1,
            "this FEN is not a position of the variant: board",
        ),
        (
            vec!["moves", "chess", "--json", "--moves", "e2e4 e2e4"],
            1,
            "move 2, `e2e4`, cannot be played",
        ),
        (vec!["moves", "ches", "--stdin"], 2, "did you mean `chess`?"),
        (
            vec!["perft", "chess", "x", "--json"],
            2,
            "write a whole number from 0 to 60",
        ),
        (vec!["perft", &bad, "1", "--json"], 1, "the ruleset has errors"),
        (
            vec!["why", &bad, "startpos", "e2e4", "--json"],
            1,
            "the ruleset has errors",
        ),
        (vec!["diff", "chess", &bad, "--json"], 2, "the ruleset has errors"),
        (
            vec!["check", "nowhere.ferz", "--json"],
            2,
            "there is no bundled variant and no file",
        ),
        (
            vec!["test", "nowhere.toml", "--json"],
            2,
            "no such file or variant",
        ),
        (vec!["explain", "F9999", "--json"], 2, "there is no code"),
        (vec!["hooks", "nothing", "--json"], 2, "there is no hook"),
        (vec!["list", "--json", "--nonsense"], 2, "--nonsense"),
        (vec!["ir", &bad, "--json"], 1, "the ruleset has errors"),
        (vec!["ast", "ches", "--json"], 2, "did you mean `chess`?"),
        (vec!["new", "chess", "--json"], 2, "choose another"),
        (
            vec!["fmt", "nowhere.ferz", "--json"],
            2,
            "there is no file or folder",
        ),
    ] {
        let assert = ferz(&args).assert().code(code);
        let output = assert.get_output();
        let answer: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{args:?}: {}", String::from_utf8_lossy(&output.stdout)));
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.contains(words), "{args:?}: {answer}");
        assert_eq!(
            error == "the ruleset has errors",
            answer["diagnostics"][0]["code"] == "F0100",
            "{answer}"
        );
        assert!(
            output.stderr.is_empty(),
            "{args:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        for word in ["os error", "invalid digit", "struct"] {
            assert!(!error.contains(word), "{answer}");
        }
    }
}

#[test]
fn a_game_knows_its_repetitions_and_claims() {
    let game = "g1f3 g8f6 f3g1 f6g8 Nf3 Nf6 Ng1 Ng8";
    let answer: Value =
        serde_json::from_str(&output(&["moves", "chess", "--json", "--moves", game])).unwrap();
    assert_eq!(answer["repetitions"], 3);
    assert_eq!(answer["claim"]["reason"], "repetition");
    assert_eq!(answer["outcome"], Value::Null);
    let played = answer["played"].as_array().unwrap();
    assert_eq!((played.len(), &played[4]["move"]), (8, &"g1f3".into()));
    assert!(played[7]["fen"].as_str().unwrap().ends_with(" 8 5"), "{played:?}");
    let keys: Vec<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
    assert!(
        keys.contains(&"moves") && answer["moves"].as_array().unwrap().len() == 20,
        "{keys:?}"
    );
    // Without moves there is no history to tell.
    let plain: Value = serde_json::from_str(&output(&["moves", "chess", "--json"])).unwrap();
    assert_eq!((plain.get("played"), plain.get("claim")), (None, None));

    let lines = format!("startpos moves {game}\nstartpos\n{KINGS} moves\nstartpos moves e2e5\n");
    let assert = ferz(&["moves", "chess", "--stdin"])
        .write_stdin(lines)
        .assert()
        .success();
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let answers: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers[0]["repetitions"], 3);
    assert_eq!(answers[1].get("repetitions"), None);
    assert_eq!(
        (
            &answers[2]["repetitions"],
            answers[2]["moves"].as_array().unwrap().len()
        ),
        (&1.into(), 3)
    );
    assert!(
        answers[3]["error"]
            .as_str()
            .unwrap()
            .starts_with("move 1, `e2e5`, cannot be played")
    );
    assert!(output(&["moves", "chess", "--moves", game]).ends_with("may be claimed: draw: repetition\n"));
}

#[test]
fn hooks_and_codes_are_json() {
    let hooks: Value = serde_json::from_str(&output(&["hooks", "--json"])).unwrap();
    let facing = hooks
        .as_array()
        .unwrap()
        .iter()
        .find(|hook| hook["name"] == "facing-royals")
        .unwrap();
    assert_eq!(facing["parameters"][0]["name"], "lines");
    assert!(facing["example"].as_str().unwrap().starts_with("variant "));
    assert!(facing["used_by"].as_array().unwrap().contains(&"xiangqi".into()));
    let one: Value = serde_json::from_str(&output(&["hooks", "facing-royals", "--json"])).unwrap();
    assert_eq!(&one, facing);
    let codes: Value = serde_json::from_str(&output(&["explain", "--json"])).unwrap();
    let code: Value = serde_json::from_str(&output(&["explain", "f0204", "--json"])).unwrap();
    assert_eq!(code["code"], "F0204");
    assert!(codes.as_array().unwrap().contains(&code));
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&output(args)).unwrap()
}

#[test]
fn boards_are_json() {
    let board = json(&["show", "chess", "--json", "--fen", KINGS, "--moves", "a1"]);
    assert_eq!(
        board.to_string(),
        concat!(
            r#"{"check":false,"fen":"4k3/8/8/8/8/8/8/K7 w - - 3 7","outcome":null,"#,
            r#""pieces":[{"piece":"king","side":"white","square":"a1"},{"piece":"king","side":"black","square":"e8"}],"#,
            r#""targets":[{"can":["moves"],"square":"b1"},{"can":["moves"],"square":"a2"},{"can":["moves"],"square":"b2"}],"#,
            r#""turn":"white","variant":"chess"}"#
        )
    );
    assert_eq!(json(&["show", "chess", "--json"]).get("targets"), None);
    let pawn = json(&["show", "chess", "--json", "--piece", "p", "--at", "e7"]);
    assert_eq!(pawn["side"], "black");
    assert_eq!(pawn["hurdle"], Value::Null);
    let targets = pawn["targets"].as_array().unwrap();
    let far = targets.iter().find(|target| target["square"] == "e5").unwrap();
    assert_eq!(far["can"][0], "moves (only from rank 7)");
    assert_eq!(pawn["notes"][0], "e5: moves (only from rank 7)");
}

#[test]
fn pictures_and_pages_are_json() {
    let here = folder(&[]);
    let drawing = json(&["draw", "chess", "--json"]);
    assert!(drawing["svg"].as_str().unwrap().starts_with("<svg"));
    let file = path(here.path(), "board.png");
    assert_eq!(json(&["draw", "chess", "--json", "-o", &file])["files"][0], file);
    let page = json(&["doc", "chess", "--json", "--format", "md"]);
    assert_eq!(page["title"], "Chess");
    assert!(page["text"].as_str().unwrap().starts_with("# Chess\n"));
    let file = path(here.path(), "chess.md");
    let files = json(&["doc", "chess", "--json", "--format", "md", "-o", &file])["files"].clone();
    assert_eq!(files[0], path(here.path(), "chess.md"));
    assert!(
        files
            .as_array()
            .unwrap()
            .contains(&path(here.path(), "chess/start.svg").into())
    );
}

#[test]
fn snapshots_are_json() {
    let here = folder(&[("mine.ferz", b"variant \"Mine\" extends losalamos\n")]);
    let (file, snap) = (path(here.path(), "mine.ferz"), path(here.path(), "mine.snap"));
    let taken = |more: &str| json(&["snap", &file, "--json", more])["snapshots"][0].clone();
    let new = taken("--accept");
    assert_eq!(new["path"], snap);
    assert_eq!((&new["state"], &new["done"]), (&"new".into(), &"accepted".into()));
    assert_eq!(taken("--check")["state"], "unchanged");
    std::fs::write(
        &file,
        "variant \"Mine\" extends losalamos\nrules { must-capture: yes }\n",
    )
    .unwrap();
    let changed = taken("--accept");
    assert_eq!(changed["state"], "changed");
    assert!(changed["sections"].as_array().unwrap().contains(&"rules".into()));
    std::fs::write(
        &file,
        "variant \"Mine\" extends losalamos\nrules { must-capture: maybe }\n",
    )
    .unwrap();
    let wrong = ferz(&["snap", &file, "--json"]).assert().code(1);
    let wrong: Value = serde_json::from_slice(&wrong.get_output().stdout).unwrap();
    assert_eq!(wrong["snapshots"][0]["state"], "wrong");
    assert!(
        !wrong["snapshots"][0]["diagnostics"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    let printed = json(&["snap", "--print", "chess", "--json"]);
    assert_eq!(printed["variant"], "chess");
    assert!(printed["text"].as_str().unwrap().starts_with("ferz snapshot"));
}

/// Refusals are JSON if JSON was asked for, with a remedy if there is no JSON.
#[test]
fn refusals_are_json() {
    for (args, words) in [
        (&["show", "ches", "--json"][..], "did you mean `chess`?"),
        (
            &["show", "chess", "--json", "--piece", "zebra"],
            "no piece `zebra`",
        ),
        (&["draw", "ches", "--json"], "did you mean `chess`?"),
        (&["doc", "ches", "--json"], "did you mean `chess`?"),
        (
            &["snap", "chess", "--json"],
            "`ferz snap --print chess` prints it",
        ),
        (&["snap", "--review", "--json"], "cannot be used with"),
        (&["play", "chess", "--json"], "`ferz moves VARIANT --stdin`"),
        (&["uci", "--json"], "--json"),
        (&["lsp", "--json"], "--json"),
        (&["diff", "chess", "--json"], "were not provided: <NEW>"),
        (
            &["show", "chess", "--json", "--pice", "k"],
            "a similar argument exists: '--piece'",
        ),
    ] {
        let said = ferz(args).assert().failure();
        let said: Value = serde_json::from_slice(&said.get_output().stdout).unwrap();
        let error = said["error"].as_str().unwrap();
        assert!(error.contains(words), "{args:?}: {error}");
    }
}

#[test]
fn what_comes_in_stands_beside_a_wall() {
    let dir = folder(&[(
        "walled.ferz",
        b"variant \"Walled\" extends seirawan\nwalls { on: all }\n",
    )]);
    let file = path(dir.path(), "walled.ferz");
    let report: Value = serde_json::from_str(&output(&["moves", &file, "--json"])).unwrap();
    let moves = report["moves"].as_array().unwrap();
    // 20 moves with 32 walls, four of them with either of two pieces and 31.
    assert_eq!(moves.len(), 20 * 32 + 4 * 2 * 31);
    let why = |text: &str| output(&["why", &file, "startpos", text, "--json"]);
    for (text, words) in [
        ("b1c3h,e4", "\"legal\":true"),
        ("Nc3/H,e4", "\"legal\":true"),
        ("b1c3h", "every move puts a wall on the board"),
        ("b1c3h,b1", "a hawk stands on b1 after the move"),
        ("a2a3h,e4", "a hawk comes in only on rank 1, not on a2"),
    ] {
        assert!(why(text).contains(words), "{text}: {}", why(text));
    }
    let after = output(&["moves", &file, "--moves", "b1c3h,e4 g8f6e,d5", "--json"]);
    let fen = "rnbqkber/pppppppp/5n2/3*4/4*3/2N5/PPPPPPPP/RHBQKBNR[Eh] w KQCDFGkqbcdf - 2 2";
    assert!(after.contains(fen), "{after}");
}
