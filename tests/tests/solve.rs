//! Proofs of forced wins against trying everything: small positions of every bundled variant, for
//! both sides, as positions and as games.
//!
//! The judge here knows only the promises of `ferz_play::solve`. It asks the public interface for
//! moves and outcomes, keeps nothing and leaves nothing out.

use ferz::Decision;
use ferz::board::Bits as _;
use ferz::engine::{EndReason, Game, Move, Outcome, Position, Variant};
use ferz::rules::{Ruleset, Side};
use ferz_play::Control;
use ferz_play::solve::{Branch, Problem, Solution, solve, solve_game};
use ferz_tests::library::lower_text;
use ferz_tests::seed;
use ferz_tests::slow::duel::{Random, setting};

/// Most moves of the winner.
const DEPTH: u32 = 3;
/// The judge looks at no more positions for one question; a question that needs more is put for
/// fewer moves.
const EFFORT: usize = 1_000;
/// The same where mechanics take part in turns, which takes the engine longer.
const HARD: usize = 60;
/// The maximum number of plies of a random game.
const PLIES: usize = 160;
/// The fewest questions that are judged of every ruleset.
const LEAST: usize = 4;
/// The most games that are played for them.
const GAMES: u64 = 40;

/// Tries everything. With a line it knows the history; without, a position stands for itself.
struct Judge<'v> {
    variant: &'v Variant,
    winner: Side,
    line: Option<Game>,
    left: usize,
}

impl<'v> Judge<'v> {
    /// How the game has ended, also where a player would have to claim it.
    fn ended(&self, position: &Position) -> Option<Outcome> {
        if let Some(game) = &self.line {
            return game.outcome().or_else(|| game.claim());
        }
        self.variant.outcome(position).or_else(|| {
            let limit = self.variant.rules().end.move_rule?;
            let reached = self.variant.halfmove_clock(position) >= limit.count;
            reached.then(|| self.variant.limit_reached(position, &limit, EndReason::MoveRule))
        })
    }

    /// Whether the winner wins in this number of moves after one move; `open`: the move of the
    /// winner goes on.
    fn wins_after(&mut self, position: &Position, mv: Move, moves: u32, open: bool) -> Option<bool> {
        let mine = self.variant.turn(position) == self.winner;
        let plays = self.variant.decision(position) == Decision::Move;
        let begins = mine && plays && !open;
        if begins && moves == 0 {
            return Some(false);
        }
        let next = self.variant.play(position, mv);
        if let Some(game) = &mut self.line {
            game.play(mv);
        }
        let open = if plays { mine } else { open };
        let won = self.wins(&next, moves - u32::from(begins), open);
        if let Some(game) = &mut self.line {
            game.undo();
        }
        won
    }

    /// Whether the winner wins in this number of moves; nothing if that takes too much effort.
    fn wins(&mut self, position: &Position, moves: u32, open: bool) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        if let Some(outcome) = self.ended(position) {
            return Some(outcome.winner == Some(self.winner));
        }
        let mine = self.variant.turn(position) == self.winner;
        for mv in self.variant.legal_moves(position) {
            if self.wins_after(position, mv, moves, open)? == mine {
                return Some(mine);
            }
        }
        Some(!mine)
    }

    /// The first moves by which the winner wins in this number of moves, if he is to decide, and
    /// whether he wins at all.
    fn first(&mut self, position: &Position, moves: u32) -> Option<(Vec<Move>, bool)> {
        let legal = self.variant.legal_moves(position);
        let mine = self.variant.turn(position) == self.winner;
        let (mut first, mut all) = (Vec::new(), true);
        for mv in legal {
            let wins = self.wins_after(position, mv, moves, false)?;
            all &= wins;
            if wins {
                first.push(mv);
            }
        }
        let won = if mine { !first.is_empty() } else { all };
        Some(if mine { (first, won) } else { (Vec::new(), won) })
    }
}

/// The result of the judge: the number of moves it has looked ahead, the number in which the winner
/// wins, and the first moves.
struct Verdict {
    within: u32,
    moves: Option<u32>,
    first: Vec<Move>,
}

