//! Other programs' letters for pieces: `+` and the letter of the former kind, or another letter of
//! its name.

use crate::rules::{Letter, Mandatory, Piece, PieceName, Promotion, Ruleset, Side};

/// A kind that a letter of another program means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Called {
    /// The index in the rules' pieces.
    pub(super) kind: usize,
    /// It is written with a `+` that is no part of its letter.
    pub(super) risen: bool,
}

/// The letter of a kind for a side, as positions write it.
pub(super) fn letter(rules: &Ruleset, kind: usize, side: Side) -> Option<String> {
    let (_, piece) = rules.pieces.get_index(kind)?;
    piece.letter[side].map(|letter| letter.to_string())
}

/// Whether a kind is written with a plus.
pub(super) fn has_plus(rules: &Ruleset, kind: usize, side: Side) -> bool {
    let letter = rules
        .pieces
        .get_index(kind)
        .and_then(|(_, piece)| piece.letter[side]);
    letter.is_some_and(|letter| letter.without_plus().is_some())
}

/// The kind with this letter, in upper or lower case.
pub(super) fn own(rules: &Ruleset, text: &str, side: Side) -> Option<usize> {
    let is_own = |&kind: &usize| letter(rules, kind, side).is_some_and(|own| own.eq_ignore_ascii_case(text));
    (0..rules.pieces.len()).find(is_own)
}

/// The kind that a letter, perhaps behind a `+`, means; its case says nothing.
///
/// A letter that no piece has is that by which a piece was called before, or the initial of a name,
/// if one piece has such a name.
pub(super) fn called(rules: &Ruleset, text: &str, side: Side) -> Option<Called> {
    if let Some(kind) = own(rules, text, side) {
        return Some(Called { kind, risen: false });
    }
    if let Some(low) = text.strip_prefix('+') {
        let low = plain(rules, low, side)?;
        return risen(rules, low, side).map(|kind| Called { kind, risen: true });
    }
    plain(rules, text, side).map(|kind| Called { kind, risen: false })
}

/// Whether a letter is that of no kind today, but one was called by it before.
pub(super) fn is_old(rules: &Ruleset, text: &str, side: Side) -> bool {
    own(rules, text, side).is_none() && once(rules, text, side).is_some()
}

/// The kind that was called by a letter before.
fn once(rules: &Ruleset, text: &str, side: Side) -> Option<usize> {
    let letter = text.parse::<Letter>().ok()?.of(side);
    let today = rules.today(letter)?;
    (0..rules.pieces.len()).find(|&kind| rules.pieces[kind].letter[side] == Some(today))
}

/// The kind that a letter without a `+` means.
fn plain(rules: &Ruleset, text: &str, side: Side) -> Option<usize> {
    let known = own(rules, text, side).or_else(|| once(rules, text, side));
    known.or_else(|| {
        let named = |(kind, (name, piece)): (usize, (&PieceName, &Piece))| {
            (begins(name, text) && piece.letter[side].is_some()).then_some(kind)
        };
        let mut found = rules.pieces.iter().enumerate().filter_map(named);
        found
            .next()
            .filter(|_| !text.is_empty() && found.next().is_none())
    })
}

/// Whether a letter is the initial of a name. That of a knight is the second one, as the king has
/// the first.
fn begins(name: &str, letter: &str) -> bool {
    let name = if name.starts_with("knight") {
        &name[1..]
    } else {
        name
    };
    let start = name.get(..letter.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(letter))
}

/// The kind to which a kind promotes without a choice, if there is one.
pub(super) fn risen(rules: &Ruleset, kind: usize, side: Side) -> Option<usize> {
    let (name, _) = rules.pieces.get_index(kind)?;
    let own = rules
        .promotions
        .iter()
        .filter(|p| p.side == side && &p.piece == name);
    let mut single = own.filter(|p| p.to.len() == 1).map(|p| &p.to[0]);
    let first = single.next()?;
    single
        .all(|other| other == first)
        .then(|| rules.pieces.get_index_of(first))?
}

/// The kind that a kind becomes by a promotion as in Shogi, if it has one: it can become exactly
/// one other kind, and some pieces of the side may also stay unpromoted or become other kinds than
/// it. Programs that play such games write it with a `+`.
pub fn rises<'r>(rules: &'r Ruleset, name: &PieceName, side: Side) -> Option<&'r PieceName> {
    let of_side = || rules.promotions.iter().filter(|p| p.side == side);
    let mut own = of_side().filter(|p| &p.piece == name).peekable();
    let first = own.peek().and_then(|p| p.to.first())?;
    let optional = |p: &Promotion| p.mandatory != Mandatory::Always;
    let differs = |p: &Promotion| &p.piece != name && !p.to.contains(first);
    (own.all(|p| p.to.len() == 1) && of_side().any(|p| optional(p) || differs(p))).then_some(first)
}

/// Whether a letter of another program stands for a kind that is written otherwise here: the kind
/// moves like the one with that letter, or, if no piece has it, like one of whose name a part
/// begins with it.
pub(super) fn is_like(rules: &Ruleset, letter: &str, kind: usize, side: Side) -> bool {
    let Some((name, piece)) = rules.pieces.get_index(kind) else {
        return false;
    };
    let is_risen = rules
        .promotions
        .iter()
        .any(|p| p.side == side && p.to.iter().any(|to| to == name));
    let moves = |kind: usize| &rules.pieces[kind].movement[side];
    let is_named = |(name, _): (&PieceName, &Piece)| name.split('-').any(|part| begins(part, letter));
    is_risen
        && match own(rules, letter, side) {
            Some(known) => *moves(known) == piece.movement[side],
            None => {
                let mut alike = rules.pieces.iter().filter(|(_, other)| {
                    other.letter[side].is_some() && other.movement[side] == piece.movement[side]
                });
                alike.any(is_named)
            }
        }
}
