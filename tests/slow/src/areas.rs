//! Squares and pieces as effects find them.

use super::board::Square;
use super::effects::Facts;
use super::moves::{Deed, deeds};
use super::position::{Kind, Piece, Position};
use super::walk::{Path, Walk};
use super::{Game, control, mechanics};
use ferz::rules::{Area, Group, Kinds, Movement, Owner, Place, Range, Side};
use std::collections::BTreeSet;

/// The squares of some pieces.
pub fn pieces(game: &Game, group: &Group, facts: &Facts, position: &Position) -> Vec<Square> {
    let squares = if group.owner == Owner::Empty {
        (0..game.board.size())
            .filter(|&square| position.is_empty(square))
            .collect()
    } else {
        let meant = |&(square, piece): &(Square, Piece)| {
            owned(group.owner, piece.side, facts, square) && group.kinds.has(game.name(piece.kind))
        };
        let pieces = position.pieces().filter(meant);
        pieces.map(|(square, _)| square).collect()
    };
    all_on(game, &group.on, facts, position, squares)
        .into_iter()
        .collect()
}

fn owned(owner: Owner, side: Side, facts: &Facts, square: Square) -> bool {
    match owner {
        Owner::Any => true,
        Owner::Friend => side == facts.side,
        Owner::Enemy => side != facts.side,
        Owner::Mover => facts.movers.contains(&square),
        Owner::Empty => false,
    }
}

/// Those of some squares that belong to an area.
pub fn all_on(
    game: &Game,
    area: &Area,
    facts: &Facts,
    position: &Position,
    among: BTreeSet<Square>,
) -> BTreeSet<Square> {
    let of = |area: &Area, among: BTreeSet<Square>| all_on(game, area, facts, position, among);
    match area {
        _ if among.is_empty() => among,
        Area::At(place) => {
            let there: BTreeSet<Square> = places(game, place, facts, position).into_iter().collect();
            &among & &there
        }
        Area::Reach(movement, place) => &among & &reached(game, movement, place, facts, position),
        Area::Except(all, but) => {
            let all = of(all, among);
            &all - &of(but, all.clone())
        }
        Area::Both(areas) => areas.iter().fold(among, |among, area| of(area, among)),
        Area::Either(areas) => areas.iter().flat_map(|area| of(area, among.clone())).collect(),
        _ => among
            .into_iter()
            .filter(|&square| is_on(game, area, facts, position, square))
            .collect(),
    }
}

/// The targets of a movement from a place.
fn reached(
    game: &Game,
    movement: &Movement,
    place: &Place,
    facts: &Facts,
    position: &Position,
) -> BTreeSet<Square> {
    let winds: Vec<Option<u8>> = if movement.is_headed() {
        let leads = |&wind: &u8| lies(game, facts.origin, facts.target, wind);
        (0..16).step_by(2).filter(leads).map(Some).collect()
    } else {
        vec![None]
    };
    let mut squares = BTreeSet::new();
    for from in places(game, place, facts, position) {
        for &wind in &winds {
            let paths = Walk::headed(&game.board, position, facts.side, movement, from, wind);
            squares.extend(paths.iter().map(|path| path.to));
        }
    }
    squares
}

/// Whether a square belongs to an area.
pub fn is_on(game: &Game, area: &Area, facts: &Facts, position: &Position, square: Square) -> bool {
    let seen = |place: &Place, test: &dyn Fn(Square) -> bool| {
        places(game, place, facts, position).into_iter().any(test)
    };
    let line = |place: &Place, of: fn((i32, i32)) -> i32| {
        let here = game.board.place(square).map(of);
        here.is_some() && seen(place, &|from| game.board.place(from).map(of) == here)
    };
    match area {
        Area::All => true,
        Area::Squares(sets) => game.board.lies(square, &sets[facts.side]),
        Area::At(place) => seen(place, &|from| from == square),
        Area::Around(movement, place) => seen(place, &|from| {
            mechanics::area(game, facts.side, movement, from).contains(&square)
        }),
        Area::Reach(movement, place) => reached(game, movement, place, facts, position).contains(&square),
        Area::File(place) => line(place, |(file, _)| file),
        Area::Rank(place) => line(place, |(_, rank)| rank),
        Area::Attacked => {
            !facts.stays
                && facts
                    .movers
                    .iter()
                    .any(|&from| attacks_from(game, position, from, square))
        }
        Area::AttackedBy(place) => {
            let by = places(game, place, facts, position);
            by.into_iter()
                .any(|from| attacks_from(game, position, from, square))
        }
        Area::AttackedMore {
            by,
            kinds,
            by_value,
            in_line,
        } => {
            let worth = |kind: Kind| match (kinds.has(game.name(kind)), by_value) {
                (false, _) => 0,
                (true, true) => i64::from(game.rules.pieces[kind].value.unwrap_or(0)),
                (true, false) => 1,
            };
            let [ours, theirs] = [facts.side, facts.side.other()]
                .map(|side| worth_of_attackers(game, position, side, square, &worth, *in_line));
            if *by == Owner::Friend {
                ours > theirs
            } else {
                theirs > ours
            }
        }
        Area::Mated => control::is_mated(game, position, square),
        Area::Enclosed(movement) => !position.is_empty(square) && !has_room(game, movement, position, square),
        Area::Open(movement) => !position.is_empty(square) && has_room(game, movement, position, square),
        Area::Between { by, friends } => facts
            .movers
            .iter()
            .any(|&from| encloses(game, by, friends, facts, position, from, square)),
        Area::Except(..) | Area::Both(_) | Area::Either(_) => {
            !all_on(game, area, facts, position, [square].into()).is_empty()
        }
    }
}

