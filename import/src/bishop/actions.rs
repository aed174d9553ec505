//! Actions: what follows a move.

use super::Reader;
use crate::draft::{Duty, Effect, End, Explosion, Extinct, Goal, Reach};
use crate::json::Value;
use crate::report::Status;
use ferz::rules::{PerSide, Score, Side};

impl Reader<'_> {
    /// Reads the actions of the variant.
    pub(super) fn actions(&mut self) {
        let Some(all) = self.root.get("actions") else {
            return;
        };
        if all.list().is_empty() {
            let why = "the variant has a rule in code of its own, which is not in the file";
            return self.lose("actions", all, Status::Elsewhere, why);
        }
        for action in all.list() {
            let id = action.text().or(action.get("id").and_then(Value::text));
            match self.action(action, id.unwrap_or_default()) {
                Ok(()) => self.taken("actions", action),
                Err(why) => self.lose("actions", action, Status::Awaits, why),
            }
        }
    }

    /// Takes an action, or says why there is no form for it.
    fn action(&mut self, action: &Value, id: &str) -> Result<(), &'static str> {
        let flag = |key: &str, otherwise: bool| action.get(key).and_then(Value::flag).unwrap_or(otherwise);
        let number = |key: &str| action.get(key).and_then(Value::number);
        if action.get("event").is_some() {
            return Err("actions at another time than after a move are not read");
        }
        match id.strip_prefix("bishop.action.").unwrap_or(id) {
            "flyingGenerals" => self.draft.duties.push(Duty::NotFacing),
            "checkRoyalsAlive" if !flag("allowDraw", false) => {
                let kinds = self.draft.kinds.iter().filter(|kind| kind.royal);
                let kinds: Vec<String> = kinds.map(|kind| kind.name.clone()).collect();
                self.gone("royals", kinds, 0);
            }
            "checkPieceCount" if action.get("player").is_none() && !flag("draw", false) => {
                let letter = action.get("pieceType").and_then(Value::text).unwrap_or_default();
                let kind = self.name_of(letter);
                let most = number("count").unwrap_or(1) - 1;
                let most = u32::try_from(most).map_err(|_| "this number of pieces has no meaning")?;
                if kind.is_empty() {
                    return Err("there is no piece of this letter");
                }
                let name = format!("no-{kind}");
                self.gone(&name, vec![kind], most);
            }
            "explosionRadius" if number("radius") == Some(1) && flag("alwaysSuicide", true) => {
                let immune = action.get("immunePieces").map_or(&[][..], Value::list);
                let sparing = immune.iter().filter_map(Value::text);
                let sparing = sparing.map(|letter| self.name_of(letter)).collect();
                let explosion = Explosion {
                    sparing,
                    ..Explosion::default()
                };
                self.draft.effects.push(Effect::Explosion(explosion));
            }
            "transferOwnership" if !flag("quiet", true) => {
                let kinds = self.draft.kinds.iter().filter(|kind| !kind.royal);
                let by = kinds.map(|kind| kind.name.clone()).collect();
                self.draft.effects.push(Effect::CaptorFlips { by });
            }
            "blockOrigin" => self.draft.effects.push(Effect::CloseOrigin),
            "fillRegion" => self.filled(action),
            "exitRegionEnding" => self.left(action)?,
            "immortality" if action.get("flag").is_none() => {
                let letter = action.get("pieceType").and_then(Value::text).unwrap_or_default();
                let name = self.name_of(letter);
                let mut kinds = self.draft.kinds.iter_mut();
                let kind = kinds.find(|kind| kind.name == name);
                kind.ok_or("there is no piece of this letter")?.immortal = true;
            }
            _ => return Err("there is no form for this action here"),
        }
        Ok(())
    }

    /// A side wins that has pieces of its own on all squares of its region.
    fn filled(&mut self, action: &Value) {
        let Some(on) = self.named("actions", action, ["whiteId", "blackId"]) else {
            return;
        };
        let kinds: Vec<String> = self.draft.kinds.iter().map(|kind| kind.name.clone()).collect();
        for side in Side::ALL.into_iter().filter(|side| !on[*side].is_empty()) {
            let goal = Goal::Reach(Reach {
                kinds: kinds.clone(),
                on: on.clone(),
                at_least: on[side].iter().map(|_| 1).sum(),
                own_move: true,
                ..Reach::default()
            });
            let name = "filled".to_owned();
            self.draft
                .ends
                .push(End::Goal(name, Some(side), goal, Score::Win));
        }
    }

    /// A side loses that has no more than this number of pieces of these kinds.
    fn gone(&mut self, name: &str, kinds: Vec<String>, most: u32) {
        let goal = Goal::Extinct(Extinct {
            kinds,
            most,
            ..Extinct::default()
        });
        self.draft
            .ends
            .push(End::Goal(name.to_owned(), None, goal, Score::Loss));
    }

    /// A side that takes a piece off one of these squares has won, or has another result.
    fn left(&mut self, action: &Value) -> Result<(), &'static str> {
        let score = match action.get("endType").and_then(Value::text) {
            None | Some("win") => Score::Win,
            Some("lose") => Score::Loss,
            Some("draw") => Score::Draw,
            Some(_) => return Err("this result is not known"),
        };
        let region = action.get("region");
        let from = region.and_then(|region| self.region("actions.region", region));
        let from = from.ok_or("the region is missing")?;
        let kinds: Vec<String> = self.draft.kinds.iter().map(|kind| kind.name.clone()).collect();
        let mut gone = Vec::new();
        for kind in kinds {
            let Some(to) = self.draft.twin("gone", &kind, &kind) else {
                continue;
            };
            gone.push(to.clone());
            let from = from.clone();
            self.draft.effects.push(Effect::Becomes { kind, from, to });
        }
        let goal = Goal::Reach(Reach {
            kinds: gone,
            on: PerSide::both(self.draft.everywhere()),
            ..Reach::default()
        });
        let name = "left".to_owned();
        self.draft.ends.push(End::Goal(name, None, goal, score));
        Ok(())
    }

    /// Reads the actions of a type; returns whether nothing captures it. Effects name letters until
    /// all kinds have names.
    pub(super) fn own_actions(&mut self, path: &str, all: &Value, letter: &str) -> bool {
        let mut immortal = false;
        for action in all.list() {
            let id = action.text().or(action.get("id").and_then(Value::text));
            let asks = action.get("flag").or(action.get("event")).is_some();
            let new = action.get("piece").and_then(Value::text);
            match (id, new) {
                (Some("bishop.action.immortality"), _) if !asks => immortal = true,
                (Some("bishop.action.addToHand"), Some(new)) if !asks => {
                    let count = action.get("count").and_then(Value::number).unwrap_or(1);
                    let enemy = action.get("forOpponent").and_then(Value::flag);
                    self.draft.effects.push(Effect::Pocketed {
                        by: letter.to_owned(),
                        kind: new.to_owned(),
                        count: usize::try_from(count.clamp(0, 16)).unwrap_or_default(),
                        enemy: enemy.unwrap_or_default(),
                    });
                }
                _ => {
                    let why = "what follows the moves of one kind is not read";
                    self.lose(path, action, Status::Awaits, why);
                    continue;
                }
            }
            self.taken(path, action);
        }
        immortal
    }
}
