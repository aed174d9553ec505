//! English for movements.

use super::words;
use ferz::rules::{
    Between, Condition, Frame, Hurdle, Leap, Modes, Movement, Range, Ruleset, Side, Via, Winds,
};
use std::sync::LazyLock;

/// One way of moving, as it is told.
#[derive(Clone, Debug, PartialEq)]
struct Way {
    core: Core,
    /// Over what it hops at the end, and how far it goes on.
    over: Option<(Hurdle, Range)>,
    modes: Modes,
    rifle: bool,
    /// What must be the case, or follows, in the order in which it is told.
    notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
enum Core {
    Leap(Leap),
    Text(String),
}

/// What a piece of a side can do, one line for each kind of thing: a label, and the ways.
pub(super) fn lines(rules: &Ruleset, movement: &Movement, side: Side) -> Vec<(String, String)> {
    let mut ways = merged(ways(rules, movement, side));
    // What needs nobody else comes first.
    ways.sort_by_key(|way| way.over.is_some());
    let mut groups: Vec<((Modes, bool), Vec<String>)> = Vec::new();
    for way in &ways {
        let key = (way.modes, way.rifle);
        let text = way.text();
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, texts)) => texts.push(text),
            None => groups.push((key, vec![text])),
        }
    }
    groups.sort_by_key(|((modes, rifle), _)| (*rifle, order(*modes)));
    groups
        .into_iter()
        .map(|((modes, rifle), texts)| (label(modes, rifle), texts.join("; ")))
        .collect()
}

/// The same in one line, for a movement within a sentence.
pub(super) fn sentence(rules: &Ruleset, movement: &Movement, side: Side) -> String {
    let lines = lines(rules, movement, side);
    match lines.as_slice() {
        [] => "no movement at all".to_owned(),
        [(label, text)] if label == "Moves or captures" => text.clone(),
        lines => {
            let parts: Vec<String> = lines
                .iter()
                .map(|(label, text)| format!("{}: {text}", words::small(label)))
                .collect();
            parts.join("; ")
        }
    }
}

fn order(modes: Modes) -> u8 {
    if modes.has(Modes::BOTH) {
        0
    } else if modes.has(Modes::QUIET) {
        1
    } else if modes.has(Modes::CAPTURE) {
        2
    } else {
        3
    }
}

fn label(modes: Modes, rifle: bool) -> String {
    let mut parts: Vec<String> = Vec::new();
    let has = |m: Modes| modes.has(m);
    if has(Modes::BOTH) {
        parts.push("moves or captures".to_owned());
    } else if has(Modes::QUIET) {
        parts.push("moves".to_owned());
    } else if has(Modes::CAPTURE) {
        parts.push("captures".to_owned());
    }
    if has(Modes::EN_PASSANT) {
        let also = if has(Modes::CAPTURE) {
            "also en passant"
        } else {
            "captures en passant"
        };
        parts.push(also.to_owned());
    }
    if has(Modes::CAPTURE_OWN) {
        let own = if has(Modes::CAPTURE) {
            "also its own side"
        } else {
            "captures its own side"
        };
        parts.push(own.to_owned());
    }
    if has(Modes::SWAP) {
        parts.push("changes places with its own side".to_owned());
    }
    if rifle {
        parts.push("without moving".to_owned());
    }
    words::capital(&parts.join(", "))
}

