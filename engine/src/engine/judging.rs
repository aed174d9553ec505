//! Ways in which moves are judged, and the causes for them whatever the position. Knows no rules.
use crate::rules::BySide;

/// The way to find out whether a move leaves the royals of its side as safe as they must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judging {
    /// None: no rule forbids any move of the piece.
    Free,
    /// Lines to the royals, and for royals the squares that the opponent attacks: sets for all
    /// moves at once.
    Lines,
    /// The changes of the move, which are known before it is made.
    Delta,
    /// A trial: the move is made.
    Trial,
}

/// The rule that decides how moves are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// None: no rule requires more.
    Nothing,
    /// The side has no royals.
    NoRoyals,
    /// The number of royals that a side must keep safe.
    RoyalRule,
    /// A rule that forbids single moves, by its name.
    Rule(&'static str),
    /// Royals are attacked by everything that a turn can do.
    AttackTurns,
    /// Walls are put after the move.
    Walls,
    /// Pieces have powers.
    Powers,
    /// Pieces shoot.
    Shots,
    /// Ways of attacking depend on kinds of pieces.
    Kinds,
    /// The path does more than move a piece and capture on its end.
    Path,
    /// The piece that is dropped is a royal.
    RoyalDrop,
    /// A drop may not give check or mate.
    CarefulDrop,
    /// Moves have consequences of any kind.
    Effects,
    /// An effect: its index among the effects of the rules as they are played.
    Effect(usize),
    /// Pieces absorb the movements of others.
    Absorb,
    /// Captures are forbidden to a side.
    Captures,
    /// Pieces come from hands.
    Hands,
    /// A side moves pieces of the other one.
    Control,
    /// A turn asks for several kinds of moves.
    TurnKinds,
    /// The side has several royals, or may have.
    SeveralRoyals,
    /// Pieces promote where others bring them.
    LatePromotions,
    /// Pieces carry others.
    Carry,
    /// Pieces wait beside the board.
    Pool,
    /// Pieces turn others into exiled pieces.
    Recall,
    /// Pieces remove their neighbours when they are captured.
    Avenge,
    /// Pieces stand in for an exiled royal.
    Regents,
    /// A hook: its index among those of the rules as they are played.
    Hook(usize),
}

/// The rules that decide how moves are judged, whatever the position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Judged {
    /// By side, the reason why all its moves are made.
    pub(crate) all: BySide<Option<Cause>>,
    /// The reason why moves of royals are made even if those of other pieces are not.
    pub(crate) royals: Option<Cause>,
    /// The reason why a move that leaves a line to a royal open may still be legal, so that it is
    /// made.
    pub(crate) opening: Option<Cause>,
}
