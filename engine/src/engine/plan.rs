//! Plans: how the moves of each piece are judged, and which rule decides that.
//!
//! Reports what `legality` and the generator do by the compiled rules alone. A position may only ask for more: where a side has
//! several royals, for example, moves of royals are made and tested. Knows no positions and judges nothing itself.

use super::acts::Act;
use super::compiled::{Drop, Mover, Special};
use super::core::Core;
use super::layout::Layout;
use super::program::{Prediction, SelfDamage};
use crate::rules::{Event, Modes, RoyalRule, Side};

/// The way to find out whether a move leaves the royals of its side as safe as they must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judging {
    /// Not at all: no rule forbids what the piece can do.
    Free,
    /// By lines to the royals, and for royals by the squares that the opponent attacks: sets for all moves at once.
    Lines,
    /// By what the move changes, which is known before it is made.
    Delta,
    /// By making it.
    Trial,
}

/// Moves of a piece that are judged in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moves {
    /// Leaps and rides to empty squares.
    Quiet,
    /// Leaps and rides that capture.
    Captures,
    /// Along paths that depend on whose pieces stand where, or do more than move and capture.
    Special,
    /// From the hand.
    Drops,
}

/// The rule that decides how moves are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// None: that is how moves are judged where no rule asks for more.
    Nothing,
    /// The side has no royals.
    NoRoyals,
    /// How many of its royals a side must keep safe.
    RoyalRule,
    /// No move may give check.
    NoCheck,
    /// Royals are attacked by all that a turn can do.
    AttackTurns,
    /// Walls are put after the move.
    Walls,
    /// Pieces have powers.
    Powers,
    /// Pieces shoot.
    Shots,
    /// Ways of attacking ask for kinds of pieces.
    Kinds,
    /// The path does more than move a piece and capture where it ends.
    Path,
    /// The piece that is dropped is a royal.
    RoyalDrop,
    /// A drop may not give check or mate.
    CarefulDrop,
    /// Moves have consequences of any kind.
    Effects,
    /// An effect: its index among those of the rules as they are played.
    Effect(usize),
}

/// How some moves of a piece are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The owner of the piece.
    pub side: Side,
    /// The index in the ruleset's pieces.
    pub kind: usize,
    /// Those of its moves that are judged so.
    pub moves: Moves,
    /// How they are judged.
    pub judging: Judging,
    /// The rule that decides it.
    pub cause: Cause,
}

/// The plans of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plans {
    /// By side, kind and moves, in this order.
    pub movers: Vec<Plan>,
    /// By side: why a move that leaves a line to a royal open is made, since it may be legal all the same.
    pub opening: [Option<Cause>; 2],
}

/// How moves are judged, and why: of two, the one that costs more comes last.
type Judgement = (Judging, Cause);

impl Moves {
    /// Whether a mover has such moves.
    fn are_of<L: Layout>(self, mover: &Mover<L::B>) -> bool {
        let both = !mover.leap_both.is_empty() || mover.ray_both.is_some();
        match self {
            Self::Quiet => {
                both || !mover.leap_quiet.is_empty()
                    || mover.ray_quiet.is_some()
                    || mover.jumps.iter().any(|jump| jump.quiet)
            }
            Self::Captures => {
                let some = both
                    || !mover.leap_capture.is_empty()
                    || mover.ray_capture.is_some()
                    || mover.jumps.iter().any(|jump| jump.capture);
                some && mover.capturable != 0
            }
            Self::Special => !mover.special.is_empty(),
            Self::Drops => false,
        }
    }
}

/// The plans of compiled rules.
pub(crate) fn plans<L: Layout>(core: &Core<L>) -> Plans {
    let mut movers = Vec::new();
    for side in Side::ALL {
        let all = of_all(core, side);
        for kind in 0..core.moving.mover_of[side.index()].len() {
            let own = || {
                core.moving.movers[side.index()]
                    .iter()
                    .filter(|m| usize::from(m.kind) == kind)
            };
            let mut add = |moves: Moves, judgement: Option<Judgement>| {
                movers.extend(judgement.map(|(judging, cause)| Plan {
                    side,
                    kind,
                    moves,
                    judging,
                    cause,
                }));
            };
            for moves in [Moves::Quiet, Moves::Captures, Moves::Special] {
                let such = own().filter(|mover| moves.are_of::<L>(mover));
                add(
                    moves,
                    such.map(|m| all.unwrap_or_else(|| of_mover(core, side, m, moves)))
                        .max(),
                );
            }
            let drops = core.reserve.drops[side.index()]
                .iter()
                .filter(|d| usize::from(d.kind) == kind);
            add(
                Moves::Drops,
                drops.map(|d| all.unwrap_or_else(|| of_drop(core, side, d))).max(),
            );
        }
    }
    let opening = Side::ALL.map(|side| opening(core).filter(|_| of_all(core, side).is_none()));
    Plans { movers, opening }
}

