//! Sheets with all figures, the signs beside them, and the marks; or with the games' own pieces.

use super::canvas::{Canvas, Drawing, text_width};
use super::ground::{DARK, LIGHT};
use super::marks::Sign;
use super::native::{self, Figures, Set};
use super::overlay;
use super::symbols::Companion;
use ferz::rules::{Hurdle, Letter, Modes, Shape, Side, Symbol, Turn};
use ferz::ways::{Manner, Occasion};

/// The side of a square.
const SIZE: f64 = 54.0;
/// The height of a row.
const ROW: f64 = 60.0;
/// The room for the name of a figure.
const NAME: f64 = 150.0;
/// The distance from one column of figures to the next.
const COLUMN: f64 = NAME + 5.0 * SIZE + 40.0;
const TEXT: &str = "currentColor";
const LETTERS: f64 = 17.0;

/// All figures of a set by their names in the language, as White's and Black's and in all
/// positions, and the other drawings. [`Figures::Native`]: the pieces of each game, and the walls.
pub fn gallery(figures: Figures) -> Drawing {
    if figures == Figures::Native {
        return natives();
    }
    let mut canvas = Canvas::default();
    let half = Shape::ALL.len().div_ceil(2);
    for column in 0..2 {
        let left = f64::from(column) * COLUMN;
        for (i, word) in ["White", "Black", "turned", "left", "right"].iter().enumerate() {
            let x = left + NAME + (i as f64 + 0.5) * SIZE;
            canvas.text(x, -8.0, 14.0, word, true, TEXT);
        }
    }
    for (i, &shape) in Shape::ALL.iter().enumerate() {
        let left = (i / half) as f64 * COLUMN;
        figure(&mut canvas, figures, shape, left, (i % half) as f64 * ROW);
    }
    let below = companions(&mut canvas, half as f64 * ROW + 30.0);
    let bottom = marks(&mut canvas, below + 24.0);
    let wide = 2.0 * COLUMN - 40.0;
    canvas.finish("Figures", [-10.0, -30.0, wide + 20.0, bottom + 40.0])
}

/// One figure in all its positions.
fn figure(canvas: &mut Canvas, figures: Figures, shape: Shape, left: f64, top: f64) {
    let middle = top + SIZE / 2.0;
    canvas.text(left, middle + LETTERS * 0.36, LETTERS, shape.word(), false, TEXT);
    let looks = [
        (Side::White, Turn::Upright),
        (Side::Black, Turn::Upright),
        (Side::White, Turn::Turned),
        (Side::White, Turn::Left),
        (Side::White, Turn::Right),
    ];
    // A letter is not turned.
    let looks = looks
        .into_iter()
        .filter(|(_, turn)| shape != Shape::Letter || *turn == Turn::Upright);
    for (i, (side, turn)) in looks.enumerate() {
        let x = left + NAME + i as f64 * SIZE;
        square(canvas, x, top, i);
        let (symbol, letter) = (Symbol { shape, turn }, Letter::plain(b'A'));
        match figures {
            Figures::Flat => canvas.flat(x + SIZE / 2.0, middle, SIZE, symbol, side, letter),
            _ => canvas.piece(x + SIZE / 2.0, middle, SIZE, symbol, side, letter),
        }
    }
}

/// The pieces of each game by their names, White's and Black's, and the walls that have a name.
fn natives() -> Drawing {
    const ACROSS: usize = 6;
    const WIDE: f64 = 2.0 * SIZE + 26.0;
    const HIGH: f64 = SIZE + 32.0;
    let mut canvas = Canvas::default();
    let mut y = 0.0;
    let place = |top: f64, i: usize| ((i % ACROSS) as f64 * WIDE, top + (i / ACROSS) as f64 * HIGH);
    let names = Set::all().map(|set| (set.name, set.drawn().collect::<Vec<_>>()));
    let groups = names.chain([("walls", native::walls().collect())]);
    for ((title, kinds), set) in groups.zip(Set::all().map(Some).chain([None])) {
        canvas.text(0.0, y + LETTERS, LETTERS * 1.2, title, false, TEXT);
        let top = y + 30.0;
        for (i, kind) in kinds.iter().enumerate() {
            let (x, y) = place(top, i);
            let (middle, sides) = (y + SIZE / 2.0, if set.is_some() { 2 } else { 1 });
            for (k, side) in Side::ALL.into_iter().enumerate().take(sides) {
                let at = (x + (k as f64 + 0.5) * SIZE, middle);
                square(&mut canvas, x + k as f64 * SIZE, y, 0);
                match set {
                    Some(set) => _ = set.draw(&mut canvas, at, SIZE, (kind, side), (Figures::Native, false)),
                    None => _ = native::wall(&mut canvas, kind, at, SIZE),
                }
            }
            let size = (LETTERS * 0.8).min(LETTERS * (WIDE - 8.0) / text_width(kind, LETTERS));
            canvas.text(x, y + SIZE + 15.0, size, kind, false, TEXT);
        }
        y = top + kinds.len().div_ceil(ACROSS) as f64 * HIGH + 14.0;
    }
    canvas.finish(
        "The games' own pieces",
        [-10.0, -10.0, ACROSS as f64 * WIDE + 10.0, y + 10.0],
    )
}

