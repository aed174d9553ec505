//! Moves and positions as numbers, for programs that learn.
//!
//! A move has one number for its squares, for the piece that it drops, and for its promotion. If
//! several moves have the same number, as with walls, a second number chooses among them: the
//! chosen square, or else their order.

use ferz::engine::Move;
use ferz::rules::Side;
use ferz::{Position, Variant};

/// The numbers of a variant's moves, and its planes.
#[derive(Clone, Debug)]
pub(crate) struct Codes {
    /// Squares.
    pub(crate) squares: usize,
    /// Kinds that can be dropped.
    drops: Vec<usize>,
    /// Kinds that others can become.
    rises: Vec<usize>,
    /// Kinds of each side, as they stand in the planes.
    kinds: [Vec<usize>; 2],
    /// The place of a kind of a side among its planes.
    places: [Vec<u8>; 2],
    /// Kinds in hand that have planes.
    hands: Vec<usize>,
    walls: bool,
    /// The shape of the planes of a position.
    pub(crate) shape: Vec<usize>,
}

impl Codes {
    pub(crate) fn new(variant: &Variant) -> Self {
        let rules = variant.played();
        let topology = variant.topology();
        let squares = topology.size();
        let index = |name| rules.pieces.get_index_of(name);
        let mut drops: Vec<usize> = rules.drops.iter().filter_map(|drop| index(&drop.piece)).collect();
        let hands = {
            let mut hands = drops.clone();
            hands.extend(rules.drops.iter().filter_map(|drop| index(drop.hand.as_ref()?)));
            for side in Side::ALL {
                hands.extend(
                    variant
                        .hand(&variant.start(), side)
                        .into_iter()
                        .map(|(kind, _)| kind),
                );
            }
            sorted(hands)
        };
        drops = sorted(drops);
        let all = 0..rules.pieces.len();
        let rises: Vec<usize> = all.clone().collect();
        let risen = |kind: &usize| {
            let name = rules.pieces.get_index(*kind).map(|(name, _)| name);
            let into = |promotion: &ferz::rules::Promotion| promotion.to.iter().any(|to| Some(to) == name);
            rules.promotions.iter().any(into)
        };
        let rises = rises.into_iter().filter(risen).collect();
        let of = |side: Side| -> Vec<usize> {
            all.clone()
                .filter(|&kind| rules.pieces[kind].letter[side].is_some())
                .collect()
        };
        let kinds = [of(Side::White), of(Side::Black)];
        let place = |kinds: &Vec<usize>| {
            let mut places = vec![u8::MAX; rules.pieces.len()];
            for (place, &kind) in kinds.iter().enumerate() {
                places[kind] = place as u8;
            }
            places
        };
        let places = [place(&kinds[0]), place(&kinds[1])];
        let walls = rules.walls.is_some();
        let planes = kinds[0].len() + kinds[1].len() + 2 * hands.len() + usize::from(walls) + 1;
        let (files, ranks) = (usize::from(topology.files()), usize::from(topology.ranks()));
        let shape = match files * ranks == squares {
            true => vec![planes, ranks, files],
            false => vec![planes, squares],
        };
        Self {
            squares,
            drops,
            rises,
            kinds,
            places,
            hands,
            walls,
            shape,
        }
    }

    /// How many planes a position has.
    pub(crate) fn planes(&self) -> usize {
        self.shape[0]
    }

    /// Bytes of the planes of a position.
    pub(crate) fn bytes(&self) -> usize {
        self.planes() * self.squares
    }

    /// How many numbers there are for first choices: squares, drops, promotions, and a pass.
    fn first(&self) -> usize {
        let pairs = self.squares * self.squares;
        pairs + self.drops.len() * self.squares + self.rises.len() * pairs + 1
    }

    /// The number of all numbers of moves.
    pub(crate) fn size(&self) -> usize {
        self.first() + self.squares.max(64)
    }

