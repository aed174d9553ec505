//! Movements in words: names where the language has them.

use super::path::{Path, movement};
use ferz::lower::normalize;
use ferz::rules::{
    Between, Board, Condition, Frame, Hurdle, Kinds, Leap, Modes, Movement, PerSide, Range, Side, Squares,
    Via, Winds,
};
use ferz::text;

/// Movements that have a word of their own.
const WORDS: &[(&str, &str)] = &[
    ("step orthogonal", "wazir"),
    ("step diagonal", "ferz"),
    ("step all", "king"),
    ("leap(0, 2)", "dabbaba"),
    ("leap(1, 2)", "knight"),
    ("leap(2, 2)", "alfil"),
    ("leap(0, 3)", "threeleaper"),
    ("leap(1, 3)", "camel"),
    ("leap(2, 3)", "zebra"),
    ("leap(3, 3)", "tripper"),
    ("ride orthogonal", "rook"),
    ("ride diagonal", "bishop"),
    ("ride all", "queen"),
    ("ride leap(1, 2)", "nightrider"),
];

/// Forward, and the two directions beside it.
const NORTH: Winds = Winds(0x0001);
const DIAGONALS: Winds = Winds(0x4004);

/// The word of the language for a set of paths, if it has one: `rook`.
pub(crate) fn word(paths: &[Path], size: (u8, u8)) -> Option<&'static str> {
    name_of(&movement(paths, &empty(size)), size)
}

/// The same for a movement.
pub(crate) fn name_of(movement: &Movement, size: (u8, u8)) -> Option<&'static str> {
    named(&text::movement(movement, &empty(size)))
}

fn empty((files, ranks): (u8, u8)) -> Board {
    Board {
        files,
        ranks,
        holes: Squares::default(),
        wrap_files: false,
        wrap_ranks: false,
        extra: indexmap::IndexMap::new(),
    }
}

fn named(text: &str) -> Option<&'static str> {
    WORDS.iter().find(|(own, _)| *own == text).map(|(_, word)| *word)
}

/// The usual steps of pawns: quiet ones and captures.
pub(crate) fn pawn_step() -> [Movement; 2] {
    [
        Movement::leap(0, 1, NORTH).quiet(),
        Movement::leap(1, 1, DIAGONALS).capture(),
    ]
}

/// A pawn's capture of what has passed.
pub(crate) fn passing() -> Movement {
    Movement::As {
        modes: Modes::EN_PASSANT,
        movement: Box::new(Movement::leap(1, 1, DIAGONALS)),
    }
}

/// A quiet move of several squares forward from some; others may capture on those that it passes.
pub(crate) fn long_step(length: u8, from: PerSide<Squares>, exposed: bool) -> Movement {
    let ride = Movement::Leap(Leap {
        m: 0,
        n: 1,
        winds: NORTH,
        frame: Frame::Side,
        range: Range {
            min: length,
            max: Some(length),
        },
        between: Between::Free,
        wraps: false,
    })
    .quiet();
    let ride = match exposed {
        true => Movement::Exposed(Box::new(ride)),
        false => ride,
    };
    when(Condition::From(from), ride)
}

/// A movement under a condition.
pub(crate) fn when(condition: Condition, movement: Movement) -> Movement {
    Movement::When {
        condition,
        movement: Box::new(movement),
    }
}

/// Rides beyond a hurdle that is not of the mover's kind.
pub(crate) fn beyond_others(ride: Movement) -> Movement {
    let ahead = Leap {
        m: 0,
        n: 1,
        winds: NORTH,
        frame: Frame::Heading,
        range: Range::ANY,
        between: Between::Free,
        wraps: false,
    };
    Movement::Then {
        first: Box::new(when(Condition::Of(others()), ride)),
        via: Via::Hurdle(Hurdle::Any),
        next: Box::new(Movement::Leap(ahead)),
    }
}

/// All kinds but the mover's own.
pub(crate) fn others() -> Kinds {
    Kinds::except(vec!["same".to_owned()])
}

/// Writes movements of both sides, or of one.
pub(super) struct Speaker<'b> {
    pub(super) board: &'b Board,
    pub(super) side: Option<Side>,
}

