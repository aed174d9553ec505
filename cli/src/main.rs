//! The `ferz` command.
//!
//! Exit codes: 0 all is well, 1 a ruleset or a position is wrong, 2 the command line is wrong.

mod args;
mod beside;
mod commands;
mod doc;
mod draw;
mod hint;
mod json;
mod load;
mod picture;
mod report;
mod save;
mod terminal;
mod write;

use args::{Args, Command};
use clap::Parser as _;
use load::Failure;
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run(Args::parse().command) {
        Ok(code) => code,
        Err(error) => fail(&error),
    }
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Check(args) => commands::check::run(&args),
        Command::Show(args) => commands::show::run(&args),
        Command::Draw(args) => commands::draw::run(&args),
        Command::Doc(args) => commands::doc::run(&args),
        Command::Moves(args) => commands::moves::run(&args),
        Command::Perft(args) => commands::perft::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::New(args) => commands::new::run(&args),
        Command::Snap(args) => commands::snap::run(&args),
        Command::Diff(args) => commands::diff::run(&args),
        Command::Why(args) => commands::why::run(&args),
        Command::Test(args) => commands::test::run(&args),
        Command::Fmt(args) => commands::fmt::run(&args),
        Command::Lsp => commands::lsp::run(),
        Command::Ast { file } => commands::ast::run(&file),
        Command::Ir { variant } => commands::ir::run(&variant),
        Command::List { json } => commands::list::run(json),
        Command::Explain { code } => commands::explain::run(code.as_deref()),
        Command::Hooks { name, markdown } => commands::hooks::run(name.as_deref(), markdown),
        Command::Completions { shell } => commands::completions::run(shell),
    }
}

/// Says what went wrong, unless that has been done, and chooses the exit code.
fn fail(error: &anyhow::Error) -> ExitCode {
    // Whoever read our output has read enough.
    let pipe = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    let json_pipe = |e: &serde_json::Error| e.io_error_kind() == Some(io::ErrorKind::BrokenPipe);
    if error
        .chain()
        .any(|e| e.downcast_ref().is_some_and(pipe) || e.downcast_ref().is_some_and(json_pipe))
    {
        return ExitCode::SUCCESS;
    }
    match error.downcast_ref::<Failure>() {
        Some(Failure::Reported) => ExitCode::from(1),
        Some(Failure::Usage(message)) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
        None => {
            eprintln!("error: {error:#}");
            ExitCode::from(1)
        }
    }
}
