//! Arguments of commands that play, search and count.

use super::values::{against, job, level, notation, time, whole};
use crate::complete;
use crate::load::STANDARD;
use clap::{Args as ClapArgs, ValueEnum};
use ferz::dialects::Style;
use ferz::engine::Leaves;
use ferz::rules::Side;
use ferz_play::study::{Against, Setup};
use ferz_play::{Level, puzzles};
use std::path::PathBuf;
use std::time::Duration;

// The options that keep results: `--out`, `--resume` and `--job`. A documentation comment would
// become the help of the whole command.
#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct Keep {
    /// Keep what is found in a file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Continue the file of --out
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// Do part K of N
    #[arg(long, value_name = "K/N", requires = "out", value_parser = job)]
    pub(crate) job: Option<(usize, usize)>,
}

impl Keep {
    /// Whether a thing with a number from 0 belongs to this part.
    pub(crate) fn is_mine(&self, number: usize) -> bool {
        let (job, jobs) = self.job.unwrap_or((1, 1));
        number % jobs == job - 1
    }

    /// Whether others do the rest.
    pub(crate) fn is_part(&self) -> bool {
        self.job.is_some_and(|(_, jobs)| jobs > 1)
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Perft {
    /// A bundled variant or a path; `merge` and files of parts
    #[arg(add = complete::variants())]
    pub(crate) variant: String,
    #[arg(
        required = true,
        value_name = "DEPTH",
        help = "Length of the lines in plies; after `merge` the files"
    )]
    pub(crate) what: Vec<String>,
    /// The position; default: the start
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// Count each first move by itself
    #[arg(long)]
    pub(crate) divide: bool,
    /// How first moves are written: ferz, uci, usi, ucci, san, lan, wxf, janggi, hodges,
    /// hodges-number, hosking, thai-san or thai-lan
    #[arg(long, value_name = "NOTATION", default_value = "ferz", value_parser = notation)]
    pub(crate) notation: Style,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// The number of threads
    #[arg(long, default_value_t = 1, value_parser = |text: &str| whole::<u16>(text, 1, 256))]
    pub(crate) threads: u16,
    /// Make every last move instead of counting the moves as sets
    #[arg(long)]
    pub(crate) leaves: bool,
    #[command(flatten)]
    pub(crate) keep: Keep,
}

/// The task of `ferz perft`.
pub(crate) enum Count<'a> {
    /// Lines of this number of plies.
    Depth(u32),
    /// To join parts.
    Merge(&'a [String]),
}

impl Perft {
    /// The treatment of the last ply.
    pub(crate) fn leaves(&self) -> Leaves {
        if self.leaves { Leaves::Made } else { Leaves::Bulk }
    }

    /// The task that the options describe.
    ///
    /// # Errors
    ///
    /// If there is neither a depth nor a file.
    pub(crate) fn wanted(&self) -> Result<Count<'_>, String> {
        match &self.what[..] {
            files if self.variant == "merge" && files.iter().any(|word| word.parse::<u32>().is_err()) => {
                Ok(Count::Merge(files))
            }
            [depth] => whole(depth, 0, 60).map(Count::Depth),
            _ => Err("name a variant and a depth, or `merge` and files".to_owned()),
        }
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Solve {
    /// A bundled variant or a path; `merge` and files of parts
    #[arg(add = complete::variants())]
    pub(crate) variant: String,
    /// After `merge`: the files
    #[arg(value_name = "FILES")]
    pub(crate) files: Vec<String>,
    /// The position; default: the start
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// Moves played from there, separated by spaces; then the proof knows repetitions
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,
    /// The maximum number of moves of the winner
    #[arg(long, value_name = "MOVES", default_value_t = 3, value_parser = |text: &str| whole::<u32>(text, 1, 100))]
    pub(crate) mate: u32,
    /// The side that wins; default: the side to move
    #[arg(long, value_name = "SIDE")]
    pub(crate) winner: Option<Winner>,
    /// How moves are written: ferz, uci, usi, ucci, san, lan, wxf, janggi, hodges, hodges-number,
    /// hosking, thai-san or thai-lan
    #[arg(long, value_name = "NOTATION", default_value = "san", value_parser = notation)]
    pub(crate) notation: Style,
    /// Leave the defences out
    #[arg(long)]
    pub(crate) brief: bool,
    /// The number of threads
    #[arg(long, default_value_t = 1, value_parser = |text: &str| whole::<u16>(text, 1, 256))]
    pub(crate) threads: u16,
    /// Give up after this number of positions
    #[arg(long, value_parser = |text: &str| whole::<u64>(text, 1, u64::MAX))]
    pub(crate) nodes: Option<u64>,
    /// Give up after this number of seconds
    #[arg(long, value_name = "SECONDS", value_parser = |text: &str| whole::<u64>(text, 1, 1 << 32))]
    pub(crate) time: Option<u64>,
    /// Memory for positions already proved, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = |text: &str| whole::<usize>(text, 1, 65_536))]
    pub(crate) hash: usize,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) keep: Keep,
}

