//! The machine interface: what `--json` prints. Keys and their order are stable.

use ferz::board::Square;
use ferz::dialects::{Style, write_moves, write_position};
use ferz::engine::{Game, Outcome, Position, Variant};
use ferz::lower::Source;
use ferz::rules::{Letter, Side};
use ferz_grammar::diagnostic::{Diagnostic, Severity};
use ferz_grammar::span::SourceId;
use indexmap::IndexMap;
use serde::Serialize;
use std::path::PathBuf;

/// `ferz moves`: one position.
#[derive(Serialize)]
pub(crate) struct PositionReport<'a> {
    pub(crate) variant: &'a str,
    pub(crate) fen: String,
    pub(crate) turn: Side,
    /// Which move of its turn comes next, and how many the turn has; only where it has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) part: Option<(u8, u8)>,
    pub(crate) check: bool,
    /// The reason why no game reaches the position, and the letters that are no longer written;
    /// only if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) warning: Option<String>,
    pub(crate) outcome: Option<Outcome>,
    /// Only if moves were played first.
    #[serde(flatten)]
    pub(crate) history: Option<HistoryReport>,
    pub(crate) moves: Vec<MoveReport>,
}

/// The history of a position, and the facts that only it gives.
#[derive(Serialize)]
pub(crate) struct HistoryReport {
    /// The moves with the positions after them.
    pub(crate) played: Vec<MoveReport>,
    /// How often the position has occurred, this time included.
    pub(crate) repetitions: usize,
    /// The outcome that the side to move may claim.
    pub(crate) claim: Option<Outcome>,
}

/// One legal move and the position after it.
#[derive(Serialize)]
pub(crate) struct MoveReport {
    #[serde(rename = "move")]
    pub(crate) text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) san: Option<String>,
}

/// The facts to report about a move besides its text.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    /// Standard algebraic notation.
    pub(crate) san: bool,
    /// The position after it.
    pub(crate) fen: bool,
    /// How moves and positions are written.
    pub(crate) style: Style,
}

impl<'a> PositionReport<'a> {
    pub(crate) fn new(name: &'a str, variant: &Variant, position: &Position, wanted: Wanted) -> Self {
        let moves = variant.legal_moves(position);
        let texts = write_moves(wanted.style, variant, position, &moves);
        let fen_of = |position: &Position| write_position(wanted.style, variant, position);
        let mut sans = if wanted.san {
            variant.sans(position, &moves)
        } else {
            Vec::new()
        }
        .into_iter();
        let report = |(text, mv)| {
            let fen = wanted.fen.then(|| fen_of(&variant.play(position, mv)));
            MoveReport {
                text,
                fen,
                san: sans.next(),
            }
        };
        Self {
            variant: name,
            fen: fen_of(position),
            turn: variant.turn(position),
            part: Some(variant.part(position)).filter(|&part| part != (1, 1)),
            check: variant.in_check(position),
            warning: variant.surplus(position),
            outcome: variant.outcome(position),
            history: None,
            moves: texts.into_iter().zip(moves).map(report).collect(),
        }
    }

    /// The position now of a game.
    pub(crate) fn of_game(name: &'a str, game: &Game, wanted: Wanted) -> Self {
        let mut report = Self::new(name, game.variant(), game.position(), wanted);
        report.outcome = game.outcome();
        if report.outcome.is_some() {
            report.moves.clear();
        }
        report.history = Some(HistoryReport::new(game, wanted));
        report
    }
}

impl HistoryReport {
    fn new(game: &Game, wanted: Wanted) -> Self {
        let variant = game.variant();
        let played = game.moves().iter().enumerate().filter_map(|(ply, &mv)| {
            let (before, after) = (game.position_at(ply)?, game.position_at(ply + 1)?);
            // Texts are short because the others are known.
            let moves = variant.legal_moves(before);
            let at = moves.iter().position(|&other| other == mv)?;
            let texts = write_moves(wanted.style, variant, before, &moves);
            let text = texts.into_iter().nth(at)?;
            let san = wanted
                .san
                .then(|| variant.sans(before, &moves).into_iter().nth(at))
                .flatten();
            let fen = wanted.fen.then(|| write_position(wanted.style, variant, after));
            Some(MoveReport { text, fen, san })
        });
        Self {
            played: played.collect(),
            repetitions: game.repetitions(),
            claim: game.claim(),
        }
    }
}

