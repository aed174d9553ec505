//! A compiled variant and its positions: the door to the engine. Knows no text of rulesets, keeps
//! no game and reads no files.

use self::engines::Play as _;
use crate::board::{Square, Topology};
use crate::engine::compiled::NONE;
use crate::engine::core::Core;
use crate::engine::layout::{FullLarge, FullSmall, Layout, Medium, RichMedium, RichSmall, Small};
use crate::engine::position::Pos;
use crate::engine::{CompileError, Move, OtherVariant, Outcome, PositionError};
use crate::mechanics::{Decision, ListedPosition, Mechanics};
use crate::rules::{Part, Ruleset, Side};
use std::borrow::Cow;
use std::sync::Arc;

/// A ruleset compiled into tables; it makes positions and moves. Once rules have compiled, they
/// cause no further errors. A variant is shared: cloning it copies no tables.
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
    /// The rules as they are played, if they differ from the rules as written.
    played: Option<Arc<Ruleset>>,
    engine: Engine,
}

#[derive(Clone, Debug)]
enum Engine {
    Small(Arc<Compiled<Small>>),
    Medium(Arc<Compiled<Medium>>),
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

/// A position of a variant, as one complete value. Moves make new positions and change none.
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
    RichSmall(Pos<RichSmall>),
    RichMedium(Box<Pos<RichMedium>>),
    FullLarge(Box<Pos<FullLarge>>),
    EventSmall(Box<ListedPosition<FullSmall>>),
    EventLarge(Box<ListedPosition<FullLarge>>),
}

/// Calls a macro with each layout and the positions that its engine knows.
macro_rules! with_layouts {
    ($called:ident $($given:tt)*) => {
        $called!(
            @arms $($given)*,
            Small $crate::engine::position::Pos<$crate::engine::layout::Small>,
            Medium $crate::engine::position::Pos<$crate::engine::layout::Medium>,
            RichSmall $crate::engine::position::Pos<$crate::engine::layout::RichSmall>,
            RichMedium $crate::engine::position::Pos<$crate::engine::layout::RichMedium>,
            FullLarge $crate::engine::position::Pos<$crate::engine::layout::FullLarge>,
            EventSmall $crate::mechanics::ListedPosition<$crate::engine::layout::FullSmall>,
            EventLarge $crate::mechanics::ListedPosition<$crate::engine::layout::FullLarge>
        )
    };
}

/// Runs code with the engine ([`engines::Play`]), its position, and the function that wraps a new
/// position.
macro_rules! ask {
    (@arms $variant:expr, $position:expr, $play:ident, $state:ident, $wrap:ident, $body:expr, $($layout:ident $known:ty),*) => {
        match (&$variant.engine, &$position.0) {
            $((Engine::$layout($play), Flat::$layout($state)) => {
                let $wrap = |state: $known| Position(Flat::$layout(state.into()));
                let _ = &$wrap;
                $body
            })*
            _ => $crate::engine::OtherVariant::refuse(),
        }
    };
    ($variant:expr, $position:expr, |$play:ident, $state:ident, $wrap:ident| $body:expr) => {
        with_layouts!(ask $variant, $position, $play, $state, $wrap, $body)
    };
    ($variant:expr, $position:expr, |$play:ident, $state:ident| $body:expr) => {
        ask!($variant, $position, |$play, $state, _wrap| $body)
    };
}

/// Lets the engine ([`engines::Play`]) of a variant make a move on its position.
macro_rules! advance_in {
    (@arms $variant:expr, $position:expr, $mv:expr, $($layout:ident $known:ty),*) => {
        match (&$variant.engine, &mut $position.0) {
            $((Engine::$layout(play), Flat::$layout(state)) => {
                let state: &mut $known = state;
                play.advance(state, $mv);
            })*
            _ => $crate::engine::OtherVariant::refuse(),
        }
    };
}

/// Runs code with the compiled rules and the flat position, without the parts that only mechanics
/// remember.
macro_rules! flat {
    ($variant:expr, $position:expr, |$core:ident, $pos:ident| $body:expr) => {
        ask!($variant, $position, |play, state| {
            let ($core, $pos) = (&play.core, state.flat());
            $body
        })
    };
}

