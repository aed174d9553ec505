//! `ferz explain`: what a code means, and how the mistake is repaired.

use crate::failure::Failure;
use crate::json::CodeReport;
use crate::terminal;
use ferz_grammar::codes::CodeInfo;
use ferz_grammar::suggest::closest;
use std::io::{Write as _, stdout};
use std::process::ExitCode;

pub(crate) fn run(code: Option<&str>, json: bool) -> anyhow::Result<ExitCode> {
    let mut out = stdout().lock();
    let Some(code) = code else {
        if json {
            let all: Vec<CodeReport<'_>> = ferz::codes::all().map(report).collect();
            serde_json::to_writer_pretty(&mut out, &all)?;
            writeln!(out)?;
            return Ok(ExitCode::SUCCESS);
        }
        for info in ferz::codes::all() {
            writeln!(out, "{}  {}", info.code, info.title)?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    // `F0162`, `f0162`, `162`.
    let digits = code.trim_start_matches(['F', 'f']);
    let whole = format!("F{digits:0>4}");
    let Some(info) = ferz::codes::all().into_iter().find(|info| info.code == whole) else {
        let codes: Vec<&str> = ferz::codes::all().map(|info| info.code).collect();
        let hint = closest(&whole, codes).map_or("`ferz explain` lists them".to_owned(), |c| {
            format!("did you mean {c}?")
        });
        return Err(Failure::Usage(format!("there is no code `{code}`; {hint}")).into());
    };
    if json {
        serde_json::to_writer_pretty(&mut out, &report(info))?;
        writeln!(out)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{}: {}\n", info.code, info.title)?;
    write!(
        out,
        "{}",
        terminal::wrapped(info.explanation, terminal::width().min(100))
    )?;
    for (title, text) in [("Wrong", info.wrong), ("Right", info.right)] {
        if !text.is_empty() {
            writeln!(out, "\n{title}:\n")?;
            for line in text.lines() {
                writeln!(out, "    {line}")?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn report(info: &CodeInfo) -> CodeReport<'_> {
    CodeReport {
        code: info.code,
        title: info.title,
        explanation: info.explanation,
        wrong: info.wrong,
        right: info.right,
    }
}
