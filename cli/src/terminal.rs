//! The abilities of the output.

use std::borrow::Cow;
use std::io::{IsTerminal, stderr, stdout};
use std::path::Path;

/// Width of text that does not go to a terminal.
const PLAIN_WIDTH: usize = 100;

/// Whether standard output takes colours.
pub(crate) fn colours() -> bool {
    stdout().is_terminal() && wanted()
}

/// Whether standard error takes colours.
pub(crate) fn error_colours() -> bool {
    stderr().is_terminal() && wanted()
}

fn wanted() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Width of standard output in columns.
pub(crate) fn width() -> usize {
    terminal_size::terminal_size_of(stdout()).map_or(PLAIN_WIDTH, |(width, _)| usize::from(width.0))
}

/// Width of standard error in columns.
pub(crate) fn error_width() -> usize {
    terminal_size::terminal_size_of(stderr()).map_or(PLAIN_WIDTH, |(width, _)| usize::from(width.0))
}

/// Whether a character would have an effect on the terminal: control characters except tabs and
/// line ends, and characters that change the direction of a line.
pub(crate) fn steers(c: char) -> bool {
    let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || (c.is_control() && !matches!(c, '\t' | '\n' | '\r'))
}

/// The character shown in place of such a character: the picture of a control character, or a
/// question mark in a box.
pub(crate) fn picture(c: char) -> char {
    match u32::from(c) {
        code @ 0..=0x1f => char::from_u32(0x2400 + code).unwrap_or('\u{fffd}'),
        0x7f => '\u{2421}',
        _ => '\u{fffd}',
    }
}

/// A text in which no character steers the terminal.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if text.contains(steers) {
        Cow::Owned(
            text.chars()
                .map(|c| if steers(c) { picture(c) } else { c })
                .collect(),
        )
    } else {
        Cow::Borrowed(text)
    }
}

/// A text in which no character steers the terminal, without the middle if it quotes very much.
pub(crate) fn told(text: &str) -> Cow<'_, str> {
    const MOST: usize = 1_000;
    const ENDS: usize = 400;
    if text.len() <= MOST {
        return visible(text);
    }
    let (first, last) = (
        text.floor_char_boundary(ENDS),
        text.ceil_char_boundary(text.len() - ENDS),
    );
    let (left, right) = (visible(&text[..first]), visible(&text[last..]));
    Cow::Owned(format!("{left} ... {right}"))
}

/// A path in which no character steers the terminal.
pub(crate) fn path(path: &Path) -> String {
    visible(&path.to_string_lossy()).into_owned()
}

/// Words in columns, read line by line.
pub(crate) fn columns(words: &[String], width: usize) -> String {
    let longest = words.iter().map(|word| word.chars().count()).max().unwrap_or(0) + 2;
    let each = (width / longest).max(1);
    let line = |row: &[String]| {
        let cells: String = row.iter().map(|word| format!("{word:longest$}")).collect();
        format!("{}\n", cells.trim_end())
    };
    words.chunks(each).map(line).collect()
}

/// Text broken into lines of at most `width` columns, where it has no line breaks already.
pub(crate) fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut used = 0;
        for word in line.split(' ') {
            let length = word.chars().count();
            if used > 0 && used + 1 + length > width {
                out.push('\n');
                used = 0;
            } else if used > 0 {
                out.push(' ');
                used += 1;
            }
            out.push_str(word);
            used += length;
        }
        out.push('\n');
    }
    out
}
