//! The start position: `FEN: "..."`.

use super::Reader;
use crate::draft::{self, Setup, Sign};
use crate::ini::Piece;
use ferz::rules::Side;

impl Reader<'_> {
    /// The kind and side of the longest sign with which a text begins, and its length.
    fn sign(&self, text: &str) -> Option<(usize, Side, usize)> {
        let mut found: Option<(usize, Side, usize)> = None;
        for (at, kind) in self.kinds.iter().enumerate() {
            for side in Side::ALL {
                let own = &kind.letters[side];
                let longer = found.is_none_or(|(_, _, length)| own.len() > length);
                if !own.is_empty() && text.starts_with(own.as_str()) && longer {
                    found = Some((at, side, own.len()));
                }
            }
        }
        found
    }

    /// Reads it; the letters of castlings are returned.
    pub(super) fn start(&mut self, names: &[String]) -> String {
        let Some(fen) = self.fen.clone() else {
            let help = Some("`FEN: \"8/8/8/8/8/8/8/8 w - -\"`".to_owned());
            let head = self.head.clone();
            self.sheet.find(&head, "there is no start position", help);
            return String::new();
        };
        let board = fen.text.split([' ', '[']).next().unwrap_or_default().len();
        self.placement(&fen.part(0, board), names);
        let rest = &fen.text[board..];
        let (hand, fields) = match rest.trim_start().strip_prefix('[') {
            Some(rest) => rest.split_once(']').unwrap_or((rest, "")),
            None => ("", rest),
        };
        self.hands(hand, &fen, names);
        let mut fields = fields.split_whitespace();
        match fields.next() {
            None | Some("w") => {}
            Some("b") => self.draft.setup.black_begins = true,
            Some(other) => {
                let message = format!("`{other}` is no side: w or b");
                self.sheet.find(&fen, message, None);
            }
        }
        // Without castling a number may follow at once.
        let rights = fields.next().unwrap_or_default();
        let letters = rights.chars().filter(char::is_ascii_alphabetic);
        letters.collect()
    }

    fn placement(&mut self, board: &Piece, names: &[String]) {
        let (files, ranks) = (self.draft.files, self.draft.ranks);
        let rows: Vec<&str> = board.text.trim_end_matches('/').split('/').collect();
        let sign = |text: &str| match text.strip_prefix('*') {
            Some(_) => Some((Sign::Empty, 1)),
            None => {
                let (kind, side, length) = self.sign(text)?;
                Some((Sign::Piece(side, names[kind].clone()), length))
            }
        };
        match draft::placement(&rows, (files, ranks), &sign) {
            Ok((pieces, _)) => {
                self.draft.setup = Setup {
                    pieces,
                    ..Setup::default()
                };
            }
            Err(message) => self.sheet.find(board, message, None),
        }
    }

    fn hands(&mut self, hand: &str, fen: &Piece, names: &[String]) {
        let mut rest = hand.trim_start_matches('-');
        while let Some(first) = rest.chars().next() {
            match self.sign(rest) {
                Some((kind, side, length)) => {
                    self.draft.setup.hands[side].push(names[kind].clone());
                    rest = &rest[length..];
                }
                None => {
                    let message = format!("no piece is written `{first}`");
                    self.sheet.find(fen, message, None);
                    return;
                }
            }
        }
    }
}
