//! `ferz moves`: legal moves, for people and for programs.

use crate::args::Moves;
use crate::json::{ErrorReport, PositionReport};
use crate::load::{self, Loaded};
use crate::{draw, terminal};
use ferz::engine::Position;
use std::io::{BufRead as _, BufReader, BufWriter, Write, stdin, stdout};
use std::process::ExitCode;

pub(crate) fn run(args: &Moves) -> anyhow::Result<ExitCode> {
    let loaded = load::variant(&args.variant)?;
    let mut out = BufWriter::new(stdout().lock());
    if args.stdin {
        lines(&loaded, args.san, &mut out)?;
    } else {
        let position = load::position(&loaded.variant, args.fen.as_deref())?;
        if args.json {
            serde_json::to_writer(
                &mut out,
                &PositionReport::new(&loaded.name, &loaded.variant, &position, args.san),
            )?;
            writeln!(out)?;
        } else {
            plain(&loaded, &position, args.san, &mut out)?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Answers each line of standard input with one line.
fn lines(loaded: &Loaded, san: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let mut input = BufReader::new(stdin().lock());
    let mut line = Vec::new();
    loop {
        // Somebody may be waiting for the answer before sending the next line.
        if !input.buffer().contains(&b'\n') {
            out.flush()?;
        }
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        match loaded.variant.position(String::from_utf8_lossy(&line).trim()) {
            Ok(position) => {
                let report = PositionReport::new(&loaded.name, &loaded.variant, &position, san);
                serde_json::to_writer(&mut *out, &report)?;
            }
            Err(error) => serde_json::to_writer(
                &mut *out,
                &ErrorReport {
                    error: error.to_string(),
                },
            )?,
        }
        out.write_all(b"\n")?;
    }
}

fn plain(loaded: &Loaded, position: &Position, san: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let variant = &loaded.variant;
    let outcome = variant.outcome(position);
    let moves = variant.legal_moves(position);
    let mut words = variant.move_texts(position, &moves);
    if san {
        for (word, san) in words.iter_mut().zip(variant.sans(position, &moves)) {
            *word = format!("{word} ({san})");
        }
    }
    words.sort();
    let number = match moves.len() {
        1 => "1 move".to_owned(),
        n => format!("{n} moves"),
    };
    writeln!(
        out,
        "{}; {number}",
        draw::status(variant, position, outcome.as_ref())
    )?;
    write!(out, "{}", terminal::columns(&words, terminal::width()))?;
    Ok(())
}
