//! Movements: from expressions to the tree of the IR.

mod directions;
mod hurdles;
pub(in crate::lower) mod normal;
mod phrase;

use super::declared::{Declared, Definition};
use super::report::{At, Place, Report, error, list_or};
use super::squares::Grounds;
use super::values::{describe, terms};
use crate::rules::{Modes, Movement, Via};
use crate::vocabulary::{HURDLES, Prefix, is_direction, is_reserved};
use ferz_grammar::ast::{Argument, Expr, ExprKind, MovementDecl, Name};
use ferz_grammar::diagnostic::{Diagnostic, Label};
use ferz_grammar::span::{SourceId, Span};
use ferz_grammar::suggest::closest;
use phrase::prefix_of;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Maximum depth of nested definitions.
pub(in crate::lower) const MAX_DEPTH: usize = 32;
/// Maximum number of parts of a movement.
const MAX_SIZE: usize = 2000;
/// Maximum depth of a movement.
const MAX_LEVELS: usize = 64;
/// Maximum number of legs in a path.
const MAX_LEGS: usize = 16;
/// All expressions of one variant together, each use of a definition counted again.
const FUEL: u32 = 200_000;

/// How movements are written.
const EXAMPLES: &str =
    "a movement is a word such as `rook`, or `step forward`, `ride diagonal`, `leap(1, 2)` and the like";

/// Mistakes that one argument makes and another does not.
const DEPENDS_ON_ARGUMENTS: [&str; 5] = ["F0165", "F0170", "F0172", "F0173", "F0176"];

/// A movement that was read.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Value {
    pub(in crate::lower) movement: Movement,
    /// A word in a first leg that is relative to the step before: such a movement can only follow
    /// another.
    pub(in crate::lower) relative: Option<Place>,
}

impl Value {
    fn plain(movement: Movement) -> Self {
        Self {
            movement,
            relative: None,
        }
    }
}

/// A definition: its name and which of those that have the name.
type Id<'a> = (&'a str, usize);

/// The meaning of names at an expression.
#[derive(Clone, Copy)]
pub(super) struct Scope<'s, 'a> {
    source: SourceId,
    parameters: &'s [(&'s str, Option<Value>)],
    /// The definition the expression belongs to.
    definition: Option<Id<'a>>,
}

