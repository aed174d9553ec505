//! The inventory: the program, the bundled variants, the words of the language, the pieces of a
//! variant.

use super::Desk;
use super::view::View;
use crate::compiled::{Compiled, Meant};
use crate::rpc::{Answer, Failure, answer};
use ferz::engine::Variant;
use ferz::rules::{Letter, Side};
use ferz::vocabulary;
use ferz_drawing::{Symbols, figure};
use ferz_grammar::ast::Declaration;
use ferz_grammar::diagnostic::Sink;
use ferz_grammar::span::SourceId;
use ferz_play::{Level, Settings, Worth};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// A bundled variant in a list.
#[derive(Serialize)]
struct Listed {
    name: &'static str,
    title: String,
    about: String,
    /// The family that it belongs to.
    family: &'static str,
    /// The components: its parent and the mechanics that it uses.
    uses: Vec<String>,
}

/// A kind of piece of one side.
#[derive(Serialize)]
pub(super) struct Piece {
    pub(super) kind: usize,
    pub(super) name: String,
    pub(super) side: Side,
    pub(super) letter: Letter,
    royal: bool,
    /// A drawing in a square of 60 with its middle at the origin.
    shapes: String,
}

/// The program, and its features.
pub(super) fn about(desk: &Desk) -> Answer {
    let title = desk.folder.title();
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "folder": title,
        "files": desk.folder.list(),
        "message": desk.limits.message,
        "import": desk.limits.import,
        "thinking": desk.limits.thinking.as_millis(),
        "study": { "games": desk.limits.study.0, "nodes": desk.limits.study.1 },
        "levels": (1..=10).filter_map(Level::new).map(level).collect::<Vec<_>>(),
    }))
}

/// The strength of a level: how many positions it looks at, `null` for all that time allows, and
/// how far it errs, in hundredths of a pawn.
fn level(level: Level) -> Value {
    let nodes = level.limits().nodes.filter(|&nodes| nodes < u64::MAX);
    json!([nodes, level.settings(Settings::default()).noise])
}

/// The bundled variants, with the descriptions in their texts. All these texts are read once in the
/// life of the program.
pub(super) fn list() -> Answer {
    static LIST: LazyLock<Value> = LazyLock::new(listed);
    Ok(LIST.clone())
}

fn listed() -> Value {
    let listed = |bundled: &ferz_rulesets::Bundled| {
        let tree = ferz_grammar::parse(bundled.text, SourceId(0), &mut Sink::new());
        let mut about = None;
        let mut uses = Vec::new();
        for declaration in tree.declarations {
            match declaration {
                Declaration::Text(text) if text.keyword.value == "about" => about = Some(text.value.value),
                Declaration::Use(used) => uses.push(used.hook.value),
                _ => {}
            }
        }
        Some(Listed {
            name: bundled.name,
            title: tree.header?.title.value,
            about: about.unwrap_or_default(),
            family: bundled.family,
            uses,
        })
    };
    json!({
        "variants": ferz_rulesets::all().iter().filter_map(listed).collect::<Vec<_>>(),
        "families": ferz_rulesets::families(),
    })
}

/// A bundled text and its tests.
pub(super) fn text(name: String) -> Answer {
    let Some(text) = ferz_rulesets::get(&name) else {
        return Err(Failure::asked(format!("there is no bundled text `{name}`")));
    };
    Ok(json!({ "text": text, "tests": ferz_rulesets::tests(&name) }))
}

/// All texts of one's own that a variant is made of, by path: what a link to it must carry.
pub(super) fn texts(desk: &Desk, meant: &Meant) -> Answer {
    answer(desk.compiler.own_texts(meant)?)
}

/// The words of the language by kind, for highlighting.
pub(super) fn vocabulary() -> Answer {
    let lists = vocabulary::all().into_iter();
    let words: BTreeMap<&str, Vec<&str>> = lists
        .map(|list| (list.name, list.words.into_iter().map(|(word, _)| word).collect()))
        .collect();
    answer(words)
}

/// The meaning of the code of a diagnostic, and the repair.
pub(super) fn explain(code: String) -> Answer {
    let Some(info) = ferz::codes::find(&code) else {
        return Err(Failure::asked(format!("there is no code `{code}`")));
    };
    Ok(json!({
        "code": info.code,
        "title": info.title,
        "explanation": info.explanation,
        "wrong": info.wrong,
        "right": info.right,
    }))
}

/// The title of a variant, and its pieces.
pub(super) fn palette(desk: &Desk, meant: Meant) -> Answer {
    let compiled = desk.compiler.get(&meant)?;
    Ok(describe(
        desk,
        &compiled,
        &meant,
        (&View::default(), &mut BTreeSet::new()),
    ))
}

/// The title of a variant, and its pieces; `used` gets their outlines.
pub(super) fn describe(
    desk: &Desk,
    compiled: &Compiled,
    meant: &Meant,
    (view, used): (&View, &mut BTreeSet<String>),
) -> Value {
    let variant = &compiled.variant;
    let pieces = pieces(variant, view, used);
    let rules = variant.rules();
    let armies = &rules.armies;
    json!({
        "title": rules.title,
        "about": rules.about,
        "armies": Side::each(|side| armies[side].clone()),
        "extends": desk.compiler.parent_name(meant),
        "start": variant.fen(&variant.start()),
        "pieces": pieces,
        "drops": !rules.drops.is_empty(),
        "wall": rules.walls.as_ref().map(|walls| walls.name()),
    })
}

/// The values of pieces, in hundredths of a pawn, by kind and side. Royal pieces have none.
pub(super) fn worth(desk: &Desk, meant: &Meant) -> Answer {
    let compiled = desk.compiler.get(meant)?;
    let variant = &compiled.variant;
    let worth = Worth::new(variant);
    let of = |kind: usize, royal: bool, side| if royal { 0 } else { worth.value(kind, side) };
    let pieces = variant.rules().pieces.values().enumerate();
    answer(
        pieces
            .map(|(kind, piece)| Side::each(|side| of(kind, piece.royal[side], side)))
            .collect::<Vec<_>>(),
    )
}

/// All pieces of a variant; `used` gets the outlines.
pub(super) fn pieces(variant: &Variant, view: &View, used: &mut BTreeSet<String>) -> Vec<Piece> {
    let rules = variant.rules();
    let symbols = Symbols::new(rules);
    let mut pieces = Vec::new();
    for side in Side::ALL {
        for (kind, (name, piece)) in rules.pieces.iter().enumerate() {
            if let Some(letter) = piece.letter[side]
                && let Some(figure) = figure(rules, &symbols, (kind, side), (view.figures(), view.flip()))
            {
                used.extend(figure.used);
                pieces.push(Piece {
                    kind,
                    name: name.to_string(),
                    side,
                    letter,
                    royal: piece.royal[side],
                    shapes: figure.shapes,
                });
            }
        }
    }
    pieces
}
