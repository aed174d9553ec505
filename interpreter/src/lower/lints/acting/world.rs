//! The possibilities of a game at best: the squares of each kind of piece, its captures, the
//! contents of hands.
//!
//! A thing counts as possible unless it is surely impossible. So a thing that is missing here never
//! happens in a game, but a thing that is found here may never happen either.

use super::super::super::reach::{closure, targets_of_all};
use super::super::members::always_promotes;
use super::super::{Facts, has_mode};
use super::mover::is_whole_mover;
use super::starts::{starts_of, stay_unpromoted};
use crate::board::{Bits, U256};
use crate::lower::movement::normal;
use crate::rules::{
    Act, ActFacts, Area, Change, Condition, Effect, Fate, Form, Further, Goer, Ground, Group, Kinds, Modes,
    Movement, Owner, PerSide, RoyalRule, Ruleset, Side, Squares, Trigger, Via, Whom,
};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The squares of each kind, by its name.
type Places = PerSide<BTreeMap<String, U256>>;

/// The possibilities of a game.
pub(super) struct World<'a, 'r> {
    pub(super) facts: &'r Facts<'a, 'r>,
    /// The rules with those of mechanics.
    pub(super) played: Cow<'r, Ruleset>,
    /// Whether hooks take part whose ways are their own: then everything is possible.
    pub(super) open: bool,
    places: Places,
    hands: PerSide<BTreeSet<String>>,
    /// Whether pieces change places with others, so that they may stand anywhere.
    pub(super) swaps: bool,
    /// The squares of each kind in one of the starts.
    pub(super) starts: Places,
    /// Whether pieces may stay what they are where they would have to promote.
    pub(super) stay_unpromoted: bool,
}

impl<'a, 'r> World<'a, 'r> {
    pub(super) fn new(facts: &'r Facts<'a, 'r>, held: PerSide<Vec<String>>) -> Self {
        let played = facts.rules.dissolved();
        let open = !played.hooks.is_empty();
        let swapping =
            |movement: &Movement| has_mode(movement, Modes::SWAP) || has_mode(movement, Modes::SWAP_ENEMY);
        let swaps = !played.restrictions.exchange.is_empty() || movements(&played).any(swapping);
        let starts = PerSide::new(starts_of(facts, Side::White), starts_of(facts, Side::Black));
        let mut world = Self {
            stay_unpromoted: stay_unpromoted(&played),
            places: starts.clone(),
            starts,
            facts,
            played,
            open,
            hands: PerSide::new(held.white.into_iter().collect(), held.black.into_iter().collect()),
            swaps,
        };
        while world.grow() {}
        world
    }

    pub(super) fn set(&self, squares: &Squares) -> U256 {
        let known = squares
            .0
            .iter()
            .filter_map(|name| self.facts.topology.square(name));
        known.fold(U256::EMPTY, |set, square| set | U256::bit(square))
    }

    pub(super) fn all(&self) -> U256 {
        self.facts.topology.squares()
    }

    /// The squares on which a piece of a kind always promotes.
    pub(super) fn promoted_at(&self, side: Side, name: &str) -> U256 {
        always_promotes(self.facts, side, name)
    }

    /// The squares that pieces of a kind may reach, whether or not they become others there.
    pub(super) fn raw(&self, side: Side, name: &str) -> U256 {
        self.places[side].get(name).copied().unwrap_or(U256::EMPTY)
    }

    /// The kinds that a side may have on the board.
    pub(super) fn kinds(&self, side: Side) -> impl Iterator<Item = &str> {
        self.places[side].keys().map(String::as_str)
    }

    /// Whether a side may have one of these on the board.
    pub(super) fn has(&self, side: Side, kinds: &Kinds) -> bool {
        self.kinds(side).any(|name| kinds.has(name))
    }

    /// Whether a side may have a piece in its hand.
    pub(super) fn holds(&self, side: Side, name: &str) -> bool {
        self.open || self.hands[side].contains(name)
    }

    /// Everything that a side may have in its hand.
    pub(super) fn held(&self, side: Side) -> impl Iterator<Item = &str> {
        self.hands[side].iter().map(String::as_str)
    }

