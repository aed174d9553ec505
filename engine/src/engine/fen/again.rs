//! The key of a continued turn. It is `again=e4`, or `again=e4.1` above a unit of its list, or
//! `again=e4:2` by the second rule. `again=e4/N` means above a knight that waits, `again=e4/N:OS`
//! if that has more tags than its kind. The squares that the piece has visited follow behind
//! commas, the latest first. Does not know whether the turn can continue: that is `trial`.

use super::{AGAIN, PositionError, clip, side_of, wrong};
use crate::board::{Bits, Square, union};
use crate::engine::chain::Continuation;
use crate::engine::setup::{Setup, SetupRules};
use crate::engine::width::Wide;
use crate::rules::{Again, Goer, Letter, Side};

/// How a turn goes on, as [`parse_again`] reads it.
pub(super) fn again_text(rules: &SetupRules, pos: &Setup) -> Option<String> {
    let continuation = pos.continuation.as_ref()?;
    let name = |square: Square| rules.topology.name(square);
    let mut text = name(continuation.square()).to_owned();
    if continuation.index > 0 {
        text += &format!(".{}", continuation.index);
    }
    if rules.agains.len() > 1 {
        text += &format!(":{}", continuation.rule + 1);
    }
    if let Some(unit) = continuation.below() {
        let kind = usize::from(unit.kind());
        text += &format!("/{}", rules.naming.letters[pos.side_to_move.index()][kind]);
        if let Some(tagging) = rules.tagging.as_ref().filter(|t| t.natural[kind] != unit.tags) {
            text += &format!(":{}", tagging.text(unit.tags));
        }
    }
    let others = continuation
        .seen
        .squares()
        .filter(|&square| Some(square) != continuation.last);
    for square in continuation.last.into_iter().chain(others) {
        text += &format!(",{}", name(square));
    }
    Some(text)
}

/// Reads how a turn of a side goes on. `stands` says whether a piece of it stands on a square
/// above that many others, `can_be` whether a piece of a kind could stand on a square.
pub(crate) fn parse_again(
    rules: &SetupRules,
    turn: Side,
    text: &str,
    stands: &dyn Fn(Square, u8) -> bool,
    can_be: &dyn Fn(u8, Square) -> bool,
) -> Result<Continuation<Wide>, PositionError> {
    let square = |name: &str| match rules.topology.square(name) {
        Some(square) => Ok(square),
        None => wrong(AGAIN, format!("`{}` is not a square of this board", clip(name))),
    };
    let mut parts = text.split(',');
    let (place, rule, below) = parse_rule(rules, parts.next().unwrap_or_default())?;
    let (name, index) = match place.split_once('.') {
        Some((name, index)) => (name, index.parse().ok().filter(|&index: &u8| index > 0)),
        None => (place, Some(0)),
    };
    let at = square(name)?;
    let Some(index) = index.filter(|&index| stands(at, index)) else {
        return wrong(AGAIN, format!("no piece of {turn} stands on {}", clip(place)));
    };
    let mut continuation = Continuation::new((rule - 1) as u8, at);
    continuation.index = index;
    let rule = &rules.agains[rule - 1];
    if (rule.who == Goer::Victim) != below.is_some() || (below.is_some() && index > 0) {
        return wrong(
            AGAIN,
            "what was captured stands above its captor: `e4/N`; nothing else does",
        );
    }
    if let Some(letter) = below {
        let (kind, tags) = waiting(rules, (turn, at), letter, can_be)?;
        continuation = continuation.above(kind, turn, tags);
    }
    let squares = parts.map(square).collect::<Result<Vec<Square>, _>>()?;
    been(rule, &squares, &mut continuation)?;
    Ok(continuation)
}

/// The square with which a turn goes on, the number of the rule from 1, and the letter of the
/// piece that waits there: `e4:2/N`.
fn parse_rule<'t>(
    rules: &SetupRules,
    first: &'t str,
) -> Result<(&'t str, usize, Option<&'t str>), PositionError> {
    let (first, below) = match first.split_once('/') {
        Some((first, letter)) => (first, Some(letter)),
        None => (first, None),
    };
    let (name, rule) = match first.split_once(':') {
        Some((name, number)) => (name, number.parse().unwrap_or(0)),
        None if rules.agains.len() == 1 => (first, 1),
        None => return wrong(AGAIN, "which rule it is by must stand behind the square: `e4:1`"),
    };
    let rules = rules.agains.len();
    if !(1..=rules).contains(&rule) || (rules == 1 && first.contains(':')) {
        return wrong(
            AGAIN,
            format!("`{}` names none of the {rules} rules", clip(first)),
        );
    }
    Ok((name, rule, below))
}

/// The kind of the piece that waits below another, and its tags.
fn waiting(
    rules: &SetupRules,
    (side, square): (Side, Square),
    text: &str,
    can_be: &dyn Fn(u8, Square) -> bool,
) -> Result<(u8, u8), PositionError> {
    let (letter, carried) = match text.split_once(':') {
        Some((letter, carried)) => (letter, Some(carried)),
        None => (text, None),
    };
    let code = letter.parse().ok().and_then(|letter| rules.naming.code(letter));
    let known = code.filter(|&code| side_of(code) == side && can_be(code >> 1, square));
    let Some(kind) = known.map(|code| code >> 1) else {
        return wrong(AGAIN, format!("`{}` cannot wait there", clip(letter)));
    };
    let Some(tagging) = &rules.tagging else {
        return match carried {
            Some(_) => wrong(AGAIN, "pieces carry nothing in this variant"),
            None => Ok((kind, 0)),
        };
    };
    let natural = tagging.natural[usize::from(kind)];
    let Some(carried) = carried else {
        return Ok((kind, natural));
    };
    let mut tags = 0u8;
    for letter in Letter::all(carried).unwrap_or_default() {
        let Some(tag) = tagging.letters.iter().position(|&known| known == letter) else {
            return wrong(
                AGAIN,
                format!("`{}` is nothing that a piece carries", clip(carried)),
            );
        };
        tags |= 1 << tag;
    }
    let can = tags & natural == natural && tags & tagging.leaves[usize::from(kind)] == 0;
    if !can || tags == natural || tagging.text(tags) != carried {
        return wrong(
            AGAIN,
            format!("`{}` does not carry `{}`", clip(letter), clip(carried)),
        );
    }
    Ok((kind, tags))
}

/// The squares visited by a piece that continues by a rule, the last one first.
fn been(
    rule: &Again,
    squares: &[Square],
    continuation: &mut Continuation<Wide>,
) -> Result<(), PositionError> {
    let listed = union(squares.iter(), |&square| Wide::bit(square));
    let enough = match (rule.once, rule.turning) {
        (false, false) => squares.is_empty(),
        (false, true) => squares.len() == 1,
        (true, _) => !squares.is_empty(),
    };
    let sorted = squares
        .windows(2)
        .skip(usize::from(rule.turning))
        .all(|pair| pair[0] < pair[1]);
    if !enough || !sorted || listed.count() as usize != squares.len() {
        return wrong(
            AGAIN,
            "behind the square stand those where the piece has been, as far as the rule asks",
        );
    }
    if rule.turning {
        continuation.last = Some(squares[0]);
    }
    if rule.once {
        continuation.seen = listed;
    }
    Ok(())
}
