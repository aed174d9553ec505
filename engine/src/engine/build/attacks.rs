//! The attacks of pieces: their captures turned round, from the target to the attackers. Does not
//! know which captures are legal.

use super::{Builder, Wide, bits};
use crate::board::{Bits, Square};
use crate::engine::compiled::{Asks, Attack, NONE, Open, OwnedPath};
use crate::engine::error::CompileError;
use crate::engine::paths::{self, Path};
use crate::engine::relations::PowerCondition;
use crate::engine::tables::{Conditional, Conditionals};
use crate::engine::whose::Owners;
use crate::order::sort_by_key;
use crate::rules::{BySide, Modes, Side};
use rustc_hash::FxHashMap;

/// Plain capture paths of one alternative of one movement, by start square.
pub(super) type Alternative = Vec<(Square, Conditional<Wide>)>;

/// An attack path that depends on the owners of pieces.
#[derive(Clone, PartialEq)]
pub(super) struct Far {
    pub(super) from: Square,
    /// The path to the target.
    pub(super) path: OwnedPath<Wide>,
    /// The kinds that must stand on its squares, the target included.
    asks: Asks,
    /// Whether it depends only on which squares are occupied: then the tables of attacks have it.
    pub(super) known: bool,
}

/// The royal kinds that matter for attacks of a side, as bits.
#[derive(Clone, Copy)]
pub(super) struct Royals {
    /// Royals of the other side.
    pub(super) attacked: u64,
    /// Royals of the side itself.
    pub(super) own: u64,
}

/// The attacks of a side that are known: by power, and by alternative.
pub(super) type Known = FxHashMap<(PowerCondition, Alternative), usize>;

