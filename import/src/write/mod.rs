//! A [`Model`] as a draft, subject by subject.

mod army;
mod bans;
mod castling;
mod drops;
mod effects;
mod end;
mod goals;
mod leaps;
mod makpong;
mod pieces;
mod promotion;
mod start;
mod walls;

use crate::draft::{self, Draft};
use crate::fen::{self, Fen};
use crate::ini::Piece;
use crate::model::Model;
use crate::part::{Part, laid_out};
use crate::region::Region;
use crate::report::Loss;
use crate::types::{KING, Slot};
use army::Army;
use ferz::rules::{Board, PerSide, Side, Squares};

/// A variant.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) draft: Draft,
    /// The losses, by the key that says them.
    pub(crate) lost: Vec<Loss>,
    /// The ways in which Fairy-Stockfish differs from the wording, by key.
    pub(crate) odd: Vec<Loss>,
    /// The keys without effect that were surely meant to have one.
    pub(crate) warnings: Vec<Loss>,
}

impl Written {
    /// The whole file.
    pub(crate) fn file(&self, head: &str) -> String {
        head.to_owned() + &laid_out(self.parts().iter())
    }

    /// The declarations.
    pub(crate) fn parts(&self) -> Vec<Part> {
        draft::parts(&self.draft)
    }
}

/// The state of writing a variant.
struct Writer<'m> {
    model: &'m Model,
    fen: Fen,
    board: Board,
    /// All squares of the board.
    all: Region,
    army: Army,
    draft: Draft,
    lost: Vec<Loss>,
    odd: Vec<Loss>,
    warnings: Vec<Loss>,
}

/// Writes a model.
pub(crate) fn write(model: &Model) -> Written {
    let (fen, _) = fen::read(model, &Piece::new(&model.start, 0));
    let draft = Draft {
        files: model.files,
        ranks: model.ranks,
        holes: fen.holes(),
        ..Draft::default()
    };
    let board = draft.board();
    let army = Army::new(model, &fen);
    let mut writer = Writer {
        model,
        all: draft.everywhere(),
        fen,
        board,
        army,
        draft,
        lost: Vec::new(),
        odd: Vec::new(),
        warnings: Vec::new(),
    };
    writer.all();
    let king = writer.army.has(KING).then(|| writer.army.called(KING));
    let mut written = Written {
        draft: writer.draft,
        lost: writer.lost,
        odd: writer.odd,
        warnings: writer.warnings,
    };
    if let Some(king) = king.filter(|_| model.holds_in_check) {
        makpong::add(model, &king, &mut written);
    }
    written
}

impl Writer<'_> {
    fn all(&mut self) {
        self.pieces();
        self.promotions();
        self.no_way_on();
        self.effects();
        self.first_leaps();
        self.walls();
        self.drops();
        self.gates_beside_turned();
        self.castling();
        self.royalty();
        self.restrictions();
        self.end();
        self.start();
    }

    fn lose(&mut self, key: &str, why: impl Into<String>) {
        let loss = Loss {
            what: key.to_owned(),
            why: why.into(),
        };
        if !self.lost.contains(&loss) {
            self.lost.push(loss);
        }
    }

    fn warn(&mut self, key: &str, why: String) {
        let warning = Loss {
            what: key.to_owned(),
            why,
        };
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    fn note(&mut self, key: &str, why: impl Into<String>) {
        self.odd.push(Loss {
            what: key.to_owned(),
            why: why.into(),
        });
    }

    /// Both sides' squares, by their names.
    fn per_side(&self, regions: &PerSide<Region>) -> PerSide<Squares> {
        PerSide::new(
            regions.white.squares(&self.board),
            regions.black.squares(&self.board),
        )
    }

    /// Both sides' squares, those of the board.
    fn on_board(&self, regions: &PerSide<Region>) -> PerSide<Region> {
        PerSide::new(regions.white.and(&self.all), regions.black.and(&self.all))
    }

    /// The squares open to a kind.
    fn mobility(&self, side: Side, slot: Slot) -> Region {
        let region = self
            .model
            .mobility
            .get(&self.army.origin(slot))
            .map(|sides| &sides[side]);
        match region {
            Some(region) if !region.is_empty() => region.and(&self.all),
            _ => self.all.clone(),
        }
    }
}
