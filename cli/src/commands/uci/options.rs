//! What a program can set.

use crate::desk::say;
use crate::load::STANDARD;
use ferz_play::{Level, Limits, Settings};
use indexmap::IndexMap;
use std::time::Duration;

/// The largest transposition table in MiB.
const MOST_HASH: usize = 65_536;
/// Most threads.
const MOST_THREADS: usize = 256;

/// Most lines at once.
const MOST_LINES: usize = 256;

/// The most that a move loses outside the search, in milliseconds.
const MOST_OVERHEAD: u64 = 5_000;

/// What is set.
pub(super) struct Options {
    settings: Settings,
    level: Option<Level>,
    /// Variants from files: their names and paths.
    files: IndexMap<String, String>,
    /// Whether pieces castle from any squares, whatever the variant says.
    chess960: bool,
}

/// What follows from setting an option.
pub(super) enum Change {
    None,
    Settings,
    Forget,
    Variant(String),
    /// The same variant, read again.
    Again,
}

impl Options {
    pub(super) fn new() -> Self {
        Self {
            settings: Settings::default(),
            level: None,
            files: IndexMap::new(),
            chess960: false,
        }
    }

    pub(super) fn settings(&self) -> Settings {
        match self.level {
            Some(level) => level.settings(self.settings),
            None => self.settings,
        }
    }

    /// Limits as the level allows them.
    pub(super) fn limit(&self, limits: Limits) -> Limits {
        let Some(level) = self.level else { return limits };
        let most = level.limits().nodes;
        Limits {
            nodes: limits.nodes.min(most).or(most),
            ..limits
        }
    }

    /// Whether pieces castle from any squares, whatever the variant says.
    pub(super) fn chess960(&self) -> bool {
        self.chess960
    }

    /// Keeps where a variant comes from, so that it can be chosen by its name.
    pub(super) fn learn(&mut self, name: &str, path: &str) {
        if ferz_rulesets::get(path).is_none() {
            self.files.insert(name.to_owned(), path.to_owned());
        }
    }

    /// Who this is, and what can be set.
    pub(super) fn introduce(&self) {
        say(&format!("id name ferz {}", env!("CARGO_PKG_VERSION")));
        say("id author the authors of ferz");
        let Settings { hash, threads, .. } = Settings::default();
        say(&format!(
            "option name Hash type spin default {hash} min 1 max {MOST_HASH}"
        ));
        say(&format!(
            "option name Threads type spin default {threads} min 1 max {MOST_THREADS}"
        ));
        say(&format!(
            "option name MultiPV type spin default 1 min 1 max {MOST_LINES}"
        ));
        say("option name Clear Hash type button");
        say("option name Ponder type check default false");
        say("option name Skill Level type spin default 10 min 1 max 10");
        let overhead = Settings::default().overhead.as_millis();
        say(&format!(
            "option name Move Overhead type spin default {overhead} min 0 max {MOST_OVERHEAD}"
        ));
        say("option name UCI_Chess960 type check default false");
        say("option name VariantPath type string default <empty>");
        let bundled = ferz_rulesets::all().iter().map(|bundled| bundled.name);
        let names: Vec<String> = bundled
            .chain(self.files.keys().map(String::as_str))
            .map(|name| format!("var {name}"))
            .collect();
        say(&format!(
            "option name UCI_Variant type combo default {STANDARD} {}",
            names.join(" ")
        ));
        say("uciok");
    }

    /// Obeys `name NAME value VALUE`; `now` is the variant that is played.
    pub(super) fn set(&mut self, words: &str, now: &str) -> Change {
        let words = words.trim().strip_prefix("name").unwrap_or(words).trim();
        let (name, value) = match words.split_once(" value") {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (words, ""),
        };
        let number = |most: usize| value.parse().ok().filter(|n| (1..=most).contains(n));
        match name.to_ascii_lowercase().as_str() {
            "hash" => match number(MOST_HASH) {
                Some(hash) => self.change(|settings| settings.hash = hash),
                None => wrong(name, value),
            },
            "threads" => match number(MOST_THREADS) {
                Some(threads) => self.change(|settings| settings.threads = threads),
                None => wrong(name, value),
            },
            "multipv" => match number(MOST_LINES) {
                Some(lines) => self.change(|settings| settings.lines = lines),
                None => wrong(name, value),
            },
            "move overhead" => match value.parse().ok().filter(|ms| *ms <= MOST_OVERHEAD) {
                Some(ms) => self.change(|settings| settings.overhead = Duration::from_millis(ms)),
                None => wrong(name, value),
            },
            "clear hash" => Change::Forget,
            "skill level" => match number(10).and_then(|n| Level::new(n as u8)) {
                Some(level) => {
                    // The highest is no limit at all.
                    self.level = Some(level).filter(|_| value != "10");
                    Change::Settings
                }
                None => wrong(name, value),
            },
            "uci_variant" if value == now => Change::None,
            "uci_variant" => {
                let path = self.files.get(value).cloned();
                Change::Variant(path.unwrap_or_else(|| value.to_owned()))
            }
            "variantpath" if matches!(value, "" | "<empty>") => Change::None,
            "variantpath" => Change::Variant(value.to_owned()),
            "ponder" => Change::None,
            "uci_chess960" => match value.parse() {
                Ok(chess960) if chess960 == self.chess960 => Change::None,
                Ok(chess960) => {
                    self.chess960 = chess960;
                    Change::Again
                }
                Err(_) => wrong(name, value),
            },
            _ => {
                say(&format!("info string there is no option `{name}`"));
                Change::None
            }
        }
    }

    fn change(&mut self, set: impl FnOnce(&mut Settings)) -> Change {
        set(&mut self.settings);
        Change::Settings
    }
}

fn wrong(name: &str, value: &str) -> Change {
    say(&format!("info string {name} cannot be {value}"));
    Change::None
}
