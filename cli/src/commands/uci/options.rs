//! The options that a program can set.

use super::protocol::Protocol;
use crate::desk::say;
use ferz_play::{Level, Limits, Settings};
use indexmap::IndexMap;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

/// The largest transposition table in MiB.
const MOST_HASH: usize = 65_536;
/// Most threads.
const MOST_THREADS: usize = 256;

/// Most lines at once.
const MOST_LINES: usize = 256;

/// The most that a move loses outside the search, in milliseconds.
const MOST_OVERHEAD: u64 = 5_000;

/// The values of the options.
pub(super) struct Options {
    settings: Settings,
    level: Option<Level>,
    /// Variants from files: their names and paths.
    files: IndexMap<String, String>,
    /// Variants from files of other programs: their names, and the whole file of each.
    sections: IndexMap<String, Rc<str>>,
    /// Whether pieces castle from any squares, in spite of the variant.
    chess960: bool,
    protocol: Protocol,
    /// Whether times are given in milliseconds.
    milliseconds: bool,
}

/// The consequences of setting an option.
pub(super) enum Change {
    None,
    Settings,
    Forget,
    Variant(String),
    /// The variants of a file of another program.
    Sections(String),
    NewGame,
    /// The same variant, read again.
    Again,
}

impl Options {
    pub(super) fn new(protocol: Protocol) -> Self {
        Self {
            protocol,
            milliseconds: protocol != Protocol::Ucci,
            sections: IndexMap::new(),
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

    /// Whether pieces castle from any squares, in spite of the variant.
    pub(super) fn chess960(&self) -> bool {
        self.chess960
    }

    /// Keeps where a variant comes from, so that it can be chosen by its name.
    pub(super) fn learn(&mut self, name: &str, path: &str) {
        if Path::new(path).is_file() {
            self.files.insert(name.to_owned(), path.to_owned());
        }
    }

    pub(super) fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// How many milliseconds a unit of time is.
    pub(super) fn unit(&self) -> u64 {
        if self.milliseconds { 1 } else { 1000 }
    }

    /// Keeps a variant of a file of another program.
    pub(super) fn learn_section(&mut self, name: &str, file: &Rc<str>) {
        self.sections.insert(name.to_owned(), Rc::clone(file));
    }

    /// The file of another program that has a variant of this name.
    pub(super) fn section(&self, name: &str) -> Option<&str> {
        self.sections.get(name).map(AsRef::as_ref)
    }

    /// Introduces the engine and its options.
    pub(super) fn introduce(&self) {
        say(&format!("id name ferz {}", env!("CARGO_PKG_VERSION")));
        say("id author the authors of ferz");
        let Settings { hash, threads, .. } = Settings::default();
        let option = |name: &str, rest: &str| say(&self.protocol.option(name, rest));
        option("Hash", &format!("type spin default {hash} min 1 max {MOST_HASH}"));
        option(
            "Threads",
            &format!("type spin default {threads} min 1 max {MOST_THREADS}"),
        );
        option("MultiPV", &format!("type spin default 1 min 1 max {MOST_LINES}"));
        option("Clear Hash", "type button");
        option("Ponder", "type check default false");
        option("Skill Level", "type spin default 10 min 1 max 10");
        if self.protocol == Protocol::Ucci {
            option("usemillisec", "type check default false");
            option("newgame", "type button");
        }
        let overhead = Settings::default().overhead.as_millis();
        option(
            "Move Overhead",
            &format!("type spin default {overhead} min 0 max {MOST_OVERHEAD}"),
        );
        if self.protocol == Protocol::Uci {
            option("UCI_Chess960", "type check default false");
        }
        option("VariantPath", "type string default <empty>");
        let bundled = ferz_rulesets::all().iter().map(|bundled| bundled.name);
        let names: Vec<String> = bundled
            .chain(self.files.keys().chain(self.sections.keys()).map(String::as_str))
            .map(|name| format!("var {name}"))
            .collect();
        let standard = self.protocol.standard();
        option(
            "UCI_Variant",
            &format!("type combo default {standard} {}", names.join(" ")),
        );
        say(&format!("{}ok", self.protocol.word()));
    }

    /// Obeys `name NAME value VALUE`, or as the protocol has it; `now` is the variant that is
    /// played.
    pub(super) fn set(&mut self, words: &str, now: &str) -> Change {
        let (name, value) = self.protocol.parted(words);
        let (name, value) = (name.as_str(), value.as_str());
        let number = |most: usize| value.parse().ok().filter(|n| (1..=most).contains(n));
        match name {
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
            "variantpath" if value.to_ascii_lowercase().ends_with(".ini") => {
                Change::Sections(value.to_owned())
            }
            "variantpath" => Change::Variant(value.to_owned()),
            "ponder" => Change::None,
            "newgame" => Change::NewGame,
            "usemillisec" => {
                self.milliseconds = value != "false";
                Change::None
            }
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
