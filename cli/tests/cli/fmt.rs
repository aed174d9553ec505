//! `ferz fmt`: files laid out, checked, compared, and left alone.

use super::{failure, ferz, folder, output, path};
use std::fs;

const UNTIDY: &str =
    "variant  \"Mine\" extends chess\n\n\n\npiece lion L=king|knight # new\npromotion pawn {to:lion,queen}\n";
const TIDY: &str = "variant \"Mine\" extends chess\n\npiece lion L = king | knight  # new\npromotion pawn { to: lion, queen }\n";

#[test]
fn files_are_rewritten_once() {
    let folder = folder(&[("a/mine.ferz", UNTIDY.as_bytes()), ("b.ferz", TIDY.as_bytes())]);
    let all = folder.path().display().to_string();
    let printed = output(&["fmt", &all]);
    assert!(
        printed.ends_with("mine.ferz: laid out again\n") && printed.lines().count() == 1,
        "{printed}"
    );
    assert_eq!(
        fs::read_to_string(folder.path().join("a/mine.ferz")).unwrap(),
        TIDY
    );
    assert_eq!(output(&["fmt", &all]), "");
    assert_eq!(
        fs::read_dir(folder.path().join("a")).unwrap().count(),
        1,
        "nothing is left behind"
    );
}

#[test]
fn check_and_diff_write_nothing() {
    let folder = folder(&[("mine.ferz", UNTIDY.as_bytes())]);
    let file = path(folder.path(), "mine.ferz");
    let assert = ferz(&["fmt", "--check", &file]).assert().code(1);
    let printed = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert!(
        printed.ends_with("mine.ferz: would be laid out again\n"),
        "{printed}"
    );
    let printed = output(&["fmt", "--diff", &file]);
    assert!(
        printed.contains("\n-piece lion L=king|knight # new\n")
            && printed.contains("\n+piece lion L = king | knight  # new\n"),
        "{printed}"
    );
    ferz(&["fmt", "--check", "--diff", &file]).assert().code(1);
    assert_eq!(
        fs::read_to_string(folder.path().join("mine.ferz")).unwrap(),
        UNTIDY
    );
}

#[test]
fn standard_input() {
    ferz(&["fmt", "--stdin"])
        .write_stdin(UNTIDY)
        .assert()
        .success()
        .stdout(TIDY);
    ferz(&["fmt", "--stdin", "--check"])
        .write_stdin(UNTIDY)
        .assert()
        .code(1)
        .stdout("");
    ferz(&["fmt", "--stdin", "--check"])
        .write_stdin(TIDY)
        .assert()
        .success();
    let assert = ferz(&["fmt", "--stdin"])
        .write_stdin("variant \"X\"\nend {")
        .assert()
        .code(1)
        .stdout("");
    assert!(String::from_utf8_lossy(&assert.get_output().stderr).contains("F0020"));
}

#[test]
fn broken_files_are_left_alone() {
    let folder = folder(&[
        ("broken.ferz", b"variant  \"X\"\nend {"),
        ("bytes.ferz", b"variant \"\xff\"\n"),
    ]);
    let message = failure(&["fmt", &folder.path().display().to_string()], 1);
    assert!(
        message.contains("F0020") && message.contains("broken.ferz: left as it is"),
        "{message}"
    );
    assert!(
        message.contains("F0002") && message.contains("bytes.ferz: left as it is"),
        "{message}"
    );
    assert_eq!(
        fs::read(folder.path().join("broken.ferz")).unwrap(),
        b"variant  \"X\"\nend {"
    );
}

#[test]
fn usage() {
    assert!(failure(&["fmt"], 2).contains("PATHS"));
    assert!(failure(&["fmt", "nowhere.ferz"], 2).contains("there is no file or folder `nowhere.ferz`"));
    let empty = folder(&[("rules.txt", b"")]);
    let below = empty.path().display().to_string();
    for args in [&["fmt"][..], &["fmt", "--check"], &["check"], &["snap"]] {
        let args = [args, &[below.as_str()]].concat();
        assert!(
            failure(&args, 1).contains("there is no .ferz file below "),
            "{args:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = folder(&[("mine.ferz", UNTIDY.as_bytes())]);
    let file = folder.path().join("mine.ferz");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("mine.ferz", folder.path().join("link.ferz")).unwrap();
    output(&["fmt", &path(folder.path(), "link.ferz")]);
    assert_eq!(fs::read_to_string(&file).unwrap(), TIDY);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(
        fs::symlink_metadata(folder.path().join("link.ferz"))
            .unwrap()
            .is_symlink()
    );
}

#[test]
fn the_bundled_rulesets_are_laid_out() {
    let rulesets = concat!(env!("CARGO_MANIFEST_DIR"), "/../rulesets");
    assert_eq!(output(&["fmt", "--check", rulesets]), "");
}