    /// Whether a piece of the kind is royal and always on the board: it is never captured and never
    /// lost.
    pub(super) fn is_lasting(&self, side: Side, name: &str) -> bool {
        let rules = &self.played;
        let royal = |name: &str| rules.pieces.get(name).is_some_and(|piece| piece.royal[side]);
        // A move that costs its own side a royal is not legal.
        let is_own =
            |group: &Group| matches!(group.owner, Owner::Friend | Owner::Mover) || is_whole_mover(group);
        let any_royal = |groups: &[Group]| {
            let kinds = &rules.pieces;
            groups.iter().any(|group| {
                !is_own(group)
                    && kinds.iter().any(|(name, piece)| {
                        group.kinds.has(name) && (piece.royal.white || piece.royal.black)
                    })
            })
        };
        let falls = |act: &Act| match act {
            Act::Remove(groups) | Act::Become(groups, _) => any_royal(groups),
            Act::Hand {
                whom: Whom::Pieces(groups),
                ..
            } => any_royal(groups),
            Act::Close(_) => true,
            Act::Again(again) => again.is_owed() || !again.spares_royals(),
            _ => false,
        };
        let taken_by_own =
            |movement: &Movement| has_mode(movement, Modes::CAPTURE_OWN) || passes(movement, Via::CaptureOwn);
        let exposed = rules.control.as_ref().is_some_and(|control| control.exposes);
        let becomes = rules
            .promotions
            .iter()
            .any(|p| p.side == side && p.piece == name && !p.to.iter().all(|to| royal(to)));
        royal(name)
            && !self.open
            && !exposed
            && !becomes
            && rules.royalty.rule[side] == RoyalRule::All
            && !rules.royalty.sacrifice
            && !rules.restrictions.beyond.takes_part()
            && !rules.acts().any(falls)
            && !movements(rules).any(taken_by_own)
    }

    /// All ways in which a piece of a kind may go; `None` if it may go in ways that only the course
    /// of a game tells.
    pub(super) fn ways(&self, side: Side, name: &str) -> Option<Vec<&Movement>> {
        let rules = &self.played;
        if self.open
            || rules.restrictions.absorb.iter().any(|absorb| absorb.by.has(name))
            || !rules.restrictions.beyond.carry.is_empty()
        {
            return None;
        }
        let piece = rules.pieces.get(name)?;
        let mut ways = vec![&piece.movement[side]];
        for power in rules.powers.iter().filter(|power| power.of.has(name)) {
            match &power.change {
                Change::None => {}
                Change::Moves(movement) | Change::Gains(movement) => ways.push(movement),
                Change::GainsTheirs => {
                    let theirs = rules
                        .pieces
                        .iter()
                        .filter(|(kind, _)| match power.condition.same {
                            true => kind.as_str() == name,
                            false => power.condition.kinds.has(kind),
                        });
                    ways.extend(theirs.flat_map(|(_, p)| [&p.movement.white, &p.movement.black]));
                }
            }
        }
        if let Some(control) = &rules.control
            && control.of.iter().any(|group| group.kinds.has(name))
        {
            ways.extend(&control.moves);
        }
        ways.extend(rules.agains().into_iter().filter_map(|again| again.by.as_ref()));
        Some(ways)
    }

    /// Whether a piece may capture anything at all.
    pub(super) fn captures(&self, side: Side, name: &str) -> bool {
        let taking = |movement: &&Movement| {
            let modes = [Modes::CAPTURE, Modes::EN_PASSANT, Modes::CAPTURE_OWN];
            modes.iter().any(|&mode| has_mode(movement, mode))
                || passes(movement, Via::Capture)
                || passes(movement, Via::CaptureOwn)
        };
        let agains = self.played.agains().into_iter();
        let quiet: Vec<&Movement> = agains
            .filter(|again| again.what == Further::Quiet)
            .filter_map(|again| again.by.as_ref())
            .collect();
        let takes = |way: &&Movement| taking(way) && !quiet.iter().any(|quiet| std::ptr::eq(*quiet, *way));
        !self.played.restrictions.no_captures[side]
            && self.ways(side, name).is_none_or(|ways| ways.iter().any(takes))
    }

