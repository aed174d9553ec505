//! The engine against the slow evaluator on rules that nobody would play: random boards, pieces, promotions,
//! royalty and goals, with and without hooks, and a random game on each. A seed says everything about a case.

use ferz::betza;
use ferz::engine::Variant;
use ferz::rules::*;
use ferz::vocabulary::{Form, GOALS, GoalOption, Written};
use ferz::why::{Explainer, Verdict};
use ferz_tests::random_effects;
use ferz_tests::random_hooks::{self, Pool};
use ferz_tests::seed;
use ferz_tests::slow::duel::{Random, play};
use ferz_tests::slow::royalty::in_check;
use ferz_tests::slow::{self, Game, events, hooks::is_known};

/// How many rulesets are tried: always the same, and others every day.
const CASES: u64 = 200;
const CASES_OF_THE_DAY: u64 = 100;

/// How many of them with hooks: always the same, and others every day.
const WITH_HOOKS: u64 = 100;
const WITH_HOOKS_OF_THE_DAY: u64 = 50;

/// Pieces that movements are built from.
const PIECES: &str = "K Q R B N NN fmWfceF fsW WfF nN nA mafsmafW mRcpR pR gQ gB KNADcaKmcabK fmFfcafmF FyafsF \
                      [W?fsB] cabK mWcabN KdW dR jR jDjA oR oN WimF R3 mQcN mNcabF W03 [N-R] (1,3) CZ DA nDnA \
                      mpafsW cdafK mabW FmcafsW fhNmsbR pN pB4 gR4";

/// Boards: files and ranks.
const SIZES: [(u8, u8); 13] = [
    (5, 5),
    (6, 6),
    (8, 8),
    (7, 5),
    (4, 9),
    (9, 8),
    (6, 7),
    (5, 8),
    (8, 6),
    (10, 6),
    (4, 4),
    (12, 11),
    (16, 16),
];

/// The kinds of pieces with their letters; the first is royal.
const KINDS: [(&str, char); 5] = [
    ("king", 'K'),
    ("first", 'A'),
    ("second", 'B'),
    ("third", 'C'),
    ("fourth", 'D'),
];

#[test]
fn random_rules() {
    let played = (1..=CASES).filter(|&seed| agree(seed)).count() as u64;
    assert!(played * 3 > CASES, "only {played} of {CASES} were games");
}

#[test]
fn random_rules_of_the_day() {
    let cases = seed::samples(CASES_OF_THE_DAY);
    let played = seed::some(cases).filter(|&seed| agree(seed)).count() as u64;
    assert!(played * 4 > cases, "only {played} of {cases} were games");
}

#[test]
fn random_rules_with_hooks() {
    let played = (1..=WITH_HOOKS).filter(|&seed| agree_with_hooks(seed)).count() as u64;
    assert!(
        played * 4 > WITH_HOOKS,
        "only {played} of {WITH_HOOKS} were games"
    );
}

#[test]
fn random_rules_with_three_hooks() {
    let played = (1..=WITH_HOOKS)
        .filter(|&seed| agree_with_three_hooks(seed))
        .count() as u64;
    assert!(
        played * 5 > WITH_HOOKS,
        "only {played} of {WITH_HOOKS} were games"
    );
}

#[test]
#[ignore = "three rulesets in a thousand still find something that is not mended"]
fn random_rules_with_three_hooks_of_the_day() {
    of_the_day(agree_with_three_hooks);
}

#[test]
#[ignore = "one ruleset in a thousand may still find something that is not mended"]
fn random_rules_with_hooks_of_the_day() {
    of_the_day(agree_with_hooks);
}

/// Plays by as many rulesets as the day has. All are played, so that a failure says how many there are.
fn of_the_day(agree: fn(u64) -> bool) {
    let cases = seed::samples(WITH_HOOKS_OF_THE_DAY);
    let mut failed = Vec::new();
    let mut played = 0;
    for seed in seed::some(cases) {
        match std::panic::catch_unwind(|| agree(seed)) {
            Ok(is_game) => played += u64::from(is_game),
            Err(_) => failed.push(seed),
        }
    }
    assert!(
        failed.is_empty(),
        "{} of {cases} failed: {failed:?}",
        failed.len()
    );
    assert!(played * 5 > cases, "only {played} of {cases} were games");
}

