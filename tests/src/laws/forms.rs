//! Random declarations, each of one form of the language.

use super::mix::Form;
use super::words::Words;

/// Makes a declaration; nothing if the variant has no room for it.
type Maker = fn(&mut Words) -> Option<Form>;

/// Every form that is made by chance, some more often than others.
pub(super) const MAKERS: [Maker; 30] = [
    effect, effect, effect, effect, effect, effect, effect, again, possible, power, power, power, rules,
    rules, rules, rules, end, end, promotion, promotion, piece, piece, drop, drop, walls, turn, control,
    royalty, castling, board,
];

fn block(head: String, entries: Vec<String>) -> Option<Form> {
    Some(Form { head, entries })
}

fn side(words: &mut Words) -> &'static str {
    words.random.pick(&["", "", "", "white ", "black "])
}

/// Conditions on the moves that an effect follows from.
fn occasion(words: &mut Words, event: &str) -> Vec<String> {
    let mut entries = Vec::new();
    let turns = event == "turn";
    if !turns && words.random.once_in(3) {
        entries.push(format!("by: {}", words.kinds()));
    }
    if event == "capture" && words.random.once_in(4) {
        let of = match words.random.below(4) {
            0 => "same".to_owned(),
            1 => "friend".to_owned(),
            2 => format!("enemy {}", words.some_kinds()),
            _ => words.kinds(),
        };
        entries.push(format!("of: {of}"));
    }
    for key in ["from", "to"] {
        if !turns && words.random.once_in(7) {
            entries.push(format!("{key}: {}", words.squares()));
        }
    }
    for key in ["while", "unless", "while-before", "unless-before"] {
        let rare = if key.ends_with("before") { 12 } else { 6 };
        if words.random.once_in(rare) {
            entries.push(format!("{key}: {}", words.asked()));
        }
    }
    if turns && words.random.once_in(3) {
        entries.push(format!("every: {}", words.upto(4)));
    }
    if words.random.once_in(9) {
        entries.push("repeat: yes".to_owned());
    }
    entries
}

/// Something that follows from a move.
fn act(words: &mut Words, event: &str) -> String {
    let captures = event == "capture";
    let groups = words.groups();
    let flipped = words.random.pick(&["", "", " flipped"]);
    let demoted = words.random.pick(&["", "", " demoted"]);
    match words.random.below(14) {
        0 | 1 => format!("remove: {groups}"),
        2 => format!("flip: {groups}"),
        3 if captures => format!("become: {} as victim", words.group()),
        3 | 4 => format!("become: {} as {}", words.group(), words.kind()),
        5 => format!("moved: {groups}"),
        6 => format!("close: {}", words.area()),
        7 => format!("open: {}", words.random.pick(&["wall", "origin", "edge"])),
        8 if captures => format!("hand: victim{flipped}{demoted}"),
        8 => format!("hand: {}{flipped}{demoted}", words.group()),
        9 if captures => format!(
            "put: victim{flipped} on {}{}",
            words.random.pick(&["", "chosen "]),
            words.area()
        ),
        9 | 10 => format!(
            "put: {} on {}{}",
            words.common(),
            words.random.pick(&["", "", "chosen "]),
            words.area()
        ),
        11 => format!("pull: {} to {} by {}", words.group(), words.place(), words.line()),
        12 => format!(
            "push: {} from {} by {}",
            words.group(),
            words.place(),
            words.line()
        ),
        _ => format!("carry: {} by {}", words.group(), words.reach()),
    }
}

fn effect(words: &mut Words) -> Option<Form> {
    let event = words.one(&["move", "move", "capture", "capture", "capture", "turn", "drop"]);
    let mut entries = occasion(words, &event);
    for _ in 0..words.upto(3) {
        entries.push(act(words, &event));
    }
    block(format!("on {}{event}", side(words)), entries)
}

fn again(words: &mut Words) -> Option<Form> {
    let event = words.one(&["move", "capture", "capture"]);
    let mut entries = occasion(words, &event);
    entries.retain(|entry| entry != "repeat: yes");
    let who = words.one(&["mover", "mover", "victim"]);
    let by = if words.random.once_in(4) {
        format!(" by {}", words.line())
    } else {
        String::new()
    };
    let mut options = words.one(&["", ", captures", ", captures", ", quiet"]);
    options += words.random.pick(&["", ", may", ", must"]);
    options += words.random.pick(&["", ", once"]);
    options += words.random.pick(&["", "", ", turning"]);
    entries.push(format!("again: {who}{by}{options}"));
    block(format!("on {}{event}", side(words)), entries)
}

