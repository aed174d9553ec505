//! The meaning of the language, as equations between two texts, and by looking at the lowered
//! rules.

use ferz::lower::{Source, lower};
use ferz::rules::{
    Castling, Condition, Extinct, GoalCondition, Letter, Mandatory, Movement, Occasion, Pass, Reach,
    RoyalRule, Ruleset, Score, Side, Squares, Trigger,
};
use ferz_tests::library::{Texts, lower_text};
use ferz_tests::page::page;

/// The rules of a text that may only have warnings.
fn rules(text: &str) -> Ruleset {
    let lowered = lower_text("test.ferz", text);
    let page = page(&lowered);
    lowered.ruleset.unwrap_or_else(|| panic!("{text}\n{page}"))
}

/// The movement of White's `x`, which is written so; `before` are declarations.
fn movement_with(before: &str, text: &str) -> Movement {
    let rules = rules(&format!(
        "variant \"Test\" extends chess\n{before}\npiece x X = {text}\n"
    ));
    rules.pieces["x"].movement[Side::White].clone()
}

fn movement(text: &str) -> Movement {
    movement_with("", text)
}

/// The rules of chess with further declarations.
fn chess(more: &str) -> Ruleset {
    rules(&format!("variant \"Test\" extends chess\n{more}\n"))
}

fn squares(list: &str) -> Squares {
    Squares(list.split(' ').map(str::to_owned).collect())
}

#[test]
fn equal_movements_are_equal_trees() {
    for (a, b) in [
        // Sugar, order and repetition.
        ("rook | bishop", "bishop | rook"),
        ("rook | rook", "rook"),
        ("queen", "rook | bishop"),
        ("king", "wazir | ferz"),
        ("(rook | (bishop | knight))", "rook | bishop | knight"),
        ("step forward | step backward | step sideways", "wazir"),
        ("step forward left | step left right", "step forward left right"),
        ("leap(2, 1)", "knight"),
        ("none | rook", "rook"),
        ("none | none", "none"),
        ("king | rook", "rook | ferz"),
        ("ride all 1..", "queen"),
        ("ride orthogonal 1", "wazir"),
        ("ride orthogonal ..3 | ride orthogonal 2", "ride orthogonal 1..3"),
        // Absolute directions are relative ones where both sides have them.
        ("step north south", "step vertical"),
        ("step north south east west", "wazir"),
        ("step north | step south", "step vertical"),
        ("wazir | step north", "wazir"),
        // Modes.
        ("move rook | capture rook", "rook"),
        ("move queen | capture rook", "rook | move bishop"),
        ("move (move rook)", "move rook"),
        ("move rook over any", "(move rook) over any"),
        ("move (rook | capture bishop)", "move rook"),
        ("capture (move rook | knight)", "capture knight"),
        (
            "capture step forward-diagonal | en-passant step forward-diagonal | move step forward | exposed move ride forward 2 from second rank",
            "pawn",
        ),
        (
            "pawn-step | en-passant step forward-diagonal | exposed move ride forward 2 from rank 2",
            "pawn",
        ),
        ("capture-own (capture rook)", "capture-own rook"),
        ("rifle rook", "rifle (capture rook)"),
        ("rifle (rifle rook)", "rifle rook"),
        (
            "exposed ride forward 2",
            "exposed move ride forward 2 | capture ride forward 2",
        ),
        ("initial (rook | knight)", "initial rook | initial knight"),
        // Conditions stand outside.
        ("(rook from rank 2) over any", "(rook over any) from rank 2"),
        ("move (rook from rank 2)", "(move rook) from rank 2"),
        ("rook from ranks 1-4 from ranks 3-8", "rook from ranks 3-4"),
        ("rook from all to all", "rook"),
        ("(initial rook) then wazir", "initial (rook then wazir)"),
        ("wazir then (initial rook)", "initial (wazir then rook)"),
        ("white rook", "rook"),
        ("white rook | black bishop", "rook"),
        // Legs.
        ("(rook then wazir) then ferz", "rook then (wazir then ferz)"),
        ("rook then wazir then ferz", "(rook then wazir) then ferz"),
        ("(move rook) then wazir", "rook then wazir"),
        (
            "(rook | bishop) then wazir",
            "rook then wazir | bishop then wazir",
        ),
        ("rook then (wazir | ferz)", "rook then wazir | rook then ferz"),
        ("(rook | bishop) then (wazir | ferz)", "queen then king"),
        (
            "rook then move wazir | rook then capture wazir",
            "rook then wazir",
        ),
        ("(move queen | capture rook) then wazir", "queen then wazir"),
        // Betza notation is the same.
        ("betza \"R\"", "rook"),
        ("betza \"B\"", "ride diagonal"),
        ("betza \"K\"", "king"),
        ("betza \"N\"", "knight"),
        ("betza \"NN\"", "nightrider"),
        ("betza \"D\"", "dabbaba"),
        ("betza \"(2,3)\"", "zebra"),
        ("betza \"Q\"", "queen"),
        ("betza \"mQcN\"", "move queen | capture knight"),
        ("betza \"mRcpR\"", "move rook | capture rook over any by 1.."),
        ("betza \"nN\"", "lame knight"),
        ("betza \"fmWfcF\"", "pawn-step"),
        (
            "betza \"fmWfceF\"",
            "pawn-step | en-passant step forward-diagonal",
        ),
        ("betza \"R3\"", "ride orthogonal ..3"),
        ("betza \"ffN\"", "leap(1, 2) forward-most"),
        ("betza \"fhN\"", "leap(1, 2) forward"),
        ("betza \"iW\"", "initial wazir"),
        ("leap(2, 2) forward", "leap(2, 2) forward-left forward-right"),
        ("betza \"FyafsF\"", "ferz | step diagonal then ride outward"),
    ] {
        assert_eq!(movement(a), movement(b), "{a}   =   {b}");
    }
}

