//! The fields of positions where Fairy-Stockfish writes or reads more than the rules need.

use crate::material::catches;
use crate::share::Known;
use ferz::rules::Side;
use ferz::{Move, Position, Variant};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The number of boards with closed squares that are remembered.
const CLOSED: usize = 256;

type Boards = HashMap<(u64, Vec<u8>), Option<Arc<Known>>>;

/// Variants whose boards have holes where a position has closed squares.
static BOARDS: LazyLock<Mutex<Boards>> = LazyLock::new(Mutex::default);

/// The position of the first of two boards, between which there is a bar.
pub(crate) fn first_board(text: &str) -> &str {
    text.split('|').next().unwrap_or(text).trim_end()
}

/// The signs in the first field of a text: the square of each, and its place.
pub(crate) fn signs<'a>(
    variant: &'a Variant,
    text: &'a str,
) -> impl Iterator<Item = (u8, Range<usize>)> + 'a {
    let topology = variant.topology();
    let board = text.split([' ', '[']).next().unwrap_or_default();
    let (mut at, mut file, mut rank) = (0, 0u8, i16::from(topology.ranks()) - 1);
    std::iter::from_fn(move || {
        loop {
            let rest = &board[at..];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                file = file.saturating_add(rest[..digits].parse().unwrap_or(u8::MAX));
                at += digits;
            } else if rest.starts_with('/') {
                (file, rank, at) = (0, rank - 1, at + 1);
            } else {
                let sign = at..at + width(rest)?;
                let square = u8::try_from(rank).ok().and_then(|rank| topology.at(file, rank));
                (file, at) = (file.saturating_add(1), sign.end);
                if let Some(square) = square {
                    return Some((square, sign));
                }
            }
        }
    })
}

/// How many bytes the sign takes that begins here: `P`, `+P`, `P~`, `(WZ)`, `*`.
fn width(rest: &str) -> Option<usize> {
    let plus = usize::from(rest.starts_with('+'));
    let first = rest[plus..].chars().next()?;
    let letter = match first {
        // No letter is longer, and texts may be long.
        '(' => {
            let mut letter = rest[plus..].bytes().take(9);
            letter.position(|byte| byte == b')').map_or(1, |end| end + 1)
        }
        _ => first.len_utf8(),
    };
    let end = plus + letter;
    Some(end + usize::from(rest[end..].starts_with('~')))
}

/// Whether the text of a position marks the piece on a square as promoted.
pub(crate) fn is_marked(variant: &Variant, position: &Position, square: u8) -> bool {
    let text = variant.fen(position);
    signs(variant, &text).any(|(there, sign)| there == square && text[sign].ends_with('~'))
}

/// The promoted pieces of a text, for rules that need not know them.
pub(crate) struct Promoted(Vec<u8>);

impl Promoted {
    pub(crate) fn of(variant: &Variant, text: &str) -> Self {
        let marked = signs(variant, text).filter(|(_, sign)| text[sign.clone()].ends_with('~'));
        Self(marked.map(|(square, _)| square).collect())
    }

    /// Goes on with a move.
    pub(crate) fn follow(&mut self, variant: &Variant, mv: Move) {
        let risen = variant.promotion(mv).is_some() || self.0.contains(&mv.start());
        self.0.retain(|&square| square != mv.start() && square != mv.to());
        if risen && mv.from().is_some() {
            self.0.push(mv.to());
        }
    }

    /// A text with marks on the promoted pieces that it does not tell otherwise.
    pub(crate) fn mark(&self, variant: &Variant, text: &str) -> String {
        let mut marked = text.to_owned();
        let signs: Vec<(u8, Range<usize>)> = signs(variant, text).collect();
        for (square, sign) in signs.into_iter().rev() {
            let told = text[sign.clone()].starts_with(['+', '*']) || text[sign.clone()].ends_with('~');
            if !told && self.0.contains(&square) {
                marked.insert(sign.end, '~');
            }
        }
        marked
    }
}

