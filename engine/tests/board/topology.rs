use ferz_engine::board::{Bits, Square, Topology};
use ferz_engine::rules::{Board, Compass, Squares};
use indexmap::IndexMap;

fn plain(files: u8, ranks: u8) -> Board {
    Board {
        files,
        ranks,
        holes: Squares::default(),
        wrap_files: false,
        wrap_ranks: false,
        extra: IndexMap::new(),
    }
}

fn names(topology: &Topology, routes: impl IntoIterator<Item = Square>) -> String {
    let mut list: Vec<_> = routes.into_iter().map(|s| topology.name(s).to_owned()).collect();
    list.sort();
    list.join(" ")
}

fn knight(topology: &Topology, from: &str) -> String {
    let from = topology.square(from).unwrap();
    names(
        topology,
        (1..16)
            .step_by(2)
            .flat_map(|w| topology.leap(from, 1, 2, w, false))
            .map(|r| r.to),
    )
}

#[test]
fn winds_of_a_knight_run_clockwise() {
    let t = Topology::new(&plain(8, 8)).unwrap();
    let d4 = t.square("d4").unwrap();
    let to: Vec<_> = (1..16)
        .step_by(2)
        .map(|w| t.name(t.leap(d4, 1, 2, w, false)[0].to))
        .collect();
    assert_eq!(to, ["e6", "f5", "f3", "e2", "c2", "b3", "b5", "c6"]);
}

/// `EN-1`, `EN-2`, `EN-3`
#[test]
fn extra_squares_are_reached_by_composition() {
    let mut board = plain(8, 8);
    let link = |dirs: [(Compass, &str); 2]| dirs.into_iter().map(|(c, s)| (c, s.to_owned())).collect();
    board.extra.insert(
        "x0".into(),
        link([(Compass::NorthEast, "e1"), (Compass::NorthWest, "d1")]),
    );
    board.extra.insert(
        "x9".into(),
        link([(Compass::SouthEast, "e8"), (Compass::SouthWest, "d8")]),
    );
    let t = Topology::new(&board).unwrap();
    assert_eq!(knight(&t, "x0"), "c1 d2 e2 f1");
    assert_eq!(knight(&t, "x9"), "c8 d7 e7 f8");
    assert_eq!(knight(&t, "d2"), "b1 b3 c4 e4 f1 f3 x0");
    assert_eq!(
        names(&t, t.neighbours(t.square("x0").unwrap()).squares()),
        "d1 e1"
    );
    let e1 = t.square("e1").unwrap();
    assert_eq!(t.step(e1, Compass::SouthWest.index()), t.square("x0"));
    assert_eq!(t.step(t.square("x0").unwrap(), Compass::South.index()), None);
}

#[test]
fn long_leaps_from_extra_squares() {
    let mut board = plain(2, 99);
    board
        .extra
        .insert("x0".into(), [(Compass::North, "a1".to_owned())].into());
    let t = Topology::new(&board).unwrap();
    let leaps = |from: &str, m, n| {
        let from = t.square(from).unwrap();
        let winds = (1..16).step_by(2);
        names(&t, winds.flat_map(|w| t.leap(from, m, n, w, false)).map(|r| r.to))
    };
    assert_eq!(leaps("x0", 1, 40), "b40");
    assert_eq!(leaps("b40", 1, 40), "a80 x0");
    assert_eq!(leaps("x0", 65, 70), "");
}

#[test]
fn cylinders_wrap_and_holes_do_not_exist() {
    let mut board = plain(8, 8);
    board.wrap_files = true;
    board.holes = Squares(vec!["a3".into()]);
    let t = Topology::new(&board).unwrap();
    assert_eq!(knight(&t, "a1"), "b3 c2 g2 h3");
    assert_eq!(t.square("a3"), None);
    assert_eq!(t.step(t.square("h3").unwrap(), Compass::East.index()), None);
    assert_eq!(
        t.name(t.step(t.square("h4").unwrap(), Compass::East.index()).unwrap()),
        "a4"
    );
}

#[test]
fn lame_routes_go_straight_first() {
    let t = Topology::new(&plain(10, 10)).unwrap();
    let e5 = t.square("e5").unwrap();
    let route = &t.leap(e5, 2, 3, 1, false)[0];
    assert_eq!(t.name(route.to), "g8");
    let between: Vec<_> = route
        .between
        .as_ref()
        .unwrap()
        .iter()
        .map(|&s| t.name(s))
        .collect();
    assert_eq!(between, ["e6", "f7"]);
}
