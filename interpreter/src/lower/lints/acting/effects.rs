//! Effects that never follow: their event never happens, or their condition never holds.

use super::super::super::report::{At, warning};
use super::super::super::values::capital;
use super::super::Lints;
use super::scene::Scene;
use super::squares::contained;
use super::world::World;
use crate::board::Bits;
use crate::lower::declared::EffectBlock;
use crate::rules::{
    Act, Effect, Event, Fate, Form, Group, Kinds, Modes, Movement, Owner, Side, Squares, Via,
};
use crate::vocabulary::{EFFECTS, EffectKey};
use ferz_grammar::ast::Entry;
use ferz_grammar::span::Span;

/// Effects and acts that are examined: each is compared with all others, and nobody writes as many.
const EXAMINED: usize = 1_000;
/// Of these, acts of one effect: each is compared with all before it.
const OF_ONE: usize = 150;

/// Why something never happens, and the entry that is to blame.
pub(super) type Why = (Option<EffectKey>, String);

/// A piece that captures, and its victims.
type Hunt<'w> = ((Side, &'w str), Vec<(Side, String)>);

impl Lints<'_, '_> {
    /// Effects that never follow, and acts of theirs that change nothing.
    pub(super) fn idle_effects(&self, world: &World<'_, '_>) {
        let blocks = &self.facts.declared.effects;
        let mut left = EXAMINED;
        for (block, effect) in blocks.iter().zip(&self.facts.rules.effects).take(EXAMINED) {
            let sides = || Side::ALL.into_iter().filter(|&side| effect.side[side]);
            let whys: Option<Vec<Why>> = sides().map(|side| world.never(effect, side)).collect();
            match whys.and_then(|whys| whys.into_iter().next()) {
                Some((key, why)) => self.never_follows(block, key, &why),
                None => {
                    self.sure_conditions(world, block, effect);
                    self.idle_exclusions(world, block, effect);
                    self.hidden_conditions(world, block, effect);
                    self.idle_acts(world, block, effect, left.min(OF_ONE));
                    left = left.saturating_sub(effect.acts.len());
                }
            }
        }
        for hook in &self.facts.rules.hooks {
            self.idle_uses(world, hook);
        }
    }

    fn never_follows(&self, block: &EffectBlock<'_>, key: Option<EffectKey>, why: &str) {
        let at = key.and_then(|key| entry(block, key));
        let span = at.map_or(block.at.node.keyword.span, |entry| entry.node.span);
        let help = match key {
            Some(EffectKey::By | EffectKey::Of) => "name pieces that do it, or leave the block out",
            Some(EffectKey::From | EffectKey::To) => "name squares where it happens, or leave the block out",
            Some(_) => "change the condition, or leave the block out",
            None => "leave the block out, or allow the moves that it follows",
        };
        let diagnostic = warning(
            "F0365",
            block.at.place(span),
            format!("this never follows: {why}"),
        );
        self.add(diagnostic.help(help), &self.causes());
    }

    /// Conditions that always hold.
    fn sure_conditions(&self, world: &World<'_, '_>, block: &EffectBlock<'_>, effect: &Effect) {
        let sides: Vec<Side> = Side::ALL.into_iter().filter(|&side| effect.side[side]).collect();
        let asked = [
            (EffectKey::While, &effect.condition.present, false),
            (EffectKey::WhileBefore, &effect.before.present, true),
        ];
        for (key, groups, before) in asked {
            let sure = |group: &&Group| {
                sides
                    .iter()
                    .all(|&side| world.scene(effect, side, before).always(group))
            };
            let covered = || {
                let mut sides = sides.iter();
                sides.all(|&side| world.scene(effect, side, before).covers(groups))
            };
            let first = groups.iter().position(|group| sure(&group));
            let Some(at) = first.or_else(|| covered().then_some(0)) else {
                continue;
            };
            let Some(entry) = entry(block, key) else { continue };
            let span = value_span(entry.node, at);
            let message = "this always holds: it asks nothing";
            let help = "leave it out, or say where the piece must stand";
            self.add(
                warning("F0369", block.at.place(span), message).help(help),
                &self.causes(),
            );
        }
    }

