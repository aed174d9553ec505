//! Games as text, there and back.

use ferz::engine::{Game, Variant};
use ferz::why::{Verdict, why};
use ferz_play::{Random, pgn};

fn variant(name: &str) -> Variant {
    let rules = ferz_rulesets::ruleset(name).expect(name);
    Variant::new(rules).expect(name)
}

#[test]
fn a_game_is_written_as_players_know_it() {
    let chess = variant("chess");
    let mut game = Game::new(&chess, chess.start());
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        let mv = chess.find_move(game.position(), text).expect(text);
        game.play(mv);
    }
    let tags = [("TimeControl", "180+2"), ("White", "A \"B\" C")];
    let text = pgn::write(&game, "chess", &tags, game.outcome().as_ref());
    assert_eq!(
        text,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A \\\"B\\\" C\"]\n[Black \"?\"]\n\
         [Result \"0-1\"]\n[Variant \"chess\"]\n[TimeControl \"180+2\"]\n[Termination \"checkmate\"]\n\n\
         1. f3 e5 2. g4 Qh4# 0-1\n"
    );
    let read = pgn::read(&text);
    assert_eq!(read.len(), 1);
    assert_eq!(read[0].tag("white"), Some("A \"B\" C"));
    assert_eq!(read[0].result, "0-1");
    let words: Vec<&str> = read[0].moves.iter().map(|word| word.text.as_str()).collect();
    assert_eq!(words, ["f3", "e5", "g4", "Qh4#"]);
}

#[test]
fn comments_variations_and_numbers_are_no_moves() {
    let text = "[Event \"x\"]\n\n1.e4! {a (b) c} e5 (1... c5 (2. d4) 2. Nf3) 2. Nf3?! $6 Nc6 ; 3. d4\n3.Bb5 *\n\n[Event \"y\"]\n\n1. d4";
    let games = pgn::read(text);
    assert_eq!(games.len(), 2);
    let words: Vec<(&str, usize)> = games[0].moves.iter().map(|w| (w.text.as_str(), w.line)).collect();
    assert_eq!(words, [("e4", 3), ("e5", 3), ("Nf3", 3), ("Nc6", 3), ("Bb5", 4)]);
    assert_eq!((games[1].result.as_str(), games[1].moves.len()), ("*", 1));
}

#[test]
fn names_in_brackets_are_no_variations() {
    let words = |text: &str| -> Vec<String> {
        let mut games = pgn::read(&format!("{text} *\n"));
        assert_eq!(games.len(), 1, "{text}");
        games.remove(0).moves.into_iter().map(|word| word.text).collect()
    };
    assert_eq!(
        words("1. (WZ)d4 (1. e4 e5) (WZ)xd5+ 2.(WZ)bd7 +(WZ)e5 3. (WZ)@c3 Rb8=(WZ)# 4. b7b8(wz) e5(d5)Nf3"),
        [
            "(WZ)d4",
            "(WZ)xd5+",
            "(WZ)bd7",
            "+(WZ)e5",
            "(WZ)@c3",
            "Rb8=(WZ)#",
            "b7b8(wz)",
            "e5",
            "Nf3"
        ]
    );
    // A word like a name, with nothing behind it, is a variation of one move.
    assert_eq!(
        words("1. e4 (d4) e5 (c5) 2. Nf3 (Nc3)\n(O-O) Nc6 (f6\nNf6)"),
        ["e4", "e5", "Nf3", "Nc6"]
    );
    assert_eq!(
        words("1. e4 (1. (WZ)d4 (WZ)d5) e5 (WZ) 2. d4"),
        ["e4", "e5", "d4"]
    );
    assert_eq!(
        words("1. e4 () e5 ((d4) d5) 2. d4 (ABCDEFGHI)d5"),
        ["e4", "e5", "d4", "d5"]
    );
}

/// A broken place is named with its line, and does not swallow the games behind it.
#[test]
fn broken_places_are_named() {
    let faults = |text: &str| -> Vec<Option<String>> {
        let games = pgn::read(text).into_iter();
        games
            .map(|game| game.fault.map(|fault| fault.to_string()))
            .collect()
    };
    let said = |words: &str| Some(words.to_owned());
    assert_eq!(
        faults("1. e4\n{never closed\ne5 2. Nf3 *"),
        [said("line 2: the comment that begins here has no `}`")]
    );
    assert_eq!(
        faults("1. e4 (1. d4\n(1. c4) e5 *\n\n[Event \"y\"]\n\n1. d4 *"),
        [said("line 1: the variation that begins here has no `)`"), None]
    );
    assert_eq!(
        faults("1. e4 e5\n) 2. Nf3 *"),
        [said("line 2: this `)` has no `(`")]
    );
    for tag in [
        "[",
        "[]",
        "[FEN]",
        "[FEN \"8/8",
        "[FEN \"8/8]",
        "[FEN 8/8\"]",
        "[ \"x\"]",
        "[A \"x\"] 1. e4",
    ] {
        let faults = faults(&format!("[Event \"x\"]\n{tag}\n\n1. e4 *"));
        let fault = said("line 2: this is not a tag; tags are written like `[White \"Ann\"]`");
        assert_eq!(faults, [fault], "{tag}");
    }
}

