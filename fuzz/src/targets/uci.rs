//! Lines of UCI, to a process that goes on over many inputs.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;

/// Lines of an input.
const LINES: usize = 20;

/// A process that answers.
struct Engine {
    child: Child,
    says: ChildStdin,
    hears: BufReader<ChildStdout>,
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It has ended already, or is to end now.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

static ENGINE: Mutex<Option<Engine>> = Mutex::new(None);

fn begun() -> Engine {
    let command = std::env::var("FERZ").unwrap_or_else(|_| {
        let own = std::env::current_exe().expect("a program has a path");
        own.with_file_name("ferz").display().to_string()
    });
    let mut child = Command::new(&command)
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("{command}: {error}; FERZ names the command"));
    let says = child.stdin.take().expect("it is piped");
    let hears = BufReader::new(child.stdout.take().expect("it is piped"));
    Engine { child, says, hears }
}

/// Lines that set nothing up which takes long, and a question whether the engine is still there.
pub(super) fn lines(data: &[u8]) -> u64 {
    let mut held = ENGINE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let engine = held.get_or_insert_with(begun);
    let mut said = String::new();
    for line in String::from_utf8_lossy(data).lines().take(LINES) {
        let first = line.split_whitespace().next().unwrap_or_default();
        if !matches!(first, "quit" | "go" | "load" | "setoption") {
            said += line.trim();
            said.push('\n');
        }
    }
    said += "isready\n";
    let mut came_to = 0;
    let told = engine
        .says
        .write_all(said.as_bytes())
        .and_then(|()| engine.says.flush());
    let expected = said
        .lines()
        .filter(|line| line.split_whitespace().next() == Some("isready"))
        .count();
    let (mut ready, mut answer) = (0, String::new());
    while told.is_ok() && ready < expected {
        answer.clear();
        match engine.hears.read_line(&mut answer) {
            Ok(0) | Err(_) => break,
            Ok(_) if answer.trim() == "readyok" => ready += 1,
            Ok(_) => {
                assert!(!answer.contains("ferz has made a mistake"), "{answer}");
                came_to ^= super::gist(&answer);
            }
        }
    }
    if ready < expected {
        *held = None;
        drop(held);
        panic!("the engine has ended");
    }
    came_to
}
