//! How many legal lines there are.

use crate::stored::{names, rungs, variant};
use ferz_engine::Variant;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Climbs all ladders on some threads; all that is wrong is reported at once.
#[test]
fn ladders() {
    let (names, next) = (names(), AtomicUsize::new(0));
    let work = || {
        let mut wrong = Vec::new();
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            climb(name, &mut wrong);
        }
        wrong
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        let found = threads.into_iter().map(|thread| thread.join().expect("no panic"));
        found.flatten().collect()
    });
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Counts the lines of all positions of a ladder.
fn climb(name: &str, wrong: &mut Vec<String>) {
    let variant = variant(name);
    let rungs = rungs(name);
    assert!(!rungs.is_empty(), "{name}.perft has no positions");
    for rung in rungs {
        let position = rung.position(&variant);
        for (&expected, depth) in rung.counts.iter().zip(1..) {
            let count = variant.perft(&position, depth);
            if count != expected {
                wrong.push(format!(
                    "{name}.perft:{}: {count} lines of {depth} plies, not {expected}",
                    rung.line
                ));
                break;
            }
        }
    }
}

/// Every layout of positions has a ladder: boards of three widths, plain rules and others.
#[test]
fn every_layout_has_a_ladder() {
    let mut layouts: Vec<(usize, &str)> = names().iter().map(|name| layout(&variant(name))).collect();
    layouts.sort_unstable();
    layouts.dedup();
    let expected = [
        (64, "mechanics"),
        (64, "plain"),
        (64, "rich"),
        (128, "plain"),
        (128, "rich"),
        (256, "mechanics"),
        (256, "plain"),
        (256, "rich"),
    ];
    assert_eq!(layouts, expected);
}

fn layout(variant: &Variant) -> (usize, &'static str) {
    use ferz_engine::Footprint;
    let rules = match variant.footprint() {
        Footprint::Plain => "plain",
        Footprint::Mechanics => "mechanics",
        Footprint::Known | Footprint::Made | Footprint::Turns => "rich",
    };
    (variant.width(), rules)
}
