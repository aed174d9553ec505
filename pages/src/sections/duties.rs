//! What a side must or may do beside that.

use super::both;
use crate::setting::Setting;
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
