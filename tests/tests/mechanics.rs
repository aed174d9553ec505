//! Mechanics that are written in the language: the meaning of a use, its printed form, and the
//! messages about it.

use ferz::engine::Variant;
use ferz::lower::{Lowered, Source, lower};
use ferz::rules::{Restrictions, Ruleset, Side};
use ferz::why::{Verdict, why};
use ferz::{diff, text};
use ferz_tests::library::{Texts, lower_text, mechanics};

const BLAST: &str = r"
# a capture removes what stands around it
#
# Those that are spared survive.
#
# area: how far it goes
# sparing: pieces that
#   survive
#
#     use blast(sparing: pawn)
mechanic blast(area: movement = step all, sparing: pieces = [], zone: squares = all, deaf: yes | no = no, times: 1..3 = 1, gone: word = lost, kind: near | far = near, whom: piece = king) {
  on capture { to: zone; remove: mover, (all except sparing) around target by area }
  end { gone: extinct whom }
}
";

fn rules_of(name: &str, text: &str, own: &[(&str, &str)]) -> Result<Ruleset, Box<Lowered>> {
    let own = own
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let source = Source {
        name: name.to_owned(),
        text: text.to_owned(),
    };
    let lowered = lower(source, &Texts { own: own.collect() });
    lowered.ruleset.clone().ok_or_else(|| Box::new(lowered))
}

#[track_caller]
fn rules(text: &str) -> Ruleset {
    let text = format!("variant \"Test\" extends chess\n{text}\n");
    rules_of("test", &text, &[]).unwrap_or_else(|lowered| panic!("{text}\n{:#?}", lowered.diagnostics))
}

/// The rules without their uses of mechanics, as they are played.
fn played(text: &str) -> Ruleset {
    rules(text).dissolved().into_owned()
}

#[test]
fn a_use_means_what_the_block_says() {
    let written = "on capture { to: ranks 4-5; remove: mover, (all except (pawn | rook)) around target by knight }\n\
                   end { boom: extinct queen }";
    let uses = [
        "use blast(area: knight, sparing: pawn | rook, zone: ranks 4-5, gone: boom, whom: queen)",
        "use blast(area: knight, sparing: [pawn, rook], zone: ranks 4-5, gone: boom, whom: queen, deaf: yes, times: 2, kind: far)",
    ];
    for used in uses {
        let by_name = played(&format!("{BLAST}\n{used}"));
        assert_eq!(by_name, played(written), "{used}");
    }
    // The empty list is no piece.
    let without =
        "on capture { to: all; remove: mover, all around target by step all }\nend { lost: extinct king }";
    assert_eq!(played(&format!("{BLAST}\nuse blast")), played(without));
}

#[test]
fn what_comes_with_ferz_is_written_as_its_block_says() {
    let explosion = "on capture { remove: all on target, (all except pawn) around target by step all }";
    assert_eq!(played("use explosion(sparing: pawn)"), played(explosion));
    let conversion = "rules { captures: no }\non move { flip: enemy attacked by mover }";
    assert_eq!(played("use conversion"), played(conversion));
    let apart = "rules { apart: white ride sideways }";
    assert_eq!(
        played("use facing-royals(lines: horizontal, sides: white)"),
        played(apart)
    );
    assert_eq!(
        played("use exchange(of: king, with: knight)\nuse exchange(of: rook, with: pawn)"),
        played("rules { exchange: king and knight, rook and pawn }")
    );
    assert_eq!(
        played("use absorption(of: queen | rook, by: pawn)"),
        played("rules { absorb: pawn from (queen | rook) }")
    );
    assert_eq!(
        played("use absorption(of: queen)"),
        played("rules { absorb: all from queen }")
    );
    let influence = "power influenced-by-friends { of: rook; while: next to more friend (pawn | knight); moves: queen }\n\
                     power influenced-by-enemies { of: rook; while: next to more enemy (pawn | knight); moves: wazir }";
    assert_eq!(
        played("use influence(by: pawn | knight, on: rook, friends: queen, enemies: wazir)"),
        played(influence)
    );
    assert_eq!(
        played(
            "use towers(host: rook | queen)\nuse pools(never-exiled: pawn | king)\nuse promoter\nuse revenge(range: 2)\nuse royal-exile"
        ),
        played(
            "rules { carry: rook, queen; pool: all except (pawn | king); recall: bishop for pawn; avenge: queen within 2; regents: pawn }"
        )
    );
    // The empty list is no piece.
    assert_eq!(
        played("use pools(never-exiled: [])"),
        played("rules { pool: all }")
    );
    let touch = "zone both far = ranks 5-6\nend { burnt: black join all on rank 5, with far, touch, loss }";
    assert_eq!(
        played("use adjacency-loss(side: black, between: rank 4, and: ranks 5-6, reason: burnt)")
            .end
            .goals,
        played(touch).end.goals
    );
}

