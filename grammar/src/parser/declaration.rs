//! From pest's pairs to declarations, entries and pieces.

use super::expression::is_punctuation;
use super::grammar::{Builder, Rule};
use crate::ast::{
    ArmyDecl, BoardDecl, Declaration, Entry, Expr, ExprKind, FileKind, Header, MechanicDecl, MovementDecl,
    Name, PieceDecl, SectionDecl, SquareDecl, TextDecl, TypedParameter, UseDecl, WithoutDecl, ZoneDecl,
};
use crate::keywords::{OWNED, SIDES, is_side};
use crate::quoting::unquote;
use crate::span::Spanned;
use crate::suggest::closest;
use pest::iterators::{Pair, Pairs};

/// The forms of a piece at the top of a file. Blocks are still empty.
pub(super) enum Head {
    Header(Header),
    Declaration(Declaration),
}

impl Builder<'_, '_> {
    /// Builds the head from the pairs of the rule `declaration`. Returns nothing if the head makes
    /// no sense; the mistake is then already reported.
    pub(super) fn head(&mut self, pairs: Pairs<Rule>) -> Option<Head> {
        let head = inside(pairs)?.next()?;
        let (rule, span) = (head.as_rule(), self.span);
        let mut parts = head.into_inner().filter(|part| !is_punctuation(part.as_rule()));
        let first = self.name(&parts.next()?);
        // The side may stand before the declaration: `white castling { ... }`.
        let (owner, keyword) = match rule {
            Rule::zone | Rule::army | Rule::piece if is_side(&first.value) => {
                (Some(first), self.name(&parts.next()?))
            }
            _ => (None, first),
        };
        let parts = &mut parts;
        let declaration = match rule {
            Rule::header => return self.header(&keyword, parts).map(Head::Header),
            Rule::text_decl => Declaration::Text(TextDecl {
                value: self.text_or_name(&parts.next()?),
                keyword,
                span,
            }),
            Rule::board => self.board(parts)?,
            Rule::square => Declaration::Square(SquareDecl {
                name: self.name(&parts.next()?),
                entries: Vec::new(),
                span,
            }),
            Rule::zone => self.zone(owner, parts)?,
            Rule::movement => self.movement(parts)?,
            Rule::mechanic => self.mechanic(parts)?,
            Rule::army => self.army(owner, parts)?,
            Rule::piece => {
                let piece = self.piece(parts)?;
                Declaration::Piece(PieceDecl {
                    side: piece.side.clone().or(owner),
                    ..piece
                })
            }
            Rule::use_hook => Declaration::Use(UseDecl {
                hook: self.name(&parts.next()?),
                arguments: parts.next().map(|part| self.arguments(part)).unwrap_or_default(),
                span,
            }),
            Rule::without => {
                let mut words = self.names(parts);
                side_behind(&mut words);
                Declaration::Without(WithoutDecl { words, span })
            }
            _ => self.section(keyword, parts),
        };
        Some(Head::Declaration(declaration))
    }

