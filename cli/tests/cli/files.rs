//! The effects on files: links, permissions, pipes and devices stay as they are, and no command
//! waits for a pipe.
#![cfg(unix)]

use super::{failure, ferz, folder, output, path};
use std::fs;
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::time::Duration;

const MINE: &[u8] = b"variant \"Mine\" extends chess\n";

fn pipe(path: &Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status().unwrap();
    assert!(made.success());
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// Commands that write the file `out` of a folder, by the extension that they want.
fn writers(folder: &Path) -> [(&'static str, Vec<String>); 4] {
    let out = |name: &str| path(folder, name);
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    [
        ("out.svg", words(&["draw", "chess", "-o", &out("out.svg")])),
        ("out.png", words(&["draw", "chess", "-o", &out("out.png")])),
        ("out.html", words(&["doc", "losalamos", "-o", &out("out.html")])),
        ("mine.snap", words(&["snap", "--accept", &out("mine.ferz")])),
    ]
}

fn run(words: &[String]) {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    ferz(&words).timeout(Duration::from_secs(60)).assert().success();
}

#[test]
fn what_is_written_keeps_its_links_and_permissions() {
    let folder = folder(&[("mine.ferz", MINE), ("real/nothing", b"")]);
    for (name, words) in writers(folder.path()) {
        let real = folder.path().join("real").join(name);
        fs::write(&real, "old").unwrap();
        fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).unwrap();
        let link = folder.path().join(name);
        symlink(Path::new("real").join(name), &link).unwrap();
        run(&words);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "{name}");
        assert!(fs::read(&real).unwrap().len() > 100, "{name}");
        assert_eq!(mode(&real), 0o600, "{name}");
        fs::remove_file(&link).unwrap();
    }
}

