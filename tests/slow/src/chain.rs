//! Turns that go on with the piece that has moved, or with its victim.

use super::areas::lies;
use super::board::Square;
use super::effects::{Facts, can_join};
use super::moves::{Deed, Move, promotions};
use super::position::{Kind, Piece, Position};
use super::walk::Walk;
use super::{Game, mechanics, royalty, turns, walls, weapons};
use ferz::rules::{Act, Again, Duty, Further, Goer, Letter, Side};
use std::cell::Cell;
use std::collections::BTreeSet;

/// How the side to move goes on in the middle of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Going {
    /// Which of the rules says so.
    pub rule: usize,
    /// The square of the piece that goes on.
    pub square: Square,
    /// How many units are below it in a list.
    pub index: usize,
    /// The piece that waits below it, and its tags.
    pub below: Option<(Kind, BTreeSet<Letter>)>,
    /// The previous square, if that matters.
    pub last: Option<Square>,
    /// The squares visited in this turn, if that matters.
    pub seen: BTreeSet<Square>,
}

/// The ways in which turns go on, equal ones once.
pub fn rules(game: &Game) -> Vec<Again> {
    let mut list: Vec<Again> = Vec::new();
    for act in game.rules.acts() {
        if let Act::Again(again) = act
            && !list.contains(again)
        {
            list.push(again.clone());
        }
    }
    list
}

/// Whether what is captured may go on.
pub fn of_victims(game: &Game) -> bool {
    rules(game).iter().any(|again| again.who == Goer::Victim)
}

/// How a turn goes on after a move, and the piece then on the square.
pub fn begin(game: &Game, again: &Again, facts: &Facts, next: &Position) -> Option<(Going, Piece)> {
    let own = |square: &Square| next.board[*square].filter(|piece| piece.side == facts.side);
    let movers: Vec<Square> = facts
        .movers
        .iter()
        .copied()
        .filter(|s| own(s).is_some())
        .collect();
    // Of two that have moved at once, the one that moved by itself.
    let square = match movers[..] {
        [one] => one,
        _ if movers.contains(&facts.target) => facts.target,
        _ => return None,
    };
    let captor = own(&square)?;
    let rule = rules(game).iter().position(|known| known == again)?;
    let going = |below: Option<(Kind, BTreeSet<Letter>)>| Going {
        rule,
        square,
        index: 0,
        below,
        last: None,
        seen: BTreeSet::new(),
    };
    if again.who == Goer::Mover {
        return Some((going(None), captor));
    }
    let kind = super::effects::victim(facts)?;
    let piece = Piece { kind, ..captor };
    let carried = next.tags.get(&square).cloned().unwrap_or_default();
    can_join(game, piece, square).then(|| (going(Some((captor.kind, carried))), piece))
}

/// Puts the piece that waited below a piece at the end of its turn on that square, if nothing else
/// stands there.
pub fn step_off(going: &Going, side: Side, next: &mut Position) {
    let Some((kind, tags)) = going.below.clone().filter(|_| next.is_empty(going.square)) else {
        return;
    };
    next.board[going.square] = Some(Piece { side, kind });
    next.promoted.remove(&going.square);
    next.tags.remove(&going.square);
    if !tags.is_empty() {
        next.tags.insert(going.square, tags);
    }
    walls::cover(next, going.square);
}

/// Whether the turn goes on after a move of `before`, all that follows from it carried out.
pub fn goes_on(game: &Game, before: &Position, mv: &Move, next: &mut Position, asked: bool) -> bool {
    let Some(mut going) = next.going.take() else {
        return false;
    };
    let side = before.turn;
    if next.board[going.square].is_none_or(|piece| piece.side != side) {
        step_off(&going, side, next);
        return false;
    }
    let again = rules(game).swap_remove(going.rule);
    if again.once {
        going.seen = before.going.iter().flat_map(|going| going.seen.clone()).collect();
        going.seen.insert(mv.from);
    }
    if again.turning {
        going.last = Some(mv.from);
    }
    next.going = Some(going);
    if is_owed(&again) || (asked && can_go_on(game, next)) {
        let board = &next.board;
        next.trail
            .retain(|_, victim| board[*victim].is_some_and(|piece| piece.side != side));
        if !turns::exist(&game.rules) {
            next.exposed.clear();
            next.victim = None;
        }
        return true;
    }
    next.going = None;
    false
}

fn is_owed(again: &Again) -> bool {
    again.duty == Duty::Must || again.who == Goer::Victim
}

/// Whether a turn that is going on can do so.
fn can_go_on(game: &Game, position: &Position) -> bool {
    let going = position.going.as_ref();
    let owed = going.is_some_and(|going| is_owed(&rules(game)[going.rule]));
    is_followed(owed, || royalty::can_move(game, position))
}

/// The number of moves ahead for which it is followed whether a turn can go on, or must (`owed`);
/// where that hangs on further ones, it cannot.
pub fn is_followed(owed: bool, can: impl FnOnce() -> bool) -> bool {
    thread_local! {
        static DEPTH: Cell<u8> = const { Cell::new(0) };
    }
    let depth = DEPTH.get();
    if depth >= if owed { 24 } else { 3 } {
        return false;
    }
    DEPTH.set(depth + 1);
    let able = can();
    DEPTH.set(depth);
    able
}

