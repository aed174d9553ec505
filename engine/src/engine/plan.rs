//! Plans: how the moves of each piece are judged, and which rule decides that.
//!
//! Reports what `legality` and the generator do by the compiled rules alone. A position may only
//! require more: if a side has several royals, for example, moves of royals are made and tested.
//! Knows no positions and judges nothing itself.

use super::compiled::{Drop, Mover, Special};
use super::core::Core;
use super::judging::{Cause, Judging};
use super::layout::Layout;
use super::program::Prediction;
use super::subjects::Compiled;
use super::width::Width;
use crate::rules::{BySide, Event, Modes, RoyalRule, Side};

/// Moves of a piece that are judged in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moves {
    /// Leaps and rides to empty squares.
    Quiet,
    /// Leaps and rides that capture.
    Captures,
    /// Moves along paths that depend on the owners of pieces, or do more than move and capture.
    Special,
    /// Drops from the hand.
    Drops,
}

/// The judging of some moves of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The owner of the piece.
    pub side: Side,
    /// The index in the ruleset's pieces.
    pub kind: usize,
    /// The moves of the piece that are judged in this way.
    pub moves: Moves,
    /// The way in which they are judged.
    pub judging: Judging,
    /// The rule that decides it.
    pub cause: Cause,
    /// Why some of the moves are made in some positions, where this way of judging cannot tell;
    /// `None` where it always can.
    pub otherwise: Option<Cause>,
}

/// The plans of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plans {
    /// The plans by side, kind and moves, in this order.
    pub movers: Vec<Plan>,
    /// By side, the reason why a move that leaves a line to a royal open is made, because it may
    /// still be legal.
    pub opening: BySide<Option<Cause>>,
    /// By side: why all moves are made in some positions.
    pub made: BySide<Vec<Cause>>,
}

/// The way in which moves are judged, and the reason. Of two, the more expensive one is greater.
type Judgement = (Judging, Cause);

