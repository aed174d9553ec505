//! Positions with the list of their actions, as [`crate::Variant`] hands them out. Does not judge
//! movements: that is `listing`.

use super::action::Step;
use super::listing::Listing;
use super::mechanic::Mechanics;
use super::state::State;
use super::{Action, LossScope, Movements, Nature, Wanted};
use crate::board::{Bits, Square};
use crate::engine::chain::Chain as _;
use crate::engine::compiled::NONE;
use crate::engine::extra_state::{Place, Unit};
use crate::engine::layout::FullLayout;
use crate::engine::mv::{Move, MoveType};
use crate::engine::position::Pos;
use crate::engine::{Outcome, PositionError};
use crate::mechanics::{count, fen, generate, keys, listing, perform, play, san, text, turn};
use crate::rules::{Part, Side};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// A position and, once it has been asked for, the list of its legal actions.
#[derive(Clone, Debug)]
pub(crate) struct ListedPosition<L: FullLayout> {
    state: State<L>,
    listing: OnceLock<Arc<Listing>>,
}

impl<L: FullLayout> PartialEq for ListedPosition<L> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl<L: FullLayout> ListedPosition<L> {
    /// The position on the board, without the parts that mechanics remember beside it.
    pub(crate) fn flat(&self) -> &Pos<L> {
        &self.state.pos
    }

    /// A position with its listing.
    pub(crate) fn new(state: State<L>) -> Self {
        Self {
            state,
            listing: OnceLock::new(),
        }
    }

    /// The position.
    pub(crate) fn state(&self) -> &State<L> {
        &self.state
    }

    /// All legal actions, in a fixed order.
    pub(crate) fn listing(&self, table: &Mechanics<L>) -> &Listing {
        self.listing
            .get_or_init(|| Arc::new(listing::listing(table, &self.state)))
    }

    /// The moves that stand for the actions of the list.
    pub(crate) fn moves(&self, table: &Mechanics<L>) -> Vec<Move> {
        let actions = self.listing(table).actions.iter().enumerate();
        let mv = |(i, action): (usize, &super::Action)| {
            Move::new(
                action
                    .from()
                    .or(action.dropped().map(|(_, to)| to))
                    .unwrap_or(NONE),
                action.to().unwrap_or(NONE),
                MoveType::Listed((i >> 16) as u8, i as u16),
            )
        };
        actions.map(mv).collect()
    }

    /// The texts of moves.
    pub(crate) fn texts(&self, table: &Mechanics<L>, moves: &[Move]) -> Vec<String> {
        let all = text::texts(table, &self.state, &self.listing(table).actions);
        let text = |&mv: &Move| all.get(number(mv)).cloned().unwrap_or_default();
        moves.iter().map(text).collect()
    }

    /// Moves in standard algebraic notation.
    pub(crate) fn sans(&self, table: &Mechanics<L>, moves: &[Move]) -> Vec<String> {
        let numbers: Vec<usize> = moves.iter().map(|&mv| number(mv)).collect();
        san::sans(table, &self.state, self.listing(table), &numbers)
    }
}

/// The number of the action that a move stands for.
fn number(mv: Move) -> usize {
    match mv.move_type {
        MoveType::Listed(high, low) => usize::from(high) << 16 | usize::from(low),
        _ => usize::MAX,
    }
}

/// [`fen::position`] with its listing.
///
/// As [`fen::position`].
pub(crate) fn listed_position<L: FullLayout>(
    table: &Mechanics<L>,
    text: &str,
) -> Result<ListedPosition<L>, PositionError> {
    fen::position(table, text).map(ListedPosition::new)
}

/// The position after an action of the listing; the same position if it is none of them.
#[must_use]
pub(crate) fn play<L: FullLayout>(
    table: &Mechanics<L>,
    listed_position: &ListedPosition<L>,
    mv: Move,
) -> ListedPosition<L> {
    let listing = listed_position.listing(table);
    match listing.actions.get(number(mv)) {
        Some(action) => {
            let mut next = play::after(table, &listed_position.state, listing, action);
            let promotes = |step: &Step| matches!(step, Step::Become(..));
            keep_count(
                table,
                &listed_position.state.pos,
                &mut next.pos,
                action.steps.iter().any(promotes),
            );
            ListedPosition::new(next)
        }
        None => listed_position.clone(),
    }
}

