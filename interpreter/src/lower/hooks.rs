//! `use NAME(key: value, ...)`: the parameters as their hook declares them.

mod mechanics;
mod unused;

use super::declared::{Declared, MechanicPart};
use super::kinds::unknown;
use super::movement::Movements;
use super::movement::normal::has_same;
use super::report::{At, Place, Report, error, list_and};
use super::squares::Grounds;
use super::values::{alternatives, describe, terms, word};
use crate::board::{Bits, U256};
use crate::hooks::{self, ParameterKind};
use crate::mechanics::{Kind, Mechanic, Parameter};
use crate::rules::{HookUse, Says, Side, Winds};
use crate::vocabulary::{SIDES, Size, YES_NO, is_direction, is_reserved, side_directions};
use ferz_grammar::ast::{Argument, Declaration, Expr, ExprKind, MechanicDecl, UseDecl};
use ferz_grammar::diagnostic::Sink;
use ferz_grammar::keywords;
use ferz_grammar::span::SourceId;
use ferz_grammar::suggest::{closest, closest_of_few};
use indexmap::IndexMap;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The context in which the values are read.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a, 'r, 's> {
    pub(super) declared: &'r Declared<'a>,
    pub(super) grounds: Option<&'r Grounds<'a, 'r>>,
    pub(super) movements: &'r Movements<'a, 'r>,
    pub(super) report: &'s Report<'a>,
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
    for part in declared.mechanics.values().filter(|part| part.own) {
        mechanics::check(part.at, report);
        reader.defaults(part.at);
    }
    let mut list = Vec::new();
    for (&name, uses) in &declared.hooks {
        match reader.find(name) {
            // Without its types the given values cannot be judged.
            Some((_, Some(part))) if part.own && !mechanics::has_types(part.at.node) => {}
            Some(found) => list.extend(reader.uses(&found, uses)),
            None => uses.iter().for_each(|hook| reader.unknown(*hook)),
        }
    }
    reader.contradictions();
    unused::check(&reader);
    list
}

