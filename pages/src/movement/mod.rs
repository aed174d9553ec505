//! English for movements.

mod hurdle;
mod leaps;

use crate::setting::Setting;
use crate::words;
use ferz::rules::{Condition, Frame, Hurdle, Kinds, Leap, Modes, Movement, Range, Side, Via, Winds};
use hurdle::{a_piece, beyond};
use leaps::{is_plain, is_straight, leap_words, over_words};

/// One way of moving, as it is told.
#[derive(Clone, Debug, PartialEq)]
struct Way {
    core: Core,
    /// Over what it hops at the end, and how far it goes on.
    over: Option<(Hurdle, Range)>,
    modes: Modes,
    rifle: bool,
    /// What must be the case, in the order in which it is told.
    notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
enum Core {
    Leap(Leap),
    Text(String),
}

/// What a piece of a side can do, one line for each kind of thing: a label, and the ways.
pub(crate) fn lines(s: &Setting<'_>, movement: &Movement, side: Side) -> Vec<(String, String)> {
    let mut ways = merged(ways(s, movement, side));
    // What needs nobody else comes first.
    ways.sort_by_key(|way| way.over.is_some());
    let mut groups: Vec<((Modes, bool), Vec<Way>)> = Vec::new();
    for way in ways {
        let key = (way.modes, way.rifle);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, list)) => list.push(way),
            None => groups.push((key, vec![way])),
        }
    }
    groups.sort_by_key(|((modes, rifle), _)| (*rifle, order(*modes)));
    groups
        .into_iter()
        .map(|((modes, rifle), list)| (label(s, modes, rifle), together(&list)))
        .collect()
}

/// Ways that do the same: a hop that goes like another way but over a piece is told with it.
fn together(list: &[Way]) -> String {
    let hop_of = |way: &Way| {
        list.iter().find_map(|hop| match (&hop.core, hop.over) {
            (Core::Leap(leap), Some((hurdle, by)))
                if way.over.is_none() && hop.core == way.core && hop.notes == way.notes && is_plain(leap) =>
            {
                Some(over_words(leap, hurdle, by, true))
            }
            _ => None,
        })
    };
    let told = |hop: &Way| {
        let is_hop = |way: &Way| way.over.is_none() && way.core == hop.core && way.notes == hop.notes;
        matches!(&hop.core, Core::Leap(leap) if hop.over.is_some() && is_plain(leap))
            && list.iter().any(is_hop)
    };
    let texts: Vec<String> = list
        .iter()
        .filter(|way| !told(way))
        .map(|way| match hop_of(way) {
            Some(hop) => format!("{}, {hop}", way.text()),
            None => way.text(),
        })
        .collect();
    texts.join("; ")
}

/// The same in one line, for a movement within a sentence.
pub(crate) fn sentence(s: &Setting<'_>, movement: &Movement, side: Side) -> String {
    let lines = lines(s, movement, side);
    match lines.as_slice() {
        [] => "no movement at all".to_owned(),
        [(label, text)] if label.starts_with("Moves or") => text.clone(),
        lines => {
            let parts: Vec<String> = lines
                .iter()
                .map(|(label, text)| format!("{}: {text}", words::small(label)))
                .collect();
            parts.join("; ")
        }
    }
}

/// Directions from the side's view.
pub(crate) fn directions(winds: Winds) -> String {
    let step = Leap {
        m: 0,
        n: 1,
        winds,
        frame: Frame::Side,
        range: Range::ONE,
        between: ferz::rules::Between::Free,
        wraps: false,
    };
    leaps::straight_directions(&step)
}

/// Whether a movement somewhere says something.
pub(crate) fn any(movement: &Movement, test: &dyn Fn(&Movement) -> bool) -> bool {
    test(movement)
        || match movement {
            Movement::Leap(_) => false,
            Movement::Union(list) => list.iter().any(|m| any(m, test)),
            Movement::Then { first, next, .. } => any(first, test) || any(next, test),
            Movement::Over { movement, .. }
            | Movement::Only { movement, .. }
            | Movement::As { movement, .. }
            | Movement::Rifle(movement)
            | Movement::Exposed(movement)
            | Movement::When { movement, .. } => any(movement, test),
        }
}

/// Whether it captures on its way.
pub(crate) fn captures_on_the_way(movement: &Movement) -> bool {
    any(movement, &|m| {
        matches!(
            m,
            Movement::Then {
                via: Via::Capture,
                ..
            }
        )
    })
}

