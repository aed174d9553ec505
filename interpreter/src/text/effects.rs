//! The effects of a move.

use super::kinds::{closed, kinds};
use super::{Declaration, Topic, movement, sets};
use crate::rules::{
    Act, Again, Area, Board, Duty, Effect, Form, Further, Goer, Group, Kinds, Movement, Owner, PerSide,
    Place, Put, Ruleset, Whom,
};
use crate::vocabulary::{
    AGAIN, ActKey, AgainWord, EFFECTS, EVENTS, EffectKey, GOERS, LINKS, Link, NO, OWNERS, PLACES, PlaceWord,
    SHIFTS, SIDES, WrittenAct, YES_NO, written,
};
use crate::vocabulary::{KINDS, Kinds as KindsWord};

/// All effects, in their order.
pub(super) fn declarations(rules: &Ruleset) -> impl Iterator<Item = Declaration> {
    let declaration =
        |effect| Declaration::new(Topic::Effect, "on", &event(effect), block(effect, &rules.board));
    rules.effects.iter().map(declaration)
}

/// The event of an effect: `capture`, `white move`.
fn event(effect: &Effect) -> String {
    let event = EVENTS.word(&effect.event);
    let PerSide { white, black } = effect.side;
    let side = SIDES
        .iter()
        .find(|side| white != black && effect.side[side.means]);
    side.map_or_else(|| event.to_owned(), |side| format!("{} {event}", side.word))
}

/// A whole block: `on capture { remove: mover }`.
pub fn effect(effect: &Effect, board: &Board) -> String {
    format!("on {} {}", event(effect), block(effect, board))
}

fn block(effect: &Effect, board: &Board) -> String {
    let entries = entries(effect, board).into_iter();
    let entries: Vec<String> = entries.map(|(key, body)| format!("{key}: {body}")).collect();
    format!("{{ {} }}", entries.join("; "))
}

fn entries(effect: &Effect, board: &Board) -> Vec<(&'static str, String)> {
    let mut list = Vec::new();
    let mut entry = |key: EffectKey, body: String| list.push((EFFECTS.word(&key), body));
    if !effect.by.is_all() {
        entry(EffectKey::By, kinds(&effect.by));
    }
    let owner = (!effect.whose.is_any()).then(|| OWNERS.word(&effect.whose));
    match (owner, effect.same) {
        (None, false) if effect.of.is_all() => {}
        (None, false) => entry(EffectKey::Of, kinds(&effect.of)),
        (Some(_), false) => entry(EffectKey::Of, who(effect.whose, &effect.of)),
        (owner, true) => {
            let words: Vec<&str> = owner.into_iter().chain([LINKS.word(&Link::Same)]).collect();
            entry(EffectKey::Of, words.join(" "));
        }
    }
    if let Some(squares) = &effect.from {
        entry(EffectKey::From, sets(squares, board));
    }
    if let Some(squares) = &effect.to {
        entry(EffectKey::To, sets(squares, board));
    }
    let conditions = [
        (EffectKey::While, &effect.condition.present),
        (EffectKey::Unless, &effect.condition.absent),
        (EffectKey::WhileBefore, &effect.before.present),
        (EffectKey::UnlessBefore, &effect.before.absent),
    ];
    for (key, list) in conditions {
        if !list.is_empty() {
            entry(key, groups(list, board));
        }
    }
    if let Some(every) = effect.every {
        entry(EffectKey::Every, every.to_string());
    }
    for act in &effect.acts {
        let (key, body) = self::act(act, board);
        entry(EffectKey::Act(key), body);
    }
    if effect.repeat {
        entry(EffectKey::Repeat, YES_NO.word(&true).to_owned());
    }
    list
}

