//! Sections with mistakes: every one is named, with its place.

use ferz_import::{Format, import};

/// A text and how many mistakes it has.
const WRONG: &[(&str, usize)] = &[
    ("[a:chess]\nmaxRnk = 8\n", 1),
    ("[a:chess]\nstalemateValue = lose\n", 1),
    ("[a:ches]\nstalemateValue = loss\n", 1),
    ("[a:chess]\nqueen\n", 1),
    ("[a:chess\n", 1),
    ("queen = q\n[a:chess]\n", 1),
    ("", 1),
    ("[]\npawn = p\nstartFen = pppppppp/8/8/8/8/8/8/PPPPPPPP w\n", 1),
    ("[a:chess]\nmaxRank = 11\n", 1),
    ("[a:chess]\nmaxFile = z\n", 1),
    ("[a:chess]\nmaxFile = H\n", 1),
    ("[a:chess]\ncastling = no\n", 1),
    ("[a:chess]\ncastling = False\n", 1),
    ("[a:chess]\nmustCapture = true \n", 1),
    ("[a:chess]\ncustomPiece1 = x\n", 1),
    ("[a:chess]\ncustomPiece1 = x:MQ\n", 1),
    ("[a:chess]\ncustomPiece1 = x:Wf\n", 1),
    ("[a:chess]\ncustomPiece26 = x:W\n", 1),
    ("[a:chess]\nqueen = 1\n", 1),
    ("[a:chess]\nknight = n:NN\n", 1),
    ("[a:chess]\npromotionPieceTypes = q,r\n", 1),
    ("[a:chess]\npromotionPieceTypes = qx\n", 1),
    ("[a:chess]\npromotionRegionWhite = 8*\n", 1),
    ("[a:chess]\npromotionRegionWhite = a8-h8\n", 1),
    ("[a:chess]\nflagRegion = d4, e4\n", 2 - 1),
    ("[a:chess]\nflagRegion = d44\n", 1),
    ("[a:chess]\nflagRegion = m1\n", 1),
    ("[a:chess]\nnFoldRule = three\n", 1),
    ("[a:chess]\nnFoldValue = none\n", 1),
    ("[a:chess]\npromotionLimit = q1\n", 1),
    ("[a:chess]\npromotionLimit = q:one\n", 1),
    ("[a:chess]\npromotedPieceType = p:qq\n", 1),
    ("[a:chess]\npromotedPieceType = pq\n", 1),
    ("[a:chess]\nwallingRule = ducks\n", 1),
    ("[a:chess]\nenclosingDrop = snorts\n", 1),
    ("[a:chess]\nmaterialCounting = whitedrawods\n", 1),
    ("[a:chess]\nchasingRule = AXF\n", 1),
    (
        "[a:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1\n",
        1,
    ),
    (
        "[a:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
        1,
    ),
    (
        "[a:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBXKBNR w KQkq - 0 1\n",
        1,
    ),
    (
        "[a:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK+BNR w KQkq - 0 1\n",
        1,
    ),
    (
        "[a:chess]\nstartFen = rnkqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1\n",
        2,
    ),
    ("[a:spartan]\nking = k:KD\n", 1),
    ("[a:chess]\nmaxFile = 9\n", 1),
    ("[a:chess]\nmaxFile = j\n", 1),
    ("[a]\nmaxRank = 8\n", 1),
    ("[a;chess]\nqueen = -\nflagPiece = x\n", 1),
    ("[a:chess]\ncastling: false\n", 1),
    ("[a:chess]\nnMoveRule = -5\n", 1),
    ("[a:chess]\ncylindrical = true\n", 1),
    ("[a:chess]\nselfCapture = true\nmultimoves = 2 2\n", 2),
    ("[a:chess]\nduckGating = true\n", 1),
    ("[a:chess]\nmustCapture = true # always\n", 1),
    (
        "[a:chess]\nmustCapture = false # never\nstalemateValue = loss ; as in checkers\n",
        1,
    ),
    ("[a:chess]\ncustomPiece1 = n:N # Leaper\n", 1),
    (
        "[a:chess]\ncustomPiece1 = x:M\npromotionPieceTypes = xq\nstartFen = xnbqkbnx/pppppppp/8/8/8/8/PPPPPPPP/XNBQKBNX w - - 0 1\n",
        1,
    ),
    (
        "[a:chess]\nstartFen = rzbqkbzr/pppppppp/8/8/8/8/PPPPPPPP/RZBQKBZR w KQkq - 0 1\n",
        1,
    ),
    ("[b:a]\nqueen = -\n[a:chess]\n", 1),
    ("[a:chess]\n[a:chess]\nqueen = q\n", 1),
    ("[a:chess]\nqueen = q\n queen = -\n", 1),
    ("[a:chess]\nmobilityRegionWhiteQueens = a1\n", 1),
    ("[a:chess]\ncastlingKingPiece = *\n", 1),
    ("[a:chess]\ncastlingWins = KX\n", 1),
    (
        "[a:chess]\nmaxRnk = 8\nmaxFle = 8\nqueen = 7\nstalemateValue = wins\npromotionPieceTypes = qz\nmore\n",
        6,
    ),
    (
        "[a:chess]\nflagPiece = k\nflagregion = e4 d4\nextinctionpiecetypes = k\n",
        2,
    ),
];

/// The messages about a text, line by line.
fn told(text: &str) -> (String, usize) {
    let import = import(text, Format::Ini, &[]);
    let of_sections = import.sections.iter().flat_map(|section| &section.findings);
    let all = import.findings.iter().chain(of_sections);
    let mut lines = String::new();
    let mut errors = 0;
    for finding in all {
        errors += usize::from(finding.is_error());
        let word = if finding.warning { "warning" } else { "error" };
        lines.push_str(&format!(
            "{}:{} {word}: {}\n",
            finding.line, finding.column, finding.message
        ));
        if let Some(help) = &finding.help {
            lines.push_str(&format!("    {help}\n"));
        }
    }
    assert!(!import.complete(), "{text}");
    (lines, errors)
}

#[test]
fn every_mistake_is_named() {
    assert!(WRONG.len() >= 40);
    let mut page = String::new();
    let mut miscounted = Vec::new();
    for (text, mistakes) in WRONG {
        let (lines, errors) = told(text);
        if errors != *mistakes {
            miscounted.push(format!("{text}: {errors} of {mistakes}\n{lines}"));
        }
        page.push_str(&format!("{text}---\n{lines}\n"));
    }
    assert!(miscounted.is_empty(), "{}", miscounted.join("\n"));
    insta::assert_snapshot!(page);
}

#[test]
fn sections_that_are_not_there() {
    let import = import("[one:chess]\n[two:chess]\n", Format::Ini, &["tow".to_owned()]);
    assert_eq!(import.findings.len(), 1);
    assert_eq!(import.findings[0].help.as_deref(), Some("did you mean `two`?"));
}
