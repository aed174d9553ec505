//! `facing-royals`

use super::{Block, Mechanic, Part, Said, Setting, Side, Studio, Use, words};
use crate::studio::View;
use ferz_drawing::Arrow;

pub(super) struct FacingRoyals;

/// `the king and the general`, `the two kings`.
fn pair(s: &Setting<'_>) -> String {
    let names = |side: Side| words::list(&s.royals(side), "or");
    let (white, black) = (names(Side::White), names(Side::Black));
    if white == black {
        format!("the two {}", words::plural(&white))
    } else {
        format!("the {white} and the {black}")
    }
}

fn lines(one: &Use<'_>) -> &'static str {
    match one.word("lines") {
        "orthogonal" => "one file or rank",
        "diagonal" => "one diagonal",
        "vertical" => "one file",
        "horizontal" => "one rank",
        _ => "one file, rank or diagonal",
    }
}

impl Mechanic for FacingRoyals {
    fn name(&self) -> &'static str {
        "facing-royals"
    }

    fn title(&self, _: &[Use<'_>]) -> String {
        "Face-off".to_owned()
    }

    fn summary(&self, s: &Setting<'_>, uses: &[Use<'_>]) -> Vec<String> {
        let one = |one: &Use<'_>| {
            format!(
                "**Face-off:** {} may not face each other on {} with nothing between them.",
                pair(s),
                lines(one)
            )
        };
        uses.iter().map(one).collect()
    }

    fn tell(&self, s: &Setting<'_>, uses: &[Use<'_>], studio: &Studio<'_>) -> Vec<Block> {
        let mut items = Vec::new();
        for one in uses {
            let whose = match one.word("sides") {
                "white" => "No move of White's",
                "black" => "No move of Black's",
                _ => "No move",
            };
            items.push(format!(
                "{whose} may leave {} on {} with no piece between them, a capture en passant included.",
                pair(s),
                lines(one)
            ));
        }
        if s.rules.castling.is_empty() {
            for item in &mut items {
                *item = item.replace(", a capture en passant included", "");
            }
        } else {
            items.push("The squares that a castling king passes count, too.".to_owned());
        }
        items.push(
            "To face each other is not check: a player who is not attacked and has no other move is stalemated.".to_owned(),
        );
        let mut blocks = vec![Block::Items(items)];
        blocks.extend(uses.first().and_then(|one| facing(s, studio, one)));
        blocks
    }

    fn part(&self, s: &Setting<'_>, uses: &[Use<'_>], part: Part) -> Option<Said> {
        match part {
            Part::Royal => Said::also(uses.iter().map(|one| {
                format!(
                    "{} may not face each other on {}: see **Face-off**.",
                    words::capital(&pair(s)),
                    lines(one)
                )
            })),
            Part::Promotion | Part::Castling | Part::EnPassant | Part::End => None,
        }
    }
}

fn facing(s: &Setting<'_>, studio: &Studio<'_>, one: &Use<'_>) -> Option<Block> {
    let topology = studio.variant.topology();
    let king = |side: Side| studio.kind(s.royals(side).first()?);
    let (white, black) = (king(Side::White)?, king(Side::Black)?);
    let (files, ranks) = (i16::from(topology.files()), i16::from(topology.ranks()));
    let middle = studio.middle()?;
    let (low, high) = match one.word("lines") {
        "diagonal" => ((-2, -2), (2, 2)),
        "horizontal" => ((-(files - 1) / 2, 0), (files / 2, 0)),
        _ => ((0, -(ranks - 1) / 2), (0, ranks / 2)),
    };
    let from = studio.beside(middle, low.0, low.1)?;
    let to = studio.beside(middle, high.0, high.1)?;
    let view = View {
        men: vec![(from, white, Side::White), (to, black, Side::Black)],
        arrows: vec![Arrow::both(from, to)],
        ..View::default()
    };
    studio.show(
        view,
        "facing",
        &format!("not allowed: {} face each other", pair(s)),
    )
}
