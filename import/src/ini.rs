//! The lines of a `variants.ini`: sections, keys and values with their places.
//!
//! They are read as Fairy-Stockfish reads them: a section begins where a line begins with `[`, the
//! key ends before the first `=` and the blanks before it, the value begins after the blanks behind
//! it and goes to the end of the line. Of a key that stands twice the last counts.

use std::collections::HashMap;

/// A piece of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) text: String,
    /// In bytes.
    pub(crate) offset: usize,
}

impl Piece {
    pub(crate) fn new(text: &str, offset: usize) -> Self {
        Self {
            text: text.to_owned(),
            offset,
        }
    }

    /// A part of it.
    pub(crate) fn part(&self, from: usize, length: usize) -> Self {
        let from = from.min(self.text.len());
        let to = (from + length).min(self.text.len());
        let text = self.text.get(from..to).unwrap_or_default();
        Self::new(text, self.offset + from)
    }
}

/// `key = value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) key: Piece,
    pub(crate) value: Piece,
    /// A comment behind the value, as people write them; Fairy-Stockfish takes it for a part of the
    /// value.
    pub(crate) words: Option<Piece>,
}

/// `[name:parent]` and the lines below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) name: Piece,
    pub(crate) parent: Option<Piece>,
    pub(crate) entries: Vec<Entry>,
    /// Lines that are neither entry nor comment.
    pub(crate) strays: Vec<Piece>,
    /// Comment lines just above the section, without their signs.
    pub(crate) comments: Vec<String>,
}

impl Block {
    /// For each entry, in order, the next one with the same key, if there is one.
    pub(crate) fn repeated(&self) -> Vec<Option<&Entry>> {
        let mut later: HashMap<&str, &Entry> = HashMap::with_capacity(self.entries.len());
        let back = self.entries.iter().rev();
        let mut list: Vec<_> = back
            .map(|entry| later.insert(entry.key.text.as_str(), entry))
            .collect();
        list.reverse();
        list
    }
}

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct File {
    pub(crate) blocks: Vec<Block>,
    /// Lines before the first section that are no comments.
    pub(crate) strays: Vec<Piece>,
    /// Section heads without a closing bracket.
    pub(crate) unclosed: Vec<Piece>,
}

/// Reads a file.
pub(crate) fn read(text: &str) -> File {
    let mut file = File::default();
    let mut comments: Vec<String> = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let line = line.trim_end_matches(['\n', '\r']);
        let trimmed = line.trim();
        if let Some(head) = line.strip_prefix('[') {
            match section(head, start + 1, std::mem::take(&mut comments)) {
                Some(block) => file.blocks.push(block),
                None => file.unclosed.push(Piece::new(line, start)),
            }
        } else if trimmed.is_empty() {
            comments.clear();
        } else if line.starts_with(['#', ';']) {
            let words = trimmed.trim_start_matches(['#', ';', ' ']).trim_end();
            comments.push(words.to_owned());
        } else {
            comments.clear();
            let entry = entry(line, start);
            let strays = match file.blocks.last_mut() {
                Some(block) => match entry {
                    Some(entry) => {
                        block.entries.push(entry);
                        continue;
                    }
                    None => &mut block.strays,
                },
                None => &mut file.strays,
            };
            strays.push(Piece::new(
                trimmed,
                start + (line.len() - line.trim_start().len()),
            ));
        }
    }
    file
}

/// Reads the rest of a line behind `[`.
fn section(head: &str, start: usize, comments: Vec<String>) -> Option<Block> {
    let (inside, _) = head.split_once(']')?;
    let (name, parent) = match inside.split_once(':') {
        Some((name, parent)) => (name, Some(Piece::new(parent, start + name.len() + 1))),
        None => (inside, None),
    };
    Some(Block {
        name: Piece::new(name, start),
        parent: parent.filter(|parent| !parent.text.is_empty()),
        entries: Vec::new(),
        strays: Vec::new(),
        comments,
    })
}

fn entry(line: &str, start: usize) -> Option<Entry> {
    let (key, value) = line.split_once('=')?;
    let blanks = value.len() - value.trim_start().len();
    let value = Piece::new(value.trim_start(), start + key.len() + 1 + blanks);
    let (value, words) = without_words(value);
    let key = key.trim_end_matches(' ');
    (!key.is_empty()).then(|| Entry {
        key: Piece::new(key, start),
        value,
        words,
    })
}

/// A value and the comment behind it, which begins with `#` or `;` behind a blank.
fn without_words(value: Piece) -> (Piece, Option<Piece>) {
    let mut before = None;
    let sign = value.text.char_indices().find(|&(_, letter)| {
        let begins = matches!(letter, '#' | ';') && before.is_none_or(char::is_whitespace);
        before = Some(letter);
        begins
    });
    let Some((at, _)) = sign else {
        return (value, None);
    };
    let kept = value.text[..at].trim_end().len();
    let words = value.part(at, value.text.len() - at);
    (value.part(0, kept), Some(words))
}

/// The line starts of a text.
#[derive(Debug)]
pub(crate) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(breaks).collect();
        Self { text, starts }
    }

    /// Line and column of a place, both from 1, the column in characters; of an unknown place the
    /// end of the text.
    pub(crate) fn place(&self, offset: usize) -> (usize, usize) {
        let end = if self.text.is_char_boundary(offset) {
            offset
        } else {
            self.text.len()
        };
        let line = self.starts.partition_point(|&start| start <= end);
        let start = self.starts[line - 1];
        (line, self.text[start..end].chars().count() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_keys_and_values_with_their_places() {
        let text = "stray\n# About x\n[x:chess]\npawn = p \n; no\nbad line\n king=-\r\n[y]\n[z\n";
        let file = read(text);
        assert_eq!(file.strays, [Piece::new("stray", 0)]);
        assert_eq!(file.unclosed, [Piece::new("[z", text.len() - 3)]);
        let [x, y] = &file.blocks[..] else {
            panic!("{file:?}")
        };
        assert_eq!((x.name.text.as_str(), y.name.text.as_str()), ("x", "y"));
        assert_eq!(x.parent, Some(Piece::new("chess", 19)));
        assert_eq!(x.comments, ["About x"]);
        assert_eq!(x.entries[0].value.text, "p ");
        assert_eq!(&text[x.entries[0].value.offset..][..1], "p");
        assert_eq!(x.entries[1].key.text, " king");
        assert_eq!(x.entries[1].value.text, "-");
        let entry = entry("nMoveRule = 0 \t# none", 5).unwrap();
        assert_eq!((entry.value.text.as_str(), entry.value.offset), ("0", 17));
        assert_eq!(
            entry.words.map(|words| (words.text, words.offset)),
            Some(("# none".to_owned(), 20))
        );
        assert_eq!(x.strays[0].text, "bad line");
        assert_eq!(Lines::new(text).place(x.entries[0].value.offset), (4, 8));
    }
}
