//! How boards are seen: from which side, and with which pictures.

use ferz::engine::{Position, Variant};
use ferz_drawing::{Figures, Scene};
use serde::Deserialize;

/// How a board is seen.
#[derive(Clone, Default, Deserialize)]
pub(super) struct View {
    #[serde(default)]
    flip: bool,
    /// The pictures of pieces.
    #[serde(default)]
    figures: String,
}

impl View {
    /// A position seen so.
    pub(super) fn scene<'a>(&self, variant: &'a Variant, position: &'a Position) -> Scene<'a> {
        let mut scene = Scene::new(variant, position);
        scene.flip = self.flip;
        scene.figures = self.figures();
        scene
    }

    pub(super) fn figures(&self) -> Figures {
        Figures::from_word(&self.figures).unwrap_or_default()
    }

    pub(super) fn flip(&self) -> bool {
        self.flip
    }
}
