//! The rules that act in play: each effect, power, gate, drop, promotion, castling and goal.
//!
//! An effect, a power or a gate has happened where the rules without it allow other moves, see
//! another outcome or lead elsewhere. So nothing here depends on how a rule works.

use crate::engine::{Game, Move, Outcome, Position, Variant};
use crate::rules::{Castling, Drop, Goal, Power, Promotion, Ruleset, Side, Squares};
use crate::text;
use std::collections::BTreeSet;

use super::Random;

/// Something that the rules provide for, and that happens in some position or by some move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Happening {
    /// The subject, in the words of the language where it has some: `on capture { remove: mover }`.
    pub what: String,
    /// The first position in which it happened.
    pub fen: String,
    /// The move by which it happened there, if it was one.
    pub by: Option<String>,
    /// The position, or the outcome, after it.
    pub then: Option<String>,
}

/// How it is seen that something happens.
#[derive(Debug)]
enum Sign {
    /// The rules without it do something else.
    Without(Box<Variant>),
    /// A kind of a side can be dropped.
    Drop(Side, usize),
    /// A kind of a side can become another one.
    Promotion(Side, usize, usize),
    /// A king can castle between two squares.
    Castling(Side, [String; 2]),
    /// The game ends for this reason.
    End(String),
}

/// Looks at positions until everything that the rules provide for has been seen.
#[derive(Debug)]
#[doc(hidden)]
pub struct Watch<'v> {
    variant: &'v Variant,
    open: Vec<(String, Sign)>,
    /// The happenings seen, in the order of the rules.
    seen: Vec<(usize, Happening)>,
    order: Vec<String>,
}

/// A position, and the variants made of it.
struct Scene<'s> {
    position: &'s Position,
    legal: &'s [Move],
    texts: &'s [String],
    /// The move that was made, and where it led.
    made: Option<(usize, &'s Position)>,
    outcome: Option<&'s Outcome>,
}

impl<'v> Watch<'v> {
    /// For a variant; all is still to be seen.
    pub fn new(variant: &'v Variant) -> Self {
        let open = provided(variant);
        Self {
            variant,
            order: open.iter().map(|(what, _)| what.clone()).collect(),
            open,
            seen: Vec::new(),
        }
    }

    /// Plays a random game of at most `plies` plies, and looks at each of its positions. Returns
    /// the number of moves.
    pub fn play(&mut self, seed: u64, plies: usize) -> usize {
        let variant = self.variant;
        let mut random = Random::new(seed);
        let mut game = Game::new(variant, variant.start());
        while game.moves().len() < plies && !self.open.is_empty() {
            let position = game.position().clone();
            let outcome = game.outcome();
            let legal = match outcome {
                Some(_) => Vec::new(),
                None => variant.legal_moves(&position),
            };
            let texts = variant.move_texts(&position, &legal);
            // Sorted, so that the order in which moves are found does not matter.
            let mut order: Vec<usize> = (0..legal.len()).collect();
            order.sort_by(|&a, &b| texts[a].cmp(&texts[b]));
            let choice = order.get(random.below(order.len())).copied();
            if let Some(i) = choice {
                game.play(legal[i]);
            }
            self.look(&Scene {
                position: &position,
                legal: &legal,
                texts: &texts,
                made: choice.map(|i| (i, game.position())),
                outcome: outcome.as_ref(),
            });
            if choice.is_none() {
                break;
            }
        }
        game.moves().len()
    }

    fn look(&mut self, scene: &Scene<'_>) {
        let variant = self.variant;
        let open = std::mem::take(&mut self.open);
        for (what, sign) in open {
            let Some((by, then)) = happens(variant, &sign, scene) else {
                self.open.push((what, sign));
                continue;
            };
            let index = self.order.iter().position(|other| *other == what).unwrap_or(0);
            let fen = variant.fen(scene.position);
            let happening = Happening { what, fen, by, then };
            self.seen.push((index, happening));
        }
    }

    /// The subjects that have not been seen, in the order of the rules.
    pub fn unseen(&self) -> Vec<&str> {
        self.open.iter().map(|(what, _)| what.as_str()).collect()
    }

    /// Whether there is anything to look for.
    pub fn is_done(&self) -> bool {
        self.open.is_empty()
    }

    /// Everything that was seen, in the order of the rules.
    pub fn seen(&self) -> Vec<&Happening> {
        let mut seen: Vec<&(usize, Happening)> = self.seen.iter().collect();
        seen.sort_by_key(|(index, _)| *index);
        seen.into_iter().map(|(_, happening)| happening).collect()
    }
}

