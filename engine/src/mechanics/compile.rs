//! From a ruleset with mechanics to its compiled form: the flat engine's, and what mechanics ask for.

use super::fen;
use super::mechanic::{Mechanic, Points};
use super::state::State;
use crate::board::{Bits, Square, Topology, convert};
use crate::engine::beyond::{NOTES, Place, Unit};
use crate::engine::core::Core;
use crate::engine::layout::FullLayout;
use crate::engine::paths::{self, Path};
use crate::engine::position::Pos;
use crate::engine::{CompileError, build};
use crate::rules::{Modes, PerSide, Ruleset, Side, Squares, Trigger};

/// How far around a square an effect can reach.
pub(crate) const RANGES: usize = 3;

/// One way of moving from a square that asks only for empty squares.
#[derive(Clone, Debug)]
pub(crate) struct Course<L: FullLayout> {
    /// Where it ends.
    pub(crate) to: Square,
    /// What it may do there.
    pub(crate) modes: Modes,
    /// Squares that must be empty.
    pub(crate) empty: L::B,
    /// Squares that must be occupied.
    pub(crate) occupied: L::B,
    /// The square on which it can be captured in the next turn.
    pub(crate) middle: Option<Square>,
}

impl<L: FullLayout> Course<L> {
    fn new(path: &Path) -> Self {
        Self {
            to: path.to,
            modes: path.modes,
            empty: convert(path.empty),
            occupied: convert(path.occupied),
            middle: path.exposed.squares().next(),
        }
    }

    /// Whether it is open, given the occupied squares.
    #[inline]
    pub(crate) fn is_open(&self, occupied: L::B) -> bool {
        !self.empty.meets(occupied) && (self.occupied & !occupied).is_empty()
    }
}

/// Something for each side, kind and square.
type Table<T> = [Vec<Vec<T>>; 2];

/// A ruleset with mechanics, compiled.
#[derive(Debug)]
pub(crate) struct Mechanics<L: FullLayout> {
    /// The rules without mechanics.
    pub(crate) core: Core<L>,
    /// The place of each square in the order of texts: by file, then rank, extra squares last.
    pub(crate) order: Vec<u8>,
    pub(crate) ordered: Vec<Square>,
    /// By range less one and square: all squares within so many steps, the square itself left out.
    pub(crate) within: [Vec<L::B>; RANGES],
    /// Plain ways of moving.
    courses: Table<Vec<Course<L>>>,
    /// Everywhere the unit could capture on an empty board by a plain way.
    strikes: Table<L::B>,
    /// Everywhere the unit could remove something by a way that is not plain, or otherwise than by capturing where it ends.
    pub(crate) odd_zones: Table<L::B>,
    /// Everywhere the unit could go without capturing by a plain way, whatever stands on the board.
    pub(crate) quiet_zones: Table<L::B>,
    /// Everywhere the unit could remove something, whatever stands on the board.
    pub(crate) zones: Table<L::B>,
    /// Everywhere mechanics let the unit remove something.
    pub(crate) extra_zones: Table<L::B>,
    /// Kinds with such squares, as bits.
    pub(crate) extra_kinds: u64,
    /// Kinds to which mechanics give movements, as bits.
    pub(crate) gifted: u64,
    /// Whether mechanics take away what the flat rules let some kind capture, so that these cannot tell what it attacks.
    pub(crate) takes_captures: bool,
    /// Kinds that carry others, as bits.
    pub(crate) carriers: u64,
    /// Kinds whose removal leads to others.
    pub(crate) alarms: u64,
    /// Within how many steps it does.
    pub(crate) alarm_range: u8,
    /// Kinds to whose removal mechanics react.
    pub(crate) eventful: u64,
    /// Whether the flat rules have nothing that changes what pieces can do or what captures lead to.
    pub(crate) is_plain: bool,
    /// Whether how many pieces of a kind there are decides what others may become.
    pub(crate) limits_promotions: bool,
    /// By side: kinds whose ordinary moves no mechanic has a say in, as bits.
    pub(crate) ordinary: [u64; 2],
    /// By side: kinds of these that can become such as a mechanic has a say in, as bits.
    pub(crate) rising: [u64; 2],
    /// By side: kinds of royals whose moves no mechanic has a say in, so long as none is near, as bits.
    pub(crate) plain_royals: [u64; 2],
    /// By side: kinds that can become others, as bits.
    pub(crate) promoting: [u64; 2],
    /// By side and kind: squares from which a move can end where the piece becomes another.
    pub(crate) near_promotion: [Vec<L::B>; 2],
    /// Kinds that are captured where others are exiled.
    pub(crate) never_exiled: u64,
    /// Kinds that reset the halfmove clock.
    pub(crate) resets_clock: u64,
    /// By side: squares on which something may happen to a unit of a kind that a mechanic has taken over, at the end of
    /// the turn in which it comes there.
    pub(crate) restless: [L::B; 2],
    /// Squares on which a side has something to decide at the end of a turn.
    pub(crate) promotion_squares: [L::B; 2],
    /// Whether a mechanic is used twice, so that both uses may give the same movement.
    pub(crate) repeats: bool,
    /// Whether units that leave the board are kept in pools.
    pub(crate) keeps_pools: bool,
    /// Whether squares passed have a key of their own instead of field 4.
    pub(crate) passed_key: bool,
    /// Whether what passes squares is what it was before: whoever promotes has passed nothing.
    pub(crate) sure_passers: bool,
    /// The mechanic that has taken a kind over.
    pub(crate) taken_over: [Option<u8>; 64],
    /// The kinds that a mechanic has taken over, as bits.
    pub(crate) taken_kinds: u64,
    /// Whether a side begins with a royal.
    pub(crate) has_royal: [bool; 2],
    pub(crate) hooks: Vec<Box<dyn Mechanic<L>>>,
    /// Numbers of the mechanics at each point.
    at: [Vec<u8>; Points::COUNT],
    pub(crate) start: State<L>,
}

