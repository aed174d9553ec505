//! The speed that a program using the crate gets: random games, positions and moves as texts,
//! beside cozy-chess.

use crate::perft::{best, variant};
use crate::report::{millions, ratio, table};
use anyhow::Result;
use cozy_chess::{Board, GameStatus};
use ferz::engine::{Move, Position, Variant};
use std::hint::black_box;

/// Games of one turn of a measurement.
const GAMES: u32 = 30;
/// No game is longer.
const MOST_PLIES: u32 = 500;
/// Variants whose random games are measured, the last ones without a peer here.
const VARIANTS: [&str; 9] = [
    "chess",
    "capablanca",
    "xiangqi",
    "shako",
    "grand",
    "antichess",
    "atomic",
    "megaman",
    "en-chess",
];

/// The same random numbers for everybody.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((u128::from(self.0) * n as u128) >> 64) as usize
    }
}

/// Random games by ferz; `outcome` asks after every move whether the game is over. Returns how many
/// moves were made.
fn games(variant: &Variant, outcome: bool) -> u64 {
    let (mut random, mut moves, mut plies) = (Random(7), Vec::new(), 0);
    let start = variant.start();
    for _ in 0..GAMES {
        let mut position = start.clone();
        for _ in 0..MOST_PLIES {
            if outcome && variant.outcome(&position).is_some() {
                break;
            }
            moves.clear();
            variant.legal_moves_into(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            variant.advance(&mut position, moves[random.below(moves.len())]);
            plies += 1;
        }
    }
    plies
}

/// The same by cozy-chess.
fn cozy_games(outcome: bool) -> u64 {
    let (mut random, mut moves, mut plies) = (Random(7), Vec::new(), 0);
    for _ in 0..GAMES {
        let mut board = Board::default();
        for _ in 0..MOST_PLIES {
            if outcome && board.status() != GameStatus::Ongoing {
                break;
            }
            list(&board, &mut moves);
            if moves.is_empty() {
                break;
            }
            board.play_unchecked(moves[random.below(moves.len())]);
            plies += 1;
        }
    }
    plies
}

fn list(board: &Board, moves: &mut Vec<cozy_chess::Move>) {
    moves.clear();
    board.generate_moves(|part| {
        moves.extend(part);
        false
    });
}

/// Positions of random games, one of every seven.
fn sample(variant: &Variant, most: usize) -> Vec<Position> {
    let (mut random, mut sample) = (Random(99), Vec::new());
    while sample.len() < most {
        let mut position = variant.start();
        for ply in 0..120 {
            let moves = variant.legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            if ply % 7 == 3 {
                sample.push(position.clone());
            }
            variant.advance(&mut position, moves[random.below(moves.len())]);
        }
    }
    sample.truncate(most);
    sample
}

/// Random games of some variants, in million plies per second.
pub(crate) fn playouts(turns: u32) -> Result<()> {
    let mut rows = Vec::new();
    for name in VARIANTS {
        let variant = variant(name)?;
        let mut plies = [0; 4];
        let [a, b, c, d] = &mut plies;
        let mut ferz = || *a = games(&variant, false);
        let mut asked = || *b = games(&variant, true);
        let mut row = vec![name.to_owned()];
        if name == "chess" {
            let times = best(
                turns,
                [&mut ferz, &mut asked, &mut || *c = cozy_games(false), &mut || {
                    *d = cozy_games(true)
                }],
            );
            let [ferz, asked, cozy, status] = [0, 1, 2, 3].map(|i| plies[i] as f64 / times[i]);
            row.extend([ferz, asked, cozy, status].map(millions));
            row.extend([ratio(ferz / cozy), ratio(asked / status)]);
        } else {
            let times = best(turns, [&mut ferz, &mut asked]);
            row.extend([0, 1].map(|i| millions(plies[i] as f64 / times[i])));
            row.extend(["", "", "", ""].map(str::to_owned));
        }
        rows.push(row);
    }
    table(
        "Random games through the public interface, million plies per second",
        &[
            "variant",
            "ferz",
            "with `outcome`",
            "cozy-chess",
            "with `status`",
            "ferz / cozy-chess",
            "with `outcome` / with `status`",
        ],
        &rows,
    );
    Ok(())
}

/// Something that is done once for each position.
type Call<'a> = Box<dyn FnMut() + 'a>;

/// Positions of a variant, and the questions about them.
struct Samples {
    variant: Variant,
    positions: Vec<Position>,
    fens: Vec<String>,
    moves: Vec<Vec<Move>>,
    /// The text of one move of each position.
    texts: Vec<String>,
}

impl Samples {
    fn new(name: &str) -> Result<Self> {
        let variant = variant(name)?;
        let positions = sample(&variant, 300);
        let fens = positions.iter().map(|p| variant.fen(p)).collect();
        let moves: Vec<Vec<Move>> = positions.iter().map(|p| variant.legal_moves(p)).collect();
        let each = positions.iter().zip(&moves);
        let texts = each
            .map(|(p, moves)| variant.move_texts(p, moves)[moves.len() / 2].clone())
            .collect();
        Ok(Self {
            variant,
            positions,
            fens,
            moves,
            texts,
        })
    }

    /// The calls that are measured in ferz.
    fn ours(&self) -> [(&'static str, Call<'_>); 7] {
        let Self {
            variant,
            positions,
            fens,
            moves,
            texts,
        } = self;
        let each = move || positions.iter().zip(moves);
        let mut listed = Vec::new();
        let list_all = move || {
            for position in positions {
                listed.clear();
                variant.legal_moves_into(position, &mut listed);
                black_box(&listed);
            }
        };
        let read = move || {
            for fen in fens {
                let _ = black_box(variant.position(fen));
            }
        };
        let print = move || positions.iter().for_each(|p| drop(black_box(variant.fen(p))));
        let is_over = move || positions.iter().for_each(|p| drop(black_box(variant.outcome(p))));
        let written = move || each().for_each(|(p, m)| drop(black_box(variant.move_texts(p, m))));
        let sans = move || each().for_each(|(p, m)| drop(black_box(variant.sans(p, m))));
        let find = move || {
            for (position, text) in positions.iter().zip(texts) {
                black_box(variant.find_move(position, text));
            }
        };
        [
            ("read a FEN", Box::new(read)),
            ("print a FEN", Box::new(print)),
            ("list all moves", Box::new(list_all)),
            ("ask whether the game is over", Box::new(is_over)),
            ("the texts of all moves", Box::new(written)),
            ("all moves in SAN", Box::new(sans)),
            ("find a move by its text", Box::new(find)),
        ]
    }

    /// The first four of them, asked of cozy-chess.
    fn theirs<'a>(&'a self, boards: &'a [Board]) -> [Call<'a>; 4] {
        let mut listed = Vec::new();
        [
            Box::new(|| {
                for fen in &self.fens {
                    let _ = black_box(fen.parse::<Board>());
                }
            }),
            Box::new(move || boards.iter().for_each(|b| drop(black_box(b.to_string())))),
            Box::new(move || {
                for board in boards {
                    list(board, &mut listed);
                    black_box(&listed);
                }
            }),
            Box::new(move || {
                for board in boards {
                    black_box(board.status());
                }
            }),
        ]
    }
}

