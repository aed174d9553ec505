//! The rules that act in play: each effect, power, gate, drop, promotion, castling and goal.
//!
//! An effect, a power or a gate has happened where the rules without it allow other moves, see
//! another outcome or lead elsewhere. So nothing here depends on how a rule works.

use crate::board::{Bits as _, Square};
use crate::engine::{Game, Move, Outcome, Position, Variant};
use crate::rules::{Castling, Drop, Goal, Power, Promotion, Ruleset, Side, Squares};
use crate::text;
use ferz_engine::order::{sort, sort_by, sort_by_key};
use std::collections::{BTreeSet, HashSet};

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
    /// The rules without a part of the text do something else, or cannot have such a position.
    Spared(Box<Variant>),
    /// A kind of a side can be dropped, which takes the second kind from the hand, if any.
    Drop(Side, usize, Option<usize>),
    /// A kind of a side can become another one.
    Promotion(Side, usize, usize),
    /// A king can castle between two squares, and its partner between the next two.
    Castling(Side, [String; 4]),
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
    /// The kinds of each side that have been on the board, and in a hand.
    stood: HashSet<(Side, usize)>,
    held: HashSet<(Side, usize)>,
}

/// A position, and the variants made of it.
struct Scene<'s> {
    position: &'s Position,
    legal: &'s [Move],
    texts: &'s [String],
    /// The move that was made, and where it led.
    made: Option<(usize, &'s Position)>,
    outcome: Option<&'s Outcome>,
    /// Whether the position is made up; then every one of its moves is tried.
    imagined: bool,
}

impl<'v> Watch<'v> {
    /// A watcher of a variant that has seen nothing yet.
    pub fn new(variant: &'v Variant) -> Self {
        let open = provided(variant);
        Self {
            variant,
            order: open.iter().map(|(what, _)| what.clone()).collect(),
            open,
            seen: Vec::new(),
            stood: HashSet::new(),
            held: HashSet::new(),
        }
    }

    /// Looks for what parts of the text do, too: each with the variant without it.
    pub fn also(&mut self, what: String, without: Variant) {
        if !self.order.contains(&what) {
            self.order.push(what.clone());
            self.open.push((what, Sign::Spared(Box::new(without))));
        }
    }

    /// Plays a random game of at most `plies` plies, and looks at each of its positions. Returns
    /// the number of moves.
    pub fn play(&mut self, seed: u64, plies: usize) -> usize {
        let start = self.variant.start();
        self.play_from(start, (&mut Random::new(seed), plies), false)
    }

    /// The same from a made-up position: that of a random game with a few pieces taken away, moved
    /// or added, and few checks left to be given where those are counted.
    pub fn imagine(&mut self, seed: u64, plies: usize) {
        let mut random = Random::new(seed);
        if let Some(position) = invented(self.variant, &mut random) {
            self.play_from(position, (&mut random, plies), true);
        }
    }

    fn play_from(&mut self, start: Position, (random, plies): (&mut Random, usize), imagined: bool) -> usize {
        let variant = self.variant;
        let mut game = Game::new(variant, start);
        while game.moves().len() < plies && !self.open.is_empty() {
            let position = game.position().clone();
            let outcome = game.outcome();
            let (texts, legal) = match outcome {
                Some(_) => (Vec::new(), Vec::new()),
                None => sorted(variant, &position),
            };
            let choice = (!legal.is_empty()).then(|| random.below(legal.len()));
            if let Some(i) = choice {
                game.play(legal[i]);
            }
            self.look(&Scene {
                position: &position,
                legal: &legal,
                texts: &texts,
                made: choice.map(|i| (i, game.position())),
                outcome: outcome.as_ref(),
                imagined,
            });
            if choice.is_none() {
                break;
            }
        }
        game.moves().len()
    }

