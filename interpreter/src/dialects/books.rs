//! Moves in the notations that sites and books use: algebraic, long, of Shogi, Xiangqi, Janggi and
//! Makruk.
//!
//! A text names the moving piece, its start if needed, a capture, its end, its promotion, and in
//! the notations of chess a check. The notations differ in the names of pieces and squares, and in
//! when the first square is written.

use super::standing::standing;
use crate::board::Square;
use crate::engine::{EndReason, Move, Position, Variant};
use crate::rules::{Between, Movement, Ruleset, Side};

/// A notation of books and sites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Book {
    /// Algebraic as other programs write it: `Nf3`, and `+` for the promotions of Shogi.
    San,
    /// Algebraic with the first square: `Ng1-f3`.
    Lan,
    /// Hosking's for Shogi: `P76`, `B22+`.
    Hosking,
    /// Hodges's for Shogi, ranks as letters: `P-7f`.
    Hodges,
    /// The same with ranks as digits: `P-76`.
    HodgesNumber,
    /// That of Janggi: `P71-61`, ranks from the top before files.
    Janggi,
    /// That of Xiangqi: `C2=5`, `P+=4`, `14+1`.
    Wxf,
    /// Algebraic with Thai letters.
    ThaiSan,
    /// Thai letters with the first square.
    ThaiLan,
}

impl Book {
    const fn is_shogi(self) -> bool {
        matches!(self, Self::Hosking | Self::Hodges | Self::HodgesNumber)
    }

    const fn is_thai(self) -> bool {
        matches!(self, Self::ThaiSan | Self::ThaiLan)
    }

    /// Whether the first square is always written.
    const fn is_long(self) -> bool {
        matches!(self, Self::Lan | Self::ThaiLan | Self::Janggi)
    }
}

/// Whether the notations of Shogi fit: promoted pieces are written with a plus, and either pieces
/// come back by drops, or all of them have letters in notation.
#[doc(hidden)]
pub fn is_shogi(rules: &Ruleset) -> bool {
    let plus = |side: Side| rules.pieces.values().filter_map(move |piece| piece.letter[side]);
    let has_plus = Side::ALL
        .into_iter()
        .flat_map(plus)
        .any(|letter| letter.without_plus().is_some());
    let fits = !rules.drops.is_empty() || rules.pieces.values().all(|piece| !piece.unlettered);
    has_plus && fits && rules.castling.is_empty()
}

/// Writes the moves of one position.
#[derive(Clone, Copy, Debug)]
pub struct BookWriter<'a> {
    variant: &'a Variant,
    position: &'a Position,
    moves: &'a [Move],
    notation: Book,
}

impl<'a> BookWriter<'a> {
    /// `moves` are all legal moves of the position.
    pub fn new(variant: &'a Variant, position: &'a Position, moves: &'a [Move], notation: Book) -> Self {
        Self {
            variant,
            position,
            moves,
            notation,
        }
    }

    /// The text of a legal move. `san` is the move as ferz writes it in algebraic notation.
    pub fn text(&self, mv: Move, san: &str) -> String {
        let mut out = self.body(mv, san);
        if let Some(square) = mv.chosen() {
            out.push(',');
            out += &self.square(square);
        }
        let checks = !self.notation.is_shogi() && self.notation != Book::Wxf;
        if checks {
            let after = self.variant.play(self.position, mv);
            if self.variant.in_check(&after) {
                let mate = self
                    .variant
                    .outcome(&after)
                    .is_some_and(|o| o.reason == EndReason::Checkmate);
                out.push(if mate { '#' } else { '+' });
            }
        }
        out
    }

    /// The text of a move; `None` if it would leave out what only ferz's own notation tells, or
    /// where the piece comes from or goes to.
    pub(super) fn told(&self, mv: Move, san: &str) -> Option<String> {
        let topology = self.variant.topology();
        let on_grid = |square: Square| topology.coordinates(square).is_some();
        let more = mv.chosen().is_some() || mv.is_castling() || mv.lets_in();
        let changes = more || self.variant.promotion(mv).is_some();
        let wxf = self.notation == Book::Wxf;
        let dropped = self.variant.dropped(self.position, mv).is_some();
        let tells = (dropped || on_grid(mv.start())) && on_grid(mv.to()) && !(wxf && changes && !dropped);
        if !tells || mv.is_pass() {
            return None;
        }
        let text = self.text(mv, san);
        // A piece that stays what it is and gives check looks like one that promotes.
        let twins = self.moves.iter().filter(|&&other| {
            other != mv && (other.start(), other.to()) == (mv.start(), mv.to()) && text.ends_with("=+")
        });
        let mut texts = twins.map(|&twin| self.text(twin, ""));
        texts.all(|twin| twin != text).then_some(text)
    }