/// How all moves of a side are judged, if all pieces' moves are judged alike.
fn of_all<L: Layout>(core: &Core<L>, side: Side) -> Option<Judgement> {
    if core.traits.always_legal[side.index()] {
        return Some((Judging::Free, Cause::NoRoyals));
    }
    made_by_rules(core, side)
        .or_else(|| made_by_royalty(core, side))
        .map(|cause| (Judging::Trial, cause))
}

/// Why all moves of a side are made, if a rule that only rich layouts know asks for it.
fn made_by_rules<L: Layout>(core: &Core<L>, side: Side) -> Option<Cause> {
    let (program, i) = (&core.program, side.index());
    if !L::RICH {
        return None;
    }
    if core.restrictions.no_check[i] {
        return Some(Cause::NoCheck);
    }
    if core.attacking.by_any_means {
        return Some(Cause::AttackTurns);
    }
    if (program.forbids || program.enthrones) && !program.is_apart {
        return Some(effect_that(core, |act| matches!(act, Act::Forbid)));
    }
    let royals = !core.royalty.kinds[i].is_empty();
    let each_turn = program
        .effects
        .iter()
        .find(|e| e.event == Event::Turn && e.sides[i] && e.every.is_none());
    if let Some(effect) = each_turn.filter(|_| royals && program.ends_matter) {
        return Some(Cause::Effect(effect.number.into()));
    }
    if core.attacking.change_with_powers && core.attacking.possible.is_none() {
        return Some(Cause::Powers);
    }
    if royals && program.after_captures && core.royalty.rule[i] != RoyalRule::All {
        return Some(Cause::RoyalRule);
    }
    let walls = core.walls.as_ref().filter(|walls| !walls.instead);
    walls.filter(|_| royals).map(|_| Cause::Walls)
}

/// Why all moves of a side are made, if how its royals must be safe asks for it.
fn made_by_royalty<L: Layout>(core: &Core<L>, side: Side) -> Option<Cause> {
    let rule = core.royalty.rule[side.index()];
    let may_be_seen =
        core.attacking.has_threats[side.other().index()] && core.royalty.can_arise[side.index()];
    let asked = rule == RoyalRule::LastOfEach
        || (rule != RoyalRule::All && may_be_seen)
        || (rule == RoyalRule::Last && L::RICH && core.program.changes_royals());
    asked.then_some(Cause::RoyalRule)
}

/// Why a move that leaves a line to a royal open may be legal all the same.
fn opening<L: Layout>(core: &Core<L>) -> Option<Cause> {
    if !L::RICH {
        None
    } else if matches!(core.program.self_damage, SelfDamage::Anything) {
        Some(first_effect(core))
    } else if core.attacking.change_with_powers {
        Some(Cause::Powers)
    } else {
        core.attacking.filter_kinds.then_some(Cause::Kinds)
    }
}

/// How moves of a piece are judged where not all of its side are judged alike.
fn of_mover<L: Layout>(core: &Core<L>, side: Side, mover: &Mover<L::B>, moves: Moves) -> Judgement {
    if moves == Moves::Special {
        let paths = mover.special.iter().flatten();
        let judged = paths.map(|path| along(core, mover, path)).max();
        return judged.unwrap_or((Judging::Lines, Cause::Nothing));
    }
    if !L::RICH {
        return (Judging::Lines, Cause::Nothing);
    }
    if core.traits.explodes[side.index()] && (mover.royal || moves == Moves::Captures) {
        return (Judging::Delta, first_effect(core));
    }
    if mover.royal
        && let Some(cause) = made_as_royal(core)
    {
        return (Judging::Trial, cause);
    }
    let tested = !core.royalty.kinds[side.index()].is_empty()
        || core.royalty.can_arise[side.index()]
        || core.program.forbids;
    let triggers = core.program.triggers_of(side, mover.kind).iter();
    let follow = triggers.filter(|t| tested && (moves == Moves::Captures || t.victims.is_none()));
    let followed = follow.map(|trigger| {
        let judging = match trigger.prediction {
            Prediction::Nothing => Judging::Trial,
            Prediction::Watched | Prediction::Turns | Prediction::Closes => Judging::Delta,
        };
        (judging, Cause::Effect(trigger.effect.into()))
    });
    let changes = mover.counted || mover.makes_counted || moves == Moves::Captures;
    let powered = (changes
        && !core.relating.neighbour_counts.is_empty()
        && core.relating.relations.is_empty())
    .then(|| {
        let made = mover.royal || asks_of_real_positions(core);
        (if made { Judging::Trial } else { Judging::Delta }, Cause::Powers)
    });
    let judged = followed.chain(powered).max();
    judged.unwrap_or((Judging::Lines, Cause::Nothing))
}