    /// The owners and kinds of the pieces that a side may capture with pieces of a kind.
    pub(super) fn prey(&self, side: Side, name: &str) -> BTreeSet<(Side, &str)> {
        let everybody = |side: Side| self.kinds(side).map(move |name| (side, name));
        let controlled = self.played.control.is_some();
        let Some(ways) = self.ways(side, name).filter(|_| !controlled) else {
            return Side::ALL.into_iter().flat_map(everybody).collect();
        };
        let mut found = BTreeSet::new();
        for term in ways.iter().flat_map(|way| normal::terms(way)) {
            let kinds = asked(term);
            let own = has_mode(term, Modes::CAPTURE_OWN) || passes(term, Via::CaptureOwn);
            let enemies = has_mode(term, Modes::CAPTURE)
                || has_mode(term, Modes::EN_PASSANT)
                || passes(term, Via::Capture);
            let sides = [(side, own), (side.other(), enemies)];
            for (whose, _) in sides.into_iter().filter(|(_, taken)| *taken) {
                let meant = everybody(whose).filter(|(_, prey)| kinds.is_none_or(|kinds| kinds.has(prey)));
                found.extend(meant.filter(|(whose, prey)| !self.is_lasting(*whose, prey)));
            }
        }
        found
    }

    /// The squares that a side's piece may reach, from any of the squares, with one of the modes.
    pub(super) fn targets(&self, side: Side, name: &str, from: U256, modes: Modes) -> U256 {
        let Some(ways) = self.ways(side, name) else {
            return self.all();
        };
        let sides = [side, side.other()];
        let sides = if self.played.control.is_some() {
            &sides[..]
        } else {
            &sides[..1]
        };
        let mut set = U256::EMPTY;
        for way in ways {
            for &side in sides {
                set |= targets_of_all(self.facts.topology, way, side, from, modes);
            }
        }
        set
    }

    /// One more step of all that brings pieces somewhere; whether there was anything new.
    fn grow(&mut self) -> bool {
        let mut fresh = self.places.clone();
        let mut hands = self.hands.clone();
        for side in Side::ALL {
            for (name, &squares) in &self.places[side] {
                self.moved(side, name, squares, &mut fresh);
                self.promoted(side, name, squares, &mut fresh);
            }
        }
        for effect in &self.played.effects {
            for act in &effect.acts {
                self.follows(effect, act, &mut fresh);
                for (side, name) in self.handed(effect, act) {
                    hands[side].insert(name);
                }
            }
        }
        for drop in &self.played.drops {
            let taken = drop.hand.as_ref().unwrap_or(&drop.piece);
            if drop.endless || drop.outside || self.open || hands[drop.side].contains(taken) {
                let squares = match drop.slides {
                    Some(_) => self.all(),
                    None => self.set(&drop.zone) | self.set(&drop.gate) | self.set(&drop.first),
                };
                add(&mut fresh, drop.side, &drop.piece, squares);
            }
        }
        if self.open {
            for side in Side::ALL {
                for (name, _) in self
                    .played
                    .pieces
                    .iter()
                    .filter(|(_, p)| p.letter[side].is_some())
                {
                    add(&mut fresh, side, name, self.all());
                }
            }
        }
        for side in Side::ALL {
            fresh[side].retain(|name, squares| {
                let piece = self.played.pieces.get(name.as_str());
                !squares.is_empty() && piece.is_some_and(|piece| piece.letter[side].is_some())
            });
        }
        let grown = fresh != self.places || hands != self.hands;
        (self.places, self.hands) = (fresh, hands);
        grown
    }

