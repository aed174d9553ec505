//! The movers and attacks of both sides together. Does not judge moves: that is `legality`.

use super::attacks::{Far, Known, Royals};
use super::capturable::Hunt;
use super::movers::by_start;
use super::powers::{Asked, Way};
use super::{Builder, Paths, Wide, counted};
use crate::board::{Bits, Square, union};
use crate::engine::compiled::{Attack, Exposing, Mover, NONE, Special};
use crate::engine::error::CompileError;
use crate::engine::paths::Path;
use crate::engine::relations::{NeighbourCount, PowerCondition};
use crate::engine::tagging::Tagging;
use crate::rules::{BySide, Modes, Ruleset, Side};

/// The movers and attacks of both sides.
pub(super) struct Pieces {
    pub(super) movers: BySide<Vec<Mover<Wide>>>,
    pub(super) mover_of: BySide<Vec<Option<usize>>>,
    pub(super) attacks: BySide<Vec<Attack<Wide>>>,
    /// The ways in which each side's pieces could attack with any powers; `None` if there are no
    /// powers.
    pub(super) possible: Option<BySide<Vec<Attack<Wide>>>>,
    /// Whether powers change the attacks of pieces.
    pub(super) powers_change_attacks: bool,
    /// Whether pieces count their neighbours.
    pub(super) tallied: bool,
    /// Whether a path depends on whether its piece has moved.
    pub(super) uses_initial: bool,
    /// The kinds of each side that have such a path, as bits.
    pub(super) with_initial_move: BySide<u64>,
}

/// A way of moving with its paths, and with the attacks that depend on the owners of pieces.
struct Found {
    way: Way,
    paths: Paths,
    conditional_attacks: Vec<Far>,
    /// The condition under which it attacks so, unless another way attacks the same squares.
    attacks: Option<PowerCondition>,
}

/// A mover goes in one of its ways only; `counted` are the kinds that are counted as neighbours, as
/// bits.
fn go(mover: &mut Mover<Wide>, way: &Way, counted: u64) {
    mover.when = way.when;
    if way.still {
        mover.hold_still();
    }
    mover.counted = counted >> mover.kind & 1 == 1;
    let is_counted = |k: &u8| counted >> *k & 1 == 1;
    mover.makes_counted = mover.promotions.iter().any(|p| p.to.iter().any(is_counted));
}

impl Pieces {
    /// Pieces of which none has been added yet.
    fn new(rules: &Ruleset, asked: &Asked, tallied: bool) -> Self {
        let kinds = rules.pieces.len();
        // With hooks, or with absorbed movements, there may be attacks beyond the declared
        // movements.
        let all_said = rules.hooks.is_empty() && !rules.restrictions.adds_ways();
        Self {
            movers: [Vec::new(), Vec::new()],
            mover_of: [vec![None; kinds], vec![None; kinds]],
            attacks: [Vec::new(), Vec::new()],
            possible: (asked.has_relations() && all_said).then(Default::default),
            powers_change_attacks: asked.has_relations() && (tallied || !all_said),
            tallied,
            uses_initial: false,
            with_initial_move: [0; Side::COUNT],
        }
    }

    /// Whether a test holds for some special path.
    pub(super) fn has_special(&self, f: &dyn Fn(&Special<Wide>) -> bool) -> bool {
        self.movers.iter().flatten().any(|mover| mover.has_special(f))
    }

    /// The kinds of each side for which a test holds while they move in one of their ways, as bits.
    pub(super) fn kinds_that(&self, f: impl Fn(&Mover<Wide>) -> bool) -> BySide<u64> {
        Side::each_index(|side: usize| {
            let movers = self.movers[side].iter();
            movers.fold(0, |set, mover| set | u64::from(f(mover)) << mover.kind)
        })
    }

