//! The behaviour of rules, as a text: equal behaviour gives equal texts, on every machine.
//!
//! A snapshot has the rules in words, the moves of every piece from some squares of an empty and of
//! a crowded board, the moves at the start, numbers of lines, random games, and an example of each
//! ending, effect, power, drop and goal. Comments, layout, names of movements and zones,
//! and the order of declarations that do not depend on each other are not in it; neither are titles
//! and the values of pieces.

mod crowd;
mod cycles;
mod endings;
mod pieces;
mod random;
mod sparse;
mod watch;

pub(crate) use cycles::{Habit, common, cycles};
pub(crate) use sparse::{Sparse, with_turn};

pub use random::Random;
pub use watch::{Happening, Watch};

use crate::engine::{Effort, Game, Leaves, Variant};
use crate::hooks;
use crate::rules::Ruleset;
use crate::text::{self, Sides};
use ferz_engine::order::{sort, sort_by};
use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

/// The number of the format, in the first line of every snapshot.
#[doc(hidden)]
pub const FORMAT: u32 = 4;

/// A count of lines that would be longer than this is left out.
const LINES: u64 = 2_000_000;
/// The same for rules with hooks that take part in the game.
const LINES_WITH_EVENTS: u64 = 20_000;
/// Deepest count.
const DEPTH: u32 = 4;
/// Random games, and their length in plies.
const GAMES: (u64, usize) = (8, 150);
/// The same for rules with hooks that take part in the game.
const GAMES_WITH_EVENTS: (u64, usize) = (4, 40);
/// The most moves and positions that may be tried for a snapshot, by rules that look ahead. The
/// rest is left out.
const TRIALS: u64 = 10_000_000;
/// Width of lists.
const WIDTH: usize = 100;

/// The format of a snapshot text, if it is one.
#[doc(hidden)]
pub fn format_of(text: &str) -> Option<u32> {
    text.lines().next()?.strip_prefix("ferz snapshot ")?.parse().ok()
}

/// The snapshot of a variant.
pub fn snapshot(variant: &Variant) -> String {
    let effort = Effort::default();
    let mut out = format!("ferz snapshot {FORMAT}\n\n== rules ==\n");
    for line in rules(variant.rules()) {
        out.push_str(&line);
        out.push('\n');
    }
    out.push_str("\n== pieces ==\n");
    out.push_str(pieces::LEGEND);
    pieces::all(variant, &mut out);
    out.push_str("\n== start ==\n");
    start(variant, &mut out);
    out.push_str("\n== lines ==\n");
    lines(variant, effort, &mut out);
    out.push_str("\n== random games ==\n");
    games(variant, effort, &mut out);
    endings::endings(variant, effort, &mut out);
    happenings(variant, effort, &mut out);
    if is_spent(effort) {
        out.push_str("\nCut short: the rules look ahead too far.\n");
    }
    out
}

/// Whether so much was tried that nothing more is.
fn is_spent(effort: Effort) -> bool {
    effort.spent() > TRIALS
}

/// The rules as the language writes them, in an order of their own.
#[doc(hidden)]
pub fn rules(rules: &Ruleset) -> Vec<String> {
    text::lines(&text::declarations(rules, Sides::Together))
}

fn start(variant: &Variant, out: &mut String) {
    let start = variant.start();
    let moves = variant.legal_moves(&start);
    let mut texts = variant.move_texts(&start, &moves);
    sort(&mut texts);
    let _ = writeln!(out, "{}", variant.fen(&start));
    if let Some(outcome) = variant.outcome(&start) {
        let _ = writeln!(out, "{}", outcome);
    }
    let check = if variant.in_check(&start) {
        ", in check"
    } else {
        ""
    };
    let _ = writeln!(
        out,
        "{} to move{check}, moves: {}",
        variant.turn(&start),
        texts.len()
    );
    let mut used = 0;
    for text in texts {
        if used > 0 && used + 1 + text.len() > WIDTH {
            out.push('\n');
            used = 0;
        } else if used > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(&text);
        used += text.len();
    }
    if used > 0 {
        out.push('\n');
    }
}

