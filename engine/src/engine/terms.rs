//! Pieces and squares as effects, powers and promotions name them, in their compiled form. Does not
//! find them on a board: that is `areas`.

use super::kill_zones::Winds;
use super::narrow::{Narrow, narrow};
use super::tables::{Conditional, Conditionals};
use super::width::{Wide, Width};
use crate::board::{Bits, Square};
use crate::order::sort_by_key;
use crate::rules::{BySide, Owner};

/// A condition on the board.
#[derive(Clone, Debug)]
pub(crate) struct Proviso<B: Bits> {
    /// At least one of these is there; an empty list asks nothing.
    pub(crate) present: Vec<Group<B>>,
    /// None of these is there.
    pub(crate) absent: Vec<Group<B>>,
}

narrow!(Proviso { present, absent });

/// Some of the pieces on the board.
#[derive(Clone, Debug)]
pub(crate) struct Group<B: Bits> {
    pub(crate) owner: Owner,
    /// The kinds, as bits.
    pub(crate) kinds: Option<u64>,
    pub(crate) on: Area<B>,
}

narrow!(Group { on; owner, kinds });

impl Group<Wide> {
    /// Whether a piece of some kinds can be among them.
    pub(crate) fn may_be(&self, kinds: u64) -> bool {
        self.kinds.is_none_or(|own| own & kinds != 0)
    }
}

/// Squares in a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<B> {
    pub(crate) squares: B,
    /// The square behind them.
    pub(crate) behind: Square,
    /// The number of rows after this one in their list that continue it beyond all of its squares.
    pub(crate) longer: u8,
}

narrow!(Row { squares; behind, longer });

/// Rows of squares by start square.
pub(crate) type Rows<B> = Vec<Vec<Row<B>>>;

impl<B: Bits> Row<B> {
    /// Rows, each followed by those that continue it beyond all of its squares: sets of squares and
    /// the square behind each.
    pub(crate) fn in_order(mut rows: Vec<(B, Square)>) -> Vec<Self> {
        sort_by_key(&mut rows, |(squares, _)| squares.count());
        let mut ordered = Vec::new();
        while !rows.is_empty() {
            let (squares, behind) = rows.remove(0);
            let (longer, others): (Vec<_>, Vec<_>) = rows
                .into_iter()
                .partition(|(set, _)| (squares & !*set).is_empty());
            ordered.push(Self {
                squares,
                behind,
                longer: u8::try_from(longer.len()).unwrap_or(u8::MAX),
            });
            ordered.extend(Self::in_order(longer));
            rows = others;
        }
        ordered
    }

    /// The squares of all rows that lie within some squares and end before one of others.
    pub(crate) fn closed(rows: &[Self], within: B, before: B) -> B {
        let (mut closed, mut at) = (B::EMPTY, 0);
        while let Some(row) = rows.get(at) {
            at += 1;
            if !(row.squares & !within).is_empty() {
                at += usize::from(row.longer);
            } else if before.has(row.behind) {
                closed |= row.squares;
            }
        }
        closed
    }
}

/// Squares, as an effect finds them. Tables are by the side that has moved.
#[derive(Clone, Debug)]
pub(crate) enum Area<B: Bits> {
    Squares(BySide<B>),
    At(Place),
    Around(BySide<Vec<B>>, Place),
    Reach(Box<BySide<Reach<B>>>, Place),
    /// The reach by the straight wind of the move.
    Headed(BySide<Vec<Reach<B>>>, Winds, Place),
    Attacked,
    /// The squares that the pieces at a place could capture next.
    AttackedBy(Place),
    /// The squares that one side's pieces could capture next with more weight than the other
    /// side's. The fields are the owner, the weight of each kind, and whether pieces behind others
    /// count.
    AttackedMore(Owner, Vec<u32>, bool),
    /// Pieces that are attacked, and still are after any move of their side.
    Mated,
    /// Pieces in chains that lead to no empty square: the links of each piece, by the side of its
    /// owner.
    Enclosed(BySide<Vec<B>>),
    /// Pieces in other chains.
    Open(BySide<Vec<B>>),
    /// By square: rows of enemies and the friend behind each; kinds of friends as bits.
    Between(BySide<Rows<B>>, Option<u64>),
    Both(Vec<Area<B>>),
    Either(Vec<Area<B>>),
    Except(Box<[Area<B>; 2]>),
}

impl Narrow for Area<Wide> {
    type To<B: Width> = Area<B>;

    fn narrow<B: Width>(self) -> Area<B> {
        match self {
            Self::Squares(sets) => Area::Squares(sets.narrow()),
            Self::At(place) => Area::At(place),
            Self::Around(sets, place) => Area::Around(sets.narrow(), place),
            Self::Reach(reach, place) => Area::Reach(Box::new((*reach).narrow()), place),
            Self::Headed(reach, winds, place) => Area::Headed(reach.narrow(), winds, place),
            Self::Attacked => Area::Attacked,
            Self::AttackedBy(place) => Area::AttackedBy(place),
            Self::AttackedMore(owner, weights, behind) => Area::AttackedMore(owner, weights, behind),
            Self::Mated => Area::Mated,
            Self::Enclosed(links) => Area::Enclosed(links.narrow()),
            Self::Open(links) => Area::Open(links.narrow()),
            Self::Between(rows, friends) => Area::Between(rows.narrow(), friends),
            Self::Both(areas) => Area::Both(areas.narrow()),
            Self::Either(areas) => Area::Either(areas.narrow()),
            Self::Except(areas) => Area::Except(areas.narrow()),
        }
    }
}

/// The reach of a movement, over all contents of the squares.
#[derive(Clone, Debug)]
pub(crate) struct Reach<B: Bits> {
    /// Ends that are always reached, by square. Empty if there are none.
    pub(crate) leap: Vec<B>,
    /// Ends that depend on occupancy.
    pub(crate) rays: Option<Conditionals<B>>,
    /// By square, the squares on which its ends depend, if they depend on more than occupied
    /// squares; otherwise empty.
    pub(crate) looked_at: Vec<B>,
    /// By square, all its ends, if they depend on occupancy; otherwise empty.
    pub(crate) ends: Vec<B>,
}

narrow!(Reach {
    leap,
    rays,
    looked_at,
    ends
});

/// The ends of pieces that are carried along a movement.
#[derive(Clone, Debug)]
pub(crate) struct Onward<B: Bits> {
    /// The reach.
    pub(crate) reach: Reach<B>,
    /// By square, its ends, those with the fewest squares on the way first.
    pub(crate) ends: Vec<Vec<Conditional<B>>>,
}

narrow!(Onward { reach, ends });

/// A square, or several, known from a move or from the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Origin,
    Target,
    Mover,
    /// The squares of the captured pieces.
    Victim,
    /// Closed squares.
    Walls,
    /// Pieces: the owner, and the kinds as bits.
    Pieces(Owner, u64),
}
