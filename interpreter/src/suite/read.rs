//! From TOML to tests. Everything wrong in a file that is TOML is reported at once.

use super::case::{Body, Case, Ending, Expect, Illegal, MoveList, Stage, Suite, Written};
use super::schema;
use ferz_grammar::diagnostic::{Diagnostic, Sink};
use ferz_grammar::span::{SourceId, Span};
use ferz_grammar::suggest::closest;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;

impl Suite {
    /// Reads a test file.
    ///
    /// # Errors
    /// What is wrong with it, sorted by place; the source of every label is `SourceId(0)`.
    pub fn parse(text: &str) -> Result<Self, Vec<Diagnostic>> {
        let file: schema::File = toml::from_str(text).map_err(|error| vec![not_a_test_file(&error)])?;
        let mut reader = Reader {
            text,
            lines: line_starts(text),
            sink: Sink::new(),
        };
        let suite = reader.suite(file);
        if reader.sink.has_errors() {
            Err(reader.sink.into_sorted())
        } else {
            Ok(suite)
        }
    }
}

fn not_a_test_file(error: &toml::de::Error) -> Diagnostic {
    let message = error.message();
    let diagnostic = Diagnostic::error(
        "F0601",
        message,
        SourceId(0),
        place(&error.span().unwrap_or(0..0)),
    );
    // "unknown field `legals`, expected one of `name`, `legal`"
    let mut words = message.split('`').skip(1).step_by(2);
    match words.next().filter(|_| message.starts_with("unknown field")) {
        Some(unknown) => diagnostic.suggest(closest(unknown, words)),
        None => diagnostic,
    }
}

/// Where each line begins.
fn line_starts(text: &str) -> Vec<usize> {
    let after = |(i, _)| i + 1;
    std::iter::once(0)
        .chain(text.match_indices('\n').map(after))
        .collect()
}

fn place(range: &Range<usize>) -> Span {
    Span::new(range.start, range.end)
}

struct Reader<'t> {
    text: &'t str,
    lines: Vec<usize>,
    sink: Sink,
}