impl Builder<'_> {
    /// Adds the attacks of a kind along some paths; kinds with a common way of attacking share one.
    pub(super) fn attacks_along(
        &mut self,
        paths: &[Vec<Path>],
        (conditional_attacks, royals): (&[Far], u64),
        when: PowerCondition,
        (kind, tag): (u8, u8),
        known: &mut Known,
        attacks: &mut Vec<Attack<Wide>>,
    ) {
        let plain = capture_alternatives(paths, Path::is_plain);
        let filters_captures = capture_alternatives(paths, |path| self.takes_royals(path, royals));
        for alternative in plain.into_iter().chain(filters_captures) {
            let key = (when, alternative);
            let index = match known.get(&key) {
                Some(&index) => index,
                None => {
                    let mut attack = self.attack(&key.1, Vec::new(), true);
                    attack.when = when;
                    attacks.push(attack);
                    known.insert(key, attacks.len() - 1);
                    attacks.len() - 1
                }
            };
            attacks[index].add(kind, tag);
        }
        if conditional_attacks.iter().any(|f| !f.known) {
            let mut attack = self.owner_dependent(conditional_attacks);
            attack.when = when;
            attack.add(kind, NONE);
            attacks.push(attack);
        }
    }

    /// The royal kinds that matter for attacks of a side.
    pub(super) fn royal_kinds(&self, side: Side) -> Royals {
        Royals {
            attacked: bits(&self.royals(side.other())),
            own: bits(&self.royals(side)),
        }
    }

    /// The part of [`Self::conditional_attacks`] that pieces use which have absorbed a movement.
    /// They move and capture along its paths, and remove nothing on the way.
    pub(super) fn borrowed(&self, tag: u8, paths: &[Vec<Path>], royals: Royals) -> Vec<Far> {
        if tag == NONE {
            return Vec::new();
        }
        let plain = |path: &Path| Path {
            modes: path.modes.and(Modes::BOTH),
            ..path.clone()
        };
        let borrowed = |list: &Vec<Path>| {
            let list = list.iter().filter(|path| path.captures.is_empty() && !path.rifle);
            list.map(plain).collect()
        };
        let paths: Vec<Vec<Path>> = paths.iter().map(borrowed).collect();
        self.conditional_attacks(&paths, royals)
    }

    /// The attack of pieces that have absorbed a movement, besides those that
    /// [`Self::attacks_along`] adds.
    pub(super) fn lent_attack(&self, tag: u8, borrowed: &[Far]) -> Option<Attack<Wide>> {
        borrowed.iter().any(|f| !f.known).then(|| {
            let mut attack = self.owner_dependent(borrowed);
            attack.tags.push(tag);
            attack
        })
    }

    /// Adds the lines along which royals threaten each other without giving check.
    pub(super) fn threats(
        &mut self,
        royals: &BySide<Vec<u8>>,
        attacks: &mut BySide<Vec<Attack<Wide>>>,
    ) -> Result<(), CompileError> {
        let apart = &self.rules.restrictions.apart;
        for side in Side::ALL {
            let Some(movement) = &apart[side.other()] else {
                continue;
            };
            let mut list: Alternative = Vec::new();
            for square in self.topology.squares().squares() {
                let found = paths::paths(&self.topology, side, movement, square)
                    .map_err(|_| self.too_many("apart", square))?;
                list.extend(found.iter().map(|p| (square, conditional(p))));
            }
            let royals = &royals[side.index()];
            if !royals.is_empty() && !list.is_empty() {
                let attack = self.attack(&list, royals.clone(), false);
                attacks[side.index()].push(attack);
            }
        }
        for attack in attacks.iter_mut().flatten() {
            if let [first, rest @ ..] = &attack.kinds[..] {
                attack.first = [*first, *rest.first().unwrap_or(first)];
            }
            let by_target = |sets: &[Wide], square: usize| sets.get(square).copied().unwrap_or(Wide::EMPTY);
            let near = |square| by_target(&attack.leaps, square) | by_target(&attack.attack_mask, square);
            attack.near = (0..self.topology.size()).map(near).collect();
        }
        Ok(())
    }

    pub(super) fn attack(&mut self, alternative: &Alternative, kinds: Vec<u8>, check: bool) -> Attack<Wide> {
        let size = self.topology.size();
        // By target, the squares from which it is attacked.
        let mut by_target: Vec<Vec<Conditional<Wide>>> = vec![Vec::new(); size];
        for &(from, path) in alternative {
            by_target[usize::from(path.square)].push(Conditional { square: from, ..path });
        }
        let mut leaps = Vec::with_capacity(size);
        let mut groups = Vec::with_capacity(size);
        let mut attack_mask = Vec::with_capacity(size);
        let (mut base, mut starts, mut paths) = (Vec::with_capacity(size), Vec::new(), Vec::new());
        for list in &mut by_target {
            sort_by_key(list, |c| c.square);
            let tagged: Vec<(u16, Conditional<Wide>)> = list.iter().map(|&c| (0, c)).collect();
            let (leap, rays) = split(&tagged);
            leaps.push(leap);
            let rayed: Vec<&Conditional<Wide>> = list.iter().filter(|_| !rays.is_empty()).collect();
            groups.push(rays);
            attack_mask.push(rayed.iter().fold(Wide::EMPTY, |all, c| all | Wide::bit(c.square)));
            base.push(starts.len() as u32);
            for (i, c) in rayed.iter().enumerate() {
                if i == 0 || rayed[i - 1].square != c.square {
                    starts.push(paths.len() as u32);
                }
                paths.push(Open {
                    empty: c.empty,
                    occupied: c.occupied,
                });
            }
            starts.push(paths.len() as u32);
        }
        let rays = Conditionals::build(&mut self.draft, &groups);
        if rays.is_none() {
            attack_mask.clear();
        }
        if leaps.iter().all(|s| s.is_empty()) {
            leaps.clear();
        }
        Attack {
            leaps,
            rays,
            attack_mask,
            base,
            starts,
            paths,
            ..Attack::new(kinds, check)
        }
    }

    /// Attacks on royals, whose kinds are given as bits, along paths that depend on the owners of
    /// pieces. Paths with more conditions than another one are left out.
    pub(super) fn conditional_attacks(&self, paths: &[Vec<Path>], royals: Royals) -> Vec<Far> {
        let mut out: Vec<Far> = Vec::new();
        for (from, list) in paths.iter().enumerate() {
            let from = from as Square;
            if list.iter().all(Path::is_plain) {
                continue;
            }
            let mut found: Vec<(bool, Far)> = Vec::new();
            for path in list {
                let plain = path.is_plain() && path.modes.has(Modes::CAPTURE);
                let known = self.takes_royals(path, royals.attacked);
                for path_to in attacks_of(path, from) {
                    if let Some(asks) = self.asks(path, &path_to, royals) {
                        let conditional_attacks = Far {
                            from,
                            path: path_to,
                            asks,
                            known,
                        };
                        found.push((plain, conditional_attacks));
                    }
                }
            }
            sort_by_key(&mut found, |(_, conditional_attacks)| conditional_attacks.path.to);
            for group in found.chunk_by(|a, b| a.1.path.to == b.1.path.to) {
                for (i, (plain, conditional_attacks)) in group.iter().enumerate() {
                    let implied = |(j, (_, other)): (usize, &(bool, Far))| {
                        j != i
                            && other.asks_less(conditional_attacks)
                            && (j < i || !conditional_attacks.asks_less(other))
                    };
                    // Long lists are not worth the time: paths that are left in only cost some.
                    let looked_at = group.iter().enumerate().take(200);
                    if !plain && !looked_at.into_iter().any(implied) {
                        out.push(conditional_attacks.clone());
                    }
                }
            }
        }
        out
    }

    /// Whether a path that is plain except for its captures can capture each of some royals, given
    /// as bits.
    pub(super) fn takes_royals(&self, path: &Path, royals: u64) -> bool {
        path.is_choosy()
            && path.modes.has(Modes::CAPTURE)
            && self.asked(path).iter().all(|(_, kinds)| royals & !kinds == 0)
    }

    /// The conditions on a path that attacks a royal; `None` if it can capture no royal there. No
    /// movement captures a royal of its own side.
    fn asks(&self, path: &Path, attack: &OwnedPath<Wide>, royals: Royals) -> Option<Asks> {
        let mut asks = self.asked(path);
        if let Some(i) = asks.iter().position(|(square, _)| *square == attack.to) {
            let kinds = asks[i].1;
            if royals.attacked & !kinds == 0 {
                asks.remove(i);
            } else if royals.attacked & kinds == 0 {
                return None;
            }
        }
        let on_the_way = path.captures.iter().copied().filter(|&s| path.friend.has(s));
        let ends = !path.captures.contains(&path.to) && attack.whose.friend.has(path.to);
        let at_the_end = (ends && !self.revives()).then_some(path.to);
        for square in on_the_way.chain(at_the_end) {
            match asks.iter_mut().find(|(asked, _)| *asked == square) {
                Some((_, kinds)) if *kinds & !royals.own & self.all_kinds() == 0 => return None,
                Some((_, kinds)) => *kinds &= !royals.own,
                None => asks.push((square, !royals.own)),
            }
        }
        Some(asks)
    }

    pub(super) fn owner_dependent(&self, conditional_attacks: &[Far]) -> Attack<Wide> {
        let size = self.topology.size();
        let mut by_target: Vec<Vec<&Far>> = vec![Vec::new(); size];
        for conditional_attacks in conditional_attacks
            .iter()
            .filter(|conditional_attacks| !conditional_attacks.known)
        {
            by_target[usize::from(conditional_attacks.path.to)].push(conditional_attacks);
        }
        let mut attack = Attack {
            owner_dependent: true,
            ..Attack::new(Vec::new(), true)
        };
        for list in &mut by_target {
            sort_by_key(list, |conditional_attacks| conditional_attacks.from);
            attack
                .attack_mask
                .push(list.iter().fold(Wide::EMPTY, |all, conditional_attacks| {
                    all | Wide::bit(conditional_attacks.from)
                }));
            attack.base.push(attack.starts.len() as u32);
            for (i, conditional_attacks) in list.iter().enumerate() {
                if i == 0 || list[i - 1].from != conditional_attacks.from {
                    attack.starts.push(attack.paths.len() as u32);
                }
                attack.paths.push(conditional_attacks.path.open);
                attack.whose.push(conditional_attacks.path.whose);
                attack.asks.push(conditional_attacks.asks.clone());
            }
            attack.starts.push(attack.paths.len() as u32);
        }
        if attack.asks.iter().all(Vec::is_empty) {
            attack.asks.clear();
        }
        if attack.whose.iter().all(|whose| *whose == Owners::default()) {
            attack.whose.clear();
        }
        attack
    }
}

