//! Other start positions, in sentences.

use crate::places;
use crate::setting::Setting;
use crate::words;
use ferz::rules::{Placing, Side};

/// How many start positions there are, and what they have in common.
pub(crate) fn shuffle(s: &Setting<'_>) -> Vec<String> {
    let Some(shuffle) = &s.rules.shuffle else {
        return Vec::new();
    };
    let on = places::any_of(s.rules, &shuffle.squares, Side::White);
    let last = shuffle.count().saturating_sub(1);
    let mut lines = vec![format!(
        "The pieces on {on} are placed by lot, the same for both sides. There are {} start positions, numbered from 0 to {last}.",
        shuffle.count()
    )];
    let all = |placing: &&Placing| placing.on != shuffle.squares;
    for placing in shuffle.placings.iter().filter(all) {
        let on = places::any_of(s.rules, &placing.on, Side::White);
        let one_of = if on.starts_with("the ") { "one of " } else { "" };
        lines.push(match placing.pieces.as_slice() {
            [one] => format!("{} stands on {one_of}{on}.", words::capital(&words::a(one))),
            several => format!("{} stand on {on}.", words::capital(&words::list(several, "and"))),
        });
    }
    for placing in shuffle.placings.iter().filter(|placing| is_mixed(placing)) {
        lines.push(format!(
            "From left to right, {} stand in this order, with or without pieces between them.",
            words::list(&placing.pieces, "and")
        ));
    }
    lines
}

/// Whether different pieces are put somewhere in an order.
fn is_mixed(placing: &Placing) -> bool {
    placing.pieces.iter().any(|piece| *piece != placing.pieces[0])
}