/// A value may leave no piece for a part of the block.
#[test]
fn all_may_be_spared() {
    let rules = played("use explosion(sparing: all)\nend { exploded: extinct king }");
    let variant = Variant::new(rules).expect("it can be played");
    let position = variant
        .position("4k3/8/8/3pp3/4P3/8/8/4K3 w - - 0 1")
        .expect("a position");
    let capture = variant.find_move(&position, "e4d5").expect("it is legal");
    assert_eq!(
        variant.fen(&variant.play(&position, capture)),
        "4k3/8/8/4p3/8/8/8/4K3 b - - 0 1"
    );
}

/// If only the captor is removed, no royal can be: nothing is said about goals.
#[test]
fn a_captor_that_goes_alone_needs_no_goal() {
    let said = |text: &str| {
        let lowered = lower_text("test", &format!("variant \"Test\" extends chess\n{text}\n"));
        lowered
            .diagnostics
            .iter()
            .map(|d| d.code.to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(said("use explosion(area: none)"), Vec::<String>::new());
    assert_eq!(said("use explosion"), ["F0324"]);
}

#[test]
fn mechanics_use_others() {
    let nested = format!(
        "{BLAST}\nmechanic bang(who: pieces) {{\n  use blast(sparing: who, whom: queen)\n  rules {{ captures: white }}\n  \
         power slow {{ of: who; while: beside enemy king by step all; moves: none }}\n}}\nuse bang(who: knight)"
    );
    let both = "rules { captures: white }\n\
                power slow { of: knight; while: beside enemy king by step all; moves: none }\n\
                on capture { to: all; remove: mover, (all except knight) around target by step all }\n\
                end { lost: extinct queen }";
    assert_eq!(played(&nested), played(both));
}

/// An author's mechanic is printed and read back, with values of all types.
#[test]
fn they_are_printed_and_read_back() {
    let texts = [
        format!("{BLAST}\nuse blast"),
        format!(
            "{BLAST}\nuse blast(area: knight | ride orthogonal, sparing: [pawn, rook], zone: rank 4 | rank 5, deaf: yes, times: 3, gone: boom, kind: far, whom: queen)"
        ),
        "mechanic quiet { rules { no-check: white; pass: stuck } }\nuse quiet".to_owned(),
        "mechanic nothing {}\nuse nothing".to_owned(),
        "rules { exchange: king and rook, queen and knight; absorb: (all except pawn) from (queen | rook), pawn from bishop }".to_owned(),
        "rules { carry: rook, queen; pool: all except (pawn | knight); recall: bishop for pawn, rook for knight; avenge: (queen | rook) within 2, pawn within 1; regents: pawn, knight }".to_owned(),
        "mechanic crew(of: pieces, by: piece, far: 1..3) { rules { carry: of; pool: all except of; recall: by for pawn; avenge: of within far; regents: of } }\nuse crew(of: [rook, queen], by: knight, far: 3)".to_owned(),
        "mechanic parry(by: pieces, with: piece) { rules { exchange: with and king; absorb: by from with } }\nuse parry(by: [pawn, rook], with: queen)".to_owned(),
        "rules { apart: white knight, black (ride forward from rank 2 | wazir) }".to_owned(),
        "mechanic far(as: movement) { rules { apart: both as } }\nuse far(as: knight | ride all)".to_owned(),
        "mechanic near(there: fixed-squares) { end { met: join king on there, with ranks 1-4, touch, diagonal } }\nuse near(there: a1 | h2)".to_owned(),
        "mechanic slow(who: pieces) { power slow { of: who; while: beside enemy king by step all; moves: wazir } }\nuse slow(who: all)".to_owned(),
        "use explosion(area: none)\nuse conversion\npiece king K = king".to_owned(),
    ];
    for written in texts {
        let rules = rules(&written);
        let printed = text::ruleset(&rules);
        let again = lower_text("printed", &printed);
        assert_eq!(again.ruleset, Some(rules), "{printed}\n{:#?}", again.diagnostics);
    }
    // Uses of one mechanic with other values have names of their own in the printed text, and are
    // played the same.
    let twice = rules(
        "mechanic gone(who: piece, why: word) { end { why: extinct who } }\nuse gone(who: queen, why: widow)\nuse gone(who: rook, why: bare)",
    );
    let again = lower_text("printed", &text::ruleset(&twice))
        .ruleset
        .expect("it is read");
    assert_eq!(again.dissolved(), twice.dissolved());
}

#[test]
fn all_restrictions_are_those_of_the_block() {
    for rule in [
        "must-capture: white",
        "captures: no",
        "no-check: yes",
        "pass: allowed",
        "bikjang: black",
    ] {
        let by_name = played(&format!("mechanic duty {{ rules {{ {rule} }} }}\nuse duty"));
        let written = played(&format!("rules {{ {rule} }}"));
        assert_ne!(written.restrictions, Restrictions::default(), "{rule}");
        assert_eq!(by_name, written, "{rule}");
    }
}

#[test]
fn descendants_use_them_otherwise() {
    let parent = format!("variant \"Parent\" extends chess\n{BLAST}\nuse blast(sparing: pawn)\n");
    let child = |text: &str| {
        let text = format!("variant \"Child\" extends parent\n{text}\n");
        let rules = rules_of("child", &text, &[("parent", &parent)]);
        rules.unwrap_or_else(|lowered| panic!("{text}\n{:#?}", lowered.diagnostics))
    };
    let uses = |rules: &Ruleset| -> Vec<String> {
        let uses = rules.hooks.iter();
        uses.map(|hook| hook.parameters["sparing"].to_string()).collect()
    };
    assert_eq!(uses(&child("")), [r#"["pawn"]"#]);
    assert_eq!(uses(&child("use blast(sparing: knight)")), [r#"["knight"]"#]);
    assert!(child("without use blast").hooks.is_empty());
    let other = child("mechanic blast(sparing: pieces = all) { on capture { by: sparing; remove: mover } }");
    let effects = &other.dissolved().into_owned().effects;
    assert_eq!(
        text::effect(&effects[0], &other.board),
        "on capture { by: pawn; remove: mover }"
    );
    let library = format!("library \"Blasts\"\n{BLAST}");
    let text = "variant \"V\" extends chess\ninclude blasts\nuse blast(sparing: rook)\n";
    let rules = rules_of("v", text, &[("blasts", &library)]).expect("it is known");
    assert_eq!(uses(&rules), [r#"["rook"]"#]);
}

/// A wrong value is reported at its place; an error in the block is reported there, with the use.
#[test]
fn mistakes_are_told_where_they_are() {
    let library = "library \"L\"\nmechanic odd(who: pieces) { on capture { remove: who around } }\n";
    let text = "variant \"V\" extends chess\ninclude odd\nuse odd(who: pawn)\n";
    let lowered = rules_of("v", text, &[("odd", library)]).expect_err("it is wrong");
    let [one] = lowered.diagnostics.as_slice() else {
        panic!("{:#?}", lowered.diagnostics)
    };
    let places: Vec<(&str, &str)> = one
        .labels
        .iter()
        .map(|label| {
            let source = &lowered.sources[label.source.0 as usize];
            (
                source.name.as_str(),
                &source.text[label.span.start..label.span.end],
            )
        })
        .collect();
    assert_eq!(places[0].0, "odd", "{one:#?}");
    assert_eq!(places[1], ("v", "use odd(who: pawn)"), "{one:#?}");
}

#[test]
fn why_names_the_mechanic() {
    let text =
        "mechanic sacrifice { on capture { remove: mover } }\nuse sacrifice\nend { lost: extinct king }";
    let variant = Variant::new(rules(text)).expect("it compiles");
    let position = variant
        .position("4k3/8/8/8/8/8/3q4/4K3 w - - 0 1")
        .expect("it can occur");
    let Verdict::Illegal(reason) = why(&variant, &position, "e1d2") else {
        panic!("it is legal")
    };
    let words = reason.to_string();
    assert!(words.contains("by the mechanic `sacrifice`"), "{words}");
}

/// If kings may be given away, a move that would cost its own side the king is an attack, too.
#[test]
fn sacrifices_attack() {
    let rules_with = |sacrifice: &str| {
        let text = format!(
            "royalty {{ attack: turns; sacrifice: {sacrifice} }}\non white capture {{ close: rank at mover }}"
        );
        Variant::new(rules(&text)).expect("it compiles")
    };
    let checked = |sacrifice: &str, fen: &str| {
        let variant = rules_with(sacrifice);
        let position = variant.position(fen).expect(fen);
        variant.in_check(&position)
    };
    let by_the_king = "8/8/8/7K/k6p/8/8/8 b - - 0 1";
    assert!(checked("yes", by_the_king) && !checked("no", by_the_king));
    let by_a_rook = "8/8/7K/8/k2R3p/8/8/8 b - - 0 1";
    assert!(checked("yes", by_a_rook) && checked("no", by_a_rook));
    let by_nobody = "8/8/7K/8/k6p/8/8/8 b - - 0 1";
    assert!(!checked("yes", by_nobody) && !checked("no", by_nobody));
}

/// Carriers are reported, from a mechanic and from the rules themselves.
#[test]
fn why_knows_what_the_rules_say_of_carriers() {
    for text in [
        "rules { carry: bishop; recall: knight for pawn }",
        "mechanic ferry(of: pieces) { rules { carry: of } use promoter(by: knight) }\nuse ferry(of: bishop)",
    ] {
        let variant = Variant::new(rules(text)).expect("it compiles");
        let told = [
            ("g1e2+", "there is no bishop on e2 to enter"),
            ("a2=q^", "white has no exiled queen"),
            ("a1=q^", "only a pawn can"),
        ];
        for (asked, wanted) in told {
            let Verdict::Illegal(reason) = why(&variant, &variant.start(), asked) else {
                panic!("{asked} is legal")
            };
            let words = reason.to_string();
            assert!(words.contains(wanted), "{text}, {asked}: {words}");
        }
        assert!(variant.find_move(&variant.start(), "g1f3").is_some());
    }
}

#[test]
fn a_change_of_the_block_is_a_difference() {
    let one = rules("mechanic boom { on capture { remove: mover } }\nuse boom");
    let other = rules("mechanic boom { on capture { remove: all on origin } }\nuse boom");
    let pair = diff::Pair::new(one, other).expect("both compile");
    let changes = diff::changes(&pair);
    assert!(
        changes.iter().any(|change| change.subject == "mechanic boom"),
        "{changes:#?}"
    );
}

/// The comment above is the manual.
#[test]
fn comments_are_manuals() {
    let all = ferz::mechanics::of_text(&format!("library \"L\"\n{BLAST}"));
    let blast = &all[0];
    assert_eq!(blast.summary, "a capture removes what stands around it");
    assert_eq!(blast.doc, "Those that are spared survive.");
    let about: Vec<(&str, &str)> = blast.parameters[..2]
        .iter()
        .map(|p| (p.name.as_str(), p.doc.as_str()))
        .collect();
    assert_eq!(
        about,
        [("area", "how far it goes"), ("sparing", "pieces that survive")]
    );
    assert_eq!(blast.example, "use blast(sparing: pawn)");
    let types: Vec<String> = blast.parameters.iter().map(|p| p.kind.text()).collect();
    assert_eq!(
        types,
        [
            "movement",
            "pieces",
            "squares",
            "yes | no",
            "1..3",
            "word",
            "near | far",
            "piece"
        ]
    );
    assert!(
        mechanics()
            .iter()
            .filter(|m| m.is_text)
            .all(|m| !m.summary.is_empty())
    );
}

/// A move that a mechanic forbids is refused in its name.
#[test]
fn reasons_name_the_mechanic() {
    let reason = |text: &str, fen: &str, mv: &str| {
        let variant = Variant::new(rules(text)).expect("it can be played");
        let position = variant.position(fen).expect("a position");
        match why(&variant, &position, mv) {
            Verdict::Illegal(reason) => reason.to_string(),
            verdict => panic!("{mv}: {verdict:?}"),
        }
    };
    let apart = "mechanic far(way: movement) { rules { apart: way } }\nuse far(way: knight)";
    let near = "8/8/8/4k3/8/8/3K4/8 w - - 0 1";
    assert_eq!(
        reason(apart, near, "d2d3"),
        "far: it would leave the white king on d3 a knight's leap from the black king on e5"
    );
    assert_eq!(
        reason("rules { apart: knight }", near, "d2d3"),
        "it would leave the white king on d3 a knight's leap from the black king on e5"
    );
    let must = "mechanic greedy { rules { must-capture: yes } }\nuse greedy";
    let pawns = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    assert_eq!(
        reason(must, pawns, "e1e2"),
        "greedy: a side that can capture must capture, for example by `e4d5`"
    );
    assert_eq!(
        reason("use conversion", pawns, "e4d5"),
        "conversion: the black pawn on d5 cannot be captured: nothing is captured in this variant"
    );
    let quiet = "mechanic shy { rules { no-check: white } }\nuse shy";
    let rook = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    assert!(reason(quiet, rook, "a1a8").starts_with("shy: no move may give check"));
    let held = "mechanic frozen(who: pieces) { power cold { of: who; while: attacked by enemy rook; moves: none } }\nuse frozen(who: knight)";
    let knight = "r3k3/8/8/8/8/8/8/N3K3 w - - 0 1";
    let said = reason(held, knight, "a1b3");
    assert!(
        said.starts_with("frozen: the white knight on a1 may not move"),
        "{said}"
    );
    let aurors =
        "piece auror A = king | knight\nuse influence(by: auror, on: rook, friends: queen, enemies: wazir)";
    let said = reason(aurors, "4k3/8/8/8/8/8/1a6/R3K3 w - - 0 1", "a1a5");
    assert!(
        said.contains("; influence: it stands next to 0 friendly and 1 enemy aurors"),
        "{said}"
    );
}

/// Plays moves from a position, and holds what each leads to against `move | position`.
#[track_caller]
fn leads(base: &str, text: &str, fen: &str, expected: &str) {
    let text = format!("variant \"Test\" extends {base}\n{text}\n");
    let lowered = lower_text("test", &text);
    let rules = lowered
        .ruleset
        .unwrap_or_else(|| panic!("{:#?}", lowered.diagnostics));
    let variant = Variant::new(rules).unwrap_or_else(|error| panic!("{text}{error}"));
    let mut position = variant
        .position(fen)
        .unwrap_or_else(|error| panic!("{fen}: {error}"));
    for line in expected.lines().filter(|line| !line.trim().is_empty()) {
        let (mv, wanted) = line.split_once('|').expect("a move and where it leads");
        let moves = variant.legal_moves(&position);
        let mv = variant
            .find_move(&position, mv.trim())
            .unwrap_or_else(|| panic!("{mv}: {:?}", variant.move_texts(&position, &moves)));
        position = variant.play(&position, mv);
        assert_eq!(variant.fen(&position), wanted.trim());
        assert_eq!(variant.position(wanted.trim()).as_ref(), Ok(&position));
    }
}

#[test]
fn turns_go_on_beside_other_mechanics() {
    // The captured piece is absorbed, and the turn goes on all the same.
    leads(
        "takenmake-vchess",
        "use absorption(of: [rook, knight])",
        "4k3/8/8/8/5r2/8/8/2B1K3 w - - 0 1",
        "
        c1f4 | 4k3/8/8/8/5B2/8/8/4K3 w - - 0 1 absorbed=f4:R again=f4:2
        f4f7 | 4k3/5B2/8/8/8/8/8/4K3 b - - 1 1 absorbed=f7:R
        ",
    );
    // The captor waits with the movements it has absorbed.
    leads(
        "convert",
        "use absorption(of: [rook, knight])",
        "4k3/8/8/n7/8/8/8/R3K3 w - - 0 1",
        "
        a1a5 | 4k3/8/8/N7/8/8/8/4K3 w - - 0 1 again=a5/R:N
        a5b7 | 4k3/1N6/8/R7/8/8/8/4K3 b - - 1 1 absorbed=a5:N
        ",
    );
    // Each move of the turn may be denied.
    leads(
        "checkers",
        "use denial(holder: black)",
        "8/8/8/4k3/8/2m3m1/1K3K2/8 w - - 0 1",
        "
        b2d4   | 8/8/8/4k3/8/2m3m1/1K3K2/8 b - - 0 1 denial=b pending=b2d4
        accept | 8/8/8/4k3/3K4/6m1/5K2/8 w - - 0 1 again=d4 denial=b
        d4f6   | 8/8/5K2/8/8/6m1/5K2/8 b - - 0 1 denial=b
        ",
    );
    // The piece that goes on may be gone before it can: another piece on its square does not go on
    // for it.
    leads(
        "chess",
        "use raise(piece: bishop)\non capture { again: mover by step all, quiet, may }",
        "4k3/8/8/b7/8/2B5/8/4K3 w - - 0 1",
        "
        c3a5  | 4k3/8/8/B7/8/8/8/4K3 b - - 0 1 again=a5 captured=b choose=raise:a5:b turn=w
        raise | 4k3/8/8/b7/8/8/8/4K3 w - - 0 1 captured=B choose=raise:a5:w raised=a5 turn=w
        raise | 4k3/8/8/B7/8/8/8/4K3 b - - 0 1 captured=b raised=a5
        ",
    );
    // A king goes on with the man that it carries, and a man that jumps out of the tower goes on
    // alone.
    leads(
        "checkers",
        "use towers(host: king)",
        "8/8/8/4m3/8/2m5/1K6/8 w - - 0 1 towers=b2:KM",
        "
        b2d4 | 8/8/8/4m3/3K4/8/8/8 w - - 0 1 again=d4 towers=d4:KM
        d4f6 | 8/8/5K2/8/8/8/8/8 b - - 0 1 towers=f6:KM
        ",
    );
    leads(
        "checkers",
        "use towers(host: king)",
        "8/8/8/4m3/8/2m5/1K6/8 w - - 0 1 towers=b2:KM",
        "
        b2.1d4 | 8/8/8/4m3/3M4/8/1K6/8 w - - 0 1 again=d4
        d4f6   | 8/8/5M2/8/8/8/1K6/8 b - - 0 1
        ",
    );
}

#[test]
fn what_comes_in_does_so_before_a_turn_goes_on() {
    leads(
        "seirawan",
        "on capture { again: mover by step all, quiet, may }",
        "rnbqkbnr/pp1ppppp/8/8/8/2p5/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1",
        "
        b1c3h | rnbqkbnr/pp1ppppp/8/8/8/2N5/PPPPPPPP/RHBQKBNR[Ehe] w KQCDFGkqbcdfg - 0 1 again=c3
        c3c4  | rnbqkbnr/pp1ppppp/8/8/2N5/8/PPPPPPPP/RHBQKBNR[Ehe] b KQCDFGkqbcdfg - 1 1
        ",
    );
}

#[test]
fn turns_go_on_inside_a_tower() {
    leads(
        "chess",
        "use towers(host: king)\non move { by: rook; again: mover by step all, quiet, may, once }",
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "
        a1e1+  | 4k3/8/8/8/8/8/8/4K3 w - - 1 1 again=e1.1,a1 towers=e1:KR
        e1.1f1 | 4k3/8/8/8/8/8/8/4KR2 w - - 2 1 again=f1,a1,e1
        0000   | 4k3/8/8/8/8/8/8/4KR2 b - - 3 1
        ",
    );
}

/// A text that cannot be the rest of a turn is no position, and the error says why.
#[test]
fn what_a_turn_cannot_go_on_with_is_refused() {
    let checkers = "8/8/5m2/4M3/8/8/6m1/7K w - - 0 1";
    let convert = "4k3/8/8/3R4/8/8/8/K7 w - - 0 1";
    let halma = "10/10/10/3p6/3P6/3p6/10/10/10/P9 w - - 1 1";
    let takenmake = "4k3/8/3P4/8/8/8/8/4K3 w - - 0 1";
    let been = "behind the square stand those where the piece has been";
    for (name, fen, again, said) in [
        ("checkers", checkers, "", "`` is not a square"),
        ("checkers", checkers, "z9", "`z9` is not a square"),
        ("checkers", checkers, "e4", "no piece of white stands on e4"),
        ("checkers", checkers, "f6", "no piece of white stands on f6"),
        ("checkers", checkers, "e5.1", "no piece of white stands on e5.1"),
        ("checkers", checkers, "e5:1", "`e5:1` names none of the 1 rules"),
        ("checkers", checkers, "e5/M", "stands above its captor"),
        ("checkers", checkers, "e5,d4", been),
        ("convert", convert, "d5", "stands above its captor"),
        ("convert", convert, "d5/Z", "`Z` cannot wait there"),
        ("convert", convert, "d5/N:Q", "pieces carry nothing"),
        ("halma", halma, "d6", been),
        ("halma", halma, "d6,d4,d4", been),
        ("halma", halma, "d6,d4,a1", been),
        ("halma", halma, "d6,z1", "`z1` is not a square"),
        (
            "takenmake-vchess",
            takenmake,
            "d6",
            "which rule it is by must stand behind",
        ),
        ("takenmake-vchess", takenmake, "d6:0", "names none of the 5 rules"),
        ("takenmake-vchess", takenmake, "d6:6", "names none of the 5 rules"),
    ] {
        let rules = ferz_rulesets::ruleset(name).expect(name);
        let variant = Variant::new(rules).expect(name);
        let fen = format!("{fen} again={again}");
        let error = variant.position(&fen).expect_err(&fen).to_string();
        assert!(error.contains(said), "{name} {fen}: {error}");
    }
}

/// Castling as in chess, whose rights come with effects.
const BROUGHT: &str =
    "castling {\n  K: king e1 g1, rook h1 f1\n  Q: king e1 c1, rook a1 d1\n  brought: yes\n}\n";

#[test]
fn rights_to_castle_come_with_what_effects_bring() {
    let leads = |effects: &str, fen: &str, expected: &str| {
        for base in ["", "use towers(host: queen)\n"] {
            self::leads("chess", &format!("{base}{BROUGHT}{effects}"), fen, expected);
        }
    };
    // A piece put on its square, though the right was lost before.
    leads(
        "on capture { of: enemy rook; put: victim on h8 }",
        "4k3/6r1/7N/8/8/8/8/4K3 w - - 0 1",
        "
        h6g8 | 4k1N1/6r1/8/8/8/8/8/4K3 b - - 1 1
        g7g8 | 4k1r1/8/8/8/8/8/8/4K3 w - - 0 2
        ",
    );
    leads(
        "on capture { of: enemy rook; put: victim on h8 }",
        "4k3/6r1/4N3/8/8/8/8/4K3 w - - 0 1",
        "
        e6g7 | 4k2r/6N1/8/8/8/8/8/4K3 b k - 0 1
        ",
    );
    // A piece that changes sides on its start square.
    leads(
        "on capture { by: rook; flip: mover }",
        "r3k2n/8/8/8/8/8/8/4K2R w K - 0 1",
        "
        h1h8 | r3k2r/8/8/8/8/8/8/4K3 b k - 0 1
        ",
    );
    // Pieces that become another kind there, and pieces carried there, the king included.
    leads(
        "on move { by: knight; become: friend bishop on h1 as rook }",
        "4k3/8/8/8/8/8/8/1N2K2B w - - 0 1",
        "
        b1c3 | 4k3/8/8/8/8/2N5/8/4K2R b K - 1 1
        ",
    );
    leads(
        "on move { by: knight; carry: friend king by step right }",
        "4k3/8/8/8/8/8/8/RN1K3R w - - 0 1",
        "
        b1c3 | 4k3/8/8/8/8/2N5/8/R3K2R b KQ - 1 1
        ",
    );
    // Neither does a piece that has come by itself, nor one that counts as moved.
    leads(
        "on move { by: knight; moved: friend rook }",
        "4k3/8/8/8/8/8/8/1N2K2R w K - 0 1",
        "
        b1c3 | 4k3/8/8/8/8/2N5/8/4K2R b - - 1 1
        e8d8 | 3k4/8/8/8/8/2N5/8/4K2R w - - 2 2
        h1g1 | 3k4/8/8/8/8/2N5/8/4K1R1 b - - 3 2
        d8e8 | 4k3/8/8/8/8/2N5/8/4K1R1 w - - 4 3
        g1h1 | 4k3/8/8/8/8/2N5/8/4K2R b - - 5 3
        ",
    );
}

#[test]
fn a_pawn_attacks_as_what_it_becomes() {
    // On its last rank a pawn captures as a queen, and costs its side no king.
    let harm = "on capture { while: mover pawn; remove: friend king }";
    for base in ["", "use raise(piece: queen)\n", "use towers(host: queen)\n"] {
        let variant = Variant::new(rules(&format!("{base}{harm}"))).expect("a variant");
        for (fen, check) in [
            ("5k2/6P1/8/8/8/8/8/4K3 b - - 0 1", true),
            ("8/5k2/6P1/8/8/8/8/4K3 b - - 0 1", false),
        ] {
            let position = variant.position(fen).expect("a position");
            assert_eq!(variant.in_check(&position), check, "{base}{fen}");
        }
        let position = variant
            .position("4k3/6P1/8/8/8/8/8/4K3 b - - 0 1")
            .expect("a position");
        assert!(variant.find_move(&position, "e8f8").is_none(), "{base}");
        assert!(variant.find_move(&position, "e8f7").is_some(), "{base}");
    }
}

#[test]
fn turns_go_on_after_changes_of_places() {
    for base in ["", "use towers(host: queen)\n"] {
        // With the piece that has moved along its movement, even after earlier visitors.
        leads(
            "chess",
            &format!(
                "{base}piece knight N = swap-enemy knight | move knight, value 3\non move {{ by: knight; again: mover, quiet }}"
            ),
            "4k3/8/8/8/8/2n5/8/1N2K3 w - - 0 1",
            "
            b1c3 | 4k3/8/8/8/8/2N5/8/1n2K3 w - - 1 1 again=c3
            c3d5 | 4k3/8/8/3N4/8/8/8/1n2K3 w - - 2 1 again=d5
            ",
        );
        leads(
            "chess",
            &format!(
                "{base}piece knight N = swap knight, value 3\non move {{ by: knight; again: mover by step all, quiet }}"
            ),
            "4k3/8/8/8/8/2P5/8/1N2K3 w - - 0 1",
            "
            b1c3 | 4k3/8/8/8/8/2N5/8/1P2K3 w - - 1 1 again=c3
            c3c4 | 4k3/8/8/8/2N5/8/8/1P2K3 w - - 2 1 again=c4
            ",
        );
        // Of a castling it is the king.
        leads(
            "chess",
            &format!("{base}on move {{ by: king; from: e1; again: mover by step left, quiet }}"),
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "
            e1g1 | 4k3/8/8/8/8/8/8/5RK1 b - - 1 1
            ",
        );
        leads(
            "chess",
            &format!("{base}on move {{ by: king; from: e1; again: mover by step right, quiet }}"),
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "
            e1g1 | 4k3/8/8/8/8/8/8/5RK1 w - - 1 1 again=g1
            g1h1 | 4k3/8/8/8/8/8/8/5R1K b - - 2 1
            ",
        );
    }
}

#[test]
fn a_side_without_royals_has_lost() {
    let play = |text: &str, fen: &str| {
        let variant = Variant::new(rules(text)).expect("a variant");
        let position = variant.position(fen).expect("a position");
        let mv = variant
            .find_move(&position, "d1d8")
            .expect("the capture is legal");
        let after = variant.play(&position, mv);
        let outcome = variant
            .outcome(&after)
            .map(|outcome| (outcome.winner, outcome.reason.to_string()));
        (
            outcome,
            variant.legal_moves(&after).len(),
            variant.in_check(&after),
        )
    };
    let blast = "on capture { remove: mover, all on step all at mover }\n";
    let sacrifice = format!("royalty {{ sacrifice: yes }}\n{blast}");
    let hooks = "use raise(piece: queen)\n";
    let won = |reason: &str| (Some((Some(Side::White), reason.to_owned())), 0, false);
    for fen in [
        "3rk3/8/8/8/8/8/8/3RK3 w - - 0 1",
        "3rk3/p7/8/8/8/8/8/3RK3 w - - 0 1",
    ] {
        for base in ["", hooks] {
            assert_eq!(play(&format!("{base}{blast}"), fen), won("king-lost"), "{base}");
            // A goal gives it another name.
            let named = format!("{base}{blast}end {{ exploded: extinct king }}\n");
            assert_eq!(play(&named, fen), won("exploded"), "{base}");
        }
    }
    // A side that loses its last royal together with the opponent's has won by the move.
    for base in ["", hooks] {
        let text = format!("{base}{sacrifice}");
        let (outcome, moves, _) = play(&text, "2Krk3/8/8/8/8/8/8/3R4 w - - 0 1");
        assert_eq!(
            (outcome, moves),
            (Some((Some(Side::White), "king-lost".to_owned())), 0),
            "{base}"
        );
    }
    // A side that has none from the start has none to lose.
    let without = "piece black king K = king\non capture { remove: mover, all on step all at mover }\n";
    let (outcome, moves, _) = play(without, "3rk3/p7/8/8/8/8/8/3RK3 w - - 0 1");
    assert_eq!((outcome, moves), (None, 2));
}

/// Why a move is not legal under rules that extend others.
#[track_caller]
fn refused(base: &str, text: &str, fen: &str, mv: &str) -> String {
    let text = format!("variant \"Test\" extends {base}\n{text}\n");
    let lowered = lower_text("test", &text);
    let rules = lowered
        .ruleset
        .unwrap_or_else(|| panic!("{:#?}", lowered.diagnostics));
    let variant = Variant::new(rules).expect("it can be played");
    let position = variant
        .position(fen)
        .unwrap_or_else(|error| panic!("{fen}: {error}"));
    match why(&variant, &position, mv) {
        Verdict::Illegal(reason) => reason.to_string(),
        verdict => panic!("{mv}: {verdict:?}"),
    }
}

#[test]
fn reasons_name_the_piece_that_lends_or_forbids() {
    let behind = "power rook-behind {\n while: beside friend rook by step backward\n moves: rook\n}";
    let said = refused("chess", behind, "4k3/8/8/8/8/3N4/3R4/4K3 w - - 0 1", "d3b4");
    assert_eq!(
        said,
        "a knight does not move from d3 to b4; it stands right before the white rook on d2 (`rook-behind`)"
    );
    let relay = "power relay {\n of: rook\n while: beside friend knight by knight\n gains: knight\n}";
    let said = refused("chess", relay, "4k3/8/8/8/8/8/8/1R2K3 w - - 0 1", "b1c3");
    assert!(
        said.contains("no friendly knight is a knight's leap from b1, and only then it could (`relay`)"),
        "{said}"
    );
    let still = "power still { of: queen; while: attacked by enemy same; moves: none }";
    let said = refused("chess", still, "4k3/8/8/8/4q3/8/3KN3/4Q3 w - - 0 1", "e1e3");
    assert!(said.ends_with("the white knight on e2 is in the way"), "{said}");
}

#[test]
fn reasons_name_the_pieces_for_which_a_condition_holds() {
    let apart = "on move { while: enemy bishop on bishop at friend bishop; remove: friend king }";
    let fen = "1b2k3/8/8/8/8/8/4K3/2B5 w - - 0 1";
    let said = refused("chess", apart, fen, "c1f4");
    assert!(said.ends_with(", because of the black bishop on b8"), "{said}");
    let glass = "on move { by: knight; while: all on step north at mover; possible: no }";
    let said = refused("chess", glass, "4k3/8/8/8/2p5/8/3K4/1N6 w - - 0 1", "b1c3");
    assert!(said.contains("because of the black pawn on c4"), "{said}");
}

#[test]
fn reasons_for_drops_tell_the_squares() {
    let near = "drop knight { on: all; unless: enemy on step orthogonal at target }";
    let said = refused("crazyhouse", near, "4k3/8/8/3p4/8/8/8/4K3[N] w - - 0 1", "N@d4");
    assert!(said.contains("because of the black pawn on d5"), "{said}");
    let said = refused("crazyhouse", "", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@a8");
    assert_eq!(said, "white may not drop a pawn on a8, only on ranks 2-7");
}

#[test]
fn a_check_that_only_mate_excuses() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    let said = refused("chess", "rules { only-mate: yes }", fen, "a1a8");
    assert!(
        said.starts_with("a move may give check only if it mates"),
        "{said}"
    );
}
