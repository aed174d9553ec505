//! The questions of the page besides those to the language server, a file for each kind of
//! question.

mod board;
mod diff;
mod effects;
mod files;
mod half;
mod import;
mod page;
mod piece;
mod play;
mod publish;
mod puzzles;
mod setup;
mod solve;
mod study;
mod suite;
mod thumb;
mod tree;
mod variants;
mod view;
mod why;

use crate::compiled::Compiler;
use crate::folder::Folder;
use crate::limits::Limits;
use crate::machine::Machine;
use crate::rpc::{Answer, Failure, parameters};
use ferz_lsp::{Checks, Refusing};
use ferz_play::Control;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The state that answers questions.
pub struct Desk {
    compiler: Compiler,
    folder: Arc<dyn Folder>,
    limits: Limits,
    machine: Arc<dyn Machine>,
    jobs: Jobs,
}

/// The playing sites by name, with what they would refuse of a variant.
pub fn sites() -> BTreeMap<&'static str, Refusing> {
    let pychess: Refusing = Arc::new(ferz_import::refused_by_pychess);
    BTreeMap::from([("pychess", pychess)])
}

impl Desk {
    /// A desk with these texts at hand, on this machine.
    pub fn new(folder: Arc<dyn Folder>, limits: Limits, machine: Arc<dyn Machine>) -> Self {
        Self {
            compiler: Compiler::new(Arc::clone(&folder), Arc::clone(&machine)),
            folder,
            limits,
            machine,
            jobs: Jobs::new(limits.shared),
        }
    }

    /// The checks of the language server, which compiles nothing that the board has compiled.
    pub fn checks(self: &Arc<Self>) -> Checks {
        let own = Arc::clone(self);
        Checks {
            variant: Arc::new(move |rules, sources| own.compiler.check(rules, sources)),
            sites: sites(),
        }
    }

    /// The time limit of a question that reports progress; `None`: no limit.
    pub fn limit(&self, method: &str, params: &Value) -> Option<Duration> {
        limit(&self.limits, method, params)
    }

    /// Begins an answer and returns the control that ends it. A job takes its place when it is
    /// asked for, so jobs follow each other as questions do.
    pub fn begin(&self, method: &str) -> Arc<Control> {
        begin(self, method)
    }

    /// Answers the question `ferz/` with this method. It can take long: [`pace`] says whether.
    ///
    /// # Errors
    /// Why there is no answer.
    pub fn answer(&self, method: &str, params: Value, control: &Control) -> Answer {
        answer(self, method, params, control)
    }
}

impl Desk {
    /// Sends a notice to the page without a request.
    fn tell(&self, method: &str, params: impl Serialize) {
        if let Ok(params) = serde_json::to_value(params) {
            self.machine.tell(method, &params);
        }
    }
}

/// Work that goes on until it is done or stopped; one of each name at a time, or, where strangers
/// are served, one at all.
struct Jobs {
    shared: bool,
    going: Mutex<Vec<(&'static str, Arc<Control>)>>,
    turn: Mutex<()>,
}

impl Jobs {
    fn new(shared: bool) -> Self {
        Self {
            shared,
            going: Mutex::default(),
            turn: Mutex::default(),
        }
    }

    /// Begins a job, and ends the one that it takes the place of.
    fn begin(&self, name: &'static str) -> Arc<Control> {
        let control = Arc::new(Control::default());
        let mut going = self.going.lock().unwrap_or_else(PoisonError::into_inner);
        going.retain(|(other, job)| {
            let gives_way = self.shared || *other == name;
            if gives_way {
                job.stop();
            }
            !gives_way
        });
        going.push((name, Arc::clone(&control)));
        control
    }

    /// Waits, where strangers are served, until the job before has ended; then it is this one's
    /// turn, unless another has taken its place in the meantime.
    fn turn(&self, control: &Control) -> Result<Option<MutexGuard<'_, ()>>, Failure> {
        let turn = self
            .shared
            .then(|| self.turn.lock().unwrap_or_else(PoisonError::into_inner));
        match self.shared && control.is_stopped() {
            true => Err(Failure::late("something else was asked for in the meantime")),
            false => Ok(turn),
        }
    }

