//! The compiled rules in the form that one layout uses. Knows no positions.

use super::chain::Continuation;
use super::compiled::NONE;
use super::layout::Layout;
use super::program::ChainRule;
use super::subjects::Compiled;
use super::tagging::PROMOTED;
use crate::board::{Bits, Square};
use crate::rules::Side;
use std::ops::{Deref, DerefMut};

/// A compiled ruleset as it is played in one layout.
#[derive(Debug)]
pub(crate) struct Core<L: Layout>(pub(crate) Compiled<L::B>);

impl<L: Layout> Deref for Core<L> {
    type Target = Compiled<L::B>;

    #[inline(always)]
    fn deref(&self) -> &Compiled<L::B> {
        &self.0
    }
}

impl<L: Layout> DerefMut for Core<L> {
    fn deref_mut(&mut self) -> &mut Compiled<L::B> {
        &mut self.0
    }
}

impl<L: Layout> Core<L> {
    /// The tag of promoted pieces, if it is kept; otherwise its bit may belong to another tag.
    #[inline(always)]
    pub(crate) fn promoted_tag(&self) -> u8 {
        self.setup.promoted_tag()
    }

    /// The tags of a piece that has promoted to another kind.
    #[inline(always)]
    pub(crate) fn grown(&self, tags: u8, becomes: u8) -> u8 {
        if L::RICH && self.marked >> becomes & 1 == 1 {
            tags | PROMOTED
        } else {
            tags & !self.promoted_tag()
        }
    }

    /// The tags that a piece of a side and kind keeps: only kinds that can have promoted keep them.
    #[inline(always)]
    pub(crate) fn kept(&self, tags: u8, side: Side, kind: u8) -> u8 {
        if tags & self.promoted_tag() == 0 || self.demotes[side.index()][usize::from(kind)] != NONE {
            tags
        } else {
            tags & !self.promoted_tag()
        }
    }

    /// The form of a kind in the hand: itself, or the kind of which it is the other face.
    #[inline(always)]
    pub(crate) fn face(&self, side: Side, kind: u8) -> u8 {
        match self.faces[side.index()][usize::from(kind)] {
            NONE => kind,
            held => held,
        }
    }

    /// The kind of a piece before it promoted; the kind itself if it has not.
    pub(crate) fn demoted(&self, side: Side, kind: u8, tags: u8) -> u8 {
        let before = self.demotes[side.index()].get(usize::from(kind)).copied();
        let promoted = self.marked >> kind & 1 == 0 || tags & PROMOTED != 0 || self.face(side, kind) != kind;
        before
            .filter(|&before| before != NONE && promoted)
            .unwrap_or(kind)
    }

    /// Whether the rules have parts that only rich layouts hold. Rules without them may run in a
    /// rich layout for the sake of mechanics.
    #[inline(always)]
    pub(crate) fn is_rich(&self) -> bool {
        L::RICH && self.rich
    }

    /// Whether pieces or attackers around a piece can change how it moves.
    #[inline(always)]
    pub(crate) fn has_powers(&self) -> bool {
        !self.relating.neighbour_counts.is_empty() || !self.relating.relations.is_empty()
    }

    /// Whether tags give shots.
    #[inline(always)]
    pub(crate) fn has_shots(&self) -> bool {
        !self.shots.is_empty()
    }

    /// Whether pieces may come in behind others at all.
    #[inline(always)]
    pub(crate) fn has_gates(&self) -> bool {
        L::RICH && self.has_gates
    }

    /// Whether a quiet move of a side's kind may have consequences.
    #[inline(always)]
    pub(crate) fn follows(&self, side: Side, kind: u8) -> bool {
        L::RICH && self.program.on_moves[side.index()] >> kind & 1 == 1
    }

    /// Whether the consequences of such a move may change the safety of royals.
    #[inline(always)]
    pub(crate) fn disturbs(&self, side: Side, kind: u8) -> bool {
        L::RICH && self.program.after_moves[side.index()] >> kind & 1 == 1
    }

    /// Whether something may follow from moves or captures of a side's kind, of any sort, that
    /// changes what is safe.
    #[inline(always)]
    pub(crate) fn is_followed(&self, side: Side, kind: u8) -> bool {
        L::RICH && self.program.after_any[side.index()] >> kind & 1 == 1
    }

    /// Whether a side may leave its royals attacked by moving a piece of the opponent's.
    pub(crate) fn exposes_royals(&self) -> bool {
        self.control.as_ref().is_some_and(|rule| rule.exposes)
    }

    /// Whether tags let pieces move like the pieces that they have captured.
    #[inline(always)]
    pub(crate) fn takes_over(&self) -> bool {
        self.tagging.as_ref().is_some_and(|tagging| tagging.bearers != 0)
    }

    /// Whether pieces of a kind may move like the pieces that they have captured.
    #[inline(always)]
    pub(crate) fn bears(&self, kind: u8) -> bool {
        let tagging = self.tagging.as_ref();
        tagging.is_some_and(|tagging| tagging.bearers >> kind & 1 == 1)
    }

    /// The rule by which a turn continues.
    pub(crate) fn chain_rule(&self, continuation: &Continuation<L::B>) -> &ChainRule<L::B> {
        &self.program.chains[usize::from(continuation.rule)]
    }

    /// Whether a turn must be able to continue.
    pub(crate) fn is_owed(&self, continuation: &Continuation<L::B>) -> bool {
        self.chain_rule(continuation).is_owed()
    }

    /// Whether a piece on a square can become the same piece of a side. The side must have that
    /// kind, it must not be royal, and it must be able to stand there.
    pub(crate) fn can_join(&self, side: Side, kind: u8, square: Square) -> bool {
        let royal = self.royalty.kinds.iter().any(|list| list.contains(&kind));
        !royal && self.can_be(side, kind, square)
    }

    /// The squares on which a piece can become the same piece of a side.
    pub(crate) fn where_joins(&self, side: Side, kind: u8) -> L::B {
        if self.royalty.kinds.iter().any(|list| list.contains(&kind)) {
            L::B::EMPTY
        } else {
            self.where_can_be(side, kind)
        }
    }

    /// The squares on which a piece could stand; none if the side has no such kind.
    pub(crate) fn where_can_be(&self, side: Side, kind: u8) -> L::B {
        let (index, kind_index) = (side.index(), usize::from(kind));
        if self.naming.letters[index][kind_index].is_none() {
            return L::B::EMPTY;
        }
        let places = &self.places;
        !(places.unreachable[index][kind_index] | places.must_have_promoted[index][kind_index])
    }

    /// Whether a side has a kind of piece and it could stand on a square.
    pub(crate) fn can_be(&self, side: Side, kind: u8, square: Square) -> bool {
        self.where_can_be(side, kind).has(square)
    }
}
