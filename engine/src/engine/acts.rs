//! Acts of effects: their compiled form, its making, and what they may do to pieces. Knows neither
//! boards nor the rest of the compiler, which resolves the names. `follow` carries acts out.

use super::naming::NONE;
use super::narrow::{Narrow, narrow};
use super::terms::{Area, Group, Onward, Place};
use super::width::{Wide, Width};
use crate::board::{Bits, Square};
use crate::rules;
use crate::rules::BySide;

/// One thing that an effect does.
#[derive(Clone, Debug)]
pub(crate) enum Act<B: Bits> {
    Remove(Vec<Group<B>>),
    Flip(Vec<Group<B>>),
    /// The kind; 255 for that of the victim.
    Become(Vec<Group<B>>, u8),
    Moved(Vec<Group<B>>),
    /// Squares are closed; pieces there are removed.
    Close(Vec<Area<B>>),
    /// Closed squares are open again.
    Open(Vec<Area<B>>),
    /// Pieces go to a hand; without groups, the captured pieces.
    Hand(Option<Vec<Group<B>>>, Keep),
    Put(Put<B>),
    Shift(Shift<B>),
    /// The pieces that are carried, and the ends of their movement, by the side that has moved.
    Carry(Group<B>, Box<BySide<Onward<B>>>),
    Forbid,
    /// The turn continues; the number of the rule.
    Again(u8),
}

impl Narrow for Act<Wide> {
    type To<B: Width> = Act<B>;

    fn narrow<B: Width>(self) -> Act<B> {
        match self {
            Self::Remove(groups) => Act::Remove(groups.narrow()),
            Self::Flip(groups) => Act::Flip(groups.narrow()),
            Self::Become(groups, kind) => Act::Become(groups.narrow(), kind),
            Self::Moved(groups) => Act::Moved(groups.narrow()),
            Self::Close(areas) => Act::Close(areas.narrow()),
            Self::Open(areas) => Act::Open(areas.narrow()),
            Self::Hand(groups, keep) => Act::Hand(groups.narrow(), keep),
            Self::Put(put) => Act::Put(put.narrow()),
            Self::Shift(shift) => Act::Shift(shift.narrow()),
            Self::Carry(group, onward) => Act::Carry(group.narrow(), Box::new((*onward).narrow())),
            Self::Forbid => Act::Forbid,
            Self::Again(rule) => Act::Again(rule),
        }
    }
}

/// Pieces that come to empty squares.
#[derive(Clone, Debug)]
pub(crate) struct Put<B: Bits> {
    /// The kind; `None` for a captured piece.
    pub(crate) kind: Option<u8>,
    /// Whether they belong to the other side.
    pub(crate) flipped: bool,
    /// Whether there is one square, which the mover chooses.
    pub(crate) chosen: bool,
    pub(crate) on: Area<B>,
}

narrow!(Put { on; kind, flipped, chosen });

/// Pieces that are moved along lines.
#[derive(Clone, Debug)]
pub(crate) struct Shift<B: Bits> {
    /// Whether they move towards the place, and not away from it.
    pub(crate) toward: bool,
    pub(crate) whom: Group<B>,
    pub(crate) place: Place,
    /// The lines in their order, by the side that has moved and the square of the place.
    pub(crate) lines: BySide<Vec<Vec<Line>>>,
}

narrow!(Shift { whom; toward, place, lines });

/// Squares that follow each other. A piece may stand on those between the first number and the
/// second.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Line {
    pub(crate) squares: Box<[Square]>,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// The way in which pieces go to a hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keep {
    /// Whether they go to the other side's hand.
    pub(crate) flipped: bool,
    /// Whether they go as the kinds that they were before they promoted.
    pub(crate) demoted: bool,
}

/// The compiler of the parts of acts; it knows the names of a variant.
pub(crate) trait Resolve {
    /// The reason why a part cannot be compiled.
    type Error;
    /// Groups of pieces.
    fn pieces(&mut self, groups: &[rules::Group]) -> Result<Vec<Group<Wide>>, Self::Error>;
    /// Sets of squares.
    fn squares(&mut self, areas: &[rules::Area]) -> Result<Vec<Area<Wide>>, Self::Error>;
    /// A place that a move knows of.
    fn place(&mut self, place: &rules::Place) -> Result<Place, Self::Error>;
    /// A kind; [`NONE`] for that of the captured piece.
    fn form(&mut self, form: &rules::Form) -> Result<u8, Self::Error>;
    /// The lines of a movement, by side and square.
    fn lines(&mut self, by: &rules::Movement) -> Result<BySide<Vec<Vec<Line>>>, Self::Error>;
    /// The ends of a movement, by side.
    fn onward(&mut self, by: &rules::Movement) -> Result<BySide<Onward<Wide>>, Self::Error>;
    /// The number of a way in which turns continue.
    fn chain(&mut self, again: &rules::Again) -> u8;
}

