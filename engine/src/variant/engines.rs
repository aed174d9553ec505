//! The game as the two engines play it: the flat one, and the one with mechanics around it.
//! [`Variant`](super::Variant) asks the one that plays its rules. Knows no rules itself: every
//! answer comes from the engine.

use super::exchange::{self, Footprint, Reach};
use super::{Compiled, attackers, counted, threads};
use crate::board::{Bits, Square};
use crate::engine::fen::{layouts, validate};
use crate::engine::layout::{FullLayout, Layout};
use crate::engine::movegen::{en_passant, parts};
use crate::engine::plan::{self, Plans};
use crate::engine::position::Pos;
use crate::engine::wording::Wording;
use crate::engine::{
    Leaves, Move, Outcome, PositionError, apply, attacks, gates, notation, outcome, powers, san, targets,
};
use crate::mechanics::{
    Decision, ListedPosition, Mechanics, Objection, api, explain, judging, keys, legal, listing, play, print,
    threat,
};
use crate::rules::{BySide, Part, Side};
use std::sync::atomic::{AtomicBool, AtomicU64};

/// An engine and its positions. The methods of [`Variant`](super::Variant) with the same names say
/// what they return.
pub(super) trait Play {
    /// A position, with everything that is remembered beside it.
    type State: Clone;

    fn footprint(&self) -> Footprint;
    fn plans(&self) -> Plans;
    fn start(&self) -> Self::State;
    fn position(&self, fen: &str) -> Result<Self::State, PositionError>;
    fn surplus(&self, state: &Self::State) -> Option<String>;
    fn lone_piece(&self, kind: usize, side: Side, square: Square) -> Self::State;
    fn with_piece(&self, state: &Self::State, square: Square, piece: Option<(usize, Side)>) -> Self::State;

    fn legal_moves_into(&self, state: &Self::State, moves: &mut Vec<Move>);
    fn play(&self, state: &Self::State, mv: Move) -> Self::State;
    fn advance(&self, state: &mut Self::State, mv: Move);
    fn pass(&self, state: &Self::State) -> Option<Self::State>;
    fn perft(&self, state: &Self::State, depth: u32, leaves: Leaves, stop: &AtomicBool) -> u64;
    fn perft_threads(
        &self,
        state: &Self::State,
        depth: u32,
        leaves: Leaves,
        threads: usize,
        stop: &AtomicBool,
        done: &AtomicU64,
    ) -> u64;

    fn decision(&self, state: &Self::State) -> Decision;
    fn turn(&self, state: &Self::State) -> Side;
    fn asked_part(&self, state: &Self::State) -> Option<Part>;
    fn in_check(&self, state: &Self::State) -> bool;
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;
    /// The winner by the first goal that counts pieces.
    fn majority(&self, state: &Self::State) -> Option<Option<Side>>;
    fn is_full_check(&self, state: &Self::State) -> bool;

    /// The kind that a move drops.
    fn dropped(&self, state: &Self::State, mv: Move) -> Option<u8>;
    /// Whether a move is only a promotion, or promotes a piece in the hand.
    fn only_promotes(&self, state: &Self::State, mv: Move) -> bool;
    fn is_capture(&self, state: &Self::State, mv: Move) -> bool;
    fn part_of(&self, state: &Self::State, mv: Move) -> Part;
    fn static_exchange(&self, state: &Self::State, mv: Move, values: &[BySide<i32>]) -> Option<i32>;

    fn piece_at(&self, state: &Self::State, square: Square) -> Option<(usize, Side)>;
    fn each_piece(&self, state: &Self::State, f: impl FnMut(Square, usize, Side));
    fn each_reach(&self, state: &Self::State, f: impl FnMut(Reach));
    fn could_capture(&self, state: &Self::State, by: Side, square: Square) -> bool;
    fn plain_targets(&self, state: &Self::State, from: Square) -> Vec<(Square, bool)>;
    fn is_attacked(&self, state: &Self::State, by: Side, square: Square) -> bool;
    fn attackers(&self, state: &Self::State, by: Side, square: Square) -> Vec<Square>;
    fn is_faced(&self, state: &Self::State, by: Side, square: Square) -> bool;
    fn objection(&self, state: &Self::State, text: &str) -> Option<Objection>;

    fn repetition_key(&self, state: &Self::State) -> u64;
    fn hashes(&self, state: &Self::State) -> (u64, u64);
    fn fen_into(&self, state: &Self::State, out: &mut String);
    fn move_texts(&self, state: &Self::State, moves: &[Move]) -> Vec<String>;
    fn find_move(&self, state: &Self::State, text: &str) -> Option<Move>;
    fn sans(&self, state: &Self::State, moves: &[Move]) -> Vec<String>;
}