/// The conditions of a plain path. An occupied end is no condition: any piece that comes there can
/// be captured.
pub(super) fn conditional(path: &Path) -> Conditional<Wide> {
    Conditional {
        square: path.to,
        empty: path.empty,
        occupied: path.occupied & !Wide::bit(path.to),
    }
}

/// The squares that a path attacks and its conditions: its end, and its captures on the way.
pub(super) fn attacks_of(path: &Path, from: Square) -> Vec<OwnedPath<Wide>> {
    let open = |target: Square, empty: Wide, friend: Wide, enemy: Wide| {
        let here = Wide::bit(target);
        let (empty, friend) = (path.empty | empty, path.friend | friend);
        let (occupied, enemy) = (path.occupied & !here, (path.enemy | enemy) & !here);
        let possible =
            !(empty | friend).meets(here) && !empty.meets(occupied | friend | enemy) && !friend.meets(enemy);
        possible.then_some(OwnedPath {
            to: target,
            open: Open { empty, occupied },
            whose: Owners {
                friend,
                enemy,
                initial: path.initial,
            },
        })
    };
    let none = Wide::EMPTY;
    let end = Wide::bit(path.to);
    let free = path.to == from || path.captures.contains(&path.to);
    let mut out = Vec::new();
    if !free && path.modes.has(Modes::CAPTURE) {
        out.extend(open(path.to, none, none, none));
    }
    for &victim in path.captures.iter().filter(|&&s| path.enemy.has(s)) {
        if free {
            out.extend(open(victim, none, none, none));
            continue;
        }
        if path.modes.has(Modes::QUIET) {
            out.extend(open(victim, end, none, none));
        }
        if path.modes.has(Modes::CAPTURE) {
            out.extend(open(victim, none, none, end));
        }
        if path.modes.has(Modes::CAPTURE_OWN) {
            out.extend(open(victim, none, end, none));
        }
    }
    out
}

