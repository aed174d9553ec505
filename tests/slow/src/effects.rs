//! The effects that follow a move by themselves: `on` blocks, carried out one by one.

use super::Game;
use super::areas::pieces;
use super::board::Square;
use super::moves::{Deed, Move, arrive, can_stand};
use super::position::{Kind, Piece, Position};
use super::{chain, hands, mechanics, shifts, walls, weapons};
use ferz::rules::{Act, Effect, Event, Form, Group, Kinds, Letter, Owner, Proviso, Put, Side, Whom};
use std::collections::BTreeSet;

/// The facts of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// The side that moved.
    pub side: Side,
    /// The kind that moved, as it was before.
    pub kind: Kind,
    /// The square on which it started.
    pub origin: Square,
    /// The square on which it ended, or that it hit.
    pub target: Square,
    /// The squares of the pieces that have moved.
    pub movers: BTreeSet<Square>,
    /// Whether they have only shot.
    pub stays: bool,
    /// The captured pieces, by square.
    pub captured: Vec<(Square, Piece)>,
    /// The same pieces, and whether they are known to have promoted.
    pub taken: Vec<(Piece, bool)>,
    /// Whether the piece has come from the hand.
    pub dropped: bool,
    /// The square that the mover has chosen.
    pub chosen: Option<Square>,
    /// The squares of which there was a choice.
    pub choices: BTreeSet<Square>,
    /// Whether the move is not possible.
    pub forbidden: bool,
    /// The number of the turn that has ended; 0 for a move.
    pub ended: u32,
    /// The position before the move, if it is known.
    pub before: Option<Position>,
    /// The squares that effects have emptied: whatever comes there later has passed nothing.
    pub emptied: BTreeSet<Square>,
    /// The rights to castle that effects have brought, as numbers of castlings.
    pub brought: BTreeSet<usize>,
}

/// The facts that effects ask of a move that has been carried out; `None` if nothing follows from
/// it.
pub fn facts(game: &Game, before: &Position, mv: &Move, after: &Position) -> Option<Facts> {
    let dropped = mv.promotion.filter(|_| mv.deed == Deed::Drop);
    let piece = match dropped {
        Some(kind) => Piece {
            side: before.turn,
            kind,
        },
        None => before.board[mv.from].filter(|_| !matches!(mv.deed, Deed::Pass | Deed::Wall))?,
    };
    let mut captured: BTreeSet<Square> = mv.captures.iter().copied().collect();
    match mv.deed {
        Deed::Capture | Deed::CaptureOwn | Deed::Control => {
            captured.extend(before.board[mv.to].map(|_| mv.to));
        }
        Deed::EnPassant => captured.extend(super::turns::victim(before, mv.to)),
        Deed::Volley(_) => captured.extend(
            before
                .pieces()
                .filter(|&(square, _)| after.board[square].is_none())
                .map(|(square, _)| square),
        ),
        _ => {}
    }
    let stays = mv.rifle || matches!(mv.deed, Deed::Volley(_));
    let mut movers: BTreeSet<Square> = match mv.deed {
        Deed::Castle(number) => {
            let castling = &game.rules.castling[number];
            let named = [&castling.king_to, &castling.rook_to];
            named
                .into_iter()
                .filter_map(|name| game.board.square(name))
                .collect()
        }
        Deed::Swap => [mv.from, mv.to].into(),
        _ if stays => [mv.from].into(),
        _ => [mv.to].into(),
    };
    // A piece that a mechanic has taken off the board is no longer a mover.
    movers.retain(|&square| after.board[square].is_some());
    let taken = captured
        .iter()
        .filter_map(|&square| Some((before.board[square]?, before.promoted.contains(&square))));
    let taken = taken.collect();
    let captured = captured
        .into_iter()
        .filter_map(|square| Some((square, before.board[square]?)));
    Some(Facts {
        side: before.turn,
        kind: piece.kind,
        origin: mv.from,
        target: mv.to,
        movers,
        stays,
        captured: captured.collect(),
        taken,
        dropped: dropped.is_some(),
        chosen: mv.chosen,
        choices: BTreeSet::new(),
        forbidden: false,
        ended: 0,
        before: Some(before.clone()),
        emptied: BTreeSet::new(),
        brought: BTreeSet::new(),
    })
}

