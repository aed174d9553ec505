//! From the syntax tree to the ruleset: names resolved, everything checked.
//!
//! The passes, in order, and the facts that hold after each:
//!
//! 1. `collect` reads the file, its ancestors and the libraries; cycles are cut.
//! 2. `merge` makes one set of declarations of them; what was replaced or taken back is gone.
//! 3. `board` builds the square graph; from then on sets of squares can be read (`squares`).
//! 4. Pieces with their `movement`s, promotion, castling, royalty, the end, rules and hooks, the
//!    start position.
//!
//! 5. `lints` look at a ruleset without errors for legal rules that are surely not meant.
//!
//! A pass reports everything it finds and leaves out what it cannot understand, so that the next
//! passes can go on. A ruleset comes out only if no pass reported an error.

mod again;
mod beyond;
mod board;
mod castling;
mod collect;
mod control;
mod declared;
mod drops;
mod effects;
mod end;
mod hooks;
mod inherited;
mod kinds;
mod lints;
mod merge;
mod movement;
mod pieces;
mod place;
mod powers;
mod promotion;
mod reach;
mod report;
mod restrictions;
mod shuffle;
mod slips;
mod squares;
mod start;
mod turns;
mod values;
mod walls;

use crate::allow::{self, Stage};
#[doc(hidden)]
pub use movement::normal::normalize;

use crate::board::Topology;
use crate::rules::{Board, FORMAT, Movement, PerSide, Piece, PieceName, Promotion, Ruleset, Side, Squares};
use collect::Files;
use declared::Declared;
use ferz_engine::order::sort_by_key;
use ferz_grammar::ast::{Declaration, FileKind, SourceFile};
use ferz_grammar::diagnostic::{Diagnostic, Severity, Sink};
use ferz_grammar::span::{SourceId, Span};
use indexmap::IndexMap;
use movement::Movements;
use report::{At, Place, Report, error};
use squares::Grounds;
use std::collections::HashSet;

/// A source of the texts of parents and libraries; the interpreter itself does no IO.
pub trait Library {
    /// The text of that name.
    ///
    /// `name` is as written after `extends` or `include`, a bare name or a path; `from` is the name
    /// of the text that asks, if one does.
    ///
    /// # Errors
    /// Why there is no such text, in a few words that go on after "cannot read the variant `x`: ".
    fn load(&self, name: &str, from: Option<&str>) -> Result<Source, String>;

    /// The names that can be loaded, for completion and "did you mean"; `from` is the name of the
    /// text that asks, if one does.
    fn names(&self, _from: Option<&str>) -> Vec<String> {
        Vec::new()
    }

    /// The name of the text that [`Self::load`] would give, if that is known without reading it, so
    /// that none is read twice.
    fn locate(&self, _name: &str, _from: Option<&str>) -> Option<String> {
        None
    }

    /// The path of a file that shows a text without a file of its own; `source` is its name in
    /// diagnostics.
    fn copy(&self, _source: &str) -> Option<String> {
        None
    }
}

/// A source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Shown in diagnostics; texts of equal names are the same text.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The result of lowering a source text.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The rules; `None` if there are errors, and for a library, which has none.
    pub ruleset: Option<Ruleset>,
    /// The names of the pieces that the armies have, White's first, as far as they are known in
    /// spite of errors.
    pub pieces: Vec<String>,
    /// All texts that were read; the index is the [`SourceId`].
    pub sources: Vec<Source>,
    /// The faults, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Lowered {
    /// Whether there is an error, not only warnings.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }
}

/// At most this many errors are shown per file.
const MAX_DIAGNOSTICS: usize = 200;

/// Reads a source text with everything it extends and includes, and checks it.
///
/// Never fails and never panics: mistakes are in the diagnostics.
///
/// ```
/// use ferz::lower::{Source, lower};
///
/// let source = Source {
///     name: "mine".to_owned(),
///     text: "variant \"Mine\" extends chess\npiece queen Q = quen, value 9\n".to_owned(),
/// };
/// let lowered = lower(source, &ferz_rulesets::Library);
/// assert!(lowered.ruleset.is_none());
/// assert_eq!(lowered.diagnostics[0].code, "F0160");
/// ```
pub fn lower(source: Source, library: &dyn Library) -> Lowered {
    lower_keeping(source, library).0
}

/// All texts of a variant or library as they were read, for those who ask for more than its rules.
#[derive(Debug)]
#[doc(hidden)]
pub struct Read(Files);

impl Read {
    /// The trees of all texts, by their [`SourceId`].
    pub fn trees(&self) -> &[SourceFile] {
        &self.0.trees
    }

