//! Looking ahead: whether a check mates, whether a turn can continue, how much a turn can capture.
//! Each of these questions is asked again in later positions. Knows neither positions nor moves:
//! callers hand over the questions.
//!
//! All of it is bounded and counted in steps, never in time, so that answers are the same on every
//! machine. Work can be given up once its answer is no longer wanted ([`patient`]); then there is
//! no answer at all.

use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The number of moves ahead for which a turn that must be able to continue is followed.
const MAX_OWED: u8 = 24;

/// The same for a turn that ends by itself if it cannot continue: each of these moves is tested
/// again when it is made.
const MAX_MOVES_ON: u8 = 3;

/// The number of checks that may answer one another if a check must mate.
const MAX_CROSS_CHECKS: u8 = 6;

/// The largest number of captures that are counted after the first one of a turn.
const MAX_CAPTURES: u8 = 23;

/// The largest number of positions that are examined for one listing, or for one move that is made.
const MAX_POSITIONS: u32 = 50_000;

/// The largest number of trials that find mated pieces, for one listing, or for one move that is
/// made.
const MAX_SAVES: u32 = 15_000;

/// The number of positions for which such a trial counts, because all attacks are found afresh.
const SAVE: u32 = 20;

/// The number of positions for which an answer counts that is weighed for a choice of a move.
const ANSWER: u32 = 2;

/// The number of steps until the next test whether anybody still waits.
const GLANCE: u32 = 16;

/// A question about later positions.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Whether a turn that must be able to continue can do so.
    Owed,
    /// How much can be captured in the rest of a turn.
    Captures,
    /// Whether a check mates.
    Mate,
    /// Which pieces no move saves from capture.
    Mated,
    /// The continuation of a chain of changes of places.
    Chain,
    /// The new kinds of pieces that must promote once a move is made.
    Choices,
}

/// A question, the hash of its position, and the other facts on which it depends.
type Asked = (Question, u64, [u8; 3]);

/// The open questions of a thread, and their cost so far.
#[derive(Default)]
struct Ahead {
    /// The number of open questions of the outermost kind: listings, and moves that are made.
    open: Cell<u32>,
    /// The number of moves ahead at which a turn is followed now.
    further: Cell<u8>,
    /// The number of checks that have answered one another.
    mates: Cell<u8>,
    /// The number of captures that have been counted.
    captures: Cell<u8>,
    /// The number of positions examined.
    positions: Cell<u32>,
    /// The number of moves tried to find out whether they save a piece.
    saves: Cell<u32>,
    /// The question for which no positions were left.
    cut: Cell<Option<Question>>,
    /// Answers about positions, each for the depth at which it was found.
    known: RefCell<FxHashMap<Asked, u32>>,
    /// The number of steps until the next test whether anybody waits.
    glance: Cell<u32>,
    /// Whether the answer is no longer wanted.
    over: RefCell<Option<Rc<dyn Fn() -> bool>>>,
}

thread_local! {
    static AHEAD: Ahead = Ahead::default();
    /// All trials of the thread. They are kept apart, so that nothing must be set up or cleared for
    /// them.
    static TRIALS: Cell<u64> = const { Cell::new(0) };
}

impl Ahead {
    fn context(&self) -> [u8; 3] {
        [self.further.get(), self.mates.get(), self.captures.get()]
    }

    /// Counts positions for a question. Returns whether there are enough left.
    fn spend(&self, question: Question, positions: u32) -> bool {
        step();
        let all = self.positions.get().saturating_add(positions);
        self.positions.set(all);
        let enough = all <= MAX_POSITIONS;
        if !enough {
            self.cut.set(Some(question));
        }
        enough
    }

    /// Returns the remembered answer about a position, or finds and remembers it. The answer is 0
    /// once the budget of positions is spent.
    fn remembered(&self, asked: (Question, u64), cost: u32, find: impl FnOnce() -> u32) -> u32 {
        let key = (asked.0, asked.1, self.context());
        if let Some(known) = self.known.borrow().get(&key) {
            return *known;
        }
        if !self.spend(asked.0, cost) {
            return 0;
        }
        let found = find();
        self.known.borrow_mut().insert(key, found);
        found
    }

