//! `# allow F0302`: warnings that an author has seen and does not want to see again.
//!
//! Such a comment stands on the line above a declaration, an entry or a piece, or at the end of its
//! line, and silences the warnings of these codes in there. Words behind the codes say why.

use ferz_engine::order::sort_by_key;
use ferz_grammar::ast::{Declaration, SourceFile};
use ferz_grammar::diagnostic::{Diagnostic, Severity};
use ferz_grammar::span::{SourceId, Span};
use ferz_grammar::suggest::closest;
use ferz_grammar::{TokenKind, tokens};

/// Which codes a stage reports: an `allow` of others is the business of another stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Lowering, F0301 to F0399.
    Lower,
    /// The checks of the compiled variant, F0501 and up.
    Check,
}

/// One code in a comment.
#[derive(Clone, Copy, Debug)]
pub struct Allow<'t> {
    /// The code as it is written.
    pub code: &'t str,
    /// The code's place in the text.
    pub place: Span,
    /// The part of the text for which it holds; `None` if nothing stands there.
    pub scope: Option<Span>,
}

/// Takes the allowed warnings of the first source out, and reports codes that cannot be allowed
/// and, if `complete`, those that silence nothing.
pub(crate) fn apply(
    text: &str,
    tree: &SourceFile,
    stage: Stage,
    complete: bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    // Most texts have none.
    if !text.contains("allow") {
        return;
    }
    let mut remarks = Vec::new();
    for allow in allows(text, tree) {
        let Some(code) = warning_code(allow.code) else {
            if stage == Stage::Lower {
                remarks.push(impossible(&allow));
            }
            continue;
        };
        let of_check = code >= "F0500";
        if of_check != (stage == Stage::Check) {
            continue;
        }
        let before = diagnostics.len();
        if let Some(scope) = allow.scope {
            diagnostics.retain(|d| d.severity != Severity::Warning || d.code != code || !is_in(d, scope));
        }
        if complete && diagnostics.len() == before {
            let message = format!("this silences nothing: there is no warning {code} here");
            let help = "leave it out, or write it on the line above the place of the warning";
            remarks.push(Diagnostic::warning("F0318", message, SourceId(0), allow.place).help(help));
        }
    }
    if !remarks.is_empty() {
        diagnostics.append(&mut remarks);
        sort_by_key(diagnostics, Diagnostic::place);
    }
}

fn is_in(diagnostic: &Diagnostic, scope: Span) -> bool {
    let main = diagnostic.labels.first();
    main.is_some_and(|l| l.source == SourceId(0) && scope.start <= l.span.start && l.span.end <= scope.end)
}

/// The codes of warnings, but for those about `allow` itself.
fn warnings() -> impl Iterator<Item = &'static str> {
    crate::codes::names().filter(|code| {
        ("F0301".."F0317").contains(code)
            || ("F0319".."F0400").contains(code)
            || matches!(*code, "F0502" | "F0503")
    })
}

fn warning_code(code: &str) -> Option<&'static str> {
    warnings().find(|known| known.eq_ignore_ascii_case(code))
}

fn impossible(allow: &Allow) -> Diagnostic {
    let known = crate::codes::names().find(|code| code.eq_ignore_ascii_case(allow.code));
    let message = match known {
        Some(code) => format!("{code} cannot be allowed"),
        None => format!("there is no code `{}`", allow.code),
    };
    let warning = Diagnostic::warning("F0317", message, SourceId(0), allow.place);
    match closest(allow.code, warnings()).filter(|_| known.is_none()) {
        Some(code) => warning.suggest(Some(code)),
        None => warning.help("only warnings can be allowed; `ferz explain` lists all codes"),
    }
}

