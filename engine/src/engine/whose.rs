//! The owners that pieces must have for a path to be open, besides the empty and occupied squares.
//! Knows no kinds: those are `Asks`.

use super::narrow::narrow;
use crate::board::Bits;
use std::fmt::Debug;

/// The conditions of a line besides empty and occupied squares. Nothing in plain layouts.
pub(crate) trait Whose<B: Bits>:
    Copy + Debug + Default + PartialEq + Send + Sync + From<Owners<B>> + 'static
{
    /// Squares that must hold a piece of the attacker's side.
    fn friend(&self) -> B;
    /// Squares that must hold an enemy of the attacker.
    fn enemy(&self) -> B;
    /// Whether the attacker must not have moved.
    fn initial(&self) -> bool;
}

/// The conditions of a line in plain layouts: none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Anybody;

impl<B: Bits> From<Owners<B>> for Anybody {
    #[inline(always)]
    fn from(_: Owners<B>) -> Self {
        Self
    }
}

impl<B: Bits> Whose<B> for Anybody {
    #[inline(always)]
    fn friend(&self) -> B {
        B::EMPTY
    }
    #[inline(always)]
    fn enemy(&self) -> B {
        B::EMPTY
    }
    #[inline(always)]
    fn initial(&self) -> bool {
        false
    }
}

/// Conditions on the owners of the pieces on some squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Owners<B> {
    /// Squares that must hold a piece of the mover's side.
    pub(crate) friend: B,
    /// Squares that must hold an enemy of it.
    pub(crate) enemy: B,
    /// Whether the piece that moves must not have moved.
    pub(crate) initial: bool,
}

narrow!(Owners { friend, enemy; initial });

impl<B: Bits> Owners<B> {
    /// Whether the pieces of both sides stand on the required squares.
    #[inline(always)]
    pub(crate) fn are_there(&self, friends: B, enemies: B) -> bool {
        (self.friend & !friends).is_empty() && (self.enemy & !enemies).is_empty()
    }
}

impl<B: Bits> Whose<B> for Owners<B> {
    #[inline(always)]
    fn friend(&self) -> B {
        self.friend
    }
    #[inline(always)]
    fn enemy(&self) -> B {
        self.enemy
    }
    #[inline(always)]
    fn initial(&self) -> bool {
        self.initial
    }
}