impl<L: Layout> Play for Compiled<L> {
    type State = Pos<L>;

    fn footprint(&self) -> Footprint {
        exchange::footprint(&self.core)
    }

    fn plans(&self) -> Plans {
        plan::plans(&self.core)
    }

    fn start(&self) -> Pos<L> {
        self.start
    }

    fn position(&self, fen: &str) -> Result<Pos<L>, PositionError> {
        let pos = layouts::parse(&self.core, fen)?;
        validate::validate(&self.core, &pos, &self.start)?;
        Ok(pos)
    }

    fn surplus(&self, pos: &Pos<L>) -> Option<String> {
        validate::surplus(&self.core, pos, &self.start)
    }

    fn lone_piece(&self, kind: usize, side: Side, square: Square) -> Pos<L> {
        let mut pos = Pos::empty();
        pos.side_to_move = side;
        pos.left = self.core.turn_length(side, pos.fullmove);
        pos.put(&self.core, kind as u8, side, square);
        pos.unmoved = Bits::bit(square);
        pos.hash = pos.fresh_hash(&self.core);
        pos
    }

    fn with_piece(&self, pos: &Pos<L>, square: Square, piece: Option<(usize, Side)>) -> Pos<L> {
        attackers::with_piece(&self.core, pos, square, piece)
    }

    fn legal_moves_into(&self, pos: &Pos<L>, moves: &mut Vec<Move>) {
        crate::engine::perft::legal_moves_into(&self.core, pos, moves);
    }

    fn play(&self, pos: &Pos<L>, mv: Move) -> Pos<L> {
        counted::played(&self.core, pos, mv)
    }

    fn advance(&self, pos: &mut Pos<L>, mv: Move) {
        let before = *pos;
        counted::advance(&self.core, pos, mv, &before);
    }

    fn pass(&self, pos: &Pos<L>) -> Option<Pos<L>> {
        (!self.in_check(pos)).then(|| apply::after(&self.core, pos, Move::PASS))
    }

    fn perft(&self, pos: &Pos<L>, depth: u32, leaves: Leaves, stop: &AtomicBool) -> u64 {
        crate::engine::perft::perft(&self.core, pos, depth, leaves, stop)
    }

    fn perft_threads(
        &self,
        pos: &Pos<L>,
        depth: u32,
        leaves: Leaves,
        threads: usize,
        stop: &AtomicBool,
        done: &AtomicU64,
    ) -> u64 {
        threads::threaded(&self.core, pos, depth, leaves, threads, stop, done)
    }

    fn decision(&self, _: &Pos<L>) -> Decision {
        Decision::Move
    }

    fn turn(&self, pos: &Pos<L>) -> Side {
        pos.side_to_move
    }

    fn asked_part(&self, pos: &Pos<L>) -> Option<Part> {
        parts::asked_part(&self.core, pos)
    }

    fn in_check(&self, pos: &Pos<L>) -> bool {
        attacks::in_check(&self.core, pos, pos.side_to_move)
    }

    fn outcome(&self, pos: &Pos<L>) -> Option<Outcome> {
        outcome::outcome(&self.core, pos)
    }

    fn majority(&self, pos: &Pos<L>) -> Option<Option<Side>> {
        outcome::majority(&self.core, &pos.scene(&self.core))
    }

    fn is_full_check(&self, pos: &Pos<L>) -> bool {
        outcome::is_full_check(&self.core, pos)
    }

    fn dropped(&self, _: &Pos<L>, mv: Move) -> Option<u8> {
        mv.dropped()
    }

    fn only_promotes(&self, _: &Pos<L>, mv: Move) -> bool {
        mv.dropped().is_none() && gates::promotes_to(&self.core, mv).is_some()
    }

    fn is_capture(&self, pos: &Pos<L>, mv: Move) -> bool {
        Wording::of(&self.core, pos, mv).takes
    }

    fn part_of(&self, _: &Pos<L>, mv: Move) -> Part {
        mv.part()
    }

    fn static_exchange(&self, pos: &Pos<L>, mv: Move, values: &[BySide<i32>]) -> Option<i32> {
        let follows = self.core.program.after_captures;
        (!follows).then(|| exchange::exchange(&self.core, pos, mv, values))
    }

    fn piece_at(&self, pos: &Pos<L>, square: Square) -> Option<(usize, Side)> {
        pos.piece(square).map(|(kind, side)| (usize::from(kind), side))
    }

