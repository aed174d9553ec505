//! Ways that authors write as a path to a piece and back again.

use super::hurdle::{first_piece, thing};
use super::leaps::{is_straight, straight_directions};
use super::{Core, Way};
use crate::words;
use ferz::rules::{Frame, Hurdle, Kinds, Leap, Modes, Movement, Range, Via, Winds};

/// A way up to a piece and back again: to the square before it, or a step away from it.
pub(super) fn turned_back(first: &[Way], (hurdle, kinds): (Hurdle, &Kinds), next: &Way) -> Option<String> {
    let [first] = first else { return None };
    let Core::Leap(leap) = &first.core else {
        return None;
    };
    let simple = |leap: &Leap| is_straight(leap) && leap.n == 1 && leap.between.is_free() && !leap.wraps;
    let back = |step: &Leap| simple(step) && step.frame == Frame::Heading && step.winds == Winds::single(8);
    if !simple(leap) || first.over.is_some() || next.over.is_some() || !first.notes.is_empty() {
        return None;
    }
    let directions = straight_directions(leap);
    match (&next.core, leap.range) {
        (Core::Leap(step), Range { min: 2, max: None }) if back(step) && step.range == Range::ONE => {
            let piece = first_piece(hurdle, kinds);
            Some(format!("{directions} to the square just before {piece}"))
        }
        (Core::Pass(step, 2, 2), Range::ONE) if back(step) => Some(format!(
            "one square {directions}, straight away from {} next to it",
            thing(hurdle, kinds)
        )),
        _ => None,
    }
}

/// A way straight away from a piece, which authors write as a capture and a leap back.
pub(super) fn withdrawn(first: &[Way], kinds: &Kinds, next: &Way) -> Option<String> {
    let [first] = first else { return None };
    let (Core::Leap(step), Core::Leap(on)) = (&first.core, &next.core) else {
        return None;
    };
    let single =
        |leap: &Leap| is_straight(leap) && leap.range == Range::ONE && leap.between.is_free() && !leap.wraps;
    let back = single(on) && on.n == 2 && on.frame == Frame::Heading && on.winds == Winds::single(8);
    let plain = first.over.is_none() && next.over.is_none() && first.notes.is_empty();
    let quiet = next.modes.has(Modes::QUIET) && !next.modes.has(Modes::CAPTURE);
    (single(step) && step.n == 1 && back && plain && quiet).then(|| {
        format!(
            "one square {} to an empty square, straight away from {} next to it, which it captures",
            straight_directions(step),
            thing(Hurdle::Enemy, kinds)
        )
    })
}

/// That a piece must stand near the end of a way, where authors write it as a way to there and
/// back: `if a friendly piece stands one or two squares from there`.
pub(super) fn guarded(next: &Movement) -> Option<String> {
    let Movement::Then {
        first,
        via: Via::Hurdle(hurdle),
        next,
    } = next
    else {
        return None;
    };
    let (Movement::Leap(there), Movement::Leap(back)) = (&**first, &**next) else {
        return None;
    };
    let ahead = Winds(Winds::STRAIGHT.0 & !Winds::single(8).0);
    let headed = |leap: &Leap| {
        leap.frame == Frame::Heading && is_straight(leap) && leap.n == 1 && leap.between.is_free()
    };
    let reverse = headed(there) && headed(back) && back.winds == Winds::single(8);
    (reverse && there.range == back.range && there.winds.and(ahead) == ahead).then(|| {
        let squares = words::count(there.range, "square");
        format!("if {} stands {squares} from there", thing(*hurdle, &Kinds::All))
    })
}
