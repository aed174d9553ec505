//! How one ruleset differs from another.

use crate::sections;
use crate::told::Told;
use crate::{part, words};
use ferz::rules::{Ruleset, Side};

/// A section of the page.
type Section = fn(&Told<'_>) -> Vec<String>;

/// The differences, one a line. Sections say what is so now; here is only where to look.
pub(crate) fn between(parent: &Told<'_>, child: &Told<'_>) -> Vec<String> {
    let mut out = Vec::new();
    if parent.rules.board != child.rules.board || parent.rules.points != child.rules.points {
        out.push(board(parent.rules, child.rules));
    }
    pieces(parent, child, &mut out);
    out.extend(castling(parent.rules, child.rules));
    let parts: [(&str, Section); 11] = [
        ("Powers", |s| sections::powers(s)),
        ("Promotion", part::promotions),
        ("Hands and drops", |s| sections::drops(s)),
        ("En passant", part::en_passant),
        ("Royal pieces", part::royalty),
        ("Start positions", |s| sections::shuffle(s)),
        ("Turns", |s| sections::turns(s)),
        ("Walls", |s| sections::walls(s)),
        ("The opponent's pieces", |s| sections::control(s)),
        ("What follows from moves", |s| sections::effects(s)),
        ("Duties and passing", |s| sections::duties(s)),
    ];
    for (name, of) in parts {
        out.extend(section(name, &of(parent), &of(child)));
    }
    out.extend(endings(&part::endings(parent), &part::endings(child)));
    mechanics(parent, child, &mut out);
    if stand(parent.rules, child.rules) != stand(child.rules, child.rules) {
        out.push("**Start:** the pieces stand on other squares.".to_owned());
    }
    if out.is_empty() {
        out.push("Nothing but its name.".to_owned());
    }
    out
}

/// Whether a section is new, gone or other than before.
fn section(name: &str, before: &[String], now: &[String]) -> Option<String> {
    // A line that now only one side has is no news for that side.
    let known = |line: &String| {
        let bare = line
            .strip_prefix("White: ")
            .or_else(|| line.strip_prefix("Black: "));
        before.contains(line) || bare.is_some_and(|bare| before.contains(&words::capital(bare)))
    };
    let how = match (before.is_empty(), now.is_empty()) {
        (true, true) => return None,
        (false, true) => return Some(format!("**{name}:** none.")),
        (true, false) => "new",
        (false, false) if now.iter().all(known) && before.iter().all(|line| now.contains(line)) => {
            return None;
        }
        (false, false) => "changed",
    };
    Some(format!("**{name}:** {how}; {}.", see(name)))
}

/// Which endings are new, changed and gone.
fn endings(before: &[String], now: &[String]) -> Option<String> {
    let label = |line: &String| {
        let name = line.split(":**").next().unwrap_or(line);
        words::small(name.trim_start_matches("**"))
    };
    // A line without a label, or with a limit of a count, belongs to the one before it.
    let own = |line: &&String| line.contains(":**") && !line.starts_with("**Limit against");
    let [before, now] = [before, now].map(|lines| lines.iter().filter(own).cloned().collect::<Vec<_>>());
    let mut lists: [Vec<String>; 3] = Default::default();
    let [new, changed, gone] = &mut lists;
    for line in now.iter().filter(|line| !before.contains(line)) {
        let old = before.iter().any(|other| label(other) == label(line));
        let list = if old { &mut *changed } else { &mut *new };
        if !list.contains(&label(line)) {
            list.push(label(line));
        }
    }
    for line in &before {
        if !now.iter().any(|other| label(other) == label(line)) && !gone.contains(&label(line)) {
            gone.push(label(line));
        }
    }
    let told = ["new", "changed", "gone"].into_iter().zip(&lists);
    let told: Vec<String> = told
        .filter(|(_, list)| !list.is_empty())
        .map(|(how, list)| format!("{how}: {}", words::list(list, "and")))
        .collect();
    let name = "The end of the game";
    (!told.is_empty()).then(|| format!("**{name}:** {}; {}.", told.join("; "), see(name)))
}

/// A link to a section of the page.
fn see(name: &str) -> String {
    format!("see [{name}](#{})", crate::page::anchor(name))
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
        [] => "**Castling:** none.".to_owned(),
        [one] if Side::ALL.into_iter().any(same) => format!("**Castling:** only {one} castles."),
        _ => format!("**Castling:** changed; {}.", see("Castling")),
    })
}

/// Each mechanic, in short.
fn summary(s: &Told<'_>) -> Vec<String> {
    s.mechanics()
        .flat_map(|(mechanic, uses)| mechanic.summary(s, uses))
        .collect()
}

/// The mechanics that only the child has, in short.
pub(crate) fn mechanics_of(child: &Told<'_>, parent: &Told<'_>) -> Vec<String> {
    let before = summary(parent);
    let now = summary(child).into_iter();
    now.filter(|line| !before.contains(line)).collect()
}