impl Speaker<'_> {
    /// A movement in words.
    pub(super) fn says(&self, movement: &Movement) -> String {
        let phrases = self.phrases(movement);
        if phrases.is_empty() {
            return "none".to_owned();
        }
        phrases.join(" | ")
    }

    /// A movement as one phrase, in parentheses if it has several.
    fn one(&self, movement: &Movement) -> String {
        let mut phrases = self.phrases(movement);
        match phrases.len() {
            1 => phrases.remove(0),
            _ => format!("({})", phrases.join(" | ")),
        }
    }

    fn phrases(&self, movement: &Movement) -> Vec<String> {
        match movement {
            Movement::Union(parts) => self.union(parts),
            Movement::When { condition, movement } => {
                let set = |set: &PerSide<Squares>| closed(&text::sets(&self.seen(set), self.board));
                let one = self.one(movement);
                vec![match condition {
                    Condition::From(squares) => format!("{one} from {}", set(squares)),
                    Condition::To(squares) => format!("{one} to {}", set(squares)),
                    Condition::Of(Kinds::Except(kinds)) => {
                        format!("{one} of (all except {})", closed(&kinds.join(" | ")))
                    }
                    Condition::Of(Kinds::Only(kinds)) => {
                        format!("{one} of {}", closed(&kinds.join(" | ")))
                    }
                    Condition::Of(Kinds::All) => one,
                    Condition::Initial => format!("initial {one}"),
                    Condition::Side(side) => format!("{side} {one}"),
                }]
            }
            Movement::Then { first, via, next } => match hop(first, *via, next) {
                Some((ride, kinds)) => {
                    let kinds = closed(&kinds.join(" | "));
                    vec![format!("{} over (any except {kinds}) by 1..", self.one(ride))]
                }
                None => self.plain(movement.clone()),
            },
            other => self.plain(other.clone()),
        }
    }

    /// Alternatives: the words for pawns, then runs of plain moves together.
    fn union(&self, parts: &[Movement]) -> Vec<String> {
        if self.is_pawn(parts) {
            return vec!["pawn".to_owned()];
        }
        let mut parts = parts.to_vec();
        let mut phrases = Vec::new();
        let steps = pawn_step();
        if steps.iter().all(|step| parts.contains(step)) {
            parts.retain(|part| !steps.contains(part));
            phrases.push("pawn-step".to_owned());
        }
        let is_plain = |part: &Movement| match part {
            Movement::Leap(_) => true,
            Movement::Only { movement, .. } | Movement::As { movement, .. } => {
                matches!(**movement, Movement::Leap(_))
            }
            _ => false,
        };
        for run in parts.chunk_by(|one, other| is_plain(one) && is_plain(other)) {
            match run {
                [one] => phrases.extend(self.phrases(one)),
                run => phrases.extend(self.plain(Movement::Union(run.to_vec()))),
            }
        }
        phrases
    }

    /// Moves without conditions, each by its word if it has one.
    fn plain(&self, movement: Movement) -> Vec<String> {
        let text = match self.side {
            Some(side) => text::movement_of(side, &movement, self.board),
            None => text::movement(&movement, self.board),
        };
        if text == "none" {
            return Vec::new();
        }
        if text.contains('(') && (text.contains(" then ") || text.contains(" over ")) {
            return vec![text];
        }
        let by_word = |phrase: &str| {
            let (mode, core) = match phrase.split_once(' ') {
                Some((mode @ ("move" | "capture"), core)) => (format!("{mode} "), core),
                _ => (String::new(), phrase),
            };
            named(core).map_or_else(|| phrase.to_owned(), |word| mode + word)
        };
        text.split(" | ").map(by_word).collect()
    }

    /// Whether they are the moves of a pawn as `pawn` says them.
    fn is_pawn(&self, parts: &[Movement]) -> bool {
        let rank = |rank: u8| {
            let files = (0..self.board.files).map(|file| crate::region::name(rank, file));
            Squares(files.filter(|name| !self.board.holes.0.contains(name)).collect())
        };
        if !parts
            .iter()
            .any(|part| part.any(&|part| matches!(part, Movement::Exposed(_))))
        {
            return false;
        }
        let second = PerSide::new(rank(1), rank(self.board.ranks.saturating_sub(2)));
        let mut pawn = pawn_step().to_vec();
        pawn.extend([passing(), long_step(2, second, true)]);
        normalize(Movement::Union(pawn)) == normalize(Movement::Union(parts.to_vec()))
    }

    /// Sets of squares as one side has them.
    fn seen(&self, sets: &PerSide<Squares>) -> PerSide<Squares> {
        match self.side {
            Some(Side::Black) if sets.white != sets.black => {
                PerSide::new(Squares::default(), sets.black.clone())
            }
            _ => sets.clone(),
        }
    }
}

/// The ride to a hurdle and the kinds that are none, if any number of steps beyond it follow.
fn hop<'m>(first: &'m Movement, via: Via, next: &Movement) -> Option<(&'m Movement, &'m [String])> {
    let Movement::When {
        condition: Condition::Of(Kinds::Except(kinds)),
        movement,
    } = first
    else {
        return None;
    };
    let Movement::Leap(leap) = &**movement else {
        return None;
    };
    let plain = leap.n == 1 && leap.winds.iter().all(|wind| wind % 2 == 0) && leap.frame == Frame::Side;
    let same = beyond_others(Movement::none());
    let ahead = matches!(&same, Movement::Then { next: ahead, .. } if **ahead == *next);
    (plain && ahead && via == Via::Hurdle(Hurdle::Any)).then_some((movement, kinds))
}

/// In parentheses, if it is more than one alternative.
fn closed(text: &str) -> String {
    match text.contains(" | ") {
        true => format!("({text})"),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(movement: &Movement) -> String {
        let board = &empty((8, 8));
        Speaker { board, side: None }.says(movement)
    }

    #[test]
    fn what_has_a_name_is_called_by_it() {
        for (betza, words) in [
            ("BN", "bishop | knight"),
            ("WF", "king"),
            ("mRcB", "move rook | capture bishop"),
            ("mfWcfF", "pawn-step"),
            ("R3", "ride orthogonal 1..3"),
            ("fN", "leap(1, 2) forward-most"),
        ] {
            let movement = ferz::betza::parse(betza).unwrap_or_else(|error| panic!("{betza}: {error:?}"));
            assert_eq!(says(&movement), words, "{betza}");
        }
    }

    #[test]
    fn conditions_stand_behind_one_phrase() {
        let squares = || PerSide::both(Squares(vec!["a1".to_owned(), "b1".to_owned()]));
        let rook = || Movement::ride(0, 1, Winds::ORTHOGONAL);
        let both = Movement::Union(vec![rook(), Movement::leap(1, 2, Winds::OBLIQUE)]);
        let to = when(Condition::To(squares()), both);
        assert_eq!(says(&to), "(rook | knight) to (white a1-b1 | black a1-b1)");
        let cannon = when(Condition::Of(others()), beyond_others(rook()));
        assert_eq!(
            says(&cannon),
            "rook over (any except same) by 1.. of (all except same)"
        );
    }
}
