//! Why a game is over, or is not, in the terms of the rules.

use super::words::{and, or};
use super::{Attacked, Occupant};
use crate::board::{Bits as _, Square};
use crate::engine::{EndReason, Game, Outcome, Position, Variant};
use crate::rules::{Count, Goal, GoalCondition, HookUse, Mate, PieceName, Score, Side, SquareName, Squares};
use crate::text;
use crate::vocabulary::{END, EndKey, Standing, Telling, goal_kind};
use ferz_engine::Decision;
use std::fmt;

/// An explanation of the outcome of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// The outcome; `None` while the game goes on.
    pub outcome: Option<Outcome>,
    /// The rule that decided it: `end { checkmate: loss }`.
    pub rule: Option<String>,
    /// The facts on the board, one sentence each.
    pub facts: Vec<String>,
    /// The squares that the facts name, each once.
    pub squares: Vec<SquareName>,
}

/// Explains the outcome of a position, with any history.
pub fn ending(variant: &Variant, position: &Position) -> Ending {
    let mut teller = Teller {
        variant,
        position,
        facts: Vec::new(),
        squares: Vec::new(),
    };
    let outcome = variant.outcome(position);
    let rule = match &outcome {
        Some(outcome) => teller.over(outcome),
        None => {
            teller.goes_on();
            None
        }
    };
    Ending {
        outcome,
        rule,
        facts: teller.facts,
        squares: teller.squares,
    }
}

/// Explains how a game has ended, if it has, by its last position or by the positions before it.
pub fn ending_of(game: &Game) -> Ending {
    let (variant, position) = (game.variant(), game.position());
    let outcome = game.outcome();
    if outcome == variant.outcome(position) {
        return ending(variant, position);
    }
    let mut teller = Teller {
        variant,
        position,
        facts: Vec::new(),
        squares: Vec::new(),
    };
    let rule = outcome
        .as_ref()
        .and_then(|outcome| teller.remembered(game, outcome));
    Ending {
        outcome,
        rule,
        facts: teller.facts,
        squares: teller.squares,
    }
}

/// Whether a goal may have brought an outcome about.
fn may_decide(goal: &Goal, outcome: &Outcome) -> bool {
    let counts = matches!(goal.condition, GoalCondition::Most(_));
    let won = goal.score.winner(goal.side) == outcome.winner;
    goal.reason == outcome.reason.as_str() && (counts || won)
}

struct Teller<'v> {
    variant: &'v Variant,
    position: &'v Position,
    facts: Vec<String>,
    squares: Vec<SquareName>,
}