fn ways(rules: &Ruleset, movement: &Movement, side: Side) -> Vec<Way> {
    let inner = |movement: &Movement| ways(rules, movement, side);
    match movement {
        Movement::Leap(leap) => vec![Way {
            core: Core::Leap(leap.clone()),
            over: None,
            modes: Modes::BOTH,
            rifle: false,
            notes: Vec::new(),
        }],
        Movement::Union(list) => list.iter().flat_map(inner).collect(),
        Movement::Then { first, via, next } => {
            let firsts: Vec<String> = merged(inner(first))
                .iter()
                .map(|way| {
                    Way {
                        modes: Modes::BOTH,
                        ..way.clone()
                    }
                    .text()
                })
                .collect();
            let first = firsts.join(" or ");
            let link = match via {
                Via::Empty => format!("{first} to an empty square, then"),
                Via::Capture => format!("{first} to an enemy, capturing it, then on"),
                Via::CaptureOwn => format!("{first} to a piece of its own side, capturing it, then on"),
                Via::Hurdle(hurdle) => format!("{first} to {}, over it, then on", whose(*hurdle)),
                Via::Pass => format!("{first}, whatever stands there, then on"),
            };
            let mut nexts = merged(inner(next));
            for way in &mut nexts {
                *way = Way {
                    core: Core::Text(format!("{link} {}", way.phrase())),
                    over: None,
                    ..way.clone()
                };
            }
            nexts
        }
        Movement::Over { movement, hurdle, by } => {
            let mut list = inner(movement);
            for way in &mut list {
                if way.over.is_some() {
                    way.core = Core::Text(way.phrase());
                }
                way.over = Some((*hurdle, *by));
            }
            list
        }
        Movement::Only { modes, movement } => {
            let mut list = inner(movement);
            for way in &mut list {
                way.modes = way.modes.and(*modes);
            }
            list.retain(|way| !way.modes.is_empty());
            list
        }
        Movement::As { modes, movement } => {
            let mut list = inner(movement);
            list.iter_mut().for_each(|way| way.modes = *modes);
            list
        }
        Movement::Rifle(movement) => {
            let mut list = inner(movement);
            for way in &mut list {
                way.modes = way.modes.and(Modes::CAPTURE.or(Modes::CAPTURE_OWN));
                way.rifle = true;
            }
            list.retain(|way| !way.modes.is_empty());
            list
        }
        Movement::Exposed(movement) => noted(
            inner(movement),
            "the squares passed are open to capture en passant".to_owned(),
        ),
        Movement::When { condition, movement } => {
            let note = match condition {
                Condition::Initial => "only with its first move".to_owned(),
                Condition::From(set) => format!("only from {}", words::squares(rules, &set[side], side)),
                Condition::To(set) => format!("only to {}", words::squares(rules, &set[side], side)),
                Condition::Side(only) if *only != side => return Vec::new(),
                Condition::Side(_) => return inner(movement),
            };
            noted(inner(movement), note)
        }
    }
}

fn noted(mut ways: Vec<Way>, note: String) -> Vec<Way> {
    for way in &mut ways {
        way.notes.insert(0, note.clone());
    }
    ways
}

/// Straight leaps that differ only in their directions become one: a rook's and a bishop's are a queen's.
fn merged(ways: Vec<Way>) -> Vec<Way> {
    let mut out: Vec<Way> = Vec::new();
    'ways: for way in ways {
        if let Core::Leap(leap) = &way.core {
            for known in &mut out {
                let Core::Leap(other) = &known.core else { continue };
                let same_size =
                    other.n == leap.n && (other.m == leap.m || (is_straight(leap) && is_straight(other)));
                let alike = Way {
                    core: Core::Leap(Leap {
                        m: leap.m,
                        winds: leap.winds,
                        ..other.clone()
                    }),
                    ..known.clone()
                };
                if same_size && alike == way {
                    let winds = other.winds.or(leap.winds);
                    known.core = Core::Leap(Leap {
                        winds,
                        ..other.clone()
                    });
                    continue 'ways;
                }
            }
        }
        out.push(way);
    }
    out
}

fn is_straight(leap: &Leap) -> bool {
    leap.m == 0 || leap.m == leap.n
}

fn whose(hurdle: Hurdle) -> &'static str {
    match hurdle {
        Hurdle::Any => "a piece of either side",
        Hurdle::Friend => "a piece of its own side",
        Hurdle::Enemy => "an enemy piece",
    }
}

impl Way {
    /// The way without its notes.
    fn phrase(&self) -> String {
        let core = match &self.core {
            Core::Leap(leap) => leap_words(leap, self.over.is_none()),
            Core::Text(text) => text.clone(),
        };
        let Some((hurdle, by)) = self.over else {
            return core;
        };
        let beyond = match by {
            Range::ONE => "to the square just beyond".to_owned(),
            Range { min: 1, max: None } => "on to any square beyond, as far as the way is clear".to_owned(),
            by => format!("on by {} beyond", count(by, "square")),
        };
        format!("{core} to {}, over it, and {beyond}", whose(hurdle))
    }

    fn text(&self) -> String {
        let phrase = self.phrase();
        if self.notes.is_empty() {
            phrase
        } else {
            format!("{phrase} ({})", self.notes.join("; "))
        }
    }
}

/// `one square`, `two to four squares`, `any number of squares`.
fn count(range: Range, what: &str) -> String {
    let many = |n: u8| {
        if n == 1 {
            format!("one {what}")
        } else {
            format!("{} {what}s", words::number(u64::from(n)))
        }
    };
    match (range.min, range.max) {
        (1, None) => format!("any number of {what}s"),
        (n, None) => format!("{} or more {what}s", words::number(u64::from(n))),
        (a, Some(b)) if a == b => many(a),
        (a, Some(b)) if b == a + 1 => format!("{} or {}", words::number(u64::from(a)), many(b)),
        (a, Some(b)) => format!("{} to {}", words::number(u64::from(a)), many(b)),
    }
}

