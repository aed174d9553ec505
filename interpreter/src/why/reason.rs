//! Reasons why a move is not possible, and their words.

use super::occupant::{Attacked, Occupant, are, castling_attacked, exposes, not_yours};
use super::words::{and, counted, ended, hurdles, kind, letters, or, unreadable};
use crate::engine::Outcome;
use crate::rules::{PieceName, RoyalRule, Side, SquareName};
use ferz_engine::Objection;

/// Why a move is not possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The game has ended.
    #[error("the game is over: {}", ended(.0))]
    GameOver(Outcome),
    /// The text is no move in any notation.
    #[error("{}", unreadable(text, advice))]
    Unreadable {
        /// The text as written.
        text: String,
        /// How moves are written here; may be empty.
        advice: String,
    },
    /// A square that the board does not have.
    #[error("there is no square `{0}` on this board")]
    NoSuchSquare(String),
    /// Nothing stands where the move starts.
    #[error("there is no piece on {0}")]
    Empty(SquareName),
    /// The piece is the opponent's.
    #[error("{}", not_yours(mover, *part))]
    NotYours {
        /// The moving piece.
        mover: Occupant,
        /// Which move of its turn the side to move makes next, and how many the turn has.
        part: (u8, u8),
    },
    /// The side has no such piece (in that place).
    #[error("{side} has no {what}")]
    NoSuchPiece {
        /// The side to move.
        side: Side,
        /// The missing thing: a kind of piece or a letter, perhaps with a place.
        what: String,
    },
    /// The move ends where it starts.
    #[error("{0} cannot move to the square where it stands")]
    Stays(Occupant),
    /// It ends on a piece of the same side.
    #[error("{mover} cannot move to {}: {target} is a friendly piece", target.square)]
    OwnPiece {
        /// The moving piece.
        mover: Occupant,
        /// The piece on its target.
        target: Occupant,
    },
    /// It would capture a royal of the same side.
    #[error("{mover} cannot capture {target}: it is royal and a friendly piece")]
    OwnRoyal {
        /// The moving piece.
        mover: Occupant,
        /// The piece it would capture.
        target: Occupant,
    },
    /// It would become another piece, and its side would have no royal.
    #[error("{0} is the last royal piece of its side and cannot become another")]
    LastRoyal(Occupant),
    /// Two pieces may change places, and that is written the other way round.
    #[error("{mover} and {target} change places, but this move is written `{text}`")]
    SameSwap {
        /// The moving piece.
        mover: Occupant,
        /// The piece it would change places with.
        target: Occupant,
        /// The move that is listed.
        text: String,
    },
    /// Two pieces would change places, and one of them would come to where it promotes.
    #[error("{piece} cannot be put on {to}: it would have had to promote there")]
    Strands {
        /// The piece that would be put there.
        piece: Occupant,
        /// The square.
        to: SquareName,
    },
    /// Something is in the way.
    #[error("{mover} cannot reach {to}: {} in the way", are(by))]
    Blocked {
        /// The moving piece.
        mover: Occupant,
        /// The target.
        to: SquareName,
        /// The pieces that would have to be away.
        by: Vec<Occupant>,
    },
    /// The piece would have to hop over something, and nothing is there.
    #[error("{mover} needs a piece to hop over on its way to {to}{}", hurdles(squares))]
    NeedsHurdle {
        /// The moving piece.
        mover: Occupant,
        /// The target.
        to: SquareName,
        /// Squares on one of which a piece would have to stand.
        squares: Vec<SquareName>,
    },
    /// It can go there only to capture, and nothing is there to capture.
    #[error("{mover} moves to {to} only to capture, and nothing is there to capture")]
    OnlyCaptures {
        /// The moving piece.
        mover: Occupant,
        /// The target.
        to: SquareName,
    },
    /// It can move there only to capture, and the piece it could capture in passing has not just
    /// passed.
    #[error("{mover} moves to {to} only to capture: nothing stands there, and nothing has just passed it")]
    TooLate {
        /// The moving piece.
        mover: Occupant,
        /// The target.
        to: SquareName,
    },
    /// It can go there, but not capture there.
    #[error("{mover} cannot capture {target}: it moves to {} only if the square is empty", target.square)]
    NeverCaptures {
        /// The moving piece.
        mover: Occupant,
        /// The piece on its target.
        target: Occupant,
    },
    /// It captures there, but not pieces of that kind.
    #[error("{mover} cannot capture {target}: from there to {} it captures no {}", target.square, target.piece)]
    Spares {
        /// The moving piece.
        mover: Occupant,
        /// The piece on its target.
        target: Occupant,
    },
    /// Pieces of that kind do not move that way, with any pieces on the board.
    #[error("{} does not move from {} to {to}", kind(&mover.piece), mover.square)]
    Unreachable {
        /// The moving piece.
        mover: Occupant,
        /// The target.
        to: SquareName,
    },
    /// Of several pieces that the text may mean none can go there.
    #[error("no {side} {piece} can move to {to}")]
    NoneCan {
        /// The side to move.
        side: Side,
        /// The kind of piece.
        piece: PieceName,
        /// The target.
        to: SquareName,
    },
    /// It leaves royal pieces attacked.
    #[error("{}", exposes(*in_check, *rule, royals))]
    Exposes {
        /// The royals that would be attacked after it.
        royals: Vec<Attacked>,
        /// Whether the side is in check already.
        in_check: bool,
        /// The rule about the side's royals.
        rule: RoyalRule,
    },
    /// The side must capture, and this is no capture.
    #[error("a side that can capture must capture, for example by `{0}`")]
    MustCapture(String),
    /// It gives check, and no move may.
    #[error("no move may give check, and it would leave {}", and(.0))]
    GivesCheck(Vec<Attacked>),
    /// It gives check, and only a move that mates may.
    #[error("a move may give check only if it mates, and it would leave {}", and(.0))]
    GivesCheckWithoutMate(Vec<Attacked>),
    /// It must name the promotion.
    #[error("{mover} is promoted on {to}: add {}", letters(choices))]
    MustPromote {
        /// The moving piece.
        mover: Occupant,
        /// The target.
        to: SquareName,
        /// Letters and kinds to choose from.
        choices: Vec<(String, PieceName)>,
    },
    /// It is no promotion.
    #[error("{mover} does not promote on {to}")]
    NoPromotion {
        /// The moving piece.
        mover: Occupant,
        /// The target.
        to: SquareName,
    },
    /// The piece cannot become that.
    #[error("{mover} cannot become `{letter}`, only {}", letters(choices))]
    CannotBecome {
        /// The moving piece.
        mover: Occupant,
        /// The letter in the text.
        letter: String,
        /// Letters and kinds to choose from.
        choices: Vec<(String, PieceName)>,
    },
    /// The right to castle is gone.
    #[error("{side} has lost the right to castle this way, or never had it")]
    CastlingLost {
        /// The side to move.
        side: Side,
    },
    /// Castling is blocked.
    #[error("{side} cannot castle: {} in the way", are(by))]
    CastlingBlocked {
        /// The side to move.
        side: Side,
        /// The pieces that would have to be away.
        by: Vec<Occupant>,
    },
    /// A square that must be safe to castle is not.
    #[error("{}", castling_attacked(.0))]
    CastlingAttacked(Vec<Attacked>),
    /// A square that must be safe to castle is not, though it is not attacked: a consequence
    /// elsewhere would remove the king.
    #[error("{side} cannot castle: its king could be removed on {}", and(squares))]
    CastlingUnsafe {
        /// The side to move.
        side: Side,
        /// The squares.
        squares: Vec<SquareName>,
    },
    /// The rules know no such castling.
    #[error("{side} has no such castling")]
    NoCastling {
        /// The side to move.
        side: Side,
    },
    /// Several moves are meant.
    #[error("`{text}` may be {}", or(choices))]
    Ambiguous {
        /// The text as written.
        text: String,
        /// The possible meanings.
        choices: Vec<String>,
    },
    /// A pass, and the side may not pass.
    #[error("{0} may not pass")]
    NoPass(Side),
    /// Something else is to be decided, or something would follow from it.
    #[error("{0}")]
    Objection(Objection),
    /// Fewer pieces stand on a square than the text says.
    #[error("there is no `{square}.{index}`: {} on {square}", counted(*pieces))]
    NoSuchPlace {
        /// The square.
        square: SquareName,
        /// Which piece is meant, from 0 at the ground.
        index: usize,
        /// How many stand there.
        pieces: usize,
    },
    /// A sign of move texts that no rule of the variant uses.
    #[error("`{0}` means nothing in moves of this variant")]
    NoMeaning(String),
    /// A text that names squares by which the piece does not go.
    #[error("`{text}` is not how this move is written: write {}", or(choices))]
    Detour {
        /// The text as written.
        text: String,
        /// The moves between the same squares.
        choices: Vec<String>,
    },
    /// The text has the sign of a capture, and the move that it means captures nothing.
    #[error("nothing is captured on {to}: write `{choice}`")]
    NoCapture {
        /// The end of the move.
        to: SquareName,
        /// The move without the sign.
        choice: String,
    },
    /// The first parts of the text can be played, the next cannot.
    #[error("after `{text}`: {reason}")]
    After {
        /// The move that can be played.
        text: String,
        /// Why the next part cannot.
        reason: Box<Reason>,
    },
    /// A reason from a rule about drops or walls.
    #[error("{words}")]
    Told {
        /// One word for the kind of reason.
        kind: &'static str,
        /// A sentence.
        words: String,
        /// The squares that it names.
        squares: Vec<SquareName>,
    },
    /// A reason from a mechanic.
    #[error("{words}")]
    Mechanic {
        /// The name after `use`.
        hook: &'static str,
        /// One word for the kind of reason.
        kind: &'static str,
        /// A sentence.
        words: String,
        /// The squares that it names.
        squares: Vec<SquareName>,
    },
    /// A reason, and why the piece goes as it does now.
    #[error("{reason}; {more}")]
    Because {
        /// The reason.
        reason: Box<Reason>,
        /// The cause of its changed movement.
        more: String,
        /// How it goes, as the rules say it: `rook = wazir`.
        movement: String,
        /// The squares of the pieces that have changed it.
        squares: Vec<SquareName>,
    },
    /// A reason, and the mechanic in the language that causes it.
    #[error("{mechanic}: {reason}")]
    By {
        /// The name after `use`.
        mechanic: String,
        /// The reason.
        reason: Box<Reason>,
    },
    /// A hook forbids it: without that hook it could be played.
    #[error("the rule `{0}` of this variant forbids it")]
    Hook(String),
    /// Something else in the rules forbids it.
    #[error("a special rule of this variant forbids it")]
    Forbidden,
}

