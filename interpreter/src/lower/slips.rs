//! One slip, one message, at the slip: a misspelt word between others is found by its likeness.
//!
//! A phrase that cannot be read is reported as a whole, or at the first word that does not fit. If
//! one of its words has no meaning at all and is like one that has, that word is the slip.

use super::collect::Files;
use crate::vocabulary::{self, DIRECTIONS, OWNERS, PLACES};
use ferz_grammar::ast::{Declaration, Entry, SectionDecl, SourceFile};
use ferz_grammar::codes::NO_ENTRY;
use ferz_grammar::diagnostic::{Diagnostic, Label, Severity};
use ferz_grammar::span::{SourceId, Span};
use ferz_grammar::suggest::{closest, closest_of_few};
use std::collections::HashSet;

/// Errors about phrases that cannot be read.
const PHRASES: [&str; 8] = [
    "F0131", "F0133", "F0207", "F0251", "F0253", "F0293", "F0294", "F0299",
];

/// No more errors of a kind than this are looked at: fewer are shown.
const LOOKED_AT: usize = 400;

/// A goal that lacks something.
const LACKING: &str = "F0251";

/// A part of a goal that is no option.
const NO_OPTION: &str = "F0253";

/// A word where a piece is expected.
const UNKNOWN_PIECE: &str = "F0207";

/// A keyword that has no meaning within values.
const WITHOUT: &str = "without";

/// An unknown key of a section.
const UNKNOWN_KEY: &str = "F0110";

/// A parameter that is not used.
const UNUSED_PARAMETER: &str = "F0307";

/// Puts errors about phrases at the one misspelt word in them, and drops what only follows from a
/// slip: a missing entry whose key is misspelt, a parameter that a wrong block does not use.
pub(super) fn point(files: &Files, diagnostics: &mut Vec<Diagnostic>) {
    if !diagnostics.iter().any(|d| d.severity == Severity::Error) {
        return;
    }
    let joined = join_words(files, diagnostics);
    point_at_keys(files, diagnostics);
    point_at_then(files, diagnostics);
    let known = known_words(files);
    let mut told: HashSet<(SourceId, Span)> = HashSet::new();
    let mut left = LOOKED_AT;
    diagnostics.retain_mut(|d| {
        left -= usize::from(left > 0 && PHRASES.contains(&d.code));
        if left == 0 {
            return true;
        }
        if d.labels
            .first()
            .is_some_and(|main| joined.contains(&(main.source, main.span)))
        {
            return true;
        }
        let Some(slip) = slip(files, d, &known) else {
            return true;
        };
        let Some(main) = d.labels.first_mut() else {
            return true;
        };
        if main.span != slip.span || !d.message.contains(&*slip.word) {
            d.message = format!("`{}` has no meaning here", slip.word);
            main.span = slip.span;
        }
        d.help = Some(format!("did you mean `{}`?", slip.likely));
        told.insert((main.source, slip.span))
    });
    leave_lacking(files, &told, diagnostics);
    join_lacking(files, diagnostics);
    leave_consequences(files, diagnostics);
}

/// Codes of mistakes that are certain without a likely word.
const CERTAIN: [&str; 4] = ["F0108", UNKNOWN_KEY, "F0111", "F0279"];

/// Adds what is wrong in mechanics that nothing uses. A name without a likely one is none: it may
/// belong to the variants that use the mechanic.
pub(super) fn add_unused(files: &Files, mut unused: Vec<Diagnostic>, diagnostics: &mut Vec<Diagnostic>) {
    if unused.is_empty() {
        return;
    }
    unused.truncate(LOOKED_AT);
    point(files, &mut unused);
    let likely = |d: &Diagnostic| {
        d.help
            .as_deref()
            .is_some_and(|help| help.starts_with("did you mean"))
    };
    unused.retain(|d| CERTAIN.contains(&d.code) || likely(d));
    let places = unused.iter().filter_map(|d| d.labels.first());
    let blocks: HashSet<(SourceId, Span)> = places
        .filter_map(|main| Some((main.source, declaration_at(files, main.source, main.span)?.span())))
        .collect();
    diagnostics.retain(|d| {
        let lacks = |main: &Label| {
            declaration_at(files, main.source, main.span)
                .is_some_and(|declaration| blocks.contains(&(main.source, declaration.span())))
        };
        d.code != UNUSED_PARAMETER || !d.labels.first().is_some_and(lacks)
    });
    diagnostics.extend(unused.into_iter().map(|d| Diagnostic {
        code: "F0370",
        severity: Severity::Warning,
        message: format!("nothing can use this mechanic: {}", d.message),
        ..d
    }));
}

