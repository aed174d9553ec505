//! Reasons why moves are not possible: every question in every variant has a reason, and its claim
//! holds.

use ferz::board::{Bits as _, Square};
use ferz::engine::{Position, Variant};
use ferz::rules::{Letter, Side};
use ferz::why::{Explainer, Reason, Verdict};
use ferz_tests::seed;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Numbers that look random and are the same for the same seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % sides.max(1) as u64) as usize
    }

    fn pick<'t, T>(&mut self, list: &'t [T]) -> Option<&'t T> {
        let i = self.roll(list.len());
        list.get(i)
    }
}

/// A position, and texts that may be asked about in it.
struct Scene<'v> {
    variant: &'v Variant,
    position: Position,
    fen: String,
    legal: Vec<String>,
    squares: Vec<&'v str>,
}

impl<'v> Scene<'v> {
    fn new(variant: &'v Variant, position: Position) -> Self {
        let moves = variant.legal_moves(&position);
        let topology = variant.topology();
        Self {
            variant,
            fen: variant.fen(&position),
            legal: variant.move_texts(&position, &moves),
            squares: topology.squares().squares().map(|s| topology.name(s)).collect(),
            position,
        }
    }

    fn stands(&self, square: &str) -> Option<(String, Side)> {
        let square: Square = self.variant.topology().square(square)?;
        let (kind, side) = self.variant.piece_at(&self.position, square)?;
        let (name, _) = self.variant.rules().pieces.get_index(kind)?;
        Some((name.clone(), side))
    }

