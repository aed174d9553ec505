//! A [`Model`] in the ferz language, part by part, as a variant that extends nothing.

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

use crate::fen::{self, Cell, Fen};
use crate::ini::Piece;
use crate::model::Model;
use crate::region::{Region, name};
use crate::report::Loss;
use crate::types::{KING, Slot};
use army::Army;
use ferz::rules::{Board, PerSide, Side, Squares};
use ferz_grammar::quoting::quote;

/// Some lines of a file, all about one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The first word of the declaration: `piece`, `promotion`.
    pub(crate) keyword: &'static str,
    /// The name it declares, if it has one.
    pub(crate) name: String,
    /// The lines.
    pub(crate) text: String,
}

/// A variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) parts: Vec<Part>,
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
        let mut text = head.to_owned();
        text.push_str(&laid_out(self.parts.iter()));
        text
    }
}

/// Parts under each other; the entries of `end` are one block.
pub(crate) fn laid_out<'p>(parts: impl Iterator<Item = &'p Part>) -> String {
    let mut text = String::new();
    let mut last = "";
    for part in parts {
        let entry = part
            .text
            .strip_prefix("end {\n")
            .and_then(|rest| rest.strip_suffix("}"));
        if let (Some(entry), "end") = (entry, last)
            && text.ends_with("}\n")
        {
            text.truncate(text.len() - 2);
            text.push_str(&format!("{entry}}}\n"));
            continue;
        }
        if part.keyword != last || part.text.contains('\n') {
            text.push('\n');
        }
        last = part.keyword;
        text.push_str(&part.text);
        text.push('\n');
    }
    text
}

/// The first lines of a file.
pub(crate) fn head(title: &str, extends: Option<&str>, source: &str, about: &str) -> String {
    let parent = match extends {
        // A name that begins with a digit stands in quotes.
        Some(name) if name.starts_with(|c: char| c.is_ascii_digit()) => format!(" extends {}", quote(name)),
        Some(name) => format!(" extends {name}"),
        None => String::new(),
    };
    let mut text = format!("variant {}{parent}\n", quote(title));
    for (keyword, words) in [("source", source), ("about", about)] {
        if !words.is_empty() {
            text.push_str(&format!("{keyword} {}\n", quote(words)));
        }
    }
    text
}

/// The state of writing a variant.
struct Writer<'m> {
    model: &'m Model,
    fen: Fen,
    board: Board,
    /// All squares of the board.
    all: Region,
    army: Army,
    /// Moves that cannot be made.
    bans: Vec<bans::Ban>,
    parts: Vec<Part>,
    lost: Vec<Loss>,
    odd: Vec<Loss>,
    warnings: Vec<Loss>,
}

/// All squares of a board.
fn everywhere(board: &Board, fen: &Fen) -> Region {
    let squares = (0..board.ranks).flat_map(|rank| (0..board.files).map(move |file| (rank, file)));
    let exists = |&(rank, file): &(u8, u8)| fen.cell(rank, file) != Cell::Hole;
    squares.filter(exists).collect()
}

/// Writes a model.
pub(crate) fn write(model: &Model) -> Written {
    let (fen, _) = fen::read(model, &Piece::new(&model.start, 0));
    let board = board(model, &fen);
    let army = Army::new(model, &fen);
    let mut writer = Writer {
        model,
        all: everywhere(&board, &fen),
        fen,
        board,
        army,
        bans: Vec::new(),
        parts: Vec::new(),
        lost: Vec::new(),
        odd: Vec::new(),
        warnings: Vec::new(),
    };
    writer.all();
    let king = writer.army.has(KING).then(|| writer.army.called(KING));
    let mut written = Written {
        parts: writer.parts,
        lost: writer.lost,
        odd: writer.odd,
        warnings: writer.warnings,
    };
    if let Some(king) = king.filter(|_| model.holds_in_check) {
        makpong::add(model, &king, &mut written);
    }
    written
}

fn board(model: &Model, fen: &Fen) -> Board {
    let mut holes = Squares::default();
    for rank in 0..model.ranks {
        for file in 0..model.files {
            if fen.cell(rank, file) == Cell::Hole {
                holes.0.push(name(rank, file));
            }
        }
    }
    Board {
        files: model.files,
        ranks: model.ranks,
        holes,
        wrap_files: false,
        wrap_ranks: false,
        extra: indexmap::IndexMap::new(),
    }
}

impl Writer<'_> {
    fn all(&mut self) {
        let text = format!("board {}", ferz::text::board(&self.board));
        self.part("board", "", text);
        self.tint();
        self.pieces();
        self.promotions();
        self.no_way_on();
        self.banned();
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

    fn part(&mut self, keyword: &'static str, name: &str, text: String) {
        self.parts.push(Part {
            keyword,
            name: name.to_owned(),
            text,
        });
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

    /// A side's squares as a rule of that side names them, from White's side.
    fn squares(&self, side: Side, region: &Region) -> String {
        ferz::text::squares_of(side, &region.squares(&self.board), &self.board)
    }

    /// Both sides' squares.
    fn sets(&self, regions: &PerSide<Region>) -> String {
        ferz::text::sets(&self.per_side(regions), &self.board)
    }

    fn per_side(&self, regions: &PerSide<Region>) -> PerSide<Squares> {
        PerSide::new(
            regions.white.squares(&self.board),
            regions.black.squares(&self.board),
        )
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

    /// Lines of both sides: once if they are the same, else for each with its name behind the
    /// keyword.
    fn sided(&mut self, keyword: &'static str, name: &str, texts: PerSide<Option<String>>) {
        let head = |side: Option<Side>| match side {
            None => format!("{keyword} {name}").trim_end().to_owned(),
            Some(side) => format!("{keyword} {side} {name}").trim_end().to_owned(),
        };
        if texts.white == texts.black {
            if let Some(text) = texts.white {
                self.part(keyword, name, format!("{} {text}", head(None)));
            }
            return;
        }
        for side in Side::ALL {
            if let Some(text) = &texts[side] {
                self.part(keyword, name, format!("{} {text}", head(Some(side))));
            }
        }
    }
}
