//! Texts of other programs at the doors of the command.

use super::ferz;

/// The lines that answer some lines.
fn answers(args: &[&str], lines: &[&str]) -> Vec<String> {
    let input = format!("{}\n", lines.join("\n"));
    let assert = ferz(args).write_stdin(input).assert().success();
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    text.lines().map(str::to_owned).collect()
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
