//! Sections, one for each side.

use super::{Merger, Seen};
use crate::lower::declared::{Block, DropBlock, EffectBlock, Inherited, PromotionBlock};
use crate::lower::effects;
use crate::lower::report::{At, Place, error, list_or};
use crate::rules::{PerSide, Side};
use crate::vocabulary::{EVENTS, KINDS};
use ferz_grammar::ast::SectionDecl;
use ferz_grammar::keywords;
use ferz_grammar::suggest::closest;

impl<'a> Merger<'a, '_> {
    pub(super) fn section(&mut self, section: At<'a, SectionDecl>, seen: &mut Seen<'a>) {
        let keyword = section.node.keyword.value.as_str();
        let place = section.place(section.node.keyword.span);
        if let Some(name) = section.node.except.first().filter(|_| keyword != "drop") {
            let form = format!("`{keyword}` without `except`, which stands behind `drop all` alone");
            return self.unexpected_word(section.place(name.span), keyword, &form);
        }
        match keyword {
            "promotion" => self.promotion(section, seen),
            "drop" => self.drop(section),
            "castling" => self.castling(section, seen),
            "royalty" | "end" | "rules" => self.entries(section, seen),
            "on" => self.effect(section),
            "walls" => self.walls(section, seen),
            "control" => self.control(section, seen),
            "turn" => self.turn(section, seen),
            "shuffle" => self.shuffle(section, seen),
            "power" => self.power(section, seen),
            _ => self.no_section(keyword, place),
        }
    }

    fn castling(&mut self, section: At<'a, SectionDecl>, seen: &mut Seen<'a>) {
        let place = section.place(section.node.keyword.span);
        let sides = match section.node.arguments.as_slice() {
            [] => Side::ALL.to_vec(),
            [word] => self.sides(section.place(word.span), &word.value),
            [_, extra, ..] => {
                self.unexpected_word(section.place(extra.span), "castling", "`castling white { ... }`");
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

    /// The entries of a section, each once.
    fn entries(&mut self, section: At<'a, SectionDecl>, seen: &mut Seen<'a>) {
        let keyword = section.node.keyword.value.as_str();
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

    fn no_section(&self, keyword: &str, place: Place) {
        let known = keywords::SECTIONS.iter().copied();
        let diagnostic = error("F0108", place, format!("there is no section `{keyword}`"));
        self.report.add(match keyword {
            "en-passant" => diagnostic.help("write `rules { en-passant: SQUARES }`"),
            "win" | "wins" | "winning" | "victory" | "loss" | "lose" | "draw" | "goal" | "goals"
            | "ending" => diagnostic
                .help("how the game ends is said in `end`: `end { campmate: reach king on last rank }`"),
            _ => diagnostic.suggest_or(
                closest(keyword, known.clone()),
                format!("sections are {}", list_or(known)),
            ),
        });
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
    pub(super) fn sides(&self, place: Place, word: &str) -> Vec<Side> {
        match word {
            "white" => vec![Side::White],
            "black" => vec![Side::Black],
            "both" => Side::ALL.to_vec(),
            _ => {
                self.report.add(
                    error("F0116", place, format!("`{word}` is not a side")).suggest_or(
                        closest(word, keywords::SIDES.iter().copied()),
                        format!("sides are {}", list_or(keywords::SIDES.iter().copied())),
                    ),
                );
                Vec::new()
            }
        }
    }

    fn effect(&mut self, section: At<'a, SectionDecl>) {
        const FORM: &str = "`on capture { ... }` or `on white move { ... }`";
        let (sides, word) = match section.node.arguments.as_slice() {
            [event] => (Side::ALL.to_vec(), event),
            [event, side] if is_side(&side.value) && !is_side(&event.value) => {
                let message = "the side stands before the event";
                let help = format!("write `on {} {}`", side.value, event.value);
                self.report
                    .add(error("F0116", section.place(side.span), message).help(help));
                (self.sides(section.place(side.span), &side.value), event)
            }
            [extra, event]
                if EVENTS.has(&event.value)
                    && !is_side(&extra.value)
                    && closest(&extra.value, keywords::SIDES.iter().copied()).is_none() =>
            {
                let message = format!("`{}` is not a side", extra.value);
                let help = format!("write `on {0}`, `on white {0}` or `on black {0}`", event.value);
                self.report
                    .add(error("F0116", section.place(extra.span), message).help(help));
                (Vec::new(), event)
            }
            [side, event] => (self.sides(section.place(side.span), &side.value), event),
            [] => {
                let place = section.place(section.node.keyword.span);
                self.report
                    .add(error("F0109", place, "on what?").help(format!("write {FORM}")));
                return;
            }
            [_, _, extra, ..] => {
                self.unexpected_word(section.place(extra.span), "on", FORM);
                return;
            }
        };
        let event = effects::event(self.report, section.place(word.span), &word.value);
        // The block is read all the same: its mistakes are reported with those of its head.
        let likely = || EVENTS.get(closest(&word.value, EVENTS.words())?).copied();
        let Some(event) = event.or_else(likely) else {
            return;
        };
        let sides = if sides.is_empty() {
            Side::ALL.to_vec()
        } else {
            sides
        };
        self.declared.effects.push(EffectBlock {
            event,
            sides: PerSide::new(sides.contains(&Side::White), sides.contains(&Side::Black)),
            at: section,
        });
    }

    /// A later file's walls take the place of those before.
    fn walls(&mut self, section: At<'a, SectionDecl>, seen: &mut Seen<'a>) {
        if self.is_only(section, seen, "walls", "`walls { ... }`") {
            self.declared.walls = Some(section);
        }
    }

    /// A later file's control takes the place of that before.
    fn control(&mut self, section: At<'a, SectionDecl>, seen: &mut Seen<'a>) {
        if self.is_only(section, seen, "control", "`control { ... }`") {
            self.declared.control = Some(section);
        }
    }

    /// A later file's rules about turns replace the earlier ones.
    fn turn(&mut self, section: At<'a, SectionDecl>, seen: &mut Seen<'a>) {
        if self.is_only(section, seen, "turn", "`turn { ... }`") {
            self.declared.turn = Some(section);
        }
    }

    /// A later file's start positions take the place of those before.
    fn shuffle(&mut self, section: At<'a, SectionDecl>, seen: &mut Seen<'a>) {
        if self.is_only(section, seen, "shuffle", "`shuffle { ... }`") {
            self.declared.shuffle = Some(section);
        }
    }

    /// Whether a section without a name is the only one of its kind in its file.
    fn is_only(
        &mut self,
        section: At<'a, SectionDecl>,
        seen: &mut Seen<'a>,
        keyword: &'static str,
        form: &str,
    ) -> bool {
        let place = section.place(section.node.keyword.span);
        if let Some(word) = section.node.arguments.first() {
            self.unexpected_word(section.place(word.span), keyword, form);
            return false;
        }
        if let Some(first) = seen.insert((keyword, String::new()), place) {
            self.twice(place, first, keyword);
            return false;
        }
        true
    }

    /// A later file's power takes the place of one of the same name.
    fn power(&mut self, section: At<'a, SectionDecl>, seen: &mut Seen<'a>) {
        const FORM: &str = "`power paralysis { while: attacked by enemy same; moves: none }`";
        let name = match section.node.arguments.as_slice() {
            [name] => name,
            [] => {
                let place = section.place(section.node.keyword.span);
                let diagnostic = error("F0109", place, "what is the power called?");
                self.report.add(diagnostic.help(format!("write {FORM}")));
                return;
            }
            [_, extra, ..] => return self.unexpected_word(section.place(extra.span), "power", FORM),
        };
        let place = section.place(name.span);
        if let Some(first) = seen.insert(("power", name.value.clone()), place) {
            return self.twice(place, first, &format!("power {}", name.value));
        }
        self.declared.powers.insert(&name.value, section);
    }

    fn drop(&mut self, section: At<'a, SectionDecl>) {
        const FORM: &str = "`drop all { ... }`, `drop all except king { ... }`, `drop pawn { ... }`, `drop bishop knight { ... }` or `drop white pawn { ... }`";
        let words = section.node.arguments.as_slice();
        let (sides, words) = match words {
            [side, rest @ ..] if keywords::SIDES.contains(&side.value.as_str()) => {
                (self.sides(section.place(side.span), &side.value), rest)
            }
            words => (Side::ALL.to_vec(), words),
        };
        let all = words.first().is_some_and(|word| KINDS.has(&word.value));
        let names = match words {
            [_] if all => &[],
            [_, extra, ..] if all && closest(&extra.value, ["except"]).is_some() => {
                let message = format!("`{}` has no meaning here", extra.value);
                let diagnostic = error("F0109", section.place(extra.span), message);
                self.report.add(diagnostic.suggest(Some("except")));
                return;
            }
            [_, extra, ..] if all => {
                return self.unexpected_word(section.place(extra.span), "drop all", FORM);
            }
            [] => {
                let place = section.place(section.node.keyword.span);
                self.report
                    .add(error("F0109", place, "which pieces are dropped?").help(format!("write {FORM}")));
                return;
            }
            names => names,
        };
        let except = section.node.except.iter();
        if let Some(name) = except.clone().next().filter(|_| !all) {
            return self.unexpected_word(section.place(name.span), "drop", FORM);
        }
        let without = except.map(|name| (name.value.as_str(), section.place(name.span)));
        self.declared.drops.push(DropBlock {
            sides: PerSide::new(sides.contains(&Side::White), sides.contains(&Side::Black)),
            all,
            names: names.iter().collect(),
            without: without.collect(),
            at: section,
            inherited: self.inherited,
        });
    }

    fn promotion(&mut self, section: At<'a, SectionDecl>, seen: &mut Seen<'a>) {
        let form = "`promotion pawn { ... }` or `promotion white pawn { ... }`";
        let (sides, piece) = match section.node.arguments.as_slice() {
            [piece] => (Side::ALL.to_vec(), piece),
            [piece, side] if is_side(&side.value) && !is_side(&piece.value) => {
                let message = "the side stands before the piece";
                let help = format!("write `promotion {} {}`", side.value, piece.value);
                self.report
                    .add(error("F0116", section.place(side.span), message).help(help));
                (self.sides(section.place(side.span), &side.value), piece)
            }
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

/// Whether a word names a side, or both.
fn is_side(word: &str) -> bool {
    keywords::SIDES.contains(&word)
}
