//! `ferz xboard`: an engine for XBoard and WinBoard, by the Chess Engine Communication Protocol,
//! version 2.

mod board;
mod time;

use crate::args::Xboard;
use crate::desk::{Desk, Heed, MISTAKE, say, unharmed};
use crate::load::{self, Loaded, STANDARD};
use crate::{draw, line, memory, terminal};
use board::{ours, theirs};
use ferz::dialects;
use ferz::engine::{Game, Outcome, Variant};
use ferz::rules::Side;
use ferz::why::{Verdict, why};
use ferz_play::{Choice, Control, Engine, Info, Limits, Score, Settings, pgn};
use std::process::ExitCode;
use time::Time;

/// How many positions are looked at before a suggestion or an answer to an offer.
const GLANCE: u64 = 20_000;

/// The lines by which the program learns of a variant, and the pieces of which they do not tell how
/// they move.
pub(crate) fn lines(variant: &Variant) -> ferz_import::Export {
    let mut lines = vec![board::setup(variant)];
    lines.extend(board::pieces(variant));
    let lost = board::untold(variant).into_iter().map(|name| ferz_import::Loss {
        what: format!("piece {name}"),
        why: "Betza notation does not say how it moves; the program takes every move".to_owned(),
    });
    ferz_import::Export {
        text: format!("{}\n", lines.join("\n")),
        lost: lost.collect(),
    }
}

/// The next step after a variant.
enum Next {
    Quit,
    Variant(String),
}

/// The settings for all variants.
struct Desktop {
    /// The variant of a new game, as on the command line, and its name.
    first: (String, String),
    settings: Settings,
    /// Whether lines are reported.
    post: bool,
}

pub(crate) fn run(args: &Xboard) -> anyhow::Result<ExitCode> {
    let mut desk = Desk::new();
    let mut loaded = load::variant(&args.variant)?;
    let mut desktop = Desktop {
        first: (args.variant.clone(), loaded.name.clone()),
        settings: Settings::default(),
        post: false,
    };
    loop {
        let mut seat = Seat::new(&loaded, &mut desktop);
        let next = seat.serve(&mut desk);
        match next {
            Next::Quit => return Ok(ExitCode::SUCCESS),
            Next::Variant(name) => {
                match unharmed(|| load::named(&name)).unwrap_or_else(|| Err(anyhow::anyhow!(MISTAKE))) {
                    Ok(next) => {
                        loaded = next;
                        if loaded.name != STANDARD {
                            say(&board::setup(&loaded.variant));
                            for line in board::pieces(&loaded.variant) {
                                say(&line);
                            }
                        }
                    }
                    Err(error) => say(&format!(
                        "Error (unknown variant): {}",
                        terminal::visible(&crate::failure::words(&error))
                    )),
                }
            }
        }
    }
}

/// A game and the engine's part in it.
struct Seat<'v, 'd> {
    loaded: &'v Loaded,
    engine: Engine,
    game: Game,
    desktop: &'d mut Desktop,
    time: Time,
    /// Which side the engine plays.
    plays: Option<Side>,
    analyses: bool,
}

impl<'v, 'd> Seat<'v, 'd> {
    fn new(loaded: &'v Loaded, desktop: &'d mut Desktop) -> Self {
        let variant = &loaded.variant;
        let (engine, words) = memory::engine(variant, desktop.settings);
        words.iter().for_each(|words| remark(words));
        Self {
            engine,
            game: Game::new(variant, variant.start()),
            loaded,
            desktop,
            time: Time::new(),
            plays: Some(Side::Black),
            analyses: false,
        }
    }

