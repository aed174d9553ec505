//! `ferz serve` as browsers and others see it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server that ends with the test.
pub(super) struct Served {
    pub(super) child: Child,
    pub(super) address: String,
    /// The address of the counts, if it was asked for.
    pub(super) status: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    pub(super) fn new(more: &[&str]) -> Self {
        Self::start(Command::new(env!("CARGO_BIN_EXE_ferz")), more)
    }

    /// A server that begins within the limits set by a line of the shell.
    #[cfg(unix)]
    pub(super) fn within(shell: &str, more: &[&str]) -> Self {
        let mut command = Command::new("sh");
        command.args([
            "-c",
            &format!("{shell}; exec \"$0\" \"$@\""),
            env!("CARGO_BIN_EXE_ferz"),
        ]);
        Self::start(command, more)
    }

    fn start(mut command: Command, more: &[&str]) -> Self {
        let mut child = command
            .args(["serve", "--port", "0"])
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut address = || {
            let line = lines.next().unwrap().unwrap();
            let address = line
                .split("http://")
                .nth(1)
                .and_then(|rest| rest.split('/').next());
            address.unwrap_or_else(|| panic!("{line}")).to_owned()
        };
        let own = address();
        let status = match more.contains(&"--status") {
            true => address(),
            false => String::new(),
        };
        Self {
            child,
            address: own,
            status,
        }
    }

    /// The head of the answer to a request, and its body.
    pub(super) fn ask(&self, path: &str, headers: &[(&str, &str)]) -> (String, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let mut request = format!("GET {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| *name == "Connection") {
            request += "Connection: close\r\n";
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        stream.write_all(format!("{request}\r\n").as_bytes()).unwrap();
        // A client that asks for a socket keeps its connection.
        let stays = headers.iter().any(|(name, _)| *name == "Upgrade");
        let mut answer = Vec::new();
        let mut bytes = [0; 4096];
        while let Ok(n) = stream.read(&mut bytes) {
            answer.extend(&bytes[..n]);
            if n == 0 || (stays && answer.windows(4).any(|end| end == b"\r\n\r\n")) {
                break;
            }
        }
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        (head.to_owned(), body.to_owned())
    }

    fn code(&self, path: &str, headers: &[(&str, &str)]) -> String {
        let (head, _) = self.ask(path, headers);
        head.split(' ').nth(1).unwrap_or_default().to_owned()
    }

    /// The status of an attempt to open a socket.
    fn connect(&self, host: &str, origin: Option<&str>) -> String {
        let mut headers = vec![
            ("Host", host),
            ("Connection", "Upgrade"),
            ("Upgrade", "websocket"),
            ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        headers.extend(origin.map(|origin| ("Origin", origin)));
        self.code("/session", &headers)
    }
}

#[test]
fn the_page_is_served_to_this_machine_alone() {
    let at = tempfile::tempdir().unwrap();
    let served = Served::new(&[at.path().to_str().unwrap()]);
    assert!(served.address.starts_with("127.0.0.1:"), "{}", served.address);
    let own = served.address.clone();
    let (head, body) = served.ask("/", &[("Host", &own)]);
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let policy = head
        .lines()
        .find_map(|line| line.strip_prefix("content-security-policy: "));
    let nonce = policy
        .and_then(|p| p.split("'nonce-").nth(1)?.split('\'').next())
        .unwrap();
    assert!(policy.unwrap().contains("default-src 'none'"));
    assert!(body.contains(&format!("content=\"{nonce}\"")), "{body}");
    assert!(!head.to_lowercase().contains("set-cookie"));
    assert_eq!(served.code("/assets/index.js", &[("Host", &own)]), "200");
    for path in [
        "/nothing",
        "/../Cargo.toml",
        "/assets/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
    ] {
        assert_eq!(served.code(path, &[("Host", &own)]), "404", "{path}");
    }
    assert_eq!(served.code("/", &[("Host", "evil.example")]), "403");
    assert_eq!(served.code("/", &[("Host", "evil.example:80")]), "403");
    let origin = format!("http://{own}");
    assert_eq!(served.connect(&own, Some(&origin)), "101");
    assert_eq!(served.connect(&own, None), "403");
    assert_eq!(served.connect(&own, Some("http://evil.example")), "403");
    assert_eq!(served.connect("evil.example", Some("http://evil.example")), "403");
}

#[test]
fn strangers_come_by_any_name_and_are_counted() {
    let served = Served::new(&["--public", "--address", "127.0.0.1", "--clients", "2"]);
    let origin = "https://ferz.example";
    assert_eq!(served.code("/", &[("Host", "ferz.example")]), "200");
    assert_eq!(
        served.connect("ferz.example", Some("https://evil.example")),
        "403"
    );
    let stay: Vec<TcpStream> = (0..2)
        .map(|_| {
            let mut stream = TcpStream::connect(&served.address).unwrap();
            let request = format!(
                "GET /session HTTP/1.1\r\nHost: ferz.example\r\nOrigin: {origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                 Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            );
            stream.write_all(request.as_bytes()).unwrap();
            let mut head = [0; 12];
            stream.read_exact(&mut head).unwrap();
            assert_eq!(&head, b"HTTP/1.1 101");
            stream
        })
        .collect();
    assert_eq!(served.connect("ferz.example", Some(origin)), "503");
    drop(stay);
}

#[test]
fn who_comes_too_often_is_turned_away_by_whatever_proxy_they_come() {
    let served = Served::new(&["--public", "--address", "127.0.0.1", "--clients-each", "100"]);
    let connect = |forwarded: &str| {
        let headers = [
            ("Host", "ferz.example"),
            ("Origin", "https://ferz.example"),
            ("X-Forwarded-For", forwarded),
            ("Connection", "Upgrade"),
            ("Upgrade", "websocket"),
            ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        served.code("/session", &headers)
    };
    // As many as come at once, and more than come in the time that this takes.
    let statuses: Vec<String> = (0..60)
        .map(|_| connect("192.0.2.1"))
        .take_while(|status| status != "429")
        .collect();
    assert!((20..60).contains(&statuses.len()), "{statuses:?}");
    assert!(statuses.iter().all(|status| status == "101"), "{statuses:?}");
    assert_eq!(connect("192.0.2.2"), "101", "others may");
}

#[test]
fn the_page_is_sent_packed() {
    let at = tempfile::tempdir().unwrap();
    let served = Served::new(&[at.path().to_str().unwrap()]);
    let own = served.address.clone();
    let (plain, _) = served.ask("/assets/index.js", &[("Host", &own)]);
    let (packed, _) = served.ask("/assets/index.js", &[("Host", &own), ("Accept-Encoding", "gzip")]);
    let length = |head: &str| {
        let value = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "));
        value
            .unwrap_or_else(|| panic!("{head}"))
            .parse::<usize>()
            .unwrap()
    };
    assert!(packed.contains("content-encoding: gzip"), "{packed}");
    assert!(2 * length(&packed) < length(&plain), "{plain}\n{packed}");
}

#[test]
fn what_cannot_be_served_is_told() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .arg("serve")
            .args(arguments)
            .output()
            .unwrap();
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let (code, words) = run(&["no/such/place"]);
    assert_eq!(code, Some(2));
    assert!(
        words.contains("there is no folder and no file no/such/place"),
        "{words}"
    );
    let (code, _) = run(&["--public", "."]);
    assert_eq!(code, Some(2), "strangers see no folder");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let (code, words) = run(&["--port", &port]);
    assert_eq!(code, Some(1));
    assert!(words.contains("--port"), "{words}");
}
