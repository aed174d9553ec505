//! The parts of a page.

use crate::setting::Setting;
use ferz::engine::Variant;
use ferz_drawing::text::{self, Look};
use ferz_drawing::{Drawing, Lone, Scene};

/// The name of the picture of the start position.
pub const START: &str = "start";

/// A page: what it is called, and what stands on it.
pub struct Page {
    /// The variant's title.
    pub title: String,
    /// The blocks below it.
    pub blocks: Vec<Block>,
}

/// A part of a page. Texts may have `code` and **bold** parts.
pub enum Block {
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
        /// The heading.
        title: String,
        /// The picture.
        picture: Option<Box<Picture>>,
        /// The text.
        blocks: Vec<Block>,
    },
    /// A table: the heads of its columns, and its rows.
    Table {
        /// The heads of the columns.
        head: Vec<String>,
        /// The rows, as long as the head each.
        rows: Vec<Vec<String>>,
    },
    /// A text that is shown as it is.
    Code(String),
}

/// A picture, drawn and as characters.
pub struct Picture {
    /// A name for its file, the only one of the page.
    pub name: String,
    /// The subject of the picture.
    pub title: String,
    /// Drawn.
    pub drawing: Drawing,
    /// As characters.
    pub text: String,
}

impl Block {
    /// The words, without headings and code.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Heading(_) | Self::Code(_) => String::new(),
            Self::Paragraph(text) => format!("{text}\n"),
            Self::Items(items) => items.iter().map(|item| format!("{item}\n")).collect(),
            Self::Picture(picture) => format!("{}\n", picture.text),
            Self::Card { picture, blocks, .. } => {
                let shown = picture.as_ref().map_or("", |picture| picture.text.as_str());
                let told: String = blocks.iter().map(Self::text).collect();
                format!("{shown}\n{told}")
            }
            Self::Table { rows, .. } => rows.iter().flatten().map(|cell| format!("{cell}\n")).collect(),
        }
    }
}

impl Page {
    /// All pictures, in order.
    pub fn pictures(&self) -> Vec<&Picture> {
        fn collect<'a>(blocks: &'a [Block], out: &mut Vec<&'a Picture>) {
            for block in blocks {
                match block {
                    Block::Picture(picture) => out.push(picture),
                    Block::Card { picture, blocks, .. } => {
                        out.extend(picture.as_deref());
                        collect(blocks, out);
                    }
                    Block::Heading(_)
                    | Block::Paragraph(_)
                    | Block::Items(_)
                    | Block::Table { .. }
                    | Block::Code(_) => {}
                }
            }
        }
        let mut out = Vec::new();
        collect(&self.blocks, &mut out);
        out
    }

    /// Puts a link below the start position to where these rules can be played and changed.
    pub fn link_workbench(&mut self, address: &str) {
        let picture = |block: &Block| matches!(block, Block::Picture(_));
        let at = self.blocks.iter().position(picture).map_or(0, |at| at + 1);
        let words = format!("[Play it, and change its rules, in the workbench]({address})");
        self.blocks.insert(at, Block::Paragraph(words));
    }

    /// A description of the variant, in the author's words; may be empty.
    pub fn about(&self) -> &str {
        match self.blocks.first() {
            Some(Block::Paragraph(text)) => text,
            _ => "",
        }
    }
}

/// The text of a link to a heading's section behind the `#`.
pub(crate) fn anchor(heading: &str) -> String {
    let kept = heading
        .chars()
        .filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-');
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() })
        .collect()
}

/// A scene as a picture.
pub(crate) fn picture(scene: Scene<'_>, name: &str, title: &str) -> Picture {
    let look = Look {
        ascii: false,
        colours: false,
        diagram: true,
        flip: false,
    };
    let marks = text::marks(&scene.marks);
    let board = text::board(scene.variant, scene.position, &marks, look);
    let legend = text::legend(&marks, look);
    Picture {
        name: name.to_owned(),
        title: title.to_owned(),
        drawing: scene.draw(),
        text: format!("{board}{legend}").trim_end().to_owned(),
    }
}

/// A piece alone on the board with marks, and with what can block it.
pub(crate) fn lone(s: &Setting<'_>, variant: &Variant, lone: Lone, name: &str, title: &str) -> Picture {
    let position = lone.position(variant);
    let notes = text::notes(variant, &lone);
    let mut scene = Scene::new(variant, &position);
    scene.details = false;
    scene.marks = lone.marks;
    scene.legs = lone.legs;
    scene.terms = lone.terms;
    scene.lined = lone.lined;
    scene.captures = s.captures();
    scene.figures = s.figures;
    scene.title = format!("{}: {title}", variant.rules().title);
    let mut picture = picture(scene, name, title);
    for note in notes {
        picture.text += &format!("\n{note}");
    }
    picture
}
