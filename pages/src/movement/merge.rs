//! Several ways that are told as one.

use super::jumps;
use super::leaps::{is_headed, is_straight};
use super::{Core, Way};
use crate::places;
use crate::setting::Setting;
use crate::words;
use ferz::board::Square;
use ferz::rules::{Frame, Leap, Modes, Movement, Range, Side, Squares, Winds};
use ferz::ways::{self, Manner, Occasion};

/// The words for leaps to all squares.
pub(super) const ANYWHERE: &str = "a leap to any square";

/// Straight leaps that differ only in their directions become one: a rook's and a bishop's are a
/// queen's.
pub(super) fn merged(ways: Vec<Way>) -> Vec<Way> {
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
    jumps::joined(directions(passes(out)))
}

/// Ways over whatever stands there become one if they differ only in their directions.
fn directions(ways: Vec<Way>) -> Vec<Way> {
    let mut out: Vec<Way> = Vec::new();
    'ways: for way in ways {
        if let Core::Pass(step, ..) = &way.core {
            for known in &mut out {
                let Core::Pass(other, least, most) = &known.core else {
                    continue;
                };
                let core = |winds| {
                    let leap = Leap {
                        winds,
                        ..other.clone()
                    };
                    Core::Pass(leap, *least, *most)
                };
                let alike = Way {
                    core: way.core.clone(),
                    ..known.clone()
                };
                let same_step = Leap {
                    m: other.m,
                    winds: other.winds,
                    ..step.clone()
                } == *other;
                let lengths = matches!(&way.core, Core::Pass(_, low, high) if (low, high) == (least, most));
                if alike == way && same_step && lengths {
                    known.core = core(other.winds.or(step.winds));
                    continue 'ways;
                }
            }
        }
        out.push(way);
    }
    out
}

/// How far a way goes over whatever stands there: the first step, the least and the most squares.
fn passing(way: &Way) -> Option<(&Leap, u8, u8)> {
    match &way.core {
        Core::Pass(step, least, most) => Some((step, *least, *most)),
        Core::Leap(leap) if is_step(leap) && way.over.is_none() => Some((leap, 1, 1)),
        Core::Leap(_) | Core::Text(_) => None,
    }
}

/// Whether a leap is one step along a file, a rank or a diagonal.
fn is_step(leap: &Leap) -> bool {
    leap.n == 1 && is_straight(leap) && leap.range == Range::ONE && leap.between.is_free() && !leap.wraps
}

/// A step over whatever stands there, and then straight on: `two squares forward, whatever stands
/// between`.
pub(super) fn onward(first: &[Way], next: &Way) -> Option<Core> {
    let [first] = first else { return None };
    let (Core::Leap(step), Some((on, least, most))) = (&first.core, passing(next)) else {
        return None;
    };
    let plain = first.over.is_none() && first.notes.is_empty() && is_step(step) && is_headed(on);
    plain.then(|| Core::Pass(step.clone(), least + 1, most + 1))
}

/// One, two, three squares over whatever stands there are one to three squares.
fn passes(mut ways: Vec<Way>) -> Vec<Way> {
    let mut i = 0;
    while i < ways.len() {
        let longer = ways.iter().position(|way| is_continued(&ways[i], way));
        let Some(j) = longer else {
            i += 1;
            continue;
        };
        let far = passing(&ways[j]).map_or(1, |(_, _, most)| most);
        if let Some((step, least, _)) = passing(&ways[i]) {
            ways[i].core = Core::Pass(step.clone(), least, far);
        }
        ways.remove(j);
        if j < i {
            i -= 1;
        }
    }
    ways
}

/// Whether a way over whatever stands there goes on where another ends.
fn is_continued(way: &Way, longer: &Way) -> bool {
    let alike = Way {
        core: way.core.clone(),
        ..longer.clone()
    };
    match (passing(way), passing(longer), &longer.core) {
        (Some((step, _, most)), Some((other, least, _)), Core::Pass(..)) => {
            step == other && least == most + 1 && alike == *way
        }
        _ => false,
    }
}

