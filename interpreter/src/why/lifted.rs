//! The rules without which a move could be played, where nothing more is known about it.

use super::asker::Asker;
use super::mechanics::named;
use super::plain_fen;
use super::reason::Reason;
use super::words::and;
use crate::rules::{Act, Mandatory, Proviso, Ruleset, Side};
use crate::vocabulary::{SidesRule, sides_rules};

/// A rule that can forbid moves: what it says, and how it is taken out of the rules for a side.
#[derive(Clone, Copy)]
struct Rule {
    says: &'static str,
    lift: Lift,
}

#[derive(Clone, Copy)]
enum Lift {
    /// A rule for both sides, one or neither.
    Sides(&'static SidesRule),
    By(TakeOut),
}

impl Rule {
    fn lift(&self, rules: &mut Ruleset, side: Side) {
        match self.lift {
            Lift::Sides(rule) => {
                let mut sides = (rule.rule.get)(&rules.restrictions);
                sides[side] = false;
                (rule.rule.set)(&mut rules.restrictions, sides);
            }
            Lift::By(lift) => lift(rules, side),
        }
    }
}

/// The rules that are asked about, besides hooks.
fn rules() -> Vec<Rule> {
    let sides = sides_rules().filter_map(|(_, rule)| {
        let (says, lift) = (rule.says?, Lift::Sides(rule));
        Some(Rule { says, lift })
    });
    let others = OTHERS.iter().map(|&(says, lift)| {
        let lift = Lift::By(lift);
        Rule { says, lift }
    });
    sides.chain(others).collect()
}

/// Takes a rule out of the rules, for a side where it is one of that side.
type TakeOut = fn(&mut Ruleset, Side);

/// The rules besides those for both sides, one or neither.
const OTHERS: [(&str, TakeOut); 7] = [
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

impl Asker<'_> {
    /// The rules without which the move could be played: none of them can be left in force.
    pub(super) fn lifted(&self, text: &str) -> Option<Reason> {
        let hooks = &self.variant.played().hooks;
        let rules = rules();
        let number = rules.len() + hooks.len();
        let needed = match (0..number).find(|&rule| self.allowed_without_rules(&[rule], text)) {
            Some(rule) => vec![rule],
            None => self.fewest((0..number).collect(), text)?,
        };
        let said: Vec<String> = needed
            .iter()
            .map(|&rule| match rules.get(rule) {
                Some(rule) => rule.says.to_owned(),
                None => format!(
                    "the rule `{}` of this variant forbids it",
                    hooks[rule - rules.len()].name
                ),
            })
            .collect();
        if said.is_empty() {
            return None;
        }
        let capture = |i: &usize| self.variant.is_capture(self.position, self.legal[*i]);
        if let [rule] = needed.as_slice()
            && let Some(Lift::Sides(rule)) = rules.get(*rule).map(|rule| rule.lift)
            && rule.prefers
            && rule.kind.is_none()
            && let Some(i) = (0..self.legal.len()).find(capture)
        {
            let reason = Reason::MustCapture(self.texts[i].clone());
            return Some(named(self, reason, |rules| (rule.rule.get)(rules)[self.us]));
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
        let known = self::rules();
        for rule in lifted.iter().filter_map(|&number| known.get(number)) {
            rule.lift(&mut rules, self.us);
        }
        let mut number = known.len();
        rules.hooks.retain(|_| {
            number += 1;
            !lifted.contains(&(number - 1))
        });
        if lifted.iter().any(|&number| number >= known.len()) {
            rules.start = plain_fen(&rules, &rules.start, &[]);
        }
        self.allowed_under(rules, text)
    }
}
