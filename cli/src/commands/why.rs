//! `ferz why`: whether a move is legal and why not, or how a position ends the game.

use super::moves::played;
use crate::args::Why;
use crate::draw::{self, Look, Mark, Marks};
use crate::failure::Failure;
use crate::load::{self, Loaded, Twins};
use crate::terminal;
use anyhow::Context as _;
use ferz::engine::{Game, Outcome, Position};
use ferz::rules::Side;
use ferz::why::ending::{Ending, ending_of};
use ferz::why::{Reason, Verdict, squares_of, way, why};
use serde::Serialize;
use std::io::{Write, stdout};
use std::process::ExitCode;

/// `ferz why --json` about a move.
#[derive(Serialize)]
struct MoveAnswer<'a> {
    variant: &'a str,
    fen: String,
    /// The move as given.
    asked: &'a str,
    legal: bool,
    /// The move's text, if it is legal.
    #[serde(rename = "move")]
    text: Option<String>,
    san: Option<String>,
    /// One word for the kind of reason, if it is not.
    kind: Option<&'static str>,
    reason: Option<String>,
    /// How the piece goes, as the rules say it, if that is the reason.
    movement: Option<String>,
    squares: Vec<String>,
    /// The end of the game, if that is the reason.
    ending: Option<EndingAnswer>,
}

impl<'a> MoveAnswer<'a> {
    /// Nothing is known yet.
    fn new(variant: &'a str, fen: String, asked: &'a str) -> Self {
        Self {
            variant,
            fen,
            asked,
            legal: false,
            text: None,
            san: None,
            kind: None,
            reason: None,
            movement: None,
            squares: Vec::new(),
            ending: None,
        }
    }
}

/// `ferz why --outcome --json`.
#[derive(Serialize)]
struct OutcomeAnswer<'a> {
    variant: &'a str,
    fen: String,
    turn: Side,
    #[serde(flatten)]
    ending: EndingAnswer,
}

#[derive(Serialize)]
struct EndingAnswer {
    outcome: Option<Outcome>,
    rule: Option<String>,
    facts: Vec<String>,
    squares: Vec<String>,
}

impl From<Ending> for EndingAnswer {
    fn from(ending: Ending) -> Self {
        Self {
            outcome: ending.outcome,
            rule: ending.rule,
            facts: ending.facts,
            squares: ending.squares,
        }
    }
}

