//! Where an engine works for another program: lines come in at any time, also while it searches.

use ferz::engine::Game;
use ferz_play::{Choice, Control, Engine, Info, Limits};
use std::collections::VecDeque;
use std::io::{BufRead as _, Write as _, stdin, stdout};
use std::sync::mpsc::{Receiver, Sender, channel};

/// What happens.
enum Event {
    Line(String),
    /// There will be no more lines.
    End,
    /// The search is over.
    Done,
}

/// What is done with a line that comes while the engine searches.
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

    /// Searches, and heeds lines meanwhile. Without any limit it lasts until it is stopped, also where nothing is left to be
    /// searched; where input ends, only as long as it must.
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
                let choice = engine.think(game, limits, control, tell);
                let _ = sender.send(Event::Done);
                choice
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

/// Whether only somebody from outside can end a search.
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

/// Prints a line at once. Whoever does not read it is gone and will send no more lines either.
pub(crate) fn say(line: &str) {
    let mut out = stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
