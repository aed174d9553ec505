//! One visitor's process: reads questions, one a line, and answers them.
//!
//! Three kinds of work do not wait for each other: the language server has a thread, questions
//! about the board are answered in order, and so are long tasks; a search or study runs beside
//! them. Each answer has a thread of its own, since heavy work, or work for a visitor who has asked
//! for much already, gives way to work for which others wait ([`crate::priority`]). A watch ends
//! the process when an answer takes longer than it may: there is no other sound way to stop a
//! computation, and nothing is lost, since the page has all texts.

use crate::limits;
use crate::priority::{Priority, Work, Workers, give_way};
use crate::voice::Out;
use ferz_desk::{Answer, Desk, Failure, Folder, Head, Limits, Machine, OWN, Pace, Shelf, pace, spoken};
use ferz_lsp::{Connection, Message};
use ferz_play::Control;
use serde_json::Value;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// So often is looked whether an answer is late.
const WATCH: Duration = Duration::from_millis(100);

/// Messages that wait for the language server.
const WAITING: usize = 64;

/// A question that has no answer yet.
struct Open {
    ticket: u64,
    id: Value,
    /// When the process ends if there is no answer.
    until: Option<Instant>,
    /// Work with an earlier end, and its time.
    job: Option<(Arc<Control>, Option<Instant>)>,
}

/// Questions that have no answer yet, and until when they must.
#[derive(Default)]
struct Watch(Mutex<(u64, Vec<Open>)>);

impl Watch {
    fn open(&self) -> MutexGuard<'_, (u64, Vec<Open>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a question is to be answered within a time; returns what ends that.
    fn begin(&self, id: &Value, limit: Duration) -> u64 {
        self.enter(id, Some(Instant::now() + limit), None)
    }

    /// Notes that work has begun that is to be ended after a time, if it has not ended by itself.
    fn begin_job(&self, id: &Value, control: &Arc<Control>, limit: Option<Duration>) -> u64 {
        let until = limit.map(|limit| Instant::now() + limit);
        self.enter(id, None, Some((Arc::clone(control), until)))
    }

    fn enter(&self, id: &Value, until: Option<Instant>, job: Option<(Arc<Control>, Option<Instant>)>) -> u64 {
        let (next, open) = &mut *self.open();
        *next += 1;
        let (ticket, id) = (*next, id.clone());
        open.push(Open {
            ticket,
            id,
            until,
            job,
        });
        ticket
    }

    fn end(&self, ticket: u64) {
        self.open().1.retain(|open| open.ticket != ticket);
    }

    /// Ends the oldest question with a number: the language server answers in order.
    fn end_of(&self, id: &Value) {
        let open = &mut self.open().1;
        if let Some(at) = open.iter().position(|open| open.id == *id && open.job.is_none()) {
            open.remove(at);
        }
    }

    /// A question whose time is over. Work whose time is over, or that was stopped, has a little
    /// longer to end.
    fn late(&self, grace: Duration) -> Option<Value> {
        let now = Instant::now();
        let open = &mut self.open().1;
        for Open { until, job, .. } in open.iter_mut() {
            let Some((control, end)) = job else { continue };
            if end.is_some_and(|end| end < now) {
                control.stop();
            }
            if until.is_none() && control.is_stopped() {
                *until = Some(now + grace);
            }
        }
        let late = |open: &&Open| open.until.is_some_and(|until| until < now);
        open.iter().find(late).map(|open| open.id.clone())
    }
}

/// The amount of waiting requests: a client that asks for more is read later.
struct Waiting {
    most: usize,
    bytes: Mutex<usize>,
    less: Condvar,
}

/// A question that waits; dropped, it does not.
struct Weight {
    waiting: Arc<Waiting>,
    bytes: usize,
}

impl Waiting {
    /// Even the shortest question has a thread or a place in a row.
    const LEAST: usize = 64 << 10;

    fn new(most: usize) -> Arc<Self> {
        Arc::new(Self {
            most,
            bytes: Mutex::new(0),
            less: Condvar::new(),
        })
    }

