//! Equivalent attacks: ways of a kind that endanger a royal equally, and kinds that may become each
//! other without any effect on the safety of royals. Does not know in which position a piece
//! attacks: that is `engine::attacks`.

use super::attacks::{Far, conditional};
use super::pieces::Pieces;
use super::{Builder, Wide};
use crate::board::Square;
use crate::engine::acts::{Act, Made};
use crate::engine::bans;
use crate::engine::compiled::{Attack, NONE};
use crate::engine::paths::Path;
use crate::engine::program::Effect;
use crate::engine::tables::Conditional;
use crate::engine::terms::{Area, Group, Place};
use crate::rules::{BySide, Event, Modes, Owner, Side};
use rustc_hash::FxHashSet;

/// The paths of one way of a kind from each square, and those of them that depend on the owners of
/// pieces.
type WayOf<'p> = (&'p [Vec<Path>], &'p [Far]);

impl Builder<'_> {
    /// Whether royals, whose kinds are given as bits, are attacked alike along all of some paths.
    /// Each comes with the paths that depend on the owners of pieces.
    pub(super) fn attack_alike(&self, ways: &[WayOf<'_>], royals: u64) -> bool {
        let [(paths, conditional_attacks), rest @ ..] = ways else {
            return true;
        };
        if rest.is_empty() {
            return true;
        }
        let plain = self.plain_attacks(paths, royals);
        let within = |some: &[Far], others: &[Far]| {
            let mut asked = some
                .iter()
                .filter(|conditional_attacks| !conditional_attacks.known);
            asked.all(|conditional_attacks| others.contains(conditional_attacks))
        };
        rest.iter().all(|(others, theirs)| {
            self.plain_attacks(others, royals) == plain
                && within(conditional_attacks, theirs)
                && within(theirs, conditional_attacks)
        })
    }

    /// The part of some paths that the tables of attacks hold.
    fn plain_attacks(&self, paths: &[Vec<Path>], royals: u64) -> FxHashSet<(Square, Conditional<Wide>)> {
        let from = |(square, list): (usize, &Vec<Path>)| {
            let captures = list.iter().filter(|path| {
                path.modes.has(Modes::CAPTURE)
                    && path.to != square as Square
                    && (path.is_plain() || self.takes_royals(path, royals))
            });
            let found = captures.map(|path| (square as Square, conditional(path)));
            found.collect::<Vec<_>>()
        };
        paths.iter().enumerate().flat_map(from).collect()
    }

    /// The effects, among some, that may change the safety of a royal. It leaves out effects that
    /// only turn pieces into others which attack alike and are royal alike. It also leaves out
    /// effects that only change kinds of the mover's side, if no royal is concerned.
    pub(super) fn disturbing(&self, effects: &[Effect<Wide>], pieces: &Pieces) -> Vec<Effect<Wide>> {
        let all = self.all_is_said_by_kinds(pieces);
        // The effect of a capture on royals may depend on kinds, and so may forbidden checks.
        let royal = (0..64)
            .filter(|&kind| self.is_royal(kind))
            .fold(0, |mask, kind| mask | 1 << kind);
        let bans = |side| bans::bans(&self.rules.restrictions, side).any.is_some();
        let asks = Side::ALL.into_iter().any(bans)
            || !self.rules.royalty.attack.is_by_paths()
            || self.touches(effects, royal, pieces);
        let own = if asks { 0 } else { self.all_kinds() & !royal };
        let disturbs = |effect: &&Effect<Wide>| !(all && self.is_idle(effect, own, pieces));
        effects.iter().filter(disturbs).cloned().collect()
    }

    /// Whether effects may take pieces of some kinds away from their side, or turn them into
    /// others.
    pub(super) fn touches(&self, effects: &[Effect<Wide>], kinds: u64, pieces: &Pieces) -> bool {
        let acts = || {
            effects
                .iter()
                .flat_map(|effect| effect.acts.iter().map(move |act| (effect, act)))
        };
        // Another effect may find the piece that an effect makes.
        let makes = acts().any(|(effect, act)| match act.made() {
            Made::None => false,
            Made::Of(kind) => self.becomes(effect, kind, pieces) & kinds != 0,
            Made::Any => true,
        });
        acts().any(|(effect, act)| {
            act.touches(kinds)
                && match act.disturbed() {
                    [] => true,
                    groups => {
                        let found = |group| self.kinds_in(effect, group, pieces) & kinds != 0;
                        makes || groups.iter().any(found)
                    }
                }
        })
    }

    /// The kinds that an effect makes of other kinds, or of captured pieces, as bits.
    fn becomes(&self, effect: &Effect<Wide>, kind: u8, pieces: &Pieces) -> u64 {
        if kind != NONE {
            return 1 << kind;
        }
        let several = pieces.has_special(&|path| !path.captures.is_empty());
        effect.of.filter(|_| !several).unwrap_or(u64::MAX)
    }

    /// Whether attacks depend only on the kinds of pieces on each square.
    pub(super) fn all_is_said_by_kinds(&self, pieces: &Pieces) -> bool {
        let rules = self.rules;
        let attacks = || pieces.attacks.iter().flatten();
        !pieces.powers_change_attacks
            && !pieces.tallied
            && rules.hooks.is_empty()
            && rules.control.is_none()
            && !rules.restrictions.adds_ways()
            && !rules.restrictions.take_part()
            && !attacks().any(|attack| attack.resisted != 0 || !attack.asks.is_empty())
    }

    /// Whether an effect changes nothing that matters. `own`: kinds that may become each other, if
    /// the pieces belong to the side that moves.
    fn is_idle(&self, effect: &Effect<Wide>, own: u64, pieces: &Pieces) -> bool {
        let attacks = || pieces.attacks.iter().flatten();
        let fresh = || attacks().any(|attack| attack.whose.iter().any(|whose| whose.initial));
        let exchanges = self.exchanges(effect.event, effect.by, pieces);
        effect.acts.iter().all(|act| {
            let (groups, kind) = match act {
                Act::Become(groups, kind) => (groups, kind),
                // The piece that has moved attacks as before.
                Act::Moved(_) => return !fresh(),
                _ => return false,
            };
            groups.iter().all(|group| {
                let known = self.kinds_in(effect, group, pieces);
                let ours = group.owner == Owner::Friend || (group.owner == Owner::Mover && !exchanges);
                if ours && (known | self.becomes(effect, *kind, pieces)) & !own == 0 {
                    return true;
                }
                (0..64).all(|other| known >> other & 1 == 0 || self.are_alike(other, *kind, &pieces.attacks))
            })
        })
    }

    /// The possible kinds of the pieces in a group of an effect, as bits.
    pub(super) fn kinds_in(&self, effect: &Effect<Wide>, group: &Group<Wide>, pieces: &Pieces) -> u64 {
        let exchanges = self.exchanges(effect.event, effect.by, pieces);
        let moved = matches!(group.on, Area::At(Place::Mover)) || group.owner == Owner::Mover;
        let kinds = match group.kinds {
            Some(kinds) => kinds,
            None if moved && !exchanges => self.with_promoted(effect.by, pieces),
            None => u64::MAX,
        };
        kinds & self.all_kinds()
    }

    /// Whether more than one piece may move at once where something follows from such an event by
    /// one of some kinds.
    pub(super) fn exchanges(&self, event: Event, by: u64, pieces: &Pieces) -> bool {
        let castles = |king: &str| {
            let kind = self.rules.pieces.get_index_of(king);
            kind.is_none_or(|kind| by >> kind & 1 == 1)
        };
        let mut castlings = self.rules.castling.iter();
        (event != Event::Capture && castlings.any(|castling| castles(&castling.king)))
            || pieces.has_special(&|path| path.modes.has(Modes::SWAP) || path.modes.has(Modes::SWAP_ENEMY))
    }

    /// Whether a kind is royal for a side.
    fn is_royal(&self, kind: u8) -> bool {
        let piece = self.rules.pieces.get_index(usize::from(kind));
        piece.is_some_and(|(_, piece)| Side::ALL.into_iter().any(|side| piece.royal[side]))
    }

    /// Some kinds, as bits, and the kinds to which they may have promoted.
    fn with_promoted(&self, kinds: u64, pieces: &Pieces) -> u64 {
        let mut all = kinds;
        for mover in pieces.movers.iter().flatten() {
            if kinds >> mover.kind & 1 == 1 {
                for kind in mover.promotions.iter().flat_map(|p| &p.to) {
                    all |= 1 << kind;
                }
            }
        }
        all
    }

    /// Whether two kinds attack alike and are royal alike, for both sides.
    fn are_alike(&self, kind: u8, other: u8, attacks: &BySide<Vec<Attack<Wide>>>) -> bool {
        let piece = |kind: u8| self.rules.pieces.get_index(usize::from(kind));
        let (Some((_, one)), Some((_, two))) = (piece(kind), piece(other)) else {
            return false;
        };
        Side::ALL.into_iter().all(|side| {
            let has = |attack: &Attack<Wide>, kind: u8| attack.kinds.contains(&kind);
            one.letter[side].is_some() == two.letter[side].is_some()
                && one.royal[side] == two.royal[side]
                && attacks[side.index()]
                    .iter()
                    .all(|a| has(a, kind) == has(a, other))
        })
    }
}
