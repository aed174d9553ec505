//! Movements explored on a board: from each square, all paths with their conditions. Knows no
//! positions.
//!
//! A path lists the squares that must be empty, be occupied, or hold a friend or an enemy for it to
//! be open. It also has its captures on the way, and its end. Exploration happens once, when a
//! variant is compiled; nothing of the movement tree is left afterwards.

use crate::board::{Bits, Route, Square, Topology, U256};
use crate::rules::{
    Between, Condition, Frame, Hurdle, Kinds, Leap, Modes, Movement, PerSide, Range, Side, Squares, Via,
};
use std::sync::Arc;

/// The largest number of paths from one square; a movement with more is rejected.
pub const MAX_PATHS: usize = 20_000;

/// The largest number of paths of one piece, from all squares; a piece with more is rejected. Each
/// takes most of a kilobyte while tables are made of it.
pub const MAX_PATHS_OF_PIECE: usize = 150_000;

/// The largest number of paths of a ruleset; one with more is rejected.
pub const MAX_PATHS_IN_ALL: usize = 2_000_000;

/// A path that is kept as it is counts once more for this number of bytes. It is kept if no table
/// of occupied squares can decide whether it is open.
pub(crate) const KEPT: usize = 50;

/// One way of moving from a given square.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    /// The square on which the piece ends; for a rifle capture, the square at which it shoots.
    pub to: Square,
    /// The actions possible there.
    pub modes: Modes,
    /// Squares that must be empty.
    pub empty: U256,
    /// Squares that must be occupied, by either side.
    pub occupied: U256,
    /// Squares that must hold a piece of the mover.
    pub friend: U256,
    /// Squares that must hold an enemy.
    pub enemy: U256,
    /// Squares on the way whose pieces are captured, in order.
    pub captures: Vec<Square>,
    /// By square, the kinds allowed for a piece that is captured or hopped over on the way, or
    /// changes places at the end. Squares that allow all kinds are left out. For a capture en
    /// passant, the piece that has passed counts as standing at the end.
    pub kinds: Vec<(Square, Arc<Kinds>)>,
    /// Whether the capture at `to` is made without moving.
    pub rifle: bool,
    /// Squares that can be captured on en passant after a quiet move.
    pub exposed: U256,
    /// Whether only a piece that has not moved may use it.
    pub initial: bool,
    /// The number of the alternative of the movement from which the path comes. Pieces share lookup
    /// tables alternative by alternative.
    pub alternative: u16,
}

impl Path {
    /// Whether the path depends only on which squares are occupied, and has no effect on the way.
    pub fn is_plain(&self) -> bool {
        self.friend.is_empty()
            && self.enemy.is_empty()
            && self.captures.is_empty()
            && self.kinds.is_empty()
            && !self.rifle
            && !self.initial
    }

    /// Whether it is plain except for the kinds that it can capture on its end.
    pub fn is_choosy(&self) -> bool {
        matches!(&self.kinds[..], [(end, _)] if *end == self.to)
            && self.friend.is_empty()
            && self.enemy.is_empty()
            && self.captures.is_empty()
            && !self.rifle
            && !self.initial
    }

    /// Whether two paths are the same, from whichever alternatives they come.
    fn is_same(&self, other: &Self) -> bool {
        self.to == other.to
            && self.modes == other.modes
            && (self.empty, self.occupied, self.exposed) == (other.empty, other.occupied, other.exposed)
            && (self.friend, self.enemy) == (other.friend, other.enemy)
            && (self.rifle, self.initial) == (other.rifle, other.initial)
            && self.captures == other.captures
            && self.kinds == other.kinds
    }
}

/// Too many paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyPaths;

/// A path that has reached a square; the condition on that square is not known yet.
#[derive(Clone, Debug)]
struct Way {
    at: Square,
    /// The wind and size of the last leap.
    last: Option<(u8, u8, u8, bool)>,
    empty: U256,
    occupied: U256,
    friend: U256,
    enemy: U256,
    captures: Vec<Square>,
    /// The kinds that may be captured on the way or hopped over, by square, if not all may.
    kinds: Vec<(Square, Arc<Kinds>)>,
    /// The kinds that may be captured on the reached square, if not all may.
    capturable: Option<Arc<Kinds>>,
    rifle: bool,
    passed: U256,
    /// Squares on which the present ride has landed.
    ridden: U256,
    exposed: bool,
    initial: bool,
    modes: Modes,
}