/// Single calls on positions of random games of chess, capablanca and xiangqi, in thousand calls
/// per second.
pub(crate) fn calls(turns: u32) -> Result<()> {
    let mut rows = Vec::new();
    for name in ["chess", "capablanca", "xiangqi"] {
        let samples = Samples::new(name)?;
        let boards: Vec<Board> = match name {
            "chess" => samples.fens.iter().filter_map(|fen| fen.parse().ok()).collect(),
            _ => Vec::new(),
        };
        let mut theirs = samples.theirs(&boards);
        for (index, (label, mut ferz)) in samples.ours().into_iter().enumerate() {
            let rate = |time: f64| format!("{:.0}", samples.positions.len() as f64 / time / 1e3);
            let mut row = vec![name.to_owned(), label.to_owned()];
            match theirs.get_mut(index).filter(|_| !boards.is_empty()) {
                Some(cozy) => {
                    let times = best(turns * 10, [&mut *ferz, &mut **cozy]);
                    row.extend(times.map(rate));
                    row.push(ratio(times[1] / times[0]));
                }
                None => {
                    let [time] = best(turns * 10, [&mut *ferz]);
                    row.extend([rate(time), String::new(), String::new()]);
                }
            }
            rows.push(row);
        }
    }
    table(
        "Single calls, thousands per second",
        &["variant", "call", "ferz", "cozy-chess", "ferz / cozy-chess"],
        &rows,
    );
    Ok(())
}
