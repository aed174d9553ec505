//! Attack, check, and which moves are legal.

use super::areas::attacks_from;
use super::board::Square;
use super::moves::{Deed, Move, apply_so, arrive, deeds, made, promotions, pseudo_legal};
use super::position::{Kind, Piece, Position};
use super::walk::Path;
use super::{Game, chain, effects, gates, hands, hooks, mechanics, powers, promoting, turns, walls, weapons};
use ferz::rules::{Castling, Pass, RoyalAttack, RoyalRule, Side};

/// Whether a side could capture an enemy that stands on the square, were it to move; pinned or not
/// (`CH-2`).
pub fn attacks(game: &Game, position: &Position, by: Side, square: Square) -> bool {
    weapons::attack(game, position, by, square)
        || taken_by_a_turn(game, position, by, square)
        || captures(game, position, by, square, &|_| true)
}

/// Whether a side's pieces of some kinds could capture so.
fn captures(
    game: &Game,
    position: &Position,
    by: Side,
    square: Square,
    counts: &dyn Fn(Kind) -> bool,
) -> bool {
    position
        .of(by)
        .filter(|&(_, kind)| counts(kind))
        .any(|(from, kind)| {
            let paths = mechanics::paths(game, position, by, from, kind);
            let own_royal = |square: &Square| {
                let piece = position.board[*square].filter(|piece| piece.side == by);
                piece.is_some_and(|piece| game.is_royal(by, piece.kind))
            };
            // No movement captures a royal of its own side, unless it may be put back.
            let able = |path: &&Path| !path.captures.iter().any(own_royal);
            paths.iter().filter(able).any(|path| {
                let barred = !effects::revive(game) && own_royal(&path.to);
                let ends = deeds(game, position, by, from, path).into_iter();
                ends.filter(|&end| {
                    path.captures.contains(&square) || (path.to == square && end == Deed::Capture)
                })
                .filter(|&end| end != Deed::CaptureOwn || !barred)
                .any(|end| survives(game, position, (by, kind), from, path, end))
            })
        })
}

/// Whether royals are attacked by anything that a move takes off the board.
pub fn by_turns(game: &Game) -> bool {
    let loses = effects::lose_royals(game);
    game.rules.royalty.attack == RoyalAttack::Turns && loses
}

/// Whether some move of a side, were it to move, takes a royal off the board, and none of its own.
fn taken_by_a_turn(game: &Game, position: &Position, by: Side, square: Square) -> bool {
    let royal = |position: &Position| {
        position.board[square].is_some_and(|piece| piece.side != by && game.is_royal(piece.side, piece.kind))
    };
    if !by_turns(game) || !royal(position) {
        return false;
    }
    let mut probe = position.clone();
    if probe.turn != by {
        probe.turn = by;
        probe.exposed.clear();
        probe.trail.clear();
        probe.victim = None;
    }
    probe.going = None;
    probe.left = 1;
    // To move the opponent's pieces is no attack.
    let own = |mv: &&Move| mv.deed != Deed::Control;
    pseudo_legal(game, &probe).iter().filter(own).any(|mv| {
        let (after, _) = made(game, &probe, mv);
        let count = |position: &Position, side: Side| royals(game, position, side).len();
        // One that only goes elsewhere is not gone.
        let gone = !royal(&after) && count(&after, by.other()) < count(&probe, by.other());
        gone && (!effects::spare_royals(game) || count(&after, by) >= count(&probe, by))
    })
}

/// Whether the consequences of a capture leave the captor's side its royals, for each of several
/// kinds that the captor may become.
fn survives(
    game: &Game,
    position: &Position,
    (by, kind): (Side, Kind),
    from: Square,
    path: &Path,
    end: Deed,
) -> bool {
    if !effects::spare_royals(game) {
        return true;
    }
    let mv = Move {
        captures: path.captures.clone(),
        rifle: path.rifle,
        ..Move::simple(from, path.to, end)
    };
    let ways = promotions(game, by, position, kind, mv);
    ways.iter().any(|mv| spares_royals(game, position, by, mv))
}

