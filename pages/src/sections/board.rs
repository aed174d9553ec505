//! The board and who has what.

use crate::movement::any;
use crate::page::Block;
use crate::places;
use crate::setting::Setting;
use crate::words;
use ferz::board::{Square, Topology};
use ferz::rules::{Compass, Frame, Modes, Movement, PerSide, Piece, Side, Squares, Winds};
use ferz::ways;

/// The board, its zones, and the armies. `said`: the rest of the page, which uses some zones.
pub(crate) fn board(s: &Setting<'_>, said: &str) -> Vec<Block> {
    let board = &s.rules.board;
    let mut text = format!("The board has {}", places::size(board));
    if !board.holes.0.is_empty() {
        let holes = places::holes(board);
        text.push_str(&match holes.matches(", ").count() {
            0..8 => format!(" without {holes}"),
            _ => format!(
                " without {} squares, which the picture leaves out",
                board.holes.0.len()
            ),
        });
    }
    text.push('.');
    match (board.wrap_files, board.wrap_ranks) {
        (true, true) => {
            text.push_str(
                " Its left edge is joined to its right edge and its last rank to its first: a torus.",
            );
        }
        (true, false) => text.push_str(" Its left edge is joined to its right edge: a cylinder."),
        (false, true) => text.push_str(" Its last rank is joined to its first."),
        (false, false) => {}
    }
    if s.rules.points.is_some() {
        text.push_str(" Pieces stand where the lines cross.");
    }
    let mut blocks = vec![Block::Paragraph(text)];
    let mut items = Vec::new();
    if let Some(topology) = s.topology() {
        if topology.extras().count() > 4 {
            items.push(extras(&topology));
        } else {
            items.extend(topology.extras().map(|square| extra(s, &topology, square)));
            items.extend(unreached(s, &topology));
        }
    }
    items.extend(zones(s, said));
    if !items.is_empty() {
        blocks.push(Block::Items(items));
    }
    blocks.push(armies(s));
    if let Some(first) = s.rules.start.split(' ').nth(1) {
        let first = if first == "b" { Side::Black } else { Side::White };
        blocks.push(Block::Paragraph(format!("{} moves first.", words::side(first))));
    }
    blocks
}

/// The zones that the page names, but for those that a few words tell where they are used.
fn zones(s: &Setting<'_>, said: &str) -> Vec<String> {
    let named = |name: &str| said.contains(&format!("the {}", words::spoken(name)));
    let part = |name: &str| {
        let mut all = s.rules.zones.iter();
        all.any(|(whole, zone)| named(whole) && of_both(s, zone) == Some(name))
    };
    let used = s.rules.zones.iter().filter(|(name, _)| named(name) || part(name));
    let told = used.filter_map(|(name, zone)| {
        let shape = |side: Side| places::squares(s.rules, &zone[side], side);
        let (white, black) = (shape(Side::White), shape(Side::Black));
        let plain = places::is_named(&white) || zone.white.0.is_empty();
        let name = words::spoken(name);
        let is = if name.ends_with('s') { "are" } else { "is" };
        (!plain).then(|| {
            if let Some(own) = of_both(s, zone) {
                return format!("The **{name}** {is} the {} of both sides.", words::spoken(own));
            }
            if zone.white == zone.black {
                format!("The **{name}** {is} {white}.")
            } else {
                format!("The **{name}** {is} {white} for White and {black} for Black.")
            }
        })
    });
    told.collect()
}

/// The zone whose squares for White and for Black together are this zone.
fn of_both<'r>(s: &Setting<'r>, zone: &PerSide<Squares>) -> Option<&'r str> {
    let together = |own: &PerSide<Squares>| {
        let mut all: Vec<&String> = own.white.0.iter().chain(&own.black.0).collect();
        let mut some: Vec<&String> = zone.white.0.iter().collect();
        all.sort();
        some.sort();
        all == some
    };
    let mut zones = s.rules.zones.iter();
    let found = zones.find(|(_, own)| own.white != own.black && zone.white == zone.black && together(own));
    found.map(|(name, _)| name.as_str())
}

/// The pieces of each side.
fn armies(s: &Setting<'_>) -> Block {
    let armies = words::per_side(|side| {
        let names: Vec<String> = s
            .kinds(side)
            .filter_map(|name| {
                let letter = s.rules.pieces.get(name)?.letter[side]?.to_ascii_uppercase();
                Some(format!("{name} (`{letter}`)"))
            })
            .collect();
        let title = match s.rules.armies[side].as_str() {
            "" => String::new(),
            title => format!("the {title}, with "),
        };
        const MANY: usize = 16;
        if names.len() > MANY && s.kinds(side).count() == s.rules.pieces.len() {
            return Some(format!(
                "{title}the {} kinds of pieces that are described below",
                names.len()
            ));
        }
        Some(format!("{title}{}", words::list(&names, "and")))
    });
    match armies.as_slice() {
        [both] => Block::Paragraph(format!("Both sides have {both}.")),
        each => Block::Items(each.iter().map(|a| format!("{a}.")).collect()),
    }
}

