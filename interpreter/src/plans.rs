//! The plans of a variant as sentences: how the moves of each piece are judged, and which rule
//! decides that.

use crate::engine::{Cause, Footprint, Judging, Moves, Plan, Variant};
use crate::hooks;
use crate::rules::{Ruleset, Side};
use crate::text;
use crate::vocabulary::{RULES, RulesKey};
use ferz_engine::order::sort_by_key;
use std::fmt::Write as _;

/// The contents of one line: sides and moves, the way they are judged, the reason, and the kinds of
/// pieces.
type Line = (Vec<Side>, Moves, Judging, Cause, Vec<usize>);

/// The plans of a variant, a sentence a line. The first gives the needs of its most expensive
/// moves.
pub fn text(variant: &Variant) -> String {
    let mut out = format!("{}\n", footprint(variant));
    let Some(plans) = variant.plans() else {
        return out;
    };
    let mut said: Vec<Line> = Vec::new();
    for side in Side::ALL {
        for (moves, judging, cause, kinds) in grouped(plans.movers.iter().filter(|plan| plan.side == side)) {
            let same = said.iter_mut().find(|line| {
                (line.1, line.2, line.3) == (moves, judging, cause) && line.4 == kinds && line.0 != [side]
            });
            match same {
                Some(line) => line.0.push(side),
                None => said.push((vec![side], moves, judging, cause, kinds)),
            }
        }
    }
    for (sides, moves, judging, cause, kinds) in said {
        let names: Vec<&str> = kinds.into_iter().filter_map(|kind| name(variant, kind)).collect();
        let _ = writeln!(
            out,
            "{}{} {} by {}{}",
            of_sides(&sides),
            word(moves),
            names.join(", "),
            by(judging),
            because(variant, cause)
        );
    }
    for side in Side::ALL {
        if let Some(cause) = plans.opening[side.index()] {
            let _ = writeln!(
                out,
                "{}moves that leave a line to a royal open by trial{}",
                of_sides(&[side]),
                because(variant, cause)
            );
        }
    }
    out
}

/// Plans of one side, those together that differ in the kind of piece only.
fn grouped<'p>(plans: impl Iterator<Item = &'p Plan>) -> Vec<(Moves, Judging, Cause, Vec<usize>)> {
    let mut groups: Vec<(Moves, Judging, Cause, Vec<usize>)> = Vec::new();
    for plan in plans {
        let key = (plan.moves, plan.judging, plan.cause);
        match groups.iter_mut().find(|group| (group.0, group.1, group.2) == key) {
            Some(group) => group.3.push(plan.kind),
            None => groups.push((key.0, key.1, key.2, vec![plan.kind])),
        }
    }
    sort_by_key(&mut groups, |group| (group.0, group.1, group.2));
    groups
}

/// The needs of the most expensive moves of a variant.
fn footprint(variant: &Variant) -> String {
    let words = match variant.footprint() {
        Footprint::Plain => "plain: pieces only move and capture",
        Footprint::Known => "known: the effects of a move are known before it is made",
        Footprint::Made => "made: some moves are made to be judged",
        Footprint::Turns => "turns: every move is made, and all answers to it are tried",
        Footprint::Mechanics => {
            let parts = taking_part(variant.rules());
            let verb = if parts.len() == 1 { "takes" } else { "take" };
            return format!("mechanics: {} {verb} part in turns", parts.join(", "));
        }
    };
    words.to_owned()
}

/// The uses of mechanics and the entries of `rules` that take part in turns.
fn taking_part(rules: &Ruleset) -> Vec<String> {
    let uses = rules.hooks.iter().filter(|hook| hooks::takes_part(hook));
    let mut parts: Vec<String> = uses.map(|hook| format!("`use {}`", hook.name)).collect();
    let limits = &rules.restrictions;
    let beyond = &limits.beyond;
    let entries = RULES.iter().filter(|key| match key.means {
        RulesKey::LatePromotions => !limits.late_promotions.is_default(),
        RulesKey::Carry => !beyond.carry.is_empty(),
        RulesKey::Pool => beyond.pool.is_some(),
        RulesKey::Recall => !beyond.recall.is_empty(),
        RulesKey::Avenge => !beyond.avenge.is_empty(),
        RulesKey::Regents => !beyond.regents.is_empty(),
        RulesKey::Sides(_)
        | RulesKey::Pass
        | RulesKey::Apart
        | RulesKey::Exchange
        | RulesKey::Absorb
        | RulesKey::EnPassant => false,
    });
    parts.extend(entries.map(|key| format!("`{}`", key.word)));
    parts.dedup();
    parts
}

fn name(variant: &Variant, kind: usize) -> Option<&str> {
    let piece = variant.played().pieces.get_index(kind);
    piece.map(|(name, _)| name.as_str())
}

fn of_sides(sides: &[Side]) -> String {
    match sides {
        [side] => format!("{side}: "),
        _ => String::new(),
    }
}

fn word(moves: Moves) -> &'static str {
    match moves {
        Moves::Quiet => "quiet moves of",
        Moves::Captures => "captures of",
        Moves::Special => "special moves of",
        Moves::Drops => "drops of",
    }
}

fn by(judging: Judging) -> &'static str {
    match judging {
        Judging::Free => "nothing",
        Judging::Lines => "lines",
        Judging::Delta => "delta",
        Judging::Trial => "trial",
    }
}

/// The rule that decides a plan: `, because of ...`.
fn because(variant: &Variant, cause: Cause) -> String {
    let rules = variant.played();
    let words = match cause {
        Cause::Nothing => return String::new(),
        Cause::NoRoyals => return ", because the side has no royals".to_owned(),
        Cause::RoyalRule => return ", because not every royal must be safe".to_owned(),
        Cause::NoCheck => return ", because no move may give check".to_owned(),
        Cause::AttackTurns => return ", because royals are attacked by all that a turn can do".to_owned(),
        Cause::Walls => return ", because a wall is put after each move".to_owned(),
        Cause::Path => {
            return ", because they do more than move a piece and capture where it ends".to_owned();
        }
        Cause::RoyalDrop => return ", because the piece is royal".to_owned(),
        Cause::CarefulDrop => return ", because a drop may not give check or mate".to_owned(),
        Cause::Powers => "powers".to_owned(),
        Cause::Shots => "shots".to_owned(),
        Cause::Kinds => "captures of some kinds only".to_owned(),
        Cause::Effects => "effects".to_owned(),
        Cause::Effect(number) => match rules.effects.get(number) {
            Some(effect) => format!("`{}`", text::effect(effect, &rules.board)),
            None => "effects".to_owned(),
        },
    };
    format!(", because of {words}")
}
