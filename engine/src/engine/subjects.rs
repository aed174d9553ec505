//! The compiled form of a ruleset: everything that the move generator reads, by subject. Knows
//! nothing of positions.

use super::castlings::Castle;
use super::compiled::{Attack, ControlRule, Drop, Exposing, Mover, Special, WallRule};
use super::goals::GoalTest;
use super::judging::Judged;
use super::keys::Keys;
use super::living::Living;
use super::mates::Mates;
use super::narrow::{Narrow, narrow};
use super::program::{Program, SelfDamage};
use super::promotions::Promote;
use super::relations::{NeighbourCount, Power, Relation};
use super::restrictions::Restrictions;
use super::setup::SetupRules;
use super::shots::Shots;
use super::tables::Pool;
use super::width::{Wide, Width};
use crate::board::{Square, convert};
use crate::rules::{BySide, RoyalRule, Score, Side};
use std::ops::{Deref, DerefMut};

/// A compiled ruleset: everything that is known before there is a position.
#[derive(Debug)]
pub(crate) struct Compiled<B: Width> {
    /// The rules on which the texts of positions depend.
    pub(crate) setup: SetupRules,
    /// Whether the rules have parts that only rich layouts hold.
    pub(crate) rich: bool,
    /// All squares that are not holes.
    pub(crate) board: B,
    /// All lookup tables.
    pub(crate) pool: Pool<B>,
    pub(crate) moving: Moving<B>,
    pub(crate) attacking: Attacking<B>,
    pub(crate) royalty: Royalty,
    pub(crate) castling: Castling<B>,
    pub(crate) ending: Ending<B>,
    pub(crate) face_off: FaceOff<B>,
    pub(crate) places: Places<B>,
    pub(crate) relating: Relating<B>,
    pub(crate) reserve: Reserve<B>,
    pub(crate) traits: Traits,
    pub(crate) judged: Judged,
    pub(crate) restrictions: Restrictions,
    /// Captures from a piece's own square, given by tags.
    pub(crate) shots: Vec<Shots<B>>,
    /// The effects that follow from moves.
    pub(crate) program: Program<B>,
    /// Walls that moves put on the board, if the rules have them.
    pub(crate) walls: Option<WallRule<B>>,
    /// The opponent's pieces that a side may move.
    pub(crate) control: Option<ControlRule<B>>,
    pub(crate) keys: Keys,
}

impl<B: Width> Deref for Compiled<B> {
    type Target = SetupRules;

    #[inline(always)]
    fn deref(&self) -> &SetupRules {
        &self.setup
    }
}

impl<B: Width> DerefMut for Compiled<B> {
    fn deref_mut(&mut self) -> &mut SetupRules {
        &mut self.setup
    }
}

impl<B: Width> Compiled<B> {
    /// Whether attacks are known only for real positions: they depend on kinds of pieces, or
    /// captures are tried.
    #[inline(always)]
    pub(crate) fn asks_of_real_positions(&self) -> bool {
        self.attacking.filter_kinds || matches!(self.program.self_damage, SelfDamage::Anything)
    }

    /// The mover of a side's pieces of a kind, if it has that kind.
    #[inline(always)]
    pub(crate) fn mover(&self, side: Side, kind: u8) -> Option<&Mover<B>> {
        let index = *self.moving.mover_of[side.index()].get(usize::from(kind))?;
        self.moving.movers[side.index()].get(index?)
    }

    /// The promotions of a side's pieces of a kind.
    pub(crate) fn promotions_of(&self, side: Side, kind: u8) -> &[Promote<B>] {
        self.mover(side, kind).map_or(&[], |mover| &mover.promotions)
    }
}

impl Narrow for Compiled<Wide> {
    type To<B: Width> = Compiled<B>;

    /// Everything but the tables, which are made in the final width.
    fn narrow<B: Width>(self) -> Compiled<B> {
        Compiled {
            setup: self.setup,
            rich: self.rich,
            board: self.board.narrow(),
            pool: Pool::default(),
            moving: self.moving.narrow(),
            attacking: self.attacking.narrow(),
            royalty: self.royalty,
            castling: self.castling.narrow(),
            ending: self.ending.narrow(),
            face_off: self.face_off.narrow(),
            places: self.places.narrow(),
            relating: self.relating.narrow(),
            reserve: self.reserve.narrow(),
            traits: self.traits,
            judged: self.judged,
            restrictions: self.restrictions,
            shots: self.shots.narrow(),
            program: self.program.narrow(),
            walls: self.walls.narrow(),
            control: self.control.narrow(),
            keys: self.keys,
        }
    }
}

