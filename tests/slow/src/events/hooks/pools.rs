//! `pool`, `recall`, `regents` of the rules, and `statues`: the new kinds of pieces, and the pieces
//! that wait beside the board.

use crate::board::Square;
use crate::events::action::{Action, Source, Step};
use crate::events::hook::EventHook;
use crate::events::state::{Place, State, Unit};
use crate::events::table::{Setup, Table};
use crate::position::Kind;
use ferz::rules::{Kinds, Recall, Side};
use serde::Deserialize;
use std::collections::BTreeSet;

/// Pieces beside the board, and promotion to them only (`CR-7`, `CR-12`, `CR-28`).
#[derive(Debug)]
pub(super) struct Pools {
    back: Kinds,
    never: BTreeSet<Kind>,
}

impl Pools {
    pub(super) fn new(back: &Kinds) -> Self {
        Self {
            back: back.clone(),
            never: BTreeSet::new(),
        }
    }
}

impl EventHook for Pools {
    fn set_up(&mut self, _: usize, setup: &mut Setup<'_>) {
        let names = setup.table.rules.pieces.keys();
        let never: Vec<String> = names.filter(|name| !self.back.has(name)).cloned().collect();
        self.never = setup.table.kinds(&never);
        setup.table.keeps_pools = true;
        setup.table.never_exiled.extend(self.never.clone());
    }

    fn arrivals(&self, _: &Table, state: &State, side: Side, kind: Kind, out: &mut Vec<Step>) -> bool {
        for (source, pool) in [
            (Source::Captured, &state.captured[side.index()]),
            (Source::Exile, &state.exiled[side.index()]),
        ] {
            let fits = |other: &Kind| *other != kind && !self.never.contains(other);
            let kinds = pool.keys().copied().filter(fits);
            out.extend(kinds.map(|kind| Step::Become(kind, source)));
        }
        let prey = state.exiled[side.other().index()].keys();
        out.extend(prey.map(|&kind| Step::Seize(kind)));
        true
    }
}

/// A piece that promotes pawns on its square colour to exiled pieces (`CR-11`).
#[derive(Debug)]
pub(super) struct Promoter {
    recall: Recall,
    promoter: Kind,
    kind: Kind,
}

impl Promoter {
    pub(super) fn new(recall: &Recall) -> Self {
        Self {
            recall: recall.clone(),
            promoter: 0,
            kind: 0,
        }
    }
}

/// 0 or 1; squares outside the grid have no colour.
fn colour(table: &Table, place: Place) -> Option<i32> {
    let place = table.board.place(place.square);
    place.map(|(file, rank)| (file + rank) % 2)
}

impl EventHook for Promoter {
    fn set_up(&mut self, _: usize, setup: &mut Setup<'_>) {
        self.promoter = setup.kind(&self.recall.by);
        self.kind = setup.kind(&self.recall.of);
        setup.table.keeps_pools = true;
    }

    fn actions(&self, table: &Table, state: &State, out: &mut Vec<Action>) {
        let units = state.units(state.turn);
        let promoters = units.iter().filter(|(_, unit)| unit.kind == self.promoter);
        let colours: BTreeSet<i32> = promoters.filter_map(|(place, _)| colour(table, *place)).collect();
        for (place, _) in units
            .iter()
            .filter(|(_, unit)| unit.kind == self.kind && !unit.statue)
        {
            if !colour(table, *place).is_some_and(|colour| colours.contains(&colour)) {
                continue;
            }
            let exiled = state.exiled[state.turn.index()].keys();
            for &kind in exiled.filter(|&&kind| kind != self.kind) {
                let steps = [Step::At(*place), Step::Become(kind, Source::Exile)];
                out.push(Action::movement(steps));
            }
        }
    }
}

/// A royal piece that is exiled is not lost as long as its side has pawns (`CR-16`).
#[derive(Debug)]
pub(super) struct RoyalExile {
    lifeline: Vec<String>,
    kinds: BTreeSet<Kind>,
}

impl RoyalExile {
    pub(super) fn new(regents: &[String]) -> Self {
        Self {
            lifeline: regents.to_vec(),
            kinds: BTreeSet::new(),
        }
    }
}

impl EventHook for RoyalExile {
    fn set_up(&mut self, _: usize, setup: &mut Setup<'_>) {
        self.kinds = setup.table.kinds(&self.lifeline);
        setup.table.keeps_pools = true;
    }

    fn survives(&self, table: &Table, state: &State, side: Side) -> bool {
        let mut exiled = state.exiled[side.index()].keys();
        exiled.any(|&kind| table.is_royal(&Unit::new(kind, side)))
            && state
                .units(side)
                .iter()
                .any(|(_, unit)| self.kinds.contains(&unit.kind))
    }
}

/// A pawn on its last row may become a statue, which blocks its square (`CR-28` to `CR-31`).
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Statues {
    piece: String,
    #[serde(skip)]
    kind: Kind,
}

impl EventHook for Statues {
    fn set_up(&mut self, _: usize, setup: &mut Setup<'_>) {
        self.kind = setup.kind(&self.piece);
    }

    /// Right in front of own statues that are joined to the last row.
    fn arrives(&self, table: &Table, state: &State, unit: &Unit, square: Square) -> bool {
        let forward = if unit.side == Side::White { 0 } else { 4 };
        let is_own_statue = |square: Square| {
            state
                .base(square)
                .is_some_and(|base| base.side == unit.side && base.statue)
        };
        let mut ahead = table
            .board
            .line(square, forward)
            .take_while(|&square| is_own_statue(square));
        unit.kind == self.kind && ahead.any(|square| table.promotes_on(unit.side, self.kind, square))
    }

    fn arrivals(&self, _: &Table, _: &State, _: Side, kind: Kind, out: &mut Vec<Step>) -> bool {
        if kind == self.kind {
            out.push(Step::Petrify);
        }
        false
    }

    fn free_actions(&self, table: &Table, state: &State, out: &mut Vec<Action>) {
        for place in table.front_statues(state, state.turn) {
            let options = table.options_there(state, state.turn, self.kind, None);
            let real = options.into_iter().filter(|option| *option != Step::Petrify);
            out.extend(real.map(|option| Action::free([Step::At(place), option])));
        }
    }

    fn keys(&self) -> &'static [&'static str] {
        &["statues"]
    }

    fn print(&self, table: &Table, state: &State, out: &mut Vec<(String, String)>) {
        let statues = table.places_where(state, |unit| unit.statue).into_iter();
        let texts: Vec<String> = statues.map(|(place, _)| table.place_text(place)).collect();
        out.push(("statues".to_owned(), texts.join(",")));
    }

    fn parse(&self, table: &Table, _: &str, value: &str, state: &mut State) -> Option<()> {
        for text in value.split(',').filter(|text| !text.is_empty()) {
            let place = table.parse_place(text, state)?;
            state.unit_mut(place)?.statue = true;
        }
        Some(())
    }
}
