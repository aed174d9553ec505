//! `influence`

use super::{Block, Mechanic, Note, Setting, Side, Studio, Use, paragraph, words};
use crate::movement::{captures_on_the_way, sentence};
use crate::studio::{Man, View};
use ferz::rules::Movement;
use ferz_drawing::alone_with;

pub(super) struct Influence;

/// `aurors`.
fn counted(one: &Use<'_>) -> String {
    let names: Vec<String> = one.list("by").iter().map(|name| words::plural(name)).collect();
    words::list(&names, "and")
}

/// The movement in place of the piece's own, as the rest of a sentence after a colon.
fn otherwise(s: &Setting<'_>, one: &Use<'_>, movement: &Movement) -> String {
    let own = s.rules.pieces.get(one.word("on")).map(|p| &p.movement.white);
    let parts = |movement: &Movement| match movement {
        Movement::Union(parts) => parts.clone(),
        one => vec![one.clone()],
    };
    let (own, all) = (own.map(parts).unwrap_or_default(), parts(movement));
    let (kept, rest): (Vec<Movement>, Vec<Movement>) = all.into_iter().partition(|part| own.contains(part));
    if kept.is_empty() || kept.len() < own.len() || rest.is_empty() {
        return sentence(s, movement, Side::White);
    }
    let rest = sentence(s, &Movement::Union(rest), Side::White);
    format!("as usual; or {rest}")
}

impl Mechanic for Influence {
    fn name(&self) -> &'static str {
        "influence"
    }

    fn summary(&self, _: &Setting<'_>, uses: &[Use<'_>]) -> Vec<String> {
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for one in uses {
            let by = counted(one);
            match groups.iter_mut().find(|(known, _)| *known == by) {
                Some((_, on)) => on.push(one.word("on").to_owned()),
                None => groups.push((by, vec![one.word("on").to_owned()])),
            }
        }
        let line = |(by, on): (String, Vec<String>)| {
            format!(
                "**Influence:** the {by} next to {}, friends and enemies, change how it moves.",
                words::either(&on)
            )
        };
        groups.into_iter().map(line).collect()
    }

    fn tell(&self, s: &Setting<'_>, uses: &[Use<'_>], studio: &Studio<'_>) -> Vec<Block> {
        let mut blocks = Vec::new();
        let on: Vec<String> = uses.iter().map(|one| one.word("on").to_owned()).collect();
        let by = uses.first().map(counted).unwrap_or_default();
        blocks.push(paragraph(format!(
            "How {} moves depends on the {by} next to it, a king's step away. They are counted on the square where it starts, \
             before the move, even if the move captures one of them on the way. With equal numbers of friendly and enemy {by} \
             next to it, or none, a piece moves as usual.",
            words::either(&on)
        )));
        let mut items = Vec::new();
        for one in uses {
            let (name, by) = (words::capital(one.word("on")), counted(one));
            let (friends, enemies) = (one.movement("friends"), one.movement("enemies"));
            items.push(format!(
                "**{name}, more friendly than enemy {by}:** {}.",
                otherwise(s, one, &friends)
            ));
            items.push(format!(
                "**{name}, more enemy than friendly {by}:** {}.",
                otherwise(s, one, &enemies)
            ));
        }
        blocks.push(Block::Items(items));
        let mut check = "Attacks on royal pieces follow the same rule".to_owned();
        if uses
            .iter()
            .any(|one| captures_on_the_way(&one.movement("friends")))
        {
            check.push_str(&format!(
                ": a {} behind a piece of its own side can be in check",
                s.royal().unwrap_or_default()
            ));
        }
        check.push('.');
        if s.royal().is_some() {
            blocks.push(paragraph(check));
        }
        for one in uses {
            blocks.extend(seen(studio, one, true));
            blocks.extend(seen(studio, one, false));
        }
        blocks
    }

    fn piece(&self, _: &Setting<'_>, uses: &[Use<'_>], kind: &str, _: Side) -> Note {
        let on = uses.iter().find(|one| one.word("on") == kind);
        let of: Vec<String> = uses
            .iter()
            .filter(|one| one.list("by").iter().any(|by| by == kind))
            .map(|one| words::plural(one.word("on")))
            .collect();
        let mut note = Note::default();
        if let Some(one) = on {
            note.lines.push(format!(
                "It moves differently when friendly and enemy {} next to it are unequal in number: see \
                 **Influence**.",
                counted(one)
            ));
        }
        if !of.is_empty() {
            note.lines.push(format!(
                "It changes how {} next to it move: see **Influence**.",
                words::list(&of, "and")
            ));
        }
        note
    }
}

/// How a piece goes with a friend, or an enemy, next to it.
fn seen(studio: &Studio<'_>, one: &Use<'_>, friend: bool) -> Option<Block> {
    let (on, by) = (one.word("on"), one.list("by"));
    let (key, word) = if friend {
        ("friends", "friendly")
    } else {
        ("enemies", "enemy")
    };
    let by = by.first()?;
    let side = studio.owner(on)?;
    let (kind, other) = (studio.kind(on)?, studio.kind(by)?);
    let lone = alone_with(studio.variant, kind, side, &one.movement(key));
    let (square, marks) = (lone.square, lone.marks);
    // The square where it is not in the way.
    let beside = studio.around(square, 1).into_iter();
    let free: Vec<_> = beside.filter(|s| !marks.contains_key(s)).collect();
    let place = free.first().copied().or_else(|| studio.beside(square, -1, -1))?;
    let mut marks = marks;
    marks.remove(&place);
    let whose = if friend { side } else { side.other() };
    let mut men: Vec<Man> = vec![(square, kind, side), (place, other, whose)];
    men.extend(lone.hurdle);
    let view = View {
        men,
        marks,
        ..View::default()
    };
    let title = format!("{} next to {} {by}", words::a(on), words::a(word));
    studio.show(view, &format!("{on}-{key}"), &title)
}
