//! Time from text to a playable variant.

use crate::report::table;
use anyhow::{Context, Result};
use ferz::engine::Variant;
use std::time::Instant;

/// Every bundled variant: parsing and lowering, then compiling.
pub(crate) fn all(turns: u32) -> Result<()> {
    let mut rows = Vec::new();
    for bundled in ferz_rulesets::all() {
        let (mut lowering, mut compiling) = (f64::INFINITY, f64::INFINITY);
        let mut bytes = 0;
        for _ in 0..turns {
            let start = Instant::now();
            let source = ferz::lower::Source {
                name: bundled.name.to_owned(),
                text: bundled.text.to_owned(),
            };
            let lowered = ferz::lower::lower(source, &ferz_rulesets::Library);
            lowering = lowering.min(start.elapsed().as_secs_f64());
            let ruleset = lowered
                .ruleset
                .with_context(|| format!("{} has errors", bundled.name))?;
            let start = Instant::now();
            let variant = Variant::new(ruleset)?;
            compiling = compiling.min(start.elapsed().as_secs_f64());
            bytes = variant.table_bytes();
        }
        rows.push(vec![
            bundled.name.to_owned(),
            format!("{:.2}", lowering * 1e3),
            format!("{:.2}", compiling * 1e3),
            format!("{:.2}", (lowering + compiling) * 1e3),
            format!("{:.1}", bytes as f64 / f64::from(1 << 20)),
        ]);
    }
    table(
        "From text to a playable variant",
        &[
            "variant",
            "parse and lower (ms)",
            "compile (ms)",
            "both (ms)",
            "tables (MB)",
        ],
        &rows,
    );
    Ok(())
}
