//! The tutorial, step by step: the output that it shows is the real one.

use super::ferz;
use std::path::Path;

/// The fenced blocks of a kind in the tutorial, in order.
fn blocks(kind: &str) -> Vec<String> {
    blocks_of(include_str!("../../../docs/src/tutorial.md"), kind)
}

/// The fenced blocks of a kind, in order.
fn blocks_of(page: &str, kind: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    for part in page
        .split("\n```")
        .collect::<Vec<_>>()
        .chunks(2)
        .filter(|chunk| chunk.len() == 2)
    {
        if let Some(body) = part[1]
            .strip_prefix(kind)
            .and_then(|body| body.strip_prefix('\n'))
        {
            blocks.push(format!("{body}\n"));
        }
    }
    blocks
}

/// The output of the commands of a console block, standard output before standard error.
fn run(folder: &Path, block: &str) -> (String, String) {
    let (command, said) = block.split_once('\n').unwrap();
    let args: Vec<&str> = command.strip_prefix("$ ferz ").unwrap().split(' ').collect();
    let output = ferz(&args).current_dir(folder).output().unwrap();
    let printed = format!(
        "{}{}",
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap()
    );
    (said.to_owned(), printed)
}

/// Holds what a console block says against what is printed; `...` stands for anything.
fn holds(folder: &Path, block: &str) {
    let (said, printed) = run(folder, block);
    let mut rest = printed.as_str();
    for part in said.split("...\n") {
        let at = rest.find(part.trim_end());
        let at = at.unwrap_or_else(|| panic!("the book says\n{part}\nbut ferz says\n{printed}"));
        rest = &rest[at + part.trim_end().len()..];
    }
}

#[test]
fn every_step_is_as_it_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lancers.ferz");
    let (texts, consoles) = (blocks("text"), blocks("console"));
    let [header, piece, definitions, changes, charge, end, whole] = &texts[..] else {
        panic!("{texts:#?}");
    };
    let [first, typo, alone, none, moves, play, refused, test] = &consoles[..] else {
        panic!("{consoles:#?}");
    };
    let write = |text: &str| std::fs::write(&file, text).unwrap();

    let mut text = header.clone();
    write(&text);
    holds(folder.path(), first);

    text = format!("{header}\n{piece}");
    write(&text);
    holds(folder.path(), typo);

    text = text.replace("foward", "forward");
    write(&text);
    holds(folder.path(), alone);

    text = format!("{header}\n{definitions}");
    write(&text);
    let (_, warned) = run(folder.path(), "$ ferz check lancers.ferz\n");
    assert!(
        warned.contains("warning") && warned.contains("it is not in the start position"),
        "{warned}"
    );

    text = format!("{text}\n{changes}");
    write(&text);
    holds(folder.path(), none);
    let without_promotion: String = text
        .lines()
        .filter(|line| !line.starts_with("promotion"))
        .map(|line| format!("{line}\n"))
        .collect();
    write(&without_promotion);
    ferz(&["check", "lancers.ferz"])
        .current_dir(folder.path())
        .assert()
        .code(1);

    let old = text
        .lines()
        .find(|line| line.starts_with("movement charge"))
        .unwrap()
        .to_owned();
    text = text.replace(&old, charge.trim_end());
    write(&text);
    holds(folder.path(), moves);

    text = format!("{text}\n{end}");
    write(&text);
    let (_, printed) = run(folder.path(), play);
    assert!(printed.starts_with("Lancer Chess"), "{printed}");
    let (input, answer) = refused.strip_prefix("white> ").unwrap().split_once('\n').unwrap();
    let played = ferz(&["play", "lancers.ferz"])
        .current_dir(folder.path())
        .write_stdin(format!("{input}\n"))
        .output();
    let played = String::from_utf8(played.unwrap().stdout).unwrap();
    assert!(played.contains(answer), "{played}");

    std::fs::write(folder.path().join("lancers.toml"), &blocks("toml")[0]).unwrap();
    run(folder.path(), test);
    ferz(&["test", "lancers.toml"])
        .current_dir(folder.path())
        .assert()
        .success();

    let rules = |text: &str| {
        write(text);
        ferz(&["ir", "lancers.ferz"])
            .current_dir(folder.path())
            .assert()
            .success()
            .get_output()
            .stdout
            .clone()
    };
    assert!(
        rules(&text) == rules(whole),
        "the whole file at the end says something else"
    );
    ferz(&["check", "--deny-warnings", "lancers.ferz"])
        .current_dir(folder.path())
        .assert()
        .success();
}

#[test]
fn the_workbench_is_as_it_is_told() {
    let page = include_str!("../../../docs/src/workbench.md");
    let [texts, consoles, tomls] = ["text", "console", "toml"].map(|kind| blocks_of(page, kind));
    let [addition, changed] = &texts[..] else {
        panic!("{texts:#?}");
    };
    let [count, position] = &tomls[..] else {
        panic!("{tomls:#?}");
    };
    let [
        new,
        check,
        show,
        failing,
        passing,
        why,
        snap,
        accept,
        snap_again,
        diff,
        same,
    ] = &consoles[..]
    else {
        panic!("{consoles:#?}");
    };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let rules = folder.join("hoplites.ferz");
    let tests = folder.join("hoplites.toml");
    let edit = |path: &Path, from: &str, to: &str| {
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.contains(from), "{from}\n{text}");
        std::fs::write(path, text.replace(from, to)).unwrap();
    };
    let append = |path: &Path, more: &str| {
        let text = std::fs::read_to_string(path).unwrap();
        std::fs::write(path, format!("{text}\n{more}")).unwrap();
    };
    holds(folder, new);
    append(&rules, addition);
    for block in [check, show, failing] {
        holds(folder, block);
    }
    edit(&tests, "counts = [20]", count.trim_end());
    append(&tests, position);
    for block in [passing, why, snap, accept] {
        holds(folder, block);
    }
    assert!(folder.join("hoplites.snap").exists() && !folder.join("hoplites.snap.new").exists());
    std::fs::copy(&rules, folder.join("before.ferz")).unwrap();
    let old = addition.lines().next().unwrap();
    edit(&rules, old, changed.trim_end());
    holds(folder, snap_again);
    let failed = ferz(&["test", "hoplites.toml"])
        .current_dir(folder)
        .assert()
        .code(1);
    drop(failed);
    edit(&tests, "\"e5\"]", "\"e5\", \"d3\"]");
    edit(&tests, position.lines().last().unwrap(), "");
    ferz(&["test", "hoplites.toml"])
        .current_dir(folder)
        .assert()
        .success();
    holds(folder, diff);
    holds(folder, same);
    // The last lines of the chapter.
    std::fs::remove_file(folder.join("before.ferz")).unwrap();
    let reviewed = ferz(&["snap", "--review"])
        .current_dir(folder)
        .write_stdin("a\n")
        .output();
    assert!(reviewed.unwrap().status.success());
    for args in [
        &["check", "--deny-warnings", "."][..],
        &["test", "."],
        &["snap", "--check", "."],
    ] {
        ferz(args).current_dir(folder).assert().success();
    }
}
