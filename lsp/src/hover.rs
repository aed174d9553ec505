//! The meaning of a word, in Markdown.

use crate::aside;
use crate::document::{Analysis, Document, Texts};
use crate::names::{Role, Word, word_at};
use crate::navigate::definition;
use ferz::board::{Bits as _, Square, Topology};
use ferz::hooks;
use ferz::lower::{Library as _, Source, lower};
use ferz::mechanics::{self, Mechanic};
use ferz::rules::{Letter, PerSide, Piece, Ruleset, Side};
use ferz::vocabulary::{self, ATTRIBUTES, DECLARATIONS, Explained};
use ferz_drawing::text::{self as boards, Look};
use ferz_drawing::{alone_of, stage};
use ferz_grammar::ast::{Declaration, FileKind};
use ferz_grammar::diagnostic::Sink;
use ferz_grammar::span::SourceId;
use ferz_grammar::{Token, TokenKind, tokens};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};
use std::time::Duration;

/// Boards of more squares are not drawn: it would take too long while one types.
const MOST_SQUARES: usize = 128;

/// A hover does not wait longer for a board.
const PATIENCE: Duration = Duration::from_millis(400);

pub(crate) fn hover(document: &Document, texts: &Texts<'_>, position: Position) -> Option<Hover> {
    let analysis = document.analysis(texts);
    let lines = document.lines();
    let offset = lines.offset(position);
    let Some(word) = word_at(analysis.trees(), offset) else {
        return between(document, offset);
    };
    let value = text(document, texts, analysis, &word)?;
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value,
        }),
        range: Some(lines.range(word.span)),
    })
}

/// A word that stands between others and has no place of its own in the tree: `except`.
fn between(document: &Document, offset: usize) -> Option<Hover> {
    let touches = |token: &Token| token.span.start <= offset && offset <= token.span.end;
    let tokens = tokens(&document.text).into_iter();
    let token = tokens.filter(|t| t.kind == TokenKind::Name).find(touches)?;
    let word = &document.text[token.span.start..token.span.end];
    let words = [vocabulary::in_squares(), vocabulary::in_movements()].concat();
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: explain(&words, word)?,
        }),
        range: Some(document.lines().range(token.span)),
    })
}

fn text(document: &Document, texts: &Texts<'_>, analysis: &Analysis, word: &Word<'_>) -> Option<String> {
    match word.role {
        Role::Keyword => explain(&vocabulary::explained(DECLARATIONS), word.name),
        Role::Key(section) => explain(&vocabulary::keys(section), word.name),
        Role::Word(section, key) => {
            let words = [
                vocabulary::values(section, key),
                vocabulary::values("on", "while"),
                vocabulary::in_movements(),
            ];
            explain(&words.concat(), word.name)
        }
        Role::Event => explain(&vocabulary::explained(vocabulary::EVENTS), word.name),
        Role::Type => explain(&mechanics::types().collect::<Vec<_>>(), word.name),
        Role::Power => Some(format!(
            "`{}`: a power; reasons and pages call it so, and `without power {}` takes it away",
            word.name, word.name
        )),
        Role::Goal => Some(format!(
            "`{}`: a goal; outcomes are called so, and `without end {}` takes it away",
            word.name, word.name
        )),
        Role::Attribute => explain(&vocabulary::explained(ATTRIBUTES), word.name),
        Role::Hook => mechanic(analysis, word.name).as_ref().map(about_hook),
        Role::HookParameter(hook) => about_parameter(&mechanic(analysis, hook)?, word.name),
        Role::File => about_file(document, texts, word.name),
        Role::Parameter(_) => Some(format!("`{}`: a parameter; it stands for a movement", word.name)),
        Role::Movement => {
            let Some(defined) = defined(analysis, word) else {
                let words = [vocabulary::in_movements(), vocabulary::values("power", "gains")];
                return explain(&words.concat(), word.name);
            };
            let board = movement_board(texts, analysis, word.name);
            Some(defined + &board.unwrap_or_default())
        }
        Role::Piece => {
            let mut text = defined(analysis, word)?;
            if let Some(rules) = &analysis.lowered.ruleset {
                text += &piece_board(rules, word.name).unwrap_or_default();
            }
            Some(text)
        }
        Role::Zone => {
            let Some(mut text) = defined(analysis, word) else {
                return explain(&vocabulary::in_squares(), word.name);
            };
            let zone = analysis
                .lowered
                .ruleset
                .as_ref()
                .and_then(|rules| rules.zones.get(word.name));
            if let Some(zone) = zone {
                for (side, set) in [("White", &zone.white), ("Black", &zone.black)] {
                    text += &format!("\n{side}: {}\n", set.0.join(" "));
                }
            }
            Some(text)
        }
    }
}

/// The meaning of a word of the language.
fn explain(list: &[Explained], word: &str) -> Option<String> {
    let (word, help) = list.iter().find(|(known, _)| *known == word)?;
    Some(if help.starts_with('`') {
        (*help).to_owned()
    } else {
        format!("`{word}`: {help}")
    })
}

/// The declaration of a name, as it is written.
fn defined(analysis: &Analysis, word: &Word<'_>) -> Option<String> {
    let (source, found) = definition(analysis, word)?;
    let origin = analysis.lowered.sources.get(source)?;
    let span = found.defines?;
    let written = origin.text.get(span.start..span.end)?;
    let from = match source {
        0 => String::new(),
        _ => format!(
            "\nFrom `{}`.\n",
            origin.name.trim_start_matches('<').trim_end_matches('>')
        ),
    };
    Some(format!("```ferz\n{written}\n```\n{from}"))
}

