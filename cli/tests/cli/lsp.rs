//! `ferz lsp`, as an editor speaks with it.

use super::{folder, path};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// An editor with one server.
struct Editor {
    server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Diagnostics by document that were sent while something else was waited for.
    published: Vec<Value>,
    next: i64,
}

impl Editor {
    fn new() -> Self {
        let mut server = Command::new(assert_cmd::cargo::cargo_bin!("ferz"))
            .arg("lsp")
            .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(server.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            loop {
                let mut length = 0;
                loop {
                    let mut line = String::new();
                    if output.read_line(&mut line).unwrap_or(0) == 0 {
                        return;
                    }
                    if let Some(n) = line.strip_prefix("Content-Length: ") {
                        length = n.trim().parse().unwrap();
                    } else if line == "\r\n" {
                        break;
                    }
                }
                let mut body = vec![0; length];
                output.read_exact(&mut body).unwrap();
                if sender.send(serde_json::from_slice(&body).unwrap()).is_err() {
                    return;
                }
            }
        });
        let input = server.stdin.take();
        let mut editor = Self {
            server,
            input,
            messages,
            published: Vec::new(),
            next: 0,
        };
        let answer = editor.ask(
            "initialize",
            json!({ "capabilities": {}, "processId": null, "rootUri": null }),
        );
        assert_eq!(answer["serverInfo"]["name"], "ferz");
        assert_eq!(answer["capabilities"]["hoverProvider"], true);
        editor.tell("initialized", json!({}));
        editor
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        let input = self.input.as_mut().unwrap();
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        input.flush().unwrap();
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn receive(&mut self) -> Value {
        self.messages
            .recv_timeout(Duration::from_secs(60))
            .expect("the server answers")
    }

    /// The whole answer to a request.
    fn response(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
            self.published.push(message["params"].clone());
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let response = self.response(method, params);
        assert_eq!(response["error"], Value::Null, "{method}: {response}");
        response["result"].clone()
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "ferz", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn replace(&mut self, uri: &str, version: i64, text: &str) {
        let params = json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": [{ "text": text }] });
        self.tell("textDocument/didChange", params);
    }

    /// The next diagnostics of a document of which this is true.
    #[track_caller]
    fn diagnostics(&mut self, uri: &str, wanted: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        loop {
            let params = if self.published.is_empty() {
                self.receive()["params"].clone()
            } else {
                self.published.remove(0)
            };
            let list = params["diagnostics"].as_array().expect("diagnostics").clone();
            if params["uri"] == uri && wanted(&list) {
                return list;
            }
        }
    }

    /// A request about a place.
    fn at(&mut self, what: &str, uri: &str, line: u32, character: u32) -> Value {
        self.ask(&format!("textDocument/{what}"), place(uri, line, character))
    }

    fn labels(&mut self, uri: &str, line: u32, character: u32) -> Vec<String> {
        let items = self.at("completion", uri, line, character);
        let label = |item: &Value| item["label"].as_str().unwrap().to_owned();
        items.as_array().unwrap().iter().map(label).collect()
    }

    /// Ends the server and returns what it said on standard error.
    fn close(mut self) -> String {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        drop(self.input.take());
        let status = self.server.wait().unwrap();
        let mut said = String::new();
        self.server
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut said)
            .unwrap();
        assert!(status.success(), "{status}: {said}");
        said
    }
}

fn place(uri: &str, line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character }, "context": { "includeDeclaration": true, "triggerKind": 1 } })
}

fn range(value: &Value) -> [u64; 4] {
    let n = |end: &str, what: &str| value[end][what].as_u64().unwrap();
    [
        n("start", "line"),
        n("start", "character"),
        n("end", "line"),
        n("end", "character"),
    ]
}

fn uri(folder: &Path, name: &str) -> String {
    format!("file://{}", folder.join(name).display())
}

const MINE: &str = "untitled:mine";

#[test]
fn a_site_does_not_take_it() {
    let mut editor = Editor::new();
    let text = "variant \"Bricks\" extends chess\n\nwalls {\n  on: all\n}\n";
    editor.open(MINE, text);
    assert_eq!(editor.diagnostics(MINE, |_| true), [Value::Null; 0]);
    let settings = json!({ "settings": { "ferz": { "for": "pychess" } } });
    editor.tell("workspace/didChangeConfiguration", settings);
    let list = editor.diagnostics(MINE, |list| !list.is_empty());
    assert_eq!(
        (&list[0]["code"], &list[0]["severity"]),
        (&json!("F0702"), &json!(2)),
        "a warning: {list:?}"
    );
    assert_eq!(range(&list[0]["range"])[..2], [2, 0]);
    let settings = json!({ "settings": { "ferz": { "for": "" } } });
    editor.tell("workspace/didChangeConfiguration", settings);
    assert!(editor.diagnostics(MINE, |list| list.is_empty()).is_empty());
}

