//! One set of declarations out of a variant, its ancestors and their libraries.
//!
//! Afterwards every declaration that still counts is known with the text it stands in; what a descendant
//! replaced or took back is gone. Nothing inside the declarations is understood yet.

use super::collect::{Files, Layer};
use super::report::{At, Place, Report, error, list_or};
use crate::rules::{PerSide, Side};
use ferz_grammar::ast::{
    ArmyDecl, BoardDecl, Declaration, Entry, Expr, MovementDecl, Name, PieceDecl, SectionDecl, SquareDecl,
    UseDecl, WithoutDecl, ZoneDecl,
};
use ferz_grammar::span::{SourceId, Spanned};
use ferz_grammar::suggest::closest;
use indexmap::IndexMap;
use std::collections::HashMap;

/// Everything that is declared, by name.
#[derive(Default)]
pub(super) struct Declared<'a> {
    pub(super) title: String,
    pub(super) about: Option<At<'a, Spanned<String>>>,
    pub(super) source: Option<At<'a, Spanned<String>>>,
    pub(super) start: Option<At<'a, Spanned<String>>>,
    pub(super) board: Option<At<'a, BoardDecl>>,
    pub(super) squares: IndexMap<&'a str, At<'a, SquareDecl>>,
    pub(super) zones: IndexMap<&'a str, Zone<'a>>,
    /// All definitions of a name, the one that counts last; a definition that mentions its own name means the
    /// one before.
    pub(super) movements: IndexMap<&'a str, Vec<Definition<'a>>>,
    pub(super) armies: PerSide<Army<'a>>,
    pub(super) promotions: Vec<PromotionBlock<'a>>,
    pub(super) castling: PerSide<Option<Block<'a>>>,
    pub(super) royalty: IndexMap<&'a str, At<'a, Entry>>,
    pub(super) end: IndexMap<&'a str, Inherited<'a>>,
    pub(super) rules: IndexMap<&'a str, At<'a, Entry>>,
    pub(super) hooks: IndexMap<&'a str, Vec<At<'a, UseDecl>>>,
    /// Pieces that were taken back or fell away with an army, and where.
    pub(super) removed: HashMap<(Side, &'a str), Place>,
    /// Pieces of ancestors that were declared anew one by one.
    pub(super) replaced: HashMap<(Side, &'a str), PieceEntry<'a>>,
}

/// The definitions of one zone, a side each.
pub(super) type Zone<'a> = PerSide<Option<ZonePart<'a>>>;

/// Where one side's set of a zone comes from.
#[derive(Clone, Copy)]
pub(super) struct ZonePart<'a> {
    pub(super) at: At<'a, ZoneDecl>,
    pub(super) form: ZoneForm,
}

/// How a declaration of a zone is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ZoneForm {
    /// `zone x`: Black's set is the mirror image.
    Mirrored,
    /// `zone both x`: White's set for both.
    Same,
    /// `zone white x`, `zone black x`: the set as it stands.
    AsWritten,
}

/// One of the declarations of a zone.
pub(super) fn zone_declaration<'a>(zone: &Zone<'a>) -> Option<At<'a, ZoneDecl>> {
    zone.white.or(zone.black).map(|part| part.at)
}

/// One definition of a movement.
#[derive(Clone, Copy)]
pub(super) struct Definition<'a> {
    pub(super) at: At<'a, MovementDecl>,
    /// Whether it stands in the file that is lowered, not in an ancestor or library.
    pub(super) own: bool,
}

/// The pieces of one side.
#[derive(Clone, Default)]
pub(super) struct Army<'a> {
    pub(super) title: String,
    /// The `army` declaration, if there is one.
    pub(super) place: Option<Place>,
    pub(super) pieces: IndexMap<&'a str, PieceEntry<'a>>,
}

/// One piece of one side.
#[derive(Clone)]
pub(super) struct PieceEntry<'a> {
    /// Where it has its letter from.
    pub(super) at: At<'a, PieceDecl>,
    /// Its letter, as written.
    pub(super) letter: &'a Name,
    /// Its movement; from another declaration if its own has none.
    pub(super) movement: Option<At<'a, Expr>>,
    /// Its attributes, and before them those of the piece whose movement it has.
    pub(super) attributes: Vec<At<'a, Expr>>,
}

/// A section for one side.
#[derive(Clone, Copy)]
pub(super) struct Block<'a> {
    pub(super) at: At<'a, SectionDecl>,
    /// Whether it comes from an ancestor.
    pub(super) inherited: bool,
    /// Whether the author named the side.
    pub(super) sided: bool,
}

