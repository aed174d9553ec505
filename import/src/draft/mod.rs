//! Rules between a file of another program and a ferz text: squares, kinds with sets of paths,
//! promotions, castlings, hands, effects, duties, goals and the start, before they are ferz.
//!
//! A reader fills it in and never writes ferz; the writer here knows no other program.

mod effects;
mod ending;
mod hands;
mod nearest;
mod path;
mod recognize;
mod sheet;
mod text;
mod verdict;
mod words;

pub(crate) use effects::{Ban, BanRule, Effect, Explosion, Flip, Power, Remains, Walls, WallsOn};
pub(crate) use ending::{End, Extinct, Goal, Most, Reach, limit};
pub(crate) use hands::{Drop, DropRule, Promotion, Trigger};
pub(crate) use path::{Leg, Path, begun};
pub(crate) use recognize::{Placed, Sign, placement};
pub(crate) use sheet::{Sheet, finding};
pub(crate) use text::{parts, whole};
pub(crate) use verdict::finish;
pub(crate) use words::{beyond_others, long_step, name_of, others, passing, pawn_step, when, word};

use crate::region::{self, Region};
use ferz::board::Topology;
use ferz::lower::normalize;
use ferz::rules::{Board, Condition, Kinds, Modes, Movement, PerSide, Side};
use ferz::ways::{self, Manner};
use std::collections::{HashMap, HashSet};

/// The rules of a variant.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) title: String,
    pub(crate) source: String,
    pub(crate) about: String,
    pub(crate) files: u8,
    pub(crate) ranks: u8,
    pub(crate) holes: Region,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) promotions: Vec<Promotion>,
    pub(crate) castlings: Vec<Castling>,
    pub(crate) drops: Vec<Drop>,
    pub(crate) bans: Vec<Ban>,
    pub(crate) effects: Vec<Effect>,
    pub(crate) powers: Vec<Power>,
    pub(crate) walls: Option<Walls>,
    pub(crate) royalty: PerSide<Royalty>,
    pub(crate) duties: Vec<Duty>,
    /// Kings and rooks castle from wherever they start.
    pub(crate) castles_anywhere: bool,
    /// Pieces that have been dropped on their squares castle, too.
    pub(crate) castles_dropped: bool,
    /// Castling takes the opponent's right to it.
    pub(crate) castling_bars: bool,
    /// Whether every kind that comes to a side's hand has a drop.
    pub(crate) all_drop: PerSide<bool>,
    /// Pieces of White's first rank and the squares on which they may start, in order.
    pub(crate) shuffle: Vec<(Vec<String>, Region)>,
    pub(crate) ends: Vec<End>,
    pub(crate) setup: Setup,
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub(crate) name: String,
    /// `R`, `+R`, `(WZ)`; none for a side that never has one.
    pub(crate) letter: PerSide<Option<String>>,
    pub(crate) paths: PerSide<Vec<Path>>,
    /// Further ways of moving, which a reader has from a notation as a whole.
    pub(crate) movement: PerSide<Movement>,
    pub(crate) royal: bool,
    /// Whether nothing captures it.
    pub(crate) immortal: bool,
    /// Hundredths of a pawn.
    pub(crate) value: Option<u32>,
    pub(crate) clock: Clock,
    /// Whether texts of its moves leave its letter out.
    pub(crate) unlettered: bool,
}

/// The effect of a kind's moves on the halfmove clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Clock {
    /// The default: kinds that can promote restart it.
    #[default]
    Usual,
    Keeps,
    Resets,
}

/// A move of two pieces of a side; squares by rank and file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Castling {
    pub(crate) side: Side,
    pub(crate) king: String,
    pub(crate) rook: String,
    pub(crate) king_from: (u8, u8),
    pub(crate) king_to: (u8, u8),
    pub(crate) rook_from: (u8, u8),
    pub(crate) rook_to: (u8, u8),
    /// Whether both pieces may still castle in the start position.
    pub(crate) right: bool,
}

/// When a side may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    Never,
    /// Without any other move.
    Stuck,
    Allowed,
}

/// How several royal pieces count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Royalty {
    /// None may be left attacked.
    #[default]
    All,
    /// One may not be left attacked if it is the last.
    Any,
    /// Only the last of all.
    Last,
    /// Only the last of each kind.
    LastOfEach,
}

/// A restriction of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Duty {
    Capture,
    /// No move may give check.
    NoCheck,
    Pass(PerSide<Pass>),
    /// The squares on which a piece can be captured in passing.
    EnPassant(PerSide<Region>),
    /// Royals that face each other must be parted.
    Bikjang,
    /// Royals may not face each other along files.
    NotFacing,
    /// Nor along ranks.
    NotInLine,
}

