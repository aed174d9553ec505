//! The table held against itself: threats with and without shortcuts, laws of random games.

use super::*;
use crate::lower::{Library, Source as Text, lower};
use crate::rules::{Ruleset, Side};

/// The bundled texts.
struct Bundled;

impl Library for Bundled {
    fn load(&self, name: &str, _: Option<&str>) -> Result<Text, String> {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../rulesets/");
        for path in [format!("{root}{name}.ferz"), format!("{root}lib/{name}.ferz")] {
            if let Ok(text) = std::fs::read_to_string(path) {
                return Ok(Text {
                    name: name.to_owned(),
                    text,
                });
            }
        }
        Err("there is no such file".to_owned())
    }
}

fn ruleset(name: &str) -> Ruleset {
    let lowered = lower(Bundled.load(name, None).unwrap(), &Bundled);
    lowered
        .ruleset
        .unwrap_or_else(|| panic!("{name}: {:?}", lowered.diagnostics))
}

fn table(name: &str) -> Table {
    let rules = ruleset(name);
    let topology = crate::board::Topology::new(&rules.board).unwrap();
    let hooks = rules
        .hooks
        .iter()
        .filter_map(|h| crate::hooks::event(h).unwrap())
        .collect();
    Table::new(&rules, topology, hooks).unwrap()
}

/// Random numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

/// `CR-17` to the letter: every free action, every movement, every choice.
fn is_threatened_slowly(table: &Table, state: &State, side: Side) -> bool {
    let mut probe = state.clone();
    probe.turn = side.other();
    probe.ending = false;
    probe.choices.clear();
    probe.proposal = None;
    probe.refused = None;
    probe.notes = Default::default();
    turn_costs(table, &probe, side)
}

fn turn_costs(table: &Table, probe: &State, side: Side) -> bool {
    if table.is_lost(probe, side) {
        return true;
    }
    let mut actions = Vec::new();
    table.movements(probe, Wanted::All, &mut actions);
    let castles: Vec<Action> = probe
        .units(probe.turn)
        .filter(|(_, unit)| unit.has(Unit::ROYAL))
        .flat_map(|(place, unit)| {
            let mut out = Vec::new();
            table.movements_of(probe, unit, place, Wanted::Threats, &mut out);
            out
        })
        .collect();
    actions.extend(castles);
    if actions.iter().any(|action| table.costs(probe, action, side)) {
        return true;
    }
    let mut free = Vec::new();
    for hook in table.at(Points::ACTIONS) {
        hook.free_actions(table, probe, &mut free);
    }
    free.iter().any(|action| {
        let mut after = probe.clone();
        table.execute_free(&mut after, action, Watch::Only(side));
        turn_costs(table, &after, side)
    })
}

fn statues(state: &State) -> usize {
    Side::ALL
        .iter()
        .flat_map(|&s| state.units(s))
        .filter(|(_, u)| u.has(Unit::STATUE))
        .count()
}

fn pieces(state: &State) -> usize {
    let board: usize = Side::ALL.iter().map(|&s| state.units(s).count()).sum();
    let pool = |pool: &Pool| pool.iter().flatten().map(|&n| usize::from(n)).sum::<usize>();
    board + pool(&state.captured) + pool(&state.exiled)
}

fn random_games(name: &str, games: u64, plies: usize, slow: bool) {
    let table = table(name);
    for seed in 1..=games {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut state = table.start().clone();
        let mut total = pieces(&state);
        for ply in 0..plies {
            let text = table.print(&state);
            let again = table
                .position(&text)
                .unwrap_or_else(|e| panic!("game {seed} ply {ply}: {text}: {e}"));
            assert!(
                again == state,
                "game {seed} ply {ply}: {text}\n{}",
                table.print(&again)
            );
            if slow && state.choices.is_empty() && state.proposal.is_none() && statues(&state) < 4 {
                for side in Side::ALL {
                    let fast = table.is_threatened(&state, side);
                    assert_eq!(fast, is_threatened_slowly(&table, &state, side), "{side}: {text}");
                }
            }
            let listing = table.listing(&state);
            let texts = table.texts(&listing.actions);
            let mut sorted = texts.clone();
            sorted.sort();
            sorted.dedup();
            assert_eq!(
                sorted.len(),
                texts.len(),
                "game {seed} ply {ply}: {text}: {texts:?}"
            );
            let over = table.outcome(&state);
            assert_eq!(over.is_some(), listing.actions.is_empty(), "{text} {over:?}");
            if over.is_some() {
                break;
            }
            let mover = state.decider();
            for action in &listing.actions {
                let after = table.after(&state, &listing, action);
                let now = pieces(&after);
                assert!(now <= total && now + 8 >= total, "{text} {}", table.text(action));
                if action.nature != Nature::Answer && table.is_lost(&after, mover) {
                    assert!(
                        table.is_lost(&after, mover.other()),
                        "{text} {}",
                        table.text(action)
                    );
                }
            }
            let action = &listing.actions[dice.roll(listing.actions.len())];
            state = table.after(&state, &listing, action);
            total = pieces(&state);
        }
    }
}

#[test]
fn shortcuts_find_the_same_threats() {
    random_games("crazy", 150, 200, true);
}
