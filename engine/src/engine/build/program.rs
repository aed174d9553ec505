//! Effects: from the rules to tables.

use super::attacks::{conditional, split};
use super::pieces::Pieces;
use super::{Builder, Wide};
use crate::board::{Bits, Square};
use crate::engine::compiled::NONE;
use crate::engine::error::CompileError;
use crate::engine::goals::Names as _;
use crate::engine::kill_zones::Winds;
use crate::engine::paths::Path;
use crate::engine::program::{
    Act, Area, ChainRule, Effect, Group, Keep, Line, OfKind, Onward, Place, Program, Proviso, Put, Reach,
    Row, Rows, SelfDamage, Shift,
};
use crate::engine::tables::Conditionals;
use crate::rules::{self, Event, Form, MAX_WALLED, Movement, Owner, Range, Side};

/// The numbers of some effects.
fn numbers<'a>(effects: impl Iterator<Item = &'a Effect<Wide>>) -> Vec<u16> {
    effects.map(|effect| effect.number).collect()
}

impl OfKind {
    /// By side and kind.
    fn all(effects: &[Effect<Wide>], kinds: usize) -> [Vec<Self>; 2] {
        Side::ALL.map(|side| {
            (0..kinds as u8)
                .map(|kind| Self::new(effects, side, kind))
                .collect()
        })
    }

    /// Of all effects, those that may follow from moves of a side's kind.
    fn new(effects: &[Effect<Wide>], side: Side, kind: u8) -> Self {
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
            effects: numbers(own),
        }
    }
}