    fn of(&self, side: Side) -> Vec<&'v str> {
        let own = |name: &&&str| self.stands(name).is_some_and(|(_, whose)| whose == side);
        self.squares.iter().filter(own).copied().collect()
    }

    /// A square, a letter or a sign in place of a pattern's letter: `o` own, `e` enemy, `a` any,
    /// `k` a small letter, `L` a capital.
    fn fill(&self, pattern: &str, dice: &mut Dice) -> String {
        let us = self.variant.turn(&self.position);
        let pieces = &self.variant.rules().pieces;
        let letters: Vec<Letter> = pieces.values().filter_map(|p| p.letter[Side::White]).collect();
        let any = |dice: &mut Dice| dice.pick(&self.squares).copied().unwrap_or("a1").to_owned();
        let mut text = String::new();
        for c in pattern.chars() {
            text += &match c {
                'A' => any(dice),
                'O' => dice.pick(&self.of(us)).copied().unwrap_or("a1").to_owned(),
                'E' => dice
                    .pick(&self.of(us.other()))
                    .copied()
                    .unwrap_or("a1")
                    .to_owned(),
                'k' => dice
                    .pick(&letters)
                    .map_or(Letter::plain(b'q'), |letter| letter.to_ascii_lowercase())
                    .to_string(),
                'L' => dice
                    .pick(&letters)
                    .copied()
                    .unwrap_or(Letter::plain(b'Q'))
                    .to_string(),
                'W' => dice.pick(&['O', 'D', 'J', 'S', 'Z']).unwrap_or(&'O').to_string(),
                c => c.to_string(),
            };
        }
        text
    }

    /// The questions that a player might ask.
    fn questions(&self, dice: &mut Dice) -> Vec<String> {
        const PATTERNS: [&str; 52] = [
            "OxE",
            "OxE",
            "OA",
            "OA",
            "OA",
            "OA",
            "OA",
            "OA",
            "OE",
            "OE",
            "OE",
            "OO",
            "EA",
            "AA",
            "OAk",
            "OxE",
            "OxE",
            "OxA",
            "O*",
            "E*",
            "O*W",
            "O*W",
            "O*W",
            "OA~k",
            "OE~k",
            "OE~k",
            "OO~k",
            "OE~k2",
            "O=k",
            "O=k^",
            "A=k",
            "Oxk^",
            "OA=k",
            "OA=k^",
            "OA=S",
            "O.1A",
            "OA+",
            "OAA",
            "OAA",
            "OAAA",
            "OAAAxA",
            "OAAAxE",
            "OA~k,OA~k",
            "swap A",
            "LA",
            "LxE",
            "Lx*W",
            "kA",
            "L@A",
            "AAAAA",
            "OAB9",
            "Ok",
        ];
        const WORDS: [&str; 20] = [
            "", "\u{e9}", "e9", "z9a1", "R1", "=", "x", "+", "O-O", "O-O-O", "0000", "accept", "deny",
            "raise", "decline", "swap", "*", "a1.", "~", "qqqqqq",
        ];
        let mut texts: Vec<String> = PATTERNS.iter().map(|p| self.fill(p, dice)).collect();
        let mut some = WORDS
            .iter()
            .filter(|_| dice.roll(4) == 0)
            .map(ToString::to_string)
            .collect();
        texts.append(&mut some);
        // A legal move with another square in it, or something after it.
        for _ in 0..8 {
            let Some(text) = dice.pick(&self.legal) else { break };
            let Some(at) = self
                .squares
                .iter()
                .find_map(|s| text[1..].find(*s).map(|i| (i + 1, s.len())))
            else {
                continue;
            };
            let other = self.fill("A", dice);
            texts.push(format!("{}{other}{}", &text[..at.0], &text[at.0 + at.1..]));
            texts.push(format!(
                "{text}{}",
                dice.pick(&["q", "+", "=q", "x", "*", "e4", "^"]).unwrap_or(&"q")
            ));
        }
        texts.extend(self.unsafe_moves(dice));
        texts.extend(self.promotions(dice));
        texts.extend(self.castlings());
        texts
    }

    /// Promotions that name no new kind, or a wrong one.
    fn promotions(&self, dice: &mut Dice) -> Vec<String> {
        let moves = self.variant.legal_moves(&self.position);
        let becomes = moves.iter().zip(&self.legal);
        let becomes: Vec<&String> = becomes
            .filter(|(mv, _)| self.variant.promotion(**mv).is_some())
            .map(|(_, text)| text)
            .collect();
        let Some(text) = dice.pick(&becomes) else {
            return Vec::new();
        };
        let short = &text[..text.len() - 1];
        let mut texts = vec![short.to_owned()];
        for end in ["k", "p", "=k", "=", "x", "z", "^", "=S", "qq"] {
            texts.push(format!("{short}{end}"));
        }
        texts
    }

    /// Castlings, possible or not, however they may be written.
    fn castlings(&self) -> Vec<String> {
        let us = self.variant.turn(&self.position);
        let own = self.variant.rules().castling.iter().filter(|c| c.side == us);
        let mut texts = vec!["O-O".to_owned(), "O-O-O".to_owned()];
        for castling in own {
            texts.push(format!("{}{}", castling.king_from, castling.king_to));
            texts.push(format!("{}{}", castling.king_from, castling.rook_from));
            texts.push(format!("K{}", castling.king_to));
        }
        texts
    }

    /// Moves that the pieces could make in a position with the other side's king elsewhere or the
    /// own one away: what is illegal only because of a royal.
    fn unsafe_moves(&self, dice: &mut Dice) -> Vec<String> {
        let Ok(bare) = Variant::new(ferz::why::ways_only(self.variant.rules())) else {
            return Vec::new();
        };
        let board: Vec<&str> = self
            .fen
            .split(' ')
            .filter(|f| !f.contains('=') || f.starts_with('x'))
            .collect();
        let Ok(there) = bare.position(&board.join(" ")) else {
            return Vec::new();
        };
        let moves = bare.legal_moves(&there);
        let mut texts = bare.move_texts(&there, &moves);
        texts.retain(|text| !self.legal.contains(text));
        (0..8).filter_map(|_| dice.pick(&texts).cloned()).collect()
    }

    fn check(&self, name: &str, text: &str, verdict: &Verdict) {
        let context = || format!("{name}: `{text}` in {}: {verdict:?}", self.fen);
        let listed = self.legal.iter().any(|legal| legal == text);
        match verdict {
            Verdict::Legal(mv) => {
                assert!(
                    self.variant.legal_moves(&self.position).contains(mv),
                    "{}",
                    context()
                );
            }
            Verdict::Illegal(reason) => {
                assert!(!listed, "{}", context());
                if let Err(flaw) = self.claims(text, reason) {
                    panic!("{flaw}: {}: {reason}", context());
                }
            }
        }
    }

    /// Whether the claim of a reason holds.
    fn claims(&self, text: &str, reason: &Reason) -> Result<(), String> {
        let need = |is_so: bool, flaw: &str| is_so.then_some(()).ok_or_else(|| flaw.to_owned());
        let words = reason.to_string();
        need(!words.trim().is_empty(), "nothing is said")?;
        need(
            !matches!(reason, Reason::Forbidden | Reason::Hook(_)),
            "nothing is told",
        )?;
        let is_word = |c: char| c.is_ascii_lowercase() || c == '-';
        need(reason.kind().chars().all(is_word), "the kind is no word")?;
        for square in reason.squares() {
            need(self.squares.contains(&square.as_str()), "a square that is none")?;
        }
        self.pieces_stand_there(text, reason, &words)?;
        let is_legal = |choice: &String| self.legal.contains(choice);
        let chooses = |choice: &String| {
            self.legal
                .iter()
                .any(|text| text.starts_with(&format!("{choice},")))
        };
        match reason {
            Reason::NoSuchSquare(name) => need(!self.squares.contains(&name.as_str()), "the square exists"),
            Reason::Empty(name) => need(self.stands(name).is_none(), "the square is not empty"),
            Reason::NotYours { mover, .. } => {
                need(mover.side != self.variant.turn(&self.position), "it is his turn")
            }
            Reason::OnlyCaptures { to, .. } | Reason::TooLate { to, .. } => {
                need(self.stands(to).is_none(), "there is something to capture")
            }
            Reason::NeedsHurdle { squares, .. } => need(
                squares.iter().all(|s| self.stands(s).is_none()),
                "there is a hurdle",
            ),
            Reason::Detour { choices, .. } | Reason::Ambiguous { choices, .. } => need(
                !choices.is_empty() && choices.iter().all(is_legal),
                "not to be played",
            ),
            Reason::MustCapture(choice) => need(is_legal(choice), "not to be played"),
            Reason::NoCapture { to, choice } => {
                need(choice.contains(to.as_str()), "another move")?;
                need(is_legal(choice), "not to be played")
            }
            Reason::SameSwap { text, .. } => need(is_legal(text), "not to be played"),
            Reason::MustPromote { mover, to, choices } => {
                let text = |(letter, _): &(String, String)| format!("{}{to}{letter}", mover.square);
                need(
                    choices.iter().map(text).any(|t| is_legal(&t) || chooses(&t)),
                    "no promotion is possible",
                )
            }
            Reason::Unreachable { mover, to } => {
                let place = match mover.index {
                    0 => mover.square.clone(),
                    index => format!("{}.{index}", mover.square),
                };
                need(!is_legal(&format!("{place}{to}")), "it goes there")
            }
            Reason::Exposes { royals, .. } => {
                let pieces = &self.variant.rules().pieces;
                let royal = |piece: &str, side| pieces.get(piece).is_some_and(|p| p.royal[side]);
                let all = royals
                    .iter()
                    .all(|a| royal(&a.piece.piece, a.piece.side) && !a.by.is_empty());
                need(all && !royals.is_empty(), "nothing royal is attacked")
            }
            _ => Ok(()),
        }
    }

    /// Whether a text means a castling to a square by where the partner stands.
    fn castles(&self, text: &str, square: &str) -> bool {
        let castling = self.variant.rules().castling.iter();
        castling
            .filter(|c| c.king_to == square)
            .any(|c| text == format!("{}{}", c.king_from, c.rook_from))
    }

    /// Every piece that a sentence names stands where it says, or has come there by the move.
    fn pieces_stand_there(&self, text: &str, reason: &Reason, words: &str) -> Result<(), String> {
        let after = matches!(
            reason.kind(),
            "exposes" | "gives-check" | "facing" | "castling-attacked"
        ) || matches!(reason, Reason::After { .. });
        for side in Side::ALL {
            for kind in self.variant.rules().pieces.keys() {
                let phrase = format!("the {side} {kind} on ");
                for (at, _) in words.match_indices(&phrase) {
                    let rest = &words[at + phrase.len()..];
                    let named = |s: &&&str| {
                        rest.strip_prefix(**s)
                            .is_some_and(|r| !r.starts_with(|c: char| c.is_ascii_digit()))
                    };
                    let Some(square) = self.squares.iter().find(named) else {
                        return Err(format!("`{phrase}` names no square"));
                    };
                    let here = self
                        .stands(square)
                        .is_some_and(|(name, whose)| name == *kind && whose == side);
                    let moved = after
                        && (text.contains(*square)
                            || self.castles(text, square)
                            // An effect has carried it on.
                            || self.variant.rules().carries_on()
                            || !text.starts_with(|c: char| c.is_ascii_lowercase()));
                    if !here && !moved {
                        return Err(format!("{phrase}{square} is not there"));
                    }
                }
            }
        }
        Ok(())
    }
}

