//! The differences between two variants, with boards that show them.

use super::Desk;
use super::board::{stage, told};
use crate::compiled::Meant;
use crate::machine::Since;
use crate::rpc::{Answer, Failure};
use ferz::diff::{Change, Difference, Ended, Found, Pair, PieceBoard, Topic, changes, search_while};
use ferz::engine::{Variant, holds};
use ferz::rules::Ruleset;
use ferz::why::squares_of;
use ferz_drawing::Scene;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// Positions looked at for a difference, and how long at most.
const POSITIONS: u64 = 20_000;
const LOOKED: Duration = Duration::from_secs(3);
/// The number of moves that are drawn in a position.
const ARROWS: usize = 12;

#[derive(Deserialize)]
pub(super) struct Compared {
    variant: Meant,
    /// With what: the parent if that is not said.
    old: Option<Meant>,
}

/// The differences between two variants: in the rules, in the moves of pieces, and in a position.
pub(super) fn diff(desk: &Desk, asked: Compared) -> Answer {
    let new = desk.compiler.get(&asked.variant)?;
    let old: Ruleset = match &asked.old {
        Some(meant) => desk.compiler.get(meant)?.variant.rules().clone(),
        None => match desk.compiler.parent(&asked.variant) {
            Some(parent) => parent,
            None => return Err(Failure::asked("this variant extends none")),
        },
    };
    if !holds(&old) {
        return Err(Failure::larger());
    }
    let title = old.title.clone();
    let pair =
        Pair::new(old, new.variant.rules().clone()).map_err(|error| Failure::asked(error.to_string()))?;
    let changes = changes(&pair);
    let (texts, rules): (Vec<_>, Vec<_>) = changes.iter().partition(|change| change.topic == Topic::Text);
    let found = look(desk, &pair);
    // Differences of play come first.
    let list = rules
        .into_iter()
        .chain(texts)
        .map(|change| changed(&pair, change));
    Ok(json!({
        "old": title,
        "new": new.variant.rules().title,
        "changes": list.collect::<Vec<_>>(),
        "difference": found.difference.as_ref().map(|difference| shown(&pair, difference)),
        "positions": found.positions,
        "comparable": found.comparable,
    }))
}

fn changed(pair: &Pair, change: &Change) -> Value {
    let boards = change.boards.iter().map(|board| {
        json!({
            "side": board.side,
            "square": board.square,
            "same": board.same,
            "gained": board.gained,
            "lost": board.lost,
            "otherwise": board.otherwise,
            "stage": alone(pair, change, board),
        })
    });
    json!({
        "topic": change.topic,
        "subject": change.subject,
        "before": change.before,
        "after": change.after,
        "boards": boards.collect::<Vec<_>>(),
    })
}

/// The piece that a change is about, alone on the board.
fn alone(pair: &Pair, change: &Change, board: &PieceBoard) -> Option<Value> {
    let name = change.subject.rsplit(' ').next()?;
    let on = |variant: &Variant| {
        let (kind, _, piece) = variant.rules().pieces.get_full(name)?;
        piece.letter[board.side]?;
        let square = variant.topology().square(&board.square)?;
        let position = variant.lone_piece(kind, board.side, square);
        let mut scene = Scene::new(variant, &position);
        scene.details = false;
        Some(stage(variant, &position, &scene.live()))
    };
    on(&pair.new).or_else(|| on(&pair.old))
}

/// A position in which they differ, as the new one sees it where it can.
fn shown(pair: &Pair, found: &Difference) -> Value {
    let on = |variant: &Variant, fen: &str| {
        let position = variant.position(fen).ok()?;
        Some(stage(variant, &position, &Scene::new(variant, &position).live()))
    };
    let arrows = |variant: &Variant, texts: &[String]| -> Vec<Vec<String>> {
        let squares = |text: &String| -> Vec<String> {
            let names = squares_of(variant, text).into_iter();
            names
                .map(|square| variant.topology().name(square).to_owned())
                .collect()
        };
        texts.iter().take(ARROWS).map(squares).collect()
    };
    let outcome = |ended: &Option<Ended>| {
        let ended = ended.as_ref()?;
        let mut told = told(&ended.outcome);
        told["words"] = ended.to_string().into();
        Some(told)
    };
    json!({
        "fen": found.fen,
        "new_fen": found.new_fen,
        "line": found.line,
        "from": found.from,
        "turn": found.turn,
        "gained": found.gained,
        "lost": found.lost,
        "old_outcome": outcome(&found.old_outcome),
        "new_outcome": outcome(&found.new_outcome),
        "leads": found.leads,
        "stage": on(&pair.new, &found.new_fen).or_else(|| on(&pair.old, &found.fen)),
        "arrows": { "gained": arrows(&pair.new, &found.gained), "lost": arrows(&pair.old, &found.lost) },
    })
}

/// Looks for a position that shows the difference, for some seconds.
fn look(desk: &Desk, pair: &Pair) -> Found {
    let began = Since::now(&*desk.machine);
    search_while(pair, POSITIONS, &|_| began.elapsed() < LOOKED)
}
