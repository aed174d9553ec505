//! The engine against the slow evaluator on rules without sense: random boards, pieces, promotions,
//! royalty and goals, with and without hooks, and a random game on each. A seed determines a case.

use ferz::engine::Variant;
use ferz::rules::{Act, RoyalAttack, Ruleset, Side};
use ferz::why::{Explainer, Verdict};
use ferz_tests::random_rules as made;
use ferz_tests::seed;
use ferz_tests::slow::duel::play;
use ferz_tests::slow::royalty::in_check;
use ferz_tests::slow::{Game, events, hooks::knows};

/// Makes rules by a seed.
type Maker = fn(u64) -> Ruleset;

/// Every way in which random rules are made, by name.
const MADE: [(&str, Maker); 28] = [
    ("rules", made::ruleset),
    ("kinds", made::with_kinds),
    ("effects", made::with_effects),
    ("puts", made::with_puts),
    ("shifts", made::with_shifts),
    ("forbidden", made::with_forbidden),
    ("turn-ends", made::with_turn_ends),
    ("most-captures", made::with_most_captures),
    ("powers", made::with_powers),
    ("turns", made::with_turns),
    ("control", made::with_control),
    ("chains", made::with_chains),
    ("hands", made::with_hands),
    ("more", made::with_more),
    ("hooks", |seed| made::with_hooks(seed, false)),
    ("three-hooks", |seed| made::with_hooks(seed, true)),
    ("kinds-and-hooks", made::with_kinds_and_hooks),
    ("effects-and-hooks", made::with_effects_and_hooks),
    ("puts-and-hooks", made::with_puts_and_hooks),
    ("shifts-and-hooks", made::with_shifts_and_hooks),
    ("turn-ends-and-hooks", made::with_turn_ends_and_hooks),
    ("most-captures-and-hooks", made::with_most_captures_and_hooks),
    ("walls-and-hooks", made::with_walls_and_hooks),
    ("powers-and-hooks", made::with_powers_and_hooks),
    ("turns-and-hooks", made::with_turns_and_hooks),
    ("chains-and-hooks", made::with_chains_and_hooks),
    ("hands-and-hooks", made::with_hands_and_hooks),
    ("more-and-hooks", made::with_more_and_hooks),
];

/// The rules of a seed, made in the way of that name.
fn rules(name: &str, seed: u64) -> Ruleset {
    let made = MADE.iter().find(|(known, _)| *known == name);
    let (_, made) = made.unwrap_or_else(|| panic!("no `{name}` among {:?}", MADE.map(|(name, _)| name)));
    made(seed)
}

/// `FERZ_CASE="kinds-and-hooks 1002890"` shows the rules of that seed, and whether a game by them
/// is played alike.
#[test]
#[ignore = "for a look at the case that FERZ_CASE names"]
fn a_case() {
    let case = std::env::var("FERZ_CASE").expect("FERZ_CASE names a case");
    let (name, seed) = case.split_once(' ').expect("a name and a seed");
    let seed = seed.parse().expect("the seed is a number");
    println!("{}", ferz::text::ruleset(&rules(name, seed)));
    let is_game = agree(name, seed);
    println!("{}", if is_game { "they agree" } else { "no game" });
}

/// `FERZ_MADE="hooks turns" FERZ_SAMPLES=60` plays by 3,000 rulesets of each.
#[test]
#[ignore = "as many rulesets of the ways that FERZ_MADE names as FERZ_SAMPLES asks for"]
fn many() {
    let names = std::env::var("FERZ_MADE").expect("FERZ_MADE says how rules are made");
    for name in names.split(' ') {
        of_the_day(name, 50);
    }
}

/// Plays by rulesets that are always the same; at least one in a number of them must be a game.
fn always(name: &str, count: u64, share: u64) {
    let count = seed::samples(count);
    let played = (1..=count).filter(|&seed| agree(name, seed)).count() as u64;
    assert!(played * share > count, "only {played} of {count} were games");
}

