//! Carrying out effects: what follows by itself from a move.

use super::chain::Continuation;
use super::compiled::NONE;
use super::core::Core;
use super::extra_state::Unit;
use super::layout::Layout;
use super::position::Pos;
use super::program::{Act, Area, Effect, Group, Keep, Line, Onward, Place, Proviso, Put, Reach, Row, Shift};
use super::tables::Pool;
use super::trial;
use crate::board::{Bits, Square};
use crate::rules::{Event, Owner, Side};
use smallvec::SmallVec;

/// What has happened in a move, as far as effects ask.
#[derive(Clone, Debug)]
pub(crate) struct MoveContext<B> {
    /// Whose move it was.
    pub(crate) side: Side,
    /// The kind that has moved, as what it was before.
    pub(crate) kind: u8,
    /// Where the move has started, and where it has ended or hit.
    pub(crate) origin: Square,
    pub(crate) target: Square,
    /// Where the pieces that have moved stand; those that have captured without moving included.
    pub(crate) movers: B,
    /// Those of them that have not just stayed where they were.
    pub(crate) entered: B,
    /// Kinds that were captured of the side's own pieces and of the other's, as bits.
    pub(crate) captured: [u64; 2],
    /// The kind that a piece becomes that becomes what was captured, or [`NONE`].
    pub(crate) victim: u8,
    /// Where the pieces stood that were captured.
    pub(crate) hit: B,
    /// Whether the piece has come from the hand.
    pub(crate) dropped: bool,
    /// What was captured, if effects ask for the pieces themselves.
    pub(crate) taken: SmallVec<[Unit; 2]>,
    /// The square that the mover has chosen, or [`NONE`].
    pub(crate) chosen: Square,
    /// Those of which there was a choice, once something has asked for it.
    pub(crate) choices: B,
    /// Whether the move is not possible.
    pub(crate) forbidden: bool,
    /// The number of the turn from whose end things follow, from 1; 0 if they follow from a move.
    pub(crate) ended: u16,
    /// Numbers of the effects whose conditions did not hold before the move; only of those that have such.
    pub(crate) unmet: SmallVec<[u16; 2]>,
}

/// A board on which effects find their pieces.
pub(crate) trait BoardQuery<L: Layout> {
    /// The pieces, as movements and effects see them.
    fn pos(&self) -> &Pos<L>;
    /// What each of the pieces on some squares could capture next by plain captures, whoever stands there; not itself.
    fn attacked(&self, by: L::B) -> L::B;
    /// The same, where only some squares matter: of others it may be wrong.
    fn attacked_of(&self, by: L::B, _matter: L::B) -> L::B {
        self.attacked(by)
    }
    /// Squares whose pieces can neither move nor be captured.
    fn still(&self) -> L::B {
        L::B::EMPTY
    }
}

/// A board on which effects are carried out.
pub(crate) trait EffectBoard<L: Layout>: BoardQuery<L> {
    /// Pieces leave the board.
    fn remove(&mut self, squares: L::B);
    /// The piece on a square becomes another kind or another side's.
    fn replace(&mut self, square: Square, kind: u8, side: Side);
    /// A side gets a piece into its hand.
    fn add_to_hand(&mut self, side: Side, kind: u8);
    /// Squares on which nothing stands are closed.
    fn close(&mut self, squares: L::B);
    /// Squares that are closed are open again.
    fn open(&mut self, squares: L::B);
    /// The piece on a square goes to an empty one, perhaps as another kind.
    fn shift(&mut self, from: Square, to: Square, kind: u8);
    /// The squares on which a piece can be captured en passant.
    fn exposed(&self, victim: Square) -> L::B;
    /// A piece can be captured en passant on some squares.
    fn expose(&mut self, squares: L::B, victim: Square);
    /// A new piece comes to an empty square.
    fn put(&mut self, square: Square, kind: u8, side: Side);
    /// The turn goes on with a piece.
    fn go_on(&mut self, continuation: Continuation<L::B>);
    /// By the rule of that number the turn goes on with a piece that was captured: it comes to its captor's square, and the captor
    /// waits below it.
    fn go_on_above(&mut self, rule: u8, square: Square, kind: u8);
}

