//! `ferz export`: a variant as another program's file says it.

use crate::args::{Export as Args, ExportFormat};
use crate::load;
use serde::Serialize;
use std::io::{Write as _, stdout};
use std::path::Path;
use std::process::ExitCode;

/// `ferz export --json`.
#[derive(Serialize)]
struct Report<'a> {
    complete: bool,
    #[serde(flatten)]
    export: &'a ferz_import::Export,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let rules = load::ruleset(&args.variant)?;
    let stem = Path::new(&args.variant)
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    let name = args.name.clone().or(stem).unwrap_or_else(|| args.variant.clone());
    let ExportFormat::Ini = args.to;
    let export = ferz_import::export(&rules, &name);
    let complete = export.lost.is_empty();
    let mut out = stdout().lock();
    if args.json {
        serde_json::to_writer(
            &mut out,
            &Report {
                complete,
                export: &export,
            },
        )?;
        writeln!(out)?;
    } else {
        if complete || args.force {
            write!(out, "{}", export.text)?;
            for loss in &export.lost {
                writeln!(out, "# not said: {}: {}", loss.what, loss.why)?;
            }
        }
        for loss in &export.lost {
            eprintln!("{}: {}", loss.what, loss.why);
        }
    }
    Ok(if complete {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}
