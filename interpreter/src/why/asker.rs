//! A question about one move: the position, and the same under rules that know only how the pieces
//! go.

use super::beyond::Beyond;
use super::field::Field;
use super::occupant::Occupant;
use super::reason::Reason;
use super::written::Spot;
use super::{Explainer, plain_fen};
use crate::board::{Bits as _, Square, Topology};
use crate::engine::{Move, Position, Variant};
use crate::hooks;
use crate::rules::{ABSORBED, Letter, Movement, Part, PieceName, Ruleset, Side, SquareName};
use std::sync::OnceLock;

/// Keys that say whose decision it is and how the game stands, besides those of hooks. That is
/// known when a question comes here.
const TURN_KEYS: [&str; 6] = ["checks", "choose", "denied", "passes", "pending", "turn"];
/// Keys for what pieces on the board carry, by which they can do more than their kind: that of
/// absorbed movements, and those of hooks that are compiled.
fn carried_keys() -> Vec<&'static str> {
    let compiled = hooks::registry().iter().filter(|hook| hook.effects.is_some());
    let keys = compiled.filter_map(|hook| hook.position_key);
    keys.chain([ABSORBED]).collect()
}

fn says_whose_turn(key: &str) -> bool {
    TURN_KEYS.contains(&key) || hooks::turn_key(key).is_some()
}

/// A position under the rules that know only how the pieces go. The variant itself is never asked
/// about it: what it knows of positions is something else, and may be laid out otherwise.
#[derive(Clone, Debug)]
pub(super) struct There(Position);