struct Explorer<'a> {
    topology: &'a Topology,
    side: Side,
    origin: Square,
    count: usize,
    /// Lists for the present ride, kept for the next one.
    spare: [Vec<Way>; 2],
}

/// All paths of a movement from one square, in the order of the movement's text, each once.
///
/// # Errors
/// If there are more than [`MAX_PATHS`].
pub fn paths(
    topology: &Topology,
    side: Side,
    movement: &Movement,
    origin: Square,
) -> Result<Vec<Path>, TooManyPaths> {
    along(topology, side, &alternatives(movement), origin, None)
}

/// [`paths`] of a movement with known [`alternatives`], which continues in the wind `heading`.
pub(crate) fn along(
    topology: &Topology,
    side: Side,
    alternatives: &[Movement],
    origin: Square,
    heading: Option<u8>,
) -> Result<Vec<Path>, TooManyPaths> {
    let mut explorer = Explorer {
        topology,
        side,
        origin,
        count: 0,
        spare: [Vec::new(), Vec::new()],
    };
    let start = Way {
        last: heading.map(|wind| (wind, 0, 1, false)),
        ..Way::from(origin)
    };
    let mut out: Vec<Path> = Vec::new();
    // The last path to each square, and the one before each, as their numbers plus one, or 0.
    let (mut last, mut before) = ([0u32; 256], Vec::<u32>::new());
    for (alternative, movement) in alternatives.iter().enumerate() {
        let ways = explorer.explore(movement, &start)?;
        out.reserve(ways.len());
        for way in ways {
            way.arrive(origin, alternative as u16, |path| {
                let there = &mut last[usize::from(path.to)];
                let mut earlier = *there as usize;
                while earlier > 0 && !out[earlier - 1].is_same(&path) {
                    earlier = before[earlier - 1] as usize;
                }
                if earlier == 0 {
                    out.push(path);
                    before.push(std::mem::replace(there, out.len() as u32));
                }
            });
        }
    }
    Ok(out)
}

/// Whether a movement has the same paths for both sides, in the same order.
pub(crate) fn is_for_both(movement: &Movement) -> bool {
    match movement {
        Movement::Leap(leap) => leap.frame == Frame::Board || leap.winds.rotate(8) == leap.winds,
        Movement::Union(list) => list.iter().all(is_for_both),
        Movement::Then { first, next, .. } => is_for_both(first) && is_for_both(next),
        Movement::When { condition, movement } => {
            let alike = match condition {
                Condition::Side(_) => false,
                Condition::Initial | Condition::Of(_) => true,
                Condition::From(zone) | Condition::To(zone) => zone.white == zone.black,
            };
            alike && is_for_both(movement)
        }
        Movement::Over { movement, .. }
        | Movement::Only { movement, .. }
        | Movement::As { movement, .. }
        | Movement::Rifle(movement)
        | Movement::Exposed(movement) => is_for_both(movement),
    }
}

/// The alternatives at the top of a movement, with the terms around a union moved into it.
pub(crate) fn alternatives(movement: &Movement) -> Vec<Movement> {
    let wrap =
        |inner: &Movement, f: &dyn Fn(Movement) -> Movement| alternatives(inner).into_iter().map(f).collect();
    match movement {
        Movement::Union(list) => list.iter().flat_map(alternatives).collect(),
        Movement::Only { modes, movement } => wrap(movement, &|m| Movement::Only {
            modes: *modes,
            movement: Box::new(m),
        }),
        Movement::As { modes, movement } => wrap(movement, &|m| Movement::As {
            modes: *modes,
            movement: Box::new(m),
        }),
        Movement::Rifle(movement) => wrap(movement, &|m| Movement::Rifle(Box::new(m))),
        Movement::Exposed(movement) => wrap(movement, &|m| Movement::Exposed(Box::new(m))),
        Movement::When { condition, movement } => wrap(movement, &|m| Movement::When {
            condition: condition.clone(),
            movement: Box::new(m),
        }),
        Movement::Over { movement, hurdle, by } => wrap(movement, &|m| Movement::Over {
            movement: Box::new(m),
            hurdle: *hurdle,
            by: *by,
        }),
        Movement::Leap(_) | Movement::Then { .. } => vec![movement.clone()],
    }
}

