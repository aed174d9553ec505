//! `setup (TABLE) 8x8+0_fairy POSITION`: pictures of pieces, the board and the start.

use crate::ini::Piece;
use ferz::rules::Side;

/// The words of the line.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub(super) table: Option<Piece>,
    pub(super) size: Option<Piece>,
    /// The word behind the size.
    pub(super) parent: Option<Piece>,
    pub(super) files: u8,
    pub(super) ranks: u8,
    /// How many kinds have a place in the hand.
    pub(super) held: u8,
    pub(super) board: Piece,
    /// The brackets behind the board.
    pub(super) hand: Option<Piece>,
    /// The fields behind.
    pub(super) fields: Vec<Piece>,
}

impl Setup {
    /// The pieces in hand; `None` if there is something else among them.
    pub(super) fn in_hand(&self) -> Option<Vec<Sign>> {
        let text = self.hand.as_ref().map_or("", |hand| hand.text.as_str());
        signs(text.trim_start_matches('[').trim_end_matches([']', '-']))
    }
}

/// Reads the line, or says where it is wrong.
pub(super) fn parse(line: &Piece) -> Result<Setup, (Piece, &'static str)> {
    let mut words = words(line).into_iter().peekable();
    let table = words.next_if(|word| word.text.starts_with('(') && word.text.ends_with(')'));
    let size = words.next_if(|word| word.text.contains('x') && !word.text.contains('/'));
    let board = words.next().ok_or((line.clone(), "there is no position"))?;
    let text = board.text.clone();
    let at = text.find('[').unwrap_or(text.len());
    let beside = (at < text.len()).then(|| board.part(at, text.len()));
    let hand = beside.or_else(|| words.next_if(|word| word.text.starts_with('[')));
    let board = board.part(0, at);
    let (files, ranks, held, parent) = match &size {
        Some(size) => sized(size).ok_or((size.clone(), "this is no size of a board: `8x8+0_fairy`"))?,
        None => {
            let (files, ranks) = spread(&board).ok_or((board.clone(), "this is no position"))?;
            (files, ranks, 0, None)
        }
    };
    let size = size.map(|size| {
        let length = size.text.find('_').unwrap_or(size.text.len());
        size.part(0, length)
    });
    Ok(Setup {
        table,
        size,
        parent,
        files,
        ranks,
        held,
        board,
        hand,
        fields: words.collect(),
    })
}

/// The words of a text with their places.
fn words(line: &Piece) -> Vec<Piece> {
    let mut list = Vec::new();
    let mut at = 0;
    for word in line.text.split_whitespace() {
        let begin = at + line.text[at..].find(word).unwrap_or(0);
        list.push(line.part(begin, word.len()));
        at = begin + word.len();
    }
    list
}

/// `9x9+7_shogi`: files, ranks, places in hand, the parent.
fn sized(text: &Piece) -> Option<(u8, u8, u8, Option<Piece>)> {
    let (numbers, parent) = match text.text.split_once('_') {
        Some((numbers, parent)) => (numbers, Some(text.part(numbers.len() + 1, parent.len()))),
        None => (text.text.as_str(), None),
    };
    let (board, held) = numbers.split_once('+').unwrap_or((numbers, "0"));
    let (files, ranks) = board.split_once('x')?;
    let number = |text: &str| text.parse::<u8>().ok().filter(|number| (1..=26).contains(number));
    Some((number(files)?, number(ranks)?, held.parse().ok()?, parent))
}

/// The ranks of a position, the last first; some engines end the first with a slash, too.
pub(super) fn rows(board: &Piece) -> Vec<&str> {
    board.text.trim_end_matches('/').split('/').collect()
}

/// Files and ranks of a position.
fn spread(board: &Piece) -> Option<(u8, u8)> {
    let rows = rows(board);
    let first = signs(rows.first()?)?;
    let files = first.iter().map(|sign| match sign {
        Sign::Empty(count) => *count,
        Sign::Hole | Sign::Piece(..) => 1,
    });
    let files = u8::try_from(files.sum::<usize>()).ok()?;
    let ranks = u8::try_from(rows.len()).ok()?;
    (ranks >= 2).then_some((files, ranks))
}

