//! `conversion`

use super::{Block, Mechanic, Note, Part, Said, Setting, Side, Studio, Things, Use, words};
use crate::studio::View;
use ferz::rules::Modes;
use ferz::ways;

pub(super) struct Conversion;

impl Mechanic for Conversion {
    fn name(&self) -> &'static str {
        "conversion"
    }

    fn brings(&self, _: &[Use<'_>], things: &mut Things) {
        things.capture = Some("attacks");
    }

    fn summary(&self, _: &Setting<'_>, _: &[Use<'_>]) -> Vec<String> {
        vec![
            "**Conversion:** nothing is captured; enemies that the piece just moved attacks change sides."
                .to_owned(),
        ]
    }

    fn tell(&self, s: &Setting<'_>, _: &[Use<'_>], studio: &Studio<'_>) -> Vec<Block> {
        let mut items = vec![
            "No move captures. After each move, all enemy pieces that the moved piece attacks from where it now stands change \
             sides. Only the piece that moved counts: what another piece attacks now that the way is clear does not change \
             sides."
                .to_owned(),
        ];
        if !s.rules.promotions.is_empty() {
            items.push("A piece that has just been promoted attacks as what it has become.".to_owned());
        }
        if !s.rules.castling.is_empty() {
            items.push(
                "After castling both pieces have moved. When a piece changes sides, the castling moves that need it are lost."
                    .to_owned(),
            );
        }
        let mut stay =
            "A piece does not change sides if the other side has no piece of its kind, or if such a piece could not stand there"
                .to_owned();
        if let Some(royal) = s.royal() {
            stay = format!(
                "{} does not change sides, nor does a piece of a kind that the other side does not have, or that could not stand there",
                words::capital(&words::a(&royal))
            );
        }
        items.push(stay + ".");
        let mut blocks = vec![Block::Items(items)];
        blocks.extend(turned(studio));
        blocks
    }

    fn part(&self, _: &Setting<'_>, _: &[Use<'_>], part: Part) -> Option<Said> {
        match part {
            Part::EnPassant => Said::instead([]),
            Part::Promotion | Part::Castling | Part::Royal | Part::End => None,
        }
    }

    fn piece(&self, _: &Setting<'_>, _: &[Use<'_>], _: &str, _: Side) -> Note {
        Note {
            without: Modes::EN_PASSANT,
            ..Note::default()
        }
    }
}

/// A piece that has just moved, and enemies: those that it attacks are highlighted.
fn turned(studio: &Studio<'_>) -> Option<Block> {
    let rules = studio.variant.rules();
    let topology = studio.variant.topology();
    let square = studio.middle()?;
    // The piece that attacks the fewest squares is told apart best; not a pawn, which attacks
    // hardly any.
    let attacks = |kind: usize| {
        let movement = &rules.pieces[kind].movement[Side::White];
        let ends = ways::ends(topology, movement, Side::White, square).unwrap_or_default();
        ends.into_iter()
            .filter(|e| e.modes.has(Modes::CAPTURE))
            .map(|e| e.to)
            .collect::<Vec<_>>()
    };
    let kinds = (0..rules.pieces.len()).filter(|&k| rules.pieces[k].letter.white.is_some());
    let kind = kinds
        .filter(|&k| attacks(k).len() > 4)
        .min_by_key(|&k| attacks(k).len())?;
    let hit: Vec<_> = attacks(kind).into_iter().step_by(3).collect();
    let (_, enemy) = studio.extra(Side::Black, &[])?;
    let spared = studio
        .around(square, 1)
        .into_iter()
        .find(|s| !attacks(kind).contains(s));
    let men = [(square, kind, Side::White)].into_iter();
    let enemies = hit.iter().copied().chain(spared).map(|s| (s, enemy, Side::Black));
    let view = View {
        men: men.chain(enemies).collect(),
        highlights: hit.into_iter().collect(),
        ..View::default()
    };
    let name = rules.pieces.get_index(kind).map_or("", |(name, _)| name.as_str());
    let title = format!("the {name} has just moved: the highlighted pieces change sides");
    studio.show(view, "conversion", &title)
}
