//! The search below the root: principal variations, a transposition table, captures to the end.
//!
//! It asks the variant only for legal moves, for the next positions, and for their outcomes; so it
//! is right for every variant. Scores are seen from the side that decides, which may be the same
//! twice in a row.

mod ends;
mod quiet;

use crate::limits::{Control, Limits, Settings};
use crate::nature::Nature;
use crate::order::{NOTHING, Order, Pick, Scene};
use crate::pace::{Pace, Watch};
use crate::patience::patient;
use crate::random::mix;
use crate::score::{FORCED, MOST, WON};
use crate::table::{Bound, Entry, NO_MOVE, Table};
use crate::worth::Worth;
use ferz::engine::{Game, Move, Position, Step, Variant};
use ferz::rules::Side;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Most plies below the root.
pub(crate) const PLIES: usize = 120;
/// So much better or worse than others before is worth a ply more or less.
const FAME: i32 = 120_000;

/// The state that all threads of a search share.
pub(crate) struct Shared<'e> {
    pub(crate) variant: &'e Variant,
    pub(crate) worth: &'e Worth,
    pub(crate) nature: &'e Nature,
    pub(crate) table: &'e Table,
    pub(crate) settings: Settings,
    pub(crate) limits: &'e Limits,
    pub(crate) control: &'e Control,
    pub(crate) watch: &'e dyn Watch,
    /// After how long the search ends at once.
    pub(crate) hard: Option<Duration>,
    pub(crate) nodes: AtomicU64,
    /// Set when the first thread has finished.
    pub(crate) over: Arc<AtomicBool>,
}

impl Shared<'_> {
    /// Does work of a search that is given up, in the middle of a position, when the search has to
    /// end.
    pub(crate) fn patiently<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        let nodes = self.nodes.load(Ordering::Relaxed);
        let hard = self.hard.filter(|_| self.watch.is_real());
        let left = hard.map(|hard| hard.saturating_sub(self.watch.elapsed(nodes)));
        patient(self.control, &self.over, left, work)
    }

    /// Whether the time is over before the search has begun.
    pub(crate) fn is_out_of_time(&self) -> bool {
        let over = self.hard.is_some_and(|hard| self.watch.elapsed(0) >= hard);
        over && !self.control.is_pondering()
    }
}

/// One thread of a search.
pub(crate) struct Search<'e> {
    pub(crate) shared: &'e Shared<'e>,
    /// The positions of the game and of the line that is looked at.
    path: Vec<Passed>,
    /// The same positions as they are, and the one that is looked at, where the rules ask for more
    /// than their keys.
    steps: Vec<Step>,
    /// By ply, the move that has led there.
    played: Vec<Option<Move>>,
    order: Order,
    /// The best line found below each ply.
    lines: Vec<Vec<Move>>,
    /// Lists that are not in use.
    lists: Vec<Vec<Move>>,
    pub(crate) stopped: bool,
    /// The ply that a null move leads to.
    still: Option<usize>,
    /// Which piece has gone where, by ply.
    moved: Vec<usize>,
    /// The deepest ply reached.
    pub(crate) deepest: usize,
    /// Positions not yet added to those of all threads.
    nodes: u64,
    /// After how many of them the clock is looked at.
    due: u64,
    pace: Pace,
}

/// A position of the game or of the line that is looked at.
#[derive(Clone, Copy, Debug)]
struct Passed {
    key: u64,
    /// The side that has just ended a turn, and whether by a check; known only if the rules judge
    /// perpetual check.
    answered: Option<(Side, bool)>,
}

/// A position in the tree, and the window of scores that matter.
#[derive(Clone, Copy)]
struct Frame {
    depth: i32,
    ply: usize,
    alpha: i32,
    beta: i32,
    side: Side,
    check: bool,
    /// The static value of the position.
    stand: i32,
    known: u16,
}

impl Frame {
    /// Whether the exact score matters.
    const fn is_open(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

impl<'e> Search<'e> {
    pub(crate) fn new(shared: &'e Shared<'e>) -> Self {
        let kinds = shared.variant.rules().pieces.len();
        Self {
            shared,
            path: Vec::new(),
            steps: Vec::new(),
            played: vec![None; PLIES + 2],
            order: Order::new(kinds, PLIES + 1),
            lines: vec![Vec::new(); PLIES + 2],
            lists: Vec::new(),
            stopped: false,
            still: None,
            moved: vec![NOTHING; PLIES + 2],
            deepest: 0,
            nodes: 0,
            due: 1,
            pace: Pace::new(),
        }
    }

    /// The best line found at the root, without the move that leads to it.
    pub(crate) fn line(&self) -> &[Move] {
        &self.lines[1]
    }

    /// The positions looked at by all threads, as far as is known.
    pub(crate) fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.nodes
    }

    /// Keeps the positions of a game as the history of the current line.
    pub(crate) fn follow(&mut self, game: &Game) {
        let positions = (0..).map_while(|ply| game.position_at(ply));
        let passed =
            positions.map(|position| self.passed(position, self.shared.variant.repetition_key(position)));
        self.path = passed.collect();
        if self.shared.nature.history {
            self.steps = game.steps().to_vec();
        }
    }

    /// Says which move of the root is looked at.
    pub(crate) fn begin_with(&mut self, mv: Move) {
        self.played[1] = Some(mv);
    }

    /// The time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.shared.watch.elapsed(self.nodes())
    }

