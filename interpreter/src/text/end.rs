//! How the game ends.

use super::squares::{as_seen, sets, squares_of};
use super::{Declaration, Topic, per_side};
use crate::rules::{
    Board, Chase, Count, CountLimit, Goal, Limit, Mate, OnlyPromotions, PerSide, PieceName, Ruleset, Score,
    Side, Squares, ToAndFro,
};
use crate::vocabulary::{
    BY, COUNT, CountWord, END, EndKey, FROM_PIECES, GOAL_OPTIONS, GoalOption, KINDS, Kinds, LIMITS, OF, ON,
    SCORES, WITH, Written, goal_kind,
};
use indexmap::IndexMap;

/// A score: `win`, `draw` or `loss`.
pub fn score(score: Score) -> &'static str {
    SCORES.word(&score)
}

/// A limit: `3 draw claim`, or `none`.
pub fn limit(limit: Option<Limit>) -> String {
    match limit {
        None => "none".to_owned(),
        Some(limit) => {
            let claim = if limit.claim { " claim" } else { "" };
            let whose = limit.side.map_or_else(String::new, |side| format!("{side} "));
            let scored = LIMITS.word(&(!limit.counted).then_some(limit.score));
            format!("{} {whose}{scored}{claim}", limit.count)
        }
    }
}

/// The text of the rule about moves to and fro: `4 loss, of rook cannon`.
pub fn to_and_fro(rule: &ToAndFro) -> String {
    let of = match rule.pieces.as_slice() {
        [] => String::new(),
        pieces => format!(", {} {}", OF.word(&()), pieces.join(" ")),
    };
    format!("{} {}{of}", rule.count, score(rule.score))
}

/// The text of a rule about mates with another result: `win, of knight`.
pub fn mate(rule: &Mate) -> String {
    format!(
        "{}, {} {}",
        score(rule.score),
        OF.word(&()),
        rule.pieces.join(" ")
    )
}

/// The text of the rule about chases: `loss, by rook, by cannon horse, of soldier on ranks 6-10`.
pub fn chase(rule: &Chase, board: &Board) -> String {
    let by = |pieces: &Vec<PieceName>| format!("{} {}", BY.word(&()), pieces.join(" "));
    let mut parts = vec![score(rule.score).to_owned()];
    parts.extend(rule.by.iter().map(by));
    if !rule.of.is_empty() {
        let on = rule
            .on
            .as_ref()
            .map_or_else(String::new, |on| format!(" {} {}", ON.word(&()), sets(on, board)));
        parts.push(format!("{} {}{on}", OF.word(&()), rule.of.join(" ")));
    }
    parts.join(", ")
}

/// The text of the rule about sides that can only promote: `2 draw`.
pub fn only_promotions(rule: &OnlyPromotions) -> String {
    format!("{} {}", rule.pieces, score(rule.score))
}

/// A count: `8 against rook 2, 64, no pawn, from pieces`.
pub fn count(count: &Count) -> String {
    let word = |word: CountWord| COUNT.word(&word);
    let limit = |limit: &CountLimit| match limit.against.as_slice() {
        [] => limit.moves.to_string(),
        against => {
            let number = match limit.at_least {
                0 | 1 => String::new(),
                number => format!(" {number}"),
            };
            format!(
                "{} {} {}{number}",
                limit.moves,
                word(CountWord::Against),
                against.join(" ")
            )
        }
    };
    let mut parts: Vec<String> = count.limits.iter().map(limit).collect();
    if !count.without.is_empty() {
        parts.push(format!("{} {}", word(CountWord::No), count.without.join(" ")));
    }
    if count.at_most > 0 {
        parts.push(format!("{} {}", word(CountWord::AtMost), count.at_most));
    }
    if count.from_pieces {
        parts.push(format!("{} {}", word(CountWord::From), FROM_PIECES.word(&())));
    }
    parts.join(", ")
}

/// One side's goal as in an `end` block, squares as they stand on the board:
/// `campmate: white reach king on rank 8, own-move, win`,
/// `campmate: black reach king on black rank 1, own-move, win`.
pub fn goal(goal: &Goal, board: &Board) -> String {
    let written = goal_kind(&goal.condition).written();
    let zones = [&written.zone, &written.with].map(|zone| as_seen(goal.side, zone, board));
    let pieces = written.pieces.join(" ");
    format!(
        "{}: {} {}",
        goal.reason,
        goal.side,
        condition(goal, &pieces, &zones)
    )
}

