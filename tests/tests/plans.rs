//! How the moves of each bundled variant are judged: a change of the engine that makes a variant
//! slower shows here.

use ferz::engine::{Cause, Effort, Footprint, Judging, Moves};
use ferz::rules::Side;
use ferz::snapshot::Random;
use ferz::{Variant, plans};

/// The bundled variants in the order of their names.
fn variants() -> impl Iterator<Item = (&'static str, Variant)> {
    let mut names: Vec<&str> = ferz_rulesets::all().iter().map(|bundled| bundled.name).collect();
    names.sort_unstable();
    names.into_iter().map(|name| {
        let rules = ferz_rulesets::ruleset(name).expect(name);
        (name, Variant::new(rules).expect(name))
    })
}

#[test]
fn of_bundled_variants() {
    let told: Vec<String> = variants()
        .map(|(name, variant)| format!("{name} is {}", plans::text(&variant)))
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}

/// How moves of a piece of White's are judged, and why.
fn judged(name: &str, piece: &str, moves: Moves) -> (Judging, Cause) {
    let variant = Variant::new(ferz_rulesets::ruleset(name).expect(name)).expect(name);
    let kind = variant.rules().pieces.get_index_of(piece).expect(piece);
    let plans = variant.plans().movers;
    let plan = plans
        .into_iter()
        .find(|plan| (plan.side, plan.kind, plan.moves) == (Side::White, kind, moves));
    let plan = plan.expect("the piece has such moves");
    (plan.judging, plan.cause)
}

#[test]
fn of_queens() {
    let plain = (Judging::Lines, Cause::Nothing);
    assert_eq!(judged("chess", "queen", Moves::Captures), plain);
    assert_eq!(judged("atomic", "queen", Moves::Quiet), plain);
    let exploding = judged("atomic", "queen", Moves::Captures);
    assert!(
        matches!(exploding, (Judging::Delta, Cause::Effect(_))),
        "{exploding:?}"
    );
}

#[test]
fn no_rule_of_plain_variants_asks_for_trials() {
    for (name, variant) in variants().filter(|(_, variant)| variant.footprint() == Footprint::Plain) {
        let plans = variant.plans();
        assert!(!plans.movers.is_empty(), "{name}");
        for plan in plans.movers {
            let effects = matches!(
                plan.cause,
                Cause::Effect(_) | Cause::Effects | Cause::Powers | Cause::Shots
            );
            assert!(!effects, "{name}: {plan:?}");
        }
        assert_eq!(plans.opening, [None, None], "{name}");
    }
}

#[test]
fn where_mechanics_take_part() {
    let lines = |name, piece, moves| {
        let variant = Variant::new(ferz_rulesets::ruleset(name).expect(name)).expect(name);
        let kind = variant.rules().pieces.get_index_of(piece).expect(piece);
        let movers = variant.plans().movers.into_iter();
        let mut found = movers.filter(|plan| (plan.kind, plan.moves) == (kind, moves));
        let plan = found.next().expect("the piece has such moves");
        (plan.judging, plan.cause, plan.otherwise)
    };
    let captures = lines("revenge-chess", "knight", Moves::Captures);
    assert_eq!(captures, (Judging::Lines, Cause::Nothing, Some(Cause::Avenge)));
    let quiet = lines("revenge-chess", "knight", Moves::Quiet);
    assert_eq!(quiet, (Judging::Lines, Cause::Nothing, None));
    let sweep = lines("all-round-chess", "queen", Moves::Special);
    assert_eq!(sweep, (Judging::Delta, Cause::Hook(0), Some(Cause::Hook(0))));
    let turns = lines("swap", "pawn", Moves::Quiet);
    assert_eq!(turns, (Judging::Trial, Cause::TurnKinds, None));
}

/// The most trials for one position in random games, and the position.
fn most_trials(variant: &Variant) -> (u64, String) {
    let mut most = (0, String::new());
    for seed in 1..=2 {
        let (mut random, mut position) = (Random::new(seed), variant.start());
        for _ in 0..60 {
            let effort = Effort::default();
            let moves = variant.legal_moves(&position);
            if effort.spent() > most.0 {
                most = (effort.spent(), variant.fen(&position));
            }
            if moves.is_empty() {
                break;
            }
            position = variant.play(&position, moves[random.below(moves.len())]);
        }
    }
    most
}

/// Variants whose plans lack a word about some of the trials.
const UNTOLD: [&str; 5] = ["checkmateless", "hypnotic", "megaman", "mesmer", "racingchess"];

#[test]
fn no_move_is_tried_where_no_plan_says_so() {
    let mut tried = Vec::new();
    for (name, variant) in variants().filter(|(_, variant)| !plans::text(variant).contains("trial")) {
        let (trials, fen) = most_trials(&variant);
        if trials > 0 && !UNTOLD.contains(&name) {
            tried.push(format!("{name}: {trials} trials at {fen}"));
        }
    }
    assert!(tried.is_empty(), "{}", tried.join("\n"));
}
