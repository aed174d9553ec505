//! From the syntax tree to the ruleset: names resolved, everything checked.
//!
//! The passes, in order, and what holds after each:
//!
//! 1. `collect` reads the file, its ancestors and the libraries; cycles are cut.
//! 2. `merge` makes one set of declarations of them; what was replaced or taken back is gone.
//! 3. `board` builds the square graph; from then on sets of squares can be read (`squares`).
//! 4. Pieces with their `movement`s, promotion, castling, royalty, the end, rules and hooks, the start position.
//!
//! 5. `lints` look at a ruleset without errors for what is legal but surely not meant.
//!
//! A pass reports everything it finds and leaves out what it cannot understand, so that the next passes can go on.
//! A ruleset comes out only if no pass reported an error.

mod board;
mod castling;
mod collect;
mod end;
mod hooks;
mod inherited;
mod lints;
mod merge;
mod movement;
mod pieces;
mod promotion;
mod reach;
mod report;
mod restrictions;
mod squares;
mod start;
mod values;

use crate::allow::{self, Stage};
use crate::rules::{FORMAT, Ruleset, Side};
use collect::Files;
use ferz_grammar::ast::FileKind;
use ferz_grammar::diagnostic::{Diagnostic, Severity};
use ferz_grammar::span::{SourceId, Span};
use lints::Lints;
use merge::Declared;
use movement::Movements;
use report::{At, Place, Report, error};
use squares::Grounds;
use std::collections::HashSet;

/// Where the texts of parents and libraries come from; the interpreter itself does no IO.
pub trait Library {
    /// The text of that name.
    ///
    /// `name` is as written after `extends` or `include`, a bare name or a path; `from` is the name of the text that
    /// asks, if one does.
    ///
    /// # Errors
    /// Why there is no such text, in a few words that go on after "cannot read the variant `x`: ".
    fn load(&self, name: &str, from: Option<&str>) -> Result<Source, String>;

    /// The bare names that can be loaded, for "did you mean".
    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Shown in diagnostics; texts of equal names are the same text.
    pub name: String,
    /// What it says.
    pub text: String,
}

/// What came out of a source text.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The rules; `None` if there are errors, and for a library, which has none.
    pub ruleset: Option<Ruleset>,
    /// All texts that were read; the index is the [`SourceId`].
    pub sources: Vec<Source>,
    /// What is wrong with them, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Lowered {
    /// Whether there is an error, not only warnings.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }
}

/// So many errors of one text are worth showing.
const MAX_DIAGNOSTICS: usize = 200;

/// Reads a source text with everything it extends and includes, and checks it.
///
/// Never fails and never panics: what is wrong stands in the diagnostics.
pub fn lower(source: Source, library: &dyn Library) -> Lowered {
    let (files, sink) = collect::collect(source, library);
    let report = Report::new(&files.sources, sink);
    let ruleset = ruleset(&files, &report);
    let ruleset = if report.has_errors() { None } else { ruleset };
    let mut seen = HashSet::new();
    let mut diagnostics = report.into_sink().into_sorted();
    inherited::explain(&files, library, &mut diagnostics);
    // Two sides, or two uses of a definition, may run into the same mistake.
    diagnostics.retain(|d| {
        let main = d.labels.first().map(|l| (l.source, l.span));
        seen.insert((d.code, main, d.message.clone()))
    });
    let own = &files.sources[0].text;
    allow::apply(
        own,
        &files.trees[0],
        Stage::Lower,
        ruleset.is_some(),
        &mut diagnostics,
    );
    diagnostics.truncate(MAX_DIAGNOSTICS);
    Lowered {
        ruleset,
        sources: files.sources,
        diagnostics,
    }
}

