//! Texts in quotes: what they say, and how to write them.

use crate::span::Span;

const LONG: &str = "\"\"\"";

/// The contents of a quoted text. `quoted` includes its quotes.
///
/// Line ends in a long text become LF, and one right after the opening quotes is dropped. An
/// unknown escape stands for itself.
pub(crate) fn unquote(quoted: &str) -> String {
    let long = quoted.strip_prefix(LONG).and_then(|rest| rest.strip_suffix(LONG));
    let short = || quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let inner = long.or_else(short).unwrap_or(quoted);
    let inner = match long {
        Some(_) => ["\r\n", "\n", "\r"]
            .iter()
            .find_map(|end| inner.strip_prefix(end))
            .unwrap_or(inner),
        None => inner,
    };
    let mut value = String::with_capacity(inner.len());
    let mut chars = inner.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' => {
                chars.next_if_eq(&'\n');
                value.push('\n');
            }
            '\\' => match chars.next_if(|c| escaped(*c).is_some()).and_then(escaped) {
                Some(c) => value.push(c),
                None => value.push('\\'),
            },
            _ => value.push(c),
        }
    }
    value
}

/// The escapes: `\"`, `\\`, `\n`, `\t`.
fn escaped(c: char) -> Option<char> {
    match c {
        '"' | '\\' => Some(c),
        'n' => Some('\n'),
        't' => Some('\t'),
        _ => None,
    }
}

/// A fault inside a quoted text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// A backslash before something that is no escape.
    Escape,
    /// A character that cannot be seen, other than a tab or a line end.
    Control,
}

/// All flaws of a quoted text with their places, counted from the beginning of `quoted`.
pub(crate) fn flaws(quoted: &str) -> impl Iterator<Item = (Flaw, Span)> {
    let mut chars = quoted.char_indices();
    std::iter::from_fn(move || {
        loop {
            let (start, c) = chars.next()?;
            if c == '\\' {
                let (at, next) = chars.next()?;
                if escaped(next).is_none() {
                    return Some((Flaw::Escape, Span::new(start, at + next.len_utf8())));
                }
            } else if c.is_control() && !matches!(c, '\t' | '\n' | '\r') {
                return Some((Flaw::Control, Span::new(start, start + c.len_utf8())));
            }
        }
    })
}

/// A text on one line, with its quotes. Control characters other than LF and tab are left out: they
/// cannot be written.
pub fn quote(value: &str) -> String {
    let mut quoted = String::with_capacity(value.len() + 2);
    quoted.push('"');
    for c in value.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => {}
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A text in three quotes, its lines as they are.
pub(crate) fn quote_long(value: &str) -> String {
    let mut quoted = format!("{LONG}\n");
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => quoted.push_str("\\\\"),
            '"' if chars.peek().is_none_or(|next| *next == '"') => quoted.push_str("\\\""),
            '\n' | '\t' => quoted.push(c),
            c if c.is_control() => {}
            c => quoted.push(c),
        }
    }
    quoted.push_str(LONG);
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_line_ends() {
        assert_eq!(unquote(r#""a \"b\" \\ \n\t""#), "a \"b\" \\ \n\t");
        assert_eq!(unquote(r#""\q""#), "\\q");
        assert_eq!(unquote("\"\"\"\r\none\rtwo\r\n\n\"\"\""), "one\ntwo\n\n");
        assert_eq!(unquote("\"\"\"\"a\"\"\"\""), "\"a\"");
        assert_eq!(unquote("\"\""), "");
        assert_eq!(unquote("\"\"\"\"\"\""), "");
    }

    #[test]
    fn writing_and_reading_agree() {
        for value in [
            "",
            "\"",
            "a\"\"\"b\"",
            "\n",
            "\nx\n",
            "\\n",
            "tab\there",
            "é\u{2003}",
        ] {
            assert_eq!(unquote(&quote(value)), value);
            assert_eq!(unquote(&quote_long(value)), value);
        }
    }

    #[test]
    fn flaws_have_places() {
        let found: Vec<_> = flaws("\"\\q\\n\u{1}\"").collect();
        assert_eq!(
            found,
            [(Flaw::Escape, Span::new(1, 3)), (Flaw::Control, Span::new(5, 6))]
        );
    }
}
