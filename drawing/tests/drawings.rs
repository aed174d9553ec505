//! Drawings of bundled variants, pinned as they are, and laws that hold for all.

use ferz::engine::Variant;
use ferz::lower::{Source, lower};
use ferz::rules::{Letter, Shape, Side};
use ferz::ways;
use ferz_drawing::{Arrow, Companion, Figures, Marks, Scene, Symbols, alone, gallery, marks};

fn variant(text: &str) -> Variant {
    let source = Source {
        name: "test".to_owned(),
        text: text.to_owned(),
    };
    let lowered = lower(source, &ferz_rulesets::Library);
    Variant::new(
        lowered
            .ruleset
            .unwrap_or_else(|| panic!("{:?}", lowered.diagnostics)),
    )
    .unwrap()
}

fn bundled(name: &str) -> Variant {
    variant(ferz_rulesets::get(name).unwrap())
}

/// The drawing without the definitions of outlines, which are long and pinned by their own file.
fn body(svg: &str) -> String {
    let (head, rest) = svg.split_once("<defs>").unwrap();
    let (_, tail) = rest.split_once("</defs>").unwrap();
    format!("{head}[definitions]{tail}")
}

fn position(variant: &Variant, fen: &str) -> String {
    let position = variant.position(fen).unwrap();
    body(&Scene::new(variant, &position).draw().to_file(None))
}

fn piece_marks(variant: &Variant, name: &str, square: &str) -> Marks {
    let topology = variant.topology();
    let square = topology.square(square).unwrap();
    marks(ways::piece_ends(
        variant.rules(),
        topology,
        name,
        Side::White,
        square,
    ))
}

fn piece(variant: &Variant, name: &str, square: &str) -> String {
    let kind = variant.rules().pieces.get_index_of(name).unwrap();
    let at = variant.topology().square(square).unwrap();
    let position = variant.lone_piece(kind, Side::White, at);
    let mut scene = Scene::new(variant, &position);
    scene.details = false;
    scene.marks = piece_marks(variant, name, square);
    body(&scene.draw().to_file(None))
}

#[test]
fn positions() {
    let crazy =
        "r3k2r/pppppppp/8/8/3R4/8/PPPPPPPP/4K2R w K - 0 1 captured=QNbp denial=b exile=B towers=d4:RPn";
    insta::assert_snapshot!("towers", position(&bundled("crazy"), crazy));
    let megaman = "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1 weapons=d1:OJ";
    insta::assert_snapshot!("badges", position(&bundled("megaman"), megaman));
    let palaces = bundled("minixiangqi");
    insta::assert_snapshot!("zones", position(&palaces, &palaces.rules().start));
    let extra = bundled("en-chess");
    insta::assert_snapshot!("extra_squares", position(&extra, &extra.rules().start));
    let holes = variant(
        "variant \"Holes\"\nboard 4x3 { holes: b2, d3; wrap: ranks }\narmy both { king K = king, royal }\n\
         start \"k2*/1*2/3K w - - 0 1\"\n",
    );
    insta::assert_snapshot!("holes", position(&holes, &holes.rules().start));
}

#[test]
fn pieces() {
    insta::assert_snapshot!("pawn", piece(&bundled("chess"), "pawn", "d2"));
    insta::assert_snapshot!("cannon", piece(&bundled("shako"), "cannon", "e5"));
    insta::assert_snapshot!("weapons", piece(&bundled("megaman"), "king", "d4"));
}

/// The meaning of a sign, by square.
fn words(variant: &Variant, name: &str, square: &str, targets: &[&str]) -> Vec<String> {
    let marks = piece_marks(variant, name, square);
    let say = |target: &&str| {
        let square = variant.topology().square(target).unwrap();
        let signs = marks.get(&square).cloned().unwrap_or_default();
        let words: Vec<String> = signs.iter().map(|s| s.words("captures", None)).collect();
        words.join(" + ")
    };
    targets.iter().map(say).collect()
}