    /// Waits until there is room.
    fn enter(self: &Arc<Self>, bytes: usize) -> Weight {
        let bytes = bytes.max(Self::LEAST);
        let now = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |now: &mut usize| *now > 0 && *now + bytes > self.most;
        let mut now = self
            .less
            .wait_while(now, full)
            .unwrap_or_else(PoisonError::into_inner);
        *now += bytes;
        let waiting = Arc::clone(self);
        Weight { waiting, bytes }
    }
}

impl Drop for Weight {
    fn drop(&mut self) {
        let mut now = self.waiting.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        *now -= self.bytes;
        self.waiting.less.notify_all();
    }
}

/// Serves one visitor until the input ends; then all that still goes on ends with the process.
pub fn session(
    input: impl BufRead,
    output: impl Write + Send + 'static,
    folder: Arc<dyn Folder>,
    limits: Limits,
) -> ExitCode {
    limits::apply(&limits);
    let shelf = Shelf::new(Arc::clone(&folder), Default::default());
    let own = Own::new(output, folder, limits);
    let watch = Arc::new(Watch::default());
    let lsp = language_server(shelf.clone(), &own, &watch);
    let threads = Threads {
        board: in_order(&own, &watch, Priority::Move),
        long: in_order(&own, &watch, Priority::Long),
        own: Arc::clone(&own),
        watch: Arc::clone(&watch),
    };
    let (late, looked) = (Arc::clone(&watch), Arc::clone(&own));
    thread::spawn(move || look_after(&late, &looked));
    // A client that sends much is read later than others.
    let _worker = own
        .workers
        .as_ref()
        .and_then(|workers| workers.enter(Priority::Move, Work::Service));
    hear(input, &threads, &shelf, lsp);
    ExitCode::SUCCESS
}

/// Has all that comes answered, until nothing more comes.
fn hear(mut input: impl BufRead, threads: &Threads, shelf: &Shelf, lsp: impl Fn(Message) -> Result<(), ()>) {
    let own = &threads.own;
    let waiting = Waiting::new(own.limits.waiting);
    let mut line = Vec::new();
    loop {
        line.clear();
        if !matches!(input.read_until(b'\n', &mut line), Ok(1..)) {
            break;
        }
        if let Some(workers) = &own.workers {
            workers.stir();
        }
        let (head, message) = match read(&line) {
            Ok(read) => read,
            Err((id, failure)) => {
                own.out.answer(&id, Err(failure));
                continue;
            }
        };
        let Some(method) = head.method.strip_prefix(OWN) else {
            shelf.hear(&head);
            match serde_json::from_value::<Message>(message) {
                Ok(message) => {
                    if matches!(message, Message::Request(_)) {
                        threads.watch.begin(&head.id, own.limits.answer);
                    }
                    if lsp(message).is_err() {
                        break;
                    }
                }
                Err(_) => own.out.answer(&head.id, Err(Failure::no_question())),
            }
            continue;
        };
        let question = Question {
            control: own.desk.begin(method),
            id: head.id,
            method: method.to_owned(),
            params: head.params,
            _weight: waiting.enter(line.len()),
        };
        if !threads.answer(question) {
            break;
        }
    }
}

/// A message, and its frame.
///
/// # Errors
/// What is wrong with it, and its number, if it has one.
fn read(line: &[u8]) -> Result<(Head, Value), (Value, Failure)> {
    let message = ferz_lsp::json(line).map_err(|_| (Value::Null, Failure::no_json()))?;
    let head = Head::read(&message).map_err(|id| (id, Failure::no_question()))?;
    Ok((head, message))
}

/// The desk that answers questions, and the way back to the page.
struct Own {
    desk: Arc<Desk>,
    limits: Limits,
    out: Arc<Out>,
    /// The threads at work, if others are served beside this page.
    workers: Option<Arc<Workers>>,
}