    /// Clears everything when the outermost question is answered.
    fn forget(&self) {
        for depth in [&self.further, &self.mates, &self.captures] {
            depth.set(0);
        }
        self.positions.set(0);
        self.saves.set(0);
        let mut known = self.known.borrow_mut();
        // A table that was large once is not cleared again and again.
        if known.capacity() > 4_096 {
            *known = FxHashMap::default();
        } else {
            known.clear();
        }
    }
}

/// An open question: all its parts are counted together.
pub(crate) struct Open(());

impl Drop for Open {
    fn drop(&mut self) {
        AHEAD.with(|ahead| {
            let open = ahead.open.get() - 1;
            ahead.open.set(open);
            if open == 0 {
                ahead.forget();
            }
        });
    }
}

/// Opens a question, such as that for the legal moves.
#[inline(never)]
pub(crate) fn open() -> Open {
    AHEAD.with(|ahead| ahead.open.set(ahead.open.get() + 1));
    Open(())
}

/// Descends one level, up to `most`; `None` if that is too deep.
fn deeper<T>(level: &Cell<u8>, most: u8, find: impl FnOnce() -> T) -> Option<T> {
    let depth = level.get();
    if depth >= most {
        return None;
    }
    level.set(depth + 1);
    let found = find();
    level.set(depth);
    Some(found)
}

/// Whether a check is mate; `answered` says whether there is a legal reply. A reply may itself give
/// check only if it mates. If checks answer one another for longer than is followed, the last one
/// does not mate. `cost`: the number of positions for which it counts.
#[inline(never)]
pub(crate) fn is_mate(cost: u32, answered: impl FnOnce() -> bool) -> bool {
    let _open = open();
    AHEAD.with(|ahead| {
        let asks = || ahead.spend(Question::Mate, cost).then(answered);
        deeper(&ahead.mates, MAX_CROSS_CHECKS, asks).flatten() == Some(false)
    })
}

/// The answer that is found if no check counts as mate.
#[inline(never)]
pub(crate) fn without_mates<T>(find: impl FnOnce() -> T) -> T {
    let _open = open();
    AHEAD.with(|ahead| {
        let depth = ahead.mates.replace(MAX_CROSS_CHECKS);
        let found = find();
        ahead.mates.set(depth);
        found
    })
}

/// Whether a turn can continue; `can` gives the answer for this step. If that depends on further
/// steps beyond the limit, the turn cannot continue. `owed`: whether the player must continue. If
/// so, `key` identifies the position, which counts for `cost`.
pub(crate) fn is_followed(
    owed: bool,
    cost: u32,
    key: impl FnOnce() -> u64,
    can: impl FnOnce() -> bool,
) -> bool {
    let _open = open();
    AHEAD.with(|ahead| {
        if !owed {
            step();
            return deeper(&ahead.further, MAX_MOVES_ON, can) == Some(true);
        }
        let asks = || u32::from(deeper(&ahead.further, MAX_OWED, can) == Some(true));
        ahead.remembered((Question::Owed, key()), cost, asks) > 0
    })
}

/// The number of captures in the rest of a turn, as `count` finds it; 0 beyond the limit. `key`
/// identifies the position, which counts for `cost`.
pub(crate) fn captures(key: u64, cost: u32, count: impl FnOnce() -> u32) -> u32 {
    let _open = open();
    AHEAD.with(|ahead| {
        let asks = || deeper(&ahead.captures, MAX_CAPTURES, count).unwrap_or(0);
        ahead.remembered((Question::Captures, key), cost, asks)
    })
}

