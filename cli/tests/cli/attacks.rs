//! The promises of `ferz serve` and `ferz lsp`, attacked: over this machine's own network, a few
//! seconds each.

use super::serve::Served;
use super::socket::{BEGUN, BYTES, MORE, PING, PONG, Socket, TEXT, frame};
use serde_json::{Value, json};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const PUBLIC: [&str; 3] = ["--public", "--address", "127.0.0.1"];

fn public() -> Served {
    Served::new(&PUBLIC)
}

/// The most that the server itself has used of the memory, in MiB, where the system tells.
fn memory(served: &Served) -> u64 {
    let told = std::fs::read_to_string(format!("/proc/{}/status", served.child.id())).unwrap_or_default();
    let line = told.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kibibytes.unwrap_or(0) >> 10
}

/// How long another client waits for a board, a list and a pong, again and again, while something
/// is done; in ascending order.
fn beside(served: &Served, work: impl FnOnce()) -> Vec<Duration> {
    let done = AtomicBool::new(false);
    let ready = Barrier::new(2);
    thread::scope(|scope| {
        let visitor = scope.spawn(|| {
            let mut page = Socket::new(served, "192.0.2.200");
            let params = json!({ "variant": { "file": "<chess>" }, "moves": ["e2e4"] });
            // The first one is compiled.
            page.ask("board", &params);
            ready.wait();
            let mut times = Vec::new();
            while times.len() < 20 || !done.load(Ordering::Relaxed) {
                for question in ["board", "variants", "ping"] {
                    let began = Instant::now();
                    if question == "ping" {
                        page.ping();
                    } else {
                        let answer = page.ask(question, &params);
                        assert!(answer["result"].is_object(), "{answer}");
                    }
                    times.push(began.elapsed());
                    thread::sleep(Duration::from_millis(10));
                }
            }
            times.sort();
            times
        });
        ready.wait();
        work();
        done.store(true, Ordering::Relaxed);
        visitor.join().unwrap()
    })
}

/// Sends the same bytes until the other end stops reading, or for some seconds; returns whether all
/// were read.
fn flood(page: &mut Socket, bytes: &[u8]) -> bool {
    let until = Instant::now() + Duration::from_secs(3);
    while Instant::now() < until {
        if page.stream.write_all(bytes).is_err() {
            return false;
        }
    }
    true
}

#[test]
fn pings_whose_answers_nobody_reads_end_the_connection() {
    let served = public();
    let times = beside(&served, || {
        let mut page = Socket::new(&served, "192.0.2.1");
        assert!(
            !flood(&mut page, &frame(PING, &[7; 125]).repeat(500)),
            "somebody reads all that"
        );
    });
    assert!(memory(&served) < 150, "{} MiB", memory(&served));
    assert!(times[times.len() / 2] < Duration::from_millis(250), "{times:?}");
}

#[test]
fn every_frame_counts() {
    let served = public();
    let begun = frame(BEGUN, b"");
    let cases = [
        (vec![], frame(PING, b"").repeat(3_000), 1008),
        (vec![], frame(PONG, b"").repeat(3_000), 1008),
        (begun, frame(MORE, b"").repeat(3_000), 1008),
        (vec![], frame(BYTES, &[7; 400_000]), 1003),
        (vec![], frame(TEXT, &[b'x'; 600_000]), 1009),
        (vec![], frame(TEXT, b"\xff"), 1007),
        (vec![], b"\x81\x01x".to_vec(), 1002),
    ];
    let times = beside(&served, || {
        thread::scope(|scope| {
            for (number, (first, rest, code)) in cases.iter().enumerate() {
                let served = &served;
                scope.spawn(move || {
                    let mut page = Socket::new(served, &format!("192.0.2.{number}"));
                    let sent = page
                        .stream
                        .write_all(first)
                        .and_then(|()| page.stream.write_all(rest));
                    // A client that still sends when the connection ends may not see why.
                    let closed = page.closed();
                    assert!(
                        closed.is_none_or(|closed| closed == *code),
                        "{number}: {closed:?}"
                    );
                    assert!(
                        closed.is_some() || sent.is_err() || rest.len() > 10_000,
                        "{number}"
                    );
                });
            }
        });
    });
    assert!(times[times.len() / 2] < Duration::from_millis(250), "{times:?}");
}

