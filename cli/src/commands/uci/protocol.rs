//! Differences of the protocols modelled on UCI: USI, for games of the Shogi kind, and UCCI, for
//! those of the Xiangqi kind.

use crate::desk::say;
use crate::load::STANDARD;
use ferz::dialects::Style;
use ferz_play::Score;

/// The score of a mate on the spot where scores are numbers.
const MATE: i32 = 30_000;

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    Uci,
    Usi,
    Ucci,
}

impl Protocol {
    /// The word with which a program begins; with `ok` behind it, it ends the engine's answer.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Usi => "usi",
            Self::Ucci => "ucci",
        }
    }

    /// The variant that a program means that names none.
    pub(super) fn standard(self) -> &'static str {
        match self {
            Self::Uci => STANDARD,
            Self::Usi | Self::Ucci => ferz_rulesets::named(self.word()).map_or(STANDARD, |named| named.name),
        }
    }

    /// How moves are written.
    pub(super) const fn style(self) -> Style {
        match self {
            Self::Uci => Style::Uci,
            Self::Usi => Style::Usi,
            Self::Ucci => Style::Ucci,
        }
    }

    /// Says goodbye, where that is asked for.
    pub(super) fn part(self) {
        if self == Self::Ucci {
            say("bye");
        }
    }

    /// Whether a command begins a new game.
    pub(super) fn begins_game(self, command: &str) -> bool {
        match self {
            Self::Uci => command == "ucinewgame",
            Self::Usi => command == "usinewgame",
            // There it is an option.
            Self::Ucci => false,
        }
    }

    /// A line about an option: its name as UCI has it, and its type.
    pub(super) fn option(self, name: &str, rest: &str) -> String {
        match (self, name) {
            (Self::Usi, "Hash" | "Ponder") => format!("option name USI_{name} {rest}"),
            (Self::Usi, "UCI_Variant") => format!("option name USI_Variant {rest}"),
            // There no name has spaces.
            (Self::Usi, name) => format!("option name {} {rest}", name.replace(' ', "")),
            (Self::Ucci, "Hash") => format!("option hashsize {rest}"),
            (Self::Ucci, name) => format!("option {} {rest}", name.replace(' ', "")),
            (Self::Uci, name) => format!("option name {name} {rest}"),
        }
    }

    /// The name of an option as UCI has it, in small letters, and its value.
    pub(super) fn parted(self, words: &str) -> (String, String) {
        let words = words.trim();
        // Some programs say it in UCCI as in UCI.
        let (name, value) = if self == Self::Ucci && !words.starts_with("name ") {
            words.split_once(char::is_whitespace).unwrap_or((words, ""))
        } else {
            let words = words.strip_prefix("name").unwrap_or(words).trim();
            words.split_once(" value").unwrap_or((words, ""))
        };
        let name = name.trim().to_ascii_lowercase();
        let name = match name.as_str() {
            "usi_hash" | "hashsize" => "hash",
            "usi_ponder" => "ponder",
            "usi_variant" | "ucci_variant" => "uci_variant",
            "skilllevel" => "skill level",
            "moveoverhead" => "move overhead",
            "clearhash" => "clear hash",
            name => name,
        };
        (name.to_owned(), value.trim().to_owned())
    }

    /// A score in an `info` line.
    pub(super) fn score(self, score: Score) -> String {
        match (self, score) {
            (Self::Ucci, Score::Centipawns(score)) => format!("score {score}"),
            (Self::Ucci, Score::Mate(moves)) if moves > 0 => format!("score {}", MATE - moves),
            (Self::Ucci, Score::Mate(moves)) => format!("score {}", -MATE - moves),
            // Mates are counted in moves of either side.
            (Self::Usi, Score::Mate(moves)) if moves > 0 => format!("score mate {}", 2 * moves - 1),
            (Self::Usi, Score::Mate(moves)) => format!("score mate {}", 2 * moves),
            (_, score) => format!("score {score}"),
        }
    }

    /// The answer of a search: the best move and the expected line, or nothing if the game is over.
    pub(super) fn answer(self, moves: &[String]) -> String {
        match (moves, self) {
            ([best, answer, ..], _) => format!("bestmove {best} ponder {answer}"),
            ([best], _) => format!("bestmove {best}"),
            ([], Self::Uci) => "bestmove (none)".to_owned(),
            ([], Self::Usi) => "bestmove resign".to_owned(),
            ([], Self::Ucci) => "nobestmove".to_owned(),
        }
    }
}
