//! The closed list of points at which a hook takes part in the game. Does not know which mechanics
//! exist: `hooks` has the list.
//!
//! No mechanic knows another. They meet in events ([`Mechanic::removed`]), in questions that all of
//! them answer ([`Mechanic::extend_danger`], [`Mechanic::zone`]), and in the state of the table:
//! lists of units, pools, marks.

use super::action::{Action, Steps};
use super::courses::{Course, RANGES, Table};
use super::events::{Answer, Event, Excuse, Occasion};
use super::flat_view::{FlatView, SetJudged};
use super::pending::Pending;
use super::points::{Points, Removal, Wanted, Way};
use super::state::State;
use crate::board::{Bits as _, Square};
use crate::engine::core::Core;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::judging::Cause;
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::engine::{CompileError, PositionError};
use crate::rules::{BySide, Ruleset, Side};
use std::fmt::Debug;

/// A mechanic. Every method is a point. A method does nothing unless the hook defines it and names
/// its point in [`Mechanic::points`].
pub(crate) trait Mechanic<L: FullLayout>: Debug + Send + Sync {
    /// The points at which it takes part.
    fn points(&self) -> Points;

    /// Called once, when the variant is compiled: tells the table what the mechanic needs.
    ///
    /// # Errors
    /// When the rules cannot be combined with it.
    fn set_up(&mut self, _number: u8, _setup: &mut Setup<'_, L>) -> Result<(), CompileError> {
        Ok(())
    }

    /// Appends movements of a unit whose kind the mechanic has taken over ([`Setup::take_over`]) or
    /// to which it gives movements ([`Setup::give_movements`]). Without a unit, it appends those
    /// that belong to no single unit.
    fn movements(
        &self,
        _table: &Mechanics<L>,
        _state: &Pos<L>,
        _of: Option<(Unit, Place)>,
        _wanted: Wanted,
        _out: &mut Movements<'_, L>,
    ) {
    }

    /// The quiet ways of a unit of a kind that it has taken over.
    fn ways(
        &self,
        _table: &Mechanics<L>,
        _state: &Pos<L>,
        _unit: Unit,
        _place: Place,
        _out: &mut Vec<Way<L::B>>,
    ) {
    }

