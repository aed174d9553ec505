//! `ferz uci`, `ferz usi`, `ferz ucci`: an engine for other programs, by the Universal Chess
//! Interface and its kin.

mod go;
mod options;
mod place;
mod protocol;
mod sections;

use crate::args::Uci;
use crate::desk::{Desk, Heed, MISTAKE, say, unharmed};
use crate::failure::Failure;
use crate::load::{self, Loaded};
use crate::{line, memory, terminal};
use ferz::dialects::{Style, write_move};
use ferz::engine::{Game, Move, Variant};
use ferz_play::{Control, Engine, Info};
use go::Go;
use options::{Change, Options};
pub(crate) use protocol::Protocol;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// The next step after a variant.
enum Next {
    Quit,
    Variant(String),
    /// The same variant, read again.
    Again,
}

pub(crate) fn run(args: &Uci, protocol: Protocol) -> anyhow::Result<ExitCode> {
    let mut desk = Desk::new();
    let mut options = Options::new(protocol);
    let standard = || protocol.standard().to_owned();
    let mut path = args.variant.clone().unwrap_or_else(standard);
    let mut loaded = load::variant(&path)?;
    loop {
        let name = match serve(&loaded, &mut options, &mut desk) {
            Next::Quit => return Ok(ExitCode::SUCCESS),
            Next::Variant(name) => name,
            Next::Again => path.clone(),
        };
        let next = unharmed(|| match options.section(&name) {
            Some(text) => sections::variant(&name, text),
            None => load::named(&name),
        });
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

/// A game, and the questions about it.
struct Seat<'s> {
    loaded: &'s Loaded,
    engine: Engine,
    game: Game,
    /// Moves that the engine may not choose in this position.
    banned: Vec<Move>,
    options: &'s mut Options,
    /// Whether the last position was refused: what is answered must not be about another one than
    /// that was meant.
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
        banned: Vec::new(),
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
                    say(&seat.options.protocol().answer(&[]));
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
        let protocol = self.options.protocol();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            _ if command == protocol.word() => self.options.introduce(),
            "isready" => say("readyok"),
            _ if protocol.begins_game(command) => self.begin(),
            "setoption" => return self.set(rest),
            "load" if !rest.is_empty() => return Some(Next::Variant(rest.trim().to_owned())),
            "position" => {
                let next = place::game(variant, rest, protocol);
                self.banned.clear();
                self.refused = next.is_none();
                if let Some(next) = next {
                    self.game = next;
                }
            }
            "go" | "d" if self.refused => {
                note("there is no position: the last one was refused");
                if command == "go" {
                    say(&protocol.answer(&[]));
                }
            }
            "go" => {
                if self.search(desk, rest).is_none() {
                    protocol.part();
                    return Some(Next::Quit);
                }
            }
            "banmoves" => {
                let words = rest.split_whitespace();
                let named = words.map(|word| place::one_move(variant, self.game.position(), word, protocol));
                self.banned = named.flatten().collect();
            }
            "d" => say(&variant.fen(self.game.position())),
            "quit" => {
                protocol.part();
                return Some(Next::Quit);
            }
            "" | "stop" | "ponderhit" | "debug" | "register" | "gameover" => {}
            other => note(&format!(
                "unknown command `{}`",
                other.chars().take(40).collect::<String>()
            )),
        }
        None
    }

    /// Obeys `setoption`.
    fn set(&mut self, words: &str) -> Option<Next> {
        match self.options.set(words, &self.loaded.name) {
            Change::None => {}
            Change::Settings => {
                let words = memory::set(&mut self.engine, self.options.settings());
                words.iter().for_each(|words| note(words));
            }
            Change::Forget => self.engine.forget(),
            Change::NewGame => self.begin(),
            Change::Variant(name) => return Some(Next::Variant(name)),
            Change::Sections(path) => {
                let name = &self.loaded.name;
                let is_new = sections::learn(self.options, &path).contains(name);
                return is_new.then(|| Next::Variant(name.clone()));
            }
            Change::Again => return Some(Next::Again),
        }
        None
    }

    /// Begins a new game.
    fn begin(&mut self) {
        let variant = &self.loaded.variant;
        self.engine.forget();
        self.game = Game::new(variant, variant.start());
        self.banned.clear();
        self.refused = false;
    }

    /// Searches and answers; `None` if the program is to end.
    fn search(&self, desk: &mut Desk, words: &str) -> Option<()> {
        let (game, protocol) = (&self.game, self.options.protocol());
        let variant = game.variant();
        let mut go = Go::read(variant, game.position(), words, self.options);
        for wrong in &go.wrong {
            note(wrong);
        }
        if let Some(depth) = go.perft {
            count(desk, game, depth, protocol.style());
            return Some(());
        }
        if go.mate_alone {
            say("checkmate notimplemented");
            return Some(());
        }
        if !self.banned.is_empty() && go.limits.moves.is_empty() {
            let mut moves = variant.legal_moves(game.position());
            moves.retain(|mv| !self.banned.contains(mv));
            go.limits.moves = moves;
        }
        let limits = self.options.limit(go.limits);
        let mut tell = |info: &Info| say(&told(game, info, protocol));
        let mut quit = false;
        let over = game.outcome().is_some();
        let heed = |line: &str, control: &Control| {
            match line.split_whitespace().next() {
                Some("stop") => control.stop(),
                Some("ponderhit") => control.set_pondering(false),
                Some("isready") => say("readyok"),
                Some("quit") => {
                    quit = true;
                    control.stop();
                }
                None => {}
                Some(_) => return Heed::Later,
            }
            Heed::Obeyed
        };
        let choice = desk.search(&self.engine, game, &limits, go.ponder, &mut tell, heed);
        if quit {
            return None;
        }
        let moves: Vec<Move> = choice.filter(|_| !over).map_or_else(Vec::new, |choice| {
            std::iter::once(choice.best).chain(choice.answer).collect()
        });
        say(&protocol.answer(&line_of(game, &moves, protocol)));
        Some(())
    }
}

