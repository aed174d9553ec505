//! Powers that no piece ever has, or that change nothing.

use super::super::super::report::warning;
use super::super::Lints;
use super::meeting::APART;
use super::world::World;
use crate::board::{Bits, U256};
use crate::lower::movement::normal;
use crate::lower::reach::targets_of_all;
use crate::rules::{Act, ActFacts, Change, Condition, Fate, How, Kinds, Modes, Movement, Power, Side};
use crate::vocabulary::{POWERS, PowerKey};

impl Lints<'_, '_> {
    pub(super) fn idle_powers(&self, world: &World<'_, '_>) {
        let powers = &self.facts.rules.powers;
        for (index, power) in powers.iter().enumerate() {
            let Some(&at) = self.facts.declared.powers.get(power.name.as_str()) else {
                continue;
            };
            let Some((key, message)) = world.idle_power(power, &powers[..index], &powers[index + 1..]) else {
                continue;
            };
            let mut entries = at.node.entries.iter();
            let entry = entries.find(|entry| POWERS.get(&entry.key.value) == Some(&key));
            let span = entry.map_or(at.node.keyword.span, |entry| entry.span);
            let help = "name pieces that can meet the condition, or leave the power out";
            self.add(
                warning("F0367", at.place(span), message).help(help),
                &self.causes(),
            );
        }
    }
}

impl World<'_, '_> {
    /// Why a power never changes anything, and the entry that is to blame.
    pub(super) fn idle_power(
        &self,
        power: &Power,
        earlier: &[Power],
        later: &[Power],
    ) -> Option<(PowerKey, String)> {
        if self.open {
            return None;
        }
        let pieces: Vec<(Side, &str)> = Side::ALL
            .into_iter()
            .flat_map(|side| self.kinds(side).map(move |name| (side, name)))
            .filter(|(_, name)| power.of.has(name))
            .collect();
        if pieces.is_empty() {
            return Some((
                PowerKey::Of,
                "nobody has this power: there is no such piece".to_owned(),
            ));
        }
        if !pieces.iter().any(|&(side, name)| self.tied(power, side, name)) {
            let why = self.untied(power, &pieces);
            return Some((PowerKey::While, format!("nobody has this power: {why}")));
        }
        let given = match &power.change {
            Change::Moves(movement) if !normal::is_none(movement) => Some((PowerKey::Moves, movement)),
            Change::Gains(movement) => Some((PowerKey::Gains, movement)),
            _ => None,
        };
        if let Some((key, _)) = given.filter(|(_, movement)| self.leads_nowhere(movement)) {
            let message = match key {
                PowerKey::Moves => "this is `moves: none`: the movement leads nowhere on this board",
                _ => "this power changes nothing: the movement leads nowhere on this board",
            };
            return Some((key, message.to_owned()));
        }
        if let Some((key, _)) = given.filter(|(_, movement)| self.leads_none(movement, &pieces)) {
            let message = match key {
                PowerKey::Moves => {
                    "this is `moves: none`: where such a piece stands, the movement leads nowhere"
                }
                _ => "this power changes nothing: where such a piece stands, the movement leads nowhere",
            };
            return Some((key, message.to_owned()));
        }
        if let Some(key) = self.same_ways(power, &pieces) {
            let message = "this power changes nothing: the pieces move like that anyway";
            return Some((key, message.to_owned()));
        }
        self.beside_others(power, earlier, later)
    }

    /// Why another power leaves one nothing to change.
    fn beside_others(&self, power: &Power, earlier: &[Power], later: &[Power]) -> Option<(PowerKey, String)> {
        let alike = |other: &&Power| other.of == power.of && other.condition == power.condition;
        if earlier
            .iter()
            .any(|other| alike(&other) && other.change == power.change)
        {
            let message = "this power changes nothing: another one is the same";
            return Some((PowerKey::While, message.to_owned()));
        }
        let mut others = earlier.iter().chain(later);
        if let Some(wider) =
            others.find(|other| self.is_within(power, other) && !self.is_within(other, power))
        {
            let message = format!(
                "this power changes nothing: `{}` does the same for these pieces and more",
                wider.name
            );
            return Some((PowerKey::While, message));
        }
        let replaced = |other: &&Power| {
            alike(other)
                && other.change != power.change
                && matches!(other.change, Change::Moves(_) | Change::None)
                && matches!(power.change, Change::Moves(_) | Change::None)
        };
        let next = later.iter().find(replaced)?;
        let message = format!(
            "this power changes nothing: `{}` comes later, under the same condition",
            next.name
        );
        Some((PowerKey::Moves, message))
    }

