//! The games of a `fmax.ini`: `Game: NAME`, the size, two back ranks, the pieces, and lines for the
//! display behind `#`. Everything else is a comment.

use crate::ini::Piece;

/// A line `x:value ray ray ...`.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    pub(super) letter: Piece,
    pub(super) value: Piece,
    pub(super) rays: Vec<Piece>,
}

/// A game.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) title: Piece,
    /// The text behind the name, for the display.
    pub(super) display: Vec<Piece>,
    /// The comment just above.
    pub(super) about: String,
    pub(super) size: Option<Piece>,
    pub(super) ranks: Vec<Vec<Piece>>,
    pub(super) kinds: Vec<Kind>,
    /// Lines that follow at once and are none of the game.
    pub(super) after: Vec<Piece>,
}

/// All games of a file.
pub(super) fn read(text: &str) -> Vec<Game> {
    let mut games: Vec<Game> = Vec::new();
    let (mut offset, mut about) = (0, String::new());
    // Whether lines are about the game, or follow it without a blank one between.
    let (mut open, mut follows) = (false, false);
    for line in text.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let line = line.trim_end();
        if let Some(rest) = line.strip_prefix("Game:") {
            games.push(game(rest, start + 5, std::mem::take(&mut about)));
            (open, follows) = (true, true);
            continue;
        }
        about = line.strip_prefix("//").unwrap_or_default().trim().to_owned();
        if open && let Some(game) = games.last_mut() {
            open = game.take(line, start);
        }
        follows &= !line.trim().is_empty() && !line.starts_with("//");
        if follows
            && !open
            && let Some(game) = games.last_mut()
        {
            let blanks = line.len() - line.trim_start().len();
            game.after.push(Piece::new(line.trim(), start + blanks));
        }
    }
    games
}

fn game(rest: &str, offset: usize, about: String) -> Game {
    let mut at = offset;
    let mut parts = rest.split('#').map(|part| {
        let blanks = part.len() - part.trim_start().len();
        let piece = Piece::new(part.trim(), at + blanks);
        at += part.len() + 1;
        piece
    });
    let title = parts.next().unwrap_or_else(|| Piece::new("", offset));
    Game {
        title,
        display: parts.filter(|part| !part.text.is_empty()).collect(),
        about,
        size: None,
        ranks: Vec::new(),
        kinds: Vec::new(),
        after: Vec::new(),
    }
}

/// The words of a line with their places.
fn words(line: &str, offset: usize) -> Vec<Piece> {
    let mut list = Vec::new();
    let mut at = 0;
    for word in line.split_whitespace() {
        let begin = at + line[at..].find(word).unwrap_or(0);
        list.push(Piece::new(word, offset + begin));
        at = begin + word.len();
    }
    list
}

impl Game {
    /// Takes a line; false where the game has ended.
    fn take(&mut self, line: &str, offset: usize) -> bool {
        if let Some(rest) = line.strip_prefix('#') {
            let text = rest.trim();
            if !text.is_empty() {
                let at = line.find(text).unwrap_or(1);
                self.display.push(Piece::new(text, offset + at));
            }
            return true;
        }
        if self.size.is_none() {
            let blanks = line.len() - line.trim_start().len();
            self.size = Some(Piece::new(line.trim(), offset + blanks));
            return !line.trim().is_empty();
        }
        if self.ranks.len() < 2 {
            self.ranks.push(words(line, offset));
            return !line.trim().is_empty();
        }
        let mut signs = line.char_indices();
        let (Some((_, letter)), Some((colon, ':'))) = (signs.next(), signs.next()) else {
            return false;
        };
        let mut rays = words(&line[colon + 1..], offset + colon + 1);
        if rays.is_empty() {
            rays.push(Piece::new("", offset + line.len()));
        }
        let value = rays.remove(0);
        self.kinds.push(Kind {
            letter: Piece::new(letter.encode_utf8(&mut [0; 4]), offset),
            value,
            rays,
        });
        true
    }
}
