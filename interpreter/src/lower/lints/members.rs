//! The kinds of pieces of each side, with where they can get.

use super::super::pieces::has_attribute;
use super::super::reach::{closure, targets_of_all};
use super::super::report::Place;
use super::super::values::capital;
use super::{Facts, Lints, OWN};
use crate::board::{Bits, U256};
use crate::hooks;
use crate::lower::declared::PieceEntry;
use crate::rules::{
    Change, Mandatory, Modes, Movement, Piece, Power, Promotion, Ruleset, Side, Trigger, Via,
};
use std::cell::OnceCell;

/// One kind of piece of one side.
pub(super) struct Member<'a, 'r> {
    pub(super) side: Side,
    pub(super) name: &'r str,
    pub(super) entry: &'r PieceEntry<'a>,
    pub(super) piece: &'r Piece,
    /// Squares on which one of the pieces stands at the start.
    pub(super) starts: U256,
    /// Squares on which it can first appear: those, and where others are promoted to it.
    pub(super) origins: U256,
    /// Squares on which it never stays what it is.
    pub(super) promotes: U256,
    reached: OnceCell<U256>,
}

impl Member<'_, '_> {
    pub(super) fn movement(&self) -> &Movement {
        &self.piece.movement[self.side]
    }

    pub(super) fn place(&self) -> Place {
        self.entry.at.place(self.entry.at.node.name.span)
    }

    pub(super) fn is_own(&self) -> bool {
        self.entry.at.source == OWN
    }

    pub(super) fn has(&self, attribute: &str) -> bool {
        has_attribute(self.entry, attribute)
    }

    /// Whether there ever is such a piece.
    pub(super) fn appears(&self) -> bool {
        !self.origins.is_empty()
    }
}

/// Every kind of each side, White's first.
pub(super) fn all<'a, 'r>(facts: &Facts<'a, 'r>) -> Vec<Member<'a, 'r>> {
    let moves_added = moves_added(facts.rules);
    let mut list = Vec::new();
    for (name, piece) in &facts.rules.pieces {
        for side in Side::ALL {
            let Some(entry) = facts.declared.armies[side].pieces.get(name.as_str()) else {
                continue;
            };
            let (starts, origins) = origins(facts, side, name, moves_added);
            list.push(Member {
                side,
                name,
                entry,
                piece,
                starts,
                origins,
                promotes: always_promotes(facts, side, name),
                reached: OnceCell::new(),
            });
        }
    }
    list
}

/// The squares on which pieces of the kind start, and those on which they can first appear.
fn origins(facts: &Facts<'_, '_>, side: Side, name: &str, moves_added: bool) -> (U256, U256) {
    let (t, rules) = (facts.topology, facts.rules);
    let square = |name: &str| t.square(name).map_or(U256::EMPTY, U256::bit);
    let start = facts.start.pieces.iter();
    let start = start
        .filter(|(_, piece)| piece.0 == side && piece.1 == name)
        .fold(U256::EMPTY, |set, (&s, _)| set | U256::bit(s));
    let promoted = rules.promotions.iter();
    let promoted = promoted
        .filter(|p| p.side == side && p.to.iter().any(|to| to == name))
        .fold(U256::EMPTY, |set, p| {
            let zone = p.zone.0.iter().fold(U256::EMPTY, |set, name| set | square(name));
            let movement = rules.pieces.get(&p.piece).map(|piece| &piece.movement[side]);
            set | match movement {
                _ if p.trigger.is_inside() => zone,
                Some(movement) if !moves_added => {
                    let castled = rules.castling.iter().filter(|c| c.side == side);
                    let ends = castled.fold(U256::EMPTY, |set, c| {
                        let to =
                            |piece: &str, to: &str| if piece == p.piece { square(to) } else { U256::EMPTY };
                        set | to(&c.king, &c.king_to) | to(&c.rook, &c.rook_to)
                    });
                    zone | ends | targets_of_all(t, movement, side, zone, Modes(!0))
                }
                _ => t.squares(),
            }
        });
    let promoted = promoted | Lints::dropped(facts, side, name);
    if (start | promoted).is_empty() {
        return (start, U256::EMPTY);
    }
    let castled = rules.castling.iter().filter(|c| c.side == side);
    let castled = castled.fold(U256::EMPTY, |set, c| {
        let to = |piece: &str, to: &str| if piece == name { square(to) } else { U256::EMPTY };
        set | to(&c.king, &c.king_to) | to(&c.rook, &c.rook_to)
    });
    (start, start | promoted | castled)
}

