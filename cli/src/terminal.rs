//! What the output can show.

use std::io::{IsTerminal, stderr, stdout};

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
