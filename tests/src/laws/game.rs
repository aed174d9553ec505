//! Random games under the laws.

use super::judge::{Broken, Trail, Verdict};
use super::positions::{Setting, child, position};
use super::questions::{question, questions};
use crate::clock::Clock;
use crate::slow::duel::Random;
use ferz::diff::{self, Pair};
use ferz::engine::{Game, Move, Position, Variant};
use ferz::why::Explainer;
use ferz::why::ending::ending_of;
use std::time::Duration;

/// Plies of a game.
const PLIES: usize = 40;
/// Games by one ruleset.
const GAMES: u64 = 2;
/// After this long a ruleset has been played enough.
const ENOUGH: Duration = Duration::from_millis(300);

/// Whether two positions are the same to everybody who looks.
fn same(variant: &Variant, one: &Position, other: &Position) -> bool {
    one == other && variant.fen(one) == variant.fen(other)
}

/// Plays games from the start.
pub(super) fn played(variant: &Variant, seed: u64, trail: &Trail) -> Result<Verdict, Broken> {
    itself(variant, seed, trail)?;
    let start = variant.start();
    trail.asks("reads the start");
    // `ferz check` warns of starts that cannot occur: then there is no game, and nothing to hold.
    if variant.position(&variant.fen(&start)).is_err() {
        return Ok(Verdict::Keeps {
            positions: 0,
            questions: 0,
        });
    }
    let (mut positions, mut asked) = (0, 0);
    let begun = Clock::start();
    let explainer = Explainer::new(variant);
    for game in 0..GAMES {
        let setting = Setting {
            variant,
            explainer: &explainer,
            trail,
        };
        let random = Random(seed.wrapping_mul(31) ^ game);
        let counts = one_game(
            &setting,
            variant.start(),
            random,
            ENOUGH.saturating_sub(begun.elapsed()),
        )?;
        positions += counts.0;
        asked += counts.1;
        if begun.elapsed() > ENOUGH {
            break;
        }
    }
    Ok(Verdict::Keeps {
        positions,
        questions: asked,
    })
}

/// Plays some moves from a position, asks about the first that is not legal, and then plays what
/// chance has.
pub(super) fn from_position(
    variant: &Variant,
    fen: &str,
    asked: &str,
    trail: &Trail,
) -> Result<Verdict, Broken> {
    let start = if fen == "start" {
        Ok(variant.start())
    } else {
        variant.position(fen)
    };
    let Ok(mut now) = start else {
        return Ok(Verdict::Refused);
    };
    let explainer = Explainer::new(variant);
    let setting = Setting {
        variant,
        explainer: &explainer,
        trail,
    };
    let mut positions = 1;
    for word in asked.split_whitespace().map(|word| word.replace('_', " ")) {
        let word = word.as_str();
        trail.change(|broken| broken.fen = variant.fen(&now));
        let listed = position(&setting, &now, &mut Random(positions))?;
        question(&setting, &now, &listed, word)?;
        let Some(at) = listed.texts.iter().position(|text| text == word) else {
            break;
        };
        let next = variant.play(&now, listed.moves[at]);
        child(&setting, &now, &next, word)?;
        trail.change(|broken| broken.moves.push(word.to_owned()));
        now = next;
        positions += 1;
    }
    for seed in 0..6 {
        one_game(&setting, now.clone(), Random(seed), Duration::ZERO)?;
    }
    Ok(Verdict::Keeps {
        positions,
        questions: positions,
    })
}

/// A ruleset differs from itself in nothing, also when it was printed in between.
fn itself(variant: &Variant, seed: u64, trail: &Trail) -> Result<(), Broken> {
    if seed & 3 != 0 {
        return Ok(());
    }
    trail.asks("compares the rules with themselves");
    let rules = variant.rules();
    let Ok(pair) = Pair::new(rules.clone(), rules.clone()) else {
        return Err(Broken::new("rules compile twice", "the second time they do not"));
    };
    let changes = diff::changes(&pair);
    if let Some(change) = changes.first() {
        return Err(Broken::new("a ruleset equals itself", format!("{change:?}")));
    }
    let begun = Clock::start();
    let found = diff::search_while(&pair, 60, &|_| begun.elapsed() < ENOUGH);
    found.difference.map_or(Ok(()), |difference| {
        Err(Broken {
            fen: difference.fen.clone(),
            ..Broken::new("a ruleset equals itself", format!("{difference:?}"))
        })
    })
}

