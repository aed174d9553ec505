//! Variants in plain English: what their rules say, as pages with pictures.
//!
//! [`describe`] makes a [`Page`] of a variant; [`html`] and [`markdown`] make texts of pages.
//! Nothing here reads or writes files.
#![cfg_attr(
    not(test),
    warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable)
)]

pub mod html;
pub mod markdown;
pub mod site;

mod brief;
mod captures;
mod differences;
mod families;
mod likewise;
mod mechanics;
mod movement;
mod page;
mod part;
mod pieces;
mod places;
mod rows;
mod sections;
mod setting;
mod studio;
mod told;
mod words;

pub use brief::brief;
pub use page::{Block, Page, Picture, START};

use ferz::engine::Variant;
use ferz::rules::Ruleset;
use ferz_drawing::{Figures, Scene};
use page::picture;
use studio::Studio;
use told::Told;

/// Everything about a variant; `parent`: the rules that it extends. `figures`: the pieces in the
/// pictures.
pub fn describe(variant: &Variant, parent: Option<&Ruleset>, figures: Figures) -> Page {
    let rules = &told::rules(variant.rules());
    let parent = parent.map(told::rules);
    let mut s = Told::new(rules);
    s.setting.figures = figures;
    let mut blocks = Vec::new();
    if !rules.about.is_empty() {
        blocks.push(Block::Paragraph(rules.about.clone()));
    }
    let start = variant.start();
    let mut scene = Scene::new(variant, &start);
    scene.figures = figures;
    blocks.push(Block::Picture(Box::new(picture(
        scene,
        START,
        "The start position",
    ))));
    if let Some(parent) = &parent {
        let parent = Told::new(parent);
        blocks.push(Block::Heading(format!(
            "What differs from {}",
            parent.rules.title
        )));
        blocks.push(Block::Items(differences::between(&parent, &s)));
    }
    let rest = rest(&s, variant);
    let said: String = rest.iter().map(Block::text).collect();
    blocks.push(Block::Heading("The board and the armies".to_owned()));
    blocks.extend(sections::board(&s, &said));
    blocks.extend(rest);
    blocks.push(Block::Heading("Start position and source".to_owned()));
    blocks.push(Block::Code(rules.start.clone()));
    if !rules.source.is_empty() {
        blocks.push(Block::Paragraph(format!("Source: {}", rules.source)));
    }
    Page {
        title: rules.title.clone(),
        blocks,
    }
}

/// The heading of the part about promotion.
const PROMOTION: &str = "Promotion";

/// The pieces and all rules that follow them.
fn rest(s: &Told<'_>, variant: &Variant) -> Vec<Block> {
    let mut blocks = vec![Block::Heading("The pieces".to_owned())];
    blocks.extend(pieces::cards(s, variant));
    for (heading, items) in [
        ("Powers", sections::powers(s)),
        (PROMOTION, part::promotions(s)),
        ("Hands and drops", sections::drops(s)),
        ("Castling", part::castling(s)),
        ("En passant", part::en_passant(s)),
        ("Royal pieces", part::royalty(s)),
        ("Start positions", sections::shuffle(s)),
        ("Turns", sections::turns(s)),
        ("Walls", sections::walls(s)),
        ("The opponent's pieces", sections::control(s)),
        ("What follows from moves", sections::effects(s)),
        ("The end of the game", part::endings(s)),
        ("Duties and passing", sections::duties(s)),
    ] {
        if !items.is_empty() {
            blocks.push(Block::Heading(heading.to_owned()));
            let table = (heading == PROMOTION).then(|| sections::promotion_table(s, &items));
            match table.flatten() {
                Some(table) => blocks.extend(table),
                None => blocks.extend(rows::blocks(s, items)),
            }
        }
    }
    blocks.extend(mechanics(s, variant));
    blocks
}

/// A card for each mechanic that has more to say than other parts of the page do.
fn mechanics(s: &Told<'_>, variant: &Variant) -> Vec<Block> {
    let studio = Studio {
        variant,
        captures: s.captures(),
        figures: s.figures,
    };
    let mut out = Vec::new();
    for (mechanic, uses) in s.mechanics() {
        let blocks = mechanic.tell(s, uses, &studio);
        if !blocks.is_empty() {
            out.push(Block::Card {
                title: mechanic.title(uses),
                picture: None,
                blocks,
            });
        }
    }
    if !out.is_empty() {
        out.insert(0, Block::Heading("Special mechanics".to_owned()));
    }
    out
}

/// A page that lists others: the file of each, and the page.
pub fn contents(pages: &[(String, Page)]) -> Page {
    let lines = pages
        .iter()
        .map(|(file, page)| format!("[{}]({file}): {}", page.title, page.about()));
    Page {
        title: "The bundled variants".to_owned(),
        blocks: vec![Block::Items(lines.collect())],
    }
}
