//! The checks that need the compiled variant: whether it can be compiled, whether the game can
//! begin, and whether the rules cost more than the budget.

mod costs;
mod culprit;

use crate::allow::{self, Stage};
use crate::engine::{CompileError, EndReason, PositionError, Question, Variant};
use crate::hooks;
use crate::lower::Source;
use crate::rules::{Ruleset, Side};
use ferz_grammar::ast::{Argument, Declaration, SourceFile, UseDecl};
use ferz_grammar::diagnostic::{Diagnostic, Sink};
use ferz_grammar::span::{SourceId, Span, Spanned};

/// A compiled ruleset, and its errors and warnings.
#[derive(Debug)]
pub struct Checked {
    /// The variant; `None` if it cannot be compiled.
    pub variant: Option<Variant>,
    /// At most one error, then warnings.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles rules that were lowered from `sources` without errors, and looks at the start position.
///
/// The diagnostics have their places in the first source.
pub fn check(rules: Ruleset, sources: &[Source]) -> Checked {
    // Text that could not be read was reported when the rules were lowered.
    let text = sources.first().map_or("", |source| source.text.as_str());
    let tree = ferz_grammar::parse(text, SourceId(0), &mut Sink::new());
    let places = Places::new(&tree);
    let variant = match Variant::new(rules.clone()) {
        Ok(variant) => variant,
        Err(error) => {
            return Checked {
                variant: None,
                diagnostics: vec![places.refused(&error, &rules, sources)],
            };
        }
    };
    let mut diagnostics = Vec::new();
    let start = variant.start();
    let warning = |code, message: String| Diagnostic::warning(code, message, SourceId(0), places.start);
    if let Err(error) = variant.position(&variant.fen(&start)) {
        let message = format!("the start position cannot occur: {}", error.message);
        let help = "let the other side begin, or place the pieces otherwise";
        diagnostics.push(warning("F0502", message).help(help));
    } else if variant.legal_moves(&start).is_empty() {
        // Goals that hold at the start are found without the engine.
        let stuck = variant
            .outcome(&start)
            .filter(|o| matches!(o.reason, EndReason::Checkmate | EndReason::Stalemate));
        if let Some(outcome) = stuck {
            let side = match variant.turn(&start) {
                Side::White => "White",
                Side::Black => "Black",
            };
            let message = format!("{side} has no legal move at the start: the game is over before it begins");
            let moves = |variant: &Variant| !variant.legal_moves(&variant.start()).is_empty();
            let block = culprit::culprit(&tree, variant.rules(), &moves);
            let help = match block {
                Some(_) => "without this block there are moves: let it ask less",
                None => "give it a move, or let the other side begin",
            };
            let warning = warning("F0503", message);
            let mut warning = warning.label(outcome.reason.as_str()).help(help);
            if let (Some(span), Some(main)) = (block, warning.labels.first_mut()) {
                main.span = span;
            }
            diagnostics.push(warning);
        }
    }
    diagnostics.extend(places.costly(&variant));
    allow::apply(text, &tree, Stage::Check, true, &mut diagnostics);
    Checked {
        variant: Some(variant),
        diagnostics,
    }
}

/// The places to point at.
struct Places<'t> {
    tree: &'t SourceFile,
    header: Span,
    /// The start position, if the file has one, or else the header.
    start: Span,
}

impl<'t> Places<'t> {
    fn new(tree: &'t SourceFile) -> Self {
        let header = tree.header.as_ref().map_or(Span::default(), |header| header.span);
        Self {
            tree,
            header,
            start: start_of(tree).map_or(header, |start| start.span),
        }
    }

    /// The word that begins the first section of a kind.
    fn section(&self, keyword: &str) -> Option<Span> {
        self.find(|declaration| match declaration {
            Declaration::Section(d) if d.keyword.value == keyword => Some(d.keyword.span),
            _ => None,
        })
    }

    /// The first entry with a key in a section of a kind.
    fn entry(&self, keyword: &str, key: &str) -> Option<Span> {
        self.find(|declaration| match declaration {
            Declaration::Section(d) if d.keyword.value == keyword => {
                let mut entries = d.entries.iter();
                entries
                    .find(|entry| entry.key.value == key)
                    .map(|entry| entry.span)
            }
            _ => None,
        })
    }

