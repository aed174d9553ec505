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
    let mut long = Vec::new();
    for bundled in ferz_rulesets::all() {
        assert!(
            index.contains(&format!("({}.md)", bundled.name)),
            "{}",
            bundled.name
        );
        let page = std::fs::read_to_string(pages.join(format!("{}.md", bundled.name))).unwrap();
        is_for_players(bundled.name, &page);
        long.extend(reads_well(bundled.name, &page));
        let pictures: Vec<&str> = page
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
            .filter(|path| path.ends_with(".svg"))
            .collect();
        // Without a moving piece there is nothing but the start.
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
    // Long sentences become fewer, never more.
    assert!(
        long.len() <= 24,
        "{} long sentences:\n{}",
        long.len(),
        long.join("\n")
    );
}

/// The sentences of a text, without labels.
fn sentences(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with(['#', '|', '!'])) {
        let line = line.trim_start_matches("- ");
        let line = line.split(":** ").last().unwrap_or_default();
        let ends = line.replace(". ", ".\n").replace(": ", ":\n");
        out.extend(ends.lines().map(str::to_owned));
    }
    out
}

/// The sentences of a line, each with the line; of a heading, the line alone.
fn told_with_line(line: &str) -> Vec<(&str, String)> {
    if line.starts_with("##") {
        return vec![(line, String::new())];
    }
    sentences(line)
        .into_iter()
        .map(|sentence| (line, sentence))
        .collect()
}

/// The sentences of a page that are too long; none begins with a word that makes it hard to read,
/// none lists squares by the dozen, and none is there twice.
fn reads_well(name: &str, page: &str) -> Vec<String> {
    let rules: String = page.split("```").step_by(2).collect();
    let rules = rules
        .split("## Start position and source")
        .next()
        .unwrap_or_default();
    let is_square = |word: &str| {
        let mut chars = word.trim_end_matches([',', '.', ';', ':']).chars();
        chars.next().is_some_and(|c| c.is_ascii_lowercase()) && chars.as_str().parse::<u8>().is_ok()
    };
    let mut long = Vec::new();
    let mut told: Vec<String> = Vec::new();
    let mut in_card = false;
    for (line, sentence) in rules.lines().flat_map(told_with_line) {
        if line.starts_with("##") {
            in_card = line.starts_with("### ");
            continue;
        }
        let words: Vec<&str> = sentence.split_whitespace().collect();
        let first = words.first().copied().unwrap_or_default();
        assert!(!["What", "Who", "Where"].contains(&first), "{name}: {sentence}");
        let squares = words.chunk_by(|one, other| {
            let joins = |word: &str| is_square(word) || word == "and" || word == "or";
            joins(one) && joins(other)
        });
        let most = squares
            .map(|run| run.iter().filter(|word| is_square(word)).count())
            .max();
        assert!(most <= Some(8) || name == "elgam", "{name}: {sentence}");
        if words.len() > 45 {
            long.push(format!("{name}: {sentence}"));
        }
        // A sentence that begins with "This" is about the one before it.
        if words.len() > 12 && !in_card && first != "This" {
            assert!(!told.contains(&sentence), "{name} says twice: {sentence}");
            told.push(sentence);
        }
    }
    long
}

/// Checks that a page for players has neither words for authors nor statements about nothing.
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
        "within this reach",
        " an own ",
        "if there are the",
        "it, if it is",
        "captures and drops included",
    ] {
        assert!(!text.contains(wrong), "{name}: {wrong:?} in\n{text}");
    }
    // A page says everything once: differences are described at their own place.
    let told = |line: &str| {
        line.trim_start_matches("- ")
            .split(":** ")
            .last()
            .unwrap_or_default()
            .to_owned()
    };
    let (differs, rest): (Vec<&str>, Vec<&str>) = {
        let mut differs = false;
        text.lines().filter(|line| line.len() > 40).partition(|line| {
            if line.starts_with("## ") {
                differs = line.starts_with("## What differs");
            }
            differs
        })
    };
    let rest: std::collections::HashSet<String> = rest.into_iter().map(told).collect();
    for line in differs.into_iter().filter(|line| line.starts_with("- ")) {
        assert!(!rest.contains(&told(line)), "{name} says twice: {line}");
    }
}