#[test]
fn diagnostics_follow_the_text() {
    let mut editor = Editor::new();
    let text = "variant \"\u{1f409}\u{e9}\" extends ches\nmovement amazon = queen | knight\n";
    editor.open(MINE, text);
    let list = editor.diagnostics(MINE, |_| true);
    assert_eq!(list[0]["code"], "F0100", "{list:?}");
    assert_eq!(
        range(&list[0]["range"]),
        [0, 22, 0, 26],
        "columns are UTF-16 units"
    );
    assert_eq!(list[0]["data"]["suggestion"], "chess");
    // The repair that is offered.
    let params = json!({ "textDocument": { "uri": MINE }, "range": list[0]["range"], "context": { "diagnostics": [] } });
    let actions = editor.ask("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "Write `chess`");
    let edit = &actions[0]["edit"]["changes"][MINE][0];
    assert_eq!(edit["newText"], "chess");
    let change = json!({ "range": edit["range"], "text": "chess" });
    let change = json!({ "textDocument": { "uri": MINE, "version": 2 }, "contentChanges": [change] });
    editor.tell("textDocument/didChange", change);
    let list = editor.diagnostics(MINE, |_| true);
    assert_eq!(
        (&list[0]["code"], &list[0]["severity"]),
        (&json!("F0304"), &json!(2)),
        "a warning: {list:?}"
    );
    // A second place, and the diagnostics of the compiled variant.
    editor.replace(
        MINE,
        3,
        "variant \"X\" extends chess\npiece queen Q = rook\npiece queen Q = king\n",
    );
    let list = editor.diagnostics(MINE, |list| list[0]["code"] == "F0104");
    assert_eq!(
        range(&list[0]["relatedInformation"][0]["location"]["range"])[0],
        1,
        "{list:?}"
    );
    let ambush = "variant \"X\" extends chess\nwithout castling\nstart \"rnbqkbnr/8/8/8/4R3/8/8/1NBQKBNR w - - 0 1\"\n";
    editor.replace(MINE, 4, ambush);
    let list = editor.diagnostics(MINE, |list| list.iter().any(|d| d["code"] == "F0502"));
    assert_eq!(range(&list[0]["range"])[0], 2);
    editor.replace(MINE, 5, &format!("{} # allow F0502 F0338\n", ambush.trim_end()));
    editor.diagnostics(MINE, <[Value]>::is_empty);
    editor.tell(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": MINE } }),
    );
    assert_eq!(editor.close(), "");
}

const SHOWCASE: &str = r#"variant "Showcase" extends chess
movement robotic(m) = m | m over any
movement leopard = leap(1, 2) | move step diagonal
zone camp = ranks 1-2
piece cat C = leopard to camp, value 3
promotion pawn {
  to: cat, queen
  when: enter
}
use adjacency-loss(side: black, between: rank 4, and: rank 5)
piece dog D = robotic(king)
"#;

#[test]
fn hovering_explains() {
    let mut editor = Editor::new();
    editor.open(MINE, SHOWCASE);
    let mut says = |line, character, words: &[&str]| {
        let hover = editor.at("hover", MINE, line, character);
        let text = hover["contents"]["value"].as_str().unwrap_or_default();
        for word in words {
            assert!(text.contains(word), "{line}:{character} {word}: {hover}");
        }
    };
    says(0, 3, &["the header of a variant"]);
    says(0, 30, &["**Chess**", "Orthodox chess"]);
    says(2, 11, &["movement leopard = leap(1, 2)", "•", "○"]);
    says(4, 7, &["piece cat C", "•"]);
    says(4, 16, &["movement leopard"]);
    says(4, 26, &["ranks 1-2", "Black: ", "a8"]);
    says(4, 33, &["its value"]);
    says(5, 12, &["pawn   P = pawn", "From `chess`", "○"]);
    says(6, 3, &["in the order of preference"]);
    says(9, 8, &["**adjacency-loss**", "use adjacency-loss("]);
    says(9, 20, &["white or black"]);
    says(2, 33, &["only quiet paths"]);
    says(10, 23, &["movement king", "standard", "•"]);
    says(1, 17, &["a parameter"]);
    assert_eq!(editor.close(), "");
}

/// Words within the values of effects, powers, goals and controls have a meaning under the cursor.
#[test]
fn hovering_explains_the_words_of_effects() {
    const TEXT: &str = "variant \"X\" extends chess
on move { by: knight; flip: enemy pawn attacked by mover }
on move { by: rook; remove: (all except king) around target by step diagonal }
on move { by: queen; put: pawn on (file at mover & rank 4) }
power frozen { of: rook; while: beside enemy king by step all; moves: none }
end { row: line pawn 5, vertical; hill: reach king on d4-e5, own-move }
mechanic blast(kept: pieces) { on capture { remove: (all except kept) on step all at target } }
";
    let mut editor = Editor::new();
    editor.open(MINE, TEXT);
    for (line, word) in [
        (1, "enemy"),
        (1, "attacked"),
        (1, "mover"),
        (2, "around"),
        (2, "target"),
        (2, "step"),
        (2, "diagonal"),
        (3, "file"),
        (3, "at"),
        (4, "beside"),
        (5, "line"),
        (5, "vertical"),
        (5, "reach"),
        (5, "own-move"),
        (1, "move"),
        (4, "frozen"),
        (6, "pieces"),
        (6, "except"),
    ] {
        let text = TEXT.lines().nth(line).expect("there is such a line");
        let starts = |&(at, _): &(usize, &str)| !text[..at].ends_with(|c: char| c.is_alphanumeric());
        let mut places = text.match_indices(word).filter(starts);
        let column = places.next().expect("the word is there").0 + 1;
        let hover = editor.at("hover", MINE, line as u32, column as u32);
        let said = hover["contents"]["value"].as_str().unwrap_or_default();
        assert!(said.contains(word), "{line} {word}: {hover}");
    }
    assert_eq!(editor.close(), "");
}

/// A misspelt word can be repaired in a movement, a parameter, a type and a phrase.
#[test]
fn misspelt_words_are_repaired() {
    let cases = [
        (
            "on move { by: rook; flip: enemy pawn attacked by movr }",
            "movr",
            "mover",
        ),
        (
            "use explosion(sparring: pawn)\nend { exploded: extinct king }",
            "sparring",
            "sparing",
        ),
        (
            "mechanic a(x: movment) { on move { remove: pawn on x at mover } }",
            "movment",
            "movement",
        ),
        (
            "on move { remove: enemy around target bye step all }",
            "bye",
            "by",
        ),
        ("on capture { put: victim on orign }", "orign", "origin"),
        ("on capture { hand: victim flipped demotd }", "demotd", "demoted"),
        ("rules { absorb: all frm queen }", "frm", "from"),
        ("end { way: join rook on rank 3, wth rank 6 }", "wth", "with"),
    ];
    let mut editor = Editor::new();
    editor.open(MINE, "variant \"X\" extends chess\n");
    for (version, (text, wrong, right)) in cases.into_iter().enumerate() {
        let text = format!("variant \"X\" extends chess\n{text}\n");
        editor.replace(MINE, version as i64 + 2, &text);
        let about = |d: &Value| {
            d["message"]
                .as_str()
                .is_some_and(|message| message.contains(wrong))
        };
        let list = editor.diagnostics(MINE, |list| list.iter().any(about));
        let errors: Vec<&Value> = list.iter().filter(|d| d["severity"] == json!(1)).collect();
        assert_eq!(errors.len(), 1, "{wrong}: {list:?}");
        let params = json!({ "textDocument": { "uri": MINE }, "range": errors[0]["range"], "context": { "diagnostics": [] } });
        let actions = editor.ask("textDocument/codeAction", params);
        let edit = &actions[0]["edit"]["changes"][MINE][0];
        assert_eq!(edit["newText"], right, "{wrong}: {actions}");
        let range = range(&edit["range"]);
        let written: String = text
            .lines()
            .nth(range[0] as usize)
            .expect("there is such a line")
            .chars()
            .skip(range[1] as usize)
            .take((range[3] - range[1]) as usize)
            .collect();
        assert_eq!(written, wrong, "{list:?}");
    }
    assert_eq!(editor.close(), "");
}

#[test]
fn completion_offers_what_fits() {
    let mut editor = Editor::new();
    let base = "variant \"X\" extends chess\nmovement leopard = leap(1, 2)\nzone camp = rank 1\n";
    editor.open(MINE, base);
    let mut version = 1;
    let mut check = |text: &str, has: &[&str], lacks: &[&str]| {
        version += 1;
        let text = format!("{base}{text}");
        let at = text.find('^').unwrap();
        let (line, column) = (
            text[..at].matches('\n').count(),
            at - text[..at].rfind('\n').unwrap() - 1,
        );
        editor.replace(MINE, version, &text.replace('^', ""));
        let found = editor.labels(MINE, line as u32, column as u32);
        for word in has {
            assert!(found.iter().any(|f| f == word), "{word} in {text}: {found:?}");
        }
        for word in lacks {
            assert!(!found.iter().any(|f| f == word), "no {word} in {text}: {found:?}");
        }
    };
    check("^", &["movement", "promotion", "use"], &["leopard", "queen"]);
    check("mechanic m(x: pieces = ^", &["pawn"], &["step"]);
    check(
        "power p { of: rook; moves: queen; while: beside friend king by step all }\nwithout power ^",
        &["p"],
        &["pawn"],
    );
    check("mov^", &["movement"], &[]);
    check(
        "end {\n  ^\n}",
        &["stalemate", "move-rule"],
        &["movement", "must-capture"],
    );
    check("rules {\n  ^", &["must-capture", "pass"], &["stalemate"]);
    check("rules { pass: ^ }", &["forced", "allowed"], &["rook"]);
    check(
        "promotion pawn { to: queen, ^ }",
        &["rook", "king"],
        &["leopard", "stalemate"],
    );
    check("promotion ^", &["pawn", "white"], &[]);
    check(
        "promotion pawn { to: queen; on: ^ }",
        &["camp", "last"],
        &["rook"],
    );
    check(
        "piece cat C = ^",
        &["leopard", "bishop", "step", "betza"],
        &["stalemate"],
    );
    check("piece cat C = step ^", &["forward", "diagonal"], &["leopard"]);
    check("piece cat C = leopard to ^", &["camp"], &["bishop"]);
    check("piece cat C = leopard, ^", &["royal", "value"], &["bishop"]);
    check("army both {\n  cat C = leo^\n}", &["leopard"], &[]);
    check("movement two(m) = ^", &["m", "leopard"], &[]);
    check("use ^", &["adjacency-loss", "facing-royals"], &["rook"]);
    check("use adjacency-loss(^", &["side", "between", "and"], &["rook"]);
    check(
        "use adjacency-loss(side: black, ^)",
        &["between", "and"],
        &["side"],
    );
    check("use adjacency-loss(side: ^)", &["white", "black"], &["between"]);
    check("use facing-royals(lines: ^)", &["diagonal", "vertical"], &[]);
    check("include ^", &["robotic"], &[]);
    check("without ^", &["castling", "piece"], &[]);
    check("without piece ^", &["queen"], &[]);
    check(
        "without piece knight\npromotion pawn { to: ^ }",
        &["queen"],
        &["knight"],
    );
    check(
        "army black { lion L = king, royal }\nend { x: extinct ^ }",
        &["lion", "queen"],
        &[],
    );
    check("# mov^", &[], &["movement"]);
    assert_eq!(editor.close(), "");
}

/// The end of a server that gets `exit`, after `shutdown` or without it.
#[test]
fn the_exit_code_says_whether_the_end_was_orderly() {
    let mut editor = Editor::new();
    editor.tell("exit", Value::Null);
    assert_eq!(editor.server.wait().unwrap().code(), Some(1));
    let mut editor = Editor::new();
    editor.ask("shutdown", Value::Null);
    let refused = editor.response("textDocument/hover", place(MINE, 0, 0));
    assert_eq!(refused["error"]["code"], -32600, "{refused}");
    editor.tell("exit", Value::Null);
    assert_eq!(editor.server.wait().unwrap().code(), Some(0));
}

/// A word offered as the key of a section is one.
#[test]
fn offered_keys_are_keys() {
    let mut editor = Editor::new();
    editor.open(MINE, "variant \"X\" extends chess\n");
    let mut version = 1;
    for section in [
        "board 8x8",
        "square x1",
        "promotion pawn",
        "castling",
        "royalty",
        "end",
        "rules",
    ] {
        version += 1;
        editor.replace(
            MINE,
            version,
            &format!("variant \"X\" extends chess\n{section} {{\n  \n}}\n"),
        );
        let keys = editor.labels(MINE, 2, 2);
        assert!(!keys.is_empty(), "{section}");
        for key in keys {
            version += 1;
            editor.replace(
                MINE,
                version,
                &format!("variant \"X\" extends chess\n{section} {{ {key}: 1 }}\n"),
            );
            editor.labels(MINE, 0, 0);
            let list = editor.published.last().unwrap()["diagnostics"].clone();
            let unknown = list
                .as_array()
                .unwrap()
                .iter()
                .any(|d| d["code"] == "F0110" || d["code"] == "F0123");
            assert!(!unknown, "{section} {key}: {list}");
        }
    }
    assert_eq!(editor.close(), "");
}

/// After `extends` stand variants, in quotes where they need them; after `include` libraries.
#[test]
fn completion_offers_variants_to_extend() {
    let mut editor = Editor::new();
    for (text, has, lacks) in [
        ("variant \"X\" extends ", ["chess", "\"3check\""], "standard"),
        ("variant \"X\" extends ch", ["chess", "chigorin"], "robotic"),
        (
            "variant \"X\" extends chess\ninclude ",
            ["standard", "robotic"],
            "chess",
        ),
    ] {
        editor.open(MINE, text);
        let (line, column) = (
            text.matches('\n').count(),
            text.len() - text.rfind('\n').map_or(0, |i| i + 1),
        );
        let found = editor.labels(MINE, line as u32, column as u32);
        assert!(
            has.iter().all(|word| found.iter().any(|f| f == word)),
            "{text}: {found:?}"
        );
        assert!(!found.iter().any(|f| f == lacks), "{text}: {found:?}");
    }
    assert_eq!(editor.close(), "");
}

/// The other files of the folder are offered, too: variants after `extends`, libraries after
/// `include`.
#[test]
fn completion_offers_files_beside() {
    let here = folder(&[
        ("mine.ferz", b""),
        ("ours.ferz", b"variant \"Ours\" extends chess\n"),
        ("two words.ferz", b"variant \"Two\" extends chess\n"),
        ("shelf.ferz", b"library \"Shelf\"\n"),
        ("notes.txt", b"variant \"No\"\n"),
    ]);
    let mut editor = Editor::new();
    let uri = format!("file://{}", path(here.path(), "mine.ferz"));
    let text = "variant \"Mine\" extends \n";
    editor.open(&uri, text);
    let found = editor.labels(&uri, 0, 23);
    assert!(found.iter().any(|label| label == "ours"), "{found:?}");
    assert!(
        found.iter().any(|label| label == "\"two words.ferz\""),
        "{found:?}"
    );
    assert!(found.iter().any(|label| label == "chess"), "{found:?}");
    for lacks in ["mine", "shelf", "notes", "notes.txt"] {
        assert!(!found.iter().any(|label| label == lacks), "{lacks}: {found:?}");
    }
    editor.open(&uri, "variant \"Mine\" extends chess\ninclude ");
    let found = editor.labels(&uri, 1, 8);
    assert!(found.iter().any(|label| label == "shelf"), "{found:?}");
    assert!(!found.iter().any(|label| label == "ours"), "{found:?}");
    assert_eq!(editor.close(), "");
}

/// A definition in a bundled variant is shown in a copy of that variant.
#[test]
fn definitions_in_bundled_variants_are_found() {
    let mut editor = Editor::new();
    let text = "variant \"Mine\" extends spartan\npromotion black hoplite { to: warlord }\npromotion white pawn { to: queen }\n";
    editor.open(MINE, text);
    for (line, character, file, defined) in [
        (0, 24, "spartan", None),
        (1, 32, "spartan", Some("warlord ")),
        (2, 29, "chess", Some("queen ")),
    ] {
        let found = editor.at("definition", MINE, line, character);
        let path = found["uri"].as_str().unwrap().strip_prefix("file://").unwrap();
        assert!(path.ends_with(&format!("/{file}.ferz")), "{path}");
        let there = std::fs::read_to_string(path).unwrap();
        assert_eq!(there, ferz_rulesets::get(file).unwrap());
        let [line, column, ..] = range(&found["range"]);
        let shown = there
            .lines()
            .nth(line as usize)
            .unwrap()
            .get(column as usize..)
            .unwrap();
        assert!(defined.is_none_or(|word| shown.starts_with(word)), "{shown}");
    }
    assert_eq!(editor.close(), "");
}

#[test]
fn names_are_found_and_changed() {
    let base = "variant \"Base\" extends chess\nmovement leopard = leap(1, 2)\npiece cat C = leopard\npromotion pawn { to: cat }\n";
    let mine = "variant \"Mine\" extends base\nmovement panther(m) = m | leopard\npiece dog D = panther(king)\npromotion pawn { to: dog, cat }\n";
    let folder = folder(&[
        ("base.ferz", base.as_bytes()),
        ("a b/x.ferz", b""),
        ("mine.ferz", mine.as_bytes()),
    ]);
    let (mine_uri, base_uri) = (uri(folder.path(), "mine.ferz"), uri(folder.path(), "base.ferz"));
    let mut editor = Editor::new();
    editor.open(&mine_uri, mine);
    for (line, character, target, lines) in [
        (0, 25, &base_uri, [0, 0, 0, 0]),
        (1, 28, &base_uri, [1, 9, 1, 16]),
        (1, 22, &mine_uri, [1, 17, 1, 18]),
        (2, 16, &mine_uri, [1, 9, 1, 16]),
        (3, 27, &base_uri, [2, 6, 2, 9]),
        (3, 21, &mine_uri, [2, 6, 2, 9]),
    ] {
        let found = editor.at("definition", &mine_uri, line, character);
        assert_eq!(found["uri"], *target, "{line}:{character}");
        assert_eq!(range(&found["range"]), lines, "{line}:{character}");
    }
    let standard = editor.at("definition", &mine_uri, 2, 23);
    assert!(
        standard["uri"].as_str().unwrap().ends_with("/standard.ferz"),
        "{standard}"
    );
    let found = editor.at("references", &mine_uri, 1, 12);
    assert_eq!(found.as_array().unwrap().len(), 2, "{found}");
    let mut rename = place(&mine_uri, 2, 7);
    rename["newName"] = json!("hound");
    let edit = editor.ask("textDocument/rename", rename.clone());
    let edits = edit["changes"][&mine_uri].as_array().unwrap();
    let places: Vec<_> = edits.iter().map(|e| range(&e["range"])).collect();
    assert_eq!(places, [[2, 6, 2, 9], [3, 21, 3, 24]]);
    for (line, character, name, words) in [
        (2, 7, "then", "is not a name"),
        (2, 7, "a b", "is not a name"),
        (2, 7, "cat", "there is a `cat` already"),
        (3, 27, "lion", "defined in another file"),
        (0, 2, "lion", "no name"),
    ] {
        let mut rename = place(&mine_uri, line, character);
        rename["newName"] = json!(name);
        let response = editor.response("textDocument/rename", rename);
        assert!(
            response["error"]["message"].as_str().unwrap().contains(words),
            "{response}"
        );
    }
    // The other file as it stands in the editor, not on disk.
    editor.published.clear();
    editor.open(&base_uri, base);
    editor.replace(&base_uri, 2, &base.replace("leopard", "lynx"));
    let list = editor.diagnostics(&mine_uri, |list| !list.is_empty());
    assert!(
        list[0]["message"]
            .as_str()
            .unwrap()
            .contains("there is no movement `leopard`"),
        "{list:?}"
    );
    assert_eq!(editor.close(), "");
}

#[test]
fn mechanics_are_found_and_changed() {
    let mine = "variant \"Mine\" extends chess\nmechanic boom(spared: pieces = pawn) {\n  on capture { remove: (all except spared) around target by king }\n}\nuse boom(spared: knight)\nuse explosion\n";
    let folder = folder(&[("mine.ferz", mine.as_bytes())]);
    let uri = uri(folder.path(), "mine.ferz");
    let mut editor = Editor::new();
    editor.open(&uri, mine);
    let lines: Vec<&str> = mine.lines().collect();
    let column = |line: usize, word: &str| lines[line].find(word).unwrap() as u32 + 1;
    let mut places = Vec::new();
    for line in [1, 2, 4] {
        let at = column(line, "spared");
        let found = editor.at("definition", &uri, line as u32, at);
        assert_eq!(range(&found["range"]), [1, 14, 1, 20], "{line}");
        places.push([line as u64, u64::from(at) - 1, line as u64, u64::from(at) + 5]);
    }
    let found = editor.at("definition", &uri, 4, column(4, "boom"));
    assert_eq!(range(&found["range"]), [1, 9, 1, 13]);
    let found = editor.at("definition", &uri, 5, column(5, "explosion"));
    assert!(
        found["uri"].as_str().unwrap().ends_with("/mechanics.ferz"),
        "{found}"
    );
    let mut rename = place(&uri, 4, column(4, "spared"));
    rename["newName"] = json!("saved");
    let edit = editor.ask("textDocument/rename", rename);
    let edits = edit["changes"][&uri].as_array().unwrap();
    assert_eq!(
        edits.iter().map(|e| range(&e["range"])).collect::<Vec<_>>(),
        places
    );
    let mut rename = place(&uri, 1, 10);
    rename["newName"] = json!("bang");
    let edit = editor.ask("textDocument/rename", rename);
    assert_eq!(edit["changes"][&uri].as_array().unwrap().len(), 2);
    // A new name that is a word of the language, or makes an error, is refused.
    let mut rename = place(&uri, 1, column(1, "spared"));
    rename["newName"] = json!("mover");
    let refused = editor.response("textDocument/rename", rename);
    assert!(
        refused["error"]["message"]
            .as_str()
            .unwrap()
            .contains("word of the language")
    );
    let hover = editor.at("hover", &uri, 5, column(5, "explosion")).to_string();
    assert!(hover.contains("a capture removes the captor"), "{hover}");
    editor.replace(&uri, 2, &format!("{mine}use "));
    let found = editor.labels(&uri, 6, 4);
    assert!(
        ["boom", "explosion", "towers"]
            .iter()
            .all(|name| found.iter().any(|f| f == name)),
        "{found:?}"
    );
    editor.replace(&uri, 3, &format!("{mine}use boom("));
    assert!(editor.labels(&uri, 6, 9).contains(&"spared".to_owned()));
    assert_eq!(editor.close(), "");
}

#[test]
fn parameters_are_renamed_in_manuals_and_never_to_what_the_block_means_otherwise() {
    let mine = "variant \"Mine\" extends chess\n# What `who` captures a pawn with goes.\nmechanic zap(who: pieces) {\n  on capture { by: who; of: pawn; remove: mover }\n}\nuse zap(who: knight)\n";
    let mut editor = Editor::new();
    editor.open(MINE, mine);
    let mut rename = place(MINE, 2, 14);
    rename["newName"] = json!("captors");
    let edit = editor.ask("textDocument/rename", rename.clone());
    let edits = edit["changes"][MINE].as_array().unwrap();
    let places: Vec<_> = edits.iter().map(|e| range(&e["range"])).collect();
    assert_eq!(places.len(), 4, "{places:?}");
    assert!(places.contains(&[1, 8, 1, 11]), "{places:?}");
    rename["newName"] = json!("pawn");
    let refused = editor.response("textDocument/rename", rename);
    let message = refused["error"]["message"].as_str().unwrap_or_default();
    assert_eq!(message, "`pawn` means something else here");
    assert_eq!(editor.close(), "");
}

#[test]
fn layout_and_outline() {
    let mut editor = Editor::new();
    editor.open(
        MINE,
        "variant  \"X\" extends chess\narmy white { king K = king, royal; pawn P }\nend { a: checks 2 }\n",
    );
    let params =
        json!({ "textDocument": { "uri": MINE }, "options": { "tabSize": 2, "insertSpaces": true } });
    let edits = editor.ask("textDocument/formatting", params.clone());
    assert!(
        edits[0]["newText"]
            .as_str()
            .unwrap()
            .starts_with("variant \"X\" extends chess\narmy white { king")
    );
    let symbols = editor.ask(
        "textDocument/documentSymbol",
        json!({ "textDocument": { "uri": MINE } }),
    );
    assert_eq!(symbols[0]["name"], "army white");
    assert_eq!(symbols[0]["children"][1]["name"], "pawn");
    assert_eq!(symbols[1]["children"][0]["name"], "a");
    editor.replace(MINE, 2, "variant \"X\" extends chess\n");
    assert_eq!(editor.ask("textDocument/formatting", params.clone()), json!([]));
    editor.replace(MINE, 3, "variant \"X\" extends chess\nend {");
    assert_eq!(
        editor.ask("textDocument/formatting", params),
        Value::Null,
        "broken texts stay"
    );
    let response = editor.response("textDocument/nothing", json!({}));
    assert_eq!(response["error"]["code"], -32601);
    let response = editor.response("textDocument/hover", json!({ "nonsense": 1 }));
    assert_eq!(response["error"]["code"], -32602);
    assert_eq!(editor.at("hover", "untitled:never-opened", 0, 0), Value::Null);
    assert_eq!(editor.close(), "");
}

fn files(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "ferz"));
    paths.sort();
    paths
        .iter()
        .filter_map(|p| std::fs::read_to_string(p).ok())
        .filter(|t| t.len() < 100_000)
        .collect()
}