/// The pieces that have one kind of leap, each with all its directions.
static LEAPERS: LazyLock<Vec<(&'static str, Leap)>> = LazyLock::new(|| {
    include_str!("leapers.tsv")
        .lines()
        .filter_map(|line| {
            let (name, betza) = line.split_once('\t')?;
            let leaps = match ferz::betza::parse(betza).ok()? {
                Movement::Union(list) => list,
                one => vec![one],
            };
            let mut leaps = leaps.into_iter().filter_map(|movement| match movement {
                Movement::Leap(leap) => Some(leap),
                _ => None,
            });
            let first = leaps.next()?;
            let winds = leaps.fold(first.winds, |winds, leap| winds.or(leap.winds));
            Some((name, Leap { winds, ..first }))
        })
        .collect()
});

/// The name of the piece that has this leap and no other.
fn as_a(leap: &Leap) -> Option<&'static str> {
    let found = LEAPERS.iter().find(|(_, known)| {
        let straight = is_straight(leap) && is_straight(known);
        let m = if straight { known.m } else { leap.m };
        *known == Leap { m, ..leap.clone() }
    });
    found.map(|(name, _)| *name)
}

fn leap_words(leap: &Leap, named: bool) -> String {
    let mut text = if is_straight(leap) {
        let unit = if leap.n == 1 {
            count(leap.range, "square")
        } else if leap.range == Range::ONE {
            format!("a leap of {} squares", words::number(u64::from(leap.n)))
        } else {
            let leaps = count(leap.range, "leap");
            format!("{leaps} of {} squares each", words::number(u64::from(leap.n)))
        };
        format!("{unit} {}", straight_directions(leap))
    } else {
        let size = format!("({},{})", leap.m, leap.n);
        let (m, n) = (words::number(u64::from(leap.m)), words::number(u64::from(leap.n)));
        match (leap.range, oblique_directions(leap)) {
            (Range::ONE, Some(directions)) => format!("a leap of {directions}"),
            (Range::ONE, None) => {
                let squares = if leap.m == 1 { "square" } else { "squares" };
                format!("a leap of {m} {squares} one way and {n} the other")
            }
            (range, directions) => {
                let leaps = count(range, &format!("{size} leap"));
                let directions = directions.map_or_else(String::new, |d| format!(", {d}"));
                format!("{leaps} in one direction{directions}")
            }
        }
    };
    if let (Some(name), true) = (as_a(leap), named) {
        text.push_str(&format!(" (as {})", words::a(name)));
    }
    match leap.between {
        Between::Free => {}
        Between::Empty => text.push_str(", if nothing stands in between"),
        Between::Occupied => text.push_str(", if all squares in between are occupied"),
    }
    if leap.wraps {
        text.push_str(", also across the side edges of the board");
    }
    text
}

fn straight_directions(leap: &Leap) -> String {
    let winds = leap.winds;
    match winds {
        Winds::STRAIGHT => return "in any direction".to_owned(),
        Winds::ORTHOGONAL => return "orthogonally".to_owned(),
        Winds::DIAGONAL => return "diagonally".to_owned(),
        _ => {}
    }
    let single: [&str; 8] = match leap.frame {
        Frame::Side => [
            "forward",
            "diagonally forward to the right",
            "to the right",
            "diagonally backward to the right",
            "backward",
            "diagonally backward to the left",
            "to the left",
            "diagonally forward to the left",
        ],
        Frame::Board => [
            "north",
            "north-east",
            "east",
            "south-east",
            "south",
            "south-west",
            "west",
            "north-west",
        ],
        Frame::Heading => [
            "straight on",
            "turning 45 degrees right",
            "turning 90 degrees right",
            "turning 135 degrees right",
            "back",
            "turning 135 degrees left",
            "turning 90 degrees left",
            "turning 45 degrees left",
        ],
    };
    let pairs: [(u8, u8, &str); 5] = match leap.frame {
        Frame::Side => [
            (2, 14, "diagonally forward"),
            (6, 10, "diagonally backward"),
            (4, 12, "sideways"),
            (0, 8, "forward or backward"),
            (0, 0, ""),
        ],
        Frame::Board => [
            (4, 12, "east or west"),
            (0, 8, "north or south"),
            (0, 0, ""),
            (0, 0, ""),
            (0, 0, ""),
        ],
        Frame::Heading => [
            (2, 14, "turning 45 degrees"),
            (4, 12, "turning 90 degrees"),
            (6, 10, "turning 135 degrees"),
            (0, 0, ""),
            (0, 0, ""),
        ],
    };
    let mut rest = winds;
    let mut parts: Vec<String> = Vec::new();
    let diagonal = winds.and(Winds::DIAGONAL) == Winds::DIAGONAL;
    let orthogonal = winds.and(Winds::ORTHOGONAL) == Winds::ORTHOGONAL;
    if orthogonal {
        parts.push("orthogonally".to_owned());
        rest = Winds(rest.0 & !Winds::ORTHOGONAL.0);
    }
    let mut late = None;
    if diagonal {
        late = Some("diagonally".to_owned());
        rest = Winds(rest.0 & !Winds::DIAGONAL.0);
    }
    for (a, b, words) in pairs.into_iter().filter(|(a, b, _)| a != b) {
        if rest.has(a) && rest.has(b) {
            parts.push(words.to_owned());
            rest = Winds(rest.0 & !(1 << a) & !(1 << b));
        }
    }
    for wind in rest.iter().filter(|w| w.is_multiple_of(2)) {
        parts.push(single[usize::from(wind / 2)].to_owned());
    }
    // Forward comes first, wherever it was found.
    parts.sort_by_key(|p| !(p == "forward" || p == "straight on"));
    parts.extend(late);
    words::list(&parts, "or")
}

