//! Rules of engines that no line for XBoard can hold. The report names each that a variant may
//! have, so that its text is not called whole.

use super::Reader;
use super::setup::Setup;
use ferz::rules::{Movement, Side, Via};

impl Reader<'_> {
    pub(super) fn unstated(&mut self, setup: &Setup) {
        let own = "goals, counts and repetitions that the engine has besides those assumed";
        let mut rules = vec![own];
        if !self.draft.promotions.is_empty() {
            rules.push(
                "promotions: which pieces the engine allows or forces, and on which squares, \
                 if it has rules of its own",
            );
        }
        if self.any(|movement| {
            matches!(
                movement,
                Movement::Then {
                    via: Via::Capture,
                    ..
                }
            )
        }) {
            rules.push(
                "captures: whether a piece that captures on its way may take a guarded one of its kind",
            );
        }
        if self
            .draft
            .kinds
            .iter()
            .any(|kind| Side::ALL.iter().any(|side| kind.has_first_moves(*side)))
        {
            rules.push(
                "first moves: the squares from which the engine allows them, if not from all of the start",
            );
        }
        if !self.draft.drops.is_empty() {
            rules.push("drops: limits of the engine besides those of the lines");
        }
        for rule in rules {
            self.sheet.elsewhere("rules", &setup.board, rule);
        }
    }

    fn any(&self, test: impl Fn(&Movement) -> bool) -> bool {
        let kinds = self.draft.kinds.iter();
        let mut all = kinds.flat_map(|kind| Side::ALL.map(|side| &kind.movement[side]));
        all.any(|movement| movement.any(&test))
    }
}