fn possible(words: &mut Words) -> Option<Form> {
    let event = words.one(&["move", "move", "capture", "drop"]);
    let mut entries = occasion(words, &event);
    let key = words.one(&["while", "unless"]);
    entries.retain(|entry| entry != "repeat: yes" && !entry.starts_with(&format!("{key}:")));
    entries.push(format!("{key}: {}", words.asked()));
    entries.push("possible: no".to_owned());
    block(format!("on {}{event}", side(words)), entries)
}

fn power(words: &mut Words) -> Option<Form> {
    let name = format!("pw{}", words.upto(900));
    let mut entries = Vec::new();
    if words.random.once_in(2) {
        entries.push(format!("of: {}", words.kinds()));
    }
    let some = words.random.pick(&["", "", "", "more ", "several "]);
    let whose = words.random.pick(&["", "friend ", "enemy "]);
    let kinds = if words.random.once_in(5) {
        "same".to_owned()
    } else {
        words.some_kinds()
    };
    let condition = match words.random.below(6) {
        0 | 1 => format!("attacked by {some}{kinds}"),
        2 => format!("guarded by {some}{kinds}"),
        3 => format!("attacks {some}{whose}{kinds}"),
        4 => format!("next to {some}{whose}{kinds}"),
        _ => format!("beside {some}{whose}{kinds} by {}", words.line()),
    };
    entries.push(format!("while: {condition}"));
    entries.push(match words.random.below(5) {
        0 => "moves: none".to_owned(),
        1 => format!("moves: {}", words.movement()),
        2 => "gains: theirs".to_owned(),
        _ => format!("gains: {}", words.movement()),
    });
    block(format!("power {name}"), entries)
}

fn rule(words: &mut Words) -> String {
    let yes = words.one(&["yes", "yes", "yes", "white", "black"]);
    match words.random.below(20) {
        0 => format!("must-capture: {yes}"),
        1 => format!("most-captures: {yes}"),
        2 => format!("captures: {}", words.one(&["no", "no", "white", "black"])),
        3 => format!("no-check: {yes}"),
        4 => format!("only-mate: {yes}"),
        5 => "exposed-captures: yes".to_owned(),
        6 | 7 => format!("late-promotions: {}", words.one(&["yes", "mover"])),
        8 => "swaps-in-check: no".to_owned(),
        9 => format!("pass: {}", words.one(&["forced", "stuck", "allowed"])),
        10 => "bikjang: yes".to_owned(),
        11 => format!(
            "apart: {}",
            words.one(&["ride vertical", "ride orthogonal", "step all", "queen"])
        ),
        12 => format!("exchange: {} and {}", words.kind(), words.kind()),
        13 => format!("absorb: {} from {}", words.some_kinds(), words.some_kinds()),
        14 => format!("carry: {}", words.kinds()),
        15 => format!("pool: {}", words.kinds()),
        16 => format!("recall: {} for {}", words.kind(), words.kind()),
        17 => format!("avenge: {} within {}", words.some_kinds(), words.upto(2)),
        18 => format!("regents: {}", words.kind()),
        _ => format!("en-passant: {}", words.squares()),
    }
}

fn rules(words: &mut Words) -> Option<Form> {
    let count = words.upto(3);
    let entries = (0..count).map(|_| rule(words)).collect();
    block("rules".to_owned(), entries)
}

fn goal(words: &mut Words) -> String {
    let name = words.one(&["aim", "hill", "gone", "done"]);
    let side = side(words);
    let score = words.random.pick(&["", "", "", ", draw", ", loss", ", win"]);
    let ways = words
        .random
        .pick(&["", ", diagonal", ", orthogonal", ", sideways"]);
    let goal = match words.random.below(10) {
        0 | 1 => format!(
            "reach {} on {}{}",
            words.kind(),
            words.squares(),
            words
                .random
                .pick(&["", ", own-move", ", reply", ", safe", ", held", ", at-least 2"])
        ),
        2 => format!(
            "extinct {}{}",
            words.kind(),
            words.random.pick(&["", ", at-most 1", ", held"])
        ),
        3 => format!("extinct {}", words.one(&["all", "each"])),
        4 => format!("checks {}", words.upto(3)),
        5 => format!("line {} {}{ways}", words.kind(), 2 + words.upto(3)),
        6 => format!("square {} 2", words.kind()),
        7 => format!(
            "join {} on {}, with {}",
            words.kind(),
            words.squares(),
            words.squares()
        ),
        8 => format!("barred on {}", words.one(&["c1", "g1"])),
        _ => format!(
            "most {}, {}{}",
            words.kind(),
            words.one(&["full", "stuck", "passes 2"]),
            words.random.pick(&["", ", by-value", ", less 1.5"])
        ),
    };
    format!("{name}{}: {side}{goal}{score}", words.upto(99))
}

