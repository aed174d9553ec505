//! The properties of the rules that decide how positions are searched.

use ferz::engine::{Past, Variant};
use ferz::rules::{Event, GoalCondition, Limit, Score, Side, Turns};

/// Which moves may change what is on the board in more ways than by going to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Swings {
    /// None but captures beside the way.
    Plain,
    /// Captures.
    Captures,
    /// All.
    All,
}

/// The properties of the rules that decide how positions are searched.
#[derive(Debug)]
pub(crate) struct Nature {
    pub(crate) swings: Swings,
    /// Whether something can be to decide besides what to play.
    pub(crate) acts: bool,
    /// Whether a piece can win by going somewhere.
    pub(crate) reach: bool,
    /// Whether a side wins by giving checks, so that they are followed like captures.
    pub(crate) checks: bool,
    /// Whether the only decisions are free moves, and a turn without a move would change nothing
    /// else.
    pub(crate) free: bool,
    /// Whether a side may move again before it is the other's turn, by a decision or in a turn of
    /// several moves.
    pub(crate) again: bool,
    /// Whether captures are mere exchanges.
    pub(crate) trades: bool,
    pub(crate) must_capture: [bool; 2],
    pub(crate) repetition: Option<Limit>,
    /// The score of a side that gives perpetual check, if the rules judge that.
    pub(crate) perpetual: Option<Score>,
    pub(crate) move_rule: Option<Limit>,
    /// Whether the rules ask for more of the positions before than their keys and checks.
    pub(crate) history: bool,
    /// Whether moves are counted until the game is drawn.
    pub(crate) counts: bool,
    /// Whether a side may have nothing left but promotions.
    pub(crate) only_promotions: bool,
    pub(crate) squares: usize,
}

impl Nature {
    pub(crate) fn new(variant: &Variant) -> Self {
        let rules = variant.played();
        let acts = ferz::hooks::take_part(rules);
        let moves = rules.effects.iter().any(|effect| effect.event != Event::Capture);
        let goal = |is: fn(&GoalCondition) -> bool| rules.end.goals.iter().any(|g| is(&g.condition));
        let must_capture = Side::each(|side| rules.restrictions.must_capture[side]);
        let counts_passes = goal(|g| matches!(g, GoalCondition::Most(most) if most.passes > 0));
        let several = rules.turns.as_ref().is_some_and(Turns::are_several);
        let free = !acts && must_capture == [false; 2] && !counts_passes;
        Self {
            free,
            again: acts || several,
            trades: free && !several && rules.effects.is_empty() && rules.control.is_none(),
            swings: if acts || moves || rules.control.is_some() {
                Swings::All
            } else if rules.effects.is_empty() && rules.hooks.is_empty() && !rules.restrictions.adds_ways() {
                Swings::Plain
            } else {
                Swings::Captures
            },
            acts,
            reach: goal(|g| matches!(g, GoalCondition::Reach(_))),
            checks: goal(|g| matches!(g, GoalCondition::Checks(_))),
            must_capture,
            repetition: rules.end.repetition,
            perpetual: rules.end.perpetual_check,
            move_rule: rules.end.move_rule,
            history: Past::matters(variant),
            counts: !rules.end.counting.is_empty(),
            only_promotions: rules.end.only_promotions.is_some(),
            squares: variant.topology().size(),
        }
    }
}