impl Facts {
    /// Nothing has moved.
    pub fn of_nothing(side: Side) -> Self {
        Self {
            side,
            kind: 0,
            origin: usize::MAX,
            target: usize::MAX,
            movers: BTreeSet::new(),
            stays: false,
            captured: Vec::new(),
            taken: Vec::new(),
            dropped: false,
            chosen: None,
            choices: BTreeSet::new(),
            forbidden: false,
            ended: 0,
            before: None,
            emptied: BTreeSet::new(),
            brought: BTreeSet::new(),
        }
    }

    /// An effect has changed the piece on a square, or has brought one there.
    pub fn touch(&mut self, game: &Game, now: &Position, square: Square, comes: bool) {
        self.brought
            .retain(|&number| !hands::castles_at(game, number, square));
        if comes {
            let stands = |square: Square, piece: Piece| now.board[square] == Some(piece);
            self.brought.extend(hands::rights_brought(game, square, stands));
        }
    }

    /// The facts that effects ask at the end of a side's turn, with the number of that turn.
    pub fn of_end(side: Side, number: u32) -> Self {
        Self {
            ended: number,
            ..Self::of_nothing(side)
        }
    }

    /// The facts of a piece on a square that has not moved yet, or has just come there.
    pub fn of_one(side: Side, kind: Kind, square: Square) -> Self {
        Self {
            kind,
            origin: square,
            target: square,
            movers: [square].into(),
            ..Self::of_nothing(side)
        }
    }
}

/// Whether something follows from the end of a turn.
pub fn ends(game: &Game) -> bool {
    game.rules
        .effects
        .iter()
        .any(|effect| effect.event == Event::Turn)
}

/// Whether an effect follows from a move.
pub fn follows(game: &Game, effect: &Effect, facts: &Facts) -> bool {
    let on = |squares: &Option<ferz::rules::PerSide<_>>, square: Square| {
        squares
            .as_ref()
            .is_none_or(|sets| game.board.lies(square, &sets[facts.side]))
    };
    let mut captured = facts
        .captured
        .iter()
        .map(|(_, piece)| *piece)
        .filter(|piece| match effect.whose {
            Owner::Friend => piece.side == facts.side,
            Owner::Enemy => piece.side != facts.side,
            Owner::Any | Owner::Mover | Owner::Empty => true,
        });
    let fits =
        |piece: Piece| effect.of.has(game.name(piece.kind)) && (!effect.same || piece.kind == facts.kind);
    effect.side[facts.side]
        && match effect.event {
            Event::Move => !facts.dropped && facts.ended == 0,
            Event::Capture => captured.any(fits),
            Event::Drop => facts.dropped,
            Event::Turn => facts.ended > 0,
        }
        && effect
            .every
            .is_none_or(|every| facts.ended.is_multiple_of(every.into()))
        && effect.by.has(game.name(facts.kind))
        && on(&effect.from, facts.origin)
        && on(&effect.to, facts.target)
}

/// Whether a condition holds.
pub fn is_so(game: &Game, condition: &Proviso, facts: &Facts, position: &Position) -> bool {
    let exists = |groups: &[Group]| {
        let any = |group: &Group| !pieces(game, group, facts, position).is_empty();
        groups.iter().any(any)
    };
    (condition.present.is_empty() || exists(&condition.present)) && !exists(&condition.absent)
}

/// Whether what an effect asks was so before the move.
pub fn was_so(game: &Game, effect: &Effect, facts: &Facts) -> bool {
    let Some(before) = facts.before.as_ref().filter(|_| !effect.before.is_none()) else {
        return true;
    };
    let there = Facts {
        movers: [facts.origin].into(),
        stays: false,
        captured: Vec::new(),
        before: None,
        ..facts.clone()
    };
    is_so(game, &effect.before, &there, before)
}

