//! Every answer comes in a bounded time: looking ahead has a bound, counted in steps, and long work
//! is given up.

use ferz::check::check;
use ferz::diagnostic::Diagnostic;
use ferz::engine::{Game, Position, Variant, patient};
use ferz::rules::Side;
use ferz_play::{Control, Engine, Limits, Settings};
use ferz_tests::library::lower_text;
use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Royals may be checked only by mates; after 1. e4 d5 2. exd5 Qxd5 3. Nc3 the queen can give many
/// checks, and each has many answers.
const CHECKS: &str = "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3";

/// A queen among many that captures on and on.
const QUEENS: &str = "variant \"V\"\nboard 8x8\narmy both { queen Q = queen }\nend { lost: extinct queen }\n\
    start \"q2q2qq/1q1q1q2/q5q1/2q1q2q/1q4q1/1q1q2q1/q4q2/Q2q2q1 w - - 0 1\"\n";

/// Once this many steps are asked for, something has no bound.
const MOST: u64 = 400_000;

fn variant(text: &str) -> Variant {
    let rules = lower_text("v.ferz", text).ruleset.expect(text);
    Variant::new(rules).expect(text)
}

/// The legal moves, and about how many steps they took, if those have an end.
fn listing(variant: &Variant, position: &Position) -> (Vec<String>, u64) {
    let asked = Rc::new(Cell::new(0u64));
    let count = Rc::clone(&asked);
    let over = move || {
        count.set(count.get() + 1);
        count.get() * 16 > MOST
    };
    let list = patient(Rc::new(over), || {
        let moves = variant.legal_moves(position);
        let mut texts = variant.move_texts(position, &moves);
        texts.sort();
        texts
    });
    let list = list.expect("a listing ends");
    (list, asked.get() * 16)
}

fn checkless(more: &str) -> Variant {
    variant(&format!("variant \"V\" extends checkless\n{more}\n"))
}

#[test]
fn mates_within_rules_are_found_by_few_answers() {
    let moves = |more: &str| {
        let variant = checkless(more);
        let (list, steps) = listing(&variant, &variant.position(CHECKS).expect("a position"));
        assert!(steps < 20_000, "{more}: {steps} steps");
        list
    };
    let plain = moves("");
    assert_eq!(plain.len(), 43);
    assert_eq!(moves("use towers()"), plain);
    assert_eq!(moves("rules { avenge: queen within 1 }").len(), 41);
}

/// Every capture leads to another, so none is the last of a turn.
#[test]
fn chains_that_never_end_are_not_followed_for_ever() {
    let variant = variant(&format!(
        "{QUEENS}on capture {{ again: mover, captures, must }}\n"
    ));
    let start = variant.start();
    let (list, steps) = listing(&variant, &start);
    assert!(steps > 1_000, "{steps} steps");
    assert!(!list.is_empty());
    let moves = variant.legal_moves(&start);
    assert!(
        moves.iter().all(|&mv| !variant.is_capture(&start, mv)),
        "{list:?}"
    );
}

#[test]
fn most_captures_remember_positions() {
    let variant = variant(&format!(
        "{QUEENS}on capture {{ again: mover, captures }}\nrules {{ most-captures: yes }}\n"
    ));
    let (list, steps) = listing(&variant, &variant.start());
    assert!(steps > 1_000, "{steps} steps");
    assert!(!list.is_empty());
}

/// Work that is given up leaves nothing behind that changes other answers.
#[test]
fn listings_are_given_up_in_the_middle() {
    let variant = checkless("use towers()");
    let position = variant.position(CHECKS).expect("a position");
    let before = listing(&variant, &position).0;
    for patience in 1..4i32 {
        let left = Cell::new(patience);
        let over = move || {
            left.set(left.get() - 1);
            left.get() <= 0
        };
        let position = variant.position(CHECKS).expect("a position");
        let given_up = patient(Rc::new(over), || variant.legal_moves(&position)).is_none();
        assert!(given_up, "{patience}");
        assert_eq!(listing(&variant, &position).0, before, "{patience}");
    }
}

