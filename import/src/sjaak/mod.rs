//! Variants of Sjaak II: `variants.txt`, a variant from each `Variant:` line on.
//!
//! The lines follow the description that comes with the program; if the program differs from it,
//! the program counts.

mod finish;
mod lines;
mod moves;
mod pieces;
mod rules;
mod start;

use crate::draft::{Draft, Sheet};
use crate::ini::{Lines, Piece};
use crate::region::{Region, square};
use crate::report::{Import, Section, Status};
use ferz::rules::PerSide;
use ferz_grammar::suggest::closest_of_few;
use lines::{Entry, items};
use pieces::Kind;
use rules::Rules;

/// Files and ranks at most.
const SIZE: u8 = 16;
/// Squares at most.
const SQUARES: usize = 128;

/// Whether a text looks like one.
pub(crate) fn is_sjaak(text: &str) -> bool {
    let has = |key: &str| text.lines().any(|line| line.starts_with(key));
    has("Variant:") && has("Board:") && has("Piece:")
}

/// Imports the variants that are named, or all if none is.
pub(crate) fn import(text: &str, names: &[String]) -> Import {
    let file = lines::read(text);
    let places = Lines::new(text);
    let mut import = Import::default();
    for stray in &file.strays {
        let message = format!("`{}` stands before the first variant", stray.text);
        let help = Some("a variant begins with `Variant: NAME`".to_owned());
        import
            .findings
            .push(crate::draft::finding(&places, stray, message, help));
    }
    let titles: Vec<&str> = file
        .entries
        .iter()
        .map(|entry| entry.title.text.as_str())
        .collect();
    let (own, chosen) = crate::choose(&titles, names, "variant", &places, &mut import);
    let read = chosen.into_iter();
    let read = read.map(|at| section(&places, &file.entries[at], own[at].clone()));
    import.sections.extend(read);
    import
}

fn section(places: &Lines<'_>, entry: &Entry, name: String) -> Section {
    let mut reader = Reader::new(places, entry, name);
    for stray in &entry.strays {
        let help = Some("`Key: value`; comments begin with `#`".to_owned());
        reader.sheet.wrong("line", stray, "this line has no key", help);
    }
    for line in &entry.lines {
        reader.line(&line.key, &line.value);
    }
    reader.finish()
}

/// A variant while it is read.
struct Reader<'t> {
    sheet: Sheet<'t>,
    head: Piece,
    draft: Draft,
    zones: Vec<(String, Region)>,
    /// Squares that end the game, by the line that names them.
    flags: PerSide<Region>,
    kinds: Vec<Kind>,
    rules: Rules,
    fen: Option<Piece>,
}

/// Keys that are about a piece.
const OF_PIECES: &[&str] = &[
    "Move",
    "Capture",
    "Special",
    "Initial",
    "Prison",
    "Block",
    "Symbol",
    "Value",
    "Flags",
    "Promotion",
    "Optional promotion",
    "Entry promotion",
    "Demotion",
    "Allowed victims",
    "Drop zone",
    "Max",
];
/// The other keys.
const OTHERS: &[&str] = &[
    "Board",
    "FEN",
    "Zone",
    "Exclude",
    "WhiteFlag",
    "BlackFlag",
    "Piece",
    "Castle",
    "Rule",
    "XBoard pieces",
    "WinBoard pieces",
    "XBoard parent",
    "WinBoard parent",
];

impl<'t> Reader<'t> {
    fn new(places: &'t Lines<'t>, entry: &Entry, name: String) -> Self {
        let mut sheet = Sheet::new(places, name, entry.title.offset);
        sheet.taken("Variant", &entry.title);
        let draft = Draft {
            title: entry.title.text.clone(),
            ..Draft::default()
        };
        Self {
            sheet,
            head: entry.title.clone(),
            draft,
            zones: Vec::new(),
            flags: PerSide::default(),
            kinds: Vec::new(),
            rules: Rules::default(),
            fen: None,
        }
    }

    fn line(&mut self, key: &str, value: &Piece) {
        match key {
            "Board" => return self.board(value),
            "FEN" => return self.start_line(value),
            "Piece" => return self.piece(value),
            "Rule" => return self.rule(value),
            "XBoard pieces" | "WinBoard pieces" | "XBoard parent" | "WinBoard parent" => {
                return self.sheet.idle(key, value, "it is about the display");
            }
            _ => {}
        }
        if self.draft.files == 0 {
            let help = Some("`Board: 8x8` in front of squares and pieces".to_owned());
            let message = "the size of the board is not said yet";
            return self.sheet.wrong(key, value, message, help);
        }
        match key {
            "Zone" => self.zone(value),
            "Exclude" => self.exclude(value),
            "WhiteFlag" | "BlackFlag" => {
                let squares = self.squares(value);
                let of_white = key == "WhiteFlag";
                let flags = &mut self.flags;
                let side = if of_white {
                    &mut flags.white
                } else {
                    &mut flags.black
                };
                *side = side.or(&squares);
                self.sheet.taken(key, value);
            }
            "Castle" => self.castle(value),
            _ if OF_PIECES.contains(&key) => self.of_piece(key, value),
            _ => {
                let all = OF_PIECES.iter().chain(OTHERS).copied();
                let close = closest_of_few(key, all);
                let help = close.map(|close| format!("did you mean `{close}`?"));
                self.sheet
                    .wrong(key, value, &format!("there is no key `{key}`"), help);
            }
        }
    }

