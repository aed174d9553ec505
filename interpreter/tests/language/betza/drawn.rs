//! Drawn boards, and how the piece on one moves by a movement.
//!
//! In a drawing `@` is the piece, `.` an empty square, `e` an enemy and `o` a piece of its own
//! side. An empty square that it can move to is drawn `x`, one that it can capture on en passant
//! `*`, a piece that it can capture by moving there in upper case.

use ferz::betza::parse;
use ferz::rules::*;
use std::collections::{BTreeMap, BTreeSet};

pub(super) type Square = (i32, i32);

/// A board with the piece on (0,0): up is forward.
pub(super) struct Drawn {
    squares: BTreeMap<Square, char>,
    width: i32,
    left: i32,
}

impl Drawn {
    pub(super) fn new(drawing: &str) -> Self {
        let lines: Vec<Vec<char>> = drawing
            .lines()
            .map(str::trim)
            .filter(|l| !l.is_empty())
            .map(|l| l.chars().collect())
            .collect();
        let mut places = lines
            .iter()
            .enumerate()
            .flat_map(|(y, l)| l.iter().enumerate().map(move |(x, c)| (x, y, *c)));
        let (x0, y0, _) = places.clone().find(|place| place.2 == '@').expect("a piece");
        assert!(
            lines.iter().all(|line| line.len() == lines[0].len()),
            "a rectangle"
        );
        let squares = places
            .by_ref()
            .map(|(x, y, c)| {
                let c = match c {
                    'x' | '*' => '.',
                    c => c.to_ascii_lowercase(),
                };
                ((x as i32 - x0 as i32, y0 as i32 - y as i32), c)
            })
            .collect();
        Self {
            squares,
            width: lines[0].len() as i32,
            left: -(x0 as i32),
        }
    }

    fn wrapped(&self, (x, y): Square, wraps: bool) -> Square {
        if wraps {
            ((x - self.left).rem_euclid(self.width) + self.left, y)
        } else {
            (x, y)
        }
    }
}

/// A path so far.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) at: Square,
    /// Wind and size of the last leap, and whether it wrapped.
    pub(super) last: (u8, u8, u8, bool),
    pub(super) captures: Vec<Square>,
    pub(super) passed: Vec<Square>,
    pub(super) modes: Modes,
    pub(super) rifle: bool,
    pub(super) exposed: bool,
    pub(super) initial: bool,
}

pub(super) fn walk(board: &Drawn, movement: &Movement, from: &Way) -> Vec<Way> {
    let inside = |movement: &Movement| walk(board, movement, from);
    match movement {
        Movement::Leap(leap) => {
            let mut ways = Vec::new();
            let turn = if leap.frame == Frame::Heading {
                from.last.0
            } else {
                0
            };
            for wind in leap.winds.rotate(turn).iter() {
                let oblique = leap.m != 0 && leap.m != leap.n;
                if oblique == (wind % 2 == 0) {
                    continue;
                }
                let way = Way {
                    last: (wind, leap.m, leap.n, leap.wraps),
                    modes: Modes::BOTH,
                    ..from.clone()
                };
                ways.extend(ride(board, way, leap.range, leap.between));
            }
            ways
        }
        Movement::Union(parts) => parts.iter().flat_map(inside).collect(),
        Movement::Then { first, via, next } => {
            let mut ways = Vec::new();
            for mut way in inside(first) {
                let here = here(board, &way, way.at);
                let open = match via {
                    Via::Empty => here == Some('.'),
                    Via::Capture => here == Some('e'),
                    Via::CaptureOwn => here == Some('o'),
                    Via::Hurdle(_) => matches!(here, Some('e' | 'o')),
                    Via::Pass => here.is_some(),
                };
                if open {
                    if matches!(via, Via::Capture | Via::CaptureOwn) {
                        way.captures.push(way.at);
                    }
                    ways.extend(walk(board, next, &way));
                }
            }
            ways
        }
        Movement::Over { movement, hurdle, by } => {
            assert_eq!(*hurdle, Hurdle::Any);
            let hops = inside(movement)
                .into_iter()
                .filter(|way| matches!(here(board, way, way.at), Some('e' | 'o')));
            hops.flat_map(|way| ride(board, way, *by, Between::Free))
                .collect()
        }
        Movement::Only { modes, movement } => inside(movement)
            .into_iter()
            .map(|way| Way {
                modes: way.modes.and(*modes),
                ..way
            })
            .collect(),
        Movement::As { modes, movement } => inside(movement)
            .into_iter()
            .map(|way| Way { modes: *modes, ..way })
            .collect(),
        Movement::Rifle(movement) => inside(movement)
            .into_iter()
            .map(|way| Way { rifle: true, ..way })
            .collect(),
        Movement::Exposed(movement) => inside(movement)
            .into_iter()
            .map(|way| Way { exposed: true, ..way })
            .collect(),
        Movement::When { condition, movement } => {
            assert_eq!(*condition, Condition::Initial);
            inside(movement)
                .into_iter()
                .map(|way| Way { initial: true, ..way })
                .collect()
        }
    }
}