impl Builder<'_> {
    /// Whether pieces come from nowhere: some are put on the board, or a captured piece goes on
    /// with the turn and to a hand as well.
    fn makes_pieces(&self) -> bool {
        let acts = || self.rules.effects.iter().flat_map(|effect| &effect.acts);
        let puts =
            |act: &rules::Act| matches!(act, rules::Act::Put(put) if matches!(put.what, Form::Kind(_)));
        let rises =
            |act: &rules::Act| matches!(act, rules::Act::Again(again) if again.who == rules::Goer::Victim);
        let hands = |act: &rules::Act| matches!(act, rules::Act::Hand { .. });
        acts().any(puts) || (acts().any(rises) && acts().any(hands))
    }

    /// The effects of the rules; `elsewhere`: whether a piece can capture elsewhere
    /// than where it ends, `shoots`: because of a tag.
    pub(super) fn program(
        &mut self,
        royals: &[Vec<u8>; 2],
        (elsewhere, shoots): (bool, bool),
        pieces: &Pieces,
    ) -> Result<Program<Wide>, CompileError> {
        let rules = self.rules;
        let chains = self.chains(royals)?;
        let list = self.effects()?;
        let royal = royals.iter().flatten().fold(0, |mask, &kind| mask | 1u64 << kind);
        let acts = || list.iter().flat_map(|e| &e.acts);
        let changing: Vec<Effect<Wide>> = list.iter().filter_map(Effect::on_board).collect();
        let disturbing = self.disturbing(&changing, pieces);
        let enthrones = self.enthrones(&list, royal);
        let loses_royals = self.loses_royals(&disturbing, royal, pieces);
        let pairs: Vec<(&rules::Effect, &Effect<Wide>)> = rules.effects.iter().zip(&list).collect();
        let asked = loses_royals && !rules.royalty.attack.is_by_paths();
        let royal_kills = self.royal_kills(if asked { &pairs } else { &[] }, royals, rules.pieces.len())?;
        let (dropping, capturing): (Vec<&Effect<Wide>>, Vec<&Effect<Wide>>) = disturbing
            .iter()
            .filter(|e| e.event != Event::Turn)
            .partition(|e| e.event == Event::Drop);
        let watched = self.watched(&list, &capturing, pieces);
        Ok(Program {
            of_kinds: OfKind::all(&list, rules.pieces.len()),
            of_ends: numbers(list.iter().filter(|e| e.event == Event::Turn)),
            self_damage: self.self_damage(&capturing, loses_royals, (elsewhere, shoots)),
            after_captures: !capturing.is_empty(),
            triggers: self.triggers(&capturing, watched.as_ref(), pieces),
            is_apart: self.is_apart(),
            after_drops: !dropping.is_empty(),
            keeps: acts().any(|a| matches!(a, Act::Hand(None, _) | Act::Put(Put { kind: None, .. }))),
            after_moves: after_moves(capturing.iter().copied()),
            on_drops: changing.iter().any(|e| e.event == Event::Drop),
            on_moves: after_moves(&changing),
            loses_royals,
            removes_royals: self.loses_royals(&changing, royal, pieces),
            spares: !rules.royalty.sacrifice,
            trades: !rules.royalty.no_trade,
            period: self.period()?,
            revives: enthrones || (self.is_flat() && acts().any(Act::brings_back)),
            enthrones,
            royal_kills,
            flips: acts().any(|a| matches!(a, Act::Flip(_) | Act::Put(_) | Act::Again(_))),
            makes: self.makes_pieces(),
            closes: acts().any(|a| matches!(a, Act::Close(_))),
            becomes: acts().any(|a| matches!(a, Act::Become(..) | Act::Shift(_) | Act::Carry(..))),
            puts: acts().any(|a| matches!(a, Act::Put(_) | Act::Shift(_) | Act::Carry(..))),
            ends: list.iter().any(|e| e.event == Event::Turn),
            ends_matter: disturbing.iter().any(|e| e.event == Event::Turn),
            looks_back: list.iter().any(|effect| effect.before.is_some()),
            forbids: acts().any(|a| matches!(a, Act::Forbid)),
            carries: acts().any(|a| matches!(a, Act::Carry(..))),
            chooses: self.chooses(&list)?,
            owes: chains.iter().any(ChainRule::is_owed),
            chains,
            watched,
            effects: list,
        })
    }

    /// Whether only the engine takes part in turns, even if the board is so large that positions
    /// have room for more.
    pub(super) fn is_flat(&self) -> bool {
        !self.target.full || (self.rules.hooks.is_empty() && !self.rules.restrictions.take_part())
    }

    /// Whether effects may take royals off the board or make others of them; `royal`: the royal kinds of both sides, as bits.
    fn loses_royals(&self, effects: &[Effect<Wide>], royal: u64, pieces: &Pieces) -> bool {
        let leaves = self.leaves_origins(pieces);
        let touching = effects.iter().filter(|e| !(leaves && e.closes_behind()));
        touching.flat_map(|e| &e.acts).any(|act| act.touches(royal))
    }

    /// Whether effects may make a royal in the place of one; `royal`: the royal kinds of both sides, as bits.
    fn enthrones(&self, effects: &[Effect<Wide>], royal: u64) -> bool {
        let captures_own = self.rules.captures_own();
        let mut acts = effects.iter().flat_map(|effect| &effect.acts);
        self.is_flat() && acts.any(|act| act.enthrones(royal, captures_own))
    }

    /// All effects, in their order.
    fn effects(&mut self) -> Result<Vec<Effect<Wide>>, CompileError> {
        let rules = self.rules;
        let numbered = (0..).zip(&rules.effects);
        let compiled = numbered.map(|(number, effect)| self.effect(number, effect));
        let about = |error: CompileError| CompileError::Effect(error.about_movement());
        compiled.map(|effect| effect.map_err(about)).collect()
    }

    /// After how many turns what follows now and then comes again.
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

    /// The ways in which turns go on, equal ones once.
    fn agains(&self) -> Vec<&rules::Again> {
        self.rules.agains()
    }

    /// The same compiled.
    fn chains(&mut self, royals: &[Vec<u8>; 2]) -> Result<Vec<ChainRule<Wide>>, CompileError> {
        let owed = |act: &rules::Act| matches!(act, rules::Act::Again(again) if again.is_owed());
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
            let ways = rule.by.as_ref().map(|movement| {
                let [white, black] = Side::ALL.map(|side| self.reach(side, movement));
                Ok([white?, black?])
            });
            let ways = ways.transpose();
            list.push(ChainRule {
                ways: ways.map_err(|error: CompileError| CompileError::Effect(error.about_movement()))?,
                winds: rule.turning.then(|| self.winds()),
                rule,
            });
        }
        Ok(list)
    }

    /// After which moves a square is chosen: after captures only, or after any.
    fn chooses(&self, effects: &[Effect<Wide>]) -> Result<Option<Event>, CompileError> {
        let chosen = |act: &Act<Wide>| matches!(act, Act::Put(Put { chosen: true, .. }));
        let mut found = effects.iter().filter(|e| e.acts.iter().any(chosen)).peekable();
        if found.peek().is_none() {
            return Ok(None);
        }
        if self.rules.walls.is_some() {
            let message = "a move chooses one square: for a wall, or for what is put on the board";
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
            let message = "what was so before is asked of moves";
            return Err(CompileError::Effect(message.to_owned()));
        }
        let (by, of) = (self.kinds(&effect.by)?, self.kinds(&effect.of)?);
        let zone = |squares: &Option<rules::PerSide<rules::Squares>>| {
            let set = |side: Side| squares.as_ref().map_or(!Wide::EMPTY, |s| self.set(&s[side]));
            Side::ALL.map(set)
        };
        let (from, to) = (zone(&effect.from), zone(&effect.to));
        Ok(Effect {
            number,
            event: effect.event,
            sides: Side::ALL.map(|side| effect.side[side]),
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
                .map(|act| self.act(act))
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

    fn act(&mut self, act: &rules::Act) -> Result<Act<Wide>, CompileError> {
        let mut groups =
            |list: &[rules::Group]| list.iter().map(|g| self.group(g)).collect::<Result<Vec<_>, _>>();
        Ok(match act {
            rules::Act::Remove(list) => Act::Remove(groups(list)?),
            rules::Act::Flip(list) => Act::Flip(groups(list)?),
            rules::Act::Moved(list) => Act::Moved(groups(list)?),
            rules::Act::Close(list) => Act::Close(self.areas(list)?),
            rules::Act::Open(list) => Act::Open(self.areas(list)?),
            rules::Act::Hand {
                whom,
                flipped,
                demoted,
            } => {
                let groups = match whom {
                    rules::Whom::Victims => None,
                    rules::Whom::Pieces(list) => Some(groups(list)?),
                };
                let (flipped, demoted) = (*flipped, *demoted);
                Act::Hand(groups, Keep { flipped, demoted })
            }
            rules::Act::Put(put) => Act::Put(Put {
                kind: match &put.what {
                    Form::Kind(name) => Some(self.kind(name)?),
                    Form::Victim => None,
                },
                flipped: put.flipped,
                chosen: put.chosen,
                on: self.area(&put.on)?,
            }),
            rules::Act::Shift(shift) => {
                let [white, black] = Side::ALL.map(|side| self.shift_lines(side, &shift.by));
                Act::Shift(Shift {
                    toward: shift.toward,
                    whom: self.group(&shift.whom)?,
                    place: self.place(&shift.place)?,
                    lines: [white?, black?],
                })
            }
            rules::Act::Carry(carry) => {
                let [white, black] = Side::ALL.map(|side| self.onward(side, &carry.by));
                Act::Carry(self.group(&carry.whom)?, [white?, black?])
            }
            rules::Act::Forbid => Act::Forbid,
            rules::Act::Again(again) => {
                let number = self.agains().iter().position(|known| *known == again);
                Act::Again(number.map_or(u8::MAX, |number| number as u8))
            }
            rules::Act::Become(list, form) => {
                let groups = groups(list)?;
                let kind = match form {
                    Form::Kind(name) => self.kind(name)?,
                    Form::Victim => NONE,
                };
                Act::Become(groups, kind)
            }
        })
    }

    /// The weight of a piece of each kind: its value, or one, and zero for other kinds.
    fn weights(&self, kinds: &rules::Kinds, by_value: bool) -> Result<Vec<u32>, CompileError> {
        let kinds = self.kinds(kinds)?.unwrap_or(u64::MAX);
        let weight = |kind: usize| match (kinds >> kind & 1, by_value) {
            (0, _) => 0,
            (_, false) => 1,
            (_, true) => self.value(kind as u8).unwrap_or(0),
        };
        Ok((0..self.rules.pieces.len()).map(weight).collect())
    }

    fn areas(&mut self, list: &[rules::Area]) -> Result<Vec<Area<Wide>>, CompileError> {
        list.iter().map(|area| self.area(area)).collect()
    }

    pub(super) fn group(&mut self, group: &rules::Group) -> Result<Group<Wide>, CompileError> {
        Ok(Group {
            owner: group.owner,
            kinds: self.kinds(&group.kinds)?,
            on: self.area(&group.on)?,
        })
    }

    pub(super) fn area(&mut self, area: &rules::Area) -> Result<Area<Wide>, CompileError> {
        let mut list =
            |areas: &[rules::Area]| areas.iter().map(|a| self.area(a)).collect::<Result<Vec<_>, _>>();
        Ok(match area {
            rules::Area::All => Area::Squares([!Wide::EMPTY; 2]),
            rules::Area::Squares(squares) => Area::Squares(Side::ALL.map(|side| self.set(&squares[side]))),
            rules::Area::At(place) => Area::At(self.place(place)?),
            rules::Area::Around(movement, place) => {
                let [white, black] = Side::ALL.map(|side| self.ends_of(side, movement, None));
                Area::Around([white?, black?], self.place(place)?)
            }
            rules::Area::Reach(movement, place) if movement.is_headed() => {
                let [white, black] = Side::ALL.map(|side| self.headed(side, movement));
                Area::Headed([white?, black?], self.winds(), self.place(place)?)
            }
            rules::Area::Reach(movement, place) => {
                let [white, black] = Side::ALL.map(|side| self.reach(side, movement));
                let (white, black, place) = (white?, black?, self.place(place)?);
                if white.rays.is_none() && black.rays.is_none() {
                    Area::Around([white.leap, black.leap], place)
                } else {
                    Area::Reach([white, black], place)
                }
            }
            rules::Area::File(place) => self.lines(place, |at| at.0)?,
            rules::Area::Rank(place) => self.lines(place, |at| at.1)?,
            rules::Area::Attacked => Area::Attacked,
            rules::Area::AttackedBy(place) => Area::AttackedBy(self.place(place)?),
            rules::Area::AttackedMore {
                by,
                kinds,
                by_value,
                in_line,
            } => Area::AttackedMore(*by, self.weights(kinds, *by_value)?, *in_line),
            rules::Area::Mated => Area::Mated,
            rules::Area::Enclosed(movement) => {
                let [white, black] = Side::ALL.map(|side| self.ends_of(side, movement, None));
                Area::Enclosed([white?, black?])
            }
            rules::Area::Open(movement) => {
                let [white, black] = Side::ALL.map(|side| self.ends_of(side, movement, None));
                Area::Open([white?, black?])
            }
            rules::Area::Between { by, friends } => {
                let friends = self.kinds(friends)?;
                let [white, black] = Side::ALL.map(|side| self.rows(side, by));
                Area::Between([white?, black?], friends)
            }
            rules::Area::Both(areas) => Area::Both(list(areas)?),
            rules::Area::Either(areas) => Area::Either(list(areas)?),
            rules::Area::Except(all, but) => Area::Except(Box::new([self.area(all)?, self.area(but)?])),
        })
    }

    fn place(&self, place: &rules::Place) -> Result<Place, CompileError> {
        Ok(match place {
            rules::Place::Origin => Place::Origin,
            rules::Place::Target => Place::Target,
            rules::Place::Mover => Place::Mover,
            rules::Place::Victim => Place::Victim,
            rules::Place::Walls => Place::Walls,
            rules::Place::Piece { owner, kinds } => {
                Place::Pieces(*owner, self.kinds(kinds)?.unwrap_or(u64::MAX))
            }
        })
    }

    /// All squares of the grid with the same coordinate as a place.
    fn lines(&self, place: &rules::Place, of: impl Fn((u8, u8)) -> u8) -> Result<Area<Wide>, CompileError> {
        let table = self.line_table(of);
        Ok(Area::Around([table.clone(), table], self.place(place)?))
    }

    /// By square, all squares of the grid with the same coordinate.
    pub(super) fn line_table(&self, of: impl Fn((u8, u8)) -> u8) -> Vec<Wide> {
        let coordinate = |square: Square| self.topology.coordinates(square).map(&of);
        let line = |square: Square| {
            let same = |other: &Square| coordinate(*other).is_some_and(|c| Some(c) == coordinate(square));
            let squares = self.topology.squares().squares().filter(same);
            squares.fold(Wide::EMPTY, |set, s| set | Wide::bit(s))
        };
        (0..self.topology.size()).map(|s| line(s as Square)).collect()
    }

    /// All squares on which a movement can end, by start square, over all contents of the board.
    pub(super) fn ends_of(
        &self,
        side: Side,
        movement: &Movement,
        heading: Option<u8>,
    ) -> Result<Vec<Wide>, CompileError> {
        let paths = self.paths_on(side, WHO, movement, heading)?;
        let ends = paths.iter().map(|list| {
            list.iter()
                .fold(Wide::EMPTY, |set, path| set | Wide::bit(path.to))
        });
        Ok(ends.collect())
    }

    /// The reach of a movement, over all contents of the squares.
    pub(super) fn reach(&mut self, side: Side, movement: &Movement) -> Result<Reach<Wide>, CompileError> {
        self.reach_on(side, movement, None)
    }

    /// A movement along which pieces go on.
    fn onward(&mut self, side: Side, movement: &Movement) -> Result<Onward<Wide>, CompileError> {
        let reach = self.reach(side, movement)?;
        let paths = self.paths_on(side, WHO, movement, None)?;
        let nearest_first = |list: &Vec<Path>| {
            let mut ends: Vec<_> = list.iter().map(conditional).collect();
            ends.sort_by_key(|end| (end.empty.count(), end.square));
            ends
        };
        Ok(Onward {
            reach,
            ends: paths.iter().map(nearest_first).collect(),
        })
    }

    /// The reach of a movement that continues in the direction of a move: for each straight wind.
    fn headed(&mut self, side: Side, movement: &Movement) -> Result<Vec<Reach<Wide>>, CompileError> {
        let winds = (0..16).step_by(2);
        winds
            .map(|wind| self.reach_on(side, movement, Some(wind)))
            .collect()
    }

    fn reach_on(
        &mut self,
        side: Side,
        movement: &Movement,
        heading: Option<u8>,
    ) -> Result<Reach<Wide>, CompileError> {
        let paths = self.paths_on(side, WHO, movement, heading)?;
        if !paths.iter().flatten().all(Path::is_plain) {
            return Err(CompileError::Effect(
                "where an effect looks may only depend on which squares are occupied".to_owned(),
            ));
        }
        let (mut leap, mut rays) = (Vec::new(), Vec::new());
        for list in paths.iter() {
            let all: Vec<_> = list.iter().map(|p| (p.alternative, conditional(p))).collect();
            let (set, groups) = split(&all);
            leap.push(set);
            rays.push(groups);
        }
        let slides = paths.iter().all(|list| are_slides(list));
        let looked_at = if slides {
            Vec::new()
        } else {
            paths.iter().map(|list| looked_at(list)).collect()
        };
        Ok(Reach {
            leap,
            rays: Conditionals::build(&mut self.draft, &rays),
            looked_at,
        })
    }

    /// In which straight winds squares lie from each other.
    fn winds(&self) -> Winds {
        let from = |square: usize| {
            let mut winds = vec![0; self.topology.size()];
            if self.topology.squares().has(square as Square) {
                for wind in 0..8 {
                    for to in self.topology.line(square as Square, wind) {
                        winds[usize::from(to)] |= 1 << wind;
                    }
                }
            }
            winds
        };
        Winds((0..self.topology.size()).map(from).collect())
    }

    /// The rows that a movement can enclose, with the square behind each.
    pub(super) fn rows(&self, side: Side, movement: &Movement) -> Result<Rows<Wide>, CompileError> {
        let longer = one_further(movement).ok_or_else(|| {
            CompileError::Effect("what is enclosed lies in a row: `between` takes leaps and rides".to_owned())
        })?;
        let paths = self.paths(side, WHO, &longer)?;
        let row = |path: &Path| (path.empty, path.to);
        let rows = |list: &[Path]| Row::in_order(list.iter().map(row).collect());
        Ok(paths.iter().map(|list| rows(list)).collect())
    }

    /// The lines of leaps and rides from each square, as far as the board goes.
    fn shift_lines(&self, side: Side, movement: &Movement) -> Result<Vec<Vec<Line>>, CompileError> {
        let wrong = || CompileError::Effect("pieces are pulled and pushed along leaps and rides".to_owned());
        let leaps = match movement {
            Movement::Union(list) => list.iter().collect(),
            one => vec![one],
        };
        let mut lines: Vec<Vec<Line>> = vec![Vec::new(); self.topology.size()];
        for part in leaps {
            let Movement::Leap(leap) = part else {
                return Err(wrong());
            };
            if !leap.between.is_free() {
                return Err(wrong());
            }
            let mut whole = leap.clone();
            whole.range = Range::ANY;
            let paths = self.paths(side, WHO, &Movement::Leap(whole))?;
            for (lines, paths) in lines.iter_mut().zip(paths.iter()) {
                let ends = in_lines(paths).into_iter().map(|squares| Line {
                    from: usize::from(leap.range.min) - 1,
                    to: leap
                        .range
                        .max
                        .map_or(squares.len(), usize::from)
                        .min(squares.len()),
                    squares,
                });
                lines.extend(ends);
            }
        }
        for lines in &mut lines {
            lines.sort();
            lines.dedup();
        }
        Ok(lines)
    }

    /// The damage that a capture can do to royals of the capturing side, if effects may take royals
    /// at all.
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
            let everywhere = |sets: &[Wide; 2]| sets.iter().all(|set| *set == !Wide::EMPTY);
            e.event == Event::Capture
                && e.sides == [true; 2]
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
        let nowhere = || [0, 1].map(|_| vec![Wide::EMPTY; self.topology.size()]);
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

/// Kinds of each side from whose moves effects follow even if they capture nothing, as bits.
fn after_moves<'e>(effects: impl IntoIterator<Item = &'e Effect<Wide>>) -> [u64; 2] {
    let mut kinds = [0; 2];
    for effect in effects.into_iter().filter(|e| e.event == Event::Move) {
        for (kinds, _) in kinds.iter_mut().zip(effect.sides).filter(|(_, does)| *does) {
            *kinds |= effect.by;
        }
    }
    kinds
}

/// The name of the owner in messages about movements of effects, until
/// [`CompileError::about_movement`] improves it.
const WHO: &str = "effect";

/// The squares of rides that start on one square, a list for each direction: a path that has passed all squares of another one and its
/// end goes on from there.
fn in_lines(paths: &[Path]) -> Vec<Box<[Square]>> {
    let passed = |path: &Path| path.empty.squares().count();
    let mut sorted: Vec<&Path> = paths.iter().collect();
    sorted.sort_by_key(|path| passed(path));
    let mut lines: Vec<(Wide, Vec<Square>)> = Vec::new();
    for path in sorted {
        let bit = Wide::bit(path.to);
        let before = lines.iter_mut().find(|(all, _)| *all == path.empty);
        match before {
            Some((all, squares)) => {
                *all |= bit;
                squares.push(path.to);
            }
            None => lines.push((bit, vec![path.to])),
        }
    }
    lines.into_iter().map(|(_, squares)| squares.into()).collect()
}

/// Whether paths go on square by square, each of which is an end as well: then only what stands on the ends that are open matters for which are.
fn are_slides(paths: &[Path]) -> bool {
    let within = |path: &Path, other: &Path| (other.empty & !path.empty).is_empty();
    paths.iter().all(|path| {
        let on_the_way = |to: Square| paths.iter().any(|other| other.to == to && within(path, other));
        let occupied = path.occupied & !Wide::bit(path.to);
        occupied.is_empty() && path.empty.squares().all(on_the_way)
    })
}

/// All squares that matter for where paths lead.
fn looked_at(paths: &[Path]) -> Wide {
    let of = |path: &Path| path.empty | path.occupied | Wide::bit(path.to);
    let all = paths.iter().map(of);
    all.fold(Wide::EMPTY, |all, set| all | set)
}

/// The same leaps, once more in their direction.
fn one_further(movement: &Movement) -> Option<Movement> {
    match movement {
        Movement::Leap(leap) if leap.between.is_free() => {
            let mut leap = leap.clone();
            leap.range = Range {
                min: leap.range.min.saturating_add(1),
                max: leap.range.max.map(|max| max.saturating_add(1)),
            };
            Some(Movement::Leap(leap))
        }
        Movement::Union(list) => Some(Movement::Union(
            list.iter().map(one_further).collect::<Option<Vec<_>>>()?,
        )),
        _ => None,
    }
}

impl Program<Wide> {
    /// Whether a piece may become one of some kinds.
    pub(super) fn makes(&self, kinds: &[u8]) -> bool {
        let mut acts = self.effects.iter().flat_map(|e| &e.acts);
        acts.any(|act| matches!(act, Act::Become(_, kind) if *kind == NONE || kinds.contains(kind)))
    }
}

impl Effect<Wide> {
    /// The part of it that changes the board.
    fn on_board(&self) -> Option<Self> {
        let mut effect = self.clone();
        effect.acts.retain(|act| !matches!(act, Act::Hand(None, _)));
        (!effect.acts.is_empty()).then_some(effect)
    }
}

impl Act<Wide> {
    /// Whether what was captured comes back to the side that it was of.
    fn brings_back(&self) -> bool {
        matches!(self, Self::Put(put) if put.kind.is_none() && !put.flipped)
    }

    /// Whether it may make one of some kinds of a piece that has captured its own side's royal, or put one where its side had one.
    fn enthrones(&self, royal: u64, captures_own: bool) -> bool {
        let rises = |kind: u8| kind != NONE && royal >> kind & 1 == 1;
        match self {
            Self::Become(_, kind) => captures_own && rises(*kind),
            Self::Put(put) => put.kind.is_some_and(rises) && !put.flipped,
            _ => false,
        }
    }

    /// Whether it may take a piece of some kinds away from its side, or make another of it.
    pub(super) fn touches(&self, kinds: u64) -> bool {
        let groups = match self {
            Self::Remove(groups) | Self::Become(groups, _) | Self::Hand(Some(groups), _) => groups,
            // Any piece there is removed.
            Self::Close(_) => return kinds != 0,
            // Royals do not change sides or become other kinds on their way, captured pieces are
            // gone already, and new pieces take no occupied square.
            Self::Flip(_)
            | Self::Moved(_)
            | Self::Open(_)
            | Self::Hand(None, _)
            | Self::Put(_)
            | Self::Shift(_)
            | Self::Carry(..)
            | Self::Forbid
            | Self::Again(_) => return false,
        };
        kinds != 0 && groups.iter().any(|g| g.kinds.is_none_or(|k| k & kinds != 0))
    }
}
