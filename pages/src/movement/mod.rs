//! English for movements.

mod back;
mod hurdle;
mod jumps;
mod kinds;
mod leaps;
mod merge;
mod near;
#[cfg(test)]
mod tests;
mod walls;

use crate::places;
use crate::setting::Setting;
use crate::words;
use back::{guarded, turned_back, withdrawn};
use ferz::rules::{Condition, Frame, Hurdle, Kinds, Leap, Modes, Movement, Range, Side, Via, Winds};
use hurdle::{beyond, thing};
use kinds::{asked, asks_variously, without_kinds};
use leaps::{is_headed, is_plain, is_straight, leap_words, over_words, straight_directions};
use merge::merged;
pub(crate) use near::{is_elsewhere, near};

/// One way of moving, as it is told.
#[derive(Clone, Debug, PartialEq)]
struct Way {
    core: Core,
    /// Over what it hops at the end, and how far it goes on.
    over: Option<(Hurdle, Range)>,
    modes: Modes,
    rifle: bool,
    route: Route,
    /// The conditions, in the order in which they are written.
    notes: Vec<String>,
    /// The piece that it removes where it leads, coming back at once.
    takes: Option<String>,
    /// The way before it removes a piece, with a link: `one square forward, and then`.
    before: Option<String>,
    /// How many such jumps one after the other it is, at least and at most.
    jumps: (u8, u8),
}

/// The events on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Route {
    /// Nothing is captured.
    Plain,
    /// It jumps over what it captures.
    Jump,
    /// It captures and goes on from there.
    Captures,
}

#[derive(Clone, Debug, PartialEq)]
enum Core {
    Leap(Leap),
    /// A step, and so on for the least to the most squares, over whatever stands there.
    Pass(Leap, u8, u8),
    Text(String),
}

/// The movements of a side's piece, one line for each kind: a label, and the ways.
pub(crate) fn lines(s: &Setting<'_>, movement: &Movement, side: Side) -> Vec<(String, String)> {
    let joined = told(s, movement, side).into_iter();
    joined.map(|(label, ways)| (label, ways.join("; "))).collect()
}

/// The same with the ways apart.
pub(crate) fn told(s: &Setting<'_>, movement: &Movement, side: Side) -> Vec<(String, Vec<String>)> {
    let movement = &s.families.told(movement);
    let all = match walls::uncounted(s, movement) {
        None => ways(s, movement, side),
        Some(parts) => parts
            .iter()
            .flat_map(|(part, over)| beyond_walls(ways(s, part, side), *over))
            .collect(),
    };
    let ways = merge::anywhere(s, merge::blocks((s, side), merged(all)));
    let mut ways = merge::starts(ways);
    // Ways without other pieces come first.
    ways.sort_by_key(|way| way.over.is_some());
    let mut groups: Vec<((Modes, bool, Route), Vec<Way>)> = Vec::new();
    for way in ways {
        let key = (way.modes, way.rifle, way.route);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, list)) => list.push(way),
            None => groups.push((key, vec![way])),
        }
    }
    groups.sort_by_key(|((modes, rifle, route), _)| (*rifle, *route, order(*modes)));
    groups
        .into_iter()
        .map(|((modes, rifle, route), list)| {
            let label = match route {
                Route::Plain => label(s, modes, rifle),
                Route::Jump | Route::Captures => underway(modes, route),
            };
            let texts = together(&list);
            let outline = || match merge::is_long(&texts) && !rifle && route == Route::Plain {
                true => merge::outline(s, movement, side, modes),
                false => None,
            };
            (
                label,
                outline().unwrap_or_else(|| merge::shortened(texts.clone())),
            )
        })
        .collect()
}

