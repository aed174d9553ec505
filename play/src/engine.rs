//! The root of the search: iterations, threads, and reports.

use crate::limits::{Control, Limits, Settings};
use crate::nature::Nature;
use crate::pace::{Since, Watch};
use crate::score::{FORCED, Score, WON};
use crate::search::{PLIES, Search, Shared};
use crate::table::Table;
use crate::worth::Worth;
use ferz::engine::{Game, Move, Position, Variant};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::Builder;
use std::time::Duration;

/// How far a score may be from that of the iteration before.
const WINDOW: i32 = 40;
/// After how many moves of the root the clock is looked at while they are looked at for the first
/// time.
const GLANCED: usize = 16;

/// Finds moves in games of one variant.
#[derive(Debug)]
pub struct Engine {
    variant: Variant,
    worth: Worth,
    nature: Nature,
    table: Table,
    settings: Settings,
}

/// How far a search is.
#[derive(Clone, Debug)]
pub struct Info {
    /// Which line it is about: 0 is the best, 1 the best that begins with another move.
    pub rank: usize,
    /// Plies looked ahead by all lines but reduced ones.
    pub depth: u32,
    /// Plies of the deepest line.
    pub deepest: u32,
    /// The score of the position.
    pub score: Score,
    /// Positions looked at.
    pub nodes: u64,
    /// Since when.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub fill: usize,
    /// The line.
    pub line: Vec<Move>,
}

/// The move that was found.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub best: Move,
    /// The answer of the other side that is expected, if any was looked at.
    pub answer: Option<Move>,
    /// How far the search came.
    pub info: Info,
}

/// A move at the root.
#[derive(Clone, Debug)]
struct Root {
    mv: Move,
    after: Position,
    score: i32,
    /// The expected line, beginning with the move itself.
    line: Vec<Move>,
}

impl Engine {
    /// A new engine, which knows only the rules.
    pub fn new(variant: &Variant, settings: Settings) -> Self {
        Self {
            variant: variant.clone(),
            worth: Worth::new(variant),
            nature: Nature::new(variant),
            table: Table::new(settings.hash),
            settings,
        }
    }

    /// The variant.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The values of pieces that it uses.
    pub fn worth(&self) -> &Worth {
        &self.worth
    }

    /// The settings with which it was made.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Changes how it plays from now on, except for the size of the table.
    pub fn set(&mut self, settings: Settings) {
        let hash = self.settings.hash;
        if settings.hash != hash {
            // Frees the old table first, so that its memory is there for the new one.
            self.table = Table::new(1);
            self.table = Table::new(settings.hash);
        }
        self.settings = settings;
    }

    /// Size of the transposition table in MiB: a power of two, and less than was asked for where
    /// there is no memory for that.
    pub fn hash(&self) -> usize {
        self.table.mebibytes()
    }

    /// Forgets what it has found out about positions.
    pub fn forget(&self) {
        self.table.clear();
    }

    /// Finds the best move of a game; `None` if there is no legal move. It calls `tell` after every
    /// iteration.
    ///
    /// With at least one thread, a move is found however early the search is stopped.
    pub fn think(
        &self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        tell: &mut dyn FnMut(&Info),
    ) -> Option<Choice> {
        self.think_by(&Since::now(), game, limits, control, tell)
    }

    /// The same with a clock of the caller instead of that of this machine.
    pub fn think_by(
        &self,
        watch: &dyn Watch,
        game: &Game,
        limits: &Limits,
        control: &Control,
        tell: &mut dyn FnMut(&Info),
    ) -> Option<Choice> {
        let (soft, hard) = limits.times(self.settings.overhead);
        let shared = Shared {
            variant: &self.variant,
            worth: &self.worth,
            nature: &self.nature,
            table: &self.table,
            settings: self.settings,
            limits,
            control,
            watch,
            hard,
            nodes: AtomicU64::new(0),
            over: Arc::new(AtomicBool::new(false)),
        };
        let roots = roots(&shared, game.position());
        if roots.is_empty() {
            return None;
        }
        std::thread::scope(|scope| {
            for helper in 1..self.settings.threads.max(1) {
                let (shared, roots) = (&shared, roots.clone());
                // A platform without threads does without this one.
                let _ = Builder::new().spawn_scoped(scope, move || {
                    let mut iterations = Iterations::new(shared, roots, game);
                    iterations.run(1 + helper % 2, None, &mut |_| ());
                });
            }
            let mut iterations = Iterations::new(&shared, roots, game);
            let choice = iterations.run(1, soft, tell);
            shared.over.store(true, Ordering::Relaxed);
            Some(choice)
        })
    }
}

