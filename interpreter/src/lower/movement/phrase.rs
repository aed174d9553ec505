//! Words side by side: prefixes, a core, and the words behind it.
//!
//! ```text
//! phrase  = prefix* core behind*
//! prefix  = move | capture | capture-own | swap | swap-enemy | rifle | en-passant | exposed | lame | jumping | wrapping
//!         | initial | white | black
//! core    = step DIRECTIONS | ride DIRECTIONS [RANGE] | [ride] leap(m, n) [DIRECTIONS] [RANGE]
//!         | NAME | NAME(...) | betza "..." | none | ( movement )
//! behind  = over HURDLE [by RANGE] (see [`super::hurdles`]) | from SQUARES | to SQUARES | of KINDS
//! ```

use super::directions::{self, Directions};
use super::{Movements, Scope, Value, normal};
use crate::lower::kinds::PieceNames;
use crate::lower::report::{At, Place, error};
use crate::lower::values::{describe, place_of, terms, word};
use crate::rules::{Between, Condition, Kinds, Leap, Modes, Movement, Range, Side};
use crate::vocabulary::{
    ATTRIBUTES, BEHIND, Behind, CORES, Core, JOINTS, Joint, OWNERS, PREFIXES, Prefix, Size, is_direction,
    is_reserved,
};
use ferz_grammar::ast::{Argument, Expr, ExprKind};
use ferz_grammar::suggest::closest;

/// Longest range or leap: no board is longer.
const MAX_RANGE: u8 = 99;

/// Every word with a meaning in movements, but for directions and hurdles.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    // Of words that are equally like one, those for a path come first: they are in most movements.
    CORES
        .words()
        .chain(PREFIXES.words())
        .chain(BEHIND.words())
        .chain(JOINTS.words())
}

