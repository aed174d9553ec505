//! Promotions that never happen, change nothing, or are about royal pieces.

use super::super::report::{Place, warning};
use super::super::values::{capital, terms, word};
use super::members::Member;
use super::{Lints, OWN};
use crate::board::{Bits, U256};
use crate::lower::declared::PromotionBlock;
use crate::rules::{Act, Form, Ground, Modes, Promotion, RoyalRule, Trigger};
use ferz_grammar::ast::Entry;
use std::collections::HashSet;

impl Lints<'_, '_> {
    pub(super) fn promotions(&self) {
        self.out_of_reach();
        let blocks = &self.facts.declared.promotions;
        // Without errors there is one promotion for each block of a piece that the side has.
        let known = blocks
            .iter()
            .filter(|b| self.member(b.side, b.piece.node.value.as_str()).is_some());
        for (block, promotion) in known.zip(&self.facts.rules.promotions) {
            self.to_itself(block, promotion);
            self.leaves_nothing(block, promotion);
            self.to_royal(block, promotion);
            self.of_royal(block, promotion);
            self.hands_are_empty(block, promotion);
        }
    }

    /// Zones that the piece never comes to.
    fn out_of_reach(&self) {
        if self.moves_added {
            return;
        }
        let mut seen = HashSet::new();
        for block in &self.facts.declared.promotions {
            let name = block.piece.node.value.as_str();
            let Some(member) = self.member(block.side, name).filter(|m| m.appears()) else {
                continue;
            };
            // Several blocks add up to one zone.
            if !seen.insert((block.side, name)) {
                continue;
            }
            if self.is_out_of_reach(member) {
                let message = format!(
                    "{}'s `{name}` can never reach its promotion zone",
                    capital(block.side)
                );
                let help = format!(
                    "it promotes on {}; `on:` names other squares",
                    self.squares_text(self.zone_of(member))
                );
                let diagnostic = warning("F0308", block_place(block), message).help(help);
                self.add(diagnostic, &self.causes_of(member));
            }
        }
    }

    /// All squares on which the piece promotes.
    fn zone_of(&self, member: &Member<'_, '_>) -> U256 {
        let promotions = self.facts.rules.promotions.iter();
        promotions
            .filter(|p| p.side == member.side && p.piece == member.name)
            .fold(U256::EMPTY, |set, p| set | self.set(&p.zone))
    }

    /// Whether the piece promotes somewhere, and never comes there.
    fn is_out_of_reach(&self, member: &Member<'_, '_>) -> bool {
        let zone = self.zone_of(member);
        !zone.is_empty() && !self.reached(member).meets(zone)
    }

    /// The piece itself, if this file declares it, and other possible causes.
    pub(super) fn causes_of(&self, member: &Member<'_, '_>) -> Vec<Place> {
        let own = member.is_own().then(|| member.place());
        own.into_iter().chain(self.causes()).collect()
    }

    fn to_itself(&self, block: &PromotionBlock<'_>, promotion: &Promotion) {
        if promotion.to.iter().all(|to| *to == promotion.piece) {
            let message = format!(
                "the `{}` becomes a `{}`: nothing changes",
                promotion.piece, promotion.piece
            );
            let help =
                "name another piece after `to:`; with others beside it its own name means that it stays";
            self.add(
                warning("F0331", entry_place(block, "to"), message).help(help),
                &self.causes(),
            );
        }
    }

    /// `hand:` in rules in which no side ever has a piece in hand.
    fn hands_are_empty(&self, block: &PromotionBlock<'_>, promotion: &Promotion) {
        let played = self.facts.rules.dissolved();
        let filled = played.acts().any(|act| act.facts().to_hand);
        if promotion.hand.is_some() && !filled && played.drops.is_empty() {
            let message = format!(
                "this never happens: nobody has a `{}` in hand",
                promotion.to.join("` or `")
            );
            let help = "say what comes to hands: `on capture { hand: victim flipped }`";
            self.add(
                warning("F0331", entry_place(block, "hand"), message).help(help),
                &self.causes(),
            );
        }
    }

    /// `when: leave` on squares from which the piece cannot go.
    fn leaves_nothing(&self, block: &PromotionBlock<'_>, promotion: &Promotion) {
        let Some(member) = self.member(block.side, &promotion.piece) else {
            return;
        };
        if self.is_never_left(member, promotion) {
            let message = format!(
                "this never happens: where it promotes the `{}` cannot move",
                promotion.piece
            );
            let help = "write `when: enter`, or squares that it can leave";
            self.add(
                warning("F0331", entry_place(block, "when"), message).help(help),
                &self.causes_of(member),
            );
        }
    }

