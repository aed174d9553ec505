//! `rules`: duties and prohibitions of a side besides keeping its royals safe, and joint actions of
//! its pieces. Does not know which moves they leave: that is `engine::restrictions` and the
//! generator.

use super::{Beyond, Kinds, Movement, PerSide, PieceName, Side};
use serde::{Deserialize, Serialize};

/// The key of positions for absorbed movements.
#[doc(hidden)]
pub const ABSORBED: &str = "absorbed";

/// The block `rules`: restrictions of the legal moves beyond the safety of royals, and joint
/// actions of a side's pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restrictions {
    /// Whether a side that can capture must do so (antichess).
    pub must_capture: PerSide<bool>,
    /// Whether a side must capture as many pieces in its turn as it can.
    #[serde(default, skip_serializing_if = "PerSide::is_default")]
    pub most_captures: PerSide<bool>,
    /// Whether nothing is captured.
    #[serde(default, skip_serializing_if = "PerSide::is_default")]
    pub no_captures: PerSide<bool>,
    /// Whether no move may give check (racing kings).
    pub no_check: PerSide<bool>,
    /// Whether a move may give check only if it mates.
    #[serde(default, skip_serializing_if = "PerSide::is_default")]
    pub only_mate: PerSide<bool>,
    /// Whether a capture along a movement exposes the same squares as the movement does.
    #[serde(default, skip_serializing_if = "PerSide::is_default")]
    pub exposed_captures: PerSide<bool>,
    /// Whether none of the side's pieces changes places with another while the side is in check.
    #[serde(default, skip_serializing_if = "PerSide::is_default")]
    pub no_swaps_in_check: PerSide<bool>,
    /// Whether the side's pieces promote that arrive on a mandatory square by other means than
    /// their own move (the opponent moves them, they change places). They promote once the move is
    /// over.
    #[serde(default, skip_serializing_if = "PerSide::is_default")]
    pub late_promotions: PerSide<Late>,
    /// When the side passes (`0000`).
    pub pass: PerSide<Pass>,
    /// Whether royals of both sides that face each other on an open file or rank must be parted by
    /// the side's next move (bikjang of janggi). The side may pass instead if that ends the game by
    /// a goal, even in check.
    #[serde(default, skip_serializing_if = "PerSide::is_default")]
    pub bikjang: PerSide<bool>,
    /// The movement along which no move of the side may leave a royal of the opponent seeing one of
    /// its own. That is no check.
    #[serde(default, skip_serializing_if = "PerSide::is_default")]
    pub apart: PerSide<Option<Movement>>,
    /// Kinds of which two pieces of a side may exchange places as a move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exchange: Vec<Exchange>,
    /// The movements that captors absorb from captured pieces; several entries add up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absorb: Vec<Absorb>,
    /// The rules by which pieces take part in turns.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub beyond: Beyond,
}

/// A rule that holds for both sides, for one or for neither.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct SidesRule {
    /// The entry that makes it hold: `KEY`, or `KEY: no`.
    pub name: &'static str,
    /// The sides for which it holds.
    pub get: fn(&Restrictions) -> PerSide<bool>,
    /// Sets the sides for which it holds.
    pub set: fn(&mut Restrictions, PerSide<bool>),
    /// Whether the fast ways of listing moves do not know it.
    rich: bool,
    /// Whether it concerns how pieces move.
    ways: bool,
}

/// A row of [`SIDES_RULES`].
macro_rules! rule {
    ($name:literal, $field:ident, rich: $rich:literal, ways: $ways:literal) => {
        SidesRule {
            name: $name,
            get: |rules| rules.$field,
            set: |rules, sides| rules.$field = sides,
            rich: $rich,
            ways: $ways,
        }
    };
}

/// All rules that hold for both sides, for one or for neither.
#[doc(hidden)]
pub const SIDES_RULES: &[SidesRule] = &[
    rule!("must-capture", must_capture, rich: false, ways: false),
    rule!("captures: no", no_captures, rich: false, ways: false),
    rule!("no-check", no_check, rich: false, ways: false),
    rule!("most-captures", most_captures, rich: true, ways: false),
    rule!("only-mate", only_mate, rich: true, ways: false),
    rule!("exposed-captures", exposed_captures, rich: true, ways: true),
    rule!("swaps-in-check: no", no_swaps_in_check, rich: true, ways: false),
    rule!("bikjang", bikjang, rich: true, ways: false),
];

impl SidesRule {
    /// The rule with a name. A constant for a name that no rule has does not compile.
    pub const fn named(name: &str) -> &'static Self {
        let mut i = 0;
        while !is_same(SIDES_RULES[i].name, name) {
            i += 1;
        }
        &SIDES_RULES[i]
    }
}

