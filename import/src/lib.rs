//! Variants of other programs' files as ferz files, and back.
//!
//! [`import`] reads the text of a `variants.ini` of Fairy-Stockfish, or one section of it, a
//! definition of the Interactive Diagram, a file of Sjaak II, Fairy-Max or Bishop, or lines of an
//! engine for XBoard, and gives for each variant a text in the ferz language and a report about
//! every construct; [`export`] writes rules as a section. Nothing here reads or writes files, and
//! every result can be serialized.
//!
//! ```
//! let file = "[tiny:chess]\nstalemateValue = loss\nnMoveRul = 0\n";
//! let import = ferz_import::import(file, ferz_import::Format::Guess, &[]);
//! let tiny = &import.sections[0];
//! assert_eq!(tiny.extends.as_deref(), Some("chess"));
//! assert!(tiny.ferz.as_ref().unwrap().contains("stalemate: loss"));
//! assert_eq!(tiny.keys[0].status, ferz_import::Status::TakenOver);
//! let mistake = &tiny.findings[0];
//! assert_eq!((mistake.line, mistake.column), (3, 1));
//! assert_eq!(mistake.help.as_deref(), Some("did you mean `nMoveRule`?"));
//! ```
//!
//! A text extends the bundled variant that is nearest, the one named as the section's parent or a
//! parent of that, and says only what differs.
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)
)]

mod apply;
mod betza;
mod bishop;
mod bundled;
mod counting;
mod diagram;
mod differ;
mod draft;
mod export;
mod fairymax;
mod fen;
mod ini;
mod json;
mod judge;
mod keys;
mod known;
mod manual;
mod model;
mod part;
mod place;
mod pychess;
mod read;
mod refusals;
mod region;
mod remarks;
mod report;
mod section;
mod sjaak;
mod types;
mod values;
mod write;
mod xbetza;
mod xboard;

pub use export::{bishop, export, interactive_diagram, sjaak};
pub use manual::manual;
pub use pychess::{Figure, Limits, Publication, pychess};
pub use refusals::{publication, refusals, refused_by_pychess};
pub use report::{Export, Finding, Import, KeyReport, Loss, Section, Status, Verdict};

use ferz_grammar::suggest::closest_of_few;
use ini::Lines;
use section::Context;
use std::collections::HashSet;

/// The formats of texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Whichever it looks like.
    #[default]
    Guess,
    /// A `variants.ini` of Fairy-Stockfish.
    Ini,
    /// A definition of the Interactive Diagram.
    Diagram,
    /// A `variants.txt` of Sjaak II.
    Sjaak,
    /// An `fmax.ini` of Fairy-Max.
    FairyMax,
    /// Lines `setup` and `piece`, by which an engine tells XBoard of a variant.
    XBoard,
    /// A JSON file of Bishop.
    Bishop,
}

impl Format {
    /// The likely format of a text.
    pub fn guessed(text: &str) -> Self {
        if sjaak::is_sjaak(text) {
            Self::Sjaak
        } else if fairymax::is_fairymax(text) {
            Self::FairyMax
        } else if bishop::is_bishop(text) {
            Self::Bishop
        } else if xboard::is_xboard(text) {
            Self::XBoard
        } else if diagram::is_diagram(text) {
            Self::Diagram
        } else {
            Self::Ini
        }
    }
}

/// Imports the sections of a text that are named, or all if none is.
///
/// Faults come with their places: in the section they are about, or beside them. A section that
/// cannot be a variant has no text. Unknown names are findings as well.
pub fn import(text: &str, format: Format, names: &[String]) -> Import {
    let format = match format {
        Format::Guess => Format::guessed(text),
        known => known,
    };
    match format {
        Format::Diagram => diagram::import(text),
        Format::Sjaak => sjaak::import(text, names),
        Format::FairyMax => fairymax::import(text, names),
        Format::Bishop => bishop::import(text, names),
        Format::XBoard => xboard::import(text, names),
        Format::Guess | Format::Ini => ini(text, names),
    }
}

