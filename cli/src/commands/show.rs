//! `ferz show`: boards in the terminal.

use crate::args::Show;
use crate::draw::{self, Look, Mark, Marks};
use crate::failure::Failure;
use crate::load;
use crate::terminal;
use ferz::board::Square;
use ferz::engine::{Position, Variant};
use ferz::rules::Side;
use ferz_drawing::{alone, text};
use ferz_grammar::suggest::closest;
use std::io::{Write as _, stdout};
use std::process::ExitCode;

pub(crate) fn run(args: &Show) -> anyhow::Result<ExitCode> {
    let loaded = load::variant(&args.variant)?;
    let variant = &loaded.variant;
    let mut look = Look {
        ascii: args.ascii,
        colours: terminal::colours(),
        diagram: false,
    };
    let mut out = stdout().lock();
    if let Some(piece) = &args.piece {
        look.diagram = true;
        let (kind, side) = find_piece(variant, piece)?;
        let at = match &args.at {
            Some(name) => Some(find_square(variant, name)?),
            None => None,
        };
        let lone = alone(variant, kind, side, at);
        let (position, marks) = (lone.position(variant), text::marks(&lone.marks));
        let at = variant.topology().name(lone.square);
        let name = variant
            .rules()
            .pieces
            .get_index(kind)
            .map_or("", |(name, _)| name.as_str());
        writeln!(out, "{side} {name} on {at}: {}", number(&marks))?;
        writeln!(
            out,
            "{}{}",
            draw::board(variant, &position, &marks, look),
            draw::legend(&marks, look)
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    let position = load::position(variant, args.fen.as_deref())?;
    let marks = match &args.moves {
        Some(square) => targets(variant, &position, find_square(variant, square)?)?,
        None => Marks::new(),
    };
    writeln!(out, "{}", variant.rules().title)?;
    write!(out, "{}", draw::board(variant, &position, &marks, look))?;
    match &args.moves {
        Some(square) if marks.is_empty() => writeln!(out, "the piece on {square} has no legal move")?,
        Some(_) => writeln!(out, "{}", draw::legend(&marks, look))?,
        None => {}
    }
    let outcome = variant.outcome(&position);
    writeln!(out, "{}", draw::status(variant, &position, outcome.as_ref()))?;
    writeln!(out, "{}", variant.fen(&position))?;
    Ok(ExitCode::SUCCESS)
}

fn number(marks: &Marks) -> String {
    match marks.len() {
        0 => "it cannot move".to_owned(),
        1 => "1 square".to_owned(),
        n => format!("{n} squares"),
    }
}

/// A kind and side by name or letter. A name means White's piece if White has it.
pub(crate) fn find_piece(variant: &Variant, word: &str) -> anyhow::Result<(usize, Side)> {
    let pieces = &variant.rules().pieces;
    let lettered = |side: Side| {
        let letter = |piece: &ferz::rules::Piece| piece.letter[side].is_some_and(|l| word == l.to_string());
        pieces.values().position(letter).map(|kind| (kind, side))
    };
    if let Some(found) = Side::ALL.into_iter().find_map(lettered) {
        return Ok(found);
    }
    if let Some((kind, _, piece)) = pieces.get_full(&word.to_lowercase()) {
        return Ok((
            kind,
            if piece.letter.white.is_some() {
                Side::White
            } else {
                Side::Black
            },
        ));
    }
    let names = pieces.keys().map(String::as_str);
    let hint = match closest(word, names) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!(
            "there are {}",
            pieces.keys().cloned().collect::<Vec<_>>().join(", ")
        ),
    };
    Err(Failure::Usage(format!("this variant has no piece `{word}`: {hint}")).into())
}

pub(crate) fn find_square(variant: &Variant, name: &str) -> anyhow::Result<Square> {
    let square = variant.topology().square(name);
    square.ok_or_else(|| Failure::Usage(format!("there is no square `{name}` on this board")).into())
}

/// Where the piece on a square can go in a position.
fn targets(variant: &Variant, position: &Position, square: Square) -> anyhow::Result<Marks> {
    let name = variant.topology().name(square);
    let Some((_, side)) = variant.piece_at(position, square) else {
        anyhow::bail!("there is no piece on {name}");
    };
    if side != variant.turn(position) {
        anyhow::bail!(
            "the piece on {name} is {side}'s, and {} is to move",
            variant.turn(position)
        );
    }
    let moves = variant
        .legal_moves(position)
        .into_iter()
        .filter(|mv| mv.from() == square && !mv.is_pass());
    let mut marks = Marks::new();
    for mv in moves {
        let mark = if variant.is_capture(position, mv) {
            Mark::Capture
        } else {
            Mark::Quiet
        };
        let known = marks.entry(mv.to()).or_insert(mark);
        if *known != mark {
            *known = Mark::Both;
        }
    }
    Ok(marks)
}
