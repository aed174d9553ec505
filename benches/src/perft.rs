//! Perft of ferz, beside cozy-chess and chess where they know the rules.

use crate::peers;
use crate::report::{millions, ratio, table};
use anyhow::{Result, ensure};
use ferz::engine::{Footprint, Leaves, Position, Variant};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

/// Positions that every chess program is measured on.
const CHESS: [(&str, &str, u32); 5] = [
    (
        "start",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        5,
    ),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
    ),
    (
        "midgame",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        4,
    ),
    (
        "opening",
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1BN2/PP3PPP/R2QKB1R w KQ - 2 9",
        4,
    ),
    (
        "endgame",
        "2r3k1/pp3ppp/2n1b3/3pP3/3P4/P1r2N2/5PPP/R2R2K1 b - - 1 21",
        4,
    ),
];

/// Rates of ferz on chess, in leaves per second.
pub(crate) struct Chess {
    /// Name, FEN, depth, rate with bulk counting.
    pub(crate) bulk: Vec<(&'static str, &'static str, u32, f64)>,
}

/// Compiles a bundled variant.
pub(crate) fn variant(name: &str) -> Result<Variant> {
    let ruleset = ferz_rulesets::ruleset(name).map_err(|e| anyhow::anyhow!(e))?;
    Ok(Variant::new(ruleset)?)
}

