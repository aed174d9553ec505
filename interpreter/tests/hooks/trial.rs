//! Trying out hooks on plain chess, for their tests.

use ferz::engine::{Position, Variant};
use ferz::lower::{Library, Source, lower};

struct Texts;

impl Library for Texts {
    fn load(&self, name: &str, _: Option<&str>) -> Result<Source, String> {
        let text = match name {
            "standard" => include_str!("../../../rulesets/lib/standard.ferz"),
            "mechanics" => include_str!("../../../rulesets/lib/mechanics.ferz"),
            "chess" => include_str!("../../../rulesets/chess/chess.ferz"),
            _ => return Err("there is no such file".to_owned()),
        };
        Ok(Source {
            name: name.to_owned(),
            text: text.to_owned(),
        })
    }
}

/// Chess with hooks.
pub(crate) fn chess_with(uses: &[&str]) -> Variant {
    compiled(format!("variant \"Trial\" extends chess\n{}\n", uses.join("\n")))
}

/// A ruleset from its text.
pub(crate) fn compiled(text: String) -> Variant {
    let source = Source {
        name: "trial".to_owned(),
        text,
    };
    let lowered = lower(source, &Texts);
    let ruleset = lowered
        .ruleset
        .unwrap_or_else(|| panic!("{:?}", lowered.diagnostics));
    Variant::new(ruleset).unwrap_or_else(|e| panic!("{e}"))
}

/// The position after actions.
pub(crate) fn after(variant: &Variant, fen: &str, actions: &[&str]) -> Position {
    let mut position = variant.position(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    for action in actions {
        let found = texts(variant, &position);
        let mv = variant.find_move(&position, action);
        position = variant.play(
            &position,
            mv.unwrap_or_else(|| panic!("no {action} among {found:?}")),
        );
    }
    position
}

/// The text of [`after`].
pub(crate) fn fen_after(variant: &Variant, fen: &str, actions: &[&str]) -> String {
    variant.fen(&after(variant, fen, actions))
}

/// All legal actions.
pub(crate) fn texts(variant: &Variant, position: &Position) -> Vec<String> {
    variant.move_texts(position, &variant.legal_moves(position))
}

/// Whether an action is legal.
pub(crate) fn allows(variant: &Variant, fen: &str, action: &str) -> bool {
    let position = variant.position(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    variant.find_move(&position, action).is_some()
}
