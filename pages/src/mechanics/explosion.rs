//! `explosion`

use super::{Block, Mechanic, Note, Part, Said, Setting, Side, Studio, Use, paragraph, words};
use crate::studio::View;
use ferz::board::Square;
use ferz::rules::{Modes, Movement};
use ferz::ways;
use ferz_drawing::Arrow;

pub(super) struct Explosion;

/// The pieces removed with the captor, in words; nothing if only the captor is.
fn area(s: &Setting<'_>, one: &Use<'_>) -> Option<String> {
    let area = one.movement("area");
    if area == Movement::none() {
        None
    } else {
        let text = crate::movement::sentence(s, &area, Side::White);
        Some(if text.starts_with("one square in any direction") {
            "next to it".to_owned()
        } else {
            format!("within this reach of it ({text})")
        })
    }
}

impl Mechanic for Explosion {
    fn name(&self) -> &'static str {
        "explosion"
    }

    fn summary(&self, s: &Setting<'_>, uses: &[Use<'_>]) -> Vec<String> {
        let one = |one: &Use<'_>| match area(s, one) {
            None => {
                "**Explosion:** a piece that captures disappears together with what it captures.".to_owned()
            }
            Some(_) => "**Explosion:** a capture removes the captor and what stands around it.".to_owned(),
        };
        uses.iter().map(one).collect()
    }

    fn tell(&self, s: &Setting<'_>, uses: &[Use<'_>], studio: &Studio<'_>) -> Vec<Block> {
        let mut blocks = Vec::new();
        for one in uses {
            let sparing = one.list("sparing");
            let mut text = "Every capture removes the captor together with what it captures".to_owned();
            if let Some(area) = area(s, one) {
                text.push_str(&format!(", and all pieces, of both sides, on the squares {area}"));
                if !sparing.is_empty() {
                    text.push_str(&format!(
                        ". {} there survive; they go only if they capture or are captured",
                        words::capital(&words::many(&sparing))
                    ));
                }
            }
            text.push('.');
            if !s.rules.castling.is_empty() {
                text.push_str(" When a piece is removed, the castling moves that need it are lost.");
            }
            blocks.push(paragraph(text));
            blocks.extend(blast(studio, one));
        }
        blocks
    }

    fn part(&self, s: &Setting<'_>, uses: &[Use<'_>], part: Part) -> Option<Said> {
        let royal = s.royal()?;
        match part {
            Part::Royal => {
                let around = uses.iter().any(|one| area(s, one).is_some());
                let mut lines = vec![format!(
                    "No move may remove a {royal} of the player's own, so {} never captures.",
                    words::a(&royal)
                )];
                lines.push(format!(
                    "A move that removes the opponent's last {royal} is legal even if it leaves the player's own attacked."
                ));
                if around {
                    lines.push(format!(
                        "A {royal} is not attacked where the capture would also remove a {royal} of the captor's side: so the \
                         two may stand side by side."
                    ));
                }
                Said::also(lines)
            }
            Part::Promotion | Part::Castling | Part::EnPassant | Part::End => None,
        }
    }

    fn piece(&self, s: &Setting<'_>, _: &[Use<'_>], kind: &str, side: Side) -> Note {
        if s.royals(side).iter().any(|royal| royal == kind) {
            Note {
                without: Modes::CAPTURE,
                ..Note::default()
            }
        } else {
            Note::default()
        }
    }
}

fn blast(studio: &Studio<'_>, one: &Use<'_>) -> Option<Block> {
    let (_, captor) = studio.extra(Side::White, &[])?;
    let sparing = one.list("sparing");
    let not: Vec<&str> = sparing.iter().map(String::as_str).collect();
    let (_, captor) = studio.extra(Side::White, &not).unwrap_or(("", captor));
    let (_, victim) = studio.extra(Side::Black, &not)?;
    let square = studio.middle()?;
    let area = one.movement("area");
    let topology = studio.variant.topology();
    let ends = ways::ends(topology, &area, Side::White, square)?;
    let mut highlights: std::collections::BTreeSet<_> = ends.into_iter().map(|end| end.to).collect();
    highlights.insert(square);
    let captures = |from: Square| {
        let movement = &studio.variant.rules().pieces[captor].movement[Side::White];
        let ends = ways::ends(topology, movement, Side::White, from).unwrap_or_default();
        ends.iter()
            .any(|end| end.to == square && end.modes.has(Modes::CAPTURE))
    };
    let from = studio
        .squares()
        .find(|&from| !highlights.contains(&from) && captures(from))?;
    let view = View {
        men: vec![(from, captor, Side::White), (square, victim, Side::Black)],
        highlights,
        arrows: vec![Arrow::new(from, square)],
        ..View::default()
    };
    studio.show(view, "explosion", "what a capture removes, beside the captor")
}
