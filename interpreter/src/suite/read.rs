//! From TOML to tests. Everything wrong in a file is reported at once, in the words of tests.

use super::case::{Body, Case, Ending, Expect, Illegal, MoveList, Stage, Suite, Written};
use super::toml::{Field, Fields, Remarks, Value, place};
use ferz_engine::order::sort_by_key;
use ferz_grammar::diagnostic::Diagnostic;
use ferz_grammar::span::{SourceId, Span};
use ferz_grammar::suggest::closest;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

const EXPECT: &[&str] = &["legal", "illegal", "moves", "check", "outcome", "claim"];

const MOVES_HELP: &str = "write `[\"e2e4\", \"Nf3\"]`";
const LISTS_HELP: &str = "write `{ from = \"e2\", to = [\"e3\", \"e4\"] }` or `{ all = [\"e2e3\"] }`";
const ENDING_HELP: &str = "write `none`, `draw: stalemate`, `white wins: checkmate`, or without the reason";
const TEST_HELP: &str = "add `legal`, `illegal`, `moves`, `check`, `outcome`, `claim` or `rejected`";

impl Suite {
    /// Reads a test file.
    ///
    /// # Errors
    /// What is wrong with it, sorted by place; the source of every label is `SourceId(0)`.
    pub fn parse(text: &str) -> Result<Self, Vec<Diagnostic>> {
        let (file, errors) = DeTable::parse_recoverable(text);
        let mut reader = Reader {
            text,
            lines: line_starts(text),
            remarks: Remarks::new(),
        };
        let suite = reader.suite(file.get_ref());
        let mut found = reader.remarks.into_sorted();
        let places = errors.iter().map(|error| error.span().unwrap_or(0..0));
        if let Some(first) = places.map(|span| span.start).min() {
            // Behind a place that is no TOML anything may have been misread.
            found.retain(|d| d.labels.iter().all(|label| label.span.end <= first) && d.code != "F0603");
            found.extend(errors.iter().map(no_toml));
        }
        if found.is_empty() { Ok(suite) } else { Err(found) }
    }

    /// Whether a text is meant to be a test file that names its variant, with or without errors.
    pub fn names_variant(text: &str) -> bool {
        let (file, _) = DeTable::parse_recoverable(text);
        let has = |key: &str| file.get_ref().iter().any(|(k, _)| k.get_ref() == key);
        has("variant") && ["position", "game", "perft"].into_iter().any(has)
    }
}

fn no_toml(error: &toml::de::Error) -> Diagnostic {
    let span = place(&error.span().unwrap_or(0..0));
    Diagnostic::error("F0601", error.message(), SourceId(0), span)
        .help("write `key = value`; texts stand in quotes, lists in `[ ]`, tables in `{ }`")
}

/// The start of each line.
fn line_starts(text: &str) -> Vec<usize> {
    let after = |(i, _)| i + 1;
    std::iter::once(0)
        .chain(text.match_indices('\n').map(after))
        .collect()
}

struct Reader<'r> {
    text: &'r str,
    lines: Vec<usize>,
    remarks: Remarks,
}

