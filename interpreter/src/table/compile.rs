//! From a ruleset with event hooks to its compiled form.

use super::fen;
use super::hook::{EventHook, Points};
use super::state::{NOTES, State};
use super::unit::{KINDS, Place, Unit};
use crate::board::{Bits, Square, Topology, U256};
use crate::engine::CompileError;
use crate::engine::paths::{self, Path};
use crate::rules::{Mandatory, Modes, Pass, PerSide, RoyalRule, Ruleset, Score, Side, Squares, Trigger};

/// How far around a square an effect can reach.
pub const RANGES: usize = 3;

/// One way of moving from a square.
#[derive(Clone, Debug)]
pub struct Course {
    /// Where it ends.
    pub to: Square,
    /// What it may do there.
    pub modes: Modes,
    /// Squares that must be empty.
    pub empty: U256,
    /// The square on which it can be captured in the next turn.
    pub middle: Option<Square>,
}

/// What a piece becomes in its promotion zone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Promote {
    pub(crate) zone: U256,
    pub(crate) optional: U256,
    pub(crate) to: Vec<u8>,
}

/// One castling move.
#[derive(Clone, Debug)]
pub(crate) struct Castle {
    pub(crate) side: Side,
    pub(crate) letter: char,
    pub(crate) king: u8,
    pub(crate) king_from: Square,
    pub(crate) king_to: Square,
    pub(crate) rook: u8,
    pub(crate) rook_from: Square,
    pub(crate) rook_to: Square,
    pub(crate) empty: U256,
    pub(crate) safe: U256,
}

/// A ruleset with event hooks, compiled.
#[derive(Debug)]
pub struct Table {
    pub(crate) topology: Topology,
    /// By side and kind.
    pub(crate) letters: [Vec<char>; 2],
    /// The place of each square in the order of texts: by file, then rank, extra squares last.
    pub(crate) order: Vec<u8>,
    pub(crate) ordered: Vec<Square>,
    /// By range less one and square: all squares within so many steps, the square itself left out.
    pub(crate) within: [Vec<U256>; RANGES],
    /// By side, kind and square.
    pub(crate) courses: [Vec<Vec<Vec<Course>>>; 2],
    /// By side, kind and square: everywhere the unit could capture on an empty board.
    pub(crate) strikes: [Vec<Vec<U256>>; 2],
    pub(crate) promotes: [Vec<Option<Promote>>; 2],
    pub(crate) castles: Vec<Castle>,
    /// By square: rights that are lost when the lowest unit leaves it.
    pub(crate) castling_loss: Vec<u16>,
    /// Kinds, as bits, that are royal for each side.
    pub(crate) royals: [u32; 2],
    pub(crate) resets_clock: u32,
    /// Kinds that carry others.
    pub(crate) carriers: u32,
    /// Kinds whose removal leads to others.
    pub(crate) alarms: u32,
    /// Kinds of which the position keeps account.
    pub(crate) watched: u32,
    /// By side, kind and square: everywhere the unit could remove something, whatever stands on the board.
    pub(crate) zones: [Vec<Vec<U256>>; 2],
    /// Squares on which a side has something to decide at the end of a turn.
    pub(crate) promotion_squares: [U256; 2],
    /// Kinds that are captured where others are exiled.
    pub(crate) never_exiled: u32,
    /// Whether units that leave the board are kept in pools.
    pub(crate) keeps_pools: bool,
    /// Whether squares passed have a key of their own instead of field 4.
    pub(crate) passed_key: bool,
    /// The hook that has taken a kind over.
    pub(crate) taken_over: [Option<u8>; KINDS],
    pub(crate) checkmate: Score,
    pub(crate) stalemate: [Score; 2],
    pub(crate) hooks: Vec<Box<dyn EventHook>>,
    /// Numbers of the hooks at each point.
    at: [Vec<u8>; Points::COUNT],
    pub(crate) start: State,
}