fn square(canvas: &mut Canvas, x: f64, y: f64, i: usize) {
    let fill = if i.is_multiple_of(2) { LIGHT } else { DARK };
    canvas.rectangle([x, y, SIZE, SIZE], &format!(r#"fill="{fill}""#));
}

/// The signs beside figures. Returns where they end.
fn companions(canvas: &mut Canvas, top: f64) -> f64 {
    let upright = |shape| Symbol {
        shape,
        turn: Turn::Upright,
    };
    let rook = upright(Shape::Rook);
    let rows = [
        (Companion::Hops, "goes like its figure, and hops"),
        (
            Companion::Moves(upright(Shape::Queen)),
            "captures like its figure, moves like the one in the circle",
        ),
        (
            Companion::Captures(upright(Shape::Knight)),
            "moves like its figure, captures like the one in the square",
        ),
        (
            Companion::Letter(Letter::plain(b'C')),
            "has the figure of another piece, and this letter",
        ),
    ];
    for (i, (companion, words)) in rows.into_iter().enumerate() {
        let y = top + i as f64 * ROW;
        for (k, side) in Side::ALL.into_iter().enumerate() {
            let x = k as f64 * SIZE;
            square(canvas, x, y, k);
            let (x, y) = (x + SIZE / 2.0, y + SIZE / 2.0);
            canvas.piece(x, y, SIZE, rook, side, Letter::plain(b'R'));
            canvas.companion(x, y, SIZE, Some(companion), side);
        }
        let at = y + SIZE / 2.0 + LETTERS * 0.36;
        canvas.text(2.0 * SIZE + 16.0, at, LETTERS, words, false, TEXT);
    }
    top + rows.len() as f64 * ROW
}

/// Explains the marks. Returns the lower edge of the explanation.
fn marks(canvas: &mut Canvas, top: f64) -> f64 {
    let sign = |occasion, manner, modes| Sign {
        occasion,
        manner,
        modes,
    };
    let always = |manner, modes| sign(Occasion::Always, manner, modes);
    let signs = [
        always(Manner::Plain, Modes::BOTH),
        always(Manner::Plain, Modes::QUIET),
        always(Manner::Plain, Modes::CAPTURE),
        sign(Occasion::FromHere, Manner::Plain, Modes::QUIET),
        sign(Occasion::First, Manner::Plain, Modes::BOTH),
        always(Manner::Hop(Hurdle::Any), Modes::BOTH),
        always(Manner::Hop(Hurdle::Any), Modes::QUIET),
        always(Manner::Hop(Hurdle::Any), Modes::CAPTURE),
        always(Manner::Hop(Hurdle::Friend), Modes::BOTH),
        always(Manner::Hop(Hurdle::Friend), Modes::QUIET),
        always(Manner::Hop(Hurdle::Friend), Modes::CAPTURE),
        always(Manner::Hop(Hurdle::Enemy), Modes::BOTH),
        always(Manner::Hop(Hurdle::Enemy), Modes::QUIET),
        always(Manner::Hop(Hurdle::Enemy), Modes::CAPTURE),
        always(Manner::Locust, Modes::BOTH),
        always(Manner::Rifle, Modes::CAPTURE),
        always(Manner::Plain, Modes::EN_PASSANT),
        always(Manner::Plain, Modes::CAPTURE_OWN),
        always(Manner::Plain, Modes::SWAP),
        always(Manner::Plain, Modes::SWAP_ENEMY),
    ];
    let row = 40.0;
    let half = (signs.len() + 1).div_ceil(2);
    let place = |i: usize| ((i / half) as f64 * COLUMN, top + (i % half) as f64 * row);
    for (i, sign) in signs.iter().enumerate() {
        let (x, y) = place(i);
        sign.draw(canvas, x + 20.0, y + row / 2.0, SIZE);
        entry(canvas, x, y + row / 2.0, &sign.words("captures", None));
    }
    let (x, y) = place(signs.len());
    overlay::blocker(canvas, x + 20.0, y + row / 2.0, SIZE);
    entry(canvas, x, y + row / 2.0, "must be empty, or a leap is blocked");
    top + half as f64 * row
}

fn entry(canvas: &mut Canvas, x: f64, middle: f64, words: &str) {
    canvas.text(x + 48.0, middle + LETTERS * 0.36, LETTERS, words, false, TEXT);
}
