//! Acts of effects that change nothing: their pieces or squares never exist, pieces become what
//! they are already, or an earlier act leaves nothing to do.

use super::super::super::reach::targets_of_all;
use super::super::super::report::{Place as Spot, warning};
use super::super::Lints;
use super::costs::{costs_own_royal, loses_mover};
use super::mover::is_whole_mover;
use super::scene::Scene;
use super::squares::{contained, is_one_step, is_steady};
use super::world::World;
use crate::board::{Bits, U256};
use crate::lower::declared::EffectBlock;
use crate::rules::{
    Act, Again, Area, Carry, Castling, Change, Condition, Effect, Event, Fate, Form, Goer, Ground, Group,
    Kinds, Modes, Movement, Owner, Piece, PieceName, Place, Promotion, Put, Shift, Side, Whom,
};
use crate::vocabulary::{ActForm, EFFECTS, EffectKey};

/// An act with where it stands.
struct Told<'e> {
    act: &'e Act,
    /// The whole of it, and its values.
    whole: Spot,
    values: Vec<Spot>,
}

impl Lints<'_, '_> {
    /// The number of acts of an effect that follows.
    pub(super) fn idle_acts(
        &self,
        world: &World<'_, '_>,
        block: &EffectBlock<'_>,
        effect: &Effect,
        most: usize,
    ) {
        let acts = told(block, effect);
        if effect.repeat
            && effect.acts.iter().all(is_done_once)
            && let Some(entry) = super::effects::entry(block, EffectKey::Repeat)
        {
            let message = "this changes nothing: what follows is the same the second time";
            let diagnostic = warning("F0366", entry.place(entry.node.span), message);
            self.add(diagnostic.help("leave it out"), &self.causes());
        }
        for (index, one) in acts.iter().enumerate().take(most) {
            if let Some((spot, message, help)) = self.idle_act(world, effect, &acts, index) {
                let diagnostic = warning("F0366", spot.unwrap_or(one.whole), message);
                self.add(diagnostic.help(help), &self.causes());
            }
        }
    }

