//! Goals that hold at the start, can never be reached, or stand behind another.

use super::super::report::{Place, warning};
use super::super::values::capital;
use super::{Lints, OWN};
use crate::board::{Bits, U256};
use crate::rules::{
    Act, Checks, Goal, GoalCondition, Pass, PieceName, Reach, Rows, RoyalRule, Side, SquareName, Squares,
};
use crate::vocabulary::{Fate, Prospects, Standing, goal_kind};

/// A goal is held against this many before it.
pub(super) const LOOKED_AT: usize = 200;

impl Lints<'_, '_> {
    pub(super) fn goals(&self) {
        self.at_the_start();
        let played = self.facts.rules.dissolved();
        let goals = &played.end.goals;
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
            let (holds, stays) = (self.holds(goal), self.holds_on(goal));
            if (holds || stays) && (start.source == OWN || at.source == OWN) {
                let when = if holds {
                    "in the start position"
                } else {
                    "after its first move, whichever that is"
                };
                let message = format!("`{}` holds for {} {when}", goal.reason, capital(goal.side));
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
        let kind = goal_kind(&goal.condition);
        // Pieces in hand are not extinct.
        let held = |pieces: &[PieceName]| {
            self.held(goal.side)
                .any(|name| pieces.iter().any(|one| one == name))
        };
        let waits = matches!(&goal.condition, GoalCondition::Extinct(extinct) if held(&extinct.pieces));
        kind.is_tested_at_the_start() && !waits && kind.holds(goal.side, self)
    }

    /// Whether a goal that is asked after a side's own moves holds in the start position with a
    /// piece to spare, so that the first move reaches it.
    fn holds_on(&self, goal: &Goal) -> bool {
        let GoalCondition::Reach(reach) = &goal.condition else {
            return false;
        };
        let zone = self.set(&reach.zone);
        let there = self.facts.start.pieces.iter().filter(|(square, (side, name))| {
            *side == goal.side && zone.has(**square) && reach.pieces.contains(name)
        });
        let plain = self.facts.rules.effects.is_empty() && self.facts.rules.castling.is_empty();
        let spare = if plain { 1 } else { 2 };
        reach.own_move && !reach.held && !reach.safe && there.count() >= reach.at_least as usize + spare
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
        let own = of_entry()
            .flat_map(|g| goal_kind(&g.condition).written().pieces)
            .filter_map(|name| {
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
            return self.outrun(goal);
        }
        let uncaptured = self
            .uncaptured(goal)
            .then(|| "nothing is captured: `captures: no`".to_owned());
        let kind = goal_kind(&goal.condition);
        uncaptured
            .or_else(|| self.outrun(goal))
            .or_else(|| kind.obstacle(goal.side, self))
    }

    /// Why a number of checks is never reached: fewer end the game.
    fn outrun(&self, goal: &Goal) -> Option<String> {
        let GoalCondition::Checks(Checks { count }) = goal.condition else {
            return None;
        };
        let played = self.facts.rules.dissolved();
        let fewer = |other: &&Goal| {
            let condition = &other.condition;
            other.side == goal.side
                && matches!(condition, GoalCondition::Checks(other) if other.count < count)
        };
        // A goal before this one is told to hide it.
        let mut later = played.end.goals.iter().skip_while(|other| *other != goal);
        let first = later.find(fewer)?;
        Some(format!(
            "`{}` needs fewer checks and ends the game before",
            first.reason
        ))
    }

    /// Whether a goal wants pieces gone that nothing captures, and that do not become others.
    fn uncaptured(&self, goal: &Goal) -> bool {
        let GoalCondition::Extinct(extinct) = &goal.condition else {
            return false;
        };
        let rules = self.facts.rules;
        let becomes = |name: &PieceName| {
            let mut promotions = rules.promotions.iter();
            promotions.any(|promotion| promotion.side == goal.side && promotion.piece == *name)
        };
        let kept: Vec<PieceName> = extinct
            .pieces
            .iter()
            .filter(|name| !becomes(name))
            .cloned()
            .collect();
        rules.restrictions.no_captures[goal.side.other()]
            && rules.restrictions.no_captures[goal.side]
            && self.count(goal.side, &kept) > extinct.at_most as usize
    }

    /// An entry whose goals are all decided by ones before it.
    fn behind(&self, earlier: &[Goal], entry: &[Goal]) {
        let Some(key) = entry.first().map(|g| g.reason.as_str()) else {
            return;
        };
        let before = |goal: &Goal| earlier.iter().find(|first| self.covers(first, goal));
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
        let (Some(at), Some(other)) = (self.goal_place(key), self.goal_place(&first.reason)) else {
            return;
        };
        let message = format!(
            "`{key}` never decides: whenever it holds, `{}` holds too",
            first.reason
        );
        let diagnostic = warning("F0323", at, message)
            .also(other.source, other.span, "this is tested first")
            .help("goals are tested in the order written: leave this one out, or put it before the other");
        self.add(diagnostic, &[other]);
    }

    /// The place of a goal: an entry of `end`, or the use of the mechanic that has it.
    fn goal_place(&self, reason: &str) -> Option<Place> {
        if let Some(at) = self.end_entry(reason) {
            return Some(at.place(at.node.span));
        }
        let has = |goals: &[Goal]| goals.iter().any(|goal| goal.reason == reason);
        let mut hooks = self.facts.rules.hooks.iter();
        let hook = hooks.find(|hook| hook.says.as_ref().is_some_and(|says| has(&says.goals)))?;
        let at = self.facts.declared.hooks.get(hook.name.as_str())?.last()?;
        Some(at.place(at.node.span))
    }

    /// Whether the first goal holds whenever the second does.
    fn covers(&self, first: &Goal, second: &Goal) -> bool {
        let first_kind = goal_kind(&first.condition);
        let own = match &second.condition {
            // If neither side moves the other's pieces, a square is first reached by a move of its
            // own.
            GoalCondition::Reach(reach) if self.facts.rules.hooks.is_empty() && !self.moves_added => {
                GoalCondition::Reach(Reach {
                    own_move: true,
                    ..reach.clone()
                })
            }
            other => other.clone(),
        };
        first.side == second.side && (first_kind.covers(&second.condition) || first_kind.covers(&own))
    }
}

/// The start position.
impl Standing for Lints<'_, '_> {
    fn pieces(&self, side: Side, kinds: &[PieceName]) -> Vec<SquareName> {
        let standing = self.facts.start.pieces.iter();
        standing
            .filter(|(_, (s, name))| *s == side && kinds.contains(name))
            .map(|(&square, _)| self.facts.topology.name(square).to_owned())
            .collect()
    }

    fn step(&self, from: &str, compass: usize) -> Option<SquareName> {
        self.facts.topology.next_to(from, compass)
    }

    fn is_empty(&self, square: &str) -> bool {
        let square = self.facts.topology.square(square);
        square.is_some_and(|square| !self.facts.start.pieces.contains_key(&square))
    }

    fn board(&self) -> Vec<SquareName> {
        let topology = self.facts.topology;
        let squares = topology.squares();
        squares.squares().map(|s| topology.name(s).to_owned()).collect()
    }

    fn passes(&self) -> u32 {
        0
    }

    fn value(&self, kind: &str) -> Option<u32> {
        self.facts.rules.pieces.get(kind)?.value
    }

    /// Neither side has passed yet, so it does not matter.
    fn royals_face(&self) -> bool {
        false
    }

    /// Not known before the rules are compiled: what holds only for pieces that are safe is not
    /// said to hold.
    fn is_attacked(&self, _: Side, _: &str) -> bool {
        true
    }

    fn castlings(&self, side: Side) -> Vec<SquareName> {
        let field = self.facts.rules.start.split_whitespace().nth(2).unwrap_or("-");
        let own = self
            .facts
            .rules
            .castling
            .iter()
            .filter(|castling| castling.side == side);
        let given = own.filter(|castling| castling.anywhere || field.contains(castling.letter));
        given.map(|castling| castling.king_to.clone()).collect()
    }
}

impl Lints<'_, '_> {
    /// The squares on which a side's pieces of these kinds may stand.
    fn standing(&self, side: Side, kinds: &[PieceName]) -> U256 {
        let all = self.members.iter();
        let members = all.filter(|m| m.side == side && kinds.iter().any(|kind| kind == m.name));
        members.fold(U256::EMPTY, |set, m| {
            set | (self.reached(m) & !(m.promotes & !m.starts))
        })
    }

    /// How many squares of a set stand in a row at most.
    fn longest_row(&self, rows: Rows, among: U256) -> u32 {
        let t = self.facts.topology;
        let from = |square, way| {
            let mut seen = U256::bit(square);
            let mut last = square;
            while let Some(next) = t
                .step(last, way)
                .filter(|&next| among.has(next) && !seen.has(next))
            {
                seen |= U256::bit(next);
                last = next;
            }
            seen.count()
        };
        let all = among.squares();
        all.flat_map(|square| rows.directions().map(move |way| from(square, way)))
            .max()
            .unwrap_or(0)
    }
}

impl Prospects for Lints<'_, '_> {
    fn fate(&self, side: Side, kinds: &[PieceName], zone: &Squares) -> Fate {
        let zone = self.set(zone);
        let members = || {
            let all = self.members.iter();
            all.filter(|m| m.side == side && kinds.iter().any(|kind| kind == m.name))
        };
        if self.standing(side, kinds).meets(zone) {
            Fate::Stands
        } else if members().any(|m| self.reached(m).meets(zone)) {
            Fate::Promotes
        } else if members().any(|m| m.appears()) {
            Fate::NeverComes
        } else {
            Fate::NeverExists
        }
    }

    fn kept(&self, side: Side, kinds: &[PieceName]) -> (Vec<PieceName>, usize) {
        let rules = self.facts.rules;
        let royal = |name: &&PieceName| rules.pieces.get(*name).is_some_and(|piece| piece.royal[side]);
        let royals: Vec<PieceName> = kinds.iter().filter(royal).cloned().collect();
        let promoted = |name: &PieceName| {
            let mut promotions = rules.promotions.iter();
            promotions.any(|p| p.side == side && p.piece == *name)
        };
        let kept = match rules.royalty.rule[side] {
            _ if royals.iter().any(promoted) => 0,
            _ if rules.control.as_ref().is_some_and(|control| control.exposes) => 0,
            RoyalRule::All => self.count(side, &royals),
            RoyalRule::Any => self.count(side, &royals).min(1),
            RoyalRule::Fewer | RoyalRule::Last | RoyalRule::LastOfEach => 0,
        };
        (royals, kept)
    }

    fn most(&self, side: Side, kinds: &[PieceName]) -> Option<u32> {
        let rules = self.facts.rules;
        // The kinds that may become one of them, in one step or several.
        let mut all: Vec<PieceName> = kinds.to_vec();
        loop {
            let mut promotions = rules.promotions.iter();
            let more = promotions.find(|promotion| {
                let leads = promotion.to.iter().any(|to| all.contains(to));
                promotion.side == side && leads && !all.contains(&promotion.piece)
            });
            match more {
                Some(promotion) => all.push(promotion.piece.clone()),
                None => break,
            }
        }
        let beyond = rules.restrictions.beyond.takes_part();
        let known = rules.effects.is_empty() && rules.drops.is_empty() && rules.hooks.is_empty() && !beyond;
        known.then(|| self.count(side, &all) as u32)
    }

    fn squares(&self, zone: &Squares) -> String {
        crate::text::squares(zone, &self.facts.rules.board)
    }

    fn anybody_passes(&self) -> bool {
        let pass = &self.facts.rules.restrictions.pass;
        Side::ALL.iter().any(|&side| pass[side] != Pass::Never)
    }

    fn longest(&self, rows: Rows) -> u32 {
        self.longest_row(rows, self.facts.topology.squares())
    }

    fn longest_filled(&self, side: Side, kinds: &[PieceName], rows: Rows) -> u32 {
        self.longest_row(rows, self.standing(side, kinds))
    }

    fn shortest(&self, rows: Rows, from: &Squares, to: &Squares) -> Option<u32> {
        let t = self.facts.topology;
        let (mut reached, to) = (self.set(from), self.set(to));
        for count in 1.. {
            if reached.meets(to) {
                return Some(count);
            }
            let ways = || rows.directions().flat_map(|way| [way, way + 4]);
            let further = reached
                .squares()
                .flat_map(|square| ways().filter_map(move |way| t.step(square, way)))
                .fold(reached, |set, square| set | U256::bit(square));
            if further == reached {
                break;
            }
            reached = further;
        }
        None
    }

    fn is_one_move(&self) -> bool {
        let rules = self.facts.rules;
        let again = |act: &Act| matches!(act, Act::Again(_));
        rules.turns.is_none() && rules.hooks.is_empty() && !rules.acts().any(again)
    }

    fn never_fills(&self) -> bool {
        let rules = self.facts.rules;
        let grows = !rules.effects.is_empty() || !rules.drops.is_empty() || !rules.hooks.is_empty();
        // Other rules may count the pieces as the goal does.
        let limits = [rules.end.repetition, rules.end.move_rule];
        let counted = limits.into_iter().flatten().any(|limit| limit.counted);
        let pieces = self.facts.start.pieces.len() as u32;
        !grows && !counted && rules.walls.is_none() && pieces < self.facts.topology.squares().count()
    }

    fn has_value(&self, kind: &str) -> bool {
        self.facts
            .rules
            .pieces
            .get(kind)
            .is_some_and(|piece| piece.value.is_some())
    }
}
