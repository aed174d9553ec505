//! Variants as the page means them, compiled; the last few are kept.

use crate::folder::Folder;
use crate::machine::Machine;
use crate::rpc::Failure;
use crate::shelf::{Shelf, bundled};
use ferz::check::check;
use ferz::engine::{Variant, holds};
use ferz::lower::{Library as _, Lowered, Source, lower};
use ferz::rules::Ruleset;
use ferz_grammar::diagnostic::{Diagnostic, Severity, Sink};
use ferz_grammar::span::SourceId;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The number of variants that are kept.
const KEPT: usize = 6;

/// A variant as a question names it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Meant {
    /// A path in the folder, or `<chess>`.
    pub(crate) file: String,
    /// The texts that are open in the page, by path.
    #[serde(default)]
    pub(crate) texts: BTreeMap<String, String>,
}

/// A variant ready to play.
pub(crate) struct Compiled {
    /// The rules, compiled.
    pub(crate) variant: Variant,
    /// The diagnostics of compiling, with places in the first source.
    diagnostics: Vec<Diagnostic>,
    sources: Vec<Source>,
}

/// Something that is wrong with a text, for a reader.
#[derive(Serialize)]
struct Wrong<'d> {
    code: &'d str,
    severity: Severity,
    message: &'d str,
    help: Option<&'d str>,
    file: Option<&'d str>,
    /// From 1.
    line: usize,
}

/// Compiles, and keeps what it has compiled.
pub(crate) struct Compiler {
    folder: Arc<dyn Folder>,
    machine: Arc<dyn Machine>,
    kept: Mutex<Vec<(Option<Meant>, Arc<Compiled>)>>,
    /// Held while something is compiled: who wants the same waits for it.
    busy: Mutex<()>,
}

impl Compiler {
    pub(crate) fn new(folder: Arc<dyn Folder>, machine: Arc<dyn Machine>) -> Self {
        Self {
            folder,
            machine,
            kept: Mutex::new(Vec::new()),
            busy: Mutex::new(()),
        }
    }

    /// The variant that is meant.
    pub(crate) fn get(&self, meant: &Meant) -> Result<Arc<Compiled>, Failure> {
        // Files in the folder may have changed; a text sent with the question has not.
        let keeps = bundled(&meant.file).is_some() || self.folder.title().is_none();
        if keeps && let Some(found) = self.find(|other, _| other == Some(meant)) {
            return Ok(found);
        }
        self.machine.give_way();
        let (rules, sources) = self.rules(meant)?;
        // Other words, comments, say: the same rules.
        let same = |_: Option<&Meant>, kept: &Compiled| *kept.variant.rules() == rules;
        if let Some(found) = self.find(same) {
            return Ok(found);
        }
        if !holds(&rules) {
            self.machine.too_large();
            return Err(Failure::larger());
        }
        let _busy = lock(&self.busy);
        if let Some(found) = self.find(same) {
            return Ok(found);
        }
        self.compile(Some(meant.clone()), rules.clone(), sources)
            .map_err(|(found, sources)| wrong(&found, &sources))
    }

    /// The diagnostics from compiling rules that were read from these sources.
    pub(crate) fn check(&self, rules: Ruleset, sources: &[Source]) -> Vec<Diagnostic> {
        if !holds(&rules) {
            self.machine.too_large();
            return Vec::new();
        }
        let same = |_: Option<&Meant>, kept: &Compiled| kept.sources == sources;
        let _busy = lock(&self.busy);
        if let Some(found) = self.find(same) {
            return found.diagnostics.clone();
        }
        match self.compile(None, rules, sources.to_vec()) {
            Ok(compiled) => compiled.diagnostics.clone(),
            Err((found, _)) => found,
        }
    }

    fn compile(
        &self,
        meant: Option<Meant>,
        rules: Ruleset,
        sources: Vec<Source>,
    ) -> Result<Arc<Compiled>, (Vec<Diagnostic>, Vec<Source>)> {
        let checked = check(rules, &sources);
        let Some(variant) = checked.variant else {
            return Err((checked.diagnostics, sources));
        };
        let compiled = Arc::new(Compiled {
            variant,
            diagnostics: checked.diagnostics,
            sources,
        });
        let mut kept = lock(&self.kept);
        kept.retain(|(other, _)| meant.is_none() || *other != meant);
        kept.truncate(KEPT - 1);
        kept.insert(0, (meant, Arc::clone(&compiled)));
        Ok(compiled)
    }