/// Whether what follows from a move leaves its side its royals.
pub fn spares_royals(game: &Game, position: &Position, by: Side, mv: &Move) -> bool {
    if !effects::spare_royals(game) {
        return true;
    }
    let mut before = position.clone();
    before.turn = by;
    before.going = None;
    before.left = 1;
    royals(game, &made(game, &before, mv).0, by).len() >= royals(game, position, by).len()
}

/// The squares of a side's royal pieces.
fn royals(game: &Game, position: &Position, side: Side) -> Vec<Square> {
    position
        .of(side)
        .filter(|&(_, kind)| game.is_royal(side, kind))
        .map(|(square, _)| square)
        .collect()
}

/// How many royals a side has, and how many of them are attacked.
fn in_danger(game: &Game, position: &Position, side: Side) -> (usize, usize) {
    let royals = royals(game, position, side);
    let attacked = royals
        .iter()
        .filter(|&&square| is_precious(game, position, side, square))
        .filter(|&&square| attacks(game, position, side.other(), square))
        .count();
    (royals.len(), attacked)
}

/// Whether the rule asks about a royal: where only the last of each kind counts, others of its kind
/// let it go.
pub fn is_precious(game: &Game, position: &Position, side: Side, square: Square) -> bool {
    let kind = position.board[square].map(|piece| piece.kind);
    let alike = || {
        position
            .of(side)
            .filter(|&(_, other)| Some(other) == kind)
            .count()
    };
    game.rules.royalty.rule[side] != RoyalRule::LastOfEach || alike() == 1
}

/// Whether a side is in check.
pub fn in_check(game: &Game, position: &Position, side: Side) -> bool {
    let (royals, attacked) = in_danger(game, position, side);
    match game.rules.royalty.rule[side] {
        RoyalRule::All | RoyalRule::LastOfEach | RoyalRule::Fewer => attacked > 0,
        RoyalRule::Any => attacked > 0 && attacked == royals,
        RoyalRule::Last => attacked > 0 && royals == 1,
    }
}

/// Whether a side that cannot move is checkmated rather than stalemated.
pub fn is_mated_if_stuck(game: &Game, position: &Position, side: Side) -> bool {
    let (royals, attacked) = in_danger(game, position, side);
    match game.rules.royalty.rule[side] {
        RoyalRule::All | RoyalRule::LastOfEach => attacked > 0,
        RoyalRule::Last => attacked > 0 && royals == 1,
        // `EN-16`
        RoyalRule::Any | RoyalRule::Fewer => attacked > 0 && attacked == royals,
    }
}

/// Whether pieces of some kinds, or of none of them, check a side.
pub fn is_checked_by(game: &Game, position: &Position, side: Side, kinds: &[String], of_them: bool) -> bool {
    let kinds: Vec<Kind> = kinds.iter().map(|name| game.kind(name)).collect();
    let counts = |kind: Kind| kinds.contains(&kind) == of_them;
    let mut royals = royals(game, position, side).into_iter();
    let foe = side.other();
    royals.any(|square| {
        captures(game, position, foe, square, &counts)
            || weapons::attack_by(game, position, foe, square, &counts)
    })
}

