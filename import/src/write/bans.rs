//! Moves that cannot be made although the piece goes that way: it attacks there all the same.

use super::Writer;
use crate::draft::{Ban, BanRule};
use crate::region::Region;
use crate::types::{PAWN, Slot};
use ferz::rules::Side;

impl Writer<'_> {
    /// A ban of some moves of a kind.
    fn ban(&mut self, side: Side, slot: Slot, captures: bool, only: Vec<BanRule>) -> &mut Ban {
        self.draft.bans.push(Ban {
            side,
            captures,
            by: self.army.called(slot),
            from: None,
            to: None,
            only,
        });
        let last = self.draft.bans.len() - 1;
        &mut self.draft.bans[last]
    }

    /// Moves of a kind that end on some squares and leave it what it is.
    pub(super) fn ban_arrivals(&mut self, side: Side, slot: Slot, squares: &Region) {
        self.ban(side, slot, false, vec![BanRule::Unchanged]).to = Some(squares.clone());
    }

    /// Moves of a kind that start or end on some squares and leave it what it is, but while there
    /// is one of some others.
    pub(super) fn ban_touching(
        &mut self,
        side: Side,
        captures: bool,
        slot: Slot,
        (squares, others): (&Region, &[Slot]),
    ) {
        let only = vec![BanRule::Unchanged, BanRule::Without(self.names(others))];
        self.ban(side, slot, captures, only.clone()).from = Some(squares.clone());
        self.ban(side, slot, captures, only).to = Some(squares.clone());
    }

    /// Captures in passing that promote, and other moves there that do not if a pawn must.
    pub(super) fn ban_passing(&mut self, side: Side, slot: Slot, (to, must): (&[Slot], bool)) {
        let passed = self.passed_in_zone(side, slot);
        if passed.is_empty() {
            return;
        }
        let promoted = BanRule::Becomes(self.names(to));
        let mut rules = vec![(true, vec![BanRule::Passes, promoted])];
        if must {
            rules.insert(0, (false, vec![BanRule::UnchangedOnFile]));
            rules.insert(1, (true, vec![BanRule::Unchanged, BanRule::Hits]));
        }
        for (captures, only) in rules {
            self.ban(side, slot, captures, only).to = Some(passed.clone());
        }
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
        let only = vec![BanRule::BecomesWith(self.army.called(to), self.names(others))];
        self.ban(side, from, false, only);
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
