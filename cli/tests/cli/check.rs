//! `ferz check`: errors, and defined variants.

use super::{failure, ferz, folder, output, path};
use predicates::prelude::*;
use serde_json::Value;

const BROKEN: &[u8] = b"variant \"Broken\" extends chess\n\npiece dragon D = bihsop | step diagnal\n";

#[test]
fn all_errors_are_drawn_with_their_places() {
    let folder = folder(&[("broken.ferz", BROKEN)]);
    let message = failure(&["check", &path(folder.path(), "broken.ferz")], 1);
    assert!(message.contains("there is no movement `bihsop`"), "{message}");
    assert!(message.contains("did you mean `bishop`?"), "{message}");
    assert!(message.contains("`diagnal` is not a direction"), "{message}");
    assert!(message.contains("broken.ferz:3:18]"), "{message}");
    assert!(
        message.contains("3 │ piece dragon D = bihsop | step diagnal"),
        "{message}"
    );
    assert!(
        !message.contains('\x1b'),
        "colours without a terminal: {message:?}"
    );
}

#[test]
fn places_in_two_files_are_both_drawn() {
    let folder = folder(&[
        ("a.ferz", b"variant \"A\" extends b\n"),
        ("b.ferz", b"# the other\nvariant \"B\" extends \"./a.ferz\"\n"),
    ]);
    let message = failure(&["check", &path(folder.path(), "a.ferz")], 1);
    assert!(
        message.contains("a.ferz:1:21]") && message.contains("b.ferz:2:21]"),
        "{message}"
    );
}

#[test]
fn every_command_refuses_a_broken_file() {
    let folder = folder(&[("broken.ferz", BROKEN)]);
    let broken = path(folder.path(), "broken.ferz");
    for command in [
        &["moves", &broken] as &[&str],
        &["show", &broken],
        &["ir", &broken],
        &["perft", &broken, "1"],
        &["play", &broken],
    ] {
        assert!(failure(command, 1).contains("bihsop"), "{command:?}");
    }
}

#[test]
fn a_good_file_is_summed_up() {
    let text = "variant \"Cylinder\" extends chess\nboard 8x8 { wrap: files; holes: d4, e5 }\n\
        square x0 { north: e1 }\npiece white chancellor C = rook | knight\nwithout castling\n\
        promotion white pawn { to: chancellor }\n\
        start \"rnbqkbnr/pppppppp/8/4*3/3*4/8/PPPPPPPP/RNBQKBNR w - - 0 1\"\n";
    let folder = folder(&[("deep/good.ferz", text.as_bytes()), ("notes.txt", b"no rules")]);
    let printed = output(&["check", &folder.path().display().to_string()]);
    assert!(printed.contains("good.ferz: Cylinder\n"), "{printed}");
    assert!(
        printed.contains("board  8x8, a cylinder, without d4 e5, extra squares x0\n"),
        "{printed}"
    );
    assert!(
        printed.contains("white  king K, queen Q, rook R, bishop B, knight N, pawn P, chancellor C\n"),
        "{printed}"
    );
    assert!(
        printed.contains("black  king k, queen q, rook r, bishop b, knight n, pawn p\n"),
        "{printed}"
    );
    assert!(printed.contains("start  "), "{printed}");
}

#[test]
fn hooks_are_summed_up() {
    let printed = output(&["check", "shocking"]);
    assert!(
        printed.contains("use    adjacency-loss(side: black, "),
        "{printed}"
    );
    assert!(printed.contains("black  Robots: missile m, "), "{printed}");
}

#[test]
fn the_machine_interface() {
    let folder = folder(&[("broken.ferz", BROKEN)]);
    let broken = path(folder.path(), "broken.ferz");
    let assert = ferz(&["check", "--json", &broken, "chess"]).assert().code(1);
    let report: Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    assert_eq!(report["errors"], 2);
    assert!(report["files"][0]["variant"].is_null());
    let first = &report["files"][0]["diagnostics"][0];
    assert_eq!(first["severity"], "error");
    assert_eq!(first["help"], "did you mean `bishop`?");
    let label = &first["labels"][0];
    assert_eq!(label["path"], broken.as_str());
    assert_eq!(
        [&label["line"], &label["column"], &label["start"], &label["end"]],
        [3, 18, 49, 55]
    );
    let chess = &report["files"][1]["variant"];
    assert_eq!((&chess["squares"], &chess["moves"]), (&64.into(), &20.into()));
    assert_eq!(chess["armies"]["black"]["pieces"]["n"], "knight");
}

