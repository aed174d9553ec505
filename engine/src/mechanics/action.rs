//! Actions: what a player may do, as a list of steps. The steps are also the action's text. Does
//! not carry steps out: that is `perform`.

use crate::board::Square;
use crate::engine::extra_state::{Place, Pool};
use crate::engine::mv::{Move, MoveType};
use crate::rules::Part;
use smallvec::SmallVec;

/// The steps, in order.
pub(crate) type Steps = SmallVec<[Step; 6]>;

/// Adds captures of the lowest units on some squares.
pub(crate) fn take(steps: &mut Steps, squares: impl IntoIterator<Item = Square>) {
    for square in squares {
        steps.push(Step::Take(Place::ground(square), false));
    }
}

/// The way in which a step ends on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The square is empty.
    Quiet,
    /// The unit goes on top of a carrier (text `+`).
    Enter,
    /// The unit replaces the piece there.
    Capture,
}

/// The source of a piece that another one becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// From outside (text `q`; `=q` of a choice).
    Free,
    /// From the captured pool (text `=q`).
    Captured,
    /// From the exile pool (text `=q^`).
    Exile,
}

impl Source {
    /// The pool, if it is one.
    pub(crate) const fn pool(self) -> Option<Pool> {
        match self {
            Self::Free => None,
            Self::Captured => Some(Pool::Captured),
            Self::Exile => Some(Pool::Exile),
        }
    }
}

/// One step of an action. Hooks compose their actions of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Takes a unit into the hand, with all it carries. Text: `a1`, `a1.2` above the ground, after
    /// a comma unless it is the first step.
    Lift(Place),
    /// Passes a square; nothing happens there. Text: the square.
    Pass(Square),
    /// Puts down the units in the hand. Text: the square, `+` if they enter a carrier.
    Land(Square, Mode),
    /// Captures on a square, or not, and moves on: the units in the hand stay off the board. Text
    /// as for `Land`.
    Visit(Square, Mode),
    /// Captures the unit at a place; nothing moves there. Text `xb3`, `xb3.1`, if it is to be
    /// shown.
    Take(Place, bool),
    /// Names a captured unit, without any effect. Text `xb3`.
    Note(Place),
    /// Captures the unit at a place above the ground, then lands there. The unit lands in the list
    /// if there is still a carrier, and otherwise on the square if it is empty. Text `c3xc3.1`.
    Inside(Place),
    /// The piece in the hand changes places with the unit of that kind. Text `e5~k`, `e5~k2`.
    Exchange(Place, u8),
    /// Two units change places. No text.
    Swap(Place, Place),
    /// A unit of a kind comes from the hand to a square. The text is that of the flat move.
    Drop(u8, Square),
    /// A unit of a kind comes from the hand to the square that another has left. Text: the kind's
    /// letter.
    LetIn(u8, Square),
    /// Chooses a square. A wall is put there after all consequences of the movement, or an effect
    /// puts a piece there. Text `,e4`; `*@e4` if nothing else happens.
    Choose(Square),
    /// Exposes the passed square: the unit can be captured on it in the next turn. No text.
    Expose(Square),
    /// Moves the partner of the castling with this number. No text; the king's arrival follows.
    Castle(u8),
    /// Removes the lowest unit of every square within that many steps of a unit, which does not
    /// move. Text `d1*`, `d1.1*`.
    Sweep(Place, u8),
    /// Names the unit to which the next steps apply. Text as for `Lift`.
    At(Place),
    /// The unit that moved becomes another kind. Text: see [`Source`].
    Become(u8, Source),
    /// An act of a hook on the unit that moved: the hook's number, and an argument of its own.
    /// Text: the hook's.
    Own(u8, u8),
    /// An answer in a word: the hook's number and the word's number. Text: the word.
    Say(u8, u8),
    /// An answer that names a place. Text: the hook's word, a space, the place.
    Name(u8, Place),
}

/// The nature of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nature {
    /// The movement of a turn.
    Movement,
    /// Something that may be done before the movement, any number of times.
    Free,
    /// The answer to an open choice or to a proposal.
    Answer,
}

/// Something that a player may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Action {
    /// The nature.
    pub(crate) nature: Nature,
    /// The steps, in order.
    pub(crate) steps: Steps,
    /// The move of the flat engine that gives its text, if that has a text of its own.
    pub(crate) mv: Option<Move>,
    /// The move of the flat engine that has the same effect in full.
    pub(crate) flat: Option<Move>,
    /// Whether another movement has the same plain text.
    pub(crate) shared: bool,
}

impl Action {
    /// A movement.
    #[inline]
    pub(crate) fn movement(steps: impl AsRef<[Step]>) -> Self {
        Self {
            nature: Nature::Movement,
            steps: Steps::from_slice(steps.as_ref()),
            mv: None,
            flat: None,
            shared: false,
        }
    }

