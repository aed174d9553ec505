//! `ferz study`: one result, however it is cut up.

use super::{failure, ferz, folder, output, path};

const SMALL: [&str; 6] = ["--games", "12", "--nodes", "40", "--seed", "5"];

fn study(args: &[&str]) -> String {
    output(&[&["study"], args, &SMALL].concat())
}

#[test]
fn jobs_and_threads_have_the_result_of_one_piece() {
    let folder = folder(&[]);
    let (a, b) = (path(folder.path(), "a.jsonl"), path(folder.path(), "b.jsonl"));
    let whole = study(&["breakthrough", "--threads", "1"]);
    assert!(
        whole.starts_with("Breakthrough: 12 games, ferz against itself, 40 positions a move"),
        "{whole}"
    );
    assert!(
        whole.contains("Who wins") && whole.contains("First moves"),
        "{whole}"
    );
    assert_eq!(whole, study(&["breakthrough", "--threads", "3"]));
    study(&["breakthrough", "--out", &a, "--job", "1/2"]);
    study(&["breakthrough", "--out", &b, "--job", "2/2"]);
    assert_eq!(whole, output(&["study", "merge", &b, &a]));
    let says = |files: &[&str]| {
        let merged = ferz(&[&["study", "merge"], files].concat()).assert().success();
        String::from_utf8(merged.get_output().stderr.clone()).unwrap()
    };
    assert_eq!(says(&[&b, &a]), "");
    assert!(
        says(&[&b]).contains("missing; a part may be missing"),
        "{}",
        says(&[&b])
    );
}

#[test]
fn a_study_is_taken_up_again() {
    let folder = folder(&[]);
    let file = path(folder.path(), "games.jsonl");
    let whole = study(&["breakthrough", "--out", &file]);
    let all = std::fs::read_to_string(&file).unwrap();
    // As if it had been stopped in the middle of a line.
    std::fs::write(&file, &all[..all.len() / 2]).unwrap();
    // Nothing is lost by a second study with the same name.
    let refused = failure(&["study", "breakthrough", "--out", &file], 2);
    assert!(refused.contains("`--resume` goes on with it"), "{refused}");
    assert_eq!(whole, study(&["breakthrough", "--out", &file, "--resume"]));
    let mut again: Vec<String> = std::fs::read_to_string(&file)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect();
    let mut lines: Vec<String> = all.lines().map(str::to_owned).collect();
    again.sort();
    lines.sort();
    assert_eq!(again, lines);
    let args = [
        "study",
        "breakthrough",
        "--out",
        &file,
        "--resume",
        "--games",
        "2",
        "--nodes",
        "41",
    ];
    assert!(failure(&args, 2).contains("other rules or settings"));
}

#[test]
fn it_is_json_and_a_page() {
    let folder = folder(&[]);
    let page = path(folder.path(), "page.html");
    let said = study(&["breakthrough", "--json", "--html", &page]);
    let json: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(
        (json["variant"].as_str(), json["games"].as_u64()),
        (Some("breakthrough"), Some(12))
    );
    let shares = ["white", "draws", "black"].map(|who| json[who]["value"].as_f64().unwrap());
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{said}");
    let html = std::fs::read_to_string(page).unwrap();
    assert!(
        html.starts_with("<!doctype html>") && html.contains("<svg") && !html.contains("http"),
        "{html}"
    );
}

#[test]
fn rules_are_compared() {
    let slow = b"variant \"Slow\" extends breakthrough\nend {\n  breakthrough: reach pawn on ranks 6-8\n}\n";
    let folder = folder(&[("other.ferz", slow)]);
    let other = path(folder.path(), "other.ferz");
    let compare = |args: &[&str]| {
        ferz(&[&["study", "--compare"], args, &["--nodes", "30", "--games", "60"]].concat()).assert()
    };
    let same = compare(&["breakthrough", "breakthrough"]);
    let text = String::from_utf8(same.get_output().stdout.clone()).unwrap();
    assert!(
        text.contains("difference +0.00") && !text.contains(": less"),
        "{text}"
    );
    let changed = compare(&["breakthrough", &other, "--json"]).code(1);
    let json: serde_json::Value = serde_json::from_slice(&changed.get_output().stdout).unwrap();
    assert_eq!(json["answers"][2]["name"], "length in plies");
    assert_eq!(json["answers"][2]["finding"], "less", "{json}");
}

