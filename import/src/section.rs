//! One section of a `variants.ini`: its rules, its text and the fate of its keys.

use crate::apply::apply;
use crate::betza;
use crate::bundled::{Bundled, Shelf, is_bundled};
use crate::differ::{self, played};
use crate::fen;
use crate::ini::{Block, Entry, File, Lines, Piece};
use crate::keys::{self, About};
use crate::known::{self, BUILT_IN};
use crate::model::{Enclosing, Model, Way, is_common};
use crate::part::head;
use crate::remarks::remarks;
use crate::report::{Finding, KeyReport, Loss, Section, Status};
use crate::types;
use crate::values::Bad;
use crate::write::{self, Written};
use ferz::rules::{Ruleset, Score};
use ferz_grammar::suggest::closest_of_few;
use std::cell::RefCell;
use std::collections::HashMap;

/// The rules that a section begins with, the bundled variant that is nearest, and the rules that
/// are lost by then.
type Inherited = Result<(Model, Option<String>, Vec<Loss>), Finding>;

/// A file and its text.
pub(crate) struct Context<'a> {
    pub(crate) lines: Lines<'a>,
    pub(crate) file: &'a File,
    /// The sections of each name, in order.
    named: HashMap<&'a str, Vec<usize>>,
    /// Results for sections that have been asked about already.
    known: RefCell<HashMap<usize, Inherited>>,
    /// The bundled variants that sections are based on.
    bundled: Shelf,
}

impl<'a> Context<'a> {
    pub(crate) fn new(text: &'a str, file: &'a File) -> Self {
        let mut named: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, block) in file.blocks.iter().enumerate() {
            named.entry(&block.name.text).or_default().push(at);
        }
        Self {
            lines: Lines::new(text),
            file,
            named,
            known: RefCell::default(),
            bundled: Shelf::default(),
        }
    }

    /// The last section of a name before another one.
    fn earlier(&self, name: &str, before: usize) -> Option<usize> {
        let all = self.named.get(name)?;
        all[..all.partition_point(|&at| at < before)].last().copied()
    }
}

