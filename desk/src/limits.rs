//! The limits on a visitor's requests.

use std::time::Duration;

/// How much one visitor may use of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Whether other visitors are served as well: then heavy work gives way, and little runs at the
    /// same time.
    pub shared: bool,
    /// The longest message, in bytes.
    pub message: usize,
    /// The longest definition of another program that is imported, in bytes.
    pub import: usize,
    /// The time limit of an answer that reports no progress.
    pub answer: Duration,
    /// Address space of a session, in bytes; `None`: as much as there is.
    pub memory: Option<u64>,
    /// Processor time of a session; `None`: as much as it wants.
    pub processor: Option<Duration>,
    /// Messages in a second, for long, and at once.
    pub rate: Option<(u32, u32)>,
    /// Connections in a second from one address, for long, and at once.
    pub visits: Option<(u32, u32)>,
    /// The longest time for a move or an analysis.
    pub thinking: Duration,
    /// The longest time for a study; `None`: as long as its games take.
    pub studying: Option<Duration>,
    /// How long a search or study may go on after it was to end.
    pub grace: Duration,
    /// The most questions that wait for their answers, in bytes.
    pub waiting: usize,
    /// The most games of a study, and positions looked at for each of their moves.
    pub study: (usize, u64),
    /// How long a session lives without a message.
    pub idle: Option<Duration>,
}

impl Limits {
    /// For the user who started the server, on their own machine.
    pub const LOCAL: Self = Self {
        shared: false,
        message: 8 << 20,
        import: 2 << 20,
        answer: Duration::from_secs(60),
        memory: None,
        processor: None,
        rate: None,
        visits: None,
        thinking: Duration::from_secs(600),
        studying: None,
        grace: Duration::from_secs(10),
        waiting: 64 << 20,
        study: (10_000, 100_000),
        idle: None,
    };

    /// For a page that does everything itself.
    pub const BROWSER: Self = Self {
        import: 1 << 20,
        ..Self::LOCAL
    };

    /// For strangers.
    pub const PUBLIC: Self = Self {
        shared: true,
        message: 512 << 10,
        import: 128 << 10,
        answer: Duration::from_secs(10),
        memory: Some(1 << 30),
        processor: Some(Duration::from_secs(900)),
        rate: Some((40, 200)),
        visits: Some((1, 20)),
        thinking: Duration::from_secs(20),
        studying: Some(Duration::from_secs(300)),
        grace: Duration::from_secs(5),
        waiting: 4 << 20,
        study: (100, 1_000),
        idle: Some(Duration::from_secs(1800)),
    };
}
