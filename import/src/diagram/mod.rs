//! Definitions of the Interactive Diagram: `files=8`, `ranks=8`, and a line
//! `name:letter:moves:picture:squares` for each kind of piece, the pawn first. Black's pieces stand
//! as White's mirrored.

mod castling;
mod known;

use crate::differ;
use crate::ini::{Lines, Piece};
use crate::region::{name, square};
use crate::report::{Finding, Import, KeyReport, Loss, Section, Status};
use crate::write::head;
use crate::xbetza::{self, Castle};
use ferz_grammar::quoting::quote;
use ferz_grammar::suggest::closest_of_few;
pub(crate) use known::known;

/// Keys about rules.
const RULES: &[&str] = &[
    "files",
    "ranks",
    "promoZone",
    "promoChoice",
    "maxPromote",
    "royal",
    "symmetry",
];
/// Keys about what it looks like.
const DISPLAY: &[&str] = &[
    "graphicsDir",
    "graphicsType",
    "whitePrefix",
    "blackPrefix",
    "squareSize",
    "lightShade",
    "darkShade",
    "rimColor",
    "coordColor",
    "useMarkers",
    "firstRank",
    "borders",
    "newClick",
    "showHighlights",
    "oldStyle",
    "theme",
    "satellite",
    "startShade",
    "rankLabels",
    "fileLabels",
];
/// Keys about rules that are not read, and their subjects.
const BEYOND: &[(&str, &str)] = &[
    ("shuffle", "start positions by chance"),
    ("holdingsType", "pieces in hand"),
    ("morph", "pieces that change on certain squares"),
    ("captureMatrix", "which kind captures which"),
    ("spells", "spells"),
    ("stalemate", "what a stalemate brings"),
    ("baring", "a bare king"),
    ("protected", "pieces that may not be traded"),
    ("promoOffset", "promotions by file"),
    ("trackPieces", "pieces that keep their identity"),
];

/// A line of the definition.
#[derive(Clone, Debug)]
enum Line {
    Key(Piece, Piece),
    Kind(Piece),
}

/// Whether a text looks like one.
pub(crate) fn is_diagram(text: &str) -> bool {
    let has = |key: &str| {
        let mut lines = text.lines().map(str::trim);
        lines.any(|line| {
            line.strip_prefix(key)
                .is_some_and(|rest| rest.trim_start().starts_with('='))
        })
    };
    let section = text.lines().any(|line| line.starts_with('['));
    let kinds = lines(text).iter().any(|line| matches!(line, Line::Kind(_)));
    !section && kinds && (has("files") || has("ranks"))
}

fn lines(text: &str) -> Vec<Line> {
    let mut list = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let start = offset + (line.len() - line.trim_start().len());
        offset += line.len();
        let line = line.trim();
        if line.is_empty() || line.starts_with(['<', '#']) {
            continue;
        }
        let colon = line.find(':').unwrap_or(usize::MAX);
        match line.split_once('=') {
            Some((key, value)) if key.len() < colon => {
                let at = start + key.len() + 1 + (value.len() - value.trim_start().len());
                list.push(Line::Key(
                    Piece::new(key.trim_end(), start),
                    Piece::new(value.trim(), at),
                ));
            }
            _ if colon != usize::MAX => list.push(Line::Kind(Piece::new(line, start))),
            _ => {}
        }
    }
    list
}

/// Squares by rank and file.
type Places = Vec<(u8, u8)>;

/// A kind of piece of the table.
struct Kind {
    name: String,
    letter: char,
    /// Whether the line says the letter.
    given: bool,
    betza: String,
    /// How far it goes when it castles.
    castles: Vec<Castle>,
    white: Places,
    black: Option<Places>,
    line: Piece,
}

struct Diagram<'t> {
    lines: Lines<'t>,
    section: Section,
    files: u8,
    ranks: u8,
    zone: u8,
    choice: String,
    most: usize,
    royal: Option<Piece>,
    rotate: bool,
    kinds: Vec<Kind>,
}

/// Imports one.
pub(crate) fn import(text: &str) -> Import {
    let mut diagram = Diagram {
        lines: Lines::new(text),
        section: Section {
            name: "diagram".to_owned(),
            line: 1,
            ..Section::default()
        },
        files: 8,
        ranks: 8,
        zone: 1,
        choice: String::new(),
        most: 1,
        royal: None,
        rotate: false,
        kinds: Vec::new(),
    };
    for line in lines(text) {
        match line {
            Line::Key(key, value) => diagram.key(&key, &value),
            Line::Kind(line) => diagram.kind(&line),
        }
    }
    diagram.finish();
    Import {
        sections: vec![diagram.section],
        findings: Vec::new(),
    }
}

