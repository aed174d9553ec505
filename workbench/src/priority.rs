//! How much of the processor a thread has when others want it, too.
//!
//! A thread may give up priority and never gets it back, so work that may be heavy has a thread of
//! its own. Only Linux knows priorities of threads; elsewhere all of this does nothing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A priority, as `nice` counts: the higher, the later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Priority {
    /// Work for which a player waits.
    Move = 0,
    /// Work for which an author waits.
    Compile = 5,
    /// Work that may take long, as its caller knows.
    Long = 10,
    /// Work that takes longer than it should, or belongs to a visitor who has asked for much
    /// already.
    Heavy = 15,
    /// A search or study, which has as much use for any processor as it gets: even the answers of a
    /// visitor who has asked for much come before the searches of another.
    Search = 19,
}

/// Lowers the priority of the calling thread to this one, unless it is that low already.
pub(crate) fn give_way(to: Priority) {
    if let Some(own) = Thread::own() {
        own.lower(to);
    }
}

/// Processor time that is used up. It is forgiven little by little: a session with a debt has used
/// more than a small part of a processor for a while.
#[derive(Clone, Copy, Debug)]
struct Account {
    debt: Duration,
    since: Instant,
}

impl Account {
    /// The part of a processor that is forgiven.
    const SHARE: f64 = 0.1;

    fn new(now: Instant) -> Self {
        Self {
            debt: Duration::ZERO,
            since: now,
        }
    }

    fn debt(&self, now: Instant) -> Duration {
        let forgiven = now.saturating_duration_since(self.since).mul_f64(Self::SHARE);
        self.debt.saturating_sub(forgiven)
    }

    fn charge(&mut self, used: Duration, now: Instant) {
        self.debt = self.debt(now) + used;
        self.since = now;
    }
}

/// Debt with which a thread is called heavy.
const LIGHT: Duration = Duration::from_millis(200);
/// Less time than this does not count.
const TRIFLE: Duration = Duration::from_millis(1);
/// Debt with which a whole session is.
const CREDIT: Duration = Duration::from_millis(600);

/// The threads at work in a session that shares the machine with others. Work that turns out heavy
/// is held back, and so is, from its beginning, all work of a session that has had much already.
#[derive(Debug)]
pub(crate) struct Workers(Mutex<Inner>);

#[derive(Debug)]
struct Inner {
    threads: Vec<Working>,
    all: Account,
    /// Whether nothing was done when it was looked last, and nothing was asked for since: then
    /// there is nothing to look at.
    quiet: bool,
}

/// The work of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// It is there as long as the session, and waits for work most of the time.
    Service,
    /// It answers one question.
    Answer,
    /// It searches or studies; its session does not pay for that: it gives way anyway, and a player
    /// beside it has done nothing wrong.
    Job,
}

/// A thread at work.
#[derive(Debug)]
struct Working {
    thread: Thread,
    /// Processor time that it has had when it was looked at last.
    seen: Duration,
    own: Account,
    work: Work,
}

impl Default for Workers {
    fn default() -> Self {
        Self(Mutex::new(Inner {
            threads: Vec::new(),
            all: Account::new(Instant::now()),
            quiet: true,
        }))
    }
}

/// A thread at work; dropped, it is no more.
#[derive(Debug)]
pub(crate) struct Worker {
    workers: Arc<Workers>,
    thread: Thread,
}

impl Workers {
    fn open(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that the calling thread is at work, with this priority or, if its session has a debt,
    /// as heavy work.
    pub(crate) fn enter(self: &Arc<Self>, priority: Priority, work: Work) -> Option<Worker> {
        let now = Instant::now();
        let thread = Thread::own()?;
        let mut inner = self.open();
        inner.quiet = false;
        let late = work != Work::Job && inner.all.debt(now) > CREDIT;
        thread.lower(if late { Priority::Heavy } else { priority });
        inner.threads.push(Working {
            thread,
            seen: thread.used().unwrap_or_default(),
            own: Account::new(now),
            work,
        });
        let workers = Arc::clone(self);
        Some(Worker { workers, thread })
    }

    /// Notes that something was asked for.
    pub(crate) fn stir(&self) {
        self.open().quiet = false;
    }

    /// Lowers the priority of those that have had much processor time for a while.
    pub(crate) fn hold_back(&self) {
        let Inner { threads, all, quiet } = &mut *self.open();
        if *quiet {
            return;
        }
        *quiet = true;
        for working in threads {
            *quiet &= working.look(all) < TRIFLE && working.work == Work::Service;
            if working.own.debt > LIGHT {
                working.thread.lower(Priority::Heavy);
            }
        }
    }
}

impl Working {
    /// Charges what the thread has used since it was looked at last, to itself and to its session;
    /// returns how much that is.
    fn look(&mut self, all: &mut Account) -> Duration {
        let used = self.thread.used().unwrap_or(self.seen);
        let (more, now) = (used.saturating_sub(self.seen), Instant::now());
        self.seen = used;
        self.own.charge(more, now);
        if self.work != Work::Job {
            all.charge(more, now);
        }
        more
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let Inner { threads, all, .. } = &mut *self.workers.open();
        if let Some(at) = threads.iter().position(|other| other.thread == self.thread) {
            threads.swap_remove(at).look(all);
        }
    }
}

/// A thread of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Thread {
    #[cfg(target_os = "linux")]
    id: rustix::process::Pid,
}