    /// The squares to which moves of its own, or of the opponent with it, bring a piece.
    fn moved(&self, side: Side, name: &str, squares: U256, fresh: &mut Places) {
        let t = self.facts.topology;
        let (Some(ways), false) = (self.ways(side, name), self.swaps) else {
            add(fresh, side, name, self.all());
            return;
        };
        let mut reached = squares;
        for way in ways {
            reached |= closure(t, way, side, reached, U256::EMPTY);
        }
        let castled = self
            .played
            .castling
            .iter()
            .filter(|castling| castling.side == side);
        for castling in castled {
            let ends = [
                (&castling.king, &castling.king_to),
                (&castling.rook, &castling.rook_to),
            ];
            for (_, to) in ends.into_iter().filter(|(kind, _)| *kind == name) {
                reached |= t.square(to).map_or(U256::EMPTY, U256::bit);
            }
        }
        add(fresh, side, name, reached);
    }

    fn promoted(&self, side: Side, name: &str, squares: U256, fresh: &mut Places) {
        let rules = &self.played;
        for promotion in rules
            .promotions
            .iter()
            .filter(|p| p.side == side && p.piece == name)
        {
            let zone = self.set(&promotion.zone);
            let to = match promotion.trigger {
                _ if promotion.goes.is_some() => self.all(),
                Trigger::Enter | Trigger::InPlace => zone & squares,
                Trigger::Touch => (zone & squares) | self.targets(side, name, zone & squares, Modes(!0)),
                Trigger::Leave => self.targets(side, name, zone & squares, Modes(!0)),
            };
            for kind in &promotion.to {
                add(fresh, side, kind, to);
            }
            if let Some(pool) = &rules.restrictions.beyond.pool {
                for kind in rules.pieces.keys().filter(|kind| pool.has(kind)) {
                    add(fresh, side, kind, to);
                }
            }
        }
        if rules
            .restrictions
            .beyond
            .recall
            .iter()
            .any(|recall| recall.of == name)
        {
            for kind in self.places[side].keys() {
                add(fresh, side, kind, squares);
            }
        }
    }

    /// The squares to which an act brings pieces.
    fn follows(&self, effect: &Effect, act: &Act, fresh: &mut Places) {
        let meant = |groups: &[Group]| -> Vec<(Side, &str)> {
            let sides = Side::ALL.into_iter();
            let all = sides.flat_map(|side| self.kinds(side).map(move |name| (side, name)));
            all.filter(|(_, name)| groups.iter().any(|group| group.kinds.has(name)))
                .collect()
        };
        let any: Vec<String> = Side::ALL
            .into_iter()
            .flat_map(|side| self.kinds(side).map(str::to_owned))
            .collect();
        let facts = act.facts();
        match facts.fate {
            Fate::OtherSide => {
                for (side, name) in meant(facts.pieces) {
                    add(fresh, side.other(), name, self.places(side, name));
                }
            }
            Fate::OtherKind => {
                for (side, name) in meant(facts.pieces) {
                    let squares = self.places(side, name);
                    match facts.form {
                        Some(Form::Kind(kind)) => add(fresh, side, kind, squares),
                        _ => any.iter().for_each(|kind| add(fresh, side, kind, squares)),
                    }
                }
            }
            Fate::Shifted | Fate::CarriedOn => {
                for (side, name) in meant(facts.pieces) {
                    add(fresh, side, name, self.all());
                }
            }
            Fate::None | Fate::Gone | Fate::Moved => {}
        }
        if facts.ground == Ground::Filled {
            self.filled(effect, facts, &any, fresh);
        }
        if facts.again.is_some_and(|again| again.who == Goer::Victim) {
            for kind in &any {
                add(fresh, Side::White, kind, self.all());
                add(fresh, Side::Black, kind, self.all());
            }
        }
    }

    /// The squares on which an act puts pieces.
    fn filled(&self, effect: &Effect, act: ActFacts<'_>, any: &[String], fresh: &mut Places) {
        let sides = || Side::ALL.into_iter().filter(|&side| effect.side[side]);
        let squares = match act.squares {
            [Area::Squares(sets)] => sides().fold(U256::EMPTY, |all, side| all | self.set(&sets[side])),
            _ => self.all(),
        };
        match act.form {
            Some(Form::Kind(kind)) => {
                for side in sides() {
                    let whose = if act.flipped { side.other() } else { side };
                    add(fresh, whose, kind, squares);
                }
            }
            _ => {
                for kind in any {
                    add(fresh, Side::White, kind, squares);
                    add(fresh, Side::Black, kind, squares);
                }
            }
        }
    }

