//! A start position in which equal armies do not stand alike.

use super::super::report::warning;
use super::super::values::capital;
use super::Lints;
use crate::board::{Bits, Square};
use crate::rules::{PieceName, Side};
use ferz_engine::order::sort_by_key;

/// The fields of a position that count: the halfmove clock and the number of the move.
const COUNTERS: [usize; 2] = [4, 5];
/// More squares than this are not a slip.
const MOST: usize = 2;
/// Fewer pieces than this are a problem, not a game.
const FEWEST: usize = 8;

/// The piece on a square.
type Occupant<'s> = Option<&'s (Side, PieceName)>;

impl Lints<'_, '_> {
    pub(super) fn start(&self) {
        let Some(place) = self.own_start() else { return };
        if self.facts.start.pieces.len() < FEWEST || !self.are_armies_alike() || self.lacks_royal() {
            return;
        }
        let pairs = self.unlike();
        if let Some(&(a, b)) = pairs.first().filter(|_| pairs.len() <= MOST) {
            let (message, help) = match self.handicapped(&pairs) {
                Some(side) => (
                    format!(
                        "{} starts with less than {}",
                        capital(side),
                        capital(side.other())
                    ),
                    "if that is the handicap, write `# allow F0338` on the line above",
                ),
                None => (
                    "the sides start almost alike".to_owned(),
                    "if that is meant, write `# allow F0338` on the line above",
                ),
            };
            let t = self.facts.topology;
            let message = format!(
                "{message}: on {} {}, on {} {}",
                t.name(a),
                self.occupant_text(a),
                t.name(b),
                self.occupant_text(b)
            );
            self.facts.report.add(warning("F0338", place, message).help(help));
        }
    }

    /// Counters that have run before the first move: a position from the middle of a game.
    pub(super) fn counters(&self) {
        let Some(place) = self.own_start() else { return };
        let plain = |field: &&str| !field.contains('=');
        let fields: Vec<&str> = self.facts.start.text.split(' ').filter(plain).collect();
        let [clock, number] = COUNTERS.map(|at| fields.get(at).and_then(|field| field.parse::<u32>().ok()));
        let (clock, number) = (clock.unwrap_or(0), number.unwrap_or(1));
        // A clock that has run out is another mistake.
        let limit = self.facts.rules.end.move_rule;
        let has_run_out = limit.is_some_and(|limit| clock >= u32::from(limit.count));
        if (clock == 0 && number <= 1) || has_run_out {
            return;
        }
        let message = format!("the game begins with the halfmove clock at {clock} and move {number}");
        let help = "a start position ends with `0 1`; this one is from the middle of a game";
        self.facts.report.add(warning("F0342", place, message).help(help));
    }

    /// The side that lacks pieces, if nothing else is different.
    fn handicapped(&self, pairs: &[(Square, Square)]) -> Option<Side> {
        let more = |&(a, b): &(Square, Square)| match (self.occupant(a), self.occupant(b)) {
            (Some((side, _)), None) | (None, Some((side, _))) => Some(*side),
            _ => None,
        };
        let first = more(pairs.first()?)?;
        pairs
            .iter()
            .all(|pair| more(pair) == Some(first))
            .then(|| first.other())
    }

    /// Whether both sides have the same kinds of pieces.
    fn are_armies_alike(&self) -> bool {
        let pieces = self.facts.rules.pieces.values();
        pieces
            .into_iter()
            .all(|p| p.letter.white.is_some() == p.letter.black.is_some() && p.royal.white == p.royal.black)
    }

    /// Whether a side has a royal kind but no such piece, which is another mistake.
    fn lacks_royal(&self) -> bool {
        let on_board = |m: &super::members::Member<'_, '_>| m.piece.royal[m.side] && !m.starts.is_empty();
        let mut sides = Side::ALL.into_iter();
        sides.any(|side| {
            self.has_royal_kind(side) && !self.members.iter().any(|m| m.side == side && on_board(m))
        })
    }

    /// The pairs of squares that keep the sides from standing alike, in the symmetry that fits
    /// best.
    fn unlike(&self) -> Vec<(Square, Square)> {
        let t = self.facts.topology;
        let (files, ranks) = (t.files(), t.ranks());
        let image = |square: Square, turn: usize| -> Option<Square> {
            let Some((file, rank)) = t.coordinates(square) else {
                return self.facts.grounds.mirrored_square(square);
            };
            match turn {
                0 => t.at(file, ranks - 1 - rank),
                1 => t.at(files - 1 - file, ranks - 1 - rank),
                _ => t.at(files - 1 - file, rank),
            }
        };
        let differences = |turn: usize| -> Vec<(Square, Square)> {
            let pairs = self.squares().filter_map(|s| Some((s, image(s, turn)?)));
            pairs
                .filter(|&(a, b)| a <= b && !is_mirrored(self.occupant(a), self.occupant(b)))
                .collect()
        };
        let mut all: Vec<Vec<(Square, Square)>> = (0..3).map(differences).collect();
        sort_by_key(&mut all, Vec::len);
        all.swap_remove(0)
    }

    fn squares(&self) -> impl Iterator<Item = Square> {
        self.facts.topology.squares().squares()
    }

    fn occupant(&self, square: Square) -> Occupant<'_> {
        self.facts.start.pieces.get(&square)
    }

    fn occupant_text(&self, square: Square) -> String {
        match self.occupant(square) {
            Some((side, name)) => format!("stands {}'s {name}", capital(*side)),
            None => "nothing".to_owned(),
        }
    }
}

/// Whether the two squares hold the same kind of different sides, or nothing.
fn is_mirrored(a: Occupant<'_>, b: Occupant<'_>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some((side, name)), Some((other, kind))) => side != other && name == kind,
        _ => false,
    }
}
