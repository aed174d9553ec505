//! Movements as Sjaak II has them: slides along whole lines, leaps by vectors, steps by compass,
//! and hops.

use ferz::rules::{Between, Condition, Frame, Hurdle, Leap, Modes, Movement, PerSide, Range, Squares, Winds};

/// A leap or ride, or a hop along a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Atom {
    leap: Leap,
    hop: bool,
}

/// How a piece moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Ways {
    quiet: Vec<Atom>,
    capture: Vec<Atom>,
    /// Quiet steps from some squares.
    pub(super) special: Vec<(Atom, PerSide<Squares>)>,
    /// Quiet steps of pieces that have not moved.
    pub(super) initial: Vec<Atom>,
    /// The squares that the piece does not leave.
    pub(super) prison: Option<PerSide<Squares>>,
    /// Whether a step exposes the squares that it passes.
    pub(super) exposes: bool,
    /// Whether it captures what has passed.
    pub(super) passes: bool,
}

/// One path and its description.
struct Path {
    atom: Atom,
    modes: Modes,
    from: Option<PerSide<Squares>>,
    initial: bool,
    to: Option<PerSide<Squares>>,
    exposed: bool,
}

/// A movement without the squares that the piece never leaves, and those squares.
pub(super) fn prison(movement: &Movement) -> (&Movement, Option<&PerSide<Squares>>) {
    match movement {
        Movement::When {
            condition: Condition::To(squares),
            movement,
        } => (movement, Some(squares)),
        other => (other, None),
    }
}

/// The movements of a union, or the only one.
pub(super) fn parts(movement: &Movement) -> &[Movement] {
    match movement {
        Movement::Union(parts) => parts,
        one => std::slice::from_ref(one),
    }
}

/// The ways of a movement, and as much of the movement as they are.
pub(super) fn atoms(movement: &Movement) -> (Ways, Movement) {
    let mut ways = Ways::default();
    let (inner, prison) = prison(movement);
    let parts = parts(inner);
    // Sjaak adds steps from some squares to those of a pawn alone: other pieces lose moves by them.
    let pawn = parts.iter().filter_map(path).all(|path| path.is_of_pawn());
    let mut kept = Vec::new();
    for part in parts {
        let said = path(part).filter(|path| pawn || path.from.is_none());
        if said.is_some_and(|path| ways.add(path)) {
            kept.push(part.clone());
        }
    }
    ways.prison = prison.cloned();
    let kept = Movement::Union(kept);
    let kept = match &ways.prison {
        None => kept,
        Some(squares) => Movement::When {
            condition: Condition::To(squares.clone()),
            movement: Box::new(kept),
        },
    };
    (ways, kept)
}

fn path(movement: &Movement) -> Option<Path> {
    let with = |movement: &Movement, change: &dyn Fn(&mut Path)| {
        let mut inner = path(movement)?;
        change(&mut inner);
        Some(inner)
    };
    match movement {
        Movement::Leap(leap) => Some(Path {
            atom: Atom {
                leap: leap.clone(),
                hop: false,
            },
            modes: Modes::BOTH,
            from: None,
            initial: false,
            to: None,
            exposed: false,
        }),
        Movement::Only { modes, movement } => with(movement, &|path| path.modes = path.modes.and(*modes)),
        Movement::As { modes, movement } => with(movement, &|path| path.modes = *modes),
        Movement::Exposed(movement) => with(movement, &|path| path.exposed = true),
        Movement::When { condition, movement } => {
            let mut inner = path(movement)?;
            match condition {
                Condition::Initial => inner.initial = true,
                Condition::From(squares) => inner.from = Some(squares.clone()),
                _ => return None,
            }
            Some(inner)
        }
        Movement::Over {
            movement,
            hurdle: Hurdle::Any,
            by: Range::ANY,
        } => {
            let mut inner = path(movement)?;
            let rides = inner.atom.leap.range == Range::ANY && !inner.atom.hop;
            inner.atom.hop = true;
            rides.then_some(inner)
        }
        _ => None,
    }
}

