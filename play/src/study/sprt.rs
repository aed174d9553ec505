//! A sequential test: enough games to know, and not more.

/// The finding of a test so far.
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
///
/// Games come in pairs that begin alike, one of each kind. The luck that both games of a pair share
/// cancels out, so that fewer pairs are needed than with separate openings.
#[derive(Clone, Debug)]
pub struct Sprt {
    margin: f64,
    pairs: f64,
    sums: [f64; 2],
    squares: [f64; 2],
    /// Of the differences within the pairs.
    difference_squares: f64,
}

/// Fewer pairs decide nothing: their spread is not known.
const LEAST: f64 = 20.0;
/// That nothing of a kind was seen in `n` pairs says that it occurs at most this often in `n` (95
/// %).
const UNSEEN: f64 = 3.0;

impl Sprt {
    /// A test for a difference of `margin`.
    pub fn new(margin: f64) -> Self {
        Self {
            margin,
            pairs: 0.0,
            sums: [0.0; 2],
            squares: [0.0; 2],
            difference_squares: 0.0,
        }
    }

    /// Adds a pair: an observation of the first and one of the second kind.
    pub fn add(&mut self, pair: [f64; 2]) {
        self.pairs += 1.0;
        for (kind, value) in pair.into_iter().enumerate() {
            self.sums[kind] += value;
            self.squares[kind] += value * value;
        }
        self.difference_squares += (pair[1] - pair[0]).powi(2);
    }

    /// The means of both kinds.
    pub fn means(&self) -> [f64; 2] {
        self.sums.map(|sum| sum / self.pairs.max(1.0))
    }

    /// The standard error of the difference of the means.
    pub fn error(&self) -> f64 {
        let n = self.pairs.max(1.0);
        let [old, new] = self.means();
        let spread = |squares: f64, mean: f64| (squares / n - mean * mean).max(0.0);
        let apart = spread(self.squares[0], old) + spread(self.squares[1], new);
        let paired = spread(self.difference_squares, new - old);
        // Pairs that have been equal so far may become unequal, and games that were all equal, too.
        let least = (UNSEEN / n * apart).max(2.0 * self.margin * self.margin / n);
        (paired.max(least) / n).sqrt()
    }

    /// The finding so far.
    pub fn finding(&self) -> Finding {
        if self.pairs < LEAST {
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
