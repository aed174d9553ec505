//! The cost of each rule: a variant without the rule, and positions to compare the two.
//!
//! A rule is left out of the text in which it stands, and the rest is read again. So every rule can
//! be left out, those of parents as well, and its place is known. Counts of trials are the same on
//! every machine; this module measures no time.

use crate::engine::{Position, Variant, counted};
use crate::lower::{Library, Source, lower};
use crate::rules::{Movement, PerSide};
use crate::snapshot::Random;
use ferz_grammar::ast::{Declaration, FileKind, SourceFile};
use ferz_grammar::diagnostic::Sink;
use ferz_grammar::span::{SourceId, Span};

/// How many positions are looked at: the start, and later ones of a random game.
const POSITIONS: usize = 6;

/// How many plies lie between them.
const PLIES: usize = 8;

/// Sections whose entries are rules of their own.
const BY_ENTRY: [&str; 3] = ["end", "royalty", "rules"];

/// The longest excerpt of a rule, in characters.
const EXCERPT: usize = 56;

/// A clear fall in trials: to at most that share of them, and by at least one for each position.
const CLEAR: f64 = 0.8;

/// The work of listing the legal moves of some positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// The number of positions.
    pub positions: u64,
    /// The legal moves.
    pub moves: u64,
    /// The moves and positions that were tried to find them.
    pub trials: u64,
}

impl Effort {
    /// The trials for each position.
    pub fn trials_each(&self) -> f64 {
        self.trials as f64 / self.positions.max(1) as f64
    }
}

/// A rule, or all rules of a kind in one text, and the variant without it.
#[derive(Clone, Debug)]
pub struct LeftOut {
    /// The text in which it stands, as an index of the sources.
    pub source: SourceId,
    /// The place; of several rules that of the first.
    pub span: Span,
    /// The rule as it is written, shortened.
    pub words: String,
    /// The variant without it.
    pub without: Variant,
    /// Positions of the variant as it is.
    pub before: Listed,
    /// The same positions without the rule; others where none of them can be read.
    pub after: Listed,
}

impl LeftOut {
    /// Whether clearly fewer moves are tried without the rule.
    pub fn saves_trials(&self) -> bool {
        let [before, after] = [&self.before, &self.after].map(|listed| listed.effort.trials_each());
        after <= before * CLEAR && after <= before - 1.0
    }
}

/// Positions and the work of listing their moves.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The positions.
    pub positions: Vec<Position>,
    /// The effort for all of them.
    pub effort: Effort,
}

impl Listed {
    /// Lists the moves of positions.
    pub fn new(variant: &Variant, positions: Vec<Position>) -> Self {
        let (moves, trials) = counted(|| positions.iter().map(|there| variant.perft(there, 1)).sum());
        let effort = Effort {
            positions: positions.len() as u64,
            moves,
            trials,
        };
        Self { positions, effort }
    }
}

/// The start position and later ones of a random game that is always the same.
pub fn sample(variant: &Variant) -> Listed {
    let (mut random, mut position) = (Random::new(1), variant.start());
    let mut positions = Vec::new();
    for ply in 0..POSITIONS * PLIES {
        let moves = variant.legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        let next = variant.play(&position, moves[random.below(moves.len())]);
        if ply % PLIES == 0 {
            positions.push(position);
        }
        position = next;
    }
    Listed::new(variant, positions)
}

/// The rules of a variant in the order in which they are written, each left out; `None` for a rule
/// that the others need. `sources` are the texts that were read for the variant, its own first.
/// Each step reads and compiles the variant again.
pub fn without_each<'v>(
    variant: &'v Variant,
    listed: &Listed,
    sources: &'v [Source],
    library: &'v dyn Library,
) -> impl ExactSizeIterator<Item = Option<LeftOut>> + 'v {
    let whole = Whole {
        variant,
        fens: listed.positions.iter().map(|there| variant.fen(there)).collect(),
        listed: listed.clone(),
        sources,
        library,
    };
    let rules = (0..sources.len()).flat_map(|source| whole.rules(source));
    let rules: Vec<Rule> = rules.collect();
    rules.into_iter().map(move |rule| whole.without(&rule))
}

/// The variant with pieces of one kind that cannot move, by the name of the kind, with the same
/// positions; kinds without which these positions cannot be read are left out.
pub fn without_moves<'v>(
    variant: &'v Variant,
    listed: &'v Listed,
) -> impl Iterator<Item = (&'v str, Variant, Listed)> {
    let fens: Vec<String> = listed.positions.iter().map(|there| variant.fen(there)).collect();
    let names = variant.rules().pieces.keys().enumerate();
    names.filter_map(move |(kind, name)| {
        let mut rules = variant.rules().clone();
        let (_, piece) = rules.pieces.get_index_mut(kind)?;
        piece.movement = PerSide::both(Movement::Union(Vec::new()));
        let still = Variant::new(rules).ok()?;
        let positions: Option<Vec<Position>> = fens.iter().map(|fen| still.position(fen).ok()).collect();
        let listed = Listed::new(&still, positions?);
        Some((name.as_str(), still, listed))
    })
}

