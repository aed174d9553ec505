//! `ferz test`.

use super::{failure, ferz, folder, output, path};
use predicates::str::contains;
use serde_json::Value;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Stdio};

const GOOD: &str = "\
[[position]]
name = \"a good one\"
moves = { from = \"g1\", to = [\"f3\", \"h3\"] }

[[perft]]
name = \"lines\"
counts = [20, 400]
";

/// Variants that are only tests of mechanics have tests beside them, too.
#[test]
fn tests_of_small_variants_pass() {
    let out = output(&["test", concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/boards")]);
    assert!(out.contains("all passed"), "{out}");
}

const MINE: &[u8] = b"variant \"Mine\" extends chess\n";

#[test]
fn tests_beside_a_ruleset_pass() {
    let dir = folder(&[("mine.ferz", MINE), ("mine.toml", GOOD.as_bytes())]);
    for argument in ["mine.toml", "mine.ferz", ""] {
        let out = output(&["test", &path(dir.path(), argument)]);
        assert!(out.contains("mine.toml: 2 tests, passed\n"), "{out}");
        assert!(out.contains("2 tests in 1 file: all passed"), "{out}");
    }
    let out = ferz(&["test"]).current_dir(dir.path()).assert().success();
    out.stdout(contains("mine.toml: 2 tests, passed\n"));
}

#[test]
fn a_file_may_name_its_variant() {
    let text = format!("variant = \"knightmate\"\n{GOOD}");
    let dir = folder(&[
        ("bundled.toml", text.as_bytes()),
        (
            "named.toml",
            b"variant = \"rules/mine.ferz\"\n[[position]]\nlegal = [\"Nf3\"]\n",
        ),
        (
            "beside.toml",
            b"variant = \"mine\"\n[[position]]\nlegal = [\"e2e3\"]\n",
        ),
        ("mine.ferz", MINE),
        ("rules/mine.ferz", MINE),
        ("other.toml", b"[package]\nname = \"not a test\"\n"),
    ]);
    let result = ferz(&["test", &path(dir.path(), "")]).assert().code(1);
    let out = String::from_utf8(result.get_output().stdout.clone()).unwrap();
    assert!(out.contains("bundled.toml: 2 tests, 2 failed"), "{out}");
    assert!(out.contains("named.toml: 1 test, passed"), "{out}");
    assert!(out.contains("beside.toml: 1 test, passed"), "{out}");
    assert!(!out.contains("other.toml"), "{out}");
}

#[test]
fn what_failed_is_drawn() {
    let text = GOOD.replace("\"h3\"", "\"e2\"").replace("400", "401");
    let dir = folder(&[("mine.ferz", MINE), ("mine.toml", text.as_bytes())]);
    let result = ferz(&["test", "mine.toml"])
        .current_dir(dir.path())
        .assert()
        .code(1);
    let out = String::from_utf8(result.get_output().stdout.clone()).unwrap();
    assert!(
        out.contains("FAIL a good one (mine.toml:1)\n  moves from g1 (line 3)\n"),
        "{out}"
    );
    assert!(out.contains("    missing   e2\n    extra     h3\n"), "{out}");
    assert!(out.contains("expected                        got\n"), "{out}");
    assert!(
        out.contains("3 │ ·  ·  ·  ·  ·  •  ·  · │    3 │ ·  ·  ·  ·  ·  •  ·  • │"),
        "{out}"
    );
    assert!(
        out.contains("  depth 2 (line 7)\n    expected  401\n    got       400\n"),
        "{out}"
    );
    assert!(out.contains("2 tests in 1 file: 0 passed, 2 failed"), "{out}");
}

#[test]
fn a_filter_chooses_by_name_or_file() {
    let dir = folder(&[("mine.ferz", MINE), ("mine.toml", GOOD.as_bytes())]);
    let folder = path(dir.path(), "");
    assert!(output(&["test", &folder, "--filter", "GOOD"]).contains("1 test in 1 file: all passed"));
    assert!(output(&["test", &folder, "--filter", "mine.toml"]).contains("2 tests in 1 file"));
    let message = failure(&["test", &folder, "--filter", "nothing"], 2);
    assert!(message.contains("no test has `nothing` in its name"), "{message}");
}

#[test]
fn bundled_tests_run_by_name() {
    let out = output(&["test", "shocking", "--filter", "SH-5", "--jobs", "1"]);
    assert!(out.starts_with("<shocking.toml>: "), "{out}");
    assert!(out.contains("all passed"), "{out}");
}

#[test]
fn json_has_every_test() {
    let text = GOOD.replace("\"h3\"", "\"e2\"");
    let dir = folder(&[
        ("mine.ferz", MINE),
        ("mine.toml", text.as_bytes()),
        ("bad.ferz", MINE),
        ("bad.toml", b"[[position]]\nlegals = []\n"),
    ]);
    let result = ferz(&["test", &path(dir.path(), ""), "--json"]).assert().code(1);
    let json: Value = serde_json::from_slice(&result.get_output().stdout).unwrap();
    assert_eq!(
        (&json["passed"], &json["failed"], &json["broken"]),
        (&1.into(), &1.into(), &1.into())
    );
    let [bad, mine] = json["files"].as_array().unwrap().as_slice() else {
        panic!("{json}")
    };
    assert_eq!(bad["diagnostics"][0]["code"], "F0601");
    assert_eq!(bad["diagnostics"][0]["help"], "did you mean `legal`?");
    assert_eq!(bad["diagnostics"][0]["labels"][0]["line"], 2);
    assert_eq!(mine["variant"], "mine");
    assert_eq!(mine["tests"][1]["passed"], true);
    let failed = &mine["tests"][0];
    assert_eq!(
        (&failed["name"], &failed["line"]),
        (&"a good one".into(), &1.into())
    );
    assert_eq!(failed["failures"][0]["expected"], serde_json::json!(["e2", "f3"]));
    assert_eq!(failed["failures"][0]["got"], serde_json::json!(["f3", "h3"]));
}

#[test]
fn junit_is_written() {
    let text = GOOD
        .replace("400", "401")
        .replace("a good one", "<&\\\"> a good one");
    let dir = folder(&[("mine.ferz", MINE), ("mine.toml", text.as_bytes())]);
    let file = path(dir.path(), "out.xml");
    ferz(&["test", &path(dir.path(), ""), "--junit", &file])
        .assert()
        .code(1);
    let xml = std::fs::read_to_string(&file).unwrap();
    assert!(
        xml.starts_with(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ferz\" tests=\"2\" failures=\"1\""
        ),
        "{xml}"
    );
    assert!(xml.contains("name=\"&lt;&amp;&quot;&gt; a good one\""), "{xml}");
    assert!(xml.contains("<failure message=\"depth 2\">"), "{xml}");
    assert!(xml.ends_with("</testsuites>\n"), "{xml}");
}

#[test]
fn broken_files_are_reported() {
    let dir = folder(&[
        ("mine.ferz", b"variant \"Mine\" extends ches\n"),
        ("mine.toml", GOOD.as_bytes()),
        ("alone.toml", GOOD.as_bytes()),
    ]);
    let message = failure(&["test", &path(dir.path(), "mine.toml")], 1);
    assert!(message.contains("F0100"), "{message}");
    let message = failure(&["test", &path(dir.path(), "alone.toml")], 1);
    assert!(
        message.contains("F0606") && message.contains("name the variant in the first line"),
        "{message}"
    );
    let message = failure(&["test", &path(dir.path(), "nowhere.toml")], 2);
    assert!(message.contains("no such file or variant"), "{message}");
    let empty = folder(&[]);
    let message = failure(&["test", &path(empty.path(), "")], 2);
    assert!(message.contains("there are no tests below"), "{message}");
}

/// A running command that is ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Reads up to a line with these words.
fn until(out: &mut BufReader<ChildStdout>, words: &str) {
    let mut line = String::new();
    while !line.contains(words) {
        line.clear();
        assert!(
            out.read_line(&mut line).unwrap() > 0,
            "the output ended before `{words}`"
        );
    }
}

#[test]
fn watching_runs_the_tests_again_after_a_change() {
    let dir = folder(&[("mine.ferz", MINE), ("mine.toml", GOOD.as_bytes())]);
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("ferz"));
    command
        .args(["test", "mine.toml", "--watch"])
        .current_dir(dir.path())
        .stdout(Stdio::piped());
    let mut running = Running(command.spawn().unwrap());
    let mut out = BufReader::new(running.0.stdout.take().unwrap());
    until(&mut out, "2 tests, passed");
    until(&mut out, "waiting for changes");
    std::fs::write(dir.path().join("mine.toml"), GOOD.replace("400", "401")).unwrap();
    until(&mut out, "2 tests, 1 failed");
    until(&mut out, "waiting for changes");
    std::fs::write(
        dir.path().join("mine.ferz"),
        "variant \"Mine\" extends chess\npiece knight N = king\n",
    )
    .unwrap();
    until(&mut out, "2 tests, 2 failed");
}
