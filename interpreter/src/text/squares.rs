//! Sets of squares.

use crate::board::{Bits, Square, Topology};
use crate::mirror::mirror;
use crate::rules::{Board, PerSide, Side, SquareName, Squares};
use ferz_engine::order::sort;

/// A set of squares as it stands on the board, in few words: `rank 8`, `d1-f3`, `a1 | h1`, `none`.
pub fn squares(set: &Squares, board: &Board) -> String {
    let hole = |place: (u8, u8)| board.holes.0.contains(&grid_name(place.0, place.1));
    in_words(&set.0, board, &|place| !hole(place))
}

/// Places of a board in few words. `counts` says which places of the grid matter; the others may be
/// in the set or not.
fn in_words(set: &[SquareName], board: &Board, counts: &dyn Fn((u8, u8)) -> bool) -> String {
    let mut left: Vec<(u8, u8)> = Vec::new();
    let mut names: Vec<SquareName> = Vec::new();
    for name in set {
        match grid_square(name, board) {
            Some(square) => left.push(square),
            None => names.push(name.clone()),
        }
    }
    let has = |set: &[(u8, u8)], file, rank| set.contains(&(file, rank));
    let full_rank = |rank: u8| {
        let mut all = (0..board.files).filter(|&file| counts((file, rank))).peekable();
        all.peek().is_some() && all.all(|file| has(&left, file, rank))
    };
    let full_file = |file: u8| {
        let mut all = (0..board.ranks).filter(|&rank| counts((file, rank))).peekable();
        all.peek().is_some() && all.all(|rank| has(&left, file, rank))
    };
    let outside = |name: &&SquareName| grid_square(name, board).is_none();
    let ranks: Vec<u8> = (0..board.ranks).filter(|&rank| full_rank(rank)).collect();
    if ranks.len() == usize::from(board.ranks) && names.len() == board.extra.keys().filter(outside).count() {
        return "all".to_owned();
    }
    let files: Vec<u8> = (0..board.files).filter(|&file| full_file(file)).collect();
    let mut words: Vec<String> = runs(&ranks)
        .into_iter()
        .map(|(first, last)| match (first, last) {
            (a, b) if a == b => format!("rank {}", a + 1),
            (a, b) => format!("ranks {}-{}", a + 1, b + 1),
        })
        .collect();
    left.retain(|(_, rank)| !ranks.contains(rank));
    if ranks.is_empty() {
        for (first, last) in runs(&files) {
            let name = |file: u8| char::from(b'a' + file);
            words.push(match (first, last) {
                (a, b) if a == b => format!("file {}", name(a)),
                (a, b) => format!("files {}-{}", name(a), name(b)),
            });
        }
        left.retain(|(file, _)| !files.contains(file));
    }
    words.extend(rectangles(left, board));
    words.extend(names);
    if words.is_empty() {
        "none".to_owned()
    } else {
        words.join(" | ")
    }
}

/// Squares of the grid as rectangles: `d1-f3`.
fn rectangles(mut left: Vec<(u8, u8)>, board: &Board) -> Vec<String> {
    let mut words = Vec::new();
    while let Some(&(file, rank)) = left.iter().min_by_key(|&&(file, rank)| (rank, file)) {
        let mut right = file;
        while right + 1 < board.files && left.contains(&(right + 1, rank)) {
            right += 1;
        }
        let mut top = rank;
        while top + 1 < board.ranks && (file..=right).all(|f| left.contains(&(f, top + 1))) {
            top += 1;
        }
        left.retain(|&(f, r)| !((file..=right).contains(&f) && (rank..=top).contains(&r)));
        let name = grid_name(file, rank);
        words.push(
            if (file, rank) == (right, top) && !board.holes.0.contains(&name) {
                name
            } else {
                format!("{name}-{}", grid_name(right, top))
            },
        );
    }
    words
}

/// A side's set where a rule of that side alone names it: Black's is written from White's side.
pub fn squares_of(side: Side, set: &Squares, board: &Board) -> String {
    let image = |mirror: Mirror| mirror.words(None, Some(set), board);
    match side {
        Side::White => squares(set, board),
        Side::Black => Mirror::new(board)
            .and_then(image)
            .unwrap_or_else(|| as_it_stands(side, set, board)),
    }
}

/// A square of a side's castling as it is written, from White's side; for Black it may be a hole.
pub(super) fn square_of(side: Side, name: &SquareName, board: &Board) -> SquareName {
    let image = |(file, rank): (u8, u8)| grid_name(file, board.ranks - 1 - rank);
    match side {
        Side::White => name.clone(),
        Side::Black => grid_square(name, board).map_or_else(|| name.clone(), image),
    }
}

