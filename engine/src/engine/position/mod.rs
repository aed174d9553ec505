//! A position as one flat value: pieces on squares, rights, hands, clocks and the hash. Does not
//! know how pieces move: of the rules, it needs the tables from which its hash is made.

pub(crate) mod rights;
pub(crate) mod turns;
pub(crate) mod units;

use crate::board::{Bits, Square, union_of};
use crate::engine::chain::{Chain as _, Continuation};
use crate::engine::compiled::{NONE, Special};
use crate::engine::core::Core;
use crate::engine::counting::Counted;
use crate::engine::goals::Scene;
use crate::engine::layout::{Hands as _, Layout, Walls as _};
use crate::engine::passed_squares::Trail as _;
use crate::engine::tagging::PROMOTED;
use crate::rules::{BySide, Modes, RoyalRule, Side};

/// A position in one layout. Copied, never changed in place, by the move generator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pos<L: Layout> {
    /// Pieces of each side.
    pub(crate) sides: BySide<L::B>,
    /// Pieces of each kind.
    pub(crate) kinds: L::PerKind,
    /// The piece on each square, [`Side::code`], or [`NONE`].
    pub(crate) board: L::PerSquare,
    /// Pieces by their tags; none in plain layouts.
    pub(crate) tags: L::Tags,
    /// Pieces in hand; none in plain layouts.
    pub(crate) hands: L::Hands,
    /// Squares that are closed: nothing stands or moves there. None in plain layouts.
    pub(crate) walls: L::Walls,
    /// In turns of several moves: all exposed squares with the pieces that have passed them.
    pub(crate) passed_squares: L::Trail,
    /// The continuation of the turn, if there is one.
    pub(crate) chain: L::Chain,
    /// Squares exposed to en passant by the last move.
    pub(crate) en_passant_squares: L::B,
    /// Pieces on their start squares that have not moved; kept only if the rules depend on them.
    pub(crate) unmoved: L::B,
    /// Towers, marks, pools and open decisions; empty except in full layouts.
    pub(crate) extra: L::ExtraState,
    /// Hash of everything but the clocks and the [`ExtraState`](crate::engine::extra_state).
    pub(crate) hash: u64,
    /// Castling rights: a bit for each castling of the rules, or for each square of a piece that
    /// may castle.
    pub(crate) castling: L::Rights,
    /// The square of the piece that exposed squares, or [`NONE`].
    pub(crate) en_passant_victim: Square,
    pub(crate) side_to_move: Side,
    /// Checks that each side still has to give; 0 if that is no goal.
    pub(crate) checks: BySide<u8>,
    /// The number of passes that have just followed each other; kept only if the rules depend on
    /// it.
    pub(crate) passes: u8,
    /// The number of moves left in the turn, the next one included; 1 if a turn is one move.
    pub(crate) left: u8,
    /// Plies since the last capture or move of a piece that resets the clock.
    pub(crate) halfmove: u16,
    /// The number of the move, which grows after Black's.
    pub(crate) fullmove: u16,
    /// The count after which the game is drawn. It is not kept while moves are generated, because
    /// no move depends on it.
    pub(crate) counted: Counted,
}

impl<L: Layout> Pos<L> {
    /// The position itself: nothing is remembered beside it.
    #[inline(always)]
    pub(crate) const fn flat(&self) -> &Self {
        self
    }

    pub(crate) fn empty() -> Self {
        Self {
            sides: [L::B::EMPTY; Side::COUNT],
            kinds: L::NO_KINDS,
            board: L::fill(NONE),
            tags: L::NO_TAGS,
            hands: L::Hands::EMPTY,
            walls: L::Walls::NONE,
            passed_squares: L::Trail::EMPTY,
            chain: L::Chain::NONE,
            en_passant_squares: L::B::EMPTY,
            unmoved: L::B::EMPTY,
            extra: L::NO_EXTRA_STATE,
            hash: 0,
            castling: L::Rights::EMPTY,
            en_passant_victim: NONE,
            side_to_move: Side::ALL[0],
            checks: [0; Side::COUNT],
            passes: 0,
            left: 1,
            halfmove: 0,
            fullmove: 1,
            counted: Counted::default(),
        }
    }

