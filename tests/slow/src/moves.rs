//! Moves: the possible ones before royals are asked, and their actions.

use super::board::Square;
use super::position::{Kind, Piece, Position};
use super::walk::Path;
use super::{
    Game, chain, control, counting, effects, gates, hands, mechanics, outcome, powers, promoting, turns,
    walls, weapons,
};
use ferz::rules::{Letter, Mandatory, Modes, Owner, Promotion, Side, Trigger};
use std::collections::{BTreeMap, BTreeSet};

/// The action of a move at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Goes to an empty square.
    Quiet,
    /// Captures an enemy.
    Capture,
    /// Captures a piece of its own side.
    CaptureOwn,
    /// Goes to an exposed square and captures the piece that passed it.
    EnPassant,
    /// Changes places with a piece of its own side.
    Swap,
    /// The castling of the rules with this number.
    Castle(usize),
    /// Becomes another piece where it stands.
    InPlace,
    /// Shoots several enemies with the weapon of that letter.
    Volley(Letter),
    /// Comes from the hand; what it is stands in `promotion`.
    Drop,
    /// A piece of the opponent's goes there, and captures what stands there.
    Control,
    /// Only a wall is put somewhere.
    Wall,
    /// Nothing.
    Pass,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The square on which the piece starts.
    pub from: Square,
    /// The square on which it ends, or at which it shoots.
    pub to: Square,
    /// The action there.
    pub deed: Deed,
    /// The captures on the way.
    pub captures: Vec<Square>,
    /// Captures without moving.
    pub rifle: bool,
    /// The squares it exposes to en passant.
    pub exposed: BTreeSet<Square>,
    /// The kind to which it promotes.
    pub promotion: Option<Kind>,
    /// The square that it chooses: where a wall is put at its end, or where what follows puts a
    /// piece.
    pub chosen: Option<Square>,
    /// The piece that comes from the hand behind it, and its square.
    pub enters: Option<(Kind, Square)>,
}

impl Move {
    /// A move with no effect but its deed.
    pub fn simple(from: Square, to: Square, deed: Deed) -> Self {
        Self {
            from,
            to,
            deed,
            captures: Vec::new(),
            rifle: false,
            exposed: BTreeSet::new(),
            promotion: None,
            chosen: None,
            enters: None,
        }
    }

    /// Whether it removes a piece, of either side.
    pub fn removes(&self) -> bool {
        !self.captures.is_empty() || matches!(self.deed, Deed::Capture | Deed::CaptureOwn | Deed::EnPassant)
    }

    /// Whether the other does the same to the board.
    pub fn does_the_same(&self, other: &Self) -> bool {
        let set = |mv: &Self| mv.captures.iter().copied().collect::<BTreeSet<Square>>();
        (self.from, self.to, self.deed, self.rifle, self.promotion)
            == (other.from, other.to, other.deed, other.rifle, other.promotion)
            && set(self) == set(other)
    }
}

