//! `absorption`

use super::{Block, Mechanic, Note, Setting, Side, Studio, Use, paragraph, words};
use crate::studio::View;
use ferz::rules::Movement;
use ferz_drawing::marks;

pub(super) struct Absorption;

/// The pieces that absorb, `a piece` if all do.
fn takers(s: &Setting<'_>, one: &Use<'_>) -> String {
    let by = one.list("by");
    if s.rules.pieces.keys().all(|kind| by.contains(kind)) {
        "a piece".to_owned()
    } else {
        words::either(&by)
    }
}

impl Mechanic for Absorption {
    fn name(&self) -> &'static str {
        "absorption"
    }

    fn summary(&self, s: &Setting<'_>, uses: &[Use<'_>]) -> Vec<String> {
        let one = |one: &Use<'_>| {
            format!(
                "**Absorption:** {} that captures {} takes over its movement.",
                takers(s, one),
                words::either(&one.list("of"))
            )
        };
        uses.iter().map(one).collect()
    }

    fn tell(&self, s: &Setting<'_>, uses: &[Use<'_>], studio: &Studio<'_>) -> Vec<Block> {
        let mut blocks = Vec::new();
        for one in uses {
            let mut text = format!(
                "{} that captures {} can from then on move and capture as that piece could, besides its own movement, and so it \
                 does with all that the captured piece had taken over.",
                words::capital(&takers(s, one)),
                words::either(&one.list("of"))
            );
            text.push_str(
                " It stays what it is: royal, captured and promoting as before, whatever move brings it to its promotion zone. \
                 Only plain moves and captures are taken over, no double step, castling or en passant.",
            );
            if !s.rules.promotions.is_empty() {
                text.push_str(" A piece that is promoted keeps what it has taken over.");
            }
            blocks.push(paragraph(text));
            blocks.extend(both(s, studio, one));
        }
        blocks
    }

    fn piece(&self, s: &Setting<'_>, uses: &[Use<'_>], kind: &str, _: Side) -> Note {
        let takes = uses.iter().find(|one| one.list("by").iter().any(|by| by == kind));
        match takes.filter(|_| s.rules.pieces.contains_key(kind)) {
            Some(one) => Note::line(format!(
                "**Absorption:** it takes over the movement of {} that it captures.",
                words::either(
                    &one.list("of")
                        .into_iter()
                        .filter(|of| of != kind)
                        .collect::<Vec<_>>()
                )
            )),
            None => Note::default(),
        }
    }
}

/// A piece that has taken over the movement of another.
fn both(s: &Setting<'_>, studio: &Studio<'_>, one: &Use<'_>) -> Option<Block> {
    let of = one.list("of");
    let taken = of.iter().find(|name| s.rules.pieces.contains_key(*name))?;
    let by = one.list("by");
    let by = by
        .iter()
        .find(|name| !of.contains(name))
        .or_else(|| by.iter().find(|name| *name != taken))?;
    let side = studio.owner(by)?;
    let movement = |name: &str| s.rules.pieces.get(name).map(|p| p.movement[side].clone());
    let together = Movement::Union(vec![movement(by)?, movement(taken)?]);
    let square = studio.middle()?;
    let ends = ferz::ways::ends(studio.variant.topology(), &together, side, square)?;
    let view = View {
        men: vec![(square, studio.kind(by)?, side)],
        marks: marks(ends),
        ..View::default()
    };
    let title = format!("{} that has captured {}", words::a(by), words::a(taken));
    studio.show(view, "absorption", &title)
}
