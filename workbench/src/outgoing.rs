//! The messages that a session has sent and its page has not read. Few of them wait here; the
//! session waits with the rest.

use std::sync::Arc;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The memory that every connection may hold, and the step in which it grows.
const STEP: usize = 64 << 10;
/// The most that waits for one connection.
const MOST: usize = 1 << 20;
/// The most that waits for all of them.
const MOST_TOGETHER: usize = 64 << 20;

/// The memory that all connections may hold together.
#[derive(Clone, Debug)]
pub(crate) struct Room(Arc<Semaphore>);

impl Room {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Semaphore::new(MOST_TOGETHER / STEP)))
    }
}

/// The lines of a session.
pub(crate) struct Outgoing<R> {
    from: BufReader<R>,
    room: Room,
    grown: Vec<OwnedSemaphorePermit>,
    held: Vec<u8>,
}

impl<R: AsyncRead + Unpin> Outgoing<R> {
    pub(crate) fn new(from: R, room: &Room) -> Self {
        Self {
            from: BufReader::with_capacity(STEP, from),
            room: room.clone(),
            grown: Vec::new(),
            held: Vec::new(),
        }
    }

    /// The next line, or a part of it if it is longer than the room that may wait, and whether the
    /// line ends there; `None` at the end. The part returned before has been sent. Giving this up
    /// loses nothing.
    pub(crate) async fn next(&mut self) -> Option<(Vec<u8>, bool)> {
        if self.held.is_empty() {
            self.grown.clear();
        }
        loop {
            let there = self.from.fill_buf().await.ok()?;
            if there.is_empty() {
                return None;
            }
            let end = there.iter().position(|&byte| byte == b'\n');
            let room = STEP * (1 + self.grown.len()) - self.held.len();
            let taken = end.unwrap_or(there.len()).min(room);
            self.held.extend(&there[..taken]);
            if end == Some(taken) {
                self.from.consume(taken + 1);
                return Some((std::mem::take(&mut self.held), true));
            }
            self.from.consume(taken);
            if taken == room && !self.grow() {
                return Some((std::mem::take(&mut self.held), false));
            }
        }
    }

    fn grow(&mut self) -> bool {
        if STEP * (1 + self.grown.len()) >= MOST {
            return false;
        }
        let more = Arc::clone(&self.room.0).try_acquire_owned();
        more.map(|permit| self.grown.push(permit)).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str, room: &Room) -> Vec<(usize, bool)> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let mut outgoing = Outgoing::new(text.as_bytes(), room);
            let mut out = Vec::new();
            while let Some((bytes, last)) = outgoing.next().await {
                out.push((bytes.len(), last));
            }
            out
        })
    }

    #[test]
    fn lines_come_whole_unless_they_are_long() {
        let room = Room::new();
        let long = MOST + 10;
        let text = format!("one\n{}\n\n{}\nthe rest", "x".repeat(MOST), "y".repeat(long));
        let whole = [(3, true), (MOST, true), (0, true), (MOST, false), (10, true)];
        assert_eq!(pieces(&text, &room), whole);
        assert_eq!(
            room.0.available_permits(),
            MOST_TOGETHER / STEP,
            "all is given back"
        );
    }

    #[test]
    fn all_together_have_their_share() {
        let room = Room::new();
        let others = room
            .0
            .try_acquire_many(u32::try_from(MOST_TOGETHER / STEP - 1).unwrap());
        assert!(others.is_ok());
        let text = format!("{}\n", "x".repeat(3 * STEP));
        assert_eq!(pieces(&text, &room), [(2 * STEP, false), (STEP, true)]);
    }
}
