//! The tree as canonical text.

mod expression;

use crate::ast::{
    Declaration, Entry, Expr, ExprKind, FileKind, Header, MechanicDecl, Name, PieceDecl, SourceFile, TextDecl,
};
use crate::keywords::RESERVED;
use crate::quoting::{quote, quote_long};
use crate::tokens::{TokenKind, tokens};
use expression::{Level, arguments, expr, operand};

/// Longer lines are broken where that is possible.
const WIDTH: usize = 100;
const INDENT: &str = "  ";

/// The canonical text of a file.
///
/// Reading it gives the same tree again, up to the places, for every tree that
/// [`parse`](crate::parse) gives. Comments are not in the tree and so not in the text. Ranges are
/// written with dots, entries one a line; short declarations of one kind follow each other without
/// a blank line.
///
/// ```
/// use ferz_grammar::{diagnostic::Sink, parse, print, span::SourceId};
/// let file = parse("library \"L\"\nmovement  lion=king|knight # roars", SourceId(0), &mut Sink::new());
/// assert_eq!(print(&file), "library \"L\"\n\nmovement lion = king | knight\n");
/// ```
pub fn print(file: &SourceFile) -> String {
    let mut out = String::new();
    if let Some(header) = &file.header {
        self::header(&mut out, header);
    }
    let mut before: Option<&Declaration> = None;
    for declaration in &file.declarations {
        let close =
            before.is_some_and(|before| is_line(before) && is_line(declaration) && same(before, declaration));
        if !close && !out.is_empty() {
            out.push('\n');
        }
        self::declaration(&mut out, declaration);
        before = Some(declaration);
    }
    out
}

/// Whether a declaration has no block.
fn is_line(declaration: &Declaration) -> bool {
    match declaration {
        Declaration::Text(_)
        | Declaration::Zone(_)
        | Declaration::Movement(_)
        | Declaration::Piece(_)
        | Declaration::Use(_)
        | Declaration::Without(_) => true,
        Declaration::Board(board) => board.entries.is_empty(),
        Declaration::Square(_)
        | Declaration::Mechanic(_)
        | Declaration::Army(_)
        | Declaration::Section(_) => false,
    }
}

fn same(a: &Declaration, b: &Declaration) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b)
}

fn header(out: &mut String, header: &Header) {
    out.push_str(match header.kind {
        FileKind::Variant => "variant ",
        FileKind::Library => "library ",
    });
    out.push_str(&quote(&header.title.value));
    if let Some(parent) = &header.extends {
        out.push_str(" extends ");
        out.push_str(&name_or_text(&parent.value));
    }
    out.push('\n');
}

fn declaration(out: &mut String, declaration: &Declaration) {
    match declaration {
        Declaration::Text(d) => text_declaration(out, d),
        Declaration::Board(d) => {
            out.push_str(&format!("board {}x{}", d.files.value, d.ranks.value));
            if !d.entries.is_empty() {
                entries(out, &d.entries);
            }
        }
        Declaration::Square(d) => {
            words(out, "square", [&d.name]);
            entries(out, &d.entries);
        }
        Declaration::Zone(d) => {
            words(out, "zone", d.side.iter().chain([&d.name]));
            definition(out, &d.value, 0);
        }
        Declaration::Movement(d) => {
            words(out, "movement", [&d.name]);
            if !d.parameters.is_empty() {
                let names: Vec<&str> = d.parameters.iter().map(|name| name.value.as_str()).collect();
                out.push_str(&format!("({})", names.join(", ")));
            }
            definition(out, &d.body, 0);
        }
        Declaration::Mechanic(d) => mechanic(out, d),
        Declaration::Army(d) => {
            words(out, "army", [&d.side]);
            if let Some(title) = &d.title {
                out.push(' ');
                out.push_str(&quote(&title.value));
            }
            spared(out, &d.except);
            block(out, &d.pieces, |out, piece| self::piece(out, piece, INDENT.len()));
        }
        Declaration::Piece(d) => {
            out.push_str("piece ");
            piece(out, d, 0);
        }
        Declaration::Section(d) => {
            words(out, &d.keyword.value, &d.arguments);
            spared(out, &d.except);
            entries(out, &d.entries);
        }
        Declaration::Use(d) => {
            words(out, "use", [&d.hook]);
            if !d.arguments.is_empty() {
                arguments(out, &d.arguments);
            }
        }
        Declaration::Without(d) => words(out, "without", &d.words),
    }
    out.push('\n');
}

