//! Moves that cannot be made although the piece goes that way: it attacks there all the same.

use super::Writer;
use crate::region::Region;
use crate::types::{PAWN, Slot};
use ferz::rules::Side;

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

    /// Captures in passing that promote, and other moves there that do not if a pawn must.
    pub(super) fn ban_passing(&mut self, side: Side, slot: Slot, (to, must): (&[Slot], bool)) {
        let passed = self.passed_in_zone(side, slot);
        if passed.is_empty() {
            return;
        }
        let pawn = self.army.called(slot);
        let squares = self.squares(side, &passed);
        let promoted = self.names(to).join(" | ");
        let mut ban = |event: &'static str, conditions: [String; 2]| {
            let mut lines = vec![format!("by: {pawn}"), format!("to: {squares}")];
            lines.extend(conditions.into_iter().filter(|line| !line.is_empty()));
            self.bans.push(Ban { side, event, lines });
        };
        if must {
            ban(
                "move",
                [format!("while: mover {pawn} on file at origin"), String::new()],
            );
            let hit = "while-before: enemy on target".to_owned();
            ban("capture", [format!("while: mover {pawn}"), hit]);
        }
        let passing = "while-before: empty on target".to_owned();
        ban("capture", [format!("while: mover ({promoted})"), passing]);
    }

    /// The squares of its promotion zone on which a pawn captures in passing, without a promotion.
    pub(super) fn passed_in_zone(&self, side: Side, slot: Slot) -> Region {
        let steps = &self.model.steps;
        let other = side.other();
        if slot != PAWN || !self.anything_passed() || !self.army.whose[other].contains(&PAWN) {
            return Region::default();
        }
        let ahead = |rank: u8, steps: u8| match other {
            Side::White => Some(rank + steps),
            Side::Black => rank.checked_sub(steps),
        };
        let behind = |region: &Region, steps: u8| -> Region {
            let squares = region.and(&self.all);
            let ahead = squares
                .iter()
                .filter_map(|(rank, file)| Some((ahead(rank, steps)?, file)));
            ahead.collect()
        };
        let double = if steps.on {
            steps.double[other].clone()
        } else {
            Region::default()
        };
        let triple = &steps.triple[other];
        let passed = behind(&double.or(triple), 1).or(&behind(triple, 2));
        let zone = self.model.promotion.region[side].and(&self.all);
        let passed = passed.and(&steps.passed[side]).and(&zone);
        if !self.model.promotion.pawn_must {
            return passed;
        }
        // A pawn that must promote is no longer a pawn inside the zone.
        let comes = |&(rank, file): &(u8, u8)| {
            let from = match side {
                Side::White => rank.checked_sub(1),
                Side::Black => Some(rank + 1),
            };
            let stands =
                |file: u8| from.is_some_and(|from| self.all.has(from, file) && !zone.has(from, file));
            stands(file + 1) || file.checked_sub(1).is_some_and(stands)
        };
        passed.iter().filter(comes).collect()
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
