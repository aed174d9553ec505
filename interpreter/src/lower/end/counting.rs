//! `count: 64, no pawn`: moves that are counted until the game is drawn; and `to-and-fro: 4 loss`.

use super::super::kinds::unknown;
use super::super::report::{At, Report, error, list_or};
use super::super::squares::Grounds;
use super::super::values::{terms, word};
use super::condition::first_word;
use crate::lower::declared::Declared;
use crate::rules::{Count, CountLimit, End, OnlyPromotions, PieceName, Side, ToAndFro};
use crate::vocabulary::{COUNT, CountWord, EndKey, FROM_PIECES, OF, SCORES, Table};
use ferz_engine::order::sort;
use ferz_grammar::ast::{Entry, Expr, ExprKind};
use ferz_grammar::suggest::closest;

/// Whether a part begins with a word.
pub(super) fn begins_with(part: &Expr, mark: Table<()>) -> bool {
    first_word(part).is_some_and(|word| mark.has(word))
}

/// Reads one count.
pub(super) struct Reader<'a, 'r> {
    pub(super) declared: &'r Declared<'a>,
    pub(super) grounds: Option<&'r Grounds<'a, 'r>>,
    pub(super) report: &'r Report<'a>,
    pub(super) at: At<'a, Entry>,
    pub(super) inherited: bool,
    /// Whether it is that of a side with one piece.
    pub(super) alone: bool,
}

impl Reader<'_, '_> {
    /// Reads an entry of `end`.
    pub(super) fn read(&self, key: EndKey, end: &mut End) {
        match key {
            EndKey::ToAndFro => end.to_and_fro = self.to_and_fro(),
            EndKey::PerpetualChase => end.perpetual_chase = self.chase(),
            EndKey::MateBy => end.mate_by = self.mate(),
            EndKey::MateWithout => end.mate_without = self.mate(),
            EndKey::OnlyPromotions => end.only_promotions = self.only_promotions(),
            _ if self.alone => end.counting.alone = self.count(),
            _ => end.counting.several = self.count(),
        }
    }

    /// The count; nothing if something is wrong with it.
    fn count(&self) -> Option<Count> {
        let mut count = Count::default();
        let mut good = true;
        let mut limits = 0;
        for value in &self.at.node.values {
            limits += usize::from(matches!(
                terms(value)[..],
                [
                    Expr {
                        kind: ExprKind::Number(_),
                        ..
                    },
                    ..
                ]
            ));
            good &= self.part(value, &mut count).is_some();
        }
        if good && limits == 0 {
            let place = self.at.place(self.at.node.span);
            let key = &self.at.node.key.value;
            self.report
                .add(error("F0254", place, "how many moves?").help(format!("write `{key}: 64, no pawn`")));
            return None;
        }
        (good && !count.limits.is_empty()).then_some(count)
    }

    /// `2 draw`
    fn only_promotions(&self) -> Option<OnlyPromotions> {
        let value = self.report.single(self.at)?.node;
        let help = "write, for example, `only-promotions: 2 draw`";
        let [number, score] = terms(value) else {
            return self.wrong(value, "expected a number and `win`, `draw` or `loss`", help);
        };
        let number = At::new(self.at.source, number);
        let pieces = self.report.number(number, "the number of pieces", 1, 256)?;
        Some(OnlyPromotions {
            pieces: u16::try_from(pieces).unwrap_or(u16::MAX),
            score: self.report.choose(At::new(self.at.source, score), SCORES)?,
        })
    }

    /// `4 loss, of rook cannon`
    fn to_and_fro(&self) -> Option<ToAndFro> {
        let (first, rest) = self.at.node.values.split_first()?;
        let help = "write, for example, `to-and-fro: 4 loss`, or `to-and-fro: 4 loss, of rook`";
        let [number, score] = terms(first) else {
            return self.wrong(first, "expected a number and `win`, `draw` or `loss`", help);
        };
        if let (Some(result), ExprKind::Number(moves)) = (word(number), &score.kind) {
            let help = format!("write `{moves} {result}`");
            return self.wrong(first, "the number stands before the result", &help);
        }
        let count = self
            .report
            .number(At::new(self.at.source, number), "the number of moves", 2, 100)?;
        let score = self.report.choose(At::new(self.at.source, score), SCORES)?;
        let pieces = match rest {
            [] => Vec::new(),
            [of] if begins_with(of, OF) => self.sorted(&terms(of)[1..], of)?,
            [other, ..] => {
                return self.wrong(other, "behind the result stand `of` and pieces, or nothing", help);
            }
        };
        Some(ToAndFro {
            count: u16::try_from(count).unwrap_or(u16::MAX),
            score,
            pieces,
        })
    }