    /// Adds the positions looked at to those of all threads.
    fn count(&mut self) -> u64 {
        let mine = std::mem::take(&mut self.nodes);
        self.shared.nodes.fetch_add(mine, Ordering::Relaxed) + mine
    }

    /// The worth of a position after a move of `side`, for `side`.
    pub(crate) fn after(
        &mut self,
        after: &Position,
        side: Side,
        depth: i32,
        ply: usize,
        window: (i32, i32),
    ) -> i32 {
        let (alpha, beta) = window;
        if self.shared.variant.turn(after) == side {
            self.search(after, depth, ply, alpha, beta)
        } else {
            -self.search(after, depth, ply, -beta, -alpha)
        }
    }

    /// The static evaluation, for the side that decides.
    pub(crate) fn stand(&self, position: &Position, side: Side) -> i32 {
        let shared = self.shared;
        let worth = shared.worth.of(shared.variant, position, side);
        let noise = shared.settings.noise;
        if noise == 0 {
            return worth;
        }
        let random = mix(shared.variant.repetition_key(position) ^ mix(shared.settings.seed.wrapping_add(1)));
        let error = (random % (2 * noise as u64 + 1)) as i32 - noise;
        (worth + error).clamp(-MOST, MOST)
    }

    fn search(&mut self, position: &Position, depth: i32, ply: usize, alpha: i32, beta: i32) -> i32 {
        self.lines[ply].clear();
        if depth <= 0 || ply >= PLIES {
            return self.quiesce(position, ply, alpha, beta, 0);
        }
        if !self.shared.nature.history {
            return self.look_into(position, depth, ply, alpha, beta);
        }
        self.remember(position, ply);
        let score = self.look_into(position, depth, ply, alpha, beta);
        self.steps.pop();
        score
    }

