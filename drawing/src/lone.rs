//! A piece by itself, as it is seen best.

use super::marks::{Marks, marks};
use ferz::board::{Square, Topology};
use ferz::engine::{Position, Variant};
use ferz::rules::{Condition, Movement, PerSide, Ruleset, Side, Squares};
use ferz::terms::{Terms, terms};
use ferz::ways::{self, Leg};
use std::collections::BTreeSet;

/// A piece alone on the board and where it can go.
#[derive(Clone, Debug)]
pub struct Lone {
    /// The kind.
    pub kind: usize,
    /// The owner of the piece.
    pub side: Side,
    /// The square on which it stands.
    pub square: Square,
    /// Another piece, if an empty board would not show that it hops or captures on its way.
    pub hurdle: Option<(Square, usize, Side)>,
    /// The squares to which it can move.
    pub marks: Marks,
    /// The legs that can block it.
    pub legs: Vec<Leg>,
    /// The conditions on which that depends.
    pub terms: Terms,
    /// Whether the diagonals of a board of lines show from which squares it moves so.
    pub lined: bool,
}

/// A piece alone on the board and the squares it reaches from there. Without a given square, the
/// piece stands where its moves are seen best. The picture shows the bare movement: rules about
/// royals, goals and duties are ignored.
pub fn alone(variant: &Variant, kind: usize, side: Side, at: Option<Square>) -> Lone {
    alone_of(variant.rules(), variant.topology(), kind, side, at)
}

/// The same by rules that were not compiled; [`stage`] has positions in which to show it.
pub fn alone_of(rules: &Ruleset, topology: &Topology, kind: usize, side: Side, at: Option<Square>) -> Lone {
    let (name, own) = match rules.pieces.get_index(kind) {
        Some((name, piece)) => (name.as_str(), piece.movement[side].clone()),
        None => ("", Movement::none()),
    };
    let ends = |square| ways::piece_ends(rules, topology, name, side, square);
    let square = at
        .or_else(|| ways::best_square(topology, side, ends))
        .unwrap_or_default();
    let mut lone = Lone {
        kind,
        side,
        square,
        hurdle: None,
        marks: marks(ends(square)),
        legs: ways::legs(topology, &own, side, square).unwrap_or_default(),
        terms: terms(rules, topology, &own, side, square),
        lined: lined(rules, topology, &own, side, square),
    };
    lone.show_hops(rules, topology, &own);
    lone
}

/// The board and the pieces of rules without their effects: quick to compile, to show [`alone_of`]
/// on it. `None` if the engine cannot have such a board.
pub fn stage(rules: &Ruleset) -> Option<Variant> {
    let mut bare = rules.clone();
    for piece in bare.pieces.values_mut() {
        piece.movement = PerSide::both(Movement::none());
        piece.royal = PerSide::both(false);
    }
    bare.promotions.clear();
    bare.castling.clear();
    bare.en_passant = None;
    bare.end.goals.clear();
    bare.hooks.clear();
    let ranks = rules.start.split(' ').next()?.split('/').map(emptied);
    bare.start = format!("{} w - - 0 1", ranks.collect::<Vec<_>>().join("/"));
    Variant::new(bare).ok()
}

/// A rank of a board field without its pieces.
fn emptied(rank: &str) -> String {
    let parts = rank.split('*').map(|part| {
        let gaps = part.split(|c: char| !c.is_ascii_digit());
        let empty: usize = gaps.filter_map(|digits| digits.parse::<usize>().ok()).sum();
        let empty = empty + part.chars().filter(|c| !c.is_ascii_digit()).count();
        if empty == 0 {
            String::new()
        } else {
            empty.to_string()
        }
    });
    parts.collect::<Vec<_>>().join("*")
}

/// The same with another movement than the piece's own.
pub fn alone_with(variant: &Variant, kind: usize, side: Side, movement: &Movement) -> Lone {
    let topology = variant.topology();
    let ends = |square| ways::ends(topology, movement, side, square).unwrap_or_default();
    let square = ways::best_square(topology, side, ends).unwrap_or_default();
    let mut lone = Lone {
        kind,
        side,
        square,
        hurdle: None,
        marks: marks(ends(square)),
        legs: ways::legs(topology, movement, side, square).unwrap_or_default(),
        terms: terms(variant.rules(), topology, movement, side, square),
        lined: lined(variant.rules(), topology, movement, side, square),
    };
    // The starting square is no target.
    lone.marks.remove(&square);
    lone.show_hops(variant.rules(), topology, movement);
    lone
}

/// Whether diagonals are drawn on all squares of those sets with this square from which some of a
/// movement is possible.
fn lined(rules: &Ruleset, topology: &Topology, movement: &Movement, side: Side, square: Square) -> bool {
    let Some(points) = &rules.points else {
        return false;
    };
    let squares = |set: &Squares| -> BTreeSet<Square> {
        set.0.iter().filter_map(|name| topology.square(name)).collect()
    };
    let [white, black] = Side::each(|side| squares(&points.diagonals[side]));
    let drawn = &white | &black;
    let mut parts = vec![movement];
    let mut all = true;
    while let Some(part) = parts.pop() {
        if let Movement::When {
            condition: Condition::From(set),
            ..
        } = part
        {
            let from = squares(&set[side]);
            all &= !from.contains(&square) || from.is_subset(&drawn);
        }
        parts.extend(part.children());
    }
    all && !drawn.is_empty()
}

impl Lone {
    /// Puts a piece on the board if nothing else shows that this one hops.
    fn show_hops(&mut self, rules: &Ruleset, topology: &Topology, movement: &Movement) {
        let Some((at, friend)) = ways::telling_hurdle(topology, movement, self.side, self.square) else {
            return;
        };
        let whose = if friend { self.side } else { self.side.other() };
        let pieces = rules.pieces.iter().enumerate().rev();
        let mut others =
            pieces.filter(|(_, (_, piece))| piece.letter[whose].is_some() && !piece.royal[whose]);
        let ends = ways::ends_among(topology, movement, self.side, self.square, &[at], friend);
        if let (Some((kind, _)), Some(ends)) = (others.next(), ends) {
            self.hurdle = Some((at, kind, whose));
            self.marks = marks(ends);
        }
    }

    /// The position.
    pub fn position(&self, variant: &Variant) -> Position {
        let position = variant.lone_piece(self.kind, self.side, self.square);
        match self.hurdle {
            Some((at, kind, side)) => variant.with_piece(&position, at, Some((kind, side))),
            None => position,
        }
    }
}
