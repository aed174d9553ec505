//! Effects: from the rules to tables. Does not carry them out: that is `engine::follow`.

use super::pieces::Pieces;
use super::{Builder, Wide};
use crate::board::Bits;
use crate::engine::acts::{Act, Line, Resolve};
use crate::engine::compiled::NONE;
use crate::engine::error::CompileError;
use crate::engine::goals::Names as _;
use crate::engine::program::{ChainRule, Effect, OfKind, Program, SelfDamage};
use crate::engine::terms::{Area, Group, Onward, Place, Proviso};
use crate::rules::{self, ActFacts, BySide, Event, Fate, Form, Ground, MAX_WALLED, Owner, Side};

/// The numbers of some effects.
fn numbers<'a>(effects: impl Iterator<Item = &'a Effect<Wide>>) -> Vec<u16> {
    effects.map(|effect| effect.number).collect()
}

impl OfKind {
    /// The triggers of all kinds, by side and kind.
    fn all(effects: &[Effect<Wide>], foreseen: &[u16], kinds: usize) -> BySide<Vec<Self>> {
        Side::each(|side| {
            (0..kinds as u8)
                .map(|kind| Self::new(effects, foreseen, side, kind))
                .collect()
        })
    }

    /// The effects, among all, that may follow from moves of a side's kind.
    fn new(effects: &[Effect<Wide>], foreseen: &[u16], side: Side, kind: u8) -> Self {
        let own = effects
            .iter()
            .filter(|e| e.event != Event::Turn && e.sides[side.index()] && e.by >> kind & 1 == 1);
        let captures = own.clone().map(|e| match e.event {
            Event::Capture if e.same => 1 << kind,
            Event::Capture => e.of.unwrap_or(u64::MAX),
            Event::Move => u64::MAX,
            Event::Drop | Event::Turn => 0,
        });
        Self {
            victims: captures.fold(0, |all, kinds| all | kinds),
            foreseen: numbers(
                own.clone()
                    .filter(|e| e.forbids() && foreseen.contains(&e.number)),
            ),
            effects: numbers(own),
        }
    }
}