/// Judges as many moves ahead as the effort allows; nothing if that is none.
fn judge(variant: &Variant, position: &Position, line: Option<&Game>, winner: Side) -> Option<Verdict> {
    let mut verdict = None;
    let is_hard = ferz::hooks::take_part(variant.played());
    // Enough for each move by itself.
    let each = 2 * variant.legal_moves(position).len();
    let effort = if is_hard { HARD } else { EFFORT }.max(each);
    for moves in 0..=DEPTH {
        let mut judge = Judge {
            variant,
            winner,
            line: line.cloned(),
            left: effort,
        };
        let Some((first, won)) = judge.first(position, moves) else {
            break;
        };
        verdict = Some(Verdict {
            within: moves,
            moves: won.then_some(moves),
            first: if won { first } else { Vec::new() },
        });
        if won {
            break;
        }
    }
    verdict
}

/// The start position with fewer pieces, some of them elsewhere.
fn thinned(variant: &Variant, random: &mut Random) -> Position {
    let mut position = variant.start();
    let mut pieces = Vec::new();
    variant.each_piece(&position, |square, kind, side| pieces.push((square, kind, side)));
    // The text is read as a position of the variant, not only as pieces on squares, and the game
    // goes on from it.
    let read = |changed: Position| {
        let read = variant.position(&variant.fen(&changed)).ok();
        read.filter(|read| variant.outcome(read).is_none())
    };
    let squares: Vec<_> = variant.topology().squares().squares().collect();
    let keep = 2 + random.below(5);
    for (square, kind, side) in pieces {
        if variant.piece_at(&position, square) != Some((kind, side)) {
            continue;
        }
        let without = variant.with_piece(&position, square, None);
        let changed = if !random.once_in(keep) {
            read(without)
        } else {
            let to = random.pick(&squares);
            let is_empty = variant.piece_at(&without, to).is_none();
            let moved = || variant.with_piece(&without, to, Some((kind, side)));
            is_empty.then(moved).and_then(read)
        };
        position = changed.unwrap_or(position);
    }
    position
}

/// A game of random moves from few pieces.
fn random_game(variant: &Variant, random: &mut Random) -> Game {
    let start = if random.once_in(6) {
        variant.start()
    } else {
        thinned(variant, random)
    };
    let mut game = Game::new(variant, start);
    while game.moves().len() < PLIES && game.outcome().is_none() {
        let moves = variant.legal_moves(game.position());
        game.play(random.pick(&moves));
    }
    game
}

/// A random game up to shortly before its end, more often one with a winner.
fn unfinished_game(variant: &Variant, random: &mut Random) -> Game {
    let mut game = random_game(variant, random);
    for _ in 0..5 {
        if game.outcome().is_some_and(|outcome| outcome.winner.is_some()) {
            break;
        }
        game = random_game(variant, random);
    }
    let back = if game.outcome().is_some() {
        1 + random.below(4)
    } else {
        random.below(PLIES)
    };
    for _ in 0..back {
        game.undo();
    }
    game
}

fn problem(winner: Side, moves: u32) -> Problem {
    Problem {
        winner,
        moves,
        nodes: None,
        time: None,
        threads: 1,
        hash: 1,
    }
}

/// The winner has one move everywhere, the other all legal ones, and every line ends with a win in
/// time.
fn assert_tree(at: &str, judge: &mut Judge<'_>, position: &Position, tree: &[Branch], left: u32) {
    if tree.is_empty() {
        let outcome = judge.ended(position);
        let winner = outcome.and_then(|outcome| outcome.winner);
        let fen = judge.variant.fen(position);
        assert_eq!(winner, Some(judge.winner), "{at}: a line ends with {fen}");
        return;
    }
    let legal = judge.variant.legal_moves(position);
    let mine = judge.variant.turn(position) == judge.winner;
    assert_eq!(tree.len(), if mine { 1 } else { legal.len() }, "{at}");
    for branch in tree {
        assert!(legal.contains(&branch.mv) && branch.moves <= left, "{at}");
        let after = judge.variant.play(position, branch.mv);
        if let Some(game) = &mut judge.line {
            game.play(branch.mv);
        }
        assert_tree(at, judge, &after, &branch.then, branch.moves);
        if let Some(game) = &mut judge.line {
            game.undo();
        }
    }
}

