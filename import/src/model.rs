//! Rules as Fairy-Stockfish holds them: one field for each thing that a key can change.

use crate::counting;
use crate::region::Region;
use crate::types::{self, Slot};
use ferz::rules::{Movement, PerSide, Score};
use std::collections::{BTreeMap, BTreeSet};

/// How a kind of piece moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// As Fairy-Stockfish's kind of that slot does.
    Known,
    /// As this Betza says, read as Fairy-Stockfish reads it.
    Betza(String),
    /// As ferz says: a bundled variant's piece that no Betza says.
    Ferz(Box<PerSide<Movement>>),
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    /// The letter, upper case.
    pub(crate) letter: char,
    /// Whether the letter is any that was free: only its form with a plus is ever written.
    pub(crate) any_letter: bool,
    /// The name, if a bundled variant gives it one.
    pub(crate) name: Option<String>,
    /// The sides for which a bundled variant has it.
    pub(crate) of: PerSide<bool>,
    /// How it moves.
    pub(crate) way: Way,
}

/// A set of kinds, or all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Types {
    /// `*`: all pieces, counted together.
    pub(crate) all: bool,
    /// Single kinds.
    pub(crate) slots: BTreeSet<Slot>,
}

impl Types {
    pub(crate) fn of(slots: impl IntoIterator<Item = Slot>) -> Self {
        Self {
            all: false,
            slots: slots.into_iter().collect(),
        }
    }

    pub(crate) fn every() -> Self {
        Self {
            all: true,
            slots: BTreeSet::new(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        !self.all && self.slots.is_empty()
    }

    pub(crate) fn has(&self, slot: Slot) -> bool {
        self.slots.contains(&slot)
    }
}

/// How pieces are counted at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Material {
    #[default]
    None,
    Janggi,
    Unweighted,
    WhiteOdds,
    BlackOdds,
}

/// The enemies that a drop must enclose, or the pieces that change sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Enclosing {
    #[default]
    None,
    Reversi,
    Ataxx,
    Quadwrangle,
    Snort,
    Anyside,
    Top,
}

/// The squares on which moves put walls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Walling {
    #[default]
    None,
    Arrow,
    Duck,
    Edge,
    Past,
    Static,
}

/// Squares that are closed in the course of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Walls {
    pub(crate) rule: Walling,
    pub(crate) region: PerSide<Region>,
    /// A wall is a turn of its own.
    pub(crate) or_move: bool,
    /// The kinds whose captures close the square on which they end.
    pub(crate) petrify: Types,
    /// Pieces that an explosion removes leave walls.
    pub(crate) petrify_blast: bool,
}

impl Default for Walls {
    fn default() -> Self {
        Self {
            rule: Walling::None,
            region: PerSide::both(Region::all()),
            or_move: false,
            petrify: Types::default(),
            petrify_blast: false,
        }
    }
}

/// The squares of castling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Castling {
    pub(crate) on: bool,
    /// Dropped pieces castle, too.
    pub(crate) dropped: bool,
    /// Castling takes the opponent's right.
    pub(crate) bars: bool,
    /// The two may start anywhere on their rank.
    pub(crate) anywhere: bool,
    pub(crate) kingside: u8,
    pub(crate) queenside: u8,
    pub(crate) rank: u8,
    pub(crate) king_file: u8,
    pub(crate) king: PerSide<Slot>,
    pub(crate) rook_kingside: u8,
    pub(crate) rook_queenside: u8,
    pub(crate) rooks: PerSide<Types>,
    /// Letters of those that win, `K` and `Q`; who has lost the right to all of them loses.
    pub(crate) wins: PerSide<BTreeSet<char>>,
}

/// The kinds that promote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Promotion {
    pub(crate) region: PerSide<Region>,
    pub(crate) pawns: PerSide<Types>,
    /// In order of preference.
    pub(crate) to: PerSide<Vec<Slot>>,
    pub(crate) limit: BTreeMap<Slot, u32>,
    pub(crate) promoted: BTreeMap<Slot, Slot>,
    /// Kinds that promoted to one that is gone.
    pub(crate) orphans: BTreeSet<Slot>,
    pub(crate) on_capture: bool,
    pub(crate) pawn_must: bool,
    pub(crate) piece_must: bool,
    pub(crate) demotion: bool,
    /// Pawns promote by moves of their own, where they stand or with a step.
    pub(crate) in_place: bool,
}

