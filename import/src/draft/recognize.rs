//! Recognizers that readers of several formats share: the pieces of a position, castlings, and
//! ranks as a side counts them.

use super::{Castling, Draft, piece_name};
use crate::region::Region;
use crate::xbetza::Castle;
use ferz::rules::Side;
use std::collections::BTreeSet;

/// A piece that stands on a square by rank and file: its side, and its kind in words of the file.
pub(crate) type Placed = ((u8, u8), Side, String);

/// A sign of a position besides numbers of empty squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// A square that does not exist.
    Hole,
    Piece(Side, String),
    /// A square that exists and is empty.
    Empty,
}

/// Reads the ranks of a position, the last first. `sign` reads the sign with which a text begins,
/// and its length.
pub(crate) fn placement(
    rows: &[&str],
    (files, ranks): (u8, u8),
    sign: &dyn Fn(&str) -> Option<(Sign, usize)>,
) -> Result<(Vec<Placed>, Region), String> {
    if rows.len() != usize::from(ranks) {
        let count = rows.len();
        return Err(format!("the position has {count} ranks, the board {ranks}"));
    }
    let (mut pieces, mut holes) = (Vec::new(), Region::default());
    for (rank, row) in (0..ranks).rev().zip(rows) {
        let (mut file, mut rest) = (0_usize, *row);
        while let Some(first) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                file += rest[..digits].parse::<usize>().unwrap_or(100).min(100);
                rest = &rest[digits..];
                continue;
            }
            let (found, length) = sign(rest).ok_or_else(|| format!("no piece is written `{first}`"))?;
            let square = (rank, u8::try_from(file).unwrap_or(u8::MAX));
            match found {
                Sign::Hole => holes.insert(square.0, square.1),
                Sign::Piece(side, kind) => pieces.push((square, side, kind)),
                Sign::Empty => {}
            }
            file += 1;
            rest = rest.get(length..).unwrap_or_default();
        }
        if file > usize::from(files) {
            return Err(format!("`{row}` is longer than a rank of {files} squares"));
        }
    }
    Ok((pieces, holes))
}

impl Draft {
    /// A castling along the king's rank to a file. The partner is the outermost of those on its
    /// `way` (to the right if positive) that can be one, by kind and file; it comes to stand behind
    /// the king.
    pub(crate) fn castling(
        &self,
        side: Side,
        (king, from): (&str, (u8, u8)),
        (to, way): (u8, i8),
        is_partner: &dyn Fn(&str, u8) -> bool,
    ) -> Option<Castling> {
        let (rank, file) = from;
        let partners = self.setup.pieces.iter().filter(|((own, at), whose, kind)| {
            let beyond = if way > 0 { *at > file } else { *at < file };
            *own == rank && *whose == side && beyond && is_partner(kind, *at)
        });
        let (rook_from, _, rook) = partners.max_by_key(|((_, at), ..)| at.abs_diff(file))?;
        let beside = to.checked_add_signed(-way)?;
        (to < self.files && beside < self.files).then(|| Castling {
            side,
            king: king.to_owned(),
            rook: rook.clone(),
            king_from: from,
            king_to: (rank, to),
            rook_from: *rook_from,
            rook_to: (rank, beside),
            right: true,
        })
    }

    /// The castlings of a king's notation with the outermost pieces of its rank; not those with
    /// pieces farther inside.
    pub(crate) fn castlings_of(
        &self,
        side: Side,
        king: (&str, (u8, u8)),
        castles: &[Castle],
    ) -> Vec<Castling> {
        let mut found = Vec::new();
        for castle in castles.iter().filter(|castle| !castle.inside && castle.far > 0) {
            for (_, way) in [(castle.right, 1), (castle.left, -1)]
                .into_iter()
                .filter(|(wanted, _)| *wanted)
            {
                let files = i8::try_from(castle.far).unwrap_or(i8::MAX) * way;
                let to = king.1.1.checked_add_signed(files);
                found.extend(to.and_then(|to| self.castling(side, king, (to, way), &|_, _| true)));
            }
        }
        found
    }

    /// Gives each kind that becomes what another one becomes, too, a promoted kind of its own: a
    /// hand then tells what was captured.
    pub(crate) fn part_promoted(&mut self) {
        let becomes = |to: &String| {
            let from = self.promotions.iter().filter(|one| one.to.contains(to));
            from.map(|one| one.kind.clone()).collect::<BTreeSet<String>>()
        };
        let all = self.promotions.iter().flat_map(|one| &one.to);
        let shared: BTreeSet<String> = all.filter(|to| becomes(to).len() > 1).cloned().collect();
        let mut made: Vec<(String, String, String)> = Vec::new();
        let mut promotions = std::mem::take(&mut self.promotions);
        for promotion in &mut promotions {
            let from = promotion.kind.clone();
            for to in promotion.to.iter_mut().filter(|to| shared.contains(*to)) {
                let known = made.iter().find(|(kind, face, _)| (kind, face) == (&from, to));
                let own = known
                    .map(|(_, _, own)| own.clone())
                    .or_else(|| self.twin("promoted", &from, to));
                let Some(own) = own else { continue };
                for (limited, _) in promotion.limits.iter_mut().filter(|(limited, _)| limited == to) {
                    limited.clone_from(&own);
                }
                made.push((from.clone(), to.clone(), own.clone()));
                *to = own;
            }
        }
        self.promotions = promotions;
    }

    /// Adds a form of a kind, called by a word, which moves as another one; returns its name.
    pub(crate) fn twin(&mut self, word: &str, kind: &str, face: &str) -> Option<String> {
        let letter = self.kind(kind)?.letter.clone();
        let mut own = self.kind(face)?.clone();
        own.name = piece_name(&format!("{word} {kind}"), &self.kinds);
        for side in Side::ALL {
            let plus = letter[side].as_ref().map(|letter| format!("+{letter}"));
            let taken = self.kinds.iter().any(|other| other.letter[side] == plus);
            let long: String = own.name.chars().filter(char::is_ascii_alphanumeric).collect();
            let short = long.get(long.len().saturating_sub(8)..).unwrap_or(&long);
            own.letter[side] = if taken { Some(format!("({short})")) } else { plus };
        }
        let name = own.name.clone();
        self.kinds.push(own);
        Some(name)
    }

    /// This number of ranks at the end of the board, as a side sees it.
    pub(crate) fn last_ranks(&self, count: u8, side: Side) -> Region {
        let ranks = (0..count.min(self.ranks)).map(|depth| match side {
            Side::White => self.ranks - 1 - depth,
            Side::Black => depth,
        });
        ranks.fold(Region::default(), |all, rank| all.or(&self.rank(rank)))
    }
}
