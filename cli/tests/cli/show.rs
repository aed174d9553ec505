//! Boards in the terminal.

use super::{failure, folder, output, path};

#[test]
fn the_start_of_chess() {
    let expected = "\
Chess
  +------------------------+
8 | r  n  b  q  k  b  n  r |
7 | p  p  p  p  p  p  p  p |
6 | .  .  .  .  .  .  .  . |
5 | .  .  .  .  .  .  .  . |
4 | .  .  .  .  .  .  .  . |
3 | .  .  .  .  .  .  .  . |
2 | P  P  P  P  P  P  P  P |
1 | R  N  B  Q  K  B  N  R |
  +------------------------+
    a  b  c  d  e  f  g  h
white to move
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
";
    assert_eq!(output(&["show", "chess", "--ascii"]), expected);
}

#[test]
fn quiet_moves_and_captures_have_their_own_signs() {
    let printed = output(&[
        "show",
        "chess",
        "--ascii",
        "--moves",
        "d4",
        "--fen",
        "4k3/8/8/3p4/3R2p1/8/8/3K4 w - - 0 1",
    ]);
    assert!(
        printed.contains("5 | .  .  . xp  .  .  .  . |\n4 | *  *  *  R  *  * xp  . |"),
        "{printed}"
    );
    assert!(printed.contains("* moves   x captures\n"), "{printed}");
    let printed = output(&[
        "show",
        "chess",
        "--moves",
        "d4",
        "--fen",
        "4k3/8/8/3p4/3R2p1/8/8/3K4 w - - 0 1",
    ]);
    assert!(printed.contains("4 │ •  •  •  R  •  • ×p  · │"), "{printed}");
    assert!(!printed.contains('\x1b'), "colours without a terminal");
}

#[test]
fn a_piece_alone_shows_how_it_goes() {
    let printed = output(&["show", "chess", "--ascii", "--piece", "P", "--at", "e2"]);
    assert!(printed.starts_with("white pawn on e2: 4 squares\n"), "{printed}");
    assert!(
        printed.contains("4 | .  .  .  .  o  .  .  . |\n3 | .  .  .  x  o  x  .  . |"),
        "{printed}"
    );
    assert!(printed.contains("o only moves   x only captures\n"), "{printed}");
    let printed = output(&["show", "chess", "--ascii", "--piece", "p", "--at", "e7"]);
    assert!(
        printed.contains("6 | .  .  .  x  o  x  .  . |\n5 | .  .  .  .  o  .  .  . |"),
        "{printed}"
    );
    let printed = output(&["show", "chess", "--ascii", "--piece", "knight", "--at", "a1"]);
    assert!(
        printed.contains("3 | .  *  .  .  .  .  .  . |\n2 | .  .  *  .  .  .  .  . |"),
        "{printed}"
    );
}

/// Facts that signs cannot show stand below them.
#[test]
fn the_legend_tells_conditions() {
    let printed = output(&["show", "chess", "--piece", "P", "--at", "e2"]);
    assert!(printed.ends_with("\ne4: moves (only from rank 2)\n"), "{printed}");
    let printed = output(&["show", "chess", "--piece", "p", "--at", "e7"]);
    assert!(printed.ends_with("\ne5: moves (only from rank 7)\n"), "{printed}");
    assert!(!output(&["show", "chess", "--piece", "P", "--at", "e3"]).contains("only from"));
    let here = folder(&[(
        "mine.ferz",
        b"variant \"Mine\" extends chess\n\
          piece rook R = rook of (all except same) | initial leap(1, 2)\n\
          piece bishop B = (capture bishop of pawn) | bishop of (pawn | knight) from c1-e3\n\
          piece knight N = knight | swap step all of queen\n",
    )]);
    let shown = |piece: &str| {
        let printed = output(&[
            "show",
            &path(here.path(), "mine.ferz"),
            "--piece",
            piece,
            "--at",
            "d3",
        ]);
        let notes = printed.lines().skip(12).map(str::to_owned);
        notes.collect::<Vec<_>>()
    };
    assert_eq!(
        shown("R")[1..],
        [
            "c1, e1, b2, f2, b4, f4, c5, e5: moves or captures (first move only)",
            "d1, d2, a3, b3, c3, e3, f3, g3, h3, d4, d5, d6, d7, d8: captures anything but a rook"
        ]
    );
    let bishop = shown("B");
    assert!(
        bishop
            .iter()
            .any(|note| note.ends_with("captures only a knight or a pawn")),
        "{bishop:#?}"
    );
    assert!(
        bishop.iter().any(|note| note.contains("(only from c1-e3)")),
        "{bishop:#?}"
    );
    let knight = shown("N");
    assert!(
        knight.contains(&"changes places with only a queen".to_owned()),
        "{knight:#?}"
    );
}

