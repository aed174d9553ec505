//! What every variant has beside its pieces: the board, promotion, castling and so on, in words.

mod board;
mod castling;
mod counting;
mod drops;
mod duties;
mod effects;
mod en_passant;
mod end;
mod history;
mod powers;
mod promotion;
mod royalty;
mod shuffle;
mod turns;

pub(crate) use board::board;
pub(crate) use castling::castling;
pub(crate) use drops::drops;
pub(crate) use duties::duties;
pub(crate) use effects::{control, effects, walls};
pub(crate) use en_passant::{en_passant, shooters};
pub(crate) use end::endings;
pub(crate) use powers::powers;
pub(crate) use promotion::promotions;
pub(crate) use royalty::royalty;
pub(crate) use shuffle::shuffle;
pub(crate) use turns::turns;

use crate::words;
use ferz::rules::Side;

/// Lines for both sides, or for each under its name.
fn both(texts: impl Fn(Side) -> Vec<String>) -> Vec<String> {
    let (white, black) = (texts(Side::White), texts(Side::Black));
    let mut out: Vec<String> = Vec::new();
    for text in &white {
        out.push(if black.contains(text) {
            text.clone()
        } else {
            format!("White: {}", words::small(text))
        });
    }
    let only = black.iter().filter(|text| !white.contains(text));
    out.extend(only.map(|text| format!("Black: {}", words::small(text))));
    out
}