fn condition(words: &mut Words) -> String {
    let score = words.one(&["loss", "draw", "win"]);
    match words.random.below(12) {
        10 => format!("perpetual-check: {score}"),
        11 => format!(
            "perpetual-chase: {score}, by {}, by {}",
            words.kind(),
            words.kind()
        ),
        0 => format!("checkmate: {score}"),
        1 => format!("stalemate: {score}"),
        2 => format!("repetition: {} {score}", 1 + words.upto(3)),
        3 => format!("move-rule: {} {score}", 3 + words.upto(40)),
        4 => format!("to-and-fro: {} loss", 2 + words.upto(3)),
        5 => format!("only-promotions: {} draw", words.upto(3)),
        6 => format!("count: {}, no {}", 20 + words.upto(40), words.kind()),
        7 => format!("count-alone: 16 against {}, 64", words.kind()),
        8 => format!("mate-by: {score}, of {}", words.kind()),
        _ => format!("mate-without: {score}, of {}", words.kind()),
    }
}

fn end(words: &mut Words) -> Option<Form> {
    let count = words.upto(2);
    let entries = (0..count)
        .map(|_| {
            if words.random.once_in(2) {
                goal(words)
            } else {
                condition(words)
            }
        })
        .collect();
    block("end".to_owned(), entries)
}

fn promotion(words: &mut Words) -> Option<Form> {
    let piece = words.common();
    let mut entries = vec![format!("to: {}, {}", words.kind(), words.kind())];
    if words.random.once_in(2) {
        entries.push(format!("on: {}", words.squares()));
    }
    let when = words.one(&["enter", "touch", "leave", "in-place"]);
    if words.random.once_in(2) {
        entries.push(format!("when: {when}"));
        if when == "in-place" {
            match words.random.below(4) {
                0 => entries.push(format!("goes: {} at mover", words.line())),
                1 => entries.push("check: no".to_owned()),
                2 => entries.push(format!("unless: {}", words.group())),
                _ => {}
            }
        }
    }
    match words.random.below(6) {
        0 => entries.push("must: no".to_owned()),
        1 => entries.push(format!("must: {}", words.squares())),
        2 => entries.push(format!("only: {}", words.one(&["capture", "quiet"]))),
        3 => entries.push(format!("hand: {}", words.one(&["friend", "enemy"]))),
        4 => entries.push(format!("limit: {} {}", words.kind(), words.upto(2))),
        _ => {}
    }
    block(format!("promotion {}{piece}", side(words)), entries)
}

fn piece(words: &mut Words) -> Option<Form> {
    let attributes = words.random.pick(&[
        "",
        "",
        "",
        ", royal",
        ", resets-clock",
        ", value 3.5",
        ", unlettered",
    ]);
    let movement = words.movement();
    if words.random.once_in(3) && !words.free.is_empty() {
        let at = words.random.below(words.free.len());
        let letter = words.free.swap_remove(at);
        let name = format!("new{}", letter.to_ascii_lowercase());
        words.kinds.push(name.clone());
        words.letters.push(letter.to_string());
        return block(
            format!("piece {name} {letter} = {movement}{attributes}"),
            Vec::new(),
        );
    }
    let at = words.random.below(words.kinds.len());
    let (name, letter) = (&words.kinds[at], &words.letters[at]);
    block(
        format!("piece {name} {letter} = {movement}{attributes}"),
        Vec::new(),
    )
}

fn drop(words: &mut Words) -> Option<Form> {
    let what = match words.random.below(4) {
        0 => "all".to_owned(),
        1 => format!("{} {}", words.common(), words.common()),
        _ => words.common(),
    };
    let mut entries = Vec::new();
    match words.random.below(5) {
        0 => entries.push(format!("gate: {}", words.squares())),
        1 => entries.push(format!(
            "slides: {}",
            words.one(&["all", "orthogonal", "vertical", "sideways", "diagonal"])
        )),
        _ => entries.push(format!("on: {}", words.squares())),
    }
    for _ in 0..words.random.below(3) {
        entries.push(match words.random.below(9) {
            0 => "per-file: 1".to_owned(),
            1 => "check: no".to_owned(),
            2 => "mate: no".to_owned(),
            3 => format!("hand: {}", words.common()),
            4 => "outside: yes".to_owned(),
            5 => "endless: yes".to_owned(),
            6 => format!("first: {}", words.squares()),
            7 => "must: yes".to_owned(),
            _ => format!("{}: {}", words.one(&["while", "unless"]), words.asked()),
        });
    }
    block(format!("drop {}{what}", side(words)), entries)
}

