//! Formatting: one layout, nothing lost, and the same meaning.

use crate::round_trip::{file, soup};
use crate::tree::{EXAMPLE, parse, shape, sound};
use ferz_grammar::{TokenKind, format, print, tokens};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

fn comments(text: &str) -> Vec<&str> {
    let comments = tokens(text).into_iter().filter(|t| t.kind == TokenKind::Comment);
    let mut comments: Vec<&str> = comments
        .map(|t| text[t.span.start..t.span.end].trim_end())
        .collect();
    comments.sort_unstable();
    comments
}

/// Checks the laws that hold for every text; returns the layout of the text.
#[track_caller]
pub(crate) fn check_format(text: &str) -> Option<String> {
    let (tree, diagnostics) = parse(text);
    let Ok(formatted) = format(text) else {
        assert!(!diagnostics.is_empty(), "refused: {text}");
        return None;
    };
    let (again, diagnostics) = parse(&formatted);
    assert!(
        diagnostics.is_empty(),
        "{text}\n----\n{formatted}\n{diagnostics:#?}"
    );
    assert_eq!(shape(&again), shape(&tree), "{text}\n----\n{formatted}");
    assert_eq!(comments(&formatted), comments(text), "{text}\n----\n{formatted}");
    assert_eq!(
        format(&formatted).as_deref(),
        Ok(formatted.as_str()),
        "of\n{text}"
    );
    Some(formatted)
}

/// A text as an author could have left it: other spaces, line ends and comments between the words.
fn mess(text: &str, noise: &[&str]) -> String {
    let mut messy = String::new();
    let mut noise = noise.iter().cycle();
    for token in tokens(text) {
        let word = &text[token.span.start..token.span.end];
        match token.kind {
            TokenKind::Whitespace => messy.push_str(noise.next().unwrap_or(&" ")),
            TokenKind::Newline => {
                messy.push_str(noise.next().unwrap_or(&""));
                messy.push('\n');
            }
            TokenKind::Pipe | TokenKind::Ampersand | TokenKind::Comma | TokenKind::OpenParen => {
                messy.push_str(word);
                messy.push_str(noise.next().unwrap_or(&""));
            }
            _ => messy.push_str(word),
        }
    }
    messy
}

fn noise() -> impl Strategy<Value = Vec<&'static str>> {
    let one = select(vec![
        "",
        " ",
        "   ",
        "\t",
        "\n",
        "\n\n\n",
        " # a\n",
        "\n# b \n",
        "\n\n  # c\n\n  # d\n",
        "\r\n",
    ]);
    vec(prop_oneof![3 => Just(" "), 2 => one], 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 50, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_tree(file in file()) {
        prop_assert!(check_format(&print(&file)).is_some());
    }

    #[test]
    fn any_tree_in_a_mess(file in file(), noise in noise()) {
        check_format(&mess(&print(&file), &noise));
    }

    #[test]
    fn the_example_in_a_mess(noise in noise()) {
        check_format(&mess(EXAMPLE, &noise));
    }

    #[test]
    fn any_mixture(text in soup()) {
        check_format(&text);
        check_format(&format!("variant \"X\"\n{text}"));
    }
}

#[test]
fn the_example() {
    let formatted = check_format(EXAMPLE).expect("it is sound");
    assert_eq!(
        formatted,
        r#"# All of it.
variant "Shocking \"Chess\"" extends chess
about """
Robots,
and more."""
source "here"
include robotic
include "../lib/more.ferz"

board 10x8 {
  holes: a1, j8  # two of them
  wrap: files
  note: "a cylinder"
}
square x0 { north-east: e1; north-west: d1 }
zone camp       = ranks 1-3 except (a1 | h1)
zone white fort = rank 1 & files a-d
movement robotic(m, n,) = m
                        | m over any
                        # a comment between
                        | n then ride outward ..3
army black "Robots" {
  missile M = robotic(rook, ferz), value 3.5
  core    C = king,
              royal
  plain   P
}
piece white soldier S = step forward left right | betza "fW", value -1
promotion black turret { to: rover, drone, missile; on: last rank }
castling {
  K: king e1 g1, rook h1 f1
  safe: path
}
use adjacency-loss(side: black, between: files a-d, and: [1, 2..], deep(x),)
use plain
without piece queen
"#
    );
}

#[track_caller]
fn formats(text: &str, expected: &str) {
    assert_eq!(check_format(text).as_deref(), Some(expected));
}

#[test]
fn spaces() {
    formats(
        "\u{feff}\n\n  variant\t\"X\"   extends chess  \n\n\n\nmovement  r ( m )=f(m)|f (m)|( m|-1 )then( a )\nuse h (a :1,b: [ 2,3 ])\nrules{}\n\n",
        "variant \"X\" extends chess\n\nmovement r(m) = f(m) | f (m) | (m | -1) then (a)\nuse h(a: 1, b: [2, 3])\nrules {}\n",
    );
    let (a, b) = (
        "variant \"X\"\nmovement a = f(m)\n",
        "variant \"X\"\nmovement a = f (m)\n",
    );
    assert_ne!(shape(&sound(a)), shape(&sound(b)), "a call is not two words");
}