fn lines(variant: &Variant, effort: Effort, out: &mut String) {
    let most = if hooks::take_part(variant.rules()) {
        LINES_WITH_EVENTS
    } else {
        LINES
    };
    let start = variant.start();
    let never = AtomicBool::new(false);
    let mut counts: Vec<u64> = vec![1];
    let mut trials = 0;
    for depth in 1..=DEPTH {
        let last = counts[counts.len() - 1];
        let before = if counts.len() > 1 {
            counts[counts.len() - 2]
        } else {
            1
        };
        let growth = (last / before.max(1))
            .max(counts.get(1).copied().unwrap_or(1))
            .max(1);
        if depth > 1 && last.saturating_mul(growth) > most {
            let _ = writeln!(out, "{depth}: not counted, more than {most} are to be expected");
            break;
        }
        let before = effort.spent();
        if before.saturating_add(growth.saturating_mul(trials)) > TRIALS {
            let _ = writeln!(out, "{depth}: not counted, since the rules look ahead too far");
            break;
        }
        let count = variant.perft_with(&start, depth, Leaves::Bulk, &never);
        let _ = writeln!(out, "{depth}: {count}");
        counts.push(count);
        trials = effort.spent() - before;
    }
}

fn games(variant: &Variant, effort: Effort, out: &mut String) {
    let (number, plies) = if hooks::take_part(variant.rules()) {
        GAMES_WITH_EVENTS
    } else {
        GAMES
    };
    for seed in 1..=number {
        let mut random = Random::new(seed);
        let mut digest = Digest::default();
        let mut game = Game::new(variant, variant.start());
        while game.outcome().is_none() && game.moves().len() < plies && !is_spent(effort) {
            let moves = variant.legal_moves(game.position());
            let texts = variant.move_texts(game.position(), &moves);
            // Sorted, so that the order in which moves are found does not matter.
            let mut order: Vec<usize> = (0..moves.len()).collect();
            sort_by(&mut order, |&a, &b| texts[a].cmp(&texts[b]));
            for &i in &order {
                digest.add(&texts[i]);
            }
            let Some(&i) = order.get(random.below(order.len())) else {
                break;
            };
            game.play(moves[i]);
            digest.add(&variant.fen(game.position()));
        }
        let outcome = game
            .outcome()
            .map_or_else(|| "goes on".to_owned(), |o| o.to_string());
        let _ = writeln!(
            out,
            "{seed}: {outcome} after {} plies, digest {:016x}\n   {}",
            game.moves().len(),
            digest.0,
            variant.fen(game.position())
        );
    }
}

/// Random games in which happenings are looked for, and their length in plies.
const WATCHED: (u64, usize) = (12, 60);

/// Made-up positions in which is looked for what those games have not shown, and how many plies
/// are played from each.
const IMAGINED: (u64, usize) = (120, 4);

/// An example of each effect, power, gate, drop, promotion, castling and goal, for variants that
/// have more than movements.
fn happenings(variant: &Variant, effort: Effort, out: &mut String) {
    let rules = variant.played();
    let plain = rules.effects.is_empty() && rules.powers.is_empty() && rules.drops.is_empty();
    if plain && rules.end.goals.is_empty() {
        return;
    }
    out.push_str("\n== happenings ==\n");
    let mut watch = Watch::new(variant);
    for seed in (1..=WATCHED.0).take_while(|_| !is_spent(effort)) {
        watch.play(seed, WATCHED.1);
    }
    for seed in (1..=IMAGINED.0).take_while(|_| !is_spent(effort)) {
        watch.imagine(seed, IMAGINED.1);
    }
    for seen in watch.seen() {
        let by = seen.by.as_ref().map_or(String::new(), |by| format!("   {by}"));
        let _ = writeln!(out, "{}\n   {}{by}", seen.what, seen.fen);
        if let Some(then) = &seen.then {
            let _ = writeln!(out, "   {then}");
        }
    }
}

/// A number for everything that was there to be chosen (FNV-1a).
struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Digest {
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([b'\n']) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}
