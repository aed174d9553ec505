//! Games read from a pipe.

use super::ferz;
use std::time::{Duration, Instant};

/// The output after the lines of input, without the board.
fn session(args: &[&str], input: &[&str]) -> Vec<String> {
    let lines = format!("{}\n", input.join("\n"));
    let assert = ferz(&[&["play"], args].concat())
        .write_stdin(lines)
        .assert()
        .success();
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let is_board = |line: &&str| !line.contains(['│', '┌', '└']) && !line.starts_with("    a");
    text.lines().filter(is_board).skip(1).map(str::to_owned).collect()
}

#[test]
fn moves_in_both_notations_and_undo() {
    let said = session(&["chess"], &["e2e4", "e5", "Nf3", "undo", "fen", "quit", "fen"]);
    assert_eq!(
        said,
        [
            "white to move",
            "white plays e2e4 (e4)",
            "black to move",
            "black plays e7e5 (e5)",
            "white to move",
            "white plays g1f3 (Nf3)",
            "black to move",
            "white to move",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
        ]
    );
}

#[test]
fn the_last_move_is_marked_and_the_board_can_be_turned() {
    let text = super::ferz(&["play", "chess", "--ascii", "--flip"])
        .write_stdin("g1f3\nflip\n")
        .assert()
        .success();
    let text = String::from_utf8(text.get_output().stdout.clone()).unwrap();
    let boards: Vec<Vec<&str>> = text
        .split("to move")
        .map(|part| part.lines().filter(|line| line.contains('|')).collect())
        .collect();
    // One board at the beginning, one after the move, one where it is asked for.
    assert_eq!(
        boards.iter().map(Vec::len).collect::<Vec<_>>(),
        [8, 8, 8, 0],
        "{text}"
    );
    assert_eq!(boards[0][0], "1 | R  N  B  K  Q  B  N  R |");
    assert_eq!(boards[1][0], "1 | R [.] B  K  Q  B  N  R |");
    assert_eq!(boards[1][2], "3 | .  . [N] .  .  .  .  . |");
    assert_eq!(boards[2][7], "1 | R  N  B  Q  K  B [.] R |");
    assert_eq!(boards[2][0], "8 | r  n  b  q  k  b  n  r |");
    assert!(!text.contains('\x1b'), "{text:?}");
}

#[test]
fn illegal_input_is_explained() {
    let said = session(
        &["chess"],
        &[
            "e2e5", "e7e5", "a3a4", "j1j2", "f1c4", "a1a2", "Nd4", "castle", "why e2e4", "why",
        ],
    );
    assert_eq!(
        said[1..],
        [
            "not possible: a pawn does not move from e2 to e5",
            "not possible: the black pawn on e7 cannot move: it is white's turn",
            "not possible: there is no piece on a3",
            "not possible: there is no square `j1` on this board",
            "not possible: the white bishop on f1 cannot reach c4: the white pawn on e2 is in the way",
            "not possible: the white rook on a1 cannot move to a2: the white pawn on a2 is a friendly piece",
            "not possible: no white knight can move to d4",
            "`castle` is neither a move nor a command; moves are written like `b1a3` or `Na3`; type `help` for the commands",
            "e2e4 (e4) is possible",
            "which move? for example: why e2e4",
        ]
    );
}

#[test]
fn the_end_of_the_game_ends_it() {
    let said = session(
        &["chess"],
        &[
            "f3", "e5", "g4", "Qh4#", "e2e4", "hint", "moves", "claim", "undo", "d8h4",
        ],
    );
    assert_eq!(said[8], "white wins: checkmate".replace("white", "black"));
    assert_eq!(
        said[9..],
        [
            "not possible: the game is over: black has won (checkmate)",
            "the game is over",
            "no moves",
            "there is nothing to claim",
            "black to move",
            "black plays d8h4 (Qh4#)",
            "black wins: checkmate",
        ]
    );
}

#[test]
fn a_draw_can_be_claimed_and_the_claim_taken_back() {
    let there_and_back = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let mut input = [there_and_back, there_and_back].concat();
    input.splice(0..0, ["claim"]);
    input.extend(["claim", "e4", "undo", "e4"]);
    let said = session(&["chess"], &input);
    assert_eq!(said[1], "there is nothing to claim");
    assert_eq!(
        said[said.len() - 7..],
        [
            "`claim` would end the game now: draw: repetition",
            "draw: repetition",
            "not possible: the game is over: it is a draw (repetition)",
            "white to move",
            "`claim` would end the game now: draw: repetition",
            "white plays e2e4 (e4)",
            "black to move",
        ]
    );
}

