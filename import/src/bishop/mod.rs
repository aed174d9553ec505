//! Variants of Bishop, a package for Dart: JSON with pieces in Betza, options, regions and actions.
//!
//! A rule that a variant has in code of its own is not in its file. An empty list of actions tells
//! that there was one.

mod actions;
mod betza;
mod options;
mod pieces;
mod regions;
mod start;

pub(crate) use betza::said;

use crate::draft::{self, Draft, Sheet, finding};
use crate::ini::Lines;
use crate::json::{self, Value};
use crate::region::Region;
use crate::report::{Finding, Import, Section, Status};
use std::collections::HashSet;

/// Whether a text looks like one.
pub(crate) fn is_bishop(text: &str) -> bool {
    text.trim_start().starts_with(['{', '[']) && text.contains("\"pieceTypes\"")
}

/// Imports the variants that are named, or all if none is: of an object, or of a list of them.
pub(crate) fn import(text: &str, names: &[String]) -> Import {
    again(text, names, &[])
}

/// The same, for a text whose kinds have names by their letters.
pub(crate) fn again(text: &str, names: &[String], kinds: &[(String, String)]) -> Import {
    let places = Lines::new(text);
    let mut import = Import::default();
    let root = match json::parse(text) {
        Ok(root) => root,
        Err((at, message)) => {
            let help = Some("a variant is an object: `{\"name\": ..., \"pieceTypes\": {...}}`".to_owned());
            let finding = finding(&places, &at, message.to_owned(), help);
            import.findings.push(finding);
            return import;
        }
    };
    let all = match root.list() {
        [] => std::slice::from_ref(&root),
        list => list,
    };
    let titles = all.iter().map(|value| value.get("name").and_then(Value::text));
    let titles: Vec<&str> = titles.map(Option::unwrap_or_default).collect();
    let (own, chosen) = crate::choose(&titles, names, "variant", &places, &mut import);
    for at in chosen {
        let mut reader = Reader::new(&places, &all[at], own[at].clone());
        reader.names = kinds.to_vec();
        import.sections.push(reader.read());
    }
    import
}

/// A variant while it is read.
struct Reader<'t> {
    sheet: Sheet<'t>,
    root: &'t Value,
    draft: Draft,
    /// The places of values that the report names.
    told: HashSet<usize>,
    regions: Vec<(String, Region)>,
    kinds: Vec<pieces::Kind>,
    /// Names of kinds by letters; others are named by their moves.
    names: Vec<(String, String)>,
    /// Whether pieces wait behind files, each behind one.
    waits: bool,
}

impl<'t> Reader<'t> {
    fn new(places: &'t Lines<'t>, root: &'t Value, name: String) -> Self {
        let text = |key: &str| root.get(key).and_then(Value::text).unwrap_or_default();
        let draft = Draft {
            title: text("name").to_owned(),
            about: text("description").to_owned(),
            ..Draft::default()
        };
        Self {
            sheet: Sheet::new(places, name, root.place.offset),
            root,
            draft,
            told: HashSet::new(),
            regions: Vec::new(),
            kinds: Vec::new(),
            names: Vec::new(),
            waits: false,
        }
    }

    fn read(mut self) -> Section {
        for key in ["name", "description"] {
            self.take(key);
        }
        self.pass("bishopVersion", "the version of the program");
        self.pass("outputOptions", "how positions are written");
        self.pass("pieceValues", "values for a player");
        let head = self.root.place.part(0, 1);
        if self.size() {
            self.regions();
            self.pieces();
            self.start();
            if !self.is_wrong() {
                self.kinds();
                self.options();
                self.actions();
                self.draft.count_unmoved();
            }
        }
        self.rest();
        draft::finish(&self.draft, self.sheet, &head)
    }

    fn is_wrong(&self) -> bool {
        self.sheet.section.findings.iter().any(Finding::is_error)
    }

    /// Says of all leaves of a value what became of them.
    fn tell(&mut self, path: &str, value: &Value, status: Status, note: Option<&str>) {
        for (path, leaf) in value.leaves(path) {
            if self.told.insert(leaf.place.offset) {
                self.sheet.tell(&path, &leaf.place, status, note);
            }
        }
    }

    fn taken(&mut self, path: &str, value: &Value) {
        self.tell(path, value, Status::TakenOver, None);
    }

    /// Takes a key of the variant.
    fn take(&mut self, key: &str) {
        if let Some(value) = self.root.get(key) {
            self.taken(key, value);
        }
    }

    /// A key that is not about rules.
    fn pass(&mut self, key: &str, why: &str) {
        if let Some(value) = self.root.get(key) {
            self.tell(key, value, Status::NoMeaning, Some(why));
        }
    }

    /// A rule that the text will not have.
    fn lose(&mut self, path: &str, value: &Value, status: Status, why: &str) {
        let mut all = value.leaves(path).into_iter();
        let first = all.find(|(_, leaf)| self.told.insert(leaf.place.offset));
        if let Some((below, leaf)) = first {
            self.sheet.lose(&below, &leaf.place, status, why);
        }
        self.tell(path, value, status, Some(why));
    }

    /// A value that is none.
    fn wrong(&mut self, path: &str, value: &Value, message: &str, help: Option<&str>) {
        self.tell(path, value, Status::Wrong, None);
        self.sheet.find(&value.place, message, help.map(str::to_owned));
    }

    fn missing(&mut self, message: &str, help: &str) {
        let head = self.root.place.clone();
        self.sheet.find(&head, message, Some(help.to_owned()));
    }

    /// The size: `"8x8"`.
    fn size(&mut self) -> bool {
        let help = "`\"boardSize\": \"8x8\"`";
        let Some(value) = self.root.get("boardSize") else {
            self.missing("the size of the board is not said", help);
            return false;
        };
        let number = |text: &str| text.parse::<u8>().ok().filter(|number| (1..=16).contains(number));
        let sides = value.text().and_then(|text| text.split_once('x'));
        let size = sides.and_then(|(files, ranks)| Some((number(files)?, number(ranks)?)));
        let Some(size) = size else {
            self.wrong("boardSize", value, "this is no size of a board", Some(help));
            return false;
        };
        (self.draft.files, self.draft.ranks) = size;
        self.taken("boardSize", value);
        true
    }

    /// Leaves that nothing has read.
    fn rest(&mut self) {
        let root = self.root;
        if self.is_wrong() {
            let why = "not read, since something else is wrong";
            return self.tell("", root, Status::Default, Some(why));
        }
        for (key, value) in root.entries() {
            self.lose(&key.text, value, Status::NotPossible, "this key is not known");
        }
    }
}