    /// Whether a power gives or takes nothing that another one does not, whenever a piece has it.
    fn is_within(&self, part: &Power, whole: &Power) -> bool {
        let kinds = |part: &Kinds, whole: &Kinds| {
            let mut all = self.played.pieces.keys();
            whole == part || all.all(|name| !part.has(name) || whole.has(name))
        };
        let (one, other) = (&part.condition, &whole.condition);
        let plain = |change: &Change| matches!(change, Change::None | Change::Gains(_));
        let same = one.same == other.same
            || other.same
                && part.of == one.kinds
                && matches!(&part.of, Kinds::Only(names) if names.len() == 1);
        part.change == whole.change
            && plain(&part.change)
            && kinds(&part.of, &whole.of)
            && one.how == other.how
            && kinds(&one.kinds, &other.kinds)
            && same
            && (other.friends || !one.friends)
            && (other.enemies || !one.enemies)
            && !one.more
            && !other.more
            && (one.several || !other.several)
    }

    /// Whether a movement leads none of the pieces anywhere from where they may stand.
    fn leads_none(&self, movement: &Movement, pieces: &[(Side, &str)]) -> bool {
        let mut all = pieces.iter();
        !movement.is_headed() && all.all(|&(side, name)| self.led_from(movement, side, name).is_empty())
    }

    /// The squares to which a movement leads a kind of piece from where it may stand.
    pub(super) fn led_from(&self, movement: &Movement, side: Side, name: &str) -> U256 {
        let t = self.topology();
        let starts = self.starts[side].get(name).copied().unwrap_or(U256::EMPTY);
        let terms = normal::terms(movement).iter();
        terms.fold(U256::EMPTY, |set, term| {
            let first = |part: &Movement| {
                matches!(
                    part,
                    Movement::When {
                        condition: Condition::Initial,
                        ..
                    }
                )
            };
            let from = match term.any(&first) {
                true => self.places(side, name) & starts,
                false => self.places(side, name),
            };
            set | targets_of_all(t, term, side, from, Modes(!0))
        })
    }

    /// The pieces with which a piece may have to do what the power asks.
    fn others(&self, power: &Power, side: Side, name: &str) -> Vec<(Side, &str)> {
        let tie = &power.condition;
        let name = name.to_owned();
        let all = Side::ALL
            .into_iter()
            .flat_map(|side| self.kinds(side).map(move |kind| (side, kind)));
        all.filter(|(owner, kind)| {
            let whose = if *owner == side { tie.friends } else { tie.enemies };
            whose && tie.kinds.has(kind) && (!tie.same || *kind == name)
        })
        .collect()
    }

    /// Whether a piece may ever be in the condition.
    fn tied(&self, power: &Power, side: Side, name: &str) -> bool {
        let others = self.others(power, side, name);
        let single = |(owner, kind): &(Side, &str)| self.is_single(*owner, kind);
        let alone =
            |(owner, kind): &(Side, &str)| *owner == side && *kind == name && single(&(*owner, *kind));
        let others: Vec<(Side, &str)> = others.into_iter().filter(|other| !alone(other)).collect();
        if power.condition.several && others.len() == 1 && single(&others[0]) {
            return false;
        }
        let here = self.places(side, name);
        let mut others = others.iter().copied();
        others.any(|(owner, kind)| match &power.condition.how {
            _ if self.never_tied(power, (side, name), (owner, kind)) => false,
            How::Attacked => self.takes(owner, kind, self.places(owner, kind)).meets(here),
            How::Attacks => self.takes(side, name, here).meets(self.places(owner, kind)),
            How::Beside(movement) => {
                let t = self.topology();
                let led = targets_of_all(t, movement, side, here, Modes(!0));
                led.meets(self.places(owner, kind))
            }
            How::Next => true,
        })
    }

    /// The squares on which a piece may capture by its own declaration.
    fn takes(&self, side: Side, name: &str, from: U256) -> U256 {
        let Some(piece) = self.played.pieces.get(name) else {
            return U256::EMPTY;
        };
        targets_of_all(self.topology(), &piece.movement[side], side, from, Modes::CAPTURE)
    }

