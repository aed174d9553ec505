//! How the protocol names variants, boards, pieces and squares.

use crate::desk::say;
use crate::line;
use ferz::betza;
use ferz::dialects::rises;
use ferz::engine::Variant;
use ferz::rules::{Letter, PerSide, Piece, PieceName, Ruleset, Side, SquareName, Squares};
use std::fmt::Write as _;

/// The pieces that XBoard has pictures of, in its order, the king last.
const PICTURES: &str = "PNBRQFEACWMOHIJGDVLSU";

/// The same in Shogi. There pawns, lances and knights may not be dropped where they could not go,
/// by their pictures; from the sixth on nothing is known about pieces.
const SHOGI: &str = "PNBRLS...G";
const NEUTRAL: usize = 5;

/// The picture of a promoted piece stands this many pictures behind that of the piece.
const RISEN: usize = 11;

/// Announces the engine's features; `first` is the variant that it was started with.
pub(super) fn introduce(first: &str) {
    // XBoard reads no more than some 500 characters of the list: short names first, so that most
    // are among them.
    let mut bundled: Vec<&str> = ferz_rulesets::all().iter().map(|bundled| bundled.name).collect();
    bundled.sort_by_key(|name| name.len());
    let own = (ferz_rulesets::get(first).is_none()).then_some(first);
    let names: Vec<&str> = own.into_iter().chain(bundled).collect();
    say("feature done=0");
    say("feature ping=1 setboard=1 playother=1 usermove=1 san=0 colors=0 analyze=1 reuse=1 debug=1 draw=1");
    say("feature sigint=0 sigterm=0 name=0 nps=0 memory=1 smp=1 time=1");
    say(&format!("feature myname=\"ferz {}\"", env!("CARGO_PKG_VERSION")));
    say(&format!("feature variants=\"normal,{}\"", names.join(",")));
    say("feature done=1");
}

/// The board and start position of a variant that the program may not know.
pub(super) fn setup(variant: &Variant) -> String {
    let board = variant.topology();
    let start = variant.fen(&variant.start());
    let held = held(variant);
    // By a word of the protocol the program takes the rest from rules that it has: the writing of
    // promotions, and their form in hands.
    let is_risen = |name: &PieceName| Side::ALL.iter().any(|&side| lower(variant, name, side).is_some());
    let shogi = variant.rules().pieces.keys().any(is_risen);
    let parent = if shogi {
        "_shogi"
    } else if demotes(variant) {
        "_crazyhouse"
    } else {
        "_fairy"
    };
    let table = table(variant, &held, shogi).unwrap_or_else(|| "-".to_owned());
    let (files, ranks, hand) = (board.files(), board.ranks(), held.len());
    format!("setup ({table}) {files}x{ranks}+{hand}{parent} {start}")
}

/// The letters of the kinds that a side may have in hand and drop: not royals, nor forms promoted
/// as in Shogi.
fn held(variant: &Variant) -> Vec<Letter> {
    let rules = variant.rules();
    let mut letters: Vec<Letter> = Vec::new();
    for drop in rules.drops.iter().filter(|drop| !drop.endless) {
        let piece = rules.pieces.get(&drop.piece);
        let piece =
            piece.filter(|piece| !piece.royal[drop.side] && lower(variant, &drop.piece, drop.side).is_none());
        let letter = piece.and_then(|piece| piece.letter[drop.side]);
        if let Some(letter) = letter.map(|letter| letter.to_ascii_uppercase())
            && !letters.contains(&letter)
        {
            letters.push(letter);
        }
    }
    letters
}

/// The kind that a kind becomes by a promotion as in Shogi. One that is forced counts if the new
/// kind is written with `+`, for which other promotions have no sign.
fn risen<'r>(rules: &'r Ruleset, name: &PieceName, side: Side) -> Option<&'r PieceName> {
    rises(rules, name, side).or_else(|| {
        let letter = rules.pieces.get(name)?.letter[side]?.single()?;
        let mut own = rules
            .promotions
            .iter()
            .filter(|one| one.side == side && one.piece == *name);
        let to = own.next().filter(|one| one.to.len() == 1)?.to.first()?;
        let text = rules.pieces.get(to)?.letter[side]?;
        (text.as_str() == format!("+{letter}") && own.all(|one| one.to == [to.clone()])).then_some(to)
    })
}