impl Builder<'_> {
    /// Whether pieces can appear on the board besides those that leave it. Effects may put some
    /// there, or a captured piece both continues the turn and goes to a hand.
    fn makes_pieces(&self) -> bool {
        let acts = || self.rules.acts().map(rules::Act::facts);
        let puts = |act: ActFacts<'_>| act.ground == Ground::Filled && !act.victims;
        acts().any(puts) || (self.rules.victims_go_on() && acts().any(|act| act.to_hand))
    }

    /// The effects of the rules. `elsewhere`: whether a piece can capture on another square than
    /// its end; `shoots`: whether by a tag.
    pub(super) fn program(
        &mut self,
        royals: &BySide<Vec<u8>>,
        (elsewhere, shoots): (bool, bool),
        pieces: &Pieces,
    ) -> Result<Program<Wide>, CompileError> {
        let rules = self.rules;
        let (chains, list) = (self.chains(royals)?, self.effects()?);
        let royal = royals.iter().flatten().fold(0, |mask, &kind| mask | 1u64 << kind);
        let does = |what: fn(&ActFacts<'_>) -> bool| rules.acts().any(|act| what(&act.facts()));
        let changing: Vec<Effect<Wide>> = list.iter().filter_map(Effect::on_board).collect();
        let disturbing = self.disturbing(&changing, pieces);
        let loses_royals = self.loses_royals(&disturbing, royal, pieces);
        let pairs: Vec<(&rules::Effect, &Effect<Wide>)> = rules.effects.iter().zip(&list).collect();
        let asked = loses_royals && !rules.royalty.attack.is_by_paths();
        let royal_kills = self.royal_kills(if asked { &pairs } else { &[] }, royals, rules.pieces.len())?;
        let (dropping, capturing): (Vec<&Effect<Wide>>, Vec<&Effect<Wide>>) = disturbing
            .iter()
            .filter(|e| e.event != Event::Turn)
            .partition(|e| e.event == Event::Drop);
        let watched = self.watched(&list, &capturing, pieces);
        let foreseen = numbers(list.iter().filter(|e| e.is_foreseen(&list)));
        Ok(Program {
            of_kinds: OfKind::all(&list, &foreseen, rules.pieces.len()),
            of_ends: numbers(list.iter().filter(|e| e.event == Event::Turn)),
            self_damage: self.self_damage(&capturing, loses_royals, (elsewhere, shoots)),
            after_captures: !capturing.is_empty(),
            triggers: self.triggers(&capturing, (watched.as_ref(), &foreseen), pieces),
            is_apart: self.is_apart(),
            after_drops: !dropping.is_empty(),
            keeps: does(|act| act.victims),
            after_moves: after_moves(capturing.iter().copied()),
            after_any: movers_of(capturing.iter().copied()),
            on_drops: changing.iter().any(|e| e.event == Event::Drop),
            on_moves: after_moves(&changing),
            loses_royals,
            removes_royals: self.loses_royals(&changing, royal, pieces),
            spares: !rules.royalty.sacrifice,
            trades: [!rules.royalty.no_trade; Side::COUNT],
            period: self.period()?,
            revives: self.revives(),
            enthrones: self.enthrones(&list, royal),
            royal_kills,
            flips: does(|act| act.adds_to_side()),
            makes: self.makes_pieces(),
            closes: does(|act| act.ground == Ground::Closed),
            becomes: does(|act| act.fate == Fate::OtherKind || act.moves()),
            puts: does(|act| act.ground == Ground::Filled || act.moves()),
            ends: list.iter().any(|e| e.event == Event::Turn),
            ends_matter: disturbing.iter().any(|e| e.event == Event::Turn),
            looks_back: list.iter().any(|effect| effect.before.is_some()),
            forbids: does(|act| act.forbids),
            carries: rules.carries_on(),
            chooses: self.chooses()?,
            owes: chains.iter().any(ChainRule::is_owed),
            chains,
            watched,
            effects: list,
        })
    }

    /// Whether only the flat engine takes part in turns, even if the board is so large that
    /// positions have room for more.
    pub(super) fn is_flat(&self) -> bool {
        !self.target.full || (self.rules.hooks.is_empty() && !self.rules.restrictions.take_part())
    }

    /// Whether effects may take royals off the board or turn them into others. `royal`: the royal
    /// kinds of both sides, as bits.
    fn loses_royals(&self, effects: &[Effect<Wide>], royal: u64, pieces: &Pieces) -> bool {
        let leaves = self.leaves_origins(pieces);
        let mut touching = effects.iter().filter(|e| !(leaves && e.closes_behind()));
        if !self.rules.hooks.is_empty() {
            return touching.any(|effect| effect.acts.iter().any(|act| act.touches(royal)));
        }
        let touching: Vec<Effect<Wide>> = touching.cloned().collect();
        self.touches(&touching, royal, pieces)
    }

    /// Whether effects may put a royal in place of a lost one. `royal`: the royal kinds of both
    /// sides, as bits.
    fn enthrones(&self, effects: &[Effect<Wide>], royal: u64) -> bool {
        let captures_own = self.rules.captures_own();
        let enthrones = |act: &Act<Wide>| act.enthrones(royal, captures_own);
        self.is_flat() && effects.iter().any(|effect| effect.acts.iter().any(enthrones))
    }

    /// Whether effects may put back a side's own captured pieces, royals included, or a royal in
    /// their place.
    pub(super) fn revives(&self) -> bool {
        let rules = self.rules;
        let rises = |form: &Form| match form {
            Form::Kind(name) => rules
                .pieces
                .get(name)
                .is_some_and(|piece| Side::ALL.iter().any(|&side| piece.royal[side])),
            Form::Victim => false,
        };
        let comes = |act: ActFacts<'_>| match act.ground {
            Ground::Filled => {
                let own = act.victims && rules.captures_own();
                !act.flipped && (own || act.form.is_some_and(rises))
            }
            _ => rules.captures_own() && act.form.is_some_and(rises),
        };
        self.is_flat() && rules.acts().map(rules::Act::facts).any(comes)
    }

    /// All effects, in their order.
    fn effects(&mut self) -> Result<Vec<Effect<Wide>>, CompileError> {
        let rules = self.rules;
        let numbered = (0..).zip(&rules.effects);
        let compiled = numbered.map(|(number, effect)| self.effect(number, effect));
        let about = |error: CompileError| CompileError::Effect(error.about_movement());
        compiled.map(|effect| effect.map_err(about)).collect()
    }

    /// The number of turns after which periodic effects come again.
    fn period(&self) -> Result<u16, CompileError> {
        let mut period = 1u64;
        for every in self.rules.effects.iter().filter_map(|effect| effect.every) {
            let step = u64::from(every.max(1));
            let shared = (1..=step)
                .rev()
                .find(|&d| period.is_multiple_of(d) && step.is_multiple_of(d))
                .unwrap_or(1);
            period = period / shared * step;
            if period > u64::from(u16::MAX) {
                let message = "what follows from some turns comes again only after more than 65535 turns";
                return Err(CompileError::Effect(message.to_owned()));
            }
        }
        Ok(period as u16)
    }

    /// The ways in which turns continue, equal ones once.
    fn agains(&self) -> Vec<&rules::Again> {
        self.rules.agains()
    }

    /// The same ways in their compiled form.
    fn chains(&mut self, royals: &BySide<Vec<u8>>) -> Result<Vec<ChainRule<Wide>>, CompileError> {
        let owed = |act: &rules::Act| act.facts().again.is_some_and(rules::Again::is_owed);
        let mut others = self
            .rules
            .effects
            .iter()
            .filter(|effect| effect.event != Event::Capture);
        if others.any(|effect| effect.acts.iter().any(owed)) {
            return Err(CompileError::Again(
                "`must` but after captures: it would have to go on for ever",
            ));
        }
        let agains: Vec<rules::Again> = self.agains().into_iter().cloned().collect();
        if agains.len() > rules::MAX_AGAINS {
            return Err(CompileError::Again("more than 32 ways of doing so"));
        }
        let royal = royals.iter().any(|kinds| !kinds.is_empty());
        let mut list = Vec::new();
        for rule in agains {
            if royal && !rule.spares_royals() {
                return Err(CompileError::Again(
                    "royal pieces, unless the piece that goes on captures nothing",
                ));
            }
            let ways = rule
                .by
                .as_ref()
                .map(|movement| Side::try_each(|side| self.reach(side, movement)));
            let ways = ways.transpose();
            list.push(ChainRule {
                ways: ways.map_err(|error: CompileError| CompileError::Effect(error.about_movement()))?,
                winds: rule.turning.then(|| self.winds()),
                rule,
            });
        }
        Ok(list)
    }

    /// The moves after which a square is chosen: only captures, or any move.
    fn chooses(&self) -> Result<Option<Event>, CompileError> {
        let chosen = |act: &rules::Act| act.facts().chosen;
        let effects = self.rules.effects.iter();
        let mut found = effects.filter(|e| e.acts.iter().any(chosen)).peekable();
        if found.peek().is_none() {
            return Ok(None);
        }
        if self.rules.walls.is_some() {
            let message = "a move chooses one square: for a wall, or for a piece that is put on the board";
            return Err(CompileError::Effect(message.to_owned()));
        }
        if self.topology.size() > MAX_WALLED {
            return Err(CompileError::TooManySquaresForWalls(self.topology.size()));
        }
        let captures = found.all(|e| e.event == Event::Capture);
        Ok(Some(if captures { Event::Capture } else { Event::Move }))
    }

    fn effect(&mut self, number: u16, effect: &rules::Effect) -> Result<Effect<Wide>, CompileError> {
        if effect.event == Event::Turn && effect.asks_for_move() {
            let message = "what follows from the end of a turn asks for no move";
            return Err(CompileError::Effect(message.to_owned()));
        }
        if matches!(effect.event, Event::Turn | Event::Drop) && !effect.before.is_none() {
            let message = "only moves have a position before them";
            return Err(CompileError::Effect(message.to_owned()));
        }
        let (by, of) = (self.kinds(&effect.by)?, self.kinds(&effect.of)?);
        let zone = |squares: &Option<rules::PerSide<rules::Squares>>| {
            let set = |side: Side| squares.as_ref().map_or(!Wide::EMPTY, |s| self.set(&s[side]));
            Side::each(set)
        };
        let (from, to) = (zone(&effect.from), zone(&effect.to));
        Ok(Effect {
            number,
            event: effect.event,
            sides: Side::each(|side| effect.side[side]),
            by: by.unwrap_or(u64::MAX),
            of,
            whose: effect.whose,
            same: effect.same,
            from,
            to,
            condition: self.condition(&effect.condition)?,
            before: self.condition(&effect.before)?,
            every: effect.every,
            repeat: effect.repeat,
            acts: effect
                .acts
                .iter()
                .map(|act| Act::compile(act, self))
                .collect::<Result<_, _>>()?,
        })
    }

    /// The condition that must hold; `None` if there is none.
    pub(super) fn condition(
        &mut self,
        condition: &rules::Proviso,
    ) -> Result<Option<Proviso<Wide>>, CompileError> {
        if condition.is_none() {
            return Ok(None);
        }
        let mut groups =
            |list: &[rules::Group]| list.iter().map(|g| self.group(g)).collect::<Result<Vec<_>, _>>();
        Ok(Some(Proviso {
            present: groups(&condition.present)?,
            absent: groups(&condition.absent)?,
        }))
    }

    /// The weight of a piece of each kind: its value, or 1; it is 0 for other kinds.
    pub(super) fn weights(&self, kinds: &rules::Kinds, by_value: bool) -> Result<Vec<u32>, CompileError> {
        let kinds = self.kinds(kinds)?.unwrap_or(u64::MAX);
        let weight = |kind: usize| match (kinds >> kind & 1, by_value) {
            (0, _) => 0,
            (_, false) => 1,
            (_, true) => self.value(kind as u8).unwrap_or(0),
        };
        Ok((0..self.rules.pieces.len()).map(weight).collect())
    }

    /// The damage that a capture can do to royals of the capturing side, if effects may remove
    /// royals at all.
    fn self_damage(
        &self,
        effects: &[&Effect<Wide>],
        loses: bool,
        (elsewhere, shoots): (bool, bool),
    ) -> SelfDamage<Wide> {
        if !loses || self.rules.royalty.sacrifice || effects.is_empty() {
            return SelfDamage::None;
        }
        if elsewhere {
            return SelfDamage::Anything;
        }
        let always = |e: &Effect<Wide>| {
            let everywhere = |sets: &BySide<Wide>| sets.iter().all(|set| *set == !Wide::EMPTY);
            e.event == Event::Capture
                && e.sides == [true; Side::COUNT]
                && e.by == u64::MAX
                && e.of.is_none()
                && e.whose.is_any()
                && !e.same
                && !e.repeat
                && e.before.is_none()
                && e.condition.is_none()
                && everywhere(&e.from)
                && everywhere(&e.to)
        };
        let [effect] = effects else {
            return SelfDamage::Anything;
        };
        let [Act::Remove(groups)] = &effect.acts[..] else {
            return SelfDamage::Anything;
        };
        let there = |place: Place| place == Place::Target || (place == Place::Mover && !shoots);
        let captor = |g: &Group<Wide>| {
            matches!(g.on, Area::At(place) if there(place)) && g.kinds.is_none() && g.owner == Owner::Any
        };
        let nowhere = || Side::each_index(|_| vec![Wide::EMPTY; self.topology.size()]);
        match &groups[..] {
            [first] if always(effect) && captor(first) => SelfDamage::Blast(nowhere(), 0),
            [first, second] if always(effect) && captor(first) && second.owner == Owner::Any => {
                let tables = match &second.on {
                    Area::Around(tables, place) if there(*place) => tables,
                    _ => return SelfDamage::Anything,
                };
                SelfDamage::Blast(
                    tables.clone(),
                    second.kinds.map_or(0, |kinds| self.all_kinds() & !kinds),
                )
            }
            _ => SelfDamage::Anything,
        }
    }
}

