//! Boards with movable pieces: the ground and the contents of each square, apart from each other.

use super::canvas::{Canvas, definitions};
use super::details::Details;
use super::native::{self, Figures};
use super::place::{Places, SIZE};
use super::scene::{Scene, outside};
use super::symbols::Symbols;
use ferz::rules::{Letter, Ruleset, Side};
use std::collections::BTreeSet;

/// A board in parts, for one `svg` element. All shapes use its coordinates, in which a square is
/// [`Live::SIZE`] wide.
#[derive(Clone, Debug)]
pub struct Live {
    /// Left, top, width and height of the visible part.
    pub frame: [f64; 4],
    /// The empty board, with the names of files, ranks and squares.
    pub ground: String,
    /// Every square.
    pub cells: Vec<Cell>,
    /// The outlines that ground and squares use.
    pub used: BTreeSet<String>,
    /// The other parts of the position's text: pools and their letters, and notes. Hands are not in
    /// it.
    pub pools: Vec<(String, Vec<Letter>)>,
    /// A line each.
    pub notes: Vec<String>,
}

/// A square and its contents.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The square's name.
    pub name: String,
    /// The middle.
    pub x: f64,
    /// The middle.
    pub y: f64,
    /// The content; empty if there is none.
    pub shapes: String,
}

impl Live {
    /// How wide a square is.
    pub const SIZE: f64 = SIZE;
}

/// A piece by itself, in a square of [`Live::SIZE`] with its middle at the origin.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The piece.
    pub shapes: String,
    /// The outlines that it uses.
    pub used: BTreeSet<String>,
}

/// How a kind of piece looks; `None` if that side has none. `turned`: White sits above.
pub fn figure(
    rules: &Ruleset,
    symbols: &Symbols,
    (kind, side): (usize, Side),
    (figures, turned): (Figures, bool),
) -> Option<Figure> {
    let (_, piece) = rules.pieces.get_index(kind)?;
    piece.letter[side]?;
    let mut canvas = Canvas::default();
    native::draw(
        &mut canvas,
        (rules, symbols),
        (kind, side),
        (0.0, 0.0),
        SIZE,
        (figures, turned),
    );
    Some(Figure {
        shapes: canvas.take(),
        used: canvas.into_used(),
    })
}

impl Scene<'_> {
    /// The board in parts. Marks, arrows, captions and the legend are left to the viewer.
    pub fn live(&self) -> Live {
        const PAD: f64 = 4.0;
        let topology = self.variant.topology();
        let places = Places::new(topology, self.flip);
        let mut canvas = Canvas::default();
        let (mut frame, _) = self.ground(&mut canvas, &places);
        for (square, (x, y)) in places.iter() {
            if topology.coordinates(square).is_none() {
                outside(&mut canvas, topology.name(square), (x, y), topology, &mut frame);
            }
        }
        let ground = canvas.take();
        let details = Details::read(topology, &self.variant.fen(self.position));
        let symbols = Symbols::new(self.variant.rules());
        let mut cells = Vec::new();
        for (square, (x, y)) in places.iter() {
            self.contents(&mut canvas, &symbols, &details, square, (x, y));
            cells.push(Cell {
                name: topology.name(square).to_owned(),
                x,
                y,
                shapes: canvas.take(),
            });
        }
        Live {
            frame: [
                frame.left - PAD,
                frame.top - PAD,
                frame.right - frame.left + 2.0 * PAD,
                frame.bottom - frame.top + 2.0 * PAD,
            ],
            ground,
            cells,
            used: canvas.into_used(),
            pools: details.pools,
            notes: details.notes,
        }
    }
}

impl Live {
    /// The outlines that it needs, for the `svg` element of a page.
    pub fn definitions(&self) -> String {
        definitions(&self.used)
    }
}
