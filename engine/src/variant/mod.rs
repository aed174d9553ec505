//! A compiled variant and its positions: the door to the engine.

use crate::board::{Bits, Square, Topology};
use crate::engine;
use crate::engine::attacks;
use crate::engine::compiled::NONE;
use crate::engine::core::Core;
use crate::engine::fen::layouts;
use crate::engine::fen::validate;
use crate::engine::layout::{FullLarge, FullSmall, Large, Layout, Medium, RichMedium, RichSmall, Small};
use crate::engine::movegen::en_passant;
use crate::engine::movegen::parts;
use crate::engine::outcome;
use crate::engine::position::Pos;
use crate::engine::san;
use crate::engine::targets;
use crate::engine::{CompileError, Move, OtherVariant, Outcome, PositionError};
use crate::mechanics::api;
use crate::mechanics::explain;
use crate::mechanics::keys;
use crate::mechanics::legal;
use crate::mechanics::listing;
use crate::mechanics::play;
use crate::mechanics::{Decision, ListedPosition, Mechanics};
use crate::rules::{Part, Ruleset, Side};
use std::borrow::Cow;
use std::sync::Arc;

/// A ruleset compiled into tables; makes positions and moves. Rules that have compiled cause no
/// further errors. A variant is shared: cloning it copies no tables.
///
/// ```
/// use ferz_engine::Variant;
/// use ferz_engine::rules::Ruleset;
///
/// // `ferz ir chess` prints the rules; crate `ferz` reads them from a text.
/// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
/// let rules: Ruleset = serde_json::from_str(json)?;
/// let chess = Variant::new(rules)?;
/// let start = chess.start();
/// assert_eq!(chess.legal_moves(&start).len(), 20);
/// assert_eq!(chess.perft(&start, 3), 8902);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Variant {
    rules: Arc<Ruleset>,
    /// The rules as they are played, if that is something else.
    played: Option<Arc<Ruleset>>,
    engine: Engine,
}

#[derive(Clone, Debug)]
enum Engine {
    Small(Arc<Compiled<Small>>),
    Medium(Arc<Compiled<Medium>>),
    Large(Arc<Compiled<Large>>),
    RichSmall(Arc<Compiled<RichSmall>>),
    RichMedium(Arc<Compiled<RichMedium>>),
    FullLarge(Arc<Compiled<FullLarge>>),
    EventSmall(Arc<Mechanics<FullSmall>>),
    EventLarge(Arc<Mechanics<FullLarge>>),
}

#[derive(Debug)]
struct Compiled<L: Layout> {
    core: Core<L>,
    start: Pos<L>,
}

/// A position of a variant: all of it, as one value. Moves make new positions and change none.
/// Comparing positions of different variants is meaningless.
///
/// ```
/// # use ferz_engine::Variant;
/// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
/// # let chess = Variant::new(serde_json::from_str(json)?)?;
/// let position = chess.position("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")?;
/// let mate = chess.find_move(&position, "a1a8").expect("the move is legal");
/// assert_eq!(chess.san(&position, mate).as_deref(), Some("Ra8#"));
///
/// let after = chess.play(&position, mate);
/// assert!(chess.in_check(&after) && chess.legal_moves(&after).is_empty());
/// assert_eq!(chess.fen(&after), "R5k1/5ppp/8/8/8/8/8/7K b - - 1 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Position(Flat);

#[derive(Clone, Debug, PartialEq)]
enum Flat {
    Small(Pos<Small>),
    Medium(Box<Pos<Medium>>),
    Large(Box<Pos<Large>>),
    RichSmall(Pos<RichSmall>),
    RichMedium(Box<Pos<RichMedium>>),
    FullLarge(Box<Pos<FullLarge>>),
    EventSmall(Box<ListedPosition<FullSmall>>),
    EventLarge(Box<ListedPosition<FullLarge>>),
}

