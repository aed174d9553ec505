//! Rules as an Interactive Diagram: a page that shows the game and plays it.

use super::kinds::{Home, Kind, kinds, relettered};
use super::{unplayable, unread};
use crate::diagram;
use crate::region;
use crate::report::Export;
use ferz::engine::Variant;
use ferz::rules::{Movement, Promotion, Ruleset, Side};

/// The page of the program that makes a diagram from the definition.
const PROGRAM: &str =
    "https://www.chessvariants.com/membergraphics/MSinteractive-diagrams/betza.js?nocache=true";

/// Writes rules as a page with the definition of an Interactive Diagram.
///
/// Losses are found by reading the definition back: every declaration that then differs, and plays
/// differently, is a loss.
pub fn interactive_diagram(rules: &Ruleset, name: &str) -> Export {
    let mut lost = Vec::new();
    let variant = match Variant::new(rules.clone()) {
        Ok(variant) => variant,
        Err(error) => return unplayable(&error),
    };
    let notation = |movement: &Movement, home: &Home<'_>| ferz::betza::print(movement, home);
    let mut kinds = kinds(&variant, variant.played(), &notation, &mut lost);
    kinds.retain(|kind| !kind.moves.is_empty() || !kind.castles.is_empty());
    let raising = Raising::of(rules, &kinds);
    // Those that promote come first.
    kinds.sort_by_key(|kind| !raising.pieces.contains(&kind.name));
    let definition = definition(rules, &kinds, &raising);
    let ours = relettered(rules, &kinds);
    lost.extend(unread(&ours, &diagram::import(&definition), "the diagram"));
    Export {
        text: page(name, &rules.title, &definition),
        lost,
    }
}

/// The pieces that promote, their zones, and the new kinds.
struct Raising {
    pieces: Vec<String>,
    zone: u8,
    choice: String,
}

impl Raising {
    fn of(rules: &Ruleset, kinds: &[Kind]) -> Self {
        let mut pieces: Vec<String> = Vec::new();
        let mut choice = String::new();
        for promotion in &rules.promotions {
            if !pieces.contains(&promotion.piece) {
                pieces.push(promotion.piece.clone());
            }
            let letters = promotion.to.iter().filter_map(|to| {
                let own = |kind: &&Kind| kind.name == *to && kind.sides[promotion.side];
                kinds.iter().find(own).map(|kind| kind.letter)
            });
            for letter in letters {
                if !choice.contains(letter) {
                    choice.push(letter);
                }
            }
        }
        Self {
            pieces,
            zone: rules
                .promotions
                .iter()
                .map(|one| depth(rules, one))
                .max()
                .unwrap_or(0),
            choice,
        }
    }
}

/// How many ranks a zone of promotion has, from the end of the board.
fn depth(rules: &Ruleset, promotion: &Promotion) -> u8 {
    let ranks = promotion.zone.0.iter().filter_map(|name| region::square(name));
    let depths = ranks.map(|(rank, _)| match promotion.side {
        Side::White => rules.board.ranks - rank.min(rules.board.ranks - 1),
        Side::Black => rank + 1,
    });
    depths.max().unwrap_or(0)
}

fn definition(rules: &Ruleset, kinds: &[Kind], raising: &Raising) -> String {
    let mut lines = vec![
        format!("files={}", rules.board.files),
        format!("ranks={}", rules.board.ranks),
        format!("promoZone={}", raising.zone),
    ];
    let first = kinds
        .iter()
        .take_while(|kind| raising.pieces.contains(&kind.name))
        .count();
    lines.push(format!("maxPromote={first}"));
    if !raising.choice.is_empty() {
        lines.push(format!("promoChoice={}", raising.choice));
    }
    let royal = |kind: &Kind| {
        let piece = rules.pieces.get(&kind.name);
        piece.is_some_and(|piece| {
            Side::ALL
                .iter()
                .any(|&side| kind.sides[side] && piece.royal[side])
        })
    };
    let numbers: Vec<String> = kinds
        .iter()
        .enumerate()
        .filter(|(_, kind)| royal(kind))
        .map(|(at, _)| (at + 1).to_string())
        .collect();
    let none = || "0".to_owned();
    lines.push(format!(
        "royal={}",
        if numbers.is_empty() {
            none()
        } else {
            numbers.join(",")
        }
    ));
    lines.push("symmetry=mirror".to_owned());
    for kind in kinds {
        let squares = |side: Side| kind.squares[side].join(",");
        // Without squares of its own Black has those of White mirrored.
        let black = match is_mirrored(rules, kind) {
            true => String::new(),
            false => format!(",,{}", squares(Side::Black)),
        };
        lines.push(format!(
            "{}:{}:{}{}:{}:{}{black}",
            kind.name,
            kind.letter,
            kind.moves,
            kind.castles,
            picture(&kind.name),
            squares(Side::White)
        ));
    }
    lines.join("\n")
}

/// Whether Black's pieces of a kind stand where White's do, seen from the other end of the board.
fn is_mirrored(rules: &Ruleset, kind: &Kind) -> bool {
    let mirrored = |name: &String| {
        let (rank, file) = region::square(name)?;
        Some(region::name(rules.board.ranks.checked_sub(rank + 1)?, file))
    };
    let white: Option<Vec<String>> = kind.squares.white.iter().map(mirrored).collect();
    let Some(mut white) = white else { return false };
    let mut black = kind.squares.black.clone();
    white.sort();
    black.sort();
    white == black
}

/// The name of the picture of a kind; the first word of the kind's name.
fn picture(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// The page around a definition. Its own lines begin with `<`.
fn page(name: &str, title: &str, definition: &str) -> String {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let (name, title) = (escaped(name), escaped(title));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n\
         <script src=\"{PROGRAM}\"></script>\n</head><body>\n<h1>{title}</h1>\n\
         <div class=\"idiagram\" id=\"{name}\">\n{definition}\n</div>\n</body></html>\n"
    )
}
