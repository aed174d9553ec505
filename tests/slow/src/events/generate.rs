//! The movements of units, safe or not.

use super::action::{Action, Mode, Source, Step};
use super::hook::{Wanted, Way};
use super::perform::Work;
use super::state::{Place, State, Unit};
use super::table::{Castle, Table};
use crate::board::Square;
use crate::moves::{Deed, Move, can_stand, exposed_by_capture, holder};
use crate::position::{Kind, Piece};
use crate::walk::Path;
use crate::{control, hands, hooks as flat_hooks, powers, promoting, royalty, weapons};
use ferz::rules::{Modes, Promotion, Side, Trigger};
use std::collections::HashMap;

/// The deeds of a movement: its steps, and the units it removes on the way.
type Deeds = (Vec<Step>, Vec<Square>);

impl Table {
    /// How a unit of the side may land on a square, own pieces not captured.
    pub fn landings(&self, state: &State, square: Square, side: Side) -> Vec<Mode> {
        if state.is_empty(square) {
            return vec![Mode::Quiet];
        }
        let Some(base) = state.base(square) else {
            return Vec::new();
        };
        if base.statue {
            return Vec::new();
        }
        let mut modes = Vec::new();
        if self.carries(base) {
            modes.push(Mode::Enter);
        }
        if base.side != side {
            modes.push(Mode::Capture);
        }
        modes
    }

    /// All movements of the side to move that the pieces allow, safe or not.
    pub fn movements(&self, state: &State, wanted: Wanted) -> Vec<Action> {
        let mut out = Vec::new();
        for (place, unit) in state.units(state.turn) {
            self.movements_of(state, &unit, place, wanted, &mut out);
        }
        for hook in &self.hooks {
            hook.actions(self, state, &mut out);
        }
        let none = self.rules.restrictions.no_captures[state.turn];
        if none && wanted == Wanted::All {
            out.retain(|action| !action.removes());
        }
        if wanted == Wanted::All {
            let dropped = |mv: Move| Some(Action::movement([Step::Drop(mv.promotion?, mv.to)]));
            out.extend(
                hands::drops(&self.flat, &self.view(state))
                    .into_iter()
                    .filter_map(dropped),
            );
        }
        if wanted == Wanted::All {
            self.led(state, &mut out);
        }
        self.exchanges(state, &mut out);
        self.shots(state, &mut out);
        let mut out = self.may_go_on(state, out);
        out.retain(|action| !self.strands(state, action));
        out.retain(|action| !self.captures_own_royal(state, action));
        self.apart(state, out)
    }

    /// The same actions, those that come to the same only once.
    fn apart(&self, state: &State, actions: Vec<Action>) -> Vec<Action> {
        let mut apart: Vec<Action> = Vec::new();
        let mut known: HashMap<Deeds, Vec<usize>> = HashMap::new();
        for action in actions {
            let essence = action.essence();
            // Two that change places are the same, begun by the one or by the other.
            let round = match essence.0[..] {
                [Step::Swap(a, b)] => Some((vec![Step::Swap(b, a)], essence.1.clone())),
                _ => None,
            };
            let round = round.and_then(|round| known.get(&round)).into_iter().flatten();
            let same = known.get(&essence).into_iter().flatten();
            let same = same.chain(round.filter(|&&i| self.turned_round(state, &apart[i], &action)));
            match same.min() {
                // The same movement in two ways: it exposes if one of them does.
                Some(&i) if !apart[i].exposes() && action.exposes() => apart[i] = action,
                Some(_) => {}
                None => {
                    known.entry(essence).or_default().push(apart.len());
                    apart.push(action);
                }
            }
        }
        apart
    }

    /// Whether a movement captures a royal of its own side where it goes.
    fn captures_own_royal(&self, state: &State, action: &Action) -> bool {
        let own = |square: Square| {
            let royal = |unit: &Unit| unit.side == state.turn && self.is_royal(unit);
            state.base(square).is_some_and(royal)
        };
        let from = action.from().map(|place| place.square);
        action.steps.iter().any(|step| match *step {
            Step::Land(square, Mode::Capture) => !self.revives() && Some(square) != from && own(square),
            Step::Through(square) | Step::Shoot(square) => own(square),
            _ => false,
        })
    }

