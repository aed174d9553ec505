//! The desk at which an engine works for another program: lines come in at any time, also during a
//! search.

use ferz::engine::Game;
use ferz_play::{Choice, Control, Engine, Info, Limits, Score};
use std::collections::VecDeque;
use std::io::{BufRead as _, Write as _, stdin, stdout};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// The message after a panic.
pub(crate) const MISTAKE: &str = "ferz has made a mistake; it goes on without this answer";

/// The result of `f`; `None` if it panics. A panic costs an answer, and not the game.
pub(crate) fn unharmed<T>(f: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(f)).ok()
}

/// An event.
enum Event {
    Line(String),
    /// There will be no more lines.
    End,
    /// The search is over.
    Done,
}

/// Handles a line that arrives while the engine searches.
pub(crate) enum Heed {
    /// It has been obeyed.
    Obeyed,
    /// It waits until the search is over.
    Later,
}

/// The lines of standard input.
pub(crate) struct Desk {
    events: Receiver<Event>,
    sender: Sender<Event>,
    waiting: VecDeque<String>,
    ended: bool,
}

impl Desk {
    /// Begins to read.
    pub(crate) fn new() -> Self {
        let (sender, events) = channel();
        let reader = sender.clone();
        std::thread::spawn(move || read(&reader));
        Self {
            events,
            sender,
            waiting: VecDeque::new(),
            ended: false,
        }
    }

    /// The next line, without spaces around it; `None` if there will be none.
    pub(crate) fn next(&mut self) -> Option<String> {
        if let Some(line) = self.waiting.pop_front() {
            return Some(line);
        }
        while !self.ended {
            match self.events.recv() {
                Ok(Event::Line(line)) => return Some(line),
                Ok(Event::Done) => {}
                Ok(Event::End) | Err(_) => self.ended = true,
            }
        }
        None
    }

    /// Whether a line has come that has not been obeyed yet.
    pub(crate) fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Searches, and heeds lines meanwhile. Without any limit it lasts until it is stopped, also
    /// where nothing is left to be searched; where input ends, only as long as it must.
    pub(crate) fn search(
        &mut self,
        engine: &Engine,
        game: &Game,
        limits: &Limits,
        pondering: bool,
        tell: &mut (dyn FnMut(&Info) + Send),
        mut heed: impl FnMut(&str, &Control) -> Heed,
    ) -> Option<Choice> {
        let control = Control::default();
        control.set_pondering(pondering);
        let endless = is_endless(limits);
        std::thread::scope(|scope| {
            let sender = self.sender.clone();
            let control = &control;
            let search = scope.spawn(move || {
                let choice = unharmed(|| engine.think(game, limits, control, tell));
                let _ = sender.send(Event::Done);
                choice.unwrap_or_else(|| any_move(game))
            });
            let mut done = false;
            while !done || ((endless || control.is_pondering()) && !control.is_stopped()) {
                if self.ended && (endless || control.is_pondering()) {
                    control.stop();
                }
                match self.events.recv() {
                    Ok(Event::Line(line)) => {
                        if matches!(heed(&line, control), Heed::Later) {
                            self.waiting.push_back(line);
                        }
                    }
                    Ok(Event::Done) => done = true,
                    Ok(Event::End) | Err(_) => self.ended = true,
                }
            }
            search.join().ok().flatten()
        })
    }
}

impl Desk {
    /// Does work other than a search, such as a count of lines, and heeds lines meanwhile. The work
    /// ends early when its flag is set.
    pub(crate) fn beside(
        &mut self,
        work: impl FnOnce(&AtomicBool) + Send,
        mut heed: impl FnMut(&str, &AtomicBool) -> Heed,
    ) {
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let (sender, stop) = (self.sender.clone(), &stop);
            scope.spawn(move || {
                unharmed(|| work(stop));
                let _ = sender.send(Event::Done);
            });
            loop {
                match self.events.recv() {
                    Ok(Event::Line(line)) => {
                        if matches!(heed(&line, stop), Heed::Later) {
                            self.waiting.push_back(line);
                        }
                    }
                    Ok(Event::Done) => break,
                    Ok(Event::End) | Err(_) => self.ended = true,
                }
            }
        });
    }
}

/// A legal move without thought, in case thinking has failed: a program that waits for a move waits
/// for ever.
fn any_move(game: &Game) -> Option<Choice> {
    let moves = unharmed(|| game.variant().legal_moves(game.position()))?;
    let info = Info {
        rank: 0,
        depth: 0,
        deepest: 0,
        score: Score::Centipawns(0),
        nodes: 0,
        time: Duration::ZERO,
        fill: 0,
        line: Vec::new(),
    };
    let best = *moves.first()?;
    let answer = None;
    Some(Choice { best, answer, info })
}

/// Whether only a command from outside can end a search.
fn is_endless(limits: &Limits) -> bool {
    limits.depth.is_none()
        && limits.nodes.is_none()
        && limits.move_time.is_none()
        && limits.clock.is_none()
        && limits.mate.is_none()
}

fn read(sender: &Sender<Event>) {
    let mut input = stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                if sender.send(Event::Line(text)).is_err() {
                    return;
                }
            }
        }
    }
    let _ = sender.send(Event::End);
}

/// Prints a line at once. A program that does not read it is gone and will send no more lines
/// either.
pub(crate) fn say(line: &str) {
    let mut out = stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_play::Settings;

    #[test]
    fn a_panic_costs_an_answer() {
        assert_eq!(unharmed(|| 1), Some(1));
        assert_eq!(unharmed(|| panic!("as it should")), None::<()>);
    }

    /// A search that fails ends, and something is played.
    #[test]
    fn a_panic_of_a_search_costs_a_thought() {
        let loaded = crate::load::variant("chess").unwrap();
        let engine = Engine::new(&loaded.variant, Settings::default());
        let game = Game::new(&loaded.variant, loaded.variant.start());
        let limits = Limits {
            depth: Some(3),
            ..Limits::default()
        };
        let mut tell = |_: &Info| panic!("as it should");
        let choice = Desk::new().search(&engine, &game, &limits, false, &mut tell, |_, _| Heed::Later);
        let best = choice.map(|choice| choice.best);
        assert!(best.is_some_and(|best| loaded.variant.legal_moves(game.position()).contains(&best)));
    }
}
