//! Mechanics that a variant can use by name: the hooks of the engine, and those that are written in
//! the language. The manual, the language services and the compiler need the same facts of both.

use crate::hooks::{self, HookInfo, ParameterKind};
use crate::rules::{ABSORBED, CAPTURED, EXILE, TOWERS};
use crate::vocabulary::{RULES, RulesKey};
use ferz_engine::order::sort_by;
use ferz_grammar::ast::{Declaration, Expr, ExprKind, MechanicDecl};
use ferz_grammar::diagnostic::Sink;
use ferz_grammar::span::{SourceId, Span};

/// The library of the mechanics that every file knows without including it.
pub const LIBRARY: &str = "mechanics";

/// One mechanic, as its manual describes it.
#[derive(Clone, Debug)]
pub struct Mechanic {
    /// The name after `use`.
    pub name: String,
    /// The summary, in one line.
    pub summary: String,
    /// The full description.
    pub doc: String,
    /// The parameters, in order.
    pub parameters: Vec<Parameter>,
    /// A declaration as an author would write it, with the declarations that chess lacks for it.
    pub example: String,
    /// The key of the extended FEN that it owns, if it remembers anything.
    pub position_key: Option<&'static str>,
    /// Whether one variant may use it several times.
    pub repeatable: bool,
    /// Whether it is written in the language.
    pub is_text: bool,
}

/// One parameter of a mechanic.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name before the colon.
    pub name: String,
    /// The kind of its value.
    pub kind: Kind,
    /// The value if none is given, as an author would write it.
    pub default: Option<String>,
    /// The meaning, for the manual.
    pub doc: String,
}

/// The kinds of values of parameters.
#[derive(Clone, Debug)]
pub enum Kind {
    /// One of the kinds that hooks have, too.
    Of(ParameterKind),
    /// One of these words.
    Words(Vec<String>),
}

/// The words for types after the colon of a parameter, with their meanings and a line about each.
const TYPES: [(&str, ParameterKind, &str); 7] = [
    ("piece", ParameterKind::Piece, "a kind of piece"),
    ("pieces", ParameterKind::Pieces, "kinds of pieces, or `all`"),
    ("movement", ParameterKind::Movement, "a movement"),
    (
        "squares",
        ParameterKind::Zone,
        "a set of squares, mirrored for Black",
    ),
    (
        "fixed-squares",
        ParameterKind::Squares,
        "a set of squares as written, the same for both sides",
    ),
    (
        "number",
        ParameterKind::Number {
            min: 0,
            max: 1_000_000,
        },
        "a whole number; `1..3`: one from 1 to 3",
    ),
    (
        "word",
        ParameterKind::Name,
        "any word; `near | far`: one of these, `yes | no` and `white | black` among them",
    ),
];

/// The words for types of parameters, each with a line about it.
pub fn types() -> impl Iterator<Item = (&'static str, &'static str)> {
    TYPES.iter().map(|&(word, _, about)| (word, about))
}

impl Parameter {
    /// The meaning, or the kind of value if there is none.
    pub fn about(&self) -> String {
        if self.doc.is_empty() {
            self.kind.words()
        } else {
            self.doc.clone()
        }
    }
}