    /// Why others leave an act nothing to do, with the remedy.
    fn undone_act(
        world: &World<'_, '_>,
        effect: &Effect,
        acts: &[Told<'_>],
        index: usize,
    ) -> Option<(String, &'static str)> {
        let one = &acts[index];
        let own: Vec<&Act> = acts[..index].iter().map(|told| told.act).collect();
        let before = [world.sure_before(effect), own.clone()].concat();
        if *one.act != Act::Forbid
            && let Some(at) = acts.iter().position(|other| *other.act == Act::Forbid)
            && at != index
        {
            let message = "this never happens: the move is not possible".to_owned();
            let help = "leave it out, or say in a block of its own when the move is not possible";
            return Some((message, help));
        }
        let lost = |(at, other): (usize, &&Act)| {
            loses_mover(other) || world.clears_target(effect, &before[..at], other)
        };
        if before.iter().enumerate().any(lost) && needs_mover(one.act) {
            let message = "this does nothing: the piece that has moved is gone by then".to_owned();
            let help = "put it before the act that takes the mover away, or name other pieces";
            return Some((message, help));
        }
        if index + 1 == acts.len() && world.is_opened_again(effect, one.act) {
            let message = "this closes nothing for long: the next block opens it again at once".to_owned();
            return Some((message, "leave one of the two out"));
        }
        after_others(world, effect, (&before, &own), one.act)
    }

    /// Why an act changes nothing, and where that is said.
    fn idle_act(
        &self,
        world: &World<'_, '_>,
        effect: &Effect,
        acts: &[Told<'_>],
        index: usize,
    ) -> Option<(Option<Spot>, String, &'static str)> {
        if let Some((message, help)) = Self::undone_act(world, effect, acts, index) {
            return Some((None, message, help));
        }
        let one = &acts[index];
        let own = acts[..index].iter().map(|told| told.act);
        let scenes: Vec<Scene<'_, '_, '_>> = Side::ALL
            .into_iter()
            .filter(|&side| effect.side[side])
            .map(|side| world.scene(effect, side, false).after(own.clone()))
            .collect();
        let next = acts.get(index + 1);
        if next.is_some_and(|next| world.is_wasted(&scenes, one.act, next.act)) {
            let message = "this changes nothing: the next act takes away what it has done".to_owned();
            return Some((None, message, "leave one of the two out"));
        }
        if let Some(found) = idle_value(one, &scenes) {
            return Some(found);
        }
        if scenes.iter().all(|scene| scene.cannot_stand(one.act)) {
            let message = "this changes nothing: such a piece would have to promote there".to_owned();
            return Some((
                None,
                message,
                "name other squares, or a kind to which the piece promotes",
            ));
        }
        if costs_own_royal(world, effect, one.act) {
            let message = match effect.by.is_all()
                && effect.event == Event::Move
                && !matches!(one.act, Act::Close(areas) if areas.contains(&Area::All))
            {
                true => "no royal piece may ever move: this would cost its own side a royal piece",
                false => "no such move is legal: it would cost its own side a royal piece",
            };
            let message = message.to_owned();
            let help = "name other pieces: `by: all except king`; or say what is meant: `possible: no`";
            return Some((None, message, help));
        }
        let message = as_before(world, effect, &scenes, one.act)?;
        Some((
            None,
            message,
            "leave it out, or say what should become of which pieces",
        ))
    }
}

/// A value of an act that means nothing, or that another one contains: its place, the reason and
/// the remedy.
fn idle_value(one: &Told<'_>, scenes: &[Scene<'_, '_, '_>]) -> Option<(Option<Spot>, String, &'static str)> {
    if let Some((at, why)) = nothing_meant(one.act, scenes) {
        let message = format!("this changes nothing: {why}");
        let help = "name pieces and squares that can exist, or leave it out";
        return Some((one.values.get(at).copied(), message, help));
    }
    let (Act::Remove(groups) | Act::Moved(groups) | Act::Become(groups, _)) = one.act else {
        return None;
    };
    let at = contained(scenes, groups)?;
    let message = "this adds nothing: another part of the list has all these pieces".to_owned();
    Some((one.values.get(at).copied(), message, "leave it out"))
}

/// Why an act makes of pieces and squares what they are.
fn as_before(
    world: &World<'_, '_>,
    effect: &Effect,
    scenes: &[Scene<'_, '_, '_>],
    act: &Act,
) -> Option<String> {
    let message = match act {
        Act::Become(groups, Form::Kind(kind)) if is_already(world, effect, groups, kind) => {
            format!("this changes nothing: it is a `{kind}` already")
        }
        Act::Become(groups, Form::Victim) if matches!(&effect.of, Kinds::Only(names) if names.len() == 1 && is_already(world, effect, groups, &names[0])) => {
            "this changes nothing: the captured piece is of the same kind".to_owned()
        }
        Act::Flip(groups) if groups.iter().all(|group| royal_only(world, effect, group)) && !world.open => {
            "this changes nothing: royal pieces do not change sides".to_owned()
        }
        Act::Flip(groups) if world.never_flips(scenes, groups) => {
            "this changes nothing: the other side has no such pieces".to_owned()
        }
        Act::Hand { demoted: true, .. } if !world.demotes() => {
            "nothing is ever promoted, so `demoted` changes nothing".to_owned()
        }
        Act::Moved(groups) if effect.event == Event::Move && groups.iter().all(is_whole_mover) => {
            "this changes nothing: a piece that has moved counts as moved".to_owned()
        }
        Act::Moved(groups) if !world.asks_who_moved(groups) => {
            "this changes nothing: no movement, castling or gate asks whether the piece has moved".to_owned()
        }
        Act::Open(_) if !world.has_walls() => "this changes nothing: no square is ever closed".to_owned(),
        Act::Carry(Carry { by, .. }) | Act::Shift(Shift { by, .. }) if world.leads_nowhere(by) => {
            "this changes nothing: the movement leads nowhere on this board".to_owned()
        }
        Act::Again(again) if again.by.as_ref().is_some_and(|by| world.leads_nowhere(by)) => {
            "the turn never goes on: the movement leads nowhere on this board".to_owned()
        }
        Act::Shift(Shift { toward: true, by, .. }) if is_one_step(by) => {
            "this changes nothing: from one step away no piece comes nearer".to_owned()
        }
        Act::Again(Again { by: Some(by), .. })
            if scenes.iter().all(|scene| scene.leads_mover_nowhere(by)) =>
        {
            "the turn never goes on: where the piece stands, the movement leads nowhere".to_owned()
        }
        Act::Shift(shift) if shifts_itself(world, effect, shift) => {
            "this changes nothing: no line leads from the piece that has moved to itself".to_owned()
        }
        Act::Put(put)
            if matches!(&put.on, Area::At(Place::Target | Place::Mover))
                && matches!(effect.event, Event::Move | Event::Capture)
                && scenes.iter().all(Scene::stays) =>
        {
            "nothing comes there: the piece that has moved stands on the square".to_owned()
        }
        _ => return None,
    };
    Some(message)
}

/// Whether the piece that has moved alone would be pulled or pushed along lines from itself.
fn shifts_itself(world: &World<'_, '_>, effect: &Effect, shift: &Shift) -> bool {
    let alone = !world.swaps && !world.open && world.played.control.is_none();
    let named = match &shift.place {
        Place::Piece { kinds, .. } if !kinds.is_all() => kinds,
        _ => &effect.by,
    };
    let lone =
        |side: Side| shift.whom.owner == Owner::Friend && world.is_lone(side, named, &shift.whom.kinds);
    let sides = || Side::ALL.into_iter().filter(|&side| effect.side[side]);
    let itself = is_whole_mover(&shift.whom)
        && !sides().any(|side| meets_partner(world, effect, shift, side))
        || sides().all(lone);
    alone && effect.event != Event::Turn && itself && of_mover(&shift.place)
}

/// Whether a castling moves two pieces of which one stands on a line from the other then.
fn meets_partner(world: &World<'_, '_>, effect: &Effect, shift: &Shift, side: Side) -> bool {
    let t = world.topology();
    let castlings = world.played.castling.iter();
    let mut own = castlings.filter(|c| c.side == side && (effect.by.has(&c.king) || effect.by.has(&c.rook)));
    own.any(|c| {
        let Some((king, rook)) = t.square(&c.king_to).zip(t.square(&c.rook_to)) else {
            return true;
        };
        let led = |from| targets_of_all(t, &shift.by, side, U256::bit(from), Modes(!0));
        shift.by.is_headed() || led(king).has(rook) || led(rook).has(king)
    })
}

/// Whether an act does nothing the second time.
fn is_done_once(act: &Act) -> bool {
    let steady = |groups: &[Group]| groups.iter().all(|group| is_steady(&group.on));
    match act {
        Act::Forbid | Act::Again(_) | Act::Moved(_) => true,
        Act::Remove(groups) | Act::Become(groups, Form::Kind(_)) => steady(groups),
        _ => false,
    }
}

/// The reason why earlier acts leave an act nothing to do, and the remedy.
fn after_others(
    world: &World<'_, '_>,
    effect: &Effect,
    (before, own): (&[&Act], &[&Act]),
    act: &Act,
) -> Option<(String, &'static str)> {
    let undone = undone(before, own, act).map(|why| (why, "leave one of the two out"));
    undone.or_else(|| {
        let why = gone(world, effect, before, act)?;
        Some((why, "leave one of the two out, or let them be about other pieces"))
    })
}

/// Why the pieces of an act are gone by then: an act before it takes all of them off the board.
fn gone(world: &World<'_, '_>, effect: &Effect, before: &[&Act], act: &Act) -> Option<String> {
    let first = before.iter().position(|act| act.facts().fate == Fate::Gone)?;
    if before[first..].iter().any(|act| act.brings()) {
        return None;
    }
    let taken = before[first].facts().pieces;
    let meant = act.facts();
    if meant.pieces.is_empty() || meant.moves() {
        return None;
    }
    let sides = Side::ALL.into_iter().filter(|&side| effect.side[side]);
    let mut scenes = sides.map(|side| world.scene(effect, side, false));
    let all = scenes.all(|scene| {
        let is_gone = |group: &Group| {
            let mut all = taken.iter();
            is_steady(&group.on) && all.any(|whole| scene.holds(whole, group))
        };
        meant.pieces.iter().all(is_gone)
    });
    all.then(|| "this changes nothing: the act before takes these pieces off the board".to_owned())
}

/// Whether all pieces that are meant are of a kind already.
fn is_already(world: &World<'_, '_>, effect: &Effect, groups: &[Group], kind: &str) -> bool {
    let only = |kinds: &Kinds| matches!(kinds, Kinds::Only(names) if names.iter().all(|name| name == kind));
    let movers = || {
        let scene = world.scene(effect, Side::White, false);
        only(&effect.by) && only(&scene.movers)
    };
    // One that has just promoted stands where it would have to do so again: it stays what it is.
    let fresh = || {
        let mut sides = Side::ALL.into_iter().filter(|&side| effect.side[side]);
        let stays = |side: Side| {
            let barred = world.barred(side, kind);
            let own = |p: &&Promotion| p.side == side && p.piece == kind;
            let mut own = world.played.promotions.iter().filter(own);
            own.all(|p| (world.set(&p.zone) & !barred).is_empty())
        };
        only(&effect.by) && world.acts_before(effect).is_empty() && sides.all(stays)
    };
    groups.iter().all(|group| {
        let mover = (group.owner == Owner::Mover || is_whole_mover(group)) && (movers() || fresh());
        only(&group.kinds) || mover
    })
}

impl World<'_, '_> {
    /// Whether there ever is a piece that goes to a hand as another one.
    fn demotes(&self) -> bool {
        let rules = &self.played;
        let turns = rules.drops.iter().any(|drop| drop.hand.is_some());
        self.open || turns || !rules.promotions.is_empty() || rules.restrictions.beyond.takes_part()
    }

    /// Whether it matters anywhere whether one of the pieces has moved.
    fn asks_who_moved(&self, groups: &[Group]) -> bool {
        let initial = |part: &Movement| {
            matches!(
                part,
                Movement::When {
                    condition: Condition::Initial,
                    ..
                }
            )
        };
        let meant = |name: &str| {
            let moved = |group: &Group| group.owner == Owner::Mover || is_whole_mover(group);
            groups.iter().any(|group| moved(group) || group.kinds.has(name))
        };
        let rules = &self.played;
        let castles = |c: &Castling| meant(&c.king) || meant(&c.rook);
        let waits = |ways: &Movement| ways.any(&initial);
        let own = |(name, piece): (&PieceName, &Piece)| {
            meant(name)
                && [&piece.movement.white, &piece.movement.black]
                    .into_iter()
                    .any(waits)
        };
        self.open
            || rules.castling.iter().any(castles)
            || rules.drops.iter().any(|drop| !drop.gate.0.is_empty())
            || rules.pieces.iter().any(own)
            || rules.powers.iter().any(|power| match &power.change {
                Change::Moves(ways) | Change::Gains(ways) => waits(ways),
                Change::None => false,
                Change::GainsTheirs => true,
            })
            || !rules.restrictions.absorb.is_empty()
    }
}

/// The acts of a block with their places.
fn told<'e>(block: &EffectBlock<'_>, effect: &'e Effect) -> Vec<Told<'e>> {
    let mut spots: Vec<(Spot, Vec<Spot>)> = Vec::new();
    for entry in &block.at.node.entries {
        let Some(EffectKey::Act(key)) = EFFECTS.get(&entry.key.value) else {
            continue;
        };
        let values = || entry.values.iter().map(|value| block.at.place(value.span));
        match key.form() {
            ActForm::Pieces(_) | ActForm::Squares(_) => {
                spots.push((block.at.place(entry.span), values().collect()));
            }
            ActForm::Become | ActForm::Hand | ActForm::Put | ActForm::Carry | ActForm::Shift { .. } => {
                spots.extend(values().map(|spot| (spot, vec![spot])));
            }
            ActForm::Again | ActForm::Possible => spots.push((block.at.place(entry.span), Vec::new())),
        }
    }
    let acts = effect.acts.iter().zip(spots);
    acts.map(|(act, (whole, values))| Told { act, whole, values })
        .collect()
}

/// Whether an act does nothing without the piece that has moved.
fn needs_mover(act: &Act) -> bool {
    let seen = |area: &Area| match area {
        Area::At(place)
        | Area::Around(_, place)
        | Area::Reach(_, place)
        | Area::File(place)
        | Area::Rank(place) => of_mover(place),
        Area::Attacked | Area::Between { .. } => true,
        _ => false,
    };
    let of = |group: &Group| group.owner == Owner::Mover || seen(&group.on);
    let facts = act.facts();
    let about = !facts.pieces.is_empty() || !facts.squares.is_empty();
    about && facts.pieces.iter().all(of) && facts.squares.iter().all(seen)
        || facts.place.is_some_and(of_mover)
        || facts.again.is_some_and(|again| again.who == Goer::Mover)
}

fn of_mover(place: &Place) -> bool {
    matches!(
        place,
        Place::Mover
            | Place::Piece {
                owner: Owner::Mover,
                ..
            }
    )
}

/// Whether captured pieces go to a hand.
fn hands_victims(act: &Act) -> bool {
    matches!(
        act,
        Act::Hand {
            whom: Whom::Victims,
            ..
        }
    )
}

/// The effect of an earlier act that undoes an act.
fn undone(before: &[&Act], own: &[&Act], act: &Act) -> Option<String> {
    let last = own.last().copied();
    let only_mover = |groups: &[Group]| groups.iter().all(is_whole_mover);
    let message = match (last, act) {
        (Some(Act::Become(groups, form)), Act::Become(same, kind))
            if groups == same && only_mover(groups) =>
        {
            match form == kind {
                true => "this changes nothing: the act before does the same",
                false => {
                    "this undoes the act before it: of two kinds that a piece becomes, the last one counts"
                }
            }
        }
        (Some(Act::Flip(groups)), Act::Flip(same)) if groups == same && only_mover(groups) => {
            "this takes back what the act before does"
        }
        (Some(Act::Close(areas)), Act::Open(same))
            if areas == same || same.contains(&Area::At(Place::Walls)) =>
        {
            "this takes back what the act before does"
        }
        (Some(first), same)
            if first == same && !matches!(act, Act::Carry(_) | Act::Shift(_) | Act::Put(_)) =>
        {
            "this changes nothing: the act before does the same"
        }
        (
            _,
            Act::Put(Put {
                what: Form::Victim, ..
            })
            | Act::Hand {
                whom: Whom::Victims, ..
            },
        ) if before.iter().any(|act| hands_victims(act)) => {
            "this has no effect: the captured piece goes to a hand, and only once"
        }
        (_, Act::Put(put)) if !put.chosen => {
            let full = own.iter().any(|act| match act {
                Act::Put(first) => {
                    matches!(first.on, Area::At(Place::Origin | Place::Target)) && first.on == put.on
                }
                Act::Close(areas) => areas.contains(&put.on),
                _ => false,
            });
            match full {
                true => "nothing comes there: the act before leaves no empty square",
                false => return None,
            }
        }
        _ => return None,
    };
    Some(message.to_owned())
}

/// The value of an act that means nothing for any side, and the reason.
pub(super) fn nothing_meant(act: &Act, scenes: &[Scene<'_, '_, '_>]) -> Option<(usize, String)> {
    let group = |group: &Group| -> Option<String> {
        let mut all = scenes.iter().map(|scene| scene.missing(group));
        let first = all.next()??;
        all.all(|why| why.is_some()).then_some(first)
    };
    let groups = |list: &[Group]| {
        list.iter()
            .enumerate()
            .find_map(|(i, one)| Some((i, group(one)?)))
    };
    let none = |area: &Area| scenes.iter().all(|scene| scene.area(area).is_empty());
    let areas = |list: &[Area]| {
        let at = list.iter().position(none)?;
        Some((at, "there are no such squares".to_owned()))
    };
    let facts = act.facts();
    // Without closed squares the act itself is idle, wherever it looks.
    let open = facts.ground == Ground::Opened && !scenes.iter().all(|scene| scene.world.has_walls());
    groups(facts.pieces).or_else(|| areas(facts.squares).filter(|_| !open))
}

/// Whether only royals are meant.
fn royal_only(world: &World<'_, '_>, effect: &Effect, group: &Group) -> bool {
    let sides = || Side::ALL.into_iter().filter(|&side| effect.side[side]);
    let scene = |side| world.scene(effect, side, false);
    let meant = |side: Side| {
        let movers = scene(side).movers;
        let owners = world.owners(group.owner, side).into_iter();
        let all = owners.flat_map(|owner| world.kinds(owner).map(move |name| (owner, name)));
        let meant = all
            .filter(|(_, name)| group.kinds.has(name) && (group.owner != Owner::Mover || movers.has(name)));
        meant.collect::<Vec<_>>()
    };
    let royal = |(side, name): &(Side, &str)| {
        world
            .played
            .pieces
            .get(*name)
            .is_some_and(|piece| piece.royal[*side])
    };
    sides().all(|side| meant(side).iter().all(royal)) && sides().any(|side| !meant(side).is_empty())
}
