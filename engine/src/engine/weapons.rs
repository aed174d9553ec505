//! Captures by firing: the shooter stays where it is, what it hits is removed, and the shooter gains its weapons.
//!
//! A weapon against a piece is resisted, effective or neither, by the kinds of piece alone. A resisted shot needs a
//! second piece that could hit the same target.

use super::core::{Core, NONE};
use super::layout::Layout;
use super::movegen::{Generator, Sink};
use super::position::{Deed, Move, Pos};
use super::tables::Conditionals;
use crate::board::{Bits, Square};
use crate::rules::Side;
use arrayvec::ArrayVec;

/// The weapons of a variant, in the order of their tags.
#[derive(Debug)]
pub(crate) struct Arsenal<L: Layout> {
    pub(crate) weapons: Vec<Weapon<L>>,
}

/// One weapon.
#[derive(Debug)]
pub(crate) struct Weapon<L: Layout> {
    /// Kinds against which it needs a second piece, as bits.
    pub(crate) resisted: u64,
    /// Kinds against which it is effective, as bits: several of them can be hit at once.
    pub(crate) beaten: u64,
    /// How each side fires it.
    pub(crate) barrels: [Vec<Barrel<L>>; 2],
}

/// How some kinds of pieces fire a weapon.
#[derive(Debug)]
pub(crate) struct Barrel<L: Layout> {
    /// Which kinds, as bits.
    pub(crate) kinds: u64,
    /// Squares that it always reaches, by start square. Empty if there are none.
    pub(crate) leap: Vec<L::B>,
    /// Squares that it reaches depending on occupancy.
    pub(crate) rays: Option<Conditionals<L>>,
}

/// What a piece can hit.
struct Aim<L: Layout> {
    from: Square,
    /// Enemies that one of its weapons reaches.
    reach: L::B,
    /// Those that it can hit without help.
    alone: L::B,
}

/// At most so many pieces are looked at; there are never more on the largest board.
const MAX_SHOOTERS: usize = 256;

impl<L: Layout> Core<L> {
    /// The squares that a piece reaches with a weapon.
    #[inline(always)]
    fn fire(&self, weapon: &Weapon<L>, kind: u8, side: Side, from: Square, occupancy: L::B) -> L::B {
        let mut set = L::B::EMPTY;
        for barrel in &weapon.barrels[side.index()] {
            if barrel.kinds >> kind & 1 == 0 {
                continue;
            }
            if !barrel.leap.is_empty() {
                set |= barrel.leap[usize::from(from)];
            }
            if let Some(rays) = &barrel.rays {
                set |= rays.targets(&self.pool, from, occupancy);
            }
        }
        set
    }

    /// Pieces of the kinds of a mask.
    pub(crate) fn of_kinds(&self, pos: &Pos<L>, mask: u64) -> L::B {
        let mut set = L::B::EMPTY;
        let mut rest = mask;
        while rest != 0 {
            let kind = rest.trailing_zeros() as u8;
            if usize::from(kind) < self.letters[0].len() {
                set |= pos.kind(kind);
            }
            rest &= rest - 1;
        }
        set
    }

    /// All squares on which an enemy of a kind could be hit by the next shot.
    #[inline]
    pub(crate) fn shot_squares(&self, pos: &Pos<L>, by: Side, occupancy: L::B, kind: u8) -> L::B {
        let Some(arsenal) = &self.arsenal else {
            return L::B::EMPTY;
        };
        let (mut firm, mut once, mut twice) = (L::B::EMPTY, L::B::EMPTY, L::B::EMPTY);
        for from in pos.sides[by.index()].squares() {
            let shooter = pos.board.as_ref()[usize::from(from)] >> 1;
            let mut reach = L::B::EMPTY;
            for (weapon, armed) in arsenal.weapons.iter().zip(pos.tags.as_ref()) {
                if armed.has(from) {
                    let squares = self.fire(weapon, shooter, by, from, occupancy);
                    if weapon.resisted >> kind & 1 == 0 {
                        firm |= squares;
                    } else {
                        reach |= squares;
                    }
                }
            }
            twice |= once & reach;
            once |= reach;
        }
        firm | twice
    }

    /// What a shot or volley removes.
    pub(crate) fn victims(&self, pos: &Pos<L>, mv: Move) -> L::B {
        let them = pos.sides[pos.turn.other().index()];
        match mv.deed {
            Deed::Shot => L::B::bit(mv.to),
            Deed::ShotInPassing => L::B::bit(pos.victim),
            Deed::Volley(weapon) => {
                let Some(weapon) = self
                    .arsenal
                    .as_ref()
                    .and_then(|a| a.weapons.get(usize::from(weapon)))
                else {
                    return L::B::EMPTY;
                };
                let Some((kind, side)) = pos.piece(mv.from) else {
                    return L::B::EMPTY;
                };
                let effective = self.of_kinds(pos, weapon.beaten) & them;
                self.fire(weapon, kind, side, mv.from, pos.occupancy()) & effective
            }
            _ => L::B::EMPTY,
        }
    }
}