impl Kind {
    /// The words for types.
    pub(crate) fn types() -> impl Iterator<Item = &'static str> {
        TYPES.iter().map(|&(word, ..)| word)
    }

    /// The type that is written so; `None` if there is none.
    pub fn read(expr: &Expr) -> Option<Self> {
        match &expr.kind {
            ExprKind::Group(inner) => Self::read(inner),
            ExprKind::Name(name) => {
                let known = TYPES.iter().find(|(word, ..)| word == name);
                known.map(|&(_, kind, _)| Self::Of(kind))
            }
            ExprKind::Range { min, max } => {
                let (min, max) = (i64::from(min.unwrap_or(0)), i64::from(max.unwrap_or(u32::MAX)));
                (min <= max).then_some(Self::Of(ParameterKind::Number { min, max }))
            }
            ExprKind::Union(list) => {
                let word = |expr: &Expr| match &expr.kind {
                    ExprKind::Name(name) => Some(name.clone()),
                    _ => None,
                };
                let words: Vec<String> = list.iter().map(word).collect::<Option<_>>()?;
                let named: Vec<&str> = words.iter().map(String::as_str).collect();
                Some(match named[..] {
                    ["yes", "no"] => Self::Of(ParameterKind::Bool),
                    ["white", "black"] => Self::Of(ParameterKind::Side),
                    ["white", "black", "both"] => Self::Of(ParameterKind::Sides),
                    _ => Self::Words(words),
                })
            }
            _ => None,
        }
    }

    /// The type as it is written after the colon of a parameter.
    pub fn text(&self) -> String {
        let kind = match self {
            Self::Words(words) => return words.join(" | "),
            Self::Of(kind) => kind,
        };
        let word = TYPES.iter().find(|(_, of, _)| match (of, kind) {
            (
                ParameterKind::Number { min, max },
                ParameterKind::Number {
                    min: least,
                    max: most,
                },
            ) => min == least && max == most,
            (of, kind) => std::mem::discriminant(of) == std::mem::discriminant(kind),
        });
        match (word, kind) {
            (Some((word, ..)), _) => (*word).to_owned(),
            (None, ParameterKind::Number { min, max }) if *max == i64::from(u32::MAX) => format!("{min}.."),
            (None, ParameterKind::Number { min, max }) => format!("{min}..{max}"),
            (None, ParameterKind::Bool) => "yes | no".to_owned(),
            (None, ParameterKind::Side) => "white | black".to_owned(),
            (None, ParameterKind::Sides) => "white | black | both".to_owned(),
            (None, kind) => kind.words(),
        }
    }

    /// The words for a value of the kind.
    pub fn words(&self) -> String {
        match self {
            Self::Of(kind) => kind.words(),
            Self::Words(words) => words.join(", "),
        }
    }
}

impl From<&HookInfo> for Mechanic {
    fn from(hook: &HookInfo) -> Self {
        let parameters = hook.parameters.iter().map(|parameter| Parameter {
            name: parameter.name.to_owned(),
            kind: Kind::Of(parameter.kind),
            default: parameter.default.map(str::to_owned),
            doc: parameter.doc.to_owned(),
        });
        Self {
            name: hook.name.to_owned(),
            summary: hook.summary.to_owned(),
            doc: hook.doc.to_owned(),
            parameters: parameters.collect(),
            example: hook.example.to_owned(),
            position_key: hook.position_key,
            repeatable: hook.repeatable,
            is_text: false,
        }
    }
}

impl Mechanic {
    /// A mechanic of a text; its manual is the comment above it.
    pub fn of(declaration: &MechanicDecl, text: &str) -> Self {
        let slice = |span: Span| text.get(span.start..span.end).unwrap_or_default().to_owned();
        let parameters = declaration.parameters.iter().map(|parameter| Parameter {
            name: parameter.name.value.clone(),
            kind: Kind::read(&parameter.kind).unwrap_or(Kind::Of(ParameterKind::Name)),
            default: parameter.default.as_ref().map(|value| slice(value.span)),
            doc: String::new(),
        });
        let mut mechanic = Self {
            name: declaration.name.value.clone(),
            summary: String::new(),
            doc: String::new(),
            parameters: parameters.collect(),
            example: String::new(),
            position_key: position_key(declaration),
            // A mechanic is used once if a second use would add nothing.
            repeatable: declaration.parameters.iter().any(|p| p.default.is_none()),
            is_text: true,
        };
        mechanic.read_manual(&comment_above(text, declaration.span.start));
        mechanic
    }

