//! What only the compiled variant shows: whether it can be compiled, and whether the game can begin.

use crate::allow::{self, Stage};
use crate::engine::Variant;
use crate::lower::Source;
use crate::rules::{Ruleset, Side};
use ferz_grammar::ast::{Declaration, SourceFile};
use ferz_grammar::codes::CodeInfo;
use ferz_grammar::diagnostic::{Diagnostic, Sink};
use ferz_grammar::span::{SourceId, Span};

/// A ruleset compiled, and what is wrong with it or surely not meant.
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
    // What could not be read was reported when the rules were lowered.
    let text = sources.first().map_or("", |source| source.text.as_str());
    let tree = ferz_grammar::parse(text, SourceId(0), &mut Sink::new());
    let places = Places::new(&tree);
    let variant = match Variant::new(rules) {
        Ok(variant) => variant,
        Err(error) => {
            let diagnostic = Diagnostic::error("F0501", error.to_string(), SourceId(0), places.header);
            return Checked {
                variant: None,
                diagnostics: vec![diagnostic],
            };
        }
    };
    let mut diagnostics = Vec::new();
    let start = variant.start();
    let warning = |code, message: String| Diagnostic::warning(code, message, SourceId(0), places.start);
    if let Err(error) = variant.position(&variant.fen(&start)) {
        let message = format!("the start position cannot occur: {}", error.message);
        diagnostics.push(warning("F0502", message));
    } else if variant.legal_moves(&start).is_empty() {
        // Goals that hold at the start are found without the engine.
        let stuck = variant
            .outcome(&start)
            .filter(|o| matches!(o.reason.as_str(), "checkmate" | "stalemate"));
        if let Some(outcome) = stuck {
            let side = match variant.turn(&start) {
                Side::White => "White",
                Side::Black => "Black",
            };
            let message = format!("{side} has no legal move at the start: the game is over before it begins");
            diagnostics.push(warning("F0503", message).label(outcome.reason));
        }
    }
    allow::apply(text, &tree, Stage::Check, true, &mut diagnostics);
    Checked {
        variant: Some(variant),
        diagnostics,
    }
}

/// Where to point.
struct Places {
    header: Span,
    /// The start position, if the file has one, or else the header.
    start: Span,
}

impl Places {
    fn new(tree: &SourceFile) -> Self {
        let header = tree.header.as_ref().map_or(Span::default(), |header| header.span);
        let start = tree
            .declarations
            .iter()
            .rev()
            .find_map(|declaration| match declaration {
                Declaration::Text(text) if text.keyword.value == "start" => Some(text.value.span),
                _ => None,
            });
        Self {
            header,
            start: start.unwrap_or(header),
        }
    }
}

/// All codes of these checks, in order.
pub const ALL: &[CodeInfo] = &[
    CodeInfo {
        code: "F0501",
        title: "the rules are too much for the engine",
        explanation: "The rules can be read, but not played: a movement has too many paths, its tables would be too \
            large, there are too many kinds of pieces or castling moves, or two hooks cannot work together.",
        wrong: r#"variant "Maze" extends chess
movement wander = (pass king) then (pass step all) then (pass step all) then (pass step all)
    then (pass step all) then (pass step all) then (pass step all) then step all
piece queen Q = wander
"#,
        right: r#"variant "Maze" extends chess
movement wander = (pass king) then step all
piece queen Q = wander
"#,
    },
    CodeInfo {
        code: "F0502",
        title: "the start position cannot occur",
        explanation: "The side that is not to move is in check, so that its royal piece could be captured at once.",
        wrong: r#"variant "Ambush" extends chess
without castling
start "rnbqkbnr/8/8/8/4R3/8/8/1NBQKBNR w - - 0 1"
"#,
        right: r#"variant "Ambush" extends chess
without castling
start "rnbqkbnr/8/8/8/4R3/8/8/1NBQKBNR b - - 0 1"
"#,
    },
    CodeInfo {
        code: "F0503",
        title: "no legal move at the start",
        explanation: "The side to move cannot move in the start position, so that the game is over before it begins.",
        wrong: r#"variant "Stuck" extends chess
without castling
start "k7/8/8/8/8/8/PP6/KB6 w - - 0 1"
movement pawn = capture step forward-diagonal
piece bishop B = none
"#,
        right: r#"variant "Stuck" extends chess
without castling
start "k7/8/8/8/8/8/PP6/KB6 w - - 0 1"
movement pawn = step forward-diagonal
"#,
    },
];