fn ruleset<'a>(files: &'a Files, report: &Report<'a>) -> Option<Ruleset> {
    let declared = merge::merge(files, report);
    let main = &files.trees[0];
    let is_library = main.header.as_ref().is_some_and(|h| h.kind == FileKind::Library);
    let header = main.header.as_ref().map_or(Span::new(0, 0), |h| h.span);
    let header = Place::new(SourceId(0), header);
    if !is_library {
        missing(&declared, report, main, header);
    }
    let layout = board::lower(&declared, report);
    let grounds = layout
        .as_ref()
        .map(|(_, topology)| Grounds::new(topology, &declared, report));
    let grounds = grounds.as_ref();
    if let Some(grounds) = grounds {
        for (&name, &zone) in &declared.zones {
            if let Some(declaration) = merge::zone_declaration(&zone) {
                grounds.check_name(name, declaration.place(declaration.node.name.span));
            }
            grounds.resolve(name, zone, None);
        }
    }
    let movements = Movements::new(&declared, grounds, report);
    let mut kinds = pieces::lower(&declared, &movements, report);
    for (&name, definitions) in &declared.movements {
        for (index, definition) in definitions.iter().enumerate() {
            if definition.own {
                movements.check(name, index);
            }
        }
    }
    let promotions = promotion::lower(&declared, grounds, report);
    let castling = castling::lower(&declared, grounds, report);
    let royalty = restrictions::royalty(&declared, report);
    let end = end::lower(&declared, grounds, report);
    let (restrictions, en_passant) = restrictions::rules(&declared, grounds, report);
    let hooks = hooks::lower(&declared, grounds, &movements, report);
    let (board, topology) = layout.as_ref()?;
    let start = start::lower(&declared, topology, &kinds, &castling, report, header);
    let grounds = grounds?;
    let zones = declared
        .zones
        .iter()
        .filter_map(|(&name, &zone)| {
            Some((
                name.to_owned(),
                grounds.names_per_side(grounds.resolve(name, zone, None)?),
            ))
        })
        .collect();
    for promotion in &promotions {
        if let Some(kind) = kinds.get_mut(&promotion.piece) {
            kind.resets_clock = true;
        }
    }
    let text = |value: Option<At<'_, ferz_grammar::span::Spanned<String>>>| {
        value.map(|v| v.node.value.clone()).unwrap_or_default()
    };
    let rules = Ruleset {
        format: FORMAT,
        title: declared.title.clone(),
        about: text(declared.about),
        source: text(declared.source),
        board: board.clone(),
        zones,
        armies: crate::rules::PerSide::new(
            declared.armies.white.title.clone(),
            declared.armies.black.title.clone(),
        ),
        pieces: kinds,
        promotions,
        castling,
        en_passant,
        start: start.text.clone(),
        royalty,
        end,
        restrictions,
        hooks,
    };
    if !report.has_errors() {
        let lints = Lints {
            files,
            declared: &declared,
            movements: &movements,
            grounds,
            topology,
            start: &start,
            rules: &rules,
            report,
        };
        lints.run();
    }
    Some(rules)
}

/// What every variant must declare or take over.
fn missing(
    declared: &Declared<'_>,
    report: &Report<'_>,
    main: &ferz_grammar::ast::SourceFile,
    header: Place,
) {
    // A file whose ancestor could not be read lacks everything, and that was reported already.
    let orphan = main.header.as_ref().is_none_or(|h| h.extends.is_some()) && report.has_errors();
    if orphan {
        return;
    }
    if declared.board.is_none() {
        report.add(
            error("F0117", header, "this variant has no board")
                .help("write `board 8x8`, or let it extend another"),
        );
    }
    for side in Side::ALL {
        if declared.armies[side].pieces.is_empty() && declared.armies[side].place.is_none() {
            let (name, word) = (values::capital(side), side.name());
            report.add(
                error("F0117", header, format!("{name} has no army"))
                    .help(format!("write `army {word} {{ ... }}` or `army both {{ ... }}`")),
            );
        }
    }
    if declared.start.is_none() {
        report.add(
            error("F0117", header, "this variant has no start position")
                .help("write `start \"...\"` with a FEN: the ranks from the last to the first, capital letters for White"),
        );
    }
}