/// Rules with effects: always the same, and others every day.
const WITH_EFFECTS: u64 = 300;
const WITH_EFFECTS_OF_THE_DAY: u64 = 150;

#[test]
fn random_rules_with_effects() {
    let played = (1..=WITH_EFFECTS)
        .filter(|&seed| agree_with_effects(seed))
        .count() as u64;
    assert!(
        played * 4 > WITH_EFFECTS,
        "only {played} of {WITH_EFFECTS} were games"
    );
}

#[test]
fn random_rules_with_effects_of_the_day() {
    let cases = seed::samples(WITH_EFFECTS_OF_THE_DAY);
    let played = seed::some(cases).filter(|&seed| agree_with_effects(seed)).count() as u64;
    assert!(played * 5 > cases, "only {played} of {cases} were games");
}

#[test]
#[ignore = "one ruleset in twenty finds something: the slow evaluator does not say all that effects do beside hooks"]
fn random_rules_with_effects_and_hooks() {
    let played = (1..=WITH_HOOKS).filter(|&seed| agree_with_both(seed)).count() as u64;
    assert!(
        played * 5 > WITH_HOOKS,
        "only {played} of {WITH_HOOKS} were games"
    );
}

/// As [`agree_with_hooks`], with effects besides.
fn agree_with_both(seed: u64) -> bool {
    let mut rules = with_hooks(seed, false);
    rules.effects = with_effects(seed).effects;
    agrees(seed, &rules)
}

/// As [`agree`], with effects besides.
fn agree_with_effects(seed: u64) -> bool {
    let rules = with_effects(seed);
    let Ok(fast) = Variant::new(rules.clone()) else {
        return false;
    };
    let slow = Game::new(&rules);
    !in_check(&slow, &slow.start(), Side::Black)
        && play("random rules with effects", &fast, &slow, seed, 20) > 1
}

/// What other seeds have found: a king whose own square is the hurdle of the attack on it.
#[test]
fn random_rules_that_failed_once() {
    {
        let seed = 1_001_640;
        assert!(agree(seed), "seed {seed} is no game any more");
    }
}

/// What seeds with hooks have found, each in a way of its own. They must agree, be they games or not.
const FAILED_WITH_HOOKS: [(u64, &str); 33] = [
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
        "a movement by influence that ends where the own one exposes",
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
];

#[test]
fn random_rules_with_hooks_that_failed_once() {
    for (seed, what) in FAILED_WITH_HOOKS {
        println!("seed {seed}: {what}");
        agree_with_hooks(seed);
    }
}

/// Plays a random game by random rules; returns whether it was one.
fn agree(seed: u64) -> bool {
    let rules = ruleset(seed);
    // Some movements have more paths than the engine takes.
    let Ok(fast) = Variant::new(rules.clone()) else {
        return false;
    };
    let slow = Game::new(&rules);
    // A position with the side in check that is not to move cannot occur.
    !in_check(&slow, &slow.start(), Side::Black) && play("random rules", &fast, &slow, seed, 30) > 1
}

/// As [`agree`], with one or two hooks besides.
fn agree_with_hooks(seed: u64) -> bool {
    agrees(seed, &with_hooks(seed, false))
}

/// As [`agree`], with up to three hooks besides.
fn agree_with_three_hooks(seed: u64) -> bool {
    agrees(seed, &with_hooks(seed, true))
}

