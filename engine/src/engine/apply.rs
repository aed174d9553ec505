//! Makes moves: what a position is after a move. Knows neither which moves are legal nor how they
//! are listed; what follows from a move besides what it does itself is asked of `aftermath`.

use super::aftermath::Ground;
use super::chain::{Chain as _, Continuation};
use super::compiled::{NONE, Special};
use super::core::Core;
use super::effect_board::MoveContext;
use super::layout::Layout;
use super::mv::{Move, MoveType};
use super::position::Pos;
use super::trial;
use crate::board::{Bits, Square};
use crate::rules::{Modes, Side};

/// The changes that a move has made so far.
struct Trace<B> {
    /// The squares that something has left or entered.
    touched: B,
    /// Whether the halfmove clock starts again.
    resets: bool,
}

impl<L: Layout> Pos<L> {
    /// The position after a move. The move must be one that was generated for this position.
    #[inline]
    #[must_use]
    pub(crate) fn after(&self, core: &Core<L>, mv: Move) -> Self {
        let mut next = *self;
        next.advance(core, mv, self);
        next
    }

    /// Makes a move in a copy of the position `before`, where that stands: a value that is returned is copied at once after
    /// it has been written bit by bit, for which processors have to wait.
    #[inline]
    pub(crate) fn advance(&mut self, core: &Core<L>, mv: Move, before: &Self) {
        self.advance_so(core, mv, before, true);
    }

    /// The same; if it is not `asked` whether a turn can go on that need not, it does not: whether the move is legal does not hang on that. Returns
    /// whether what follows from the move says that it is not possible.
    #[inline(always)]
    pub(crate) fn advance_so(&mut self, core: &Core<L>, mv: Move, before: &Self, asked: bool) -> bool {
        let us = before.side_to_move;
        let mut forbidden = false;
        self.carry_out(core, mv, before);
        if L::RICH {
            forbidden = self.aftermath(core, mv, us, before).forbidden;
            if mv.chosen != NONE && core.walls.is_some() {
                self.put_wall(core, mv.chosen);
            }
            if core.turns.is_some() {
                self.keep_earlier(core, mv, before);
            } else if core.tracks_passers {
                // The passed squares alone say it.
                self.en_passant_victim = NONE;
            }
        }
        if L::RICH && core.most_passes > 0 {
            self.count_passes(core, mv.is_pass());
        }
        if L::RICH
            && core.kinds_of_moves().is_some()
            && !mv.is_pass()
            && before.chain.continuation().is_none()
        {
            self.skip_to(core, mv.part());
        }
        if !(L::RICH && self.chain.is_on() && self.goes_on(core, mv, before, asked)) {
            self.end_move(core, mv, us);
        }
        if core.check_goal[us.index()].is_some() && core.in_check(self, us.other()) {
            let left = self.checks[us.index()];
            self.checks[us.index()] = left.saturating_sub(1);
            self.hash ^=
                core.keys.checks(us.index(), left) ^ core.keys.checks(us.index(), self.checks[us.index()]);
        }
        forbidden
    }

    /// The side goes on with its turn, or it is the other side's.
    #[inline(always)]
    fn end_move(&mut self, core: &Core<L>, mv: Move, us: Side) {
        match &core.turns {
            Some(rule) if L::RICH => {
                let checks = self.left > 1 && rule.check_ends() && core.in_check(self, us.other());
                let ended = checks || mv.is_pass();
                if core.program.ends && (ended || self.left <= 1) {
                    self.end_turn(core, us);
                }
                self.end_part(core, ended);
            }
            _ => {
                if L::RICH && core.program.ends {
                    self.end_turn(core, us);
                }
                self.hand_over(core);
            }
        }
    }

    /// Carries out what follows from the end of a side's turn.
    #[inline(never)]
    pub(crate) fn end_turn(&mut self, core: &Core<L>, us: Side) {
        let number = self.fullmove;
        core.carry_out(
            &mut MoveContext::of_end(us, number),
            &mut Ground { core, pos: self },
        );
        let own = self.sides[us.index()];
        self.forget_passed(core, |victim| own.has(victim));
        if core.tracks_passers {
            // The passed squares alone say it.
            self.en_passant_victim = NONE;
        }
    }

