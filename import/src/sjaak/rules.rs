//! The lines `Rule:`.

use super::Reader;
use super::lines::items;
use super::pieces::Castle;
use crate::draft::{Duty, End, Extinct, Goal, Royalty};
use crate::ini::Piece;
use crate::report::Status;
use ferz::rules::Score;

/// Rules that are put together when all lines are read.
#[derive(Debug, Default)]
pub(super) struct Rules {
    pub(super) castles: Vec<Castle>,
    pub(super) checkmate: Option<Score>,
    pub(super) stalemate: Option<Score>,
    pub(super) repetition: Option<(u16, Score)>,
    pub(super) perpetual: Option<Score>,
    /// In moves of both sides.
    pub(super) move_rule: Option<u16>,
    pub(super) goals: Vec<End>,
    /// The score for pieces on the squares of the other side's flag, whether they must stand on all
    /// of them, and the line.
    pub(super) flag: Option<(Score, bool, Piece)>,
    pub(super) royalty: Option<Royalty>,
    /// Words that are rules by themselves.
    pub(super) words: Vec<&'static str>,
}

/// Words that the text can have.
const WORDS: &[&str] = &[
    "keep capture",
    "return capture",
    "forced capture",
    "allow drops",
    "force drops",
    "gate drops",
    "promote here",
    "quiet promotion",
    "special init",
    "taboo",
    "bare rule",
    "duplecheck",
    "check any king",
];
/// Words that it cannot have, and why.
const BEYOND: &[(&str, &str)] = &[
    (
        "allow pickup",
        "a move that takes an own piece from the board to the hand has no word",
    ),
    ("promote drop", "pieces are dropped as they are"),
    ("chase rule", "which pieces chase is not said in the file"),
    (
        "shak rule",
        "which checks a mate needs is not said as the program judges it",
    ),
    ("en-passant check", "a sliding king may pass attacked squares"),
    ("promote by move", "a promotion before the move has no word"),
];

/// `win`, `loss` or `draw` behind the sign of equality.
fn score(text: &str) -> Option<Score> {
    match text {
        "win" => Some(Score::Win),
        "loss" => Some(Score::Loss),
        "draw" => Some(Score::Draw),
        _ => None,
    }
}

/// The same for the other side.
const fn other(score: Score) -> Score {
    match score {
        Score::Win => Score::Loss,
        Score::Draw => Score::Draw,
        Score::Loss => Score::Win,
    }
}

impl Reader<'_> {
    pub(super) fn rule(&mut self, value: &Piece) {
        for item in items(value) {
            match item.text.split_once('=') {
                Some((key, what)) => self.scored(&item, key.trim(), what.trim()),
                None => self.word(&item),
            }
        }
    }

    fn word(&mut self, item: &Piece) {
        if let Some(word) = WORDS.iter().find(|word| **word == item.text) {
            self.rules.words.push(word);
            match *word {
                "forced capture" => self.draft.duties.push(Duty::Capture),
                "taboo" => self.draft.duties.push(Duty::NotFacing),
                "duplecheck" => self.rules.royalty = Some(Royalty::Any),
                "check any king" => self.rules.royalty = Some(Royalty::All),
                "bare rule" => self.bare(),
                _ => {}
            }
            self.sheet.taken("Rule", item);
        } else if let Some((_, why)) = BEYOND.iter().find(|(word, _)| *word == item.text) {
            self.sheet.lose("Rule", item, Status::Awaits, why);
        } else {
            let known = WORDS.iter().chain(BEYOND.iter().map(|(word, _)| word));
            let close = ferz_grammar::suggest::closest_of_few(&item.text, known.copied());
            let help = close.map(|close| format!("did you mean `{close}`?"));
            let message = format!("there is no rule `{}`", item.text);
            self.sheet.wrong("Rule", item, &message, help);
        }
    }

    fn bare(&mut self) {
        let goal = Goal::Extinct(Extinct {
            most: 1,
            opponent: 2,
            reply: true,
            ..Extinct::default()
        });
        let end = End::Goal("bare-king".to_owned(), None, goal, Score::Loss);
        if !self.rules.goals.contains(&end) {
            self.rules.goals.push(end);
        }
    }

    /// A rule with a result or a number.
    fn scored(&mut self, item: &Piece, key: &str, what: &str) {
        if key == "movecountdraw" {
            return match what.parse::<u16>() {
                Ok(moves) => {
                    // The program counts to 127 plies at most.
                    self.rules.move_rule = Some(moves.min(63));
                    self.sheet.taken("Rule", item);
                }
                Err(_) => self
                    .sheet
                    .wrong("Rule", item, "the number of moves is missing", None),
            };
        }
        if what == "illegal" {
            let why = "a move may bring this about; only the end of the game could be told";
            return self.sheet.lose("Rule", item, Status::Awaits, why);
        }
        if what == "repeat" && key.starts_with("perpetual") {
            return self.sheet.taken("Rule", item);
        }
        let Some(score) = score(what) else {
            let help = Some("win, loss, draw or illegal".to_owned());
            let message = format!("`{what}` is no result");
            return self.sheet.wrong("Rule", item, &message, help);
        };
        match self.result(key, score, item) {
            Ok(()) => self.sheet.taken("Rule", item),
            Err(message) => self.sheet.wrong("Rule", item, &message, None),
        }
    }

    fn result(&mut self, key: &str, score: Score, item: &Piece) -> Result<(), String> {
        let number = |text: &str| {
            let number = text.parse::<u16>().ok().filter(|number| *number <= 100);
            number.ok_or_else(|| format!("`{text}` is no number up to 100"))
        };
        match key {
            "checkmate" => self.rules.checkmate = Some(other(score)),
            "stalemate" => self.rules.stalemate = Some(other(score)),
            "loneking" => {
                if score == Score::Loss {
                    self.bare();
                } else {
                    return Err("only `loneking = loss` has a meaning here".to_owned());
                }
            }
            "nopieces" => {
                let goal = Goal::Extinct(Extinct::default());
                self.rules
                    .goals
                    .push(End::Goal("no-pieces".to_owned(), None, goal, score));
            }
            "captureanyflag" => self.rules.flag = Some((score, false, item.clone())),
            "captureallflags" => self.rules.flag = Some((score, true, item.clone())),
            _ => match key {
                key if key.starts_with("repeat") => {
                    self.rules.repetition = Some((number(&key["repeat".len()..])?, score));
                }
                key if key.starts_with("perpetual") => self.rules.perpetual = Some(score),
                key if key.starts_with("check") => {
                    let goal = Goal::Checks(number(&key["check".len()..])?.into());
                    self.rules
                        .goals
                        .push(End::Goal("checks".to_owned(), None, goal, score));
                }
                _ => return Err(format!("there is no rule `{key}`")),
            },
        }
        Ok(())
    }
}
