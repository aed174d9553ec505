//! The size of the board, and the two back ranks.

use super::Reader;
use crate::draft::Setup;
use ferz::rules::Side;

/// `8x8`, `12x12=-3`: files, ranks, and the number behind.
pub(super) fn size(text: &str) -> Option<(u8, u8, i8)> {
    let (size, zone) = text.split_once('=').unwrap_or((text, "1"));
    let (files, ranks) = size.split_once('x')?;
    let number = |text: &str| text.trim().parse::<u8>().ok().filter(|n| (2..=16).contains(n));
    Some((number(files)?, number(ranks)?, zone.trim().parse().ok()?))
}

impl Reader<'_> {
    pub(super) fn sized(&mut self) -> bool {
        let game = self.game;
        let nowhere = game.title.clone();
        let place = game.size.as_ref().unwrap_or(&nowhere);
        let Some((files, ranks, zone)) = size(&place.text) else {
            let help = Some("`8x8`, `8x8=3` or `8x8=-2` below the name".to_owned());
            self.sheet
                .wrong("size", place, "this is no size of a board", help);
            return false;
        };
        (self.draft.files, self.draft.ranks) = (files, ranks);
        match zone {
            1 => {}
            2..=8 => {
                self.zone = zone.unsigned_abs();
                self.pawns = self.zone - 1;
            }
            -8..=-1 => {
                self.pawns = zone.unsigned_abs();
                self.by_file = self.pawns == 3;
            }
            _ => {
                self.sheet
                    .wrong("size", place, "no zone has this number of ranks", None);
                return false;
            }
        }
        if u16::from(self.pawns.max(self.zone)) * 2 > u16::from(ranks) {
            self.sheet.wrong(
                "size",
                place,
                "pawns of both sides do not fit on this board",
                None,
            );
            return false;
        }
        self.sheet.taken("size", place);
        true
    }

    /// Which piece stands where on a back rank, by number; 0 is an empty square.
    pub(super) fn back_rank(&mut self, side: Side) -> Option<Vec<usize>> {
        let game = self.game;
        let Some(words) = game.ranks.get(side.index()) else {
            let title = game.title.clone();
            self.sheet.find(&title, "a back rank is missing", None);
            return None;
        };
        let mut numbers = Vec::new();
        for (at, word) in words.iter().enumerate() {
            match word.text.parse::<usize>() {
                Ok(number) if number <= game.kinds.len() => {
                    numbers.push(number);
                    self.sheet.taken("rank", word);
                }
                _ => {
                    let message = format!("`{}` is no number of a piece of the game", word.text);
                    self.sheet.wrong("rank", word, &message, None);
                    for later in words.iter().skip(at + 1) {
                        self.sheet.unread("rank", later);
                    }
                    return None;
                }
            }
        }
        if numbers.len() != usize::from(self.draft.files) {
            let place = words.first().unwrap_or(&game.title).clone();
            let message = format!(
                "this rank has {} pieces on a board of {} files",
                numbers.len(),
                self.draft.files
            );
            self.sheet.find(&place, message, None);
            return None;
        }
        Some(numbers)
    }

    /// The start: the back ranks, and a rank of pawns in front of each.
    pub(super) fn setup(&mut self, ranks: &[Vec<usize>; 2], names: &[Option<String>]) {
        let mut setup = Setup::default();
        for side in Side::ALL {
            let (back, pawns) = match side {
                Side::White => (0, self.pawns),
                Side::Black => (self.draft.ranks - 1, self.draft.ranks - 1 - self.pawns),
            };
            for (file, &number) in (0..self.draft.files).zip(&ranks[side.index()]) {
                let own = |number: usize| names.get(number.checked_sub(1)?).cloned().flatten();
                if let Some(kind) = own(number) {
                    setup.pieces.push(((back, file), side, kind));
                }
                if let Some(pawn) = own(side.index() + 1) {
                    setup.pieces.push(((pawns, file), side, pawn));
                }
            }
        }
        self.draft.setup = setup;
    }
}