/// A board at which one only looks.
pub(crate) struct ReadOnlyBoard<'a, L: Layout> {
    pub(crate) core: &'a Core<L>,
    pub(crate) pos: &'a Pos<L>,
}

impl<L: Layout> BoardQuery<L> for ReadOnlyBoard<'_, L> {
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

impl<B: Bits> MoveContext<B> {
    /// What is asked where nothing has moved.
    pub(crate) fn of_nothing(side: Side) -> Self {
        Self {
            side,
            kind: 0,
            origin: 0,
            target: 0,
            movers: B::EMPTY,
            entered: B::EMPTY,
            captured: [0; 2],
            victim: NONE,
            hit: B::EMPTY,
            dropped: false,
            taken: SmallVec::new(),
            chosen: NONE,
            choices: B::EMPTY,
            forbidden: false,
            ended: 0,
            unmet: SmallVec::new(),
        }
    }

    /// What effects ask at the end of a side's turn of that number.
    pub(crate) fn of_end(side: Side, number: u16) -> Self {
        Self {
            ended: number.max(1),
            ..Self::of_nothing(side)
        }
    }

    /// What effects and conditions ask of a drop that captures nothing.
    pub(crate) fn of_drop(side: Side, kind: u8, square: Square) -> Self {
        Self {
            side,
            kind,
            origin: square,
            target: square,
            movers: B::bit(square),
            entered: B::bit(square),
            captured: [0; 2],
            victim: NONE,
            hit: B::EMPTY,
            dropped: true,
            taken: SmallVec::new(),
            chosen: NONE,
            choices: B::EMPTY,
            forbidden: false,
            ended: 0,
            unmet: SmallVec::new(),
        }
    }
}

impl<B: Bits> MoveContext<B> {
    /// A piece stands on another square than before.
    fn follow(&mut self, from: Square, to: Square) {
        for set in [&mut self.movers, &mut self.entered] {
            if set.has(from) {
                *set ^= B::bit(from) | B::bit(to);
            }
        }
    }

    /// The square that was chosen of some, if any; a move has one choice, that of the first act which leaves one.
    fn choose(&mut self, room: B) -> B {
        if !self.choices.is_empty() || room.is_empty() {
            return B::EMPTY;
        }
        self.choices = room;
        if self.chosen == NONE {
            B::EMPTY
        } else {
            room & B::bit(self.chosen)
        }
    }
}

impl<B: Bits> Effect<B> {
    /// Whether the effect follows from a move.
    #[inline]
    pub(crate) fn follows(&self, context: &MoveContext<B>) -> bool {
        let side = context.side.index();
        let [own, theirs] = context.captured;
        let captured = match self.whose {
            Owner::Friend => own,
            Owner::Enemy => theirs,
            Owner::Any | Owner::Mover | Owner::Empty => own | theirs,
        };
        self.sides[side]
            && match self.event {
                Event::Move => !context.dropped && context.ended == 0,
                Event::Capture => captured != 0,
                Event::Drop => context.dropped,
                Event::Turn => context.ended != 0,
            }
            && self.every.is_none_or(|every| context.ended.is_multiple_of(every))
            && self.by >> context.kind & 1 == 1
            && self.of.is_none_or(|of| of & captured != 0)
            && (!self.same || captured >> context.kind & 1 == 1)
            && self.from[side].has(context.origin)
            && self.to[side].has(context.target)
    }
}

impl<L: Layout> Core<L> {
    /// Carries out all effects that follow from a move. Of those by which the turn goes on the last one counts, when all else is done.
    pub(crate) fn carry_out(&self, context: &mut MoveContext<L::B>, stage: &mut impl EffectBoard<L>) {
        let mut again = None;
        for &number in self
            .program
            .numbers(context.side, context.kind, context.ended != 0)
        {
            let effect = &self.program.effects[usize::from(number)];
            if !effect.follows(context) || context.unmet.contains(&number) {
                continue;
            }
            let times = if effect.repeat { self.board.count() } else { 1 };
            for _ in 0..times {
                if !self.is_so(effect.condition.as_ref(), context, stage) {
                    break;
                }
                let before = effect.repeat.then(|| *stage.pos());
                for act in &effect.acts {
                    match act {
                        Act::Again(rule) => again = Some(*rule),
                        _ => self.act(act, context, stage),
                    }
                }
                if before.is_some_and(|before| before.stands_as(stage.pos())) {
                    break;
                }
            }
        }
        if let Some(rule) = again {
            self.again(rule, context, stage);
        }
    }

