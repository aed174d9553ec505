//! Compiled effects: the automatic consequences of a move, and their meaning for the safety of
//! royals. Data only: `follow` carries them out, `effect_watch` looks ahead.

use super::kill_zones::{RoyalKillFilter, Winds};
use super::narrow::{Narrow, narrow};
use super::tables::{Conditional, Conditionals};
use super::width::{Wide, Width};
use crate::board::{Bits, Square};
use crate::rules::{Again, Event, Goer, Owner, Side};

/// All effects of a variant, in the order in which they follow.
#[derive(Debug)]
pub(crate) struct Program<B: Bits> {
    pub(crate) effects: Vec<Effect<B>>,
    /// Numbers of those that may follow from moves, by the side and kind that move.
    pub(crate) of_kinds: [Vec<OfKind>; 2],
    /// Numbers of those that follow from ends of turns.
    pub(crate) of_ends: Vec<u16>,
    /// The damage that a capture can do to royals of the capturing side.
    pub(crate) self_damage: SelfDamage<B>,
    /// Whether what follows from captures may change what is safe.
    pub(crate) after_captures: bool,
    /// By side and kind: after which moves what follows may change what is safe.
    pub(crate) triggers: [Vec<Vec<Trigger<B>>>; 2],
    /// Effects of which the position before a move tells whether they may follow, if there are any.
    pub(crate) watched: Option<WatchedEffects>,
    /// Whether lines tell of moves from which nothing follows, though effects make moves impossible or make royals.
    pub(crate) is_apart: bool,
    /// Whether what follows from drops may.
    pub(crate) after_drops: bool,
    /// Kinds of each side after whose moves it may change even if they capture nothing, as bits.
    pub(crate) after_moves: [u64; 2],
    /// Whether the board may change after drops.
    pub(crate) on_drops: bool,
    /// Whether what is captured may go to a hand.
    pub(crate) keeps: bool,
    /// Kinds of each side after whose moves the board may change even if they capture nothing, as bits.
    pub(crate) on_moves: [u64; 2],
    /// Whether royals may be lost otherwise than by being captured.
    pub(crate) loses_royals: bool,
    /// Whether effects may do so at all, also those that no royal need fear because of the rules about its safety.
    pub(crate) removes_royals: bool,
    /// Whether a move is not possible that costs its own side a royal so.
    pub(crate) spares: bool,
    /// Whether a move by which the opponent's last royal is lost so may leave its own royals attacked.
    pub(crate) trades: bool,
    /// After how many turns what follows now and then comes again; 1 if nothing does.
    pub(crate) period: u16,
    /// Whether a royal may come back that its own side has captured, or another may take its place.
    pub(crate) revives: bool,
    /// Whether what follows from a move may make a royal in the place of one that has gone by it.
    pub(crate) enthrones: bool,
    /// How moves may have such an effect; empty if no rule asks.
    pub(crate) royal_kills: RoyalKillFilter<B>,
    /// Whether a side can get more pieces than it had.
    pub(crate) flips: bool,
    /// Whether pieces come from nowhere.
    pub(crate) makes: bool,
    /// Whether squares are closed.
    pub(crate) closes: bool,
    /// Whether a piece can become another kind.
    pub(crate) becomes: bool,
    /// Whether pieces come to the board, or elsewhere than by moving there.
    pub(crate) puts: bool,
    /// Whether something follows from the end of a turn.
    pub(crate) ends: bool,
    /// Whether that may change what is safe.
    pub(crate) ends_matter: bool,
    /// Whether effects ask what was so before the move.
    pub(crate) looks_back: bool,
    /// Whether effects make moves impossible.
    pub(crate) forbids: bool,
    /// Whether pieces are carried on.
    pub(crate) carries: bool,
    /// The moves after which a player may choose a square, if there are any.
    pub(crate) chooses: Option<Event>,
    /// How turns go on.
    pub(crate) chains: Vec<ChainRule<B>>,
    /// Whether some moves are only possible if the turn can go on.
    pub(crate) owes: bool,
}