/// Notes a move that is tried to find out whether it saves a piece. Returns whether it may be
/// tried: the open question has a limited number of trials.
pub(crate) fn tries_to_save() -> bool {
    step();
    AHEAD.with(|ahead| {
        if ahead.open.get() == 0 {
            return true;
        }
        let saves = ahead.saves.get();
        if saves >= MAX_SAVES {
            ahead.cut.set(Some(Question::Mated));
            return false;
        }
        ahead.saves.set(saves + 1);
        ahead.positions.set(ahead.positions.get().saturating_add(SAVE));
        true
    })
}

/// Notes an answer to a choice of a move. Returns whether another one may be weighed: the open
/// question has a limited number of them.
pub(crate) fn weighs_answer() -> bool {
    AHEAD.with(|ahead| ahead.spend(Question::Choices, ANSWER))
}

/// Notes that a chain of changes of places is not followed further.
pub(crate) fn cut_chain() {
    AHEAD.with(|ahead| ahead.cut.set(Some(Question::Chain)));
}

/// Does work, and returns the question that reached the limit of positions for one listing, if
/// there was one. Its answer may be cut short.
#[doc(hidden)]
pub fn cut_short<T>(work: impl FnOnce() -> T) -> (T, Option<Question>) {
    AHEAD.with(|ahead| ahead.cut.set(None));
    let done = work();
    (done, AHEAD.with(|ahead| ahead.cut.take()))
}

/// A piece of work is given up.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
struct GivenUp;

/// Notes that a move or a position is tried.
#[inline(always)]
pub(crate) fn note_trial() {
    TRIALS.set(TRIALS.get().wrapping_add(1));
}

/// Notes a trial. The work is given up here if its answer is no longer wanted.
#[inline]
pub(crate) fn step() {
    note_trial();
    AHEAD.with(|ahead| {
        let left = ahead.glance.get();
        if left > 0 {
            ahead.glance.set(left - 1);
        } else {
            look(ahead);
        }
    });
}

#[inline(never)]
fn look(ahead: &Ahead) {
    let over = ahead.over.borrow().clone();
    let Some(over) = over else {
        // This work is never given up.
        ahead.glance.set(u32::MAX);
        return;
    };
    ahead.glance.set(GLANCE);
    if over() {
        #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
        std::panic::resume_unwind(Box::new(GivenUp));
    }
}

/// Does work, and counts the moves and positions that were tried to find the answer. The counts are
/// the same on every machine.
#[doc(hidden)]
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let effort = Effort::default();
    let done = work();
    (done, effort.spent())
}

/// Counts the moves and positions that its thread tries from now on. The count is the same on every
/// machine.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    before: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { before: TRIALS.get() }
    }
}

impl Effort {
    /// The trials so far.
    pub fn spent(self) -> u64 {
        TRIALS.get().wrapping_sub(self.before)
    }
}

/// Does work that can be given up, in the middle of any listing of the engine, once `over` says
/// that its answer is no longer wanted. Then `None` is returned. `over` is seldom called if
/// positions are listed fast. Changes that the work has made besides its answer are not undone.
/// Work that is part of other work is given up with it.
///
/// On a platform that cannot unwind, work is never given up.
#[doc(hidden)]
pub fn patient<T>(over: Rc<dyn Fn() -> bool>, work: impl FnOnce() -> T) -> Option<T> {
    let set = |over: Option<Rc<dyn Fn() -> bool>>| {
        AHEAD.with(|ahead| {
            ahead.glance.set(0);
            ahead.over.replace(over)
        })
    };
    let before = AHEAD.with(|ahead| ahead.over.borrow().clone());
    let whole = before.clone();
    set(Some(Rc::new(move || {
        over() || whole.as_ref().is_some_and(|whole| whole())
    })));
    let done = done_or_given_up(work);
    set(before);
    done
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn done_or_given_up<T>(work: impl FnOnce() -> T) -> Option<T> {
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => Some(done),
        Err(panic) if panic.is::<GivenUp>() => None,
        Err(panic) => resume_unwind(panic),
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn done_or_given_up<T>(work: impl FnOnce() -> T) -> Option<T> {
    Some(work())
}