/// A sign of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Empty(usize),
    Hole,
    /// In capital letters: `P`, `+P`, `N'`.
    Piece(String, Side),
}

/// The signs of a rank or a hand. `None` if there is something else in it.
pub(super) fn signs(text: &str) -> Option<Vec<Sign>> {
    let mut list = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            list.push(Sign::Empty(
                rest[..digits].parse().ok().filter(|count| *count <= 100)?,
            ));
            rest = &rest[digits..];
        } else if first == '*' {
            list.push(Sign::Hole);
            rest = &rest[1..];
        } else {
            let (id, side, length) = sign(rest)?;
            list.push(Sign::Piece(id, side));
            rest = rest[length..].trim_start_matches('~');
        }
    }
    Some(list)
}

/// The piece with whose sign a text begins, its side, and the length of the sign.
pub(super) fn sign(text: &str) -> Option<(String, Side, usize)> {
    let plus = usize::from(text.starts_with('+'));
    let body = &text[plus..];
    let length = match body.strip_prefix('(') {
        Some(rest) => rest.find(')')? + 2,
        None => 1 + usize::from(body.len() > 1 && matches!(body.as_bytes()[1], b'\'' | b'!')),
    };
    let letters = body.get(..length)?;
    let letter = letters.chars().find(|sign| *sign != '(')?;
    if !letter.is_ascii_alphabetic() {
        return None;
    }
    let side = if letter.is_ascii_uppercase() {
        Side::White
    } else {
        Side::Black
    };
    let id = text[..plus + length].to_ascii_uppercase();
    Some((id, side, plus + length))
}

/// The first and the last picture of a side in a table: the pawn and the king, if it has them.
pub(super) fn ends(table: &Piece, side: Side) -> (Option<String>, Option<String>) {
    let inner = table.text.trim_start_matches('(').trim_end_matches(')');
    // Two signs are one picture if the first is no letter and no gap.
    let mut pictures: Vec<String> = Vec::new();
    let mut open = String::new();
    for letter in inner.chars() {
        open.push(letter);
        if letter != '^' {
            pictures.push(std::mem::take(&mut open));
        }
    }
    let half = pictures.len() / 2;
    let own = match side {
        Side::White => &pictures[..half],
        Side::Black => &pictures[half..],
    };
    let letter = |picture: Option<&String>| {
        let picture = picture?.to_ascii_uppercase();
        picture
            .starts_with(|sign: char| sign.is_ascii_alphabetic())
            .then_some(picture)
    };
    (letter(own.first()), letter(own.last()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_line() {
        let line = Piece::new("(PK.pk.) 5x6+2_shogi k4/5/5/5/5/4K[Pp] w 0 1", 6);
        let setup = parse(&line).unwrap();
        assert_eq!((setup.files, setup.ranks, setup.held), (5, 6, 2));
        assert_eq!(setup.parent, Some(Piece::new("shogi", 21)));
        assert_eq!(setup.hand.unwrap().text, "[Pp]");
        assert_eq!(setup.fields.len(), 3);
        let table = setup.table.unwrap();
        assert_eq!(ends(&table, Side::White), (Some("P".to_owned()), None));
        assert!(parse(&Piece::new("8x", 0)).is_err());
        assert_eq!(parse(&Piece::new("8/4k3/8 w", 0)).unwrap().ranks, 3);
    }

    #[test]
    fn signs_of_a_rank() {
        let piece = |id: &str, side| Sign::Piece(id.to_owned(), side);
        let expected = [
            Sign::Empty(12),
            piece("+P", Side::Black),
            piece("N'", Side::White),
            Sign::Hole,
            piece("(AB)", Side::Black),
        ];
        assert_eq!(signs("12+p~N'*(ab)").unwrap(), expected);
        assert_eq!(signs("4$3"), None);
        assert_eq!(signs("+"), None);
    }
}
