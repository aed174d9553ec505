//! The start position, a FEN.

use super::Reader;
use crate::draft::{self, Setup, Sign};
use crate::json::Value;
use crate::region::Region;
use crate::report::Status;
use ferz::rules::Side;

impl Reader<'_> {
    /// Reads the start.
    pub(super) fn start(&mut self) {
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

    /// Starts by chance: those of Fischer's chess shuffle the first rank. Others have other pieces.
    pub(super) fn shuffled(&mut self) {
        let Some(builder) = self.root.get("startPosBuilder") else {
            return;
        };
        let fischer = builder.text() == Some("bishop.start.chess960");
        match self.shuffle().filter(|_| fischer) {
            Some(shuffle) => {
                self.draft.shuffle = shuffle;
                self.taken("startPosBuilder", builder);
            }
            None => {
                let why = "start positions with pieces by chance have no form; the file's position is taken";
                self.lose("startPosBuilder", builder, Status::Awaits, why);
            }
        }
    }

    /// Bishops on squares of both colours, queen, knights, the king between the rooks.
    fn shuffle(&self) -> Option<Vec<(Vec<String>, Region)>> {
        let rank = self.draft.rank(0);
        let coloured = |odd: u8| {
            rank.iter()
                .filter(|(_, file)| file % 2 == odd)
                .collect::<Region>()
        };
        let name = |letter: &str| Some(self.name_of(letter)).filter(|name| !name.is_empty());
        let [bishop, queen, knight] = [name("B")?, name("Q")?, name("N")?];
        let [rook, king] = [name("R")?, name("K")?];
        let all = vec![
            (vec![bishop.clone()], coloured(1)),
            (vec![bishop], coloured(0)),
            (vec![queen], rank.clone()),
            (vec![knight.clone(), knight], rank.clone()),
            (vec![rook.clone(), king, rook], rank.clone()),
        ];
        // These pieces, and no others, fill the rank.
        let pieces = self.draft.setup.pieces.iter();
        let here = pieces.filter(|((rank, _), side, _)| *rank == 0 && *side == Side::White);
        let mut here: Vec<&String> = here.map(|(_, _, kind)| kind).collect();
        let mut wanted: Vec<&String> = all.iter().flat_map(|(kinds, _)| kinds).collect();
        here.sort();
        wanted.sort();
        (here == wanted && wanted.len() == rank.iter().count()).then_some(all)
    }

    fn placed(&mut self, fen: &str) -> Result<(), String> {
        let mut fields = fen.split_whitespace();
        let board = fields.next().ok_or("there is no position in it")?;
        let (board, hand) = board.split_once('[').unwrap_or((board, ""));
        let mut rows: Vec<&str> = board.split('/').collect();
        let ranks = usize::from(self.draft.ranks);
        // Pieces that wait behind their files stand on ranks of their own.
        if self.root.get("gatingMode").and_then(Value::text) == Some("fixed") && rows.len() == ranks + 2 {
            let waiting = |row: &&str| row.contains(|sign: char| sign.is_ascii_alphabetic());
            self.waits = [rows.first(), rows.last()].into_iter().flatten().any(waiting);
            rows = rows.drain(1..=ranks).collect();
        }
        let sign = |text: &str| {
            let sign = text.chars().next()?;
            if sign == '*' {
                return Some((Sign::Hole, 1));
            }
            let (side, letter) = self.sign(sign).ok()?;
            Some((Sign::Piece(side, letter), sign.len_utf8()))
        };
        let (pieces, holes) = draft::placement(&rows, (self.draft.files, self.draft.ranks), &sign)?;
        let mut setup = Setup {
            pieces,
            ..Setup::default()
        };
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
        (self.draft.setup, self.draft.holes) = (setup, holes);
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
