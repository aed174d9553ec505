//! The text cut into tokens, with nothing lost.
//!
//! The parser splits lines by them; formatting and highlighting can be built on them, since
//! comments, spaces and line ends are tokens too, and even what is no part of the language is one.

use crate::keywords;
use crate::span::Span;

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// Spaces and tabs; also the byte order mark at the start of a file.
    Whitespace,
    /// LF, CR LF or a lone CR.
    Newline,
    /// `#` and the rest of the line, without the line end.
    Comment,
    /// A word: `rook`, `e4`, `a1-c3`, `then`.
    Name,
    /// A piece's letter that no name can be: `+R`, `+(wz)`.
    Letter,
    /// `5`, `-1`, `3.5`
    Number,
    /// `1..3`, `2..`, `..3`, `1-3`
    Range,
    /// `8x8`
    Size,
    /// `"..."` or `"""..."""`, with its quotes.
    Text,
    /// `|`
    Pipe,
    /// `&`
    Ampersand,
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// `;`
    Semicolon,
    /// `=`
    Equals,
    /// `(`
    OpenParen,
    /// `)`
    CloseParen,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// A text without its closing quotes: up to the end of the line, or, with three quotes, up to
    /// the next line that begins with a keyword.
    UnclosedText,
    /// Begins like a number but is none: `3rd`, `1-2-3`, `1.2.3`.
    BadNumber,
    /// A word with letters that names cannot have: `naïve`.
    BadName,
    /// Characters that mean nothing here.
    Stray,
}

impl TokenKind {
    /// Whether it separates and has no meaning of its own: spaces, line ends, comments.
    pub fn is_trivia(self) -> bool {
        matches!(self, Self::Whitespace | Self::Newline | Self::Comment)
    }

    /// Whether it is an error by itself.
    pub fn is_bad(self) -> bool {
        matches!(
            self,
            Self::UnclosedText | Self::BadNumber | Self::BadName | Self::Stray
        )
    }
}

/// A piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    /// The kind.
    pub kind: TokenKind,
    /// The place in the text; never empty.
    pub span: Span,
}

/// Cuts a text into tokens. Their spans follow each other without a gap and cover the whole text.
///
/// ```
/// use ferz_grammar::{tokens, TokenKind};
/// let text = "board 8x8 # small";
/// let kinds: Vec<_> = tokens(text).iter().map(|t| t.kind).filter(|k| *k != TokenKind::Whitespace).collect();
/// assert_eq!(kinds, [TokenKind::Name, TokenKind::Size, TokenKind::Comment]);
/// ```
pub fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        at: 0,
        long_text_failed: false,
    };
    let mut list = Vec::with_capacity(text.len() / 4);
    while lexer.at < text.len() {
        let start = lexer.at;
        let kind = lexer.token();
        list.push(Token {
            kind,
            span: Span::new(start, lexer.at),
        });
    }
    list
}

struct Lexer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    /// A text in three quotes had no end: later ones are not searched for one beyond their line, so
    /// that the time stays linear.
    long_text_failed: bool,
}

const THREE_QUOTES: &str = "\"\"\"";