impl Context<'_> {
    /// Something wrong at a place.
    pub(crate) fn finding(&self, at: &Piece, message: String, help: Option<String>) -> Finding {
        crate::draft::finding(&self.lines, at, message, help)
    }

    fn bad(&self, wrong: Bad) -> Finding {
        self.finding(&wrong.at, wrong.message, wrong.help)
    }

    /// The section of the file that another one names as its parent.
    fn above(&self, at: usize) -> Option<usize> {
        let name = self.file.blocks[at].parent.as_ref()?.text.as_str();
        let passed_over = BUILT_IN.contains(&name) && is_bundled(name);
        self.earlier(name, at).filter(|_| !passed_over)
    }

    fn parent(&self, at: usize) -> Inherited {
        let parent = self.file.blocks[at].parent.as_ref();
        self.inherited(at)
            .map_err(|cause| match (parent, self.above(at)) {
                (Some(parent), Some(_)) => {
                    let message = format!("the parent `{}` cannot be read: {}", parent.text, cause.message);
                    self.finding(parent, message, cause.help)
                }
                _ => cause,
            })
    }

    /// The same with the first cause of an error, for chains of any length.
    fn inherited(&self, at: usize) -> Inherited {
        let (mut top, mut below) = (at, Vec::new());
        let mut found = loop {
            if let Some(known) = self.known.borrow().get(&top) {
                break known.clone();
            }
            let Some(above) = self.above(top) else {
                break self.elsewhere(top);
            };
            below.push(top);
            top = above;
        };
        while let Some(next) = below.pop() {
            if let Ok((model, nearest, hidden)) = &mut found {
                let above = &self.file.blocks[top];
                hidden.extend(unknown_values(above, model, nearest.is_some()));
                if !above.entries.is_empty() {
                    apply(model, &above.entries.iter().collect::<Vec<_>>());
                }
                if is_bundled(&above.name.text) {
                    *nearest = Some(above.name.text.clone());
                }
            }
            top = next;
        }
        self.known.borrow_mut().insert(at, found.clone());
        found
    }

    /// The rules that a section begins with, if they are not in the file.
    fn elsewhere(&self, at: usize) -> Inherited {
        let Some(parent) = &self.file.blocks[at].parent else {
            return Ok((Model::default(), None, Vec::new()));
        };
        let name = parent.text.as_str();
        if let Some(bundled) = self.bundled.get(name) {
            return Ok((bundled.model.clone(), Some(name.to_owned()), Vec::new()));
        }
        let later = self.named.get(name).is_some_and(|all| all.last() >= Some(&at));
        let (message, help) = if later {
            let message = format!("the parent `{name}` stands further down");
            (
                message,
                Some("a parent must stand before its children".to_owned()),
            )
        } else {
            let sections = self.file.blocks[..at]
                .iter()
                .map(|block| block.name.text.as_str());
            let names = sections.chain(ferz_rulesets::all().iter().map(|bundled| bundled.name));
            let names: Vec<&str> = names.collect();
            let close = closest_of_few(name, names.iter().copied());
            (
                format!("there is no section and no bundled variant `{name}`"),
                close.map(|name| format!("did you mean `{name}`?")),
            )
        };
        Err(self.finding(parent, message, help))
    }

    /// Imports a section.
    pub(crate) fn import(&self, at: usize) -> Section {
        let block = &self.file.blocks[at];
        let (line, _) = self.lines.place(block.name.offset);
        let mut section = Section {
            name: block.name.text.clone(),
            line,
            parent: block.parent.as_ref().map(|parent| parent.text.clone()),
            ..Section::default()
        };
        section.findings = self.strays(block);
        if section
            .findings
            .iter()
            .any(|finding| finding.is_error() && finding.message.ends_with("name of a section"))
        {
            // Without its parent nothing in it could be understood.
            return section;
        }
        section.findings.extend(self.duplicates(block));
        let found = self.parent(at);
        let known = found.is_ok();
        let (parent, nearest, hidden) = found.unwrap_or_else(|finding| {
            section.findings.insert(0, finding);
            (Model::default(), None, Vec::new())
        });
        section.lost = hidden;
        section
            .lost
            .extend(unknown_values(block, &parent, nearest.is_some()));
        let mut own = Own {
            context: self,
            block,
            parent: &parent,
            section,
        };
        if known {
            own.fill(nearest);
        } else {
            own.unknown_keys();
        }
        own.section
    }

    fn strays(&self, block: &Block) -> Vec<Finding> {
        let mut findings = Vec::new();
        if let Some(at) = block.name.text.find([';', ',', '=', '/']) {
            let (name, parent) = (&block.name.text[..at], block.name.text[at + 1..].trim());
            let message = format!("`{}` in the name of a section", &block.name.text[at..=at]);
            let help = format!("did you mean `[{name}:{parent}]`?");
            findings.push(self.finding(&block.name.part(at, 1), message, Some(help)));
        }
        if block.name.text.trim().is_empty() {
            findings.push(self.finding(&block.name, "the section has no name".to_owned(), None));
        }
        let first = self.named.get(block.name.text.as_str());
        let first = first.and_then(|all| self.file.blocks.get(*all.first()?));
        if BUILT_IN.contains(&block.name.text.as_str()) {
            let message = format!(
                "`{}` is built into Fairy-Stockfish, which passes over this section",
                block.name.text
            );
            let help = "to be read by both it needs another name".to_owned();
            let finding = self.finding(&block.name, message, Some(help));
            findings.push(Finding {
                warning: true,
                ..finding
            });
        }
        if let Some(first) = first.filter(|first| first.name.offset < block.name.offset) {
            let (line, _) = self.lines.place(first.name.offset);
            let message = format!("`{}` stands in line {line} already", block.name.text);
            let help = "Fairy-Stockfish reads only the first; give it another name".to_owned();
            findings.push(self.finding(&block.name, message, Some(help)));
        }
        for stray in &block.strays {
            let message = format!(
                "`{}` is neither `key = value` nor a comment",
                shortened(&stray.text)
            );
            let help = match stray.text.split_once(':') {
                Some((key, value)) if is_key(key.trim()) => format!("`{} = {}`", key.trim(), value.trim()),
                _ => "comments begin with `#` at the start of the line".to_owned(),
            };
            findings.push(self.finding(stray, message, Some(help)));
        }
        findings
    }

    fn duplicates(&self, block: &Block) -> Vec<Finding> {
        let mut findings = Vec::new();
        for (entry, later) in block.entries.iter().zip(block.repeated()) {
            if let Some(later) = later {
                let (line, _) = self.lines.place(later.key.offset);
                let message = format!(
                    "`{}` stands again in line {line}, and only the last counts",
                    entry.key.text
                );
                let finding = self.finding(&entry.key, message, None);
                findings.push(Finding {
                    warning: true,
                    ..finding
                });
            }
        }
        findings
    }
}

