//! Attackers and attacked squares, here or in a hypothetical position. Does not know which moves
//! are legal: that is `legality`.

use super::compiled::{Attack, Mover, NONE, OwnedPath, Shape};
use super::core::Core;
use super::layout::Layout;
use super::position::Pos;
use super::powers::Powers;
use super::program::SelfDamage;
use super::trial;
use super::whose::Owners;
use crate::board::{Bits, Square, union};
use crate::engine::powers;
use crate::rules::{RoyalRule, Side};

/// Some attackers of a square, by the kind of their attack.
pub(super) struct Able<B> {
    /// Pieces that only threaten it.
    threats: B,
    /// Pieces that could capture there.
    captures: B,
    /// Pieces that could shoot there.
    shots: B,
}

impl<B: Bits> Able<B> {
    /// The pieces that may attack in one way.
    #[inline(always)]
    pub(super) fn by(&self, attack: &Attack<B>) -> B {
        if !attack.check {
            self.threats
        } else if attack.shot == NONE {
            self.captures
        } else {
            self.shots
        }
    }
}

/// Whether one of some pieces could attack a square in a way, as far as their squares and powers
/// tell.
#[inline(always)]
pub(super) fn may_come<L: Layout>(
    attack: &Attack<L::B>,
    powers: &Powers<L>,
    square: Square,
    attackers: L::B,
) -> bool {
    powers.could(attack.when) && attack.near[usize::from(square)].meets(attackers)
}

/// All squares that pieces attack along paths which are asked one by one.
fn attacked_from_afar<L: Layout>(
    mover: &Mover<L::B>,
    pos: &Pos<L>,
    pieces: L::B,
    own: L::B,
    occupancy: L::B,
    at: L::B,
) -> L::B {
    let enemies = occupancy & !own & !pos.closed();
    let mut set = L::B::EMPTY;
    for from in pieces.squares() {
        let conditional_attacks = &mover.conditional_attacks[usize::from(from)];
        mover.conditional_parts[usize::from(from)].each_open(occupancy, enemies, |range| {
            for path in &conditional_attacks[range] {
                if at.has(path.to)
                    && path.is_open(occupancy, own, enemies)
                    && (!path.whose.initial || pos.unmoved.has(from))
                {
                    set |= L::B::bit(path.to);
                }
            }
        });
    }
    set
}

/// Whether a side is in check: a royal is attacked or, if only one of several must be safe, all
/// are.
pub(crate) fn in_check<L: Layout>(core: &Core<L>, pos: &Pos<L>, side: Side) -> bool {
    let mut royals = pos.precious(core, side).squares();
    let attacked = |s: Square| is_attacked(core, pos, side, s, true);
    match core.royalty.rule[side.index()] {
        RoyalRule::Any => {
            let mut any = false;
            royals.all(|s| {
                any = true;
                attacked(s)
            }) && any
        }
        RoyalRule::Last => !pos.royals(core, side).several() && royals.any(attacked),
        RoyalRule::All | RoyalRule::LastOfEach | RoyalRule::Fewer => royals.any(attacked),
    }
}

/// Whether an opponent of a side attacks a square, as [`attacks_square`] answers.
#[inline]
pub(crate) fn is_attacked<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    side: Side,
    square: Square,
    only_checks: bool,
) -> bool {
    let mut opponents = side.opponents().into_iter();
    opponents.any(|by| attacks_square(core, pos, by, square, only_checks))
}

/// Whether an opponent of a side is in check.
pub(crate) fn gives_check<L: Layout>(core: &Core<L>, pos: &Pos<L>, side: Side) -> bool {
    side.opponents().into_iter().any(|them| in_check(core, pos, them))
}

/// The number of a side's royals that are attacked, without threats that give no check.
pub(super) fn attacked_royals<L: Layout>(core: &Core<L>, pos: &Pos<L>, side: Side) -> u32 {
    pos.precious(core, side)
        .squares()
        .filter(|&s| is_attacked(core, pos, side, s, true))
        .count() as u32
}

