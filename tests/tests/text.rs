//! Rules printed as text of the language are read back as the same rules.

use ferz::lower::{Source, lower, normalize, read_movement};
use ferz::rules::{
    Between, Board, Compass, Condition, Frame, GoalCondition, HookUse, Hurdle, Leap, Modes, Movement,
    PerSide, Range, Ruleset, Side, Squares, Via, Winds,
};
use ferz::vocabulary::goal_kind;
use ferz::{snapshot, text};
use ferz_tests::library::Texts;
use indexmap::IndexMap;
use proptest::prelude::*;

fn read(text: &str) -> Ruleset {
    let source = Source {
        name: "printed".to_owned(),
        text: text.to_owned(),
    };
    let lowered = lower(source, &Texts::default());
    lowered
        .ruleset
        .unwrap_or_else(|| panic!("{:#?}\n{text}", lowered.diagnostics))
}

/// The same rules in an order of their own, where order has no meaning. An author's mechanic that
/// is used several times is printed once for each use, the second time as `name-2`.
fn sorted(mut rules: Ruleset) -> Ruleset {
    let own = |hook: &&mut HookUse| hook.says.as_ref().is_some_and(|says| says.own);
    for hook in rules.hooks.iter_mut().filter(own) {
        if let Some((name, number)) = hook.name.rsplit_once('-')
            && number.parse::<u8>().is_ok()
        {
            hook.name = name.to_owned();
        }
    }
    rules
        .promotions
        .sort_by(|a, b| (&a.piece, a.side).cmp(&(&b.piece, b.side)));
    rules
        .drops
        .sort_by(|a, b| (&a.piece, a.side).cmp(&(&b.piece, b.side)));
    rules
        .castling
        .sort_by_key(|castling| (castling.side, castling.letter));
    let of_mechanics = rules.hooks.iter_mut().filter_map(|hook| hook.says.as_mut());
    for goal in of_mechanics.flat_map(|says| &mut says.goals) {
        if let GoalCondition::Join(join) = &mut goal.condition {
            join.pieces.sort();
        }
    }
    // Goals that are one entry are as good in any order.
    for entry in rules.end.goals.chunk_by_mut(|a, b| a.reason == b.reason) {
        entry.sort_by_cached_key(|goal| format!("{goal:?}"));
    }
    rules
}

#[test]
fn rulesets_are_read_back() {
    for bundled in ferz_rulesets::all() {
        let rules = ferz_rulesets::ruleset(bundled.name).expect(bundled.name);
        let printed = text::ruleset(&rules);
        assert_eq!(
            sorted(read(&printed)),
            sorted(rules),
            "{}\n{printed}",
            bundled.name
        );
    }
}

#[test]
fn own_boards_are_read_back() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/boards");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut seen = 0;
    for path in entries.map(|entry| entry.expect("an entry can be read").path()) {
        if path.extension().is_none_or(|extension| extension != "ferz") {
            continue;
        }
        let rules = read(&std::fs::read_to_string(&path).expect("a file"));
        let printed = text::ruleset(&rules);
        assert_eq!(
            sorted(read(&printed)),
            sorted(rules),
            "{}\n{printed}",
            path.display()
        );
        seen += 1;
    }
    assert!(seen > 0, "no boards");
}

/// A snapshot's rules are a file, too; what cannot be played is not in it.
#[test]
fn goals_are_what_is_written_of_them() {
    let mut seen = 0;
    for bundled in ferz_rulesets::all() {
        let rules = ferz_rulesets::ruleset(bundled.name).expect(bundled.name);
        for goal in rules.end.goals {
            let kind = goal_kind(&goal.condition);
            let again = (kind.form().condition)(kind.written());
            assert_eq!(again, goal.condition, "{}", bundled.name);
            seen += 1;
        }
    }
    let variants = ferz_rulesets::all().len();
    assert!(seen * 2 > variants, "only {seen} goals of {variants} variants");
}