#[test]
fn different_movements_are_different_trees() {
    for (a, b) in [
        ("rook over any", "rook over friend"),
        ("rook over any", "rook over any by 1.."),
        ("step forward", "step north"),
        ("(capture rook) then wazir", "rook then wazir"),
        ("(pass rook) then wazir", "rook then wazir"),
        ("rook to rank 2", "rook from rank 2"),
        ("(rook to rank 2) over any", "(rook over any) to rank 2"),
        ("king | rook", "queen"),
        ("lame knight", "knight"),
        ("jumping knight", "lame knight"),
        ("swap rook", "capture-own rook"),
        ("exposed move ride forward 2", "move ride forward 2"),
        ("rook then step ahead", "rook then step forward"),
    ] {
        assert_ne!(movement(a), movement(b), "{a}   /=   {b}");
    }
}

#[test]
fn normal_form_is_reached_at_once() {
    // A movement that is defined, passed on and taken apart comes back as it was.
    for text in [
        "pawn",
        "rook over any by 1..",
        "(capture king) then king",
        "betza \"KNADcaKmcabK\"",
    ] {
        let plain = movement(text);
        let before = format!("movement same(m) = m | m\nmovement y = {text}");
        assert_eq!(movement_with(&before, "same(same(y))"), plain, "{text}");
    }
}

#[test]
fn parameters_stand_for_movements() {
    let before = "movement both(m, n) = m | n\nmovement robotic(m) = m | m over any";
    for (a, b) in [
        ("both(rook, bishop)", "queen"),
        (
            "both(n: none | rook, bishop)".replace("n: ", "").as_str(),
            "queen",
        ),
        ("robotic(rook)", "rook | rook over any"),
        ("robotic(both(rook, bishop))", "queen | queen over any"),
        (
            "robotic(move step forward)",
            "move (step forward | step forward over any)",
        ),
    ] {
        assert_eq!(movement_with(before, a), movement_with(before, b), "{a}");
    }
}

#[test]
fn a_definition_may_build_on_the_one_it_replaces() {
    let rules = chess("movement pawn = pawn | move step sideways\nmovement knight = camel");
    let pawn = &rules.pieces["pawn"].movement[Side::Black];
    assert_eq!(*pawn, movement("pawn | move step sideways"));
    assert_eq!(rules.pieces["knight"].movement[Side::White], movement("camel"));
}