    /// Whether the turn goes on with one piece, as the consequences of the move have decided.
    #[inline(never)]
    fn goes_on(&mut self, core: &Core<L>, mv: Move, before: &Self, asked: bool) -> bool {
        let Some(mut continuation) = self.chain.continuation() else {
            return false;
        };
        let us = before.side_to_move;
        if !self.sides[us.index()].has(continuation.square()) {
            self.step_off(core, continuation, us);
            return false;
        }
        let rule = core.chain_rule(&continuation);
        if rule.rule.once {
            let seen = before
                .chain
                .continuation()
                .map_or(L::B::EMPTY, |before| before.seen);
            continuation.seen = seen | L::B::bit(mv.from);
        }
        if rule.rule.turning {
            continuation.last = Some(mv.from);
        }
        self.set_going(core, Some(continuation));
        if rule.is_owed() || ((asked || core.program.ends_matter) && trial::can_go_on(core, self)) {
            // Squares passed in the middle of a turn are not exposed.
            if core.turns.is_some() {
                let own = self.sides[us.index()];
                self.keep_en_passant(core, |_, victim| !own.has(victim));
            } else {
                self.clear_en_passant(core);
            }
            return true;
        }
        self.set_going(core, None);
        false
    }

    /// A turn does not go on: the piece that waited below takes the square, if nothing else stands
    /// there.
    fn step_off(&mut self, core: &Core<L>, continuation: Continuation<L::B>, us: Side) {
        self.set_going(core, None);
        if let Some(unit) = continuation
            .below()
            .filter(|_| !self.occupancy().has(continuation.square()))
        {
            self.put_with(core, unit.kind(), us, continuation.square(), unit.tags);
            self.cover(core, continuation.square());
        }
    }

    /// The position once a move is carried out with all that follows from it, and nothing is counted: the same side is to move.
    pub(crate) fn made(&self, core: &Core<L>, mv: Move) -> Self {
        let mut next = *self;
        next.carry_out(core, mv, self);
        next.aftermath(core, mv, self.side_to_move, self);
        next
    }

    /// Counts how many passes have followed each other, as far as the rules ask.
    pub(crate) fn count_passes(&mut self, core: &Core<L>, passed: bool) {
        let before = self.passes;
        self.passes = if passed {
            core.most_passes.min(before.saturating_add(1))
        } else {
            0
        };
        self.hash ^= core.keys.passes(before) ^ core.keys.passes(self.passes);
    }

    /// The squares that are occupied or closed once the move itself is made and before its
    /// consequences.
    pub(crate) fn occupied_by(&self, core: &Core<L>, mv: Move) -> L::B {
        let mut next = *self;
        next.carry_out(core, mv, self);
        next.occupancy()
    }

    /// The squares whose pieces a move captures by itself, without its consequences.
    pub(crate) fn captured(&self, core: &Core<L>, mv: Move) -> L::B {
        let mut next = *self;
        next.carry_out(core, mv, self);
        next.victims(core, mv, self.side_to_move, self)
    }

    /// Carries out a move without its consequences; the side that has moved is still to move.
    #[inline(always)]
    pub(super) fn carry_out(&mut self, core: &Core<L>, mv: Move, before: &Self) {
        if !before.en_passant_squares.is_empty() {
            self.clear_en_passant(core);
        }
        self.halfmove = self.halfmove.saturating_add(1);
        let entering = core.entering(mv);
        let mv = if entering.is_some() { mv.plainly() } else { mv };
        if mv.move_type == MoveType::Plain {
            self.plain(core, mv, before.side_to_move, before);
        } else {
            self.special(core, mv, before.side_to_move, before);
        }
        if let Some((kind, square)) = entering {
            self.drop(core, before.side_to_move, kind, square);
            self.cover(core, square);
        }
        if L::RICH
            && let Some(continuation) = before.chain.continuation()
        {
            self.step_off(core, continuation, before.side_to_move);
        }
    }

