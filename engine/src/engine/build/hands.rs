//! Hands: the pieces that may be dropped, and the former kinds of promoted ones. Does not know what
//! a side has in hand.

use super::lookaround::bulk_condition;
use super::newcomer::Newcomer;
use super::{Builder, Wide};
use crate::board::{Bits, Square, Topology, union};
use crate::engine::compiled::{Drop, Mover, NONE, Slide};
use crate::engine::error::CompileError;
use crate::engine::goals::Names as _;
use crate::rules::{BySide, Castling, Rows, Ruleset, Side};

impl Builder<'_> {
    /// The drops of a side. `movers` has the ways of all pieces, if they have no others.
    pub(super) fn drops(
        &mut self,
        side: Side,
        royals: &[u8],
        movers: Option<&BySide<Vec<Mover<Wide>>>>,
    ) -> Result<Vec<Drop<Wide>>, CompileError> {
        let own = self.rules.drops.iter().filter(|drop| drop.side == side);
        let mut one = |drop: &crate::rules::Drop| {
            let kind = self.kind(&drop.piece)?;
            let condition = self.condition(&drop.condition)?;
            let newcomer = Newcomer {
                kind,
                side,
                zone: self.set(&drop.zone),
                movers,
            };
            Ok(Drop {
                kind,
                held_as: drop.hand.as_ref().map_or(Ok(kind), |held| self.kind(held))?,
                zone: newcomer.zone,
                gate: self.set(&drop.gate),
                slides: drop.slides.map_or_else(Vec::new, |rows| self.slides(rows)),
                files: if drop.per_file.is_some() {
                    self.files()
                } else {
                    Vec::new()
                },
                per_file: drop.per_file.unwrap_or(u8::MAX).into(),
                royal: royals.contains(&kind),
                no_check: drop.no_check,
                no_mate: drop.no_mate,
                must: drop.must,
                endless: drop.endless,
                first: self.set(&drop.first),
                bulk_condition: condition
                    .as_ref()
                    .and_then(|condition| bulk_condition(condition, &newcomer)),
                condition,
            })
        };
        own.map(&mut one).collect()
    }

    /// The form of each kind in the hand if that is another kind, and otherwise [`NONE`].
    pub(super) fn faces(&self, side: Side) -> Result<Vec<u8>, CompileError> {
        let mut faces = vec![NONE; self.rules.pieces.len()];
        for drop in self.rules.drops.iter().filter(|drop| drop.side == side) {
            if let Some(held) = &drop.hand {
                faces[usize::from(self.kind(&drop.piece)?)] = self.kind(held)?;
            }
        }
        Ok(faces)
    }

    /// By square, the ways in which a piece can be pushed there from an edge.
    fn slides(&self, rows: Rows) -> Vec<Vec<Slide<Wide>>> {
        let topology = &self.topology;
        let ways: Vec<usize> = rows.directions().flat_map(|way| [way, way + 4]).collect();
        let to = |square: Square| {
            let slide = |&way: &usize| {
                let (mut over, mut at) = (Wide::bit(square), square);
                while let Some(back) = topology.step(at, (way + 4) % 8) {
                    // A board that closes round has no edge.
                    if over.has(back) {
                        return None;
                    }
                    over |= Wide::bit(back);
                    at = back;
                }
                let stop = topology.step(square, way).map_or(Wide::EMPTY, Wide::bit);
                Some(Slide { over, stop })
            };
            ways.iter().filter_map(slide).collect()
        };
        (0..topology.size()).map(|square| to(square as Square)).collect()
    }

    /// The squares of each file.
    fn files(&self) -> Vec<Wide> {
        let mut files = vec![Wide::EMPTY; self.topology.files().into()];
        for square in self.topology.squares().squares() {
            if let Some((file, _)) = self.topology.coordinates(square as Square) {
                files[usize::from(file)] |= Wide::bit(square);
            }
        }
        files
    }

    /// The former kinds of a side's promoted pieces, by kind, if they ever matter.
    pub(super) fn demotes(&self, side: Side) -> Result<Vec<u8>, CompileError> {
        let mut list = vec![NONE; self.rules.pieces.len()];
        if !demotes(self.rules) {
            return Ok(list);
        }
        let faces = self.faces(side)?;
        list.clone_from(&faces);
        for promotion in self.rules.promotions.iter().filter(|p| p.side == side) {
            let from = self.kind(&promotion.piece)?;
            for to in &promotion.to {
                let kind = self.kind(to)?;
                // A face returns to its form in the hand, even if other pieces become the face.
                if faces[usize::from(kind)] != NONE || faces[usize::from(from)] == kind {
                    continue;
                }
                let before = &mut list[usize::from(kind)];
                if *before != NONE && *before != from {
                    let (first, _) = self.rules.pieces.get_index(usize::from(*before)).unzip();
                    return Err(CompileError::Effect(format!(
                        "both {} and {} promote to {to}, so that it is not known what a captured {to} goes back to",
                        first.map_or("", String::as_str),
                        promotion.piece
                    )));
                }
                *before = from;
            }
        }
        Ok(list)
    }
}

