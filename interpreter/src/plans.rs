//! The plans of a variant as sentences: how the moves of each piece are judged, and which rule
//! decides that.

use crate::engine::{Cause, Footprint, Judging, Moves, Plan, Plans, Variant};
use crate::hooks;
use crate::rules::{HookUse, Restrictions, Ruleset, Side};
use crate::text;
use crate::vocabulary::{RULES, RulesKey, SidesRule, sides_rules};
use ferz_engine::order::sort_by_key;
use std::fmt::Write as _;
use std::mem::discriminant;

/// The contents of a line besides the sides and the kinds of pieces: moves, the way of judging, the
/// reason, and the reason for trials where that way cannot tell.
type Judged = (Moves, Judging, Cause, Option<Cause>);

/// The contents of one line.
struct Line {
    sides: Vec<Side>,
    judged: Judged,
    kinds: Vec<usize>,
}

/// The plans of a variant, a sentence a line. The first gives the needs of its most expensive
/// moves.
pub fn text(variant: &Variant) -> String {
    let mut out = format!("{}\n", footprint(variant));
    let plans = variant.plans();
    for line in lines(&plans) {
        let names = line.kinds.iter().filter_map(|&kind| name(variant, kind));
        let names: Vec<&str> = names.collect();
        let _ = writeln!(
            out,
            "{}{} {} {}",
            of_sides(&line.sides),
            word(line.judged.0),
            names.join(", "),
            way(variant, line.judged)
        );
    }
    for (sides, cause) in alike(&plans.opening) {
        if let Some(cause) = cause {
            let _ = writeln!(
                out,
                "{}moves that leave a line to a royal open by trial{}",
                of_sides(sides),
                because(variant, *cause)
            );
        }
    }
    for (sides, causes) in alike(&plans.made) {
        sometimes(variant, sides, causes, &mut out);
    }
    further(variant, &mut out);
    out
}

/// Lines about moves that are made for other reasons than how their piece moves.
fn further(variant: &Variant, out: &mut String) {
    let rules = variant.played();
    if variant.footprint() != Footprint::Mechanics && may_have_several(variant) {
        out.push_str("in positions where a side has several royals, moves of royals by trial\n");
    }
    if rules.walls.is_some() {
        out.push_str("walls by trial: a move is made to find the squares where its wall may stand\n");
    }
    let again = !rules.agains().is_empty();
    if again || !rules.restrictions.most_captures.is_default() {
        out.push_str("turns that go on by trial: a move is made to find those that may follow it\n");
    }
}

/// Whether a side begins with several royals, or may come by another one by promotion.
fn may_have_several(variant: &Variant) -> bool {
    let (rules, start) = (variant.played(), variant.start());
    let mut royals = [0; 2];
    variant.each_piece(&start, |_, kind, side| {
        let piece = rules.pieces.get_index(kind);
        royals[side.index()] += usize::from(piece.is_some_and(|(_, piece)| piece.royal[side]));
    });
    let is_royal = |name: &String| {
        rules
            .pieces
            .get(name)
            .is_some_and(|piece| piece.royal.white || piece.royal.black)
    };
    royals.iter().any(|&count| count > 1)
        || rules
            .promotions
            .iter()
            .any(|promotion| promotion.to.iter().any(is_royal))
}

/// The facts of both sides together if they are equal, or else those of each side.
fn alike<T: PartialEq>([white, black]: &[T; 2]) -> Vec<(&'static [Side], &T)> {
    match white == black {
        true => vec![(&Side::ALL, white)],
        false => vec![(&[Side::White], white), (&[Side::Black], black)],
    }
}

/// The lines about movers: those together that differ in the side or the kind only.
fn lines(plans: &Plans) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for side in Side::ALL {
        for (judged, kinds) in grouped(plans.movers.iter().filter(|plan| plan.side == side)) {
            let same = lines
                .iter_mut()
                .find(|line| line.judged == judged && line.kinds == kinds && line.sides != [side]);
            match same {
                Some(line) => line.sides.push(side),
                None => lines.push(Line {
                    sides: vec![side],
                    judged,
                    kinds,
                }),
            }
        }
    }
    lines
}

/// Plans of one side, those together that differ in the kind of piece only.
fn grouped<'p>(plans: impl Iterator<Item = &'p Plan>) -> Vec<(Judged, Vec<usize>)> {
    let mut groups: Vec<(Judged, Vec<usize>)> = Vec::new();
    for plan in plans {
        let key = (plan.moves, plan.judging, plan.cause, plan.otherwise);
        match groups.iter_mut().find(|group| group.0 == key) {
            Some(group) => group.1.push(plan.kind),
            None => groups.push((key, vec![plan.kind])),
        }
    }
    sort_by_key(&mut groups, |group| group.0);
    groups
}

