//! Goals and results: the words, and the facts about each kind of goal.
//!
//! A kind of goal is a file here, with its [`Form`]. Lowering reads goals by these forms and `text`
//! writes them; the lints and `why` ask the [`GoalKind`]. A new kind needs its condition in the IR,
//! its test in the engine, a file here and its sentence in the page of rules.

mod barred;
mod checks;
mod extinct;
mod join;
mod line;
mod most;
mod reach;
mod square;

use super::{Table, Word, word};
use crate::rules::{GoalCondition, PieceName, Rows, Score, Side, SquareName, Squares};

/// Results, for the side that a rule speaks of.
pub const SCORES: Table<Score> = Table(&[
    word("win", Score::Win, "the side wins"),
    word("draw", Score::Draw, "nobody wins"),
    word("loss", Score::Loss, "the side loses"),
]);

/// The results of a limit: a score, or a count of the pieces.
pub const LIMITS: Table<Option<Score>> = Table(&[
    word("win", Some(Score::Win), "the side wins"),
    word("draw", Some(Score::Draw), "nobody wins"),
    word("loss", Some(Score::Loss), "the side loses"),
    word(
        "most",
        None,
        "`3 most`: the side with more pieces wins, by the goal that counts them",
    ),
]);

/// The conditions of goals.
pub const GOALS: Table<&Form> = Table(&[
    verb(&reach::FORM),
    verb(&extinct::FORM),
    verb(&checks::FORM),
    verb(&line::FORM),
    verb(&square::FORM),
    verb(&join::FORM),
    verb(&most::FORM),
    verb(&barred::FORM),
]);

