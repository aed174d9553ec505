//! `ferz list`: the bundled variants.

use super::check::board_words;
use crate::json::ListReport;
use crate::load;
use std::io::{Write as _, stdout};
use std::process::ExitCode;

pub(crate) fn run(json: bool) -> anyhow::Result<ExitCode> {
    let mut list = Vec::new();
    for bundled in ferz_rulesets::all() {
        let rules = load::ruleset(bundled.name)?;
        list.push(ListReport {
            name: bundled.name,
            board: board_words(&rules.board),
            title: rules.title,
            source: rules.source,
        });
    }
    let mut out = stdout().lock();
    if json {
        serde_json::to_writer_pretty(&mut out, &list)?;
        writeln!(out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let longest = |words: &dyn Fn(&ListReport) -> &str| {
        list.iter().map(|l| words(l).chars().count()).max().unwrap_or(0)
    };
    let (name, title) = (longest(&|l| l.name), longest(&|l| &l.title));
    for line in &list {
        writeln!(out, "{:name$}  {:title$}  {}", line.name, line.title, line.board)?;
    }
    Ok(ExitCode::SUCCESS)
}