/// What a mechanic may set when a variant is compiled.
#[derive(Debug)]
pub(crate) struct Setup<'a, L: FullLayout> {
    rules: &'a Ruleset,
    table: &'a mut Mechanics<L>,
    notes: u8,
    marks: usize,
}

impl<L: FullLayout> Setup<'_, L> {
    /// The kind of that name.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn kind(&self, name: &str) -> Result<u8, CompileError> {
        kind(self.rules, name)
    }

    /// The squares of a zone, for each side.
    pub(crate) fn zone(&self, zone: &PerSide<Squares>) -> [L::B; 2] {
        Side::ALL.map(|side| convert(paths::squares(&self.table.core.topology, &zone[side])))
    }

    /// The topology of the board.
    pub(crate) fn topology(&self) -> &Topology {
        &self.table.core.topology
    }

    /// A byte of the position for this mechanic.
    ///
    /// # Errors
    /// When there is none left.
    pub(crate) fn note(&mut self) -> Result<usize, CompileError> {
        let note = usize::from(self.notes);
        if note >= NOTES {
            return Err(CompileError::Unsupported(
                "so many hooks that remember something".to_owned(),
            ));
        }
        self.notes += 1;
        Ok(note)
    }

    /// A mark of units for this mechanic.
    ///
    /// # Errors
    /// When there is none left.
    pub(crate) fn mark(&mut self) -> Result<u8, CompileError> {
        let mark = Unit::FREE.get(self.marks).copied();
        self.marks += 1;
        mark.ok_or_else(|| CompileError::Unsupported("so many hooks that mark pieces".to_owned()))
    }

    /// Says that the mechanic gives a kind only some of the captures of its movement: those by leaps, or those by paths that
    /// remove nothing but what stands at their end.
    pub(crate) fn restrict_captures(&mut self, kind: u8, only_leaps: bool) {
        let core = &self.table.core;
        let changes = core.has_powers() || core.takes_over();
        let bound = Side::ALL.iter().any(|&side| {
            let courses = self.table.courses[side.index()][usize::from(kind)]
                .iter()
                .flatten();
            courses.into_iter().any(|c| !(c.empty | c.occupied).is_empty())
        });
        let movers = core.movers.iter().flatten().filter(|m| m.kind == kind);
        let special = movers
            .flat_map(|m| m.special.iter().flatten())
            .any(|path| only_leaps || path.rifle || !path.captures.is_empty());
        let unsure = core.choosy || (only_leaps && (bound || changes));
        self.table.takes_captures |= special || unsure;
    }

    /// Whether units of a kind capture elsewhere than where they end, by their own movement.
    pub(crate) fn captures_on_the_way(&self, kind: u8) -> bool {
        let movers = self.table.core.movers.iter().flatten().filter(|m| m.kind == kind);
        let mut special = movers.flat_map(|m| m.special.iter().flatten());
        special.any(|path| !path.captures.is_empty())
    }

    /// Whether a kind's movement asks only which squares are occupied, and does not change in the game.
    pub(crate) fn is_simple(&self, kind: u8) -> bool {
        let core = &self.table.core;
        let mut movers = core.movers.iter().flatten().filter(|m| m.kind == kind);
        !core.has_powers()
            && core.tagging.is_none()
            && movers.all(|m| m.special.is_empty() && m.prey == u64::MAX)
    }

    /// Where a kind's plain movement leads from a square on an empty board.
    pub(crate) fn targets(&self, side: Side, kind: u8, square: Square) -> L::B {
        self.table
            .courses(side, kind, square)
            .iter()
            .filter(|c| c.occupied.is_empty() && !c.modes.and(Modes::BOTH).is_empty())
            .fold(L::B::EMPTY, |all, c| all | L::B::bit(c.to))
    }

    /// Has the mechanic asked for movements of units of the kind.
    pub(crate) fn give_movements(&mut self, kind: u8) {
        self.table.gifted |= 1 << kind;
    }

    /// Says that at the end of a turn something may happen to a unit of the side, of a kind that the mechanic has taken
    /// over, that has come to one of the squares.
    pub(crate) fn restless(&mut self, side: Side, squares: L::B) {
        self.table.restless[side.index()] |= squares;
    }

    /// Lets units of the kind carry others.
    pub(crate) fn carry(&mut self, kind: u8) {
        self.table.carriers |= 1 << kind;
    }

    /// Has the removal of units of the kind looked at, since it leads to others within so many steps.
    pub(crate) fn alarm(&mut self, kind: u8, range: u8) {
        self.table.alarms |= 1 << kind;
        self.table.alarm_range = self.table.alarm_range.max(range);
        self.react(kind);
    }

    /// Says that the mechanic reacts to the removal of units of the kind.
    pub(crate) fn react(&mut self, kind: u8) {
        self.table.eventful |= 1 << kind;
    }

    /// Has units of the kind captured where others are exiled.
    pub(crate) fn never_exile(&mut self, kind: u8) {
        self.table.never_exiled |= 1 << kind;
    }

    /// Keeps units that leave the board in pools.
    pub(crate) fn keep_pools(&mut self) {
        self.table.keeps_pools = true;
    }

    /// Says that another unit may stand where one has come from.
    pub(crate) fn refill(&mut self) {
        self.table.core.refills = true;
    }

    /// Says that the mechanic decides what pieces become where they arrive.
    pub(crate) fn rename(&mut self) {
        self.table.core.renames = true;
    }

    /// Writes squares passed with a key instead of field 4.
    pub(crate) fn own_passed(&mut self) {
        self.table.passed_key = true;
        self.table.sure_passers = true;
    }

    /// Replaces what the ruleset says about how a kind moves by the mechanic's [`Mechanic::movements`].
    ///
    /// # Errors
    /// When another mechanic has done so.
    pub(crate) fn take_over(&mut self, kind: u8, number: u8) -> Result<(), CompileError> {
        self.give_movements(kind);
        self.table.taken_kinds |= 1 << kind;
        match &mut self.table.taken_over[usize::from(kind)] {
            Some(_) => {
                let name = self
                    .rules
                    .pieces
                    .get_index(usize::from(kind))
                    .map_or("", |(name, _)| name.as_str());
                Err(CompileError::Unsupported(format!(
                    "one another: two of them give `{name}` its movement"
                )))
            }
            free => {
                *free = Some(number);
                Ok(())
            }
        }
    }
}

