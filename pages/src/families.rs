//! Families of kinds, whose names add the same words to those of other kinds: `frozen-king` and
//! `frozen-rook` are frozen pieces.

use crate::words;
use ferz::rules::{Condition, Kinds, Movement, Ruleset};

/// As many kinds at least have a common name.
const FEW: usize = 4;

/// Kinds with the same words before or behind the names of others.
#[derive(Debug)]
pub(crate) struct Family {
    /// `frozen piece`, `piece with ball`.
    one: String,
    /// `frozen pieces`, `pieces with ball`.
    many: String,
    /// Each member and the kind from whose name its own is made.
    members: Vec<(String, String)>,
}

/// All families of a variant's kinds.
#[derive(Debug, Default)]
pub(crate) struct Families {
    kinds: Vec<String>,
    families: Vec<Family>,
}

impl Family {
    /// The kinds whose names end in that of another, and that one: `north-stone` and `stone`.
    fn under(rules: &Ruleset, head: &str) -> Self {
        let of = |name: &&String| {
            let before = name.strip_suffix(head);
            before.is_some_and(|words| words.is_empty() || words.ends_with('-') && !words.ends_with("-with-"))
        };
        let members = rules.pieces.keys().filter(of);
        Self {
            one: format!("{head} of any kind"),
            many: format!("{} of any kind", words::plural(head)),
            members: members.map(|name| (name.clone(), name.clone())).collect(),
        }
    }

    /// Whether a kind is a member whose name is made from another.
    fn made(&self, name: &str) -> bool {
        self.members
            .iter()
            .any(|(member, base)| member == name && base != name)
    }

    fn has(&self, name: &str) -> bool {
        self.members.iter().any(|(member, _)| member == name)
    }
}

/// The names of some kinds, for one piece and for several.
type Names = Vec<(String, String)>;

impl Families {
    /// Those of some rules.
    pub(crate) fn new(rules: &Ruleset) -> Self {
        let mut families: Vec<Family> = Vec::new();
        for name in rules.pieces.keys() {
            for base in rules.pieces.keys() {
                let before = name.strip_suffix(base.as_str());
                let behind = name.strip_prefix(base.as_str());
                let (one, many) = match (
                    before.and_then(|word| word.strip_suffix('-')),
                    behind.and_then(|word| word.strip_prefix('-')),
                ) {
                    (Some(word), _) => (format!("{word} piece"), format!("{word} pieces")),
                    (_, Some(word)) => (format!("piece {word}"), format!("pieces {word}")),
                    (None, None) => continue,
                };
                let (one, many) = (words::spoken(&one), words::spoken(&many));
                let member = (name.clone(), base.clone());
                match families.iter_mut().find(|known| known.one == one) {
                    Some(known) => known.members.push(member),
                    None => families.push(Family {
                        one,
                        many,
                        members: vec![member],
                    }),
                }
            }
        }
        families.extend(rules.pieces.keys().map(|head| Family::under(rules, head)));
        families.retain(|family| family.members.len() >= FEW);
        Self {
            kinds: rules.pieces.keys().cloned().collect(),
            families,
        }
    }

    /// `a rook or a frozen piece`.
    pub(crate) fn either(&self, names: &[String]) -> String {
        words::either(&one(&self.grouped(names)))
    }

    /// `rook or frozen piece`.
    pub(crate) fn any(&self, names: &[String]) -> String {
        words::list(&one(&self.grouped(names)), "or")
    }

    /// `rooks and frozen pieces`.
    pub(crate) fn many(&self, names: &[String]) -> String {
        let many: Vec<String> = self.grouped(names).into_iter().map(|(_, many)| many).collect();
        words::list(&many, "and")
    }

    /// Each of the kinds as it is told: `rook`, `frozen piece`.
    pub(crate) fn kinds_told(&self, names: &[String]) -> Vec<String> {
        one(&self.grouped(names))
    }

    /// The kinds, with a family in place of its members if all of them are there.
    fn grouped(&self, names: &[String]) -> Names {
        let whole: Vec<&Family> = self
            .families
            .iter()
            .filter(|family| family.members.iter().all(|(member, _)| names.contains(member)))
            .collect();
        let mut out = Names::new();
        for name in names {
            // The largest first: all stones before those that are their side's last.
            let known = whole.iter().filter(|family| family.has(name));
            let told = match known.max_by_key(|family| family.members.len()) {
                Some(family) => (family.one.clone(), family.many.clone()),
                None => (name.clone(), words::plural(name)),
            };
            if !out.contains(&told) {
                out.push(told);
            }
        }
        out
    }

    /// The kinds besides some, where naming these is much shorter.
    pub(crate) fn others(&self, names: &[String]) -> Option<Vec<String>> {
        let others = self.kinds.iter().filter(|kind| !names.contains(kind));
        let others: Vec<String> = others.cloned().collect();
        let short = (1..3).contains(&self.grouped(&others).len());
        (short && self.grouped(names).len() > FEW).then_some(others)
    }