/// A side on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Winner {
    /// White
    White,
    /// Black
    Black,
}

impl From<Winner> for Side {
    fn from(winner: Winner) -> Self {
        match winner {
            Winner::White => Self::White,
            Winner::Black => Self::Black,
        }
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Play {
    /// A bundled variant or a path
    #[arg(add = complete::variants())]
    pub(crate) variant: String,
    /// The first position; default: the start
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// The player of the side that does not move first
    #[arg(long, value_name = "WHO")]
    pub(crate) against: Option<Who>,
    /// The player of White
    #[arg(long, value_name = "WHO", conflicts_with = "against")]
    pub(crate) white: Option<Who>,
    /// The player of Black
    #[arg(long, value_name = "WHO", conflicts_with = "against")]
    pub(crate) black: Option<Who>,
    /// Time for the game and the seconds that each move adds, as `3:00+2`; default: no clock
    #[arg(long, value_name = "GAME+MOVE", value_parser = time)]
    pub(crate) time: Option<(Duration, Duration)>,
    /// The strength of ferz, from 1 to 10
    #[arg(long, value_parser = level)]
    pub(crate) level: Option<Level>,
    /// The seed of random moves and of the mistakes of low levels
    #[arg(long, value_parser = |text: &str| whole::<u64>(text, 0, u64::MAX))]
    pub(crate) seed: Option<u64>,
    /// How positions are printed and moves are listed: ferz, uci, usi, ucci, san, lan, wxf, janggi,
    /// hodges, hodges-number, hosking, thai-san or thai-lan
    #[arg(long, value_name = "NOTATION", default_value = "ferz", value_parser = notation)]
    pub(crate) notation: Style,
    /// Draw the board as Black sees it
    #[arg(long)]
    pub(crate) flip: bool,
    /// Draw with plain characters
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Not available here; the message names the commands that print JSON
    #[arg(long, hide = true)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Study {
    /// A bundled variant or a path; `merge` and files of games; with --compare two variants
    #[arg(required = true, value_name = "VARIANT", add = complete::variants())]
    pub(crate) what: Vec<String>,
    /// Compare two variants
    #[arg(long, conflicts_with_all = ["html", "against"])]
    pub(crate) compare: bool,
    /// The number of games; with --compare, the maximum of each
    #[arg(long, default_value_t = 1000, value_parser = |text: &str| whole::<usize>(text, 1, 10_000_000))]
    pub(crate) games: usize,
    /// The number of positions that ferz searches for each move
    #[arg(long, default_value_t = 1000, value_parser = |text: &str| whole::<u64>(text, 1, 1 << 40))]
    pub(crate) nodes: u64,
    /// The number of random plies at the beginning of each game
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = |text: &str| whole::<usize>(text, 0, 100))]
    pub(crate) random_plies: usize,
    /// The seed of the games
    #[arg(long, default_value_t = 1, value_parser = |text: &str| whole::<u64>(text, 0, u64::MAX))]
    pub(crate) seed: u64,
    /// Play against another opponent: `random`, or a level from 1 to 10
    #[arg(long, value_name = "WHO", value_parser = against)]
    pub(crate) against: Option<Against>,
    /// The number of threads; default: the number of cores
    #[arg(long, value_parser = |text: &str| whole::<u16>(text, 1, 256))]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) keep: Keep,
    /// Write a page with charts, too
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl Study {
    /// How games are played.
    pub(crate) fn setup(&self) -> Setup {
        Setup {
            nodes: self.nodes,
            seed: self.seed,
            random_plies: self.random_plies,
            against: self.against,
        }
    }

    pub(crate) fn threads(&self) -> usize {
        threads(self.threads)
    }
}

/// The number of threads that was asked for, or that of the cores.
fn threads(asked: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    asked.map_or_else(cores, usize::from)
}

impl Puzzles {
    /// How puzzles are looked for.
    ///
    /// # Errors
    ///
    /// If the least number of moves is more than the most.
    pub(crate) fn setup(&self) -> Result<puzzles::Setup, String> {
        let least = self.least.unwrap_or(self.mate.min(2));
        if least > self.mate {
            return Err(format!("--least {least} is more than --mate {}", self.mate));
        }
        Ok(puzzles::Setup {
            nodes: self.nodes,
            seed: self.seed,
            random_plies: self.random_plies,
            moves: least..=self.mate,
            proof: self.proof,
        })
    }