fn kind(rules: &Ruleset, name: &str) -> Result<u8, CompileError> {
    let index = rules.pieces.get_index_of(name);
    index.map(|i| i as u8).ok_or_else(|| CompileError::Unknown {
        what: "piece",
        name: name.to_owned(),
    })
}

/// All squares in the order of texts.
fn in_order(topology: &Topology) -> Vec<Square> {
    let mut ordered: Vec<Square> = topology.squares().squares().collect();
    ordered.sort_by_cached_key(|&s| (topology.coordinates(s).is_none(), topology.coordinates(s), s));
    ordered
}

/// By range and square: all squares within so many steps.
fn ranges<B: Bits>(topology: &Topology) -> [Vec<B>; RANGES] {
    let size = topology.size();
    let near: Vec<B> = (0..size)
        .map(|s| convert(topology.neighbours(s as Square)))
        .collect();
    let mut within: [Vec<B>; RANGES] = Default::default();
    for range in 0..RANGES {
        within[range] = (0..size)
            .map(|square| {
                let Some(closer) = range.checked_sub(1).map(|r| within[r][square]) else {
                    return near[square];
                };
                let all = closer.squares().fold(closer, |all, s| all | near[usize::from(s)]);
                all & !B::bit(square as Square)
            })
            .collect();
    }
    within
}