/// Runs code for the engine and the position in their layout.
macro_rules! with {
    (
        @arms $variant:expr, $position:expr, $core:ident, $pos:ident, $wrap:ident, $body:expr,
        $table:ident, $listed_position:ident, $wrap_listed:ident, $other:expr, $($layout:ident)*
    ) => {
        match (&$variant.engine, &$position.0) {
            $((Engine::$layout(compiled), Flat::$layout($pos)) => {
                let ($core, $wrap) = (&compiled.core, |p: Pos<$layout>| Position(Flat::$layout(p.into())));
                let _ = &$wrap;
                $body
            })*
            (Engine::EventSmall($table), Flat::EventSmall($listed_position)) => {
                let $wrap_listed = |listed_position| Position(Flat::EventSmall(Box::new(listed_position)));
                let _ = &$wrap_listed;
                $other
            }
            (Engine::EventLarge($table), Flat::EventLarge($listed_position)) => {
                let $wrap_listed = |listed_position| Position(Flat::EventLarge(Box::new(listed_position)));
                let _ = &$wrap_listed;
                $other
            }
            _ => $crate::engine::OtherVariant::refuse(),
        }
    };
    (
        $variant:expr, $position:expr,
        |$core:ident, $pos:ident, $wrap:ident| $body:expr,
        |$table:ident, $listed_position:ident, $wrap_listed:ident| $other:expr
    ) => {
        with!(
            @arms $variant, $position, $core, $pos, $wrap, $body, $table, $listed_position, $wrap_listed, $other,
            Small Medium Large RichSmall RichMedium FullLarge
        )
    };
}

macro_rules! with_engine {
    (
        @arms $variant:expr, $compiled:ident, $wrap:ident, $body:expr,
        $table:ident, $wrap_listed:ident, $other:expr, $($layout:ident)*
    ) => {
        match &$variant.engine {
            $(Engine::$layout($compiled) => {
                let $wrap = |p: Pos<$layout>| Position(Flat::$layout(p.into()));
                $body
            })*
            Engine::EventSmall($table) => {
                let $wrap_listed = |listed_position| Position(Flat::EventSmall(Box::new(listed_position)));
                let _ = &$wrap_listed;
                $other
            }
            Engine::EventLarge($table) => {
                let $wrap_listed = |listed_position| Position(Flat::EventLarge(Box::new(listed_position)));
                let _ = &$wrap_listed;
                $other
            }
        }
    };
    ($variant:expr, |$compiled:ident, $wrap:ident| $body:expr, |$table:ident, $wrap_listed:ident| $other:expr) => {
        with_engine!(
            @arms $variant, $compiled, $wrap, $body, $table, $wrap_listed, $other,
            Small Medium Large RichSmall RichMedium FullLarge
        )
    };
}

mod clocks;
mod compile;
mod contents;
mod insight;
mod perft;
mod probe;
mod texts;

pub use compile::holds;
pub use insight::{Footprint, Reach};

impl Variant {
    /// Compiles a ruleset.
    ///
    /// # Errors
    /// When the ruleset is too large for the engine or contradicts itself; rulesets lowered from text without
    /// errors can only be too large.
    pub fn new(rules: Ruleset) -> Result<Self, CompileError> {
        let played = match rules.dissolved() {
            Cow::Borrowed(_) => None,
            Cow::Owned(played) => Some(Arc::new(played)),
        };
        let engine = compile::engine(played.as_deref().unwrap_or(&rules))?;
        Ok(Self {
            rules: Arc::new(rules),
            played,
            engine,
        })
    }

    /// The rules as they are played: what mechanics in the language say stands among them.
    pub fn played(&self) -> &Ruleset {
        self.played.as_deref().unwrap_or(&self.rules)
    }

    /// The rules as they are written.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The squares and how they are joined.
    pub fn topology(&self) -> &Topology {
        with_engine!(
            self,
            |compiled, _wrap| &compiled.core.topology,
            |table, wrap_listed| table.topology()
        )
    }

