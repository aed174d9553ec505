//! Commands that describe: rules, syntax trees, codes, hooks, completions.

use super::{failure, ferz, folder, output, path};
use serde_json::Value;

#[test]
fn the_rules_are_json_that_reads_back() {
    let rules: ferz::rules::Ruleset = serde_json::from_str(&output(&["ir", "chess"])).unwrap();
    assert_eq!(rules.title, "Chess");
    assert!(ferz::engine::Variant::new(rules).is_ok());
}

#[test]
fn the_tree_is_printed_even_if_the_file_is_broken() {
    let tree: Value = serde_json::from_str(&output(&["ast", "chess"])).unwrap();
    assert_eq!(tree["header"]["title"]["value"], "Chess");
    let folder = folder(&[("broken.ferz", b"variant \"Broken\" extends chess\nboard {\n")]);
    let assert = ferz(&["ast", &path(folder.path(), "broken.ferz")])
        .assert()
        .code(1);
    let tree: Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    assert_eq!(tree["header"]["title"]["value"], "Broken");
    assert!(!assert.get_output().stderr.is_empty());
}

#[test]
fn codes_are_explained_with_both_examples() {
    let printed = output(&["explain", "f0004"]);
    assert_eq!(printed, output(&["explain", "4"]));
    assert!(printed.starts_with("F0004: "), "{printed}");
    assert!(
        printed.contains("\nWrong:\n\n    ") && printed.contains("\nRight:\n\n    "),
        "{printed}"
    );
    assert!(
        output(&["explain"])
            .lines()
            .any(|line| line.starts_with("F0004  "))
    );
    assert!(failure(&["explain", "F9999"], 2).contains("there is no code `F9999`"));
}

#[test]
fn hooks_are_described_with_their_parameters() {
    assert!(
        output(&["hooks"])
            .lines()
            .any(|line| line.starts_with("facing-royals "))
    );
    let printed = output(&["hooks", "facing-royals"]);
    assert!(
        printed.contains("\n  lines: ") && printed.contains("use facing-royals("),
        "{printed}"
    );
    assert!(failure(&["hooks", "facing-royal"], 2).contains("did you mean `facing-royals`?"));
}

/// The pages of the manual are the output of `ferz hooks --markdown`.
#[test]
fn the_pages_about_hooks_are_current() {
    let read = |name: &str| {
        let path = format!("{}/../docs/src/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path)
            .unwrap_or_default()
            .replace("\r\n", "\n")
    };
    let overview = output(&["hooks", "--markdown"]);
    assert!(
        overview == read("hooks.md"),
        "run: ferz hooks --markdown > docs/src/hooks.md"
    );
    let list = output(&["hooks"]);
    let names: Vec<&str> = list.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(names.len() > 10, "{names:?}");
    let is_current = |name: &&str| {
        let page = format!("hooks/{name}.md");
        assert!(overview.contains(&format!("({page})")), "{page}");
        assert!(
            output(&["hooks", name, "--markdown"]) == read(&page),
            "run: ferz hooks {name} --markdown > docs/src/{page}"
        );
    };
    // Each page looks through all bundled variants.
    std::thread::scope(|scope| {
        for some in names.chunks(names.len().div_ceil(4)) {
            scope.spawn(move || some.iter().for_each(is_current));
        }
    });
    // Each answer looks through all bundled variants.
    for name in names.iter().step_by(6) {
        let alone = output(&["hooks", name]);
        for part in [
            "Example:",
            "variant \"Example\"",
            "Bundled variants that use it: ",
        ] {
            assert!(alone.contains(part), "{name}: {part}\n{alone}");
        }
    }
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(
            output(&["completions", shell]).contains("FERZ_COMPLETE"),
            "{shell}"
        );
    }
    failure(&["completions", "tcsh"], 2);
    assert_eq!(offered(&["ferz", "per"]), ["perft"]);
}

/// The completions for the last word, in a folder with a ruleset.
fn offered(words: &[&str]) -> Vec<String> {
    let here = folder(&[
        (
            "chanson.ferz",
            b"variant \"Mine\" extends xiangqi\npiece cannon C = rook\n",
        ),
        ("chanson.toml", b""),
    ]);
    let mut command = ferz(&["--"]);
    command.args(words).current_dir(here.path());
    command.env("FERZ_COMPLETE", "bash").env("_CLAP_IFS", "\n");
    command.env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string());
    let printed = command.assert().success();
    let printed = String::from_utf8(printed.get_output().stdout.clone()).unwrap();
    let mut words: Vec<String> = printed.lines().map(str::to_owned).collect();
    words.sort();
    words
}

#[test]
fn completions_know_variants_pieces_hooks_and_codes() {
    assert_eq!(
        offered(&["ferz", "check", "chess"]),
        ["chess", "chessgi", "chessvshp"]
    );
    assert_eq!(offered(&["ferz", "show", "xia"]), ["xiangqi", "xiangqihouse"]);
    assert_eq!(
        offered(&["ferz", "show", "chanson.ferz", "--piece", "c"]),
        ["cannon", "chariot"]
    );
    assert_eq!(offered(&["ferz", "new", "x", "--extends", "shoc"]), ["shocking"]);
    assert_eq!(offered(&["ferz", "hooks", "ex"]), ["exchange", "explosion"]);
    assert_eq!(
        offered(&["ferz", "explain", "F000"]).first().map(String::as_str),
        Some("F0001")
    );
}

#[test]
fn help_has_examples() {
    for command in [
        "check",
        "show",
        "moves",
        "perft",
        "play",
        "ast",
        "ir",
        "list",
        "explain",
        "hooks",
        "completions",
    ] {
        assert!(output(&[command, "--help"]).contains("Example"), "{command}");
    }
    failure(&[], 2);
}

/// Numbers of Chess960 as in R. Scharnagl's table.
#[test]
fn starts_have_numbers() {
    let back = |number: &str| {
        let fen = output(&["start", "fischerandom", number]);
        fen.split('/').next().unwrap_or_default().to_uppercase()
    };
    for (number, pieces) in [
        ("0", "BBQNNRKR"),
        ("1", "BQNBNRKR"),
        ("4", "QBBNNRKR"),
        ("518", "RNBQKBNR"),
        ("959", "RKRNNQBB"),
    ] {
        assert_eq!(back(number), pieces, "{number}");
    }
    assert_eq!(output(&["start", "chess"]), output(&["start", "chess", "0"]));
    assert_eq!(
        output(&["start", "fischerandom"]),
        output(&["start", "fischerandom", "518"])
    );
    let told = failure(&["start", "fischerandom", "960"], 2);
    assert!(told.contains("0 to 959"), "{told}");
    let start: Value =
        serde_json::from_str(&output(&["start", "fischerandom", "--random", "--json"])).unwrap();
    assert!(
        start["number"].as_u64().unwrap() < 960 && start["starts"] == 960,
        "{start}"
    );
}