/// A variant with all its rules.
struct Whole<'v> {
    variant: &'v Variant,
    listed: Listed,
    fens: Vec<String>,
    sources: &'v [Source],
    library: &'v dyn Library,
}

/// Parts of a text that can be left out together.
struct Rule {
    source: usize,
    spans: Vec<Span>,
    words: String,
}

impl Whole<'_> {
    /// The parts that can be left out of a text; none of a library, whose texts only act at their
    /// uses.
    fn rules(&self, source: usize) -> Vec<Rule> {
        let text = &self.sources[source].text;
        let tree = ferz_grammar::parse(text, SourceId(0), &mut Sink::new());
        if tree
            .header
            .as_ref()
            .is_none_or(|header| header.kind != FileKind::Variant)
        {
            return Vec::new();
        }
        let parts = parts(&tree);
        let mut rules: Vec<Rule> = Vec::new();
        for (keyword, span, entry) in &parts {
            let written = excerpt(text.get(span.start..span.end).unwrap_or_default());
            rules.push(Rule {
                source,
                spans: vec![*span],
                words: if *entry {
                    format!("{keyword} {{ {written} }}")
                } else {
                    written
                },
            });
        }
        for (i, (keyword, _, entry)) in parts.iter().enumerate() {
            let same = || parts.iter().filter(|(other, _, _)| other == keyword);
            let is_first = parts[..i].iter().all(|(other, _, _)| other != keyword);
            if is_first && !entry && same().count() > 1 {
                rules.push(Rule {
                    source,
                    spans: same().map(|(_, span, _)| *span).collect(),
                    words: format!("all {} of `{keyword}`", same().count()),
                });
            }
        }
        rules
    }

    /// The variant without a rule, if it can do without.
    fn without(&self, rule: &Rule) -> Option<LeftOut> {
        let edited = Source {
            name: self.sources[rule.source].name.clone(),
            text: blanked(&self.sources[rule.source].text, &rule.spans),
        };
        let library = Edited {
            library: self.library,
            edited: &edited,
        };
        let own = if rule.source == 0 {
            &edited
        } else {
            self.sources.first()?
        };
        let variant = Variant::new(lower(own.clone(), &library).ruleset?).ok()?;
        let (before, after) = self.compared(&variant);
        Some(LeftOut {
            source: SourceId(rule.source as u32),
            span: rule.spans[0],
            words: rule.words.clone(),
            without: variant,
            before,
            after,
        })
    }

    /// Positions that both variants can play, or each its own.
    fn compared(&self, other: &Variant) -> (Listed, Listed) {
        let both = self.listed.positions.iter().zip(&self.fens);
        let both = both.filter_map(|(here, fen)| Some((here.clone(), other.position(fen).ok()?)));
        let (here, there): (Vec<_>, Vec<_>) = both.unzip();
        if here.is_empty() {
            return (self.listed.clone(), sample(other));
        }
        (Listed::new(self.variant, here), Listed::new(other, there))
    }
}

/// The sections, entries and uses of a file: the keyword of each, its place, and whether it is an
/// entry.
fn parts(tree: &SourceFile) -> Vec<(&str, Span, bool)> {
    let mut parts = Vec::new();
    for declaration in &tree.declarations {
        match declaration {
            Declaration::Section(d) if BY_ENTRY.contains(&d.keyword.value.as_str()) => {
                let entries = d.entries.iter();
                parts.extend(entries.map(|entry| (d.keyword.value.as_str(), entry.span, true)));
            }
            Declaration::Section(d) => parts.push((&d.keyword.value, d.span, false)),
            Declaration::Use(d) => parts.push(("use", d.span, false)),
            _ => {}
        }
    }
    parts
}

/// A text with spaces in place of some parts, so that all other places stay the same.
fn blanked(text: &str, spans: &[Span]) -> String {
    let left_out = |at: usize| spans.iter().any(|span| (span.start..span.end).contains(&at));
    let chars = text.char_indices().flat_map(|(at, c)| {
        let (kept, length) = if left_out(at) && c != '\n' {
            (' ', c.len_utf8())
        } else {
            (c, 1)
        };
        std::iter::repeat_n(kept, length)
    });
    chars.collect()
}

/// The beginning of a text in one line.
fn excerpt(text: &str) -> String {
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((cut, _)) = line.char_indices().nth(EXCERPT) {
        line.truncate(cut);
        line.push('…');
    }
    line
}

/// A library in which one text is another.
struct Edited<'l> {
    library: &'l dyn Library,
    edited: &'l Source,
}

impl Library for Edited<'_> {
    fn load(&self, name: &str, from: Option<&str>) -> Result<Source, String> {
        let found = self.library.load(name, from)?;
        if found.name == self.edited.name {
            return Ok(self.edited.clone());
        }
        Ok(found)
    }

    fn names(&self, from: Option<&str>) -> Vec<String> {
        self.library.names(from)
    }

    fn locate(&self, name: &str, from: Option<&str>) -> Option<String> {
        self.library.locate(name, from)
    }
}
