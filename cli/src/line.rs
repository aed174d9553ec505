//! Moves as other programs write them: one after the other, each one word, and promotions of Shogi with `+`.

use ferz::dialects::{self, Legal, Meaning, Style, write_move};
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

/// The text of a legal move, with walls and promotions as Fairy-Stockfish writes them. A pass stays `0000`.
pub(crate) fn text(variant: &Variant, position: &Position, mv: Move) -> Option<String> {
    let style = if mv.is_pass() { Style::Ferz } else { Style::Uci };
    write_move(style, variant, position, mv)
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
