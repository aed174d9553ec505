//! Plays a random game of a bundled variant:
//! `cargo run -p ferz-play --example random_game -- crazyhouse 7`.

use ferz::{Game, Variant};
use ferz_play::Random;
use ferz_rulesets::Load as _;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "chess".to_owned());
    let seed = arguments.next().map_or(Ok(1), |seed| seed.parse())?;

    let variant = Variant::bundled(&name)?;
    let mut game = Game::start(&variant);
    let mut random = Random::new(seed);
    let mut line = String::new();
    while game.outcome().is_none() && game.claim().is_none() && game.moves().len() < 200 {
        let moves = variant.legal_moves(game.position());
        let mv = moves[random.below(moves.len())];
        line.push_str(&variant.san(game.position(), mv).unwrap_or_default());
        line.push(' ');
        game.play(mv);
    }
    println!("{line}");
    match game.outcome().or_else(|| game.claim()) {
        Some(outcome) => println!("{outcome}"),
        None => println!("not over after {} moves", game.moves().len()),
    }
    Ok(())
}