/// Kinds of each side from whose moves effects follow even without a capture, as bits.
fn after_moves<'e>(effects: impl IntoIterator<Item = &'e Effect<Wide>>) -> BySide<u64> {
    movers_of(effects.into_iter().filter(|e| e.event == Event::Move))
}

/// Kinds of each side from whose moves some effects may follow, as bits.
fn movers_of<'e>(effects: impl Iterator<Item = &'e Effect<Wide>>) -> BySide<u64> {
    let mut kinds = [0; Side::COUNT];
    for effect in effects {
        for (kinds, _) in kinds.iter_mut().zip(effect.sides).filter(|(_, does)| *does) {
            *kinds |= effect.by;
        }
    }
    kinds
}

impl Program<Wide> {
    /// Whether a piece may become one of some kinds.
    pub(super) fn makes(&self, kinds: &[u8]) -> bool {
        let made = |act: &Act<Wide>| {
            let becomes = act.becomes();
            becomes.is_some_and(|(_, kind)| kind == NONE || kinds.contains(&kind))
        };
        self.effects.iter().any(|effect| effect.acts.iter().any(made))
    }
}

impl Effect<Wide> {
    /// The part of it that changes the board.
    fn on_board(&self) -> Option<Self> {
        let mut effect = self.clone();
        effect.acts.retain(Act::changes_board);
        (!effect.acts.is_empty()).then_some(effect)
    }
}

