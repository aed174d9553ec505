//! Generation of legal moves, as sets of targets. Does not make moves for good, and does not know
//! when the game is over.

pub(crate) mod blasts;
pub(crate) mod castling;
pub(crate) mod chain;
pub(crate) mod choices;
pub(crate) mod control;
pub(crate) mod drops;
pub(crate) mod en_passant;
pub(crate) mod exchange;
pub(crate) mod followed;
pub(crate) mod gates;
pub(crate) mod guard;
pub(crate) mod most;
pub(crate) mod parts;
pub(crate) mod plain;
pub(crate) mod promotion;
pub(crate) mod relay;
pub(crate) mod royals;
pub(crate) mod shots;
pub(crate) mod sink;
pub(crate) mod special;
pub(crate) mod walls;

use crate::engine::attacks;
use crate::engine::legality;
use crate::engine::position::turns;
use crate::engine::powers;
use crate::engine::targets;
use crate::engine::turn;
use crate::engine::{ahead, trial};
use chain::ChainWay;
use choices::Choosing;
pub(crate) use guard::Guard;
pub(crate) use sink::{Count, List, Sink};
use walls::Walling;

use super::chain::Chain as _;
use super::compiled::{Mover, Shape, WallRule};
use super::core::Core;
use super::foresight::Answers;
use super::layout::Layout;
use super::legality::{Purpose, Safety};
use super::mv::Move;
use super::position::Pos;
use super::powers::Powers;
use crate::board::{Bits, Square};
use crate::engine::judging::Judging;
use crate::rules::{Part, Pass, Side};
use std::cell::Cell;

/// Generates all legal moves. The position must not be decided by a goal.
pub(crate) fn generate<L: Layout, S: Sink<L>>(core: &Core<L>, pos: &Pos<L>, sink: &mut S) {
    let _open = (L::RICH && looks_ahead(core, pos.side_to_move)).then(ahead::open);
    if L::RICH && core.restrictions.most_captures[pos.side_to_move.index()] {
        return most::with_most(core, pos, sink);
    }
    if let Some(rule) = turns::kinds_of_moves(core) {
        return parts::by_parts(core, pos, rule, sink);
    }
    if L::RICH && core.has_gates() {
        return gates::with_gates(core, pos, sink);
    }
    alone(core, pos, sink);
}

/// Whether listings of a side look more than one move ahead, counted for all moves together.
#[inline(always)]
pub(crate) fn looks_ahead<L: Layout>(core: &Core<L>, side: Side) -> bool {
    core.program.owes || core.traits.asks_mated || core.restrictions.bans[side.index()].asks_mates
}

/// [`generate`] for a sink that is known only at run time: compiled once for all of them.
fn generate_through<L: Layout>(core: &Core<L>, pos: &Pos<L>, sink: &mut dyn Sink<L>) {
    if let Some(rule) = turns::kinds_of_moves(core) {
        return parts::by_parts(core, pos, rule, sink);
    }
    of_any_part(core, pos, sink);
}

/// The same, for any part of a turn.
fn of_any_part<L: Layout>(core: &Core<L>, pos: &Pos<L>, sink: &mut dyn Sink<L>) {
    if L::RICH && core.has_gates() {
        return gates::with_gates(core, pos, sink);
    }
    alone_through(core, pos, sink);
}

/// The same as [`alone`], for such a sink.
#[inline(never)]
fn alone_through<L: Layout>(core: &Core<L>, pos: &Pos<L>, mut sink: &mut dyn Sink<L>) {
    alone(core, pos, &mut sink);
}

/// Generates all legal moves without the pieces that they may let in.
#[inline(always)]
fn alone<L: Layout, S: Sink<L>>(core: &Core<L>, pos: &Pos<L>, sink: &mut S) {
    let walls = core.walls.as_ref().filter(|_| L::RICH);
    if let Some(rule) = walls.filter(|rule| !rule.instead) {
        return with_walls(core, pos, rule, sink);
    }
    if L::RICH && walls.is_none() && core.program.chooses.is_some() {
        return with_choices(core, pos, sink);
    }
    let (bound, safe) = moves(core, pos, false, sink);
    // Forced captures and drops come before any wall.
    if let (Some(rule), Bound::Nothing) = (walls, bound) {
        walls::only_walls(core, pos, rule, sink);
    }
    if bound != Bound::Drop {
        passes(core, pos, safe, sink);
    }
}