/// Whether the side that has moved from `before` to `after` has left its royals safe enough.
fn is_safe(game: &Game, before: &Position, after: &Position) -> bool {
    let side = before.turn;
    let (royals, attacked) = in_danger(game, after, side);
    // The last royal is not given away, say by promoting it.
    if royals == 0 && in_danger(game, before, side).0 > 0 && !game.rules.royalty.sacrifice {
        return false;
    }
    if effects::lose_royals(game) || effects::revive(game) {
        let count = |position: &Position, side: Side| in_danger(game, position, side).0;
        if count(after, side) < count(before, side) && !game.rules.royalty.sacrifice {
            return false;
        }
        let won = count(after, side.other()) == 0 && count(before, side.other()) > 0;
        if won && !game.rules.royalty.no_trade {
            return true;
        }
    }
    let rule_holds = match game.rules.royalty.rule[side] {
        RoyalRule::All | RoyalRule::LastOfEach => attacked == 0,
        RoyalRule::Any => royals == 0 || attacked < royals,
        RoyalRule::Last if royals > 1 => return true,
        RoyalRule::Last => attacked == 0,
        // `EN-15`
        RoyalRule::Fewer => attacked == 0 || attacked < in_danger(game, before, side).1,
    };
    rule_holds && !hooks::forbids(game, after, side)
}

/// Whether a side's king could stand on a square while castling from `king_from` (`CH-2`, `EM-9`).
fn may_pass(game: &Game, position: &Position, king: Piece, king_from: Square, square: Square) -> bool {
    let mut there = position.clone();
    there.board[king_from] = None;
    there.board[square] = Some(king);
    !attacks(game, &there, king.side.other(), square) && !hooks::forbids(game, &there, king.side)
}

/// Whether the opponent could capture a king on a square, while castling from `king_from`, in a
/// turn that goes on.
pub fn is_reached(game: &Game, position: &Position, king: Piece, king_from: Square, square: Square) -> bool {
    let mut there = position.clone();
    there.board[king_from] = None;
    there.board[square] = Some(king);
    (there.turn, there.left, there.going) = (king.side.other(), 1, None);
    let theirs: Vec<Square> = there.of(there.turn).map(|(from, _)| from).collect();
    let direct = theirs
        .iter()
        .any(|&from| attacks_from(game, &there, from, square));
    let moves = pseudo_legal(game, &there);
    direct
        || moves
            .iter()
            .any(|mv| leads_to(game, &there, mv, square, &mut Vec::new()))
}

/// Whether a capture on a square can follow from a move of the same turn.
fn leads_to(game: &Game, position: &Position, mv: &Move, square: Square, way: &mut Vec<Square>) -> bool {
    if way.len() + 1 == LONGEST || takes(game, position, mv) == 0 {
        return false;
    }
    let after = super::moves::apply(game, position, mv);
    let Some(going) = after.going.as_ref().filter(|_| after.turn == position.turn) else {
        return false;
    };
    if attacks_from(game, &after, going.square, square) {
        return true;
    }
    way.push(going.square);
    let found = legal_alone(game, &after)
        .iter()
        .any(|mv| leads_to(game, &after, mv, square, way));
    way.pop();
    found
}

/// Whether a piece that castles is attacked where it ends, its partner where that ends.
fn may_end(game: &Game, position: &Position, king: Piece, castling: &Castling) -> bool {
    let square = |name: &String| game.board.square(name).expect("a square of the board");
    let mut there = position.clone();
    let rook = there.board[square(&castling.rook_from)].take();
    there.board[square(&castling.king_from)] = None;
    there.board[square(&castling.rook_to)] = rook;
    let end = square(&castling.king_to);
    there.board[end] = Some(king);
    !attacks(game, &there, king.side.other(), end) && !hooks::forbids(game, &there, king.side)
}

