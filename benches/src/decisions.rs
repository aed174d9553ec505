//! How fast all legal actions are listed in variants whose turns have several decisions.
//!
//! In such variants one line of play is not worth one leaf of chess: whether a king is in danger
//! depends on later decisions of both sides. So here one listing of all legal actions is the unit,
//! not a leaf.

use crate::perft::{count, variant};
use crate::report::table;
use anyhow::Result;
use ferz::engine::Leaves;
use std::time::{Duration, Instant};

/// Variant, name of the position, its text.
const POSITIONS: [(&str, &str, &str); 4] = [
    (
        "crazy",
        "start",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 denial=b",
    ),
    (
        "crazy",
        "towers, a statue, a king in reach",
        "P1b1k2r/2pp1ppp/2n2q2/1p2p3/2BPn3/2N1RN2/1P3PPP/R2Q2K1 w - - 0 14 captured=Brpp denial=b exile=b \
         statues=a8 towers=a1:RP,h8:rp",
    ),
    (
        "crazy",
        "the same, black to move",
        "P1b1k2r/2pp1ppp/2n2q2/1p2p3/2BPn3/2N1RN2/1P3PPP/R2Q2K1 b - - 0 14 captured=Brpp denial=b exile=b \
         statues=a8 towers=a1:RP,h8:rp",
    ),
    (
        "denial-chess",
        "start",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 denial=b",
    ),
];

/// Listings per second, the best of several short runs.
pub(crate) fn listings(turns: u32, only: Option<&str>) -> Result<()> {
    let mut rows = Vec::new();
    for (name, label, fen) in POSITIONS {
        if only.is_some_and(|part| !name.contains(part)) {
            continue;
        }
        let variant = variant(name)?;
        let position = variant.position(fen)?;
        let actions = count(&variant, &position, 1, Leaves::Bulk);
        let mut best: f64 = 0.0;
        // Short runs, many of them: on a busy machine some are left undisturbed.
        for _ in 0..turns * 40 {
            let (start, mut done) = (Instant::now(), 0u32);
            while start.elapsed() < Duration::from_millis(2) {
                count(&variant, &position, 1, Leaves::Bulk);
                done += 1;
            }
            best = best.max(f64::from(done) / start.elapsed().as_secs_f64());
        }
        rows.push(vec![
            name.to_owned(),
            label.to_owned(),
            actions.to_string(),
            format!("{best:.0}"),
        ]);
    }
    if !rows.is_empty() {
        table(
            "Listings of all legal actions, per second",
            &["variant", "position", "actions", "listings"],
            &rows,
        );
    }
    Ok(())
}
