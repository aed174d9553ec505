//! Hooks: mechanics that rules name with `use NAME(key: value, ...)`. Hooks know nothing of each
//! other.
//!
//! Each hook is one file of this directory. Its [`HookInfo`] has its name and parameters; the
//! registry is the list of all of them.

mod all_round;
mod bait;
mod denial;
mod disguise;
mod passing_capture;
mod pawn_steps;
mod raise;
mod second_step;
mod statues;
mod weapon;

pub use all_round::AllRound;
pub use bait::Bait;
pub use denial::Denial;
pub use disguise::Disguise;
pub use passing_capture::PassingCapture;
pub use pawn_steps::PawnSteps;
pub use raise::Raise;
pub use second_step::SecondStep;
pub use statues::Statues;
pub use weapon::Weapon;

use crate::board::Topology;
use crate::engine::layout::{FullLarge, FullSmall};
use crate::engine::{ABSORPTION, CompileError, Effects};
use crate::mechanics::Mechanic;
use crate::rules::{HookUse, Ruleset, Side};
use serde::{Deserialize, Serialize};

/// A hook and its use.
#[derive(Clone, Copy, Debug)]
pub struct HookInfo {
    /// The name after `use`.
    pub name: &'static str,
    /// The effect, in one line.
    pub summary: &'static str,
    /// The effect, in full.
    pub doc: &'static str,
    /// The parameters, in the order in which they are documented.
    pub parameters: &'static [ParameterInfo],
    /// A declaration as an author would write it, with the declarations that chess lacks for it.
    pub example: &'static str,
    /// The key of the extended FEN that belongs to it, if it remembers anything.
    pub position_key: Option<&'static str>,
    /// The keys that name the side to decide, and not squares of pieces.
    pub turn_keys: &'static [TurnKey],
    /// Whether one variant may use it several times.
    pub repeatable: bool,
    /// The contribution when a variant is compiled, if there is one.
    pub effects: Option<ReadEffects>,
    /// The function by which it takes part in the game, if it does.
    pub event: Option<Event>,
    /// Whether it adds moves, or changes, moves or brings in pieces. A piece's movement then does
    /// not show everything that the piece can do.
    pub adds_moves: bool,
    /// Whether its movements are chains, of which a listing follows a limited number.
    pub chains: bool,
    /// The signs of move texts to which it gives a meaning.
    pub signs: &'static [&'static str],
    /// The parts of one use in these rules that cannot be intended, such as a parameter without
    /// effect. They become warnings.
    pub remarks: fn(&Parameters, &Ruleset, &Topology) -> Vec<Remark>,
}

impl HookInfo {
    /// A whole ruleset that uses it.
    pub fn ruleset(&self) -> String {
        format!(
            "variant \"Example\" extends chess\n\n{}\n",
            self.example.trim_end()
        )
    }
}

/// A key of positions that names the side to decide.
#[derive(Clone, Copy, Debug)]
pub struct TurnKey {
    /// The key, as in `denial=b`.
    pub key: &'static str,
    /// A sentence for players, in lower case; `{side}` stands for the side that the key names.
    pub says: &'static str,
}

impl TurnKey {
    /// The sentence about a side.
    pub fn sentence(self, side: Side) -> String {
        self.says.replace("{side}", side.name())
    }
}

/// Something about one use of a hook that an author should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The parameter with the fault; `None` for the whole use.
    pub parameter: Option<&'static str>,
    /// The remark, in lower case.
    pub message: String,
    /// The subject.
    pub about: About,
}

/// The subject of a [`Remark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The hook, or a parameter, has no effect.
    Effect,
    /// The hook needs a goal, or pieces, that the rules do not have. The text is what to write.
    Goal(&'static str),
}

/// For hooks that have nothing to remark.
pub fn no_remarks(_: &Parameters, _: &Ruleset, _: &Topology) -> Vec<Remark> {
    Vec::new()
}

/// The contribution of a hook, from its parameters.
pub type ReadEffects = fn(&Parameters) -> Result<Effects, serde_json::Error>;

/// The hook as a mechanic, made from its parameters.
type Read<L> = fn(&Parameters) -> Result<Box<dyn Mechanic<L>>, serde_json::Error>;

