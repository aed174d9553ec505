//! Kinds of pieces as programs have them that know pieces by one letter and by Betza notation.

use super::steps::parts;
use crate::report::Loss;
use ferz::engine::Variant;
use ferz::rules::{Letter, Movement, PerSide, Piece, Ruleset, Side, SquareName, Squares};
use std::collections::BTreeMap;

/// A kind of piece of one side or of both, for which it moves alike.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    /// The kind's name in the rules.
    pub(super) name: String,
    /// The sides that have pieces of it.
    pub(super) sides: PerSide<bool>,
    /// The letter, a capital.
    pub(super) letter: char,
    /// How it moves, without castling.
    pub(super) moves: String,
    /// How it castles: `isO2`.
    pub(super) castles: String,
    /// The start squares of its pieces.
    pub(super) squares: PerSide<Vec<String>>,
}

/// Whether squares are those on which the pieces of a kind start.
pub(super) type Home<'h> = dyn Fn(&PerSide<Squares>) -> bool + 'h;

/// A notation: the text of a movement, if it has one.
pub(super) type Notation<'n> = dyn Fn(&Movement, &Home<'_>) -> Option<String> + 'n;

/// The kinds of a variant's rules. A movement that a notation does not say is a loss, and as much
/// of it as can be said is kept.
pub(super) fn kinds(
    variant: &Variant,
    rules: &Ruleset,
    notation: &Notation<'_>,
    lost: &mut Vec<Loss>,
) -> Vec<Kind> {
    let mut squares: BTreeMap<(usize, Side), Vec<String>> = BTreeMap::new();
    let start = variant.start();
    variant.each_piece(&start, |square, kind, side| {
        let name = variant.topology().name(square).to_owned();
        squares.entry((kind, side)).or_default().push(name);
    });
    let mut taken = Vec::new();
    let mut list: Vec<Kind> = Vec::new();
    for (at, (name, piece)) in rules.pieces.iter().enumerate() {
        let home = |side: Side| squares.get(&(at, side)).cloned().unwrap_or_default();
        for kind in of_piece(rules, (name, piece), &home, notation, lost) {
            list.extend(lettered(kind, piece, &mut taken, lost));
        }
    }
    list
}

/// A piece as one kind, or as one for each side if the two move differently.
fn of_piece(
    rules: &Ruleset,
    (name, piece): (&String, &Piece),
    home: &dyn Fn(Side) -> Vec<String>,
    notation: &Notation<'_>,
    lost: &mut Vec<Loss>,
) -> Vec<Kind> {
    let is_home = |squares: &PerSide<Squares>| {
        let at = |side: Side| home(side);
        Side::ALL.iter().all(|&side| {
            let own = at(side);
            piece.letter[side].is_none() || squares[side].0.iter().all(|name| own.contains(name))
        })
    };
    let has = |side: Side| piece.letter[side].is_some();
    let same = piece.movement.white == piece.movement.black
        && castles(rules, name, Side::White) == castles(rules, name, Side::Black);
    let sides: Vec<PerSide<bool>> = match (has(Side::White), has(Side::Black)) {
        (true, true) if same => vec![PerSide::both(true)],
        (white, black) => [PerSide::new(white, false), PerSide::new(false, black)]
            .into_iter()
            .filter(|one| one.white || one.black)
            .collect(),
    };
    let one = |sides: PerSide<bool>| {
        let side = if sides.white { Side::White } else { Side::Black };
        let say = |movement: &Movement| notation(movement, &is_home);
        let moves = said(name, &piece.movement[side], &say, lost);
        let squares = PerSide::new(
            if sides.white {
                home(Side::White)
            } else {
                Vec::new()
            },
            if sides.black {
                home(Side::Black)
            } else {
                Vec::new()
            },
        );
        Kind {
            name: name.clone(),
            sides,
            letter: '?',
            moves,
            castles: castles(rules, name, side).unwrap_or_default(),
            squares,
        }
    };
    sides.into_iter().map(one).collect()
}

/// A movement in Betza, or the part of it that can be expressed.
pub(super) fn said(
    name: &str,
    movement: &Movement,
    say: &dyn Fn(&Movement) -> Option<String>,
    lost: &mut Vec<Loss>,
) -> String {
    if let Some(text) = say(movement) {
        return text;
    }
    let text: String = parts(movement).iter().filter_map(say).collect();
    lost.push(Loss {
        what: format!("piece {name}"),
        why: match text.is_empty() {
            true => "Betza notation does not say how it moves".to_owned(),
            false => format!("Betza notation does not say how it moves; the nearest: {text}"),
        },
    });
    text
}

