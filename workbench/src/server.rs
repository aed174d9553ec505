//! What listens: hands out the page, and gives every visitor a session.

use crate::assets;
use crate::guard::{Doors, Guest, Hosts, Pace, Turned, headers, nonce, sender};
use crate::limits::{self, Limits};
use crate::session::LATE;
use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::get;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use std::ffi::OsString;
use std::io;
use std::net::SocketAddr;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::{sleep, timeout};
use tower_http::compression::CompressionLayer;

/// Whoever does not read for so long is gone.
const PATIENCE: Duration = Duration::from_secs(30);
/// So often a quiet connection is kept alive.
const BEAT: Duration = Duration::from_secs(25);

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen; with port 0, where there is room.
    pub address: SocketAddr,
    /// Whether strangers are served.
    pub public: bool,
    /// How many sessions there may be at once.
    pub clients: usize,
    /// How many of them from one address.
    pub clients_each: usize,
    /// What a visitor may use.
    pub limits: Limits,
    /// The command that runs [`crate::session`] on its standard input and output, and its arguments.
    pub session: Vec<OsString>,
}

/// A server that listens already.
#[derive(Debug)]
pub struct Server {
    listener: std::net::TcpListener,
    options: Options,
}

struct Shared {
    options: Options,
    hosts: Hosts,
    doors: Doors,
}

impl Server {
    /// Listens.
    ///
    /// # Errors
    /// If the port is taken, or may not be used.
    pub fn bind(options: Options) -> io::Result<Self> {
        let listener = std::net::TcpListener::bind(options.address)?;
        listener.set_nonblocking(true)?;
        Ok(Self { listener, options })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not know.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until the process ends.
    ///
    /// # Errors
    /// If no more connections can be taken.
    pub fn run(self) -> io::Result<()> {
        limits::many_files();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(self.serve())
    }

    async fn serve(self) -> io::Result<()> {
        let port = self.address()?.port();
        let options = self.options;
        let hosts = if options.public {
            Hosts::Any
        } else {
            Hosts::Local(port)
        };
        let doors = Doors::new(options.clients, options.clients_each, options.limits.visits);
        let shared = Arc::new(Shared {
            options,
            hosts,
            doors,
        });
        let app = Router::new()
            .route("/session", get(connect))
            .fallback(page)
            .layer(CompressionLayer::new())
            .layer(middleware::from_fn_with_state(Arc::clone(&shared), admit))
            .with_state(shared);
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        axum::serve(listener, app.into_make_service_with_connect_info::<SocketAddr>()).await
    }
}

/// Refuses what is not for this server.
async fn admit(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    if !shared.hosts.allows(request.headers()) {
        return assets::plain(StatusCode::FORBIDDEN, "this server has another name");
    }
    next.run(request).await
}

async fn page(request: Request) -> Response {
    let nonce = nonce();
    let mut response = match request.method().as_str() {
        "GET" | "HEAD" => assets::asset(request.uri().path(), request.headers(), &nonce),
        _ => assets::plain(
            StatusCode::METHOD_NOT_ALLOWED,
            "there is only something to read here",
        ),
    };
    response.headers_mut().extend(headers(&nonce));
    response
}

async fn connect(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    asked: axum::http::HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !shared.hosts.allows_connection(&asked) {
        return assets::plain(StatusCode::FORBIDDEN, "only the page of this server may connect");
    }
    let guest = match shared.doors.enter(sender(from.ip(), &asked), Instant::now()) {
        Ok(guest) => guest,
        Err(Turned::Full) => {
            return assets::plain(StatusCode::SERVICE_UNAVAILABLE, "there are too many visitors");
        }
        Err(Turned::Fast) => return assets::plain(StatusCode::TOO_MANY_REQUESTS, "come again in a while"),
    };
    let most = shared.options.limits.message;
    upgrade
        .max_message_size(most)
        .max_frame_size(most)
        .on_upgrade(move |socket| attend(socket, shared, guest))
}

/// Serves a visitor until one of the two ends has had enough.
async fn attend(socket: WebSocket, shared: Arc<Shared>, guest: Guest) {
    let (mut to, from) = socket.split();
    let Some((mut child, stdin, stdout)) = start(&shared.options) else {
        let _ = say(&mut to, ended("start")).await;
        return;
    };
    let limits = shared.options.limits;
    tokio::select! {
        () = listen(from, stdin, limits) => {}
        () = tell(&mut to, stdout) => {
            // The session has ended by itself.
            let why = match timeout(PATIENCE, child.wait()).await {
                Ok(Ok(status)) => reason(status),
                _ => "mistake",
            };
            let _ = say(&mut to, ended(why)).await;
            let _ = to.close().await;
        }
    }
    // Killed if it still runs.
    let _ = child.kill().await;
    drop(guest);
}

fn start(options: &Options) -> Option<(Child, ChildStdin, ChildStdout)> {
    let (program, arguments) = options.session.split_first()?;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(if options.public {
            Stdio::null()
        } else {
            Stdio::inherit()
        })
        .kill_on_drop(true)
        .spawn()
        .ok()?;
    let (stdin, stdout) = (child.stdin.take()?, child.stdout.take()?);
    Some((child, stdin, stdout))
}

/// Passes on what the page says.
async fn listen(mut from: SplitStream<WebSocket>, mut stdin: ChildStdin, limits: Limits) {
    let mut pace = Pace::new(limits.rate);
    let idle = limits.idle.unwrap_or(Duration::MAX);
    while let Ok(Some(Ok(message))) = timeout(idle, from.next()).await {
        let Message::Text(text) = message else {
            if matches!(message, Message::Close(_)) {
                return;
            }
            continue;
        };
        sleep(pace.next(Instant::now())).await;
        // Outside of its strings JSON has no need of line breaks, and inside it has none.
        let mut line = text.as_str().replace(['\n', '\r'], " ");
        line.push('\n');
        if stdin.write_all(line.as_bytes()).await.is_err() || stdin.flush().await.is_err() {
            // The session has ended; the other half says so.
            std::future::pending::<()>().await;
        }
    }
}

/// Passes on what the session says, until it ends or nobody listens.
async fn tell(to: &mut SplitSink<WebSocket, Message>, stdout: ChildStdout) {
    let mut lines = BufReader::new(stdout).lines();
    loop {
        let message = match timeout(BEAT, lines.next_line()).await {
            Err(_) => Message::Ping(Vec::new().into()),
            Ok(Ok(Some(line))) => Message::Text(line.into()),
            Ok(_) => return,
        };
        if !say(to, message).await {
            return;
        }
    }
}

async fn say(to: &mut SplitSink<WebSocket, Message>, message: Message) -> bool {
    matches!(timeout(PATIENCE, to.send(message)).await, Ok(Ok(())))
}

/// What the page hears last.
fn ended(why: &str) -> Message {
    let message = serde_json::json!({ "jsonrpc": "2.0", "method": "ferz/ended", "params": { "why": why } });
    Message::Text(message.to_string().into())
}

/// Why a session has ended, in a word.
fn reason(status: ExitStatus) -> &'static str {
    if status.code() == Some(i32::from(LATE)) {
        return "time";
    }
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt as _;
        // What the system sends a process that has no more memory or processor time, or that gives up for that reason.
        const ABORTED: i32 = 6;
        const KILLED: i32 = 9;
        const PROCESSOR: i32 = 24;
        match status.signal() {
            Some(PROCESSOR) => return "processor",
            Some(ABORTED | KILLED) => return "memory",
            _ => {}
        }
    }
    "mistake"
}
