//! Definitions of the Interactive Diagram: `files=8`, `ranks=8`, and a line
//! `name:letter:moves:picture:squares` for each kind of piece, the pawn first. Black's pieces stand
//! as White's mirrored.

mod finish;
mod known;

use crate::draft::{Draft, Sheet};
use crate::ini::{Lines, Piece};
use crate::region::square;
use crate::report::{Import, Status};
use crate::xbetza::{self, Way};
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
    /// Text around the definition.
    Other(Piece),
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
            _ => list.push(Line::Other(Piece::new(line, start))),
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
    way: Way,
    white: Places,
    black: Option<Places>,
    line: Piece,
}

struct Reader<'t> {
    sheet: Sheet<'t>,
    draft: Draft,
    zone: u8,
    choice: String,
    most: usize,
    royal: Option<Piece>,
    rotate: bool,
    kinds: Vec<Kind>,
}

/// Imports one.
pub(crate) fn import(text: &str) -> Import {
    let places = Lines::new(text);
    let mut reader = Reader {
        sheet: Sheet::new(&places, "diagram".to_owned(), 0),
        draft: Draft {
            title: "Diagram".to_owned(),
            files: 8,
            ranks: 8,
            ..Draft::default()
        },
        zone: 1,
        choice: String::new(),
        most: 1,
        royal: None,
        rotate: false,
        kinds: Vec::new(),
    };
    for line in lines(text) {
        match line {
            Line::Key(key, value) => reader.key(&key, &value),
            Line::Kind(line) => reader.kind(&line),
            Line::Other(line) => reader.sheet.idle("text", &line, "it is no line of a definition"),
        }
    }
    Import {
        sections: vec![reader.finish()],
        findings: Vec::new(),
    }
}

