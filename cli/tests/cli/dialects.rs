//! Texts of other programs at the doors of the command.

use super::{ferz, folder, path};

/// The lines that answer some lines.
fn answers(args: &[&str], lines: &[&str]) -> Vec<String> {
    let input = format!("{}\n", lines.join("\n"));
    let assert = ferz(args).write_stdin(input).assert().success();
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// The last line with a word in front.
fn last<'a>(said: &'a [String], word: &str) -> &'a str {
    said.iter()
        .rfind(|line| line.starts_with(word))
        .map_or("", String::as_str)
}

#[test]
fn usi_is_spoken() {
    let said = answers(
        &["usi"],
        &[
            "usi",
            "isready",
            "setoption name USI_Hash value 8",
            "usinewgame",
            "position startpos moves 7g7f 3c3d 8h2b+ 3a2b",
            "d",
            "go btime 0 wtime 0 byoyomi 50",
            "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
            "go depth 3",
            "position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2",
            "go depth 3",
            "go mate infinite",
            "gameover lose",
        ],
    );
    assert!(
        said.contains(&"usiok".to_owned()) && said.contains(&"readyok".to_owned()),
        "{said:?}"
    );
    assert!(last(&said, "option name USI_Hash").contains("spin"), "{said:?}");
    assert!(
        said.iter()
            .any(|line| line.starts_with("lnsgkg1nl/1r5s1/") && line.contains("[Bb] w")),
        "{said:?}"
    );
    assert!(said.contains(&"bestmove G*5b".to_owned()), "{said:?}");
    assert!(said.iter().any(|line| line.contains("score mate 1 ")), "{said:?}");
    assert!(said.contains(&"bestmove resign".to_owned()), "{said:?}");
    assert_eq!(said.last().unwrap(), "checkmate notimplemented");
}

#[test]
fn ucci_is_spoken() {
    let said = answers(
        &["ucci"],
        &[
            "ucci",
            "setoption usemillisec true",
            "setoption newgame",
            "isready",
            "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 h9g7",
            "d",
            "go time 50 increment 0",
            "position fen 4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1",
            "go depth 3",
            "banmoves b0b9",
            "position startpos moves h3e3",
            "go depth 1",
        ],
    );
    assert!(said.contains(&"ucciok".to_owned()), "{said:?}");
    assert!(last(&said, "option hashsize").contains("type spin"), "{said:?}");
    assert!(
        said.iter()
            .any(|line| line.starts_with("rnbakab1r/9/1c4nc1/") && line.contains("/1C2C4/")),
        "{said:?}"
    );
    assert!(said.contains(&"bestmove b0b9".to_owned()), "{said:?}");
    // `h3e3` is no move there: ranks begin with 0.
    assert!(
        last(&said, "info string `h3e3`").contains("(`h4e4` with ranks from 1)"),
        "{said:?}"
    );
    assert_eq!(said.last().unwrap(), "nobestmove");
    assert_eq!(answers(&["ucci"], &["quit"]), ["bye"]);
    assert_eq!(
        answers(&["ucci"], &["go infinite", "quit"]).last().unwrap(),
        "bye"
    );
}

#[test]
fn walls_and_passes_are_written_as_by_fairy_stockfish() {
    let duck = "e2e4,e4d6";
    let said = answers(
        &["uci", "duck"],
        &[
            &format!("position startpos moves {duck}"),
            "d",
            &format!("go depth 1 searchmoves {duck}"),
            "go perft 1",
        ],
    );
    assert!(
        said.iter()
            .any(|line| line.starts_with("rnbqkbnr/pppppppp/3*4/8/4P3/")),
        "{said:?}"
    );
    assert!(
        said.iter().any(|line| line.starts_with("a7a6,a6a7: ")),
        "{said:?}"
    );
    // The king stays where it is.
    let janggi = answers(
        &["uci", "janggi"],
        &[
            "position startpos moves e2e2 a7a6 0000",
            "d",
            "position startpos",
            "go perft 1",
        ],
    );
    assert!(janggi[0].contains(" b - - "), "{janggi:?}");
    assert!(janggi.contains(&"e2e2: 1".to_owned()), "{janggi:?}");
    let gates = answers(&["uci", "seirawan"], &["position startpos moves b1c3h", "d"]);
    assert!(
        gates[0].starts_with("rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/RHBQKBNR[Ehe] b "),
        "{gates:?}"
    );
    // Both squares, also where the board has ten ranks and counts them from 0.
    let pass = answers(
        &["ucci", "janggi"],
        &[
            "position startpos moves e1e1",
            "d",
            "position startpos",
            "go perft 1",
        ],
    );
    assert!(
        pass[0].contains(" b - - ") && pass.contains(&"e1e1: 1".to_owned()),
        "{pass:?}"
    );
}