    fn look_into(&mut self, position: &Position, depth: i32, ply: usize, alpha: i32, beta: i32) -> i32 {
        if self.enter(ply) {
            return 0;
        }
        let key = self.shared.variant.repetition_key(position);
        if let Some(score) = self.to_and_fro(position, ply) {
            return score;
        }
        if let Some(score) = self.repeated(position, key, ply) {
            return score;
        }
        let alpha = alpha.max(ply as i32 - WON);
        let beta = beta.min(WON - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let known_as = self.known_as(position, key);
        let known = match self.recall(known_as, ply, depth, (alpha, beta)) {
            Ok(known) => known,
            Err(score) => return score,
        };
        let moves = match self.moves(position, ply) {
            Ok(moves) => moves,
            Err(score) => return score,
        };
        let side = self.shared.variant.turn(position);
        let check = self.shared.variant.in_check(position);
        // Without a move to begin with, the search is dear; the next iteration will have one.
        let unknown = depth >= 4 && known.is_none_or(|entry| entry.best == NO_MOVE);
        let frame = Frame {
            depth: depth + i32::from(check) - i32::from(unknown),
            ply,
            alpha,
            beta,
            side,
            check,
            stand: self.stand(position, side),
            known: known.map_or(NO_MOVE, |entry| entry.best),
        };
        self.path.push(self.passed(position, key));
        let score = self.inner(position, known_as, &moves, frame);
        self.path.pop();
        self.give_back(moves);
        score
    }

    /// The entry of the table for a position, or its score if that answers the question.
    fn recall(
        &self,
        key: u64,
        ply: usize,
        depth: i32,
        (alpha, beta): (i32, i32),
    ) -> Result<Option<Entry>, i32> {
        let known = self.shared.table.get(key, ply);
        match known {
            Some(entry) if beta - alpha == 1 && suffices(entry, depth, alpha, beta) => Err(entry.score),
            _ => Ok(known),
        }
    }

    /// The legal moves of a position, in a list that is to be given back; its score if the game is
    /// over.
    fn moves(&mut self, position: &Position, ply: usize) -> Result<Vec<Move>, i32> {
        let mut moves = self.lists.pop().unwrap_or_default();
        self.shared.variant.legal_moves_into(position, &mut moves);
        let over = if moves.is_empty() {
            Some(self.ended(position, ply))
        } else {
            self.clock_out(position, ply)
        };
        match over {
            None => Ok(moves),
            Some(score) => {
                self.give_back(moves);
                Err(score)
            }
        }
    }

    fn give_back(&mut self, mut moves: Vec<Move>) {
        moves.clear();
        self.lists.push(moves);
    }

    /// A position that has moves.
    fn inner(&mut self, position: &Position, key: u64, moves: &[Move], frame: Frame) -> i32 {
        let Frame { depth, ply, beta, .. } = frame;
        let hopeless = 90 * depth;
        if !frame.is_open()
            && !frame.check
            && depth <= 4
            && frame.stand - hopeless >= beta
            && beta.abs() < FORCED
            && !self.is_forced(position, frame.side, moves)
        {
            return frame.stand;
        }
        if let Some(score) = self.stand_still(position, &frame) {
            return score;
        }
        let (score, best) = self.best_of(position, moves, frame);
        if !self.stopped {
            let entry = Entry::new(score, best, depth, (frame.alpha, beta));
            self.shared.table.put(key, ply, entry);
        }
        score
    }

    /// Null move: what the position is worth at least if even without a move the opponent cannot do
    /// anything about it.
    fn stand_still(&mut self, position: &Position, frame: &Frame) -> Option<i32> {
        let Frame {
            depth,
            ply,
            beta,
            side,
            stand,
            ..
        } = *frame;
        if frame.is_open() || frame.check || depth < 3 || stand < beta || beta.abs() >= FORCED {
            return None;
        }
        if self.still == Some(ply) || !self.shared.nature.free {
            return None;
        }
        if !self
            .shared
            .worth
            .has_officers(self.shared.variant, position, side)
        {
            return None;
        }
        let after = self.shared.variant.pass(position)?;
        let less = 3 + depth / 4 + ((stand - beta) / 200).min(2);
        let before = self.still.replace(ply + 1);
        self.moved[ply] = NOTHING;
        self.played[ply + 1] = None;
        let score = self.after(&after, side, depth - 1 - less, ply + 1, (beta - 1, beta));
        self.still = before;
        (!self.stopped && score >= beta).then(|| score.min(MOST.max(beta)))
    }

    /// Tries the moves one by one.
    fn best_of(&mut self, position: &Position, moves: &[Move], frame: Frame) -> (i32, u16) {
        let mut picks = self.picks(position, moves, &frame);
        let (mut alpha, mut best) = (frame.alpha, (-WON, NO_MOVE));
        let mut tried: Vec<Move> = Vec::new();
        for n in 0..picks.len() {
            let pick = next(&mut picks, n);
            let mv = moves[usize::from(pick.index)];
            if best.0 > -FORCED && self.is_bad_trade(position, &frame, &pick, mv, n) {
                continue;
            }
            let after = self.shared.variant.play(position, mv);
            if best.0 > -FORCED && self.is_idle(&frame, &pick, n, alpha, &after) {
                continue;
            }
            self.moved[frame.ply] = self.scene(position, &frame).place(mv).unwrap_or(NOTHING);
            self.played[frame.ply + 1] = Some(mv);
            let score = self.probe(&after, &frame, &pick, n, alpha);
            if self.stopped {
                break;
            }
            if score > best.0 {
                best = (score, pick.index);
            }
            if score > alpha {
                alpha = score;
                self.keep_line(frame.ply, mv);
            }
            if alpha >= frame.beta {
                if pick.is_quiet() {
                    let scene = scene(self.shared, position, &frame, &self.moved);
                    self.order.praise(&scene, mv, frame.depth, &tried);
                }
                break;
            }
            if pick.is_quiet() {
                tried.push(mv);
            }
        }
        best
    }

    fn picks(&self, position: &Position, moves: &[Move], frame: &Frame) -> Vec<Pick> {
        self.order.rank(&self.scene(position, frame), moves, frame.known)
    }

    fn scene<'s>(&self, position: &'s Position, frame: &Frame) -> Scene<'s>
    where
        'e: 's,
    {
        scene(self.shared, position, frame, &self.moved)
    }

    /// Whether a move near the leaves is left out since it loses a piece on the square where it
    /// ends.
    fn is_bad_trade(&self, position: &Position, frame: &Frame, pick: &Pick, mv: Move, n: usize) -> bool {
        if frame.depth > 4 || n == 0 || frame.is_open() || frame.check || pick.is_good() {
            return false;
        }
        let most = if pick.is_quiet() {
            50 * frame.depth
        } else {
            100 * frame.depth
        };
        let trade = self.scene(position, frame).trade(mv);
        trade.is_some_and(|trade| trade < -most)
    }