impl Moves {
    /// Whether a mover has such moves.
    pub(crate) fn are_of<B: Width>(self, mover: &Mover<B>) -> bool {
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
    of_rules(core, L::RICH)
}

/// The plans of compiled rules in a layout that is rich or not.
fn of_rules<B: Width>(core: &Compiled<B>, rich: bool) -> Plans {
    let mut movers = Vec::new();
    for side in Side::ALL {
        let all = of_all(core, rich, side);
        for kind in 0..core.moving.mover_of[side.index()].len() {
            let mut add = |moves: Moves, judgement: Option<Judgement>| {
                if let Some((judging, cause)) = judgement {
                    movers.push(Plan {
                        side,
                        kind,
                        moves,
                        judging,
                        cause,
                        otherwise: otherwise(judging, cause),
                    });
                }
            };
            for moves in [Moves::Quiet, Moves::Captures, Moves::Special] {
                let mut most = None;
                for mover in &core.moving.movers[side.index()] {
                    if usize::from(mover.kind) == kind && moves.are_of(mover) {
                        most = most.max(all.or_else(|| Some(of_mover(core, rich, side, mover, moves))));
                    }
                }
                add(moves, most);
            }
            let mut most = None;
            for drop in &core.reserve.drops[side.index()] {
                if usize::from(drop.kind) == kind {
                    most = most.max(all.or_else(|| Some(of_drop(core, side, drop))));
                }
            }
            add(Moves::Drops, most);
        }
    }
    let opening = Side::each(|side| match of_all(core, rich, side) {
        Some(_) => None,
        None => core.judged.opening,
    });
    Plans {
        movers,
        opening,
        made: Default::default(),
    }
}

/// Why some moves that are judged in a way are made all the same: the position before a move does
/// not always tell whether its effects matter.
fn otherwise(judging: Judging, cause: Cause) -> Option<Cause> {
    let follows = matches!(cause, Cause::Effect(_) | Cause::Effects);
    (judging == Judging::Delta && follows).then_some(cause)
}

/// The judging of a side's moves, if all pieces' moves are judged alike.
fn of_all<B: Width>(core: &Compiled<B>, rich: bool, side: Side) -> Option<Judgement> {
    if core.traits.always_legal[side.index()] {
        return Some((Judging::Free, Cause::NoRoyals));
    }
    core.judged.all[side.index()]
        .or_else(|| may_be_made(core, rich, side))
        .map(|cause| (Judging::Trial, cause))
}

/// The reason why all moves of a side may be made in some positions, or with some royals.
fn may_be_made<B: Width>(core: &Compiled<B>, rich: bool, side: Side) -> Option<Cause> {
    let (program, i) = (&core.program, side.index());
    let rule = core.royalty.rule[i];
    let threatened = core.attacking.has_threats[side.other().index()] && core.royalty.can_arise[i];
    if rule != RoyalRule::All && threatened {
        return Some(Cause::RoyalRule);
    }
    if !rich || core.royalty.kinds[i].is_empty() {
        return None;
    }
    let each_turn = program
        .effects
        .iter()
        .find(|e| e.event == Event::Turn && e.sides[i] && e.every.is_none());
    if let Some(effect) = each_turn.filter(|_| program.ends_matter) {
        return Some(Cause::Effect(effect.number.into()));
    }
    if program.after_captures && rule != RoyalRule::All {
        return Some(Cause::RoyalRule);
    }
    let walls = core.walls.as_ref().filter(|walls| !walls.instead);
    walls.map(|_| Cause::Walls)
}

/// The judging of a piece's moves, if not all of its side are judged alike.
fn of_mover<B: Width>(
    core: &Compiled<B>,
    rich: bool,
    side: Side,
    mover: &Mover<B>,
    moves: Moves,
) -> Judgement {
    if moves == Moves::Special {
        let mut judged = None;
        for path in mover.special.iter().flatten() {
            judged = judged.max(Some(along(core, rich, side, mover, path)));
        }
        return judged.unwrap_or((Judging::Lines, Cause::Nothing));
    }
    if !rich {
        return (Judging::Lines, Cause::Nothing);
    }
    if core.traits.explodes[side.index()] && (mover.royal || moves == Moves::Captures) {
        return (Judging::Delta, core.program.first());
    }
    if mover.royal
        && let Some(cause) = made_as_royal(core)
    {
        return (Judging::Trial, cause);
    }
    let tested = !core.royalty.kinds[side.index()].is_empty()
        || core.royalty.can_arise[side.index()]
        || core.program.forbids;
    let mut judged = None;
    for trigger in core.program.triggers_of(side, mover.kind) {
        if tested && (moves == Moves::Captures || trigger.victims.is_none()) {
            let judging = match trigger.prediction {
                Prediction::Nothing => Judging::Trial,
                Prediction::Watched
                | Prediction::Foreseen
                | Prediction::Turns
                | Prediction::Closes
                | Prediction::Carried => Judging::Delta,
            };
            judged = judged.max(Some((judging, Cause::Effect(trigger.effect.into()))));
        }
    }
    let changes = mover.counted || mover.makes_counted || moves == Moves::Captures;
    if changes && !core.relating.neighbour_counts.is_empty() && core.relating.relations.is_empty() {
        let made = mover.royal || core.asks_of_real_positions();
        let judging = if made { Judging::Trial } else { Judging::Delta };
        judged = judged.max(Some((judging, Cause::Powers)));
    }
    judged.unwrap_or((Judging::Lines, Cause::Nothing))
}

/// The reason why moves of a royal are made even if those of other pieces are not.
fn made_as_royal<B: Width>(core: &Compiled<B>) -> Option<Cause> {
    let kinds = core.attacking.filter_kinds.then_some(Cause::Kinds);
    core.judged.royals.or(kinds)
}

/// The judging of moves along a special path.
fn along<B: Width>(
    core: &Compiled<B>,
    rich: bool,
    side: Side,
    mover: &Mover<B>,
    path: &Special<B>,
) -> Judgement {
    let moves = path.captures.is_empty() && !path.rifle;
    if rich && core.relating.counted >> mover.kind & 1 == 1 {
        return (Judging::Trial, Cause::Powers);
    }
    if rich && !core.shots.is_empty() {
        return (Judging::Trial, Cause::Shots);
    }
    if rich && core.program.after_any[side.index()] >> mover.kind & 1 == 1 {
        let trigger = core.program.triggers_of(side, mover.kind).first();
        let cause = trigger.map_or(core.program.first(), |t| Cause::Effect(t.effect.into()));
        return (Judging::Trial, cause);
    }
    let plain = |mode: Modes| mode == Modes::QUIET || mode == Modes::CAPTURE;
    let judge = |mode: Modes| {
        let as_plain = moves && (plain(mode) || (rich && !mover.royal && mode == Modes::CAPTURE_OWN));
        if as_plain && mover.royal {
            let made = made_as_royal(core).filter(|_| rich);
            return made.map_or((Judging::Lines, Cause::Nothing), |cause| (Judging::Trial, cause));
        }
        if as_plain && rich {
            return (Judging::Lines, Cause::Nothing);
        }
        if mover.royal || !plain(mode) {
            return (Judging::Trial, Cause::Path);
        }
        if rich && (core.asks_of_real_positions() || core.attacking.change_with_powers) {
            return (Judging::Trial, core.judged.opening.unwrap_or(Cause::Powers));
        }
        (Judging::Delta, Cause::Path)
    };
    let mut judged = None;
    for mode in Modes::EACH {
        if path.modes.has(mode) {
            judged = judged.max(Some(judge(mode)));
        }
    }
    judged.unwrap_or((Judging::Lines, Cause::Nothing))
}

/// The judging of drops of a kind, if not all moves of the side are judged alike.
fn of_drop<B: Width>(core: &Compiled<B>, side: Side, drop: &Drop<B>) -> Judgement {
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
        core.judged.opening
    };
    made.map_or((Judging::Lines, Cause::Nothing), |cause| (Judging::Trial, cause))
}