    pub(crate) fn threads(&self) -> usize {
        threads(self.threads)
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Puzzles {
    /// A bundled variant or a path
    #[arg(add = complete::variants())]
    pub(crate) variant: String,
    /// How many games ferz plays against itself
    #[arg(long, default_value_t = 50, value_parser = |text: &str| whole::<usize>(text, 1, 1_000_000))]
    pub(crate) games: usize,
    /// Take the games of a PGN file instead
    #[arg(long, value_name = "FILE", conflicts_with = "games")]
    pub(crate) from: Option<PathBuf>,
    /// The maximum number of moves of the winner
    #[arg(long, value_name = "MOVES", default_value_t = 3, value_parser = |text: &str| whole::<u32>(text, 1, 20))]
    pub(crate) mate: u32,
    /// The minimum number of moves of the winner; default: 2, or --mate if that is less
    #[arg(long, value_name = "MOVES", value_parser = |text: &str| whole::<u32>(text, 1, 20))]
    pub(crate) least: Option<u32>,
    /// Positions that ferz looks at for each move
    #[arg(long, default_value_t = 500, value_parser = |text: &str| whole::<u64>(text, 1, 1 << 40))]
    pub(crate) nodes: u64,
    /// Positions that a proof may look at
    #[arg(long, value_name = "NODES", default_value_t = 200_000, value_parser = |text: &str| whole::<u64>(text, 1, u64::MAX))]
    pub(crate) proof: u64,
    /// Plies at random at the beginning of each game
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = |text: &str| whole::<usize>(text, 0, 100))]
    pub(crate) random_plies: usize,
    /// Seed of the games
    #[arg(long, default_value_t = 1, value_parser = |text: &str| whole::<u64>(text, 0, u64::MAX))]
    pub(crate) seed: u64,
    /// How many threads play; default: as many as there are cores
    #[arg(long, value_parser = |text: &str| whole::<u16>(text, 1, 256))]
    pub(crate) threads: Option<u16>,
    /// How moves and positions are written: ferz, uci, usi, ucci, san, lan, wxf, janggi, hodges,
    /// hodges-number, hosking, thai-san or thai-lan
    #[arg(long, value_name = "NOTATION", default_value = "san", value_parser = notation)]
    pub(crate) notation: Style,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct GameArgs {
    /// A PGN file
    pub(crate) file: PathBuf,
    /// A bundled variant or a path, in place of the file's own; it may stand before the file
    #[arg(add = complete::variants())]
    pub(crate) variant: Option<String>,
    /// How moves and the last position are written: ferz, uci, usi, ucci, san, lan, wxf, janggi,
    /// hodges, hodges-number, hosking, thai-san or thai-lan
    #[arg(long, value_name = "NOTATION", default_value = "san", value_parser = notation)]
    pub(crate) notation: Style,
    /// Print JSON, one object a line for each game
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw with plain characters
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Uci {
    /// The variant to begin with: a bundled one or a path; default: chess, Shogi or Xiangqi, by
    /// the protocol
    #[arg(add = complete::variants())]
    pub(crate) variant: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Xboard {
    /// The variant to begin with: a bundled one or a path
    #[arg(default_value = STANDARD, add = complete::variants())]
    pub(crate) variant: String,
}

/// The player of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Who {
    /// The user, who types moves
    Me,
    /// Any legal move, each equally likely
    Random,
    /// ferz itself
    Ferz,
}

impl Play {
    /// The players of White and Black; `first` is the side that moves first.
    pub(crate) fn players(&self, first: Side) -> [Who; 2] {
        let alone = self.time.is_some() || self.level.is_some();
        let other = match self.against {
            Some(who) => who,
            None if alone && self.white.is_none() && self.black.is_none() => Who::Ferz,
            None => Who::Me,
        };
        let mut players = [Who::Me; 2];
        players[first.other().index()] = other;
        [self.white.unwrap_or(players[0]), self.black.unwrap_or(players[1])]
    }
}