/// Puts errors about one of two words that are one with a hyphen, `own move`, at both.
fn join_words(files: &Files, diagnostics: &mut Vec<Diagnostic>) -> HashSet<(SourceId, Span)> {
    let lists = vocabulary::all();
    let language = lists
        .iter()
        .flat_map(|list| list.words.iter().map(|(word, _)| *word));
    let hyphened: HashSet<&str> = language.filter(|word| word.contains('-')).collect();
    let mut told: HashSet<(SourceId, Span)> = HashSet::new();
    let mut left = LOOKED_AT;
    diagnostics.retain_mut(|d| {
        if d.severity != Severity::Error || left == 0 {
            return true;
        }
        left -= 1;
        let Some(main) = d.labels.first_mut() else {
            return true;
        };
        let source = files.sources.get(main.source.0 as usize);
        let pair = source.and_then(|source| hyphen_at(&source.text, main.span, &hyphened));
        let Some((span, whole)) = pair else { return true };
        main.span = span;
        d.message = format!("`{}` is one word, with a hyphen", whole.replacen('-', " ", 1));
        d.help = Some(format!("did you mean `{whole}`?"));
        told.insert((main.source, span))
    });
    told
}

/// Puts errors about `;`, behind which no entry begins, at a key that stands there without a colon.
fn point_at_keys(files: &Files, diagnostics: &mut [Diagnostic]) {
    for d in diagnostics
        .iter_mut()
        .filter(|d| d.code == NO_ENTRY)
        .take(LOOKED_AT)
    {
        let Some(main) = d.labels.first_mut() else {
            continue;
        };
        let Some(source) = files.sources.get(main.source.0 as usize) else {
            continue;
        };
        let text = source.text.get(main.span.start..).unwrap_or_default();
        let Some(rest) = text.strip_prefix(';') else {
            continue;
        };
        let Some(Declaration::Section(section)) = declaration_at(files, main.source, main.span) else {
            continue;
        };
        let written = rest.lines().next().unwrap_or_default();
        let mut following = words(written);
        let (Some((at, key)), Some((next, value))) = (following.next(), following.next()) else {
            continue;
        };
        let keys = vocabulary::keys(&section.keyword.value);
        if !keys.iter().any(|(word, _)| *word == key) || vocabulary::SIDES.has(key) {
            continue;
        }
        let start = main.span.start + 1;
        main.span = Span::new(start + at, start + next + value.len());
        d.message = format!("expected `:` after `{key}`, found `{value}`");
        d.help = Some(format!("write `{key}: {value} ...`"));
    }
}

/// A leg that none follows.
const LAST_LEG: &str = "F0174";

/// Puts errors about a leg that none follows at the word like `then` behind its parentheses.
fn point_at_then(files: &Files, diagnostics: &mut [Diagnostic]) {
    for d in diagnostics
        .iter_mut()
        .filter(|d| d.code == LAST_LEG)
        .take(LOOKED_AT)
    {
        let Some(main) = d.labels.first_mut() else {
            continue;
        };
        let source = files.sources.get(main.source.0 as usize);
        let Some((text, behind)) = source.and_then(|s| Some((&s.text, s.text.get(main.span.end..)?))) else {
            continue;
        };
        let line = behind.split(['\n', '#']).next().unwrap_or_default();
        let mut open = 0;
        let closing = line.char_indices().find(|(_, c)| {
            open += i32::from(*c == '(') - i32::from(*c == ')');
            open < 0
        });
        let Some((at, _)) = closing else { continue };
        let next = words(&line[at + 1..]).next();
        if let Some((offset, word)) = next.filter(|(_, word)| closest(word, ["then"]).is_some()) {
            let start = main.span.end + at + 1 + offset;
            if text.get(start..start + word.len()) == Some(word) && word != "then" {
                main.span = Span::new(start, start + word.len());
                d.message = format!("`{word}` has no meaning here");
                d.help = Some("did you mean `then`?".to_owned());
            }
        }
    }
}

