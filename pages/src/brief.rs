//! A variant in a few sentences, for a list of games: what it is about, the goal, what differs from
//! what the reader knows, and what to watch out for.

use crate::differences;
use crate::pieces;
use crate::sections;
use crate::told::{self, Told};
use crate::{part, words};
use ferz::rules::{Ruleset, Side};

/// The last sentence if some rules were left out.
const MORE: &str = "There is more to the rules.";

/// A variant in at most `most` characters; `known`: rules that the reader knows.
///
/// Whole sentences only. The goal and the ends of the game come before the moves of pieces where
/// there is no room for all.
pub fn brief(rules: &Ruleset, known: &Ruleset, most: usize) -> String {
    let (rules, known) = (told::rules(rules), told::rules(known));
    let (s, known) = (Told::new(&rules), Told::new(&known));
    let mut all = vec![(0, s.rules.about.clone())];
    all.extend(goal(&s, &known).map(|text| (0, text)));
    all.extend(board(&s, &known).map(|text| (1, text)));
    all.extend(differing(&s, &known).into_iter().map(|text| (2, text)));
    all.extend(armies(&s, &known).into_iter().map(|text| (3, text)));
    all.extend(ends(&s, &known).into_iter().map(|text| (1, text)));
    all.retain(|(_, text)| !text.is_empty());
    fitted(&all, most)
}

/// As many of the texts as fit, those of low rank first, in their order.
fn fitted(all: &[(u8, String)], most: usize) -> String {
    let texts: Vec<String> = all.iter().map(|(_, text)| plain(text)).collect();
    let length = |text: &str| text.chars().count() + 1;
    let whole: usize = texts.iter().map(|text| length(text)).sum();
    if whole <= most {
        return texts.join("\n");
    }
    let mut room = most.saturating_sub(length(MORE));
    let mut kept = vec![false; texts.len()];
    let mut order: Vec<usize> = (0..texts.len()).collect();
    order.sort_by_key(|&at| all[at].0);
    for at in order {
        if length(&texts[at]) <= room {
            room -= length(&texts[at]);
            kept[at] = true;
        }
    }
    let mut chosen: Vec<&str> = texts
        .iter()
        .zip(&kept)
        .filter(|(_, kept)| **kept)
        .map(|(text, _)| text.as_str())
        .collect();
    chosen.push(MORE);
    let text = chosen.join("\n");
    text.chars().take(most).collect()
}

/// A text without marks for bold, code and links.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("](") {
        out.push_str(&rest[..at]);
        rest = rest[at..].split_once(')').map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    out.replace("**", "").replace(['`', '['], "")
}

/// The way to win, in one line.
fn goal(s: &Told<'_>, known: &Told<'_>) -> Option<String> {
    let (own, usual) = (part::endings(s), part::endings(known));
    let is_mate = |line: &&String| line.starts_with("**Checkmate:**");
    let mate = own.iter().find(is_mate);
    let new = own.iter().filter(|line| !usual.contains(line) && !is_mate(line));
    let wins = new.filter(|line| line.contains(" wins") || line.contains(" loses"));
    let others: Vec<String> = wins.map(|line| label(line)).collect();
    let mut ways: Vec<String> = mate.map(|_| "checkmate".to_owned()).into_iter().collect();
    ways.extend(others);
    (!ways.is_empty()).then(|| format!("Goal: {}.", words::list(&ways, "or")))
}

/// The name of an ending.
fn label(line: &str) -> String {
    let name = line.split(":**").next().unwrap_or(line);
    words::small(name.trim_start_matches("**"))
}

fn board(s: &Told<'_>, known: &Told<'_>) -> Option<String> {
    let (own, usual) = (&s.rules.board, &known.rules.board);
    let same = (own.files, own.ranks) == (usual.files, usual.ranks);
    (!same).then(|| format!("The board has {} files and {} ranks.", own.files, own.ranks))
}

/// The rules that the reader does not know, but for pieces and ends.
fn differing(s: &Told<'_>, known: &Told<'_>) -> Vec<String> {
    let parts: [fn(&Told<'_>) -> Vec<String>; 12] = [
        |s| sections::powers(s),
        part::promotions,
        part::castling,
        |s| sections::drops(s),
        part::en_passant,
        part::royalty,
        |s| sections::shuffle(s),
        |s| sections::turns(s),
        |s| sections::walls(s),
        |s| sections::control(s),
        |s| sections::effects(s),
        |s| sections::duties(s),
    ];
    let mut out = differences::mechanics_of(s, known);
    for of in parts {
        let usual = of(known);
        out.extend(of(s).into_iter().filter(|line| !usual.contains(line)));
    }
    for (now, before, words) in [
        (part::castling(s), part::castling(known), "There is no castling."),
        (
            part::en_passant(s),
            part::en_passant(known),
            "There is no capture en passant.",
        ),
    ] {
        if now.is_empty() && !before.is_empty() {
            out.push(words.to_owned());
        }
    }
    out
}

/// Pieces that the reader does not know, each once.
fn armies(s: &Told<'_>, known: &Told<'_>) -> Vec<String> {
    let lines = |told: &Told<'_>, name: &str, side: Side| {
        let piece = told.rules.pieces.get(name)?;
        piece.letter[side]?;
        Some(pieces::lines(told, name, piece, side))
    };
    let mut out: Vec<String> = Vec::new();
    for side in Side::ALL {
        for name in s.kinds(side) {
            let Some(own) = lines(s, name, side) else { continue };
            if lines(known, name, side).as_ref() == Some(&own) {
                continue;
            }
            let text = format!("{}: {}", words::capital(&words::spoken(name)), sentence(&own));
            if !out.contains(&text) {
                out.push(text);
            }
        }
    }
    out
}

/// `moves or captures one square; moves two squares.`
fn sentence(lines: &[String]) -> String {
    let each = lines.iter().map(|line| {
        let line = line.trim_end_matches('.');
        match line.strip_prefix("**").and_then(|line| line.split_once(":** ")) {
            Some((what, how)) => format!("{} {how}", words::small(what)),
            None => line.to_owned(),
        }
    });
    format!("{}.", each.collect::<Vec<_>>().join("; "))
}

/// Ends of the game that the reader does not know.
fn ends(s: &Told<'_>, known: &Told<'_>) -> Vec<String> {
    let usual = part::endings(known);
    let new = part::endings(s).into_iter().filter(|line| !usual.contains(line));
    new.map(|line| format!("Watch out: {}", words::small(&line.replace("**", ""))))
        .collect()
}
