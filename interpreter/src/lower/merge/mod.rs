//! One set of declarations out of a variant, its ancestors and their libraries.
//!
//! Afterwards every declaration that still counts is known with the text it stands in; what a
//! descendant replaced or took back is gone. Nothing inside the declarations is understood yet.

mod pieces;
mod sections;
mod without;

use super::collect::{Files, Layer};
use super::declared::{Declared, Definition, MechanicPart, ZoneForm, ZonePart};
use super::report::{At, Place, Report, error};
use crate::hooks;
use crate::rules::Side;
use crate::vocabulary::END;
use ferz_grammar::ast::{Declaration, MechanicDecl, MovementDecl, TextDecl, UseDecl, ZoneDecl};
use ferz_grammar::span::SourceId;
use ferz_grammar::suggest::closest_of_few;
use pieces::Pieces;
use std::collections::HashMap;

/// Names that a file has used up, and where.
type Seen<'a> = HashMap<(&'static str, String), Place>;

struct Merger<'a, 'r> {
    report: &'r Report<'a>,
    declared: Declared<'a>,
    /// Whether the layer is an ancestor of the file.
    inherited: bool,
}

/// Merges the layers, the first ancestor first.
pub(super) fn merge<'a>(files: &'a Files, report: &Report<'a>) -> Declared<'a> {
    let mut merger = Merger {
        report,
        declared: Declared::default(),
        inherited: true,
    };
    for (i, layer) in files.layers.iter().enumerate() {
        merger.inherited = i + 1 < files.layers.len();
        merger.layer(files, layer);
    }
    merger.declared
}

/// The declarations in the block of a mechanic, with all names that can be used there.
pub(super) fn body<'a>(
    around: &Declared<'a>,
    source: SourceId,
    body: &'a [Declaration],
    report: &Report<'a>,
) -> Declared<'a> {
    let mut declared = around.clone();
    declared.is_filled = true;
    declared.effects.clear();
    declared.powers.clear();
    declared.rules.clear();
    declared.end.clear();
    declared.hooks.clear();
    let mut merger = Merger {
        report,
        declared,
        inherited: false,
    };
    let mut seen = Seen::new();
    for declaration in body {
        merger.inside(At::new(source, declaration), &mut seen);
    }
    merger.declared
}