    fn find(&self, is: impl Fn(Option<&Meant>, &Compiled) -> bool) -> Option<Arc<Compiled>> {
        let mut kept = lock(&self.kept);
        let at = kept
            .iter()
            .position(|(other, compiled)| is(other.as_ref(), compiled))?;
        let found = kept.remove(at);
        let compiled = Arc::clone(&found.1);
        kept.insert(0, found);
        Some(compiled)
    }

    /// The rules that are meant, and the texts that they were read from.
    fn rules(&self, meant: &Meant) -> Result<(Ruleset, Vec<Source>), Failure> {
        let shelf = Shelf::new(Arc::clone(&self.folder), meant.texts.clone());
        match lower(self.source(meant, &shelf)?, &shelf) {
            Lowered {
                ruleset: Some(rules),
                sources,
                ..
            } => Ok((rules, sources)),
            lowered if lowered.has_errors() => Err(wrong(&lowered.diagnostics, &lowered.sources)),
            _ => Err(Failure::rules(
                "this is a library: other texts include it, and it cannot be played",
                json!({ "library": true }),
            )),
        }
    }

    /// The texts of the page and the folder that a variant is made of, by path.
    pub(crate) fn own_texts(&self, meant: &Meant) -> Result<BTreeMap<String, String>, Failure> {
        let shelf = Shelf::new(Arc::clone(&self.folder), meant.texts.clone());
        let sources = lower(self.source(meant, &shelf)?, &shelf).sources.into_iter();
        let own = sources.filter(|source| source.name.starts_with('/') && bundled(&source.name).is_none());
        Ok(own.map(|source| (source.name, source.text)).collect())
    }

    /// The parent of a variant, by the name in its text.
    pub(crate) fn parent_name(&self, meant: &Meant) -> Option<String> {
        let shelf = Shelf::new(Arc::clone(&self.folder), meant.texts.clone());
        extends(&self.source(meant, &shelf).ok()?)
    }

    /// The rules that a variant extends.
    pub(crate) fn parent(&self, meant: &Meant) -> Option<Ruleset> {
        let shelf = Shelf::new(Arc::clone(&self.folder), meant.texts.clone());
        let source = self.source(meant, &shelf).ok()?;
        let name = extends(&source)?;
        let parent = shelf.load(&name, Some(&source.name)).ok()?;
        lower(parent, &shelf).ruleset
    }

    fn source(&self, meant: &Meant, shelf: &Shelf) -> Result<Source, Failure> {
        if let Some(name) = bundled(&meant.file) {
            return shelf.load(name, None).map_err(Failure::asked);
        }
        let text = match meant.texts.get(&meant.file) {
            Some(text) => text.clone(),
            None => self.folder.read(&meant.file).map_err(Failure::asked)?,
        };
        let name = meant.file.clone();
        Ok(Source { name, text })
    }
}

/// The parent of a text, by the name in it.
fn extends(source: &Source) -> Option<String> {
    let tree = ferz_grammar::parse(&source.text, SourceId(0), &mut Sink::new());
    Some(tree.header?.extends?.value)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The failure that reports these diagnostics as the reason for having no answer.
fn wrong(diagnostics: &[Diagnostic], sources: &[Source]) -> Failure {
    const MOST: usize = 20;
    let told: Vec<Wrong<'_>> = diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .take(MOST)
        .map(|d| {
            let label = d.labels.first();
            let source = label.and_then(|label| sources.get(label.source.0 as usize));
            let before = label
                .zip(source)
                .and_then(|(label, source)| source.text.get(..label.span.start));
            Wrong {
                code: d.code,
                severity: d.severity,
                message: &d.message,
                help: d.help.as_deref(),
                file: source.map(|source| source.name.as_str()),
                line: before.map_or(1, |text| text.bytes().filter(|b| *b == b'\n').count() + 1),
            }
        })
        .collect();
    let message = match told.first() {
        Some(first) => format!("line {}: {}", first.line, first.message),
        None => "the rules have mistakes".to_owned(),
    };
    Failure::rules(message, json!({ "errors": told }))
}