/// Ways alike but for the block of squares that each leaves become one.
pub(super) fn blocks((s, side): (&Setting<'_>, Side), ways: Vec<Way>) -> Vec<Way> {
    let mut out: Vec<Way> = Vec::new();
    for way in &ways {
        let alike = |other: &&Way| {
            left(other).is_some()
                && **other
                    == Way {
                        notes: other.notes.clone(),
                        ..way.clone()
                    }
        };
        let same: Vec<&Way> = ways.iter().filter(alike).collect();
        if left(way).is_none() || same.len() < 3 {
            out.push(way.clone());
        } else if same.first().is_some_and(|first| *first == way) {
            let all: Vec<(&str, &str)> = same.iter().filter_map(|way| left(way)).collect();
            out.push(Way {
                notes: vec![another(s, side, &all)],
                ..way.clone()
            });
        }
    }
    out
}

/// Ways alike but for the squares from which each leads become one.
pub(super) fn starts(ways: Vec<Way>) -> Vec<Way> {
    const FROM: &str = "only from ";
    let mut out: Vec<Way> = Vec::new();
    'ways: for way in ways {
        for known in &mut out {
            let alike = Way {
                notes: known.notes.clone(),
                ..way.clone()
            };
            let pairs = || known.notes.iter().zip(&way.notes).enumerate();
            let mut others = pairs().filter(|(_, (one, other))| one != other);
            if alike != *known || known.notes.len() != way.notes.len() {
                continue;
            }
            if let (Some((at, (one, other))), None) = (others.next(), others.next())
                && let (true, Some(place)) = (one.starts_with(FROM), other.strip_prefix(FROM))
            {
                known.notes[at] = format!("{one} or {place}");
                continue 'ways;
            }
        }
        out.push(way);
    }
    out
}

/// From where a way leaves which block of squares: `a2 or b2`, `a1–b2`.
fn left(way: &Way) -> Option<(&str, &str)> {
    let [one, other] = way.notes.as_slice() else {
        return None;
    };
    let (from, to) = match one.strip_prefix("only from ") {
        Some(from) => (from, other),
        None => (other.strip_prefix("only from ")?, one),
    };
    let block = to.strip_prefix("but not to ")?;
    let (all, some) = (squares(block), squares(from));
    (!some.is_empty() && some.iter().all(|square| all.contains(square))).then_some((from, block))
}

/// The words for moves from one block of squares to another.
fn another(s: &Setting<'_>, side: Side, blocks: &[(&str, &str)]) -> String {
    let from = Squares(blocks.iter().flat_map(|(from, _)| squares(from)).collect());
    let place = places::any_of(s.rules, &from, side);
    let sizes: Vec<Option<(u8, u8)>> = blocks.iter().map(|(_, block)| size(block)).collect();
    let names: Vec<&str> = blocks.iter().map(|(_, block)| *block).collect();
    match (sizes.first(), names.as_slice()) {
        (Some(&Some((files, ranks))), [first, second, ..])
            if sizes.iter().all(|size| *size == sizes[0]) && places::is_named(&place) =>
        {
            let [files, ranks] = [files, ranks].map(|n| words::number(u64::from(n)));
            let whence = match place.as_str() {
                "any square" => "only".to_owned(),
                place => format!("only from {place} and"),
            };
            format!("{whence} to another block of {files} by {ranks} squares ({first}, {second} and so on)")
        }
        _ => {
            let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
            format!(
                "only from one of the blocks {} to a square outside that block",
                words::list(&names, "or")
            )
        }
    }
}

/// A file and a rank, both from 1, by the name of a square.
fn place(name: &str) -> Option<(u8, u8)> {
    let file = name.bytes().next()?.checked_sub(b'a')? + 1;
    Some((file, name.get(1..)?.parse().ok()?))
}

/// How many files and ranks a block has.
fn size(block: &str) -> Option<(u8, u8)> {
    let (low, high) = block.split_once('–')?;
    let (low, high) = (place(low)?, place(high)?);
    Some((high.0.abs_diff(low.0) + 1, high.1.abs_diff(low.1) + 1))
}

/// The squares of a list such as `a1–b2, c3 or d4`; none if it is written in other words.
fn squares(list: &str) -> Vec<String> {
    let mut out = Vec::new();
    for part in list.split(", ").flat_map(|part| part.split(" or ")) {
        let (low, high) = part.split_once('–').unwrap_or((part, part));
        let (Some(low), Some(high)) = (place(low), place(high)) else {
            return Vec::new();
        };
        for file in low.0.min(high.0)..=low.0.max(high.0) {
            let ranks = low.1.min(high.1)..=low.1.max(high.1);
            out.extend(ranks.map(|rank| format!("{}{rank}", char::from(b'a' + file - 1))));
        }
    }
    out
}