/// Values that the other program's parent has and ferz's need not say, where a section makes them
/// matter.
fn unknown_values(block: &Block, parent: &Model, bundled: bool) -> Vec<Loss> {
    let value = |key: &str| block.entries.iter().rev().find(|entry| entry.key.text == key);
    let mut list = Vec::new();
    if !bundled {
        return list;
    }
    let reversi = parent.drops.enclosing == Enclosing::Reversi && parent.drops.first.is_empty();
    let drops = value("enclosingDrop").is_none_or(|entry| entry.value.text == "reversi");
    let bigger = value("maxRank").is_some() || value("maxFile").is_some();
    if reversi && drops && bigger && value("enclosingDropStart").is_none() {
        list.push(Loss {
            what: "enclosingDropStart".to_owned(),
            why: "the parent's squares that are filled first are not known; say them in the section"
                .to_owned(),
        });
    }
    let said = parent.end.stalemate_count || parent.end.stalemate != Score::Draw;
    let passes = !said && (parent.pass_stuck.white || parent.pass_stuck.black);
    let ends = value("passOnStalemate").is_some_and(|entry| entry.value.text == "false");
    if passes && ends && value("stalemateValue").is_none() {
        list.push(Loss {
            what: "stalemateValue".to_owned(),
            why: "what a stalemate brings, which the parent's passes prevent, is not known; state it in the section".to_owned(),
        });
    }
    list
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// A section on its way.
struct Own<'a, 'c> {
    context: &'a Context<'c>,
    block: &'a Block,
    parent: &'a Model,
    section: Section,
}

impl Own<'_, '_> {
    fn fill(&mut self, nearest: Option<String>) {
        let entries: Vec<&Entry> = self.block.entries.iter().collect();
        let mut model = self.parent.clone();
        let bad = apply(&mut model, &entries);
        let base = nearest.as_deref().and_then(|name| self.context.bundled.get(name));
        let base = base.as_deref();
        if let Some(base) = base {
            adopt(&mut model, &base.model);
        }
        let written = write::write(&model);
        self.report(&model, &written, &bad, base.map(|base| &base.model));
        self.unknown_keys();
        self.start(&model);
        self.remarks(&model, &written);
        self.section
            .findings
            .extend(bad.into_iter().map(|(_, bad)| self.context.bad(bad)));
        self.section.lost.extend(written.lost.iter().cloned());
        self.text(&written, nearest, base);
        if !self.section.lost.is_empty() {
            self.section.partial = self.section.ferz.take();
        }
        let order = |finding: &Finding| finding.offset;
        self.section.findings.sort_by_key(order);
    }

    /// Adds remarks on the section.
    fn remarks(&mut self, model: &Model, written: &Written) {
        let (start, wrong) = fen::read(model, &Piece::new(&model.start, 0));
        for remark in remarks(self.block, model, &start) {
            let finding = self.context.finding(&remark.at, remark.message, remark.help);
            self.section.findings.push(Finding {
                warning: !remark.wrong,
                ..finding
            });
        }
        // Of a position that cannot be read nothing is known.
        for warning in written.warnings.iter().filter(|_| wrong.is_empty()) {
            let entry = self
                .block
                .entries
                .iter()
                .rev()
                .find(|entry| entry.key.text == warning.what);
            let at = entry.map_or(&self.block.name, |entry| &entry.value);
            let finding = self.context.finding(at, warning.why.clone(), None);
            self.section.findings.push(Finding {
                warning: true,
                ..finding
            });
        }
    }

    /// Reports faults of the start position, if the section gives one.
    fn start(&mut self, model: &Model) {
        let entry = self
            .block
            .entries
            .iter()
            .rev()
            .find(|entry| entry.key.text == "startFen");
        let at = entry.map_or_else(
            || Piece::new(&model.start, self.block.name.offset),
            |entry| entry.value.clone(),
        );
        let (_, wrong) = fen::read(model, &Piece::new(&model.start, at.offset));
        let wrong = wrong.into_iter().map(|bad| match entry {
            Some(_) => bad,
            None => Bad {
                at: self.block.name.clone(),
                message: format!("the start position `{}`: {}", model.start, bad.message),
                help: bad.help,
            },
        });
        let findings: Vec<Finding> = wrong.map(|bad| self.context.bad(bad)).collect();
        self.section.findings.extend(findings);
    }

    /// Unknown keys.
    fn unknown_keys(&mut self) {
        /// At most this many unknown keys of a section are compared with all known ones.
        const COMPARED: usize = 200;
        let (known, mut compared) = (types::all_keys(), 0);
        for entry in &self.block.entries {
            let key = entry.key.text.as_str();
            if known.iter().any(|known| known == key) {
                continue;
            }
            let trimmed = key.trim();
            let help = if known.iter().any(|known| known == trimmed) {
                "a key begins at the start of the line".to_owned()
            } else {
                compared += 1;
                let few = &known[..if compared > COMPARED { 0 } else { known.len() }];
                known::instead(trimmed).unwrap_or_else(|| match closest(trimmed, few) {
                    Some(close) => format!("did you mean `{close}`?"),
                    None => "Fairy-Stockfish passes over keys that it does not know".to_owned(),
                })
            };
            let message = format!("there is no key `{key}`");
            let finding = self.context.finding(&entry.key, message, Some(help));
            self.section.findings.push(finding);
        }
    }

    fn report(&mut self, model: &Model, written: &Written, bad: &[(String, Bad)], base: Option<&Model>) {
        for (entry, later) in self.block.entries.iter().zip(self.block.repeated()) {
            let (status, note) = if later.is_some() {
                (Status::Default, Some("it stands again further down".to_owned()))
            } else {
                self.status(entry, model, written, bad, base)
            };
            let (line, column) = self.context.lines.place(entry.key.offset);
            self.section.keys.push(KeyReport {
                key: entry.key.text.clone(),
                value: entry.value.text.clone(),
                line,
                column,
                status,
                note,
            });
        }
    }

    fn status(
        &self,
        entry: &Entry,
        model: &Model,
        written: &Written,
        bad: &[(String, Bad)],
        base: Option<&Model>,
    ) -> (Status, Option<String>) {
        let key = entry.key.text.as_str();
        let known = keys::find(key);
        if !is_key(key) {
            return (Status::Wrong, Some("there is no such key".to_owned()));
        }
        if let Some(About::Other(what)) = known.map(|key| key.about) {
            return (Status::NoMeaning, Some(format!("it is about {what}")));
        }
        if let Some((_, bad)) = bad.iter().find(|(wrong, _)| wrong == key) {
            return (Status::Wrong, Some(bad.message.clone()));
        }
        let others: Vec<&Entry> = self
            .block
            .entries
            .iter()
            .filter(|other| other.key.text != key)
            .collect();
        let mut without = self.parent.clone();
        apply(&mut without, &others);
        if let Some(base) = base {
            adopt(&mut without, base);
        }
        if without == *model {
            return (Status::Default, None);
        }
        if let Some(loss) = written.lost.iter().find(|loss| loss.what == key) {
            return (Status::NotPossible, Some(loss.why.clone()));
        }
        let odd = odd(key, entry, written);
        let unwritten = write::write(&without);
        match (unwritten.parts() == written.parts(), odd) {
            (_, Some(why)) => (Status::Misread, Some(why)),
            (true, None) => (Status::Default, Some("nothing here depends on it".to_owned())),
            (false, None) => (Status::TakenOver, None),
        }
    }

    fn text(&mut self, written: &Written, nearest: Option<String>, base: Option<&Bundled>) {
        let (source, about) = words(&self.block.comments);
        let title = title(&self.block.name.text);
        let whole = written.file(&head(&title, None, &source, &about));
        let own = match differ::playable(&whole) {
            Ok(own) => own,
            Err(why) => {
                let errors = self.section.findings.iter().any(Finding::is_error);
                if !errors {
                    let message = format!("these rules make no variant: {why}");
                    let finding = self.context.finding(&self.block.name, message, None);
                    self.section.findings.push(finding);
                }
                return;
            }
        };
        self.section.whole = Some(whole.clone());
        self.section.ferz = Some(whole);
        let (Some(name), Some(base)) = (nearest, base) else {
            return;
        };
        let Some(imported) = base.imported() else {
            return;
        };
        let titled = (title.as_str(), source.as_str(), about.as_str());
        let sections = (imported, &own);
        let parts = written.parts();
        let (text, read) = differ::extending(titled, (&name, &base.rules), sections, &parts);
        let exact = played(imported) == played(&base.rules);
        let fits = |extending: &Ruleset| {
            played(extending) == played(&own) || (!exact && differ::is_playable(extending).is_ok())
        };
        if read.is_some_and(|extending| fits(&extending)) {
            self.section.ferz = Some(text);
            self.section.extends = Some(name);
        }
    }
}

/// The peculiarity of Fairy-Stockfish with a key.
fn odd(key: &str, entry: &Entry, written: &Written) -> Option<String> {
    if let Some(odd) = written.odd.iter().find(|odd| odd.what == key) {
        return Some(odd.why.clone());
    }
    types::slot(key)?;
    let oddities = betza::oddities(entry.value.text.get(2..).unwrap_or_default());
    (!oddities.is_empty()).then(|| oddities.join(", "))
}

/// Whether there is such a key.
fn is_key(key: &str) -> bool {
    keys::find(key).is_some() || types::slot(key).is_some() || types::mobility(key).is_some()
}

/// The nearest key: with the words of a long one in another order, too.
fn closest<'k>(key: &str, known: &'k [String]) -> Option<&'k str> {
    let folded = known.iter().find(|known| known.eq_ignore_ascii_case(key));
    let close = folded.map(String::as_str);
    close.or_else(|| closest_of_few(key, known.iter().map(String::as_str)))
}