    /// A movement that is declared or taken over; `None` if there is none of that name, or it needs
    /// arguments or is wrong.
    pub fn movement(&self, name: &str) -> Option<Movement> {
        let report = Report::new(&self.0, Sink::new());
        let declared = merge::merge(&self.0, &report);
        let layout = board::lower(&declared, &report);
        let grounds = layout
            .as_ref()
            .map(|(_, topology)| Grounds::new(topology, &declared, &report));
        let movements = Movements::new(&declared, grounds.as_ref(), &report);
        let definition = declared.movements.get(name)?.last()?;
        movements.read(At::new(definition.at.source, &definition.at.node.body))
    }
}

/// The same as [`lower`], with the texts read.
#[doc(hidden)]
pub fn lower_keeping(source: Source, library: &dyn Library) -> (Lowered, Read) {
    told(examine(source, library, Lints::Run))
}

/// Reads only the rules of a text, without lints, which takes much less time.
///
/// # Errors
/// The same diagnostics as from [`lower`] if there are errors.
#[doc(hidden)]
pub fn rules(source: Source, library: &dyn Library) -> Result<Ruleset, Vec<Diagnostic>> {
    let mut examined = examine(source, library, Lints::Skip);
    examined
        .ruleset
        .take()
        .ok_or_else(|| told(examined).0.diagnostics)
}

/// The faults as their author is told of them.
fn told(examined: Examined) -> (Lowered, Read) {
    let Examined {
        mut files,
        read,
        ruleset,
        pieces,
        mut diagnostics,
        unused,
    } = examined;
    inherited::explain(&mut files, read, &mut diagnostics);
    leave_unknown_sections(&files, &mut diagnostics);
    slips::point(&files, &mut diagnostics);
    slips::add_unused(&files, unused, &mut diagnostics);
    lints::place_in_file(&files, &mut diagnostics);
    if let Some(rules) = &ruleset {
        lints::same_as_before(&files, rules, &mut diagnostics);
    }
    sort_by_key(&mut diagnostics, Diagnostic::place);
    let mut seen = HashSet::new();
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
    let lowered = Lowered {
        ruleset,
        pieces,
        sources: files.sources.clone(),
        diagnostics,
    };
    (lowered, Read(files))
}

/// Nothing is said about what stands in a section that there is not.
fn leave_unknown_sections(files: &Files, diagnostics: &mut Vec<Diagnostic>) {
    const UNKNOWN: &str = "F0108";
    let unknown = diagnostics.iter().filter(|d| d.code == UNKNOWN);
    let unknown: Vec<(SourceId, Span)> = unknown
        .filter_map(|d| {
            let at = d.labels.first()?;
            let tree = files.trees.get(at.source.0 as usize)?;
            tree.declarations
                .iter()
                .find_map(|declaration| match declaration {
                    Declaration::Section(d) if d.keyword.span == at.span => Some((at.source, d.span)),
                    _ => None,
                })
        })
        .collect();
    let is_in_one = |d: &Diagnostic| {
        d.labels.first().is_some_and(|at| {
            let holds = |span: &Span| span.start <= at.span.start && at.span.end <= span.end;
            unknown
                .iter()
                .any(|(source, span)| *source == at.source && holds(span))
        })
    };
    diagnostics.retain(|d| d.code == UNKNOWN || !is_in_one(d));
}

/// The description of a variant as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Head {
    /// The title.
    pub title: String,
    /// The author's description.
    pub about: String,
    /// The source of the rules.
    pub source: String,
    /// The names of the texts that it extends, its parent last.
    pub extends: Vec<String>,
    /// The squares and how they are joined.
    pub board: Board,
    /// The hooks that it uses, each once.
    pub mechanics: Vec<String>,
}

/// Reads no more of a variant than its head, with what it takes over from its ancestors: much
/// faster than [`lower`]. Nothing else is checked. `None` if there is no board, or if this part has
/// an error.
#[doc(hidden)]
pub fn head(source: Source, library: &dyn Library) -> Option<Head> {
    let (files, sink) = collect::collect(source, library);
    let report = Report::new(&files, sink);
    let declared = merge::merge(&files, &report);
    let (board, _) = board::lower(&declared, &report)?;
    let ancestors = &files.layers[..files.layers.len().saturating_sub(1)];
    let name = |layer: &collect::Layer| files.sources.get(layer.source.0 as usize).map(|s| s.name.clone());
    (!report.has_errors()).then(|| Head {
        extends: ancestors.iter().filter_map(name).collect(),
        title: declared.title.clone(),
        about: said(declared.about),
        source: said(declared.source),
        board,
        mechanics: declared.hooks.keys().map(|&name| name.to_owned()).collect(),
    })
}

