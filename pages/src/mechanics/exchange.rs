//! `exchange`

use super::{Block, Mechanic, Note, Part, Said, Setting, Side, Studio, Use, paragraph, words, written};
use crate::studio::View;
use ferz_drawing::Arrow;

pub(super) struct Exchange;

impl Mechanic for Exchange {
    fn name(&self) -> &'static str {
        "exchange"
    }

    fn summary(&self, _: &Setting<'_>, uses: &[Use<'_>]) -> Vec<String> {
        let one = |one: &Use<'_>| {
            format!(
                "**Exchange:** {} and {} of one side may change places as a move, wherever they stand.",
                words::a(one.word("of")),
                words::a(one.word("with"))
            )
        };
        uses.iter().map(one).collect()
    }

    fn tell(&self, s: &Setting<'_>, uses: &[Use<'_>], studio: &Studio<'_>) -> Vec<Block> {
        let mut blocks = Vec::new();
        for one in uses {
            let (of, with) = (one.word("of"), one.word("with"));
            let [of_, with_] = [of, with].map(words::plural);
            let mut text = format!(
                "As a move, a player may exchange one of their {of_} with one of their {with_}, wherever the two stand and \
                 whatever is between them."
            );
            if !s.rules.castling.is_empty() {
                text.push_str(" Both have then moved: they can no longer castle.");
            }
            if !s.rules.promotions.is_empty() {
                text.push_str(
                    " Nothing is promoted by it, and nothing can come to where it would have to be promoted.",
                );
            }
            if s.rules.end.move_rule.is_some() {
                text.push_str(" It counts as a move without capture for the move rule.");
            }
            blocks.push(paragraph(text));
            blocks.extend(change(studio, of, with));
            blocks.push(written(format!(
                "the square of the {of}, then that of the {with}."
            )));
        }
        blocks
    }

    fn part(&self, s: &Setting<'_>, uses: &[Use<'_>], part: Part) -> Option<Said> {
        let castles = |one: &&Use<'_>| {
            let by = |name: &str| s.rules.castling.iter().any(|c| c.king == name || c.rook == name);
            by(one.word("of")) || by(one.word("with"))
        };
        match part {
            Part::Castling => Said::also(uses.iter().filter(castles).map(|one| {
                format!(
                    "{} that has changed places with {} never castles.",
                    words::capital(&words::a(one.word("of"))),
                    words::a(one.word("with"))
                )
            })),
            Part::Promotion | Part::EnPassant | Part::Royal | Part::End => None,
        }
    }

    fn piece(&self, s: &Setting<'_>, uses: &[Use<'_>], kind: &str, side: Side) -> Note {
        let other = |one: &Use<'_>| match (one.word("of"), one.word("with")) {
            (of, with) if of == kind => Some(with.to_owned()),
            (of, with) if with == kind => Some(of.to_owned()),
            _ => None,
        };
        let others: Vec<String> = uses.iter().filter_map(other).filter(|o| s.has(o, side)).collect();
        if others.is_empty() {
            return Note::default();
        }
        Note::line(format!(
            "**Exchange:** it may change places with {} of its side.",
            words::either(&others)
        ))
    }
}

fn change(studio: &Studio<'_>, of: &str, with: &str) -> Option<Block> {
    let side = studio.owner(of)?;
    let (one, other, square) = (studio.kind(of)?, studio.kind(with)?, studio.middle()?);
    let far = studio.beside(square, 2, 3)?;
    let near = studio.beside(square, -2, -1)?;
    let view = View {
        men: vec![(near, one, side), (far, other, side)],
        arrows: vec![Arrow::both(near, far)],
        ..View::default()
    };
    let title = format!("the {of} and the {with} change places");
    studio.show(view, &format!("exchange-{of}-{with}"), &title)
}
