//! Hands, and what may be dropped from them.

use super::both;
use super::effects::{dropped, dropped_is};
use crate::places;
use crate::setting::Setting;
use crate::words;
use ferz::rules::{
    Act, ActFacts, Area, Drop, Fate, Group, Owner, Part, Place, Rows, RoyalRule, Side, Squares,
};

/// The hands, and the drops with their squares: pieces with the same conditions in one line.
pub(crate) fn drops(s: &Setting<'_>) -> Vec<String> {
    if s.rules.drops.is_empty() {
        return Vec::new();
    }
    let endless = s.rules.drops.iter().all(|drop| drop.endless);
    let texts = |side: Side, with_duty: bool| -> Vec<String> {
        let own = s.rules.drops.iter();
        let own: Vec<&Drop> = own
            .filter(|d| {
                let held = d.hand.as_ref().unwrap_or(&d.piece);
                d.side == side && (d.endless || can_be_held(s, held) || d.outside && !is_kept(s, held))
            })
            .collect();
        let mut groups: Vec<(&Drop, Vec<String>)> = Vec::new();
        for drop in own {
            let alike = |first: &Drop| Drop {
                piece: String::new(),
                ..first.clone()
            };
            match groups.iter_mut().find(|(first, _)| alike(first) == alike(drop)) {
                Some((_, names)) => names.push(drop.piece.clone()),
                None => groups.push((drop, vec![drop.piece.clone()])),
            }
        }
        groups
            .iter()
            .map(|(drop, names)| sentence(s, (*drop, names.as_slice()), with_duty))
            .collect()
    };
    let safe = match s.royals(Side::White).as_slice() {
        [one] => format!(" It must not leave the player's own {one} in check."),
        [] => String::new(),
        _ => " It must not leave the player in check.".to_owned(),
    };
    let hand = if endless { "" } else { " from their hand" };
    let free = |drop: &Drop| !drop.zone.0.is_empty();
    let mut lines = Vec::new();
    // A piece that only enters through gates is no move of its own.
    if s.rules.drops.iter().any(free) {
        lines.push(format!("{}{safe}", opening(s, hand)));
    }
    let told = |with_duty: bool| both(s, |side| texts(side, with_duty));
    let (each, apart) = (told(true), told(false));
    // A duty of several lines is told once, after all of them.
    match each
        .iter()
        .zip(&apart)
        .filter(|(one, other)| one != other)
        .count()
    {
        0 | 1 => lines.extend(each),
        _ => {
            lines.extend(apart);
            lines.push(duty(s));
        }
    }
    lines
}

/// The duty of several drops.
fn duty(s: &Setting<'_>) -> String {
    let bound = s.rules.drops.iter().filter(|drop| drop.must);
    let mut names: Vec<String> = Vec::new();
    for drop in bound {
        if !names.contains(&drop.piece) {
            names.push(drop.piece.clone());
        }
    }
    match s.rules.drops.iter().all(|drop| drop.must) {
        true => "As long as one of these drops is possible, the player must make one.".to_owned(),
        false => format!(
            "As long as {} can be dropped in this way, the player must drop one.",
            words::either(&names)
        ),
    }
}

