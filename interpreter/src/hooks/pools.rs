//! `pools`: pieces beside the board, and promotion to them only.
//!
//! Captured pieces go to their owner's captured pool, exiled ones to the exile pool; some kinds are never exiled but
//! captured (`CR-7`). A piece that promotes takes what it becomes out of its side's pools (`=q`, `=q^`), or captures a
//! piece in the enemy's exile and is captured itself (`xq^`); the pawn leaves the game (`CR-12`, `CR-28`). Without anything
//! to become it stays what it is. Position keys: `captured=QRpp`, `exile=K`.
//!
//! Points: arrivals.

use super::{HookInfo, ParameterInfo, ParameterKind, Parameters, no_remarks};
use crate::engine::CompileError;
use crate::rules::{PieceName, Side};
use crate::table::{EventHook, Points, Setup, Source, State, Step, Table};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Pools {
    /// Kinds that are captured where others are exiled, and that nothing can become.
    pub never_exiled: Vec<PieceName>,
    #[serde(skip)]
    never: u32,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "pools",
    summary: "captured and exiled pieces wait beside the board; promotion is to them only",
    doc: "Captured pieces go to their owner's captured pool; exiled ones (removed by an effect of their own side) to \
          the exile pool. Promotion is to a piece of the own pools, which leaves the pool, or to no piece at all: the \
          pawn captures a piece in the enemy's exile, which goes to its owner's captured pool, and is captured itself. \
          A pawn that can do none of this stays a pawn.",
    parameters: &[ParameterInfo {
        name: "never-exiled",
        kind: ParameterKind::Pieces,
        default: Some("pawn"),
        doc: "pieces that are captured where others are exiled; nothing is promoted to them",
    }],
    example: "use pools(never-exiled: pawn)",
    position_key: Some("captured"),
    repeatable: false,
    effects: None,
    event: Some(event),
    adds_moves: true,
    remarks: no_remarks,
};

fn event(parameters: &Parameters) -> Result<Box<dyn EventHook>, serde_json::Error> {
    Ok(Box::new(super::read::<Pools>(parameters)?))
}

impl EventHook for Pools {
    fn points(&self) -> Points {
        Points::ARRIVALS
    }

    fn set_up(&mut self, _number: u8, setup: &mut Setup<'_>) -> Result<(), CompileError> {
        setup.keep_pools();
        for name in &self.never_exiled {
            let kind = setup.kind(name)?;
            setup.never_exile(kind);
            self.never |= 1 << kind;
        }
        Ok(())
    }

    fn arrivals(&self, _: &Table, state: &State, side: Side, kind: u8, out: &mut Vec<Step>) -> bool {
        let (own, enemy) = (side.index(), side.other().index());
        for (source, pool) in [
            (Source::Captured, &state.captured),
            (Source::Exile, &state.exiled),
        ] {
            for (k, _) in pool[own].iter().enumerate().filter(|(_, n)| **n > 0) {
                let k = k as u8;
                if k != kind && self.never >> k & 1 == 0 {
                    out.push(Step::Become(k, source));
                }
            }
        }
        let prey = state.exiled[enemy].iter().enumerate().filter(|(_, n)| **n > 0);
        out.extend(prey.map(|(k, _)| Step::Seize(k as u8)));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial::{chess_with, fen_after, texts};

    /// `CR-12`, `CR-28`
    #[test]
    fn promotion_is_to_what_was_lost() {
        let variant = chess_with(&["use pools"]);
        let fen = "7k/P7/8/8/8/8/8/7K w - - 0 1 captured=RNp exile=Bq";
        let position = variant.position(fen).unwrap();
        let found = texts(&variant, &position);
        let arrivals: Vec<&String> = found.iter().filter(|t| t.starts_with("a7")).collect();
        assert_eq!(arrivals, ["a7a8=r", "a7a8=n", "a7a8=b^", "a7a8xq^"]);
        let seized = fen_after(&variant, fen, &["a7a8xq^"]);
        assert_eq!(seized, "7k/8/8/8/8/8/8/7K b - - 0 1 captured=RNPqp exile=B");
    }

    #[test]
    fn with_nothing_to_become_it_stays_a_pawn() {
        let variant = chess_with(&["use pools"]);
        let fen = "7k/P7/8/8/8/8/8/7K w - - 0 1";
        assert_eq!(
            fen_after(&variant, fen, &["a7a8"]),
            "P6k/8/8/8/8/8/8/7K b - - 0 1"
        );
    }

    /// What is never exiled is a parameter.
    #[test]
    fn other_pieces_are_never_exiled() {
        let fen = "4k3/8/8/8/8/8/8/QN2K3 w - - 0 1";
        for (never, pool) in [("pawn | knight", "captured=N"), ("pawn", "exile=N")] {
            let variant = chess_with(&[&format!("use pools(never-exiled: {never})"), "use all-round"]);
            assert_eq!(
                fen_after(&variant, fen, &["a1*"]),
                format!("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1 {pool}")
            );
        }
    }
}
