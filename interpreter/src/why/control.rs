//! Why a piece of the opponent's cannot be moved, where some can.

use super::asker::Asker;
use super::occupant::Occupant;
use super::reason::Reason;
use crate::board::Square;
use crate::text;

impl Asker<'_> {
    /// Why the side to move does not move a piece of the opponent's so; nothing if it moves none of
    /// those.
    pub(super) fn not_controlled(&self, mover: &Occupant, from: Square) -> Option<Reason> {
        let control = self.rules().control.as_ref()?;
        let moved = self.listed().0.iter().any(|mv| mv.start() == from);
        let (us, square, piece) = (self.us, &mover.square, &mover.piece);
        let words = if moved {
            format!("the {piece} on {square} can be moved by {us}, but not in this way")
        } else {
            let of: Vec<String> = control
                .of
                .iter()
                .map(|group| text::group(group, &self.rules().board))
                .collect();
            format!(
                "the {piece} on {square} cannot be moved by {us} now, only `{}`",
                of.join(", ")
            )
        };
        Some(Reason::told("control", words, vec![square.clone()]))
    }
}
