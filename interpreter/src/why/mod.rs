//! Why a move is not possible, in the player's terms.
//!
//! The reasons are found by asking for the smallest difference that would allow the move: the same
//! position under rules that know nothing but how the pieces move ([`ways_only`], and the hooks
//! that give moves), without the piece that is in the way, with an enemy to capture, with a piece
//! to hop over. So nothing here depends on how a movement is written or on how the engine works.
//! Reasons that only a mechanic knows are in a file of `mechanics`, one for each hook.

#![expect(
    clippy::result_large_err,
    reason = "a reason is told once, not passed through loops"
)]

mod again;
mod algebraic;
mod asker;
mod between;
mod beyond;
mod castling;
mod choices;
mod control;
mod culprits;
mod drops;
pub mod ending;
mod field;
mod first;
mod forbidden;
mod gates;
mod lifted;
mod limits;
mod mechanics;
mod occupant;
mod outside;
mod reason;
mod spoken;
mod texts;
mod walls;
mod way;
mod words;
mod written;

#[doc(hidden)]
pub use occupant::{Attacked, Occupant};
pub use reason::Reason;
#[doc(hidden)]
pub use way::way;
#[doc(hidden)]
pub use written::squares_of;

use crate::dialects::{Legal, Meaning, meaning};
use crate::engine::{Move, Position, Variant};
use crate::rules::{Act, HookUse, PerSide, Proviso, RoyalAttack, RoyalRule, Royalty, Ruleset, Walls};
use asker::Asker;
use ferz_engine::hooks::{self, HookInfo};
use std::sync::{Arc, OnceLock};
use written::{has_plus, is_same_san, simple_coordinates, simple_san, without_ornaments};

/// The answers about a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It can be played.
    Legal(Move),
    /// It cannot.
    Illegal(Reason),
}

/// The same rules with only the movements of the pieces left: no royals, no goals, no duties, no
/// hooks. Under them every pseudo-legal move is legal.
#[doc(hidden)]
pub fn ways_only(rules: &Ruleset) -> Ruleset {
    by_themselves(ways_with(rules, |_| false))
}

/// The same rules without what takes part in turns.
fn by_themselves(mut rules: Ruleset) -> Ruleset {
    rules.restrictions = rules.restrictions.field();
    rules.start = plain_fen(&rules, &rules.start, &[]);
    rules
}

/// [`ways_only`], with some of the hooks, and the rules that take part in turns.
fn ways_with(rules: &Ruleset, keeps: impl Fn(&HookUse) -> bool) -> Ruleset {
    let mut bare = rules.clone();
    bare.hooks.retain(keeps);
    let mut bare = bare.dissolved().into_owned();
    for piece in bare.pieces.values_mut() {
        piece.royal.white = false;
        piece.royal.black = false;
    }
    for castling in &mut bare.castling {
        castling.safe.0.clear();
    }
    bare.royalty = Royalty {
        rule: PerSide::both(RoyalRule::All),
        attack: RoyalAttack::Paths,
        sacrifice: false,
        no_trade: false,
    };
    for drop in &mut bare.drops {
        drop.must = false;
    }
    for promotion in &mut bare.promotions {
        promotion.no_check = false;
        promotion.condition = Proviso::default();
    }
    again::without(&mut bare.effects);
    bare.end.only_promotions = None;
    // Walls that stand are where they are; how moves put them is asked apart.
    bare.walls = bare.walls.as_ref().map(|walls| Walls {
        called: walls.called.clone(),
        ..Walls::standing()
    });
    bare.end.goals.clear();
    if let Some(turns) = &mut bare.turns {
        turns.free();
    }
    bare.restrictions = bare.restrictions.ways();
    bare.start = plain_fen(&bare, &rules.start, &[]);
    bare
}

/// A position's text without the fields that belong to goals and hooks, but for those of some keys.
fn plain_fen(rules: &Ruleset, fen: &str, keys: &[&str]) -> String {
    let keeps = |word: &&str| match word.split_once('=') {
        Some((key, _)) => {
            matches!(key, "moved" | "passes") || keys.contains(&key) || rules.board.extra.contains_key(key)
        }
        None => true,
    };
    fen.split_whitespace().filter(keeps).collect::<Vec<_>>().join(" ")
}

/// Tells why moves of one variant are not possible. Its facts about the rules are worked out once.
#[derive(Debug)]
#[doc(hidden)]
pub struct Explainer<'v> {
    variant: &'v Variant,
    twins: Arc<Twins>,
}

