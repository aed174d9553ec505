//! A question about one move: the position, and the same under rules that know only how the pieces go.

use super::beyond::Beyond;
use super::field::Field;
use super::mechanics::{self, Asked};
use super::reason::{Occupant, Reason};
use super::written::{Arrival, Said, Spot, unknown_square};
use super::{Explainer, Verdict, plain_fen};
use crate::board::{Bits as _, Square, Topology};
use crate::engine::{Move, Position, Variant};
use crate::rules::{PieceName, Ruleset, Side, SquareName};
use std::sync::OnceLock;

/// Keys that say whose decision it is, which is known when a question comes here.
const TURN_KEYS: [&str; 8] = [
    "bait", "checks", "choose", "denial", "denied", "immune", "pending", "turn",
];
/// Keys of hooks that change what pieces on the board can do by their own movements.
const FIELD_KEYS: [&str; 2] = ["absorbed", "weapons"];

/// A position, and the same under rules that know only how the pieces go.
pub(super) struct Asker<'v> {
    pub(super) explainer: &'v Explainer<'v>,
    pub(super) variant: &'v Variant,
    pub(super) position: &'v Position,
    pub(super) legal: Vec<Move>,
    pub(super) texts: Vec<String>,
    /// How pieces go, with all that hooks add.
    pub(super) ways: &'v Variant,
    /// The position under these rules.
    pub(super) there: Position,
    pub(super) beyond: Beyond,
    pub(super) us: Side,
    listed: OnceLock<(Vec<Move>, Vec<String>)>,
}

impl<'v> Asker<'v> {
    pub(super) fn new(
        explainer: &'v Explainer<'v>,
        position: &'v Position,
        legal: Vec<Move>,
        texts: Vec<String>,
    ) -> Option<Self> {
        let variant = explainer.variant;
        let fen = variant.fen(position);
        let us = variant.turn(position);
        let known = |word: &&str| {
            word.split_once('=')
                .is_none_or(|(key, _)| !TURN_KEYS.contains(&key))
        };
        let timeless: Vec<&str> = fen.split_whitespace().filter(known).collect();
        let read = |ways: &'v Variant, fen: &str| Some((ways, ways.position(fen).ok()?));
        let (ways, there) = explainer
            .ways()
            .and_then(|ways| read(ways, &timeless.join(" ")))
            .or_else(|| {
                let field = explainer.field()?;
                Some((field, field_position(variant, position, field, &fen, us)?))
            })?;
        Some(Self {
            explainer,
            variant,
            position,
            legal,
            texts,
            ways,
            there,
            beyond: Beyond::read(&fen),
            us,
            listed: OnceLock::new(),
        })
    }

    /// The same question after something that the side has done, with the side to move again.
    pub(super) fn after(&self, text: &str) -> Option<Self> {
        let (moves, texts) = self.listed();
        let i = texts.iter().position(|t| t == text)?;
        let fen = self.ways.fen(&self.ways.play(&self.there, moves[i]));
        let mut fields: Vec<&str> = fen.split(' ').collect();
        *fields.get_mut(1)? = if self.us == Side::White { "w" } else { "b" };
        let there = self.ways.position(&fields.join(" ")).ok()?;
        Some(Self {
            explainer: self.explainer,
            variant: self.variant,
            position: self.position,
            legal: Vec::new(),
            texts: Vec::new(),
            ways: self.ways,
            there,
            beyond: Beyond::read(&fen),
            us: self.us,
            listed: OnceLock::new(),
        })
    }

    /// Everything that the pieces can do, safe or not, and the texts of it.
    pub(super) fn listed(&self) -> &(Vec<Move>, Vec<String>) {
        self.listed.get_or_init(|| {
            let moves = self.ways.legal_moves(&self.there);
            let texts = self.ways.move_texts(&self.there, &moves);
            (moves, texts)
        })
    }

    /// Why a text that is no legal move is none, or which move it means.
    pub(super) fn ask(&self, text: &str, plain: &str) -> Verdict {
        if let Some(castling) = self.castling_word(text) {
            return match castling {
                Some(castling) => self.castled(castling),
                None => Verdict::Illegal(Reason::NoCastling { side: self.us }),
            };
        }
        if let Some(verdict) = self.walled(text, plain) {
            return verdict;
        }
        if let Some(verdict) = self.chosen(text, plain) {
            return verdict;
        }
        if let Some(verdict) = self.dropped(text) {
            return verdict;
        }
        if let Some(reason) = mechanics::word(self, text) {
            return Verdict::Illegal(reason);
        }
        let said = self.read(text, plain);
        let goes = |said: &Said| {
            said.parts.len() > 1
                || said.parts.iter().any(|part| {
                    !part.touched.is_empty() || part.takes.is_some() || part.swaps.is_some() || part.sweeps
                })
        };
        let stays = |said: &Said| said.parts.iter().any(|part| part.arrival.is_some());
        // A square of the board would have been read.
        if let Some(name) = unknown_square(&said.rest).filter(|_| !stays(&said)) {
            return Verdict::Illegal(Reason::NoSuchSquare(name.to_owned()));
        }
        if goes(&said) || (stays(&said) && mechanics::promote_in_place(self)) {
            return Verdict::Illegal(self.in_coordinates(&said, text, plain));
        }
        match said.sign() {
            Some(sign) if sign != "=" && !mechanics::mean(self, sign) => {
                Verdict::Illegal(Reason::NoMeaning(sign.to_owned()))
            }
            _ => self.algebraic(text),
        }
    }