/// Positions of a random game, some plies apart.
fn positions(variant: &Variant, dice: &mut Dice, count: usize) -> Vec<Position> {
    let mut position = variant.start();
    let mut found = Vec::new();
    while found.len() < count {
        let moves = variant.legal_moves(&position);
        if variant.outcome(&position).is_some() || moves.is_empty() {
            break;
        }
        found.push(position.clone());
        for _ in 0..=dice.roll(20) {
            let moves = variant.legal_moves(&position);
            let Some(mv) = dice.pick(&moves) else { break };
            let next = variant.play(&position, *mv);
            if variant.outcome(&next).is_some() {
                break;
            }
            position = next;
        }
    }
    found
}

/// The position with one more piece, read from its text; `None` if it is no position.
fn with_one_more(
    variant: &Variant,
    position: &Position,
    square: Square,
    piece: Option<(usize, Side)>,
) -> Option<Position> {
    let changed = variant.with_piece(position, square, piece);
    let read = variant.position(&variant.fen(&changed)).ok()?;
    variant.outcome(&read).is_none().then_some(read)
}

/// The position with a piece of the side to move that is about to promote.
fn promoting(variant: &Variant, position: &Position, dice: &mut Dice) -> Option<Position> {
    let us = variant.turn(position);
    let promotions: Vec<_> = variant
        .rules()
        .promotions
        .iter()
        .filter(|p| p.side == us)
        .collect();
    let piece = &dice.pick(&promotions)?.piece;
    let kind = variant.rules().pieces.get_index_of(piece)?;
    let squares: Vec<Square> = variant.topology().squares().squares().collect();
    (0..20).find_map(|_| {
        let square = *dice.pick(&squares)?;
        let there = with_one_more(variant, position, square, Some((kind, us)))?;
        let moves = variant.legal_moves(&there);
        moves
            .iter()
            .any(|mv| variant.promotion(*mv).is_some())
            .then_some(there)
    })
}

