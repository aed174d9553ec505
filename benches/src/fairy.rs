//! Fairy-Stockfish's `go perft`, if the program is installed: run beside ferz, on the same
//! positions.

use crate::perft::{self, Chess};
use crate::report::{millions, ratio, table};
use anyhow::{Context, Result};
use ferz::engine::Leaves;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

const NAMES: [&str; 2] = ["fairy-stockfish", "/usr/games/fairy-stockfish"];

struct Engine {
    process: Child,
    output: BufReader<std::process::ChildStdout>,
}

impl Engine {
    fn start() -> Option<Self> {
        let mut process = NAMES.iter().find_map(|name| {
            Command::new(name)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .ok()
        })?;
        let output = BufReader::new(process.stdout.take()?);
        Some(Self { process, output })
    }

    fn say(&mut self, line: &str) -> Result<()> {
        let input = self.process.stdin.as_mut().context("no input")?;
        writeln!(input, "{line}")?;
        Ok(input.flush()?)
    }

    fn until(&mut self, start: &str) -> Result<String> {
        let mut line = String::new();
        loop {
            line.clear();
            anyhow::ensure!(
                self.output.read_line(&mut line)? > 0,
                "Fairy-Stockfish has stopped"
            );
            if let Some(rest) = line.trim().strip_prefix(start) {
                return Ok(rest.trim().to_owned());
            }
        }
    }

    /// Leaves and seconds of one count.
    fn perft(&mut self, variant: &str, fen: Option<&str>, depth: u32) -> Result<(u64, f64)> {
        self.say(&format!("setoption name UCI_Variant value {variant}"))?;
        self.say(&fen.map_or("position startpos".to_owned(), |f| format!("position fen {f}")))?;
        self.say("isready")?;
        self.until("readyok")?;
        let start = Instant::now();
        self.say(&format!("go perft {depth}"))?;
        let nodes = self.until("Nodes searched:")?.parse()?;
        Ok((nodes, start.elapsed().as_secs_f64()))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.process.wait();
    }
}

/// A case to count: its title, the variant, a FEN or the start, and the depth.
type Case<'a> = (String, &'a str, Option<&'a str>, u32);

/// A table of both on the same positions, taking turns.
pub(crate) fn compare(turns: u32, chess: &Chess) -> Result<()> {
    let Some(mut engine) = Engine::start() else {
        println!("Fairy-Stockfish is not installed: nothing to compare with.\n");
        return Ok(());
    };
    engine.say("uci")?;
    engine.until("uciok")?;
    let of_chess = |&(name, fen, depth, _): &_| (format!("chess, {name}"), "chess", Some(fen), depth);
    let mut cases: Vec<Case<'_>> = chess.bulk.iter().map(of_chess).collect();
    for (name, depth) in [
        ("makruk", 4),
        ("shatranj", 5),
        ("horde", 5),
        ("antichess", 5),
        ("kingofthehill", 4),
    ] {
        cases.push((name.to_owned(), name, None, depth));
    }
    let rows: Result<Vec<_>> = cases
        .into_iter()
        .map(|case| row(&mut engine, turns, case))
        .collect();
    table(
        "Beside Fairy-Stockfish (the Debian package), bulk counting",
        &[
            "position",
            "depth",
            "leaves",
            "ferz",
            "Fairy-Stockfish",
            "ferz / Fairy-Stockfish",
        ],
        &rows?,
    );
    Ok(())
}

/// Counts a position with both, in turn.
fn row(engine: &mut Engine, turns: u32, (title, name, fen, depth): Case<'_>) -> Result<Vec<String>> {
    let variant = perft::variant(name)?;
    let position = match fen {
        Some(fen) => variant.position(fen)?,
        None => variant.start(),
    };
    let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
    let (mut a, mut b) = (0, 0);
    for _ in 0..turns.min(5) {
        let start = Instant::now();
        a = perft::count(&variant, &position, depth, Leaves::Bulk);
        ours = ours.min(start.elapsed().as_secs_f64());
        let (nodes, time) = engine.perft(name, fen, depth)?;
        b = nodes;
        theirs = theirs.min(time);
    }
    let leaves = if a == b {
        a.to_string()
    } else {
        format!("{a} / {b}")
    };
    Ok(vec![
        title,
        depth.to_string(),
        leaves,
        millions(a as f64 / ours),
        millions(b as f64 / theirs),
        ratio(theirs / ours),
    ])
}
