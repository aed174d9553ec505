//! Hooks in words: what each does, and with which parameters.

use super::{Block, lone, movement, words};
use ferz::engine::Variant;
use ferz::hooks::{HookInfo, ParameterKind, get};
use ferz::rules::{HookUse, Movement, Ruleset, Side, Squares};
use ferz::ways;
use ferz_drawing::marks;
use serde_json::Value;

/// One card for each hook that is used, and what each use says.
pub(super) fn cards(variant: &Variant) -> Vec<Block> {
    let rules = variant.rules();
    let mut names: Vec<&str> = Vec::new();
    for hook in &rules.hooks {
        if !names.contains(&hook.name.as_str()) {
            names.push(&hook.name);
        }
    }
    let known = names.into_iter().filter_map(get);
    known
        .map(|info| {
            let mut blocks: Vec<Block> = info
                .doc
                .split("\n\n")
                .map(|p| Block::Paragraph(p.to_owned()))
                .collect();
            let uses: Vec<(usize, &HookUse)> = rules
                .hooks
                .iter()
                .enumerate()
                .filter(|(_, hook)| hook.name == info.name)
                .collect();
            for (number, hook) in &uses {
                let mut items = parameters(rules, info, hook);
                if uses.len() > 1 && !items.is_empty() {
                    // One line for each use is easier to compare.
                    items = vec![items.join("; ")];
                }
                if !items.is_empty() {
                    blocks.push(Block::Items(items));
                }
                blocks.extend(pictures(variant, info, hook, *number));
            }
            Block::Card {
                title: words::capital(&info.name.replace('-', " ")),
                picture: None,
                blocks,
            }
        })
        .collect()
}

/// What a use says: a line for each parameter.
fn parameters(rules: &Ruleset, info: &HookInfo, hook: &HookUse) -> Vec<String> {
    info.parameters
        .iter()
        .filter_map(|parameter| {
            let value = hook.parameters.get(parameter.name)?;
            let text = value_words(rules, &parameter.kind, value)?;
            Some(format!("`{}`: {text}", parameter.name))
        })
        .collect()
}

/// A value in words; `None` if it says nothing, such as an empty list.
fn value_words(rules: &Ruleset, kind: &ParameterKind, value: &Value) -> Option<String> {
    let strings = |value: &Value| -> Option<Vec<String>> {
        let list = value.as_array()?.iter();
        list.map(|v| v.as_str().map(str::to_owned)).collect()
    };
    match kind {
        ParameterKind::Movement => {
            let movement: Movement = serde_json::from_value(value.clone()).ok()?;
            (movement != Movement::none()).then(|| movement::sentence(rules, &movement, Side::White))
        }
        ParameterKind::Squares => Some(words::squares(rules, &Squares(strings(value)?), Side::White)),
        ParameterKind::Zone => {
            let own = |side: Side| strings(value.get(side.name())?).map(Squares);
            let texts = words::per_side(|side| Some(words::squares(rules, &own(side)?, side)));
            Some(texts.join(", "))
        }
        ParameterKind::Bool => Some(if value.as_bool()? { "yes" } else { "no" }.to_owned()),
        ParameterKind::Number { .. } => Some(value.to_string()),
        ParameterKind::Side => value.as_str().map(words::capital),
        ParameterKind::Sides => value.as_str().map(|s| match s {
            "both" => "both sides".to_owned(),
            s => words::capital(s),
        }),
        ParameterKind::Pieces | ParameterKind::Directions => {
            let list = strings(value)?;
            (!list.is_empty()).then(|| words::list(&list, "and"))
        }
        ParameterKind::List(inner) => {
            let items: Vec<String> = value
                .as_array()?
                .iter()
                .filter_map(|v| value_words(rules, inner, v))
                .collect();
            (!items.is_empty()).then(|| words::list(&items, "and"))
        }
        ParameterKind::Piece
        | ParameterKind::Word(_)
        | ParameterKind::Name
        | ParameterKind::Letter
        | ParameterKind::Text => value.as_str().map(str::to_owned),
    }
}

/// The first kind of piece that a use names: a single one before lists.
fn subject(rules: &Ruleset, info: &HookInfo, hook: &HookUse) -> Option<usize> {
    let single = |value: &Value| rules.pieces.get_index_of(value.as_str()?);
    let first = |value: &Value| value.as_array()?.iter().find_map(single);
    let find = |wanted: fn(&ParameterKind) -> bool| {
        info.parameters.iter().filter(|p| wanted(&p.kind)).find_map(|p| {
            let value = hook.parameters.get(p.name)?;
            single(value).or_else(|| first(value))
        })
    };
    find(|kind| matches!(kind, ParameterKind::Piece))
        .or_else(|| find(|kind| matches!(kind, ParameterKind::Pieces)))
}

/// Diagrams of the movements among the parameters, made by the piece that the use is about.
fn pictures(variant: &Variant, info: &HookInfo, hook: &HookUse, number: usize) -> Vec<Block> {
    let (rules, topology) = (variant.rules(), variant.topology());
    let Some(kind) = subject(rules, info, hook) else {
        return Vec::new();
    };
    let Some((name, piece)) = rules.pieces.get_index(kind) else {
        return Vec::new();
    };
    let side = if piece.letter.white.is_some() {
        Side::White
    } else {
        Side::Black
    };
    let mut out = Vec::new();
    for parameter in info.parameters {
        if !matches!(parameter.kind, ParameterKind::Movement) {
            continue;
        }
        let value = hook.parameters.get(parameter.name).cloned().unwrap_or_default();
        let Ok(movement) = serde_json::from_value::<Movement>(value) else {
            continue;
        };
        let ends = |square| ways::ends(topology, &movement, side, square).unwrap_or_default();
        let Some(square) = ways::best_square(topology, side, ends) else {
            continue;
        };
        let marks = marks(ends(square));
        if marks.is_empty() {
            continue;
        }
        let title = format!("{}, {}: how {} goes", info.name, parameter.name, words::a(name));
        let file = format!("{}-{}-{}", info.name, number + 1, parameter.name);
        let picture = lone(variant, (kind, side), square, marks, &file, &title);
        out.push(Block::Picture(Box::new(picture)));
    }
    out
}