#[test]
fn all_bundled_variants_are_fine() {
    let printed = output(&["check", "--bundled"]);
    assert!(printed.contains("<chess>: Chess\n"), "{printed}");
    assert!(printed.contains("<shocking>: Shocking Chess\n"), "{printed}");
}

#[test]
fn warnings_fail_only_if_denied() {
    let folder = folder(&[(
        "idle.ferz",
        b"variant \"Idle\" extends chess\nmovement lion = king | knight\n",
    )]);
    let idle = path(folder.path(), "idle.ferz");
    ferz(&["check", &idle])
        .assert()
        .success()
        .stderr(predicate::str::contains("lion"));
    ferz(&["check", "--deny-warnings", &idle]).assert().code(1);
    ferz(&["check", "--deny-warnings", "chess"]).assert().success();
    // Players get no warnings.
    ferz(&["moves", &idle]).assert().success().stderr("");
}

#[test]
fn parents_and_libraries_are_found_beside_the_file() {
    let folder = folder(&[
        ("child.ferz", b"variant \"Child\" extends \"parents/parent.ferz\"\ninclude cats\npiece white cat C = cat\npromotion white pawn { to: cat }\n"),
        ("cats.ferz", b"library \"Cats\"\nmovement cat = king | knight\n"),
        ("parents/parent.ferz", b"variant \"Parent\" extends base\n"),
        ("parents/base.ferz", b"variant \"Base\" extends chess\n"),
    ]);
    let printed = output(&["check", &path(folder.path(), "child.ferz")]);
    assert!(printed.contains("cat C"), "{printed}");
}

#[test]
fn a_file_may_bear_the_name_of_the_bundled_one_it_extends() {
    let folder = folder(&[("chess.ferz", b"variant \"My Chess\" extends chess\n")]);
    assert!(output(&["check", &path(folder.path(), "chess.ferz")]).contains("My Chess"));
}

#[test]
fn a_library_is_checked_by_itself() {
    let folder = folder(&[("cats.ferz", b"library \"Cats\"\nmovement cat = king | knigt\n")]);
    assert!(failure(&["check", &path(folder.path(), "cats.ferz")], 1).contains("did you mean `knight`?"));
}

