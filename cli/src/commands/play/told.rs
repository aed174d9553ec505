//! The account of a game: its moves, its clocks, the squares of its last moves.

use super::Session;
use crate::draw::{Mark, Marks};
use ferz_play::pgn;
use std::io::Write;

impl<W: Write> Session<W> {
    /// The moves of the game, numbered.
    pub(super) fn moves_so_far(&mut self) -> anyhow::Result<()> {
        if self.game.moves().is_empty() {
            return Ok(writeln!(self.out, "no moves yet")?);
        }
        let text = pgn::write(&self.game, &self.name, &[], self.outcome().as_ref());
        let moves = text.split_once("\n\n").map_or(text.as_str(), |(_, moves)| moves);
        Ok(writeln!(self.out, "{}", moves.trim_end())?)
    }

    pub(super) fn time_left(&mut self) -> anyhow::Result<()> {
        match &self.clocks {
            Some(clocks) => Ok(writeln!(self.out, "{}", clocks.words())?),
            None => Ok(writeln!(
                self.out,
                "there is no clock: `--time` gives the players time"
            )?),
        }
    }

    /// The squares of the last move, and after an answer, those of the answered move.
    pub(super) fn last_moves(&self) -> Marks {
        let size = self.variant().topology().size();
        let answered = self.has_human() && self.who[0] != self.who[1];
        let moves = self.game.moves().iter().rev().take(if answered { 2 } else { 1 });
        let squares = moves
            .filter(|mv| !mv.is_pass())
            .flat_map(|mv| [mv.start(), mv.to()]);
        let on_board = squares.filter(|&square| usize::from(square) < size);
        on_board.map(|square| (square, Mark::Here)).collect()
    }
}
