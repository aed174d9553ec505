//! The sections of every variant besides its pieces: the board, promotion, castling and so on, in
//! words.

mod board;
mod castling;
mod control;
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
mod walls;

pub(crate) use board::board;
pub(crate) use castling::castling;
pub(crate) use control::control;
pub(crate) use drops::drops;
pub(crate) use duties::duties;
pub(crate) use effects::effects;
pub(crate) use en_passant::{en_passant, shooters};
pub(crate) use end::endings;
pub(crate) use powers::powers;
pub(crate) use promotion::{promotions, table as promotion_table};
pub(crate) use royalty::royalty;
pub(crate) use shuffle::shuffle;
pub(crate) use turns::turns;
pub(crate) use walls::walls;

use crate::likewise::likewise;
use crate::places::{self, Turn};
use crate::setting::Setting;
use crate::words;
use ferz::rules::Side;

/// Lines for both sides, or for each under its name; once where Black's are White's with the board
/// turned.
fn both(s: &Setting<'_>, texts: impl Fn(Side) -> Vec<String>) -> Vec<String> {
    let [white, black] = Side::each(|side| likewise(s, texts(side)));
    if white.len() == black.len() {
        let some = |lines: Vec<String>| lines.into_iter().map(Some).collect();
        let lines = mirrored(s, some(white.clone()), some(black.clone()));
        if lines.len() <= white.len() + 1 {
            return lines;
        }
    }
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

/// The lines of the sides beside each other: White's alone where Black's are the same or the same
/// with the board turned, which a last line says.
fn mirrored(s: &Setting<'_>, white: Vec<Option<String>>, black: Vec<Option<String>>) -> Vec<String> {
    let board = &s.rules.board;
    let mut out: Vec<String> = Vec::new();
    let mut remark: Option<Turn> = None;
    for pair in white.into_iter().zip(black) {
        match pair {
            (Some(white), Some(black)) if white == black => out.push(white),
            (Some(white), Some(black)) => match places::turn(board, &white, &black) {
                Some(turn) if remark.is_none_or(|known| known == turn) => {
                    remark = Some(turn);
                    out.push(white);
                }
                _ => {
                    out.push(format!("White: {}", words::small(&white)));
                    out.push(format!("Black: {}", words::small(&black)));
                }
            },
            (white, black) => out.extend(white.into_iter().chain(black)),
        }
    }
    let remark = remark.map(|turn| turn.remark(&out));
    out.extend(remark);
    out
}
