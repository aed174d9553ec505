//! Counts the legal lines of a bundled variant by depth:
//! `cargo run --release -p ferz-play --example perft -- chess 5`.

use ferz::Variant;
use ferz_rulesets::Load as _;
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "chess".to_owned());
    let depth = arguments.next().map_or(Ok(3), |depth| depth.parse())?;

    let variant = Variant::bundled(&name)?;
    let start = variant.start();
    for depth in 1..=depth {
        let begun = Instant::now();
        let lines = variant.perft(&start, depth);
        println!("{depth:>2} {lines:>14}  {:.3} s", begun.elapsed().as_secs_f64());
    }
    Ok(())
}