impl Reason {
    /// A reason with a sentence of its own, one word for its kind, and the squares that it names.
    pub(super) fn told(kind: &'static str, words: String, squares: Vec<SquareName>) -> Self {
        Self::Told { kind, words, squares }
    }

    /// A text that is no move.
    pub(super) fn unreadable(text: &str) -> Self {
        Self::Unreadable {
            text: text.to_owned(),
            advice: String::new(),
        }
    }

    /// One word for the kind of reason, for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::GameOver(_) => "game-over",
            Self::Unreadable { .. } => "unreadable",
            Self::NoSuchSquare(_) => "no-such-square",
            Self::Empty(_) => "empty",
            Self::NotYours { .. } => "not-yours",
            Self::NoSuchPiece { .. } => "no-such-piece",
            Self::Stays(_) => "stays",
            Self::OwnPiece { .. } => "own-piece",
            Self::OwnRoyal { .. } => "own-royal",
            Self::LastRoyal(_) => "last-royal",
            Self::SameSwap { .. } => "same-swap",
            Self::Strands { .. } => "strands",
            Self::Blocked { .. } => "blocked",
            Self::NeedsHurdle { .. } => "needs-hurdle",
            Self::OnlyCaptures { .. } => "only-captures",
            Self::TooLate { .. } => "too-late",
            Self::NeverCaptures { .. } => "never-captures",
            Self::Spares { .. } => "spares",
            Self::Unreachable { .. } => "unreachable",
            Self::NoneCan { .. } => "none-can",
            Self::Exposes { .. } => "exposes",
            Self::MustCapture(_) => "must-capture",
            Self::GivesCheck(_) | Self::GivesCheckWithoutMate(_) => "gives-check",
            Self::MustPromote { .. } => "must-promote",
            Self::NoPromotion { .. } => "no-promotion",
            Self::CannotBecome { .. } => "cannot-become",
            Self::CastlingLost { .. } => "castling-lost",
            Self::CastlingBlocked { .. } => "castling-blocked",
            Self::CastlingAttacked(_) => "castling-attacked",
            Self::CastlingUnsafe { .. } => "castling-unsafe",
            Self::NoCastling { .. } => "no-castling",
            Self::Ambiguous { .. } => "ambiguous",
            Self::NoPass(_) => "no-pass",
            Self::NoSuchPlace { .. } => "no-such-place",
            Self::NoMeaning(_) => "no-meaning",
            Self::Detour { .. } => "detour",
            Self::NoCapture { .. } => "no-capture",
            Self::Mechanic { kind, .. } | Self::Told { kind, .. } => kind,
            Self::Because { reason, .. } | Self::By { reason, .. } | Self::After { reason, .. } => {
                reason.kind()
            }
            Self::Hook(_) => "hook",
            Self::Objection(Objection::Unanswered { .. }) => "must-answer",
            Self::Objection(Objection::Denied) => "denied",
            Self::Objection(Objection::MustTake(_)) => "must-take",
            Self::Objection(Objection::Loses { .. }) => "refuted",
            Self::Objection(Objection::NothingLeft) => "nothing-left",
            Self::Objection(Objection::CannotGoOn) => "again",
            Self::Forbidden => "forbidden",
        }
    }

    /// The squares that the reason names, for drawing them; each once.
    pub fn squares(&self) -> Vec<SquareName> {
        let mut names: Vec<SquareName> = Vec::new();
        let mut occupants: Vec<&Occupant> = Vec::new();
        match self {
            Self::Empty(name) => names.push(name.clone()),
            Self::NoSuchPlace { square, .. } => names.push(square.clone()),
            Self::Mechanic { squares, .. } | Self::Told { squares, .. } => {
                names.extend(squares.iter().cloned())
            }
            Self::By { reason, .. } | Self::After { reason, .. } => names.extend(reason.squares()),
            Self::Because { reason, squares, .. } => {
                names.extend(reason.squares());
                names.extend(squares.iter().cloned());
            }
            Self::NotYours { mover, .. } | Self::Stays(mover) | Self::LastRoyal(mover) => {
                occupants.push(mover)
            }
            Self::OwnPiece { mover, target }
            | Self::NeverCaptures { mover, target }
            | Self::Spares { mover, target }
            | Self::OwnRoyal { mover, target }
            | Self::SameSwap { mover, target, .. } => {
                occupants.extend([mover, target]);
            }
            Self::Strands { piece, to } => {
                occupants.push(piece);
                names.push(to.clone());
            }
            Self::Blocked { mover, to, by } => {
                occupants.push(mover);
                occupants.extend(by);
                names.push(to.clone());
            }
            Self::NeedsHurdle { mover, to, squares } => {
                occupants.push(mover);
                names.push(to.clone());
                names.extend(squares.iter().cloned());
            }
            Self::OnlyCaptures { mover, to }
            | Self::TooLate { mover, to }
            | Self::Unreachable { mover, to }
            | Self::MustPromote { mover, to, .. }
            | Self::NoPromotion { mover, to } => {
                occupants.push(mover);
                names.push(to.clone());
            }
            Self::CannotBecome { mover, .. } => occupants.push(mover),
            Self::NoneCan { to, .. } | Self::NoCapture { to, .. } => names.push(to.clone()),
            Self::Exposes { royals: list, .. }
            | Self::GivesCheck(list)
            | Self::GivesCheckWithoutMate(list)
            | Self::CastlingAttacked(list) => {
                for attacked in list {
                    occupants.push(&attacked.piece);
                    occupants.extend(&attacked.by);
                }
            }
            Self::CastlingUnsafe { squares, .. } => names.extend(squares.iter().cloned()),
            Self::CastlingBlocked { by, .. } => occupants.extend(by),
            Self::GameOver(_)
            | Self::Unreadable { .. }
            | Self::NoSuchSquare(_)
            | Self::NoSuchPiece { .. }
            | Self::MustCapture(_)
            | Self::CastlingLost { .. }
            | Self::NoCastling { .. }
            | Self::Ambiguous { .. }
            | Self::NoMeaning(_)
            | Self::Detour { .. }
            | Self::NoPass(_)
            | Self::Hook(_)
            | Self::Objection(_)
            | Self::Forbidden => {}
        }
        names.extend(occupants.into_iter().map(|occupant| occupant.square.clone()));
        let mut once = Vec::new();
        for name in names {
            if !once.contains(&name) {
                once.push(name);
            }
        }
        once
    }
}
