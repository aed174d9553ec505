//! The syntax tree: what was written, with its places, and no meaning.
//!
//! Every node is owned and carries its [`Span`]. Names are not resolved, words are not understood:
//! `step forward` and `ranks 1-3` are both a [`ExprKind::Phrase`] here.

use crate::span::{Span, Spanned};
use serde::Serialize;
use std::collections::BTreeSet;

/// A word of the language or of the author: letters, digits, `-` and `_`, beginning with a letter.
///
/// Also what looks like one: squares (`e4`), ranges of squares or files (`a1-c3`, `a-d`).
pub type Name = Spanned<String>;

/// One file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SourceFile {
    /// `variant "Name" extends parent` or `library "Name"`; absent if it could not be read.
    pub header: Option<Header>,
    /// The rest, in the order written.
    pub declarations: Vec<Declaration>,
    /// The parts that could not be read, in the order written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Unread>,
}

/// A line or declaration that could not be read and is not in the tree.
///
/// A word that seems to be missing from the tree may stand here. Do not report a word as missing if
/// [`Unread::mentions`] finds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unread {
    /// All of it.
    pub span: Span,
    /// The words in it, and the keyword that its first word was likely meant to be.
    pub words: BTreeSet<String>,
}

impl Unread {
    /// Whether the word occurs in it, so that it may be declared there.
    pub fn mentions(&self, word: &str) -> bool {
        self.words.contains(word)
    }
}

/// The first line of a file.
///
/// ```text
/// variant "Shocking Chess" extends chess
/// library "Robotic pieces"
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Header {
    /// A variant can be played; a library holds movements and zones for `include`.
    pub kind: FileKind,
    /// The title between the quotes.
    pub title: Spanned<String>,
    /// The rules that the file changes: a bare name (`chess`) or a quoted path (`"../mine.ferz"`).
    pub extends: Option<Spanned<String>>,
    /// The whole header.
    pub span: Span,
}

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FileKind {
    /// A playable variant.
    Variant,
    /// Definitions for others to include.
    Library,
}

/// One declaration at the top of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "declaration", rename_all = "lowercase")]
pub enum Declaration {
    /// `about "..."`, `source "..."`, `start "FEN"`, `include robotic`
    Text(TextDecl),
    /// `board 8x8 { ... }`
    Board(BoardDecl),
    /// `square x0 { north-east: e1 }`
    Square(SquareDecl),
    /// `zone camp = ranks 1-3`, `zone white camp = ranks 1-3`
    Zone(ZoneDecl),
    /// `movement robotic(m) = m | m over any`
    Movement(MovementDecl),
    /// `mechanic boom(sparing: pieces = []) { on capture { ... } }`
    Mechanic(MechanicDecl),
    /// `army white "Empire" { ... }`
    Army(ArmyDecl),
    /// `piece archbishop A = bishop | knight`
    Piece(PieceDecl),
    /// `castling white { ... }`, `promotion pawn { ... }`, `royalty { ... }`, `end { ... }`, ...
    Section(SectionDecl),
    /// `use facing-royals(lines: orthogonal)`
    Use(UseDecl),
    /// `without castling`, `without piece queen`
    Without(WithoutDecl),
}

impl Declaration {
    /// The whole declaration.
    pub fn span(&self) -> Span {
        match self {
            Self::Text(d) => d.span,
            Self::Board(d) => d.span,
            Self::Square(d) => d.span,
            Self::Zone(d) => d.span,
            Self::Movement(d) => d.span,
            Self::Mechanic(d) => d.span,
            Self::Army(d) => d.span,
            Self::Piece(d) => d.span,
            Self::Section(d) => d.span,
            Self::Use(d) => d.span,
            Self::Without(d) => d.span,
        }
    }
}

/// A keyword and one text or name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TextDecl {
    /// `about`, `source`, `start` or `include`.
    pub keyword: Name,
    /// The text (quotes removed, escapes resolved) or the bare name.
    pub value: Spanned<String>,
    /// The whole declaration.
    pub span: Span,
}

