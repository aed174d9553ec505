//! Standard algebraic notation. Does not find the legal moves: it is given their list.

use super::compiled::NONE;
use super::core::Core;
use super::layout::Layout;
use super::mv::{Move, MoveType};
use super::naming::Spelling;
use super::position::Pos;
use super::subjects::Compiled;
use super::width::Width;
use super::wording::Wording;
use crate::board::{Bits, Square};
use crate::engine::apply;
use crate::engine::attacks;
use crate::engine::notation;
use crate::engine::outcome;
use crate::rules::{Score, Side};
use smallvec::SmallVec;
use std::fmt::Write as _;

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

/// Moves by their ends; volleys, which are identified by their tags, for themselves, and so are
/// movements with a text of their own.
struct Alike {
    /// The last move of each list, as its number plus one, or 0.
    last: [u32; 257],
    /// The move before each move, in the same form.
    before: SmallVec<[u32; 64]>,
}

impl Alike {
    fn new(moves: &[Wording<'_>]) -> Self {
        let mut alike = Self {
            last: [0; 257],
            before: SmallVec::with_capacity(moves.len()),
        };
        for (number, told) in (1..).zip(moves) {
            let last = &mut alike.last[Self::list(told)];
            alike.before.push(std::mem::replace(last, number));
        }
        alike
    }

    fn list(told: &Wording<'_>) -> usize {
        match told.mv.move_type {
            MoveType::Volley(_) => 256,
            _ if told.rest.is_some() => 256,
            _ => usize::from(told.mv.to),
        }
    }

    /// The moves that end where one does, or are volleys with the same tag, or have the same rest.
    #[inline]
    fn of<'m, 'a>(&self, moves: &'m [Wording<'a>], told: &Wording<'_>) -> SmallVec<[&'m Wording<'a>; 8]> {
        let mut found = SmallVec::new();
        let list = Self::list(told);
        let mut next = self.last[list];
        while let Some(number) = (next as usize).checked_sub(1) {
            next = self.before[number];
            let other = &moves[number];
            let same = list != 256 || (other.mv.move_type, other.rest) == (told.mv.move_type, told.rest);
            if other.mv.move_type != MoveType::Pass && same {
                found.push(other);
            }
        }
        found
    }
}