#[test]
fn new_files_are_like_those_of_other_programs() {
    let folder = folder(&[("mine.ferz", MINE)]);
    let usual = mode(&folder.path().join("mine.ferz"));
    for (name, words) in writers(folder.path()) {
        run(&words);
        assert_eq!(mode(&folder.path().join(name)), usual, "{name}");
    }
    // A link that leads nowhere yet leads to the new file.
    let link = folder.path().join("link.svg");
    symlink("there.svg", &link).unwrap();
    output(&["draw", "chess", "-o", &path(folder.path(), "link.svg")]);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(folder.path().join("there.svg").is_file());
    let hidden = fs::read_dir(folder.path())
        .unwrap()
        .map(|e| e.unwrap().file_name());
    let left: Vec<_> = hidden
        .filter(|name| name.to_string_lossy().starts_with('.'))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn pipes_and_devices_are_written_into() {
    let folder = folder(&[]);
    let named = folder.path().join("pipe.svg");
    pipe(&named);
    let reader = std::thread::spawn({
        let named = named.clone();
        move || fs::read(named).unwrap()
    });
    output(&["draw", "chess", "-o", &path(folder.path(), "pipe.svg")]);
    assert!(reader.join().unwrap().ends_with(b"</svg>\n"));
    assert!(fs::metadata(&named).unwrap().file_type().is_fifo());
    // A device has no extension: a link to it has.
    let null = folder.path().join("null.svg");
    symlink("/dev/null", &null).unwrap();
    output(&["draw", "chess", "-o", &path(folder.path(), "null.svg")]);
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    assert!(fs::symlink_metadata(&null).unwrap().is_symlink());
}

#[test]
fn nobody_waits_for_pipes_in_folders_and_rulesets() {
    let folder = folder(&[
        ("rules/mine.ferz", MINE),
        ("child.ferz", b"variant \"Child\" extends \"parent.ferz\"\n"),
        (
            "bundle.ferz",
            b"variant \"Bundle\" extends chess\ninclude \"parent.ferz\"\n",
        ),
    ]);
    pipe(&folder.path().join("rules/pipe.ferz"));
    pipe(&folder.path().join("rules/pipe.toml"));
    pipe(&folder.path().join("parent.ferz"));
    let rules = path(folder.path(), "rules");
    for words in [
        &["check", &rules][..],
        &["fmt", "--check", &rules],
        &["snap", "--check", &rules],
    ] {
        let code = i32::from(words[0] == "snap");
        ferz(words).timeout(Duration::from_secs(60)).assert().code(code);
    }
    assert!(failure(&["test", &rules], 2).contains("there are no tests below"));
    for name in ["child.ferz", "bundle.ferz"] {
        let said = failure(&["check", &path(folder.path(), name)], 1);
        assert!(said.contains("parent.ferz is not a file"), "{said}");
    }
    // A pipe named on the command line is read.
    let named = folder.path().join("named.ferz");
    pipe(&named);
    let writer = std::thread::spawn({
        let named = named.clone();
        move || fs::write(named, MINE).unwrap()
    });
    output(&["check", &path(folder.path(), "named.ferz")]);
    writer.join().unwrap();
}

#[test]
fn a_snapshot_that_cannot_be_written_is_not_told_of() {
    let folder = folder(&[("mine.ferz", MINE), ("mine.snap.new/in-the-way", b"")]);
    let assert = ferz(&["snap", &path(folder.path(), "mine.ferz")])
        .assert()
        .code(1);
    let (out, err) = (&assert.get_output().stdout, &assert.get_output().stderr);
    assert_eq!(String::from_utf8_lossy(out), "");
    assert!(String::from_utf8_lossy(err).contains("cannot write"), "{err:?}");
}

/// The reader of the output may go away, and paths do nothing to the terminal.
#[test]
fn new_files_are_told_to_whoever_listens() {
    let folder = tempfile::tempdir().unwrap();
    let told = output(&["new", &path(folder.path(), "first")]);
    assert!(told.contains("next:\n  edit "), "{told}");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let ended = std::process::Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(["new", &path(folder.path(), "second")])
        .stdout(writer)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(!said.contains("panicked"), "{said}");
    let steered = output(&["new", &path(folder.path(), "third\u{202e}/fourth")]);
    assert!(!steered.contains('\u{202e}'), "{steered}");
}

/// Editors leave links that lead nowhere beside the files that they have open.
#[test]
fn what_cannot_be_read_is_told_and_the_others_are_checked() {
    let folder = folder(&[("mine.ferz", MINE), ("mine.toml", b"")]);
    for name in [".#mine.ferz", "zero.ferz", "lost.toml"] {
        symlink("nowhere/at/all", folder.path().join(name)).unwrap();
    }
    let dir = folder.path().to_str().unwrap();
    let assert = ferz(&["check", dir]).assert().code(1);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let (said, errors) = (
        text(&assert.get_output().stdout),
        text(&assert.get_output().stderr),
    );
    assert!(
        said.contains("mine.ferz: Mine") && said.contains("zero.ferz: not read"),
        "{said}"
    );
    assert!(said.contains("2 errors, 0 warnings"), "{said}");
    assert_eq!(
        errors.matches("there is no such file or folder").count(),
        2,
        "{errors}"
    );
    let assert = ferz(&["check", dir, "--json"]).assert().code(1);
    let report: serde_json::Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    assert_eq!(report["files"].as_array().unwrap().len(), 3);
    assert!(
        report["files"][2]["error"]
            .as_str()
            .unwrap()
            .contains("zero.ferz"),
        "{report}"
    );
    let errors = failure(&["fmt", dir], 1);
    assert_eq!(
        errors.matches("there is no such file or folder").count(),
        2,
        "{errors}"
    );
    let assert = ferz(&["snap", dir]).assert().code(1);
    let (said, errors) = (
        text(&assert.get_output().stdout),
        text(&assert.get_output().stderr),
    );
    assert!(
        said.contains("mine.snap.new") && said.contains("1 new, 2 wrong"),
        "{said}"
    );
    assert!(
        errors.contains("zero.ferz: there is no such file or folder"),
        "{errors}"
    );
    let assert = ferz(&["snap", dir, "--json"]).assert().code(1);
    let report: serde_json::Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    let unread = report["snapshots"].as_array().unwrap().iter();
    assert_eq!(
        unread.filter(|one| one["error"].is_string()).count(),
        2,
        "{report}"
    );
    let assert = ferz(&["test", dir]).assert().code(1);
    let errors = text(&assert.get_output().stderr);
    assert!(
        errors.contains("lost.toml: there is no such file or folder"),
        "{errors}"
    );
}
