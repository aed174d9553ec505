//! Compiled effects: the automatic consequences of a move, and their meaning for the safety of
//! royals. Data only: `follow` carries them out, `effect_watch` looks ahead. Knows neither
//! positions nor how it was compiled.

use super::acts::Act;
use super::judging::Cause;
use super::kill_zones::{RoyalKillFilter, Winds};
use super::narrow::{Narrow, narrow};
use super::terms::{Onward, Proviso, Reach};
use super::width::{Wide, Width};
use crate::board::Bits;
use crate::rules::{Again, BySide, Event, Goer, Owner, Side};

/// All effects of a variant, in the order in which they follow.
#[derive(Debug)]
pub(crate) struct Program<B: Bits> {
    pub(crate) effects: Vec<Effect<B>>,
    /// The numbers of the effects that may follow from moves, by the side and kind that move.
    pub(crate) of_kinds: BySide<Vec<OfKind>>,
    /// The numbers of the effects of ends of turns.
    pub(crate) of_ends: Vec<u16>,
    /// The damage that a capture can do to royals of the capturing side.
    pub(crate) self_damage: SelfDamage<B>,
    /// Whether the consequences of captures may change the safety of royals.
    pub(crate) after_captures: bool,
    /// By side and kind, the moves after which consequences may change the safety of royals.
    pub(crate) triggers: BySide<Vec<Vec<Trigger<B>>>>,
    /// The effects for which the position before a move shows whether they may follow, if there are
    /// any.
    pub(crate) watched: Option<WatchedEffects>,
    /// Whether lines decide moves without consequences, though effects make moves impossible or
    /// make royals.
    pub(crate) is_apart: bool,
    /// Whether the consequences of drops may change the safety of royals.
    pub(crate) after_drops: bool,
    /// Kinds of each side whose quiet moves may change the safety of royals by their consequences,
    /// as bits.
    pub(crate) after_moves: BySide<u64>,
    /// Kinds of each side after whose moves and captures of any sort it may change, as bits.
    pub(crate) after_any: BySide<u64>,
    /// Whether the consequences of drops may change the board.
    pub(crate) on_drops: bool,
    /// Whether captured pieces may go to a hand.
    pub(crate) keeps: bool,
    /// Kinds of each side whose quiet moves may change the board by their consequences, as bits.
    pub(crate) on_moves: BySide<u64>,
    /// Whether royals may be lost without being captured.
    pub(crate) loses_royals: bool,
    /// Whether effects may remove royals at all, including effects that no royal need fear because
    /// of the rules about its safety.
    pub(crate) removes_royals: bool,
    /// Whether a move is illegal if an effect then costs its own side a royal.
    pub(crate) spares: bool,
    /// For each side: whether the loss of its last royal ends the game, so that a move that causes
    /// it may leave its own royals attacked.
    pub(crate) trades: BySide<bool>,
    /// The number of turns after which periodic effects come again; 1 if there are none.
    pub(crate) period: u16,
    /// Whether a royal that its own side has captured may come back, or another may replace it.
    pub(crate) revives: bool,
    /// Whether a consequence of a move may make a royal in place of one that the move has cost.
    pub(crate) enthrones: bool,
    /// The moves that may have such an effect; empty if no rule depends on it.
    pub(crate) royal_kills: RoyalKillFilter<B>,
    /// Whether a side can get more pieces than it had.
    pub(crate) flips: bool,
    /// Whether pieces can appear on the board besides those that leave it.
    pub(crate) makes: bool,
    /// Whether squares are closed.
    pub(crate) closes: bool,
    /// Whether a piece can become another kind.
    pub(crate) becomes: bool,
    /// Whether pieces come to the board, or to other squares than the ends of their moves.
    pub(crate) puts: bool,
    /// Whether ends of turns have effects.
    pub(crate) ends: bool,
    /// Whether those may change the safety of royals.
    pub(crate) ends_matter: bool,
    /// Whether effects depend on the position before the move.
    pub(crate) looks_back: bool,
    /// Whether effects make moves impossible.
    pub(crate) forbids: bool,
    /// Whether pieces are carried on.
    pub(crate) carries: bool,
    /// The moves after which a player may choose a square, if there are any.
    pub(crate) chooses: Option<Event>,
    /// The ways in which turns continue.
    pub(crate) chains: Vec<ChainRule<B>>,
    /// Whether some moves are possible only if the turn can continue.
    pub(crate) owes: bool,
}

