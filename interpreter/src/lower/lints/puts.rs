//! Pieces that never come to the board, though an effect puts them there.

use super::super::report::warning;
use super::{Lints, OWN};
use crate::rules::{Act, Effect, Event, Form, Put, Side};
use crate::vocabulary::{ActKey, EFFECTS, EffectKey};

impl Lints<'_, '_> {
    pub(super) fn puts(&self) {
        let declared = &self.facts.declared.effects;
        for (block, effect) in declared.iter().zip(&self.facts.rules.effects) {
            if block.at.source != OWN {
                continue;
            }
            let entries = block.at.node.entries.iter();
            let own =
                entries.filter(|entry| EFFECTS.get(&entry.key.value) == Some(&EffectKey::Act(ActKey::Put)));
            let puts = effect.acts.iter().filter_map(|act| match act {
                Act::Put(put) => Some(put),
                _ => None,
            });
            for (value, put) in own.flat_map(|entry| &entry.values).zip(puts) {
                let Some(message) = self.never_comes(effect, put) else {
                    continue;
                };
                let place = block.at.place(value.span);
                let help = "a royal piece comes only in place of one that has moved and become another kind, and a side gets only kinds that it has";
                self.add(warning("F0350", place, message).help(help), &self.causes());
            }
        }
    }

    /// Why a kind never comes to the board.
    fn never_comes(&self, effect: &Effect, put: &Put) -> Option<String> {
        let Form::Kind(name) = &put.what else { return None };
        let piece = self.facts.rules.pieces.get(name)?;
        if piece.royal.white || piece.royal.black {
            let kinds = &self.facts.rules.pieces;
            let moves = |side: Side| {
                let mut royals = kinds.iter().filter(|(_, piece)| piece.royal[side]);
                effect.side[side] && royals.any(|(name, _)| effect.by.has(name))
            };
            if effect.event == Event::Move && !put.flipped && Side::ALL.into_iter().any(moves) {
                return None;
            }
            return Some(format!("the {name} is royal: none comes to the board"));
        }
        let mut sides = Side::ALL.into_iter().filter(|&side| effect.side[side]);
        let has = |side: Side| piece.letter[if put.flipped { side.other() } else { side }].is_some();
        (!sides.any(has))
            .then(|| format!("the side of the {name} has no such piece: none comes to the board"))
    }
}
