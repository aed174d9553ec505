//! Ways in which moves are judged, and the rules that ask for them whatever the position. Knows no rules.

/// The way to find out whether a move leaves the royals of its side as safe as they must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judging {
    /// Not at all: no rule forbids what the piece can do.
    Free,
    /// By lines to the royals, and for royals by the squares that the opponent attacks: sets for all moves at once.
    Lines,
    /// By what the move changes, which is known before it is made.
    Delta,
    /// By making it.
    Trial,
}

/// The rule that decides how moves are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// None: that is how moves are judged where no rule asks for more.
    Nothing,
    /// The side has no royals.
    NoRoyals,
    /// How many of its royals a side must keep safe.
    RoyalRule,
    /// No move may give check.
    NoCheck,
    /// Royals are attacked by all that a turn can do.
    AttackTurns,
    /// Walls are put after the move.
    Walls,
    /// Pieces have powers.
    Powers,
    /// Pieces shoot.
    Shots,
    /// Ways of attacking ask for kinds of pieces.
    Kinds,
    /// The path does more than move a piece and capture where it ends.
    Path,
    /// The piece that is dropped is a royal.
    RoyalDrop,
    /// A drop may not give check or mate.
    CarefulDrop,
    /// Moves have consequences of any kind.
    Effects,
    /// An effect: its index among those of the rules as they are played.
    Effect(usize),
}

/// The rules that decide how moves are judged, whatever the position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Judged {
    /// By side: why all its moves are made.
    pub(crate) all: [Option<Cause>; 2],
    /// Why moves of royals are made where those of other pieces need not be.
    pub(crate) royals: Option<Cause>,
    /// Why a move that leaves a line to a royal open may be legal all the same, so that it is made.
    pub(crate) opening: Option<Cause>,
}
