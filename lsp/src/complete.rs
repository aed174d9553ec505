//! The completions at a place.

use crate::document::{Document, Texts};
use crate::hover::{self, about_hook, about_parameter};
use crate::names::{Role, words};
use ferz::hooks::{self, ParameterKind};
use ferz::lower::Library as _;
use ferz::mechanics::{self, Kind, Mechanic};
use ferz::vocabulary::{
    self, ATTRIBUTES, DECLARATIONS, DIRECTIONS, EVENTS, Explained, HURDLES, YES_NO, explained,
};
use ferz_grammar::keywords;
use ferz_grammar::quoting::quote;
use ferz_grammar::{Token, TokenKind, tokens};
use lsp_types::{CompletionItem, CompletionItemKind, Documentation, MarkupContent, MarkupKind, Position};

/// The text before the cursor.
#[derive(Debug, Default, PartialEq, Eq)]
struct Before<'t> {
    /// The words of the declaration before its block.
    head: Vec<&'t str>,
    /// In a block: the words of the entry so far.
    entry: Option<Vec<&'t str>>,
    /// In the block of a mechanic: its parameters.
    parameters: Vec<&'t str>,
}

/// In how many parentheses and brackets one is behind a token.
fn depth_behind(depth: usize, token: TokenKind) -> usize {
    match token {
        TokenKind::OpenParen | TokenKind::OpenBracket => depth + 1,
        TokenKind::CloseParen | TokenKind::CloseBracket => depth.saturating_sub(1),
        TokenKind::OpenBrace | TokenKind::CloseBrace | TokenKind::Semicolon => 0,
        _ => depth,
    }
}

impl<'t> Before<'t> {
    /// Reads the words before a place, but for the one that ends there, which is being written.
    /// `None` in texts and comments.
    fn new(text: &'t str, offset: usize) -> Option<Self> {
        let mut before = Self::default();
        let list: Vec<Token> = tokens(text)
            .into_iter()
            .take_while(|t| t.span.start < offset)
            .collect();
        let (mut flush, mut fresh, mut depth) = (true, true, 0usize);
        for (index, token) in list.iter().enumerate() {
            let word = &text[token.span.start..token.span.end];
            let here = token.span.end >= offset;
            match token.kind {
                TokenKind::Newline => {
                    (flush, fresh) = (true, true);
                    continue;
                }
                TokenKind::Whitespace => {
                    flush = false;
                    continue;
                }
                TokenKind::Comment if here => return None,
                TokenKind::Text | TokenKind::UnclosedText if here && token.span.end > offset => return None,
                TokenKind::UnclosedText if here => return None,
                TokenKind::Comment => continue,
                TokenKind::Name | TokenKind::BadName if here && index + 1 == list.len() => {
                    before.begin(word, flush, fresh, depth, true);
                    return Some(before);
                }
                _ => {}
            }
            before.begin(word, flush, fresh, depth, false);
            match token.kind {
                // In a mechanic stand declarations.
                TokenKind::OpenBrace if before.head.first() == Some(&"mechanic") => {
                    let named = before.head.windows(2).filter(|pair| pair[1] == ":");
                    before = Self {
                        parameters: named.map(|pair| pair[0]).collect(),
                        ..Self::default()
                    };
                }
                TokenKind::OpenBrace => before.entry = Some(Vec::new()),
                // The first brace closes the declaration, the next one the mechanic.
                TokenKind::CloseBrace if before.entry.is_some() => before.restart(),
                TokenKind::CloseBrace => before = Self::default(),
                TokenKind::Semicolon if before.entry.is_some() => before.entry = Some(Vec::new()),
                _ => before.entry.as_mut().unwrap_or(&mut before.head).push(word),
            }
            depth = depth_behind(depth, token.kind);
            if before.head.len() <= 1 && before.entry.is_none() {
                depth = 0;
            }
            (flush, fresh) = (false, false);
        }
        if fresh && depth == 0 {
            before.begin("", flush, true, 0, true);
        }
        Some(before)
    }

