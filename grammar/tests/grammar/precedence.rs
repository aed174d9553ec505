//! How expressions group, as equations between two texts.

use crate::tree::{shape, sound, ungrouped};

#[track_caller]
fn equal(short: &str, long: &str) {
    let tree = |body: &str| ungrouped(&sound(&format!("library \"L\"\nmovement x = {body}\n")));
    assert_eq!(tree(short), tree(long), "{short}  =  {long}");
}

#[track_caller]
fn different(one: &str, other: &str) {
    let tree = |body: &str| ungrouped(&sound(&format!("library \"L\"\nmovement x = {body}\n")));
    assert_ne!(tree(one), tree(other), "{one}  =  {other}");
}

#[test]
fn each_operator_binds_tighter_than_the_one_before() {
    equal("a | b except c", "a | (b except c)");
    equal("a except b & c", "a except (b & c)");
    equal("a & b then c", "a & (b then c)");
    equal("a then b c", "a then (b c)");
    equal("a f(b) c", "a (f(b)) c");
    equal(
        "a b | c d then e & f except g",
        "(a b) | ((((c d) then e) & f) except g)",
    );
}

#[test]
fn operators_of_one_kind_are_flat_and_except_groups_to_the_left() {
    equal("a except b except c", "(a except b) except c");
    different("a except b except c", "a except (b except c)");
    different("a | b | c", "(a | b) | c");
    different("a then b then c", "a then (b then c)");
}

#[test]
fn a_call_has_no_space_before_its_parenthesis() {
    different("f(a)", "f (a)");
    equal("f (a)", "f a");
}

#[test]
fn ranges_are_written_in_two_ways() {
    equal("ranks 1-3", "ranks 1..3");
    different("1..", "..1");
    different("1 -3", "1-3");
}

#[test]
fn lines_go_on() {
    let tree = |text: &str| shape(&sound(text));
    let one = tree(
        "variant \"L\" extends m\nmovement x = a | b then c, & d except e\n"
            .replace(", ", " ")
            .as_str(),
    );
    for text in [
        "variant \"L\" extends\nm\nmovement x =\na |\nb then\nc &\nd except\ne",
        "variant \"L\" extends m\r\nmovement x\r\n= a\r\n\r\n# so\r\n| b\r\nthen c\r\n& d\r\nexcept e\r\n",
        "variant \"L\" extends m\rmovement x = # why\r a | b then c & d # that is why\r except e\r",
        "\u{feff}variant \"L\" extends m\nmovement x = a | b then c & d except e",
    ] {
        assert_eq!(tree(text), one, "{text}");
    }
    let brackets = tree("library \"L\"\nuse x(a: b, c: [d, e])\nend { a: b, c; d: e }");
    for text in [
        "library \"L\"\nuse x(\na: b,\nc: [\nd\n, e,\n],\n)\nend {\na: b\n, c\nd: e\n}",
        "library \"L\"\nuse x(a\n:\nb, c: [d, e])\nend { a:\nb,\nc;;\n\n;d: e; }",
    ] {
        assert_eq!(tree(text), brackets, "{text}");
    }
}