    /// Reads a text; `=S` is a letter like any other where there are no statues.
    fn said(&self, text: &str) -> Said {
        let mut said = Said::read(self.topology(), text);
        if !mechanics::mean(self, "=S") {
            let statues = said
                .parts
                .iter_mut()
                .filter(|part| part.arrival == Some(Arrival::Statue));
            for part in statues {
                part.arrival = Some(Arrival::Becomes {
                    letter: 'S',
                    exile: false,
                });
            }
        }
        said
    }

    /// Reads a text as it is, or as the engine would write it.
    fn read(&self, text: &str, plain: &str) -> Said {
        let (exact, simple) = (self.said(text), self.said(plain));
        let better = exact.parts.is_empty() || simple.rest.len() < exact.rest.len();
        if better && !simple.parts.is_empty() {
            simple
        } else if exact.parts.is_empty() {
            Said {
                rest: plain.to_owned(),
                ..exact
            }
        } else {
            exact
        }
    }

    /// Why a text that names squares cannot be played: its first part that cannot, after those before it.
    fn in_coordinates(&self, said: &Said, text: &str, plain: &str) -> Reason {
        let (moves, texts) = self.listed();
        if let Some(i) = texts.iter().position(|t| t == text || t == plain) {
            return self.forbidden(moves[i], &texts[i]);
        }
        let mut before = String::new();
        for (i, part) in said.parts.iter().enumerate() {
            let so_far = if i == 0 {
                part.text.clone()
            } else {
                format!("{before},{}", part.text)
            };
            if i + 1 < said.parts.len() && texts.contains(&so_far) {
                before = so_far;
                continue;
            }
            let rest = if i + 1 < said.parts.len() { "" } else { &said.rest };
            let asked = Asked { part, text, rest };
            if i == 0 {
                return self.single(&asked, said);
            }
            return match self.after(&before) {
                Some(later) => {
                    let reason = Box::new(later.single(&asked, said));
                    Reason::After { text: before, reason }
                }
                None => Reason::unreadable(text),
            };
        }
        Reason::unreadable(text)
    }

    /// Why one part of a text cannot be played.
    fn single(&self, asked: &Asked<'_>, said: &Said) -> Reason {
        let part = asked.part;
        let meaningless = [(part.from.index > 0, "."), (part.takes_exiled(), "^")];
        for (_, sign) in meaningless.into_iter().filter(|(has, _)| *has) {
            if !mechanics::mean(self, sign) {
                return Reason::NoMeaning(sign.to_owned());
            }
        }
        let mover = match self.unit(part.from) {
            Ok(mover) => mover,
            Err(reason) => return reason,
        };
        if mover.side != self.us {
            let part = self.variant.part(self.position);
            return Reason::NotYours { mover, part };
        }
        if let Some(reason) = mechanics::refusal(self, asked, &mover) {
            return reason;
        }
        if let Some(sign) = said.sign().filter(|sign| !mechanics::mean(self, sign)) {
            return Reason::NoMeaning(sign.to_owned());
        }
        let to = part.to().or(part.takes.map(|spot| spot.square));
        if let (Some(_), Some(to)) = (part.arrival.as_ref().filter(|_| said.sign().is_some()), to)
            && !self.fitting(part.from, to).is_empty()
        {
            let to = self.name(to);
            return Reason::NoPromotion { mover, to };
        }
        let between = to
            .filter(|_| asked.rest.chars().count() < 2)
            .map(|to| self.between(part.from, to, asked, mover));
        match between {
            // The move would be known by its ends, had it been written so.
            Some(Reason::Forbidden) if part.touched.len() > 1 => None,
            known => known,
        }
        .unwrap_or_else(|| Reason::unreadable(asked.text))
    }

    /// Why a text in coordinates that is no legal move is none.
    pub(super) fn by_text(&self, text: &str) -> Reason {
        self.in_coordinates(&self.said(text), text, text)
    }

    pub(super) fn topology(&self) -> &Topology {
        self.ways.topology()
    }

