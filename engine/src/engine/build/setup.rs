//! The rules on which the texts of positions depend. Does not read texts: that is `fen`.

use super::{Builder, Made, Wide, hands};
use crate::board::Bits;
use crate::engine::castlings::Castle;
use crate::engine::goals;
use crate::engine::naming::Naming;
use crate::engine::setup::SetupRules;
use crate::rules::Side;

impl Builder<'_> {
    /// The rules on which the texts of positions depend; `outside` says whether hands are also
    /// filled from outside.
    pub(super) fn setup(&self, made: &Made, outside: bool) -> SetupRules {
        let (rules, pieces) = (self.rules, &made.pieces);
        let (all, gates) = (self.topology.squares(), hands::gates(&made.drops));
        let has_gates = gates != [Wide::EMPTY; Side::COUNT];
        let homes = vec![Wide::EMPTY; rules.pieces.len()];
        let by_square = |castle: &Castle<Wide>| castle.marks[0] != castle.marks[1];
        SetupRules {
            topology: self.topology.clone(),
            naming: Naming::new(&rules.pieces),
            check_goal: goals::checks(&rules.end.goals),
            most_passes: goals::passes(&rules.end.goals),
            turns: made.turns.clone(),
            agains: rules.agains().into_iter().cloned().collect(),
            tracks_passers: made.turns.is_some() || made.program.carries,
            counts: made.counts.clone(),
            tagging: made.tagging.clone(),
            demotes: made.demotes.clone(),
            marked: hands::promoted(&made.demotes),
            has_walls: made.walls.is_some() || made.program.closes,
            counts_hands: rules.drops.iter().any(|drop| !drop.endless) || hands::fills(rules),
            droppable: hands::droppable(&made.drops),
            faces: made.faces.clone(),
            uses_initial: pieces.uses_initial || has_gates,
            home: [homes.clone(), homes],
            with_initial_move: pieces.with_initial_move,
            tracks_unmoved: if pieces.uses_initial {
                [all; Side::COUNT]
            } else {
                gates
            },
            wide_gates: gates,
            has_gates,
            gates_end: !pieces.uses_initial && !hands::fills(rules) && !outside,
            gate_drops: hands::gate_drops(&made.drops),
            gates_by_file: if pieces.uses_initial {
                !has_gates && hands::names_first_moves(rules)
            } else {
                has_gates && hands::are_told_by_file(&self.topology, &gates, &rules.castling)
            },
            wide_castlings: made.castlings.clone(),
            rights_of_squares: made.castlings.iter().any(by_square),
        }
    }
}