#[test]
fn blacks_sets_where_holes_lie_opposite() {
    let rules = rules(
        "variant \"Test\"\nboard 3x4 { holes: a1, c4 }\narmy both { king K = king, royal\n man M = step forward }\n\
         zone low = ranks 1-2\nzone rim = edge\nzone most = all except rank 1\nzone left = a1-b2\n\
         start \"1k*/3/3/*K1 w - - 0 1\"",
    );
    let of = |name: &str| {
        let zone = &rules.zones[name];
        [&zone.white, &zone.black].map(|set| set.0.join(" "))
    };
    assert_eq!(of("low"), ["b1 c1 a2 b2 c2", "a3 b3 c3 a4 b4"]);
    assert_eq!(of("rim"), ["b1 c1 a2 c2 a3 c3 a4 b4", "b1 c1 a2 c2 a3 c3 a4 b4"]);
    assert_eq!(of("most"), ["a2 b2 c2 a3 b3 c3 a4 b4", "b1 c1 a2 b2 c2 a3 b3 c3"]);
    assert_eq!(of("left"), ["b1 a2 b2", "a3 b3 a4 b4"]);
}

#[test]
fn sets_of_squares() {
    for (text, white, black) in [
        ("e4", "e4", "e5"),
        ("a1-b2", "a1 b1 a2 b2", "a7 b7 a8 b8"),
        ("b2-a1", "a1 b1 a2 b2", "a7 b7 a8 b8"),
        ("rank 8 & files g-h", "g8 h8", "g1 h1"),
        ("last rank except files c-h", "a8 b8", "a1 b1"),
        ("second rank & file a", "a2", "a7"),
        ("a1-b2 & light", "b1 a2", "a7 b8"),
        ("a1-b2 & dark", "a1 b2", "b7 a8"),
        ("a1-b2 except edge", "b2", "b7"),
        ("(a1 | h8) & all", "a1 h8", "h1 a8"),
        ("ranks 7..8 & file c", "c7 c8", "c1 c2"),
        ("corner", "a1", "a8"),
        ("centre", "d4 e5", "d4 e5"),
        ("nook", "a1", "h8"),
    ] {
        let zones =
            "zone corner = a1\nzone both centre = d4 | e5\nzone white nook = a1\nzone black nook = h8";
        let rules = chess(&format!("{zones}\nend {{ goal: reach king on ({text}) }}"));
        let zone = |side| {
            let goal = rules
                .end
                .goals
                .iter()
                .find(|g| g.side == side)
                .expect("both have the goal");
            match &goal.condition {
                GoalCondition::Reach(Reach { zone, .. }) => zone.clone(),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(
            (zone(Side::White), zone(Side::Black)),
            (squares(white), squares(black)),
            "{text}"
        );
    }
}

#[test]
fn a_zone_can_be_replaced_for_one_side() {
    let parent = "variant \"Parent\" extends chess\nzone camp = rank 1\nzone deep = camp | a2\nend { goal: reach king on deep }\n";
    let texts = Texts {
        own: [("parent".to_owned(), parent.to_owned())].into(),
    };
    let child = "variant \"Child\" extends parent\nzone black camp = a4 | a5\n";
    let lowered = lower(
        Source {
            name: "child".to_owned(),
            text: child.to_owned(),
        },
        &texts,
    );
    let zones = lowered.ruleset.expect("no errors").zones;
    assert_eq!(zones["camp"].white, squares("a1 b1 c1 d1 e1 f1 g1 h1"));
    assert_eq!(zones["camp"].black, squares("a4 a5"));
    assert_eq!(zones["deep"].black, squares("a4 a5 a7"));
}

#[test]
fn extra_squares_are_mirrored_by_their_links() {
    let rules = rules(
        "variant \"Test\" extends chess\n\
         square x0 { north-east: e1; north-west: d1 }\n\
         square x9 { south-east: e8; south-west: d8 }\n\
         square side { west: h4 }\n\
         end { goal: reach king on (x0 | side) }\n",
    );
    let zones: Vec<&Squares> = rules
        .end
        .goals
        .iter()
        .map(|g| match &g.condition {
            GoalCondition::Reach(Reach { zone, .. }) => zone,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(zones, [&squares("x0 side"), &squares("x9 side")]);
    assert_eq!(rules.board.extra.len(), 3);
}

#[test]
fn promotions() {
    let rules = chess(
        "promotion pawn { to: queen, pawn; on: ranks 7-8; must: last rank; when: touch; limit: queen 1 }\n\
         promotion pawn { to: knight; on: rank 6; must: no; only: capture }\n\
         promotion white knight { to: queen; on: d4-e5; when: in-place }",
    );
    assert_eq!(rules.promotions.len(), 5);
    let [first, black, second, _, knight] = rules.promotions.as_slice() else {
        panic!()
    };
    assert_eq!(
        (first.side, first.trigger, first.only),
        (Side::White, Trigger::Touch, Occasion::Any)
    );
    assert_eq!(first.to, ["queen", "pawn"]);
    assert_eq!(first.mandatory, Mandatory::On(squares("a8 b8 c8 d8 e8 f8 g8 h8")));
    assert_eq!(first.limits.get("queen"), Some(&1));
    assert_eq!(black.mandatory, Mandatory::On(squares("a1 b1 c1 d1 e1 f1 g1 h1")));
    assert_eq!(
        (second.mandatory.clone(), second.only),
        (Mandatory::Never, Occasion::Capture)
    );
    assert_eq!(
        (knight.trigger, &knight.zone),
        (Trigger::InPlace, &squares("d4 e4 d5 e5"))
    );
    assert!(rules.pieces["knight"].resets_clock && !rules.pieces["rook"].resets_clock);
}

#[test]
fn a_promotion_replaces_that_of_its_side() {
    let rules = chess("promotion white pawn { to: knight }");
    let to = |side| {
        rules
            .promotions
            .iter()
            .filter(|p| p.side == side)
            .map(|p| p.to.join(" "))
            .collect::<Vec<_>>()
    };
    assert_eq!(to(Side::White), ["knight"]);
    assert_eq!(to(Side::Black), ["queen rook bishop knight"]);
    assert!(chess("without promotion pawn").promotions.is_empty());
}

#[test]
fn castling_squares() {
    let text = |safe: &str| {
        format!(
            "castling {{ A: king e1 b1, rook a1 c1; safe: {safe} }}\n\
             start \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Aa - 0 1\""
        )
    };
    let find = |safe: &str, side: Side| -> Castling {
        chess(&text(safe))
            .castling
            .into_iter()
            .find(|c| c.side == side)
            .expect("both castle")
    };
    let white = find("path", Side::White);
    assert_eq!(
        (white.letter, white.empty, white.safe),
        ('A', squares("b1 c1 d1"), squares("b1 c1 d1 e1"))
    );
    let black = find("start-and-passed", Side::Black);
    assert_eq!(
        (black.letter, black.king_to.as_str(), black.safe),
        ('a', "b8", squares("c8 d8 e8"))
    );
    assert_eq!(find("end", Side::White).safe, squares("b1"));
    assert_eq!(find("none", Side::White).safe, Squares::default());
}

/// Rights stay whose two pieces stand where they castle from.
#[test]
fn rights_of_shuffled_starts() {
    let shuffle = |castling: &str, place: &str| {
        chess(&format!(
            "castling {{ K: king e1 g1, rook h1 f1; Q: king e1 c1, rook a1 d1{castling} }}\n\
             shuffle {{ on: first rank; place: {place} }}"
        ))
    };
    let rights = |rules: &Ruleset, number: u64| {
        let start = rules.start(number).expect("there is such a start");
        start.split(' ').nth(2).map(str::to_owned)
    };
    let scharnagl = "bishop on light, bishop on dark, queen, knight knight, rook king rook";
    let fixed = shuffle("", scharnagl);
    assert_eq!(rights(&fixed, 518).as_deref(), Some("KQkq"));
    assert_eq!(rights(&fixed, 0).as_deref(), Some("-"));
    let anywhere = shuffle("; anywhere: yes", scharnagl);
    for number in [0, 518, 959] {
        assert_eq!(rights(&anywhere, number).as_deref(), Some("KQkq"));
    }
    // The rook on h1 stays, the other may stand anywhere.
    let one = shuffle(
        "",
        "rook on h1, king on e1, rook knight knight bishop bishop queen",
    );
    assert_eq!(rights(&one, 0).as_deref(), Some("KQkq"));
    let all = shuffle(
        "; anywhere: yes",
        "king on b1, rook on c1, rook on d1, knight knight bishop bishop queen",
    );
    assert_eq!(rights(&all, 0).as_deref(), Some("Kk"));
}

#[test]
fn castling_is_taken_back_for_one_side() {
    let start = "start \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w kq - 0 1\"";
    let rules = chess(&format!("without castling white\n{start}"));
    assert!(rules.castling.iter().all(|c| c.side == Side::Black) && rules.castling.len() == 2);
}

#[test]
fn the_end() {
    let rules = chess(
        "end {\n\
           stalemate: white loss, black win\n\
           repetition: 3 loss\n\
           goal: white reach king queen on rank 8 | a1, own-move, draw\n\
           lone: extinct all, at-most 1, opponent 2, reply\n\
           kinds: black extinct each, win\n\
           checks: checks 3\n\
         }",
    );
    let end = rules.end;
    assert_eq!(
        (end.stalemate.white, end.stalemate.black),
        (Score::Loss, Score::Win)
    );
    let repetition = end.repetition.expect("it is set");
    assert_eq!(
        (repetition.count, repetition.score, repetition.claim),
        (3, Score::Loss, false)
    );
    assert!(end.move_rule.expect("it is inherited").claim);
    let of = |reason: &str| {
        end.goals
            .iter()
            .filter(|g| g.reason == reason)
            .collect::<Vec<_>>()
    };
    let [goal] = of("goal")[..] else { panic!() };
    assert_eq!((goal.side, goal.score), (Side::White, Score::Draw));
    match &goal.condition {
        GoalCondition::Reach(Reach {
            pieces,
            zone,
            own_move: true,
            reply: false,
            ..
        }) => {
            assert_eq!(
                (pieces.join(" "), zone),
                ("king queen".to_owned(), &squares("a1 a8 b8 c8 d8 e8 f8 g8 h8"))
            );
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(
        (of("lone").len(), of("kinds").len(), of("checks").len()),
        (2, 6, 2)
    );
    match &of("lone")[1].condition {
        GoalCondition::Extinct(Extinct {
            pieces,
            at_most: 1,
            opponent_at_least: 2,
            reply: true,
            held: false,
        }) => assert_eq!(pieces.len(), 6),
        other => panic!("{other:?}"),
    }
    assert!(
        of("kinds")
            .iter()
            .all(|g| g.side == Side::Black && g.score == Score::Win)
    );
    assert_eq!(of("checks")[0].score, Score::Win);
}

#[test]
fn rules_and_royalty() {
    let rules = chess(
        "royalty { rule: white any, black fewer }\n\
         rules { must-capture: black; no-check: yes; pass: white forced; en-passant: rank 6 }",
    );
    assert_eq!(
        (rules.royalty.rule.white, rules.royalty.rule.black),
        (RoyalRule::Any, RoyalRule::Fewer)
    );
    let r = rules.restrictions;
    assert_eq!((r.must_capture.white, r.must_capture.black), (false, true));
    assert_eq!(
        (r.no_check.white, r.pass.white, r.pass.black),
        (true, Pass::Forced, Pass::Never)
    );
    let en_passant = rules.en_passant.expect("it is set");
    assert_eq!(en_passant.black, squares("a3 b3 c3 d3 e3 f3 g3 h3"));
}

#[test]
fn pieces_of_one_name_in_two_armies() {
    let rules = rules(
        "variant \"Test\"\nboard 4x4\n\
         army white { king k = king, royal; man M = wazir, value 1.5 }\n\
         army black { king K; man O = ferz; rider R = man-ride }\n\
         movement man-ride = ride diagonal\n\
         start \"ko1r/4/4/K1M1 w - - 0 1\"\n",
    );
    let man = &rules.pieces["man"];
    assert_eq!(
        (man.letter.white, man.letter.black),
        (Some(Letter::plain(b'M')), Some(Letter::plain(b'o')))
    );
    assert_eq!((man.value, man.royal.white), (Some(150), false));
    assert_ne!(man.movement.white, man.movement.black);
    let king = &rules.pieces["king"];
    assert_eq!(
        (king.letter.white, king.letter.black),
        (Some(Letter::plain(b'K')), Some(Letter::plain(b'k')))
    );
    assert!(king.royal.white && king.royal.black && king.movement.white == king.movement.black);
    assert_eq!(rules.pieces["rider"].letter.white, None);
    assert_eq!(rules.pieces["rider"].movement.white, Movement::none());
}

#[test]
fn a_child_says_only_what_differs() {
    let parent = chess("");
    let child = chess("piece white knight N = knight | wazir, value 4");
    let mut expected = parent;
    expected.pieces["knight"].movement.white = movement("knight | wazir");
    expected.pieces["knight"].value = Some(400);
    expected.title = "Test".to_owned();
    expected.about = String::new();
    expected.source = String::new();
    assert_eq!(child, expected);
}

#[test]
fn pawns_see_ranks_from_their_own_side() {
    let rules = rules(
        "variant \"Test\" extends chess\nboard 8x10\nwithout castling\n\
         start \"rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\"\n",
    );
    let mut found = None;
    if let Movement::Union(list) = &rules.pieces["pawn"].movement.white {
        for part in list {
            if let Movement::When {
                condition: Condition::From(sets),
                ..
            } = part
            {
                found = Some((sets.white.0[0].clone(), sets.black.0[0].clone()));
            }
        }
    }
    assert_eq!(found, Some(("a2".to_owned(), "a9".to_owned())));
    assert_eq!(rules.promotions[0].zone.0[0], "a10");
}

#[test]
fn hook_parameters_have_defaults_and_types() {
    let rules =
        chess("use facing-royals\nuse adjacency-loss(side: white, between: rank 4, and: e5, reason: touch)");
    let json: Vec<String> = rules
        .hooks
        .iter()
        .map(|h| serde_json::to_string(&h.parameters).expect("plain data"))
        .collect();
    assert_eq!(json[0], r#"{"lines":"orthogonal","sides":"both"}"#);
    assert_eq!(
        json[1],
        r#"{"side":"white","between":["a4","b4","c4","d4","e4","f4","g4","h4"],"and":["e5"],"reason":"touch"}"#
    );
}

#[test]
fn defaults_of_hook_parameters_are_values_of_their_kind() {
    for hook in ferz_tests::library::mechanics() {
        let given: Vec<String> = hook
            .parameters
            .iter()
            .filter_map(|p| p.default.as_ref().map(|value| format!("{}: {value}", p.name)))
            .collect();
        let text = format!(
            "variant \"Test\" extends chess\nuse {}({})\n",
            hook.name,
            given.join(", ")
        );
        let lowered = lower_text("test.ferz", &text);
        // Parameters without a default are missing (F0273), and the pieces of chess may not be
        // those it is about.
        let wrong: Vec<_> = lowered
            .diagnostics
            .iter()
            .filter(|d| d.code != "F0273" && d.code < "F0300")
            .collect();
        assert!(wrong.is_empty(), "{text}\n{}", page(&lowered));
    }
}

#[test]
fn rulesets_survive_json() {
    for variant in ferz_rulesets::all() {
        let rules = rules(variant.text);
        let json = serde_json::to_string(&rules).expect("rules are plain data");
        assert_eq!(
            serde_json::from_str::<Ruleset>(&json).expect("and come back"),
            rules,
            "{}",
            variant.name
        );
    }
}

/// A form that an author may well mean is not reported.
#[test]
fn nothing_is_said_without_need() {
    for text in [
        // Captures on the way are captures.
        "piece knight N = (capture step all) then step ahead, value 3",
        // A goal for the other side's pieces alone.
        "end { home: white reach king on last rank }",
        // Point symmetry is a symmetry.
        "start \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1\"\nwithout castling",
        // A piece that promotes goes only forward.
        "piece white pawn P = pawn-step, value 1",
        // A repetition that is forbidden.
        "end { repetition: 3 loss }",
        // Several royals at the end.
        "royalty { rule: fewer }\npromotion pawn { to: queen, king }",
        // A piece declared again without a movement keeps its value.
        "piece queen W\nstart \"rnbwkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBWKBNR w KQkq - 0 1\"",
        // A goal before one that it does not contain.
        "end {\n  peak: reach king on e4\n  hill: reach king on d4-e5\n}",
        // A part of a movement that names other paths, and one's own name for the one before.
        "movement pawn = pawn | move step sideways",
        // Twice the same squares from different conditions.
        "piece white rook R = rook from first rank | rook to last rank, value 4",
    ] {
        let lowered = lower_text("fine.ferz", &format!("variant \"Fine\" extends chess\n{text}\n"));
        let found: Vec<String> = lowered
            .diagnostics
            .iter()
            .map(|d| format!("{} {}", d.code, d.message))
            .collect();
        assert!(found.is_empty(), "{text}: {found:?}");
    }
}

/// Lists may be written in each of their forms, and a side before or behind.
#[test]
fn forms_that_mean_the_same() {
    for (first, others) in [
        (
            "promotion pawn { to: queen, rook; limit: queen 1, rook 2 }",
            &[
                "promotion pawn { to: queen | rook; limit: queen 1 | rook 2 }",
                "promotion pawn { to: [queen, rook]; limit: [queen 1, rook 2] }",
                "promotion pawn { to: queen rook; limit: queen 1, rook 2 }",
            ][..],
        ),
        (
            "end { few: extinct queen rook, at-most 1, loss }",
            &[
                "end { few: extinct queen | rook, at-most 1, loss }",
                "end { few: extinct [queen, rook], at-most 1, loss }",
                "end { few: extinct queen, rook, at-most 1, loss }",
            ],
        ),
        (
            "end { few: extinct all except king, at-most 1 }",
            &[
                "end { few: extinct (all except king), at-most 1 }",
                "end { few: extinct queen rook bishop knight pawn, at-most 1 }",
            ],
        ),
        (
            "end { home: reach queen rook on (d8 | e8), own-move }",
            &[
                "end { home: reach queen | rook on d8 | e8, own-move }",
                "end { home: reach [queen, rook] on [d8, e8], own-move }",
                "end { home: reach queen, rook on d8-e8, own-move }",
            ],
        ),
        (
            "end { home: white reach queen on e8, own-move }",
            &["end { white home: reach queen on e8, own-move }"],
        ),
        (
            "end { stalemate: white loss, black win }",
            &[
                "end { white stalemate: loss; black stalemate: win }",
                "end { stalemate: [white loss, black win] }",
                "end { stalemate: white loss | black win }",
            ],
        ),
        (
            "end { home: white reach queen on e8, own-move, black extinct king queen }",
            &["end {\n  white home: reach queen on e8, own-move\n  black home: extinct king | queen\n}"],
        ),
        (
            "rules { must-capture: white }",
            &[
                "rules { must-capture: white yes }",
                "rules { white must-capture: yes }",
                "rules { white must-capture: yes; black must-capture: no }",
            ],
        ),
        (
            "rules { no-check: yes; pass: white allowed }",
            &[
                "rules { both no-check: yes; white pass: allowed }",
                "rules { no-check: white, black; white pass: allowed }",
            ],
        ),
        ("royalty { rule: black any }", &["royalty { black rule: any }"]),
        (
            "castling white { K: king e1 g1, rook h1 f1 }",
            &["white castling { K: king e1 g1, rook h1 f1 }"],
        ),
        ("without castling white", &["without white castling"]),
        (
            "promotion white pawn { to: queen }",
            &["white promotion pawn { to: queen }"],
        ),
        ("piece white queen Q = rook", &["white piece queen Q = rook"]),
        (
            "zone white camp = e1\nzone black camp = e5\npiece queen Q = rook to camp",
            &["white zone camp = e1\nblack zone camp = e5\npiece queen Q = rook to camp"],
        ),
        (
            "use absorption(of: queen | rook)",
            &[
                "use absorption(of: [queen, rook])",
                "use absorption(of: queen rook)",
                "use absorption(of: (queen | rook))",
            ],
        ),
        (
            "use explosion(sparing: [pawn, king])",
            &["use explosion(sparing: pawn | king)"],
        ),
    ] {
        let without_start = |text: &str| {
            let start = "start \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\"";
            chess(&format!("{text}\n{start}"))
        };
        for other in others {
            assert_eq!(without_start(first), without_start(other), "{first}\n{other}");
        }
    }
    let board = |holes: &str, wrap: &str| {
        let start = "7*/8/k7/8/8/8/K7/7* w - - 0 1";
        rules(&format!(
            "variant \"Test\"\nboard 8x8 {{ holes: {holes}; wrap: {wrap} }}\narmy both {{ king K = king, royal }}\nstart \"{start}\"\n"
        ))
    };
    assert_eq!(board("h1, h8", "files, ranks"), board("h1 | h8", "files | ranks"));
    assert_eq!(
        board("h1, h8", "files, ranks"),
        board("[h1, h8]", "[files, ranks]")
    );
}

/// `army SIDE except PIECES` changes the army that is there.
#[test]
fn armies_that_differ_in_few_pieces() {
    let start = "start \"rcbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"";
    let changed = chess(&format!(
        "army black \"Camels\" except knight {{ camel C = camel, value 2 }}\npromotion black pawn {{ to: queen, rook, bishop, camel }}\n{start}"
    ));
    let plain = chess(&format!(
        "without piece black knight\npiece black camel C = camel, value 2\npromotion black pawn {{ to: queen, rook, bishop, camel }}\n{start}"
    ));
    assert_eq!(changed.pieces, plain.pieces);
    assert_eq!(changed.castling, plain.castling);
    assert_eq!(
        (changed.armies.white.as_str(), changed.armies.black.as_str()),
        ("", "Camels")
    );
    // In a file that stands alone the army for both comes first, wherever it stands.
    let alone = |black: &str| {
        rules(&format!(
            "variant \"Test\"\nboard 3x3\n{black}\narmy both {{\n  king K = king, royal\n  rook R = rook\n  knight N = knight\n}}\nstart \"kbb/3/KRN w - - 0 1\"\n"
        ))
    };
    let both = alone("army black except rook, knight { bishop B = bishop }");
    let names = |side: Side| -> Vec<&str> {
        both.pieces
            .iter()
            .filter(|(_, p)| p.letter[side].is_some())
            .map(|(name, _)| name.as_str())
            .collect()
    };
    assert_eq!(names(Side::White), ["king", "rook", "knight"]);
    assert_eq!(names(Side::Black), ["king", "bishop"]);
    for list in ["rook | knight", "rook knight"] {
        assert_eq!(
            both,
            alone(&format!("black army except {list} {{ bishop B = bishop }}"))
        );
    }
    // A piece may come back otherwise.
    let other = alone("army black except rook, knight { knight B = camel }");
    assert_ne!(
        other.pieces["knight"].movement.black,
        other.pieces["knight"].movement.white
    );
}

#[test]
fn keeps_clock_takes_back_what_promotion_gives() {
    let rules = chess("piece pawn P = pawn, value 1, unlettered, keeps-clock");
    assert!(!rules.pieces["pawn"].resets_clock);
    assert!(chess("").pieces["pawn"].resets_clock);
    // The last word counts when a piece takes over the attributes of another.
    let inherited = "army black {\n  king K\n  queen Q\n  rook R\n  bishop B\n  knight N\n  pawn P, resets-clock\n}\npiece white pawn P = pawn, keeps-clock";
    assert!(chess(inherited).pieces["pawn"].resets_clock);
}
