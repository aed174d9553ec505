//! `ferz ir`: the rules of a variant as plain data, or how its moves are judged once it is
//! compiled.

use crate::{load, terminal};
use ferz::plans;
use std::io::{Write as _, stdout};
use std::process::ExitCode;

pub(crate) fn run(variant: &str, compiled: bool) -> anyhow::Result<ExitCode> {
    let mut out = stdout().lock();
    if compiled {
        let loaded = load::variant(variant)?;
        write!(out, "{}", terminal::visible(&plans::text(&loaded.variant)))?;
        return Ok(ExitCode::SUCCESS);
    }
    let rules = load::ruleset(variant)?;
    serde_json::to_writer_pretty(&mut out, &rules)?;
    writeln!(out)?;
    Ok(ExitCode::SUCCESS)
}