    /// Squares to which no piece can move without capturing: those with pieces and those that are
    /// closed.
    #[inline(always)]
    pub(crate) fn occupancy(&self) -> L::B {
        self.pieces() | self.closed()
    }

    /// Squares that are closed.
    #[inline(always)]
    pub(crate) fn closed(&self) -> L::B {
        self.walls.all()
    }

    /// Squares with pieces.
    #[inline(always)]
    pub(crate) fn pieces(&self) -> L::B {
        union_of(&self.sides)
    }

    /// Squares with pieces that a side may capture: those of its opponents.
    #[inline(always)]
    pub(crate) fn enemies(&self, side: Side) -> L::B {
        union_of(&side.opponents().map(|side| self.sides[side]))
    }

    /// The owner of the piece on a square that has one.
    #[inline(always)]
    pub(crate) fn owner(&self, square: Square) -> Side {
        let last = Side::COUNT - 1;
        let owner = self.sides[..last].iter().position(|pieces| pieces.has(square));
        Side::of_index(owner.unwrap_or(last))
    }

    /// Closes an open square, or opens a closed one; no piece stands there.
    pub(crate) fn toggle_wall(&mut self, core: &Core<L>, square: Square) {
        self.walls.toggle(square);
        self.hash ^= core.keys.wall(square);
    }

    /// Closes a square on which no piece stands. A piece that has passed the square can no longer
    /// be captured there.
    pub(crate) fn close(&mut self, core: &Core<L>, square: Square) {
        if !self.closed().has(square) {
            self.toggle_wall(core, square);
        }
        self.cover(core, square);
    }

    /// Puts a wall on an empty square; if there is only one wall at a time, it replaces the former
    /// one.
    pub(crate) fn put_wall(&mut self, core: &Core<L>, square: Square) {
        if core.walls.as_ref().is_some_and(|rule| rule.one) {
            for old in self.closed().squares() {
                self.toggle_wall(core, old);
            }
        }
        self.close(core, square);
    }

    /// Notes that a piece or wall has come to a square to stay: a piece that has passed the square
    /// can no longer be captured there.
    pub(crate) fn cover(&mut self, core: &Core<L>, square: Square) {
        if self.en_passant_squares.has(square) {
            let (rest, victim) = (
                self.en_passant_squares ^ L::B::bit(square),
                self.en_passant_victim,
            );
            if core.tracks_passers {
                return self.keep_en_passant(core, |middle, _| middle != square);
            }
            self.clear_en_passant(core);
            if !rest.is_empty() {
                self.expose(core, rest, victim);
            }
        }
    }

    #[inline(always)]
    pub(crate) fn kind(&self, kind: u8) -> L::B {
        self.kinds.as_ref()[usize::from(kind) & (L::KINDS - 1)]
    }

