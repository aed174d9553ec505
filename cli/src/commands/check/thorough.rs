//! `ferz check --thorough`: random games that show which rules never do anything.

use crate::interrupt;
use crate::json::PlayedReport;
use crate::load::Shelf;
use crate::terminal;
use ferz::engine::Variant;
use ferz::lower::Source;
use ferz::snapshot::Watch;
use ferz::spared::{Spared, spared};
use ferz::text;
use ferz_grammar::ast::{Declaration, SectionDecl, SourceFile};
use ferz_grammar::diagnostic::Sink;
use ferz_grammar::span::{SourceId, Span};
use std::collections::HashMap;
use std::io::{IsTerminal as _, Write, stderr};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The longest game, in plies.
const PLIES: usize = 160;

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Lets Ctrl-C end the games; the results so far are reported.
pub(super) fn heed() -> anyhow::Result<()> {
    interrupt::heed(|| STOP.store(true, Ordering::Relaxed))
}

/// Whether Ctrl-C has ended games.
pub(super) fn interrupted() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Plays random games with the seeds from 1 on, until everything has happened or that many are
/// played. The first of `sources` is the text of the file.
pub(super) fn play(variant: &Variant, name: &str, sources: &[Source], games: u64) -> PlayedReport {
    let mut watch = Watch::new(variant);
    let mut places: HashMap<String, Span> = HashMap::new();
    for Spared { words, span, without } in spared(sources, &Shelf) {
        places.entry(words.clone()).or_insert(span);
        watch.also(words, without);
    }
    let own = sources.first().map_or("", |source| source.text.as_str());
    let (mut played, mut moves) = (0, 0);
    let shows = stderr().is_terminal();
    for seed in 1..=games {
        if watch.is_done() || interrupted() {
            break;
        }
        // A game may be stopped inside a listing; what it has shown until then counts.
        let game = ferz::engine::patient(Rc::new(interrupted), || watch.play(seed, PLIES));
        let Some(made) = game else { break };
        moves += made;
        played = seed;
        if shows {
            let left = watch.unseen().len();
            eprint!(
                "\r{}: game {seed} of {games}, {left} to be seen ",
                terminal::visible(name)
            );
        }
    }
    if shows && played > 0 {
        eprintln!();
    }
    if interrupted() {
        interrupt::ended();
    }
    // A part of something that never happened is not told as well.
    let unseen = watch.unseen();
    let span = |what: &&str| places.get(*what);
    let is_part = |what: &&str| {
        let inside =
            |whole: &Span, part: &Span| whole != part && whole.start <= part.start && part.end <= whole.end;
        let mut wholes = unseen.iter().filter_map(span);
        span(what).is_some_and(|part| wholes.any(|whole| inside(whole, part)))
    };
    let told = unseen.iter().filter(|what| !is_part(what));
    let never: Vec<String> = told.map(|&what| what.to_owned()).collect();
    let tree = ferz_grammar::parse(own, SourceId(0), &mut Sink::new());
    let line = |what: &String| {
        let span = places
            .get(what)
            .copied()
            .or_else(|| place(variant, &tree, what))?;
        Some(own.get(..span.start)?.matches('\n').count() + 1)
    };
    PlayedReport {
        games: played,
        moves,
        lines: never.iter().map(line).collect(),
        never,
        interrupted: interrupted(),
    }
}

/// Writes what never happened.
pub(super) fn told(played: &PlayedReport, out: &mut impl Write) -> anyhow::Result<()> {
    let stopped = if played.interrupted { ", interrupted" } else { "" };
    writeln!(
        out,
        "  played {} random games, {} moves{stopped}",
        played.games, played.moves
    )?;
    for (what, line) in played.never.iter().zip(&played.lines) {
        let line = line.map_or(String::new(), |line| format!(" (line {line})"));
        writeln!(out, "  never  {}{line}", terminal::visible(what))?;
    }
    Ok(())
}

/// The place in the file of a rule that never acted; nothing if the file inherits the rule.
fn place(variant: &Variant, tree: &SourceFile, what: &str) -> Option<Span> {
    let sections = || {
        tree.declarations
            .iter()
            .filter_map(|declaration| match declaration {
                Declaration::Section(section) => Some(section),
                _ => None,
            })
    };
    let of = |keyword: &'static str, name: &str| {
        let named = |section: &&SectionDecl| {
            let mut arguments = section.arguments.iter();
            section.keyword.value == keyword && (name.is_empty() || arguments.any(|word| word.value == name))
        };
        sections().find(named).map(|section| section.keyword.span)
    };
    // The file's own effects follow the inherited ones.
    let effects = &variant.played().effects;
    let blocks: Vec<&SectionDecl> = sections()
        .filter(|section| section.keyword.value == "on")
        .collect();
    let own = effects.iter().rev().zip(blocks.iter().rev());
    let mut own = own.filter(|(effect, _)| text::effect(effect, &variant.rules().board) == what);
    if let Some((_, block)) = own.next() {
        return Some(block.keyword.span);
    }
    let words: Vec<&str> = what.split(' ').collect();
    match words.as_slice() {
        ["power", name] => of("power", name),
        [_, "drops", name] | [_, "lets", name, ..] => of("drop", name).or_else(|| of("drop", "all")),
        [_, "promotes", name, ..] => of("promotion", name),
        [_, "castles", ..] => of("castling", ""),
        ["the", "game", "ends", "by", reason] => {
            let mut entries = sections()
                .filter(|section| section.keyword.value == "end")
                .flat_map(|section| &section.entries);
            entries
                .find(|entry| entry.key.value == *reason)
                .map(|entry| entry.span)
        }
        _ => None,
    }
}