/// The movements of pieces.
#[derive(Debug)]
pub(crate) struct Moving<B: Width> {
    /// The movers of each side, one for each of its kinds, in the order of the kinds.
    pub(crate) movers: BySide<Vec<Mover<B>>>,
    /// The index into `movers` by kind. For a kind with powers, its movements with more friends and
    /// with more enemies near it follow.
    pub(crate) mover_of: BySide<Vec<Option<usize>>>,
    /// The moves of each side that may expose squares.
    pub(crate) exposing: BySide<Exposing<B>>,
    /// Kinds of each side whose moves restart the halfmove clock, as bits.
    pub(crate) resets: BySide<u64>,
    /// Squares on which en passant captures are possible.
    pub(crate) en_passant: BySide<B>,
}

impl<B: Width> Moving<B> {
    /// Whether a test holds for some path of a kind of either side.
    pub(crate) fn has_special(&self, kind: u8, f: &dyn Fn(&Special<B>) -> bool) -> bool {
        let mut movers = self.movers.iter().flatten();
        movers.any(|mover| mover.kind == kind && mover.has_special(f))
    }
}

narrow!(Moving { movers, exposing, en_passant; mover_of, resets });

/// The attacks of pieces.
#[derive(Debug)]
pub(crate) struct Attacking<B: Width> {
    /// The attacks of each side.
    pub(crate) attacks: BySide<Vec<Attack<B>>>,
    /// The attacks of each side with any powers, if pieces have powers and there are no other
    /// attacks. A square that is safe from these is safe.
    pub(crate) possible: Option<BySide<Vec<Attack<B>>>>,
    /// By side and square, the squares whose contents decide whether the opponent attacks the
    /// square.
    pub(crate) on_lines: BySide<Vec<B>>,
    /// Whether a side has threats that are no attacks.
    pub(crate) has_threats: BySide<bool>,
    /// Whether a way of attacking needs pieces on its way, so that an arriving piece may open it.
    pub(crate) hurdles: BySide<bool>,
    /// Whether everything attacks a royal that can take it off the board in one move, and other
    /// moves than captures can.
    pub(crate) by_any_means: bool,
    /// Whether a way of attacking depends on kinds of pieces, so that only a real position can
    /// decide.
    pub(crate) filter_kinds: bool,
    /// Whether the attacks of pieces depend on powers.
    pub(crate) change_with_powers: bool,
}

narrow!(Attacking { attacks, possible, on_lines; has_threats, hurdles, by_any_means, filter_kinds, change_with_powers });

/// The royals that must be kept safe.
#[derive(Debug)]
pub(crate) struct Royalty {
    /// Kinds of royals of each side.
    pub(crate) kinds: BySide<Vec<u8>>,
    /// Whether a piece of the side can become a royal.
    pub(crate) can_arise: BySide<bool>,
    pub(crate) rule: BySide<RoyalRule>,
}

/// Castling and the rights to it.
#[derive(Debug)]
pub(crate) struct Castling<B: Width> {
    pub(crate) all: Vec<Castle<B>>,
    /// The castling rights of each side.
    pub(crate) of_side: BySide<B::Rights>,
    /// Castling rights that end when a square is left or captured on.
    pub(crate) loss: Vec<B::Rights>,
    /// If castling rights are those of squares, the castlings by the square of their king;
    /// otherwise empty.
    pub(crate) homes: Vec<Vec<u8>>,
    /// Castling rights that may come with a drop.
    pub(crate) by_drop: B::Rights,
    /// Castling rights that come with an effect, as bits.
    pub(crate) by_effect: B::Rights,
}

impl Narrow for Castling<Wide> {
    type To<B: Width> = Castling<B>;

    fn narrow<B: Width>(self) -> Castling<B> {
        Castling {
            all: self.all.narrow(),
            of_side: self.of_side.map(convert),
            loss: self.loss.into_iter().map(convert).collect(),
            homes: self.homes,
            by_drop: convert(self.by_drop),
            by_effect: convert(self.by_effect),
        }
    }
}