/// Effects of moves are described in sentences.
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
            "- When a white rook or queen captures a pawn from the first rank on the last rank, it is removed.",
        ),
        (
            "on move { by: all except king; flip: enemy pawn on ranks 4-5; become: mover as rook }",
            "- When a piece other than a king moves, all enemy pawns on the fourth and fifth rank change sides; then it becomes a \
             rook.",
        ),
        (
            "on capture { remove: (all except pawn) on step all at target }",
            "- After every capture, every piece except a pawn that stands next to the target square is removed.",
        ),
        (
            "on capture { of: bishop; remove: (all except king) on knight at target }",
            "- When a bishop is captured, every piece except a king that stands a knight's move away from it is removed.",
        ),
        (
            "on capture { by: king; remove: enemy pawn on step all at mover }",
            "- When a king captures, all enemy pawns next to it are removed.",
        ),
        (
            "on capture { hand: victim flipped demoted }\ndrop all { on: all }",
            "- A captured piece goes to the captor's hand. A promoted piece goes there unpromoted.",
        ),
        (
            "on capture { of: rook; to: light; put: victim on a8 }",
            "- When a rook is captured on a light square, it reappears on a8 if that square is empty.",
        ),
        (
            "on move { by: king; while: mover king attacked by enemy; possible: no }",
            "- A move by a king is illegal if an enemy piece could then capture the moved piece.",
        ),
        ("rules { captures: black }", "- White captures nothing."),
    ] {
        assert_eq!(effect(text), told, "{text}");
    }
}

/// A rule that a mechanic replaces is not described as well.
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

/// Parameters are described: a changed one changes the page.
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
            "exchange one of their kings with one of their hawks",
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
        "Letter `I`, Black only",
    ] {
        assert!(tower.contains(words), "{words}\n{tower}");
    }
    // There is no capture en passant here.
    let wolves = page(
        "variant \"Wolves\" extends chess\npiece pawn P = pawn-step | double-step | capture step forward-diagonal\n",
    );
    assert!(
        !wolves.contains("en passant") && !wolves.contains("as if it had stopped"),
        "{wolves}"
    );
    let bombs = "royalty { rule: fewer }\non capture { remove: king on step all at target }\n";
    let bombs = page(&format!("variant \"Bombs\" extends chess\n{bombs}"));
    assert!(bombs.contains("would take away a king of"), "{bombs}");
    assert!(bombs.contains("last king is legal even"), "{bombs}");
    let palace = output(&["doc", "xiangqi", "--format", "md"]);
    for words in [
        "one square orthogonally, then one diagonally outward, if the square on the way is empty",
        "two squares diagonally, if the square on the way is empty, only to the player's own half of the board",
    ] {
        assert!(palace.contains(words), "{words}\n{palace}");
    }
}