impl Lexer<'_> {
    /// The byte `ahead` of the current one; 0 past the end.
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn char(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip_while(&mut self, test: impl Fn(u8) -> bool) {
        while self.bytes.get(self.at).is_some_and(|&b| test(b)) {
            self.at += 1;
        }
    }

    /// Consumes one token, at least one byte.
    fn token(&mut self) -> TokenKind {
        if self.at == 0 && self.text.starts_with('\u{feff}') {
            self.at += '\u{feff}'.len_utf8();
            return TokenKind::Whitespace;
        }
        match self.peek(0) {
            b' ' | b'\t' => {
                self.skip_while(|b| matches!(b, b' ' | b'\t'));
                TokenKind::Whitespace
            }
            b'\r' | b'\n' => {
                self.at += if self.peek(0) == b'\r' && self.peek(1) == b'\n' {
                    2
                } else {
                    1
                };
                TokenKind::Newline
            }
            b'#' => {
                self.skip_while(is_inside_line);
                TokenKind::Comment
            }
            b'"' => self.quoted(),
            b if self.begins_number() => self.number(b == b'-'),
            b if b.is_ascii_alphabetic() => self.word(),
            b'+' if self.letter().is_some() => {
                self.at += self.letter().unwrap_or(1);
                TokenKind::Letter
            }
            b => match punctuation(b) {
                Some(kind) => {
                    self.at += 1;
                    kind
                }
                None if self.char().is_some_and(char::is_alphabetic) => self.word(),
                None => self.stray(),
            },
        }
    }

    /// The length of a letter with a plus; it is a word of its own, or one in brackets.
    fn letter(&self) -> Option<usize> {
        let rest = &self.bytes[self.at + 1..];
        let bracket = usize::from(rest.first() == Some(&b'('));
        let word = rest[bracket..]
            .iter()
            .take_while(|b| b.is_ascii_alphanumeric())
            .count();
        let begins = rest.get(bracket).is_some_and(u8::is_ascii_alphabetic);
        let closed = bracket == 0 || rest.get(bracket + word) == Some(&b')');
        (begins && closed).then_some(1 + word + 2 * bracket)
    }

    fn begins_number(&self) -> bool {
        match self.peek(0) {
            b'0'..=b'9' => true,
            b'-' => self.peek(1).is_ascii_digit(),
            b'.' => self.peek(1) == b'.' && self.peek(2).is_ascii_digit(),
            _ => false,
        }
    }

    fn number(&mut self, negative: bool) -> TokenKind {
        self.at += usize::from(negative);
        self.skip_while(|b| b.is_ascii_digit());
        let mut kind = TokenKind::Number;
        match (self.peek(0), self.peek(1)) {
            (b'.', b'0'..=b'9') => self.at += 1,
            (b'.', b'.') if !negative => (kind, self.at) = (TokenKind::Range, self.at + 2),
            (b'-', b'0'..=b'9') if !negative => (kind, self.at) = (TokenKind::Range, self.at + 1),
            (b'x', b'0'..=b'9') if !negative => (kind, self.at) = (TokenKind::Size, self.at + 1),
            _ => {}
        }
        self.skip_while(|b| b.is_ascii_digit());
        let end = self.at;
        while self.peek(0) == b'.' || self.word_goes_on() {
            self.step();
        }
        if self.at == end {
            kind
        } else {
            TokenKind::BadNumber
        }
    }

    /// Whether the next character still belongs to a word. Hyphens do if a letter or a digit
    /// follows them.
    fn word_goes_on(&self) -> bool {
        match self.peek(0) {
            b'-' => {
                let after = self.bytes[self.at..].iter().find(|b| **b != b'-');
                after.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_')
            }
            b'_' => true,
            b if b.is_ascii() => b.is_ascii_alphanumeric(),
            _ => self.char().is_some_and(char::is_alphanumeric),
        }
    }

    /// Passes one character, or several hyphens.
    fn step(&mut self) {
        if self.peek(0) == b'-' {
            self.skip_while(|b| b == b'-');
        } else {
            self.at += self.char().map_or(1, char::len_utf8);
        }
    }

    fn word(&mut self) -> TokenKind {
        let mut ascii = true;
        while self.word_goes_on() {
            ascii &= self.peek(0).is_ascii();
            self.step();
        }
        if ascii {
            TokenKind::Name
        } else {
            TokenKind::BadName
        }
    }

    /// Takes a run of characters that begin no token as one token.
    fn stray(&mut self) -> TokenKind {
        loop {
            self.step();
            let b = self.peek(0);
            let known = matches!(b, b' ' | b'\t' | b'\r' | b'\n' | b'#' | b'"')
                || b.is_ascii_alphabetic()
                || punctuation(b).is_some()
                || self.begins_number();
            if self.at >= self.bytes.len() || known || self.char().is_some_and(char::is_alphabetic) {
                return TokenKind::Stray;
            }
        }
    }

    fn quoted(&mut self) -> TokenKind {
        if self.text[self.at..].starts_with(THREE_QUOTES) {
            return self.long_text();
        }
        self.at += 1;
        loop {
            match self.peek(0) {
                b'"' => {
                    self.at += 1;
                    return TokenKind::Text;
                }
                _ if !self.is_in_line() => return TokenKind::UnclosedText,
                b'\\' => {
                    self.at += 1;
                    if self.is_in_line() {
                        self.at += 1;
                    }
                }
                _ => self.at += 1,
            }
        }
    }

    /// Whether there is a next byte and it is not a line end.
    fn is_in_line(&self) -> bool {
        self.bytes.get(self.at).copied().is_some_and(is_inside_line)
    }

    fn long_text(&mut self) -> TokenKind {
        self.at += THREE_QUOTES.len();
        let (mut rescue, mut line_end) = (None, None);
        let mut at = self.at;
        while at < self.bytes.len() {
            match self.bytes[at] {
                b'"' if self.bytes[at..].starts_with(THREE_QUOTES.as_bytes()) => {
                    self.at = at + THREE_QUOTES.len();
                    return TokenKind::Text;
                }
                b'\\' => at += 1,
                b'\r' | b'\n' => {
                    line_end.get_or_insert(at);
                    if self.long_text_failed {
                        break;
                    }
                    if rescue.is_none() && keywords::begins_line(&self.text[at + 1..]) {
                        rescue = Some(at);
                    }
                }
                _ => {}
            }
            at += 1;
        }
        let end = if self.long_text_failed { line_end } else { rescue };
        self.at = end.unwrap_or(self.bytes.len());
        self.long_text_failed = true;
        TokenKind::UnclosedText
    }
}

fn is_inside_line(b: u8) -> bool {
    !matches!(b, b'\r' | b'\n')
}

fn punctuation(b: u8) -> Option<TokenKind> {
    Some(match b {
        b'|' => TokenKind::Pipe,
        b'&' => TokenKind::Ampersand,
        b',' => TokenKind::Comma,
        b':' => TokenKind::Colon,
        b';' => TokenKind::Semicolon,
        b'=' => TokenKind::Equals,
        b'(' => TokenKind::OpenParen,
        b')' => TokenKind::CloseParen,
        b'[' => TokenKind::OpenBracket,
        b']' => TokenKind::CloseBracket,
        b'{' => TokenKind::OpenBrace,
        b'}' => TokenKind::CloseBrace,
        _ => return None,
    })
}