    fn variant(&self) -> &'v Variant {
        &self.loaded.variant
    }

    /// The path that a name means: the variant of the command line may have come from a file.
    fn path(&self, name: &str) -> String {
        let (path, first) = &self.desktop.first;
        match name {
            "normal" => STANDARD.to_owned(),
            name if name == first => path.clone(),
            name => name.to_owned(),
        }
    }

    fn turn(&self) -> Side {
        self.variant().turn(self.game.position())
    }

    fn serve(&mut self, desk: &mut Desk) -> Next {
        loop {
            if self.is_asked() && !desk.is_waiting() {
                match unharmed(|| self.search(desk)) {
                    Some(true) => continue,
                    Some(false) => return Next::Quit,
                    // Or it would be asked again and again.
                    None => {
                        remark(MISTAKE);
                        (self.plays, self.analyses) = (None, false);
                        continue;
                    }
                }
            }
            let Some(line) = desk.next() else {
                return Next::Quit;
            };
            let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            let rest = rest.trim();
            match command {
                "quit" => return Next::Quit,
                "variant" => return Next::Variant(self.path(rest)),
                "new" if self.loaded.name != self.desktop.first.1 => {
                    return Next::Variant(self.desktop.first.0.clone());
                }
                "protover" => board::introduce(&self.desktop.first.1),
                "ping" => say(&format!("pong {rest}")),
                "memory" => self.desktop.settings.hash = rest.parse().unwrap_or(16).clamp(1, 65_536),
                "cores" => self.desktop.settings.threads = rest.parse().unwrap_or(1).clamp(1, 256),
                "post" => self.desktop.post = true,
                "nopost" => self.desktop.post = false,
                "level" | "st" | "sd" | "time" | "otim" => self.time.set(command, rest),
                _ => {
                    if unharmed(|| self.play(command, rest)).is_none() {
                        say(&format!("Error (mistake of ferz): {command}"));
                    }
                }
            }
            if matches!(command, "memory" | "cores") {
                let words = memory::set(&mut self.engine, self.desktop.settings);
                words.iter().for_each(|words| remark(words));
            }
        }
    }

    /// Commands about the game.
    fn play(&mut self, command: &str, rest: &str) {
        match command {
            "new" => {
                self.game = Game::new(self.variant(), self.variant().start());
                (self.plays, self.analyses) = (Some(self.turn().other()), false);
                self.engine.forget();
            }
            "force" => self.plays = None,
            "result" => (self.plays, self.analyses) = (None, false),
            "go" => self.plays = Some(self.turn()),
            "playother" => self.plays = Some(self.turn().other()),
            "analyze" => (self.analyses, self.plays) = (true, None),
            "exit" => self.analyses = false,
            "undo" => {
                self.game.undo();
            }
            "remove" => {
                self.game.undo();
                self.game.undo();
            }
            "setboard" => match dialects::position(self.variant(), rest) {
                Ok(position) => {
                    if let Some(warning) = dialects::remarks(self.variant(), Some(rest), []) {
                        say(&format!("telluser warning: {warning}"));
                    }
                    if let Some(surplus) = self.variant().surplus(&position) {
                        say(&format!("telluser warning: {surplus}"));
                    }
                    self.game = Game::new(self.variant(), position);
                }
                Err(error) => say(&format!("tellusererror Illegal position: {error}")),
            },
            "usermove" => self.usermove(rest),
            "draw" => self.consider_draw(),
            "hint" => self.hint(),
            "" | "xboard" | "accepted" | "rejected" | "hard" | "easy" | "computer" | "name" | "rating"
            | "ics" | "random" | "bk" | "." | "?" | "pause" | "resume" | "white" | "black" | "nps"
            | "option" => {}
            other => say(&format!(
                "Error (unknown command): {}",
                terminal::visible(&other.chars().take(40).collect::<String>())
            )),
        }
    }

    /// The quick choice of the engine; `None` if the game is over.
    fn glance(&self) -> Option<Choice> {
        if over(&self.game).is_some() {
            return None;
        }
        let limits = Limits {
            nodes: Some(GLANCE),
            ..Limits::default()
        };
        let control = Control::default();
        self.engine.think(&self.game, &limits, &control, &mut |_| ())
    }

    /// Answers the offer of a draw, by an offer of its own where the engine stands no better.
    fn consider_draw(&self) {
        let Some(own) = self.plays else { return };
        let Some(choice) = self.glance() else { return };
        let ahead = match choice.info.score {
            Score::Centipawns(score) => score.signum(),
            Score::Mate(moves) if moves > 0 => 1,
            Score::Mate(_) => -1,
        };
        let stands_better = ahead == if self.turn() == own { 1 } else { -1 };
        if !stands_better {
            say("offer draw");
        }
    }

    /// Suggests a move.
    fn hint(&self) {
        if let Some(choice) = self.glance() {
            let text = line::text(self.variant(), self.game.position(), choice.best).unwrap_or_default();
            say(&format!("Hint: {}", theirs(self.variant(), &text)));
        }
    }

    fn usermove(&mut self, text: &str) {
        // Only in coordinates squares have other ranks.
        let named = !text.contains('@')
            && text.starts_with(|c: char| c.is_ascii_uppercase() || matches!(c, '+' | '-'));
        let find = |text: &str| dialects::find(self.variant(), self.game.position(), text);
        let other = find(text).filter(|_| named);
        let text = ours(self.variant(), text);
        let verdict = match over(&self.game) {
            Some(outcome) => Err(format!("the game is over: {}", draw::ended(&outcome))),
            None => match find(&text).or(other) {
                Some(mv) => Ok(mv),
                None => match why(self.variant(), self.game.position(), &text) {
                    Verdict::Legal(mv) => Ok(mv),
                    Verdict::Illegal(reason) => Err(reason.to_string()),
                },
            },
        };
        match verdict {
            Ok(mv) => {
                if let Some(warning) = dialects::outdated(self.variant(), None, [text.as_str()]) {
                    remark(&warning);
                }
                self.game.play(mv);
                self.tell_end();
            }
            Err(reason) => say(&format!(
                "Illegal move ({}): {}",
                terminal::visible(&reason),
                terminal::visible(&theirs(self.variant(), &text))
            )),
        }
    }

    /// Says how the game has ended, if it has.
    fn tell_end(&self) {
        if let Some(outcome) = over(&self.game) {
            say(&format!("{} {{{}}}", pgn::result(Some(&outcome)), outcome.reason));
        }
    }

    /// Whether the engine has something to do.
    fn is_asked(&self) -> bool {
        (self.analyses || self.plays == Some(self.turn())) && over(&self.game).is_none()
    }

    /// Searches, and moves; `false` if the program is to end.
    fn search(&mut self, desk: &mut Desk) -> bool {
        let variant = self.variant();
        let limits = self.time.limits(self.analyses);
        let (post, analyses) = (self.desktop.post || self.analyses, self.analyses);
        let game = &self.game;
        let mut tell = |info: &Info| {
            if post {
                say(&told(variant, game, info));
            }
        };
        let (mut quit, mut moves) = (false, !analyses);
        let mut heed = |line: &str, control: &Control| {
            let command = line.split_whitespace().next().unwrap_or_default();
            match command {
                "quit" => quit = true,
                "?" if !analyses => {}
                "force" | "new" | "result" | "undo" | "remove" | "setboard" | "variant" | "exit"
                | "usermove" | "analyze" => {
                    moves = false;
                    control.stop();
                    return Heed::Later;
                }
                "." | "bk" | "" => return Heed::Obeyed,
                _ => return Heed::Later,
            }
            control.stop();
            Heed::Obeyed
        };
        let choice = desk.search(&self.engine, game, &limits, false, &mut tell, &mut heed);
        if quit {
            return false;
        }
        match choice.filter(|_| moves) {
            Some(choice) => {
                let text = line::text(variant, self.game.position(), choice.best).unwrap_or_default();
                self.game.play(choice.best);
                self.time.spend(choice.info.time);
                say(&format!("move {}", theirs(variant, &text)));
                self.tell_end();
            }
            // The command that stopped the search comes next; without one, the other program has
            // gone.
            None => return desk.is_waiting(),
        }
        true
    }
}

/// Writes a line for readers of the log.
fn remark(words: &str) {
    say(&format!("# {words}"));
}

/// How the game has ended; draws that may be claimed are.
fn over(game: &Game) -> Option<Outcome> {
    game.outcome().or_else(|| game.claim())
}

/// A line of thinking: depth, score, hundredths of a second, positions, moves.
fn told(variant: &Variant, game: &Game, info: &Info) -> String {
    let score = match info.score {
        Score::Centipawns(score) => score,
        Score::Mate(moves) if moves > 0 => 100_000 + moves,
        Score::Mate(moves) => -100_000 + moves,
    };
    let moves = line::texts(variant, game.position(), &info.line);
    let moves: Vec<String> = moves.iter().map(|text| theirs(variant, text)).collect();
    format!(
        "{} {score} {} {} {}",
        info.depth,
        info.time.as_millis() / 10,
        info.nodes,
        moves.join(" ")
    )
}
