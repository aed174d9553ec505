//! Promotions.

use super::effects::{area, groups};
use super::squares::squares_of;
use super::{Declaration, Sides, Topic, by_piece};
use crate::rules::{Board, Mandatory, Promotion, Ruleset, Side, Trigger};
use crate::vocabulary::{HOLDERS, ONLY, PROMOTION, PromotionKey, TRIGGERS, YES_NO};
use ferz_engine::order::sort;

/// All promotions, sorted by piece.
pub(super) fn declarations(rules: &Ruleset, sides: Sides) -> Vec<Declaration> {
    let of = |side: Side| {
        let own = rules
            .promotions
            .iter()
            .filter(move |promotion| promotion.side == side);
        own.map(|promotion| {
            let body = block(promotion, &rules.board);
            Declaration::new(Topic::Promotion, "promotion", &promotion.piece, body)
        })
    };
    by_piece(Side::each(|side| of(side).collect()), sides)
}

/// `{ to: queen, rook; on: rank 8 }`, squares from White's side.
fn block(promotion: &Promotion, board: &Board) -> String {
    let mut entries = Vec::new();
    let mut entry = |key, text: String| entries.push(format!("{}: {text}", PROMOTION.word(&key)));
    let squares = |set| squares_of(promotion.side, set, board);
    entry(PromotionKey::To, promotion.to.join(", "));
    entry(PromotionKey::On, squares(&promotion.zone));
    if promotion.trigger != Trigger::Enter {
        entry(PromotionKey::When, TRIGGERS.word(&promotion.trigger).to_owned());
    }
    match &promotion.mandatory {
        Mandatory::Always => {}
        Mandatory::Never => entry(PromotionKey::Must, YES_NO.word(&false).to_owned()),
        Mandatory::On(set) => entry(PromotionKey::Must, squares(set)),
    }
    if !promotion.only.is_any() {
        entry(PromotionKey::Only, ONLY.word(&promotion.only).to_owned());
    }
    if !promotion.limits.is_empty() {
        let mut limits: Vec<String> = promotion
            .limits
            .iter()
            .map(|(piece, most)| format!("{piece} {most}"))
            .collect();
        sort(&mut limits);
        entry(PromotionKey::Limit, limits.join(", "));
    }
    if let Some(holder) = &promotion.hand {
        entry(PromotionKey::Hand, HOLDERS.word(holder).to_owned());
    }
    if let Some(goes) = &promotion.goes {
        entry(PromotionKey::Goes, area(goes, board));
    }
    if promotion.no_check {
        entry(PromotionKey::Check, YES_NO.word(&false).to_owned());
    }
    let condition = &promotion.condition;
    for (key, list) in [
        (PromotionKey::While, &condition.present),
        (PromotionKey::Unless, &condition.absent),
    ] {
        if !list.is_empty() {
            entry(key, groups(list, board));
        }
    }
    format!("{{ {} }}", entries.join("; "))
}