/// Carries out all effects that follow from a move.
pub fn carry_out(game: &Game, facts: &mut Facts, next: &mut Position, touched: &mut BTreeSet<Square>) {
    // The last one counts, when all else is done.
    let mut again = None;
    for effect in &game.rules.effects {
        if !follows(game, effect, facts) || !was_so(game, effect, facts) {
            continue;
        }
        let times = if effect.repeat { game.board.size() } else { 1 };
        let mut seen: Vec<(Position, Facts)> = Vec::new();
        for round in 0..times {
            if !is_so(game, &effect.condition, facts, next) {
                break;
            }
            // A repeated effect that comes round again ends as it would after all rounds.
            let now = effect.repeat.then(|| (next.clone(), facts.clone()));
            if let Some(first) = seen.iter().position(|before| Some(before) == now.as_ref()) {
                let last = first + (times - round) % (round - first);
                (*next, *facts) = seen.swap_remove(last);
                break;
            }
            for act in &effect.acts {
                match act {
                    Act::Again(last) => again = Some(last),
                    act => carry_out_one(game, act, facts, next, touched),
                }
            }
            if let Some(now) = now {
                if (&now.0.board, &now.0.walls) == (&next.board, &next.walls) {
                    break;
                }
                seen.push(now);
            }
        }
    }
    if let Some((going, piece)) = again.and_then(|again| chain::begin(game, again, facts, next)) {
        if going.below.is_some() {
            // A captured piece brings the tags that its kind has by itself.
            next.board[going.square] = Some(piece);
            touched.insert(going.square);
            facts.touch(game, next, going.square, false);
            next.unmoved.remove(&going.square);
            next.promoted.remove(&going.square);
            next.tags.remove(&going.square);
            equip(game, next, going.square, piece);
        }
        next.going = Some(going);
    }
    let victim = next.victim.filter(|square| !facts.emptied.contains(square));
    let passed = victim.and_then(|square| next.board[square]);
    if passed.is_none_or(|piece| piece.side != facts.side) {
        next.exposed.clear();
        next.trail.clear();
        next.victim = None;
    }
}

/// Carries out one thing that an effect does.
fn carry_out_one(
    game: &Game,
    act: &Act,
    facts: &mut Facts,
    next: &mut Position,
    touched: &mut BTreeSet<Square>,
) {
    let closed = match act {
        Act::Close(areas) => walls::squares(game, areas, facts, next),
        _ => BTreeSet::new(),
    };
    let changes = changes(game, act, facts, next);
    if let Act::Hand {
        whom,
        flipped,
        demoted,
    } = act
    {
        let leave = changes.iter();
        let leave = leave.filter_map(|(s, _)| Some((next.board[*s]?, next.promoted.contains(s))));
        let kept: Vec<(Piece, bool)> = match whom {
            // Once in a hand they are in no other.
            Whom::Victims => std::mem::take(&mut facts.taken),
            Whom::Pieces(_) => leave.collect(),
        };
        for (piece, promoted) in kept {
            if let Some((side, kind)) = hands::kept(game, piece, promoted, (*flipped, *demoted)) {
                *next.hands[side.index()].entry(kind).or_default() += 1;
            }
        }
    }
    for (square, piece) in changes {
        let was = next.board[square];
        let kind = was.map(|piece| piece.kind);
        let lasts = |piece: Piece| Some(piece.kind) == kind && hands::before(game, piece).is_some();
        if !piece.is_some_and(lasts) {
            next.promoted.remove(&square);
        }
        next.board[square] = piece;
        touched.insert(square);
        next.unmoved.remove(&square);
        if let Some(piece) = piece {
            equip(game, next, square, piece);
        }
        facts.touch(game, next, square, piece.is_some() && was != piece);
        if piece.is_none() {
            next.halfmove = 0;
            next.tags.remove(&square);
            facts.movers.remove(&square);
            facts.emptied.insert(square);
        }
    }
    for square in closed {
        walls::close(next, square);
    }
    if let Act::Open(areas) = act {
        for square in walls::squares(game, areas, facts, next) {
            next.walls.remove(&square);
        }
    }
    if let Act::Shift(shift) = act {
        shifts::carry_out(game, shift, facts, next, touched);
    }
    if let Act::Carry(carry) = act {
        shifts::carry_on(game, carry, facts, next, touched);
    }
    facts.forbidden |= *act == Act::Forbid;
    if let Act::Put(put) = act {
        for (square, piece) in puts(game, put, facts, next, revive(game)) {
            come(game, next, square, piece);
            touched.insert(square);
            facts.touch(game, next, square, true);
        }
    }
}

/// A piece carries what its kind has by itself besides what it carries already.
fn equip(game: &Game, next: &mut Position, square: Square, piece: Piece) {
    let mut tags = next.tags.remove(&square).unwrap_or_default();
    tags.extend(weapons::natural(game, piece.kind));
    if let Some(own) = mechanics::absorbable(game, piece.kind) {
        tags.remove(&own);
    }
    if !tags.is_empty() {
        next.tags.insert(square, tags);
    }
}