#[test]
fn tags_are_read_as_they_are_found() {
    let text = r#"[Event "The "Open" of \"X\""] [Site "C:\a\\b" ][White Ann B]"#.to_owned() + "\n\n1. e4 *";
    let games = pgn::read(&text);
    let tags: Vec<(&str, &str)> = games[0]
        .tags
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    assert_eq!(
        tags,
        [
            ("Event", r#"The "Open" of "X""#),
            ("Site", r"C:\a\b"),
            ("White", "Ann B")
        ]
    );
    assert_eq!((games[0].fault, games[0].moves.len()), (None, 1));
}

#[test]
fn numbers_without_dots_and_verdicts_are_no_moves() {
    let games = pgn::read("1 e4 e5 2 Nf3 = Nc6 +- 3 -- 0000 4... Bb5 \u{b1} +/- 1-0");
    let words: Vec<&str> = games[0].moves.iter().map(|word| word.text.as_str()).collect();
    assert_eq!(words, ["e4", "e5", "Nf3", "Nc6", "--", "0000", "Bb5"]);
}

#[test]
fn every_variant_has_games() {
    every_other_variant_has_games(0);
}

#[test]
fn every_further_variant_has_games() {
    every_other_variant_has_games(1);
}

/// Random games are read back move by move. Two tests have half of the variants each, since tests
/// run side by side.
fn every_other_variant_has_games(first: usize) {
    for bundled in ferz_rulesets::all().iter().skip(first).step_by(2) {
        let variant = variant(bundled.name);
        let mut random = Random::new(5);
        let mut game = Game::new(&variant, variant.start());
        for _ in 0..60 {
            let moves = variant.legal_moves(game.position());
            let Some(&mv) = moves.get(random.below(moves.len())) else {
                break;
            };
            game.play(mv);
        }
        let text = pgn::write(&game, bundled.name, &[], game.outcome().as_ref());
        let read = pgn::read(&text);
        let mut again = Game::new(&variant, variant.start());
        for word in &read[0].moves {
            let Verdict::Legal(mv) = why(&variant, again.position(), &word.text) else {
                panic!("{}: {} in {text}", bundled.name, word.text);
            };
            again.play(mv);
        }
        assert_eq!(again.moves(), game.moves(), "{}: {text}", bundled.name);
    }
}

#[test]
fn nonsense_is_survived() {
    for text in [
        "",
        "[",
        "[]",
        "[a",
        "{",
        "}",
        "(((",
        ")))",
        "1.",
        "...",
        "1-0 1-0",
        "\u{0}",
        "%",
        "[Event \"",
        "$",
    ] {
        pgn::read(text);
    }
    assert_eq!(pgn::read("").len(), 0);
}

/// A text is read alike in one piece and in many.
#[test]
fn games_come_piece_by_piece() {
    let text = "% no\n [Variant \"chess\"]\r\n[White \"A [b] {c}\"]\n\n1. e4 {a comment\n[no tag]\n} e5 (1... c5 [x]) 2.Nf3!? ; rest 1-0\n1/2-1/2\n\
                [Event \"two\"]\n1. a_b * 1. d4 d5\n[Event \"three\"]";
    let whole = pgn::read(text);
    let moves = |i: usize| {
        whole[i]
            .moves
            .iter()
            .map(|word| word.text.as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(moves(0), ["e4", "e5", "Nf3"]);
    assert_eq!(whole[0].tag("White"), Some("A [b] {c}"));
    assert_eq!((whole[0].result.as_str(), whole[0].moves[2].line), ("1/2-1/2", 7));
    assert_eq!(moves(1), ["a b"]);
    assert_eq!(moves(2), ["d4", "d5"]);
    assert_eq!((whole.len(), whole[3].tag("event")), (4, Some("three")));
    for size in [1, 2, 7] {
        let letters: Vec<char> = text.chars().collect();
        let (mut reader, mut records) = (pgn::Reader::new(), Vec::new());
        for piece in letters.chunks(size) {
            reader.feed(&piece.iter().collect::<String>(), &mut |record| {
                records.push(record)
            });
        }
        records.extend(reader.finish());
        assert_eq!(records, whole, "{size}");
    }
}

/// However long a game is, no more than its beginning is held.
#[test]
fn endless_games_are_cut() {
    let (mut reader, mut count) = (pgn::Reader::new(), 0);
    for _ in 0..3_000 {
        reader.feed(&"Nf3 Nf6 ".repeat(20), &mut |_| count += 1);
        reader.feed("\n", &mut |_| count += 1);
    }
    let last = reader.finish().unwrap();
    assert_eq!((count, last.cut), (0, Some(2_501)));
    assert_eq!(last.moves.len(), 100_000);
}
