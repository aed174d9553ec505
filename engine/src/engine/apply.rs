//! What a position is after a move.

use super::chain::{Chain as _, Continuation};
use super::compiled::{NONE, Special};
use super::core::Core;
use super::extra_state::Unit;
use super::follow::{BoardQuery, EffectBoard, MoveContext, ReadOnlyBoard};
use super::layout::Layout;
use super::position::{Move, MoveType, Pos};
use super::tagging::PROMOTED;
use super::trial;
use crate::board::{Bits, Square};
use crate::rules::{Modes, Side};
use smallvec::SmallVec;

/// What has come of what follows from a move.
struct Followed<B> {
    /// The squares of which there was a choice.
    choices: B,
    /// Whether the move is not possible.
    forbidden: bool,
}

impl<B: Bits> Followed<B> {
    /// Nothing has followed.
    fn nothing() -> Self {
        Self {
            choices: B::EMPTY,
            forbidden: false,
        }
    }
}

/// What a move has done so far.
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
        if core.tracks_passers {
            self.keep_en_passant(core, |_, victim| own.has(victim));
        } else if !self.en_passant_squares.is_empty() && !own.has(self.en_passant_victim) {
            self.clear_en_passant(core);
        }
    }

    /// Whether the turn goes on with one piece, as what follows from the move has said.
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
            // What it passes in the middle of a turn is not exposed.
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

    /// A turn does not go on any more: who has waited below the piece stands on its square, if nothing else does.
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

    /// Where something stands, or is closed, once a move itself is made and before anything follows from it.
    pub(crate) fn occupied_by(&self, core: &Core<L>, mv: Move) -> L::B {
        let mut next = *self;
        next.carry_out(core, mv, self);
        next.occupancy()
    }

    /// The squares whose pieces a move captures by itself, what follows from it not counted.
    pub(crate) fn captured(&self, core: &Core<L>, mv: Move) -> L::B {
        let mut next = *self;
        next.carry_out(core, mv, self);
        next.victims(core, mv, self.side_to_move, self)
    }

    /// Carries out a move, but not what follows from it; the side that has moved is still to move.
    #[inline(always)]
    fn carry_out(&mut self, core: &Core<L>, mv: Move, before: &Self) {
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

    /// A piece that has left its square, with what it carries, comes to where the move ends, promoted if the move says so.
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

    /// The squares of which the side to move may choose with a move, whether royals are safe then or not.
    pub(crate) fn choices_after(&self, core: &Core<L>, mv: Move) -> L::B {
        let mut next = *self;
        next.carry_out(core, mv, self);
        next.aftermath(core, mv, self.side_to_move, self).choices
    }

    /// What follows from a move besides what it does itself.
    #[inline(always)]
    fn aftermath(&mut self, core: &Core<L>, mv: Move, us: Side, before: &Self) -> Followed<L::B> {
        if let Some(tagging) = &core.tagging {
            self.take_over(core, tagging, mv, us, before);
        }
        if core.program.is_empty() || matches!(mv.move_type, MoveType::Pass | MoveType::Wall) {
            return Followed::nothing();
        }
        let mover = before.piece(mv.from).map(|(kind, _)| kind);
        let quiet = mover.is_some_and(|kind| core.follows(us, kind));
        if let (MoveType::Plain, false, Some(kind)) = (mv.move_type, quiet, mover) {
            let victim = before.piece(mv.to).map(|(kind, _)| kind);
            if !core.program.follows_capture(us, kind, victim) {
                return Followed::nothing();
            }
        }
        self.follow_up(core, mv, us, before, quiet)
    }

    /// The same where something may follow; whether it may though nothing is captured.
    #[inline(never)]
    fn follow_up(
        &mut self,
        core: &Core<L>,
        mv: Move,
        us: Side,
        before: &Self,
        quiet: bool,
    ) -> Followed<L::B> {
        let victims = self.victims(core, mv, us, before);
        let dropped = mv.move_type == MoveType::Drop && core.program.on_drops;
        if victims.is_empty() && !quiet && !dropped {
            return Followed::nothing();
        }
        // They stay where they have just been written: processors wait for what is copied at once.
        let mut context = self.context(core, mv, us, before, victims);
        let Some(context) = &mut context else {
            return Followed::nothing();
        };
        if core.program.looks_back {
            core.look_back(context, &ReadOnlyBoard { core, pos: before });
        }
        let mut ground = Ground { core, pos: self };
        core.carry_out(context, &mut ground);
        if !self.en_passant_squares.is_empty() && !self.sides[us.index()].has(self.en_passant_victim) {
            self.clear_en_passant(core);
        }
        Followed {
            choices: context.choices,
            forbidden: context.forbidden,
        }
    }

    /// Where pieces stood that a move has captured; it has been carried out but for what follows from it.
    pub(super) fn victims(&self, core: &Core<L>, mv: Move, us: Side, before: &Self) -> L::B {
        let (ours, theirs) = (us.index(), us.other().index());
        let stood = match mv.move_type {
            MoveType::Castle(index) => {
                let castle = &core.castling.all[usize::from(index)];
                L::B::bit(castle.king_from) | L::B::bit(castle.rook_from)
            }
            _ => L::B::bit(mv.from),
        };
        // Who has changed places is not gone.
        let moved = match mv.move_type {
            MoveType::Special(_, Modes::SWAP_ENEMY) => L::B::bit(mv.to),
            MoveType::Control => L::B::bit(mv.from),
            _ => L::B::EMPTY,
        };
        let gone = (before.sides[theirs] & !self.sides[theirs] & !moved)
            | (before.sides[ours] & !self.sides[ours] & !stood);
        let own = match mv.move_type {
            MoveType::Plain => true,
            // A piece may capture on its way where it ends in the end.
            MoveType::Special(index, mode) => {
                let path = core.special(before, mv.from, index);
                mode == Modes::CAPTURE_OWN || path.is_some_and(|path| path.captures.contains(&mv.to))
            }
            _ => false,
        };
        if mv.is_control() {
            gone | (before.pieces() & L::B::bit(mv.to))
        } else if own && mv.to != mv.from {
            gone | (before.sides[ours] & L::B::bit(mv.to))
        } else {
            gone
        }
    }

    /// What effects ask of a move; nothing if no piece has moved.
    pub(super) fn context(
        &self,
        core: &Core<L>,
        mv: Move,
        us: Side,
        before: &Self,
        victims: L::B,
    ) -> Option<MoveContext<L::B>> {
        let dropped = mv.move_type == MoveType::Drop;
        let kind = if dropped {
            mv.promotion
        } else {
            before.piece(mv.from)?.0
        };
        let code = |square: Square| before.board.as_ref()[usize::from(square)] >> 1;
        let swaps = match mv.move_type {
            MoveType::Special(_, mode) => mode.swaps(),
            move_type => move_type == MoveType::Exchange,
        };
        let stays = mv.move_type.fires() || self.board.as_ref()[usize::from(mv.to)] == NONE;
        let movers = match mv.move_type {
            MoveType::Castle(index) => {
                let castle = &core.castling.all[usize::from(index)];
                L::B::bit(castle.king_to) | L::B::bit(castle.rook_to)
            }
            _ if swaps => L::B::bit(mv.from) | L::B::bit(mv.to),
            _ if stays => L::B::bit(mv.from),
            _ => L::B::bit(mv.to),
        };
        let main = if victims.has(mv.to) {
            Some(mv.to)
        } else {
            victims.squares().next()
        };
        Some(MoveContext {
            side: us,
            kind,
            origin: mv.from,
            target: mv.to,
            movers,
            entered: if stays { L::B::EMPTY } else { movers },
            captured: [us, us.other()].map(|side| {
                let theirs = victims & before.sides[side.index()];
                theirs.squares().fold(0, |kinds, s| kinds | 1 << code(s))
            }),
            victim: main.map_or(NONE, code),
            hit: victims,
            dropped,
            taken: self.taken(core, before, victims),
            chosen: mv.chosen,
            choices: L::B::EMPTY,
            forbidden: false,
            ended: 0,
            unmet: SmallVec::new(),
        })
    }

    /// The pieces that a move has captured, if effects ask what they carried.
    fn taken(&self, core: &Core<L>, before: &Self, victims: L::B) -> SmallVec<[Unit; 2]> {
        if !core.program.keeps {
            return SmallVec::new();
        }
        let unit = |square: Square| {
            let (kind, side) = before.piece(square)?;
            let mut unit = Unit::new(kind, side);
            unit.tags = before.carried(core, square);
            Some(unit)
        };
        victims.squares().filter_map(unit).collect()
    }

    /// A piece that has captured takes over what its victims carried and left.
    pub(crate) fn take_over(
        &mut self,
        core: &Core<L>,
        tagging: &super::tagging::Tagging,
        mv: Move,
        us: Side,
        before: &Self,
    ) {
        let whose = if mv.is_control() { us.other() } else { us };
        let foe = whose.other().index();
        let captured = before.sides[foe] & !self.sides[foe];
        if captured.is_empty() {
            return;
        }
        let rifle = match mv.move_type {
            MoveType::Special(index, _) => core
                .special(before, mv.from, index)
                .is_some_and(|path| path.rifle),
            _ => false,
        };
        let fired = mv.move_type.fires() || (rifle && core.has_shots());
        let square = if fired || !self.sides[whose.index()].has(mv.to) {
            mv.from
        } else {
            mv.to
        };
        let Some((kind, _)) = before.piece(mv.from) else {
            return;
        };
        if !fired && tagging.takers >> kind & 1 == 0 {
            return;
        }
        let mut gained = 0;
        for victim in captured.squares() {
            gained |= before.tags_on(victim) & !PROMOTED;
            if let Some((kind, _)) = before.piece(victim) {
                gained |= tagging.leaves[usize::from(kind)];
            }
        }
        if let Some((kind, _)) = self.piece(square) {
            self.add_tags(core, square, gained & !tagging.leaves[usize::from(kind)]);
        }
    }
}

