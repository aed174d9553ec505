//! `ferz uci`: an engine for other programs, by the Universal Chess Interface.

mod go;
mod options;

use crate::args::Uci;
use crate::desk::{Desk, Heed, MISTAKE, say, unharmed};
use crate::failure::Failure;
use crate::load::{self, Loaded};
use crate::{line, memory, terminal};
use ferz::dialects;
use ferz::engine::{Game, Move, Variant};
use ferz::why::{Verdict, why};
use ferz_play::{Choice, Engine, Info};
use go::Go;
use options::{Change, Options};
use std::process::ExitCode;

/// What comes after a variant.
enum Next {
    Quit,
    Variant(String),
    /// The same variant, read again.
    Again,
}

pub(crate) fn run(args: &Uci) -> anyhow::Result<ExitCode> {
    let mut desk = Desk::new();
    let mut options = Options::new();
    let mut path = args.variant.clone();
    let mut loaded = load::variant(&path)?;
    loop {
        let name = match serve(&loaded, &mut options, &mut desk) {
            Next::Quit => return Ok(ExitCode::SUCCESS),
            Next::Variant(name) => name,
            Next::Again => path.clone(),
        };
        let next = unharmed(|| load::named(&name));
        match next.unwrap_or_else(|| Err(anyhow::anyhow!(MISTAKE))) {
            Ok(next) => {
                loaded = if options.chess960() {
                    from_anywhere(next)
                } else {
                    next
                };
                options.learn(&loaded.name, &name);
                describe(&loaded);
                path = name;
            }
            Err(error) => complain(&error),
        }
    }
}

/// The same variant with castling from any squares.
fn from_anywhere(loaded: Loaded) -> Loaded {
    let mut rules = loaded.variant.rules().clone();
    rules
        .castling
        .iter_mut()
        .for_each(|castling| castling.anywhere = true);
    match Variant::new(rules) {
        Ok(variant) => Loaded { variant, ..loaded },
        Err(error) => {
            note(&error.to_string());
            loaded
        }
    }
}

/// A game, and what is asked about it.
struct Seat<'s> {
    loaded: &'s Loaded,
    engine: Engine,
    game: Game,
    options: &'s mut Options,
    /// Whether the last position was refused: what is answered must not be about another one than that was meant.
    refused: bool,
}

/// Plays one variant until another is wanted.
fn serve(loaded: &Loaded, options: &mut Options, desk: &mut Desk) -> Next {
    let variant = &loaded.variant;
    let (engine, words) = memory::engine(variant, options.settings());
    words.iter().for_each(|words| note(words));
    let mut seat = Seat {
        loaded,
        engine,
        game: Game::new(variant, variant.start()),
        options,
        refused: false,
    };
    while let Some(line) = desk.next() {
        match unharmed(|| seat.obey(&line, desk)) {
            Some(Some(next)) => return next,
            Some(None) => {}
            None => {
                note(MISTAKE);
                if line.starts_with("go") {
                    say("bestmove (none)");
                }
            }
        }
    }
    Next::Quit
}

impl Seat<'_> {
    /// Obeys a line; what comes next if that is not the next line.
    fn obey(&mut self, line: &str, desk: &mut Desk) -> Option<Next> {
        let variant = &self.loaded.variant;
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "uci" => self.options.introduce(),
            "isready" => say("readyok"),
            "ucinewgame" => {
                self.engine.forget();
                self.game = Game::new(variant, variant.start());
                self.refused = false;
            }
            "setoption" => match self.options.set(rest, &self.loaded.name) {
                Change::None => {}
                Change::Settings => {
                    let words = memory::set(&mut self.engine, self.options.settings());
                    words.iter().for_each(|words| note(words));
                }
                Change::Forget => self.engine.forget(),
                Change::Variant(name) => return Some(Next::Variant(name)),
                Change::Again => return Some(Next::Again),
            },
            "load" if !rest.is_empty() => return Some(Next::Variant(rest.trim().to_owned())),
            "position" => {
                let next = position(variant, rest);
                self.refused = next.is_none();
                if let Some(next) = next {
                    self.game = next;
                }
            }
            "go" | "d" if self.refused => {
                note("there is no position: the last one was refused");
                if command == "go" {
                    say("bestmove (none)");
                }
            }
            "go" => match search(&self.engine, &self.game, self.options, desk, rest) {
                Some(()) => {}
                None => return Some(Next::Quit),
            },
            "d" => say(&variant.fen(self.game.position())),
            "quit" => return Some(Next::Quit),
            "" | "stop" | "ponderhit" | "debug" | "register" => {}
            other => note(&format!(
                "unknown command `{}`",
                other.chars().take(40).collect::<String>()
            )),
        }
        None
    }
}

