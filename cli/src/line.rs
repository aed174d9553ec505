//! Moves as other programs write them: one after the other, each one word, and promotions of Shogi
//! with `+`.

use ferz::dialects::{Style, write_move};
use ferz::engine::{Move, Position, Variant};

/// The texts of moves that follow each other from a position; it ends before the first that is not
/// legal.
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

/// The text of a legal move, with walls and promotions as Fairy-Stockfish writes them. A pass stays
/// `0000`.
pub(crate) fn text(variant: &Variant, position: &Position, mv: Move) -> Option<String> {
    let style = if mv.is_pass() { Style::Ferz } else { Style::Uci };
    write_move(style, variant, position, mv)
}

/// The text of a move as one word, where spaces part the moves: `swap_e2`.
pub(crate) fn one_word(text: &str) -> String {
    text.replace(' ', "_")
}

/// The text of a move that is written as one word.
pub(crate) fn of_word(word: &str) -> String {
    word.replace('_', " ")
}

/// The move that a word and the next one make together: `swap` and `e2`.
pub(crate) fn of_two_words(
    variant: &Variant,
    position: &Position,
    word: &str,
    next: Option<&str>,
) -> Option<Move> {
    variant.find_move(position, &format!("{word} {}", next?))
}
