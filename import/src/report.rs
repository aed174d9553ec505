//! The results of an import, for people and programs.

use serde::Serialize;

/// The result of importing a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Import {
    /// The variants that were asked for, in the order of the file.
    pub sections: Vec<Section>,
    /// The faults outside of them.
    pub findings: Vec<Finding>,
}

impl Import {
    /// Whether every rule of every variant was taken over.
    pub fn complete(&self) -> bool {
        !self.findings.iter().any(Finding::is_error) && self.sections.iter().all(Section::complete)
    }
}

/// The result for one variant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Section {
    /// The name in the file.
    pub name: String,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The parent that the file names.
    pub parent: Option<String>,
    /// The bundled variant that the text extends.
    pub extends: Option<String>,
    /// The variant in the ferz language; `None` if there is none, which `findings` explain.
    pub ferz: Option<String>,
    /// The same as a variant that extends nothing: for a folder in which another file has the name
    /// of the parent.
    #[serde(skip)]
    pub whole: Option<String>,
    /// The same with rules left out that `lost` names; `ferz` is empty then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partial: Option<String>,
    /// Every key, in the order of the file.
    pub keys: Vec<KeyReport>,
    /// Rules that the text does not have, those of parents included.
    pub lost: Vec<Loss>,
    /// The faults of the section.
    pub findings: Vec<Finding>,
}

impl Section {
    /// Uses the partial text in place of a complete one.
    pub fn settle(&mut self) {
        self.ferz = self.ferz.take().or(self.partial.take());
    }

    /// The worth of the text.
    pub fn verdict(&self) -> Verdict {
        let text = self.ferz.as_ref().or(self.partial.as_ref());
        if text.is_none() || self.findings.iter().any(Finding::is_error) {
            Verdict::Refused
        } else if !self.lost.is_empty() {
            Verdict::Lacks
        } else if self.keys.iter().any(|key| key.status == Status::Elsewhere) {
            Verdict::Unstated
        } else {
            Verdict::Whole
        }
    }

    /// Whether every rule of the file was taken over.
    pub fn complete(&self) -> bool {
        self.ferz.is_some() && self.lost.is_empty() && !self.findings.iter().any(Finding::is_error)
    }
}

/// The worth of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every rule was taken over.
    Whole,
    /// Every rule of the file was, and the program may have more: the format has no word for them.
    /// The keys with [`Status::Assumed`] and [`Status::Elsewhere`] name them.
    Unstated,
    /// It lacks rules that the file has.
    Lacks,
    /// There is no text.
    Refused,
}

/// The result for a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeyReport {
    /// The key as written.
    pub key: String,
    /// The value as written.
    pub value: String,
    /// The line, from 1.
    pub line: usize,
    /// The column where the key begins, in characters from 1.
    pub column: usize,
    /// The result.
    pub status: Status,
    /// Why, in a few words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The possible results for a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The text says it.
    TakenOver,
    /// The report names the rules that hold without it.
    Default,
    /// It is not about rules.
    NoMeaning,
    /// It is a rule that ferz cannot say.
    NotPossible,
    /// The program does so, and the file does not say it.
    Assumed,
    /// The file names a rule that it does not hold.
    Elsewhere,
    /// The language has no form for it yet.
    Awaits,
    /// Fairy-Stockfish does something else than the words promise.
    Misread,
    /// It cannot be understood; a finding says why.
    Wrong,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::TakenOver,
        Self::Default,
        Self::NoMeaning,
        Self::NotPossible,
        Self::Assumed,
        Self::Elsewhere,
        Self::Awaits,
        Self::Misread,
        Self::Wrong,
    ];

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::TakenOver => "taken over",
            Self::Default => "changes nothing",
            Self::NoMeaning => "without meaning for ferz",
            Self::NotPossible => "not possible",
            Self::Assumed => "assumed",
            Self::Elsewhere => "not in the file",
            Self::Awaits => "awaits a form of the language",
            Self::Misread => "read differently by Fairy-Stockfish",
            Self::Wrong => "not understood",
        }
    }
}

/// A rule that ferz, or the other program, cannot say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// The key that says it, or the declaration.
    pub what: String,
    /// Why it cannot be said.
    pub why: String,
}

/// Something wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Whether it is only a warning.
    pub warning: bool,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The offset in the text, in bytes.
    pub offset: usize,
    /// How long it is, in bytes.
    pub length: usize,
    /// The message.
    pub message: String,
    /// The cure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl Finding {
    /// Whether it is more than a warning.
    pub fn is_error(&self) -> bool {
        !self.warning
    }
}

/// A variant as another program's file says it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Export {
    /// The section.
    pub text: String,
    /// Rules that it does not say.
    pub lost: Vec<Loss>,
}