    pub(super) fn rules(&self) -> &Ruleset {
        self.variant.rules()
    }

    /// The piece that a text names.
    pub(super) fn unit(&self, spot: Spot) -> Result<Occupant, Reason> {
        let square = self.name(spot.square);
        let mut units = self.units(spot.square);
        if units.is_empty() {
            return Err(Reason::Empty(square));
        }
        let pieces = units.len();
        if spot.index >= pieces {
            let index = spot.index;
            return Err(Reason::NoSuchPlace {
                square,
                index,
                pieces,
            });
        }
        Ok(units.swap_remove(spot.index))
    }

    /// All that stands on a square, lowest first.
    pub(super) fn units(&self, square: Square) -> Vec<Occupant> {
        let name = self.name(square);
        let Some(tower) = self.beyond.towers.get(&name) else {
            return self.occupant(square).into_iter().collect();
        };
        let unit = |(index, &letter): (usize, &char)| {
            let (kind, side) = self.of_letter(letter)?;
            Some(Occupant {
                side,
                piece: self.kind_name(kind),
                square: name.clone(),
                index,
            })
        };
        tower.iter().enumerate().filter_map(unit).collect()
    }

    /// The kind and the side of a letter in positions.
    pub(super) fn of_letter(&self, letter: char) -> Option<(usize, Side)> {
        Side::ALL.into_iter().find_map(|side| {
            let mut kinds = self.rules().pieces.values();
            let kind = kinds.position(|piece| piece.letter[side] == Some(letter))?;
            Some((kind, side))
        })
    }

    /// The kind of a letter in moves, whatever its case.
    pub(super) fn of_move_letter(&self, letter: char) -> Option<PieceName> {
        let has = |side: Side| {
            let mut kinds = self.rules().pieces.iter();
            kinds.find(|(_, piece)| piece.letter[side].is_some_and(|l| l.eq_ignore_ascii_case(&letter)))
        };
        let found = has(self.us).or_else(|| has(self.us.other()))?;
        Some(found.0.clone())
    }

    /// The lowest piece on a square.
    pub(super) fn occupant(&self, square: Square) -> Option<Occupant> {
        self.occupant_in(&self.there, square)
    }

    pub(super) fn occupant_in(&self, position: &Position, square: Square) -> Option<Occupant> {
        let (kind, side) = self.ways.piece_at(position, square)?;
        Some(Occupant {
            side,
            piece: self.kind_name(kind),
            square: self.name(square),
            index: 0,
        })
    }

    pub(super) fn kind_name(&self, kind: usize) -> PieceName {
        let found = self.rules().pieces.get_index(kind);
        found.map(|(name, _)| name.clone()).unwrap_or_default()
    }

    pub(super) fn kind_index(&self, name: &str) -> Option<usize> {
        self.rules().pieces.get_index_of(name)
    }

    pub(super) fn name(&self, square: Square) -> SquareName {
        self.topology().name(square).to_owned()
    }

    /// All own pieces on the ground.
    pub(super) fn own(&self) -> Vec<Occupant> {
        let all = self.topology().squares().squares();
        let found = all.flat_map(|s| self.units(s));
        found.filter(|o| o.side == self.us).collect()
    }

    /// The position under the rules' own movements, with a piece of a tower in place of what carries it.
    pub(super) fn field(&self, mover: &Occupant) -> Option<Field<'_>> {
        let ways = self.explainer.field()?;
        let fen = self.ways.fen(&self.there);
        let there = field_position(self.ways, &self.there, ways, &fen, self.us)?;
        let field = Field::new(self, ways, there);
        if mover.index == 0 {
            return Some(field);
        }
        let from = self.topology().square(&mover.square)?;
        let kind = self.kind_index(&mover.piece)?;
        Some(field.with(from, Some((kind, mover.side))))
    }
}

/// A position of `variant` under the rules `field`, which know less of it.
fn field_position(
    variant: &Variant,
    position: &Position,
    field: &Variant,
    fen: &str,
    us: Side,
) -> Option<Position> {
    if let Ok(there) = field.position(&plain_fen(variant.rules(), fen, &FIELD_KEYS)) {
        return Some(there);
    }
    // What hooks allow, such as a pawn on its last rank, other rules may not: put there piece by piece.
    let squares: Vec<Square> = field.topology().squares().squares().collect();
    let stands = |&square: &Square| Some((square, variant.piece_at(position, square)?));
    let pieces = squares.iter().filter_map(stands);
    let (square, (kind, _)) = pieces.clone().find(|(_, (_, side))| *side == us)?;
    let alone = field.lone_piece(kind, us, square);
    Some(pieces.fold(alone, |there, (square, piece)| {
        field.with_piece(&there, square, Some(piece))
    }))
}
