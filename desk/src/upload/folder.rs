//! The files that a place wants to have.

use ferz::engine::Variant;
use ferz::rules::{Letter, Ruleset, Side};
use ferz_drawing::plain;
use ferz_import::{Figure, Limits, Loss, Publication};

/// The rules that a description compares with.
const STANDARD: &str = "chess";

/// The path of a file in the folder, with `/`, and its text.
pub type File = (String, String);

/// Writes the section, the description, the pieces and the board. Refuses files that are too large.
pub fn files(variant: &Variant, publication: &mut Publication) -> Vec<File> {
    let mut files = vec![(format!("{}.ini", publication.key), section(publication))];
    let rules = variant.rules();
    files.push(("description.txt".to_owned(), description(rules)));
    let mut whole = 0;
    let mut too_large: Vec<(String, usize)> = Vec::new();
    let directional = is_directional(rules, publication);
    let figures: Vec<Figure> = publication.figures.clone();
    for (side, colour) in [(Side::White, 'w'), (Side::Black, 'b')] {
        if directional && side == Side::Black {
            continue;
        }
        for figure in &figures {
            let name = format!("{colour}{}.svg", figure.stem());
            let text = picture(rules, figure, side);
            whole += text.len();
            if text.len() > Limits::PIECE {
                too_large.push((name.clone(), text.len()));
            }
            files.push((format!("pieces/{name}"), text));
        }
    }
    let board = plain::board(variant);
    if whole > Limits::PIECES {
        too_large.push(("the set of pieces".to_owned(), whole));
    }
    if board.len() > Limits::BOARD {
        too_large.push(("board.svg".to_owned(), board.len()));
    }
    files.push(("board.svg".to_owned(), board));
    let refused = too_large.into_iter().map(|(name, size)| Loss {
        what: "title".to_owned(),
        why: format!("{name} has {size} bytes, more than PyChess takes"),
    });
    publication.refused.extend(refused);
    files
}

/// The section; rules that it does not say are comments behind it.
fn section(publication: &Publication) -> String {
    let mut text = publication.section.clone();
    for loss in &publication.lost {
        text.push_str(&format!("# not said: {}: {}\n", loss.what, loss.why));
    }
    text
}

/// The description of the variant in the list of games.
pub(super) fn description(rules: &Ruleset) -> String {
    match ferz_rulesets::ruleset(STANDARD) {
        Ok(known) => ferz_pages::brief(rules, &known, Limits::DESCRIPTION),
        Err(_) => rules.about.chars().take(Limits::DESCRIPTION).collect(),
    }
}

/// Whether all pictures point at the opponent, so that one colour is enough.
pub(super) fn is_directional(rules: &Ruleset, publication: &Publication) -> bool {
    let mut figures = publication.figures.iter();
    figures.all(|figure| {
        let kind = rules.pieces.get_index_of(&figure.kind.white);
        kind.is_some_and(|kind| plain::points(rules, kind))
    })
}

/// A piece by the letter that the section has for it, also where the rules give that side none.
fn picture(rules: &Ruleset, figure: &Figure, side: Side) -> String {
    let mut rules = rules.clone();
    let kind = &figure.kind[side];
    let letter = Letter::first(&figure.stem()).map(|letter| letter.of(side));
    if let Some(piece) = rules.pieces.get_mut(kind) {
        piece.letter[side] = letter.or(piece.letter[side]);
    }
    let kind = rules.pieces.get_index_of(kind).unwrap_or_default();
    plain::piece(&rules, kind, side)
}
