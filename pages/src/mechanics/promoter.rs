//! `promoter`

use super::{
    Block, Mechanic, Note, Part, Said, Setting, Side, Studio, Things, Use, paragraph, words, written,
};
use crate::studio::View;

pub(super) struct Promoter;

impl Mechanic for Promoter {
    fn name(&self) -> &'static str {
        "promoter"
    }

    fn brings(&self, _: &[Use<'_>], things: &mut Things) {
        things.exile = true;
    }

    fn summary(&self, _: &Setting<'_>, uses: &[Use<'_>]) -> Vec<String> {
        let one = |one: &Use<'_>| {
            format!(
                "**Promoter:** {} may promote {} on its square colour to exiled pieces.",
                words::a(one.word("by")),
                words::plural(one.word("piece"))
            )
        };
        uses.iter().map(one).collect()
    }

    fn tell(&self, s: &Setting<'_>, uses: &[Use<'_>], studio: &Studio<'_>) -> Vec<Block> {
        let mut blocks = Vec::new();
        for one in uses {
            let (by, piece) = (one.word("by"), one.word("piece"));
            let king = match s.royal().filter(|_| s.things.royal_exile) {
                Some(royal) => format!(", the {royal} included"),
                None => String::new(),
            };
            let mut text = format!(
                "As a movement, {} may promote any {piece} of its side on its square colour to a piece in its owner's exile \
                 pool{king}. The {piece} leaves the game. Any such {by} will do, and which one it is does not matter.",
                words::a(by),
            );
            if s.towers() {
                text.push_str(&format!(" The {piece} may stand in a tower."));
            }
            if s.things.statues.iter().any(|kind| kind == piece) {
                text.push_str(" A statue cannot be promoted so.");
            }
            blocks.push(paragraph(text));
            blocks.extend(colours(studio, by, piece));
        }
        blocks.push(written("`d3=q^`, `f5.1=q^` (the piece at number 1 of a tower)."));
        blocks
    }

    fn part(&self, s: &Setting<'_>, uses: &[Use<'_>], part: Part) -> Option<Said> {
        let one = |one: &Use<'_>| {
            format!(
                "{} anywhere may be promoted by {} on its square colour: see **Promoter**.",
                words::capital(&words::a(one.word("piece"))),
                words::a(one.word("by"))
            )
        };
        match part {
            Part::Promotion if !s.rules.promotions.is_empty() => Said::also(uses.iter().map(one)),
            _ => None,
        }
    }

    fn piece(&self, _: &Setting<'_>, uses: &[Use<'_>], kind: &str, _: Side) -> Note {
        let mut fit = uses.iter().filter(|one| one.word("by") == kind);
        match fit.next() {
            Some(one) => Note::line(format!(
                "**Promoter:** instead of moving, it may promote {} on its square colour to an exiled piece.",
                words::a(one.word("piece"))
            )),
            None => Note::default(),
        }
    }
}

/// A promoter, and a piece that it can promote.
fn colours(studio: &Studio<'_>, by: &str, piece: &str) -> Option<Block> {
    let (side, square) = (studio.owner(by)?, studio.middle()?);
    let (promoter, promoted) = (studio.kind(by)?, studio.kind(piece)?);
    let inside = studio.beside(square, 2, 0)?;
    let outside = studio.beside(square, 1, 0)?;
    let view = View {
        men: vec![
            (square, promoter, side),
            (inside, promoted, side),
            (outside, promoted, side),
        ],
        highlights: [inside].into(),
        ..View::default()
    };
    let title = format!("the {piece} on the highlighted square can be promoted, the other cannot");
    studio.show(view, "promoter", &title)
}
