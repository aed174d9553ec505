//! The definitions and uses of names.

use crate::document::{Analysis, Document, Lines, Texts, uri_of};
use crate::names::{Role, Word, word_at, words};
use ferz::lower::{Library as _, Source, lower};
use ferz::rules::Ruleset;
use ferz::vocabulary::{END, is_meant_already};
use ferz_grammar::ast::{Declaration, Entry, Name, PieceDecl, TypedParameter};
use ferz_grammar::diagnostic::Severity;
use ferz_grammar::span::Span;
use ferz_grammar::{TokenKind, keywords, tokens};
use lsp_types::{DocumentSymbol, Location, Position, Range, SymbolKind, TextEdit, Uri, WorkspaceEdit};
use std::collections::HashMap;

/// Whether a role can be defined: a name and its object.
fn is_named(role: Role) -> bool {
    matches!(
        role,
        Role::Piece
            | Role::Movement
            | Role::Zone
            | Role::Power
            | Role::Goal
            | Role::Parameter(_)
            | Role::Hook
            | Role::HookParameter(_)
    )
}

/// The declaration that gives a word its meaning: the number of its source, and the word there.
pub(crate) fn definition<'a>(analysis: &'a Analysis, word: &Word<'_>) -> Option<(usize, Word<'a>)> {
    if !is_named(word.role) {
        return None;
    }
    let parameter = matches!(word.role, Role::Parameter(_));
    for (source, tree) in analysis.trees().iter().enumerate() {
        let mut found = words(tree, analysis.trees())
            .into_iter()
            .filter(|w| w.name == word.name && w.role == word.role);
        // A definition that mentions its own name means the one that it replaces.
        let defines = |w: &Word<'_>| {
            let inside = w
                .defines
                .is_some_and(|d| source == 0 && d.start <= word.span.start && word.span.end <= d.end);
            w.defines.is_some()
                && (parameter || word.defines.is_some() || !inside || w.role != Role::Movement)
        };
        if let Some(found) = found.find(defines) {
            return Some((source, found));
        }
        if parameter {
            return None;
        }
    }
    None
}

/// The definition of the word at a position, if it can be shown there.
pub(crate) fn go_to_definition(
    document: &Document,
    texts: &Texts<'_>,
    position: Position,
) -> Option<Location> {
    let analysis = document.analysis(texts);
    let word = word_at(analysis.trees(), document.lines().offset(position))?;
    if word.role == Role::File {
        let source = texts.load(word.name, Some(&document.name)).ok()?;
        return Some(Location::new(readable(texts, &source.name)?, Range::default()));
    }
    let (source, found) = definition(analysis, &word)?;
    if source == 0 {
        return location(document, &[], source, found.span);
    }
    let source = analysis.lowered.sources.get(source)?;
    let range = crate::document::Lines::new(&source.text).range(found.span);
    Some(Location::new(readable(texts, &source.name)?, range))
}

/// The place of a source's text, in a copy if need be.
fn readable(texts: &Texts<'_>, name: &str) -> Option<Uri> {
    uri_of(name).or_else(|| uri_of(&texts.copy(name)?))
}

/// A place in one of the sources, if that is a file.
pub(crate) fn location(
    document: &Document,
    sources: &[Source],
    source: usize,
    span: Span,
) -> Option<Location> {
    if source == 0 {
        return Some(Location::new(document.uri.clone(), document.lines().range(span)));
    }
    let source = sources.get(source)?;
    let range = crate::document::Lines::new(&source.text).range(span);
    Some(Location::new(uri_of(&source.name)?, range))
}

/// All places of the name at a position, in this document.
fn places(document: &Document, texts: &Texts<'_>, position: Position) -> Option<(String, Vec<Span>, bool)> {
    let analysis = document.analysis(texts);
    let tree = &analysis.trees()[0];
    let word = word_at(analysis.trees(), document.lines().offset(position))?;
    if !is_named(word.role) && !matches!(word.role, Role::Hook) {
        return None;
    }
    let same = |w: &Word<'_>| w.name == word.name && w.role == word.role;
    let all: Vec<Word> = words(tree, analysis.trees()).into_iter().filter(same).collect();
    let own = all.iter().any(|w| w.defines.is_some());
    let foreign = !matches!(word.role, Role::Parameter(_))
        && analysis.trees()[1..].iter().any(|tree| {
            words(tree, analysis.trees())
                .iter()
                .any(|w| same(w) && w.defines.is_some())
        });
    let mut spans: Vec<Span> = all.iter().map(|w| w.span).collect();
    spans.sort_by_key(|span| span.start);
    spans.dedup();
    (own || foreign || word.role == Role::Hook).then(|| (word.name.to_owned(), spans, own && !foreign))
}

pub(crate) fn references(document: &Document, texts: &Texts<'_>, position: Position) -> Vec<Location> {
    let lines = document.lines();
    let spans = places(document, texts, position).map_or(Vec::new(), |(_, spans, _)| spans);
    let location = |span| Location::new(document.uri.clone(), lines.range(span));
    spans.into_iter().map(location).collect()
}

