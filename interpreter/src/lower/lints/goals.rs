//! Goals that hold at the start, can never be reached, or stand behind another.

use super::super::report::{Place, warning};
use super::super::values::capital;
use super::{Lints, OWN};
use crate::board::{Bits, U256};
use crate::rules::{Goal, GoalCondition, PieceName, RoyalRule, Side};

/// A goal is held against so many before it.
pub(super) const LOOKED_AT: usize = 200;

impl Lints<'_, '_> {
    pub(super) fn goals(&self) {
        self.at_the_start();
        let goals = &self.facts.rules.end.goals;
        let mut before: usize = 0;
        for entry in goals.chunk_by(|a, b| a.reason == b.reason) {
            self.impossible(entry);
            self.behind(&goals[before.saturating_sub(LOOKED_AT)..before], entry);
            before += entry.len();
        }
    }

    pub(super) fn count(&self, side: Side, pieces: &[PieceName]) -> usize {
        let pieces_at_start = self.facts.start.pieces.values();
        pieces_at_start
            .filter(|(s, name)| *s == side && pieces.contains(name))
            .count()
    }

    /// Goals that hold at the start already.
    fn at_the_start(&self) {
        let Some(start) = self.facts.declared.start else {
            return;
        };
        for goal in &self.facts.rules.end.goals {
            let Some(at) = self.end_entry(&goal.reason) else {
                continue;
            };
            if self.holds(goal) && (start.source == OWN || at.source == OWN) {
                let message = format!(
                    "`{}` holds for {} in the start position",
                    goal.reason,
                    capital(goal.side)
                );
                self.facts.report.add(
                    warning("F0312", at.place(at.node.span), message)
                        .label("so the game is over after the first move")
                        .also(start.source, start.node.span, "the start position")
                        .help("change the goal, or the position: a goal is tested after every move"),
                );
            }
        }
    }

    fn holds(&self, goal: &Goal) -> bool {
        match &goal.condition {
            GoalCondition::Reach {
                pieces,
                zone,
                own_move: false,
                ..
            } => {
                let zone = self.set(zone);
                let mut standing = self.facts.start.pieces.iter();
                standing.any(|(&square, (side, name))| {
                    *side == goal.side && zone.has(square) && pieces.contains(name)
                })
            }
            GoalCondition::Extinct {
                pieces,
                at_most,
                opponent_at_least,
                ..
            } => {
                self.count(goal.side, pieces) <= *at_most as usize
                    && self.count(goal.side.other(), pieces) >= *opponent_at_least as usize
            }
            GoalCondition::Reach { .. } | GoalCondition::Checks { .. } => false,
        }
    }

    /// The goals of one entry that no game can come to.
    fn impossible(&self, entry: &[Goal]) {
        let Some(key) = entry.first().map(|g| g.reason.as_str()) else {
            return;
        };
        let Some(at) = self.end_entry(key) else { return };
        let of_entry = || entry.iter();
        let found: Vec<(Side, String)> = Side::ALL
            .into_iter()
            .filter_map(|side| {
                let reasons: Option<Vec<String>> = of_entry()
                    .filter(|g| g.side == side)
                    .map(|g| self.obstacle(g))
                    .collect();
                Some((side, reasons?.into_iter().next()?))
            })
            .collect();
        let Some((side, reason)) = found.first() else {
            return;
        };
        let all = of_entry().all(|g| found.iter().any(|(side, _)| g.side == *side));
        let message = if all {
            format!("`{key}` can never come about: {reason}")
        } else {
            format!("`{key}` can never come about for {}: {reason}", capital(*side))
        };
        let help = "change the pieces or the squares of the goal, or leave it out";
        let own = of_entry().flat_map(|g| pieces(&g.condition)).filter_map(|name| {
            let member = self.members.iter().find(|m| m.name == name && m.is_own())?;
            Some(member.place())
        });
        let causes: Vec<Place> = own.chain(self.causes()).collect();
        self.add(
            warning("F0322", at.place(at.node.span), message).help(help),
            &causes,
        );
    }