/// A text that may have been left out.
fn said(text: Option<At<'_, ferz_grammar::span::Spanned<String>>>) -> String {
    text.map(|text| text.node.value.clone()).unwrap_or_default()
}

/// Reads a movement as an author writes it, for a board without zones.
///
/// # Errors
/// The mistakes; their places are in a library that has the text on its second line.
#[doc(hidden)]
pub fn read_movement(text: &str, board: &Board, library: &dyn Library) -> Result<Movement, Vec<Diagnostic>> {
    const NAME: &str = "it";
    let source = Source {
        name: String::new(),
        text: format!("library \"{NAME}\"\nmovement {NAME} = {text}\n"),
    };
    let (files, sink) = collect::collect(source, library);
    let report = Report::new(&files, sink);
    let declared = merge::merge(&files, &report);
    let topology = Topology::new(board).ok();
    let grounds = topology
        .as_ref()
        .map(|topology| Grounds::new(topology, &declared, &report));
    let movements = Movements::new(&declared, grounds.as_ref(), &report);
    let read = declared
        .movements
        .get(NAME)
        .and_then(|list| list.last())
        .and_then(|definition| movements.read(At::new(definition.at.source, &definition.at.node.body)));
    match read {
        Some(movement) if !report.has_errors() => Ok(movement),
        _ => Err(report.into_sink().into_sorted()),
    }
}

/// A source text with all that was found, before it is known what of it belongs to its ancestors.
struct Examined {
    files: Files,
    /// The faults found while the texts were read.
    read: HashSet<inherited::Mark>,
    ruleset: Option<Ruleset>,
    pieces: Vec<String>,
    diagnostics: Vec<Diagnostic>,
    /// The mistakes in mechanics that nothing uses.
    unused: Vec<Diagnostic>,
}

/// Whether to look for rules that are legal but surely not meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lints {
    Run,
    Skip,
}

fn examine(source: Source, library: &dyn Library, lints: Lints) -> Examined {
    let (files, sink) = collect::collect(source, library);
    let read = sink.list().iter().map(inherited::mark).collect();
    let report = Report::new(&files, sink);
    let declared = merge::merge(&files, &report);
    let pieces = piece_names(&declared);
    let ruleset = ruleset(&files, &declared, lints, &report);
    let ruleset = if report.has_errors() { None } else { ruleset };
    let unused = report.take_unused();
    let diagnostics = report.into_sink().into_sorted();
    Examined {
        files,
        read,
        ruleset,
        pieces,
        diagnostics,
        unused,
    }
}

/// The pieces of both armies, each once.
fn piece_names(declared: &Declared<'_>) -> Vec<String> {
    let names = Side::ALL
        .iter()
        .flat_map(|&side| declared.armies[side].pieces.keys());
    let names: indexmap::IndexSet<&&str> = names.collect();
    names.into_iter().map(|&name| name.to_owned()).collect()
}

/// Reads every zone, whether it is used or not.
fn check_zones<'a>(declared: &Declared<'a>, grounds: &Grounds<'a, '_>) {
    for (&name, &zone) in &declared.zones {
        if let Some(declaration) = declared::zone_declaration(&zone) {
            grounds.check_name(name, declaration.place(declaration.node.name.span));
        }
        grounds.resolve(name, zone, None);
    }
}

/// Reads every movement of the file itself, whether it is used or not.
fn check_movements<'a>(declared: &Declared<'a>, movements: &Movements<'a, '_>) {
    for (&name, definitions) in &declared.movements {
        for (index, definition) in definitions.iter().enumerate() {
            if definition.own {
                movements.check(name, index);
            }
        }
    }
}

/// The squares of every zone.
fn zones<'a>(declared: &Declared<'a>, grounds: &Grounds<'a, '_>) -> IndexMap<String, PerSide<Squares>> {
    let squares = |(&name, &zone): (&&'a str, &declared::Zone<'a>)| {
        let sets = grounds.resolve(name, zone, None)?;
        Some((name.to_owned(), grounds.names_per_side(sets)))
    };
    declared.zones.iter().filter_map(squares).collect()
}

/// Pieces that promote reset the halfmove clock unless they keep it.
fn reset_clocks(declared: &Declared<'_>, promotions: &[Promotion], kinds: &mut IndexMap<PieceName, Piece>) {
    for promotion in promotions {
        let keeps = |side: Side| {
            let entry = declared.armies[side].pieces.get(promotion.piece.as_str());
            entry.is_some_and(pieces::keeps_clock)
        };
        if let Some(kind) = kinds.get_mut(&promotion.piece) {
            kind.resets_clock |= !keeps(promotion.side);
        }
    }
}

