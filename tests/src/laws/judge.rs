//! Whether a ruleset keeps the laws, in a thread of its own: a question that has no answer, and a
//! panic, break a law, too.

use super::game;
use super::mix::compiled;
use crate::clock::Watch;
use ferz::engine::Variant;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How much processor time a ruleset may take with all questions: what takes more hangs.
pub const PATIENCE: Duration = Duration::from_secs(120);
/// So often is looked whether it has.
const LOOKS: Duration = Duration::from_secs(1);

/// How a law was broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The law, in a few words.
    pub law: String,
    /// The event.
    pub what: String,
    /// The position, if there is one.
    pub fen: String,
    /// The moves from the start to there.
    pub moves: Vec<String>,
    /// The last text that was asked about.
    pub asked: String,
}

/// The verdict on a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// `ferz check` refuses it.
    Refused,
    /// No law was broken in as many positions, with as many questions of `why`.
    Keeps {
        /// Positions.
        positions: u64,
        /// Questions.
        questions: u64,
    },
    /// A law was broken.
    Breaks(Broken),
}

/// The place of a judgement, for failures that cannot name it themselves.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail(Arc<Mutex<Broken>>);

impl Default for Broken {
    fn default() -> Self {
        Self::new("compiles", "")
    }
}

impl Broken {
    pub(super) fn new(law: &str, what: impl Into<String>) -> Self {
        Self {
            law: law.to_owned(),
            what: what.into(),
            fen: String::new(),
            moves: Vec::new(),
            asked: String::new(),
        }
    }
}

impl Trail {
    pub(super) fn change(&self, change: impl FnOnce(&mut Broken)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Says what is asked now.
    pub(super) fn asks(&self, what: impl Into<String>) {
        self.change(|broken| broken.what = what.into());
    }

    pub(super) fn here(&self) -> Broken {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Plays games by a ruleset under the laws.
pub fn judge(text: &str, seed: u64) -> Verdict {
    let text = text.to_owned();
    alone(move |trail| match compiled(&text) {
        Ok(variant) => game::played(&variant, seed, trail),
        Err(_) => Ok(Verdict::Refused),
    })
}

/// The same of a variant that is compiled already.
pub fn judge_variant(variant: Variant, seed: u64) -> Verdict {
    alone(move |trail| game::played(&variant, seed, trail))
}

/// Asks the laws of a single position (`start` is that of the rules), of the positions after its
/// moves, and of a text there: the moves to be played, or one that is not legal. Refused if the
/// rules do not know the position.
pub fn at_position(text: &str, fen: &str, asked: &str) -> Verdict {
    let (text, fen, asked) = (text.to_owned(), fen.to_owned(), asked.to_owned());
    alone(move |trail| match compiled(&text) {
        Ok(variant) => game::from_position(&variant, &fen, &asked, trail),
        Err(_) => Ok(Verdict::Refused),
    })
}

/// Does the work in a thread of its own. One that hangs is left to itself.
fn alone(work: impl FnOnce(&Trail) -> Result<Verdict, Broken> + Send + 'static) -> Verdict {
    let (trail, (done, over)) = (Trail::default(), channel());
    let (tell, watch) = channel();
    let own = trail.clone();
    let work = move || {
        // Somebody waits for it.
        let _ = tell.send(Watch::own());
        let verdict = work(&own);
        // The answer may no longer be wanted.
        let _ = done.send(());
        verdict
    };
    let thread = std::thread::Builder::new().stack_size(16 << 20).spawn(work);
    let thread = thread.expect("a thread can be begun");
    let watch = watch.recv().expect("a thread begins");
    while over.recv_timeout(LOOKS) == Err(RecvTimeoutError::Timeout) {
        if watch.is_over(PATIENCE) {
            return Verdict::Breaks(with(&trail, "every answer comes in time", "no end of it"));
        }
    }
    match thread.join() {
        Ok(Ok(verdict)) => verdict,
        Ok(Err(broken)) => Verdict::Breaks(broken),
        Err(cause) => {
            let text = cause
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| cause.downcast_ref::<&str>().copied());
            Verdict::Breaks(with(&trail, "nothing panics", text.unwrap_or("a panic")))
        }
    }
}

/// A broken law at the place where a judgement is.
fn with(trail: &Trail, law: &str, what: &str) -> Broken {
    let here = trail.here();
    Broken {
        law: law.to_owned(),
        what: format!("{what} ({})", here.what),
        ..here
    }
}