fn sentence(s: &Setting<'_>, (drop, names): (&Drop, &[String]), with_duty: bool) -> String {
    let who = words::capital(&words::either(names));
    let mut text = if drop.zone.0.is_empty() {
        gated(s, drop, &who)
    } else if let (Some(rows), true) = (drop.slides, is_everywhere(s, &drop.zone)) {
        format!(
            "{who} is pushed in from an edge {}, over empty squares and as far as it goes",
            ways(rows)
        )
    } else if is_everywhere(s, &drop.zone) {
        format!("{who} may be dropped on any empty square")
    } else {
        let zone = places::called(s.rules, &drop.zone, drop.side);
        format!("{who} may be dropped on {zone}")
    };
    if let Some(held) = &drop.hand {
        text.push_str(&format!(" in place of {} from the hand", words::a(held)));
    }
    let several = names.len() > 1;
    if let Some(rows) = drop.slides
        && !is_everywhere(s, &drop.zone)
    {
        text.push_str(&format!(
            "; it is pushed in from an edge {}, over empty squares and as far as it goes",
            ways(rows)
        ));
    }
    if let Some(most) = drop.per_file {
        let kind = if several { " of the same kind" } else { "" };
        text.push_str(&format!(
            ", but not on a file where the player already has {}{kind}",
            words::number(u64::from(most))
        ));
    }
    match (drop.no_check, drop.no_mate) {
        (true, _) => text.push_str("; the drop may not give check"),
        (_, true) => text.push_str("; the drop may not checkmate"),
        _ => {}
    }
    if !drop.first.0.is_empty() {
        let first = places::any_of(s.rules, &drop.first, drop.side);
        text.push_str(&format!(
            ". While one of {first} is empty, it must be dropped there"
        ));
    }
    text.push_str(&asked(s, drop, text.split(' ').count()));
    let who = if several { "they" } else { "it" };
    text.push_str(&besides(s, drop, who));
    if with_duty && drop.must {
        text.push_str(". As long as such a drop is possible, the player must make one");
    }
    text.push('.');
    text
}

/// When a player drops a piece.
fn opening(s: &Setting<'_>, hand: &str) -> String {
    if s.rules.turns.as_ref().is_some_and(|turns| turns.name(Part::Drop)) {
        format!("If a turn has a drop (see **Turns**), the player drops a piece{hand} on an empty square.")
    } else {
        format!(
            "Instead of moving, a player may drop a piece{hand} on an empty square. A drop counts as a whole move."
        )
    }
}

/// The pieces that must be present or absent, behind a text of some words.
fn asked(s: &Setting<'_>, drop: &Drop, before: usize) -> String {
    let told = |groups: &[Group]| -> Option<String> {
        let own = |group: &&Group| group.owner == Owner::Mover;
        let mut each: Vec<String> = groups
            .iter()
            .filter(own)
            .map(|group| dropped_is(s, group, drop.side))
            .collect();
        let others: Vec<String> = groups
            .iter()
            .filter(|group| !own(group))
            .map(|group| dropped(s, group, drop.side))
            .collect();
        match others.len() {
            0 => {}
            3.. if others.join(" ").split(' ').count() > 30 => {
                let others = others.iter().zip(1..);
                let others: Vec<String> = others.map(|(one, number)| format!("({number}) {one}")).collect();
                each.push(format!("there is one of these: {}", others.join("; ")));
            }
            _ => each.push(format!("there is {}", words::list(&others, "or"))),
        }
        (!each.is_empty()).then(|| words::list(&each, "or"))
    };
    let long = |text: &str| before + text.split(' ').count() > 30;
    let groups = drop.condition.present.iter().chain(&drop.condition.absent);
    let on_square = |group: &Group| group.owner == Owner::Mover || is_of_the_drop(&group.on);
    let wherever = if groups.clone().any(on_square) {
        "where"
    } else {
        "while"
    };
    // The first squares are filled in spite of the conditions.
    let this = if drop.first.0.is_empty() {
        "This"
    } else {
        "Otherwise this"
    };
    let apart = |text: &str| !drop.first.0.is_empty() || long(text);
    match (told(&drop.condition.present), told(&drop.condition.absent)) {
        (None, None) => String::new(),
        (Some(there), None) if apart(&there) => format!(". {this} is possible only {wherever} {there}"),
        (Some(there), None) => format!(", only {wherever} {there}"),
        (None, Some(not)) if apart(&not) => format!(". {this} is not possible {wherever} {not}"),
        (None, Some(not)) if !at_once(drop) => format!(", unless after the drop {not}"),
        (None, Some(not)) => format!(", unless {not}"),
        (Some(there), Some(not)) => {
            format!(". {this} is possible only {wherever} {there}, and not {wherever} {not}")
        }
    }
}

