//! Types of pieces, and the effects of regions on them.

use super::{Regions, Writer};
use crate::export::kinds::{Kind, said};
use crate::export::steps::{parts, prison};
use crate::region::Region;
use crate::report::Loss;
use ferz::lower::normalize;
use ferz::rules::{Condition, Modes, Movement, PerSide, Ruleset, Side, Squares};
use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Value, json};

/// A type of piece in the file.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Type {
    betza: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    royal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    castling: Option<bool>,
    promo_options: Promotes,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    en_passantable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    region_effects: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    actions: Vec<Value>,
}

/// Whether a type promotes, and others promote to it.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Promotes {
    can_promote: bool,
    can_promote_to: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    promotes_to: Option<Vec<String>>,
}

/// A movement in parts: on most squares, on those of some regions, and the squares that the piece
/// never leaves.
#[derive(Clone)]
pub(super) struct Split {
    pub(super) base: Movement,
    others: Vec<(PerSide<Squares>, Movement)>,
    kept: Option<PerSide<Squares>>,
}

/// The movements of all pieces in parts.
pub(super) fn splits(rules: &Ruleset) -> Vec<PerSide<Split>> {
    let all = Region::all_of(&rules.board);
    let split = |movement: &Movement| split(movement, &all);
    let pieces = rules.pieces.values();
    pieces
        .map(|piece| PerSide::new(split(&piece.movement.white), split(&piece.movement.black)))
        .collect()
}

fn split(movement: &Movement, all: &Region) -> Split {
    let (inner, kept) = prison(movement);
    let mut base: Vec<Movement> = Vec::new();
    let mut others: Vec<(PerSide<Squares>, Vec<Movement>)> = Vec::new();
    for part in parts(inner) {
        match part {
            Movement::When {
                condition: Condition::From(squares),
                movement,
            } if !exposes(movement) => match others.iter_mut().find(|(own, _)| own == squares) {
                Some((_, list)) => list.push((**movement).clone()),
                None => others.push((squares.clone(), vec![(**movement).clone()])),
            },
            part => base.push(part.clone()),
        }
    }
    let everywhere = base.clone();
    // Of two regions that are the whole board one is all that is not the other.
    if let [(first, _), (second, list)] = &others[..] {
        let both = |side: Side| Region::of(&first[side]).or(&Region::of(&second[side])) == *all;
        if Side::ALL.into_iter().all(both) {
            base.extend(list.iter().cloned());
            others.pop();
        }
    }
    let together = |own: Vec<Movement>| normalize(Movement::Union([everywhere.clone(), own].concat()));
    Split {
        base: normalize(Movement::Union(base)),
        others: others
            .into_iter()
            .map(|(squares, own)| (squares, together(own)))
            .collect(),
        kept: kept.cloned(),
    }
}

/// Whether a movement exposes the squares that it passes.
fn exposes(movement: &Movement) -> bool {
    movement.any(&|part| matches!(part, Movement::Exposed(_)))
}

/// Whether pieces capture what has passed.
pub(super) fn passes(rules: &Ruleset) -> bool {
    let captures = |part: &Movement| match part {
        Movement::As { modes, .. } | Movement::Only { modes, .. } => modes.has(Modes::EN_PASSANT),
        _ => false,
    };
    let mut movements = rules
        .pieces
        .values()
        .flat_map(|piece| [&piece.movement.white, &piece.movement.black]);
    movements.any(|movement| movement.any(&captures))
}

/// The ranks from which first moves are made, if they are the same for all pieces, and no piece
/// must be unmoved.
pub(super) fn beginning(rules: &Ruleset) -> Option<PerSide<Squares>> {
    let board = &rules.board;
    let mut found: Option<PerSide<Squares>> = None;
    for piece in rules.pieces.values() {
        for side in Side::ALL.into_iter().filter(|side| piece.letter[*side].is_some()) {
            for part in parts(prison(&piece.movement[side]).0) {
                match part {
                    Movement::When {
                        condition: Condition::From(squares),
                        movement,
                    } if exposes(movement) => {
                        let first = found.get_or_insert_with(|| squares.clone());
                        if first != squares {
                            return None;
                        }
                    }
                    part if part.any(&is_initial) => return None,
                    _ => {}
                }
            }
        }
    }
    let is_whole = |squares: &Squares| {
        let own = Region::of(squares);
        let ranks: Vec<u8> = own.iter().map(|(rank, _)| rank).collect();
        ranks.iter().all(|&rank| {
            let mut files =
                (0..board.files).filter(|&file| !board.holes.0.contains(&crate::region::name(rank, file)));
            files.all(|file| own.has(rank, file))
        })
    };
    found.filter(|both| Side::ALL.into_iter().all(|side| is_whole(&both[side])))
}

fn is_initial(part: &Movement) -> bool {
    matches!(part, Movement::When { condition, .. } if *condition == Condition::Initial)
}

