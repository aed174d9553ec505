//! A session from outside: lines in, lines out.

use ferz_workbench::{Directory, Folder, Limits, NoFolder, session};
use serde_json::{Value, json};
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// The bytes that come through a channel.
struct Input(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Input {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            // No more senders: the end.
            self.1 = self.0.recv().unwrap_or_default();
        }
        let n = self.1.len().min(into.len());
        into[..n].copy_from_slice(&self.1[..n]);
        self.1.drain(..n);
        Ok(n)
    }
}

struct Output(Sender<Vec<u8>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Another program that holds sessions, if the tests are of that one: `FERZ_SESSION` is its
/// command, as seen from the root of the repository.
struct Elsewhere(String);

fn elsewhere() -> Option<Elsewhere> {
    std::env::var("FERZ_SESSION").ok().map(Elsewhere)
}

impl Elsewhere {
    /// Starts the program, and passes messages on; it ends with its input.
    fn run(self, input: Receiver<Vec<u8>>, output: Sender<Vec<u8>>) {
        let mut words = self.0.split(' ');
        let mut child = Command::new(words.next().unwrap())
            .args(words)
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut to, mut from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        std::thread::spawn(move || {
            for bytes in input {
                let _ = to.write_all(&bytes);
            }
        });
        std::thread::spawn(move || {
            let _ = io::copy(&mut from, &mut Output(output));
            let _ = child.wait();
        });
    }
}

/// The other end of a session.
struct Page {
    to: Sender<Vec<u8>>,
    from: Receiver<Vec<u8>>,
    heard: Vec<u8>,
    number: u64,
}

impl Page {
    fn new(folder: Arc<dyn Folder>) -> Self {
        Self::limited(folder, Limits::LOCAL)
    }

    fn limited(folder: Arc<dyn Folder>, limits: Limits) -> Self {
        let ((to, input), (output, from)) = (channel(), channel());
        // The limit that ends a late process has no place in a test's process.
        let limits = Limits {
            answer: Duration::from_secs(3600),
            ..limits
        };
        match elsewhere() {
            Some(command) => command.run(input, output),
            None => drop(std::thread::spawn(move || {
                session(
                    BufReader::new(Input(input, Vec::new())),
                    Output(output),
                    folder,
                    limits,
                )
            })),
        }
        Self {
            to,
            from,
            heard: Vec::new(),
            number: 0,
        }
    }

    fn strangers() -> Self {
        // Memory and processor time would be those of all tests.
        let limits = Limits {
            memory: None,
            processor: None,
            ..Limits::PUBLIC
        };
        Self::limited(Arc::new(NoFolder), limits)
    }

    fn say(&self, line: &str) {
        self.to.send(format!("{line}\n").into_bytes()).unwrap();
    }

    fn next(&mut self) -> Value {
        loop {
            if let Some(end) = self.heard.iter().position(|&b| b == b'\n') {
                let line: Vec<u8> = self.heard.drain(..=end).collect();
                return serde_json::from_slice(&line).unwrap();
            }
            let more = self
                .from
                .recv_timeout(Duration::from_secs(120))
                .expect("an answer");
            self.heard.extend(more);
        }
    }

    /// Asks, and leaves aside what comes in between.
    fn whole(&mut self, method: &str, params: Value) -> Value {
        self.number += 1;
        let id = self.number;
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string());
        loop {
            let answer = self.next();
            if answer["id"] == json!(id) {
                return answer;
            }
        }
    }

    fn ask(&mut self, question: &str, params: Value) -> Value {
        let answer = self.whole(&format!("ferz/{question}"), params);
        assert!(answer.get("error").is_none(), "{question}: {answer}");
        answer["result"].clone()
    }

    fn refused(&mut self, question: &str, params: Value) -> Value {
        let answer = self.whole(&format!("ferz/{question}"), params);
        answer
            .get("error")
            .unwrap_or_else(|| panic!("{question}: {answer}"))
            .clone()
    }
}

fn chess() -> Value {
    json!({ "file": "<chess>" })
}

fn own(text: &str) -> Value {
    json!({ "file": "/own.ferz", "texts": { "/own.ferz": text } })
}

