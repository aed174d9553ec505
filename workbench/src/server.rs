//! The listener: it serves the page, and gives every visitor a session.

use crate::assets;
use crate::child::Process;
use crate::frames::{Close, Frames, PATIENCE, Pongs, Said, Voice};
use crate::guard::{Doors, Guest, Hosts, Turned, headers, nonce, sender};
use crate::hall::{Hall, Place};
use crate::limits;
use crate::outgoing::{Outgoing, Room};
use crate::session::LATE;
use crate::tally::Tally;
use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::any;
use ferz_desk::Limits;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::ffi::OsString;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncWriteExt as _, BufReader};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::time::{sleep, timeout};
use tower::ServiceExt as _;
use tower_http::compression::CompressionLayer;
use tungstenite::handshake::derive_accept_key;

/// So often a quiet connection is kept alive.
const BEAT: Duration = Duration::from_secs(25);
/// How long the head of a request may take, and a connection may say nothing between two of them.
const HEAD: Duration = Duration::from_secs(10);
/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 32 << 10;
/// How long a connection may last that is no page.
const LONGEST: Duration = Duration::from_secs(120);
/// The most connections that are no pages, and the most of them from one address.
const CONNECTIONS: (usize, usize) = (512, 64);
/// Files and sockets that the server needs for itself, and for a session while it begins.
const SPARE: usize = 48;
/// Files and sockets that a page needs.
const OF_A_PAGE: usize = 3;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on; port 0 takes any free port.
    pub address: SocketAddr,
    /// Whether strangers are served.
    pub public: bool,
    /// How many sessions there may be at once.
    pub clients: usize,
    /// How many of them from one address.
    pub clients_each: usize,
    /// The limits for a visitor.
    pub limits: Limits,
    /// The command that runs [`crate::session`] on its standard input and output, and its
    /// arguments.
    pub session: Vec<OsString>,
    /// At which port this machine alone can read how much is done; 0 is any that is free.
    pub status: Option<u16>,
}

/// A server that listens already.
#[derive(Debug)]
pub struct Server {
    listener: std::net::TcpListener,
    status: Option<std::net::TcpListener>,
    files: usize,
    options: Options,
}

struct Shared {
    options: Options,
    hosts: Hosts,
    hall: Hall,
    doors: Doors,
    room: Room,
    tally: Tally,
}

fn listen_at(address: SocketAddr) -> io::Result<std::net::TcpListener> {
    let listener = std::net::TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

impl Server {
    /// Listens.
    ///
    /// # Errors
    /// If a port is taken, or may not be used.
    pub fn bind(options: Options) -> io::Result<Self> {
        let own = |port| listen_at((Ipv4Addr::LOCALHOST, port).into());
        Ok(Self {
            listener: listen_at(options.address)?,
            status: options.status.map(own).transpose()?,
            files: limits::many_files(),
            options,
        })
    }

    /// The address on which it listens.
    ///
    /// # Errors
    /// If the system does not know.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// The address at which this machine can read the counts; `None` if they were not asked for.
    ///
    /// # Errors
    /// If the system does not know.
    pub fn status(&self) -> io::Result<Option<SocketAddr>> {
        self.status
            .as_ref()
            .map(std::net::TcpListener::local_addr)
            .transpose()
    }

    /// How many pages there may be at once: no more than the system has files and sockets for.
    pub fn clients(&self) -> usize {
        let pages = self.files.saturating_sub(SPARE + self.connections()) / OF_A_PAGE;
        self.options.clients.min(pages.max(1))
    }

    /// How many connections there may be at once that are no pages.
    fn connections(&self) -> usize {
        let (most, least) = (CONNECTIONS.0, CONNECTIONS.0 / 8);
        let pages = SPARE + OF_A_PAGE * self.options.clients;
        self.files.saturating_sub(pages).clamp(least, most)
    }

    /// Serves until the process ends.
    ///
    /// # Errors
    /// If it cannot begin.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(self.serve())
    }

    async fn serve(self) -> io::Result<()> {
        let port = self.address()?.port();
        let hall = Hall::new(self.connections(), CONNECTIONS.1);
        let doors = Doors::new(
            self.clients(),
            self.options.clients_each,
            self.options.limits.visits,
        );
        let options = self.options;
        let hosts = if options.public {
            Hosts::Any
        } else {
            Hosts::Local(port)
        };
        let shared = Arc::new(Shared {
            options,
            hosts,
            hall,
            doors,
            room: Room::new(),
            tally: Tally::new(),
        });
        if let Some(status) = self.status {
            tokio::spawn(tell_status(TcpListener::from_std(status)?, Arc::clone(&shared)));
        }
        let app = Router::new()
            .route("/session", any(connect))
            .fallback(page)
            .layer(CompressionLayer::new())
            .layer(middleware::from_fn_with_state(Arc::clone(&shared), admit))
            .with_state(Arc::clone(&shared));
        let listener = TcpListener::from_std(self.listener)?;
        loop {
            match listener.accept().await {
                Ok((stream, from)) => {
                    let (place, sent) = shared.hall.enter(from.ip());
                    if sent {
                        shared.tally.refused("crowd");
                    }
                    tokio::spawn(receive(stream, from, place, app.clone()));
                }
                // The other end has gone already, or the system has no more files.
                Err(_) => {
                    if shared.hall.make_room() {
                        shared.tally.refused("connections");
                    }
                    sleep(Duration::from_millis(20)).await;
                }
            }
        }
    }
}

