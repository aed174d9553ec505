//! Reads a file and everything it extends or includes.

use super::report::{At, Place, error};
use super::{Library, Source};
use ferz_grammar::ast::{Declaration, FileKind, SourceFile, TextDecl};
use ferz_grammar::diagnostic::{Diagnostic, Sink};
use ferz_grammar::span::{SourceId, Span, Spanned};
use ferz_grammar::suggest::closest;
use std::collections::HashMap;

/// The library that every file includes without saying so.
const STANDARD: &str = "standard";

/// So many files may extend or include one another.
const MAX_FILES: usize = 64;

/// All texts of one variant, read.
pub(super) struct Files {
    pub(super) sources: Vec<Source>,
    pub(super) trees: Vec<SourceFile>,
    /// The variants from the first ancestor down to the file itself.
    pub(super) layers: Vec<Layer>,
}

/// One variant of the chain of ancestors.
pub(super) struct Layer {
    pub(super) source: SourceId,
    /// The libraries it includes, what they include before them.
    pub(super) libraries: Vec<SourceId>,
    /// Its own `include`s: where they stand, and the libraries that each brings in.
    pub(super) includes: Vec<(Span, Vec<SourceId>)>,
}

struct Collector<'l> {
    library: &'l dyn Library,
    sink: Sink,
    sources: Vec<Source>,
    trees: Vec<SourceFile>,
    known: HashMap<String, SourceId>,
}

/// Reads the file, its ancestors and the libraries of all of them.
pub(super) fn collect(source: Source, library: &dyn Library) -> (Files, Sink) {
    let mut collector = Collector {
        library,
        sink: Sink::new(),
        sources: Vec::new(),
        trees: Vec::new(),
        known: HashMap::new(),
    };
    let root = collector.add(source);
    let mut layers = Vec::new();
    let mut chain = vec![(root, None)];
    while let Some(&(id, _)) = chain.last() {
        let (mut libraries, mut includes) = (Vec::new(), Vec::new());
        collector.libraries(id, &mut vec![id], &mut libraries, &mut includes);
        layers.push(Layer {
            source: id,
            libraries,
            includes,
        });
        let Some(parent) = collector.parent(id, &chain) else {
            break;
        };
        chain.push(parent);
    }
    if let Some(first) = layers.last_mut()
        && let Some(standard) = collector.standard(root)
    {
        first.libraries.retain(|&l| l != standard);
        first.libraries.insert(0, standard);
    }
    layers.reverse();
    let Collector {
        sources, trees, sink, ..
    } = collector;
    (
        Files {
            sources,
            trees,
            layers,
        },
        sink,
    )
}

