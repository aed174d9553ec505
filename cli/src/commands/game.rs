//! `ferz game`: written games, checked and shown.

use crate::args::GameArgs;
use crate::draw::{self, Look, Marks};
use crate::json::GameReport;
use crate::load;
use crate::record::{self, Stumble};
use crate::terminal;
use anyhow::Context as _;
use ferz::engine::{Game, Outcome};
use ferz_play::pgn::{self, Record};
use std::io::{Write as _, stdout};
use std::process::ExitCode;

/// What came of a game.
struct Checked {
    name: String,
    plies: usize,
    sans: Vec<String>,
    fen: String,
    board: String,
    outcome: Option<Outcome>,
    /// What is wrong with it.
    wrong: Option<String>,
}

pub(crate) fn run(args: &GameArgs) -> anyhow::Result<ExitCode> {
    let text = load::read_text(&args.file).with_context(|| format!("cannot read {}", args.file.display()))?;
    let records = pgn::read(&text);
    let mut out = stdout().lock();
    let mut good = true;
    if records.is_empty() {
        anyhow::bail!("there is no game in {}", args.file.display());
    }
    for (i, record) in records.iter().enumerate() {
        let checked = check(args, record)?;
        good &= checked.wrong.is_none();
        if args.json {
            let report = GameReport {
                number: i + 1,
                variant: &checked.name,
                plies: checked.plies,
                moves: &checked.sans,
                fen: &checked.fen,
                outcome: checked.outcome.as_ref(),
                error: checked.wrong.as_deref(),
            };
            serde_json::to_writer(&mut out, &report)?;
            writeln!(out)?;
        } else {
            let who = |tag| terminal::visible(record.tag(tag).unwrap_or("?")).into_owned();
            writeln!(
                out,
                "game {}: {}, {} - {}, {} plies",
                i + 1,
                checked.name,
                who("White"),
                who("Black"),
                checked.plies
            )?;
            write!(out, "{}", terminal::columns(&checked.sans, terminal::width()))?;
            write!(out, "{}", checked.board)?;
            match (&checked.wrong, &checked.outcome) {
                (Some(wrong), _) => writeln!(out, "error: {wrong}")?,
                (None, Some(outcome)) => writeln!(out, "{}", draw::ended(outcome))?,
                (None, None) => writeln!(out, "result: {}", terminal::visible(&record.result))?,
            }
        }
    }
    Ok(ExitCode::from(u8::from(!good)))
}

fn check(args: &GameArgs, record: &Record) -> anyhow::Result<Checked> {
    let loaded = match &args.variant {
        Some(name) => load::variant(name)?,
        None => record::variant_of(record, &args.file)?,
    };
    let (game, stumble) = record::replay(&loaded.variant, record)?;
    let outcome = game.outcome();
    let look = Look {
        ascii: args.ascii,
        colours: terminal::colours(),
        diagram: false,
        flip: false,
    };
    Ok(Checked {
        name: loaded.name,
        plies: game.moves().len(),
        sans: sans(&game),
        fen: loaded.variant.fen(game.position()),
        board: draw::board(&loaded.variant, game.position(), &Marks::new(), look),
        wrong: wrong(record, stumble.as_ref(), outcome.as_ref()),
        outcome,
    })
}

/// What is wrong with a game: an illegal move, or a result that is not that of the last position.
fn wrong(record: &Record, stumble: Option<&Stumble>, outcome: Option<&Outcome>) -> Option<String> {
    if let Some(stumble) = stumble {
        return Some(stumble.to_string());
    }
    let outcome = outcome?;
    let result = pgn::result(Some(outcome));
    (record.result != "*" && record.result != result).then(|| {
        format!(
            "the result is written as {}, but the game has ended with {result}: {}",
            terminal::visible(&record.result),
            draw::ended(outcome)
        )
    })
}

/// The moves in algebraic notation.
fn sans(game: &Game) -> Vec<String> {
    let variant = game.variant();
    let san = |(ply, mv): (usize, &ferz::engine::Move)| {
        let position = game.position_at(ply)?;
        let moves = variant.legal_moves(position);
        let i = moves.iter().position(|legal| legal == mv)?;
        variant.sans(position, &moves).into_iter().nth(i)
    };
    game.moves().iter().enumerate().filter_map(san).collect()
}
