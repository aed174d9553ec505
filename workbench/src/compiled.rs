//! Variants as the page means them, compiled; the last few are kept.

use crate::folder::Folder;
use crate::rpc::Failure;
use crate::shelf::{Shelf, bundled};
use ferz::check::check;
use ferz::engine::Variant;
use ferz::lower::{Library as _, Lowered, Source, lower, lower_keeping};
use ferz::rules::Ruleset;
use ferz_grammar::diagnostic::{Diagnostic, Severity};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// So many variants are kept.
const KEPT: usize = 6;

/// A variant as a question names it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Meant {
    /// A path in the folder, or `<chess>`.
    pub(crate) file: String,
    /// What is open in the page, by path.
    #[serde(default)]
    pub(crate) texts: BTreeMap<String, String>,
}

/// A variant ready to play.
pub(crate) struct Compiled {
    /// The rules, compiled.
    pub(crate) variant: Variant,
    /// The rules that it extends.
    pub(crate) parent: Option<Ruleset>,
    /// What its parent is called.
    pub(crate) parent_name: Option<String>,
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
    kept: Mutex<Vec<(Meant, Arc<Compiled>)>>,
}

impl Compiler {
    pub(crate) fn new(folder: Arc<dyn Folder>) -> Self {
        Self {
            folder,
            kept: Mutex::new(Vec::new()),
        }
    }

    /// The variant that is meant.
    pub(crate) fn get(&self, meant: &Meant) -> Result<Arc<Compiled>, Failure> {
        // What is in the folder may have changed; what is said with the question has not.
        let keeps = bundled(&meant.file).is_some() || self.folder.title().is_none();
        if keeps && let Some(found) = self.find(meant) {
            return Ok(found);
        }
        let (rules, sources, parent_name, parent) = self.read(meant)?;
        if let Some(found) = self.find(meant).filter(|found| *found.variant.rules() == rules) {
            return Ok(found);
        }
        let checked = check(rules, &sources);
        let Some(variant) = checked.variant else {
            return Err(wrong(&checked.diagnostics, &sources));
        };
        let compiled = Arc::new(Compiled {
            variant,
            parent,
            parent_name,
        });
        let mut kept = self.kept();
        kept.retain(|(other, _)| other != meant);
        kept.truncate(KEPT - 1);
        kept.insert(0, (meant.clone(), Arc::clone(&compiled)));
        Ok(compiled)
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Vec<(Meant, Arc<Compiled>)>> {
        self.kept
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn find(&self, meant: &Meant) -> Option<Arc<Compiled>> {
        let mut kept = self.kept();
        let at = kept.iter().position(|(other, _)| other == meant)?;
        let found = kept.remove(at);
        let compiled = Arc::clone(&found.1);
        kept.insert(0, found);
        Some(compiled)
    }

    fn read(&self, meant: &Meant) -> Result<Read, Failure> {
        let shelf = Shelf::new(Arc::clone(&self.folder), meant.texts.clone());
        let source = self.source(meant, &shelf)?;
        let name = source.name.clone();
        let (lowered, read) = lower_keeping(source, &shelf);
        let header = read.trees().first().and_then(|tree| tree.header.as_ref());
        let parent_name = header.and_then(|header| Some(header.extends.as_ref()?.value.clone()));
        let parent = parent_name.as_ref().and_then(|parent| {
            let source = shelf.load(parent, Some(&name)).ok()?;
            lower(source, &shelf).ruleset
        });
        match lowered {
            Lowered {
                ruleset: Some(rules),
                sources,
                ..
            } => Ok((rules, sources, parent_name, parent)),
            lowered if lowered.has_errors() => Err(wrong(&lowered.diagnostics, &lowered.sources)),
            _ => Err(Failure::rules(
                "this is a library: other texts include it, nobody plays it",
                json!({ "library": true }),
            )),
        }
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

type Read = (Ruleset, Vec<Source>, Option<String>, Option<Ruleset>);

/// What is wrong, as the reason for having no answer.
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
