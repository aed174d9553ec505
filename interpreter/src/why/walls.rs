//! Why a move cannot end with a wall on a square.

use super::asker::Asker;
use super::reason::Reason;
use super::words::{a, join};
use super::{Verdict, ways_only};
use crate::board::{Bits as _, Square};
use crate::engine::Variant;
use crate::rules::Walls;
use ferz_engine::order::sort;

impl Asker<'_> {
    /// The verdict on a text if moves put walls; nothing if the move itself is in doubt.
    pub(super) fn walled(&self, text: &str, plain: &str) -> Option<Verdict> {
        let rule = self.rules().walls.as_ref()?;
        let said = if let Some(square) = text.strip_prefix("*@") {
            self.wall_alone(rule, square)
        } else if rule.instead {
            return None;
        } else if let Some((before, square)) = text.rsplit_once(',') {
            let with = |other: &&String| other.rsplit_once(',').is_some_and(|(other, _)| other == before);
            let example = self.texts.iter().find(with);
            match (example, self.topology().square(square)) {
                (_, None) => Some(Reason::NoSuchSquare(square.to_owned())),
                (Some(example), Some(to)) => Some(self.no_wall(rule, example, before, to)),
                (None, Some(_)) => {
                    return Some(match self.ask(before, before) {
                        // The move is one of those that leave no square for a wall.
                        Verdict::Illegal(Reason::Forbidden) => Verdict::Illegal(no_square(rule, before)),
                        verdict => verdict,
                    });
                }
            }
        } else {
            self.wall_missing(text, plain)
        };
        said.map(Verdict::Illegal)
    }

    /// A text that lacks its wall.
    pub(super) fn wall_missing(&self, text: &str, plain: &str) -> Option<Reason> {
        self.rules().walls.as_ref()?;
        let sans = self.variant.sans(self.position, &self.legal);
        let begins = |other: &str| {
            let (before, _) = other.rsplit_once(',')?;
            (before == text || before == plain).then_some(())
        };
        let found = self
            .texts
            .iter()
            .zip(&sans)
            .find(|(own, san)| begins(own).or_else(|| begins(san)).is_some());
        let (own, _) = found?;
        let wall = self.wall();
        let words = format!("every move puts {wall} on the board, for instance `{own}`");
        Some(Reason::told("wall-missing", words, Vec::new()))
    }

    /// A wall that is to be put instead of a move.
    fn wall_alone(&self, rule: &Walls, square: &str) -> Option<Reason> {
        if !rule.instead {
            let wall = self.wall();
            let words = match self.texts.first() {
                Some(text) => format!("{wall} is put at the end of a move: `{text}`"),
                None => format!("{wall} is put at the end of a move"),
            };
            return Some(Reason::told("wall-alone", words, Vec::new()));
        }
        let Some(to) = self.topology().square(square) else {
            return Some(Reason::NoSuchSquare(square.to_owned()));
        };
        if rule.not_in_check && self.variant.in_check(self.position) {
            let words = format!(
                "{} is in check, and no {} is put instead of a move then",
                self.us,
                rule.name()
            );
            return Some(Reason::told("wall-in-check", words, vec![square.to_owned()]));
        }
        let text = format!("*@{square}");
        Some(self.taken(to).unwrap_or_else(|| self.not_there(rule, &text, to)))
    }

    /// Why a move that can end with other walls cannot end with one on this square.
    fn no_wall(&self, rule: &Walls, example: &str, before: &str, to: Square) -> Reason {
        let name = self.name(to);
        if self.variant.walls(self.position).has(to) {
            let words = if rule.one {
                format!(
                    "the {} stands on {name} already and must be put elsewhere",
                    rule.name()
                )
            } else {
                format!("{name} is closed already")
            };
            return Reason::told("wall-there", words, vec![name]);
        }
        let after = self
            .variant
            .find_move(self.position, example)
            .map(|mv| self.variant.play(self.position, mv));
        let piece = after.and_then(|after| self.variant.piece_at(&after, to));
        if let Some((kind, _)) = piece {
            let words = format!("{} stands on {name} after the move", a(&self.kind_name(kind)));
            return Reason::told("wall-occupied", words, vec![name]);
        }
        self.not_there(rule, &format!("{before},{name}"), to)
    }

    /// `the duck`, if there is one; `a wall`.
    fn wall(&self) -> String {
        match &self.rules().walls {
            Some(walls) if walls.one => format!("the {}", walls.name()),
            Some(walls) => a(walls.name()),
            None => "a wall".to_owned(),
        }
    }

    /// A square on which something stands now.
    fn taken(&self, to: Square) -> Option<Reason> {
        let name = self.name(to);
        if self.variant.walls(self.position).has(to) {
            return Some(Reason::told(
                "wall-there",
                format!("{name} is closed already"),
                vec![name],
            ));
        }
        let piece = self.occupant(to)?;
        let words = format!("{} stands on {name}", a(&piece.piece));
        Some(Reason::told("wall-occupied", words, vec![name]))
    }

    /// Why no wall comes on an empty square: none goes there, or royals would be left in danger.
    fn not_there(&self, rule: &Walls, text: &str, to: Square) -> Reason {
        let name = self.name(to);
        let mut ways = ways_only(self.rules());
        ways.walls = Some(rule.clone());
        let fen = self.variant.fen(self.position);
        let free = Variant::new(ways).ok().and_then(|ways| {
            let there = ways.position(&super::plain_fen(ways.rules(), &fen, &[])).ok()?;
            Some(ways.find_move(&there, text).is_some())
        });
        if free == Some(true) {
            return Reason::told(
                "wall-unsafe",
                format!("{} on {name} would leave {} in check", self.wall(), self.us),
                vec![name],
            );
        }
        let (wall, others) = (self.wall(), self.other_walls(text));
        let words = match others.len() {
            0 => format!("{wall} cannot be put on {name}"),
            1..=8 => format!("{wall} cannot be put on {name}, only on {}", join(&others, "or")),
            many => format!(
                "{wall} cannot be put on {name}, only on one of {many} other squares such as {}",
                others[0]
            ),
        };
        Reason::told("wall-elsewhere", words, vec![name])
    }

    /// The squares on which the wall of a move may stand, where the move is written alike but for
    /// the square.
    fn other_walls(&self, text: &str) -> Vec<String> {
        let Some(at) = text.rfind([',', '@']) else {
            return Vec::new();
        };
        let before = &text[..=at];
        let mut squares: Vec<String> = self
            .texts
            .iter()
            .filter_map(|legal| legal.strip_prefix(before))
            .map(str::to_owned)
            .collect();
        sort(&mut squares);
        squares
    }
}

pub(super) fn no_square(rule: &Walls, text: &str) -> Reason {
    Reason::told(
        "no-wall",
        format!("after `{text}` no square is left for the {}", rule.name()),
        Vec::new(),
    )
}
