//! `conversion`: nothing is captured; what the moved piece attacks changes sides.

use super::{HookInfo, Parameters, no_remarks};
use crate::engine::Effects;

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "conversion",
    summary: "nothing is captured; enemies that the moved piece attacks change sides",
    doc: "No move captures. After each move, all enemies that the moved piece could capture from where it now stands by \
          a plain capture change sides; where it stands is all that counts, so a check is not discovered. A piece that \
          has promoted attacks as what it has become, after castling both pieces have moved. Castling rights that need a \
          piece which has changed sides are gone. Royal pieces would change sides, too: make the king an ordinary piece \
          and say in `end` that whoever has lost his king has lost.",
    parameters: &[],
    example: "use conversion()",
    position_key: None,
    repeatable: false,
    effects: Some(effects),
    event: None,
    adds_moves: true,
    remarks: no_remarks,
};

fn effects(_: &Parameters) -> Result<Effects, serde_json::Error> {
    Ok(Effects {
        converts: true,
        ..Effects::default()
    })
}
