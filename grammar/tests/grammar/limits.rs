//! Large and hostile texts.

use crate::tree::{codes, parse};
use std::time::{Duration, Instant};

const MIB: usize = 1 << 20;

/// Long enough that time that grows with the square of the length takes minutes, linear time far
/// less than a second.
const LONG: usize = MIB / 4;
const PATIENCE: Duration = Duration::from_secs(10);

#[test]
fn anything_is_read_in_linear_time() {
    let army = |body: &str| format!("variant \"X\"\narmy white {{\n{body}\n}}\n");
    let mut texts: Vec<String> = [
        "(",
        "[",
        ")",
        "|",
        "\"",
        "\"\"\"",
        "{",
        "}",
        "army white {\n",
        "{\n",
        "a {\n",
        " a {\n",
        "\\\"\"\"\n",
        "about \\\"\"\"\n",
        "\"a",
        "-",
        "1-",
        "5--",
        "a-",
        "é",
        "$",
        "\u{0}",
        "#",
        "a\n",
        "a ",
        "a\n|",
        "f(",
        "f(a,",
        "a: b\n",
        "a: b, ",
        "[(",
        "(]",
        ";",
        "a(\n",
        "movement a = b\n",
        "movement a =\n",
        "then ",
        "a except ",
        "..",
        "1..",
        "8x8",
        "x = ",
        "\r",
        " ",
        "zone a = b except c\n",
        "end {",
        "a: (b\n",
        "b)\n",
        "\u{feff}",
        ",\n",
        "\\",
    ]
    .iter()
    .map(|unit| unit.repeat(LONG / unit.len()))
    .collect();
    let long = "variant \"X\"\nmovement x = ";
    for unit in [
        "a | ",
        "a ",
        "(a) ",
        "f(a) ",
        "[a, a] ",
        "\"a\" ",
        "1..3 ",
        "a & ",
        "a then ",
        "f(k: a, b) | ",
    ] {
        texts.push(format!("{long}{}a\n", unit.repeat((LONG - 100) / unit.len())));
    }
    texts.push(army(&"  king K = king | knight, royal, value 3\n".repeat(5_000)));
    texts.push(format!("variant \"X\"\nabout \"{}\"\n", "a".repeat(LONG - 100)));
    for text in texts {
        assert!(text.len() <= LONG);
        let start = Instant::now();
        let (file, list) = parse(&text);
        let printed = ferz_grammar::print(&file);
        let unit: String = text.chars().take(30).collect();
        assert!(start.elapsed() < PATIENCE, "{unit:?} took {:?}", start.elapsed());
        assert!(list.len() <= 101, "{unit:?}: {}", list.len());
        assert!(printed.len() < 4 * LONG);
    }
}

#[test]
fn files_that_are_too_long_are_not_read() {
    let text = format!("variant \"X\"\n#{}", " ".repeat(MIB));
    assert_eq!(codes(&text), ["F0001"]);
    let (file, list) = parse(&text[..MIB]);
    assert!(list.is_empty() && file.header.is_some());
}

#[test]
fn nesting_has_an_end() {
    let nested = |n: usize| {
        format!(
            "library \"L\"\nmovement x = {}a{}\n",
            "f(".repeat(n),
            ")".repeat(n)
        )
    };
    assert_eq!(codes(&nested(64)), [""; 0]);
    assert_eq!(codes(&nested(65)), ["F0027"]);
    assert_eq!(codes(&nested(100_000)), ["F0027"]);
    let open = |n: usize| format!("library \"L\"\nmovement x = {}\nmovement y = a\n", "(".repeat(n));
    assert_eq!(codes(&open(64)), ["F0025"]);
    assert_eq!(codes(&open(100_000)), ["F0027"]);
    assert_eq!(parse(&open(100_000)).0.declarations.len(), 1);
    let excepts = |n: usize| format!("library \"L\"\nmovement x = a{}\n", " except b".repeat(n));
    assert_eq!(codes(&excepts(64)), [""; 0]);
    assert_eq!(codes(&excepts(65)), ["F0027"]);
    // In a list each value counts for itself.
    let values = format!("library \"L\"\nuse x([{}])\n", "a except b, ".repeat(100));
    assert_eq!(codes(&values), [""; 0]);
}

#[test]
fn a_hundred_errors_are_enough() {
    let text = format!("variant \"X\"\n{}", "movement\n".repeat(1000));
    let list = codes(&text);
    assert_eq!(list.len(), 101);
    assert_eq!(list.last(), Some(&"F0007"));
    assert_eq!(
        codes(&format!("variant \"X\"\n{}", "movement\n".repeat(99))).len(),
        99
    );
}

#[test]
fn numbers_that_do_not_fit() {
    assert_eq!(codes("variant \"X\"\nboard 99999999999x8"), ["F0014"]);
    assert_eq!(
        codes("variant \"X\"\nend { a: 9223372036854775807, -9223372036854775808 }"),
        [""; 0]
    );
    assert_eq!(
        codes("variant \"X\"\nend { a: 9223372036854775808\n b: -9223372036854775809 }"),
        ["F0014", "F0014"]
    );
    assert_eq!(
        codes("variant \"X\"\nend { a: 4294967295..; b: 4294967296.. }"),
        ["F0014"]
    );
}