#[test]
fn marks_say_what_a_piece_can_do() {
    let chess = bundled("chess");
    assert_eq!(
        words(&chess, "pawn", "d2", &["d3", "d4", "e3", "d5"]),
        ["moves", "moves (only from here)", "captures", ""]
    );
    assert_eq!(words(&chess, "pawn", "d3", &["d4", "d5"]), ["moves", ""]);
    let cannon = bundled("xiangqi");
    assert_eq!(
        words(&cannon, "cannon", "e5", &["e6", "e7"]),
        ["moves", "moves + captures by hopping"]
    );
    let weapons = bundled("megaman");
    assert_eq!(
        words(&weapons, "king", "d4", &["d5", "f6"]),
        ["moves + captures without moving", ""]
    );
    let rules = |movement: &str| {
        variant(&format!(
            "variant \"V\" extends chess\npiece rook R = {movement}\n"
        ))
    };
    assert_eq!(
        words(
            &rules("(capture step all) then step ahead"),
            "rook",
            "d4",
            &["d6", "d5"]
        ),
        ["moves or captures, capturing on the way", ""]
    );
    assert_eq!(
        words(&rules("rook | initial leap(2, 2)"), "rook", "d4", &["d8", "f6"]),
        ["moves or captures", "moves or captures (first move only)"]
    );
    assert_eq!(
        words(
            &rules("swap knight | capture-own ferz"),
            "rook",
            "d4",
            &["e6", "e5"]
        ),
        ["changes places", "captures its own side"]
    );
}

#[test]
fn no_two_pieces_of_a_side_look_the_same() {
    for bundled in ferz_rulesets::all() {
        let variant = variant(bundled.text);
        let symbols = Symbols::new(variant.rules());
        for side in Side::ALL {
            let mut seen = Vec::new();
            for (kind, (_, piece)) in variant.rules().pieces.iter().enumerate() {
                let symbol = symbols.get(kind, side);
                let looks = (
                    symbol,
                    symbols.companion(kind, side),
                    (symbol.shape == ferz::rules::Shape::Letter).then_some(kind),
                );
                if piece.letter[side].is_some() {
                    assert!(!seen.contains(&looks), "{}: {looks:?}", bundled.name);
                    seen.push(looks);
                }
            }
        }
    }
}

/// The figure of a piece and the sign beside it.
fn looks(variant: &Variant, name: &str, side: Side) -> (Shape, Option<Companion>) {
    let kind = variant.rules().pieces.get_index_of(name).unwrap();
    let symbols = Symbols::new(variant.rules());
    (symbols.get(kind, side).shape, symbols.companion(kind, side))
}

#[test]
fn pieces_that_go_otherwise_than_their_figure_are_told_from_it() {
    let chess = bundled("chess");
    for name in ["king", "queen", "rook", "bishop", "knight", "pawn"] {
        assert_eq!(looks(&chess, name, Side::White).1, None, "{name}");
    }
    let divergent = bundled("empire");
    let (shape, companion) = looks(&divergent, "eagle", Side::White);
    assert_eq!(shape, Shape::Knight);
    assert!(
        matches!(companion, Some(Companion::Moves(s)) if s.shape == Shape::Queen),
        "{companion:?}"
    );
    let robots = bundled("shocking");
    // Rooks that hop are seen as such, although they reach no other square of an empty board.
    for (name, shape) in [
        ("missile", Shape::Rook),
        ("core", Shape::King),
        ("turret", Shape::Pawn),
    ] {
        assert_eq!(
            looks(&robots, name, Side::Black),
            (shape, Some(Companion::Hops)),
            "{name}"
        );
    }
    // Known hoppers and shooters have figures of their own.
    assert_eq!(
        looks(&bundled("xiangqi"), "cannon", Side::White),
        (Shape::Cannon, None)
    );
    assert_eq!(
        looks(&bundled("rifle-chess"), "queen", Side::White),
        (Shape::Queen, None)
    );
    // A figure belongs to the piece of that name; others that want it have their letter beside it.
    let mesmer = bundled("mesmer");
    assert_eq!(looks(&mesmer, "rook", Side::White), (Shape::Rook, None));
    let frozen = looks(&mesmer, "frozen-rook", Side::White);
    assert_eq!(
        frozen,
        (Shape::Rook, Some(Companion::Letter(Letter::plain(b'T'))))
    );
    let (shape, companion) = looks(&bundled("newzealand"), "rook", Side::White);
    assert_eq!(shape, Shape::Rook);
    assert!(
        matches!(companion, Some(Companion::Captures(s)) if s.shape == Shape::Knight),
        "{companion:?}"
    );
}

