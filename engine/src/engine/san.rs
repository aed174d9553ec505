//! Standard algebraic notation. Does not find the legal moves: it is given their list.

use super::compiled::NONE;
use super::core::Core;
use super::layout::Layout;
use super::mv::{Move, MoveType};
use super::naming::Spelling;
use super::position::Pos;
use super::subjects::Compiled;
use super::width::Width;
use crate::board::{Bits, Square};
use crate::engine::apply;
use crate::engine::attacks;
use crate::engine::gates;
use crate::engine::notation;
use crate::engine::outcome;
use crate::engine::powers;
use crate::rules::{Modes, Score, Side};
use smallvec::SmallVec;

/// The two castlings that SAN has signs for, by their letters.
const SHORT: [char; 2] = ['K', 'k'];
const LONG: [char; 2] = ['Q', 'q'];

/// The squares on which a move may open or close an attack on the opponent's royals.
struct Checks<L: Layout> {
    /// Squares whose contents matter.
    squares: L::B,
    /// By kind, the squares from which it would attack, unless it has left its own way.
    direct: L::PerKind,
    /// Squares of such ways.
    ways: L::B,
    /// By kind, the squares that a new piece attacks if no other piece does.
    reach: L::PerKind,
}

impl<L: Layout> Checks<L> {
    /// Whether a move may give check.
    fn concern(&self, pos: &Pos<L>, mv: Move) -> bool {
        // A pass also has no start.
        if mv.move_type != MoveType::Plain {
            return true;
        }
        let Some((kind, _)) = pos.piece(mv.from) else {
            return true;
        };
        mv.promotion != NONE
            || self.squares.has(mv.from)
            || self.squares.has(mv.to)
            || self.direct.as_ref()[usize::from(kind)].has(mv.to)
            || (self.ways.has(mv.from) && self.reach.as_ref()[usize::from(kind)].has(mv.to))
    }
}

/// The files and ranks that the start squares of other moves share with the one of a move.
#[derive(Clone, Copy, Default)]
struct Twins {
    /// There is another move.
    any: bool,
    /// One starts on the same file, or on no file.
    file: bool,
    /// One starts on the same rank, or on no rank.
    rank: bool,
}

/// Moves by their ends; volleys, which have no end, by their tags.
struct Alike {
    /// The last move of each list, as its number plus one, or 0.
    last: [u32; 257],
    /// The move before each move, in the same form.
    before: SmallVec<[u32; 64]>,
}

impl Alike {
    fn new(moves: &[Move]) -> Self {
        let mut alike = Self {
            last: [0; 257],
            before: SmallVec::with_capacity(moves.len()),
        };
        for (number, &mv) in (1..).zip(moves) {
            let last = &mut alike.last[Self::list(mv)];
            alike.before.push(std::mem::replace(last, number));
        }
        alike
    }

    fn list(mv: Move) -> usize {
        match mv.move_type {
            MoveType::Volley(_) => 256,
            _ => usize::from(mv.to),
        }
    }

    /// The moves that have the same end, or are volleys with the same tag.
    fn of(&self, moves: &[Move], mv: Move) -> SmallVec<[Move; 8]> {
        let mut found = SmallVec::new();
        let mut next = self.last[Self::list(mv)];
        let volley = matches!(mv.move_type, MoveType::Volley(_));
        while let Some(number) = (next as usize).checked_sub(1) {
            next = self.before[number];
            let other = moves[number];
            if other.move_type != MoveType::Pass && (!volley || other.move_type == mv.move_type) {
                found.push(other);
            }
        }
        found
    }
}

/// Standard algebraic notation of all legal moves, each with the least disambiguation and with `+`
/// or `#` for its result. `+` is left out if it would be read as the sign of a promotion.
pub(crate) fn sans<L: Layout>(core: &Core<L>, pos: &Pos<L>, moves: &[Move]) -> Vec<String> {
    let alike = Alike::new(moves);
    let checks = checks(core, pos);
    let san = |mv: Move| {
        let mut out = String::with_capacity(8);
        san_body(core, pos, mv, moves, &alike, &mut out);
        gates::entering_san(core, pos, mv, &mut out);
        notation::choice_text(core, mv, &mut out);
        if checks.as_ref().is_none_or(|checks| checks.concern(pos, mv)) {
            let after = apply::after(core, pos, mv);
            let check = attacks::in_check(core, &after, pos.side_to_move.other());
            if outcome::is_won(core, &after, check) {
                out.push('#');
            } else if check && !reads_like_a_promotion(core, pos, mv, &out, &alike.of(moves, mv)) {
                out.push('+');
            }
        }
        out
    };
    let mut all = Vec::with_capacity(moves.len());
    for &mv in moves {
        all.push(san(mv));
    }
    all
}