#[test]
fn what_is_not_text_is_an_error_not_a_crash() {
    let noise: Vec<u8> = (0..100_000u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    let folder = folder(&[
        ("noise.ferz", &noise),
        ("empty.ferz", b""),
        ("latin.ferz", b"variant \"Caf\xe9\" extends chess\n"),
    ]);
    for name in ["noise.ferz", "empty.ferz", "latin.ferz"] {
        let message = failure(&["check", &path(folder.path(), name)], 1);
        assert!(message.contains("error F00"), "{name}: {message}");
    }
}

#[test]
fn folders_without_rules_and_missing_files_are_told() {
    let folder = folder(&[("notes.txt", b"no rules")]);
    let name = folder.path().display().to_string();
    assert!(failure(&["check", &name], 1).contains("there is no .ferz file below"));
    failure(&["check", &path(folder.path(), "missing.ferz")], 2);
}

#[test]
fn what_only_the_compiled_variant_shows() {
    for info in ferz::codes::CHECK {
        let folder = folder(&[
            ("wrong.ferz", info.wrong.as_bytes()),
            ("right.ferz", info.right.as_bytes()),
        ]);
        let assert = ferz(&["check", "--json", &path(folder.path(), "wrong.ferz")]).assert();
        let report: Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
        let found = report["files"][0]["diagnostics"].as_array().unwrap();
        assert!(
            found.iter().any(|d| d["code"] == info.code),
            "{}: {found:#?}",
            info.code
        );
        let assert = ferz(&["check", "--json", &path(folder.path(), "right.ferz")]).assert();
        let report: Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
        let found = report["files"][0]["diagnostics"].as_array().unwrap();
        assert!(
            !found.iter().any(|d| d["code"] == info.code),
            "{}: {found:#?}",
            info.code
        );
    }
}

#[test]
fn rules_that_cannot_be_compiled_are_refused_by_every_command() {
    let maze = ferz::codes::CHECK[0].wrong.as_bytes();
    let folder = folder(&[("maze.ferz", maze)]);
    let maze = path(folder.path(), "maze.ferz");
    assert!(failure(&["check", &maze], 1).contains("error F0501"));
    assert!(failure(&["moves", &maze], 1).contains("error F0501"));
}

/// Some hundred bytes of text do not take all memory there is.
#[test]
fn movements_have_so_many_paths_in_all() {
    let text = "variant \"Then\"\nboard 16x16\narmy both {\n  king K = king, royal\n  a A = queen then queen\n  b B = queen then queen | knight\n}\n\
        start \"k15/ab14/16/16/16/16/16/16/16/16/16/16/16/16/AB14/K15 w - - 0 1\"\n";
    let folder = folder(&[("then.ferz", text.as_bytes())]);
    let said = failure(&["check", &path(folder.path(), "then.ferz")], 1);
    assert!(
        said.contains("error F0501") && said.contains("`a` has more than 150000 paths on the whole board"),
        "{said}"
    );
}

/// If the pieces have too many paths together, the message gives the number for each of them.
#[test]
fn pieces_share_the_paths_that_there_may_be() {
    let text = "variant \"Share\"\nboard 15x15\narmy both {\n  king K = king, royal\n  fox A = rook then bishop\n  \
        hare B = bishop then rook\n  crow C = (rook then bishop) | knight\n  bear D = (bishop then rook) | knight\n  \
        wolf E = (bishop then rook) | wazir\n  lynx F = (rook then bishop) | wazir\n  \
        seal G = (rook then bishop) | ferz\n  toad H = (bishop then rook) | ferz\n  \
        newt I = (rook then bishop) | alfil\n  orca J = (bishop then rook) | alfil\n  \
        swan L = (rook then bishop) | dabbaba\n  mole M = (bishop then rook) | dabbaba\n}\n\
        start \"k14/abcdefghijlm3/15/15/15/15/15/15/15/15/15/15/15/ABCDEFGHIJLM3/K14 w - - 0 1\"\n";
    let folder = folder(&[("share.ferz", text.as_bytes())]);
    let said = failure(&["check", &path(folder.path(), "share.ferz")], 1);
    let said = said.replace("\n  │", "");
    assert!(
        said.contains("more than 2000000 paths") && said.contains("`fox` ("),
        "{said}"
    );
}

/// Three pieces that hop over filtered hurdles on the largest board are not too much.
#[test]
fn filtered_hurdles_fit_on_the_largest_board() {
    let hop = |line: &str, spared: &str| format!("{line} | capture {line} over (any except {spared}) by 1..");
    let text = format!(
        "variant \"Generals\"\nboard 16x16\narmy both {{\n  king K = king, royal\n  cannon C = {}\n  vao V = {}\n  \
         leo L = {}\n}}\n\
         start \"cvlk12/16/16/16/16/16/16/16/16/16/16/16/16/16/16/CVLK12 w - - 0 1\"\nend {{\n  checkmate: win\n}}\n",
        hop("rook", "(cannon | king)"),
        hop("bishop", "(vao | king)"),
        hop("queen", "(leo | king)"),
    );
    let folder = folder(&[("generals.ferz", text.as_bytes())]);
    output(&["check", &path(folder.path(), "generals.ferz")]);
}

/// A mechanic or effect that is too large is reported at its place, not in line 1.
#[test]
fn movements_of_effects_have_so_many_paths() {
    let text = "variant \"Area\"\nboard 16x16\narmy both {\n  king K = king, royal\n}\n\
        start \"k15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 w - - 0 1\"\n";
    let hook = format!("{text}use explosion(area: queen then queen)\n");
    let block = format!("{text}on capture {{\n  remove: all on (queen then queen) at mover\n}}\n");
    let folder = folder(&[("hook.ferz", hook.as_bytes()), ("block.ferz", block.as_bytes())]);
    for (file, place) in [("hook.ferz", "hook.ferz:7:"), ("block.ferz", "block.ferz:7:")] {
        let said = failure(&["check", &path(folder.path(), file)], 1);
        assert!(said.contains("too many paths on the whole board"), "{said}");
        assert!(said.contains(place), "{said}");
    }
}

#[test]
fn very_long_lines_are_not_shown_whole() {
    let names: Vec<String> = (0..8000).map(|i| format!("nothing{i}")).collect();
    let text = format!(
        "variant \"Long\" extends chess\npiece queen Q = {}\n",
        names.join(" | ")
    );
    let folder = folder(&[("long.ferz", text.as_bytes())]);
    let said = failure(&["check", &path(folder.path(), "long.ferz")], 1);
    assert!(said.contains("`nothing0`"), "{}", &said[..2000]);
    assert!(
        said.len() < 2 * text.len(),
        "{} bytes about {}",
        said.len(),
        text.len()
    );
}

#[test]
fn a_library_cannot_be_played() {
    assert!(failure(&["show", "standard"], 2).contains("is a library, not a variant"));
}

/// A file is read by people: nothing in it steers their terminal.
#[test]
fn control_characters_are_shown() {
    let text = b"variant \"X\" extends chess\npiece owl O = rok # \x1b]0;owned\x07\x1b[2J\n";
    let dir = folder(&[("mine.ferz", text)]);
    let message = failure(&["check", &path(dir.path(), "mine.ferz")], 1);
    assert!(
        message.contains("\u{241b}]0;owned\u{2407}\u{241b}[2J"),
        "{message}"
    );
    let place = message.lines().find(|line| line.contains("mine.ferz:2:15"));
    assert!(place.is_some(), "{message}");
    let message = failure(&["check", "no\x1b[2Jthing"], 2);
    assert!(message.contains("no\u{241b}[2Jthing"), "{message}");
    assert!(!message.contains('\x1b'), "{message}");
}

#[test]
fn what_is_no_text_is_one_error_without_an_excerpt() {
    let bytes: Vec<u8> = (0u32..60_000)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    let dir = folder(&[("binary.ferz", &bytes)]);
    let message = failure(&["check", &path(dir.path(), "binary.ferz")], 1);
    assert!(
        message.contains("this is not a text file") && message.len() < 500,
        "{message}"
    );
    assert_eq!(message.matches("F0002").count(), 1, "{message}");
}

/// The place of the first error, as line and column, with its code.
fn first_error(text: &str) -> (String, u64, u64, String) {
    let dir = folder(&[("mine.ferz", text.as_bytes())]);
    let assert = ferz(&["check", &path(dir.path(), "mine.ferz"), "--json"])
        .assert()
        .code(1);
    let report: Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    assert_eq!(report["errors"], 1, "{report}");
    let error = &report["files"][0]["diagnostics"][0];
    assert!(error["help"].is_string(), "{error}");
    let label = &error["labels"][0];
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (
        text(&error["code"]),
        label["line"].as_u64().unwrap(),
        label["column"].as_u64().unwrap(),
        text(&error["message"]),
    )
}

#[test]
fn a_start_position_is_wrong_at_its_field() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq";
    for (fields, column, words) in [
        ("e3 0 1", 59, "no piece can just have passed e3"),
        ("- 99999 1", 61, "`99999` is not the halfmove clock"),
        ("- 0 1 towers=a1", 65, "this variant has no such key"),
    ] {
        let (code, line, at, message) = first_error(&format!(
            "variant \"X\" extends chess\nstart \"{board} {fields}\"\n"
        ));
        assert_eq!((code.as_str(), line, at), ("F0281", 2, column), "{message}");
        assert!(message.contains(words), "{message}");
    }
    let (code, _, at, message) = first_error(&format!(
        "variant \"X\" extends \"3check\"\nstart \"{board} - 0 1 checks=9+9\"\n"
    ));
    assert_eq!((code.as_str(), at), ("F0281", 65), "{message}");
    let (code, _, at, message) = first_error(&format!(
        "variant \"X\" extends crazy\nstart \"{board} - 0 1 denial=xx\"\n"
    ));
    assert_eq!((code.as_str(), at), ("F0281", 65), "{message}");
    assert_eq!(message, "`xx` is neither `w` nor `b`");
}

