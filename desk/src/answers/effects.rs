//! The changes that moves would make besides their mover and its captures.

use super::Desk;
use super::board::{Played, game};
use crate::rpc::{Answer, answer};
use ferz::board::{Bits as _, Square, U256};
use ferz::engine::{Move, Position, Variant};
use ferz::rules::Side;
use ferz::why::squares_of;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The most moves of one question.
const MOST: usize = 500;

/// Moves under consideration.
#[derive(Deserialize)]
pub(super) struct Asked {
    #[serde(flatten)]
    played: Played,
    #[serde(rename = "try")]
    texts: BTreeSet<String>,
}

/// Something that changes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Effect {
    kind: Kind,
    /// The squares, the source last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    squares: Vec<String>,
    /// The piece that is then there, or comes into a hand: its kind and side.
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<(usize, Side)>,
    /// In a sentence.
    words: String,
}

/// The kinds of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// A piece leaves the board.
    Gone,
    /// A piece changes its side, and perhaps its kind.
    Flips,
    /// A piece becomes another one.
    Becomes,
    /// A piece comes onto the board.
    Comes,
    /// A piece goes to another square.
    Goes,
    /// A square is closed.
    Closes,
    /// A square is open again.
    Opens,
    /// The piece then carries another mark.
    Marked,
    /// A hand gets a piece.
    Hand,
}

/// The effects of every move that has some.
pub(super) fn effects(desk: &Desk, asked: &Asked) -> Answer {
    let compiled = desk.compiler.get(&asked.played.variant)?;
    let variant = &compiled.variant;
    let game = game(variant, &asked.played)?;
    let position = game.position();
    let mut all: BTreeMap<String, Vec<Effect>> = BTreeMap::new();
    if game.outcome().is_none() {
        let moves = variant.legal_moves(position);
        let texts = variant.move_texts(position, &moves).into_iter();
        let wanted = texts.zip(moves).filter(|(text, _)| asked.texts.contains(text));
        for (text, mv) in wanted.take(MOST) {
            let list = Trial::new(variant, position, mv, &text).effects();
            if !list.is_empty() {
                all.insert(text, list);
            }
        }
    }
    answer(all)
}

/// A piece: kind and side.
type Piece = (usize, Side);

/// A move that is tried: the position before and after it.
struct Trial<'v> {
    variant: &'v Variant,
    before: &'v Position,
    after: Position,
    mv: Move,
    /// The piece that moves, as it is when it has moved.
    mover: Option<Piece>,
    /// The squares that are touched to play it.
    touched: Vec<Square>,
}

impl<'v> Trial<'v> {
    fn new(variant: &'v Variant, before: &'v Position, mv: Move, text: &str) -> Self {
        let dropped = variant
            .dropped(before, mv)
            .map(|kind| (kind, variant.turn(before)));
        let moved = dropped.or_else(|| piece_at(variant, before, mv.start()));
        Self {
            variant,
            before,
            after: variant.play(before, mv),
            mv,
            mover: moved.map(|(kind, side)| (variant.promotion(mv).unwrap_or(kind), side)),
            touched: squares_of(variant, text),
        }
    }

    fn effects(&self) -> Vec<Effect> {
        let mut list = self.pieces();
        list.extend(self.walls());
        list.extend(self.marked(&list));
        list.extend(self.hands());
        list.sort();
        list
    }

    fn was(&self, square: Square) -> Option<Piece> {
        piece_at(self.variant, self.before, square)
    }

    fn is(&self, square: Square) -> Option<Piece> {
        piece_at(self.variant, &self.after, square)
    }

    fn name(&self, square: Square) -> String {
        self.variant.topology().name(square).to_owned()
    }

    fn words(&self, (kind, side): Piece) -> String {
        let rules = self.variant.rules();
        let name = rules.pieces.get_index(kind).map_or("", |(name, _)| name.as_str());
        format!("{side} {name}")
    }

    fn effect(&self, kind: Kind, squares: &[Square], piece: Option<Piece>, words: String) -> Effect {
        let squares = squares.iter().map(|&square| self.name(square)).collect();
        Effect {
            kind,
            squares,
            piece,
            words,
        }
    }

    /// Whether a change of this square is part of the move itself: the mover leaves, comes or
    /// captures.
    fn is_plain(&self, square: Square) -> bool {
        let (from, to) = (self.mv.start(), self.mv.to());
        match self.is(square) {
            Some(piece) => square == to && Some(piece) == self.mover,
            None if square == from => true,
            // Captured by a mover that stays where it is.
            None => square == to && self.is(from).is_some() && self.is(from) == self.mover,
        }
    }

