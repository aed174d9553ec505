//! How the game ends, and the actions after a move.

use super::Writer;
use ferz::rules::{
    Act, Area, Effect, Event, Extinct, Goal, GoalCondition, PerSide, Place, Score, Side, Squares,
};
use serde_json::{Map, Value, json};

impl Writer<'_> {
    pub(super) fn ends(&self) -> Value {
        let end = &self.rules.end;
        let word = |score: Score| match score {
            Score::Win => "win",
            Score::Draw => "draw",
            Score::Loss => "lose",
        };
        let mut ends = Map::new();
        ends.insert("stalemate".to_owned(), json!(word(end.stalemate.white)));
        let none = end.goals.iter().find(|goal| self.is_elimination(goal));
        let elimination = none.map_or("none", |goal| word(goal.score));
        ends.insert("elimination".to_owned(), json!(elimination));
        let checks = end.goals.iter().find_map(|goal| match &goal.condition {
            GoalCondition::Checks(checks) => Some(checks.count),
            _ => None,
        });
        ends.extend(checks.map(|count| ("checkLimit".to_owned(), json!(count))));
        Value::Object(ends)
    }

    /// Whether a goal is the loss of all pieces.
    fn is_elimination(&self, goal: &Goal) -> bool {
        let GoalCondition::Extinct(extinct) = &goal.condition else {
            return false;
        };
        let mut own = self.kinds.iter().filter(|kind| kind.sides[goal.side]);
        plain(extinct) && extinct.at_most == 0 && own.all(|kind| extinct.pieces.contains(&kind.name))
    }

    /// Kinds that win on some squares.
    pub(super) fn reached(&self) -> Vec<(String, PerSide<Squares>)> {
        let mut all: Vec<(String, PerSide<Squares>)> = Vec::new();
        for goal in &self.rules.end.goals {
            let GoalCondition::Reach(reach) = &goal.condition else {
                continue;
            };
            let asks = reach.reply || reach.filled || reach.safe || reach.held || reach.at_least != 1;
            if asks || goal.score != Score::Win {
                continue;
            }
            for name in &reach.pieces {
                let at = all.iter().position(|(own, _)| own == name);
                let at = at.unwrap_or_else(|| {
                    all.push((name.clone(), PerSide::default()));
                    all.len() - 1
                });
                all[at].1[goal.side] = reach.zone.clone();
            }
        }
        all
    }

    pub(super) fn actions(&self) -> Vec<Value> {
        let mut actions = Vec::new();
        if self.rules.restrictions.apart.white.is_some() {
            actions.push(json!("bishop.action.flyingGenerals"));
        }
        for hook in &self.rules.hooks {
            match hook.name.as_str() {
                "facing-royals" => actions.push(json!("bishop.action.flyingGenerals")),
                "explosion" => {
                    let sparing = hook.parameters.get("sparing").and_then(Value::as_array);
                    let names = sparing.into_iter().flatten().filter_map(Value::as_str);
                    actions.push(explosion(names.flat_map(|name| self.letters(name)).collect()));
                }
                _ => {}
            }
        }
        actions.extend(self.rules.effects.iter().find_map(|effect| self.blast(effect)));
        if self.blocks() {
            actions.push(json!("bishop.action.blockOrigin"));
        }
        let flips = |act: &Act| match act {
            Act::Flip(groups) => groups.iter().all(|group| group.on == Area::At(Place::Mover)),
            _ => false,
        };
        let captors = self.rules.effects.iter();
        let mut captors = captors.filter(|effect| effect.event == Event::Capture);
        if captors.any(|effect| effect.acts.iter().any(flips)) {
            actions.push(json!({"id": "bishop.action.transferOwnership", "quiet": false}));
        }
        for goal in self
            .rules
            .end
            .goals
            .iter()
            .filter(|goal| goal.side == Side::White)
        {
            actions.extend(self.counted(goal));
        }
        actions
    }

    /// The letters of a kind, one for each side if they differ.
    fn letters(&self, name: &str) -> Vec<String> {
        let own = self.kinds.iter().filter(|kind| kind.name == name);
        own.map(|kind| kind.letter.to_string()).collect()
    }

    /// Whether a square that a piece leaves is closed.
    pub(super) fn blocks(&self) -> bool {
        let closes = |act: &Act| *act == Act::Close(vec![Area::At(Place::Origin)]);
        let mut moves = self
            .rules
            .effects
            .iter()
            .filter(|effect| effect.event == Event::Move);
        moves.any(|effect| effect.acts.iter().any(closes))
    }

    /// The explosion of a capture around its square, as an effect of the rules states it.
    fn blast(&self, effect: &Effect) -> Option<Value> {
        let mut acts = effect.acts.iter();
        let around = acts.find_map(|act| match act {
            Act::Remove(groups) => groups
                .iter()
                .find(|group| matches!(group.on, Area::Around(_, Place::Target))),
            _ => None,
        });
        let around = around.filter(|_| effect.event == Event::Capture)?;
        let spared = self.kinds.iter().filter(|kind| !around.kinds.has(&kind.name));
        Some(explosion(spared.map(|kind| kind.letter.to_string()).collect()))
    }

    /// A goal about the number of pieces of a kind, or about royal ones, that both sides have.
    fn counted(&self, goal: &Goal) -> Option<Value> {
        let GoalCondition::Extinct(extinct) = &goal.condition else {
            return None;
        };
        if !plain(extinct) || goal.score != Score::Loss || self.is_elimination(goal) {
            return None;
        }
        let royal = |name: &String| {
            let piece = self.rules.pieces.get(name);
            piece.is_some_and(|piece| piece.royal[goal.side])
        };
        if extinct.at_most == 0 && extinct.pieces.iter().all(royal) {
            return Some(json!("bishop.action.checkRoyalsAlive"));
        }
        let [kind] = &extinct.pieces[..] else { return None };
        let letter = self.letter(kind, goal.side)?;
        Some(json!({
            "id": "bishop.action.checkPieceCount", "pieceType": letter, "count": extinct.at_most + 1
        }))
    }
}

/// A capture removes what stands around but these kinds.
fn explosion(immune: Vec<String>) -> Value {
    json!({"id": "bishop.action.explosionRadius", "radius": 1, "immunePieces": immune})
}

/// Whether a goal asks only about the number of pieces.
fn plain(extinct: &Extinct) -> bool {
    extinct.opponent_at_least == 0 && !extinct.reply && !extinct.held
}
