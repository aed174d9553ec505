//! Rules as files of other programs.

mod bishop;
mod diagram;
mod kept;
mod kinds;
mod printer;
mod same;
mod sjaak;
mod steps;

use crate::apply::apply;
use crate::differ;
use crate::fen::{self, Cell};
use crate::ini;
use crate::known;
use crate::model::{Kind, Model, Way};
use crate::read;
use crate::region::{FILES, RANKS};
use crate::report::{Export, Import, Loss};
use crate::types::{self, KING, Slot};
use crate::write;
pub use bishop::bishop;
pub use diagram::interactive_diagram;
use ferz::rules::Ruleset;
use kept::kept;
use printer::Printer;
use same::unsaid;
pub use sjaak::sjaak;
use std::fmt::Display;

/// Writes rules as a section of that name.
///
/// Losses are found by reading the section back: every declaration that then differs is a loss.
pub fn export(rules: &Ruleset, name: &str) -> Export {
    let model = read::model(rules);
    let mut lost = Vec::new();
    if rules.board.files > FILES || rules.board.ranks > RANKS {
        lost.push(Loss {
            what: format!("board {}x{}", rules.board.files, rules.board.ranks),
            why: format!("a board has at most {FILES} files and {RANKS} ranks"),
        });
        return Export {
            text: String::new(),
            lost,
        };
    }
    let model = counted(&model).or_else(|| kept(&model)).unwrap_or(model);
    let parent = parent(&model);
    let section = Printer::new(&model, parent.clone()).print(name);
    let base = parent.map_or_else(Model::default, |(_, base)| base);
    let written = write::write(&again(&section, &model, base));
    lost.extend(written.lost.iter().cloned());
    match differ::rules(&written.file(&crate::part::head(name, None, "", ""))) {
        Ok(read) => lost.extend(unsaid(rules, &read)),
        Err(why) => lost.push(Loss {
            what: "variant".to_owned(),
            why: format!("the section that comes of it cannot be read back: {why}"),
        }),
    }
    Export { text: section, lost }
}

/// Rules that make no variant.
fn unplayable(error: &impl Display) -> Export {
    let loss = Loss {
        what: "variant".to_owned(),
        why: error.to_string(),
    };
    Export {
        text: String::new(),
        lost: vec![loss],
    }
}

/// The losses of a file of one variant, which was read back.
fn unread(ours: &Ruleset, read: &Import, file: &str) -> Vec<Loss> {
    let section = read.sections.first();
    let text = section.and_then(|section| section.ferz.clone().or_else(|| section.partial.clone()));
    let findings = section.iter().flat_map(|section| &section.findings);
    let refused: Vec<&str> = findings.map(|one| one.message.as_str()).collect();
    match text.map_or_else(|| Err(refused.join("; ")), |text| differ::playable(&text)) {
        Ok(read) => named(unsaid(ours, &read), file),
        Err(why) => vec![Loss {
            what: "variant".to_owned(),
            why: format!("{file} that comes of it cannot be read back: {why}"),
        }],
    }
}

/// Losses in the words of a format that has no sections.
fn named(lost: Vec<Loss>, file: &str) -> Vec<Loss> {
    let named = |loss: Loss| Loss {
        why: loss.why.replace("the section", file),
        ..loss
    };
    lost.into_iter().map(named).collect()
}

/// The model with pieces enough in hand for every square, where hands never empty and nothing that
/// is dropped moves or leaves the board.
fn counted(model: &Model) -> Option<Model> {
    let still = |kind: &Kind| match &kind.way {
        Way::Betza(text) => text.is_empty(),
        Way::Known | Way::Ferz(_) => false,
    };
    let is_still = |(slot, kind): (&Slot, &Kind)| *slot == types::IMMOBILE || still(kind);
    if !model.drops.free || !model.kinds.iter().all(is_still) {
        return None;
    }
    let (fen, _) = fen::read(model, &ini::Piece::new(&model.start, 0));
    let empty = fen
        .cells
        .iter()
        .flatten()
        .filter(|cell| **cell == Cell::Empty)
        .count();
    let letters = model.kinds.values().map(|kind| kind.letter);
    let hand: String = letters
        .flat_map(|letter| {
            let each = |letter: char| std::iter::repeat_n(letter, empty);
            each(letter).chain(each(letter.to_ascii_lowercase()))
        })
        .collect();
    let (board, rest) = model.start.split_once(' ')?;
    let mut model = model.clone();
    model.start = format!("{board}[{hand}] {rest}");
    model.drops.free = false;
    Some(model)
}

/// A variant of Fairy-Stockfish with rules that no key can set, for rules that need one.
fn parent(model: &Model) -> Option<(&'static str, Model)> {
    let (endless, palace) = (model.drops.free, along_lines(model));
    if !endless && !palace {
        return None;
    }
    let bundled = |name: &&'static str| {
        let known = ferz_rulesets::all().iter().any(|bundled| bundled.name == *name);
        let rules = known.then(|| ferz_rulesets::ruleset(name).ok()).flatten()?;
        let parent = read::model(&rules);
        let free = parent.drops.free && counted(&parent).is_none();
        let fits = (!endless || free) && (!palace || along_lines(&parent));
        fits.then_some((*name, parent))
    };
    known::BUILT_IN.iter().find_map(bundled)
}

/// Whether a king goes along lines of the board, which kings with moves of a section do not.
fn along_lines(model: &Model) -> bool {
    let king = model.kinds.get(&KING).map(|kind| &kind.way);
    !model.diagonal_lines.is_empty() && matches!(king, Some(Way::Betza(text)) if text == "W")
}

/// The declarations of the section, with the names of the rules that it comes from.
fn again(section: &str, model: &Model, base: Model) -> Model {
    let file = ini::read(section);
    let entries: Vec<&ini::Entry> = file.blocks.iter().flat_map(|block| &block.entries).collect();
    let mut again = base;
    apply(&mut again, &entries);
    for kind in again.kinds.values_mut() {
        if let Some(twin) = model.kinds.values().find(|twin| twin.letter == kind.letter) {
            kind.name.clone_from(&twin.name);
            kind.of = twin.of;
        }
    }
    again.labels.clone_from(&model.labels);
    again.promoted_names.clone_from(&model.promoted_names);
    again.claims = model.claims;
    again
}
