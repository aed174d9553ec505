//! The sums over many games.

use super::played::Played;
use super::regression::{Sample, fit};
use ferz::engine::Variant;
use ferz::rules::Side;
use serde::Serialize;
use std::collections::BTreeMap;

/// 95 % of a normal distribution lie within this many standard errors.
const Z: f64 = 1.96;

/// The number of first moves in the report.
const OPENINGS: usize = 20;

/// Fewer pairs of games do not tell how pairs spread.
const PAIRS: usize = 20;

/// The mean of numbers, and their variance.
fn mean_and_spread(numbers: &[f64]) -> (f64, f64) {
    let n = numbers.len().max(1) as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    (mean, numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n)
}

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// The mean of some numbers.
    pub fn mean(numbers: &[f64]) -> Self {
        let n = numbers.len().max(1) as f64;
        let (value, spread) = mean_and_spread(numbers);
        let error = Z * (spread / n).sqrt();
        Self {
            value,
            low: value - error,
            high: value + error,
        }
    }

    /// The same, where less than nothing is not possible.
    fn at_least_none(self) -> Self {
        Self {
            low: self.low.max(0.0),
            ..self
        }
    }

    /// A share of `n`.
    pub fn share(count: usize, n: usize) -> Self {
        Self::wilson(count as f64 / n.max(1) as f64, n)
    }

    /// The mean of scores from 0 to 1; a few equal ones do not make it certain.
    pub fn score(scores: &[f64]) -> Self {
        let n = scores.len();
        Self::wilson(scores.iter().sum::<f64>() / n.max(1) as f64, n)
    }

    /// The mean of scores of which two and two belong together, such as those of games with the
    /// same beginning and with colours changed: the spread of such pairs decides (the pentanomial
    /// model), and not that of single games.
    fn of_pairs(scores: &[f64], pairs: &[f64]) -> Self {
        let n = scores.len() as f64;
        let (mean, spread) = mean_and_spread(pairs);
        if pairs.len() < PAIRS {
            return Self::score(scores);
        }
        // As many single games as would be as certain; a few equal pairs are not certain.
        let worth = mean * (1.0 - mean) / spread.max(f64::EPSILON) * pairs.len() as f64;
        Self::wilson_of(scores.iter().sum::<f64>() / n, worth.clamp(1.0, 4.0 * n))
    }

    /// Wilson's interval.
    fn wilson(p: f64, n: usize) -> Self {
        Self::wilson_of(p, n.max(1) as f64)
    }

    fn wilson_of(p: f64, n: f64) -> Self {
        let middle = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let half = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        Self {
            value: p,
            low: (middle - half).max(0.0),
            high: (middle + half).min(1.0),
        }
    }
}

/// The number of games with some property, and their share of all games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Count {
    /// The name of the subject.
    pub name: String,
    /// The number of times.
    pub games: usize,
    /// The share of games; for deeds: the number in a game.
    pub share: Estimate,
}

/// A first move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Opening {
    /// In algebraic notation.
    pub text: String,
    /// How many games began with it.
    pub games: usize,
    /// White's score in them, from 0 to 1.
    pub score: Estimate,
}

/// The value of a piece by the results, and the engine's value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Worths {
    /// The name of the kind.
    pub piece: String,
    /// In units of the most common kind at the start, by regression; `None` if the games do not
    /// tell.
    pub measured: Option<Estimate>,
}

/// The statistics of many games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The number of games.
    pub games: usize,
    /// Shares of games that White won, drew, lost.
    pub white: Estimate,
    /// Drawn.
    pub draws: Estimate,
    /// Won by Black.
    pub black: Estimate,
    /// White's score, from 0 to 1.
    pub score: Estimate,
    /// The score of ferz against another program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ferz: Option<Estimate>,
    /// The length of games in plies.
    pub plies: Estimate,
    /// How many games lasted how long, in steps of 20 plies.
    pub lengths: Vec<usize>,
    /// Legal moves in a position.
    pub branching: Estimate,
    /// The rules that ended games, with their numbers, the most common first; a rule by which
    /// different sides won has an entry for each.
    pub endings: Vec<Count>,
    /// The frequency of each deed in a game.
    pub deeds: Vec<Count>,
    /// First moves, the most common first.
    pub openings: Vec<Opening>,
    /// The values of pieces.
    pub worths: Vec<Worths>,
}

impl Summary {
    /// The steps of [`Self::lengths`], in plies.
    pub const STEP: usize = 20;

    /// The side that the rules favour, in one line.
    pub fn line(&self) -> String {
        let percent = |share: &Estimate| (100.0 * share.value).round();
        let favoured = if self.score.low > 0.5 {
            "White is favoured"
        } else if self.score.high < 0.5 {
            "Black is favoured"
        } else {
            "neither side is favoured in these games"
        };
        format!(
            "balance: White wins {} %, Black {} %, draws {} % of {} short games; {favoured}",
            percent(&self.white),
            percent(&self.black),
            percent(&self.draws),
            self.games
        )
    }

    /// Sums up games; their order does not matter.
    pub fn new(variant: &Variant, games: &[Played]) -> Self {
        let n = games.len();
        let won = |side: Option<Side>| Estimate::share(games.iter().filter(|g| g.winner == side).count(), n);
        let each = |f: &dyn Fn(&Played) -> f64| Estimate::mean(&games.iter().map(f).collect::<Vec<_>>());
        let against: Vec<f64> = games.iter().filter_map(ferz_score).collect();
        Self {
            games: n,
            white: won(Some(Side::White)),
            draws: won(None),
            black: won(Some(Side::Black)),
            score: Estimate::score(&games.iter().map(score).collect::<Vec<_>>()),
            ferz: (!against.is_empty()).then(|| Estimate::of_pairs(&against, &pairs(games))),
            plies: each(&|g| g.plies as f64),
            lengths: lengths(games),
            branching: each(&|g| g.choices as f64 / g.plies.max(1) as f64),
            endings: endings(games),
            deeds: deeds(games),
            openings: openings(games),
            worths: worths(variant, games),
        }
    }
}