/// Why moves of a royal are made where those of other pieces need not be.
fn made_as_royal<L: Layout>(core: &Core<L>) -> Option<Cause> {
    if core.program.after_captures {
        Some(first_effect(core))
    } else if core.attacking.change_with_powers {
        Some(Cause::Powers)
    } else {
        core.attacking.filter_kinds.then_some(Cause::Kinds)
    }
}

/// How moves along a special path are judged.
fn along<L: Layout>(core: &Core<L>, mover: &Mover<L::B>, path: &Special<L::B>) -> Judgement {
    let moves = path.captures.is_empty() && !path.rifle;
    if L::RICH && core.relating.counted >> mover.kind & 1 == 1 {
        return (Judging::Trial, Cause::Powers);
    }
    if L::RICH && !core.shots.is_empty() {
        return (Judging::Trial, Cause::Shots);
    }
    if L::RICH && core.program.after_captures {
        return (Judging::Trial, first_effect(core));
    }
    let plain = |mode: Modes| mode == Modes::QUIET || mode == Modes::CAPTURE;
    let modes = [
        Modes::QUIET,
        Modes::CAPTURE,
        Modes::CAPTURE_OWN,
        Modes::EN_PASSANT,
        Modes::SWAP,
        Modes::SWAP_ENEMY,
    ];
    let judge = |mode: Modes| {
        let as_plain = moves && (plain(mode) || (L::RICH && !mover.royal && mode == Modes::CAPTURE_OWN));
        if as_plain && mover.royal {
            let made = made_as_royal(core).filter(|_| L::RICH);
            return made.map_or((Judging::Lines, Cause::Nothing), |cause| (Judging::Trial, cause));
        }
        if as_plain && L::RICH {
            return (Judging::Lines, Cause::Nothing);
        }
        if mover.royal || !plain(mode) {
            return (Judging::Trial, Cause::Path);
        }
        if L::RICH && (asks_of_real_positions(core) || core.attacking.change_with_powers) {
            return (Judging::Trial, opening(core).unwrap_or(Cause::Powers));
        }
        (Judging::Delta, Cause::Path)
    };
    let had = modes.into_iter().filter(|&mode| path.modes.has(mode));
    had.map(judge).max().unwrap_or((Judging::Lines, Cause::Nothing))
}

/// How drops of a kind are judged where not all moves of the side are judged alike.
fn of_drop<L: Layout>(core: &Core<L>, side: Side, drop: &Drop<L::B>) -> Judgement {
    let careful = drop.no_check || drop.no_mate;
    let made = if drop.royal {
        Some(Cause::RoyalDrop)
    } else if !core.relating.neighbour_counts.is_empty() || !core.relating.relations.is_empty() {
        Some(Cause::Powers)
    } else if core.program.after_drops {
        let mut effects = core.program.effects.iter();
        let effect = effects.find(|e| e.event == Event::Drop);
        Some(effect.map_or(Cause::Effects, |e| Cause::Effect(e.number.into())))
    } else if careful
        && (core.attacking.hurdles[side.index()] || core.royalty.rule[side.other().index()] != RoyalRule::All)
    {
        Some(Cause::CarefulDrop)
    } else {
        opening(core)
    };
    made.map_or((Judging::Lines, Cause::Nothing), |cause| (Judging::Trial, cause))
}

/// Whether the attackers are known only in an actual position.
fn asks_of_real_positions<L: Layout>(core: &Core<L>) -> bool {
    core.attacking.filter_kinds || matches!(core.program.self_damage, SelfDamage::Anything)
}

/// The first effect that may follow from moves and change what is safe.
fn first_effect<L: Layout>(core: &Core<L>) -> Cause {
    let triggers = core.program.triggers.iter().flatten().flatten();
    let first = triggers.map(|trigger| trigger.effect).min();
    first.map_or(Cause::Effects, |number| Cause::Effect(number.into()))
}

/// The first effect that does something.
fn effect_that<L: Layout>(core: &Core<L>, does: impl Fn(&Act<L::B>) -> bool) -> Cause {
    let mut effects = core.program.effects.iter();
    let first = effects.find(|effect| effect.acts.iter().any(&does));
    first.map_or(Cause::Effects, |effect| Cause::Effect(effect.number.into()))
}