/// All moves of the side to move but castling and passing, its royals not considered.
pub fn pseudo_legal(game: &Game, position: &Position) -> Vec<Move> {
    let side = position.turn;
    let exposing = game.rules.restrictions.exposed_captures[side];
    let mut moves: Vec<Move> = Vec::new();
    let resets = |square: Square| {
        position.board[square].is_some_and(|piece| game.rules.pieces[piece.kind].resets_clock)
    };
    // The other piece may change places with this one, too: that is the same, but for the clock.
    let turned_round = |mv: &Move, known: &Move| {
        (mv.deed, known.deed) == (Deed::Swap, Deed::Swap)
            && (mv.from, mv.to) == (known.to, known.from)
            && resets(mv.from) == resets(mv.to)
    };
    let mut add = |mv: Move| match moves
        .iter_mut()
        .find(|known| known.does_the_same(&mv) || turned_round(&mv, known))
    {
        // The same move in two ways: it exposes if one of them does.
        Some(known) if known.exposed.is_empty() => known.exposed = mv.exposed,
        Some(_) => {}
        None => moves.push(mv),
    };
    for (from, kind) in position.of(side) {
        let paths = mechanics::paths(game, position, side, from, kind);
        for path in paths.clone() {
            for deed in deeds(game, position, side, from, &path) {
                let mv = Move {
                    captures: path.captures.clone(),
                    rifle: path.rifle,
                    exposed: match deed {
                        Deed::Quiet => path.exposed.clone(),
                        Deed::Capture | Deed::EnPassant if exposing => exposed_by_capture(&paths, &path),
                        _ => BTreeSet::new(),
                    },
                    ..Move::simple(from, path.to, deed)
                };
                promotions(game, side, position, kind, mv)
                    .into_iter()
                    .for_each(&mut add);
            }
        }
        // Promotion where the piece stands (`EN-12`).
        for promotion in promotions_of(game, side, kind).filter(|p| p.trigger == Trigger::InPlace) {
            if !powers::is_still(game, position, from) && game.board.lies(from, &promotion.zone) {
                promoting::in_place(game, position, promotion, from).for_each(&mut add);
            }
        }
    }
    if !game.mechanics.weapons.is_empty() {
        // A capture en passant shoots instead (`MM-10`).
        moves.retain(|mv| mv.deed != Deed::EnPassant);
    }
    if game.rules.restrictions.no_captures[side] {
        moves.retain(|mv| !mv.removes());
    }
    moves.extend(hands::drops(game, position));
    moves.extend(control::moves(game, position));
    for mv in mechanics::exchanges(game, position) {
        let is_known = |known: &Move| known.does_the_same(&mv) || turned_round(&mv, known);
        if !moves.iter().any(is_known) {
            moves.push(mv);
        }
    }
    for mv in weapons::moves(game, position) {
        if !moves.iter().any(|known| known.does_the_same(&mv)) {
            moves.push(mv);
        }
    }
    if let Some(going) = &position.going {
        moves = chain::moves(game, position, going, moves);
    }
    moves.retain(|mv| !captures_own_royal(game, position, mv) && !strands(game, position, mv));
    moves
}

/// The squares that a capture exposes: those that a quiet move to the same square would expose.
pub fn exposed_by_capture(paths: &[Path], capture: &Path) -> BTreeSet<Square> {
    let alike =
        |path: &&Path| path.to == capture.to && path.modes.has(Modes::QUIET) && !path.exposed.is_empty();
    let plain = capture.captures.is_empty() && !capture.rifle;
    let quiet = paths.iter().find(alike).filter(|_| plain);
    quiet.map(|path| path.exposed.clone()).unwrap_or_default()
}

fn captures_own_royal(game: &Game, position: &Position, mv: &Move) -> bool {
    let own = |square: &Square| {
        position.board[*square].is_some_and(|p| p.side == position.turn && game.is_royal(p.side, p.kind))
    };
    mv.captures.iter().any(own) || (mv.deed == Deed::CaptureOwn && !effects::revive(game) && own(&mv.to))
}

/// Whether a change of places puts a piece where it would have had to promote.
fn strands(game: &Game, position: &Position, mv: &Move) -> bool {
    let stuck = |from: Square, to: Square| {
        position.board[from].is_some_and(|piece| !can_stand(game, piece.side, piece.kind, to))
    };
    mv.deed == Deed::Swap && (stuck(mv.from, mv.to) || stuck(mv.to, mv.from))
}

