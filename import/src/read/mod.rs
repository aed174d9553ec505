//! A bundled variant, or any other, as Fairy-Stockfish would hold it.
//!
//! Rules for which Fairy-Stockfish has no words are left out. [`crate::write`] and a comparison
//! find them.

mod castling;
mod end;
mod kinds;
mod movement;
mod play;

use crate::model::Model;
use crate::region::Region;
use crate::types::Slot;
pub(crate) use end::ends;
use ferz::rules::{Letter, PerSide, Piece, Ruleset};
use std::collections::BTreeMap;

/// The state of reading rules.
struct Reader<'r> {
    rules: &'r Ruleset,
    model: Model,
    /// The slot of each kind of piece, by name.
    slots: BTreeMap<&'r str, Slot>,
}

/// Reads rules.
pub(crate) fn model(rules: &Ruleset) -> Model {
    let mut model = Model {
        ranks: rules.board.ranks,
        files: rules.board.files,
        start: rules.start.clone(),
        ..Model::default()
    };
    model.steps.on = false;
    model.steps.double = PerSide::default();
    model.castling.on = false;
    model.end.stalemate = ferz::rules::Score::Draw;
    let mut reader = Reader {
        rules,
        model,
        slots: BTreeMap::new(),
    };
    reader.kinds();
    reader.promotions();
    reader.play();
    reader.castling();
    reader.drops();
    reader.end();
    reader.model
}

impl<'r> Reader<'r> {
    fn slot(&self, name: &str) -> Option<Slot> {
        self.slots.get(name).copied()
    }

    /// Pieces with their names, those of which a side has a letter.
    fn pieces(&self) -> impl Iterator<Item = (&'r str, &'r Piece)> {
        self.rules
            .pieces
            .iter()
            .map(|(name, piece)| (name.as_str(), piece))
    }

    /// Squares of the board; whole ranks and files are whole on larger boards, too.
    fn region(&self, squares: &ferz::rules::Squares) -> Region {
        Region::widened(squares, &self.rules.board)
    }

    fn everywhere(&self) -> Region {
        let mut region = Region::default();
        for rank in 0..self.rules.board.ranks {
            for file in 0..self.rules.board.files {
                region.insert(rank, file);
            }
        }
        let holes = Region::of(&self.rules.board.holes);
        region.without(&holes)
    }
}

/// The letter of a piece, upper case.
fn letter(piece: &Piece) -> Option<Letter> {
    let sides = [piece.letter.white, piece.letter.black];
    // If one side writes it with a plus, the other side's letter is that of the kind.
    let single = sides
        .into_iter()
        .flatten()
        .find(|letter| letter.single().is_some());
    let letter = single.or(piece.letter.white).or(piece.letter.black)?;
    Some(letter.to_ascii_uppercase())
}
