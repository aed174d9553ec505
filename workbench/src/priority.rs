//! How much of the processor a thread has when others want it, too.
//!
//! A thread may give up priority and never gets it back, so work that may be heavy has a thread of its own. Only Linux knows
//! priorities of threads; elsewhere all of this does nothing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A priority, as `nice` counts: the higher, the later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Priority {
    /// What somebody waits for who plays.
    Move = 0,
    /// What somebody waits for who writes.
    Compile = 5,
    /// What may take long, and who asks for it knows.
    Long = 10,
    /// What has taken longer than it should.
    Heavy = 15,
}

/// Processor time after which an answer is called heavy.
const LIGHT: Duration = Duration::from_millis(200);

/// Lowers the priority of the calling thread to this one, unless it is that low already.
pub(crate) fn give_way(to: Priority) {
    if let Some(own) = Thread::own() {
        own.lower(to);
    }
}

/// The threads that are at work on answers. What turns out heavy is held back, whatever it is.
#[derive(Debug, Default)]
pub(crate) struct Workers(Mutex<Vec<Thread>>);

/// A thread at work; dropped, it is no more.
#[derive(Debug)]
pub(crate) struct Worker {
    workers: Arc<Workers>,
    thread: Thread,
}

impl Workers {
    fn open(&self) -> MutexGuard<'_, Vec<Thread>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that the calling thread is at work.
    pub(crate) fn enter(self: &Arc<Self>) -> Option<Worker> {
        let thread = Thread::own()?;
        self.open().push(thread);
        Some(Worker {
            workers: Arc::clone(self),
            thread,
        })
    }

    /// Lowers the priority of those that have had much processor time already.
    pub(crate) fn hold_back(&self) {
        for thread in &*self.open() {
            if thread.used().is_some_and(|used| used > LIGHT) {
                thread.lower(Priority::Heavy);
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let mut open = self.workers.open();
        if let Some(at) = open.iter().position(|thread| *thread == self.thread) {
            open.swap_remove(at);
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

    #[test]
    fn what_turns_out_heavy_is_held_back() {
        let workers = Arc::new(Workers::default());
        let own = Arc::clone(&workers);
        let (told, hear) = std::sync::mpsc::channel();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let at_work = std::thread::spawn(move || {
            let _worker = own.enter();
            told.send(Thread::own().unwrap()).unwrap();
            // Processor time, not time: other tests run beside this one.
            while Thread::own().unwrap().used().unwrap() <= LIGHT {
                std::hint::spin_loop();
            }
            told.send(Thread::own().unwrap()).unwrap();
            let _ = ended.recv();
        });
        let thread = hear.recv().unwrap();
        workers.hold_back();
        let now = || getpriority_process(Some(thread.id)).unwrap();
        assert!(now() < Priority::Heavy as i32, "it has hardly begun");
        hear.recv().unwrap();
        workers.hold_back();
        assert_eq!(now(), Priority::Heavy as i32);
        drop(end);
        at_work.join().unwrap();
        assert_eq!(workers.open().len(), 0);
    }
}