    /// Searches a move: the first in the whole window, others first whether they are any better.
    fn probe(&mut self, after: &Position, frame: &Frame, pick: &Pick, n: usize, alpha: i32) -> i32 {
        let (depth, ply, side) = (frame.depth - 1, frame.ply + 1, frame.side);
        let whole = (alpha, frame.beta);
        if n == 0 {
            return self.after(after, side, depth, ply, whole);
        }
        let less = self.reduction(frame, pick, n, after);
        let narrow = (alpha, alpha + 1);
        let mut score = self.after(after, side, depth - less, ply, narrow);
        if score > alpha && less > 0 && !self.stopped {
            score = self.after(after, side, depth, ply, narrow);
        }
        if score > alpha && score < frame.beta && !self.stopped {
            score = self.after(after, side, depth, ply, whole);
        }
        score
    }

    /// By how many plies less a late move is searched.
    fn reduction(&self, frame: &Frame, pick: &Pick, n: usize, after: &Position) -> i32 {
        if frame.depth < 3 || n < 3 || frame.check || pick.is_good() {
            return 0;
        }
        let late = (n as f64).ln() * f64::from(frame.depth).ln() / 2.1;
        let mut less = late as i32 + i32::from(!frame.is_open());
        if pick.is_quiet() {
            less -= (pick.rank / FAME).clamp(-2, 2);
        }
        if less > 0 && self.shared.variant.in_check(after) {
            return 0;
        }
        less.clamp(0, frame.depth - 2)
    }

    /// Whether a quiet move is left out near the leaves: it comes late, or the gain it needs is too
    /// large, and it gives no check.
    fn is_idle(&self, frame: &Frame, pick: &Pick, n: usize, alpha: i32, after: &Position) -> bool {
        if frame.depth > 4 || frame.is_open() || frame.check || !pick.is_quiet() {
            return false;
        }
        if alpha.abs() >= FORCED {
            return false;
        }
        let depth = frame.depth;
        let late = n as i32 > 4 + 3 * depth * depth;
        (late || frame.stand + 60 + 90 * depth <= alpha) && !self.shared.variant.in_check(after)
    }

    fn keep_line(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }

    /// Counts a position, and says whether the search is to end.
    fn enter(&mut self, ply: usize) -> bool {
        self.deepest = self.deepest.max(ply);
        self.nodes += 1;
        if self.nodes >= self.due {
            self.look();
        }
        self.stopped
    }

    /// Looks at the clock and at whether the search was told to end.
    pub(crate) fn look(&mut self) {
        let shared = self.shared;
        let mine = self.nodes;
        let nodes = self.count();
        let now = shared.watch.elapsed(nodes);
        self.pace.look(now, mine);
        let late = shared.hard.is_some_and(|hard| now >= hard);
        let limit = shared.limits.nodes.unwrap_or(u64::MAX);
        self.due = self.pace.every().min(limit.saturating_sub(nodes).max(1));
        self.stopped |= nodes >= limit
            || shared.control.is_stopped()
            || shared.over.load(Ordering::Relaxed)
            || (late && !shared.control.is_pondering());
    }
}

/// Whether what the table knows answers the question.
fn suffices(entry: Entry, depth: i32, alpha: i32, beta: i32) -> bool {
    entry.depth >= depth
        && match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => entry.score >= beta,
            Bound::AtMost => entry.score <= alpha,
        }
}

/// This number of moves is looked for one by one, and usually no more are needed; then the others
/// are sorted.
const SOUGHT: usize = 8;

/// Brings the best of the moves from `n` on to place `n`.
fn next(picks: &mut [Pick], n: usize) -> Pick {
    if n < SOUGHT {
        let mut best = n;
        for i in n + 1..picks.len() {
            if picks[i].rank > picks[best].rank {
                best = i;
            }
        }
        picks.swap(n, best);
    } else if n == SOUGHT {
        picks[n..].sort_by_key(|pick| std::cmp::Reverse(pick.rank));
    }
    picks[n]
}

fn scene<'s>(shared: &'s Shared<'_>, position: &'s Position, frame: &Frame, moved: &[usize]) -> Scene<'s> {
    Scene {
        last: frame.ply.checked_sub(1).map_or(NOTHING, |ply| moved[ply]),
        variant: shared.variant,
        worth: shared.worth,
        nature: shared.nature,
        position,
        side: frame.side,
        ply: frame.ply,
    }
}