/// Standard algebraic notation of all legal moves, each with the least disambiguation and with `+`
/// or `#` for its result. `+` is left out if it would be read as the sign of a promotion.
pub(crate) fn sans<L: Layout>(core: &Core<L>, pos: &Pos<L>, moves: &[Move]) -> Vec<String> {
    let mut told = Vec::with_capacity(moves.len());
    for &mv in moves {
        told.push(Wording::of(core, pos, mv));
    }
    let writer = Writer::new(core, &told);
    let checks = checks(core, pos);
    let mut all = Vec::with_capacity(moves.len());
    for told in &told {
        let mut out = writer.body(told);
        if checks.as_ref().is_none_or(|checks| checks.concern(pos, told.mv)) {
            let after = apply::after(core, pos, told.mv);
            let check = attacks::gives_check(core, &after, pos.side_to_move);
            if outcome::is_won(core, &after, check) {
                out.push('#');
            } else if check && !writer.reads_like_a_promotion(told, &out) {
                out.push('+');
            }
        }
        all.push(out);
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

/// Writes the moves of a position, but for their results.
pub(crate) struct Writer<'m, 'a, B: Width> {
    core: &'m Compiled<B>,
    moves: &'m [Wording<'a>],
    alike: Alike,
}

impl<'m, 'a, B: Width> Writer<'m, 'a, B> {
    /// A writer of moves, which must be all legal ones.
    pub(crate) fn new(core: &'m Compiled<B>, moves: &'m [Wording<'a>]) -> Self {
        let alike = Alike::new(moves);
        Self { core, moves, alike }
    }

    /// The text of one of the moves, without its result.
    pub(crate) fn body(&self, told: &Wording<'_>) -> String {
        self.written(told, false)
    }

    /// The same, with the whole name of the start wherever a part of it may stand.
    pub(crate) fn whole(&self, told: &Wording<'_>) -> String {
        self.written(told, true)
    }

    fn written(&self, told: &Wording<'_>, whole: bool) -> String {
        let mut out = String::with_capacity(8);
        self.san_body(told, whole, &mut out);
        if let Some((kind, square)) = told.enters {
            out.push('/');
            self.core.naming.large(told.turn, kind).write_to(&mut out);
            if matches!(told.mv.move_type, MoveType::Castle(_)) {
                out.push_str(self.core.topology.name(square));
            }
        }
        notation::choice_text(self.core, told.mv, &mut out);
        out
    }

    fn san_body(&self, told: &Wording<'_>, whole: bool, out: &mut String) {
        if self.is_told_otherwise(told, out) {
            return;
        }
        let Some((kind, side)) = told.piece else {
            return out.push_str(told.rest.unwrap_or_default());
        };
        let (core, mv) = (self.core, told.mv);
        let unlettered = core.mover(side, kind).is_some_and(|m| m.unlettered);
        let mut same_end = self.alike.of(self.moves, told);
        let like_a_shot = told.takes && reads_like_a_shot(told, &same_end);
        same_end.retain(|other| is_twin(core, told, other));
        let twins = twins(core, mv.from, &same_end);
        if mv.move_type == MoveType::InPlace && (unlettered || !twins.any) && !whole {
            out.push_str(core.topology.name(mv.from));
            if mv.to != mv.from {
                out.push_str(core.topology.name(mv.to));
            }
        } else {
            if !unlettered {
                core.naming.large(side, kind).write_to(out);
            }
            // A promotion in place names no square behind that, and a longer way would be read as
            // one from its first square.
            let square = core.topology.name(mv.from);
            let start = if whole || told.rest.is_some() || mv.move_type == MoveType::InPlace {
                square
            } else {
                told_apart(core, mv.from, twins, unlettered, told.takes)
            };
            out.push_str(start);
            if told.level > 0 && start == square {
                let _ = write!(out, ".{}", told.level);
            }
            if told.takes && !(unlettered && start == square && like_a_shot) {
                out.push('x');
            }
            match told.rest {
                Some(rest) => out.push_str(rest),
                None => san_end(core, told, out),
            }
        }
        if let Some(kind) = told.becomes {
            out.push('=');
            core.naming.large(side, kind).write_to(out);
        }
    }

    /// Writes a move that names no piece and its way: a pass, a wall, a drop, castling. Returns
    /// whether it is one.
    fn is_told_otherwise(&self, told: &Wording<'_>, out: &mut String) -> bool {
        let (core, mv) = (self.core, told.mv);
        if told.rest.is_some() {
            return false;
        }
        match mv.move_type {
            MoveType::Pass => out.push_str("--"),
            MoveType::Wall => notation::text_of_move(core, told, Spelling::Short, out),
            MoveType::Drop => notation::drop_text(core, told, Spelling::Short, out),
            MoveType::Castle(index) => {
                // The piece may go there without castling, too.
                let goes =
                    |other: &&Wording<'_>| other.mv.from == mv.from && other.mv.move_type != mv.move_type;
                let piece = told
                    .piece
                    .filter(|_| self.alike.of(self.moves, told).iter().any(goes));
                let Some(text) = castling_san(core, index, piece) else {
                    return false;
                };
                out.push_str(&text);
            }
            _ => return false,
        }
        true
    }

    /// Whether a sign of check behind a text would make it that of a promotion by the same
    /// movement.
    fn reads_like_a_promotion(&self, told: &Wording<'_>, text: &str) -> bool {
        let is_promotion = |other: &&Wording<'_>| {
            other.mv.from == told.mv.from
                && other.mv.promotion != NONE
                && notation::text_of(self.core, other).strip_suffix('+') == Some(text)
        };
        told.mv.promotion == NONE && self.alike.of(self.moves, told).iter().any(is_promotion)
    }
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

/// Whether another move to the same end is told from a move by its start alone.
fn is_twin<B: Width>(core: &Compiled<B>, told: &Wording<'_>, other: &Wording<'_>) -> bool {
    (other.mv.from, other.level) != (told.mv.from, told.level)
        && other.takes == told.takes
        && told
            .piece
            .zip(other.piece)
            .is_some_and(|(piece, other)| is_written_alike(core, other, piece))
}

/// Whether short notation has one letter for two pieces, or none for both.
fn is_written_alike<B: Width>(core: &Compiled<B>, one: (u8, Side), other: (u8, Side)) -> bool {
    let is_unlettered = |(kind, side)| core.mover(side, kind).is_some_and(|m| m.unlettered);
    let large = |(kind, side)| core.naming.large(side, kind);
    one.0 == other.0
        || match (is_unlettered(one), is_unlettered(other)) {
            (true, true) => true,
            (false, false) => large(one) == large(other),
            _ => false,
        }
}

/// The files and ranks that the start squares of moves share with another square.
fn twins<B: Width>(core: &Compiled<B>, from: Square, others: &[&Wording<'_>]) -> Twins {
    let mut twins = Twins::default();
    for other in others {
        let (here, there) = (
            core.topology.coordinates(from),
            core.topology.coordinates(other.mv.from),
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
fn san_end<B: Width>(core: &Compiled<B>, told: &Wording<'_>, out: &mut String) {
    let name = |s: Square| core.topology.name(s);
    match told.mv.move_type {
        MoveType::Special(_, mode) => {
            for &s in told.captures {
                out.push_str(name(s));
                out.push('-');
            }
            if told.rifle {
                out.push('*');
            }
            if mode.swaps() {
                out.push('~');
            }
        }
        MoveType::Exchange => out.push('~'),
        MoveType::Shot | MoveType::ShotInPassing => out.push('*'),
        MoveType::Volley(tag) => {
            out.push('*');
            return notation::tag_letter(core, tag).write_to(out);
        }
        MoveType::InPlace if told.mv.to == told.mv.from => return,
        _ => {}
    }
    out.push_str(name(told.mv.to));
}

/// Whether a cross behind the start square would make a capture the text of a shot, which is one of
/// other moves to the same square.
fn reads_like_a_shot(told: &Wording<'_>, others: &[&Wording<'_>]) -> bool {
    let shoots = |other: &&Wording<'_>| other.mv.from == told.mv.from && other.fires();
    !told.fires() && others.iter().any(shoots)
}
