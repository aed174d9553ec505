//! Reads a file and everything it extends or includes.

use super::place::{At, Place, error};
use super::{Library, Source};
use crate::mechanics;
use ferz_grammar::ast::{Declaration, FileKind, SourceFile, TextDecl};
use ferz_grammar::diagnostic::{Diagnostic, Sink};
use ferz_grammar::span::{SourceId, Span, Spanned};
use ferz_grammar::suggest::closest;
use std::collections::HashMap;

/// The library that every file includes without saying so.
const STANDARD: &str = "standard";

/// At most this many files make up a variant.
const MAX_FILES: usize = 64;

/// All texts of one variant, read.
#[derive(Debug)]
pub(super) struct Files {
    pub(super) sources: Vec<Source>,
    pub(super) trees: Vec<SourceFile>,
    /// The variants from the first ancestor down to the file itself.
    pub(super) layers: Vec<Layer>,
    /// Which text a name meant that a text extends or includes.
    meant: HashMap<(SourceId, String), SourceId>,
    /// The library of the standard movements.
    standard: Option<SourceId>,
    /// The library of the mechanics that come with ferz.
    mechanics: Option<SourceId>,
    /// Whether an ancestor could not be read, or its parent.
    pub(super) parent_missing: bool,
    /// Whether a library could not be read.
    pub(super) library_missing: bool,
}

/// One variant of the chain of ancestors.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) source: SourceId,
    /// The libraries it includes, their own inclusions before them.
    pub(super) libraries: Vec<SourceId>,
    /// The `include`s of the file itself: where they stand, and the libraries that each brings in.
    pub(super) includes: Vec<(Span, Vec<SourceId>)>,
}

struct Collector<'l> {
    library: &'l dyn Library,
    sink: Sink,
    sources: Vec<Source>,
    trees: Vec<SourceFile>,
    known: HashMap<String, SourceId>,
    meant: HashMap<(SourceId, String), SourceId>,
    parent_missing: bool,
    library_missing: bool,
}

/// One variant of the chain, and where the one before it extends it.
type Link = (SourceId, Option<Place>);