#[test]
fn circles_are_told_once() {
    let dir = folder(&[
        ("a.ferz", b"variant \"A\" extends b\nwithout castling\n"),
        ("b.ferz", b"variant \"B\" extends a\npiece owl O = rook\n"),
        ("me.ferz", b"variant \"Me\" extends me\n"),
    ]);
    let message = failure(&["check", &path(dir.path(), "a.ferz")], 1);
    assert_eq!(message.matches("error F").count(), 1, "{message}");
    assert!(
        message.contains("put the shared part into a third file"),
        "{message}"
    );
    let message = failure(&["check", &path(dir.path(), "me.ferz")], 1);
    assert!(message.contains("a variant cannot extend itself"), "{message}");
}

/// How a piece moves may depend on six things at once, not on seven; what is wrong stands at a
/// power.
#[test]
fn powers_ask_only_so_much() {
    let power = |i: usize| {
        format!(
            "power p{i} {{ of: queen; while: beside friend by ride forward {}; gains: leap(1, {}) }}\n",
            i + 1,
            i + 3
        )
    };
    let text = |count: usize| {
        let powers: String = (0..count).map(power).collect();
        format!("variant \"Many\" extends chess\n{powers}")
    };
    let (eight, nine) = (text(8), text(9));
    let folder = folder(&[("eight.ferz", eight.as_bytes()), ("nine.ferz", nine.as_bytes())]);
    output(&["check", &path(folder.path(), "eight.ferz")]);
    let said = failure(&["check", &path(folder.path(), "nine.ferz")], 1);
    let message = "the movement of `queen` depends on 9 things; at most 8 are possible";
    assert!(said.contains("error F0501") && said.contains(message), "{said}");
    assert!(said.contains("nine.ferz:10:"), "{said}");
}

