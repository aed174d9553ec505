//! Goals and results: the words, and what there is to know of each kind of goal.
//!
//! A kind of goal is a file here, with its [`Form`]. Lowering reads goals by these forms and `text` writes them; the
//! lints and `why` ask the [`GoalKind`]. A new kind needs its condition in the IR, its test in the engine, a file here
//! and its sentence in the page of rules.

mod checks;
mod extinct;
mod reach;

use super::{Table, Word, word};
use crate::rules::{GoalCondition, PieceName, Score, Side, SquareName, Squares};

/// Results, for the side that a rule speaks of.
pub const SCORES: Table<Score> = Table(&[
    word("win", Score::Win, "the side wins"),
    word("draw", Score::Draw, "nobody wins"),
    word("loss", Score::Loss, "the side loses"),
]);

/// What goals ask for.
pub const GOALS: Table<&Form> = Table(&[verb(&reach::FORM), verb(&extinct::FORM), verb(&checks::FORM)]);

const fn verb(form: &'static Form) -> Word<&'static Form> {
    word(form.word, form, form.help)
}

/// What there is to ask of a condition.
pub fn kind(condition: &GoalCondition) -> &dyn GoalKind {
    match condition {
        GoalCondition::Reach(reach) => reach,
        GoalCondition::Extinct(extinct) => extinct,
        GoalCondition::Checks(checks) => checks,
    }
}

/// How a kind of goal is written: `word PIECES NUMBER on SQUARES, OPTION, ...`, as far as it has them.
#[derive(Debug)]
pub struct Form {
    /// The word that it begins with.
    pub word: &'static str,
    /// What it asks for, in a line for people.
    pub help: &'static str,
    /// Whether pieces are named, and whether they may be counted each by itself.
    pub pieces: Option<Counting>,
    /// The question to ask, with the way out, when the squares are missing; none if it has no squares.
    pub squares: Option<(&'static str, &'static str)>,
    /// The number that it needs, if any.
    pub number: Option<Number>,
    /// The options that it has, its result aside.
    pub options: &'static [GoalOption],
    /// The result for the side, if none is written.
    pub score: Score,
    /// The condition of what is written; [`GoalKind::written`] is the way back.
    pub condition: fn(Written) -> GoalCondition,
}

/// How the pieces of a goal are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Together.
    Together,
    /// Together, or with `each` every kind by itself.
    OrEach,
}

/// A number in a goal.
#[derive(Debug)]
pub struct Number {
    /// The question to ask when it is missing.
    pub question: &'static str,
    /// What to write.
    pub help: &'static str,
    /// What it is, as in messages: `the number of checks`.
    pub name: &'static str,
    /// The smallest and the largest.
    pub range: (u32, u32),
}

/// One side's condition as it is written, names resolved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Kinds of pieces.
    pub pieces: Vec<PieceName>,
    /// Squares.
    pub zone: Squares,
    /// The number.
    pub number: u32,
    /// The options in the order in which they are printed, each with its number, which is 0 if it has none.
    pub options: Vec<(GoalOption, u32)>,
}

impl Written {
    /// The number of an option; `None` if it is not written.
    pub fn option(&self, wanted: GoalOption) -> Option<u32> {
        let mut options = self.options.iter();
        options
            .find(|(option, _)| *option == wanted)
            .map(|(_, number)| *number)
    }
}

/// What an option of a goal says, its result aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalOption {
    /// Only by the side's own move.
    OwnMove,
    /// The opponent may answer.
    Reply,
    /// How many may be left.
    AtMost,
    /// How many the opponent must have.
    Opponent,
}

impl GoalOption {
    /// Whether a number follows.
    pub const fn is_counted(self) -> bool {
        matches!(self, Self::AtMost | Self::Opponent)
    }
}

/// Options of goals.
pub const GOAL_OPTIONS: Table<GoalOption> = Table(&[
    word(
        "own-move",
        GoalOption::OwnMove,
        "only right after the side's own move",
    ),
    word("at-most", GoalOption::AtMost, "`at-most 1`: so many may be left"),
    word(
        "opponent",
        GoalOption::Opponent,
        "`opponent 2`: only if the opponent has at least so many",
    ),
    word(
        "reply",
        GoalOption::Reply,
        "the other side may still answer in kind",
    ),
]);

/// What stands between the pieces of a goal and the squares.
pub const ON: Table<()> = Table(&[word("on", (), "`reach king on last rank`: the squares")]);

/// What may stand behind a limit.
pub const CLAIM: Table<()> = Table(&[word("claim", (), "`3 draw claim`: only if a player claims it")]);

/// Pieces of a goal that are not named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// All kinds, counted together.
    All,
    /// Every kind by itself.
    Each,
}

/// Words for the pieces of a goal.
pub const KINDS: Table<Kinds> = Table(&[
    word("all", Kinds::All, "all kinds of pieces, counted together"),
    word(
        "each",
        Kinds::Each,
        "`extinct each`: every kind of piece by itself",
    ),
]);

/// What there is to ask of the condition of a goal. `side` is always the side whose goal it is.
pub trait GoalKind {
    /// How the kind is written.
    fn form(&self) -> &'static Form;

    /// The condition as it is written; [`Form::condition`] is the way back.
    fn written(&self) -> Written;

    /// Whether the board is as the condition has it, whoever has moved.
    fn holds(&self, side: Side, board: &dyn Standing) -> bool;

    /// Whether it may be reached in the start position, before any move.
    fn is_tested_at_the_start(&self) -> bool {
        true
    }

    /// Tells what is the case when it is reached.
    fn tell(&self, side: Side, board: &mut dyn Telling);

    /// Why no game can come to it, if none can: `the king never gets to rank 8`.
    fn obstacle(&self, side: Side, prospects: &dyn Prospects) -> Option<String>;

    /// Whether it holds whenever another does, for the same side.
    fn covers(&self, other: &GoalCondition) -> bool;

    /// Whether it is about giving check.
    fn is_about_check(&self) -> bool {
        false
    }
}

/// A position, as goals see it.
pub trait Standing {
    /// Where the side's pieces of these kinds stand.
    fn pieces(&self, side: Side, kinds: &[PieceName]) -> Vec<SquareName>;
}

/// A position of which one tells something.
pub trait Telling: Standing {
    /// The pieces on some squares, listed: `the white king on e8 and ...`.
    fn listed(&self, squares: &[SquareName]) -> String;
    /// A set of squares in few words.
    fn squares(&self, zone: &Squares) -> String;
    /// Marks squares.
    fn mark(&mut self, squares: &[SquareName]);
    /// Adds a sentence, without its capital and its full stop.
    fn say(&mut self, sentence: String);
}

/// What can come about in games of a variant.
pub trait Prospects {
    /// What becomes of the side's pieces of these kinds as to some squares.
    fn fate(&self, side: Side, kinds: &[PieceName], zone: &Squares) -> Fate;
    /// Those of the kinds that are royal, and how many of these pieces the side never loses.
    fn kept(&self, side: Side, kinds: &[PieceName]) -> (Vec<PieceName>, usize);
    /// A set of squares in few words.
    fn squares(&self, zone: &Squares) -> String;
}

/// What becomes of pieces as to some squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// One may come to stand there.
    Stands,
    /// One may come there, but then becomes something else.
    Promotes,
    /// None comes there.
    NeverComes,
    /// There never is one.
    NeverExists,
}

/// Names of pieces with `or`: `queen, rook or bishop`.
fn or(names: &[PieceName]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

fn all_of<T: PartialEq>(few: &[T], many: &[T]) -> bool {
    few.iter().all(|one| many.contains(one))
}
