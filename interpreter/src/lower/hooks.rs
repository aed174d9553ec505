//! `use NAME(key: value, ...)`: the parameters as their hook declares them.

use super::merge::Declared;
use super::movement::Movements;
use super::pieces::unknown;
use super::report::{At, Place, Report, error, list_or};
use super::squares::Grounds;
use super::values::{describe, terms, word};
use crate::board::{Bits, U256};
use crate::hooks::{self, HookInfo, ParameterInfo, ParameterKind};
use crate::rules::{HookUse, Side};
use ferz_grammar::ast::{Argument, Declaration, Expr, ExprKind, UseDecl};
use ferz_grammar::diagnostic::Sink;
use ferz_grammar::span::SourceId;
use ferz_grammar::suggest::closest;
use indexmap::IndexMap;
use serde_json::{Value, json};
use std::collections::HashMap;

/// The eight directions of a side, clockwise.
const DIRECTIONS: [&str; 8] = [
    "forward",
    "forward-right",
    "right",
    "backward-right",
    "backward",
    "backward-left",
    "left",
    "forward-left",
];

/// What the values are read against.
#[derive(Clone, Copy)]
struct Reader<'a, 'r> {
    declared: &'r Declared<'a>,
    grounds: Option<&'r Grounds<'a, 'r>>,
    movements: &'r Movements<'a, 'r>,
    report: &'r Report<'a>,
}

/// Lowers all uses of hooks.
pub(super) fn lower<'a, 'r>(
    declared: &'r Declared<'a>,
    grounds: Option<&'r Grounds<'a, 'r>>,
    movements: &'r Movements<'a, 'r>,
    report: &'r Report<'a>,
) -> Vec<HookUse> {
    let reader = Reader {
        declared,
        grounds,
        movements,
        report,
    };
    let mut list = Vec::new();
    for (&name, uses) in &declared.hooks {
        let Some(info) = hooks::get(name) else {
            for hook in uses {
                reader.unknown(*hook);
            }
            continue;
        };
        for (i, hook) in uses.iter().enumerate() {
            if i > 0 && !info.repeatable {
                let place = hook.place(hook.node.hook.span);
                let first = uses[0].place(uses[0].node.hook.span);
                report.add(
                    error("F0104", place, format!("the hook `{name}` is used twice"))
                        .label("again here")
                        .also(first.source, first.span, "first here")
                        .help("keep one of them"),
                );
                continue;
            }
            if let Some(parameters) = reader.parameters(info, *hook) {
                list.push(HookUse {
                    name: name.to_owned(),
                    parameters,
                });
            }
        }
    }
    list
}