    /// The view that goals have of the position.
    #[inline]
    pub(crate) fn scene(&self, core: &Core<L>) -> Scene<'_, L::B> {
        let moved = self.last_mover(core);
        Scene {
            kinds: self.kinds.as_ref(),
            sides: self.sides,
            held: Side::each(|side| self.held(side)),
            above: &[],
            waiting: self.chain.waiting(),
            walls: self.closed(),
            side_to_move: self.side_to_move,
            moved,
            checks: self.checks,
            passes: self.passes,
            facing: self.passes > 0 && self.royals_face(core),
            castles: if core.ending.counts_rights {
                rights::castling_ends(core, self)
            } else {
                [L::B::EMPTY; Side::COUNT]
            },
        }
    }

    /// Whether royals of both sides face each other on an open file or rank; always false if no
    /// rule depends on it.
    pub(crate) fn royals_face(&self, core: &Core<L>) -> bool {
        if core.face_off.lines.is_empty() {
            return false;
        }
        let (occupancy, theirs) = (self.occupancy(), self.royals(core, Side::Black));
        let meets = |line: &Vec<Square>| {
            let first = line.iter().find(|&&square| occupancy.has(square));
            first.is_some_and(|&square| theirs.has(square))
        };
        let own = self.royals(core, Side::White);
        own.squares().any(|royal| {
            core.face_off.squares[usize::from(royal)].meets(theirs)
                && core.face_off.lines[usize::from(royal)].iter().any(meets)
        })
    }

    /// The piece on a square: its kind and side.
    #[inline(always)]
    pub(crate) fn piece(&self, square: Square) -> Option<(u8, Side)> {
        let code = self.board.as_ref()[usize::from(square)];
        (code != NONE).then_some(Side::decode(code))
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, core: &Core<L>, kind: u8, side: Side, square: Square) {
        let code = side.code(kind);
        let bit = L::B::bit(square);
        self.board.as_mut()[usize::from(square)] = code;
        self.sides[side.index()] |= bit;
        self.kinds.as_mut()[usize::from(kind) & (L::KINDS - 1)] |= bit;
        self.hash ^= core.keys.piece(code, square);
        if L::RICH
            && let Some(tagging) = &core.tagging
        {
            self.add_tags(core, square, tagging.natural[usize::from(kind)]);
        }
    }

    /// The tags of the piece on a square, as bits.
    #[inline]
    pub(crate) fn tags_on(&self, square: Square) -> u8 {
        let tags = self.tags.as_ref().iter().enumerate();
        tags.fold(0, |mask, (i, set)| mask | u8::from(set.has(square)) << i)
    }

    /// The same, with that many tags.
    #[inline(always)]
    fn tags_among(&self, count: usize, square: Square) -> u8 {
        let tags = self.tags.as_ref().iter().take(count).enumerate();
        tags.fold(self.is_promoted(square), |mask, (i, set)| {
            mask | u8::from(set.has(square)) << i
        })
    }

    /// Adds tags to the piece on a square.
    #[inline]
    pub(crate) fn add_tags(&mut self, core: &Core<L>, square: Square, mask: u8) {
        let new = mask & !self.tags_on(square);
        self.flip_tags(core, square, new);
    }

    #[inline]
    pub(super) fn flip_tags(&mut self, core: &Core<L>, square: Square, mask: u8) {
        let mut rest = mask;
        while rest != 0 {
            let tag = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            self.tags.as_mut()[tag] ^= L::B::bit(square);
            self.hash ^= core.keys.tag(tag, square);
        }
    }

    /// Puts a piece with tags on a square.
    #[inline(always)]
    pub(super) fn put_with(&mut self, core: &Core<L>, kind: u8, side: Side, square: Square, tags: u8) {
        self.put(core, kind, side, square);
        if L::RICH && core.traits.carries {
            let own = core.tagging.as_ref().map_or(0, |t| t.leaves[usize::from(kind)]);
            self.add_tags(core, square, core.kept(tags & !own, side, kind));
        }
    }

    /// The tags of the piece on a square, if there are tags at all.
    #[inline(always)]
    pub(super) fn carried(&self, core: &Core<L>, square: Square) -> u8 {
        match &core.tagging {
            Some(tagging) if L::RICH => self.tags_among(tagging.letters.len(), square),
            None if L::RICH && core.traits.carries => self.is_promoted(square),
            _ => 0,
        }
    }

    /// [`PROMOTED`] if the piece on a square has promoted and positions remember that.
    #[inline(always)]
    pub(crate) fn is_promoted(&self, square: Square) -> u8 {
        let promoted = self.tags.as_ref().last().is_some_and(|set| set.has(square));
        if promoted { PROMOTED } else { 0 }
    }

    /// The number of pieces of each kind that a side has in hand; empty if there are no hands.
    #[inline(always)]
    pub(crate) fn held(&self, side: Side) -> &[u8] {
        self.hands.of(side)
    }

    /// Whether a side has a piece of a kind in hand.
    pub(crate) fn is_held(&self, side: Side, kind: u8) -> bool {
        self.hands.count(side, kind) > 0
    }

    /// Notes that a piece of a side has become another kind, which may come from a hand.
    #[inline(never)]
    pub(crate) fn take_promoted(&mut self, core: &Core<L>, side: Side, piece: u8, kind: u8) {
        for promotion in core.promotions_of(side, piece) {
            if let Some(place) = promotion.to.iter().position(|&to| to == kind) {
                if let Some(holder) = promotion.held[place] {
                    let count = self.hands.count(holder, kind);
                    self.set_hand(core, holder, kind, count.saturating_sub(1));
                }
                return;
            }
        }
    }

    /// Adds a piece to a side's hand.
    pub(crate) fn add_to_hand(&mut self, core: &Core<L>, side: Side, kind: u8) {
        let count = self.hands.count(side, kind);
        self.set_hand(core, side, kind, count.saturating_add(1));
    }

    /// Sets the number of pieces of a kind that a side has in hand.
    pub(crate) fn set_hand(&mut self, core: &Core<L>, side: Side, kind: u8, count: u8) {
        let before = self.hands.count(side, kind);
        self.hash ^= core.keys.held(side, kind, before) ^ core.keys.held(side, kind, count);
        self.hands.set(side, kind, count);
    }

    /// Pieces of the kinds of a mask.
    pub(crate) fn of_kinds(&self, core: &Core<L>, mask: u64) -> L::B {
        if mask == u64::MAX {
            return self.pieces();
        }
        let mut set = L::B::EMPTY;
        let mut rest = mask;
        while rest != 0 {
            let kind = rest.trailing_zeros() as u8;
            if usize::from(kind) < core.naming.letters[0].len() {
                set |= self.kind(kind);
            }
            rest &= rest - 1;
        }
        set
    }

    /// Puts a piece from a side's hand on the board.
    pub(crate) fn drop(&mut self, core: &Core<L>, side: Side, kind: u8, square: Square) {
        if core.reserve.endless[side.index()] >> kind & 1 == 0 {
            let held = core.face(side, kind);
            let count = self.hands.count(side, held);
            self.set_hand(core, side, held, count.saturating_sub(1));
        }
        self.put(core, kind, side, square);
        if core.gates_end && core.has_gates() && !core.may_gate(self.held(side), side) {
            self.mark_moved(core, self.sides[side.index()]);
        }
    }

    /// Removes the piece on a square, if there is one.
    #[inline(always)]
    pub(crate) fn remove(&mut self, core: &Core<L>, square: Square) -> bool {
        let code = self.board.as_ref()[usize::from(square)];
        if code == NONE {
            return false;
        }
        let bit = L::B::bit(square);
        self.board.as_mut()[usize::from(square)] = NONE;
        self.sides[usize::from(code & 1)] ^= bit;
        self.kinds.as_mut()[usize::from(code >> 1) & (L::KINDS - 1)] ^= bit;
        self.hash ^= core.keys.piece(code, square);
        let carried = self.carried(core, square);
        if L::RICH && carried != 0 {
            self.flip_tags(core, square, carried);
        }
        true
    }

    /// Moves a piece without tags to another, empty square. It does the work of [`Self::remove`]
    /// and [`Self::put`] at once, because processors wait for values that have just been written.
    #[inline(always)]
    pub(super) fn go(&mut self, core: &Core<L>, code: u8, from: Square, to: Square) {
        let both = L::B::bit(from) | L::B::bit(to);
        self.board.as_mut()[usize::from(from)] = NONE;
        self.board.as_mut()[usize::from(to)] = code;
        self.sides[usize::from(code & 1)] ^= both;
        self.kinds.as_mut()[usize::from(code >> 1) & (L::KINDS - 1)] ^= both;
        self.hash ^= core.keys.piece(code, from) ^ core.keys.piece(code, to);
    }

    /// Royal pieces of a side.
    #[inline(always)]
    pub(crate) fn royals(&self, core: &Core<L>, side: Side) -> L::B {
        let mut set = L::B::EMPTY;
        for &kind in &core.royalty.kinds[side.index()] {
            set |= self.kind(kind);
        }
        set & self.sides[side.index()]
    }

    /// Royal pieces of a side's opponents.
    #[inline(always)]
    pub(crate) fn enemy_royals(&self, core: &Core<L>, side: Side) -> L::B {
        union_of(&side.opponents().map(|side| self.royals(core, side)))
    }

    /// The squares of a side's royals that its rule considers one by one: all of them, or those
    /// that are the last of their kind.
    pub(crate) fn precious(&self, core: &Core<L>, side: Side) -> L::B {
        if core.royalty.rule[side.index()] != RoyalRule::LastOfEach {
            return self.royals(core, side);
        }
        let mut set = L::B::EMPTY;
        for &kind in &core.royalty.kinds[side.index()] {
            let of_kind = self.kind(kind) & self.sides[side.index()];
            if !of_kind.several() {
                set |= of_kind;
            }
        }
        set
    }

    /// Whether the same pieces stand on the same squares, and the same squares are closed.
    pub(crate) fn stands_as(&self, other: &Self) -> bool {
        self.board.as_ref() == other.board.as_ref() && self.closed() == other.closed()
    }

    /// The hash computed afresh.
    pub(crate) fn fresh_hash(&self, core: &Core<L>) -> u64 {
        let keys = &core.keys;
        let mut hash =
            keys.castling(self.castling) ^ keys.exposed(self.en_passant_squares) ^ keys.unmoved(self.unmoved);
        if self.side_to_move == Side::Black {
            hash ^= keys.turn;
        }
        for square in self.pieces().squares() {
            hash ^= keys.piece(self.board.as_ref()[usize::from(square)], square);
        }
        for (tag, set) in self.tags.as_ref().iter().enumerate() {
            for square in set.squares() {
                hash ^= keys.tag(tag, square);
            }
        }
        for square in self.closed().squares() {
            hash ^= keys.wall(square);
        }
        hash ^=
            keys.passes(self.passes) ^ keys.left(self.left) ^ keys.continuation(self.chain.continuation());
        hash ^= keys.phase(core.program.phase(self.fullmove));
        for side in Side::ALL {
            for kind in 0..L::KINDS as u8 {
                let count = self.hands.count(side, kind);
                if core.reserve.has_hands {
                    hash ^= keys.held(side, kind, count);
                } else if count > 0 {
                    // Pieces may also come to hands if no drop exists. An empty hand adds nothing
                    // to the hash then.
                    hash ^= keys.held(side, kind, count) ^ keys.held(side, kind, 0);
                }
            }
            if core.check_goal[side.index()].is_some() {
                hash ^= keys.checks(side.index(), self.checks[side.index()]);
            }
        }
        hash
    }

    /// Adds the rights that come with a drop of a side on a square.
    #[inline]
    pub(crate) fn gain_rights(&mut self, core: &Core<L>, side: Side, square: Square) {
        if !core.castling.by_drop.is_empty() {
            self.gain(core, core.castling.by_drop, (side, square));
        }
    }

    /// Adds the rights that come with an effect that has brought a piece of a side to a square.
    #[inline]
    pub(crate) fn bring_rights(&mut self, core: &Core<L>, side: Side, square: Square) {
        if !core.castling.by_effect.is_empty() {
            self.gain(core, core.castling.by_effect, (side, square));
        }
    }

    /// Adds those of some rights for which a piece of a side has come to a square, while the other
    /// piece stands on its start square.
    fn gain(&mut self, core: &Core<L>, rights: L::Rights, (side, square): (Side, Square)) {
        let mut rights = rights & core.castling.of_side[side.index()] & !self.castling;
        // A right that may be lost on the square may also be gained there.
        rights &= core.castling.loss[usize::from(square)];
        for number in rights.squares() {
            let (castle, right) = (&core.castling.all[usize::from(number)], L::Rights::bit(number));
            if self.piece(castle.king_from) == Some((castle.king, side))
                && self.piece(castle.rook_from) == Some((castle.rook, side))
            {
                self.hash ^= core.keys.castling(right);
                self.castling |= right;
            }
        }
    }

    #[inline(always)]
    pub(crate) fn lose_rights(&mut self, core: &Core<L>, rights: L::Rights) {
        let mut lost = self.castling & rights;
        if !lost.is_empty() {
            if !L::RICH && !core.castling.homes.is_empty() {
                lost = rights::lost_with(core, self, lost);
            }
            self.hash ^= core.keys.castling(lost);
            self.castling ^= lost;
        }
    }

    pub(crate) fn expose(&mut self, core: &Core<L>, squares: L::B, victim: Square) {
        if L::RICH && core.tracks_passers {
            return self.expose_too(core, squares, victim);
        }
        self.en_passant_squares = squares;
        self.en_passant_victim = victim;
        self.hash ^= core.keys.exposed(squares);
    }

    /// Forgets all squares exposed to en passant.
    #[inline(always)]
    pub(crate) fn clear_en_passant(&mut self, core: &Core<L>) {
        if !self.en_passant_squares.is_empty() {
            self.hash ^= core.keys.exposed(self.en_passant_squares);
            self.en_passant_squares = L::B::EMPTY;
            self.passed_squares = L::Trail::EMPTY;
        }
        self.en_passant_victim = NONE;
    }

    /// The piece with which the turn continues, and the number of its rule.
    pub(crate) fn goes_on_with(&self) -> Option<(Square, usize)> {
        let continuation = self.chain.continuation()?;
        Some((continuation.square(), usize::from(continuation.rule)))
    }

    /// Sets or removes the continuation of the turn.
    pub(crate) fn set_going(&mut self, core: &Core<L>, continuation: Option<Continuation<L::B>>) {
        self.hash ^= core.keys.continuation(self.chain.continuation()) ^ core.keys.continuation(continuation);
        self.chain.set(continuation);
    }

    pub(crate) fn mark_moved(&mut self, core: &Core<L>, squares: L::B) {
        let moved = self.unmoved & squares;
        self.hash ^= core.keys.unmoved(moved);
        self.unmoved ^= moved;
    }
}

impl<B: Bits> Special<B> {
    /// Whether a move along the path to a square only exposes the squares that it passes, as a
    /// plain path might as well.
    pub(crate) fn exposes_only(&self, to: Square) -> bool {
        let bare = self.captures.is_empty() && !self.rifle && !self.alone;
        self.to == to && bare && self.modes.has(Modes::QUIET) && !self.exposed.is_empty()
    }

    /// Whether the pieces that it would remove, or change places with, belong to the kinds that it
    /// takes.
    #[inline(always)]
    pub(crate) fn suits<L: Layout<B = B>>(&self, pos: &Pos<L>, mode: Modes) -> bool {
        let fits = |&(square, kinds): &(Square, u64)| {
            let passed = square == self.to && mode == Modes::EN_PASSANT;
            let victim = if passed { pos.victim_at(square) } else { square };
            match pos.piece(victim) {
                Some((kind, _)) => kinds >> kind & 1 == 1,
                // A wall has no kind.
                None => kinds == 0 && pos.closed().has(square),
            }
        };
        self.kinds.iter().all(fits)
    }
}
