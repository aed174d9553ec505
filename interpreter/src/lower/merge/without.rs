//! `without`: what is taken back.

use super::Merger;
use crate::lower::effects;
use crate::lower::report::{At, Place, error};
use crate::rules::{PerSide, Side};
use ferz_grammar::ast::WithoutDecl;
use ferz_grammar::suggest::closest;

impl<'a> Merger<'a, '_> {
    pub(super) fn without(&mut self, without: At<'a, WithoutDecl>) {
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
            ["drop"] => {
                if self.declared.drops.is_empty() {
                    self.nothing(whole, "drop", "`drop`", None);
                }
                self.declared.drops.clear();
            }
            ["walls"] => {
                if self.declared.walls.take().is_none() {
                    self.nothing(whole, "walls", "`walls`", None);
                }
            }
            ["turn"] => {
                if self.declared.turn.take().is_none() {
                    self.nothing(whole, "turn", "`turn`", None);
                }
            }
            ["power", power] => {
                if self.declared.powers.shift_remove(power).is_none() {
                    let known: Vec<&str> = self.declared.powers.keys().copied().collect();
                    self.nothing(
                        place(1),
                        power,
                        &format!("power `{power}`"),
                        closest(power, known),
                    );
                }
            }
            ["drop", piece] => self.without_drop(piece, place(1)),
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
            ["on", word] => {
                let Some(event) = effects::event(self.report, place(1), word) else {
                    return;
                };
                let count = self.declared.effects.len();
                self.declared.effects.retain(|block| block.event != event);
                if count == self.declared.effects.len() {
                    self.nothing(place(1), word, &format!("`on {word}`"), None);
                }
            }
            _ => {
                let known = [
                    "castling",
                    "promotion",
                    "drop",
                    "piece",
                    "use",
                    "zone",
                    "square",
                    "end",
                    "rules",
                    "walls",
                    "turn",
                    "power",
                    "on",
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
            block.without.push(piece);
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