/// Whether a piece of a side can be on a square: it starts there, is dropped or castles there,
/// another becomes it there, or it need not promote when it gets there.
pub fn can_stand(game: &Game, side: Side, kind: Kind, square: Square) -> bool {
    if game.rules.restrictions.late_promotions[side].happens() {
        return true;
    }
    let starts = game
        .homes
        .iter()
        .any(|(home, piece)| *home == square && piece.kind == kind);
    let must = |p: &Promotion| {
        let on = match &p.mandatory {
            Mandatory::Always => true,
            Mandatory::Never => false,
            Mandatory::On(squares) => game.board.lies(square, squares),
        };
        on && p.trigger == Trigger::Enter && p.only.is_any() && game.board.lies(square, &p.zone)
    };
    let made = |p: &Promotion| {
        let there = match p.trigger {
            Trigger::InPlace if p.goes.is_some() => true,
            Trigger::Enter | Trigger::InPlace => game.board.lies(square, &p.zone),
            Trigger::Touch | Trigger::Leave => true,
        };
        there && p.side == side && p.to.iter().any(|name| game.kind(name) == kind)
    };
    let dropped = game.rules.drops.iter().any(|drop| {
        let here = game.board.lies(square, &drop.zone) || game.board.lies(square, &drop.gate);
        here && drop.side == side && game.kind(&drop.piece) == kind
    });
    let castles = game.rules.castling.iter().filter(|c| c.side == side).any(|c| {
        let ends = [(&c.king, &c.king_to), (&c.rook, &c.rook_to)];
        ends.iter()
            .any(|(name, end)| game.kind(name) == kind && game.board.square(end) == Some(square))
    });
    starts
        || dropped
        || castles
        || game.rules.promotions.iter().any(made)
        || !promotions_of(game, side, kind).any(must)
}

/// The actions of an open path on its last square.
pub fn deeds(game: &Game, position: &Position, side: Side, from: Square, path: &Path) -> Vec<Deed> {
    let gone = path.to == from || path.captures.contains(&path.to);
    let there = if gone {
        None
    } else {
        position.board[path.to].map(|piece| piece.side)
    };
    let can_pass = || {
        let allowed = |zone: &ferz::rules::PerSide<_>| game.board.lies(path.to, &zone[side]);
        let victim = turns::victim(position, path.to).and_then(|square| position.board[square]);
        position.exposed.contains(&path.to)
            && victim.is_some_and(|piece| piece.side != side)
            && game.rules.en_passant.as_ref().is_none_or(allowed)
    };
    let free = there.is_none() && !position.walls.contains(&path.to);
    let possible = |deed: &Deed| match deed {
        Deed::Quiet => free && path.modes.has(Modes::QUIET),
        Deed::Capture => there == Some(side.other()) && path.modes.has(Modes::CAPTURE),
        Deed::CaptureOwn => there == Some(side) && path.modes.has(Modes::CAPTURE_OWN),
        Deed::Swap => {
            let mode = if there == Some(side) {
                Modes::SWAP
            } else {
                Modes::SWAP_ENEMY
            };
            there.is_some() && path.modes.has(mode)
        }
        Deed::EnPassant => free && path.modes.has(Modes::EN_PASSANT) && can_pass(),
        Deed::Castle(_)
        | Deed::InPlace
        | Deed::Volley(_)
        | Deed::Drop
        | Deed::Control
        | Deed::Wall
        | Deed::Pass => false,
    };
    let all = [
        Deed::Quiet,
        Deed::Capture,
        Deed::CaptureOwn,
        Deed::Swap,
        Deed::EnPassant,
    ];
    all.into_iter().filter(possible).collect()
}

/// The promotions of a kind of piece.
pub fn promotions_of(game: &Game, side: Side, kind: Kind) -> impl Iterator<Item = &Promotion> {
    game.rules
        .promotions
        .iter()
        .filter(move |p| p.side == side && game.kind(&p.piece) == kind)
}

/// Whether a move between these squares brings a promotion about.
fn happens(game: &Game, promotion: &Promotion, from: Square, to: Square) -> bool {
    let zone = game.board.squares(&promotion.zone);
    match promotion.trigger {
        Trigger::Enter => zone.contains(&to),
        Trigger::Leave => zone.contains(&from),
        Trigger::Touch => zone.contains(&from) || zone.contains(&to),
        Trigger::InPlace => false,
    }
}

