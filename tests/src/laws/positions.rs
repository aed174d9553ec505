//! The laws of a position and of a move.

use super::judge::{Broken, Trail};
use crate::clock::Clock;
use crate::slow::duel::Random;
use ferz::Decision;
use ferz::dialects::{self, Style, write_move};
use ferz::engine::{Move, Position, Variant};
use ferz::rules::{RoyalRule, Side};
use ferz::why::{Explainer, Verdict as Said};
use std::collections::BTreeSet;
use std::time::Duration;

/// The time allowed for a listing of moves: a second, and some more if sums are checked and nothing
/// is optimised.
const LISTING: Duration = Duration::from_secs(if cfg!(debug_assertions) { 4 } else { 1 });

/// The question, and its asker.
pub(super) struct Setting<'v> {
    pub(super) variant: &'v Variant,
    pub(super) explainer: &'v Explainer<'v>,
    pub(super) trail: &'v Trail,
}

impl Setting<'_> {
    /// A law that is broken here.
    pub(super) fn broken(&self, law: &str, what: impl Into<String>) -> Broken {
        Broken {
            law: law.to_owned(),
            what: what.into(),
            ..self.trail.here()
        }
    }
}

/// All legal moves of a position.
pub(super) struct Listed {
    pub(super) moves: Vec<Move>,
    pub(super) texts: Vec<String>,
}

/// Endings that positions know, and that leave the moves as they are: clocks, and pieces left to
/// promote.
fn leaves_moves(reason: &str) -> bool {
    matches!(reason, "move-rule" | "counting" | "only-promotions")
}

/// A position is read as it is printed, lists its moves in time and none after the end, and every
/// text of a move means it.
pub(super) fn position(setting: &Setting<'_>, now: &Position, random: &mut Random) -> Result<Listed, Broken> {
    let variant = setting.variant;
    setting.trail.asks("lists the moves");
    let begun = Clock::start();
    let moves = variant.legal_moves(now);
    let taken = begun.elapsed();
    if taken > LISTING {
        return Err(setting.broken("moves are listed in time", format!("{taken:?}")));
    }
    let texts = variant.move_texts(now, &moves);
    printed(setting, now, &texts)?;
    setting.trail.asks("asks for the outcome");
    let outcome = variant.outcome(now);
    match &outcome {
        Some(outcome) if !moves.is_empty() && !leaves_moves(outcome.reason.as_str()) => {
            return Err(setting.broken(
                "nothing is listed after the end",
                format!("{}: {texts:?}", outcome.reason),
            ));
        }
        None if moves.is_empty() => {
            return Err(setting.broken("a game that goes on has a move", "no move, and no outcome"));
        }
        _ => {}
    }
    let distinct: BTreeSet<&String> = texts.iter().collect();
    if distinct.len() != texts.len() {
        return Err(setting.broken("no two moves have one text", format!("{texts:?}")));
    }
    notations(setting, now, (&moves, &texts), random)?;
    Ok(Listed { moves, texts })
}

