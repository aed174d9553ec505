//! The services that a desk needs from its machine, and from the way to the page.

use ferz_play::Watch;
use serde_json::Value;
use std::time::Duration;

/// A clock, a way to the page, and other services that differ from platform to platform.
pub trait Machine: Send + Sync {
    /// The time since some moment, which is always the same one.
    fn now(&self) -> Duration;

    /// A number for random choices; the same for a whole session.
    fn seed(&self) -> u64;

    /// Sends a notice to the page without a request.
    fn tell(&self, method: &str, params: &Value);

    /// Announces work that may be heavy: others come first, if there are any.
    fn give_way(&self) {}

    /// Rules were met whose board this build does not hold.
    fn too_large(&self) {}
}

/// A moment of a machine.
#[derive(Clone, Copy)]
pub(crate) struct Since<'m> {
    machine: &'m dyn Machine,
    began: Duration,
}

impl<'m> Since<'m> {
    /// This moment.
    pub(crate) fn now(machine: &'m dyn Machine) -> Self {
        let began = machine.now();
        Self { machine, began }
    }

    /// The time since then.
    pub(crate) fn elapsed(&self) -> Duration {
        self.machine.now().saturating_sub(self.began)
    }
}

impl Watch for Since<'_> {
    fn elapsed(&self, _: u64) -> Duration {
        Since::elapsed(self)
    }

    fn is_real(&self) -> bool {
        true
    }
}