narrow!(Program {
    effects, self_damage, triggers, royal_kills, chains;
    of_kinds, of_ends, after_captures, watched, is_apart, after_drops, after_moves, after_any, on_drops, keeps,
    on_moves, loses_royals, removes_royals, spares, trades, period, revives, enthrones, flips, makes, closes,
    becomes, puts, ends, ends_matter, looks_back, forbids, carries, chooses, owes
});

/// The consequences that moves of a kind may have.
#[derive(Clone, Debug, Default)]
pub(crate) struct OfKind {
    /// The numbers of the effects.
    pub(crate) effects: Vec<u16>,
    /// Kinds, as bits: captures of other kinds only have no effects.
    pub(crate) victims: u64,
    /// The numbers of those effects that make moves impossible as the position before a plain move
    /// shows.
    pub(crate) foreseen: Vec<u16>,
}

/// Effects whose conditions the position before the move decides, for most moves. They are the same
/// for both sides.
#[derive(Debug)]
pub(crate) struct WatchedEffects {
    /// The numbers of the effects.
    pub(crate) effects: Vec<u16>,
    /// Those of them whose acts do nothing if none of the pieces named in the acts is on the board.
    pub(crate) idle_alone: Vec<u16>,
}

/// Moves of a kind that may have an effect.
#[derive(Debug)]
pub(crate) struct Trigger<B> {
    /// The squares on which they start and end.
    pub(crate) from: B,
    pub(crate) to: B,
    /// The kinds of the other side whose capture has it, as bits; `None` if every move has it.
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
    /// Nothing is known.
    Nothing,
    /// The effect is watched.
    Watched,
    /// The effect makes the move impossible or does nothing: `foresight` tells which.
    Foreseen,
    /// The moving piece may change sides, and nothing else happens.
    Turns,
    /// The square that the piece leaves is closed, and nothing else happens.
    Closes,
    /// The piece is carried on by one leap, if it can be, and nothing else happens.
    Carried,
}

/// The way in which a turn continues.
#[derive(Clone, Debug)]
pub(crate) struct ChainRule<B: Bits> {
    /// The rule from which it comes; equal rules are one.
    pub(crate) rule: Again,
    /// The piece's movement, by its side; by default the piece's own one.
    pub(crate) ways: Option<BySide<Reach<B>>>,
    /// The winds, if the piece may not continue straight on.
    pub(crate) winds: Option<Winds>,
}

narrow!(ChainRule { ways; rule, winds });

impl<B: Bits> ChainRule<B> {
    /// Whether the move before it is possible only if it can be made.
    pub(crate) fn is_owed(&self) -> bool {
        self.rule.is_owed()
    }

    /// Whether a captured piece continues, as one of the captor's side.
    pub(crate) fn is_of_victims(&self) -> bool {
        self.rule.who == Goer::Victim
    }
}

impl<B: Bits> Program<B> {
    /// Whether nothing follows from anything but that a captured piece comes to a chosen square.
    pub(crate) fn only_puts(&self) -> bool {
        let chosen = |act: &Act<B>| matches!(act, Act::Put(put) if put.chosen && put.kind.is_none());
        let puts = |e: &Effect<B>| e.event == Event::Capture && !e.repeat && e.acts.len() == 1;
        self.effects.iter().all(|e| puts(e) && e.acts.iter().all(chosen))
    }

    /// Whether the consequences of a move may bring or remove royals of its own side.
    pub(crate) fn changes_royals(&self) -> bool {
        let moves =
            self.after_moves != [0; Side::COUNT] || self.after_captures || self.after_drops || self.ends;
        moves && (self.becomes || self.puts || self.flips || self.loses_royals)
    }
}

