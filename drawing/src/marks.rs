//! Marks for events on a square, each kind with a shape of its own, so that they can be
//! distinguished without colours.

use super::canvas::{Canvas, n};
use ferz::board::Square;
use ferz::rules::{Hurdle, Modes};
use ferz::ways::{End, Manner, Occasion};
use std::collections::BTreeMap;

/// One thing that can happen on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sign {
    /// When.
    pub occasion: Occasion,
    /// The manner.
    pub manner: Manner,
    /// The kinds of moves that end there.
    pub modes: Modes,
}

/// Marked squares.
pub type Marks = BTreeMap<Square, Vec<Sign>>;

const BLUE: &str = "#0067a5";
const RED: &str = "#c8390a";
const PURPLE: &str = "#7b3294";
const GREEN: &str = "#00705a";
const GROUND: &str = "#fdfdfb";

/// The marks of all ends of a movement.
pub fn marks(ends: impl IntoIterator<Item = End>) -> Marks {
    let mut marks = Marks::new();
    for end in ends {
        let signs = marks.entry(end.to).or_default();
        // Captures of pieces of its own side, and those en passant, have marks of their own.
        for part in [
            Modes::BOTH,
            Modes::CAPTURE_OWN,
            Modes::EN_PASSANT,
            Modes::SWAP,
            Modes::SWAP_ENEMY,
        ] {
            let modes = end.modes.and(part);
            if !modes.is_empty() {
                signs.push(Sign {
                    occasion: end.occasion,
                    manner: end.manner,
                    modes,
                });
            }
        }
        signs.sort();
    }
    marks
}

impl Sign {
    /// The meaning of the sign. `captures`: what a piece does to an enemy that it reaches; `from`:
    /// the squares that [`Occasion::FromHere`] speaks of, in words.
    pub fn words(self, captures: &str, from: Option<&str>) -> String {
        let what = match self.modes {
            Modes::QUIET => "moves".to_owned(),
            Modes::CAPTURE => captures.to_owned(),
            Modes::CAPTURE_OWN => "captures its own side".to_owned(),
            Modes::EN_PASSANT => "captures en passant".to_owned(),
            Modes::SWAP => "changes places".to_owned(),
            Modes::SWAP_ENEMY => "changes places with an enemy".to_owned(),
            _ => format!("moves or {captures}"),
        };
        let how = match self.manner {
            Manner::Plain => "",
            Manner::Hop(Hurdle::Any | Hurdle::Wall) => " by hopping",
            Manner::Hop(Hurdle::Friend) => " by hopping over a friend",
            Manner::Hop(Hurdle::Enemy) => " by hopping over an enemy",
            Manner::Locust => ", capturing on the way",
            Manner::Rifle => " without moving",
        };
        let when = match self.occasion {
            Occasion::Always => String::new(),
            Occasion::FromHere => format!(" (only from {})", from.unwrap_or("here")),
            Occasion::First => " (first move only)".to_owned(),
        };
        format!("{what}{how}{when}")
    }