    /// Pieces that go, come and change.
    fn pieces(&self) -> Vec<Effect> {
        let squares = self.variant.topology().squares();
        let (mut gone, mut come, mut list) = (Vec::new(), Vec::new(), Vec::new());
        let (from, to) = (self.mv.start(), self.mv.to());
        for square in squares.squares() {
            let (was, is) = (self.was(square), self.is(square));
            if was == is || self.is_plain(square) {
                continue;
            }
            let at = self.name(square);
            if let Some(piece) = is.filter(|_| square == from && is == self.was(to)) {
                let words = format!("the {} on {} goes to {at}", self.words(piece), self.name(to));
                list.push(self.effect(Kind::Goes, &[to, from], is, words));
                continue;
            }
            // On its square the mover replaces its victim.
            let was = if square == to { self.mover } else { was };
            match (was, is) {
                (Some(old), None) => gone.push((square, old)),
                (None, Some(new)) => come.push((square, new)),
                (Some(old), Some(new)) => {
                    let kind = if old.1 == new.1 {
                        Kind::Becomes
                    } else {
                        Kind::Flips
                    };
                    let words = format!("the {} on {at} becomes a {}", self.words(old), self.words(new));
                    list.push(self.effect(kind, &[square], Some(new), words));
                }
                (None, None) => {}
            }
        }
        for (square, new) in come {
            let at = self.name(square);
            let Some(i) = gone.iter().position(|&(_, old)| old == new) else {
                let words = format!("a {} comes to {at}", self.words(new));
                list.push(self.effect(Kind::Comes, &[square], Some(new), words));
                continue;
            };
            let (from, old) = gone.remove(i);
            let words = format!("the {} on {} goes to {at}", self.words(old), self.name(from));
            list.push(self.effect(Kind::Goes, &[from, square], Some(new), words));
        }
        for (square, old) in gone {
            let words = format!("the {} on {} is gone", self.words(old), self.name(square));
            list.push(self.effect(Kind::Gone, &[square], None, words));
        }
        list
    }

    /// Squares that are closed and opened, but for those that the player chooses.
    fn walls(&self) -> Vec<Effect> {
        let (before, after) = (self.variant.walls(self.before), self.variant.walls(&self.after));
        let each = |squares: U256, kind, words: &str| -> Vec<Effect> {
            let effect = |square: Square| {
                let words = format!("{} {words}", self.name(square));
                self.effect(kind, &[square], None, words)
            };
            let others = squares.squares().filter(|square| !self.touched.contains(square));
            others.map(effect).collect()
        };
        let mut list = each(after & !before, Kind::Closes, "is closed");
        list.extend(each(before & !after, Kind::Opens, "is open again"));
        list
    }

    /// Squares on which something else is noted, as far as nothing else is said about them.
    fn marked(&self, told: &[Effect]) -> Vec<Effect> {
        let (before, after) = (noted(self.variant, self.before), noted(self.variant, &self.after));
        let topology = self.variant.topology();
        let plain = [self.mv.start(), self.mv.to()];
        let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        let other = names
            .into_iter()
            .filter(|name| before.get(*name) != after.get(*name));
        other
            .filter(|name| {
                !plain.iter().any(|&square| topology.square(name) == Some(square))
                    && !told.iter().any(|effect| effect.squares.contains(name))
            })
            .map(|name| Effect {
                kind: Kind::Marked,
                squares: vec![name.clone()],
                piece: None,
                words: match after.get(name) {
                    Some(words) => format!("{name}: {words}"),
                    None => format!("{name} loses its mark"),
                },
            })
            .collect()
    }

    /// The pieces that come into hands.
    fn hands(&self) -> Vec<Effect> {
        let mut list = Vec::new();
        for side in Side::ALL {
            let before: BTreeMap<usize, u8> = self.variant.hand(self.before, side).into_iter().collect();
            for (kind, count) in self.variant.hand(&self.after, side) {
                if count > before.get(&kind).copied().unwrap_or(0) {
                    let words = format!("a {} comes to hand", self.words((kind, side)));
                    list.push(self.effect(Kind::Hand, &[], Some((kind, side)), words));
                }
            }
        }
        list
    }
}

/// The piece on a square; moves without squares use squares that the board lacks.
fn piece_at(variant: &Variant, position: &Position, square: Square) -> Option<Piece> {
    let there = variant.topology().squares().has(square);
    there.then(|| variant.piece_at(position, square)).flatten()
}

/// The notes of a position's text about squares other than the pieces on them, by square.
fn noted(variant: &Variant, position: &Position) -> BTreeMap<String, String> {
    let mut notes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (key, value) in variant
        .fen(position)
        .split(' ')
        .filter_map(|field| field.split_once('='))
    {
        // A piece exposed for a while is not marked.
        if key == "passed" {
            continue;
        }
        for entry in value.split(',') {
            let (square, letters) = entry.split_once(':').unwrap_or((entry, ""));
            if variant.topology().square(square).is_some() {
                let words = format!("{key} {letters}").trim_end().to_owned();
                notes.entry(square.to_owned()).or_default().push(words);
            }
        }
    }
    notes
        .into_iter()
        .map(|(square, words)| (square, words.join(", ")))
        .collect()
}