fn ruleset<'a>(
    files: &'a Files,
    declared: &Declared<'a>,
    lints: Lints,
    report: &Report<'a>,
) -> Option<Ruleset> {
    let source = files.layers.last()?.source;
    let main = files.trees[source.0 as usize].header.as_ref();
    let is_library = main.is_some_and(|h| h.kind == FileKind::Library);
    let header = Place::new(source, main.map_or(Span::new(0, 0), |h| h.span));
    if !is_library {
        missing(declared, report, header);
    }
    let layout = board::lower(declared, report);
    let grounds = layout
        .as_ref()
        .map(|(_, topology)| Grounds::new(topology, declared, report));
    let grounds = grounds.as_ref();
    if let Some(grounds) = grounds {
        check_zones(declared, grounds);
    }
    let movements = Movements::new(declared, grounds, report);
    let mut kinds = pieces::lower(declared, &movements, report);
    check_movements(declared, &movements);
    let promotions = promotion::lower(declared, grounds, &movements, report);
    let drops = drops::lower(declared, grounds, &movements, report);
    let castling = castling::lower(declared, grounds, report);
    let royalty = restrictions::royalty(declared, report);
    let (end, fallen) = end::lower(declared, grounds, report);
    let (restrictions, en_passant) = restrictions::rules(declared, grounds, &movements, report);
    let turns = turns::lower(declared, &kinds, report);
    let shuffle = shuffle::lower(declared, grounds, report, source);
    let walls = walls::lower(declared, grounds, &movements, report);
    let control = control::lower(declared, grounds, &movements, report);
    let powers = powers::lower(declared, grounds, &movements, report);
    let effects = effects::lower(declared, grounds, &movements, report);
    drops::origins(declared, &promotions, (&effects, &drops), report);
    let hooks = hooks::lower(declared, grounds, &movements, report);
    let points = board::points(declared, grounds, report);
    let (board, topology) = layout.as_ref()?;
    let own = &files.trees[source.0 as usize];
    let start = start::lower(
        declared,
        topology,
        &kinds,
        (&castling, &drops),
        report,
        own,
        header,
    );
    let grounds = grounds?;
    reset_clocks(declared, &promotions, &mut kinds);
    let rules = Ruleset {
        format: FORMAT,
        title: declared.title.clone(),
        about: said(declared.about),
        source: said(declared.source),
        board: board.clone(),
        points,
        zones: zones(declared, grounds),
        armies: PerSide::new(
            declared.armies.white.title.clone(),
            declared.armies.black.title.clone(),
        ),
        pieces: kinds,
        promotions,
        drops,
        castling,
        en_passant,
        start: start.text.clone(),
        shuffle,
        royalty,
        end,
        restrictions,
        powers,
        walls,
        control,
        turns,
        effects,
        hooks,
    };
    if lints == Lints::Run && !report.has_errors() && source == SourceId(0) {
        lints::run(&lints::Facts {
            files,
            declared,
            movements: &movements,
            grounds,
            topology,
            start: &start,
            rules: &rules,
            fallen: &fallen,
            report,
        });
    }
    Some(rules)
}

/// Reports declarations that every variant must make or inherit. If part of the text could not be
/// read, that is reported first.
fn missing(declared: &Declared<'_>, report: &Report<'_>, header: Place) {
    if report.has_gaps() {
        return;
    }
    if declared.board.is_none() {
        report.add(
            error("F0117", header, "this variant has no board")
                .help("write `board 8x8`, or let it extend another"),
        );
    }
    let lacks_army = |side: &Side| {
        let army = &declared.armies[*side];
        army.pieces.is_empty() && army.place.is_none()
    };
    let missing = match Side::ALL
        .into_iter()
        .filter(lacks_army)
        .collect::<Vec<_>>()
        .as_slice()
    {
        [] => None,
        [side] => Some((format!("{} has no army", values::capital(*side)), side.name())),
        _ => Some(("this variant has no armies".to_owned(), "white")),
    };
    if let Some((message, word)) = missing {
        report.add(
            error("F0117", header, message)
                .help(format!("write `army {word} {{ ... }}` or `army both {{ ... }}`")),
        );
    }
    if declared.start.is_none() {
        report.add(
            error("F0117", header, "this variant has no start position")
                .help("write `start \"...\"` with a FEN: the ranks from the last to the first, capital letters for White"),
        );
    }
}