    /// The keyword and the words before the block.
    fn section<'p>(
        &mut self,
        keyword: Name,
        parts: &mut impl Iterator<Item = Pair<'p, Rule>>,
    ) -> Declaration {
        let (mut words, mut except) = (vec![keyword], Vec::new());
        for part in parts {
            match part.as_rule() {
                Rule::spared => except = self.names(part.into_inner()),
                _ => words.extend(self.names(std::iter::once(part))),
            }
        }
        side_behind(&mut words);
        Declaration::Section(SectionDecl {
            keyword: words.remove(0),
            arguments: words,
            except,
            entries: Vec::new(),
            span: self.span,
        })
    }

    /// `board FILESxRANKS`
    fn board<'p>(&mut self, parts: &mut impl Iterator<Item = Pair<'p, Rule>>) -> Option<Declaration> {
        let mut size = parts.next()?.into_inner();
        Some(Declaration::Board(BoardDecl {
            files: self.count(&size.next()?),
            ranks: self.count(&size.next()?),
            entries: Vec::new(),
            span: self.span,
        }))
    }

    /// `zone NAME = SQUARES`, with the side before the name or behind it.
    fn zone<'p>(
        &mut self,
        owner: Option<Name>,
        parts: &mut impl Iterator<Item = Pair<'p, Rule>>,
    ) -> Option<Declaration> {
        let (words, value): (Vec<_>, Vec<_>) = parts.partition(|part| part.as_rule() == Rule::name);
        let (side, name) = match words.as_slice() {
            [name] => (owner, self.name(name)),
            [name, side] if !is_side(name.as_str()) && is_side(side.as_str()) => {
                (Some(self.name(side)), self.name(name))
            }
            [side, name] => (Some(self.side(side)?), self.name(name)),
            _ => return None,
        };
        Some(Declaration::Zone(ZoneDecl {
            name,
            side,
            value: self.expr(value.into_iter().next()?)?,
            span: self.span,
        }))
    }

    /// `movement NAME(PARAMETERS) = MOVEMENT`
    fn movement<'p>(&mut self, parts: &mut impl Iterator<Item = Pair<'p, Rule>>) -> Option<Declaration> {
        let name = self.name(&parts.next()?);
        let (mut parameters, mut body) = (Vec::new(), None);
        for part in parts {
            match part.as_rule() {
                Rule::parameters => parameters = self.names(part.into_inner()),
                _ => body = self.expr(part),
            }
        }
        Some(Declaration::Movement(MovementDecl {
            name,
            parameters,
            body: body?,
            span: self.span,
        }))
    }

    /// `mechanic NAME(NAME: TYPE = DEFAULT, ...)`
    fn mechanic<'p>(&mut self, parts: &mut impl Iterator<Item = Pair<'p, Rule>>) -> Option<Declaration> {
        let name = self.name(&parts.next()?);
        let parameters = parts.next().map(Pair::into_inner).into_iter().flatten();
        let parameters: Option<Vec<TypedParameter>> = parameters
            .filter(|part| part.as_rule() == Rule::typed_parameter)
            .map(|part| self.typed_parameter(part))
            .collect();
        Some(Declaration::Mechanic(MechanicDecl {
            name,
            parameters: parameters?,
            body: Vec::new(),
            span: self.span,
        }))
    }

    /// `army SIDE "TITLE" except PIECES`
    fn army<'p>(
        &mut self,
        owner: Option<Name>,
        parts: &mut impl Iterator<Item = Pair<'p, Rule>>,
    ) -> Option<Declaration> {
        let side = match owner {
            Some(side) => side,
            None => self.side(&parts.next()?)?,
        };
        let (mut title, mut except) = (None, Vec::new());
        for part in parts {
            match part.as_rule() {
                Rule::spared => except = self.names(part.into_inner()),
                _ => title = Some(self.text_or_name(&part)),
            }
        }
        Some(Declaration::Army(ArmyDecl {
            side,
            title,
            except,
            pieces: Vec::new(),
            span: self.span,
        }))
    }

    fn header<'p>(&mut self, keyword: &Name, parts: impl Iterator<Item = Pair<'p, Rule>>) -> Option<Header> {
        let kind = if keyword.value == "library" {
            FileKind::Library
        } else {
            FileKind::Variant
        };
        let mut parts = parts.filter(|part| part.as_rule() != Rule::kw_extends);
        let title = self.text_or_name(&parts.next()?);
        let extends = parts.next().map(|part| self.text_or_name(&part));
        Some(Header {
            kind,
            title,
            extends,
            span: self.span,
        })
    }

    /// `NAME: TYPE = DEFAULT`
    fn typed_parameter(&mut self, pair: Pair<Rule>) -> Option<TypedParameter> {
        let span = self.span(&pair);
        let mut parts = pair.into_inner().filter(|part| !is_punctuation(part.as_rule()));
        let name = self.name(&parts.next()?);
        let kind = self.expr(parts.next()?)?;
        let default = match parts.next() {
            None => None,
            Some(part) => {
                let value = part.into_inner().find(|part| !is_punctuation(part.as_rule()))?;
                Some(self.expr(value)?)
            }
        };
        Some(TypedParameter {
            name,
            kind,
            default,
            span,
        })
    }

    /// Builds an entry from the pairs of the rule `entry`, with the side if it stands before the
    /// entry: `white bare: extinct all` is `bare: white extinct all`.
    pub(super) fn entry(&mut self, pairs: Pairs<Rule>) -> Option<(Entry, Option<Name>)> {
        let mut parts = inside(pairs)?;
        let first = parts.next()?;
        let (owner, key) = match first.as_rule() {
            Rule::owner => (Some(self.name(&first)), self.name(&parts.next()?)),
            _ => (None, self.name(&first)),
        };
        let mut values: Vec<Expr> = parts.filter_map(|part| self.expr(part)).collect();
        let value = values.first_mut()?;
        if let Some(side) = owner.as_ref().filter(|side| side.value != "both") {
            put_before(side, value);
        }
        let entry = Entry {
            key,
            values,
            span: self.span,
        };
        Some((entry, owner))
    }

    /// Builds a piece from the pairs of the rule `army_piece`.
    pub(super) fn army_piece(&mut self, pairs: Pairs<Rule>) -> Option<PieceDecl> {
        let parts = inside(pairs)?;
        self.piece(parts)
    }

    /// `NAME LETTER = movement, attribute`, perhaps with a side before.
    fn piece<'p>(&mut self, parts: impl Iterator<Item = Pair<'p, Rule>>) -> Option<PieceDecl> {
        let (mut words, mut movement, mut attributes) = (Vec::new(), None, Vec::new());
        for part in parts {
            match part.as_rule() {
                Rule::name | Rule::letter => words.push(part),
                Rule::definition => {
                    let body = part.into_inner().find(|part| !is_punctuation(part.as_rule()))?;
                    movement = Some(self.expr(body)?);
                }
                _ => attributes.push(self.expr(part)?),
            }
        }
        let side = match words.len() {
            3 if movement.is_none()
                && !is_side(words[0].as_str())
                && words[1].as_str().chars().count() == 1 =>
            {
                self.without_equals(&words);
                return None;
            }
            3 => Some(self.side(&words.remove(0))?),
            _ => None,
        };
        let [name, letter] = words.as_slice() else {
            return None;
        };
        let (name, letter) = (self.name(name), self.name(letter));
        Some(PieceDecl {
            side,
            name,
            letter,
            movement,
            attributes,
            span: self.span,
        })
    }

    /// Reports a piece whose movement stands where its letter ends: `piece lion L king`.
    fn without_equals(&mut self, words: &[Pair<Rule>]) {
        let [name, letter, movement] = words else { return };
        if !self.quiet {
            let (name, letter, movement) = (name.as_str(), letter.as_str(), self.name(movement));
            let message = format!("expected `=` after `{letter}`, found `{}`", movement.value);
            let error = self.report.error("F0031", message, movement.span);
            self.report
                .add(error.help(format!("write `piece {name} {letter} = {}`", movement.value)));
        }
    }

    /// A word that must be a side.
    fn side(&mut self, pair: &Pair<Rule>) -> Option<Name> {
        let side = self.name(pair);
        if is_side(&side.value) {
            return Some(side);
        }
        if !self.quiet {
            let error = self
                .report
                .error("F0035", format!("`{}` is no side", side.value), side.span);
            let error = error.help("the sides are `white`, `black` and `both`");
            self.report
                .add(match closest(&side.value, SIDES.iter().copied()) {
                    Some(likely) => error.suggest(Some(likely)),
                    None => error,
                });
        }
        None
    }

    fn names<'p>(&self, parts: impl Iterator<Item = Pair<'p, Rule>>) -> Vec<Name> {
        parts
            .filter(|part| part.as_rule() == Rule::name)
            .map(|part| self.name(&part))
            .collect()
    }

    /// A text without its quotes, or a name. The span covers the quotes.
    fn text_or_name(&self, pair: &Pair<Rule>) -> Spanned<String> {
        let value = if pair.as_rule() == Rule::text {
            unquote(pair.as_str())
        } else {
            pair.as_str().to_owned()
        };
        Spanned::new(value, self.span(pair))
    }

    fn count(&mut self, pair: &Pair<Rule>) -> Spanned<u32> {
        let span = self.span(pair);
        Spanned::new(self.integer(pair.as_str(), span, u32::MAX), span)
    }
}

