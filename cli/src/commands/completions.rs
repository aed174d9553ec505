//! `ferz completions`: scripts for shells.

use crate::args::Args;
use clap::CommandFactory as _;
use clap_complete::Shell;
use std::io::{Write as _, stdout};
use std::process::ExitCode;

pub(crate) fn run(shell: Shell) -> anyhow::Result<ExitCode> {
    // Written to memory first: the generator does not expect a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "ferz", &mut script);
    stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