/// Whether pieces go to hands.
pub(super) fn fills(rules: &Ruleset) -> bool {
    rules.acts().any(|act| act.facts().to_hand)
}

/// Kinds that each side may drop as they are in the hand, as bits.
pub(super) fn droppable(drops: &BySide<Vec<Drop<Wide>>>) -> BySide<u64> {
    let of = |drops: &Vec<Drop<Wide>>| drops.iter().fold(0, |set, drop| set | 1 << drop.held_as);
    drops.each_ref().map(of)
}

/// The pieces that may come in behind others, as kinds in the hand, and whether the hand need not
/// hold them.
pub(super) fn gate_drops(drops: &BySide<Vec<Drop<Wide>>>) -> BySide<Vec<(u8, bool)>> {
    let gates = |drops: &Vec<Drop<Wide>>| {
        let gates = drops.iter().filter(|drop| !drop.gate.is_empty());
        gates.map(|drop| (drop.held_as, drop.endless)).collect()
    };
    drops.each_ref().map(gates)
}

/// The squares on which pieces of each side may come in behind others that leave them.
pub(super) fn gates(drops: &BySide<Vec<Drop<Wide>>>) -> BySide<Wide> {
    Side::each_index(|side: usize| union(drops[side].iter(), |drop| drop.gate))
}

/// Whether such squares can be named by their files among the letters of castling rights.
pub(super) fn are_told_by_file(topology: &Topology, gates: &BySide<Wide>, castlings: &[Castling]) -> bool {
    let files = u32::from(topology.files());
    let alone = |gates: &Wide| {
        let file = |square| topology.coordinates(square as Square).map(|(file, _)| file);
        let files: Vec<Option<u8>> = gates.squares().map(file).collect();
        let alone = |(number, file): (usize, &Option<u8>)| file.is_some() && !files[..number].contains(file);
        files.iter().enumerate().all(alone)
    };
    let apart = |castling: &Castling| {
        let file = u32::from(castling.letter.to_ascii_lowercase()).checked_sub(u32::from('a'));
        !castling.by_drop && !castling.by_effect && file.is_none_or(|file| file >= files)
    };
    gates.iter().all(alone) && castlings.iter().all(apart)
}

/// Whether the start position names unmoved pieces by their files among the letters of castling
/// rights.
pub(super) fn names_first_moves(rules: &Ruleset) -> bool {
    let field = rules.start.split_whitespace().nth(2).unwrap_or("-");
    let castles = |letter| {
        rules
            .castling
            .iter()
            .any(|castling| castling.letter == letter || has_partner_on(rules, castling, letter))
    };
    field.chars().any(|letter| letter != '-' && !castles(letter))
}

/// Whether the partner of a castling from anywhere starts on the file of a letter.
fn has_partner_on(rules: &Ruleset, castling: &Castling, letter: char) -> bool {
    let own = letter.is_ascii_uppercase() == (castling.side == Side::White);
    let rank = castling.rook_from.get(1..).unwrap_or_default();
    let square = format!("{}{rank}", letter.to_ascii_lowercase());
    let partner = rules
        .pieces
        .get(&castling.rook)
        .and_then(|p| p.letter[castling.side]);
    castling.anywhere && own && partner.is_some() && rules.letter_on(&square) == partner
}

/// Kinds of each side that are dropped without being taken from a hand, as bits.
pub(super) fn endless(drops: &BySide<Vec<Drop<Wide>>>) -> BySide<u64> {
    Side::each_index(|side: usize| {
        let endless = drops[side].iter().filter(|drop| drop.endless);
        endless.fold(0, |kinds, drop| kinds | 1 << drop.kind)
    })
}

/// Whether pieces that go to a hand go as their former kinds.
pub(super) fn demotes(rules: &Ruleset) -> bool {
    rules.acts().any(|act| act.facts().demoted)
}

/// Kinds to which something promotes, as bits.
pub(super) fn promoted(demotes: &BySide<Vec<u8>>) -> u64 {
    let of = |list: &Vec<u8>| {
        let kinds = list.iter().enumerate().filter(|(_, before)| **before != NONE);
        kinds.fold(0, |set, (kind, _)| set | 1 << kind)
    };
    demotes.iter().map(of).fold(0, |all, set| all | set)
}