/// Runs code with the engine and the function that wraps one of its positions.
macro_rules! with_engine {
    (@arms $variant:expr, $play:ident, $wrap:ident, $body:expr, $($layout:ident $known:ty),*) => {
        match &$variant.engine {
            $(Engine::$layout($play) => {
                let $wrap = |state: $known| Position(Flat::$layout(state.into()));
                let _ = &$wrap;
                $body
            })*
        }
    };
    ($variant:expr, |$play:ident, $wrap:ident| $body:expr) => {
        with_layouts!(with_engine $variant, $play, $wrap, $body)
    };
    ($variant:expr, |$play:ident| $body:expr) => {
        with_engine!($variant, |$play, _wrap| $body)
    };
}

mod attackers;
mod clocks;
mod compile;
mod contents;
mod counted;
mod engines;
mod exchange;
mod insight;
mod named;
mod perft;
mod probe;
mod texts;
mod threads;

pub use compile::holds;
pub use exchange::{Footprint, Reach};
pub use named::{Kind, MoveParts, Piece, Square as NamedSquare};

impl Variant {
    /// Compiles a ruleset.
    ///
    /// # Errors
    /// When the ruleset is too large for the engine or contradicts itself. Rulesets lowered from
    /// text without errors can only be too large.
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

    /// The rules as they are played, which include those of mechanics in the language.
    pub fn played(&self) -> &Ruleset {
        self.played.as_deref().unwrap_or(&self.rules)
    }

    /// The rules as they are written.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The squares and how they are joined.
    #[doc(hidden)]
    pub fn topology(&self) -> &Topology {
        with_engine!(self, |play| &play.core.topology)
    }

    /// Width of the engine's sets of squares in bits: 64, 128 or 256.
    pub fn width(&self) -> usize {
        match self.engine {
            Engine::Small(_) | Engine::RichSmall(_) | Engine::EventSmall(_) => 64,
            Engine::Medium(_) | Engine::RichMedium(_) => 128,
            Engine::FullLarge(_) | Engine::EventLarge(_) => 256,
        }
    }

    /// Size of the lookup tables in bytes.
    pub fn table_bytes(&self) -> usize {
        with_engine!(self, |play| play.core.pool.bytes())
    }

