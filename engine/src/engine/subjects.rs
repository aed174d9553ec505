//! The compiled form of a ruleset: everything the move generator reads, by subject. Knows nothing of positions.

use super::castlings::Castle;
use super::compiled::{Attack, ControlRule, Drop, Exposing, Mover, Special, WallRule};
use super::goals::{GoalTest, Living};
use super::judging::Judged;
use super::keys::Keys;
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
use crate::rules::{RoyalRule, Score, Side};
use std::ops::{Deref, DerefMut};

/// A compiled ruleset: all that is known before there is a position.
#[derive(Debug)]
pub(crate) struct Compiled<B: Width> {
    /// The rules on which the texts of positions depend.
    pub(crate) setup: SetupRules,
    /// Whether the rules have what only rich layouts hold.
    pub(crate) rich: bool,
    /// All squares that are not holes.
    pub(crate) board: B,
    /// Lookup tables of everything.
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
    /// Captures from where pieces stand, that tags give.
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
    /// Whether attacks are only known of positions that are really there: they ask for kinds of pieces, or captures are tried.
    #[inline(always)]
    pub(crate) fn asks_of_real_positions(&self) -> bool {
        self.attacking.filter_kinds || matches!(self.program.self_damage, SelfDamage::Anything)
    }

    /// How a side's pieces of a kind move, if it has that kind.
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

