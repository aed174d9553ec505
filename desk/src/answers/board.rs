//! A position as it is seen, and all that can be played in it.

use super::Desk;
use super::variants::describe;
use super::view::View;
use crate::compiled::Meant;
use crate::rpc::{Answer, Failure, answer};
use ferz::Decision;
use ferz::dialects;
use ferz::engine::{Game, Move, Outcome, Position, Variant};
use ferz::rules::Side;
use ferz::why::ending::ending;
use ferz::why::{Reason, Verdict, squares_of, why};
use ferz_drawing::Live;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// The longest game.
const MOST_MOVES: usize = 2_000;

/// A game from some position on.
#[derive(Clone, Deserialize)]
pub(super) struct Played {
    pub(super) variant: Meant,
    /// The start position if there is none.
    pub(super) fen: Option<String>,
    #[serde(default)]
    pub(super) moves: Vec<String>,
}

/// A board to be seen.
#[derive(Deserialize)]
pub(super) struct Asked {
    #[serde(flatten)]
    played: Played,
    #[serde(flatten)]
    view: View,
    /// The mark of the ground that the page has.
    #[serde(default)]
    ground: Option<String>,
    /// The outlines that it has.
    #[serde(default)]
    used: BTreeSet<String>,
    /// Whether it wants to know the pieces, too.
    #[serde(default)]
    palette: bool,
}

/// A move that can be played.
#[derive(Serialize)]
struct Playable {
    #[serde(rename = "move")]
    text: String,
    san: String,
    /// The clicks that play the move, in order: squares, and before a drop the letter of a piece
    /// behind `@`.
    path: Vec<String>,
    capture: bool,
    /// Whether its last square is where the piece comes to, by way of those before: a click there
    /// means the piece.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    ends: bool,
    /// The kind that it becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    promotion: Option<usize>,
    /// How much of the path the piece moves, if a wall is put somewhere after that.
    #[serde(skip_serializing_if = "Option::is_none")]
    half: Option<usize>,
}

/// A square and the piece on it.
#[derive(Serialize)]
pub(super) struct Cell {
    name: String,
    x: f64,
    y: f64,
    shapes: String,
    /// For those who do not see it.
    #[serde(skip_serializing_if = "String::is_empty")]
    piece: String,
    /// The owner of the piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
}

impl Cell {
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// The same square with nothing on it.
    pub(super) fn emptied(self) -> Self {
        Self {
            shapes: String::new(),
            piece: String::new(),
            side: None,
            ..self
        }
    }
}

/// The place at which a game cannot continue because the rules have changed.
#[derive(Serialize)]
struct Broken {
    /// Moves before.
    ply: usize,
    text: String,
    reason: String,
}

/// Plays the moves as far as they can be played.
fn replay(variant: &Variant, played: &Played) -> Result<(Game, Option<Broken>), Failure> {
    let start = position(variant, played.fen.as_deref())?;
    let mut game = Game::new(variant, start);
    for (ply, text) in played.moves.iter().take(MOST_MOVES).enumerate() {
        if game.outcome().is_none()
            && let Some(mv) = variant.find_move(game.position(), text)
        {
            game.play(mv);
            continue;
        }
        let reason = match game.outcome() {
            Some(outcome) => Reason::GameOver(outcome),
            None => match why(variant, game.position(), text) {
                Verdict::Legal(mv) => {
                    game.play(mv);
                    continue;
                }
                Verdict::Illegal(reason) => reason,
            },
        };
        let broken = Broken {
            ply,
            text: text.clone(),
            reason: reason.to_string(),
        };
        return Ok((game, Some(broken)));
    }
    Ok((game, None))
}

/// The game, which must be legal.
pub(super) fn game(variant: &Variant, played: &Played) -> Result<Game, Failure> {
    match replay(variant, played)? {
        (game, None) => Ok(game),
        (_, Some(Broken { ply, text, reason })) => {
            let message = format!("move {}, `{text}`, cannot be played: {reason}", ply + 1);
            Err(Failure::position(message))
        }
    }
}

/// The position with that text, or the start.
pub(super) fn position(variant: &Variant, fen: Option<&str>) -> Result<Position, Failure> {
    match fen
        .map(str::trim)
        .filter(|fen| !fen.is_empty() && *fen != "startpos")
    {
        None => Ok(variant.start()),
        Some(fen) => dialects::position(variant, fen).map_err(|error| Failure::position(error.to_string())),
    }
}

