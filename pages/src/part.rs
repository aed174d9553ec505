//! Parts of the page with what mechanics make of them.

use crate::mechanics::Part;
use crate::sections;
use crate::told::Told;

/// Promotion.
pub(crate) fn promotions(s: &Told<'_>) -> Vec<String> {
    s.part(Part::Promotion, sections::promotions(s))
}

/// Castling.
pub(crate) fn castling(s: &Told<'_>) -> Vec<String> {
    let basic = sections::castling(s);
    if basic.is_empty() {
        return basic;
    }
    s.part(Part::Castling, basic)
}

/// Captures en passant.
pub(crate) fn en_passant(s: &Told<'_>) -> Vec<String> {
    s.part(Part::EnPassant, sections::en_passant(s))
}

/// Royal pieces, and when they are attacked.
pub(crate) fn royalty(s: &Told<'_>) -> Vec<String> {
    let mut basic = sections::royalty(s);
    if let Some(royal) = s.royal().filter(|_| s.things.removals) {
        basic.push(format!(
            "A {royal} is attacked when the opponent, if it were their turn, could bring about its loss in that turn by \
             whatever means: by one movement, with all that follows from it{}. The opponent makes each choice so as to win the \
             {royal}, and its owner so as to save it. The opponent's own {royal} does not matter for this{}.",
            if s.has_statues() { ", and free actions before it" } else { "" },
            match (s.things.denial, s.things.bait) {
                (true, true) => ", nor do denial and bait",
                (true, false) => ", nor does denial",
                (false, true) => ", nor does bait",
                (false, false) => "",
            }
        ));
        basic.push(format!(
            "A player whose movement brings about the loss of the opponent's {royal} wins at once, even if their own {royal} is \
             lost by it, too."
        ));
    }
    s.part(Part::Royal, basic)
}

/// The end of the game.
pub(crate) fn endings(s: &Told<'_>) -> Vec<String> {
    s.part(Part::End, sections::endings(s))
}
