//! Between positions of a layout and the setups that texts describe: the only file here that knows
//! layouts. Knows no text itself.

use super::{AGAIN, Fields, PositionError, again, exposed, print as printing, read};
use crate::board::{Bits, Square, convert};
use crate::engine::chain::{Chain as _, Continuation};
use crate::engine::core::Core;
use crate::engine::layout::{Hands as _, Layout, Walls as _};
use crate::engine::narrow::Narrow as _;
use crate::engine::passed_squares::Trail as _;
use crate::engine::position::Pos;
use crate::engine::program::ChainRule;
use crate::engine::setup::Setup;
use crate::engine::width::Wide;
use crate::rules::Side;

/// Reads extended FEN.
pub(crate) fn parse<L: Layout>(core: &Core<L>, text: &str) -> Result<Pos<L>, PositionError> {
    parse_setup(core, text).map(|setup| position(core, &setup))
}

/// Reads extended FEN.
pub(crate) fn parse_setup<L: Layout>(core: &Core<L>, text: &str) -> Result<Setup, PositionError> {
    let mut fields = Fields::split(text)?;
    let mut setup = read::parse_pieces(&core.setup, &mut fields)?;
    let passed = core.tracks_passers.then(|| fields.take("passed")).flatten();
    let again = (!core.agains.is_empty()).then(|| fields.take(AGAIN)).flatten();
    fields.nothing_left()?;
    let mover = setup.side_to_move.previous();
    parse_exposed(core, &mut setup, fields.field(3), mover)?;
    if let Some(passed) = passed {
        exposed::parse_passed(&core.setup, &mut setup, passed)?;
    }
    if let Some(again) = again {
        let stands = |at: Square, index: u8| index == 0 && setup.sides[setup.side_to_move.index()].has(at);
        setup.continuation = Some(parse_again(core, setup.side_to_move, again, &stands, false)?);
    }
    read::parse_rights_and_clocks(&core.setup, &mut setup, &fields)?;
    Ok(setup)
}

/// Reads the squares that the last move, of the side `mover`, has exposed.
pub(crate) fn parse_exposed<L: Layout>(
    core: &Core<L>,
    setup: &mut Setup,
    field: &str,
    mover: Side,
) -> Result<(), PositionError> {
    let exposers = |setup: &Setup, given: Wide| {
        let given: L::B = convert(given);
        let mut wide = Vec::new();
        for (passed, victim) in exposers(core, &position(core, setup), mover, &|passed| passed.meets(given)) {
            wide.push((convert(passed), victim));
        }
        wide
    };
    exposed::parse_exposed(&core.setup, setup, field, &exposers)
}

/// Reads how a turn of a side continues. `stands` says whether a piece of the side stands on a
/// square above that many others.
pub(crate) fn parse_again<L: Layout>(
    core: &Core<L>,
    turn: Side,
    text: &str,
    stands: &dyn Fn(Square, u8) -> bool,
    stays_unpromoted: bool,
) -> Result<Continuation<Wide>, PositionError> {
    let can_be = |kind: u8, square: Square| {
        let has = stays_unpromoted && !core.naming.letter(turn, kind).is_none();
        has || core.can_be(turn, kind, square)
    };
    again::parse_again(&core.setup, turn, text, stands, &can_be)
}

/// Appends extended FEN to a text.
pub(crate) fn print<L: Layout>(core: &Core<L>, pos: &Pos<L>, out: &mut String) {
    let setup = setup(pos);
    let keys = printing::keys_of(&core.setup, &setup);
    let doubtful = is_doubtful(core, pos, pos.side_to_move.previous());
    printing::print_with(&core.setup, &setup, pos.side_to_move, doubtful, keys, out);
}

/// Whether several pieces could have exposed the squares that the last move, of the side `mover`,
/// has exposed.
pub(crate) fn is_doubtful<L: Layout>(core: &Core<L>, pos: &Pos<L>, mover: Side) -> bool {
    !pos.en_passant_squares.is_empty()
        && !core.tracks_passers
        && exposers(core, pos, mover, &|passed| passed == pos.en_passant_squares).len() > 1
}

/// The position that a text describes.
pub(crate) fn position<L: Layout>(core: &Core<L>, setup: &Setup) -> Pos<L> {
    let mut pos = Pos::empty();
    set_up(core, &mut pos, setup);
    pos
}

/// The squares from which the pieces that a side moved last may have come.
fn left_by_exposers<L: Layout>(core: &Core<L>, pos: &Pos<L>, side: Side) -> L::B {
    let (pieces, own) = (pos.pieces(), pos.sides[side.index()]);
    // Effects and mechanics may put a piece on the square that it has left.
    if core.program.puts || (L::FULL && core.traits.refills) {
        return core.board;
    }
    // The captor stands on the square from which its victim continued.
    if L::RICH && core.program.chains.iter().any(ChainRule::is_of_victims) {
        return core.board & (!pieces | own);
    }
    // A piece may come in there.
    if L::RICH && core.has_gates() {
        return core.board & (!pieces | (own & core.reserve.gates[side.index()]));
    }
    if L::RICH && core.has_walls {
        return core.board & !pieces;
    }
    core.board & !pos.occupancy()
}