/// Whether a piece of one kind can be of another after a quiet move between these squares.
pub fn can_become(game: &Game, side: Side, kind: Kind, other: Kind, from: Square, to: Square) -> bool {
    let mut promotions =
        promotions_of(game, side, kind).filter(|p| p.only.suits(false) && happens(game, p, from, to));
    kind == other || promotions.any(|promotion| promotion.to.iter().any(|name| game.kind(name) == other))
}

/// One piece of a kind leaves a hand.
pub fn take_one(hand: &mut BTreeMap<Kind, usize>, kind: Kind) {
    if let Some(count) = hand.get_mut(&kind) {
        *count -= 1;
    }
    hand.retain(|_, count| *count > 0);
}

/// The side from whose hand a kind comes that a piece becomes, if it comes from one.
pub fn holder(game: &Game, side: Side, piece: &str, to: &str) -> Option<Side> {
    let mut own = game.rules.promotions.iter();
    let found = own.find(|p| {
        p.hand.is_some() && p.side == side && p.piece == piece && p.to.iter().any(|name| name == to)
    })?;
    let enemy = found.hand == Some(Owner::Enemy);
    Some(if enemy { side.other() } else { side })
}

/// The present choices of a promotion: a kind of which the side has its limit is no choice.
pub fn choices(game: &Game, position: &Position, promotion: &Promotion) -> Vec<Kind> {
    let allowed = |name: &&String| {
        let limit = promotion.limits.get(*name).copied();
        let free =
            limit.is_none_or(|limit| position.count(promotion.side, &[game.kind(name)]) < limit as usize);
        let holder = holder(game, promotion.side, &promotion.piece, name);
        free && holder.is_none_or(|side| position.in_hand(side, game.kind(name)) > 0)
    };
    promotion
        .to
        .iter()
        .filter(allowed)
        .map(|name| game.kind(name))
        .collect()
}

/// A move with each promotion that it brings about, and without one if the piece may stay what it
/// is.
pub fn promotions(game: &Game, side: Side, position: &Position, kind: Kind, mv: Move) -> Vec<Move> {
    if mv.rifle || mv.deed == Deed::Swap {
        return vec![mv];
    }
    let mut list = Vec::new();
    let mut may_stay = true;
    let removes = mv.removes() || (mv.deed == Deed::Control && position.board[mv.to].is_some());
    for promotion in promotions_of(game, side, kind) {
        if !happens(game, promotion, mv.from, mv.to) || !promotion.only.suits(removes) {
            continue;
        }
        may_stay &= match &promotion.mandatory {
            Mandatory::Always => false,
            Mandatory::Never => true,
            Mandatory::On(squares) => !game.board.lies(mv.to, squares),
        };
        let choices = choices(game, position, promotion);
        list.extend(choices.into_iter().map(|becomes| Move {
            promotion: Some(becomes),
            ..mv.clone()
        }));
    }
    if may_stay {
        list.push(mv);
    }
    list
}

/// The pieces that are known to have promoted after a move, its consequences not considered.
fn promoted(game: &Game, before: &Position, mv: &Move, next: &Position) -> BTreeSet<Square> {
    let mut promoted = before.promoted.clone();
    let was = |square: Square| before.promoted.contains(&square);
    let mut set = |square: Square, has: bool| {
        if has {
            promoted.insert(square);
        } else {
            promoted.remove(&square);
        }
    };
    match mv.deed {
        Deed::Pass | Deed::Wall | Deed::Volley(_) | Deed::Drop => {}
        Deed::Castle(number) => {
            let castling = &game.rules.castling[number];
            let pairs = [
                (&castling.king_from, &castling.king_to),
                (&castling.rook_from, &castling.rook_to),
            ];
            let square = |name: &String| game.board.square(name).expect("a square of the board");
            pairs.iter().for_each(|(from, _)| set(square(from), false));
            pairs
                .iter()
                .for_each(|(from, to)| set(square(to), was(square(from))));
        }
        Deed::Swap => {
            set(mv.from, was(mv.to));
            set(mv.to, was(mv.from));
        }
        _ if mv.rifle => {}
        _ => {
            set(mv.from, false);
            let side = next.board[mv.to].map_or(before.turn, |piece| piece.side);
            let grown = mv.promotion.map(|kind| hands::tells(game, side, kind));
            set(mv.to, grown.unwrap_or_else(|| was(mv.from)));
        }
    }
    promoted.retain(|&square| next.board[square].is_some());
    promoted
}