impl Own {
    fn new(output: impl Write + Send + 'static, folder: Arc<dyn Folder>, limits: Limits) -> Arc<Self> {
        let out = Arc::new(Out::new(output));
        let machine = Arc::new(Process {
            since: Instant::now(),
            out: Arc::clone(&out),
            shared: limits.shared,
        });
        Arc::new(Self {
            desk: Arc::new(Desk::new(folder, limits, machine)),
            limits,
            out,
            workers: limits.shared.then(Arc::<Workers>::default),
        })
    }
}

/// The process that a session has to itself.
struct Process {
    since: Instant,
    out: Arc<Out>,
    /// Whether others are served beside this page: then compiling gives way to moves.
    shared: bool,
}

impl Machine for Process {
    fn now(&self) -> Duration {
        self.since.elapsed()
    }

    fn seed(&self) -> u64 {
        u64::from(std::process::id())
    }

    fn tell(&self, method: &str, params: &Value) {
        self.out.notify(method, params);
    }

    /// Compiling runs in a thread of its own.
    fn give_way(&self) {
        if self.shared {
            give_way(Priority::Compile);
        }
    }
}

struct Question {
    id: Value,
    method: String,
    params: Value,
    /// Ends the work on it.
    control: Arc<Control>,
    _weight: Weight,
}

/// Starts the language server. Returns what takes its messages.
fn language_server(
    shelf: Shelf,
    own: &Arc<Own>,
    watch: &Arc<Watch>,
) -> impl Fn(Message) -> Result<(), ()> + use<> {
    // A client that does not read the messages of the language server is not read either.
    let (sender, asked) = crossbeam_channel::bounded(WAITING);
    let (answers, receiver) = crossbeam_channel::bounded(WAITING);
    let server = Connection {
        sender: answers,
        receiver: asked,
    };
    let (out, watch) = (Arc::clone(&own.out), Arc::clone(watch));
    let checks = own.desk.checks();
    let workers = own.workers.clone();
    thread::spawn(move || {
        let _worker = workers.and_then(|workers| workers.enter(Priority::Compile, Work::Service));
        ferz_lsp::serve(&server, &shelf, &checks)
    });
    thread::spawn(move || {
        for message in receiver {
            if let Message::Response(response) = &message
                && let Ok(id) = serde_json::to_value(&response.id)
            {
                watch.end_of(&id);
            }
            if let Some(line) = spoken(&message) {
                out.line(&line);
            }
        }
    });
    move |message| sender.send(message).map_err(|_| ())
}

/// The threads that answer questions.
struct Threads {
    board: Sender<Question>,
    long: Sender<Question>,
    own: Arc<Own>,
    watch: Arc<Watch>,
}

impl Threads {
    /// Has a question answered; whether that goes on.
    fn answer(&self, question: Question) -> bool {
        match pace(&question.method) {
            Pace::Now => {
                respond(&self.own, &self.watch, question);
                true
            }
            Pace::Board => self.board.send(question).is_ok(),
            // One after the other where strangers are served: a client that asks for much waits for
            // it.
            Pace::Long if self.own.limits.shared => self.long.send(question).is_ok(),
            // A job that reports its progress ends by itself when its time is over.
            Pace::Told if self.own.limits.shared => {
                begin(&self.own, &self.watch, question, Priority::Search);
                true
            }
            Pace::Long | Pace::Told => {
                begin(&self.own, &self.watch, question, Priority::Long);
                true
            }
        }
    }
}

/// Starts the thread that has questions answered one after the other.
fn in_order(own: &Arc<Own>, watch: &Arc<Watch>, priority: Priority) -> Sender<Question> {
    let (sender, questions) = channel::<Question>();
    let (own, watch) = (Arc::clone(own), Arc::clone(watch));
    thread::spawn(move || {
        for question in questions {
            let _ = begin(&own, &watch, question, priority).join();
        }
    });
    sender
}

/// Answers a question in a thread of its own.
fn begin(own: &Arc<Own>, watch: &Arc<Watch>, question: Question, priority: Priority) -> JoinHandle<()> {
    let (own, watch) = (Arc::clone(own), Arc::clone(watch));
    thread::spawn(move || {
        let work = match pace(&question.method) {
            Pace::Told => Work::Job,
            Pace::Now | Pace::Board | Pace::Long => Work::Answer,
        };
        let _worker = match &own.workers {
            Some(workers) => workers.enter(priority, work),
            None => {
                give_way(priority);
                None
            }
        };
        respond(&own, &watch, question);
    })
}

