//! A sequential test: enough games to know, and not more.

/// What a test has found so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// More games are needed.
    Open,
    /// The second is less than the first by at least the margin.
    Less,
    /// No difference as large as the margin.
    Same,
    /// The second is more than the first by at least the margin.
    More,
}

/// A sequential probability ratio test of whether the mean of something differs between two kinds
/// of games by a margin, upwards or downwards; each error has at most 5 %.
#[derive(Clone, Debug)]
pub struct Sprt {
    margin: f64,
    sums: [f64; 2],
    squares: [f64; 2],
    counts: [f64; 2],
}

/// Fewer games of each kind decide nothing: their spread is not known.
const LEAST: f64 = 20.0;

impl Sprt {
    /// A test for a difference of `margin`.
    pub fn new(margin: f64) -> Self {
        Self {
            margin,
            sums: [0.0; 2],
            squares: [0.0; 2],
            counts: [0.0; 2],
        }
    }

    /// Adds an observation of the first (0) or second (1) kind.
    pub fn add(&mut self, kind: usize, value: f64) {
        self.sums[kind] += value;
        self.squares[kind] += value * value;
        self.counts[kind] += 1.0;
    }

    /// The means of both kinds.
    pub fn means(&self) -> [f64; 2] {
        [0, 1].map(|kind| self.sums[kind] / self.counts[kind].max(1.0))
    }

    /// The standard error of the difference of the means.
    pub fn error(&self) -> f64 {
        let variance = |kind: usize| {
            let n = self.counts[kind].max(1.0);
            let mean = self.sums[kind] / n;
            // Even where all games were equal the next may not be.
            let spread = (self.squares[kind] / n - mean * mean).max(self.margin * self.margin / n);
            spread / n
        };
        (variance(0) + variance(1)).sqrt()
    }

    /// What is known now.
    pub fn finding(&self) -> Finding {
        if self.counts.iter().any(|&n| n < LEAST) {
            return Finding::Open;
        }
        let means = self.means();
        let (difference, variance) = (means[1] - means[0], self.error().powi(2));
        let ratio = |shift: f64| (shift * difference - shift * shift / 2.0) / variance;
        let (more, less) = (ratio(self.margin), ratio(-self.margin));
        let decided = (0.95f64 / 0.025).ln();
        if more >= decided {
            Finding::More
        } else if less >= decided {
            Finding::Less
        } else if more <= -decided && less <= -decided {
            Finding::Same
        } else {
            Finding::Open
        }
    }
}