/// Whether a side attacks a square in a position: whether it could capture a royal that stands
/// there.
pub(crate) fn attacks_square<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    by: Side,
    square: Square,
    only_checks: bool,
) -> bool {
    let (all, theirs) = (pos.occupancy(), pos.sides[by.index()]);
    if let Some(possible) = &core.attacking.possible {
        let hits = |a: &Attack<L::B>| {
            (a.check || !only_checks) && hits(core, pos, a, square, all, (theirs, theirs), &Powers::none())
        };
        if !possible[by.index()].iter().any(hits) {
            return is_taken_by_turn(core, pos, by, square);
        }
    }
    let powers = powers::powers_to_attack(core, pos, by);
    attacked(core, pos, by, square, all, theirs, only_checks, &powers)
        || is_taken_by_turn(core, pos, by, square)
}

/// Whether one move of a side takes a royal on a square off the board by other means than a
/// capture, if that is an attack. The move need not be safe.
#[inline]
fn is_taken_by_turn<L: Layout>(core: &Core<L>, pos: &Pos<L>, by: Side, square: Square) -> bool {
    core.is_rich()
        && core.attacking.by_any_means
        && pos.enemy_royals(core, by).has(square)
        && trial::moves_removing_royal(core, pos, by, square, &mut |_| true)
}

/// The kind of royal for which a square is judged: the one that stands there, or a side's first.
fn judged_kind<L: Layout>(core: &Core<L>, pos: &Pos<L>, side: Side, square: Square) -> u8 {
    let royals = &core.royalty.kinds[side.index()];
    match pos.piece(square) {
        Some((kind, s)) if s == side && royals.contains(&kind) => kind,
        _ => royals.first().copied().unwrap_or(0),
    }
}

/// The squares, among some, that a side attacks by plain captures, given which squares are
/// occupied; in doubt, more.
pub(super) fn attacked_squares<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    by: Side,
    occupancy: L::B,
    at: L::B,
    powers: &Powers<L>,
) -> L::B {
    let own = pos.sides[by.index()];
    let mut set = L::B::EMPTY;
    for mover in &core.moving.movers[by.index()] {
        if L::RICH && !powers.could(mover.when) {
            continue;
        }
        let mut pieces = pos.kind(mover.kind) & own;
        let mut of_kind = pieces;
        if core.is_rich() {
            pieces &= powers.has(mover.when);
            of_kind = pieces;
            if mover.tag != NONE {
                pieces |= pos.tags.as_ref()[usize::from(mover.tag)] & own;
            }
        }
        if pieces.is_empty() {
            continue;
        }
        if core.is_rich() && !mover.conditional_attacks.is_empty() {
            set |= attacked_from_afar(mover, pos, of_kind, own, occupancy, at);
        }
        if core.is_rich() && !mover.borrowed.is_empty() {
            set |= lent_squares(pos, mover, own, occupancy);
        }
        if core.is_rich() && (!mover.attacks_royals || mover.peaceful) {
            continue;
        }
        if L::RICH && at != !L::B::EMPTY && mover.shape != Shape::Jumper {
            let near = |&from: &Square| mover.capture_mask[usize::from(from)].meets(at);
            let pieces_near = pieces.squares().filter(near);
            pieces = union(pieces_near, L::B::bit);
        }
        set |= attacked_by(core, mover, pieces, occupancy);
    }
    set
}