    /// Rules that ask about more later positions than are looked at, at their entry.
    fn costly(&self, variant: &Variant) -> Option<Diagnostic> {
        let warning = |code, message: &str, place: Option<Span>| {
            Diagnostic::warning(code, message, SourceId(0), place.unwrap_or(self.header))
        };
        let again = self.entry("on", "again");
        if costs::never_ends(variant.rules()) {
            let message =
                "each capture must be followed by another one, so none is the last, and none is legal";
            let help = "say after which captures the turn goes on, or leave `must` out";
            return Some(warning("F0505", message, again).help(help));
        }
        let (question, position) = costs::cut(variant)?;
        let (message, place, help) = match question {
            Question::Owed => (
                "whether the turn can go on takes more positions than are looked at; beyond them it cannot",
                again,
                "say after which moves the turn goes on, or leave `must` out",
            ),
            Question::Captures => (
                "the most captures take more positions than are looked at; beyond them nothing more is captured",
                self.entry("rules", "most-captures"),
                "say after which captures the turn goes on, or leave `most-captures` out",
            ),
            Question::Mate => (
                "whether a check mates takes more positions than are looked at; beyond them it does not",
                self.entry("rules", "only-mate"),
                "leave `only-mate` out",
            ),
            Question::Mated => (
                "which pieces are `mated` takes more trials than are made; beyond them none is",
                self.entry("on", "while").or_else(|| self.entry("on", "unless")),
                "ask about few pieces: `enemy king mated`",
            ),
            Question::Chain => (
                "pieces can change places in very long chains, and not all of these moves are listed",
                costs::chained(variant.rules()).and_then(|hook| self.uses(hook).first().copied()),
                "name pieces of which a side has few, or write `chain: no`",
            ),
            Question::Choices => (
                "more pieces must promote once a move is made than are looked at together; of the rest \
                 the first choices count",
                self.entry("rules", "late-promotions")
                    .or_else(|| self.section("promotion")),
                "let fewer pieces stand where they must promote, or fewer promotions be mandatory",
            ),
        };
        let seen = format!("as in `{}`", variant.fen(&position));
        Some(warning("F0504", message, place).label(seen).help(help))
    }

    /// The reasons why rules cannot be compiled, each at its cause.
    fn refused(&self, error: &CompileError, rules: &Ruleset, sources: &[Source]) -> Diagnostic {
        let refuse = |span: Option<Span>, help: String| {
            Diagnostic::error(
                "F0501",
                error.to_string(),
                SourceId(0),
                span.unwrap_or(self.header),
            )
            .help(help)
        };
        match error {
            CompileError::Start(error) => self.wrong_start(error, sources),
            CompileError::TooManyPaths { piece, .. }
            | CompileError::TooManyPathsOfPiece { piece }
            | CompileError::TooManyPathsInAll { piece, .. } => refuse(
                self.source_of_paths(piece, rules),
                "let it have fewer legs, or shorter ones".to_owned(),
            ),
            CompileError::SmallBoardsOnly => refuse(None, "take the build for all boards".to_owned()),
            CompileError::TooManyKinds(_) => refuse(None, "leave some kinds of pieces out".to_owned()),
            CompileError::TooManySquaresForWalls(_) => refuse(None, "take a file or a rank away".to_owned()),
            CompileError::Promotion(_) => refuse(self.section("promotion"), "ask less of it".to_owned()),
            CompileError::Again(with) if with.starts_with("royal") => self.royal_in_chain(),
            CompileError::Again(_) => refuse(
                self.entry("on", "again").or_else(|| self.section("on")),
                "leave `again` out".to_owned(),
            ),
            CompileError::RoyalsInTurns => refuse(self.section("turn"), "add `check: ends`".to_owned()),
            CompileError::TooManyCastlings(_)
            | CompileError::SameCastlings(..)
            | CompileError::CastlingAnywhere => refuse(
                self.section("castling"),
                "leave some castling moves out".to_owned(),
            ),
            // The words of `rules` may be carried out by a hook that the author has never seen.
            CompileError::Hook { name, message } if self.uses(name).is_empty() => {
                let place = self.section("rules").unwrap_or(self.header);
                let help = "say less in the entry that this is about";
                Diagnostic::error("F0501", message.clone(), SourceId(0), place).help(help)
            }
            CompileError::Hook { name, .. } => refuse(
                self.uses(name).last().copied().or_else(|| self.section("rules")),
                format!("`ferz hooks {name}` lists its needs"),
            ),
            CompileError::Effect(_) => refuse(
                culprit::culprit(self.tree, rules, &|_| true).or_else(|| self.section("on")),
                "leave out this part, or write it in another way".to_owned(),
            ),
            CompileError::Power(_) => refuse(
                culprit::culprit(self.tree, rules, &|_| true).or_else(|| self.section("power")),
                "leave some powers out, or let them ask the same of pieces".to_owned(),
            ),
            CompileError::Unsupported(what) => self.contradiction(error, what, sources),
            CompileError::Topology(_) | CompileError::Unknown { .. } => {
                refuse(None, "leave out what it names".to_owned())
            }
        }
    }