/// `promotion pawn { ... }` for one side.
#[derive(Clone, Copy)]
pub(super) struct PromotionBlock<'a> {
    pub(super) side: Side,
    pub(super) piece: At<'a, Name>,
    pub(super) block: Block<'a>,
}

/// An entry that may come from an ancestor.
#[derive(Clone, Copy)]
pub(super) struct Inherited<'a> {
    pub(super) at: At<'a, Entry>,
    pub(super) inherited: bool,
}

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

impl<'a> Merger<'a, '_> {
    fn layer(&mut self, files: &'a Files, layer: &Layer) {
        let mut seen = Seen::new();
        for &library in &layer.libraries {
            self.library(files, library, &mut seen);
        }
        let tree = &files.trees[layer.source.0 as usize];
        if let Some(header) = &tree.header {
            self.declared.title.clone_from(&header.title.value);
        }
        // What is about one variant only is not inherited.
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
            match node {
                Declaration::Text(text) => {
                    let slot = match text.keyword.value.as_str() {
                        "about" => &mut self.declared.about,
                        "source" => &mut self.declared.source,
                        "start" => &mut self.declared.start,
                        _ => continue,
                    };
                    *slot = Some(At::new(source, &text.value));
                    let word = match text.keyword.value.as_str() {
                        "about" => "about",
                        "source" => "source",
                        _ => "start",
                    };
                    self.once(&mut seen, word, "", Place::new(source, text.keyword.span));
                }
                Declaration::Board(board) => {
                    if self.once(&mut seen, "board", "", Place::new(source, board.span)) {
                        self.declared.board = Some(At::new(source, board));
                    }
                }
                Declaration::Square(square) => {
                    if self.once(
                        &mut seen,
                        "square",
                        &square.name.value,
                        Place::new(source, square.name.span),
                    ) {
                        self.declared
                            .squares
                            .insert(&square.name.value, At::new(source, square));
                    }
                }
                Declaration::Zone(zone) => self.zone(At::new(source, zone), &mut seen),
                Declaration::Movement(movement) => {
                    let place = Place::new(source, movement.name.span);
                    if self.once(&mut seen, "movement", &movement.name.value, place) {
                        let definition = Definition {
                            at: At::new(source, movement),
                            own: !self.inherited,
                        };
                        self.declared
                            .movements
                            .entry(&movement.name.value)
                            .or_default()
                            .push(definition);
                    }
                }
                Declaration::Army(army) => pieces.push(Pieces::Army(At::new(source, army))),
                Declaration::Piece(piece) => pieces.push(Pieces::One(At::new(source, piece))),
                Declaration::Section(section) => self.section(At::new(source, section), &mut seen),
                Declaration::Use(hook) => {
                    let name = hook.hook.value.as_str();
                    let first = !seen.contains_key(&("use", name.to_owned()));
                    seen.entry(("use", name.to_owned()))
                        .or_insert(Place::new(source, hook.span));
                    let uses = self.declared.hooks.entry(name).or_default();
                    if first {
                        uses.clear();
                    }
                    uses.push(At::new(source, hook));
                }
                Declaration::Without(_) => {}
            }
        }
        self.pieces(&pieces, &mut seen);
        self.declared.hooks.retain(|_, uses| !uses.is_empty());
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
                _ => {}
            }
        }
    }

    fn allowed_in_library(&self, source: SourceId, declaration: &Declaration) -> bool {
        let (ok, what) = match declaration {
            Declaration::Movement(_) | Declaration::Zone(_) => (true, ""),
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
                .help("a library holds movements and zones; a file with rules begins with `variant`"),
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

    fn section(&mut self, section: At<'a, SectionDecl>, seen: &mut Seen<'a>) {
        let keyword = section.node.keyword.value.as_str();
        let place = section.place(section.node.keyword.span);
        match keyword {
            "promotion" => self.promotion(section, seen),
            "castling" => {
                let sides = match section.node.arguments.as_slice() {
                    [] => Side::ALL.to_vec(),
                    [word] => self.sides(section.place(word.span), &word.value),
                    [_, extra, ..] => {
                        self.unexpected_word(
                            section.place(extra.span),
                            "castling",
                            "`castling white { ... }`",
                        );
                        return;
                    }
                };
                let sided = !section.node.arguments.is_empty();
                for side in sides {
                    let what = if side == Side::White {
                        "castling of White"
                    } else {
                        "castling of Black"
                    };
                    if self.once(seen, what, "", place) {
                        let block = Block {
                            at: section,
                            inherited: self.inherited,
                            sided,
                        };
                        self.declared.castling[side] = Some(block);
                    }
                }
            }
            "royalty" | "end" | "rules" => {
                if let Some(word) = section.node.arguments.first() {
                    self.unexpected_word(
                        section.place(word.span),
                        keyword,
                        &format!("`{keyword} {{ ... }}`"),
                    );
                }
                let mut keys = Seen::new();
                for entry in &section.node.entries {
                    let at = At::new(section.source, entry);
                    let key = entry.key.value.as_str();
                    let what = match keyword {
                        "royalty" => "entry of `royalty`",
                        "end" => "entry of `end`",
                        _ => "entry of `rules`",
                    };
                    let first = keys.get(&(what, key.to_owned())).copied();
                    if let Some(first) = first.or_else(|| seen.get(&(what, key.to_owned())).copied()) {
                        self.twice(at.place(entry.key.span), first, key);
                        continue;
                    }
                    keys.insert((what, key.to_owned()), at.place(entry.key.span));
                    match keyword {
                        "royalty" => {
                            self.declared.royalty.insert(key, at);
                        }
                        "end" => {
                            self.declared.end.insert(
                                key,
                                Inherited {
                                    at,
                                    inherited: self.inherited,
                                },
                            );
                        }
                        _ => {
                            self.declared.rules.insert(key, at);
                        }
                    }
                }
                seen.extend(keys);
            }
            _ => {
                let known = ["promotion", "castling", "royalty", "end", "rules"];
                let diagnostic = error("F0108", place, format!("there is no section `{keyword}`"));
                self.report.add(match keyword {
                    "en-passant" => diagnostic.help("write `rules { en-passant: SQUARES }`"),
                    "win" | "wins" | "winning" | "victory" | "loss" | "lose" | "draw" | "goal" | "goals"
                    | "ending" => diagnostic.help(
                        "how the game ends is said in `end`: `end { campmate: reach king on last rank }`",
                    ),
                    _ => diagnostic.suggest_or(
                        closest(keyword, known),
                        format!("sections are {}", list_or(known)),
                    ),
                });
            }
        }
    }

    fn twice(&self, place: Place, first: Place, key: &str) {
        self.report.add(
            error("F0111", place, format!("`{key}` stands here twice"))
                .label("again here")
                .also(first.source, first.span, "first here")
                .help("keep one of them"),
        );
    }

    fn unexpected_word(&self, place: Place, keyword: &str, form: &str) {
        self.report.add(
            error("F0109", place, format!("unexpected word after `{keyword}`")).help(format!("write {form}")),
        );
    }

    /// `white`, `black` or `both`; reports anything else.
    fn sides(&self, place: Place, word: &str) -> Vec<Side> {
        match word {
            "white" => vec![Side::White],
            "black" => vec![Side::Black],
            "both" => Side::ALL.to_vec(),
            _ => {
                self.report.add(
                    error("F0116", place, format!("`{word}` is not a side"))
                        .help(format!("sides are {}", list_or(["white", "black", "both"]))),
                );
                Vec::new()
            }
        }
    }

    fn promotion(&mut self, section: At<'a, SectionDecl>, seen: &mut Seen<'a>) {
        let form = "`promotion pawn { ... }` or `promotion white pawn { ... }`";
        let (sides, piece) = match section.node.arguments.as_slice() {
            [piece] => (Side::ALL.to_vec(), piece),
            [side, piece] => (self.sides(section.place(side.span), &side.value), piece),
            [] => {
                let place = section.place(section.node.keyword.span);
                self.report
                    .add(error("F0109", place, "which piece is promoted?").help(format!("write {form}")));
                return;
            }
            [_, _, extra, ..] => {
                self.unexpected_word(section.place(extra.span), "promotion", form);
                return;
            }
        };
        let sided = section.node.arguments.len() == 2;
        for side in sides {
            let key = (
                if side == Side::White {
                    "promotion white"
                } else {
                    "promotion black"
                },
                piece.value.clone(),
            );
            // The first of this file replaces those of the ancestors.
            if seen.insert(key, section.place(section.node.span)).is_none() {
                self.declared
                    .promotions
                    .retain(|p| p.side != side || p.piece.node.value != piece.value);
            }
            let block = Block {
                at: section,
                inherited: self.inherited,
                sided,
            };
            self.declared.promotions.push(PromotionBlock {
                side,
                piece: At::new(section.source, piece),
                block,
            });
        }
    }
}

/// What a piece of a side is called among the names that a file has used up.
const fn piece_word(side: Side) -> &'static str {
    match side {
        Side::White => "white piece",
        Side::Black => "black piece",
    }
}

