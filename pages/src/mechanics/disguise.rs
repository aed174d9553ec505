//! `disguise`

use super::{Block, Mechanic, Note, Setting, Side, Studio, Use, words, written};
use crate::studio::View;
use ferz_drawing::Arrow;

pub(super) struct Disguise;

impl Mechanic for Disguise {
    fn name(&self) -> &'static str {
        "disguise"
    }

    fn summary(&self, _: &Setting<'_>, uses: &[Use<'_>]) -> Vec<String> {
        let one = |one: &Use<'_>| {
            let piece = words::a(one.word("piece"));
            format!("**Disguise:** {piece} may change places with a piece that stands where its step ends.")
        };
        uses.iter().map(one).collect()
    }

    fn tell(&self, s: &Setting<'_>, uses: &[Use<'_>], studio: &Studio<'_>) -> Vec<Block> {
        let mut blocks = Vec::new();
        for one in uses {
            let name = one.word("piece");
            let what = if s.towers() {
                format!(
                    ": a lone piece, any piece inside a tower, or {} that carries nothing",
                    s.carrier()
                )
            } else {
                String::new()
            };
            let base = if s.towers() { "the base of a tower, " } else { "" };
            let mut items = vec![
                format!(
                    "If the square where a move of {} without capture would end is occupied, the {name} may change places with a \
                     piece there, of either side, as if that piece were absent{what}. It never changes places with {base}a {name} \
                     of its own side{}.",
                    words::a(name),
                    s.if_statues(" or a statue"),
                ),
                format!(
                    "The other piece comes to exactly where the {name} was{}.{}",
                    s.if_towers(", to its very place in a tower"),
                    castlers(s)
                ),
            ];
            if one.flag("chain") {
                items.push(format!(
                    "**Chain:** after that, another {name} of the same side that could step to where the other piece now is may \
                     change places with it in the same movement, and so on, each {name} once. Every double step in a chain \
                     can be answered en passant; what is then captured is the {name} that made it."
                ));
            }
            blocks.push(Block::Items(items));
            blocks.extend(change(studio, name));
        }
        blocks.push(written(
            "`e4e5~k` with the letter of the other piece; the parts of a chain are joined by commas.",
        ));
        blocks
    }

    fn piece(&self, _: &Setting<'_>, uses: &[Use<'_>], kind: &str, _: Side) -> Note {
        if uses.iter().any(|one| one.word("piece") == kind) {
            Note::line("**Disguise:** it may change places with a piece that stands where its step ends.")
        } else {
            Note::default()
        }
    }
}

/// The meaning for castling.
fn castlers(s: &Setting<'_>) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in s.rules.castling.iter().flat_map(|c| [&c.king, &c.rook]) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    if names.is_empty() {
        return String::new();
    }
    format!(
        " {} that is moved so can no longer castle.",
        words::capital(&words::either(&names))
    )
}

fn change(studio: &Studio<'_>, name: &str) -> Option<Block> {
    let (kind, side, square) = (studio.kind(name)?, studio.owner(name)?, studio.middle()?);
    let (other, there) = studio.extra(side.other(), &[name])?;
    let up = if side == Side::White { 1 } else { -1 };
    let ahead = studio.beside(square, 0, up)?;
    let view = View {
        men: vec![(square, kind, side), (ahead, there, side.other())],
        arrows: vec![Arrow::both(square, ahead)],
        ..View::default()
    };
    let title = format!("{} changes places with {}", words::a(name), words::a(other));
    studio.show(view, &format!("disguise-{name}"), &title)
}
