//! Mechanics by which pieces gain powers or change places.

use super::Game;
use super::board::Square;
use super::moves::{Deed, Move};
use super::position::{Kind, Piece, Position};
use super::walk::{Path, Walk};
use super::{powers, weapons};
use ferz::hooks::{Parameters, Weapon, read};
use ferz::rules::{Absorb, Exchange, HookUse, Letter, Movement, Ruleset, Side};
use std::collections::{BTreeMap, BTreeSet};

/// The meaning of a ruleset's hooks, read once.
#[derive(Clone, Debug, Default)]
pub struct Mechanics {
    /// Pieces that may change places.
    pub exchanges: Vec<Exchange>,
    /// Weapons in their order.
    pub weapons: Vec<Weapon>,
    /// Which movements are taken over.
    pub absorption: Vec<Absorb>,
}

/// Whether a hook concerns the mechanics here.
pub fn is_known(name: &str) -> bool {
    name == "weapon"
}

impl Mechanics {
    /// Reads the hooks of a ruleset.
    ///
    /// # Panics
    /// If their parameters are not what they declare.
    pub fn new(rules: &Ruleset) -> Self {
        Self {
            exchanges: rules.restrictions.exchange.clone(),
            weapons: all(rules, "weapon", read::<Weapon>),
            absorption: rules.restrictions.absorb.clone(),
        }
    }

    /// The position key of tags.
    pub fn key(&self) -> Option<&'static str> {
        match (self.weapons.is_empty(), self.absorption.is_empty()) {
            (false, _) => Some("weapons"),
            (true, false) => Some("absorbed"),
            (true, true) => None,
        }
    }
}

fn uses<'r>(rules: &'r Ruleset, name: &'r str) -> impl Iterator<Item = &'r HookUse> {
    rules.hooks.iter().filter(move |hook| hook.name == name)
}

fn all<T>(rules: &Ruleset, name: &str, read: fn(&Parameters) -> Result<T, serde_json::Error>) -> Vec<T> {
    let read = |hook: &HookUse| read(&hook.parameters).expect("parameters are as declared");
    uses(rules, name).map(read).collect()
}

/// How the piece on a square moves by itself, and by powers otherwise.
pub fn movement(game: &Game, position: &Position, side: Side, square: Square, kind: Kind) -> Movement {
    let own = game.movement(side, kind);
    powers::changed(game, position, (side, square, kind), own).0
}

/// All open paths of the piece on a square.
pub fn paths(game: &Game, position: &Position, side: Side, square: Square, kind: Kind) -> Vec<Path> {
    paths_seen(game, position, position, side, (square, kind))
}

/// The same on a board on which it sees other things than stand there.
pub fn paths_seen(
    game: &Game,
    position: &Position,
    seen: &Position,
    side: Side,
    (square, kind): (Square, Kind),
) -> Vec<Path> {
    let walk = |movement: &Movement| Walk::paths(&game.board, seen, side, movement, square);
    let mut paths = walk(&movement(game, position, side, square, kind));
    for letter in position
        .tags
        .get(&square)
        .into_iter()
        .flatten()
        .filter(|_| !game.mechanics.absorption.is_empty())
    {
        let absorbed = game.rules.pieces.iter().position(|(_, piece)| {
            piece
                .letter
                .white
                .or(piece.letter.black)
                .map(|l| l.to_ascii_uppercase())
                == Some(*letter)
        });
        let absorbed = walk(game.movement(side, absorbed.expect("an absorbed letter is that of a piece")));
        // Only plain moves and captures are taken over.
        let plain = absorbed
            .into_iter()
            .filter(|path| path.captures.is_empty() && !path.rifle && path.to != square);
        paths.extend(plain.map(|mut path| {
            path.modes = path.modes.and(ferz::rules::Modes::BOTH);
            path.exposed.clear();
            path
        }));
    }
    paths
}

/// Two pieces change places, wherever they stand (`EN-6`).
pub fn exchanges(game: &Game, position: &Position) -> Vec<Move> {
    let side = position.turn;
    let named = |name: &str| {
        let name = name.to_owned();
        position
            .of(side)
            .filter(move |&(_, kind)| game.name(kind) == name)
            .map(|(square, _)| square)
    };
    let mut moves = Vec::new();
    let exchanges = &game.mechanics.exchanges;
    for (i, exchange) in exchanges.iter().enumerate() {
        let same = |other: &Exchange| {
            (&other.of, &other.with) == (&exchange.of, &exchange.with)
                || (&other.of, &other.with) == (&exchange.with, &exchange.of)
        };
        if exchanges[..i].iter().any(same) {
            continue;
        }
        // They would leave all as it is.
        if exchange.of == exchange.with {
            continue;
        }
        for from in named(&exchange.of) {
            moves.extend(named(&exchange.with).map(|to| Move::simple(from, to, Deed::Swap)));
        }
    }
    moves
}

/// The squares around one, as if nothing stood anywhere.
pub fn area(game: &Game, side: Side, movement: &Movement, centre: Square) -> Vec<Square> {
    let mut empty = game.start.clone();
    empty.board.fill(None);
    Walk::paths(&game.board, &empty, side, movement, centre)
        .into_iter()
        .map(|path| path.to)
        .collect()
}

