//! Words and their meanings.

use ferz::rules::{Frame, Winds};
use ferz::vocabulary::{DECLARATIONS, DIRECTIONS, Size, all, winds_in_words};

/// The words written have the intended meaning.
#[test]
fn every_set_of_winds_has_words() {
    let sizes = [Size::Step, Size::Leap(0, 2), Size::Leap(2, 2), Size::Leap(1, 2)];
    for frame in [Frame::Side, Frame::Board, Frame::Heading] {
        for size in sizes {
            let every = if frame == Frame::Heading {
                Winds(u16::MAX)
            } else {
                size.every()
            };
            for set in (1..=u16::MAX).map(Winds).filter(|set| set.0 & !every.0 == 0) {
                let meant = winds_in_words(set, frame, size)
                    .into_iter()
                    .fold(Winds::default(), |all, word| {
                        all.or(DIRECTIONS.get(word).map_or(Winds(0), |d| d.winds(size)))
                    });
                assert_eq!(meant, set, "{frame:?} {size:?}");
            }
        }
    }
}

#[test]
fn every_word_stands_once_and_is_explained() {
    for list in all() {
        let mut seen = std::collections::HashSet::new();
        for (word, help) in list.words {
            assert!(seen.insert(word), "`{word}` stands twice in {}", list.name);
            assert!(!help.is_empty(), "`{word}` has no line");
            assert!(
                !help.ends_with('.'),
                "the line of `{word}` is no sentence of its own"
            );
        }
    }
}

#[test]
fn declarations_are_those_of_the_grammar() {
    let mut own: Vec<&str> = DECLARATIONS.words().collect();
    let mut grammar: Vec<&str> = ferz_grammar::keywords::all().collect();
    own.sort_unstable();
    grammar.sort_unstable();
    assert_eq!(own, grammar);
}