/// A flat board on which effects are carried out.
struct Ground<'a, L: Layout> {
    core: &'a Core<L>,
    pos: &'a mut Pos<L>,
}

impl<L: Layout> BoardQuery<L> for Ground<'_, L> {
    fn pos(&self) -> &Pos<L> {
        self.pos
    }

    fn attacked(&self, by: L::B) -> L::B {
        self.core.attacked_next(self.pos, by, !L::B::EMPTY)
    }

    fn attacked_of(&self, by: L::B, matter: L::B) -> L::B {
        self.core.attacked_next(self.pos, by, matter)
    }
}

impl<L: Layout> EffectBoard<L> for Ground<'_, L> {
    #[inline]
    fn remove(&mut self, squares: L::B) {
        for square in (squares & self.pos.pieces()).squares() {
            self.pos.halfmove = 0;
            self.pos.remove(self.core, square);
            self.pos
                .lose_rights(self.core, self.core.castling.loss[usize::from(square)]);
        }
        if self.core.uses_initial {
            self.pos.mark_moved(self.core, squares);
        }
    }

    fn replace(&mut self, square: Square, kind: u8, side: Side) {
        let mut tags = self.pos.carried(self.core, square);
        let old = self.pos.piece(square);
        if old.is_some_and(|(old, _)| old != kind) {
            tags &= !PROMOTED;
        }
        self.pos.remove(self.core, square);
        self.pos.put_with(self.core, kind, side, square, tags);
        self.pos
            .lose_rights(self.core, self.core.castling.loss[usize::from(square)]);
        if old != Some((kind, side)) {
            self.pos.bring_rights(self.core, side, square);
        }
        if self.core.uses_initial {
            self.pos.mark_moved(self.core, L::B::bit(square));
        }
    }

    fn add_to_hand(&mut self, side: Side, kind: u8) {
        self.pos.add_to_hand(self.core, side, kind);
    }

    fn close(&mut self, squares: L::B) {
        for square in squares.squares() {
            self.pos.close(self.core, square);
        }
    }

    fn shift(&mut self, from: Square, to: Square, kind: u8) {
        let Some((old, side)) = self.pos.piece(from) else {
            return;
        };
        let mut tags = self.pos.carried(self.core, from);
        if old != kind {
            tags &= !PROMOTED;
        }
        self.pos.remove(self.core, from);
        self.pos.put_with(self.core, kind, side, to, tags);
        self.pos.cover(self.core, to);
        // What it has passed cannot be captured there any more.
        if !self.pos.en_passant_squares.is_empty() && self.pos.en_passant_victim == from {
            self.pos.clear_en_passant(self.core);
        }
        for square in [from, to] {
            self.pos
                .lose_rights(self.core, self.core.castling.loss[usize::from(square)]);
        }
        self.pos.bring_rights(self.core, side, to);
        if self.core.uses_initial {
            self.pos.mark_moved(self.core, L::B::bit(from) | L::B::bit(to));
        }
    }

    fn open(&mut self, squares: L::B) {
        for square in squares.squares() {
            self.pos.toggle_wall(self.core, square);
        }
    }

    fn exposed(&self, victim: Square) -> L::B {
        self.pos.exposed_by(victim)
    }

    fn expose(&mut self, squares: L::B, victim: Square) {
        self.pos.expose(self.core, squares, victim);
    }

    fn go_on(&mut self, continuation: Continuation<L::B>) {
        self.pos.set_going(self.core, Some(continuation));
    }

    fn go_on_above(&mut self, rule: u8, square: Square, kind: u8) {
        let Some((captor, side)) = self.pos.piece(square) else {
            return;
        };
        let tags = self.pos.carried(self.core, square) & !PROMOTED;
        self.pos.remove(self.core, square);
        self.pos.put(self.core, kind, side, square);
        self.pos
            .lose_rights(self.core, self.core.castling.loss[usize::from(square)]);
        if self.core.uses_initial {
            self.pos.mark_moved(self.core, L::B::bit(square));
        }
        self.go_on(Continuation::new(rule, square).above(captor, side, tags));
    }

    fn put(&mut self, square: Square, kind: u8, side: Side) {
        self.pos.halfmove = 0;
        self.pos.put(self.core, kind, side, square);
        self.pos.cover(self.core, square);
        self.pos.bring_rights(self.core, side, square);
        if self.core.uses_initial {
            self.pos.mark_moved(self.core, L::B::bit(square));
        }
    }
}
