//! The rules of mechanics that are written in the language.
//!
//! For each use its parameters are put into the block of the mechanic, which is then read like
//! declarations of the file. Values are checked at their place; any error left belongs to the
//! block, and is reported there.

use super::Reader;
use crate::hooks::ParameterKind;
use crate::lower::declared::Declared;
use crate::lower::movement::{MAX_DEPTH, Movements};
use crate::lower::report::{At, Place, Report, error, warning};
use crate::lower::squares::Grounds;
use crate::lower::values::word;
use crate::lower::{effects, end, merge, powers, restrictions};
use crate::mechanics::Kind;
use crate::rules::Says;
use crate::vocabulary::is_meant_already;
use ferz_grammar::ast::{
    Argument, Declaration, Entry, Expr, ExprKind, MechanicDecl, Name, TypedParameter, UseDecl,
};
use ferz_grammar::diagnostic::Diagnostic;
use ferz_grammar::span::Span;
use ferz_grammar::suggest::closest;
use std::borrow::Cow;
use std::collections::HashMap;

/// The cost of reading the block of a mechanic, besides the expressions in it and the names that
/// can be used there.
const BLOCK: usize = 16;

/// The values of parameters, as they are written; several pieces in a list.
pub(super) type Values<'v> = HashMap<&'v str, Cow<'v, Expr>>;

/// The rules of one use. `stack` are the mechanics whose blocks it stands in, itself the last.
pub(super) fn said<'a>(
    reader: &Reader<'a, '_, '_>,
    mechanic: At<'a, MechanicDecl>,
    hook: At<'_, UseDecl>,
    stack: &[&str],
) -> Option<Says> {
    let values = values(mechanic.node, hook.node);
    let place = hook.place(hook.node.span);
    let (says, found) = block(reader, mechanic, &values, place, stack)?;
    for diagnostic in found {
        reader
            .report
            .add(diagnostic.also(hook.source, hook.node.span, "used here"));
    }
    says
}

/// The rules of a block with these values, and the faults in it; `None` if it cannot be read at
/// all, which is reported at the place of the use.
pub(super) fn block<'a>(
    reader: &Reader<'a, '_, '_>,
    mechanic: At<'a, MechanicDecl>,
    values: &Values<'_>,
    place: Place,
    stack: &[&str],
) -> Option<(Option<Says>, Vec<Diagnostic>)> {
    let body: Vec<Declaration> = mechanic
        .node
        .body
        .iter()
        .map(|declaration| filled(declaration, values))
        .collect();
    if stack.len() > MAX_DEPTH {
        let message = format!("mechanics use one another more than {MAX_DEPTH} levels deep");
        let help = "write some of their blocks out";
        reader.report.add(error("F0170", place, message).help(help));
        return None;
    }
    let known = reader.declared;
    let named = known.movements.len() + known.zones.len() + known.squares.len() + known.mechanics.len();
    let cost = BLOCK + named / 4 + body.iter().map(size).sum::<usize>();
    reader
        .movements
        .spend(place, cost.try_into().unwrap_or(u32::MAX), "mechanics")?;
    let report = reader.report.aside();
    let says = {
        let inner = merge::body(reader.declared, mechanic.source, &body, &report);
        read(reader, &inner, &report, stack)
    };
    Some((says, report.into_sink().into_sorted()))
}

/// Reads what stands in the block.
fn read<'b>(
    outer: &Reader<'_, '_, '_>,
    inner: &Declared<'b>,
    report: &Report<'b>,
    stack: &[&str],
) -> Option<Says> {
    let grounds = outer
        .grounds
        .map(|grounds| Grounds::new(grounds.topology, inner, report));
    let grounds = grounds.as_ref();
    let movements = Movements::inside(outer.movements, inner, grounds, report);
    let (restrictions, _) = restrictions::rules(inner, grounds, &movements, report);
    let mut says = Says {
        restrictions,
        powers: powers::lower(inner, grounds, &movements, report),
        effects: effects::lower(inner, grounds, &movements, report),
        goals: end::lower(inner, grounds, report).0.goals,
        ..Says::default()
    };
    let reader = Reader {
        declared: inner,
        grounds,
        movements: &movements,
        report,
    };
    for (&name, uses) in &inner.hooks {
        for hook in uses {
            if let Some(more) = nested(&reader, name, *hook, stack) {
                says.join(more);
            }
        }
    }
    (!report.has_errors()).then_some(says)
}