/// Whether the conditions of a drop are the same before and after it, because none asks how chains
/// of pieces are enclosed.
fn at_once(drop: &Drop) -> bool {
    let mut groups = drop.condition.present.iter().chain(&drop.condition.absent);
    groups.all(|group| !matches!(group.on, Area::Enclosed(_) | Area::Open(_)))
}

/// Whether squares lie about the square of the drop, so that they differ from drop to drop.
fn is_of_the_drop(area: &Area) -> bool {
    match area {
        Area::At(place)
        | Area::Around(_, place)
        | Area::Reach(_, place)
        | Area::File(place)
        | Area::Rank(place)
        | Area::AttackedBy(place) => matches!(place, Place::Origin | Place::Target | Place::Mover),
        Area::Both(areas) | Area::Either(areas) => areas.iter().any(is_of_the_drop),
        Area::Except(all, but) => is_of_the_drop(all) || is_of_the_drop(but),
        Area::Attacked | Area::Between { .. } => true,
        Area::All
        | Area::Squares(_)
        | Area::AttackedMore { .. }
        | Area::Mated
        | Area::Enclosed(_)
        | Area::Open(_) => false,
    }
}

/// The other sources and targets of pieces.
fn besides(s: &Setting<'_>, drop: &Drop, who: &str) -> String {
    let mut text = String::new();
    if !drop.gate.0.is_empty() && !drop.zone.0.is_empty() {
        text.push_str(&format!(". {}", words::capital(&gated(s, drop, who))));
    }
    if drop.outside {
        text.push_str(". Such pieces also come to the hand from another board");
    }
    if drop.endless {
        text.push_str(". The supply never ends");
    }
    text
}

/// That a piece comes in behind another one.
fn gated(s: &Setting<'_>, drop: &Drop, who: &str) -> String {
    let gate = places::any_of(s.rules, &drop.gate, drop.side);
    format!(
        "{who} may come in at the end of a move, from the hand to the square on {gate} that a piece has just left. That piece must \
         have stood there since the start; castling leaves two such squares"
    )
}

/// Along which lines a piece is pushed in.
fn ways(rows: Rows) -> String {
    let ways = [
        (rows.vertical, "files"),
        (rows.sideways, "ranks"),
        (rows.diagonal, "diagonals"),
    ];
    let named: Vec<String> = ways
        .iter()
        .filter(|way| way.0)
        .map(|way| way.1.to_owned())
        .collect();
    format!("along {}", words::list(&named, "or"))
}

/// Whether a piece can ever be in a hand. If the hands are empty at the start, royals that are
/// never captured cannot, and neither can promoted forms that go to a hand unpromoted.
fn can_be_held(s: &Setting<'_>, piece: &str) -> bool {
    let rules = s.rules;
    let becomes = |act: ActFacts<'_>| act.fate == Fate::OtherKind;
    let acts = || rules.acts().map(Act::facts);
    let whole = acts().any(|act| !act.demoted && !becomes(act));
    let made = acts().any(becomes);
    let letters = rules.pieces[piece].letter;
    let start = rules.start.split(' ').next().unwrap_or_default();
    let (board, hand) = start.split_once('[').unwrap_or((start, ""));
    let stands = |text: &str| {
        let mut sides = Side::ALL.iter();
        sides.any(|&side| letters[side].is_some_and(|letter| letter.count_in(text) > 0))
    };
    stands(hand) || !is_kept(s, piece) && (made || whole || stands(board))
}

/// Whether a piece is royal and never captured.
fn is_kept(s: &Setting<'_>, piece: &str) -> bool {
    let rules = s.rules;
    Side::ALL
        .iter()
        .any(|&side| rules.pieces[piece].royal[side] && rules.royalty.rule[side] == RoyalRule::All)
}

fn is_everywhere(s: &Setting<'_>, zone: &Squares) -> bool {
    let board = &s.rules.board;
    let grid = usize::from(board.files) * usize::from(board.ranks) - board.holes.0.len();
    zone.0.len() == grid + board.extra.len()
}
