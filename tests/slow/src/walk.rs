//! Movements, walked square by square on a position.

use super::board::{Board, Square};
use super::position::{Piece, Position};
use ferz::rules::{Between, Condition, Frame, Hurdle, Kinds, Leap, Modes, Movement, Range, Side, Via};
use std::collections::BTreeSet;

/// A path that is open up to its last square; its modes say which pieces may stand there.
#[derive(Clone, Debug)]
pub struct Path {
    /// The square on which it ends.
    pub to: Square,
    /// The possible actions there.
    pub modes: Modes,
    /// Squares whose pieces are captured on the way.
    pub captures: Vec<Square>,
    /// The capture is made without moving.
    pub rifle: bool,
    /// Squares that a quiet move exposes to en passant.
    pub exposed: BTreeSet<Square>,
    /// Direction and size of the last leap: wind, `(m, n)`, whether it wraps.
    last: Option<(u8, (u8, u8), bool)>,
    /// Empty squares passed.
    pub passed: Vec<Square>,
    /// Which kinds it may capture where it ends, or change places with.
    pub prey: Kinds,
}

/// The subject of a walk.
pub struct Walk<'a> {
    board: &'a Board,
    position: &'a Position,
    side: Side,
    origin: Square,
}

impl<'a> Walk<'a> {
    /// All open paths of a movement of a piece of `side` on `origin`.
    pub fn paths(
        board: &'a Board,
        position: &'a Position,
        side: Side,
        movement: &Movement,
        origin: Square,
    ) -> Vec<Path> {
        Self::headed(board, position, side, movement, origin, None)
    }

    /// All open paths of a movement that goes on in a wind.
    pub fn headed(
        board: &'a Board,
        position: &'a Position,
        side: Side,
        movement: &Movement,
        origin: Square,
        wind: Option<u8>,
    ) -> Vec<Path> {
        let start = Path {
            to: origin,
            modes: Modes::NONE,
            captures: Vec::new(),
            rifle: false,
            exposed: BTreeSet::new(),
            last: wind.map(|wind| (wind, (0, 1), false)),
            passed: Vec::new(),
            prey: Kinds::All,
        };
        let walk = Walk {
            board,
            position,
            side,
            origin,
        };
        let mut paths = walk.walk(movement, &start);
        for path in &mut paths {
            path.modes = walk.suited(path);
        }
        paths.retain(|path| !path.modes.is_empty());
        paths
    }

    /// The possible actions of a path at its end, given the piece it would remove there or change
    /// places with.
    fn suited(&self, path: &Path) -> Modes {
        let suits = |square: Option<Square>| {
            let piece = square.and_then(|square| self.position.board[square]);
            piece.is_some_and(|piece| path.prey.has(&self.board.kinds[piece.kind]))
        };
        let all = path.prey == Kinds::All;
        let passing = path.modes.and(Modes::EN_PASSANT);
        let others = path.modes.without(Modes::EN_PASSANT.or(Modes::QUIET));
        let mut modes = path.modes.and(Modes::QUIET);
        if all || suits(Some(path.to)) {
            modes = modes.or(others);
        }
        if all || suits(super::turns::victim(self.position, path.to)) {
            modes = modes.or(passing);
        }
        modes
    }

    /// The piece on a square, as the path sees it: its own piece has left, and its captures are
    /// gone.
    fn look(&self, path: &Path, square: Square) -> Option<Piece> {
        let gone = square == self.origin || path.captures.contains(&square);
        if gone { None } else { self.position.board[square] }
    }

    /// Whether the path may go over a square: nothing stands there and it is not closed.
    fn is_free(&self, path: &Path, square: Square) -> bool {
        self.look(path, square).is_none() && !self.position.walls.contains(&square)
    }

    fn walk(&self, movement: &Movement, from: &Path) -> Vec<Path> {
        match movement {
            Movement::Leap(leap) => self.leap(leap, from),
            Movement::Union(parts) => parts.iter().flat_map(|part| self.walk(part, from)).collect(),
            Movement::Then { first, via, next } => {
                let legs = self
                    .walk(first, from)
                    .into_iter()
                    .filter_map(|path| self.pass(path, *via));
                legs.flat_map(|leg| self.walk(next, &leg)).collect()
            }
            Movement::Over { movement, hurdle, by } => {
                let mut landings = Vec::new();
                for mut path in self.walk(movement, from) {
                    let (modes, prey) = (path.modes, std::mem::replace(&mut path.prey, Kinds::All));
                    let Some(over) = self.pass(path, Via::Hurdle(*hurdle)) else {
                        continue;
                    };
                    // The modes are those of the way to the hurdle (`SH-5`).
                    let ways = self.again(over, *by, Between::Free).into_iter();
                    landings.extend(ways.map(|way| Path {
                        modes,
                        prey: prey.clone(),
                        ..way
                    }));
                }
                landings
            }
            Movement::Only { modes, movement } => {
                self.change(movement, from, |path| path.modes = path.modes.and(*modes))
            }
            Movement::As { modes, movement } => self.change(movement, from, |path| path.modes = *modes),
            Movement::Rifle(movement) => self.change(movement, from, |path| {
                path.modes = path.modes.and(Modes::CAPTURE.or(Modes::CAPTURE_OWN));
                path.rifle = true;
            }),
            Movement::Exposed(movement) => self.change(movement, from, |path| {
                path.exposed = path.passed.iter().copied().collect()
            }),
            Movement::When {
                condition: Condition::Of(kinds),
                movement,
            } => self.change(movement, from, |path| path.prey = path.prey.and(kinds)),
            Movement::When { condition, movement } => {
                let mut paths = self.walk(movement, from);
                paths.retain(|path| self.holds(condition, path));
                paths
            }
        }
    }

