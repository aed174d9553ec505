//! The outlines of figures and letters, so that a drawing stands alone.

use std::collections::BTreeMap;
use std::fmt::Write as _;
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

/// The signs of the East, half of all outlines: nothing but native figures asks for them.
const SIGNS: &str = if cfg!(feature = "signs") {
    include_str!("signs.tsv")
} else {
    ""
};

static OUTLINES: LazyLock<BTreeMap<&'static str, Outline>> = LazyLock::new(|| {
    include_str!("outlines.tsv")
        .lines()
        .chain(SIGNS.lines())
        .filter_map(|line| {
            let mut fields = line.split('\t');
            let (name, advance, path) = (fields.next()?, fields.next()?, fields.next()?);
            let outline = Outline {
                advance: advance.parse().ok()?,
                path: absolute(path),
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

/// A path whose points are told from the point before each command, by absolute points: as short as
/// it can be in a table.
fn absolute(path: &str) -> String {
    let mut out = String::with_capacity(path.len() * 3 / 2);
    let (mut start, mut here) = ([0, 0], [0, 0]);
    let mut rest = path;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic());
        let end = end.map_or(rest.len(), |end| end + 1);
        let told = numbers(&rest[1..end]);
        out.push(command.to_ascii_uppercase());
        for (i, number) in told.iter().enumerate() {
            let number = number + here[i % 2];
            if i > 0 && number >= 0 {
                out.push(' ');
            }
            let _ = write!(out, "{number}");
        }
        if let [.., x, y] = *told {
            here = [here[0] + x, here[1] + y];
        }
        match command {
            'm' => start = here,
            'z' => here = start,
            _ => {}
        }
        rest = &rest[end..];
    }
    out
}

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
    let numbers = numbers(path);
    let pairs = numbers.chunks_exact(2);
    pairs
        .map(|pair| (f64::from(pair[0]), f64::from(pair[1])))
        .collect()
}

/// The numbers of a path; a sign begins one, too.
fn numbers(path: &str) -> Vec<i32> {
    let mut numbers = Vec::new();
    let mut word = String::new();
    for c in path.chars().chain([' ']) {
        if (c == '-' || !c.is_ascii_digit()) && !word.is_empty() {
            numbers.extend(word.parse::<i32>().ok());
            word.clear();
        }
        if c == '-' || c.is_ascii_digit() {
            word.push(c);
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::rules::Shape;

    #[test]
    fn points_are_told_from_the_point_before() {
        let path = "m10 20l5-25q1 2 3-4zm-10-20l1 1z";
        assert_eq!(absolute(path), "M10 20L15-5Q16-3 18-9ZM0 0L1 1Z");
    }

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