impl<'a> Reader<'a, '_, '_> {
    /// All uses of a hook or mechanic.
    fn uses(
        &self,
        (info, part): &(Mechanic, Option<MechanicPart<'a>>),
        uses: &[At<'a, UseDecl>],
    ) -> Vec<HookUse> {
        let (what, name) = (info.what(), &info.name);
        let twice = |place: Place, first: Place, how: &str| {
            self.report.add(
                error("F0104", place, format!("the {what} `{name}` is used twice{how}"))
                    .label("again here")
                    .also(first.source, first.span, "first here")
                    .help("keep one of them"),
            );
        };
        let mut list = Vec::new();
        let mut read: HashMap<String, Place> = HashMap::new();
        for (i, hook) in uses.iter().enumerate() {
            if i > 0 && !info.repeatable {
                let place = |hook: &At<'_, UseDecl>| hook.place(hook.node.hook.span);
                twice(place(hook), place(&uses[0]), "");
                continue;
            }
            let Some(parameters) = self.parameters(info, *hook) else {
                continue;
            };
            // The uses so far, with their places.
            let known = read.entry(json!(parameters).to_string());
            if let Entry::Occupied(first) = &known {
                twice(hook.place(hook.node.span), *first.get(), " in the same way");
                continue;
            }
            known.insert_entry(hook.place(hook.node.span));
            let says = match part {
                None => None,
                Some(part) => match self.says(info, *part, *hook) {
                    None => continue,
                    says => says,
                },
            };
            list.push(HookUse {
                name: name.clone(),
                parameters,
                says,
            });
        }
        list
    }

    /// Two hooks that cannot both be meant, at their first uses; the one in this file, or the later
    /// one, comes first.
    fn contradictions(&self) {
        for pair in hooks::CONTRADICTIONS {
            let used = pair
                .hooks
                .map(|name| self.declared.hooks.get(name)?.first().copied());
            let [Some(one), Some(other)] = used else { continue };
            let [first, second] = pair.hooks;
            let order = |hook: &At<'_, UseDecl>| (hook.source != SourceId(0), Reverse(hook.node.span.start));
            let (main, beside) = if order(&one) <= order(&other) {
                (one, other)
            } else {
                (other, one)
            };
            let reason = pair.reason.trim_end_matches('.');
            let (initial, reason) = reason.split_at(reason.chars().next().map_or(0, char::len_utf8));
            let initial = initial.to_lowercase();
            let inherited = &beside.node.hook.value;
            let way_out = if beside.source == SourceId(0) {
                "leave one of the two out".to_owned()
            } else {
                format!("leave this out, or take the other back: `without use {inherited}`")
            };
            self.report.add(
                error(
                    "F0275",
                    main.place(main.node.span),
                    format!("the hooks `{first}` and `{second}` contradict each other"),
                )
                .also(beside.source, beside.node.span, "together with this")
                .help(format!("{initial}{reason}: {way_out}")),
            );
        }
    }

    /// Reads the defaults of a mechanic of the file itself, whether they are used or not. Those of
    /// a library may name pieces and squares of the variants that use it; its numbers and words are
    /// read.
    fn defaults(&self, mechanic: At<'a, MechanicDecl>) {
        for parameter in &mechanic.node.parameters {
            let (Some(default), Some(kind)) = (&parameter.default, Kind::read(&parameter.kind)) else {
                continue;
            };
            let in_variant = !self.declared.armies.white.pieces.is_empty();
            if mechanic.source == SourceId(0) && (in_variant || is_closed(&kind)) {
                self.value_of(&kind, At::new(mechanic.source, default));
            }
        }
    }

    /// The hook or mechanic of a name.
    fn find(&self, name: &str) -> Option<(Mechanic, Option<MechanicPart<'a>>)> {
        if let Some(info) = hooks::get(name) {
            return Some((info.into(), None));
        }
        let part = self.declared.mechanics.get(name)?;
        Some((self.mechanic(part.at), Some(*part)))
    }

    /// A mechanic of one of the texts.
    pub(super) fn mechanic(&self, at: At<'_, MechanicDecl>) -> Mechanic {
        Mechanic::of(at.node, self.report.text(at.source))
    }

    /// The rules of a mechanic that is written in the language.
    fn says(&self, info: &Mechanic, part: MechanicPart<'a>, hook: At<'a, UseDecl>) -> Option<Box<Says>> {
        let says = mechanics::said(self, part.at, hook, &[&info.name])?;
        let types = info.parameters.iter().map(|p| (p.name.clone(), p.kind.text()));
        Some(Box::new(Says {
            types: types.collect(),
            own: part.own,
            ..says
        }))
    }

    pub(super) fn unknown(&self, hook: At<'a, UseDecl>) {
        let name = &hook.node.hook.value;
        if self.report.may_be_included(name) {
            return;
        }
        let written = self.declared.mechanics.keys().copied();
        let known = || hooks::registry().iter().map(|h| h.name).chain(written.clone());
        let diagnostic = error(
            "F0270",
            hook.place(hook.node.hook.span),
            format!("there is no mechanic or hook `{name}`"),
        );
        self.report.add(match closest(name, known()) {
            Some(word) => diagnostic.suggest(Some(word)),
            None => diagnostic.help("`ferz hooks` lists both"),
        });
    }

    /// The arguments of a use by the names of parameters, and whether all of them have such a name.
    fn given<'e>(&self, info: &Mechanic, hook: At<'e, UseDecl>) -> (HashMap<&'e str, &'e Argument>, bool) {
        let mut given: HashMap<&str, &Argument> = HashMap::new();
        let mut good = true;
        let names = || info.parameters.iter().map(|p| p.name.as_str());
        let before = std::iter::once(None).chain(hook.node.arguments.iter().map(Some));
        for (argument, before) in hook.node.arguments.iter().zip(before) {
            let Some(key) = &argument.key else {
                let diagnostic = error(
                    "F0271",
                    hook.place(argument.span),
                    "a parameter needs its name before it",
                );
                let first = terms(&argument.value).first().and_then(word);
                let meant = first.and_then(|first| names().find(|name| *name == first));
                let list = before.and_then(|before| self.joined(info, before, argument, hook.source));
                self.report.add(match meant.or(names().next()) {
                    _ if meant.is_none() && list.is_some() => diagnostic.help(list.unwrap_or_default()),
                    Some(name) => diagnostic.help(format!("write `{name}: ...`")),
                    None => diagnostic.help(format!("`{}` has no parameters", info.name)),
                });
                good = false;
                continue;
            };
            let place = hook.place(key.span);
            if !names().any(|n| n == key.value) {
                let message = format!(
                    "the {} `{}` has no parameter `{}`",
                    info.what(),
                    info.name,
                    key.value
                );
                let diagnostic = error("F0272", place, message);
                self.report.add(match closest_of_few(&key.value, names()) {
                    Some(word) => diagnostic.suggest(Some(word)),
                    None if info.parameters.is_empty() => diagnostic.help("it has none at all"),
                    None => diagnostic.help(format!("it has {}", list_and(names()))),
                });
                good = false;
            } else if let Some(first) = given.get(key.value.as_str()).and_then(|a| a.key.as_ref()) {
                self.report.add(
                    error("F0111", place, format!("`{}` stands here twice", key.value))
                        .label("again here")
                        .also(hook.source, first.span, "first here")
                        .help("keep one of them"),
                );
                good = false;
            } else {
                given.insert(&key.value, argument);
            }
        }
        (given, good)
    }

    /// How to write two values of one parameter that a comma parts.
    fn joined(
        &self,
        info: &Mechanic,
        before: &Argument,
        value: &Argument,
        source: SourceId,
    ) -> Option<String> {
        let name = before.key.as_ref()?.value.as_str();
        let parameter = info.parameters.iter().find(|p| p.name == name)?;
        let several = matches!(
            parameter.kind,
            Kind::Of(ParameterKind::Pieces | ParameterKind::Squares | ParameterKind::Zone)
        );
        let text = |expr: &Expr| self.report.text(source).get(expr.span.start..expr.span.end);
        let (first, second) = (text(&before.value)?, text(&value.value)?);
        several.then(|| {
            format!("values of one parameter are joined with `|`: write `{name}: {first} | {second}`")
        })
    }

    /// The values of a use, with defaults for those that are not given.
    pub(super) fn parameters(
        &self,
        info: &Mechanic,
        hook: At<'_, UseDecl>,
    ) -> Option<IndexMap<String, Value>> {
        let (given, mut good) = self.given(info, hook);
        // A parameter that seems to be missing may be the one whose name is wrong.
        let all_known = good;
        let mut parameters = IndexMap::new();
        for parameter in &info.parameters {
            let value = match given.get(parameter.name.as_str()) {
                Some(argument) => self.value_of(&parameter.kind, At::new(hook.source, &argument.value)),
                None if parameter.default.is_some() || all_known => self.default(info, parameter, hook),
                None => None,
            };
            match value {
                Some(value) => {
                    parameters.insert(parameter.name.clone(), value);
                }
                None => good = false,
            }
        }
        good.then_some(parameters)
    }

    fn default(&self, info: &Mechanic, parameter: &Parameter, hook: At<'_, UseDecl>) -> Option<Value> {
        let what = info.what();
        let Some(text) = &parameter.default else {
            let message = format!(
                "the {what} `{}` needs the parameter `{}`",
                info.name, parameter.name
            );
            self.report.add(
                error("F0273", hook.place(hook.node.hook.span), message).help(format!(
                    "`{}`: {}",
                    parameter.name,
                    parameter.about()
                )),
            );
            return None;
        };
        let source = SourceId(u32::MAX);
        let text = format!("library \"default\"\nuse default(value: {text})\n");
        let tree = ferz_grammar::parse(&text, source, &mut Sink::new());
        let Some(Declaration::Use(default)) = tree.declarations.first() else {
            return None;
        };
        // A mistake in the default is reported at the use that omits the parameter.
        let aside = self.report.aside();
        let grounds = self
            .grounds
            .map(|grounds| Grounds::new(grounds.topology, self.declared, &aside));
        let movements = Movements::inside(self.movements, self.declared, grounds.as_ref(), &aside);
        let reader = Reader {
            declared: self.declared,
            grounds: grounds.as_ref(),
            movements: &movements,
            report: &aside,
        };
        let value = reader.value_of(
            &parameter.kind,
            At::new(source, &default.arguments.first()?.value),
        );
        // A mistake in a default of the file itself is reported there.
        let mechanic = self.declared.mechanics.get(info.name.as_str());
        let told = mechanic.is_some_and(|part| part.own && part.at.source == SourceId(0));
        if let Some(wrong) = aside.first().filter(|_| !told) {
            let message = format!(
                "the {what} `{}` needs the parameter `{}` here: {wrong}",
                info.name, parameter.name
            );
            self.report
                .add(error("F0273", hook.place(hook.node.span), message).help(format!(
                    "write `{}: ...`: {}",
                    parameter.name,
                    parameter.about()
                )));
        }
        value
    }

    fn value_of(&self, kind: &Kind, at: At<'_, Expr>) -> Option<Value> {
        match kind {
            Kind::Of(kind) => self.value(kind, at),
            Kind::Words(words) => {
                let choices: Vec<(&str, &str)> = words.iter().map(|w| (w.as_str(), w.as_str())).collect();
                self.report.choice(at, &choices).map(|word| json!(word))
            }
        }
    }

    fn value(&self, kind: &ParameterKind, at: At<'_, Expr>) -> Option<Value> {
        let place = at.place(at.node.span);
        match kind {
            ParameterKind::Side => self.report.choose(at, SIDES).map(|s| json!(s)),
            ParameterKind::Sides => {
                let words: Vec<(&str, &str)> = keywords::SIDES.iter().map(|&s| (s, s)).collect();
                self.report.choice(at, &words).map(|s| json!(s))
            }
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
            ParameterKind::Pieces => self.pieces(at),
            ParameterKind::Movement => self.movement(at),
            ParameterKind::Number { min, max } => self
                .report
                .number(at, "this parameter", *min, *max)
                .map(|n| json!(n)),
            ParameterKind::Bool => self.report.choose(at, YES_NO).map(|b| json!(b)),
            ParameterKind::Word(words) => {
                let choices: Vec<(&str, &str)> = words.iter().map(|&w| (w, w)).collect();
                self.report.choice(at, &choices).map(|w| json!(w))
            }
            ParameterKind::Name => self.report.word(at, "a name").map(|w| json!(w)),
            ParameterKind::Letter => self.letter(at),
            ParameterKind::Text => match &at.node.kind {
                ExprKind::Text(text) => Some(json!(text)),
                _ => {
                    self.report
                        .wrong_type(place, "a text in quotes", at.node, "write `\"...\"`");
                    None
                }
            },
            ParameterKind::Directions => self.directions(at),
            ParameterKind::List(inner) => self.list(inner, at),
        }
    }

    fn pieces(&self, at: At<'_, Expr>) -> Option<Value> {
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
        let path = |term: &Expr| word(term).is_some_and(|w| is_reserved(w) || is_direction(w));
        if let [first, ..] = terms(at.node)
            && path(first)
        {
            let place = at.place(at.node.span);
            let help = "name kinds of pieces; a movement needs a parameter of the type `movement`";
            self.report
                .add(error("F0114", place, "expected pieces, found a movement").help(help));
            return None;
        }
        let pieces: Vec<Option<&str>> = alternatives(at.node)
            .into_iter()
            .flat_map(terms)
            .map(|e| self.piece(At::new(at.source, e)))
            .collect();
        let mut names: Vec<&str> = pieces.into_iter().collect::<Option<_>>()?;
        let mut seen = std::collections::HashSet::new();
        names.retain(|n| seen.insert(*n));
        Some(json!(names))
    }

    fn movement(&self, at: At<'_, Expr>) -> Option<Value> {
        let place = at.place(at.node.span);
        let movement = self.movements.read(at)?;
        if has_same(&movement) {
            let diagnostic = error(
                "F0172",
                place,
                "`same` is the kind of the piece that moves; here is none",
            );
            self.report.add(diagnostic.help("name the pieces"));
            return None;
        }
        serde_json::to_value(movement).ok()
    }

    fn letter(&self, at: At<'_, Expr>) -> Option<Value> {
        let place = at.place(at.node.span);
        let letter = self.report.word(at, "a letter")?;
        let mut chars = letter.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) if c.is_ascii_uppercase() => Some(json!(letter)),
            _ => {
                let message = format!("expected one upper-case letter, found `{letter}`");
                self.report
                    .add(error("F0112", place, message).help("write `A`, for example"));
                None
            }
        }
    }

    fn list(&self, inner: &ParameterKind, at: At<'_, Expr>) -> Option<Value> {
        let mut items = alternatives(at.node);
        if matches!(inner, ParameterKind::Piece) {
            items = items.into_iter().flat_map(terms).collect();
        }
        let values: Vec<Option<Value>> = items
            .into_iter()
            .map(|e| self.value(inner, At::new(at.source, e)))
            .collect();
        values
            .into_iter()
            .collect::<Option<Vec<Value>>>()
            .map(Value::Array)
    }

    fn not_empty(&self, set: U256, place: Place) -> Option<()> {
        if set.is_empty() {
            self.report.add(
                error("F0274", place, "there are no such squares")
                    .help("`&` keeps the squares of both sets, `|` joins them"),
            );
            return None;
        }
        Some(())
    }

    fn piece<'e>(&self, at: At<'e, Expr>) -> Option<&'e str> {
        let names = alternatives(at.node).into_iter().flat_map(terms).count();
        if names > 1 {
            let message = "this parameter is one piece, not several";
            let diagnostic = error("F0112", at.place(at.node.span), message);
            self.report
                .add(diagnostic.help("use the hook once for each of them, if it may be used several times"));
            return None;
        }
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
        let mut set = Winds::default();
        let mut good = true;
        for item in alternatives(at.node).into_iter().flat_map(terms) {
            let place = at.place(item.span);
            let Some(name) = word(item) else {
                let message = format!("expected a direction, found {}", describe(item));
                self.report.add(
                    error("F0112", place, message)
                        .help("write `forward`, `left`, `orthogonal`, `all` or the like"),
                );
                good = false;
                continue;
            };
            match side_directions().find(|d| d.word == name) {
                Some(direction) => set = set.or(direction.means.winds(Size::Step)),
                None => {
                    self.report.add(
                        error("F0162", place, format!("`{name}` is not a direction")).suggest_or(
                            closest(name, side_directions().map(|d| d.word)),
                            "write `forward`, `left`, `orthogonal`, `all` or the like",
                        ),
                    );
                    good = false;
                }
            }
        }
        let names: Vec<&str> = set
            .iter()
            .filter_map(|wind| {
                let single = Winds::single(wind);
                side_directions().find(|d| d.means.winds(Size::Step) == single)
            })
            .map(|d| d.word)
            .collect();
        good.then(|| json!(names))
    }
}

/// Whether the values of a type are the same in every variant.
fn is_closed(kind: &Kind) -> bool {
    match kind {
        Kind::Words(_) => true,
        Kind::Of(kind) => matches!(
            kind,
            ParameterKind::Number { .. } | ParameterKind::Bool | ParameterKind::Word(_) | ParameterKind::Side
        ),
    }
}