fn act(act: &Act, board: &Board) -> (ActKey, String) {
    let (key, act) = written(act);
    let body = match act {
        WrittenAct::Pieces(list) => groups(list, board),
        WrittenAct::Squares(list) => areas(list, board),
        WrittenAct::Shift(shift) => {
            let word = SHIFTS.word(&shift.toward);
            let by = way(&shift.by, board);
            let (whom, place) = (group(&shift.whom, board), place(&shift.place));
            format!("{whom} {word} {place} by {by}")
        }
        WrittenAct::Put(put) => self::put(put, board),
        WrittenAct::Hand(whom, flipped, demoted) => {
            let manner = [(flipped, Link::Flipped), (demoted, Link::Demoted)];
            let manner = manner.iter().filter(|(has, _)| *has);
            let manner: String = manner.map(|(_, word)| format!(" {}", LINKS.word(word))).collect();
            let who = match whom {
                Whom::Victims => vec![LINKS.word(&Link::Victim).to_owned()],
                Whom::Pieces(groups) => groups.iter().map(|g| group(g, board)).collect(),
            };
            let words: Vec<String> = who.iter().map(|who| format!("{who}{manner}")).collect();
            words.join(", ")
        }
        WrittenAct::Carry(carry) => {
            let by = way(&carry.by, board);
            format!("{} by {by}", group(&carry.whom, board))
        }
        WrittenAct::Possible => NO.word(&false).to_owned(),
        WrittenAct::Again(rule) => again(rule, board),
        WrittenAct::Become(groups, form) => {
            let form = self::form(form);
            let words: Vec<String> = groups
                .iter()
                .map(|g| format!("{} {} {form}", group(g, board), LINKS.word(&Link::As)))
                .collect();
            words.join(", ")
        }
    };
    (key, body)
}

/// Several sets of squares, parted by commas.
fn areas(list: &[Area], board: &Board) -> String {
    let words: Vec<String> = list.iter().map(|on| area(on, board)).collect();
    words.join(", ")
}

/// The piece that comes to the board, and its square: `victim on chosen ranks 2-7`.
fn put(put: &Put, board: &Board) -> String {
    let what = form(&put.what);
    let flipped = put.flipped.then(|| LINKS.word(&Link::Flipped));
    let chosen = put.chosen.then(|| LINKS.word(&Link::Chosen));
    let on = area(&put.on, board);
    let on = if chosen.is_some() && on.contains(" | ") {
        closed(&on)
    } else {
        on
    };
    let words = [
        Some(what),
        flipped,
        Some(LINKS.word(&Link::On)),
        chosen,
        Some(&on),
    ];
    let words: Vec<&str> = words.into_iter().flatten().collect();
    words.join(" ")
}

/// The piece that comes, or the kind that a piece becomes: `queen`, `victim`.
fn form(form: &Form) -> &str {
    match form {
        Form::Kind(name) => name,
        Form::Victim => LINKS.word(&Link::Victim),
    }
}

/// A movement among other words: several are in parentheses.
pub(super) fn way(way: &Movement, board: &Board) -> String {
    let way = movement(way, board);
    if way.contains(" | ") {
        format!("({way})")
    } else {
        way
    }
}

/// How a turn goes on: `mover by step forward, quiet, must`.
pub fn again(rule: &Again, board: &Board) -> String {
    let mut words = vec![GOERS.word(&rule.who).to_owned()];
    if let Some(by) = &rule.by {
        words[0] += &format!(" by {}", way(by, board));
    }
    let options = [
        (rule.what == Further::Captures, AgainWord::Captures),
        (rule.what == Further::Quiet, AgainWord::Quiet),
        (rule.duty == Duty::May, AgainWord::May),
        (
            rule.duty == Duty::Must && rule.who == Goer::Mover,
            AgainWord::Must,
        ),
        (rule.once, AgainWord::Once),
        (rule.turning, AgainWord::Turning),
    ];
    let options = options.into_iter().filter(|(has, _)| *has);
    words.extend(options.map(|(_, word)| AGAIN.word(&word).to_owned()));
    words.join(", ")
}

/// Several groups, parted by commas.
pub(super) fn groups(list: &[Group], board: &Board) -> String {
    let words: Vec<String> = list.iter().map(|g| group(g, board)).collect();
    words.join(", ")
}

/// Some pieces: `enemy pawn on rank 4`.
pub fn group(group: &Group, board: &Board) -> String {
    let mover = Area::At(Place::Mover);
    if group.owner == Owner::Any && group.kinds.is_all() && group.on == mover {
        return PLACES.word(&PlaceWord::Mover).to_owned();
    }
    let who = who(group.owner, &group.kinds);
    match &group.on {
        Area::All => who,
        Area::Between { by, friends } => {
            let by = way(by, board);
            let friend = self::who(Owner::Friend, friends);
            format!("{who} {} mover and {friend} by {by}", LINKS.word(&Link::Between))
        }
        Area::Around(by, from) => {
            let by = way(by, board);
            format!("{who} {} {} by {by}", LINKS.word(&Link::Around), place(from))
        }
        on => match told(on, board) {
            Some(told) => format!("{who} {told}"),
            None => format!("{who} {} {}", LINKS.word(&Link::On), area(on, board)),
        },
    }
}

