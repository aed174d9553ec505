//! Small pictures of bundled variants, for a list.

use super::Desk;
use super::board::outlines;
use super::view::View;
use crate::compiled::Meant;
use crate::rpc::Answer;
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeSet;

#[derive(Deserialize)]
pub(super) struct Asked {
    name: String,
    #[serde(flatten)]
    view: View,
    /// The outlines that the page has.
    #[serde(default)]
    used: BTreeSet<String>,
}

/// The start position.
pub(super) fn thumb(desk: &Desk, asked: Asked) -> Answer {
    let meant = Meant {
        file: format!("<{}>", asked.name),
        texts: Default::default(),
    };
    let compiled = desk.compiler.get(&meant)?;
    let variant = &compiled.variant;
    let start = variant.start();
    let mut scene = asked.view.scene(variant, &start);
    scene.coordinates = false;
    let live = scene.live();
    let pieces: String = live.cells.iter().map(|cell| cell.shapes.as_str()).collect();
    Ok(json!({
        "frame": live.frame,
        "shapes": live.ground.clone() + &pieces,
        "outlines": outlines(&live.used, &asked.used),
    }))
}
