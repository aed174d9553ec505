//! Positions and moves in the notations of other programs.

use super::books::{Book, BookWriter};
use super::letters;
use super::squares::{Naming, counts_from_zero, rename};
use super::standing::standing;
use crate::board::{Bits as _, Square};
use crate::engine::{Move, Position, Variant};
use crate::rules::Side;

/// A notation in which positions and moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// ferz's own: extended FEN, and coordinates.
    #[default]
    Ferz,
    /// FEN and coordinates as Fairy-Stockfish writes them: `e2e4,e4d6`, `a4a5+`.
    Uci,
    /// SFEN and coordinates of Shogi: `7g7f+`, `P*5e`.
    Usi,
    /// FEN, and coordinates with ranks from 0 where there are ten: `h2e2`.
    Ucci,
    /// Extended FEN, and standard algebraic notation.
    San,
    /// Extended FEN, and algebraic notation with the first square: `Ng1-f3`.
    Lan,
    /// FEN, and WXF: `C2=5`.
    Wxf,
    /// FEN, and the notation of Janggi: `P71-61`.
    Janggi,
    /// SFEN, and Hodges's notation: `P-7f`.
    Hodges,
    /// SFEN, and Hodges's notation with digits for ranks: `P-76`.
    HodgesNumber,
    /// SFEN, and Hosking's notation: `P76`.
    Hosking,
    /// FEN, and algebraic notation with Thai letters.
    ThaiSan,
    /// The same with the first square.
    ThaiLan,
}

impl Style {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Ferz,
        Self::Uci,
        Self::Usi,
        Self::Ucci,
        Self::San,
        Self::Lan,
        Self::Wxf,
        Self::Janggi,
        Self::Hodges,
        Self::HodgesNumber,
        Self::Hosking,
        Self::ThaiSan,
        Self::ThaiLan,
    ];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ferz => "ferz",
            Self::Uci => "uci",
            Self::Usi => "usi",
            Self::Ucci => "ucci",
            Self::San => "san",
            Self::Lan => "lan",
            Self::Wxf => "wxf",
            Self::Janggi => "janggi",
            Self::Hodges => "hodges",
            Self::HodgesNumber => "hodges-number",
            Self::Hosking => "hosking",
            Self::ThaiSan => "thai-san",
            Self::ThaiLan => "thai-lan",
        }
    }

    /// The notation of books that it is.
    const fn book(self) -> Option<Book> {
        Some(match self {
            Self::Ferz | Self::Uci | Self::Usi | Self::Ucci | Self::San => return None,
            Self::Lan => Book::Lan,
            Self::Wxf => Book::Wxf,
            Self::Janggi => Book::Janggi,
            Self::Hodges => Book::Hodges,
            Self::HodgesNumber => Book::HodgesNumber,
            Self::Hosking => Book::Hosking,
            Self::ThaiSan => Book::ThaiSan,
            Self::ThaiLan => Book::ThaiLan,
        })
    }
}

/// The text of one legal move; `None` if it is not legal.
pub fn write_move(style: Style, variant: &Variant, position: &Position, mv: Move) -> Option<String> {
    let moves = variant.legal_moves(position);
    let i = moves.iter().position(|&legal| legal == mv)?;
    if style == Style::San || style.book().is_some() {
        return write_moves(style, variant, position, &moves).into_iter().nth(i);
    }
    let own = variant.move_texts(position, &moves).into_iter().nth(i)?;
    Some(Scribe { variant, position }.text(style, mv, own))
}

/// The texts of moves, which must be all legal moves of the position. A move for which a notation
/// has no text is written in ferz's own.
pub fn write_moves(style: Style, variant: &Variant, position: &Position, moves: &[Move]) -> Vec<String> {
    if style == Style::San {
        return variant.sans(position, moves);
    }
    let texts = variant.move_texts(position, moves);
    let pairs = moves.iter().zip(texts);
    if let Some(book) = style.book() {
        let writer = BookWriter::new(variant, position, moves, book);
        let sans = variant.sans(position, moves);
        let texts = pairs.zip(sans);
        return texts
            .map(|((&mv, own), san)| writer.told(mv, &san).unwrap_or(own))
            .collect();
    }
    let scribe = Scribe { variant, position };
    pairs.map(|(&mv, own)| scribe.text(style, mv, own)).collect()
}

/// The text of a position.
///
/// Other programs know no keys behind the fields, so facts that only keys hold are left out.
pub fn write_position(style: Style, variant: &Variant, position: &Position) -> String {
    let text = variant.fen(position);
    match style {
        Style::Ferz | Style::San | Style::Lan => text,
        Style::Uci | Style::Ucci | Style::Wxf | Style::Janggi | Style::ThaiSan | Style::ThaiLan => fen(&text),
        Style::Usi | Style::Hodges | Style::HodgesNumber | Style::Hosking => sfen(variant, position, &text),
    }
}

/// FEN of extended FEN: the checks that are left stand before the clocks.
fn fen(text: &str) -> String {
    let (keys, mut words): (Vec<&str>, Vec<&str>) = text.split(' ').partition(|word| word.contains('='));
    let checks = keys.iter().find_map(|key| key.strip_prefix("checks="));
    words.insert(words.len().min(4), checks.unwrap_or_default());
    words.retain(|word| !word.is_empty());
    words.join(" ")
}