/// An error: the answer of any command with `--json`, and to a line of `ferz moves --stdin` that is
/// no position.
#[derive(Serialize)]
pub(crate) struct ErrorReport {
    pub(crate) error: String,
    /// The diagnostics, if a ruleset has errors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) diagnostics: Vec<DiagnosticReport>,
}

/// `ferz hooks`: one hook.
#[derive(Serialize)]
pub(crate) struct HookReport<'a> {
    pub(crate) name: &'a str,
    pub(crate) summary: &'a str,
    pub(crate) doc: &'a str,
    pub(crate) parameters: Vec<ParameterReport<'a>>,
    pub(crate) position_key: Option<&'a str>,
    pub(crate) repeatable: bool,
    /// Whether it is written in the language.
    pub(crate) is_text: bool,
    /// A whole ruleset that uses it.
    pub(crate) example: String,
    /// Bundled variants that use it.
    pub(crate) used_by: Vec<&'a str>,
}

/// One parameter of a hook.
#[derive(Serialize)]
pub(crate) struct ParameterReport<'a> {
    pub(crate) name: &'a str,
    /// The form of its value, in words.
    pub(crate) kind: String,
    /// The default; `null` if the parameter is required.
    pub(crate) default: Option<&'a str>,
    pub(crate) doc: &'a str,
}

/// `ferz explain`: one code.
#[derive(Serialize)]
pub(crate) struct CodeReport<'a> {
    pub(crate) code: &'a str,
    pub(crate) title: &'a str,
    pub(crate) explanation: &'a str,
    /// A text with the mistake; empty where none can be shown.
    pub(crate) wrong: &'a str,
    pub(crate) right: &'a str,
}

/// The written file: `ferz new`, `ferz draw` and `ferz doc` with a file.
#[derive(Serialize)]
pub(crate) struct WrittenReport {
    pub(crate) files: Vec<String>,
}

impl WrittenReport {
    pub(crate) fn new(files: &[PathBuf]) -> Self {
        Self {
            files: files.iter().map(|path| path.display().to_string()).collect(),
        }
    }
}

/// `ferz snap`.
#[derive(Serialize)]
pub(crate) struct SnapshotsReport {
    pub(crate) snapshots: Vec<SnapshotReport>,
}

/// One snapshot.
#[derive(Serialize)]
pub(crate) struct SnapshotReport {
    pub(crate) path: String,
    /// `unchanged`, `changed`, `new` or `wrong`.
    pub(crate) state: &'static str,
    /// Why it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    /// The headings of its changed parts.
    pub(crate) sections: Vec<String>,
    /// The action: `accepted` or, for a snapshot that waits to be accepted, `written`.
    pub(crate) done: Option<&'static str>,
    /// The faults of the ruleset.
    pub(crate) diagnostics: Vec<DiagnosticReport>,
}

/// `ferz snap --print`: one snapshot.
#[derive(Serialize)]
pub(crate) struct PrintedReport<'a> {
    pub(crate) variant: &'a str,
    pub(crate) text: String,
}

/// A piece on the board.
#[derive(Serialize)]
pub(crate) struct ManReport {
    pub(crate) square: String,
    pub(crate) piece: String,
    pub(crate) side: Side,
}

impl ManReport {
    /// The piece on a square.
    pub(crate) fn on(variant: &Variant, position: &Position, square: Square) -> Option<Self> {
        let (kind, side) = variant.piece_at(position, square)?;
        let (piece, _) = variant.rules().pieces.get_index(kind)?;
        Some(Self {
            square: variant.topology().name(square).to_owned(),
            piece: piece.clone(),
            side,
        })
    }
}