fn respond(own: &Own, watch: &Watch, question: Question) {
    let Question {
        id,
        method,
        params,
        control,
        _weight,
    } = question;
    let limits = &own.limits;
    let ticket = match pace(&method) {
        // A variant that is not compiled yet takes a while, too.
        Pace::Told => {
            let limit = own.desk.limit(&method, &params);
            watch.begin_job(&id, &control, limit.map(|limit| limit + limits.answer))
        }
        Pace::Now | Pace::Board | Pace::Long => watch.begin(&id, limits.answer),
    };
    let answer: Answer = catch_unwind(AssertUnwindSafe(|| own.desk.answer(&method, params, &control)))
        .unwrap_or_else(|_| Err(Failure::ours()));
    watch.end(ticket);
    own.out.answer(&id, answer);
}

/// Holds back what turns out heavy, and ends the process when an answer takes longer than it may.
fn look_after(watch: &Watch, own: &Own) {
    loop {
        thread::sleep(WATCH);
        if let Some(workers) = &own.workers {
            workers.hold_back();
        }
        if let Some(id) = watch.late(own.limits.grace) {
            let message = "this took too long and was stopped";
            // A client that does not read is not waited for.
            let out = Arc::clone(&own.out);
            let told = thread::spawn(move || out.answer(&id, Err(Failure::late(message))));
            let until = Instant::now() + WATCH;
            while !told.is_finished() && Instant::now() < until {
                thread::sleep(Duration::from_millis(1));
            }
            std::process::exit(i32::from(LATE));
        }
    }
}

/// The exit code of a session that was ended because it took too long.
pub(crate) const LATE: u8 = 3;

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Lets a moment pass.
    fn pass() {
        thread::sleep(Duration::from_millis(2));
    }

    #[test]
    fn work_that_goes_on_when_it_should_end_is_late() {
        let watch = Watch::default();
        let (stopped, timed) = (Arc::new(Control::default()), Arc::new(Control::default()));
        let ticket = watch.begin_job(&json!(1), &stopped, None);
        pass();
        assert_eq!(watch.late(Duration::ZERO), None, "nobody has stopped it");
        stopped.stop();
        assert_eq!(watch.late(Duration::from_secs(60)), None, "it has a while to end");
        watch.end(ticket);
        watch.begin_job(&json!(2), &timed, Some(Duration::ZERO));
        pass();
        assert_eq!(watch.late(Duration::ZERO), None);
        assert!(timed.is_stopped(), "its time is over");
        pass();
        assert_eq!(watch.late(Duration::ZERO), Some(json!(2)));
    }

    #[test]
    fn questions_with_one_number_do_not_hide_each_other() {
        let watch = Watch::default();
        let _late = watch.begin(&json!(7), Duration::ZERO);
        let early = watch.begin(&json!(7), Duration::from_secs(60));
        watch.end(early);
        pass();
        assert_eq!(watch.late(Duration::ZERO), Some(json!(7)));
        watch.end_of(&json!(7));
        assert_eq!(watch.late(Duration::ZERO), None);
    }

    #[test]
    fn little_waits_for_answers() {
        let waiting = Waiting::new(3 * Waiting::LEAST);
        let mut held: Vec<Weight> = (0..3).map(|_| waiting.enter(1)).collect();
        let (more, told) = channel();
        let own = Arc::clone(&waiting);
        let next = thread::spawn(move || {
            // More than all: alone it may.
            let weight = own.enter(10 * Waiting::LEAST);
            more.send(()).unwrap();
            drop(weight);
        });
        pass();
        held.pop();
        pass();
        assert!(told.try_recv().is_err(), "there is no room");
        held.clear();
        told.recv_timeout(Duration::from_secs(60)).unwrap();
        next.join().unwrap();
        assert_eq!(*waiting.bytes.lock().unwrap(), 0);
    }
}