    /// Looks which effects of a move ask for what was not so before it.
    pub(crate) fn look_back(&self, context: &mut MoveContext<L::B>, before: &impl BoardQuery<L>) {
        let there = MoveContext {
            kind: context.kind,
            origin: context.origin,
            target: context.target,
            movers: L::B::bit(context.origin),
            entered: L::B::bit(context.origin),
            ..MoveContext::of_nothing(context.side)
        };
        let numbers = self
            .program
            .numbers(context.side, context.kind, context.ended != 0);
        let unmet = numbers.iter().filter(|&&number| {
            let effect = &self.program.effects[usize::from(number)];
            effect.before.is_some()
                && effect.follows(context)
                && !self.is_so(effect.before.as_ref(), &there, before)
        });
        context.unmet = unmet.copied().collect();
    }

    /// Whether a condition holds; what asks nothing does.
    pub(crate) fn is_so(
        &self,
        condition: Option<&Proviso<L::B>>,
        context: &MoveContext<L::B>,
        view: &impl BoardQuery<L>,
    ) -> bool {
        let exists = |groups: &[Group<L::B>]| !self.all_of(groups, context, view).is_empty();
        condition.is_none_or(|c| (c.present.is_empty() || exists(&c.present)) && !exists(&c.absent))
    }

    fn act(&self, act: &Act<L::B>, context: &mut MoveContext<L::B>, stage: &mut impl EffectBoard<L>) {
        match act {
            Act::Remove(groups) => {
                let squares = self.all_of(groups, context, stage);
                stage.remove(squares);
                context.movers &= !squares;
                context.entered &= !squares;
            }
            Act::Flip(groups) => {
                for square in self.all_of(groups, context, stage).squares() {
                    let Some((kind, side)) = stage.pos().piece(square) else {
                        continue;
                    };
                    if self.can_join(side.other(), kind, square) {
                        stage.replace(square, kind, side.other());
                    }
                }
            }
            Act::Moved(groups) => {
                for square in self.all_of(groups, context, stage).squares() {
                    if let Some((kind, side)) = stage.pos().piece(square) {
                        stage.replace(square, kind, side);
                    }
                }
            }
            Act::Close(areas) => {
                let all = areas
                    .iter()
                    .fold(L::B::EMPTY, |all, area| all | self.area(area, context, stage));
                let squares = all & self.board;
                let standing = squares & stage.pos().pieces();
                stage.remove(standing);
                context.movers &= !standing;
                context.entered &= !standing;
                // What cannot be removed keeps its square open.
                stage.close(squares & !stage.pos().pieces());
            }
            Act::Open(areas) => {
                let areas = areas.iter();
                let all = areas.fold(L::B::EMPTY, |all, area| all | self.area(area, context, stage));
                stage.open(all & stage.pos().closed());
            }
            Act::Hand(whom, keep) => self.hand_over(whom.as_deref(), *keep, context, stage),
            Act::Put(put) => self.put(put, context, stage),
            Act::Shift(shift) => self.shift(shift, context, stage),
            Act::Carry(whom, by) => self.carry(whom, &by[context.side.index()], context, stage),
            Act::Forbid => context.forbidden = true,
            // At the end of all effects.
            Act::Again(_) => {}
            Act::Become(groups, kind) => {
                let kind = if *kind == NONE { context.victim } else { *kind };
                if kind != NONE {
                    self.turn_into(groups, kind, context, stage);
                }
            }
        }
    }

