//! One visitor's process: reads questions, one a line, and answers them.
//!
//! Three kinds of work do not wait for each other: the language server has a thread, what is seen on the board is answered in
//! order, and so is what may take long; a search or study goes on beside them. Each answer has a thread of its own, since
//! what turns out heavy, or is asked for by somebody who has asked for much already, gives way to what others wait for
//! ([`crate::priority`]). A watch ends the process when an answer takes longer than it may: there is no other sound way to
//! stop a computation, and nothing is lost, since the page has all texts.

use crate::answers::{self, Desk, Pace};
use crate::compiled::Compiler;
use crate::folder::Folder;
use crate::limits::Limits;
use crate::priority::{Priority, Work, Workers, give_way};
use crate::rpc::{Answer, Failure, OWN, Out};
use crate::shelf::Shelf;
use ferz_lsp::{Checking, Connection, Message};
use ferz_play::Control;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// So often is looked whether an answer is late.
const WATCH: Duration = Duration::from_millis(100);

/// What is read of a line before anything is done with it.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    id: Value,
    #[serde(default)]
    method: String,
    #[serde(default)]
    params: Value,
}

/// Questions that have no answer yet, and until when they must.
#[derive(Default)]
struct Watch(Mutex<BTreeMap<String, (Value, Instant)>>);

impl Watch {
    fn open(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, (Value, Instant)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, id: &Value, limit: Duration) {
        if !id.is_null() {
            self.open()
                .insert(id.to_string(), (id.clone(), Instant::now() + limit));
        }
    }

    fn end(&self, id: &Value) {
        self.open().remove(&id.to_string());
    }

    /// A question whose time is over.
    fn late(&self) -> Option<Value> {
        let now = Instant::now();
        let open = self.open();
        open.values()
            .find(|(_, until)| *until < now)
            .map(|(id, _)| id.clone())
    }
}

/// Serves one visitor until the input ends; then all that still goes on ends with the process.
pub fn session(
    input: impl BufRead,
    output: impl Write + Send + 'static,
    folder: Arc<dyn Folder>,
    limits: Limits,
) -> ExitCode {
    limits.apply();
    let desk = desk(output, folder, limits);
    let out = Arc::clone(&desk.out);
    let watch = Arc::new(Watch::default());
    let shelf = Shelf::new(Arc::clone(&desk.folder), BTreeMap::new());
    let lsp = language_server(shelf.clone(), &desk, &watch);
    let threads = Threads {
        board: in_order(&desk, &watch, Priority::Move),
        long: in_order(&desk, &watch, Priority::Long),
        desk: Arc::clone(&desk),
        watch: Arc::clone(&watch),
    };
    let (late, own) = (Arc::clone(&watch), Arc::clone(&desk));
    thread::spawn(move || look_after(&late, &own));
    // Who sends much is read later than others.
    let _worker = desk
        .workers
        .as_ref()
        .and_then(|workers| workers.enter(Priority::Move, Work::Service));
    for line in input.lines() {
        let Ok(line) = line else { break };
        if let Some(workers) = &desk.workers {
            workers.stir();
        }
        let Ok(head) = serde_json::from_str::<Head>(&line) else {
            out.answer(&Value::Null, Err(Failure::asked("this is not JSON-RPC")));
            continue;
        };
        let Some(method) = head.method.strip_prefix(OWN) else {
            note(&shelf, &head);
            if let Ok(message) = serde_json::from_str::<Message>(&line) {
                watch.begin(&head.id, limits.answer);
                if lsp(message).is_err() {
                    break;
                }
            }
            continue;
        };
        let question = Question {
            control: answers::begin(&desk, method),
            id: head.id,
            method: method.to_owned(),
            params: head.params,
        };
        if !threads.answer(question) {
            break;
        }
    }
    ExitCode::SUCCESS
}

/// What questions are answered with.
fn desk(output: impl Write + Send + 'static, folder: Arc<dyn Folder>, limits: Limits) -> Arc<Desk> {
    Arc::new(Desk {
        compiler: Compiler::new(Arc::clone(&folder), limits.shared),
        folder,
        limits,
        out: Arc::new(Out::new(output)),
        jobs: answers::Jobs::new(limits.shared),
        workers: limits.shared.then(Arc::<Workers>::default),
    })
}

struct Question {
    id: Value,
    method: String,
    params: Value,
    /// Ends the work on it.
    control: Arc<Control>,
}