/// Puts one question to both; returns in how many moves the winner wins, if the question can be
/// judged.
fn ask(name: &str, game: &Game, as_game: bool, winner: Side) -> Option<Option<u32>> {
    let (variant, position) = (game.variant(), game.position());
    let line = as_game.then_some(game);
    let verdict = judge(variant, position, line, winner)?;
    let problem = problem(winner, verdict.within);
    let control = Control::default();
    let solution: Solution = if as_game {
        solve_game(game, &problem, &control, &|_| ())
    } else {
        solve(variant, position, &problem, &control, &|_| ())
    };
    let played = if as_game {
        let moves: Vec<String> = (0..game.moves().len())
            .filter_map(|ply| {
                let at = game.position_at(ply)?;
                let legal = variant.legal_moves(at);
                let i = legal.iter().position(|mv| *mv == game.moves()[ply])?;
                Some(variant.move_texts(at, &legal)[i].clone())
            })
            .collect();
        let first = game
            .position_at(0)
            .map(|first| variant.fen(first))
            .unwrap_or_default();
        format!("--fen \"{first}\" --moves \"{}\"", moves.join(" "))
    } else {
        format!("--fen \"{}\"", variant.fen(position))
    };
    let at = format!(
        "ferz solve {name} --winner {winner:?} --mate {} {played}",
        verdict.within
    );
    assert!(solution.complete, "{at}");
    assert_eq!(solution.moves, verdict.moves, "{at}");
    let (mut first, mut expected) = (solution.first.clone(), verdict.first);
    let order = |mv: &Move| format!("{mv:?}");
    first.sort_by_key(order);
    expected.sort_by_key(order);
    assert_eq!(first, expected, "{at}");
    if let Some(moves) = verdict.moves {
        let mut judge = Judge {
            variant,
            winner,
            line: line.cloned(),
            left: usize::MAX,
        };
        assert_tree(&at, &mut judge, position, &solution.tree, moves);
    }
    Some(verdict.moves)
}

/// Questions about one variant: how many could be judged, and how many of them were wins. Goes on
/// with other games where the games of these seeds give few questions.
fn examine(name: &str, rules: Ruleset, seeds: std::ops::Range<u64>) -> [usize; 2] {
    let variant = Variant::new(rules).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (mut asked, mut won) = (0, 0);
    let more = seeds.end..seeds.end + GAMES;
    for seed in seeds.clone().chain(more) {
        if seed >= seeds.end && asked >= LEAST {
            break;
        }
        let mut random = Random(seed);
        let game = unfinished_game(&variant, &mut random);
        for winner in Side::ALL {
            for as_game in [false, true] {
                if game.outcome().is_some() {
                    continue;
                }
                if let Some(moves) = ask(name, &game, as_game, winner) {
                    asked += 1;
                    won += usize::from(moves.is_some());
                }
            }
        }
    }
    [asked, won]
}

/// `FERZ_NAMES="chess atomic" FERZ_SAMPLES=20` looks at twenty times as many positions of each of
/// these.
#[test]
fn proofs_agree_with_trying_everything() {
    let chosen = std::env::var("FERZ_NAMES").unwrap_or_default();
    let chosen: Vec<&str> = chosen.split_whitespace().collect();
    let names: Vec<&str> = ferz_rulesets::all().iter().map(|bundled| bundled.name).collect();
    let names: Vec<&str> = names
        .into_iter()
        .filter(|name| chosen.is_empty() || chosen.contains(name))
        .collect();
    let day = seed::of_this_run() as usize;
    let (always, today) = (1..1 + seed::samples(1), seed::some(seed::samples(1)));
    let threads = setting("FERZ_THREADS", 2) as usize;
    let part = |first: usize| {
        let (mut asked, mut won, mut few) = (0, 0, Vec::new());
        for (number, name) in names.iter().enumerate().skip(first).step_by(threads) {
            // On every second day the games of all days, on the others those of the day.
            let is_new = (number / threads + day).is_multiple_of(2);
            let seeds = if is_new { today.clone() } else { always.clone() };
            let rules = ferz_rulesets::ruleset(name).unwrap_or_else(|error| panic!("{error}"));
            let [some, wins] = examine(name, rules, seeds);
            asked += some;
            won += wins;
            if some < LEAST {
                few.push(format!("{name}: {some}"));
            }
        }
        (asked, won, few)
    };
    let (asked, won, few) = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|first| scope.spawn(move || part(first)))
            .collect();
        let results = parts.into_iter().map(|part| part.join().expect("they agree"));
        results.fold((0, 0, Vec::new()), |(a, b, few), (c, d, more)| {
            (a + c, b + d, [few, more].concat())
        })
    });
    println!("{asked} questions, {won} of them wins");
    assert!(few.is_empty(), "too few questions: {}", few.join(", "));
    assert!(
        !chosen.is_empty() || asked > 800 && won > 100,
        "{asked} questions, {won} wins"
    );
}