/// Double steps and the captures that may follow them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Steps {
    pub(crate) on: bool,
    pub(crate) double: PerSide<Region>,
    pub(crate) triple: PerSide<Region>,
    pub(crate) passed: PerSide<Region>,
    pub(crate) capturers: PerSide<Types>,
}

/// Hands and drops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Drops {
    pub(crate) on: bool,
    /// A hand that never empties; no key says so.
    pub(crate) free: bool,
    pub(crate) captures: bool,
    pub(crate) keep_promoted: bool,
    /// Pieces are dropped with either face.
    pub(crate) promoted: bool,
    /// Hands are filled from a second board.
    pub(crate) outside: bool,
    pub(crate) checks: bool,
    pub(crate) must: bool,
    pub(crate) must_type: Option<Slot>,
    pub(crate) first_rank: bool,
    pub(crate) promotion_zone: bool,
    pub(crate) enclosing: Enclosing,
    /// Pieces come in behind others; both keys must say so.
    pub(crate) gating: bool,
    pub(crate) seirawan: bool,
    pub(crate) first: Region,
    pub(crate) region: PerSide<Region>,
    pub(crate) rook_first_rank: bool,
    /// Bishops are dropped on squares of opposite colours.
    pub(crate) parts_bishops: bool,
    pub(crate) doubled: Option<Slot>,
    pub(crate) doubled_count: u32,
    pub(crate) no_pawn_mate: bool,
    pub(crate) flip: Enclosing,
}

/// The end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) clock: PerSide<Types>,
    pub(crate) move_rule: u32,
    pub(crate) fold: u32,
    /// For the side to move.
    pub(crate) fold_value: Score,
    pub(crate) fold_absolute: bool,
    pub(crate) perpetual: bool,
    pub(crate) counting: counting::Rule,
    pub(crate) to_and_fro: bool,
    pub(crate) chasing: bool,
    /// Mates are told apart by the pieces that check.
    pub(crate) shatar: bool,
    pub(crate) stalemate: Score,
    pub(crate) stalemate_count: bool,
    pub(crate) checkmate: Score,
    pub(crate) material: Material,
    pub(crate) full_board: bool,
    pub(crate) checks: bool,
}

/// The kinds whose loss ends the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extinction {
    pub(crate) value: Option<Score>,
    pub(crate) claim: bool,
    pub(crate) royal: bool,
    pub(crate) duple: bool,
    pub(crate) types: Types,
    pub(crate) count: u32,
    pub(crate) opponent: u32,
}

/// The kinds whose arrival ends the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Flag {
    /// `None`: any piece.
    pub(crate) piece: PerSide<Option<Slot>>,
    pub(crate) region: PerSide<Region>,
    pub(crate) count: u32,
    pub(crate) blocked: bool,
    pub(crate) extra: bool,
    pub(crate) safe: bool,
}

/// The kinds that end the game by standing together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Connect {
    pub(crate) n: u32,
    pub(crate) types: Types,
    pub(crate) horizontal: bool,
    pub(crate) vertical: bool,
    pub(crate) diagonal: bool,
    pub(crate) first: PerSide<Region>,
    pub(crate) second: PerSide<Region>,
    pub(crate) square: u32,
    pub(crate) collinear: u32,
    pub(crate) value: Score,
}

