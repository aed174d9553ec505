//! What a visitor may ask for.

use std::time::Duration;

/// How much one visitor may use of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest message, in bytes.
    pub message: usize,
    /// The longest definition of another program that is imported, in bytes.
    pub import: usize,
    /// How long an answer may take that does not say itself how far it is.
    pub answer: Duration,
    /// Address space of a session, in bytes; `None`: as much as there is.
    pub memory: Option<u64>,
    /// Processor time of a session; `None`: as much as it wants.
    pub processor: Option<Duration>,
    /// Messages in a second, for long, and at once.
    pub rate: Option<(u32, u32)>,
    /// The longest time for a move or an analysis.
    pub thinking: Duration,
    /// The most games of a study, and positions looked at for each of their moves.
    pub study: (usize, u64),
    /// How long a session lives without a message.
    pub idle: Option<Duration>,
}

impl Limits {
    /// For whoever started the server, on their own machine.
    pub const LOCAL: Self = Self {
        message: 8 << 20,
        import: 2 << 20,
        answer: Duration::from_secs(60),
        memory: None,
        processor: None,
        rate: None,
        thinking: Duration::from_secs(600),
        study: (10_000, 100_000),
        idle: None,
    };

    /// For strangers.
    pub const PUBLIC: Self = Self {
        message: 512 << 10,
        import: 128 << 10,
        answer: Duration::from_secs(10),
        memory: Some(1 << 30),
        processor: Some(Duration::from_secs(900)),
        rate: Some((40, 200)),
        thinking: Duration::from_secs(20),
        study: (100, 1_000),
        idle: Some(Duration::from_secs(1800)),
    };

    /// Makes the limits of memory and processor time those of this process, where the system can.
    pub(crate) fn apply(&self) {
        #[cfg(unix)]
        {
            use rustix::process::{Resource, Rlimit, setrlimit};
            // The signal for too much processor time comes at the first limit; the second one is no signal but the end.
            const BETWEEN: u64 = 5;
            let limit = |resource, most: u64| {
                let (current, maximum) = (Some(most), Some(most + BETWEEN));
                // A system that knows no such limit goes without it.
                let _ = setrlimit(resource, Rlimit { current, maximum });
            };
            if let Some(bytes) = self.memory {
                limit(Resource::As, bytes);
            }
            if let Some(time) = self.processor {
                limit(Resource::Cpu, time.as_secs());
            }
            if self.memory.is_some() {
                limit(Resource::Core, 0);
            }
        }
    }
}
