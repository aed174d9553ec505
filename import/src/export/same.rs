//! The losses in rules that were written and read back.

use crate::differ::played;
use crate::judge;
use crate::read::ends;
use crate::report::Loss;
use ferz::rules::{
    Act, ActFacts, Fate, Goal, GoalCondition, Ground, HookUse, Letter, PerSide, Piece, Ruleset, Score, Side,
};
use ferz::text::{Declaration, Topic};
use std::collections::{BTreeMap, BTreeSet};

/// The losses of a section: declarations that differ and play differently.
///
/// Rules in other words are no loss. Games judge the rules that games show; clocks and ends that
/// did not come about hardly ever show in games and must agree in words.
pub(super) fn unsaid(rules: &Ruleset, read: &Ruleset) -> Vec<Loss> {
    let differences = different(rules, read);
    if differences.is_empty() {
        return Vec::new();
    }
    match judge::games(rules, &valued(rules, read)) {
        Ok(seen) => {
            let lost = differences.into_iter().filter(|one| !one.is_shown(&seen));
            lost.map(|one| one.loss).collect()
        }
        Err(shown) => {
            let mut lost: Vec<Loss> = differences.into_iter().map(|one| one.loss).collect();
            lost.push(Loss {
                what: "play".to_owned(),
                why: format!("in `{}` {}", shown.fen, shown.what),
            });
            lost
        }
    }
}

/// Rules with the values of others for kinds of the same letters: Fairy-Stockfish has its own.
fn valued(rules: &Ruleset, read: &Ruleset) -> Ruleset {
    let mut read = read.clone();
    for piece in read.pieces.values_mut() {
        let mut ours = rules.pieces.values();
        let twin = ours
            .find(|ours| ours.letter.white == piece.letter.white && ours.letter.black == piece.letter.black);
        piece.value = twin.map_or(piece.value, |twin| twin.value);
    }
    read
}

/// A declaration that is not the same in both.
struct Difference {
    declaration: Declaration,
    /// Whether kings and rooks castle from wherever they start.
    anywhere: bool,
    loss: Loss,
}

impl Difference {
    /// Whether games would have shown that it is played otherwise.
    fn is_shown(&self, seen: &judge::Seen) -> bool {
        match self.declaration.topic {
            Topic::End => self.declaration.key.as_ref().is_some_and(|key| seen.ended(key)),
            // No file shuffles the start; that the rooks may start anywhere says it.
            _ => self.declaration.keyword != "shuffle" || self.anywhere,
        }
    }
}

/// Declarations that are not the same in both.
fn different(rules: &Ruleset, read: &Ruleset) -> Vec<Difference> {
    let (ours, theirs) = (comparable(rules), comparable(read));
    let anywhere = read.castling.iter().any(|castling| castling.anywhere);
    let told = |declaration: &Declaration| {
        let side = declaration
            .side
            .map_or_else(String::new, |side| format!("{side} "));
        format!("{}: {side}{}", declaration.subject(), declaration.body)
    };
    let find = |list: &[Declaration], declaration: &Declaration| -> Vec<String> {
        let about = list
            .iter()
            .filter(|other| other.subject() == declaration.subject() && other.side == declaration.side);
        about.map(|other| other.body.clone()).collect()
    };
    let goals: BTreeSet<&str> = [rules, read]
        .into_iter()
        .flat_map(|rules| &rules.end.goals)
        .map(|goal| goal.reason.as_str())
        .collect();
    let has = |list: &[Declaration], one: &Declaration| is_among(list, one, &goals);
    let missing = ours.iter().filter(|declaration| !has(&theirs, declaration));
    let mut list: Vec<Difference> = missing
        .map(|declaration| {
            let nearest = find(&theirs, declaration).join(" | ");
            let why = if nearest.is_empty() {
                "the section does not say it".to_owned()
            } else {
                format!("the section does not say it; the nearest that it says: {nearest}")
            };
            Difference {
                declaration: declaration.clone(),
                anywhere,
                loss: Loss {
                    what: told(declaration),
                    why,
                },
            }
        })
        .collect();
    let added = theirs
        .iter()
        .filter(|declaration| !has(&ours, declaration) && find(&ours, declaration).is_empty());
    list.extend(added.map(|declaration| Difference {
        declaration: declaration.clone(),
        anywhere,
        loss: Loss {
            what: told(declaration),
            why: "the section says it, the rules do not".to_owned(),
        },
    }));
    list
}

/// Whether a declaration is in a list. Goals, whose names are these, may have other names there.
fn is_among(list: &[Declaration], one: &Declaration, goals: &BTreeSet<&str>) -> bool {
    let is_goal = |one: &Declaration| {
        one.topic == Topic::End && one.key.as_deref().is_some_and(|key| goals.contains(key))
    };
    let same = |other: &Declaration| {
        is_goal(one) && is_goal(other) && one.side == other.side && one.body == other.body
    };
    list.iter().any(|other| other == one || same(other))
}

