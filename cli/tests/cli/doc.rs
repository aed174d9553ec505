//! `ferz doc`

use super::{failure, ferz, output};

#[test]
fn pages_read_well() {
    for name in [
        "chess",
        "empire",
        "xiangqi",
        "shocking",
        "en-chess",
        "3check",
        "extinction",
        "crazy",
        "megaman",
        "atomic",
        "benedict",
        "antichess",
    ] {
        insta::assert_snapshot!(name, output(&["doc", name, "--format", "md"]));
    }
}

#[test]
fn html_stands_alone() {
    let html = output(&["doc", "empire"]);
    assert!(html.starts_with("<!doctype html>") && html.trim_end().ends_with("</html>"));
    assert!(html.contains("<h1>Empire Chess</h1>") && html.contains("What differs from Chess"));
    assert!(!html.contains("<script") && !html.contains("src="));
    for used in html
        .split("href=\"#")
        .skip(1)
        .map(|s| s.split('"').next().unwrap())
    {
        assert!(html.contains(&format!("id=\"{used}\"")), "{used} is not defined");
    }
    for tag in ["section", "figure", "ul", "div", "svg", "p", "table"] {
        let count = |text: &str| html.matches(text).count();
        let opened = count(&format!("<{tag}>")) + count(&format!("<{tag} "));
        assert_eq!(opened, count(&format!("</{tag}>")), "{tag}");
    }
}

#[test]
fn all_pages_are_written_with_their_pictures() {
    let folder = tempfile::tempdir().unwrap();
    ferz(&["doc", "--all", "--format", "md", "-o", "pages"])
        .current_dir(folder.path())
        .assert()
        .success();
    let pages = folder.path().join("pages");
    let index = std::fs::read_to_string(pages.join("index.md")).unwrap();
    for bundled in ferz_rulesets::all() {
        assert!(
            index.contains(&format!("({}.md)", bundled.name)),
            "{}",
            bundled.name
        );
        let page = std::fs::read_to_string(pages.join(format!("{}.md", bundled.name))).unwrap();
        is_for_players(bundled.name, &page);
        let pictures: Vec<&str> = page
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
            .filter(|path| path.ends_with(".svg"))
            .collect();
        // Where no piece ever moves there is nothing but the start.
        let least = if page.contains("**Moves") || page.contains("**Captures") {
            2
        } else {
            1
        };
        assert!(pictures.len() >= least, "{}: {pictures:?}", bundled.name);
        for picture in pictures {
            assert!(pages.join(picture).is_file(), "{}: {picture}", bundled.name);
        }
    }
}

/// What no page for players has in it: words for authors, and what is said of nothing.
fn is_for_players(name: &str, page: &str) {
    let text: String = page.split("```").step_by(2).collect();
    let text = text.replace("=e4:..`", "");
    for wrong in [
        "``",
        "“”",
        "  ",
        " ,",
        " .",
        "..",
        " and and",
        "a a ",
        "nothing nothing",
        "{",
        "}",
        " an king",
        "One use for",
    ] {
        assert!(!text.contains(wrong), "{name}: {wrong:?} in\n{text}");
    }
}

/// What follows from moves is told in sentences.
#[test]
fn what_follows_from_moves_is_told() {
    let effect = |text: &str| {
        let text = format!("variant \"V\" extends chess\n{text}\n");
        let folder = super::folder(&[("v.ferz", text.as_bytes())]);
        let page = output(&["doc", &super::path(folder.path(), "v.ferz"), "--format", "md"]);
        let told = page.split("## What follows from moves").last();
        told.and_then(|told| told.trim().lines().next())
            .unwrap_or_default()
            .to_owned()
    };
    for (text, told) in [
        (
            "on white capture { of: pawn; by: rook | queen; from: rank 1; to: last rank; remove: mover }",
            "- After every capture of a pawn by White with a rook or a queen that starts on the first rank and ends on the last \
             rank: the piece that has captured is removed.",
        ),
        (
            "on move { by: all except king; flip: enemy pawn on ranks 4-5; become: mover as rook }",
            "- After every move by any piece but a king: all enemy pawns on the fourth to the fifth rank change sides; then the \
             piece that has moved becomes a rook.",
        ),
        (
            "on capture { remove: (all except pawn) on step all at target }",
            "- After every capture: all pieces but pawns, of both sides, next to the square where it has ended are removed.",
        ),
        ("rules { captures: black }", "- White captures nothing."),
    ] {
        assert_eq!(effect(text), told, "{text}");
    }
}

/// What a mechanic replaces is not said as well.
#[test]
fn what_a_mechanic_replaces_is_left_out() {
    let page = |text: &str| {
        let folder = super::folder(&[("v.ferz", text.as_bytes())]);
        output(&["doc", &super::path(folder.path(), "v.ferz"), "--format", "md"])
    };
    let pools = page("variant \"V\" extends chess\nuse pools()\n");
    assert!(!pools.contains("becomes a queen, a rook"), "{pools}");
    assert!(
        pools.contains("becomes, in the same movement, a piece of its own side's captured pool"),
        "{pools}"
    );
    let own = page("variant \"V\" extends chess\nrules { pool: all; carry: rook }\n");
    let told = [
        "A pawn that reaches the last rank becomes a queen, a rook, a bishop or a knight that waits beside the board.",
        "Pieces of both sides may enter a rook",
    ];
    assert!(told.iter().all(|words| own.contains(words)), "{own}");
    let explosion = page("variant \"V\" extends chess\nuse explosion()\n");
    let king = explosion
        .split("### King")
        .nth(1)
        .unwrap()
        .split("###")
        .next()
        .unwrap();
    assert!(
        king.contains("**Moves:** one square") && !king.contains("captures:"),
        "{king}"
    );
    let steps = page("variant \"V\" extends chess\nuse pawn-steps(steps: forward left)\n");
    assert!(
        steps.contains("**Moves:** one square forward or to the left, but never onto the first rank."),
        "{steps}"
    );
    assert!(!steps.contains("two squares forward"), "{steps}");
}