#[test]
fn rules_of_snapshots_are_read_back() {
    for bundled in ferz_rulesets::all() {
        let mut rules = ferz_rulesets::ruleset(bundled.name).expect(bundled.name);
        let printed = format!("variant \"\"\n{}\n", snapshot::rules(&rules).join("\n"));
        for text in [&mut rules.title, &mut rules.about, &mut rules.source] {
            text.clear();
        }
        rules.armies = PerSide::both(String::new());
        rules.zones.clear();
        for piece in rules.pieces.values_mut() {
            (piece.value, piece.symbol, piece.once) = (None, None, None);
        }
        assert_eq!(
            sorted(read(&printed)),
            sorted(rules),
            "{}\n{printed}",
            bundled.name
        );
    }
}

/// A piece of Black's, printed as it stands on the board.
#[test]
fn movements_from_the_movers_side_are_read_back() {
    for bundled in ferz_rulesets::all() {
        let rules = ferz_rulesets::ruleset(bundled.name).expect(bundled.name);
        for piece in rules.pieces.values() {
            for side in Side::ALL {
                let printed = text::movement_of(side, &piece.movement[side], &rules.board);
                let again = read_movement(&printed, &rules.board, &Texts::default())
                    .unwrap_or_else(|errors| panic!("{printed}: {errors:#?}"));
                // Facts of the other side are left out; alternatives are sorted by the parts that
                // both share.
                let same = text::movement_of(side, &again, &rules.board);
                let sorted = |text: &str| {
                    let mut parts: Vec<String> = text.split(" | ").map(str::to_owned).collect();
                    parts.sort();
                    parts
                };
                assert_eq!(sorted(&same), sorted(&printed), "{}", bundled.name);
            }
        }
    }
}

fn board(holes: &[&str], extra: bool) -> Board {
    let mut board = Board {
        files: 5,
        ranks: 6,
        holes: Squares(holes.iter().map(|hole| (*hole).to_owned()).collect()),
        wrap_files: false,
        wrap_ranks: false,
        extra: IndexMap::new(),
    };
    if extra {
        let links = |compass, to: &str| IndexMap::from([(compass, to.to_owned())]);
        board.extra.insert("x0".to_owned(), links(Compass::North, "c1"));
        board.extra.insert("y9".to_owned(), links(Compass::South, "c6"));
        board.extra.insert("z".to_owned(), links(Compass::West, "e2"));
    }
    board
}

fn boards() -> [Board; 3] {
    [board(&[], false), board(&["a1", "e4"], false), board(&[], true)]
}

fn squares(board: &Board, bits: u64) -> Squares {
    let topology = ferz::board::Topology::new(board).expect("a board");
    use ferz::board::Bits as _;
    let all: Vec<_> = topology.squares().squares().collect();
    let chosen = all.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
    Squares(
        chosen
            .map(|(_, square)| topology.name(*square).to_owned())
            .collect(),
    )
}

/// A leap; after another leg it may be relative to it.
fn leap(after: bool) -> impl Strategy<Value = Movement> {
    let size = prop::sample::select(vec![
        (0, 1),
        (1, 1),
        (0, 2),
        (1, 2),
        (2, 2),
        (1, 3),
        (2, 3),
        (0, 3),
    ]);
    let range = prop::sample::select(vec![
        Range::ONE,
        Range::ONE,
        Range::ANY,
        Range { min: 2, max: Some(2) },
        Range { min: 1, max: Some(3) },
        Range { min: 2, max: None },
    ]);
    let between = prop::sample::select(vec![Between::Free, Between::Empty, Between::Occupied]);
    let frames = if after {
        vec![Frame::Side, Frame::Board, Frame::Heading]
    } else {
        vec![Frame::Side, Frame::Board]
    };
    let frame = prop::sample::select(frames);
    (size, range, between, frame, 1u16.., any::<bool>()).prop_map(
        |((m, n), range, between, frame, winds, wraps)| {
            let every = match (m, n) {
                _ if frame == Frame::Heading => Winds(u16::MAX),
                (0, _) => Winds::ORTHOGONAL,
                (m, n) if m == n => Winds::DIAGONAL,
                _ => Winds::OBLIQUE,
            };
            let winds = Winds(winds).and(every);
            Movement::Leap(Leap {
                m,
                n,
                winds: if winds.0 == 0 { every } else { winds },
                frame,
                range,
                between,
                wraps,
            })
        },
    )
}

