//! The `ferz` command as its users meet it: what it prints and how it ends.

mod attacks;
mod book;
mod check;
mod composed;
mod describe;
mod dialects;
mod doc;
mod draw;
mod export;
mod files;
mod fmt;
mod import;
mod lsp;
mod machine;
mod perft;
mod play;
mod publish;
mod puzzles;
mod serve;
mod show;
mod socket;
mod solve;
mod study;
mod test;
mod tutorial;
mod uci;
mod workbench;
mod xboard;

use assert_cmd::Command;
use std::path::Path;

/// The command with arguments.
fn ferz(args: &[&str]) -> Command {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("ferz");
    command.args(args);
    command
}

/// Runs to a good end and returns standard output.
fn output(args: &[&str]) -> String {
    let assert = ferz(args).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// Runs to an end with that exit code and returns standard error.
fn failure(args: &[&str], code: i32) -> String {
    let assert = ferz(args).assert().code(code);
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

/// Runs, and is interrupted by Ctrl-C as soon as that is heeded.
#[cfg(target_os = "linux")]
fn interrupted(args: &[&str]) -> std::process::Output {
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(args)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let id = child.id().to_string();
    let catches_interrupts = || {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        let mask = status
            .lines()
            .find_map(|line| line.strip_prefix("SigCgt:"))
            .unwrap()
            .trim();
        u64::from_str_radix(mask, 16).unwrap() & 2 != 0
    };
    while !catches_interrupts() {
        std::thread::yield_now();
    }
    assert!(
        std::process::Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    child.wait_with_output().unwrap()
}

/// A folder with these files, gone when it is dropped.
fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}