/// A printed position is read as the same position, with the same moves, and its hash is the one
/// computed from scratch.
fn printed(setting: &Setting<'_>, now: &Position, texts: &[String]) -> Result<(), Broken> {
    let variant = setting.variant;
    let fen = variant.fen(now);
    setting.trail.asks(format!("reads {fen}"));
    let law = "a printed position is read as itself";
    let read = variant
        .position(&fen)
        .map_err(|error| setting.broken(law, error.to_string()))?;
    if read != *now || variant.fen(&read) != fen {
        let (ours, theirs) = (format!("{now:?}"), format!("{read:?}"));
        let same = ours
            .bytes()
            .zip(theirs.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        let from = same.saturating_sub(60);
        let near = |text: &str| text.chars().skip(from).take(120).collect::<String>();
        let differ = format!("{} | {}", near(&ours), near(&theirs));
        return Err(setting.broken(law, format!("read as {}: {differ}", variant.fen(&read))));
    }
    let again = variant.move_texts(&read, &variant.legal_moves(&read));
    if again != texts {
        let ours: BTreeSet<&String> = texts.iter().collect();
        let theirs: BTreeSet<&String> = again.iter().collect();
        let differ: Vec<_> = ours.symmetric_difference(&theirs).collect();
        return Err(setting.broken(law, format!("other moves: {differ:?}")));
    }
    if variant.turn(&read) != variant.turn(now) || variant.in_check(&read) != variant.in_check(now) {
        return Err(setting.broken(law, "another turn or check"));
    }
    let (kept, fresh) = variant.hashes(now);
    if kept != fresh {
        return Err(setting.broken("the hash is the one from nothing", format!("{kept} {fresh}")));
    }
    Ok(())
}

/// Texts, short notation and the words of UCI lead to their moves.
fn notations(
    setting: &Setting<'_>,
    now: &Position,
    (moves, texts): (&[Move], &[String]),
    random: &mut Random,
) -> Result<(), Broken> {
    if moves.is_empty() {
        return Ok(());
    }
    let variant = setting.variant;
    setting.trail.asks("writes short notation");
    let sans = variant.sans(now, moves);
    let over = variant.outcome(now).is_some();
    for _ in 0..3 {
        let i = random.below(moves.len());
        let (mv, text, san) = (moves[i], &texts[i], &sans[i]);
        setting.trail.asks(format!("finds `{text}`, `{san}`"));
        if variant.find_move(now, text) != Some(mv) {
            return Err(setting.broken("a move is found by its text", format!("`{text}`")));
        }
        let style = if mv.is_pass() { Style::Ferz } else { Style::Uci };
        let word = write_move(style, variant, now, mv).map(|text| text.replace(' ', "_"));
        let found = word
            .as_ref()
            .and_then(|word| dialects::find(variant, now, &word.replace('_', " ")));
        if found != Some(mv) {
            return Err(setting.broken(
                "UCI knows every legal move",
                format!("`{text}` is written {word:?}, and found as {found:?}"),
            ));
        }
        match setting.explainer.why(now, san) {
            Said::Legal(found) if found == mv => {}
            _ if over => {}
            Said::Legal(found) => {
                let other = moves.iter().position(|&mv| mv == found).map(|at| &texts[at]);
                return Err(setting.broken(
                    "short notation means its move",
                    format!("`{san}` is `{text}`, and found as {other:?}"),
                ));
            }
            Said::Illegal(reason) => {
                return Err(setting.broken(
                    "short notation means its move",
                    format!("`{san}` is `{text}`, and refused: {reason}"),
                ));
            }
        }
    }
    Ok(())
}

/// Whether an action is free: the same part of the turn goes on behind it, and its move may answer
/// a check. A statue promotes so.
fn is_free(variant: &Variant, (before, after): (&Position, &Position)) -> bool {
    let part = |position: &Position| {
        let fen = variant.fen(position);
        let keys = fen
            .split(' ')
            .filter(|word| word.starts_with("part=") || word.starts_with("again="));
        keys.map(str::to_owned).collect::<Vec<_>>()
    };
    variant.turn(before) == variant.turn(after) && part(before) == part(after)
}

/// No move leaves a royal of its own side attacked, where the rules say so.
pub(super) fn child(
    setting: &Setting<'_>,
    before: &Position,
    after: &Position,
    text: &str,
) -> Result<(), Broken> {
    let variant = setting.variant;
    setting
        .trail
        .asks(format!("asks whether `{text}` leaves a royal attacked"));
    let side = variant.turn(before);
    let moves = variant.decision(before) == Decision::Move;
    if !moves || is_free(variant, (before, after)) || !may_not_leave_attacked(variant, after, side) {
        return Ok(());
    }
    // A bait is offered by a side that stays in check.
    if variant.fen(after).contains(" bait=") {
        return Ok(());
    }
    let attacked = if variant.turn(after) == side {
        variant.in_check(after)
    } else {
        flipped(&variant.fen(after), side)
            .and_then(|fen| variant.position(&fen).ok())
            .is_some_and(|flipped| variant.in_check(&flipped))
    };
    if attacked {
        let fen = variant.fen(after);
        return Err(setting.broken(
            "no move leaves its own royal attacked",
            format!("`{text}` leads to {fen}"),
        ));
    }
    Ok(())
}

/// Whether a side that has just moved must have left its royals safe. It need not where the game is
/// over, where the rules let some royals be attacked, in the middle of a turn that goes on, and
/// where it may move pieces of the opponent's without regard for its own. An answer to the
/// opponent's proposal is no move.
fn may_not_leave_attacked(variant: &Variant, after: &Position, side: Side) -> bool {
    let rules = variant.rules();
    rules.royalty.rule[side] != RoyalRule::Fewer
        && !rules.control.as_ref().is_some_and(|control| control.exposes)
        && rules.turns.as_ref().is_none_or(|turns| turns.check_ends)
        && variant.going_on(after).is_none()
        && variant.outcome(after).is_none()
}

/// The same position with the other side to move, without what belongs to a turn; nothing if
/// something is still to be decided.
fn flipped(fen: &str, side: Side) -> Option<String> {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if fields.iter().any(|field| {
        ["choose=", "pending=", "turn=", "bait="]
            .iter()
            .any(|key| field.starts_with(key))
    }) {
        return None;
    }
    fields[1] = match side {
        Side::White => "w",
        Side::Black => "b",
    };
    fields[3] = "-";
    fields.retain(|field| !field.starts_with("part="));
    Some(fields.join(" "))
}