/// Pages of two addresses search as long as they may; `study` works in the same way.
#[test]
fn searches_of_others_delay_no_answer() {
    let served = public();
    let times = beside(&served, || {
        thread::scope(|scope| {
            for number in 0..8 {
                let served = &served;
                scope.spawn(move || {
                    let mut page = Socket::new(served, &format!("192.0.2.{}", number % 2));
                    let asked = json!({ "variant": { "file": "<chess>" }, "moves": [], "time": 4_000 });
                    let answer = page.ask("think", &asked);
                    assert!(answer["result"].is_object(), "{answer}");
                });
            }
        });
    });
    assert!(times[times.len() / 2] < Duration::from_millis(250), "{times:?}");
    assert!(times[times.len() - 1] < Duration::from_secs(3), "{times:?}");
}

/// Pages that ask for more searches than they may are closed, and come again: what their sessions
/// leave behind is cleared away beside the others.
#[test]
fn sessions_that_end_in_the_middle_of_searches_delay_no_answer() {
    let served = public();
    let asked = json!({ "variant": { "file": "<checkless>" }, "moves": [], "time": 10_000 });
    let asked = json!({ "jsonrpc": "2.0", "id": 1, "method": "ferz/think", "params": asked }).to_string();
    let asked = frame(TEXT, asked.as_bytes());
    let times = beside(&served, || {
        let until = Instant::now() + Duration::from_secs(4);
        thread::scope(|scope| {
            // The machine has other work besides.
            for _ in 0..4 {
                scope.spawn(move || {
                    while Instant::now() < until {
                        std::hint::spin_loop();
                    }
                });
            }
            for number in 0..8 {
                let (served, asked) = (&served, &asked);
                scope.spawn(move || {
                    while Instant::now() < until {
                        match Socket::open(served, &format!("192.0.2.{}", number % 2)) {
                            Ok(mut page) => {
                                page.stream.set_nonblocking(true).unwrap();
                                let mut read = vec![0; 1 << 20];
                                let open = |result: std::io::Result<usize>| match result {
                                    Ok(bytes) => bytes > 0,
                                    Err(error) => error.kind() == std::io::ErrorKind::WouldBlock,
                                };
                                while Instant::now() < until
                                    && open(page.stream.write(asked))
                                    && open(page.stream.read(&mut read))
                                {
                                    thread::sleep(Duration::from_millis(1));
                                }
                            }
                            // Too many pages in too short a time.
                            Err(_) => thread::sleep(Duration::from_millis(20)),
                        }
                    }
                });
            }
        });
    });
    assert!(times[times.len() / 2] < Duration::from_millis(250), "{times:?}");
    assert!(times[times.len() - 1] < Duration::from_secs(3), "{times:?}");
}

#[test]
fn messages_in_parts_are_messages() {
    let served = public();
    let mut page = Socket::new(&served, "192.0.2.1");
    let text = br#"{"jsonrpc":"2.0","id":"parts","method":"ferz/about"}"#;
    let (one, two) = text.split_at(20);
    page.send(BEGUN, one).unwrap();
    page.send(PING, b"still there?").unwrap();
    page.send(0x80, two).unwrap();
    let mut heard = vec![page.next().unwrap(), page.next().unwrap()];
    heard.sort_by_key(|(first, _)| *first);
    assert!(
        String::from_utf8_lossy(&heard[0].1).contains("\"id\":\"parts\""),
        "{heard:?}"
    );
    assert_eq!(heard[1], (PONG, b"still there?".to_vec()));
}

/// More connections than there are files say half a request each; others are served, and those end.
#[cfg(unix)]
#[test]
fn half_requests_keep_nobody_out() {
    let served = Served::within("ulimit -n 256", &PUBLIC);
    let mut half: Vec<TcpStream> = (0..400)
        .map(|_| {
            let mut stream = TcpStream::connect(&served.address).unwrap();
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nX-More: ");
            stream
        })
        .collect();
    let began = Instant::now();
    let times = beside(&served, || {
        for _ in 0..5 {
            let began = Instant::now();
            let (head, _) = served.ask("/", &[("Host", &served.address)]);
            assert!(head.starts_with("HTTP/1.1 200"), "{head}");
            assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
        }
    });
    assert!(times[times.len() / 2] < Duration::from_millis(250), "{times:?}");
    for stream in &mut half {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut rest = Vec::new();
        let read = stream.read_to_end(&mut rest);
        let gone = read
            .as_ref()
            .is_err_and(|error| error.kind() == std::io::ErrorKind::ConnectionReset);
        assert!(read.is_ok() || gone, "{read:?}");
    }
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

/// A client that asks much and reads nothing loses its connection.
#[test]
fn answers_that_nobody_reads_do_not_pile_up() {
    let served = public();
    let times = beside(&served, || {
        let params = json!({ "variant": { "file": "<chess>" }, "palette": true });
        let message =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "ferz/board", "params": params }).to_string();
        let mut pages: Vec<Socket> = (1..5)
            .map(|n| Socket::new(&served, &format!("192.0.2.{n}")))
            .collect();
        for _ in 0..100 {
            for page in &mut pages {
                let _ = page.send(TEXT, message.as_bytes());
            }
        }
        thread::sleep(Duration::from_secs(2));
    });
    assert!(memory(&served) < 150, "{} MiB", memory(&served));
    assert!(times[times.len() / 2] < Duration::from_millis(250), "{times:?}");
}

