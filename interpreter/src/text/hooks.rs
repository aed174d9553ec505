//! Uses of hooks.

use super::squares::{sets, squares};
use super::{Declaration, Topic, movement};
use crate::hooks::{self, ParameterKind};
use crate::rules::{Board, HookUse, Movement, PerSide, Ruleset, Squares};
use crate::vocabulary::YES_NO;
use ferz_grammar::quoting::quote;
use serde_json::Value;

/// All uses, in their order.
pub(super) fn declarations(rules: &Ruleset) -> impl Iterator<Item = Declaration> {
    rules.hooks.iter().map(|used| {
        let text = hook(used, &rules.board);
        let body = text.strip_prefix(&used.name).unwrap_or_default();
        Declaration::new(Topic::Hook, "use", &used.name, body.to_owned())
    })
}

/// A use of a hook: `facing-royals(lines: vertical, sides: both)`.
pub fn hook(hook: &HookUse, board: &Board) -> String {
    if hook.parameters.is_empty() {
        return hook.name.clone();
    }
    let kinds = hooks::get(&hook.name).map_or(&[][..], |info| info.parameters);
    let mut parameters: Vec<_> = hook.parameters.iter().collect();
    parameters.sort_by_key(|(key, _)| kinds.iter().position(|kind| kind.name == *key));
    let words: Vec<String> = parameters
        .iter()
        .map(|(key, value)| {
            let kind = kinds.iter().find(|kind| kind.name == **key).map(|info| info.kind);
            format!("{key}: {}", parameter(value, kind.as_ref(), board))
        })
        .collect();
    format!("{}({})", hook.name, words.join(", "))
}

/// A value of a hook's parameter.
fn parameter(value: &Value, kind: Option<&ParameterKind>, board: &Board) -> String {
    let text = match kind {
        Some(ParameterKind::Squares) => read(value).map(|set: Squares| squares(&set, board)),
        Some(ParameterKind::Zone) => read(value).map(|both: PerSide<Squares>| sets(&both, board)),
        Some(ParameterKind::Movement) => read(value).map(|read: Movement| movement(&read, board)),
        Some(ParameterKind::Text) => value.as_str().map(quote),
        Some(ParameterKind::List(inner)) => value.as_array().map(|list| {
            let items: Vec<String> = list
                .iter()
                .map(|item| parameter(item, Some(inner), board))
                .collect();
            format!("[{}]", items.join(", "))
        }),
        Some(
            ParameterKind::Side
            | ParameterKind::Sides
            | ParameterKind::Piece
            | ParameterKind::Pieces
            | ParameterKind::Number { .. }
            | ParameterKind::Bool
            | ParameterKind::Word(_)
            | ParameterKind::Name
            | ParameterKind::Letter
            | ParameterKind::Directions,
        )
        | None => None,
    };
    text.unwrap_or_else(|| plain(value))
}

fn read<T: serde::de::DeserializeOwned>(value: &Value) -> Option<T> {
    serde_json::from_value(value.clone()).ok()
}

/// A value that needs no squares of a board.
fn plain(value: &Value) -> String {
    match value {
        Value::Bool(on) => YES_NO.word(on).to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(list) => match &list[..] {
            [one] => plain(one),
            list => format!("[{}]", list.iter().map(plain).collect::<Vec<_>>().join(", ")),
        },
        Value::Null | Value::Number(_) | Value::Object(_) => value.to_string(),
    }
}