/// The start position with only castling pieces of the side to move, and one more enemy somewhere.
fn castling(variant: &Variant, dice: &mut Dice) -> Option<Position> {
    let (start, topology) = (variant.start(), variant.topology());
    let us = variant.turn(&start);
    let own: Vec<_> = variant.rules().castling.iter().filter(|c| c.side == us).collect();
    let stays = |square: &Square| {
        let name = topology.name(*square);
        own.iter().any(|c| c.king_from == name || c.rook_from == name)
    };
    let all = topology.squares().squares().filter(|s| !stays(s));
    let all = all.filter(|&s| variant.piece_at(&start, s).is_some_and(|(_, side)| side == us));
    let free = all.fold(start.clone(), |there, square| {
        variant.with_piece(&there, square, None)
    });
    let kinds: Vec<usize> = (0..variant.rules().pieces.len()).collect();
    let squares: Vec<Square> = topology.squares().squares().collect();
    (0..20).find_map(|_| {
        let (square, kind) = (*dice.pick(&squares)?, *dice.pick(&kinds)?);
        let enemy = variant.rules().pieces[kind].letter[us.other()].map(|_| (kind, us.other()));
        let empty = variant.piece_at(&free, square).is_none();
        with_one_more(variant, &free, square, Some(enemy.filter(|_| empty)?))
    })
}