impl Path {
    /// Whether it is a capture, or a move straight or diagonally forward.
    fn is_of_pawn(&self) -> bool {
        !self.modes.has(Modes::QUIET) || self.atom.is_step() && self.atom.is_forward()
    }
}

impl Ways {
    /// Takes a path over, if it can be said.
    fn add(&mut self, path: Path) -> bool {
        let known = Modes::BOTH.or(Modes::EN_PASSANT);
        if path.modes.without(known) != Modes::NONE || path.to.is_some() || !path.atom.is_said() {
            return false;
        }
        if path.from.is_some() || path.initial {
            let strides = path.atom.is_step() && !path.atom.hop && path.modes == Modes::QUIET;
            // A second kind of them would take the place of the first.
            let second = path.from.is_some() && !self.special.is_empty();
            if !strides || second || path.from.is_some() && path.initial {
                return false;
            }
            self.exposes |= path.exposed;
            match path.from {
                Some(squares) => self.special.push((path.atom, squares)),
                None => self.initial.push(path.atom),
            }
            return true;
        }
        if path.exposed {
            return false;
        }
        self.passes |= path.modes.has(Modes::EN_PASSANT);
        if path.modes.has(Modes::QUIET) {
            self.quiet.push(path.atom.clone());
        }
        if path.modes.has(Modes::CAPTURE) {
            self.capture.push(path.atom);
        }
        true
    }

    /// The lines `Move` and `Capture`; `size`: the longer side of the board.
    pub(super) fn lines(&self, size: u8) -> Vec<(&'static str, String)> {
        let (quiet, capture) = (texts(&self.quiet, size), texts(&self.capture, size));
        let named = |key: &'static str, texts: &[String]| -> Vec<(&'static str, String)> {
            match texts {
                [] => vec![(key, "none".to_owned())],
                some => some.iter().map(|text| (key, text.clone())).collect(),
            }
        };
        let mut lines = named("Move", &quiet);
        if capture != quiet {
            lines.extend(named("Capture", &capture));
        }
        lines
    }
}

/// Atoms as lines, one for each kind of move.
fn texts(atoms: &[Atom], size: u8) -> Vec<String> {
    let mut axes: [Vec<&str>; 2] = Default::default();
    let (mut steps, mut vectors, mut lame) = (Vec::new(), Vec::new(), Vec::new());
    let leaps = atoms.iter().any(|atom| !atom.is_step());
    for atom in atoms {
        if atom.leap.between == Between::Empty || atom.is_twice() {
            lame.extend(atom.lame());
        } else if let Some(own) = atom.axes() {
            axes[usize::from(atom.hop)].extend(own);
        } else if atom.is_step() && (atom.leap.range != Range::ONE || atom.is_forward() && !leaps) {
            steps.extend(atom.steps(size).unwrap_or_default());
        } else {
            vectors.extend(atom.vectors());
        }
    }
    let mut out = Vec::new();
    for (word, list) in ["slide", "hop"].into_iter().zip(&axes) {
        if !list.is_empty() {
            out.push(format!("{word} ({})", list.join(",")));
        }
    }
    if !vectors.is_empty() {
        let each: Vec<String> = vectors.iter().map(|(x, y)| format!("({x},{y})")).collect();
        out.push(format!("aleap {}", each.join("|")));
    }
    if !steps.is_empty() {
        out.push(format!("step {}", steps.join(",")));
    }
    out.extend(lame.into_iter().map(|text| format!("leap {text}")));
    out
}

impl Atom {
    fn is_step(&self) -> bool {
        self.leap.n == 1
    }

    /// Two steps over an empty square.
    fn is_twice(&self) -> bool {
        self.is_step() && self.leap.range == Range { min: 2, max: Some(2) } && self.is_whole()
    }

    /// Whether it goes in all directions of its kind.
    fn is_whole(&self) -> bool {
        let all = match (self.leap.m, self.leap.n) {
            (0, _) => Winds::ORTHOGONAL,
            (m, n) if m == n => Winds::DIAGONAL,
            _ => Winds::OBLIQUE,
        };
        self.leap.winds == all
    }