/// All squares on which pieces could capture by the sets and tables of a mover.
#[inline(always)]
fn attacked_by<L: Layout>(core: &Core<L>, mover: &Mover<L::B>, pieces: L::B, occupancy: L::B) -> L::B {
    let mut set = L::B::EMPTY;
    match mover.shape {
        Shape::Leaper => {
            for from in pieces.squares() {
                set |= mover.leap_both[usize::from(from)];
            }
        }
        Shape::Rider => {
            let Some(rays) = &mover.ray_both else { return set };
            for from in pieces.squares() {
                set |= rays.targets(&core.pool, from, occupancy);
            }
        }
        Shape::Jumper => {
            for jump in mover.jumps.iter().filter(|j| j.capture) {
                let mut targets = (pieces & jump.from).rotate(jump.by);
                for &through in &jump.through {
                    targets &= (!occupancy).rotate(through);
                }
                set |= targets;
            }
        }
        Shape::General => {
            for from in pieces.squares() {
                for leaps in [&mover.leap_both, &mover.leap_capture] {
                    if !leaps.is_empty() {
                        set |= leaps[usize::from(from)];
                    }
                }
                for rays in [&mover.ray_both, &mover.ray_capture].into_iter().flatten() {
                    set |= rays.targets(&core.pool, from, occupancy);
                }
            }
        }
    }
    set
}

/// The squares attacked by pieces that have absorbed a movement, along paths that depend on the
/// owners of pieces.
#[inline(never)]
fn lent_squares<L: Layout>(pos: &Pos<L>, mover: &Mover<L::B>, own: L::B, occupancy: L::B) -> L::B {
    if mover.tag == NONE {
        return L::B::EMPTY;
    }
    let enemies = occupancy & !own & !pos.closed();
    let mut set = L::B::EMPTY;
    for from in (pos.tags.as_ref()[usize::from(mover.tag)] & own).squares() {
        let open = |path: &&OwnedPath<L::B>| {
            path.is_open(occupancy, own, enemies) && (!path.whose.initial || pos.unmoved.has(from))
        };
        let paths = mover.borrowed[usize::from(from)].iter();
        set = paths.filter(open).fold(set, |set, path| set | L::B::bit(path.to));
    }
    set
}

/// Whether a royal on a square would be exposed to a threat that is no attack.
pub(crate) fn threatened<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    by: Side,
    square: Square,
    occupancy: L::B,
    attackers: L::B,
    powers: &Powers<L>,
) -> bool {
    let mut threats = core.attacking.attacks[by.index()].iter().filter(|a| !a.check);
    threats.any(|a| hits(core, pos, a, square, occupancy, (attackers, attackers), powers))
}

/// Whether pieces of `attackers` attack a square, given which squares are occupied.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "a position that is only thought of")]
pub(crate) fn attacked<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    by: Side,
    square: Square,
    occupancy: L::B,
    attackers: L::B,
    only_checks: bool,
    powers: &Powers<L>,
) -> bool {
    if core.is_rich() && (!matches!(core.program.self_damage, SelfDamage::None) || core.has_shots()) {
        let hit = if core.has_shots() || core.attacking.has_threats[by.index()] {
            hit_by_shots(core, pos, by, square, occupancy, attackers, only_checks, powers)
        } else {
            let able = that_survive(core, pos, by, square, attackers).captures;
            let mut ways = core.attacking.attacks[by.index()]
                .iter()
                .filter(|a| a.check || !only_checks);
            !able.is_empty() && ways.any(|a| hits(core, pos, a, square, occupancy, (attackers, able), powers))
        };
        let sure = !matches!(core.program.self_damage, SelfDamage::Anything);
        return hit
            && (sure || hit_by_moves(core, pos, by, square, occupancy, attackers, only_checks, powers));
    }
    if L::RICH {
        return hit_somehow(core, pos, by, square, occupancy, attackers, only_checks, powers);
    }
    core.attacking.attacks[by.index()].iter().any(|a| {
        (a.check || !only_checks) && hits(core, pos, a, square, occupancy, (attackers, attackers), powers)
    })
}

