//! How a piece goes under two sets of rules.

use super::Pair;
use crate::board::{Bits as _, Square, Topology, U256};
use crate::engine::Variant;
use crate::engine::paths::{Path, paths};
use crate::rules::{Modes, Side, SquareName};
use crate::ways::{End, piece_ends};
use ferz_engine::order::{sort, sort_by_key};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A piece alone on the board, before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceBoard {
    /// The side.
    pub side: Side,
    /// The square on which it stands.
    pub square: SquareName,
    /// Squares to which it moves in the same way as before.
    pub same: Vec<SquareName>,
    /// Squares that it could not reach before.
    pub gained: Vec<SquareName>,
    /// Squares that it can no longer reach.
    pub lost: Vec<SquareName>,
    /// Squares to which it moves differently: to do something else there, over other squares or
    /// pieces, or without moving.
    pub otherwise: Vec<SquareName>,
}

impl PieceBoard {
    fn is_same(&self) -> bool {
        self.gained.is_empty() && self.lost.is_empty() && self.otherwise.is_empty()
    }
}

/// How a piece gets to a square: what it can do there, and all that must be the case on the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Way {
    ends: Vec<End>,
    routes: BTreeSet<Route>,
}

/// A path by the names of its squares, which are the same on other boards.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Route {
    modes: Modes,
    /// Empty, occupied, with a friend, with an enemy, open to capture en passant.
    sets: [Vec<SquareName>; 5],
    captures: Vec<SquareName>,
    rifle: bool,
    initial: bool,
}

impl Route {
    fn new(topology: &Topology, path: &Path) -> Self {
        let name = |square: Square| topology.name(square).to_owned();
        let names = |set: U256| {
            let mut names: Vec<SquareName> = set.squares().map(name).collect();
            sort(&mut names);
            names
        };
        Self {
            modes: path.modes,
            sets: [path.empty, path.occupied, path.friend, path.enemy, path.exposed].map(names),
            captures: path.captures.iter().copied().map(name).collect(),
            rifle: path.rifle,
            initial: path.initial,
        }
    }
}

/// How a piece goes to every square that it goes to.
type Goes = BTreeMap<SquareName, Way>;

/// The piece on a square where the difference shows, in the middle if possible; `None` if it shows
/// nowhere.
pub(super) fn compare(pair: &Pair, name: &str, side: Side) -> Option<PieceBoard> {
    let topology = pair.old.topology();
    let (files, ranks) = (i32::from(topology.files()), i32::from(topology.ranks()));
    let mut squares: Vec<Square> = topology.squares().squares().collect();
    sort_by_key(&mut squares, |&square| {
        let (file, rank) = topology.coordinates(square).unwrap_or((u8::MAX, u8::MAX));
        let away = (i32::from(file) - files / 2).abs() + (i32::from(rank) - (ranks - 1) / 2).abs();
        (away, square)
    });
    squares.into_iter().find_map(|square| {
        let from = topology.name(square);
        let [old, new] = [&pair.old, &pair.new].map(|variant| goes(variant, name, side, from));
        Some(merge(side, from, &old, &new)).filter(|board| !board.is_same())
    })
}

/// The targets of the piece from a square; none if the side or the board does not have it.
fn goes(variant: &Variant, name: &str, side: Side, from: &str) -> Goes {
    let (rules, topology) = (variant.rules(), variant.topology());
    let has = rules
        .pieces
        .get(name)
        .is_some_and(|piece| piece.letter[side].is_some());
    let Some(square) = topology.square(from).filter(|_| has) else {
        return Goes::new();
    };
    let mut goes = Goes::new();
    for end in piece_ends(rules, topology, name, side, square) {
        // The same square may have another number on the other board.
        let way = goes.entry(topology.name(end.to).to_owned()).or_default();
        way.ends.push(End { to: 0, ..end });
    }
    let movement = &rules.pieces[name].movement[side];
    for path in paths(topology, side, movement, square).unwrap_or_default() {
        if let Some(way) = goes.get_mut(topology.name(path.to)) {
            way.routes.insert(Route::new(topology, &path));
        }
    }
    goes
}

fn merge(side: Side, square: &str, old: &Goes, new: &Goes) -> PieceBoard {
    let mut board = PieceBoard {
        side,
        square: square.to_owned(),
        same: Vec::new(),
        gained: Vec::new(),
        lost: Vec::new(),
        otherwise: Vec::new(),
    };
    for (name, ways) in old {
        let list = match new.get(name) {
            None => &mut board.lost,
            Some(other) if other == ways => &mut board.same,
            Some(_) => &mut board.otherwise,
        };
        list.push(name.clone());
    }
    board.gained = new
        .keys()
        .filter(|name| !old.contains_key(*name))
        .cloned()
        .collect();
    board
}