/// Moves that may give check, or end the game; `None` if they are not known beforehand.
fn checks<L: Layout>(core: &Core<L>, pos: &Pos<L>) -> Option<Checks<L>> {
    let (us, them) = (pos.side_to_move, pos.side_to_move.other());
    if L::RICH || !core.ending.goals.is_empty() || core.ending.stalemate[them.index()] == Score::Loss {
        return None;
    }
    let royals = pos.royals(core, them);
    if royals.several() || attacks::in_check(core, pos, them) {
        return None;
    }
    let (occupancy, ours) = (pos.occupancy(), pos.sides[us.index()]);
    let mut checks = Checks::<L> {
        squares: L::B::EMPTY,
        direct: L::NO_KINDS,
        ways: L::B::EMPTY,
        reach: L::NO_KINDS,
    };
    for royal in royals.squares() {
        checks.ways |= core.attacking.on_lines[them.index()][usize::from(royal)];
        for attack in core.attacking.attacks[us.index()].iter().filter(|a| a.check) {
            let leaps = attack
                .leaps
                .get(usize::from(royal))
                .copied()
                .unwrap_or(L::B::EMPTY);
            let mask = attack.attack_mask.get(usize::from(royal)).copied();
            let mask = mask.unwrap_or(L::B::EMPTY);
            let mut from = leaps;
            if let Some(rays) = &attack.rays {
                from |= rays.targets(&core.pool, royal, occupancy);
            }
            let mut pieces = L::B::EMPTY;
            for &kind in &attack.kinds {
                checks.direct.as_mut()[usize::from(kind)] |= from;
                checks.reach.as_mut()[usize::from(kind)] |= leaps | mask;
                pieces |= pos.kind(kind);
            }
            for attacker in (mask & pieces & ours).squares() {
                for open in attack.paths(royal, attacker) {
                    let against = open.empty & occupancy;
                    let missing = open.occupied & !occupancy;
                    if !against.several() && !missing.several() {
                        checks.squares |= against | open.occupied;
                    }
                }
            }
        }
    }
    Some(checks)
}

/// The text of a move in standard algebraic notation, without its consequences.
fn san_body<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    mv: Move,
    moves: &[Move],
    alike: &Alike,
    out: &mut String,
) {
    if is_told_otherwise(core, pos, mv, (moves, alike), out) {
        return;
    }
    let name = |s: Square| core.topology.name(s);
    let Some((kind, side)) = pos.piece(mv.from) else {
        return;
    };
    let letter = core.naming.large(side, kind);
    let unlettered = core.mover(side, kind).is_some_and(|m| m.unlettered);
    let takes = captures_something(core, pos, mv);
    let like = |other| is_written_alike(core, other, (kind, side));
    let is_like = |from: Square| from != mv.from && pos.piece(from).is_some_and(like);
    let mut same_end = alike.of(moves, mv);
    let like_a_shot = || reads_like_a_shot(core, pos, mv, &alike.of(moves, mv));
    same_end.retain(|m| is_like(m.from) && captures_something(core, pos, *m) == takes);
    let twins = twins(core, mv.from, &same_end);
    if mv.move_type == MoveType::InPlace && (unlettered || !twins.any) {
        out.push_str(name(mv.from));
        if mv.to != mv.from {
            out.push_str(name(mv.to));
        }
    } else {
        if !unlettered {
            out.push_str(letter.as_str());
        }
        // A promotion in place writes no square after that.
        let start = match mv.move_type {
            MoveType::InPlace => name(mv.from),
            _ => told_apart(core, mv.from, twins, unlettered, takes),
        };
        out.push_str(start);
        let whole = unlettered && start == name(mv.from);
        out.push_str(if takes && !(whole && like_a_shot()) {
            "x"
        } else {
            ""
        });
        san_end(core, pos, mv, out);
    }
    if let Some(kind) = gates::promotes_to(core, mv) {
        out.push('=');
        out.push_str(core.naming.large(side, kind).as_str());
    }
}

/// Writes a move that names no piece and no way: a pass, a wall, a drop, castling. Returns whether
/// it is one.
fn is_told_otherwise<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    mv: Move,
    (moves, alike): (&[Move], &Alike),
    out: &mut String,
) -> bool {
    match mv.move_type {
        MoveType::Pass => out.push_str("--"),
        MoveType::Wall => notation::text_of_move(core, pos, mv, Spelling::Short, out),
        MoveType::Drop => notation::drop_text(core, pos, mv, Spelling::Short, out),
        MoveType::Castle(index) => {
            // The piece may go there without castling, too.
            let goes = |other: &Move| other.from == mv.from && other.move_type != mv.move_type;
            let piece = pos
                .piece(mv.from)
                .filter(|_| alike.of(moves, mv).iter().any(goes));
            let Some(text) = castling_san(core, index, piece) else {
                return false;
            };
            out.push_str(&text);
        }
        _ => return false,
    }
    true
}

/// `O-O` and `O-O-O`; the text of any other castling, if the piece could get there without
/// castling.
fn castling_san<B: Width>(core: &Compiled<B>, index: u8, piece: Option<(u8, Side)>) -> Option<String> {
    let letter = core.castling.all[usize::from(index)].letter;
    if SHORT.contains(&letter) {
        return Some("O-O".to_owned());
    }
    if LONG.contains(&letter) {
        return Some("O-O-O".to_owned());
    }
    let (kind, side) = piece?;
    let large = core.naming.large(side, kind);
    Some(format!(
        "{}{}",
        large.as_str(),
        notation::castling_text(core, index)
    ))
}