/// No further position of a variant is looked at after this time, unless more samples are asked
/// for.
const PATIENCE: Duration = Duration::from_secs(6);

/// Asks about moves in positions of games of one variant, and of the same positions with one more
/// piece.
fn variant_tells_the_truth(name: &str, seeds: &[u64], prints: bool) {
    let rules = ferz_rulesets::ruleset(name).unwrap_or_else(|error| panic!("{error}"));
    let variant = Variant::new(rules).unwrap_or_else(|error| panic!("{name}: {error}"));
    let explainer = Explainer::new(&variant);
    let begun = Instant::now();
    for &seed in seeds {
        let mut dice = Dice(seed);
        let mut list = positions(&variant, &mut dice, 5);
        let near: Vec<Position> = list
            .iter()
            .take(2)
            .filter_map(|position| promoting(&variant, position, &mut dice))
            .collect();
        list.extend(near);
        list.extend(castling(&variant, &mut dice));
        for position in list {
            if seed::samples(1) == 1 && begun.elapsed() > PATIENCE {
                return;
            }
            let scene = Scene::new(&variant, position);
            for text in scene.questions(&mut dice) {
                let verdict = explainer.why(&scene.position, &text);
                if prints && let Verdict::Illegal(reason) = &verdict {
                    println!("@{name}|{}|{}|{text}|{reason}", reason.kind(), scene.fen);
                }
                scene.check(name, &text, &verdict);
            }
        }
    }
}

/// On two threads: it is one of the longest tests. `FERZ_ONLY` names a variant, `FERZ_PRINT` prints
/// every reason. A variant of a text.
fn variant_of(text: &str) -> Variant {
    let (name, text) = ("c".to_owned(), text.to_owned());
    let lowered = ferz::lower::lower(ferz::lower::Source { name, text }, &ferz_rulesets::Library);
    Variant::new(lowered.ruleset.expect("rules")).unwrap()
}

/// Rules that need much of a position are asked beside simpler ones, whose positions are laid out
/// otherwise.
#[test]
fn positions_of_simpler_rules_are_not_mixed_with_those_of_the_variant() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let walls = "variant \"C\" extends chess\nrules { late-promotions: yes }\nwalls { on: all }\n";
    let facing = "variant \"C\" extends chess\nrules { late-promotions: yes; bikjang: yes }\n";
    for (text, fen, mv, kind, words) in [
        (
            walls,
            start,
            "b1a3,a1",
            "wall-occupied",
            "rook stands on a1 after the move",
        ),
        (
            walls,
            start,
            "b1a3,a3",
            "wall-occupied",
            "knight stands on a3 after the move",
        ),
        (walls, start, "b1a3,b3", "", ""),
        (
            facing,
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "e1e2",
            "bikjang",
            "facing each other",
        ),
        (facing, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1", "", ""),
    ] {
        let variant = variant_of(text);
        let verdict = ferz::why::why(&variant, &variant.position(fen).unwrap(), mv);
        match verdict {
            Verdict::Legal(_) => assert_eq!(kind, "", "{mv}"),
            Verdict::Illegal(reason) => {
                assert_eq!(reason.kind(), kind, "{mv}: {reason}");
                assert!(reason.to_string().contains(words), "{mv}: {reason}");
            }
        }
    }
}

