//! Armies and single pieces.

use super::{Merger, Seen};
use crate::lower::declared::{Army, PieceEntry};
use crate::lower::report::{At, error};
use crate::rules::{PerSide, Side};
use crate::vocabulary::means_pieces;
use ferz_grammar::ast::{ArmyDecl, Name, PieceDecl};
use ferz_grammar::suggest::closest;
use indexmap::IndexMap;

/// The name of a piece of a side among the names that a file has used up.
pub(super) const fn piece_word(side: Side) -> &'static str {
    match side {
        Side::White => "white piece",
        Side::Black => "black piece",
    }
}

/// A declaration of pieces.
#[derive(Clone, Copy)]
pub(super) enum Pieces<'a> {
    Army(At<'a, ArmyDecl>),
    One(At<'a, PieceDecl>),
}

impl<'a> Merger<'a, '_> {
    /// Armies first, then single pieces; a piece without a movement takes that of the same name.
    pub(super) fn pieces(&mut self, list: &[Pieces<'a>], seen: &mut Seen<'a>) {
        let before = self.declared.armies.clone();
        let mut bare: Vec<(Side, At<'a, PieceDecl>)> = Vec::new();
        for declaration in list {
            if let Pieces::Army(army) = *declaration
                && army.node.except.is_empty()
            {
                self.army(army, seen, &mut bare);
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

    /// A whole army takes the place of that of the same side.
    fn army(
        &mut self,
        army: At<'a, ArmyDecl>,
        seen: &mut Seen<'a>,
        bare: &mut Vec<(Side, At<'a, PieceDecl>)>,
    ) {
        let sides = self.sides(army.place(army.node.side.span), &army.node.side.value);
        let place = army.place(army.node.span);
        if army.node.pieces.is_empty() && !self.report.has_unread_in(place) {
            self.report.add(
                error("F0201", place, "this army has no pieces")
                    .help("an army has one piece a line: `king K = king, royal`"),
            );
            return;
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
                self.piece(side, At::new(army.source, piece), seen, bare);
            }
        }
    }

    /// `army black except knight { ... }`: the army that is there, of this file or of the parent,
    /// but for some pieces and with others.
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
                None => diagnostic.help("`except` names pieces of the army as it is without this line"),
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
        if means_pieces(name) {
            let message = format!("`{name}` cannot name a piece");
            let help = "the word has a meaning where pieces are named; choose another name";
            self.report.add(error("F0208", place, message).help(help));
        }
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

    /// The name and the letter of a piece. Those that are the wrong way round are reported, and
    /// turned.
    fn name_and_letter(&self, piece: At<'a, PieceDecl>) -> (&'a Name, &'a Name) {
        let (name, letter) = (&piece.node.name, &piece.node.letter);
        if name.value.len() > 1 || letter.value.len() == 1 || letter.value.starts_with(['+', '(']) {
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
}