/// What a hook may set when a variant is compiled.
#[derive(Debug)]
pub struct Setup<'a> {
    rules: &'a Ruleset,
    table: &'a mut Table,
    notes: u8,
}

impl Setup<'_> {
    /// The kind of that name.
    ///
    /// # Errors
    /// When there is none.
    pub fn kind(&self, name: &str) -> Result<u8, CompileError> {
        kind(self.rules, name)
    }

    /// The squares of a zone, for each side.
    pub fn zone(&self, zone: &PerSide<Squares>) -> [U256; 2] {
        Side::ALL.map(|side| paths::squares(&self.table.topology, &zone[side]))
    }

    /// The topology of the board.
    pub fn topology(&self) -> &Topology {
        &self.table.topology
    }

    /// A byte of [`State::notes`] for this hook.
    ///
    /// # Errors
    /// When there is none left.
    pub fn note(&mut self) -> Result<usize, CompileError> {
        let note = usize::from(self.notes);
        if note >= NOTES {
            return Err(CompileError::Unsupported(
                "so many hooks that remember something".to_owned(),
            ));
        }
        self.notes += 1;
        Ok(note)
    }

    /// Everywhere a kind could capture from a square on an empty board.
    pub fn strikes(&self, side: Side, kind: u8, square: Square) -> U256 {
        self.table.strikes(side, kind, square)
    }

    /// Where a kind's movement leads from a square on an empty board.
    pub fn targets(&self, side: Side, kind: u8, square: Square) -> U256 {
        self.table
            .courses(side, kind, square)
            .iter()
            .fold(U256::EMPTY, |all, c| all | U256::bit(c.to))
    }

    /// Lets units of the kind carry others.
    pub fn carry(&mut self, kind: u8) {
        self.table.carriers |= 1 << kind;
    }

    /// Lets hooks and the table watch units of the kind, since their removal leads to others.
    pub fn alarm(&mut self, kind: u8) {
        self.table.alarms |= 1 << kind;
    }

    /// Keeps account of where units of the kind stand on the ground ([`State::watched`]).
    pub fn watch(&mut self, kind: u8) {
        self.table.watched |= 1 << kind;
    }

    /// Has units of the kind captured where others are exiled.
    pub fn never_exile(&mut self, kind: u8) {
        self.table.never_exiled |= 1 << kind;
    }

    /// Keeps units that leave the board in pools.
    pub fn keep_pools(&mut self) {
        self.table.keeps_pools = true;
    }

    /// Writes squares passed with a key instead of field 4.
    pub fn own_passed(&mut self) {
        self.table.passed_key = true;
    }

    /// Replaces what the ruleset says about how a kind moves by the hook's [`EventHook::movements`].
    ///
    /// # Errors
    /// When another hook has done so.
    pub fn take_over(&mut self, kind: u8, number: u8) -> Result<(), CompileError> {
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

fn unsupported<T>(what: &str) -> Result<T, CompileError> {
    Err(CompileError::Unsupported(what.to_owned()))
}

fn kind(rules: &Ruleset, name: &str) -> Result<u8, CompileError> {
    let index = rules.pieces.get_index_of(name);
    index.map(|i| i as u8).ok_or_else(|| CompileError::Unknown {
        what: "piece",
        name: name.to_owned(),
    })
}

impl Table {
    /// Compiles a ruleset; `hooks` are the event hooks that it uses.
    ///
    /// # Errors
    /// When the ruleset is too large or says something that cannot be combined with event hooks.
    pub fn new(
        rules: &Ruleset,
        topology: Topology,
        hooks: Vec<Box<dyn EventHook>>,
    ) -> Result<Self, CompileError> {
        if rules.pieces.len() > KINDS {
            return Err(CompileError::TooManyKinds(rules.pieces.len()));
        }
        if rules.castling.len() > 16 {
            return Err(CompileError::TooManyCastlings(rules.castling.len()));
        }
        refuse(rules)?;
        let size = topology.size();
        let squares: Vec<Square> = topology.squares().squares().collect();
        let mut ordered = squares.clone();
        ordered.sort_by_key(|&s| (topology.coordinates(s).is_none(), topology.coordinates(s), s));
        let mut order = vec![0; size];
        for (i, &s) in ordered.iter().enumerate() {
            order[usize::from(s)] = i as u8;
        }
        let near: Vec<U256> = (0..size).map(|s| topology.neighbours(s as Square)).collect();
        let mut within: [Vec<U256>; RANGES] = Default::default();
        for range in 0..RANGES {
            within[range] = (0..size)
                .map(|square| {
                    let Some(closer) = range.checked_sub(1).map(|r| within[r][square]) else {
                        return near[square];
                    };
                    let all = closer.squares().fold(closer, |all, s| all | near[usize::from(s)]);
                    all & !U256::bit(square as Square)
                })
                .collect();
        }
        let mut courses = [Vec::new(), Vec::new()];
        for side in Side::ALL {
            for (name, piece) in &rules.pieces {
                let mut by_square = Vec::with_capacity(size);
                for square in 0..size {
                    let square = square as Square;
                    let exists = topology.squares().has(square) && piece.letter[side].is_some();
                    let found = if exists {
                        paths::paths(&topology, side, &piece.movement[side], square).map_err(|_| {
                            CompileError::TooManyPaths {
                                piece: name.clone(),
                                square: topology.name(square).to_owned(),
                            }
                        })?
                    } else {
                        Vec::new()
                    };
                    by_square.push(
                        found
                            .iter()
                            .map(|p| course(name, p))
                            .collect::<Result<Vec<_>, _>>()?,
                    );
                }
                courses[side.index()].push(by_square);
            }
        }
        let strikes = [0, 1].map(|side: usize| {
            courses[side]
                .iter()
                .map(|by_square: &Vec<Vec<Course>>| {
                    let capture = |c: &&Course| c.modes.has(Modes::CAPTURE);
                    by_square
                        .iter()
                        .map(|list| {
                            list.iter()
                                .filter(capture)
                                .fold(U256::EMPTY, |all, c| all | U256::bit(c.to))
                        })
                        .collect()
                })
                .collect()
        });
        let mut promotes = [vec![None; rules.pieces.len()], vec![None; rules.pieces.len()]];
        for promotion in &rules.promotions {
            let index = usize::from(kind(rules, &promotion.piece)?);
            let entry: &mut Option<Promote> = &mut promotes[promotion.side.index()][index];
            if entry.is_some() {
                return unsupported("several promotions of one piece");
            }
            let zone = paths::squares(&topology, &promotion.zone);
            *entry = Some(Promote {
                zone,
                optional: match &promotion.mandatory {
                    Mandatory::Always => U256::EMPTY,
                    Mandatory::Never => zone,
                    Mandatory::On(must) => zone & !paths::squares(&topology, must),
                },
                to: promotion
                    .to
                    .iter()
                    .map(|n| kind(rules, n))
                    .collect::<Result<_, _>>()?,
            });
        }
        let square = |name: &str| {
            let found = topology.square(name);
            found.ok_or_else(|| CompileError::Unknown {
                what: "square",
                name: name.to_owned(),
            })
        };
        let castles = rules
            .castling
            .iter()
            .map(|c| {
                Ok(Castle {
                    side: c.side,
                    letter: c.letter,
                    king: kind(rules, &c.king)?,
                    king_from: square(&c.king_from)?,
                    king_to: square(&c.king_to)?,
                    rook: kind(rules, &c.rook)?,
                    rook_from: square(&c.rook_from)?,
                    rook_to: square(&c.rook_to)?,
                    empty: paths::squares(&topology, &c.empty),
                    safe: paths::squares(&topology, &c.safe),
                })
            })
            .collect::<Result<Vec<Castle>, CompileError>>()?;
        let mut castling_loss = vec![0u16; size];
        for (i, castle) in castles.iter().enumerate() {
            castling_loss[usize::from(castle.king_from)] |= 1 << i;
            castling_loss[usize::from(castle.rook_from)] |= 1 << i;
        }
        let bits = |f: &dyn Fn(&crate::rules::Piece) -> bool| {
            rules
                .pieces
                .values()
                .enumerate()
                .filter(|(_, p)| f(p))
                .fold(0u32, |all, (i, _)| all | 1 << i)
        };
        let mut table = Self {
            letters: Side::ALL.map(|side| {
                rules
                    .pieces
                    .values()
                    .map(|p| p.letter[side].unwrap_or('\0'))
                    .collect()
            }),
            order,
            ordered,
            within,
            courses,
            strikes,
            promotes,
            castles,
            castling_loss,
            royals: Side::ALL.map(|side| bits(&|p| p.royal[side] && p.letter[side].is_some())),
            resets_clock: bits(&|p| p.resets_clock),
            carriers: 0,
            alarms: 0,
            watched: 0,
            zones: [Vec::new(), Vec::new()],
            promotion_squares: [U256::EMPTY; 2],
            never_exiled: 0,
            keeps_pools: false,
            passed_key: false,
            taken_over: [None; KINDS],
            checkmate: rules.end.checkmate,
            stalemate: Side::ALL.map(|side| rules.end.stalemate[side]),
            hooks: Vec::new(),
            at: Default::default(),
            start: State::empty(),
            topology,
        };
        let mut hooks = hooks;
        let mut setup = Setup {
            rules,
            table: &mut table,
            notes: 0,
        };
        for (number, hook) in hooks.iter_mut().enumerate() {
            hook.set_up(number as u8, &mut setup)?;
        }
        for (number, hook) in hooks.iter().enumerate() {
            for point in 0..Points::COUNT {
                if hook.points().0 >> point & 1 == 1 {
                    table.at[point].push(number as u8);
                }
            }
        }
        table.hooks = hooks;
        table.find_zones();
        table.read_start(rules)?;
        Ok(table)
    }

    fn find_zones(&mut self) {
        for side in Side::ALL {
            let promotes = self.promotes[side.index()].iter().flatten();
            self.promotion_squares[side.index()] =
                promotes.fold(U256::EMPTY, |all, p| all | (p.zone & !p.optional));
            let zone = |kind: usize, square: usize| {
                let (kind, square) = (kind as u8, square as Square);
                let own = match self.taken_over[usize::from(kind)] {
                    Some(_) => U256::EMPTY,
                    None => self.strikes(side, kind, square),
                };
                self.at(Points::THREATS)
                    .fold(own, |all, h| all | h.zone(self, side, kind, square))
            };
            let kinds = 0..self.promotes[side.index()].len();
            let zones = kinds
                .map(|k| (0..self.topology.size()).map(|s| zone(k, s)).collect())
                .collect();
            self.zones[side.index()] = zones;
        }
    }

    fn read_start(&mut self, rules: &Ruleset) -> Result<(), CompileError> {
        let start = fen::parse(self, &rules.start).map_err(|e| CompileError::Start(e.to_string()))?;
        for side in Side::ALL {
            if start.units(side).filter(|(_, u)| u.has(Unit::ROYAL)).count() != 1 {
                return unsupported("sides that do not have exactly one royal piece");
            }
        }
        self.start = start;
        Ok(())
    }

    /// The hooks at a point.
    #[inline]
    pub(crate) fn at(&self, point: Points) -> impl Iterator<Item = &dyn EventHook> + '_ {
        self.numbers(point).iter().map(|&n| &*self.hooks[usize::from(n)])
    }

    /// The numbers of the hooks at a point.
    #[inline]
    pub(crate) fn numbers(&self, point: Points) -> &[u8] {
        &self.at[point.0.trailing_zeros() as usize]
    }

    /// Whether the unit carries others.
    #[inline]
    pub fn carries(&self, unit: Unit) -> bool {
        self.carriers >> unit.kind() & 1 == 1
    }

    /// A new unit of a kind.
    pub fn make(&self, kind: u8, side: Side) -> Unit {
        let unit = Unit::new(kind, side);
        let unit = if self.alarms >> kind & 1 == 1 {
            unit.with(Unit::ALARM)
        } else {
            unit
        };
        let unit = if self.watched >> kind & 1 == 1 {
            unit.with(Unit::WATCHED)
        } else {
            unit
        };
        if self.royals[side.index()] >> kind & 1 == 1 {
            unit.with(Unit::ROYAL)
        } else {
            unit
        }
    }

    /// The ways of moving of a kind from a square, as the ruleset has them.
    #[inline]
    pub fn courses(&self, side: Side, kind: u8, square: Square) -> &[Course] {
        &self.courses[side.index()][usize::from(kind)][usize::from(square)]
    }

    /// Everywhere a kind could capture from a square on an empty board.
    #[inline]
    pub fn strikes(&self, side: Side, kind: u8, square: Square) -> U256 {
        self.strikes[side.index()][usize::from(kind)][usize::from(square)]
    }

    /// Where castling moves of a kind end that start on a square.
    pub fn castling_ends(&self, side: Side, kind: u8, from: Square) -> impl Iterator<Item = Square> + '_ {
        let fits = move |c: &&Castle| c.side == side && c.king == kind && c.king_from == from;
        self.castles.iter().filter(fits).map(|c| c.king_to)
    }

    /// The squares next to one.
    #[inline]
    pub fn neighbours(&self, square: Square) -> U256 {
        self.within(square, 1)
    }

    /// The squares within so many steps of one, from 1 to [`RANGES`], that square left out.
    #[inline]
    pub fn within(&self, square: Square, range: u8) -> U256 {
        let longest = self.within.len() - 1;
        self.within[usize::from(range).saturating_sub(1).min(longest)][usize::from(square)]
    }

    /// The board.
    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// The start position.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// All squares in the order of texts: by file, then rank.
    pub fn ordered(&self) -> &[Square] {
        &self.ordered
    }

    /// The place of a square in that order, then the place in its list: for sorting.
    pub fn rank_of(&self, place: Place) -> (u8, u8) {
        (self.order[usize::from(place.square)], place.index)
    }

    /// The letter of a kind for a side.
    pub fn letter(&self, kind: u8, side: Side) -> char {
        self.letters[side.index()]
            .get(usize::from(kind))
            .copied()
            .unwrap_or('?')
    }
}

