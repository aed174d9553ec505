//! How often each mechanic of a variant acts, by its name: the same game is looked at without it.

use ferz::engine::{Move, Position, Variant};
use ferz::rules::{ABSORBED, CAPTURED, EXILE, HookUse, PerSide, Restrictions, Ruleset, SIDES_RULES, TOWERS};
use std::collections::{BTreeMap, BTreeSet};

/// The mechanics of a variant, each with the variant as it is without it.
#[derive(Debug, Default)]
pub struct Mechanics {
    each: Vec<Mechanic>,
}

#[derive(Debug)]
struct Mechanic {
    name: String,
    /// The key of positions that it owns.
    key: Option<&'static str>,
    without: Variant,
}

impl Mechanics {
    /// The hooks, effects and powers of a variant, and its duties and prohibitions. Those without
    /// which there is no variant are left out.
    pub fn new(variant: &Variant) -> Self {
        let rules = variant.rules();
        let mut names = Names::default();
        let hook = |(i, hook): (usize, &HookUse)| {
            let mut rules = rules.clone();
            rules.hooks.remove(i);
            let key = match &hook.says {
                Some(says) => says.position_key(),
                None => ferz::hooks::get(&hook.name).and_then(|info| info.position_key),
            };
            Mechanic::new(names.next(&hook.name), key, rules)
        };
        let hooks: Vec<Option<Mechanic>> = rules.hooks.iter().enumerate().map(hook).collect();
        let texts: Vec<String> = rules
            .effects
            .iter()
            .map(|effect| ferz::text::effect(effect, &rules.board))
            .collect();
        let effect = |i: usize| {
            let mut rules = rules.clone();
            rules.effects.remove(i);
            Mechanic::new(names.next(&effect_name(&texts, i)), None, rules)
        };
        let effects: Vec<Option<Mechanic>> = (0..rules.effects.len()).map(effect).collect();
        let power = |i: usize| {
            let mut rules = rules.clone();
            let power = rules.powers.remove(i);
            Mechanic::new(names.next(&format!("power {}", power.name)), None, rules)
        };
        let powers: Vec<Option<Mechanic>> = (0..rules.powers.len()).map(power).collect();
        let each = hooks.into_iter().chain(effects).chain(powers);
        Self {
            each: each.chain(forced(rules)).flatten().collect(),
        }
    }

    /// Counts which mechanics act in a move, and which change what there is to choose from: without
    /// them the move would not be possible or end elsewhere, and there would be other moves.
    pub(super) fn note(
        &self,
        variant: &Variant,
        position: &Position,
        moves: &[Move],
        mv: Move,
        deeds: &mut BTreeMap<String, u64>,
    ) {
        if self.each.is_empty() {
            return;
        }
        let texts = variant.move_texts(position, moves);
        let Some(i) = moves.iter().position(|&legal| legal == mv) else {
            return;
        };
        let (before, after) = (variant.fen(position), variant.fen(&variant.play(position, mv)));
        for mechanic in &self.each {
            let Some((acts, changes)) = mechanic.judge(&before, &texts, &texts[i], &after) else {
                continue;
            };
            for (done, what) in [(acts, "acts"), (changes, "changes the choice")] {
                if done {
                    *deeds.entry(format!("{} {what}", mechanic.name)).or_default() += 1;
                }
            }
        }
    }
}

/// The mechanics that `rules` of a variant force or forbid, each alone.
fn forced(rules: &Ruleset) -> Vec<Option<Mechanic>> {
    type Take = fn(&mut Restrictions);
    let of = |name: &str, take: &dyn Fn(&mut Restrictions)| {
        let mut without = rules.clone();
        take(&mut without.restrictions);
        let key = match name {
            "absorb" => Some(ABSORBED),
            "carry" => Some(TOWERS),
            "pool" => Some(CAPTURED),
            "recall" | "regents" => Some(EXILE),
            _ => None,
        };
        (without.restrictions != rules.restrictions).then(|| Mechanic::new(name.to_owned(), key, without))?
    };
    let sides = SIDES_RULES
        .iter()
        .map(|rule| of(rule.name, &|all| (rule.set)(all, PerSide::default())));
    let others: [(&str, Take); 9] = [
        ("apart", |all| all.apart = PerSide::default()),
        ("exchange", |all| all.exchange.clear()),
        ("absorb", |all| all.absorb.clear()),
        ("carry", |all| all.beyond.carry.clear()),
        ("pool", |all| all.beyond.pool = None),
        ("recall", |all| all.beyond.recall.clear()),
        ("avenge", |all| all.beyond.avenge.clear()),
        ("regents", |all| all.beyond.regents.clear()),
        ("pass", |all| all.pass = PerSide::default()),
    ];
    let others = others.iter().map(|(name, take)| of(name, take));
    sides.chain(others).collect()
}

/// The name of an effect has at most this many characters of its text.
const LONGEST: usize = 44;

/// The name of an effect: its event, or all that it says where other effects have the same event.
fn effect_name(texts: &[String], number: usize) -> String {
    let event = |text: &str| text.split(" {").next().unwrap_or_default().to_owned();
    let own = &texts[number];
    let same = texts.iter().filter(|text| event(text) == event(own));
    if same.count() < 2 {
        return event(own);
    }
    if own.chars().count() <= LONGEST {
        return own.clone();
    }
    let start: String = own.chars().take(LONGEST - 4).collect();
    format!("{} .. }}", start.trim_end())
}

/// Names with numbers if there are several.
#[derive(Default)]
struct Names(BTreeMap<String, usize>);

impl Names {
    fn next(&mut self, name: &str) -> String {
        let count = self.0.entry(name.to_owned()).or_default();
        *count += 1;
        match count {
            1 => name.to_owned(),
            n => format!("{name} {n}"),
        }
    }
}

impl Mechanic {
    fn new(name: String, key: Option<&'static str>, mut rules: Ruleset) -> Option<Self> {
        rules.start = plain(&rules.start, key);
        let without = Variant::new(rules).ok()?;
        Some(Self { name, key, without })
    }

    /// Whether it acts in a move and whether it changes the choice; `None` where there is no such
    /// position without it.
    fn judge(&self, before: &str, texts: &[String], text: &str, after: &str) -> Option<(bool, bool)> {
        let position = self.without.position(&plain(before, self.key)).ok()?;
        let others = self.without.legal_moves(&position);
        let names = self.without.move_texts(&position, &others);
        let same = names.iter().position(|name| name == text);
        let acts = same.is_none_or(|i| {
            let next = self.without.fen(&self.without.play(&position, others[i]));
            plain(&next, self.key) != plain(after, self.key)
        });
        let (with, without): (BTreeSet<&String>, BTreeSet<&String>) =
            (texts.iter().collect(), names.iter().collect());
        Some((acts, with != without))
    }
}

/// A position without the field of a mechanic.
fn plain(fen: &str, key: Option<&str>) -> String {
    let Some(key) = key else { return fen.to_owned() };
    let own = |word: &&str| word.split_once('=').is_some_and(|(name, _)| name == key);
    let words: Vec<&str> = fen.split(' ').filter(|word| !own(word)).collect();
    words.join(" ")
}