/// Every way in which the last move could have exposed squares among `wanted`: the squares and the
/// piece.
pub(super) fn exposers<L: Layout>(
    core: &Core<L>,
    pos: &Pos<L>,
    side: Side,
    wanted: &dyn Fn(L::B) -> bool,
) -> Vec<(L::B, Square)> {
    let (occupancy, walls) = (pos.pieces(), pos.closed());
    let mut out = Vec::new();
    let left = left_by_exposers(core, pos, side);
    for mover in &core.moving.movers[side.index()] {
        for from in (mover.exposing & left).squares() {
            let plain = mover
                .exposes
                .get(usize::from(from))
                .map_or(&[][..], |plain| plain);
            let mut ways: Vec<(Square, L::B)> = plain.to_vec();
            for path in mover.special_from(from) {
                if !path.exposed.is_empty() {
                    ways.push((path.to, path.exposed));
                }
            }
            for (to, passed) in ways {
                // Squares that were closed since, or to which a piece has come, are not exposed.
                let mut passed = passed & !walls;
                if core.program.puts {
                    passed &= !occupancy;
                }
                let entry = (passed, to);
                // The piece may have been promoted by the same move (`EN-24`).
                let became = |kind: u8| {
                    let renamed = L::FULL && core.traits.renames && !mover.promotions.is_empty();
                    // Or it may have become another kind as a consequence.
                    let any = renamed || core.program.becomes;
                    let mut promotions = mover.promotions.iter();
                    any || kind == mover.kind
                        || promotions.any(|p| p.applies(from, to, false) && p.to.contains(&kind))
                };
                if !passed.is_empty()
                    && wanted(passed)
                    && pos.piece(to).is_some_and(|(kind, s)| s == side && became(kind))
                    && !passed.meets(occupancy)
                    && !out.contains(&entry)
                {
                    out.push(entry);
                }
            }
        }
    }
    out
}

/// Copies the contents of a text, except for units above the ground and beside the board.
pub(crate) fn set_up<L: Layout>(core: &Core<L>, pos: &mut Pos<L>, setup: &Setup) {
    *pos = Pos {
        extra: pos.extra,
        sides: setup.sides.map(convert),
        en_passant_squares: convert(setup.en_passant_squares),
        unmoved: convert(setup.unmoved),
        castling: convert(setup.castling),
        en_passant_victim: setup.en_passant_victim,
        side_to_move: setup.side_to_move,
        checks: setup.checks,
        passes: setup.passes,
        left: setup.left,
        halfmove: setup.halfmove,
        fullmove: setup.fullmove,
        counted: setup.counted,
        ..Pos::empty()
    };
    for square in pos.pieces().squares() {
        let code = setup.board[usize::from(square)];
        pos.board.as_mut()[usize::from(square)] = code;
        pos.kinds.as_mut()[usize::from(code >> 1)].insert(square);
    }
    for (mine, tags) in pos.tags.as_mut().iter_mut().zip(setup.tags) {
        *mine = convert(tags);
    }
    for side in Side::ALL {
        for kind in 0..L::KINDS {
            pos.hands.set(side, kind as u8, setup.hands[side.index()][kind]);
        }
    }
    for square in setup.walls.squares() {
        pos.walls.toggle(square);
    }
    for &(middle, victim) in setup.passed_squares.pairs() {
        pos.passed_squares.add(middle, victim);
    }
    pos.chain
        .set(setup.continuation.map(|continuation| continuation.narrow()));
    pos.hash = pos.fresh_hash(core);
}

/// The setup of a position, for its text.
pub(crate) fn setup<L: Layout>(pos: &Pos<L>) -> Setup {
    let mut setup = Setup {
        sides: pos.sides.map(convert),
        walls: convert(pos.closed()),
        continuation: pos.chain.continuation().map(|continuation| continuation.wide()),
        en_passant_squares: convert(pos.en_passant_squares),
        en_passant_victim: pos.en_passant_victim,
        unmoved: convert(pos.unmoved),
        castling: convert(pos.castling),
        side_to_move: pos.side_to_move,
        checks: pos.checks,
        passes: pos.passes,
        left: pos.left,
        halfmove: pos.halfmove,
        fullmove: pos.fullmove,
        counted: pos.counted,
        ..Setup::empty()
    };
    let board = pos.board.as_ref();
    setup.board[..board.len()].copy_from_slice(board);
    for (tags, &mine) in setup.tags.iter_mut().zip(pos.tags.as_ref()) {
        *tags = convert(mine);
    }
    for side in Side::ALL {
        let held = pos.held(side);
        setup.hands[side.index()][..held.len()].copy_from_slice(held);
    }
    for &(middle, victim) in pos.passed_squares.pairs() {
        setup.passed_squares.add(middle, victim);
    }
    setup
}