impl Explorer<'_> {
    fn explore(&mut self, movement: &Movement, start: &Way) -> Result<Vec<Way>, TooManyPaths> {
        let ways = match movement {
            Movement::Leap(leap) => self.leaps(leap, start)?,
            Movement::Union(list) => {
                let mut out = Vec::new();
                for m in list {
                    out.extend(self.explore(m, start)?);
                }
                out
            }
            Movement::Then { first, via, next } => {
                let mut out = Vec::new();
                for way in self.explore(first, start)? {
                    if let Some(way) = self.pass(way, *via) {
                        out.extend(self.explore(next, &way)?);
                    }
                }
                out
            }
            Movement::Over { movement, hurdle, by } => {
                let mut out = Vec::new();
                for mut way in self.explore(movement, start)? {
                    let (modes, capturable) = (way.modes, way.capturable.take());
                    let Some(last) = way.last else { continue };
                    let Some(over) = self.pass(way, Via::Hurdle(*hurdle)) else {
                        continue;
                    };
                    let before = out.len();
                    self.again(&over, last, *by, Between::Free, &mut out)?;
                    for landed in &mut out[before..] {
                        landed.modes = modes;
                        landed.capturable.clone_from(&capturable);
                    }
                }
                out
            }
            Movement::Only { modes, movement } => {
                self.map(movement, start, |way| way.modes = way.modes.and(*modes))?
            }
            Movement::As { modes, movement } => self.map(movement, start, |way| way.modes = *modes)?,
            Movement::Rifle(movement) => self.map(movement, start, |way| {
                way.modes = way.modes.and(Modes::CAPTURE.or(Modes::CAPTURE_OWN));
                way.rifle = true;
            })?,
            Movement::Exposed(movement) => self.map(movement, start, |way| way.exposed = true)?,
            Movement::When { condition, movement } => self.when(condition, movement, start)?,
        };
        self.count += ways.len();
        if self.count > MAX_PATHS {
            Err(TooManyPaths)
        } else {
            Ok(ways)
        }
    }

    /// Explores and changes each way; those that lose all modes are dropped.
    fn map(
        &mut self,
        movement: &Movement,
        start: &Way,
        change: impl Fn(&mut Way),
    ) -> Result<Vec<Way>, TooManyPaths> {
        let mut ways = self.explore(movement, start)?;
        ways.iter_mut().for_each(change);
        ways.retain(|way| !way.modes.is_empty());
        Ok(ways)
    }

    fn when(
        &mut self,
        condition: &Condition,
        movement: &Movement,
        start: &Way,
    ) -> Result<Vec<Way>, TooManyPaths> {
        let (side, origin) = (self.side, self.origin);
        match condition {
            Condition::Side(only) if *only != side => Ok(Vec::new()),
            Condition::Side(_) => self.explore(movement, start),
            Condition::Initial => self.map(movement, start, |way| way.initial = true),
            Condition::Of(kinds) => {
                let alone = (!kinds.is_all()).then(|| Arc::new(kinds.clone()));
                self.map(movement, start, |way| {
                    way.capturable = match &way.capturable {
                        None => alone.clone(),
                        Some(capturable) => Some(Arc::new(capturable.and(kinds))),
                    }
                })
            }
            Condition::From(zone) if !self.set(zone).has(origin) => Ok(Vec::new()),
            Condition::From(_) => self.explore(movement, start),
            Condition::To(zone) => {
                let zone = self.set(zone);
                let mut ways = self.explore(movement, start)?;
                ways.retain(|way| zone.has(way.at));
                Ok(ways)
            }
        }
    }

    fn set(&self, zone: &PerSide<Squares>) -> U256 {
        squares(self.topology, &zone[self.side])
    }

    /// Applies the condition on the square between two legs.
    fn pass(&self, mut way: Way, via: Via) -> Option<Way> {
        let at = way.at;
        let here = U256::bit(at);
        match via {
            Via::Empty => {
                if !way.modes.has(Modes::QUIET) {
                    return None;
                }
                way.require_empty(at, self.origin);
                way.passed |= here;
            }
            Via::Capture | Via::CaptureOwn => {
                let own = via == Via::CaptureOwn;
                let may = Modes::CAPTURE.or(if own { Modes::CAPTURE_OWN } else { Modes::NONE });
                if way.modes.and(may).is_empty() || at == self.origin || way.captures.contains(&at) {
                    return None;
                }
                *(if own { &mut way.friend } else { &mut way.enemy }) |= here;
                way.captures.push(at);
                if let Some(capturable) = &way.capturable {
                    way.kinds.push((at, Arc::clone(capturable)));
                }
            }
            Via::Hurdle(hurdle) => {
                if at == self.origin || way.captures.contains(&at) {
                    return None;
                }
                match hurdle {
                    Hurdle::Any => way.occupied |= here,
                    Hurdle::Friend => way.friend |= here,
                    Hurdle::Enemy => way.enemy |= here,
                    // A wall has no kind.
                    Hurdle::Wall => {
                        way.occupied |= here;
                        way.capturable = Some(Arc::new(Kinds::Only(Vec::new())));
                    }
                }
                if let Some(capturable) = &way.capturable {
                    way.kinds.push((at, Arc::clone(capturable)));
                }
            }
            Via::Pass => {}
        }
        way.capturable = None;
        Some(way)
    }

    fn leaps(&mut self, leap: &Leap, start: &Way) -> Result<Vec<Way>, TooManyPaths> {
        let turn = match (leap.frame, start.last) {
            (Frame::Board, _) => 0,
            (Frame::Heading, Some((wind, ..))) => wind,
            (Frame::Side, _) | (Frame::Heading, None) => match self.side {
                Side::White => 0,
                Side::Black => 8,
            },
        };
        let oblique = leap.m != 0 && leap.m != leap.n;
        let mut out = Vec::with_capacity(16);
        for wind in leap.winds.rotate(turn).iter() {
            if oblique == wind.is_multiple_of(2) {
                continue;
            }
            let last = (wind, leap.m, leap.n, leap.wraps);
            self.again(start, last, leap.range, leap.between, &mut out)?;
        }
        out.iter_mut().for_each(|way| way.modes = Modes::BOTH);
        Ok(out)
    }

    /// The same leap repeated in one direction, after other ways from the same start.
    fn again(
        &mut self,
        start: &Way,
        leap: (u8, u8, u8, bool),
        range: Range,
        between: Between,
        out: &mut Vec<Way>,
    ) -> Result<(), TooManyPaths> {
        let (wind, m, n, wraps) = leap;
        let [mut front, mut landed] = std::mem::take(&mut self.spare);
        front.push(Way {
            ridden: U256::EMPTY,
            ..start.clone()
        });
        let mut made = 0u16;
        // On a board without edges, a ride that comes back to its origin ends there.
        while !front.is_empty() && range.max.is_none_or(|max| made < u16::from(max)) {
            made += 1;
            landed.clear();
            for way in front.drain(..) {
                let mut routes = self.topology.leap(way.at, m, n, wind, wraps);
                let last = routes.pop();
                let mut land = |way: Way, route: Route| landed.extend(self.land(way, route, leap, between));
                routes.into_iter().for_each(|route| land(way.clone(), route));
                if let Some(route) = last {
                    land(way, route);
                }
            }
            self.count += landed.len();
            if self.count > MAX_PATHS {
                return Err(TooManyPaths);
            }
            let is_last = range.max.is_some_and(|max| made >= u16::from(max));
            if made >= u16::from(range.min) {
                if is_last {
                    out.append(&mut landed);
                } else {
                    out.extend(landed.iter().cloned());
                }
            }
            std::mem::swap(&mut front, &mut landed);
            // A ride does not repeat itself: it ends on its start or on a square where it has been
            // before.
            front.retain(|way| way.at != self.origin && !way.ridden.has(way.at));
            for way in &mut front {
                way.require_empty(way.at, self.origin);
                way.passed |= U256::bit(way.at);
                way.ridden |= U256::bit(way.at);
            }
        }
        front.clear();
        landed.clear();
        self.spare = [front, landed];
        // A plain ride that only comes back has not moved.
        if start.last.is_none() {
            out.retain(|way| way.at != self.origin);
        }
        Ok(())
    }

    /// A way with one more leap, unless the contents of the squares between contradict its
    /// conditions.
    fn land(&self, mut way: Way, route: Route, leap: (u8, u8, u8, bool), between: Between) -> Option<Way> {
        way.last = Some(leap);
        way.at = route.to;
        match (between, route.between) {
            (Between::Free, _) => {}
            (_, None) => return None,
            (Between::Empty, Some(list)) => {
                for square in list {
                    way.require_empty(square, self.origin);
                    way.passed |= U256::bit(square);
                }
            }
            (Between::Occupied, Some(list)) => {
                if list.contains(&self.origin) {
                    return None;
                }
                way.occupied = list.iter().fold(way.occupied, |set, &s| set | U256::bit(s));
            }
        }
        Some(way)
    }
}