impl Reader<'_> {
    fn key(&mut self, key: &Piece, value: &Piece) {
        let known = |list: &[&str]| list.iter().any(|known| *known == key.text);
        if known(DISPLAY) {
            return self.sheet.idle(&key.text, value, "it is about the display");
        }
        if let Some((_, what)) = BEYOND.iter().find(|(known, _)| *known == key.text) {
            return self.sheet.lose(&key.text, value, Status::NotPossible, what);
        }
        if !known(RULES) {
            let all = RULES.iter().chain(DISPLAY).copied();
            let all: Vec<&str> = all.chain(BEYOND.iter().map(|(key, _)| *key)).collect();
            let close = closest_of_few(&key.text, all.iter().copied());
            let help = close.map(|close| format!("did you mean `{close}`?"));
            self.sheet
                .find(key, format!("there is no key `{}`", key.text), help);
            let why = Some("there is no such key");
            return self.sheet.tell(&key.text, value, Status::Wrong, why);
        }
        match self.rule(key, value) {
            Ok(()) => self.sheet.taken(&key.text, value),
            Err(message) => self.sheet.wrong(&key.text, value, &message, None),
        }
    }

    fn rule(&mut self, key: &Piece, value: &Piece) -> Result<(), String> {
        let number = |most: u8| match value.text.parse::<u8>() {
            Ok(number) if (1..=most).contains(&number) => Ok(number),
            _ => Err(format!("`{}` is not a number from 1 to {most}", value.text)),
        };
        match key.text.as_str() {
            "files" => self.draft.files = number(26)?,
            "ranks" => self.draft.ranks = number(99)?,
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
        let parts = split(line, ':');
        let empty = line.part(line.text.len(), 0);
        let part = |at: usize| parts.get(at).unwrap_or(&empty);
        let first = part(0).text.to_lowercase();
        let word: String = first
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
            .collect();
        let given = part(1).text.chars().next();
        let letter = given.or_else(|| first.chars().next()).unwrap_or('?');
        if word.is_empty() || !letter.is_ascii_alphabetic() || parts.len() < 3 {
            let help = "`name:letter:moves:picture:squares`".to_owned();
            return self
                .sheet
                .wrong("piece", line, "this is no kind of piece", Some(help));
        }
        self.told("piece", part(0));
        self.told("letter", part(1));
        let way = self.moves(&word, part(0), part(2));
        if !part(3).text.is_empty() {
            self.sheet.idle("picture", part(3), "it is about the display");
        }
        let (white, black) = self.places((part(4), part(5)));
        for rest in parts.iter().skip(6).filter(|rest| !rest.text.is_empty()) {
            self.sheet
                .wrong("field", rest, "a kind of piece has six fields", None);
        }
        if let Some(way) = way {
            self.kinds.push(Kind {
                name: word,
                letter: letter.to_ascii_uppercase(),
                given: given.is_some(),
                way,
                white,
                black,
                line: line.clone(),
            });
        }
    }

    /// A field that is taken over, unless it is empty.
    fn told(&mut self, key: &str, field: &Piece) {
        if !field.text.is_empty() {
            self.sheet.taken(key, field);
        }
    }

    /// How a kind moves and castles: as the line says, or as one of its name does.
    fn moves(&mut self, word: &str, name: &Piece, stated: &Piece) -> Option<Way> {
        let moves = match stated.text.as_str() {
            "" => known(word, self.draft.files).unwrap_or_default(),
            stated => stated,
        };
        if moves.is_empty() {
            let message = format!("how the {word} moves is not said, and no piece of that name is known");
            let first = word.chars().next().unwrap_or('x');
            let help = format!("`{word}:{first}:N` moves as a knight");
            self.sheet.find(name, message, Some(help));
            return None;
        }
        match xbetza::way(&Piece::new(moves, stated.offset)) {
            Ok(way) => {
                match stated.text.is_empty() {
                    true => self
                        .sheet
                        .assume(name, "a piece of this name has its usual moves"),
                    false => self.sheet.taken("moves", stated),
                }
                Some(way)
            }
            Err(fault) => {
                self.sheet.tell("moves", stated, Status::Wrong, None);
                self.sheet.find(&fault.at, fault.message, fault.help);
                None
            }
        }
    }

    /// Reads the squares of the pieces of a kind. Black's squares follow two commas, or have a
    /// field of their own; a number there counts pieces in the hand.
    fn places(&mut self, (squares, last): (&Piece, &Piece)) -> (Places, Option<Places>) {
        let (white, mut black) = match squares.text.split_once(",,") {
            Some((white, black)) => {
                let at = white.len();
                (squares.part(0, at), Some(squares.part(at + 2, black.len())))
            }
            None => (squares.clone(), None),
        };
        if last.text.is_empty() || last.text.bytes().any(|byte| !byte.is_ascii_digit()) {
            black = black.or(Some(last.clone()).filter(|last| !last.text.is_empty()));
        } else if last.text == "0" {
            self.sheet.taken("hand", last);
        } else {
            let why = "pieces in the hand, and a diagram does not define their use";
            self.sheet.lose("hand", last, Status::NotPossible, why);
        }
        let white = self.squares(&white);
        (white, black.map(|black| self.squares(&black)))
    }

    /// `a1,h1` and `a2-h2`.
    fn squares(&mut self, text: &Piece) -> Places {
        let mut list = Vec::new();
        for word in split(text, ',').into_iter().filter(|word| !word.text.is_empty()) {
            let (from, to) = word.text.split_once('-').unwrap_or((&word.text, &word.text));
            let (Some(from), Some(to)) = (square(from), square(to)) else {
                let message = format!("`{}` is not a square", word.text);
                let help = "`a1,h1` or `a2-h2`".to_owned();
                self.sheet.wrong("squares", &word, &message, Some(help));
                continue;
            };
            self.sheet.taken("squares", &word);
            for rank in from.0.min(to.0)..=from.0.max(to.0) {
                list.extend((from.1.min(to.1)..=from.1.max(to.1)).map(|file| (rank, file)));
            }
        }
        list
    }
}

/// The parts of a text between these signs, without blanks around them.
fn split(text: &Piece, sign: char) -> Vec<Piece> {
    let mut at = 0;
    let mut list = Vec::new();
    for part in text.text.split(sign) {
        let blanks = part.len() - part.trim_start().len();
        list.push(text.part(at + blanks, part.trim().len()));
        at += part.len() + sign.len_utf8();
    }
    list
}
