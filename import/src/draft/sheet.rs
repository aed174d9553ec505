//! The fate of every construct of a source, with its place.

use crate::ini::{Lines, Piece};
use crate::report::{Finding, KeyReport, Loss, Section, Status};
use std::collections::HashSet;

/// The report on a variant while it is read.
pub(crate) struct Sheet<'t> {
    lines: &'t Lines<'t>,
    pub(crate) section: Section,
    /// The places and messages of its findings.
    found: HashSet<(usize, String)>,
    /// The losses that the section has.
    lost: HashSet<(String, String)>,
}

impl<'t> Sheet<'t> {
    pub(crate) fn new(lines: &'t Lines<'t>, name: String, head: usize) -> Self {
        Self {
            lines,
            section: Section {
                name,
                line: lines.place(head).0,
                ..Section::default()
            },
            found: HashSet::new(),
            lost: HashSet::new(),
        }
    }

    /// Says what became of a construct.
    pub(crate) fn tell(&mut self, key: &str, value: &Piece, status: Status, note: Option<&str>) {
        let (line, column) = self.lines.place(value.offset);
        self.section.keys.push(KeyReport {
            key: key.to_owned(),
            value: value.text.clone(),
            line,
            column,
            status,
            note: note.map(str::to_owned),
        });
    }

    pub(crate) fn taken(&mut self, key: &str, value: &Piece) {
        self.tell(key, value, Status::TakenOver, None);
    }

    /// Something that is not about rules.
    pub(crate) fn idle(&mut self, key: &str, value: &Piece, why: &str) {
        self.tell(key, value, Status::NoMeaning, Some(why));
    }

    /// A construct of a text that is refused before it is read.
    pub(crate) fn unread(&mut self, key: &str, value: &Piece) {
        self.idle(key, value, "the text is refused before it is read");
    }

    /// A convention of the program that the file does not state.
    pub(crate) fn assume(&mut self, at: &Piece, why: &str) {
        self.tell("assumed", at, Status::Assumed, Some(why));
    }

    /// A rule that the program may have, and for which the format has no word.
    pub(crate) fn elsewhere(&mut self, key: &str, at: &Piece, rule: &str) {
        let known = |told: &KeyReport| told.key == key && told.note.as_deref() == Some(rule);
        if !self.section.keys.iter().any(known) {
            self.tell(key, at, Status::Elsewhere, Some(rule));
        }
    }

    /// A rule that the text will not have.
    pub(crate) fn lose(&mut self, key: &str, value: &Piece, status: Status, why: &str) {
        self.tell(key, value, status, Some(why));
        let loss = Loss {
            what: format!("{key} {}", value.text).trim_end().to_owned(),
            why: why.to_owned(),
        };
        if self.lost.insert((loss.what.clone(), loss.why.clone())) {
            self.section.lost.push(loss);
        }
    }

    /// A construct that cannot be understood.
    pub(crate) fn wrong(&mut self, key: &str, value: &Piece, message: &str, help: Option<String>) {
        self.tell(key, value, Status::Wrong, None);
        self.find(value, message, help);
    }

    pub(crate) fn warn(&mut self, at: &Piece, message: String) {
        let mut warning = finding(self.lines, at, message, None);
        warning.warning = true;
        self.section.findings.push(warning);
    }

    pub(crate) fn find(&mut self, at: &Piece, message: impl Into<String>, help: Option<String>) {
        let finding = finding(self.lines, at, message.into(), help);
        if self.found.insert((finding.offset, finding.message.clone())) {
            self.section.findings.push(finding);
        }
    }
}

/// A fault with its place.
pub(crate) fn finding(lines: &Lines<'_>, at: &Piece, message: String, help: Option<String>) -> Finding {
    let (line, column) = lines.place(at.offset);
    Finding {
        warning: false,
        line,
        column,
        offset: at.offset,
        length: at.text.len().max(1),
        message,
        help,
    }
}
