//! Marks: what can happen on a square, each kind by a shape of its own, so that they are told apart without colours.

use super::canvas::{Canvas, n};
use ferz::board::Square;
use ferz::rules::Modes;
use ferz::ways::{End, Manner, Occasion};
use std::collections::BTreeMap;

/// What can happen on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sign {
    /// When.
    pub occasion: Occasion,
    /// How.
    pub manner: Manner,
    /// What.
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
        // What is done to the own side or en passant has marks of its own.
        for part in [Modes::BOTH, Modes::CAPTURE_OWN, Modes::EN_PASSANT, Modes::SWAP] {
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
    /// What the sign means.
    pub fn words(self) -> String {
        let what = match self.modes {
            Modes::QUIET => "moves",
            Modes::CAPTURE => "captures",
            Modes::CAPTURE_OWN => "captures its own side",
            Modes::EN_PASSANT => "captures en passant",
            Modes::SWAP => "changes places",
            _ => "moves or captures",
        };
        let how = match self.manner {
            Manner::Plain => "",
            Manner::Hop => " by hopping",
            Manner::Locust => ", capturing on the way",
            Manner::Rifle => " without moving",
        };
        let when = match self.occasion {
            Occasion::Always => "",
            Occasion::FromHere => " (only from here)",
            Occasion::First => " (first move only)",
        };
        format!("{what}{how}{when}")
    }

    /// Draws it, its middle at `x`, `y`, for a square of `size`.
    pub(crate) fn draw(self, canvas: &mut Canvas, x: f64, y: f64, size: f64) {
        let dashes = if self.occasion == Occasion::Always {
            String::new()
        } else {
            format!(r#" stroke-dasharray="{} {}""#, n(size * 0.075), n(size * 0.055))
        };
        let stroke = |colour: &str, width: f64| {
            format!(
                r#"stroke="{colour}" stroke-width="{}" stroke-linejoin="round" stroke-linecap="butt""#,
                n(size * width)
            )
        };
        let open = |colour: &str| format!(r#"fill="{GROUND}" {}{dashes}"#, stroke(colour, 0.055));
        match self.modes {
            Modes::SWAP => {
                for (dy, dir) in [(-0.08, 1.0), (0.08, -1.0)] {
                    let at = |dx: f64, up: f64| (x + size * dx * dir, y + size * (dy + up));
                    let line = format!(r#"fill="none" {}"#, stroke(BLUE, 0.055));
                    canvas.lines(&[at(-0.2, 0.0), at(0.2, 0.0)], false, &line);
                    canvas.lines(&[at(0.1, -0.08), at(0.2, 0.0), at(0.1, 0.08)], false, &line);
                }
            }
            Modes::CAPTURE_OWN => {
                let r = size * 0.21;
                canvas.rectangle([x - r, y - r, 2.0 * r, 2.0 * r], &open(GREEN));
                cross(canvas, x, y, size * 0.11, GREEN, size * 0.06);
            }
            Modes::EN_PASSANT => {
                cross(canvas, x, y, size * 0.14, RED, size * 0.06);
                let style = format!(r#"fill="none" {}"#, stroke(RED, 0.04));
                canvas.circle(
                    x,
                    y,
                    size * 0.25,
                    &format!(
                        r#"{style} stroke-dasharray="{} {}""#,
                        n(size * 0.05),
                        n(size * 0.05)
                    ),
                );
            }
            modes => {
                let (quiet, capture) = (modes.has(Modes::QUIET), modes.has(Modes::CAPTURE));
                match self.manner {
                    Manner::Plain => match (quiet, capture) {
                        (true, true) if dashes.is_empty() => {
                            let edge = format!(r#"fill="{BLUE}" {}"#, stroke(GROUND, 0.035));
                            canvas.circle(x, y, size * 0.175, &edge);
                        }
                        (true, both) => {
                            canvas.circle(x, y, size * 0.155, &open(BLUE));
                            if both {
                                canvas.circle(x, y, size * 0.08, &format!(r#"fill="{BLUE}""#));
                            }
                        }
                        (false, _) => {
                            cross(canvas, x, y, size * 0.17, RED, size * 0.085);
                            if !dashes.is_empty() {
                                let edge = format!(r#"fill="none" {}{dashes}"#, stroke(RED, 0.04));
                                canvas.circle(x, y, size * 0.3, &edge);
                            }
                        }
                    },
                    Manner::Rifle => {
                        let style = format!(r#"fill="none" {}{dashes}"#, stroke(RED, 0.05));
                        canvas.circle(
                            x,
                            y,
                            size * 0.17,
                            &format!(r#"fill="{GROUND}" {}{dashes}"#, stroke(RED, 0.05)),
                        );
                        for (dx, dy) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
                            let at = |r: f64| (x + size * r * dx, y + size * r * dy);
                            canvas.lines(&[at(0.08), at(0.27)], false, &style);
                        }
                    }
                    Manner::Hop | Manner::Locust => {
                        let hop = self.manner == Manner::Hop;
                        let colour = if hop { PURPLE } else { GREEN };
                        let points: Vec<(f64, f64)> = if hop {
                            [(0.0, -0.25), (0.24, 0.17), (-0.24, 0.17)].to_vec()
                        } else {
                            [(0.0, -0.25), (0.25, 0.0), (0.0, 0.25), (-0.25, 0.0)].to_vec()
                        }
                        .into_iter()
                        .map(|(dx, dy)| (x + size * dx, y + size * dy))
                        .collect();
                        let filled = quiet && capture && dashes.is_empty();
                        let style = if filled {
                            format!(r#"fill="{colour}" {}"#, stroke(GROUND, 0.035))
                        } else {
                            open(colour)
                        };
                        canvas.lines(&points, true, &style);
                        let low = if hop { y + size * 0.035 } else { y };
                        if capture && !quiet {
                            cross(canvas, x, low, size * 0.075, colour, size * 0.055);
                        } else if capture && !filled {
                            canvas.circle(x, low, size * 0.07, &format!(r#"fill="{colour}""#));
                        }
                    }
                }
            }
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
        // What is captured on the way to a square does not stand there.
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