impl Act<Wide> {
    /// Compiles an act.
    pub(crate) fn compile<R: Resolve>(act: &rules::Act, names: &mut R) -> Result<Self, R::Error> {
        Ok(match act {
            rules::Act::Remove(list) => Self::Remove(names.pieces(list)?),
            rules::Act::Flip(list) => Self::Flip(names.pieces(list)?),
            rules::Act::Moved(list) => Self::Moved(names.pieces(list)?),
            rules::Act::Become(list, form) => Self::Become(names.pieces(list)?, names.form(form)?),
            rules::Act::Close(list) => Self::Close(names.squares(list)?),
            rules::Act::Open(list) => Self::Open(names.squares(list)?),
            rules::Act::Hand {
                whom,
                flipped,
                demoted,
            } => {
                let groups = match whom {
                    rules::Whom::Victims => None,
                    rules::Whom::Pieces(list) => Some(names.pieces(list)?),
                };
                let (flipped, demoted) = (*flipped, *demoted);
                Self::Hand(groups, Keep { flipped, demoted })
            }
            rules::Act::Put(put) => Self::Put(Put {
                kind: Some(names.form(&put.what)?).filter(|kind| *kind != NONE),
                flipped: put.flipped,
                chosen: put.chosen,
                on: names.squares(std::slice::from_ref(&put.on))?.swap_remove(0),
            }),
            rules::Act::Shift(shift) => Self::Shift(Shift {
                toward: shift.toward,
                whom: names.pieces(std::slice::from_ref(&shift.whom))?.swap_remove(0),
                place: names.place(&shift.place)?,
                lines: names.lines(&shift.by)?,
            }),
            rules::Act::Carry(carry) => {
                let whom = names.pieces(std::slice::from_ref(&carry.whom))?.swap_remove(0);
                Self::Carry(whom, Box::new(names.onward(&carry.by)?))
            }
            rules::Act::Forbid => Self::Forbid,
            rules::Act::Again(again) => Self::Again(names.chain(again)),
        })
    }

    /// Whether it may change the board: all acts may, except those that bring captured pieces to a
    /// hand.
    pub(crate) fn changes_board(&self) -> bool {
        !matches!(self, Self::Hand(None, _))
    }

    /// The pieces that become another kind, and the kind; [`NONE`] for that of the captured piece.
    pub(crate) fn becomes(&self) -> Option<(&[Group<Wide>], u8)> {
        match self {
            Self::Become(groups, kind) => Some((groups, *kind)),
            _ => None,
        }
    }

    /// The kinds of pieces that may be on the board after it and were not before.
    pub(crate) fn made(&self) -> Made {
        match self {
            Self::Become(_, kind) => Made::Of(*kind),
            Self::Put(put) => put.kind.map_or(Made::Any, Made::Of),
            // Pieces may have to promote on their new squares.
            Self::Shift(_) | Self::Carry(..) | Self::Again(_) => Made::Any,
            Self::Remove(_)
            | Self::Flip(_)
            | Self::Moved(_)
            | Self::Close(_)
            | Self::Open(_)
            | Self::Hand(..)
            | Self::Forbid => Made::None,
        }
    }

    /// Whether it may turn a piece that has captured its own side's royal into one of some kinds,
    /// or put one on the board after such a loss.
    pub(crate) fn enthrones(&self, royal: u64, captures_own: bool) -> bool {
        let rises = |kind: u8| kind != NONE && royal >> kind & 1 == 1;
        match self {
            Self::Put(put) => put.kind.is_some_and(rises) && !put.flipped,
            act => captures_own && act.becomes().is_some_and(|(_, kind)| rises(kind)),
        }
    }

    /// Whether it may take a piece of some kinds away from its side, or turn it into another kind.
    pub(crate) fn touches(&self, kinds: u64) -> bool {
        // Any piece on closed squares is removed.
        let closes = matches!(self, Self::Close(_));
        kinds != 0 && (closes || self.disturbed().iter().any(|group| group.may_be(kinds)))
    }

    /// The pieces that it takes away from their side or turns into other kinds, without those on
    /// squares that it closes. Royals do not change sides or become other kinds on their way,
    /// captured pieces are gone already, and new pieces take no occupied square.
    pub(crate) fn disturbed(&self) -> &[Group<Wide>] {
        match self {
            Self::Remove(groups) | Self::Become(groups, _) | Self::Hand(Some(groups), _) => groups,
            Self::Close(_)
            | Self::Flip(_)
            | Self::Moved(_)
            | Self::Open(_)
            | Self::Hand(None, _)
            | Self::Put(_)
            | Self::Shift(_)
            | Self::Carry(..)
            | Self::Forbid
            | Self::Again(_) => &[],
        }
    }
}

/// The kinds of pieces that an act may bring.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Made {
    None,
    /// One kind; [`NONE`] for that of the captured piece.
    Of(u8),
    Any,
}

impl<B: Bits> Act<B> {
    /// The pieces to which it applies, if it does nothing without them.
    pub(crate) fn whom(&self) -> Option<&[Group<B>]> {
        match self {
            Self::Remove(groups) | Self::Flip(groups) | Self::Become(groups, _) => Some(groups),
            _ => None,
        }
    }
}