/// Both sides' sets: one text if Black's mirrors White's, else each as it stands on the board.
pub fn sets(sets: &PerSide<Squares>, board: &Board) -> String {
    let both = |mirror: Mirror| mirror.words(Some(&sets.white), Some(&sets.black), board);
    Mirror::new(board).and_then(both).unwrap_or_else(|| {
        let named = Side::ALL.into_iter().filter(|&side| !sets[side].0.is_empty());
        let sides: Vec<String> = named.map(|side| as_it_stands(side, &sets[side], board)).collect();
        sides.join(" | ")
    })
}

/// A set in parentheses if it is more than one phrase.
pub(super) fn grouped(set: String) -> String {
    if set.contains(" | ") {
        format!("({set})")
    } else {
        set
    }
}

/// A side's set as it stands on the board, where a rule of that side alone names it.
pub(super) fn as_seen(side: Side, set: &Squares, board: &Board) -> String {
    match side {
        Side::White => squares(set, board),
        Side::Black => as_it_stands(side, set, board),
    }
}

fn as_it_stands(side: Side, set: &Squares, board: &Board) -> String {
    format!("{side} {}", grouped(squares(set, board)))
}

/// A zone's declarations.
pub(super) fn zone(name: &str, zone: &PerSide<Squares>, board: &Board) -> Vec<String> {
    let both = |mirror: Mirror| mirror.words(Some(&zone.white), Some(&zone.black), board);
    if let Some(words) = Mirror::new(board).and_then(both) {
        return vec![format!("zone {name} = {words}")];
    }
    Side::ALL
        .into_iter()
        .map(|side| format!("zone {side} {name} = {}", squares(&zone[side], board)))
        .collect()
}

/// The mirror image of a board's places.
struct Mirror {
    topology: Topology,
    image: Vec<Square>,
}

impl Mirror {
    fn new(board: &Board) -> Option<Self> {
        let topology = Topology::new(board).ok()?;
        let image = mirror(&topology);
        Some(Self { topology, image })
    }

    /// One text for White's set and, mirrored, for Black's, or for one of the two alone; `None` if
    /// there is no such text.
    fn words(&self, white: Option<&Squares>, black: Option<&Squares>, board: &Board) -> Option<String> {
        let exist = self.topology.squares();
        let wanted = |place: Square, set: Option<&Squares>| {
            let name = set
                .filter(|_| exist.has(place))
                .map(|_| self.topology.name(place));
            name.map(|name| set.is_some_and(|set| set.0.iter().any(|square| square == name)))
        };
        let mut counting: Vec<(u8, u8)> = Vec::new();
        let mut set: Vec<SquareName> = Vec::new();
        let mut images: Vec<SquareName> = Vec::new();
        for place in (0..self.topology.size()).map(|i| i as Square) {
            let image = self.image[usize::from(place)];
            let (here, there) = (wanted(place, white), wanted(image, black));
            let Some(is_in) = here.or(there) else { continue };
            if there.is_some_and(|there| there != is_in) {
                return None;
            }
            let coordinates = self.topology.coordinates(place);
            counting.extend(coordinates);
            if is_in {
                set.push(match coordinates {
                    Some((file, rank)) => grid_name(file, rank),
                    None => self.topology.name(place).to_owned(),
                });
                images.extend(there.map(|_| self.topology.name(image).to_owned()));
            }
        }
        sort(&mut images);
        images.dedup();
        if black.is_some_and(|black| sorted(black) != images) {
            return None;
        }
        Some(in_words(&set, board, &|place| counting.contains(&place)))
    }
}

fn sorted(set: &Squares) -> Vec<SquareName> {
    let mut names = set.0.clone();
    sort(&mut names);
    names
}

/// First and last of each run of consecutive numbers.
fn runs(numbers: &[u8]) -> Vec<(u8, u8)> {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for &n in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == n => *last = n,
            _ => runs.push((n, n)),
        }
    }
    runs
}

fn grid_name(file: u8, rank: u8) -> SquareName {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

/// File and rank of a square of the grid, from 0.
fn grid_square(name: &str, board: &Board) -> Option<(u8, u8)> {
    let mut letters = name.chars();
    let file = u8::try_from(letters.next()?).ok()?.checked_sub(b'a')?;
    let rank: u8 = letters.as_str().parse().ok()?;
    let inside = file < board.files && (1..=board.ranks).contains(&rank);
    (inside && grid_name(file, rank - 1) == name).then(|| (file, rank - 1))
}
