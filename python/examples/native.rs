//! Random games without Python, for `speed.py` to be held against: `native VARIANT GAMES PLIES
//! WAY`. By the way `history` repetitions are counted and claimed, as batches do; by `bare` they
//! are not.

use ferz::{Game, Variant};
use ferz_play::Random;
use ferz_rulesets::Load as _;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "chess".to_owned());
    let games: u64 = arguments.next().map_or(Ok(64), |games| games.parse())?;
    let plies: usize = arguments.next().map_or(Ok(1000), |plies| plies.parse())?;
    let with_history = arguments.next().is_some_and(|way| way == "history");
    let variant = Variant::bundled(&name)?;
    for seed in 1..=games {
        let mut random = Random::new(seed);
        if with_history {
            with_repetitions(&variant, plies, &mut random);
        } else {
            bare(&variant, plies, &mut random);
        }
    }
    Ok(())
}

fn with_repetitions(variant: &Variant, plies: usize, random: &mut Random) {
    let (mut game, mut moves) = (Game::start(variant), Vec::new());
    for _ in 0..plies {
        moves.clear();
        variant.legal_moves_into(game.position(), &mut moves);
        game.play(moves[random.below(moves.len())]);
        if game.outcome().is_some() || game.claim().is_some() {
            game = Game::start(variant);
        }
    }
}

fn bare(variant: &Variant, plies: usize, random: &mut Random) {
    let (mut position, mut moves) = (variant.start(), Vec::new());
    for _ in 0..plies {
        moves.clear();
        variant.legal_moves_into(&position, &mut moves);
        variant.advance(&mut position, moves[random.below(moves.len())]);
        if variant.outcome(&position).is_some() {
            position = variant.start();
        }
    }
}