    fn change(&self, movement: &Movement, from: &Path, change: impl Fn(&mut Path)) -> Vec<Path> {
        let mut paths = self.walk(movement, from);
        paths.iter_mut().for_each(change);
        paths.retain(|path| !path.modes.is_empty());
        paths
    }

    fn holds(&self, condition: &Condition, path: &Path) -> bool {
        match condition {
            Condition::Initial => self.position.unmoved.contains(&self.origin),
            Condition::From(zone) => self.board.lies(self.origin, &zone[self.side]),
            Condition::To(zone) => self.board.lies(path.to, &zone[self.side]),
            Condition::Side(side) => *side == self.side,
            Condition::Of(_) => true,
        }
    }

    /// Goes on from the square between two legs, if `via` is there.
    fn pass(&self, mut path: Path, via: Via) -> Option<Path> {
        let free = self.is_free(&path, path.to);
        let here = self.look(&path, path.to);
        let prey = std::mem::replace(&mut path.prey, Kinds::All);
        let suits = prey.is_all() || here.is_some_and(|piece| prey.has(&self.board.kinds[piece.kind]));
        let here = here.map(|piece| piece.side);
        let (friend, enemy) = (here == Some(self.side), here == Some(self.side.other()));
        let open = match via {
            Via::Empty => free && path.modes.has(Modes::QUIET),
            Via::Capture => enemy && suits && path.modes.has(Modes::CAPTURE),
            Via::CaptureOwn => {
                friend && suits && !path.modes.and(Modes::CAPTURE.or(Modes::CAPTURE_OWN)).is_empty()
            }
            Via::Hurdle(Hurdle::Any) => !free && suits,
            Via::Hurdle(Hurdle::Friend) => friend && suits,
            Via::Hurdle(Hurdle::Enemy) => enemy && suits,
            Via::Hurdle(Hurdle::Wall) => self.position.walls.contains(&path.to),
            Via::Pass => true,
        };
        match via {
            Via::Empty => path.passed.push(path.to),
            Via::Capture | Via::CaptureOwn => path.captures.push(path.to),
            Via::Hurdle(_) | Via::Pass => {}
        }
        open.then_some(path)
    }

    fn leap(&self, leap: &Leap, from: &Path) -> Vec<Path> {
        let forward = if self.side == Side::White { 0 } else { 8 };
        let north = match (leap.frame, from.last) {
            (Frame::Board, _) => 0,
            (Frame::Heading, Some((heading, ..))) => heading,
            (Frame::Side, _) | (Frame::Heading, None) => forward,
        };
        let is_oblique = leap.m != 0 && leap.m != leap.n;
        // Clockwise from north for both sides: the first of several paths counts.
        let winds =
            (0..16).filter(|wind| leap.winds.has((wind + 16 - north) % 16) && (wind % 2 == 1) == is_oblique);
        let turned = winds.map(|wind| Path {
            last: Some((wind, (leap.m, leap.n), leap.wraps)),
            modes: Modes::BOTH,
            ..from.clone()
        });
        let mut paths: Vec<Path> = turned
            .flat_map(|path| self.again(path, leap.range, leap.between))
            .collect();
        if from.last.is_none() {
            // A first leg does not end where it began.
            paths.retain(|path| path.to != self.origin);
        }
        paths
    }

    /// Makes the last leap of the path again, as many times as `range` says, over empty squares.
    fn again(&self, path: Path, range: Range, between: Between) -> Vec<Path> {
        let Some((wind, size, wraps)) = path.last else {
            return Vec::new();
        };
        let mut ends = Vec::new();
        let mut under_way = vec![(path, Vec::new())];
        let mut count = 0;
        while !under_way.is_empty() && range.max.is_none_or(|max| count < usize::from(max)) {
            count += 1;
            let mut further = Vec::new();
            for (path, landed) in under_way {
                for leap in self.board.leaps(path.to, size, wind, wraps).iter() {
                    let mut next = path.clone();
                    match (between, &leap.over) {
                        (Between::Free, _) => {}
                        (Between::Empty, Some(over)) if over.iter().all(|&s| self.is_free(&path, s)) => {
                            next.passed.extend_from_slice(over);
                        }
                        (Between::Occupied, Some(over)) if over.iter().all(|&s| !self.is_free(&path, s)) => {}
                        _ => continue,
                    }
                    next.to = leap.to;
                    if count >= usize::from(range.min) {
                        ends.push(next.clone());
                    }
                    let round = next.to == self.origin || landed.contains(&next.to);
                    if self.is_free(&next, next.to) && !round {
                        next.passed.push(next.to);
                        let mut landed = landed.clone();
                        landed.push(next.to);
                        further.push((next, landed));
                    }
                }
            }
            under_way = further;
        }
        ends
    }
}
