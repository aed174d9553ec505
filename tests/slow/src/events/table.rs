//! A ruleset made ready to be played with event hooks.

use super::hook::EventHook;
use super::state::{Place, State, Unit};
use super::{fen, hooks};
use crate::Game;
use crate::board::{Board, Square};
use crate::position::{Kind, Piece, Position};
use crate::walk::Path;
use crate::{effects, hooks as flat_hooks, mechanics, turns, weapons};
use ferz::rules::{Letter, Mandatory, Modes, PerSide, Promotion, RoyalRule, Ruleset, Side, Squares, Trigger};
use std::collections::{BTreeMap, BTreeSet};

/// One castling move.
#[derive(Clone, Debug)]
pub struct Castle {
    /// The owner.
    pub side: Side,
    /// The letter in positions.
    pub letter: char,
    /// The kind that goes to its end.
    pub king: Kind,
    /// The start square.
    pub king_from: Square,
    /// To where.
    pub king_to: Square,
    /// The partner's kind.
    pub rook: Kind,
    /// The start square.
    pub rook_from: Square,
    /// To where.
    pub rook_to: Square,
    /// Squares that must be empty.
    pub empty: Vec<Square>,
    /// Squares that must be safe.
    pub safe: Vec<Square>,
    /// Whether chains of captures make squares unsafe, too.
    pub chains: bool,
}

/// A ruleset with event hooks.
#[derive(Debug)]
pub struct Table {
    /// The rules.
    pub rules: Ruleset,
    /// The squares.
    pub board: Board,
    /// All squares by file, then rank, those outside the grid last.
    pub ordered: Vec<Square>,
    /// Castlings in the order of the rules.
    pub castles: Vec<Castle>,
    /// Kinds that carry others.
    pub carriers: BTreeSet<Kind>,
    /// Kinds that are captured where others are exiled.
    pub never_exiled: BTreeSet<Kind>,
    /// Whether units that leave the board are kept in pools.
    pub keeps_pools: bool,
    /// Whether squares passed have a key of their own instead of field 4.
    pub passed_key: bool,
    /// Whether a promoting unit has passed nothing.
    pub sure_passers: bool,
    /// The hook that has taken a kind over.
    pub taken_over: BTreeMap<Kind, usize>,
    /// The hooks, in the order of the rules.
    pub hooks: Vec<Box<dyn EventHook>>,
    /// The same rules without the hooks: the movements of pieces, and the rules outside turns.
    pub flat: Game,
    /// Whether each side has royals at the start, and so can lose them.
    pub has_royals: [bool; 2],
    start: State,
}

/// Keys of positions that belong to no hook of the table.
const FLAT_KEYS: [&str; 5] = ["absorbed", "checks", "moved", "passes", "weapons"];

/// A position text without what belongs to the hooks of the table.
pub fn flat_text(board: &Board, text: &str) -> String {
    let is_flat = |word: &&str| {
        word.split_once('=')
            .is_none_or(|(key, _)| FLAT_KEYS.contains(&key) || board.square(key).is_some())
    };
    text.split_whitespace()
        .filter(is_flat)
        .collect::<Vec<_>>()
        .join(" ")
}

/// The settings of a hook when a table is set up.
#[derive(Debug)]
pub struct Setup<'a> {
    /// The table.
    pub table: &'a mut Table,
}

impl Setup<'_> {
    /// The kind of that name.
    pub fn kind(&self, name: &str) -> Kind {
        self.table.kind(name)
    }

    /// The squares of a zone, for each side.
    pub fn zone(&self, zone: &PerSide<Squares>) -> [Vec<Square>; 2] {
        Side::ALL.map(|side| self.table.board.squares(&zone[side]))
    }

    /// Replaces what the ruleset says about how a kind moves by the hook's
    /// [`EventHook::movements`].
    ///
    /// # Panics
    /// When another hook has done so: such rules are refused.
    pub fn take_over(&mut self, kind: Kind, number: usize) {
        let before = self.table.taken_over.insert(kind, number);
        assert_eq!(before, None, "two hooks give one kind its movement");
    }
}