/// The moves that expose a piece to capture en passant, in words.
pub(crate) fn exposed(s: &Setting<'_>, movement: &Movement, side: Side) -> Vec<String> {
    match movement {
        Movement::Exposed(inner) => merged(ways(s, inner, side)).iter().map(Way::phrase).collect(),
        Movement::Union(list) => list.iter().flat_map(|m| exposed(s, m, side)).collect(),
        Movement::Only { movement, .. } | Movement::As { movement, .. } | Movement::When { movement, .. } => {
            exposed(s, movement, side)
        }
        Movement::Leap(_) | Movement::Then { .. } | Movement::Over { .. } | Movement::Rifle(_) => Vec::new(),
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

fn label(s: &Setting<'_>, modes: Modes, rifle: bool) -> String {
    let mut parts: Vec<String> = Vec::new();
    let has = |m: Modes| modes.has(m);
    let captures = s.captures();
    if has(Modes::BOTH) {
        parts.push(format!("moves or {captures}"));
    } else if has(Modes::QUIET) {
        parts.push("moves".to_owned());
    } else if has(Modes::CAPTURE) {
        parts.push(captures.to_owned());
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
    if has(Modes::SWAP_ENEMY) {
        parts.push("changes places with an enemy".to_owned());
    }
    if rifle {
        parts.push("without moving".to_owned());
    }
    words::capital(&parts.join(", "))
}

fn ways(s: &Setting<'_>, movement: &Movement, side: Side) -> Vec<Way> {
    let inner = |movement: &Movement| ways(s, movement, side);
    match movement {
        Movement::Leap(leap) => vec![Way {
            core: Core::Leap(leap.clone()),
            over: None,
            modes: Modes::BOTH,
            rifle: false,
            notes: Vec::new(),
        }],
        Movement::Union(list) => list.iter().flat_map(inner).collect(),
        Movement::Then { first, via, next } => two_legs((first, &inner(first)), *via, inner(next)),
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
        // What follows from it is told under "En passant".
        Movement::Exposed(movement) => inner(movement),
        Movement::When { condition, movement } => {
            if matches!(condition, Condition::Side(only) if *only != side) {
                return Vec::new();
            }
            match note(s, condition, side) {
                Some(note) => noted(inner(movement), note),
                None => inner(movement),
            }
        }
    }
}

/// What a condition of a side's piece says, if it says something.
fn note(s: &Setting<'_>, condition: &Condition, side: Side) -> Option<String> {
    match condition {
        Condition::Initial => Some("only with its first move".to_owned()),
        Condition::From(set) => Some(format!("only from {}", words::place(s.rules, &set[side], side))),
        Condition::To(set) => Some(format!("only to {}", words::place(s.rules, &set[side], side))),
        Condition::Of(Kinds::Only(names)) => Some(format!("only {}", words::either(names))),
        Condition::Of(Kinds::Except(names)) => Some(format!("anything but {}", words::either(names))),
        Condition::Side(_) | Condition::Of(Kinds::All) => None,
    }
}

/// What a first leg captures or hops over: `an enemy piece, whatever it is`.
fn captured(first: &Movement, plain: &str) -> String {
    let mut kinds = Vec::new();
    collect_kinds(first, &mut kinds);
    match &kinds[..] {
        [Kinds::Only(names)] => format!("{plain}, only {}", words::either(names)),
        [Kinds::Except(names)] => format!("{plain}, anything but {}", words::either(names)),
        _ => format!("{plain}, whatever it is"),
    }
}

/// Which kinds the parts of a movement capture or hop over, where they say it.
fn collect_kinds<'m>(movement: &'m Movement, kinds: &mut Vec<&'m Kinds>) {
    if let Movement::When {
        condition: Condition::Of(some),
        ..
    } = movement
        && !kinds.contains(&some)
    {
        kinds.push(some);
    }
    movement.children().for_each(|part| collect_kinds(part, kinds));
}

/// A first leg and a second.
fn two_legs((leg, first): (&Movement, &[Way]), via: Via, next: Vec<Way>) -> Vec<Way> {
    let firsts: Vec<String> = merged(first.to_vec())
        .iter()
        .map(|way| way.bare().text())
        .map(|text| text.split(" (like ").next().unwrap_or_default().to_owned())
        .collect();
    let first = firsts.join(" or ");
    let link = match via {
        Via::Empty => format!("{first}, to an empty square, and then"),
        Via::Capture => {
            let piece = captured(leg, "an enemy piece");
            format!("{first} up to {piece}, which is captured, and then")
        }
        Via::CaptureOwn => {
            let piece = captured(leg, "a piece of its own side").replace(", whatever it is", "");
            format!("{first} to {piece}, which is captured, and then")
        }
        Via::Hurdle(hurdle) => {
            let piece = captured(leg, a_piece(hurdle)).replace(", whatever it is", "");
            format!("{first} to {piece}, over it, and then")
        }
        Via::Pass => format!("{first}, whatever stands there, and then"),
    };
    let mut nexts = merged(next);
    for way in &mut nexts {
        *way = Way {
            core: Core::Text(format!("{link} {}", way.bare().phrase())),
            over: None,
            ..way.clone()
        };
    }
    nexts
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

impl Way {
    /// The way as a part of another, which says what it is for.
    fn bare(&self) -> Self {
        Self {
            modes: Modes::BOTH,
            ..self.clone()
        }
    }

    /// The way without its notes.
    fn phrase(&self) -> String {
        match (&self.core, self.over) {
            (Core::Leap(leap), None) => leap_words(leap, true),
            (Core::Text(text), None) => text.clone(),
            (Core::Leap(leap), Some((hurdle, by))) if is_plain(leap) => over_words(leap, hurdle, by, false),
            (Core::Leap(leap), Some((hurdle, by))) => {
                format!(
                    "{} to {}, over it, {}",
                    leap_words(leap, false),
                    a_piece(hurdle),
                    beyond(by)
                )
            }
            (Core::Text(text), Some((hurdle, by))) => {
                format!("{text} to {}, over it, {}", a_piece(hurdle), beyond(by))
            }
        }
    }

    fn text(&self) -> String {
        let phrase = self.phrase();
        if self.notes.is_empty() {
            phrase
        } else {
            format!("{phrase}, {}", self.notes.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setting::Things;
    use ferz::rules::Ruleset;

    fn facts(rules: &Ruleset) -> Setting<'_> {
        let things = Things::default();
        Setting { rules, things }
    }

    /// What a movement of the language says in English.
    fn told_of(movement: &str) -> String {
        let source = ferz::lower::Source {
            name: "test".to_owned(),
            text: format!("variant \"V\" extends chess\npiece rook R = {movement}\n"),
        };
        let rules = ferz::lower::lower(source, &ferz_rulesets::Library)
            .ruleset
            .unwrap();
        lines(&facts(&rules), &rules.pieces["rook"].movement.white, Side::White)
            .into_iter()
            .map(|(label, text)| format!("{label}: {text}."))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn hops_are_told_with_what_they_are_like() {
        for (movement, english) in [
            (
                "rook | rook over any",
                "Moves or captures: any number of squares orthogonally (like a rook), or over the first piece in its way, of \
                 either side, to the square just beyond.",
            ),
            (
                "move rook | capture rook over enemy by 1..",
                "Moves: any number of squares orthogonally (like a rook). Captures: orthogonally over the first piece in its \
                 way, which must be an enemy, to any square beyond, as far as the way is clear.",
            ),
            (
                "step forward over friend",
                "Moves or captures: forward over a friendly piece next to it, to the square just beyond.",
            ),
            (
                "wazir | (capture ride forward) then ride ahead",
                "Moves or captures: one square orthogonally; any number of squares forward up to an enemy piece, whatever it \
                 is, which is captured, and then on in the same direction, as far as the way is clear.",
            ),
        ] {
            assert_eq!(told_of(movement), english, "{movement}");
        }
    }

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
        lines(&facts(&rules), &ferz::betza::parse(betza).unwrap(), Side::White)
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
                "Moves or captures: any number of squares orthogonally (like a rook).",
            ),
            (
                "K",
                "Moves or captures: one square in any direction (like a king).",
            ),
            (
                "BN",
                "Moves or captures: any number of squares diagonally (like a bishop); a leap of two squares straight and one to the side (like a knight).",
            ),
            (
                "mQcN",
                "Moves: any number of squares in any direction (like a queen). Captures: a leap of two squares straight and one to the side (like a knight).",
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
                "Moves or captures: one square orthogonally, then one diagonally outward, if the square on the way is empty.",
            ),
            (
                "NN",
                "Moves or captures: any number of leaps of two squares straight and one to the side, all in one direction (like a nightrider).",
            ),
        ] {
            assert_eq!(told(betza), english, "{betza}");
        }
        let grasshopper = told("gQ");
        assert!(grasshopper.contains("over the first piece"), "{grasshopper}");
        assert!(grasshopper.contains("just beyond"), "{grasshopper}");
    }
}
