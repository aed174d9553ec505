//! How the game ends.

use super::merge::{Declared, Inherited};
use super::pieces::unknown;
use super::report::{At, Report, error, list_or};
use super::squares::{Grounds, Sets};
use super::values::{describe, side, terms, word};
use crate::board::Bits;
use crate::rules::{End, Goal, GoalCondition, Limit, PerSide, PieceName, Score, Side};
use ferz_grammar::ast::{Entry, Expr, ExprKind};
use ferz_grammar::span::Span;
use ferz_grammar::suggest::closest;

/// Keys that are not the names of goals.
const FIXED: [&str; 4] = ["checkmate", "stalemate", "repetition", "move-rule"];

const SCORES: [(&str, Score); 3] = [("win", Score::Win), ("draw", Score::Draw), ("loss", Score::Loss)];

const VERBS: [&str; 3] = ["reach", "extinct", "checks"];

/// Lowers the section `end`.
pub(super) fn lower<'a>(
    declared: &Declared<'a>,
    grounds: Option<&Grounds<'a, '_>>,
    report: &Report<'a>,
) -> End {
    let mut end = End {
        checkmate: Score::Loss,
        stalemate: PerSide::both(Score::Draw),
        goals: Vec::new(),
        move_rule: None,
        repetition: None,
    };
    for (&key, &entry) in &declared.end {
        let at = entry.at;
        match key {
            "checkmate" => {
                if let Some(score) = report.single(at).and_then(|value| report.choice(value, &SCORES)) {
                    end.checkmate = score;
                }
            }
            "stalemate" => {
                if let Some(scores) = report.choice_per_side(at, &SCORES, Score::Draw) {
                    end.stalemate = scores;
                }
            }
            "repetition" => end.repetition = limit(report, at, 2, 100, "3 draw claim"),
            "move-rule" => end.move_rule = limit(report, at, 1, 10_000, "100 draw claim"),
            _ => goal(declared, grounds, report, key, entry, &mut end.goals),
        }
    }
    end
}

/// `3 draw claim`
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
    let (score, claim) = match rest {
        [score] => (score, false),
        [score, claim] if word(claim) == Some("claim") => (score, true),
        [_, other, ..] => {
            report.add(
                error("F0114", entry.place(other.span), "expected `claim` or nothing")
                    .suggest(word(other).and_then(|w| closest(w, ["claim"]))),
            );
            return None;
        }
        [] => {
            let message = "who gains by it: `win`, `draw` or `loss`?";
            report.add(error("F0112", value.place(value.node.span), message).help(help()));
            return None;
        }
    };
    let score = report.choice(At::new(entry.source, score), &SCORES)?;
    Some(Limit {
        count: u16::try_from(count).unwrap_or(u16::MAX),
        score,
        claim,
    })
}

/// The pieces of a goal.
enum Kinds {
    All,
    Each,
    Named(Vec<PieceName>),
}

/// What stands behind the first comma of a goal.
#[derive(Default)]
struct Options {
    score: Option<Score>,
    own_move: bool,
    reply: bool,
    at_most: Option<u32>,
    opponent: Option<u32>,
}