/// `board 10x8` with an optional block of entries (`holes`, `wrap`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardDecl {
    /// Number of files, as written.
    pub files: Spanned<u32>,
    /// Number of ranks, as written.
    pub ranks: Spanned<u32>,
    /// The entries of the block.
    pub entries: Vec<Entry>,
    /// The whole declaration.
    pub span: Span,
}

/// A square outside the grid and its neighbours, one entry a direction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SquareDecl {
    /// The name, such as `x0`.
    pub name: Name,
    /// `direction: square`
    pub entries: Vec<Entry>,
    /// The whole declaration.
    pub span: Span,
}

/// A named set of squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ZoneDecl {
    /// The name.
    pub name: Name,
    /// `white`, `black` or `both`, if written.
    pub side: Option<Name>,
    /// The set.
    pub value: Expr,
    /// The whole declaration.
    pub span: Span,
}

/// A named movement, perhaps with parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MovementDecl {
    /// The name.
    pub name: Name,
    /// Parameters, empty without parentheses.
    pub parameters: Vec<Name>,
    /// The meaning.
    pub body: Expr,
    /// The whole declaration.
    pub span: Span,
}

/// A named mechanic with its parameters and declarations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MechanicDecl {
    /// The name, as written after `use`.
    pub name: Name,
    /// The parameters, empty without parentheses.
    pub parameters: Vec<TypedParameter>,
    /// The declarations in its block.
    pub body: Vec<Declaration>,
    /// The whole declaration.
    pub span: Span,
}

/// `area: movement = step all`
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TypedParameter {
    /// The name.
    pub name: Name,
    /// The kind of its value.
    pub kind: Expr,
    /// The value if none is given.
    pub default: Option<Expr>,
    /// All of it.
    pub span: Span,
}

/// The whole army of one side or of both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ArmyDecl {
    /// `white`, `black` or `both`.
    pub side: Name,
    /// `army black "Robots"`
    pub title: Option<Spanned<String>>,
    /// `army black except knight, bishop`: the army that is there already stays, but for these
    /// pieces. Empty without `except`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<Name>,
    /// One per line.
    pub pieces: Vec<PieceDecl>,
    /// The whole declaration.
    pub span: Span,
}

/// One piece: in an army (`missile M = robotic(rook), value 5`) or alone, after the word `piece`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceDecl {
    /// Only alone: `piece white soldier S = ...`.
    pub side: Option<Name>,
    /// The name.
    pub name: Name,
    /// The letter, as written: `R`, `+R`, `(wz)`.
    pub letter: Name,
    /// The movement; without one, the piece of that name that is already known is meant.
    pub movement: Option<Expr>,
    /// The attributes behind the commas: `royal`, `value 9`.
    pub attributes: Vec<Expr>,
    /// The whole line.
    pub span: Span,
}

/// A keyword, perhaps some words, and a block of entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SectionDecl {
    /// `promotion`, `castling`, `royalty`, `end`, ...: any name the parser does not know otherwise.
    pub keyword: Name,
    /// The words between keyword and block: `promotion white pawn { ... }`.
    pub arguments: Vec<Name>,
    /// The words after `except`: `drop all except king { ... }`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub except: Vec<Name>,
    /// The entries of the block.
    pub entries: Vec<Entry>,
    /// The whole declaration.
    pub span: Span,
}

/// `key: value, value` in a block, ended by a line end or `;`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Before the colon.
    pub key: Name,
    /// After the colon, separated by commas; never empty.
    pub values: Vec<Expr>,
    /// The whole entry.
    pub span: Span,
}

/// `use hook` or `use hook(key: value, ...)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UseDecl {
    /// The hook's name.
    pub hook: Name,
    /// The parameters.
    pub arguments: Vec<Argument>,
    /// The whole declaration.
    pub span: Span,
}