    /// The start position.
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// assert_eq!(chess.fen(&chess.start()), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start(&self) -> Position {
        with_engine!(self, |play, wrap| wrap(play.start()))
    }

    /// Reads a position from extended FEN.
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// let position = chess.position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// assert!(chess.find_move(&position, "e1g1").is_some());
    ///
    /// // White has no king.
    /// assert!(chess.position("4k3/8/8/8/8/8/8/8 w - - 0 1").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the text cannot be read, or the position cannot be played: it has no royal piece or too
    /// many, or a piece on an impossible square, or the side that is not to move is in check.
    /// [`Variant::surplus`] finds others that cannot occur.
    pub fn position(&self, fen: &str) -> Result<Position, PositionError> {
        with_engine!(self, |play, wrap| play.position(fen).map(wrap))
    }

    /// Checks that a position belongs to this variant; all other methods require it.
    ///
    /// # Errors
    /// If positions of this variant have another layout. Positions of other rules with the same
    /// layout are accepted.
    pub fn knows(&self, position: &Position) -> Result<(), OtherVariant> {
        macro_rules! knows {
            ($($layout:ident)*) => {
                match (&self.engine, &position.0) {
                    $((Engine::$layout(_), Flat::$layout(_)) => Ok(()),)*
                    _ => Err(OtherVariant),
                }
            };
        }
        knows!(Small Medium RichSmall RichMedium FullLarge EventSmall EventLarge)
    }

    /// The reason why no game reaches a position, if it has more pieces than a game begins with.
    /// Such a position can still be composed and played.
    pub fn surplus(&self, position: &Position) -> Option<String> {
        ask!(self, position, |play, state| play.surplus(state))
    }

    /// All legal moves, each once; none if a goal has ended the game.
    ///
    /// Their order depends on the rules and the position alone: not on the moves that led there,
    /// on threads, or on the machine. It says nothing about the moves, and another version of ferz
    /// may have another one, so programs that store an order sort [`Self::move_texts`].
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// let position = chess.position("7k/8/8/8/8/8/8/K7 w - - 0 1")?;
    /// let moves = chess.legal_moves(&position);
    /// let mut texts = chess.move_texts(&position, &moves);
    /// texts.sort();
    /// assert_eq!(texts, ["a1a2", "a1b1", "a1b2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.legal_moves_into(position, &mut moves);
        moves
    }

    /// Appends all legal moves to a list.
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// let start = chess.start();
    /// let mut moves = Vec::new();
    /// chess.legal_moves_into(&start, &mut moves);
    /// assert_eq!(moves, chess.legal_moves(&start));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_moves_into(&self, position: &Position, moves: &mut Vec<Move>) {
        ask!(self, position, |play, state| play.legal_moves_into(state, moves))
    }

    /// The position after a legal move. The position that an illegal move leads to is unspecified;
    /// the call may panic, too, but does nothing unsafe. [`Self::find_move`] finds only legal ones.
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// let start = chess.start();
    /// let mv = chess.find_move(&start, "e2e4").expect("the move is legal");
    /// let after = chess.play(&start, mv);
    /// assert_eq!(chess.fen(&after), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    /// assert_eq!(start, chess.start());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn play(&self, position: &Position, mv: Move) -> Position {
        ask!(self, position, |play, state, wrap| wrap(play.play(state, mv)))
    }

    /// Makes a move on the position itself, which is faster than [`Variant::play`]: nothing is
    /// copied that has just been written. The move must be legal there, as for [`Variant::play`].
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// let mut position = chess.start();
    /// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
    ///     let mv = chess.find_move(&position, text).expect("the move is legal");
    ///     chess.advance(&mut position, mv);
    /// }
    /// assert_eq!(chess.outcome(&position).expect("mate").to_string(), "black wins: checkmate");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance(&self, position: &mut Position, mv: Move) {
        with_layouts!(advance_in self, position, mv)
    }

    /// Whether the side to move is in check.
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// assert!(!chess.in_check(&chess.start()));
    /// assert!(chess.in_check(&chess.position("4k3/8/8/8/8/8/8/4R2K b - - 0 1")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_check(&self, position: &Position) -> bool {
        ask!(self, position, |play, state| play.in_check(state))
    }

    /// The end of the game in this position, whatever its history; `None` if it is not over.
    ///
    /// A limit of the halfmove clock or a count is included if it ends the game by itself.
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// use ferz_engine::rules::Side;
    ///
    /// let mated = chess.position("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1")?;
    /// assert_eq!(chess.outcome(&mated).and_then(|end| end.winner), Some(Side::White));
    ///
    /// let stalemated = chess.position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")?;
    /// assert_eq!(chess.outcome(&stalemated).expect("an end").to_string(), "draw: stalemate");
    /// assert_eq!(chess.outcome(&chess.start()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let by_rules = ask!(self, position, |play, state| play.outcome(state));
        by_rules
            .or_else(|| self.run_out(position))
            .or_else(|| self.only_promotes(position))
    }

    /// The kind that a move drops from the hand, as an index into the ruleset's pieces. Such a move
    /// starts and ends on the same square.
    #[doc(hidden)]
    pub fn dropped(&self, position: &Position, mv: Move) -> Option<usize> {
        let kind = ask!(self, position, |play, state| play.dropped(state, mv));
        kind.map(usize::from)
    }

    /// Whether a move removes a piece of either side.
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// let position = chess.position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")?;
    /// let takes = chess.find_move(&position, "e4d5").expect("the move is legal");
    /// let steps = chess.find_move(&position, "e4e5").expect("the move is legal");
    /// assert!(chess.is_capture(&position, takes) && !chess.is_capture(&position, steps));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_capture(&self, position: &Position, mv: Move) -> bool {
        ask!(self, position, |play, state| play.is_capture(state, mv))
    }

    /// The kind that the moving piece becomes, as an index into the ruleset's pieces.
    #[doc(hidden)]
    pub fn promotion(&self, mv: Move) -> Option<usize> {
        let kind = usize::from(mv.promotion);
        (mv.promotion != NONE && !mv.lets_in()).then_some(kind)
    }

    /// Whether a side could capture on a square by a plain move, over all contents of the square
    /// and without regard to its own safety. Always false off the board.
    #[doc(hidden)]
    pub fn could_capture(&self, position: &Position, by: Side, square: Square) -> bool {
        self.has_square(square)
            && ask!(self, position, |play, state| play
                .could_capture(state, by, square))
    }

    /// The squares to which the piece on a square could move by plain moves, safe or not: every
    /// target, and whether the move captures. Empty off the board.
    #[doc(hidden)]
    pub fn plain_targets(&self, position: &Position, from: Square) -> Vec<(Square, bool)> {
        if !self.has_square(from) {
            return Vec::new();
        }
        ask!(self, position, |play, state| play.plain_targets(state, from))
    }

    /// The open decision in a position: a move to play, or the answer to a proposal or to an open
    /// choice.
    pub fn decision(&self, position: &Position) -> Decision {
        ask!(self, position, |play, state| play.decision(state))
    }

    /// The side that decides: the side to move, except for answers to a proposal or to an open
    /// choice.
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// use ferz_engine::rules::Side;
    /// let position = chess.position("4k3/8/8/8/8/8/8/4K2R b - - 0 1")?;
    /// assert_eq!(chess.turn(&position), Side::Black);
    /// assert_eq!(chess.moved(&position), Side::White);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn turn(&self, position: &Position) -> Side {
        ask!(self, position, |play, state| play.turn(state))
    }

    /// The number of the next move within the turn, from 1, and the number of moves in the turn if
    /// nothing ends it earlier. It is `(1, 1)` if each turn is one move.
    pub fn part(&self, position: &Position) -> (u8, u8) {
        let part = |made: u8, left: u8| (made + 1, made + left);
        flat!(self, position, |core, pos| part(pos.parts_made(core), pos.left))
    }

    /// The part that the turn asks for next, in turns with moves of certain kinds. Impossible parts
    /// are left out.
    pub fn asked_part(&self, position: &Position) -> Option<Part> {
        ask!(self, position, |play, state| play.asked_part(state))
    }

    /// The square of the piece that must continue a turn, and the rule that demands it. The rule is
    /// an index from 0 into [`Ruleset::agains`](crate::rules::Ruleset::agains). `None` if the side
    /// to move may move any piece.
    #[doc(hidden)]
    pub fn going_on(&self, position: &Position) -> Option<(Square, usize)> {
        flat!(self, position, |_core, pos| pos.goes_on_with())
    }

    /// The side that made the last move: the opponent of the side to move, except in turns of
    /// several moves.
    pub fn moved(&self, position: &Position) -> Side {
        flat!(self, position, |core, pos| pos.last_mover(core))
    }

    /// The number of checks that a side still has to give to win by them; `None` if it has no such
    /// goal.
    pub fn checks_to_give(&self, position: &Position, side: Side) -> Option<u8> {
        let i = side.index();
        flat!(self, position, |core, pos| core.check_goal[i]
            .map(|_| pos.checks[i]))
    }

    /// A hash of everything but the clocks. Squares exposed to en passant count only if a piece can
    /// be captured on one now. So positions that are the same for the repetition rule have the same
    /// hash.
    ///
    /// ```
    /// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/chess.json"));
    /// # let chess = ferz_engine::Variant::new(serde_json::from_str(json)?)?;
    /// let one = chess.position("4k3/8/8/8/8/8/8/4K2R w - - 0 1")?;
    /// let later = chess.position("4k3/8/8/8/8/8/8/4K2R w - - 8 20")?;
    /// let other = chess.position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// assert_eq!(chess.repetition_key(&one), chess.repetition_key(&later));
    /// assert_ne!(chess.repetition_key(&one), chess.repetition_key(&other));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn repetition_key(&self, position: &Position) -> u64 {
        ask!(self, position, |play, state| play.repetition_key(state))
    }

    /// The incremental hash of a position and the one computed afresh; they are equal unless the
    /// engine is wrong.
    pub fn hashes(&self, position: &Position) -> (u64, u64) {
        ask!(self, position, |play, state| play.hashes(state))
    }
}