#[test]
fn hints_win_and_do_not_lose_pieces() {
    let mate = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
    assert!(session(&["chess", "--fen", mate], &["hint"])[1].ends_with("#)"));
    // The queen is attacked; taking the rook, which is protected, would lose her.
    let hanging = "4k3/8/2p5/1p1r4/8/8/3Q4/4K3 w - - 0 1";
    let hint = &session(&["chess", "--fen", hanging], &["hint"])[1];
    assert!(hint.starts_with("d2") && !hint.starts_with("d2d5"), "{hint}");
    let campmate = "8/4K3/8/k7/8/8/8/8 w - - 0 1";
    assert!(session(&["empire", "--fen", campmate], &["hint"])[1].ends_with("8#)"));
}

#[test]
fn a_random_opponent_repeats_itself_with_the_same_seed() {
    let game = |seed: &str| {
        session(
            &["chess", "--against", "random", "--seed", seed],
            &["e4", "d4", "fen"],
        )
    };
    assert_eq!(game("7"), game("7"));
    assert_ne!(game("7"), game("8"));
    let said = game("7");
    assert!(
        said.iter()
            .filter(|line| line.starts_with("black plays "))
            .count()
            == 2,
        "{said:?}"
    );
    // Taking back goes to one's own turn.
    let said = session(
        &["chess", "--against", "random", "--seed", "7"],
        &["e4", "undo", "fen"],
    );
    assert!(said.last().unwrap().ends_with(" w KQkq - 0 1"), "{said:?}");
}

#[test]
fn moves_of_one_piece() {
    let said = session(&["chess"], &["moves g1", "moves e4", "moves z9", "moves"]);
    assert_eq!(
        said[1..4],
        ["g1f3  g1h3", "no moves", "there is no square `z9` on this board"]
    );
    assert_eq!(said[4..].join(" ").split_whitespace().count(), 20);
}

#[test]
fn strange_input_is_survived() {
    let long = "e2".repeat(50_000);
    let strange = [
        "", " ", "é", "e", "é2é4", "=", "x", "+", "0", "e2e4é", "ℌe4", "=Q", "O-O-O-O", "why é", "moves é",
        &long,
    ];
    let assert = ferz(&["play", "chess"])
        .write_stdin(strange.join("\n"))
        .assert()
        .success();
    assert!(!assert.get_output().stdout.is_empty());
    ferz(&["play", "chess"])
        .write_stdin(b"\xff\xfe\n\0\n".as_slice())
        .assert()
        .success();
    ferz(&["play", "chess"]).write_stdin("").assert().success();
}

/// The notes beside the board, the side that decides and its choice, and the consequences of a
/// refused move, in a game with turns of several decisions.
#[test]
fn decisions_are_asked_and_refusals_say_what_would_follow() {
    let fen = "4k3/8/8/8/8/2b5/7P/R7 w - - 0 1 captured=Qqr denial=b exile=b towers=a1:RK";
    let said = session(
        &["crazy", "--fen", fen],
        &[
            "h2h3", "a1b1", "a1a2", "deny", "a1b1", "a1.1b1", "undo", "undo", "accept", "fen",
        ],
    );
    let beside = [
        "    captured              white Q; black q r",
        "    denial                black may deny a movement",
        "    in exile              black b",
        "    towers, lowest first  a1 R K",
    ];
    assert_eq!(said[..4], beside);
    assert_eq!(
        said[4..7],
        [
            "white to move, in check",
            "not possible: white would lose its royal piece: black `c3a1`, then black `raise`",
            "white plays a1b1 (Rb1)",
        ]
    );
    assert_eq!(said[7..11], beside);
    assert_eq!(
        said[11..14],
        [
            "black decides about the movement `a1b1`: `accept`, `deny`",
            "not possible: black decides about the movement `a1b1` first: `accept`, `deny`",
            "black answers deny",
        ]
    );
    let denied = &said[14..];
    let denied_lines = [
        "    denied                a1b1 may not be played now",
        "    immune                black's next movement cannot be denied",
        "white to move, in check",
        "not possible: it was denied; another movement must be chosen",
        "white plays a1.1b1 (Kb1)",
    ];
    for line in denied_lines {
        assert!(denied.iter().any(|l| l == line), "{line}: {denied:#?}");
    }
    // Back before the other movement and before the denial; then the first is accepted.
    assert_eq!(denied[denied.len() - 2], "black to move");
    assert_eq!(
        denied[denied.len() - 1],
        "4k3/8/8/8/8/2b5/7P/1R6 b - - 1 1 captured=Qqr denial=b exile=b towers=b1:RK"
    );
}