impl Reader<'_> {
    fn error(&mut self, code: &'static str, span: &Range<usize>, message: impl Into<String>, help: &str) {
        self.sink
            .report(Diagnostic::error(code, message, SourceId(0), place(span)).help(help));
    }

    /// The line of a place, from 1.
    fn line(&self, span: &Range<usize>) -> usize {
        self.lines.partition_point(|&start| start <= span.start)
    }

    fn written(&self, text: Spanned<String>) -> Written {
        let line = self.line(&text.span());
        Written {
            text: text.into_inner(),
            line,
        }
    }

    fn suite(&mut self, file: schema::File) -> Suite {
        let mut cases = Vec::new();
        for position in file.position {
            let span = position.span();
            let schema::Position {
                name,
                fen,
                legal,
                illegal,
                moves,
                check,
                outcome,
                claim,
                rejected,
            } = position.into_inner();
            let expect = schema::Expect {
                legal,
                illegal,
                moves,
                check,
                outcome,
                claim,
                fen: None,
            };
            let body = self.position(&span, expect, rejected, fen.is_some());
            cases.push(self.case("position", &span, name, fen, body));
        }
        for game in file.game {
            let span = game.span();
            let game = game.into_inner();
            let body = self.game(&span, game.moves, game.after);
            cases.push(self.case("game", &span, game.name, game.fen, body));
        }
        for perft in file.perft {
            let span = perft.span();
            let perft = perft.into_inner();
            if perft.counts.is_empty() {
                self.error(
                    "F0603",
                    &span,
                    "this perft has no numbers",
                    "write `counts = [20, 400]`",
                );
            }
            let counts = perft
                .counts
                .into_iter()
                .map(|n| (*n.get_ref(), self.line(&n.span())))
                .collect();
            cases.push(self.case("perft", &span, perft.name, perft.fen, Body::Perft { counts }));
        }
        cases.sort_by_key(|case| case.span.start);
        Suite {
            variant: file.variant.map(|name| self.written(name)),
            cases,
        }
    }

    fn case(
        &self,
        what: &str,
        span: &Range<usize>,
        name: Option<String>,
        fen: Option<Spanned<String>>,
        body: Body,
    ) -> Case {
        let line = self.line(span);
        Case {
            name: name.unwrap_or_else(|| format!("{what} in line {line}")),
            line,
            span: place(span),
            fen: fen.map(|fen| self.written(fen)),
            body,
        }
    }

    fn position(
        &mut self,
        span: &Range<usize>,
        expect: schema::Expect,
        rejected: Option<Spanned<String>>,
        has_fen: bool,
    ) -> Body {
        let says_nothing = expect.is_empty();
        let expect = self.expect(expect);
        match rejected {
            Some(rejected) => {
                if !says_nothing {
                    let help = "a position that is refused has no moves: remove the other lines";
                    self.error("F0605", span, "`rejected` stands alone", help);
                }
                if !has_fen {
                    self.error("F0603", span, "which position is rejected?", "add a `fen`");
                }
                Body::Rejected(self.written(rejected))
            }
            None => {
                if says_nothing {
                    let help = "add `legal`, `illegal`, `moves`, `check`, `outcome`, `claim` or `rejected`";
                    self.error("F0603", span, "this position is not tested for anything", help);
                }
                Body::Position(expect)
            }
        }
    }

    fn game(
        &mut self,
        span: &Range<usize>,
        moves: Option<Spanned<String>>,
        after: BTreeMap<Spanned<String>, Spanned<schema::After>>,
    ) -> Body {
        let moves = moves.map(|moves| self.moves(&moves)).unwrap_or_default();
        if moves.is_empty() {
            self.error(
                "F0603",
                span,
                "this game has no moves",
                "write `moves = \"e2e4 e7e5\"`",
            );
        }
        let mut stages = Vec::new();
        for (key, value) in after {
            let ply = match key.get_ref().as_str() {
                "end" => Some(moves.len()),
                number => number.parse().ok().filter(|&ply| ply <= moves.len()),
            };
            let span = value.span();
            let expect = match value.into_inner() {
                schema::After::Table(table) => self.expect(*table),
                schema::After::Outcome(outcome) => Expect {
                    outcome: self.ending(&Spanned::new(span, outcome)),
                    ..Expect::default()
                },
            };
            match ply {
                Some(ply) => stages.push(Stage { ply, expect }),
                None => {
                    let message = format!("the game has {} moves; what is `{}`?", moves.len(), key.get_ref());
                    let help = "write after how many moves, from 0 for the first position, or `end`";
                    self.error("F0604", &key.span(), message, help);
                }
            }
        }
        stages.sort_by_key(|stage| stage.ply);
        Body::Game { moves, stages }
    }

    /// The words of a text of moves, without numbers as in `12.e4` and `12. e4`.
    fn moves(&self, text: &Spanned<String>) -> Vec<Written> {
        let raw = self.text.get(text.span()).unwrap_or_default();
        let first = self.line(&text.span());
        let mut end = 0;
        let mut list = Vec::new();
        for word in text.get_ref().split_whitespace() {
            // Without escapes the words stand in the file as they are.
            let start = raw
                .get(end..)
                .and_then(|rest| rest.find(word))
                .map_or(end, |i| end + i);
            let line = first + raw.get(..start).map_or(0, |before| before.matches('\n').count());
            end = start + word.len();
            let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
            let mv = if rest.starts_with('.') {
                rest.trim_start_matches('.')
            } else {
                word
            };
            if !mv.is_empty() {
                list.push(Written {
                    text: mv.replace('_', " "),
                    line,
                });
            }
        }
        list
    }

    fn expect(&mut self, raw: schema::Expect) -> Expect {
        let legal: Vec<Written> = raw.legal.into_iter().map(|text| self.written(text)).collect();
        let mut illegal = Vec::new();
        for entry in raw.illegal {
            let span = entry.span();
            let entry = entry.into_inner();
            if legal.iter().any(|l| l.text == entry.text) {
                let message = format!("`{}` cannot be both legal and illegal", entry.text);
                self.error("F0605", &span, message, "remove it from one of the lists");
            }
            illegal.push(Illegal {
                text: Written {
                    text: entry.text,
                    line: self.line(&span),
                },
                why: entry.why,
            });
        }
        let mut moves = Vec::new();
        for list in raw.moves.0 {
            let span = list.span();
            let line = self.line(&span);
            match list.into_inner() {
                schema::MoveList {
                    from: Some(from),
                    to: Some(texts),
                    all: None,
                } => {
                    moves.push(MoveList {
                        from: Some(self.written(from)),
                        texts,
                        line,
                    });
                }
                schema::MoveList {
                    from: None,
                    to: None,
                    all: Some(texts),
                } => {
                    moves.push(MoveList {
                        from: None,
                        texts,
                        line,
                    });
                }
                _ => {
                    let help = "write `{ from = \"e2\", to = [\"e3\", \"e4\"] }` or `{ all = [\"e2e3\"] }`";
                    self.error(
                        "F0605",
                        &span,
                        "a list of moves has `from` and `to`, or `all`",
                        help,
                    );
                }
            }
        }
        let outcome = raw.outcome.and_then(|text| self.ending(&text));
        let claim = raw.claim.and_then(|text| self.ending(&text));
        Expect {
            legal,
            illegal,
            moves,
            check: raw
                .check
                .map(|check| (*check.get_ref(), self.line(&check.span()))),
            outcome,
            claim,
            fen: raw.fen.map(|fen| self.written(fen)),
        }
    }

    /// An outcome with its line.
    fn ending(&mut self, text: &Spanned<String>) -> Option<(Ending, usize)> {
        let span = text.span();
        match Ending::parse(text.get_ref()) {
            Some(ending) => Some((ending, self.line(&span))),
            None => {
                let message = format!("`{}` is not an outcome", text.get_ref());
                let help = "write `none`, `draw: stalemate`, `white wins: checkmate`, or without the reason";
                self.error("F0602", &span, message, help);
                None
            }
        }
    }
}
