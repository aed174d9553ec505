//! Words side by side: prefixes, a core, and what stands behind it.
//!
//! ```text
//! phrase  = prefix* core behind*
//! prefix  = move | capture | capture-own | swap | rifle | en-passant | exposed | lame | jumping | initial
//!         | white | black
//! core    = step DIRECTIONS | ride DIRECTIONS [RANGE] | [ride] leap(m, n) [DIRECTIONS] [RANGE]
//!         | NAME | NAME(...) | betza "..." | none | ( movement )
//! behind  = over HURDLE [by RANGE] | from SQUARES | to SQUARES
//! ```

use super::directions::{self, Directions, Size, is_direction};
use super::{Movements, Scope, Value, normal};
use crate::lower::report::{At, Place, error, list_or};
use crate::lower::values::{describe, place_of, word};
use crate::rules::{Between, Condition, Hurdle, Modes, Movement, Range, Side};
use ferz_grammar::ast::{Argument, Expr, ExprKind};
use ferz_grammar::suggest::closest;

/// Words before a movement.
pub(in crate::lower) const PREFIXES: [&str; 13] = [
    "move",
    "capture",
    "capture-own",
    "swap",
    "rifle",
    "en-passant",
    "exposed",
    "lame",
    "jumping",
    "initial",
    "white",
    "black",
    "pass",
];
/// Words behind a movement.
const BEHIND: [&str; 3] = ["over", "from", "to"];
/// Words that begin a movement.
const CORES: [&str; 5] = ["step", "ride", "leap", "betza", "none"];
/// Longest range or leap: no board is longer.
const MAX_RANGE: u8 = 99;

const HURDLES: [(&str, Hurdle); 3] = [
    ("any", Hurdle::Any),
    ("friend", Hurdle::Friend),
    ("enemy", Hurdle::Enemy),
];

/// Every word with a meaning in movements, directions aside.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    PREFIXES.into_iter().chain(BEHIND).chain(CORES).chain(["by"])
}

/// Whether the word cannot name a movement.
pub(in crate::lower) fn is_reserved(name: &str) -> bool {
    words().any(|w| w == name) || HURDLES.iter().any(|&(w, _)| w == name)
}