/// Updates the count after which the game is drawn.
fn keep_count<L: FullLayout>(table: &Mechanics<L>, before: &Pos<L>, next: &mut Pos<L>, promoted: bool) {
    let Some(counts) = &table.core.counts else { return };
    let scenes = [&before.full_scene(&table.core), &next.full_scene(&table.core)];
    let counted = counts.after(before.counted, scenes, before.side_to_move, promoted);
    next.halfmove = counts.halfmove_beside(counted, next.halfmove);
    next.counted = counted;
}

/// The kind that an action of the listing drops from the hand.
pub(crate) fn dropped<L: FullLayout>(
    table: &Mechanics<L>,
    listed_position: &ListedPosition<L>,
    mv: Move,
) -> Option<u8> {
    let (kind, _) = listed_position
        .listing(table)
        .actions
        .get(number(mv))?
        .dropped()?;
    Some(kind)
}

/// Whether an action of the listing is a movement by which a unit becomes another.
pub(crate) fn is_promotion<L: FullLayout>(
    table: &Mechanics<L>,
    listed_position: &ListedPosition<L>,
    mv: Move,
) -> bool {
    let becomes = |step: &Step| matches!(step, Step::Become(..));
    let action = listed_position.listing(table).actions.get(number(mv));
    action.is_some_and(|action| action.nature == Nature::Movement && action.steps.iter().any(becomes))
}

/// Whether an action of the listing removes a unit.
pub(crate) fn is_capture<L: FullLayout>(
    table: &Mechanics<L>,
    listed_position: &ListedPosition<L>,
    mv: Move,
) -> bool {
    let count = |pos: &Pos<L>| pos.occupancy().count() as usize + pos.above().len();
    let listing = listed_position.listing(table);
    listing.actions.get(number(mv)).is_some_and(|action| {
        // Effects of a capture may put another piece on the board.
        let removes = || {
            let mut after = listed_position.state.pos;
            turn::execute(
                table,
                &listed_position.state,
                &mut after,
                action,
                LossScope::Judged,
            );
            count(&after) < count(&listed_position.state)
        };
        action.nature == Nature::Movement && (action.captures() || removes())
    })
}

/// The part that an action plays in a turn.
pub(crate) fn part_of<L: FullLayout>(
    table: &Mechanics<L>,
    listed_position: &ListedPosition<L>,
    mv: Move,
) -> Part {
    let action = listed_position.listing(table).actions.get(number(mv));
    action.map_or(Part::Move, Action::part)
}

/// [`play::outcome`], with the listing if it is known.
pub(crate) fn result<L: FullLayout>(
    table: &Mechanics<L>,
    listed_position: &ListedPosition<L>,
) -> Option<Outcome> {
    if listed_position
        .listing
        .get()
        .is_some_and(|listing| !listing.actions.is_empty())
    {
        return None;
    }
    play::outcome(table, &listed_position.state)
}

/// A hash of everything that the repetition rule compares. Passed squares count only if a unit can
/// be captured there.
pub(crate) fn repetition_key<L: FullLayout>(
    table: &Mechanics<L>,
    listed_position: &ListedPosition<L>,
) -> u64 {
    let state = &listed_position.state;
    let key = keys::hash_with(table, state, state.pos.hash);
    let passed = |s: Square| state.en_passant_squares.has(s);
    let takes = |action: &super::Action| {
        let last = action.to().is_some_and(passed);
        last && action.captures() && action.to().is_some_and(|to| state.is_empty(to))
    };
    if state.en_passant_squares.is_empty() || listed_position.listing(table).actions.iter().any(takes) {
        key
    } else {
        key ^ table.core.keys.exposed(state.en_passant_squares)
    }
}