    /// The number of a move, without what is chosen besides.
    pub(crate) fn code(&self, variant: &Variant, position: &Position, mv: Move) -> usize {
        let squares = self.squares;
        let pairs = squares * squares;
        if mv.is_pass() {
            return self.first() - 1;
        }
        let to = usize::from(mv.to()).min(squares - 1);
        if let Some(kind) = variant.dropped(position, mv) {
            let drop = self
                .drops
                .iter()
                .position(|&drop| drop == kind)
                .unwrap_or_default();
            return pairs + drop * squares + to;
        }
        let from = usize::from(mv.start()).min(squares - 1);
        let rise = variant
            .promotion(mv)
            .and_then(|kind| self.rises.iter().position(|&rise| rise == kind));
        match rise {
            Some(rise) => pairs + self.drops.len() * squares + rise * pairs + from * squares + to,
            None => from * squares + to,
        }
    }

    /// The number by which a move is chosen among those of equal numbers, of which it is number
    /// `order`.
    pub(crate) fn second(&self, mv: Move, order: usize, chooses: bool) -> usize {
        let place = mv.chosen().filter(|_| chooses).map_or(order, usize::from);
        self.first() + place.min(self.squares.max(64) - 1)
    }

    /// Writes the planes of a position: the pieces of both sides, their hands, walls, and a plane
    /// of ones if White is to move. `out` is all zeros.
    pub(crate) fn write(&self, variant: &Variant, position: &Position, out: &mut [u8]) {
        let squares = self.squares;
        let black = self.kinds[0].len();
        variant.each_piece(position, |square, kind, side| {
            let place = self.places[side.index()][kind];
            if place != u8::MAX {
                let plane = usize::from(place) + black * side.index();
                out[plane * squares + usize::from(square)] = 1;
            }
        });
        let mut plane = black + self.kinds[1].len();
        if !self.hands.is_empty() {
            variant.each_in_hand(position, |kind, side, count| {
                if let Some(place) = self.hands.iter().position(|&held| held == kind) {
                    let at = (plane + place + self.hands.len() * side.index()) * squares;
                    out[at..at + squares].fill(count);
                }
            });
            plane += 2 * self.hands.len();
        }
        if self.walls {
            let walls = variant.walls(position);
            for square in 0..squares {
                out[plane * squares + square] = u8::from(has(&walls, square));
            }
            plane += 1;
        }
        if variant.turn(position) == Side::White {
            out[plane * squares..].fill(1);
        }
    }
}

fn has(set: &ferz::board::U256, square: usize) -> bool {
    use ferz::board::Bits as _;
    set.has(square as u8)
}

fn sorted(mut kinds: Vec<usize>) -> Vec<usize> {
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// The moves of a position with their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbered {
    /// Sorted by number; moves of equal numbers in their order.
    pub(crate) moves: Vec<(usize, Move)>,
}

impl Numbered {
    pub(crate) fn fill(&mut self, codes: &Codes, variant: &Variant, position: &Position, moves: &[Move]) {
        self.moves.clear();
        self.moves
            .extend(moves.iter().map(|&mv| (codes.code(variant, position, mv), mv)));
        self.moves.sort_by_key(|&(code, _)| code);
    }

    /// The moves with a number.
    pub(crate) fn group(&self, code: usize) -> &[(usize, Move)] {
        let start = self.moves.partition_point(|&(other, _)| other < code);
        let end = self.moves.partition_point(|&(other, _)| other <= code);
        &self.moves[start..end]
    }

    /// The numbers that are possible: of moves, or, where a first number was said, the second ones.
    pub(crate) fn open(&self, codes: &Codes, first: Option<usize>, mut tell: impl FnMut(usize)) {
        match first {
            None => self.moves.iter().for_each(|&(code, _)| tell(code)),
            Some(first) => {
                let group = self.group(first);
                let chooses = chooses(group);
                for (order, &(_, mv)) in group.iter().enumerate() {
                    tell(codes.second(mv, order, chooses));
                }
            }
        }
    }

    /// The move of a second number.
    pub(crate) fn choose(&self, codes: &Codes, first: usize, second: usize) -> Option<Move> {
        let group = self.group(first);
        let chooses = chooses(group);
        let mut moves = group.iter().enumerate();
        let found = moves.find(|&(order, &(_, mv))| codes.second(mv, order, chooses) == second);
        found.map(|(_, &(_, mv))| mv)
    }
}

/// Whether moves of equal numbers differ by the square that they choose.
fn chooses(group: &[(usize, Move)]) -> bool {
    let mut squares: Vec<u8> = group.iter().filter_map(|(_, mv)| mv.chosen()).collect();
    squares.sort_unstable();
    squares.dedup();
    squares.len() == group.len()
}
