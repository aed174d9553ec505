//! What a side must or may do beside that.

use super::both;
use crate::movement::sentence;
use crate::setting::Setting;
use crate::words;
use ferz::rules::{Goal, GoalCondition, Pass, Side};

/// Compulsory captures, forbidden checks, passing.
pub(crate) fn duties(s: &Setting<'_>) -> Vec<String> {
    let r = &s.rules.restrictions;
    both(|side: Side| {
        let mut out = Vec::new();
        if r.must_capture[side] {
            out.push("A player who can capture must capture.".to_owned());
        }
        if r.no_check[side] {
            out.push("No move may give check.".to_owned());
        }
        if r.only_mate[side] {
            out.push("A move may give check only if it mates. A reply that would have to mate, and does not, does not help.".to_owned());
        }
        if r.exposed_captures[side] {
            out.push(
                "What a piece passes it exposes to captures en passant also when it captures.".to_owned(),
            );
        }
        if let Some(movement) = &r.apart[side] {
            let way = sentence(s, movement, side.other());
            out.push(format!(
                "No move may leave royal pieces of both sides where one would reach the other if it moved so: {way}. It is not check."
            ));
        }
        out.extend(together(s, side));
        if r.bikjang[side] {
            let ends = |goal: &Goal| matches!(&goal.condition, GoalCondition::Most(most) if most.facing);
            let pass = if r.pass[side] == Pass::Allowed && s.rules.end.goals.iter().any(ends) {
                ", or the player passes, in check, too, which ends the game"
            } else {
                ""
            };
            out.push(format!(
                "Royal pieces that face each other on an open file or rank must be parted by the next move{pass}."
            ));
        }
        match r.pass[side] {
            Pass::Never => {}
            Pass::Forced => out.push(
                "A player without any other legal move, some but not all of whose royal pieces are attacked, loses a turn: \
                 passing is the only move."
                    .to_owned(),
            ),
            Pass::Stuck => {
                let safe = if s.royal().is_some() {
                    ", if that leaves the own royal pieces safe"
                } else {
                    ""
                };
                out.push(format!("A player without any other legal move passes{safe}."));
            }
            Pass::Allowed => {
                out.push("A player may pass whenever that leaves the own royal pieces safe.".to_owned());
            }
        }
        out
    })
}

/// What the pieces of a side may do together, or gain.
fn together(s: &Setting<'_>, side: Side) -> Vec<String> {
    let rules = &s.rules.restrictions;
    let pairs = rules.exchange.iter();
    let pairs = pairs.filter(|pair| s.has(&pair.of, side) && s.has(&pair.with, side));
    let exchange = pairs.map(|pair| {
        let (of, with) = (words::a(&pair.of), words::a(&pair.with));
        format!("As a move, {of} and {with} of one side may change places, wherever they stand.")
    });
    let absorb = rules.absorb.iter().map(|absorb| {
        let kinds = s.rules.pieces.keys();
        let takers: Vec<String> = kinds.filter(|kind| absorb.by.has(kind)).cloned().collect();
        let taker = match takers.len() == s.rules.pieces.len() {
            true => "A piece".to_owned(),
            false => words::capital(&words::either(&takers)),
        };
        let of = words::either(&absorb.of);
        format!("{taker} that captures {of} can from then on move and capture as that piece could, besides its own movement.")
    });
    exchange.chain(absorb).collect()
}