    /// Pieces become another kind, where their side's could stand.
    fn turn_into(
        &self,
        groups: &[Group<L::B>],
        kind: u8,
        context: &MoveContext<L::B>,
        stage: &mut impl EffectBoard<L>,
    ) {
        for square in self.all_of(groups, context, stage).squares() {
            let Some((old, side)) = stage.pos().piece(square) else {
                continue;
            };
            if old != kind && self.can_be(side, kind, square) {
                stage.replace(square, kind, side);
            }
        }
    }

    /// Pieces are moved along lines.
    fn shift(&self, shift: &Shift<L::B>, context: &mut MoveContext<L::B>, stage: &mut impl EffectBoard<L>) {
        let meant = self.all_of(std::slice::from_ref(&shift.whom), context, stage);
        let places = self.place(shift.place, stage.pos(), context);
        for place in places.squares() {
            for line in &shift.lines[context.side.index()][usize::from(place)] {
                let Some((from, to, kind)) = self.shifted(shift.toward, line, meant, stage.pos()) else {
                    continue;
                };
                stage.shift(from, to, kind);
                context.follow(from, to);
            }
        }
    }

    /// Pieces go on along a movement.
    fn carry(
        &self,
        whom: &Group<L::B>,
        by: &Onward<L::B>,
        context: &mut MoveContext<L::B>,
        stage: &mut impl EffectBoard<L>,
    ) {
        let leads = |from: Square, pos: &Pos<L>| {
            by.reach.from(&self.pool, from, pos.occupancy()) & self.board & !pos.occupancy()
        };
        for from in self.all_of(std::slice::from_ref(whom), context, stage).squares() {
            let pos = stage.pos();
            let Some((old, side)) = pos.piece(from) else {
                continue;
            };
            let comes = |to: Square| Some((to, self.arrives(side, old, to, pos)?));
            let free = self.board & !pos.occupancy();
            let ends = by.ends[usize::from(from)].iter();
            let mut open = ends.filter(|end| free.has(end.square) && end.holds(pos.occupancy()));
            let Some((to, kind)) = open.find_map(|end| comes(end.square)) else {
                continue;
            };
            let passed = stage.exposed(from);
            stage.shift(from, to, kind);
            if !passed.is_empty() {
                let pos = stage.pos();
                let further = passed.squares().fold(passed, |all, s| all | leads(s, pos));
                stage.expose(further & !pos.occupancy(), to);
            }
            context.follow(from, to);
        }
    }

    /// The first piece on a line, if it is meant and can go anywhere: from where, to where, and as what.
    fn shifted(&self, toward: bool, line: &Line, meant: L::B, pos: &Pos<L>) -> Option<(Square, Square, u8)> {
        let (occupancy, squares) = (pos.occupancy(), &line.squares);
        let at = squares.iter().position(|&s| occupancy.has(s))?;
        let from = squares[at];
        if at < line.from || at >= line.to || !meant.has(from) {
            return None;
        }
        let (kind, side) = pos.piece(from)?;
        let comes = |&to: &Square| Some((from, to, self.arrives(side, kind, to, pos)?));
        if toward {
            return squares[..at].iter().find_map(comes);
        }
        let behind = &squares[at + 1..];
        let free = behind.iter().position(|&s| occupancy.has(s));
        behind[..free.unwrap_or(behind.len())]
            .iter()
            .rev()
            .find_map(comes)
    }

    /// As what a piece comes to a square that it has not chosen; nothing if it cannot stand there.
    fn arrives(&self, side: Side, kind: u8, square: Square, pos: &Pos<L>) -> Option<u8> {
        if self.can_be(side, kind, square) {
            return Some(kind);
        }
        if self.royalty.kinds.iter().any(|list| list.contains(&kind)) {
            return None;
        }
        let there = |kind: u8| pos.kind(kind) & pos.sides[side.index()];
        let promotions = self.moving.movers[side.index()]
            .iter()
            .find(|m| m.kind == kind)?
            .promotions
            .iter();
        let must = promotions.filter(|p| p.always().has(square));
        let mut to = must.flat_map(|p| p.kinds());
        // What would have to come from a hand comes by moves alone.
        let fits = |&(to, limit, held): &(u8, u32, Option<Side>)| {
            held.is_none() && self.can_join(side, to, square) && there(to).count() < limit
        };
        to.find(fits).map(|(to, ..)| to)
    }