/// Whether short notation has one letter for two pieces, or none for both.
fn is_written_alike<B: Width>(core: &Compiled<B>, one: (u8, Side), other: (u8, Side)) -> bool {
    let is_unlettered = |(kind, side)| core.mover(side, kind).is_some_and(|m| m.unlettered);
    let large = |(kind, side)| core.naming.large(side, kind);
    one.0 == other.0
        || match (is_unlettered(one), is_unlettered(other)) {
            (true, true) => true,
            (false, false) => large(one).as_str() == large(other).as_str(),
            _ => false,
        }
}

/// The files and ranks that the start squares of moves share with another square.
fn twins<B: Width>(core: &Compiled<B>, from: Square, others: &[Move]) -> Twins {
    let mut twins = Twins::default();
    for other in others {
        let (here, there) = (
            core.topology.coordinates(from),
            core.topology.coordinates(other.from),
        );
        twins.any = true;
        twins.file |= there.is_none() || here.map(|(file, _)| file) == there.map(|(file, _)| file);
        twins.rank |= there.is_none() || here.map(|(_, rank)| rank) == there.map(|(_, rank)| rank);
    }
    twins
}

/// The part of the start square's name that distinguishes a piece from others with similar moves.
fn told_apart<B: Width>(
    core: &Compiled<B>,
    from: Square,
    others: Twins,
    unlettered: bool,
    takes: bool,
) -> &str {
    let square = core.topology.name(from);
    if core.topology.coordinates(from).is_none() {
        return square;
    }
    let ambiguous = others.any || (unlettered && takes);
    if !ambiguous {
        return "";
    }
    let (file_name, rank_name) = square.split_at(1);
    if !others.file {
        file_name
    } else if !others.rank && !unlettered {
        rank_name
    } else {
        square
    }
}

/// The end of a move in standard algebraic notation, with its captures on the way.
fn san_end<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move, out: &mut String) {
    let name = |s: Square| core.topology.name(s);
    match mv.move_type {
        MoveType::Special(index, mode) => {
            if let Some(path) = powers::special(core, pos, mv.from, index) {
                for &s in &path.captures {
                    out.push_str(name(s));
                    out.push('-');
                }
                if path.rifle {
                    out.push('*');
                }
            }
            if mode.swaps() {
                out.push('~');
            }
        }
        MoveType::Exchange => out.push('~'),
        MoveType::Shot | MoveType::ShotInPassing => out.push('*'),
        MoveType::Volley(tag) => {
            out.push('*');
            return out.push_str(notation::tag_letter(core, tag).as_str());
        }
        MoveType::InPlace if mv.to == mv.from => return,
        _ => {}
    }
    out.push_str(name(mv.to));
}

/// Whether a cross after the start square would give a capture the text of a shot, if other moves
/// to the same square include one.
fn reads_like_a_shot<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move, others: &[Move]) -> bool {
    let shoots = |other: &Move| other.from == mv.from && fires(core, pos, *other);
    !fires(core, pos, mv) && others.iter().any(shoots)
}

/// Whether a sign of check after a text would turn it into that of a promotion by the same
/// movement.
fn reads_like_a_promotion<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    mv: Move,
    text: &str,
    others: &[Move],
) -> bool {
    let promotes = |other: Move| other.from == mv.from && other.promotion != NONE;
    let is_promotion = |other: &Move| {
        promotes(*other) && notation::text_of(core, pos, *other).strip_suffix('+') == Some(text)
    };
    mv.promotion == NONE && others.iter().any(is_promotion)
}

/// Whether a piece captures without leaving its square.
fn fires<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move) -> bool {
    match mv.move_type {
        MoveType::Special(index, _) => powers::special(core, pos, mv.from, index).is_some_and(|p| p.rifle),
        other => other.fires(),
    }
}

/// Whether a move removes a piece.
pub(crate) fn captures_something<L: Layout>(core: &Core<L>, pos: &Pos<L>, mv: Move) -> bool {
    match mv.move_type {
        MoveType::Plain | MoveType::Control => pos.occupancy().has(mv.to),
        MoveType::EnPassant | MoveType::Shot | MoveType::ShotInPassing | MoveType::Volley(_) => true,
        MoveType::Castle(_)
        | MoveType::InPlace
        | MoveType::Exchange
        | MoveType::Drop
        | MoveType::Wall
        | MoveType::Pass
        | MoveType::Listed(..) => false,
        MoveType::Special(index, mode) => {
            let on_the_way =
                powers::special(core, pos, mv.from, index).is_some_and(|p| !p.captures.is_empty());
            on_the_way || matches!(mode, Modes::CAPTURE | Modes::CAPTURE_OWN | Modes::EN_PASSANT)
        }
    }
}
