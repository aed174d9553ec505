//! Sets of squares, written as the language writes them.

use ferz::rules::{Board, PerSide, Side, Squares};
use ferz::text::{sets, squares, squares_of};

fn plain(files: u8, ranks: u8) -> Board {
    Board {
        files,
        ranks,
        holes: Squares::default(),
        wrap_files: false,
        wrap_ranks: false,
        extra: indexmap::IndexMap::new(),
    }
}

fn set(names: &str) -> Squares {
    Squares(names.split_whitespace().map(str::to_owned).collect())
}

#[test]
fn sets_of_squares_in_few_words() {
    let board = plain(3, 3);
    for (names, words) in [
        ("", "none"),
        ("b2", "b2"),
        ("a1 b1 c1", "rank 1"),
        ("a1 b1 c1 a2 b2 c2", "ranks 1-2"),
        ("a1 a2 a3", "file a"),
        ("a1 b1 a2 b2 a3 b3", "files a-b"),
        ("a1 b1 a2 b2", "a1-b2"),
        ("a1 c3", "a1 | c3"),
        ("a1 b1 c1 a3", "rank 1 | a3"),
        ("a1 b1 c1 a2 b2 c2 a3 b3 c3", "all"),
    ] {
        assert_eq!(squares(&set(names), &board), words);
    }
    let holed = Board {
        holes: set("a1"),
        ..plain(3, 3)
    };
    assert_eq!(squares(&set("b1 c1"), &holed), "rank 1");
}

#[test]
fn sets_of_both_sides() {
    let board = plain(3, 3);
    for (white, black, words) in [
        ("a1 b1 c1", "a3 b3 c3", "rank 1"),
        ("a1", "a1", "white a1 | black a1"),
        ("", "a1 c1", "black (a1 | c1)"),
    ] {
        assert_eq!(sets(&PerSide::new(set(white), set(black)), &board), words);
    }
    assert_eq!(squares_of(Side::Black, &set("a1 b1 c1"), &board), "rank 3");
    let holed = Board {
        holes: set("a1"),
        ..board
    };
    assert_eq!(squares_of(Side::Black, &set("a3"), &holed), "a1-a1");
    assert_eq!(squares_of(Side::Black, &set("a3 b3 c3"), &holed), "rank 1");
    let bottom = PerSide::new(set("b1 c1"), set("a3 b3 c3"));
    assert_eq!(sets(&bottom, &holed), "rank 1");
}
