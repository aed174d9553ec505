//! Plans where mechanics take part in turns: how the moves of each piece are judged, and which rule
//! decides that.
//!
//! Reports what `by_sets` does by the compiled rules. Knows no positions and judges nothing itself.

use super::mechanic::{Mechanics, Share};
use super::points::Points;
use crate::board::Bits as _;
use crate::engine::compiled::Mover;
use crate::engine::judging::{Cause, Judging};
use crate::engine::layout::FullLayout;
use crate::engine::plan::{Moves, Plan, Plans};
use crate::engine::position::turns;
use crate::rules::{RoyalRule, Side};

/// The way of judging, its cause, and the cause of trials where it cannot tell.
type Judgement = (Judging, Cause, Option<Cause>);

/// The plans of compiled rules.
pub(crate) fn plans<L: FullLayout>(table: &Mechanics<L>) -> Plans {
    let mut movers = Vec::new();
    for side in Side::ALL {
        let all = always_made(table, side);
        for kind in 0..table.core.moving.mover_of[side.index()].len() {
            let own = table.core.moving.movers[side.index()].iter();
            let own: Vec<&Mover<L::B>> = own.filter(|m| usize::from(m.kind) == kind).collect();
            let dropped = table.core.reserve.drops[side.index()].iter();
            let is_dropped = dropped.map(|drop| usize::from(drop.kind)).any(|k| k == kind);
            for moves in [Moves::Quiet, Moves::Captures, Moves::Special, Moves::Drops] {
                let judgement = match (moves, all) {
                    (Moves::Drops, _) if !is_dropped => continue,
                    (_, Some(cause)) => (Judging::Trial, cause, None),
                    (Moves::Special, None) => match special(table, side, kind, &own) {
                        Some(judgement) => judgement,
                        None => continue,
                    },
                    (_, None) => of_plain(table, side, kind, moves),
                };
                let gifted = moves == Moves::Special && has_more(table, kind);
                if moves != Moves::Drops && !gifted && !own.iter().any(|mover| moves.are_of(mover)) {
                    continue;
                }
                let (judging, cause, otherwise) = judgement;
                movers.push(Plan {
                    side,
                    kind,
                    moves,
                    judging,
                    cause,
                    otherwise,
                });
            }
        }
    }
    let made = Side::each(|side| match always_made(table, side) {
        Some(_) => Vec::new(),
        None => sometimes_made(table, side),
    });
    Plans {
        movers,
        opening: [None; Side::COUNT],
        made,
    }
}

/// Whether a kind has moves besides those of its movement, from mechanics or into carriers.
fn has_more<L: FullLayout>(table: &Mechanics<L>, kind: usize) -> bool {
    table.gifted >> kind & 1 == 1 || table.carriers != 0
}

/// Why all moves of a side are made, whatever the position.
fn always_made<L: FullLayout>(table: &Mechanics<L>, side: Side) -> Option<Cause> {
    let core = &table.core;
    let i = side.index();
    let bans = &core.restrictions.bans[i];
    let ban = bans.any.or(bans.swaps);
    let takes = table.shares.iter().find(|share| share.takes_captures);
    let unsaid = || takes.map_or(Cause::Captures, |share| share.cause);
    let reasons = [
        (core.has_powers(), Cause::Powers),
        (core.has_shots(), Cause::Shots),
        (core.tagging.is_some(), Cause::Absorb),
        (turns::kinds_of_moves(core).is_some(), Cause::TurnKinds),
        (!core.program.is_empty(), core.program.first()),
        (core.walls.is_some(), Cause::Walls),
        (core.control.is_some() || core.exposes_royals(), Cause::Control),
        (core.restrictions.captures != [true; Side::COUNT], Cause::Captures),
        (core.reserve.has_hands, Cause::Hands),
        (!table.is_plain, Cause::Effects),
        (table.takes_captures, unsaid()),
        (ban.is_some(), Cause::Rule(ban.unwrap_or_default())),
        (core.royalty.rule[i] != RoyalRule::All, Cause::RoyalRule),
        (core.royalty.kinds[i].is_empty(), first_part(table)),
    ];
    reasons
        .into_iter()
        .find(|(holds, _)| *holds)
        .map(|(_, cause)| cause)
}