impl<L: Layout> Generator<'_, L> {
    /// Shots, volleys and shots in passing of all pieces.
    #[inline]
    pub(super) fn shots<S: Sink<L>>(&self, sink: &mut S) {
        let (core, pos, us) = (self.core, self.pos, self.us);
        let Some(arsenal) = &core.arsenal else { return };
        let occupancy = pos.occupancy();
        let theirs = self.theirs();
        let mut sets: ArrayVec<[L::B; 2], { super::layout::MAX_TAGS }> = ArrayVec::new();
        for weapon in &arsenal.weapons {
            let resisting = core.of_kinds(pos, weapon.resisted) & theirs;
            let effective = core.of_kinds(pos, weapon.beaten) & theirs;
            sets.push([resisting, effective]);
        }
        let mut aims: ArrayVec<Aim<L>, MAX_SHOOTERS> = ArrayVec::new();
        let (mut once, mut twice) = (L::B::EMPTY, L::B::EMPTY);
        for from in pos.sides[us.index()].squares() {
            let kind = pos.board.as_ref()[usize::from(from)] >> 1;
            let mut aim = Aim {
                from,
                reach: L::B::EMPTY,
                alone: L::B::EMPTY,
            };
            for (index, (weapon, armed)) in arsenal.weapons.iter().zip(pos.tags.as_ref()).enumerate() {
                if !armed.has(from) {
                    continue;
                }
                let hits = core.fire(weapon, kind, us, from, occupancy) & theirs;
                if hits.is_empty() {
                    continue;
                }
                let [resisting, effective] = sets[index];
                aim.reach |= hits;
                aim.alone |= hits & !resisting;
                let volley = hits & effective;
                if volley.several() {
                    let mv = Move {
                        from,
                        to: from,
                        promotion: NONE,
                        deed: Deed::Volley(index as u8),
                    };
                    if self.is_legal(mv) {
                        sink.one(mv);
                    }
                }
            }
            twice |= once & aim.reach;
            once |= aim.reach;
            aims.push(aim);
        }
        for aim in &aims {
            let targets = aim.alone | (aim.reach & twice);
            if self.safety.make_all || core.blast.is_some() {
                for to in targets.squares() {
                    let mv = Move {
                        from: aim.from,
                        to,
                        promotion: NONE,
                        deed: Deed::Shot,
                    };
                    if self.is_legal(mv) {
                        sink.one(mv);
                    }
                }
            } else {
                sink.shots(aim.from, targets & self.safety.shots);
            }
        }
        if !pos.exposed.is_empty() && theirs.has(pos.victim) {
            self.shots_in_passing(arsenal, &aims, sink);
        }
    }

    /// A piece that could capture en passant may shoot the piece that has passed. Other pieces that could do so,
    /// too, and those that reach the piece itself are help.
    fn shots_in_passing<S: Sink<L>>(&self, arsenal: &Arsenal<L>, aims: &[Aim<L>], sink: &mut S) {
        let (core, pos, us) = (self.core, self.pos, self.us);
        let victim = L::B::bit(pos.victim);
        let Some((kind, _)) = pos.piece(pos.victim) else {
            return;
        };
        let open = pos.exposed & core.en_passant[us.index()] & !pos.occupancy();
        let mut able: ArrayVec<(Square, Square), MAX_SHOOTERS> = ArrayVec::new();
        let mut helpers = L::B::EMPTY;
        for mover in core.movers[us.index()]
            .iter()
            .filter(|m| !m.en_passant.is_empty())
        {
            for to in open.squares() {
                let from = mover.en_passant[usize::from(to)] & pos.kind(mover.kind) & pos.sides[us.index()];
                helpers |= from;
                able.extend(
                    from.squares()
                        .map(|from| (from, to))
                        .take(able.remaining_capacity()),
                );
            }
        }
        helpers = aims
            .iter()
            .filter(|a| a.reach.meets(victim))
            .fold(helpers, |set, a| set | L::B::bit(a.from));
        for &(from, to) in &able {
            let helped = !(helpers & !L::B::bit(from)).is_empty();
            let shooter = pos.board.as_ref()[usize::from(from)] >> 1;
            let natural = core
                .tagging
                .as_ref()
                .map_or(0, |t| t.natural[usize::from(shooter)]);
            let resisted = |i: usize| arsenal.weapons[i].resisted >> kind & 1 == 1;
            let alone = (0..arsenal.weapons.len()).any(|i| natural >> i & 1 == 1 && !resisted(i));
            let ordinary = aims.iter().find(|a| a.from == from);
            let listed = ordinary.is_some_and(|a| a.alone.meets(victim) || (helped && a.reach.meets(victim)));
            let mv = Move {
                from,
                to,
                promotion: NONE,
                deed: Deed::ShotInPassing,
            };
            if (alone || helped) && !listed && self.is_legal(mv) {
                sink.one(mv);
            }
        }
    }
}