/// Plays by rulesets of the day. All are played, so that a failure says how many there are.
fn of_the_day(name: &str, count: u64) {
    let cases = seed::samples(count);
    let mut failed = Vec::new();
    let mut played = 0;
    for seed in seed::some(cases) {
        match std::panic::catch_unwind(|| agree(name, seed)) {
            Ok(is_game) => played += u64::from(is_game),
            Err(_) => failed.push(seed),
        }
    }
    assert!(
        failed.is_empty(),
        "{name}: {} of {cases} failed: {failed:?}",
        failed.len()
    );
    println!("{name}: {played} of {cases} were games");
    // Of a few, chance may leave out most.
    let enough = if cases < 100 {
        (cases / 10).max(1)
    } else {
        cases / 6
    };
    assert!(played >= enough, "only {played} of {cases} were games");
}

#[test]
fn random_rules() {
    always("rules", 15, 3);
}

#[test]
fn random_rules_of_the_day() {
    of_the_day("rules", 14);
}

#[test]
fn random_rules_with_hooks() {
    always("hooks", 10, 4);
}

#[test]
fn random_rules_with_hooks_of_the_day() {
    of_the_day("hooks", 8);
}

#[test]
fn random_rules_with_three_hooks() {
    always("three-hooks", 10, 5);
}

#[test]
fn random_rules_with_three_hooks_of_the_day() {
    of_the_day("three-hooks", 8);
}

#[test]
fn random_rules_with_effects() {
    always("effects", 15, 4);
}

#[test]
fn random_rules_with_effects_of_the_day() {
    of_the_day("effects", 18);
}

#[test]
fn random_rules_with_chains() {
    always("chains", 15, 4);
}

#[test]
fn random_rules_with_chains_of_the_day() {
    of_the_day("chains", 8);
}

#[test]
fn random_rules_with_effects_and_hooks() {
    always("effects-and-hooks", 8, 5);
}

#[test]
fn random_rules_with_effects_and_hooks_of_the_day() {
    of_the_day("effects-and-hooks", 8);
}

#[test]
fn random_rules_with_puts() {
    always("puts", 10, 5);
    of_the_day("puts", 8);
}

#[test]
fn random_rules_with_shifts() {
    always("shifts", 8, 5);
    of_the_day("shifts", 8);
}

#[test]
fn random_rules_with_forbidden_moves() {
    always("forbidden", 8, 5);
    of_the_day("forbidden", 10);
}

#[test]
fn random_rules_with_ends_of_turns() {
    always("turn-ends", 8, 5);
    of_the_day("turn-ends", 10);
    of_the_day("turn-ends-and-hooks", 10);
}

#[test]
fn random_rules_with_most_captures() {
    always("most-captures", 8, 5);
    of_the_day("most-captures", 10);
    of_the_day("most-captures-and-hooks", 10);
}

#[test]
fn random_rules_with_puts_and_hooks() {
    of_the_day("puts-and-hooks", 8);
}

#[test]
fn random_rules_with_shifts_and_hooks() {
    of_the_day("shifts-and-hooks", 8);
}

#[test]
fn random_rules_with_control() {
    of_the_day("control", 8);
}

#[test]
fn random_rules_with_walls_and_hooks() {
    of_the_day("walls-and-hooks", 8);
}

#[test]
fn random_rules_with_kinds() {
    always("kinds", 15, 4);
}

#[test]
fn random_rules_with_kinds_of_the_day() {
    of_the_day("kinds", 8);
}

#[test]
fn random_rules_with_kinds_and_hooks() {
    always("kinds-and-hooks", 8, 5);
}

#[test]
fn random_rules_with_kinds_and_hooks_of_the_day() {
    of_the_day("kinds-and-hooks", 8);
}

#[test]
fn random_rules_with_turns() {
    always("turns", 15, 4);
}

#[test]
fn random_rules_with_turns_of_the_day() {
    of_the_day("turns", 8);
}

#[test]
fn random_rules_with_turns_and_hooks() {
    of_the_day("turns-and-hooks", 8);
}

#[test]
fn random_rules_with_chains_and_hooks() {
    of_the_day("chains-and-hooks", 8);
}

#[test]
fn random_rules_with_powers() {
    always("powers", 15, 4);
}

#[test]
fn random_rules_with_powers_of_the_day() {
    of_the_day("powers", 8);
}