/// The paths of each piece, side by side.
fn all_paths(rules: &Ruleset, topology: &Topology) -> Result<Table<Vec<Path>>, CompileError> {
    let mut all: Table<Vec<Path>> = [Vec::new(), Vec::new()];
    for side in Side::ALL {
        for (kind, (name, piece)) in rules.pieces.iter().enumerate() {
            let movement = &piece.movement;
            let has_both = Side::ALL.iter().all(|&side| piece.letter[side].is_some());
            if side == Side::Black
                && has_both
                && movement.white == movement.black
                && paths::is_for_both(&movement.white)
            {
                let same = all[Side::White.index()][kind].clone();
                all[side.index()].push(same);
                continue;
            }
            let alternatives = paths::alternatives(&movement[side]);
            let from = |square: usize| {
                let square = square as Square;
                if !topology.squares().has(square) || piece.letter[side].is_none() {
                    return Ok(Vec::new());
                }
                paths::along(topology, side, &alternatives, square, None).map_err(|_| {
                    CompileError::TooManyPaths {
                        piece: name.clone(),
                        square: topology.name(square).to_owned(),
                    }
                })
            };
            let found: Result<Vec<Vec<Path>>, CompileError> = (0..topology.size()).map(from).collect();
            all[side.index()].push(found?);
        }
    }
    Ok(all)
}

/// A table made of another, entry by entry.
fn each<T, U>(table: &Table<T>, f: impl Fn(&T) -> U) -> Table<U> {
    [0, 1].map(|side: usize| {
        let kinds = table[side].iter();
        kinds.map(|squares| squares.iter().map(&f).collect()).collect()
    })
}

/// Everything that a path could remove.
fn removable<B: Bits>(path: &Path) -> B {
    let on_the_way = path.captures.iter().fold(B::EMPTY, |all, &s| all | B::bit(s));
    let takes = Modes(Modes::CAPTURE.0 | Modes::EN_PASSANT.0 | Modes::CAPTURE_OWN.0);
    if path.modes.and(takes).is_empty() && !path.rifle {
        on_the_way
    } else {
        on_the_way | B::bit(path.to)
    }
}

/// Whether a path removes at most what it captures where it ends, and asks only which squares are occupied.
fn only_strikes(path: &Path) -> bool {
    let others = Modes(Modes::EN_PASSANT.0 | Modes::CAPTURE_OWN.0);
    path.is_plain() && path.modes.and(others).is_empty()
}

