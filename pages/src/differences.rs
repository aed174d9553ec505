//! What one ruleset does otherwise than another.

use crate::sections;
use crate::told::Told;
use crate::{part, words};
use ferz::rules::{Ruleset, Side};

/// What a section of the page says.
type Section = fn(&Told<'_>) -> Vec<String>;

/// The differences, one a line.
pub(crate) fn between(parent: &Told<'_>, child: &Told<'_>) -> Vec<String> {
    let mut out = Vec::new();
    if parent.rules.board != child.rules.board {
        out.push(board(parent.rules, child.rules));
    }
    pieces(parent.rules, child.rules, &mut out);
    out.extend(castling(parent.rules, child.rules));
    let parts: [(&str, Section); 12] = [
        ("Powers", |s| sections::powers(s)),
        ("Hands and drops", |s| sections::drops(s)),
        ("Promotion", |s| sections::promotions(s)),
        ("En passant", part::en_passant),
        ("Royal pieces", |s| sections::royalty(s)),
        ("The end", part::endings),
        ("Start positions", |s| sections::shuffle(s)),
        ("Turns", |s| sections::turns(s)),
        ("Walls", |s| sections::walls(s)),
        ("Control", |s| sections::control(s)),
        ("What follows from moves", |s| sections::effects(s)),
        ("Duties and passing", |s| sections::duties(s)),
    ];
    for (name, of) in parts {
        lines(name, &of(parent), &of(child), &mut out);
    }
    mechanics(parent, child, &mut out);
    if stand(parent.rules, child.rules) != stand(child.rules, child.rules) {
        out.push("**Start:** the pieces stand on other squares.".to_owned());
    }
    if out.is_empty() {
        out.push("Nothing but its name.".to_owned());
    }
    out
}

/// The lines of a section that are new or gone.
fn lines(name: &str, before: &[String], now: &[String], out: &mut Vec<String>) {
    // What now only one side has is no news for that side.
    let known = |line: &&String| {
        let bare = line
            .strip_prefix("White: ")
            .or_else(|| line.strip_prefix("Black: "));
        before.contains(line) || bare.is_some_and(|bare| before.contains(&words::capital(bare)))
    };
    for line in now.iter().filter(|line| !known(line)) {
        // Lines of the end have a name of their own.
        out.push(if line.starts_with("**") {
            line.clone()
        } else {
            format!("**{name}:** {}", words::small(line))
        });
    }
    if now.is_empty() && !before.is_empty() {
        out.push(format!("**{name}:** there is none."));
        return;
    }
    let label = |line: &str| line.split(":**").next().unwrap_or(line).to_owned();
    for line in before.iter().filter(|line| !now.contains(line)) {
        let replaced = if line.starts_with("**") {
            now.iter().any(|l| label(l) == label(line))
        } else {
            !now.is_empty()
        };
        if !replaced {
            out.push(format!("No longer: {line}"));
        }
    }
}

fn castling(parent: &Ruleset, child: &Ruleset) -> Option<String> {
    if parent.castling == child.castling {
        return None;
    }
    let sides: Vec<String> = Side::ALL
        .into_iter()
        .filter(|&s| child.castling.iter().any(|c| c.side == s))
        .map(|s| words::side(s).to_owned())
        .collect();
    let same = |s: Side| {
        let of = |r: &Ruleset| {
            let own = r.castling.iter().filter(|c| c.side == s);
            own.cloned().collect::<Vec<_>>()
        };
        of(parent) == of(child)
    };
    Some(match sides.as_slice() {
        [] => "**Castling:** there is none.".to_owned(),
        [one] if Side::ALL.into_iter().any(same) => format!("**Castling:** only {one} castles."),
        _ => "**Castling:** other squares or conditions; see below.".to_owned(),
    })
}

fn mechanics(parent: &Told<'_>, child: &Told<'_>, out: &mut Vec<String>) {
    let summary = |s: &Told<'_>| -> Vec<String> {
        s.mechanics()
            .flat_map(|(mechanic, uses)| mechanic.summary(s, uses))
            .collect()
    };
    let (before, now) = (summary(parent), summary(child));
    out.extend(now.iter().filter(|line| !before.contains(line)).cloned());
    let gone = before.iter().filter(|line| !now.contains(line));
    out.extend(gone.map(|line| format!("No longer: {line}")));
}

/// The pieces on the grid, and those on squares outside of it.
fn stand(rules: &Ruleset, child: &Ruleset) -> Vec<String> {
    let words = rules.start.split(' ').enumerate();
    let extra = |word: &str| {
        word.split_once('=')
            .is_some_and(|(key, _)| child.board.extra.contains_key(key))
    };
    words
        .filter(|(i, word)| *i == 0 || extra(word))
        .map(|(_, word)| word.split('[').next().unwrap_or_default().to_owned())
        .collect()
}
fn board(parent: &Ruleset, child: &Ruleset) -> String {
    let (before, now) = (&parent.board, &child.board);
    let mut parts = Vec::new();
    if (before.files, before.ranks) != (now.files, now.ranks) {
        parts.push(format!("{} files and {} ranks", now.files, now.ranks));
    }
    if before.holes != now.holes {
        parts.push("other holes".to_owned());
    }
    if (before.wrap_files, before.wrap_ranks) != (now.wrap_files, now.wrap_ranks) {
        parts.push("other joined edges".to_owned());
    }
    if before.extra != now.extra {
        let new: Vec<String> = now
            .extra
            .keys()
            .filter(|name| !before.extra.contains_key(*name))
            .cloned()
            .collect();
        parts.push(match new.as_slice() {
            [] => "other squares outside the grid".to_owned(),
            [one] => format!("the additional square {one}"),
            many => format!("the additional squares {}", words::list(many, "and")),
        });
    }
    format!("**Board:** {}.", words::list(&parts, "and"))
}

fn pieces(parent: &Ruleset, child: &Ruleset, out: &mut Vec<String>) {
    let has = |rules: &Ruleset, name: &str, side: Side| {
        rules.pieces.get(name).is_some_and(|p| p.letter[side].is_some())
    };
    let gathered = |test: &dyn Fn(Side, &str) -> bool, rules: &Ruleset| {
        words::per_side(|side| {
            let names: Vec<String> = rules
                .pieces
                .keys()
                .filter(|name| test(side, name))
                .cloned()
                .collect();
            (!names.is_empty()).then(|| words::list(&names, "and"))
        })
    };
    let new = gathered(
        &|side, name| has(child, name, side) && !has(parent, name, side),
        child,
    );
    let gone = gathered(
        &|side, name| has(parent, name, side) && !has(child, name, side),
        parent,
    );
    let changed = gathered(
        &|side, name| match (parent.pieces.get(name), child.pieces.get(name)) {
            (Some(a), Some(b)) => {
                a.letter[side].is_some()
                    && b.letter[side].is_some()
                    && (a.movement[side] != b.movement[side] || a.royal[side] != b.royal[side])
            }
            _ => false,
        },
        child,
    );
    for (what, texts) in [
        ("New pieces", new),
        ("Pieces that are gone", gone),
        ("Pieces that change", changed),
    ] {
        out.extend(texts.into_iter().map(|text| format!("**{what}:** {text}.")));
    }
}