    fn is_forward(&self) -> bool {
        self.leap.winds.iter().all(|wind| matches!(wind, 0 | 2 | 14))
    }

    /// Whether there are words for it.
    fn is_said(&self) -> bool {
        let leap = &self.leap;
        let relative = leap.frame != Frame::Board || leap.winds.rotate(8) == leap.winds;
        if leap.wraps || !relative {
            return false;
        }
        if leap.between == Between::Empty || self.is_twice() {
            return self.lame().is_some();
        }
        if leap.between != Between::Free {
            return false;
        }
        match (self.is_step(), leap.range) {
            _ if self.hop => self.axes().is_some(),
            (true, Range { min, max }) => min == 1 || Some(min) == max,
            (false, range) => range == Range::ONE,
        }
    }

    /// The lines of a slider, if it goes along whole lines.
    fn axes(&self) -> Option<Vec<&'static str>> {
        let leap = &self.leap;
        if !self.is_step() || leap.range != Range::ANY || leap.winds.rotate(8) != leap.winds {
            return None;
        }
        // A slide along one of the diagonals has no word of which both programs are sure.
        if leap.m == 1 {
            return (leap.winds == Winds::DIAGONAL).then(|| vec!["D", "A"]);
        }
        let lines = [(0, "V"), (4, "H")];
        let own = lines.iter().filter(|(wind, _)| leap.winds.has(*wind));
        Some(own.map(|(_, word)| *word).collect())
    }

    /// `2N`: steps by compass, at most this number.
    pub(super) fn steps(&self, size: u8) -> Option<Vec<String>> {
        const COMPASS: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
        if !self.is_step() || self.hop {
            return None;
        }
        let most = self.leap.range.max.unwrap_or(size.saturating_sub(1)).min(9);
        let number = if most > 1 { most.to_string() } else { String::new() };
        let winds = self.leap.winds.iter();
        Some(
            winds
                .map(|wind| format!("{number}{}", COMPASS[usize::from(wind / 2)]))
                .collect(),
        )
    }

    /// Files to the right and ranks forward.
    fn vectors(&self) -> Vec<(i16, i16)> {
        let (m, n) = (i16::from(self.leap.m), i16::from(self.leap.n));
        let turned = |wind: u8| {
            let (mut x, mut y) = match wind % 4 {
                0 => (0, n),
                1 => (m, n),
                2 => (n, n),
                _ => (n, m),
            };
            for _ in 0..wind / 4 {
                (x, y) = (y, -x);
            }
            (x, y)
        };
        self.leap.winds.iter().map(turned).collect()
    }

    /// A leap that can be blocked, as two steps.
    fn lame(&self) -> Option<&'static str> {
        let single = self.leap.range == Range::ONE || self.is_twice();
        if self.hop || !single || !self.is_whole() {
            return None;
        }
        match (self.leap.m, self.leap.n, self.is_twice()) {
            (1, 2, false) => Some("(1,0)+(1,1)&(1,2)"),
            (2, 2, false) | (1, 1, true) => Some("(1,1)+(1,1)&(2,2)"),
            (0, 2, false) | (0, 1, true) => Some("(1,0)+(1,0)&(2,0)"),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        let (ways, _) = atoms(&ferz::betza::parse(text).unwrap());
        let lines = ways.lines(8).into_iter();
        lines.map(|(key, value)| format!("{key}: {value}")).collect()
    }

    #[test]
    fn moves_are_lines() {
        assert_eq!(lines("R"), ["Move: slide (V,H)"]);
        assert_eq!(lines("fR"), ["Move: step 7N"]);
        assert_eq!(lines("fmWfcF"), ["Move: step N", "Capture: step NE,NW"]);
        assert_eq!(lines("ffN"), ["Move: aleap (1,2)|(-1,2)"]);
        assert_eq!(lines("nN"), ["Move: leap (1,0)+(1,1)&(1,2)"]);
        assert_eq!(lines("mRcpR"), ["Move: slide (V,H)", "Capture: hop (V,H)"]);
        assert_eq!(lines("mN"), [lines("N")[0].clone(), "Capture: none".to_owned()]);
    }
}
