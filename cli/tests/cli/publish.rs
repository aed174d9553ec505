//! Folders for places where people play.

use super::{failure, ferz, folder, output, path};
use std::fs;

const OWN: &[u8] = b"variant \"Khan's Own\" extends chess\n\npiece queen Q = queen | knight, value 12\n\
    end {\n  stalemate: loss\n}\n";
const TESTS: &[u8] = b"[[position]]\nname = \"a queen leaps\"\nlegal = [\"e2e4\"]\n";

#[test]
fn a_folder_has_all_that_is_asked_for() {
    let folder = folder(&[("own.ferz", OWN), ("own.toml", TESTS)]);
    let file = path(folder.path(), "own.ferz");
    let out = path(folder.path(), "out");
    let said = output(&["publish", &file, "--to", "pychess", "-o", &out, "--games", "2"]);
    assert!(said.starts_with("balance: White wins ") && said.contains("Khans Own: [own], 16 files"));
    let read = |name: &str| fs::read_to_string(folder.path().join("out").join(name)).unwrap();
    assert!(read("own.ini").starts_with("[own]\n# pychessPieces = b,k,n,p,q,r\n"));
    let description = read("description.txt");
    assert!(description.starts_with("Goal: checkmate or stalemate.\nQueen: moves or captures "));
    assert!(description.chars().count() <= 1000);
    for name in ["wK.svg", "bQ.svg"] {
        let picture = read(&format!("pieces/{name}"));
        assert!(
            picture.starts_with("<svg xmlns=") && !picture.contains("<use"),
            "{picture}"
        );
    }
    assert!(read("board.svg").contains("viewBox=\"0 0 480 480\""));
    let page = read("index.html");
    assert!(
        page.contains("k:king, n:knight") && page.contains("wQ.svg: queen"),
        "{page}"
    );
}

#[test]
fn tests_run_first() {
    let wrong = b"[[position]]\nname = \"three squares\"\nlegal = [\"e2e5\"]\n";
    let folder = folder(&[("own.ferz", OWN), ("own.toml", wrong)]);
    let file = path(folder.path(), "own.ferz");
    let out = path(folder.path(), "out");
    let said = failure(&["publish", &file, "--to", "pychess", "-o", &out], 1);
    assert!(said.contains("tests: 1 of 1 fail"), "{said}");
    assert!(!folder.path().join("out").exists());
}

#[test]
fn what_is_not_taken_has_a_place() {
    let bricks = b"variant \"Bricks\" extends chess\n\nwalls {\n  on: all\n}\n";
    let folder = folder(&[("bricks.ferz", bricks)]);
    let file = path(folder.path(), "bricks.ferz");
    let check = ferz(&["check", &file, "--for", "pychess"]).assert().code(1);
    let said = String::from_utf8(check.get_output().stderr.clone()).unwrap();
    assert!(said.contains("F0702") && said.contains(":3:1]"), "{said}");
    output(&["check", &file]);
    let out = path(folder.path(), "out");
    let arguments = [
        "publish", &file, "--to", "pychess", "-o", &out, "--games", "0", "--json",
    ];
    let refused = ferz(&arguments).assert().code(1);
    let said = String::from_utf8(refused.get_output().stdout.clone()).unwrap();
    assert!(
        said.contains("\"written\":[]") && said.contains("\"what\":\"walls\""),
        "{said}"
    );
}