narrow!(Program {
    effects, self_damage, triggers, royal_kills, chains;
    of_kinds, of_ends, after_captures, watched, is_apart, after_drops, after_moves, on_drops, keeps,
    on_moves, loses_royals, removes_royals, spares, trades, period, revives, enthrones, flips, makes, closes,
    becomes, puts, ends, ends_matter, looks_back, forbids, carries, chooses, owes
});

/// The consequences that moves of a kind may have.
#[derive(Clone, Debug, Default)]
pub(crate) struct OfKind {
    /// The numbers of the effects.
    pub(crate) effects: Vec<u16>,
    /// Kinds, as bits: if only others are captured nothing follows from the capture.
    pub(crate) victims: u64,
}

/// Effects whose conditions the position before the move answers for most moves. It is the same for both sides.
#[derive(Debug)]
pub(crate) struct WatchedEffects {
    /// Their numbers.
    pub(crate) effects: Vec<u16>,
    /// Those of them whose acts are known to do nothing where none of the pieces is there that they are about.
    pub(crate) idle_alone: Vec<u16>,
}

/// Moves of a kind after which something may follow.
#[derive(Debug)]
pub(crate) struct Trigger<B> {
    /// The squares on which they start and end.
    pub(crate) from: B,
    pub(crate) to: B,
    /// Captures of some kinds of the other side's only, as bits.
    pub(crate) victims: Option<u64>,
    /// The prediction of the consequences.
    pub(crate) prediction: Prediction,
    /// The number of the effect.
    pub(crate) effect: u16,
}

narrow!(Trigger { from, to; victims, prediction, effect });

/// The prediction of a move's consequences before it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prediction {
    /// Nothing.
    Nothing,
    /// The effect is watched.
    Watched,
    /// The piece that moves may change sides, and nothing else happens.
    Turns,
    /// The square that it leaves is closed, and nothing else happens.
    Closes,
}

/// How a turn goes on.
#[derive(Clone, Debug)]
pub(crate) struct ChainRule<B: Bits> {
    /// The rule that it comes from: what is the same is one rule.
    pub(crate) rule: Again,
    /// The piece's way, by the side that it belongs to; by default the piece's own.
    pub(crate) ways: Option<[Reach<B>; 2]>,
    /// The winds, if it may not go straight on.
    pub(crate) winds: Option<Winds>,
}

narrow!(ChainRule { ways; rule, winds });

impl<B: Bits> ChainRule<B> {
    /// Whether the move that leads to it is only possible if it can be made.
    pub(crate) fn is_owed(&self) -> bool {
        self.rule.is_owed()
    }

    /// Whether what was captured goes on, as one of the captor's side.
    pub(crate) fn is_of_victims(&self) -> bool {
        self.rule.who == Goer::Victim
    }
}

impl<B: Bits> Act<B> {
    /// The pieces that it is about, if it does nothing without them.
    pub(crate) fn whom(&self) -> Option<&[Group<B>]> {
        match self {
            Self::Remove(groups) | Self::Flip(groups) | Self::Become(groups, _) => Some(groups),
            _ => None,
        }
    }
}

impl<B: Bits> Program<B> {
    /// Whether the consequences of a move may bring or take royals of the side that makes it.
    pub(crate) fn changes_royals(&self) -> bool {
        let moves = self.after_moves != [0; 2] || self.after_captures || self.after_drops || self.ends;
        moves && (self.becomes || self.puts || self.flips || self.loses_royals)
    }
}

/// The damage that a capture can do to royals of the capturing side.
#[derive(Clone, Debug)]
pub(crate) enum SelfDamage<B: Bits> {
    /// Nothing.
    None,
    /// The captor goes with all pieces of both sides around it, except for some kinds: squares
    /// around each square, for each side's captures, and the spared kinds, as bits.
    Blast([Vec<B>; 2], u64),
    /// Only making the move tells.
    Anything,
}

impl Narrow for SelfDamage<Wide> {
    type To<B: Width> = SelfDamage<B>;