/// A declaration of pieces.
#[derive(Clone, Copy)]
enum Pieces<'a> {
    Army(At<'a, ArmyDecl>),
    One(At<'a, PieceDecl>),
}

impl<'a> Merger<'a, '_> {
    /// Armies first, then single pieces; a piece without a movement takes that of the same name.
    fn pieces(&mut self, list: &[Pieces<'a>], seen: &mut Seen<'a>) {
        let before = self.declared.armies.clone();
        let mut bare: Vec<(Side, At<'a, PieceDecl>)> = Vec::new();
        for declaration in list {
            let Pieces::Army(army) = *declaration else {
                continue;
            };
            if !army.node.except.is_empty() {
                continue;
            }
            let sides = self.sides(army.place(army.node.side.span), &army.node.side.value);
            let place = army.place(army.node.span);
            if army.node.pieces.is_empty() && !self.report.has_unread_in(place) {
                self.report.add(
                    error("F0201", place, "this army has no pieces")
                        .help("an army has one piece a line: `king K = king, royal`"),
                );
                continue;
            }
            let mut fresh = Vec::new();
            for side in sides {
                let what = if side == Side::White {
                    "army of White"
                } else {
                    "army of Black"
                };
                if !self.once(seen, what, "", army.place(army.node.side.span)) {
                    continue;
                }
                fresh.push(side);
                let place = army.place(army.node.side.span);
                for name in self.declared.armies[side].pieces.keys() {
                    self.declared.removed.insert((side, name), place);
                }
                self.declared.armies[side] = Army {
                    title: army
                        .node
                        .title
                        .as_ref()
                        .map(|t| t.value.clone())
                        .unwrap_or_default(),
                    place: Some(place),
                    pieces: IndexMap::new(),
                };
            }
            for side in fresh {
                for piece in &army.node.pieces {
                    self.piece(side, At::new(army.source, piece), seen, &mut bare);
                }
            }
        }
        for declaration in list {
            if let Pieces::Army(army) = *declaration {
                self.changed_army(army, seen, &mut bare);
            }
        }
        for declaration in list {
            let Pieces::One(piece) = *declaration else {
                continue;
            };
            let sides = match &piece.node.side {
                None => Side::ALL.to_vec(),
                Some(word) => self.sides(piece.place(word.span), &word.value),
            };
            for side in sides {
                self.piece(side, piece, seen, &mut bare);
            }
        }
        for (side, piece) in bare {
            self.complete(side, piece, &before);
        }
    }

    /// `army black except knight { ... }`: the army that is there, of this file or of the parent, but for some pieces and
    /// with others.
    fn changed_army(
        &mut self,
        army: At<'a, ArmyDecl>,
        seen: &mut Seen<'a>,
        bare: &mut Vec<(Side, At<'a, PieceDecl>)>,
    ) {
        if army.node.except.is_empty() {
            return;
        }
        let sides = self.sides(army.place(army.node.side.span), &army.node.side.value);
        let mut found = vec![false; army.node.except.len()];
        let mut fresh = Vec::new();
        for side in sides {
            let what = if side == Side::White {
                "changed army of White"
            } else {
                "changed army of Black"
            };
            if !self.once(seen, what, "", army.place(army.node.side.span)) {
                continue;
            }
            fresh.push(side);
            if let Some(title) = &army.node.title {
                self.declared.armies[side].title.clone_from(&title.value);
            }
            for (name, found) in army.node.except.iter().zip(&mut found) {
                let removed = self.declared.armies[side]
                    .pieces
                    .shift_remove_entry(name.value.as_str());
                if let Some((known, _)) = removed {
                    *found = true;
                    self.declared.removed.insert((side, known), army.place(name.span));
                    seen.remove(&(piece_word(side), name.value.clone()));
                }
            }
        }
        if fresh.is_empty() {
            return;
        }
        for (name, _) in army.node.except.iter().zip(found).filter(|(_, found)| !found) {
            let armies = &self.declared.armies;
            let known = fresh.iter().flat_map(|&side| armies[side].pieces.keys().copied());
            let message = format!("there is no piece `{}` to leave out", name.value);
            let diagnostic = error("F0207", army.place(name.span), message);
            self.report.add(match closest(&name.value, known) {
                Some(likely) => diagnostic.suggest(Some(likely)),
                None => diagnostic.help("`except` names pieces of the army that is there without this line"),
            });
        }
        for side in fresh {
            for piece in &army.node.pieces {
                self.piece(side, At::new(army.source, piece), seen, bare);
            }
        }
    }

    fn piece(
        &mut self,
        side: Side,
        piece: At<'a, PieceDecl>,
        seen: &mut Seen<'a>,
        bare: &mut Vec<(Side, At<'a, PieceDecl>)>,
    ) {
        let (name, letter) = self.name_and_letter(piece);
        let place = piece.place(name.span);
        let name = name.value.as_str();
        if !self.once(seen, piece_word(side), name, place) {
            return;
        }
        let movement = piece.node.movement.as_ref().map(|m| At::new(piece.source, m));
        if movement.is_none() {
            bare.push((side, piece));
        }
        let attributes = piece
            .node
            .attributes
            .iter()
            .map(|a| At::new(piece.source, a))
            .collect();
        let entry = PieceEntry {
            at: piece,
            letter,
            movement,
            attributes,
        };
        if let Some(before) = self.declared.armies[side].pieces.insert(name, entry) {
            self.declared.replaced.insert((side, name), before);
        }
        self.declared.removed.remove(&(side, name));
    }

    /// The name and the letter of a piece. Those that are the wrong way round are reported, and turned.
    fn name_and_letter(&self, piece: At<'a, PieceDecl>) -> (&'a Name, &'a Name) {
        let (name, letter) = (&piece.node.name, &piece.node.letter);
        if name.value.len() > 1 || letter.value.len() == 1 {
            return (name, letter);
        }
        let place = piece.place(name.span.to(letter.span));
        let (first, second) = (&letter.value, &name.value);
        self.report.add(
            error("F0203", place, "the name of a piece comes first, then its letter")
                .help(format!("write `{first} {second} = ...`")),
        );
        (letter, name)
    }

    /// Finds what a piece without `=` is.
    fn complete(&mut self, side: Side, piece: At<'a, PieceDecl>, before: &PerSide<Army<'a>>) {
        let name = self.name_and_letter(piece).0.value.as_str();
        let other = side.other();
        let found = before[side]
            .pieces
            .get(name)
            .or_else(|| {
                self.declared.armies[other]
                    .pieces
                    .get(name)
                    .filter(|p| p.movement.is_some())
            })
            .or_else(|| before[other].pieces.get(name))
            .cloned();
        match found {
            Some(model) => {
                if let Some(entry) = self.declared.armies[side].pieces.get_mut(name) {
                    entry.movement = model.movement;
                    entry.attributes = [model.attributes, std::mem::take(&mut entry.attributes)].concat();
                }
            }
            None => {
                let place = piece.place(piece.node.name.span);
                let help = if self.declared.movements.contains_key(name) {
                    format!("write `{name} {} = {name}`", piece.node.letter.value)
                } else {
                    format!("write `{name} {} = MOVEMENT`", piece.node.letter.value)
                };
                let known: Vec<&str> = before
                    .white
                    .pieces
                    .keys()
                    .chain(before.black.pieces.keys())
                    .copied()
                    .collect();
                if self.report.may_exist(name) {
                    return;
                }
                let diagnostic = error("F0202", place, format!("`{name}` has no movement"));
                self.report.add(match closest(name, known) {
                    Some(word) => diagnostic.suggest(Some(word)),
                    None => diagnostic.help(help),
                });
            }
        }
    }

    fn without(&mut self, without: At<'a, WithoutDecl>) {
        let words: Vec<&str> = without.node.words.iter().map(|w| w.value.as_str()).collect();
        let place = |i: usize| without.place(without.node.words[i].span);
        let whole = without.place(without.node.span);
        match words.as_slice() {
            ["castling"] => {
                if self.declared.castling.white.is_none() && self.declared.castling.black.is_none() {
                    self.nothing(whole, "castling", "castling", None);
                }
                self.declared.castling = PerSide::default();
            }
            ["castling", side] => {
                for side in self.sides(place(1), side) {
                    if self.declared.castling[side].take().is_none() {
                        self.nothing(whole, "castling", &format!("castling of {side}"), None);
                    }
                }
            }
            ["promotion", piece] => self.without_promotion(Side::ALL.to_vec(), piece, place(1)),
            ["promotion", side, piece] => {
                let sides = self.sides(place(1), side);
                if !sides.is_empty() {
                    self.without_promotion(sides, piece, place(2));
                }
            }
            ["piece", piece] => self.without_piece(Side::ALL.to_vec(), piece, place(1)),
            ["piece", side, piece] => {
                let sides = self.sides(place(1), side);
                if !sides.is_empty() {
                    self.without_piece(sides, piece, place(2));
                }
            }
            ["use", hook] => {
                if self.declared.hooks.shift_remove(hook).is_none() {
                    let known: Vec<&str> = self.declared.hooks.keys().copied().collect();
                    self.nothing(place(1), hook, &format!("hook `{hook}`"), closest(hook, known));
                }
            }
            ["zone", zone] => {
                if self.declared.zones.shift_remove(zone).is_none() {
                    let known: Vec<&str> = self.declared.zones.keys().copied().collect();
                    self.nothing(place(1), zone, &format!("zone `{zone}`"), closest(zone, known));
                }
            }
            ["square", square] => {
                if self.declared.squares.shift_remove(square).is_none() {
                    let known: Vec<&str> = self.declared.squares.keys().copied().collect();
                    self.nothing(
                        place(1),
                        square,
                        &format!("square `{square}`"),
                        closest(square, known),
                    );
                }
            }
            ["end", key] => {
                if self.declared.end.shift_remove(key).is_none() {
                    let known: Vec<&str> = self.declared.end.keys().copied().collect();
                    self.nothing(
                        place(1),
                        key,
                        &format!("entry `{key}` of `end`"),
                        closest(key, known),
                    );
                }
            }
            ["rules", key] => {
                if self.declared.rules.shift_remove(key).is_none() {
                    let known: Vec<&str> = self.declared.rules.keys().copied().collect();
                    self.nothing(
                        place(1),
                        key,
                        &format!("entry `{key}` of `rules`"),
                        closest(key, known),
                    );
                }
            }
            _ => {
                let known = [
                    "castling",
                    "promotion",
                    "piece",
                    "use",
                    "zone",
                    "square",
                    "end",
                    "rules",
                ];
                let first = words.first().copied().unwrap_or("");
                let diagnostic = if known.contains(&first) && words.len() > 1 {
                    error("F0107", whole, format!("too many words after `without {first}`"))
                } else if known.contains(&first) {
                    error(
                        "F0107",
                        whole,
                        format!("`without {first}` needs the name of what is taken back"),
                    )
                } else {
                    error(
                        "F0107",
                        if words.is_empty() { whole } else { place(0) },
                        "this cannot be taken back",
                    )
                };
                self.report.add(match closest(first, known) {
                    Some(word) if word != first => diagnostic.suggest(Some(word)),
                    _ => diagnostic.help(
                        "write `without castling`, `without castling white`, `without promotion pawn`, \
                         `without piece queen`, `without use NAME`, `without end NAME` or `without rules NAME`",
                    ),
                });
            }
        }
    }

    /// Reports that there is nothing of a name, unless it may be in what could not be read.
    fn nothing(&self, place: Place, name: &str, what: &str, suggestion: Option<&str>) {
        if self.report.may_exist(name) {
            return;
        }
        let diagnostic = error("F0107", place, format!("there is no {what} to take back"));
        self.report.add(match suggestion {
            Some(word) => diagnostic.suggest(Some(word)),
            None => diagnostic.help("`without` takes back what the variant after `extends` declares"),
        });
    }

    fn without_promotion(&mut self, sides: Vec<Side>, piece: &str, place: Place) {
        let count = self.declared.promotions.len();
        let known: Vec<&str> = self
            .declared
            .promotions
            .iter()
            .map(|p| p.piece.node.value.as_str())
            .collect();
        self.declared
            .promotions
            .retain(|p| p.piece.node.value != piece || !sides.contains(&p.side));
        if count == self.declared.promotions.len() {
            self.nothing(
                place,
                piece,
                &format!("promotion of `{piece}`"),
                closest(piece, known),
            );
        }
    }

    fn without_piece(&mut self, sides: Vec<Side>, piece: &str, place: Place) {
        let mut found = false;
        for side in sides {
            if let Some((name, _)) = self.declared.armies[side].pieces.shift_remove_entry(piece) {
                found = true;
                self.declared.removed.insert((side, name), place);
            }
        }
        if !found {
            let armies = &self.declared.armies;
            let known: Vec<&str> = armies
                .white
                .pieces
                .keys()
                .chain(armies.black.pieces.keys())
                .copied()
                .collect();
            self.nothing(place, piece, &format!("piece `{piece}`"), closest(piece, known));
        }
    }
}
