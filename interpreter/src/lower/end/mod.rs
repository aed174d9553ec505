//! How the game ends.

mod condition;
mod counting;
mod goal;
mod history;

use super::declared::Declared;
use super::report::{At, Report, error};
use super::squares::Grounds;
use super::values::{describe, side, terms, word};
use crate::rules::{Counting, End, Goal, GoalCondition, Limit, PerSide, PieceName, Score, Side};
use crate::vocabulary::{CLAIM, END, EndKey, LIMITS, SCORES};
use ferz_grammar::ast::{Entry, ExprKind};
use ferz_grammar::suggest::closest;

/// A goal of an ancestor that has lost all pieces it is about.
pub(super) struct Fallen<'a> {
    pub(super) at: At<'a, Entry>,
    pub(super) names: Vec<PieceName>,
    /// The sides that have none of the pieces.
    pub(super) sides: Vec<Side>,
}

/// Lowers the section `end`. Goals that fall away with their pieces are listed.
pub(super) fn lower<'a>(
    declared: &Declared<'a>,
    grounds: Option<&Grounds<'a, '_>>,
    report: &Report<'a>,
) -> (End, Vec<Fallen<'a>>) {
    let mut fallen = Vec::new();
    let mut end = unsaid();
    for (&key, &entry) in &declared.end {
        let at = entry.at;
        match END.get(key) {
            Some(EndKey::Checkmate) => {
                if let Some(score) = report.single(at).and_then(|value| report.choose(value, SCORES)) {
                    end.checkmate = score;
                }
            }
            Some(EndKey::PerpetualCheck) => {
                let value = report.single(at);
                end.perpetual_check = value.and_then(|value| report.choose(value, SCORES));
            }
            Some(EndKey::Stalemate) => {
                if let Some(scores) = report.choice_per_side(at, SCORES, Score::Draw) {
                    end.stalemate = scores;
                }
            }
            Some(EndKey::Repetition) => end.repetition = limit(report, at, 2, 100, "3 draw claim"),
            Some(EndKey::MoveRule) => end.move_rule = limit(report, at, 1, 10_000, "100 draw claim"),
            None => {
                let reader = goal::Reader {
                    declared,
                    grounds,
                    report,
                    key,
                    at,
                    inherited: entry.inherited,
                };
                reader.read(&mut end.goals, &mut fallen);
            }
            Some(&key) => {
                let reader = counting::Reader {
                    declared,
                    grounds,
                    report,
                    at,
                    inherited: entry.inherited,
                    alone: key == EndKey::CountAlone,
                };
                reader.read(key, &mut end);
            }
        }
    }
    nothing_counted(declared, report, &end);
    (end, fallen)
}

/// The end of a game without declarations.
fn unsaid() -> End {
    End {
        checkmate: Score::Loss,
        stalemate: PerSide::both(Score::Draw),
        goals: Vec::new(),
        move_rule: None,
        repetition: None,
        mate_by: None,
        mate_without: None,
        perpetual_check: None,
        perpetual_chase: None,
        to_and_fro: None,
        only_promotions: None,
        counting: Counting::default(),
    }
}

/// A limit at which pieces are counted, where no goal says which.
fn nothing_counted(declared: &Declared<'_>, report: &Report<'_>, end: &End) {
    let counts = |goal: &Goal| matches!(goal.condition, GoalCondition::Most(_));
    if end.goals.iter().any(counts) || !declared.hooks.is_empty() {
        return;
    }
    for (key, limit) in [("repetition", end.repetition), ("move-rule", end.move_rule)] {
        let entry = declared
            .end
            .get(key)
            .filter(|_| limit.is_some_and(|limit| limit.counted));
        if let Some(entry) = entry.filter(|_| !report.mentions("most")) {
            let message = format!("no goal says which pieces are counted at the end of `{key}`");
            let help = "add a goal that counts them: `majority: most all, full`";
            let place = entry.at.place(entry.at.node.span);
            report.add(error("F0255", place, message).help(help));
        }
    }
}

/// `3 draw claim`, `4 white loss`
fn limit(report: &Report<'_>, entry: At<'_, Entry>, min: i64, max: i64, example: &str) -> Option<Limit> {
    let value = report.single(entry)?;
    let key = &entry.node.key.value;
    let help = || format!("write `{key}: {example}`, or without `claim` if nobody needs to claim it");
    let (count, rest) = terms(value.node).split_first()?;
    if !matches!(count.kind, ExprKind::Number(_)) {
        report.add(
            error(
                "F0112",
                entry.place(count.span),
                format!("expected a number, found {}", describe(count)),
            )
            .help(help()),
        );
        return None;
    }
    let count = report.number(At::new(entry.source, count), "the number", min, max)?;
    let (whose, rest) = match rest.split_first() {
        Some((first, rest)) if word(first).and_then(side).is_some() => (word(first).and_then(side), rest),
        _ => (None, rest),
    };
    let (score, claim) = match rest {
        [score] => (score, false),
        [score, claim] if word(claim).is_some_and(|word| CLAIM.has(word)) => (score, true),
        [_, other, ..] => {
            report.add(
                error("F0114", entry.place(other.span), "expected `claim` or nothing")
                    .suggest_or(word(other).and_then(|w| closest(w, CLAIM.words())), help()),
            );
            return None;
        }
        [] => {
            let message = "who gains by it: `win`, `draw` or `loss`?";
            report.add(error("F0112", value.place(value.node.span), message).help(help()));
            return None;
        }
    };
    let scored = report.choose(At::new(entry.source, score), LIMITS)?;
    if let (Some(side), None) = (whose, scored) {
        let message = format!("pieces are counted for both sides, not for {side}");
        let help = "leave the side out: the side with more wins";
        report.add(error("F0255", entry.place(score.span), message).help(help));
        return None;
    }
    Some(Limit {
        count: u16::try_from(count).unwrap_or(u16::MAX),
        score: scored.unwrap_or(Score::Draw),
        side: whose,
        claim,
        counted: scored.is_none(),
    })
}