    fn narrow<B: Width>(self) -> SelfDamage<B> {
        match self {
            Self::None => SelfDamage::None,
            Self::Blast(around, spared) => SelfDamage::Blast(around.narrow(), spared),
            Self::Anything => SelfDamage::Anything,
        }
    }
}

/// Something that follows from certain moves.
#[derive(Clone, Debug)]
pub(crate) struct Effect<B: Bits> {
    /// The place among the effects, from 0.
    pub(crate) number: u16,
    pub(crate) event: Event,
    /// From whose moves.
    pub(crate) sides: [bool; 2],
    /// Kinds that move and kinds of which one is captured, as bits.
    pub(crate) by: u64,
    pub(crate) of: Option<u64>,
    /// The owner of that royal, seen from the capturing side.
    pub(crate) whose: Owner,
    /// Whether the kind that captures must be among those captured.
    pub(crate) same: bool,
    /// The start and end squares of the move, for each side.
    pub(crate) from: [B; 2],
    pub(crate) to: [B; 2],
    pub(crate) condition: Option<Proviso<B>>,
    /// The condition that must have held before the move.
    pub(crate) before: Option<Proviso<B>>,
    /// Only from turns whose number is a multiple of this.
    pub(crate) every: Option<u16>,
    pub(crate) repeat: bool,
    pub(crate) acts: Vec<Act<B>>,
}

narrow!(Effect {
    from, to, condition, before, acts;
    number, event, sides, by, of, whose, same, every, repeat
});

/// A condition on the board.
#[derive(Clone, Debug)]
pub(crate) struct Proviso<B: Bits> {
    /// There is one of these; nothing is asked if there are no groups.
    pub(crate) present: Vec<Group<B>>,
    /// There is none of these.
    pub(crate) absent: Vec<Group<B>>,
}

narrow!(Proviso { present, absent });

/// One thing that an effect does.
#[derive(Clone, Debug)]
pub(crate) enum Act<B: Bits> {
    Remove(Vec<Group<B>>),
    Flip(Vec<Group<B>>),
    /// The kind; 255 for that of the victim.
    Become(Vec<Group<B>>, u8),
    Moved(Vec<Group<B>>),
    /// Squares are closed; what stands there goes.
    Close(Vec<Area<B>>),
    /// Closed squares are open again.
    Open(Vec<Area<B>>),
    /// To a hand; without groups what was captured.
    Hand(Option<Vec<Group<B>>>, Keep),
    Put(Put<B>),
    Shift(Shift<B>),
    /// Which pieces go on, and where a movement leads, by the side that has moved.
    Carry(Group<B>, [Onward<B>; 2]),
    Forbid,
    /// The turn goes on; the number of the rule.
    Again(u8),
}

impl Narrow for Act<Wide> {
    type To<B: Width> = Act<B>;

    fn narrow<B: Width>(self) -> Act<B> {
        match self {
            Self::Remove(groups) => Act::Remove(groups.narrow()),
            Self::Flip(groups) => Act::Flip(groups.narrow()),
            Self::Become(groups, kind) => Act::Become(groups.narrow(), kind),
            Self::Moved(groups) => Act::Moved(groups.narrow()),
            Self::Close(areas) => Act::Close(areas.narrow()),
            Self::Open(areas) => Act::Open(areas.narrow()),
            Self::Hand(groups, keep) => Act::Hand(groups.narrow(), keep),
            Self::Put(put) => Act::Put(put.narrow()),
            Self::Shift(shift) => Act::Shift(shift.narrow()),
            Self::Carry(group, onward) => Act::Carry(group.narrow(), onward.narrow()),
            Self::Forbid => Act::Forbid,
            Self::Again(rule) => Act::Again(rule),
        }
    }
}

/// Pieces that come to empty squares.
#[derive(Clone, Debug)]
pub(crate) struct Put<B: Bits> {
    /// The kind; nothing for a captured piece.
    pub(crate) kind: Option<u8>,
    /// Of the other side.
    pub(crate) flipped: bool,
    /// On one square that the mover chooses.
    pub(crate) chosen: bool,
    pub(crate) on: Area<B>,
}