fn walls(words: &mut Words) -> Option<Form> {
    let on = match words.random.below(3) {
        0 => words.squares(),
        1 => format!("{} at mover", words.reach()),
        _ => words.area(),
    };
    let mut entries = vec![format!("on: {on}")];
    for (entry, rare) in [
        ("one: yes", 2),
        ("instead: yes", 4),
        ("in-check: no", 8),
        ("called: duck", 9),
    ] {
        if words.random.once_in(rare) {
            entries.push(entry.to_owned());
        }
    }
    block("walls".to_owned(), entries)
}

fn turn(words: &mut Words) -> Option<Form> {
    let moves = words.one(&[
        "move, move",
        "move",
        "move, control",
        "swap, move",
        "drop, move",
        "move, move, move",
    ]);
    let mut entries = Vec::new();
    match words.random.below(3) {
        0 => entries.push(format!("{}: {moves}", words.one(&["white", "black"]))),
        _ => entries.push(format!("both: {moves}")),
    }
    for (entry, rare) in [("first: move", 2), ("grows: 1", 6), ("must: yes", 5)] {
        if words.random.once_in(rare) {
            entries.push(entry.to_owned());
        }
    }
    if !words.random.once_in(6) {
        entries.push("check: ends".to_owned());
    }
    block("turn".to_owned(), entries)
}

fn control(words: &mut Words) -> Option<Form> {
    let of = match words.random.below(3) {
        0 => format!("enemy {}", words.some_kinds()),
        1 => format!(
            "enemy {} attacked by friend {}",
            words.some_kinds(),
            words.some_kinds()
        ),
        _ => format!(
            "enemy {} on {} at friend {}",
            words.some_kinds(),
            words.reach(),
            words.some_kinds()
        ),
    };
    let mut entries = vec![format!("of: {of}")];
    if words.random.once_in(3) {
        entries.push(format!("moves: {}", words.reach()));
    }
    if words.random.once_in(2) {
        entries.push(format!(
            "captures: {}",
            words.one(&["friends", "enemies", "all", "nothing"])
        ));
    }
    if words.random.once_in(3) {
        entries.push("safe: no".to_owned());
    }
    block("control".to_owned(), entries)
}

fn royalty(words: &mut Words) -> Option<Form> {
    let mut entries = vec![format!(
        "rule: {}",
        words.one(&["all", "any", "last", "last-of-each", "fewer"])
    )];
    for (entry, rare) in [("attack: turns", 4), ("sacrifice: yes", 3), ("trade: no", 4)] {
        if words.random.once_in(rare) {
            entries.push(entry.to_owned());
        }
    }
    block("royalty".to_owned(), entries)
}

fn castling(words: &mut Words) -> Option<Form> {
    let king = words.kinds.iter().find(|kind| *kind == "king")?.clone();
    let rook = words.common();
    let mut entries = vec![
        format!("K: {king} e1 g1, {rook} h1 f1"),
        format!("Q: {king} e1 c1, {rook} a1 d1"),
        format!(
            "safe: {}",
            words.one(&["path", "start-and-passed", "end", "none"])
        ),
    ];
    for (entry, rare) in [
        ("anywhere: yes", 3),
        ("jumps: yes", 4),
        ("dropped: yes", 6),
        ("brought: yes", 6),
        ("bars: yes", 6),
        ("chains: yes", 8),
    ] {
        if words.random.once_in(rare) {
            entries.push(entry.to_owned());
        }
    }
    block("castling".to_owned(), entries)
}

fn board(words: &mut Words) -> Option<Form> {
    let entry = match words.random.below(6) {
        0 | 1 => format!("holes: {}", words.squares()),
        2 => format!(
            "points: yes; river: {}; diagonals: {}",
            words.squares(),
            words.squares()
        ),
        _ => format!("wrap: {}", words.one(&["files", "ranks", "files, ranks"])),
    };
    block(format!("board {}x{}", words.files, words.ranks), vec![entry])
}
