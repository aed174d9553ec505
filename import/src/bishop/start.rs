//! The start position, a FEN.

use super::Reader;
use crate::draft::Setup;
use crate::json::Value;
use crate::report::Status;
use ferz::rules::Side;

impl Reader<'_> {
    /// Reads the start. A builder of positions makes others by chance, which a file cannot say.
    pub(super) fn start(&mut self) {
        if let Some(builder) = self.root.get("startPosBuilder") {
            let why = "start positions by chance have no form; the file's position is taken";
            self.lose("startPosBuilder", builder, Status::Awaits, why);
        }
        let help = "`\"startPosition\": \"8/8/8/8/8/8/8/8 w - - 0 1\"`";
        let Some(value) = self.root.get("startPosition") else {
            return self.missing("there is no start position", help);
        };
        let text = value.text().unwrap_or_default().to_owned();
        match self.placed(&text) {
            Ok(()) => self.taken("startPosition", value),
            Err(message) => self.wrong("startPosition", value, &message, Some(help)),
        }
    }

    fn placed(&mut self, fen: &str) -> Result<(), String> {
        let mut fields = fen.split_whitespace();
        let board = fields.next().ok_or("there is no position in it")?;
        let (board, hand) = board.split_once('[').unwrap_or((board, ""));
        let mut rows: Vec<&str> = board.split('/').collect();
        let ranks = usize::from(self.draft.ranks);
        // Pieces that wait behind their files stand on ranks of their own.
        if self.root.get("gatingMode").and_then(Value::text) == Some("fixed") && rows.len() == ranks + 2 {
            rows = rows.drain(1..=ranks).collect();
        }
        if rows.len() != ranks {
            return Err(format!(
                "the position has {} ranks, the board {ranks}",
                rows.len()
            ));
        }
        let mut setup = Setup::default();
        for (rank, row) in (0..self.draft.ranks).rev().zip(rows) {
            self.row(&mut setup, rank, row)?;
        }
        for sign in hand.trim_end_matches([']', '-']).chars() {
            let (side, letter) = self.sign(sign)?;
            setup.hands[side].push(letter);
        }
        match fields.next() {
            None | Some("w") => {}
            Some("b") => setup.black_begins = true,
            Some(other) => return Err(format!("`{other}` is no side: w or b")),
        }
        // The letters of castlings are read with them, and those of files with gates.
        setup.more = fields.next().unwrap_or("-").to_owned();
        self.draft.setup = setup;
        Ok(())
    }

    /// Puts the pieces of a rank where they stand; `*` is a hole if such a piece never moves.
    fn row(&mut self, setup: &mut Setup, rank: u8, row: &str) -> Result<(), String> {
        let (mut file, mut rest) = (0_usize, row);
        while let Some(sign) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                file += rest[..digits].parse::<usize>().unwrap_or(100).min(100);
                rest = &rest[digits..];
                continue;
            }
            let square = (rank, u8::try_from(file).unwrap_or(u8::MAX));
            if sign == '*' {
                self.draft.holes.insert(square.0, square.1);
            } else {
                let (side, letter) = self.sign(sign)?;
                setup.pieces.push((square, side, letter));
            }
            file += 1;
            rest = &rest[sign.len_utf8()..];
        }
        if file > usize::from(self.draft.files) {
            return Err(format!(
                "`{row}` is longer than a rank of {} squares",
                self.draft.files
            ));
        }
        Ok(())
    }

    /// The side and the capital letter of a sign.
    fn sign(&self, sign: char) -> Result<(Side, String), String> {
        let letter = sign.to_ascii_uppercase().to_string();
        let side = if sign.is_ascii_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        let known = self.kinds.iter().any(|kind| kind.letter == letter);
        known
            .then_some((side, letter))
            .ok_or_else(|| format!("no piece is written `{sign}`"))
    }
}