    fn look(&mut self, scene: &Scene<'_>) {
        let variant = self.variant;
        let squares = variant.topology().squares().squares();
        let pieces = squares.filter_map(|square| variant.piece_at(scene.position, square));
        self.stood.extend(pieces.map(|(kind, side)| (side, kind)));
        variant.each_in_hand(scene.position, |kind, side, _| {
            self.held.insert((side, kind));
        });
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

    /// The subjects that have not been seen, in the order of the rules, without drops and
    /// promotions of pieces that never existed.
    pub fn unseen(&self) -> Vec<&str> {
        let may = |sign: &Sign| match sign {
            Sign::Drop(side, _, taken) => taken.is_none_or(|kind| self.held.contains(&(*side, kind))),
            Sign::Promotion(side, kind, _) => self.stood.contains(&(*side, *kind)),
            Sign::Without(_) | Sign::Spared(_) | Sign::Castling(..) | Sign::End(_) => true,
        };
        let open = self.open.iter().filter(|(_, sign)| may(sign));
        open.map(|(what, _)| what.as_str()).collect()
    }

    /// Whether there is anything to look for.
    pub fn is_done(&self) -> bool {
        self.open.is_empty()
    }

    /// Everything that was seen, in the order of the rules.
    pub fn seen(&self) -> Vec<&Happening> {
        let mut seen: Vec<&(usize, Happening)> = self.seen.iter().collect();
        sort_by_key(&mut seen, |(index, _)| *index);
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
        Sign::Spared(without) => ends_otherwise(variant, without, scene)
            .then_some((None, None))
            .or_else(|| differs(variant, without, scene)),
        Sign::Drop(side, kind, _) if *side == turn => {
            by(&|mv| variant.dropped(scene.position, *mv) == Some(*kind))
        }
        Sign::Promotion(side, kind, to) if *side == turn => {
            // The moves of some hooks do not name the kind; it stands there after them. A pass has
            // no squares.
            let board = variant.topology().squares();
            let arrives = |mv: &Move| {
                board.has(mv.start()) && board.has(mv.to()) && moved(*kind, mv) && {
                    let after = variant.play(scene.position, *mv);
                    variant.piece_at(&after, mv.to()) == Some((*to, turn))
                }
            };
            by(&|mv| match variant.promotion(*mv) {
                Some(becomes) => becomes == *to && moved(*kind, mv),
                None => arrives(mv),
            })
        }
        Sign::Castling(side, ends) if *side == turn => by(&|mv| castles(variant, scene.position, *mv, ends)),
        Sign::Drop(..) | Sign::Promotion(..) | Sign::Castling(..) => None,
        Sign::End(reason) => ends(variant, reason, scene),
    }
}

/// Tells this castling from other moves. Moves of variants with mechanics do not say that they
/// castle, so the pieces before and after the move decide there.
fn castles(variant: &Variant, position: &Position, mv: Move, [from, to, partner, end]: &[String; 4]) -> bool {
    let square = |name: &String| variant.topology().square(name);
    if mv.is_castling() {
        return Some(mv.start()) == square(from) && Some(mv.to()) == square(to);
    }
    let Some([from, to, partner, end]) = square(from)
        .zip(square(to))
        .zip(square(partner).zip(square(end)))
        .map(|((from, to), (partner, end))| [from, to, partner, end])
    else {
        return false;
    };
    if mv.start() != from || !(mv.to() == to || mv.to() == partner) {
        return false;
    }
    let after = variant.play(position, mv);
    let moved = |from, to| {
        let piece = variant.piece_at(position, from);
        piece.is_some() && piece == variant.piece_at(&after, to)
    };
    moved(from, to) && moved(partner, end)
}

/// The place at which a game ends for a reason: the position, or one of its moves.
fn ends(variant: &Variant, reason: &str, scene: &Scene<'_>) -> Option<(Option<String>, Option<String>)> {
    if let Some(outcome) = scene.outcome {
        return (outcome.reason.as_str() == reason).then(|| (None, Some(outcome.to_string())));
    }
    let ended = |mv: &Move| {
        let outcome = variant.outcome(&variant.play(scene.position, *mv))?;
        (outcome.reason.as_str() == reason).then(|| outcome.to_string())
    };
    let mut moves = scene.texts.iter().zip(scene.legal);
    moves.find_map(|(text, mv)| Some((Some(text.clone()), Some(ended(mv)?))))
}

/// Whether the rules without something end the game where it goes on, or the other way round, or
/// cannot have the position.
fn ends_otherwise(variant: &Variant, without: &Variant, scene: &Scene<'_>) -> bool {
    let Ok(there) = without.position(&variant.fen(scene.position)) else {
        return true;
    };
    variant.outcome(scene.position) != without.outcome(&there)
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
    let leads = |i: usize, then: String| {
        let text = &scene.texts[i];
        let elsewhere = without.play(&there, without.find_move(&there, text)?);
        (without.fen(&elsewhere) != then).then(|| (Some(text.clone()), Some(then)))
    };
    if scene.imagined {
        let after = |i: usize| variant.fen(&variant.play(scene.position, scene.legal[i]));
        return (0..scene.legal.len()).find_map(|i| leads(i, after(i)));
    }
    let (i, after) = scene.made?;
    leads(i, variant.fen(after))
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
            let taken = kind(rule.hand.as_ref().unwrap_or(piece)).filter(|_| !rule.endless);
            let sign = kind(piece).map(|kind| Sign::Drop(*side, kind, taken));
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
    for castling in &rules.castling {
        let (what, sign) = castled(castling);
        add(what, Some(sign));
    }
    for Goal { reason, .. } in &rules.end.goals {
        let sign = Sign::End(reason.clone());
        add(format!("the game ends by {reason}"), Some(sign));
    }
    list
}

/// A castling, in words and as a sign.
fn castled(castling: &Castling) -> (String, Sign) {
    let Castling {
        side,
        king_from,
        king_to,
        rook_from,
        rook_to,
        ..
    } = castling;
    let ends = [king_from, king_to, rook_from, rook_to].map(Clone::clone);
    let what = format!("{side} castles from {king_from} to {king_to}");
    (what, Sign::Castling(*side, ends))
}

/// The legal moves and their texts, sorted by those, so that the order in which moves are found
/// does not matter.
fn sorted(variant: &Variant, position: &Position) -> (Vec<String>, Vec<Move>) {
    let legal = variant.legal_moves(position);
    let mut list: Vec<(String, Move)> = variant
        .move_texts(position, &legal)
        .into_iter()
        .zip(legal)
        .collect();
    sort_by(&mut list, |a, b| a.0.cmp(&b.0));
    list.into_iter().unzip()
}

/// A position of a random game, changed: pieces taken away, moved or added.
fn invented(variant: &Variant, random: &mut Random) -> Option<Position> {
    let squares: Vec<Square> = variant.topology().squares().squares().collect();
    let pieces = &variant.rules().pieces;
    let mut names: Vec<&String> = pieces.keys().collect();
    sort(&mut names);
    let mut position = variant.start();
    for _ in 0..random.below(24) {
        let (_, moves) = sorted(variant, &position);
        if moves.is_empty() || variant.outcome(&position).is_some() {
            break;
        }
        position = variant.play(&position, moves[random.below(moves.len())]);
    }
    // How many of four pieces are taken away.
    let thin = random.below(4);
    for &square in &squares {
        let royal = variant
            .piece_at(&position, square)
            .is_some_and(|(kind, side)| pieces[kind].royal[side]);
        let piece = variant.piece_at(&position, square);
        if royal && random.below(3) == 0 {
            // A royal that stands elsewhere, if the square is empty.
            let to = squares[random.below(squares.len())];
            if variant.piece_at(&position, to).is_none() {
                position = variant.with_piece(&position, square, None);
                position = variant.with_piece(&position, to, piece);
            }
        } else if !royal && random.below(4) < thin {
            position = variant.with_piece(&position, square, None);
        }
    }
    for _ in 0..random.below(4) {
        let kind = pieces.get_index_of(names[random.below(names.len())])?;
        let (side, square) = (Side::ALL[random.below(2)], squares[random.below(squares.len())]);
        if pieces[kind].letter[side].is_some() && !pieces[kind].royal[side] {
            position = variant.with_piece(&position, square, Some((kind, side)));
        }
    }
    let fen = variant.fen(&position);
    let fields = fen.split(' ').map(|field| match field.starts_with("checks=") {
        true => "checks=1+1",
        false => field,
    });
    let fen: Vec<&str> = fields.collect();
    variant.position(&fen.join(" ")).ok()
}

/// The name of a power.
fn named(power: &Power) -> String {
    format!("power {}", power.name)
}