/// The mechanics that the texts of a document declare.
pub(crate) fn declared(analysis: &Analysis) -> Vec<Mechanic> {
    let texts = analysis.trees().iter().zip(&analysis.lowered.sources);
    let mechanics = texts.flat_map(|(tree, source)| {
        tree.declarations
            .iter()
            .filter_map(|declaration| match declaration {
                Declaration::Mechanic(d) => Some(Mechanic::of(d, &source.text)),
                _ => None,
            })
    });
    mechanics.collect()
}

/// The hook or mechanic of a name.
pub(crate) fn mechanic(analysis: &Analysis, name: &str) -> Option<Mechanic> {
    let hook = hooks::get(name).map(Mechanic::from);
    hook.or_else(|| {
        declared(analysis)
            .into_iter()
            .find(|mechanic| mechanic.name == name)
    })
}

pub(crate) fn about_hook(info: &Mechanic) -> String {
    let mut text = format!("**{}**: {}\n\n{}\n", info.name, info.summary, info.doc);
    for parameter in &info.parameters {
        text += &format!("\n- `{}`: {}", parameter.name, parameter.kind.words());
    }
    text + &format!("\n\n```ferz\n{}\n```\n", info.example)
}

pub(crate) fn about_parameter(info: &Mechanic, name: &str) -> Option<String> {
    let parameter = info.parameters.iter().find(|p| p.name == name)?;
    let default = match &parameter.default {
        Some(default) => format!("default `{default}`"),
        None => "must be given".to_owned(),
    };
    Some(format!(
        "**{name}**: {} ({default})\n\n{}.",
        parameter.kind.words(),
        parameter.about()
    ))
}

fn about_file(document: &Document, texts: &Texts<'_>, name: &str) -> Option<String> {
    let source = texts.load(name, Some(&document.name)).ok()?;
    let tree = ferz_grammar::parse(&source.text, SourceId(0), &mut Sink::new());
    let mut text = format!("**{}**", tree.header.as_ref()?.title.value);
    for declaration in &tree.declarations {
        if let ferz_grammar::ast::Declaration::Text(d) = declaration
            && d.keyword.value == "about"
        {
            text += &format!("\n\n{}", d.value.value);
        }
    }
    Some(text)
}

/// How a piece of the rules goes, if that is soon found.
fn piece_board(rules: &Ruleset, name: &str) -> Option<String> {
    let (rules, name) = (rules.clone(), name.to_owned());
    aside::within(PATIENCE, move || drawn(&rules, &name)).flatten()
}

/// Nothing is compiled but the board.
fn drawn(rules: &Ruleset, name: &str) -> Option<String> {
    let (kind, _, piece) = rules.pieces.get_full(name)?;
    let side = Side::ALL.into_iter().find(|&side| piece.letter[side].is_some())?;
    let squares = usize::from(rules.board.files) * usize::from(rules.board.ranks);
    if squares > MOST_SQUARES {
        return None;
    }
    let variant = stage(rules)?;
    let topology = variant.topology();
    let lone = alone_of(rules, topology, kind, side, Some(middle(topology)?));
    let (position, marks) = (lone.position(&variant), boards::marks(&lone.marks));
    let look = Look {
        ascii: false,
        colours: false,
        diagram: true,
        flip: false,
    };
    let board = boards::board(&variant, &position, &marks, look);
    Some(format!(
        "\n```text\n{board}{}\n```\n",
        boards::legend(&marks, look)
    ))
}

/// The square nearest to the middle of the grid.
fn middle(topology: &Topology) -> Option<Square> {
    let file = char::from(b'a' + (topology.files() - 1) / 2);
    let name = format!("{file}{}", topology.ranks().div_ceil(2));
    topology
        .square(&name)
        .or_else(|| topology.squares().squares().next())
}

/// A board for the movements of libraries, which have none.
const BOARD: &str =
    "variant \"x\"\nboard 8x8\narmy both { it A = move king }\nstart \"8/8/8/8/8/8/8/8 w - - 0 1\"\n";

/// How a piece with this movement goes on the board of the document.
fn movement_board(texts: &Texts<'_>, analysis: &Analysis, name: &str) -> Option<String> {
    let mut rules = match analysis.trees()[0].header.as_ref()?.kind {
        // Without rules, there is no board.
        FileKind::Variant => analysis.lowered.ruleset.clone()?,
        FileKind::Library => {
            let source = Source {
                name: String::new(),
                text: BOARD.to_owned(),
            };
            lower(source, texts).ruleset?
        }
    };
    let used: Vec<Letter> = rules.pieces.values().filter_map(|p| p.letter.white).collect();
    let letter = (b'A'..=b'Z')
        .map(Letter::plain)
        .find(|letter| !used.contains(letter))?;
    let movement = analysis.movement(name)?;
    let piece = Piece {
        letter: PerSide::new(Some(letter), None),
        movement: PerSide::both(movement),
        ..rules.pieces.values().next()?.clone()
    };
    let name = format!("its-{name}");
    rules.pieces.insert(name.clone(), piece);
    piece_board(&rules, &name)
}
