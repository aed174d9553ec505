//! The contents of a position: pieces on squares and in hand, walls, and what else can be seen.
//! Makes no moves.

use super::{Engine, Flat, Position, Variant};
use crate::board::{Bits, Square, U256, convert};
use crate::engine::layout::{FullLarge, Large, Medium, RichMedium, RichSmall, Small};
use crate::engine::position::Pos;
use crate::rules::Side;

impl Variant {
    /// The piece on a square: its index in the ruleset's pieces and its side.
    pub fn piece_at(&self, position: &Position, square: Square) -> Option<(usize, Side)> {
        with!(
            self,
            position,
            |_core, pos, _wrap| pos.piece(square).map(|(kind, side)| (usize::from(kind), side)),
            |_table, listed_position, _seated| {
                let unit = listed_position.state().base(square);
                unit.exists().then(|| (usize::from(unit.kind()), unit.side()))
            }
        )
    }

    /// The pieces that a side has in hand: the kind (its index in the ruleset's pieces) and how many, in the order of the rules.
    pub fn hand(&self, position: &Position, side: Side) -> Vec<(usize, u8)> {
        let mut list = Vec::new();
        self.each_in_hand(position, |kind, whose, count| {
            if whose == side {
                list.push((kind, count));
            }
        });
        list
    }

    /// Calls `f` with the kind (its index in the ruleset's pieces), the side and the number of each
    /// side's pieces in hand.
    pub fn each_in_hand(&self, position: &Position, mut f: impl FnMut(usize, Side, u8)) {
        let mut each = |held: &[u8], side: Side| {
            let held = held.iter().copied().enumerate();
            for (kind, count) in held.filter(|&(_, count)| count > 0) {
                f(kind, side, count);
            }
        };
        for side in Side::ALL {
            with!(
                self,
                position,
                |_core, pos, _wrap| each(pos.held(side), side),
                |_table, listed_position, _seated| each(listed_position.state().held(side), side)
            );
        }
    }

    /// Calls `f` with the square, the kind (its index in the ruleset's pieces) and the side of every piece on the board,
    /// pieces above others included, in no order that matters.
    pub fn each_piece(&self, position: &Position, mut f: impl FnMut(Square, usize, Side)) {
        with!(
            self,
            position,
            |_core, pos, _wrap| {
                for side in Side::ALL {
                    for square in pos.sides[side.index()].squares() {
                        f(
                            square,
                            usize::from(pos.board.as_ref()[usize::from(square)] >> 1),
                            side,
                        );
                    }
                }
            },
            |_table, listed_position, _seated| {
                for side in Side::ALL {
                    for (place, unit) in listed_position.state().units(side) {
                        f(place.square, usize::from(unit.kind()), side);
                    }
                }
            }
        );
    }

    /// The squares that are closed.
    pub fn walls(&self, position: &Position) -> U256 {
        with!(
            self,
            position,
            |_core, pos, _wrap| convert(pos.closed()),
            |_table, listed_position, _seated| convert(listed_position.state().pos.closed())
        )
    }

    /// Whether royals of both sides face each other on an open file or rank, where rules ask that.
    pub fn royals_face(&self, position: &Position) -> bool {
        with!(
            self,
            position,
            |core, pos, _wrap| pos.royals_face(core),
            |table, listed_position, _seated| listed_position.state().pos.royals_face(&table.core)
        )
    }

    /// How many passes have just followed each other, as far as the rules count them.
    pub fn passes(&self, position: &Position) -> u8 {
        with!(
            self,
            position,
            |_core, pos, _wrap| pos.passes,
            |_table, listed_position, _seated| listed_position.state().pos.passes
        )
    }
}
