//! Pages as Markdown.

use crate::{Block, Page, Picture};

/// The page; `image` says where the file of a picture is, or `None` to draw it with characters.
pub fn page(page: &Page, image: &dyn Fn(&Picture) -> Option<String>) -> String {
    let mut out = format!("# {}\n\n", escape(&page.title));
    blocks(&page.blocks, image, &mut out);
    while out.ends_with("\n\n") {
        out.pop();
    }
    out
}

fn blocks(blocks_: &[Block], image: &dyn Fn(&Picture) -> Option<String>, out: &mut String) {
    for block in blocks_ {
        match block {
            Block::Heading(text) => out.push_str(&format!("## {}\n\n", escape(text))),
            Block::Paragraph(text) => out.push_str(&format!("{}\n\n", escape(text))),
            Block::Items(items) => {
                for item in items {
                    out.push_str(&format!("- {}\n", escape(item)));
                }
                out.push('\n');
            }
            Block::Picture(picture) => draw(picture, image, out),
            Block::Card {
                title,
                picture,
                blocks: inner,
            } => {
                out.push_str(&format!("### {}\n\n", escape(title)));
                if let Some(picture) = picture {
                    draw(picture, image, out);
                }
                blocks(inner, image, out);
            }
            Block::Table { head, rows } => {
                let row = |cells: &[String]| {
                    let cells: Vec<String> = cells
                        .iter()
                        .map(|cell| escape(cell).replace('|', "\\|"))
                        .collect();
                    format!("| {} |\n", cells.join(" | "))
                };
                out.push_str(&row(head));
                out.push_str(&format!("|{}\n", "---|".repeat(head.len())));
                rows.iter().for_each(|cells| out.push_str(&row(cells)));
                out.push('\n');
            }
            Block::Code(text) => out.push_str(&format!("```text\n{text}\n```\n\n")),
        }
    }
}

fn draw(picture: &Picture, image: &dyn Fn(&Picture) -> Option<String>, out: &mut String) {
    match image(picture) {
        Some(path) => out.push_str(&format!("![{}]({path})\n\n", escape(&picture.title))),
        None => out.push_str(&format!("```text\n{}\n```\n\n", picture.text)),
    }
}

/// Angle brackets are no tags.
fn escape(text: &str) -> String {
    text.replace('<', "&lt;")
}