/// `ferz show`: a position.
#[derive(Serialize)]
pub(crate) struct BoardReport<'a> {
    pub(crate) variant: &'a str,
    pub(crate) fen: String,
    pub(crate) turn: Side,
    pub(crate) check: bool,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) pieces: Vec<ManReport>,
    /// Squares that are closed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) walls: Vec<String>,
    /// With `--moves`: where the piece can go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) targets: Option<Vec<TargetReport>>,
}

/// `ferz show --piece`: a piece alone, and how it goes.
#[derive(Serialize)]
pub(crate) struct LoneReport<'a> {
    pub(crate) variant: &'a str,
    pub(crate) square: String,
    pub(crate) piece: String,
    pub(crate) side: Side,
    /// Another piece, where an empty board would hide how it goes.
    pub(crate) hurdle: Option<ManReport>,
    pub(crate) targets: Vec<TargetReport>,
    /// Notes on facts that the targets do not show.
    pub(crate) notes: Vec<String>,
}

/// A square to which a piece can move, and its actions there.
#[derive(Serialize)]
pub(crate) struct TargetReport {
    pub(crate) square: String,
    /// In words, as legends say it.
    pub(crate) can: Vec<String>,
}

/// `ferz draw` without a file.
#[derive(Serialize)]
pub(crate) struct DrawingReport<'a> {
    pub(crate) svg: &'a str,
}

/// `ferz doc` without a file.
#[derive(Serialize)]
pub(crate) struct PageReport<'a> {
    pub(crate) title: &'a str,
    /// The page in the format that was asked for.
    pub(crate) text: String,
}

/// `ferz perft`.
#[derive(Serialize)]
pub(crate) struct PerftReport<'a> {
    pub(crate) variant: &'a str,
    pub(crate) fen: String,
    pub(crate) depth: u32,
    /// Absent if the count was interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nodes: Option<u64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) interrupted: bool,
    pub(crate) seconds: f64,
    pub(crate) nodes_per_second: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) moves: Option<&'a IndexMap<String, u64>>,
}

/// `ferz game`: one game.
#[derive(Serialize)]
pub(crate) struct GameReport<'a> {
    /// From 1.
    pub(crate) number: usize,
    pub(crate) variant: &'a str,
    /// Legal plies.
    pub(crate) plies: usize,
    /// In algebraic notation, or the one that is asked for.
    pub(crate) moves: &'a [String],
    /// The last position.
    pub(crate) fen: Option<&'a str>,
    /// How the rules have ended the game.
    pub(crate) outcome: Option<&'a Outcome>,
    /// The error in the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<&'a str>,
    /// Those of its letters that are no longer written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) warning: Option<&'a str>,
}

/// `ferz list`: one bundled variant.
#[derive(Serialize)]
pub(crate) struct ListReport {
    pub(crate) name: &'static str,
    /// Other names by which it is understood.
    pub(crate) aliases: Vec<&'static str>,
    /// The family of the variant.
    pub(crate) family: &'static str,
    pub(crate) title: String,
    pub(crate) board: String,
    /// The special feature of the variant, in a sentence.
    pub(crate) about: String,
    pub(crate) source: String,
    /// The variants that it extends, its parent last.
    pub(crate) extends: Vec<String>,
    /// The hooks that it uses, each once.
    pub(crate) mechanics: Vec<String>,
}

/// `ferz fmt`.
#[derive(Default, Serialize)]
pub(crate) struct FormatReport {
    pub(crate) files: Vec<FormattedReport>,
}

/// One file: whether its layout has changed, and the errors that keep it from being read.
#[derive(Serialize)]
pub(crate) struct FormattedReport {
    pub(crate) path: String,
    /// Why it cannot be read or written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    pub(crate) changed: bool,
    pub(crate) diagnostics: Vec<DiagnosticReport>,
}

/// `ferz check`.
#[derive(Serialize)]
pub(crate) struct CheckReport {
    pub(crate) files: Vec<FileReport>,
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
}

/// One file: its errors and, if there are none, the variant it defines.
#[derive(Serialize)]
pub(crate) struct FileReport {
    pub(crate) path: String,
    /// Why it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    pub(crate) diagnostics: Vec<DiagnosticReport>,
    pub(crate) variant: Option<VariantReport>,
    /// The games that `--thorough` has played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) played: Option<PlayedReport>,
    /// The measurements of `--speed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) speed: Option<SpeedReport>,
}