/// The position after a move and all that follows from it.
pub fn apply(game: &Game, position: &Position, mv: &Move) -> Position {
    apply_so(game, position, mv, true)
}

/// The same; if it is not asked whether a turn can go on that need not, it does not.
pub fn apply_so(game: &Game, position: &Position, mv: &Move, asked: bool) -> Position {
    let (mut next, moved) = made(game, position, mv);
    turns::go_on(game, position, mv, (&moved, asked), &mut next);
    super::outcome::count_check(game, &mut next, position.turn);
    if !game.rules.end.counting.is_empty() {
        let pieces = |position: &Position| counting::census(position.pieces().map(|(_, p)| (p.side, p.kind)));
        let (before, now) = (pieces(position), pieces(&next));
        let made = counting::Made {
            mover: position.turn,
            over: next.turn != position.turn,
            promoted: mv.promotion.is_some() && mv.deed != Deed::Drop,
        };
        next.counted = counting::after(&game.rules, position.counted, [&before, &now], made);
        if next.counted.is_some() && game.rules.end.move_rule.is_none() {
            next.halfmove = 0;
        }
    }
    next
}

/// A move with all that follows from it, and the squares that it touches by itself; the side that
/// has moved is still to move.
pub fn made(game: &Game, position: &Position, mv: &Move) -> (Position, BTreeSet<Square>) {
    let (mut next, mut touched) = arrive(game, position, mv);
    let moved = touched.clone();
    if game.mechanics.key().is_some() {
        next.tags = mechanics::carried(game, position, mv, &next);
    }
    next.unmoved.retain(|square| !touched.contains(square));
    let mut brought = BTreeSet::new();
    if let Some(mut facts) = effects::facts(game, position, mv, &next) {
        effects::carry_out(game, &mut facts, &mut next, &mut touched);
        brought = facts.brought;
    }
    if let Some(square) = mv.chosen.filter(|_| game.rules.walls.is_some()) {
        walls::put(game, &mut next, square);
    }
    settle(game, &touched, &mut next);
    next.rights.extend(brought);
    change_rights(game, mv, position.turn, &mut next);
    next.unmoved.retain(|square| !touched.contains(square));
    gates::forget(game, &mut next);
    (next, moved)
}

/// A piece that was touched has lost its former state.
pub fn settle(game: &Game, touched: &BTreeSet<Square>, next: &mut Position) {
    let there: BTreeSet<Square> = next.pieces().map(|(square, _)| square).collect();
    next.promoted.retain(|square| there.contains(square));
    // `EN-23`
    next.rights.retain(|&number| {
        let castling = &game.rules.castling[number];
        [&castling.king_from, &castling.rook_from]
            .into_iter()
            .all(|name| {
                game.board
                    .square(name)
                    .is_none_or(|square| !touched.contains(&square))
            })
    });
    next.unmoved.retain(|square| !touched.contains(square));
}

/// The rights that a castling takes from the opponent, and those that come with a drop.
fn change_rights(game: &Game, mv: &Move, side: Side, next: &mut Position) {
    let all = &game.rules.castling;
    if let Deed::Castle(number) = mv.deed {
        let (letter, bars) = (all[number].letter, all[number].bars);
        next.rights.retain(|&other| {
            !bars || all[other].side == side || !all[other].letter.eq_ignore_ascii_case(&letter)
        });
    }
    if mv.deed != Deed::Drop {
        return;
    }
    let stands = |square: Square, kind: Kind| next.board[square] == Some(Piece { side, kind });
    let gained = hands::rights_gained(game, side, mv.to, stands);
    next.rights.extend(gained);
}