impl Table {
    /// Makes a ruleset ready.
    ///
    /// # Panics
    /// If the ruleset contradicts itself, or says what the table does not know.
    pub fn new(rules: &Ruleset) -> Self {
        let original = &*rules.dissolved();
        let mut rules = original.clone();
        let castlings = original.castling.iter();
        rules.castling = castlings
            .flat_map(|c| crate::castling::ways(&rules.board, c))
            .collect();
        let rules = &rules;
        let board = Board::of(&rules.board, rules.pieces.keys().cloned().collect());
        let mut ordered: Vec<Square> = (0..board.size()).collect();
        ordered.sort_by_key(|&square| (board.place(square).is_none(), board.place(square), square));
        let start = State::empty(board.size());
        let mut flat = original.clone();
        flat.hooks.retain(|hook| flat_hooks::is_known(&hook.name));
        flat.start = flat_text(&board, &rules.start);
        let mut table = Self {
            rules: rules.clone(),
            flat: Game::new(&flat),
            has_royals: [false; 2],
            board,
            ordered,
            castles: Vec::new(),
            carriers: BTreeSet::new(),
            never_exiled: BTreeSet::new(),
            keeps_pools: false,
            passed_key: turns::are_paired(rules),
            sure_passers: false,
            taken_over: BTreeMap::new(),
            hooks: Vec::new(),
            start,
        };
        table.castles = table.read_castles();
        let mut hooks: Vec<Box<dyn EventHook>> = hooks::said(rules);
        hooks.extend(rules.hooks.iter().filter_map(hooks::read));
        for (number, hook) in hooks.iter_mut().enumerate() {
            hook.set_up(number, &mut Setup { table: &mut table });
        }
        table.hooks = hooks;
        table.start = fen::read(&table, &rules.start).expect("the start position can be read");
        table.has_royals = Side::ALL.map(|side| !table.royals(&table.start, side).is_empty());
        table
    }

    fn read_castles(&self) -> Vec<Castle> {
        let square = |name: &String| self.board.square(name).expect("castling names squares");
        // A wall put at the end of the move may protect the king on its new square.
        let walls = self.rules.walls.as_ref().is_some_and(|walls| !walls.instead);
        let castle = |castling: &ferz::rules::Castling| {
            let (kind, king_to) = (self.kind(&castling.king), square(&castling.king_to));
            let all = self.rules.royalty.rule[castling.side] == RoyalRule::All;
            let mut safe = self.board.squares(&castling.safe);
            if walls && all && self.flat.is_royal(castling.side, kind) {
                safe.retain(|&square| square != king_to);
            }
            Castle {
                side: castling.side,
                letter: castling.letter,
                king: kind,
                king_from: square(&castling.king_from),
                king_to,
                rook: self.kind(&castling.rook),
                rook_from: square(&castling.rook_from),
                rook_to: square(&castling.rook_to),
                empty: self.board.squares(&castling.empty),
                safe,
                chains: castling.chains,
            }
        };
        self.rules.castling.iter().map(castle).collect()
    }

    /// The start position.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// The number of a kind.
    ///
    /// # Panics
    /// If there is none of that name.
    pub fn kind(&self, name: &str) -> Kind {
        let kind = self.rules.pieces.get_index_of(name);
        kind.unwrap_or_else(|| panic!("there is no kind `{name}`"))
    }

    /// The numbers of kinds.
    pub fn kinds(&self, names: &[String]) -> BTreeSet<Kind> {
        names.iter().map(|name| self.kind(name)).collect()
    }

    /// Whether the unit carries others.
    pub fn carries(&self, unit: &Unit) -> bool {
        self.carriers.contains(&unit.kind)
    }

    /// Whether own royals that are captured may come back: where nothing takes part in turns.
    pub fn revives(&self) -> bool {
        let alone = self.rules.hooks.is_empty() && !self.rules.restrictions.take_part();
        alone && effects::revive(&self.flat)
    }

    /// Whether the unit is royal.
    pub fn is_royal(&self, unit: &Unit) -> bool {
        let piece = &self.rules.pieces[unit.kind];
        piece.royal[unit.side] && piece.letter[unit.side].is_some()
    }

    /// The places of a side's royals on the board, in order.
    pub fn royals(&self, state: &State, side: Side) -> Vec<Place> {
        let royal = |(_, unit): &(Place, &Unit)| unit.side == side && self.is_royal(unit);
        state.all().filter(royal).map(|(place, _)| place).collect()
    }

    /// A new unit of a kind, with the kind's own tags.
    pub fn make(&self, kind: Kind, side: Side) -> Unit {
        Unit {
            tags: weapons::natural(&self.flat, kind),
            ..Unit::new(kind, side)
        }
    }

    /// The promotions of a kind.
    pub fn promotions(&self, side: Side, kind: Kind) -> Vec<&Promotion> {
        let fits = |p: &&Promotion| p.side == side && self.kind(&p.piece) == kind;
        self.rules.promotions.iter().filter(fits).collect()
    }

    /// Whether a square is in the promotion zone of a kind, so that to enter it is to promote.
    pub fn promotes_on(&self, side: Side, kind: Kind, square: Square) -> bool {
        let here = |p: &&Promotion| {
            matches!(p.trigger, Trigger::Enter | Trigger::Touch) && self.board.lies(square, &p.zone)
        };
        self.promotions(side, kind).iter().any(here)
    }