    /// Whether a change of places puts a unit where it would have had to promote.
    fn strands(&self, state: &State, action: &Action) -> bool {
        let stuck = |from: Place, to: Place| {
            let cannot = |unit: &Unit| !can_stand(&self.flat, unit.side, unit.kind, to.square);
            to.index == 0 && state.unit(from).is_some_and(cannot)
        };
        action.steps.iter().any(|step| match *step {
            Step::Swap(first, second) => stuck(first, second) || stuck(second, first),
            _ => false,
        })
    }

    /// Whether two changes of places are the same, each begun by another unit: but for the clock.
    fn turned_round(&self, state: &State, one: &Action, other: &Action) -> bool {
        let resets = |place: Place| {
            let kind = state.unit(place).map(|unit| unit.kind);
            kind.is_some_and(|kind| self.rules.pieces[kind].resets_clock)
        };
        match (&one.steps[..], &other.steps[..]) {
            (&[Step::Swap(a, b)], &[Step::Swap(c, d)]) => (a, b) == (d, c) && resets(a) == resets(b),
            _ => false,
        }
    }

    /// Appends all movements of one unit.
    fn movements_of(&self, state: &State, unit: &Unit, place: Place, wanted: Wanted, out: &mut Vec<Action>) {
        if unit.statue {
            return;
        }
        if !self.taken_over.contains_key(&unit.kind) {
            let all = Modes(
                Modes::QUIET.0
                    | Modes::CAPTURE.0
                    | Modes::CAPTURE_OWN.0
                    | Modes::SWAP.0
                    | Modes::SWAP_ENEMY.0,
            );
            self.plain(state, unit, place, all, out);
            for (number, to) in self.castlings(state, unit, place, wanted) {
                if wanted == Wanted::All && !self.may_end(state, unit, number) {
                    continue;
                }
                let steps = [
                    Step::Lift(place),
                    Step::Castle(number),
                    Step::Land(to, Mode::Quiet),
                ];
                out.push(Action::movement(steps));
            }
        }
        out.extend(
            self.in_place(state, unit, place)
                .into_iter()
                .map(|(action, _)| action),
        );
        for hook in &self.hooks {
            hook.movements(self, state, unit, place, wanted, out);
        }
    }

    /// Captures with the ruleset's movement, en passant included, for hooks that have taken over a
    /// kind.
    pub fn captures(&self, state: &State, unit: &Unit, place: Place, out: &mut Vec<Action>) {
        self.plain(state, unit, place, Modes::CAPTURE.or(Modes::CAPTURE_OWN), out);
    }

    /// Movements as the ruleset has them, as far as they are of the modes; those en passant, too.
    fn plain(&self, state: &State, unit: &Unit, place: Place, modes: Modes, out: &mut Vec<Action>) {
        let paths = self.paths(state, unit, place);
        for path in paths.clone() {
            let is_statue = |&&square: &&Square| state.base(square).is_some_and(|base| base.statue);
            if path.captures.iter().find(is_statue).is_none() {
                self.along(state, unit, place, (&path, &paths[..]), modes, out);
            }
        }
    }