    /// Further actions besides movements: free actions, answers to a proposal, answers to a choice
    /// that this hook has opened (none if it is void).
    fn offers(&self, _table: &Mechanics<L>, _state: &Pos<L>, _when: Occasion<'_>, _out: &mut Vec<Action>) {}

    /// Whether a side, if it were to move, could bring about the loss of a royal by other means
    /// than a movement on the board. These are actions before the movement, and events off the
    /// board. When in doubt, yes.
    fn endangers(&self, _table: &Mechanics<L>, _state: &Pos<L>, _by: Side) -> bool {
        false
    }

    /// A unit has been captured or exiled.
    fn removed(&self, _table: &Mechanics<L>, _state: &mut Pos<L>, _work: &mut Pending, _removal: Removal) {}

    /// `danger` is a set of squares on which no removal may happen. The method adds the squares on
    /// which a removal could lead to one of those; `chain_kinds` are the squares of units whose
    /// removal leads to others ([`Setup::alarm`]). When in doubt, more.
    fn extend_danger(&self, _table: &Mechanics<L>, _state: &Pos<L>, _alarms: L::B, _danger: &mut L::B) {}

    /// Called once, when the variant is compiled: all squares on which movements that the hook
    /// gives to a unit could remove something, over all contents of the board. When in doubt, more.
    fn zone(&self, _table: &Mechanics<L>, _side: Side, _kind: u8, _square: Square) -> L::B {
        L::B::EMPTY
    }

    /// Called once, when the variant is compiled: all squares to which [`Mechanic::ways`] of a kind
    /// that it has taken over could lead, over all contents of the board. When in doubt, more.
    fn landings(&self, table: &Mechanics<L>, _side: Side, _kind: u8, _square: Square) -> L::B {
        table.core.board
    }

    /// Whether a unit that has moved to the ground of a square may become another kind outside its
    /// promotion zone. Called only while fixed units are on the board.
    fn arrives(&self, _table: &Mechanics<L>, _state: &Pos<L>, _unit: Unit, _square: Square) -> bool {
        false
    }

    /// The kinds that a unit of that kind and side may become. Returns whether they replace the
    /// ruleset's own promotions.
    fn arrivals(
        &self,
        _table: &Mechanics<L>,
        _state: &Pos<L>,
        _side: Side,
        _kind: u8,
        _out: &mut Steps,
    ) -> bool {
        false
    }

    /// Carries out [`super::Step::Own`] of this hook on a unit, which is still on the square of its
    /// arrival. Returns whether it was possible.
    fn carry_out(
        &self,
        _table: &Mechanics<L>,
        _state: &mut Pos<L>,
        _place: Place,
        _argument: u8,
        _work: &mut Pending,
    ) -> bool {
        false
    }

    /// The text of [`super::Step::Own`] of this hook.
    fn own_text(&self, _table: &Mechanics<L>, _argument: u8) -> String {
        String::new()
    }

    /// Called at each event in the course of the game.
    fn happens(&self, _table: &Mechanics<L>, _state: &mut Pos<L>, _event: Event<'_>) {}

    /// The units that it would remove at the end of a turn; none of them is there when the next one
    /// begins. If there are none, and nothing has been removed, it does nothing at the end of the
    /// turn.
    fn condemned(&self, _state: &Pos<L>) -> L::B {
        L::B::EMPTY
    }

    /// The side whose royal must be lost by the next movement.
    fn forced(&self, _state: &Pos<L>) -> Option<Side> {
        None
    }

    /// Whether a royal may be left in check.
    fn excuses(&self, _table: &Mechanics<L>, _state: &Pos<L>, _seen: Excuse) -> bool {
        false
    }

    /// Whether a chosen movement is only proposed. `others`: whether the side has another one.
    fn intercept(&self, _table: &Mechanics<L>, _state: &Pos<L>, _others: bool) -> bool {
        false
    }

    /// Whether the mechanic leaves the turn alone: it proposes nothing, and does nothing when a
    /// movement is carried out or the turn is over. Called only if the side to move is not in
    /// check. When in doubt, no.
    fn is_idle(&self, _state: &Pos<L>) -> bool {
        false
    }

    /// Handles an answer of this hook. Returns whether an accepted proposal is to be carried out
    /// now.
    fn answered(&self, _table: &Mechanics<L>, _answer: Answer<'_, L>) -> bool {
        false
    }

    /// Called before a movement is carried out in the game. `before` is the position before the
    /// movement, and before an answer that accepted it.
    fn carrying_out(
        &self,
        _table: &Mechanics<L>,
        _before: &State<L>,
        _action: &Action,
        _state: &mut State<L>,
    ) {
    }

    /// The words in action texts, by number.
    fn word(&self, _word: u8) -> &'static str {
        ""
    }

    /// Whether a side without a royal on the board has not lost.
    fn survives(&self, _table: &Mechanics<L>, _state: &Pos<L>, _side: Side) -> bool {
        false
    }

    /// The fields of the position text.
    fn print(&self, _table: &Mechanics<L>, _state: &Pos<L>, _out: &mut Vec<(&'static str, String)>) {}

    /// The keys.
    fn keys(&self) -> &'static [&'static str] {
        &[]
    }

    /// Reads the field of one of its keys. The board, and keys that sort before, have been read.
    ///
    /// # Errors
    /// When the value cannot be read or does not fit.
    fn parse(
        &self,
        _table: &Mechanics<L>,
        _key: &str,
        _value: &str,
        _state: &mut Pos<L>,
    ) -> Result<(), PositionError> {
        Ok(())
    }
}

/// A ruleset with mechanics, compiled.
#[derive(Debug)]
pub(crate) struct Mechanics<L: FullLayout> {
    /// The rules without mechanics.
    pub(crate) core: Core<L>,
    /// The data for texts of positions and actions.
    pub(crate) texts: Texts,
    /// All squares within that many steps, without the square itself, by range less one and square.
    pub(crate) within: [Vec<L::B>; RANGES],
    /// The squares to which units move, and those that they could remove, by side, kind and square.
    pub(crate) zones: Zones<L>,
    /// Kinds to which mechanics give movements, as bits.
    pub(crate) gifted: u64,
    /// By mechanic: what it has asked for.
    pub(super) shares: Vec<Share>,
    /// Whether mechanics take captures of the flat rules away from some kind, so that those rules
    /// do not tell what it attacks.
    pub(crate) takes_captures: bool,
    /// Kinds that carry others, as bits.
    pub(crate) carriers: u64,
    /// Kinds whose removal has consequences, as bits.
    pub(crate) removals: Removals,
    /// Whether no flat rule changes the abilities of pieces or the results of captures.
    pub(crate) is_plain: bool,
    /// Whether the number of pieces of a kind limits promotions to it.
    pub(crate) limits_promotions: bool,
    /// Kinds that no mechanic affects, so that sets judge their moves; by side.
    pub(crate) unaffected: Unaffected<L>,
    /// Kinds that reset the halfmove clock.
    pub(crate) resets_clock: u64,
    /// Squares that matter at the end of a turn, by side.
    pub(crate) turn_ends: TurnEnds<L>,
    /// Whether a mechanic is used twice, so that both uses may give the same movement.
    pub(crate) repeats: bool,
    /// The number of movements, made legal only by an excuse, that one side must have.
    pub(crate) excuses_needed: usize,
    /// Whether the rules of mechanics can leave the side that is not to move in check.
    pub(crate) leaves_check: bool,
    /// Whether units that leave the board are kept in pools.
    pub(crate) keeps_pools: bool,
    /// Whether a unit that passes squares keeps its kind: then a promoting unit has passed nothing.
    pub(crate) sure_passers: bool,
    /// The kinds that mechanics have taken over.
    pub(crate) takeovers: Takeovers,
    /// Whether a side has a royal in the start position.
    pub(crate) has_royal: BySide<bool>,
    pub(crate) hooks: Vec<Box<dyn Mechanic<L>>>,
    /// Numbers of the mechanics at each point.
    pub(super) at: [Vec<u8>; Points::COUNT],
    pub(crate) start: State<L>,
}

/// The data for texts of positions and actions.
#[derive(Debug)]
pub(crate) struct Texts {
    /// The place of each square in the order of texts: by file, then rank, extra squares last.
    pub(crate) order: Vec<u8>,
    pub(crate) ordered: Vec<Square>,
    /// The names of the choices that mechanics open, as position texts have them, with the
    /// mechanic's number.
    pub(crate) choices: Vec<(&'static str, u8)>,
    /// Whether passed squares have a key of their own instead of field 4.
    pub(crate) passed_key: bool,
}

/// The squares to which units move, and those that they could remove, by side, kind and square.
#[derive(Debug)]
pub(crate) struct Zones<L: FullLayout> {
    /// The plain ways of moving.
    pub(crate) courses: Table<Vec<Course<L>>>,
    /// The squares on which the unit could capture by a plain way on an empty board.
    pub(crate) strikes: Table<L::B>,
    /// The squares on which the unit could remove something by a way that is not plain, or by other
    /// means than a capture on its end.
    pub(crate) odd: Table<L::B>,
    /// The squares to which the unit could move by a plain way without capturing, over all contents
    /// of the board.
    pub(crate) quiet: Table<L::B>,
    /// The squares on which mechanics let the unit remove something.
    pub(crate) extra: Table<L::B>,
    /// The squares on which the unit could remove something, over all contents of the board.
    pub(crate) all: Table<L::B>,
    /// Kinds with such squares, as bits.
    pub(crate) extra_kinds: u64,
}

/// Kinds whose removal has consequences, as bits.
#[derive(Debug, Default)]
pub(crate) struct Removals {
    /// Kinds whose removal leads to others, as bits.
    pub(crate) chain_kinds: u64,
    /// The number of steps within which it does.
    pub(crate) alarm_range: u8,
    /// Kinds to whose removal mechanics react.
    pub(crate) reactive_kinds: u64,
    /// Kinds that are captured instead of exiled.
    pub(crate) never_exiled: u64,
}

/// Kinds that no mechanic affects, so that sets judge their moves; by side.
#[derive(Debug)]
pub(crate) struct Unaffected<L: FullLayout> {
    /// By side: kinds whose ordinary moves no mechanic affects, as bits.
    pub(crate) ordinary: BySide<u64>,
    /// By side: kinds of these that can become kinds which a mechanic affects, as bits.
    pub(crate) rising: BySide<u64>,
    /// By side: kinds that change places with others wherever they stand, as bits.
    pub(crate) partnered: BySide<u64>,
    /// By side: kinds of royals whose moves no mechanic affects as long as none is near, as bits.
    pub(crate) royals: BySide<u64>,
    /// By side: kinds that can become others, as bits.
    pub(crate) promoting: BySide<u64>,
    /// By side and kind: squares from which a move can end on a square where the piece becomes
    /// another.
    pub(crate) near_promotion: BySide<Vec<L::B>>,
}

/// Squares that matter at the end of a turn, by side.
#[derive(Debug)]
pub(crate) struct TurnEnds<L: FullLayout> {
    /// By side: squares on which a unit of a taken-over kind may be affected at the end of the turn
    /// in which it arrives.
    pub(crate) affected: BySide<L::B>,
    /// Squares on which a side has something to decide at the end of a turn.
    pub(crate) promotions: BySide<L::B>,
    /// By side and kind: squares on which a unit must become another at the end of any turn.
    pub(crate) due: BySide<Vec<L::B>>,
}

/// The kinds that mechanics have taken over.
#[derive(Debug)]
pub(crate) struct Takeovers {
    /// The mechanic that has taken a kind over.
    pub(crate) by: [Option<u8>; 64],
    /// The kinds that a mechanic has taken over, as bits.
    pub(crate) kinds: u64,
}

/// The requests of one mechanic when the variant was compiled, for plans.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    /// The rule that it comes from.
    pub(super) cause: Cause,
    /// Kinds to which it gives movements, as bits.
    pub(super) gifted: u64,
    /// Kinds to whose removal it reacts, as bits.
    pub(super) reactive: u64,
    /// Whether it takes away what the flat rules let some kind capture.
    pub(super) takes_captures: bool,
}

/// Collects the settings of a mechanic when a variant is compiled.
#[derive(Debug)]
pub(crate) struct Setup<'a, L: FullLayout> {
    pub(super) rules: &'a Ruleset,
    pub(super) table: &'a mut Mechanics<L>,
    pub(super) notes: u8,
    pub(super) marks: usize,
}

/// Receives movements.
pub(crate) struct Movements<'a, L: FullLayout> {
    pub(super) list: Vec<Action>,
    pub(super) judge: Option<Judge<'a, L>>,
    /// Whether only threats are asked for: a piece that would have to promote but cannot still
    /// attacks.
    pub(super) threats: bool,
}

/// Counts the legal movements of a position that sets judge, without keeping them.
pub(super) struct Judge<'a, L: FullLayout> {
    pub(super) table: &'a Mechanics<L>,
    pub(super) pos: &'a Pos<L>,
    pub(super) by_sets: &'a SetJudged<L>,
    pub(super) flat_view: &'a FlatView<L>,
    /// The squares open to the unit that was last asked about, and its own square.
    pub(super) allowed: Option<(Square, L::B)>,
    pub(super) count: u64,
}