/// A file whose end was cut off is read; a line that is broken is named.
#[test]
fn broken_results_are_told() {
    let folder = folder(&[]);
    let file = path(folder.path(), "a.jsonl");
    output(&[
        "study",
        "breakthrough",
        "--games",
        "3",
        "--nodes",
        "30",
        "--out",
        &file,
    ]);
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &text[..text.len() - 9]).unwrap();
    assert!(output(&["study", "merge", &file]).contains(": 2 games"));
    std::fs::write(&file, text.replacen("\"game\":", "\"gem\":", 1)).unwrap();
    let told = failure(&["study", "merge", &file], 1);
    assert!(
        told.contains("line 2 of") && told.contains("is not a result: "),
        "{told}"
    );
}

#[test]
fn what_cannot_be_studied_is_told() {
    let folder = folder(&[("no.jsonl", b"{}\n"), ("empty.jsonl", b"")]);
    assert!(
        failure(&["study", "merge", &path(folder.path(), "no.jsonl")], 1)
            .contains("does not begin as it should")
    );
    assert!(
        failure(&["study", "merge", &path(folder.path(), "empty.jsonl")], 1)
            .contains("does not begin as it should")
    );
    failure(&["study"], 2);
    failure(&["study", "chess", "xiangqi"], 2);
    failure(&["study", "chess", "--compare"], 2);
    failure(&["study", "chess", "--job", "3/2", "--out", "x"], 2);
    failure(&["study", "chess", "--against", "11"], 2);
}

#[test]
fn a_comparison_can_be_cut_up_and_taken_up_again() {
    let folder = folder(&[]);
    let file = |name: &str| path(folder.path(), name);
    let compare = |more: &[&str]| {
        let all = [
            "study",
            "--compare",
            "breakthrough",
            "losalamos",
            "--games",
            "40",
            "--nodes",
            "20",
        ];
        let assert = ferz(&[&all, more].concat()).assert();
        let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
        assert!(text.contains("share of draws"), "{text}");
        text
    };
    let whole = compare(&[]);
    assert!(whole.contains("more") || whole.contains("less"), "{whole}");
    let (a, b, c) = (file("a.jsonl"), file("b.jsonl"), file("c.jsonl"));
    compare(&["--out", &a, "--job", "1/2"]);
    compare(&["--out", &b, "--job", "2/2"]);
    let merged = ferz(&["study", "merge", &b, &a]).assert();
    assert_eq!(
        whole,
        String::from_utf8(merged.get_output().stdout.clone()).unwrap()
    );
    assert_eq!(whole, compare(&["--out", &c]));
    let all = std::fs::read_to_string(&c).unwrap();
    std::fs::write(&c, &all[..all.len() / 2]).unwrap();
    assert_eq!(whole, compare(&["--out", &c, "--resume"]));
    // A study is not a comparison.
    assert!(
        failure(
            &["study", "breakthrough", "--nodes", "20", "--out", &c, "--resume"],
            2
        )
        .contains("other rules")
    );
}

/// A second study that would write into the same file is refused with words, and the file stays
/// whole.
#[cfg(unix)]
#[test]
fn a_file_is_written_by_one_study() {
    let folder = folder(&[]);
    let file = path(folder.path(), "games.jsonl");
    let mut first = std::process::Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args([
            "study", "chess", "--games", "10000", "--nodes", "2000", "--out", &file,
        ])
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while std::fs::metadata(&file).map_or(0, |there| there.len()) == 0 {
        assert!(std::time::Instant::now() < until, "nothing is written");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let same = [
        "study", "chess", "--games", "10000", "--nodes", "2000", "--out", &file, "--resume",
    ];
    let refused = failure(&same, 2);
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(refused.contains("another `ferz` is writing"), "{refused}");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("{\"variant\":\"chess\""), "{text}");
}
