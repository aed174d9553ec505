//! Other start positions, in sentences.

use crate::setting::Setting;
use crate::words;
use ferz::rules::{Placing, Side};

/// How many start positions there are, and what they have in common.
pub(crate) fn shuffle(s: &Setting<'_>) -> Vec<String> {
    let Some(shuffle) = &s.rules.shuffle else {
        return Vec::new();
    };
    let on = words::any_of(s.rules, &shuffle.squares, Side::White);
    let last = shuffle.count().saturating_sub(1);
    let mut lines = vec![format!(
        "Which pieces stand on {on} at the start is drawn by lot, the same for both sides: there are {} starts, with the numbers from 0 \
         to {last}.",
        shuffle.count()
    )];
    let all = |placing: &&Placing| placing.on != shuffle.squares;
    for placing in shuffle.placings.iter().filter(all) {
        let on = words::any_of(s.rules, &placing.on, Side::White);
        let pieces = words::capital(&words::list(&placing.pieces, "and"));
        lines.push(format!("{pieces} stands on {on}."));
    }
    for placing in shuffle.placings.iter().filter(|placing| is_mixed(placing)) {
        lines.push(format!(
            "On the squares that they take, {} stand in this order from left to right.",
            words::list(&placing.pieces, "and")
        ));
    }
    lines
}

/// Whether different pieces are put somewhere in an order.
fn is_mixed(placing: &Placing) -> bool {
    placing.pieces.iter().any(|piece| *piece != placing.pieces[0])
}
