//! Pictures that mechanics are shown with: a few pieces near the middle of the board, marks,
//! arrows.

use super::page::{Block, picture};
use super::words;
use ferz::board::Square;
use ferz::engine::{Position, Variant};
use ferz::rules::{Movement, Side};
use ferz::ways;
use ferz_drawing::{Arrow, Figures, Marks, Scene, marks};
use std::collections::BTreeSet;

/// The maker of a variant's pictures.
pub(crate) struct Studio<'a> {
    pub(crate) variant: &'a Variant,
    /// The action of a piece against an enemy on a square that it reaches.
    pub(crate) captures: &'static str,
    /// The pictures of pieces.
    pub(crate) figures: Figures,
}

/// A piece on a square.
pub(crate) type Man = (Square, usize, Side);

/// The contents of a picture.
#[derive(Default)]
pub(crate) struct View {
    /// The pieces; none: the start position.
    pub(crate) men: Vec<Man>,
    /// A field that belongs to the position, `key=value`.
    pub(crate) field: Option<String>,
    pub(crate) marks: Marks,
    pub(crate) highlights: BTreeSet<Square>,
    pub(crate) arrows: Vec<Arrow>,
    /// Whether what is beside the board is shown.
    pub(crate) details: bool,
}

impl Studio<'_> {
    /// The number of a kind.
    pub(crate) fn kind(&self, name: &str) -> Option<usize> {
        self.variant.rules().pieces.get_index_of(name)
    }

    /// A side that has the kind, White first.
    pub(crate) fn owner(&self, name: &str) -> Option<Side> {
        let piece = self.variant.rules().pieces.get(name)?;
        Side::ALL.into_iter().find(|&s| piece.letter[s].is_some())
    }

    /// A kind that is neither royal nor among some others, for the part of any piece.
    pub(crate) fn extra(&self, side: Side, not: &[&str]) -> Option<(&str, usize)> {
        let pieces = self.variant.rules().pieces.iter().enumerate().rev();
        let mut fit = pieces.filter(|(_, (name, piece))| {
            piece.letter[side].is_some() && !piece.royal[side] && !not.contains(&name.as_str())
        });
        fit.next().map(|(kind, (name, _))| (name.as_str(), kind))
    }

    /// A square in the middle of the board.
    pub(crate) fn middle(&self) -> Option<Square> {
        let topology = self.variant.topology();
        let at = topology.at((topology.files() - 1) / 2, (topology.ranks() - 1) / 2);
        at.or_else(|| self.squares().next())
    }

    /// All squares.
    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> {
        let topology = self.variant.topology();
        (0..topology.size()).filter_map(|s| Square::try_from(s).ok())
    }

    /// The square some files to the right of another and some ranks above it.
    pub(crate) fn beside(&self, square: Square, right: i16, up: i16) -> Option<Square> {
        let topology = self.variant.topology();
        let (file, rank) = topology.coordinates(square)?;
        let file = u8::try_from(i16::from(file) + right).ok()?;
        let rank = u8::try_from(i16::from(rank) + up).ok()?;
        topology.at(file, rank)
    }

    /// The squares within some steps of another.
    pub(crate) fn around(&self, square: Square, steps: u64) -> BTreeSet<Square> {
        let topology = self.variant.topology();
        let mut all = BTreeSet::from([square]);
        for _ in 0..steps {
            let next: Vec<Square> = all
                .iter()
                .flat_map(|&s| (0..8).filter_map(move |compass| topology.step(s, compass)))
                .collect();
            all.extend(next);
        }
        all.remove(&square);
        all
    }

    /// The ends of a movement, as marks, from the square where it is seen best.
    pub(crate) fn seen(&self, movement: &Movement, side: Side) -> Option<(Square, Marks)> {
        let topology = self.variant.topology();
        let ends = |square| ways::ends(topology, movement, side, square).unwrap_or_default();
        let square = ways::best_square(topology, side, ends)?;
        let marks = marks(ends(square));
        (!marks.is_empty()).then_some((square, marks))
    }

    /// The name of a square.
    pub(crate) fn name(&self, square: Square) -> &str {
        self.variant.topology().name(square)
    }

    fn position(&self, view: &View) -> Option<Position> {
        let mut men = view.men.iter();
        let mut position = match men.next() {
            None => self.variant.start(),
            Some(&(square, kind, side)) => self.variant.lone_piece(kind, side, square),
        };
        for &(square, kind, side) in men {
            position = self.variant.with_piece(&position, square, Some((kind, side)));
        }
        let Some(field) = &view.field else {
            return Some(position);
        };
        let key = |text: &str| text.split('=').next().map(str::to_owned);
        let text = self.variant.fen(&position);
        let fields: Vec<&str> = text.split(' ').collect();
        let (six, more) = fields.split_at_checked(6)?;
        let mut more: Vec<&str> = more.iter().copied().filter(|f| key(f) != key(field)).collect();
        more.push(field);
        more.sort_unstable_by_key(|f| key(f));
        let all: Vec<&str> = six.iter().copied().chain(more).collect();
        self.variant.position(&all.join(" ")).ok()
    }

    /// The picture of a view; nothing if there is no such position.
    pub(crate) fn show(&self, view: View, name: &str, title: &str) -> Option<Block> {
        let position = self.position(&view)?;
        let mut scene = Scene::new(self.variant, &position);
        scene.title = format!("{}: {title}", self.variant.rules().title);
        scene.details = view.details;
        scene.captures = self.captures;
        scene.figures = self.figures;
        scene.marks = view.marks;
        scene.highlights = view.highlights;
        scene.arrows = view.arrows;
        Some(Block::Picture(Box::new(picture(
            scene,
            name,
            &words::capital(title),
        ))))
    }
}