#[test]
fn a_board_has_every_legal_move_and_what_one_touches() {
    let mut page = Page::strangers();
    let board = page.ask("board", json!({ "variant": chess(), "moves": ["e2e4", "e7e5"] }));
    assert_eq!(board["moves"].as_array().map(Vec::len), Some(29));
    assert_eq!(board["cells"].as_array().map(Vec::len), Some(64));
    assert_eq!(board["last"], json!(["e7", "e5"]));
    let knight = board["moves"]
        .as_array()
        .unwrap()
        .iter()
        .find(|m| m["move"] == "g1f3");
    assert_eq!(knight.unwrap()["path"], json!(["g1", "f3"]));
    let outlines = board["outlines"].as_object().unwrap();
    let used: Vec<&String> = outlines.keys().collect();
    assert!(used.len() >= 12 && outlines["white-king"].is_string(), "{used:?}");
    assert_eq!(board["palette"], Value::Null, "nobody has asked for it");
    let same = page.ask(
        "board",
        json!({ "variant": chess(), "ground": board["ground"]["mark"], "used": used, "palette": true }),
    );
    assert_eq!(
        same["ground"]["shapes"],
        Value::Null,
        "the page has that ground already"
    );
    assert_eq!(same["outlines"], json!({}), "and its outlines");
    assert_eq!(same["palette"]["pieces"].as_array().map(Vec::len), Some(12));
    let fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let board = page.ask("board", json!({ "variant": chess(), "fen": fen }));
    let promotions = board["moves"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|m| m["path"] == json!(["a7", "a8"]));
    assert_eq!(promotions.filter(|m| m["promotion"].is_number()).count(), 4);
}

#[test]
fn drops_begin_in_the_hand() {
    let mut page = Page::strangers();
    let dropped = json!({
        "variant": { "file": "<crazyhouse>" },
        "moves": ["e2e4", "d7d5", "e4d5", "d8d5"],
    });
    let board = page.ask("board", dropped);
    let moves = board["moves"].as_array().unwrap();
    let drop = moves.iter().find(|m| m["move"] == "P@e4").unwrap();
    assert_eq!(drop["path"], json!(["@P", "e4"]));
    assert_eq!(board["hands"][0].as_array().map(Vec::len), Some(1));
}

#[test]
fn changed_rules_end_the_game_where_it_no_longer_fits() {
    let mut page = Page::strangers();
    let text =
        "variant \"Slow\" extends chess\npiece pawn P = move step forward | capture step forward-diagonal\n";
    let board = page.ask(
        "board",
        json!({ "variant": own(text), "moves": ["g1f3", "e7e5", "b1c3"] }),
    );
    assert_eq!(board["broken"]["ply"], 1);
    assert!(board["broken"]["reason"].as_str().unwrap().contains("pawn"));
    let wrong = page.refused(
        "board",
        json!({ "variant": own("variant \"Bad\" extends chess\npiece x = y\n") }),
    );
    assert_eq!(wrong["code"], -32001);
    assert_eq!(wrong["data"]["errors"][0]["line"], 2);
}

#[test]
fn refusals_have_sentences_and_squares() {
    let mut page = Page::strangers();
    let why = page.ask("why", json!({ "variant": chess(), "move": "d1d5" }));
    assert_eq!(why["legal"], false);
    assert!(why["reason"].as_str().unwrap().contains("in the way"));
    assert!(why["squares"].as_array().unwrap().contains(&json!("d2")));
}

#[test]
fn what_keeps_a_game_going_or_has_ended_it_is_told() {
    let mut page = Page::strangers();
    let going = page.ask("ending", json!({ "variant": chess() }));
    assert_eq!(going["over"], false);
    assert_eq!(going["facts"], json!(["white has 20 legal moves"]));
    let mated = page.ask(
        "ending",
        json!({ "variant": chess(), "moves": ["f2f3", "e7e5", "g2g4", "d8h4"] }),
    );
    assert_eq!(mated["over"], true);
    assert_eq!(mated["rule"], "end { checkmate: loss }");
}

#[test]
fn a_position_becomes_a_test_that_passes() {
    let mut page = Page::strangers();
    let asked =
        json!({ "variant": chess(), "moves": ["f2f3", "e7e5", "g2g4", "d8h4"], "name": "a \"quick\" end" });
    let kept = page.ask("case", asked);
    let tests = kept["test"].as_str().unwrap();
    assert!(tests.contains("outcome = \"black wins: checkmate\""), "{tests}");
    let report = page.ask("test", json!({ "variant": chess(), "tests": tests }));
    assert_eq!(report["cases"][0]["passed"], true);
    assert_eq!(report["cases"][0]["report"]["name"], "a \"quick\" end");
    let wrong = page.ask(
        "test",
        json!({ "variant": chess(), "tests": "[[position]]\nlegal = 7\n" }),
    );
    assert_eq!(wrong["wrong"][0]["line"], 2);
}