/// Generates all legal moves with the squares that they choose.
#[inline(never)]
fn with_choices<L: Layout>(core: &Core<L>, pos: &Pos<L>, sink: &mut dyn Sink<L>) {
    let judged = walls::choices_matter(core, pos);
    let mut choosing = Choosing {
        core,
        pos,
        judged,
        sink,
    };
    let (bound, safe) = moves_through(core, pos, false, &mut choosing);
    if bound != Bound::Drop {
        passes(core, pos, safe, choosing.sink);
    }
}

/// Generates all legal moves with the walls that they put.
#[inline(never)]
fn with_walls<L: Layout>(core: &Core<L>, pos: &Pos<L>, rule: &WallRule<L::B>, sink: &mut dyn Sink<L>) {
    let judged = walls::choices_matter(core, pos);
    let mut walling = Walling {
        core,
        pos,
        rule,
        judged,
        sink,
    };
    let (bound, safe) = moves_through(core, pos, judged, &mut walling);
    if bound != Bound::Drop {
        passes(core, pos, safe, walling.sink);
    }
}

/// The same as [`moves`], for such a sink.
#[inline(never)]
fn moves_through<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    walls_to_come: bool,
    mut sink: &mut dyn Sink<L>,
) -> (Bound, bool) {
    moves(core, pos, walls_to_come, &mut sink)
}

/// Generates moves without walls. If walls that are still to come may make moves legal, it includes
/// moves that leave royals attacked. Returns the duty of the side, and whether its royals are safe
/// now, as far as that is known.
#[inline(always)]
fn moves<L: Layout, S: Sink<L>>(
    core: &Core<L>,
    pos: &Pos<L>,
    walls_to_come: bool,
    sink: &mut S,
) -> (Bound, bool) {
    let us = pos.side_to_move;
    let mut powers = Powers::none();
    let memo = Memo::default();
    let mut safety = Safety::new(pos.royals(core, us));
    judge(core, pos, walls_to_come, &mut powers, &mut safety);
    let generator = |captures: bool, quiets: bool| Generator {
        core,
        pos,
        safety: &safety,
        powers: &powers,
        us,
        captures: captures && core.restrictions.captures[us.index()],
        shoots: captures,
        quiets,
        only: !L::B::EMPTY,
        aim: None,
        barred: L::B::EMPTY,
        memo: &memo,
    };
    if L::RICH
        && let Some(continuation) = pos.chain.continuation()
    {
        chain::going_on(core, pos, continuation, ChainWay::ANY, &safety, &powers, sink);
        return (Bound::Capture, false);
    }
    if L::RICH && core.reserve.must_drop[us.index()] && sink.wants(Part::Drop) {
        generator(false, true).drops(true, sink);
        if !sink.is_empty() {
            return (Bound::Drop, false);
        }
    }
    let listed = !L::RICH || sink.wants(Part::Move) || sink.wants(Part::Swap);
    if listed && list_in_order(core.restrictions.must_capture[us.index()], generator, sink) {
        return (Bound::Capture, false);
    }
    if L::RICH && core.reserve.has_hands && sink.wants(Part::Drop) {
        generator(false, true).drops(false, sink);
    }
    if let Some(rule) = core
        .control
        .as_ref()
        .filter(|_| L::RICH && sink.wants(Part::Control))
    {
        generator(true, true).control(rule, sink);
    }
    let sure = !safety.makes_all() && !core.restrictions.bans_any(us);
    (Bound::Nothing, sure && !safety.attacked)
}

/// Lists all moves on the board. If captures are a duty, they come first, and the others only if
/// there are none. Returns whether the side must capture. The listing is one call, so that it is
/// compiled here only once.
#[inline(always)]
fn list_in_order<'g, L: Layout, S: Sink<L>>(
    must_capture: bool,
    generator: impl Fn(bool, bool) -> Generator<'g, L>,
    sink: &mut S,
) -> bool {
    let (mut captures, mut quiets) = (true, !must_capture);
    loop {
        let generator = generator(captures, quiets);
        match sink.through() {
            Some(sink) => generator.all_through(sink),
            None => generator.all(sink),
        }
        if quiets {
            return false;
        }
        if !sink.is_empty() {
            return true;
        }
        (captures, quiets) = (false, true);
    }
}