/// Many squares outside the grid in one line, those of one rank together.
fn extras(topology: &Topology) -> String {
    let next = |square: Square| -> Vec<String> {
        let near = (0..8).filter_map(|compass| topology.step(square, compass));
        near.map(|to| topology.name(to).to_owned()).collect()
    };
    let rank = |name: &str| {
        name.trim_start_matches(|c: char| c.is_ascii_lowercase())
            .to_owned()
    };
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for square in topology.extras() {
        let (name, next) = (topology.name(square).to_owned(), next(square));
        let beyond = match next.as_slice() {
            [] => "next to no other".to_owned(),
            [one] if one[..1] == name[..1] => {
                format!("each next to the square of its file on rank {}", rank(one))
            }
            several => format!("next to {}", words::list(several, "and")),
        };
        match groups.iter_mut().find(|(known, _)| *known == beyond) {
            Some((_, names)) => names.push(name),
            None => groups.push((beyond, vec![name])),
        }
    }
    let each: Vec<String> = groups
        .iter()
        .map(|(beyond, names)| format!("{} ({beyond})", words::list(&places::runs(names), "and")))
        .collect();
    format!("Outside the grid are the squares {}.", words::list(&each, "and"))
}

/// Squares outside the grid that pieces which move only orthogonally never reach.
fn unreached(s: &Setting<'_>, topology: &Topology) -> Option<String> {
    let straight = |square: &Square| {
        (0..8)
            .step_by(2)
            .any(|compass| topology.step(*square, compass).is_some())
    };
    let squares: Vec<String> = topology
        .extras()
        .filter(|square| !straight(square))
        .map(|square| topology.name(square).to_owned())
        .collect();
    let pieces = s.rules.pieces.iter().filter(|(_, piece)| is_orthogonal(piece));
    let only: Vec<String> = pieces.map(|(name, _)| words::a(name)).collect();
    (!only.is_empty() && !squares.is_empty()).then(|| {
        format!(
            "A piece that moves only orthogonally, such as {}, never reaches {}.",
            words::list(&only, "or"),
            words::list(&squares, "or")
        )
    })
}

/// A square outside the grid: what it is next to, and which lines lead there.
fn extra(s: &Setting<'_>, topology: &Topology, square: Square) -> String {
    let name = topology.name(square);
    let next: Vec<(Compass, Square)> = Compass::ALL
        .into_iter()
        .filter_map(|compass| Some((compass, topology.step(square, compass.index())?)))
        .collect();
    let of = |diagonal: bool| -> Vec<String> {
        let fit = next.iter().filter(|(c, _)| (c.index() % 2 == 1) == diagonal);
        fit.map(|(_, to)| topology.name(*to).to_owned()).collect()
    };
    let (straight, diagonal) = (of(false), of(true));
    let joined: Vec<String> = [("orthogonally", &straight), ("diagonally", &diagonal)]
        .into_iter()
        .filter(|(_, squares)| !squares.is_empty())
        .map(|(how, squares)| format!("{how} to {}", words::list(squares, "and")))
        .collect();
    let mut text = format!(
        "The extra square {name} is joined {}, and to nothing else.",
        words::list(&joined, "and")
    );
    text.push_str(&lines(topology, square, &next));
    for (kind, to) in leaps(s, topology, square) {
        text.push_str(&format!(
            " {} leaps from it to {to}.",
            words::capital(&words::a(&kind))
        ));
    }
    text
}

/// The lines that lead to a square outside the grid.
fn lines(topology: &Topology, square: Square, next: &[(Compass, Square)]) -> String {
    let line = |&(compass, first): &(Compass, Square)| {
        let mut line = vec![topology.name(square).to_owned()];
        let mut at = Some(first);
        while let Some(here) = at.filter(|_| line.len() < 5) {
            line.push(topology.name(here).to_owned());
            at = topology.step(here, compass.index());
        }
        if at.is_some() {
            line.push("…".to_owned());
        }
        line.join("–")
    };
    let all: Vec<String> = next.iter().map(line).collect();
    let goes_on =
        |(compass, _): &(Compass, Square)| topology.step(square, compass.opposite().index()).is_some();
    let end = if next.iter().any(goes_on) {
        "lead through it"
    } else {
        "end there"
    };
    match all.as_slice() {
        [] => String::new(),
        [one] => format!(
            " The line {one} {}.",
            end.replace("lead ", "leads ").replace("end ", "ends ")
        ),
        all => format!(" The lines {} {end}.", words::list(all, "and")),
    }
}

/// Whether a piece goes orthogonally, step by step, and in no other way.
fn is_orthogonal(piece: &Piece) -> bool {
    let other = |m: &Movement| match m {
        Movement::Leap(leap) => {
            let straight = leap.m == 0 && leap.n == 1 && leap.winds.and(Winds::ORTHOGONAL) == leap.winds;
            !straight || leap.frame == Frame::Heading
        }
        _ => false,
    };
    let sides = || Side::ALL.into_iter().filter(|&side| piece.letter[side].is_some());
    sides().count() > 0 && sides().all(|side| !any(&piece.movement[side], &other))
}

/// The targets of leaping pieces from a square, each kind with another leap once.
fn leaps(s: &Setting<'_>, topology: &Topology, square: Square) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = Vec::new();
    for (kind, piece) in &s.rules.pieces {
        let Some(side) = Side::ALL.into_iter().find(|&side| piece.letter[side].is_some()) else {
            continue;
        };
        let near = |to: Square| (0..8).any(|compass| topology.step(square, compass) == Some(to));
        let Some(ends) = ways::ends(topology, &piece.movement[side], side, square) else {
            continue;
        };
        let plain = ends
            .iter()
            .all(|end| !near(end.to) && end.modes.has(Modes::QUIET));
        let names: Vec<String> = ends.iter().map(|end| topology.name(end.to).to_owned()).collect();
        let to = words::list(&names, "or");
        if plain && !names.is_empty() && out.iter().all(|(_, known)| *known != to) {
            out.push((kind.clone(), to));
        }
    }
    out
}
