//! `statues`

use super::{Block, Mechanic, Part, Said, Setting, Side, Studio, Things, Use, words, written};
use crate::studio::View;

pub(super) struct Statues;

impl Mechanic for Statues {
    fn name(&self) -> &'static str {
        "statues"
    }

    fn brings(&self, uses: &[Use<'_>], things: &mut Things) {
        things
            .statues
            .extend(uses.iter().map(|one| one.word("piece").to_owned()));
    }

    fn summary(&self, _: &Setting<'_>, uses: &[Use<'_>]) -> Vec<String> {
        let one = |one: &Use<'_>| {
            let piece = words::a(one.word("piece"));
            format!(
                "**Statues:** {piece} may become a statue instead of promoting, and promote from there later."
            )
        };
        uses.iter().map(one).collect()
    }

    fn tell(&self, s: &Setting<'_>, uses: &[Use<'_>], studio: &Studio<'_>) -> Vec<Block> {
        let mut blocks = Vec::new();
        for one in uses {
            let name = one.word("piece");
            let become_ = if s.things.pools {
                "become a piece of the player's captured or exile pool, or capture a piece in the enemy's exile pool, which goes to \
                 its owner's captured pool, and be captured itself"
                    .to_owned()
            } else {
                format!("become what {} can be promoted to", words::a(name))
            };
            let mut free = format!(
                "**Free actions:** before the movement of a turn, any number of times, one of the player's statues may {become_}; \
                 in each file the one farthest from the last rank first. This is not a movement: a movement"
            );
            free.push_str(" or another free action must remain, unless it wins the game.");
            if s.things.denial {
                free.push_str(" It cannot be denied.");
            }
            if let Some(royal) = s.royal() {
                free.push_str(&format!(
                    " It may not lose the player's own {royal}, nor bring it into check if it was not{}.",
                    if s.things.bait {
                        ", except in a turn that answers a bait"
                    } else {
                        ""
                    }
                ));
            }
            let items = vec![
                "A statue blocks its square: nothing enters it, captures it, changes places with it or passes it, except by a \
                 leap."
                    .to_owned(),
                format!(
                    "{} that ends directly in front of one of its side's statues that is joined to the last rank through statues may \
                     promote there as on the last rank, or stay as it is.",
                    words::capital(&words::a(name))
                ),
                free,
            ];
            blocks.push(Block::Items(items));
            blocks.extend(statue(s, studio, name));
        }
        blocks.push(written("`e7e8=S` makes a statue, `e8=q` is a free action."));
        blocks
    }

    fn part(&self, s: &Setting<'_>, uses: &[Use<'_>], part: Part) -> Option<Said> {
        let one = |one: &Use<'_>| {
            let piece = words::a(one.word("piece"));
            format!("Instead, {piece} may become a **statue** on that square: see **Statues**.")
        };
        match part {
            Part::Promotion if !s.rules.promotions.is_empty() => Said::also(uses.iter().map(one)),
            _ => None,
        }
    }
}

fn statue(s: &Setting<'_>, studio: &Studio<'_>, name: &str) -> Option<Block> {
    let (kind, side) = (studio.kind(name)?, studio.owner(name)?);
    let zone = s
        .rules
        .promotions
        .iter()
        .find(|p| p.piece == name && p.side == side)?;
    let square = zone.zone.0.get(zone.zone.0.len() / 2)?;
    let square = studio.variant.topology().square(square)?;
    let up = if side == Side::White { -1 } else { 1 };
    let front = studio.beside(square, 0, up)?;
    let view = View {
        men: vec![(square, kind, side), (front, kind, side)],
        field: Some(format!("statues={}", studio.name(square))),
        ..View::default()
    };
    let title = format!(
        "a statue (its square is shaded), and {} in front of it",
        words::a(name)
    );
    studio.show(view, "statue", &title)
}
