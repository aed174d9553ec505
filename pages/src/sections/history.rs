//! The endings by earlier positions, and by the mating pieces.

use crate::places;
use crate::setting::Setting;
use crate::words;
use ferz::rules::{Score, Side};

/// The result for the side that a rule speaks of.
pub(super) fn result(score: Score) -> &'static str {
    match score {
        Score::Win => "that player wins",
        Score::Draw => "the game is drawn",
        Score::Loss => "that player loses",
    }
}

/// Lines about mates that bring something else than others.
pub(super) fn mates(s: &Setting<'_>) -> Vec<String> {
    let end = &s.rules.end;
    let by = end.mate_by.as_ref().map(|rule| {
        format!(
            "**Mate by:** when only {} gives the check that mates a player, {}.",
            words::either(&rule.pieces),
            result(rule.score)
        )
    });
    let without = end.mate_without.as_ref().map(|rule| {
        format!(
            "**Mate without:** a mate counts in full only if {} gives the check, or gave one in the unbroken series of checks before it; \
             otherwise, when a player is mated, {}.",
            words::either(&rule.pieces),
            result(rule.score)
        )
    });
    by.into_iter().chain(without).collect()
}

/// A line about perpetual chase, if the rules judge it.
pub(super) fn chase(s: &Setting<'_>) -> Option<String> {
    let rule = s.rules.end.perpetual_chase.as_ref()?;
    let ranks: Vec<String> = rule.by.iter().map(|pieces| words::either(pieces)).collect();
    let stronger = match ranks.len() {
        1 => String::new(),
        _ => format!(
            " A piece that is stronger than its attacker is chased even if it is guarded; from the strongest to the weakest: {}.",
            ranks.join(", then ")
        ),
    };
    let chasers: Vec<String> = rule.by.iter().flatten().cloned().collect();
    let mut prey = chasers.clone();
    prey.extend(rule.of.iter().cloned());
    let where_ = match (&rule.on, &rule.of[..]) {
        (Some(on), [_, ..]) => format!(
            " ({} only on {})",
            words::either(&rule.of),
            places::any_of(s.rules, &on.white, Side::White)
        ),
        _ => String::new(),
    };
    let whom = match rule.score {
        Score::Draw => "the game is drawn",
        Score::Win => "it wins",
        Score::Loss => "it loses",
    };
    Some(format!(
        "**Perpetual chase:** if a position is repeated without perpetual check, and one side has chased the same piece with each of its \
         moves since the position first occurred, {whom}; if both have, the game is drawn. A piece is chased if a move of {} newly attacks it and \
         nothing guards it. Only these can be chased: {}{where_}. A pinned piece guards nothing, and two pieces of one kind that could \
         capture each other do not chase each other.{stronger}",
        words::either(&chasers),
        words::either(&prey)
    ))
}
