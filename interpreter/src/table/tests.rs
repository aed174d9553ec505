//! The table held against itself and against the other engine.

use super::*;
use crate::lower::{Library, Source as Text, lower};
use crate::rules::{Ruleset, Side};

/// The texts that are needed.
struct Texts;

impl Library for Texts {
    fn load(&self, name: &str, _: Option<&str>) -> Result<Text, String> {
        let text = match name {
            "standard" => include_str!("../../../rulesets/lib/standard.ferz"),
            "chess" => include_str!("../../../rulesets/chess.ferz"),
            "crazy" => include_str!("../../../rulesets/crazy.ferz"),
            _ => return Err("there is no such file".to_owned()),
        };
        Ok(Text {
            name: name.to_owned(),
            text: text.to_owned(),
        })
    }
}

fn ruleset(name: &str) -> Ruleset {
    let lowered = lower(Texts.load(name, None).unwrap(), &Texts);
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

/// An action, more often one that builds towers, statues or brings a pawn forward.
fn choose(table: &Table, listing: &Listing, dice: &mut Dice) -> Action {
    let rich = |action: &&Action| {
        let text = table.text(action);
        text.contains("=S") || text.contains('+') || text.contains('*')
    };
    let rich: Vec<&Action> = listing.actions.iter().filter(rich).collect();
    if !rich.is_empty() && dice.roll(3) == 0 {
        return rich[dice.roll(rich.len())].clone();
    }
    listing.actions[dice.roll(listing.actions.len())].clone()
}

/// Threats are found by trying only what could reach a royal; here everything is tried.
#[test]
fn shortcuts_find_the_same_threats() {
    let table = table("crazy");
    let (mut threats, mut quiet) = (0, 0);
    for seed in 1..=40u64 {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut state = table.start().clone();
        for _ in 0..160 {
            if state.choices.is_empty() && state.proposal.is_none() && statues(&state) < 4 {
                for side in Side::ALL {
                    let fast = table.is_threatened(&state, side);
                    let text = table.print(&state);
                    assert_eq!(fast, is_threatened_slowly(&table, &state, side), "{side}: {text}");
                    *(if fast { &mut threats } else { &mut quiet }) += 1;
                }
            }
            let listing = table.listing(&state);
            if listing.actions.is_empty() {
                break;
            }
            let action = choose(&table, &listing, &mut dice);
            state = table.after(&state, &listing, &action);
        }
    }
    assert!(threats > 20 && quiet > 200, "{threats} {quiet}");
}

/// A carrier takes a royal, or the last pawns of an exiled one, to where others fall; en passant removes elsewhere.
#[test]
fn threats_far_from_what_is_threatened() {
    let table = table("crazy");
    for (text, side) in [
        (
            "8/5N2/P7/7p/8/R1r4B/8/7R b - - 9 44 captured=QNPPPPPPqbpppppp denial=w exile=Bk towers=a3:Rb,c3:rK,h1:Rrnn",
            Side::White,
        ),
        (
            "2r5/8/5R2/8/6p1/6P1/8/8 b - - 0 40 captured=QRNNPPPPPPqrbnnpppppp denial=b exile=KBBkb passed=f3:g3",
            Side::White,
        ),
        (
            "8/8/8/3q2R1/3P4/2P5/8/8 w - - 2 44 captured=QRBNPPPPPPrrnnpppppp denial=b exile=KBkbb towers=g5:RppN",
            Side::Black,
        ),
    ] {
        let state = fen::parse(&table, text).unwrap();
        assert!(is_threatened_slowly(&table, &state, side), "{text}");
        assert!(table.is_threatened(&state, side), "{text}");
    }
}

/// What a position keeps account of is what one would count.
#[test]
fn accounts_are_right() {
    let table = table("crazy");
    for seed in 1..=6u64 {
        let mut dice = Dice(seed.wrapping_mul(0xD134_2543_DE82_EF95));
        let mut state = table.start().clone();
        for _ in 0..150 {
            let again = table.position(&table.print(&state)).unwrap();
            assert!(again == state, "{}\n{}", table.print(&state), table.print(&again));
            let listing = table.listing(&state);
            if listing.actions.is_empty() {
                break;
            }
            let action = choose(&table, &listing, &mut dice);
            state = table.after(&state, &listing, &action);
        }
    }
}

/// Without hooks the table plays chess: the same moves, positions and outcomes as the other engine.
#[test]
fn without_hooks_it_plays_chess() {
    let variant = crate::engine::Variant::new(ruleset("chess")).unwrap();
    let table = table("chess");
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    ];
    let mut plies = 0;
    for (i, start) in starts.iter().enumerate() {
        for seed in 1..=6u64 {
            let mut dice = Dice((seed + 100 * i as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let mut here = table.position(start).unwrap();
            let mut there = variant.position(start).unwrap();
            for _ in 0..120 {
                let fen = table.print(&here);
                assert_eq!(fen, variant.fen(&there));
                let listing = table.listing(&here);
                let moves = variant.legal_moves(&there);
                let mut ours = table.texts(&listing.actions);
                let mut theirs = variant.move_texts(&there, &moves);
                ours.sort();
                theirs.sort();
                assert_eq!(ours, theirs, "{fen}");
                assert_eq!(table.in_check(&here), variant.in_check(&there), "{fen}");
                assert_eq!(table.outcome(&here), variant.outcome(&there), "{fen}");
                plies += 1;
                if listing.actions.is_empty() {
                    break;
                }
                let action = &listing.actions[dice.roll(listing.actions.len())];
                there = variant.play(&there, variant.find_move(&there, &table.text(action)).unwrap());
                here = table.after(&here, &listing, action);
            }
        }
    }
    assert!(plies > 500, "{plies}");
}