impl<L: FullLayout> Mechanics<L> {
    /// Compiles a ruleset; `hooks` are the mechanics that it uses.
    ///
    /// # Errors
    /// When the ruleset is too large, or its mechanics contradict one another.
    pub(crate) fn new(
        rules: &Ruleset,
        topology: Topology,
        hooks: Vec<Box<dyn Mechanic<L>>>,
    ) -> Result<Self, CompileError> {
        let ordered = in_order(&topology);
        let mut order = vec![0; topology.size()];
        for (i, &s) in ordered.iter().enumerate() {
            order[usize::from(s)] = i as u8;
        }
        let within = ranges::<L::B>(&topology);
        let paths = all_paths(rules, &topology)?;
        let courses = each(&paths, |list| {
            let plain = list.iter().filter(|p| p.is_plain());
            plain.map(Course::<L>::new).collect::<Vec<_>>()
        });
        let strikes = each(&courses, |list| {
            let capture = list
                .iter()
                .filter(|c| c.modes.has(Modes::CAPTURE) && c.occupied.is_empty());
            capture.fold(L::B::EMPTY, |all, c| all | L::B::bit(c.to))
        });
        let quiet_zones = each(&paths, |list| {
            let quiet = list.iter().filter(|p| p.modes.has(Modes::QUIET) && !p.rifle);
            quiet.fold(L::B::EMPTY, |all, p| all | L::B::bit(p.to))
        });
        let zones = each(&paths, |list| {
            list.iter().fold(L::B::EMPTY, |all, p| all | removable::<L::B>(p))
        });
        let odd_zones = each(&paths, |list| {
            let odd = list.iter().filter(|p| !only_strikes(p));
            odd.fold(L::B::EMPTY, |all, p| all | removable::<L::B>(p))
        });
        let core = build::build::<L>(rules, topology)?;
        let resets = rules.pieces.values().enumerate().filter(|(_, p)| p.resets_clock);
        let mut table = Self {
            order,
            ordered,
            within,
            courses,
            strikes,
            extra_zones: each(&zones, |_| L::B::EMPTY),
            zones,
            odd_zones,
            quiet_zones,
            extra_kinds: 0,
            gifted: 0,
            takes_captures: false,
            carriers: 0,
            alarms: 0,
            alarm_range: 0,
            eventful: 0,
            is_plain: false,
            limits_promotions: false,
            ordinary: [0; 2],
            rising: [0; 2],
            plain_royals: [0; 2],
            promoting: [0; 2],
            near_promotion: Default::default(),
            never_exiled: 0,
            resets_clock: resets.fold(0, |all, (i, _)| all | 1 << i),
            restless: [L::B::EMPTY; 2],
            promotion_squares: [L::B::EMPTY; 2],
            repeats: {
                let name = |i: usize| &rules.hooks[i].name;
                (1..rules.hooks.len()).any(|i| (0..i).any(|j| name(i) == name(j)))
            },
            keeps_pools: false,
            passed_key: core.turns.is_some(),
            sure_passers: false,
            taken_over: [None; 64],
            taken_kinds: 0,
            has_royal: [false; 2],
            hooks: Vec::new(),
            at: Default::default(),
            start: State::new(Pos::empty()),
            core,
        };
        table.set_up(rules, hooks)?;
        table.find_zones();
        table.find_ordinary();
        table.read_start(rules)?;
        Ok(table)
    }

    fn set_up(&mut self, rules: &Ruleset, mut hooks: Vec<Box<dyn Mechanic<L>>>) -> Result<(), CompileError> {
        let mut setup = Setup {
            rules,
            table: self,
            notes: 0,
            marks: 0,
        };
        for (number, hook) in hooks.iter_mut().enumerate() {
            hook.set_up(number as u8, &mut setup)?;
        }
        for (number, hook) in hooks.iter().enumerate() {
            for point in 0..Points::COUNT {
                if hook.points().0 >> point & 1 == 1 {
                    self.at[point].push(number as u8);
                }
            }
        }
        self.hooks = hooks;
        Ok(())
    }

    fn find_zones(&mut self) {
        let core = &self.core;
        // What these let a piece capture depends on more than its own movement.
        let anywhere = core.has_powers() || core.has_shots() || core.tagging.is_some();
        for side in Side::ALL {
            for mover in &self.core.movers[side.index()] {
                for p in mover
                    .promotions
                    .iter()
                    .filter(|p| p.trigger == Trigger::Enter && !p.on_capture)
                {
                    self.promotion_squares[side.index()] |= p.zone & p.mandatory;
                }
            }
            for kind in 0..self.zones[side.index()].len() {
                for square in 0..self.core.topology.size() {
                    let (k, s) = (kind as u8, square as Square);
                    let extra = self
                        .at(Points::THREATS)
                        .fold(L::B::EMPTY, |all, h| all | h.zone(self, side, k, s));
                    if !extra.is_empty() {
                        self.extra_kinds |= 1 << kind;
                    }
                    self.extra_zones[side.index()][kind][square] = extra;
                    if let Some(number) = self.taken_over[kind] {
                        let hook = &self.hooks[usize::from(number)];
                        self.quiet_zones[side.index()][kind][square] = hook.landings(self, side, k, s);
                    }
                    let own = match self.taken_over[kind] {
                        _ if anywhere => self.core.board,
                        Some(_) => L::B::EMPTY,
                        None => self.zones[side.index()][kind][square],
                    };
                    self.zones[side.index()][kind][square] = own | extra;
                }
            }
        }
    }

    fn read_start(&mut self, rules: &Ruleset) -> Result<(), CompileError> {
        let start = |table: &Self| fen::parse(table, &rules.start).map_err(CompileError::Start);
        let first = start(self)?;
        self.core.read_homes(&first.pos);
        self.core.find_marked(rules, &first.pos);
        let start = start(self)?;
        self.core.find_never(&start.pos);
        self.core.find_stuck(&start.pos);
        self.has_royal = Side::ALL.map(|side| !start.pos.royals(&self.core, side).is_empty());
        self.start = start;
        Ok(())
    }

