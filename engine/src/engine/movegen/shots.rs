//! Shots, volleys and shots in passing. Does not know which pieces have weapons: that is `fire`.

use super::Generator;
use super::sink::Sink;
use crate::board::{Bits, Square};
use crate::engine::fire;
use crate::engine::layout::Layout;
use crate::engine::mv::{Move, MoveType};
use crate::engine::targets;
use arrayvec::ArrayVec;

/// The targets of a piece's shots.
struct ShotTargets<B: Bits> {
    from: Square,
    /// Enemies that one of its shots reaches.
    reach: B,
    /// Those of them that it can hit without help.
    alone: B,
}

/// The largest number of shooters; the largest board never has more.
const MAX_SHOOTERS: usize = 256;

impl<L: Layout> Generator<'_, L> {
    /// Shots, volleys and shots in passing of all pieces.
    #[inline]
    pub(super) fn shots(&self, sink: &mut dyn Sink<L>) {
        let (core, pos) = (self.core, self.pos);
        if !core.has_shots() {
            return;
        }
        let theirs = self.theirs();
        let mut shooters: ArrayVec<ShotTargets<L::B>, MAX_SHOOTERS> = ArrayVec::new();
        self.find_shooters(&mut shooters, sink);
        let (mut once, mut twice) = (L::B::EMPTY, L::B::EMPTY);
        for shooter in &shooters {
            twice |= once & shooter.reach;
            once |= shooter.reach;
        }
        for shooter in &shooters {
            let mut targets = shooter.alone | (shooter.reach & twice);
            // The shots of its own movement are already listed.
            if self.captures && !targets.is_empty() {
                targets &= !targets::special_targets(core, pos, shooter.from, true);
            }
            if self.safety.makes_all() || self.safety.lenient || core.program.after_captures {
                for to in targets.squares() {
                    let mv = Move::new(shooter.from, to, MoveType::Shot);
                    if self.is_legal(mv) {
                        sink.one(mv);
                    }
                }
            } else {
                sink.shots(shooter.from, targets & self.safety.shots);
            }
        }
        let mut passed: ArrayVec<Square, MAX_SHOOTERS> = ArrayVec::new();
        for middle in pos.en_passant_squares.squares() {
            let victim = pos.victim_at(middle);
            if theirs.has(victim) && !passed.contains(&victim) && passed.try_push(victim).is_ok() {
                self.shots_in_passing(&shooters, victim, sink);
            }
        }
    }

    /// The pieces that can hit an enemy. Volleys are listed on the way.
    #[inline(always)]
    fn find_shooters(
        &self,
        shooters: &mut ArrayVec<ShotTargets<L::B>, MAX_SHOOTERS>,
        sink: &mut dyn Sink<L>,
    ) {
        let (core, pos) = (self.core, self.pos);
        let (occupancy, theirs) = (pos.occupancy(), self.theirs());
        for shots in &core.shots {
            let armed = pos.tags.as_ref()[usize::from(shots.tag)] & pos.sides[self.us.index()];
            if armed.is_empty() {
                continue;
            }
            fire::each_fire(
                core,
                pos,
                (shots, self.us),
                armed,
                (occupancy, theirs),
                |from, hits| {
                    let alone = hits & !pos.of_kinds(core, shots.resisted);
                    let next = shooters.iter().position(|shooter| shooter.from >= from);
                    let next = next.unwrap_or(shooters.len());
                    match shooters.get_mut(next).filter(|shooter| shooter.from == from) {
                        Some(shooter) => {
                            shooter.reach |= hits;
                            shooter.alone |= alone;
                        }
                        None => {
                            let reach = hits;
                            shooters.insert(next, ShotTargets { from, reach, alone });
                        }
                    }
                    if hits.several() && (hits & pos.of_kinds(core, shots.beaten)).several() {
                        let mv = Move::new(from, from, MoveType::Volley(shots.tag));
                        if self.is_legal(mv) {
                            sink.one(mv);
                        }
                    }
                },
            );
        }
    }

    /// Shots in passing: a piece that could capture en passant may shoot the piece that has passed.
    /// Other pieces that could capture it en passant, and pieces that can shoot the piece itself,
    /// help it.
    fn shots_in_passing(&self, shooters: &[ShotTargets<L::B>], passed: Square, sink: &mut dyn Sink<L>) {
        let (core, pos, us) = (self.core, self.pos, self.us);
        let victim = L::B::bit(passed);
        let Some((kind, _)) = pos.piece(passed) else {
            return;
        };
        let open = pos.en_passant_squares & core.moving.en_passant[us.index()] & !pos.occupancy();
        let open = open.keep(|&middle| pos.victim_at(middle) == passed);
        let mut able: ArrayVec<(Square, Square), MAX_SHOOTERS> = ArrayVec::new();
        let mut helpers = L::B::EMPTY;
        for mover in &core.moving.movers[us.index()] {
            if mover.en_passant.is_empty() {
                continue;
            }
            for to in open.squares() {
                let pieces = pos.kind(mover.kind) & pos.sides[us.index()] & self.powers.has(mover.when);
                let from = mover.en_passant[usize::from(to)] & pieces;
                helpers |= from;
                for from in from.squares() {
                    // No more than fit are kept.
                    let _ = able.try_push((from, to));
                }
            }
        }
        for shooter in shooters {
            if shooter.reach.meets(victim) {
                helpers |= L::B::bit(shooter.from);
            }
        }
        for &(from, to) in &able {
            let helped = !(helpers & !L::B::bit(from)).is_empty();
            let of_shooter = pos.board.as_ref()[usize::from(from)] >> 1;
            let natural = core
                .tagging
                .as_ref()
                .map_or(0, |t| t.natural[usize::from(of_shooter)]);
            let mut shots = core.shots.iter();
            let alone = shots.any(|shots| natural >> shots.tag & 1 == 1 && shots.resisted >> kind & 1 == 0);
            let ordinary = shooters.iter().find(|a| a.from == from);
            let listed = ordinary.is_some_and(|a| a.alone.meets(victim) || (helped && a.reach.meets(victim)));
            let mv = Move::new(from, to, MoveType::ShotInPassing);
            if (alone || helped) && !listed && self.is_legal(mv) {
                sink.one(mv);
            }
        }
    }
}
