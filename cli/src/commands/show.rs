//! `ferz show`: boards in the terminal.

use crate::args::Show;
use crate::draw::{self, Look, Mark, Marks};
use crate::failure::Failure;
use crate::json::{BoardReport, LoneReport, ManReport, TargetReport};
use crate::load::{self, Loaded};
use crate::terminal;
use ferz::board::{Bits as _, Square};
use ferz::dialects::write_position;
use ferz::engine::{Position, Variant};
use ferz::rules::Side;
use ferz_drawing::{Lone, Sign, alone, text};
use ferz_grammar::suggest::closest;
use std::io::{Write as _, stdout};
use std::process::ExitCode;

pub(crate) fn run(args: &Show) -> anyhow::Result<ExitCode> {
    let loaded = load::variant(&args.variant)?;
    match &args.piece {
        Some(piece) => show_piece(args, &loaded, piece),
        None => show_position(args, &loaded),
    }
}

fn look(args: &Show, diagram: bool) -> Look {
    Look {
        ascii: args.ascii,
        colours: terminal::colours(),
        diagram,
        flip: false,
    }
}

/// A piece alone on the board.
fn show_piece(args: &Show, loaded: &Loaded, piece: &str) -> anyhow::Result<ExitCode> {
    let (variant, look) = (&loaded.variant, look(args, true));
    let (kind, side) = find_piece(variant, piece)?;
    let at = match &args.at {
        Some(name) => Some(find_square(variant, name)?),
        None => None,
    };
    let lone = alone(variant, kind, side, at);
    let (position, marks) = (lone.position(variant), text::marks(&lone.marks));
    let pieces = &variant.rules().pieces;
    let name = pieces.get_index(kind).map_or("", |(name, _)| name.as_str());
    let mut out = stdout().lock();
    if args.json {
        let report = LoneReport {
            variant: &loaded.name,
            square: variant.topology().name(lone.square).to_owned(),
            piece: name.to_owned(),
            side,
            hurdle: lone
                .hurdle
                .and_then(|(square, ..)| ManReport::on(variant, &position, square)),
            targets: ends(variant, &lone),
            notes: draw::notes(variant, &lone),
        };
        serde_json::to_writer(&mut out, &report)?;
        writeln!(out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let at = variant.topology().name(lone.square);
    writeln!(out, "{side} {name} on {at}: {}", number(&marks))?;
    let board = draw::board(variant, &position, &marks, look);
    writeln!(out, "{board}{}", draw::legend(&marks, look))?;
    for note in draw::notes(variant, &lone) {
        writeln!(out, "{note}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The targets of a piece alone, and its actions there.
fn ends(variant: &Variant, lone: &Lone) -> Vec<TargetReport> {
    let words = |sign: &Sign| sign.words("captures", lone.terms.from.as_deref());
    let target = |(&to, signs): (&Square, &Vec<Sign>)| TargetReport {
        square: variant.topology().name(to).to_owned(),
        can: signs.iter().map(words).collect(),
    };
    lone.marks.iter().map(target).collect()
}

fn show_position(args: &Show, loaded: &Loaded) -> anyhow::Result<ExitCode> {
    let (variant, look) = (&loaded.variant, look(args, false));
    let position = load::position(variant, args.fen.as_deref())?;
    let marks = match &args.moves {
        Some(square) => targets(variant, &position, find_square(variant, square)?)?,
        None => Marks::new(),
    };
    let outcome = variant.outcome(&position);
    let mut out = stdout().lock();
    if args.json {
        let target = |(&to, mark): (&Square, &Mark)| TargetReport {
            square: variant.topology().name(to).to_owned(),
            can: vec![mark.words().to_owned()],
        };
        let squares = variant.topology().squares();
        let report = BoardReport {
            variant: &loaded.name,
            fen: write_position(args.notation, variant, &position),
            turn: variant.turn(&position),
            check: variant.in_check(&position),
            outcome,
            walls: variant
                .walls(&position)
                .squares()
                .map(|square| variant.topology().name(square).to_owned())
                .collect(),
            pieces: squares
                .squares()
                .filter_map(|square| ManReport::on(variant, &position, square))
                .collect(),
            targets: args.moves.is_some().then(|| marks.iter().map(target).collect()),
        };
        serde_json::to_writer(&mut out, &report)?;
        writeln!(out)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{}", variant.rules().title)?;
    write!(out, "{}", draw::board(variant, &position, &marks, look))?;
    match &args.moves {
        Some(square) if marks.is_empty() => writeln!(out, "the piece on {square} has no legal move")?,
        Some(_) => writeln!(out, "{}", draw::legend(&marks, look))?,
        None => {}
    }
    writeln!(out, "{}", draw::status(variant, &position, outcome.as_ref()))?;
    writeln!(out, "{}", write_position(args.notation, variant, &position))?;
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

/// The targets of the piece on a square.
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
        .filter(|mv| mv.start() == square && !mv.is_pass());
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
