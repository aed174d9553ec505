//! Games with variations: read, named, and reported at the first impossible move.

use super::Desk;
use super::board::{Played, game};
use crate::rpc::{Answer, answer};
use ferz::engine::{Game, Variant};
use ferz::rules::Side;
use ferz::why::{Verdict, why};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The most moves of a game with its variations.
const MOST: usize = 5_000;

/// A game with variations.
#[derive(Deserialize)]
pub(super) struct Asked {
    #[serde(flatten)]
    played: Played,
    line: Vec<Written>,
}

/// A move as written by the author of the game, and the lines that begin with another move in its
/// place.
#[derive(Deserialize)]
struct Written {
    text: String,
    #[serde(default)]
    comment: String,
    #[serde(default)]
    or: Vec<Vec<Written>>,
}

/// A move with its names.
#[derive(Serialize)]
struct Named {
    text: String,
    san: String,
    turn: Side,
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    or: Vec<Vec<Named>>,
}

/// The lines as far as they can be played, and the first word that cannot.
pub(super) fn tree(desk: &Desk, asked: Asked) -> Answer {
    let compiled = desk.compiler.get(&asked.played.variant)?;
    let variant = &compiled.variant;
    let mut reader = Reader {
        variant,
        left: MOST,
        wrong: None,
    };
    let line = reader.line(game(variant, &asked.played)?, asked.line);
    answer(json!({ "line": line, "wrong": reader.wrong }))
}

struct Reader<'v> {
    variant: &'v Variant,
    left: usize,
    wrong: Option<String>,
}

impl Reader<'_> {
    fn line(&mut self, mut game: Game, written: Vec<Written>) -> Vec<Named> {
        let mut line = Vec::new();
        for next in written {
            let Some(mut named) = self.name(&game, &next) else {
                break;
            };
            let others = next.or.into_iter().map(|other| self.line(game.clone(), other));
            named.or = others.filter(|other| !other.is_empty()).collect();
            let Some(mv) = self.variant.find_move(game.position(), &named.text) else {
                break;
            };
            game.play(mv);
            line.push(named);
        }
        line
    }

    fn name(&mut self, game: &Game, written: &Written) -> Option<Named> {
        if self.left == 0 || game.outcome().is_some() {
            self.wrong
                .get_or_insert_with(|| format!("`{}`: the game is over", written.text));
            return None;
        }
        self.left -= 1;
        let (variant, position) = (self.variant, game.position());
        let found = variant.find_move(position, &written.text);
        let mv = match found.map_or_else(|| why(variant, position, &written.text), Verdict::Legal) {
            Verdict::Legal(mv) => mv,
            Verdict::Illegal(reason) => {
                let words = || format!("`{}`: {reason}", written.text);
                self.wrong.get_or_insert_with(words);
                return None;
            }
        };
        Some(Named {
            text: variant.move_text(position, mv)?,
            san: variant.san(position, mv)?,
            turn: variant.turn(position),
            comment: written.comment.clone(),
            or: Vec::new(),
        })
    }
}