    /// Width of the engine's sets of squares in bits: 64, 128 or 256.
    pub fn width(&self) -> usize {
        match self.engine {
            Engine::Small(_) | Engine::RichSmall(_) | Engine::EventSmall(_) => 64,
            Engine::Medium(_) | Engine::RichMedium(_) => 128,
            Engine::Large(_) | Engine::FullLarge(_) | Engine::EventLarge(_) => 256,
        }
    }

    /// Size of the lookup tables in bytes.
    pub fn table_bytes(&self) -> usize {
        with_engine!(
            self,
            |compiled, _wrap| compiled.core.pool.bytes(),
            |table, _seated| table.core.pool.bytes()
        )
    }

    /// The start position.
    pub fn start(&self) -> Position {
        with_engine!(
            self,
            |compiled, wrap| wrap(compiled.start),
            |table, wrap_listed| wrap_listed(ListedPosition::new(table.start.clone()))
        )
    }

    /// Reads a position from extended FEN.
    ///
    /// # Errors
    /// When the text cannot be read, or the position cannot be played: no royal piece, or too many, a piece where it cannot
    /// stand, the side that is not to move in check. [`Variant::surplus`] tells of others that cannot occur.
    pub fn position(&self, fen: &str) -> Result<Position, PositionError> {
        with_engine!(
            self,
            |compiled, wrap| {
                let pos = layouts::parse(&compiled.core, fen)?;
                validate::validate(&compiled.core, &pos, &compiled.start)?;
                Ok(wrap(pos))
            },
            |table, wrap_listed| api::listed_position(table, fen).map(wrap_listed)
        )
    }

    /// Whether a position can be one of this variant: all methods here ask for one that is.
    ///
    /// # Errors
    /// If positions of this variant have another layout. Positions of other rules with the same layout
    /// are not told apart.
    pub fn knows(&self, position: &Position) -> Result<(), OtherVariant> {
        macro_rules! knows {
            ($($layout:ident)*) => {
                match (&self.engine, &position.0) {
                    $((Engine::$layout(_), Flat::$layout(_)) => Ok(()),)*
                    _ => Err(OtherVariant),
                }
            };
        }
        knows!(Small Medium Large RichSmall RichMedium FullLarge EventSmall EventLarge)
    }

    /// Why no game comes to a position that can be played all the same: it has more pieces than a game begins with. Composed
    /// positions may.
    pub fn surplus(&self, position: &Position) -> Option<String> {
        macro_rules! surplus {
            ($($layout:ident)*) => {
                match (&self.engine, &position.0) {
                    $((Engine::$layout(compiled), Flat::$layout(pos)) => validate::surplus(&compiled.core, pos, &compiled.start),)*
                    (Engine::EventSmall(_) | Engine::EventLarge(_), _) => None,
                    _ => OtherVariant::refuse(),
                }
            };
        }
        surplus!(Small Medium Large RichSmall RichMedium FullLarge)
    }

    /// All legal moves, in a fixed order; none if a goal has ended the game.
    pub fn legal_moves(&self, position: &Position) -> Vec<Move> {
        with!(
            self,
            position,
            |core, pos, _wrap| engine::perft::legal_moves(core, pos),
            |table, listed_position, wrap_listed| listed_position.moves(table)
        )
    }

    /// Appends all legal moves to a list.
    pub fn legal_moves_into(&self, position: &Position, moves: &mut Vec<Move>) {
        with!(
            self,
            position,
            |core, pos, _wrap| engine::perft::legal_moves_into(core, pos, moves),
            |table, listed_position, wrap_listed| moves.extend(listed_position.moves(table))
        )
    }