impl Diagram<'_> {
    fn find(&mut self, at: &Piece, message: impl Into<String>, help: Option<String>) {
        let (line, column) = self.lines.place(at.offset);
        self.section.findings.push(Finding {
            warning: false,
            line,
            column,
            offset: at.offset,
            length: at.text.len().max(1),
            message: message.into(),
            help,
        });
    }

    fn report(&mut self, key: &Piece, value: &str, status: Status, note: Option<String>) {
        let (line, column) = self.lines.place(key.offset);
        self.section.keys.push(KeyReport {
            key: key.text.clone(),
            value: value.to_owned(),
            line,
            column,
            status,
            note,
        });
    }

    fn key(&mut self, key: &Piece, value: &Piece) {
        let known = |list: &[&str]| list.iter().any(|known| *known == key.text);
        if known(DISPLAY) {
            return self.report(
                key,
                &value.text,
                Status::NoMeaning,
                Some("it is about the display".to_owned()),
            );
        }
        if let Some((_, what)) = BEYOND.iter().find(|(known, _)| *known == key.text) {
            self.section.lost.push(Loss {
                what: key.text.clone(),
                why: format!("{} = {}: {what}", key.text, value.text),
            });
            return self.report(key, &value.text, Status::NotPossible, Some((*what).to_owned()));
        }
        if !known(RULES) {
            let all = RULES.iter().chain(DISPLAY).copied();
            let all: Vec<&str> = all.chain(BEYOND.iter().map(|(key, _)| *key)).collect();
            let close = closest_of_few(&key.text, all.iter().copied());
            let help = close.map(|close| format!("did you mean `{close}`?"));
            self.find(key, format!("there is no key `{}`", key.text), help);
            return self.report(
                key,
                &value.text,
                Status::Wrong,
                Some("there is no such key".to_owned()),
            );
        }
        match self.rule(key, value) {
            Ok(()) => self.report(key, &value.text, Status::TakenOver, None),
            Err(message) => {
                self.find(value, message.clone(), None);
                self.report(key, &value.text, Status::Wrong, Some(message));
            }
        }
    }

    fn rule(&mut self, key: &Piece, value: &Piece) -> Result<(), String> {
        let number = |most: u8| match value.text.parse::<u8>() {
            Ok(number) if (1..=most).contains(&number) => Ok(number),
            _ => Err(format!("`{}` is not a number from 1 to {most}", value.text)),
        };
        match key.text.as_str() {
            "files" => self.files = number(26)?,
            "ranks" => self.ranks = number(99)?,
            "promoZone" => self.zone = if value.text == "0" { 0 } else { number(99)? },
            "maxPromote" => self.most = if value.text == "0" { 0 } else { number(99)?.into() },
            "promoChoice" => self.choice.clone_from(&value.text),
            "royal" => self.royal = Some(value.clone()),
            _ => {
                self.rotate = match value.text.as_str() {
                    "mirror" => false,
                    "rotate" => true,
                    other => return Err(format!("`{other}` is not `mirror` or `rotate`")),
                };
            }
        }
        Ok(())
    }

    fn kind(&mut self, line: &Piece) {
        let parts: Vec<&str> = line.text.split(':').collect();
        let part = |at: usize| parts.get(at).map_or("", |part| part.trim());
        let first = part(0).to_lowercase();
        let word: String = first
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
            .collect();
        let letter = part(1)
            .chars()
            .next()
            .or_else(|| first.chars().next())
            .unwrap_or('?');
        let given = !part(1).is_empty();
        let key = line.part(0, parts[0].len());
        if word.is_empty() || !letter.is_ascii_alphabetic() || parts.len() < 3 {
            let help = "`name:letter:moves:picture:squares`".to_owned();
            self.find(line, "this is no kind of piece", Some(help));
            return self.report(&key, &line.text, Status::Wrong, None);
        }
        let Some((betza, castles)) = self.moves(line, &key, &word, part(2)) else {
            return self.report(&key, &line.text, Status::Wrong, None);
        };
        let (white, black) = self.places(line, &word, (part(4), part(5)));
        self.kinds.push(Kind {
            name: word,
            letter: letter.to_ascii_uppercase(),
            given,
            betza,
            castles,
            white,
            black,
            line: line.clone(),
        });
        self.report(&key, &line.text, Status::TakenOver, None);
    }

    /// How a kind moves and castles: as the line says, or as one of its name does.
    fn moves(
        &mut self,
        line: &Piece,
        key: &Piece,
        word: &str,
        stated: &str,
    ) -> Option<(String, Vec<Castle>)> {
        let moves = match stated {
            "" => known(word, self.files).unwrap_or_default(),
            stated => stated,
        };
        if moves.is_empty() {
            let message = format!("how the {word} moves is not said, and no piece of that name is known");
            let help = format!(
                "`{word}:{}:N` moves as a knight",
                word.chars().next().unwrap_or('x')
            );
            self.find(key, message, Some(help));
            return None;
        }
        let parts = xbetza::parts(moves);
        if let Err(error) = ferz::betza::parse(&parts.moves) {
            let at = line.text.find(stated).unwrap_or(0);
            let shown = line.part(at, stated.len());
            self.find(&shown, format!("`{moves}`: {}", words(&error)), None);
            return None;
        }
        Some((parts.moves, parts.castles))
    }

    /// Reads the squares of the pieces of a kind. Black's squares follow two commas, or have a
    /// field of their own; a number there counts pieces in the hand.
    fn places(
        &mut self,
        line: &Piece,
        word: &str,
        (squares, last): (&str, &str),
    ) -> (Places, Option<Places>) {
        let (white, mut black) = match squares.split_once(",,") {
            Some((white, black)) => (white, Some(black)),
            None => (squares, None),
        };
        if last.is_empty() || last.bytes().any(|byte| !byte.is_ascii_digit()) {
            black = black.or(Some(last).filter(|last| !last.is_empty()));
        } else if last != "0" {
            let why = format!("{last} of them in the hand, and a diagram does not define their use");
            self.section.lost.push(Loss {
                what: word.to_owned(),
                why,
            });
        }
        let white = self.squares(line, white);
        (white, black.map(|black| self.squares(line, black)))
    }

    /// `a1,h1` and `a2-h2`.
    fn squares(&mut self, line: &Piece, text: &str) -> Vec<(u8, u8)> {
        let mut list = Vec::new();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let (from, to) = word.split_once('-').unwrap_or((word, word));
            let (Some(from), Some(to)) = (square(from), square(to)) else {
                let at = line.text.rfind(word).unwrap_or(0);
                let shown = line.part(at, word.len());
                self.find(
                    &shown,
                    format!("`{word}` is not a square"),
                    Some("`a1,h1` or `a2-h2`".to_owned()),
                );
                continue;
            };
            for rank in from.0.min(to.0)..=from.0.max(to.0) {
                list.extend((from.1.min(to.1)..=from.1.max(to.1)).map(|file| (rank, file)));
            }
        }
        list
    }

    fn is_royal(&self, at: usize) -> bool {
        let kind = &self.kinds[at];
        match &self.royal {
            Some(list) => list.text.split(',').any(|word| {
                word.trim() == (at + 1).to_string()
                    || word.trim().eq_ignore_ascii_case(&kind.letter.to_string())
            }),
            None => {
                kind.name == "king"
                    || (kind.letter == 'K' && !self.kinds.iter().any(|kind| kind.name == "king"))
            }
        }
    }

    /// Letters of kinds that name none: the first one of the name that no other kind has.
    fn letters(&mut self) {
        let mut taken: Vec<char> = Vec::new();
        let given: Vec<bool> = self.kinds.iter().map(|kind| kind.given).collect();
        for (at, kind) in self.kinds.iter_mut().enumerate() {
            if given[at] {
                taken.push(kind.letter);
            }
        }
        for kind in self.kinds.iter_mut().filter(|kind| !kind.given) {
            let name = kind.name.to_ascii_uppercase();
            let mut own = name.chars().chain('A'..='Z').filter(char::is_ascii_alphabetic);
            if let Some(letter) = own.find(|letter| !taken.contains(letter)) {
                kind.letter = letter;
            }
            taken.push(kind.letter);
        }
    }

    fn finish(&mut self) {
        self.letters();
        if self.kinds.is_empty() {
            self.find(&Piece::new("", 0), "there is no piece in the definition", None);
            return;
        }
        let letters: Vec<(char, Piece)> = self
            .kinds
            .iter()
            .map(|kind| (kind.letter, kind.line.clone()))
            .collect();
        for (at, (letter, line)) in letters.iter().enumerate() {
            if letters[..at].iter().any(|(other, _)| other == letter) {
                self.find(line, format!("two pieces have the letter `{letter}`"), None);
            }
        }
        let outside = |kind: &Kind| {
            let all = kind
                .white
                .iter()
                .chain(kind.black.iter().flatten())
                .copied()
                .collect::<Vec<_>>();
            all.into_iter()
                .find(|&(rank, file)| rank >= self.ranks || file >= self.files)
        };
        let found: Vec<(Piece, (u8, u8))> = self
            .kinds
            .iter()
            .filter_map(|kind| Some((kind.line.clone(), outside(kind)?)))
            .collect();
        for (line, (rank, file)) in found {
            let (files, ranks) = (self.files, self.ranks);
            self.find(
                &line,
                format!("`{}` is not on a board of {files}x{ranks}", name(rank, file)),
                None,
            );
        }
        if self.section.findings.iter().any(Finding::is_error) {
            return;
        }
        let text = self.written();
        match differ::playable(&text) {
            Ok(_) => {
                self.section.whole = Some(text.clone());
                self.section.ferz = Some(text);
            }
            Err(why) => self.find(
                &Piece::new("", 0),
                format!("these rules make no variant: {why}"),
                None,
            ),
        }
    }

    fn written(&self) -> String {
        let mut text = head("Diagram", None, "", "");
        text.push_str(&format!(
            "\nboard {}x{}\n\narmy both {{\n",
            self.files, self.ranks
        ));
        for (at, kind) in self.kinds.iter().enumerate() {
            let royal = if self.is_royal(at) { ", royal" } else { "" };
            text.push_str(&format!(
                "  {} {} = betza {}{royal}\n",
                kind.name,
                kind.letter,
                quote(&kind.betza)
            ));
        }
        text.push_str("}\n");
        let targets: Vec<&str> = self.targets();
        for kind in self.kinds.iter().take(self.most).filter(|_| self.zone > 0) {
            let own: Vec<&str> = targets.iter().copied().filter(|to| *to != kind.name).collect();
            if own.is_empty() {
                continue;
            }
            let first = self.ranks.saturating_sub(self.zone) + 1;
            let zone = if self.zone == 1 {
                String::new()
            } else {
                format!("\n  on: ranks {first}-{}", self.ranks)
            };
            text.push_str(&format!(
                "\npromotion {} {{\n  to: {}{zone}\n}}\n",
                kind.name,
                own.join(", ")
            ));
        }
        let (castling, rights) = self.castling();
        text.push_str(&castling);
        text.push_str("\nend {\n  repetition: 3 draw claim\n  move-rule: 100 draw claim\n}\n");
        text.push_str(&format!(
            "\nstart {}\n",
            quote(&format!("{} w {rights} - 0 1", self.placement()))
        ));
        text
    }

    /// The kinds to which pawns promote: the choice, else every kind that is neither pawn nor
    /// royal.
    fn targets(&self) -> Vec<&str> {
        let named = |letter: char| {
            let kind = self
                .kinds
                .iter()
                .find(|kind| kind.letter == letter.to_ascii_uppercase());
            kind.map(|kind| kind.name.as_str())
        };
        if !self.choice.is_empty() {
            return self.choice.chars().filter_map(named).collect();
        }
        let all = self.kinds.iter().enumerate().skip(self.most).rev();
        all.filter(|(at, _)| !self.is_royal(*at))
            .map(|(_, kind)| kind.name.as_str())
            .collect()
    }

    fn black(&self, kind: &Kind) -> Vec<(u8, u8)> {
        kind.black.clone().unwrap_or_else(|| {
            let image = |&(rank, file): &(u8, u8)| {
                let file = if self.rotate { self.files - 1 - file } else { file };
                (self.ranks - 1 - rank, file)
            };
            kind.white.iter().map(image).collect()
        })
    }

    fn at(&self, wanted: (u8, u8)) -> Option<char> {
        let white = self.kinds.iter().find(|kind| kind.white.contains(&wanted));
        let black = self.kinds.iter().find(|kind| self.black(kind).contains(&wanted));
        white
            .map(|kind| kind.letter)
            .or(black.map(|kind| kind.letter.to_ascii_lowercase()))
    }

    fn placement(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..self.ranks).rev() {
            let (mut row, mut empty) = (String::new(), 0);
            for file in 0..self.files {
                match self.at((rank, file)) {
                    None => empty += 1,
                    Some(letter) => {
                        if empty > 0 {
                            row.push_str(&empty.to_string());
                        }
                        empty = 0;
                        row.push(letter);
                    }
                }
            }
            if empty > 0 {
                row.push_str(&empty.to_string());
            }
            rows.push(row);
        }
        rows.join("/")
    }
}

fn words(error: &ferz::betza::Error) -> String {
    error.message.clone()
}