/// The squares, among some, on which a royal would not be attacked by a side after it has captured
/// the piece there. `rest` are all other occupied squares. For plain layouts.
pub(super) fn unattacked<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    by: Side,
    squares: L::B,
    rest: L::B,
    powers: &Powers<L>,
) -> L::B {
    debug_assert!(!L::RICH);
    let mut safe = squares;
    for attack in core.attacking.attacks[by.index()]
        .iter()
        .filter(|attack| attack.check)
    {
        let from = attackers_by(core, pos, attack, powers) & pos.sides[by.index()];
        if from.is_empty() {
            continue;
        }
        for square in safe.squares() {
            let here = L::B::bit(square);
            let near = attack.near[usize::from(square)] & from;
            if !near.is_empty() && strikes(core, attack, square, rest | here, near & !here) {
                safe &= !here;
            }
        }
    }
    safe
}

/// [`attacked`] if captures have no consequences: each way of attacking is tested if a piece is
/// near enough for it.
#[inline(never)]
#[expect(clippy::too_many_arguments, reason = "a position that is only thought of")]
fn hit_somehow<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    by: Side,
    square: Square,
    occupancy: L::B,
    attackers: L::B,
    only_checks: bool,
    powers: &Powers<L>,
) -> bool {
    for attack in &core.attacking.attacks[by.index()] {
        if may_come(attack, powers, square, attackers)
            && (attack.check || !only_checks)
            && hits(
                core,
                pos,
                attack,
                square,
                occupancy,
                (attackers, attackers),
                powers,
            )
        {
            return true;
        }
    }
    false
}

/// The attackers of a square whose attack counts if captures explode: those that would not blow up
/// a royal of their own side. A royal itself attacks only by shooting. A mere threat captures
/// nothing.
#[inline]
pub(super) fn that_survive<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    by: Side,
    square: Square,
    attackers: L::B,
) -> Able<L::B> {
    let mut able = Able {
        threats: attackers,
        captures: attackers,
        shots: attackers,
    };
    if let SelfDamage::Blast(area, spared) = &core.program.self_damage {
        let royals = pos.royals(core, by);
        let hit = area[by.index()][usize::from(square)] & !pos.of_kinds(core, *spared);
        able.captures &= !royals;
        if hit.meets(royals) {
            (able.captures, able.shots) = (L::B::EMPTY, L::B::EMPTY);
        }
    }
    able
}

/// [`attacked`] if the consequences of a capture can cost the captor's side a royal: all captures
/// are tried.
#[inline(never)]
#[expect(clippy::too_many_arguments, reason = "a position that is only thought of")]
fn hit_by_moves<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    by: Side,
    square: Square,
    occupancy: L::B,
    attackers: L::B,
    only_checks: bool,
    powers: &Powers<L>,
) -> bool {
    if !only_checks && threatened(core, pos, by, square, occupancy, attackers, powers) {
        return true;
    }
    let there = with_royal_on(core, pos, by.other(), square, occupancy);
    trial::is_captured(core, there, by, square, attackers)
}

/// A hypothetical position: a royal of a side stands on a square, and only the squares of
/// `occupancy` are occupied.
fn with_royal_on<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    side: Side,
    square: Square,
    occupancy: L::B,
) -> Pos<L> {
    let mut there = *pos;
    if pos.occupancy() == occupancy && pos.sides[side.index()].has(square) {
        return there;
    }
    let kind = judged_kind(core, pos, side, square);
    for gone in (pos.pieces() & !occupancy).squares() {
        there.remove(core, gone);
    }
    there.remove(core, square);
    there.put(core, kind, side, square);
    there
}

/// [`attacked`] with shots and explosions: if a kind resists the shots, two pieces must attack.
#[expect(clippy::too_many_arguments, reason = "a position that is only thought of")]
fn hit_by_shots<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    by: Side,
    square: Square,
    occupancy: L::B,
    attackers: L::B,
    only_checks: bool,
    powers: &Powers<L>,
) -> bool {
    let kind = judged_kind(core, pos, by.other(), square);
    let mut weak = L::B::EMPTY;
    let able = that_survive(core, pos, by, square, attackers);
    for attack in &core.attacking.attacks[by.index()] {
        if !attack.check && only_checks {
            continue;
        }
        let able = able.by(attack);
        if attack.shot == NONE || attack.resisted >> kind & 1 == 0 {
            if hits(core, pos, attack, square, occupancy, (attackers, able), powers) {
                return true;
            }
            continue;
        }
        let from = attackers_by(core, pos, attack, powers) & able;
        if from.is_empty() {
            continue;
        }
        if !attack.leaps.is_empty() {
            weak |= attack.leaps[usize::from(square)] & from;
        }
        if let Some(rays) = &attack.rays {
            weak |= rays.targets(&core.pool, square, occupancy) & from;
        }
    }
    weak.several()
}

