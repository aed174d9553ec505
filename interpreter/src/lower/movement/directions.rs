//! The words for directions and the winds they mean.

use crate::lower::report::{Place, Report, error};
use crate::lower::values::word;
use crate::rules::{Between, Frame, Leap, Movement, Range, Winds};
use ferz_grammar::ast::Expr;
use ferz_grammar::span::SourceId;
use ferz_grammar::suggest::closest;

/// A word for directions.
struct Direction {
    word: &'static str,
    frame: Frame,
    /// Winds of orthogonal and diagonal leaps.
    straight: u16,
    /// Winds of oblique leaps, such as the knight's.
    oblique: u16,
}

const fn bits(list: &[u8]) -> u16 {
    let (mut set, mut i) = (0, 0);
    while i < list.len() {
        set |= 1 << list[i];
        i += 1;
    }
    set
}

const fn side(word: &'static str, straight: &[u8], oblique: &[u8]) -> Direction {
    Direction {
        word,
        frame: Frame::Side,
        straight: bits(straight),
        oblique: bits(oblique),
    }
}

const fn board(word: &'static str, straight: &[u8], oblique: &[u8]) -> Direction {
    Direction {
        word,
        frame: Frame::Board,
        straight: bits(straight),
        oblique: bits(oblique),
    }
}

const fn heading(word: &'static str, winds: &[u8]) -> Direction {
    Direction {
        word,
        frame: Frame::Heading,
        straight: bits(winds),
        oblique: bits(winds),
    }
}

const DIRECTIONS: &[Direction] = &[
    side("forward", &[0], &[13, 15, 1, 3]),
    side("backward", &[8], &[5, 7, 9, 11]),
    side("left", &[12], &[9, 11, 13, 15]),
    side("right", &[4], &[1, 3, 5, 7]),
    side("forward-left", &[14], &[13, 15]),
    side("forward-right", &[2], &[1, 3]),
    side("backward-left", &[10], &[9, 11]),
    side("backward-right", &[6], &[5, 7]),
    side("orthogonal", &[0, 4, 8, 12], &[]),
    side("diagonal", &[2, 6, 10, 14], &[]),
    side("all", &[0, 2, 4, 6, 8, 10, 12, 14], &[1, 3, 5, 7, 9, 11, 13, 15]),
    side("vertical", &[0, 8], &[]),
    side("sideways", &[4, 12], &[]),
    side("forward-diagonal", &[2, 14], &[]),
    side("backward-diagonal", &[6, 10], &[]),
    side("forward-most", &[], &[15, 1]),
    side("backward-most", &[], &[7, 9]),
    side("left-most", &[], &[11, 13]),
    side("right-most", &[], &[3, 5]),
    side("sideways-most", &[], &[3, 5, 11, 13]),
    board("north", &[0], &[13, 15, 1, 3]),
    board("south", &[8], &[5, 7, 9, 11]),
    board("west", &[12], &[9, 11, 13, 15]),
    board("east", &[4], &[1, 3, 5, 7]),
    board("north-west", &[14], &[13, 15]),
    board("north-east", &[2], &[1, 3]),
    board("south-west", &[10], &[9, 11]),
    board("south-east", &[6], &[5, 7]),
    heading("ahead", &[0]),
    heading("ahead-left", &[14]),
    heading("ahead-right", &[2]),
    heading("turn-left", &[12]),
    heading("turn-right", &[4]),
    heading("back", &[8]),
    heading("outward", &[14, 2]),
];

/// All words for directions.
pub(in crate::lower) fn words() -> impl Iterator<Item = &'static str> {
    DIRECTIONS.iter().map(|d| d.word)
}

/// Whether a word is a direction.
pub(in crate::lower) fn is_direction(name: &str) -> bool {
    DIRECTIONS.iter().any(|d| d.word == name)
}

/// Which leaps are asked for.
#[derive(Clone, Copy)]
pub(super) enum Size {
    /// Of a step or ride: one square orthogonally or diagonally, as the directions say.
    Step,
    /// Of a leaper, the shorter coordinate first.
    Leap(u8, u8),
}

/// The directions of one phrase.
pub(super) struct Directions {
    side: u16,
    board: u16,
    heading: u16,
    /// The first word that is relative to the step before.
    pub(super) relative: Option<Place>,
}

