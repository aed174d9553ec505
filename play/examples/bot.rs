//! Two levels of the opponent play a game of a variant of their own:
//! `cargo run --release -p ferz-play --example bot`.

use ferz::rules::Side;
use ferz::{Game, Variant};
use ferz_play::{Control, Engine, Level, Settings};
use ferz_rulesets::Load as _;
use std::error::Error;

const RULES: &str = r#"
variant "Centaur Mini" extends gardner

piece centaur C = king | knight, value 6

start "rcbnk/ppppp/5/PPPPP/RCBNK w - - 0 1"
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let variant = Variant::parse(RULES)?;
    let level = |level| Level::new(level).ok_or("levels are from 1 to 10");
    let (strong, weak) = (level(4)?, level(1)?);
    let mut engine = Engine::new(&variant, Settings::default());
    let mut game = Game::start(&variant);
    while game.outcome().is_none() && game.claim().is_none() && game.moves().len() < 60 {
        let level = match variant.turn(game.position()) {
            Side::White => strong,
            Side::Black => weak,
        };
        engine.set(level.settings(Settings::default()));
        let limits = level.limits();
        let Some(choice) = engine.think(&game, &limits, &Control::default(), &mut |_| ()) else {
            break;
        };
        println!(
            "{}",
            variant.san(game.position(), choice.best).unwrap_or_default()
        );
        game.play(choice.best);
    }
    match game.outcome().or_else(|| game.claim()) {
        Some(outcome) => println!("{outcome}"),
        None => println!("not over after {} moves", game.moves().len()),
    }
    Ok(())
}