    /// The moves of each side that expose squares.
    pub(super) fn exposing(&self) -> BySide<Exposing<Wide>> {
        self.movers.each_ref().map(|movers| {
            let mut all = Exposing {
                kinds: 0,
                from: Wide::EMPTY,
                to: Wide::EMPTY,
            };
            for mover in movers {
                let plain = mover.exposes.iter().enumerate();
                let plain = plain.flat_map(|(from, ends)| ends.iter().map(move |&(to, _)| (from, to)));
                let special = mover.special.iter().enumerate();
                let special = special.flat_map(|(from, paths)| {
                    let bare = paths.iter().filter(|path| path.exposes_only(path.to));
                    bare.map(move |path| (from, path.to))
                });
                for (from, to) in plain.chain(special) {
                    all.kinds |= 1 << mover.kind;
                    all.from |= Wide::bit(from as Square);
                    all.to |= Wide::bit(to);
                }
            }
            all
        })
    }

    /// Whether some pieces capture only some kinds.
    pub(super) fn is_choosy(&self) -> bool {
        let mut movers = self.movers.iter().flatten();
        movers.any(|m| m.capturable != u64::MAX || m.filtered)
            || self.has_special(&|path| !path.kinds.is_empty())
    }
}

impl Builder<'_> {
    /// The movers and attacks of the pieces, with the changes by hooks.
    pub(super) fn pieces(
        &mut self,
        asked: &Asked,
        neighbour_counts: &[NeighbourCount],
        tagging: Option<&Tagging>,
    ) -> Result<Pieces, CompileError> {
        let rules = self.rules;
        let mut pieces = Pieces::new(rules, asked, !neighbour_counts.is_empty());
        // Each absorbed movement, and each movement by power, is a mover of its own.
        let alone = tagging.is_none() && asked.is_empty();
        let counted = counted(neighbour_counts);
        for side in Side::ALL {
            let mut known = [Known::default(), Known::default()];
            let mut hunters: Vec<Mover<Wide>> = Vec::new();
            let both = self.royal_kinds(side);
            let royals = both.attacked;
            for (kind, (name, piece)) in rules.pieces.iter().enumerate() {
                if piece.letter[side].is_none() {
                    continue;
                }
                pieces.mover_of[side.index()][kind] = Some(pieces.movers[side.index()].len());
                let kind = kind as u8;
                // A movement that others have absorbed is the kind's own one, which comes first.
                let mut tag = tagging.map_or(NONE, |t| t.left_by(kind));
                for found in self.found_ways(asked, (side, kind, name), both, &mut pieces)? {
                    let Found {
                        way,
                        paths,
                        mut conditional_attacks,
                        attacks,
                    } = found;
                    let piece = (side, kind, tag);
                    let borrowed = self.borrowed(tag, &paths, both);
                    pieces.attacks[side.index()].extend(self.lent_attack(tag, &borrowed));
                    if let Some(when) = attacks {
                        let ways = (&paths[..], &conditional_attacks[..], royals);
                        self.add_attacks(&mut pieces, piece, ways, when, &mut known);
                    }
                    let attacks_royals = if alone { self.attacks_royals(&paths) } else { None };
                    conditional_attacks.retain(|attack| attacks_royals.is_none() || !attack.known);
                    let mut mover =
                        self.movers((kind, side, name), &paths, attacks_royals, royals, &mut hunters)?;
                    go(&mut mover, &way, counted);
                    mover.tag = std::mem::replace(&mut tag, NONE);
                    (mover.borrowed, _) = by_start(borrowed, self.topology.size());
                    if tagging.is_some_and(|t| t.bearers >> kind & 1 == 1) {
                        mover.doubts_ends();
                    }
                    (mover.conditional_attacks, mover.conditional_parts) =
                        by_start(conditional_attacks, self.topology.size());
                    pieces.movers[side.index()].push(mover);
                }
            }
            pieces.movers[side.index()].append(&mut hunters);
        }
        if !pieces.powers_change_attacks {
            pieces.possible = None;
        }
        Ok(pieces)
    }

    /// The ways of a side's pieces of a kind with their paths; all that attack alike are one
    /// attack.
    fn found_ways(
        &self,
        asked: &Asked,
        (side, kind, name): (Side, u8, &str),
        royals: Royals,
        pieces: &mut Pieces,
    ) -> Result<Vec<Found>, CompileError> {
        let found = |way: Way| {
            let paths = self.paths(side, name, &way.movement)?;
            let conditional_attacks = self.conditional_attacks(&paths, royals);
            let attacks = Some(way.when);
            Ok(Found {
                way,
                paths,
                conditional_attacks,
                attacks,
            })
        };
        let ways = self.ways_of(asked, name, side)?.into_iter();
        let mut ways = ways.map(found).collect::<Result<Vec<_>, CompileError>>()?;
        let attacks: Vec<_> = ways
            .iter()
            .map(|way| (&way.paths[..], &way.conditional_attacks[..]))
            .collect();
        if self.attack_alike(&attacks, royals.attacked) {
            for (number, way) in ways.iter_mut().enumerate() {
                way.attacks = (number == 0).then_some(PowerCondition::ALWAYS);
            }
        } else {
            pieces.powers_change_attacks |= asked.has_relations();
        }
        let initial = ways
            .iter()
            .any(|way| way.paths.iter().any(|list| list.iter().any(|path| path.initial)));
        pieces.uses_initial |= initial;
        pieces.with_initial_move[side.index()] |= u64::from(initial) << kind;
        Ok(ways)
    }

    /// Adds the attacks of pieces along paths: those under their condition, and those that are
    /// possible with any powers.
    fn add_attacks(
        &mut self,
        pieces: &mut Pieces,
        (side, kind, tag): (Side, u8, u8),
        (paths, conditional_attacks, royals): (&[Vec<Path>], &[Far], u64),
        when: PowerCondition,
        [known, possible]: &mut [Known; 2],
    ) {
        let attacks = &mut pieces.attacks[side.index()];
        self.attacks_along(
            paths,
            (conditional_attacks, royals),
            when,
            (kind, tag),
            known,
            attacks,
        );
        if let Some(attacks) = &mut pieces.possible {
            let (piece, attacks) = ((kind, NONE), &mut attacks[side.index()]);
            self.attacks_along(
                paths,
                (conditional_attacks, royals),
                PowerCondition::ALWAYS,
                piece,
                possible,
                attacks,
            );
        }
    }

    /// A kind's own mover; those beside it are put into a list.
    fn movers(
        &mut self,
        piece: (u8, Side, &str),
        paths: &[Vec<Path>],
        attacks_royals: Option<(Hunt, Vec<Hunt>)>,
        royals: u64,
        hunters: &mut Vec<Mover<Wide>>,
    ) -> Result<Mover<Wide>, CompileError> {
        let (kind, side, name) = piece;
        let Some(((capturable, own), others)) = attacks_royals else {
            return self.mover(kind, side, name, paths);
        };
        let mut mover = self.mover(kind, side, name, &own)?;
        for (capturable, paths) in &others {
            let filtered = self.filtered(piece, (*capturable, paths), royals)?;
            // A special path may capture the mover's victims as well.
            for (list, reach) in mover.special.iter_mut().zip(&filtered.reach) {
                for path in list.iter_mut().filter(|path| path.modes.has(Modes::CAPTURE)) {
                    path.alone &= !reach.has(path.to);
                }
            }
            hunters.push(filtered);
        }
        Ok(Mover {
            capturable,
            attacks_royals: capturable & royals == royals,
            ..mover
        })
    }

    /// A mover beside a kind's own one, which only captures some kinds.
    fn filtered(
        &mut self,
        (kind, side, name): (u8, Side, &str),
        (capturable, paths): (u64, &[Vec<Path>]),
        royals: u64,
    ) -> Result<Mover<Wide>, CompileError> {
        let ends = |list: &Vec<Path>| union(list.iter(), |path| Wide::bit(path.to));
        let reach = paths.iter().map(ends).collect();
        Ok(Mover {
            capturable,
            attacks_royals: capturable & royals == royals,
            filtered: true,
            reach,
            has_rest: false,
            in_place: false,
            ..self.mover(kind, side, name, paths)?
        })
    }
}