impl Directions {
    /// Reads the words for directions at the beginning of `terms`; how many there are.
    ///
    /// `None` if a word does not fit the leap.
    pub(super) fn read(
        report: &Report<'_>,
        source: SourceId,
        size: Size,
        terms: &[Expr],
    ) -> (Option<Self>, usize) {
        let mut directions = Self {
            side: 0,
            board: 0,
            heading: 0,
            relative: None,
        };
        let mut good = true;
        let mut count = 0;
        for term in terms {
            let Some(name) = word(term) else { break };
            let Some(direction) = DIRECTIONS.iter().find(|d| d.word == name) else {
                break;
            };
            count += 1;
            let place = Place::new(source, term.span);
            let winds = directions_of(direction, size);
            if winds == 0 {
                misfit(report, place, direction, size);
                good = false;
                continue;
            }
            match direction.frame {
                Frame::Side => directions.side |= winds,
                Frame::Board => directions.board |= winds,
                Frame::Heading => {
                    directions.heading |= winds;
                    directions.relative = directions.relative.or(Some(place));
                }
            }
        }
        (good.then_some(directions), count)
    }

    /// Every direction of a leap.
    pub(super) fn every(size: Size) -> Self {
        let side = match size {
            Size::Step => Winds::STRAIGHT.0,
            Size::Leap(0, _) => Winds::ORTHOGONAL.0,
            Size::Leap(m, n) if m == n => Winds::DIAGONAL.0,
            Size::Leap(..) => Winds::OBLIQUE.0,
        };
        Self {
            side,
            board: 0,
            heading: 0,
            relative: None,
        }
    }

    /// The leaps or rides in these directions.
    pub(super) fn movement(&self, size: Size, range: Range) -> Movement {
        let mut list = Vec::new();
        let mut add = |m, n, winds: u16, frame| {
            if winds != 0 {
                let leap = Leap {
                    m,
                    n,
                    winds: Winds(winds),
                    frame,
                    range,
                    between: Between::Free,
                    wraps: false,
                };
                list.push(super::normal::leap(leap));
            }
        };
        for (frame, winds) in [(Frame::Side, self.side), (Frame::Board, self.board)] {
            match size {
                Size::Step => {
                    add(0, 1, winds & Winds::ORTHOGONAL.0, frame);
                    add(1, 1, winds & Winds::DIAGONAL.0, frame);
                }
                Size::Leap(m, n) => add(m, n, winds, frame),
            }
        }
        match size {
            Size::Step => add(0, 1, self.heading, Frame::Heading),
            Size::Leap(m, n) => add(m, n, self.heading, Frame::Heading),
        }
        super::normal::union(list)
    }
}

fn directions_of(direction: &Direction, size: Size) -> u16 {
    match (size, direction.frame) {
        (Size::Step, _) => direction.straight,
        (Size::Leap(..), Frame::Heading) => direction.straight,
        (Size::Leap(0, _), _) => direction.straight & Winds::ORTHOGONAL.0,
        (Size::Leap(m, n), _) if m == n => match direction.straight & Winds::DIAGONAL.0 {
            0 => diagonal_part(direction.straight),
            winds => winds,
        },
        (Size::Leap(..), _) => direction.oblique,
    }
}

/// For diagonal leaps, `forward` means the two with a forward part.
fn diagonal_part(straight: u16) -> u16 {
    let winds = Winds(straight);
    if straight.count_ones() == 1 {
        winds.rotate(2).or(winds.rotate(14)).0
    } else {
        0
    }
}

fn misfit(report: &Report<'_>, place: Place, direction: &Direction, size: Size) {
    let (what, help) = match size {
        Size::Step => (
            "a step".to_owned(),
            format!("`{}` is for oblique leaps such as `leap(1, 2)`", direction.word),
        ),
        Size::Leap(0, n) => (
            format!("the orthogonal leap(0, {n})"),
            "it goes `forward`, `backward`, `left` or `right`".to_owned(),
        ),
        Size::Leap(m, n) if m == n => (
            format!("the diagonal leap({m}, {n})"),
            "it goes `forward-left`, `forward-right`, `backward-left` or `backward-right`; `forward` are two of them"
                .to_owned(),
        ),
        Size::Leap(m, n) => (
            format!("the oblique leap({m}, {n})"),
            "for it, `forward` means the four leaps with a forward part, `forward-most` the two that go \
             furthest, `forward-left` the two to that side; likewise `sideways-most`"
                .to_owned(),
        ),
    };
    report.add(
        error(
            "F0164",
            place,
            format!("`{}` is no direction of {what}", direction.word),
        )
        .help(help),
    );
}

/// Reports a word that should be a direction.
pub(super) fn unknown(report: &Report<'_>, place: Place, name: &str, after: &str) {
    let diagnostic = error("F0162", place, format!("`{name}` is not a direction"));
    report.add(match closest(name, words()) {
        Some(word) => diagnostic.suggest(Some(word)),
        None => diagnostic.help(format!(
            "write `{after} forward`, `{after} orthogonal`, `{after} diagonal`, ..."
        )),
    });
}