/// Castling moves, the king's safety at the end not considered.
fn castlings(game: &Game, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    for &number in &position.rights {
        let castling = &game.rules.castling[number];
        if castling.side != position.turn {
            continue;
        }
        let square = |name: &String| {
            game.board
                .square(name)
                .expect("castling names squares of the board")
        };
        let (king_from, rook_from) = (square(&castling.king_from), square(&castling.rook_from));
        let king = Piece {
            side: castling.side,
            kind: game.kind(&castling.king),
        };
        let mut between = game.board.squares(&castling.empty);
        between.retain(|&s| s != king_from && s != rook_from);
        let is_free = between.iter().all(|&s| position.is_empty(s));
        let mut safe = game.board.squares(&castling.safe);
        // A wall put at the end of the move may protect the king on its new square.
        let walls = game.rules.walls.as_ref().is_some_and(|walls| !walls.instead);
        let all = game.rules.royalty.rule[castling.side] == RoyalRule::All;
        if walls && all && game.is_royal(castling.side, king.kind) {
            safe.retain(|&s| s != square(&castling.king_to));
        }
        let watched = safe.clone();
        // A king that stays where it is must be safe there before and after.
        let (ends, end) = (
            safe.contains(&square(&castling.king_to)),
            square(&castling.king_to),
        );
        safe.retain(|&s| s != end || s == king_from);
        if is_free
            && !powers::is_still(game, position, king_from)
            && safe.iter().all(|&s| may_pass(game, position, king, king_from, s))
            && !(castling.chains
                && watched
                    .iter()
                    .any(|&s| is_reached(game, position, king, king_from, s)))
            && (!ends || may_end(game, position, king, castling))
        {
            moves.push(Move::simple(
                king_from,
                square(&castling.king_to),
                Deed::Castle(number),
            ));
        }
    }
    moves
}

/// Whether a check is mate, where checks must mate; of checks that answer one another six are
/// followed.
pub fn is_mate(answered: impl FnOnce() -> bool) -> bool {
    thread_local! {
        static DEPTH: std::cell::Cell<u8> = const { std::cell::Cell::new(0) };
    }
    let depth = DEPTH.get();
    if depth == 6 {
        return false;
    }
    DEPTH.set(depth + 1);
    let answered = answered();
    DEPTH.set(depth);
    !answered
}

/// Whether a move may be made, its turn alone considered.
fn is_legal(game: &Game, position: &Position, mv: &Move) -> bool {
    let side = position.turn;
    let restrictions = &game.rules.restrictions;
    let faced = hooks::must_part(game, position);
    if effects::forbid(game, position, mv) {
        return false;
    }
    if mv.deed == Deed::Swap && restrictions.no_swaps_in_check[side] && in_check(game, position, side) {
        return false;
    }
    let walls = game.rules.walls.as_ref();
    if mv.deed == Deed::Wall
        && walls.is_some_and(|walls| walls.not_in_check)
        && in_check(game, position, side)
    {
        return false;
    }
    let after = apply_so(game, position, mv, false);
    if let Some(can) = chain::owes(game, &after) {
        let count = |position: &Position| royals(game, position, side).len();
        return can
            && count(&after) >= count(position)
            && hands::is_allowed(game, side, mv, &after)
            && promoting::may_be(game, position, mv, in_check(game, &after, side.other()));
    }
    let exposing = game.rules.control.as_ref().is_some_and(|control| control.exposes);
    ((exposing && mv.deed == Deed::Control) || is_safe(game, position, &after))
        && hands::is_allowed(game, side, mv, &after)
        && promoting::may_be(game, position, mv, in_check(game, &after, side.other()))
        && !(restrictions.no_check[side] && in_check(game, &after, side.other()))
        && !(restrictions.only_mate[side]
            && in_check(game, &after, side.other())
            && !is_mate(|| has_move(game, &after)))
        && !(faced && hooks::royals_face_each_other(game, &after))
}

/// Whether a turn that goes on has a legal move. Moves that capture nothing are tried first: others
/// may hang on further captures.
pub fn can_move(game: &Game, position: &Position) -> bool {
    let mut moves = walls::with_choices(game, position, pseudo_legal(game, position));
    moves.sort_by_key(Move::removes);
    moves.iter().any(|mv| is_legal(game, position, mv))
}

/// Whether the side to move has a legal move; it is enough to find one.
pub fn has_move(game: &Game, position: &Position) -> bool {
    let kinds = game.rules.turns.as_ref().is_some_and(|turns| turns.have_kinds());
    (!kinds && can_move(game, position)) || !legal(game, position).is_empty()
}

/// Of longer turns no more captures than these are counted.
pub const LONGEST: usize = 24;