impl<'a> Movements<'a, '_> {
    pub(super) fn phrase(&self, scope: &Scope<'_, 'a>, terms: &[Expr], place: Place) -> Option<Value> {
        let prefixes = terms.iter().take_while(|t| prefix_of(t).is_some()).count();
        let (before, rest) = terms.split_at(prefixes);
        let link = |t: &&Expr| matches!(prefix_of(t), Some(Prefix::Pass | Prefix::Hop));
        if let Some(link) = before.iter().find(link) {
            let name = word(link).unwrap_or_default();
            let whose = if prefix_of(link) == Some(Prefix::Hop) {
                " any"
            } else {
                ""
            };
            self.say(
                error(
                    "F0174",
                    Place::new(scope.source, link.span),
                    format!("`{name}` is for a leg that another follows"),
                )
                .help(format!("write `({name}{whose} a) then b`")),
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
        let is_of = |t: &&Expr| word(t).and_then(|w| BEHIND.get(w)) == Some(&Behind::Of);
        let quiet = before.iter().any(|t| prefix_of(t) == Some(Prefix::Move));
        if let (Some(of), true) = (rest.iter().find(is_of), quiet) {
            let place = Place::new(scope.source, of.span);
            let message = "`of` names captured pieces, and `move` leaves only moves without a capture";
            self.say(error("F0172", place, message).help("write `move rook | capture rook of pawn`"));
            return None;
        }
        let mut value = self.behind(scope, core, rest, place)?;
        for prefix in before.iter().rev() {
            let place = Place::new(scope.source, prefix.span);
            value.movement = self.prefix(prefix_of(prefix)?, &value.movement, place)?;
        }
        self.limited(value, place)
    }

    /// The movement at the beginning of `terms`, and the words behind it.
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
        match &first.kind {
            ExprKind::Name(name) => match CORES.get(name) {
                Some(core) => self.known_core(scope, *core, rest, here),
                None if matches!(JOINTS.get(name), Some(Joint::By)) => {
                    self.say(
                        error("F0174", here, "`by` belongs behind `over`")
                            .help("write `rook over any by 1..`"),
                    );
                    (None, &[])
                }
                None if BEHIND.has(name) => {
                    self.say(
                        error("F0175", here, format!("expected a movement before `{name}`"))
                            .help(format!("write `rook {name} ...`")),
                    );
                    (None, &[])
                }
                None if self.lacks_parentheses(scope, name, terms) => (None, skip_behind(rest)),
                None => {
                    let value = self.named(scope, name, None, first.span);
                    (value, rest)
                }
            },
            ExprKind::Call { name, arguments } => {
                if is_leap(&name.value) {
                    return match self.leap_size(scope, arguments, here) {
                        Some(size) => self.directed(scope, size, Range::ONE, false, rest, here),
                        None => (None, skip_directed(rest)),
                    };
                }
                if is_reserved(&name.value) {
                    self.takes_no_arguments(&name.value, Place::new(scope.source, name.span));
                    return (None, rest);
                }
                (self.named(scope, &name.value, Some(arguments), first.span), rest)
            }
            ExprKind::Group(inner) => (self.expr(scope, inner), rest),
            ExprKind::Text(_) => (self.expr(scope, first), rest),
            _ => {
                let what = describe(first);
                let place = if terms.len() == 1 { place } else { here };
                self.say(
                    error("F0161", place, format!("expected a movement, found {what}")).help(super::EXAMPLES),
                );
                (None, skip_behind(rest))
            }
        }
    }

    /// Reports a movement with parameters that is followed by its argument without parentheses.
    fn lacks_parentheses(&self, scope: &Scope<'_, 'a>, name: &str, terms: &[Expr]) -> bool {
        let list = self.declared.movements.get(name);
        let takes = list
            .and_then(|list| list.last())
            .is_some_and(|part| !part.at.node.parameters.is_empty());
        let argument = terms.get(1).and_then(word);
        let Some(argument) = argument.filter(|a| takes && !is_reserved(a)) else {
            return false;
        };
        let place = place_of(scope.source, &terms[..2], Place::new(scope.source, terms[0].span));
        let message = format!("the argument of `{name}` stands in parentheses");
        self.say(error("F0168", place, message).help(format!("write `{name}({argument})`")));
        true
    }

    fn takes_no_arguments(&self, word: &str, place: Place) {
        self.say(
            error(
                "F0174",
                place,
                format!("`{word}` is not a movement with arguments"),
            )
            .help(format!("put a space before the parenthesis: `{word} (...)`")),
        );
    }

    /// The movement that begins with a word of the language; `rest` follows the word.
    fn known_core<'t>(
        &self,
        scope: &Scope<'_, 'a>,
        core: Core,
        rest: &'t [Expr],
        here: Place,
    ) -> (Option<Value>, &'t [Expr]) {
        match core {
            Core::None => (Some(Value::plain(Movement::none())), rest),
            Core::Step => {
                let (value, rest) = self.directed(scope, Size::Step, Range::ONE, false, rest, here);
                if let Some(range) = rest.first().filter(|t| is_range(t)) {
                    let place = Place::new(scope.source, range.span);
                    self.say(
                        error("F0174", place, "a step has no range")
                            .help("for several steps in one direction, write `ride`"),
                    );
                    return (None, skip_range(rest));
                }
                (value, rest)
            }
            Core::Ride => self.ride(scope, rest, here),
            Core::Leap => {
                self.say(
                    error("F0167", here, "how far does it leap?")
                        .help("write `leap(1, 2)`, without a space before the parenthesis"),
                );
                (None, skip_directed(rest.get(1..).unwrap_or_default()))
            }
            Core::Betza => match rest.first().map(|t| (t, &t.kind)) {
                Some((text, ExprKind::Text(notation))) => (
                    self.betza(notation, Place::new(scope.source, text.span)),
                    &rest[1..],
                ),
                Some((bare, ExprKind::Name(notation))) => {
                    let place = Place::new(scope.source, bare.span);
                    let help = format!("write `betza \"{notation}\"`");
                    self.say(error("F0175", place, "Betza notation stands in quotes").help(help));
                    (None, skip_behind(rest))
                }
                _ => {
                    self.say(
                        error("F0175", here, "expected a text after `betza`").help("write `betza \"mRcpR\"`"),
                    );
                    (None, skip_behind(rest))
                }
            },
        }
    }

    /// Reads the words after `ride`: directions, or a leap that is repeated.
    fn ride<'t>(&self, scope: &Scope<'_, 'a>, rest: &'t [Expr], here: Place) -> (Option<Value>, &'t [Expr]) {
        let place = |term: &Expr| Place::new(scope.source, term.span);
        match rest.first().map(|t| (t, &t.kind)) {
            Some((leap, ExprKind::Call { name, arguments })) if is_leap(&name.value) => {
                match self.leap_size(scope, arguments, place(leap)) {
                    Some(size) => self.directed(scope, size, Range::ANY, true, &rest[1..], here),
                    None => (None, skip_directed(&rest[1..])),
                }
            }
            Some((term, ExprKind::Name(name)))
                if !is_direction(name) && self.declared.movements.contains_key(name.as_str()) =>
            {
                self.say(
                    error("F0162", place(term), format!("`{name}` is not a direction"))
                        .help("for a rider, write `ride orthogonal` or `ride leap(1, 2)`"),
                );
                (None, skip_directed(&rest[1..]))
            }
            _ => self.directed(scope, Size::Step, Range::ANY, true, rest, here),
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
        if let Some(name) = stop.filter(|name| !BEHIND.has(name)) {
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
        let help = "write `leap(1, 2)`: the squares in one direction, and in the other";
        if let [Argument { value, key: None, .. }] = arguments
            && let [a, b] = terms(value)
            && [a, b].iter().all(|term| matches!(term.kind, ExprKind::Number(_)))
        {
            let between = Place::new(scope.source, value.span);
            let message = "a comma is missing between the numbers of a leap";
            let written = |term: &Expr| match term.kind {
                ExprKind::Number(n) => n,
                _ => 0,
            };
            let help = format!("write `leap({}, {})`", written(a), written(b));
            self.say(error("F0167", between, message).help(help));
            return None;
        }
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
                        self.say(error("F0167", place, message).help("no board is longer"));
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
            self.say(
                error("F0167", place, "leap(0, 0) goes nowhere")
                    .help("a piece that cannot move has the movement `none`"),
            );
            return None;
        }
        Some(Size::Leap(a.min(b), a.max(b)))
    }

    pub(super) fn range(&self, at: At<'_, Expr>) -> Option<Range> {
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
            self.say(error("F0166", place, "a range begins with 1 or more").help("write `1..3`, or `..3`"));
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
                let otherwise = "small letters say how, capital letters where: `mRcpR` moves as a rook and captures over a hurdle";
                self.say(diagnostic.help(problem.help.unwrap_or_else(|| otherwise.to_owned())));
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
            let name = word(first).unwrap_or_default();
            match BEHIND.get(name) {
                Some(Behind::Over) => {
                    let (hop, rest) = self.hop(scope, rest, place);
                    terms = rest;
                    let Some(hop) = hop else {
                        value = None;
                        continue;
                    };
                    value = value.map(|v| Value {
                        movement: hop.over(&v.movement),
                        ..v
                    });
                }
                Some(behind @ (Behind::From | Behind::To)) => {
                    let (set, rest) = until_behind(rest);
                    terms = rest;
                    let condition = self.squares(scope, *behind, set, place);
                    value = match (value, condition) {
                        (Some(v), Some(Some(condition))) => Some(Value {
                            movement: normal::when(&condition, &v.movement),
                            ..v
                        }),
                        (v, Some(None)) => v,
                        (_, None) | (None, _) => None,
                    };
                }
                Some(Behind::Of) => {
                    let (kinds, rest) = until_behind(rest);
                    terms = rest;
                    let kinds = self.kinds(scope, kinds, place);
                    value = value.zip(kinds).and_then(|(v, kinds)| self.of(v, kinds, place));
                }
                None => {
                    self.after(scope, first, value.is_some());
                    return None;
                }
            }
            value = value.and_then(|v| self.limited(v, whole));
        }
        value
    }

    /// Names of pieces, `same` among them.
    pub(super) fn names(&self, scope: &Scope<'_, 'a>) -> PieceNames<'a, '_> {
        PieceNames {
            declared: self.declared,
            report: self.report,
            source: scope.source,
            own: true,
        }
    }

    /// The kinds of pieces after `of`.
    fn kinds(&self, scope: &Scope<'_, 'a>, terms: &[Expr], place: Place) -> Option<Kinds> {
        let names = self.names(scope);
        match terms {
            [one] => names.kinds(one),
            [] => {
                let diagnostic = error("F0175", place, "expected pieces after `of`");
                self.say(
                    diagnostic.help("write `capture rook of pawn` or `capture rook of (pawn | knight)`"),
                );
                None
            }
            [first, second, ..] => {
                let here = Place::new(scope.source, second.span);
                let owner = word(first).filter(|w| OWNERS.has(w) && !names.is_piece(w));
                let diagnostic = error(
                    "F0175",
                    here,
                    "`of` is followed by one piece, or by several in parentheses",
                );
                self.say(match owner {
                    Some("friend") => {
                        diagnostic.help("to capture pieces of the mover's own side, write `capture-own rook of pawn`")
                    }
                    Some(_) => diagnostic.help(
                        "captured pieces are the enemy's anyway: write `capture rook of pawn`, or `swap-enemy \
                         rook of pawn` to change places with it",
                    ),
                    None => diagnostic.help(
                        "write `capture rook of (pawn | knight)` or `capture rook of (all except king)`",
                    ),
                });
                None
            }
        }
    }

    /// Only captures of some kinds.
    fn of(&self, value: Value, kinds: Kinds, place: Place) -> Option<Value> {
        if normal::is_none(&value.movement) {
            return Some(value);
        }
        let removing = normal::modes(&value.movement).without(Modes::QUIET);
        if removing.is_empty() {
            let message = "`of` has nothing to act on: no path of this movement can capture";
            self.say(
                error("F0172", place, message).help("leave it out, or write `capture` instead of `move`"),
            );
            return None;
        }
        let movement = normal::when(&Condition::Of(kinds), &value.movement);
        Some(Value { movement, ..value })
    }

    /// Reports a word where the movement should be over.
    fn after(&self, scope: &Scope<'_, 'a>, term: &Expr, before_is_good: bool) {
        if !before_is_good {
            // The word before is wrong; what this one means depends on it.
            return;
        }
        let place = Place::new(scope.source, term.span);
        let diagnostic = match word(term) {
            Some(name) if PREFIXES.has(name) => error(
                "F0174",
                place,
                format!("`{name}` stands before the movement it is about"),
            )
            .help("put it before the movement; two movements are joined with `|`"),
            Some(name) if ATTRIBUTES.has(name) => {
                error("F0174", place, format!("unexpected `{name}` after a movement"))
                    .help(format!("a comma stands before each attribute: `..., {name}`"))
            }
            Some(name) if matches!(JOINTS.get(name), Some(Joint::Then)) => return,
            Some(name) => {
                let diagnostic = error("F0174", place, format!("unexpected `{name}` after a movement"));
                match closest(name, BEHIND.words()) {
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
                format!("{} may not stand after a movement", describe(term)),
            )
            .help("join movements with `|` or `then`"),
        };
        self.say(diagnostic);
    }

    /// The condition of `from` and `to`: `None` if it is wrong, `Some(None)` if it holds
    /// everywhere.
    fn squares(
        &self,
        scope: &Scope<'_, 'a>,
        behind: Behind,
        terms: &[Expr],
        place: Place,
    ) -> Option<Option<Condition>> {
        if terms.is_empty() {
            let keyword = BEHIND.word(&behind);
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
                    .label("an empty set, so this never applies")
                    .help("`&` keeps the squares of both sets, `|` joins them"),
            );
            return None;
        }
        let all = grounds.topology.squares();
        if sets.white == all && sets.black == all {
            return Some(None);
        }
        let sets = grounds.names_per_side(sets);
        Some(Some(if behind == Behind::From {
            Condition::From(sets)
        } else {
            Condition::To(sets)
        }))
    }

    /// Applies one word before a movement.
    fn prefix(&self, prefix: Prefix, movement: &Movement, place: Place) -> Option<Movement> {
        let nothing_before = normal::is_none(movement);
        let name = PREFIXES.word(&prefix);
        let result = match prefix {
            Prefix::Move => normal::only(Modes::QUIET, movement),
            Prefix::Capture => normal::only(Modes::CAPTURE, movement),
            Prefix::CaptureOwn => {
                let captures = Modes::CAPTURE.or(Modes::CAPTURE_OWN);
                normal::assign(Modes::CAPTURE_OWN, &normal::only(captures, movement))
            }
            Prefix::Swap => swapping(Modes::SWAP, movement),
            Prefix::SwapEnemy => swapping(Modes::SWAP_ENEMY, movement),
            Prefix::Rifle => normal::rifle(movement),
            Prefix::EnPassant => {
                let captures = normal::only(Modes::CAPTURE, movement);
                let way = if normal::is_none(&captures) {
                    movement
                } else {
                    &captures
                };
                normal::assign(Modes::EN_PASSANT, way)
            }
            Prefix::Exposed => {
                if normal::is_none(&normal::only(Modes::QUIET, movement)) && !nothing_before {
                    Movement::none()
                } else {
                    normal::exposed(movement)
                }
            }
            Prefix::Lame => return self.lame(name, Between::Empty, movement, place),
            Prefix::Jumping => return self.lame(name, Between::Occupied, movement, place),
            Prefix::Wrapping => normal::map_leaps(movement, &|leap| Leap {
                wraps: true,
                ..leap.clone()
            }),
            Prefix::Initial => normal::when(&Condition::Initial, movement),
            Prefix::White => normal::when(&Condition::Side(Side::White), movement),
            Prefix::Black => normal::when(&Condition::Side(Side::Black), movement),
            // These are about a leg and are read with it.
            Prefix::Pass | Prefix::Hop => movement.clone(),
        };
        if normal::is_none(&result) && !nothing_before {
            let message = format!("nothing is left of this movement after `{name}`");
            self.say(error("F0172", place, message).help(why_nothing(prefix, movement)));
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

/// The change that a term makes to the movement behind it, if it is a word for that.
pub(super) fn prefix_of(term: &Expr) -> Option<Prefix> {
    word(term).and_then(|word| PREFIXES.get(word)).copied()
}

/// Whether the last words of an expression name the captured pieces.
pub(super) fn ends_in_kinds(expr: &Expr) -> bool {
    let expr = match &expr.kind {
        ExprKind::Union(list) => list.last().unwrap_or(expr),
        _ => expr,
    };
    let behind = |t: &Expr| word(t).and_then(|w| BEHIND.get(w)).copied();
    let last = super::terms(expr).iter().rev().find_map(behind);
    last == Some(Behind::Of)
}

fn is_leap(name: &str) -> bool {
    matches!(CORES.get(name), Some(Core::Leap))
}

pub(super) fn is_range(term: &Expr) -> bool {
    matches!(term.kind, ExprKind::Number(_) | ExprKind::Range { .. })
}

fn skip_range(terms: &[Expr]) -> &[Expr] {
    match terms.split_first() {
        Some((first, rest)) if is_range(first) => rest,
        _ => terms,
    }
}

/// The terms after directions and ranges.
fn skip_directed(terms: &[Expr]) -> &[Expr] {
    let count = terms
        .iter()
        .take_while(|t| is_range(t) || word(t).is_some_and(is_direction))
        .count();
    &terms[count..]
}

/// The terms before the next word behind a movement, and the rest.
fn until_behind(terms: &[Expr]) -> (&[Expr], &[Expr]) {
    let count = terms
        .iter()
        .take_while(|t| word(t).is_none_or(|w| !BEHIND.has(w)))
        .count();
    terms.split_at(count)
}

/// The terms after the next word behind a movement.
pub(super) fn skip_behind(terms: &[Expr]) -> &[Expr] {
    until_behind(terms).1
}

/// The same paths, by which pieces change places.
fn swapping(mode: Modes, movement: &Movement) -> Movement {
    if normal::is_choosy(movement) {
        // With whom is said of captures.
        let captures = Modes::CAPTURE.or(Modes::CAPTURE_OWN);
        normal::assign(mode, &normal::only(captures, movement))
    } else {
        normal::assign(mode, movement)
    }
}

/// Why nothing is left of a movement behind a word.
fn why_nothing(prefix: Prefix, movement: &Movement) -> &'static str {
    match prefix {
        Prefix::Move => "no path of it can end on an empty square",
        Prefix::Rifle if !normal::is_none(&normal::only(Modes::EN_PASSANT, movement)) => {
            "`rifle` removes the piece at the end of a path, and en passant there is none: a piece that has passed can be captured only by moving to the square it passed"
        }
        Prefix::Capture | Prefix::CaptureOwn | Prefix::Rifle => "no path of it can capture",
        Prefix::Exposed => "only paths that end on an empty square can be exposed",
        Prefix::Swap
        | Prefix::SwapEnemy
        | Prefix::EnPassant
        | Prefix::Lame
        | Prefix::Jumping
        | Prefix::Wrapping
        | Prefix::Initial
        | Prefix::White
        | Prefix::Black
        | Prefix::Pass
        | Prefix::Hop => "it is for the other side only",
    }
}