/// The kind that promotes to a kind as in Shogi, if there is one and the kind is absent at the
/// start.
fn lower<'v>(variant: &'v Variant, name: &PieceName, side: Side) -> Option<&'v Piece> {
    let mut at_start = false;
    variant.each_piece(&variant.start(), |_, kind, whose| {
        at_start |= whose == side && variant.rules().pieces.get_index_of(name) == Some(kind);
    });
    let mut pieces = variant.rules().pieces.iter().filter(|_| !at_start);
    let found = pieces.find(|(low, _)| risen(variant.rules(), low, side) == Some(name));
    found.map(|(_, piece)| piece)
}

/// The name of a kind in lines about it: its letter, or `+` and the letter of the piece that
/// promotes to it.
fn identity(variant: &Variant, name: &PieceName, piece: &Piece, side: Side) -> Option<String> {
    let (plus, piece) = match lower(variant, name, side) {
        Some(lower) => ("+", lower),
        None => ("", piece),
    };
    let letter = piece.letter[side].filter(|letter| letter.single().is_some() || plus.is_empty())?;
    Some(format!("{plus}{letter}"))
}

/// Whether a promoted piece goes to a hand as its former kind.
fn demotes(variant: &Variant) -> bool {
    variant.played().acts().any(|act| act.facts().demoted)
}

/// How the pieces move, as far as Betza notation can say it: a line for each, `P& fmWfceFifmnD`.
///
/// Nothing where hooks take part in the game: how pieces move is not said by movements alone there.
pub(super) fn pieces(variant: &Variant) -> Vec<String> {
    let kinds = variant.played().pieces.iter().enumerate();
    let line = |(kind, (name, _)): (usize, (&PieceName, &Piece))| {
        let told = |side: Side| said(variant, kind, side).zip(letter(variant, name, side));
        let (white, black) = (told(Side::White), told(Side::Black));
        match (white, black) {
            (Some((way, white)), Some((same, black)))
                if way == same && white == black.to_ascii_uppercase() =>
            {
                vec![format!("{white}& {way}")]
            }
            (white, black) => [white, black]
                .into_iter()
                .flatten()
                .map(|(way, letter)| format!("{letter} {way}"))
                .collect(),
        }
    };
    kinds
        .flat_map(line)
        .map(|words| format!("piece {words}"))
        .collect()
}

/// The kinds whose movement no line describes.
pub(super) fn untold(variant: &Variant) -> Vec<String> {
    let kinds = variant.played().pieces.iter().enumerate();
    let is_untold = |(kind, (name, piece)): &(usize, (&PieceName, &Piece))| {
        let own = |side: &Side| piece.letter[*side].is_some();
        let told = |side: Side| said(variant, *kind, side).is_some() && letter(variant, name, side).is_some();
        Side::ALL.into_iter().filter(own).any(|side| !told(side))
    };
    kinds
        .filter(is_untold)
        .map(|(_, (name, _))| name.clone())
        .collect()
}

fn letter(variant: &Variant, name: &PieceName, side: Side) -> Option<String> {
    identity(variant, name, variant.played().pieces.get(name)?, side)
}

/// How a kind of a side moves and castles in Betza notation, if that says it.
fn said(variant: &Variant, kind: usize, side: Side) -> Option<String> {
    let rules = variant.played();
    if ferz::hooks::take_part(rules) {
        return None;
    }
    let start = variant.start();
    let (_, piece) = rules.pieces.get_index(kind)?;
    let is_home = |squares: &PerSide<Squares>| {
        Side::ALL.iter().all(|&side| {
            let on = |name: &SquareName| variant.topology().square(name);
            let stands = |square| variant.piece_at(&start, square) == Some((kind, side));
            piece.letter[side].is_none() || squares[side].0.iter().all(|name| on(name).is_some_and(stands))
        })
    };
    let way = betza::print(&piece.movement[side], &is_home).filter(|way| !way.is_empty())?;
    let way = spelt(&way)?;
    Some(format!("{way}{}", castling(variant, kind, side)?))
}

/// The atoms of leaps and rides that XBoard knows, with those that it has under another letter.
const ATOMS: &str = "ABCDFGHKNOQRWZ";
const RENAMED: [(char, char); 2] = [('L', 'C'), ('J', 'Z')];