/// A new piece comes to an empty square.
fn come(game: &Game, next: &mut Position, square: Square, piece: Piece) {
    next.halfmove = 0;
    next.board[square] = Some(piece);
    next.promoted.remove(&square);
    next.tags.remove(&square);
    let tags: BTreeSet<Letter> = weapons::natural(game, piece.kind).into_iter().collect();
    if !tags.is_empty() {
        next.tags.insert(square, tags);
    }
    walls::cover(next, square);
}

/// The pieces that come to the board, and their squares; royals if they may come back. A victim
/// that has come back is no longer available.
pub fn puts(
    game: &Game,
    put: &Put,
    facts: &mut Facts,
    position: &Position,
    revives: bool,
) -> Vec<(Square, Piece)> {
    let area = walls::squares(game, std::slice::from_ref(&put.on), facts, position);
    let turned = |side: Side| if put.flipped { side.other() } else { side };
    let mut list: Vec<(Square, Piece)> = Vec::new();
    // The squares to which a piece may come, with the mover's choice considered.
    let squares = |piece: Piece, facts: &mut Facts, list: &[(Square, Piece)], own: bool| -> Vec<Square> {
        let royal = !own && Side::ALL.iter().any(|&side| game.is_royal(side, piece.kind));
        let fits = |&square: &Square| {
            position.is_empty(square)
                && list.iter().all(|(taken, _)| *taken != square)
                && !royal
                && game.rules.pieces[piece.kind].letter[piece.side].is_some()
                && can_stand(game, piece.side, piece.kind, square)
        };
        let room: Vec<Square> = area.iter().copied().filter(fits).collect();
        if !put.chosen {
            return room;
        }
        if !facts.choices.is_empty() {
            return Vec::new();
        }
        facts.choices.extend(&room);
        room.into_iter()
            .filter(|&square| facts.chosen == Some(square))
            .collect()
    };
    match &put.what {
        Form::Kind(name) => {
            let piece = Piece {
                side: turned(facts.side),
                kind: game.kind(name),
            };
            // A royal takes the place of one that has moved and is no longer royal.
            let royal = |piece: Piece| game.is_royal(facts.side, piece.kind);
            let gone = facts.ended == 0
                && royal(Piece {
                    kind: facts.kind,
                    ..piece
                })
                && !facts
                    .movers
                    .iter()
                    .any(|&square| position.board[square].is_some_and(royal));
            let heir = revives && !put.flipped && gone && royal(piece);
            let there = squares(piece, facts, &list, heir);
            let most = if heir { 1 } else { usize::MAX };
            list.extend(there.into_iter().take(most).map(|square| (square, piece)));
        }
        Form::Victim => {
            for (piece, promoted) in std::mem::take(&mut facts.taken) {
                let back = Piece {
                    side: turned(piece.side),
                    ..piece
                };
                // A royal comes back only to the side that has captured it, its own.
                let own = revives && !put.flipped && piece.side == facts.side;
                match squares(back, facts, &list, own).first() {
                    Some(&square) => list.push((square, back)),
                    None => facts.taken.push((piece, promoted)),
                }
            }
        }
    }
    list
}

/// The squares of which a move may choose one.
pub fn choices(game: &Game, position: &Position, mv: &Move) -> BTreeSet<Square> {
    followed(game, position, mv).map_or_else(BTreeSet::new, |facts| facts.choices)
}

/// Whether what follows from a move says that it is not possible.
pub fn forbid(game: &Game, position: &Position, mv: &Move) -> bool {
    let mut acts = game.rules.acts();
    acts.any(|act| *act == Act::Forbid) && followed(game, position, mv).is_some_and(|facts| facts.forbidden)
}

/// The facts of a move once all effects have followed it.
fn followed(game: &Game, position: &Position, mv: &Move) -> Option<Facts> {
    let (mut next, mut touched) = arrive(game, position, mv);
    if game.mechanics.key().is_some() {
        next.tags = mechanics::carried(game, position, mv, &next);
    }
    let mut facts = facts(game, position, mv, &next)?;
    carry_out(game, &mut facts, &mut next, &mut touched);
    Some(facts)
}