    /// Whether a promotion may be left out by a piece that ends on the square.
    pub fn may_stay(&self, promotion: &Promotion, square: Square) -> bool {
        match &promotion.mandatory {
            Mandatory::Always => false,
            Mandatory::Never => true,
            Mandatory::On(squares) => !self.board.lies(square, squares),
        }
    }

    /// The position as movements see it: what is inside a tower is not there.
    pub fn view(&self, state: &State) -> Position {
        let piece = |unit: &Unit| Piece {
            side: unit.side,
            kind: unit.kind,
        };
        let tags = |(square, list): (Square, &Vec<Unit>)| {
            let tags = list.first().map(|unit| unit.tags.clone())?;
            (!tags.is_empty()).then_some((square, tags))
        };
        Position {
            board: state.lists.iter().map(|list| list.first().map(piece)).collect(),
            turn: state.turn,
            rights: state.rights.clone(),
            exposed: state.passed.iter().map(|&(middle, _)| middle).collect(),
            victim: state.passed.first().map(|&(_, victim)| victim),
            going: None,
            trail: match turns::are_paired(&self.rules) {
                true => state.passed.iter().copied().collect(),
                false => Default::default(),
            },
            left: state.left,
            halfmove: state.halfmove,
            fullmove: state.fullmove,
            counted: state.counted,
            unmoved: state.unmoved.clone(),
            checks: state.checks,
            passes: state.passes,
            walls: state.walls.clone(),
            tags: state.lists.iter().enumerate().filter_map(tags).collect(),
            hands: state.hands.clone(),
            promoted: {
                let promoted = |list: &Vec<Unit>| list.first().is_some_and(|unit| unit.promoted);
                let squares = 0..state.lists.len();
                squares.filter(|&square| promoted(&state.lists[square])).collect()
            },
        }
    }

    /// The open paths of the unit at a place, by the ruleset and by its neighbours.
    pub fn paths(&self, state: &State, unit: &Unit, at: Place) -> Vec<Path> {
        let from = at.square;
        let mut view = self.view(state);
        // A unit inside another has moved there.
        if at.index > 0 {
            view.unmoved.remove(&from);
        }
        view.tags.insert(from, unit.tags.clone());
        mechanics::paths(&self.flat, &view, unit.side, from, unit.kind)
    }

    /// The targets of a kind's movement from a square on an empty board.
    pub fn targets(&self, side: Side, kind: Kind, from: Square) -> BTreeSet<Square> {
        let empty = State::empty(self.board.size());
        let paths = self
            .paths(&empty, &Unit::new(kind, side), Place::ground(from))
            .into_iter();
        let plain =
            |path: &Path| !path.rifle && path.captures.is_empty() && !path.modes.and(Modes::BOTH).is_empty();
        let ends = paths.filter(plain).map(|path| path.to);
        ends.filter(|&to| to != from).collect()
    }

    /// The squares within this number of king's steps of a square, without that square.
    pub fn within(&self, square: Square, range: usize) -> BTreeSet<Square> {
        let mut found = BTreeSet::from([square]);
        for _ in 0..range {
            let next = |from: Square| (0..self.board.size()).filter(move |&to| self.board.adjacent(from, to));
            let further: Vec<Square> = found.iter().flat_map(|&from| next(from)).collect();
            found.extend(further);
        }
        found.remove(&square);
        found
    }

    /// The square one step in a compass direction, clockwise from north.
    pub fn step(&self, from: Square, direction: usize) -> Option<Square> {
        self.board.neighbour(from, direction)
    }

    /// The place of a square in the order of texts, then the place in its list: for sorting.
    pub fn rank_of(&self, place: Place) -> (usize, usize) {
        let rank = self.ordered.iter().position(|&square| square == place.square);
        (rank.expect("a place is on the board"), place.index)
    }

    /// The letter of a kind for a side.
    pub fn letter(&self, kind: Kind, side: Side) -> Option<Letter> {
        self.rules.pieces[kind].letter[side]
    }

    /// The statues of a side that are the farthest from its last row in their files, in order.
    pub fn front_statues(&self, state: &State, side: Side) -> Vec<Place> {
        let mut front: BTreeMap<i32, (i32, Square)> = BTreeMap::new();
        for &square in &self.ordered {
            let is_statue = state
                .base(square)
                .is_some_and(|unit| unit.side == side && unit.statue);
            let Some((file, rank)) = self.board.place(square).filter(|_| is_statue) else {
                continue;
            };
            let height = if side == Side::White { rank } else { -rank };
            let lowest = front.entry(file).or_insert((height, square));
            *lowest = (*lowest).min((height, square));
        }
        front
            .into_values()
            .map(|(_, square)| Place::ground(square))
            .collect()
    }
}
