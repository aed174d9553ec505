//! Pictures for programs that take plain shapes alone: each piece and the empty board as a file of
//! its own, of paths and circles in groups, without references, fonts and styles.

use super::canvas::{Canvas, definition, n};
use super::ground;
use super::native::{self, Figures};
use super::place::{Places, SIZE};
use super::scene::Scene;
use super::symbols::Symbols;
use ferz::engine::Variant;
use ferz::rules::{Ruleset, Side};

/// A piece of a side as a file; with the pictures of the game itself where it has some.
///
/// A side that has no such piece shows it with its own colour, by the letter that the rules give.
pub fn piece(rules: &Ruleset, kind: usize, side: Side) -> String {
    let mut canvas = Canvas::default();
    let symbols = Symbols::new(rules);
    let look = (Figures::Native, false);
    native::draw(
        &mut canvas,
        (rules, &symbols),
        (kind, side),
        (0.0, 0.0),
        SIZE,
        look,
    );
    let half = SIZE / 2.0;
    file([-half, -half, SIZE, SIZE], &canvas.take())
}

/// Whether pictures of a kind point at the opponent, so that one colour turned is the other.
pub fn points(rules: &Ruleset, kind: usize) -> bool {
    let name = rules.pieces.get_index(kind).map(|(name, _)| name.as_str());
    let set = native::Set::find(rules);
    name.zip(set).is_some_and(|(name, set)| set.points(name))
}

/// The empty board as a file, as wide and high as its squares: zones, rivers and palaces, and the
/// squares of promotion where these are more than the last rank.
pub fn board(variant: &Variant) -> String {
    let start = variant.start();
    let mut scene = Scene::new(variant, &start);
    scene.coordinates = false;
    scene.figures = Figures::Native;
    let places = Places::new(variant.topology(), false);
    let mut canvas = Canvas::default();
    scene.ground(&mut canvas, &places);
    ground::promotions(&mut canvas, variant.rules(), variant.topology(), &places);
    let (files, ranks) = (variant.topology().files(), variant.topology().ranks());
    let size = [0.0, 0.0, f64::from(files) * SIZE, f64::from(ranks) * SIZE];
    file(size, &canvas.take())
}

fn file([x, y, w, h]: [f64; 4], body: &str) -> String {
    let (x, y, w, h) = (n(x), n(y), n(w), n(h));
    let body = inlined(body);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"{x} {y} {w} {h}\">\n{body}</svg>\n"
    )
}

/// Shapes with the outlines themselves in place of references to them.
fn inlined(body: &str) -> String {
    const OPEN: &str = "<use ";
    let mut out = String::new();
    let mut rest = body;
    while let Some(at) = rest.find(OPEN) {
        out.push_str(&rest[..at]);
        let tag = &rest[at + OPEN.len()..];
        let end = tag.find("/>").unwrap_or(tag.len());
        out.push_str(&outline(&tag[..end]));
        rest = tag.get(end + 2..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// The outline that a reference with these attributes shows.
fn outline(attributes: &str) -> String {
    let value = |key: &str| {
        let (_, rest) = attributes.split_once(&format!("{key}=\""))?;
        rest.split('"').next()
    };
    let name = value("href").unwrap_or_default().trim_start_matches("#ferz-");
    let shape = definition(name).replacen(&format!("<g id=\"ferz-{name}\">"), "", 1);
    let mut group = String::from("<g");
    if let Some(fill) = value("fill") {
        group.push_str(&format!(" fill=\"{fill}\""));
    }
    let moved = value(" x").map(|x| format!("translate({x} 0)"));
    let all: Vec<String> = value("transform")
        .map(str::to_owned)
        .into_iter()
        .chain(moved)
        .collect();
    if !all.is_empty() {
        group.push_str(&format!(" transform=\"{}\"", all.join(" ")));
    }
    // The outline ends the group that it was defined in.
    format!("{group}>{shape}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_become_shapes() {
        let text = outline(r##"href="#ferz-text-65" x="120""##);
        assert!(
            text.starts_with("<g transform=\"translate(120 0)\"><path d=\""),
            "{text}"
        );
        assert!(text.ends_with("</g>") && text.matches("<g").count() == text.matches("</g>").count());
        let moved = outline(r##"href="#ferz-text-65" fill="#000" transform="translate(1 2) scale(3)""##);
        assert!(
            moved.starts_with("<g fill=\"#000\" transform=\"translate(1 2) scale(3)\">"),
            "{moved}"
        );
    }
}