/// Broken texts, and texts that are cut off anywhere: every request is answered.
#[test]
fn no_text_is_too_broken() {
    let mut texts = files("tests/diagnostics/err");
    texts.extend(files("tests/diagnostics/warn"));
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below.max(1) as u64).unwrap()
    };
    for text in files("rulesets") {
        let cut = (0..=random(text.len()))
            .rev()
            .find(|at| text.is_char_boundary(*at))
            .unwrap();
        texts.push(text[..cut].to_owned());
    }
    let mut editor = Editor::new();
    editor.open(MINE, "");
    for (version, text) in texts.iter().enumerate() {
        editor.replace(MINE, version as i64 + 2, text);
        let lines: Vec<&str> = text.lines().collect();
        for _ in 0..4 {
            let line = random(lines.len() + 1);
            let character = random(lines.get(line).map_or(0, |l| l.len()) + 2);
            for what in ["hover", "completion", "definition", "references"] {
                editor.at(what, MINE, line as u32, character as u32);
            }
            let mut rename = place(MINE, line as u32, character as u32);
            rename["newName"] = json!("other");
            editor.response("textDocument/rename", rename);
        }
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 999, "character": 0 } });
        let document = json!({ "uri": MINE });
        editor.ask(
            "textDocument/codeAction",
            json!({ "textDocument": document, "range": range, "context": { "diagnostics": [] } }),
        );
        editor.ask("textDocument/documentSymbol", json!({ "textDocument": document }));
        // The change of an editor that has lost track.
        let change = json!({ "range": range, "text": "" });
        let change = json!({ "textDocument": { "uri": MINE, "version": 1 }, "contentChanges": [change] });
        if version % 5 == 0 {
            editor.tell("textDocument/didChange", change);
        }
    }
    assert_eq!(editor.close(), "");
}