/// How games end, on a board so small that most of them do, and other factors that decide the side
/// to move.
const ENDS: &[&str] = &[
    "end { checkmate: win }",
    "end { checkmate: draw; stalemate: loss }",
    "end { checkmate: win; stalemate: win }",
    "end { checkmate: win; stalemate: white loss, black draw }",
    "end { checkmate: loss; stalemate: black win, white loss }",
    "end { checkmate: loss; mate-by: win, of pawn knight }",
    "end { checkmate: win; mate-by: loss, of rook }",
    "end { checkmate: loss; mate-without: win, of rook }",
    "end { checkmate: loss; move-rule: 4 win }",
    "end { checkmate: loss; move-rule: 5 loss claim }",
    "end { checkmate: loss; move-rule: 4 black win }",
    "end { checkmate: win; move-rule: 6 draw }",
    "end { checkmate: loss; repetition: 2 loss }",
    "end { checkmate: win; repetition: 2 white win claim }",
    "end { checkmate: loss; repetition: 2 draw; perpetual-check: loss }",
    "end { checkmate: draw; repetition: 2 draw; to-and-fro: 4 loss }",
    "end { checkmate: loss; only-promotions: 2 win }",
    "end { checkmate: win; only-promotions: 3 loss }",
    "end { checkmate: loss; bare: extinct (rook | knight | pawn) }",
    "end { checkmate: win; bare: extinct (rook | knight | pawn), win }",
    "end { checkmate: loss; home: reach king on last rank, reply }",
    "end { checkmate: win; home: reach all on last rank, own-move, loss }",
    "end { checkmate: loss; checks: checks 2 }\nrules { must-capture: yes }",
    "rules { pass: allowed }\nend { checkmate: win; still: most all, passes 2, stuck }",
    "rules { pass: stuck }\nend { checkmate: loss }",
    "rules { only-mate: yes }\nend { checkmate: win; stalemate: loss }",
    "rules { no-check: yes }\nend { stalemate: win }",
    "turn { both: move, move; check: ends }\nend { checkmate: win }",
    "turn { both: move, move; check: ends; must: yes }\nend { checkmate: loss; stalemate: loss }",
    "turn { white: move, move; black: move; check: ends }\nend { checkmate: loss; stalemate: win; move-rule: 9 draw }",
    "on capture { remove: mover }\nend { checkmate: win; stalemate: loss }",
    "on capture { again: mover, quiet }\nend { checkmate: loss; stalemate: loss }",
    "walls { on: knight at mover }\nend { checkmate: loss; stalemate: loss }",
];

#[test]
fn proofs_know_every_ending() {
    let (mut asked, mut won) = (0, 0);
    let both = [1..1 + seed::samples(4), seed::some(seed::samples(4))];
    for ending in ENDS {
        let text = format!(
            "variant \"Test\"\nboard 4x4\narmy both {{\n  king K = king, royal\n  rook R = rook\n  knight N = knight\n  \
             pawn P = move step forward | capture step forward-diagonal\n}}\n\
             promotion pawn {{ on: last rank; to: rook knight }}\n{ending}\nstart \"rkn1/1p2/2P1/1NKR w - - 0 1\"\n"
        );
        let lowered = lower_text("test", &text);
        let rules = lowered
            .ruleset
            .unwrap_or_else(|| panic!("{text}\n{:#?}", lowered.diagnostics));
        for seeds in &both {
            let [some, wins] = examine(ending, rules.clone(), seeds.clone());
            asked += some;
            won += wins;
        }
    }
    println!("{asked} questions, {won} of them wins");
    assert!(asked > 600 && won > 100, "{asked} questions, {won} wins");
}