/// The damage that a capture can do to royals of the capturing side.
#[derive(Clone, Debug)]
pub(crate) enum SelfDamage<B: Bits> {
    /// Nothing.
    None,
    /// The captor is removed with all pieces of both sides around it, except for some kinds. The
    /// fields are the squares around each square, for each side's captures, and the spared kinds,
    /// as bits.
    Blast(BySide<Vec<B>>, u64),
    /// Anything: the move must be made.
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

/// A consequence of certain moves.
#[derive(Clone, Debug)]
pub(crate) struct Effect<B: Bits> {
    /// The place among the effects, from 0.
    pub(crate) number: u16,
    pub(crate) event: Event,
    /// The sides whose moves have it.
    pub(crate) sides: BySide<bool>,
    /// The kinds that move, and the kinds of which one is captured, as bits.
    pub(crate) by: u64,
    pub(crate) of: Option<u64>,
    /// The owner of the captured piece, seen from the capturing side.
    pub(crate) whose: Owner,
    /// Whether the captor's kind must be among the captured ones.
    pub(crate) same: bool,
    /// The start and end squares of the move, for each side.
    pub(crate) from: BySide<B>,
    pub(crate) to: BySide<B>,
    pub(crate) condition: Option<Proviso<B>>,
    /// The condition that must have held before the move.
    pub(crate) before: Option<Proviso<B>>,
    /// The effect follows only from turns whose number is a multiple of this.
    pub(crate) every: Option<u16>,
    pub(crate) repeat: bool,
    pub(crate) acts: Vec<Act<B>>,
}

narrow!(Effect {
    from, to, condition, before, acts;
    number, event, sides, by, of, whose, same, every, repeat
});

impl<B: Bits> Effect<B> {
    /// The movement of a side by which it carries pieces, if it does nothing else.
    pub(crate) fn carries_by(&self, side: Side) -> Option<&Onward<B>> {
        match &self.acts[..] {
            [Act::Carry(_, by)] => Some(&by[side.index()]),
            _ => None,
        }
    }
}

impl<B: Bits> Program<B> {
    /// Whether a capture of a kind, or a quiet move, by a side's kind may have effects.
    #[inline(always)]
    pub(crate) fn follows_capture(&self, side: Side, kind: u8, victim: Option<u8>) -> bool {
        victim.is_some_and(|victim| self.of_kinds[side.index()][usize::from(kind)].victims >> victim & 1 == 1)
    }

    /// The numbers of the effects that may follow from a move of a side's kind, or from the end of
    /// its turn.
    #[inline(always)]
    pub(crate) fn numbers(&self, side: Side, kind: u8, ends: bool) -> &[u16] {
        if ends {
            &self.of_ends
        } else {
            &self.of_kinds[side.index()][usize::from(kind)].effects
        }
    }

    /// The moves of a kind that may have effects which matter.
    #[inline(always)]
    pub(crate) fn triggers_of(&self, side: Side, kind: u8) -> &[Trigger<B>] {
        &self.triggers[side.index()][usize::from(kind)]
    }

    /// Whether the end of a side's turn with this number may have an effect that matters.
    #[inline(always)]
    pub(crate) fn ends_with(&self, side: Side, number: u16) -> bool {
        let due = |e: &Effect<B>| {
            e.event == Event::Turn
                && e.sides[side.index()]
                && e.every.is_none_or(|every| number.max(1).is_multiple_of(every))
        };
        self.ends_matter && self.effects.iter().any(due)
    }

    /// Whether some effect may follow that can only be found by making the move.
    pub(crate) fn has_unpredicted(&self) -> bool {
        let unpredicted = |trigger: &Trigger<B>| trigger.prediction == Prediction::Nothing;
        let mut kinds = self.triggers[0].iter().chain(&self.triggers[1]);
        kinds.any(|triggers| triggers.iter().any(unpredicted))
    }

    /// The first effect that may follow from moves and change the safety of royals.
    pub(crate) fn first(&self) -> Cause {
        let mut first = None;
        for triggers in self.triggers[0].iter().chain(&self.triggers[1]) {
            for trigger in triggers {
                first = Some(first.map_or(trigger.effect, |least: u16| least.min(trigger.effect)));
            }
        }
        first.map_or(Cause::Effects, |number| Cause::Effect(number.into()))
    }

    /// The first effect that makes moves impossible.
    pub(crate) fn forbidding(&self) -> Cause {
        let mut effects = self.effects.iter();
        let first = effects.find(|effect| effect.acts.iter().any(|act| matches!(act, Act::Forbid)));
        first.map_or(Cause::Effects, |effect| Cause::Effect(effect.number.into()))
    }

    /// The place of a turn of that number in the period.
    #[inline]
    pub(crate) fn phase(&self, number: u16) -> u16 {
        number % self.period
    }

    /// Whether there are no effects.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.effects.is_empty()
    }
}