    fn each_piece(&self, pos: &Pos<L>, mut f: impl FnMut(Square, usize, Side)) {
        for side in Side::ALL {
            for square in pos.sides[side.index()].squares() {
                f(
                    square,
                    usize::from(pos.board.as_ref()[usize::from(square)] >> 1),
                    side,
                );
            }
        }
    }

    fn each_reach(&self, pos: &Pos<L>, mut f: impl FnMut(Reach)) {
        for side in Side::ALL {
            exchange::reach(&self.core, pos, side, &mut f);
        }
    }

    fn could_capture(&self, pos: &Pos<L>, by: Side, square: Square) -> bool {
        targets::could_capture(&self.core, pos, pos.sides[by.index()], square)
    }

    fn plain_targets(&self, pos: &Pos<L>, from: Square) -> Vec<(Square, bool)> {
        let Some((kind, side)) = pos.piece(from) else {
            return Vec::new();
        };
        let targets = targets::plain_targets(&self.core, pos, kind, side, from);
        targets
            .squares()
            .map(|to| (to, pos.occupancy().has(to)))
            .collect()
    }

    fn is_attacked(&self, pos: &Pos<L>, by: Side, square: Square) -> bool {
        attacks::attacks_square(&self.core, pos, by, square, true)
    }

    fn attackers(&self, pos: &Pos<L>, by: Side, square: Square) -> Vec<Square> {
        attackers::attackers(&self.core, pos, by, square)
    }

    fn is_faced(&self, pos: &Pos<L>, by: Side, square: Square) -> bool {
        let (powers, theirs) = (powers::powers(&self.core, pos, by), pos.sides[by.index()]);
        attacks::threatened(&self.core, pos, by, square, pos.occupancy(), theirs, &powers)
    }

    fn objection(&self, pos: &Pos<L>, text: &str) -> Option<Objection> {
        attackers::objection(&self.core, pos, text)
    }

    fn repetition_key(&self, pos: &Pos<L>) -> u64 {
        if en_passant::can_capture_en_passant(&self.core, pos) {
            pos.hash
        } else {
            pos.hash ^ self.core.keys.exposed(pos.en_passant_squares)
        }
    }

    fn hashes(&self, pos: &Pos<L>) -> (u64, u64) {
        (pos.hash, pos.fresh_hash(&self.core))
    }

    fn fen_into(&self, pos: &Pos<L>, out: &mut String) {
        layouts::print(&self.core, pos, out);
    }

    fn move_texts(&self, pos: &Pos<L>, moves: &[Move]) -> Vec<String> {
        notation::texts(&self.core, pos, moves)
    }

    fn find_move(&self, pos: &Pos<L>, text: &str) -> Option<Move> {
        notation::find(&self.core, pos, text)
    }

    fn sans(&self, pos: &Pos<L>, moves: &[Move]) -> Vec<String> {
        san::sans(&self.core, pos, moves)
    }
}

impl<L: FullLayout> Play for Mechanics<L> {
    type State = ListedPosition<L>;

    fn footprint(&self) -> Footprint {
        Footprint::Mechanics
    }

    fn plans(&self) -> Plans {
        judging::plans(self)
    }

    fn start(&self) -> ListedPosition<L> {
        ListedPosition::new(self.start.clone())
    }

    fn position(&self, text: &str) -> Result<ListedPosition<L>, PositionError> {
        api::listed_position(self, text)
    }

    fn surplus(&self, _: &ListedPosition<L>) -> Option<String> {
        None
    }

    fn lone_piece(&self, kind: usize, side: Side, square: Square) -> ListedPosition<L> {
        ListedPosition::new(api::lone(self, kind, side, square))
    }

    fn with_piece(
        &self,
        listed: &ListedPosition<L>,
        square: Square,
        piece: Option<(usize, Side)>,
    ) -> ListedPosition<L> {
        ListedPosition::new(api::with_piece(self, listed.state(), square, piece))
    }

    fn legal_moves_into(&self, listed: &ListedPosition<L>, moves: &mut Vec<Move>) {
        moves.extend(listed.moves(self));
    }

    fn play(&self, listed: &ListedPosition<L>, mv: Move) -> ListedPosition<L> {
        api::play(self, listed, mv)
    }

    fn advance(&self, listed: &mut ListedPosition<L>, mv: Move) {
        *listed = api::play(self, listed, mv);
    }

    fn pass(&self, _: &ListedPosition<L>) -> Option<ListedPosition<L>> {
        None
    }

    fn perft(&self, listed: &ListedPosition<L>, depth: u32, _: Leaves, stop: &AtomicBool) -> u64 {
        api::perft(self, listed.state(), depth, stop)
    }

