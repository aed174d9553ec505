//! The outlines of figures and letters, so that a drawing stands alone.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// An outline in units of which 1000 are the height of a line, y downwards, the baseline at 0.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    /// How far the next letter is away.
    pub(crate) advance: i32,
    /// As the attribute `d` of an SVG path.
    pub(crate) path: String,
}

/// A figure drawn by strokes: what is filled, and the lines upon it.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    /// The body.
    pub(crate) body: &'static str,
    /// The lines.
    pub(crate) lines: &'static str,
}

static OUTLINES: LazyLock<BTreeMap<&'static str, Outline>> = LazyLock::new(|| {
    include_str!("outlines.tsv")
        .lines()
        .filter_map(|line| {
            let mut fields = line.split('\t');
            let (name, advance, path) = (fields.next()?, fields.next()?, fields.next()?);
            let outline = Outline {
                advance: advance.parse().ok()?,
                path: path.to_owned(),
            };
            Some((name, outline))
        })
        .collect()
});

static FIGURES: LazyLock<BTreeMap<&'static str, Figure>> = LazyLock::new(|| {
    include_str!("figures.tsv")
        .lines()
        .filter_map(|line| {
            let mut fields = line.split('\t');
            let (name, body, lines) = (fields.next()?, fields.next()?, fields.next()?);
            Some((name, Figure { body, lines }))
        })
        .collect()
});

/// The outline of that name: `white-king`, `text-65`, `bold-65`.
pub(crate) fn outline(name: &str) -> Option<&'static Outline> {
    OUTLINES.get(name)
}

/// The figure of that name that no font has.
pub(crate) fn figure(name: &str) -> Option<&'static Figure> {
    FIGURES.get(name)
}

/// The area of an outline with its holes filled: the contours that run the same way as the largest
/// one.
pub(crate) fn silhouette(path: &str) -> String {
    let contours: Vec<(&str, f64)> = path
        .split_inclusive('Z')
        .map(|contour| (contour, area(contour)))
        .collect();
    let largest = contours
        .iter()
        .map(|(_, area)| *area)
        .max_by(|a, b| a.abs().total_cmp(&b.abs()))
        .unwrap_or(0.0);
    contours
        .iter()
        .filter(|(_, area)| area * largest > 0.0)
        .map(|(contour, _)| *contour)
        .collect()
}

/// Twice the area inside a contour, with a sign that says which way round it runs.
fn area(contour: &str) -> f64 {
    let points = points(contour);
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum()
}

/// All points of a path whose commands are absolute and have pairs of numbers.
pub(crate) fn points(path: &str) -> Vec<(f64, f64)> {
    let mut numbers = Vec::new();
    let mut word = String::new();
    for c in path.chars().chain([' ']) {
        if (c == '-' || !c.is_ascii_digit()) && !word.is_empty() {
            numbers.extend(word.parse::<f64>().ok());
            word.clear();
        }
        if c == '-' || c.is_ascii_digit() {
            word.push(c);
        }
    }
    numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::rules::Shape;

    #[test]
    fn every_shape_has_an_outline() {
        for shape in Shape::ALL {
            let word = shape.word();
            let drawn = figure(word).is_some()
                || ["white", "black"]
                    .iter()
                    .all(|side| outline(&format!("{side}-{word}")).is_some());
            assert!(drawn || *shape == Shape::Letter, "{word}");
        }
        for c in ' '..='~' {
            assert!(outline(&format!("text-{}", u32::from(c))).is_some(), "{c:?}");
        }
    }

    #[test]
    fn a_silhouette_has_no_holes() {
        let square_with_hole = "M0 0L10 0L10 10L0 10ZM2 2L2 8L8 8L8 2Z";
        assert_eq!(silhouette(square_with_hole), "M0 0L10 0L10 10L0 10Z");
        assert_eq!(points("M-1-2Q3 4-5 6Z"), [(-1.0, -2.0), (3.0, 4.0), (-5.0, 6.0)]);
    }
}
