//! Moves as other programs write them: one after the other, each one word, and promotions of Shogi with `+`.

use ferz::dialects::{self, Legal, Meaning};
use ferz::engine::{Move, Position, Variant};
use ferz::rules::{Mandatory, PieceName, Side};

/// The texts of moves that follow each other from a position; it ends before the first that is not legal.
pub(crate) fn texts(variant: &Variant, position: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for &mv in moves {
        let Some(text) = text(variant, &position, mv) else {
            break;
        };
        texts.push(text);
        position = variant.play(&position, mv);
    }
    texts
}

/// The text of a legal move.
pub(crate) fn text(variant: &Variant, position: &Position, mv: Move) -> Option<String> {
    let moves = variant.legal_moves(position);
    let i = moves.iter().position(|&legal| legal == mv)?;
    let text = variant.move_texts(position, &moves).into_iter().nth(i)?;
    Some(with_plus(variant, position, mv, text))
}

/// The legal move that another program has written, here or in a notation of its own.
pub(crate) fn find(variant: &Variant, position: &Position, text: &str) -> Option<Move> {
    if let Some(mv) = variant.find_move(position, text) {
        return Some(mv);
    }
    let moves = variant.legal_moves(position);
    let texts = variant.move_texts(position, &moves);
    let legal = Legal {
        variant,
        position,
        moves: &moves,
        texts: &texts,
    };
    match dialects::meaning(legal, text) {
        Meaning::One(mv, _) => Some(mv),
        Meaning::Several(_) | Meaning::Nothing => None,
    }
}

/// The text of a move with `+` in place of the letter, if it is a promotion as in Shogi.
pub(crate) fn with_plus(variant: &Variant, position: &Position, mv: Move, mut text: String) -> String {
    let Some(kind) = variant.promotion(mv).filter(|_| has_plus(variant, position, mv)) else {
        return text;
    };
    let letters = variant.rules().pieces[kind].letter;
    let letter = letters[variant.turn(position)]
        .unwrap_or_default()
        .to_ascii_lowercase();
    if let Some(start) = text.strip_suffix(letter.as_str()) {
        text.truncate(start.len());
        text.push('+');
    }
    text
}

/// Whether a move is a promotion as in Shogi: there is but one other thing for the piece to become, and pieces may also stay
/// what they are. Programs that play such games write it with `+`.
fn has_plus(variant: &Variant, position: &Position, mv: Move) -> bool {
    if variant.promotion(mv).is_none() || variant.dropped(position, mv).is_some() {
        return false;
    }
    let Some((kind, side)) = variant.piece_at(position, mv.start()) else {
        return false;
    };
    let name = variant.rules().pieces.get_index(kind).map(|(name, _)| name);
    name.is_some_and(|name| rises(variant, name, side).is_some())
}

/// What a kind becomes by promotions as in Shogi, if it has such.
pub(crate) fn rises<'v>(variant: &'v Variant, name: &PieceName, side: Side) -> Option<&'v PieceName> {
    let promotions = &variant.rules().promotions;
    let of_side = || promotions.iter().filter(|p| p.side == side);
    let declined = of_side().any(|p| p.mandatory != Mandatory::Always);
    let mut own = of_side().filter(|p| &p.piece == name).peekable();
    let first = own.peek().and_then(|p| p.to.first());
    first.filter(|_| declined && own.all(|p| p.to.len() == 1))
}

/// The text of a move as one word, where spaces part the moves: `swap_e2`.
pub(crate) fn one_word(text: &str) -> String {
    text.replace(' ', "_")
}

/// The text of a move that is written as one word.
pub(crate) fn of_word(word: &str) -> String {
    word.replace('_', " ")
}