    /// The position after a legal move.
    #[must_use]
    pub fn play(&self, position: &Position, mv: Move) -> Position {
        with!(
            self,
            position,
            |core, pos, wrap| wrap(clocks::played(core, pos, mv)),
            |table, listed_position, wrap_listed| wrap_listed(api::play(table, listed_position, mv))
        )
    }

    /// Makes a move on the position itself, which is faster than [`Variant::play`]: nothing is copied that has just been
    /// written. The move must be legal there.
    pub fn advance(&self, position: &mut Position, mv: Move) {
        macro_rules! advance {
            ($($layout:ident)*) => {
                match (&self.engine, &mut position.0) {
                    $((Engine::$layout(compiled), Flat::$layout(next)) => {
                        let next: &mut Pos<$layout> = next;
                        let before = *next;
                        clocks::advance(&compiled.core, next, mv, &before);
                    })*
                    (Engine::EventSmall(table), Flat::EventSmall(listed_position)) => **listed_position = api::play(table, listed_position, mv),
                    (Engine::EventLarge(table), Flat::EventLarge(listed_position)) => **listed_position = api::play(table, listed_position, mv),
                    _ => OtherVariant::refuse(),
                }
            };
        }
        advance!(Small Medium Large RichSmall RichMedium FullLarge);
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self, position: &Position) -> bool {
        with!(
            self,
            position,
            |core, pos, _wrap| attacks::in_check(core, pos, pos.side_to_move),
            |table, listed_position, wrap_listed| play::in_check(table, listed_position.state())
        )
    }

