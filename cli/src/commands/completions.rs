//! `ferz completions`: scripts for shells.

use crate::args::Args;
use clap::CommandFactory as _;
use clap_complete::env::{Bash, Elvish, EnvCompleter, Fish, Powershell, Zsh};
use clap_complete::{CompleteEnv, Shell};
use std::io::{Write as _, stdout};
use std::process::ExitCode;

/// The environment variable by which a script asks.
const VARIABLE: &str = "FERZ_COMPLETE";

/// Answers a script if one asks, and ends then.
pub(crate) fn answer() {
    CompleteEnv::with_factory(Args::command)
        .var(VARIABLE)
        .bin("ferz")
        .completer("ferz")
        .complete();
}

pub(crate) fn run(shell: Shell) -> anyhow::Result<ExitCode> {
    let script: &dyn EnvCompleter = match shell {
        Shell::Bash => &Bash,
        Shell::Elvish => &Elvish,
        Shell::Fish => &Fish,
        Shell::PowerShell => &Powershell,
        Shell::Zsh => &Zsh,
        other => anyhow::bail!("there is no completion script for {other}"),
    };
    // Written to memory first: the generator does not expect a closed pipe.
    let mut text = Vec::new();
    script.write_registration(VARIABLE, "ferz", "ferz", "ferz", &mut text)?;
    stdout().write_all(&text)?;
    Ok(ExitCode::SUCCESS)
}
