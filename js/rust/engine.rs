//! The opponent.

use crate::errors;
use crate::game::RawGame;
use crate::variant::RawVariant;
use ferz::Game;
use ferz_play::{Control, Engine, Info, Level, Limits, Score, Settings, Watch};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Date, js_name = now)]
    fn now() -> f64;

    /// A function of JavaScript.
    pub type Tell;
    #[wasm_bindgen(method, catch)]
    fn call(this: &Tell, receiver: &JsValue, text: &str) -> Result<JsValue, JsValue>;
}

/// JavaScript's clock, since the search began.
struct Clock(f64);

impl Watch for Clock {
    fn elapsed(&self, _nodes: u64) -> Duration {
        Duration::from_secs_f64(((now() - self.0) / 1000.0).max(0.0))
    }
}

/// The request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    level: Option<u8>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// In milliseconds.
    time: Option<u32>,
    lines: Option<usize>,
    seed: Option<u64>,
}

/// An opponent that knows a variant.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RawEngine {
    engine: Engine,
    hash: usize,
}

fn told(game: &Game, info: &Info) -> Value {
    let mut after = Game::new(game.variant(), game.position().clone());
    let mut line = Vec::new();
    for &mv in &info.line {
        let Some(text) = game.variant().move_text(after.position(), mv) else {
            break;
        };
        line.push(text);
        after.play(mv);
    }
    let (centipawns, mate) = match info.score {
        Score::Centipawns(n) => (Some(n), None),
        Score::Mate(n) => (None, Some(n)),
    };
    json!({
        "rank": info.rank,
        "depth": info.depth,
        "nodes": info.nodes,
        "time": info.time.as_millis() as u64,
        "centipawns": centipawns,
        "mate": mate,
        "line": line,
    })
}

#[wasm_bindgen]
impl RawEngine {
    /// An opponent with a table of that many MiB.
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &RawVariant, hash: usize) -> Self {
        let settings = Settings {
            hash,
            ..Settings::default()
        };
        Self {
            engine: Engine::new(&variant.0, settings),
            hash,
        }
    }

    /// Finds a move, as JSON; nothing if there is none. `tell` hears of every depth, and ends the
    /// search when it returns `false`.
    ///
    /// # Errors
    /// If what is asked for is none of `level`, `depth`, `nodes`, `time`, `lines` and `seed`.
    pub fn think(
        &mut self,
        game: &RawGame,
        asked: &str,
        tell: Option<Tell>,
    ) -> Result<Option<String>, String> {
        let asked: Asked = serde_json::from_str(asked).map_err(|e| errors::error("limits", e))?;
        let mut settings = Settings {
            hash: self.hash,
            lines: asked.lines.unwrap_or(1).clamp(1, 500),
            seed: asked.seed.unwrap_or(0),
            ..Settings::default()
        };
        let mut limits = Limits::default();
        if let Some(level) = asked.level {
            let level = Level::new(level).ok_or_else(|| errors::error("limits", "levels go from 1 to 10"))?;
            settings = level.settings(settings);
            limits = level.limits();
        }
        limits.depth = asked.depth.or(limits.depth);
        limits.nodes = asked.nodes.or(limits.nodes);
        let time = asked.time.map(|time| Duration::from_millis(time.into()));
        limits.move_time = time.or(limits.move_time);
        if limits.depth.is_none() && limits.nodes.is_none() && limits.move_time.is_none() {
            limits.move_time = Some(Duration::from_secs(1));
        }
        self.engine.set(settings);
        let control = Control::default();
        let choice = self
            .engine
            .think_by(&Clock(now()), &game.0, &limits, &control, &mut |info| {
                let Some(tell) = &tell else { return };
                let text = told(&game.0, info).to_string();
                let goes_on = tell.call(&JsValue::NULL, &text);
                if goes_on.map_or(true, |value| value.as_bool() == Some(false)) {
                    control.stop();
                }
            });
        Ok(choice.map(|choice| {
            let mut found = told(&game.0, &choice.info);
            found["move"] = json!(game.0.variant().move_text(game.0.position(), choice.best));
            found.to_string()
        }))
    }

    /// Forgets what it has found out.
    pub fn forget(&self) {
        self.engine.forget();
    }
}
