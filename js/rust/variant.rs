//! Variants, from their texts.

use crate::errors;
use crate::position::RawPosition;
use ferz::Variant;
use ferz::check::check as compiled;
use ferz::lower::{Source, lower};
use ferz::rules::{Act, Ruleset, Side};
use ferz_rulesets::Texts;
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

/// Either a variant with its diagnostics, or an error.
struct Read {
    variant: Option<Variant>,
    diagnostics: Vec<ferz::diagnostic::Diagnostic>,
    sources: Vec<Source>,
}

fn read(text: &str, name: &str, others: &str) -> Result<Read, String> {
    let texts = Texts(serde_json::from_str(others).map_err(|e| errors::error("library", e))?);
    let source = Source {
        name: name.to_owned(),
        text: text.to_owned(),
    };
    let lowered = lower(source, &texts);
    let (mut diagnostics, sources) = (lowered.diagnostics, lowered.sources);
    let Some(rules) = lowered.ruleset else {
        return Ok(Read {
            variant: None,
            diagnostics,
            sources,
        });
    };
    if !ferz::engine::holds(&rules) {
        return Err(errors::too_large());
    }
    let checked = compiled(rules, &sources);
    diagnostics.extend(checked.diagnostics);
    Ok(Read {
        variant: checked.variant,
        diagnostics,
        sources,
    })
}

/// See [`crate::bundled`].
pub(crate) fn bundled(name: &str) -> Result<RawVariant, String> {
    let known = ferz_rulesets::canonical(name);
    let Some(bundled) = ferz_rulesets::all().iter().find(|bundled| bundled.name == known) else {
        let names = ferz_rulesets::all().iter().map(|bundled| bundled.name);
        let close = ferz::suggest::closest(name, names);
        let close = close.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
        let message = format!("there is no bundled variant `{name}`{close}");
        return Err(errors::error("unknown", message));
    };
    parse(bundled.text, bundled.name, "{}")
}

/// See [`crate::parse`].
pub(crate) fn parse(text: &str, name: &str, others: &str) -> Result<RawVariant, String> {
    let read = read(text, name, others)?;
    match read.variant {
        Some(variant) => Ok(RawVariant(variant)),
        None => Err(errors::rules(&read.diagnostics, &read.sources)),
    }
}

/// See [`crate::check`].
pub(crate) fn check(text: &str, name: &str, others: &str) -> Result<String, String> {
    let read = read(text, name, others)?;
    Ok(errors::list(&read.diagnostics, &read.sources).to_string())
}

/// Whether pieces that are captured go to a hand.
fn captures_to_hand(rules: &Ruleset) -> bool {
    let mut acts = rules.acts().map(Act::facts);
    acts.any(|act| act.to_hand && act.victims)
}

/// A compiled variant.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawVariant(pub(crate) Variant);

#[wasm_bindgen]
impl RawVariant {
    /// The facts about the variant, as JSON.
    pub fn info(&self) -> String {
        let (rules, topology) = (self.0.rules(), self.0.topology());
        let pieces = rules.pieces.iter().map(|(name, piece)| {
            let letter = |side| piece.letter[side].as_ref().map(ToString::to_string);
            json!({
                "name": name, "white": letter(Side::White), "black": letter(Side::Black),
                "royal": piece.royal[Side::White] || piece.royal[Side::Black],
            })
        });
        let squares = (0..topology.size()).map(|square| topology.name(square as u8));
        json!({
            "title": rules.title,
            "about": rules.about,
            "source": rules.source,
            "files": topology.files(),
            "ranks": topology.ranks(),
            "squares": squares.collect::<Vec<_>>(),
            "pieces": pieces.collect::<Vec<_>>(),
            "capturesToHand": captures_to_hand(rules),
        })
        .to_string()
    }

    /// Whether the rules are those of another variant.
    pub fn is_same(&self, other: &RawVariant) -> bool {
        self.0.rules() == other.0.rules()
    }

    /// The same rules with castling from any squares; nothing if they have it, or cannot have it.
    ///
    /// # Errors
    /// If this build does not hold it.
    pub fn anywhere(&self) -> Result<Option<RawVariant>, String> {
        let castles = !self.0.rules().castling.is_empty();
        let anywhere = ferz::dialects::castling_anywhere(&self.0);
        if anywhere.is_none() && castles && cfg!(ferz_small_boards) {
            return Err(errors::too_large());
        }
        Ok(anywhere.map(RawVariant))
    }

    /// The start position.
    pub fn start(&self) -> RawPosition {
        RawPosition::new(&self.0, self.0.start())
    }

    /// Reads a position, in any form that other programs write.
    ///
    /// # Errors
    /// If it cannot be read or cannot be played.
    pub fn position(&self, fen: &str) -> Result<RawPosition, String> {
        let position = ferz::dialects::position(&self.0, fen);
        let position = position.map_err(|misread| errors::error("position", misread.message))?;
        Ok(RawPosition::new(&self.0, position))
    }
}
