//! `ferz game`: written games, checked and shown.

use crate::args::GameArgs;
use crate::draw::{self, Look, Marks};
use crate::failure::{self, Failure};
use crate::json::GameReport;
use crate::load::{self, Loaded, STANDARD};
use crate::record::{self, Stumble};
use crate::terminal;
use ferz::dialects::{self, Style, write_move, write_position};
use ferz::engine::{Game, Outcome};
use ferz::why::{Explainer, Twins};
use ferz_play::pgn::{self, Reader, Record};
use std::io::{BufWriter, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;

/// The number of variants of a file that are kept; its games are usually of one.
const KEPT: usize = 8;

/// The result of checking a game.
struct Checked {
    name: String,
    plies: usize,
    /// The moves, in the notation that is asked for.
    moves: Vec<String>,
    /// The last position and its board; `None` if there is none.
    end: Option<(String, String)>,
    outcome: Option<Outcome>,
    /// The message.
    wrong: Option<String>,
    /// The letters that are no longer written.
    warning: Option<String>,
}

pub(crate) fn run(args: &GameArgs) -> anyhow::Result<ExitCode> {
    let (file, variant) = in_order(args);
    let given = variant.as_deref().map(load::variant).transpose()?;
    let mut games = Games {
        args,
        file: &file,
        given: given.map(Rules::new),
        kept: Vec::new(),
        number: 0,
        good: true,
        played: false,
        out: BufWriter::new(stdout().lock()),
    };
    let mut reader = Reader::new();
    load::read_pieces(&file, &mut |piece| {
        let mut found = Vec::new();
        reader.feed(piece, &mut |record| found.push(record));
        found.iter().try_for_each(|record| games.tell(record))
    })?;
    if let Some(last) = reader.finish() {
        games.tell(&last)?;
    }
    if games.number == 0 {
        anyhow::bail!("there is no game in {}", file.display());
    }
    games.out.flush()?;
    // Then it is the command line that lacks something.
    if let Some((_, Err(words))) = games.kept.into_iter().next().filter(|_| !games.played) {
        return Err(Failure::Usage(words).into());
    }
    Ok(ExitCode::from(u8::from(!games.good)))
}

/// The file and the variant; the variant may stand first, as for other commands.
fn in_order(args: &GameArgs) -> (PathBuf, Option<String>) {
    let is_game = |path: &Path| {
        let rules = path.extension().is_some_and(|end| end == "ferz");
        path.as_os_str() == "-" || (!rules && path.is_file())
    };
    match &args.variant {
        Some(second) if is_game(Path::new(second)) && !is_game(&args.file) => {
            (PathBuf::from(second), Some(args.file.display().to_string()))
        }
        variant => (args.file.clone(), variant.clone()),
    }
}

/// A variant, and the answers to questions about its illegal moves.
#[derive(Clone)]
struct Rules {
    loaded: Rc<Loaded>,
    twins: Arc<Twins>,
}

impl Rules {
    fn new(loaded: Loaded) -> Self {
        Self {
            twins: Twins::of(&loaded.variant),
            loaded: Rc::new(loaded),
        }
    }
}

/// A tag, and the variant that it names or why there is none.
type Kept = (Option<String>, Result<Rules, String>);

/// The games of a file, one after the other.
struct Games<'a, W> {
    args: &'a GameArgs,
    /// The file that they come from.
    file: &'a Path,
    /// The variant of the command line.
    given: Option<Rules>,
    /// Variants by the tags that name them, or why there is none; the last one first.
    kept: Vec<Kept>,
    number: usize,
    good: bool,
    /// Whether the rules of any game were found.
    played: bool,
    out: W,
}

