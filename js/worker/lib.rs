//! The session of the workbench in a worker of a browser: what `ferz serve` has a process for.
//!
//! A page sends [`RawSession`] the messages it would send to the server, one of JSON-RPC at a time,
//! and gets the answers by a function of JavaScript. Everything is done in one thread: two tasks at
//! once need two workers, and a task is stopped by ending its worker.
#![allow(clippy::needless_pass_by_value)]

use ferz_desk::{Desk, Failure, Folder, Head, Kept, Limits, Machine, OWN, Shelf, answered, spoken, told};
use ferz_lsp::{Message, Stepwise};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn report(text: &str);

    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;

    /// The function that the worker provides: it sends a message to the page.
    #[wasm_bindgen(js_name = ferzSay)]
    fn say(message: &str);
}

/// Tells JavaScript's console what went wrong, before the trap that follows.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|info| report(&info.to_string())));
}

/// A worker.
struct Browser {
    seed: u64,
    /// Whether rules were met that only the larger build holds.
    outgrown: AtomicBool,
}

impl Machine for Browser {
    fn now(&self) -> Duration {
        Duration::from_secs_f64(milliseconds().max(0.0) / 1000.0)
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn tell(&self, method: &str, params: &Value) {
        say(&told(method, params));
    }

    fn too_large(&self) {
        self.outgrown.store(true, Ordering::Relaxed);
    }
}

/// A session.
#[wasm_bindgen]
pub struct RawSession {
    desk: Arc<Desk>,
    machine: Arc<Browser>,
    kept: Arc<Kept>,
    /// The texts that the language server can find: they live as long as the worker.
    shelf: &'static Shelf,
    server: Stepwise<'static>,
}

#[wasm_bindgen]
impl RawSession {
    /// A session whose texts are kept in a folder of this title; `seed` is another one each time.
    #[wasm_bindgen(constructor)]
    pub fn new(title: String, seed: u32) -> Self {
        let kept = Arc::new(Kept::new(title));
        let folder: Arc<dyn Folder> = Arc::clone(&kept) as _;
        let machine = Arc::new(Browser {
            seed: seed.into(),
            outgrown: AtomicBool::new(false),
        });
        let shelf: &'static Shelf = Box::leak(Box::new(Shelf::new(Arc::clone(&folder), Default::default())));
        let desk = Arc::new(Desk::new(folder, Limits::BROWSER, Arc::clone(&machine) as _));
        let server = Stepwise::new(shelf, desk.checks());
        Self {
            desk,
            machine,
            kept,
            shelf,
            server,
        }
    }

    /// Says what a kept text is now; nothing if it is gone.
    pub fn put(&self, name: &str, text: Option<String>) {
        self.kept.put(name, text);
    }

    /// Takes a message, and returns the answers to it.
    pub fn hear(&mut self, text: &str) {
        let Ok(message) = ferz_lsp::json(text.as_bytes()) else {
            return say(&answered(&Value::Null, Err(Failure::no_json())));
        };
        let head = match Head::read(&message) {
            Ok(head) => head,
            Err(id) => return say(&answered(&id, Err(Failure::no_question()))),
        };
        if let Some(method) = head.method.strip_prefix(OWN) {
            let control = self.desk.begin(method);
            let answer = self.desk.answer(method, head.params, &control);
            return say(&answered(&head.id, answer));
        }
        self.shelf.hear(&head);
        match serde_json::from_value::<Message>(message) {
            Ok(message) => spread(&self.server.hear(message)),
            Err(_) => say(&answered(&head.id, Err(Failure::no_question()))),
        }
    }

    /// Compiles one text that has changed, and sends the results; returns whether there was one. It
    /// is called after a moment without messages.
    pub fn idle(&mut self) -> bool {
        match self.server.idle() {
            Some(messages) => {
                spread(&messages);
                true
            }
            None => false,
        }
    }

    /// Whether rules were met, since this was asked last, that only the build for all boards holds.
    pub fn outgrown(&self) -> bool {
        self.machine.outgrown.swap(false, Ordering::Relaxed)
    }
}

/// Says what the language server says.
fn spread(messages: &[Message]) {
    messages.iter().filter_map(spoken).for_each(|text| say(&text));
}
