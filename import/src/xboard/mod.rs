//! Lines by which an engine tells XBoard of a variant: `setup` with the board and the start
//! position, `piece` with how a piece moves in XBetza.
//!
//! XBoard knows the other rules by the word behind the size of the board. The report calls them
//! assumed; of words that are not read here it says that their rules are elsewhere.

mod finish;
mod kinds;
mod lines;
mod setup;
mod unstated;

use crate::draft::{Draft, Sheet};
use crate::ini::{Lines, Piece};
use crate::report::{Import, Section, Status};
use kinds::Kind;
use lines::Entry;
use setup::Setup;

/// Whether a text looks like such lines.
pub(crate) fn is_xboard(text: &str) -> bool {
    let entries = lines::read(text);
    let mut setups = entries.iter().filter_map(|entry| entry.setup.as_ref());
    setups.any(|setup| setup::parse(setup).is_ok())
}

/// Imports the variants that are named, or all if none is.
pub(crate) fn import(text: &str, names: &[String]) -> Import {
    let entries = lines::read(text);
    let places = Lines::new(text);
    let mut import = Import::default();
    if entries.is_empty() {
        let message = "there is no line `setup` in the text".to_owned();
        let help = Some("`setup (PNBRQKpnbrqk) 8x8+0_fairy 8/8/8/8/8/8/8/8 w - - 0 1`".to_owned());
        let nowhere = Piece::new("", 0);
        import
            .findings
            .push(crate::draft::finding(&places, &nowhere, message, help));
    }
    let titles: Vec<&str> = entries.iter().map(Entry::title).collect();
    let (own, chosen) = crate::choose(&titles, names, "variant", &places, &mut import);
    for at in chosen {
        let reader = Reader::new(&places, &entries[at], own[at].clone());
        import.sections.push(reader.read());
    }
    import
}

/// The rules that XBoard has by the word behind the size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Parent {
    /// Pawns promote on the last rank; captured pieces are gone.
    #[default]
    Fairy,
    /// The same with captured pieces in hand.
    Crazyhouse,
    /// Pieces promote to their `+` forms in the last third of the board, captured ones go to the
    /// hand.
    Shogi,
}

/// A variant while it is read.
struct Reader<'t> {
    sheet: Sheet<'t>,
    entry: &'t Entry,
    draft: Draft,
    kinds: Vec<Kind>,
    parent: Parent,
}

impl<'t> Reader<'t> {
    fn new(places: &'t Lines<'t>, entry: &'t Entry, name: String) -> Self {
        let title = match entry.title() {
            "" => "From XBoard",
            title => title,
        };
        let draft = Draft {
            title: title.to_owned(),
            ..Draft::default()
        };
        Self {
            sheet: Sheet::new(places, name, entry.head().offset),
            entry,
            draft,
            kinds: Vec::new(),
            parent: Parent::default(),
        }
    }

    fn read(mut self) -> Section {
        let entry = self.entry;
        if let Some(name) = &entry.name {
            self.sheet.taken("variant", name);
        }
        for other in &entry.others {
            self.sheet.idle("line", other, "it is not about rules");
        }
        for told in &entry.pieces {
            self.told(told);
        }
        let Some(line) = &entry.setup else {
            let message = "the lines have no `setup`: XBoard has the rules of this variant itself";
            let named = entry
                .name
                .as_ref()
                .filter(|name| ferz_rulesets::get(&name.text).is_some());
            let help = named.map(|name| format!("ferz has them, too: `ferz show {}`", name.text));
            self.sheet.find(&entry.head(), message, help);
            return self.sheet.section;
        };
        match setup::parse(line) {
            Ok(setup) => self.finish(&setup),
            Err((at, message)) => {
                let help = "`setup (PNBRQKpnbrqk) 8x8+0_fairy 8/8/8/8/8/8/8/8 w - - 0 1`".to_owned();
                self.sheet.tell("setup", line, Status::Wrong, None);
                self.sheet.find(&at, message, Some(help));
                self.sheet.section
            }
        }
    }

    /// The rules behind the word of the parent.
    fn parent(&mut self, setup: &Setup) {
        let Some(parent) = &setup.parent else { return };
        self.parent = match parent.text.as_str() {
            "fairy" | "normal" | "nocastle" | "capablanca" | "gothic" => Parent::Fairy,
            "crazyhouse" => Parent::Crazyhouse,
            "shogi" => Parent::Shogi,
            _ => {
                let why = "XBoard has rules by this word, and the lines do not hold them";
                self.sheet.lose("parent", parent, Status::Elsewhere, why);
                return;
            }
        };
        self.sheet.taken("parent", parent);
    }
}