/// The declarations that decide how a variant is played from its start, without names, order and
/// claims.
fn comparable(rules: &Ruleset) -> Vec<Declaration> {
    let mut rules = rules.clone();
    // If only moves change the board, a side reaches no goal by a move of the other side.
    let removes = |act: ActFacts<'_>| {
        act.to_hand || act.forbids || act.fate == Fate::Gone || act.ground == Ground::Closed
    };
    let only_removes = rules.acts().map(Act::facts).all(removes);
    let plain = |hook: &HookUse| ["explosion", "facing-royals"].contains(&hook.name.as_str());
    let only_moves = only_removes && rules.hooks.iter().all(plain) && rules.control.is_none();
    for promotion in &mut rules.promotions {
        promotion.to.sort();
    }
    let letters = lettered(&rules);
    decided(&mut rules);
    for goal in &mut rules.end.goals {
        match &mut goal.condition {
            GoalCondition::Reach(reach) => {
                let asks = reach.reply || reach.held || reach.safe || reach.filled;
                reach.own_move |= only_moves && !asks;
                let side = goal.side;
                let own = |name: &String| letters.get(name).and_then(|letter| letter[side].clone());
                reach.pieces = reach.pieces.iter().filter_map(own).collect();
                reach.pieces.sort();
            }
            GoalCondition::Extinct(extinct) => extinct.pieces.sort(),
            GoalCondition::Most(most) => most.pieces.sort(),
            GoalCondition::Line(line) => line.pieces.sort(),
            GoalCondition::Join(join) => {
                let (zone, with) = ends(join);
                (join.zone, join.with) = (zone.clone(), with.clone());
            }
            _ => {}
        }
    }
    played(&rules)
        .into_iter()
        .map(|mut declaration| {
            declaration.body = declaration.body.replace(" claim", "").replace(", unlettered", "");
            declaration
        })
        .collect()
}

/// The letters of each side's kinds.
fn lettered(rules: &Ruleset) -> BTreeMap<String, PerSide<Option<String>>> {
    let text = |letter: Option<Letter>| letter.map(|letter| letter.to_ascii_uppercase().as_str().to_owned());
    let pieces = rules.pieces.iter().map(|(name, piece)| {
        let sides = PerSide::new(text(piece.letter.white), text(piece.letter.black));
        (name.clone(), sides)
    });
    pieces.collect()
}

/// Ends without impossible ones: those decided by others, and the loss of pieces that are never
/// lost.
fn decided(rules: &mut Ruleset) {
    let stuck = |goal: &Goal| matches!(&goal.condition, GoalCondition::Most(most) if most.stuck);
    if rules.end.goals.iter().any(stuck) {
        rules.end.stalemate = PerSide::both(Score::Draw);
    }
    let absent = PerSide::new(absent(rules, Side::White), absent(rules, Side::Black));
    let pieces = &rules.pieces;
    let kept = |goal: &Goal| match &goal.condition {
        GoalCondition::Extinct(extinct) if extinct.at_most == 0 && extinct.opponent_at_least == 0 => {
            let royal = |name: &String| {
                pieces.get(name).is_some_and(|piece| piece.royal[goal.side])
                    && !absent[goal.side].contains(name)
            };
            !extinct.pieces.iter().any(royal)
        }
        _ => true,
    };
    let mut goals = rules.end.goals.clone();
    goals.retain(kept);
    for goal in &mut goals {
        if let GoalCondition::Extinct(extinct) = &mut goal.condition {
            extinct.pieces.retain(|name| !absent[goal.side].contains(name));
        }
    }
    rules.end.goals = goals;
}

/// Kinds that a side can never have.
fn absent(rules: &Ruleset, side: Side) -> Vec<String> {
    let placement = rules.start.split(' ').next().unwrap_or_default();
    let is_there = |name: &String, piece: &Piece| {
        let Some(letter) = piece.letter[side] else {
            return false;
        };
        let mut promotions = rules.promotions.iter();
        let starts = letter.count_in(placement) > 0;
        // A dropped piece was captured, or stood in the hand.
        starts || !rules.drops.is_empty() || promotions.any(|one| one.side == side && one.to.contains(name))
    };
    let changes = !rules.effects.is_empty() || rules.hooks.iter().any(|hook| hook.name != "explosion");
    let pieces = rules
        .pieces
        .iter()
        .filter(|(name, piece)| !changes && !is_there(name, piece));
    pieces.map(|(name, _)| name.clone()).collect()
}