/// The first rule that takes part in turns.
fn first_part<L: FullLayout>(table: &Mechanics<L>) -> Cause {
    let share = table.shares.first().map(|share| share.cause);
    let carries = (table.carriers != 0).then_some(Cause::Carry);
    share.or(carries).unwrap_or(Cause::LatePromotions)
}

/// Why all moves of a side are made in some positions: where a mechanic could remove something near
/// the royal, has something to do at the end of the turn, or excuses a check.
fn sometimes_made<L: FullLayout>(table: &Mechanics<L>, side: Side) -> Vec<Cause> {
    let core = &table.core;
    let points = [
        Points::THREATS,
        Points::ACTIONS,
        Points::TURN_ENDS,
        Points::LEGALITY,
        Points::OUTCOME,
    ];
    let acts = |number: u8| points.iter().any(|&point| table.numbers(point).contains(&number));
    let numbered = (0u8..).zip(&table.shares);
    let mut causes: Vec<Cause> = numbered
        .filter(|&(number, _)| acts(number))
        .map(|(_, share)| share.cause)
        .collect();
    if table.carriers != 0 {
        causes.push(Cause::Carry);
    }
    let late = core.restrictions.late_promotions;
    let due = Side::ALL.iter().any(|&side| {
        late[side.index()].happens() && table.turn_ends.promotions[side.index()] != Default::default()
    });
    if due {
        causes.push(Cause::LatePromotions);
    }
    if core.royalty.can_arise[side.index()] || table.start.royals(core, side).count() > 1 {
        causes.push(Cause::SeveralRoyals);
    }
    causes.extend(core.restrictions.bans[side.index()].facing.map(Cause::Rule));
    causes.sort_unstable();
    causes.dedup();
    causes
}

/// How quiet moves or captures of a kind are judged where not all moves are made.
fn of_plain<L: FullLayout>(table: &Mechanics<L>, side: Side, kind: usize, moves: Moves) -> Judgement {
    let has = |kinds: u64| kinds >> kind & 1 == 1;
    let i = side.index();
    let arrival = cause_at(table, Points::ARRIVALS);
    let promotes =
        has(table.unaffected.promoting[i]) && (arrival.is_some() || has(table.unaffected.rising[i]));
    let reaction = || {
        let reacts = |share: &&Share| share.reactive != 0;
        table.shares.iter().find(reacts).map(|share| share.cause)
    };
    let captured = if moves == Moves::Captures {
        reaction()
    } else {
        None
    };
    let rises = || Some(arrival.unwrap_or_else(|| first_part(table)));
    let otherwise = captured.or_else(|| if promotes { rises() } else { None });
    if has(table.unaffected.ordinary[i] | table.unaffected.royals[i]) {
        return (Judging::Lines, Cause::Nothing, otherwise);
    }
    let taker = table.takeovers.by[kind].map(|number| table.shares[usize::from(number)].cause);
    let cause = taker.unwrap_or(Cause::Path);
    (Judging::Delta, cause, otherwise.or(Some(cause)))
}

/// How the special moves of a kind are judged where not all moves are made: those along special
/// paths, those that mechanics give to it, and those into carriers.
fn special<L: FullLayout>(
    table: &Mechanics<L>,
    side: Side,
    kind: usize,
    own: &[&Mover<L::B>],
) -> Option<Judgement> {
    let gift = table.shares.iter().find(|share| share.gifted >> kind & 1 == 1);
    let carries = (table.carriers != 0).then_some(Cause::Carry);
    let paths = own.iter().any(|mover| Moves::Special.are_of(mover));
    let partnered = table.unaffected.partnered[side.index()] >> kind & 1 == 1;
    let cause = gift.map(|share| share.cause).or(carries);
    let cause = cause.or_else(|| (paths || partnered).then_some(Cause::Path))?;
    Some((Judging::Delta, cause, Some(cause)))
}

/// The first rule that acts at a point.
fn cause_at<L: FullLayout>(table: &Mechanics<L>, point: Points) -> Option<Cause> {
    let first = table.numbers(point).first();
    first.map(|&number| table.shares[usize::from(number)].cause)
}