    /// Some kinds as they are told: by families, and as all but a few where that is shorter.
    fn shorter(&self, kinds: &Kinds) -> Kinds {
        let of = |test: &dyn Fn(&str) -> bool| {
            let some = self.kinds.iter().filter(|name| test(name));
            one(&self.grouped(&some.cloned().collect::<Vec<_>>()))
        };
        let in_order = |names: &[String]| {
            let mut names = names.to_vec();
            names.sort_by_key(|name| self.kinds.iter().position(|kind| kind == name));
            one(&self.grouped(&names))
        };
        let names = match kinds {
            Kinds::All => return Kinds::All,
            Kinds::Only(names) => in_order(names),
            Kinds::Except(names) => return Kinds::Except(in_order(names)),
        };
        let others = of(&|name| !kinds.has(name));
        if names.len() > FEW && others.len() < names.len() && !others.is_empty() {
            return Kinds::Except(others);
        }
        Kinds::Only(names)
    }

    /// A movement with the kinds that it asks for as they are told.
    pub(crate) fn told(&self, movement: &Movement) -> Movement {
        match movement {
            Movement::When {
                condition: Condition::Of(kinds),
                movement,
            } => Movement::When {
                condition: Condition::Of(self.shorter(kinds)),
                movement: Box::new(self.told(movement)),
            },
            other => other.with_children(&mut |part| self.told(part)),
        }
    }

    /// Kinds that each become the one of another family with the same name: what they are, and
    /// what they become. `("frozen piece", "an ordinary one")`.
    pub(crate) fn shifted(&self, pairs: &[(&[String], &str)]) -> Option<(String, String)> {
        let state = |name: &str| -> (Option<usize>, String) {
            let at = self.families.iter().position(|family| family.made(name));
            let member = at.and_then(|at| self.families[at].members.iter().find(|(known, _)| known == name));
            (
                at,
                member.map_or_else(|| name.to_owned(), |(_, base)| base.clone()),
            )
        };
        let mut from: Vec<Option<usize>> = Vec::new();
        let mut bases: Vec<String> = Vec::new();
        let to = state(pairs.first()?.1).0;
        for (number, (names, becomes)) in pairs.iter().enumerate() {
            let (family, base) = state(becomes);
            let states: Vec<(Option<usize>, String)> = names.iter().map(|name| state(name)).collect();
            let now: Vec<Option<usize>> = states.iter().map(|(family, _)| *family).collect();
            if number == 0 {
                from.clone_from(&now);
            }
            if family != to || now != from || states.iter().any(|(_, other)| *other != base) {
                return None;
            }
            bases.push(base);
        }
        let whole = |at: &usize| self.families[*at].members.len() == bases.len();
        if bases.len() < FEW - 1 || from.contains(&to) || !from.iter().flatten().chain(&to).all(whole) {
            return None;
        }
        let what = match from.as_slice() {
            [Some(family)] => self.families[*family].one.clone(),
            [None] => words::list(&bases, "or"),
            [None, Some(family)] => format!("ordinary or {}", self.families[*family].one),
            _ => return None,
        };
        let becomes = match to {
            None => "an ordinary one".to_owned(),
            Some(family) => match self.families[family].one.strip_suffix(" piece") {
                Some(word) => words::a(&format!("{word} one")),
                None => self.families[family].one.replacen("piece", "one", 1),
            },
        };
        Some((what, becomes))
    }
}

fn one(names: &Names) -> Vec<String> {
    names.iter().map(|(one, _)| one.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_with_a_common_word_are_told_by_it() {
        let kinds = ["queen", "rook", "bishop", "knight"];
        let frozen: String = kinds
            .iter()
            .enumerate()
            .map(|(number, kind)| format!("piece frozen-{kind} (f{number}) = none, confined, harmless\n"))
            .collect();
        let source = ferz::lower::Source {
            name: "test".to_owned(),
            text: format!("variant \"V\" extends chess\n{frozen}"),
        };
        let lowered = ferz::lower::lower(source, &ferz_rulesets::Library);
        let s = Families::new(&lowered.ruleset.unwrap());
        let all: Vec<String> = kinds.iter().map(|kind| format!("frozen-{kind}")).collect();
        assert_eq!(s.either(&all), "a frozen piece");
        assert_eq!(
            s.many(&[&all[..], &["king".to_owned()]].concat()),
            "frozen pieces and kings"
        );
        assert_eq!(s.either(&all[..2]), "a frozen-queen or a frozen-rook");
        let bases: Vec<[String; 1]> = kinds.iter().map(|kind| [(*kind).to_owned()]).collect();
        let pairs: Vec<(&[String], &str)> = bases
            .iter()
            .zip(&all)
            .map(|(base, to)| (&base[..], to.as_str()))
            .collect();
        assert_eq!(
            s.shifted(&pairs),
            Some((
                "queen, rook, bishop or knight".to_owned(),
                "a frozen one".to_owned()
            ))
        );
        let back: Vec<(&[String], &str)> = all.chunks(1).zip(kinds).collect();
        assert_eq!(
            s.shifted(&back),
            Some(("frozen piece".to_owned(), "an ordinary one".to_owned()))
        );
    }
}