    fn perft_threads(
        &self,
        listed: &ListedPosition<L>,
        depth: u32,
        _: Leaves,
        threads: usize,
        stop: &AtomicBool,
        done: &AtomicU64,
    ) -> u64 {
        threads::threaded_listed(self, listed, depth, threads, stop, done)
    }

    fn decision(&self, listed: &ListedPosition<L>) -> Decision {
        explain::decision(self, listed.state())
    }

    fn turn(&self, listed: &ListedPosition<L>) -> Side {
        listed.state().decider()
    }

    fn asked_part(&self, listed: &ListedPosition<L>) -> Option<Part> {
        legal::asked_part(self, listed.state())
    }

    fn in_check(&self, listed: &ListedPosition<L>) -> bool {
        play::in_check(self, listed.state())
    }

    fn outcome(&self, listed: &ListedPosition<L>) -> Option<Outcome> {
        api::result(self, listed)
    }

    fn majority(&self, listed: &ListedPosition<L>) -> Option<Option<Side>> {
        outcome::majority(&self.core, &listed.state().full_scene(&self.core))
    }

    fn is_full_check(&self, listed: &ListedPosition<L>) -> bool {
        let checked = |kinds| threat::is_checked_by(self, listed.state(), kinds);
        outcome::is_full(&self.core, checked)
    }

    fn dropped(&self, listed: &ListedPosition<L>, mv: Move) -> Option<u8> {
        api::dropped(self, listed, mv)
    }

    fn only_promotes(&self, listed: &ListedPosition<L>, mv: Move) -> bool {
        api::is_promotion(self, listed, mv)
    }

    fn is_capture(&self, listed: &ListedPosition<L>, mv: Move) -> bool {
        api::is_capture(self, listed, mv)
    }

    fn part_of(&self, listed: &ListedPosition<L>, mv: Move) -> Part {
        api::part_of(self, listed, mv)
    }

    fn static_exchange(&self, _: &ListedPosition<L>, _: Move, _: &[BySide<i32>]) -> Option<i32> {
        None
    }

    fn piece_at(&self, listed: &ListedPosition<L>, square: Square) -> Option<(usize, Side)> {
        let unit = listed.state().base(square);
        unit.exists().then(|| (usize::from(unit.kind()), unit.side()))
    }

    fn each_piece(&self, listed: &ListedPosition<L>, mut f: impl FnMut(Square, usize, Side)) {
        for side in Side::ALL {
            for (place, unit) in listed.state().units(side) {
                f(place.square, usize::from(unit.kind()), side);
            }
        }
    }

    fn each_reach(&self, _: &ListedPosition<L>, _: impl FnMut(Reach)) {}

    fn could_capture(&self, listed: &ListedPosition<L>, by: Side, square: Square) -> bool {
        listing::could_capture(self, &listed.state().pos, by, square)
    }

    fn plain_targets(&self, listed: &ListedPosition<L>, from: Square) -> Vec<(Square, bool)> {
        api::targets(self, listed.state(), from)
    }

    fn is_attacked(&self, listed: &ListedPosition<L>, by: Side, square: Square) -> bool {
        !self.attackers(listed, by, square).is_empty()
    }

    fn attackers(&self, listed: &ListedPosition<L>, by: Side, square: Square) -> Vec<Square> {
        api::attackers(self, listed.state(), by, square)
    }

    fn is_faced(&self, _: &ListedPosition<L>, _: Side, _: Square) -> bool {
        false
    }

    fn objection(&self, listed: &ListedPosition<L>, text: &str) -> Option<Objection> {
        explain::objection(self, listed.state(), text)
    }

    fn repetition_key(&self, listed: &ListedPosition<L>) -> u64 {
        api::repetition_key(self, listed)
    }

    fn hashes(&self, listed: &ListedPosition<L>) -> (u64, u64) {
        keys::hashes(self, listed.state())
    }

    fn fen_into(&self, listed: &ListedPosition<L>, out: &mut String) {
        print::print(self, listed.state(), out);
    }

    fn move_texts(&self, listed: &ListedPosition<L>, moves: &[Move]) -> Vec<String> {
        listed.texts(self, moves)
    }

    fn find_move(&self, listed: &ListedPosition<L>, text: &str) -> Option<Move> {
        let moves = listed.moves(self);
        let i = listed.texts(self, &moves).iter().position(|t| t == text)?;
        Some(moves[i])
    }

    fn sans(&self, listed: &ListedPosition<L>, moves: &[Move]) -> Vec<String> {
        listed.sans(self, moves)
    }
}
