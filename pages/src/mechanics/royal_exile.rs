//! `royal-exile`

use super::{Block, Mechanic, Part, Said, Setting, Studio, Things, Use, words};

pub(super) struct RoyalExile;

impl RoyalExile {
    fn lifeline(s: &Setting<'_>, uses: &[Use<'_>]) -> String {
        let names: Vec<String> = uses.iter().flat_map(|one| one.list("lifeline")).collect();
        let statues = names.iter().any(|name| s.things.statues.contains(name));
        let all: Vec<String> = names
            .iter()
            .cloned()
            .chain(statues.then(|| "statue".to_owned()))
            .collect();
        words::either(&all)
    }
}

impl Mechanic for RoyalExile {
    fn name(&self) -> &'static str {
        "royal-exile"
    }

    fn brings(&self, _: &[Use<'_>], things: &mut Things) {
        things.exile = true;
        things.royal_exile = true;
    }

    fn summary(&self, s: &Setting<'_>, uses: &[Use<'_>]) -> Vec<String> {
        let royal = s.royal().unwrap_or_default();
        let line = Self::lifeline(s, uses);
        vec![format!(
            "**Royal exile:** an exiled {royal} is not lost as long as its side has {line}."
        )]
    }

    fn tell(&self, _: &Setting<'_>, _: &[Use<'_>], _: &Studio<'_>) -> Vec<Block> {
        Vec::new()
    }

    fn part(&self, s: &Setting<'_>, uses: &[Use<'_>], part: Part) -> Option<Said> {
        let royal = s.royal()?;
        let a = Self::lifeline(s, uses);
        match part {
            Part::Royal => Said::also([format!(
                "A {royal} that is exiled, not captured, is not lost as long as its side has {a} on the board, and it can come \
                 back by promotion. It is lost when the last of these is lost, or when it is captured in exile."
            )]),
            Part::Promotion | Part::Castling | Part::EnPassant | Part::End => None,
        }
    }
}