fn goal<'a>(
    declared: &Declared<'a>,
    grounds: Option<&Grounds<'a, '_>>,
    report: &Report<'a>,
    key: &str,
    entry: Inherited<'a>,
    goals: &mut Vec<Goal>,
) {
    let at = entry.at;
    let Some((condition, options)) = at.node.values.split_first() else {
        return;
    };
    let place = at.place(condition.span);
    let (words, set) = split(condition);
    let mut words = words.as_slice();
    let mut sides = Side::ALL.to_vec();
    let first = words.first().and_then(word);
    if let Some(side) = first.and_then(side) {
        sides = vec![side];
        words = &words[1..];
    } else if let (Some(name), Some(second)) = (first, words.get(1).and_then(word))
        && VERBS.contains(&second)
        && !VERBS.contains(&name)
    {
        let message = format!("`{name}` is not a side");
        let suggestion = closest(name, ["white", "black"]);
        report.add(error("F0116", at.place(words[0].span), message).suggest(suggestion));
        return;
    }
    let sided = sides.len() == 1;
    let verb = words.first().and_then(word).unwrap_or_default();
    if !VERBS.contains(&verb) {
        let here = words.first().map_or(place, |w| at.place(w.span));
        let likely = closest(verb, VERBS);
        let diagnostic = match (closest(key, FIXED), likely) {
            (Some(fixed), None) => error(
                "F0110",
                at.place(at.node.key.span),
                format!("`{key}` is not an ending"),
            )
            .suggest(Some(fixed)),
            _ => error("F0251", here, format!("expected {}", list_or(VERBS))),
        };
        report.add(match likely {
            Some(_) => diagnostic.suggest(likely),
            None if diagnostic.help.is_some() => diagnostic,
            None => diagnostic.help("write, for example, `campmate: reach king on last rank, own-move`"),
        });
        return;
    }
    let rest = &words[1..];
    let options = read_options(report, at, verb, options);
    let mut add = |side: Side, condition: GoalCondition, score: Score| {
        goals.push(Goal {
            reason: key.to_owned(),
            side,
            condition,
            score,
        });
    };
    match verb {
        "checks" => {
            let count = match rest {
                [count] => report.number(At::new(at.source, count), "the number of checks", 1, 99),
                _ => {
                    report
                        .add(error("F0251", place, "how many checks?").help("write `three-check: checks 3`"));
                    None
                }
            };
            let (Some(count), Some(options)) = (count, options) else {
                return;
            };
            for side in sides {
                let condition = GoalCondition::Checks {
                    count: u8::try_from(count).unwrap_or(u8::MAX),
                };
                add(side, condition, options.score.unwrap_or(Score::Win));
            }
        }
        "reach" => {
            let Some(set) = set else {
                report.add(
                    error("F0251", place, "which squares are to be reached?")
                        .help("write `reach king on last rank`"),
                );
                return;
            };
            let pieces = rest;
            let kinds = kinds(
                declared,
                report,
                at,
                entry.inherited,
                &sides,
                sided,
                pieces,
                false,
            );
            let sets = squares(grounds, report, At::new(at.source, &set));
            let (Some(kinds), Some(options), Some(grounds), Some(sets)) = (kinds, options, grounds, sets)
            else {
                return;
            };
            for side in sides {
                let pieces = of_side(declared, side, &kinds);
                if pieces.is_empty() || sets[side].is_empty() {
                    continue;
                }
                let condition = GoalCondition::Reach {
                    pieces,
                    zone: grounds.names(sets[side]),
                    own_move: options.own_move,
                    reply: options.reply,
                };
                add(side, condition, options.score.unwrap_or(Score::Win));
            }
        }
        _ => {
            let kinds = kinds(declared, report, at, entry.inherited, &sides, sided, rest, true);
            let (Some(kinds), Some(options)) = (kinds, options) else {
                return;
            };
            let score = options.score.unwrap_or(Score::Loss);
            for side in sides {
                let groups: Vec<Vec<PieceName>> = match &kinds {
                    Kinds::Each => of_side(declared, side, &kinds)
                        .into_iter()
                        .map(|p| vec![p])
                        .collect(),
                    Kinds::All | Kinds::Named(_) => vec![of_side(declared, side, &kinds)],
                };
                for pieces in groups.into_iter().filter(|g| !g.is_empty()) {
                    let condition = GoalCondition::Extinct {
                        pieces,
                        at_most: options.at_most.unwrap_or(0),
                        opponent_at_least: options.opponent.unwrap_or(0),
                        reply: options.reply,
                    };
                    add(side, condition, score);
                }
            }
        }
    }
}

fn squares<'a>(grounds: Option<&Grounds<'a, '_>>, report: &Report<'a>, set: At<'_, Expr>) -> Option<Sets> {
    let sets = grounds?.set(set)?;
    if sets.white.is_empty() && sets.black.is_empty() {
        report.add(error(
            "F0252",
            set.place(set.node.span),
            "there are no such squares",
        ));
        return None;
    }
    Some(sets)
}

/// The words before `on` and the set behind it. `reach king on a | b` was read as a union whose first part holds
/// the words; they are taken out of it.
fn split(expr: &Expr) -> (Vec<Expr>, Option<Expr>) {
    let rest_of = |first: Option<Expr>, span: Span, build: &dyn Fn(Expr) -> ExprKind| {
        first.map(|first| {
            let span = Span::new(first.span.start, span.end);
            Expr {
                kind: build(first),
                span,
            }
        })
    };
    match &expr.kind {
        ExprKind::Union(list) | ExprKind::Intersection(list) if !list.is_empty() => {
            let (words, first) = split(&list[0]);
            let is_union = matches!(expr.kind, ExprKind::Union(_));
            let build = |first: Expr| {
                let all: Vec<Expr> = std::iter::once(first).chain(list[1..].iter().cloned()).collect();
                if is_union {
                    ExprKind::Union(all)
                } else {
                    ExprKind::Intersection(all)
                }
            };
            (words, rest_of(first, expr.span, &build))
        }
        ExprKind::Except(from, what) => {
            let (words, first) = split(from);
            (
                words,
                rest_of(first, expr.span, &|first| {
                    ExprKind::Except(Box::new(first), what.clone())
                }),
            )
        }
        _ => {
            let words = terms(expr);
            let Some(on) = words.iter().position(|w| word(w) == Some("on")) else {
                return (words.to_vec(), None);
            };
            let set = match &words[on + 1..] {
                [] => None,
                [one] => Some(one.clone()),
                several => Some(Expr {
                    kind: ExprKind::Phrase(several.to_vec()),
                    span: several[0].span.to(several[several.len() - 1].span),
                }),
            };
            (words[..on].to_vec(), set)
        }
    }
}

