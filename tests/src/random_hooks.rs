//! Random uses of hooks, for rules without sense.

use crate::slow::duel::Random;
use ferz::hooks;
use ferz::rules::{HookUse, Movement, Side};
use serde_json::{Value, json};

/// The stock from which the parameters of hooks are chosen.
#[derive(Clone, Copy, Debug)]
pub struct Pool<'a> {
    /// Names of kinds.
    pub kinds: &'a [&'a str],
    /// Names of squares.
    pub squares: &'a [String],
    /// Movements that ask only which squares are occupied.
    pub movements: &'a [Movement],
}

impl Pool<'_> {
    fn kind(&self, random: &mut Random) -> Value {
        json!(random.pick(self.kinds))
    }

    /// One or two kinds.
    fn some_kinds(&self, random: &mut Random) -> Value {
        let mut kinds = vec![random.pick(self.kinds), random.pick(self.kinds)];
        kinds.dedup();
        json!(kinds)
    }

    fn movement(&self, random: &mut Random) -> Value {
        json!(self.movements[random.below(self.movements.len())])
    }

    fn some_squares(&self, random: &mut Random) -> Value {
        let once_in = 2 + random.below(6);
        let squares: Vec<&String> = self.squares.iter().filter(|_| random.once_in(once_in)).collect();
        json!(squares)
    }

    fn zone(&self, random: &mut Random) -> Value {
        json!({ "white": self.some_squares(random), "black": self.some_squares(random) })
    }
}

/// One or two random hooks, with `three` up to one more.
pub fn some(random: &mut Random, pool: Pool<'_>, three: bool) -> Vec<HookUse> {
    let all = crate::library::mechanics();
    let names: Vec<&str> = all.iter().map(|mechanic| mechanic.name.as_str()).collect();
    let mut chosen = vec![random.pick(&names)];
    let mut others = Vec::new();
    if random.once_in(2) {
        others.push(random.pick(&names));
    }
    if three {
        others.push(random.pick(&names));
    }
    for other in others {
        let contradict = |pair: &hooks::Contradiction| {
            pair.hooks.contains(&other) && chosen.iter().any(|name| pair.hooks.contains(name))
        };
        if !chosen.contains(&other) && !hooks::CONTRADICTIONS.iter().any(contradict) {
            chosen.push(other);
        }
    }
    chosen
        .into_iter()
        .flat_map(|name| uses(random, name, pool))
        .collect()
}

/// One hook with random parameters; two weapons.
///
/// # Panics
/// If nobody has said which parameters a hook has: a new one needs a line here.
fn uses(random: &mut Random, name: &str, pool: Pool<'_>) -> Vec<HookUse> {
    let side = random.pick(&Side::ALL).name();
    let parameters = match name {
        "absorption" => json!({ "of": pool.some_kinds(random), "by": pool.some_kinds(random) }),
        "adjacency-loss" => json!({
            "side": side,
            "between": pool.some_squares(random),
            "and": pool.some_squares(random),
            "reason": "touched",
        }),
        "all-round" | "revenge" => {
            json!({ "piece": pool.some_kinds(random), "range": 1 + random.below(2) })
        }
        "bait" | "passing-capture" | "raise" | "second-step" | "statues" => {
            json!({ "piece": pool.kind(random) })
        }
        "conversion" => json!({}),
        "denial" if side == "white" => {
            json!({ "holder": side, "right": "each-turn", "last": pool.squares.len().is_multiple_of(2) })
        }
        "denial" => json!({ "holder": side }),
        "disguise" => json!({ "piece": pool.kind(random), "chain": random.once_in(2) }),
        "exchange" => {
            let first = random.below(pool.kinds.len());
            let second = (first + 1 + random.below(pool.kinds.len() - 1)) % pool.kinds.len();
            json!({ "of": pool.kinds[first], "with": pool.kinds[second] })
        }
        "explosion" => json!({ "area": pool.movement(random), "sparing": pool.some_kinds(random) }),
        "facing-royals" => json!({
            "lines": random.pick(&["orthogonal", "diagonal", "vertical", "horizontal", "all"]),
            "sides": random.pick(&["both", "white", "black"]),
        }),
        "influence" => json!({
            "by": pool.some_kinds(random),
            "on": pool.kind(random),
            "friends": pool.movement(random),
            "enemies": pool.movement(random),
        }),
        "pawn-steps" => json!({
            "piece": pool.kind(random),
            "steps": random.pick(&[&["forward", "left"][..], &["forward", "backward"], &["forward-right", "right"]]),
            "twice": pool.zone(random),
            "barred": pool.zone(random),
        }),
        "pools" => json!({ "never-exiled": pool.some_kinds(random) }),
        "promoter" => json!({ "by": pool.kind(random), "piece": pool.kind(random) }),
        "royal-exile" => json!({ "lifeline": pool.some_kinds(random) }),
        "towers" => json!({ "host": pool.some_kinds(random) }),
        "weapon" => {
            let mut weapon = |letter: char, beats: &[char]| {
                json!({
                    "letter": letter,
                    "of": pool.some_kinds(random),
                    "fires": pool.movement(random),
                    "masters": [],
                    "masters-fire": Movement::none(),
                    "beats": beats,
                })
            };
            let both = [weapon('O', &['S']), weapon('S', &['O'])];
            return both.into_iter().map(|weapon| used(name, weapon)).collect();
        }
        new => panic!("which parameters does the hook `{new}` have? say it in tests/src/random_hooks.rs"),
    };
    vec![used(name, parameters)]
}

fn used(name: &str, parameters: Value) -> HookUse {
    let parameters = parameters.as_object().cloned().unwrap_or_default();
    HookUse {
        name: name.to_owned(),
        parameters: parameters.into_iter().collect(),
        says: None,
    }
}
