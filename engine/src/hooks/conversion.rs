//! `conversion`: nothing is captured; what the moved piece attacks changes sides.

use super::{About, HookInfo, Parameters, Remark};
use crate::board::Topology;
use crate::engine::Effects;
use crate::rules::{Act, Area, Effect, Event, Group, Kinds, Owner, Ruleset, Side};

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "conversion",
    summary: "nothing is captured; enemies that the moved piece attacks change sides",
    doc: "No move captures, in whatever way: nothing is removed around a piece or in passing either. Only weapons are \
          fired. Royal pieces are in check all the same where a piece could capture them. After each move, all \
          enemies that the moved piece could capture from where it now stands by a plain capture change sides; where it \
          stands is all that counts, so a check is not discovered. A piece that has promoted attacks as what it has \
          become; after castling, or when two pieces have changed places, both have moved. Castling rights that need a \
          piece which has changed sides are gone. Royal pieces stay what they are, and so does a piece that the other side \
          does not have or that could not stand there as the other side's. For a game that is won by turning the king make \
          it an ordinary piece and say in `end` that a side without its king has lost.",
    parameters: &[],
    example: "piece king K = king, value 5\n\nuse conversion\n\nend {\n  converted: extinct king\n}",
    position_key: None,
    repeatable: false,
    effects: Some(effects),
    event: None,
    adds_moves: true,
    remarks,
};

fn remarks(_: &Parameters, rules: &Ruleset, _: &Topology) -> Vec<Remark> {
    let is_royal = |side: Side| rules.pieces.iter().find(|(_, piece)| piece.royal[side]);
    let Some((royal, _)) = Side::ALL.into_iter().find_map(is_royal) else {
        return Vec::new();
    };
    vec![Remark {
        parameter: None,
        message: format!("the `{royal}` is royal, and royal pieces do not change sides"),
        about: About::Goal(
            "declare it without `royal`, and say in `end` who loses: `converted: extinct king`",
        ),
    }]
}

fn effects(_: &Parameters) -> Result<Effects, serde_json::Error> {
    let attacked = Group {
        owner: Owner::Enemy,
        kinds: Kinds::All,
        on: Area::Attacked,
    };
    Ok(Effects {
        no_captures: true,
        follows: vec![Effect::new(Event::Move, vec![Act::Flip(vec![attacked])])],
        ..Effects::default()
    })
}
