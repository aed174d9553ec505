//! Random powers, for rules without sense.

use crate::random_hooks::Pool;
use crate::slow::duel::Random;
use ferz::rules::{Change, How, Kinds, Movement, Power, Relation};

/// One to three random powers.
pub fn some(random: &mut Random, pool: Pool<'_>) -> Vec<Power> {
    (0..=random.below(3))
        .map(|number| power(random, pool, number))
        .collect()
}

fn power(random: &mut Random, pool: Pool<'_>, number: usize) -> Power {
    let condition = relation(random, pool);
    let change = match random.below(4) {
        0 => Change::None,
        1 => Change::Moves(movement(random, pool)),
        2 if !condition.same && !condition.more && !condition.several => Change::GainsTheirs,
        _ => Change::Gains(movement(random, pool)),
    };
    Power {
        name: format!("power-{number}"),
        of: kinds(random, pool),
        condition,
        change,
    }
}

fn relation(random: &mut Random, pool: Pool<'_>) -> Relation {
    let how = match random.below(5) {
        0 | 1 => How::Attacked,
        2 => How::Attacks,
        3 => How::Next,
        _ => How::Beside(movement(random, pool)),
    };
    let owners: &[(bool, bool)] = match how {
        How::Attacked => &[(true, false), (false, true)],
        How::Attacks | How::Beside(_) | How::Next => &[(true, false), (false, true), (true, true)],
    };
    let (friends, enemies) = random.pick(owners);
    let same = random.once_in(4);
    let more = friends != enemies && random.once_in(3);
    Relation {
        how,
        friends,
        enemies,
        kinds: if same { Kinds::All } else { kinds(random, pool) },
        same,
        more,
        several: !more && random.once_in(5),
    }
}

/// A movement that asks at most which squares are occupied.
fn movement(random: &mut Random, pool: Pool<'_>) -> Movement {
    pool.movements[random.below(pool.movements.len())].clone()
}

fn kinds(random: &mut Random, pool: Pool<'_>) -> Kinds {
    match random.below(4) {
        0 => Kinds::Only(vec![random.pick(pool.kinds).to_owned()]),
        1 => Kinds::Except(vec![random.pick(pool.kinds).to_owned()]),
        _ => Kinds::All,
    }
}
