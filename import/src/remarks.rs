//! The parts of a section that are correct but surely not meant: squares off the board, ranks that
//! have stayed the same, comments behind values.

use crate::betza;
use crate::fen::Fen;
use crate::ini::{Block, Entry, Piece};
use crate::keys::{self, Takes};
use crate::model::Model;
use crate::region::Region;
use crate::types::{self, PAWN};
use crate::values;
use ferz::rules::Side;

/// A remark, with its place.
pub(crate) struct Remark {
    pub(crate) at: Piece,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
    /// Whether Fairy-Stockfish does not play what the section means.
    pub(crate) wrong: bool,
}

/// All of them of a section.
pub(crate) fn remarks(block: &Block, model: &Model, start: &Fen) -> Vec<Remark> {
    let mut list = Vec::new();
    for entry in &block.entries {
        list.extend(words(entry));
        list.extend(off_the_board(entry, model));
    }
    list.extend(heights(block, model, start));
    list
}

/// A comment behind a value that Fairy-Stockfish takes for a part of it.
fn words(entry: &Entry) -> Option<Remark> {
    let words = entry.words.as_ref()?;
    let key = entry.key.text.as_str();
    let value = entry.value.text.as_str();
    let takes = keys::find(key).map(|key| key.takes);
    let pieces =
        types::slot(key).is_some_and(|slot| slot >= types::CUSTOM) && !betza::atoms(&words.text).is_empty();
    let otherwise = match takes {
        Some(Takes::Bool) => value == "true",
        Some(Takes::Result | Takes::Word(_)) => true,
        _ => pieces,
    };
    let reads = if pieces {
        format!("to Fairy-Stockfish the capitals in `{}` are moves", words.text)
    } else {
        format!("to Fairy-Stockfish `{value} {}` is not `{value}`", words.text)
    };
    otherwise.then(|| Remark {
        at: words.clone(),
        message: format!("there are no comments behind values: {reads}"),
        help: Some("put it on a line of its own".to_owned()),
        wrong: true,
    })
}

/// Squares of a value that are not on the board.
fn off_the_board(entry: &Entry, model: &Model) -> Option<Remark> {
    let key = entry.key.text.as_str();
    let squares =
        keys::find(key).is_some_and(|key| key.takes == Takes::Squares) || types::mobility(key).is_some();
    if !squares || values::squares(&entry.value).is_err() {
        return None;
    }
    let outside = |word: &&str| {
        let region = values::squares(&Piece::new(word, 0)).unwrap_or_default();
        let on_board = |&(rank, file): &(u8, u8)| rank < model.ranks && file < model.files;
        !region.is_empty() && !region.iter().any(|square| on_board(&square))
    };
    let words: Vec<&str> = entry.value.text.split_whitespace().filter(outside).collect();
    (!words.is_empty()).then(|| Remark {
        at: entry.value.clone(),
        message: format!(
            "`{}`: not on a board of {}x{}, and passed over",
            words.join(" "),
            model.files,
            model.ranks
        ),
        help: None,
        wrong: false,
    })
}

/// Ranks that have stayed where they are on a board of eight ranks.
fn heights(block: &Block, model: &Model, start: &Fen) -> Vec<Remark> {
    let found = block
        .entries
        .iter()
        .rev()
        .find(|entry| entry.key.text == "maxRank");
    let Some(height) = found else { return Vec::new() };
    let said = |keys: &[&str]| {
        block
            .entries
            .iter()
            .any(|entry| keys.contains(&entry.key.text.as_str()))
    };
    let mut list = Vec::new();
    for side in Side::ALL {
        let name = if side == Side::White { "White" } else { "Black" };
        let is_pawn = |slot| slot == PAWN || model.promotion.pawns[side].has(slot);
        let mut pawns = start
            .pieces()
            .filter(|&(_, _, slot, whose)| whose == side && is_pawn(slot));
        let begins: Vec<u8> = pawns.by_ref().map(|(rank, ..)| rank).collect();
        if begins.is_empty() {
            continue;
        }
        let key = format!("promotionRegion{name}");
        if !said(&[&key, "promotionRank"]) {
            list.extend(promotes_short(model, side, &key).map(|message| (key, message)));
        }
        let key = format!("doubleStepRegion{name}");
        if !said(&[&key, "doubleStepRegion", "doubleStepRank", "doubleStepRankMin"]) {
            list.extend(steps_from_elsewhere(model, side, (&key, &begins)).map(|message| (key, message)));
        }
    }
    let told = list.into_iter().map(|(key, message)| Remark {
        at: height.value.clone(),
        message,
        help: Some(format!("say `{key}` as well, if that is not meant")),
        wrong: false,
    });
    told.collect()
}

/// The rank on which a side's pawns promote, if it is not their last one.
fn promotes_short(model: &Model, side: Side, key: &str) -> Option<String> {
    let promotion = &model.promotion;
    let region = &promotion.region[side];
    let promotes = !(promotion.to[side].is_empty() && promotion.promoted.is_empty());
    if !promotes || region.is_empty() || region.has(model.far(side), 0) {
        return None;
    }
    let pawns = format!("the pawns of {side}");
    Some(match of_board(region, model.ranks).as_slice() {
        [] => format!(
            "{pawns} never promote: `{key}` lies beyond the board of {} ranks",
            model.ranks
        ),
        ranks => format!(
            "{pawns} promote on rank {}, which is not their last: `{key}` has stayed where it was",
            ranks.join(" and ")
        ),
    })
}

/// The squares from which a side's pawns make double steps, if none begins there.
fn steps_from_elsewhere(model: &Model, side: Side, (key, begins): (&str, &[u8])) -> Option<String> {
    let double = &model.steps.double[side];
    if !model.steps.on || double.is_empty() || begins.iter().any(|&rank| double.has(rank, 0)) {
        return None;
    }
    let ranks = of_board(double, model.ranks);
    let never = if ranks.is_empty() {
        "never".to_owned()
    } else {
        format!("only from rank {}", ranks.join(" and "))
    };
    Some(format!(
        "the pawns of {side} make double steps {never}, and begin elsewhere: `{key}` has stayed where it was"
    ))
}

/// The ranks of a region that the board has, from 1.
fn of_board(region: &Region, ranks: u8) -> Vec<String> {
    let whole = (0..ranks).filter(|&rank| region.iter().any(|(of, _)| of == rank));
    whole.map(|rank| (rank + 1).to_string()).collect()
}
