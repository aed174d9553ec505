//! Uses of hooks.

use super::squares::{sets, squares};
use super::{Declaration, Topic, movement};
use crate::hooks::{self, ParameterKind};
use crate::rules::{Board, End, HookUse, Movement, PerSide, Restrictions, Ruleset, Says, Squares};
use crate::vocabulary::YES_NO;
use ferz_engine::order::sort_by_key;
use ferz_grammar::quoting::quote;
use serde_json::Value;

/// All uses, in their order; before each of an author's mechanic what it says.
pub(super) fn declarations(rules: &Ruleset) -> Vec<Declaration> {
    let mut list: Vec<Declaration> = Vec::new();
    for used in &rules.hooks {
        let own = used.says.as_deref().filter(|says| says.own);
        // One name cannot stand for two things.
        let taken = |name: &str| {
            let mut before = list.iter();
            before.any(|known| known.keyword == "mechanic" && known.name == name)
        };
        let numbers = (2..).map(|number| format!("{}-{number}", used.name));
        let mut names = std::iter::once(used.name.clone()).chain(numbers);
        let name = match own {
            Some(_) => names.find(|name| !taken(name)).unwrap_or_default(),
            None => used.name.clone(),
        };
        if let Some(says) = own {
            let body = mechanic(says, rules);
            list.push(Declaration::new(Topic::Hook, "mechanic", &name, body));
        }
        let text = hook(used, &rules.board);
        let body = text.strip_prefix(&used.name).unwrap_or_default();
        list.push(Declaration::new(Topic::Hook, "use", &name, body.to_owned()));
    }
    list
}

/// The text behind the name of a mechanic: its parameters, and its rules with the values of one
/// use.
fn mechanic(says: &Says, rules: &Ruleset) -> String {
    let parameters: Vec<String> = says
        .types
        .iter()
        .map(|(name, kind)| format!("{name}: {kind}"))
        .collect();
    let parameters = match parameters.as_slice() {
        [] => String::new(),
        list => format!("({})", list.join(", ")),
    };
    let inside = Ruleset {
        restrictions: says.restrictions.clone(),
        powers: says.powers.clone(),
        effects: says.effects.clone(),
        end: End {
            goals: says.goals.clone(),
            ..rules.end.clone()
        },
        ..rules.clone()
    };
    let without = Ruleset {
        restrictions: Restrictions::default(),
        end: End {
            goals: Vec::new(),
            ..rules.end.clone()
        },
        ..rules.clone()
    };
    let entries = |rules: &Ruleset| {
        let mut list = super::restrictions::declarations(rules);
        list.extend(super::end::declarations(rules));
        list
    };
    let usual = entries(&without);
    let mut inner = entries(&inside);
    inner.retain(|declaration| !usual.contains(declaration));
    inner.extend(super::powers::declarations(&inside));
    inner.extend(super::effects::declarations(&inside));
    let lines = super::lines(&inner).into_iter();
    let lines: Vec<String> = lines.map(|line| format!("  {line}")).collect();
    match lines.as_slice() {
        [] => format!("{parameters} {{}}").trim_start().to_owned(),
        lines => format!("{parameters} {{\n{}\n}}", lines.join("\n"))
            .trim_start()
            .to_owned(),
    }
}

/// A use of a hook: `facing-royals(lines: vertical, sides: both)`.
pub fn hook(hook: &HookUse, board: &Board) -> String {
    if hook.parameters.is_empty() {
        return hook.name.clone();
    }
    let kinds = hooks::get(&hook.name).map_or(&[][..], |info| info.parameters);
    let of_type = |key: &str| {
        let says = hook.says.as_deref()?;
        match says.types.get(key)?.as_str() {
            "movement" => Some(ParameterKind::Movement),
            "squares" => Some(ParameterKind::Zone),
            "fixed-squares" => Some(ParameterKind::Squares),
            "pieces" => Some(ParameterKind::Pieces),
            _ => None,
        }
    };
    let place = |key: &str| match &hook.says {
        Some(says) => says.types.get_index_of(key),
        None => kinds.iter().position(|kind| kind.name == key),
    };
    let mut parameters: Vec<_> = hook.parameters.iter().collect();
    sort_by_key(&mut parameters, |(key, _)| place(key));
    let words: Vec<String> = parameters
        .iter()
        .map(|(key, value)| {
            let kind = kinds.iter().find(|kind| kind.name == **key).map(|info| info.kind);
            let kind = kind.or_else(|| of_type(key));
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
        Some(ParameterKind::Pieces) => read(value).map(|names: Vec<String>| match &names[..] {
            [] => "[]".to_owned(),
            names => names.join(" | "),
        }),
        Some(
            ParameterKind::Side
            | ParameterKind::Sides
            | ParameterKind::Piece
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