/// The name at a position, if it can be renamed.
pub(crate) fn can_rename(
    document: &Document,
    texts: &Texts<'_>,
    position: Position,
) -> Result<Range, String> {
    let lines = document.lines();
    let offset = lines.offset(position);
    let (name, spans, own) =
        places(document, texts, position).ok_or("this is no name that can be changed")?;
    if !own {
        return Err(format!(
            "`{name}` is defined in another file, which would still call it that"
        ));
    }
    let here = spans
        .into_iter()
        .find(|span| span.start <= offset && offset <= span.end);
    here.map(|span| lines.range(span))
        .ok_or_else(|| "there is no name here".to_owned())
}

pub(crate) fn rename(
    document: &Document,
    texts: &Texts<'_>,
    position: Position,
    new_name: &str,
) -> Result<WorkspaceEdit, String> {
    can_rename(document, texts, position)?;
    let is_name = matches!(tokens(new_name).as_slice(), [token] if token.kind == TokenKind::Name);
    if !is_name || keywords::RESERVED.contains(&new_name) {
        return Err(format!(
            "`{new_name}` is not a name: letters, digits, `-` and `_`, beginning with a letter"
        ));
    }
    let analysis = document.analysis(texts);
    let offset = document.lines().offset(position);
    let role = word_at(analysis.trees(), offset).map(|word| word.role);
    let free = matches!(role, Some(Role::Power | Role::Hook | Role::Goal));
    let is_entry = role == Some(Role::Goal) && END.has(new_name);
    if is_entry || !free && is_meant_already(new_name) {
        return Err(format!("`{new_name}` is a word of the language"));
    }
    let taken = |w: &Word<'_>| w.name == new_name && Some(w.role) == role;
    if analysis
        .trees()
        .iter()
        .any(|tree| words(tree, analysis.trees()).iter().any(taken))
    {
        return Err(format!("there is a `{new_name}` already"));
    }
    let (name, spans, _) = places(document, texts, position).ok_or("this is no name that can be changed")?;
    let lines = document.lines();
    let manual = match role {
        Some(Role::HookParameter(mechanic)) => in_manual(document, analysis, mechanic, &name),
        _ => Vec::new(),
    };
    let spans: Vec<Span> = spans.into_iter().chain(manual).collect();
    let silent = matches!(role, Some(Role::HookParameter(_) | Role::Parameter(_)));
    if let Some(wrong) = breaks(document, texts, (&spans, new_name), silent) {
        return Err(wrong);
    }
    let edits = spans
        .into_iter()
        .map(|span| TextEdit::new(lines.range(span), new_name.to_owned()));
    // Addresses are compared as they are written.
    #[allow(clippy::mutable_key_type)]
    let changes = HashMap::from([(document.uri.clone(), edits.collect())]);
    Ok(WorkspaceEdit::new(changes))
}

/// The error that a text without errors would have with the new name. The rules that are played do
/// not tell `silent` names, so they must be the same.
fn breaks(
    document: &Document,
    texts: &Texts<'_>,
    (spans, new_name): (&[Span], &str),
    silent: bool,
) -> Option<String> {
    let before = &document.analysis(texts).lowered;
    if before.has_errors() {
        return None;
    }
    let mut spans = spans.to_vec();
    spans.sort_by_key(|span| span.start);
    spans.dedup();
    let mut text = document.text.clone();
    for span in spans.iter().rev() {
        text.replace_range(span.start..span.end, new_name);
    }
    let source = Source {
        text,
        ..document.source()
    };
    let lowered = lower(source, texts);
    let mut errors = lowered.diagnostics.iter();
    if let Some(error) = errors.find(|diagnostic| diagnostic.severity == Severity::Error) {
        return Some(error.message.clone());
    }
    let played = |rules: &Option<Ruleset>| rules.as_ref().map(|rules| rules.dissolved().into_owned());
    let changes = silent && played(&before.ruleset) != played(&lowered.ruleset);
    changes.then(|| format!("`{new_name}` means something else here"))
}

/// The places at which the manual above a mechanic names a parameter: in backticks, and at the
/// beginning of its line and in the example, as `name: ...`.
fn in_manual(document: &Document, analysis: &Analysis, mechanic: &str, name: &str) -> Vec<Span> {
    let mut declared = analysis.trees()[0].declarations.iter();
    let start = declared.find_map(|declaration| match declaration {
        Declaration::Mechanic(d) if d.name.value == mechanic => Some(d.span.start),
        _ => None,
    });
    let above = start
        .and_then(|start| document.text.get(..start))
        .unwrap_or_default();
    let mut at = above.len();
    let mut found = Vec::new();
    for line in above.split_inclusive('\n').rev() {
        at -= line.len();
        let Some(comment) = line.strip_prefix('#') else {
            break;
        };
        for (offset, _) in comment.match_indices(&format!("`{name}`")) {
            let from = at + 2 + offset;
            found.push(Span::new(from, from + name.len()));
        }
        let is_example = comment.starts_with("     ") && comment.contains(&format!("use {mechanic}("));
        for (offset, _) in comment.match_indices(&format!("{name}: ")) {
            let before = &comment[..offset];
            let begins = before.trim().is_empty() || is_example && before.ends_with(['(', ' ']);
            if begins {
                let from = at + 1 + offset;
                found.push(Span::new(from, from + name.len()));
            }
        }
    }
    found
}

