//! Time, by watches that show what positions cost.

use ferz::engine::{Game, Variant};
use ferz_play::{Clock, Control, Engine, Limits, Random, Settings, Watch};
use std::time::Duration;

const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn variant(name: &str) -> Variant {
    let rules = ferz_rulesets::ruleset(name).expect(name);
    Variant::new(rules).expect(name)
}

/// By it, every position takes the same time, and other work none at all.
struct Each(Duration);

impl Watch for Each {
    fn elapsed(&self, nodes: u64) -> Duration {
        self.0.saturating_mul(u32::try_from(nodes).unwrap_or(u32::MAX))
    }
}

/// By it, positions are slow from some position on.
struct SlowFrom(u64);

impl Watch for SlowFrom {
    fn elapsed(&self, nodes: u64) -> Duration {
        let slow = nodes.saturating_sub(self.0);
        Duration::from_nanos(500 * nodes.min(self.0)) + ms(2 * slow)
    }
}

/// There are hundreds of moves to be glanced at, quickly; the positions after them are slow.
#[test]
fn the_end_of_the_time_is_not_overlooked_among_slow_positions() {
    for name in ["amazons", "gomoku", "crazy"] {
        let variant = variant(name);
        let engine = Engine::new(&variant, Settings::default());
        let game = Game::new(&variant, variant.start());
        let limits = Limits {
            move_time: Some(ms(100)),
            ..Limits::default()
        };
        let choice = engine.think_by(&Each(ms(1)), &game, &limits, &Control::default(), &mut |_| ());
        let searched = choice.expect("a move").info.nodes;
        assert!((90..=100).contains(&searched), "{name}: {searched} ms of 100");
    }
}

/// As many slow positions pass unseen as there were between two looks at quick ones, and no more.
#[test]
fn slow_positions_after_quick_ones_are_noticed() {
    let chess = variant("chess");
    let engine = Engine::new(&chess, Settings::default());
    let game = Game::new(&chess, chess.start());
    let limits = Limits {
        move_time: Some(ms(2_000)),
        ..Limits::default()
    };
    let watch = SlowFrom(50_000);
    let choice = engine.think_by(&watch, &game, &limits, &Control::default(), &mut |_| ());
    let took = choice.expect("a move").info.time;
    assert!(took < ms(2_000 + 2 * 140), "{took:?}");
}

/// A run in which moves get lost on their way, and the machine is slow now and then.
#[test]
fn no_game_is_lost_on_time() {
    let chess = variant("chess");
    let engine = Engine::new(&chess, Settings::default());
    for (base, increment, to_go, most) in [
        (2_000, 20, None, 80),
        (1_000, 10, None, 60),
        (3_000, 0, None, 8),
        (1_000, 0, Some(20), 15),
    ] {
        let mut random = Random::new(base);
        let mut left = ms(base);
        for ply in 0..120u32 {
            // The same position again and again: it is only about time.
            let game = Game::new(&chess, chess.start());
            let to_go: Option<u32> = to_go.map(|moves: u32| moves - ply % moves);
            let clock = Clock {
                left,
                increment: ms(increment),
                moves_to_go: to_go,
            };
            let limits = Limits {
                clock: Some(clock),
                ..Limits::default()
            };
            let watch = Each(Duration::from_micros(300));
            let choice = engine.think_by(&watch, &game, &limits, &Control::default(), &mut |_| ());
            let delay = match ply % 15 {
                0 => ms(most),
                _ => ms(random.below(3) as u64),
            };
            let took = choice.expect("a move").info.time + delay;
            assert!(
                took <= left,
                "{base}+{increment}, ply {ply}: {took:?} of {left:?}"
            );
            left = left - took + ms(increment);
            if to_go == Some(1) {
                left += ms(base);
            }
        }
    }
}