/// The first position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setup {
    /// Square, side, kind.
    pub(crate) pieces: Vec<Placed>,
    pub(crate) hands: PerSide<Vec<String>>,
    pub(crate) black_begins: bool,
    /// Whether positions tell hands.
    pub(crate) has_hands: bool,
    /// Letters of the castling field besides castlings: files of pieces that have not moved.
    pub(crate) unmoved: String,
    /// Squares whose pieces have been promoted.
    pub(crate) promoted: Region,
    /// The square that has been passed, and the clocks; empty for the usual ones.
    pub(crate) passed: String,
    pub(crate) clocks: String,
    /// Further fields.
    pub(crate) more: String,
}

impl Kind {
    /// A kind that has a name and nothing else yet.
    pub(crate) fn named(name: String) -> Self {
        Self {
            name,
            letter: PerSide::default(),
            paths: PerSide::default(),
            movement: PerSide::both(Movement::none()),
            royal: false,
            immortal: false,
            value: None,
            clock: Clock::Usual,
            unlettered: false,
        }
    }

    /// Whether an unmoved piece of a side moves in further ways.
    pub(crate) fn has_first_moves(&self, side: Side) -> bool {
        self.paths[side].iter().any(|path| path.initial) || path::has_first_moves(&self.movement[side])
    }
}

impl Draft {
    /// Squares from which these paths lead nowhere on an empty board.
    pub(crate) fn stuck(&self, paths: &[Path], side: Side) -> Region {
        let all = self.everywhere();
        let leads = |square: &(u8, u8)| paths.iter().any(|path| path.leads(*square, side, &all));
        all.iter().filter(|square| !leads(square)).collect()
    }

    /// Squares from which a movement leads nowhere on an empty board.
    pub(crate) fn immobile(&self, movement: &Movement, side: Side) -> Region {
        immobile(&self.board(), movement, side)
    }

    /// Counts pieces of back ranks as unmoved where that matters: they are named by their files,
    /// which no other such piece of their side may share.
    pub(crate) fn count_unmoved(&mut self) {
        if self.drops.iter().any(Drop::is_gated) {
            // The start names the files of pieces behind which others enter.
            return;
        }
        let pieces = self.setup.pieces.iter();
        let beginners: Vec<_> = pieces
            .filter(|(_, side, name)| self.kind(name).is_some_and(|kind| kind.has_first_moves(*side)))
            .map(|((rank, file), side, _)| (*rank, *file, *side))
            .collect();
        let is_back = |rank: u8, side: Side| match side {
            Side::White => rank == 0,
            Side::Black => rank == self.ranks - 1,
        };
        let mut letters = String::new();
        for (rank, file, side) in &beginners {
            if !is_back(*rank, *side) {
                continue;
            }
            let beside = beginners
                .iter()
                .filter(|(_, other, whose)| other == file && whose == side);
            if beside.count() > 1 {
                // Without any letter all pieces count as unmoved.
                letters.clear();
                break;
            }
            let letter = char::from(b'a' + file);
            letters.push(match side {
                Side::White => letter.to_ascii_uppercase(),
                Side::Black => letter,
            });
        }
        self.setup.unmoved = letters;
    }

    /// Makes the ways of each kind one movement in normal form.
    pub(crate) fn settle_ways(&mut self) {
        let board = self.board();
        let immortal = self.kinds.iter().filter(|kind| kind.immortal);
        let immortal: Vec<String> = immortal.map(|kind| kind.name.clone()).collect();
        for kind in &mut self.kinds {
            let paths = std::mem::take(&mut kind.paths);
            for side in Side::ALL {
                let paths = path::movement(&paths[side], &board);
                let mut all = Movement::Union(vec![paths, kind.movement[side].clone()]);
                // Nothing captures a kind that is immortal.
                if !immortal.is_empty() && all.any(&|part| matches!(part, Movement::Leap(_))) {
                    all = when(Condition::Of(Kinds::except(immortal.clone())), all);
                }
                kind.movement[side] = normalize(path::ridden(&all));
            }
        }
    }

