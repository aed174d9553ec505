//! `ferz moves`: legal moves, for people and for programs.

use crate::args::Moves;
use crate::json::{ErrorReport, PositionReport, Wanted};
use crate::load::{self, Twins};
use crate::{draw, line, terminal};
use anyhow::Context as _;
use ferz::dialects::{self, write_moves};
use ferz::engine::{Game, Position, Variant};
use ferz::why::{Reason, Verdict, why};
use std::io::{BufRead as _, BufReader, BufWriter, Write, stdin, stdout};
use std::process::ExitCode;

/// How much is read and written at once.
const BUFFER: usize = 1 << 16;

pub(crate) fn run(args: &Moves) -> anyhow::Result<ExitCode> {
    let loaded = load::variant(&args.variant)?;
    let mut out = BufWriter::with_capacity(BUFFER, stdout().lock());
    let wanted = Wanted {
        san: args.san,
        fen: !args.no_fens,
        style: args.notation,
    };
    if args.stdin {
        lines(&Twins::new(&loaded), (wanted, args.strict), &mut out)?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let moves = args.moves.as_deref().unwrap_or_default();
    load::warn(&loaded.variant, args.fen.as_deref(), moves);
    let twins = Twins::new(&loaded);
    let (loaded, position) = twins.read(args.fen.as_deref()).context(load::NO_POSITION)?;
    load::allow(&loaded.variant, &position, args.strict)?;
    let game = played(&loaded.variant, position, moves).map_err(anyhow::Error::msg)?;
    if !args.json {
        plain(&game, wanted, &mut out)?;
    } else {
        let report = match args.moves {
            Some(_) => PositionReport::of_game(&loaded.name, &game, wanted),
            None => PositionReport::new(&loaded.name, &loaded.variant, game.position(), wanted),
        };
        serde_json::to_writer(&mut out, &report)?;
        writeln!(out)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The game after these moves, or which of them cannot be played, and why.
pub(crate) fn played(variant: &Variant, first: Position, moves: &str) -> Result<Game, String> {
    let mut game = Game::new(variant, first);
    let words: Vec<&str> = moves.split_whitespace().collect();
    if let Some(line) = dialects::from_zero(variant, game.position(), &words) {
        line.into_iter().for_each(|mv| game.play(mv));
        return Ok(game);
    }
    let mut words = words.into_iter().peekable();
    while let Some(word) = words.next() {
        // A space inside a move is written as in tests.
        let text = line::of_word(word);
        let position = game.position();
        let reason = match game.outcome() {
            Some(outcome) => Reason::GameOver(outcome),
            None => match why(variant, position, &text) {
                Verdict::Legal(mv) => {
                    game.play(mv);
                    continue;
                }
                Verdict::Illegal(reason) => {
                    if let Some(mv) = line::of_two_words(variant, position, &text, words.peek().copied()) {
                        game.play(mv);
                        words.next();
                        continue;
                    }
                    reason
                }
            },
        };
        let number = game.moves().len() + 1;
        return Err(format!("move {number}, `{text}`, cannot be played: {reason}"));
    }
    Ok(game)
}

/// Answers each line of standard input with one line.
fn lines(twins: &Twins<'_>, how: (Wanted, bool), out: &mut impl Write) -> anyhow::Result<()> {
    let mut input = BufReader::with_capacity(BUFFER, stdin().lock());
    let (mut line, mut text) = (Vec::new(), Vec::with_capacity(BUFFER));
    loop {
        // A program may be waiting for the answer before sending the next line.
        if !input.buffer().contains(&b'\n') {
            out.flush()?;
        }
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        text.clear();
        match answer(twins, String::from_utf8_lossy(&line).trim(), how) {
            Ok(report) => serde_json::to_writer(&mut text, &report)?,
            Err(error) => {
                let diagnostics = Vec::new();
                serde_json::to_writer(&mut text, &ErrorReport { error, diagnostics })?;
            }
        }
        text.push(b'\n');
        out.write_all(&text)?;
    }
}

/// The position of a line: a FEN or `startpos`, and perhaps `moves` and the moves played from
/// there. With the flag, none that cannot occur.
fn answer<'l>(
    twins: &'l Twins<'_>,
    line: &str,
    (wanted, strict): (Wanted, bool),
) -> Result<PositionReport<'l>, String> {
    let (fen, moves) = match line.split_once(" moves") {
        Some((fen, moves)) if moves.is_empty() || moves.starts_with(' ') => (fen.trim(), Some(moves)),
        _ => (line, None),
    };
    let fen = (fen != "startpos").then_some(fen);
    let (loaded, position) = twins.read(fen).map_err(|error| error.to_string())?;
    let variant = &loaded.variant;
    let surplus = variant.surplus(&position);
    if let Some(surplus) = surplus.filter(|_| strict) {
        return Err(surplus);
    }
    let mut report = match moves {
        Some(moves) => PositionReport::of_game(&loaded.name, &played(variant, position, moves)?, wanted),
        None => PositionReport::new(&loaded.name, variant, &position, wanted),
    };
    if let Some(old) = dialects::remarks(variant, fen, moves.unwrap_or_default().split_whitespace()) {
        let before = report
            .warning
            .take()
            .map_or_else(String::new, |words| format!("{words}; "));
        report.warning = Some(before + &old);
    }
    Ok(report)
}

fn plain(game: &Game, wanted: Wanted, out: &mut impl Write) -> anyhow::Result<()> {
    let (variant, position) = (game.variant(), game.position());
    let outcome = game.outcome();
    let moves = match outcome {
        Some(_) => Vec::new(),
        None => variant.legal_moves(position),
    };
    let mut words = write_moves(wanted.style, variant, position, &moves);
    if wanted.san {
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
    if let Some(claim) = game.claim() {
        writeln!(out, "may be claimed: {}", draw::ended(&claim))?;
    }
    Ok(())
}