    /// Whether the game is over in this position, by any history, and how.
    ///
    /// A limit of the halfmove clock counts if it ends the game by itself, and so does a count.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let by_rules = with!(
            self,
            position,
            |core, pos, _wrap| outcome::outcome(core, pos),
            |table, listed_position, wrap_listed| api::result(table, listed_position)
        );
        by_rules
            .or_else(|| self.run_out(position))
            .or_else(|| self.only_promotes(position))
    }

    /// The kind that a move drops from the hand, as an index into the ruleset's pieces; such a move starts and ends on the
    /// same square.
    pub fn dropped(&self, position: &Position, mv: Move) -> Option<usize> {
        let kind = with!(
            self,
            position,
            |_core, _pos, _wrap| mv.dropped(),
            |table, listed_position, wrap_listed| api::dropped(table, listed_position, mv)
        );
        kind.map(usize::from)
    }

    /// Whether a move removes a piece of either side.
    pub fn is_capture(&self, position: &Position, mv: Move) -> bool {
        with!(
            self,
            position,
            |core, pos, _wrap| san::captures_something(core, pos, mv),
            |table, listed_position, wrap_listed| api::is_capture(table, listed_position, mv)
        )
    }

    /// The kind that the moving piece becomes, as an index into the ruleset's pieces.
    pub fn promotion(&self, mv: Move) -> Option<usize> {
        let kind = usize::from(mv.promotion);
        (mv.promotion != NONE && !mv.lets_in()).then_some(kind)
    }

    /// Whether a side could capture on a square by a plain move, over all contents of the square
    /// and without regard to its own safety.
    pub fn could_capture(&self, position: &Position, by: Side, square: Square) -> bool {
        with!(
            self,
            position,
            |core, pos, _wrap| targets::could_capture(core, pos, pos.sides[by.index()], square),
            |table, listed_position, wrap_listed| listing::could_capture(
                table,
                &listed_position.state().pos,
                by,
                square
            )
        )
    }

    /// The squares to which the piece on a square could move by plain moves, safe or not: every
    /// target and whether it captures.
    pub fn plain_targets(&self, position: &Position, from: Square) -> Vec<(Square, bool)> {
        with!(
            self,
            position,
            |core, pos, _wrap| {
                let Some((kind, side)) = pos.piece(from) else {
                    return Vec::new();
                };
                let targets = targets::plain_targets(core, pos, kind, side, from);
                targets
                    .squares()
                    .map(|to| (to, pos.occupancy().has(to)))
                    .collect()
            },
            |table, listed_position, wrap_listed| api::targets(table, listed_position.state(), from)
        )
    }

    /// The open decision in a position: a move to play, or the answer to a proposal or to an open
    /// choice.
    pub fn decision(&self, position: &Position) -> Decision {
        with!(
            self,
            position,
            |_core, _pos, _wrap| Decision::Move,
            |table, listed_position, wrap_listed| explain::decision(table, listed_position.state())
        )
    }

    /// The side that decides: the side to move, except for answers to a proposal or to an open
    /// choice.
    pub fn turn(&self, position: &Position) -> Side {
        with!(
            self,
            position,
            |_core, pos, _wrap| pos.side_to_move,
            |_table, listed_position, _seated| listed_position.state().decider()
        )
    }

    /// Which move of its turn the side to move makes next, from 1, and how many its turn has if nothing ends it before; `(1, 1)`
    /// where each turn is one move.
    pub fn part(&self, position: &Position) -> (u8, u8) {
        let part = |made: u8, left: u8| (made + 1, made + left);
        with!(
            self,
            position,
            |core, pos, _wrap| part(pos.parts_made(core), pos.left),
            |table, listed_position, _seated| part(
                listed_position.state().parts_made(&table.core),
                listed_position.state().left
            )
        )
    }

    /// The part that the turn asks for next, in turns with moves of certain kinds. Impossible parts
    /// are left out.
    pub fn asked_part(&self, position: &Position) -> Option<Part> {
        with!(
            self,
            position,
            |core, pos, _wrap| parts::asked_part(core, pos),
            |table, listed_position, _seated| legal::asked_part(table, listed_position.state())
        )
    }

    /// The square of the piece with which a turn goes on, and the number of the rule that says so, from 0, among
    /// [`Ruleset::agains`](crate::rules::Ruleset::agains); nothing where the side to move is free to move any piece.
    pub fn going_on(&self, position: &Position) -> Option<(Square, usize)> {
        with!(
            self,
            position,
            |_core, pos, _wrap| pos.goes_on_with(),
            |_table, listed_position, _seated| listed_position.state().goes_on_with()
        )
    }

    /// The side that made the last move: the opponent of the side to move, except in turns of
    /// several moves.
    pub fn moved(&self, position: &Position) -> Side {
        with!(
            self,
            position,
            |core, pos, _wrap| pos.last_mover(core),
            |table, listed_position, _seated| listed_position.state().last_mover(&table.core)
        )
    }

    /// How many checks a side has still to give to win by them; `None` if that is no goal of it.
    pub fn checks_to_give(&self, position: &Position, side: Side) -> Option<u8> {
        let i = side.index();
        with!(
            self,
            position,
            |core, pos, _wrap| core.check_goal[i].map(|_| pos.checks[i]),
            |table, listed_position, _seated| table.core.check_goal[i]
                .map(|_| listed_position.state().checks[i])
        )
    }

    /// A hash of everything but the clocks; squares exposed to en passant count only if one can be captured on
    /// now, so that positions which are the same for the repetition rule have the same hash.
    pub fn repetition_key(&self, position: &Position) -> u64 {
        with!(
            self,
            position,
            |core, pos, _wrap| {
                if en_passant::can_capture_en_passant(core, pos) {
                    pos.hash
                } else {
                    pos.hash ^ core.keys.exposed(pos.en_passant_squares)
                }
            },
            |table, listed_position, wrap_listed| api::repetition_key(table, listed_position)
        )
    }

    /// The incremental hash of a position and the one computed from nothing: equal unless the engine is wrong.
    pub fn hashes(&self, position: &Position) -> (u64, u64) {
        with!(
            self,
            position,
            |core, pos, _wrap| (pos.hash, pos.fresh_hash(core)),
            |table, listed_position, wrap_listed| keys::hashes(table, listed_position.state())
        )
    }
}
