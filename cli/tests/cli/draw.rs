//! `ferz draw`

use super::{failure, ferz, output};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

#[test]
fn a_position_goes_to_standard_output() {
    let svg = output(&["draw", "chess"]);
    assert!(
        svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"),
        "{svg}"
    );
    assert!(svg.contains("<title>Chess</title>"));
    assert_eq!(svg.matches("#ferz-white-pawn\"").count(), 8);
    assert_eq!(svg.matches("#ferz-black-king\"").count(), 1);
    // Nothing has to be fetched: every outline that is used is defined.
    for used in svg
        .split("href=\"#")
        .skip(1)
        .map(|s| s.split('"').next().unwrap())
    {
        assert!(svg.contains(&format!("id=\"{used}\"")), "{used} is not defined");
    }
}

#[test]
fn files_are_svg_or_png_by_their_name() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| ferz(args).current_dir(folder.path()).assert().success();
    run(&["draw", "chess", "-o", "deep/board.svg", "--size", "300"]);
    let svg = std::fs::read_to_string(folder.path().join("deep/board.svg")).unwrap();
    assert!(svg.contains("width=\"300\""), "{}", &svg[..200]);
    run(&[
        "draw",
        "xiangqi",
        "--piece",
        "cannon",
        "-o",
        "cannon.PNG",
        "--size",
        "300",
    ]);
    let png = std::fs::read(folder.path().join("cannon.PNG")).unwrap();
    assert!(png.starts_with(PNG));
    assert_eq!(u32::from_be_bytes(png[16..20].try_into().unwrap()), 300);
    // Nothing half written is left.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    assert!(failure(&["draw", "chess", "-o", "board.gif"], 2).contains("must end in .svg or .png"));
}

#[test]
fn a_piece_stands_where_its_moves_are_seen() {
    let title = |args: &[&str]| {
        let svg = output(args);
        let title = svg.split("<title>").nth(1).unwrap();
        title.split("</title>").next().unwrap().to_owned()
    };
    // Only from the second rank it has its double step.
    assert_eq!(
        title(&["draw", "chess", "--piece", "P"]),
        "Chess: white pawn on d2"
    );
    assert_eq!(
        title(&["draw", "chess", "--piece", "p"]),
        "Chess: black pawn on d7"
    );
    // Only in the middle of the palace an advisor has all four steps.
    assert_eq!(
        title(&["draw", "xiangqi", "--piece", "A"]),
        "Xiangqi: white advisor on e2"
    );
    assert_eq!(
        title(&["draw", "chess", "--piece", "N", "--at", "a1"]),
        "Chess: white knight on a1"
    );
}

#[test]
fn boards_are_turned_and_marked() {
    let plain = output(&["draw", "chess"]);
    let turned = output(&["draw", "chess", "--flip"]);
    assert_ne!(plain, turned);
    let marked = output(&["draw", "chess", "--highlight", "e4,d5", "--arrows", "e2e4,g1-f3"]);
    assert!(marked.len() > plain.len() && marked.contains("fill-opacity=\"0.82\""));
    assert!(failure(&["draw", "chess", "--highlight", "e9"], 2).contains("no square `e9`"));
    assert!(failure(&["draw", "chess", "--arrows", "e2"], 2).contains("`e2` is not an arrow"));
    // Nine lines up and ten across, in 81 + 80 parts, but for seven over the river, and two in each
    // palace.
    let points = output(&["draw", "xiangqi", "--points"]);
    let lines = points
        .lines()
        .flat_map(|l| l.split('<'))
        .find(|part| part.contains("stroke-width=\"1.5\""));
    assert_eq!(lines.unwrap().matches('M').count(), 9 * 9 + 8 * 10 - 7 + 4);
    // This is the way the game is played: no option is needed.
    assert_eq!(output(&["draw", "xiangqi"]), points);
    assert!(output(&["draw", "xiangqi", "--set", "native"]).contains("#ferz-sign-"));
    // Squares outside the grid have longer names.
    output(&["draw", "en-chess", "--arrows", "x0e1,d8x9"]);
}

#[test]
fn all_figures_are_drawn_by_themselves() {
    let svg = output(&["draw", "--figures"]);
    assert!(svg.contains("<title>Figures</title>") && svg.contains("#ferz-black-elephant\""));
    assert!(output(&["draw", "--figures", "--set", "flat"]).contains("#ferz-flat-black-rook\""));
    let own = output(&["draw", "--figures", "--set", "native"]);
    assert!(own.contains("<title>The games' own pieces</title>"), "{own}");
    assert!(failure(&["draw", "--figures", "--set", "letters"], 2).contains("letters have no figures"));
    assert!(failure(&["draw"], 2).contains("VARIANT"));
    assert!(failure(&["draw", "chess", "--figures"], 2).contains("cannot be used with"));
}

/// The book names the figure of every name that has one.
#[test]
fn the_book_lists_the_names_that_have_figures() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let table = std::fs::read_to_string(root.join("drawing/src/symbols.tsv")).unwrap();
    let page = std::fs::read_to_string(root.join("docs/src/figures.md")).unwrap();
    let mut rows: std::collections::BTreeMap<&str, Vec<&str>> = std::collections::BTreeMap::new();
    for line in table.lines().filter(|line| line.starts_with("name\t")) {
        let fields: Vec<&str> = line.split('\t').collect();
        rows.entry(fields[2]).or_default().push(fields[1]);
    }
    for (figure, names) in rows {
        let row = format!("| `{figure}` | {} |", names.join(", "));
        assert!(page.contains(&row), "docs/src/figures.md lacks the line\n{row}");
    }
}

#[test]
fn what_cannot_be_drawn_is_told() {
    assert!(failure(&["draw", "chess", "--moves", "e5"], 1).contains("there is no piece on e5"));
    assert!(failure(&["draw", "chess", "--moves", "a1"], 1).contains("has no legal move"));
    assert!(failure(&["draw", "chess", "--moves", "a7"], 1).contains("white is to move"));
    assert!(failure(&["draw", "chess", "--piece", "kign"], 2).contains("did you mean `king`?"));
    assert!(failure(&["draw", "chess", "--piece", "K", "--at", "z9"], 2).contains("no square `z9`"));
}

#[test]
fn what_the_author_says_about_the_figure_counts() {
    let text = "variant \"V\" extends chess\npiece queen Q = queen, symbol star\npiece rook R = rook, symbol letter\n";
    let folder = super::folder(&[("v.ferz", text.as_bytes())]);
    let svg = output(&["draw", &super::path(folder.path(), "v.ferz")]);
    assert_eq!(svg.matches("#ferz-white-star\"").count(), 1);
    assert!(!svg.contains("white-queen") && !svg.contains("white-rook"));
    assert_eq!(svg.matches("#ferz-bold-82\"").count(), 4);
    let wrong = "variant \"V\" extends chess\npiece queen Q = queen, symbol quen\n";
    let folder = super::folder(&[("w.ferz", wrong.as_bytes())]);
    let told = failure(&["draw", &super::path(folder.path(), "w.ferz")], 1);
    assert!(
        told.contains("`quen` is not a symbol") && told.contains("`queen`"),
        "{told}"
    );
}