/// Squares that stand behind a word of their own: `attacked by mover`,
/// `enclosed by step orthogonal`.
fn told(area: &Area, board: &Board) -> Option<String> {
    let attacked = LINKS.word(&Link::Attacked);
    Some(match area {
        Area::Attacked => format!("{attacked} by {}", PLACES.word(&PlaceWord::Mover)),
        Area::AttackedBy(from) => format!("{attacked} by {}", place(from)),
        Area::AttackedMore {
            by,
            kinds,
            by_value,
            in_line,
        } => {
            let said = |is_so: &bool, link: Link| is_so.then(|| format!(" {}", LINKS.word(&link)));
            let options = [said(by_value, Link::ByValue), said(in_line, Link::InLine)];
            let options: String = options.into_iter().flatten().collect();
            let (more, whose) = (LINKS.word(&Link::More), who(*by, kinds));
            format!("{attacked} by {more} {whose}{options}")
        }
        Area::Mated => LINKS.word(&Link::Mated).to_owned(),
        Area::Enclosed(by) => format!("{} by {}", LINKS.word(&Link::Enclosed), way(by, board)),
        Area::Open(by) => format!("{} by {}", LINKS.word(&Link::Open), way(by, board)),
        _ => return None,
    })
}

fn who(owner: Owner, kinds: &Kinds) -> String {
    let kinds = (!kinds.is_all() || owner == Owner::Any).then(|| closed(&super::kinds::kinds(kinds)));
    let owner = match owner {
        Owner::Any => None,
        Owner::Mover => Some(PLACES.word(&PlaceWord::Mover).to_owned()),
        owner => Some(OWNERS.word(&owner).to_owned()),
    };
    let words: Vec<String> = owner.into_iter().chain(kinds).collect();
    words.join(" ")
}

/// Squares as an effect finds them: `step all at mover`.
pub fn area(area: &Area, board: &Board) -> String {
    part(area, board, false)
}

fn part(area: &Area, board: &Board, inside: bool) -> String {
    let list = |areas: &[Area], between: &str| {
        let words: Vec<String> = areas.iter().map(|a| part(a, board, true)).collect();
        format!("({})", words.join(between))
    };
    let lines = |link: Link, place: &Place| {
        format!(
            "{} {} {}",
            LINKS.word(&link),
            LINKS.word(&Link::At),
            self::place(place)
        )
    };
    match area {
        Area::All => KINDS.word(&KindsWord::All).to_owned(),
        Area::Squares(squares) => {
            let text = sets(squares, board);
            if inside || text.contains(" | ") {
                closed(&text)
            } else {
                text
            }
        }
        Area::At(place) => self::place(place),
        Area::Around(movement, place) | Area::Reach(movement, place) => {
            format!(
                "{} {} {}",
                way(movement, board),
                LINKS.word(&Link::At),
                self::place(place)
            )
        }
        Area::File(place) => lines(Link::File, place),
        Area::Rank(place) => lines(Link::Rank, place),
        Area::Both(areas) => list(areas, " & "),
        Area::Either(areas) => list(areas, " | "),
        Area::Except(all, but) => {
            let words = [all, but].map(|area| part(area, board, true));
            format!("({})", words.join(" except "))
        }
        on => told(on, board).unwrap_or_default(),
    }
}

fn place(place: &Place) -> String {
    match place {
        Place::Origin => PLACES.word(&PlaceWord::Origin).to_owned(),
        Place::Target => PLACES.word(&PlaceWord::Target).to_owned(),
        Place::Mover => PLACES.word(&PlaceWord::Mover).to_owned(),
        Place::Victim => PLACES.word(&PlaceWord::Victim).to_owned(),
        Place::Walls => PLACES.word(&PlaceWord::Wall).to_owned(),
        Place::Piece { owner, kinds } => who(*owner, kinds),
    }
}