narrow!(Put { on; kind, flipped, chosen });

/// Pieces that are moved along lines.
#[derive(Clone, Debug)]
pub(crate) struct Shift<B: Bits> {
    /// Towards the place or away from it.
    pub(crate) toward: bool,
    pub(crate) whom: Group<B>,
    pub(crate) place: Place,
    /// By the side that has moved and the square of the place, in their order.
    pub(crate) lines: [Vec<Vec<Line>>; 2],
}

narrow!(Shift { whom; toward, place, lines });

/// Squares that follow each other, and how far along them a piece may stand: between the first number and the second.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Line {
    pub(crate) squares: Box<[Square]>,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// How pieces go to a hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keep {
    /// To that of the other side.
    pub(crate) flipped: bool,
    /// As what they were before they promoted.
    pub(crate) demoted: bool,
}

/// Some of the pieces on the board.
#[derive(Clone, Debug)]
pub(crate) struct Group<B: Bits> {
    pub(crate) owner: Owner,
    /// Kinds as bits.
    pub(crate) kinds: Option<u64>,
    pub(crate) on: Area<B>,
}

narrow!(Group { on; owner, kinds });

/// Squares in a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<B> {
    pub(crate) squares: B,
    /// The square behind them.
    pub(crate) behind: Square,
    /// How many of the rows that stand behind this one in their list go on over all of its squares.
    pub(crate) longer: u8,
}

narrow!(Row { squares; behind, longer });

/// Rows of squares by start square.
pub(crate) type Rows<B> = Vec<Vec<Row<B>>>;

impl<B: Bits> Row<B> {
    /// Rows, each followed by those that go on over all of its squares: sets of squares and the square behind each.
    pub(crate) fn in_order(mut rows: Vec<(B, Square)>) -> Vec<Self> {
        rows.sort_by_key(|(squares, _)| squares.count());
        let mut ordered = Vec::new();
        while !rows.is_empty() {
            let (squares, behind) = rows.remove(0);
            let (longer, others): (Vec<_>, Vec<_>) = rows
                .into_iter()
                .partition(|(set, _)| (squares & !*set).is_empty());
            ordered.push(Self {
                squares,
                behind,
                longer: u8::try_from(longer.len()).unwrap_or(u8::MAX),
            });
            ordered.extend(Self::in_order(longer));
            rows = others;
        }
        ordered
    }

    /// The squares of all rows that lie within some squares and end before one of others.
    pub(crate) fn closed(rows: &[Self], within: B, before: B) -> B {
        let (mut closed, mut at) = (B::EMPTY, 0);
        while let Some(row) = rows.get(at) {
            at += 1;
            if !(row.squares & !within).is_empty() {
                at += usize::from(row.longer);
            } else if before.has(row.behind) {
                closed |= row.squares;
            }
        }
        closed
    }
}

/// Squares, as an effect finds them. Tables are by the side that has moved.
#[derive(Clone, Debug)]
pub(crate) enum Area<B: Bits> {
    Squares([B; 2]),
    At(Place),
    Around([Vec<B>; 2], Place),
    Reach([Reach<B>; 2], Place),
    /// By the straight wind in which the move has gone.
    Headed([Vec<Reach<B>>; 2], Winds, Place),
    Attacked,
    /// The squares that the pieces at a place could capture next.
    AttackedBy(Place),
    /// The squares that more weight of them could capture next than of the other side's pieces: the
    /// owner, the weight of each kind, and whether pieces behind others count.
    AttackedMore(Owner, Vec<u32>, bool),
    /// Attacked, after any move of its side.
    Mated,
    /// In chains that lead to no empty square: where each piece's links lead, by the side of its owner.
    Enclosed([Vec<B>; 2]),
    /// In other chains.
    Open([Vec<B>; 2]),
    /// By square: rows of enemies and the friend behind each; kinds of friends as bits.
    Between([Rows<B>; 2], Option<u64>),
    Both(Vec<Area<B>>),
    Either(Vec<Area<B>>),
    Except(Box<[Area<B>; 2]>),
}