/// A first move that is over, several rules at once, and a rule without a condition.
#[test]
fn rules_that_forbid_are_named() {
    let first = "variant \"C\" extends chess\npiece knight N = knight | initial move leap(2, 2)\n";
    let never = "variant \"C\" extends chess\non move { by: knight; possible: no }\n";
    let twice = "variant \"C\" extends chess\non move { by: knight; possible: no }\n\
                 on move { to: edge; while: friend pawn; possible: no }\n";
    for (text, fen, mv, words) in [
        (
            first,
            "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1",
            "d4f6",
            "the white knight on d4 moves to f6 only in its first move",
        ),
        (
            never,
            "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1",
            "d4e6",
            "the rules forbid it: `on move { by: knight; possible: no }`",
        ),
        (
            twice,
            "4k3/P7/8/8/8/1N6/8/4K3 w - - 0 1",
            "b3a5",
            "the rules forbid it: `on move { by: knight; possible: no }`; and the rules forbid it while",
        ),
    ] {
        let variant = variant_of(text);
        let verdict = ferz::why::why(&variant, &variant.position(fen).unwrap(), mv);
        let Verdict::Illegal(reason) = verdict else {
            panic!("{mv} is legal");
        };
        assert!(reason.to_string().contains(words), "{mv}: {reason}");
    }
}

/// Nor are those of another variant taken for its own.
#[test]
fn positions_of_other_variants_are_refused() {
    let [small, large] =
        ["chess", "shogi"].map(|name| variant_of(&format!("variant \"C\" extends {name}\n")));
    assert!(small.knows(&small.start()).is_ok() && small.knows(&large.start()).is_err());
    let Verdict::Illegal(reason) = ferz::why::why(&small, &large.start(), "e2e4") else {
        panic!("it is not a position of this variant");
    };
    assert_eq!(reason.kind(), "other-variant");
}

#[test]
fn a_duty_beside_mechanics_is_named() {
    let text = "variant \"T\" extends crazy\nrules { must-capture: yes }\n";
    let variant = variant_of(text);
    let fen = "rnbq1bnr/pp3ppp/8/8/8/8/PP3PPP/RN1Q1BNR b - - 0 2 captured=PPPppp denial=w exile=KBk immune=b raised=c8";
    let position = variant.position(fen).expect("the position can be read");
    for text in ["b7b5", "Qd7", "g8f6"] {
        let Verdict::Illegal(reason) = Explainer::new(&variant).why(&position, text) else {
            panic!("{text} is no capture");
        };
        assert_eq!(reason.kind(), "must-capture", "{text}: {reason}");
    }
}

#[test]
fn every_reason_is_true() {
    let only = std::env::var("FERZ_ONLY").ok();
    let prints = std::env::var_os("FERZ_PRINT").is_some();
    let today: Vec<u64> = seed::some(seed::samples(1)).collect();
    // The same positions as ever for a sixth of the variants, today's for another sixth; both for
    // all where more is asked.
    let sixth = seed::of_this_run() as usize;
    let seeds = |number: usize| {
        let all = only.is_some() || seed::samples(1) > 1;
        let turn = (number + sixth) % 6;
        let always = (all || turn == 0).then_some(1);
        let todays = today.iter().copied().filter(|_| all || turn == 1);
        always.into_iter().chain(todays).collect::<Vec<u64>>()
    };
    let names: Vec<&str> = ferz_rulesets::all()
        .iter()
        .map(|bundled| bundled.name)
        .filter(|name| only.as_ref().is_none_or(|only| only == name))
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(name) = names.get(number) else { break };
            variant_tells_the_truth(name, &seeds(number), prints);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
}