    fn board(&mut self, value: &Piece) {
        let pair = value.text.split_once('x');
        let number = |text: &str| text.trim().parse::<u8>().ok().filter(|n| (1..=SIZE).contains(n));
        let size = pair.and_then(|(files, ranks)| Some((number(files)?, number(ranks)?)));
        let fits = |(files, ranks): &(u8, u8)| usize::from(*files) * usize::from(*ranks) <= SQUARES;
        match size.filter(fits) {
            Some(_) if self.draft.files > 0 => {
                self.sheet
                    .wrong("Board", value, "the size of the board is said twice", None);
            }
            Some((files, ranks)) => {
                (self.draft.files, self.draft.ranks) = (files, ranks);
                self.zones = vec![
                    ("empty".to_owned(), Region::default()),
                    ("all".to_owned(), self.draft.everywhere()),
                ];
                self.sheet.taken("Board", value);
            }
            None => {
                let help = Some(format!(
                    "`8x8`: at most {SIZE} files and ranks and {SQUARES} squares"
                ));
                let message = format!("`{}` is no size of a board", value.text);
                self.sheet.wrong("Board", value, &message, help);
            }
        }
    }

    /// Squares between commas. Signs behind a square are not read by the program either.
    fn squares(&mut self, value: &Piece) -> Region {
        let mut region = Region::default();
        for item in items(value) {
            let name = item.text.trim_end_matches(';');
            let on_board = |&(rank, file): &(u8, u8)| rank < self.draft.ranks && file < self.draft.files;
            match square(name).filter(on_board) {
                Some((rank, file)) => region.insert(rank, file),
                None => {
                    let message = format!("`{name}` is no square of the board");
                    self.sheet.find(&item, message, None);
                }
            }
        }
        region
    }

    fn zone(&mut self, value: &Piece) {
        let Some((name, squares)) = value.text.split_once('=') else {
            let help = Some("`Zone: camp = a1,b1`".to_owned());
            return self.sheet.wrong("Zone", value, "a zone needs its squares", help);
        };
        let squares = value.part(name.len() + 1, squares.len());
        let region = self.squares(&squares);
        self.zones.push((name.trim().to_owned(), region));
        self.sheet.taken("Zone", value);
    }

    /// The squares of a zone.
    fn zone_named(&mut self, name: &Piece) -> Option<Region> {
        let found = self.zones.iter().rev().find(|(own, _)| *own == name.text);
        if let Some((_, region)) = found {
            return Some(region.clone());
        }
        let known = self.zones.iter().map(|(name, _)| name.as_str());
        let close = closest_of_few(&name.text, known);
        let help = close.map(|close| format!("did you mean `{close}`?"));
        self.sheet
            .find(name, format!("there is no zone `{}`", name.text), help);
        None
    }

    /// The zones of both sides at the beginning of a value, and the rest; a line without them is
    /// not understood.
    fn both_zones(&mut self, key: &str, value: &Piece) -> Option<(PerSide<Region>, Piece)> {
        let zones = self.zones_in_front(key, value);
        if zones.is_none() {
            self.sheet.tell(key, value, Status::Wrong, None);
        }
        zones
    }

    fn zones_in_front(&mut self, key: &str, value: &Piece) -> Option<(PerSide<Region>, Piece)> {
        let parts = items(value);
        let [white, black, ..] = &parts[..] else {
            let help = Some(format!("`{key}: WHITE ZONE, BLACK ZONE`"));
            self.sheet.find(value, "a zone of each side is needed", help);
            return None;
        };
        let end = black.offset + black.text.len() - value.offset;
        let rest = value.part(end, value.text.len() - end);
        let rest = lines::trimmed(rest.text.trim_start_matches([',', ' ']), {
            let kept = rest.text.trim_start_matches([',', ' ']);
            rest.offset + rest.text.len() - kept.len()
        });
        let zones = PerSide::new(self.zone_named(white)?, self.zone_named(black)?);
        Some((zones, rest))
    }

    fn exclude(&mut self, value: &Piece) {
        let squares = self.squares(value);
        self.draft.holes = self.draft.holes.or(&squares);
        self.sheet.taken("Exclude", value);
    }

    fn start_line(&mut self, value: &Piece) {
        let inner = value
            .text
            .strip_prefix('"')
            .and_then(|rest| rest.split('"').next());
        match inner {
            Some(inner) => {
                self.fen = Some(value.part(1, inner.len()));
                self.sheet.taken("FEN", value);
            }
            None => {
                let help = Some("`FEN: \"8/8/8/8/8/8/8/8 w - -\"`".to_owned());
                self.sheet
                    .wrong("FEN", value, "a position stands in quotes", help);
            }
        }
    }
}