/// Whether a turn goes on that must be able to, and if so, whether it can.
pub fn owes(game: &Game, after: &Position) -> Option<bool> {
    let going = after.going.as_ref()?;
    is_owed(&rules(game)[going.rule]).then(|| can_go_on(game, after))
}

/// Whether the side that is in the middle of a turn may stop.
pub fn may_stop(game: &Game, going: &Going) -> bool {
    let again = &rules(game)[going.rule];
    again.duty == Duty::May && !is_owed(again)
}

/// Of all moves those with which the turn goes on.
pub fn moves(game: &Game, position: &Position, going: &Going, all: Vec<Move>) -> Vec<Move> {
    let again = &rules(game)[going.rule];
    let mut list = match &again.by {
        None => all,
        Some(by) => {
            let mut list = Vec::new();
            let side = position.turn;
            let piece = position.board[going.square].expect("a piece goes on");
            let paths = Walk::paths(&game.board, position, side, by, going.square);
            let ends: BTreeSet<Square> = paths.iter().map(|path| path.to).collect();
            let may = !game.rules.restrictions.no_captures[side];
            for to in ends.into_iter().filter(|&to| to != going.square) {
                let deed = match position.board[to] {
                    Some(other) if other.side != side && may => Deed::Capture,
                    None if position.is_empty(to) => Deed::Quiet,
                    _ => continue,
                };
                let mv = Move::simple(going.square, to, deed);
                list.extend(promotions(game, side, position, piece.kind, mv));
            }
            list
        }
    };
    let straight = |to: Square| {
        let on = |last: Square, wind: u8| {
            lies(game, last, going.square, wind) && lies(game, going.square, to, wind)
        };
        let mut winds = (0..16).step_by(2);
        going.last.is_some_and(|last| winds.any(|wind| on(last, wind)))
    };
    list.retain(|mv| {
        let moves = !matches!(mv.deed, Deed::Drop | Deed::Control);
        let what = match again.what {
            Further::Any => true,
            Further::Captures => mv.removes() || matches!(mv.deed, Deed::Volley(_)),
            Further::Quiet => !mv.removes() && !matches!(mv.deed, Deed::Volley(_)),
        };
        moves
            && what
            && mv.from == going.square
            && !going.seen.contains(&mv.to)
            && !(again.turning && straight(mv.to))
    });
    list
}

/// Writes how a side's turn goes on.
pub fn text(game: &Game, side: Side, going: Option<&Going>) -> Option<String> {
    let going = going?;
    let name = |square: Square| game.board.name(square);
    let mut text = name(going.square).to_owned();
    if going.index > 0 {
        text += &format!(".{}", going.index);
    }
    if rules(game).len() > 1 {
        text += &format!(":{}", going.rule + 1);
    }
    if let Some((kind, tags)) = &going.below {
        let letter = game.rules.pieces[*kind].letter[side];
        text += &format!("/{}", letter.expect("a piece that waits has a letter"));
        if *tags != weapons::natural(game, *kind) {
            let letters = mechanics::letters(game).into_iter();
            text.push(':');
            letters
                .filter(|letter| tags.contains(letter))
                .for_each(|letter| text += letter.as_str());
        }
    }
    let others = going
        .seen
        .iter()
        .copied()
        .filter(|&square| Some(square) != going.last);
    for square in going.last.into_iter().chain(others) {
        text += &format!(",{}", name(square));
    }
    Some(text)
}

/// Reads how a turn goes on.
pub fn read(game: &Game, side: Side, text: &str) -> Option<Going> {
    let mut parts = text.split(',');
    let first = parts.next()?;
    let (first, waiting) = match first.split_once('/') {
        Some((first, waiting)) => (first, Some(waiting)),
        None => (first, None),
    };
    let (place, number) = match first.split_once(':') {
        Some((place, number)) => (place, number.parse::<usize>().ok()?),
        None => (first, 1),
    };
    let (name, index) = place.split_once('.').unwrap_or((place, "0"));
    let known = rules(game);
    let rule = number.checked_sub(1).filter(|&rule| rule < known.len())?;
    let below = |text: &str| {
        let (letter, carried) = match text.split_once(':') {
            Some((letter, carried)) => (letter, Some(carried)),
            None => (text, None),
        };
        let letter = letter.parse().ok()?;
        let mut pieces = game.rules.pieces.values();
        let kind = pieces.position(|piece| piece.letter[side] == Some(letter))?;
        let tags = carried.map_or_else(
            || weapons::natural(game, kind),
            |text| Letter::among(text).collect(),
        );
        Some((kind, tags))
    };
    let squares = parts
        .map(|name| game.board.square(name))
        .collect::<Option<Vec<Square>>>()?;
    Some(Going {
        rule,
        square: game.board.square(name)?,
        index: index.parse().ok()?,
        below: waiting.and_then(below),
        last: squares.first().copied().filter(|_| known[rule].turning),
        seen: squares.into_iter().filter(|_| known[rule].once).collect(),
    })
}