#[test]
fn a_position_is_set_up() {
    let mut page = Page::strangers();
    let palette = page.ask("palette", chess());
    let kind = |name: &str| {
        let pieces = palette["pieces"].as_array().unwrap();
        pieces.iter().find(|p| p["name"] == name).unwrap()["kind"].clone()
    };
    let mut pieces = vec![json!(["e1", kind("king"), "white"])];
    let set = page.ask(
        "setup",
        json!({ "variant": chess(), "pieces": pieces, "turn": "black" }),
    );
    assert!(set["problem"].is_string(), "{set}");
    pieces.push(json!(["e8", kind("king"), "black"]));
    pieces.push(json!(["a7", kind("pawn"), "white"]));
    let set = page.ask(
        "setup",
        json!({ "variant": chess(), "pieces": pieces, "turn": "white" }),
    );
    assert_eq!(set["problem"], Value::Null, "{set}");
    assert_eq!(set["fen"], "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
}

#[test]
fn ferz_finds_a_mate_and_can_be_stopped() {
    if elsewhere().is_some() {
        // A worker is stopped by its end.
        return;
    }
    let mut page = Page::strangers();
    let fen = "7k/8/6K1/8/8/8/8/1R6 w - - 0 1";
    let found = page.ask("think", json!({ "variant": chess(), "fen": fen, "time": 2000 }));
    assert_eq!(found["move"], "b1b8");
    assert_eq!(found["told"]["score"]["mate"], 1);
    page.say(r#"{"jsonrpc":"2.0","id":"long","method":"ferz/think","params":{"variant":{"file":"<chess>"},"time":500000}}"#);
    let told = loop {
        let message = page.next();
        if message["method"] == "ferz/thinking" {
            break message;
        }
    };
    assert!(
        told["params"]["line"]
            .as_array()
            .is_some_and(|line| !line.is_empty())
    );
    page.say(r#"{"jsonrpc":"2.0","method":"ferz/stop","params":"think"}"#);
    let ended = loop {
        let message = page.next();
        if message["id"] == "long" {
            break message;
        }
    };
    assert_eq!(ended["result"]["stopped"], true);
}

#[test]
fn all_lines_are_told_of_a_search_that_ends_at_once() {
    let mut page = Page::strangers();
    let asked = json!({ "variant": chess(), "fen": "7k/8/6K1/8/8/8/8/1R6 w - - 0 1", "time": 2000, "lines": 3, "tag": 7 });
    page.say(
        &json!({ "jsonrpc": "2.0", "id": "short", "method": "ferz/think", "params": asked }).to_string(),
    );
    let mut ranks = [false; 3];
    loop {
        let message = page.next();
        if message["id"] == "short" {
            break;
        }
        if message["method"] == "ferz/thinking" {
            ranks[message["params"]["rank"].as_u64().unwrap() as usize] = true;
        }
    }
    assert_eq!(ranks, [true; 3]);
}

#[test]
fn studies_tell_how_far_they_are() {
    let mut page = Page::strangers();
    let study = page.ask("study", json!({ "variant": chess(), "games": 2, "nodes": 20 }));
    assert_eq!((&study["done"], &study["games"]), (&json!(2), &json!(2)));
    let all: f64 = ["white", "draws", "black"]
        .iter()
        .map(|k| study["summary"][k]["value"].as_f64().unwrap())
        .sum();
    assert!((all - 1.0).abs() < 1e-9);
}

/// Waits for the answers to these questions; returns them in the order in which they came.
fn answers<const N: usize>(page: &mut Page, ids: [&str; N]) -> Vec<Value> {
    let mut found = Vec::new();
    while found.len() < N {
        let message = page.next();
        if ids.iter().any(|id| message["id"] == *id) {
            found.push(message);
        }
    }
    found
}

#[test]
fn strangers_have_one_search_or_study_at_a_time() {
    if elsewhere().is_some() {
        // A page has a worker for each kind of work.
        return;
    }
    let mut page = Page::strangers();
    page.say(r#"{"jsonrpc":"2.0","id":"long","method":"ferz/think","params":{"variant":{"file":"<chess>"},"time":20000}}"#);
    page.say(r#"{"jsonrpc":"2.0","id":"study","method":"ferz/study","params":{"variant":{"file":"<chess>"},"games":1,"nodes":10}}"#);
    let found = answers(&mut page, ["long", "study"]);
    let of = |id: &str| found.iter().find(|answer| answer["id"] == id).unwrap();
    let (think, study) = (of("long"), of("study"));
    // Stopped, or turned away before it began.
    assert!(
        think["result"]["stopped"] == true || think["error"]["code"] == -32004,
        "{think}"
    );
    assert_eq!(study["result"]["done"], 1, "{study}");
}

#[test]
fn what_strangers_ask_for_that_may_take_long_is_done_in_order() {
    if elsewhere().is_some() {
        // A page has a worker for long tasks.
        return;
    }
    let mut page = Page::strangers();
    let text = "variant \"Own\" extends chess\nabout \"The same rules: all positions are looked at.\"\n";
    page.say(&json!({ "id": "diff", "method": "ferz/diff", "params": { "variant": own(text) } }).to_string());
    page.say(&json!({ "id": "page", "method": "ferz/page", "params": chess() }).to_string());
    page.say(&json!({ "id": "board", "method": "ferz/board", "params": { "variant": chess() } }).to_string());
    let order = answers(&mut page, ["diff", "page", "board"]);
    let ids: Vec<&Value> = order.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(
        ids,
        ["board", "diff", "page"],
        "and the board waits for none of them"
    );
}

#[test]
fn differences_and_snapshots() {
    let mut page = Page::strangers();
    let text = "variant \"Own\" extends chess\npiece knight N = leap(3, 1)\n";
    let diff = page.ask("diff", json!({ "variant": own(text) }));
    let changes = diff["changes"].as_array().unwrap();
    assert!(changes.iter().any(|change| change["subject"] == "piece knight"));
    assert!(
        diff["difference"]["gained"]
            .as_array()
            .is_some_and(|gained| !gained.is_empty())
    );
    // Words come last; what is drawn has all squares, and the moves of either side only.
    assert_eq!(
        changes.last().map(|change| &change["topic"]),
        Some(&json!("text"))
    );
    let knight = changes
        .iter()
        .find(|change| change["subject"] == "piece knight")
        .unwrap();
    let stage = &knight["boards"][0]["stage"];
    assert_eq!(stage["cells"].as_array().map(Vec::len), Some(64));
    assert_eq!(
        diff["difference"]["stage"]["cells"].as_array().map(Vec::len),
        Some(64)
    );
    assert_eq!(
        diff["difference"]["arrows"]["gained"][0].as_array().map(Vec::len),
        Some(2)
    );
    let pin = page.ask("snapshot", json!({ "variant": own(text) }));
    assert_eq!(pin["same"], false);
    let again = page.ask(
        "snapshot",
        json!({ "variant": own(text), "old": pin["snapshot"] }),
    );
    assert_eq!((&again["same"], &again["changes"]), (&json!(true), &json!([])));
}

#[test]
fn turns_of_several_moves_and_open_decisions_are_told() {
    let mut page = Page::strangers();
    let mut board = |name: &str, moves: &[&str]| {
        let variant = json!({ "file": format!("<{name}>") });
        page.ask("board", json!({ "variant": variant, "moves": moves }))
    };
    assert_eq!(board("chess", &[])["part"], json!([1, 1]));
    assert_eq!(board("monster", &[])["part"], json!([1, 2]));
    let second = board("monster", &["e2e3"]);
    assert_eq!(
        (&second["turn"], &second["part"]),
        (&json!("white"), &json!([2, 2]))
    );
    assert_eq!(second["notes"], json!([]), "it is told once");
    let proposal = board("denial-chess", &["e2e4"]);
    assert_eq!(
        proposal["decision"],
        json!({ "words": "decides about the movement `e2e4`", "squares": ["e2", "e4"] })
    );
    // A way of several steps may be meant by its end; a wall that is put somewhere else is no end.
    let ends = |board: &Value, text: &str| {
        let moves = board["moves"].as_array().unwrap();
        let found = moves.iter().find(|mv| mv["move"] == text);
        found.unwrap_or_else(|| panic!("{text}"))["ends"].clone()
    };
    assert_eq!(ends(&board("crazy", &[]), "e2e3e4"), json!(true));
    assert_eq!(ends(&board("duck", &[]), "e2e4,d5"), json!(null));
}

#[test]
fn what_a_move_does_beside_going_and_capturing_is_told_before() {
    let mut page = Page::strangers();
    let mut effects = |name: &str, fen: &str, text: &str| {
        let variant = json!({ "file": format!("<{name}>") });
        let found = page.ask(
            "effects",
            json!({ "variant": variant, "fen": fen, "try": [text] }),
        );
        let list = found[text].as_array().cloned().unwrap_or_default();
        list.iter()
            .map(|effect| {
                format!(
                    "{}: {}",
                    effect["kind"].as_str().unwrap(),
                    effect["words"].as_str().unwrap()
                )
            })
            .collect::<Vec<_>>()
    };
    let blast = "4k3/8/2n5/1p1p4/4P3/8/8/4K3 w - - 0 1";
    assert_eq!(
        effects("atomic", blast, "e4d5"),
        [
            "gone: the black knight on c6 is gone",
            "gone: the white pawn on d5 is gone"
        ]
    );
    // A plain capture and a plain move do nothing else.
    assert_eq!(effects("chess", blast, "e4d5"), [""; 0]);
    assert_eq!(effects("chess", blast, "e4e5"), [""; 0]);
    let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(
        effects("chess", castling, "e1g1"),
        ["goes: the white rook on h1 goes to f1"]
    );
    let passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(
        effects("chess", passant, "e5d6"),
        ["gone: the black pawn on d5 is gone"]
    );
    let hand = "3rk3/2P5/8/8/8/8/8/4K3[] w - - 0 1";
    assert_eq!(
        effects("crazyhouse", hand, "c7d8q"),
        ["hand: a white rook comes to hand"]
    );
    let turned = "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1";
    assert_eq!(
        effects("andernach", turned, "e3d5"),
        ["flips: the white knight on d5 becomes a black knight"]
    );
}

#[test]
fn a_definition_of_another_program_is_imported() {
    let mut page = Page::strangers();
    let text = "[tiny:chess]\nstalemateValue = loss\nnMoveRul = 0\nhalfMoveOfDice = 1\n";
    let found = page.ask("import", json!({ "text": text }));
    let section = &found["sections"][0];
    assert_eq!(
        (&section["name"], &section["extends"]),
        (&json!("tiny"), &json!("chess"))
    );
    assert_eq!(section["keys"][0]["words"], "taken over");
    assert_eq!(section["findings"][0]["line"], 3);
    assert_eq!(section["findings"][0]["help"], "did you mean `nMoveRule`?");
    assert_eq!(found["complete"], false);
    let rules = section["text"].as_str().unwrap();
    assert_eq!(page.ask("palette", own(rules))["title"], "Tiny");
    // If the user's own text has the name of the parent, the new text needs none.
    let alone = page.ask("import", json!({ "text": text, "taken": ["/chess.ferz"] }));
    let section = &alone["sections"][0];
    assert_eq!(section["extends"], json!(null));
    let texts = json!({ "/own.ferz": section["text"], "/chess.ferz": "variant \"Mine\" extends atomic\n" });
    let palette = page.ask("palette", json!({ "file": "/own.ferz", "texts": texts }));
    assert_eq!(
        (&palette["title"], &palette["extends"]),
        (&json!("Tiny"), &json!(null))
    );
    assert_eq!(
        page.ask("import", json!({ "text": "" }))["findings"][0]["line"],
        1
    );
    let limit = elsewhere().map_or(Limits::PUBLIC, |_| Limits::BROWSER).import;
    let long = format!("[long:chess]\n#{}\n", "x".repeat(limit));
    let refused = page.refused("import", json!({ "text": long }));
    let message = format!(
        "the text is longer than the {} KB that can be imported",
        limit >> 10
    );
    assert_eq!(refused["message"], message);
}

#[test]
fn a_piece_is_seen_among_others_wherever_it_is() {
    let mut page = Page::strangers();
    let text = "variant \"Own\" extends chess\npiece archer A = rook\n";
    let palette = page.ask("palette", own(text));
    let pieces = palette["pieces"].as_array().unwrap();
    let kind = |name: &str| {
        let found = pieces.iter().find(|piece| piece["name"] == name).unwrap();
        found["kind"].clone()
    };
    let ask = |page: &mut Page, kind: Value| {
        page.ask(
            "piece",
            json!({ "variant": own(text), "moves": [], "kind": kind, "side": "white" }),
        )
    };
    let knight = ask(&mut page, kind("knight"));
    assert_eq!(knight["among"]["stands"], true);
    assert!(
        ["b1", "g1"]
            .iter()
            .any(|square| knight["among"]["square"] == *square)
    );
    let archer = ask(&mut page, kind("archer"));
    assert_eq!(archer["among"]["stands"], false);
    assert!(
        archer["among"]["svg"]
            .as_str()
            .is_some_and(|svg| svg.contains("<svg"))
    );
}

#[test]
fn codes_are_explained() {
    let mut page = Page::strangers();
    let told = page.ask("explain", json!("F0160"));
    assert!(
        told["explanation"]
            .as_str()
            .is_some_and(|text| text.contains("movement"))
    );
    assert!(told["wrong"] != told["right"]);
    page.refused("explain", json!("F9999"));
}

#[test]
fn the_language_server_is_the_same_connection() {
    let mut page = Page::strangers();
    page.whole("initialize", json!({ "capabilities": {} }));
    page.say(r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#);
    let text = "variant \"Child\" extends parent\npiece rook R = bishp\n";
    for (name, text) in [("parent", "variant \"Parent\" extends chess\n"), ("child", text)] {
        let document = json!({ "uri": format!("file:///{name}.ferz"), "languageId": "ferz", "version": 0, "text": text });
        let open = json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } });
        page.say(&open.to_string());
    }
    let found = loop {
        let message = page.next();
        if message["params"]["uri"] == "file:///child.ferz" {
            break message;
        }
    };
    let messages = found["params"]["diagnostics"].as_array().unwrap();
    assert_eq!(
        messages.len(),
        1,
        "the parent is found among the open texts: {found}"
    );
    assert_eq!(messages[0]["data"]["suggestion"], "bishop");
}

#[test]
fn strangers_reach_no_file() {
    if elsewhere().is_some() {
        // There are no files.
        return;
    }
    let mut page = Page::strangers();
    let secret = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    for name in [
        "/etc/passwd",
        "../Cargo.toml",
        "Cargo.toml",
        &secret.display().to_string(),
    ] {
        page.refused("read", json!(name));
        for word in ["extends", "include"] {
            let text = match word {
                "extends" => format!("variant \"X\" extends \"{name}\"\n"),
                _ => format!("variant \"X\" extends chess\ninclude \"{name}\"\n"),
            };
            let wrong = page.refused("palette", own(&text));
            assert_eq!(wrong["code"], -32001, "{name}");
            assert!(
                !wrong.to_string().contains("root:") && !wrong.to_string().contains("[package]"),
                "{wrong}"
            );
        }
    }
    page.refused("write", json!({ "file": "/x.ferz", "text": "x", "seen": null }));
    assert_eq!(page.ask("files", json!(null)), json!([]));
}

#[test]
fn files_are_read_and_written_below_the_folder() {
    if elsewhere().is_some() {
        // There are no files.
        return;
    }
    let at = tempfile::tempdir().unwrap();
    std::fs::write(at.path().join("base.ferz"), "variant \"Base\" extends chess\n").unwrap();
    let mut page = Page::new(Arc::new(Directory::new(at.path()).unwrap()));
    let read = page.ask("read", json!("/base.ferz"));
    let child = own("variant \"Child\" extends base\n");
    assert_eq!(page.ask("palette", child.clone())["extends"], "base");
    // A change in the folder counts at once.
    std::fs::write(at.path().join("base.ferz"), "variant \"Base\" extends atomic\n").unwrap();
    let texts = page.ask("texts", child.clone());
    assert_eq!(texts["/base.ferz"], "variant \"Base\" extends atomic\n");
    assert_eq!(
        texts.as_object().unwrap().len(),
        2,
        "bundled texts need not be carried"
    );
    let start = page.ask("page", child);
    assert!(
        start["html"].as_str().unwrap().contains("Explosion"),
        "the parent is another now"
    );
    let refused = page.refused(
        "write",
        json!({ "file": "/base.ferz", "text": "mine", "seen": read["mark"] }),
    );
    assert_eq!(refused["data"]["text"], "variant \"Base\" extends atomic\n");
}

#[test]
fn a_variant_is_published_as_files() {
    let mut page = Page::strangers();
    let variant = own("variant \"Own\" extends chess\nend {\n  stalemate: loss\n}\n");
    let studied = page.ask("study", json!({ "variant": variant, "games": 2 }));
    let line = studied["line"].as_str().unwrap();
    assert!(line.starts_with("balance: White wins"), "{line}");
    let good = page.ask("publish", json!({ "variant": variant, "balance": line }));
    assert_eq!(good["key"], "own");
    assert_eq!((&good["lost"], &good["refused"]), (&json!([]), &json!([])));
    let files = good["files"].as_array().unwrap();
    let names: Vec<&str> = files.iter().filter_map(|file| file["path"].as_str()).collect();
    for name in [
        "own.ini",
        "description.txt",
        "board.svg",
        "index.html",
        "pieces/bQ.svg",
    ] {
        assert!(names.contains(&name), "{names:?}");
    }
    assert!(
        files[0]["text"]
            .as_str()
            .unwrap()
            .contains("stalemateValue = loss")
    );
    let text = |name: &str| {
        let file = files.iter().find(|file| file["path"] == name);
        file.and_then(|file| file["text"].as_str()).unwrap()
    };
    assert!(text("index.html").contains(line));
    let walls = own("variant \"Own\" extends chess\nwalls {\n  on: all\n}\n");
    let refused = page.ask("publish", json!({ "variant": walls }));
    assert_eq!(refused["refused"][0]["what"], "walls");
}

#[test]
fn nonsense_is_refused_and_nothing_ends() {
    let mut page = Page::strangers();
    for line in [
        "",
        "{",
        "[]",
        "7",
        "\"x\"",
        r#"{"id":1,"method":"ferz/nothing"}"#,
        r#"{"id":1,"method":"ferz/board","params":7}"#,
    ] {
        page.say(line);
        if line == "[]" {
            continue;
        }
        assert!(page.next().get("error").is_some(), "{line}");
    }
    page.refused("board", json!({ "variant": chess(), "fen": "8/8/8/8" }));
    page.refused("board", json!({ "variant": { "file": "<nothing>" } }));
    page.refused(
        "piece",
        json!({ "variant": chess(), "kind": 99, "side": "white" }),
    );
    page.refused(
        "setup",
        json!({ "variant": chess(), "pieces": [["z9", 0, "white"]], "turn": "white" }),
    );
    assert!(page.ask("about", json!(null))["version"].is_string());
}

#[test]
fn a_check_is_marked_on_its_square() {
    let mut page = Page::strangers();
    let fen = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";
    let board = page.ask("board", json!({ "variant": chess(), "fen": fen }));
    assert_eq!(board["checked"], json!(["e1"]));
    let start = page.ask("board", json!({ "variant": chess() }));
    assert_eq!(start["checked"], json!([]));
}

#[test]
fn the_first_half_of_a_move_is_seen_before_the_wall_is_put() {
    let mut page = Page::strangers();
    let duck = json!({ "file": "<duck>" });
    let board = page.ask("board", json!({ "variant": duck, "palette": true }));
    assert_eq!(board["palette"]["wall"], "duck");
    let moves = board["moves"].as_array().unwrap();
    let push = moves.iter().find(|mv| mv["move"] == "e2e4,d5").unwrap();
    assert_eq!(push["half"], 2);
    let asked = json!({ "variant": duck, "try": ["e2e4,d5", "e2e4,e5"] });
    let cells = page.ask("half", asked);
    let piece = |name: &str| {
        let cell = cells.as_array().unwrap().iter().find(|c| c["name"] == name);
        (cell.unwrap()["piece"].clone(), cell.unwrap()["shapes"] != "")
    };
    assert_eq!(piece("e4"), (json!("white pawn"), true));
    for empty in ["e2", "d5", "e5"] {
        assert_eq!(piece(empty), (Value::Null, false), "{empty}");
    }
}

#[test]
fn games_with_variations_are_named() {
    let mut page = Page::strangers();
    let line = json!([
        { "text": "e4", "comment": "best", "or": [[{ "text": "d4" }, { "text": "d7d5" }]] },
        { "text": "e5" },
        { "text": "Ke3" },
    ]);
    let found = page.ask("tree", json!({ "variant": chess(), "line": line }));
    assert_eq!(
        found["line"],
        json!([
            { "text": "e2e4", "san": "e4", "turn": "white", "comment": "best", "or": [[
                { "text": "d2d4", "san": "d4", "turn": "white" },
                { "text": "d7d5", "san": "d5", "turn": "black" },
            ]] },
            { "text": "e7e5", "san": "e5", "turn": "black" },
        ])
    );
    assert!(found["wrong"].as_str().unwrap().starts_with("`Ke3`: "), "{found}");
}

#[test]
fn a_forced_win_is_proved() {
    let mut page = Page::strangers();
    let fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let found = page.ask("solve", json!({ "variant": chess(), "fen": fen, "moves": 2 }));
    assert_eq!(found["moves"], 1);
    assert_eq!(found["tree"][0]["text"], "a1a8");
    let none = page.ask("solve", json!({ "variant": chess(), "moves": 1 }));
    assert_eq!((&none["moves"], &none["noneWithin"]), (&Value::Null, &json!(1)));
    page.refused("solve", json!({ "variant": chess(), "moves": 99 }));
}

#[test]
fn games_have_puzzles() {
    let mut page = Page::strangers();
    let asked = |games: usize, moves: [u32; 2]| json!({ "variant": { "file": "<atomic>", "texts": {} }, "games": games, "moves": moves, "seed": 3 });
    let found = page.ask("puzzles", asked(4, [1, 2]));
    assert_eq!((&found["done"], &found["stopped"]), (&json!(4), &json!(false)));
    let puzzle = &found["puzzles"][0];
    let moves = puzzle["moves"].as_u64().unwrap();
    let again = json!({ "variant": { "file": "<atomic>", "texts": {} }, "fen": puzzle["fen"], "moves": 2 });
    let proof = page.ask("solve", again);
    assert_eq!(proof["moves"], moves);
    assert_eq!(proof["tree"][0]["text"], puzzle["line"][0][0]);
    page.refused("puzzles", asked(10_001, [1, 2]));
    page.refused("puzzles", asked(4, [2, 1]));
    page.refused("puzzles", asked(4, [1, 6]));
}

#[test]
fn variants_have_families_pictures_and_values() {
    let mut page = Page::strangers();
    let list = page.ask("variants", json!(null));
    let all = list["variants"].as_array().unwrap();
    let atomic = all.iter().find(|one| one["name"] == "atomic").unwrap();
    assert_eq!(atomic["family"], "atomic");
    assert!(
        list["families"]
            .as_array()
            .unwrap()
            .iter()
            .any(|f| f[0] == "atomic")
    );
    let thumb = page.ask("thumb", json!({ "name": "atomic" }));
    assert!(thumb["shapes"].as_str().unwrap().contains("ferz-white-king"));
    let worth = page.ask("worth", chess());
    assert_eq!(worth[0], json!([0, 0]), "a king has no price");
    assert!(
        worth[1][0].as_i64() > worth[2][0].as_i64(),
        "a queen is worth more than a rook"
    );
}

/// Pasted text may come from another program: positions, moves, and a whole game.
#[test]
fn texts_of_other_programs_are_read() {
    const SHOGI: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    let mut page = Page::strangers();
    for (variant, fen, moves, after) in [
        // SFEN, and a move of USI.
        (
            "shogi",
            Some(format!("sfen {SHOGI} b - 1")),
            vec!["7g7f"],
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL[] b - - 0 1".to_owned(),
        ),
        (
            "shogi",
            Some(format!("{SHOGI}[-] w 0 1")),
            vec!["c3c4", "g7g6", "b2h8+"],
            "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL[B] b - - 0 2".to_owned(),
        ),
        (
            "crazyhouse",
            Some("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR/P b KQkq - 0 2".to_owned()),
            vec![],
            "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[P] b KQkq - 0 2".to_owned(),
        ),
        (
            "duck",
            None,
            vec!["e2e4,e4d6"],
            "rnbqkbnr/pppppppp/3*4/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1".to_owned(),
        ),
        (
            "xiangqi",
            None,
            vec!["C2=5"],
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1".to_owned(),
        ),
    ] {
        let file = json!({ "file": format!("<{variant}>") });
        let board = page.ask("board", json!({ "variant": file, "fen": fen, "moves": moves }));
        assert_eq!(board["broken"], Value::Null, "{variant}: {board}");
        assert_eq!(board["fen"], json!(after), "{variant} {moves:?}");
    }
    // A text that cannot be read is refused at its place.
    let bad =
        json!({ "variant": chess(), "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1" });
    let wrong = page.refused("board", bad);
    assert!(wrong["message"].as_str().unwrap().contains("`e9`"), "{wrong}");
}
