//! What each kind of piece is and how it goes.

use super::{Block, lone, movement, words};
use crate::commands::draw::alone;
use ferz::engine::Variant;
use ferz::hooks::{ParameterInfo, ParameterKind};
use ferz::rules::{Piece, Side};

/// One card for each kind.
pub(super) fn cards(variant: &Variant) -> Vec<Block> {
    let pieces = variant.rules().pieces.iter().enumerate();
    pieces
        .map(|(kind, (name, piece))| card(variant, kind, name, piece))
        .collect()
}

fn card(variant: &Variant, kind: usize, name: &str, piece: &Piece) -> Block {
    let owners: Vec<Side> = Side::ALL
        .into_iter()
        .filter(|&s| piece.letter[s].is_some())
        .collect();
    let mut items = Vec::new();
    let letter = owners.iter().find_map(|&s| piece.letter[s]).unwrap_or('?');
    let mut facts = match owners.as_slice() {
        [one] => vec![format!("only {} has it", words::side(*one))],
        _ => Vec::new(),
    };
    let royal: Vec<Side> = owners.iter().copied().filter(|&s| piece.royal[s]).collect();
    if royal.len() == owners.len() && !royal.is_empty() {
        facts.push("royal".to_owned());
    } else {
        facts.extend(royal.iter().map(|&s| format!("royal for {}", words::side(s))));
    }
    if let Some(value) = piece.value.filter(|&v| v != 100) {
        facts.push(format!("worth about {} pawns", f64::from(value) / 100.0));
    }
    let mut head = format!("Letter `{letter}`");
    for fact in &facts {
        head.push_str(", ");
        head.push_str(fact);
    }
    items.push(format!("{head}."));
    let told: Vec<Vec<(String, String)>> = owners
        .iter()
        .map(|&s| movement::lines(variant.rules(), &piece.movement[s], s))
        .collect();
    let same = told.windows(2).all(|pair| pair[0] == pair[1]);
    for (i, (lines, &side)) in told.iter().zip(&owners).enumerate() {
        if same && i > 0 {
            break;
        }
        let whose = if same {
            String::new()
        } else {
            format!("{}: ", words::side(side))
        };
        if lines.is_empty() {
            items.push(format!("{whose}It has no move of its own."));
        }
        for (label, text) in lines {
            items.push(format!("{whose}**{label}:** {text}."));
        }
    }
    // What it is called is no news about itself.
    let itself = format!(" (as {})", words::a(name));
    for item in &mut items {
        *item = item.replace(&itself, "");
    }
    let hooks: Vec<String> = rules_about(variant, name);
    if !hooks.is_empty() {
        items.push(format!(
            "Special mechanics say more about it: {}.",
            words::list(&hooks, "and")
        ));
    }
    let side = owners.first().copied().unwrap_or(Side::White);
    let (square, marks) = alone(variant, kind, side, None);
    let title = format!("{} on {}", words::a(name), variant.topology().name(square));
    let picture =
        (!marks.is_empty()).then(|| Box::new(lone(variant, (kind, side), square, marks, name, &title)));
    Block::Card {
        title: words::capital(name),
        picture,
        blocks: vec![Block::Items(items)],
    }
}

/// The hooks whose parameters name the piece, each once.
fn rules_about(variant: &Variant, name: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for hook in &variant.rules().hooks {
        let Some(info) = ferz::hooks::get(&hook.name) else {
            continue;
        };
        let names = |parameter: &ParameterInfo| {
            let is = |value: &serde_json::Value| value.as_str() == Some(name);
            let Some(value) = hook.parameters.get(parameter.name) else {
                return false;
            };
            match parameter.kind {
                ParameterKind::Piece => is(value),
                ParameterKind::Pieces | ParameterKind::List(ParameterKind::Piece) => {
                    value.as_array().is_some_and(|list| list.iter().any(is))
                }
                _ => false,
            }
        };
        let words = hook.name.replace('-', " ");
        if info.parameters.iter().any(names) && !out.contains(&words) {
            out.push(words);
        }
    }
    out
}