impl Teller<'_> {
    fn fact(&mut self, words: impl fmt::Display) {
        self.facts.push(words.to_string());
    }

    fn mark_all(&mut self, occupants: &[Occupant]) {
        let squares: Vec<SquareName> = occupants.iter().map(|o| o.square.clone()).collect();
        self.mark(&squares);
    }

    /// The cause of a finished game's end.
    fn over(&mut self, outcome: &Outcome) -> Option<String> {
        let rules = self.variant.played();
        let side = self.variant.turn(self.position);
        let goals = || rules.end.goals.iter().filter(|goal| may_decide(goal, outcome));
        // Several goals may have one name.
        let holds = |goal: &&Goal| goal_kind(&goal.condition).holds(goal.side, self);
        if let Some(goal) = goals().find(holds).or_else(|| goals().next()) {
            goal_kind(&goal.condition).tell(goal.side, self);
            // A goal of a mechanic is known by that.
            let says = |used: &&HookUse| used.says.as_ref().is_some_and(|says| says.goals.contains(goal));
            if let Some(used) = self.variant.rules().hooks.iter().find(says) {
                return Some(format!("use {}", text::hook(used, &rules.board)));
            }
            return Some(format!("end {{ {} }}", text::goal(goal, &rules.board)));
        }
        match outcome.reason {
            EndReason::Checkmate => {
                self.check(side);
                self.fact(format_args!("{side} has no legal move"));
                Some(format!(
                    "end {{ checkmate: {} }}",
                    text::score(rules.end.checkmate)
                ))
            }
            EndReason::MateBy => self.mated(side, EndKey::MateBy, rules.end.mate_by.as_ref()),
            EndReason::MateWithout => self.mated(side, EndKey::MateWithout, rules.end.mate_without.as_ref()),
            EndReason::Stalemate => {
                self.fact(format_args!("{side} is not in check and has no legal move"));
                let score = text::score(rules.end.stalemate[side]);
                Some(format!("end {{ stalemate: {score} }}"))
            }
            EndReason::MoveRule => {
                let clock = self.variant.halfmove_clock(self.position);
                self.fact(format_args!("the halfmove clock stands at {clock} plies"));
                Some(format!(
                    "end {{ move-rule: {} }}",
                    text::limit(rules.end.move_rule)
                ))
            }
            EndReason::Counting => Some(self.counted_out()),
            EndReason::OnlyPromotions => {
                self.fact(format_args!(
                    "{side} is not in check and has no move but promotions"
                ));
                let rule = rules.end.only_promotions.as_ref().map(text::only_promotions);
                Some(format!("end {{ only-promotions: {} }}", rule.unwrap_or_default()))
            }
            _ => {
                for side in Side::ALL {
                    if rules.pieces.values().any(|piece| piece.royal[side]) && self.royals(side).is_empty() {
                        self.fact(format_args!("{side} has no royal piece left on the board"));
                    }
                }
                None
            }
        }
    }

    /// The cause of a finished game's end in the moves before.
    fn remembered(&mut self, game: &Game, outcome: &Outcome) -> Option<String> {
        let (end, board) = (&self.variant.rules().end, &self.variant.rules().board);
        // A draw has both sides do it; else it is the loser, unless the rule lets it win.
        let all_the_time = |does: &str, score: Score| match outcome.winner {
            None => format!("both sides have {does} with each of their moves"),
            Some(winner) => {
                let side = if score == Score::Win {
                    winner
                } else {
                    winner.other()
                };
                format!("{side} has {does} with each of its moves")
            }
        };
        let key = match outcome.reason {
            EndReason::Repetition => EndKey::Repetition,
            EndReason::PerpetualCheck => EndKey::PerpetualCheck,
            EndReason::PerpetualChase => EndKey::PerpetualChase,
            EndReason::ToAndFro => EndKey::ToAndFro,
            _ => return self.over(outcome),
        };
        if key != EndKey::ToAndFro {
            let times = game.repetitions();
            self.fact(format_args!("the position has occurred {times} times"));
        }
        let rule = match key {
            EndKey::PerpetualCheck => {
                let score = end.perpetual_check?;
                self.fact(all_the_time("given check", score));
                text::score(score).to_owned()
            }
            EndKey::PerpetualChase => {
                let chase = end.perpetual_chase.as_ref()?;
                self.fact(all_the_time("chased a piece", chase.score));
                text::chase(chase, board)
            }
            EndKey::ToAndFro => {
                let (from, to) = game.moves().last().map(|mv| (mv.start(), mv.to()))?;
                let [from, to] = [from, to].map(|square| self.variant.topology().name(square).to_owned());
                self.fact(format_args!(
                    "one piece has moved to and fro between {from} and {to}"
                ));
                self.mark(&[from, to]);
                text::to_and_fro(end.to_and_fro.as_ref()?)
            }
            _ => text::limit(end.repetition),
        };
        Some(format!("end {{ {}: {rule} }}", END.word(&key)))
    }

    /// A mate that brings something else than others, by the pieces that check.
    fn mated(&mut self, side: Side, key: EndKey, rule: Option<&Mate>) -> Option<String> {
        self.check(side);
        self.fact(format_args!("{side} has no legal move"));
        let rule = rule?;
        let pieces = or(&rule.pieces);
        self.fact(match key {
            EndKey::MateBy => format!("only {pieces} gives check"),
            _ => {
                format!("{pieces} gives no check; whether an earlier check of the series counts depends on the game so far")
            }
        });
        Some(format!("end {{ {}: {} }}", END.word(&key), text::mate(rule)))
    }

    /// The count that has passed its limit, and the entries that say so.
    fn counted_out(&mut self) -> String {
        let counting = &self.variant.played().end.counting;
        let (plies, limit) = self.variant.count(self.position).unwrap_or_default();
        self.fact(format_args!(
            "{plies} plies have been counted, at most {limit} may be"
        ));
        let entries = [
            (EndKey::Count, &counting.several),
            (EndKey::CountAlone, &counting.alone),
        ];
        let entry = |(key, count): &(EndKey, &Option<Count>)| {
            let count = text::count(count.as_ref()?);
            Some(format!("{}: {count}", END.word(key)))
        };
        let entries: Vec<String> = entries.iter().filter_map(entry).collect();
        format!("end {{ {} }}", entries.join("; "))
    }

    /// Adds the reasons why the game continues.
    fn goes_on(&mut self) {
        let side = self.variant.turn(self.position);
        let decision = self.variant.decision(self.position);
        if decision != Decision::Move {
            self.fact(format_args!("{side} decides {decision}"));
        }
        let moves = match self.variant.legal_moves(self.position).len() {
            1 => "1 legal move".to_owned(),
            n => format!("{n} legal moves"),
        };
        self.fact(format_args!("{side} has {moves}"));
        if self.variant.in_check(self.position) {
            self.check(side);
        }
        if let Some((plies, limit)) = self.variant.count(self.position) {
            self.fact(format_args!("the count stands at {plies} of {limit} plies"));
        }
        let rules = self.variant.played();
        let goals: Vec<String> = rules
            .end
            .goals
            .iter()
            .map(|goal| format!("not reached: {}", text::goal(goal, &rules.board)))
            .collect();
        self.facts.extend(goals);
        let game = Game::new(self.variant, self.position.clone());
        if let Some(claim) = game.claim() {
            let outcome = match claim.winner {
                Some(winner) => format!("a win for {winner}"),
                None => "a draw".to_owned(),
            };
            self.fact(format_args!("{outcome} may be claimed: {}", claim.reason));
        }
    }

    fn occupant(&self, square: Square) -> Option<Occupant> {
        let (kind, side) = self.variant.piece_at(self.position, square)?;
        let (piece, _) = self.variant.rules().pieces.get_index(kind)?;
        Some(Occupant {
            side,
            piece: piece.clone(),
            square: self.variant.topology().name(square).to_owned(),
            index: 0,
        })
    }

    /// The pieces of a side among `kinds`; `None` for all kinds.
    fn occupants(&self, side: Side, kinds: Option<&[String]>) -> Vec<Occupant> {
        let squares = self.variant.topology().squares();
        squares
            .squares()
            .filter_map(|square| self.occupant(square))
            .filter(|o| o.side == side && kinds.is_none_or(|kinds| kinds.contains(&o.piece)))
            .collect()
    }

    fn royals(&self, side: Side) -> Vec<Occupant> {
        let pieces = &self.variant.rules().pieces;
        let mut royals = self.occupants(side, None);
        royals.retain(|o| pieces.get(&o.piece).is_some_and(|piece| piece.royal[side]));
        royals
    }

    /// The attacked royals and their attackers.
    fn check(&mut self, side: Side) {
        let topology = self.variant.topology();
        for royal in self.royals(side) {
            let Some(square) = topology.square(&royal.square) else {
                continue;
            };
            let by: Vec<Occupant> = self
                .variant
                .attackers(self.position, side.other(), square)
                .into_iter()
                .filter_map(|s| self.occupant(s))
                .collect();
            if !by.is_empty() {
                self.mark_all(&by);
                self.mark_all(std::slice::from_ref(&royal));
                let attacked = Attacked { piece: royal, by };
                self.fact(format_args!("{side} is in check: {attacked}"));
            }
        }
        if self.facts.is_empty() && self.variant.in_check(self.position) {
            self.fact(format_args!("{side} is in check"));
        }
    }
}