#[test]
fn figures_do_not_need_captures_or_captured_friends() {
    let upright = |shape| (shape, None);
    for (game, name, shape) in [
        ("cowboys", "cowboy", Shape::Knight),
        ("ultima", "coordinator", Shape::Rook),
        ("iceage", "rook", Shape::Rook),
    ] {
        assert_eq!(looks(&bundled(game), name, Side::White), upright(shape), "{game}");
    }
}

#[test]
fn the_ground_has_what_players_expect() {
    let start = |name: &str| {
        let variant = bundled(name);
        position(&variant, &variant.rules().start)
    };
    for (game, points) in [("nogo", 5), ("atarigo", 4), ("gomoku", 9)] {
        assert_eq!(start(game).matches(r#"r="6""#).count(), points, "{game}");
    }
    // From the corner of the board to the lower right corner of a8.
    let diagonals = start("sittuyin");
    assert!(diagonals.contains("M30 30L0 0") && diagonals.contains("M30 30L60 60"));
    // Cells that every move leaves have a line between them.
    assert!(start("grid").contains("M120 0L120 60") && !start("chess").contains("M120 0L120 60"));
    // A ring of squares that touch in corners has a border.
    assert!(!start("tablut").contains("M270 210L300 240"));
}

/// The drawing of a piece alone.
fn lone(variant: &Variant, name: &str, side: Side, at: Option<&str>) -> (ferz_drawing::Lone, String) {
    let kind = variant.rules().pieces.get_index_of(name).unwrap();
    let at = at.map(|at| variant.topology().square(at).unwrap());
    let lone = alone(variant, kind, side, at);
    let position = lone.position(variant);
    let mut scene = Scene::new(variant, &position);
    scene.marks = lone.marks.clone();
    scene.legs = lone.legs.clone();
    scene.lined = lone.lined;
    (lone, scene.draw().to_file(None))
}

#[test]
fn a_condition_that_the_lines_show_has_no_sign() {
    let broken = |game: &str, name: &str, at: Option<&str>| {
        lone(&bundled(game), name, Side::White, at)
            .1
            .contains("stroke-dasharray")
    };
    assert!(!broken("janggi", "general", None));
    assert!(!broken("janggi", "chariot", Some("e2")));
    assert!(broken("chess", "pawn", Some("e2")));
    assert!(broken("xiangqi", "soldier", Some("e6")));
}

#[test]
fn what_blocks_a_lame_leap_is_drawn() {
    let variant = bundled("xiangqi");
    let name = |square| variant.topology().name(square).to_owned();
    let (horse, svg) = lone(&variant, "horse", Side::White, Some("e5"));
    let mut legs: Vec<(String, String)> = horse
        .legs
        .iter()
        .map(|leg| {
            (
                leg.over.iter().map(|&s| name(s)).collect::<Vec<_>>().join(","),
                name(leg.to),
            )
        })
        .collect();
    legs.sort();
    assert_eq!(legs.len(), 8);
    assert!(legs.contains(&("e6".to_owned(), "d7".to_owned())), "{legs:?}");
    assert_ne!(svg, lone(&variant, "horse", Side::White, Some("a1")).1);
    assert!(lone(&variant, "chariot", Side::White, None).0.legs.is_empty());
}

#[test]
fn a_piece_in_the_way_shows_what_an_empty_board_hides() {
    let variant = bundled("shocking");
    let (missile, _) = lone(&variant, "missile", Side::Black, Some("d5"));
    let (at, ..) = missile.hurdle.unwrap();
    assert_eq!(variant.topology().name(at), "d3");
    let words = |square: &str| {
        let square = variant.topology().square(square).unwrap();
        missile
            .marks
            .get(&square)
            .map(|signs| signs[0].words("captures", None))
    };
    assert_eq!(words("d3").unwrap(), "captures");
    assert_eq!(words("d2").unwrap(), "moves or captures by hopping");
    assert_eq!(words("d1"), None);
    assert!(
        lone(&bundled("chess"), "rook", Side::White, None)
            .0
            .hurdle
            .is_none()
    );
}

#[test]
fn a_friend_in_the_way_is_not_captured() {
    let text = "variant \"Princes\" extends chess\npiece bishop B = ride all 1..2 | (hop friend step all) then step ahead\n";
    let variant = variant(text);
    let (prince, _) = lone(&variant, "bishop", Side::White, Some("e5"));
    let (at, _, side) = prince.hurdle.expect("a hop is shown");
    assert_eq!((variant.topology().name(at), side), ("e6", Side::White));
    assert_eq!(prince.marks.get(&at), None);
    let beyond = variant.topology().square("e7").unwrap();
    let words = prince.marks[&beyond][0].words("captures", None);
    assert_eq!(words, "moves or captures by hopping over a friend");
}

#[test]
fn boards_are_turned_with_everything_on_them() {
    for bundled in ferz_rulesets::all() {
        let variant = variant(bundled.text);
        let start = variant.start();
        let mut scene = Scene::new(&variant, &start);
        let upright = scene.draw().to_file(None);
        scene.flip = true;
        let turned = scene.draw().to_file(None);
        let count = |svg: &str| svg.matches("<use").count();
        assert_eq!(count(&upright), count(&turned), "{}", bundled.name);
    }
    let chess = bundled("chess");
    let start = chess.start();
    let mut scene = Scene::new(&chess, &start);
    let square = |name| chess.topology().square(name).unwrap();
    scene.flip = true;
    scene.highlights = [square("e4")].into();
    scene.arrows = vec![
        Arrow::new(square("g1"), square("f3")),
        Arrow::both(square("a1"), square("h8")),
    ];
    insta::assert_snapshot!("turned", body(&scene.draw().to_file(None)));
}

#[test]
fn the_gallery_has_every_figure() {
    let svg = gallery(Figures::Western).to_file(None);
    for shape in Shape::ALL.iter().filter(|shape| **shape != Shape::Letter) {
        for side in ["white", "black"] {
            assert!(
                svg.contains(&format!("#ferz-{side}-{}\"", shape.word())),
                "{}",
                shape.word()
            );
        }
    }
}

#[test]
fn the_sheet_of_native_pieces_has_every_sign() {
    let svg = gallery(Figures::Native).to_file(None);
    let table = include_str!("../src/native.tsv");
    let fields = table.lines().filter(|line| line.starts_with("piece\t"));
    for sign in fields
        .flat_map(|line| line.split('\t').skip(3))
        .flat_map(str::chars)
    {
        assert!(
            svg.contains(&format!("#ferz-sign-{}\"", u32::from(sign))),
            "{sign}"
        );
    }
}

#[test]
fn everything_lies_within_the_drawing() {
    for bundled in ferz_rulesets::all() {
        let variant = variant(bundled.text);
        let svg = Scene::new(&variant, &variant.start()).draw().to_file(None);
        let attribute = |text: &str, name: &str| -> Option<f64> {
            let rest = text.split(&format!(" {name}=\"")).nth(1)?;
            rest.split('"').next()?.parse().ok()
        };
        let view = svg.split("viewBox=\"").nth(1).unwrap().split('"').next().unwrap();
        let frame: Vec<f64> = view.split(' ').map(|n| n.parse().unwrap()).collect();
        for line in svg.lines().filter(|l| l.starts_with("<rect ")) {
            let get = |name| attribute(line, name).unwrap();
            let (x, y, w, h) = (get("x"), get("y"), get("width"), get("height"));
            let inside = x >= frame[0] - 0.1
                && y >= frame[1] - 0.1
                && x + w <= frame[0] + frame[2] + 0.1
                && y + h <= frame[1] + frame[3] + 0.1;
            assert!(inside, "{}: {line} is outside of {view}", bundled.name);
        }
    }
}

#[test]
fn squares_outside_the_grid_stand_where_their_links_come_from() {
    let rules = "variant \"Sides\" extends chess\nsquare west { east: a4 }\nsquare east { west: h5 }\n";
    let variant = variant(rules);
    let look = ferz_drawing::text::Look {
        ascii: true,
        colours: false,
        diagram: false,
        flip: false,
    };
    let text = ferz_drawing::text::board(
        &variant,
        &variant.start(),
        &std::collections::BTreeMap::new(),
        look,
    );
    let line = |rank: &str| text.lines().find(|line| line.contains(rank)).unwrap().to_owned();
    assert!(line("4 |").starts_with("west . "), "{text}");
    assert!(line("5 |").ends_with("east ."), "{text}");
    let edges: Vec<usize> = text.lines().filter_map(|line| line.find(['|', '+'])).collect();
    assert!(edges.windows(2).all(|two| two[0] == two[1]), "{text}");
}

/// How often a drawing uses an outline.
fn uses(variant: &Variant, figures: Figures, name: &str) -> usize {
    let start = variant.start();
    let mut scene = Scene::new(variant, &start);
    scene.figures = figures;
    scene.draw().to_part().matches(&format!("#ferz-{name}\"")).count()
}

#[test]
fn games_have_their_own_pictures() {
    let sign = |sign: char| format!("sign-{}", u32::from(sign));
    let shogi = bundled("shogi");
    assert_eq!(uses(&shogi, Figures::Native, &sign('飛')), 2);
    assert_eq!(uses(&shogi, Figures::Native, "white-rook"), 0);
    assert_eq!(uses(&shogi, Figures::Western, &sign('飛')), 0);
    let xiangqi = bundled("xiangqi");
    assert_eq!(uses(&xiangqi, Figures::Native, &sign('帥')), 1);
    assert_eq!(uses(&xiangqi, Figures::Native, &sign('將')), 1);
    assert_eq!(uses(&bundled("janggi"), Figures::Native, &sign('楚')), 1);
    // The turned men of Makruk have no outlines but their own; the horse is that of chess.
    let makruk = bundled("makruk");
    assert_eq!(uses(&makruk, Figures::Native, "white-king"), 0);
    assert_eq!(uses(&makruk, Figures::Native, "white-knight"), 2);
    assert_eq!(uses(&makruk, Figures::Western, "white-king"), 1);
    // A man of draughts is no shield, in any set of figures.
    assert_eq!(uses(&bundled("draughts"), Figures::Western, "white-shield"), 0);
    let chess = bundled("chess");
    assert_eq!(uses(&chess, Figures::Native, "white-king"), 1);
    assert_eq!(uses(&chess, Figures::Flat, "flat-white-king"), 1);
    assert_eq!(uses(&chess, Figures::Letters, "bold-75"), 2);
}

#[test]
fn games_on_points_are_drawn_so() {
    let points = |name: &str| {
        let variant = bundled(name);
        let start = variant.start();
        Scene::new(&variant, &start).points
    };
    for name in ["xiangqi", "janggi", "minixiangqi", "gomoku"] {
        assert!(points(name), "{name}");
    }
    for name in ["chess", "shogi", "draughts", "clobber"] {
        assert!(!points(name), "{name}");
    }
}

#[test]
fn a_duck_is_no_wall() {
    let bricks = |variant: &Variant, fen: &str| position(variant, fen).contains("#c79a74");
    let duck = bundled("duck");
    assert!(!bricks(
        &duck,
        "rnbqkbnr/pppppppp/8/8/4P3/4*3/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    ));
    let isolation = bundled("isolation");
    let start = isolation.fen(&isolation.start());
    let closed = start.replacen('6', "*5", 1);
    assert!(bricks(&isolation, &closed), "{closed}");
}