/// The speed of listing moves, and the rules that slow it down.
#[derive(Serialize)]
pub(crate) struct SpeedReport {
    /// How many positions were looked at.
    pub(crate) positions: u64,
    pub(crate) moves_per_second: u64,
    /// Moves and positions that are tried to list the moves of one position.
    pub(crate) trials: f64,
    /// The rules that cost something, the one that costs most first.
    pub(crate) rules: Vec<CostReport>,
    /// The pieces whose moves take most of the time, if no rule costs anything.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) pieces: Vec<PieceCostReport>,
}

/// A kind of piece, and what is saved where such pieces cannot move.
#[derive(Serialize)]
pub(crate) struct PieceCostReport {
    pub(crate) piece: String,
    /// The saved share of the time, in per cent.
    pub(crate) time: f64,
    /// The share of the moves that are no longer there, in per cent.
    pub(crate) moves: f64,
}

/// A rule, and the time that a variant without it saves.
#[derive(Serialize)]
pub(crate) struct CostReport {
    pub(crate) path: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
    /// The rule, shortened.
    pub(crate) rule: String,
    /// How many times as many moves a second are listed without it.
    pub(crate) faster: f64,
    pub(crate) moves_per_second: u64,
    pub(crate) trials: f64,
}

/// Random games of a file, and the rules that never acted in them.
#[derive(Serialize)]
pub(crate) struct PlayedReport {
    pub(crate) games: u64,
    pub(crate) moves: usize,
    pub(crate) never: Vec<String>,
    /// The line of the file for each of these; none for inherited rules.
    pub(crate) lines: Vec<Option<usize>>,
    /// Whether Ctrl-C has ended them.
    pub(crate) interrupted: bool,
}

/// The parts of a variant.
#[derive(Serialize)]
pub(crate) struct VariantReport {
    pub(crate) title: String,
    pub(crate) board: String,
    pub(crate) squares: usize,
    pub(crate) armies: IndexMap<Side, ArmyReport>,
    pub(crate) moves: usize,
    pub(crate) hooks: Vec<String>,
}

/// One side's army.
#[derive(Serialize)]
pub(crate) struct ArmyReport {
    pub(crate) title: String,
    /// Names by letter.
    pub(crate) pieces: IndexMap<Letter, String>,
}

/// One error or warning.
#[derive(Serialize)]
pub(crate) struct DiagnosticReport {
    pub(crate) code: &'static str,
    pub(crate) severity: Severity,
    pub(crate) message: String,
    pub(crate) labels: Vec<LabelReport>,
    pub(crate) help: Option<String>,
}

/// A place in a text. Lines and columns (in characters) begin at 1, offsets (in bytes) at 0.
#[derive(Serialize)]
pub(crate) struct LabelReport {
    pub(crate) path: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) text: String,
}

/// The text, the line and the column (in characters, from 1) of a byte.
pub(crate) fn place(sources: &[Source], source: SourceId, at: usize) -> (String, usize, usize) {
    let source = sources.get(source.0 as usize);
    let text = source.map_or("", |source| source.text.as_str());
    let before = text.get(..at).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or("");
    (
        source.map_or_else(String::new, |source| source.name.clone()),
        before.bytes().filter(|&b| b == b'\n').count() + 1,
        line.chars().count() + 1,
    )
}

impl DiagnosticReport {
    pub(crate) fn new(diagnostic: &Diagnostic, sources: &[Source]) -> Self {
        let label = |label: &ferz_grammar::diagnostic::Label| {
            let (path, line, column) = place(sources, label.source, label.span.start);
            LabelReport {
                path,
                line,
                column,
                start: label.span.start,
                end: label.span.end,
                text: label.text.clone(),
            }
        };
        Self {
            code: diagnostic.code,
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            labels: diagnostic.labels.iter().map(label).collect(),
            help: diagnostic.help.clone(),
        }
    }
}