/// Reads movements.
pub(in crate::lower) struct Movements<'a, 'r> {
    declared: &'r Declared<'a>,
    grounds: Option<&'r Grounds<'a, 'r>>,
    report: &'r Report<'a>,
    cache: RefCell<HashMap<Id<'a>, Option<Value>>>,
    /// Definitions that are being read, and from where.
    stack: RefCell<Vec<(Id<'a>, Place)>>,
    used: RefCell<HashSet<Id<'a>>>,
    used_parameters: RefCell<HashSet<(Id<'a>, String)>>,
    /// The work that may still be done; the blocks of mechanics use it up, too.
    fuel: Rc<Cell<u32>>,
    /// Whether parameters stand for a movement that the author did not write, so that its
    /// consequences do not count.
    sampling: Cell<bool>,
}

impl<'a, 'r> Movements<'a, 'r> {
    pub(in crate::lower) fn new(
        declared: &'r Declared<'a>,
        grounds: Option<&'r Grounds<'a, 'r>>,
        report: &'r Report<'a>,
    ) -> Self {
        Self {
            declared,
            grounds,
            report,
            cache: RefCell::default(),
            stack: RefCell::default(),
            used: RefCell::default(),
            used_parameters: RefCell::default(),
            fuel: Rc::new(Cell::new(FUEL)),
            sampling: Cell::new(false),
        }
    }

    /// Declarations inside others count as work of the outer ones.
    pub(in crate::lower) fn inside(
        outer: &Movements<'_, '_>,
        declared: &'r Declared<'a>,
        grounds: Option<&'r Grounds<'a, 'r>>,
        report: &'r Report<'a>,
    ) -> Self {
        Self {
            fuel: Rc::clone(&outer.fuel),
            ..Self::new(declared, grounds, report)
        }
    }

    /// A movement that may go on in the direction of the move that something follows from.
    pub(in crate::lower) fn headed(&self, at: At<'_, Expr>) -> Option<Movement> {
        let value = self.whole(at)?;
        let straight = normal::relative_kinds(&value.movement).is_none_or(|kinds| kinds.contains(&false));
        if let Some(place) = value.relative.filter(|_| !straight) {
            let message =
                "this direction is relative to an oblique leap, but moves are seen as straight lines";
            self.say(error("F0176", place, message).help("take steps or rides: `step ahead at mover`"));
            return None;
        }
        Some(value.movement)
    }

    fn whole(&self, at: At<'_, Expr>) -> Option<Value> {
        let scope = Scope {
            source: at.source,
            parameters: &[],
            definition: None,
        };
        self.expr(&scope, at.node)
    }

    /// The movement of a piece or hook; `None` if there is something wrong with it.
    pub(in crate::lower) fn read(&self, at: At<'_, Expr>) -> Option<Movement> {
        let value = self.whole(at)?;
        if let Some(place) = value.relative {
            let mut diagnostic = error(
                "F0165",
                place,
                "this direction is relative to a step before, but there is none",
            )
            .help("words such as `ahead` and `outward` stand in a leg after `then`");
            let whole = at.place(at.node.span);
            if whole.source != place.source
                || whole.span.start > place.span.start
                || whole.span.end < place.span.end
            {
                diagnostic = diagnostic.also(whole.source, whole.span, "used as a first leg here");
            }
            self.say(diagnostic);
            return None;
        }
        Some(value.movement)
    }

    /// A part of a movement that was read without errors: of a piece's, or of a definition's, whose
    /// own name means the one before it.
    pub(in crate::lower) fn part(
        &self,
        at: At<'_, Expr>,
        definition: Option<(&'a str, usize)>,
    ) -> Option<Movement> {
        let scope = Scope {
            source: at.source,
            parameters: &[],
            definition,
        };
        // An expression that was read before does not count as work again.
        let fuel = self.fuel.replace(FUEL);
        let value = self.expr(&scope, at.node);
        self.fuel.set(fuel);
        value.map(|v| v.movement)
    }

    /// Whether a definition was used by anything.
    pub(in crate::lower) fn is_used(&self, name: &'a str, index: usize) -> bool {
        self.used.borrow().contains(&(name, index))
    }

    /// Whether a definition mentions its parameter.
    pub(in crate::lower) fn is_parameter_used(&self, name: &'a str, index: usize, parameter: &str) -> bool {
        self.used_parameters
            .borrow()
            .contains(&((name, index), parameter.to_owned()))
    }

    /// Checks a definition that nothing may use.
    pub(in crate::lower) fn check(&self, name: &'a str, index: usize) {
        let Some(definition) = self.definition((name, index)) else {
            return;
        };
        let decl = definition.at;
        self.check_names(decl.source, &decl.node.name, &decl.node.parameters);
        let sample = Value::plain(Movement::leap(0, 1, crate::rules::Winds::ORTHOGONAL));
        let arguments: Vec<(&str, Option<Value>)> = decl
            .node
            .parameters
            .iter()
            .map(|p| (p.value.as_str(), Some(sample.clone())))
            .collect();
        if arguments.is_empty() {
            self.call((name, index), &[], decl.place(decl.node.name.span));
        } else if !self.used.borrow().contains(&(name, index)) {
            self.sampling.set(true);
            self.enter(
                (name, index),
                definition,
                &arguments,
                decl.place(decl.node.name.span),
            );
            self.sampling.set(false);
        }
    }

    fn check_names(&self, source: SourceId, name: &Name, parameters: &[Name]) {
        for word in std::iter::once(name).chain(parameters) {
            if is_reserved(&word.value) || is_direction(&word.value) {
                self.say(
                    error(
                        "F0177",
                        Place::new(source, word.span),
                        format!("`{}` cannot name a movement", word.value),
                    )
                    .help("the word has a meaning in movements; choose another name"),
                );
            }
        }
        for (i, parameter) in parameters.iter().enumerate() {
            if let Some(first) = parameters[..i].iter().find(|p| p.value == parameter.value) {
                let place = Place::new(source, parameter.span);
                self.say(
                    error(
                        "F0104",
                        place,
                        format!("the parameter `{}` stands here twice", parameter.value),
                    )
                    .label("again here")
                    .also(source, first.span, "first here")
                    .help("give each parameter a name of its own"),
                );
            }
        }
    }

    fn definition(&self, id: Id<'a>) -> Option<Definition<'a>> {
        self.declared
            .movements
            .get(id.0)
            .and_then(|list| list.get(id.1))
            .copied()
    }

    fn expr(&self, scope: &Scope<'_, 'a>, expr: &Expr) -> Option<Value> {
        let place = Place::new(scope.source, expr.span);
        self.burn(place, 1)?;
        match &expr.kind {
            ExprKind::Group(inner) => self.expr(scope, inner),
            ExprKind::Union(list) => {
                let values: Vec<Option<Value>> = list.iter().map(|e| self.expr(scope, e)).collect();
                let values: Vec<Value> = values.into_iter().collect::<Option<_>>()?;
                let relative = values.iter().find_map(|v| v.relative);
                let movement = normal::union(values.into_iter().map(|v| v.movement));
                self.limited(Value { movement, relative }, place)
            }
            ExprKind::Then(legs) => self.legs(scope, legs, place),
            ExprKind::Name(_) | ExprKind::Call { .. } | ExprKind::Phrase(_) => {
                self.phrase(scope, terms(expr), place)
            }
            ExprKind::Except(from, _) if phrase::ends_in_kinds(from) => {
                let message = "after `of`, several pieces stand in parentheses";
                self.say(error("F0175", place, message).help("write `capture rook of (all except pawn)`"));
                None
            }
            ExprKind::Intersection(_) | ExprKind::Except(..) => {
                self.say(
                    error("F0161", place, "`&` and `except` join sets of squares, not movements")
                        .help("for a condition on the squares, write `MOVEMENT from SQUARES` or `MOVEMENT to SQUARES`"),
                );
                None
            }
            ExprKind::Text(_) => {
                self.say(
                    error("F0161", place, "expected a movement, found a text")
                        .help("for Betza notation, write `betza` before it"),
                );
                None
            }
            ExprKind::Number(_) | ExprKind::Decimal(_) | ExprKind::Range { .. } | ExprKind::List(_) => {
                let message = format!("expected a movement, found {}", describe(expr));
                self.say(error("F0161", place, message).help(EXAMPLES));
                None
            }
        }
    }

    /// Counts work, so that definitions that multiply each other come to an end.
    fn burn(&self, place: Place, amount: u32) -> Option<()> {
        self.spend(place, amount, "movements")
    }

    /// Counts work that is done with something else than movements.
    pub(in crate::lower) fn spend(&self, place: Place, amount: u32, what: &str) -> Option<()> {
        let left = self.fuel.get();
        if left == 0 {
            return None;
        }
        self.fuel.set(left.saturating_sub(amount));
        if left <= amount {
            self.say(
                error("F0170", place, format!("these {what} are too large"))
                    .help("definitions multiply each other too often"),
            );
            return None;
        }
        Some(())
    }

    /// Keeps values small.
    fn limited(&self, value: Value, place: Place) -> Option<Value> {
        let size = normal::size(&value.movement);
        self.burn(place, (size / 16) as u32)?;
        if size > MAX_SIZE || normal::depth(&value.movement) > MAX_LEVELS {
            self.say(error("F0170", place, "this movement is too large").help(format!(
                "a movement has at most {MAX_SIZE} parts and {MAX_LEVELS} levels"
            )));
            return None;
        }
        Some(value)
    }

    /// `a then b then c`
    fn legs(&self, scope: &Scope<'_, 'a>, legs: &[Expr], place: Place) -> Option<Value> {
        if legs.len() > MAX_LEGS {
            self.say(
                error("F0170", place, format!("a path has at most {MAX_LEGS} legs"))
                    .help("for steps of one kind in one direction, write `ride`"),
            );
            return None;
        }
        let (last, firsts) = legs.split_last()?;
        let firsts: Vec<Option<(Option<Via>, Value)>> = firsts
            .iter()
            .map(|leg| match link(leg) {
                Some((prefix, terms)) => self.linked(scope, prefix, terms, leg.span),
                None => self.expr(scope, leg).map(|value| (None, value)),
            })
            .collect();
        let mut value = self.expr(scope, last)?.movement;
        let mut relative = None;
        let firsts: Vec<(Option<Via>, Value)> = firsts.into_iter().collect::<Option<_>>()?;
        for (leg, (via, first)) in legs.iter().zip(firsts).rev() {
            relative = first.relative;
            let leg_place = Place::new(scope.source, leg.span);
            value = self.join(via, &first.movement, &value, leg_place)?;
            value = self.limited(Value::plain(value), place)?.movement;
        }
        Some(Value {
            movement: value,
            relative,
        })
    }

    /// A leg that begins with `pass` or `hop`: what happens where it ends, and its way.
    fn linked(
        &self,
        scope: &Scope<'_, 'a>,
        prefix: Prefix,
        terms: &[Expr],
        span: Span,
    ) -> Option<(Option<Via>, Value)> {
        let place = Place::new(scope.source, span);
        let (via, after, terms) = match (prefix, terms) {
            (Prefix::Hop, [whose, rest @ ..]) => {
                let at = At::new(scope.source, whose);
                let hurdle = self.report.choose(at, HURDLES)?;
                (
                    Via::Hurdle(hurdle),
                    format!("hop {}", HURDLES.word(&hurdle)),
                    rest,
                )
            }
            (Prefix::Hop, []) => {
                let message = format!("over what: {}?", list_or(HURDLES.words()));
                self.say(error("F0175", place, message).help("write `(hop any a) then b`"));
                return None;
            }
            _ => (Via::Pass, "pass".to_owned(), terms),
        };
        let Some(first) = terms.first() else {
            let message = format!("expected a movement after `{after}`");
            self.say(error("F0175", place, message).help(format!("write `({after} a) then b`")));
            return None;
        };
        let value = self.phrase(scope, terms, Place::new(scope.source, first.span.to(span)))?;
        Some((Some(via), value))
    }

    fn join(&self, via: Option<Via>, first: &Movement, next: &Movement, place: Place) -> Option<Movement> {
        let kinds = normal::last_kinds(first);
        if normal::relative_kinds(next).is_some_and(|wanted| !wanted.iter().any(|k| kinds.contains(k))) {
            self.say(
                error("F0176", place, "the next leg is relative to this one, but cannot be")
                    .help("words such as `ahead` continue the leg before: `step ahead` after a step, `leap(1, 2) ahead` after `leap(1, 2)`"),
            );
            return None;
        }
        if let Some(via) = via {
            let hops = matches!(via, Via::Hurdle(_));
            if normal::is_choosy(first) && !hops {
                let message = "`of` names captured pieces, and nothing is captured here";
                self.say(
                    error("F0176", place, message)
                        .help("leave it out, or write `(capture a of rook) then b`"),
                );
                return None;
            }
            return Some(normal::then(&normal::leg(first.clone(), hops), via, next));
        }
        if contains_special(first) {
            self.say(
                error(
                    "F0176",
                    place,
                    "`rifle` and `exposed` have no meaning in a leg that another follows",
                )
                .help("put the whole chain in parentheses: `rifle (a then b)`"),
            );
            return None;
        }
        let way = |modes| normal::leg(normal::only(modes, first), modes != Modes::QUIET);
        let quiet = way(Modes::QUIET);
        if !normal::is_none(&quiet) {
            return Some(normal::then(&quiet, Via::Empty, next));
        }
        let (capture, own) = (way(Modes::CAPTURE), way(Modes::CAPTURE_OWN));
        if normal::is_none(&capture) && normal::is_none(&own) {
            self.say(
                error("F0176", place, "no leg can follow this one").help(
                    "a leg goes to an empty square, or captures; `(pass a) then b` ignores pieces there",
                ),
            );
            return None;
        }
        Some(normal::union([
            normal::then(&capture, Via::Capture, next),
            normal::then(&own, Via::CaptureOwn, next),
        ]))
    }

    /// A name alone or with arguments.
    fn named(
        &self,
        scope: &Scope<'_, 'a>,
        name: &str,
        arguments: Option<&[Argument]>,
        span: Span,
    ) -> Option<Value> {
        let place = Place::new(scope.source, span);
        let name_place = Place::new(scope.source, Span::new(span.start, span.start + name.len()));
        if let Some((_, value)) = scope.parameters.iter().find(|(p, _)| *p == name) {
            if let Some(id) = scope.definition {
                self.used_parameters.borrow_mut().insert((id, name.to_owned()));
            }
            if arguments.is_some() {
                let message = format!("the parameter `{name}` stands for a movement and takes no arguments");
                self.say(error("F0168", place, message).help(format!("write `{name}` without parentheses")));
                return None;
            }
            return value.clone();
        }
        let Some((&known, list)) = self.declared.movements.get_key_value(name) else {
            self.unknown(scope, name, name_place);
            // Numbers fit the intended word: `leap`.
            let movements =
                |a: &&Argument| !matches!(a.value.kind, ExprKind::Number(_) | ExprKind::Range { .. });
            for argument in arguments.unwrap_or_default().iter().filter(movements) {
                self.expr(scope, &argument.value);
            }
            return None;
        };
        // A definition that mentions its own name means the one it replaces.
        let index = match scope.definition {
            Some((own, index)) if own == name && index > 0 => index - 1,
            _ => list.len() - 1,
        };
        let id = (known, index);
        let definition = self.definition(id)?;
        let parameters = &definition.at.node.parameters;
        let given = arguments.unwrap_or_default();
        if self.has_named(scope, given) {
            return None;
        }
        if given.len() != parameters.len() || (arguments.is_some() && parameters.is_empty()) {
            self.wrong_count(name, place, arguments, definition.at);
            return None;
        }
        let values: Vec<Option<Value>> = given.iter().map(|a| self.expr(scope, &a.value)).collect();
        let values: Vec<(&str, Option<Value>)> =
            parameters.iter().map(|p| p.value.as_str()).zip(values).collect();
        self.used.borrow_mut().insert(id);
        if values.iter().any(|(_, v)| v.is_none()) {
            return None;
        }
        self.call(id, &values, place)
    }

    /// Whether an argument has a name, which is reported.
    fn has_named(&self, scope: &Scope<'_, 'a>, arguments: &[Argument]) -> bool {
        let mut keys = arguments.iter().filter_map(|argument| argument.key.as_ref());
        let Some(key) = keys.next() else { return false };
        let place = Place::new(scope.source, key.span);
        self.say(
            error("F0168", place, "arguments of movements have no names")
                .help("write the movements in the order of the parameters"),
        );
        true
    }

    /// Reports that a movement was given more or fewer arguments than it takes.
    fn wrong_count(
        &self,
        name: &str,
        place: Place,
        arguments: Option<&[Argument]>,
        definition: At<'a, MovementDecl>,
    ) {
        let count = |n: usize| match n {
            0 => "no argument".to_owned(),
            1 => "1 argument".to_owned(),
            n => format!("{n} arguments"),
        };
        let parameters = &definition.node.parameters;
        let given = arguments.unwrap_or_default().len();
        let message = if arguments.is_some() && given == 0 && parameters.is_empty() {
            format!("`{name}` takes no arguments")
        } else {
            format!("`{name}` takes {}, not {}", count(parameters.len()), given)
        };
        let names: Vec<&str> = parameters.iter().map(|p| p.value.as_str()).collect();
        let help = match names.as_slice() {
            [] => format!("write `{name}` without parentheses"),
            names => format!("write `{name}({})` with a movement for each", names.join(", ")),
        };
        let name_at = definition.place(definition.node.name.span);
        let diagnostic = error("F0168", place, message).help(help);
        self.say(diagnostic.also(name_at.source, name_at.span, "defined here"));
    }

    fn call(&self, id: Id<'a>, arguments: &[(&str, Option<Value>)], place: Place) -> Option<Value> {
        let definition = self.definition(id)?;
        if arguments.is_empty()
            && let Some(value) = self.cache.borrow().get(&id)
        {
            return value.clone();
        }
        let value = self.enter(id, definition, arguments, place);
        if arguments.is_empty() {
            self.cache.borrow_mut().insert(id, value.clone());
        }
        value
    }

    fn enter(
        &self,
        id: Id<'a>,
        definition: Definition<'a>,
        arguments: &[(&str, Option<Value>)],
        place: Place,
    ) -> Option<Value> {
        let open = self.stack.borrow().iter().position(|&(open, _)| open == id);
        if let Some(start) = open {
            self.cycle(start, place);
            return None;
        }
        if self.stack.borrow().len() >= MAX_DEPTH {
            let message = format!("definitions use one another more than {MAX_DEPTH} levels deep");
            self.say(error("F0170", place, message).help("write some of them out, without names"));
            return None;
        }
        self.stack.borrow_mut().push((id, place));
        let scope = Scope {
            source: definition.at.source,
            parameters: arguments,
            definition: Some(id),
        };
        let value = self.expr(&scope, &definition.at.node.body);
        self.stack.borrow_mut().pop();
        value
    }

    /// Reports a mistake. A mistake in the text of a library or ancestor is also shown at the place
    /// where this file uses that text; if it depends on values from this file, mainly there.
    fn say(&self, mut diagnostic: Diagnostic) {
        if self.sampling.get() && DEPENDS_ON_ARGUMENTS.contains(&diagnostic.code) {
            return;
        }
        let own = SourceId(0);
        let foreign = diagnostic.labels.first().is_some_and(|main| main.source != own);
        let stack = self.stack.borrow();
        if let Some(&(_, place)) = stack.iter().rev().find(|(_, place)| place.source == own)
            && foreign
        {
            let used = Label {
                source: place.source,
                span: place.span,
                text: "used here".to_owned(),
            };
            let at = if DEPENDS_ON_ARGUMENTS.contains(&diagnostic.code) {
                0
            } else {
                diagnostic.labels.len()
            };
            diagnostic.labels.insert(at, used);
        }
        self.report.add(diagnostic);
    }

    fn cycle(&self, start: usize, place: Place) {
        let stack = self.stack.borrow();
        let members = &stack[start..];
        let message = match members {
            [((name, _), _)] => format!("the movement `{name}` is defined by itself"),
            _ => {
                let mut names: Vec<&str> = members.iter().map(|&((name, _), _)| name).collect();
                names.push(members[0].0.0);
                format!(
                    "these movements are defined by each other: {}",
                    names.join(" -> ")
                )
            }
        };
        let mut diagnostic = error("F0169", place, message)
            .label("leads back to the beginning")
            .help("write one of them out, without the names of the others");
        for &(id, _) in members {
            if let Some(definition) = self.definition(id) {
                let name = definition.at.place(definition.at.node.name.span);
                diagnostic = diagnostic.also(name.source, name.span, "");
            }
        }
        self.say(diagnostic);
    }

    fn unknown(&self, scope: &Scope<'_, 'a>, name: &str, place: Place) {
        if self.report.may_be_included(name) {
            return;
        }
        let diagnostic = error("F0160", place, format!("there is no movement `{name}`"));
        let armies = &self.declared.armies;
        let is_piece = armies.white.pieces.contains_key(name) || armies.black.pieces.contains_key(name);
        let mut words: Vec<&str> = Vec::new();
        for &word in self.declared.movements.keys() {
            words.push(word);
        }
        for &(word, _) in scope.parameters {
            words.push(word);
        }
        for word in phrase::words() {
            words.push(word);
        }
        let diagnostic = if is_piece {
            diagnostic.help(format!(
                "`{name}` is a piece; give its movement a name with `movement {name} = ...` to use it here; \
                 several pieces behind `of` stand in parentheses: `of (pawn | {name})`"
            ))
        } else if is_direction(name) {
            diagnostic.help(format!(
                "`{name}` is a direction: write `step {name}` or `ride {name}`"
            ))
        } else {
            let suggestion =
                closest(name, words).or_else(|| matches!(name, "nothing" | "no").then_some("none"));
            if suggestion.is_none()
                && super::board::looks_like_squares(&Expr {
                    kind: ExprKind::Name(name.to_owned()),
                    span: place.span,
                })
            {
                diagnostic.help("squares stand after `from` or `to`")
            } else {
                diagnostic.suggest_or(suggestion, format!("define it with `movement {name} = ...`"))
            }
        };
        self.say(diagnostic);
    }
}

/// The `pass` or `hop` with which a leg begins, and the rest of its words.
fn link(leg: &Expr) -> Option<(Prefix, &[Expr])> {
    match &leg.kind {
        ExprKind::Group(inner) => link(inner),
        ExprKind::Phrase(_) | ExprKind::Name(_) => {
            let (first, rest) = terms(leg).split_first()?;
            let prefix = prefix_of(first)?;
            matches!(prefix, Prefix::Pass | Prefix::Hop).then_some((prefix, rest))
        }
        _ => None,
    }
}

fn contains_special(movement: &Movement) -> bool {
    movement.any(&|part| matches!(part, Movement::Rifle(_) | Movement::Exposed(_)))
}
