//! Texts without single parts.

use ferz::spared::without;
use ferz_grammar::span::Span;

#[test]
fn a_part_takes_its_sign_with_it() {
    let cut = |start, end| without("to: a, b | c", Span::new(start, end));
    assert_eq!(cut(4, 5), "to:    b | c");
    assert_eq!(cut(11, 12), "to: a, b    ");
}