/// Variants with rules that differ in what an [`Explainer`] asks about, each made when it is first
/// needed. Explainers of one variant may share them.
#[derive(Debug)]
#[doc(hidden)]
pub struct Twins {
    /// How the pieces go, with everything that hooks add.
    ways: OnceLock<Option<Variant>>,
    /// How they move by the rules' own movements, to ask for the difference that would allow a
    /// move.
    field: OnceLock<Option<Variant>>,
    /// The rules where fewer effects forbid: first without all that do, then without each of them
    /// in turn.
    allowing: Vec<OnceLock<Option<Variant>>>,
}

impl Twins {
    /// Those of a variant.
    pub fn of(variant: &Variant) -> Arc<Self> {
        Arc::new(Self {
            ways: OnceLock::new(),
            field: OnceLock::new(),
            allowing: vec![OnceLock::new(); variant.played().effects.len() + 1],
        })
    }
}

impl<'v> Explainer<'v> {
    /// For a variant.
    pub fn new(variant: &'v Variant) -> Self {
        Self::with(variant, Twins::of(variant))
    }

    /// For a variant with known twins of its own.
    pub const fn with(variant: &'v Variant, twins: Arc<Twins>) -> Self {
        Self { variant, twins }
    }

    /// The variant.
    pub fn variant(&self) -> &'v Variant {
        self.variant
    }

    fn ways(&self) -> Option<&Variant> {
        let gives_moves = |hook: &HookUse| {
            hook.says.is_some() || hooks::get(&hook.name).is_some_and(|info| info.adds_moves)
        };
        let make = || {
            let rules = self.variant.rules();
            let ways = Variant::new(ways_with(rules, gives_moves));
            ways.or_else(|_| Variant::new(ways_only(rules))).ok()
        };
        self.twins.ways.get_or_init(make).as_ref()
    }

    fn field(&self) -> Option<&Variant> {
        let is_flat = |hook: &HookUse| {
            let adds = |info: &HookInfo| info.adds_moves && info.event.is_none();
            hook.says.is_some() || hooks::get(&hook.name).is_some_and(adds)
        };
        let make = || {
            let rules = self.variant.rules();
            let field = Variant::new(by_themselves(ways_with(rules, is_flat)));
            field.or_else(|_| Variant::new(ways_only(rules))).ok()
        };
        self.twins.field.get_or_init(make).as_ref()
    }

    /// The variant where one effect, or all of them, no longer make moves impossible.
    fn allowing(&self, effect: Option<usize>) -> Option<&Variant> {
        let make = || {
            let mut rules = self.variant.played().clone();
            for (i, other) in rules.effects.iter_mut().enumerate() {
                let lets_go = effect.is_none_or(|effect| effect == i);
                other.acts.retain(|act| *act != Act::Forbid || !lets_go);
            }
            rules.effects.retain(|effect| !effect.acts.is_empty());
            Variant::new(rules).ok()
        };
        let number = effect.map_or(0, |effect| effect + 1);
        self.twins.allowing[number].get_or_init(make).as_ref()
    }

    /// Whether a move text, in UCI or standard algebraic notation, can be played in a position, and
    /// if not, why.
    ///
    /// Forgives what does no harm: capital letters, `-` between squares, missing `+`, `x` or `=`.
    pub fn why(&self, position: &Position, text: &str) -> Verdict {
        let (variant, text) = (self.variant, without_ornaments(text));
        if let Err(error) = variant.knows(position) {
            return Verdict::Illegal(Reason::told("other-variant", error.to_string(), Vec::new()));
        }
        if let Some(outcome) = variant.outcome(position) {
            return Verdict::Illegal(Reason::GameOver(outcome));
        }
        let legal = variant.legal_moves(position);
        let texts = variant.move_texts(position, &legal);
        let plain = simple_coordinates(text, has_plus(variant.rules()));
        if let Some(verdict) = self.listed(position, text, &plain, (&legal, &texts)) {
            return verdict;
        }
        let written = [text, plain.as_str()];
        if let Some(objection) = written.iter().find_map(|t| variant.objection(position, t)) {
            return Verdict::Illegal(Reason::Objection(objection));
        }
        match Asker::new(self, position, legal, texts) {
            Some(asker) => match asker.ask(text, &plain) {
                Verdict::Legal(mv) => match asker.legal.iter().position(|&legal| legal == mv) {
                    Some(i) => self.meant(position, text, (mv, &asker.texts[i])),
                    None => Verdict::Legal(mv),
                },
                Verdict::Illegal(Reason::Unreadable { text, advice }) if advice.is_empty() => {
                    let advice = self.example(position, &asker.legal, &asker.texts);
                    Verdict::Illegal(Reason::Unreadable { text, advice })
                }
                illegal => illegal,
            },
            None => Verdict::Illegal(Reason::Forbidden),
        }
    }

    /// How moves are written: the first one, in both ways.
    fn example(&self, position: &Position, legal: &[Move], texts: &[String]) -> String {
        let Some(text) = texts.first() else {
            return String::new();
        };
        match self.variant.sans(position, legal).first() {
            Some(san) if san != text => format!("moves are written like `{text}` or `{san}`"),
            _ => format!("moves are written like `{text}`"),
        }
    }

    /// The move that a text means. A piece that can shoot where it can go does the one or the
    /// other: a sign of a capture is no ornament.
    fn meant(&self, position: &Position, text: &str, (mv, own): (Move, &str)) -> Verdict {
        let variant = self.variant;
        // Squares and pieces may be called `x`, too.
        let crosses = |text: &str| text.matches(['x', ':']).count();
        let ornaments = variant.sans(position, &[mv]).iter().map(|san| crosses(san)).max();
        let captures = crosses(text) > crosses(own).max(ornaments.unwrap_or(0));
        if !captures || mv.is_pass() || variant.is_capture(position, mv) {
            return Verdict::Legal(mv);
        }
        let to = variant.topology().name(mv.to()).to_owned();
        Verdict::Illegal(Reason::NoCapture {
            to,
            choice: own.to_owned(),
        })
    }

    /// The reasons that do not depend on how the pieces move.
    fn listed(
        &self,
        position: &Position,
        text: &str,
        plain: &str,
        (legal, texts): (&[Move], &[String]),
    ) -> Option<Verdict> {
        if let Some(i) = texts.iter().position(|t| t == text) {
            return Some(Verdict::Legal(legal[i]));
        }
        let sans = self.variant.sans(position, legal);
        if let Some(i) = sans.iter().position(|san| san == text) {
            return Some(Verdict::Legal(legal[i]));
        }
        let moves = Legal {
            variant: self.variant,
            position,
            moves: legal,
            texts,
        };
        let ambiguous = |choices| {
            let text = text.to_owned();
            Some(Verdict::Illegal(Reason::Ambiguous { text, choices }))
        };
        match meaning(moves, text) {
            Meaning::One(mv, _) => {
                let own = legal.iter().position(|&legal| legal == mv);
                let own = own.map_or(text, |i| texts[i].as_str());
                return Some(self.meant(position, text, (mv, own)));
            }
            Meaning::Several(several) => {
                return ambiguous(several.into_iter().map(|(text, _)| text).collect());
            }
            Meaning::Nothing => {}
        }
        let found = same_san(&sans, text);
        match found[..] {
            [i] => return Some(self.meant(position, text, (legal[i], &texts[i]))),
            [] => {}
            _ => return ambiguous(found.iter().map(|&i| texts[i].clone()).collect()),
        }
        if let Some(i) = texts.iter().position(|t| t == plain) {
            return Some(self.meant(position, text, (legal[i], &texts[i])));
        }
        // Letters that are written otherwise today, or in full.
        if let Some(mv) = [text, plain]
            .iter()
            .find_map(|text| self.variant.find_move(position, text))
        {
            return Some(Verdict::Legal(mv));
        }
        matches!(text, "0000" | "--" | "pass").then(|| self.passed(position, legal))
    }

    /// Whether the side may pass.
    fn passed(&self, position: &Position, legal: &[Move]) -> Verdict {
        match legal.iter().find(|mv| mv.is_pass()) {
            Some(&mv) => Verdict::Legal(mv),
            None => Verdict::Illegal(Reason::NoPass(self.variant.turn(position))),
        }
    }
}

/// Which moves a text in algebraic notation may mean, ornaments apart.
fn same_san(sans: &[String], text: &str) -> Vec<usize> {
    let simple = simple_san(text);
    let found: Vec<usize> = (0..sans.len())
        .filter(|&i| simple_san(&sans[i]) == simple)
        .collect();
    // If a piece may move to a square with and without a capture, the sign of captures tells which
    // is meant.
    let exact = found.iter().find(|&&i| is_same_san(&sans[i], text));
    match exact {
        Some(&exact) if found.len() > 1 => vec![exact],
        _ => found,
    }
}

/// [`Explainer::why`] for a single move.
pub fn why(variant: &Variant, position: &Position, text: &str) -> Verdict {
    Explainer::new(variant).why(position, text)
}