    fn body(&self, mv: Move, san: &str) -> String {
        let mut out = String::new();
        if mv.is_castling() {
            out += if self.notation.is_thai() {
                ""
            } else {
                castling(san)
            };
            return out + entering(san);
        }
        if mv.is_pass() {
            return self.pass().unwrap_or_else(|| san.to_owned());
        }
        if let Some(kind) = self.variant.dropped(self.position, mv) {
            out += &self.piece(kind, true);
            if self.notation == Book::ThaiLan {
                out.push(' ');
            }
            out.push(match self.notation {
                Book::Hosking => '\'',
                Book::Hodges | Book::HodgesNumber => '*',
                _ => '@',
            });
            return out + &self.square(mv.to());
        }
        let Some((kind, _)) = self.variant.piece_at(self.position, mv.start()) else {
            return san.to_owned();
        };
        if self.notation == Book::Wxf {
            return self.wxf(mv, kind);
        }
        let captures = self.variant.is_capture(self.position, mv);
        out += &self.piece(kind, false);
        if self.notation == Book::ThaiLan {
            out.push(' ');
        }
        let from = self.origin(mv, kind, captures);
        out += &from;
        if captures {
            out.push('x');
        } else {
            let dashed = self.notation.is_long()
                || (self.notation == Book::Hosking && !from.is_empty())
                || matches!(self.notation, Book::Hodges | Book::HodgesNumber)
                || (self.notation == Book::ThaiSan && !out.is_empty());
            if dashed {
                out.push('-');
            }
        }
        out += &self.square(mv.to());
        out += &self.promotion(mv, kind);
        out + entering(san)
    }

    /// A pass, as other programs write it: a piece that stays where it is.
    fn pass(&self) -> Option<String> {
        let square = standing(self.variant, self.position, true)?;
        let (kind, _) = self.variant.piece_at(self.position, square)?;
        let (piece, square) = (self.piece(kind, true), self.square(square));
        Some(match self.notation {
            Book::San => format!("{piece}{square}"),
            Book::Wxf => format!("{piece}{}=0", square.chars().next()?),
            Book::ThaiLan => format!("{piece} {square}-{square}"),
            _ if self.notation.is_long() => format!("{piece}{square}-{square}"),
            Book::Hosking => format!("{piece}{square}"),
            _ => format!("{piece}-{square}"),
        })
    }

    /// The name of a kind in this notation; none for a pawn in the notations of chess.
    fn piece(&self, kind: usize, dropped: bool) -> String {
        let rules = self.variant.rules();
        let side = self.variant.turn(self.position);
        let Some((_, piece)) = rules.pieces.get_index(kind) else {
            return String::new();
        };
        let bare = piece.unlettered && !dropped;
        if bare && matches!(self.notation, Book::San | Book::Lan | Book::ThaiSan) {
            return String::new();
        }
        let letter = piece.letter[side].or(piece.letter[side.other()]);
        let text = letter
            .map(|letter| letter.to_string().to_uppercase())
            .unwrap_or_default();
        let initial = self
            .initial(kind)
            .filter(|own| matches!((&*text, &**own), ("N", "H") | ("B", "E")));
        // Horses that leap are knights to other programs.
        let text = initial.filter(|_| is_lame(&piece.movement[side])).unwrap_or(text);
        if self.notation.is_thai() {
            thai(&text)
        } else {
            text
        }
    }

