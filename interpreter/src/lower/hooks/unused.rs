//! Mechanics that nothing uses: their blocks are read as if something did, with examples in place
//! of parameters.

use super::mechanics::{Values, block, has_types, values};
use super::{At, Grounds, Kind, MechanicPart, Movements, Place, Reader, error, word};
use crate::hooks::ParameterKind;
use crate::rules::Side;
use crate::vocabulary::{self, OWNERS, PLACES};
use ferz_grammar::TokenKind;
use ferz_grammar::ast::{Declaration, Expr, MechanicDecl, UseDecl};
use ferz_grammar::diagnostic::{Diagnostic, Severity, Sink};
use ferz_grammar::span::{SourceId, Span};
use ferz_grammar::suggest::closest;
use std::borrow::Cow;
use std::collections::HashSet;

/// Notes the slips in mechanics of the file itself that nothing uses. Reading them costs the file
/// nothing of what it may spend.
pub(super) fn check(file: &Reader<'_, '_, '_>) {
    const MOST: usize = 64;
    let declared = file.declared;
    let aside = file.report.aside();
    let grounds = file
        .grounds
        .map(|grounds| Grounds::new(grounds.topology, declared, &aside));
    let movements = Movements::new(declared, grounds.as_ref(), &aside);
    let reader = Reader {
        declared,
        grounds: grounds.as_ref(),
        movements: &movements,
        report: &aside,
    };
    let is_unused = |part: &&MechanicPart<'_>| {
        let own = part.own && part.at.source == SourceId(0);
        own && !declared.hooks.contains_key(part.at.node.name.value.as_str())
    };
    let all = declared.mechanics.values().filter(is_unused);
    for part in all.filter(|part| has_types(part.at.node)).take(MOST) {
        file.report.add_unused(slips(&reader, part.at));
    }
}

/// The certain mistakes in the block of a mechanic of the file itself.
///
/// Mistakes of the examples alone are left out, and so are names that are not known: in a library
/// they may belong to the variants that use it.
fn slips<'a>(reader: &Reader<'a, '_, '_>, mechanic: At<'a, MechanicDecl>) -> Vec<Diagnostic> {
    let node = mechanic.node;
    let hook = UseDecl {
        hook: node.name.clone(),
        arguments: Vec::new(),
        span: node.name.span,
    };
    let mut values = values(node, &hook);
    for parameter in &node.parameters {
        let name = parameter.name.value.as_str();
        let kind = Kind::read(&parameter.kind);
        if !values.contains_key(name)
            && let Some(value) = kind.and_then(|kind| example(reader, &kind))
        {
            values.insert(name, Cow::Owned(value));
        }
    }
    let Some((_, found)) = block(
        reader,
        mechanic,
        &values,
        mechanic.place(node.name.span),
        &[&node.name.value],
    ) else {
        return Vec::new();
    };
    let text = reader.report.text(mechanic.source);
    let is_sure = |d: &Diagnostic| {
        let main = d.labels.first().filter(|main| main.source == mechanic.source);
        let place = main.and_then(|main| text.get(main.span.start..main.span.end));
        d.severity == Severity::Error && place.is_some_and(|place| !is_of_example(node, &values, place))
    };
    let mut found: Vec<Diagnostic> = found.into_iter().filter(is_sure).collect();
    let mut places: HashSet<Span> = found
        .iter()
        .filter_map(|d| Some(d.labels.first()?.span))
        .collect();
    let strange = strange(reader, mechanic).into_iter();
    found.extend(strange.filter(|d| d.labels.first().is_some_and(|main| places.insert(main.span))));
    found
}

