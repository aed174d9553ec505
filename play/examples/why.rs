//! Says why a move is not possible:
//! `cargo run -p ferz-play --example why -- atomic e2e4 e7e5 e1e3`.
//!
//! The last text is the move that is asked about; those before it are played.

use ferz::{Game, Variant};
use ferz_rulesets::Load as _;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.len() < 2 {
        arguments = ["atomic", "e2e4", "e7e5", "e1e3"].map(str::to_owned).to_vec();
    }
    let variant = Variant::bundled(&arguments[0])?;
    let mut game = Game::start(&variant);
    let (asked, played) = arguments[1..].split_last().ok_or("which move?")?;
    for text in played {
        game.push(text)?;
    }
    match game.push(asked) {
        Ok(_) => println!("{asked} is legal; then: {}", variant.fen(game.position())),
        Err(reason) => println!("{asked}: {reason} ({})", reason.kind()),
    }
    Ok(())
}
