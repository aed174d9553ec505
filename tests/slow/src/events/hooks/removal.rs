//! `carry` and `avenge` of the rules, `all-round` and `raise`: what carries, removes, and comes
//! back.

use crate::events::action::{Action, Source, Step};
use crate::events::hook::{EventHook, Removal, Wanted};
use crate::events::perform::Work;
use crate::events::state::{Choice, Place, State, Unit};
use crate::events::table::{Setup, Table};
use crate::position::Kind;
use ferz::rules::Avenge;
use serde::Deserialize;
use std::collections::BTreeSet;

/// Pieces that carry others (`CR-1` to `CR-6`): the table knows how, this says which.
#[derive(Debug)]
pub(super) struct Towers {
    host: Vec<String>,
}

impl Towers {
    pub(super) fn new(host: &[String]) -> Self {
        Self { host: host.to_vec() }
    }
}

impl EventHook for Towers {
    fn set_up(&mut self, _: usize, setup: &mut Setup<'_>) {
        let kinds = setup.table.kinds(&self.host);
        setup.table.carriers.extend(kinds);
    }
}

/// A piece that removes everything around it instead of moving (`CR-8`).
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct AllRound {
    piece: Vec<String>,
    range: usize,
    #[serde(skip)]
    kinds: BTreeSet<Kind>,
}

impl EventHook for AllRound {
    fn set_up(&mut self, _: usize, setup: &mut Setup<'_>) {
        self.kinds = setup.table.kinds(&self.piece);
    }

    fn movements(
        &self,
        table: &Table,
        state: &State,
        unit: &Unit,
        place: Place,
        _: Wanted,
        out: &mut Vec<Action>,
    ) {
        let around = table.within(place.square, self.range).into_iter();
        let mut prey = around.filter_map(|square| state.base(square));
        if self.kinds.contains(&unit.kind) && prey.any(|base| !base.statue) {
            out.push(Action::movement([Step::Sweep(place, self.range)]));
        }
    }
}

/// A piece that takes what is around it along when it is captured (`CR-9`).
#[derive(Debug)]
pub(super) struct Revenge {
    piece: Vec<String>,
    range: usize,
    kinds: BTreeSet<Kind>,
}

impl Revenge {
    pub(super) fn new(avenge: &Avenge) -> Self {
        Self {
            piece: avenge.of.clone(),
            range: avenge.within.into(),
            kinds: BTreeSet::new(),
        }
    }
}

impl EventHook for Revenge {
    fn set_up(&mut self, _: usize, setup: &mut Setup<'_>) {
        self.kinds = setup.table.kinds(&self.piece);
    }

    fn removed(&self, _: &Table, _: &mut State, work: &mut Work, removal: Removal) {
        if self.kinds.contains(&removal.unit.kind) && !removal.exiled {
            let sweep = (removal.square, self.range, removal.unit.side);
            work.sweeps.push_back(sweep);
        }
    }
}

const RAISE: usize = 0;
const DECLINE: usize = 1;

/// A piece that may come back once after it was captured or exiled (`CR-10`).
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Raise {
    piece: String,
    #[serde(skip)]
    kind: Kind,
    #[serde(skip)]
    number: usize,
}

fn pool(choice: Choice) -> Source {
    if choice.exiled {
        Source::Exile
    } else {
        Source::Captured
    }
}

impl EventHook for Raise {
    fn set_up(&mut self, number: usize, setup: &mut Setup<'_>) {
        self.kind = setup.kind(&self.piece);
        self.number = number;
        setup.table.keeps_pools = true;
    }

    fn removed(&self, _: &Table, _: &mut State, work: &mut Work, removal: Removal) {
        if removal.unit.kind == self.kind && !removal.unit.raised {
            work.choices.push(Choice {
                hook: Some(self.number),
                square: removal.square,
                side: removal.unit.side,
                exiled: removal.exiled,
            });
        }
    }

    /// None if a statue stands on the square, the square is closed, or the piece has left the pool
    /// in another way.
    fn answers(&self, table: &Table, state: &State, choice: Choice) -> Vec<Action> {
        let statue = state.base(choice.square).is_some_and(|base| base.statue);
        let blocked = statue || state.walls.contains(&choice.square);
        let there = table.withdraw(&mut state.clone(), self.kind, choice.side, pool(choice));
        if blocked || there.is_none() {
            return Vec::new();
        }
        let say = |word| Action::answer([Step::Say(self.number, word)]);
        [RAISE, DECLINE].map(say).to_vec()
    }

    fn answered(&self, table: &Table, state: &mut State, work: &mut Work, choice: Choice, word: usize) {
        if word != RAISE
            || table
                .withdraw(state, self.kind, choice.side, pool(choice))
                .is_none()
        {
            return;
        }
        let unit = Unit {
            raised: true,
            fresh: choice.side == state.turn,
            ..table.make(self.kind, choice.side)
        };
        work.stirred = true;
        table.drop(state, choice.square, vec![unit], work);
    }

    fn choice_name(&self) -> &'static str {
        "raise"
    }

    fn word(&self, word: usize) -> &'static str {
        if word == RAISE { "raise" } else { "decline" }
    }

    fn turn_ends(&self, table: &Table, state: &mut State, work: &mut Work) {
        loop {
            let mut units = state.units(state.turn).into_iter();
            let Some((place, _)) = units.find(|(_, unit)| unit.raised && !unit.fresh) else {
                break;
            };
            table.send_off(state, place, true, work);
        }
        for (place, unit) in state.units(state.turn) {
            state.replace(place, Unit { fresh: false, ..unit });
        }
    }

    fn keys(&self) -> &'static [&'static str] {
        &["raised"]
    }

    fn print(&self, table: &Table, state: &State, out: &mut Vec<(String, String)>) {
        let raised = table.places_where(state, |unit| unit.raised).into_iter();
        let text = |(place, unit): (Place, Unit)| {
            format!("{}{}", table.place_text(place), if unit.fresh { "+" } else { "" })
        };
        let texts: Vec<String> = raised.map(text).collect();
        out.push(("raised".to_owned(), texts.join(",")));
    }

    fn parse(&self, table: &Table, _: &str, value: &str, state: &mut State) -> Option<()> {
        for text in value.split(',').filter(|text| !text.is_empty()) {
            let place = table.parse_place(text.trim_end_matches('+'), state)?;
            let unit = state.unit_mut(place)?;
            unit.raised = true;
            unit.fresh = text.ends_with('+');
        }
        Some(())
    }
}
