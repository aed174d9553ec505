//! Letters of pieces in positions of other programs.

use crate::suite::variant;
use ferz::dialects::position;

/// A letter in parentheses is read whole, of whatever length.
#[test]
fn the_longest_letter_ends_at_its_parenthesis() {
    let variant = variant(
        "variant \"Long\"\nboard 3x3\narmy both { king (longname) = king, royal }\nstart \"(longname)2/3/2(longname)[] w - - 0 1\"\n",
    );
    let others = |letter: &str| format!("{letter}2/3/2{letter}[-] w - 1");
    let read = position(&variant, &others("(longname)")).expect("the position");
    assert_eq!(variant.fen(&read), variant.fen(&variant.start()));
    assert!(position(&variant, &others("(longernames)")).is_err());
}