    /// A free action.
    pub(crate) fn free(steps: impl IntoIterator<Item = Step>) -> Self {
        Self {
            nature: Nature::Free,
            steps: steps.into_iter().collect(),
            mv: None,
            flat: None,
            shared: false,
        }
    }

    /// An answer.
    pub(crate) fn answer(steps: impl IntoIterator<Item = Step>) -> Self {
        Self {
            nature: Nature::Answer,
            steps: steps.into_iter().collect(),
            mv: None,
            flat: None,
            shared: false,
        }
    }

    /// The square on which it begins, if it has one.
    pub(crate) fn from(&self) -> Option<Square> {
        self.actor().map(|place| place.square)
    }

    /// The place of the unit that acts, if there is one.
    pub(crate) fn actor(&self) -> Option<Place> {
        self.steps.iter().find_map(|step| match *step {
            Step::Lift(place) | Step::At(place) | Step::Sweep(place, _) | Step::Swap(place, _) => Some(place),
            _ => None,
        })
    }

    /// The kind that comes from the hand and its square, if there is one.
    pub(crate) fn dropped(&self) -> Option<(u8, Square)> {
        self.steps.iter().find_map(|step| match *step {
            Step::Drop(kind, square) => Some((kind, square)),
            _ => None,
        })
    }

    /// The square that is chosen, if there is one.
    pub(crate) fn choice(&self) -> Option<Square> {
        match self.steps.last() {
            Some(&Step::Choose(square)) => Some(square),
            _ => None,
        }
    }

    /// The same action without the square that it chooses.
    pub(crate) fn without_choice(&self) -> Self {
        let mut action = self.clone();
        if action.choice().is_some() {
            action.steps.pop();
        }
        action
    }

    /// The square at which a unit shoots from its place; `None` for a volley.
    pub(crate) fn hits(&self) -> Option<Square> {
        match (self.mv, &self.steps[..]) {
            (Some(mv), _) if mv.move_type.fires() => {
                (!matches!(mv.move_type, MoveType::Volley(_))).then_some(mv.to)
            }
            (
                _,
                [Step::At(_), .., Step::Take(place, _)]
                | [Step::At(_), .., Step::Take(place, _), Step::Choose(_)],
            ) => Some(place.square),
            _ => None,
        }
    }

    /// The square on which it ends, if there is one.
    pub(crate) fn to(&self) -> Option<Square> {
        self.steps.iter().rev().find_map(|step| match *step {
            Step::Land(square, _) | Step::Drop(_, square) => Some(square),
            Step::Inside(place)
            | Step::Exchange(place, _)
            | Step::At(place)
            | Step::Sweep(place, _)
            | Step::Swap(_, place)
            | Step::Name(_, place) => Some(place.square),
            _ => None,
        })
    }

    /// Whether it removes something by itself, apart from its consequences.
    pub(crate) fn captures(&self) -> bool {
        self.steps.iter().any(|step| {
            matches!(
                step,
                Step::Land(_, Mode::Capture)
                    | Step::Visit(_, Mode::Capture)
                    | Step::Take(..)
                    | Step::Inside(_)
                    | Step::Sweep(..)
            )
        })
    }

    /// Whether it moves a piece of the opponent's.
    pub(crate) fn is_control(&self) -> bool {
        self.mv.is_some_and(|mv| mv.is_control())
    }

    /// Whether it only puts a wall on a square.
    pub(crate) fn is_only_wall(&self) -> bool {
        matches!(self.steps.as_slice(), [Step::Choose(_)])
    }

    /// The part of a turn that it plays.
    pub(crate) fn part(&self) -> Part {
        if self.is_control() {
            Part::Control
        } else if self.dropped().is_some() {
            Part::Drop
        } else if self.steps.iter().any(|step| matches!(step, Step::Swap(..))) {
            Part::Swap
        } else {
            Part::Move
        }
    }

    /// The kind that comes from the hand behind a unit and its square, if there is one.
    pub(crate) fn enters(&self) -> Option<(u8, Square)> {
        let last = self
            .steps
            .iter()
            .rev()
            .find(|step| !matches!(step, Step::Choose(_)));
        match last {
            Some(&Step::LetIn(kind, square)) => Some((kind, square)),
            _ => None,
        }
    }

    /// The same action without a unit that comes from the hand behind another, and without chosen
    /// squares.
    pub(crate) fn alone(&self) -> Self {
        let mut action = self.clone();
        if action.enters().is_some() {
            action
                .steps
                .retain(|step| !matches!(step, Step::LetIn(..) | Step::Choose(_)));
            action.shared = false;
        }
        action
    }

    /// Whether it is a pass.
    pub(crate) fn is_pass(&self) -> bool {
        self.mv == Some(Move::PASS)
    }

    /// Whether it is a shot. A piece that a shot removes is not captured.
    pub(crate) fn fires(&self) -> bool {
        self.mv.is_some_and(|mv| mv.move_type.fires())
    }
}