/// Plays a random game by some rules; returns whether it was one.
fn agrees(seed: u64, rules: &Ruleset) -> bool {
    let Ok(fast) = Variant::new(rules.clone()) else {
        return false;
    };
    // What cannot occur is no position to begin with.
    let start = fast.start();
    if fast.position(&fast.fen(&start)).as_ref() != Ok(&start) {
        return false;
    }
    let names: Vec<&str> = rules.hooks.iter().map(|hook| hook.name.as_str()).collect();
    let name = format!("random rules with {}", names.join(" and "));
    allows_what_is_legal(&name, seed, &fast);
    if names.iter().all(|name| is_known(name)) {
        play(&name, &fast, &Game::new(rules), seed, 12) > 1
    } else {
        play(&name, &fast, &events::Game::new(rules), seed, 8) > 1
    }
}

/// Whoever asks why a legal move cannot be played is told that it can.
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

fn with_hooks(seed: u64, three: bool) -> Ruleset {
    let mut rules = ruleset(seed);
    let random = &mut Random(seed ^ 0xBAD_CAFE);
    rules.hooks = from_pool(&rules, |pool| random_hooks::some(random, pool, three));
    rules
}

fn with_effects(seed: u64) -> Ruleset {
    let mut rules = ruleset(seed);
    let random = &mut Random(seed ^ 0xEFFEC7);
    rules.effects = from_pool(&rules, |pool| random_effects::some(random, pool));
    if random.once_in(6) {
        rules.restrictions.no_captures = random.pick(&[PerSide::both(true), PerSide::new(true, false)]);
        // Plain layouts know that, too.
        if random.once_in(2) {
            rules.effects.clear();
        }
    }
    rules
}

