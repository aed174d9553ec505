//! Hops: what stands behind `over`.
//!
//! ```text
//! over HURDLE [by RANGE]
//! HURDLE = any | friend | enemy | ( any KINDS ) | ( any except KINDS )
//! ```
//!
//! A hop over pieces of some kinds only is two legs: one to the hurdle, of those kinds, and one
//! straight on.

use super::phrase::{is_range, skip_behind};
use super::{Movements, Scope, normal};
use crate::lower::report::{At, Place, error, list_or};
use crate::lower::values::word;
use crate::rules::{Between, Condition, Frame, Hurdle, Kinds, Leap, Movement, Range, Via, Winds};
use crate::vocabulary::{BEHIND, HURDLES, JOINTS, Joint, KINDS, Kinds as KindsWord, is_reserved};
use ferz_grammar::ast::{Expr, ExprKind};
use ferz_grammar::suggest::closest;

/// Over what a movement hops, and how far beyond.
pub(super) struct Hop {
    hurdle: Hurdle,
    kinds: Kinds,
    by: Range,
}

impl Hop {
    /// The hops of a movement.
    pub(super) fn over(&self, movement: &Movement) -> Movement {
        if self.kinds.is_all() {
            normal::over(movement, self.hurdle, self.by)
        } else {
            normal::union(normal::terms(movement).iter().map(|term| self.two_legs(term)))
        }
    }

    /// A term that hops over some kinds only.
    fn two_legs(&self, term: &Movement) -> Movement {
        match term {
            Movement::When {
                condition: condition @ Condition::To(_),
                movement,
            } if last_leap(movement).is_some() && !matches!(**movement, Movement::Then { .. }) => {
                // The end of the leg to the hurdle.
                let way = Movement::When {
                    condition: condition.clone(),
                    movement: movement.clone(),
                };
                self.beyond(&way)
            }
            Movement::When { condition, movement } => normal::when(condition, &self.over(movement)),
            Movement::Rifle(movement) => normal::rifle(&self.over(movement)),
            Movement::Exposed(movement) => normal::exposed(&self.over(movement)),
            Movement::Then { first, via, next } => normal::then(first, *via, &self.over(next)),
            Movement::Leap(_) | Movement::Only { .. } | Movement::As { .. } | Movement::Over { .. } => {
                self.beyond(term)
            }
            Movement::Union(_) => self.over(term),
        }
    }

    /// A way to a hurdle, and on in the same direction.
    fn beyond(&self, way: &Movement) -> Movement {
        let Some(last) = last_leap(way) else {
            return Movement::none();
        };
        let ahead = normal::leap(Leap {
            winds: Winds::single(0),
            frame: Frame::Heading,
            range: self.by,
            between: Between::Free,
            ..last.clone()
        });
        let first = normal::when(
            &Condition::Of(self.kinds.clone()),
            &normal::leg(way.clone(), false),
        );
        let next = normal::assign(normal::modes(way), &ahead);
        normal::then(&normal::leg(first, true), Via::Hurdle(self.hurdle), &next)
    }
}

/// The leap with which a term ends.
fn last_leap(term: &Movement) -> Option<&Leap> {
    match term {
        Movement::Leap(leap) => Some(leap),
        Movement::Then { next, .. } => last_leap(next),
        _ => term.children().last().and_then(last_leap),
    }
}

