//! The layer over squares and pieces: highlights, arrows, and squares that can block a leap.

use super::canvas::{Canvas, INK, PAPER, n};
use super::place::{Places, SIZE};
use ferz::board::Square;
use ferz::ways::Leg;

/// An arrow, or a line, from the middle of a square to that of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The square where it begins.
    pub from: Square,
    /// The square to which it points.
    pub to: Square,
    /// The ends that have heads.
    pub heads: Heads,
}

/// The ends of an arrow that have heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heads {
    /// Nowhere: it is a line.
    None,
    /// At its end.
    End,
    /// At both ends.
    Both,
}

impl Arrow {
    /// An arrow.
    pub const fn new(from: Square, to: Square) -> Self {
        Self {
            from,
            to,
            heads: Heads::End,
        }
    }

    /// An arrow with two heads.
    pub const fn both(from: Square, to: Square) -> Self {
        Self {
            from,
            to,
            heads: Heads::Both,
        }
    }

    /// A line without a head.
    pub const fn line(from: Square, to: Square) -> Self {
        Self {
            from,
            to,
            heads: Heads::None,
        }
    }

    pub(crate) fn draw(self, canvas: &mut Canvas, places: &Places) {
        let ((x, y), (a, b)) = (places.middle(self.from), places.middle(self.to));
        let (dx, dy) = (a - x, b - y);
        let long = dx.hypot(dy);
        if long < 1.0 {
            return;
        }
        let (ux, uy) = (dx / long, dy / long);
        let point = |(along, aside): (f64, f64)| (x + ux * along - uy * aside, y + uy * along + ux * aside);
        let (half, wide, head) = (SIZE * 0.055, SIZE * 0.15, SIZE * 0.22);
        // A line goes on where another begins.
        let end = if self.heads == Heads::None {
            long
        } else {
            long - SIZE * 0.12
        };
        let mut outline = Vec::new();
        if self.heads == Heads::Both {
            let start = SIZE * 0.12;
            outline.extend([
                (start + head, wide),
                (start, 0.0),
                (start + head, -wide),
                (start + head, -half),
            ]);
        } else {
            outline.push((SIZE * 0.18, -half));
        }
        if self.heads == Heads::None {
            outline.extend([(end, -half), (end, half)]);
        } else {
            let neck = end - head;
            outline.extend([
                (neck, -half),
                (neck, -wide),
                (end, 0.0),
                (neck, wide),
                (neck, half),
            ]);
        }
        outline.push((
            if self.heads == Heads::Both {
                SIZE * 0.12 + head
            } else {
                SIZE * 0.18
            },
            half,
        ));
        let outline: Vec<(f64, f64)> = outline.into_iter().map(point).collect();
        let style = format!(
            r##"fill="#14652f" fill-opacity="0.82" stroke="{PAPER}" stroke-width="1.5" stroke-opacity="0.8" stroke-linejoin="round""##
        );
        canvas.lines(&outline, true, &style);
    }
}

/// A square that is spoken of.
pub(crate) fn highlight(canvas: &mut Canvas, (x, y): (f64, f64)) {
    let half = SIZE / 2.0;
    canvas.rectangle(
        [x - half, y - half, SIZE, SIZE],
        r##"fill="#f4c430" fill-opacity="0.55""##,
    );
    canvas.rectangle(
        [x - half + 3.0, y - half + 3.0, SIZE - 6.0, SIZE - 6.0],
        r##"fill="none" stroke="#8a5a00" stroke-width="2.5" stroke-opacity="0.85""##,
    );
}

/// A leap that can be blocked: the way that it takes, and the squares on it that must be empty.
pub(crate) fn leg(canvas: &mut Canvas, places: &Places, leg: &Leg) {
    let way = [leg.from]
        .into_iter()
        .chain(leg.over.iter().copied())
        .chain([leg.to]);
    let points: Vec<(f64, f64)> = way.map(|square| places.middle(square)).collect();
    let style = format!(
        r#"fill="none" stroke="{INK}" stroke-width="{}" stroke-opacity="0.45""#,
        n(SIZE * 0.03)
    );
    canvas.lines(&points, false, &style);
    for &square in &leg.over {
        let (x, y) = places.middle(square);
        blocker(canvas, x, y, SIZE);
    }
}

/// The sign of a square that must be empty.
pub(crate) fn blocker(canvas: &mut Canvas, x: f64, y: f64, size: f64) {
    let half = size * 0.09;
    let style = format!(
        r#"fill="{PAPER}" stroke="{INK}" stroke-width="{}""#,
        n(size * 0.03)
    );
    canvas.rectangle([x - half, y - half, 2.0 * half, 2.0 * half], &style);
}