#[cfg(target_os = "linux")]
impl Thread {
    /// The calling thread.
    pub(crate) fn own() -> Option<Self> {
        let id = rustix::thread::gettid();
        Some(Self { id })
    }

    /// Processor time that it has had; `None` if that is not known, or the thread is gone.
    pub(crate) fn used(self) -> Option<Duration> {
        let path = format!("/proc/self/task/{}/schedstat", self.id.as_raw_nonzero());
        let told = std::fs::read_to_string(path).ok()?;
        let nanoseconds = told.split(' ').next()?.parse().ok()?;
        Some(Duration::from_nanos(nanoseconds))
    }

    /// Lowers its priority to this one, unless it is that low already.
    pub(crate) fn lower(self, to: Priority) {
        use rustix::process::{getpriority_process, setpriority_process};
        // A thread that is gone needs none.
        if getpriority_process(Some(self.id)).is_ok_and(|now| now < to as i32) {
            let _ = setpriority_process(Some(self.id), to as i32);
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl Thread {
    pub(crate) fn own() -> Option<Self> {
        None
    }

    pub(crate) fn used(self) -> Option<Duration> {
        None
    }

    pub(crate) fn lower(self, _to: Priority) {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use rustix::process::getpriority_process;
    use std::sync::mpsc::{Receiver, Sender, channel};

    #[test]
    fn a_thread_gives_way_alone_and_for_good() {
        let before = getpriority_process(None).unwrap();
        let other = std::thread::spawn(|| {
            let own = Thread::own().unwrap();
            let now = || getpriority_process(Some(own.id)).unwrap();
            give_way(Priority::Long);
            let long = now();
            give_way(Priority::Compile);
            (long, now())
        });
        let (long, after) = other.join().unwrap();
        assert!(long >= Priority::Long as i32);
        assert_eq!(after, long, "it is not raised again");
        assert_eq!(
            getpriority_process(None).unwrap(),
            before,
            "others stay as they are"
        );
    }

    /// A thread that enters, works for that long, and again whenever it is told.
    fn at_work(workers: &Arc<Workers>, time: Duration) -> (Thread, Sender<()>, Receiver<()>) {
        let own = Arc::clone(workers);
        let (told, hear) = channel();
        let (go, wait) = channel::<()>();
        let (done, finished) = channel();
        std::thread::spawn(move || {
            let _worker = own.enter(Priority::Move, Work::Answer);
            let thread = Thread::own().unwrap();
            told.send(thread).unwrap();
            while wait.recv().is_ok() {
                // Processor time, not time: other tests run beside this one.
                let until = thread.used().unwrap() + time;
                while thread.used().unwrap() <= until {
                    std::hint::spin_loop();
                }
                done.send(()).unwrap();
            }
        });
        (hear.recv().unwrap(), go, finished)
    }

    fn priority(thread: Thread) -> i32 {
        getpriority_process(Some(thread.id)).unwrap()
    }

    #[test]
    fn what_turns_out_heavy_is_held_back() {
        let workers = Arc::new(Workers::default());
        let worked = Duration::from_millis(20);
        let (thread, go, finished) = at_work(&workers, worked);
        workers.hold_back();
        assert!(priority(thread) < Priority::Heavy as i32, "it has hardly begun");
        go.send(()).unwrap();
        finished.recv().unwrap();
        let before = workers.open().threads[0].seen;
        workers.hold_back();
        assert!(
            workers.open().threads[0].seen >= before + worked,
            "what it does is seen"
        );
        workers.open().threads[0]
            .own
            .charge(LIGHT + Duration::from_secs(60), Instant::now());
        workers.hold_back();
        assert_eq!(priority(thread), Priority::Heavy as i32);
        drop(go);
        while !workers.open().threads.is_empty() {
            std::thread::yield_now();
        }
    }

    #[test]
    fn who_has_asked_for_much_comes_last() {
        let workers = Arc::new(Workers::default());
        workers
            .open()
            .all
            .charge(CREDIT + Duration::from_secs(60), Instant::now());
        let (paying, _go, _finished) = at_work(&workers, Duration::ZERO);
        assert_eq!(priority(paying), Priority::Heavy as i32);
        let own = Arc::clone(&workers);
        let search = std::thread::spawn(move || {
            let _worker = own.enter(Priority::Search, Work::Job);
            priority(Thread::own().unwrap())
        });
        let search = search.join().unwrap();
        assert!(search > priority(paying), "searches of others come after it");
    }

    #[test]
    fn debts_are_forgiven() {
        let start = Instant::now();
        let mut account = Account::new(start);
        account.charge(Duration::from_millis(300), start);
        assert_eq!(account.debt(start), Duration::from_millis(300));
        assert_eq!(
            account.debt(start + Duration::from_secs(1)),
            Duration::from_millis(200)
        );
        account.charge(Duration::from_millis(50), start + Duration::from_secs(2));
        assert_eq!(account.debt, Duration::from_millis(150));
        assert_eq!(account.debt(start + Duration::from_secs(60)), Duration::ZERO);
    }
}