    #[inline(always)]
    fn plain(&mut self, core: &Core<L>, mv: Move, us: Side, before: &Self) {
        let code = self.board.as_ref()[usize::from(mv.from)];
        let kind = code >> 1;
        let tags = self.carried(core, mv.from);
        let light = tags == 0 && !(L::RICH && core.tagging.is_some());
        let captured = self.remove(core, mv.to);
        if mv.promotion == NONE && mv.from != mv.to && light {
            self.go(core, code, mv.from, mv.to);
        } else {
            self.remove(core, mv.from);
            self.land(core, mv, us, (kind, tags));
        }
        if !self.castling.is_empty() {
            self.lose_rights(
                core,
                core.castling.loss[usize::from(mv.from)] | core.castling.loss[usize::from(mv.to)],
            );
        }
        if captured || core.moving.resets[us.index()] >> kind & 1 == 1 {
            self.halfmove = 0;
        }
        if core.uses_initial {
            self.mark_moved(core, L::B::bit(mv.from) | L::B::bit(mv.to));
        }
        let exposes = !captured || (L::RICH && core.restrictions.exposed_captures[us.index()]);
        if exposes
            && core.moving.exposing[us.index()].may_be(kind, mv.from, mv.to)
            && !core.goes_by_ways(before)
        {
            let squares = core.exposed_by(before, mv);
            if !squares.is_empty() {
                self.expose(core, squares, mv.to);
            }
        }
    }

    fn special(&mut self, core: &Core<L>, mv: Move, us: Side, before: &Self) {
        if matches!(mv.move_type, MoveType::Pass | MoveType::Wall) {
            return;
        }
        let whose = if mv.is_control() { us.other() } else { us };
        let mover = self.piece(mv.from).and_then(|(kind, _)| core.mover(whose, kind));
        let mut trace = Trace {
            touched: L::B::EMPTY,
            resets: mover.is_some_and(|m| m.resets_clock),
        };
        match mv.move_type {
            MoveType::Plain | MoveType::Pass | MoveType::Wall | MoveType::Listed(..) => {}
            MoveType::Control => self.lead(core, mv, us.other(), &mut trace),
            MoveType::Drop => {
                self.drop(core, us, mv.promotion, mv.to);
                trace.touched |= L::B::bit(mv.to);
                trace.resets = true;
            }
            MoveType::EnPassant => {
                let victim = before.victim_of(mv);
                trace.touched |= L::B::bit(victim);
                self.remove(core, victim);
                trace.touched |= self.carry(core, mv, us);
                trace.resets = true;
                self.expose_in_passing(core, mv, us, before);
            }
            MoveType::Castle(index) => trace.touched |= self.castle(core, usize::from(index), us),
            MoveType::InPlace => {
                self.promote_in_place(core, mv, us);
                trace.touched |= L::B::bit(mv.from) | L::B::bit(mv.to);
            }
            MoveType::Exchange => trace.touched |= self.exchange(core, mv),
            MoveType::Shot | MoveType::ShotInPassing | MoveType::Volley(_) => {
                for square in core.victims(before, mv).squares() {
                    self.take(core, square, &mut trace);
                }
            }
            MoveType::Special(index, mode) => {
                let Some(path) = core.special(before, mv.from, index) else {
                    return;
                };
                self.go_along(core, mv, (path, mode), before, &mut trace);
            }
        }
        if trace.resets {
            self.halfmove = 0;
        }
        let squares = trace.touched.squares();
        let lost = squares.fold(L::Rights::EMPTY, |lost, s| {
            lost | core.castling.loss[usize::from(s)]
        });
        self.lose_rights(core, lost);
        if L::RICH && mv.move_type == MoveType::Drop {
            self.gain_rights(core, us, mv.to);
        }
        if core.uses_initial {
            self.mark_moved(core, trace.touched);
        }
    }

    /// A piece becomes another where it stands, or on a square to which it goes with that.
    fn promote_in_place(&mut self, core: &Core<L>, mv: Move, us: Side) {
        let tags = core.grown(self.carried(core, mv.from), mv.promotion);
        if let (true, Some((kind, _))) = (core.reserve.promotes, self.piece(mv.from)) {
            self.take_promoted(core, us, kind, mv.promotion);
        }
        self.remove(core, mv.from);
        self.put_with(core, mv.promotion, us, mv.to, tags);
    }

    /// The square of the piece that a move captures on en passant.
    fn victim_of(&self, mv: Move) -> Square {
        if L::RICH {
            self.victim_at(mv.to)
        } else {
            self.en_passant_victim
        }
    }

    /// A piece of the side `whose` goes, by the other's move.
    fn lead(&mut self, core: &Core<L>, mv: Move, whose: Side, trace: &mut Trace<L::B>) {
        trace.resets |= self.remove(core, mv.to);
        trace.touched |= self.carry(core, mv, whose);
    }