const fn verb(form: &'static Form) -> Word<&'static Form> {
    word(form.word, form, form.help)
}

/// The questions that a condition answers.
pub fn kind(condition: &GoalCondition) -> &dyn GoalKind {
    match condition {
        GoalCondition::Reach(reach) => reach,
        GoalCondition::Extinct(extinct) => extinct,
        GoalCondition::Checks(checks) => checks,
        GoalCondition::Line(line) => line,
        GoalCondition::Square(square) => square,
        GoalCondition::Join(join) => join,
        GoalCondition::Most(most) => most,
        GoalCondition::Barred(barred) => barred,
    }
}

/// How a kind of goal is written: `word PIECES NUMBER on SQUARES with SQUARES, OPTION, ...`, as far
/// as it has them.
#[derive(Debug)]
pub struct Form {
    /// The word that it begins with.
    pub word: &'static str,
    /// The condition in a line for people.
    pub help: &'static str,
    /// Whether pieces are named, and whether they may be counted each by itself.
    pub pieces: Option<Counting>,
    /// The question to ask, with the way out, when the squares are missing; none if it has no
    /// squares.
    pub squares: Option<(&'static str, &'static str)>,
    /// The same for the squares behind `with`.
    pub with: Option<(&'static str, &'static str)>,
    /// The number that it needs, if any.
    pub number: Option<Number>,
    /// The options that it has, its result aside.
    pub options: &'static [GoalOption],
    /// The options one of which must be given, and the question and the advice if none is.
    pub needs: Option<(&'static [GoalOption], &'static str, &'static str)>,
    /// The result for the side, if none is written.
    pub score: Score,
    /// The condition of a written goal; [`GoalKind::written`] is the way back.
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
    /// The form to write.
    pub help: &'static str,
    /// The name in messages: `the number of checks`.
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
    /// Further squares.
    pub with: Squares,
    /// The number.
    pub number: u32,
    /// The options in the order in which they are printed, each with its number, which is 0 if it
    /// has none.
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

/// The options of a goal, its result aside.
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
    /// How many must be there.
    AtLeast,
    /// One is enough where no square is empty.
    Filled,
    /// Only what the opponent cannot capture.
    Safe,
    /// Still so after the opponent's turn.
    Held,
    /// Rows along files and ranks.
    Orthogonal,
    /// Rows along diagonals.
    Diagonal,
    /// Rows along files.
    Vertical,
    /// Rows along ranks.
    Sideways,
    /// With anything between.
    Apart,
    /// When the board is full.
    Full,
    /// When the side to move has no move.
    Stuck,
    /// After this many passes.
    Passes,
    /// After a pass that leaves royals facing each other.
    Facing,
    /// Pieces count what they are worth.
    ByValue,
    /// So much is taken off the side's own count.
    Less,
    /// No chain between them.
    Touch,
}

impl GoalOption {
    /// The name of its number in messages, the smallest and the largest.
    pub const fn number(self) -> (&'static str, (u32, u32)) {
        match self {
            Self::Passes => ("the number of passes", (1, 9)),
            _ => ("the number of pieces", (0, 256)),
        }
    }

    /// Whether a number follows.
    pub const fn is_counted(self) -> bool {
        matches!(
            self,
            Self::AtMost | Self::Opponent | Self::AtLeast | Self::Passes | Self::Less
        )
    }

    /// Whether its number has decimals; it stands in hundredths then.
    pub const fn is_decimal(self) -> bool {
        matches!(self, Self::Less)
    }
}

/// Options of goals.
pub const GOAL_OPTIONS: Table<GoalOption> = Table(&[
    word(
        "own-move",
        GoalOption::OwnMove,
        "only right after the side's own move",
    ),
    word(
        "at-most",
        GoalOption::AtMost,
        "`at-most 1`: this many may be left",
    ),
    word(
        "opponent",
        GoalOption::Opponent,
        "`opponent 2`: only if the opponent has at least this many",
    ),
    word(
        "reply",
        GoalOption::Reply,
        "the other side may still answer in kind",
    ),
    word("at-least", GoalOption::AtLeast, "`at-least 3`: this many of them"),
    word(
        "filled",
        GoalOption::Filled,
        "one of them is enough if no square is empty",
    ),
    word(
        "safe",
        GoalOption::Safe,
        "only pieces that the opponent could not capture there",
    ),
    word(
        "held",
        GoalOption::Held,
        "only when the side is to move again; asked before other goals",
    ),
    word("orthogonal", GoalOption::Orthogonal, "along files and ranks only"),
    word("diagonal", GoalOption::Diagonal, "along diagonals only"),
    word("vertical", GoalOption::Vertical, "along files only"),
    word("sideways", GoalOption::Sideways, "along ranks only"),
    word("apart", GoalOption::Apart, "anything may stand between them"),
    word("full", GoalOption::Full, "when no square of the board is empty"),
    word(
        "stuck",
        GoalOption::Stuck,
        "when a side that is not in check has no move",
    ),
    word(
        "passes",
        GoalOption::Passes,
        "`passes 2`: after this many passes in a row",
    ),
    word(
        "facing",
        GoalOption::Facing,
        "after a pass that leaves royals face to face on an open file or rank",
    ),
    word("by-value", GoalOption::ByValue, "pieces count by their `value`"),
    word(
        "less",
        GoalOption::Less,
        "`less 1.5`: this much is taken off the side's own count",
    ),
    word(
        "touch",
        GoalOption::Touch,
        "one piece beside another, without a chain between them",
    ),
]);

/// The word between the pieces of a goal and the squares.
pub const ON: Table<()> = Table(&[word("on", (), "`reach king on last rank`: the squares")]);

/// The word between the first squares of a goal and the others.
pub const WITH: Table<()> = Table(&[word(
    "with",
    (),
    "`join stone on file a, with file h`: the other squares",
)]);

/// The words that may stand behind a limit.
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

/// Questions about the condition of a goal. `side` is always the side that has the goal.
pub trait GoalKind {
    /// How the kind is written.
    fn form(&self) -> &'static Form;

    /// The condition as it is written; [`Form::condition`] is the way back.
    fn written(&self) -> Written;

    /// Whether the board meets the condition, after a move of either side.
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
    /// The squares of the side's pieces of these kinds.
    fn pieces(&self, side: Side, kinds: &[PieceName]) -> Vec<SquareName>;
    /// The next square in a direction of the compass, from 0 (north) clockwise to 7.
    fn step(&self, from: &str, compass: usize) -> Option<SquareName>;
    /// Whether no piece stands on the square.
    fn is_empty(&self, square: &str) -> bool;
    /// All squares of the board.
    fn board(&self) -> Vec<SquareName>;
    /// How many passes have just followed each other, as far as the rules count them.
    fn passes(&self) -> u32;
    /// The value of a kind of piece, in hundredths, if the rules give it.
    fn value(&self, kind: &str) -> Option<u32>;
    /// Whether royals of both sides face each other on an open file or rank.
    fn royals_face(&self) -> bool;
    /// Whether the opponent of a side could capture on a square.
    fn is_attacked(&self, side: Side, square: &str) -> bool;
    /// The end squares of a side's kings by the castlings to which it has the right.
    fn castlings(&self, side: Side) -> Vec<SquareName>;
}

/// A position that a text describes.
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

/// The things that can come about in games of a variant.
pub trait Prospects {
    /// The fate of the side's pieces of these kinds with regard to some squares.
    fn fate(&self, side: Side, kinds: &[PieceName], zone: &Squares) -> Fate;
    /// Those of the kinds that are royal, and how many of these pieces the side never loses.
    fn kept(&self, side: Side, kinds: &[PieceName]) -> (Vec<PieceName>, usize);
    /// How many pieces of these kinds a side can ever have; `None` if that is not known.
    fn most(&self, side: Side, kinds: &[PieceName]) -> Option<u32>;
    /// A set of squares in few words.
    fn squares(&self, zone: &Squares) -> String;
    /// Whether a player may ever pass.
    fn anybody_passes(&self) -> bool;
    /// How many squares the longest row of the board has.
    fn longest(&self, rows: Rows) -> u32;
    /// How many squares in a row a side's pieces of these kinds can fill at most.
    fn longest_filled(&self, side: Side, kinds: &[PieceName], rows: Rows) -> u32;
    /// How many squares a shortest chain from one set to another has; `None` if there is no chain.
    fn shortest(&self, rows: Rows, from: &Squares, to: &Squares) -> Option<u32>;
    /// Whether each turn is one move.
    fn is_one_move(&self) -> bool;
    /// Whether some square is always empty.
    fn never_fills(&self) -> bool;
    /// Whether the rules give the value of a kind of piece.
    fn has_value(&self, kind: &str) -> bool;
}

/// The possible fates of pieces with regard to some squares.
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

/// Which ways rows go, by the options; without any all of them.
fn rows(written: &Written) -> Rows {
    let has = |option| written.option(option).is_some();
    let rows = Rows {
        vertical: has(GoalOption::Orthogonal) || has(GoalOption::Vertical),
        sideways: has(GoalOption::Orthogonal) || has(GoalOption::Sideways),
        diagonal: has(GoalOption::Diagonal),
    };
    if rows.directions().next().is_none() {
        Rows::ALL
    } else {
        rows
    }
}

/// The options that say which ways rows go.
fn row_options(rows: Rows) -> Vec<(GoalOption, u32)> {
    let straight = match (rows.vertical, rows.sideways) {
        (true, true) => Some(GoalOption::Orthogonal),
        (true, false) => Some(GoalOption::Vertical),
        (false, true) => Some(GoalOption::Sideways),
        (false, false) => None,
    };
    let diagonal = rows.diagonal.then_some(GoalOption::Diagonal);
    let options = straight.into_iter().chain(diagonal);
    if rows.is_all() {
        Vec::new()
    } else {
        options.map(|option| (option, 0)).collect()
    }
}

/// Which ways rows go, for people: `in a row`, `side by side`.
fn row_words(rows: Rows) -> &'static str {
    match (rows.vertical, rows.sideways, rows.diagonal) {
        (true, true, true) => "in a row",
        (true, true, false) => "in a row along a file or rank",
        (true, false, false) => "in a row along a file",
        (false, true, false) => "in a row along a rank",
        (false, false, _) => "in a row along a diagonal",
        (true, false, true) => "in a row along a file or diagonal",
        (false, true, true) => "in a row along a rank or diagonal",
    }
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