/// The kind with a letter that no other has: its own, or one of its name.
fn lettered(kind: Kind, piece: &Piece, taken: &mut Vec<char>, lost: &mut Vec<Loss>) -> Option<Kind> {
    let side = if kind.sides.white {
        Side::White
    } else {
        Side::Black
    };
    let own = piece.letter[side].and_then(|letter| letter.to_ascii_uppercase().single());
    let name = kind.name.to_ascii_uppercase();
    let others: Vec<char> = name.chars().chain('A'..='Z').collect();
    let mut all = own.into_iter().chain(others);
    let free = all.find(|letter| letter.is_ascii_uppercase() && !taken.contains(letter));
    let Some(letter) = free else {
        lost.push(Loss {
            what: format!("piece {}", kind.name),
            why: "there are more kinds than letters".to_owned(),
        });
        return None;
    };
    taken.push(letter);
    Some(Kind { letter, ..kind })
}

/// How a king castles: `isO2`, two squares to either side; `None` if that cannot be said.
fn castles(rules: &Ruleset, name: &str, side: Side) -> Option<String> {
    let file = |name: &SquareName| {
        let letter = name.bytes().next().filter(u8::is_ascii_lowercase)?;
        Some(i32::from(letter - b'a'))
    };
    let own = rules
        .castling
        .iter()
        .filter(|castling| castling.side == side && castling.king == name);
    let mut ways = Vec::new();
    for castling in own {
        ways.push(file(&castling.king_to)? - file(&castling.king_from)?);
    }
    ways.sort_unstable();
    Some(match ways[..] {
        [left, right] if left == -right => format!("isO{right}"),
        _ => ways
            .iter()
            .map(|&way| format!("i{}O{}", if way > 0 { 'r' } else { 'l' }, way.abs()))
            .collect(),
    })
}

/// The rules with the letters of the kinds, to be compared with the rules read back.
pub(super) fn relettered(rules: &Ruleset, kinds: &[Kind]) -> Ruleset {
    let own = kinds.iter().filter_map(|kind| {
        let letter = Letter::first(&kind.letter.to_string())?;
        Some((kind.name.clone(), kind.sides, letter))
    });
    lettered_as(rules, &own.collect::<Vec<_>>())
}

/// The rules with these letters for kinds of these sides.
pub(super) fn lettered_as(rules: &Ruleset, own: &[(String, PerSide<bool>, Letter)]) -> Ruleset {
    let mut new = rules.clone();
    let mut letters: Vec<(Letter, Letter)> = Vec::new();
    for (name, sides, letter) in own {
        let Some(piece) = new.pieces.get_mut(name) else {
            continue;
        };
        for side in Side::ALL.into_iter().filter(|&side| sides[side]) {
            let after = letter.of(side);
            if let Some(before) = piece.letter[side] {
                letters.push((before, after));
                piece.letter[side] = Some(after);
            }
        }
    }
    let (board, rest) = rules.start.split_once(' ').unwrap_or((&rules.start, ""));
    new.start = format!("{} {rest}", spelled(board, &letters));
    new
}

/// The rules with a letter of its own for every kind that has a plus or several characters.
pub(super) fn relettered_plain(rules: &Ruleset) -> Ruleset {
    let mut taken: Vec<char> = Vec::new();
    taken.extend(rules.pieces.values().filter_map(capital));
    let mut kinds = Vec::new();
    for (name, piece) in &rules.pieces {
        let sides = PerSide::new(piece.letter.white.is_some(), piece.letter.black.is_some());
        let upper = name.to_ascii_uppercase();
        let mut others = upper.chars().chain('A'..='Z');
        let own = capital(piece);
        let free = || others.find(|c| c.is_ascii_uppercase() && !taken.contains(c));
        let Some(letter) = own.or_else(free) else { continue };
        taken.push(letter);
        kinds.push(Kind {
            name: name.clone(),
            sides,
            letter,
            moves: String::new(),
            castles: String::new(),
            squares: PerSide::default(),
        });
    }
    relettered(rules, &kinds)
}

/// The letter of a kind that is a single one, as a capital.
pub(super) fn capital(piece: &Piece) -> Option<char> {
    let letter = piece.letter.white.or(piece.letter.black)?;
    letter
        .to_ascii_uppercase()
        .single()
        .filter(char::is_ascii_uppercase)
}

fn spelled(board: &str, letters: &[(Letter, Letter)]) -> String {
    let mut text = String::new();
    let mut rest = board;
    while let Some(sign) = rest.chars().next() {
        let length = match Letter::first(rest) {
            Some(letter) => {
                let found = letters.iter().find(|(before, _)| *before == letter);
                text.push_str(found.map_or(letter, |(_, after)| *after).as_str());
                letter.len()
            }
            None => {
                text.push(sign);
                sign.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    text
}