    /// The initial of a kind's name, if no other kind has it as its letter or as its initial: what
    /// a horse is called whose letter is that of a knight.
    fn initial(&self, kind: usize) -> Option<String> {
        let pieces = &self.variant.rules().pieces;
        let initial = |name: &str| name.chars().next().map(|c| c.to_ascii_uppercase().to_string());
        let (name, _) = pieces.get_index(kind)?;
        let own = initial(name.as_str())?;
        let taken = pieces.iter().enumerate().any(|(other, (name, piece))| {
            let letters = Side::ALL.into_iter().filter_map(|side| piece.letter[side]);
            let mut letters = letters.map(|letter| letter.to_string().to_uppercase());
            other != kind
                && (letters.any(|letter| letter == own) || initial(name.as_str()).as_ref() == Some(&own))
        });
        (!taken).then_some(own)
    }

    /// The text for the square that the piece leaves.
    fn origin(&self, mv: Move, kind: usize, captures: bool) -> String {
        let start = mv.start();
        if self.notation.is_long() {
            return self.square(start);
        }
        let chess = matches!(self.notation, Book::San | Book::ThaiSan);
        let rules = self.variant.rules();
        let unlettered = rules
            .pieces
            .get_index(kind)
            .is_some_and(|(_, piece)| piece.unlettered);
        let (mut others, mut file, mut rank) = (false, false, false);
        let topology = self.variant.topology();
        let here = topology.coordinates(start);
        for &other in self.moves {
            if other.to() != mv.to()
                || other.start() == start
                || other.is_pass()
                || self.variant.dropped(self.position, other).is_some()
                || self
                    .variant
                    .piece_at(self.position, other.start())
                    .is_none_or(|(k, _)| k != kind)
            {
                continue;
            }
            others = true;
            if let (Some(there), Some(here)) = (topology.coordinates(other.start()), here) {
                file |= there.0 == here.0;
                rank |= there.1 == here.1;
            }
        }
        if !chess {
            return if others { self.square(start) } else { String::new() };
        }
        let name = topology.name(start);
        let split = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
        let (letters, digits) = name.split_at(split);
        let told = if unlettered {
            if captures || others { letters } else { "" }
        } else if !others {
            ""
        } else if !file {
            letters
        } else if !rank {
            digits
        } else {
            name
        };
        if self.notation.is_thai() {
            thai_square(told)
        } else {
            told.to_owned()
        }
    }

    /// The text for the promotion, or for its refusal.
    fn promotion(&self, mv: Move, kind: usize) -> String {
        let shogi = is_shogi(self.variant.rules());
        match self.variant.promotion(mv) {
            Some(risen) => {
                let name = self.piece(risen, true);
                let before = self.piece(kind, true);
                let plus = name.strip_prefix('+') == Some(&*before);
                let minus = before.strip_prefix('+') == Some(&*name);
                match (plus, minus) {
                    (true, _) => if self.notation.is_shogi() { "+" } else { "=+" }.to_owned(),
                    (_, true) => if self.notation.is_shogi() { "-" } else { "=-" }.to_owned(),
                    _ => format!("={name}"),
                }
            }
            None if shogi => {
                let rises = |other: &&Move| {
                    other.start() == mv.start()
                        && other.to() == mv.to()
                        && self.variant.promotion(**other).is_some()
                };
                if self.moves.iter().any(|other| rises(&other)) {
                    "=".to_owned()
                } else {
                    String::new()
                }
            }
            None => String::new(),
        }
    }

    /// The name of a square.
    fn square(&self, square: Square) -> String {
        let topology = self.variant.topology();
        let name = topology.name(square);
        let Some((file, rank)) = topology.coordinates(square) else {
            return name.to_owned();
        };
        let from_right = topology.files() - file;
        let from_top = topology.ranks() - rank;
        match self.notation {
            Book::San | Book::Lan => name.to_owned(),
            Book::Hosking | Book::HodgesNumber => format!("{from_right}{from_top}"),
            Book::Hodges => format!("{from_right}{}", char::from(b'a' + (from_top - 1).min(25))),
            Book::Janggi => format!("{}{}", from_top % 10, file + 1),
            Book::Wxf => {
                let (file, rank) = match self.variant.turn(self.position) {
                    Side::White => (from_right, rank + 1),
                    Side::Black => (file + 1, from_top),
                };
                format!("{file}{rank}")
            }
            Book::ThaiSan | Book::ThaiLan => thai_square(name),
        }
    }