    /// Begins a new declaration, in the same mechanic if it is in one.
    fn restart(&mut self) {
        let parameters = std::mem::take(&mut self.parameters);
        *self = Self {
            parameters,
            ..Self::default()
        };
    }

    /// Begins a new declaration or entry, if a word does.
    fn begin(&mut self, word: &str, flush: bool, fresh: bool, depth: usize, last: bool) {
        let goes_on = |words: &[&str]| {
            let trails = |w: &&str| matches!(*w, "|" | "&" | "," | "=" | ":" | "then" | "except" | "extends");
            words.last().is_some_and(trails)
        };
        let leads = matches!(word, "|" | "&" | "," | "=" | "then" | "except");
        if flush && !last && keywords::is_keyword(word) {
            self.restart();
        } else if fresh && depth == 0 && !leads {
            match &mut self.entry {
                Some(entry) if !goes_on(entry) => entry.clear(),
                None if !goes_on(&self.head) && word != "{" => self.head.clear(),
                _ => {}
            }
        }
    }
}

pub(crate) fn complete(document: &Document, texts: &Texts<'_>, position: Position) -> Vec<CompletionItem> {
    let offset = document.lines().offset(position);
    let Some(before) = Before::new(&document.text, offset) else {
        return Vec::new();
    };
    let mut found = Found {
        document,
        texts,
        items: Vec::new(),
    };
    match &before.entry {
        None => found.declaration(&before.head),
        Some(entry) => {
            found.entry(&before.head, entry);
            if entry.contains(&":") {
                found.plain(&before.parameters);
            }
        }
    }
    let mut items = found.items;
    let mut seen = std::collections::HashSet::new();
    items.retain(|item| seen.insert(item.label.clone()));
    items
}

struct Found<'d> {
    document: &'d Document,
    texts: &'d Texts<'d>,
    items: Vec<CompletionItem>,
}

