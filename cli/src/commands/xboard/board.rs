//! How the protocol names variants, boards, pieces and squares.

use crate::desk::say;
use crate::line;
use ferz::betza;
use ferz::engine::Variant;
use ferz::rules::{PerSide, Piece, Side, SquareName, Squares};
use std::fmt::Write as _;

/// The pieces that XBoard has pictures of, in its order, the king last.
const PICTURES: &str = "PNBRQFEACWMOHIJGDVLSU";

/// What the engine can do; `first` is the variant that it was started with.
pub(super) fn introduce(first: &str) {
    // XBoard reads no more than some 500 characters of the list: short names first, so that most are among them.
    let mut bundled: Vec<&str> = ferz_rulesets::all().iter().map(|bundled| bundled.name).collect();
    bundled.sort_by_key(|name| name.len());
    let own = (ferz_rulesets::get(first).is_none()).then_some(first);
    let names: Vec<&str> = own.into_iter().chain(bundled).collect();
    say("feature done=0");
    say("feature ping=1 setboard=1 playother=1 usermove=1 san=0 colors=0 analyze=1 reuse=1 debug=0 draw=1");
    say("feature sigint=0 sigterm=0 name=0 nps=0 memory=1 smp=1 time=1");
    say(&format!("feature myname=\"ferz {}\"", env!("CARGO_PKG_VERSION")));
    say(&format!("feature variants=\"normal,{}\"", names.join(",")));
    say("feature done=1");
}

/// The board and start position of a variant that the program may not know.
pub(super) fn setup(variant: &Variant) -> String {
    let board = variant.topology();
    let start = variant.fen(&variant.start());
    format!(
        "setup ({}) {}x{}+0_fairy {start}",
        table(variant).unwrap_or_else(|| "-".to_owned()),
        board.files(),
        board.ranks()
    )
}

/// How the pieces go, as far as Betza notation can say it: a line for each, `P& fmWfceFifmnD`.
///
/// Nothing where hooks take part in the game: who goes how is not said by movements alone there.
pub(super) fn pieces(variant: &Variant) -> Vec<String> {
    let rules = variant.rules();
    if rules
        .hooks
        .iter()
        .any(|hook| ferz::hooks::get(&hook.name).is_none_or(|info| info.event.is_some()))
    {
        return Vec::new();
    }
    let start = variant.start();
    let line = |(kind, piece): (usize, &Piece)| {
        let is_home = |squares: &PerSide<Squares>| {
            Side::ALL.iter().all(|&side| {
                let on = |name: &SquareName| variant.topology().square(name);
                let stands = |square| variant.piece_at(&start, square) == Some((kind, side));
                squares[side].0.iter().all(|name| on(name).is_some_and(stands))
            })
        };
        let says = |side: Side| {
            let letter = piece.letter[side].filter(char::is_ascii_alphabetic)?;
            let way = betza::print(&piece.movement[side], &is_home).filter(|way| !way.is_empty())?;
            Some((letter, format!("{way}{}", castling(variant, kind, side)?)))
        };
        let (white, black) = (says(Side::White), says(Side::Black));
        match (white, black) {
            (Some((white, way)), Some((black, same)))
                if way == same && white == black.to_ascii_uppercase() =>
            {
                vec![format!("{white}& {way}")]
            }
            (white, black) => [white, black]
                .into_iter()
                .flatten()
                .map(|(letter, way)| format!("{letter} {way}"))
                .collect(),
        }
    };
    rules
        .pieces
        .values()
        .enumerate()
        .flat_map(line)
        .map(|words| format!("piece {words}"))
        .collect()
}

/// How a king castles: `isO2`, two squares to either side. Empty if it does not; `None` if that cannot be said.
fn castling(variant: &Variant, kind: usize, side: Side) -> Option<String> {
    let rules = variant.rules();
    let file = |name: &SquareName| {
        let square = variant.topology().square(name)?;
        variant
            .topology()
            .coordinates(square)
            .map(|(file, _)| i32::from(file))
    };
    let mut ways = Vec::new();
    for castling in rules.castling.iter().filter(|castling| castling.side == side) {
        if rules.pieces.get_index_of(&castling.king) != Some(kind) {
            continue;
        }
        ways.push(file(&castling.king_to)? - file(&castling.king_from)?);
    }
    ways.sort_unstable();
    Some(match ways[..] {
        [left, right] if left == -right => format!("isO{right}"),
        _ => ways
            .iter()
            .map(|&way| format!("i{}O{}", if way > 0 { 'r' } else { 'l' }, way.abs()))
            .collect(),
    })
}

/// Which letter goes with which picture: each letter with its own, kings with the king; `None` if there is no such picture.
fn table(variant: &Variant) -> Option<String> {
    let mut table = String::new();
    for side in Side::ALL {
        let mut slots: Vec<char> = vec!['.'; PICTURES.len()];
        let mut king = '.';
        for piece in variant.rules().pieces.values() {
            let Some(letter) = piece.letter[side] else {
                continue;
            };
            if piece.royal[side] && king == '.' {
                king = letter;
            } else {
                let own = PICTURES.chars().position(|c| c == letter.to_ascii_uppercase());
                let free = || slots.iter().rposition(|&c| c == '.');
                let slot = own.filter(|&i| slots[i] == '.').or_else(free)?;
                slots[slot] = letter;
            }
        }
        table.extend(slots);
        table.push(king);
    }
    Some(table)
}

/// Boards of ten ranks and more begin with rank 0 there.
fn from_zero(variant: &Variant) -> bool {
    variant.topology().ranks() > 9
}

/// A move as the program writes it.
pub(super) fn theirs(variant: &Variant, text: &str) -> String {
    match &line::one_word(text)[..] {
        "0000" => "@@@@".to_owned(),
        text if from_zero(variant) => shifted(text, |rank| rank.saturating_sub(1)),
        text => text.to_owned(),
    }
}

/// A move of the program as ferz writes it.
pub(super) fn ours(variant: &Variant, text: &str) -> String {
    match &line::of_word(text)[..] {
        "@@@@" => "0000".to_owned(),
        text if from_zero(variant) => shifted(text, |rank| rank.saturating_add(1)),
        text => text.to_owned(),
    }
}

/// A text with other ranks behind its files.
fn shifted(text: &str, rank: impl Fn(u32) -> u32) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match rest[..digits].parse() {
            Ok(number) => {
                let _ = write!(out, "{}", rank(number));
                rest = &rest[digits..];
            }
            Err(_) => {
                out.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    out
}
