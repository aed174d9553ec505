//! Mixtures: a bundled variant with some declarations more, as text.

use super::forms::MAKERS;
use super::harvest::harvested;
use super::words::Words;
use crate::library::{bundled, lower_text};
use crate::matrix::Combination;
use crate::slow::duel::Random;
use ferz::check::check;
use ferz::engine::Variant;
use ferz_grammar::diagnostic::{Diagnostic, Severity};
use ferz_grammar::span::SourceId;

/// A declaration: what stands before its block, and the entries of the block, if it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// All of it, if it has no block.
    pub head: String,
    /// The lines of its block.
    pub entries: Vec<String>,
}

impl Form {
    /// Reads a declaration; nothing if it has blocks in blocks.
    pub fn read(text: &str) -> Option<Self> {
        let Some((head, block)) = text.split_once('{') else {
            let head = text.trim().to_owned();
            return Some(Self {
                head,
                entries: Vec::new(),
            });
        };
        let block = block.strip_suffix('}')?;
        if block.contains(['{', '}', '"', '(']) && block.contains(';') {
            return None;
        }
        let lines = block.split(['\n', ';']).map(|line| match line.split_once('#') {
            Some((before, _)) => before.trim(),
            None => line.trim(),
        });
        Some(Self {
            head: head.trim().to_owned(),
            entries: lines.filter(|line| !line.is_empty()).map(str::to_owned).collect(),
        })
    }

    fn text(&self) -> String {
        if self.entries.is_empty() {
            return format!("{}\n", self.head);
        }
        format!("{} {{\n  {}\n}}\n", self.head, self.entries.join("\n  "))
    }
}

/// A bundled variant and its additions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mixture {
    /// The name of the variant.
    pub base: String,
    /// The additions, in the order of the text.
    pub forms: Vec<Form>,
}

impl Mixture {
    fn header(&self) -> String {
        format!("variant \"Mixture\" extends \"{}\"\n", self.base)
    }

    /// The text of the variant.
    pub fn text(&self) -> String {
        let forms: String = self.forms.iter().map(Form::text).collect();
        format!("{}{forms}", self.header())
    }

    /// Which of the forms a place of the text is in.
    fn form_at(&self, at: usize) -> Option<usize> {
        let mut end = self.header().len();
        if at < end {
            return None;
        }
        self.forms.iter().position(|form| {
            end += form.text().len();
            at < end
        })
    }

    /// The form that an error is about, or else the last one.
    fn guilty(&self, diagnostics: &[Diagnostic]) -> usize {
        let mut errors = diagnostics
            .iter()
            .filter(|found| found.severity == Severity::Error)
            .flat_map(|found| found.labels.iter())
            .filter(|label| label.source == SourceId(0));
        let named = errors.find_map(|label| self.form_at(label.span.start));
        named.unwrap_or(self.forms.len() - 1)
    }
}

/// The variant of a text.
///
/// # Errors
/// What `ferz check` has against it.
pub(super) fn compiled(text: &str) -> Result<Variant, Vec<Diagnostic>> {
    let lowered = lower_text("mixture", text);
    match lowered.ruleset {
        Some(rules) if lowered.diagnostics.iter().all(|d| d.severity != Severity::Error) => {
            let checked = check(rules, &lowered.sources);
            checked.variant.ok_or(checked.diagnostics)
        }
        _ => Err(lowered.diagnostics),
    }
}

/// One to six forms on a bundled variant; they need not fit.
pub fn mixture(seed: u64) -> Mixture {
    let random = &mut Random(seed ^ 0x313_7BA5E);
    let all = ferz_rulesets::all();
    let base = all[random.below(all.len())].name;
    let rules = bundled(base);
    let words = &mut Words::new(&rules, random.number());
    let mut forms = Vec::new();
    for _ in 0..=random.below(6) {
        let form = match random.below(12) {
            0 | 1 => harvested(words),
            2 => used(base, random),
            3 if random.once_in(3) => hands(&rules.start, words),
            _ => MAKERS[random.below(MAKERS.len())](words),
        };
        forms.extend(form);
    }
    Mixture {
        base: base.to_owned(),
        forms,
    }
}

/// Declarations of each form for a bundled variant, as text, whether they fit or not.
pub fn declarations(base: &str, seed: u64) -> String {
    let words = &mut Words::new(&bundled(base), seed);
    let forms = MAKERS.iter().filter_map(|make| make(words));
    forms.map(|form| form.text()).collect()
}

/// A mechanic, as an author would use it in this variant.
fn used(base: &str, random: &mut Random) -> Option<Form> {
    let all = crate::library::mechanics();
    let name = all[random.below(all.len())].name.clone();
    let combination = Combination {
        base: base.to_owned(),
        hooks: vec![name],
    };
    let text = combination.text();
    let (_, declarations) = text.split_once('\n')?;
    let head = declarations.trim();
    (!head.is_empty()).then(|| Form {
        head: head.to_owned(),
        entries: Vec::new(),
    })
}

/// The start with some pieces in hand.
fn hands(start: &str, words: &mut Words) -> Option<Form> {
    let (board, rest) = start.split_once(' ')?;
    let board = board.split('[').next().unwrap_or(board);
    let letters: String = (0..words.random.below(4))
        .map(|_| {
            let letter = &words.letters[words.random.below(words.letters.len())];
            if words.random.once_in(2) {
                letter.to_ascii_lowercase()
            } else {
                letter.clone()
            }
        })
        .collect();
    Some(Form {
        head: format!("start \"{board}[{letters}] {rest}\""),
        entries: Vec::new(),
    })
}

/// The part of a mixture that `ferz check` accepts, and the variant; nothing if nothing is left.
pub fn accepted(mut mixture: Mixture) -> Option<(Mixture, Variant)> {
    while !mixture.forms.is_empty() {
        match compiled(&mixture.text()) {
            Ok(variant) => return Some((mixture, variant)),
            Err(diagnostics) => {
                mixture.forms.remove(mixture.guilty(&diagnostics));
            }
        }
    }
    None
}