#[test]
fn ferz_answers_at_its_level() {
    let said = session(&["chess", "--level", "2", "--seed", "5"], &["e4", "d4", "fen"]);
    let answers = said
        .iter()
        .filter(|line| line.starts_with("black plays "))
        .count();
    assert_eq!(answers, 2, "{said:?}");
    assert!(said.last().unwrap().ends_with(" 3"), "{said:?}");
    let mate = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1";
    let said = session(
        &["chess", "--against", "ferz", "--level", "5", "--fen", mate],
        &["g8h8"],
    );
    assert_eq!(said[2], "white plays d1d8 (Rd8#)", "{said:?}");
    assert_eq!(said[3], "white wins: checkmate");
}

#[test]
fn ferz_plays_itself_to_the_end_and_the_game_is_kept() {
    let folder = super::folder(&[]);
    let file = super::path(folder.path(), "game.pgn");
    let both = [
        "breakthrough",
        "--white",
        "ferz",
        "--black",
        "random",
        "--level",
        "3",
        "--seed",
        "1",
    ];
    let said = session(&both, &[&format!("save {file}")]);
    assert!(
        said.iter().any(|line| line.starts_with("white wins: ")),
        "{said:?}"
    );
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(
        text.starts_with("[Event \"?\"]\n[Site \"?\"]\n[Date \"20"),
        "{text}"
    );
    let tags = "[White \"ferz\"]\n[Black \"random\"]\n[Result \"1-0\"]\n[Variant \"breakthrough\"]\n";
    assert!(text.contains(tags), "{text}");
    let checked = super::output(&["game", &file]);
    assert!(checked.contains("white wins"), "{checked}");
    // And taken up again, one move back.
    let said = session(
        &["breakthrough"],
        &[&format!("load {file}"), "undo", "resign", "e2e3"],
    );
    assert!(
        said.iter().any(|line| line.ends_with(" wins: resignation")),
        "{said:?}"
    );
    assert!(
        said.last().unwrap().starts_with("not possible: the game is over"),
        "{said:?}"
    );
}

#[test]
fn a_game_is_kept_and_taken_up() {
    let folder = super::folder(&[("other.pgn", b"1. e4 e5 2. Ke3 Nf6 *\n")]);
    let file = super::path(folder.path(), "other.pgn");
    let said = session(
        &["chess"],
        &[&format!("load {file}"), "load nothing.pgn", "save", "offer"],
    );
    assert_eq!(
        said[1..],
        [
            "line 1: `Ke3`, ply 3, is not possible: a king does not move from e1 to e3",
            "white to move",
            "cannot read nothing.pgn: there is no such file or folder",
            "which file? for example: save game.pgn",
            "draw: agreement",
        ]
    );
}

/// A game of another variant is not taken up half; where it is ferz's turn, ferz goes on.
#[test]
fn games_of_other_variants_and_against_ferz_are_taken_up() {
    let folder = super::folder(&[
        ("other.pgn", b"[Variant \"xiangqi\"]\n\n1. Hc3 *\n"),
        ("open.pgn", b"[Variant \"Chess\"]\n\n1. e4 *\n"),
    ]);
    let load = |name| format!("load {}", super::path(folder.path(), name));
    let said = session(&["chess"], &["d4", &load("other.pgn"), "fen"]);
    assert_eq!(said[3], "the game is of the variant `xiangqi`, not `chess`");
    assert!(said[4].contains("/3P4/"), "{said:?}");
    let said = session(&["chess", "--level", "1", "--seed", "1"], &[&load("open.pgn")]);
    assert!(said[1].starts_with("black plays "), "{said:?}");
    assert_eq!(said.last().unwrap(), "white to move");
}