    /// The part of the file that gives a piece, or an entry of `rules`, its movement.
    fn source_of_paths(&self, piece: &str, rules: &Ruleset) -> Option<Span> {
        culprit::culprit(self.tree, rules, &|_| true)
            .or_else(|| self.piece(piece))
            .or_else(|| self.entry("rules", piece))
    }

    /// A turn that goes on with captures where there are royal pieces.
    fn royal_in_chain(&self) -> Diagnostic {
        let place = self.entry("on", "again").or_else(|| self.section("on"));
        let message = "a turn goes on with captures, and a royal piece could be captured in the middle of it";
        let help = "write `again: mover, quiet`; or let no piece be royal, and its loss be the end: `end { captured: extinct king }`";
        Diagnostic::error("F0260", message, SourceId(0), place.unwrap_or(self.header)).help(help)
    }

    /// Two rules that exclude each other, at both.
    fn contradiction(&self, error: &CompileError, what: &str, sources: &[Source]) -> Diagnostic {
        let named = what.split('`').nth(1).unwrap_or_default();
        let text = sources.first().map_or("", |source| source.text.as_str());
        let mut about = self.uses_about(named, text);
        let last = about.pop().or_else(|| self.last_use()).unwrap_or(self.header);
        let diagnostic = Diagnostic::error("F0501", error.to_string(), SourceId(0), last)
            .help("leave one of the two out, or let them be about other pieces");
        match about.pop() {
            Some(other) => diagnostic.also(SourceId(0), other, "together with this"),
            None => diagnostic,
        }
    }

    /// A start position that cannot be read, at the field that is wrong.
    fn wrong_start(&self, error: &PositionError, sources: &[Source]) -> Diagnostic {
        let help = match error.field.as_str() {
            "en passant" => "write `-`, or the square that the last move passed",
            "halfmove clock" | "fullmove number" => "write a number of at most 65535",
            "castling" => "write `-`, or the letters of the castling moves that are still possible",
            "count" => {
                "write the count as `ferz show` prints it: the limit in plies in place of the squares of en passant, the count in place of the halfmove clock"
            }
            "checks" => "write the checks that White and Black still have to give: `checks=3+3`",
            "board" | "side to move" | "position" => "write the position as `ferz show` prints it",
            _ => "leave the key out, or write it as `ferz show` prints it",
        };
        let text = sources.first().map_or("", |source| source.text.as_str());
        if let Some(start) = start_of(self.tree) {
            let span = field_of(text, start, &error.field);
            return Diagnostic::error("F0281", error.message.clone(), SourceId(0), span).help(help);
        }
        let letter = error.message.split('`').nth(1).unwrap_or_default();
        let castling = (error.field == "castling" && letter.len() == 1)
            .then(|| self.castling_entry(letter))
            .flatten();
        if let Some(span) = castling {
            let help = "name pieces that stand there in the start position that is taken over, or write one of your own: `start \"...\"`";
            return Diagnostic::error("F0281", error.message.clone(), SourceId(0), span).help(help);
        }
        let message = "the start position that is taken over does not fit these rules";
        let diagnostic = Diagnostic::error("F0281", message, SourceId(0), self.header)
            .help("write a position of your own: `start \"...\"`");
        for (source, id) in sources.iter().zip(0u32..).skip(1) {
            let tree = ferz_grammar::parse(&source.text, SourceId(id), &mut Sink::new());
            if let Some(start) = start_of(&tree) {
                let span = field_of(&source.text, start, &error.field);
                return diagnostic.also(SourceId(id), span, error.message.clone());
            }
        }
        diagnostic.label(error.message.clone())
    }