/// Whether the chain of the piece on a square has an empty square beside it.
fn has_room(game: &Game, links: &Movement, position: &Position, square: Square) -> bool {
    let Some(piece) = position.board[square] else {
        return true;
    };
    let mut chain = vec![square];
    let mut next = 0;
    while let Some(&from) = chain.get(next) {
        next += 1;
        for to in mechanics::area(game, piece.side, links, from) {
            if position.is_empty(to) {
                return true;
            }
            let joins = position.board[to].is_some_and(|other| other.side == piece.side);
            if joins && !chain.contains(&to) {
                chain.push(to);
            }
        }
    }
    false
}

/// Whether a square lies straight in a wind from another, were the board empty.
pub fn lies(game: &Game, from: Square, to: Square, wind: u8) -> bool {
    let mut at = from;
    for _ in 0..game.board.size() {
        let leaps = game.board.leaps(at, (0, 1), wind, false);
        let Some(leap) = leaps.last() else {
            return false;
        };
        at = leap.to;
        if at == to {
            return from != to;
        }
    }
    false
}

/// Whether the piece on a square could capture on another by a plain capture, over all contents of
/// the square.
pub fn attacks_from(game: &Game, position: &Position, from: Square, to: Square) -> bool {
    let Some(piece) = position.board[from] else {
        return false;
    };
    let mut there = position.clone();
    let kind = position.board[to].map_or(piece.kind, |p| p.kind);
    let side = piece.side.other();
    there.board[to] = Some(Piece { kind, side });
    let plain = |path: &Path| path.to == to && !path.rifle && path.captures.is_empty();
    to != from
        && mechanics::paths_seen(game, position, &there, piece.side, (from, piece.kind))
            .iter()
            .filter(|path| plain(path))
            .any(|path| deeds(game, &there, piece.side, from, path).contains(&Deed::Capture))
}

/// The total value of the pieces of a side that attack a square, or would if the present attackers
/// were gone.
fn worth_of_attackers(
    game: &Game,
    position: &Position,
    side: Side,
    square: Square,
    worth: &dyn Fn(Kind) -> i64,
    in_line: bool,
) -> i64 {
    let attackers: Vec<(Square, Kind)> = position
        .of(side)
        .filter(|&(from, kind)| worth(kind) > 0 && attacks_from(game, position, from, square))
        .collect();
    let sum: i64 = attackers.iter().map(|&(_, kind)| worth(kind)).sum();
    if !in_line || attackers.is_empty() {
        return sum;
    }
    let mut there = position.clone();
    for (from, _) in attackers {
        there.board[from] = None;
    }
    sum + worth_of_attackers(game, &there, side, square, worth, true)
}

/// Whether an enemy on a square is in a row that ends at a friend.
fn encloses(
    game: &Game,
    by: &Movement,
    friends: &Kinds,
    facts: &Facts,
    position: &Position,
    from: Square,
    square: Square,
) -> bool {
    let mut empty = game.start.clone();
    empty.board.fill(None);
    let holds = |s: &Square, friend: bool| {
        let piece = position.board[*s];
        piece.is_some_and(|p| (p.side == facts.side) == friend && (!friend || friends.has(game.name(p.kind))))
    };
    let rows = Walk::paths(&game.board, &empty, facts.side, &one_further(by), from);
    rows.iter().any(|row| {
        row.passed.contains(&square) && row.passed.iter().all(|s| holds(s, false)) && holds(&row.to, true)
    })
}

fn one_further(movement: &Movement) -> Movement {
    match movement {
        Movement::Leap(leap) => {
            let mut leap = leap.clone();
            leap.range = Range {
                min: leap.range.min + 1,
                max: leap.range.max.map(|max| max + 1),
            };
            Movement::Leap(leap)
        }
        Movement::Union(list) => Movement::Union(list.iter().map(one_further).collect()),
        other => panic!("no row: {other:?}"),
    }
}

/// The squares of a place.
pub fn places(game: &Game, place: &Place, facts: &Facts, position: &Position) -> Vec<Square> {
    match place {
        Place::Origin => vec![facts.origin],
        Place::Target => vec![facts.target],
        Place::Mover => facts.movers.iter().copied().collect(),
        Place::Victim => facts.captured.iter().map(|(square, _)| *square).collect(),
        Place::Walls => position.walls.iter().copied().collect(),
        Place::Piece {
            owner: Owner::Empty, ..
        } => (0..game.board.size())
            .filter(|&square| position.is_empty(square))
            .collect(),
        Place::Piece { owner, kinds } => position
            .pieces()
            .filter(|(square, piece)| {
                owned(*owner, piece.side, facts, *square) && kinds.has(game.name(piece.kind))
            })
            .map(|(square, _)| square)
            .collect(),
    }
}
