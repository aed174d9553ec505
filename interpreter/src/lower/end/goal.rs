//! Goals: a condition that ends the game.

use super::super::kinds::unknown;
use super::super::report::{At, Place, Report, error, list_or};
use super::super::squares::{Grounds, Sets};
use super::super::values::{side, terms, word};
use super::Fallen;
use super::condition::{self, Condition};
use crate::lower::declared::Declared;
use crate::lower::pieces::hundredths;
use crate::rules::{Goal, GoalCondition, PieceName, Score, Side, Squares};
use crate::vocabulary::WITH;
use crate::vocabulary::{
    self, Counting, END, Form, GOAL_OPTIONS, GOALS, GoalOption, KINDS, SCORES, SIDES, Written,
};
use ferz_grammar::ast::{Entry, Expr, ExprKind};
use ferz_grammar::suggest::closest;
use indexmap::IndexSet;

/// The pieces of a goal.
enum Kinds {
    All,
    Each,
    /// Names; for an inherited goal also those that no side has any longer.
    Named(Vec<PieceName>),
}

/// The options behind the first comma of a goal.
#[derive(Default)]
struct Options {
    score: Option<Score>,
    list: Vec<(GoalOption, u32)>,
}

/// Reads one goal.
pub(super) struct Reader<'a, 'r> {
    pub(super) declared: &'r Declared<'a>,
    pub(super) grounds: Option<&'r Grounds<'a, 'r>>,
    pub(super) report: &'r Report<'a>,
    /// The name of the goal.
    pub(super) key: &'r str,
    pub(super) at: At<'a, Entry>,
    pub(super) inherited: bool,
}