/// The tags of each piece after a move.
pub fn carried(
    game: &Game,
    before: &Position,
    mv: &Move,
    next: &Position,
) -> BTreeMap<Square, BTreeSet<Letter>> {
    let mut came: BTreeMap<Square, Square> = BTreeMap::new();
    match mv.deed {
        Deed::Castle(number) => {
            let castling = &game.rules.castling[number];
            for (from, to) in [
                (&castling.king_from, &castling.king_to),
                (&castling.rook_from, &castling.rook_to),
            ] {
                let square = |name: &String| {
                    game.board
                        .square(name)
                        .expect("castling names squares of the board")
                };
                came.insert(square(to), square(from));
            }
        }
        Deed::Swap => came.extend([(mv.to, mv.from), (mv.from, mv.to)]),
        Deed::Pass | Deed::Wall | Deed::Volley(_) | Deed::Drop => {}
        _ if mv.rifle => {}
        _ => {
            came.insert(mv.to, mv.from);
        }
    }
    let fires = mv.rifle || matches!(mv.deed, Deed::Volley(_));
    let captor = if fires { mv.from } else { mv.to };
    let mut tags = BTreeMap::new();
    for (square, piece) in next.pieces() {
        let origin = came.get(&square).copied().unwrap_or(square);
        let mut letters = before.tags.get(&origin).cloned().unwrap_or_default();
        // The piece that waited below the piece that has left.
        let left = !came.contains_key(&square) && came.values().any(|&from| from == square);
        let going = before
            .going
            .as_ref()
            .filter(|going| going.square == square && left);
        if let Some((_, tags)) = going.and_then(|going| going.below.clone()) {
            letters = tags;
        }
        // A piece that comes in behind another has none of the tags on that square.
        if mv.enters.is_some_and(|(_, entered)| entered == square) {
            letters.clear();
        }
        letters.extend(weapons::natural(game, piece.kind));
        if square == captor && !matches!(mv.deed, Deed::Pass | Deed::Wall | Deed::Drop) {
            letters.extend(gained(game, before, next, mv, fires));
        }
        if let Some(own) = absorbable(game, piece.kind) {
            letters.remove(&own);
        }
        if !letters.is_empty() {
            tags.insert(square, letters);
        }
    }
    tags
}

/// The gain of the captor (`MM-7`).
fn gained(game: &Game, before: &Position, next: &Position, mv: &Move, fires: bool) -> BTreeSet<Letter> {
    let captor = before.board[mv.from].expect("a piece moves");
    let mut absorption = game.mechanics.absorption.iter();
    let takes = match game.mechanics.absorption.is_empty() {
        false => absorption.any(|one| one.by.has(game.name(captor.kind))),
        true => fires,
    };
    let mut gained = BTreeSet::new();
    let gone = |&(square, piece): &(Square, Piece)| {
        let theirs = |there: Piece| there.side == captor.side;
        piece.side != captor.side && next.board[square].is_none_or(theirs)
    };
    for (square, piece) in before.pieces().filter(|_| takes).filter(gone) {
        gained.extend(before.tags.get(&square).into_iter().flatten());
        gained.extend(absorbable(game, piece.kind));
    }
    gained
}

/// The letter that a kind leaves to its captor.
pub fn absorbable(game: &Game, kind: Kind) -> Option<Letter> {
    let mut absorption = game.mechanics.absorption.iter();
    let piece = &game.rules.pieces[kind];
    let known = absorption.any(|one| one.of.iter().any(|name| name == game.name(kind)));
    piece
        .letter
        .white
        .or(piece.letter.black)
        .map(|l| l.to_ascii_uppercase())
        .filter(|_| known)
}

/// The letters in the order of positions.
pub fn letters(game: &Game) -> Vec<Letter> {
    let weapons = game.mechanics.weapons.iter().map(|weapon| weapon.letter);
    let left = game.mechanics.absorption.iter().flat_map(|one| &one.of);
    let mut letters: Vec<Letter> = weapons.collect();
    for letter in left.filter_map(|name| absorbable(game, game.kind(name))) {
        if !letters.contains(&letter) {
            letters.push(letter);
        }
    }
    letters
}

/// The tags that every piece has by itself.
pub fn natural_tags(game: &Game, position: &Position) -> BTreeMap<Square, BTreeSet<Letter>> {
    let natural = |(square, piece): (Square, Piece)| (square, weapons::natural(game, piece.kind));
    position
        .pieces()
        .map(natural)
        .filter(|(_, letters)| !letters.is_empty())
        .collect()
}

/// The value of the key of tags (`MM-12`, `MM-13`): those that carry more than their kind does, by
/// file letter, then rank, and behind them those outside the grid.
pub fn tags_text(game: &Game, position: &Position) -> String {
    let mut entries = Vec::new();
    for (square, piece) in position.pieces() {
        let tags = position.tags.get(&square).cloned().unwrap_or_default();
        if tags != weapons::natural(game, piece.kind) {
            let text: String = letters(game)
                .into_iter()
                .filter(|letter| tags.contains(letter))
                .map(|letter| letter.to_string())
                .collect();
            let place = game.board.place(square);
            entries.push((
                (place.is_none(), place),
                format!("{}:{text}", game.board.name(square)),
            ));
        }
    }
    entries.sort();
    entries
        .into_iter()
        .map(|(_, text)| text)
        .collect::<Vec<_>>()
        .join(",")
}

/// Reads the value of the key.
pub fn read_tags(game: &Game, position: &mut Position, text: &str) -> Option<()> {
    for entry in text.split(',') {
        let (name, letters) = entry.split_once(':')?;
        position
            .tags
            .insert(game.board.square(name)?, Letter::among(letters).collect());
    }
    Some(())
}
