//! Directions behind `step`, `ride` and leaps.

use crate::lower::report::{Place, Report, error};
use crate::lower::values::word;
use crate::rules::{Between, Frame, Leap, Movement, Range, Winds};
use crate::vocabulary::{DIRECTIONS, Size};
use ferz_grammar::ast::Expr;
use ferz_grammar::span::SourceId;
use ferz_grammar::suggest::closest;

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
            let Some(direction) = DIRECTIONS.get(name) else {
                break;
            };
            count += 1;
            let place = Place::new(source, term.span);
            let winds = direction.winds(size).0;
            if winds == 0 {
                misfit(report, place, name, size);
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
        Self {
            side: size.every().0,
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

fn misfit(report: &Report<'_>, place: Place, name: &str, size: Size) {
    let (what, help) = match size {
        Size::Step => (
            "a step".to_owned(),
            format!("`{name}` is for oblique leaps such as `leap(1, 2)`"),
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
    report.add(error("F0164", place, format!("`{name}` is no direction of {what}")).help(help));
}

/// Reports a word that should be a direction.
pub(super) fn unknown(report: &Report<'_>, place: Place, name: &str, after: &str) {
    let diagnostic = error("F0162", place, format!("`{name}` is not a direction"));
    report.add(match closest(name, DIRECTIONS.words()) {
        Some(word) => diagnostic.suggest(Some(word)),
        None => diagnostic.help(format!(
            "write `{after} forward`, `{after} orthogonal`, `{after} diagonal`, ..."
        )),
    });
}
