//! The generated parser, and access to its results.

use super::report::Report;
use crate::ast::Name;
use crate::span::{Span, Spanned};
use pest::Parser;
use pest::error::Error;
use pest::iterators::{Pair, Pairs};

/// The code that pest generates from `ferz.pest`.
#[allow(missing_docs, unreachable_pub)]
mod generated {
    #[derive(pest_derive::Parser)]
    #[grammar = "ferz.pest"]
    pub struct Generated;
}
pub(super) use generated::Rule;

/// The pieces that are parsed on their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// All of a declaration but its block.
    Declaration,
    /// A line in an army.
    ArmyPiece,
    /// A line in another block.
    Entry,
}

/// Parses one piece of text.
pub(super) fn run(form: Form, text: &str) -> Result<Pairs<'_, Rule>, Box<Error<Rule>>> {
    let rule = match form {
        Form::Declaration => Rule::declaration,
        Form::ArmyPiece => Rule::army_piece,
        Form::Entry => Rule::entry,
    };
    generated::Generated::parse(rule, text).map_err(Box::new)
}

/// The state that the builders of the tree share.
pub(super) struct Builder<'r, 's> {
    /// The start of the parsed piece in the source.
    pub(super) base: usize,
    /// The whole piece.
    pub(super) span: Span,
    pub(super) report: &'r mut Report<'s>,
    /// Something was reported of this piece already.
    pub(super) quiet: bool,
}

impl Builder<'_, '_> {
    pub(super) fn span(&self, pair: &Pair<Rule>) -> Span {
        let span = pair.as_span();
        Span::new(self.base + span.start(), self.base + span.end())
    }

    /// The text of a token.
    pub(super) fn name(&self, pair: &Pair<Rule>) -> Name {
        Spanned::new(pair.as_str().to_owned(), self.span(pair))
    }

    /// The digits as a number; the largest one, and an error, if it is too large.
    pub(super) fn integer<N: std::str::FromStr>(&mut self, digits: &str, span: Span, largest: N) -> N {
        digits.parse().unwrap_or_else(|_| {
            if !self.quiet {
                let error = self.report.error("F0014", "this number is too large", span);
                self.report
                    .add(error.help("write a smaller one; nothing in a game is counted in this many digits"));
            }
            largest
        })
    }
}
