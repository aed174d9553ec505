//! Random hands, for rules without sense.

use crate::random_effects;
use crate::random_hooks::Pool;
use crate::slow::duel::Random;
use ferz::rules::{
    Act, Area, Drop, Effect, Event, Group, Kinds, Owner, PerSide, Place, Proviso, Rows, Ruleset, Side,
    Squares, Whom,
};

/// Gives rules hands: the pieces that go to them, those that may be dropped, and those held at the
/// start.
pub fn give(random: &mut Random, pool: Pool<'_>, rules: &mut Ruleset) {
    let fills = 1 + random.below(2);
    let effects: Vec<Effect> = (0..fills).map(|_| fill(random, pool)).collect();
    let at = random.below(rules.effects.len() + 1);
    rules.effects.splice(at..at, effects);
    for side in Side::ALL {
        for (index, kind) in pool.kinds.iter().enumerate() {
            // A royal is dropped now and then.
            if random.once_in(if index == 0 { 6 } else { 1 }) && !random.once_in(8) {
                rules.drops.push(drop(random, pool, side, kind));
            }
        }
    }
    // Of its own, so that earlier seeds keep their results.
    show_faces(&mut Random(random.0 ^ 0xFACE), rules);
    open_gates(&mut Random(random.0 ^ 0x6A7E), pool, rules);
    let held = held(random, pool, rules);
    let (board, rest) = rules.start.split_once(' ').unwrap_or((rules.start.as_str(), ""));
    rules.start = if rules.drops.is_empty() {
        rules.start.clone()
    } else {
        let fills = rules.acts();
        let fills = fills.into_iter().any(|act| matches!(act, Act::Hand { .. }));
        let counted = fills || rules.drops.iter().any(|drop| !drop.endless);
        let held = if counted {
            format!("[{held}]")
        } else {
            String::new()
        };
        format!("{board}{held} {rest}")
    };
}

/// Lets some pieces be the other faces of others.
fn show_faces(random: &mut Random, rules: &mut Ruleset) {
    let whose: Vec<(Side, String)> = rules.drops.iter().map(|d| (d.side, d.piece.clone())).collect();
    for drop in &mut rules.drops {
        drop.outside = random.once_in(12);
        let mut others: Vec<&String> = whose
            .iter()
            .filter(|(side, piece)| *side == drop.side && *piece != drop.piece)
            .map(|(_, piece)| piece)
            .collect();
        if random.once_in(8) && !others.is_empty() {
            drop.hand = Some(others.swap_remove(random.below(others.len())).clone());
        }
    }
}

/// Lets some pieces come in behind others, and others be pushed in from an edge.
fn open_gates(random: &mut Random, pool: Pool<'_>, rules: &mut Ruleset) {
    let gates = random.once_in(3);
    for drop in &mut rules.drops {
        if gates && !random.once_in(3) {
            drop.gate = squares(random, pool, 2);
            if random.once_in(2) {
                drop.zone = Squares::default();
            }
        }
        if random.once_in(12) {
            let flip = |random: &mut Random| random.once_in(2);
            let rows = Rows {
                vertical: flip(random),
                sideways: flip(random),
                diagonal: flip(random),
            };
            drop.slides = rows.directions().next().is_some().then_some(rows);
        }
    }
}

fn fill(random: &mut Random, pool: Pool<'_>) -> Effect {
    let whom = if random.once_in(5) {
        Whom::Pieces(vec![Group {
            owner: random.pick(&[Owner::Any, Owner::Friend, Owner::Enemy]),
            kinds: if random.once_in(2) {
                Kinds::All
            } else {
                Kinds::Only(vec![random.pick(pool.kinds).to_owned()])
            },
            on: if random.once_in(2) {
                Area::At(Place::Mover)
            } else {
                let some = squares(random, pool, 3);
                Area::Squares(PerSide::new(some.clone(), some))
            },
        }])
    } else {
        Whom::Victims
    };
    let act = Act::Hand {
        whom,
        flipped: !random.once_in(3),
        demoted: !random.once_in(3),
    };
    let event = match &act {
        Act::Hand {
            whom: Whom::Pieces(_),
            ..
        } => random.pick(&[Event::Capture, Event::Drop, Event::Move]),
        _ => Event::Capture,
    };
    let by = if random.once_in(4) {
        Kinds::Only(vec![random.pick(pool.kinds).to_owned()])
    } else {
        Kinds::All
    };
    Effect {
        by,
        ..Effect::new(event, vec![act])
    }
}

fn drop(random: &mut Random, pool: Pool<'_>, side: Side, kind: &str) -> Drop {
    let zone = if random.once_in(2) {
        Squares(pool.squares.to_vec())
    } else {
        squares(random, pool, 2)
    };
    Drop {
        per_file: random.once_in(4).then(|| 1 + random.below(2) as u8),
        no_check: random.once_in(5),
        no_mate: random.once_in(4),
        must: random.once_in(12),
        endless: random.once_in(8),
        first: if random.once_in(10) {
            squares(random, pool, 6)
        } else {
            Squares::default()
        },
        // On large boards asking for every drop takes the slow evaluator too long.
        condition: if random.once_in(5) && pool.squares.len() <= 64 {
            random_effects::condition(random, pool)
        } else {
            Proviso::default()
        },
        ..Drop::new(kind, side, zone)
    }
}

/// The letters of the pieces that the sides have in hand at the start.
fn held(random: &mut Random, pool: Pool<'_>, rules: &Ruleset) -> String {
    let mut letters = String::new();
    for side in Side::ALL {
        for kind in pool.kinds.iter().skip(1) {
            let letter = rules.pieces[*kind].letter[side];
            let count = if random.once_in(4) { 1 + random.below(2) } else { 0 };
            letters += &letter.map_or_else(String::new, |letter| letter.as_str().repeat(count));
        }
    }
    letters
}

fn squares(random: &mut Random, pool: Pool<'_>, once_in: usize) -> Squares {
    let some: Vec<String> = pool
        .squares
        .iter()
        .filter(|_| random.once_in(once_in))
        .cloned()
        .collect();
    if some.is_empty() {
        return Squares(pool.squares.to_vec());
    }
    Squares(some)
}