    /// The movements of a unit at the end of a path; `paths` are all paths it has.
    fn along(
        &self,
        state: &State,
        unit: &Unit,
        place: Place,
        (path, paths): (&Path, &[Path]),
        modes: Modes,
        out: &mut Vec<Action>,
    ) {
        let exposing = self.rules.restrictions.exposed_captures[unit.side];
        let may = |mode: Modes| path.modes.has(mode) && modes.has(mode);
        let to = path.to;
        let through = path.captures.iter().map(|&square| Step::Through(square));
        // The square at the end as the unit finds it: it has left its own, and its victims are
        // gone.
        let mut there = self.without(state, place);
        for &square in &path.captures {
            there.lists[square].remove(0);
        }
        let base = there.base(to);
        let own = base.is_some_and(|base| base.side == unit.side && !base.statue);
        if path.rifle {
            let prey = base
                .filter(|base| !base.statue)
                .map(|base| base.side == unit.side);
            let hits = match prey {
                Some(true) => may(Modes::CAPTURE_OWN),
                Some(false) => may(Modes::CAPTURE),
                None => false,
            };
            if hits {
                let steps: Vec<Step> = [Step::At(place)]
                    .into_iter()
                    .chain(through)
                    .chain([Step::Shoot(to)])
                    .collect();
                out.push(Action::movement(steps));
            }
            return;
        }
        let mut steps = vec![Step::Lift(place)];
        steps.extend(through);
        let mut landings = self.landings(&there, to, unit.side);
        if own && may(Modes::CAPTURE_OWN) {
            landings.push(Mode::Capture);
        }
        for &mode in &landings {
            let allowed = match mode {
                // Nothing is captured on the square that it has left.
                Mode::Capture if place.index > 0 && to == place.square => false,
                // A removal on the way is a capture, too.
                Mode::Quiet | Mode::Enter => {
                    may(Modes::QUIET) || (path.modes.has(Modes::QUIET) && !path.captures.is_empty())
                }
                Mode::Capture => may(if own { Modes::CAPTURE_OWN } else { Modes::CAPTURE }),
            };
            if !allowed {
                continue;
            }
            steps.push(Step::Land(to, mode));
            if mode == Mode::Enter {
                out.push(Action::movement(steps.clone()));
            } else {
                let exposed = match mode {
                    Mode::Quiet => path.exposed.clone(),
                    Mode::Capture if exposing && !own => exposed_by_capture(paths, path),
                    Mode::Capture | Mode::Enter => Default::default(),
                };
                let exposed: Vec<Square> = exposed.into_iter().collect();
                self.arrive(state, &steps, &exposed, unit, Place::ground(to), out);
            }
            steps.pop();
        }
        let target = Place::ground(to);
        let swap = if own { Modes::SWAP } else { Modes::SWAP_ENEMY };
        let meets = base.is_some_and(|base| !base.statue);
        if meets && may(swap) && self.is_alone(state, place) && self.is_alone(state, target) {
            let mut steps: Vec<Step> = steps[1..].to_vec();
            steps.push(Step::Swap(place, target));
            out.push(Action::movement(steps));
        }
        let shoots = !self.flat.mechanics.weapons.is_empty();
        if landings.contains(&Mode::Quiet) && path.modes.has(Modes::EN_PASSANT) && !shoots {
            let exposed = if exposing {
                exposed_by_capture(paths, path).into_iter().collect()
            } else {
                Vec::new()
            };
            self.en_passant(state, unit, (&steps, &exposed), to, out);
        }
    }

    /// Whether a unit may change places: it is no statue, and carries nothing.
    fn is_alone(&self, state: &State, place: Place) -> bool {
        state.unit(place).is_some_and(|unit| {
            let carries = self.carries(unit) && place.index + 1 < state.len(place.square);
            let below = place.index == 0 && state.len(place.square) > 1;
            !unit.statue && !carries && !below
        })
    }

    /// Captures en passant on an empty square: one for each unit that has passed it. `steps` lead
    /// there.
    fn en_passant(
        &self,
        state: &State,
        unit: &Unit,
        (steps, exposed): (&[Step], &[Square]),
        to: Square,
        out: &mut Vec<Action>,
    ) {
        let allowed = |zone: &ferz::rules::PerSide<_>| self.board.lies(to, &zone[unit.side]);
        if !self.rules.en_passant.as_ref().is_none_or(allowed) {
            return;
        }
        let enemy = |square: Square| state.base(square).is_some_and(|base| base.side != unit.side);
        let fits = |&&(middle, victim): &&(Square, Square)| middle == to && enemy(victim);
        let victims: Vec<Square> = state
            .passed
            .iter()
            .filter(fits)
            .map(|&(_, victim)| victim)
            .collect();
        for &victim in &victims {
            let take = Step::Take(Place::ground(victim), victims.len() > 1);
            let steps = [steps, &[Step::Land(to, Mode::Quiet), take]].concat();
            self.arrive(state, &steps, exposed, unit, Place::ground(to), out);
        }
    }