    /// Draws it, its middle at `x`, `y`, for a square of `size`.
    pub(crate) fn draw(self, canvas: &mut Canvas, x: f64, y: f64, size: f64) {
        let pen = Pen {
            x,
            y,
            size,
            dashes: if self.occasion == Occasion::Always {
                String::new()
            } else {
                format!(r#" stroke-dasharray="{} {}""#, n(size * 0.075), n(size * 0.055))
            },
        };
        let (quiet, capture) = (self.modes.has(Modes::QUIET), self.modes.has(Modes::CAPTURE));
        match (self.modes, self.manner) {
            (Modes::SWAP, _) => pen.arrows(canvas, BLUE),
            (Modes::SWAP_ENEMY, _) => pen.arrows(canvas, RED),
            (Modes::CAPTURE_OWN, _) => {
                let r = size * 0.21;
                canvas.rectangle([x - r, y - r, 2.0 * r, 2.0 * r], &pen.open(GREEN));
                cross(canvas, x, y, size * 0.11, GREEN, size * 0.06);
            }
            (Modes::EN_PASSANT, _) => {
                cross(canvas, x, y, size * 0.14, RED, size * 0.06);
                let (stroke, dash) = (pen.stroke(RED, 0.04), n(size * 0.05));
                let style = format!(r#"fill="none" {stroke} stroke-dasharray="{dash} {dash}""#);
                canvas.circle(x, y, size * 0.25, &style);
            }
            (_, Manner::Plain) => pen.plain(canvas, quiet, capture),
            (_, Manner::Rifle) => pen.cross_hairs(canvas),
            (_, Manner::Hop(hurdle)) => {
                let turn = if hurdle == Hurdle::Enemy { -1.0 } else { 1.0 };
                let triangle = [(0.0, -0.25 * turn), (0.24, 0.17 * turn), (-0.24, 0.17 * turn)];
                pen.shape(canvas, &triangle, PURPLE, (quiet, capture), 0.035 * turn);
                if hurdle == Hurdle::Friend {
                    let bar = [
                        (x - size * 0.24, y + size * 0.28),
                        (x + size * 0.24, y + size * 0.28),
                    ];
                    canvas.lines(
                        &bar,
                        false,
                        &format!(r#"fill="none" {}"#, pen.stroke(PURPLE, 0.06)),
                    );
                }
            }
            (_, Manner::Locust) => {
                let diamond = [(0.0, -0.25), (0.25, 0.0), (0.0, 0.25), (-0.25, 0.0)];
                pen.shape(canvas, &diamond, GREEN, (quiet, capture), 0.0);
            }
        }
    }
}

/// The place, size and edges of a sign.
struct Pen {
    x: f64,
    y: f64,
    size: f64,
    dashes: String,
}

impl Pen {
    fn stroke(&self, colour: &str, width: f64) -> String {
        format!(
            r#"stroke="{colour}" stroke-width="{}" stroke-linejoin="round" stroke-linecap="butt""#,
            n(self.size * width)
        )
    }

    /// An edge around a light ground.
    fn open(&self, colour: &str) -> String {
        format!(r#"fill="{GROUND}" {}{}"#, self.stroke(colour, 0.055), self.dashes)
    }

    /// Two arrows: an exchange of places.
    fn arrows(&self, canvas: &mut Canvas, colour: &str) {
        for (dy, dir) in [(-0.08, 1.0), (0.08, -1.0)] {
            let at = |dx: f64, up: f64| (self.x + self.size * dx * dir, self.y + self.size * (dy + up));
            let line = format!(r#"fill="none" {}"#, self.stroke(colour, 0.055));
            canvas.lines(&[at(-0.2, 0.0), at(0.2, 0.0)], false, &line);
            canvas.lines(&[at(0.1, -0.08), at(0.2, 0.0), at(0.1, 0.08)], false, &line);
        }
    }

    /// A disc, a ring or a cross.
    fn plain(&self, canvas: &mut Canvas, quiet: bool, capture: bool) {
        let (x, y, size) = (self.x, self.y, self.size);
        match (quiet, capture) {
            (true, true) if self.dashes.is_empty() => {
                let edge = format!(r#"fill="{BLUE}" {}"#, self.stroke(GROUND, 0.035));
                canvas.circle(x, y, size * 0.175, &edge);
            }
            (true, both) => {
                canvas.circle(x, y, size * 0.155, &self.open(BLUE));
                if both {
                    canvas.circle(x, y, size * 0.08, &format!(r#"fill="{BLUE}""#));
                }
            }
            (false, _) => {
                cross(canvas, x, y, size * 0.17, RED, size * 0.085);
                if !self.dashes.is_empty() {
                    let edge = format!(r#"fill="none" {}{}"#, self.stroke(RED, 0.04), self.dashes);
                    canvas.circle(x, y, size * 0.3, &edge);
                }
            }
        }
    }

    /// Cross hairs: a shot.
    fn cross_hairs(&self, canvas: &mut Canvas) {
        let stroke = format!("{}{}", self.stroke(RED, 0.05), self.dashes);
        let ring = format!(r#"fill="{GROUND}" {stroke}"#);
        canvas.circle(self.x, self.y, self.size * 0.17, &ring);
        for (dx, dy) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
            let at = |r: f64| (self.x + self.size * r * dx, self.y + self.size * r * dy);
            canvas.lines(&[at(0.08), at(0.27)], false, &format!(r#"fill="none" {stroke}"#));
        }
    }

    /// A shape: filled if it moves and captures, empty if it only moves, with a cross if it only
    /// captures; `low`: how far below the middle its own middle lies.
    fn shape(
        &self,
        canvas: &mut Canvas,
        points: &[(f64, f64)],
        colour: &str,
        (quiet, capture): (bool, bool),
        low: f64,
    ) {
        let (x, y, size) = (self.x, self.y, self.size);
        let points: Vec<(f64, f64)> = points
            .iter()
            .map(|(dx, dy)| (x + size * dx, y + size * dy))
            .collect();
        let filled = quiet && capture && self.dashes.is_empty();
        let style = if filled {
            format!(r#"fill="{colour}" {}"#, self.stroke(GROUND, 0.035))
        } else {
            self.open(colour)
        };
        canvas.lines(&points, true, &style);
        let low = y + size * low;
        if capture && !quiet {
            cross(canvas, x, low, size * 0.075, colour, size * 0.055);
        } else if capture && !filled {
            canvas.circle(x, low, size * 0.07, &format!(r#"fill="{colour}""#));
        }
    }
}

/// A cross with a light edge.
fn cross(canvas: &mut Canvas, x: f64, y: f64, r: f64, colour: &str, width: f64) {
    for (colour, width) in [(GROUND, width * 1.7), (colour, width)] {
        let style = format!(
            r#"stroke="{colour}" stroke-width="{}" stroke-linecap="round""#,
            n(width)
        );
        canvas.lines(&[(x - r, y - r), (x + r, y + r)], false, &style);
        canvas.lines(&[(x - r, y + r), (x + r, y - r)], false, &style);
    }
}

/// The signs on a square: one in the middle, several beside each other.
pub(crate) fn draw(signs: &[Sign], canvas: &mut Canvas, x: f64, y: f64, size: f64, occupied: bool) {
    if occupied {
        // A piece captured on the way stands on another square.
        let captures = |sign: &Sign| {
            sign.modes.0 & (Modes::CAPTURE.0 | Modes::CAPTURE_OWN.0) != 0 && sign.manner != Manner::Locust
        };
        if signs.iter().any(captures) {
            let style = format!(r#"fill="none" stroke="{RED}" stroke-width="{}""#, n(size * 0.06));
            canvas.circle(x, y, size * 0.44, &style);
        }
        let corner = size * 0.36;
        for sign in signs {
            sign.draw(canvas, x + corner, y - corner, size * 0.6);
        }
        return;
    }
    match signs {
        [sign] => sign.draw(canvas, x, y, size),
        _ => {
            let step = size * 0.22;
            for (i, sign) in signs.iter().take(4).enumerate() {
                let (dx, dy) = [(-1.0, -1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, 1.0)][i];
                sign.draw(canvas, x + step * dx, y + step * dy, size * 0.74);
            }
        }
    }
}