#[test]
fn xboard_reads_other_notations_and_writes_walls() {
    let said = answers(
        &["xboard", "xiangqi"],
        &["force", "usermove C2=5", "usermove h9g7", "usermove h3e3"],
    );
    assert_eq!(
        said.iter().filter(|line| line.starts_with("Illegal")).count(),
        1,
        "{said:?}"
    );
    // Ranks begin with 0 there, so nothing stands on h3.
    assert!(
        said.last().is_some_and(|line| line.ends_with(": h3e3")),
        "{said:?}"
    );
    let duck = answers(
        &["xboard", "duck"],
        &["force", "usermove e2e4,e4d6", "sd 1", "go"],
    );
    let answer = last(&duck, "move ").trim_start_matches("move ");
    let (first, wall) = answer.split_once(',').unwrap();
    assert_eq!(first[2..4], wall[..2], "{duck:?}");
}

#[test]
fn games_are_written_in_other_notations() {
    let game = "[Variant \"Shogi\"]\n\n1. Pc4 Pg6 2. Bxh8=+ *\n";
    let written = |notation: &str| {
        let args = ["game", "-", "--json", "--notation", notation];
        let assert = ferz(&args).write_stdin(game).assert().success();
        let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
        serde_json::from_str::<serde_json::Value>(&text).unwrap()
    };
    let usi = written("usi");
    assert_eq!(usi["moves"], serde_json::json!(["7g7f", "3c3d", "8h2b+"]));
    let sfen = usi["fen"].as_str().unwrap();
    assert!(
        sfen.starts_with("lnsgkgsnl/1r5+B1/") && sfen.ends_with(" w B 4"),
        "{sfen}"
    );
    assert_eq!(
        written("uci")["moves"],
        serde_json::json!(["c3c4", "g7g6", "b2h8+"])
    );
    assert_eq!(written("san")["moves"][2], "Bxh8=+B");
}

#[test]
fn a_variants_ini_is_imported() {
    let ini = b"[fivebyfive:chess]\nmaxRank = 5\nmaxFile = e\nstartFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\npromotionRegionWhite = *5\npromotionRegionBlack = *1\ncastling = false\ndoubleStep = false\n\n[broken:nothing]\n";
    let folder = folder(&[("variants.ini", ini)]);
    let set = format!(
        "setoption name VariantPath value {}",
        path(folder.path(), "variants.ini")
    );
    let said = answers(
        &["uci"],
        &[
            &set,
            "setoption name UCI_Variant value broken",
            "setoption name UCI_Variant value fivebyfive",
            "uci",
            "position startpos",
            "go perft 1",
            "d",
        ],
    );
    assert!(
        said[0].ends_with("variants.ini: 2 variants; UCI_Variant chooses one"),
        "{said:?}"
    );
    assert!(
        said.contains(&"info string the section `broken` is no variant".to_owned()),
        "{said:?}"
    );
    let combo = last(&said, "option name UCI_Variant");
    assert_eq!(combo.matches("var fivebyfive").count(), 1, "{combo}");
    assert!(combo.contains("var broken"), "{combo}");
    assert!(said.contains(&"Nodes searched: 7".to_owned()), "{said:?}");
    assert!(
        said.last().unwrap().starts_with("rnbqk/ppppp/5/PPPPP/RNBQK"),
        "{said:?}"
    );
}