impl Writer<'_> {
    /// All types, and one for the squares that do not exist.
    pub(super) fn types(&mut self, say: &dyn Fn(&Movement) -> Option<String>) -> IndexMap<String, Type> {
        self.royals();
        let mut types = IndexMap::new();
        for at in 0..self.kinds.len() {
            let kind = self.kinds[at].clone();
            let letter = kind.letter.to_string();
            let own = self.piece(&kind, say);
            types.insert(letter, own);
        }
        if !self.rules.board.holes.0.is_empty() || self.blocks() {
            let hole = Type {
                betza: String::new(),
                royal: false,
                castling: None,
                promo_options: Promotes::default(),
                en_passantable: false,
                value: Some(0),
                region_effects: Vec::new(),
                actions: vec![json!("bishop.action.immortality")],
            };
            types.insert("*".to_owned(), hole);
        }
        types
    }

    fn piece(&mut self, kind: &Kind, say: &dyn Fn(&Movement) -> Option<String>) -> Type {
        let side = side_of(kind);
        let rules = self.rules;
        let piece = rules.pieces.get(&kind.name);
        let royal = piece.is_some_and(|piece| piece.royal[side]);
        let castles = rules.castling.iter().any(|one| one.king == kind.name);
        let promotes_to = |own: &&ferz::rules::Promotion| own.piece == kind.name && kind.sides[own.side];
        let promotes = rules.promotions.iter().any(|own| promotes_to(&own));
        let effects = self.effects(kind, say);
        Type {
            betza: kind.moves.clone(),
            royal,
            castling: (castles != royal && !rules.castling.is_empty()).then_some(castles),
            promo_options: Promotes {
                can_promote: promotes,
                can_promote_to: self
                    .choices()
                    .is_some_and(|all| all.contains(&kind.letter.to_string())),
                promotes_to: match self.choices() {
                    None if promotes => Some(self.choices_of(kind)),
                    _ => None,
                },
            },
            en_passantable: kind.moves.contains('i')
                && piece.is_some_and(|piece| exposes(&piece.movement[side])),
            value: piece.and_then(|piece| piece.value),
            region_effects: effects,
            actions: Vec::new(),
        }
    }

    /// Bishop follows one royal piece of a side.
    fn royals(&mut self) {
        for side in Side::ALL {
            let own = self.kinds.iter().filter(|kind| {
                let piece = self.rules.pieces.get(&kind.name);
                kind.sides[side] && piece.is_some_and(|piece| piece.royal[side])
            });
            let own: Vec<&Kind> = own.collect();
            let number: usize = own.iter().map(|kind| kind.squares[side].len()).sum();
            if own.len() > 1 || number > 1 {
                let names: Vec<&str> = own.iter().map(|kind| kind.name.as_str()).collect();
                let loss = Loss {
                    what: format!("royal {}", names.join(", ")),
                    why: format!("{side} has several royal pieces; Bishop has one"),
                };
                if !self.lost.contains(&loss) {
                    self.lost.push(loss);
                }
            }
        }
    }

    /// The effects of regions on a kind.
    fn effects(&mut self, kind: &Kind, say: &dyn Fn(&Movement) -> Option<String>) -> Vec<Value> {
        let at = self.rules.pieces.get_index_of(&kind.name);
        let Some(split) = at.and_then(|at| self.splits.get(at)) else {
            return Vec::new();
        };
        let split = &split[side_of(kind)];
        let mut effects = Vec::new();
        if let Some(kept) = &split.kept {
            effects.push(named(
                &mut self.regions,
                kind,
                kept,
                ("restrictMovement", json!(true)),
            ));
        }
        for (squares, movement) in &split.others {
            let betza = said(&kind.name, movement, say, &mut self.lost);
            let there = json!({"betza": betza});
            effects.push(named(&mut self.regions, kind, squares, ("pieceType", there)));
        }
        for (name, zones) in self.reached() {
            if name == kind.name {
                effects.push(named(&mut self.regions, kind, &zones, ("winGame", json!(true))));
            }
        }
        effects
    }
}

/// The side whose moves a kind has.
fn side_of(kind: &Kind) -> Side {
    if kind.sides.white {
        Side::White
    } else {
        Side::Black
    }
}

/// An effect of a region of each side that has the kind.
fn named(
    regions: &mut Regions,
    kind: &Kind,
    squares: &PerSide<Squares>,
    (key, value): (&str, Value),
) -> Value {
    let mut effect = serde_json::Map::new();
    for (side, name) in Side::ALL.into_iter().zip(["whiteRegion", "blackRegion"]) {
        if let Some(region) = regions.name(&squares[side]).filter(|_| kind.sides[side]) {
            effect.insert(name.to_owned(), json!(region));
        }
    }
    effect.insert(key.to_owned(), value);
    Value::Object(effect)
}