    /// The comment above a mechanic: its effect in one line, an empty line, its effect in full,
    /// `parameter: ...` for each parameter, and an example that is indented.
    fn read_manual(&mut self, lines: &[&str]) {
        enum In {
            Doc,
            Parameter(usize),
        }
        let (mut now, mut paragraphs) = (In::Doc, vec![String::new()]);
        for line in lines {
            if let Some(code) = line.strip_prefix("    ") {
                self.example.push_str(code);
                self.example.push('\n');
                continue;
            }
            let named = line.split_once(": ").and_then(|(name, rest)| {
                let number = self.parameters.iter().position(|p| p.name == name)?;
                Some((number, rest))
            });
            match (named, line.trim()) {
                (Some((number, rest)), _) => {
                    now = In::Parameter(number);
                    rest.trim().clone_into(&mut self.parameters[number].doc);
                }
                (None, "") => {
                    now = In::Doc;
                    if self.example.is_empty() {
                        paragraphs.push(String::new());
                    } else {
                        self.example.push('\n');
                    }
                }
                (None, line) => {
                    let text = match now {
                        In::Parameter(number) => &mut self.parameters[number].doc,
                        In::Doc => match paragraphs.last_mut() {
                            Some(last) => last,
                            None => continue,
                        },
                    };
                    if !text.is_empty() {
                        text.push(' ');
                    }
                    text.push_str(line);
                }
            }
        }
        self.example.truncate(self.example.trim_end().len());
        let mut paragraphs = paragraphs.into_iter().filter(|text| !text.is_empty());
        self.summary = paragraphs.next().unwrap_or_default();
        self.doc = paragraphs.collect::<Vec<_>>().join("\n\n");
        if self.doc.is_empty() {
            self.doc.clone_from(&self.summary);
        }
        if self.example.is_empty() {
            self.example = format!("use {}", self.name);
        }
    }

    /// A whole ruleset that uses it.
    pub fn ruleset(&self) -> String {
        format!(
            "variant \"Example\" extends chess\n\n{}\n",
            self.example.trim_end()
        )
    }

    /// The name in messages.
    pub fn what(&self) -> &'static str {
        if self.is_text { "mechanic" } else { "hook" }
    }
}

/// The key of positions that belongs to the rules of a mechanic.
fn position_key(mechanic: &MechanicDecl) -> Option<&'static str> {
    let says = |part: &Declaration, word: &str| match part {
        Declaration::Section(section) => {
            let mut entries = section.entries.iter();
            section.keyword.value == "rules" && entries.any(|entry| entry.key.value == word)
        }
        _ => false,
    };
    let key = |means: &RulesKey| match means {
        RulesKey::Absorb => Some(ABSORBED),
        RulesKey::Carry => Some(TOWERS),
        RulesKey::Pool => Some(CAPTURED),
        RulesKey::Recall | RulesKey::Regents => Some(EXILE),
        _ => None,
    };
    let said = |word: &str| mechanic.body.iter().any(|part| says(part, word));
    let mut keys = RULES
        .iter()
        .filter_map(|word| Some((word.word, key(&word.means)?)));
    keys.find(|(word, _)| said(word)).map(|(_, key)| key)
}

/// The lines of the comment that ends right above a place, without `#`.
fn comment_above(text: &str, at: usize) -> Vec<&str> {
    let before = text.get(..at).unwrap_or_default();
    let before = before.rfind('\n').map_or("", |end| &before[..end]);
    let mut lines: Vec<&str> = before
        .lines()
        .rev()
        .map(str::trim)
        .map_while(|line| line.strip_prefix('#'))
        .filter(|line| !line.trim_start().starts_with("allow F"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    lines.reverse();
    lines
}

/// The mechanics of a text, in its order.
pub fn of_text(text: &str) -> Vec<Mechanic> {
    let tree = ferz_grammar::parse(text, SourceId(0), &mut Sink::new());
    let mechanic = |declaration: &Declaration| match declaration {
        Declaration::Mechanic(d) => Some(Mechanic::of(d, text)),
        _ => None,
    };
    tree.declarations.iter().filter_map(mechanic).collect()
}

/// All hooks, and the mechanics of a text, sorted by name.
pub fn all(text: &str) -> Vec<Mechanic> {
    let mut list: Vec<Mechanic> = hooks::registry().iter().map(Mechanic::from).collect();
    list.extend(of_text(text));
    sort_by(&mut list, |a, b| a.name.cmp(&b.name));
    list
}