/// A fault that occurs many times is shown a few times, and counted.
#[test]
fn messages_of_a_kind_are_counted() {
    let lines: Vec<String> = (0..219).map(|i| format!("without piece nothing{i}\n")).collect();
    let text = format!("variant \"C\" extends chess\npawn\n{}", lines.concat());
    let folder = folder(&[("many.ferz", text.as_bytes())]);
    let said = failure(&["check", &path(folder.path(), "many.ferz")], 1);
    assert_eq!(said.matches("error F0107").count(), 20, "{said}");
    assert!(said.contains("... and 179 more of F0107\n"), "{said}");
    assert!(said.len() < 60_000, "{}", said.len());
}

#[test]
fn random_games_tell_what_never_happens() {
    let text = "variant \"Mine\" extends chess\n\
        on capture { by: pawn; remove: mover }\n\
        on black capture { by: queen; of: queen; while: friend king on a1; remove: mover }\n";
    let folder = folder(&[("mine.ferz", text.as_bytes())]);
    let path = folder.path().join("mine.ferz").display().to_string();
    let plain = output(&["check", &path]);
    assert!(!plain.contains("never"), "{plain}");
    let printed = output(&["check", &path, "--thorough", "--games", "3"]);
    assert!(printed.contains("  played 3 random games, "), "{printed}");
    assert!(
        printed.contains("  never  on black capture { by: queen; of: queen; "),
        "{printed}"
    );
    assert!(printed.contains("; remove: mover } (line 3)\n"), "{printed}");
    let black = |line: &&str| line.contains("never  black promotes");
    assert!(
        printed.lines().filter(black).all(|line| !line.contains("(line")),
        "what is taken over has no line here: {printed}"
    );
    assert!(
        !printed.contains("never  on capture { by: pawn; remove: mover }"),
        "{printed}"
    );
    let again = output(&["check", &path, "--thorough", "--games", "3"]);
    assert_eq!(printed, again, "the games are the same each time");
    let json = output(&["check", &path, "--thorough", "--games", "1", "--json"]);
    assert!(json.contains("\"interrupted\": false"), "{json}");
}

#[test]
fn random_games_tell_which_entries_never_matter() {
    let text = "variant \"Mine\" extends chess\n\
        piece lion L = king | knight, value 5\n\
        promotion pawn { to: queen, lion }\n\
        on move { by: rook; while: friend pawn on rank 3; unless: enemy queen on a1; remove: enemy pawn on edge }\n\
        rules { apart: ride vertical }\n";
    let folder = folder(&[("mine.ferz", text.as_bytes())]);
    let path = folder.path().join("mine.ferz").display().to_string();
    let printed = output(&["check", &path, "--thorough", "--games", "12"]);
    let idle = "  never  on move { unless: enemy queen on a1 } (line 4)\n";
    assert!(printed.contains(idle), "{printed}");
    for used in ["lion moves king", "lion moves knight", "while: friend pawn"] {
        assert!(!printed.contains(used), "{printed}");
    }
}