    /// The entry of a castling move.
    fn castling_entry(&self, letter: &str) -> Option<Span> {
        self.find(|declaration| match declaration {
            Declaration::Section(d) if d.keyword.value == "castling" => {
                let mut entries = d.entries.iter();
                entries
                    .find(|entry| entry.key.value.eq_ignore_ascii_case(letter))
                    .map(|entry| entry.span)
            }
            _ => None,
        })
    }

    fn find(&self, test: impl Fn(&Declaration) -> Option<Span>) -> Option<Span> {
        self.tree.declarations.iter().find_map(test)
    }

    /// The declaration of a piece.
    fn piece(&self, name: &str) -> Option<Span> {
        self.find(|declaration| match declaration {
            Declaration::Piece(d) if d.name.value == name => Some(d.span),
            Declaration::Army(d) => d.pieces.iter().find(|p| p.name.value == name).map(|p| p.span),
            _ => None,
        })
    }

    /// The uses of a hook.
    fn uses(&self, hook: &str) -> Vec<Span> {
        let uses = self
            .tree
            .declarations
            .iter()
            .filter_map(|declaration| match declaration {
                Declaration::Use(d) if d.hook.value == hook => Some(d.span),
                _ => None,
            });
        uses.collect()
    }

    /// The uses of hooks that name a piece, or mean it without saying so.
    fn uses_about(&self, piece: &str, text: &str) -> Vec<Span> {
        let names_it = |d: &UseDecl| {
            let given = |key: &str| {
                d.arguments
                    .iter()
                    .any(|a| a.key.as_ref().is_some_and(|k| k.value == key))
            };
            let written = |a: &Argument| text.get(a.value.span.start..a.value.span.end) == Some(piece);
            let implied = |p: &hooks::ParameterInfo| p.default == Some(piece) && !given(p.name);
            d.arguments.iter().any(written)
                || hooks::get(&d.hook.value).is_some_and(|info| info.parameters.iter().any(implied))
        };
        let uses = self.tree.declarations.iter();
        uses.filter_map(|declaration| match declaration {
            Declaration::Use(d) if names_it(d) => Some(d.span),
            _ => None,
        })
        .collect()
    }

    fn last_use(&self) -> Option<Span> {
        self.tree
            .declarations
            .iter()
            .rev()
            .find_map(|declaration| match declaration {
                Declaration::Use(d) => Some(d.span),
                _ => None,
            })
    }
}

/// The start position that a file gives.
fn start_of(tree: &SourceFile) -> Option<&Spanned<String>> {
    tree.declarations
        .iter()
        .rev()
        .find_map(|declaration| match declaration {
            Declaration::Text(text) if text.keyword.value == "start" => Some(&text.value),
            _ => None,
        })
}

/// The place of a field of a position, by the name that the engine gives it; the whole text if it
/// is not there.
fn field_of(text: &str, start: &Spanned<String>, field: &str) -> Span {
    let written = text.get(start.span.start..start.span.end).unwrap_or_default();
    let mut words = start.value.split_whitespace().filter(|word| !word.contains('='));
    let word = match field {
        "board" => words.next(),
        "side to move" => words.nth(1),
        "castling" => words.nth(2),
        "en passant" | "count" => words.nth(3),
        "halfmove clock" => words.nth(4),
        "fullmove number" => words.nth(5),
        key => start
            .value
            .split_whitespace()
            .find(|word| word.split_once('=').is_some_and(|(k, _)| k == key)),
    };
    let Some(word) = word else { return start.span };
    let before = (word.as_ptr() as usize).saturating_sub(start.value.as_ptr() as usize);
    // Written without escapes, as positions are, the value stands in the text as it is.
    match written.find(start.value.as_str()) {
        Some(at) => {
            let begin = start.span.start + at + before;
            Span::new(begin, begin + word.len())
        }
        None => start.span,
    }
}