/// SFEN: the side that moves first is called black, held pieces are counted, and moves are counted
/// one by one.
fn sfen(variant: &Variant, position: &Position, text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let word = |i: usize| words.get(i).copied().unwrap_or_default();
    let (board, _) = word(0).split_once('[').unwrap_or((word(0), ""));
    let mut hand = String::new();
    for side in Side::ALL {
        for (kind, count) in variant.hand(position, side) {
            if count > 1 {
                hand += &count.to_string();
            }
            hand += &letters::letter(variant.rules(), kind, side).unwrap_or_default();
        }
    }
    if hand.is_empty() {
        hand.push('-');
    }
    let first = word(1) == "w";
    let number: u32 = word(5).parse().unwrap_or(1);
    let plies = number.saturating_sub(1) * 2 + u32::from(!first) + 1;
    format!("{board} {} {hand} {plies}", if first { "b" } else { "w" })
}

/// Writes the moves of a position.
struct Scribe<'a> {
    variant: &'a Variant,
    position: &'a Position,
}

impl Scribe<'_> {
    /// A move, `own` being its text in ferz's own notation.
    fn text(&self, style: Style, mv: Move, own: String) -> String {
        let text = match style {
            Style::Uci => self.uci(mv, &own),
            Style::Usi => self.usi(mv).or_else(|| self.renamed(mv, &own, Naming::Shogi)),
            Style::Ucci if counts_from_zero(self.variant) => self.renamed(mv, &own, Naming::FromZero),
            Style::Ucci => self.uci(mv, &own),
            _ => None,
        };
        text.unwrap_or(own)
    }

    /// The text of Fairy-Stockfish with other names of the squares.
    fn renamed(&self, mv: Move, own: &str, naming: Naming) -> Option<String> {
        let text = self.uci(mv, own)?;
        rename(self.variant.topology(), &text, Naming::Own, naming)
    }

    fn name(&self, square: Square) -> &str {
        self.variant.topology().name(square)
    }

    /// Coordinates as Fairy-Stockfish writes them.
    fn uci(&self, mv: Move, own: &str) -> Option<String> {
        if mv.is_pass() {
            let stays = self.name(standing(self.variant, self.position, true)?);
            return Some(format!("{stays}{stays}"));
        }
        if let Some(square) = own.strip_prefix("*@") {
            let stays = self.name(standing(self.variant, self.position, false)?);
            return Some(format!("{stays}{stays},{stays}{square}"));
        }
        let (body, wall) = own.split_once(',').unwrap_or((own, ""));
        let mut text = self.with_sign(mv, body);
        if !wall.is_empty() {
            text += &format!(",{}{wall}", self.name(mv.to()));
        } else if self.leaves_wall(mv) {
            text += &format!(",{}{}", self.name(mv.to()), self.name(mv.start()));
        } else if self.walls_are_moves() {
            // No wall is put on the first square.
            let none = self.variant.topology().at(0, 0).map(|square| self.name(square));
            text += &none.map_or_else(String::new, |none| format!(",{}{none}", self.name(mv.to())));
        }
        Some(text)
    }

    /// A text in coordinates with `+` or `-` for a promotion as in Shogi, and for its way back.
    fn with_sign(&self, mv: Move, text: &str) -> String {
        let whole = || text.to_owned();
        let (Some(sign), Some(kind)) = (self.sign(mv), self.variant.promotion(mv)) else {
            return whole();
        };
        let side = self.variant.turn(self.position);
        let letter =
            letters::letter(self.variant.rules(), kind, side).map(|letter| letter.to_ascii_lowercase());
        let bare = letter.and_then(|letter| text.strip_suffix(letter.as_str()));
        bare.map_or_else(whole, |bare| format!("{bare}{sign}"))
    }

    /// `+` for a promotion as in Shogi, `-` for its way back.
    fn sign(&self, mv: Move) -> Option<char> {
        let rules = self.variant.rules();
        let risen = self.variant.promotion(mv)?;
        if self.variant.dropped(self.position, mv).is_some() {
            return None;
        }
        let (kind, side) = self.variant.piece_at(self.position, mv.start())?;
        let (before, after) = (
            letters::letter(rules, kind, side)?,
            letters::letter(rules, risen, side)?,
        );
        if after.strip_prefix('+') == Some(&before) {
            Some('+')
        } else if before.strip_prefix('+') == Some(&after) {
            Some('-')
        } else {
            let (name, _) = rules.pieces.get_index(kind)?;
            letters::rises(rules, name, side).map(|_| '+')
        }
    }

    /// Whether a wall is put in place of a movement.
    fn walls_are_moves(&self) -> bool {
        let walls = &self.variant.rules().walls;
        walls.as_ref().is_some_and(|walls| walls.instead)
    }

    /// Whether the square that a piece leaves is closed, with nothing to choose.
    fn leaves_wall(&self, mv: Move) -> bool {
        let closed = |position: &Position| self.variant.walls(position).has(mv.start());
        mv.start() != mv.to() && mv.chosen().is_none() && closed(&self.variant.play(self.position, mv))
    }

    /// Coordinates of Shogi.
    fn usi(&self, mv: Move) -> Option<String> {
        let topology = self.variant.topology();
        let name = |square: Square| Naming::Shogi.name(topology, square);
        if mv.is_pass() || mv.is_castling() || mv.chosen().is_some() || mv.lets_in() {
            return None;
        }
        let side = self.variant.turn(self.position);
        if let Some(kind) = self.variant.dropped(self.position, mv) {
            let letter = letters::letter(self.variant.rules(), kind, side)?;
            return Some(format!("{}*{}", letter.to_ascii_uppercase(), name(mv.to())?));
        }
        let sign = match self.variant.promotion(mv) {
            Some(_) => self.sign(mv)?.to_string(),
            None => String::new(),
        };
        Some(format!("{}{}{sign}", name(mv.start())?, name(mv.to())?))
    }
}
