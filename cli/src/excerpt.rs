//! The excerpt that diagnostics show of a text: the lines that they are about, and of very long
//! lines only the relevant part.

use crate::terminal;
use ferz_grammar::span::Span;
use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

/// Lines of more bytes are not shown whole.
pub(crate) const LONG: usize = 400;

/// Marks of more lines show the first one.
const LINES: usize = 24;

/// Number of bytes of a long line that are shown before and after the mark.
const AROUND: usize = 100;

/// A text with its name, as it can be shown: no character of it steers the terminal.
#[derive(Clone, Debug)]
pub(crate) struct Excerpt {
    name: String,
    text: String,
    /// The places where characters were replaced, each with the growth of the text up to there, in
    /// bytes.
    grown: Vec<(usize, usize)>,
}

impl Excerpt {
    /// A text under that name.
    pub(crate) fn new(name: &str, text: &str) -> Self {
        let mut grown = Vec::new();
        let mut by = 0;
        for (at, c) in text.char_indices().filter(|&(_, c)| terminal::steers(c)) {
            by += terminal::picture(c).len_utf8() - c.len_utf8();
            grown.push((at, by));
        }
        Self {
            name: terminal::visible(name).into_owned(),
            text: terminal::visible(text).into_owned(),
            grown,
        }
    }

    /// A place of the text as it was given, in the text as it is shown.
    fn shown(&self, span: Span) -> Span {
        let shown = |offset: usize| {
            let before = self.grown.partition_point(|&(at, _)| at < offset);
            let by = before.checked_sub(1).map_or(0, |i| self.grown[i].1);
            (offset + by).min(self.text.len())
        };
        Span::new(shown(span.start), shown(span.end))
    }

    /// The place inside the text, and its beginning only if it takes a very long line, or many.
    pub(crate) fn place(&self, span: Span) -> (usize, usize) {
        let Span { start, end } = self.shown(span);
        let marked = self.text.get(start..end).unwrap_or("");
        let first = marked.find('\n').unwrap_or(marked.len());
        let shown = if first > LONG {
            marked.floor_char_boundary(AROUND)
        } else if marked.lines().nth(LINES).is_some() {
            first
        } else {
            marked.len()
        };
        (start, shown)
    }

    /// Whether two places in one line are too far apart to be shown together.
    pub(crate) fn is_far(&self, a: Span, b: Span) -> bool {
        let (a, b) = (self.shown(a), self.shown(b));
        let (first, second) = if a.start < b.start { (a, b) } else { (b, a) };
        let between = self.text.get(first.start..second.end).unwrap_or("");
        between.lines().any(|line| line.len() > LONG)
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let whole = self.text.read_span(span, lines_before, lines_after)?;
        let first = whole.span().offset();
        let Some(text) = self.text.get(first..first + whole.data().len()) else {
            return Err(MietteError::OutOfBounds);
        };
        let marked = span.offset() - first;
        let from = beginning(text, marked);
        let to = end(text, (marked + span.len()).min(text.len()).max(from));
        let skipped = &text[..from];
        let line = whole.line() + skipped.matches('\n').count();
        let column = match skipped.rfind('\n') {
            Some(at) => skipped[at + 1..].chars().count(),
            None => whole.column() + skipped.chars().count(),
        };
        let shown = &text[from..to];
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            shown.as_bytes(),
            (first + from, shown.len()).into(),
            line,
            column,
            shown.lines().count(),
        )))
    }
}

/// The beginning of the excerpt for a mark: some lines before it, its own line, or a place inside
/// the line.
fn beginning(text: &str, marked: usize) -> usize {
    let line = text[..marked].rfind('\n').map_or(0, |at| at + 1);
    if marked - line > LONG {
        return text.floor_char_boundary(marked - AROUND);
    }
    if text[..line].lines().any(|line| line.len() > LONG) {
        line
    } else {
        0
    }
}

/// The end of the excerpt for a mark.
fn end(text: &str, marked: usize) -> usize {
    let line = text[marked..].find('\n').map_or(text.len(), |at| marked + at);
    if line - marked > LONG {
        return text.floor_char_boundary(marked + AROUND);
    }
    if text[line..].lines().any(|line| line.len() > LONG) {
        line
    } else {
        text.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text that is shown, its line and its column.
    fn shown(text: &str, start: usize, len: usize) -> (String, usize, usize) {
        let excerpt = Excerpt::new("x", text);
        let contents = excerpt.read_span(&(start, len).into(), 1, 1).unwrap();
        let shown = String::from_utf8(contents.data().to_vec()).unwrap();
        assert_eq!(text[contents.span().offset()..][..shown.len()], shown);
        (shown, contents.line(), contents.column())
    }

    #[test]
    fn short_lines_are_shown_with_those_around_them() {
        assert_eq!(shown("a\nbcd\ne\nf\n", 3, 1), ("a\nbcd\ne\n".to_owned(), 0, 0));
    }

    #[test]
    fn of_long_lines_a_part_is_shown() {
        let long = "é".repeat(5000);
        let (part, line, column) = shown(&format!("a\n{long}\nb\n"), 6002, 4);
        assert!(part.len() < 300 && part.chars().all(|c| c == 'é'), "{part}");
        assert_eq!((line, column), (1, 2950));
        let (part, line, column) = shown(&format!("{long}\nbcd\n{long}\n"), long.len() + 2, 1);
        assert_eq!((part.as_str(), line, column), ("bcd", 1, 0));
    }

    #[test]
    fn places() {
        let text = format!("ab {}\ncd\n", "x".repeat(1000));
        let excerpt = Excerpt::new("x", &text);
        assert_eq!(excerpt.place(Span::new(0, 2)), (0, 2));
        assert_eq!(excerpt.place(Span::new(3, 900)), (3, 100));
        assert_eq!(excerpt.place(Span::new(1004, 9000)), (1004, 3));
        assert!(excerpt.is_far(Span::new(0, 2), Span::new(900, 901)));
        assert!(excerpt.is_far(Span::new(1004, 1006), Span::new(0, 2)));
        assert!(!excerpt.is_far(Span::new(0, 2), Span::new(3, 4)));
    }

    #[test]
    fn control_characters_are_pictures() {
        let excerpt = Excerpt::new("a\u{7}", "x\u{1b}[2J\u{202e}yz\n");
        assert_eq!(
            (excerpt.name.as_str(), excerpt.text.as_str()),
            ("a\u{2407}", "x\u{241b}[2J\u{fffd}yz\n")
        );
        assert_eq!(excerpt.place(Span::new(0, 1)), (0, 1));
        // `y`, behind a character of one byte and one of three that take three each.
        assert_eq!(excerpt.place(Span::new(8, 9)), (10, 1));
    }
}