/// Pages describe the variant in words for players, and nothing that it cannot have.
#[test]
fn pages_can_be_played_from() {
    let page = |name: &str| output(&["doc", name, "--format", "md"]);
    for (name, said, unsaid) in [
        (
            "circe",
            &[
                "When a rook is captured on a light square, it reappears on a8 if that square is empty.",
                "for Black they are mirrored, so light and dark squares change places.",
                "it reappears on the seventh rank, on the file of the capture, if that square is empty.",
            ][..],
            &["b1, d1, f1", "of the opponent"][..],
        ),
        (
            "janggi",
            &[
                "only along the palace lines",
                "1.5 points are taken off White's total. The higher total wins",
                "which may not be a cannon",
                "counts 13 points",
                "the player must break the line or pass, even in check; such a pass ends the game",
            ],
            &["pawns", "“"],
        ),
        (
            "draughts",
            &[
                "**Moves:** one square diagonally forward.",
                "**Captures by jumping:** diagonally over an enemy piece next to it, to the empty square just beyond.",
                "worth about 3 men",
                "must at once capture again if it can",
                "No piece can stand on a closed square or move across it.",
            ],
            &["royal", "check", "pawn"],
        ),
        (
            "amazons",
            &["the player puts an arrow on an empty square a queen's move away from the moved piece"],
            &["royal", "captur", "pawns"],
        ),
        (
            "duck",
            &[
                "the player puts the duck on another empty square",
                "**Not royal:** king.",
            ],
            &["a wall", "the wall", "drop"],
        ),
        (
            "alice",
            &[
                "without the files i and j",
                "A move is illegal if there is a piece exactly ten squares orthogonally from the moved piece.",
            ],
            &["move differently"],
        ),
        (
            "pushpull",
            &["The **traps** are c3, f3, c6 and f6.", "it moves as usual"],
            &["castle", "royal"],
        ),
        (
            "seirawan",
            &["may come in at the end of a move"],
            &["Instead of moving, a player may drop"],
        ),
        (
            "doublemove1",
            &[
                "in the next turn (see **Turns**)",
                "whichever move of its own turn passed the square",
            ],
            &["very next move", "a pass ends"],
        ),
        (
            "halma",
            &[
                "a player wins at once when 15 of their halmen are on",
                "for Black the board is turned around",
            ],
            &["royal"],
        ),
        (
            "yote",
            &[
                "and then removing an enemy piece other than a last piece or a victor anywhere on the board",
                "if there is no enemy piece besides an enemy stone of any kind",
                "if the start square is empty and directly south of the moved piece",
            ],
            &["if there is no enemy piece anywhere on the board"],
        ),
        (
            "fanorona",
            &[
                "one square orthogonally to an empty square, and then removing an enemy piece one square straight on",
            ],
            &["removing an enemy piece at the distance of one square orthogonally to"],
        ),
        (
            "alice",
            &["**Board:** 18 files and 8 ranks without the files i and j."],
            &["other holes"],
        ),
        (
            "coronation",
            &["has a friendly queen anywhere on the board"],
            &["next to a friendly queen"],
        ),
        (
            "fullcavalry",
            &["the lancer-west or lancer-east that castles with it becomes a castled-lancer"],
            &[],
        ),
        ("jungle", &["but not to d1 or the river"], &["a1, b1, c1"]),
        (
            "fanorona",
            &["all enemy pieces in an unbroken row beyond the square of the captured piece"],
            &["one to five squares beyond"],
        ),
        (
            "hypnotic",
            &["each friendly frozen piece becomes an ordinary one"],
            &["an enemy rook a frozen-rook"],
        ),
        (
            "clorange",
            &["it becomes a quiet-queen. Likewise for rook, bishop, knight and pawn."],
            &["it becomes a quiet-rook"],
        ),
        (
            "antiking2",
            &["no enemy queen, rook, bishop, knight or pawn attacking a friendly antiking"],
            &["its own move away", "anywhere else on the board than"],
        ),
        (
            "grid",
            &["only to another block of two by two squares (a1–b2, a3–b4 and so on)"],
            &["g5–h6"],
        ),
        (
            "fullcavalry",
            &["may become another of these, if that one may stand there"],
            &["or stay a lancer-east"],
        ),
        (
            "shouse",
            &["A queen, a rook, a bishop, a knight, a hawk"],
            &["A king, a queen"],
        ),
        ("elgam", &["The **palace lines** are"], &["home palace lines"]),
        ("crazyhouse", &["promoted or dropped never castles"], &[]),
        (
            "allexplodeatomic",
            &["**Explosion:** changed"],
            &["Nothing but its name"],
        ),
    ] {
        let page = page(name);
        for words in said {
            assert!(page.contains(words), "{name} lacks {words:?}:\n{page}");
        }
        for words in unsaid {
            assert!(!page.contains(words), "{name} says {words:?}:\n{page}");
        }
    }
}

#[test]
fn usage() {
    assert!(failure(&["doc"], 2).contains("required"));
    assert!(failure(&["doc", "--all"], 2).contains("--output"));
    assert!(failure(&["doc", "chess", "-o", "."], 2).contains("is a folder"));
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().to_str().unwrap();
    let told = failure(&["doc", "--all", "-o", empty, "--wasm", empty], 2);
    assert!(
        told.contains("there is no small.bin") && told.contains("site.mjs"),
        "{told}"
    );
    let told = failure(&["doc", "--all", "-o", empty, "--workbench=x"], 2);
    assert!(told.contains("no address of a workbench"), "{told}");
    assert!(failure(&["doc", "chess", "--wasm", empty], 2).contains("--all"));
    assert_eq!(std::fs::read_dir(empty).unwrap().count(), 0);
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