fn mechanics(parent: &Told<'_>, child: &Told<'_>, out: &mut Vec<String>) {
    let (before, now) = (summary(parent), summary(child));
    out.extend(now.iter().filter(|line| !before.contains(line)).cloned());
    let uses = |told: &Told<'_>, name: &str| {
        let own = told.rules.hooks.iter().filter(|hook| hook.name == name);
        own.cloned().collect::<Vec<_>>()
    };
    for (mechanic, used) in child.mechanics() {
        let name = mechanic.name();
        let known = mechanic.summary(child, used);
        let old = uses(parent, name);
        if !old.is_empty() && old != uses(child, name) && known.iter().all(|line| before.contains(line)) {
            out.push(format!(
                "**{}:** changed; see [Special mechanics](#special-mechanics).",
                mechanic.title(used)
            ));
        }
    }
    // A line with the same title replaces the one of the parent.
    let title = |line: &&String| line.split(":**").next().map(str::to_owned);
    let titles: Vec<Option<String>> = now.iter().map(|line| title(&line)).collect();
    let gone = before.iter().filter(|line| !titles.contains(&title(line)));
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
        .flat_map(|(_, word)| placed(word.split('[').next().unwrap_or_default()))
        .collect()
}

/// The pieces of a board's text, each with its file and its rank; of another text, all of it.
fn placed(text: &str) -> Vec<String> {
    if text.contains('=') {
        return vec![text.to_owned()];
    }
    let mut found = Vec::new();
    for (rank, row) in text.rsplit('/').enumerate() {
        let (mut file, mut number, mut piece) = (0, 0, String::new());
        for c in row.chars() {
            if let Some(digit) = c.to_digit(10).filter(|_| !piece.starts_with('(')) {
                number = number * 10 + digit;
                continue;
            }
            file += std::mem::take(&mut number);
            piece.push(c);
            // A plus, and a name in brackets, go on.
            if matches!(piece.trim_start_matches('+'), "" | "~" | "*") {
                file += u32::from(c == '*');
                piece.retain(|c| c == '+');
            } else if !piece.contains('(') || c == ')' {
                found.push(format!("{file} {rank} {piece}"));
                file += 1;
                piece.clear();
            }
        }
    }
    found
}

fn board(parent: &Ruleset, child: &Ruleset) -> String {
    let (before, now) = (&parent.board, &child.board);
    let mut parts = Vec::new();
    if (before.files, before.ranks) != (now.files, now.ranks) {
        parts.push(crate::places::size(now));
    }
    if before.holes != now.holes {
        let holes = crate::places::holes(now);
        parts.push(match now.holes.0.is_empty() {
            true => "no holes".to_owned(),
            false if holes.matches(", ").count() > 4 => "other holes".to_owned(),
            false => format!("without {holes}"),
        });
    }
    if (before.wrap_files, before.wrap_ranks) != (now.wrap_files, now.wrap_ranks) {
        parts.push("other joined edges".to_owned());
    }
    if parent.points != child.points {
        parts.push(match (&parent.points, &child.points) {
            (None, Some(_)) => "drawn with lines".to_owned(),
            (Some(_), None) => "drawn with squares".to_owned(),
            _ => "drawn with other lines".to_owned(),
        });
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
            many => format!(
                "the additional squares {}",
                words::list(&crate::places::runs(many), "and")
            ),
        });
    }
    let told = words::list(&parts, "and").replace(" and without ", " without ");
    format!("**Board:** {told}.")
}

fn pieces(parent: &Told<'_>, child: &Told<'_>, out: &mut Vec<String>) {
    let gathered = |test: &dyn Fn(Side, &str) -> bool, told: &Told<'_>| {
        words::per_side(|side| {
            let names: Vec<String> = told
                .kinds(side)
                .filter(|name| test(side, name))
                .map(str::to_owned)
                .collect();
            (!names.is_empty()).then(|| words::list(&names, "and"))
        })
    };
    let lines = |told: &Told<'_>, side: Side, name: &str| {
        let piece = told.rules.pieces.get(name);
        piece.map(|piece| crate::pieces::lines(told, name, piece, side))
    };
    let royal = |told: &Told<'_>, side: Side, name: &str| {
        told.rules.pieces.get(name).is_some_and(|piece| piece.royal[side])
    };
    let new = gathered(&|side, name| !parent.has(name, side), child);
    let gone = gathered(&|side, name| !child.has(name, side), parent);
    let both = |side: Side, name: &str| parent.has(name, side) && child.has(name, side);
    let changed = gathered(
        &|side, name| both(side, name) && lines(parent, side, name) != lines(child, side, name),
        child,
    );
    let crowned = gathered(
        &|side, name| both(side, name) && royal(child, side, name) && !royal(parent, side, name),
        child,
    );
    let common = gathered(
        &|side, name| both(side, name) && !royal(child, side, name) && royal(parent, side, name),
        child,
    );
    for (what, texts) in [
        ("New pieces", new),
        ("Pieces that are gone", gone),
        ("Pieces that move differently", changed),
        ("Now royal", crowned),
        ("Not royal", common),
    ] {
        out.extend(texts.into_iter().map(|text| format!("**{what}:** {text}.")));
    }
}
