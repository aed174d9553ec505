//! Variants in plain English: what their rules say, as pages with pictures.

mod differences;
mod hooks;
mod html;
mod markdown;
mod movement;
mod pieces;
mod rules;
mod words;

pub(crate) use html::page as html;
pub(crate) use markdown::page as markdown;

use crate::draw::{self, Look, Mark};
use ferz::board::Square;
use ferz::engine::{Position, Variant};
use ferz::rules::{Modes, Ruleset};
use ferz::ways::Manner;
use ferz_drawing::{Drawing, Marks, Scene};

/// The name of the picture of the start position.
pub(crate) const START: &str = "start";

/// A page: what it is called, and what stands on it.
pub(crate) struct Page {
    /// The variant's title.
    pub(crate) title: String,
    /// What stands below it.
    pub(crate) blocks: Vec<Block>,
}

/// A part of a page. Texts may have `code` and **bold** parts.
pub(crate) enum Block {
    /// A heading of a section.
    Heading(String),
    /// A paragraph.
    Paragraph(String),
    /// A list.
    Items(Vec<String>),
    /// A picture by itself.
    Picture(Box<Picture>),
    /// Something with a heading of its own, perhaps a picture, and what is to be said about it.
    Card {
        title: String,
        picture: Option<Box<Picture>>,
        blocks: Vec<Block>,
    },
    /// A text that is shown as it is.
    Code(String),
}

/// A picture, drawn and as characters.
pub(crate) struct Picture {
    /// A name for its file, the only one of the page.
    pub(crate) name: String,
    /// What it shows.
    pub(crate) title: String,
    pub(crate) drawing: Drawing,
    pub(crate) text: String,
}

/// The variant that another extends, and its name.
pub(crate) struct Parent {
    pub(crate) title: String,
    pub(crate) rules: Ruleset,
}

impl Page {
    /// All pictures, in order.
    pub(crate) fn pictures(&self) -> Vec<&Picture> {
        fn collect<'a>(blocks: &'a [Block], out: &mut Vec<&'a Picture>) {
            for block in blocks {
                match block {
                    Block::Picture(picture) => out.push(picture),
                    Block::Card { picture, blocks, .. } => {
                        out.extend(picture.as_deref());
                        collect(blocks, out);
                    }
                    Block::Heading(_) | Block::Paragraph(_) | Block::Items(_) | Block::Code(_) => {}
                }
            }
        }
        let mut out = Vec::new();
        collect(&self.blocks, &mut out);
        out
    }

    /// What the variant is, in the author's words; may be empty.
    pub(crate) fn about(&self) -> &str {
        match self.blocks.first() {
            Some(Block::Paragraph(text)) => text,
            _ => "",
        }
    }
}

/// Everything about a variant.
pub(crate) fn write(variant: &Variant, parent: Option<&Parent>) -> Page {
    let rules = variant.rules();
    let mut blocks = Vec::new();
    if !rules.about.is_empty() {
        blocks.push(Block::Paragraph(rules.about.clone()));
    }
    let start = variant.start();
    blocks.push(Block::Picture(Box::new(picture(
        Scene::new(variant, &start),
        START,
        "The start position",
    ))));
    if let Some(parent) = parent {
        blocks.push(Block::Heading(format!("What differs from {}", parent.title)));
        blocks.push(Block::Items(differences::between(&parent.rules, rules)));
    }
    blocks.push(Block::Heading("The board and the armies".to_owned()));
    blocks.extend(rules::board(rules));
    blocks.push(Block::Heading("The pieces".to_owned()));
    blocks.extend(pieces::cards(variant));
    for (heading, items) in [
        ("Promotion", rules::promotions(rules)),
        ("Castling", rules::castling(rules)),
        ("En passant", rules::en_passant(rules)),
        ("Royal pieces", rules::royalty(rules)),
        ("The end of the game", rules::endings(rules)),
        ("Duties and passing", rules::restrictions(rules)),
    ] {
        if !items.is_empty() {
            blocks.push(Block::Heading(heading.to_owned()));
            blocks.push(Block::Items(items));
        }
    }
    let mechanics = hooks::cards(variant);
    if !mechanics.is_empty() {
        blocks.push(Block::Heading("Special mechanics".to_owned()));
        blocks.push(Block::Paragraph(
            "What follows adds to what is said above, and where the two differ, it counts.".to_owned(),
        ));
        blocks.extend(mechanics);
    }
    blocks.push(Block::Heading("Start position and source".to_owned()));
    blocks.push(Block::Code(rules.start.clone()));
    if !rules.source.is_empty() {
        blocks.push(Block::Paragraph(format!("The rules come from {}.", rules.source)));
    }
    Page {
        title: rules.title.clone(),
        blocks,
    }
}

/// A scene as a picture.
fn picture(scene: Scene<'_>, name: &str, title: &str) -> Picture {
    let look = Look {
        ascii: false,
        colours: false,
        diagram: true,
    };
    let marks: draw::Marks = scene
        .marks
        .iter()
        .map(|(square, signs)| (*square, mark(signs)))
        .collect();
    let board = draw::board(scene.variant, scene.position, &marks, look);
    let legend = draw::legend(&marks, look);
    Picture {
        name: name.to_owned(),
        title: title.to_owned(),
        drawing: scene.draw(),
        text: format!("{board}{legend}").trim_end().to_owned(),
    }
}

/// The one character that says most about a square.
fn mark(signs: &[ferz_drawing::Sign]) -> Mark {
    let has = |manner: Manner, modes: Modes| signs.iter().any(|s| s.manner == manner && s.modes.has(modes));
    let by_itself = |modes: Modes| has(Manner::Plain, modes) || has(Manner::Rifle, modes);
    match (by_itself(Modes::QUIET), by_itself(Modes::CAPTURE)) {
        (true, true) => Mark::Both,
        (true, false) if has(Manner::Hop, Modes::CAPTURE) => Mark::QuietHop,
        (true, false) => Mark::Quiet,
        (false, true) => Mark::Capture,
        (false, false) if signs.iter().any(|s| s.manner == Manner::Hop) => Mark::Hop,
        (false, false) => Mark::Capture,
    }
}

/// A piece alone on the board with marks.
fn lone(
    variant: &Variant,
    (kind, side): (usize, ferz::rules::Side),
    square: Square,
    marks: Marks,
    name: &str,
    title: &str,
) -> Picture {
    let position: Position = variant.lone_piece(kind, side, square);
    let mut scene = Scene::new(variant, &position);
    scene.details = false;
    scene.marks = marks;
    scene.title = format!("{}: {title}", variant.rules().title);
    picture(scene, name, title)
}