#[test]
fn a_piece_without_a_square_stands_where_it_is_seen_best() {
    let printed = output(&["show", "chess", "--ascii", "--piece", "P"]);
    assert!(printed.starts_with("white pawn on d2: 4 squares\n"), "{printed}");
}

/// Hops over friends and over enemies look different.
#[test]
fn hops_over_friends_and_enemies_differ() {
    let folder = folder(&[
        (
            "friend.ferz",
            b"variant \"F\" extends chess\npiece queen Q = rook over friend, value 5\n",
        ),
        (
            "enemy.ferz",
            b"variant \"E\" extends chess\npiece queen Q = rook over enemy, value 5\n",
        ),
        (
            "any.ferz",
            b"variant \"A\" extends chess\npiece queen Q = rook over any, value 5\n",
        ),
    ]);
    for (file, ascii, sign, words) in [
        ("friend.ferz", "/", "▲", "only over a friend"),
        ("enemy.ferz", "\\", "▽", "only over an enemy"),
        ("any.ferz", "^", "△", "only over another piece"),
    ] {
        let file = path(folder.path(), file);
        let printed = output(&["show", &file, "--piece", "Q", "--at", "a1"]);
        assert!(printed.contains(&format!("{sign} {words}")), "{printed}");
        let printed = output(&["show", &file, "--ascii", "--piece", "Q", "--at", "a1"]);
        assert!(printed.contains(&format!("{ascii} {words}")), "{printed}");
    }
}

#[test]
fn captures_without_moving_have_their_own_sign() {
    let printed = output(&["show", "rifle-chess", "--ascii", "--piece", "Q", "--at", "a1"]);
    assert!(printed.contains("1 | Q  0  0  0  0  0  0  0 |"), "{printed}");
    assert!(printed.contains("0 moves, captures without moving"), "{printed}");
    let printed = output(&["show", "megaman", "--ascii", "--piece", "K", "--at", "a1"]);
    assert!(printed.contains("1 | K  0  ."), "{printed}");
}

#[test]
fn hops_are_shown_though_the_board_is_empty() {
    let folder = folder(&[(
        "cannons.ferz",
        b"variant \"Cannons\" extends chess\n\
          piece queen Q = move rook | capture rook over any by 1..\npiece knight N = bishop over any\n",
    )]);
    let file = path(folder.path(), "cannons.ferz");
    let printed = output(&["show", &file, "--ascii", "--piece", "Q", "--at", "a1"]);
    assert!(printed.contains("1 | Q  o  @  @  @  @  @  @ |"), "{printed}");
    let printed = output(&["show", &file, "--ascii", "--piece", "N", "--at", "a1"]);
    assert!(
        printed.contains("3 | .  .  ^  .  .  .  .  . |\n2 | .  .  .  .  .  .  .  . |"),
        "{printed}"
    );
}

#[test]
fn holes_and_squares_outside_the_grid() {
    let folder = folder(&[(
        "odd.ferz",
        b"variant \"Odd\"\nboard 3x4 { holes: b2 }\nsquare x0 { north: b1 }\nsquare x9 { south: b4 }\n\
          army both {\n  king K = king, royal\n  auror A = king | knight\n}\nstart \"1k1/3/1*1/K2 w - - 0 1 x0=A\"\n",
    )]);
    let printed = output(&["show", &path(folder.path(), "odd.ferz"), "--ascii"]);
    let expected = "\
Odd
  +---------+
4 | .  k  . |   x9 .
3 | .  .  . |
2 | . ### . |
1 | K  .  . |   x0 A
  +---------+
    a  b  c
white to move
1k1/3/1*1/K2 w - - 0 1 x0=A
";
    assert_eq!(printed, expected);
}

#[test]
fn ten_ranks_are_aligned() {
    let printed = output(&["show", "xiangqi", "--ascii"]);
    assert!(
        printed.contains("\n10 | r ") && printed.contains("\n 9 | . "),
        "{printed}"
    );
}

#[test]
fn what_is_not_there_is_told() {
    assert!(failure(&["show", "chess", "--moves", "e9"], 2).contains("there is no square `e9`"));
    assert!(failure(&["show", "chess", "--moves", "e4"], 1).contains("there is no piece on e4"));
    assert!(failure(&["show", "chess", "--moves", "e7"], 1).contains("the piece on e7 is black's"));
    assert!(
        failure(&["show", "chess", "--piece", "qeen", "--at", "e4"], 2).contains("did you mean `queen`?")
    );
    failure(&["show", "chess", "--at", "e4"], 2);
    assert!(
        failure(&["show", "chess", "--fen", "8/8 w"], 1).contains("board: the text has 2 of the 8 ranks")
    );
}