/// Rules that are too much for the engine may take very long to compile; the author does not wait
/// for them.
#[test]
fn what_takes_long_blocks_nothing() {
    let mut editor = Editor::new();
    let legs = " then (pass step all)".repeat(8);
    let text = format!(
        "variant \"Maze\" extends chess\nmovement wander = (pass king){legs} then step all\npiece queen Q = wander\n"
    );
    editor.open(MINE, &text);
    editor.diagnostics(MINE, |_| true);
    std::thread::sleep(Duration::from_millis(400));
    for _ in 0..5 {
        let begin = Instant::now();
        let hover = editor.at("hover", MINE, 2, 18);
        assert!(
            hover["contents"]["value"]
                .as_str()
                .unwrap()
                .contains("movement wander"),
            "{hover}"
        );
        assert!(begin.elapsed() < Duration::from_secs(4), "{:?}", begin.elapsed());
    }
    editor.replace(MINE, 2, "variant \"Maze\" extends ches\n");
    editor.diagnostics(MINE, |list| list.iter().any(|d| d["code"] == "F0100"));
    assert_eq!(editor.close(), "");
}

/// A file of 500 lines: how long an author waits. The bound is for a busy machine and an
/// unoptimised build.
#[test]
fn answers_come_soon() {
    let mut text = "variant \"Long\" extends chess\n".to_owned();
    for i in 0..150 {
        text += &format!("movement m{i} = leap(1, 2) | move step diagonal # one of many\n");
        text += &format!("zone ground{i}x = ranks 1-3 except a1\n");
    }
    for i in 0..200 {
        text += &format!("# about {i}\n");
    }
    text += "piece dragon D = m7 | m8\n";
    assert!(text.lines().count() >= 500);
    let last = text.lines().count() as u32 - 1;
    let mut editor = Editor::new();
    editor.open(MINE, &text);
    let mut worst = Duration::ZERO;
    let mut report = String::new();
    editor.diagnostics(MINE, |_| true);
    for (version, what) in ["completion", "hover", "definition", "references"]
        .into_iter()
        .enumerate()
    {
        // Each after a change, so that nothing is known yet.
        text += "#\n";
        let begin = Instant::now();
        editor.replace(MINE, version as i64 + 2, &text);
        editor.at(what, MINE, last, 18);
        let fresh = begin.elapsed();
        let begin = Instant::now();
        editor.at(what, MINE, last, 18);
        report += &format!("{what}: {fresh:?} after a change, then {:?}\n", begin.elapsed());
        worst = worst.max(fresh);
    }
    // A movement and a piece, with their boards, when everything is known.
    for column in [18, 8] {
        let begin = Instant::now();
        let hover = editor.at("hover", MINE, last, column);
        let known = begin.elapsed();
        assert!(
            hover["contents"]["value"].as_str().unwrap().contains('•'),
            "{hover}"
        );
        report += &format!("a board: {known:?}\n");
        assert!(known < Duration::from_millis(200), "{report}");
    }
    println!("{report}");
    assert!(worst < Duration::from_secs(2), "{report}");
    assert_eq!(editor.close(), "");
}