/// All of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Model {
    pub(crate) ranks: u8,
    pub(crate) files: u8,
    pub(crate) start: String,
    pub(crate) kinds: BTreeMap<Slot, Kind>,
    pub(crate) mobility: BTreeMap<Slot, PerSide<Region>>,
    pub(crate) promotion: Promotion,
    pub(crate) steps: Steps,
    pub(crate) castling: Castling,
    pub(crate) drops: Drops,
    pub(crate) end: End,
    pub(crate) extinction: Extinction,
    pub(crate) flag: Flag,
    pub(crate) connect: Connect,
    pub(crate) blast: bool,
    /// The kinds that no explosion removes, not even their own.
    pub(crate) blast_immune: Types,
    /// Kinds that do not capture their like.
    pub(crate) mutually_immune: Types,
    pub(crate) walls: Walls,
    pub(crate) checking: bool,
    pub(crate) must_capture: bool,
    pub(crate) pass: PerSide<bool>,
    pub(crate) pass_stuck: PerSide<bool>,
    pub(crate) flying_general: bool,
    /// King and fers that the start position names may leap with their first move.
    pub(crate) first_leaps: bool,
    /// A king in check may not step away.
    pub(crate) holds_in_check: bool,
    /// Kings that face each other must be parted, or a pass ends the game.
    pub(crate) bikjang: bool,
    /// The rank from which soldiers move sideways, from 0.
    pub(crate) soldier_rank: u8,
    /// The region with diagonal lines, which some pieces follow.
    pub(crate) diagonal_lines: Region,
    pub(crate) immobility_illegal: bool,
    /// The names of a bundled variant's goals, by subject.
    pub(crate) labels: BTreeMap<&'static str, String>,
    /// A bundled variant's names for promoted kinds, by the former kind.
    pub(crate) promoted_names: BTreeMap<Slot, String>,
    /// Whether draws by repetition and by the clock must be claimed.
    pub(crate) claims: (bool, bool),
}

impl Default for Castling {
    fn default() -> Self {
        Self {
            on: true,
            dropped: false,
            bars: false,
            anywhere: false,
            kingside: 6,
            queenside: 2,
            rank: 0,
            king_file: 4,
            king: PerSide::both(types::KING),
            rook_kingside: crate::region::FILES - 1,
            rook_queenside: 0,
            rooks: PerSide::both(Types::of([types::ROOK])),
            wins: PerSide::default(),
        }
    }
}

impl Default for Model {
    /// A section without a parent and without keys.
    fn default() -> Self {
        let pawn = || PerSide::both(Types::of([types::PAWN]));
        let zone = |white, black| PerSide::new(Region::rank(white), Region::rank(black));
        Self {
            ranks: 8,
            files: 8,
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            kinds: BTreeMap::new(),
            mobility: BTreeMap::new(),
            promotion: Promotion {
                region: zone(7, 0),
                pawns: pawn(),
                to: PerSide::both(Vec::new()),
                limit: BTreeMap::new(),
                promoted: BTreeMap::new(),
                orphans: BTreeSet::new(),
                on_capture: false,
                pawn_must: true,
                piece_must: false,
                demotion: false,
                in_place: false,
            },
            steps: Steps {
                on: true,
                double: zone(1, 6),
                triple: PerSide::both(Region::default()),
                passed: PerSide::both(Region::all()),
                capturers: pawn(),
            },
            castling: Castling::default(),
            drops: Drops::default(),
            end: End::default(),
            extinction: Extinction::default(),
            flag: Flag::default(),
            connect: Connect::default(),
            blast: false,
            blast_immune: Types::default(),
            mutually_immune: Types::default(),
            walls: Walls::default(),
            checking: true,
            must_capture: false,
            pass: PerSide::both(false),
            pass_stuck: PerSide::both(false),
            flying_general: false,
            holds_in_check: false,
            bikjang: false,
            soldier_rank: 0,
            diagonal_lines: Region::default(),
            immobility_illegal: false,
            first_leaps: false,
            labels: BTreeMap::new(),
            promoted_names: BTreeMap::new(),
            claims: (true, true),
        }
    }
}

impl Drops {
    /// Whether pieces come in behind others.
    pub(crate) fn gates(&self) -> bool {
        self.gating && self.seirawan
    }

    /// Whether pieces in hand mean anything.
    pub(crate) fn any(&self) -> bool {
        self.on || self.gates()
    }
}

impl Default for Drops {
    fn default() -> Self {
        Self {
            on: false,
            free: false,
            captures: false,
            keep_promoted: false,
            promoted: false,
            outside: false,
            checks: true,
            must: false,
            must_type: None,
            first_rank: false,
            promotion_zone: false,
            enclosing: Enclosing::None,
            gating: false,
            seirawan: false,
            first: Region::default(),
            region: PerSide::both(Region::all()),
            rook_first_rank: false,
            parts_bishops: false,
            doubled: None,
            doubled_count: 1,
            no_pawn_mate: false,
            flip: Enclosing::None,
        }
    }
}

