//! ferz for JavaScript: what `@ferz/core` is made of.
//!
//! Everything crosses the border as a number, a text or JSON; the classes that people use are in
//! `index.js`, which also loads the right one of two builds of this crate: one for boards of up to
//! 64 squares, one for all.
#![allow(clippy::needless_pass_by_value)]

mod engine;
mod errors;
mod game;
mod position;
mod variant;

use ferz::board::Topology;
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

/// Tells JavaScript's console what went wrong, before the trap that follows.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|info| errors::report(&info.to_string())));
}

/// Version of ferz.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// All bundled variants as JSON: name, title, family, and description.
#[wasm_bindgen]
pub fn variants() -> String {
    let heads = ferz_rulesets::all().iter().filter_map(|bundled| {
        let head = ferz_rulesets::head(bundled)?;
        Some(json!({
            "name": bundled.name,
            "title": head.title,
            "family": bundled.family,
            "about": head.about,
        }))
    });
    serde_json::Value::from_iter(heads).to_string()
}

/// The names of all bundled variants with more than 64 squares, those of other programs included,
/// each on a line of its own.
#[wasm_bindgen]
pub fn large_boards() -> String {
    let squares = |bundled| {
        let head = ferz_rulesets::head(bundled)?;
        Topology::new(&head.board).ok().map(|topology| topology.size())
    };
    let all = ferz_rulesets::all().iter();
    let large = all.filter(|bundled| squares(bundled).is_some_and(|squares| squares > 64));
    let large: Vec<&str> = large.map(|bundled| bundled.name).collect();
    let aliases = ferz_rulesets::aliases().iter();
    let others = aliases
        .filter(|(_, name)| large.contains(name))
        .map(|(alias, _)| *alias);
    let names: Vec<&str> = large.iter().copied().chain(others).collect();
    names.join("\n")
}

/// The text of a bundled variant or library.
#[wasm_bindgen]
pub fn text(name: &str) -> Option<String> {
    ferz_rulesets::get(name).map(str::to_owned)
}

/// A bundled variant, by any of its names.
///
/// # Errors
/// If there is none of this name, or this build does not hold its board.
#[wasm_bindgen]
pub fn bundled(name: &str) -> Result<variant::RawVariant, String> {
    variant::bundled(name)
}

/// The variant that a text defines. `others` is a JSON object of texts that it may name, besides
/// the bundled ones.
///
/// # Errors
/// Everything that is wrong with the text.
#[wasm_bindgen]
pub fn parse(text: &str, name: &str, others: &str) -> Result<variant::RawVariant, String> {
    variant::parse(text, name, others)
}

/// The faults and hints for a text: a JSON list of diagnostics.
///
/// # Errors
/// If this build does not hold its board.
#[wasm_bindgen]
pub fn check(text: &str, name: &str, others: &str) -> Result<String, String> {
    variant::check(text, name, others)
}