    /// The notation of Xiangqi: the piece, its file, which way, and how far or to which file.
    fn wxf(&self, mv: Move, kind: usize) -> String {
        let letter = self.piece(kind, true);
        let topology = self.variant.topology();
        let places = (topology.coordinates(mv.start()), topology.coordinates(mv.to()));
        let (Some(from), Some(to)) = places else {
            return letter;
        };
        let side = self.variant.turn(self.position);
        let file = |file: u8| match side {
            Side::White => topology.files() - file,
            Side::Black => file + 1,
        };
        let ahead = match side {
            Side::White => i16::from(to.1) - i16::from(from.1),
            Side::Black => i16::from(from.1) - i16::from(to.1),
        };
        let sign = match ahead.signum() {
            0 => '=',
            1 => '+',
            _ => '-',
        };
        let end = if from.0 == to.0 {
            ahead.unsigned_abs()
        } else {
            u16::from(file(to.0))
        };
        format!("{}{sign}{end}", self.wxf_place(from, kind, &letter))
    }

    /// Which piece moves: its letter and its file; of two on a file which of them; the number from
    /// the front and the file, where more stand on a file, or several on each of two files.
    fn wxf_place(&self, from: (u8, u8), kind: usize, letter: &str) -> String {
        let topology = self.variant.topology();
        let side = self.variant.turn(self.position);
        let mut counts = [0usize; 256];
        let mut front = 0;
        self.variant.each_piece(self.position, |square, other, whose| {
            if (other, whose) == (kind, side)
                && let Some((file, rank)) = topology.coordinates(square)
            {
                counts[usize::from(file)] += 1;
                let ahead = rank != from.1 && (rank > from.1) == (side == Side::White);
                front += usize::from(file == from.0 && ahead);
            }
        });
        let file = match side {
            Side::White => topology.files() - from.0,
            Side::Black => from.0 + 1,
        };
        let tandems = counts.iter().filter(|&&count| count > 1).count();
        match (counts[usize::from(from.0)], front) {
            (2, 0) if tandems == 1 => format!("{letter}+"),
            (2, _) if tandems == 1 => format!("{letter}-"),
            (2.., _) => format!("{}{file}", front + 1),
            _ => format!("{letter}{file}"),
        }
    }
}

/// Whether a piece may be blocked on the way of a leap, as horses and elephants of Xiangqi are.
fn is_lame(movement: &Movement) -> bool {
    match movement {
        Movement::Leap(leap) => leap.between == Between::Empty,
        Movement::Union(ways) => ways.iter().any(is_lame),
        Movement::Then { first, next, .. } => is_lame(first) || is_lame(next),
        Movement::Over { movement, .. }
        | Movement::Only { movement, .. }
        | Movement::As { movement, .. }
        | Movement::When { movement, .. }
        | Movement::Rifle(movement)
        | Movement::Exposed(movement) => is_lame(movement),
    }
}

/// The castling of a text in algebraic notation.
fn castling(san: &str) -> &str {
    let end = san.find(|c| !matches!(c, 'O' | '-')).unwrap_or(san.len());
    &san[..end]
}

/// The piece that gates in from the hand, in algebraic notation: `/H`.
fn entering(san: &str) -> &str {
    let Some(start) = san.find('/') else { return "" };
    san[start..].trim_end_matches(['+', '#'])
}

/// Thai letters for pieces.
fn thai(letter: &str) -> String {
    let letters = [
        ("K", "ข"),
        ("M", "ม็"),
        ("F", "ม็"),
        ("S", "ค"),
        ("N", "ม"),
        ("R", "ร"),
        ("P", "บ"),
    ];
    let known = letters.iter().find(|(latin, _)| *latin == letter);
    known.map_or("X", |(_, thai)| *thai).to_owned()
}

/// Thai letters and digits for squares.
fn thai_square(name: &str) -> String {
    let letters = ['ก', 'ข', 'ค', 'ง', 'จ', 'ฉ', 'ช', 'ญ', 'ต', 'ถ', 'ธ', 'น'];
    let thai = |c: char| match c {
        'a'..='l' => letters[usize::from(c as u8 - b'a')],
        '0'..='9' => char::from_u32('๐' as u32 + c as u32 - '0' as u32).unwrap_or(c),
        other => other,
    };
    name.chars().map(thai).collect()
}