/// Takes back something that the parent declares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WithoutDecl {
    /// `castling`, `piece queen`, `use facing-royals`
    pub words: Vec<Name>,
    /// The whole declaration.
    pub span: Span,
}

/// `key: value` or `value` between the parentheses of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Argument {
    /// Before the colon, if there is one.
    pub key: Option<Name>,
    /// The value.
    pub value: Expr,
    /// Both.
    pub span: Span,
}

/// An expression: a movement, a set of squares, or a plain value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Expr {
    /// The kind.
    #[serde(flatten)]
    pub kind: ExprKind,
    /// The place in the text.
    pub span: Span,
}

/// The forms of an expression, from the tightest to the loosest binding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ExprKind {
    /// `rook`, `e4`, `a1-c3`, `north-east`
    Name(String),
    /// `5`, `-1`
    Number(i64),
    /// `3.5`, as written
    Decimal(String),
    /// `1..3`, `2..`, `..3`, and `1-3` (from and to, both included)
    Range {
        /// Before the dots.
        min: Option<u32>,
        /// After the dots.
        max: Option<u32>,
    },
    /// `"..."`
    Text(String),
    /// `name(argument, key: argument)`, no space before the parenthesis
    Call {
        /// Before the parenthesis.
        name: Name,
        /// Between them.
        arguments: Vec<Argument>,
    },
    /// `( expression )`
    Group(Box<Expr>),
    /// `[ value, value ]`
    List(Vec<Expr>),
    /// Two or more of the above side by side: `step forward`, `betza "fW"`, `ranks 1-3`
    Phrase(Vec<Expr>),
    /// `a then b then c`, two or more
    Then(Vec<Expr>),
    /// `a & b`, two or more
    Intersection(Vec<Expr>),
    /// `a except b`
    Except(Box<Expr>, Box<Expr>),
    /// `a | b`, two or more
    Union(Vec<Expr>),
}

impl ExprKind {
    /// The same with its parts replaced by other expressions. Names and keys of calls stay.
    #[must_use]
    pub fn map(&self, mut change: impl FnMut(&Expr) -> Expr) -> Self {
        let mut all = |list: &[Expr]| list.iter().map(&mut change).collect();
        match self {
            Self::Call { name, arguments } => {
                let argument = |argument: &Argument| Argument {
                    value: change(&argument.value),
                    ..argument.clone()
                };
                Self::Call {
                    name: name.clone(),
                    arguments: arguments.iter().map(argument).collect(),
                }
            }
            Self::Group(inner) => Self::Group(Box::new(change(inner))),
            Self::Except(from, what) => Self::Except(Box::new(change(from)), Box::new(change(what))),
            Self::List(list) => Self::List(all(list)),
            Self::Phrase(list) => Self::Phrase(all(list)),
            Self::Then(list) => Self::Then(all(list)),
            Self::Intersection(list) => Self::Intersection(all(list)),
            Self::Union(list) => Self::Union(all(list)),
            Self::Name(_) | Self::Number(_) | Self::Decimal(_) | Self::Range { .. } | Self::Text(_) => {
                self.clone()
            }
        }
    }

    /// The expressions that it is made of.
    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Self::Call { arguments, .. } => arguments.iter().map(|a| &a.value).collect(),
            Self::Group(inner) => vec![inner],
            Self::Except(from, what) => vec![from, what],
            Self::List(list)
            | Self::Phrase(list)
            | Self::Then(list)
            | Self::Intersection(list)
            | Self::Union(list) => list.iter().collect(),
            Self::Name(_) | Self::Number(_) | Self::Decimal(_) | Self::Range { .. } | Self::Text(_) => {
                Vec::new()
            }
        }
    }
}

impl Expr {
    /// The number of expressions that it consists of, itself included.
    pub fn size(&self) -> usize {
        1 + self.kind.parts().into_iter().map(Self::size).sum::<usize>()
    }
}