/// Answers the requests of a connection until it becomes a page, ends, or has to go.
async fn receive(stream: TcpStream, from: SocketAddr, place: Place, app: Router) {
    let _ = stream.set_nodelay(true);
    let visit = Arc::clone(place.visit());
    let service = service_fn(|mut request: hyper::Request<Incoming>| {
        let (app, wait) = (app.clone(), visit.asks());
        request.extensions_mut().insert(ConnectInfo(from));
        async move {
            sleep(wait).await;
            app.oneshot(request.map(Body::new)).await
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::select! {
        _ = connection => {}
        () = place.visit().sent_away() => {}
        () = sleep(LONGEST) => {}
    }
}

/// Answers at an address of its own, and this machine alone.
async fn tell_status(listener: TcpListener, shared: Arc<Shared>) {
    let hosts = listener.local_addr().map(|own| Hosts::Local(own.port()));
    let Ok(hosts) = hosts else { return };
    let hall = Hall::new(CONNECTIONS.1, CONNECTIONS.1);
    let app = Router::new().fallback(move |request: Request| {
        let shared = Arc::clone(&shared);
        async move {
            if !hosts.allows(request.headers()) {
                return assets::plain(StatusCode::FORBIDDEN, "this server has another name");
            }
            assets::told(shared.tally.text(shared.hall.len(), shared.doors.len()))
        }
    });
    loop {
        match listener.accept().await {
            Ok((stream, from)) => {
                tokio::spawn(receive(stream, from, hall.enter(from.ip()).0, app.clone()));
            }
            Err(_) => sleep(Duration::from_millis(20)).await,
        }
    }
}

/// Refuses what is not for this server.
async fn admit(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    if !shared.hosts.allows(request.headers()) {
        shared.tally.refused("name");
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

/// The key of the answer to a request for a WebSocket; `None` if it is none.
fn accepted(request: &Request) -> Option<HeaderValue> {
    let headers = request.headers();
    let says = |name, word: &str| {
        let values = headers
            .get_all(name)
            .iter()
            .filter_map(|value| value.to_str().ok());
        let mut words = values.flat_map(|value| value.split(',')).map(str::trim);
        words.any(|said| said.eq_ignore_ascii_case(word))
    };
    let asked = request.method() == Method::GET
        && says(header::CONNECTION, "upgrade")
        && says(header::UPGRADE, "websocket")
        && says(header::SEC_WEBSOCKET_VERSION, "13");
    let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|_| asked)?;
    derive_accept_key(key.as_bytes()).parse().ok()
}

async fn connect(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    mut request: Request,
) -> Response {
    let Some(accepted) = accepted(&request) else {
        return assets::plain(StatusCode::BAD_REQUEST, "only a WebSocket is opened here");
    };
    if !shared.hosts.allows_connection(request.headers()) {
        shared.tally.refused("origin");
        return assets::plain(StatusCode::FORBIDDEN, "only the page of this server may connect");
    }
    let guest = match shared
        .doors
        .enter(sender(from.ip(), request.headers()), Instant::now())
    {
        Ok(guest) => guest,
        Err(Turned::Full) => {
            shared.tally.refused("full");
            return assets::plain(StatusCode::SERVICE_UNAVAILABLE, "there are too many visitors");
        }
        Err(Turned::Fast) => {
            shared.tally.refused("hurry");
            return assets::plain(StatusCode::TOO_MANY_REQUESTS, "come again in a while");
        }
    };
    let coming = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        let Ok(Ok(there)) = timeout(PATIENCE, coming).await else {
            return;
        };
        if let Ok(parts) = there.downcast::<TokioIo<TcpStream>>() {
            let (from, to) = parts.io.into_inner().into_split();
            attend((&parts.read_buf, from), Voice::new(to), shared, guest).await;
        }
    });
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let answer: &mut HeaderMap = response.headers_mut();
    answer.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    answer.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    answer.insert(header::SEC_WEBSOCKET_ACCEPT, accepted);
    response
}

/// Serves a visitor until one of the two ends has had enough.
async fn attend(
    (before, from): (&[u8], OwnedReadHalf),
    mut to: Voice<OwnedWriteHalf>,
    shared: Arc<Shared>,
    guest: Guest,
) {
    let began = Instant::now();
    shared.tally.begun();
    let options = &shared.options;
    let Ok((mut process, stdin, stdout)) = Process::start(&options.session, options.public) else {
        to.text(ended("start").as_bytes(), true).await;
        shared.tally.ended("start", Duration::ZERO);
        return;
    };
    let limits = options.limits;
    let frames = Frames::new(before, BufReader::new(from), limits.message, limits.rate);
    let pongs = Pongs::default();
    let outgoing = Outgoing::new(stdout, &shared.room);
    let mut why = "left";
    tokio::select! {
        close = listen(frames, stdin, &pongs, limits.idle) => {
            if close != Close::Done {
                shared.tally.refused("frames");
            }
            // It may be in the middle of a message.
            process.kill();
            to.close(close).await;
            process.end(Duration::ZERO).await;
        }
        reads = tell(&mut to, outgoing, &pongs) => {
            if reads {
                // The session has ended by itself.
                why = process.end(PATIENCE).await.map_or("mistake", reason);
                to.text(ended(why).as_bytes(), true).await;
                to.close(Close::Done).await;
            } else {
                shared.tally.refused("slow");
                process.end(Duration::ZERO).await;
            }
        }
    }
    shared.tally.ended(why, began.elapsed());
    drop(guest);
}

/// Passes on the page's messages; returns the reason why that ends.
async fn listen(
    mut frames: Frames<BufReader<OwnedReadHalf>>,
    mut stdin: ChildStdin,
    pongs: &Pongs,
    idle: Option<Duration>,
) -> Close {
    let idle = idle.unwrap_or(Duration::MAX);
    loop {
        let text = match timeout(idle, frames.next()).await {
            Ok(Ok(Said::Text(text))) => text,
            Ok(Ok(Said::Ping(bytes))) => {
                pongs.put(bytes);
                continue;
            }
            Ok(Ok(Said::Pong)) => continue,
            Ok(Err(close)) => return close,
            Err(_) => return Close::Done,
        };
        // Outside of its strings JSON has no need of line breaks, and inside it has none.
        let mut line = text.replace(['\n', '\r'], " ");
        line.push('\n');
        if stdin.write_all(line.as_bytes()).await.is_err() || stdin.flush().await.is_err() {
            // The session has ended; the other half says so.
            std::future::pending::<()>().await;
        }
    }
}

/// Passes on the session's messages; returns whether it has ended, otherwise the page has closed.
async fn tell(to: &mut Voice<OwnedWriteHalf>, mut outgoing: Outgoing<ChildStdout>, pongs: &Pongs) -> bool {
    loop {
        let taken = tokio::select! {
            bytes = pongs.next() => to.pong(&bytes).await,
            said = outgoing.next() => match said {
                Some((bytes, last)) => to.text(&bytes, last).await,
                None => return true,
            },
            () = sleep(BEAT) => to.ping().await,
        };
        if !taken {
            return false;
        }
    }
}

/// The last message to the page.
fn ended(why: &str) -> String {
    serde_json::json!({ "jsonrpc": "2.0", "method": "ferz/ended", "params": { "why": why } }).to_string()
}

/// Why a session has ended, in a word.
fn reason(status: ExitStatus) -> &'static str {
    if status.code() == Some(i32::from(LATE)) {
        return "time";
    }
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt as _;
        // The signals of a system to a process that has no more memory or processor time, or that
        // gives up for that reason.
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