impl Far {
    /// Whether it attacks in every case in which another one does.
    fn asks_less(&self, other: &Self) -> bool {
        asks_less(&self.path, &other.path) && (self.asks.is_empty() || self.asks == other.asks)
    }
}

/// Whether one path is open in every case in which the other is.
pub(super) fn asks_less(less: &OwnedPath<Wide>, more: &OwnedPath<Wide>) -> bool {
    let within = |a: Wide, b: Wide| (a & !b).is_empty();
    let owners = more.whose.friend | more.whose.enemy;
    within(less.open.empty, more.open.empty)
        && within(less.open.occupied, more.open.occupied | owners)
        && within(less.whose.friend, more.whose.friend)
        && within(less.whose.enemy, more.whose.enemy)
        && (!less.whose.initial || more.whose.initial)
}

/// Divides the paths of one square into unconditional targets and, alternative by alternative,
/// those with conditions. An alternative with conditions keeps its unconditional targets, so that
/// its table is complete.
pub(super) fn split(list: &[(u16, Conditional<Wide>)]) -> (Wide, Vec<Vec<Conditional<Wide>>>) {
    let free = |c: &Conditional<Wide>| c.empty.is_empty() && c.occupied.is_empty();
    let mut leap = Wide::EMPTY;
    let mut groups: Vec<(u16, Vec<Conditional<Wide>>)> = Vec::new();
    for &(tag, c) in list {
        match groups.iter_mut().find(|(t, _)| *t == tag) {
            Some((_, group)) => group.push(c),
            None => groups.push((tag, vec![c])),
        }
    }
    let mut out = Vec::new();
    for (_, mut group) in groups {
        if group.iter().all(free) {
            leap = group.iter().fold(leap, |all, c| all | Wide::bit(c.square));
        } else {
            // Members without conditions are independent of everything: they join any component.
            sort_by_key(&mut group, |c| !free(c));
            out.push(group);
        }
    }
    (leap, out)
}

/// By square, the squares whose contents decide whether it is attacked.
pub(super) fn on_lines(attacks: &[Attack<Wide>], size: usize) -> Vec<Wide> {
    let mut lines = vec![Wide::EMPTY; size];
    for attack in attacks.iter().filter(|a| !a.attack_mask.is_empty()) {
        for (square, line) in lines.iter_mut().enumerate() {
            *line = attack.paths_to(square as Square).fold(*line, |set, path| {
                set | attack.paths[path].empty | attack.held(path)
            });
        }
    }
    lines
}

/// Captures along some of the paths, divided by alternative.
fn capture_alternatives(paths: &[Vec<Path>], some: impl Fn(&Path) -> bool) -> Vec<Alternative> {
    let mut out: Vec<(u16, Alternative)> = Vec::new();
    for (square, list) in paths.iter().enumerate() {
        for path in list {
            if !some(path) || !path.modes.has(Modes::CAPTURE) || path.to == square as Square {
                continue;
            }
            let entry = (square as Square, conditional(path));
            match out.iter_mut().find(|(tag, _)| *tag == path.alternative) {
                Some((_, alternative)) => alternative.push(entry),
                None => out.push((path.alternative, vec![entry])),
            }
        }
    }
    out.into_iter().map(|(_, alternative)| alternative).collect()
}
