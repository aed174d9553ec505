//! `without`: what is taken back.

use super::Merger;
use crate::lower::effects;
use crate::lower::report::{At, Place, error};
use crate::rules::Side;
use ferz_grammar::ast::WithoutDecl;
use ferz_grammar::keywords::TAKEN_BACK;
use ferz_grammar::suggest::closest;
use indexmap::IndexMap;

impl<'a> Merger<'a, '_> {
    pub(super) fn without(&mut self, without: At<'a, WithoutDecl>) {
        let words: Vec<&str> = without.node.words.iter().map(|w| w.value.as_str()).collect();
        let place = |i: usize| without.place(without.node.words[i].span);
        let whole = without.place(without.node.span);
        match words.as_slice() {
            ["castling"] => {
                let before = std::mem::take(&mut self.declared.castling);
                if before.white.is_none() && before.black.is_none() {
                    self.nothing(whole, "castling", "castling", None);
                }
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
            ["drop"] => {
                if self.declared.drops.is_empty() {
                    self.nothing(whole, "drop", "`drop`", None);
                }
                self.declared.drops.clear();
            }
            [section @ ("shuffle" | "walls" | "control" | "turn")] => self.without_section(section, whole),
            ["drop", piece] => self.without_drop(piece, place(1)),
            ["piece", piece] => self.without_piece(Side::ALL.to_vec(), piece, place(1)),
            ["piece", side, piece] => {
                let sides = self.sides(place(1), side);
                if !sides.is_empty() {
                    self.without_piece(sides, piece, place(2));
                }
            }
            [
                what @ ("power" | "use" | "zone" | "square" | "end" | "rules"),
                name,
            ] => {
                self.without_one(what, name, place(1));
            }
            ["on", word] => self.without_effects(word, place(1)),
            _ => {
                let first = if words.is_empty() { whole } else { place(0) };
                self.cannot_be_taken_back(&words, first, whole);
            }
        }
    }

    /// Takes back a section of which there is one.
    fn without_section(&mut self, section: &str, whole: Place) {
        let slot = match section {
            "walls" => &mut self.declared.walls,
            "control" => &mut self.declared.control,
            "shuffle" => &mut self.declared.shuffle,
            _ => &mut self.declared.turn,
        };
        if slot.take().is_none() {
            self.nothing(whole, section, &format!("`{section}`"), None);
        }
    }

    /// Takes back what has a name of its own among others of its sort.
    fn without_one(&mut self, sort: &str, name: &str, place: Place) {
        let declared = &mut self.declared;
        let (taken, what) = match sort {
            "power" => (take_back(&mut declared.powers, name), format!("power `{name}`")),
            "use" => (take_back(&mut declared.hooks, name), format!("hook `{name}`")),
            "zone" => (take_back(&mut declared.zones, name), format!("zone `{name}`")),
            "square" => (take_back(&mut declared.squares, name), format!("square `{name}`")),
            "end" => (
                take_back(&mut declared.end, name),
                format!("entry `{name}` of `end`"),
            ),
            _ => (
                take_back(&mut declared.rules, name),
                format!("entry `{name}` of `rules`"),
            ),
        };
        if let Err(suggestion) = taken {
            self.nothing(place, name, &what, suggestion);
        }
    }

    /// Takes back what follows from an event.
    fn without_effects(&mut self, word: &str, place: Place) {
        let Some(event) = effects::event(self.report, place, word) else {
            return;
        };
        let count = self.declared.effects.len();
        self.declared.effects.retain(|block| block.event != event);
        if count == self.declared.effects.len() {
            self.nothing(place, word, &format!("`on {word}`"), None);
        }
    }

    /// Reports words that say nothing that could be taken back.
    fn cannot_be_taken_back(&self, words: &[&str], place: Place, whole: Place) {
        let known = TAKEN_BACK;
        let first = words.first().copied().unwrap_or("");
        let diagnostic = if known.contains(&first) && words.len() > 1 {
            error("F0107", whole, format!("too many words after `without {first}`"))
        } else if known.contains(&first) {
            let message = format!("`without {first}` needs a name");
            error("F0107", whole, message)
        } else {
            error("F0107", place, "this cannot be taken back")
        };
        self.report.add(match closest(first, known.iter().copied()) {
            Some(word) if word != first => diagnostic.suggest(Some(word)),
            _ => diagnostic.help(
                "write `without castling`, `without castling white`, `without promotion pawn`, \
                 `without piece queen`, `without use NAME`, `without end NAME` or `without rules NAME`",
            ),
        });
    }

    /// Reports that a name has no declaration, unless it may be in lines that could not be read.
    fn nothing(&self, place: Place, name: &str, what: &str, suggestion: Option<&str>) {
        if self.report.may_exist(name) {
            return;
        }
        let diagnostic = error("F0107", place, format!("there is no {what} to take back"));
        self.report.add(match suggestion {
            Some(word) => diagnostic.suggest(Some(word)),
            None => diagnostic.help("`without` takes back declarations of the variant after `extends`"),
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

    fn without_drop(&mut self, piece: &'a str, place: Place) {
        let mut blocks = self.declared.drops.iter();
        if !blocks.any(|block| block.covers(piece)) {
            let known: Vec<&str> = self
                .declared
                .drops
                .iter()
                .flat_map(|b| &b.names)
                .map(|n| n.value.as_str())
                .collect();
            return self.nothing(place, piece, &format!("drop of `{piece}`"), closest(piece, known));
        }
        for block in &mut self.declared.drops {
            block.without.push((piece, place));
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

/// Removes an entry; if there is none, the name that was perhaps meant.
fn take_back<'a, T>(list: &mut IndexMap<&'a str, T>, name: &str) -> Result<(), Option<&'a str>> {
    match list.shift_remove(name) {
        Some(_) => Ok(()),
        None => Err(closest(name, list.keys().copied())),
    }
}