impl Way {
    /// A path without any step yet.
    fn from(origin: Square) -> Self {
        Self {
            at: origin,
            last: None,
            empty: U256::EMPTY,
            occupied: U256::EMPTY,
            friend: U256::EMPTY,
            enemy: U256::EMPTY,
            captures: Vec::new(),
            kinds: Vec::new(),
            capturable: None,
            rifle: false,
            passed: U256::EMPTY,
            ridden: U256::EMPTY,
            exposed: false,
            initial: false,
            modes: Modes::BOTH,
        }
    }

    /// Calls `give` with the paths that end here. A quiet path has no condition on captured pieces,
    /// and is then a path of its own.
    fn arrive(mut self, origin: Square, alternative: u16, mut give: impl FnMut(Path)) {
        let modes = self.possible_modes(origin);
        let free = self.at == origin || self.captures.contains(&self.at);
        let Some(capturable) = self.capturable.take().filter(|_| !free) else {
            if !modes.is_empty() {
                give(self.path(modes, alternative));
            }
            return;
        };
        let (quiet, rest) = (modes.and(Modes::QUIET), modes.without(Modes::QUIET));
        if !quiet.is_empty() {
            give(self.clone().path(quiet, alternative));
        }
        if !rest.is_empty() {
            self.kinds.push((self.at, capturable));
            give(self.path(rest, alternative));
        }
    }