/// Parameters are told: a changed one changes the page.
#[test]
fn parameters_are_filled_in() {
    let page = |used: &str| {
        let text = format!("variant \"V\" extends chess\npiece hawk H = knight\n{used}\n");
        let folder = super::folder(&[("v.ferz", text.as_bytes())]);
        output(&["doc", &super::path(folder.path(), "v.ferz"), "--format", "md"])
    };
    for (used, words) in [
        (
            "use all-round(piece: rook, range: 2)",
            "a rook may remove the piece on each of the squares within two steps",
        ),
        ("use explosion(sparing: knight)", "Knights there survive"),
        (
            "use explosion(area: none)",
            "removes the captor together with what it captures.",
        ),
        (
            "use exchange(of: king, with: hawk)",
            "any own king with any own hawk",
        ),
        (
            "use facing-royals(lines: diagonal, sides: white)",
            "No move of White's may leave the two kings on one diagonal",
        ),
        ("use denial(holder: white)", "at the start White"),
        (
            "use towers(host: queen)",
            "the square of a queen if the queen were not there",
        ),
        (
            "use raise(piece: rook)",
            "A rook that is captured or exiled may come back",
        ),
        (
            "use absorption(of: queen, by: rook)",
            "A rook that captures a queen can from then on",
        ),
        (
            "use influence(by: hawk, on: rook, friends: queen, enemies: none)",
            "**Rook, more enemy than friendly hawks:** no movement at all",
        ),
    ] {
        let page = page(used);
        assert!(page.contains(words), "{used}\n{page}");
    }
}

/// Small words that a page for players must get right.
#[test]
fn sentences_say_what_is_so() {
    let page = |text: &str| {
        let folder = super::folder(&[("v.ferz", text.as_bytes())]);
        output(&["doc", &super::path(folder.path(), "v.ferz"), "--format", "md"])
    };
    let tower = page(
        "variant \"Lighthouse\"\nsource \"Who invented it.\"\nboard 7x7\nsquare lh { south: d7 }\n\
         army both {\n  king K = king, royal\n  pawn P = step forward\n  queen Q = queen\n}\n\
         army black except pawn { imp I = step forward }\n\
         promotion white pawn { to: queen; on: b7-f7, lh }\nend {\n  checkmate: loss\n  stalemate: draw\n}\n\
         start \"3k3/iiiiiii/7/7/7/PPPPPPP/3K3 w - - 0 1\"\n",
    );
    for words in [
        "reaches b7–f7 or lh becomes a queen",
        "\nSource: Who invented it",
        "Letter `I`, only Black",
    ] {
        assert!(tower.contains(words), "{words}\n{tower}");
    }
    // Nobody captures en passant here.
    let wolves = page(
        "variant \"Wolves\" extends chess\npiece pawn P = pawn-step | double-step | capture step forward-diagonal\n",
    );
    assert!(
        !wolves.contains("en passant") && !wolves.contains("as if it had stopped"),
        "{wolves}"
    );
    let palace = output(&["doc", "xiangqi", "--format", "md"]);
    for words in [
        "one square orthogonally, then one diagonally outward, if the square on the way is empty",
        "two squares diagonally, if the square on the way is empty, only to the first five ranks",
    ] {
        assert!(palace.contains(words), "{words}\n{palace}");
    }
}

#[test]
fn usage() {
    assert!(failure(&["doc"], 2).contains("required"));
    assert!(failure(&["doc", "--all"], 2).contains("--output"));
    assert!(failure(&["doc", "chess", "-o", "."], 2).contains("is a folder"));
}

#[test]
fn pages_link_to_a_workbench() {
    let html = output(&["doc", "empire", "--workbench"]);
    assert!(
        html.contains("<a href=\"http://127.0.0.1:4040/#bundled=empire\">"),
        "{html}"
    );
    assert!(!output(&["doc", "empire"]).contains("#bundled"));
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("base.ferz"),
        "variant \"Base\" extends chess\n",
    )
    .unwrap();
    std::fs::write(folder.path().join("mine.ferz"), "variant \"Mine\" extends base\n").unwrap();
    let mine = folder.path().join("mine.ferz");
    let mine = mine.to_str().unwrap();
    let html = output(&["doc", mine, "--workbench=https://ferz.example/", "--format", "md"]);
    let link = html.split("(https://ferz.example/#share=").nth(1);
    assert!(
        link.is_some_and(|rest| rest.find(')').is_some_and(|at| at > 80)),
        "{html}"
    );
    failure(&["doc", "empire", "--workbench=javascript:x"], 2);
}