impl Reader<'_> {
    /// The line of a place, from 1.
    fn line(&self, span: &Range<usize>) -> usize {
        self.lines.partition_point(|&start| start <= span.start)
    }

    /// A text with its line.
    fn written(&mut self, value: &Value<'_>, help: &str) -> Option<Written> {
        let text = self.remarks.text(value, help)?.to_owned();
        let line = self.line(&value.span());
        Some(Written { text, line })
    }

    /// A text that has words.
    fn words(&mut self, value: &Value<'_>, what: &str) -> Option<Written> {
        let help = format!("write some words of {what}");
        let written = self.written(value, &help)?;
        if written.text.trim().is_empty() {
            let message = format!("no words: {what} has them in any case");
            self.remarks.add("F0603", &value.span(), message, help);
        }
        Some(written)
    }

    fn suite(&mut self, file: &DeTable<'_>) -> Suite {
        let fields = self
            .remarks
            .fields(file, "a test file", &["variant", "position", "game", "perft"]);
        let variant = fields.get("variant").map(|field| field.value);
        let mut cases = Vec::new();
        for section in ["position", "game", "perft"] {
            let Some(field) = fields.get(section) else {
                continue;
            };
            for (span, table) in self.sections(section, field) {
                cases.extend(match section {
                    "position" => self.position(&span, table),
                    "game" => self.game(&span, table),
                    _ => self.perft(&span, table),
                });
            }
        }
        sort_by_key(&mut cases, |case| case.span.start);
        Suite {
            variant: variant.and_then(|value| self.written(value, "write `variant = \"chess\"`")),
            variant_place: variant.map_or(Span::default(), |value| place(&value.span())),
            cases,
        }
    }

    /// The tables of `[[position]]` and the like.
    fn sections<'v, 't>(
        &mut self,
        section: &str,
        field: &Field<'v, 't>,
    ) -> Vec<(Range<usize>, &'v DeTable<'t>)> {
        let help = format!("write `[[{section}]]` before each");
        match field.value.get_ref() {
            DeValue::Array(list) => {
                let tables = list.iter();
                let tables =
                    tables.filter_map(|value| Some((value.span(), self.remarks.table(value, &help)?)));
                tables.collect()
            }
            DeValue::Table(table) => {
                let message = format!("there may be several tests: `{section}` has two brackets");
                self.remarks
                    .add("F0601", &field.key, message, format!("write `[[{section}]]`"));
                vec![(field.value.span(), table)]
            }
            _ => {
                self.remarks.wrong(field.value, "tests", &help);
                Vec::new()
            }
        }
    }

    fn case(&mut self, what: &str, span: &Range<usize>, fields: &Fields<'_, '_>, body: Body) -> Case {
        let line = self.line(span);
        let name = fields
            .get("name")
            .and_then(|field| self.remarks.text(field.value, "write `name = \"...\"`"));
        let name = name.map(str::to_owned);
        let fen = fields
            .get("fen")
            .and_then(|field| self.written(field.value, "write `fen = \"...\"`"));
        Case {
            name: name.unwrap_or_else(|| format!("{what} in line {line}")),
            line,
            span: place(span),
            fen,
            body,
        }
    }

    fn position(&mut self, span: &Range<usize>, table: &DeTable<'_>) -> Option<Case> {
        let known = [&["name", "fen"], EXPECT, &["rejected"]].concat();
        let fields = self.remarks.fields(table, "a position", &known);
        let said = |key: &&str| fields.contains_key(*key);
        let body = match fields.get("rejected") {
            Some(rejected) => {
                for key in EXPECT.iter().filter(|key| said(key)) {
                    let help =
                        format!("a position that is refused has no moves: remove `{key}`, or `rejected`");
                    self.remarks
                        .add("F0605", &fields[key].key, "`rejected` stands alone", help);
                }
                if !fields.contains_key("fen") {
                    self.remarks.add(
                        "F0603",
                        &rejected.key,
                        "which position is rejected?",
                        "add a `fen`",
                    );
                }
                Body::Rejected(self.words(rejected.value, "the message")?)
            }
            None => {
                // A key that is misspelt was meant to say something.
                let unknown = table.len() > fields.len();
                if !EXPECT.iter().any(said) && !unknown {
                    self.remarks.add(
                        "F0603",
                        span,
                        "this position is not tested for anything",
                        TEST_HELP,
                    );
                }
                Body::Position(self.expect(&fields))
            }
        };
        Some(self.case("position", span, &fields, body))
    }

    fn perft(&mut self, span: &Range<usize>, table: &DeTable<'_>) -> Option<Case> {
        const HELP: &str = "write `counts = [20, 400]`";
        let fields = self.remarks.fields(table, "a perft", &["name", "fen", "counts"]);
        let mut counts = Vec::new();
        match fields.get("counts") {
            Some(field) => {
                for value in self.remarks.list(field, HELP) {
                    let number = value.get_ref().as_integer();
                    let number = number.and_then(|n| u64::from_str_radix(n.as_str(), n.radix()).ok());
                    match number {
                        Some(n) => counts.push((n, self.line(&value.span()))),
                        None => self.remarks.wrong(value, "a number of lines", HELP),
                    }
                }
            }
            None if table.len() == fields.len() => {
                self.remarks.add("F0603", span, "this perft has no numbers", HELP);
            }
            None => {}
        }
        Some(self.case("perft", span, &fields, Body::Perft { counts }))
    }

    fn game(&mut self, span: &Range<usize>, table: &DeTable<'_>) -> Option<Case> {
        const HELP: &str = "write `moves = \"e2e4 e7e5\"`";
        let fields = self
            .remarks
            .fields(table, "a game", &["name", "fen", "moves", "after"]);
        let moves = match fields.get("moves") {
            Some(field) => self
                .remarks
                .text(field.value, HELP)
                .map(|text| self.moves(text, &field.value.span())),
            None => (table.len() == fields.len()).then(Vec::new),
        };
        if moves.as_ref().is_some_and(Vec::is_empty) {
            self.remarks.add("F0603", span, "this game has no moves", HELP);
        }
        let mut stages = Vec::new();
        if let Some(after) = fields.get("after") {
            const HELP: &str = "write `after = { 2 = \"none\", end = \"draw: stalemate\" }`";
            let after = self.remarks.table(after.value, HELP);
            for (key, value) in after.into_iter().flatten() {
                stages.extend(self.stage(key.get_ref(), &key.span(), value, moves.as_deref()));
            }
        }
        sort_by_key(&mut stages, |stage| stage.ply);
        let moves = moves.unwrap_or_default();
        Some(self.case("game", span, &fields, Body::Game { moves, stages }))
    }

    /// The claims after some moves; `moves` is `None` if they could not be read.
    fn stage(
        &mut self,
        key: &str,
        place: &Range<usize>,
        value: &Value<'_>,
        moves: Option<&[Written]>,
    ) -> Option<Stage> {
        let count = moves.map(<[Written]>::len);
        let ply = match key {
            "end" => count.or(Some(0)),
            number => number
                .parse()
                .ok()
                .filter(|ply| count.is_none_or(|count| *ply <= count)),
        };
        let expect = match value.get_ref() {
            DeValue::String(_) => Expect {
                outcome: self.ending(value),
                ..Expect::default()
            },
            DeValue::Table(table) => {
                let known = [EXPECT, &["fen"]].concat();
                let fields = self.remarks.fields(table, "a table in `after`", &known);
                if table.is_empty() {
                    self.remarks
                        .add("F0603", &value.span(), "this says nothing", TEST_HELP);
                }
                let fen = fields.get("fen");
                Expect {
                    fen: fen.and_then(|field| self.written(field.value, "write `fen = \"...\"`")),
                    ..self.expect(&fields)
                }
            }
            _ => {
                self.remarks
                    .wrong(value, "an outcome, or a table of facts", ENDING_HELP);
                Expect::default()
            }
        };
        if ply.is_none() {
            let count = count.unwrap_or_default();
            let moves = if count == 1 { "move" } else { "moves" };
            let message = format!("the game has {count} {moves}; what is `{key}`?");
            let help = "write after how many moves, from 0 for the first position, or `end`";
            self.remarks.add("F0604", place, message, help);
        }
        Some(Stage { ply: ply?, expect })
    }

    /// The words of a text of moves, without numbers as in `12.e4` and `12. e4`.
    fn moves(&self, text: &str, span: &Range<usize>) -> Vec<Written> {
        let raw = self.text.get(span.clone()).unwrap_or_default();
        let first = self.line(span);
        let mut end = 0;
        let mut list = Vec::new();
        for word in text.split_whitespace() {
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

    /// Reports a move that its list has already.
    fn told_once(&mut self, known: bool, value: &Value<'_>, text: &str) {
        if known {
            let message = format!("`{text}` stands here twice");
            self.remarks
                .add("F0605", &value.span(), message, "remove one of the two");
        }
    }

    fn expect(&mut self, fields: &Fields<'_, '_>) -> Expect {
        let mut expect = Expect::default();
        if let Some(field) = fields.get("legal") {
            for value in self.remarks.list(field, MOVES_HELP) {
                let Some(legal) = self.written(value, MOVES_HELP) else {
                    continue;
                };
                let known = expect.legal.iter().any(|other| other.text == legal.text);
                self.told_once(known, value, &legal.text);
                expect.legal.push(legal);
            }
        }
        if let Some(field) = fields.get("illegal") {
            for value in self.remarks.list(field, MOVES_HELP) {
                let Some(illegal) = self.illegal(value) else {
                    continue;
                };
                if expect.legal.iter().any(|l| l.text == illegal.text.text) {
                    let message = format!("`{}` cannot be both legal and illegal", illegal.text.text);
                    let help = "remove it from one of the lists";
                    self.remarks.add("F0605", &value.span(), message, help);
                }
                let text = &illegal.text.text;
                let same = |other: &Illegal| other.text.text == *text && other.why == illegal.why;
                let known = expect.illegal.iter().any(same);
                self.told_once(known, value, text);
                expect.illegal.push(illegal);
            }
        }
        if let Some(field) = fields.get("moves") {
            let lists = match field.value.get_ref() {
                DeValue::Table(_) => vec![field.value],
                _ => self.remarks.list(field, LISTS_HELP),
            };
            for value in lists {
                expect.moves.extend(self.move_list(value));
            }
        }
        if let Some(field) = fields.get("check") {
            match field.value.get_ref().as_bool() {
                Some(check) => expect.check = Some((check, self.line(&field.value.span()))),
                None => self
                    .remarks
                    .wrong(field.value, "`true` or `false`", "write `check = true`"),
            }
        }
        expect.outcome = fields.get("outcome").and_then(|field| self.ending(field.value));
        expect.claim = fields.get("claim").and_then(|field| self.ending(field.value));
        expect
    }

    /// `"a8a5"` or `{ move = "a8a5", why = "blocked" }`
    fn illegal(&mut self, value: &Value<'_>) -> Option<Illegal> {
        const HELP: &str = "write `\"e2e5\"`, or `{ move = \"e2e5\", why = \"...\" }`";
        let DeValue::Table(table) = value.get_ref() else {
            let text = self.written(value, HELP)?;
            return Some(Illegal { text, why: None });
        };
        let fields = self.remarks.fields(table, "an illegal move", &["move", "why"]);
        let why = fields
            .get("why")
            .and_then(|field| self.words(field.value, "the reason"));
        let Some(mv) = fields.get("move") else {
            self.remarks
                .add("F0601", &value.span(), "which move is illegal?", HELP);
            return None;
        };
        let text = Written {
            line: self.line(&value.span()),
            ..self.written(mv.value, HELP)?
        };
        Some(Illegal {
            text,
            why: why.map(|why| why.text),
        })
    }

    /// `{ from = "a8", to = ["a6"] }` or `{ all = ["a8a6"] }`
    fn move_list(&mut self, value: &Value<'_>) -> Option<MoveList> {
        let table = self.remarks.table(value, LISTS_HELP)?;
        let fields = self
            .remarks
            .fields(table, "a list of moves", &["from", "to", "all"]);
        let line = self.line(&value.span());
        let (from, key) = match (fields.get("from"), fields.get("to"), fields.get("all")) {
            (Some(from), Some(_), None) => (Some(self.written(from.value, LISTS_HELP)?), "to"),
            (None, None, Some(_)) => (None, "all"),
            _ => {
                let message = "a list of moves has `from` and `to`, or `all`";
                self.remarks.add("F0605", &value.span(), message, LISTS_HELP);
                return None;
            }
        };
        let DeValue::Array(list) = fields[key].value.get_ref() else {
            self.remarks.wrong(fields[key].value, "a list", LISTS_HELP);
            return None;
        };
        let texts = list
            .iter()
            .filter_map(|text| Some(self.remarks.text(text, LISTS_HELP)?.to_owned()));
        Some(MoveList {
            from,
            texts: texts.collect(),
            line,
        })
    }

    /// An outcome with its line.
    fn ending(&mut self, value: &Value<'_>) -> Option<(Ending, usize)> {
        let text = self.remarks.text(value, ENDING_HELP)?;
        let ending = Ending::parse(text);
        if ending.is_none() {
            let message = format!("`{text}` is not an outcome");
            let (who, reason) = text.split_once(':').unwrap_or((text, ""));
            let help = match closest(who.trim(), ["none", "draw", "white wins", "black wins"]) {
                Some(likely) if reason.is_empty() => format!("did you mean `{likely}`?"),
                Some(likely) => format!("did you mean `{likely}:{reason}`?"),
                None => ENDING_HELP.to_owned(),
            };
            self.remarks.add("F0602", &value.span(), message, help);
        }
        Some((ending?, self.line(&value.span())))
    }
}
