//! Moves that cannot be made although the piece goes that way: it attacks there all the same.

use super::Writer;
use crate::region::Region;
use crate::types::Slot;
use ferz::rules::{PerSide, Side};

/// A move after which a piece would still be what it is, and may not be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ban {
    side: Side,
    /// `move` or `capture`.
    event: &'static str,
    /// The lines about which moves these are, as the side names squares.
    lines: Vec<String>,
}

impl Writer<'_> {
    /// Moves of a kind that end on some squares and leave it what it is.
    pub(super) fn ban_arrivals(&mut self, side: Side, slot: Slot, squares: &Region) {
        self.ban_unchanged(side, "move", slot, format!("to: {}", self.squares(side, squares)));
    }

    /// Moves of a kind that start or end on some squares and leave it what it is, but while there
    /// is one of some others.
    pub(super) fn ban_touching(
        &mut self,
        side: Side,
        event: &'static str,
        slot: Slot,
        (squares, others): (&Region, &[Slot]),
    ) {
        let squares = self.squares(side, squares);
        let others = self.names(others).join(" | ");
        for word in ["from", "to"] {
            self.ban_unchanged(side, event, slot, format!("{word}: {squares}"));
            let last = self.bans.last_mut().map(|ban| &mut ban.lines);
            last.into_iter()
                .for_each(|lines| lines.push(format!("unless: friend ({others}) on all")));
        }
    }

    fn ban_unchanged(&mut self, side: Side, event: &'static str, slot: Slot, squares: String) {
        let name = self.army.called(slot);
        let lines = vec![format!("by: {name}"), squares, format!("while: mover {name}")];
        self.bans.push(Ban { side, event, lines });
    }

    /// Promotions of one kind to another while there is one of some others.
    pub(super) fn ban_beside(&mut self, side: Side, (from, to): (Slot, Slot), others: &[Slot]) {
        let (from, to) = (self.army.called(from), self.army.called(to));
        let others = self.names(others).join(" | ");
        let lines = vec![
            format!("by: {from}"),
            format!("while: friend ({others}) on all"),
            format!("unless: mover (all except {to})"),
        ];
        let event = "move";
        self.bans.push(Ban { side, event, lines });
    }

    /// All of them, those of both sides once.
    pub(super) fn banned(&mut self) {
        let bans = std::mem::take(&mut self.bans);
        for (at, ban) in bans.iter().enumerate() {
            let twin = |other: &&Ban| (other.event, &other.lines) == (ban.event, &ban.lines);
            let both = bans.iter().any(|other| twin(&other) && other.side != ban.side);
            if both && bans[..at].iter().any(|other| twin(&other)) {
                continue;
            }
            let whose = if both {
                String::new()
            } else {
                format!("{} ", ban.side)
            };
            let lines = ban.lines.join("\n  ");
            let text = format!("on {whose}{} {{\n  {lines}\n  possible: no\n}}", ban.event);
            self.part("on", ban.event, text);
        }
    }

    /// Squares on which a kind could never go on and does not promote: its moves do not end there.
    pub(super) fn no_way_on(&mut self) {
        if !self.model.immobility_illegal || !self.any_royal() {
            return;
        }
        for slot in self.army.all() {
            for side in Side::ALL {
                if !self.army.whose[side].contains(&slot) {
                    continue;
                }
                let stuck = self.stuck(side, slot);
                let there = stuck.and(&self.mobility(side, slot));
                let open = there.without(&self.must_promote(side, slot));
                if !open.is_empty() {
                    self.ban_arrivals(side, slot, &open);
                }
            }
        }
    }

    /// Whether there is a piece whose safety is asked for.
    pub(super) fn any_royal(&self) -> bool {
        self.army.all().into_iter().any(|slot| self.is_royal(slot))
    }
}

/// Nothing on either side.
pub(super) fn none<T>() -> PerSide<Vec<T>> {
    PerSide::new(Vec::new(), Vec::new())
}