    fn is_never_left(&self, member: &Member<'_, '_>, promotion: &Promotion) -> bool {
        let there = self.set(&promotion.zone) & self.reached(member);
        let judged = promotion.trigger == Trigger::Leave && !self.moves_added && !there.is_empty();
        judged && self.targets(member, there, Modes(!0)).is_empty()
    }

    /// Whether a promotion of the piece never happens, which is reported.
    pub(super) fn promotes_in_vain(&self, member: &Member<'_, '_>) -> bool {
        let mut promotions = self.facts.rules.promotions.iter();
        self.is_out_of_reach(member)
            || promotions
                .any(|p| p.side == member.side && p.piece == member.name && self.is_never_left(member, p))
    }

    /// A further royal piece, with no rule how several are to be kept safe.
    fn to_royal(&self, block: &PromotionBlock<'_>, promotion: &Promotion) {
        let (rules, declared) = (self.facts.rules, self.facts.declared);
        let is_royal = |to: &&String| rules.pieces.get(*to).is_some_and(|p| p.royal[block.side]);
        let unsaid =
            rules.royalty.rule[block.side] == RoyalRule::All && !declared.royalty.contains_key("rule");
        let Some(royal) = promotion.to.iter().find(is_royal) else {
            return;
        };
        let one_at_most = promotion.limits.get(royal).is_some_and(|&limit| limit <= 1);
        // With a pool a pawn only brings back what was lost.
        let comes_back = rules.dissolved().restrictions.beyond.pool.is_some();
        if comes_back {
            return;
        }
        if block.block.at.source == OWN && unsaid && !one_at_most && !is_royal(&&promotion.piece) {
            let message = format!("the `{royal}` is royal: from then on all of them must be kept safe");
            let help = "if one of them may be lost, say `royalty { rule: any }`; if not, say `royalty { rule: all }`";
            self.add(
                warning("F0332", target_place(block, royal), message).help(help),
                &[],
            );
        }
    }

    /// A royal piece that becomes another.
    fn of_royal(&self, block: &PromotionBlock<'_>, promotion: &Promotion) {
        let royal = |name: &str| {
            self.facts
                .rules
                .pieces
                .get(name)
                .is_some_and(|p| p.royal[block.side])
        };
        let Some(common) = promotion.to.iter().find(|to| !royal(to)) else {
            return;
        };
        // Another royal piece may take its place as a consequence of the move.
        let heir = |act: &Act| {
            let facts = act.facts();
            let comes = facts.ground == Ground::Filled && !facts.flipped;
            comes && matches!(facts.form, Some(Form::Kind(name)) if royal(name))
        };
        let mut effects = self.facts.rules.effects.iter();
        let replaced = effects.any(|effect| {
            effect.side[block.side] && effect.by.has(&promotion.piece) && effect.acts.iter().any(heir)
        });
        if royal(&promotion.piece) && !replaced {
            let message = format!(
                "the `{}` is royal and becomes a `{common}`, which is not",
                promotion.piece
            );
            let help = "then the side may be left without a royal piece, and nothing can checkmate it";
            let causes = self
                .member(block.side, &promotion.piece)
                .map_or_else(Vec::new, |m| self.causes_of(m));
            self.add(warning("F0332", block_place(block), message).help(help), &causes);
        }
    }
}

fn block_place(block: &PromotionBlock<'_>) -> Place {
    block.piece.place(block.piece.node.span)
}

fn entry<'a>(block: &PromotionBlock<'a>, key: &str) -> Option<&'a Entry> {
    block.block.at.node.entries.iter().find(|e| e.key.value == key)
}

fn entry_place(block: &PromotionBlock<'_>, key: &str) -> Place {
    entry(block, key).map_or_else(|| block_place(block), |e| block.block.at.place(e.span))
}

/// The place at which `to:` names the piece.
fn target_place(block: &PromotionBlock<'_>, name: &str) -> Place {
    let values = entry(block, "to")
        .map(|e| e.values.as_slice())
        .unwrap_or_default();
    let found = values.iter().flat_map(terms).find(|v| word(v) == Some(name));
    found.map_or_else(|| entry_place(block, "to"), |v| block.block.at.place(v.span))
}