/// A side before what it is about comes behind it: `white castling` is `castling white`.
fn side_behind(words: &mut [Name]) {
    if let [side, what, ..] = words
        && is_side(&side.value)
        && OWNED.contains(&what.value.as_str())
    {
        words.swap(0, 1);
    }
}

/// Puts a word before the first phrase of an expression.
fn put_before(word: &Name, expr: &mut Expr) {
    match &mut expr.kind {
        ExprKind::Union(list) | ExprKind::Then(list) | ExprKind::Intersection(list) if !list.is_empty() => {
            put_before(word, &mut list[0]);
        }
        ExprKind::Except(from, _) => put_before(word, from),
        ExprKind::Phrase(terms) => terms.insert(0, name_of(word)),
        _ => {
            let rest = expr.clone();
            expr.kind = ExprKind::Phrase(vec![name_of(word), rest]);
        }
    }
}

fn name_of(word: &Name) -> Expr {
    Expr {
        kind: ExprKind::Name(word.value.clone()),
        span: word.span,
    }
}

/// The pairs inside the one rule that was parsed, without punctuation.
fn inside(mut pairs: Pairs<Rule>) -> Option<impl Iterator<Item = Pair<Rule>>> {
    Some(
        pairs
            .next()?
            .into_inner()
            .filter(|part| !is_punctuation(part.as_rule())),
    )
}