/// The contents of a square for a path: the start and captured squares are empty.
pub(super) fn here(board: &Drawn, way: &Way, at: Square) -> Option<char> {
    let found = *board.squares.get(&at)?;
    Some(if found == '@' || way.captures.contains(&at) {
        '.'
    } else {
        found
    })
}

pub(super) fn ride(board: &Drawn, way: Way, range: Range, between: Between) -> Vec<Way> {
    let (wind, m, n, wraps) = way.last;
    let (dx, dy, steps) = vector(wind, m, n);
    let mut ways = Vec::new();
    let mut way = way;
    for made in 1..=range.max.unwrap_or(99) {
        let path: Vec<Square> = steps
            .iter()
            .map(|(x, y)| board.wrapped((way.at.0 + x, way.at.1 + y), wraps))
            .collect();
        let is_open = |square: &Square| match between {
            Between::Free => true,
            Between::Empty => here(board, &way, *square) == Some('.'),
            Between::Occupied => matches!(here(board, &way, *square), Some('e' | 'o')),
        };
        if !path.iter().all(is_open) {
            break;
        }
        if between == Between::Empty {
            way.passed.extend(path);
        }
        way.at = board.wrapped((way.at.0 + dx, way.at.1 + dy), wraps);
        if here(board, &way, way.at).is_none() {
            break;
        }
        if made >= range.min {
            ways.push(way.clone());
        }
        if here(board, &way, way.at) != Some('.') || way.at == (0, 0) {
            break;
        }
        way.passed.push(way.at);
    }
    ways
}

/// The offset of a leap, and the squares that it jumps over.
pub(super) fn vector(wind: u8, m: u8, n: u8) -> (i32, i32, Vec<Square>) {
    let (m, n) = (i32::from(m), i32::from(n));
    let m = match wind % 4 {
        0 => 0,
        2 => n,
        _ => m,
    };
    // Clockwise from north; every other knight's wind is nearer to the next axis.
    let (x, y) = match wind {
        15 | 0..=2 => (if wind == 15 { -m } else { m }, n),
        3..=6 => (
            n,
            if wind == 3 {
                m
            } else if wind == 6 {
                -n
            } else {
                -m
            },
        ),
        7..=10 => (
            if wind == 7 {
                m
            } else if wind == 10 {
                -n
            } else {
                -m
            },
            -n,
        ),
        _ => (
            -n,
            if wind == 11 {
                -m
            } else if wind == 14 {
                n
            } else {
                m
            },
        ),
    };
    let straight = if x.abs() > y.abs() {
        (x.signum(), 0)
    } else {
        (0, y.signum())
    };
    let mut jumped = Vec::new();
    let (mut at, mut left) = ((0, 0), n - m);
    for _ in 1..n {
        let (dx, dy) = if left > 0 {
            straight
        } else {
            (x.signum(), y.signum())
        };
        left -= 1;
        at = (at.0 + dx, at.1 + dy);
        jumped.push(at);
    }
    (x, y, jumped)
}