/// The view of the board, and the moves that can be played.
pub(super) fn board(desk: &Desk, asked: Asked) -> Answer {
    let compiled = desk.compiler.get(&asked.played.variant)?;
    let variant = &compiled.variant;
    let (game, broken) = replay(variant, &asked.played)?;
    let position = game.position();
    let live = asked.view.scene(variant, position).live();
    let outcome = game.outcome();
    let moves = match &outcome {
        Some(_) => Vec::new(),
        None => playable(variant, position),
    };
    let ended = outcome.as_ref().map(|_| ending(variant, position));
    let mut hasher = DefaultHasher::new();
    live.ground.hash(&mut hasher);
    let mark = format!("{:x}", hasher.finish());
    let same = asked.ground.as_deref() == Some(mark.as_str());
    let mut used = live.used.clone();
    let meant = &asked.played.variant;
    let palette = asked
        .palette
        .then(|| describe(desk, &compiled, meant, (&asked.view, &mut used)));
    let texts = asked.played.moves.iter().map(String::as_str);
    let outdated = dialects::remarks(variant, asked.played.fen.as_deref(), texts);
    Ok(json!({
        "palette": palette,
        "fen": variant.fen(position),
        "turn": variant.turn(position),
        "check": variant.in_check(position),
        "checked": checked(variant, position),
        "outcome": outcome.as_ref().map(told),
        "facts": ended.map(|ending| ending.facts),
        "claim": game.claim().as_ref().map(told),
        "decision": decision(variant, position),
        "part": variant.part(position),
        "moves": moves,
        "last": game.moves().last().map(|mv| last(variant, *mv)),
        "broken": broken,
        "size": Live::SIZE,
        "frame": live.frame,
        "ground": { "mark": mark, "shapes": (!same).then_some(&live.ground) },
        "outlines": outlines(&used, &asked.used),
        "cells": cells(variant, position, &live),
        "hands": Side::each(|side| hand(variant, position, side)),
        "pools": live.pools,
        "notes": notes(live.notes).into_iter().chain(outdated).collect::<Vec<_>>(),
    }))
}

/// The outlines that are used and not known yet, by name.
pub(super) fn outlines(used: &BTreeSet<String>, known: &BTreeSet<String>) -> BTreeMap<String, String> {
    let missing = used.difference(known);
    missing
        .map(|name| (name.clone(), ferz_drawing::definition(name).to_string()))
        .collect()
}

/// How a game has ended, in words.
pub(super) fn told(outcome: &Outcome) -> serde_json::Value {
    let words = match outcome.winner {
        Some(side) => format!("{side} wins: {}", outcome.reason),
        None => format!("draw: {}", outcome.reason),
    };
    json!({ "winner": outcome.winner, "reason": outcome.reason, "words": words })
}

/// An open decision that is no move: in words, and the squares that it is about.
#[derive(Serialize)]
struct Open {
    words: String,
    squares: Vec<String>,
}

fn decision(variant: &Variant, position: &Position) -> Option<Open> {
    let decision = variant.decision(position);
    let name = |square| variant.topology().name(square).to_owned();
    let squares = match &decision {
        Decision::Move => return None,
        Decision::Proposal { movement } => squares_of(variant, movement).into_iter().map(name).collect(),
        Decision::Choice { square, .. } => vec![square.clone()],
    };
    let words = format!("decides {decision}");
    Some(Open { words, squares })
}

/// The notes on a position that are shown nowhere else.
fn notes(notes: Vec<String>) -> Vec<String> {
    let shown = |note: &String| {
        ["part: ", "passed: ", "pending: "]
            .iter()
            .any(|key| note.starts_with(key))
    };
    notes.into_iter().filter(|note| !shown(note)).collect()
}

/// The squares of royal pieces of the side to move that are attacked, if that is check.
fn checked(variant: &Variant, position: &Position) -> Vec<String> {
    let mut found = Vec::new();
    if !variant.in_check(position) {
        return found;
    }
    let turn = variant.turn(position);
    let pieces = &variant.rules().pieces;
    variant.each_piece(position, |square, kind, side| {
        let attacked = side == turn
            && pieces[kind].royal[side]
            && !variant.attackers(position, side.other(), square).is_empty();
        if attacked {
            found.push(variant.topology().name(square).to_owned());
        }
    });
    found
}