    /// The turn goes on with the piece that has moved, or with what it has captured, above it. Of two that have moved at once, it is
    /// the one that moved by itself: the first of a castling or of a change of places.
    fn again(&self, rule: u8, context: &MoveContext<L::B>, stage: &mut impl EffectBoard<L>) {
        let side = context.side;
        let own = context.movers & stage.pos().sides[side.index()];
        let first = own & L::B::bit(context.target);
        let mut movers = if first.is_empty() { own } else { first }.squares();
        let (Some(square), None) = (movers.next(), movers.next()) else {
            return;
        };
        if !self.program.chains[usize::from(rule)].is_of_victims() {
            return stage.go_on(Continuation::new(rule, square));
        }
        if context.victim != NONE && self.can_join(side, context.victim, square) {
            stage.go_on_above(rule, square, context.victim);
        }
    }

    /// Pieces come to empty squares: of a kind, or what was captured.
    fn put(&self, put: &Put<L::B>, context: &mut MoveContext<L::B>, stage: &mut impl EffectBoard<L>) {
        let area = self.area(&put.on, context, stage) & self.board;
        let turned = |side: Side| if put.flipped { side.other() } else { side };
        let may_come = |royals_too: bool, side: Side, kind: u8, square: Square| {
            if royals_too {
                self.can_be(side, kind, square)
            } else {
                self.can_join(side, kind, square)
            }
        };
        if let Some(kind) = put.kind {
            let side = turned(context.side);
            let royal = self.royalty.kinds[side.index()].contains(&kind);
            let heir = royal && !put.flipped && self.is_vacant(context, stage.pos());
            let room = self.room(area, stage.pos(), |s| may_come(heir, side, kind, s));
            let squares = if put.chosen { context.choose(room) } else { room };
            let most = if heir { 1 } else { usize::MAX };
            for square in squares.squares().take(most) {
                stage.put(square, kind, side);
            }
            return;
        }
        let taken = std::mem::take(&mut context.taken);
        for unit in taken {
            let (kind, side) = (unit.kind(), turned(unit.side()));
            // A royal comes back only to the side that has captured it, its own.
            let own = self.program.revives && !put.flipped && unit.side() == context.side;
            let room = self.room(area, stage.pos(), |s| may_come(own, side, kind, s));
            let squares = if put.chosen { context.choose(room) } else { room };
            match squares.squares().next() {
                Some(square) => stage.put(square, kind, side),
                // It is still to be had for what follows.
                None => context.taken.push(unit),
            }
        }
    }

    /// Whether a royal of its side has moved and is none any more.
    fn is_vacant(&self, context: &MoveContext<L::B>, pos: &Pos<L>) -> bool {
        let side = context.side;
        self.program.enthrones
            && context.ended == 0
            && self.royalty.kinds[side.index()].contains(&context.kind)
            && (context.movers & pos.royals(self, side)).is_empty()
    }

    /// The empty squares of an area on which a piece could stand.
    fn room(&self, area: L::B, pos: &Pos<L>, could: impl Fn(Square) -> bool) -> L::B {
        let mut room = area & !pos.occupancy();
        for square in room.squares() {
            if !could(square) {
                room ^= L::B::bit(square);
            }
        }
        room
    }

    /// Pieces go to a hand: those of some groups, or what was captured.
    fn hand_over(
        &self,
        groups: Option<&[Group<L::B>]>,
        keep: Keep,
        context: &mut MoveContext<L::B>,
        stage: &mut impl EffectBoard<L>,
    ) {
        let taken = match groups {
            // Who goes to a hand is in it: no later act has them.
            None => std::mem::take(&mut context.taken),
            Some(groups) => self.pick_up(groups, context, stage),
        };
        for unit in taken {
            let kind = if keep.demoted {
                self.demoted(unit.side(), unit.kind(), unit.tags)
            } else {
                unit.kind()
            };
            let side = if keep.flipped {
                unit.side().other()
            } else {
                unit.side()
            };
            if !self.naming.letter(side, kind).is_none() {
                stage.add_to_hand(side, kind);
            }
        }
    }

