//! The promotions.

use super::both;
use crate::places;
use crate::setting::Setting;
use crate::words;
use ferz::rules::{Mandatory, Occasion, Owner, PieceName, Promotion, Side, Trigger};

/// Promotions, without what mechanics make of them.
pub(crate) fn promotions(s: &Setting<'_>) -> Vec<String> {
    let texts = |side: Side| -> Vec<String> {
        let own = s.rules.promotions.iter().filter(|p| p.side == side);
        own.map(|p| promotion(s, p)).collect()
    };
    both(s, texts)
}

fn promotion(s: &Setting<'_>, promotion: &Promotion) -> String {
    let side = promotion.side;
    let zone = places::any_of(s.rules, &promotion.zone, side);
    let piece = words::a(&promotion.piece);
    let to = choices(s, promotion);
    let capture = match promotion.only {
        Occasion::Any => "",
        Occasion::Capture => " with a capture",
        Occasion::Quiet => " without a capture",
    };
    let stays = promotion.to.contains(&promotion.piece);
    let free = stays || !matches!(promotion.mandatory, Mandatory::Always);
    let must = if free { "may become" } else { "becomes" };
    let who = words::capital(&piece);
    let from = match promotion.hand {
        None => "",
        Some(Owner::Enemy) => " that the opponent has in hand, which is taken from there",
        Some(_) => " that the player has in hand, which is taken from there",
    };
    let to = format!("{to}{from}");
    let mut text = match promotion.trigger {
        Trigger::Enter if zone == "any square" => format!("{who} that moves{capture} {must} {to}"),
        Trigger::Touch if zone == "any square" => format!("{who} that moves{capture} {must} {to}"),
        Trigger::Enter => format!("{who} that reaches {zone}{capture} {must} {to}"),
        Trigger::Touch => format!("{who} whose move{capture} begins or ends on {zone} {must} {to}"),
        Trigger::Leave => format!("{who} that leaves {zone}{capture} {must} {to}"),
        Trigger::InPlace => {
            let (place, step) = in_place(s, promotion, &zone);
            format!("{who}{place} may become {to} where it stands{step}; this is the player's move")
        }
    };
    if free && promotion.trigger != Trigger::InPlace {
        text.push_str(&format!(", or stay {piece}"));
    }
    if let Mandatory::On(must) = &promotion.mandatory {
        text.push_str(&format!("; on {} it must", places::any_of(s.rules, must, side)));
    }
    let limits: Vec<String> = promotion
        .limits
        .iter()
        .map(|(name, &n)| {
            let many = words::plural(name);
            format!(
                "{} {}",
                words::number(u64::from(n)),
                if n == 1 { name } else { &many }
            )
        })
        .collect();
    if !limits.is_empty() {
        text.push_str(&format!(". A side has at most {}", words::list(&limits, "and")));
    }
    text.push_str(&asked(s, promotion));
    text.push('.');
    text
}

/// The kinds to which it may promote.
fn choices(s: &Setting<'_>, promotion: &Promotion) -> String {
    let back = s.rules.restrictions.beyond.pool.as_ref();
    let comes = |name: &&PieceName| **name != promotion.piece && back.is_none_or(|kinds| kinds.has(name));
    let others: Vec<String> = promotion
        .to
        .iter()
        .filter(comes)
        .map(|name| words::a(name))
        .collect();
    let others = words::list(&others, "or");
    if back.is_some() {
        return format!("{others} that waits beside the board");
    }
    others
}

/// The square of a piece that promotes in place, and its targets with that.
fn in_place(s: &Setting<'_>, promotion: &Promotion, zone: &str) -> (String, String) {
    let place = if zone == "any square" {
        String::new()
    } else {
        format!(" that stands on {zone}")
    };
    let step = promotion.goes.as_ref().map_or_else(String::new, |area| {
        let squares = super::effects::squares(s, area, promotion.side);
        format!(" or on an empty square {squares}, to which it moves in the same turn")
    });
    (place, step)
}

/// The condition of a promotion in place after it.
fn asked(s: &Setting<'_>, promotion: &Promotion) -> String {
    let mut text = String::new();
    let condition = &promotion.condition;
    for (groups, such) in [(&condition.present, "only if"), (&condition.absent, "unless")] {
        let groups: Vec<String> = groups
            .iter()
            .map(|group| super::effects::moved(s, group, promotion.side))
            .collect();
        if !groups.is_empty() {
            text.push_str(&format!(
                ". This is possible {such} there is {} afterwards",
                words::list(&groups, "or")
            ));
        }
    }
    if promotion.no_check {
        text.push_str(". It may not give check");
    }
    text
}
