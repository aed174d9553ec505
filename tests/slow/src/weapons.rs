//! Weapons: captures from afar, which need help where they are resisted.

use super::board::Square;
use super::moves::{Deed, Move, deeds};
use super::position::{Kind, Piece, Position};
use super::royalty::spares_royals;
use super::walk::Walk;
use super::{Game, turns};
use ferz::hooks::Weapon;
use ferz::rules::{Letter, Modes, Side};
use std::collections::BTreeSet;

/// The weapons that a kind has by itself (`MM-1`).
pub fn natural(game: &Game, kind: Kind) -> BTreeSet<Letter> {
    let of_kind = |weapon: &&Weapon| weapon.of.iter().any(|name| name == game.name(kind));
    game.mechanics
        .weapons
        .iter()
        .filter(of_kind)
        .map(|weapon| weapon.letter)
        .collect()
}

/// The squares that the piece on a square hits with a weapon: what stands there is the side's enemy
/// (`MM-3`).
fn hits(game: &Game, position: &Position, from: Square, piece: Piece, weapon: &Weapon) -> Vec<Square> {
    let master = weapon.masters.iter().any(|name| name == game.name(piece.kind));
    let movement = if master {
        &weapon.masters_fire
    } else {
        &weapon.fires
    };
    let paths = Walk::paths(&game.board, position, piece.side, movement, from).into_iter();
    let captures = |to: Square| position.board[to].is_some_and(|target| target.side != piece.side);
    paths
        .filter(|path| path.modes.has(Modes::CAPTURE) && captures(path.to))
        .map(|path| path.to)
        .collect()
}

/// A piece's weapons.
fn weapons<'g>(game: &'g Game, position: &'g Position, square: Square) -> impl Iterator<Item = &'g Weapon> {
    let held = move |weapon: &&Weapon| {
        position
            .tags
            .get(&square)
            .is_some_and(|tags| tags.contains(&weapon.letter))
    };
    game.mechanics.weapons.iter().filter(held)
}

/// Whether some weapon of the piece on `from` hits the target.
fn reaches(game: &Game, position: &Position, from: Square, target: Square) -> bool {
    let Some(piece) = position.board[from] else {
        return false;
    };
    weapons(game, position, from).any(|weapon| hits(game, position, from, piece, weapon).contains(&target))
}

fn resists(game: &Game, kind: Kind, weapon: &Weapon) -> bool {
    natural(game, kind).contains(&weapon.letter)
}

/// Whether the weapon beats a type of the kind and is not resisted (`MM-4`).
fn is_effective(game: &Game, kind: Kind, weapon: &Weapon) -> bool {
    !resists(game, kind, weapon)
        && natural(game, kind)
            .iter()
            .any(|letter| weapon.beats.contains(letter))
}

/// Whether the piece on `from` may shoot the target: one of its weapons is not resisted, or another
/// piece reaches the target, too (`MM-5`, `MM-15`).
fn can_shoot(game: &Game, position: &Position, from: Square, target: Square) -> bool {
    let (Some(piece), Some(aim)) = (position.board[from], position.board[target]) else {
        return false;
    };
    let reaching = |weapon: &&Weapon| hits(game, position, from, piece, weapon).contains(&target);
    let helped = || {
        position
            .of(piece.side)
            .any(|(other, _)| other != from && reaches(game, position, other, target))
    };
    let mut able = weapons(game, position, from).filter(reaching).peekable();
    able.peek().is_some() && (able.any(|weapon| !resists(game, aim.kind, weapon)) || helped())
}

/// Whether a side could remove the piece on a square with its next shot (`MM-9`, `MM-16`).
pub fn attack(game: &Game, position: &Position, by: Side, square: Square) -> bool {
    attack_by(game, position, by, square, &|_| true)
}

/// The same for pieces of some kinds.
pub fn attack_by(
    game: &Game,
    position: &Position,
    by: Side,
    square: Square,
    counts: &dyn Fn(Kind) -> bool,
) -> bool {
    position
        .of(by)
        .filter(|&(from, kind)| counts(kind) && can_shoot(game, position, from, square))
        .any(|(from, _)| {
            let shot = Move {
                rifle: true,
                ..Move::simple(from, square, Deed::Capture)
            };
            spares_royals(game, position, by, &shot)
        })
}

/// Shots, volleys and shots in passing of the side to move.
pub fn moves(game: &Game, position: &Position) -> Vec<Move> {
    let side = position.turn;
    let mut moves = Vec::new();
    if game.mechanics.weapons.is_empty() {
        return moves;
    }
    for (from, kind) in position.of(side) {
        let piece = Piece { side, kind };
        for (target, _) in position
            .of(side.other())
            .filter(|&(target, _)| can_shoot(game, position, from, target))
        {
            moves.push(Move {
                rifle: true,
                ..Move::simple(from, target, Deed::Capture)
            });
        }
        // `MM-6`
        for weapon in weapons(game, position, from) {
            let mut targets = hits(game, position, from, piece, weapon);
            targets.retain(|&square| {
                position.board[square].is_some_and(|aim| is_effective(game, aim.kind, weapon))
            });
            targets.sort_unstable();
            targets.dedup();
            if targets.len() > 1 {
                moves.push(Move {
                    captures: targets,
                    ..Move::simple(from, from, Deed::Volley(weapon.letter))
                });
            }
        }
    }
    let ordinary = moves.clone();
    let passed: BTreeSet<Square> = position
        .exposed
        .iter()
        .filter_map(|&middle| turns::victim(position, middle))
        .collect();
    let in_passing = passed
        .into_iter()
        .flat_map(|victim| in_passing(game, position, victim));
    moves.extend(in_passing.filter(|mv| {
        let same = |other: &Move| {
            other.from == mv.from && Some(other.to) == turns::victim(position, mv.to) && other.rifle
        };
        !ordinary.iter().any(same)
    }));
    moves
}

/// `MM-10`
fn in_passing(game: &Game, position: &Position, victim: Square) -> Vec<Move> {
    let side = position.turn;
    let Some(aim) = position.board[victim] else {
        return Vec::new();
    };
    let mut able = Vec::new();
    for (from, kind) in position.of(side) {
        for path in Walk::paths(&game.board, position, side, game.movement(side, kind), from) {
            let passed = turns::victim(position, path.to) == Some(victim);
            if passed && deeds(game, position, side, from, &path).contains(&Deed::EnPassant) {
                able.push((from, kind, path.to));
            }
        }
    }
    let helps = |square: Square| {
        able.iter().any(|&(from, ..)| from == square) || reaches(game, position, square, victim)
    };
    let alone = |kind: Kind| {
        let own = natural(game, kind);
        game.mechanics
            .weapons
            .iter()
            .any(|weapon| own.contains(&weapon.letter) && !resists(game, aim.kind, weapon))
    };
    let possible = |&&(from, kind, _): &&(Square, Kind, Square)| {
        alone(kind) || position.of(side).any(|(other, _)| other != from && helps(other))
    };
    let shot = |&(from, _, to): &(Square, Kind, Square)| Move {
        rifle: true,
        ..Move::simple(from, to, Deed::EnPassant)
    };
    able.iter().filter(possible).map(shot).collect()
}