    /// All but the tables, which are made in the width that they have in the end.
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

/// How pieces move.
#[derive(Debug)]
pub(crate) struct Moving<B: Width> {
    /// How each side's pieces move, one for each kind that the side has, in the order of the kinds.
    pub(crate) movers: [Vec<Mover<B>>; 2],
    /// Index into `movers` by kind; for a kind with powers, its movements with more friends and with more enemies
    /// near it come next.
    pub(crate) mover_of: [Vec<Option<usize>>; 2],
    /// Which moves of each side may expose squares.
    pub(crate) exposing: [Exposing<B>; 2],
    /// Kinds of each side whose moves restart the halfmove clock, as bits.
    pub(crate) resets: [u64; 2],
    /// Squares on which en passant captures are possible.
    pub(crate) en_passant: [B; 2],
}

impl<B: Width> Moving<B> {
    /// Whether something is true of a path of a kind of either side.
    pub(crate) fn has_special(&self, kind: u8, f: &dyn Fn(&Special<B>) -> bool) -> bool {
        let mut movers = self.movers.iter().flatten();
        movers.any(|mover| mover.kind == kind && mover.has_special(f))
    }
}

narrow!(Moving { movers, exposing, en_passant; mover_of, resets });

/// How pieces attack.
#[derive(Debug)]
pub(crate) struct Attacking<B: Width> {
    /// How each side attacks.
    pub(crate) attacks: [Vec<Attack<B>>; 2],
    /// The same with any powers at all, where pieces have powers and this is all there is: what is safe from these is safe.
    pub(crate) possible: Option<[Vec<Attack<B>>; 2]>,
    /// By side and square: where what stands there, or does not, decides whether the opponent attacks the square.
    pub(crate) on_lines: [Vec<B>; 2],
    /// Whether a side has threats that are no attacks.
    pub(crate) has_threats: [bool; 2],
    /// Whether a way of attacking needs pieces that it passes, so that a piece that comes may open it.
    pub(crate) hurdles: [bool; 2],
    /// Whether royals are attacked by anything that one move can take off the board, and moves
    /// other than captures can.
    pub(crate) by_any_means: bool,
    /// Whether a way of attacking asks for kinds of pieces, so that only a position that is really there can tell.
    pub(crate) filter_kinds: bool,
    /// Whether it depends on them how pieces attack.
    pub(crate) change_with_powers: bool,
}

narrow!(Attacking { attacks, possible, on_lines; has_threats, hurdles, by_any_means, filter_kinds, change_with_powers });

/// The royals to be kept safe.
#[derive(Debug)]
pub(crate) struct Royalty {
    /// Kinds of royals of each side.
    pub(crate) kinds: [Vec<u8>; 2],
    /// Whether a piece of the side can become a royal.
    pub(crate) can_arise: [bool; 2],
    pub(crate) rule: [RoyalRule; 2],
}

/// Castling and the rights to it.
#[derive(Debug)]
pub(crate) struct Castling<B: Width> {
    pub(crate) all: Vec<Castle<B>>,
    /// The castling rights of each side.
    pub(crate) of_side: [B::Rights; 2],
    /// Castling rights that end when a square is left or captured on.
    pub(crate) loss: Vec<B::Rights>,
    /// If castling rights are those of squares, the castlings by the square of their king; else
    /// nothing.
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

/// How games end.
#[derive(Debug)]
pub(crate) struct Ending<B: Width> {
    pub(crate) goals: Vec<GoalTest<B>>,
    /// The pieces that must be left for no goal to be reached; nothing if goals ask for anything
    /// else.
    pub(crate) living: Option<Living>,
    pub(crate) checkmate: Score,
    /// Mates that bring something else, if there are any.
    pub(crate) mates: Option<Mates>,
    pub(crate) stalemate: [Score; 2],
    /// Whether goals ask for rights to castle.
    pub(crate) counts_rights: bool,
}

narrow!(Ending { goals; living, checkmate, mates, stalemate, counts_rights });

/// Royals that face each other.
#[derive(Debug)]
pub(crate) struct FaceOff<B: Width> {
    /// By square, the files and ranks that lead out from it; empty if no rule asks whether royals
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
    /// Squares outside the grid on which a side's pieces of a kind can never stand, by side and kind.
    pub(crate) unreachable: [Vec<B>; 2],
    /// Squares on which a side's pieces of a kind cannot be, since they must have promoted there, by side and kind.
    pub(crate) must_have_promoted: [Vec<B>; 2],
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
    /// Relations that powers ask for; their predicates come after those of counts.
    pub(crate) relations: Vec<Relation<B>>,
    /// The powers of the rules.
    pub(crate) powers: Vec<Power<B>>,
    /// Whether powers keep pieces from moving.
    pub(crate) stills: bool,
}

narrow!(Relating { near, relations, powers; neighbour_counts, counted, stills });

/// Hands, and the pieces that come from them.
#[derive(Debug)]
pub(crate) struct Reserve<B: Width> {
    /// Whether pieces may be dropped.
    pub(crate) has_hands: bool,
    /// Whether what a piece becomes may come from a hand.
    pub(crate) promotes: bool,
    /// Squares on which pieces of each side may come from the hand behind others that leave them.
    pub(crate) gates: [B; 2],
    /// Kinds of each side that are dropped without being taken from a hand, as bits.
    pub(crate) endless: [u64; 2],
    /// Whether hands are filled from outside, too.
    pub(crate) outside: bool,
    /// The drops of each side, and their squares.
    pub(crate) drops: [Vec<Drop<B>>; 2],
    /// Whether a side must drop something as long as it can.
    pub(crate) must_drop: [bool; 2],
}

narrow!(Reserve { gates, drops; has_hands, promotes, endless, outside, must_drop });

/// The features that the rules have at all, so that absent ones cost no question.
#[derive(Debug)]
pub(crate) struct Traits {
    /// Whether pieces carry anything: A tag, or that they have promoted.
    pub(crate) carries: bool,
    /// Whether all that follows from plain captures of each side is that pieces around them go.
    pub(crate) explodes: [bool; 2],
    /// Whether no move of each side is against the rules once its piece may go there: it has no royals, and effects forbid nothing.
    pub(crate) always_legal: [bool; 2],
    /// Whether a movement has changes of places.
    pub(crate) swaps: bool,
    /// Whether pieces capture some kinds of others only.
    pub(crate) filters_captures: bool,
    /// Whether anything asks which pieces no move saves from capture.
    pub(crate) asks_mated: bool,
    /// Whether pieces capture others of their own side.
    pub(crate) captures_own: bool,
    /// Whether a movement has captures without moving.
    pub(crate) rifles: bool,
    /// Whether another piece may stand on the square that a piece has left.
    pub(crate) refills: bool,
    /// Whether mechanics decide what pieces become where they arrive.
    pub(crate) renames: bool,
}