impl<W: Write> Games<'_, W> {
    /// Plays a game, and reports its result.
    fn tell(&mut self, record: &Record) -> anyhow::Result<()> {
        self.number += 1;
        let checked = self.check(record);
        self.good &= checked.wrong.is_none();
        if self.args.json {
            let report = GameReport {
                number: self.number,
                variant: &checked.name,
                plies: checked.plies,
                moves: &checked.moves,
                fen: checked.end.as_ref().map(|(fen, _)| fen.as_str()),
                outcome: checked.outcome.as_ref(),
                error: checked.wrong.as_deref(),
                warning: checked.warning.as_deref(),
            };
            serde_json::to_writer(&mut self.out, &report)?;
            return Ok(writeln!(self.out)?);
        }
        let who = |tag| terminal::visible(record.tag(tag).unwrap_or("?")).into_owned();
        writeln!(
            self.out,
            "game {}: {}, {} - {}, {} plies",
            self.number,
            terminal::visible(&checked.name),
            who("White"),
            who("Black"),
            checked.plies
        )?;
        write!(
            self.out,
            "{}",
            terminal::columns(&checked.moves, terminal::width())
        )?;
        if let Some((_, board)) = &checked.end {
            write!(self.out, "{board}")?;
        }
        if let Some(warning) = &checked.warning {
            writeln!(self.out, "warning: {}", terminal::visible(warning))?;
        }
        match (&checked.wrong, &checked.outcome) {
            (Some(wrong), _) => writeln!(self.out, "error: {wrong}")?,
            (None, Some(outcome)) => writeln!(self.out, "{}", draw::ended(outcome))?,
            (None, None) => writeln!(self.out, "result: {}", terminal::visible(&record.result))?,
        }
        Ok(())
    }

    /// A mistake in one game does not stop the others.
    fn check(&mut self, record: &Record) -> Checked {
        let rules = self.variant(record);
        self.played |= rules.is_ok();
        let played = rules.and_then(|rules| {
            let played = played(self.args, &rules, record);
            played.map_err(|error| failure::words(&error))
        });
        played.unwrap_or_else(|wrong| Checked {
            name: record.tag("Variant").unwrap_or(STANDARD).to_owned(),
            plies: 0,
            moves: Vec::new(),
            end: None,
            outcome: None,
            wrong: Some(wrong),
            warning: None,
        })
    }

    /// The variant of a game, compiled once for all that name the same.
    fn variant(&mut self, record: &Record) -> Result<Rules, String> {
        if let Some(given) = &self.given {
            return Ok(given.clone());
        }
        let named = record.tag("Variant");
        let found = match self.kept.iter().position(|(name, _)| name.as_deref() == named) {
            Some(at) => self.kept.remove(at),
            None => {
                let loaded = record::variant_of(record, self.file);
                let loaded = loaded.map(Rules::new).map_err(|error| failure::words(&error));
                (named.map(str::to_owned), loaded)
            }
        };
        let loaded = found.1.clone();
        self.kept.truncate(KEPT - 1);
        self.kept.insert(0, found);
        loaded
    }
}

fn played(args: &GameArgs, rules: &Rules, record: &Record) -> anyhow::Result<Checked> {
    let anywhere = load::meant_anywhere(&rules.loaded, record.tag("FEN")).map(Rules::new);
    let Rules { loaded, twins } = anywhere.as_ref().unwrap_or(rules);
    let explainer = Explainer::with(&loaded.variant, Arc::clone(twins));
    let (game, stumble) = record::replay_with(&explainer, record)?;
    let outcome = game.outcome();
    let look = Look {
        ascii: args.ascii,
        colours: terminal::colours(),
        diagram: false,
        flip: false,
    };
    let position = game.position();
    let board = match args.json {
        true => String::new(),
        false => draw::board(&loaded.variant, position, &Marks::new(), look),
    };
    let words = record.moves.iter().map(|word| word.text.as_str());
    Ok(Checked {
        name: loaded.name.clone(),
        plies: game.moves().len(),
        moves: texts(&game, args.notation),
        end: Some((write_position(args.notation, &loaded.variant, position), board)),
        warning: dialects::remarks(&loaded.variant, record.tag("FEN"), words),
        wrong: wrong(record, stumble.as_ref(), outcome.as_ref()),
        outcome,
    })
}

/// The fault of a game: a broken text, an illegal move, or a result that differs from that of the
/// last position. Of the first two it is the one that stands first.
fn wrong(record: &Record, stumble: Option<&Stumble>, outcome: Option<&Outcome>) -> Option<String> {
    let first = stumble.map_or(usize::MAX, |stumble| stumble.line);
    if let Some(fault) = record.fault.filter(|fault| fault.line <= first) {
        return Some(fault.to_string());
    }
    if let Some(stumble) = stumble {
        return Some(stumble.to_string());
    }
    if let Some(line) = record.cut {
        return Some(format!("line {line}: the game is too long; the rest is left out"));
    }
    let outcome = outcome?;
    let result = pgn::result(Some(outcome));
    (record.result != "*" && record.result != result).then(|| {
        format!(
            "the result is written as {}, but the game has ended with {result}: {}",
            terminal::visible(&record.result),
            draw::ended(outcome)
        )
    })
}

/// The moves in a notation.
fn texts(game: &Game, style: Style) -> Vec<String> {
    let text = |(ply, &mv): (usize, &ferz::engine::Move)| {
        write_move(style, game.variant(), game.position_at(ply)?, mv)
    };
    game.moves().iter().enumerate().filter_map(text).collect()
}