/// Which texts are open, for the library of the language server.
fn note(shelf: &Shelf, head: &Head) {
    let name = || {
        let uri = head.params.get("textDocument")?.get("uri")?.as_str()?;
        ferz_lsp::path_of(uri)
    };
    match head.method.as_str() {
        "textDocument/didOpen" => {
            if let Some(name) = name() {
                shelf.opened(name);
            }
        }
        "textDocument/didClose" => {
            if let Some(name) = name() {
                shelf.closed(&name);
            }
        }
        _ => {}
    }
}

/// Starts the language server. Returns what takes its messages.
fn language_server(
    shelf: Shelf,
    desk: &Arc<Desk>,
    watch: &Arc<Watch>,
) -> impl Fn(Message) -> Result<(), ()> + use<> {
    let (page, server) = Connection::memory();
    let Connection { sender, receiver } = page;
    let (own, out, watch) = (Arc::clone(desk), Arc::clone(&desk.out), Arc::clone(watch));
    // What the board has compiled is not compiled again.
    let checking: Checking = Arc::new(move |rules, sources| own.compiler.check(rules, sources));
    let workers = desk.workers.clone();
    thread::spawn(move || {
        let _worker = workers.and_then(|workers| workers.enter(Priority::Compile, Work::Service));
        ferz_lsp::serve_with(&server, &shelf, &checking)
    });
    thread::spawn(move || {
        for message in receiver {
            let Ok(Value::Object(mut fields)) = serde_json::to_value(&message) else {
                continue;
            };
            if let Message::Response(_) = message
                && let Some(id) = fields.get("id")
            {
                watch.end(id);
            }
            fields.insert("jsonrpc".to_owned(), "2.0".into());
            out.line(&Value::Object(fields).to_string());
        }
    });
    move |message| sender.send(message).map_err(|_| ())
}

/// Where questions are answered.
struct Threads {
    board: Sender<Question>,
    long: Sender<Question>,
    desk: Arc<Desk>,
    watch: Arc<Watch>,
}

impl Threads {
    /// Has a question answered; whether that goes on.
    fn answer(&self, question: Question) -> bool {
        match answers::pace(&question.method) {
            Pace::Now => {
                respond(&self.desk, &self.watch, question);
                true
            }
            Pace::Board => self.board.send(question).is_ok(),
            // One after the other where strangers are served: whoever asks for much waits for it.
            Pace::Long if self.desk.limits.shared => self.long.send(question).is_ok(),
            // What is told ends by itself when its time is over, and says how far it is.
            Pace::Long | Pace::Told => {
                begin(&self.desk, &self.watch, question, Priority::Long);
                true
            }
        }
    }
}

/// Starts the thread that has questions answered one after the other.
fn in_order(desk: &Arc<Desk>, watch: &Arc<Watch>, priority: Priority) -> Sender<Question> {
    let (sender, questions) = channel::<Question>();
    let (desk, watch) = (Arc::clone(desk), Arc::clone(watch));
    thread::spawn(move || {
        for question in questions {
            let _ = begin(&desk, &watch, question, priority).join();
        }
    });
    sender
}

/// Answers a question in a thread of its own.
fn begin(desk: &Arc<Desk>, watch: &Arc<Watch>, question: Question, priority: Priority) -> JoinHandle<()> {
    let (desk, watch) = (Arc::clone(desk), Arc::clone(watch));
    thread::spawn(move || {
        let work = match answers::pace(&question.method) {
            Pace::Told => Work::Job,
            Pace::Now | Pace::Board | Pace::Long => Work::Answer,
        };
        let _worker = match &desk.workers {
            Some(workers) => workers.enter(priority, work),
            None => {
                give_way(priority);
                None
            }
        };
        respond(&desk, &watch, question);
    })
}

fn respond(desk: &Desk, watch: &Watch, question: Question) {
    let Question {
        id,
        method,
        params,
        control,
    } = question;
    if answers::pace(&method) != Pace::Told {
        watch.begin(&id, desk.limits.answer);
    }
    let answer: Answer = catch_unwind(AssertUnwindSafe(|| {
        answers::answer(desk, &method, params, &control)
    }))
    .unwrap_or_else(|_| Err(Failure::ours()));
    watch.end(&id);
    desk.out.answer(&id, answer);
}

/// Holds back what turns out heavy, and ends the process when an answer takes longer than it may.
fn look_after(watch: &Watch, desk: &Desk) {
    loop {
        thread::sleep(WATCH);
        if let Some(workers) = &desk.workers {
            workers.hold_back();
        }
        if let Some(id) = watch.late() {
            let seconds = desk.limits.answer.as_secs();
            let message = format!("this takes longer than {seconds} seconds, and was ended");
            desk.out.answer(&id, Err(Failure::late(message)));
            std::process::exit(i32::from(LATE));
        }
    }
}

/// The exit code of a session that was ended because it took too long.
pub(crate) const LATE: u8 = 3;