    /// A unit has arrived: appends the movement, once for everything that the unit may become
    /// there.
    ///
    /// `steps` lead from `state` to where the unit is at `at`; `exposed` are squares that it has
    /// passed.
    pub fn arrive(
        &self,
        state: &State,
        steps: &[Step],
        exposed: &[Square],
        unit: &Unit,
        at: Place,
        out: &mut Vec<Action>,
    ) {
        let exposes: Vec<Step> = exposed.iter().map(|&square| Step::Expose(square)).collect();
        let (stays, options) = self.becoming(state, steps, unit, at);
        if stays {
            out.push(Action::movement([steps, &exposes].concat()));
        }
        for option in options {
            // A passing pawn still counts as a pawn (`passed=`), or as its present kind (`EN-24`).
            let exposes: &[Step] = if self.sure_passers { &[] } else { &exposes };
            out.push(Action::movement([steps, &[option], exposes].concat()));
        }
    }

    /// Whether a unit that arrives may keep its kind, and the kinds it may become.
    pub fn becoming(&self, state: &State, steps: &[Step], unit: &Unit, at: Place) -> (bool, Vec<Step>) {
        let promotions = self.promotions(unit.side, unit.kind);
        let movement = Action::movement(steps);
        let Some(from) = movement
            .from()
            .filter(|_| !promotions.is_empty() && at.index == 0)
        else {
            return (true, Vec::new());
        };
        let happens = |p: &&Promotion| {
            let zone = self.board.squares(&p.zone);
            let right = match p.trigger {
                Trigger::Enter => zone.contains(&at.square),
                Trigger::Leave => zone.contains(&from.square),
                Trigger::Touch => zone.contains(&from.square) || zone.contains(&at.square),
                Trigger::InPlace => false,
            };
            right && p.only.suits(movement.removes())
        };
        let hits: Vec<&Promotion> = promotions.into_iter().filter(happens).collect();
        let arrives = || self.hooks.iter().any(|h| h.arrives(self, state, unit, at.square));
        if hits.is_empty() && !arrives() {
            return (true, Vec::new());
        }
        let mut after = state.clone();
        let end = self.run(&mut after, steps, unit.side, &mut Work::default());
        // Revenge may have taken it at once (`CR-9`).
        if end != Some(at) || !after.unit(at).is_some_and(|there| there.mover) {
            return (true, Vec::new());
        }
        let must = hits.iter().any(|p| !self.may_stay(p, at.square));
        if hits.is_empty() {
            return (true, self.options_there(&after, unit.side, unit.kind, None));
        }
        let (replaced, options) = self.options(state, &after, unit.side, unit.kind, &hits);
        // In a question about threats, a piece that would have to promote and cannot attacks all
        // the same.
        let is_asked = state.all().any(|(_, unit)| unit.marked);
        let stays = !must || ((replaced || is_asked) && options.is_empty());
        (stays, options)
    }

    /// The kinds that a unit of that kind may now become by promotion, and whether hooks give them.
    /// `before` is the position in which limits count.
    pub fn options(
        &self,
        before: &State,
        state: &State,
        side: Side,
        kind: Kind,
        promotions: &[&Promotion],
    ) -> (bool, Vec<Step>) {
        let mut out = Vec::new();
        let mut replaced = false;
        for hook in &self.hooks {
            replaced |= hook.arrivals(self, state, side, kind, &mut out);
        }
        let mut named = Vec::new();
        for promotion in promotions {
            for name in &promotion.to {
                let kind = self.kind(name);
                let count = || {
                    before
                        .units(side)
                        .iter()
                        .filter(|(_, unit)| unit.kind == kind)
                        .count()
                };
                let limit = promotion.limits.get(name);
                let step = Step::Become(kind, Source::Free);
                let holder = holder(&self.flat, side, &promotion.piece, name);
                let held = |side: Side| before.hands[side.index()].get(&kind).is_some_and(|&n| n > 0);
                let free = limit.is_none_or(|&limit| count() < limit as usize);
                if free && holder.is_none_or(held) {
                    named.push(step);
                }
            }
        }
        if replaced {
            // The kinds that a promotion names, among the possible ones.
            out.retain(|step| match step {
                Step::Become(kind, _) => named.contains(&Step::Become(*kind, Source::Free)),
                _ => true,
            });
        } else {
            for step in named {
                if !out.contains(&step) {
                    out.push(step);
                }
            }
        }
        (replaced, out)
    }