/// What event hooks cannot be combined with.
fn refuse(rules: &Ruleset) -> Result<(), CompileError> {
    if Side::ALL.iter().any(|&s| rules.royalty.rule[s] != RoyalRule::All) {
        return unsupported("a royalty rule other than `all`");
    }
    if !rules.end.goals.is_empty() {
        return unsupported("goals");
    }
    let restrictions = &rules.restrictions;
    let restricted = Side::ALL.iter().any(|&s| {
        restrictions.must_capture[s] || restrictions.no_check[s] || restrictions.pass[s] != Pass::Never
    });
    if restricted {
        return unsupported("the `rules` block");
    }
    if rules.en_passant.is_some() {
        return unsupported("restricted en passant");
    }
    for promotion in &rules.promotions {
        if promotion.trigger != Trigger::Enter || promotion.on_capture || !promotion.limits.is_empty() {
            return unsupported("promotions other than by entering a zone");
        }
    }
    Ok(())
}

fn course(piece: &str, path: &Path) -> Result<Course, CompileError> {
    let odd = Modes::CAPTURE_OWN.0 | Modes::SWAP.0;
    if !path.is_plain() || !path.occupied.is_empty() || path.modes.0 & odd != 0 || path.exposed.several() {
        return unsupported(&format!(
            "the movement of `{piece}`, which needs more than empty squares on its way"
        ));
    }
    Ok(Course {
        to: path.to,
        modes: path.modes,
        empty: path.empty,
        middle: path.exposed.squares().next(),
    })
}
