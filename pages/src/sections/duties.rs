//! What a side must or may do beside that.

use super::both;
use crate::movement::sentence;
use crate::setting::Setting;
use crate::words;
use ferz::rules::{Goal, GoalCondition, Late, Pass, Side};

/// Compulsory captures, forbidden checks, passing.
pub(crate) fn duties(s: &Setting<'_>) -> Vec<String> {
    let r = &s.rules.restrictions;
    both(|side: Side| {
        let mut out = Vec::new();
        if r.must_capture[side] {
            out.push("A player who can capture must capture.".to_owned());
        }
        if r.most_captures[side] {
            out.push(
                "Of several captures only those are possible with which the most pieces can be captured in the turn.".to_owned(),
            );
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
        if r.no_swaps_in_check[side] {
            out.push("While a player is in check, pieces do not change places.".to_owned());
        }
        let chooser = match r.late_promotions[side] {
            Late::Never => None,
            Late::Own => Some("the player whose piece it is"),
            Late::Mover => Some("the player who has moved"),
        };
        if let Some(chooser) = chooser {
            out.push(format!(
                "A piece that comes to where it must promote otherwise than by its own move promotes once the move is over; {chooser} chooses."
            ));
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
        out.extend(passing(s, side));
        out
    })
}

/// When a side may do nothing.
fn passing(s: &Setting<'_>, side: Side) -> Option<String> {
    match s.rules.restrictions.pass[side] {
        Pass::Never => None,
        Pass::Forced => Some(
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
            Some(format!("A player without any other legal move passes{safe}."))
        }
        Pass::Allowed => {
            Some("A player may pass whenever that leaves the own royal pieces safe.".to_owned())
        }
    }
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
    let all = exchange.chain(absorb);
    all.chain(beyond(s, side)).collect()
}

/// What the rules say of carriers and of what is beside the board.
fn beyond(s: &Setting<'_>, side: Side) -> Vec<String> {
    let rules = &s.rules.restrictions.beyond;
    let own = |names: &[String]| -> Vec<String> {
        let has = |name: &&String| s.has(name, side);
        names.iter().filter(has).cloned().collect()
    };
    let any = |names: &[String], text: &dyn Fn(String) -> String| {
        let names = own(names);
        (!names.is_empty()).then(|| text(words::either(&names)))
    };
    let carry = any(&rules.carry, &|carriers| {
        format!(
            "Pieces of both sides may enter {carriers}, move out of it again, and travel inside it. What is inside is safe; it falls \
             on the square when the carrier is captured."
        )
    });
    let pool = rules.pool.as_ref().map(|back| {
        let never = s.kinds(side).filter(|kind| !back.has(kind)).map(str::to_owned);
        let never: Vec<String> = never.collect();
        let but = match never.is_empty() {
            true => String::new(),
            false => format!(", but never to {}", words::either(&never)),
        };
        format!(
            "Captured pieces, and those removed by an effect of their own side (exiled), wait beside the board. Promotion is to one \
             of these{but}, or captures one in the enemy's exile."
        )
    });
    let recall = rules.recall.iter();
    let recall = recall.filter(|recall| s.has(&recall.by, side) && s.has(&recall.of, side));
    let recall = recall.map(|recall| {
        let (of, by) = (words::a(&recall.of), words::a(&recall.by));
        format!("As a move, {of} on the square colour of {by} of its side may become an exiled piece of that side.")
    });
    let avenge = rules.avenge.iter().filter_map(|avenge| {
        let steps = words::number(avenge.within.into());
        let unit = if avenge.within == 1 { "step" } else { "steps" };
        any(&avenge.of, &|pieces| {
            format!("When {pieces} is captured, it takes along the piece on its square and those within {steps} {unit} of it.")
        })
    });
    let regents = any(&rules.regents, &|regents| {
        format!("A royal piece that is exiled, not captured, is not lost as long as its side has {regents}.")
    });
    let first = carry.into_iter().chain(pool);
    first.chain(recall).chain(avenge).chain(regents).collect()
}