impl<'a> Movements<'a, '_> {
    /// Reports kinds of a hurdle without parentheses, and another word in the place of `by`.
    fn misreads_hurdle(&self, scope: &Scope<'_, 'a>, terms: &[Expr]) -> bool {
        let [hurdle, next, rest @ ..] = terms else {
            return false;
        };
        let free = |name: &&str| !BEHIND.has(name) && !JOINTS.has(name) && !is_reserved(name);
        let Some(name) = word(next).filter(free) else {
            return false;
        };
        let place = Place::new(scope.source, next.span);
        let diagnostic = match word(hurdle) {
            _ if rest.first().is_some_and(is_range) => {
                let by = JOINTS.word(&Joint::By);
                error("F0174", place, format!("unexpected `{name}` after a hurdle")).suggest(Some(by))
            }
            Some(whose) if HURDLES.has(whose) => {
                error("F0174", place, "the kinds of a hurdle stand in parentheses")
                    .help(format!("write `over ({whose} {name})`"))
            }
            _ => return false,
        };
        self.say(diagnostic);
        true
    }

    /// `any by 1..` after `over`: nothing if it is wrong, and the words that follow.
    pub(super) fn hop<'t>(
        &self,
        scope: &Scope<'_, 'a>,
        terms: &'t [Expr],
        place: Place,
    ) -> (Option<Hop>, &'t [Expr]) {
        let (over, rest) = match terms.split_first() {
            Some((term, rest)) => {
                let over = self.hurdle(scope, term);
                let name = word(term).unwrap_or_default();
                let follows = over.is_none() && (BEHIND.has(name) || JOINTS.has(name));
                (over, if follows { terms } else { rest })
            }
            None => {
                let message = format!("over what: {}?", list_or(HURDLES.words()));
                self.say(error("F0175", place, message).help("write `over any`"));
                (None, terms)
            }
        };
        if over.is_some() && self.misreads_hurdle(scope, terms) {
            return (None, skip_behind(rest));
        }
        let joint = rest.first().and_then(word).and_then(|word| JOINTS.get(word));
        let (by, rest) = if joint == Some(&Joint::By) {
            match rest.get(1) {
                Some(term) if is_range(term) => (self.range(At::new(scope.source, term)), &rest[2..]),
                _ => {
                    let by = Place::new(scope.source, rest[0].span);
                    self.say(
                        error("F0175", by, "by how many squares?")
                            .help("write `by 1`, `by 1..3` or `by 1..`"),
                    );
                    (None, skip_behind(&rest[1..]))
                }
            }
        } else {
            (Some(Range::ONE), rest)
        };
        let hop = over
            .zip(by)
            .map(|((hurdle, kinds), by)| Hop { hurdle, kinds, by });
        (hop, rest)
    }

    /// Reads the owner and kinds of pieces that may be hopped over: `any`, `(any except cannon)`,
    /// `(friend pawn)`.
    fn hurdle(&self, scope: &Scope<'_, 'a>, term: &Expr) -> Option<(Hurdle, Kinds)> {
        let whose = |expr: &Expr| word(expr).and_then(|name| HURDLES.get(name)).copied();
        if let Some(hurdle) = whose(term) {
            return Some((hurdle, Kinds::All));
        }
        if let ExprKind::Group(inner) = &term.kind {
            match &inner.kind {
                ExprKind::Except(from, _) => {
                    if let Some(hurdle) = whose(from) {
                        return Some((hurdle, self.kinds_but(scope, inner)?));
                    }
                }
                ExprKind::Phrase(words) => {
                    if let [first, kinds] = &words[..]
                        && let Some(hurdle) = whose(first)
                    {
                        return Some((hurdle, self.names(scope).kinds(kinds)?));
                    }
                }
                _ => {
                    if let Some(hurdle) = whose(inner) {
                        return Some((hurdle, Kinds::All));
                    }
                }
            }
        }
        let place = Place::new(scope.source, term.span);
        let message = format!("over what: {}?", list_or(HURDLES.words()));
        let name = word(term).unwrap_or_default();
        let help = if matches!(term.kind, ExprKind::Group(_)) {
            "write `over any`, `over (any except cannon)`, `over (any except (cannon | king))` or `over (friend (pawn | rook))`"
        } else {
            "write `over any`"
        };
        self.say(error("F0175", place, message).suggest_or(closest(name, HURDLES.words()), help));
        None
    }

    /// `any except cannon`, whose kinds are those of `all except cannon`.
    fn kinds_but(&self, scope: &Scope<'_, 'a>, except: &Expr) -> Option<Kinds> {
        let ExprKind::Except(from, what) = &except.kind else {
            return None;
        };
        let all = Expr {
            kind: ExprKind::Name(KINDS.word(&KindsWord::All).to_owned()),
            span: from.span,
        };
        let kinds = Expr {
            kind: ExprKind::Except(Box::new(all), what.clone()),
            span: except.span,
        };
        self.names(scope).kinds(&kinds)
    }
}