/// Leaps to everywhere, as authors write them out, become one way. Another way of the piece must
/// lead to the squares that the leaps leave out.
pub(super) fn anywhere(s: &Setting<'_>, ways: Vec<Way>) -> Vec<Way> {
    let alike = |way: &Way| Way {
        core: Core::Text(ANYWHERE.to_owned()),
        ..way.clone()
    };
    let mut out: Vec<Way> = Vec::new();
    for way in &ways {
        let known = alike(way);
        let leaps = ways
            .iter()
            .filter(|other| is_full(other) && alike(other) == known);
        if !is_full(way) || leaps.count() < 9 || !lead_everywhere(s, &ways, &known) {
            out.push(way.clone());
        } else if !out.contains(&known) {
            out.push(known);
        }
    }
    out
}

/// Whether a way is a single leap with all its directions.
fn is_full(way: &Way) -> bool {
    matches!(&way.core, Core::Leap(leap) if leap.range == Range::ONE && has_all(leap, leap.winds))
        && way.over.is_none()
}

fn has_all(leap: &Leap, winds: Winds) -> bool {
    let free = leap.between.is_free() && !leap.wraps && leap.frame != Frame::Heading;
    let all = match (leap.m, leap.n) {
        (0, _) => Winds::ORTHOGONAL,
        (m, n) if m == n => Winds::DIAGONAL,
        _ => Winds::OBLIQUE,
    };
    free && winds.and(all) == all
}

/// Whether leaps alike, together with what the piece does anyway, lead to every square.
fn lead_everywhere(s: &Setting<'_>, ways: &[Way], known: &Way) -> bool {
    let board = &s.rules.board;
    let far = board.files.max(board.ranks).saturating_sub(1);
    let near = board.files.min(board.ranks).saturating_sub(1);
    let leads = |way: &Way, (m, n): (u8, u8)| {
        let Core::Leap(leap) = &way.core else { return false };
        let own = way.modes.and(known.modes) == known.modes && way.rifle == known.rifle;
        let own = own && way.takes == known.takes && way.before == known.before;
        let noted = way.notes.is_empty() || way.notes == known.notes;
        let size = if is_straight(leap) && (m == 0 || m == n) {
            Leap {
                m: m.min(leap.n),
                ..leap.clone()
            }
        } else {
            leap.clone()
        };
        let reaches = (size.m, size.n) == (m, n)
            || (leap.n == 1 && is_straight(leap) && (m == 0 || m == n) && leap.range == Range::ANY);
        own && noted && way.over.is_none() && reaches && has_all(&size, leap.winds)
    };
    (1..=far).all(|n| (0..=n.min(near)).all(|m| ways.iter().any(|way| leads(way, (m, n)))))
}

/// As many ways at least are told, however long they are.
const TOLD: usize = 4;

/// Whether nobody would read all the ways.
pub(super) fn is_long(texts: &[String]) -> bool {
    let length: usize = texts.iter().map(String::len).sum();
    length > 2000 && texts.len() > TOLD
}

/// Quiet ways of many forms which on an empty board are those of a piece that players know.
pub(super) fn outline(s: &Setting<'_>, movement: &Movement, side: Side, modes: Modes) -> Option<Vec<String>> {
    let topology = s.topology()?;
    let reached = |movement: &Movement, from: Square| -> Vec<Square> {
        let ends = ways::ends(&topology, movement, side, from).unwrap_or_default();
        let plain = ends.iter().filter(|end| {
            end.modes.has(Modes::QUIET) && end.manner == Manner::Plain && end.occasion != Occasion::First
        });
        let mut squares: Vec<Square> = plain.map(|end| end.to).collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    };
    let known = [
        ("a queen", Movement::ride(0, 1, Winds::STRAIGHT)),
        ("a rook", Movement::ride(0, 1, Winds::ORTHOGONAL)),
        ("a bishop", Movement::ride(0, 1, Winds::DIAGONAL)),
        ("a king", Movement::leap(0, 1, Winds::STRAIGHT)),
    ];
    let squares = || (0..topology.size()).filter_map(|at| Square::try_from(at).ok());
    let (piece, _) = known
        .iter()
        .filter(|_| modes == Modes::QUIET)
        .find(|(_, plain)| squares().all(|from| reached(movement, from) == reached(plain, from)))?;
    Some(vec![format!(
        "like {piece}, as far as the pieces beside its way allow it"
    )])
}

/// Ways as authors write them out step by step, such as hops over one, two, three pieces: the
/// shortest stand for all of them where nobody would read them all.
pub(super) fn shortened(mut texts: Vec<String>) -> Vec<String> {
    if is_long(&texts) {
        texts.sort_by_key(String::len);
        let more = texts.len() - TOLD;
        texts.truncate(TOLD);
        texts.push(format!(
            "and {} longer {} of the same kind",
            words::number(more as u64),
            if more == 1 { "way" } else { "ways" }
        ));
    }
    texts
}