/// Words of the block without a meaning that are like a parameter or a place. In a library the
/// names of pieces are not known.
fn strange<'a>(reader: &Reader<'a, '_, '_>, mechanic: At<'a, MechanicDecl>) -> Vec<Diagnostic> {
    let (node, text) = (mechanic.node, reader.report.text(mechanic.source));
    let parameters: Vec<&str> = node.parameters.iter().map(|p| p.name.value.as_str()).collect();
    let mut likely = parameters.clone();
    for word in PLACES.words().chain(OWNERS.words()) {
        likely.push(word);
    }
    let lists = vocabulary::all();
    let mut known: HashSet<&str> = parameters.iter().copied().collect();
    for (word, _) in lists.iter().flat_map(|list| &list.words) {
        known.insert(word);
    }
    let declared = reader.declared;
    known.extend(
        declared
            .movements
            .keys()
            .chain(declared.zones.keys())
            .chain(declared.squares.keys()),
    );
    known.extend(
        Side::ALL
            .iter()
            .flat_map(|&side| declared.armies[side].pieces.keys()),
    );
    known.extend(node.body.iter().filter_map(|inner| match inner {
        Declaration::Zone(d) => Some(d.name.value.as_str()),
        Declaration::Movement(d) => Some(d.name.value.as_str()),
        _ => None,
    }));
    let mut found = Vec::new();
    let sections = node.body.iter().filter_map(|inner| match inner {
        Declaration::Section(section) => Some(section),
        _ => None,
    });
    for value in sections
        .flat_map(|section| &section.entries)
        .flat_map(|entry| &entry.values)
    {
        let written = text.get(value.span.start..value.span.end).unwrap_or_default();
        for token in ferz_grammar::tokens(written) {
            let word = written.get(token.span.start..token.span.end).unwrap_or_default();
            if token.kind != TokenKind::Name || known.contains(word) {
                continue;
            }
            let span = Span::new(
                value.span.start + token.span.start,
                value.span.start + token.span.end,
            );
            if let Some(likely) = closest(word, likely.iter().copied()) {
                let message = format!("`{word}` has no meaning here");
                let place = Place::new(mechanic.source, span);
                found.push(error("F0294", place, message).suggest(Some(likely)));
            }
        }
    }
    found
}

/// Whether an error at a text may be one of an example: the text is a parameter, or has one that
/// has no value.
fn is_of_example(mechanic: &MechanicDecl, values: &Values<'_>, place: &str) -> bool {
    let names: HashSet<&str> = mechanic
        .parameters
        .iter()
        .map(|p| p.name.value.as_str())
        .collect();
    let tokens = ferz_grammar::tokens(place).into_iter();
    let mut words = tokens.filter_map(|token| place.get(token.span.start..token.span.end));
    names.contains(place) || words.any(|word| names.contains(word) && !values.contains_key(word))
}

/// A value that a parameter of this kind may have.
fn example(reader: &Reader<'_, '_, '_>, kind: &Kind) -> Option<Expr> {
    let text = match kind {
        Kind::Words(words) => words.first()?.clone(),
        Kind::Of(kind) => match kind {
            ParameterKind::Side | ParameterKind::Sides => Side::White.name().to_owned(),
            ParameterKind::Squares | ParameterKind::Zone => "rank 1".to_owned(),
            ParameterKind::Piece | ParameterKind::Pieces => common_piece(reader)?.to_owned(),
            ParameterKind::Movement => "ride orthogonal".to_owned(),
            ParameterKind::Number { min, max } => (*min).max(1).min(*max).to_string(),
            ParameterKind::Bool => "yes".to_owned(),
            _ => return None,
        },
    };
    let text = format!("library \"example\"\nuse example(value: {text})\n");
    let tree = ferz_grammar::parse(&text, SourceId(u32::MAX), &mut Sink::new());
    match tree.declarations.into_iter().next()? {
        Declaration::Use(hook) => Some(hook.arguments.into_iter().next()?.value),
        _ => None,
    }
}

/// A piece of White's that is not royal, if it has one.
fn common_piece<'a>(reader: &Reader<'a, '_, '_>) -> Option<&'a str> {
    let mut pieces = reader.declared.armies.white.pieces.iter();
    let is_royal = |attribute: &At<'_, Expr>| word(attribute.node) == Some("royal");
    let common = pieces.find(|(_, entry)| !entry.attributes.iter().any(is_royal));
    common.map(|(&name, _)| name)
}
