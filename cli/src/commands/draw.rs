//! `ferz draw`: boards as pictures.

use super::show::{find_piece, find_square};
use crate::args::Draw;
use crate::load::{self, Failure};
use crate::{picture, save};
use ferz::board::Square;
use ferz::engine::{Position, Variant};
use ferz::rules::{Modes, Side};
use ferz::ways::{self, Manner, Occasion};
use ferz_drawing::{Marks, Scene, Sign, marks};
use std::io::{Write as _, stdout};
use std::process::ExitCode;

pub(crate) fn run(args: &Draw) -> anyhow::Result<ExitCode> {
    let format = match args.output.as_deref().map(|path| (path, path.extension())) {
        None => Format::Svg,
        Some((_, Some(e))) if e.eq_ignore_ascii_case("svg") => Format::Svg,
        Some((_, Some(e))) if e.eq_ignore_ascii_case("png") => Format::Png,
        Some((path, _)) => {
            let message = format!("{}: the name must end in .svg or .png", path.display());
            return Err(Failure::Usage(message).into());
        }
    };
    let loaded = load::variant(&args.variant)?;
    let variant = &loaded.variant;
    let svg = if let Some(piece) = &args.piece {
        let (kind, side) = find_piece(variant, piece)?;
        let at = match &args.at {
            Some(name) => Some(find_square(variant, name)?),
            None => None,
        };
        let (square, marks) = alone(variant, kind, side, at);
        let position = variant.lone_piece(kind, side, square);
        let mut scene = lone_scene(variant, &position, kind, side, square);
        scene.marks = marks;
        scene.draw()
    } else {
        let position = load::position(variant, args.fen.as_deref())?;
        let mut scene = Scene::new(variant, &position);
        if let Some(square) = &args.moves {
            scene.marks = targets(variant, &position, find_square(variant, square)?)?;
        }
        scene.draw()
    }
    .to_file(args.size);
    match (&args.output, format) {
        (Some(path), Format::Svg) => save::write(path, svg.as_bytes())?,
        (Some(path), Format::Png) => save::write(path, &picture::png(&svg)?)?,
        (None, _) => stdout().lock().write_all(svg.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

enum Format {
    Svg,
    Png,
}

/// A piece alone on the board, where it is seen best unless a square is given, and where it can go from there.
pub(crate) fn alone(variant: &Variant, kind: usize, side: Side, at: Option<Square>) -> (Square, Marks) {
    let (rules, topology) = (variant.rules(), variant.topology());
    let name = rules.pieces.get_index(kind).map_or("", |(name, _)| name.as_str());
    let ends = |square| ways::piece_ends(rules, topology, name, side, square);
    let square = at
        .or_else(|| ways::best_square(topology, side, ends))
        .unwrap_or_default();
    (square, marks(ends(square)))
}

/// The board with one piece and nothing else to say.
pub(crate) fn lone_scene<'a>(
    variant: &'a Variant,
    position: &'a Position,
    kind: usize,
    side: Side,
    square: Square,
) -> Scene<'a> {
    let name = variant
        .rules()
        .pieces
        .get_index(kind)
        .map_or("", |(name, _)| name.as_str());
    let mut scene = Scene::new(variant, position);
    scene.details = false;
    scene.title = format!(
        "{}: {side} {name} on {}",
        variant.rules().title,
        variant.topology().name(square)
    );
    scene
}

/// Where the piece on a square can go in a position.
fn targets(variant: &Variant, position: &Position, square: Square) -> anyhow::Result<Marks> {
    let name = variant.topology().name(square);
    let Some((_, side)) = variant.piece_at(position, square) else {
        anyhow::bail!("there is no piece on {name}");
    };
    let turn = variant.turn(position);
    if side != turn {
        anyhow::bail!("the piece on {name} is {side}'s, and {turn} is to move");
    }
    let moves = variant.legal_moves(position);
    let texts = variant.move_texts(position, &moves);
    let mut marks = Marks::new();
    for (mv, text) in moves.iter().zip(&texts) {
        if mv.from() != square || mv.is_pass() {
            continue;
        }
        let fires = text.contains(['x', '*']);
        let sign = Sign {
            occasion: Occasion::Always,
            manner: if fires { Manner::Rifle } else { Manner::Plain },
            modes: if variant.is_capture(position, *mv) {
                Modes::CAPTURE
            } else {
                Modes::QUIET
            },
        };
        let signs = marks.entry(mv.to()).or_default();
        match signs.iter_mut().find(|s| s.manner == sign.manner) {
            Some(known) => known.modes = known.modes.or(sign.modes),
            None => signs.push(sign),
        }
    }
    if marks.is_empty() {
        anyhow::bail!("the piece on {name} has no legal move");
    }
    Ok(marks)
}