/// White's score.
fn score(game: &Played) -> f64 {
    match game.winner {
        Some(Side::White) => 1.0,
        Some(Side::Black) => 0.0,
        None => 0.5,
    }
}

fn ferz_score(game: &Played) -> Option<f64> {
    let white = game.ferz_white?;
    Some(if white { score(game) } else { 1.0 - score(game) })
}

/// The average score of ferz in each pair of games that begin alike.
fn pairs(games: &[Played]) -> Vec<f64> {
    let scores: BTreeMap<usize, f64> = games
        .iter()
        .filter_map(|game| Some((game.game, ferz_score(game)?)))
        .collect();
    let evens = scores.iter().filter(|(number, _)| number.is_multiple_of(2));
    evens
        .filter_map(|(number, first)| Some((first + scores.get(&(number + 1))?) / 2.0))
        .collect()
}

fn lengths(games: &[Played]) -> Vec<usize> {
    let mut lengths = Vec::new();
    for game in games {
        let i = game.plies / Summary::STEP;
        if lengths.len() <= i {
            lengths.resize(i + 1, 0);
        }
        lengths[i] += 1;
    }
    lengths
}

fn endings(games: &[Played]) -> Vec<Count> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for game in games {
        let name = match game.winner {
            Some(side) => format!("{side} wins: {}", game.reason),
            None => format!("draw: {}", game.reason),
        };
        *counts.entry(name).or_default() += 1;
    }
    let count = |(name, count)| Count {
        name,
        games: count,
        share: Estimate::share(count, games.len()),
    };
    let mut counts: Vec<Count> = counts.into_iter().map(count).collect();
    counts.sort_by_key(|count| std::cmp::Reverse(count.games));
    counts
}

fn deeds(games: &[Played]) -> Vec<Count> {
    let names: std::collections::BTreeSet<&String> =
        games.iter().flat_map(|game| game.deeds.keys()).collect();
    let count = |name: &String| {
        let each: Vec<f64> = games
            .iter()
            .map(|game| game.deeds.get(name).copied().unwrap_or(0) as f64)
            .collect();
        Count {
            name: name.clone(),
            games: each.iter().filter(|&&times| times > 0.0).count(),
            share: Estimate::mean(&each).at_least_none(),
        }
    };
    names.into_iter().map(count).collect()
}

fn openings(games: &[Played]) -> Vec<Opening> {
    let mut scores: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for game in games {
        if let Some(first) = game.opening.first() {
            scores.entry(first).or_default().push(score(game));
        }
    }
    let opening = |(text, scores): (&str, Vec<f64>)| Opening {
        text: text.to_owned(),
        games: scores.len(),
        score: Estimate::score(&scores),
    };
    let mut openings: Vec<Opening> = scores.into_iter().map(opening).collect();
    openings.sort_by_key(|opening| std::cmp::Reverse(opening.games));
    openings.truncate(OPENINGS);
    openings
}

/// A regression of the results over the pieces that were there, and over having the first move.
fn worths(variant: &Variant, games: &[Played]) -> Vec<Worths> {
    let pieces = &variant.rules().pieces;
    let mut start = vec![0u32; pieces.len()];
    variant.each_piece(&variant.start(), |_, kind, _| start[kind] += 1);
    let is_royal = |kind: usize| {
        let royal = pieces[kind].royal;
        royal.white || royal.black
    };
    let varies = |kind: &usize| {
        let counts = |game: &Played| {
            game.samples
                .iter()
                .any(|sample| sample.get(*kind).is_some_and(|&c| c != 0))
        };
        games.iter().any(counts)
    };
    let columns: Vec<usize> = (0..pieces.len()).filter(varies).collect();
    let mut samples = Vec::new();
    for game in games {
        for sample in &game.samples {
            let mut x: Vec<f64> = columns
                .iter()
                .map(|&kind| f64::from(sample.get(kind).copied().unwrap_or(0)))
                .collect();
            x.push(1.0);
            samples.push(Sample {
                x,
                y: score(game),
                // The positions of a game are one observation.
                weight: 1.0 / game.samples.len() as f64,
            });
        }
    }
    let found = fit(&samples, columns.len() + 1);
    let unit_kind = (0..pieces.len())
        .filter(|&kind| !is_royal(kind))
        .max_by_key(|&kind| (start[kind], std::cmp::Reverse(kind)));
    let unit = unit_kind
        .and_then(|kind| columns.iter().position(|&c| c == kind))
        .map_or(0.0, |i| found[i].0);
    let worth = |(i, &kind): (usize, &usize)| Worths {
        piece: pieces
            .get_index(kind)
            .map(|(name, _)| name.clone())
            .unwrap_or_default(),
        measured: (unit > 1e-3 && found[i].1.is_finite()).then(|| Estimate {
            value: found[i].0 / unit,
            low: (found[i].0 - Z * found[i].1) / unit,
            high: (found[i].0 + Z * found[i].1) / unit,
        }),
    };
    columns.iter().enumerate().map(worth).collect()
}