/// The two words at the beginning of a place, or the word there and the one before it, if they are
/// one word of the language with a hyphen; and that word.
fn hyphen_at<'w>(text: &str, place: Span, hyphened: &HashSet<&'w str>) -> Option<(Span, &'w str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let line = text.get(..place.start)?.rfind('\n').map_or(0, |at| at + 1);
    let end = text[place.start..]
        .find(['\n', '#'])
        .map_or(text.len(), |at| place.start + at);
    let first = place.start
        + text[place.start..end]
            .find(|c| !is_part(c))
            .unwrap_or(end - place.start);
    let head = text[line..place.start].trim_end();
    let (begin, start) = (line + head.trim_end_matches(is_part).len(), line + head.len());
    let next = first + text[first..end].find(|c: char| c != ' ').unwrap_or(0);
    let last = next + text[next..end].find(|c| !is_part(c)).unwrap_or(end - next);
    let joined = |a: &str, b: &str| hyphened.get(format!("{a}-{b}").as_str()).copied();
    let word = text.get(place.start..first).filter(|word| !word.is_empty())?;
    if let Some(whole) = joined(word, text.get(next..last)?) {
        return Some((Span::new(place.start, last), whole));
    }
    let whole = joined(text.get(begin..start)?, word).filter(|_| start < place.start)?;
    Some((Span::new(begin, first), whole))
}

/// The missing part of a goal is in the part that is misspelt.
fn leave_lacking(files: &Files, told: &HashSet<(SourceId, Span)>, diagnostics: &mut Vec<Diagnostic>) {
    let mut left = LOOKED_AT;
    diagnostics.retain(|d| {
        let lacking = d.code == LACKING && left > 0 && !told.is_empty();
        let Some(main) = d.labels.first().filter(|_| lacking) else {
            return true;
        };
        left -= 1;
        let entry = files
            .trees
            .get(main.source.0 as usize)
            .and_then(|tree| entry_at(tree, main.span));
        let Some((_, entry)) = entry else { return true };
        let within = |span: &Span| entry.span.start <= span.start && span.end <= entry.span.end;
        let is_slip = told.contains(&(main.source, main.span));
        is_slip
            || !told
                .iter()
                .any(|(source, span)| *source == main.source && within(span))
    });
}

/// A part of a goal that is no option stands where a part is missing: the error is about that.
fn join_lacking(files: &Files, diagnostics: &mut Vec<Diagnostic>) {
    let entry = |d: &Diagnostic| {
        let main = d.labels.first()?;
        let tree = files.trees.get(main.source.0 as usize)?;
        Some((main.source, entry_at(tree, main.span)?.1.span))
    };
    let lacking = diagnostics.iter().filter(|d| d.code == LACKING).take(LOOKED_AT);
    let lacking: Vec<(SourceId, Span)> = lacking.filter_map(entry).collect();
    let is_odd = |d: &Diagnostic| d.code == NO_OPTION && entry(d).is_some_and(|at| lacking.contains(&at));
    let (odd, mut left): (Vec<Diagnostic>, Vec<Diagnostic>) =
        std::mem::take(diagnostics).into_iter().partition(is_odd);
    for d in left.iter_mut().filter(|d| d.code == LACKING) {
        let here = entry(d);
        if let (Some(other), Some(main)) = (
            odd.iter().find(|other| entry(other) == here),
            d.labels.first_mut(),
        ) && let Some(place) = other.labels.first()
        {
            main.span = place.span;
        }
    }
    *diagnostics = left;
}

/// Drops a missing entry whose key is misspelt, and a parameter that a wrong block does not use.
fn leave_consequences(files: &Files, diagnostics: &mut Vec<Diagnostic>) {
    let mains = |code: Option<&'static str>| -> Vec<(SourceId, Span)> {
        let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error);
        let meant = errors.filter(|d| code.is_none_or(|code| code == d.code));
        let places = meant.filter_map(|d| d.labels.first().map(|main| (main.source, main.span)));
        places.take(LOOKED_AT).collect()
    };
    // The misspelt keyword explains the missing part of a section.
    let keywords: HashSet<(SourceId, Span)> = mains(Some(UNKNOWN_KEY))
        .into_iter()
        .filter_map(|(source, span)| match declaration_at(files, source, span)? {
            Declaration::Section(section) => Some((source, section.keyword.span)),
            _ => None,
        })
        .collect();
    let mechanics: HashSet<(SourceId, Span)> = mains(None)
        .into_iter()
        .filter_map(|(source, span)| match declaration_at(files, source, span)? {
            Declaration::Mechanic(mechanic) => Some((source, mechanic.span)),
            _ => None,
        })
        .collect();
    diagnostics.retain(|d| {
        let Some(main) = d.labels.first() else { return true };
        let holds = |(source, span): &(SourceId, Span)| {
            *source == main.source && span.start <= main.span.start && main.span.end <= span.end
        };
        let lacks = d.code != UNKNOWN_KEY && keywords.contains(&(main.source, main.span));
        let unused = d.code == UNUSED_PARAMETER && mechanics.iter().any(holds);
        !lacks && !unused
    });
}