fn boxed(movement: Movement) -> Box<Movement> {
    Box::new(movement)
}

fn condition(board: Board) -> impl Strategy<Value = Condition> {
    let set = move |white: u64, black: u64, mirror: bool| {
        let white = squares(&board, white);
        let black = if mirror {
            let rank = |name: &String| {
                let (file, rank) = name.split_at(1);
                rank.parse::<u8>()
                    .ok()
                    .filter(|r| (1..=6).contains(r))
                    .map(|r| format!("{file}{}", 7 - r))
            };
            let mirrored: Vec<String> = white.0.iter().filter_map(rank).collect();
            let all = squares(&board, u64::MAX);
            Squares(all.0.into_iter().filter(|name| mirrored.contains(name)).collect())
        } else {
            squares(&board, black)
        };
        PerSide::new(white, black)
    };
    // Never all squares: that is no condition.
    let bits = 0..1u64 << 29;
    (0..5u8, bits.clone(), bits, any::<bool>()).prop_map(move |(kind, white, black, mirror)| match kind {
        0 => Condition::Initial,
        1 => Condition::Side(Side::White),
        2 => Condition::Side(Side::Black),
        3 => Condition::From(set(white, black, mirror)),
        _ => Condition::To(set(white, black, mirror)),
    })
}

/// Any movement.
fn movement(depth: u32, after: bool, board: Board) -> BoxedStrategy<Movement> {
    if depth == 0 {
        return leap(after).boxed();
    }
    let inner = |after| movement(depth - 1, after, board.clone());
    let modes = (1..32u8).prop_map(Modes);
    let hurdle = prop::sample::select(vec![Hurdle::Any, Hurdle::Friend, Hurdle::Enemy]);
    let by = prop::sample::select(vec![Range::ONE, Range::ANY, Range { min: 1, max: Some(2) }]);
    let via = prop_oneof![
        Just(Via::Empty),
        Just(Via::Capture),
        Just(Via::CaptureOwn),
        Just(Via::Pass),
        hurdle.clone().prop_map(Via::Hurdle),
    ];
    prop_oneof![
        2 => leap(after),
        2 => prop::collection::vec(inner(after), 0..4).prop_map(Movement::Union),
        2 => (inner(after), via, inner(true))
            .prop_map(|(first, via, next)| Movement::Then { first: boxed(first), via, next: boxed(next) }),
        1 => (inner(after), hurdle, by)
            .prop_map(|(m, hurdle, by)| Movement::Over { movement: boxed(m), hurdle, by }),
        1 => (modes.clone(), inner(after)).prop_map(|(modes, m)| Movement::Only { modes, movement: boxed(m) }),
        1 => (modes, inner(after)).prop_map(|(modes, m)| Movement::As { modes, movement: boxed(m) }),
        1 => inner(after).prop_map(|m| Movement::Rifle(boxed(m))),
        1 => inner(after).prop_map(|m| Movement::Exposed(boxed(m))),
        2 => (condition(board.clone()), inner(after))
            .prop_map(|(condition, m)| Movement::When { condition, movement: boxed(m) }),
    ]
    .boxed()
}

fn on_some_board() -> impl Strategy<Value = (Board, Movement)> {
    (0..3usize).prop_flat_map(|index| {
        let board = boards()[index].clone();
        movement(4, false, board.clone()).prop_map(move |movement| (board.clone(), movement))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn movements_are_read_back((board, movement) in on_some_board()) {
        let normal = normalize(movement);
        let printed = text::movement(&normal, &board);
        match read_movement(&printed, &board, &Texts::default()) {
            Ok(again) => prop_assert_eq!(again, normal, "{}", printed),
            // A tree may hold what no text means: a leg relative to one that it cannot follow, too
            // much of everything.
            Err(errors) => {
                let meant = errors.iter().all(|error| matches!(error.code, "F0170" | "F0176"));
                prop_assert!(meant, "{}: {:#?}", printed, errors);
            }
        }
    }
}
