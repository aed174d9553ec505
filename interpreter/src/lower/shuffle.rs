//! `shuffle`: start positions that differ in where some pieces stand.

use super::declared::Declared;
use super::kinds::unknown;
use super::report::{At, Place, Report, error};
use super::squares::Grounds;
use super::values::{terms, word};
use crate::board::{Bits, U256};
use crate::rules::{Placing, Shuffle, Side};
use crate::vocabulary::{ON, SHUFFLE, ShuffleKey};
use ferz_grammar::ast::{Entry, Expr, ExprKind};
use ferz_grammar::span::SourceId;

/// Lowers the section, if there is one. Inherited parts that no longer fit are dropped.
pub(super) fn lower<'a>(
    declared: &Declared<'a>,
    grounds: Option<&Grounds<'a, '_>>,
    report: &Report<'a>,
    own: SourceId,
) -> Option<Shuffle> {
    let (section, grounds) = (declared.shuffle?, grounds?);
    let entries = report.entries(section, "`shuffle`", SHUFFLE);
    let whole = section.place(section.node.keyword.span);
    let reader = Reader {
        declared,
        grounds,
        report,
        quiet: section.source != own,
    };
    let on = match entries.get(&ShuffleKey::On) {
        Some(&entry) => reader.squares(entry)?,
        None => reader.wrong(
            whole,
            "on which squares are the pieces shuffled?",
            "add `on: first rank`",
        )?,
    };
    let Some(&place) = entries.get(&ShuffleKey::Place) else {
        return reader.wrong(
            whole,
            "nothing says how the pieces are shuffled",
            "add `place: bishop on light, bishop on dark, queen, knight knight, rook king rook`",
        );
    };
    let mut placings: Vec<(Placing, U256)> = Vec::new();
    for value in &place.node.values {
        let value = At::new(place.source, value);
        let placing = reader.placing(value, on)?;
        let at = value.place(value.node.span);
        reader.fits(at, &placing, &placings)?;
        placings.push(placing);
    }
    let count: usize = placings.iter().map(|(placing, _)| placing.pieces.len()).sum();
    let squares = on.count() as usize;
    if count != squares {
        let are = if count == 1 { "piece is" } else { "pieces are" };
        let message = format!("{count} {are} put on {squares} squares");
        let at = place.place(place.node.span);
        return reader.wrong(at, &message, "place as many pieces as there are squares");
    }
    Some(Shuffle {
        squares: grounds.names(on),
        placings: placings.into_iter().map(|(placing, _)| placing).collect(),
    })
}

struct Reader<'a, 'r> {
    declared: &'r Declared<'a>,
    grounds: &'r Grounds<'a, 'r>,
    report: &'r Report<'a>,
    /// Whether mistakes are not worth a word.
    quiet: bool,
}

impl<'a> Reader<'a, '_> {
    fn wrong<T>(&self, at: Place, message: &str, help: &str) -> Option<T> {
        if !self.quiet {
            self.report.add(error("F0283", at, message).help(help));
        }
        None
    }

    /// The squares of White's that are filled, whose mirror images Black's pieces are put on.
    fn squares(&self, entry: At<'a, Entry>) -> Option<U256> {
        let at = entry.place(entry.node.span);
        let on = self.grounds.some_of(at, &entry.node.values)?;
        let images = self.grounds.mirrored(on.white);
        if images == on.black && images.count() == on.white.count() {
            return Some(on.white);
        }
        self.wrong(
            at,
            "Black's pieces cannot be shuffled alike: a square's mirror image is a hole of the board",
            "name squares whose mirror images are squares, too",
        )
    }

    /// Pieces and where they are put: `bishop on light`.
    fn placing(&self, value: At<'a, Expr>, all: U256) -> Option<(Placing, U256)> {
        let list = terms(value.node);
        let is_on = |term: &Expr| word(term).is_some_and(|word| ON.has(word));
        let at = list.iter().position(is_on).unwrap_or(list.len());
        let mut pieces = Vec::with_capacity(at);
        for term in &list[..at] {
            let name = self
                .report
                .word(At::new(value.source, term), "the name of a piece")?;
            let lacks = |side: &Side| !self.declared.armies[*side].pieces.contains_key(name);
            if let Some(side) = Side::ALL.into_iter().find(lacks) {
                if !self.quiet && !pieces.is_empty() && matches!(name, "at" | "to" | "in") {
                    let message = format!("`{name}` has no meaning here");
                    let on = ON.words().next();
                    self.report
                        .add(error("F0283", value.place(term.span), message).suggest(on));
                } else if !self.quiet {
                    unknown(
                        self.declared,
                        self.report,
                        value.place(term.span),
                        Some(side),
                        name,
                    );
                }
                return None;
            }
            pieces.push(name.to_owned());
        }
        let place = value.place(value.node.span);
        let on = match &list[(at + 1).min(list.len())..] {
            [] => all,
            [one] => all & self.grounds.set(At::new(value.source, one))?.white,
            several => {
                let phrase = Expr {
                    kind: ExprKind::Phrase(several.to_vec()),
                    span: several[0].span.to(several[several.len() - 1].span),
                };
                all & self.grounds.set(At::new(value.source, &phrase))?.white
            }
        };
        if pieces.is_empty() || on.is_empty() {
            return self.wrong(
                place,
                "no piece is put there",
                "write `bishop on light`, or `knight knight`",
            );
        }
        let on = (
            Placing {
                pieces,
                on: self.grounds.names(on),
            },
            on,
        );
        Some(on)
    }

    /// Whether there is always the same number of free squares for the placed pieces, after any
    /// earlier placing, and enough.
    fn fits(&self, at: Place, (placing, on): &(Placing, U256), before: &[(Placing, U256)]) -> Option<()> {
        let mut free = on.count() as usize;
        for (earlier, taken) in before {
            if (*taken & !*on).is_empty() {
                free = free.saturating_sub(earlier.pieces.len());
            } else if taken.meets(*on) {
                return self.wrong(
                    at,
                    "the number of free squares here depends on the pieces placed before",
                    "first place the pieces that have fewer squares",
                );
            }
        }
        if free < placing.pieces.len() {
            return self.wrong(at, "there is no room for these pieces", "take some of them out");
        }
        Some(())
    }
}