#[test]
fn columns_of_neighbours() {
    formats(
        "variant \"X\"\npiece rook R = a\n# between\npiece white commoner MM = b, value 2\nmovement x = y\npiece k K, royal\n\npiece far F = c\n\
         use w(letter: O, of: a | b, fires: c)\nuse w(letter: D, of: c, fires: d)\nuse w(letter: D, of: c, beats: d)\nuse other(letter: DDDD, of: c)\n",
        "variant \"X\"\npiece rook           R  = a\n# between\npiece white commoner MM = b, value 2\nmovement x = y\npiece k              K, royal\n\npiece far F = c\n\
         use w(letter: O, of: a | b, fires: c)\nuse w(letter: D, of: c,     fires: d)\nuse w(letter: D, of: c, beats: d)\nuse other(letter: DDDD, of: c)\n",
    );
}

#[test]
fn comments_stay_where_they_belong() {
    formats(
        "# top\n\n\nvariant \"X\"# title\nend { # the end\n\n\n    # first\n a: b # one\n ; c: d # two\n\n\n  # last\n\n}# over\n# bottom",
        "# top\n\nvariant \"X\"  # title\nend {  # the end\n  # first\n  a: b  # one\n  c: d  # two\n\n  # last\n}  # over\n# bottom\n",
    );
    formats(
        "variant \"X\"\nmovement a = b | # move\n c # capture\n",
        "variant \"X\"\nmovement a = b  # move\n           | c  # capture\n",
    );
    formats(
        "variant \"X\"\narmy both # who\n\n{ # what\n  king K = king # first\n , royal\n}\n",
        "variant \"X\"\narmy both {  # who\n  # what\n  king K = king,  # first\n           royal\n}\n",
    );
    formats(
        "variant \"X\"\narmy white except a, # who\n  b {}\n",
        "variant \"X\"\narmy white except a, b {  # who\n}\n",
    );
    // A line that is much longer than the others does not push their comments away.
    let long = "x".repeat(70);
    formats(
        &format!("variant \"X\"\nuse a # one\nuse bcd # two\nuse {long} # three\n"),
        &format!("variant \"X\"\nuse a    # one\nuse bcd  # two\nuse {long}  # three\n"),
    );
}

#[test]
fn long_lines() {
    let parts: Vec<String> = (0..12).map(|i| format!("movement-number-{i}")).collect();
    let union = parts.join(" | ");
    let broken = parts.join("\n           | ");
    formats(
        &format!("variant \"X\"\nmovement a = {union}\n"),
        &format!("variant \"X\"\nmovement a = {broken}\n"),
    );
    // Broken somewhere, broken everywhere.
    formats(
        "variant \"X\"\nmovement a = b | c |\n d\n",
        "variant \"X\"\nmovement a = b\n           | c\n           | d\n",
    );
    let values = parts.join(", ");
    formats(
        &format!("variant \"X\"\nend {{ to: {values} }}\n"),
        &format!(
            "variant \"X\"\nend {{\n  to: {},\n      {}\n}}\n",
            parts[..6].join(", "),
            parts[6..].join(", ")
        ),
    );
    formats(
        &format!("variant \"X\"\nuse h(a: {values})\nuse h(\n a: b,\nc: d\n )\n")
            .replace(", movement", ", x: movement"),
        &format!(
            "variant \"X\"\nuse h(a: {},\n      x: {},\n      x: {})\nuse h(\n  a: b,\n  c: d\n)\n",
            parts[..5].join(", x: "),
            parts[5..10].join(", x: "),
            parts[10..].join(", x: ")
        ),
    );
}

#[test]
fn line_ends_are_kept() {
    assert_eq!(
        format("variant \"X\"\r\nuse  a\n").as_deref(),
        Ok("variant \"X\"\r\nuse a\r\n")
    );
}

#[test]
fn broken_texts_have_no_layout() {
    let errors = format("variant \"X\"\nmovement = 1\nend {").expect_err("broken");
    let codes: Vec<&str> = errors.iter().map(|d| d.code).collect();
    assert_eq!(codes, ["F0031", "F0020"]);
}

#[test]
fn long_texts_are_soon_done() {
    let begin = std::time::Instant::now();
    let values = "a, ".repeat(100_000);
    let text = format!(
        "variant \"X\"\nend {{ to: {values}a }}\nmovement m = {}a\n",
        "a | ".repeat(100_000)
    );
    assert!(format(&text).is_ok());
    let text = format!("variant \"X\"\n{}", "use h(a: b, c: d) # e\n".repeat(30_000));
    assert!(format(&text).is_ok());
    assert!(begin.elapsed().as_secs() < 10, "{:?}", begin.elapsed());
}

/// In the block of a mechanic stand declarations, each laid out as at the top of a file.
#[test]
fn mechanics_hold_declarations() {
    let text = "library \"L\"\n# a blast\nmechanic  blast (area:movement=step all,sparing : pieces=[]) {  # loud\non capture{remove:mover}\n\n\n  power slow {\n of: pawn  # small\n   moves: none\n }\nzone  z=rank 4 }\nmechanic nothing{}\n";
    let laid_out = "library \"L\"\n# a blast\nmechanic blast(area: movement = step all, sparing: pieces = []) {  # loud\n  on capture { remove: mover }\n\n  power slow {\n    of: pawn  # small\n    moves: none\n  }\n  zone z = rank 4\n}\nmechanic nothing {}\n";
    assert_eq!(check_format(text).as_deref(), Some(laid_out));
}
