//! The rules that disappear because this file takes pieces away, without a word about it.

use super::super::report::{Place, warning};
use super::super::values::{capital, word};
use super::{Lints, OWN};
use crate::rules::Side;

impl Lints<'_, '_> {
    pub(super) fn taken_over(&self) {
        self.fallen_goals();
        self.fallen_promotions();
        self.fallen_castling();
    }

    /// The place at which this file takes the piece of the side away.
    fn taken_away(&self, side: Side, name: &str) -> Option<Place> {
        let removed = self.facts.declared.removed.get(&(side, name)).copied();
        removed.filter(|place| place.source == OWN)
    }

    fn fallen_goals(&self) {
        for fallen in self.facts.fallen {
            let key = fallen.at.node.key.value.as_str();
            let gone = |side: &Side| {
                let mut names = fallen.names.iter();
                names.find_map(|name| Some((self.taken_away(*side, name)?, name.as_str())))
            };
            let Some((place, name)) = fallen.sides.iter().find_map(gone) else {
                continue;
            };
            let message = match fallen.sides.as_slice() {
                [side] => format!(
                    "the goal `{key}` no longer applies to {}, which has no `{name}`",
                    capital(*side)
                ),
                _ => format!("the goal `{key}` no longer applies: there is no `{name}`"),
            };
            let help = format!(
                "declare it again for the piece that takes its place, or take it back: `without end {key}`"
            );
            self.facts.report.add(
                warning("F0319", place, message)
                    .also(fallen.at.source, fallen.at.node.span, "the goal")
                    .help(help),
            );
        }
    }

    /// A side that has no promotion left.
    fn fallen_promotions(&self) {
        let facts = self.facts;
        let left = |side: Side| facts.rules.promotions.iter().any(|p| p.side == side);
        for side in Side::ALL.into_iter().filter(|&side| !left(side)) {
            let blocks = facts.declared.promotions.iter();
            let mut lost = blocks.filter(|b| b.side == side).filter_map(|b| {
                let name = b.piece.node.value.as_str();
                Some((self.taken_away(side, name)?, name, b.piece))
            });
            let Some((place, name, piece)) = lost.next() else {
                continue;
            };
            let both = side == Side::White && self.taken_away(Side::Black, name) == Some(place);
            if side == Side::Black && self.taken_away(Side::White, name) == Some(place) && !left(Side::White)
            {
                continue;
            }
            let whose = if both && !left(Side::Black) {
                "nothing promotes".to_owned()
            } else {
                format!("nothing of {}'s promotes", capital(side))
            };
            let message = format!("{whose} now: the `{name}` is gone");
            let help = format!(
                "say what promotes now: `promotion NAME {{ to: ... }}`, or that nothing does: `without promotion {name}`"
            );
            facts.report.add(
                warning("F0320", place, message)
                    .also(piece.source, piece.node.span, "its promotion no longer applies")
                    .help(help),
            );
        }
    }

    /// Castling that goes with a piece that is taken back by name.
    fn fallen_castling(&self) {
        let facts = self.facts;
        for side in Side::ALL {
            let Some(block) = facts.declared.castling[side].filter(|b| b.inherited) else {
                continue;
            };
            if facts.rules.castling.iter().any(|c| c.side == side) {
                continue;
            }
            // A whole army is replaced by another that castles in its own way, if at all.
            let army = facts.declared.armies[side].place;
            let entries = block.at.node.entries.iter().flat_map(|e| &e.values);
            let names = entries.filter_map(|way| super::super::values::terms(way).first().and_then(word));
            let mut gone = names.filter_map(|name| Some((self.taken_away(side, name)?, name)));
            let Some((place, name)) = gone.find(|(place, _)| Some(*place) != army) else {
                continue;
            };
            let message = format!("castling no longer applies: the `{name}` is gone");
            let help =
                "declare castling for the piece that takes its place, or take it back: `without castling`";
            facts.report.add(
                warning("F0320", place, message)
                    .also(
                        block.at.source,
                        block.at.node.keyword.span,
                        "castling is taken over from here",
                    )
                    .help(help),
            );
        }
    }
}
