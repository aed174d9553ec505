//! Values as Fairy-Stockfish reads them, and their errors.

use crate::ini::Piece;
use crate::keys::Takes;
use crate::model::{Model, Types};
use crate::region::{FILES, RANKS, Region};
use crate::types::Slot;
use ferz::rules::Score;
use ferz_grammar::suggest::closest_of_few;

/// The fault of a value, and its place.
#[derive(Clone, Debug)]
pub(crate) struct Bad {
    pub(crate) at: Piece,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

pub(crate) type Read<T> = Result<T, Bad>;

/// Something wrong at a part of a value.
pub(crate) fn bad<T>(at: Piece, message: impl Into<String>) -> Read<T> {
    Err(Bad {
        at,
        message: message.into(),
        help: None,
    })
}

fn expected<T>(value: &Piece, takes: Takes, help: Option<String>) -> Read<T> {
    Err(Bad {
        at: value.clone(),
        message: format!("`{}` is not {}", value.text, takes.words()),
        help,
    })
}

fn word(value: &Piece, words: &[&'static str], takes: Takes) -> Read<&'static str> {
    if let Some(word) = words.iter().find(|word| **word == value.text) {
        return Ok(word);
    }
    let trimmed = value.text.trim_end();
    if words.contains(&trimmed) {
        let from = trimmed.len();
        let rest = value.part(from, value.text.len() - from);
        return Err(Bad {
            at: rest,
            message: format!("blanks behind `{trimmed}`"),
            help: Some("Fairy-Stockfish takes them as part of the value; take them away".to_owned()),
        });
    }
    let close = closest_of_few(&trimmed.to_lowercase(), words.iter().copied());
    let help = close.map(|word| format!("did you mean `{word}`?"));
    expected(value, takes, help)
}

pub(crate) fn boolean(value: &Piece) -> Read<bool> {
    let help = match value.text.trim().to_lowercase().as_str() {
        "1" | "yes" | "on" | "true" => Some("`true`"),
        "0" | "no" | "off" | "false" => Some("`false`"),
        _ => None,
    };
    match (word(value, &["true", "false"], Takes::Bool), help) {
        (Ok(word), _) => Ok(word == "true"),
        (Err(bad), Some(help)) if bad.help.is_none() => Err(Bad {
            help: Some(format!("did you mean {help}?")),
            ..bad
        }),
        (Err(bad), _) => Err(bad),
    }
}

pub(crate) fn result(value: &Piece) -> Read<Option<Score>> {
    let found = word(value, &["win", "draw", "loss", "none"], Takes::Result)?;
    Ok(match found {
        "win" => Some(Score::Win),
        "draw" => Some(Score::Draw),
        "loss" => Some(Score::Loss),
        _ => None,
    })
}

pub(crate) fn one_of(value: &Piece, words: &'static [&'static str]) -> Read<&'static str> {
    word(value, words, Takes::Word(words))
}

/// The number at the start of a value, which must be all of it.
pub(crate) fn number(value: &Piece) -> Read<u32> {
    match value.text.trim().parse() {
        Ok(number) => Ok(number),
        Err(_) if value.text.trim().parse::<i64>().is_ok_and(|number| number < 0) => Err(Bad {
            at: value.clone(),
            message: format!("`{}` is less than 0", value.text),
            help: Some("a number from 0; where it counts something, 0 is none".to_owned()),
        }),
        Err(_) => expected(value, Takes::Number, None),
    }
}

/// A rank, from 0.
pub(crate) fn rank(value: &Piece) -> Read<u8> {
    match value.text.trim().parse::<u8>() {
        Ok(rank) if (1..=RANKS).contains(&rank) => Ok(rank - 1),
        Ok(_) => bad(value.clone(), format!("ranks go from 1 to {RANKS}")),
        Err(_) => expected(value, Takes::Rank, None),
    }
}

/// A file, from 0.
pub(crate) fn file(value: &Piece) -> Read<u8> {
    let text = value.text.trim();
    let last = char::from(b'a' + FILES - 1);
    let outside = || {
        bad(
            value.clone(),
            format!("files go from a to {last}, or from 1 to {FILES}"),
        )
    };
    if let Ok(number) = text.parse::<u8>() {
        return if (1..=FILES).contains(&number) {
            Ok(number - 1)
        } else {
            outside()
        };
    }
    match text.as_bytes() {
        [letter @ b'a'..=b'z'] if letter - b'a' < FILES => Ok(letter - b'a'),
        [b'a'..=b'z'] => outside(),
        [letter @ b'A'..=b'Z'] => {
            let help = format!("did you mean `{}`?", char::from(letter.to_ascii_lowercase()));
            expected(value, Takes::File, Some(help))
        }
        _ => expected(value, Takes::File, None),
    }
}

/// The words of a value, with their places.
fn words(value: &Piece) -> Vec<Piece> {
    let mut list = Vec::new();
    let mut start = None;
    for (at, c) in value.text.char_indices().chain([(value.text.len(), ' ')]) {
        match (c.is_whitespace(), start) {
            (false, None) => start = Some(at),
            (true, Some(from)) => {
                list.push(value.part(from, at - from));
                start = None;
            }
            _ => {}
        }
    }
    list
}

/// Squares: `d4 e4`, `*8`, `a*`, `-`.
pub(crate) fn squares(value: &Piece) -> Read<Region> {
    let mut region = Region::default();
    for word in words(value) {
        if word.text == "-" {
            break;
        }
        region = region.or(&one_square(&word)?);
    }
    Ok(region)
}

fn one_square(word: &Piece) -> Read<Region> {
    let last = char::from(b'a' + FILES - 1);
    let file = |letter: u8| {
        let file = letter.to_ascii_lowercase().wrapping_sub(b'a');
        if file < FILES {
            Ok(file)
        } else {
            bad(
                word.clone(),
                format!("`{}`: files go from a to {last}", word.text),
            )
        }
    };
    let rank = |digits: &str| match digits.parse::<u8>() {
        Ok(rank) if (1..=RANKS).contains(&rank) => Ok(rank - 1),
        Ok(_) => bad(
            word.clone(),
            format!("`{}`: ranks go from 1 to {RANKS}", word.text),
        ),
        Err(_) => no_square(word),
    };
    let text = word.text.as_str();
    match text.as_bytes() {
        [letter, b'*'] if letter.is_ascii_alphabetic() => Ok(Region::file(file(*letter)?)),
        [b'*', ..] if text.len() > 1 => Ok(Region::rank(rank(&text[1..])?)),
        [letter, ..] if letter.is_ascii_alphabetic() && text.len() > 1 => {
            let square = (rank(&text[1..])?, file(*letter)?);
            Ok([square].into_iter().collect())
        }
        _ => no_square(word),
    }
}

fn no_square<T>(word: &Piece) -> Read<T> {
    let help = if word.text.contains([',', '-']) {
        "squares are parted by blanks, ranges are not known: `a1 b1 c1`"
    } else {
        "a square is `e4`, a whole rank `*4`, a whole file `e*`"
    };
    Err(Bad {
        at: word.clone(),
        message: format!("`{}` is not a square, rank or file", word.text),
        help: Some(help.to_owned()),
    })
}

/// A letter's kind in a value.
fn kind_at(model: &Model, value: &Piece, at: usize, letter: char) -> Read<Slot> {
    match model.slot(letter) {
        Some(slot) => Ok(slot),
        None => {
            let known: String = model
                .kinds
                .values()
                .map(|kind| kind.letter.to_ascii_lowercase())
                .collect();
            let help = match letter {
                ',' => Some("the letters stand side by side: `qrbn`".to_owned()),
                _ if known.is_empty() => {
                    Some("the section has no pieces; name a parent or pieces".to_owned())
                }
                _ => Some(format!("the letters of this section are `{known}`")),
            };
            Err(Bad {
                at: value.part(at, letter.len_utf8()),
                message: format!("no piece has the letter `{letter}`"),
                help,
            })
        }
    }
}

/// Letters of pieces: `nbrq`, `*`, `-`.
pub(crate) fn types(model: &Model, value: &Piece) -> Read<Types> {
    Ok(listed(model, value)?.0)
}

/// The same, and the kinds in the order in which they are written.
pub(crate) fn listed(model: &Model, value: &Piece) -> Read<(Types, Vec<Slot>)> {
    let mut types = Types::default();
    let mut order = Vec::new();
    for (at, c) in value.text.char_indices() {
        match c {
            ' ' | '\t' => {}
            '-' => break,
            '*' => types.all = true,
            c => {
                let slot = kind_at(model, value, at, c)?;
                if types.slots.insert(slot) {
                    order.push(slot);
                }
            }
        }
    }
    Ok((types, order))
}

/// One kind, or `None` for `*` and `-`.
pub(crate) fn one_type(model: &Model, value: &Piece) -> Read<Option<Slot>> {
    let mut found = None;
    for (at, c) in value.text.char_indices() {
        match c {
            ' ' | '\t' => {}
            '-' => break,
            '*' => found = None,
            c => found = Some(kind_at(model, value, at, c)?),
        }
    }
    Ok(found)
}

/// `q:1 r:2`.
pub(crate) fn limits(model: &Model, value: &Piece) -> Read<Vec<(Slot, u32)>> {
    let mut list = Vec::new();
    for word in words(value).into_iter().take_while(|word| word.text != "-") {
        let Some((letter, number)) = pair(&word) else {
            return bad(
                word.clone(),
                format!("`{}` is not a letter with a number: `q:1`", word.text),
            );
        };
        let slot = kind_at(model, &word, 0, letter)?;
        match number.parse() {
            Ok(number) => list.push((slot, number)),
            Err(_) => return bad(word.clone(), format!("`{number}` is not a number")),
        }
    }
    Ok(list)
}

/// `p:g s:g`, `None` behind the colon for `-`.
pub(crate) fn pairs(model: &Model, value: &Piece) -> Read<Vec<(Slot, Option<Slot>)>> {
    let mut list = Vec::new();
    for word in words(value).into_iter().take_while(|word| word.text != "-") {
        let (letter, to) = match pair(&word) {
            Some((letter, to)) if to.chars().count() == 1 => (letter, to),
            _ => return bad(word.clone(), format!("`{}` is not two letters: `p:g`", word.text)),
        };
        let from = kind_at(model, &word, 0, letter)?;
        let to = match to.chars().next() {
            Some('-') | None => None,
            Some(to) => Some(kind_at(model, &word, 2, to)?),
        };
        list.push((from, to));
    }
    Ok(list)
}

fn pair(word: &Piece) -> Option<(char, &str)> {
    let (letter, rest) = word.text.split_once(':')?;
    let mut letters = letter.chars();
    let first = letters.next()?;
    letters.next().is_none().then_some((first, rest))
}

/// Castling letters, as they stand.
pub(crate) fn rights(value: &Piece) -> Read<String> {
    let mut found = String::new();
    for (at, c) in value.text.char_indices() {
        match c {
            ' ' => {}
            '-' => break,
            'K' | 'Q' | 'k' | 'q' => found.push(c),
            c => {
                return bad(
                    value.part(at, c.len_utf8()),
                    format!("`{c}` is not one of `KQkq`"),
                );
            }
        }
    }
    Ok(found)
}