    /// One of the parts between commas.
    fn part(&self, part: &Expr, count: &mut Count) -> Option<()> {
        let (first, rest) = terms(part).split_first()?;
        if matches!(first.kind, ExprKind::Number(_)) {
            return self.limit(first, rest, count);
        }
        let found = word(first).unwrap_or_default();
        match COUNT.get(found) {
            Some(CountWord::No) if count.without.is_empty() => {
                count.without = self.pieces(rest, part)?;
            }
            Some(CountWord::AtMost) if !self.alone && count.at_most == 0 => {
                let [number] = rest else {
                    return self.wrong(part, "`at-most` is followed by one number", "write `at-most 3`");
                };
                let number = At::new(self.at.source, number);
                let number = self.report.number(number, "the number of pieces", 2, 256)?;
                count.at_most = u32::try_from(number).unwrap_or(0);
            }
            Some(CountWord::AtMost) if self.alone => {
                return self.wrong(part, "a side that counts alone has one piece", "leave it out");
            }
            Some(CountWord::From) if !count.from_pieces => {
                let says = rest.iter().map(word).collect::<Option<Vec<&str>>>();
                if says.as_deref() != Some(&[FROM_PIECES.word(&())]) {
                    let at = match rest {
                        [one] => one,
                        _ => part,
                    };
                    return self.wrong(at, "a count begins at 0, or `from pieces`", "write `from pieces`");
                }
                count.from_pieces = true;
            }
            Some(CountWord::No | CountWord::AtMost | CountWord::From) => {
                let place = self.at.place(part.span);
                let message = "this contradicts a part before it, or repeats it";
                self.report
                    .add(error("F0111", place, message).help("keep one of them"));
                return None;
            }
            Some(CountWord::Against) | None => {
                let known = COUNT
                    .words()
                    .filter(|word| COUNT.get(word) != Some(&CountWord::Against));
                let message = format!("expected a number of moves, {}", list_or(known.clone()));
                let place = self.at.place(part.span);
                self.report.add(error("F0254", place, message).suggest_or(
                    closest(found, known),
                    "write, for example, `16 against rook`, or `no pawn`",
                ));
                return None;
            }
        }
        Some(())
    }

    /// `16`, `8 against rook 2`
    fn limit(&self, number: &Expr, rest: &[Expr], count: &mut Count) -> Option<()> {
        let number = At::new(self.at.source, number);
        let moves = self.report.number(number, "the number of moves", 1, 10_000)?;
        if count.limits.last().is_some_and(|limit| limit.against.is_empty()) {
            let message = "the limit before this one always holds";
            let help = "write the limits with `against` first";
            return self.wrong(number.node, message, help);
        }
        let mut limit = CountLimit {
            moves: u16::try_from(moves).unwrap_or(u16::MAX),
            against: Vec::new(),
            at_least: 0,
        };
        if let Some((against, rest)) = rest.split_first() {
            if word(against).and_then(|word| COUNT.get(word)) != Some(&CountWord::Against) {
                let found = word(against).unwrap_or_default();
                if COUNT.has(found) {
                    let message = format!("a comma is missing before `{found}`");
                    let help = format!("write `{moves}, {found} ...`");
                    return self.wrong(against, &message, &help);
                }
                let known = COUNT.word(&CountWord::Against);
                let message = "behind the number stands `against` and pieces, or nothing";
                let diagnostic = error("F0254", self.at.place(against.span), message);
                self.report.add(
                    diagnostic.suggest_or(closest(found, [known]), "write, for example, `16 against rook`"),
                );
                return None;
            }
            let (names, at_least) = match rest.split_last() {
                Some((last, names)) if matches!(last.kind, ExprKind::Number(_)) => {
                    let last = At::new(self.at.source, last);
                    (names, self.report.number(last, "the number of pieces", 1, 256)?)
                }
                _ => (rest, 1),
            };
            limit.against = self.pieces(names, against)?;
            limit.at_least = u32::try_from(at_least).unwrap_or(1);
            if limit.against.is_empty() {
                return Some(());
            }
        }
        count.limits.push(limit);
        Some(())
    }

    /// Names of pieces of which it says nothing which comes first.
    pub(super) fn sorted(&self, names: &[Expr], place: &Expr) -> Option<Vec<PieceName>> {
        let mut pieces = self.pieces(names, place)?;
        sort(&mut pieces);
        pieces.dedup();
        Some(pieces)
    }

    /// Names of pieces. Of what is inherited only those that there still are.
    pub(super) fn pieces(&self, names: &[Expr], place: &Expr) -> Option<Vec<PieceName>> {
        if names.is_empty() {
            return self.wrong(
                place,
                "which pieces?",
                "name pieces: `no pawn`, `16 against rook`",
            );
        }
        let armies = &self.declared.armies;
        let mut found = Vec::new();
        let mut good = true;
        for term in names {
            let Some(name) = self
                .report
                .word(At::new(self.at.source, term), "the name of a piece")
            else {
                good = false;
                continue;
            };
            if Side::ALL
                .iter()
                .any(|&side| armies[side].pieces.contains_key(name))
            {
                found.push(name.to_owned());
            } else if !self.inherited {
                unknown(self.declared, self.report, self.at.place(term.span), None, name);
                good = false;
            }
        }
        good.then_some(found)
    }

    pub(super) fn wrong<T>(&self, at: &Expr, message: &str, help: &str) -> Option<T> {
        self.report
            .add(error("F0254", self.at.place(at.span), message).help(help));
        None
    }
}
