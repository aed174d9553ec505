//! `ferz check`: what is wrong and what is defined.

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
    // Who only wants to play is not warned.
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
    for info in ferz::check::ALL {
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
    let maze = ferz::check::ALL[0].wrong.as_bytes();
    let folder = folder(&[("maze.ferz", maze)]);
    let maze = path(folder.path(), "maze.ferz");
    assert!(failure(&["check", &maze], 1).contains("error F0501"));
    assert!(failure(&["moves", &maze], 1).contains("error F0501"));
}

#[test]
fn a_library_cannot_be_played() {
    assert!(failure(&["show", "standard"], 2).contains("is a library, not a variant"));
}