/// The text of a position in which rights to castle have the files of the partners, as in Chess960.
/// The king's gate is named then, too.
pub(crate) fn rights_by_files(variant: &Variant, position: &Position, text: &str) -> String {
    let mut fields: Vec<&str> = text.split(' ').collect();
    let Some(rights) = fields.get(2).copied().filter(|rights| *rights != "-") else {
        return text.to_owned();
    };
    let gates = variant.rules().drops.iter().any(|drop| !drop.gate.0.is_empty());
    let mut written = String::new();
    for side in Side::ALL {
        let mut open: Vec<char> = Vec::new();
        let mut king = None;
        let own = |letter: &char| letter.is_ascii_uppercase() == (side == Side::White);
        for letter in rights.chars().filter(own) {
            match castling_files(variant, position, side, letter) {
                Some((home, partner)) => {
                    king = Some(home);
                    written.push(partner);
                }
                None if gates => open.push(letter),
                None => written.push(letter),
            }
        }
        // Nothing comes through a gate of a side whose hand is empty and stays so.
        let is_open = gates && (catches(variant.played()) || !variant.hand(position, side).is_empty());
        open.extend(king.filter(|_| is_open));
        open.sort_unstable();
        open.dedup();
        written.extend(open);
    }
    fields[2] = &written;
    fields.join(" ")
}

/// The letters of the files of a king, and of the farthest partner with which he castles by a
/// letter.
fn castling_files(variant: &Variant, position: &Position, side: Side, letter: char) -> Option<(char, char)> {
    let (rules, topology) = (variant.rules(), variant.topology());
    let mut castlings = rules.castling.iter();
    let castling = castlings.find(|castling| castling.side == side && castling.letter == letter)?;
    let at = |name: &str| topology.coordinates(topology.square(name)?);
    let ((king, rank), (partner, _)) = (at(&castling.king_from)?, at(&castling.rook_from)?);
    let files = |piece: &str| -> Vec<u8> {
        let of_kind = |&file: &u8| {
            let square = topology.at(file, rank);
            let there = square.and_then(|square| variant.piece_at(position, square));
            let is_named = |kind| {
                rules
                    .pieces
                    .get_index(kind)
                    .is_some_and(|(name, _)| name == piece)
            };
            there.is_some_and(|(kind, whose)| whose == side && is_named(kind))
        };
        (0..topology.files()).filter(of_kind).collect()
    };
    let home = *files(&castling.king).first()?;
    let partners = files(&castling.rook).into_iter();
    let beyond = partners.filter(|&file| (file > home) == (partner > king));
    let farthest = beyond.max_by_key(|file| file.abs_diff(home))?;
    let named = |file: u8| match side {
        Side::White => char::from(b'A' + file),
        Side::Black => char::from(b'a' + file),
    };
    Some((named(home), named(farthest)))
}

/// The variant on a board with holes where a text has closed squares, of which the rules know
/// nothing; `None` if the text has no such squares.
pub(crate) fn closed(known: &Arc<Known>, text: &str) -> Option<Arc<Known>> {
    let variant = &known.variant;
    if !text.contains('*') || known.closes {
        return None;
    }
    let signs = signs(variant, text).filter(|(_, sign)| text.get(sign.clone()) == Some("*"));
    let squares: Vec<u8> = signs.map(|(square, _)| square).collect();
    if squares.is_empty() {
        return None;
    }
    let mut boards = BOARDS.lock().unwrap_or_else(PoisonError::into_inner);
    if boards.len() >= CLOSED {
        boards.clear();
    }
    let key = (known.fingerprint, squares);
    boards
        .entry(key)
        .or_insert_with_key(|(_, squares)| with_holes(known, squares, text))
        .clone()
}

/// A bundled variant on a plain board with further holes.
fn with_holes(known: &Known, squares: &[u8], text: &str) -> Option<Arc<Known>> {
    let (variant, board) = (&known.variant, &known.variant.rules().board);
    if board.wrap_files || board.wrap_ranks || !board.extra.is_empty() {
        return None;
    }
    let topology = variant.topology();
    let further = squares.iter().map(|&square| topology.name(square));
    let holes: Vec<&str> = board.holes.0.iter().map(String::as_str).chain(further).collect();
    let start = text.split(' ').next().unwrap_or_default();
    let rest = &variant.rules().start.split_once(' ')?.1;
    let text = format!(
        "variant \"Holes\" extends {}\nboard {}x{} {{\n  holes: {}\n}}\nstart \"{start} {rest}\"\n",
        known.bundled_name()?,
        board.files,
        board.ranks,
        holes.join(", ")
    );
    let variant = <Variant as ferz_rulesets::Load>::parse(&text).ok()?;
    Some(Known::share(variant, None))
}
