//! Pieces that are pulled and pushed along lines, or carried on.

use super::Game;
use super::areas::{pieces, places};
use super::board::Square;
use super::effects::Facts;
use super::hands;
use super::moves::can_stand;
use super::position::{Kind, Piece, Position};
use super::walk::Walk;
use ferz::rules::{Carry, Mandatory, Movement, Range, Shift, Side, Trigger};
use std::collections::BTreeSet;

/// Squares from a place on, and the range of distances at which a piece may stand.
type Line = (Vec<Square>, usize, usize);

/// Carries it out on a position.
pub fn carry_out(
    game: &Game,
    shift: &Shift,
    facts: &mut Facts,
    next: &mut Position,
    touched: &mut BTreeSet<Square>,
) {
    each(
        game,
        shift,
        facts,
        next,
        Position::clone,
        |next, from, to, piece| {
            go(game, next, from, to, piece);
            touched.extend([from, to]);
        },
    );
}

/// Has each piece go that goes somewhere, one after the other, in any state that `see` shows as a
/// position.
pub fn each<S>(
    game: &Game,
    shift: &Shift,
    facts: &mut Facts,
    state: &mut S,
    see: impl Fn(&S) -> Position,
    mut go: impl FnMut(&mut S, Square, Square, Piece),
) {
    let seen = see(state);
    let meant = pieces(game, &shift.whom, facts, &seen);
    let mut from = places(game, &shift.place, facts, &seen);
    from.sort_unstable();
    for place in from {
        for line in lines(game, &shift.by, facts.side, place) {
            if let Some((from, to, piece)) = shifted(game, shift.toward, &line, &meant, &see(state)) {
                go(state, from, to, piece);
                let now = see(state);
                facts.touch(game, &now, from, false);
                facts.touch(game, &now, to, true);
                if facts.movers.remove(&from) {
                    facts.movers.insert(to);
                }
            }
        }
    }
}

/// Has pieces go on along a movement, on a position.
pub fn carry_on(
    game: &Game,
    carry: &Carry,
    facts: &mut Facts,
    next: &mut Position,
    touched: &mut BTreeSet<Square>,
) {
    let see = Position::clone;
    each_on(
        game,
        carry,
        facts,
        next,
        see,
        |next, from, to, piece| {
            let passed = match next.victim == Some(from) {
                true => std::mem::take(&mut next.exposed),
                false => BTreeSet::new(),
            };
            go(game, next, from, to, piece);
            touched.extend([from, to]);
            passed
        },
        |next, passed, to| {
            next.exposed = passed;
            next.victim = Some(to);
        },
    );
}

/// Has each piece go on that can, one after the other, in any state that `see` shows as a position;
/// `go` lists the squares it had exposed, and `expose` exposes the new ones.
pub fn each_on<S>(
    game: &Game,
    carry: &Carry,
    facts: &mut Facts,
    state: &mut S,
    see: impl Fn(&S) -> Position,
    mut go: impl FnMut(&mut S, Square, Square, Piece) -> BTreeSet<Square>,
    mut expose: impl FnMut(&mut S, BTreeSet<Square>, Square),
) {
    let side = facts.side;
    let ends = |seen: &Position, from: Square| -> BTreeSet<Square> {
        let paths = Walk::paths(&game.board, seen, side, &carry.by, from);
        let ends = paths.iter().map(|path| path.to);
        ends.filter(|&to| seen.is_empty(to)).collect()
    };
    // The end with the fewest squares on the way comes first.
    let nearest = |seen: &Position, from: Square| -> BTreeSet<(usize, Square)> {
        let paths = Walk::paths(&game.board, seen, side, &carry.by, from);
        let far = |path: &super::walk::Path| {
            let passed: BTreeSet<Square> = path.passed.iter().copied().filter(|&s| s != from).collect();
            (passed.len(), path.to)
        };
        paths
            .iter()
            .map(far)
            .filter(|&(_, to)| seen.is_empty(to))
            .collect()
    };
    for from in pieces(game, &carry.whom, facts, &see(state)) {
        let seen = see(state);
        let Some(piece) = seen.board[from] else { continue };
        let able = |to: Square| arrives(game, &seen, piece, to).map(|kind| (to, Piece { kind, ..piece }));
        let Some((to, piece)) = nearest(&seen, from).into_iter().find_map(|(_, to)| able(to)) else {
            continue;
        };
        let mut passed = go(state, from, to, piece);
        if !passed.is_empty() {
            let seen = see(state);
            let further: Vec<Square> = passed.iter().flat_map(|&square| ends(&seen, square)).collect();
            passed.extend(further);
            passed.retain(|&square| seen.is_empty(square));
            expose(state, passed, to);
        }
        let now = see(state);
        facts.touch(game, &now, from, false);
        facts.touch(game, &now, to, true);
        if facts.movers.remove(&from) {
            facts.movers.insert(to);
        }
    }
}