impl<'a> Movements<'a, '_> {
    pub(super) fn phrase(&self, scope: &Scope<'_, 'a>, terms: &[Expr], place: Place) -> Option<Value> {
        let prefixes = terms
            .iter()
            .take_while(|t| word(t).is_some_and(|w| PREFIXES.contains(&w)))
            .count();
        let (before, rest) = terms.split_at(prefixes);
        if let Some(pass) = before.iter().find(|t| word(t) == Some("pass")) {
            self.say(
                error(
                    "F0174",
                    Place::new(scope.source, pass.span),
                    "`pass` is for a leg that another follows",
                )
                .help("write `(pass a) then b`"),
            );
            return None;
        }
        if rest.is_empty() {
            let last = before.last()?;
            let name = word(last).unwrap_or_default();
            self.say(
                error(
                    "F0175",
                    Place::new(scope.source, last.span),
                    format!("expected a movement after `{name}`"),
                )
                .help(format!("write `{name} rook`")),
            );
            return None;
        }
        let (core, rest) = self.core(scope, rest, place);
        let mut value = self.behind(scope, core, rest, place)?;
        for prefix in before.iter().rev() {
            value.movement = self.prefix(
                word(prefix)?,
                &value.movement,
                Place::new(scope.source, prefix.span),
            )?;
        }
        self.limited(value, place)
    }

    /// The movement at the beginning of `terms`, and what follows it.
    fn core<'t>(
        &self,
        scope: &Scope<'_, 'a>,
        terms: &'t [Expr],
        place: Place,
    ) -> (Option<Value>, &'t [Expr]) {
        let (first, rest) = match terms.split_first() {
            Some(split) => split,
            None => return (None, terms),
        };
        let here = Place::new(scope.source, first.span);
        let at = |i: usize| Place::new(scope.source, terms[i].span);
        match &first.kind {
            ExprKind::Name(name) => match name.as_str() {
                "none" => (Some(Value::plain(Movement::none())), rest),
                "step" => {
                    let (value, rest) = self.directed(scope, Size::Step, Range::ONE, false, rest, here);
                    if let Some(range) = rest.first().filter(|t| is_range(t)) {
                        self.say(
                            error(
                                "F0174",
                                Place::new(scope.source, range.span),
                                "a step has no range",
                            )
                            .help("for several steps in one direction, write `ride`"),
                        );
                        return (None, skip_range(rest));
                    }
                    (value, rest)
                }
                "ride" => match rest.first().map(|t| &t.kind) {
                    Some(ExprKind::Call { name, arguments }) if name.value == "leap" => {
                        match self.leap_size(scope, arguments, at(1)) {
                            Some(size) => self.directed(scope, size, Range::ANY, true, &rest[1..], here),
                            None => (None, skip_directed(&rest[1..])),
                        }
                    }
                    Some(ExprKind::Name(name))
                        if !is_direction(name) && self.declared.movements.contains_key(name.as_str()) =>
                    {
                        self.say(
                            error("F0162", at(1), format!("`{name}` is not a direction"))
                                .help("for a rider, write `ride orthogonal` or `ride leap(1, 2)`"),
                        );
                        (None, skip_directed(&rest[1..]))
                    }
                    _ => self.directed(scope, Size::Step, Range::ANY, true, rest, here),
                },
                "leap" => {
                    self.say(
                        error("F0167", here, "how far does it leap?")
                            .help("write `leap(1, 2)`, without a space before the parenthesis"),
                    );
                    (None, skip_directed(rest.get(1..).unwrap_or_default()))
                }
                "betza" => match rest.first().map(|t| (t, &t.kind)) {
                    Some((text, ExprKind::Text(notation))) => (
                        self.betza(notation, Place::new(scope.source, text.span)),
                        &rest[1..],
                    ),
                    _ => {
                        self.say(
                            error("F0175", here, "expected a text after `betza`")
                                .help("write `betza \"mRcpR\"`"),
                        );
                        (None, skip_behind(rest))
                    }
                },
                "by" => {
                    self.say(
                        error("F0174", here, "`by` belongs behind `over`")
                            .help("write `rook over any by 1..`"),
                    );
                    (None, &[])
                }
                name if BEHIND.contains(&name) => {
                    self.say(
                        error("F0175", here, format!("expected a movement before `{name}`"))
                            .help(format!("write `rook {name} ...`")),
                    );
                    (None, &[])
                }
                name => {
                    let value = self.named(scope, name, None, first.span);
                    (value, rest)
                }
            },
            ExprKind::Call { name, arguments } => {
                if name.value == "leap" {
                    return match self.leap_size(scope, arguments, here) {
                        Some(size) => self.directed(scope, size, Range::ONE, false, rest, here),
                        None => (None, skip_directed(rest)),
                    };
                }
                if is_reserved(&name.value) {
                    let inner = Place::new(scope.source, name.span);
                    self.say(
                        error(
                            "F0174",
                            inner,
                            format!("`{}` is not a movement with arguments", name.value),
                        )
                        .help(format!(
                            "put a space before the parenthesis: `{} (...)`",
                            name.value
                        )),
                    );
                    return (None, rest);
                }
                (self.named(scope, &name.value, Some(arguments), first.span), rest)
            }
            ExprKind::Group(inner) => (self.expr(scope, inner), rest),
            ExprKind::Text(_) => (self.expr(scope, first), rest),
            _ => {
                let what = describe(first);
                let place = if terms.len() == 1 { place } else { here };
                self.say(error(
                    "F0161",
                    place,
                    format!("expected a movement, found {what}"),
                ));
                (None, skip_behind(rest))
            }
        }
    }

    /// Directions and perhaps a range behind `step`, `ride` and leaps.
    fn directed<'t>(
        &self,
        scope: &Scope<'_, 'a>,
        size: Size,
        range: Range,
        ranged: bool,
        terms: &'t [Expr],
        place: Place,
    ) -> (Option<Value>, &'t [Expr]) {
        let (directions, count) = Directions::read(self.report, scope.source, size, terms);
        let mut rest = &terms[count..];
        let stop = rest.first().and_then(word);
        let mut good = true;
        if let Some(name) = stop.filter(|name| !BEHIND.contains(name)) {
            let after = if matches!(size, Size::Step) {
                "step"
            } else {
                "leap(1, 2)"
            };
            directions::unknown(self.report, Place::new(scope.source, rest[0].span), name, after);
            rest = skip_behind(rest);
            good = false;
        }
        let directions = match (directions, size, count) {
            (None, ..) => None,
            (Some(_), Size::Step, 0) => {
                if good {
                    self.say(
                        error("F0163", place, "in which directions?")
                            .help("write `step forward`, `ride orthogonal`, `ride all`, ..."),
                    );
                }
                None
            }
            (Some(_), Size::Leap(..), 0) => Some(Directions::every(size)),
            (Some(directions), ..) => Some(directions),
        };
        let mut range = Some(range);
        if ranged && let Some(term) = rest.first().filter(|t| is_range(t)) {
            range = self.range(At::new(scope.source, term));
            rest = &rest[1..];
        }
        let value = match (directions, range, good) {
            (Some(directions), Some(range), true) => Some(Value {
                movement: directions.movement(size, range),
                relative: directions.relative,
            }),
            _ => None,
        };
        (value, rest)
    }

    fn leap_size(&self, scope: &Scope<'_, 'a>, arguments: &[Argument], place: Place) -> Option<Size> {
        let help = "write `leap(1, 2)`: so many squares in one direction and so many in the other";
        let [a, b] = arguments else {
            let message = format!("a leap has two numbers, not {}", arguments.len());
            self.say(error("F0167", place, message).help(help));
            return None;
        };
        let number = |argument: &Argument| {
            let place = Place::new(scope.source, argument.span);
            match argument.value.kind {
                ExprKind::Number(n) if argument.key.is_none() => {
                    let number = u8::try_from(n).ok().filter(|n| *n <= MAX_RANGE);
                    if number.is_none() {
                        let message = format!("a leap goes 0 to {MAX_RANGE} squares, not {n}");
                        self.say(error("F0167", place, message));
                    }
                    number
                }
                _ => {
                    self.say(error("F0167", place, "expected a number of squares").help(help));
                    None
                }
            }
        };
        let (a, b) = (number(a), number(b));
        let (a, b) = (a?, b?);
        if a == 0 && b == 0 {
            self.say(error("F0167", place, "leap(0, 0) goes nowhere"));
            return None;
        }
        Some(Size::Leap(a.min(b), a.max(b)))
    }

    fn range(&self, at: At<'_, Expr>) -> Option<Range> {
        let place = at.place(at.node.span);
        let (min, max) = match at.node.kind {
            ExprKind::Number(n) => (n, Some(n)),
            ExprKind::Range { min, max } => (min.map_or(1, i64::from), max.map(i64::from)),
            _ => return None,
        };
        let limit = i64::from(MAX_RANGE);
        if max.is_some_and(|max| max < min) {
            self.say(error("F0166", place, "this range is empty").help("write the smaller number first"));
            return None;
        }
        if min < 1 {
            self.say(error("F0166", place, "a range begins with 1 or more"));
            return None;
        }
        if min > limit || max.is_some_and(|max| max > limit) {
            let help = "for any number, leave the end out: `2..`";
            self.say(
                error(
                    "F0166",
                    place,
                    format!("no board has more than {limit} squares in a row"),
                )
                .help(help),
            );
            return None;
        }
        let small = |n: i64| u8::try_from(n).unwrap_or(MAX_RANGE);
        Some(Range {
            min: small(min),
            max: max.map(small),
        })
    }

    fn betza(&self, notation: &str, string: Place) -> Option<Value> {
        match crate::betza::parse(notation) {
            Ok(movement) => Some(Value::plain(normal::normalize(movement))),
            Err(problem) => {
                let place = self.report.inside(string, notation, problem.offset, problem.len);
                let diagnostic = error("F0171", place, problem.message);
                self.say(match problem.help {
                    Some(help) => diagnostic.help(help),
                    None => diagnostic,
                });
                None
            }
        }
    }

    /// `over`, `from` and `to`, from left to right.
    fn behind(
        &self,
        scope: &Scope<'_, 'a>,
        mut value: Option<Value>,
        mut terms: &[Expr],
        whole: Place,
    ) -> Option<Value> {
        while let Some((first, rest)) = terms.split_first() {
            let place = Place::new(scope.source, first.span);
            match word(first) {
                Some("over") => {
                    let (hurdle, by, rest) = self.hurdle(scope, rest, place);
                    terms = rest;
                    let (Some(hurdle), Some(by)) = (hurdle, by) else {
                        value = None;
                        continue;
                    };
                    value = value.map(|v| Value {
                        movement: normal::over(&v.movement, hurdle, by),
                        ..v
                    });
                }
                Some(keyword @ ("from" | "to")) => {
                    let count = rest
                        .iter()
                        .take_while(|t| word(t).is_none_or(|w| !BEHIND.contains(&w)))
                        .count();
                    let (set, rest) = rest.split_at(count);
                    terms = rest;
                    let condition = self.squares(scope, keyword, set, place);
                    value = match (value, condition) {
                        (Some(v), Some(Some(condition))) => Some(Value {
                            movement: normal::when(&condition, &v.movement),
                            ..v
                        }),
                        (v, Some(None)) => v,
                        (_, None) | (None, _) => None,
                    };
                }
                _ => {
                    self.after(scope, first, value.is_some());
                    return None;
                }
            }
            value = value.and_then(|v| self.limited(v, whole));
        }
        value
    }

    /// Reports a word where the movement should be over.
    fn after(&self, scope: &Scope<'_, 'a>, term: &Expr, before_is_good: bool) {
        if !before_is_good {
            // The word before is wrong; what this one means depends on it.
            return;
        }
        let place = Place::new(scope.source, term.span);
        let diagnostic = match word(term) {
            Some(name) if PREFIXES.contains(&name) => error(
                "F0174",
                place,
                format!("`{name}` stands before the movement it is about"),
            ),
            Some("then") => return,
            Some(name) => {
                let diagnostic = error("F0174", place, format!("unexpected `{name}` after a movement"));
                match closest(name, BEHIND) {
                    Some(word) => diagnostic.suggest(Some(word)),
                    None if is_direction(name) => {
                        diagnostic.help("directions stand after `step`, `ride` and `leap(m, n)`")
                    }
                    None => diagnostic.help("join movements with `|` or `then`"),
                }
            }
            None => error(
                "F0174",
                place,
                format!("unexpected {} after a movement", describe(term)),
            )
            .help("join movements with `|` or `then`"),
        };
        self.say(diagnostic);
    }

    /// `any by 1..` after `over`.
    fn hurdle<'t>(
        &self,
        scope: &Scope<'_, 'a>,
        terms: &'t [Expr],
        place: Place,
    ) -> (Option<Hurdle>, Option<Range>, &'t [Expr]) {
        let names = || HURDLES.iter().map(|&(w, _)| w);
        let mut rest = terms;
        let hurdle = match rest.first() {
            Some(term) => {
                let name = word(term).unwrap_or_default();
                let hurdle = HURDLES.iter().find(|&&(w, _)| w == name).map(|&(_, h)| h);
                if hurdle.is_none() {
                    let place = Place::new(scope.source, term.span);
                    let message = format!("over what: {}?", list_or(names()));
                    self.say(error("F0175", place, message).suggest(closest(name, names())));
                }
                if hurdle.is_some() || !(BEHIND.contains(&name) || name == "by") {
                    rest = &rest[1..];
                }
                hurdle
            }
            None => {
                let message = format!("over what: {}?", list_or(names()));
                self.say(error("F0175", place, message).help("write `over any`"));
                None
            }
        };
        if rest.first().and_then(word) != Some("by") {
            return (hurdle, Some(Range::ONE), rest);
        }
        let by = Place::new(scope.source, rest[0].span);
        match rest.get(1) {
            Some(term) if is_range(term) => (hurdle, self.range(At::new(scope.source, term)), &rest[2..]),
            _ => {
                self.say(
                    error("F0175", by, "by how many squares?").help("write `by 1`, `by 1..3` or `by 1..`"),
                );
                (hurdle, None, skip_behind(&rest[1..]))
            }
        }
    }

    /// The condition of `from` and `to`: `None` if it is wrong, `Some(None)` if it holds everywhere.
    fn squares(
        &self,
        scope: &Scope<'_, 'a>,
        keyword: &str,
        terms: &[Expr],
        place: Place,
    ) -> Option<Option<Condition>> {
        if terms.is_empty() {
            self.say(
                error("F0175", place, format!("expected squares after `{keyword}`"))
                    .help(format!("write `{keyword} second rank` or `{keyword} (a | b)`")),
            );
            return None;
        }
        let grounds = self.grounds?;
        let set_place = place_of(scope.source, terms, place);
        let phrase;
        let set = match terms {
            [one] => one,
            _ => {
                phrase = Expr {
                    kind: ExprKind::Phrase(terms.to_vec()),
                    span: set_place.span,
                };
                &phrase
            }
        };
        let sets = grounds.set(At::new(scope.source, set))?;
        if crate::board::Bits::is_empty(sets.white) && crate::board::Bits::is_empty(sets.black) {
            self.say(
                error("F0178", set_place, "there are no such squares")
                    .label("an empty set, so this never applies"),
            );
            return None;
        }
        let all = grounds.topology.squares();
        if sets.white == all && sets.black == all {
            return Some(None);
        }
        let sets = grounds.names_per_side(sets);
        Some(Some(if keyword == "from" {
            Condition::From(sets)
        } else {
            Condition::To(sets)
        }))
    }

    /// Applies one word before a movement.
    fn prefix(&self, name: &str, movement: &Movement, place: Place) -> Option<Movement> {
        let nothing_before = normal::is_none(movement);
        let result = match name {
            "move" => normal::only(Modes::QUIET, movement),
            "capture" => normal::only(Modes::CAPTURE, movement),
            "capture-own" => {
                let captures = Modes(Modes::CAPTURE.0 | Modes::CAPTURE_OWN.0);
                normal::assign(Modes::CAPTURE_OWN, &normal::only(captures, movement))
            }
            "swap" => normal::assign(Modes::SWAP, movement),
            "rifle" => normal::rifle(movement),
            "en-passant" => {
                let captures = normal::only(Modes::CAPTURE, movement);
                let way = if normal::is_none(&captures) {
                    movement
                } else {
                    &captures
                };
                normal::assign(Modes::EN_PASSANT, way)
            }
            "exposed" => {
                if normal::is_none(&normal::only(Modes::QUIET, movement)) && !nothing_before {
                    Movement::none()
                } else {
                    normal::exposed(movement)
                }
            }
            "lame" => return self.lame(name, Between::Empty, movement, place),
            "jumping" => return self.lame(name, Between::Occupied, movement, place),
            "initial" => normal::when(&Condition::Initial, movement),
            "white" => normal::when(&Condition::Side(Side::White), movement),
            "black" => normal::when(&Condition::Side(Side::Black), movement),
            _ => return None,
        };
        if normal::is_none(&result) && !nothing_before {
            let message = format!("nothing is left of this movement after `{name}`");
            let help = match name {
                "move" => "no path of it can end on an empty square",
                "capture" | "capture-own" | "rifle" => "no path of it can capture",
                "exposed" => "only paths that end on an empty square can be exposed",
                _ => "it is for the other side only",
            };
            self.say(error("F0172", place, message).help(help));
            return None;
        }
        Some(result)
    }

    fn lame(&self, name: &str, value: Between, movement: &Movement, place: Place) -> Option<Movement> {
        if normal::any_leap(movement, &|l| !l.between.is_free() && l.between != value) {
            self.say(
                error("F0173", place, "a leap cannot be both `lame` and `jumping`")
                    .help("`lame`: the squares between must be empty; `jumping`: they must be occupied"),
            );
            return None;
        }
        if !normal::any_leap(movement, &|l| l.n > 1) {
            self.say(
                error(
                    "F0173",
                    place,
                    format!("`{name}` has nothing to act on: there is no square between"),
                )
                .help("it is for leaps such as `leap(1, 2)`"),
            );
            return None;
        }
        Some(normal::between(movement, value))
    }
}

fn is_range(term: &Expr) -> bool {
    matches!(term.kind, ExprKind::Number(_) | ExprKind::Range { .. })
}

fn skip_range(terms: &[Expr]) -> &[Expr] {
    match terms.split_first() {
        Some((first, rest)) if is_range(first) => rest,
        _ => terms,
    }
}

/// What follows directions and ranges.
fn skip_directed(terms: &[Expr]) -> &[Expr] {
    let count = terms
        .iter()
        .take_while(|t| is_range(t) || word(t).is_some_and(is_direction))
        .count();
    &terms[count..]
}

/// What follows from the next word behind a movement on.
fn skip_behind(terms: &[Expr]) -> &[Expr] {
    let count = terms
        .iter()
        .take_while(|t| word(t).is_none_or(|w| !BEHIND.contains(&w)))
        .count();
    &terms[count..]
}
