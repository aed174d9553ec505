//! `passing-capture`

use super::{Block, Mechanic, Note, Setting, Side, Studio, Things, Use, paragraph, words, written};
use crate::studio::View;
use ferz::board::Square;
use ferz::rules::Modes;
use ferz::ways;
use ferz_drawing::Arrow;

pub(super) struct PassingCapture;

impl Mechanic for PassingCapture {
    fn name(&self) -> &'static str {
        "passing-capture"
    }

    fn brings(&self, _: &[Use<'_>], things: &mut Things) {
        things.removals = true;
    }

    fn summary(&self, _: &Setting<'_>, uses: &[Use<'_>]) -> Vec<String> {
        let one = |one: &Use<'_>| {
            let piece = words::a(one.word("piece"));
            format!(
                "**Passing capture:** {piece} takes one of two paths and may capture a piece that it jumps."
            )
        };
        uses.iter().map(one).collect()
    }

    fn tell(&self, s: &Setting<'_>, uses: &[Use<'_>], studio: &Studio<'_>) -> Vec<Block> {
        let mut blocks = Vec::new();
        for one in uses {
            let name = one.word("piece");
            let mut text = format!(
                "Every leap of {} has two paths: along the longer side first, or along the shorter. They are two different \
                 movements. It jumps whatever stands on the squares that it passes{}, and captures at most one enemy, on a \
                 passed square or on the square where it ends",
                words::a(name),
                s.if_statues(", statues too"),
            );
            text.push_str(s.if_towers("; of a tower, any piece inside as well as the base"));
            text.push_str(". The square where it ends must be empty");
            if s.towers() {
                text.push_str(&format!(", or {} that it enters", s.carrier()));
            }
            text.push_str(", or hold what it captures.");
            blocks.push(paragraph(text));
            let mut text = format!("It never captures a friend{}.", s.if_statues(" or a statue"));
            text.push_str(&format!(
                " It has landed before what it took on a passed square is removed, so that what this brings about can reach \
                 it.{}",
                if s.towers() {
                    format!(
                        " If it captures a piece inside the tower where it ends, it enters last; if there is then no {} to \
                         enter and the square is not empty, the movement is not legal.",
                        words::list(&s.things.carriers, "or")
                    )
                } else {
                    String::new()
                }
            ));
            blocks.push(paragraph(text));
            blocks.extend(paths(s, studio, name));
        }
        blocks.push(written(
            "every square that is touched, `b1b2b3c3`, and what is captured, `b1b2b3c3xb3`.",
        ));
        blocks
    }

    fn piece(&self, s: &Setting<'_>, uses: &[Use<'_>], kind: &str, side: Side) -> Note {
        if uses.iter().all(|one| one.word("piece") != kind) {
            return Note::default();
        }
        let movement = s.rules.pieces.get(kind).map(|p| p.movement[side].clone());
        let own = movement.clone();
        let squares = movement.map(|m| crate::movement::sentence(s, &m.quiet(), side));
        let squares = squares.map_or_else(String::new, |text| text.replace("moves: ", ""));
        Note {
            without: Modes::BOTH,
            movement: own,
            lines: vec![format!(
                "**Moves or captures:** {squares}, on one of two paths, capturing a piece that it jumps or one where it ends: \
                 see **Passing capture**."
            )],
        }
    }
}

/// The two paths to one square, and all squares on which something can be captured.
fn paths(s: &Setting<'_>, studio: &Studio<'_>, name: &str) -> Option<Block> {
    let (kind, side, from) = (studio.kind(name)?, studio.owner(name)?, studio.middle()?);
    let topology = studio.variant.topology();
    let ends = ways::ends(topology, &s.rules.pieces[kind].movement[side], side, from)?;
    let (file, rank) = topology.coordinates(from)?;
    let offset = |to: Square| {
        let (f, r) = topology.coordinates(to)?;
        Some((i16::from(f) - i16::from(file), i16::from(r) - i16::from(rank)))
    };
    let (right, up) = ends
        .iter()
        .filter_map(|end| offset(end.to))
        .max_by_key(|&(right, up)| (up, right))?;
    let mut arrows = Vec::new();
    for [(a, b), (c, d)] in [[(0, up), (right, up)], [(right, 0), (right, up)]] {
        let (corner, to) = (studio.beside(from, a, b)?, studio.beside(from, c, d)?);
        arrows.push(Arrow::line(from, corner));
        arrows.push(Arrow::new(corner, to));
    }
    let mut touched = std::collections::BTreeSet::new();
    for (right, up) in ends.iter().filter_map(|end| offset(end.to)) {
        let each = |n: i16| (1..=n.abs()).map(move |i| i * n.signum());
        touched.extend(each(up).filter_map(|y| studio.beside(from, 0, y)));
        touched.extend(each(right).filter_map(|x| studio.beside(from, x, 0)));
        touched.extend(each(up).filter_map(|y| studio.beside(from, right, y)));
        touched.extend(each(right).filter_map(|x| studio.beside(from, x, up)));
    }
    let view = View {
        men: vec![(from, kind, side)],
        highlights: touched,
        arrows,
        ..View::default()
    };
    let title = format!(
        "two of the paths of {}, and all squares on which it can capture",
        words::a(name)
    );
    studio.show(view, &format!("paths-{name}"), &title)
}
