//! Parts of sets of squares that add nothing: another part has all their squares.

use super::super::report::At;
use super::super::squares::Grounds;
use super::{Lints, OWN};
use crate::board::{Bits, U256};
use crate::rules::Side;
use ferz_grammar::ast::{Declaration, Expr, ExprKind, PieceDecl};

/// Unions with more parts are not compared part by part.
const MOST_PARTS: usize = 64;

impl Lints<'_, '_> {
    /// Looks at every union of squares that the file itself writes.
    pub(super) fn repeated_squares(&self) {
        let Some(tree) = self.facts.files.trees.first() else {
            return;
        };
        // Most unions are of other things: what is said about those is not heard.
        let aside = self.facts.report.aside();
        let grounds = Grounds::new(self.facts.topology, self.facts.declared, &aside);
        for declaration in &tree.declarations {
            match declaration {
                Declaration::Zone(zone) => self.repeated_squares_in(&grounds, &zone.value),
                Declaration::Movement(movement) => self.repeated_squares_in(&grounds, &movement.body),
                Declaration::Piece(piece) => self.repeated_squares_of(&grounds, piece),
                Declaration::Army(army) => army
                    .pieces
                    .iter()
                    .for_each(|piece| self.repeated_squares_of(&grounds, piece)),
                Declaration::Section(section) => section
                    .entries
                    .iter()
                    .flat_map(|entry| &entry.values)
                    .for_each(|value| self.repeated_squares_in(&grounds, value)),
                _ => {}
            }
        }
    }

    fn repeated_squares_of(&self, grounds: &Grounds<'_, '_>, piece: &PieceDecl) {
        if let Some(movement) = &piece.movement {
            self.repeated_squares_in(grounds, movement);
        }
    }

    fn repeated_squares_in(&self, grounds: &Grounds<'_, '_>, expr: &Expr) {
        if let ExprKind::Union(parts) = &expr.kind {
            self.compare_squares(grounds, parts);
        }
        let parts = expr.kind.parts().into_iter();
        parts.for_each(|part| self.repeated_squares_in(grounds, part));
    }

    fn compare_squares(&self, grounds: &Grounds<'_, '_>, parts: &[Expr]) {
        if parts.len() > MOST_PARTS {
            return;
        }
        let read = |part| grounds.set(At::new(OWN, part));
        let Some(mut sets) = parts.iter().map(read).collect::<Option<Vec<_>>>() else {
            return;
        };
        for at in (0..sets.len()).rev() {
            let mut sides = Side::ALL.into_iter();
            let empty = sides.all(|side| sets[at][side].is_empty());
            let holds = |other: usize| {
                let mut sides = Side::ALL.into_iter();
                other != at && sides.all(|side| (sets[at][side] & !sets[other][side]).is_empty())
            };
            if !empty && (0..sets.len()).any(holds) {
                let place = At::new(OWN, &parts[at]).place(parts[at].span);
                self.says_idle(place, "another part of the set has all these squares");
                sets[at] = crate::rules::PerSide::both(U256::EMPTY);
            }
        }
    }
}
