//! The squares on which pieces can ever stand, given the start position. Does not follow games: its
//! sets may have too many squares, never too few.

use crate::board::{Bits, Square, convert, union};
use crate::engine::compiled::Mover;
use crate::engine::naming::NONE;
use crate::engine::setup::Setup;
use crate::engine::subjects::Compiled;
use crate::engine::width::{Wide, Width};
use crate::rules::{Modes, Occasion, Ruleset, Side};

/// Finds out which pieces can never stand on which squares outside the grid: none of the kind
/// starts there, moves there and stays what it is, becomes it there, or is put there by castling or
/// by changing places.
pub(crate) fn find_never<B: Width>(core: &mut Compiled<B>, start: &Setup) {
    let extras = core.topology.extras().fold(B::EMPTY, |set, s| set | B::bit(s));
    // A piece that becomes another kind, or is put somewhere, may be anywhere.
    if extras.is_empty() || core.program.becomes || core.program.puts || core.control.is_some() {
        return;
    }
    let can = Side::each(|side| squares_by_kind(core, start, side));
    for side in Side::ALL {
        let (own, theirs) = (&can[side.index()], &can[side.other().index()]);
        // A piece that changes sides may be on any square that the other side's can reach.
        let joins = |kind: usize| {
            let theirs = theirs.get(kind).copied().filter(|_| core.program.flips);
            theirs.unwrap_or(B::EMPTY)
        };
        let can = own.iter().enumerate().map(|(kind, &can)| can | joins(kind));
        core.places.unreachable[side.index()] = can.map(|can| extras & !can).collect();
    }
}

/// By kind: where pieces of a side can come to stand, as far as one can see.
fn squares_by_kind<B: Width>(core: &Compiled<B>, start: &Setup, side: Side) -> Vec<B> {
    let kinds = core.places.unreachable[side.index()].len();
    let mut can: Vec<B> = (0..kinds).map(|k| convert(start.own(side, k))).collect();
    // A piece that changes places with another comes to that one's square.
    let left = left_by_swaps(core, side, Modes::SWAP) | left_by_swaps(core, side.other(), Modes::SWAP_ENEMY);
    for mover in &core.moving.movers[side.index()] {
        add_ends(core, mover, &mut can);
    }
    for can in &mut can {
        *can |= left;
    }
    if let Some(tagging) = &core.tagging {
        let taken_over = core.moving.movers[side.index()].iter().filter(|m| m.tag != NONE);
        let ends = union(taken_over, |m| ends(core, m, false));
        for (kind, can) in can.iter_mut().enumerate() {
            if tagging.bearers >> kind & 1 == 1 {
                *can |= ends;
            }
        }
    }
    for drop in &core.reserve.drops[side.index()] {
        can[usize::from(drop.kind)] |= drop.zone | drop.gate;
    }
    for castle in core.castling.all.iter().filter(|c| c.side == side) {
        can[usize::from(castle.king)] |= B::bit(castle.king_to);
        can[usize::from(castle.rook)] |= B::bit(castle.rook_to);
    }
    let mut pairs: Vec<(u8, u8)> = Vec::new();
    for mover in &core.moving.movers[side.index()] {
        for with in mover.partners.squares() {
            pairs.push((mover.kind, with));
        }
    }
    for _ in 0..kinds {
        for &(a, b) in &pairs {
            let both = can[usize::from(a)] | can[usize::from(b)];
            can[usize::from(a)] = both;
            can[usize::from(b)] = both;
        }
    }
    can
}

/// Adds the squares to which a piece can move, for its kind and for the kinds it becomes there.
fn add_ends<B: Width>(core: &Compiled<B>, mover: &Mover<B>, can: &mut [B]) {
    let (ends, quiet) = (ends(core, mover, false), ends(core, mover, true));
    let mut stays = ends;
    for promotion in &mover.promotions {
        let must = promotion.entered() & promotion.mandatory;
        stays &= !match promotion.only {
            Occasion::Any => must,
            Occasion::Capture => must & !quiet,
            Occasion::Quiet => B::EMPTY,
        };
        for &kind in &promotion.to {
            can[usize::from(kind)] |= promotion.made(ends);
        }
    }
    can[usize::from(mover.kind)] |= stays;
}