fn mechanic(out: &mut String, d: &MechanicDecl) {
    words(out, "mechanic", [&d.name]);
    if !d.parameters.is_empty() {
        out.push('(');
        for (index, parameter) in d.parameters.iter().enumerate() {
            out.push_str(if index > 0 { ", " } else { "" });
            out.push_str(&parameter.name.value);
            out.push_str(": ");
            expr(out, &parameter.kind);
            if let Some(default) = &parameter.default {
                out.push_str(" = ");
                expr(out, default);
            }
        }
        out.push(')');
    }
    out.push_str(" {");
    for inner in &d.body {
        let mut text = String::new();
        declaration(&mut text, inner);
        for line in text.lines() {
            out.push('\n');
            out.push_str(INDENT);
            out.push_str(line);
        }
    }
    out.push_str(if d.body.is_empty() { "}" } else { "\n}" });
}

fn text_declaration(out: &mut String, d: &TextDecl) {
    out.push_str(&d.keyword.value);
    out.push(' ');
    out.push_str(&match d.keyword.value.as_str() {
        "include" => name_or_text(&d.value.value),
        _ if d.value.value.contains('\n') => quote_long(&d.value.value),
        _ => quote(&d.value.value),
    });
}

/// Prints the exceptions of an army or of `all`.
fn spared(out: &mut String, except: &[Name]) {
    if !except.is_empty() {
        let names: Vec<&str> = except.iter().map(|name| name.value.as_str()).collect();
        out.push_str(&format!(" except {}", names.join(", ")));
    }
}

/// The keyword and the words behind it.
fn words<'n>(out: &mut String, keyword: &str, names: impl IntoIterator<Item = &'n Name>) {
    out.push_str(keyword);
    for name in names {
        out.push(' ');
        out.push_str(&name.value);
    }
}

/// A name as it is, anything else in quotes.
fn name_or_text(value: &str) -> String {
    let is_name = matches!(tokens(value).as_slice(), [token] if token.kind == TokenKind::Name);
    if is_name && !RESERVED.contains(&value) {
        value.to_owned()
    } else {
        quote(value)
    }
}

fn block<T>(out: &mut String, lines: &[T], line: impl Fn(&mut String, &T)) {
    out.push_str(" {");
    for one in lines {
        out.push('\n');
        out.push_str(INDENT);
        line(out, one);
    }
    out.push_str(if lines.is_empty() { "}" } else { "\n}" });
}

fn entries(out: &mut String, entries: &[Entry]) {
    block(out, entries, entry);
}

fn entry(out: &mut String, entry: &Entry) {
    out.push_str(&entry.key.value);
    out.push(':');
    let start = out.len();
    for (index, value) in entry.values.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { " " });
        expr(out, value);
    }
    if column(out) > WIDTH && entry.values.len() > 1 {
        out.truncate(start);
        for (index, value) in entry.values.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            continue_line(out, INDENT.len());
            expr(out, value);
        }
    }
}

/// `name letter = movement, attribute`, with the side before it if there is one.
fn piece(out: &mut String, d: &PieceDecl, indent: usize) {
    if let Some(name) = &d.side {
        out.push_str(&name.value);
        out.push(' ');
    }
    out.push_str(&d.name.value);
    out.push(' ');
    out.push_str(&d.letter.value);
    if let Some(movement) = &d.movement {
        definition(out, movement, indent);
    }
    for attribute in &d.attributes {
        out.push_str(", ");
        expr(out, attribute);
    }
}

/// ` = value`, a long union one part a line.
fn definition(out: &mut String, value: &Expr, indent: usize) {
    out.push_str(" = ");
    let start = out.len();
    expr(out, value);
    if let ExprKind::Union(parts) = &value.kind
        && column(out) > WIDTH
    {
        out.truncate(start);
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                continue_line(out, indent);
                out.push_str("| ");
            }
            operand(out, part, Level::Except);
        }
    }
}

fn continue_line(out: &mut String, indent: usize) {
    out.push('\n');
    out.push_str(&" ".repeat(indent + 2 * INDENT.len()));
}

/// Characters in the line that is being written.
fn column(out: &str) -> usize {
    out.lines().next_back().map_or(0, |line| line.chars().count())
}