#[test]
fn what_is_no_message_is_told_with_its_number() {
    let at = tempfile::tempdir().unwrap();
    let served = Served::new(&[at.path().to_str().unwrap()]);
    let mut page = Socket::new(&served, "127.0.0.1");
    for (text, id, code) in [
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"ferz/explain","params":"\ud83d"}"#,
            json!(7),
            -32602,
        ),
        (r#"{"jsonrpc":"2.0","id":8,"method":7}"#, json!(8), -32600),
        ("{}", Value::Null, -32600),
        ("[1]", Value::Null, -32600),
        ("{\"id\":", Value::Null, -32700),
        (&"[".repeat(100_000), Value::Null, -32700),
    ] {
        page.send(TEXT, text.as_bytes()).unwrap();
        let answer = page.message();
        assert_eq!(
            (&answer["id"], &answer["error"]["code"]),
            (&id, &json!(code)),
            "{answer}"
        );
    }
    let about = page.ask("about", &Value::Null);
    assert!(about["result"].is_object(), "it goes on: {about}");
}

/// Of two writers at once, one gets the message that the file has changed: pages of a server, and
/// servers of a folder.
#[test]
fn of_two_who_save_at_once_one_is_told() {
    let at = tempfile::tempdir().unwrap();
    std::fs::write(at.path().join("a.ferz"), "first").unwrap();
    let folder = at.path().to_str().unwrap();
    let servers = [Served::new(&[folder]), Served::new(&[folder])];
    let mut pages: Vec<Socket> = [0, 0, 1]
        .iter()
        .map(|&n: &usize| Socket::new(&servers[n], "127.0.0.1"))
        .collect();
    for round in 0..30 {
        let seen = pages[0].ask("read", &json!("/a.ferz"))["result"]["mark"].clone();
        let barrier = Barrier::new(pages.len());
        let save = |number: usize, page: &mut Socket| {
            let text = format!("text {number} of round {round}");
            barrier.wait();
            let asked = json!({ "file": "/a.ferz", "text": text, "seen": seen });
            (text, page.ask("write", &asked))
        };
        let saved: Vec<(String, Value)> = thread::scope(|scope| {
            let save = &save;
            let begin = |(number, page)| scope.spawn(move || save(number, page));
            let saving: Vec<_> = pages.iter_mut().enumerate().map(begin).collect();
            saving.into_iter().map(|page| page.join().unwrap()).collect()
        });
        let now = std::fs::read_to_string(at.path().join("a.ferz")).unwrap();
        let told: Vec<&String> = saved
            .iter()
            .filter(|(_, answer)| answer["result"].is_object())
            .map(|(text, _)| text)
            .collect();
        assert_eq!(told, [&now], "{saved:?}");
        for (_, answer) in saved.iter().filter(|(text, _)| *text != now) {
            assert_eq!(answer["error"]["data"]["why"], "changed", "{answer}");
        }
    }
    assert_eq!(files(at.path()), ["a.ferz"]);
}

fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// A file that cannot be written stays as it is, and its place is not revealed.
#[cfg(unix)]
#[test]
fn no_answer_has_a_path_of_this_machine() {
    let at = tempfile::tempdir().unwrap();
    std::fs::write(at.path().join("a.ferz"), "one").unwrap();
    let folder = at.path().to_str().unwrap();
    // No file may be longer than a block or two.
    let served = Served::within("trap '' XFSZ; ulimit -f 1", &[folder]);
    let mut page = Socket::new(&served, "127.0.0.1");
    let seen = page.ask("read", &json!("/a.ferz"))["result"]["mark"].clone();
    let long = "x".repeat(100_000);
    let answers = [
        page.ask("write", &json!({ "file": "/a.ferz", "text": long, "seen": seen })),
        page.ask(
            "write",
            &json!({ "file": "/in/no/folder.ferz", "text": "x", "seen": null }),
        ),
        page.ask("read", &json!("/nothing.ferz")),
        page.ask("read", &json!(format!("{folder}/a.ferz"))),
        page.ask("board", &json!({ "variant": { "file": "/nothing.ferz" } })),
    ];
    for answer in &answers {
        assert!(answer["error"].is_object(), "{answer}");
        let text = answer.to_string();
        assert!(
            !text.contains(folder) && !text.contains(".ferz-") && !text.contains(".tmp"),
            "{text}"
        );
    }
    assert_eq!(std::fs::read_to_string(at.path().join("a.ferz")).unwrap(), "one");
    assert_eq!(files(at.path()), ["a.ferz"]);
}