/// A way of moving as XBoard spells it: rides of leapers are `N0`, not `NN`. `None` if it has
/// atoms or signs that XBoard does not know.
fn spelt(way: &str) -> Option<String> {
    let mut out = String::new();
    let mut last = None;
    for sign in way.chars() {
        if Some(sign) == last && sign.is_ascii_uppercase() {
            out.push('0');
            last = None;
            continue;
        }
        let other = RENAMED.iter().find(|(letter, _)| *letter == sign);
        let own = other.map_or(sign, |(_, own)| *own);
        let is_known = own.is_ascii_lowercase() || own.is_ascii_digit() || ATOMS.contains(own);
        if !is_known {
            return None;
        }
        out.push(own);
        last = Some(sign);
    }
    Some(out)
}

/// How a king castles: `isO2`, two squares to either side. Empty if it does not; `None` if that
/// cannot be said.
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

/// Assigns pictures to letters: each letter has its own, and kings have the king. Pieces that can
/// be held in hand come first, since only the first pictures have places beside the board. The
/// promoted form of a piece, as in Shogi, is a `+` that number of pictures behind it. `None` if
/// there are too few pictures.
fn table(variant: &Variant, held: &[Letter], shogi: bool) -> Option<String> {
    let is_held = |letter: char| held.iter().any(|held| *held == letter.to_ascii_uppercase());
    let mut table = String::new();
    for side in Side::ALL {
        let (mut slots, mut king) = (vec!['.'; PICTURES.len()], '.');
        let pieces = variant.rules().pieces.iter();
        let mut letters: Vec<(char, bool, &PieceName)> = pieces
            .filter(|(name, _)| lower(variant, name, side).is_none())
            .filter_map(|(name, piece)| Some((piece.letter[side]?.single()?, piece.royal[side], name)))
            .collect();
        let own = |letter: char, name: &PieceName| {
            let own = picture(letter, is_held(letter), held.len(), shogi)?;
            let fits = !(shogi && is_held(letter)) || is_limited(variant, name, side, own);
            fits.then_some(own)
        };
        // Those that have a picture of their own first, so that no other takes it.
        letters.sort_by_key(|&(letter, _, name)| !is_held(letter) || own(letter, name).is_none());
        for (letter, royal, name) in letters {
            if royal && king == '.' && !is_held(letter) {
                king = letter;
                continue;
            }
            let free = |i: &usize| slots[*i] == '.';
            let first = if shogi { NEUTRAL } else { 0 };
            let mine = own(letter, name).filter(free);
            let slot = match is_held(letter) {
                true => mine.or_else(|| (first..slots.len()).find(free))?,
                false => mine.or_else(|| (0..slots.len()).rfind(free))?,
            };
            slots[slot] = letter;
            let risen = risen(variant.rules(), name, side);
            if risen.is_some_and(|risen| lower(variant, risen, side).is_some()) {
                *slots.get_mut(slot + RISEN)? = '+';
            }
        }
        table.extend(slots);
        table.push(king);
    }
    Some(table)
}

/// Whether a kind is dropped as XBoard has it for that picture in Shogi: pawns, lances and knights
/// not on the last ranks.
fn is_limited(variant: &Variant, name: &PieceName, side: Side, picture: usize) -> bool {
    let depth = match SHOGI.as_bytes().get(picture) {
        Some(b'P' | b'L') => 1,
        Some(b'N') => 2,
        _ => return true,
    };
    let board = variant.topology();
    let is_last = |square: &SquareName| {
        let place = board.square(square).and_then(|square| board.coordinates(square));
        place.is_some_and(|(_, rank)| match side {
            Side::White => rank + depth >= board.ranks(),
            Side::Black => rank < depth,
        })
    };
    let drops = variant.rules().drops.iter();
    let mut own = drops.filter(|drop| drop.side == side && drop.piece == *name);
    !own.any(|drop| drop.zone.0.iter().any(is_last))
}

/// The picture that belongs to a letter, if it may have it: what is held one of the first, other
/// pieces none of these.
fn picture(letter: char, held: bool, first: usize, shogi: bool) -> Option<usize> {
    let pictures = if shogi && held { SHOGI } else { PICTURES };
    let own = pictures.chars().position(|c| c == letter.to_ascii_uppercase())?;
    (shogi && held || held == (own < first)).then_some(own)
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