/// Something that is made of the pieces and squares of rules.
fn from_pool<T>(rules: &Ruleset, make: impl FnOnce(Pool<'_>) -> T) -> T {
    let squares = squares(&rules.board);
    let movements = ["K", "F", "W", "N", "R", "B", "nN", "WfF", "fR"].map(parsed);
    make(Pool {
        kinds: &KINDS.map(|(name, _)| name),
        squares: &squares,
        movements: &movements,
    })
}

fn parsed(text: &str) -> Movement {
    betza::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn ruleset(seed: u64) -> Ruleset {
    let random = &mut Random(seed);
    let board = board(random);
    let all = squares(&board);
    let pieces = pieces(random);
    let promotions = Side::ALL
        .into_iter()
        .flat_map(|side| promotions(random, side, &all))
        .collect();
    let rule = [RoyalRule::All, RoyalRule::All, RoyalRule::Any, RoyalRule::Fewer];
    let royalty = Royalty {
        rule: PerSide::new(random.pick(&rule), random.pick(&rule)),
    };
    let no_check = royalty.rule == PerSide::both(RoyalRule::All) && random.once_in(3);
    Ruleset {
        format: FORMAT,
        title: format!("seed {seed}"),
        about: String::new(),
        source: String::new(),
        zones: Default::default(),
        armies: Default::default(),
        pieces: pieces.into_iter().collect(),
        promotions,
        castling: Vec::new(),
        en_passant: random
            .once_in(3)
            .then(|| PerSide::new(some(random, &all, 2), some(random, &all, 2))),
        start: start(random, &board, &all),
        board,
        royalty,
        end: End {
            checkmate: Score::Loss,
            stalemate: PerSide::both(Score::Draw),
            goals: if random.once_in(4) {
                goals(random, &all)
            } else {
                Vec::new()
            },
            move_rule: random.once_in(3).then_some(Limit {
                count: 12,
                score: Score::Draw,
                claim: false,
            }),
            repetition: None,
        },
        restrictions: Restrictions {
            must_capture: PerSide::both(random.once_in(8)),
            no_check: PerSide::both(no_check),
            no_captures: PerSide::both(false),
            pass: PerSide::both(random.pick(&[Pass::Never, Pass::Never, Pass::Forced, Pass::Allowed])),
        },
        effects: Vec::new(),
        hooks: Vec::new(),
    }
}

/// A grid, sometimes with holes, joined edges, or two squares outside with links to anywhere.
fn board(random: &mut Random) -> Board {
    let (files, ranks) = random.pick(&SIZES);
    let mut board = Board {
        files,
        ranks,
        holes: Squares::default(),
        wrap_files: random.once_in(4),
        wrap_ranks: random.once_in(8),
        extra: Default::default(),
    };
    if random.once_in(3) {
        board.holes = some(random, &squares(&board), 9);
    }
    let all = squares(&board);
    if random.once_in(3) {
        for name in ["x0", "x1"] {
            board.extra.insert(name.to_owned(), Default::default());
            for direction in Compass::ALL {
                if random.once_in(4) {
                    link(&mut board, name, direction, &all[random.below(all.len())]);
                }
            }
        }
    }
    board
}

/// Joins a square outside to one of the grid, unless another lies there already.
fn link(board: &mut Board, outside: &str, direction: Compass, to: &str) {
    let graph = slow::board::Board::new(board);
    let square = graph.square(to).expect("a square of the grid");
    let links = board.extra.get_mut(outside).expect("a square outside");
    if graph.neighbour(square, direction.opposite().index()).is_none() {
        links.insert(direction, to.to_owned());
    }
}

/// All squares that there are.
fn squares(board: &Board) -> Vec<String> {
    let files = || ('a'..).take(board.files.into());
    let grid = (1..=board.ranks).flat_map(|rank| files().map(move |file| format!("{file}{rank}")));
    let outside = board.extra.keys().cloned();
    grid.filter(|name| !board.holes.0.contains(name))
        .chain(outside)
        .collect()
}

/// One square in so many.
fn some(random: &mut Random, all: &[String], once_in: usize) -> Squares {
    Squares(all.iter().filter(|_| random.once_in(once_in)).cloned().collect())
}

fn pieces(random: &mut Random) -> Vec<(String, Piece)> {
    let mut pieces = Vec::new();
    for (name, letter) in KINDS {
        let royal = letter == 'K';
        let white = piece_movement(random, royal);
        let black = if random.once_in(4) {
            piece_movement(random, royal)
        } else {
            white.clone()
        };
        let piece = Piece {
            letter: PerSide::new(Some(letter), Some(letter.to_ascii_lowercase())),
            movement: PerSide::new(white, black),
            royal: PerSide::both(royal),
            value: None,
            resets_clock: random.once_in(3),
            unlettered: false,
            symbol: None,
        };
        pieces.push((name.to_owned(), piece));
    }
    // A position remembers which pieces have moved only if one of them can make a first move. Whether a random
    // movement can is not easy to tell: one certainly can.
    if format!("{pieces:?}").contains("Initial") {
        let movement = &mut pieces[4].1.movement;
        for side in Side::ALL {
            movement[side] = Movement::Union(vec![movement[side].clone(), parsed("imK")]);
        }
    }
    pieces
}

fn piece_movement(random: &mut Random, royal: bool) -> Movement {
    if royal && !random.once_in(5) {
        return parsed("K");
    }
    if random.once_in(3) {
        // None of these reaches the end of a double step by itself.
        let base = random.pick(&["K", "F", "fsW", "N", "fmWfceF", "cR"]);
        return Movement::Union(vec![parsed(base), exposing(random)]);
    }
    loop {
        let movement = movement(random, 2);
        if is_plausible(&movement, false) {
            return movement;
        }
    }
}

/// A quiet double step in one direction that exposes a square, perhaps with the capture to it.
fn exposing(random: &mut Random) -> Movement {
    let lame = random.once_in(2);
    let double = Movement::Exposed(Box::new(
        Movement::Leap(Leap {
            m: 0,
            n: if lame { 2 } else { 1 },
            winds: Winds::single(2 * random.below(8) as u8),
            frame: Frame::Side,
            range: if lame {
                Range::ONE
            } else {
                Range { min: 2, max: Some(2) }
            },
            between: if lame { Between::Empty } else { Between::Free },
            wraps: false,
        })
        .quiet(),
    ));
    match random.below(3) {
        0 => double,
        1 => Movement::When {
            condition: Condition::Initial,
            movement: Box::new(double),
        },
        _ => Movement::Union(vec![double, parsed("fceF")]),
    }
}

/// Any movement, nested at most `depth` deep.
fn movement(random: &mut Random, depth: usize) -> Movement {
    if depth == 0 || random.once_in(3) {
        let pieces: Vec<&str> = PIECES.split_whitespace().collect();
        return parsed(random.pick(&pieces));
    }
    let mut inner = || Box::new(movement(random, depth - 1));
    let (first, second) = (inner(), inner());
    match random.below(10) {
        0 => Movement::Union(vec![*first, *second]),
        1 => Movement::Over {
            movement: first,
            hurdle: random.pick(&[Hurdle::Any, Hurdle::Friend, Hurdle::Enemy]),
            by: random.pick(&[Range::ONE, Range::ANY, Range { min: 2, max: Some(3) }]),
        },
        2 => Movement::As {
            modes: Modes(1 + random.below(7) as u8),
            movement: first,
        },
        3 => Movement::Rifle(first),
        4 => Movement::As {
            modes: Modes::SWAP.or(Modes(random.below(4) as u8)),
            movement: Box::new(parsed(random.pick(&["K", "R", "N", "pR"]))),
        },
        5 => Movement::When {
            condition: Condition::Initial,
            movement: first,
        },
        6 => Movement::When {
            condition: Condition::Side(random.pick(&Side::ALL)),
            movement: first,
        },
        7 => leap(random),
        8 => Movement::Then {
            first: Box::new(step(random, Frame::Side, Winds::STRAIGHT)),
            via: random.pick(&[
                Via::Empty,
                Via::Capture,
                Via::CaptureOwn,
                Via::Hurdle(Hurdle::Enemy),
                Via::Pass,
            ]),
            // Ahead and to the sides: paths that cross themselves are for the boards that are about them.
            next: Box::new(step(random, Frame::Heading, Winds(0x5015))),
        },
        _ => Movement::Only {
            modes: random.pick(&[Modes::QUIET, Modes::CAPTURE]),
            movement: first,
        },
    }
}

fn leap(random: &mut Random) -> Movement {
    let n = random.below(3) as u8 + 1;
    Movement::Leap(Leap {
        m: random.below(usize::from(n) + 1) as u8,
        n,
        winds: Winds(random.number() as u16),
        frame: random.pick(&[Frame::Side, Frame::Board, Frame::Heading]),
        range: random.pick(&[
            Range::ONE,
            Range::ANY,
            Range { min: 2, max: None },
            Range { min: 1, max: Some(2) },
        ]),
        between: random.pick(&[Between::Free, Between::Empty, Between::Occupied]),
        wraps: random.once_in(4),
    })
}

/// A step or ride in some of the winds.
fn step(random: &mut Random, frame: Frame, within: Winds) -> Movement {
    Movement::Leap(Leap {
        m: 0,
        n: 1,
        winds: Winds(random.number() as u16).and(within),
        frame,
        range: random.pick(&[Range::ONE, Range::ONE, Range::ANY]),
        between: Between::Free,
        wraps: false,
    })
}

/// Whether what changes how a path ends stands outside of what makes it: no shot that goes on, no hop at the end of
/// several legs.
fn is_plausible(movement: &Movement, inside: bool) -> bool {
    let has_legs = |movement: &Movement| format!("{movement:?}").contains("Then");
    match movement {
        Movement::Leap(_) => true,
        Movement::Union(parts) => parts.iter().all(|part| is_plausible(part, inside)),
        Movement::Then { first, next, .. } => is_plausible(first, true) && is_plausible(next, true),
        Movement::Over { movement, .. } | Movement::As { movement, .. } => {
            !has_legs(movement) && is_plausible(movement, true)
        }
        Movement::Rifle(movement) => !inside && !has_legs(movement) && is_plausible(movement, true),
        Movement::Only { movement, .. } | Movement::Exposed(movement) | Movement::When { movement, .. } => {
            is_plausible(movement, inside)
        }
    }
}

/// Promotions of some of a side's kinds, royal ones among the targets.
fn promotions(random: &mut Random, side: Side, all: &[String]) -> Vec<Promotion> {
    let mut promotions = Vec::new();
    for (piece, _) in &KINDS[1..] {
        if !random.once_in(4) {
            continue;
        }
        let limited = random.once_in(3);
        promotions.push(Promotion {
            piece: (*piece).to_owned(),
            side,
            zone: some(random, all, 3),
            trigger: random.pick(&[Trigger::Enter, Trigger::Touch, Trigger::Leave, Trigger::InPlace]),
            on_capture: random.once_in(4),
            to: KINDS
                .iter()
                .filter(|kind| kind.0 != *piece && random.once_in(2))
                .map(|kind| kind.0.into())
                .collect(),
            mandatory: match random.below(3) {
                0 => Mandatory::Always,
                1 => Mandatory::Never,
                _ => Mandatory::On(some(random, all, 2)),
            },
            limits: [("first".to_owned(), 2), ("king".to_owned(), 1)]
                .into_iter()
                .filter(|_| limited)
                .collect(),
        });
    }
    promotions
}

/// The same kind of goal for both sides.
fn goals(random: &mut Random, all: &[String]) -> Vec<Goal> {
    // Whatever goals the language has, by the forms in which they are written.
    let forms: Vec<&Form> = GOALS.iter().map(|entry| entry.means).collect();
    let form = forms[random.below(forms.len())];
    let given: Vec<GoalOption> = form
        .options
        .iter()
        .copied()
        .filter(|_| random.once_in(2))
        .collect();
    let pieces = if form.score == Score::Loss {
        ["first", "second"]
    } else {
        ["king", "first"]
    };
    let mut goal = |side| {
        let written = Written {
            pieces: form
                .pieces
                .map_or_else(Vec::new, |_| pieces.map(str::to_owned).to_vec()),
            zone: form
                .squares
                .map_or_else(Squares::default, |_| some(random, all, 12)),
            number: form.number.as_ref().map_or(0, |number| number.range.1.min(3)),
            options: given
                .iter()
                .map(|&option| {
                    (
                        option,
                        if option.is_counted() {
                            random.below(3) as u32
                        } else {
                            0
                        },
                    )
                })
                .collect(),
        };
        let (reason, score, condition) = (form.word, form.score, (form.condition)(written));
        Goal {
            reason: reason.to_owned(),
            side,
            condition,
            score,
        }
    };
    Side::ALL.map(&mut goal).to_vec()
}

/// The two kings and others here and there.
fn start(random: &mut Random, board: &Board, all: &[String]) -> String {
    let several_kings = random.once_in(4);
    let others: Vec<char> = if several_kings {
        "ABCDabcdABabKk"
    } else {
        "ABCDabcd"
    }
    .chars()
    .collect();
    let mut placed: Vec<(&String, char)> = Vec::new();
    for number in 0..(all.len() / 5).clamp(6, 14) {
        let square = &all[random.below(all.len())];
        let letter = match number {
            0 => 'K',
            1 => 'k',
            _ => random.pick(&others),
        };
        if placed.iter().all(|(taken, _)| *taken != square) {
            placed.push((square, letter));
        }
    }
    let on = |name: &str| {
        placed
            .iter()
            .find(|(square, _)| *square == name)
            .map(|(_, letter)| *letter)
    };
    let row = |rank: u8| {
        let cell = |file: char| {
            let name = format!("{file}{rank}");
            if board.holes.0.contains(&name) {
                '*'
            } else {
                on(&name).unwrap_or(' ')
            }
        };
        let cells: String = ('a'..).take(board.files.into()).map(cell).collect();
        // Runs of empty squares, the longest first.
        (1..=board.files).rev().fold(cells, |row, run| {
            row.replace(&" ".repeat(run.into()), &run.to_string())
        })
    };
    let rows: Vec<String> = (1..=board.ranks).rev().map(row).collect();
    let outside: String = board
        .extra
        .keys()
        .filter_map(|name| Some(format!(" {name}={}", on(name)?)))
        .collect();
    format!("{} w - - 0 1{outside}", rows.join("/"))
}