/// The moves at the root; if there is no time to make all of them, those that could be made, and
/// one at least.
fn roots(shared: &Shared<'_>, position: &Position) -> Vec<Root> {
    let (variant, wanted) = (shared.variant, &shared.limits.moves);
    let is_wanted = |mv: &Move| wanted.is_empty() || wanted.contains(mv);
    let make = |mv: Move| Root {
        mv,
        after: variant.play(position, mv),
        score: -WON,
        line: vec![mv],
    };
    // A listing that is given up leaves the moves that it has found.
    let mut moves = Vec::new();
    let listed = shared.patiently(|| variant.legal_moves_into(position, &mut moves));
    moves.retain(is_wanted);
    if listed.is_none() && moves.is_empty() {
        moves = variant.legal_moves(position);
        moves.retain(is_wanted);
    }
    let mut moves = moves.into_iter();
    let mut roots = Vec::with_capacity(moves.len());
    roots.extend(moves.next().map(make));
    let rest = || {
        for mv in moves {
            roots.push(make(mv));
            if roots.len() % GLANCED == 0 && shared.is_out_of_time() {
                break;
            }
        }
    };
    // A single move may take long to make.
    let _ = shared.patiently(rest);
    roots
}

/// One thread at the root.
struct Iterations<'e> {
    search: Search<'e>,
    roots: Vec<Root>,
    position: &'e Position,
}

impl<'e> Iterations<'e> {
    fn new(shared: &'e Shared<'e>, roots: Vec<Root>, game: &'e Game) -> Self {
        let mut search = Search::new(shared);
        search.follow(game);
        Self {
            search,
            roots,
            position: game.position(),
        }
    }

    /// Searches deeper and deeper.
    fn run(&mut self, first: usize, soft: Option<Duration>, tell: &mut dyn FnMut(&Info)) -> Choice {
        let shared = self.search.shared;
        self.patiently(Self::glance);
        let mut info = self.info(0, 0);
        let most = shared.limits.depth.unwrap_or(PLIES as u32).clamp(1, PLIES as u32) as usize;
        let wanted = shared.settings.lines.clamp(1, self.roots.len());
        for depth in first.min(most)..=most {
            if self.search.stopped {
                break;
            }
            self.search.deepest = depth;
            self.patiently(|all| all.lines(depth as i32, wanted));
            let finished = if self.search.stopped { depth - 1 } else { depth };
            info = self.info(0, finished as u32);
            tell(&info);
            // Even if the search was stopped: the first line may have been another one before.
            for rank in 1..wanted {
                tell(&self.info(rank, finished as u32));
            }
            if self.is_enough(depth, soft) {
                break;
            }
        }
        let best = &self.roots[0];
        let side = shared.variant.turn(self.position);
        let answers = shared.variant.turn(&best.after) != side;
        Choice {
            best: best.mv,
            answer: best.line.get(1).copied().filter(|_| answers),
            info,
        }
    }