fn last(variant: &Variant, mv: Move) -> [String; 2] {
    [mv.start(), mv.to()].map(|square| variant.topology().name(square).to_owned())
}

fn playable(variant: &Variant, position: &Position) -> Vec<Playable> {
    let moves = variant.legal_moves(position);
    let texts = variant.move_texts(position, &moves);
    let sans = variant.sans(position, &moves);
    let rules = variant.rules();
    let side = variant.turn(position);
    let each = moves.iter().zip(texts).zip(sans);
    each.map(|((&mv, text), san)| {
        let dropped = variant.dropped(position, mv);
        let letter = dropped.and_then(|kind| rules.pieces[kind].letter[side]);
        let hand = letter.map(|letter| format!("@{letter}"));
        let squares = squares_of(variant, text.split_once('@').map_or(text.as_str(), |(_, at)| at));
        let ends = squares.len() > 2 && squares.last() == Some(&mv.to());
        let moved = text.split_once(',').map(|(moved, _)| moved);
        let half = moved.map(|moved| match moved.split_once('@') {
            Some((_, at)) => 1 + squares_of(variant, at).len(),
            None => squares_of(variant, moved).len(),
        });
        let names = squares
            .into_iter()
            .map(|square| variant.topology().name(square).to_owned());
        Playable {
            path: hand.into_iter().chain(names).collect(),
            capture: variant.is_capture(position, mv),
            ends,
            promotion: variant.promotion(mv),
            half,
            text,
            san,
        }
    })
    .collect()
}

/// A board to be looked at, in parts.
pub(super) fn stage(variant: &Variant, position: &Position, live: &Live) -> serde_json::Value {
    json!({
        "size": Live::SIZE,
        "frame": live.frame,
        "ground": live.ground,
        "definitions": live.definitions(),
        "cells": cells(variant, position, live),
    })
}

pub(super) fn cells(variant: &Variant, position: &Position, live: &Live) -> Vec<Cell> {
    let cell = |cell: &ferz_drawing::Cell| {
        let square = variant.topology().square(&cell.name);
        let piece = square.and_then(|square| variant.piece_at(position, square));
        let name = piece.and_then(|(kind, _)| variant.rules().pieces.get_index(kind));
        Cell {
            name: cell.name.clone(),
            x: cell.x,
            y: cell.y,
            shapes: cell.shapes.clone(),
            piece: match (piece, name) {
                (Some((_, side)), Some((name, _))) => format!("{side} {name}"),
                _ => String::new(),
            },
            side: piece.map(|(_, side)| side),
        }
    };
    live.cells.iter().map(cell).collect()
}

/// The drops of a side: kinds, and the number of each; 0 for kinds that never run out, or that are
/// other faces of held pieces.
fn hand(variant: &Variant, position: &Position, side: Side) -> Vec<(usize, u8)> {
    let mut hand = variant.hand(position, side);
    if side == variant.turn(position) {
        let moves = variant.legal_moves(position);
        let dropped: BTreeSet<usize> = moves
            .iter()
            .filter_map(|mv| variant.dropped(position, *mv))
            .collect();
        let endless = dropped
            .into_iter()
            .filter(|kind| hand.iter().all(|(held, _)| held != kind));
        hand.extend(endless.map(|kind| (kind, 0)).collect::<Vec<_>>());
    }
    hand
}

/// The moves of a game in algebraic notation, and where they lead.
pub(super) fn line(desk: &Desk, played: Played) -> Answer {
    let compiled = desk.compiler.get(&played.variant)?;
    let variant = &compiled.variant;
    let game = game(variant, &played)?;
    let mut line = Vec::new();
    for (ply, mv) in game.moves().iter().enumerate() {
        let Some(position) = game.position_at(ply) else {
            break;
        };
        let moves = variant.legal_moves(position);
        let Some(at) = moves.iter().position(|legal| legal == mv) else {
            break;
        };
        let text = variant.move_texts(position, &moves).into_iter().nth(at);
        let san = variant.sans(position, &moves).into_iter().nth(at);
        line.push(json!({ "move": text, "san": san, "turn": variant.turn(position) }));
    }
    answer(line)
}