/// Reads the file, its ancestors and the libraries of all of them.
pub(super) fn collect(source: Source, library: &dyn Library) -> (Files, Sink) {
    let mut collector = Collector {
        library,
        sink: Sink::new(),
        sources: Vec::new(),
        trees: Vec::new(),
        known: HashMap::new(),
        meant: HashMap::new(),
        parent_missing: false,
        library_missing: false,
    };
    let root = collector.add(source);
    let mut layers = Vec::new();
    let mut chain: Vec<Link> = vec![(root, None)];
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
    let standard = collector.standard(root);
    let mechanics = collector.mechanics(root);
    for library in [mechanics, standard].into_iter().flatten() {
        if let Some(first) = layers.last_mut() {
            first.libraries.retain(|&l| l != library);
            first.libraries.insert(0, library);
        }
    }
    layers.reverse();
    let mut unread = collector.trees.iter().flat_map(|tree| &tree.unread);
    let includes_unread = unread.any(|u| u.mentions("include"));
    let files = Files {
        sources: collector.sources,
        trees: collector.trees,
        layers,
        meant: collector.meant,
        standard,
        mechanics,
        parent_missing: collector.parent_missing,
        library_missing: collector.library_missing || includes_unread,
    };
    (files, collector.sink)
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
        let id = self.find(from, name, what)?;
        self.meant.insert((from, name.value.clone()), id);
        Some(id)
    }

    fn find(&mut self, from: SourceId, name: &Spanned<String>, what: &str) -> Option<SourceId> {
        let place = Place::new(from, name.span);
        let origin = self.sources[from.0 as usize].name.clone();
        let known = self.library.locate(&name.value, Some(&origin));
        if let Some(&id) = known.and_then(|known| self.known.get(&known)) {
            return Some(id);
        }
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
                let names = self.library.names(Some(&origin));
                let suggestion = closest(&name.value, names.iter().map(String::as_str));
                let message = format!("cannot read the {what} `{}`: {reason}", name.value);
                self.sink.report(error("F0100", place, message).suggest_or(
                    suggestion,
                    "name a file that comes with ferz, or one beside this file; a path stands in quotes",
                ));
                None
            }
        }
    }

    /// Reads the parent that a variant extends; notes it if that cannot be read.
    fn parent(&mut self, id: SourceId, chain: &[Link]) -> Option<Link> {
        let Some(header) = &self.trees[id.0 as usize].header else {
            self.parent_missing = true;
            return None;
        };
        let extends = header.extends.clone()?;
        let parent = self.readable_parent(id, &extends, chain);
        self.parent_missing |= parent.is_none();
        parent
    }

    fn readable_parent(&mut self, id: SourceId, extends: &Spanned<String>, chain: &[Link]) -> Option<Link> {
        let place = Place::new(id, extends.span);
        if self.kind(id) == Some(FileKind::Library) {
            self.sink.report(
                error("F0102", place, "a library cannot extend anything")
                    .help("take over the definitions of another library with `include`"),
            );
            return None;
        }
        let parent = self.load(id, extends, "variant")?;
        if let Some(at) = chain.iter().position(|&(c, _)| c == parent) {
            self.circle(&chain[at..], place);
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

    /// Reports variants that extend each other, at the first of them; the last one's `extends`
    /// leads back to it.
    fn circle(&mut self, members: &[Link], last: Place) {
        if let [_] = members {
            self.sink.report(
                error("F0101", last, "a variant cannot extend itself")
                    .help("name the variant that it changes, or leave `extends` out"),
            );
            return;
        }
        let mut names: Vec<&str> = members.iter().map(|&(c, _)| self.name(c)).collect();
        names.push(names[0]);
        let message = format!("these variants extend each other: {}", names.join(" -> "));
        let mut places = members.iter().filter_map(|&(_, from)| from).skip_while(|from| {
            // The way to the first of them is no part of the circle.
            from.source != members[0].0
        });
        let first = places.next().unwrap_or(last);
        let mut diagnostic = error("F0101", first, message).help("put the shared part into a third file");
        for place in places {
            diagnostic = diagnostic.also(place.source, place.span, "which extends the next");
        }
        if last != first {
            diagnostic = diagnostic.also(last.source, last.span, "which leads back to the beginning");
        }
        self.sink.report(diagnostic);
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
                self.library_missing = true;
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
                self.sink.report(
                    error("F0101", place, message)
                        .help("leave this `include` out, or put the shared part into a third file"),
                );
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
                let message = format!("cannot read the library of the standard movements: {reason}");
                self.sink.report(
                    Diagnostic::error("F0103", message, root, Span::new(0, 0))
                        .help("it comes with ferz: install ferz again"),
                );
                self.library_missing = true;
                None
            }
        }
    }

    /// The mechanics that come with ferz, where they do.
    fn mechanics(&mut self, root: SourceId) -> Option<SourceId> {
        let source = self.library.load(mechanics::LIBRARY, None).ok()?;
        match self.known.get(&source.name) {
            Some(&id) => (id != root).then_some(id),
            None => Some(self.add(source)),
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

/// The texts themselves, for reading one of them alone: nothing is read twice.
impl Library for Files {
    fn load(&self, name: &str, from: Option<&str>) -> Result<Source, String> {
        let id_of = |name: &str| self.sources.iter().position(|source| source.name == name);
        let id = match from {
            Some(from) => {
                let from = id_of(from).and_then(|id| u32::try_from(id).ok());
                let key = from.map(|from| (SourceId(from), name.to_owned()));
                key.and_then(|key| self.meant.get(&key)).map(|id| id.0 as usize)
            }
            None if name == mechanics::LIBRARY => self.mechanics.map(|id| id.0 as usize),
            None => self.standard.map(|id| id.0 as usize),
        };
        id.map(|id| self.sources[id].clone())
            .ok_or_else(|| "it was not read before".to_owned())
    }
}

impl Files {
    /// Whether a text is the library of the mechanics that come with ferz.
    pub(super) fn comes_with_ferz(&self, source: SourceId) -> bool {
        self.mechanics == Some(source)
    }

    /// The declarations of one text.
    pub(super) fn declarations(&self, source: SourceId) -> impl Iterator<Item = At<'_, Declaration>> {
        self.trees[source.0 as usize]
            .declarations
            .iter()
            .map(move |d| At::new(source, d))
    }
}