impl Standing for Teller<'_> {
    fn pieces(&self, side: Side, kinds: &[PieceName]) -> Vec<SquareName> {
        let there = self.occupants(side, Some(kinds));
        there.into_iter().map(|occupant| occupant.square).collect()
    }

    fn step(&self, from: &str, compass: usize) -> Option<SquareName> {
        self.variant.topology().next_to(from, compass)
    }

    fn is_empty(&self, square: &str) -> bool {
        let square = self.variant.topology().square(square);
        square.is_some_and(|square| self.variant.piece_at(self.position, square).is_none())
    }

    fn board(&self) -> Vec<SquareName> {
        let topology = self.variant.topology();
        let squares = topology.squares();
        squares.squares().map(|s| topology.name(s).to_owned()).collect()
    }

    fn passes(&self) -> u32 {
        self.variant.passes(self.position).into()
    }

    fn value(&self, kind: &str) -> Option<u32> {
        self.variant.rules().pieces.get(kind)?.value
    }

    fn royals_face(&self) -> bool {
        self.variant.royals_face(self.position)
    }

    fn is_attacked(&self, side: Side, square: &str) -> bool {
        let square = self.variant.topology().square(square);
        square.is_some_and(|square| self.variant.could_capture(self.position, side.other(), square))
    }

    fn castlings(&self, side: Side) -> Vec<SquareName> {
        let ends = self.variant.castling_ends(self.position, side).into_iter();
        ends.map(|square| self.variant.topology().name(square).to_owned())
            .collect()
    }
}

impl Telling for Teller<'_> {
    fn listed(&self, squares: &[SquareName]) -> String {
        let topology = self.variant.topology();
        let squares = squares.iter().filter_map(|name| topology.square(name));
        let there: Vec<Occupant> = squares.filter_map(|square| self.occupant(square)).collect();
        and(&there)
    }

    fn squares(&self, zone: &Squares) -> String {
        text::squares(zone, &self.variant.rules().board)
    }

    fn mark(&mut self, squares: &[SquareName]) {
        for square in squares {
            if !self.squares.contains(square) {
                self.squares.push(square.clone());
            }
        }
    }

    fn say(&mut self, sentence: String) {
        self.facts.push(sentence);
    }
}