/// A position with one unit alone on the board, its side to move.
pub(crate) fn lone<L: FullLayout>(table: &Mechanics<L>, kind: usize, side: Side, square: Square) -> State<L> {
    let mut pos = Pos::empty();
    pos.side_to_move = side;
    let unit = Unit::new(kind as u8, side).with(Unit::UNMOVED);
    pos.set_list(&table.core, square, &[unit]);
    pos.left = table.core.turn_length(side, pos.fullmove);
    pos.hash = pos.fresh_hash(&table.core);
    State::new(pos)
}

/// The position with one unit on a square in place of everything there, or with nothing there.
pub(crate) fn with_piece<L: FullLayout>(
    table: &Mechanics<L>,
    state: &State<L>,
    square: Square,
    piece: Option<(usize, Side)>,
) -> State<L> {
    let mut next = state.clone();
    next.pos.take_list(&table.core, square);
    if next.pos.closed().has(square) {
        next.pos.toggle_wall(&table.core, square);
    }
    if let Some((kind, side)) = piece {
        next.pos
            .set_list(&table.core, square, &[Unit::new(kind as u8, side)]);
    }
    next
}

/// The squares of units of a side that could capture the lowest unit on a square, of any kind.
pub(crate) fn attackers<L: FullLayout>(
    table: &Mechanics<L>,
    state: &State<L>,
    by: Side,
    square: Square,
) -> Vec<Square> {
    let mut there = state.pos;
    there.side_to_move = by;
    there.left = 1;
    there.chain.set(None);
    if there.is_empty(square) || there.base(square).side() == by {
        there.take_list(&table.core, square);
        // Any unit of the other side will do, such as one that it has on the board.
        let Some((_, unit)) = there.units(by.other()).next() else {
            return Vec::new();
        };
        let unit = Unit::new(unit.kind(), by.other());
        there.set_list(&table.core, square, &[unit]);
    }
    let danger = L::B::bit(square);
    let mut out: Vec<Square> = Vec::new();
    let mut found = Movements::new();
    for (place, unit) in there.units(by) {
        found.list().clear();
        generate::movements_of(table, &there, unit, place, Wanted::Threats, &mut found);
        let hits = found
            .list()
            .iter()
            .any(|a| perform::removes(table, &a.steps).meets(danger));
        if hits && !out.contains(&place.square) {
            out.push(place.square);
        }
    }
    out
}

/// The squares to which the lowest unit of a square could move, safe or not: every end, and whether
/// a unit is removed there.
pub(crate) fn targets<L: FullLayout>(
    table: &Mechanics<L>,
    state: &State<L>,
    from: Square,
) -> Vec<(Square, bool)> {
    let unit = state.base(from);
    if !unit.exists() {
        return Vec::new();
    }
    let mut turned = state.pos;
    turned.side_to_move = unit.side();
    let mut found = Movements::new();
    generate::movements_of(table, &turned, unit, Place::ground(from), Wanted::All, &mut found);
    let mut out: Vec<(Square, bool)> = Vec::new();
    for action in found.into_list() {
        let Some(to) = action.to() else { continue };
        let takes = perform::removes(table, &action.steps).has(to);
        match out.iter_mut().find(|(square, _)| *square == to) {
            Some(entry) => entry.1 |= takes,
            None => out.push((to, takes)),
        }
    }
    out
}

/// The number of legal lines of `depth` actions.
pub(crate) fn perft<L: FullLayout>(
    table: &Mechanics<L>,
    state: &State<L>,
    depth: u32,
    stop: &AtomicBool,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    if stop.load(Ordering::Relaxed) {
        return 0;
    }
    if depth == 1
        && let Some(count) = count::count_of(table, state)
    {
        return count;
    }
    let listing = listing::listing(table, state);
    if depth == 1 {
        return listing.actions.len() as u64;
    }
    let next = |action: &Action| {
        if depth == 2
            && let Some(mv) = action.flat
        {
            let mut pos = state.pos;
            play::advance_flat(table, &mut pos, mv, &state.pos);
            if let Some(count) = count::count_in(table, &pos) {
                return count;
            }
        }
        perft(
            table,
            &play::after(table, state, &listing, action),
            depth - 1,
            stop,
        )
    };
    listing.actions.iter().map(next).sum()
}