/// A use inside the block of another mechanic.
fn nested<'b>(
    reader: &Reader<'b, '_, '_>,
    name: &'b str,
    hook: At<'b, UseDecl>,
    stack: &[&str],
) -> Option<Says> {
    let place = hook.place(hook.node.hook.span);
    if crate::hooks::get(name).is_some() {
        let message = format!("a mechanic cannot use the hook `{name}`");
        let help = "a mechanic can only use mechanics in the language; write `use` in the variant";
        reader.report.add(error("F0279", place, message).help(help));
        return None;
    }
    let Some(part) = reader.declared.mechanics.get(name) else {
        reader.unknown(hook);
        return None;
    };
    if let Some(at) = stack.iter().position(|known| *known == name) {
        let mut circle: Vec<&str> = stack[at..].to_vec();
        circle.push(name);
        let message = format!("a mechanic cannot use itself: {}", circle.join(" -> "));
        let help = "leave this `use` out, or put the shared part into a third mechanic";
        reader.report.add(error("F0276", place, message).help(help));
        return None;
    }
    reader.parameters(&reader.mechanic(part.at), hook)?;
    let stack: Vec<&str> = stack.iter().copied().chain([name]).collect();
    said(reader, part.at, hook, &stack)
}

/// Mistakes of a mechanic, used or not.
pub(super) fn check(mechanic: At<'_, MechanicDecl>, report: &Report<'_>) {
    let mut known: HashMap<&str, Span> = HashMap::new();
    for parameter in &mechanic.node.parameters {
        let name = &parameter.name;
        let place = mechanic.place(name.span);
        if let Some(first) = known.insert(&name.value, name.span) {
            report.add(
                error("F0111", place, format!("`{}` stands here twice", name.value))
                    .label("again here")
                    .also(mechanic.source, first, "first here")
                    .help("give one of the two another name"),
            );
        }
        if !is_used(mechanic, name, report) {
            let message = format!("the parameter `{}` is not used", name.value);
            let help = "every value gives the same rules; leave it out";
            report.add(warning("F0307", place, message).help(help));
        }
        if is_meant_already(&name.value) {
            report.add(
                error(
                    "F0280",
                    place,
                    format!("`{}` cannot name a parameter", name.value),
                )
                .help("the word has a meaning in the blocks of mechanics; choose another name"),
            );
        }
        if Kind::read(&parameter.kind).is_none() {
            let place = mechanic.place(parameter.kind.span);
            let likely = word(&parameter.kind).and_then(|written| closest(written, Kind::types()));
            let message = match word(&parameter.kind) {
                Some(written) => format!("`{written}` is no type of a parameter"),
                None => "this is no type of a parameter".to_owned(),
            };
            report.add(error("F0278", place, message).suggest_or(likely,
                "types are `piece`, `pieces`, `movement`, `squares`, `fixed-squares`, `number`, `1..3`, `word`, and words to choose from such as `yes | no`",
            ));
        }
    }
}

/// Whether all types of its parameters can be read.
pub(super) fn has_types(mechanic: &MechanicDecl) -> bool {
    let mut parameters = mechanic.parameters.iter();
    parameters.all(|parameter| Kind::read(&parameter.kind).is_some())
}

/// Whether the block of a mechanic, or another parameter, has the word.
fn is_used(mechanic: At<'_, MechanicDecl>, name: &Name, report: &Report<'_>) -> bool {
    let span = mechanic.node.span;
    let text = report
        .text(mechanic.source)
        .get(span.start..span.end)
        .unwrap_or("");
    let tokens = ferz_grammar::tokens(text).into_iter();
    let words = tokens.filter_map(|token| text.get(token.span.start..token.span.end));
    words.filter(|word| *word == name.value).count() > 1
}

/// The values of a use, with defaults for those that are not given.
pub(super) fn values<'v>(mechanic: &'v MechanicDecl, hook: &'v UseDecl) -> Values<'v> {
    let named = |a: &&Argument, name: &str| a.key.as_ref().is_some_and(|key| key.value == name);
    let value = |parameter: &'v TypedParameter| {
        let name = parameter.name.value.as_str();
        let given = hook.arguments.iter().find(|a| named(a, name)).map(|a| &a.value);
        let value = given.or(parameter.default.as_ref())?;
        Some((name, listed(parameter, value)))
    };
    mechanic.parameters.iter().filter_map(value).collect()
}

/// A value of a parameter; pieces that stand side by side are a list of them, as they are for
/// hooks.
fn listed<'v>(parameter: &TypedParameter, value: &'v Expr) -> Cow<'v, Expr> {
    let pieces = matches!(Kind::read(&parameter.kind), Some(Kind::Of(ParameterKind::Pieces)));
    match &value.kind {
        ExprKind::Phrase(names) if pieces => Cow::Owned(Expr {
            kind: ExprKind::List(names.clone()),
            span: value.span,
        }),
        _ => Cow::Borrowed(value),
    }
}

