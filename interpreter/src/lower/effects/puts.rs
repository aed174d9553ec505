//! `put`: pieces that come on the board, on a square that the mover may choose.

use super::Reader;
use super::areas::{gathered, link};
use crate::lower::report::{At, Place, error};
use crate::lower::values::{place_of, terms, word};
use crate::rules::{Event, Put};
use crate::vocabulary::{LINKS, Link};
use ferz_grammar::ast::Expr;
use ferz_grammar::suggest::closest;

impl Reader<'_, '_> {
    /// `victim flipped on chosen ranks 2-7`.
    pub(super) fn put(&self, value: &Expr, event: Event) -> Option<Put> {
        let value = &gathered(value);
        let whole = Place::new(self.source, value.span);
        let list = terms(value);
        let split = list.iter().position(|t| link(t) == Some(Link::On));
        let (what, [_, squares @ ..]) = list.split_at(split.unwrap_or(list.len())) else {
            let diagnostic = error("F0294", whole, "on which squares does it come?")
                .help("write `put: victim on origin`, `put: knight on chosen first rank`");
            self.unjoined(list, LINKS.word(&Link::On), diagnostic);
            return None;
        };
        let (what, flipped) = self.put_piece(what, whole)?;
        let name = self
            .report
            .word(At::new(self.source, what), "the name of a piece")?;
        let place = Place::new(self.source, what.span);
        let what = self.form(name, place, event)?;
        let (chosen, squares) = match squares {
            [first, squares @ ..] if link(first) == Some(Link::Chosen) => {
                self.chooses_once(Place::new(self.source, first.span))?;
                (true, squares)
            }
            [first, second, ..] if self.is_nearly_chosen(first, second) => {
                let here = Place::new(self.source, first.span);
                let message = format!("`{}` is not a set of squares", word(first).unwrap_or_default());
                self.report
                    .add(error("F0294", here, message).suggest(Some(LINKS.word(&Link::Chosen))));
                return None;
            }
            squares => (false, squares),
        };
        let on = self.area(squares, whole)?;
        Some(Put {
            what,
            flipped,
            chosen,
            on,
        })
    }

    /// `victim flipped`: the piece, and whether it changes sides.
    fn put_piece<'t>(&self, what: &'t [Expr], whole: Place) -> Option<(&'t Expr, bool)> {
        let diagnostic = match what {
            [what, flipped] if link(flipped) == Some(Link::Flipped) => return Some((what, true)),
            [what] => return Some((what, false)),
            [flipped, what] if link(flipped) == Some(Link::Flipped) => {
                let here = Place::new(self.source, flipped.span);
                let name = word(what).unwrap_or("victim");
                error("F0294", here, "`flipped` stands behind the piece")
                    .help(format!("write `put: {name} flipped on ...`"))
            }
            what => {
                let here = place_of(self.source, what.get(1..).unwrap_or_default(), whole);
                let message = "expected a piece or `victim`, then perhaps `flipped`";
                error("F0294", here, message)
                    .help("write `put: victim flipped on target`, `put: knight on origin`")
            }
        };
        self.report.add(diagnostic);
        None
    }

    /// Whether two words are `chosen` with a slip, and squares.
    fn is_nearly_chosen(&self, first: &Expr, second: &Expr) -> bool {
        let chosen = LINKS.word(&Link::Chosen);
        let near = |term: &Expr| word(term).is_some_and(|written| closest(written, [chosen]).is_some());
        let is_known = |written: &str| LINKS.has(written) || self.grounds.is_some_and(|g| g.knows(written));
        near(first) && !word(first).is_some_and(is_known) && link(second).is_none()
    }

    /// A move chooses one square; walls take that choice.
    fn chooses_once(&self, here: Place) -> Option<()> {
        let Some(walls) = self.declared.walls else {
            return Some(());
        };
        let message = "a move chooses one square, and here that is the one for the wall";
        let diagnostic = error("F0294", here, message)
            .also(walls.source, walls.node.keyword.span, "each move puts a wall")
            .help("leave out `chosen`, or `walls`");
        self.report.add(diagnostic);
        None
    }
}