/// The move by which something happens, and its result; `None` if it does not happen.
fn happens(variant: &Variant, sign: &Sign, scene: &Scene<'_>) -> Option<(Option<String>, Option<String>)> {
    let turn = variant.turn(scene.position);
    let moved = |kind: usize, mv: &Move| {
        variant
            .piece_at(scene.position, mv.start())
            .is_some_and(|(moved, _)| moved == kind)
    };
    let by = |test: &dyn Fn(&Move) -> bool| {
        let i = scene.legal.iter().position(test)?;
        let then = variant.fen(&variant.play(scene.position, scene.legal[i]));
        Some((Some(scene.texts[i].clone()), Some(then)))
    };
    match sign {
        Sign::Without(without) => differs(variant, without, scene),
        Sign::Drop(side, kind) if *side == turn => {
            by(&|mv| variant.dropped(scene.position, *mv) == Some(*kind))
        }
        Sign::Promotion(side, kind, to) if *side == turn => {
            by(&|mv| variant.promotion(*mv) == Some(*to) && moved(*kind, mv))
        }
        Sign::Castling(side, [from, to]) if *side == turn => by(&|mv| {
            let name = |square| variant.topology().name(square);
            mv.is_castling() && name(mv.start()) == from && name(mv.to()) == to
        }),
        Sign::Drop(..) | Sign::Promotion(..) | Sign::Castling(..) => None,
        Sign::End(reason) => {
            let outcome = scene.outcome.filter(|outcome| outcome.reason == *reason)?;
            Some((None, Some(outcome.to_string())))
        }
    }
}

/// A position in which the rules differ without something.
fn differs(
    variant: &Variant,
    without: &Variant,
    scene: &Scene<'_>,
) -> Option<(Option<String>, Option<String>)> {
    if scene.outcome.is_some() {
        return None;
    }
    let there = without.position(&variant.fen(scene.position)).ok()?;
    let others = without.legal_moves(&there);
    let listed: BTreeSet<String> = without.move_texts(&there, &others).into_iter().collect();
    let own: BTreeSet<String> = scene.texts.iter().cloned().collect();
    if let Some(text) = own.symmetric_difference(&listed).next() {
        let then = match own.contains(text) {
            true => "it is possible only by this",
            false => "this makes it impossible",
        };
        return Some((Some(text.clone()), Some(then.to_owned())));
    }
    let (i, after) = scene.made?;
    let text = &scene.texts[i];
    let elsewhere = without.play(&there, without.find_move(&there, text)?);
    let then = variant.fen(after);
    (without.fen(&elsewhere) != then).then(|| (Some(text.clone()), Some(then)))
}

/// Everything that the rules provide for and that can be seen, each once.
fn provided(variant: &Variant) -> Vec<(String, Sign)> {
    let rules = variant.played();
    let mut list: Vec<(String, Sign)> = Vec::new();
    let mut add = |what: String, sign: Option<Sign>| {
        if let Some(sign) = sign.filter(|_| !list.iter().any(|(known, _)| *known == what)) {
            list.push((what, sign));
        }
    };
    let without = |change: &dyn Fn(&mut Ruleset)| {
        let mut rules = rules.clone();
        change(&mut rules);
        let variant = Variant::new(rules).ok()?;
        Some(Sign::Without(Box::new(variant)))
    };
    for (i, effect) in rules.effects.iter().enumerate() {
        let sign = without(&|rules| drop(rules.effects.remove(i)));
        add(text::effect(effect, &rules.board), sign);
    }
    for (i, power) in rules.powers.iter().enumerate() {
        let sign = without(&|rules| drop(rules.powers.remove(i)));
        add(named(power), sign);
    }
    let kind = |name: &str| rules.pieces.get_index_of(name);
    for (i, rule) in rules.drops.iter().enumerate() {
        let Drop { side, piece, .. } = rule;
        if !rule.zone.0.is_empty() {
            let sign = kind(piece).map(|kind| Sign::Drop(*side, kind));
            add(format!("{side} drops {piece}"), sign);
        }
        if !rule.gate.0.is_empty() {
            let sign = without(&|rules| rules.drops[i].gate = Squares::default());
            add(format!("{side} lets {piece} in at a gate"), sign);
        }
    }
    for Promotion { side, piece, to, .. } in &rules.promotions {
        for becomes in to {
            let sign = kind(piece)
                .zip(kind(becomes))
                .map(|(from, to)| Sign::Promotion(*side, from, to));
            add(format!("{side} promotes {piece} to {becomes}"), sign);
        }
    }
    for Castling {
        side,
        king_from,
        king_to,
        ..
    } in &rules.castling
    {
        let ends = [king_from.clone(), king_to.clone()];
        let what = format!("{side} castles from {king_from} to {king_to}");
        add(what, Some(Sign::Castling(*side, ends)));
    }
    for Goal { reason, .. } in &rules.end.goals {
        let sign = Sign::End(reason.clone());
        add(format!("the game ends by {reason}"), Some(sign));
    }
    list
}

/// The name of a power.
fn named(power: &Power) -> String {
    format!("power {}", power.name)
}