#[test]
fn random_rules_with_powers_and_hooks() {
    always("powers-and-hooks", 8, 5);
    of_the_day("powers-and-hooks", 8);
}

#[test]
fn random_rules_with_hands() {
    always("hands", 15, 4);
}

#[test]
fn random_rules_with_hands_of_the_day() {
    of_the_day("hands", 8);
}

#[test]
fn random_rules_with_hands_and_hooks() {
    of_the_day("hands-and-hooks", 8);
}

#[test]
fn random_rules_with_more() {
    always("more", 8, 6);
    of_the_day("more", 8);
}

#[test]
fn random_rules_with_more_and_hooks() {
    always("more-and-hooks", 8, 6);
}

#[test]
fn random_rules_with_more_and_hooks_of_the_day() {
    of_the_day("more-and-hooks", 8);
}

/// Rules that other seeds have found: a king whose own square is the hurdle of the attack on it.
#[test]
fn random_rules_that_failed_once() {
    assert!(agree("rules", 1_001_640), "it is no game any more");
}

/// Rules that seeds with hooks have found, each in a way of its own. They must agree, whether or
/// not they are games.
const FAILED_WITH_HOOKS: [(u64, &str); 34] = [
    (345, "a proposed movement that shares its text"),
    (594, "two paths of a first step to one square"),
    (
        1173,
        "an exposing path that is closed, with an open one to the same end",
    ),
    (
        1272,
        "one of two royals in a tower, which its carrier takes along",
    ),
    (
        1302,
        "hurdles of a side of which some pieces cannot capture, since they would explode",
    ),
    (1314, "a capture on the way explodes where the piece ends"),
    (100_062, "weapons where nothing may be captured"),
    (100_150, "a piece that takes revenge moves next to another"),
    (100_425, "two royals in one tower"),
    (100_473, "the first royal of a side that begins without one"),
    (
        100_505,
        "a movement by influence that ends where the piece's own one exposes",
    ),
    (100_687, "a promotion to a second royal"),
    (100_824, "what has exposed a square is a piece from a pool now"),
    (100_971, "a goal that is reached inside a carrier"),
    (101_032, "a promotion to a piece that takes revenge"),
    (101_231, "a first step onto a carrier by several paths"),
    (101_237, "a change of places with a piece that may make two steps"),
    (101_263, "a leaper that shoots"),
    (101_351, "a return to the carrier that was left"),
    (101_533, "two steps over enemies"),
    (101_722, "a piece that changes sides where it could never go"),
    (101_942, "a capture on the way is not taken over"),
    (
        102_427,
        "a promotion to a piece that is captured at the end of the turn",
    ),
    (200_210, "two ways into a carrier, one with a capture"),
    (200_213, "a royal that carries others"),
    (200_662, "a royal that steps twice and is captured in passing"),
    (201_271, "revenge for a royal takes the other one"),
    (201_417, "a pawn that captures over others"),
    (300_156, "a capture on the way next to a piece that takes revenge"),
    (300_188, "two steps over others"),
    (300_873, "a shot at a piece that takes revenge"),
    (301_894, "a promoted piece that has taken something over"),
    (400_785, "what a hook ends the game by comes before goals"),
    (
        20_787_062_364,
        "a carrier that comes round the board to where it started",
    ),
];

#[test]
fn random_rules_with_hooks_that_failed_once() {
    for (seed, what) in FAILED_WITH_HOOKS {
        println!("seed {seed}: {what}");
        agree("hooks", seed);
    }
}