/// A declaration of a block with values in place of parameters.
fn filled(declaration: &Declaration, values: &Values<'_>) -> Declaration {
    let mut copy = declaration.clone();
    let fill_entries = |entries: &mut Vec<Entry>, keys: bool| {
        for entry in entries {
            if keys {
                rename(&mut entry.key, values);
            }
            for value in &mut entry.values {
                *value = fill(value, values);
            }
        }
    };
    match &mut copy {
        Declaration::Section(d) => {
            for word in &mut d.arguments {
                rename(word, values);
            }
            // The key of a goal is the word in outcomes.
            fill_entries(&mut d.entries, d.keyword.value == "end");
        }
        Declaration::Zone(d) => d.value = fill(&d.value, values),
        Declaration::Movement(d) => d.body = fill(&d.body, values),
        Declaration::Use(d) => {
            for argument in &mut d.arguments {
                argument.value = fill(&argument.value, values);
            }
        }
        Declaration::Text(_)
        | Declaration::Board(_)
        | Declaration::Square(_)
        | Declaration::Mechanic(_)
        | Declaration::Army(_)
        | Declaration::Piece(_)
        | Declaration::Without(_) => {}
    }
    copy
}

/// Of how many expressions a declaration consists.
fn size(declaration: &Declaration) -> usize {
    match declaration {
        Declaration::Section(d) => d.entries.iter().flat_map(|e| &e.values).map(Expr::size).sum(),
        Declaration::Zone(d) => d.value.size(),
        Declaration::Movement(d) => d.body.size(),
        Declaration::Use(d) => d.arguments.iter().map(|a| a.value.size()).sum(),
        _ => 1,
    }
}

/// A word that is a parameter whose value is a word.
fn rename(word: &mut Name, values: &Values<'_>) {
    if let Some(ExprKind::Name(name)) = values.get(word.value.as_str()).map(|value| &value.kind) {
        word.value.clone_from(name);
    }
}

/// An expression with values in place of parameters. Every part keeps the place of the text it
/// replaces.
fn fill(expr: &Expr, values: &Values<'_>) -> Expr {
    let filled = |e: &Expr| fill(e, values);
    let kind = match &expr.kind {
        ExprKind::Name(name) => match values.get(name.as_str()) {
            Some(value) => return placed(value, expr.span),
            None => expr.kind.clone(),
        },
        ExprKind::Union(list) => {
            let mut list: Vec<Expr> = list.iter().map(filled).collect();
            list.retain(|part| !is_nothing(part));
            match <[Expr; 1]>::try_from(list) {
                Ok([one]) => return one,
                Err(list) => ExprKind::Union(list),
            }
        }
        ExprKind::Except(from, what) => match filled(what) {
            nothing if is_nothing(&nothing) => return filled(from),
            what => ExprKind::Except(Box::new(filled(from)), Box::new(what)),
        },
        kind => kind.map(filled),
    };
    Expr {
        kind,
        span: expr.span,
    }
}

/// The empty list: nothing at all.
fn is_nothing(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Group(inner) => is_nothing(inner),
        ExprKind::List(list) => list.is_empty(),
        _ => false,
    }
}

/// A value as if it stood at a place; several words are held together.
fn placed(value: &Expr, span: Span) -> Expr {
    let moved = at(value, span);
    match &moved.kind {
        ExprKind::List(list) if list.len() > 1 => Expr {
            kind: ExprKind::Group(Box::new(Expr {
                kind: ExprKind::Union(list.clone()),
                span,
            })),
            span,
        },
        ExprKind::List(list) if list.len() == 1 => list[0].clone(),
        ExprKind::Phrase(_)
        | ExprKind::Then(_)
        | ExprKind::Intersection(_)
        | ExprKind::Except(..)
        | ExprKind::Union(_) => Expr {
            kind: ExprKind::Group(Box::new(moved)),
            span,
        },
        _ => moved,
    }
}

/// The same with another place for all its parts.
fn at(expr: &Expr, span: Span) -> Expr {
    let moved = |name: &Name| Name::new(name.value.clone(), span);
    let kind = match &expr.kind {
        ExprKind::Call { name, arguments } => ExprKind::Call {
            name: moved(name),
            arguments: arguments
                .iter()
                .map(|argument| Argument {
                    key: argument.key.as_ref().map(moved),
                    value: at(&argument.value, span),
                    span,
                })
                .collect(),
        },
        kind => kind.map(|e| at(e, span)),
    };
    Expr { kind, span }
}