/// The outline of a document.
pub(crate) fn symbols(document: &Document, texts: &Texts<'_>) -> Vec<DocumentSymbol> {
    let tree = &document.analysis(texts).trees()[0];
    let outline = Outline {
        lines: document.lines(),
    };
    tree.declarations.iter().map(|d| outline.declaration(d)).collect()
}

/// The parts of a document's outline.
struct Outline<'a> {
    lines: Lines<'a>,
}

impl Outline<'_> {
    /// A definition with the words beside its name and its contents, which begins at `at`.
    fn symbol(
        &self,
        (name, detail): (&str, &str),
        kind: SymbolKind,
        (span, at): (Span, Span),
        children: Vec<DocumentSymbol>,
    ) -> DocumentSymbol {
        #[allow(deprecated, reason = "the type has no other constructor")]
        DocumentSymbol {
            name: name.to_owned(),
            detail: (!detail.is_empty()).then(|| detail.to_owned()),
            kind,
            tags: None,
            deprecated: None,
            range: self.lines.range(span),
            selection_range: self.lines.range(at),
            children: (!children.is_empty()).then_some(children),
        }
    }

    fn declaration(&self, declaration: &Declaration) -> DocumentSymbol {
        let span = declaration.span();
        let named = |name: &Name, detail: &str, kind, children| {
            self.symbol((&name.value, detail), kind, (span, name.span), children)
        };
        let none = Vec::new;
        match declaration {
            Declaration::Text(d) => named(&d.keyword, &d.value.value, SymbolKind::STRING, none()),
            Declaration::Board(d) => {
                let detail = format!("{}x{}", d.files.value, d.ranks.value);
                let places = (span, d.files.span);
                self.symbol(
                    ("board", &detail),
                    SymbolKind::STRUCT,
                    places,
                    self.entries(&d.entries),
                )
            }
            Declaration::Square(d) => {
                named(&d.name, "square", SymbolKind::CONSTANT, self.entries(&d.entries))
            }
            Declaration::Zone(d) => named(&d.name, "zone", SymbolKind::CONSTANT, none()),
            Declaration::Movement(d) => named(&d.name, "movement", SymbolKind::FUNCTION, none()),
            Declaration::Mechanic(d) => named(
                &d.name,
                "mechanic",
                SymbolKind::FUNCTION,
                self.parameters(&d.parameters),
            ),
            Declaration::Army(d) => {
                let title = d.title.as_ref().map_or("", |title| title.value.as_str());
                let name = format!("army {}", d.side.value);
                let pieces = d.pieces.iter().map(|piece| self.piece(piece)).collect();
                self.symbol((&name, title), SymbolKind::MODULE, (span, d.side.span), pieces)
            }
            Declaration::Piece(d) => self.piece(d),
            Declaration::Section(d) => {
                let words = d.arguments.iter().map(|a| a.value.as_str());
                let words: Vec<&str> = [d.keyword.value.as_str()].into_iter().chain(words).collect();
                let entries = self.entries(&d.entries);
                let places = (span, d.keyword.span);
                self.symbol((&words.join(" "), ""), SymbolKind::NAMESPACE, places, entries)
            }
            Declaration::Use(d) => {
                let name = format!("use {}", d.hook.value);
                self.symbol((&name, ""), SymbolKind::EVENT, (span, d.hook.span), none())
            }
            Declaration::Without(d) => {
                let words: Vec<&str> = d.words.iter().map(|w| w.value.as_str()).collect();
                let at = d.words.first().map_or(span, |word| word.span);
                let name = format!("without {}", words.join(" "));
                self.symbol((&name, ""), SymbolKind::KEY, (span, at), none())
            }
        }
    }

    fn piece(&self, d: &PieceDecl) -> DocumentSymbol {
        let places = (d.span, d.name.span);
        self.symbol(
            (&d.name.value, &d.letter.value),
            SymbolKind::CLASS,
            places,
            Vec::new(),
        )
    }

    fn entries(&self, entries: &[Entry]) -> Vec<DocumentSymbol> {
        let entry = |e: &Entry| self.property(&e.key, e.span);
        entries.iter().map(entry).collect()
    }

    fn parameters(&self, parameters: &[TypedParameter]) -> Vec<DocumentSymbol> {
        let parameter = |p: &TypedParameter| self.property(&p.name, p.span);
        parameters.iter().map(parameter).collect()
    }

    fn property(&self, name: &Name, span: Span) -> DocumentSymbol {
        let places = (span, name.span);
        self.symbol((&name.value, ""), SymbolKind::PROPERTY, places, Vec::new())
    }
}