/// Plays a game, and counts positions and questions.
fn one_game(
    setting: &Setting<'_>,
    start: Position,
    mut random: Random,
    within: Duration,
) -> Result<(u64, u64), Broken> {
    let (variant, trail, begun) = (setting.variant, setting.trail, Clock::start());
    let mut game = Game::new(variant, start.clone());
    let mut now = start.clone();
    let (mut texts, mut positions, mut asked) = (Vec::new(), 0, 0);
    let mut before: Vec<String> = Vec::new();
    trail.change(|broken| broken.moves.clear());
    for ply in 0..PLIES {
        positions += 1;
        trail.change(|broken| broken.fen = variant.fen(&now));
        let listed = position(setting, &now, &mut random)?;
        if listed.moves.is_empty() || variant.outcome(&now).is_some() {
            trail.asks("tells the ending");
            let _ = ending_of(&game);
            break;
        }
        asked += questions(setting, &now, &listed, &before, &mut random)?;
        let chosen = random.below(listed.moves.len());
        let (mv, text) = (listed.moves[chosen], listed.texts[chosen].clone());
        trail.asks(format!("plays `{text}`"));
        let next = variant.play(&now, mv);
        child(setting, &now, &next, &text)?;
        pushed(setting, &mut game, (mv, &text, &next), ply)?;
        trail.change(|broken| broken.moves.push(text.clone()));
        texts.push(text);
        before = listed.texts;
        now = next;
        if begun.elapsed() > within || game.outcome().is_some() {
            break;
        }
    }
    again(setting, &start, &texts, &now)?;
    Ok((positions, asked))
}

/// A game that hears of a move, by one notation or the other, comes to where the move leads.
fn pushed(
    setting: &Setting<'_>,
    game: &mut Game,
    (mv, text, next): (Move, &str, &Position),
    ply: usize,
) -> Result<(), Broken> {
    let variant = setting.variant;
    let word = if ply.is_multiple_of(2) {
        text.to_owned()
    } else {
        variant.san(game.position(), mv).unwrap_or_default()
    };
    setting.trail.asks(format!("pushes `{word}`"));
    match game.push(&word) {
        Ok(found) if found == mv && same(variant, game.position(), next) => Ok(()),
        Ok(found) => Err(setting.broken(
            "a game comes to where its moves lead",
            format!(
                "`{word}` is {mv:?}, found {found:?}: {}",
                variant.fen(game.position())
            ),
        )),
        // A game may have ended by earlier positions.
        Err(_) if game.outcome().is_some() => Ok(()),
        Err(reason) => Err(setting.broken(
            "a game accepts every legal move",
            format!("`{word}` (`{text}`): {reason}"),
        )),
    }
}

/// The texts of a game lead to its last position, and every position of it is found in its history.
fn again(setting: &Setting<'_>, start: &Position, texts: &[String], last: &Position) -> Result<(), Broken> {
    let variant = setting.variant;
    setting.trail.asks("plays the game again");
    let mut game = Game::new(variant, start.clone());
    for text in texts {
        match variant.find_move(game.position(), text) {
            Some(mv) => game.play(mv),
            None => {
                return Err(setting.broken("a game can be played again", format!("`{text}` is not found")));
            }
        }
    }
    if !same(variant, game.position(), last) {
        let fen = variant.fen(game.position());
        return Err(setting.broken("a game can be played again", format!("it ends at {fen}")));
    }
    for ply in (0..texts.len()).rev() {
        let there = game.position_at(ply).cloned();
        game.undo();
        if there.as_ref() != Some(game.position()) {
            return Err(setting.broken("moves can be taken back", format!("ply {ply}")));
        }
    }
    Ok(())
}
