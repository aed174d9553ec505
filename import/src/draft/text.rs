//! A draft as a whole ferz text.

use super::words::Speaker;
use super::{Castling, Clock, Draft, Duty, Kind, Pass, Royalty};
use crate::part::{Part, head, laid_out, sided};
use crate::region::{Region, name};
use ferz::rules::{Board, Movement, PerSide, Side, Squares};
use ferz::text;
use ferz_grammar::quoting::quote;
use std::fmt::Write as _;

/// The text of a draft as a variant that extends nothing.
pub(crate) fn whole(draft: &Draft) -> String {
    head(&draft.title, None, &draft.source, &draft.about) + &laid_out(parts(draft).iter())
}

/// The declarations of a draft, in their order.
pub(crate) fn parts(draft: &Draft) -> Vec<Part> {
    Page::new(draft).parts()
}

/// The board of a draft.
pub(super) fn board(draft: &Draft) -> Board {
    let mut board = Board {
        files: draft.files,
        ranks: draft.ranks,
        holes: Squares::default(),
        wrap_files: false,
        wrap_ranks: false,
        extra: indexmap::IndexMap::new(),
    };
    board.holes = draft.holes.squares(&board);
    board
}

/// A draft while it is written, subject by subject.
pub(super) struct Page<'d> {
    pub(super) draft: &'d Draft,
    pub(super) board: Board,
}

impl<'d> Page<'d> {
    fn new(draft: &'d Draft) -> Self {
        Self {
            draft,
            board: board(draft),
        }
    }

    fn parts(&self) -> Vec<Part> {
        let board = Part::new("board", "", format!("board {}", text::board(&self.board)));
        let mut parts = vec![board];
        parts.extend(self.kinds());
        parts.extend(self.promotions());
        parts.extend(self.bans());
        parts.extend(self.effects());
        parts.extend(self.powers());
        parts.extend(self.walls());
        parts.extend(self.drops());
        parts.extend(self.shuffle());
        parts.extend(self.castlings());
        parts.extend(self.royalty());
        parts.extend(self.duties());
        parts.extend(self.ends());
        parts.push(self.start());
        parts
    }
}