/// Searches and answers; `None` if the program is to end.
fn search(engine: &Engine, game: &Game, options: &Options, desk: &mut Desk, words: &str) -> Option<()> {
    let variant = engine.variant();
    let go = Go::read(variant, game.position(), words);
    for wrong in &go.wrong {
        note(wrong);
    }
    if let Some(depth) = go.perft {
        go::perft(variant, game.position(), depth);
        return Some(());
    }
    let limits = options.limit(go.limits);
    let mut tell = |info: &Info| say(&told(variant, game, info));
    let mut quit = false;
    let over = game.outcome().is_some();
    let choice = desk.search(engine, game, &limits, go.ponder, &mut tell, |line, control| {
        match line {
            "stop" => control.stop(),
            "ponderhit" => control.set_pondering(false),
            "isready" => say("readyok"),
            "quit" => {
                quit = true;
                control.stop();
            }
            "" => {}
            _ => return Heed::Later,
        }
        Heed::Obeyed
    });
    if quit {
        return None;
    }
    say(&answer(variant, game, choice.filter(|_| !over).as_ref()));
    Some(())
}

/// `bestmove`, and what is expected.
fn answer(variant: &Variant, game: &Game, choice: Option<&Choice>) -> String {
    let moves = choice.map(|choice| {
        let moves: Vec<_> = std::iter::once(choice.best).chain(choice.answer).collect();
        line_of(variant, game, &moves)
    });
    match moves.as_deref() {
        Some([best, answer]) => format!("bestmove {best} ponder {answer}"),
        Some([best]) => format!("bestmove {best}"),
        _ => "bestmove (none)".to_owned(),
    }
}

/// Moves one after the other, each as one word.
fn line_of(variant: &Variant, game: &Game, moves: &[Move]) -> Vec<String> {
    let texts = line::texts(variant, game.position(), moves);
    texts.iter().map(|text| line::one_word(text)).collect()
}

/// An `info` line.
fn told(variant: &Variant, game: &Game, info: &Info) -> String {
    let milliseconds = info.time.as_millis();
    let speed = info.nodes as f64 / info.time.as_secs_f64().max(1e-6);
    let line = line_of(variant, game, &info.line).join(" ");
    format!(
        "info depth {} seldepth {} multipv {} score {} nodes {} nps {speed:.0} hashfull {} time {milliseconds} pv {line}",
        info.depth,
        info.deepest,
        info.rank + 1,
        info.score,
        info.nodes,
        info.fill
    )
}

/// Reads `startpos` or `fen ...`, and the moves from there. A move that is not legal is named, with the reason; there is no position
/// then.
fn position(variant: &Variant, words: &str) -> Option<Game> {
    let (place, moves) = match words.split_once("moves") {
        Some((place, moves)) => (place.trim(), moves),
        None => (words.trim(), ""),
    };
    let start = match place.strip_prefix("fen") {
        Some(fen) => match dialects::position(variant, fen) {
            Ok(position) => {
                if let Some(warning) = load::old_letters(variant, fen.trim()) {
                    note(&warning);
                }
                if let Some(surplus) = variant.surplus(&position) {
                    note(&format!("warning: {surplus}"));
                }
                position
            }
            Err(error) => {
                note(&format!("this FEN is not a position of the variant: {error}"));
                return None;
            }
        },
        None if place == "startpos" => variant.start(),
        None => {
            note("write `position startpos` or `position fen FEN`");
            return None;
        }
    };
    let mut game = Game::new(variant, start);
    let words: Vec<&str> = moves.split_whitespace().collect();
    if let Some(line) = dialects::from_zero(variant, game.position(), &words) {
        line.into_iter().for_each(|mv| game.play(mv));
        return Some(game);
    }
    for text in words.into_iter().map(line::of_word) {
        match line::find(variant, game.position(), &text) {
            Some(mv) => game.play(mv),
            None => {
                let reason = match why(variant, game.position(), &text) {
                    Verdict::Legal(mv) => {
                        game.play(mv);
                        continue;
                    }
                    Verdict::Illegal(reason) => reason,
                };
                note(&format!("`{text}` is not possible: {reason}"));
                return None;
            }
        }
    }
    Some(game)
}

/// Says what the variant is, in the words that programs with boards of any size know.
fn describe(loaded: &Loaded) {
    let (variant, board) = (&loaded.variant, loaded.variant.topology());
    let start = variant.fen(&variant.start());
    note(&format!(
        "variant {} files {} ranks {} pocket 0 template fairy startpos {start}",
        loaded.name,
        board.files(),
        board.ranks()
    ));
}

/// Says something to whoever reads the log.
fn note(text: &str) {
    let text = text.replace(['\n', '\r'], " ");
    say(&format!("info string {}", terminal::visible(&text)));
}

/// Says why a variant cannot be played.
fn complain(error: &anyhow::Error) {
    note(&crate::failure::words(error));
    if let Some(Failure::Wrong { diagnostics, .. }) = error.downcast_ref() {
        for diagnostic in diagnostics.iter().take(5) {
            note(&format!("{}: {}", diagnostic.code, diagnostic.message));
        }
    }
}
