//! Royal pieces: those with a negative value.
//!
//! A piece of value -1 may never be lost. Of other royals only the last of a kind counts; of those
//! behind the seventh piece no two may be left attacked.

use super::Reader;
use super::finish::Read;
use crate::draft::Royalty;
use crate::report::Status;
use ferz::rules::{PerSide, Side};

/// The number of the first piece of which no two may be left attacked.
const FIRST_GUARDED: usize = 8;
/// With more of them, two attacked are not all.
const MOST_GUARDED: usize = 2;

/// The kinds of royals of a side, by what a loss means.
#[derive(Clone, Copy, Default)]
struct Royals {
    /// There are several, and each counts.
    absolute: usize,
    /// There are or may come to be several, of which only the last counts.
    spare: usize,
    /// The same, and no two may be attacked.
    guarded: usize,
    /// There is one.
    single: usize,
    /// The most pieces of a guarded kind at the start.
    most: usize,
}

impl Royals {
    /// The rule for such pieces; `None` if there is no such rule.
    fn rule(self) -> Option<Royalty> {
        let alone = self.absolute == 0 && self.spare == 0 && self.single == 0;
        match (self.absolute, self.spare, self.guarded) {
            (_, 0, 0) => Some(Royalty::All),
            (0, _, 0) => Some(Royalty::LastOfEach),
            (_, _, 1) if alone && self.most <= MOST_GUARDED => Some(Royalty::Any),
            _ => None,
        }
    }
}

impl Reader<'_> {
    pub(super) fn royalty(&mut self, read: &[Read], ranks: &[Vec<usize>; 2]) {
        let title = self.game.title.clone();
        let mut rules = PerSide::default();
        for side in Side::ALL {
            let royals = self.royals(read, side, &ranks[side.index()]);
            match royals.rule() {
                Some(rule) => rules[side] = rule,
                None => {
                    let why = format!("royals of {side} that are guarded in several ways have no form");
                    self.sheet.lose("value", &title, Status::Awaits, &why);
                }
            }
            if royals.guarded > 0 {
                let rule = "royals: the program lets pawns become more than two, of which no two \
                            may be attacked";
                self.sheet.elsewhere("value", &title, rule);
            }
        }
        self.draft.royalty = rules;
    }

    fn royals(&mut self, read: &[Read], side: Side, rank: &[usize]) -> Royals {
        let mut royals = Royals::default();
        for (at, kind) in read.iter().enumerate().filter(|(_, kind)| kind.value < 0) {
            let number = at + 1;
            let promoted = !self.by_file && kind.is_chosen() && self.representative(at, side) == at;
            match rank.iter().filter(|piece| **piece == number).count() {
                0 => {}
                1 if !promoted => royals.single += 1,
                _ if kind.value == -1 => {
                    royals.absolute += 1;
                    let place = self.game.kinds[at].value.clone();
                    let rule = "royals: of several of value -1 none may be lost, by the notes of \
                                the program, which itself may let Black lose all but one";
                    self.sheet.elsewhere("value", &place, rule);
                }
                _ if number < FIRST_GUARDED => royals.spare += 1,
                count => {
                    royals.guarded += 1;
                    royals.most = royals.most.max(count);
                }
            }
        }
        royals
    }

    /// The limits of promotions to these kinds: two for guarded royals.
    pub(super) fn limits(&self, to: &[String]) -> Vec<(String, u32)> {
        let is_royal = |name: &&String| self.draft.kind(name).is_some_and(|kind| kind.royal);
        let guarded = |name: &String| {
            let own = self.draft.kind(name).map(|kind| &kind.letter);
            let letter = own.and_then(|letter| letter.white.as_ref().or(letter.black.as_ref()));
            let mut kinds = self.game.kinds.iter().skip(FIRST_GUARDED - 1);
            letter.is_some_and(|letter| kinds.any(|kind| kind.letter.text.eq_ignore_ascii_case(letter)))
        };
        let royals = to.iter().filter(is_royal).filter(|name| guarded(name));
        royals.map(|name| (name.clone(), MOST_GUARDED as u32)).collect()
    }
}
