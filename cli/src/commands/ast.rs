//! `ferz ast`: the syntax tree of a file.

use crate::load::Text;
use crate::report;
use std::io::{Write as _, stdout};
use std::process::ExitCode;

pub(crate) fn run(file: &str) -> anyhow::Result<ExitCode> {
    let text = Text::find(file)?;
    let (tree, sink) = text.parse();
    let mut out = stdout().lock();
    serde_json::to_writer_pretty(&mut out, &tree)?;
    writeln!(out)?;
    let code = ExitCode::from(u8::from(sink.has_errors()));
    report::show(sink.into_sorted().iter(), &[text.source()]);
    Ok(code)
}