    fn untied(&self, power: &Power, pieces: &[(Side, &str)]) -> String {
        let others = |&(side, name): &(Side, &str)| self.others(power, side, name);
        if pieces.iter().all(|piece| others(piece).is_empty()) {
            return "there is no piece that the condition asks for".to_owned();
        }
        let apart = |one: &(Side, &str)| {
            let mut all = others(one).into_iter();
            all.all(|other| self.never_tied(power, *one, other))
        };
        if pieces.iter().all(apart) {
            return APART.to_owned();
        }
        match &power.condition.how {
            How::Attacked => "no piece that the condition asks for ever attacks in this way".to_owned(),
            How::Attacks => "such a piece never attacks that".to_owned(),
            How::Beside(_) => "the movement never leads there".to_owned(),
            How::Next => "a side never has as many such pieces".to_owned(),
        }
    }

    /// Whether a side never has more than one piece of a kind.
    fn is_single(&self, side: Side, name: &str) -> bool {
        let rules = &self.played;
        let gained = rules
            .promotions
            .iter()
            .any(|p| p.side == side && p.to.iter().any(|to| to == name));
        let adds = |act: ActFacts<'_>| act.adds_to_side() || act.fate == Fate::OtherKind || act.to_hand;
        let brings = rules.acts().map(Act::facts).any(adds);
        let dropped = rules
            .drops
            .iter()
            .any(|drop| drop.side == side && drop.piece == name);
        self.starting(side, name) <= 1
            && !gained
            && !brings
            && !dropped
            && !rules.restrictions.beyond.takes_part()
    }

    /// Whether the one kind that moves is the one kind meant, and a side has only one such piece.
    pub(super) fn is_lone(&self, side: Side, movers: &Kinds, meant: &Kinds) -> bool {
        match (movers, meant) {
            (Kinds::Only(one), Kinds::Only(other)) => {
                one.len() == 1 && one == other && self.is_single(side, &one[0])
            }
            _ => false,
        }
    }

    /// The entry that says how pieces move that move so already.
    fn same_ways(&self, power: &Power, pieces: &[(Side, &str)]) -> Option<PowerKey> {
        let of_these = |other: &&Power| pieces.iter().any(|(_, name)| other.of.has(name));
        // Another power of pieces that move so anyway changes nothing either.
        let idle = |other: &&Power| match &other.change {
            Change::Moves(movement) => pieces.iter().all(|&(side, name)| {
                let piece = self.played.pieces.get(name);
                piece.is_some_and(|piece| {
                    normal::for_side(movement, side) == normal::for_side(&piece.movement[side], side)
                })
            }),
            _ => false,
        };
        let others = self
            .played
            .powers
            .iter()
            .filter(|other| *other != power && !idle(other))
            .filter(of_these);
        let replaced = others
            .clone()
            .any(|other| matches!(other.change, Change::Moves(_) | Change::None));
        if replaced || others.count() > 0 && matches!(power.change, Change::Moves(_)) {
            return None;
        }
        let own = |side: Side, name: &str| Some(&self.played.pieces.get(name)?.movement[side]);
        let for_side = |movement: &Movement, side: Side| normal::for_side(movement, side);
        let contains = |whole: &Movement, part: &Movement, side: Side| {
            let joined = normal::union([for_side(whole, side), for_side(part, side)]);
            joined == for_side(whole, side)
        };
        let same = |&(side, name): &(Side, &str)| {
            let Some(own) = own(side, name) else { return false };
            match &power.change {
                Change::None => normal::is_none(own),
                Change::Moves(movement) => for_side(movement, side) == for_side(own, side),
                Change::Gains(movement) => contains(own, movement, side),
                Change::GainsTheirs => {
                    let theirs = self.others(power, side, name);
                    theirs.iter().all(|(_, kind)| {
                        let piece = self.played.pieces.get(*kind);
                        piece.is_some_and(|piece| contains(own, &piece.movement[side], side))
                    })
                }
            }
        };
        let key = match &power.change {
            Change::None | Change::Moves(_) => PowerKey::Moves,
            Change::Gains(_) | Change::GainsTheirs => PowerKey::Gains,
        };
        pieces.iter().all(same).then_some(key)
    }
}
