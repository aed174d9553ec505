//! Sentences that differ only in kinds of pieces are told once, with a table of the kinds.

use crate::page::Block;
use crate::setting::Setting;
use crate::words;

/// As many sentences at least make a table.
const FEWEST: usize = 4;
/// The names of the columns.
const LETTERS: [&str; 4] = ["A", "B", "C", "D"];
/// The mark of a place where a sentence names kinds.
const SLOT: &str = "\u{1}";

/// The lines as a list, with a sentence and a table for those that are alike.
pub(crate) fn blocks(s: &Setting<'_>, lines: Vec<String>) -> Vec<Block> {
    let kinds: Vec<&str> = s.rules.pieces.keys().map(String::as_str).collect();
    let taken: Vec<(String, Vec<String>)> = lines.iter().map(|line| slots(&kinds, line)).collect();
    let is_like = |at: usize| {
        let (form, names) = &taken[at];
        let alike = taken.iter().filter(|(other, _)| other == form).count();
        (2..=LETTERS.len()).contains(&names.len()) && alike >= FEWEST
    };
    let mut out = Vec::new();
    let mut items = Vec::new();
    let mut told: Vec<&String> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let form = &taken[at].0;
        if !is_like(at) {
            items.push(line.clone());
        } else if !told.contains(&form) {
            told.push(form);
            if !items.is_empty() {
                out.push(Block::Items(std::mem::take(&mut items)));
            }
            let rows = taken.iter().filter(|(other, _)| other == form);
            let rows: Vec<Vec<String>> = rows.map(|(_, names)| names.clone()).collect();
            out.extend(table(form, &rows));
        }
    }
    if !items.is_empty() {
        out.push(Block::Items(items));
    }
    out
}

/// The sentence with letters in place of the kinds, and the table.
fn table(form: &str, rows: &[Vec<String>]) -> [Block; 2] {
    // The same kind in two places of every row has one letter.
    let count = rows[0].len();
    let first = |at: usize| {
        let same = |other: &usize| rows.iter().all(|row| row[*other] == row[at]);
        (0..=at).find(same).unwrap_or(at)
    };
    let columns: Vec<usize> = (0..count).filter(|&at| first(at) == at).collect();
    let letter = |at: usize| {
        let column = columns.iter().position(|&column| column == first(at));
        column.map_or("", |column| LETTERS[column])
    };
    let mut text = form.to_owned();
    for at in 0..count {
        // A letter within bold words is bold already.
        let before = text.split(SLOT).next().unwrap_or_default();
        let mark = if before.matches("**").count() % 2 == 1 {
            ""
        } else {
            "**"
        };
        text = text.replacen(SLOT, &format!("{mark}{}{mark}", letter(at)), 1);
    }
    let head = columns.iter().map(|&at| letter(at).to_owned()).collect();
    let row = |row: &Vec<String>| columns.iter().map(|&at| row[at].clone()).collect();
    let rows = rows.iter().map(row).collect();
    [
        Block::Paragraph(format!("{text} The table has the pieces.")),
        Block::Table { head, rows },
    ]
}

/// A line with marks in place of the kinds that it names, and the kinds: `a rook or a queen` is
/// one place.
fn slots<'t>(kinds: &[&str], line: &'t str) -> (String, Vec<String>) {
    let (mut form, mut names) = (String::new(), Vec::new());
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let begins = !form.ends_with(char::is_alphanumeric) && !form.ends_with('-');
        if let Some((mut list, mut behind)) = named(kinds, rest).filter(|_| begins) {
            // A list has `or` before its last kind; behind another comma a clause begins.
            let next =
                |link: &str, text: &'t str| text.strip_prefix(link).and_then(|text| named(kinds, text));
            let (mut others, mut after) = (Vec::new(), behind);
            while let Some((other, further)) = next(", ", after) {
                others.extend(other);
                after = further;
            }
            if let Some((last, further)) = next(" or ", after) {
                list.extend(others.into_iter().chain(last));
                behind = further;
            }
            form.push_str(SLOT);
            names.push(words::list(&list, "or"));
            rest = behind;
        } else {
            form.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    (form, names)
}

/// The kind at the beginning of a text, with or without an article, and what is behind it.
fn named<'t>(kinds: &[&str], text: &'t str) -> Option<(Vec<String>, &'t str)> {
    let bare = ["a ", "an ", "A ", "An "].into_iter();
    let bare = bare
        .filter_map(|article| text.strip_prefix(article))
        .next()
        .unwrap_or(text);
    let ends = |text: &str| !text.starts_with(|c: char| c.is_alphanumeric() || c == '-');
    let found = kinds
        .iter()
        .filter_map(|kind| Some((*kind, bare.strip_prefix(kind)?)));
    let (kind, behind) = found
        .filter(|(_, behind)| ends(behind))
        .max_by_key(|(kind, _)| kind.len())?;
    Some((vec![kind.to_owned()], behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_within_bold_words_have_no_marks() {
        let rows = [["dog", "cat"], ["cat", "rabbit"]].map(|row| row.map(str::to_owned).to_vec());
        let [text, _] = table(
            "**Frozen \u{1}:** while \u{1} has \u{1} next to it.",
            &[
                [&rows[0][..1], &rows[0][..]].concat(),
                [&rows[1][..1], &rows[1][..]].concat(),
            ],
        );
        let Block::Paragraph(text) = text else {
            panic!("no text")
        };
        assert!(
            text.starts_with("**Frozen A:** while **A** has **B** next to it."),
            "{text}"
        );
    }

    #[test]
    fn kinds_leave_marks() {
        let kinds = ["rook", "dragon", "dragon-king", "elephant"];
        let (form, names) = slots(
            &kinds,
            "When a rook captures a friendly elephant or a dragon-king, it becomes a dragon.",
        );
        assert_eq!(form, "When \u{1} captures a friendly \u{1}, it becomes \u{1}.");
        assert_eq!(names, ["rook", "elephant or dragon-king", "dragon"]);
        assert_eq!(slots(&kinds, "Rookies and dragonflies move.").1, [""; 0]);
        let (form, names) = slots(
            &kinds,
            "When a rook moves and becomes a dragon, an elephant appears.",
        );
        assert_eq!(form, "When \u{1} moves and becomes \u{1}, \u{1} appears.");
        assert_eq!(names, ["rook", "dragon", "elephant"]);
        let (form, names) = slots(&kinds, "A rook, a dragon or an elephant moves.");
        assert_eq!(
            (form.as_str(), names.as_slice()),
            ("\u{1} moves.", &["rook, dragon or elephant".to_owned()][..])
        );
    }
}