    /// Captures what stands on a square, if something does.
    fn take(&mut self, core: &Core<L>, square: Square, trace: &mut Trace<L::B>) {
        trace.touched |= L::B::bit(square);
        trace.resets |= self.remove(core, square);
    }

    /// Castles. Returns the squares that were left and entered.
    fn castle(&mut self, core: &Core<L>, index: usize, us: Side) -> L::B {
        let castle = &core.castling.all[index];
        let [king, rook] = [castle.king_from, castle.rook_from].map(|s| self.carried(core, s));
        self.remove(core, castle.king_from);
        self.remove(core, castle.rook_from);
        self.put_with(core, castle.king, us, castle.king_to, king);
        self.put_with(core, castle.rook, us, castle.rook_to, rook);
        self.lose_rights(core, castle.bars);
        let squares = [castle.king_from, castle.king_to, castle.rook_from, castle.rook_to];
        squares.into_iter().fold(L::B::EMPTY, |set, s| set | L::B::bit(s))
    }

    /// Moves along a special path and captures what is to be captured.
    fn go_along(
        &mut self,
        core: &Core<L>,
        mv: Move,
        (path, mode): (&Special<L::B>, Modes),
        before: &Self,
        trace: &mut Trace<L::B>,
    ) {
        let us = before.side_to_move;
        for &square in &path.captures {
            self.take(core, square, trace);
        }
        if mode.swaps() {
            trace.touched |= self.exchange(core, mv);
        } else if path.rifle {
            self.take(core, mv.to, trace);
        } else {
            if mode == Modes::EN_PASSANT {
                self.take(core, before.victim_of(mv), trace);
            }
            if mv.to != mv.from {
                trace.resets |= self.remove(core, mv.to);
            }
            trace.touched |= self.carry(core, mv, us);
        }
        let takes = mode == Modes::CAPTURE && core.restrictions.exposed_captures[us.index()];
        if (mode == Modes::QUIET || takes) && !path.exposed.is_empty() {
            self.expose(core, path.exposed, mv.to);
        }
        if mode == Modes::EN_PASSANT {
            self.expose_in_passing(core, mv, us, before);
        }
    }

    /// A capture en passant exposes what a quiet move to the same square would, where captures do.
    fn expose_in_passing(&mut self, core: &Core<L>, mv: Move, us: Side, before: &Self) {
        if L::RICH && core.restrictions.exposed_captures[us.index()] {
            let squares = core.exposed_by(before, mv);
            if !squares.is_empty() {
                self.expose(core, squares, mv.to);
            }
        }
    }

    /// Moves the piece itself, promoting it if the move says so. Returns the squares it left and entered.
    fn carry(&mut self, core: &Core<L>, mv: Move, us: Side) -> L::B {
        if let Some((kind, _)) = self.piece(mv.from) {
            let tags = self.carried(core, mv.from);
            self.remove(core, mv.from);
            self.land(core, mv, us, (kind, tags));
        }
        L::B::bit(mv.from) | L::B::bit(mv.to)
    }

    /// A piece that has left its square, with its tags, comes to the end of the move, promoted if
    /// the move says so.
    #[inline(always)]
    fn land(&mut self, core: &Core<L>, mv: Move, us: Side, (kind, tags): (u8, u8)) {
        let (becomes, tags) = if mv.promotion == NONE {
            (kind, tags)
        } else {
            if L::RICH && core.reserve.promotes {
                self.take_promoted(core, us, kind, mv.promotion);
            }
            (mv.promotion, core.grown(tags, mv.promotion))
        };
        self.put_with(core, becomes, us, mv.to, tags);
    }

    /// Two pieces change places. Returns their squares.
    fn exchange(&mut self, core: &Core<L>, mv: Move) -> L::B {
        let squares = [mv.from, mv.to];
        let pieces = squares.map(|s| (self.piece(s), self.carried(core, s)));
        for square in squares {
            self.remove(core, square);
        }
        for (square, (piece, tags)) in [mv.to, mv.from].into_iter().zip(pieces) {
            if let Some((kind, side)) = piece {
                self.put_with(core, kind, side, square, tags);
            }
        }
        L::B::bit(mv.from) | L::B::bit(mv.to)
    }
}
