//! `ferz draw`: boards as pictures.

use super::show::{find_piece, find_square};
use crate::args::{Draw, FigureSet};
use crate::failure::Failure;
use crate::json::{DrawingReport, WrittenReport};
use crate::load;
use crate::{picture, save};
use ferz::board::Square;
use ferz::engine::{Position, Variant};
use ferz::rules::Modes;
use ferz::ways::{Manner, Occasion};
use ferz_drawing::{Arrow, Drawing, Lone, Marks, Scene, Sign, alone};
use std::io::{Write as _, stdout};
use std::process::ExitCode;
use std::slice;

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
    let svg = match &args.variant {
        Some(variant) => drawn(args, variant)?,
        None => sheet(args.set)?,
    }
    .to_file(args.size);
    match (&args.output, format) {
        (Some(path), Format::Svg) => save::write(path, svg.as_bytes())?,
        (Some(path), Format::Png) => save::write(path, &picture::png(&svg)?)?,
        (None, _) if args.json => {}
        (None, _) => stdout().lock().write_all(svg.as_bytes())?,
    }
    if args.json {
        let mut out = stdout().lock();
        match &args.output {
            Some(path) => serde_json::to_writer(&mut out, &WrittenReport::new(slice::from_ref(path)))?,
            None => serde_json::to_writer(&mut out, &DrawingReport { svg: &svg })?,
        }
        writeln!(out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The sheet with all pictures of a set.
fn sheet(set: FigureSet) -> anyhow::Result<Drawing> {
    if set == FigureSet::Letters {
        let message = "letters have no figures: name `western`, `flat` or `native` with --set";
        return Err(Failure::Usage(message.to_owned()).into());
    }
    Ok(ferz_drawing::gallery(set.into()))
}

/// The board of a variant.
fn drawn(args: &Draw, argument: &str) -> anyhow::Result<Drawing> {
    let loaded = load::variant(argument)?;
    let variant = &loaded.variant;
    let position;
    let mut scene = if let Some(piece) = &args.piece {
        let (kind, side) = find_piece(variant, piece)?;
        let at = match &args.at {
            Some(name) => Some(find_square(variant, name)?),
            None => None,
        };
        let lone = alone(variant, kind, side, at);
        position = lone.position(variant);
        lone_scene(variant, &position, lone)
    } else {
        position = load::position(variant, args.fen.as_deref())?;
        let mut scene = Scene::new(variant, &position);
        if let Some(square) = &args.moves {
            scene.marks = targets(variant, &position, find_square(variant, square)?)?;
        }
        scene
    };
    scene.flip = args.flip;
    scene.points |= args.points;
    scene.figures = args.set.into();
    for name in &args.highlight {
        scene.highlights.insert(find_square(variant, name.trim())?);
    }
    for text in &args.arrows {
        scene.arrows.push(arrow(variant, text.trim())?);
    }
    Ok(scene.draw())
}

/// `e2e4`: two squares, with or without a hyphen between them.
fn arrow(variant: &Variant, text: &str) -> anyhow::Result<Arrow> {
    let topology = variant.topology();
    let at = |i: usize| {
        let (from, to) = text.split_at_checked(i)?;
        let to = to.strip_prefix('-').unwrap_or(to);
        Some(Arrow::new(topology.square(from)?, topology.square(to)?))
    };
    (1..text.len()).find_map(at).ok_or_else(|| {
        let message = format!("`{text}` is not an arrow: name two squares of this board, such as `e2e4`");
        Failure::Usage(message).into()
    })
}

enum Format {
    Svg,
    Png,
}

/// The board with one piece and nothing else to say.
fn lone_scene<'a>(variant: &'a Variant, position: &'a Position, lone: Lone) -> Scene<'a> {
    let name = variant
        .rules()
        .pieces
        .get_index(lone.kind)
        .map_or("", |(name, _)| name.as_str());
    let mut scene = Scene::new(variant, position);
    scene.details = false;
    scene.title = format!(
        "{}: {} {name} on {}",
        variant.rules().title,
        lone.side,
        variant.topology().name(lone.square)
    );
    scene.marks = lone.marks;
    scene.legs = lone.legs;
    scene.terms = lone.terms;
    scene.lined = lone.lined;
    scene
}

/// The targets of the piece on a square.
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
        if mv.start() != square || mv.is_pass() {
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