impl Found<'_> {
    fn add(&mut self, word: &str, kind: CompletionItemKind, about: Option<String>) {
        self.items.push(CompletionItem {
            label: word.to_owned(),
            kind: Some(kind),
            documentation: about.map(|value| {
                Documentation::MarkupContent(MarkupContent {
                    kind: MarkupKind::Markdown,
                    value,
                })
            }),
            ..CompletionItem::default()
        });
    }

    fn explained(&mut self, list: &[Explained], kind: CompletionItemKind) {
        for (word, about) in list {
            self.add(word, kind, Some((*about).to_owned()));
        }
    }

    fn plain(&mut self, list: &[&str]) {
        for word in list {
            self.add(word, CompletionItemKind::VALUE, None);
        }
    }

    /// The names that are defined in the document and in its sources.
    fn names(&mut self, role: Role<'_>, kind: CompletionItemKind) {
        let analysis = self.document.analysis(self.texts);
        let names: Vec<(String, String)> = analysis
            .trees()
            .iter()
            .zip(&analysis.lowered.sources)
            .flat_map(|(tree, source)| {
                words(tree, analysis.trees())
                    .into_iter()
                    .map(move |word| (word, source))
            })
            .filter(|(word, _)| word.role == role)
            .filter_map(|(word, source)| {
                let span = word.defines?;
                Some((
                    word.name.to_owned(),
                    source.text.get(span.start..span.end)?.to_owned(),
                ))
            })
            .collect();
        for (name, written) in names {
            self.add(&name, kind, Some(format!("```ferz\n{written}\n```")));
        }
    }

    /// The pieces that the armies have: not those that the file takes back or replaces.
    fn pieces(&mut self) {
        let first = self.items.len();
        self.names(Role::Piece, CompletionItemKind::CLASS);
        let known = &self.document.analysis(self.texts).lowered.pieces;
        let found = self.items.split_off(first);
        let has = |item: &CompletionItem| known.contains(&item.label);
        self.items.extend(found.into_iter().filter(has));
    }

    /// Offers the captures of a movement: pieces, and words for them.
    fn prey(&mut self) {
        self.pieces();
        for (word, about) in [
            ("same", "the piece that moves"),
            ("(all except same)", "all but the piece that moves"),
        ] {
            self.add(word, CompletionItemKind::KEYWORD, Some(about.to_owned()));
        }
    }

    fn squares(&mut self) {
        self.names(Role::Zone, CompletionItemKind::CONSTANT);
        self.explained(&vocabulary::in_squares(), CompletionItemKind::VALUE);
    }

    /// A movement, after these words.
    fn movement(&mut self, before: &[&str]) {
        match before.last() {
            Some(&("from" | "to")) => self.squares(),
            Some(&"of") => self.prey(),
            Some(&("over" | "hop")) => self.explained(&explained(HURDLES), CompletionItemKind::VALUE),
            Some(last) if matches!(*last, "step" | "ride") || DIRECTIONS.has(last) => {
                self.explained(&explained(DIRECTIONS), CompletionItemKind::VALUE);
                self.explained(&vocabulary::in_movements(), CompletionItemKind::OPERATOR);
            }
            _ => {
                self.names(Role::Movement, CompletionItemKind::FUNCTION);
                self.explained(&vocabulary::in_movements(), CompletionItemKind::OPERATOR);
            }
        }
    }

    /// A piece after its name, letter and `=`.
    fn piece(&mut self, before: &[&str]) {
        let mut depth = 0i32;
        let comma = before.iter().any(|word| {
            depth += i32::from(matches!(*word, "(" | "[")) - i32::from(matches!(*word, ")" | "]"));
            *word == "," && depth == 0
        });
        if comma {
            self.explained(&explained(ATTRIBUTES), CompletionItemKind::PROPERTY);
        } else if before.contains(&"=") {
            self.movement(before);
        }
    }

    fn declaration(&mut self, head: &[&str]) {
        let (Some(keyword), rest) = (head.first(), head.get(1..).unwrap_or(&[])) else {
            return self.explained(&explained(DECLARATIONS), CompletionItemKind::KEYWORD);
        };
        match (*keyword, rest) {
            ("variant", [_]) => self.plain(&["extends"]),
            ("variant", [_, "extends"]) => self.files("variant"),
            ("include", []) => self.files("library"),
            ("army", []) => self.plain(keywords::SIDES),
            ("castling", []) => self.plain(&["white", "black"]),
            ("promotion", []) => {
                self.plain(&["white", "black"]);
                self.pieces();
            }
            ("promotion", [side]) if keywords::SIDES.contains(side) => self.pieces(),
            ("drop", []) => {
                self.plain(&["white", "black", "all"]);
                self.pieces();
            }
            ("drop", ["all"] | [_, "all"]) => {}
            ("drop", _) => self.pieces(),
            ("on", []) => {
                self.explained(&explained(EVENTS), CompletionItemKind::EVENT);
                self.plain(&["white", "black"]);
            }
            ("on", [side]) if keywords::SIDES.contains(side) => {
                self.explained(&explained(EVENTS), CompletionItemKind::EVENT);
            }
            ("piece", []) => {
                self.plain(&["white", "black"]);
                self.pieces();
            }
            ("piece", [side]) if keywords::SIDES.contains(side) => self.pieces(),
            ("zone", []) => self.plain(keywords::SIDES),
            ("zone", _) if rest.contains(&"=") => self.squares(),
            ("movement", []) => self.names(Role::Movement, CompletionItemKind::FUNCTION),
            ("movement", _) if rest.contains(&"=") => {
                self.parameters(rest);
                self.movement(rest);
            }
            ("piece", _) => self.piece(rest),
            ("use", []) => self.mechanics(),
            ("use", [hook, "(", arguments @ ..]) => self.hook(hook, arguments),
            ("mechanic", [.., ":"]) => {
                for (word, about) in mechanics::types() {
                    self.add(word, CompletionItemKind::TYPE_PARAMETER, Some(about.to_owned()));
                }
            }
            ("mechanic", [.., ":", kind, "="]) => match *kind {
                "piece" | "pieces" => self.pieces(),
                "movement" => self.movement(rest),
                "squares" | "fixed-squares" => self.squares(),
                _ => {}
            },
            ("without", _) => self.without(rest),
            _ => {}
        }
    }

    /// The parameters in the head of a movement.
    fn parameters(&mut self, head: &[&str]) {
        let words = head.iter().take_while(|w| **w != "=").skip(1).copied();
        let names: Vec<&str> = words.filter(|w| !matches!(*w, "(" | ")" | ",")).collect();
        self.plain(&names);
    }

    /// Offers the inherited parts that can be left out.
    fn without(&mut self, rest: &[&str]) {
        match rest {
            [] => self.plain(keywords::TAKEN_BACK),
            ["on"] => self.explained(&explained(EVENTS), CompletionItemKind::EVENT),
            ["piece" | "promotion", ..] => {
                self.plain(&["white", "black"]);
                self.names(Role::Piece, CompletionItemKind::CLASS);
            }
            ["drop"] => self.pieces(),
            ["castling"] => self.plain(&["white", "black"]),
            ["zone" | "square"] => self.names(Role::Zone, CompletionItemKind::CONSTANT),
            ["use"] => self.mechanics(),
            ["power"] => self.names(Role::Power, CompletionItemKind::FUNCTION),
            [section @ ("end" | "rules")] => {
                self.explained(&vocabulary::keys(section), CompletionItemKind::PROPERTY);
            }
            _ => {}
        }
    }

    /// The texts that begin with a keyword, bundled or beside this one.
    fn files(&mut self, keyword: &str) {
        let own = Some(self.document.name.as_str());
        for name in self.texts.names(own) {
            let text = self
                .texts
                .load(&name, own)
                .map_or_else(|_| String::new(), |source| source.text);
            let mut lines = text
                .lines()
                .filter(|line| !line.is_empty() && !line.starts_with('#'));
            if !lines.next().is_some_and(|line| line.starts_with(keyword)) {
                continue;
            }
            let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
                && name
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
            let written = if is_name { name } else { quote(&name) };
            self.add(&written, CompletionItemKind::FILE, None);
        }
    }

    /// All that can be used by name.
    fn mechanics(&mut self) {
        let analysis = self.document.analysis(self.texts);
        let mut all: Vec<Mechanic> = hooks::registry().iter().map(Mechanic::from).collect();
        all.extend(hover::declared(analysis));
        for info in all {
            self.add(&info.name, CompletionItemKind::EVENT, Some(about_hook(&info)));
        }
    }

    /// Inside the parentheses of a hook.
    fn hook(&mut self, hook: &str, arguments: &[&str]) {
        let Some(info) = hover::mechanic(self.document.analysis(self.texts), hook) else {
            return;
        };
        let mut depth = 0i32;
        let mut start = 0;
        let mut given = Vec::new();
        for (index, word) in arguments.iter().enumerate() {
            depth += i32::from(matches!(*word, "(" | "[")) - i32::from(matches!(*word, ")" | "]"));
            match *word {
                "," if depth == 0 => start = index + 1,
                ":" if depth == 0 && index > 0 => given.push(arguments[index - 1]),
                _ => {}
            }
        }
        if depth < 0 {
            return;
        }
        match &arguments[start..] {
            [key, ":", value @ ..] => {
                if let Some(parameter) = info.parameters.iter().find(|p| p.name == *key) {
                    match &parameter.kind {
                        Kind::Of(kind) => self.value(kind, value),
                        Kind::Words(words) => {
                            self.plain(&words.iter().map(String::as_str).collect::<Vec<_>>());
                        }
                    }
                }
            }
            _ => {
                for parameter in info
                    .parameters
                    .iter()
                    .filter(|p| !given.contains(&p.name.as_str()))
                {
                    self.add(
                        &parameter.name,
                        CompletionItemKind::FIELD,
                        about_parameter(&info, &parameter.name),
                    );
                }
            }
        }
    }

    fn value(&mut self, kind: &ParameterKind, before: &[&str]) {
        match kind {
            ParameterKind::Side => self.plain(&["white", "black"]),
            ParameterKind::Sides => self.plain(keywords::SIDES),
            ParameterKind::Squares | ParameterKind::Zone => self.squares(),
            ParameterKind::Piece => self.pieces(),
            ParameterKind::Pieces => {
                self.pieces();
                self.plain(&["all"]);
            }
            ParameterKind::Movement => self.movement(before),
            ParameterKind::Bool => self.explained(&explained(YES_NO), CompletionItemKind::VALUE),
            ParameterKind::Word(words) => self.plain(words),
            ParameterKind::Directions => {
                let words: Vec<&str> = vocabulary::side_directions().map(|d| d.word).collect();
                self.plain(&words);
            }
            ParameterKind::List(inner) => self.value(inner, before),
            ParameterKind::Number { .. }
            | ParameterKind::Name
            | ParameterKind::Letter
            | ParameterKind::Text => {}
        }
    }

    fn entry(&mut self, head: &[&str], entry: &[&str]) {
        let Some(&section) = head.first() else { return };
        if section == "army" {
            return match entry {
                [] => self.pieces(),
                [_, _, rest @ ..] => self.piece(rest),
                [_] => {}
            };
        }
        let [key, ":", value @ ..] = entry else {
            if entry.is_empty() {
                self.explained(&vocabulary::keys(section), CompletionItemKind::PROPERTY);
            }
            return;
        };
        self.explained(&vocabulary::values(section, key), CompletionItemKind::VALUE);
        if let Some(&("attacked" | "guarded" | "enclosed" | "open")) = value.last() {
            self.plain(&["by"]);
        }
        match (section, *key) {
            ("promotion", "to" | "limit") | ("drop", "hand") => self.pieces(),
            ("promotion", "on" | "must")
            | ("drop", "on" | "first")
            | ("rules", "en-passant")
            | ("board", "holes" | "river" | "diagonals") => self.squares(),
            ("castling", key) if vocabulary::CASTLING.get(key).is_none() => self.pieces(),
            ("end", "checkmate" | "stalemate" | "repetition" | "perpetual-check" | "move-rule") => {}
            ("end", _) if value.contains(&"on") => self.squares(),
            ("end", _) => self.pieces(),
            ("on", "by" | "of") => self.pieces(),
            ("on", "from" | "to") => self.squares(),
            ("on", _) if leads(value) => self.movement(value),
            ("on", _) if value.contains(&"on") => {
                self.movement(value);
                self.squares();
            }
            ("on", _) => self.pieces(),
            ("power", "of") => self.pieces(),
            ("power", "while") if leads(value) => self.movement(value),
            ("power", "while") => self.pieces(),
            ("power", "moves" | "gains") | ("control", "moves") => self.movement(value),
            ("control", "of") | ("rules", "absorb" | "carry") => self.pieces(),
            ("control", _) => {}
            ("drop", "while" | "unless") | ("walls", "on") if value.contains(&"on") || section == "walls" => {
                self.movement(value);
                self.squares();
            }
            ("drop", "while" | "unless") => self.pieces(),
            _ => {}
        }
    }
}

/// Whether a movement follows: behind `by`, but not behind `attacked by`.
fn leads(value: &[&str]) -> bool {
    let by = value.iter().rposition(|word| *word == "by");
    by.is_some_and(|by| by > 0 && !matches!(value[by - 1], "attacked" | "guarded"))
}

#[cfg(test)]
mod tests;