    /// The kinds that a unit of that kind may become other than at the end of a movement of its
    /// own: on a square to which something else has brought it, or on any square.
    pub fn options_there(&self, state: &State, side: Side, kind: Kind, at: Option<Square>) -> Vec<Step> {
        let mut promotions = self.promotions(side, kind);
        if let Some(square) = at {
            let zone = |p: &Promotion| self.board.lies(square, &p.zone);
            promotions.retain(|p| p.trigger == Trigger::Enter && p.only.is_any() && zone(p));
        }
        self.options(state, state, side, kind, &promotions).1
    }

    /// Promotions that are moves of their own (`EN-12`), each with whether it may not give check.
    pub fn in_place(&self, state: &State, unit: &Unit, place: Place) -> Vec<(Action, bool)> {
        let (mut found, view) = (Vec::new(), self.view(state));
        let mut promotions = self.promotions(unit.side, unit.kind);
        let here = |p: &Promotion| self.board.lies(place.square, &p.zone);
        promotions.retain(|p| p.trigger == Trigger::InPlace && here(p));
        if promotions.is_empty() || place.index > 0 || powers::is_still(&self.flat, &view, place.square) {
            return found;
        }
        for promotion in promotions {
            let (_, options) = self.options(state, state, unit.side, unit.kind, &[promotion]);
            for to in promoting::ends(&self.flat, &view, promotion, place.square) {
                for &option in &options {
                    let kind = match option {
                        Step::Become(kind, _) => Some(kind),
                        _ => None,
                    };
                    let mv = Move {
                        promotion: kind,
                        ..Move::simple(place.square, to, Deed::InPlace)
                    };
                    if kind.is_some() && !promoting::is_so_after(&self.flat, &view, promotion, &mv) {
                        continue;
                    }
                    let steps = if to == place.square {
                        [Step::At(place), Step::Pass(to), option]
                    } else {
                        [Step::Lift(place), Step::Land(to, Mode::Quiet), option]
                    };
                    found.push((Action::movement(steps), promotion.no_check));
                }
            }
        }
        found
    }

    /// Whether a movement moves a unit of the opponent's.
    pub fn is_control(&self, state: &State, action: &Action) -> bool {
        let unit = action.from().and_then(|place| state.unit(place));
        unit.is_some_and(|unit| unit.side != state.turn)
    }

    /// Movements of the opponent's units. They go as the ruleset has them.
    fn led(&self, state: &State, out: &mut Vec<Action>) {
        let is_statue = |square: Square| state.base(square).is_some_and(|base| base.statue);
        for (from, to) in control::ways(&self.flat, &self.view(state)) {
            let Some(unit) = state.base(from).filter(|_| !is_statue(from) && !is_statue(to)) else {
                continue;
            };
            let mode = if state.is_empty(to) {
                Mode::Quiet
            } else {
                Mode::Capture
            };
            let steps = [Step::Lift(Place::ground(from)), Step::Land(to, mode)];
            let mut found = Vec::new();
            if self.rules.restrictions.late_promotions[unit.side].happens() {
                found.push(Action::movement(steps));
            } else {
                self.arrive(state, &steps, &[], unit, Place::ground(to), &mut found);
            }
            // The last royal stays one.
            let last = self.is_royal(unit) && self.royals(state, unit.side).len() == 1;
            found.retain(|action| match action.steps.last() {
                Some(&Step::Become(kind, _)) if last => self.is_royal(&self.make(kind, unit.side)),
                _ => true,
            });
            out.extend(found);
        }
    }

    /// Two units of a side change places, wherever they stand (`EN-6`).
    fn exchanges(&self, state: &State, out: &mut Vec<Action>) {
        let units = state.units(state.turn);
        let named = |name: &str| {
            let kind = self.kind(name);
            let fits = move |(_, unit): &&(Place, Unit)| unit.kind == kind;
            units.iter().filter(fits).map(|(place, _)| *place)
        };
        for exchange in &self.flat.mechanics.exchanges {
            for from in named(&exchange.of).filter(|&place| self.is_alone(state, place)) {
                for to in named(&exchange.with).filter(|&place| self.is_alone(state, place)) {
                    out.push(Action::movement([Step::Swap(from, to)]));
                }
            }
        }
    }