/// The changes of an act: squares and the pieces on them afterwards.
pub fn changes(game: &Game, act: &Act, facts: &Facts, position: &Position) -> Vec<(Square, Option<Piece>)> {
    let groups = match act {
        Act::Remove(groups) | Act::Flip(groups) | Act::Become(groups, _) | Act::Moved(groups) => groups,
        Act::Hand {
            whom: Whom::Pieces(groups),
            ..
        } => groups,
        Act::Close(areas) => {
            let closed = walls::squares(game, areas, facts, position);
            let stands = closed
                .into_iter()
                .filter(|&square| position.board[square].is_some());
            return stands.map(|square| (square, None)).collect();
        }
        Act::Hand { .. }
        | Act::Open(_)
        | Act::Put(_)
        | Act::Shift(_)
        | Act::Carry(_)
        | Act::Forbid
        | Act::Again(_) => return Vec::new(),
    };
    let mut squares = BTreeSet::new();
    for group in groups {
        squares.extend(pieces(game, group, facts, position));
    }
    let change = |square: Square| {
        let piece = position.board[square]?;
        match act {
            Act::Moved(_) => Some((square, Some(piece))),
            Act::Flip(_) => {
                let side = piece.side.other();
                can_join(game, Piece { side, ..piece }, square)
                    .then_some((square, Some(Piece { side, ..piece })))
            }
            Act::Become(_, form) => {
                let kind = match form {
                    Form::Kind(name) => game.kind(name),
                    Form::Victim => victim(facts)?,
                };
                let fits = game.rules.pieces[kind].letter[piece.side].is_some()
                    && can_stand(game, piece.side, kind, square);
                (fits && kind != piece.kind).then_some((square, Some(Piece { kind, ..piece })))
            }
            // It leaves the board.
            _ => Some((square, None)),
        }
    };
    squares.into_iter().filter_map(change).collect()
}

/// Whether a piece can become the same piece of a side: one that the side has, that is not royal,
/// and that could stand there.
pub fn can_join(game: &Game, piece: Piece, square: Square) -> bool {
    let royal = Side::ALL.iter().any(|&s| game.is_royal(s, piece.kind));
    let fits = game.rules.pieces[piece.kind].letter[piece.side].is_some()
        && can_stand(game, piece.side, piece.kind, square);
    !royal && fits
}

/// The kind of the captured piece, or of the first of several.
pub fn victim(facts: &Facts) -> Option<Kind> {
    let there = facts.captured.iter().find(|(square, _)| *square == facts.target);
    there.or(facts.captured.first()).map(|(_, piece)| piece.kind)
}

/// Whether effects can take a royal away by other means than capturing it.
pub fn spare_royals(game: &Game) -> bool {
    lose_royals(game) && !game.rules.royalty.sacrifice
}

/// Whether royals may be lost as a consequence of a move.
pub fn lose_royals(game: &Game) -> bool {
    let royal = |kinds: &Kinds| {
        let names = game.rules.pieces.iter();
        let mut royals = names.filter(|(_, piece)| Side::ALL.iter().any(|&side| piece.royal[side]));
        royals.any(|(name, _)| kinds.has(name))
    };
    let acts = game.rules.acts();
    acts.into_iter().any(|act| match act {
        Act::Remove(groups) | Act::Become(groups, _) => groups.iter().any(|group| royal(&group.kinds)),
        Act::Hand {
            whom: Whom::Pieces(groups),
            ..
        } => groups.iter().any(|group| royal(&group.kinds)),
        // Any piece there is removed.
        Act::Close(_) => royal(&Kinds::All),
        Act::Flip(_)
        | Act::Moved(_)
        | Act::Open(_)
        | Act::Hand { .. }
        | Act::Put(_)
        | Act::Shift(_)
        | Act::Carry(_)
        | Act::Forbid
        | Act::Again(_) => false,
    })
}

/// Whether effects put pieces on squares to which they have not moved.
pub fn put(game: &Game) -> bool {
    let mut acts = game.rules.acts();
    acts.any(|act| matches!(act, Act::Put(_) | Act::Shift(_) | Act::Carry(_)))
}

/// Whether effects may put back what a side captured of its own, royals included, or make a royal
/// in its place.
pub fn revive(game: &Game) -> bool {
    let mut acts = game.rules.acts();
    let royal = |name: &str| Side::ALL.iter().any(|&side| game.is_royal(side, game.kind(name)));
    let own = game.rules.captures_own();
    acts.any(|act| match act {
        Act::Put(put) if put.flipped => false,
        Act::Put(put) => match &put.what {
            Form::Victim => true,
            Form::Kind(name) => royal(name),
        },
        Act::Become(_, Form::Kind(name)) => own && royal(name),
        _ => false,
    })
}

/// Whether effects can make another kind of a piece.
pub fn change_kinds(game: &Game) -> bool {
    let acts = game.rules.acts();
    acts.into_iter()
        .any(|act| matches!(act, Act::Become(..) | Act::Shift(_) | Act::Carry(_)))
}