impl<'a> Merger<'a, '_> {
    /// A declaration in the block of a mechanic.
    fn inside(&mut self, at: At<'a, Declaration>, seen: &mut Seen<'a>) {
        const SECTIONS: [&str; 4] = ["on", "power", "rules", "end"];
        match at.node {
            Declaration::Section(section) if SECTIONS.contains(&section.keyword.value.as_str()) => {
                let keyword = section.keyword.value.as_str();
                let foreign = section.entries.iter().find(|entry| match keyword {
                    "end" => END.has(&entry.key.value),
                    _ => keyword == "rules" && entry.key.value == "en-passant",
                });
                if let Some(entry) = foreign {
                    let key = &entry.key.value;
                    let message = format!("a mechanic cannot say `{key}`");
                    self.report.add(
                        error("F0279", at.place(entry.key.span), message)
                            .help(format!("say it in the variant: `{keyword} {{ {key}: ... }}`")),
                    );
                    return;
                }
                self.section(At::new(at.source, section), seen);
            }
            Declaration::Zone(zone) => self.zone(At::new(at.source, zone), seen),
            Declaration::Movement(movement) => self.movement(At::new(at.source, movement), false, seen),
            Declaration::Use(hook) => {
                let uses = self.declared.hooks.entry(&hook.hook.value).or_default();
                uses.push(At::new(at.source, hook));
            }
            other => {
                let message = "this cannot stand in a mechanic";
                let (span, likely) = match other {
                    Declaration::Section(section) => {
                        let keyword = &section.keyword;
                        (keyword.span, closest_of_few(&keyword.value, SECTIONS))
                    }
                    other => (other.span(), None),
                };
                self.report.add(error("F0279", at.place(span), message).suggest_or(likely,
                    "a mechanic says `on`, `power`, `rules`, goals in `end`, and has zones, movements and uses of other mechanics",
                ));
            }
        }
    }

    /// A movement, beside those of the same name that it may mention.
    fn movement(&mut self, at: At<'a, MovementDecl>, own: bool, seen: &mut Seen<'a>) {
        let name = &at.node.name;
        if self.once(seen, "movement", &name.value, at.place(name.span)) {
            let known = self.declared.movements.entry(&name.value);
            known.or_default().push(Definition { at, own });
        }
    }

    /// A mechanic; that of a later file takes the place of one of the same name.
    fn mechanic(&mut self, at: At<'a, MechanicDecl>, own: bool) {
        let name = &at.node.name;
        if hooks::get(&name.value).is_some() {
            let message = format!("there is a hook `{}` already", name.value);
            self.report.add(
                error("F0277", at.place(name.span), message)
                    .help("give the mechanic another name; `ferz hooks` lists those that are taken"),
            );
            return;
        }
        self.declared
            .mechanics
            .insert(&name.value, MechanicPart { at, own });
    }

    fn layer(&mut self, files: &'a Files, layer: &Layer) {
        let mut seen = Seen::new();
        for &library in &layer.libraries {
            self.library(files, library, &mut seen);
        }
        let tree = &files.trees[layer.source.0 as usize];
        if let Some(header) = &tree.header {
            self.declared.title.clone_from(&header.title.value);
        }
        // Declarations about one variant only are not inherited.
        self.declared.about = None;
        self.declared.source = None;
        for declaration in files.declarations(layer.source) {
            if let Declaration::Without(without) = declaration.node {
                self.without(At::new(layer.source, without));
            }
        }
        let mut seen = Seen::new();
        let mut pieces = Vec::new();
        let is_library = tree
            .header
            .as_ref()
            .is_some_and(|h| h.kind == ferz_grammar::ast::FileKind::Library);
        for At { source, node } in files.declarations(layer.source) {
            if is_library && !self.allowed_in_library(source, node) {
                continue;
            }
            self.declaration(At::new(source, node), &mut seen, &mut pieces);
        }
        self.pieces(&pieces, &mut seen);
        self.declared.hooks.retain(|_, uses| !uses.is_empty());
    }

    /// A declaration of a file. Pieces are put together once all are known.
    fn declaration(&mut self, at: At<'a, Declaration>, seen: &mut Seen<'a>, pieces: &mut Vec<Pieces<'a>>) {
        let source = at.source;
        match at.node {
            Declaration::Text(text) => self.text(At::new(source, text), seen),
            Declaration::Board(board) => {
                if self.once(seen, "board", "", Place::new(source, board.span)) {
                    self.declared.board = Some(At::new(source, board));
                }
            }
            Declaration::Square(square) => {
                let (name, place) = (&square.name.value, Place::new(source, square.name.span));
                if self.once(seen, "square", name, place) {
                    self.declared.squares.insert(name, At::new(source, square));
                }
            }
            Declaration::Zone(zone) => self.zone(At::new(source, zone), seen),
            Declaration::Movement(movement) => {
                self.movement(At::new(source, movement), !self.inherited, seen);
            }
            Declaration::Mechanic(mechanic) => {
                let place = Place::new(source, mechanic.name.span);
                if self.once(seen, "mechanic", &mechanic.name.value, place) {
                    self.mechanic(At::new(source, mechanic), true);
                }
            }
            Declaration::Army(army) => pieces.push(Pieces::Army(At::new(source, army))),
            Declaration::Piece(piece) => pieces.push(Pieces::One(At::new(source, piece))),
            Declaration::Section(section) => self.section(At::new(source, section), seen),
            Declaration::Use(hook) => self.use_hook(At::new(source, hook), seen),
            Declaration::Without(_) => {}
        }
    }

    /// A text about the variant, or its start.
    fn text(&mut self, at: At<'a, TextDecl>, seen: &mut Seen<'a>) {
        let text = at.node;
        let (slot, word) = match text.keyword.value.as_str() {
            "about" => (&mut self.declared.about, "about"),
            "source" => (&mut self.declared.source, "source"),
            "start" => (&mut self.declared.start, "start"),
            _ => return,
        };
        *slot = Some(At::new(at.source, &text.value));
        self.once(seen, word, "", at.place(text.keyword.span));
    }

    /// A use of a hook. The first in a file takes the place of those inherited.
    fn use_hook(&mut self, at: At<'a, UseDecl>, seen: &mut Seen<'a>) {
        let name = at.node.hook.value.as_str();
        let first = !seen.contains_key(&("use", name.to_owned()));
        seen.entry(("use", name.to_owned()))
            .or_insert(at.place(at.node.span));
        let uses = self.declared.hooks.entry(name).or_default();
        if first {
            uses.clear();
        }
        uses.push(at);
    }

    /// Reports a name that the file has used before; whether it is new.
    fn once(&self, seen: &mut Seen<'a>, what: &'static str, name: &str, place: Place) -> bool {
        match seen.get(&(what, name.to_owned())) {
            Some(&first) => {
                let message = match what {
                    "army of White" | "changed army of White" => "White's army is declared twice".to_owned(),
                    "army of Black" | "changed army of Black" => "Black's army is declared twice".to_owned(),
                    "castling of White" | "castling of Black" => "castling is declared twice".to_owned(),
                    "white piece" | "black piece" => format!("the piece `{name}` is declared twice"),
                    "white zone" | "black zone" => format!("the zone `{name}` is declared twice"),
                    _ if name.is_empty() => format!("`{what}` stands here twice"),
                    _ => format!("the {what} `{name}` is declared twice"),
                };
                self.report.add(
                    error("F0104", place, message)
                        .label("again here")
                        .also(first.source, first.span, "first here")
                        .help("keep one of them"),
                );
                false
            }
            None => {
                seen.insert((what, name.to_owned()), place);
                true
            }
        }
    }

    fn library(&mut self, files: &'a Files, library: SourceId, seen: &mut Seen<'a>) {
        let mut own = Seen::new();
        for At { source, node } in files.declarations(library) {
            if !self.allowed_in_library(source, node) {
                continue;
            }
            match node {
                Declaration::Movement(movement) => {
                    let place = Place::new(source, movement.name.span);
                    if !self.once(&mut own, "movement", &movement.name.value, place) {
                        continue;
                    }
                    if let Some(&first) = seen.get(&("movement", movement.name.value.clone()))
                        && first.source != source
                    {
                        self.report.add(
                            error(
                                "F0104",
                                place,
                                format!("two libraries define the movement `{}`", movement.name.value),
                            )
                            .label("defined here")
                            .also(first.source, first.span, "and here")
                            .help("include only one of them, or give one of the two another name"),
                        );
                    }
                    seen.insert(("movement", movement.name.value.clone()), place);
                    let definitions = self.declared.movements.entry(&movement.name.value).or_default();
                    if definitions.iter().all(|d| d.at.source != source) {
                        definitions.push(Definition {
                            at: At::new(source, movement),
                            own: false,
                        });
                    }
                }
                Declaration::Zone(zone) => self.zone(At::new(source, zone), &mut own),
                Declaration::Mechanic(mechanic) => {
                    let name = &mechanic.name;
                    if self.once(&mut own, "mechanic", &name.value, Place::new(source, name.span)) {
                        let own = !files.comes_with_ferz(source);
                        self.mechanic_of_library(At::new(source, mechanic), own, seen);
                    }
                }
                _ => {}
            }
        }
    }

    /// A mechanic of a library.
    fn mechanic_of_library(&mut self, at: At<'a, MechanicDecl>, own: bool, seen: &mut Seen<'a>) {
        let (name, place) = (&at.node.name, at.place(at.node.name.span));
        // Mechanics that come with ferz are in the library of the first ancestor.
        let known = self.declared.mechanics.get(name.value.as_str());
        let known = known.filter(|part| !part.own && part.at.source != at.source);
        let known = known.map(|part| part.at.place(part.at.node.name.span));
        let first = seen.insert(("mechanic", name.value.clone()), place);
        let first = first.filter(|first| first.source != at.source);
        if let Some(first) = first.or(known) {
            let message = format!("two libraries define the mechanic `{}`", name.value);
            self.report.add(
                error("F0104", place, message)
                    .label("defined here")
                    .also(first.source, first.span, "and here")
                    .help("include only one of them, or give one of the two another name"),
            );
        }
        self.mechanic(at, own);
    }

    fn allowed_in_library(&self, source: SourceId, declaration: &Declaration) -> bool {
        let (ok, what) = match declaration {
            Declaration::Movement(_) | Declaration::Zone(_) | Declaration::Mechanic(_) => (true, ""),
            Declaration::Text(text) => (text.keyword.value != "start", "a start position"),
            Declaration::Board(_) => (false, "a board"),
            Declaration::Square(_) => (false, "squares"),
            Declaration::Army(_) => (false, "an army"),
            Declaration::Piece(_) => (false, "pieces"),
            Declaration::Section(_) => (false, "rules"),
            Declaration::Use(_) => (false, "hooks"),
            Declaration::Without(_) => (false, "`without`"),
        };
        if !ok {
            self.report.add(
                error(
                    "F0106",
                    Place::new(source, declaration.span()),
                    format!("a library cannot have {what}"),
                )
                .help(
                    "a library holds movements, zones and mechanics; a file with rules begins with `variant`",
                ),
            );
        }
        ok
    }

    fn zone(&mut self, zone: At<'a, ZoneDecl>, seen: &mut Seen<'a>) {
        let name = zone.node.name.value.as_str();
        let place = zone.place(zone.node.name.span);
        let (sides, form) = match zone.node.side.as_ref().map(|word| word.value.as_str()) {
            None => (Side::ALL.to_vec(), ZoneForm::Mirrored),
            Some("white") => (vec![Side::White], ZoneForm::AsWritten),
            Some("black") => (vec![Side::Black], ZoneForm::AsWritten),
            Some(_) => (Side::ALL.to_vec(), ZoneForm::Same),
        };
        for side in sides {
            let what = if side == Side::White {
                "white zone"
            } else {
                "black zone"
            };
            if !self.once(seen, what, name, place) {
                return;
            }
            let parts = self.declared.zones.entry(name).or_default();
            parts[side] = Some(ZonePart { at: zone, form });
        }
    }
}