impl Default for End {
    fn default() -> Self {
        Self {
            clock: PerSide::both(Types::of([types::PAWN])),
            move_rule: 50,
            fold: 3,
            fold_value: Score::Draw,
            fold_absolute: false,
            perpetual: false,
            counting: counting::Rule::None,
            to_and_fro: false,
            chasing: false,
            shatar: false,
            stalemate: Score::Draw,
            stalemate_count: false,
            checkmate: Score::Loss,
            material: Material::None,
            full_board: false,
            checks: false,
        }
    }
}

impl Default for Flag {
    fn default() -> Self {
        Self {
            piece: PerSide::both(None),
            region: PerSide::both(Region::default()),
            count: 1,
            blocked: false,
            extra: false,
            safe: false,
        }
    }
}

impl Default for Connect {
    fn default() -> Self {
        Self {
            n: 0,
            types: Types::every(),
            horizontal: true,
            vertical: true,
            diagonal: true,
            first: PerSide::both(Region::default()),
            second: PerSide::both(Region::default()),
            square: 0,
            collinear: 0,
            value: Score::Win,
        }
    }
}

/// Whether a name describes the role of a piece in the game rather than its movement.
pub(crate) fn is_common(name: &str) -> bool {
    ["king", "queen", "rook", "bishop", "knight", "pawn"].contains(&name)
}

impl Model {
    /// The kind of a letter, of either case.
    pub(crate) fn slot(&self, letter: char) -> Option<Slot> {
        let letter = letter.to_ascii_uppercase();
        let found = self.kinds.iter().find(|(_, kind)| kind.letter == letter);
        found.map(|(slot, _)| *slot)
    }

    /// Adds a kind; another of that letter goes.
    pub(crate) fn add(&mut self, slot: Slot, letter: char, way: Way) {
        let letter = letter.to_ascii_uppercase();
        let known = self
            .kinds
            .get(&slot)
            .filter(|kind| kind.letter == letter && kind.way == way);
        if known.is_some() {
            // Fairy-Stockfish takes it out and puts it back, and pawns no longer promote to it.
            let kind = known.cloned();
            self.remove(slot);
            self.kinds.extend(kind.map(|kind| (slot, kind)));
            return;
        }
        let other = self.slot(letter);
        let name = other
            .and_then(|other| self.kinds[&other].name.clone())
            .filter(|name| is_common(name));
        if let Some(other) = other {
            let free = self.free_letter();
            match self
                .kinds
                .get_mut(&other)
                .filter(|kind| kind.any_letter)
                .zip(free)
            {
                Some((kind, free)) => kind.letter = free,
                None => self.forget(other),
            }
        }
        let of = PerSide::both(false);
        let kind = Kind {
            letter,
            any_letter: false,
            name,
            of,
            way,
        };
        self.kinds.insert(slot, kind);
    }

    /// Takes a kind out for good: pieces that promote to it have no other choice left.
    pub(crate) fn forget(&mut self, slot: Slot) {
        self.remove(slot);
        let promotion = &mut self.promotion;
        promotion.promoted.retain(|&from, &mut to| {
            if to == slot {
                promotion.orphans.insert(from);
            }
            to != slot
        });
    }

    /// The last letter that no kind has.
    fn free_letter(&self) -> Option<char> {
        ('A'..='Z').rev().find(|&letter| self.slot(letter).is_none())
    }

    /// Takes a kind out, also from the promotions of pawns.
    pub(crate) fn remove(&mut self, slot: Slot) {
        self.kinds.remove(&slot);
        self.promotion.to.white.retain(|&to| to != slot);
        self.promotion.to.black.retain(|&to| to != slot);
    }

    /// The last rank of a side, from 0.
    pub(crate) fn far(&self, side: ferz::rules::Side) -> u8 {
        match side {
            ferz::rules::Side::White => self.ranks - 1,
            ferz::rules::Side::Black => 0,
        }
    }
}