/// Rules that other seeds have found with three hooks, or with hooks and something else.
const FAILED_WITH_MORE: [(&str, u64, &str); 52] = [
    (
        "more",
        31_340_035,
        "two castlings of two pieces, one of which ends where the other piece stood",
    ),
    (
        "effects-and-hooks",
        31_338_397,
        "a hurdle for an enemy beside influence, where captures may cost the captor a king",
    ),
    (
        "kinds-and-hooks",
        31_338_288,
        "moves from the last corner of 256 squares",
    ),
    (
        "control",
        31_338_270,
        "swaps barred in check, and attacks by turns",
    ),
    (
        "chains",
        31_338_347,
        "what goes on exposes where its captor stands",
    ),
    ("chains-and-hooks", 31_338_347, "the same beside hooks"),
    (
        "more-and-hooks",
        31_338_123,
        "a power asks what is attacked by hopping over it and around the board",
    ),
    (
        "more-and-hooks",
        31_337_095_269,
        "a castling with a king in check as the partner",
    ),
    (
        "turn-ends",
        31_338_303,
        "a sacrificed king on the way of an attack",
    ),
    (
        "turn-ends",
        31_337_094_099,
        "a turn that may go on for long before what ends it",
    ),
    ("turn-ends", 31_337_095_167, "the same with quiet moves"),
    (
        "turn-ends-and-hooks",
        31_337_094_011,
        "a pass in the middle of a turn that ends with the loss of the king",
    ),
    (
        "turn-ends-and-hooks",
        31_337_094_190,
        "the same where a pass is always allowed",
    ),
    (
        "turn-ends-and-hooks",
        31_337_095_074,
        "a bait that ends what would go on",
    ),
    (
        "turn-ends-and-hooks",
        31_337_095_170,
        "a king made at the end of a turn where steps are barred",
    ),
    (
        "turn-ends-and-hooks",
        31_337_095_275,
        "a check that is given when the game is over",
    ),
    (
        "turn-ends-and-hooks",
        31_337_095_328,
        "a second step in a turn that goes on",
    ),
    (
        "shifts",
        31_337_095_294,
        "more than sixteen squares that were passed",
    ),
    (
        "walls-and-hooks",
        20_781_062_581,
        "a capture without moving that chooses where a wall is put",
    ),
    (
        "more-and-hooks",
        20_782_063_114,
        "a capture without moving that chooses where its victim comes back",
    ),
    (
        "three-hooks",
        1_000_022,
        "both have moved that change places in a disguise",
    ),
    (
        "three-hooks",
        1_002_692,
        "a royal that is captured exiles another, and so the side lives on",
    ),
    (
        "three-hooks",
        1_002_848,
        "a first move of a piece on top of one that has not moved",
    ),
    (
        "effects-and-hooks",
        1_000_022,
        "an effect makes another king in place of the one that it costs",
    ),
    (
        "effects-and-hooks",
        1_000_023,
        "the piece that has moved is the other side's before it attacks",
    ),
    (
        "effects-and-hooks",
        1_000_038,
        "a mover that an explosion has taken is none any more",
    ),
    (
        "effects-and-hooks",
        1_000_176,
        "an attack by a king that becomes something else",
    ),
    (
        "powers-and-hooks",
        1_000_037,
        "two pieces that powers let pass the same square",
    ),
    (
        "powers-and-hooks",
        1_000_150,
        "a way that exposes beside one that does not",
    ),
    (
        "powers-and-hooks",
        1_000_156,
        "a way round to the carrier that was left",
    ),
    ("powers-and-hooks", 1_000_225, "powers of a piece inside another"),
    (
        "kinds-and-hooks",
        1_000_567,
        "limits of promotions count what is there before the capture",
    ),
    (
        "kinds-and-hooks",
        1_001_065,
        "captures on the way of a piece that hunts",
    ),
    (
        "kinds-and-hooks",
        1_002_909,
        "a royal on the board while another waits in exile",
    ),
    ("hooks", 1_002_707, "a shot to where an ordinary way is closed"),
    (
        "kinds-and-hooks",
        1_000_254,
        "a royal that must become another as soon as its side's pool has something",
    ),
    (
        "kinds-and-hooks",
        1_002_890,
        "a first move that captures what the piece captures anyway",
    ),
    ("three-hooks", 11_000_731, "a captor that explodes as a statue"),
    (
        "effects-and-hooks",
        1_000_035,
        "a capture on the way to where an ordinary way is closed",
    ),
    (
        "effects-and-hooks",
        20_783_062_817,
        "a shot that closes the square of the shooter's own king",
    ),
    (
        "kinds-and-hooks",
        20_783_062_374,
        "a capture of some kinds that was taken over",
    ),
    (
        "kinds-and-hooks",
        20_783_063_301,
        "a king that has taken over how another piece captures some kinds",
    ),
    (
        "kinds-and-hooks",
        20_785_062_659,
        "squares that another piece could have exposed, had it not been influenced",
    ),
    (
        "more",
        20_782_062_508,
        "an attack on a piece that castles and is no royal",
    ),
    (
        "more",
        20_782_062_531,
        "two castlings that differ in where the partner ends",
    ),
    (
        "more",
        20_782_063_039,
        "a royal that is the partner in a castling",
    ),
    (
        "more",
        20_782_063_271,
        "a capture of the partner instead of castling",
    ),
    (
        "more",
        20_782_063_272,
        "a drop that leaves a check by another piece",
    ),
    (
        "more-and-hooks",
        20_782_062_392,
        "a promotion in place of a piece that could castle",
    ),
    (
        "more-and-hooks",
        20_782_062_587,
        "a piece that is no royal and castles over an attacked square",
    ),
    (
        "turn-ends",
        20_786_062_358,
        "a king of the attacker's on the way of an attack, and royals lost at the end of a turn",
    ),
    ("puts-and-hooks", 20_786_062_358, "the same beside hooks"),
];