/// The names of pieces in a goal.
#[allow(clippy::too_many_arguments)]
fn kinds(
    declared: &Declared<'_>,
    report: &Report<'_>,
    at: At<'_, Entry>,
    inherited: bool,
    sides: &[Side],
    sided: bool,
    words: &[Expr],
    each: bool,
) -> Option<Kinds> {
    match words {
        [] => {
            report.add(
                error("F0251", at.place(at.node.values[0].span), "which pieces?")
                    .help("name pieces, or write `all`"),
            );
            return None;
        }
        [one] if word(one) == Some("all") => return Some(Kinds::All),
        [one] if word(one) == Some("each") && each => return Some(Kinds::Each),
        _ => {}
    }
    let mut names = Vec::new();
    let mut good = true;
    for term in words {
        let Some(name) = report.word(At::new(at.source, term), "the name of a piece") else {
            good = false;
            continue;
        };
        if sides
            .iter()
            .any(|&s| declared.armies[s].pieces.contains_key(name))
        {
            names.push(name.to_owned());
        } else if !inherited {
            let side = if sided { sides.first().copied() } else { None };
            unknown(declared, report, at.place(term.span), side, name);
            good = false;
        }
    }
    good.then_some(Kinds::Named(names))
}

/// Those of the pieces that the side has.
fn of_side(declared: &Declared<'_>, side: Side, kinds: &Kinds) -> Vec<PieceName> {
    let army = &declared.armies[side].pieces;
    match kinds {
        Kinds::All | Kinds::Each => army.keys().map(|&name| name.to_owned()).collect(),
        Kinds::Named(names) => names
            .iter()
            .filter(|n| army.contains_key(n.as_str()))
            .cloned()
            .collect(),
    }
}

fn read_options(report: &Report<'_>, at: At<'_, Entry>, verb: &str, list: &[Expr]) -> Option<Options> {
    let known: &[&str] = match verb {
        "reach" => &["own-move", "reply", "win", "draw", "loss"],
        "extinct" => &["at-most", "opponent", "reply", "win", "draw", "loss"],
        _ => &["win", "draw", "loss"],
    };
    let mut options = Options::default();
    let mut good = true;
    let mut seen: Vec<&str> = Vec::new();
    for option in list {
        let place = at.place(option.span);
        let (name, rest) = match terms(option).split_first() {
            Some((first, rest)) => (word(first).unwrap_or_default(), rest),
            None => continue,
        };
        if !known.contains(&name) {
            let diagnostic = error("F0253", place, format!("`{verb}` has no such option"));
            report.add(match closest(name, known.iter().copied()) {
                Some(word) => diagnostic.suggest(Some(word)),
                None => diagnostic.help(format!("options are {}", list_or(known.iter().copied()))),
            });
            good = false;
            continue;
        }
        let score = SCORES.iter().find(|&&(w, _)| w == name).map(|&(_, s)| s);
        if seen.contains(&name) || (score.is_some() && options.score.is_some()) {
            report.add(error(
                "F0111",
                place,
                "this contradicts an option before it, or repeats it",
            ));
            good = false;
            continue;
        }
        seen.push(name);
        let counted = matches!(name, "at-most" | "opponent");
        match rest {
            [number] if counted => {
                match report.number(At::new(at.source, number), "the number of pieces", 0, 256) {
                    Some(n) if name == "at-most" => options.at_most = u32::try_from(n).ok(),
                    Some(n) => options.opponent = u32::try_from(n).ok(),
                    None => good = false,
                }
            }
            [] if !counted => match name {
                "own-move" => options.own_move = true,
                "reply" => options.reply = true,
                _ => options.score = score,
            },
            _ => {
                let message = if counted {
                    format!("`{name}` is followed by one number")
                } else {
                    format!("`{name}` stands alone")
                };
                report.add(error("F0253", place, message));
                good = false;
            }
        }
    }
    good.then_some(options)
}