/// Names as a bundled variant gives them, for the parts that agree.
fn adopt(model: &mut Model, base: &Model) {
    for (slot, kind) in &mut model.kinds {
        let twin = base.kinds.iter().find(|(_, known)| known.letter == kind.letter);
        if let Some((known, twin)) = twin {
            if kind.name.is_none() && (known == slot || twin.name.as_deref().is_some_and(is_common)) {
                kind.name.clone_from(&twin.name);
            }
            if known == slot && (twin.way == kind.way || matches!(twin.way, Way::Ferz(_))) {
                kind.of = twin.of;
            }
        }
    }
    for (from, name) in &base.promoted_names {
        model.promoted_names.entry(*from).or_insert_with(|| name.clone());
    }
    for (label, name) in &base.labels {
        model.labels.entry(label).or_insert_with(|| name.clone());
    }
}

/// A title from a name: `my-chess` becomes `My Chess`.
fn title(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_uppercase().to_string() + letters.as_str()
        })
    };
    let words: Vec<String> = name.split(['-', '_', ' ']).map(word).collect();
    words.join(" ").replace(['"', '\\'], "")
}

/// The origin and description of a variant, as comments give them.
fn words(comments: &[String]) -> (String, String) {
    let is_link = |comment: &&String| comment.contains("://");
    let source: Vec<&str> = comments.iter().filter(is_link).map(String::as_str).collect();
    let about: Vec<&str> = comments
        .iter()
        .filter(|comment| !is_link(comment) && !comment.trim().is_empty())
        .map(String::as_str)
        .collect();
    (source.join(" "), about.join(" "))
}
