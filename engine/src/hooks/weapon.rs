//! `weapon`: pieces capture without moving, and gain the weapons of their victims. Takes no part in
//! turns and knows no positions: its tags become tables when a variant is compiled.

use super::{About, HookInfo, ParameterInfo, ParameterKind, Parameters, Remark};
use crate::board::Topology;
use crate::engine::{Effects, Gives, Shots, Tag};
use crate::rules::{Kinds, Letter, Movement, PieceName, Ruleset};
use serde::{Deserialize, Serialize};

/// The parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Weapon {
    /// The letter.
    pub letter: Letter,
    /// The kinds that have the weapon from the start.
    pub of: Vec<PieceName>,
    /// The squares it reaches.
    pub fires: Movement,
    /// The kinds that fire it differently.
    pub masters: Vec<PieceName>,
    /// The squares that the masters reach with the weapon.
    pub masters_fire: Movement,
    /// The weapons whose pieces it beats.
    pub beats: Vec<Letter>,
}

/// The key of tags in positions.
const KEY: &str = "weapons";

/// The declaration.
pub(super) const INFO: HookInfo = HookInfo {
    name: "weapon",
    summary: "pieces capture without moving, with weapons that they gain from the pieces they remove",
    doc: "One use for each weapon; their order is the order of the letters in positions. Pieces `of` have the \
          weapon from the start. A piece reaches with it the squares on which the movement `fires` could \
          capture.\n\nA shot (text `e4xe7`) removes one enemy that a weapon of the shooter reaches; the \
          shooter stays where it is. A piece that has the weapon from the start resists it: a second piece \
          must then reach the target, too, with any weapon. A volley (text `e4*O`) removes all enemies, at \
          least two, that one weapon reaches and is effective against. A weapon is effective against pieces that have \
          from the start a weapon which it `beats`. Pieces that resist it are spared.\n\nThe shooter gains all weapons of the \
          pieces that it removes, even where its own movement captures without moving. A weapon does not \
          depend on the movement that another hook gives to its piece, and changes neither how the piece moves \
          nor what it resists. A piece that promotes keeps its weapons and gets those of its new kind.\n\nA \
          royal piece is in check if the next shot could remove it. A piece whose movement captures en passant \
          may shoot the pawn that has passed (text: its square, `x`, the passed square). The conditions are \
          those of any other shot, and another piece with the same right can help. This shot is not listed if \
          the same piece can shoot the same pawn in the usual way.",
    parameters: &[
        ParameterInfo {
            name: "letter",
            kind: ParameterKind::Letter,
            default: None,
            doc: "its letter in positions and moves",
        },
        ParameterInfo {
            name: "of",
            kind: ParameterKind::Pieces,
            default: None,
            doc: "the pieces that have it from the start, and resist it",
        },
        ParameterInfo {
            name: "fires",
            kind: ParameterKind::Movement,
            default: None,
            doc: "its reach: the captures of a movement that asks only which squares are occupied",
        },
        ParameterInfo {
            name: "masters",
            kind: ParameterKind::List(&ParameterKind::Piece),
            default: Some("[]"),
            doc: "pieces that fire it differently",
        },
        ParameterInfo {
            name: "masters-fire",
            kind: ParameterKind::Movement,
            default: Some("none"),
            doc: "their reach with it",
        },
        ParameterInfo {
            name: "beats",
            kind: ParameterKind::List(&ParameterKind::Letter),
            default: Some("[]"),
            doc: "the weapons whose pieces it is effective against",
        },
    ],
    example: "use weapon(letter: O, of: rook | queen, fires: rook, beats: S)\nuse weapon(letter: S, of: king | pawn, fires: wazir, beats: O)",
    position_key: Some(KEY),
    turn_keys: &[],
    repeatable: true,
    effects: Some(effects),
    event: None,
    adds_moves: true,
    chains: false,
    signs: &["*"],
    remarks,
};

fn remarks(parameters: &Parameters, rules: &Ruleset, _: &Topology) -> Vec<Remark> {
    let Ok(Weapon {
        letter,
        masters,
        masters_fire,
        beats,
        ..
    }) = super::read(parameters)
    else {
        return Vec::new();
    };
    let mut remarks = Vec::new();
    if masters.is_empty() && masters_fire != Movement::none() {
        let message = "this has no effect without `masters`".to_owned();
        remarks.push(Remark {
            parameter: Some("masters-fire"),
            message,
            about: About::Effect,
        });
    }
    if beats.contains(&letter) {
        let message = "a weapon cannot beat pieces that have it: they resist it".to_owned();
        remarks.push(Remark {
            parameter: Some("beats"),
            message,
            about: About::Effect,
        });
    }
    let letters: Vec<Letter> = rules
        .hooks
        .iter()
        .filter(|hook| hook.name == INFO.name)
        .filter_map(|hook| super::read::<Weapon>(&hook.parameters).ok())
        .map(|weapon| weapon.letter)
        .collect();
    if let Some(unknown) = beats.iter().find(|l| !letters.contains(l)) {
        let message = format!("there is no weapon `{unknown}`");
        remarks.push(Remark {
            parameter: Some("beats"),
            message,
            about: About::Effect,
        });
    }
    remarks
}

fn effects(parameters: &Parameters) -> Result<Effects, serde_json::Error> {
    let Weapon {
        letter,
        of,
        fires,
        masters,
        masters_fire,
        beats,
    } = super::read(parameters)?;
    let tag = Tag {
        hook: INFO.name,
        key: KEY,
        letter: Some(letter),
        natural: of,
        left: Vec::new(),
        takers: Kinds::Only(Vec::new()),
        gives: Gives::Shots(Shots {
            reach: fires,
            masters,
            masters_reach: masters_fire,
            beats,
        }),
    };
    Ok(Effects { tags: vec![tag] })
}