impl Resolve for Builder<'_> {
    type Error = CompileError;

    fn pieces(&mut self, groups: &[rules::Group]) -> Result<Vec<Group<Wide>>, CompileError> {
        groups.iter().map(|group| self.group(group)).collect()
    }

    fn squares(&mut self, areas: &[rules::Area]) -> Result<Vec<Area<Wide>>, CompileError> {
        self.areas(areas)
    }

    fn place(&mut self, place: &rules::Place) -> Result<Place, CompileError> {
        Builder::place(self, place)
    }

    fn form(&mut self, form: &Form) -> Result<u8, CompileError> {
        match form {
            Form::Kind(name) => self.kind(name),
            Form::Victim => Ok(NONE),
        }
    }

    fn lines(&mut self, by: &rules::Movement) -> Result<BySide<Vec<Vec<Line>>>, CompileError> {
        Side::try_each(|side| self.shift_lines(side, by))
    }

    fn onward(&mut self, by: &rules::Movement) -> Result<BySide<Onward<Wide>>, CompileError> {
        Side::try_each(|side| Builder::onward(self, side, by))
    }

    fn chain(&mut self, again: &rules::Again) -> u8 {
        let number = self.agains().iter().position(|known| *known == again);
        number.map_or(u8::MAX, |number| number as u8)
    }
}