    fn stop(&self, name: &str) {
        let going = self.going.lock().unwrap_or_else(PoisonError::into_inner);
        for (_, job) in going.iter().filter(|(other, _)| *other == name) {
            job.stop();
        }
    }
}

/// How a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// While the next question waits: it is about those before and after it.
    Now,
    /// At once, one after the other.
    Board,
    /// In a thread of its own, and within a time.
    Long,
    /// In a thread of its own; it has a time limit of its own, can be stopped, and tells how far it
    /// is.
    Told,
}

/// How a question with this method is answered.
pub fn pace(method: &str) -> Pace {
    match method {
        "stop" => Pace::Now,
        "page" | "publish" | "import" | "test" | "case" | "snapshot" | "diff" => Pace::Long,
        "think" | "study" | "puzzles" | "solve" => Pace::Told,
        _ => Pace::Board,
    }
}

/// How long work goes on that tells how far it is; `None`: as long as it takes.
fn limit(limits: &Limits, method: &str, params: &Value) -> Option<Duration> {
    if ["study", "puzzles"].contains(&method) {
        return limits.studying;
    }
    let asked = params
        .get("time")
        .and_then(Value::as_u64)
        .map(Duration::from_millis);
    Some(asked.map_or(limits.thinking, |asked| asked.min(limits.thinking)))
}

/// Begins an answer and returns the control that ends it. A job takes its place when it is asked
/// for, so jobs follow each other as questions do.
fn begin(desk: &Desk, method: &str) -> Arc<Control> {
    match method {
        "think" => desk.jobs.begin("think"),
        "study" => desk.jobs.begin("study"),
        "puzzles" => desk.jobs.begin("puzzles"),
        "solve" => desk.jobs.begin("solve"),
        _ => Arc::default(),
    }
}

/// Answers a question.
fn answer(desk: &Desk, method: &str, params: Value, control: &Control) -> Answer {
    match method {
        "about" => variants::about(desk),
        "variants" => variants::list(),
        "text" => variants::text(parameters(params)?),
        "texts" => variants::texts(desk, &parameters(params)?),
        "vocabulary" => variants::vocabulary(),
        "explain" => variants::explain(parameters(params)?),
        "palette" => variants::palette(desk, parameters(params)?),
        "board" => board::board(desk, parameters(params)?),
        "line" => board::line(desk, parameters(params)?),
        "half" => half::half(desk, &parameters(params)?),
        "tree" => tree::tree(desk, parameters(params)?),
        "thumb" => thumb::thumb(desk, parameters(params)?),
        "worth" => variants::worth(desk, &parameters(params)?),
        "effects" => effects::effects(desk, &parameters(params)?),
        "setup" => setup::setup(desk, parameters(params)?),
        "why" => why::why(desk, parameters(params)?),
        "ending" => why::ending(desk, &parameters(params)?),
        "piece" => piece::piece(desk, parameters(params)?),
        "import" => import::import(desk, &parameters(params)?),
        "page" => page::page(desk, parameters(params)?),
        "publish" => publish::publish(desk, parameters(params)?),
        "test" => suite::test(desk, parameters(params)?),
        "case" => suite::case(desk, parameters(params)?),
        "snapshot" => suite::snapshot(desk, parameters(params)?),
        "diff" => diff::diff(desk, parameters(params)?),
        "think" => play::think(desk, parameters(params)?, control),
        "pgn" => play::pgn(desk, parameters(params)?),
        "study" => study::study(desk, parameters(params)?, control),
        "puzzles" => puzzles::puzzles(desk, parameters(params)?, control),
        "solve" => solve::solve(desk, parameters(params)?, control),
        "stop" => {
            let name: String = parameters(params)?;
            desk.jobs.stop(&name);
            Ok(Value::Null)
        }
        "files" => files::list(desk),
        "read" => files::read(desk, parameters(params)?),
        "marks" => files::marks(desk, parameters(params)?),
        "write" => files::write(desk, parameters(params)?),
        _ => Err(Failure::asked(format!("there is no question `{method}`"))),
    }
}
