//! The workbench of an author: `new`, `why`, `snap`, `diff`.

use super::{failure, ferz, folder, output, path};
use ferz::lower::{Source, lower};
use serde_json::Value;
use std::path::Path;
use std::process::Command as Plain;

/// Runs in a folder: exit code, standard output, standard error.
fn run(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let output = ferz(args).current_dir(folder).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn json(args: &[&str], code: i32) -> Value {
    let assert = ferz(args).assert().code(code);
    serde_json::from_slice(&assert.get_output().stdout).unwrap()
}

// new

#[test]
fn new_files_pass_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let bundled: Vec<&str> = ferz_rulesets::all().iter().map(|b| b.name).collect();
    for (i, parent) in bundled.iter().enumerate() {
        let name = format!("mine/variant-{i}");
        let (code, ..) = run(dir.path(), &["new", &name, "--extends", parent]);
        assert_eq!(code, 0, "{parent}");
    }
    let (code, said, _) = run(dir.path(), &["new", "mine/whole.ferz", "--title", "A Whole Game"]);
    assert_eq!(code, 0);
    assert!(said.contains("ferz check mine/whole.ferz"), "{said}");
    let (code, said, errors) = run(dir.path(), &["check", "--deny-warnings", "mine"]);
    assert_eq!(code, 0, "{errors}");
    assert!(said.contains("mine/whole.ferz: A Whole Game"), "{said}");
    assert!(said.contains("Variant 0"), "{said}");
    let (code, said, _) = run(dir.path(), &["test", "mine"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("mine/whole.toml: 6 tests, passed"), "{said}");
    assert!(
        said.contains(&format!("in {} files: all passed", bundled.len() + 1)),
        "{said}"
    );
}

#[test]
fn new_never_overwrites() {
    let dir = folder(&[("mine.toml", b"precious")]);
    let (code, _, error) = run(dir.path(), &["new", "mine"]);
    assert_eq!(code, 1);
    assert!(error.contains("mine.toml is there already"), "{error}");
    assert!(!dir.path().join("mine.ferz").exists());
    assert_eq!(std::fs::read(dir.path().join("mine.toml")).unwrap(), b"precious");
}

#[test]
fn new_refuses_names_that_would_not_do() {
    let dir = tempfile::tempdir().unwrap();
    for (args, words) in [
        (&["new", "My Chess"][..], "`my-chess` would do"),
        (&["new", "3kings"], "`kings` would do"),
        (&["new", "chess"], "bundled variant"),
        (&["new", "folder/"], "names no variant"),
        (&["new", "mine", "--extends", "ches"], "did you mean `chess`?"),
        (&["new", "mine", "--title", "a \"b\""], "quotes"),
    ] {
        let (code, _, error) = run(dir.path(), args);
        assert_eq!(code, 2, "{args:?}");
        assert!(error.contains(words), "{error}");
    }
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

// why

#[test]
fn why_names_the_reason_and_marks_its_squares() {
    let pinned = "4k3/8/8/8/1b6/8/3N4/R3K2R w KQ - 0 1";
    let said = output(&["why", "chess", pinned, "Nf3", "--ascii"]);
    assert!(
        said.contains(
            "Nf3 is not legal: it would leave the white king on e1 attacked by the black bishop on b4"
        ),
        "{said}"
    );
    assert!(
        said.contains("4 | . [b] .") && said.contains("1 | R  .  .  . [K] ."),
        "{said}"
    );
    let said = output(&["why", "chess", "startpos", "Nf3"]);
    assert!(said.ends_with("g1f3 (Nf3) is legal\n"), "{said}");
    let said = output(&["why", "xiangqi", "startpos", "e4e7"]);
    assert!(
        said.contains("soldier = step forward | step sideways from ranks 6-10"),
        "{said}"
    );
    failure(&["why", "chess", "nonsense", "e2e4"], 1);
    failure(&["why", "chess", "startpos"], 2);
}

#[test]
fn why_as_json() {
    let answer = json(&["why", "chess", "startpos", "f1a6", "--json"], 0);
    assert_eq!(answer["legal"], false);
    assert_eq!(answer["kind"], "blocked");
    assert_eq!(answer["squares"], serde_json::json!(["a6", "f1", "e2"]));
    let answer = json(&["why", "chess", "startpos", "e4", "--json"], 0);
    assert_eq!(
        (&answer["legal"], &answer["move"], &answer["san"]),
        (&true.into(), &"e2e4".into(), &"e4".into())
    );
    let mate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    let answer = json(&["why", "chess", mate, "h8h7", "--json"], 0);
    assert_eq!(answer["kind"], "game-over");
    assert_eq!(answer["ending"]["rule"], "end { checkmate: loss }");
}

#[test]
fn why_explains_outcomes() {
    for (variant, fen, words) in [
        (
            "chess",
            "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
            "white wins: checkmate\n  black is in check: the black king on h8 attacked by the white queen on g7\n  \
             black has no legal move\n  by the rule: end { checkmate: loss }\n",
        ),
        (
            "chess",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "draw: stalemate\n  black is not in check and has no legal move\n  by the rule: end { stalemate: draw }\n",
        ),
        (
            "kingofthehill",
            "4k3/8/8/8/3K4/8/8/8 b - - 0 1",
            "white wins: hill\n  the white king on d4 has reached d4-e5\n  by the rule: end { hill: white reach king on d4-e5",
        ),
        (
            "shocking",
            "c6c/8/8/3m4/4v3/8/8/K7 w - - 0 1",
            "the black missile on d5 touches the black rover on e4\n  by the rule: use adjacency-loss(side: black",
        ),
        (
            "extinction",
            "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R w KQkq - 0 1",
            "black wins: extinction\n  white has no knight left\n",
        ),
        (
            "3check",
            "startpos",
            "the game goes on\n  white has 20 legal moves\n  not reached: three-check",
        ),
        (
            "crazy",
            "startpos",
            "the game goes on\n  white has 47 legal moves\n",
        ),
    ] {
        let said = output(&["why", variant, fen, "--outcome"]);
        assert!(said.contains(words), "{variant}: {said}");
    }
    let answer = json(
        &[
            "why",
            "chess",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "--outcome",
            "--json",
        ],
        0,
    );
    assert_eq!(answer["outcome"]["reason"], "stalemate");
    assert_eq!(answer["outcome"]["winner"], Value::Null);
}

#[test]
fn why_follows_hooks_that_take_part_in_the_game() {
    // What the opponent would answer is the reason.
    let said = output(&["why", "crazy", "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "e1e2"]);
    assert!(
        said.contains("white would lose the royal piece: black `a2e2`"),
        "{said}"
    );
    // Black may answer a proposal, and nothing else.
    let variant = ferz::engine::Variant::new(ferz_rulesets::ruleset("crazy").unwrap()).unwrap();
    let start = variant.start();
    let mv = variant.find_move(&start, "e2e3").unwrap();
    let fen = variant.fen(&variant.play(&start, mv));
    let said = output(&["why", "crazy", &fen, "e7e6"]);
    assert!(
        said.contains("black decides about the movement `e2e3` first: `accept`"),
        "{said}"
    );
}

// words

/// What `words` says of a piece is text of the language that means the same.
#[test]
fn movements_in_words_mean_the_same() {
    let mut compared = 0;
    for bundled in ferz_rulesets::all() {
        let rules = ferz_rulesets::ruleset(bundled.name).unwrap();
        let mut text = format!("variant \"T\" extends \"{}\"\n", bundled.name);
        for side in ferz::rules::Side::ALL {
            for (name, piece) in &rules.pieces {
                let Some(letter) = piece.letter[side] else {
                    continue;
                };
                let words = ferz::words::movement(&piece.movement[side], &rules.board);
                let royal = if piece.royal[side] { ", royal" } else { "" };
                let letter = letter.to_ascii_uppercase();
                text.push_str(&format!("piece {side} {name} {letter} = {words}{royal}\n"));
            }
        }
        let source = Source {
            name: "t".to_owned(),
            text: text.clone(),
        };
        let lowered = lower(source, &ferz_rulesets::Library);
        let again = lowered
            .ruleset
            .unwrap_or_else(|| panic!("{}: {:#?}\n{text}", bundled.name, lowered.diagnostics));
        for (name, piece) in &rules.pieces {
            for side in ferz::rules::Side::ALL
                .into_iter()
                .filter(|&s| piece.letter[s].is_some())
            {
                assert_eq!(
                    piece.movement[side], again.pieces[name].movement[side],
                    "{}: {name}\n{text}",
                    bundled.name
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 400, "{compared}");
}

// snap

const RULES: &str = "\
variant \"Mine\" extends chess
piece lancer L = move ride forward 1..3 | capture leap(1, 2) forward
promotion pawn { to: queen, lancer }
rules {
  en-passant: rank 6
}
start \"rlbqkblr/pppppppp/8/8/8/8/PPPPPPPP/RLBQKBLR w KQkq - 0 1\"
";

/// The same, written otherwise.
const OTHERWISE: &str = "\
variant \"Another title\" extends chess   # a comment
movement charge = move ride forward ..3
start \"rlbqkblr/pppppppp/8/8/8/8/PPPPPPPP/RLBQKBLR w KQkq - 0 1\"

rules { en-passant: rank 6 }
piece queen Q = rook | bishop
piece lancer L = capture leap(1, 2) forward | charge
promotion black pawn { to: queen, lancer }
promotion white pawn { to: queen, lancer }
";

#[test]
fn snapshots_know_what_matters() {
    let dir = folder(&[("a.ferz", RULES.as_bytes()), ("b.ferz", OTHERWISE.as_bytes())]);
    let (_, a, _) = run(dir.path(), &["snap", "--print", "a.ferz"]);
    let (_, b, _) = run(dir.path(), &["snap", "--print", "b.ferz"]);
    assert!(a.starts_with("ferz snapshot 1\n"), "{a}");
    assert_eq!(a, b);
    assert!(a.contains("piece lancer L l: "), "{a}");
    assert!(a.contains("== lines ==\n1: 16\n"), "{a}");
    let changed = RULES.replace("1..3", "1..2");
    std::fs::write(dir.path().join("b.ferz"), changed).unwrap();
    let (_, b, _) = run(dir.path(), &["snap", "--print", "b.ferz"]);
    assert_ne!(a, b);
}

#[test]
fn snapshots_are_the_same_everywhere() {
    let chess = output(&["snap", "--print", "chess"]);
    assert!(
        chess.contains("== lines ==\n1: 20\n2: 400\n3: 8902\n4: 197281\n"),
        "{chess}"
    );
    // These are promises: a change here needs a new format number.
    assert!(
        chess.contains("1: goes on after 150 plies, digest 5abc6c0806eb308a\n"),
        "{chess}"
    );
    let crazy = output(&["snap", "--print", "crazy"]);
    assert!(
        crazy.contains("4: not counted, more than 20000 are to be expected\n"),
        "{crazy}"
    );
    assert_eq!(crazy, output(&["snap", "--print", "crazy"]));
}

#[test]
fn a_snapshot_waits_until_it_is_accepted() {
    let dir = folder(&[("a.ferz", RULES.as_bytes()), ("lib.ferz", b"library \"L\"\n")]);
    let at = |name: &str| dir.path().join(name);
    let (code, said, _) = run(dir.path(), &["snap"]);
    assert_eq!(code, 0);
    assert!(
        said.contains("a.snap: new") && said.contains("0 unchanged, 1 changed"),
        "{said}"
    );
    assert!(at("a.snap.new").exists() && !at("a.snap").exists());
    assert_eq!(run(dir.path(), &["snap", "--check"]).0, 1);
    assert_eq!(run(dir.path(), &["snap", "--accept", "a.ferz"]).0, 0);
    assert!(!at("a.snap.new").exists());
    let accepted = std::fs::read_to_string(at("a.snap")).unwrap();
    assert_eq!(run(dir.path(), &["snap", "--check"]).0, 0);

    std::fs::write(at("a.ferz"), RULES.replace("1..3", "1..2")).unwrap();
    let (code, said, _) = run(dir.path(), &["snap", "--check", "a.ferz"]);
    assert_eq!(code, 1);
    assert!(
        said.contains("- piece lancer L l: move ride forward 1..3"),
        "{said}"
    );
    assert!(
        said.contains("+ piece lancer L l: move ride forward 1..2"),
        "{said}"
    );
    assert!(!at("a.snap.new").exists(), "a check writes nothing");

    let review = |input: &str| {
        let output = ferz(&["snap", "--review"])
            .current_dir(dir.path())
            .write_stdin(input)
            .output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    assert!(review("what?\nskip\n").contains("written: a.snap.new"));
    assert!(at("a.snap.new").exists());
    assert!(review("r\n").contains("rejected"));
    assert!(!at("a.snap.new").exists());
    assert_eq!(std::fs::read_to_string(at("a.snap")).unwrap(), accepted);
    assert!(review("a\n").contains("accepted: a.snap"));
    assert_ne!(std::fs::read_to_string(at("a.snap")).unwrap(), accepted);

    let older = std::fs::read_to_string(at("a.snap"))
        .unwrap()
        .replace("snapshot 1", "snapshot 0");
    std::fs::write(at("a.snap"), older).unwrap();
    let (code, said, _) = run(dir.path(), &["snap", "--check"]);
    assert_eq!(code, 1);
    assert!(said.contains("written in format 0"), "{said}");
}

#[test]
fn snap_says_what_it_cannot_do() {
    let dir = folder(&[("bad.ferz", b"variant \"Bad\" extends ches\n")]);
    let (code, said, error) = run(dir.path(), &["snap"]);
    assert_eq!(code, 1);
    assert!(
        said.contains("bad.ferz: wrong") && said.contains("1 wrong"),
        "{said}"
    );
    assert!(error.contains("ches"), "{error}");
    assert!(failure(&["snap", "chess"], 2).contains("ferz snap --print chess"));
    assert!(failure(&["snap", "nothing"], 2).contains("no file or folder nothing"));
}

// diff

#[test]
fn texts_alone_are_no_difference() {
    let dir = folder(&[("a.ferz", RULES.as_bytes()), ("b.ferz", OTHERWISE.as_bytes())]);
    let (code, said, _) = run(dir.path(), &["diff", "--positions", "500", "a.ferz", "b.ferz"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("- Mine\n  + Another title\n"), "{said}");
    assert!(
        said.ends_with("No difference in behaviour found in 500 positions.\n"),
        "{said}"
    );
}

#[test]
fn a_changed_piece_is_drawn() {
    let changed = RULES.replace("1..3", "1..2").replace("queen, lancer", "queen");
    let dir = folder(&[("a.ferz", RULES.as_bytes()), ("b.ferz", changed.as_bytes())]);
    let (code, said, _) = run(dir.path(), &["diff", "--ascii", "a.ferz", "b.ferz"]);
    assert_eq!(code, 1);
    assert!(
        said.contains("\npiece lancer\n  - L = move ride forward 1..3"),
        "{said}"
    );
    assert!(said.contains("    7 | .  .  .  .  -  .  .  . |\n"), "{said}");
    assert!(said.contains("    6 | .  .  .  *  *  *  .  . |\n"), "{said}");
    assert!(
        said.contains("- white pawn to queen, lancer; on rank 8"),
        "{said}"
    );
    assert!(said.contains("The first difference ("), "{said}");
    assert!(said.contains("- only old allows: "), "{said}");
    let report = json(
        &[
            "diff",
            "--json",
            &path(dir.path(), "b.ferz"),
            &path(dir.path(), "a.ferz"),
        ],
        1,
    );
    assert_eq!(report["different"], true);
    assert_eq!(report["changes"][0]["subject"], "piece lancer");
    assert_eq!(
        report["changes"][0]["boards"][0]["gained"],
        serde_json::json!(["e7"])
    );
    assert_eq!(report["difference"]["lost"], serde_json::json!([]));
    let fen = report["difference"]["fen"].as_str().unwrap();
    // The position shows it: what is gained can be played under the new rules and not under the old.
    let gained = report["difference"]["gained"][0].as_str().unwrap();
    let legal =
        |file: &str| json(&["why", &path(dir.path(), file), fen, gained, "--json"], 0)["legal"].clone();
    assert_eq!((legal("a.ferz"), legal("b.ferz")), (true.into(), false.into()));
}

#[test]
fn every_part_of_the_rules_is_compared() {
    for (old, new, words) in [
        ("chess", "3check", "end three-check of white (added)"),
        ("chess", "antichess", "must-capture"),
        ("chess", "knightmate", "piece commoner (added)"),
        ("chess", "knightmate", "piece knight (removed)"),
        ("chess", "atomic", "use explosion (added)"),
        ("chess", "cylinder", "+ 8x8, wrap files"),
        ("chess", "berolina", "piece pawn\n"),
        ("chess", "horde", "\nstart\n"),
        ("chess", "horde", "castling K of white (removed)"),
        ("chess", "xiangqi", "- 8x8\n  + 9x10\n"),
    ] {
        let assert = ferz(&["diff", "--positions", "200", old, new]).assert().code(1);
        let said = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
        assert!(said.contains(words), "{old} {new}: {words}\n{said}");
    }
}

#[test]
fn games_and_made_up_positions_find_rare_differences() {
    let base = "variant \"A\" extends chess\n";
    for (more, words) in [
        // Only with three checks given; only with a pawn on the seventh rank.
        ("end { three-check: checks 3 }\n", "+ new: "),
        (
            "promotion pawn { to: queen, rook, bishop }\n",
            "- only old allows: ",
        ),
    ] {
        let new = format!("{base}{more}");
        let dir = folder(&[("a.ferz", base.as_bytes()), ("b.ferz", new.as_bytes())]);
        let (code, said, _) = run(dir.path(), &["diff", "a.ferz", "b.ferz"]);
        assert_eq!(code, 1);
        assert!(said.contains("The first difference"), "{said}");
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn revisions_of_git_are_read_with_their_parents() {
    let dir = folder(&[
        ("rules/base.ferz", RULES.as_bytes()),
        ("rules/mine.ferz", b"variant \"Mine\" extends base\n"),
    ]);
    let git = |args: &[&str]| {
        let mut git = Plain::new("git");
        git.args(["-c", "user.name=a", "-c", "user.email=a@b.c"])
            .args(args);
        // A repository around this one must not be found.
        git.env_remove("GIT_DIR")
            .env_remove("GIT_INDEX_FILE")
            .current_dir(dir.path());
        assert!(git.output().unwrap().status.success(), "{args:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "first"]);
    std::fs::write(dir.path().join("rules/base.ferz"), RULES.replace("1..3", "1..4")).unwrap();
    let (code, said, error) = run(dir.path(), &["diff", "HEAD:rules/mine.ferz", "rules/mine.ferz"]);
    assert_eq!(code, 1, "{error}");
    assert!(
        said.contains("piece lancer\n  - L = move ride forward 1..3"),
        "{said}"
    );
    let (code, said, _) = run(
        &dir.path().join("rules"),
        &["diff", "HEAD:mine.ferz", "HEAD:./mine.ferz"],
    );
    assert_eq!(code, 0, "{said}");
    let (code, _, error) = run(dir.path(), &["diff", "HEAD~5:rules/mine.ferz", "rules/mine.ferz"]);
    assert_eq!(code, 2);
    assert!(
        error.contains("git says: ") && error.contains("HEAD~5"),
        "{error}"
    );
}

#[test]
fn what_cannot_be_compared_is_trouble() {
    let dir = folder(&[("bad.ferz", b"variant \"Bad\" extends ches\n")]);
    for args in [
        ["diff", "chess", "nothing"],
        ["diff", "chess", "bad.ferz"],
        ["diff", "standard", "chess"],
    ] {
        let (code, _, error) = run(dir.path(), &args);
        assert_eq!(code, 2, "{args:?}");
        assert!(error.contains("error"), "{error}");
    }
}
