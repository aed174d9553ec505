//! Rights to castle of kings and partners that stand elsewhere than where a variant starts them.

use crate::fields::signs;
use crate::share::Known;
use ferz::Variant;
use ferz::board::Topology;
use ferz::rules::{Castling, Side, Squares};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The number of variants with other homes that are remembered.
const REMEMBERED: usize = 256;

/// The homes of kings and partners, one pair for each castling; nothing where they are the usual
/// ones.
type Homes = Vec<Option<(u8, u8)>>;
type Moved = HashMap<(u64, Homes), Option<Arc<Known>>>;

/// Variants whose kings and partners start elsewhere.
static MOVED: LazyLock<Mutex<Moved>> = LazyLock::new(Mutex::default);

/// The variant whose castlings begin where the pieces of a text stand; `None` unless the text gives
/// rights that the variant itself would lose.
pub(crate) fn moved(known: &Arc<Known>, text: &str) -> Option<Arc<Known>> {
    let castlings = &known.variant.rules().castling;
    let given = text.split(' ').nth(2).filter(|given| *given != "-")?;
    let special = |castling: &Castling| {
        castling.anywhere || castling.by_drop || castling.by_effect || castling.jumps || castling.bars
    };
    if castlings.is_empty() || castlings.iter().any(special) {
        return None;
    }
    let board = Board::of(&known.variant, text);
    let home = |castling: &Castling| {
        given
            .contains(castling.letter)
            .then(|| board.other_home(castling))?
    };
    let homes: Homes = castlings.iter().map(home).collect();
    if homes.iter().all(Option::is_none) {
        return None;
    }
    let mut moved = MOVED.lock().unwrap_or_else(PoisonError::into_inner);
    if moved.len() >= REMEMBERED {
        moved.clear();
    }
    moved
        .entry((known.fingerprint, homes))
        .or_insert_with_key(|(_, homes)| with_homes(&known.variant, homes, text))
        .clone()
}

/// The pieces of a text, by their signs.
struct Board<'a> {
    variant: &'a Variant,
    signs: Vec<(u8, &'a str)>,
}

impl<'a> Board<'a> {
    fn of(variant: &'a Variant, text: &'a str) -> Self {
        let signs = signs(variant, text).filter_map(|(square, sign)| Some((square, text.get(sign)?)));
        Self {
            variant,
            signs: signs.collect(),
        }
    }

    /// The files of a rank on which a piece stands.
    fn files(&self, piece: &str, side: Side, rank: u8) -> Vec<u8> {
        let piece = self.variant.rules().pieces.get(piece);
        let Some(letter) = piece.and_then(|piece| piece.letter[side]) else {
            return Vec::new();
        };
        let letter = letter.to_string();
        let topology = self.variant.topology();
        let here = self.signs.iter().filter(|(_, sign)| *sign == letter);
        let places = here.filter_map(|&(square, _)| topology.coordinates(square));
        places
            .filter(|place| place.1 == rank)
            .map(|place| place.0)
            .collect()
    }

    /// The squares of king and partner of a castling, unless they are those of the start.
    fn other_home(&self, castling: &Castling) -> Option<(u8, u8)> {
        let topology = self.variant.topology();
        let at = |name: &str| topology.coordinates(topology.square(name)?);
        let ((usual_king, rank), (usual_rook, _)) = (at(&castling.king_from)?, at(&castling.rook_from)?);
        let kings = self.files(&castling.king, castling.side, rank);
        let rooks = self.files(&castling.rook, castling.side, rank);
        if kings.contains(&usual_king) && rooks.contains(&usual_rook) {
            return None;
        }
        let king = *kings.first()?;
        let beyond = rooks
            .into_iter()
            .filter(|&rook| (rook > king) == (usual_rook > usual_king));
        let rook = beyond.max_by_key(|rook| rook.abs_diff(king))?;
        Some((topology.at(king, rank)?, topology.at(rook, rank)?))
    }
}

/// A variant with other homes, which starts with a position.
fn with_homes(variant: &Variant, homes: &Homes, start: &str) -> Option<Arc<Known>> {
    let mut rules = variant.rules().clone();
    let topology = variant.topology();
    for (castling, &home) in rules.castling.iter_mut().zip(homes) {
        let Some((king, rook)) = home else { continue };
        let checked = castling.safe.0.contains(&castling.king_from);
        castling.king_from = topology.name(king).to_owned();
        castling.rook_from = topology.name(rook).to_owned();
        let ways = [
            (&castling.king_from, &castling.king_to),
            (&castling.rook_from, &castling.rook_to),
        ];
        let mut ways = ways.map(|(from, to)| way(topology, from, to));
        let homes = [&castling.king_from, &castling.rook_from];
        let walked = ways.iter().flatten().filter(|square| !homes.contains(square));
        castling.empty = Squares(walked.cloned().collect());
        castling.empty.0.sort();
        castling.empty.0.dedup();
        castling.safe = Squares(std::mem::take(&mut ways[0]));
        if !checked {
            castling.safe.0.retain(|square| *square != castling.king_from);
        }
    }
    rules.start = start.to_owned();
    Some(Known::share(Variant::new(rules).ok()?, None))
}

/// The squares of a rank from one to another, with both.
fn way(topology: &Topology, from: &str, to: &str) -> Vec<String> {
    let at = |name: &str| topology.coordinates(topology.square(name)?);
    let (Some((from, rank)), Some((to, _))) = (at(from), at(to)) else {
        return Vec::new();
    };
    let squares = (from.min(to)..=from.max(to)).filter_map(|file| topology.at(file, rank));
    squares.map(|square| topology.name(square).to_owned()).collect()
}
