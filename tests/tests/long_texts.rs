//! The cost of checking a text grows with the text, not faster.

use ferz::check::check;
use ferz::lower::{Source, lower};
use std::time::{Duration, Instant};

/// Far more time than needed, and far less than quadratic growth would take.
const ENOUGH: Duration = Duration::from_secs(20);

fn within_bounds(before: &str, line: impl Fn(usize) -> String, between: &str, behind: &str) {
    let lines: Vec<String> = (0..20_000).map(line).collect();
    let body = lines.join(between);
    let text = format!("variant \"V\" extends chess\n{before}{body}{behind}\n");
    let start = Instant::now();
    let source = Source {
        name: "v.ferz".to_owned(),
        text,
    };
    let lowered = lower(source, &ferz_rulesets::Library);
    if let Some(rules) = lowered.ruleset {
        check(rules, &lowered.sources);
    }
    assert!(start.elapsed() < ENOUGH, "{before}: {:?}", start.elapsed());
}

#[test]
fn parts_of_a_movement() {
    let part = |n: usize| format!("leap({}, {}) to rank {}", 1 + n % 3, 2 + n % 5, 1 + n % 8);
    within_bounds("piece jester J = ", part, " |\n", "");
}

#[test]
fn effects() {
    within_bounds(
        "",
        |_| "on capture { by: queen; remove: mover }".to_owned(),
        "\n",
        "",
    );
}

#[test]
fn acts_of_one_effect() {
    let acts: [fn(usize) -> String; 3] = [
        |_| "remove: enemy pawn on b2".to_owned(),
        |_| "become: mover as queen".to_owned(),
        |n| format!("put: queen on b{}", 1 + n % 8),
    ];
    for act in acts {
        within_bounds("on move {\nby: pawn\n", act, "\n", "\n}");
    }
}

#[test]
fn pieces_of_many_letters() {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    within_bounds(
        "",
        |n| format!("piece p{n} ({}{}) = king", letter(n), n / 26),
        "\n",
        "",
    );
}

#[test]
fn goals() {
    within_bounds("end {\n", |n| format!("g{n}: extinct queen"), "\n", "\n}");
}

#[test]
fn pieces_of_one_letter() {
    within_bounds("army both {\n", |n| format!("p{n} A = king"), "\n", "\n}");
}

#[test]
fn movements() {
    within_bounds(
        "",
        |n| format!("movement m{n} = leap(1, {})", 1 + n % 4),
        "\n",
        "",
    );
}

#[test]
fn mechanics() {
    let mechanic = |n| format!("mechanic m{n}() {{\n  on capture {{ remove: mover }}\n}}\nuse m{n}()");
    within_bounds("", mechanic, "\n", "");
}