#[test]
fn random_rules_with_more_that_failed_once() {
    for (name, seed, what) in FAILED_WITH_MORE {
        println!("{name} {seed}: {what}");
        agree(name, seed);
    }
}

/// How long a game is: where each move may choose of many squares, or where hooks are, the slow
/// evaluator takes its time.
fn plies(rules: &Ruleset) -> usize {
    let mut acts = rules.acts();
    let chosen = acts.any(|act| matches!(act, Act::Put(put) if put.chosen));
    let known = knows(rules);
    // The slow evaluator tries all answers, each with every wall.
    if (chosen || rules.walls.is_some()) && rules.royalty.attack == RoyalAttack::Turns {
        return 2;
    }
    match (chosen || rules.walls.is_some(), rules.hooks.is_empty(), known) {
        (true, true, _) => 6,
        (true, false, _) => 4,
        (false, false, true) => 12,
        (false, false, false) => 8,
        (false, true, _) if rules.effects.is_empty() && rules.powers.is_empty() => 30,
        (false, true, _) => 20,
    }
}

/// Plays a random game by random rules; returns whether it was one.
fn agree(name: &str, seed: u64) -> bool {
    let rules = rules(name, seed);
    // Some movements have more paths than the engine takes.
    let Ok(fast) = Variant::new(rules.clone()) else {
        return false;
    };
    let plies = plies(&rules);
    if rules.hooks.is_empty() && knows(&rules) {
        let slow = Game::new(&rules);
        // A position with the side in check that is not to move cannot occur.
        return !in_check(&slow, &slow.start(), Side::Black) && play(name, &fast, &slow, seed, plies) > 1;
    }
    // A position that cannot occur is none to begin with.
    let start = fast.start();
    if fast.position(&fast.fen(&start)).as_ref() != Ok(&start) {
        return false;
    }
    let hooks: Vec<&str> = rules.hooks.iter().map(|hook| hook.name.as_str()).collect();
    let name = format!("{name} with {}", hooks.join(" and "));
    allows_what_is_legal(&name, seed, &fast);
    if knows(&rules) {
        play(&name, &fast, &Game::new(&rules), seed, plies) > 1
    } else {
        play(&name, &fast, &events::Game::new(&rules), seed, plies) > 1
    }
}

/// A question why a legal move cannot be played is answered: it can.
fn allows_what_is_legal(name: &str, seed: u64, fast: &Variant) {
    let start = fast.start();
    let moves = fast.legal_moves(&start);
    if fast.outcome(&start).is_some() {
        return;
    }
    let explainer = Explainer::new(fast);
    for (text, mv) in fast.move_texts(&start, &moves).iter().zip(moves) {
        let verdict = explainer.why(&start, text);
        assert!(
            verdict == Verdict::Legal(mv),
            "{name}, seed {seed}: {}\n{text} is legal, and why says {verdict:?}",
            fast.fen(&start)
        );
    }
}