impl<'a> Reader<'a, '_> {
    fn unknown(&self, hook: At<'a, UseDecl>) {
        let name = &hook.node.hook.value;
        let known = || hooks::registry().iter().map(|h| h.name);
        let diagnostic = error(
            "F0270",
            hook.place(hook.node.hook.span),
            format!("there is no hook `{name}`"),
        );
        self.report.add(match closest(name, known()) {
            Some(word) => diagnostic.suggest(Some(word)),
            None => diagnostic.help("`ferz hooks` lists the hooks"),
        });
    }

    fn parameters(&self, info: &HookInfo, hook: At<'a, UseDecl>) -> Option<IndexMap<String, Value>> {
        let mut given: HashMap<&str, &'a Argument> = HashMap::new();
        let mut good = true;
        let names = || info.parameters.iter().map(|p| p.name);
        for argument in &hook.node.arguments {
            let Some(key) = &argument.key else {
                let diagnostic = error(
                    "F0271",
                    hook.place(argument.span),
                    "a parameter needs its name before it",
                );
                self.report.add(match info.parameters.first() {
                    Some(first) => diagnostic.help(format!("write `{}: ...`", first.name)),
                    None => diagnostic.help(format!("`{}` has no parameters", info.name)),
                });
                good = false;
                continue;
            };
            let place = hook.place(key.span);
            if !names().any(|n| n == key.value) {
                let message = format!("the hook `{}` has no parameter `{}`", info.name, key.value);
                let diagnostic = error("F0272", place, message);
                self.report.add(match closest(&key.value, names()) {
                    Some(word) => diagnostic.suggest(Some(word)),
                    None if info.parameters.is_empty() => diagnostic.help("it has none at all"),
                    None => diagnostic.help(format!("it has {}", list_or(names()))),
                });
                good = false;
            } else if let Some(first) = given.get(key.value.as_str()).and_then(|a| a.key.as_ref()) {
                self.report.add(
                    error("F0111", place, format!("`{}` stands here twice", key.value))
                        .label("again here")
                        .also(hook.source, first.span, "first here"),
                );
                good = false;
            } else {
                given.insert(&key.value, argument);
            }
        }
        let mut parameters = IndexMap::new();
        for parameter in info.parameters {
            let value = match given.get(parameter.name) {
                Some(argument) => self.value(&parameter.kind, At::new(hook.source, &argument.value)),
                None => self.default(info, parameter, hook),
            };
            match value {
                Some(value) => {
                    parameters.insert(parameter.name.to_owned(), value);
                }
                None => good = false,
            }
        }
        good.then_some(parameters)
    }

    fn default(&self, info: &HookInfo, parameter: &ParameterInfo, hook: At<'a, UseDecl>) -> Option<Value> {
        let Some(text) = parameter.default else {
            let message = format!(
                "the hook `{}` needs the parameter `{}`",
                info.name, parameter.name
            );
            self.report.add(
                error("F0273", hook.place(hook.node.span), message)
                    .help(format!("`{}`: {}", parameter.name, parameter.doc)),
            );
            return None;
        };
        let source = SourceId(u32::MAX);
        let text = format!("library \"default\"\nuse default(value: {text})\n");
        let tree = ferz_grammar::parse(&text, source, &mut Sink::new());
        let Some(Declaration::Use(default)) = tree.declarations.first() else {
            return None;
        };
        self.value(
            &parameter.kind,
            At::new(source, &default.arguments.first()?.value),
        )
    }

    fn value(&self, kind: &ParameterKind, at: At<'_, Expr>) -> Option<Value> {
        let place = at.place(at.node.span);
        match kind {
            ParameterKind::Side => self
                .report
                .choice(at, &[("white", "white"), ("black", "black")])
                .map(|s| json!(s)),
            ParameterKind::Sides => self
                .report
                .choice(at, &[("white", "white"), ("black", "black"), ("both", "both")])
                .map(|s| json!(s)),
            ParameterKind::Squares => {
                let grounds = self.grounds?;
                let set = grounds.set(at)?.white;
                self.not_empty(set, place)?;
                Some(json!(grounds.names(set)))
            }
            ParameterKind::Zone => {
                let grounds = self.grounds?;
                let sets = grounds.set(at)?;
                self.not_empty(sets.white | sets.black, place)?;
                Some(json!(grounds.names_per_side(sets)))
            }
            ParameterKind::Piece => self.piece(at).map(|p| json!(p)),
            ParameterKind::Pieces => {
                if word(at.node) == Some("all") {
                    let armies = &self.declared.armies;
                    let mut names: Vec<&str> = armies.white.pieces.keys().copied().collect();
                    names.extend(
                        armies
                            .black
                            .pieces
                            .keys()
                            .filter(|n| !armies.white.pieces.contains_key(*n)),
                    );
                    return Some(json!(names));
                }
                let pieces: Vec<Option<&str>> = alternatives(at.node)
                    .into_iter()
                    .map(|e| self.piece(At::new(at.source, e)))
                    .collect();
                let mut names: Vec<&str> = pieces.into_iter().collect::<Option<_>>()?;
                let mut seen = std::collections::HashSet::new();
                names.retain(|n| seen.insert(*n));
                Some(json!(names))
            }
            ParameterKind::Movement => serde_json::to_value(self.movements.read(at)?).ok(),
            ParameterKind::Number { min, max } => self
                .report
                .number(at, "this parameter", *min, *max)
                .map(|n| json!(n)),
            ParameterKind::Bool => self
                .report
                .choice(at, &[("yes", true), ("no", false)])
                .map(|b| json!(b)),
            ParameterKind::Word(words) => {
                let choices: Vec<(&str, &str)> = words.iter().map(|&w| (w, w)).collect();
                self.report.choice(at, &choices).map(|w| json!(w))
            }
            ParameterKind::Name => self.report.word(at, "a name").map(|w| json!(w)),
            ParameterKind::Letter => {
                let letter = self.report.word(at, "a letter")?;
                let mut chars = letter.chars();
                match (chars.next(), chars.next()) {
                    (Some(c), None) if c.is_ascii_uppercase() => Some(json!(letter)),
                    _ => {
                        let message = format!("expected one upper-case letter, found `{letter}`");
                        self.report.add(error("F0112", place, message));
                        None
                    }
                }
            }
            ParameterKind::Text => match &at.node.kind {
                ExprKind::Text(text) => Some(json!(text)),
                _ => {
                    self.report.wrong_type(place, "a text in quotes", at.node);
                    None
                }
            },
            ParameterKind::Directions => self.directions(at),
            ParameterKind::List(inner) => {
                let items: Vec<&Expr> = match &at.node.kind {
                    ExprKind::List(items) | ExprKind::Union(items) => items.iter().collect(),
                    _ => vec![at.node],
                };
                let values: Vec<Option<Value>> = items
                    .into_iter()
                    .map(|e| self.value(inner, At::new(at.source, e)))
                    .collect();
                values
                    .into_iter()
                    .collect::<Option<Vec<Value>>>()
                    .map(Value::Array)
            }
        }
    }

    fn not_empty(&self, set: U256, place: Place) -> Option<()> {
        if set.is_empty() {
            self.report
                .add(error("F0274", place, "there are no such squares"));
            return None;
        }
        Some(())
    }

    fn piece<'e>(&self, at: At<'e, Expr>) -> Option<&'e str> {
        let name = self.report.word(at, "the name of a piece")?;
        if Side::ALL
            .iter()
            .any(|&s| self.declared.armies[s].pieces.contains_key(name))
        {
            return Some(name);
        }
        unknown(self.declared, self.report, at.place(at.node.span), None, name);
        None
    }

    fn directions(&self, at: At<'_, Expr>) -> Option<Value> {
        let mut set = [false; 8];
        let mut good = true;
        for item in alternatives(at.node).into_iter().flat_map(terms) {
            let place = at.place(item.span);
            let Some(name) = word(item) else {
                self.report.add(error(
                    "F0112",
                    place,
                    format!("expected a direction, found {}", describe(item)),
                ));
                good = false;
                continue;
            };
            let groups = ["orthogonal", "diagonal", "all"];
            match (DIRECTIONS.iter().position(|d| *d == name), name) {
                (Some(i), _) => set[i] = true,
                (None, "orthogonal") => (0..8).step_by(2).for_each(|i| set[i] = true),
                (None, "diagonal") => (1..8).step_by(2).for_each(|i| set[i] = true),
                (None, "all") => set = [true; 8],
                _ => {
                    self.report.add(
                        error("F0162", place, format!("`{name}` is not a direction"))
                            .suggest(closest(name, DIRECTIONS.into_iter().chain(groups))),
                    );
                    good = false;
                }
            }
        }
        let names: Vec<&str> = DIRECTIONS
            .into_iter()
            .zip(set)
            .filter(|&(_, on)| on)
            .map(|(d, _)| d)
            .collect();
        good.then(|| json!(names))
    }
}

/// The members of `a | b`, `[a, b]` or `a`.
fn alternatives(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Union(list) | ExprKind::List(list) => list.iter().collect(),
        ExprKind::Group(inner) => alternatives(inner),
        _ => vec![expr],
    }
}