    /// Takes the pieces of some groups off the board.
    fn pick_up(
        &self,
        groups: &[Group<L::B>],
        context: &mut MoveContext<L::B>,
        stage: &mut impl EffectBoard<L>,
    ) -> SmallVec<[Unit; 2]> {
        let squares = self.all_of(groups, context, stage);
        let unit = |square: Square| {
            let (kind, side) = stage.pos().piece(square)?;
            let mut unit = Unit::new(kind, side);
            unit.tags = stage.pos().carried(self, square);
            Some((square, unit))
        };
        let units: SmallVec<[(Square, Unit); 8]> = squares.squares().filter_map(unit).collect();
        stage.remove(squares);
        context.movers &= !squares;
        context.entered &= !squares;
        let gone =
            |&(square, unit): &(Square, Unit)| stage.pos().piece(square) != Some((unit.kind(), unit.side()));
        units
            .iter()
            .filter(|pair| gone(pair))
            .map(|&(_, unit)| unit)
            .collect()
    }

    /// The squares of some pieces.
    pub(super) fn all_of(
        &self,
        groups: &[Group<L::B>],
        context: &MoveContext<L::B>,
        stage: &impl BoardQuery<L>,
    ) -> L::B {
        let pos = stage.pos();
        groups.iter().fold(L::B::EMPTY, |all, group| {
            let mut set = self.owned(pos, group.owner, context);
            if let Some(kinds) = group.kinds {
                set &= self.of_kinds(pos, kinds);
            }
            if set.is_empty() {
                return all;
            }
            all | self.area_within(&group.on, set, context, stage)
        })
    }

    /// Whether one of a group stands on some squares of its area.
    pub(super) fn has_any(
        &self,
        group: &Group<L::B>,
        squares: L::B,
        context: &MoveContext<L::B>,
        view: &impl BoardQuery<L>,
    ) -> bool {
        let pieces = self.owned(view.pos(), group.owner, context) & squares;
        !pieces.is_empty()
            && group
                .kinds
                .is_none_or(|kinds| pieces.meets(self.of_kinds(view.pos(), kinds)))
    }

    /// The pieces of an owner, seen from the side that has moved.
    fn owned(&self, pos: &Pos<L>, owner: Owner, context: &MoveContext<L::B>) -> L::B {
        let side = context.side;
        match owner {
            Owner::Mover => pos.pieces() & context.movers,
            Owner::Any => pos.pieces(),
            Owner::Friend => pos.sides[side.index()],
            Owner::Enemy => pos.sides[side.other().index()],
            Owner::Empty => self.board & !pos.occupancy(),
        }
    }

    /// The squares of an area.
    pub(crate) fn area(
        &self,
        area: &Area<L::B>,
        context: &MoveContext<L::B>,
        stage: &impl BoardQuery<L>,
    ) -> L::B {
        self.area_within(area, !L::B::EMPTY, context, stage)
    }

    /// Those of some squares that are in an area. What does not matter for them is not looked at.
    fn area_within(
        &self,
        area: &Area<L::B>,
        within: L::B,
        context: &MoveContext<L::B>,
        stage: &impl BoardQuery<L>,
    ) -> L::B {
        if within.is_empty() {
            return within;
        }
        let inside = |area: &Area<L::B>, within: L::B| self.area_within(area, within, context, stage);
        let set = match area {
            Area::Both(list) => list.iter().fold(within, |all, area| inside(area, all)),
            Area::Either(list) => list
                .iter()
                .fold(L::B::EMPTY, |all, area| all | inside(area, within & !all)),
            Area::Except(areas) => {
                let all = inside(&areas[0], within);
                all & !inside(&areas[1], all)
            }
            // Only of these it is asked, which is much less work.
            Area::Mated => trial::mated_pieces(self, stage.pos(), within, stage.still()),
            Area::Attacked => stage.attacked_of(context.entered, within),
            Area::AttackedBy(place) => {
                let pos = stage.pos();
                stage.attacked_of(self.place(*place, pos, context) & pos.pieces(), within)
            }
            Area::AttackedMore(by, weights, in_line) => {
                let by = if *by == Owner::Enemy {
                    context.side.other()
                } else {
                    context.side
                };
                if *in_line {
                    self.attacked_more_in_line(by, weights, within & self.board, stage)
                } else {
                    self.attacked_more(by, weights, stage)
                }
            }
            one => self.simple_area(one, context, stage),
        };
        set & within
    }