/// Counts the lines of a number of plies. Only `stop` ends that early: scripts send `quit` at once.
fn count(desk: &mut Desk, game: &Game, depth: u32, style: Style) {
    let heed = |line: &str, stop: &AtomicBool| {
        match line.split_whitespace().next() {
            Some("isready") => say("readyok"),
            Some("stop") => stop.store(true, Ordering::Relaxed),
            None => {}
            Some(_) => return Heed::Later,
        }
        Heed::Obeyed
    };
    let work = |stop: &AtomicBool| go::perft((game.variant(), game.position()), depth, style, stop);
    desk.beside(work, heed);
}

/// Moves one after the other, each as one word; they end before the first that is not legal.
fn line_of(game: &Game, moves: &[Move], protocol: Protocol) -> Vec<String> {
    let (variant, mut position) = (game.variant(), game.position().clone());
    let text = |&mv: &Move| {
        let text = write_move(protocol.style(), variant, &position, mv)?;
        position = variant.play(&position, mv);
        Some(line::one_word(&text))
    };
    moves.iter().map_while(text).collect()
}

/// An `info` line.
fn told(game: &Game, info: &Info, protocol: Protocol) -> String {
    let milliseconds = info.time.as_millis();
    let speed = info.nodes as f64 / info.time.as_secs_f64().max(1e-6);
    let line = line_of(game, &info.line, protocol).join(" ");
    let score = protocol.score(info.score);
    if protocol == Protocol::Ucci {
        return format!(
            "info depth {} {score} nodes {} time {milliseconds} pv {line}",
            info.depth, info.nodes
        );
    }
    format!(
        "info depth {} seldepth {} multipv {} {score} nodes {} nps {speed:.0} hashfull {} time {milliseconds} pv {line}",
        info.depth,
        info.deepest,
        info.rank + 1,
        info.nodes,
        info.fill
    )
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

/// Writes a line for readers of the log.
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
