//! Conditions of effects, drops and powers in plain English, for players who do not read rulesets.

use super::words::{a, join};
use crate::rules::{Area, Board, Group, Kinds, Movement, Owner, Place, Range, Side, Squares};
use crate::text;

/// More groups than this are not told one by one.
const MOST: usize = 3;

/// More conditions than this are not told.
const MOST_CONDITIONS: usize = 5;

/// The words for pieces and squares as the rules of one side name them.
#[derive(Clone, Copy)]
pub(super) struct Speaker<'b> {
    pub(super) board: &'b Board,
    /// The side that moves.
    pub(super) side: Side,
}

impl Speaker<'_> {
    /// Any of several groups as a condition: `there is an enemy pawn next to a friendly king`;
    /// nothing if they are too many.
    pub(super) fn holds(self, groups: &[&Group]) -> Option<String> {
        let told: Vec<String> = groups.iter().map(|group| self.clause(group)).collect();
        (told.len() <= MOST_CONDITIONS).then(|| join(&told, "or"))
    }

    fn clause(self, group: &Group) -> String {
        if let (Owner::Empty, Some(told)) = (&group.owner, self.empty(&group.on)) {
            return told;
        }
        let there = self.area(&group.on);
        let kinds = kinds(&group.kinds);
        match (&group.owner, there) {
            (Owner::Mover, there) => {
                let what = kinds.map(|kinds| a(&kinds));
                let told: Vec<String> = what.into_iter().chain(there).collect();
                format!("the piece that moves is {}", told.join(" "))
            }
            (_, there) => {
                let told: Vec<String> = std::iter::once(self.group(group)).chain(there).collect();
                format!("there is {}", told.join(" "))
            }
        }
    }

    /// The condition that the square of a place is empty, and lies somewhere.
    fn empty(self, area: &Area) -> Option<String> {
        match area {
            Area::At(place) => Some(format!("{} is empty", square_of(place))),
            Area::Both(areas) => {
                let (first, rest) = areas.split_first()?;
                let rest: Vec<String> = rest.iter().filter_map(|area| self.area(area)).collect();
                let rest = rest.iter().map(|area| match area.strip_prefix("that ") {
                    Some(attack) => format!("is one that {attack}"),
                    None => format!("lies {area}"),
                });
                let told: Vec<String> = std::iter::once(self.empty(first)?).chain(rest).collect();
                Some(join(&told, "and"))
            }
            _ => None,
        }
    }

    /// One of several groups: `an enemy pawn or a friendly king`; nothing if they are too many.
    pub(super) fn any(self, groups: &[Group]) -> Option<String> {
        let told = groups.iter().map(|group| {
            let parts = std::iter::once(self.group(group)).chain(self.area(&group.on));
            parts.collect::<Vec<_>>().join(" ")
        });
        let told: Vec<String> = told.collect();
        (told.len() <= MOST).then(|| join(&told, "or"))
    }

    /// A piece of a group, wherever it stands: `an enemy pawn`.
    fn group(self, group: &Group) -> String {
        match (&group.owner, kinds(&group.kinds)) {
            (Owner::Empty, _) => "an empty square".to_owned(),
            (Owner::Mover, None) => "the piece that moves".to_owned(),
            (Owner::Mover, Some(kinds)) => format!("the moving {kinds}"),
            (owner, kinds) => a(&whose(*owner, kinds.as_deref().unwrap_or("piece"))),
        }
    }

    /// Squares, as the place of something: `on rank 4`, `next to the piece that moves`; nothing for
    /// the whole board.
    pub(super) fn area(self, area: &Area) -> Option<String> {
        let list = |areas: &[Area], last: &str| {
            let told: Vec<String> = areas.iter().filter_map(|area| self.area(area)).collect();
            (!told.is_empty()).then(|| join(&told, last))
        };
        Some(match area {
            Area::All => return None,
            Area::Squares(sets) => format!("on {}", self.squares(&sets[self.side])),
            Area::At(place) => format!("on {}", square_of(place)),
            Area::Around(movement, place) | Area::Reach(movement, place) => match self.way(movement) {
                Some(way) => format!("{way} from {}", piece_at(place)),
                None => format!("where the rules say, seen from {}", piece_at(place)),
            },
            Area::File(place) => format!("on the file of {}", piece_at(place)),
            Area::Rank(place) => format!("on the rank of {}", piece_at(place)),
            Area::Attacked => "that the piece that moves attacks".to_owned(),
            Area::AttackedBy(place) => format!("that {} attacks", piece_at(place)),
            Area::AttackedMore { by: Owner::Enemy, .. } => "that more enemies than friends attack".to_owned(),
            Area::AttackedMore { .. } => "that more friends than enemies attack".to_owned(),
            Area::Mated => "that no move saves from capture".to_owned(),
            Area::Enclosed(_) => "in a group without an empty square beside it".to_owned(),
            Area::Open(_) => "in a group with an empty square beside it".to_owned(),
            Area::Between { friends, .. } => format!(
                "in a row between the piece that moves and {}",
                a(&whose(
                    Owner::Friend,
                    kinds(friends).as_deref().unwrap_or("piece")
                ))
            ),
            Area::Both(areas) => return list(areas, "and"),
            Area::Either(areas) => return list(areas, "or"),
            Area::Except(from, but) => match (self.area(from), self.area(but)) {
                (Some(from), Some(but)) => format!("{from}, but not {but}"),
                (None, Some(but)) => format!("not {but}"),
                (from, None) => return from,
            },
        })
    }

    pub(super) fn squares(self, set: &Squares) -> String {
        text::squares_of(self.side, set, self.board).replace(" | ", ", ")
    }

    /// A movement of leaps and rides as a distance: `one orthogonal step`, `a knight's leap`.
    pub(super) fn way(self, movement: &Movement) -> Option<String> {
        let terms = match movement {
            Movement::Union(terms) => terms.as_slice(),
            one => std::slice::from_ref(one),
        };
        let told: Option<Vec<String>> = terms.iter().map(|term| self.leap(term)).collect();
        let told = told.filter(|told| !told.is_empty() && told.len() <= MOST)?;
        let words: Vec<&str> = told.iter().map(String::as_str).collect();
        Some(match words.as_slice() {
            ["one orthogonal step", "one diagonal step"] => "one step in any direction".to_owned(),
            ["along an open orthogonal line", "along an open diagonal line"] => {
                "along an open line in any direction".to_owned()
            }
            _ => join(&told, "or"),
        })
    }

    fn leap(self, movement: &Movement) -> Option<String> {
        let Movement::Leap(leap) = movement else {
            return None;
        };
        let words = text::movement_of(self.side, movement, self.board);
        let directions: Vec<&str> = words
            .split(' ')
            .filter(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '-'))
            .filter(|word| !matches!(*word, "step" | "ride" | "all" | "lame" | "jumping" | "wrapping"))
            .collect();
        let (way, direction) = match directions.as_slice() {
            [one @ ("orthogonal" | "diagonal" | "vertical" | "sideways" | "horizontal")] => {
                (format!("{one} "), String::new())
            }
            [] => (String::new(), String::new()),
            several => (String::new(), format!(" {}", join(several, "or"))),
        };
        let far = match (leap.m, leap.n, leap.range) {
            (0 | 1, 1, Range::ONE) => format!("one {way}step"),
            (0 | 1, 1, Range::ANY) => format!("along an open {way}line"),
            (
                0 | 1,
                1,
                Range {
                    min: 1,
                    max: Some(most),
                },
            ) => format!("up to {most} {way}steps"),
            (1, 2, Range::ONE) => "a knight's leap".to_owned(),
            (m, n, Range::ONE) => format!("a leap of {m} and {n} squares"),
            (_, _, Range { min: 1, .. }) => "along a line of leaps".to_owned(),
            _ => return None,
        };
        Some(far + &direction)
    }
}