/// Finds the abilities of the side to move and the dangers to its royals.
#[inline(always)]
fn judge<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    walls_to_come: bool,
    powers: &mut Powers<L>,
    safety: &mut Safety<L>,
) {
    let us = pos.side_to_move;
    powers::powers_to_move(core, pos, powers, &mut safety.powers);
    legality::safety(core, pos, us, safety);
    if L::RICH {
        powers::powers_once_judged(
            core,
            pos,
            legality::finds_checks(core, us) && safety.is_unattacked(),
            powers,
        );
    }
    if L::RICH && walls_to_come {
        safety.judging = Judging::Trial;
        safety.purpose = Purpose::BeforeWalls;
    }
}

/// The pass, if there is one. `safe`: whether the royals are known to be safe.
#[inline(always)]
fn passes<L: Layout, S: Sink<L> + ?Sized>(core: &Core<L>, pos: &Pos<L>, safe: bool, sink: &mut S) {
    if L::RICH
        && let Some(continuation) = pos.chain.continuation()
    {
        if chain::may_stop(core, &continuation) && trial::is_legal_by_making(core, pos, Move::PASS) {
            sink.one(Move::PASS);
        }
        return;
    }
    ruled_passes(core, pos, safe, sink);
    // A side that has no move for the rest of its turn may end it.
    if L::RICH
        && pos.parts_made(core) > 0
        && sink.is_empty()
        && turns::kinds_of_moves(core).is_none()
        && pos.may_rest(core)
    {
        sink.one(Move::PASS);
    }
}

/// The pass, if the rules have one.
#[inline(always)]
fn ruled_passes<L: Layout, S: Sink<L> + ?Sized>(core: &Core<L>, pos: &Pos<L>, safe: bool, sink: &mut S) {
    let us = pos.side_to_move.index();
    let (pass, rule) = (core.restrictions.pass[us], core.royalty.rule[us]);
    let royals = Royals { core, pos, safe };
    if pass != Pass::Never && turn::may_pass(pass, rule, !sink.is_empty(), &royals) {
        sink.one(Move::PASS);
    }
}

/// Whether the side to move, if it has no legal move, is in check in the sense that loses at once.
pub(crate) fn is_mated_if_stuck<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> bool {
    let rule = core.royalty.rule[pos.side_to_move.index()];
    let safe = false;
    turn::is_mated_if_stuck(rule, &Royals { core, pos, safe })
}

/// The royals of the side to move in a flat position.
struct Royals<'a, L: Layout> {
    core: &'a Core<L>,
    pos: &'a Pos<L>,
    /// Whether they are known to be safe.
    safe: bool,
}

impl<L: Layout> turn::Standing for Royals<'_, L> {
    fn in_check(&self) -> bool {
        attacks::in_check(self.core, self.pos, self.pos.side_to_move)
    }

    fn is_wholly_attacked(&self) -> bool {
        let (core, pos, us) = (self.core, self.pos, self.pos.side_to_move);
        let royals = pos.royals(core, us);
        let mut each = royals.squares();
        !royals.is_empty() && each.all(|s| attacks::is_attacked(core, pos, us, s, true))
    }

    fn is_attacked_at_all(&self) -> bool {
        attacks::attacked_royals(self.core, self.pos, self.pos.side_to_move) > 0
    }

    fn is_safe_to_pass(&self) -> bool {
        self.safe || trial::is_legal_by_making(self.core, self.pos, Move::PASS)
    }
}

/// The duty of a side while it can fulfil it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// No duty.
    Nothing,
    /// It must capture; it may still pass, if that is allowed.
    Capture,
    /// It must make a drop.
    Drop,
}

/// The squares on which plain moves may end.
#[derive(Clone, Copy)]
struct Ends<B> {
    captures: B,
    quiets: B,
}