/// The declaration in which a place is.
fn declaration_at(files: &Files, source: SourceId, place: Span) -> Option<&Declaration> {
    let tree = files.trees.get(source.0 as usize)?;
    let mut declarations = tree.declarations.iter();
    declarations.find(|declaration| {
        let span = declaration.span();
        span.start <= place.start && place.end <= span.end
    })
}

/// A misspelt word.
struct Slip {
    span: Span,
    word: String,
    likely: String,
}

/// The one word without a meaning in the value that an error is about.
fn slip(files: &Files, d: &Diagnostic, known: &HashSet<String>) -> Option<Slip> {
    let main = d.labels.first()?;
    if d.severity != Severity::Error || !PHRASES.contains(&d.code) {
        return None;
    }
    let (tree, source) = (
        files.trees.get(main.source.0 as usize)?,
        files.sources.get(main.source.0 as usize)?,
    );
    let (section, entry) = entry_at(tree, main.span)?;
    let mut values = entry.values.iter();
    let value =
        values.find(|value| value.span.start <= main.span.start && main.span.end <= value.span.end)?;
    let text = source.text.get(value.span.start..value.span.end)?;
    let helped = d.help.as_deref().unwrap_or("");
    let shown: Vec<&str> = helped
        .split('`')
        .skip(1)
        .step_by(2)
        .flat_map(|example| words(example).map(|(_, word)| word))
        .collect();
    let meant = vocabulary::values(&section.keyword.value, &entry.key.value);
    let meant: Vec<&str> = meant.iter().map(|(word, _)| *word).collect();
    let mut before = "";
    let mut strange = words(text).filter(|(_, word)| {
        let behind = std::mem::replace(&mut before, word);
        let file = word.len() == 1 && matches!(behind, "file" | "files");
        let means = known.contains(*word) || meant.contains(word) || shown.contains(word);
        !file && (!means || *word == WITHOUT)
    });
    let (at, word) = strange.next()?;
    if strange.next().is_some() {
        return None;
    }
    let span = Span::new(value.span.start + at, value.span.start + at + word.len());
    if main.span == span && helped.starts_with("did you mean") {
        return None;
    }
    let behind = &text[at + word.len()..];
    let likely = if let Some(usual) = usual(word, behind).or_else(|| path(word, behind)) {
        usual
    } else if main.span == span && d.code == UNKNOWN_PIECE {
        // The message names an existing piece that is like it.
        closest(word, parameters(files, main.source, span))
            .or_else(|| closest(word, meant.iter().copied()))?
    } else {
        closest_of_few(word, shown.iter().copied()).or_else(|| closest(word, meant.iter().copied()))?
    };
    Some(Slip {
        span,
        word: word.to_owned(),
        likely: likely.to_owned(),
    })
}

/// The word of the language for one that other languages use before the same things.
fn usual(word: &str, behind: &str) -> Option<&'static str> {
    let place = words(behind)
        .next()
        .is_some_and(|(_, next)| PLACES.has(next) || OWNERS.has(next));
    let number = behind.trim_start().starts_with(|c: char| c.is_ascii_digit());
    match word {
        "in" | "inside" if number => Some("within"),
        "with" | "along" => Some("by"),
        "in" | "inside" if place => Some("at"),
        "in" | "inside" => Some("on"),
        "row" | "line" if number => Some("rank"),
        "rows" | "lines" if number => Some("ranks"),
        "column" => Some("file"),
        "columns" => Some("files"),
        "own" | "my" | "allied" => Some("friend"),
        "opponent" | "opposing" | "foe" => Some("enemy"),
        "self" | "itself" => Some("same"),
        "captured" | "taken" => Some("victim"),
        "choice" | "choose" | "picked" => Some("chosen"),
        WITHOUT | "but" | "minus" => Some("except"),
        _ => None,
    }
}