#[test]
fn the_rules_that_make_a_variant_slow_are_named() {
    let text = "variant \"Mine\" extends chess\n\n\
        on capture {\n  by: pawn\n  remove: mover\n}\n\
        rules { no-check: yes }\n";
    let folder = folder(&[("mine.ferz", text.as_bytes())]);
    let path = folder.path().join("mine.ferz").display().to_string();
    let printed = output(&["check", &path, "--speed"]);
    assert!(printed.contains("  speed  "), "{printed}");
    assert!(printed.contains("faster  moves/s  trials  without"), "{printed}");
    let rule = format!("{path}:7:9  rules {{ no-check: yes }}");
    assert!(printed.contains(&rule), "{printed}");
    let json: Value = serde_json::from_str(&output(&["check", &path, "--speed", "--json"])).unwrap();
    let speed = &json["files"][0]["speed"];
    assert!(speed["trials"].as_f64().unwrap() > 1.0, "{speed}");
    let rules = speed["rules"].as_array().unwrap();
    let without = rules.iter().find(|rule| rule["line"] == 7).unwrap();
    assert!(
        without["trials"].as_f64() < speed["trials"].as_f64(),
        "without the rule fewer moves are tried: {speed}"
    );
    let faster = rules.iter().map(|rule| rule["faster"].as_f64().unwrap());
    assert!(faster.is_sorted_by(|a, b| a >= b), "{speed}");
    assert!(rules.len() <= 10 && speed.get("pieces").is_none(), "{speed}");
    let plain = output(&["check", "chess", "--speed"]);
    assert!(plain.contains("no rule makes it slower"), "{plain}");
    assert!(
        plain.contains("less time  fewer moves  without the moves of"),
        "{plain}"
    );
    assert!(!output(&["check", &path]).contains("speed"));
}

/// A slow rule of a parent is reported at its place in the parent's text.
#[test]
fn slow_rules_of_parents_are_named_at_their_place() {
    let folder = folder(&[("mine.ferz", b"variant \"Mine\" extends atomic\n")]);
    let path = folder.path().join("mine.ferz").display().to_string();
    let json: Value = serde_json::from_str(&output(&["check", &path, "--speed", "--json"])).unwrap();
    let rules = json["files"][0]["speed"]["rules"].as_array().unwrap();
    let place = |rule: &Value| {
        let path = rule["path"].as_str().unwrap_or_default();
        path.contains("atomic")
            && rule["rule"]
                .as_str()
                .is_some_and(|words| words.contains("explosion"))
    };
    assert!(rules.iter().any(place), "{rules:?}");
}

/// Entries that say what is so anyway, and drops that can never be.
#[test]
fn entries_without_effect_are_told() {
    for (parent, entry, words) in [
        (
            "chess",
            "turn { both: move, move; must: no; check: ends }",
            "it is so anyway",
        ),
        (
            "chess",
            "walls { instead: yes; in-check: yes }",
            "it is so anyway",
        ),
        ("chess", "rules { pool: king }", "no such piece is ever captured"),
        (
            "chess",
            "promotion pawn { to: queen, rook; limit: queen 9 }",
            "a side never has more pieces than that",
        ),
        (
            "crazyhouse",
            "drop pawn { on: ranks 2-7; first: rank 8 }",
            "it may stand nowhere else",
        ),
        (
            "crazyhouse",
            "drop knight { while: friend on step all at target; unless: friend on step all at target }",
            "the same is asked for and excluded",
        ),
    ] {
        let text = format!("variant \"A\" extends {parent}\n{entry}\n");
        let here = folder(&[("a.ferz", text.as_bytes())]);
        let output = ferz(&["check", &path(here.path(), "a.ferz")]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let said = said + &String::from_utf8_lossy(&output.stdout);
        assert!(said.contains(words), "{entry}: {said}");
    }
}