    /// The hands to which an act brings pieces, and the pieces.
    fn handed(&self, effect: &Effect, act: &Act) -> BTreeSet<(Side, String)> {
        let facts = act.facts();
        if !facts.to_hand {
            return BTreeSet::new();
        }
        let sides = Side::ALL.into_iter();
        let all = sides.flat_map(|side| self.kinds(side).map(move |name| (side, name)));
        let pieces: BTreeSet<(Side, &str)> = match facts.pieces {
            [] => {
                let movers = all.filter(|(side, name)| {
                    let whose = effect.side[*side] || self.played.control.is_some();
                    whose && effect.by.has(name) && self.captures(*side, name)
                });
                let prey = movers.flat_map(|(side, name)| self.prey(side, name));
                prey.filter(|(_, name)| effect.of.has(name)).collect()
            }
            groups => all
                .filter(|(_, name)| groups.iter().any(|group| group.kinds.has(name)))
                .collect(),
        };
        let mut found = BTreeSet::new();
        for (owner, name) in pieces {
            let side = if facts.flipped { owner.other() } else { owner };
            found.insert((side, name.to_owned()));
            if facts.demoted {
                let before = self.played.promotions.iter();
                let before = before
                    .filter(|p| p.to.iter().any(|to| to == name))
                    .map(|p| &p.piece);
                let faces = self.played.drops.iter().filter(|drop| drop.piece == name);
                let faces = faces.filter_map(|drop| drop.hand.as_ref());
                found.extend(before.chain(faces).map(|kind| (side, kind.clone())));
            }
        }
        found
    }

    /// The sides whose pieces are meant, seen from a side that moves.
    pub(super) fn owners(&self, owner: Owner, side: Side) -> Vec<Side> {
        match owner {
            Owner::Any | Owner::Empty => Side::ALL.to_vec(),
            // The moved piece may be the opponent's.
            Owner::Mover if self.played.control.is_some() => Side::ALL.to_vec(),
            Owner::Friend | Owner::Mover => vec![side],
            Owner::Enemy => vec![side.other()],
        }
    }

    /// Whether a piece of the kind is in the start position.
    pub(super) fn starts(&self, side: Side, name: &str) -> bool {
        self.starting(side, name) > 0
    }

    /// How many pieces of the kind are in the start position.
    pub(super) fn starting(&self, side: Side, name: &str) -> usize {
        let pieces = self.facts.start.pieces.values();
        pieces.filter(|piece| piece.0 == side && piece.1 == name).count()
    }

    pub(super) fn topology(&self) -> &crate::board::Topology {
        self.facts.topology
    }
}

fn add(places: &mut Places, side: Side, name: &str, squares: U256) {
    if !squares.is_empty() {
        *places[side].entry(name.to_owned()).or_default() |= squares;
    }
}

/// All movements that a piece may have.
pub(super) fn movements(rules: &Ruleset) -> impl Iterator<Item = &Movement> {
    let mut all = Vec::new();
    for piece in rules.pieces.values() {
        all.extend([&piece.movement.white, &piece.movement.black]);
    }
    for power in &rules.powers {
        match &power.change {
            Change::Moves(movement) | Change::Gains(movement) => all.push(movement),
            Change::None | Change::GainsTheirs => {}
        }
    }
    if let Some(control) = &rules.control {
        all.extend(&control.moves);
    }
    all.into_iter()
}

/// Whether a path passes a square in this way.
pub(super) fn passes(movement: &Movement, how: Via) -> bool {
    movement.any(&|part| matches!(part, Movement::Then { via, .. } if *via == how))
}

/// The kinds that a term asks for, if it names the pieces captured at its end.
fn asked(term: &Movement) -> Option<&Kinds> {
    match term {
        Movement::When {
            condition: Condition::Of(kinds),
            ..
        } => Some(kinds),
        Movement::When { movement, .. } | Movement::Exposed(movement) | Movement::Rifle(movement) => {
            asked(movement)
        }
        _ => None,
    }
}
