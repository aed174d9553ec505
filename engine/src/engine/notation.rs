//! Move text (UCI long algebraic, extended) and SAN.

use super::core::{Core, NONE};
use super::layout::Layout;
use super::position::{Deed, Move, Pos};
use crate::board::{Bits, Square};
use crate::rules::Modes;
use std::fmt::Write as _;

/// The two castlings that SAN has signs for, by their letters.
const SHORT: [char; 2] = ['K', 'k'];
const LONG: [char; 2] = ['Q', 'q'];

impl<L: Layout> Core<L> {
    /// The texts of all legal moves of a position, in step with `moves`. No two are equal.
    pub(crate) fn texts(&self, pos: &Pos<L>, moves: &[Move]) -> Vec<String> {
        let mut texts: Vec<String> = moves.iter().map(|&mv| self.text(pos, mv)).collect();
        let mut order: Vec<usize> = (0..texts.len()).collect();
        order.sort_by(|&a, &b| texts[a].cmp(&texts[b]));
        for pair in order
            .chunk_by(|&a, &b| texts[a] == texts[b])
            .filter(|c| c.len() > 1)
            .map(<[usize]>::to_vec)
            .collect::<Vec<_>>()
        {
            for i in pair {
                if let Some(marked) = self.marked_text(pos, moves[i]) {
                    texts[i] = marked;
                }
            }
        }
        texts
    }

    /// The text of a move, as long as no other move has the same.
    pub(crate) fn text(&self, pos: &Pos<L>, mv: Move) -> String {
        let name = |s: Square| self.topology.name(s);
        let mut out = String::new();
        match mv.deed {
            Deed::Pass => return "0000".to_owned(),
            Deed::Special(index, _) => {
                out.push_str(name(mv.from));
                if let Some(path) = self.special(pos, mv.from, index) {
                    if mv.to == mv.from {
                        path.captures.iter().for_each(|&s| out.push_str(name(s)));
                    }
                    if path.rifle {
                        out.push('x');
                    }
                }
                out.push_str(name(mv.to));
            }
            Deed::Shot | Deed::ShotInPassing => {
                let _ = write!(out, "{}x{}", name(mv.from), name(mv.to));
            }
            Deed::Volley(weapon) => {
                out.push_str(name(mv.from));
                out.push('*');
                out.extend(self.tag_letter(weapon));
            }
            _ => {
                out.push_str(name(mv.from));
                out.push_str(name(mv.to));
            }
        }
        if mv.promotion != NONE {
            out.push(self.letters[pos.turn.index()][usize::from(mv.promotion)].to_ascii_lowercase());
        }
        out
    }

    fn tag_letter(&self, tag: u8) -> Option<char> {
        self.tagging.as_ref()?.letters.get(usize::from(tag)).copied()
    }

    /// Another text for a move whose text another move has, too: castling names the partner's square, a swap has
    /// a `~`, an en passant capture an `e`, and what captures on the way names the squares.
    pub(crate) fn marked_text(&self, pos: &Pos<L>, mv: Move) -> Option<String> {
        let name = |s: Square| self.topology.name(s);
        match mv.deed {
            Deed::Special(index, Modes::QUIET | Modes::CAPTURE | Modes::CAPTURE_OWN) => {
                let path = self.special(pos, mv.from, index)?;
                if path.captures.is_empty() {
                    return None;
                }
                let mut out = name(mv.from).to_owned();
                path.captures.iter().for_each(|&s| out.push_str(name(s)));
                if path.rifle {
                    out.push('x');
                }
                out.push_str(name(mv.to));
                if mv.promotion != NONE {
                    out.push(self.letters[pos.turn.index()][usize::from(mv.promotion)].to_ascii_lowercase());
                }
                Some(out)
            }
            Deed::Exchange => Some(format!("{}~{}", name(mv.from), name(mv.to))),
            Deed::Castle(index) => Some(format!(
                "{}{}",
                name(mv.from),
                name(self.castlings[usize::from(index)].rook_from)
            )),
            Deed::EnPassant | Deed::Special(_, Modes::EN_PASSANT) => {
                Some(format!("{}{}e", name(mv.from), name(mv.to)))
            }
            Deed::Special(_, Modes::SWAP) => Some(format!("{}~{}", name(mv.from), name(mv.to))),
            _ => None,
        }
    }