impl Collector<'_> {
    fn add(&mut self, source: Source) -> SourceId {
        let id = SourceId(u32::try_from(self.sources.len()).unwrap_or(u32::MAX));
        let tree = ferz_grammar::parse(&source.text, id, &mut self.sink);
        self.known.insert(source.name.clone(), id);
        self.sources.push(source);
        self.trees.push(tree);
        id
    }

    /// Loads a text unless it is known already.
    fn load(&mut self, from: SourceId, name: &Spanned<String>, what: &str) -> Option<SourceId> {
        let place = Place::new(from, name.span);
        let origin = self.sources[from.0 as usize].name.clone();
        match self.library.load(&name.value, Some(&origin)) {
            Ok(source) => match self.known.get(&source.name) {
                Some(&id) => Some(id),
                None if self.sources.len() >= MAX_FILES => {
                    self.sink.report(
                        error("F0105", place, "too many files extend or include one another")
                            .help(format!("at most {MAX_FILES} files make one variant")),
                    );
                    None
                }
                None => Some(self.add(source)),
            },
            Err(reason) => {
                let names = self.library.names();
                let suggestion = closest(&name.value, names.iter().map(String::as_str));
                self.sink.report(
                    error(
                        "F0100",
                        place,
                        format!("cannot read the {what} `{}`: {reason}", name.value),
                    )
                    .suggest(suggestion),
                );
                None
            }
        }
    }

    fn parent(
        &mut self,
        id: SourceId,
        chain: &[(SourceId, Option<Place>)],
    ) -> Option<(SourceId, Option<Place>)> {
        let header = self.trees[id.0 as usize].header.as_ref()?;
        let extends = header.extends.clone()?;
        let place = Place::new(id, extends.span);
        if header.kind == FileKind::Library {
            self.sink.report(
                error("F0102", place, "a library cannot extend anything")
                    .help("take over the definitions of another library with `include`"),
            );
            return None;
        }
        let parent = self.load(id, &extends, "variant")?;
        if let Some(at) = chain.iter().position(|&(c, _)| c == parent) {
            let mut cycle: Vec<&str> = chain[at..].iter().map(|&(c, _)| self.name(c)).collect();
            cycle.push(self.name(parent));
            let message = if cycle.len() == 2 {
                "a variant cannot extend itself".to_owned()
            } else {
                format!("these variants extend each other: {}", cycle.join(" -> "))
            };
            let mut diagnostic = error("F0101", place, message).label("leads back to the beginning");
            for &(_, from) in &chain[at + 1..] {
                if let Some(from) = from {
                    diagnostic = diagnostic.also(from.source, from.span, "extends the next");
                }
            }
            self.sink.report(diagnostic);
            return None;
        }
        if self.kind(parent) == Some(FileKind::Library) {
            self.sink.report(
                error(
                    "F0102",
                    place,
                    format!("`{}` is a library, not a variant", extends.value),
                )
                .help(format!("write `include {}`", written(&extends.value))),
            );
            return None;
        }
        Some((parent, Some(place)))
    }

    /// The libraries a file includes, depth first.
    fn libraries(
        &mut self,
        id: SourceId,
        stack: &mut Vec<SourceId>,
        found: &mut Vec<SourceId>,
        own: &mut Vec<(Span, Vec<SourceId>)>,
    ) {
        let includes: Vec<Spanned<String>> = includes(&self.trees[id.0 as usize]);
        for name in includes {
            let place = Place::new(id, name.span);
            let Some(library) = self.load(id, &name, "library") else {
                continue;
            };
            if stack.contains(&library) {
                let mut cycle: Vec<&str> = stack
                    .iter()
                    .skip_while(|&&s| s != library)
                    .map(|&s| self.name(s))
                    .collect();
                cycle.push(self.name(library));
                let message = if cycle.len() == 2 {
                    "a file cannot include itself".to_owned()
                } else {
                    format!("these files include each other: {}", cycle.join(" -> "))
                };
                self.sink.report(error("F0101", place, message));
                continue;
            }
            if self.kind(library) == Some(FileKind::Variant) {
                self.sink.report(
                    error(
                        "F0102",
                        place,
                        format!("`{}` is a variant, not a library", name.value),
                    )
                    .help("a file takes over a whole variant with `extends` in its first line"),
                );
                continue;
            }
            if found.contains(&library) {
                continue;
            }
            stack.push(library);
            let before = found.len();
            self.libraries(library, stack, found, &mut Vec::new());
            stack.pop();
            found.push(library);
            own.push((name.span, found[before..].to_vec()));
        }
    }

    fn standard(&mut self, root: SourceId) -> Option<SourceId> {
        match self.library.load(STANDARD, None) {
            Ok(source) => match self.known.get(&source.name) {
                Some(&id) => (id != root).then_some(id),
                None => Some(self.add(source)),
            },
            Err(reason) => {
                self.sink.report(Diagnostic::error(
                    "F0103",
                    format!("cannot read the library of the standard movements: {reason}"),
                    root,
                    Span::new(0, 0),
                ));
                None
            }
        }
    }

    fn name(&self, id: SourceId) -> &str {
        &self.sources[id.0 as usize].name
    }

    fn kind(&self, id: SourceId) -> Option<FileKind> {
        self.trees[id.0 as usize].header.as_ref().map(|h| h.kind)
    }
}

fn includes(tree: &SourceFile) -> Vec<Spanned<String>> {
    let include = |d: &Declaration| match d {
        Declaration::Text(TextDecl { keyword, value, .. }) if keyword.value == "include" => {
            Some(value.clone())
        }
        _ => None,
    };
    tree.declarations.iter().filter_map(include).collect()
}

/// A name as it is written after `extends`: bare if it can be.
fn written(name: &str) -> String {
    if name
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    {
        name.to_owned()
    } else {
        format!("\"{name}\"")
    }
}

impl Files {
    /// The declarations of one text.
    pub(super) fn declarations(&self, source: SourceId) -> impl Iterator<Item = At<'_, Declaration>> {
        self.trees[source.0 as usize]
            .declarations
            .iter()
            .map(move |d| At::new(source, d))
    }
}