impl Narrow for Area<Wide> {
    type To<B: Width> = Area<B>;

    fn narrow<B: Width>(self) -> Area<B> {
        match self {
            Self::Squares(sets) => Area::Squares(sets.narrow()),
            Self::At(place) => Area::At(place),
            Self::Around(sets, place) => Area::Around(sets.narrow(), place),
            Self::Reach(reach, place) => Area::Reach(reach.narrow(), place),
            Self::Headed(reach, winds, place) => Area::Headed(reach.narrow(), winds, place),
            Self::Attacked => Area::Attacked,
            Self::AttackedBy(place) => Area::AttackedBy(place),
            Self::AttackedMore(owner, weights, behind) => Area::AttackedMore(owner, weights, behind),
            Self::Mated => Area::Mated,
            Self::Enclosed(links) => Area::Enclosed(links.narrow()),
            Self::Open(links) => Area::Open(links.narrow()),
            Self::Between(rows, friends) => Area::Between(rows.narrow(), friends),
            Self::Both(areas) => Area::Both(areas.narrow()),
            Self::Either(areas) => Area::Either(areas.narrow()),
            Self::Except(areas) => Area::Except(areas.narrow()),
        }
    }
}

/// The reach of a movement, over all contents of the squares.
#[derive(Clone, Debug)]
pub(crate) struct Reach<B: Bits> {
    /// Ends that are always reached, by square. Empty if there are none.
    pub(crate) leap: Vec<B>,
    /// Ends that depend on occupancy.
    pub(crate) rays: Option<Conditionals<B>>,
    /// By square, the conditions on its ends, if they go beyond occupied squares. Empty if they do
    /// not.
    pub(crate) looked_at: Vec<B>,
}

narrow!(Reach {
    leap,
    rays,
    looked_at
});

/// How pieces go on along a movement.
#[derive(Clone, Debug)]
pub(crate) struct Onward<B: Bits> {
    /// The reach.
    pub(crate) reach: Reach<B>,
    /// By square, its ends, those with the fewest squares on the way first.
    pub(crate) ends: Vec<Vec<Conditional<B>>>,
}

narrow!(Onward { reach, ends });

/// A square that a move knows of, or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Origin,
    Target,
    Mover,
    /// The squares of the captured pieces.
    Victim,
    /// Closed squares.
    Walls,
    /// Pieces: whose, and the kinds as bits.
    Pieces(Owner, u64),
}

impl<B: Bits> Program<B> {
    /// Whether something may follow from a capture of a kind, or of nothing, by a side's kind.
    #[inline(always)]
    pub(crate) fn follows_capture(&self, side: Side, kind: u8, victim: Option<u8>) -> bool {
        victim.is_some_and(|victim| self.of_kinds[side.index()][usize::from(kind)].victims >> victim & 1 == 1)
    }

    /// Numbers of the effects that may follow from a move of a side's kind, or from the end of its turn.
    #[inline(always)]
    pub(crate) fn numbers(&self, side: Side, kind: u8, ends: bool) -> &[u16] {
        if ends {
            &self.of_ends
        } else {
            &self.of_kinds[side.index()][usize::from(kind)].effects
        }
    }

    /// After which moves of a kind something that matters may follow.
    #[inline(always)]
    pub(crate) fn triggers_of(&self, side: Side, kind: u8) -> &[Trigger<B>] {
        &self.triggers[side.index()][usize::from(kind)]
    }

    /// Whether something that matters may follow from the end of a side's turn of that number.
    #[inline(always)]
    pub(crate) fn ends_with(&self, side: Side, number: u16) -> bool {
        let due = |e: &Effect<B>| {
            e.event == Event::Turn
                && e.sides[side.index()]
                && e.every.is_none_or(|every| number.max(1).is_multiple_of(every))
        };
        self.ends_matter && self.effects.iter().any(due)
    }

    /// How far a turn of that number is in the period.
    #[inline]
    pub(crate) fn phase(&self, number: u16) -> u16 {
        number % self.period
    }

    /// Whether nothing ever follows.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.effects.is_empty()
    }
}
