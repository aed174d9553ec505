//! The `ferz` command as its users meet it: what it prints and how it ends.

mod book;
mod check;
mod describe;
mod doc;
mod draw;
mod files;
mod fmt;
mod lsp;
mod machine;
mod perft;
mod play;
mod show;
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