/// Squares on which a piece that comes there never stays what it is.
pub(super) fn always_promotes(facts: &Facts<'_, '_>, side: Side, name: &str) -> U256 {
    let sure = |p: &&Promotion| {
        let plain = p.trigger == Trigger::Enter && p.only.is_any() && p.limits.is_empty();
        p.side == side && p.piece == name && plain && !p.to.iter().any(|to| to == name)
    };
    let promotions = facts.rules.promotions.iter().filter(sure);
    promotions.fold(U256::EMPTY, |set, p| {
        let squares = match &p.mandatory {
            Mandatory::Always => &p.zone,
            Mandatory::On(squares) => squares,
            Mandatory::Never => return set,
        };
        let squares = squares.0.iter().filter_map(|name| facts.topology.square(name));
        squares.fold(set, |set, s| set | U256::bit(s))
    })
}

/// Whether pieces do more than their movements say, or change places with others, which then stand
/// anywhere.
pub(super) fn moves_added(rules: &Ruleset) -> bool {
    let rules = &rules.dissolved();
    let by_hook = |name: &str| hooks::get(name).is_none_or(|info| info.adds_moves);
    let gains = |power: &Power| power.change != Change::None;
    !rules.effects.is_empty()
        || rules.restrictions.adds_ways()
        || rules.powers.iter().any(gains)
        || rules.hooks.iter().any(|h| by_hook(&h.name))
        || rules.pieces.values().any(|p| {
            Side::ALL.iter().any(|&s| {
                super::has_mode(&p.movement[s], Modes::SWAP)
                    || super::has_mode(&p.movement[s], Modes::SWAP_ENEMY)
            })
        })
}

impl<'a, 'r> Lints<'a, 'r> {
    /// Every square on which the piece can stand, however the others do.
    pub(super) fn reached(&self, member: &Member<'_, '_>) -> U256 {
        *member.reached.get_or_init(|| {
            closure(
                self.facts.topology,
                member.movement(),
                member.side,
                member.origins,
                member.promotes,
            )
        })
    }

    /// The squares that the piece can reach from the squares with one of the modes.
    pub(super) fn targets(&self, member: &Member<'_, '_>, from: U256, modes: Modes) -> U256 {
        targets_of_all(self.facts.topology, member.movement(), member.side, from, modes)
    }

    /// Whether the piece can move at all from where it appears.
    pub(super) fn moves(&self, member: &Member<'_, '_>) -> bool {
        !self.targets(member, member.origins, Modes(!0)).is_empty()
    }

    /// Whether the piece can capture from somewhere, where it ends or on the way.
    pub(super) fn captures(&self, member: &Member<'_, '_>) -> bool {
        let captures = Modes::CAPTURE.or(Modes::EN_PASSANT);
        captures_on_the_way(member.movement())
            || !self.targets(member, self.reached(member), captures).is_empty()
    }

    pub(super) fn member(&self, side: Side, name: &str) -> Option<&Member<'a, 'r>> {
        self.members.iter().find(|m| m.side == side && m.name == name)
    }

    /// Those of the kinds that meet a condition, each with its name in messages: `the `pawn`` if it
    /// holds of both sides' pieces or only one side has them, else `White's `pawn``. One that is
    /// declared once is named once.
    pub(super) fn named(&self, test: impl Fn(&Member<'a, 'r>) -> bool) -> Vec<(&Member<'a, 'r>, String)> {
        let mut list: Vec<(&Member<'a, 'r>, String)> = Vec::new();
        for member in self.members.iter().filter(|m| test(m)) {
            let other = self.member(member.side.other(), member.name);
            let whose = other.is_some_and(|other| !test(other));
            if !whose
                && list
                    .iter()
                    .any(|(m, _)| m.name == member.name && m.place() == member.place())
            {
                continue;
            }
            let text = if whose {
                format!("{}'s `{}`", capital(member.side), member.name)
            } else {
                format!("the `{}`", member.name)
            };
            list.push((member, text));
        }
        list
    }
}

/// Whether a path captures on a square that it passes.
fn captures_on_the_way(movement: &Movement) -> bool {
    match movement {
        Movement::Leap(_) => false,
        Movement::Union(list) => list.iter().any(captures_on_the_way),
        Movement::Then {
            via: Via::Capture, ..
        } => true,
        Movement::Then { first, next, .. } => captures_on_the_way(first) || captures_on_the_way(next),
        Movement::Over { movement, .. }
        | Movement::Only { movement, .. }
        | Movement::As { movement, .. }
        | Movement::When { movement, .. }
        | Movement::Rifle(movement)
        | Movement::Exposed(movement) => captures_on_the_way(movement),
    }
}