/// Ways that do the same: a hop that goes like another way but over a piece is told with it.
fn together(list: &[Way]) -> Vec<String> {
    let hop_of = |way: &Way| {
        list.iter().find_map(|hop| match (&hop.core, hop.over) {
            (Core::Leap(leap), Some((hurdle, by)))
                if way.over.is_none() && hop.core == way.core && hop.notes == way.notes && is_plain(leap) =>
            {
                Some(over_words(leap, (hurdle, &Kinds::All), by, true))
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
    texts
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

/// Whether both sides have a movement with the same squares: its directions are those of the
/// board, or the same seen from both sides.
pub(crate) fn is_of_the_board(movement: &Movement) -> bool {
    let mirrored = |winds: Winds| (0..16u8).all(|wind| winds.has(wind) == winds.has((24 - wind) % 16));
    !any(movement, &|part| match part {
        Movement::Leap(leap) => leap.frame == Frame::Side && !mirrored(leap.winds),
        Movement::When { condition, .. } => match condition {
            Condition::From(set) | Condition::To(set) => set.white != set.black,
            Condition::Side(_) => true,
            Condition::Initial | Condition::Of(_) => false,
        },
        _ => false,
    })
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

/// Whether it captures where it ends.
pub(crate) fn captures_at_the_end(s: &Setting<'_>, movement: &Movement, side: Side) -> bool {
    let takes = Modes::CAPTURE.or(Modes::CAPTURE_OWN);
    ways(s, movement, side)
        .iter()
        .any(|way| !way.modes.and(takes).is_empty())
}

/// Whether it captures pieces of its own side.
pub(crate) fn captures_friends(movement: &Movement) -> bool {
    any(movement, &|m| match m {
        Movement::As { modes, .. } => modes.has(Modes::CAPTURE_OWN),
        Movement::Then { via, .. } => *via == Via::CaptureOwn,
        _ => false,
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

/// The action of a piece that captures on its way.
fn underway(modes: Modes, route: Route) -> String {
    let how = if route == Route::Jump {
        "by jumping"
    } else {
        "on its way"
    };
    match (modes.has(Modes::CAPTURE), modes.has(Modes::QUIET)) {
        (false, _) => format!("Captures {how}"),
        (true, true) => format!("Captures {how}, perhaps also at the end"),
        (true, false) => format!("Captures {how} and at the end"),
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
            route: Route::Plain,
            notes: Vec::new(),
            takes: None,
            before: None,
            jumps: (1, 1),
        }],
        Movement::Union(list) => list.iter().flat_map(inner).collect(),
        Movement::Then { first, via, next } => {
            match jumps::chained(movement).or_else(|| jumps::hopped(movement)) {
                Some((one, jumps)) => jumps::several(ways(s, &one, side), jumps),
                None => legs(s, (first, *via, next), side),
            }
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
        Movement::Rifle(movement) => shots(inner(movement)),
        // The effect is described under "En passant".
        Movement::Exposed(movement) => inner(movement),
        Movement::When { condition, movement } => {
            if matches!(condition, Condition::Side(only) if *only != side) {
                return Vec::new();
            }
            let along = along(s, condition, movement, side);
            match along.or_else(|| Some((note(s, condition, side)?, movement.as_ref()))) {
                Some((note, movement)) => noted(inner(movement), note),
                None => inner(movement),
            }
        }
    }
}

/// Ways that capture without moving.
fn shots(mut list: Vec<Way>) -> Vec<Way> {
    for way in &mut list {
        way.modes = way.modes.and(Modes::CAPTURE.or(Modes::CAPTURE_OWN));
        way.rifle = true;
    }
    list.retain(|way| !way.modes.is_empty());
    list
}

/// The note on a condition of a side's piece, if there is one.
fn note(s: &Setting<'_>, condition: &Condition, side: Side) -> Option<String> {
    match condition {
        Condition::Initial => Some("only as its first move".to_owned()),
        Condition::From(set) => Some(limited("from", &places::place(s.rules, &set[side], side))),
        Condition::To(set) => match places::place(s.rules, &set[side], side).as_str() {
            "any square" if s.rules.board.extra.is_empty() => None,
            "any square" => Some("only to squares of the grid".to_owned()),
            place => Some(limited("to", place)),
        },
        Condition::Of(Kinds::Only(names)) => Some(format!("only {}", words::either(names))),
        Condition::Of(Kinds::Except(names)) => Some(format!("but never {}", words::either(names))),
        Condition::Side(_) | Condition::Of(Kinds::All) => None,
    }
}

/// `only to the palace`, `but not to d1`.
fn limited(word: &str, place: &str) -> String {
    match place.strip_prefix("any square except ") {
        Some(others) => format!("but not {word} {}", others.replace(" and ", " or ")),
        // "To" twice in a row would have to be read twice.
        None if word == "to" && place.contains(" to the ") => format!("only to squares on {place}"),
        None => format!("only {word} {place}"),
    }
}

/// A movement that starts and ends on the same squares, as along the diagonals of a palace.
fn along<'m>(
    s: &Setting<'_>,
    outer: &Condition,
    movement: &'m Movement,
    side: Side,
) -> Option<(String, &'m Movement)> {
    let Movement::When { condition, movement } = movement else {
        return None;
    };
    let (from, to) = match (outer, condition) {
        (Condition::From(from), Condition::To(to)) | (Condition::To(to), Condition::From(from)) => (from, to),
        _ => return None,
    };
    if from[side] != to[side] {
        return None;
    }
    let place = places::place(s.rules, &from[side], side);
    let note = match place.strip_prefix("any square except ") {
        Some(others) => format!("only outside {}", others.replace(" and ", " or ")),
        None if place.ends_with('s') => format!("only along {place}"),
        None => format!("only within {place}"),
    };
    Some((note, movement))
}

/// A movement of two legs. Parts of the first that ask for different kinds are told one by one.
fn legs(s: &Setting<'_>, (first, via, next): (&Movement, Via, &Movement), side: Side) -> Vec<Way> {
    if asks_variously(first) {
        let parts = first.children();
        return parts.flat_map(|part| legs(s, (part, via, next), side)).collect();
    }
    let bare = without_kinds(first);
    let first_ways = ways(s, &bare, side);
    if via == Via::Capture && jumps::comes_back(&bare, next) {
        return jumps::removals(first_ways, asked(first));
    }
    if let (Via::Hurdle(_), Some(guard)) = (via, guarded(next)) {
        let mut ways = merged(first_ways);
        let kinds = note(s, &Condition::Of(asked(first).clone()), side);
        for way in &mut ways {
            way.notes.push(guard.clone());
            way.notes.extend(kinds.clone());
        }
        return ways;
    }
    let landed = jumps::landing(next).filter(|_| via == Via::Capture);
    let told = landed.and_then(|(step, rest)| {
        let step = ways(s, &Movement::Leap(step.clone()), side);
        let jump = two_legs((first, &first_ways), via, jumps::quiet(step));
        jumps::followed(&jump, merge::anywhere(s, merged(ways(s, rest, side))))
    });
    told.unwrap_or_else(|| two_legs((first, &first_ways), via, ways(s, next, side)))
}

/// A first leg, and what happens at its end.
fn link(text: &str, via: Via, kinds: &Kinds) -> String {
    match via {
        Via::Empty => match text.split_once(", only to ") {
            Some((way, place)) if !place.contains(", ") => {
                format!("{way} to {place}, where the square must be empty, and then")
            }
            _ => format!("{text} to an empty square, and then"),
        },
        Via::Capture => format!(
            "{text}, capturing {} there, and then",
            thing(Hurdle::Enemy, kinds)
        ),
        Via::CaptureOwn => {
            format!(
                "{text}, capturing {} of its own side there, and then",
                thing(Hurdle::Any, kinds)
            )
        }
        Via::Hurdle(hurdle) => format!("{text} to {}, over it, and then", thing(hurdle, kinds)),
        Via::Pass => format!("{text}, over whatever stands there, and then"),
    }
}

/// A first leg and a second.
fn two_legs((leg, first): (&Movement, &[Way]), via: Via, next: Vec<Way>) -> Vec<Way> {
    let kinds = asked(leg);
    let first = merged(first.to_vec());
    let texts: Vec<String> = first
        .iter()
        .map(|way| way.bare().text())
        .map(|text| text.split(" (like ").next().unwrap_or_default().to_owned())
        .collect();
    let text = texts.join(" or ");
    let link = link(&text, via, kinds);
    let route = match via {
        Via::Capture | Via::CaptureOwn => Route::Captures,
        Via::Empty | Via::Hurdle(_) | Via::Pass => Route::Plain,
    };
    let mut nexts = merged(next);
    for way in &mut nexts {
        let jumped = match via {
            Via::Capture => Some(Hurdle::Enemy),
            Via::Hurdle(hurdle) => Some(hurdle),
            Via::Empty | Via::CaptureOwn | Via::Pass => None,
        };
        if via == Via::Pass
            && let Some(core) = merge::onward(&first, way)
        {
            way.core = core;
            continue;
        }
        if let Via::Hurdle(hurdle) = via
            && let Some(text) = turned_back(&first, (hurdle, kinds), way)
        {
            way.core = Core::Text(text);
            continue;
        }
        if via == Via::Capture
            && let Some(text) = withdrawn(&first, kinds, way)
        {
            way.core = Core::Text(text);
            way.route = route;
            continue;
        }
        let jump = jumped.and_then(|hurdle| jump(&first, (hurdle, kinds), way, via == Via::Capture));
        let routed = match (&jump, via) {
            (Some(_), Via::Capture) => Route::Jump,
            _ => route.max(way.route),
        };
        *way = match jump {
            Some(jump) => Way {
                core: Core::Text(jump),
                over: None,
                ..way.clone()
            },
            None => way.after(&link),
        };
        way.route = routed;
    }
    nexts
}

/// Two legs in one line as a jump:
/// `diagonally over an enemy piece next to it to the empty square just beyond`.
fn jump(first: &[Way], (hurdle, kinds): (Hurdle, &Kinds), next: &Way, captures: bool) -> Option<String> {
    let [first] = first else { return None };
    let (Core::Leap(leap), Core::Leap(on)) = (&first.core, &next.core) else {
        return None;
    };
    let plain = first.over.is_none() && next.over.is_none() && first.notes.is_empty();
    if !plain || !is_plain(leap) || !is_headed(on) || next.route != Route::Plain {
        return None;
    }
    let words = over_words(leap, (hurdle, kinds), on.range, false);
    let quiet = captures && next.modes.has(Modes::QUIET) && !next.modes.has(Modes::CAPTURE);
    Some(match quiet {
        true => words
            .replace("to the square just beyond", "to the empty square just beyond")
            .replace("to any square beyond", "to any empty square beyond"),
        false => words,
    })
}

/// Ways with a remark if closed squares on them do not count.
fn beyond_walls(mut ways: Vec<Way>, over: bool) -> Vec<Way> {
    for way in ways.iter_mut().filter(|_| over) {
        way.notes.push("not counting closed squares".to_owned());
    }
    ways
}

fn noted(mut ways: Vec<Way>, note: String) -> Vec<Way> {
    for way in &mut ways {
        way.notes.insert(0, note.clone());
    }
    ways
}

impl Way {
    /// The way as a part of another, which says what it is for.
    fn bare(&self) -> Self {
        Self {
            modes: Modes::BOTH,
            ..self.clone()
        }
    }

    /// The way after a first leg; where a piece is removed stays open to be merged with others.
    fn after(&self, link: &str) -> Self {
        if self.takes.is_some() {
            let before = match &self.before {
                Some(before) => format!("{link} {before}"),
                None => link.to_owned(),
            };
            return Self {
                before: Some(before),
                ..self.clone()
            };
        }
        Self {
            core: Core::Text(format!("{link} {}", self.bare().phrase())),
            over: None,
            ..self.clone()
        }
    }

    /// The way without its notes.
    fn phrase(&self) -> String {
        match &self.before {
            Some(before) => format!("{before} {}", self.last()),
            None => self.last(),
        }
    }

    /// The last leg of the way.
    fn last(&self) -> String {
        if let Some(thing) = &self.takes {
            return match &self.core {
                Core::Text(text) if text == merge::ANYWHERE => {
                    format!("removing {thing} anywhere on the board")
                }
                Core::Leap(leap) if is_straight(leap) && (leap.n, leap.range) == (1, Range::ONE) => {
                    format!("removing {thing} {}", self.core_text())
                }
                _ => format!("removing {thing} at the distance of {}", self.core_text()),
            };
        }
        match (&self.core, self.over) {
            (Core::Leap(leap), None) => leap_words(leap, true),
            (Core::Text(text), None) => text.clone(),
            (Core::Pass(..), None) => self.core_text(),
            (Core::Leap(leap), Some((hurdle, by))) if is_plain(leap) => {
                over_words(leap, (hurdle, &Kinds::All), by, false)
            }
            (Core::Leap(leap), Some((hurdle, by))) => {
                format!(
                    "{} to {}, over it, {}",
                    leap_words(leap, false),
                    thing(hurdle, &Kinds::All),
                    beyond(by)
                )
            }
            (Core::Text(_) | Core::Pass(..), Some((hurdle, by))) => {
                format!(
                    "{} to {}, over it, {}",
                    self.core_text(),
                    thing(hurdle, &Kinds::All),
                    beyond(by)
                )
            }
        }
    }

    /// The part before the hop.
    fn core_text(&self) -> String {
        match &self.core {
            Core::Leap(leap) => leap_words(leap, true),
            Core::Text(text) => text.clone(),
            Core::Pass(step, least, most) => {
                let squares = Range {
                    min: *least,
                    max: Some(*most),
                };
                let squares = words::count(squares, "square");
                format!("{squares} {}, whatever stands between", straight_directions(step))
            }
        }
    }

    fn text(&self) -> String {
        let mut text = self.phrase();
        for (number, note) in self.notes.iter().enumerate() {
            let first = self.notes[..number]
                .iter()
                .all(|other| !other.starts_with("but "));
            text = match note.strip_prefix("but ") {
                Some(rest) if !first => format!("{text}, and {rest}"),
                _ => format!("{text}, {note}"),
            };
        }
        text + &jumps::times(self.jumps, self.route)
    }
}
