//! One game of a study.

use super::mechanics::Mechanics;
use crate::engine::Engine;
use crate::limits::{Control, Level, Limits, Settings};
use crate::patience::patient;
use crate::random::{Random, mix};
use ferz::Decision;
use ferz::engine::{Game, Move, Outcome, Variant};
use ferz::rules::Side;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// After this many plies a game is no longer worth its time.
const LONGEST: usize = 600;
/// How many moves are kept of the beginning of a game.
const OPENING: usize = 4;
/// Every this many plies the pieces are counted.
const SAMPLE: usize = 8;

/// How the games of a study are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// Positions looked at for each move.
    pub nodes: u64,
    /// The seed of everything random.
    pub seed: u64,
    /// Plies at random at the beginning of each game.
    pub random_plies: usize,
    /// The opponent of ferz, with alternating colours; `None`: ferz itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Against>,
}

/// An opponent in a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Against {
    /// Any legal move, each equally likely.
    Random,
    /// ferz at a level.
    Level(u8),
}

/// The record of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// The number, from 0.
    pub game: usize,
    /// The winner; `None` is a draw.
    pub winner: Option<Side>,
    /// The rule that has ended it; `length`: none, it was too long.
    pub reason: String,
    /// How many moves were played.
    pub plies: usize,
    /// Legal moves, added up over all positions.
    pub choices: u64,
    /// The first moves.
    pub opening: Vec<String>,
    /// The numbers of deeds: captures, promotions, checks ...
    pub deeds: BTreeMap<String, u64>,
    /// White's pieces less Black's by kind, every few plies.
    pub samples: Vec<Vec<i8>>,
    /// Whether ferz had White, in games against another player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ferz_white: Option<bool>,
}

/// The engine that plays the games of studies: a small table, since it forgets it before each game.
/// Games are the same wherever they are played with it.
#[doc(hidden)]
pub fn player(variant: &Variant) -> Engine {
    let settings = Settings {
        hash: 2,
        ..Settings::default()
    };
    Engine::new(variant, settings)
}

/// Plays a game; `None` if it was stopped. The engine forgets all other games first. The actions of
/// `mechanics` are counted.
pub fn play(
    engine: &mut Engine,
    mechanics: &Mechanics,
    setup: &Setup,
    number: usize,
    control: &Control,
) -> Option<Played> {
    let never = Arc::new(AtomicBool::new(false));
    let all = || played(engine, mechanics, setup, number, control);
    patient(control, &never, None, all).flatten()
}

fn played(
    engine: &mut Engine,
    mechanics: &Mechanics,
    setup: &Setup,
    number: usize,
    control: &Control,
) -> Option<Played> {
    let variant = &engine.variant().clone();
    // Pairs of games against another player begin with the same moves.
    let pair = if setup.against.is_some() {
        number / 2
    } else {
        number
    };
    let seed = mix(setup.seed.wrapping_mul(0x9E37_79B9).wrapping_add(pair as u64));
    let mut random = Random::new(seed);
    let ferz_white = setup.against.map(|_| number.is_multiple_of(2));
    let mut played = Played {
        game: number,
        winner: None,
        reason: "length".to_owned(),
        plies: 0,
        choices: 0,
        opening: Vec::new(),
        deeds: BTreeMap::new(),
        samples: Vec::new(),
        ferz_white,
    };
    engine.forget();
    let mut game = Game::new(variant, variant.start());
    while game.moves().len() < LONGEST {
        if control.is_stopped() {
            return None;
        }
        if let Some(outcome) = over(&game) {
            (played.winner, played.reason) = (outcome.winner, outcome.reason.to_string());
            break;
        }
        let moves = variant.legal_moves(game.position());
        let mv = choose(engine, setup, &game, &moves, &mut random, (seed, ferz_white))?;
        if control.is_stopped() {
            return None;
        }
        note(&mut played, &game, &moves, mv);
        mechanics.note(variant, game.position(), &moves, mv, &mut played.deeds);
        game.play(mv);
    }
    played.plies = game.moves().len();
    Some(played)
}

/// How the game has ended; draws are claimed.
fn over(game: &Game) -> Option<Outcome> {
    game.outcome().or_else(|| game.claim())
}

/// The next move: random in the opening, then by the player to move.
fn choose(
    engine: &mut Engine,
    setup: &Setup,
    game: &Game,
    moves: &[Move],
    random: &mut Random,
    (seed, ferz_white): (u64, Option<bool>),
) -> Option<Move> {
    let variant = game.variant();
    let at_random = moves.get(random.below(moves.len())).copied();
    if game.moves().len() < setup.random_plies {
        return at_random;
    }
    let white = variant.turn(game.position()) == Side::White;
    let other = setup
        .against
        .filter(|_| ferz_white.is_some_and(|ferz| ferz != white));
    let mut settings = Settings {
        seed,
        noise: 10,
        ..engine.settings()
    };
    let mut limits = Limits {
        nodes: Some(setup.nodes),
        ..Limits::default()
    };
    match other {
        Some(Against::Random) => return at_random,
        Some(Against::Level(level)) => {
            let level = Level::new(level)?;
            settings = level.settings(settings);
            limits.nodes = level.limits().nodes.min(limits.nodes.max(Some(200_000)));
        }
        None => {}
    }
    if matches!(setup.against, Some(Against::Level(_))) {
        // Neither side is to know what the other has found out.
        engine.forget();
    }
    engine.set(settings);
    let choice = engine.think(game, &limits, &Control::default(), &mut |_| ())?;
    Some(choice.best)
}

/// Keeps what is counted about a move.
fn note(played: &mut Played, game: &Game, moves: &[Move], mv: Move) {
    let (variant, position) = (game.variant(), game.position());
    played.choices += moves.len() as u64;
    let ply = game.moves().len();
    if ply < OPENING
        && let Some(i) = moves.iter().position(|&legal| legal == mv)
    {
        played
            .opening
            .extend(variant.sans(position, moves).into_iter().nth(i));
    }
    let after = variant.play(position, mv);
    let drops = variant.dropped(position, mv).is_some();
    let deeds = [
        ("captures", variant.is_capture(position, mv)),
        ("en passant", mv.is_en_passant()),
        ("castlings", mv.is_castling()),
        ("promotions", !drops && variant.promotion(mv).is_some()),
        ("drops", drops),
        ("walls", variant.walls(&after) != variant.walls(position)),
        ("squares chosen", mv.chosen().is_some()),
        ("pieces let in", mv.lets_in()),
        ("further moves of a turn", variant.part(position).0 > 1),
        ("shots", mv.is_shot()),
        ("passes", mv.is_pass()),
        ("checks", variant.in_check(&after)),
        ("decisions", variant.decision(position) != Decision::Move),
    ];
    for (name, done) in deeds {
        if done {
            *played.deeds.entry(name.to_owned()).or_default() += 1;
        }
    }
    if ply >= SAMPLE && ply.is_multiple_of(SAMPLE) {
        let mut counts = vec![0i8; variant.rules().pieces.len()];
        variant.each_piece(position, |_, kind, side| {
            let one = if side == Side::White { 1 } else { -1 };
            counts[kind] = counts[kind].saturating_add(one);
        });
        played.samples.push(counts);
    }
}