impl<B: Bits> Ends<B> {
    #[inline(always)]
    fn both(&self) -> B {
        self.captures | self.quiets
    }
}

pub(super) struct Generator<'a, L: Layout> {
    pub(super) core: &'a Core<L>,
    pub(super) pos: &'a Pos<L>,
    pub(super) safety: &'a Safety<L>,
    /// The powers of the side to move.
    powers: &'a Powers<L>,
    pub(super) us: Side,
    captures: bool,
    /// Whether shots are made, even if nothing may be captured.
    shoots: bool,
    quiets: bool,
    /// In rich layouts: the only pieces whose moves are wanted.
    only: L::B,
    /// In rich layouts: the royal that the consequences of plain moves must be able to take. Then
    /// no other moves are wanted.
    aim: Option<Square>,
    /// In full layouts: pieces that can be neither captured nor changed places with.
    barred: L::B,
    memo: &'a Memo<L::B>,
}

/// Answers about a position and a side that are asked for more than once. Kept apart, so that the
/// compiler knows that nothing else of a generator changes.
#[derive(Debug, Default)]
pub(super) struct Memo<B: Bits> {
    /// The result of [`Generator::danger`].
    danger: Cell<Option<B>>,
    /// The known answers about effects that make moves impossible.
    answers: Answers<B>,
}

