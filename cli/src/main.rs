//! The `ferz` command.
//!
//! Exit codes: 0 all is well, 1 a ruleset or a position is wrong, 2 the command line is wrong.
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)
)]

mod args;
mod beside;
mod commands;
mod complete;
mod desk;
mod draw;
mod excerpt;
mod failure;
mod interrupt;
mod jobs;
mod json;
mod line;
mod load;
mod memory;
mod named;
mod picture;
mod progress;
mod record;
mod report;
mod save;
mod terminal;

use args::{Args, Command};
use clap::Parser as _;
use commands::uci::Protocol;
use failure::Failure;
use std::io::{Write as _, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    commands::completions::answer();
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return usage(&error),
    };
    let json = args.command.answers_json();
    run(args.command).unwrap_or_else(|error| failure::tell(&error, json))
}

/// Prints help, or the error in the command line.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let printed = error.print().and_then(|()| stdout().flush());
        return match printed {
            Err(error) => failure::tell(&error.into(), false),
            Ok(()) => ExitCode::SUCCESS,
        };
    }
    if std::env::args_os().skip(1).any(|argument| argument == "--json") {
        let text = error.to_string();
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let message: Vec<&str> = lines.take_while(|line| !line.starts_with("Usage:")).collect();
        let message = message.join(" ");
        let message = message.strip_prefix("error: ").unwrap_or(&message);
        failure::print_json(&Failure::Usage(message.to_owned()).into());
    } else {
        let _ = error.print();
    }
    ExitCode::from(2)
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Check(args) => commands::check::run(&args),
        Command::Show(args) => commands::show::run(&args),
        Command::Draw(args) => commands::draw::run(&args),
        Command::Doc(args) => commands::doc::run(&args),
        Command::Moves(args) => commands::moves::run(&args),
        Command::Perft(args) => commands::perft::run(&args),
        Command::Solve(args) => commands::solve::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Study(args) => commands::study::run(&args),
        Command::Puzzles(args) => commands::puzzles::run(&args),
        Command::Game(args) => commands::game::run(&args),
        Command::Uci(args) => commands::uci::run(&args, Protocol::Uci),
        Command::Usi(args) => commands::uci::run(&args, Protocol::Usi),
        Command::Ucci(args) => commands::uci::run(&args, Protocol::Ucci),
        Command::Xboard(args) => commands::xboard::run(&args),
        Command::New(args) => commands::new::run(&args),
        Command::Import(args) => commands::import::run(&args),
        Command::Export(args) => commands::export::run(&args),
        Command::Publish(args) => commands::publish::run(&args),
        Command::Snap(args) => commands::snap::run(&args),
        Command::Diff(args) => commands::diff::run(&args),
        Command::Compare(args) => commands::compare::run(&args),
        Command::Why(args) => commands::why::run(&args),
        Command::Test(args) => commands::test::run(&args),
        Command::Fmt(args) => commands::fmt::run(&args),
        Command::Lsp => commands::lsp::run(),
        Command::Serve(args) => commands::serve::run(&args),
        Command::Ast { file, .. } => commands::ast::run(&file),
        Command::Ir {
            variant, compiled, ..
        } => commands::ir::run(&variant, compiled),
        Command::Start {
            variant,
            number,
            random,
            notation,
            json,
        } => commands::start::run(&variant, (number, random), notation, json),
        Command::List(args) => commands::list::run(&args),
        Command::Explain { code, json } => commands::explain::run(code.as_deref(), json),
        Command::Hooks { name, markdown, json } => commands::hooks::run(name.as_deref(), markdown, json),
        Command::Completions { shell } => commands::completions::run(shell),
    }
}