/// The names of the sections of a `variants.ini`, in order, each once. Nothing else is read.
pub fn names(text: &str) -> Vec<String> {
    let blocks = ini::read(text).blocks.into_iter();
    let (mut names, mut known): (Vec<String>, HashSet<String>) = Default::default();
    names.extend(
        blocks
            .map(|block| block.name.text)
            .filter(|name| known.insert(name.clone())),
    );
    names
}

fn ini(text: &str, names: &[String]) -> Import {
    let file = ini::read(text);
    let context = Context::new(text, &file);
    let mut import = Import::default();
    for stray in &file.strays {
        let message = format!("`{}` stands before the first section", stray.text);
        let help = "a section begins with its name in brackets: `[mine:chess]`".to_owned();
        import.findings.push(context.finding(stray, message, Some(help)));
    }
    for head in &file.unclosed {
        let message = format!("`{}` has no closing bracket", head.text);
        let help = "`[name]` or `[name:parent]`".to_owned();
        import.findings.push(context.finding(head, message, Some(help)));
    }
    if file.blocks.is_empty() && import.findings.is_empty() {
        let message = "there is no section in the text".to_owned();
        let help = "a section begins with its name in brackets: `[mine:chess]`".to_owned();
        import
            .findings
            .push(context.finding(&ini::Piece::new("", 0), message, Some(help)));
    }
    for name in names {
        let known: Vec<&str> = file.blocks.iter().map(|block| block.name.text.as_str()).collect();
        if !known.contains(&name.as_str()) {
            let close = closest_of_few(name, known.iter().copied());
            let help = close.map(|close| format!("did you mean `{close}`?"));
            let message = format!("there is no section `{name}`");
            import
                .findings
                .push(context.finding(&ini::Piece::new("", 0), message, help));
        }
    }
    let wanted = |block: &ini::Block| names.is_empty() || names.contains(&block.name.text);
    let chosen: Vec<usize> = (0..file.blocks.len())
        .filter(|&at| wanted(&file.blocks[at]))
        .collect();
    import
        .findings
        .extend(too_many(chosen.len(), "sections", &context.lines));
    let read = chosen.into_iter().take(MOST);
    import.sections.extend(read.map(|at| context.import(at)));
    import
}

/// Names of the variants of a text by their titles, and the places of those that are asked for: all
/// if none is. Names that no variant has are findings.
fn choose(
    titles: &[&str],
    asked: &[String],
    what: &str,
    lines: &Lines<'_>,
    import: &mut Import,
) -> (Vec<String>, Vec<usize>) {
    let own = draft::names_of(titles.iter().copied(), what);
    let is_meant = |at: usize, name: &String| *name == own[at] || name.eq_ignore_ascii_case(titles[at]);
    let nowhere = ini::Piece::new("", 0);
    for name in asked {
        if !(0..own.len()).any(|at| is_meant(at, name)) {
            let close = closest_of_few(name, own.iter().map(String::as_str));
            let help = close.map(|close| format!("did you mean `{close}`?"));
            let message = format!("there is no {what} `{name}`");
            import
                .findings
                .push(draft::finding(lines, &nowhere, message, help));
        }
    }
    let is_chosen = |at: &usize| asked.is_empty() || asked.iter().any(|name| is_meant(*at, name));
    let mut chosen: Vec<usize> = (0..own.len()).filter(is_chosen).collect();
    import
        .findings
        .extend(too_many(chosen.len(), &format!("{what}s"), lines));
    chosen.truncate(MOST);
    (own, chosen)
}

/// At most this many variants of a text are read at once, since each is compiled.
const MOST: usize = 300;

/// The error that a text has more variants than are read at once.
fn too_many(count: usize, what: &str, lines: &Lines<'_>) -> Option<Finding> {
    (count > MOST).then(|| {
        let message = format!("the text has {count} {what}; the first {MOST} are read");
        let help = Some("name the others to read them".to_owned());
        draft::finding(lines, &ini::Piece::new("", 0), message, help)
    })
}