/// The move itself, nothing that follows from it: the position, still with the side that has moved,
/// and the squares whose pieces have moved or gone.
pub fn arrive(game: &Game, position: &Position, mv: &Move) -> (Position, BTreeSet<Square>) {
    let side = position.turn;
    let mut next = position.clone();
    next.exposed.clear();
    next.victim = None;
    next.trail.clear();
    next.going = None;
    next.halfmove += 1;
    next.passes = outcome::passes_after(&game.rules, position.passes, mv.deed == Deed::Pass);
    // Squares whose pieces have moved or gone.
    let mut touched: BTreeSet<Square> = mv.captures.iter().copied().collect();
    for &square in &mv.captures {
        next.board[square] = None;
    }
    let piece = position.board[mv.from].filter(|_| !matches!(mv.deed, Deed::Pass | Deed::Wall));
    let becomes = piece.map(|piece| Piece {
        kind: mv.promotion.unwrap_or(piece.kind),
        ..piece
    });
    if let (Some(piece), Some(kind)) = (piece, mv.promotion.filter(|_| mv.deed != Deed::Drop)) {
        let holder = holder(game, piece.side, game.name(piece.kind), game.name(kind));
        if let Some(holder) = holder {
            take_one(&mut next.hands[holder.index()], kind);
        }
    }
    match mv.deed {
        Deed::Pass | Deed::Wall | Deed::Volley(_) => {}
        Deed::Drop => {
            let kind = mv.promotion.expect("a drop says what is dropped");
            next.board[mv.to] = Some(Piece { side, kind });
            touched.insert(mv.to);
            hands::take(game, &mut next, side, kind);
        }
        Deed::Castle(number) => {
            let castling = &game.rules.castling[number];
            let square = |name: &String| {
                game.board
                    .square(name)
                    .expect("castling names squares of the board")
            };
            let [king_from, rook_from] = [&castling.king_from, &castling.rook_from].map(square);
            let [king_to, rook_to] = [&castling.king_to, &castling.rook_to].map(square);
            let (king, rook) = (next.board[king_from].take(), next.board[rook_from].take());
            next.board[king_to] = king;
            next.board[rook_to] = rook;
            touched.extend([king_from, rook_from, king_to, rook_to]);
        }
        Deed::Swap => {
            next.board.swap(mv.from, mv.to);
            touched.extend([mv.from, mv.to]);
        }
        Deed::Quiet | Deed::Capture | Deed::CaptureOwn | Deed::EnPassant | Deed::InPlace | Deed::Control => {
            if let (Deed::EnPassant, Some(victim)) = (mv.deed, turns::victim(position, mv.to)) {
                next.board[victim] = None;
                touched.insert(victim);
            }
            touched.insert(mv.to);
            if mv.rifle {
                // The shooter stays, and has not moved (`MM-14`).
                next.board[mv.to] = None;
            } else {
                touched.insert(mv.from);
                next.board[mv.from] = None;
                next.board[mv.to] = becomes;
            }
        }
    }
    if !mv.exposed.is_empty() {
        next.exposed = mv.exposed.clone();
        next.victim = Some(mv.to);
    }
    if let Some((kind, square)) = mv.enters {
        next.board[square] = Some(Piece { side, kind });
        hands::take(game, &mut next, side, kind);
        walls::cover(&mut next, square);
    }
    if let Some(going) = &position.going {
        chain::step_off(going, side, &mut next);
    }
    // `CH-5`, `EN-22`
    let dropped = mv.deed == Deed::Drop;
    let removes = mv.removes() || (mv.deed == Deed::Control && position.board[mv.to].is_some());
    if removes || dropped || piece.is_some_and(|piece| game.rules.pieces[piece.kind].resets_clock) {
        next.halfmove = 0;
    }
    next.promoted = promoted(game, position, mv, &next);
    next.unmoved.retain(|square| !touched.contains(square));
    (next, touched)
}