pub(super) fn ways(text: &str, drawing: &str) -> (Drawn, Vec<Way>) {
    let movement = parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let board = Drawn::new(drawing);
    let start = Way {
        at: (0, 0),
        last: (0, 0, 0, false),
        captures: vec![],
        passed: vec![],
        modes: Modes::NONE,
        rifle: false,
        exposed: false,
        initial: false,
    };
    let ways = walk(&board, &movement, &start);
    (board, ways)
}

/// The drawing with the piece's moves filled in.
pub(super) fn drawn(text: &str, drawing: &str) -> String {
    let (board, ways) = ways(text, drawing);
    let mut squares = board.squares.clone();
    for way in ways {
        let filled = match (here(&board, &way, way.at), way.at) {
            (_, (0, 0)) => '@',
            (Some('.'), _) if way.modes.has(Modes::QUIET) => 'x',
            (Some('.'), _) if way.modes.has(Modes::EN_PASSANT) => '*',
            (Some('e'), _) if way.modes.has(Modes::CAPTURE) => 'E',
            (Some('o'), _) if way.modes.has(Modes::CAPTURE_OWN) => 'O',
            _ => continue,
        };
        squares.insert(way.at, filled);
    }
    let mut lines: BTreeMap<i32, String> = BTreeMap::new();
    for ((_, y), c) in squares {
        lines.entry(-y).or_default().push(c);
    }
    lines.into_values().collect::<Vec<_>>().join("\n")
}

/// All moves with their removals on the way, `x-y` after a rifle shot.
pub(super) fn moves(text: &str, drawing: &str) -> Vec<String> {
    let (board, ways) = ways(text, drawing);
    let mut list = BTreeSet::new();
    for way in ways {
        let possible = match here(&board, &way, way.at) {
            Some('.') => way.modes.has(Modes::QUIET) && !way.rifle,
            Some('e') => way.modes.has(Modes::CAPTURE),
            Some('o') => way.modes.has(Modes::CAPTURE_OWN),
            _ => false,
        };
        if possible {
            let mark = if way.rifle { "!" } else { "" };
            let on_the_way: String = way.captures.iter().map(|(x, y)| format!(" x{x},{y}")).collect();
            list.insert(format!("{mark}{},{}{on_the_way}", way.at.0, way.at.1));
        }
    }
    list.into_iter().collect()
}

#[track_caller]
pub(super) fn check(text: &str, drawing: &str) {
    let clean = drawing
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect::<Vec<_>>()
        .join("\n");
    assert_eq!(drawn(text, drawing), clean, "{text}");
}

/// An empty board of 15 by 15 with the piece in the middle.
pub(super) fn empty() -> String {
    let row = ".".repeat(15);
    let middle = format!("{}@{}", ".".repeat(7), ".".repeat(7));
    format!("{0}{middle}\n{0}", format!("{row}\n").repeat(7))
}

pub(super) fn reach(text: &str) -> BTreeSet<Square> {
    let (board, ways) = ways(text, &empty());
    ways.iter()
        .filter(|way| here(&board, way, way.at) == Some('.'))
        .map(|way| way.at)
        .collect()
}

pub(super) fn leaper(m: i32, n: i32) -> BTreeSet<Square> {
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    signs
        .iter()
        .flat_map(|(a, b)| [(a * m, b * n), (a * n, b * m)])
        .collect()
}

pub(super) fn rider(m: i32, n: i32, max: i32) -> BTreeSet<Square> {
    let all = (1..=max).flat_map(|i| leaper(m * i, n * i));
    all.filter(|(x, y)| x.abs() <= 7 && y.abs() <= 7).collect()
}
