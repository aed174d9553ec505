//! The rules without which a move could be played, where nothing more is known about it.

use super::asker::Asker;
use super::mechanics::named;
use super::plain_fen;
use super::reason::Reason;
use super::words::and;
use crate::rules::{Act, Mandatory, Proviso, Ruleset, Side};

/// A rule that can forbid moves: what it says, and how it is taken out of the rules for a side.
type Rule = (&'static str, fn(&mut Ruleset, Side));

/// The rules that are asked about, besides hooks.
const RULES: [Rule; 13] = [
    (MUST_CAPTURE, |rules, side| {
        rules.restrictions.must_capture[side] = false
    }),
    (
        "of captures only those with which the most pieces can be captured may be played",
        |rules, side| rules.restrictions.most_captures[side] = false,
    ),
    ("nothing may be captured", |rules, side| {
        rules.restrictions.no_captures[side] = false
    }),
    ("no move may give check", |rules, side| {
        rules.restrictions.no_check[side] = false
    }),
    ("a move may give check only if it mates", |rules, side| {
        rules.restrictions.only_mate[side] = false
    }),
    (
        "royal pieces that face each other must be parted",
        |rules, side| rules.restrictions.bikjang[side] = false,
    ),
    (
        "no move may leave royal pieces of both sides facing each other",
        |rules, side| rules.restrictions.apart[side] = None,
    ),
    ("its effects are not allowed", |rules, _| {
        for effect in &mut rules.effects {
            effect.acts.retain(|act| *act != Act::Forbid);
        }
        rules.effects.retain(|effect| !effect.acts.is_empty());
    }),
    ("its effects do not allow it", |rules, _| rules.effects.clear()),
    ("a power changes how pieces move", |rules, _| rules.powers.clear()),
    ("a drop is asked for, or bound to conditions", |rules, _| {
        for drop in &mut rules.drops {
            (drop.must, drop.no_check, drop.no_mate) = (false, false, false);
            drop.condition = Proviso::default();
        }
    }),
    ("a promotion is asked for, or bound to conditions", |rules, _| {
        for promotion in &mut rules.promotions {
            promotion.mandatory = Mandatory::Never;
            promotion.no_check = false;
            promotion.condition = Proviso::default();
        }
    }),
    ("royal pieces must be kept safe", |rules, side| {
        for piece in rules.pieces.values_mut() {
            piece.royal[side] = false;
        }
    }),
];

/// The duty to capture.
const MUST_CAPTURE: &str = "a side that can capture must capture";

impl Asker<'_> {
    /// The rules without which the move could be played: none of them can be left in force.
    pub(super) fn lifted(&self, text: &str) -> Option<Reason> {
        let hooks = &self.variant.played().hooks;
        let number = RULES.len() + hooks.len();
        let needed = match (0..number).find(|&rule| self.allowed_without_rules(&[rule], text)) {
            Some(rule) => vec![rule],
            None => self.fewest((0..number).collect(), text)?,
        };
        let said: Vec<String> = needed
            .iter()
            .map(|&rule| match RULES.get(rule) {
                Some((says, _)) => (*says).to_owned(),
                None => format!(
                    "the rule `{}` of this variant forbids it",
                    hooks[rule - RULES.len()].name
                ),
            })
            .collect();
        if said.is_empty() {
            return None;
        }
        let capture = |i: &usize| self.variant.is_capture(self.position, self.legal[*i]);
        if said == [MUST_CAPTURE]
            && let Some(i) = (0..self.legal.len()).find(capture)
        {
            let reason = Reason::MustCapture(self.texts[i].clone());
            return Some(named(self, reason, |rules| rules.must_capture[self.us]));
        }
        Some(Reason::told("forbidden", and(&said), Vec::new()))
    }

    /// Of rules without which the move could be played, those of which none can be left in force.
    fn fewest(&self, mut needed: Vec<usize>, text: &str) -> Option<Vec<usize>> {
        if !self.allowed_without_rules(&needed, text) {
            return None;
        }
        for rule in needed.clone() {
            let fewer: Vec<usize> = needed.iter().copied().filter(|&other| other != rule).collect();
            if self.allowed_without_rules(&fewer, text) {
                needed = fewer;
            }
        }
        Some(needed)
    }

    /// Whether the move could be played without some of the rules.
    fn allowed_without_rules(&self, lifted: &[usize], text: &str) -> bool {
        let mut rules = self.variant.played().clone();
        for &number in lifted {
            if let Some((_, lift)) = RULES.get(number) {
                lift(&mut rules, self.us);
            }
        }
        let mut number = RULES.len();
        rules.hooks.retain(|_| {
            number += 1;
            !lifted.contains(&(number - 1))
        });
        if lifted.iter().any(|&number| number >= RULES.len()) {
            rules.start = plain_fen(&rules, &rules.start, &[]);
        }
        self.allowed_under(rules, text)
    }
}