/// Finds out where pieces cannot be since they would have promoted there, unless they start there
/// or another piece becomes one there, by a promotion, a drop or a castling.
pub(crate) fn find_stuck<B: Width>(core: &mut Compiled<B>, start: &Setup) {
    for side in Side::ALL {
        let late = core.restrictions.late_promotions[side.index()].happens();
        // A piece's own movement decides where it must promote: a power that keeps a piece from
        // moving takes promotions away.
        for kind in 0..core.places.must_have_promoted[side.index()].len() {
            let must = union(core.promotions_of(side, kind as u8), |p| p.always());
            core.places.must_have_promoted[side.index()][kind] = if late {
                B::EMPTY
            } else {
                // Other starts may put it there.
                let homes = Side::each(|side| core.home[side.index()][kind]);
                must & !convert::<Wide, B>(start.of_kinds(1 << kind) | homes[0] | homes[1])
            };
        }
        let core = &mut *core;
        let movers = &core.moving.movers[side.index()];
        let must_have_promoted = &mut core.places.must_have_promoted[side.index()];
        for mover in movers {
            for promotion in &mover.promotions {
                for &kind in &promotion.to {
                    must_have_promoted[usize::from(kind)] &= !promotion.made(core.board);
                }
            }
        }
        for drop in &core.reserve.drops[side.index()] {
            must_have_promoted[usize::from(drop.kind)] &= !(drop.zone | drop.gate);
        }
        // Castling promotes no piece.
        for castle in core.castling.all.iter().filter(|castle| castle.side == side) {
            for (kind, end) in [(castle.king, castle.king_to), (castle.rook, castle.rook_to)] {
                must_have_promoted[usize::from(kind)] &= !B::bit(end);
            }
        }
    }
}

/// The squares from which pieces of a side may change places by their movement in a way.
fn left_by_swaps<B: Width>(core: &Compiled<B>, side: Side, mode: Modes) -> B {
    let mut left = B::EMPTY;
    for mover in &core.moving.movers[side.index()] {
        for (from, paths) in mover.special.iter().enumerate() {
            if paths.iter().any(|path| path.modes.has(mode)) {
                left |= B::bit(from as Square);
            }
        }
    }
    left
}

/// All squares on which moves, or only quiet moves, of a mover can end.
pub(super) fn ends<B: Width>(core: &Compiled<B>, mover: &Mover<B>, only_quiet: bool) -> B {
    let leaps = [&mover.leap_both, &mover.leap_quiet, &mover.leap_capture];
    let rays = [&mover.ray_both, &mover.ray_quiet, &mover.ray_capture];
    let lists = if only_quiet { 2 } else { 3 };
    let mut ends = leaps[..lists]
        .iter()
        .flat_map(|l| l.iter())
        .fold(B::EMPTY, |set, squares| set | *squares);
    ends = rays[..lists]
        .iter()
        .filter_map(|r| r.as_ref())
        .fold(ends, |set, rays| set | rays.all());
    for path in mover.special.iter().flatten() {
        // If two pieces change places, either may be the one that comes.
        ends |= if path.modes.has(Modes::SWAP) {
            core.board
        } else {
            B::bit(path.to)
        };
    }
    if !only_quiet {
        let passed = mover
            .en_passant
            .iter()
            .enumerate()
            .filter(|(_, from)| !from.is_empty());
        ends |= union(passed, |(to, _)| B::bit(to as Square));
    }
    ends
}

/// Takes the start squares of all pieces from the start position, and from where other starts put
/// them.
pub(crate) fn read_homes<B: Width>(core: &mut Compiled<B>, start: &Setup, rules: &Ruleset) {
    for side in Side::ALL {
        for kind in 0..core.home[side.index()].len() {
            core.home[side.index()][kind] = start.own(side, kind);
        }
        for (piece, square) in rules.shuffle.iter().flat_map(|s| s.places(&rules.board, side)) {
            let kind = rules.pieces.get_index_of(&piece);
            if let (Some(kind), Some(square)) = (kind, core.topology.square(&square)) {
                core.home[side.index()][kind] |= Wide::bit(square);
            }
        }
    }
}

/// Finds out of which kinds it must be kept which pieces have promoted: those whose letter does not
/// tell.
pub(crate) fn find_marked<B: Width>(core: &mut Compiled<B>, rules: &Ruleset) {
    let silent = |kind: u8| {
        // Faces return to their form in the hand, whether they have been dropped or turned
        // over.
        let shown = Side::ALL.iter().all(|side| {
            let index = usize::from(kind);
            core.faces[side.index()][index] == core.demotes[side.index()][index]
        });
        // `+F` has been F on any square.
        let told = Side::ALL.iter().all(|&side| {
            let letter = |kind: u8| {
                let (_, piece) = rules.pieces.get_index(kind.into())?;
                piece.letter[side]
            };
            let before = core.demotes[side.index()][usize::from(kind)];
            letter(kind).is_none_or(|own| {
                let low = own.without_plus();
                low.is_some() && low == letter(before)
            })
        });
        !shown && !told
    };
    let kinds = (0..rules.pieces.len() as u8).filter(|&kind| silent(kind));
    let marked = kinds.fold(0, |set, kind| set | 1 << kind);
    core.marked &= marked;
    core.traits.carries = core.tagging.is_some() || core.marked != 0;
}