/// All legal moves; whether a goal has ended the game is not asked.
pub fn legal(game: &Game, position: &Position) -> Vec<Move> {
    let moves = legal_alone(game, position);
    if !game.rules.restrictions.most_captures[position.turn] {
        return moves;
    }
    let total = |mv: &Move| match takes(game, position, mv) {
        0 => 0,
        count => count + takes_further(game, position, mv, 1),
    };
    let totals: Vec<usize> = moves.iter().map(total).collect();
    let most = totals.iter().max().copied().unwrap_or(0);
    let pairs = moves.into_iter().zip(totals);
    pairs
        .filter(|&(_, total)| total == 0 || total == most)
        .map(|(mv, _)| mv)
        .collect()
}

/// How many pieces a move captures; what it captures as one of the opponent's pieces does not
/// count.
fn takes(game: &Game, position: &Position, mv: &Move) -> usize {
    let facts = effects::facts(game, position, mv, &arrive(game, position, mv).0);
    facts
        .filter(|_| mv.deed != Deed::Control)
        .map_or(0, |facts| facts.captured.len())
}

/// How many pieces can be captured after a move in the same turn.
fn takes_further(game: &Game, position: &Position, mv: &Move, depth: usize) -> usize {
    let after = super::moves::apply(game, position, mv);
    if depth == LONGEST || after.turn != position.turn || after.going.is_none() {
        return 0;
    }
    let moves = legal_alone(game, &after).into_iter();
    let takes = moves
        .map(|mv| (takes(game, &after, &mv), mv))
        .filter(|&(count, _)| count > 0);
    let totals = takes.map(|(count, mv)| count + takes_further(game, &after, &mv, depth + 1));
    totals.max().unwrap_or(0)
}

/// The same, but for the duty to capture as much as possible.
fn legal_alone(game: &Game, position: &Position) -> Vec<Move> {
    let side = position.turn;
    let restrictions = &game.rules.restrictions;
    let excused = hooks::may_pass_facing(game, position);
    let is_legal = |mv: &Move| is_legal(game, position, mv);
    let mut moves = pseudo_legal(game, position);
    if position.going.is_none() {
        moves.extend(castlings(game, position));
    }
    let mut moves = walls::with_choices(game, position, moves);
    moves.retain(is_legal);
    let mut moves = gates::with_guests(game, position, moves);
    moves.retain(|mv| mv.enters.is_none() || is_legal(mv));
    let passes = turns::keep_moves(game, position, &mut moves);
    // As long as something must be dropped no other duty counts.
    let is_duty = |mv: &Move| hands::rule(game, side, mv).is_some_and(|rule| rule.must);
    if moves.iter().any(is_duty) {
        moves.retain(is_duty);
        return moves;
    }
    if restrictions.must_capture[side] && moves.iter().any(Move::removes) {
        moves.retain(Move::removes);
    }
    let pass = Move::simple(0, 0, Deed::Pass);
    let may_pass = match restrictions.pass[side] {
        Pass::Never => false,
        // `EN-16`; where all royals must be safe, one that is attacked is mated.
        Pass::Forced => {
            let (royals, attacked) = in_danger(game, position, side);
            let rule = game.rules.royalty.rule[side];
            let lenient = !matches!(rule, RoyalRule::All | RoyalRule::LastOfEach);
            lenient && moves.is_empty() && attacked > 0 && attacked < royals
        }
        Pass::Stuck => moves.is_empty() && (excused || is_legal(&pass)),
        Pass::Allowed => excused || is_legal(&pass),
    };
    if let Some(going) = &position.going {
        if chain::may_stop(game, going) && is_legal(&pass) {
            moves.push(pass);
        }
        return moves;
    }
    // A side without a move for the rest of its turn is done with it.
    let rests = turns::may_rest(game, side, position.fullmove, position.left);
    if (passes && may_pass) || (moves.is_empty() && rests) {
        moves.push(pass);
    }
    moves
}
