//! The promotions.

use super::both;
use crate::page::Block;
use crate::places;
use crate::setting::Setting;
use crate::words;
use ferz::rules::{Mandatory, Occasion, Owner, PieceName, Promotion, Side, Trigger};

/// Promotions, without what mechanics make of them.
pub(crate) fn promotions(s: &Setting<'_>) -> Vec<String> {
    let texts = |side: Side| -> Vec<String> {
        let own: Vec<&Promotion> = s.rules.promotions.iter().filter(|p| p.side == side).collect();
        let (kinds, mut lines) = turning(s, side, &own);
        let others = own.into_iter().filter(|p| !among(&kinds, p));
        lines.extend(others.map(|p| promotion(s, p)));
        lines
    };
    both(s, texts)
}

/// Promotions that differ only in the pieces, as a table with a sentence before it. `lines` are
/// what [`promotions`] says.
pub(crate) fn table(s: &Setting<'_>, lines: &[String]) -> Option<Vec<Block>> {
    const FEWEST: usize = 4;
    let of = |side: Side| s.rules.promotions.iter().filter(move |p| p.side == side);
    let own: Vec<&Promotion> = of(Side::White).collect();
    // As many lines as promotions: both sides have the same, and no mechanic says more.
    if own.len() < FEWEST || lines.len() != own.len() || of(Side::Black).count() != own.len() {
        return None;
    }
    let first = own[0];
    let is_plain = |p: &&Promotion| {
        p.zone == first.zone
            && p.trigger == first.trigger
            && p.only == Occasion::Any
            && p.hand.is_none()
            && p.limits.is_empty()
            && !p.is_conditional()
            && !matches!(p.mandatory, Mandatory::Always)
            && !p.to.contains(&p.piece)
    };
    let zone = places::called(s.rules, &first.zone, Side::White);
    let which = match first.trigger {
        Trigger::Enter => format!("that reaches {zone}"),
        Trigger::Touch => format!("whose move begins or ends on {zone}"),
        Trigger::Leave => format!("that leaves {zone}"),
        Trigger::InPlace => return None,
    };
    if !own.iter().all(is_plain) || zone == "any square" {
        return None;
    }
    let must = |p: &Promotion| match &p.mandatory {
        Mandatory::On(squares) => format!("on {}", places::any_of(s.rules, squares, Side::White)),
        Mandatory::Never | Mandatory::Always => "nowhere".to_owned(),
    };
    let has_duty = own.iter().any(|p| matches!(p.mandatory, Mandatory::On(_)));
    let mut head = vec!["piece".to_owned(), "becomes".to_owned()];
    let mut text = format!("A piece of the table {which} may promote, or stay what it is.");
    if has_duty {
        head.push("must promote".to_owned());
        text.push_str(" It must promote where the last column says so.");
    }
    let row = |p: &&Promotion| {
        let mut row = vec![p.piece.clone(), words::list(&p.to, "or")];
        row.extend(has_duty.then(|| must(p)));
        row
    };
    let rows = own.iter().map(row).collect();
    Some(vec![Block::Paragraph(text), Block::Table { head, rows }])
}

/// Whether a promotion leads from one of some kinds to one other of them.
fn among(kinds: &[&String], p: &Promotion) -> bool {
    matches!(p.to.as_slice(), [to] if kinds.contains(&to)) && kinds.contains(&&p.piece)
}

/// Kinds of which each may become each other with its move, wherever that kind may stand, as a
/// piece that turns: the kinds, and what is said about them.
fn turning<'p>(s: &Setting<'_>, side: Side, own: &[&'p Promotion]) -> (Vec<&'p String>, Vec<String>) {
    let mut kinds: Vec<&String> = Vec::new();
    for p in own {
        if !kinds.contains(&&p.piece) && own.iter().any(|q| q.to == [p.piece.clone()]) {
            kinds.push(&p.piece);
        }
    }
    let plain: Vec<&&Promotion> = own.iter().filter(|p| among(&kinds, p)).collect();
    let zone = |kind: &String| plain.iter().find(|p| p.to[0] == *kind).map(|p| &p.zone);
    let fits = |p: &Promotion| {
        let (Some(here), Some(there)) = (zone(&p.piece), zone(&p.to[0])) else {
            return false;
        };
        let outside: Vec<&String> = there.0.iter().filter(|square| !here.0.contains(square)).collect();
        let must = match &p.mandatory {
            Mandatory::On(squares) => squares.0.iter().collect(),
            Mandatory::Never => Vec::new(),
            Mandatory::Always => return false,
        };
        let bare = p.trigger == Trigger::Enter && p.only == Occasion::Any && p.hand.is_none();
        let same = outside.len() == must.len() && outside.iter().all(|square| must.contains(square));
        bare && p.limits.is_empty() && p.zone == *there && same
    };
    let pairs = kinds.len() * kinds.len().saturating_sub(1);
    if kinds.len() < 4 || plain.len() != pairs || !plain.iter().all(|p| fits(p)) {
        return (Vec::new(), Vec::new());
    }
    let names: Vec<String> = kinds.iter().map(|kind| (*kind).clone()).collect();
    let where_to = kinds.iter().map(|kind| {
        let zone = zone(kind).map_or_else(String::new, |zone| places::squares(s.rules, zone, side));
        format!("{} on {zone}", words::a(kind))
    });
    let lines = vec![
        format!(
            "{} that has moved may become another of these, if that one may stand there. It must if it may not stand there itself.",
            words::capital(&words::either(&names))
        ),
        format!(
            "These may stand as follows: {}.",
            words::list(&where_to.collect::<Vec<_>>(), "and")
        ),
    ];
    (kinds, lines)
}

fn promotion(s: &Setting<'_>, promotion: &Promotion) -> String {
    let side = promotion.side;
    let zone = places::called(s.rules, &promotion.zone, side);
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
        let squares = super::effects::squares(s, area, promotion.side).replace("the moved piece", "it");
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
            .map(|group| super::effects::moved(s, group, promotion.side).replace("the moved piece", "it"))
            .collect();
        if !groups.is_empty() {
            text.push_str(&format!(
                ". This is possible {such} there is then {}",
                words::list(&groups, "or")
            ));
        }
    }
    if promotion.no_check {
        text.push_str(". It may not give check");
    }
    text
}