fn oblique_directions(leap: &Leap) -> Option<String> {
    if leap.winds.and(Winds::OBLIQUE) == Winds::OBLIQUE {
        return None;
    }
    let (m, n) = (words::number(u64::from(leap.m)), words::number(u64::from(leap.n)));
    let [ahead, back, aside] = match leap.frame {
        Frame::Side => ["forward", "backward", "sideways"],
        Frame::Board => ["north", "south", "sideways"],
        Frame::Heading => ["on", "back", "aside"],
    };
    let kinds: [(u8, u8, String); 4] = [
        (15, 1, format!("{n} {ahead} and {m} {aside}")),
        (13, 3, format!("{m} {ahead} and {n} {aside}")),
        (11, 5, format!("{m} {back} and {n} {aside}")),
        (9, 7, format!("{n} {back} and {m} {aside}")),
    ];
    let mut parts = Vec::new();
    for (left, right, words) in kinds {
        match (leap.winds.has(left), leap.winds.has(right)) {
            (true, true) => parts.push(words),
            (true, false) => parts.push(words.replace(aside, "to the left")),
            (false, true) => parts.push(words.replace(aside, "to the right")),
            (false, false) => {}
        }
    }
    Some(words::list(&parts, "or"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Betza notation says in English.
    fn told(betza: &str) -> String {
        let text = ferz_rulesets::get("chess").unwrap();
        let source = ferz::lower::Source {
            name: "chess".to_owned(),
            text: text.to_owned(),
        };
        let rules = ferz::lower::lower(source, &ferz_rulesets::Library)
            .ruleset
            .unwrap();
        lines(&rules, &ferz::betza::parse(betza).unwrap(), Side::White)
            .into_iter()
            .map(|(label, text)| format!("{label}: {text}."))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn movements_in_english() {
        for (betza, english) in [
            (
                "R",
                "Moves or captures: any number of squares orthogonally (as a rook).",
            ),
            ("K", "Moves or captures: one square in any direction (as a king)."),
            (
                "BN",
                "Moves or captures: any number of squares diagonally (as a bishop); a leap of one square one way and two the other (as a knight).",
            ),
            (
                "mQcN",
                "Moves: any number of squares in any direction (as a queen). Captures: a leap of one square one way and two the other (as a knight).",
            ),
            (
                "fmWfcF",
                "Moves: one square forward. Captures: one square diagonally forward.",
            ),
            (
                "FvW",
                "Moves or captures: one square forward or backward or diagonally.",
            ),
            ("R4", "Moves or captures: one to four squares orthogonally."),
            (
                "ffN",
                "Moves or captures: a leap of two forward and one sideways.",
            ),
            (
                "nN",
                "Moves or captures: a leap of one square one way and two the other, if nothing stands in between.",
            ),
            (
                "NN",
                "Moves or captures: any number of (1,2) leaps in one direction (as a nightrider).",
            ),
        ] {
            assert_eq!(told(betza), english, "{betza}");
        }
        let grasshopper = told("gQ");
        assert!(grasshopper.contains("over it"), "{grasshopper}");
        assert!(grasshopper.contains("just beyond"), "{grasshopper}");
    }
}