pub(crate) fn run(args: &Why) -> anyhow::Result<ExitCode> {
    let (fen, asked) = question(args).map_err(|message| Failure::Usage(message.to_owned()))?;
    let loaded = load::variant(&args.variant)?;
    let twins = Twins::new(&loaded);
    let fen = fen.filter(|fen| *fen != "startpos");
    let moves = args.moves.as_deref().unwrap_or_default();
    load::warn(&loaded.variant, fen, moves);
    let (loaded, position) = twins.read(fen).context(load::NO_POSITION)?;
    let game = played(&loaded.variant, position, args.moves.as_deref().unwrap_or(""));
    let game = game.map_err(anyhow::Error::msg)?;
    match asked {
        Some(asked) => about_move(args, loaded, &game, asked)?,
        None => about_outcome(args, loaded, &game)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The position that is meant, unless it is the start, and the move; none with `--outcome`.
fn question(args: &Why) -> Result<(Option<&str>, Option<&str>), &'static str> {
    const NO_MOVE: &str = "which move? for example: ferz why chess startpos e2e5";
    let (first, second) = (args.first.as_deref(), args.second.as_deref());
    // A piece that enters behind another is written `Nc3/H`.
    let is_position = |text: &str| text == "startpos" || text.contains(' ') || text.matches('/').count() > 1;
    match (args.fen.as_deref(), first, second) {
        (Some(_), Some(_), Some(_)) => Err("the position is given twice"),
        (Some(_), Some(_), None) if args.outcome => Err("`--outcome` is not about a move"),
        (Some(fen), asked, None) if asked.is_some() || args.outcome => Ok((Some(fen), asked)),
        (None, fen, None) if args.outcome => Ok((fen, None)),
        (None, Some(asked), None) if !is_position(asked) => Ok((None, Some(asked))),
        (None, fen, Some(asked)) => Ok((fen, Some(asked))),
        _ => Err(NO_MOVE),
    }
}

fn about_move(args: &Why, loaded: &Loaded, game: &Game, asked: &str) -> anyhow::Result<()> {
    let (variant, position) = (&loaded.variant, game.position());
    let verdict = match game.outcome() {
        Some(outcome) if !game.moves().is_empty() => Verdict::Illegal(Reason::GameOver(outcome)),
        _ => why(variant, position, asked),
    };
    let mut answer = MoveAnswer::new(&loaded.name, variant.fen(position), asked);
    let named = |text: &str| {
        squares_of(variant, text)
            .into_iter()
            .map(|square| variant.topology().name(square).to_owned())
    };
    match verdict {
        Verdict::Legal(mv) => {
            let moves = variant.legal_moves(position);
            if let Some(i) = moves.iter().position(|&m| m == mv) {
                answer.text = variant.move_texts(position, &moves).into_iter().nth(i);
                answer.san = variant.sans(position, &moves).into_iter().nth(i);
            }
            answer.legal = true;
            answer
                .squares
                .extend(answer.text.iter().flat_map(|text| named(text)));
        }
        Verdict::Illegal(reason) => {
            answer.squares = reason.squares();
            let asked = named(asked).collect::<Vec<_>>();
            for name in asked {
                if !answer.squares.contains(&name) {
                    answer.squares.push(name);
                }
            }
            if let Reason::GameOver(_) = reason {
                let ending = ending_of(game);
                answer.squares.extend(ending.squares.iter().cloned());
                answer.ending = Some(ending.into());
            }
            answer.movement = way(&loaded.variant, &reason);
            answer.kind = Some(reason.kind());
            answer.reason = Some(reason.to_string());
        }
    }
    let mut out = stdout().lock();
    if args.json {
        serde_json::to_writer(&mut out, &answer)?;
        writeln!(out)?;
        return Ok(());
    }
    write!(out, "{}", drawn(args, loaded, position, &answer.squares))?;
    told(&answer, &mut out)
}

/// The answer in words.
fn told(answer: &MoveAnswer<'_>, out: &mut impl Write) -> anyhow::Result<()> {
    let asked = answer.asked;
    match (&answer.text, &answer.san, &answer.reason) {
        (Some(text), Some(san), _) if text != san => writeln!(out, "{text} ({san}) is legal")?,
        (Some(text), ..) => writeln!(out, "{text} is legal")?,
        (None, _, Some(reason)) => writeln!(out, "{asked} is not legal: {reason}")?,
        (None, _, None) => writeln!(out, "{asked} is legal")?,
    }
    if let Some(movement) = &answer.movement {
        let indent = movement.find('=').map_or(0, |at| at + 4);
        let words = terminal::wrapped(movement, terminal::width().max(60) - indent);
        let words = words.trim_end().replace('\n', &format!("\n{:indent$}", ""));
        writeln!(out, "  {words}")?;
    }
    if let Some(ending) = &answer.ending {
        facts(out, ending)?;
    }
    Ok(())
}

fn about_outcome(args: &Why, loaded: &Loaded, game: &Game) -> anyhow::Result<()> {
    let (variant, position) = (&loaded.variant, game.position());
    let ending: EndingAnswer = ending_of(game).into();
    let mut out = stdout().lock();
    if args.json {
        let answer = OutcomeAnswer {
            variant: &loaded.name,
            fen: variant.fen(position),
            turn: variant.turn(position),
            ending,
        };
        serde_json::to_writer(&mut out, &answer)?;
        writeln!(out)?;
        return Ok(());
    }
    write!(out, "{}", drawn(args, loaded, position, &ending.squares))?;
    match &ending.outcome {
        Some(outcome) => writeln!(out, "{}", draw::ended(outcome))?,
        None => writeln!(out, "the game goes on")?,
    }
    facts(&mut out, &ending)
}

fn facts(out: &mut impl Write, ending: &EndingAnswer) -> anyhow::Result<()> {
    for fact in &ending.facts {
        writeln!(out, "  {fact}")?;
    }
    if let Some(rule) = &ending.rule {
        writeln!(out, "  by the rule: {rule}")?;
    }
    Ok(())
}

/// The position with the squares that matter marked.
fn drawn(args: &Why, loaded: &Loaded, position: &Position, squares: &[String]) -> String {
    let topology = loaded.variant.topology();
    let marks: Marks = squares
        .iter()
        .filter_map(|name| Some((topology.square(name)?, Mark::Here)))
        .collect();
    let look = Look {
        ascii: args.ascii,
        colours: terminal::colours(),
        diagram: false,
        flip: false,
    };
    draw::board(&loaded.variant, position, &marks, look)
}
