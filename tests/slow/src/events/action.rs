//! Actions: what a player may do, as a list of steps. The steps are also the action's text.

use super::state::Place;
use crate::board::Square;
use crate::position::Kind;
use ferz::rules::Letter;

/// How a step ends on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// It is empty.
    Quiet,
    /// On top of a carrier (text `+`).
    Enter,
    /// In place of the unit there.
    Capture,
}

/// The source of a piece that another one becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// From outside (text `q`; `=q` of a choice).
    Free,
    /// From the captured pool (text `=q`).
    Captured,
    /// From the exile pool (text `=q^`).
    Exile,
}

/// One step of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Takes a unit into the hand, with all it carries. Text: `a1`, `a1.2` above the ground; a
    /// comma before if it is not the first step.
    Lift(Place),
    /// Passes a square; nothing happens there. Text: the square.
    Pass(Square),
    /// Puts down what is in the hand. Text: the square, `+` if it enters.
    Land(Square, Mode),
    /// Captures on a square, or not, and goes on: what is in the hand stays off the board. Text as
    /// for `Land`.
    Visit(Square, Mode),
    /// Captures the unit at a place; nothing moves in. Text `xb3`, `xb3.1`, if it is to be shown.
    Take(Place, bool),
    /// No effect: names what was captured. Text `xb3`.
    Note(Place),
    /// Captures the unit at a place above the ground, then lands there: in the list if there is
    /// still a carrier, else on the square if it is empty. Text `c3xc3.1`.
    Inside(Place),
    /// The piece in the hand changes places with the unit of that kind. Text `e5~k`, `e5~k2`.
    Exchange(Place, Kind),
    /// A unit of a kind comes from the hand to the square that another has left. Text: the kind's
    /// letter.
    LetIn(Kind, Square),
    /// A square is chosen: a wall is put there after all consequences, or an effect puts a piece
    /// there. Text `,e4`; `*@e4` if nothing else happens.
    Choose(Square),
    /// The square passed can be captured on in the next turn. No text.
    Expose(Square),
    /// Castling number so many: moves the partner. No text; the king's arrival follows.
    Castle(usize),
    /// Removes the lowest unit of every square within some steps of a unit, which does not move.
    /// Text `d1*`, `d1.1*`.
    Sweep(Place, usize),
    /// The unit of which the next steps speak. Text as for `Lift`.
    At(Place),
    /// The unit that moved becomes another kind. Text: see [`Source`].
    Become(Kind, Source),
    /// It becomes a statue. Text `=S`.
    Petrify,
    /// It captures a unit of that kind in the enemy's exile, and is captured itself. Text `xq^`.
    Seize(Kind),
    /// Captures on the way; what is in the hand stays off the board. Text: none, the square if the
    /// action would share its text with another.
    Through(Square),
    /// Captures on a square without moving there. Text `xe7`.
    Shoot(Square),
    /// Names the square that a shot in passing goes to. Text `xe3`.
    Past(Square),
    /// Names the weapon of which the next captures are. Text `*O`.
    Volley(Letter),
    /// Two units change places. Text: both squares, with `~` between them if the action would share
    /// its text.
    Swap(Place, Place),
    /// A unit of a kind comes from the hand. Text `N@f3`.
    Drop(Kind, Square),
    /// The side passes. Text `0000`.
    Nothing,
    /// An answer in a word: the hook's number and the word's. Text: the word.
    Say(usize, usize),
    /// A proposal is carried out. Text `accept`.
    Accept,
    /// An answer that names a place. Text: the hook's word, a space, the place.
    Name(usize, Place),
}

/// The nature of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// The movement of a turn.
    Movement,
    /// Something that may be done before it, any number of times.
    Free,
    /// The answer to an open choice or to a proposal.
    Answer,
}

/// Something a player may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// The nature.
    pub nature: Nature,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The text, if it would share the plain one with another.
    pub name: Option<String>,
}

impl Action {
    /// A movement.
    pub fn movement(steps: impl Into<Vec<Step>>) -> Self {
        Self {
            nature: Nature::Movement,
            steps: steps.into(),
            name: None,
        }
    }

    /// Whether the side passes.
    pub fn is_pass(&self) -> bool {
        self.steps.as_slice() == [Step::Nothing]
    }

    /// A free action.
    pub fn free(steps: impl Into<Vec<Step>>) -> Self {
        Self {
            nature: Nature::Free,
            steps: steps.into(),
            name: None,
        }
    }

    /// An answer.
    pub fn answer(steps: impl Into<Vec<Step>>) -> Self {
        Self {
            nature: Nature::Answer,
            steps: steps.into(),
            name: None,
        }
    }

    /// The place at which it begins, if there is one.
    pub fn from(&self) -> Option<Place> {
        self.steps.iter().find_map(|step| match *step {
            Step::Lift(place) | Step::At(place) | Step::Sweep(place, _) | Step::Swap(place, _) => Some(place),
            _ => None,
        })
    }

    /// The kind that comes from the hand, and where, if one does.
    pub fn dropped(&self) -> Option<(Kind, Square)> {
        self.steps.iter().find_map(|step| match *step {
            Step::Drop(kind, square) => Some((kind, square)),
            _ => None,
        })
    }

    /// The square that is chosen, if one is.
    pub fn choice(&self) -> Option<Square> {
        self.steps.iter().find_map(|step| match *step {
            Step::Choose(square) => Some(square),
            _ => None,
        })
    }

    /// The essence, which leaves out the exposed squares: two actions with one essence are the
    /// same.
    pub fn essence(&self) -> (Vec<Step>, Vec<Square>) {
        let mut steps = self.steps.clone();
        steps.retain(|step| !matches!(step, Step::Expose(_) | Step::Through(_)));
        let mut through = self.through();
        through.sort_unstable();
        (steps, through)
    }

    /// The squares that it captures on, on its way.
    pub fn through(&self) -> Vec<Square> {
        let through = |step: &Step| match step {
            Step::Through(square) => Some(*square),
            _ => None,
        };
        self.steps.iter().filter_map(through).collect()
    }

    /// The unit that it lets in, and the square.
    pub fn lets_in(&self) -> Option<(Kind, Square)> {
        self.steps.iter().find_map(|step| match *step {
            Step::LetIn(kind, square) => Some((kind, square)),
            _ => None,
        })
    }

    /// The steps without the unit that it lets in, and without chosen squares.
    pub fn alone(&self) -> Vec<Step> {
        let moves = |step: &&Step| !matches!(step, Step::LetIn(..) | Step::Choose(_));
        self.steps.iter().filter(moves).copied().collect()
    }

    /// Whether it exposes a square.
    pub fn exposes(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Expose(_)))
    }

    /// Whether a step removes a unit by itself.
    pub fn removes(&self) -> bool {
        self.steps.iter().any(|step| match step {
            Step::Land(_, mode) | Step::Visit(_, mode) => *mode == Mode::Capture,
            Step::Take(..) | Step::Inside(_) | Step::Sweep(..) | Step::Through(_) | Step::Shoot(_) => true,
            Step::Lift(_)
            | Step::Pass(_)
            | Step::Note(_)
            | Step::Exchange(..)
            | Step::Expose(_)
            | Step::Castle(_)
            | Step::At(_)
            | Step::Become(..)
            | Step::Petrify
            | Step::Seize(_)
            | Step::Past(_)
            | Step::Volley(_)
            | Step::Swap(..)
            | Step::Drop(..)
            | Step::LetIn(..)
            | Step::Choose(_)
            | Step::Nothing
            | Step::Say(..)
            | Step::Accept
            | Step::Name(..) => false,
        })
    }
}