impl<'a> Reader<'a, '_> {
    pub(super) fn read(&self, goals: &mut Vec<Goal>, fallen: &mut Vec<Fallen<'a>>) {
        let values = self.at.node.values.as_slice();
        // Each side may have a condition of its own, with its own options.
        let begins = |value: &Expr| condition::first_word(value).is_some_and(|word| side(word).is_some());
        let starts = (1..values.len()).filter(|&i| begins(&values[i]) && begins(&values[0]));
        let mut from = 0;
        for to in starts.chain([values.len()]) {
            self.read_one(&values[from..to], goals, fallen);
            from = to;
        }
    }

    fn read_one(&self, values: &[Expr], goals: &mut Vec<Goal>, fallen: &mut Vec<Fallen<'a>>) {
        let is_piece = |name: &str| Side::ALL.iter().any(|&s| self.has(s, name));
        let Some((Condition { words, set }, count)) = condition::read(values, is_piece) else {
            return;
        };
        let Some((sides, words)) = self.sides(&words) else {
            return;
        };
        let written = words.first().and_then(word).unwrap_or_default();
        let Some(&form) = GOALS.get(written) else {
            self.no_verb(written, words);
            return;
        };
        let (with, rest) = match values[count..].split_first() {
            Some((first, rest)) if form.with.is_some() && condition::with(first).is_some() => {
                (condition::with(first).flatten(), rest)
            }
            _ => (None, &values[count..]),
        };
        if form.squares.is_some()
            && set.is_none()
            && (self.wrong_preposition(&words[1..]) || self.without_on(&words[1..]))
        {
            return;
        }
        if form.with.is_some() && with.is_none() && self.joins_otherwise(set.as_ref()) {
            return;
        }
        let options = self.options(form, rest);
        let conditions = self.conditions(form, &sides, &words[1..], [set, with], options.as_ref(), fallen);
        let (Some(conditions), Some(options)) = (conditions, options) else {
            return;
        };
        goals.extend(conditions.into_iter().map(|(side, condition)| Goal {
            reason: self.key.to_owned(),
            side,
            condition,
            score: options.score.unwrap_or(form.score),
        }));
    }

    /// Reports another word where `on` joins pieces and squares: `reach king at d4`.
    fn wrong_preposition(&self, words: &[Expr]) -> bool {
        let is_piece = |name: &str| Side::ALL.iter().any(|&side| self.has(side, name));
        let stands_for_on = |term: &&Expr| {
            word(term).is_some_and(|name| {
                ["at", "in", "to", "into", "onto", "from"].contains(&name) && !is_piece(name)
            })
        };
        let Some(wrong) = words.iter().find(stands_for_on) else {
            return false;
        };
        let name = word(wrong).unwrap_or_default();
        let message = format!("expected `on` before the squares, found `{name}`");
        self.report
            .add(error("F0251", self.at.place(wrong.span), message).suggest(Some("on")));
        true
    }

    /// Reports another word where `, with` joins two sets: `join stone on file a to file h`.
    fn joins_otherwise(&self, set: Option<&Expr>) -> bool {
        let joins = |term: &&Expr| word(term).is_some_and(|w| WITH.has(w) || ["to", "and"].contains(&w));
        let Some(wrong) = set.and_then(|set| terms(set).iter().find(joins)) else {
            return false;
        };
        let name = word(wrong).unwrap_or_default();
        let with = WITH.word(&());
        let message = format!("expected `, {with}` before the other squares, found `{name}`");
        self.report
            .add(error("F0251", self.at.place(wrong.span), message).help(format!("write `, {with} ...`")));
        true
    }

    /// Reports a square without `on` before it: `reach king d4`.
    fn without_on(&self, words: &[Expr]) -> bool {
        let is_square = |name: &str| self.grounds.is_some_and(|g| g.topology.square(name).is_some());
        let is_piece = |name: &str| Side::ALL.iter().any(|&side| self.has(side, name));
        let found = words.iter().find_map(|term| {
            let name = word(term).filter(|name| is_square(name) && !is_piece(name))?;
            Some((term, name))
        });
        let Some((term, name)) = found else { return false };
        let message = format!("expected `on` before the squares, found `{name}`");
        let place = self.at.place(term.span);
        self.report
            .add(error("F0251", place, message).help(format!("write `on {name}`")));
        true
    }

    fn has(&self, side: Side, name: &str) -> bool {
        self.declared.armies[side].pieces.contains_key(name)
    }

    /// The sides of the goal, and the words behind the side.
    fn sides<'w>(&self, words: &'w [Expr]) -> Option<(Vec<Side>, &'w [Expr])> {
        let first = words.first().and_then(word);
        if let Some(side) = first.and_then(side) {
            return Some((vec![side], &words[1..]));
        }
        if let (Some(name), Some(second)) = (first, words.get(1).and_then(word))
            && GOALS.has(second)
            && !GOALS.has(name)
        {
            let message = format!("`{name}` is not a side");
            let diagnostic = error("F0116", self.at.place(words[0].span), message);
            self.report.add(match closest(name, SIDES.words()) {
                Some(likely) => diagnostic.suggest(Some(likely)),
                None => diagnostic
                    .help("write `white` or `black` before a goal, or nothing if both sides have it"),
            });
            return None;
        }
        Some((Side::ALL.to_vec(), words))
    }

    fn no_verb(&self, verb: &str, words: &[Expr]) {
        let whole = self.at.place(self.at.node.values[0].span);
        let here = words.first().map_or(whole, |w| self.at.place(w.span));
        let likely = closest(verb, GOALS.words());
        if SCORES.has(verb) && words.len() == 1 && closest(self.key, END.words()).is_none() {
            let message = format!("`{}` is not an ending", self.key);
            let place = self.at.place(self.at.node.key.span);
            let help = "endings with a result alone are `checkmate`, `stalemate` and `perpetual-check`; \
                        goals have a condition, such as `campmate: reach king on last rank`";
            self.report.add(error("F0110", place, message).help(help));
            return;
        }
        let diagnostic = match (closest(self.key, END.words()), likely) {
            (Some(fixed), None) => error(
                "F0110",
                self.at.place(self.at.node.key.span),
                format!("`{}` is not an ending", self.key),
            )
            .suggest(Some(fixed)),
            _ => error("F0251", here, format!("expected {}", list_or(GOALS.words()))),
        };
        self.report.add(match likely {
            Some(_) => diagnostic.suggest(likely),
            None if diagnostic.help.is_some() => diagnostic,
            None => diagnostic.help("write, for example, `campmate: reach king on last rank, own-move`"),
        });
    }

    /// The conditions of each side.
    fn conditions(
        &self,
        form: &Form,
        sides: &[Side],
        words: &[Expr],
        [set, with]: [Option<Expr>; 2],
        options: Option<&Options>,
        fallen: &mut Vec<Fallen<'a>>,
    ) -> Option<Vec<(Side, GoalCondition)>> {
        let (pieces, number) = self.number(form, words)?;
        let sets = form.squares.map(|missing| self.squares(set, missing));
        let with = form.with.map(|missing| self.squares(with, missing));
        let kinds = form.pieces.map(|counting| self.kinds(sides, pieces, counting));
        // Both have been read before one of them gives up, so that all mistakes are reported.
        let sets = match sets {
            Some(sets) => Some((sets?, self.grounds?)),
            None => None,
        };
        let with = match with {
            Some(with) => Some(with?),
            None => None,
        };
        let kinds = match kinds {
            Some(kinds) => Some(kinds?),
            None => None,
        };
        let options = options?;
        self.needed(form, options)?;
        if let Some(kinds) = &kinds {
            self.note_fallen(sides, kinds, fallen);
        }
        let of_side = |&side: &Side| {
            let zone = sets.as_ref().map(|(sets, grounds)| grounds.names(sets[side]));
            let with = match (&with, &sets) {
                (Some(with), Some((_, grounds))) => grounds.names(with[side]),
                _ => Squares::default(),
            };
            let groups = kinds
                .as_ref()
                .map_or_else(|| vec![Vec::new()], |kinds| self.groups(side, kinds));
            let possible = zone.as_ref().is_none_or(|zone| !zone.0.is_empty());
            let groups = groups.into_iter().filter(move |_| possible);
            groups.map(move |pieces| {
                let written = Written {
                    pieces,
                    zone: zone.clone().unwrap_or_default(),
                    with: with.clone(),
                    number,
                    options: options.list.clone(),
                };
                (side, (form.condition)(written))
            })
        };
        Some(sides.iter().flat_map(of_side).collect())
    }

    /// Whether there is one of the options without which the goal says nothing.
    fn needed(&self, form: &Form, options: &Options) -> Option<()> {
        if let Some((needed, question, help)) = form.needs
            && !options.list.iter().any(|(option, _)| needed.contains(option))
        {
            let place = self.at.place(self.at.node.values[0].span);
            self.report.add(error("F0251", place, question).help(help));
            return None;
        }
        Some(())
    }

    /// The number that stands alone behind the word, if the goal has one, and the words that are
    /// left.
    fn number<'w>(&self, form: &Form, words: &'w [Expr]) -> Option<(&'w [Expr], u32)> {
        let Some(number) = &form.number else {
            return Some((words, 0));
        };
        let (found, rest) = match words.split_last() {
            Some((last, rest)) if form.pieces.is_some() || rest.is_empty() => (last, rest),
            _ => {
                let place = self.at.place(self.at.node.values[0].span);
                self.report
                    .add(error("F0251", place, number.question).help(number.help));
                return None;
            }
        };
        let (min, max) = number.range;
        if let Some(early) = rest.iter().find(|term| matches!(term.kind, ExprKind::Number(_)))
            && let Some(name) = word(found)
        {
            let message = "the number stands behind the pieces";
            let written = self.report.text(self.at.source);
            let digits = written.get(early.span.start..early.span.end).unwrap_or("4");
            let help = format!("write `{} {name} {digits}`", form.word);
            self.report
                .add(error("F0251", self.at.place(early.span), message).help(help));
            return None;
        }
        let found = At::new(self.at.source, found);
        let found = self
            .report
            .number(found, number.name, i64::from(min), i64::from(max))?;
        Some((rest, u32::try_from(found).unwrap_or(max)))
    }

    /// The side's pieces as they are counted: together, or each kind by itself. Kinds that the side
    /// lacks are left out.
    fn groups(&self, side: Side, kinds: &Kinds) -> Vec<Vec<PieceName>> {
        let pieces = self.of_side(side, kinds);
        let groups = match kinds {
            Kinds::Each => pieces.into_iter().map(|piece| vec![piece]).collect(),
            Kinds::All | Kinds::Named(_) => vec![pieces],
        };
        groups
            .into_iter()
            .filter(|group: &Vec<PieceName>| !group.is_empty())
            .collect()
    }

    /// Remembers an inherited goal for which a side has no piece left.
    fn note_fallen(&self, sides: &[Side], kinds: &Kinds, fallen: &mut Vec<Fallen<'a>>) {
        let Kinds::Named(names) = kinds else { return };
        let none = sides
            .iter()
            .copied()
            .filter(|&side| self.of_side(side, kinds).is_empty());
        let sides: Vec<Side> = none.collect();
        if self.inherited && !sides.is_empty() {
            fallen.push(Fallen {
                at: self.at,
                names: names.clone(),
                sides,
            });
        }
    }

    /// The squares of each side; `missing` is the question to ask if there are none, and the way
    /// out.
    fn squares(&self, set: Option<Expr>, missing: (&str, &str)) -> Option<Sets> {
        let Some(set) = set else {
            let place = self.at.place(self.at.node.values[0].span);
            self.report.add(error("F0251", place, missing.0).help(missing.1));
            return None;
        };
        if let [_, rest @ ..] = terms(&set)
            && self.lacks_comma(rest)
        {
            return None;
        }
        let place = Place::new(self.at.source, set.span);
        self.grounds?.some_of(place, std::slice::from_ref(&set))
    }

    /// Reports a comma that is missing before an option or a result.
    fn lacks_comma(&self, words: &[Expr]) -> bool {
        let Some((first, option)) = self.without_comma(words) else {
            return false;
        };
        let place = self.at.place(option.span);
        let message = format!("a comma is missing before `{first}`");
        let help = format!("write `..., {first}`");
        self.report.add(error("F0251", place, message).help(help));
        true
    }

    /// The names of pieces in a goal.
    fn kinds(&self, sides: &[Side], words: &[Expr], counting: Counting) -> Option<Kinds> {
        match words {
            [] => {
                let place = self.at.place(self.at.node.values[0].span);
                self.report
                    .add(error("F0251", place, "which pieces?").help("name pieces, or write `all`"));
                return None;
            }
            [one] => match word(one).and_then(|word| KINDS.get(word)) {
                Some(vocabulary::Kinds::All) => return Some(Kinds::All),
                Some(vocabulary::Kinds::Each) if counting == Counting::OrEach => return Some(Kinds::Each),
                Some(vocabulary::Kinds::Each) => {}
                None if self.misspells_all(one) => return None,
                None => {}
            },
            _ => {}
        }
        if self.lacks_comma(words) {
            return None;
        }
        let names: Vec<Option<Vec<PieceName>>> = words.iter().map(|term| self.names(sides, term)).collect();
        let names: Option<Vec<Vec<PieceName>>> = names.into_iter().collect();
        Some(Kinds::Named(names?.concat()))
    }

    /// An option or a result among the pieces, and its word.
    fn without_comma<'w>(&self, words: &'w [Expr]) -> Option<(&'w str, &'w Expr)> {
        let options = |name: &str| GOAL_OPTIONS.has(name) || SCORES.has(name);
        let pieces = |name: &str| Side::ALL.into_iter().any(|side| self.has(side, name));
        words.iter().find_map(|term| {
            let name = word(term).filter(|name| options(name) && !pieces(name))?;
            Some((name, term))
        })
    }

    /// Reports a word that is likely to mean all pieces.
    fn misspells_all(&self, term: &Expr) -> bool {
        let Some(name) = word(term) else { return false };
        let armies = Side::ALL.into_iter().map(|side| &self.declared.armies[side]);
        let pieces = armies.flat_map(|army| army.pieces.keys().map(|name| -> &str { name }));
        let words = KINDS.words().map(|word| -> &str { word });
        let likely = closest(name, pieces.chain(words).collect::<Vec<_>>());
        let Some(likely) = likely.filter(|likely| KINDS.has(likely)) else {
            return false;
        };
        let message = format!("there is no piece `{name}`");
        self.report
            .add(error("F0207", self.at.place(term.span), message).suggest(Some(likely)));
        true
    }

    /// The pieces of one term: a name, or `all except king`.
    fn names(&self, sides: &[Side], term: &Expr) -> Option<Vec<PieceName>> {
        match &term.kind {
            ExprKind::Except(from, what) => {
                let (from, what) = (self.names(sides, from), self.names(sides, what));
                let (mut from, what) = (from?, what?);
                from.retain(|name| !what.contains(name));
                Some(from)
            }
            ExprKind::Union(list) | ExprKind::List(list) => {
                let lists: Vec<_> = list.iter().map(|one| self.names(sides, one)).collect();
                Some(lists.into_iter().collect::<Option<Vec<_>>>()?.concat())
            }
            ExprKind::Group(inner) if !matches!(inner.kind, ExprKind::Phrase(_)) => self.names(sides, inner),
            ExprKind::Name(name) if KINDS.get(name) == Some(&vocabulary::Kinds::All) => {
                let mut all = IndexSet::new();
                for &side in sides {
                    all.extend(
                        self.declared.armies[side]
                            .pieces
                            .keys()
                            .map(|&name| name.to_owned()),
                    );
                }
                Some(all.into_iter().collect())
            }
            _ => {
                let at = At::new(self.at.source, term);
                let name = self.report.word(at, "the name of a piece")?;
                if self.inherited || sides.iter().any(|&s| self.has(s, name)) {
                    return Some(vec![name.to_owned()]);
                }
                let side = if let [side] = sides { Some(*side) } else { None };
                unknown(self.declared, self.report, self.at.place(term.span), side, name);
                None
            }
        }
    }

    /// Those of the pieces that the side has.
    fn of_side(&self, side: Side, kinds: &Kinds) -> Vec<PieceName> {
        let army = &self.declared.armies[side].pieces;
        match kinds {
            Kinds::All | Kinds::Each => army.keys().map(|&name| name.to_owned()).collect(),
            Kinds::Named(names) => names
                .iter()
                .filter(|n| army.contains_key(n.as_str()))
                .cloned()
                .collect(),
        }
    }

    fn options(&self, form: &Form, list: &[Expr]) -> Option<Options> {
        let own = GOAL_OPTIONS
            .iter()
            .filter(|option| form.options.contains(&option.means));
        let known: Vec<&str> = own.map(|option| option.word).chain(SCORES.words()).collect();
        let mut options = Options::default();
        let mut good = true;
        let mut seen: Vec<&str> = Vec::new();
        for option in list {
            let place = self.at.place(option.span);
            let Some((first, rest)) = terms(option).split_first() else {
                continue;
            };
            let name = word(first).unwrap_or_default();
            if !known.contains(&name) {
                let message = format!("`{}` has no such option", form.word);
                let diagnostic = error("F0253", place, message);
                self.report.add(match closest(name, known.iter().copied()) {
                    Some(word) => diagnostic.suggest(Some(word)),
                    None => diagnostic.help(format!("options are {}", list_or(known.iter().copied()))),
                });
                good = false;
                continue;
            }
            if seen.contains(&name) || (SCORES.has(name) && options.score.is_some()) {
                let diagnostic = error(
                    "F0111",
                    place,
                    "this contradicts an option before it, or repeats it",
                );
                self.report.add(diagnostic.help("keep one of them"));
                good = false;
                continue;
            }
            seen.push(name);
            good &= self.option(&mut options, name, rest, place).is_some();
        }
        good.then_some(options)
    }

    /// One option whose name is known.
    fn option(&self, options: &mut Options, name: &str, rest: &[Expr], place: Place) -> Option<()> {
        let option = GOAL_OPTIONS.get(name).copied();
        let counted = option.is_some_and(GoalOption::is_counted);
        let number = match rest {
            [number] if option.is_some_and(GoalOption::is_decimal) => {
                i64::from(hundredths("less", At::new(self.at.source, number), self.report)?)
            }
            [number] if counted => {
                let number = At::new(self.at.source, number);
                let (what, (least, most)) = option.map_or(("the number", (0, 256)), GoalOption::number);
                self.report
                    .number(number, what, i64::from(least), i64::from(most))?
            }
            [] if !counted => 0,
            _ => {
                let (message, help) = if counted {
                    (
                        format!("`{name}` is followed by one number"),
                        format!("write `{name} 1`"),
                    )
                } else {
                    (
                        format!("`{name}` stands alone"),
                        "leave out what follows".to_owned(),
                    )
                };
                self.report.add(error("F0253", place, message).help(help));
                return None;
            }
        };
        match option {
            Some(option) => options
                .list
                .push((option, u32::try_from(number).unwrap_or(u32::MAX))),
            None => options.score = SCORES.get(name).copied(),
        }
        Some(())
    }
}