/// `by delta, or by trial where that cannot tell, because of ...`.
fn way(variant: &Variant, (_, judging, cause, otherwise): Judged) -> String {
    let Some(trial) = otherwise else {
        return format!("by {}{}", by(judging), because(variant, cause));
    };
    let first = match cause == trial {
        true => String::new(),
        false => because(variant, cause),
    };
    let first = format!("by {}{first}", by(judging));
    format!(
        "{first}, or by trial where that cannot tell{}",
        because(variant, trial)
    )
}

/// A line about positions in which all moves are made.
fn sometimes(variant: &Variant, sides: &[Side], causes: &[Cause], out: &mut String) {
    if causes.is_empty() {
        return;
    }
    let words: Vec<String> = causes.iter().map(|&cause| words(variant, cause)).collect();
    let _ = writeln!(
        out,
        "{}in positions where one of these rules matters, all moves by trial: {}",
        of_sides(sides),
        words.join(", ")
    );
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
    let entries = RULES.iter().filter(|key| takes(&key.means, &rules.restrictions));
    parts.extend(entries.map(|key| format!("`{}`", key.word)));
    parts.dedup();
    parts
}

/// Whether an entry of `rules` takes part in turns, and is there.
fn takes(key: &RulesKey, limits: &Restrictions) -> bool {
    let beyond = &limits.beyond;
    match key {
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
    }
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
    let words = match cause {
        Cause::Nothing => return String::new(),
        Cause::NoRoyals => "the side has no royals",
        Cause::RoyalRule => "not every royal must be safe",
        Cause::Rule(name) if rule(name).is_some_and(|(_, rule)| rule.says.is_some()) => {
            rule(name).and_then(|(_, rule)| rule.says).unwrap_or_default()
        }
        Cause::AttackTurns => "royals are attacked by all that a turn can do",
        Cause::Walls => "a wall is put after each move",
        Cause::Path => "they do more than move a piece and capture where it ends",
        Cause::RoyalDrop => "the piece is royal",
        Cause::CarefulDrop => "a drop may not give check or mate",
        Cause::Captures => "a side may not capture",
        Cause::Hands => "pieces are dropped",
        Cause::Control => "a side moves pieces of the other one",
        Cause::TurnKinds => "a turn asks for several kinds of moves",
        _ => return format!(", because of {}", self::words(variant, cause)),
    };
    format!(", because {words}")
}

/// A rule for both sides, one or neither, with its word.
fn rule(name: &str) -> Option<(&'static str, &'static SidesRule)> {
    sides_rules().find(|(_, rule)| rule.rule.name == name)
}

/// The name of a rule.
fn words(variant: &Variant, cause: Cause) -> String {
    let rules = variant.played();
    match cause {
        Cause::Powers => "powers".to_owned(),
        Cause::Shots => "shots".to_owned(),
        Cause::Kinds => "captures of some kinds only".to_owned(),
        Cause::Effect(number) => match rules.effects.get(number) {
            Some(effect) => format!("`{}`", text::effect(effect, &rules.board)),
            None => "effects".to_owned(),
        },
        Cause::Absorb => "`absorb`".to_owned(),
        Cause::Rule(name) => rule(name).map_or_else(String::new, |(word, _)| format!("`{word}`")),
        Cause::SeveralRoyals => "several royals of a side".to_owned(),
        Cause::Hook(number) => match rules.hooks.get(number) {
            Some(hook) => format!("`use {}`", hook.name),
            None => "hooks".to_owned(),
        },
        Cause::LatePromotions => entry(variant, &RulesKey::LatePromotions),
        Cause::Carry => entry(variant, &RulesKey::Carry),
        Cause::Pool => entry(variant, &RulesKey::Pool),
        Cause::Recall => entry(variant, &RulesKey::Recall),
        Cause::Avenge => entry(variant, &RulesKey::Avenge),
        Cause::Regents => entry(variant, &RulesKey::Regents),
        _ => "effects".to_owned(),
    }
}

/// An entry of `rules`, or the use of the mechanic that has it.
fn entry(variant: &Variant, key: &RulesKey) -> String {
    let rules = variant.rules();
    let says = |hook: &&HookUse| {
        hook.says
            .as_ref()
            .is_some_and(|says| takes(key, &says.restrictions))
    };
    let used = rules.hooks.iter().find(says);
    match used.filter(|_| !takes(key, &rules.restrictions)) {
        Some(hook) => format!("`use {}`", hook.name),
        None => {
            let words = RULES
                .iter()
                .find(|word| discriminant(&word.means) == discriminant(key));
            words.map_or_else(String::new, |word| format!("`{}`", word.word))
        }
    }
}