    /// Makes first moves of pieces that only go forward, from one rank, moves from that rank: what
    /// has moved never stands there again.
    pub(crate) fn settle_first_moves(&mut self) {
        for at in 0..self.kinds.len() {
            let kind = &self.kinds[at];
            if !Side::ALL.iter().any(|&side| kind.has_first_moves(side)) {
                continue;
            }
            let is_made = self.promotions.iter().any(|one| one.to.contains(&kind.name))
                || self.drops.iter().any(|drop| drop.kind == kind.name)
                || !self.effects.iter().all(Effect::only_removes);
            let home = |side: Side| {
                let own = self.setup.pieces.iter();
                let own = own.filter(|(_, whose, name)| *whose == side && *name == kind.name);
                own.map(|(square, ..)| *square).collect::<Region>()
            };
            let homes = PerSide::new(home(Side::White), home(Side::Black));
            let one_rank = |region: &Region| {
                let ranks: HashSet<u8> = region.iter().map(|(rank, _)| rank).collect();
                ranks.len() == 1
            };
            let board = self.board();
            let forward = |side: Side| {
                path::is_forward(&path::movement(&kind.paths[side], &board))
                    && path::is_forward(&kind.movement[side])
            };
            if is_made
                || !Side::ALL
                    .iter()
                    .all(|&side| one_rank(&homes[side]) && forward(side))
            {
                continue;
            }
            let squares = PerSide::new(homes.white.squares(&board), homes.black.squares(&board));
            let kind = &mut self.kinds[at];
            for side in Side::ALL {
                kind.movement[side] = path::begun(&kind.movement[side], &squares);
                for path in kind.paths[side]
                    .iter_mut()
                    .filter(|path| path.initial && path.from.is_none())
                {
                    path.initial = false;
                    path.from = Some(homes.clone());
                }
            }
        }
    }

    /// The board.
    pub(crate) fn board(&self) -> Board {
        text::board(self)
    }

    /// The kind of that name.
    pub(crate) fn kind(&self, name: &str) -> Option<&Kind> {
        self.kinds.iter().find(|kind| kind.name == name)
    }

    /// All squares that exist.
    pub(crate) fn everywhere(&self) -> Region {
        Region::all_of(&self.board())
    }

    /// A rank of the board.
    pub(crate) fn rank(&self, rank: u8) -> Region {
        let own = |&(own, _): &(u8, u8)| own == rank;
        self.everywhere().iter().filter(own).collect()
    }
}

/// Squares of a board from which a movement leads nowhere if it is empty.
pub(crate) fn immobile(board: &Board, movement: &Movement, side: Side) -> Region {
    let Ok(topology) = Topology::new(board) else {
        return Region::default();
    };
    let leads = |square: &(u8, u8)| {
        let from = topology.square(&region::name(square.0, square.1));
        let ends = from.and_then(|from| ways::ends(&topology, movement, side, from));
        let mut plain = ends.iter().flatten().filter(|end| end.manner == Manner::Plain);
        plain.any(|end| end.modes.and(Modes::QUIET) == Modes::QUIET)
    };
    Region::all_of(board)
        .iter()
        .filter(|square| !leads(square))
        .collect()
}

/// A word that can be the name of a piece or of a file: letters, digits, hyphens.
pub(crate) fn slug(text: &str) -> String {
    let mut word = String::new();
    for sign in text.chars() {
        if sign.is_ascii_alphanumeric() {
            word.push(sign.to_ascii_lowercase());
        } else if sign != '\'' && !word.is_empty() && !word.ends_with('-') {
            word.push('-');
        }
    }
    word.trim_end_matches('-').to_owned()
}

/// Titles as words, numbered if an earlier one has the same; one without a letter is called
/// otherwise.
pub(crate) fn names_of<'t>(titles: impl Iterator<Item = &'t str>, otherwise: &str) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut name = |title: &str| {
        let word = match slug(title) {
            word if word.is_empty() => otherwise.to_owned(),
            word => word,
        };
        let count = seen.entry(word.clone()).or_default();
        *count += 1;
        match *count {
            1 => word,
            number => format!("{word}-{number}"),
        }
    };
    titles.map(&mut name).collect()
}

/// A name for a piece that no other has and that means nothing else in the language.
pub(crate) fn piece_name(text: &str, taken: &[Kind]) -> String {
    let mut word = slug(text);
    let meant = ferz::vocabulary::is_meant_already(&word);
    if word.is_empty() || !word.starts_with(|sign: char| sign.is_ascii_alphabetic()) || meant {
        word = format!("piece-{word}").trim_end_matches('-').to_owned();
    }
    let free = |word: &str| taken.iter().all(|kind| kind.name != word);
    if free(&word) {
        return word;
    }
    let numbers = 2..=taken.len() + 2;
    let mut others = numbers.map(|number| format!("{word}-{number}"));
    others.find(|other| free(other)).unwrap_or(word)
}