#[test]
fn clocks_run() {
    let said = session(&["chess", "--time", "60+1"], &["e4"]);
    let clock = |line: &&String| line.starts_with("white 1:0") && line.contains(", black 1:0");
    assert!(said.iter().any(|line| clock(&line)), "{said:?}");
    let late = session(
        &["chess", "--white", "me", "--black", "me", "--time", "0.000001"],
        &["e4", "e5"],
    );
    assert!(late.iter().any(|line| line == "black wins: time"), "{late:?}");
    for wrong in ["", "x", "-1", "1+x", "nan", "0", "1:x"] {
        ferz(&["play", "chess", "--time", wrong]).assert().code(2);
    }
    ferz(&["play", "chess", "--level", "11"]).assert().code(2);
}

/// A game of a variant in a file is checked by the rules that lie beside it.
#[test]
fn a_game_finds_its_rules() {
    let rules = b"variant \"Mine\" extends losalamos\n";
    let folder = super::folder(&[("mine.ferz", rules)]);
    let path = |name| super::path(folder.path(), name);
    session(
        &[&path("mine.ferz")],
        &["a3", &format!("save {}", path("game.pgn"))],
    );
    let said = super::output(&["game", &path("game.pgn")]);
    assert!(said.starts_with("game 1: mine, ? - ?, 1 plies\n"), "{said}");
    std::fs::rename(path("mine.ferz"), path("yours.ferz")).unwrap();
    let said = super::failure(&["game", &path("game.pgn")], 2);
    let advice = "the game is of the variant `mine`; if its rules are in another file, name that, too";
    assert!(said.contains(advice), "{said}");
    super::output(&["game", &path("game.pgn"), &path("yours.ferz")]);
    // The variant may stand first, as elsewhere.
    super::output(&["game", &path("yours.ferz"), &path("game.pgn")]);
}

#[test]
fn a_game_says_what_it_knows_of_itself() {
    let said = session(&["chess"], &["list", "clock", "e2e4", "e5", "Nf3", "list"]);
    assert_eq!(said[1], "no moves yet");
    assert!(said[2].starts_with("there is no clock"), "{said:?}");
    assert!(
        said.iter().any(|line| line.starts_with("1. e4 e5 2. Nf3")),
        "{said:?}"
    );
    let said = session(&["chess", "--time", "5+3"], &["clock"]);
    assert!(said.iter().any(|line| line.starts_with("white 0:05")), "{said:?}");
}

#[test]
fn both_last_moves_are_marked_where_one_is_the_answer() {
    let assert = ferz(&["play", "chess", "--ascii", "--against", "random", "--seed", "3"])
        .write_stdin("a2a3\n")
        .assert()
        .success();
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let last = text.rfind("white plays").map_or("", |at| &text[at..]);
    let board: Vec<&str> = last.lines().filter(|line| line.contains('|')).collect();
    assert_eq!(
        board.iter().map(|line| line.matches('[').count()).sum::<usize>(),
        4,
        "{last}"
    );
}

#[test]
fn games_are_checked() {
    let good = b"[Variant \"King of the Hill\"]\n[Result \"*\"]\n\n1. e4 {best} e5 2. Nf3 (2. f4) *\n\n[Variant \"chess\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let bad = b"1. e4 e5\n2. Bb6 *\n\n1. f3 e5 2. g4 Qh4# 1-0\n";
    let folder = super::folder(&[("good.pgn", good), ("bad.pgn", bad), ("empty.pgn", b"")]);
    let path = |name| super::path(folder.path(), name);
    let said = super::output(&["game", &path("good.pgn"), "--json"]);
    let lines: Vec<&str> = said.lines().collect();
    assert!(
        lines[0].starts_with("{\"number\":1,\"variant\":\"kingofthehill\",\"plies\":3,"),
        "{said}"
    );
    assert!(lines[1].contains("\"reason\":\"checkmate\""), "{said}");
    let assert = ferz(&["game", &path("bad.pgn")]).assert().code(1);
    let said = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert!(
        said.contains("error: line 2: `Bb6`, ply 3, is not possible: "),
        "{said}"
    );
    assert!(
        said.contains("the result is written as 1-0, but the game has ended with 0-1"),
        "{said}"
    );
    ferz(&["game", &path("empty.pgn")]).assert().code(1);
    ferz(&["game", &path("none.pgn")]).assert().code(1);
}