/// `friendly rook`, `enemy pawn or knight`.
fn whose(owner: Owner, kinds: &str) -> String {
    match owner {
        Owner::Friend => format!("friendly {kinds}"),
        Owner::Enemy => format!("enemy {kinds}"),
        Owner::Any | Owner::Mover | Owner::Empty => kinds.to_owned(),
    }
}

/// `rook or queen`; nothing for all kinds.
fn kinds(kinds: &Kinds) -> Option<String> {
    match kinds {
        Kinds::All => None,
        Kinds::Only(names) => Some(join(names, "or")),
        Kinds::Except(names) => Some(format!("piece other than {}", a(&join(names, "or")))),
    }
}

/// The square of a place.
fn square_of(place: &Place) -> String {
    match place {
        Place::Origin => "the square that the move leaves".to_owned(),
        Place::Target => "the square where the move ends".to_owned(),
        Place::Mover => "the square of the piece that moves".to_owned(),
        Place::Victim => "the square of the captured piece".to_owned(),
        Place::Walls => "a closed square".to_owned(),
        Place::Piece { .. } => format!("the square of {}", piece_at(place)),
    }
}

/// The piece or the square from which something is seen.
fn piece_at(place: &Place) -> String {
    match place {
        Place::Mover => "the piece that moves".to_owned(),
        Place::Walls => "a wall".to_owned(),
        Place::Piece {
            owner: Owner::Empty, ..
        } => "an empty square".to_owned(),
        Place::Piece {
            owner: Owner::Mover,
            kinds: all,
        } => kinds(all).map_or_else(
            || "the piece that moves".to_owned(),
            |kinds| format!("the moving {kinds}"),
        ),
        Place::Piece { owner, kinds: all } => a(&whose(*owner, kinds(all).as_deref().unwrap_or("piece"))),
        Place::Origin | Place::Target | Place::Victim => square_of(place),
    }
}