    /// Shots, volleys and shots in passing of units on the ground (`MM-5`, `MM-6`, `MM-10`).
    fn shots(&self, state: &State, out: &mut Vec<Action>) {
        let is_statue = |square: Square| state.base(square).is_some_and(|base| base.statue);
        for shot in weapons::moves(&self.flat, &self.view(state)) {
            if is_statue(shot.from) || is_statue(shot.to) {
                continue;
            }
            let at = Step::At(Place::ground(shot.from));
            out.push(Action::movement(match shot.deed {
                Deed::Volley(letter) => {
                    let targets = shot.captures.iter().filter(|&&square| !is_statue(square));
                    let takes = targets.map(|&square| Step::Take(Place::ground(square), false));
                    [at, Step::Volley(letter)].into_iter().chain(takes).collect()
                }
                Deed::EnPassant => {
                    let victim = state
                        .passed
                        .iter()
                        .find(|&&(middle, _)| middle == shot.to)
                        .map_or(shot.to, |&(_, victim)| victim);
                    let take = Step::Take(Place::ground(victim), false);
                    vec![at, Step::Past(shot.to), take]
                }
                _ => vec![at, Step::Shoot(shot.to)],
            }));
        }
    }

    /// Castling moves of a unit: their numbers and where it arrives. Whether it is safe there is
    /// not asked.
    pub fn castlings(
        &self,
        state: &State,
        unit: &Unit,
        place: Place,
        wanted: Wanted,
    ) -> Vec<(usize, Square)> {
        if place.index > 0 || state.len(place.square) != 1 {
            return Vec::new();
        }
        let mut out = Vec::new();
        for &number in &state.rights {
            let castle = &self.castles[number];
            let is_partner = |base: &Unit| base.kind == castle.rook && base.side == castle.side;
            let possible = !powers::is_still(&self.flat, &self.view(state), castle.king_from)
                && castle.side == unit.side
                && castle.king == unit.kind
                && castle.king_from == place.square
                && state.base(castle.rook_from).is_some_and(is_partner)
                && castle
                    .empty
                    .iter()
                    .filter(|&&square| square != castle.king_from && square != castle.rook_from)
                    .all(|&square| state.is_empty(square));
            if possible && (wanted == Wanted::Threats || self.is_safe_way(state, unit, castle)) {
                out.push((number, castle.king_to));
            }
        }
        out
    }

    /// Whether a king passes no attacked square; where it ends is judged with the whole movement
    /// (`CR-13`).
    fn is_safe_way(&self, state: &State, unit: &Unit, castle: &Castle) -> bool {
        let (view, king) = (self.view(state), castle.king_from);
        let piece = Piece {
            side: unit.side,
            kind: unit.kind,
        };
        let reached = |&square: &Square| royalty::is_reached(&self.flat, &view, piece, king, square);
        if castle.chains && castle.safe.iter().any(reached) {
            return false;
        }
        let mut passed = castle.safe.iter().filter(|&&square| square != castle.king_to);
        passed.all(|&square| self.may_stand(state, unit, castle.king_from, square))
    }

    /// Whether a king may end its castling where it does, its partner still at home (`MM-16`).
    fn may_end(&self, state: &State, unit: &Unit, number: usize) -> bool {
        let castle = &self.castles[number];
        !castle.safe.contains(&castle.king_to)
            || self.may_stand(state, unit, castle.king_from, castle.king_to)
    }

    fn may_stand(&self, state: &State, unit: &Unit, from: Square, square: Square) -> bool {
        let mut there = state.clone();
        there.take_list(from);
        there.lists[square] = vec![unit.clone()];
        !self.is_attacked(&there, Place::ground(square))
            && !flat_hooks::forbids(&self.flat, &self.view(&there), unit.side)
    }

    /// The quiet ways of a unit: the squares to which its movement leads without capturing, over
    /// all contents of the squares.
    pub fn ways(&self, state: &State, unit: &Unit, place: Place) -> Vec<Way> {
        if unit.statue {
            return Vec::new();
        }
        if let Some(&number) = self.taken_over.get(&unit.kind) {
            return self.hooks[number].ways(self, state, unit, place);
        }
        let paths = self.paths(state, unit, place).into_iter();
        let quiet = |path: &Path| {
            path.modes.has(Modes::QUIET) && path.captures.is_empty() && !path.rifle && path.to != place.square
        };
        let way = |path: Path| Way {
            to: path.to,
            middle: path.exposed.first().copied(),
            shown: false,
        };
        paths.filter(quiet).map(way).collect()
    }
}