/// The word for a path like a word that stands before a direction.
fn path(word: &str, behind: &str) -> Option<&'static str> {
    let (_, next) = words(behind).next()?;
    DIRECTIONS
        .has(next)
        .then(|| closest_of_few(word, ["step", "ride", "leap"]))?
}

/// The parameters of the mechanic in which a place is.
fn parameters(files: &Files, source: SourceId, place: Span) -> Vec<&str> {
    match declaration_at(files, source, place) {
        Some(Declaration::Mechanic(d)) => d.parameters.iter().map(|p| p.name.value.as_str()).collect(),
        _ => Vec::new(),
    }
}

/// The entry in whose values a place is.
fn entry_at(tree: &SourceFile, place: Span) -> Option<(&SectionDecl, &Entry)> {
    let holds = |span: Span| span.start <= place.start && place.end <= span.end;
    let mut declarations = tree.declarations.iter();
    let declaration = declarations.find(|declaration| holds(declaration.span()))?;
    let section = match declaration {
        Declaration::Section(section) => section,
        Declaration::Mechanic(mechanic) => mechanic.body.iter().find_map(|part| match part {
            Declaration::Section(section) if holds(section.span) => Some(section),
            _ => None,
        })?,
        _ => return None,
    };
    let entry = section.entries.iter().find(|entry| holds(entry.span))?;
    Some((section, entry))
}

/// Words that begin with a letter, with where they stand; comments are none.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let mut comment = false;
    let mut start = None;
    let mut found = Vec::new();
    for (at, c) in text.char_indices().chain([(text.len(), '\n')]) {
        comment = (comment || c == '#') && c != '\n';
        if is_part(c) && !comment {
            start.get_or_insert(at);
        } else if let Some(begin) = start.take() {
            found.push((begin, &text[begin..at]));
        }
    }
    found
        .into_iter()
        .filter(|(_, word)| word.starts_with(char::is_alphabetic))
}

/// Everything that has a meaning in these texts: words of the language, and names.
fn known_words(files: &Files) -> HashSet<String> {
    let lists = vocabulary::all();
    let language = lists
        .iter()
        .flat_map(|list| list.words.iter().map(|(word, _)| *word));
    let mut known: HashSet<String> = language.map(str::to_owned).collect();
    known.extend(["except", "all", "none"].map(str::to_owned));
    for tree in &files.trees {
        for declaration in &tree.declarations {
            names(declaration, &mut known);
        }
    }
    for source in &files.sources {
        let squares = words(&source.text).map(|(_, word)| word);
        known.extend(squares.filter(|word| is_square(word)).map(str::to_owned));
    }
    known
}

/// Whether a word looks like squares: `e4`, `a1-c3`, `a`.
fn is_square(word: &str) -> bool {
    let one = |part: &str| {
        let rank = part.trim_start_matches(|c: char| c.is_ascii_lowercase());
        part.len() - rank.len() <= 1 && rank.chars().all(|c| c.is_ascii_digit())
    };
    word.len() > 1 && word.split('-').all(one)
}

/// The names that a declaration gives.
fn names(declaration: &Declaration, known: &mut HashSet<String>) {
    match declaration {
        Declaration::Square(d) => {
            known.insert(d.name.value.clone());
        }
        Declaration::Zone(d) => {
            known.insert(d.name.value.clone());
        }
        Declaration::Movement(d) => {
            known.insert(d.name.value.clone());
            known.extend(d.parameters.iter().map(|name| name.value.clone()));
        }
        Declaration::Piece(d) => {
            known.insert(d.name.value.clone());
        }
        Declaration::Army(d) => known.extend(d.pieces.iter().map(|piece| piece.name.value.clone())),
        Declaration::Mechanic(d) => {
            known.extend(d.parameters.iter().map(|one| one.name.value.clone()));
            for inner in &d.body {
                names(inner, known);
            }
        }
        Declaration::Text(_)
        | Declaration::Board(_)
        | Declaration::Section(_)
        | Declaration::Use(_)
        | Declaration::Without(_) => {}
    }
}