/// Whether any of a side's able pieces attack a square in one way.
#[inline(always)]
pub(super) fn hits<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    attack: &Attack<L::B>,
    square: Square,
    occupancy: L::B,
    (theirs, able): (L::B, L::B),
    powers: &Powers<L>,
) -> bool {
    let from = attackers_by(core, pos, attack, powers) & able;
    if core.is_rich() && attack.owner_dependent {
        // A closed square is a hurdle without an owner.
        let enemies = occupancy & !theirs & !pos.closed();
        return (attack.attack_mask[usize::from(square)] & from)
            .squares()
            .any(|from| {
                let open = |&i: &usize| {
                    let whose: Owners<L::B> = attack.whose(i);
                    attack.paths[i].is_open(occupancy)
                        && whose.are_there(theirs, enemies)
                        && (!whose.initial || pos.unmoved.has(from))
                };
                let mut paths = attack.range(square, from).filter(open);
                if attack.asks.is_empty() {
                    return paths.next().is_some();
                }
                paths.any(|i| suits(core, pos, from, &attack.asks[i], square))
            });
    }
    strikes(core, attack, square, occupancy, from)
}

/// Whether the pieces on some squares have the kinds that an attack from one square on a royal on
/// another requires.
fn suits<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    from: Square,
    asks: &[(Square, u64)],
    target: Square,
) -> bool {
    let attacked = pos.piece(from).map_or(pos.side_to_move, |(_, side)| side.other());
    asks.iter().all(|&(square, kinds)| {
        // A wall is a hurdle without a kind.
        if pos.closed().has(square) || kinds == 0 {
            return kinds == 0 && pos.closed().has(square);
        }
        let there = pos.piece(square).filter(|_| square != target);
        let kind = there.map_or_else(|| judged_kind(core, pos, attacked, target), |(kind, _)| kind);
        kinds >> kind & 1 == 1
    })
}

/// Whether pieces on `from` that have an attack use it on a square.
#[inline(always)]
pub(super) fn strikes<L: Layout>(
    core: &Core<L>,
    attack: &Attack<L::B>,
    square: Square,
    occupancy: L::B,
    from: L::B,
) -> bool {
    let meets = |sets: &[L::B]| sets.get(usize::from(square)).is_some_and(|set| set.meets(from));
    meets(&attack.leaps)
        || (meets(&attack.attack_mask)
            && attack
                .rays
                .as_ref()
                .is_some_and(|rays| rays.targets(&core.pool, square, occupancy).meets(from)))
}

/// All pieces that attack in this way, of both sides; if powers matter, only those of the side to
/// which the powers belong.
#[inline(always)]
pub(super) fn attackers_by<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    attack: &Attack<L::B>,
    powers: &Powers<L>,
) -> L::B {
    let mut set = pos.kind(attack.first[0]) | pos.kind(attack.first[1]);
    if attack.kinds.len() > 2 {
        for &kind in &attack.kinds[2..] {
            set |= pos.kind(kind);
        }
    }
    if core.is_rich() {
        if attack.kinds.is_empty() {
            set = L::B::EMPTY;
        }
        if attack.shot != NONE {
            set &= pos.tags.as_ref()[usize::from(attack.shot)];
        }
        set &= powers.has(attack.when);
        for &tag in &attack.tags {
            set |= pos.tags.as_ref()[usize::from(tag)];
        }
    }
    set
}