/// The functions by which a hook takes part in the game.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    small: Read<FullSmall>,
    #[cfg_attr(ferz_small_boards, expect(dead_code, reason = "both layouts are one"))]
    large: Read<FullLarge>,
}

impl Event {
    /// Takes the same function for each layout.
    pub(crate) const fn new(small: Read<FullSmall>, large: Read<FullLarge>) -> Self {
        Self { small, large }
    }
}

/// A layout in which hooks take part in the game.
pub(crate) trait EventLayout: crate::engine::layout::FullLayout {
    /// The function that makes the hook for this layout.
    fn read(event: &Event) -> Read<Self>;
}

impl EventLayout for FullSmall {
    fn read(event: &Event) -> Read<Self> {
        event.small
    }
}

#[cfg(not(ferz_small_boards))]
impl EventLayout for FullLarge {
    fn read(event: &Event) -> Read<Self> {
        event.large
    }
}

/// The additions of one use of a hook when a variant is compiled.
///
/// # Errors
/// If there is no such hook or its parameters do not fit. Rules that were lowered from text always
/// fit.
pub fn effects_of(hook: &HookUse) -> Result<Effects, CompileError> {
    let wrong = |message: String| CompileError::Hook {
        name: hook.name.clone(),
        message,
    };
    let info = get(&hook.name).ok_or_else(|| wrong("there is no such hook".to_owned()))?;
    match info.effects {
        Some(effects) => effects(&hook.parameters).map_err(|e| wrong(e.to_string())),
        None => Ok(Effects::default()),
    }
}

/// Whether one use of a hook, or of a mechanic in the language, takes part in the game.
pub fn takes_part(hook: &HookUse) -> bool {
    match &hook.says {
        Some(says) => says.restrictions.take_part(),
        None => get(&hook.name).is_some_and(|info| info.event.is_some()),
    }
}

/// Whether something in the rules takes part in the game: a use, or an entry of `rules`.
pub fn take_part(rules: &Ruleset) -> bool {
    rules.restrictions.take_part() || rules.hooks.iter().any(takes_part)
}

/// The mechanic of one use, if it takes part in the game.
pub(crate) fn event<L: EventLayout>(
    hook: &HookUse,
) -> Result<Option<Box<dyn Mechanic<L>>>, serde_json::Error> {
    get(&hook.name)
        .and_then(|info| info.event.as_ref())
        .map(|event| L::read(event)(&hook.parameters))
        .transpose()
}

/// The parameters of one use, as [`crate::rules::HookUse`] holds them.
pub type Parameters = indexmap::IndexMap<String, serde_json::Value>;

/// Reads the parameters of one use into a hook's own struct.
///
/// # Errors
/// If they do not fit it. Rules that were lowered from text always fit.
pub fn read<T: serde::de::DeserializeOwned>(parameters: &Parameters) -> Result<T, serde_json::Error> {
    serde_json::from_value(object(parameters))
}

/// A function of its own, so that it is compiled once and not for each hook.
fn object(parameters: &Parameters) -> serde_json::Value {
    let mut object = serde_json::Map::new();
    for (key, value) in parameters {
        object.insert(key.clone(), value.clone());
    }
    serde_json::Value::Object(object)
}

/// One parameter of a hook.
#[derive(Clone, Copy, Debug)]
pub struct ParameterInfo {
    /// The name before the colon.
    pub name: &'static str,
    /// The kind of its value.
    pub kind: ParameterKind,
    /// The value if none is given, as an author would write it; `None` if the parameter must be
    /// given.
    pub default: Option<&'static str>,
    /// The meaning.
    pub doc: &'static str,
}

