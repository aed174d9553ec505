//! The clocks of a game.

use ferz::rules::Side;
use ferz_play::{Clock, Limits};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How much time each side has, and since when it runs.
pub(super) struct Clocks {
    /// The time of each side at the start.
    first: Duration,
    left: [Duration; 2],
    increment: Duration,
    since: Instant,
}

impl Clocks {
    pub(super) fn new(time: Duration, increment: Duration) -> Self {
        Self {
            first: time,
            left: [time; 2],
            increment,
            since: Instant::now(),
        }
    }

    /// A side has moved; `false` if its time was over.
    pub(super) fn press(&mut self, side: Side) -> bool {
        let took = self.since.elapsed();
        self.since = Instant::now();
        let left = &mut self.left[side.index()];
        let in_time = took <= *left;
        *left = left.saturating_sub(took) + self.increment;
        in_time
    }

    /// The game goes on after it was over: the time between is on neither clock.
    pub(super) fn go_on(&mut self) {
        self.since = Instant::now();
    }

    /// The limits for a search by a side.
    pub(super) fn limits(&self, side: Side) -> Limits {
        let clock = Clock {
            left: self.left[side.index()].saturating_sub(self.since.elapsed()),
            increment: self.increment,
            moves_to_go: None,
        };
        Limits {
            clock: Some(clock),
            ..Limits::default()
        }
    }

    /// The time control as PGN writes it: `180+2`.
    pub(super) fn control(&self) -> String {
        format!("{}+{}", self.first.as_secs_f64(), self.increment.as_secs_f64())
    }

    /// Both clocks: `white 4:58.3, black 5:00.0`.
    pub(super) fn words(&self) -> String {
        let words = |side: Side| {
            let seconds = self.left[side.index()].as_secs_f64();
            let minutes = (seconds / 60.0).floor();
            format!("{side} {minutes:.0}:{:04.1}", seconds - 60.0 * minutes)
        };
        Side::each(words).join(", ")
    }
}

/// The day as PGN writes it, in universal time: `2026.11.24`.
pub(super) fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH);
    let (year, month, day) = date(seconds.map_or(0, |time| time.as_secs() / 86_400));
    format!("{year}.{month:02}.{day:02}")
}

/// The date a number of days after 1 January 1970. Years are counted from March, so that leap days
/// come last.
fn date(days: u64) -> (u64, u64, u64) {
    // The days of 400 years, of 100, of 4, and of one; the era began on 1 March 0000.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (400 * era + year + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::{Clocks, date};
    use ferz::rules::Side;
    use std::time::Duration;

    #[test]
    fn time_between_an_end_and_its_undoing_is_nobodys() {
        let waited = Duration::from_millis(30);
        let mut clocks = Clocks::new(waited, Duration::ZERO);
        std::thread::sleep(waited);
        assert!(!clocks.press(Side::White));
        std::thread::sleep(waited);
        clocks.go_on();
        let left = clocks.limits(Side::Black).clock.map(|clock| clock.left);
        assert!(left.is_some_and(|left| left > Duration::ZERO), "{left:?}");
    }

    #[test]
    fn days_have_dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(59), (1970, 3, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(11_017), (2000, 3, 1));
        assert_eq!(date(20_781), (2026, 11, 24));
    }
}