/// Work that is part of other work ends with it.
#[test]
fn work_within_work_is_given_up_with_it() {
    let variant = checkless("use towers()");
    let position = variant.position(CHECKS).expect("a position");
    let mut within = None;
    let whole = patient(Rc::new(|| true), || {
        within = Some(patient(Rc::new(|| false), || variant.legal_moves(&position)).is_some());
    });
    assert_eq!(whole, Some(()));
    assert_eq!(within, Some(false));
}

/// A search that is stopped while it looks for captures ends soon after its time.
#[test]
fn searches_end_in_the_middle_of_positions() {
    let texts = [
        format!("{QUEENS}on capture {{ again: mover, captures, must }}\n"),
        format!("{QUEENS}on capture {{ again: mover, captures }}\nrules {{ most-captures: yes }}\n"),
    ];
    for text in texts {
        let variant = variant(&text);
        let engine = Engine::new(&variant, Settings::default());
        let game = Game::new(&variant, variant.start());
        let limits = Limits {
            move_time: Some(Duration::from_millis(100)),
            ..Limits::default()
        };
        let began = Instant::now();
        engine.think(&game, &limits, &Control::default(), &mut |_| ());
        let took = began.elapsed();
        assert!(took < Duration::from_secs(20), "{text}: {took:?}");
    }
}

/// Rules that look too far ahead are reported, at the rule.
#[test]
fn costly_rules_are_told() {
    let told = |rules: &str| {
        let lowered = lower_text("v.ferz", &format!("{QUEENS}{rules}\n"));
        let checked = check(lowered.ruleset.expect(rules), &lowered.sources);
        let place = |d: &Diagnostic| {
            let span = d.labels[0].span;
            lowered.sources[0].text[span.start..span.end].to_owned()
        };
        let all = checked.diagnostics.iter();
        all.map(|d| format!("{} at {}", d.code, place(d)))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        told("on capture { to: ranks 1-8; again: mover, captures, must }"),
        ["F0504 at again: mover, captures, must"]
    );
    assert_eq!(
        told("on capture { again: mover, captures }\nrules { most-captures: yes }"),
        ["F0504 at most-captures: yes"]
    );
    assert_eq!(
        told("on capture { again: mover, captures, must }"),
        ["F0505 at again: mover, captures, must"]
    );
    assert!(told("on capture { again: mover, captures }").is_empty());
}

/// A condition with `mated` on a full board tries many moves. That ends, and is told.
#[test]
fn trials_for_mated_pieces_are_bounded() {
    let text = "variant \"V\" extends avalam2\non capture { while: friend (all except single) mated; \
        again: mover, captures, must, once, turning }\nrules { most-captures: yes; carry: quintuple }\n\
        power guard { of: all except quadruple; while: attacked by single; gains: betza \"mKcN\" }\n";
    let lowered = lower_text("v.ferz", text);
    let checked = check(lowered.ruleset.expect("rules"), &lowered.sources);
    let codes: Vec<&str> = checked.diagnostics.iter().map(|d| d.code).collect();
    assert!(codes.contains(&"F0504"), "{codes:?}");
    let variant = variant(text);
    let (list, steps) = listing(&variant, &variant.start());
    assert!(!list.is_empty());
    assert!((10_000..80_000).contains(&steps), "{steps} steps");
}

/// Squares that a board does not have: nothing stands there, and nothing is attacked.
#[test]
fn questions_about_no_square_have_answers() {
    for uses in ["", "use towers()"] {
        let variant = variant(&format!("variant \"V\" extends chess\n{uses}\n"));
        let start = variant.start();
        for square in [64, 255] {
            assert_eq!(variant.piece_at(&start, square), None);
            assert!(!variant.could_capture(&start, Side::White, square));
            assert!(!variant.is_attacked(&start, Side::White, square));
            assert!(variant.plain_targets(&start, square).is_empty());
            assert!(variant.attackers(&start, Side::Black, square).is_empty());
            assert!(variant.powers(&start, square).is_empty());
            let same = variant.with_piece(&start, square, Some((0, Side::White)));
            assert_eq!(variant.fen(&same), variant.fen(&start));
            let empty = variant.lone_piece(0, Side::White, square);
            assert!(variant.fen(&empty).starts_with("8/8/8/8/8/8/8/8 w"));
        }
        let unknown = variant.with_piece(&start, 0, Some((99, Side::White)));
        assert_eq!(variant.fen(&unknown), variant.fen(&start));
    }
}