    /// Does a part of the search, which may be given up in the middle of a position.
    fn patiently<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let shared = self.search.shared;
        let done = shared.patiently(|| work(self));
        self.search.stopped |= done.is_none();
        done
    }

    /// Searches as many lines as are wanted, each without the first moves of those before.
    fn lines(&mut self, depth: i32, wanted: usize) {
        for rank in 0..wanted {
            self.iterate(depth, rank);
            if self.search.stopped {
                return;
            }
        }
        self.roots[..wanted].sort_by_key(|root| std::cmp::Reverse(root.score));
    }

    /// A first order of the moves, by the position after them.
    fn glance(&mut self) {
        let shared = self.search.shared;
        let side = shared.variant.turn(self.position);
        for i in 0..self.roots.len() {
            let after = &self.roots[i].after;
            let turn = shared.variant.turn(after);
            let stand = self.search.stand(after, turn);
            self.roots[i].score = if turn == side { stand } else { -stand };
            if i % GLANCED == GLANCED - 1 {
                self.search.look();
                if self.search.stopped {
                    break;
                }
            }
        }
        self.roots.sort_by_key(|root| std::cmp::Reverse(root.score));
    }

    /// One iteration for one line: in a narrow window around the last score, which is opened where
    /// the score lies outside.
    fn iterate(&mut self, depth: i32, rank: usize) {
        let last = self.roots[rank].score;
        let (mut low, mut high) = (-WON, WON);
        if depth >= 5 && last.abs() < FORCED {
            (low, high) = (last - WINDOW, last + WINDOW);
        }
        loop {
            let score = self.window(depth, low, high, rank);
            if self.search.stopped {
                return;
            }
            if score <= low && low > -WON {
                low = -WON;
            } else if score >= high && high < WON {
                high = WON;
            } else {
                return;
            }
        }
    }

    /// Searches all moves of the root but for the first ones, and brings the best to their end.
    fn window(&mut self, depth: i32, low: i32, high: i32, rank: usize) -> i32 {
        let side = self.search.shared.variant.turn(self.position);
        let (mut alpha, mut best) = (low, -WON - 1);
        for i in rank..self.roots.len() {
            let after = self.roots[i].after.clone();
            self.search.begin_with(self.roots[i].mv);
            let mut score = WON;
            if i > rank {
                let less = i32::from(i > rank + 8 && depth > 3);
                score = self
                    .search
                    .after(&after, side, depth - 1 - less, 1, (alpha, alpha + 1));
            }
            if i == rank || (score > alpha && !self.search.stopped) {
                score = self.search.after(&after, side, depth - 1, 1, (alpha, high));
            }
            if self.search.stopped {
                break;
            }
            if score > best {
                best = score;
                if i == rank || score > alpha {
                    self.promote(rank, i, score);
                }
            }
            alpha = alpha.max(score);
            if alpha >= high {
                break;
            }
        }
        best
    }

    /// Brings a move to place `rank`, the others keep their order.
    fn promote(&mut self, rank: usize, i: usize, score: i32) {
        let root = &mut self.roots[i];
        root.score = score;
        root.line.truncate(1);
        root.line.extend_from_slice(self.search.line());
        self.roots[rank..=i].rotate_right(1);
    }

    fn is_enough(&self, depth: usize, soft: Option<Duration>) -> bool {
        let shared = self.search.shared;
        let score = self.roots[0].score;
        let pondering = shared.control.is_pondering();
        let timed = shared.limits.clock.is_some() && !pondering;
        let late = soft.is_some_and(|soft| self.search.elapsed() >= soft) && !pondering;
        // A forced end is not going to change.
        let forced = score.abs() >= FORCED && (WON - score.abs()) < depth as i32;
        let mate = match (self.told(&self.roots[0]), shared.limits.mate) {
            (Score::Mate(moves), Some(most)) => moves > 0 && moves <= most as i32,
            _ => false,
        };
        mate || late || forced || (timed && self.roots.len() == 1)
    }

    /// The reported score of a move at the root. Several moves of one side in a row count as one
    /// move.
    fn told(&self, root: &Root) -> Score {
        let shared = self.search.shared;
        let plies = WON - root.score.abs();
        if root.score.abs() < FORCED || !shared.nature.again {
            return Score::new(root.score);
        }
        let own = shared.variant.turn(self.position);
        let winner = if root.score > 0 { own } else { own.other() };
        let (mut turns, mut goes_on) = (0, false);
        let mut position = self.position.clone();
        for &mv in root.line.iter().take(plies as usize) {
            let moves = shared.variant.turn(&position) == winner;
            turns += i32::from(moves && !goes_on);
            goes_on = moves;
            position = shared.variant.play(&position, mv);
        }
        // Beyond the end of the line, the sides are assumed to take turns.
        let hidden = (plies - root.line.len() as i32).max(0);
        let turns = turns + (hidden + i32::from(!goes_on)) / 2;
        Score::Mate(if root.score > 0 { turns } else { -turns })
    }

    fn info(&self, rank: usize, depth: u32) -> Info {
        let shared = self.search.shared;
        let root = &self.roots[rank];
        Info {
            rank,
            depth,
            deepest: self.search.deepest as u32,
            score: self.told(root),
            nodes: self.search.nodes(),
            time: self.search.elapsed(),
            fill: shared.table.fill(),
            line: root.line.clone(),
        }
    }
}