/// The text behind the side of a goal.
fn condition(goal: &Goal, pieces: &str, [zone, with]: &[String; 2]) -> String {
    let kind = goal_kind(&goal.condition);
    let (form, written) = (kind.form(), kind.written());
    let mut words = vec![form.word.to_owned()];
    if form.pieces.is_some() {
        words.push(pieces.to_owned());
    }
    if form.number.is_some() {
        words.push(written.number.to_string());
    }
    if form.squares.is_some() {
        words.push(format!("{} {zone}", ON.word(&())));
    }
    let option = |&(option, number): &(GoalOption, u32)| {
        let word = GOAL_OPTIONS.word(&option);
        if option.is_decimal() {
            format!("{word} {}", super::pieces::value(number))
        } else if option.is_counted() {
            format!("{word} {number}")
        } else {
            word.to_owned()
        }
    };
    let mut parts = vec![words.join(" ")];
    parts.extend(form.with.map(|_| format!("{} {with}", WITH.word(&()))));
    parts.extend(written.options.iter().map(option));
    parts.push(score(goal.score).to_owned());
    parts.join(", ")
}

/// The entries of `end`, goals in the order in which they are tested.
pub(super) fn declarations(rules: &Ruleset) -> Vec<Declaration> {
    let end = &rules.end;
    let mut list = Vec::new();
    let mut entry = |key: &str, text: String| list.push(Declaration::entry(Topic::End, "end", key, text));
    entry(END.word(&EndKey::Checkmate), score(end.checkmate).to_owned());
    for (key, rule) in [
        (EndKey::MateBy, &end.mate_by),
        (EndKey::MateWithout, &end.mate_without),
    ] {
        if let Some(rule) = rule {
            entry(END.word(&key), mate(rule));
        }
    }
    let stalemate = per_side(&end.stalemate, |s| score(*s).to_owned());
    entry(END.word(&EndKey::Stalemate), stalemate);
    if let Some(perpetual) = end.perpetual_check {
        entry(END.word(&EndKey::PerpetualCheck), score(perpetual).to_owned());
    }
    if let Some(rule) = &end.perpetual_chase {
        entry(END.word(&EndKey::PerpetualChase), chase(rule, &rules.board));
    }
    for (key, rule) in [
        (EndKey::Repetition, end.repetition),
        (EndKey::MoveRule, end.move_rule),
    ] {
        if rule.is_some() {
            entry(END.word(&key), limit(rule));
        }
    }
    if let Some(rule) = &end.to_and_fro {
        entry(END.word(&EndKey::ToAndFro), to_and_fro(rule));
    }
    if let Some(rule) = &end.only_promotions {
        entry(END.word(&EndKey::OnlyPromotions), only_promotions(rule));
    }
    for (key, found) in [
        (EndKey::Count, &end.counting.several),
        (EndKey::CountAlone, &end.counting.alone),
    ] {
        if let Some(found) = found {
            entry(END.word(&key), count(found));
        }
    }
    let mut named: IndexMap<&str, Vec<&Goal>> = IndexMap::new();
    for goal in &end.goals {
        named.entry(&goal.reason).or_default().push(goal);
    }
    for (reason, goals) in named {
        entry(reason, entry_of(rules, &goals));
    }
    list
}

/// The goals of one name: those of both sides, and of each kind of piece, are one entry.
fn entry_of(rules: &Ruleset, goals: &[&Goal]) -> String {
    let of = |side: Side| -> Vec<&Goal> { goals.iter().copied().filter(|goal| goal.side == side).collect() };
    let sides = PerSide::new(of(Side::White), of(Side::Black));
    let written = |goal: &Goal| goal_kind(&goal.condition).written();
    let Some(first) = sides.white.first().or(sides.black.first()) else {
        return String::new();
    };
    let mut names: Vec<PieceName> = Vec::new();
    for goal in sides.white.iter().chain(&sides.black) {
        names.extend(
            written(goal)
                .pieces
                .into_iter()
                .filter(|name| !names.contains(name))
                .collect::<Vec<_>>(),
        );
    }
    let each = sides.white.len().max(sides.black.len()) > 1;
    let names = if each {
        KINDS.word(&Kinds::Each).to_owned()
    } else {
        names.join(" ")
    };
    let both = !sides.white.is_empty() && !sides.black.is_empty();
    let squares = |zone: fn(Written) -> Squares| {
        let of = |side: Side| {
            sides[side]
                .first()
                .map_or_else(Squares::default, |goal| zone(written(goal)))
        };
        if both {
            sets(&PerSide::new(of(Side::White), of(Side::Black)), &rules.board)
        } else {
            squares_of(first.side, &of(first.side), &rules.board)
        }
    };
    let zones = [squares(|written| written.zone), squares(|written| written.with)];
    let whose = if both {
        String::new()
    } else {
        format!("{} ", first.side)
    };
    format!("{whose}{}", condition(first, &names, &zones))
}
