//! The verdict on a movement: the movement is made, and the resulting position is judged. Knows no
//! list of movements.

use super::action::Action;
use super::events::Excuse;
use super::mechanic::Mechanics;
use super::pending::LossScope;
use super::state::State;
use crate::engine::layout::FullLayout;
use crate::engine::position::Pos;
use crate::engine::{self, ahead, bans};
use crate::mechanics::trial;
use crate::mechanics::{arrival, consult, royals, threat, turn};
use crate::rules::{Part, RoyalRule, Side};

/// The number of positions for which a test of mate counts.
const MATE_TEST: u32 = 100;

/// The verdict on a movement; better ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Legality {
    /// The mover's royal is lost, or in check without excuse.
    Illegal,
    /// The mover's royal is in check, but a hook excuses it.
    Excused,
    /// The movement is legal, or wins.
    Legal,
}

/// The verdict for the mover of a position after a movement. The opponent chooses against the
/// mover. `before` is the position before the turn, if it is known.
pub(crate) fn verdict<L: FullLayout>(
    table: &Mechanics<L>,
    state: &Pos<L>,
    before: Option<&Pos<L>>,
    mover: Side,
    excuse: bool,
) -> Legality {
    verdict_if(table, state, before, mover, (excuse, false))
}

/// The same. If `exposes` is set, royals may be left attacked.
fn verdict_if<L: FullLayout>(
    table: &Mechanics<L>,
    state: &Pos<L>,
    before: Option<&Pos<L>>,
    mover: Side,
    (excuse, exposes): (bool, bool),
) -> Legality {
    // No side loses a royal of its own by the consequences of its move.
    let spares = table.core.program.spares;
    if table.core.program.loses_royals && spares && royals::is_lost(table, state, mover) {
        return Legality::Illegal;
    }
    if let Some(verdict) = verdict_of_loss(table, state, mover) {
        return verdict;
    }
    let Some(choice) = state.extra.choices.first() else {
        let royals = |pos: &Pos<L>| table.count_royals(pos, mover);
        let fewer = spares
            && before.is_some_and(|before| royals(state) < royals(before))
            && !royals::survives(table, state, mover);
        if let Some(owed) = trial::owes(table, state) {
            return if owed && !fewer {
                Legality::Legal
            } else {
                Legality::Illegal
            };
        }
        if fewer
            || (!exposes && threat::is_exposed(table, state, mover))
            || is_forbidden(table, before, state, mover)
        {
            return Legality::Illegal;
        }
        // If fewer royals must be attacked than before, a smaller number is enough.
        let is_better = || {
            let left = threat::threatened(table, state, mover);
            before.is_none_or(|before| left < threat::threatened(table, before, mover))
        };
        let fewer_attacked = table.core.royalty.rule[mover.index()] == RoyalRule::Fewer;
        if exposes || !threat::is_threatened(table, state, mover) || (fewer_attacked && is_better()) {
            return Legality::Legal;
        }
        let excused = excuse && consult::is_excused_by(table, state, Excuse::After(mover));
        return if excused {
            Legality::Excused
        } else {
            Legality::Illegal
        };
    };
    verdict_of_choice(
        table,
        state,
        before,
        mover,
        (excuse, exposes),
        choice.side == mover,
    )
}

/// The verdict for the mover of a position with an open choice. If `own` is set, the mover chooses.
/// If there are too many answers to weigh, only the first ones count.
fn verdict_of_choice<L: FullLayout>(
    table: &Mechanics<L>,
    state: &Pos<L>,
    before: Option<&Pos<L>>,
    mover: Side,
    purpose: (bool, bool),
    own: bool,
) -> Legality {
    let _open = ahead::open();
    let mut best = None;
    for answer in turn::answers(table, state) {
        if !ahead::weighs_answer() && best.is_some() {
            break;
        }
        let mut after = *state;
        turn::answer(table, &mut after, &answer, LossScope::Judged);
        let verdict = verdict_if(table, &after, before, mover, purpose);
        let (better, none_better) = match own {
            true => (best.is_none_or(|best| verdict > best), verdict == Legality::Legal),
            false => (
                best.is_none_or(|best| verdict < best),
                verdict == Legality::Illegal,
            ),
        };
        if better {
            best = Some(verdict);
        }
        if none_better {
            break;
        }
    }
    best.unwrap_or(Legality::Illegal)
}