/// The unfinished files of a server killed while writing are gone when the next one begins.
#[test]
fn unfinished_files_go_when_a_server_begins() {
    let at = tempfile::tempdir().unwrap();
    std::fs::create_dir(at.path().join("in")).unwrap();
    for name in ["a.ferz", ".ferz-Ab12Cd", "in/.ferz-000000", "in/.hidden"] {
        std::fs::write(at.path().join(name), "x").unwrap();
    }
    let _served = Served::new(&[at.path().to_str().unwrap()]);
    assert_eq!(files(at.path()), ["a.ferz", "in"]);
    assert_eq!(files(&at.path().join("in")), [".hidden"]);
}

#[test]
fn who_runs_it_sees_how_much_is_done() {
    let served = Served::new(&[&PUBLIC[..], &["--status", "0", "--clients", "2"]].concat());
    let status = |host: &str| {
        let mut stream = TcpStream::connect(&served.status).unwrap();
        write!(
            stream,
            "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut told = String::new();
        stream.read_to_string(&mut told).unwrap();
        told
    };
    assert!(served.status.starts_with("127.0.0.1:"));
    let first = Socket::new(&served, "192.0.2.1");
    let _second = Socket::new(&served, "192.0.2.2");
    drop(first);
    let own = |wanted: &str| {
        let until = Instant::now() + Duration::from_secs(20);
        while !status(&served.status).contains(wanted) {
            assert!(
                Instant::now() < until,
                "no {wanted} in {}",
                status(&served.status)
            );
            thread::sleep(Duration::from_millis(50));
        }
    };
    own("ferz_sessions 1\n");
    own("ferz_sessions_total 2\n");
    own("ferz_ended_total{why=\"left\"} 1\n");
    let mut wrong = Socket::new(&served, "192.0.2.3");
    wrong.send(BYTES, b"x").unwrap();
    assert_eq!(wrong.closed(), Some(1003));
    own("ferz_refused_total{why=\"frames\"} 1\n");
    let (head, _) = served.ask("/session", &[("Host", "here"), ("Origin", "http://there")]);
    assert!(head.starts_with("HTTP/1.1 400"), "{head}");
    assert!(status("evil.example").starts_with("HTTP/1.1 403"));
}

/// The language server answers what is no message, and goes on.
#[test]
fn a_language_server_survives_its_editor() {
    let message = |body: &[u8]| [format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes(), body].concat();
    let ask = |id: u64, method: &str, params: &str| {
        message(format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#).as_bytes())
    };
    let input = [
        ask(1, "initialize", r#"{"capabilities":{}}"#),
        message(br#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#),
        message(b"{}"),
        message(b"{\"id\":"),
        message(b"\xff\xfe"),
        b"What is this?\r\n\r\n".to_vec(),
        ask(2, "textDocument/hover", r#"{"text":"\ud83d"}"#),
        ask(3, "shutdown", "null"),
        message(br#"{"jsonrpc":"2.0","method":"exit"}"#),
    ];
    let output = super::ferz(&["lsp"])
        .write_stdin(input.concat())
        .assert()
        .success();
    let told = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let mut answers: Vec<Value> = Vec::new();
    let mut rest = told.as_str();
    while let Some((head, body)) = rest.split_once("\r\n\r\n") {
        let length: usize = head.strip_prefix("Content-Length: ").unwrap().parse().unwrap();
        answers.push(serde_json::from_str(&body[..length]).unwrap());
        rest = &body[length..];
    }
    let mut heard: Vec<(Value, Value)> = answers
        .iter()
        .map(|a| (a["id"].clone(), a["error"]["code"].clone()))
        .collect();
    // Answers and complaints are written by two, in no order.
    heard.sort_by_key(|(id, code)| (id.as_i64(), code.as_i64()));
    let null = Value::Null;
    let code = |code: i32| json!(code);
    assert_eq!(
        heard,
        [
            (null.clone(), code(-32700)),
            (null.clone(), code(-32700)),
            (null.clone(), code(-32700)),
            (null.clone(), code(-32600)),
            (json!(1), null.clone()),
            (json!(2), code(-32602)),
            (json!(3), null.clone()),
        ]
    );
}
