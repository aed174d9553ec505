//! The start position: `FEN: "..."`.

use super::Reader;
use crate::draft::Setup;
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
        let mut setup = Setup::default();
        let rows: Vec<&str> = board.text.trim_end_matches('/').split('/').collect();
        if rows.len() != usize::from(ranks) {
            let message = format!("the position has {} ranks, the board {ranks}", rows.len());
            self.sheet.find(board, message, None);
            return;
        }
        for (rank, row) in (0..ranks).rev().zip(rows) {
            let (mut file, mut rest) = (0_usize, row);
            while let Some(first) = rest.chars().next() {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                if digits > 0 {
                    file += rest[..digits].parse().unwrap_or(100_usize).min(100);
                    rest = &rest[digits..];
                } else if first == '*' {
                    file += 1;
                    rest = &rest[1..];
                } else if let Some((kind, side, length)) = self.sign(rest) {
                    let square = u8::try_from(file).unwrap_or(u8::MAX);
                    setup.pieces.push(((rank, square), side, names[kind].clone()));
                    file += 1;
                    rest = &rest[length..];
                } else {
                    let message = format!("no piece is written `{first}`");
                    self.sheet.find(board, message, None);
                    return;
                }
            }
            if file > usize::from(files) {
                let message = format!("`{row}` is longer than a rank of {files} squares");
                self.sheet.find(board, message, None);
                return;
            }
        }
        self.draft.setup = setup;
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