/// The verdict on a position in which a side has lost its royals.
fn verdict_of_loss<L: FullLayout>(table: &Mechanics<L>, state: &Pos<L>, mover: Side) -> Option<Legality> {
    let (own, theirs) = (
        royals::is_lost(table, state, mover),
        royals::is_lost(table, state, mover.other()),
    );
    let program = &table.core.program;
    let legal = match (own, theirs) {
        (false, false) => return None,
        (_, true) => {
            program.trades[mover.other().index()] || own || !threat::is_threatened(table, state, mover)
        }
        (true, false) => !program.spares,
    };
    Some(if legal { Legality::Legal } else { Legality::Illegal })
}

/// Whether a ban forbids a movement for the position to which it has led.
fn is_forbidden<L: FullLayout>(
    table: &Mechanics<L>,
    before: Option<&Pos<L>>,
    after: &Pos<L>,
    mover: Side,
) -> bool {
    let bans = &table.core.restrictions.bans[mover.index()];
    let made = Made {
        table,
        before,
        after,
        mover,
    };
    bans.held != 0 && bans::forbid(&table.core, bans, &made)
}

/// A movement that is to be made.
struct Meant<'a, L: FullLayout> {
    table: &'a Mechanics<L>,
    pos: &'a Pos<L>,
    action: &'a Action,
}

impl<L: FullLayout> bans::Meant<L> for Meant<'_, L> {
    fn part(&self) -> Part {
        self.action.part()
    }

    fn in_check(&self) -> bool {
        threat::is_threatened(self.table, self.pos, self.pos.side_to_move)
    }
}

/// A movement that has been made, with all its choices.
struct Made<'a, L: FullLayout> {
    table: &'a Mechanics<L>,
    before: Option<&'a Pos<L>>,
    after: &'a Pos<L>,
    mover: Side,
}

impl<L: FullLayout> bans::Made<L> for Made<'_, L> {
    fn before(&self) -> Option<&Pos<L>> {
        self.before
    }

    fn after(&self) -> &Pos<L> {
        self.after
    }

    fn gives_check(&self) -> bool {
        threat::threatens(self.table, self.after, self.mover)
    }

    fn mates(&self) -> bool {
        let answered = || trial::has_action(self.table, &State::new(*self.after));
        ahead::is_mate(MATE_TEST, answered)
    }
}

/// The verdict on a movement for the side to move.
pub(crate) fn verdict_of<L: FullLayout>(
    table: &Mechanics<L>,
    pos: &Pos<L>,
    action: &Action,
    excuse: bool,
) -> Legality {
    ahead::step();
    let bans = &table.core.restrictions.bans[pos.side_to_move.index()];
    if bans.held != 0 && bans::bar(bans, &Meant { table, pos, action }) {
        return Legality::Illegal;
    }
    if action.is_only_wall()
        && table.core.walls.as_ref().is_some_and(|rule| rule.not_in_check)
        && threat::is_threatened(table, pos, pos.side_to_move)
    {
        return Legality::Illegal;
    }
    let mut after = *pos;
    if !turn::execute(table, pos, &mut after, action, LossScope::Judged)
        || arrival::is_barred_promotion(table, pos, action, &after)
    {
        return Legality::Illegal;
    }
    let exposes = action
        .mv
        .is_some_and(|mv| engine::trial::may_expose(&table.core, mv));
    verdict_if(table, &after, Some(pos), pos.side_to_move, (excuse, exposes))
}

/// Whether a movement of the side to move is legal without excuse.
pub(super) fn is_legal<L: FullLayout>(table: &Mechanics<L>, pos: &Pos<L>, action: &Action) -> bool {
    verdict_of(table, pos, action, false) == Legality::Legal
}

/// Whether only an excuse makes a movement legal.
pub(crate) fn is_excused<L: FullLayout>(table: &Mechanics<L>, state: &Pos<L>, action: &Action) -> bool {
    consult::has_excuse(table, state) && verdict_of(table, state, action, true) == Legality::Excused
}
