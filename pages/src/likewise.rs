//! Lines that say the same of other kinds of pieces are told once.

use crate::setting::Setting;
use crate::words;
use ferz::rules::Kinds;

/// As many kinds at least are told together.
const FEW: usize = 3;

/// The lines, those alone that differ from one before them only in a kind, which it names then.
pub(crate) fn likewise(s: &Setting<'_>, mut lines: Vec<String>) -> Vec<String> {
    let kinds: Vec<&str> = s.rules.pieces.keys().map(String::as_str).collect();
    let effects = s.rules.effects.iter().filter_map(|effect| match &effect.by {
        Kinds::Only(names) if names.len() > 1 => Some(names.as_slice()),
        Kinds::Only(_) | Kinds::All | Kinds::Except(_) => None,
    });
    let lists: Vec<&[String]> = effects.collect();
    let mut at = 0;
    while at < lines.len() {
        let same = |kind: &&str| -> Vec<(usize, &str)> {
            let others = kinds.iter().filter(|other| *other != kind).filter_map(|other| {
                let told = renamed_outside(&lists, &lines[at], kind, other)?;
                let place = lines.iter().skip(at + 1).position(|line| *line == told)?;
                Some((at + 1 + place, *other))
            });
            others.collect()
        };
        let groups = kinds.iter().map(same);
        if let Some(mut group) = groups.max_by_key(Vec::len).filter(|group| group.len() + 1 >= FEW) {
            group.sort_unstable();
            let each: Vec<String> = group.iter().map(|(_, kind)| (*kind).to_owned()).collect();
            for (gone, _) in group.iter().rev() {
                lines.remove(*gone);
            }
            lines[at] += &format!(" Likewise for {}.", words::list(&each, "and"));
        }
        at += 1;
    }
    lines
}

/// The same line about another kind, but for lists that name both.
fn renamed_outside(lists: &[&[String]], line: &str, kind: &str, other: &str) -> Option<String> {
    const LIST: &str = "\u{1}";
    let both = lists
        .iter()
        .filter(|names| [kind, other].iter().all(|one| names.iter().any(|n| n == one)));
    let mut told = both
        .map(|names| words::list(names, "or"))
        .filter(|list| line.contains(list.as_str()));
    match told.next() {
        None => renamed(line, kind, other),
        Some(list) => Some(renamed(&line.replace(&list, LIST), kind, other)?.replace(LIST, &list)),
    }
}

/// A line with another kind in place of one, also where that is a part of a longer name; `None` if
/// the line does not name it.
fn renamed(line: &str, kind: &str, other: &str) -> Option<String> {
    let (many, others) = (words::plural(kind), words::plural(other));
    let mut out = String::new();
    let mut rest = line;
    let mut found = false;
    while let Some(at) = rest.find(kind) {
        let (before, here) = rest.split_at(at);
        out.push_str(before);
        let bare = |text: &str| !text.starts_with(char::is_alphanumeric);
        let starts = bare(&out.chars().last().map_or_else(String::new, |c| c.to_string()));
        let (old, new) = match here.strip_prefix(many.as_str()) {
            Some(behind) if bare(behind) => (&*many, &*others),
            _ => (kind, other),
        };
        let behind = &here[old.len()..];
        if starts && bare(behind) {
            found = true;
            article(&mut out, new);
            out.push_str(new);
        } else {
            out.push_str(old);
        }
        rest = behind;
    }
    out.push_str(rest);
    found.then_some(out)
}

/// The article at the end of a text as a word needs it.
fn article(text: &mut String, word: &str) {
    let told = words::a(word);
    let an = told.starts_with("an ");
    for (one, other) in [("a ", "an "), ("A ", "An ")] {
        let (wrong, right) = if an { (one, other) } else { (other, one) };
        let Some(head) = text.strip_suffix(wrong) else {
            continue;
        };
        if !head.ends_with(char::is_alphanumeric) {
            let length = head.len();
            text.truncate(length);
            text.push_str(right);
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_both_kinds_stay() {
        let list = ["rook".to_owned(), "elephant".to_owned()];
        let line = "When a rook or elephant is dropped, a rook appears.";
        assert_eq!(
            renamed_outside(&[&list], line, "rook", "elephant").as_deref(),
            Some("When a rook or elephant is dropped, an elephant appears.")
        );
    }

    #[test]
    fn kinds_are_renamed_with_their_articles() {
        let line = "When a rook is dropped, it becomes a quiet-rook, and all rooks move.";
        assert_eq!(
            renamed(line, "rook", "elephant").as_deref(),
            Some("When an elephant is dropped, it becomes a quiet-elephant, and all elephants move.")
        );
        assert_eq!(renamed("A rookie moves.", "rook", "queen"), None);
        assert_eq!(
            renamed("An elephant moves.", "elephant", "rook").as_deref(),
            Some("A rook moves.")
        );
    }
}