    /// Standard algebraic notation of a legal move, with as little disambiguation as is needed among `moves`, and
    /// `+` or `#` for what it brings about.
    pub(crate) fn san(&self, pos: &Pos<L>, mv: Move, moves: &[Move]) -> String {
        let after = pos.after(self, mv);
        let mut out = self.san_body(pos, mv, moves);
        let them = after.turn;
        let over = self.outcome(&after);
        if over.as_ref().is_some_and(|o| o.winner == Some(pos.turn)) {
            out.push('#');
        } else if self.in_check(&after, them) {
            out.push('+');
        }
        out
    }

    fn san_body(&self, pos: &Pos<L>, mv: Move, moves: &[Move]) -> String {
        let name = |s: Square| self.topology.name(s);
        match mv.deed {
            Deed::Pass => return "--".to_owned(),
            Deed::Castle(index) => {
                let letter = self.castlings[usize::from(index)].letter;
                if SHORT.contains(&letter) {
                    return "O-O".to_owned();
                }
                if LONG.contains(&letter) {
                    return "O-O-O".to_owned();
                }
            }
            _ => {}
        }
        let Some((kind, side)) = pos.piece(mv.from) else {
            return String::new();
        };
        let letter = self.letters[side.index()][usize::from(kind)].to_ascii_uppercase();
        let unlettered = self.mover(side, kind).is_some_and(|m| m.unlettered);
        let takes = self.takes(pos, mv);
        // A volley is told by its weapon alone.
        let volley = matches!(mv.deed, Deed::Volley(_));
        let alike: Vec<Square> = moves
            .iter()
            .filter(|m| {
                (if volley { m.deed == mv.deed } else { m.to == mv.to })
                    && m.from != mv.from
                    && m.deed != Deed::Pass
                    && pos.piece(m.from).is_some_and(|(k, _)| k == kind)
                    && self.takes(pos, **m) == takes
            })
            .map(|m| m.from)
            .collect();
        let mut out = String::new();
        if !unlettered {
            out.push(letter);
        }
        let square = name(mv.from);
        match self.topology.coordinates(mv.from) {
            Some((file, rank)) => {
                let same = |f: &dyn Fn((u8, u8)) -> bool| {
                    alike.iter().any(|&s| self.topology.coordinates(s).is_none_or(f))
                };
                let (file_name, rank_name) = square.split_at(1);
                if unlettered && takes && !same(&|(f, _)| f == file) {
                    out.push_str(file_name);
                } else if alike.is_empty() {
                } else if !same(&|(f, _)| f == file) {
                    out.push_str(file_name);
                } else if !same(&|(_, r)| r == rank) && !unlettered {
                    out.push_str(rank_name);
                } else {
                    out.push_str(square);
                }
            }
            None => out.push_str(square),
        }
        if takes {
            out.push('x');
        }
        if let Deed::Special(index, mode) = mv.deed {
            if let Some(path) = self.special(pos, mv.from, index) {
                for &s in &path.captures {
                    out.push_str(name(s));
                    out.push('-');
                }
                if path.rifle {
                    out.push('*');
                }
            }
            if mode == Modes::SWAP {
                out.push('~');
            }
        }
        match mv.deed {
            Deed::Exchange => out.push('~'),
            Deed::Shot | Deed::ShotInPassing => out.push('*'),
            _ => {}
        }
        if let Deed::Volley(weapon) = mv.deed {
            out.push('*');
            out.extend(self.tag_letter(weapon));
        } else if mv.deed != Deed::InPlace {
            out.push_str(name(mv.to));
        } else if unlettered || alike.is_empty() {
            out.clear();
            out.push_str(square);
        }
        if mv.promotion != NONE {
            out.push('=');
            out.push(self.letters[side.index()][usize::from(mv.promotion)].to_ascii_uppercase());
        }
        out
    }

    /// Whether a move removes a piece.
    pub(crate) fn takes(&self, pos: &Pos<L>, mv: Move) -> bool {
        match mv.deed {
            Deed::Plain => pos.occupancy().has(mv.to),
            Deed::EnPassant | Deed::Shot | Deed::ShotInPassing | Deed::Volley(_) => true,
            Deed::Castle(_) | Deed::InPlace | Deed::Exchange | Deed::Pass | Deed::Listed(_) => false,
            Deed::Special(index, mode) => {
                let on_the_way = self
                    .special(pos, mv.from, index)
                    .is_some_and(|p| !p.captures.is_empty());
                on_the_way || matches!(mode, Modes::CAPTURE | Modes::CAPTURE_OWN | Modes::EN_PASSANT)
            }
        }
    }
}