    /// The squares of an area that is not made of others.
    fn simple_area(
        &self,
        area: &Area<L::B>,
        context: &MoveContext<L::B>,
        stage: &impl BoardQuery<L>,
    ) -> L::B {
        let (pos, side) = (stage.pos(), context.side.index());
        let each = |place: &Place, f: &dyn Fn(Square) -> L::B| {
            let squares = self.place(*place, pos, context).squares();
            squares.fold(L::B::EMPTY, |all, square| all | f(square))
        };
        match area {
            Area::Squares(sets) => sets[side],
            Area::At(place) => self.place(*place, pos, context),
            Area::Around(tables, place) => each(place, &|s| tables[side][usize::from(s)]),
            Area::Reach(tables, place) => each(place, &|s| tables[side].from(&self.pool, s, pos.occupancy())),
            Area::Headed(tables, winds, place) => {
                let winds = winds.between(context.origin, context.target);
                winds.fold(L::B::EMPTY, |all, wind| {
                    let table = &tables[side][wind];
                    all | each(place, &|s| table.from(&self.pool, s, pos.occupancy()))
                })
            }
            Area::Enclosed(links) => self.enclosed(links, pos),
            Area::Open(links) => pos.pieces() & !self.enclosed(links, pos),
            Area::Between(rows, friends) => {
                let (ours, theirs) = (pos.sides[side], pos.sides[1 - side]);
                let friends = friends.map_or(ours, |kinds| ours & self.of_kinds(pos, kinds));
                each(&Place::Mover, &|s| {
                    Row::closed(&rows[side][usize::from(s)], theirs, friends)
                })
            }
            Area::Mated
            | Area::AttackedMore(..)
            | Area::Attacked
            | Area::AttackedBy(_)
            | Area::Both(_)
            | Area::Either(_)
            | Area::Except(_) => self.area(area, context, stage),
        }
    }

    /// The pieces in chains from which nothing leads to an empty square.
    fn enclosed(&self, links: &[Vec<L::B>; 2], pos: &Pos<L>) -> L::B {
        let free = self.board & !pos.occupancy();
        let sides = pos.sides.iter().zip(links);
        sides.fold(L::B::EMPTY, |all, (&pieces, links)| {
            let (mut shut, mut open) = (pieces, free);
            loop {
                let leads = |s: &Square| links[usize::from(*s)].meets(open);
                let freed = shut.squares().filter(leads);
                let freed = freed.fold(L::B::EMPTY, |set, s| set | L::B::bit(s));
                if freed.is_empty() {
                    break all | shut;
                }
                shut &= !freed;
                open = freed;
            }
        })
    }

    /// The squares of a place.
    pub(super) fn place(&self, place: Place, pos: &Pos<L>, context: &MoveContext<L::B>) -> L::B {
        match place {
            Place::Origin => L::B::bit(context.origin),
            Place::Target => L::B::bit(context.target),
            Place::Mover => context.movers,
            Place::Victim => context.hit,
            Place::Walls => pos.closed(),
            Place::Pieces(Owner::Empty, _) => self.owned(pos, Owner::Empty, context),
            Place::Pieces(owner, kinds) => self.owned(pos, owner, context) & self.of_kinds(pos, kinds),
        }
    }
}

impl<B: Bits> Reach<B> {
    /// All ends from a square.
    pub(crate) fn from(&self, pool: &Pool<B>, square: Square, occupancy: B) -> B {
        let leap = self.leap.get(usize::from(square)).copied().unwrap_or(B::EMPTY);
        let rays = self.rays.as_ref();
        leap | rays.map_or(B::EMPTY, |rays| rays.targets(pool, square, occupancy))
    }
}