/// The endings of games.
#[derive(Debug)]
pub(crate) struct Ending<B: Width> {
    pub(crate) goals: Vec<GoalTest<B>>,
    /// The pieces that must be left so that no goal is reached; `None` if goals have other
    /// conditions.
    pub(crate) living: Option<Living>,
    pub(crate) checkmate: Score,
    /// Mates with a special result, if there are any.
    pub(crate) mates: Option<Mates>,
    pub(crate) stalemate: BySide<Score>,
    /// Whether goals depend on rights to castle.
    pub(crate) counts_rights: bool,
}

narrow!(Ending { goals; living, checkmate, mates, stalemate, counts_rights });

/// Royals that face each other.
#[derive(Debug)]
pub(crate) struct FaceOff<B: Width> {
    /// By square, the files and ranks that start from it; empty if no rule depends on royals that
    /// face each other.
    pub(crate) lines: Vec<[Vec<Square>; 4]>,
    /// By square, all squares of those lines.
    pub(crate) squares: Vec<B>,
    /// Whether the game ends after a pass that leaves royals facing each other.
    pub(crate) ends_game: bool,
}

narrow!(FaceOff { squares; lines, ends_game });

/// The squares on which pieces can ever stand.
#[derive(Debug)]
pub(crate) struct Places<B: Width> {
    /// Squares outside the grid on which a side's pieces of a kind can never stand, by side and
    /// kind.
    pub(crate) unreachable: BySide<Vec<B>>,
    /// Squares on which a side's pieces of a kind cannot be because they must have promoted there,
    /// by side and kind.
    pub(crate) must_have_promoted: BySide<Vec<B>>,
}

narrow!(Places {
    unreachable,
    must_have_promoted
});

/// The influence of pieces on pieces near them: counts of neighbours, relations and powers.
#[derive(Debug)]
pub(crate) struct Relating<B: Width> {
    /// Neighbours by square.
    pub(crate) near: Vec<B>,
    /// Counts of neighbours; two predicates for each.
    pub(crate) neighbour_counts: Vec<NeighbourCount>,
    /// Kinds that are counted, as bits.
    pub(crate) counted: u64,
    /// The relations of powers; their predicates come after those of counts.
    pub(crate) relations: Vec<Relation<B>>,
    /// The powers of the rules.
    pub(crate) powers: Vec<Power<B>>,
    /// Whether powers forbid pieces to move.
    pub(crate) stills: bool,
}

narrow!(Relating { near, relations, powers; neighbour_counts, counted, stills });

/// Hands, and the pieces that come from them.
#[derive(Debug)]
pub(crate) struct Reserve<B: Width> {
    /// Whether pieces may be dropped.
    pub(crate) has_hands: bool,
    /// Whether the kind that a piece becomes may come from a hand.
    pub(crate) promotes: bool,
    /// Squares on which pieces of each side may come in from the hand behind others that leave
    /// them.
    pub(crate) gates: BySide<B>,
    /// Kinds of each side that are dropped without being taken from a hand, as bits.
    pub(crate) endless: BySide<u64>,
    /// Whether hands are also filled from outside.
    pub(crate) outside: bool,
    /// The drops of each side, and their squares.
    pub(crate) drops: BySide<Vec<Drop<B>>>,
    /// Whether a side must make a drop as long as it can.
    pub(crate) must_drop: BySide<bool>,
}

narrow!(Reserve { gates, drops; has_hands, promotes, endless, outside, must_drop });

/// The features of the rules, so that absent ones cost no test.
#[derive(Debug)]
pub(crate) struct Traits {
    /// Whether pieces carry anything: a tag, or the fact that they have promoted.
    pub(crate) carries: bool,
    /// Whether the only consequence of each side's plain captures is that pieces around them are
    /// removed.
    pub(crate) explodes: BySide<bool>,
    /// Whether every move that a side's pieces can make is legal: the side has no royals, and
    /// effects forbid nothing.
    pub(crate) always_legal: BySide<bool>,
    /// Whether a movement has changes of places.
    pub(crate) swaps: bool,
    /// Whether some pieces capture only some kinds.
    pub(crate) filters_captures: bool,
    /// Whether some rule depends on which pieces are mated.
    pub(crate) asks_mated: bool,
    /// Whether pieces capture others of their own side.
    pub(crate) captures_own: bool,
    /// Whether a movement has captures without moving.
    pub(crate) rifles: bool,
    /// Whether another piece may stand on the square that a piece has left.
    pub(crate) refills: bool,
    /// Whether mechanics decide which kinds pieces become on their arrival.
    pub(crate) renames: bool,
}
