//! `explosion`: a capture removes the captor and what stands around it.

use super::{About, HookInfo, ParameterInfo, ParameterKind, Parameters, Remark};
use crate::board::Topology;
use crate::engine::Effects;
use crate::rules::{
    Act, Area, Effect, Event, GoalCondition, Group, Kinds, Movement, Owner, PieceName, Place, Ruleset, Side,
};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Explosion {
    /// The squares around.
    pub area: Movement,
    /// Kinds that survive.
    pub sparing: Vec<PieceName>,
}

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "explosion",
    summary: "a capture removes the captor and what stands around it",
    doc: "A move that captures also removes the captor and all pieces, of both sides, on the squares where `area` can \
          end from where it has captured; the pieces `sparing` survive there unless they are the captor. Castling \
          rights that need a removed piece are gone.\n\nNo move may remove a royal piece of one's own. A move that \
          removes the opponent's last royal piece is legal even if it leaves one's own attacked. A royal piece is \
          attacked by what could capture it, not by what would only blow it up or set off what removes it, and not \
          where the capture would also remove a royal of the attacker: so royal pieces attack nothing, unless they \
          shoot. Say in `end` that whoever has lost his king has lost.",
    parameters: &[
        ParameterInfo {
            name: "area",
            kind: ParameterKind::Movement,
            default: Some("step all"),
            doc: "the squares around; `none`: only the captor goes",
        },
        ParameterInfo {
            name: "sparing",
            kind: ParameterKind::List(&ParameterKind::Piece),
            default: Some("[]"),
            doc: "pieces that survive an explosion next to them",
        },
    ],
    example: "use explosion(sparing: pawn)\n\nend {\n  exploded: extinct king\n}",
    position_key: None,
    repeatable: false,
    effects: Some(effects),
    event: None,
    adds_moves: true,
    remarks,
};

fn remarks(parameters: &Parameters, rules: &Ruleset, _: &Topology) -> Vec<Remark> {
    let Ok(Explosion { area, sparing }) = super::read(parameters) else {
        return Vec::new();
    };
    // Without squares around only the captor goes, and a royal piece cannot capture.
    if area == Movement::none() {
        return Vec::new();
    }
    let undecided = |side: Side| {
        let is_goal = |name: &PieceName| {
            rules.end.goals.iter().any(|goal| {
                let extinct =
                    matches!(&goal.condition, GoalCondition::Extinct(extinct) if extinct.pieces.contains(name));
                goal.side == side && extinct
            })
        };
        let mut royals = rules.pieces.iter().filter(|(_, piece)| piece.royal[side]);
        royals.find(|(name, _)| !sparing.contains(name) && !is_goal(name))
    };
    let Some((royal, _)) = Side::ALL.into_iter().find_map(undecided) else {
        return Vec::new();
    };
    vec![Remark {
        parameter: None,
        message: format!("an explosion may remove the `{royal}`, and no goal says that its side has lost"),
        about: About::Goal("say it in `end`: `exploded: extinct king`"),
    }]
}

fn effects(parameters: &Parameters) -> Result<Effects, serde_json::Error> {
    let Explosion { area, sparing } = super::read(parameters)?;
    let group = |on, except| Group {
        owner: Owner::Any,
        kinds: Kinds::except(except),
        on,
    };
    let captor = group(Area::At(Place::Target), Vec::new());
    let around = group(Area::Around(area, Place::Target), sparing);
    let removed = Act::Remove(vec![captor, around]);
    Ok(Effects {
        follows: vec![Effect::new(Event::Capture, vec![removed])],
        ..Effects::default()
    })
}
