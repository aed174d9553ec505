//! `towers`

use super::{
    Block, Mechanic, Note, Part, Said, Setting, Side, Studio, Things, Use, paragraph, words, written,
};
use crate::studio::View;

pub(super) struct Towers;

impl Mechanic for Towers {
    fn name(&self) -> &'static str {
        "towers"
    }

    fn brings(&self, uses: &[Use<'_>], things: &mut Things) {
        for one in uses {
            things.carriers.extend(one.list("host"));
        }
        things.removals = true;
    }

    fn summary(&self, s: &Setting<'_>, _: &[Use<'_>]) -> Vec<String> {
        let many = words::many(&s.things.carriers);
        vec![format!(
            "**Towers:** pieces may enter {many} of either side, travel inside them, and fall out when the carrier is \
             captured."
        )]
    }

    fn tell(&self, s: &Setting<'_>, _: &[Use<'_>], studio: &Studio<'_>) -> Vec<Block> {
        let host = words::list(&s.things.carriers, "or");
        let a = s.carrier();
        let fate = if s.things.exile {
            "an enemy is captured, a friend exiled"
        } else {
            "a friend as well as an enemy"
        };
        let items = [
            format!("A **tower** is a square with {a} at the bottom, the base, and other pieces inside it, of whatever colour."),
            format!(
                "**Entering:** a piece that could move, without capturing, to the square of {a} if the {host} were not there \
                 may enter it and becomes the top of the tower. The colour of the {host} does not matter."
            ),
            format!(
                "**Leaving:** a piece in a tower moves as it would from that square. A {host} takes along everything above \
                 it; any other piece moves alone, and those above it close up. The base moves and captures as usual, with \
                 all that it carries."
            ),
            "**Safety:** only the base of a tower can be captured; what is inside is safe, unless another rule says so."
                .to_owned(),
            format!(
                "**Falling:** a piece that captures a base stands on its square, with all that it carries, and what was \
                 inside the captured {host} falls on it. If a base is removed and nothing moves in, its contents fall on the \
                 empty square. When a {host} inside a tower is removed, what was above it falls on what was below it; when \
                 another piece inside is removed, those above it close up."
            ),
            format!(
                "Pieces fall in groups, from the bottom up: each piece by itself until the first {host}; that and \
                 everything above it are one group. If the square is empty, the group stands there. Otherwise its bottom \
                 piece removes the bottom piece of what stands there ({fate}), the group stands there, and what was above \
                 the removed piece falls on it before the next group does."
            ),
        ];
        let mut blocks = vec![Block::Items(items.to_vec())];
        blocks.extend(example(s, studio));
        blocks.extend(tower(s, studio));
        blocks.push(written(
            "`a1a8+` enters a8; in `a1.2b3` the piece at number 2 of the tower on a1 leaves (the base is number 0).",
        ));
        blocks
    }

    fn part(&self, s: &Setting<'_>, _: &[Use<'_>], part: Part) -> Option<Said> {
        let host = words::list(&s.things.carriers, "or");
        match part {
            Part::Promotion if s.rules.promotions.is_empty() => None,
            Part::Promotion => Said::also([format!("A piece inside a {host} is not promoted.")]),
            Part::Castling if s.rules.castling.is_empty() => None,
            Part::Castling => Said::also([format!(
                "The piece that castles must stand alone on its square; a {host} may carry others."
            )]),
            Part::EnPassant | Part::Royal | Part::End => None,
        }
    }

    fn piece(&self, s: &Setting<'_>, _: &[Use<'_>], kind: &str, side: Side) -> Note {
        if s.has(kind, side) && s.things.carriers.iter().any(|c| c == kind) {
            Note::line("It carries other pieces: see **Towers**.")
        } else {
            Note::default()
        }
    }
}

/// An example of falling pieces, with the pieces of the game.
fn example(s: &Setting<'_>, studio: &Studio<'_>) -> Option<Block> {
    let host = s.things.carriers.first()?;
    let (white, black) = (s.has(host, Side::White), s.has(host, Side::Black));
    let (other, _) = studio.extra(Side::White, &[host])?;
    (white && black && s.has(other, Side::Black)).then(|| {
        paragraph(format!(
            "For example, a white {host} with a white {other} inside captures the base of a black tower of {host}, {host} and \
             {other}. The second black {host} falls and removes the white {host}; the white {other} falls and removes \
             that {host}; the black {other} falls, removes the white {other} and stands alone."
        ))
    })
}

fn tower(s: &Setting<'_>, studio: &Studio<'_>) -> Option<Block> {
    let host = s.things.carriers.first()?;
    let side = studio.owner(host)?;
    let (kind, square) = (studio.kind(host)?, studio.middle()?);
    let (name, inside) = studio.extra(side, &[host])?;
    let letter = |kind: usize| s.rules.pieces[kind].letter[side];
    let view = View {
        men: vec![(square, kind, side)],
        field: Some(format!(
            "towers={}:{}{}",
            studio.name(square),
            letter(kind)?,
            letter(inside)?
        )),
        ..View::default()
    };
    studio.show(
        view,
        "towers",
        &format!("{} inside {}", words::a(name), words::a(host)),
    )
}
