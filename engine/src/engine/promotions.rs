//! Promotions: the moves that bring them about, their squares, and the squares on which they cannot
//! be declined. Does not list promoting moves: that is `movegen::promotion`.

use super::goals::Names;
use super::narrow::narrow;
use super::terms::{Area, Proviso};
use super::width::Wide;
use crate::board::{Bits, Square};
use crate::rules::{Mandatory, Occasion, Owner, Promotion, Ruleset, Side, Trigger};

/// The promotions of a mover.
#[derive(Clone, Debug)]
pub(crate) struct Promote<B: Bits> {
    pub(crate) zone: B,
    trigger: Trigger,
    /// The moves that promote.
    pub(crate) only: Occasion,
    pub(crate) to: Vec<u8>,
    /// The squares on which it cannot be declined.
    pub(crate) mandatory: B,
    /// The largest number of pieces of a kind that the side may have, in step with `to`; `u32::MAX`
    /// without a limit.
    pub(crate) limits: Vec<u32>,
    /// The side in whose hand a kind must be, and from which it is taken, in step with `to`.
    pub(crate) held: Vec<Option<Side>>,
    /// The further conditions, if it is a move of its own.
    pub(crate) asks: Option<Box<Asks<B>>>,
}

narrow!(Promote { zone, mandatory, asks; trigger, only, to, limits, held });

/// The conditions of a promotion that is a move of its own, and the squares to which the piece may
/// move with it.
#[derive(Clone, Debug)]
pub(crate) struct Asks<B: Bits> {
    /// The empty squares to which the piece may go.
    pub(crate) goes: Option<Area<B>>,
    /// Whether it may not give check.
    pub(crate) no_check: bool,
    /// The condition that must hold after it.
    pub(crate) condition: Option<Proviso<B>>,
}

narrow!(Asks { goes, condition; no_check });

/// Compiles the promotions of a side's pieces of a kind.
///
/// # Errors
/// If a piece is unknown.
pub(super) fn compile<N: Names>(
    rules: &Ruleset,
    (name, side): (&str, Side),
    names: &N,
) -> Result<Vec<Promote<Wide>>, N::Error> {
    let own = rules.promotions.iter();
    let own: Vec<&Promotion> = own.filter(|p| p.piece == name && p.side == side).collect();
    let held: Vec<&&Promotion> = own.iter().filter(|p| p.hand.is_some()).collect();
    let from_hand = |kind: &String| {
        let promotion = held.iter().find(|p| p.to.contains(kind))?;
        Some(if promotion.hand == Some(Owner::Enemy) {
            side.other()
        } else {
            side
        })
    };
    let compiled = own.iter().map(|promotion| {
        Ok(Promote {
            held: promotion.to.iter().map(from_hand).collect(),
            ..Promote::new(promotion, names)?
        })
    });
    compiled.collect()
}

impl Promote<Wide> {
    fn new<N: Names>(promotion: &Promotion, names: &N) -> Result<Self, N::Error> {
        let limit = |name: &String| promotion.limits.get(name).copied().unwrap_or(u32::MAX);
        Ok(Self {
            zone: names.set(&promotion.zone),
            trigger: promotion.trigger,
            only: promotion.only,
            to: promotion
                .to
                .iter()
                .map(|name| names.kind(name))
                .collect::<Result<Vec<u8>, _>>()?,
            mandatory: match &promotion.mandatory {
                Mandatory::Always => !Wide::EMPTY,
                Mandatory::Never => Wide::EMPTY,
                Mandatory::On(squares) => names.set(squares),
            },
            limits: promotion.to.iter().map(limit).collect(),
            held: Vec::new(),
            asks: None,
        })
    }
}

impl<B: Bits> Promote<B> {
    /// The kinds, each with its limit and the hand from which it comes.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = (u8, u32, Option<Side>)> + '_ {
        let limited = self.to.iter().zip(&self.limits).zip(&self.held);
        limited.map(|((&kind, &limit), &held)| (kind, limit, held))
    }

    /// Whether a move brings this promotion about.
    #[inline]
    pub(crate) fn applies(&self, from: Square, to: Square, captures: bool) -> bool {
        let end = B::bit(to);
        self.ends_from(from, if captures { end } else { B::EMPTY })
            .meets(end)
    }

    /// The ends of moves from a square that bring this promotion. `enemies` are the squares whose
    /// pieces these moves would capture.
    #[inline]
    pub(crate) fn ends_from(&self, from: Square, enemies: B) -> B {
        let ends = match self.trigger {
            Trigger::Touch | Trigger::Leave if self.zone.has(from) => !B::EMPTY,
            Trigger::Enter | Trigger::Touch => self.zone,
            Trigger::Leave | Trigger::InPlace => B::EMPTY,
        };
        match self.only {
            Occasion::Any => ends,
            Occasion::Capture => ends & enemies,
            Occasion::Quiet => ends & !enemies,
        }
    }

    /// The squares on which it is a move of its own; none if it is not.
    pub(crate) fn in_place(&self) -> B {
        match self.trigger {
            Trigger::InPlace => self.zone,
            Trigger::Enter | Trigger::Touch | Trigger::Leave => B::EMPTY,
        }
    }

    /// Whether, as a move of its own, it may not give check.
    pub(crate) fn bars_check(&self) -> bool {
        self.asks.as_ref().is_some_and(|asks| asks.no_check)
    }

    /// The ends of moves that bring this promotion.
    pub(crate) fn ends(&self) -> B {
        match self.trigger {
            Trigger::Enter => self.zone,
            Trigger::Touch | Trigger::Leave => !B::EMPTY,
            Trigger::InPlace => B::EMPTY,
        }
    }

    /// The squares on which a piece appears as its new kind, if moves end on some squares.
    pub(crate) fn made(&self, ends: B) -> B {
        if self.asks.as_ref().is_some_and(|asks| asks.goes.is_some()) && !self.in_place().is_empty() {
            return !B::EMPTY;
        }
        (ends & self.ends()) | self.in_place()
    }

    /// The squares on which every move that ends there promotes, if the other conditions hold.
    pub(crate) fn entered(&self) -> B {
        match self.trigger {
            Trigger::Enter => self.zone,
            Trigger::Touch | Trigger::Leave | Trigger::InPlace => B::EMPTY,
        }
    }

    /// The squares on which every arrival promotes, by whichever move.
    pub(crate) fn on_arrival(&self) -> B {
        if self.only.is_any() {
            self.entered()
        } else {
            B::EMPTY
        }
    }

    /// The squares on which no piece that has arrived keeps its former kind.
    pub(crate) fn always(&self) -> B {
        self.on_arrival() & self.mandatory
    }

    /// Whether a piece that moves to a square comes into the zone.
    pub(crate) fn is_goal(&self, square: Square) -> bool {
        self.trigger.is_by_entering() && self.zone.has(square)
    }
}