impl<L: Layout> Generator<'_, L> {
    /// Enemies that can be captured.
    #[inline(always)]
    pub(super) fn theirs(&self) -> L::B {
        let theirs = self.pos.enemies(self.us);
        if L::FULL { theirs & !self.barred } else { theirs }
    }

    /// The same as [`Self::all`], for such a sink.
    #[inline(never)]
    pub(super) fn all_through(&self, mut sink: &mut dyn Sink<L>) {
        self.all(&mut sink);
    }

    #[inline(always)]
    pub(super) fn all<S: Sink<L>>(&self, sink: &mut S) {
        let (core, pos, us) = (self.core, self.pos, self.us);
        let ours = pos.sides[us.index()];
        let ends = Ends {
            captures: if self.captures { self.theirs() } else { L::B::EMPTY },
            quiets: if self.quiets {
                !pos.occupancy()
            } else {
                L::B::EMPTY
            },
        };
        // The squares open to pieces that are on no line.
        let mask = ends.both() & self.safety.allowed;
        for mover in &core.moving.movers[us.index()] {
            if L::RICH && !self.powers.could(mover.when) {
                continue;
            }
            let mut pieces = pos.kind(mover.kind) & ours;
            if L::RICH && pieces.is_empty() {
                continue;
            }
            if core.is_rich() {
                pieces &= self.powers.has(mover.when);
            }
            if L::RICH {
                pieces &= self.only;
            }
            if pieces.is_empty() {
                continue;
            }
            let mut ends = ends;
            if core.is_rich() && mover.capturable != u64::MAX {
                ends.captures &= pos.of_kinds(core, mover.capturable);
                if mover.filtered {
                    self.filtered_captures(mover, pieces, ends.captures, sink);
                    continue;
                }
            }
            let alone = self.tagged(mover, pieces, ends, sink);
            if mover.judged_by_sets && self.is_simple() && !(L::RICH && self.is_followed(mover)) {
                self.plain_by_sets(mover, alone, ends, mask, sink);
            } else {
                self.by_shape(mover, alone, ends, sink);
            }
            self.rest(mover, pieces, sink);
            if L::RICH && sink.is_full() {
                return;
            }
        }
        if self.quiets && pos.castling.meets(core.castling.of_side[us.index()]) {
            self.castling(sink);
        }
        if core.is_rich() && core.has_shots() && self.shoots {
            self.shots(sink);
        }
    }

    /// Plain moves of pieces with tags, which may have absorbed movements. Returns the others.
    #[inline(always)]
    fn tagged<S: Sink<L>>(&self, mover: &Mover<L::B>, pieces: L::B, ends: Ends<L::B>, sink: &mut S) -> L::B {
        if !self.core.is_rich() || !self.core.bears(mover.kind) {
            return pieces;
        }
        let tagged = pieces & targets::tagged(self.core, self.pos);
        for from in tagged.squares() {
            let targets = self.taken_over(mover, from, ends.captures, ends.quiets);
            self.plain(mover, from, targets, sink);
        }
        pieces & !tagged
    }

    /// Plain moves of leapers or riders that lines judge and that never promote. Those on no line
    /// may move to every square of the mask.
    #[inline(always)]
    fn plain_by_sets<S: Sink<L>>(
        &self,
        mover: &Mover<L::B>,
        pieces: L::B,
        ends: Ends<L::B>,
        mask: L::B,
        sink: &mut S,
    ) {
        if L::RICH {
            return self.plain_by_sets_in_rich(mover, pieces, ends, sink);
        }
        let free = !self.safety.on_line;
        match &mover.ray_both {
            None => {
                for from in (pieces & free).squares() {
                    sink.targets(from, mover.leap_both[usize::from(from)] & mask);
                }
            }
            Some(rays) => {
                let (pool, occupancy) = (&self.core.pool, self.pos.occupancy());
                for from in (pieces & free).squares() {
                    sink.targets(from, rays.targets(pool, from, occupancy) & mask);
                }
            }
        }
        for from in (pieces & !free).squares() {
            sink.targets(from, self.on_line(mover, from, ends.both()));
        }
    }

    /// Whether lines decide everything about plain moves of most pieces.
    #[inline(always)]
    pub(super) fn is_simple(&self) -> bool {
        self.safety.judging == Judging::Lines && !(L::RICH && self.aim.is_some())
    }

    /// Whether a move of a kind's pieces may change more than the squares on which pieces stand.
    #[inline(always)]
    fn is_followed(&self, mover: &Mover<L::B>) -> bool {
        mover.counted
            || (self.safety.tested && !self.core.program.triggers_of(self.us, mover.kind).is_empty())
    }

    /// The same in rich layouts, also for pieces that capture nothing. Captures that may change the
    /// opponent's powers are made separately.
    #[inline(always)]
    fn plain_by_sets_in_rich<S: Sink<L>>(
        &self,
        mover: &Mover<L::B>,
        pieces: L::B,
        ends: Ends<L::B>,
        sink: &mut S,
    ) {
        let safety = self.safety;
        let (leaps, rays, ends) = if mover.peaceful {
            (&mover.leap_quiet, &mover.ray_quiet, ends.quiets)
        } else {
            (&mover.leap_both, &mover.ray_both, ends.both())
        };
        let (pool, occupancy) = (&self.core.pool, self.pos.occupancy());
        for from in pieces.squares() {
            let targets = ends
                & match rays {
                    None => leaps[usize::from(from)],
                    Some(rays) => rays.targets(pool, from, occupancy),
                };
            if targets.is_empty() {
                continue;
            }
            let changing = targets & safety.sensitive_counted;
            if !changing.is_empty() {
                self.changing(mover, from, changing, sink);
            }
            let allowed = if safety.on_line.has(from) {
                safety.allowed_from(from, occupancy, self.pos.sides[self.us.index()])
            } else {
                safety.allowed
            };
            sink.targets(from, targets & allowed & !changing);
        }
    }

    /// Plain moves of all pieces of a kind.
    #[inline(always)]
    fn by_shape<S: Sink<L>>(&self, mover: &Mover<L::B>, pieces: L::B, ends: Ends<L::B>, sink: &mut S) {
        match mover.shape {
            Shape::Leaper => {
                for from in pieces.squares() {
                    let targets = mover.leap_both[usize::from(from)] & ends.both();
                    self.plain(mover, from, targets, sink);
                }
            }
            Shape::Rider => {
                let Some(rays) = &mover.ray_both else { return };
                let occupancy = self.pos.occupancy();
                for from in pieces.squares() {
                    let targets = rays.targets(&self.core.pool, from, occupancy) & ends.both();
                    self.plain(mover, from, targets, sink);
                }
            }
            Shape::Jumper => self.jumps(mover, pieces, ends.captures, ends.quiets, sink),
            Shape::General => {
                for from in pieces.squares() {
                    let targets = self.general(mover, from, ends.captures, ends.quiets);
                    self.plain(mover, from, targets, sink);
                }
            }
        }
    }
}