    /// The mechanics at a point.
    #[inline]
    pub(crate) fn at(&self, point: Points) -> impl Iterator<Item = &dyn Mechanic<L>> + '_ {
        self.numbers(point).iter().map(|&n| &*self.hooks[usize::from(n)])
    }

    /// The numbers of the mechanics at a point.
    #[inline]
    pub(crate) fn numbers(&self, point: Points) -> &[u8] {
        &self.at[point.0.trailing_zeros() as usize]
    }

    /// Whether the unit carries others.
    #[inline]
    pub(crate) fn carries(&self, unit: Unit) -> bool {
        unit.exists() && self.carriers >> unit.kind() & 1 == 1
    }

    /// Whether the unit is royal.
    #[inline]
    pub(crate) fn is_royal(&self, unit: Unit) -> bool {
        unit.exists() && self.core.royals[unit.side().index()].contains(&unit.kind())
    }

    /// Whether its removal leads to others.
    #[inline]
    pub(crate) fn is_alarm(&self, unit: Unit) -> bool {
        unit.exists() && self.alarms >> unit.kind() & 1 == 1
    }

    /// Squares of the lowest units of kinds given as bits.
    pub(crate) fn ground_of(&self, pos: &Pos<L>, kinds: u64) -> L::B {
        if kinds == 0 {
            return L::B::EMPTY;
        }
        self.core.of_kinds(pos, kinds)
    }

    /// Squares with a unit whose removal leads to others.
    pub(crate) fn alarm_squares(&self, pos: &Pos<L>) -> L::B {
        let above = pos.above().iter().filter(|(_, u)| self.is_alarm(*u));
        above.fold(self.ground_of(pos, self.alarms), |all, (s, _)| {
            all | L::B::bit(*s)
        })
    }

    /// The places of a side's royals.
    pub(crate) fn royal_places(&self, pos: &Pos<L>, side: Side) -> arrayvec::ArrayVec<Place, 16> {
        let mut places = arrayvec::ArrayVec::new();
        let ground = pos.royals(&self.core, side).squares().map(Place::ground);
        places.extend(ground.take(16));
        let above = pos.riders(side).filter(|(_, u)| self.is_royal(*u));
        places.extend(above.map(|(place, _)| place).take(places.remaining_capacity()));
        places
    }

    /// The square of a side's first royal, wherever in its list it is.
    pub(crate) fn royal(&self, pos: &Pos<L>, side: Side) -> Option<Square> {
        self.royal_places(pos, side).first().map(|p| p.square)
    }

    /// The plain ways of moving of a kind from a square, as the ruleset has them.
    #[inline]
    pub(crate) fn courses(&self, side: Side, kind: u8, square: Square) -> &[Course<L>] {
        &self.courses[side.index()][usize::from(kind)][usize::from(square)]
    }

    /// Everywhere a kind could capture from a square on an empty board.
    #[inline]
    pub(crate) fn strikes(&self, side: Side, kind: u8, square: Square) -> L::B {
        self.strikes[side.index()][usize::from(kind)][usize::from(square)]
    }

    /// Where castling moves of a kind end that start on a square.
    pub(crate) fn castling_ends(
        &self,
        side: Side,
        kind: u8,
        from: Square,
    ) -> impl Iterator<Item = Square> + '_ {
        let castlings = self.core.castlings.iter();
        castlings
            .filter(move |c| c.side == side && c.king == kind && c.king_from == from)
            .map(|c| c.king_to)
    }

    /// The squares within so many steps of one, from 1 to [`RANGES`], that square left out.
    #[inline]
    pub(crate) fn within(&self, square: Square, range: u8) -> L::B {
        let longest = self.within.len() - 1;
        self.within[usize::from(range).saturating_sub(1).min(longest)][usize::from(square)]
    }

    /// The board.
    pub(crate) fn topology(&self) -> &Topology {
        &self.core.topology
    }

    /// The place of a square in the order of texts, then the place in its list: for sorting.
    pub(crate) fn rank_of(&self, place: Place) -> (u8, u8) {
        (self.order[usize::from(place.square)], place.index)
    }

    /// The letter of a kind for a side.
    pub(crate) fn letter(&self, kind: u8, side: Side) -> char {
        self.core.letters[side.index()]
            .get(usize::from(kind))
            .copied()
            .unwrap_or('?')
    }
}