/// The kind of a parameter's value, with its form in [`crate::rules::HookUse::parameters`].
#[derive(Clone, Copy, Debug)]
pub enum ParameterKind {
    /// `white` or `black`: `"white"`.
    Side,
    /// `white`, `black` or `both`: `"both"`.
    Sides,
    /// A set of squares as written, not mirrored: `["a1", "b1"]`, in board order.
    Squares,
    /// A set of squares for each side, Black's mirrored: `{"white": ["a1"], "black": ["a8"]}`.
    Zone,
    /// A kind of piece: `"queen"`.
    Piece,
    /// Kinds of pieces, `a | b` or `[a, b]`, or `all`: `["queen", "rook"]`.
    Pieces,
    /// A movement, as the IR has it: [`crate::rules::Movement`].
    Movement,
    /// A whole number within bounds, both included: `3`.
    Number {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// `yes` or `no`: `true`.
    Bool,
    /// One of these words: `"diagonal"`.
    Word(&'static [&'static str]),
    /// Any name, such as the reason of an outcome: `"short-circuit"`.
    Name,
    /// A single upper-case letter: `"O"`.
    Letter,
    /// A text in quotes.
    Text,
    /// One or more of the eight directions from the side's view, `forward | left` or `[forward,
    /// left]`, or `orthogonal`, `diagonal`, `all`. In the rules: `["forward", "left"]`, clockwise
    /// from `forward`.
    Directions,
    /// `[a, b]` or a single one: a list of values of the inner kind.
    List(&'static ParameterKind),
}

impl ParameterKind {
    /// A value of the kind, in an author's words.
    pub fn words(&self) -> String {
        match self {
            Self::Side => "white or black".to_owned(),
            Self::Sides => "white, black or both".to_owned(),
            Self::Squares => "squares, as written".to_owned(),
            Self::Zone => "squares, mirrored for Black".to_owned(),
            Self::Piece => "a piece".to_owned(),
            Self::Pieces => "pieces".to_owned(),
            Self::Movement => "a movement".to_owned(),
            Self::Number { min, max } => format!("a number from {min} to {max}"),
            Self::Bool => "yes or no".to_owned(),
            Self::Word(words) => words.join(", "),
            Self::Name => "a name".to_owned(),
            Self::Letter => "an upper-case letter".to_owned(),
            Self::Text => "a text in quotes".to_owned(),
            Self::Directions => "directions".to_owned(),
            Self::List(inner) => format!("a list: {}", inner.words()),
        }
    }
}

/// The eight directions of a side as [`ParameterKind::Directions`] holds them, clockwise from
/// straight ahead.
pub const DIRECTIONS: [&str; 8] = [
    "forward",
    "forward-right",
    "right",
    "backward-right",
    "backward",
    "backward-left",
    "left",
    "forward-left",
];

/// One side or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sides {
    /// Both.
    #[default]
    Both,
    /// White only.
    White,
    /// Black only.
    Black,
}

impl Sides {
    /// Whether the side is one of them.
    pub const fn has(self, side: crate::rules::Side) -> bool {
        matches!(
            (self, side),
            (Self::Both, _)
                | (Self::White, crate::rules::Side::White)
                | (Self::Black, crate::rules::Side::Black)
        )
    }
}

/// All hooks, sorted by name.
pub fn registry() -> &'static [HookInfo] {
    REGISTRY
}

/// The key of that name, if it names the side to decide and a hook has it.
pub fn turn_key(key: &str) -> Option<TurnKey> {
    let mut keys = registry().iter().flat_map(|hook| hook.turn_keys);
    keys.find(|turn| turn.key == key).copied()
}

/// The list is a static: a constant would be copied into every crate that uses it, and with it the
/// code of all mechanics.
static REGISTRY: &[HookInfo] = &[
    all_round::INFO,
    bait::INFO,
    denial::INFO,
    disguise::INFO,
    passing_capture::INFO,
    pawn_steps::INFO,
    raise::INFO,
    second_step::INFO,
    statues::INFO,
    weapon::INFO,
];

/// Two mechanics with contradicting meanings, and the reason: no variant can use both.
#[derive(Clone, Copy, Debug)]
pub struct Contradiction {
    /// The mechanics, in the order of their names.
    pub hooks: [&'static str; 2],
    /// The reason, as a sentence.
    pub reason: &'static str,
}

/// All pairs of mechanics that contradict each other.
pub const CONTRADICTIONS: &[Contradiction] = &[Contradiction {
    hooks: [ABSORPTION, weapon::INFO.name],
    reason: "Both define the gain of a captor, and both write it beside the piece in positions.",
}];

/// The hook of that name.
pub fn get(name: &str) -> Option<&'static HookInfo> {
    registry().iter().find(|hook| hook.name == name)
}