    /// Why a goal can never be reached, if it cannot.
    fn obstacle(&self, goal: &Goal) -> Option<String> {
        if self.moves_added {
            return None;
        }
        match &goal.condition {
            GoalCondition::Reach { pieces, zone, .. } => {
                let zone = self.set(zone);
                let members = || {
                    let all = self.members.iter();
                    all.filter(|m| m.side == goal.side && pieces.iter().any(|p| p == m.name))
                };
                let standing = members().fold(U256::EMPTY, |set, m| {
                    set | (self.reached(m) & !(m.promotes & !m.starts))
                });
                if standing.meets(zone) {
                    return None;
                }
                let squares = self.squares_text(zone);
                let pieces = crate::text::or(pieces);
                Some(if members().any(|m| self.reached(m).meets(zone)) {
                    format!("the {pieces} always promotes on {squares}")
                } else if members().any(|m| m.appears()) {
                    format!("the {pieces} never gets to {squares}")
                } else {
                    format!("there is never a {pieces}")
                })
            }
            GoalCondition::Extinct { pieces, at_most, .. } => {
                let royal = |p: &&PieceName| {
                    self.facts
                        .rules
                        .pieces
                        .get(*p)
                        .is_some_and(|p| p.royal[goal.side])
                };
                let royals: Vec<PieceName> = pieces.iter().filter(royal).cloned().collect();
                let promotions = &self.facts.rules.promotions;
                let promoted =
                    |name: &PieceName| promotions.iter().any(|p| p.side == goal.side && p.piece == *name);
                let kept = match self.facts.rules.royalty.rule[goal.side] {
                    _ if royals.iter().any(promoted) => 0,
                    RoyalRule::All => self.count(goal.side, &royals),
                    RoyalRule::Any => self.count(goal.side, &royals).min(1),
                    RoyalRule::Fewer => 0,
                };
                (kept > *at_most as usize).then(|| {
                    let names = crate::text::or(&royals);
                    format!("the {names} is royal, and no move may leave it to be captured")
                })
            }
            GoalCondition::Checks { .. } => None,
        }
    }

    /// An entry whose goals are all decided by ones before it.
    fn behind(&self, earlier: &[Goal], entry: &[Goal]) {
        let Some(key) = entry.first().map(|g| g.reason.as_str()) else {
            return;
        };
        let before = |goal: &Goal| earlier.iter().find(|first| covers(first, goal));
        let of_entry = entry.iter();
        let Some(firsts) = of_entry.clone().map(before).collect::<Option<Vec<&Goal>>>() else {
            return;
        };
        // Equal conditions with different results contradict each other, which is said elsewhere.
        let contradicts =
            |(first, goal): (&&Goal, &Goal)| first.condition == goal.condition && first.score != goal.score;
        let Some(first) = firsts
            .first()
            .filter(|_| !firsts.iter().zip(of_entry).any(contradicts))
        else {
            return;
        };
        let (Some(at), Some(other)) = (self.end_entry(key), self.end_entry(&first.reason)) else {
            return;
        };
        let message = format!(
            "`{key}` never decides: whenever it holds, `{}` holds too",
            first.reason
        );
        let diagnostic = warning("F0323", at.place(at.node.span), message)
            .also(other.source, other.node.span, "this is tested first")
            .help("goals are tested in the order written: leave this one out, or put it before the other");
        self.add(diagnostic, &[other.place(other.node.span)]);
    }
}

/// The pieces that a goal is about.
pub(super) fn pieces(condition: &GoalCondition) -> &[PieceName] {
    match condition {
        GoalCondition::Reach { pieces, .. } | GoalCondition::Extinct { pieces, .. } => pieces,
        GoalCondition::Checks { .. } => &[],
    }
}

/// Whether the first goal holds whenever the second does.
fn covers(first: &Goal, second: &Goal) -> bool {
    let all_of = |few: &[String], many: &[String]| few.iter().all(|one| many.contains(one));
    if first.side != second.side {
        return false;
    }
    match (&first.condition, &second.condition) {
        (
            GoalCondition::Reach {
                pieces: p,
                zone: z,
                own_move: o,
                reply: r,
            },
            GoalCondition::Reach {
                pieces,
                zone,
                own_move,
                reply,
            },
        ) => all_of(pieces, p) && all_of(&zone.0, &z.0) && (!o || *own_move) && r == reply,
        (
            GoalCondition::Extinct {
                pieces: p,
                at_most: n,
                opponent_at_least: o,
                reply: r,
            },
            GoalCondition::Extinct {
                pieces,
                at_most,
                opponent_at_least,
                reply,
            },
        ) => {
            let opponent = *o == 0 || (p == pieces && o <= opponent_at_least);
            all_of(p, pieces) && n >= at_most && opponent && (r == reply)
        }
        (GoalCondition::Checks { count: first }, GoalCondition::Checks { count }) => first <= count,
        _ => false,
    }
}
