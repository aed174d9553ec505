//! Random movements.

use crate::slow::duel::Random;
use ferz::betza;
use ferz::rules::{Between, Condition, Frame, Hurdle, Kinds, Leap, Modes, Movement, Range, Side, Via, Winds};

/// Pieces that movements are built from.
const PIECES: &str = "K Q R B N NN fmWfceF fsW WfF nN nA mafsmafW mRcpR pR gQ gB KNADcaKmcabK fmFfcafmF FyafsF \
                      [W?fsB] cabK mWcabN KdW dR jR jDjA oR oN WimF R3 mQcN mNcabF W03 [N-R] (1,3) CZ DA nDnA \
                      mpafsW cdafK mabW FmcafsW fhNmsbR pN pB4 gR4";

/// A movement in Betza notation.
///
/// # Panics
/// If it is none.
pub fn parsed(text: &str) -> Movement {
    betza::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// How a random piece goes.
pub fn piece_movement(random: &mut Random, royal: bool) -> Movement {
    if royal && !random.once_in(5) {
        return parsed("K");
    }
    if random.once_in(3) {
        // None of these reaches the end of a double step by itself.
        let base = random.pick(&["K", "F", "fsW", "N", "fmWfceF", "cR"]);
        return Movement::Union(vec![parsed(base), exposing(random)]);
    }
    loop {
        let movement = movement(random, 2);
        if is_plausible(&movement, false) {
            return movement;
        }
    }
}

/// A quiet double step in one direction that exposes a square, perhaps with the capture to it.
fn exposing(random: &mut Random) -> Movement {
    let lame = random.once_in(2);
    let double = Movement::Exposed(Box::new(
        Movement::Leap(Leap {
            m: 0,
            n: if lame { 2 } else { 1 },
            winds: Winds::single(2 * random.below(8) as u8),
            frame: Frame::Side,
            range: if lame {
                Range::ONE
            } else {
                Range { min: 2, max: Some(2) }
            },
            between: if lame { Between::Empty } else { Between::Free },
            wraps: false,
        })
        .quiet(),
    ));
    match random.below(3) {
        0 => double,
        1 => Movement::When {
            condition: Condition::Initial,
            movement: Box::new(double),
        },
        _ => Movement::Union(vec![double, parsed("fceF")]),
    }
}

/// Any movement, nested at most `depth` deep.
fn movement(random: &mut Random, depth: usize) -> Movement {
    if depth == 0 || random.once_in(3) {
        let pieces: Vec<&str> = PIECES.split_whitespace().collect();
        return parsed(random.pick(&pieces));
    }
    let mut inner = || Box::new(movement(random, depth - 1));
    let (first, second) = (inner(), inner());
    match random.below(10) {
        0 => Movement::Union(vec![*first, *second]),
        1 => Movement::Over {
            movement: first,
            hurdle: random.pick(&[Hurdle::Any, Hurdle::Friend, Hurdle::Enemy]),
            by: random.pick(&[Range::ONE, Range::ANY, Range { min: 2, max: Some(3) }]),
        },
        2 => Movement::As {
            modes: Modes(1 + random.below(7) as u8),
            movement: first,
        },
        3 => Movement::Rifle(first),
        4 => Movement::As {
            modes: match Modes(random.below(4) as u8) {
                Modes::NONE => Modes::SWAP_ENEMY,
                Modes::BOTH => Modes::BOTH.or(Modes::SWAP).or(Modes::SWAP_ENEMY),
                modes => modes.or(Modes::SWAP),
            },
            movement: Box::new(parsed(random.pick(&["K", "R", "N", "pR"]))),
        },
        5 => Movement::When {
            condition: Condition::Initial,
            movement: first,
        },
        6 => Movement::When {
            condition: Condition::Side(random.pick(&Side::ALL)),
            movement: first,
        },
        7 => leap(random),
        8 => Movement::Then {
            first: Box::new(step(random, Frame::Side, Winds::STRAIGHT)),
            via: random.pick(&[
                Via::Empty,
                Via::Capture,
                Via::CaptureOwn,
                Via::Hurdle(Hurdle::Enemy),
                Via::Pass,
            ]),
            // Ahead and to the sides: paths that cross themselves are for the boards that are about
            // them.
            next: Box::new(step(random, Frame::Heading, Winds(0x5015))),
        },
        _ => Movement::Only {
            modes: random.pick(&[Modes::QUIET, Modes::CAPTURE]),
            movement: first,
        },
    }
}

fn leap(random: &mut Random) -> Movement {
    let n = random.below(3) as u8 + 1;
    Movement::Leap(Leap {
        m: random.below(usize::from(n) + 1) as u8,
        n,
        winds: Winds(random.number() as u16),
        frame: random.pick(&[Frame::Side, Frame::Board, Frame::Heading]),
        range: random.pick(&[
            Range::ONE,
            Range::ANY,
            Range { min: 2, max: None },
            Range { min: 1, max: Some(2) },
        ]),
        between: random.pick(&[Between::Free, Between::Empty, Between::Occupied]),
        wraps: random.once_in(4),
    })
}

/// A step or ride in some of the winds.
fn step(random: &mut Random, frame: Frame, within: Winds) -> Movement {
    Movement::Leap(Leap {
        m: 0,
        n: 1,
        winds: Winds(random.number() as u16).and(within),
        frame,
        range: random.pick(&[Range::ONE, Range::ONE, Range::ANY]),
        between: Between::Free,
        wraps: false,
    })
}

/// Whether wrappers that change the end of a path stand outside of those that make it: no shot that
/// goes on, no hop at the end of several legs.
fn is_plausible(movement: &Movement, inside: bool) -> bool {
    let has_legs = |movement: &Movement| format!("{movement:?}").contains("Then");
    match movement {
        Movement::Leap(_) => true,
        Movement::Union(parts) => parts.iter().all(|part| is_plausible(part, inside)),
        Movement::Then { first, next, .. } => is_plausible(first, true) && is_plausible(next, true),
        Movement::Over { movement, .. } | Movement::As { movement, .. } => {
            !has_legs(movement) && is_plausible(movement, true)
        }
        Movement::Rifle(movement) => !inside && !has_legs(movement) && is_plausible(movement, true),
        Movement::Only { movement, .. } | Movement::Exposed(movement) | Movement::When { movement, .. } => {
            is_plausible(movement, inside)
        }
    }
}

/// The same movement with some of its parts capturing only some kinds of pieces.
pub fn choosy(random: &mut Random, kinds: &[&str], movement: &Movement) -> Movement {
    let movement = movement.with_children(&mut |part| choosy(random, kinds, part));
    let is_core = matches!(
        movement,
        Movement::Leap(_) | Movement::Only { .. } | Movement::As { .. } | Movement::Then { .. }
    );
    if !is_core || !random.once_in(3) {
        return movement;
    }
    let mut some: Vec<String> = Vec::new();
    for kind in kinds {
        if random.once_in(2) {
            some.push((*kind).to_owned());
        }
    }
    let kinds = if random.once_in(2) {
        Kinds::Only(some)
    } else {
        Kinds::except(some)
    };
    Movement::When {
        condition: Condition::Of(kinds),
        movement: Box::new(movement),
    }
}