/// A letter of an earlier notation is reported, at every door.
#[test]
fn old_letters_are_told() {
    const OLD: &str = "4k4/9/9/9/9/9/9/3D5/4K4[] w - - 0 1";
    const TOLD: &str = "`D` is written `+R` today; the old letters will not be read for ever";
    for args in [
        &["moves", "shogi", "--fen", OLD][..],
        &[
            "moves",
            "shogi",
            "--moves",
            "c3c4 g7g6 b2h8h",
            "--fen",
            "4k4/1r7/6p2/9/9/9/2P6/1B7/4K4[] w - - 0 1",
        ],
        &["why", "shogi", OLD, "d2d3"],
    ] {
        let assert = ferz(args).assert().success();
        let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert!(
            said.contains("today; the old letters will not be read for ever"),
            "{args:?}: {said}"
        );
    }
    let said = answers(&["moves", "shogi", "--stdin"], &[OLD, "startpos"]);
    assert!(said[0].contains(&format!("\"warning\":\"{TOLD}\"")), "{said:?}");
    assert!(!said[1].contains("warning"), "{said:?}");
    let uci = answers(
        &["uci", "shogi"],
        &[&format!("position fen {OLD} moves Dd3"), "d"],
    );
    assert_eq!(uci[0], format!("info string {TOLD}"));
    assert!(uci[1].starts_with("4k4/9/9/9/9/9/3+R5/9/4K4[] b"), "{uci:?}");
    let xboard = answers(
        &["xboard", "shogi"],
        &["force", &format!("setboard {OLD}"), "usermove Dd3"],
    );
    assert!(
        xboard.contains(&format!("telluser warning: {TOLD}")),
        "{xboard:?}"
    );
    assert!(xboard.contains(&format!("# {TOLD}")), "{xboard:?}");
    let game = format!("[Variant \"Shogi\"]\n[FEN \"{OLD}\"]\n\n1. Dd3 *\n");
    let assert = ferz(&["game", "-", "--json"])
        .write_stdin(game)
        .assert()
        .success();
    let report = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert!(report.contains(TOLD), "{report}");
    let suite = format!(
        "variant = \"shogi\"\n\n[[position]]\nname = \"old\"\nfen = \"{OLD}\"\nlegal = [\"Dd3\"]\n\n[[game]]\nname = \"lists\"\nfen = \"k8/4R4/9/9/9/9/9/9/4K4[] w - - 0 1\"\nmoves = \"e8e9d\"\nafter.0 = {{ moves = {{ from = \"e8\", to = [\"a8\", \"a8d\", \"b8\", \"b8d\", \"c8\", \"c8d\", \"d8\", \"d8d\", \"f8\", \"f8d\", \"g8\", \"g8d\", \"h8\", \"h8d\", \"i8\", \"i8d\", \"e9\", \"e9d\", \"e7\", \"e7d\", \"e6\", \"e6d\", \"e5\", \"e5d\", \"e4\", \"e4d\", \"e3\", \"e3d\", \"e2\", \"e2d\"] }} }}\nafter.end = {{ fen = \"k3D4/9/9/9/9/9/9/9/4K4[] b - - 0 1\" }}\n"
    );
    let folder = folder(&[("old.toml", suite.as_bytes())]);
    let assert = ferz(&["test", &path(folder.path(), "old.toml")])
        .assert()
        .success();
    let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(said.contains(TOLD), "{said}");
}

#[test]
fn names_are_read_as_other_programs_write_them() {
    let set = |name: &str| format!("setoption name UCI_Variant value {name}");
    let said = answers(
        &["uci"],
        &[
            &set("KingOfTheHill"),
            "d",
            &set("Three-check"),
            "d",
            &set("Seirawan960"),
            "d",
        ],
    );
    let named: Vec<&String> = said
        .iter()
        .filter(|line| line.contains("info string variant "))
        .collect();
    for (line, name) in named.iter().zip(["kingofthehill", "3check", "seirawan"]) {
        assert!(line.contains(&format!("variant {name} ")), "{line}");
    }
    assert_eq!(named.len(), 3, "{said:?}");
}

const PLUS: &str = r#"[Variant "Shogi"]
[Result "*"]

1. c3c4 g7g6 2. b2h8+ *

[Variant "Shogi"]
[Result "*"]

1. Pc4 Pg6 2. Bxh8=+ *

[Variant "Shogi"]
[Result "*"]

1. Pc4 Pg6 2. Bxh8= *
"#;

/// The last positions of the games that a text has.
fn games(text: &str) -> Vec<String> {
    let assert = ferz(&["game", "-", "--json"])
        .write_stdin(text)
        .assert()
        .success();
    let out = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let fen = |line: &str| {
        let report: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(report["error"].is_null(), "{line}");
        report["fen"].as_str().unwrap().to_owned()
    };
    out.lines().map(fen).collect()
}

#[test]
fn a_plus_behind_a_move_of_shogi_promotes_in_games_too() {
    let fens = games(PLUS);
    assert_eq!(fens[0], fens[1]);
    assert_ne!(fens[1], fens[2]);
    assert!(fens[2].starts_with("lnsgkgsnl/1r5B1/"), "{fens:?}");
}

#[test]
fn a_line_of_xiangqi_with_ranks_from_zero_is_read() {
    let said = answers(
        &["moves", "xiangqi", "--stdin"],
        &["startpos moves h2e2 h9g7 h0g2", "startpos moves h3e3 h10g8 h1g3"],
    );
    assert_eq!(said[0], said[1]);
}

#[test]
fn games_from_other_starts_castle_from_there() {
    let text = r#"[Variant "Chess960"]
[FEN "nqrnbbkr/pppppppp/8/8/8/8/PPPPPPPP/NQRNBBKR w KQkq - 0 1"]

1. d4 d5 2. c4 dxc4 3. e4 b5 4. Ne3 c5 *

[Variant "Atomic"]
[FEN "rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w KQkq - 0 1"]

1. O-O *
"#;
    let fens = games(text);
    assert!(fens[0].contains(" KQkq "), "{fens:?}");
    assert!(
        fens[1].starts_with("rk5r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 b kq"),
        "{fens:?}"
    );
}