/// One game of a file that cannot be played does not keep the others from being checked.
#[test]
fn every_game_of_a_file_is_checked() {
    let text = b"[Variant \"nowhere\"]\n\n1. e4 *\n\n[FEN \"nonsense\"]\n\n1. e4 *\n\n[Variant \"antichess\"]\n\n1. e3 *\n";
    let folder = super::folder(&[("games.pgn", text)]);
    let games = super::path(folder.path(), "games.pgn");
    let assert = ferz(&["game", &games]).assert().code(1);
    let said = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert!(
        said.contains("error: the game is of the variant `nowhere`"),
        "{said}"
    );
    assert!(
        said.contains("error: this FEN is not a position of the variant"),
        "{said}"
    );
    assert!(said.contains("game 3: antichess, ? - ?, 1 plies"), "{said}");
    let assert = ferz(&["game", &games, "--json"]).assert().code(1);
    let said = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let lines: Vec<serde_json::Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["fen"], serde_json::Value::Null);
    assert_eq!(lines[2]["plies"], 1);
}

/// A comment that is not closed hides the rest of a game; that is told.
#[test]
fn broken_texts_of_games_are_told() {
    let text =
        b"1. e4 e5 (1... c5\n2. Nf3 *\n\n[Event \"b\"]\n\n1. d4 *\n\n[Event \"c\"]\n\n1. c4 {a\nc5 *\n";
    let folder = super::folder(&[("games.pgn", text)]);
    let assert = ferz(&["game", &super::path(folder.path(), "games.pgn")])
        .assert()
        .code(1);
    let said = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    for words in [
        "game 1: chess, ? - ?, 2 plies",
        "error: line 1: the variation that begins here has no `)`",
        "game 2: chess, ? - ?, 1 plies",
        "error: line 10: the comment that begins here has no `}`",
    ] {
        assert!(said.contains(words), "{words}\n{said}");
    }
}

/// A move of two words is read with a space or with `_` between them.
#[test]
fn moves_of_two_words() {
    let fen = "r1bqkbnr/ppp1p2p/8/P2p2pQ/5p2/N1P1P3/1P1P2BP/R1B1K1NR b KQkq d6 0 10 bait=b pending=h5e8";
    for words in ["swap e7 e7d6", "swap_e7 e7d6"] {
        let text = format!("[Variant \"bait-chess\"]\n[FEN \"{fen}\"]\n\n1... {words} *\n");
        let folder = super::folder(&[("game.pgn", text.as_bytes())]);
        ferz(&["game", &super::path(folder.path(), "game.pgn")])
            .assert()
            .code(0);
        ferz(&["moves", "bait-chess", "--fen", fen, "--moves", words])
            .assert()
            .code(0);
    }
}

/// Illegal moves of one variant are explained together.
#[test]
fn many_illegal_games_are_told_soon() {
    const GAMES: usize = 6_000;
    let folder = super::folder(&[("games.pgn", "1. e5 *\n\n".repeat(GAMES).as_bytes())]);
    let began = Instant::now();
    let assert = ferz(&["game", &super::path(folder.path(), "games.pgn")])
        .assert()
        .code(1);
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    let said = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert_eq!(said.matches("is not possible").count(), GAMES);
}

/// Files come with a byte order mark, in UTF-16 and in ISO 8859-1, and with lines that end as on
/// Windows.
#[test]
fn games_are_read_as_other_programs_write_them() {
    let text = "[White \"M\u{fc}ller\"]\r\n[Variant \"chess\"]\r\n\r\n1. e4 {gr\u{fc}n} e5 *\r\n";
    let latin: Vec<u8> = text
        .chars()
        .map(|c| u8::try_from(u32::from(c)).unwrap())
        .collect();
    let wide: Vec<u8> = format!("\u{feff}{text}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let marked = format!("\u{feff}{text}").into_bytes();
    let folder = super::folder(&[
        ("latin.pgn", &latin),
        ("wide.pgn", &wide),
        ("marked.pgn", &marked),
    ]);
    for name in ["latin.pgn", "wide.pgn", "marked.pgn"] {
        let game = super::path(folder.path(), name);
        let said = super::output(&["game", &game]);
        assert!(
            said.starts_with("game 1: chess, M\u{fc}ller - ?, 2 plies\n"),
            "{name}: {said}"
        );
        let said = session(&["chess"], &[&format!("load {game}")]).join("\n");
        assert!(said.contains("white to move"), "{name}: {said}");
    }
}