/// Time in seconds of the fastest of several runs of each competitor, which take turns.
pub(crate) fn best<const N: usize>(turns: u32, mut runs: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut best = [f64::INFINITY; N];
    for _ in 0..turns {
        for (run, best) in runs.iter_mut().zip(&mut best) {
            let start = Instant::now();
            run();
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    best
}

pub(crate) fn count(variant: &Variant, position: &Position, depth: u32, leaves: Leaves) -> u64 {
    variant.perft_with(position, depth, leaves, &AtomicBool::new(false))
}

/// Chess: ferz, cozy-chess and chess.
pub(crate) fn chess(turns: u32) -> Result<Chess> {
    let variant = variant("chess")?;
    let (mut bulk_rows, mut made_rows, mut bulk) = (Vec::new(), Vec::new(), Vec::new());
    let (mut bulk_ratios, mut made_ratios) = (1.0, 1.0);
    for (name, fen, depth) in CHESS {
        let position = variant.position(fen)?;
        let cozy: cozy_chess::Board = fen.parse().map_err(|e| anyhow::anyhow!("{e:?}"))?;
        let other: chess::Board = fen.parse().map_err(|e| anyhow::anyhow!("{e:?}"))?;
        let (mut a, mut b, mut c) = (0, 0, 0);
        let times = best(
            turns,
            [
                &mut || a = count(&variant, &position, depth, Leaves::Bulk),
                &mut || b = peers::cozy(&cozy, depth, true),
                &mut || c = peers::chess(&other, depth),
            ],
        );
        ensure!(
            a == b && b == c,
            "perft {depth} of {name}: ferz {a}, cozy-chess {b}, chess {c}"
        );
        bulk_rows.push(row(name, a, &times));
        bulk.push((name, fen, depth, a as f64 / times[0]));
        bulk_ratios *= times[1] / times[0];
        let times = best(
            turns,
            [
                &mut || a = count(&variant, &position, depth - 1, Leaves::Made),
                &mut || b = peers::cozy(&cozy, depth - 1, false),
            ],
        );
        made_rows.push(row(name, a, &times));
        made_ratios *= times[1] / times[0];
    }
    bulk_rows.push(mean(bulk_ratios, 3));
    made_rows.push(mean(made_ratios, 2));
    let bulk_heads = [
        "position",
        "ferz",
        "cozy-chess",
        "chess",
        "ferz / cozy-chess",
        "ferz / chess",
    ];
    table("Chess, bulk counting", &bulk_heads, &bulk_rows);
    let made_heads = ["position", "ferz", "cozy-chess", "ferz / cozy-chess"];
    table("Chess, every leaf move made", &made_heads, &made_rows);
    Ok(Chess { bulk })
}

/// The rates of ferz and of the others, and their ratio.
fn row(name: &str, leaves: u64, times: &[f64]) -> Vec<String> {
    let rates = times.iter().map(|time| millions(leaves as f64 / time));
    let ratios = times[1..].iter().map(|time| ratio(time / times[0]));
    [name.to_owned()].into_iter().chain(rates).chain(ratios).collect()
}

/// The row below those of the positions; `product`: of the ratios to the first of the others.
fn mean(product: f64, competitors: usize) -> Vec<String> {
    let mut row = vec![String::new(); 2 * competitors];
    row[0] = "geometric mean".to_owned();
    row[1 + competitors] = ratio(product.powf(1.0 / CHESS.len() as f64));
    row
}

/// Every bundled variant from its start position, bulk counting, beside chess.
pub(crate) fn variants(turns: u32, only: Option<&str>) -> Result<()> {
    let reference = variant("chess")?;
    let mut rows = Vec::new();
    for bundled in ferz_rulesets::all() {
        if only.is_some_and(|part| !bundled.name.contains(part)) {
            continue;
        }
        let variant = variant(bundled.name)?;
        let perft = Measured::beside(&reference, &variant, turns);
        rows.push(vec![
            bundled.name.to_owned(),
            variant.width().to_string(),
            perft.depth.to_string(),
            perft.leaves.to_string(),
            millions(perft.rate),
            ratio(perft.part),
            format!("{}", variant.table_bytes() >> 10),
        ]);
    }
    table(
        "All variants, start position, bulk counting",
        &[
            "variant",
            "bits",
            "depth",
            "leaves",
            "ferz",
            "/ ferz chess",
            "tables (KB)",
        ],
        &rows,
    );
    Ok(())
}

/// Perft of a variant as a share of that of chess, both from the start and measured in turns.
struct Measured {
    depth: u32,
    leaves: u64,
    /// Leaves per second, and their ratio to those of chess.
    rate: f64,
    part: f64,
}

impl Measured {
    fn beside(chess: &Variant, variant: &Variant, turns: u32) -> Self {
        let [position, start] = [variant, chess].map(Variant::start);
        let depth = depth_of(variant, &position);
        let (mut leaves, mut theirs) = (0, 0);
        let [time, chess_time] = best(
            turns,
            [
                &mut || leaves = count(variant, &position, depth, Leaves::Bulk),
                &mut || theirs = count(chess, &start, 5, Leaves::Bulk),
            ],
        );
        let rate = leaves as f64 / time;
        let part = rate / (theirs as f64 / chess_time);
        Self {
            depth,
            leaves,
            rate,
            part,
        }
    }
}

/// The depth whose count takes some tens of milliseconds.
fn depth_of(variant: &Variant, position: &Position) -> u32 {
    let mut depth = 1;
    let mut nodes = count(variant, position, depth, Leaves::Bulk);
    while nodes < 400_000 && depth < 8 {
        let start = Instant::now();
        depth += 1;
        nodes = count(variant, position, depth, Leaves::Bulk);
        if start.elapsed().as_secs_f64() > 0.2 {
            break;
        }
    }
    depth
}

/// Every bundled variant in which more happens than that pieces move, from its start position, bulk
/// counting, beside chess: a table for each way in which it is found out which moves are legal, the
/// slowest first.
pub(crate) fn mechanics(turns: u32) -> Result<()> {
    let reference = variant("chess")?;
    let mut rows = BTreeMap::new();
    for bundled in ferz_rulesets::all() {
        let variant = variant(bundled.name)?;
        let rules = variant.played();
        let uses = !rules.effects.is_empty() || !rules.powers.is_empty() || !rules.hooks.is_empty();
        let parts = rules.turns.is_some() || rules.control.is_some() || rules.walls.is_some();
        if !(uses || parts) {
            continue;
        }
        let Measured {
            depth,
            leaves,
            rate,
            part,
        } = Measured::beside(&reference, &variant, turns);
        let row = format!(
            "| {} | {depth} | {leaves} | {} | {part:.3} |",
            bundled.name,
            millions(rate)
        );
        eprintln!("{row}");
        let list: &mut Vec<(f64, String)> = rows.entry(variant.footprint()).or_default();
        list.push((part, row));
    }
    for (footprint, mut list) in rows {
        list.sort_by(|(one, _), (two, _)| one.total_cmp(two));
        println!("### {}\n", title(footprint));
        println!("| variant | depth | lines | ferz | / ferz chess |\n| --- | ---: | ---: | ---: | ---: |");
        for (_, row) in list {
            println!("{row}");
        }
        println!();
    }
    Ok(())
}

/// The heading of the table of variants whose moves are judged in one way.
fn title(footprint: Footprint) -> &'static str {
    match footprint {
        Footprint::Plain => "Nothing but pieces that move",
        Footprint::Known => "What follows is known before a move is made",
        Footprint::Made => "Moves from which something follows are made and tested",
        Footprint::Turns => "Royals are attacked by turns",
        Footprint::Mechanics => "Hooks or several kinds of moves take part in each turn",
    }
}

/// One thread and two.
pub(crate) fn threads(turns: u32) -> Result<()> {
    let variant = variant("chess")?;
    let position = variant.start();
    let stop = AtomicBool::new(false);
    let run = |threads: usize| {
        let done = AtomicU64::new(0);
        variant.perft_threads(&position, 6, Leaves::Bulk, threads, &stop, &done)
    };
    let (mut a, mut b) = (0, 0);
    let [one, two] = best(turns, [&mut || a = run(1), &mut || b = run(2)]);
    ensure!(a == b, "two threads count {b}, one {a}");
    table(
        "Threads, chess, depth 6",
        &["threads", "ferz", "/ one thread"],
        &[
            vec!["1".into(), millions(a as f64 / one), ratio(1.0)],
            vec!["2".into(), millions(b as f64 / two), ratio(one / two)],
        ],
    );
    Ok(())
}