impl Page<'_> {
    /// Both sides' squares.
    pub(super) fn sets(&self, regions: &PerSide<Region>) -> String {
        let own = |region: &Region| region.squares(&self.board);
        text::sets(
            &PerSide::new(own(&regions.white), own(&regions.black)),
            &self.board,
        )
    }

    /// A side's squares as a rule of that side names them, from White's side.
    pub(super) fn squares(&self, side: Side, region: &Region) -> String {
        text::squares_of(side, &region.squares(&self.board), &self.board)
    }

    /// The squares of both sides, or of one as they stand on the board.
    pub(super) fn standing(&self, on: &PerSide<Region>, side: Option<Side>) -> String {
        match side {
            None => self.sets(on),
            Some(Side::White) => self.squares(Side::White, &on.white),
            Some(Side::Black) => self.sets(&PerSide::new(Region::default(), on.black.clone())),
        }
    }

    fn kinds(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        for kind in &self.draft.kinds {
            let ways = &kind.movement;
            let own = |side: Side| {
                let letter = kind.letter[side].as_ref()?;
                let side = (ways.white != ways.black).then_some(side);
                let way = self.way(&ways[side.unwrap_or(Side::White)], side);
                Some(self.kind(kind, letter, &way))
            };
            let texts = PerSide::new(own(Side::White), own(Side::Black));
            parts.extend(sided("piece", &kind.name, &texts));
        }
        parts
    }

    /// A movement of one side or of both.
    pub(super) fn way(&self, movement: &Movement, side: Option<Side>) -> String {
        let board = &self.board;
        Speaker { board, side }.says(movement)
    }

    fn kind(&self, kind: &Kind, letter: &str, way: &str) -> String {
        let letter = letter.to_ascii_uppercase();
        let mut text = format!("{letter} = {way}");
        let promotes = self
            .draft
            .promotions
            .iter()
            .any(|promotion| promotion.kind == kind.name);
        if kind.royal {
            text.push_str(", royal");
        }
        match kind.clock {
            Clock::Keeps if promotes => text.push_str(", keeps-clock"),
            Clock::Resets if !promotes => text.push_str(", resets-clock"),
            _ => {}
        }
        if let Some(value) = kind.value.filter(|value| *value > 0 && !kind.royal) {
            let _ = write!(text, ", value {}", text::value(value));
        }
        if kind.unlettered {
            text.push_str(", unlettered");
        }
        text
    }

    /// Castlings with their letters: those to the right, then those to the left.
    fn lettered(&self, side: Side) -> Vec<(char, &Castling)> {
        let mut letters = [['K', 'L', 'M', 'N', 'O'].iter(), ['Q', 'S', 'T', 'U', 'V'].iter()];
        let own = self
            .draft
            .castlings
            .iter()
            .filter(|castling| castling.side == side);
        let letter = |castling: &'_ Castling, letters: &mut [std::slice::Iter<'_, char>; 2]| {
            let left = castling.rook_from.1 < castling.king_from.1;
            letters[usize::from(left)].next().copied()
        };
        let own = own.filter_map(|castling| Some((letter(castling, &mut letters)?, castling)));
        let mut own: Vec<_> = own.collect();
        own.sort_by_key(|(letter, _)| *letter);
        own
    }

    /// Pieces of the start that may stand otherwise.
    fn shuffle(&self) -> Option<Part> {
        let draft = self.draft;
        let region = |on: &Region| self.squares(Side::White, on);
        let all = draft
            .shuffle
            .iter()
            .fold(Region::default(), |all, (_, on)| all.or(on));
        if draft.shuffle.is_empty() {
            return None;
        }
        let place = |(kinds, on): &(Vec<String>, Region)| match *on == all {
            true => kinds.join(" "),
            false => format!("{} on ({})", kinds.join(" "), region(on)),
        };
        let places: Vec<String> = draft.shuffle.iter().map(place).collect();
        let (on, places) = (region(&all), places.join(", "));
        let text = format!("shuffle {{\n  on: {on}\n  place: {places}\n}}");
        Some(Part::new("shuffle", "", text))
    }

    fn castlings(&self) -> Vec<Part> {
        let block = |side: Side| {
            let own = self.lettered(side);
            let lines = own.iter().map(|(letter, castling)| {
                // Squares are written from White's side.
                let square = |(rank, file): (u8, u8)| match side {
                    Side::White => name(rank, file),
                    Side::Black => name(self.draft.ranks - 1 - rank, file),
                };
                format!(
                    "{letter}: {} {} {}, {} {} {}",
                    castling.king,
                    square(castling.king_from),
                    square(castling.king_to),
                    castling.rook,
                    square(castling.rook_from),
                    square(castling.rook_to)
                )
            });
            let mut lines: Vec<String> = lines.collect();
            let royal = |name: &String| self.draft.kind(name).is_some_and(|kind| kind.royal);
            for (line, wanted) in [
                (
                    "safe: none",
                    !own.iter().any(|(_, castling)| royal(&castling.king)),
                ),
                ("dropped: yes", self.draft.castles_dropped),
                ("anywhere: yes", self.draft.castles_anywhere),
                ("bars: yes", self.draft.castling_bars),
            ] {
                if wanted {
                    lines.push(line.to_owned());
                }
            }
            (!own.is_empty()).then(|| format!("{{\n  {}\n}}", lines.join("\n  ")))
        };
        sided(
            "castling",
            "",
            &PerSide::new(block(Side::White), block(Side::Black)),
        )
    }

    fn royalty(&self) -> Option<Part> {
        let rules = &self.draft.royalty;
        let word = |rule: &Royalty| match rule {
            Royalty::All => "all",
            Royalty::Any => "any",
            Royalty::Last => "last",
            Royalty::LastOfEach => "last-of-each",
        };
        let rule = text::per_side(rules, |rule| word(rule).to_owned());
        let text = format!("royalty {{\n  rule: {rule}\n}}");
        (*rules != PerSide::default()).then(|| Part::new("royalty", "", text))
    }

    fn duties(&self) -> Vec<Part> {
        let mut entries = Vec::new();
        let mut facing = None;
        for duty in &self.draft.duties {
            entries.push(match duty {
                Duty::Capture => "must-capture: yes".to_owned(),
                Duty::NoCheck => "no-check: yes".to_owned(),
                Duty::Pass(rules) => {
                    let word = |rule: &Pass| match rule {
                        Pass::Never => "never",
                        Pass::Stuck => "stuck",
                        Pass::Allowed => "allowed",
                    };
                    format!("pass: {}", text::per_side(rules, |rule| word(rule).to_owned()))
                }
                Duty::EnPassant(squares) => format!("en-passant: {}", self.sets(squares)),
                Duty::Bikjang => "bikjang: yes".to_owned(),
                Duty::NotFacing | Duty::NotInLine => {
                    let lines = match duty {
                        Duty::NotInLine => "orthogonal",
                        _ => "vertical",
                    };
                    facing = Some(format!("use facing-royals(lines: {lines})"));
                    continue;
                }
            });
        }
        let text = format!("rules {{\n  {}\n}}", entries.join("\n  "));
        let rules = (!entries.is_empty()).then(|| Part::new("rules", "", text));
        let facing = facing.map(|text| Part::new("use", "facing-royals", text));
        rules.into_iter().chain(facing).collect()
    }

    fn start(&self) -> Part {
        let setup = &self.draft.setup;
        let mut fields = vec![self.placement()];
        fields.push(if setup.black_begins { "b" } else { "w" }.to_owned());
        let mut rights = String::new();
        for side in Side::ALL {
            let lettered = self.lettered(side).into_iter();
            let own = lettered.filter(|(_, castling)| castling.right);
            let own: String = own.map(|(letter, _)| letter).collect();
            let more: String = match side {
                Side::White => setup.unmoved.chars().filter(char::is_ascii_uppercase).collect(),
                Side::Black => setup.unmoved.chars().filter(char::is_ascii_lowercase).collect(),
            };
            match side {
                Side::White => rights.push_str(&own),
                Side::Black => rights.push_str(&own.to_ascii_lowercase()),
            }
            rights.push_str(&more);
        }
        fields.push(if rights.is_empty() { "-".to_owned() } else { rights });
        let or = |text: &str, usual: &str| if text.is_empty() { usual } else { text }.to_owned();
        fields.push(or(&setup.passed, "-"));
        fields.push(or(&setup.clocks, "0 1"));
        if !setup.more.is_empty() {
            fields.push(setup.more.clone());
        }
        Part::new("start", "", format!("start {}", quote(&fields.join(" "))))
    }

    fn letter(&self, side: Side, kind: &str) -> String {
        let letter = self.draft.kind(kind).and_then(|kind| kind.letter[side].clone());
        let letter = letter.unwrap_or_default();
        match side {
            Side::White => letter.to_ascii_uppercase(),
            Side::Black => letter.to_ascii_lowercase(),
        }
    }

    fn placement(&self) -> String {
        let setup = &self.draft.setup;
        let mut rows = Vec::new();
        for rank in (0..self.draft.ranks).rev() {
            let (mut row, mut empty) = (String::new(), 0);
            for file in 0..self.draft.files {
                let here = setup.pieces.iter().find(|(square, _, _)| *square == (rank, file));
                let sign = match here {
                    _ if self.draft.holes.has(rank, file) => "*".to_owned(),
                    Some((_, side, kind)) if setup.promoted.has(rank, file) => self.letter(*side, kind) + "~",
                    Some((_, side, kind)) => self.letter(*side, kind),
                    None => {
                        empty += 1;
                        continue;
                    }
                };
                if empty > 0 {
                    row.push_str(&empty.to_string());
                    empty = 0;
                }
                row.push_str(&sign);
            }
            if empty > 0 {
                row.push_str(&empty.to_string());
            }
            rows.push(row);
        }
        let mut text = rows.join("/");
        if setup.has_hands {
            let hand = |side: Side| setup.hands[side].iter().map(move |kind| self.letter(side, kind));
            let held: String = Side::ALL.into_iter().flat_map(hand).collect();
            let _ = write!(text, "[{held}]");
        }
        text
    }
}