/// All lines from a square, in their order.
fn lines(game: &Game, by: &Movement, side: Side, from: Square) -> BTreeSet<Line> {
    let mut empty = game.start.clone();
    empty.board.fill(None);
    empty.walls.clear();
    let leaps = match by {
        Movement::Union(list) => list.clone(),
        one => vec![one.clone()],
    };
    let mut found = BTreeSet::new();
    for leap in leaps {
        let Movement::Leap(mut leap) = leap else {
            panic!("no line: {by:?}");
        };
        let range = std::mem::replace(&mut leap.range, Range::ANY);
        let paths = Walk::paths(&game.board, &empty, side, &Movement::Leap(leap), from);
        let whole: Vec<Vec<Square>> = paths
            .iter()
            .map(|path| path.passed.iter().copied().chain([path.to]).collect())
            .collect();
        for line in &whole {
            let goes_on = |other: &Vec<Square>| other.len() > line.len() && other.starts_with(line);
            if !whole.iter().any(goes_on) {
                let most = range.max.map_or(line.len(), usize::from).min(line.len());
                found.insert((line.clone(), usize::from(range.min), most));
            }
        }
    }
    found
}

/// The first piece on a line, its target, and its kind there.
fn shifted(
    game: &Game,
    toward: bool,
    (squares, least, most): &Line,
    meant: &[Square],
    position: &Position,
) -> Option<(Square, Square, Piece)> {
    let at = squares.iter().position(|&square| !position.is_empty(square))?;
    let (from, distance) = (squares[at], at + 1);
    if distance < *least || distance > *most || !meant.contains(&from) {
        return None;
    }
    let piece = position.board[from]?;
    let able =
        |&to: &Square| arrives(game, position, piece, to).map(|kind| (from, to, Piece { kind, ..piece }));
    if toward {
        return squares[..at].iter().find_map(able);
    }
    let free = squares[at + 1..]
        .iter()
        .take_while(|&&square| position.is_empty(square));
    free.collect::<Vec<_>>().into_iter().rev().find_map(able)
}

/// As which kind a piece comes to a square.
fn arrives(game: &Game, position: &Position, piece: Piece, to: Square) -> Option<Kind> {
    let side = piece.side;
    if can_stand(game, side, piece.kind, to) {
        return Some(piece.kind);
    }
    let royal = |kind: Kind| Side::ALL.iter().any(|&s| game.is_royal(s, kind));
    if royal(piece.kind) {
        return None;
    }
    for promotion in &game.rules.promotions {
        let always = match &promotion.mandatory {
            Mandatory::Always => true,
            Mandatory::Never => false,
            Mandatory::On(squares) => game.board.lies(to, squares),
        };
        let applies = promotion.side == side
            && promotion.piece == game.name(piece.kind)
            && promotion.trigger == Trigger::Enter
            && promotion.only.is_any()
            && always
            && game.board.lies(to, &promotion.zone);
        if !applies {
            continue;
        }
        for name in &promotion.to {
            let kind = game.kind(name);
            let have = position.of(side).filter(|&(_, other)| other == kind).count();
            let few = promotion
                .limits
                .get(name)
                .is_none_or(|&limit| have < limit as usize);
            let has = game.rules.pieces[kind].letter[side].is_some();
            if few && has && !royal(kind) && can_stand(game, side, kind, to) {
                return Some(kind);
            }
        }
    }
    None
}

/// A piece moves from one square to another with its tags.
fn go(game: &Game, next: &mut Position, from: Square, to: Square, piece: Piece) {
    let same = next.board[from].is_some_and(|old| old.kind == piece.kind);
    next.board[from] = None;
    next.board[to] = Some(piece);
    let promoted = next.promoted.remove(&from);
    next.promoted.remove(&to);
    if promoted && same && hands::before(game, piece).is_some() {
        next.promoted.insert(to);
    }
    next.tags.remove(&to);
    let mut tags = next.tags.remove(&from).unwrap_or_default();
    tags.extend(super::weapons::natural(game, piece.kind));
    if let Some(own) = super::mechanics::absorbable(game, piece.kind) {
        tags.remove(&own);
    }
    if !tags.is_empty() {
        next.tags.insert(to, tags);
    }
    super::walls::cover(next, to);
    // The squares it has passed no longer expose it to capture.
    if next.victim == Some(from) {
        next.exposed.clear();
        next.victim = None;
    }
}
