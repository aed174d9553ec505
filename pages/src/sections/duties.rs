//! The other duties and permissions of a side.

use super::both;
use crate::movement::sentence;
use crate::setting::Setting;
use crate::words;
use ferz::rules::{Goal, GoalCondition, Late, Pass, Side, SidesRule};

/// The sentence of each rule that needs no more than one.
const PLAIN: &[(&SidesRule, &str)] = &[
    (
        SidesRule::named("must-capture"),
        "A player who can capture must capture.",
    ),
    (
        SidesRule::named("most-captures"),
        "The player must choose a capture that takes the most pieces in the turn.",
    ),
    (SidesRule::named("no-check"), "No move may give check."),
    (
        SidesRule::named("only-mate"),
        "A move may give check only if it is mate. This also binds the replies to a check: one that gives check without mating is illegal.",
    ),
    (
        SidesRule::named("exposed-captures"),
        "A piece can be captured en passant on the squares that it has passed, even if its move was a capture.",
    ),
    (
        SidesRule::named("swaps-in-check: no"),
        "A player in check may not make pieces change places.",
    ),
];

/// Compulsory captures, forbidden checks, passing.
pub(crate) fn duties(s: &Setting<'_>) -> Vec<String> {
    let r = &s.rules.restrictions;
    both(s, |side: Side| {
        let mut out = Vec::new();
        let holds = |(rule, _): &&(&'static SidesRule, &str)| (rule.get)(r)[side];
        out.extend(
            PLAIN
                .iter()
                .filter(holds)
                .map(|&(_, sentence)| sentence.to_owned()),
        );
        let chooser = match r.late_promotions[side] {
            Late::Never => None,
            Late::Own => Some("the player whose piece it is"),
            Late::Mover => Some("the player who moved"),
        };
        if let Some(chooser) = chooser {
            out.push(format!(
                "If anything but its own move brings a piece to a square where it must promote, it promotes at the end of that move; {chooser} chooses."
            ));
        }
        if let Some(movement) = &r.apart[side] {
            let way = sentence(s, movement, side.other());
            out.push(format!(
                "No move may leave the royal pieces of both sides where one would reach the other by this move: {way}. This is not check."
            ));
        }
        out.extend(together(s, side));
        if r.bikjang[side] {
            let ends = |goal: &Goal| matches!(&goal.condition, GoalCondition::Most(most) if most.facing);
            let pass = if r.pass[side] == Pass::Allowed && s.rules.end.goals.iter().any(ends) {
                " or pass, even in check; such a pass ends the game"
            } else {
                ""
            };
            let royals = words::many(&s.royals(side));
            out.push(format!(
                "If the {royals} face each other on an open file or rank, the player must break the line{pass}."
            ));
        }
        out.extend(passing(s, side));
        out
    })
}

/// When a side may do nothing.
fn passing(s: &Setting<'_>, side: Side) -> Option<String> {
    match s.rules.restrictions.pass[side] {
        Pass::Never => None,
        Pass::Forced => Some(format!(
            "A player who has no legal move while some, but not all, of their {} are attacked must pass.",
            words::many(&s.royals(side))
        )),
        Pass::Stuck => {
            let safe = match s.royal() {
                Some(royal) => format!(" unless their {royal} is in check"),
                None => String::new(),
            };
            Some(format!("A player who has no legal move passes{safe}."))
        }
        Pass::Allowed => Some(match s.royal() {
            Some(royal) => format!("A player may pass whenever their {royal} is not in check."),
            None => "A player may pass.".to_owned(),
        }),
    }
}

/// The joint actions of a side's pieces, and their gains.
fn together(s: &Setting<'_>, side: Side) -> Vec<String> {
    let rules = &s.rules.restrictions;
    let pairs = rules.exchange.iter();
    let pairs = pairs.filter(|pair| s.has(&pair.of, side) && s.has(&pair.with, side));
    let exchange = pairs.map(|pair| {
        let (of, with) = (words::a(&pair.of), words::a(&pair.with));
        format!("As a move, a player may exchange {of} and {with} of their own, wherever they stand.")
    });
    let absorb = rules.absorb.iter().map(|absorb| {
        let kinds = s.rules.pieces.keys();
        let takers: Vec<String> = kinds.filter(|kind| absorb.by.has(kind)).cloned().collect();
        let taker = match takers.len() == s.rules.pieces.len() {
            true => "A piece".to_owned(),
            false => words::capital(&words::either(&takers)),
        };
        let of = words::either(&absorb.of);
        format!("{taker} that captures {of} can from then on move and capture as that piece could, besides its own movement.")
    });
    let all = exchange.chain(absorb);
    all.chain(beyond(s, side)).collect()
}

/// The rules about carriers and about pieces beside the board.
fn beyond(s: &Setting<'_>, side: Side) -> Vec<String> {
    let rules = &s.rules.restrictions.beyond;
    let own = |names: &[String]| -> Vec<String> {
        let has = |name: &&String| s.has(name, side);
        names.iter().filter(has).cloned().collect()
    };
    let any = |names: &[String], text: &dyn Fn(String) -> String| {
        let names = own(names);
        (!names.is_empty()).then(|| text(words::either(&names)))
    };
    let carry = any(&rules.carry, &|carriers| {
        format!(
            "Pieces of both sides may enter {carriers}, travel inside it and move out of it again. A piece inside is safe. If the carrier \
             is captured, the piece drops on its square."
        )
    });
    let pool = rules.pool.as_ref().map(|back| {
        let never = s.kinds(side).filter(|kind| !back.has(kind)).map(str::to_owned);
        let never: Vec<String> = never.collect();
        let but = match never.is_empty() {
            true => String::new(),
            false => format!(", but never to {}", words::either(&never)),
        };
        format!(
            "Captured pieces, and pieces removed by their own side (exiled), wait beside the board. A promoting piece becomes one of \
             these{but}, or captures one in the enemy's exile."
        )
    });
    let recall = rules.recall.iter();
    let recall = recall.filter(|recall| s.has(&recall.by, side) && s.has(&recall.of, side));
    let recall = recall.map(|recall| {
        let (of, by) = (words::a(&recall.of), words::a(&recall.by));
        format!("As a move, {of} on the square colour of {by} of its side may become an exiled piece of that side.")
    });
    let avenge = rules.avenge.iter().filter_map(|avenge| {
        let steps = words::number(avenge.within.into());
        let unit = if avenge.within == 1 { "step" } else { "steps" };
        any(&avenge.of, &|pieces| {
            format!("When {pieces} is captured, the piece on its square and those within {steps} {unit} of it are removed, too.")
        })
    });
    let regents = any(&rules.regents, &|regents| {
        format!("A royal piece that is exiled, not captured, is not lost while its side has {regents}.")
    });
    let first = carry.into_iter().chain(pool);
    first.chain(recall).chain(avenge).chain(regents).collect()
}

#[cfg(test)]
mod tests {
    use super::PLAIN;
    use ferz::rules::SIDES_RULES;

    /// The rules whose sentences depend on others: here, and among the effects.
    const OTHERS: [&str; 2] = ["bikjang", "captures: no"];

    #[test]
    fn every_rule_has_a_sentence() {
        let told = |name: &str| PLAIN.iter().any(|(rule, _)| rule.name == name) || OTHERS.contains(&name);
        let silent: Vec<&str> = SIDES_RULES
            .iter()
            .map(|rule| rule.name)
            .filter(|name| !told(name))
            .collect();
        assert!(silent.is_empty(), "no sentence for players: {silent:?}");
    }
}
