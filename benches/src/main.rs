//! Measures ferz and its peers in one process and prints a table.
//!
//! Machines are noisy, so every figure is the best of several short runs, and the runs of all
//! engines take turns: ratios within one table mean something, absolute numbers less.

mod compile;
mod decisions;
mod door;
mod fairy;
mod peers;
mod perft;
mod report;

use clap::Parser;

/// Speed of ferz beside its peers.
#[derive(Parser)]
struct Args {
    /// How many turns each measurement gets; the best one counts.
    #[arg(long, default_value_t = 7)]
    turns: u32,
    /// Leave out what needs programs that are not part of the project.
    #[arg(long)]
    alone: bool,
    /// Only variants whose name contains this, and nothing else.
    #[arg(long)]
    only: Option<String>,
    /// Only random games and single calls through the public interface.
    #[arg(long)]
    door: bool,
    /// Only variants in which more happens than that pieces move.
    #[arg(long)]
    mechanics: bool,
    /// Only perft of chess.
    #[arg(long)]
    chess: bool,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    println!("# Performance\n");
    println!("{}", report::INTRODUCTION);
    if args.only.is_some() {
        perft::variants(args.turns, args.only.as_deref())?;
        return decisions::listings(args.turns, args.only.as_deref());
    }
    if args.mechanics {
        return perft::mechanics(args.turns);
    }
    if args.door {
        door::playouts(args.turns)?;
        return door::calls(args.turns);
    }
    let chess = perft::chess(args.turns)?;
    if args.chess {
        return Ok(());
    }
    perft::variants(args.turns, None)?;
    decisions::listings(args.turns, None)?;
    perft::threads(args.turns)?;
    door::playouts(args.turns)?;
    door::calls(args.turns)?;
    compile::all(args.turns)?;
    if !args.alone {
        fairy::compare(args.turns, &chess)?;
    }
    Ok(())
}
