//! `ferz ir`: the rules of a variant as plain data.

use crate::load;
use std::io::{Write as _, stdout};
use std::process::ExitCode;

pub(crate) fn run(variant: &str) -> anyhow::Result<ExitCode> {
    let rules = load::ruleset(variant)?;
    let mut out = stdout().lock();
    serde_json::to_writer_pretty(&mut out, &rules)?;
    writeln!(out)?;
    Ok(ExitCode::SUCCESS)
}