    /// Parts of conditions that another part contains.
    fn hidden_conditions(&self, world: &World<'_, '_>, block: &EffectBlock<'_>, effect: &Effect) {
        let asked = [
            (EffectKey::While, &effect.condition.present, false),
            (EffectKey::Unless, &effect.condition.absent, false),
            (EffectKey::WhileBefore, &effect.before.present, true),
            (EffectKey::UnlessBefore, &effect.before.absent, true),
        ];
        for (key, groups, before) in asked {
            let sides = Side::ALL.into_iter().filter(|&side| effect.side[side]);
            let scenes: Vec<Scene<'_, '_, '_>> =
                sides.map(|side| world.scene(effect, side, before)).collect();
            let Some(at) = contained(&scenes, groups) else {
                continue;
            };
            let Some(entry) = entry(block, key) else { continue };
            let span = value_span(entry.node, at);
            let message = "this adds nothing: another part of the list has all these pieces";
            let diagnostic = warning("F0369", block.at.place(span), message);
            self.add(diagnostic.help("leave it out"), &self.causes());
        }
    }

    /// Conditions that exclude what there never is.
    fn idle_exclusions(&self, world: &World<'_, '_>, block: &EffectBlock<'_>, effect: &Effect) {
        let sides: Vec<Side> = Side::ALL.into_iter().filter(|&side| effect.side[side]).collect();
        let excluded = [
            (EffectKey::Unless, &effect.condition.absent, false),
            (EffectKey::UnlessBefore, &effect.before.absent, true),
        ];
        for (key, groups, before) in excluded {
            let why = |group: &Group| {
                let mut all = sides
                    .iter()
                    .map(|&side| world.scene(effect, side, before).missing(group));
                let first = all.next()??;
                all.all(|why| why.is_some()).then_some(first)
            };
            let Some((at, why)) = groups
                .iter()
                .enumerate()
                .find_map(|(i, group)| Some((i, why(group)?)))
            else {
                continue;
            };
            let Some(entry) = entry(block, key) else { continue };
            let span = value_span(entry.node, at);
            let message = format!("this excludes nothing: {why}");
            let help = "leave it out, or name pieces that can be there";
            self.add(
                warning("F0369", block.at.place(span), message).help(help),
                &self.causes(),
            );
        }
    }
}

/// The place of the value with a number in an entry.
fn value_span(entry: &Entry, at: usize) -> Span {
    entry.values.get(at).map_or(entry.span, |value| value.span)
}

/// The entry of a block with a key.
pub(super) fn entry<'a>(block: &EffectBlock<'a>, key: EffectKey) -> Option<At<'a, Entry>> {
    let mut entries = block.at.node.entries.iter();
    let found = entries.find(|entry| EFFECTS.get(&entry.key.value) == Some(&key))?;
    Some(At::new(block.at.source, found))
}