    /// The path that ends here, with these modes.
    fn path(self, modes: Modes, alternative: u16) -> Path {
        Path {
            to: self.at,
            modes,
            empty: self.empty,
            occupied: self.occupied,
            friend: self.friend,
            enemy: self.enemy,
            captures: self.captures,
            kinds: self.kinds,
            rifle: self.rifle,
            exposed: if self.exposed { self.passed } else { U256::EMPTY },
            initial: self.initial,
            alternative,
        }
    }

    /// Requires a square to be empty. The piece has left its origin, and the pieces captured on the
    /// way are gone, so those squares are empty already.
    fn require_empty(&mut self, square: Square, origin: Square) {
        if square != origin && !self.captures.contains(&square) {
            self.empty |= U256::bit(square);
        }
    }

    /// The modes that the conditions of the way permit. A way may come back to a square that it
    /// needed empty or occupied before.
    fn possible_modes(&self, origin: Square) -> Modes {
        let occupied = self.occupied | self.friend | self.enemy;
        if self.empty.meets(occupied) || self.friend.meets(self.enemy) {
            return Modes::NONE;
        }
        if self.at == origin || self.captures.contains(&self.at) {
            return self.modes;
        }
        let needs_nobody = Modes::QUIET.or(Modes::EN_PASSANT);
        let mut modes = self.modes;
        if self.empty.has(self.at) {
            modes = modes.and(needs_nobody);
        }
        if occupied.has(self.at) {
            modes = modes.without(needs_nobody);
        }
        if self.friend.has(self.at) {
            modes = modes.without(Modes::CAPTURE.or(Modes::SWAP_ENEMY));
        }
        if self.enemy.has(self.at) {
            modes = modes.without(Modes::CAPTURE_OWN.or(Modes::SWAP));
        }
        modes
    }
}

/// A set of names as bits; names that are not on the board are left out.
pub fn squares(topology: &Topology, set: &Squares) -> U256 {
    set.0
        .iter()
        .filter_map(|name| topology.square(name))
        .fold(U256::EMPTY, |all, s| all | U256::bit(s))
}