/// The allowed codes of a text, in order.
pub fn allows<'t>(text: &'t str, tree: &SourceFile) -> Vec<Allow<'t>> {
    let scopes = scopes(tree);
    let mut list = Vec::new();
    let mut fresh = true;
    for token in tokens(text) {
        match token.kind {
            TokenKind::Newline => fresh = true,
            TokenKind::Whitespace => {}
            TokenKind::Comment => {
                let codes = codes(&text[token.span.start..token.span.end]);
                if !codes.is_empty() {
                    let scope = if fresh {
                        below(text, token.span, &scopes)
                    } else {
                        beside(text, token.span, &scopes)
                    };
                    list.extend(codes.into_iter().map(|(at, code)| Allow {
                        code,
                        place: Span::new(token.span.start + at, token.span.start + at + code.len()),
                        scope,
                    }));
                }
            }
            _ => fresh = false,
        }
    }
    list
}

/// The codes of a comment with their places in it: `# allow F0302, F0303: why`.
pub fn codes(comment: &str) -> Vec<(usize, &str)> {
    let words = comment.trim_start_matches('#').trim_start();
    let Some(rest) = words
        .strip_prefix("allow")
        .filter(|rest| rest.starts_with([' ', '\t']))
    else {
        return Vec::new();
    };
    let start = comment.len() - rest.len();
    let mut codes = Vec::new();
    let mut at = 0;
    for word in rest.split([' ', '\t', ',', ':']) {
        let is_code = word.starts_with(['F', 'f']) && word[1..].starts_with(|c: char| c.is_ascii_digit());
        if is_code {
            codes.push((start + at, word));
        } else if !word.is_empty() {
            break;
        }
        at += word.len() + 1;
    }
    codes
}

/// The parts that an `allow` can be about, outer ones first.
fn scopes(tree: &SourceFile) -> Vec<Span> {
    let mut list: Vec<Span> = tree.header.iter().map(|header| header.span).collect();
    let inner = tree
        .declarations
        .iter()
        .flat_map(|declaration| match declaration {
            Declaration::Mechanic(d) => d.body.as_slice(),
            _ => &[],
        });
    for declaration in tree.declarations.iter().chain(inner) {
        list.push(declaration.span());
        match declaration {
            Declaration::Board(d) => list.extend(d.entries.iter().map(|e| e.span)),
            Declaration::Square(d) => list.extend(d.entries.iter().map(|e| e.span)),
            Declaration::Section(d) => list.extend(d.entries.iter().map(|e| e.span)),
            Declaration::Army(d) => list.extend(d.pieces.iter().map(|p| p.span)),
            Declaration::Text(_)
            | Declaration::Zone(_)
            | Declaration::Movement(_)
            | Declaration::Mechanic(_)
            | Declaration::Piece(_)
            | Declaration::Use(_)
            | Declaration::Without(_) => {}
        }
    }
    list
}

/// The declaration that begins on the next line without a comment, or the one around the comment.
fn below(text: &str, comment: Span, scopes: &[Span]) -> Option<Span> {
    let next = tokens_after(text, comment.end)?;
    let begins = scopes.iter().find(|scope| scope.start == next);
    begins.or_else(|| innermost(scopes, comment.start)).copied()
}

/// The first word behind a place.
fn tokens_after(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    for line in text.get(from..)?.split_inclusive(['\n', '\r']) {
        let words = line.trim_start();
        if !words.is_empty() && !words.starts_with('#') {
            return Some(at + line.len() - words.len());
        }
        at += line.len();
    }
    None
}

/// The declaration that begins, ends or continues on the line of the comment.
fn beside(text: &str, comment: Span, scopes: &[Span]) -> Option<Span> {
    let start = text[..comment.start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let line = start..comment.start;
    let begins = scopes.iter().find(|scope| line.contains(&scope.start));
    let ends = || {
        scopes
            .iter()
            .find(|scope| scope.end > start && scope.end <= comment.start)
    };
    begins
        .or_else(ends)
        .or_else(|| innermost(scopes, comment.start))
        .copied()
}

fn innermost(scopes: &[Span], at: usize) -> Option<&Span> {
    scopes
        .iter()
        .rev()
        .find(|scope| scope.start <= at && at < scope.end)
}