/// Whether two texts are the same, in constants.
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut i = 0;
    while i < one.len() && i < other.len() && one[i] == other[i] {
        i += 1;
    }
    i == one.len() && i == other.len()
}

fn is_nothing(beyond: &Beyond) -> bool {
    !beyond.takes_part()
}

/// Two pieces of a side may exchange places as a move, wherever they stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// The piece that the move's text names first.
    pub of: PieceName,
    /// The other.
    pub with: PieceName,
}

/// Captors absorb the movements of their victims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Absorb {
    /// The kinds that absorb.
    pub by: Kinds,
    /// The kinds whose movements are absorbed, in the order of their letters in positions.
    pub of: Vec<PieceName>,
}

impl Restrictions {
    /// Whether it has parts that the fast ways of listing moves do not know.
    pub fn is_rich(&self) -> bool {
        let holds = |rule: &SidesRule| rule.rich && !(rule.get)(self).is_default();
        self.adds_ways() || SIDES_RULES.iter().any(holds)
    }

    /// Whether some entry takes part in turns.
    pub fn take_part(&self) -> bool {
        self.beyond.takes_part() || !self.late_promotions.is_default()
    }

    /// Whether pieces move in ways that their movements do not show.
    pub fn adds_ways(&self) -> bool {
        !self.exchange.is_empty() || !self.absorb.is_empty() || self.beyond.adds_ways()
    }

    /// The part of it that concerns how pieces move.
    #[must_use]
    pub fn ways(&self) -> Self {
        Self {
            beyond: self.beyond.ways(),
            ..self.field()
        }
    }

    /// The parts of it that concern how pieces move.
    #[must_use]
    pub fn field(&self) -> Self {
        let mut field = Self {
            exchange: self.exchange.clone(),
            absorb: self.absorb.clone(),
            ..Self::default()
        };
        for rule in SIDES_RULES.iter().filter(|rule| rule.ways) {
            (rule.set)(&mut field, (rule.get)(self));
        }
        field
    }

    /// The key of positions that belongs to it, if it makes pieces remember something.
    pub fn position_key(&self) -> Option<&'static str> {
        let absorbed = (!self.absorb.is_empty()).then_some(ABSORBED);
        absorbed.or_else(|| self.beyond.position_key())
    }

    /// Adds other restrictions. Every prohibition and every duty of either then holds.
    pub fn join(&mut self, more: &Self) {
        for rule in SIDES_RULES {
            let (one, other) = ((rule.get)(self), (rule.get)(more));
            let either = PerSide::new(one.white || other.white, one.black || other.black);
            (rule.set)(self, either);
        }
        let pass = |one: Pass, other: Pass| if one == Pass::Never { other } else { one };
        let Self {
            late_promotions,
            apart,
            exchange,
            absorb,
            beyond,
            pass: passes,
            ..
        } = self;
        beyond.join(&more.beyond);
        *late_promotions = PerSide::new(
            late_promotions.white.or(more.late_promotions.white),
            late_promotions.black.or(more.late_promotions.black),
        );
        for side in Side::ALL {
            let both = [apart[side].take(), more.apart[side].clone()];
            let mut parts: Vec<Movement> = both.into_iter().flatten().collect();
            apart[side] = match parts.len() {
                0 | 1 => parts.pop(),
                _ => Some(Movement::Union(parts)),
            };
        }
        exchange.extend(more.exchange.iter().cloned());
        absorb.extend(more.absorb.iter().cloned());
        *passes = PerSide::new(
            pass(passes.white, more.pass.white),
            pass(passes.black, more.pass.black),
        );
    }
}

/// Whether pieces promote that come to a mandatory square other than by their own move, and the
/// side that chooses the new kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Late {
    /// They do not.
    #[default]
    Never,
    /// They do; the owner of the piece chooses.
    Own,
    /// They do; the side that has moved chooses.
    Mover,
}

impl Late {
    /// Whether they do.
    pub fn happens(self) -> bool {
        self != Self::Never
    }

    /// The side that chooses for a piece of side `own` after a move of side `mover`.
    #[must_use]
    pub fn chooser(self, own: Side, mover: Side) -> Side {
        if self == Self::Mover { mover } else { own }
    }

    /// The value that holds if two are given.
    fn or(self, other: Self) -> Self {
        if self == Self::Never { other } else { self }
    }
}

/// When a side may pass, text `0000`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pass {
    /// Never.
    #[default]
    Never,
    /// When it has no other legal move, and some but not all of its royals are attacked (`EN-16`).
    /// Never if all royals must be safe, because an attacked one is mated then.
    Forced,
    /// Whenever passing leaves its royals safe.
    Allowed,
    /// When it has no other legal move, and passing leaves its royals safe.
    Stuck,
}