/// A position, and the same under rules that know only how the pieces go.
pub(super) struct Asker<'v> {
    pub(super) explainer: &'v Explainer<'v>,
    pub(super) variant: &'v Variant,
    pub(super) position: &'v Position,
    pub(super) legal: Vec<Move>,
    pub(super) texts: Vec<String>,
    /// How pieces go, with all that hooks add.
    ways: &'v Variant,
    /// The position under these rules.
    pub(super) there: There,
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
        let known = |word: &&str| word.split_once('=').is_none_or(|(key, _)| !says_whose_turn(key));
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
            there: There(there),
            beyond: Beyond::read(&fen),
            us,
            listed: OnceLock::new(),
        })
    }

    /// The same question after something that the side has done, with the side to move again.
    pub(super) fn after(&self, text: &str) -> Option<Self> {
        let (moves, texts) = self.listed();
        let i = texts.iter().position(|t| t == text)?;
        let fen = self.ways.fen(&self.ways.play(&self.there.0, moves[i]));
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
            there: There(there),
            beyond: Beyond::read(&fen),
            us: self.us,
            listed: OnceLock::new(),
        })
    }

    /// Everything that the pieces can do, safe or not, and the texts of it.
    pub(super) fn listed(&self) -> &(Vec<Move>, Vec<String>) {
        self.listed.get_or_init(|| {
            let moves = self.ways.legal_moves(&self.there.0);
            let texts = self.ways.move_texts(&self.there.0, &moves);
            (moves, texts)
        })
    }

    /// The piece on a square, as [`Variant::piece_at`].
    pub(super) fn piece_in(&self, there: &There, square: Square) -> Option<(usize, Side)> {
        self.ways.piece_at(&there.0, square)
    }

    /// The same with another piece on a square, or none.
    pub(super) fn with_piece(&self, there: &There, square: Square, piece: Option<(usize, Side)>) -> There {
        There(self.ways.with_piece(&there.0, square, piece))
    }

    /// The position after a move, safe or not. No effect turns a royal over; rules without royals
    /// do not know which those are.
    pub(super) fn after_move(&self, mv: Move) -> There {
        let after = There(self.ways.play(&self.there.0, mv));
        let others = self.topology().squares().squares();
        let others = others.filter(|square| *square != mv.to());
        let turned = others.filter_map(|square| {
            let (kind, side) = self.piece_in(&self.there, square)?;
            let royal = &self.rules().pieces.get_index(kind)?.1.royal;
            let is_royal = royal[side] || royal[side.other()];
            let there = self.piece_in(&after, square)?;
            (is_royal && there == (kind, side.other())).then_some((square, (kind, side)))
        });
        let turned: Vec<_> = turned.collect();
        turned.into_iter().fold(after, |there, (square, piece)| {
            self.with_piece(&there, square, Some(piece))
        })
    }

    /// The part that a move plays in a turn, safe or not.
    pub(super) fn part_of(&self, mv: Move) -> Part {
        self.ways.part_of(&self.there.0, mv)
    }

    /// Whether a move takes something, safe or not.
    pub(super) fn captures(&self, mv: Move) -> bool {
        self.ways.is_capture(&self.there.0, mv)
    }

    /// The kind that a drop brings in.
    pub(super) fn dropped_by(&self, mv: Move) -> Option<usize> {
        self.ways.dropped(&self.there.0, mv)
    }

    /// The squares from which a side attacks a square.
    pub(super) fn attackers(&self, there: &There, side: Side, square: Square) -> Vec<Square> {
        self.ways.attackers(&there.0, side, square)
    }

    /// The text of the position.
    pub(super) fn fen_there(&self) -> String {
        self.ways.fen(&self.there.0)
    }

    /// A position in which a piece of a kind has another movement, and the rules for it.
    pub(super) fn with_movement(
        &self,
        there: &There,
        who: (usize, Side),
        movement: &Movement,
    ) -> Option<(Variant, Position)> {
        self.explainer.with_movement((self.ways, &there.0), who, movement)
    }

    /// All that a piece can do that stands alone on the board, and the texts of it.
    pub(super) fn alone(&self, kind: usize, side: Side, square: Square) -> (Vec<Move>, Vec<String>) {
        let there = self.ways.lone_piece(kind, side, square);
        let moves = self.ways.legal_moves(&there);
        let texts = self.ways.move_texts(&there, &moves);
        (moves, texts)
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
        let unit = |(index, &letter): (usize, &Letter)| {
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
    pub(super) fn of_letter(&self, letter: Letter) -> Option<(usize, Side)> {
        Side::ALL.into_iter().find_map(|side| {
            let mut kinds = self.rules().pieces.values();
            let kind = kinds.position(|piece| piece.letter[side] == Some(letter))?;
            Some((kind, side))
        })
    }

    /// The kind of a letter in moves, in upper or lower case.
    pub(super) fn of_move_letter(&self, letter: Letter) -> Option<PieceName> {
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

    pub(super) fn occupant_in(&self, there: &There, square: Square) -> Option<Occupant> {
        let (kind, side) = self.piece_in(there, square)?;
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

    /// The position under the rules' own movements, with a piece of a tower in place of its
    /// carrier.
    pub(super) fn field(&self, mover: &Occupant) -> Option<Field<'_>> {
        let ways = self.explainer.field()?;
        let fen = self.fen_there();
        let there = field_position(self.ways, &self.there.0, ways, &fen, self.us)?;
        let field = Field::new(ways, there);
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
    if let Ok(there) = field.position(&plain_fen(variant.rules(), fen, &carried_keys())) {
        return Some(there);
    }
    // Positions that hooks allow, such as a pawn on its last rank, other rules may not: their
    // pieces are put there one by one.
    let squares: Vec<Square> = field.topology().squares().squares().collect();
    let stands = |&square: &Square| Some((square, variant.piece_at(position, square)?));
    let pieces = squares.iter().filter_map(stands);
    let (square, (kind, _)) = pieces.clone().find(|(_, (_, side))| *side == us)?;
    let alone = field.lone_piece(kind, us, square);
    Some(pieces.fold(alone, |there, (square, piece)| {
        field.with_piece(&there, square, Some(piece))
    }))
}