impl<'a, 'r> World<'a, 'r> {
    /// Conditions asked before or after a move from which an effect may follow.
    pub(super) fn scene(&self, effect: &Effect, side: Side, before: bool) -> Scene<'_, 'a, 'r> {
        let movers = match before {
            true => effect.by.clone(),
            false => self.arrived(effect),
        };
        let mut scene = Scene::anywhere(self, side, Some(effect.event), movers, before);
        if !before {
            scene.earlier = self.acts_before(effect);
        }
        if let Some((origins, targets)) = self.course(effect, side) {
            (scene.origins, scene.targets) = (origins, targets);
        }
        scene
    }

    /// The kinds that the piece may be after a move from which an effect follows.
    fn arrived(&self, effect: &Effect) -> Kinds {
        let by = &effect.by;
        let Kinds::Only(names) = by else { return Kinds::All };
        let rules = &self.played;
        if self.open || rules.restrictions.beyond.pool.is_some() {
            return Kinds::All;
        }
        let mut names = names.clone();
        let promoted = rules.promotions.iter().filter(|p| by.has(&p.piece));
        names.extend(promoted.flat_map(|p| p.to.iter().cloned()));
        if rules.victims_go_on() {
            return Kinds::All;
        }
        for act in rules.acts().map(Act::facts) {
            match act.form.filter(|_| act.fate == Fate::OtherKind) {
                Some(Form::Kind(kind)) => names.push(kind.clone()),
                Some(Form::Victim) => return Kinds::All,
                None => {}
            }
        }
        if effect.event != Event::Move {
            return Kinds::Only(names);
        }
        // Castling and changes of places move two pieces.
        let castled = rules
            .castling
            .iter()
            .filter(|c| by.has(&c.king) || by.has(&c.rook));
        names.extend(castled.flat_map(|c| [c.king.clone(), c.rook.clone()]));
        if self.swaps {
            Kinds::All
        } else {
            Kinds::Only(names)
        }
    }

    /// The reason why an act never follows from a side's moves.
    pub(super) fn never(&self, effect: &Effect, side: Side) -> Option<Why> {
        if self.open {
            return None;
        }
        let event = match effect.event {
            Event::Move => self.never_moves(effect, side),
            Event::Capture => self.never_captures(effect, side),
            Event::Drop => self.never_drops(effect, side),
            Event::Turn => None,
        };
        let never = event.or_else(|| self.never_so(effect, side));
        never.or_else(|| {
            let why = "another block says that no such move is possible";
            self.is_forbidden(effect).then(|| (None, why.to_owned()))
        })
    }

    /// The kinds that a side may move.
    fn moving(&self, effect: &Effect, side: Side) -> Vec<(Side, &str)> {
        let own = self.kinds(side).map(|name| (side, name));
        let other = self.kinds(side.other()).map(|name| (side.other(), name));
        let other = other.filter(|_| self.played.control.is_some());
        own.chain(other).filter(|(_, name)| effect.by.has(name)).collect()
    }

    fn never_moves(&self, effect: &Effect, side: Side) -> Option<Why> {
        let moving = self.moving(effect, side);
        if moving.is_empty() {
            return Some((Some(EffectKey::By), self.lacks(side, &effect.by)));
        }
        let from = |squares: &Squares| self.set(squares);
        if let Some(sets) = &effect.from
            && !moving
                .iter()
                .any(|(owner, name)| self.places(*owner, name).meets(from(&sets[side])))
        {
            return Some((
                Some(EffectKey::From),
                "no such piece ever stands there".to_owned(),
            ));
        }
        let still = |&(owner, name): &(Side, &str)| {
            self.ways(owner, name)
                .is_some_and(|ways| ways.iter().all(|way| self.leads_nowhere(way)))
        };
        let castles = |name: &str| {
            self.played
                .castling
                .iter()
                .any(|c| c.king == name || c.rook == name)
        };
        if !self.swaps && moving.iter().all(|one| still(one) && !castles(one.1)) {
            return Some((Some(EffectKey::By), "such a piece never moves".to_owned()));
        }
        self.never_arrives(effect, side, &moving, Modes(!0))
    }

    fn never_arrives(
        &self,
        effect: &Effect,
        side: Side,
        moving: &[(Side, &str)],
        modes: Modes,
    ) -> Option<Why> {
        let sets = effect.to.as_ref()?;
        let to = self.set(&sets[side]);
        if to.is_empty() {
            return Some((
                Some(EffectKey::To),
                format!("{} has no such squares", capital(side)),
            ));
        }
        let arrives = |&(owner, name): &(Side, &str)| {
            let stand = self.places(owner, name);
            let from = match &effect.from {
                Some(sets) => stand & self.set(&sets[side]),
                None => stand,
            };
            let by = Kinds::Only(vec![name.to_owned()]);
            let castled = self.castled(&by, owner).into_iter();
            let castled = castled.into_iter().any(|(start, end)| {
                let from = effect
                    .from
                    .as_ref()
                    .is_none_or(|sets| start.meets(self.set(&sets[side])));
                from && end.meets(to)
            });
            castled || self.swaps || self.targets(owner, name, from, modes).meets(to)
        };
        if moving.iter().any(arrives) {
            return None;
        }
        Some((
            Some(EffectKey::To),
            "no such piece ever gets there in this way".to_owned(),
        ))
    }

    fn never_captures(&self, effect: &Effect, side: Side) -> Option<Why> {
        if self.played.restrictions.no_captures[side] {
            return Some((None, "nothing is captured: `captures: no`".to_owned()));
        }
        let moving = self.moving(effect, side);
        if moving.is_empty() {
            return Some((Some(EffectKey::By), self.lacks(side, &effect.by)));
        }
        let taking: Vec<(Side, &str)> = moving
            .into_iter()
            .filter(|&(owner, name)| self.captures(owner, name))
            .collect();
        if taking.is_empty() {
            let why = "no such piece ever captures".to_owned();
            return Some((Some(EffectKey::By), why));
        }
        let pairs = self.hunts(effect, side, &taking);
        if pairs.is_empty() {
            return Some((Some(EffectKey::Of), self.safe(effect, side)));
        }
        let taking: Vec<(Side, &str)> = pairs.iter().map(|(one, _)| *one).collect();
        if let Some(sets) = &effect.from
            && !taking
                .iter()
                .any(|(owner, name)| self.places(*owner, name).meets(self.set(&sets[side])))
        {
            return Some((
                Some(EffectKey::From),
                "no such piece ever stands there".to_owned(),
            ));
        }
        let modes = Modes::CAPTURE.or(Modes::CAPTURE_OWN).or(Modes::EN_PASSANT);
        let from_afar = |part: &Movement| {
            matches!(part, Movement::Rifle(_))
                || matches!(
                    part,
                    Movement::Then {
                        via: Via::Capture | Via::CaptureOwn,
                        ..
                    }
                )
        };
        let afar = |&(owner, name): &(Side, &str)| {
            self.ways(owner, name)
                .is_none_or(|ways| ways.iter().any(|way| way.any(&from_afar)))
        };
        if taking.iter().any(afar) {
            return None;
        }
        if let Some(why) = self.never_arrives(effect, side, &taking, modes) {
            return Some(why);
        }
        self.never_meets(effect, side, &pairs)
    }

    /// Those of the pieces that may capture what is meant.
    fn hunts<'w>(&self, effect: &Effect, side: Side, taking: &[(Side, &'w str)]) -> Vec<Hunt<'w>> {
        let meant = |prey: &(Side, &str), by: &str| {
            let whose = match effect.whose {
                Owner::Friend => prey.0 == side,
                Owner::Enemy => prey.0 != side,
                _ => true,
            };
            whose && effect.of.has(prey.1) && (!effect.same || prey.1 == by)
        };
        let with_prey = |&(owner, name): &(Side, &str)| -> Vec<(Side, String)> {
            let all = self.prey(owner, name).into_iter();
            all.filter(|prey| meant(prey, name))
                .map(|(side, name)| (side, name.to_owned()))
                .collect()
        };
        let pairs = taking.iter().map(|one| (*one, with_prey(one)));
        pairs.filter(|(_, prey)| !prey.is_empty()).collect()
    }

    /// Why what is captured never stands where captors arrive.
    fn never_meets(&self, effect: &Effect, side: Side, pairs: &[Hunt<'_>]) -> Option<Why> {
        let to = self.set(&effect.to.as_ref()?[side]);
        let meets = |((owner, name), prey): &Hunt<'_>| {
            let stand = self.places(*owner, name);
            let passing = self.targets(*owner, name, stand, Modes::EN_PASSANT).meets(to);
            let stands = prey.iter().any(|(side, name)| self.places(*side, name).meets(to));
            passing || stands
        };
        if pairs.iter().any(meets) {
            return None;
        }
        Some((
            Some(EffectKey::To),
            "no piece that it captures ever stands there".to_owned(),
        ))
    }

    fn never_drops(&self, effect: &Effect, side: Side) -> Option<Why> {
        let drops = || self.played.drops.iter().filter(|drop| drop.side == side);
        if drops().next().is_none() {
            return Some((None, format!("{} drops nothing", capital(side))));
        }
        let held = |drop: &&crate::rules::Drop| {
            let taken = drop.hand.as_ref().unwrap_or(&drop.piece);
            drop.endless || drop.outside || self.holds(side, taken)
        };
        if !drops().any(|drop| effect.by.has(&drop.piece) && held(&drop)) {
            let key = (!effect.by.is_all()).then_some(EffectKey::By);
            return Some((key, format!("{} never drops such a piece", capital(side))));
        }
        let to = effect.to.as_ref()?;
        let to = self.set(&to[side]);
        let arrives = |drop: &crate::rules::Drop| {
            let zone = self.set(&drop.zone) | self.set(&drop.first);
            effect.by.has(&drop.piece) && (drop.slides.is_some() || zone.meets(to))
        };
        if drops().any(arrives) {
            return None;
        }
        Some((Some(EffectKey::To), "no such piece is dropped there".to_owned()))
    }

    /// Why what is asked is never so.
    fn never_so(&self, effect: &Effect, side: Side) -> Option<Why> {
        let asked = [
            (EffectKey::While, &effect.condition.present, false),
            (EffectKey::WhileBefore, &effect.before.present, true),
        ];
        for (key, groups, before) in asked {
            let scene = self.scene(effect, side, before);
            let whys: Option<Vec<String>> = groups.iter().map(|group| scene.missing(group)).collect();
            if let Some(why) = whys.and_then(|whys| whys.into_iter().next()) {
                return Some((Some(key), why));
            }
        }
        let excluded = [
            (EffectKey::Unless, &effect.condition, false),
            (EffectKey::UnlessBefore, &effect.before, true),
        ];
        for (key, proviso, before) in excluded {
            let scene = self.scene(effect, side, before);
            if proviso.absent.iter().any(|group| scene.always(group)) || scene.covers(&proviso.absent) {
                return Some((Some(key), "there always is such a piece".to_owned()));
            }
            let both = |group: &Group| proviso.absent.iter().any(|absent| scene.holds(absent, group));
            if !proviso.present.is_empty() && proviso.present.iter().all(both) {
                return Some((Some(key), "the same is asked for and excluded".to_owned()));
            }
        }
        None
    }

    fn lacks(&self, side: Side, kinds: &Kinds) -> String {
        match kinds {
            Kinds::Only(names) if !names.is_empty() => {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                format!("{} never has any {}", capital(side), names.join(" or "))
            }
            _ => format!("{} has no such piece", capital(side)),
        }
    }

    /// The reason why a side never captures the meant pieces.
    fn safe(&self, effect: &Effect, side: Side) -> String {
        let sides = match effect.whose {
            Owner::Friend => vec![side],
            Owner::Enemy => vec![side.other()],
            _ => Side::ALL.to_vec(),
        };
        let meant = |side: Side| {
            let all = self.kinds(side).filter(|name| effect.of.has(name));
            all.map(move |name| (side, name)).collect::<Vec<_>>()
        };
        let meant: Vec<(Side, &str)> = sides.into_iter().flat_map(meant).collect();
        if meant.is_empty() {
            return self.lacks(side.other(), &effect.of);
        }
        let royal = |(side, name): &(Side, &str)| self.is_lasting(*side, name);
        match meant.iter().find(|one| royal(one)) {
            Some((_, name)) if meant.iter().all(royal) => {
                format!("the `{name}` is royal, and no royal is captured")
            }
            _ if effect.whose == Owner::Friend => "nobody captures their own pieces".to_owned(),
            _ => "nothing captures such a piece in this way".to_owned(),
        }
    }
}
