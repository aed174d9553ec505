//! Types of pieces: `"N": {"betza": "N", "value": 300}`.

use super::{Reader, betza};
use crate::draft::{self, Effect, End, Goal, Reach, begun, name_of, piece_name};
use crate::ini::Piece;
use crate::json::Value;
use crate::region::Region;
use crate::report::Status;
use crate::xbetza;
use ferz::rules::{Condition, Movement, PerSide, Score, Side, Squares};

/// A type.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    /// A capital letter; `*` is a square that does not exist.
    pub(super) letter: String,
    pub(super) royal: bool,
    pub(super) immortal: bool,
    pub(super) castles: bool,
    pub(super) promotes: bool,
    /// Whether others may promote to it.
    pub(super) chosen: bool,
    /// The only types that it promotes to.
    pub(super) choices: Option<Vec<String>>,
    movement: Movement,
    value: Option<u32>,
    /// Squares that it may not leave.
    kept: Vec<PerSide<Region>>,
    /// Squares on which it moves differently.
    others: Vec<(PerSide<Region>, Movement)>,
    /// Squares on which it wins.
    aims: Vec<PerSide<Region>>,
}

impl Reader<'_> {
    /// Reads all types.
    pub(super) fn pieces(&mut self) {
        let Some(all) = self.root.get("pieceTypes") else {
            let help = "`\"pieceTypes\": {\"K\": {\"betza\": \"K\", \"royal\": true}}`";
            return self.missing("there are no pieces", help);
        };
        for (letter, value) in all.entries() {
            let path = format!("pieceTypes.{}", letter.text);
            let is_letter =
                letter.text.len() == 1 && letter.text.starts_with(|c: char| c.is_ascii_uppercase());
            if !is_letter && letter.text != "*" {
                self.wrong(&path, value, "a piece has a capital letter", None);
                continue;
            }
            let kind = self.piece(&path, &letter.text, value);
            self.kinds.push(kind);
        }
    }

    fn piece(&mut self, path: &str, letter: &str, value: &Value) -> Kind {
        let mut kind = Kind {
            letter: letter.to_owned(),
            royal: value.get("royal").and_then(Value::flag).unwrap_or_default(),
            immortal: false,
            castles: false,
            promotes: false,
            chosen: true,
            choices: None,
            movement: Movement::none(),
            value: None,
            kept: Vec::new(),
            others: Vec::new(),
            aims: Vec::new(),
        };
        kind.castles = value.get("castling").and_then(Value::flag).unwrap_or(kind.royal);
        if value.get("betza").is_none() {
            let help = Some("`\"betza\": \"N\"`");
            self.wrong(path, value, "the moves of the piece are missing", help);
        }
        for (key, below) in value.entries() {
            let path = format!("{path}.{}", key.text);
            match key.text.as_str() {
                "betza" => kind.movement = self.betza(&path, below),
                "royal" | "castling" | "enPassantable" => self.taken(&path, below),
                "noSanSymbol" => self.tell(&path, below, Status::NoMeaning, Some("how moves are written")),
                "value" => {
                    kind.value = below.number().and_then(|value| u32::try_from(value).ok());
                    self.taken(&path, below);
                }
                "promoOptions" => self.promotes(&path, below, &mut kind),
                "regionEffects" => {
                    for effect in below.list() {
                        self.effect(&path, effect, &mut kind);
                    }
                }
                "actions" => kind.immortal |= self.own_actions(&path, below, letter),
                _ => {}
            }
        }
        kind
    }

    /// Reads moves, without captures en passant if the variant has none.
    fn betza(&mut self, path: &str, value: &Value) -> Movement {
        let Some(text) = value.text() else {
            self.wrong(path, value, "these are no moves", Some("`\"betza\": \"N\"`"));
            return Movement::none();
        };
        let passing = self
            .root
            .get("enPassant")
            .and_then(Value::flag)
            .unwrap_or_default();
        let text = betza::expanded(text, passing);
        match xbetza::way(&Piece::new(&text, value.place.offset + 1)) {
            Ok(way) => {
                self.taken(path, value);
                way.movement
            }
            Err(fault) => {
                self.wrong(path, value, &fault.message, fault.help.as_deref());
                Movement::none()
            }
        }
    }

    fn promotes(&mut self, path: &str, value: &Value, kind: &mut Kind) {
        let flag = |key: &str| value.get(key).and_then(Value::flag).unwrap_or_default();
        (kind.promotes, kind.chosen) = (flag("canPromote"), flag("canPromoteTo"));
        if let Some(list) = value.get("promotesTo") {
            let words = list.list().iter().filter_map(Value::text);
            kind.choices = Some(words.map(str::to_owned).collect());
        }
        for (key, below) in value.entries() {
            if ["canPromote", "canPromoteTo", "promotesTo"].contains(&key.text.as_str()) {
                self.taken(&format!("{path}.{}", key.text), below);
            }
        }
    }

    /// Reads the effect of a region on a type.
    fn effect(&mut self, path: &str, value: &Value, kind: &mut Kind) {
        let Some(region) = self.named(path, value, ["whiteRegion", "blackRegion"]) else {
            return;
        };
        let flag = |key: &str| value.get(key).and_then(Value::flag).unwrap_or_default();
        if flag("restrictMovement") {
            // A side without a region is free.
            let free = |side: Side, key: &str| match value.get(key) {
                Some(_) => region[side].clone(),
                None => self.draft.everywhere(),
            };
            kind.kept.push(PerSide::new(
                free(Side::White, "whiteRegion"),
                free(Side::Black, "blackRegion"),
            ));
        }
        if flag("winGame") {
            kind.aims.push(region.clone());
        }
        for key in ["restrictMovement", "winGame"] {
            if let Some(below) = value.get(key) {
                self.taken(&format!("{path}.{key}"), below);
            }
        }
        if let Some(other) = value.get("pieceType") {
            let path = format!("{path}.pieceType");
            if let Some(betza) = other.get("betza") {
                let movement = self.betza(&format!("{path}.betza"), betza);
                kind.others.push((region, movement));
            }
            if let Some(worth) = other.get("value") {
                let why = "a piece has one value";
                self.tell(&format!("{path}.value"), worth, Status::NoMeaning, Some(why));
            }
        }
    }

    /// Makes kinds of the types, and gives the pieces of the start their names.
    pub(super) fn kinds(&mut self) {
        let size = (self.draft.files, self.draft.ranks);
        let beginning = self.first_ranks();
        self.kinds.retain(|kind| kind.letter != "*");
        for kind in &self.kinds {
            let known = self.names.iter().find(|(letter, _)| *letter == kind.letter);
            let word = name_of(&kind.movement, size).filter(|word| *word != "king");
            let name = match word {
                _ if known.is_some() => known.map(|(_, name)| name.clone()).unwrap_or_default(),
                _ if kind.royal => "king".to_owned(),
                _ if kind.promotes && kind.choices.is_none() => "pawn".to_owned(),
                Some(word) => word.to_owned(),
                None => format!("piece {}", kind.letter),
            };
            let mut own = draft::Kind::named(piece_name(&name, &self.draft.kinds));
            own.letter = PerSide::both(Some(kind.letter.clone()));
            own.movement = PerSide::both(self.movement(kind, beginning.as_ref()));
            own.royal = kind.royal;
            own.immortal = kind.immortal;
            own.value = kind.value;
            if !kind.aims.is_empty() {
                let on = kind.aims.iter().fold(PerSide::<Region>::default(), |all, aim| {
                    PerSide::new(all.white.or(&aim.white), all.black.or(&aim.black))
                });
                let goal = Goal::Reach(Reach {
                    kinds: vec![own.name.clone()],
                    on,
                    ..Reach::default()
                });
                let name = format!("{}-arrives", own.name);
                self.draft.ends.push(End::Goal(name, None, goal, Score::Win));
            }
            self.draft.kinds.push(own);
        }
        self.renamed();
    }

    /// How a kind moves, with the effects of regions.
    fn movement(&self, kind: &Kind, beginning: Option<&PerSide<Squares>>) -> Movement {
        let mut movement = kind.movement.clone();
        // The first region on whose squares the piece stands decides.
        for (region, other) in kind.others.iter().rev() {
            let elsewhere = PerSide::new(
                self.draft.everywhere().without(&region.white),
                self.draft.everywhere().without(&region.black),
            );
            let on = |region: &PerSide<Region>, movement: Movement| {
                when(Condition::From(self.squares(region)), movement)
            };
            movement = Movement::Union(vec![on(region, other.clone()), on(&elsewhere, movement)]);
        }
        for region in &kind.kept {
            movement = when(Condition::To(self.squares(region)), movement);
        }
        match beginning {
            Some(squares) => begun(&movement, squares),
            None => movement,
        }
    }

    fn squares(&self, region: &PerSide<Region>) -> PerSide<Squares> {
        let board = self.draft.board();
        PerSide::new(region.white.squares(&board), region.black.squares(&board))
    }

    /// The names of the pieces at the start, instead of letters.
    fn renamed(&mut self) {
        let mut setup = std::mem::take(&mut self.draft.setup);
        for (_, _, letter) in &mut setup.pieces {
            *letter = self.name_of(letter);
        }
        for side in Side::ALL {
            for letter in &mut setup.hands[side] {
                *letter = self.name_of(letter);
            }
        }
        self.draft.setup = setup;
        let mut effects = std::mem::take(&mut self.draft.effects);
        for effect in &mut effects {
            if let Effect::Pocketed { by, kind, .. } = effect {
                (*by, *kind) = (self.name_of(by), self.name_of(kind));
            }
        }
        self.draft.effects = effects;
    }

    /// The name of the kind of a letter; empty if there is none.
    pub(super) fn name_of(&self, letter: &str) -> String {
        let at = self.kinds.iter().position(|kind| kind.letter == letter);
        let kind = at.and_then(|at| self.draft.kinds.get(at));
        kind.map(|kind| kind.name.clone()).unwrap_or_default()
    }

    /// The ranks from which first moves are made, if the variant names ranks.
    fn first_ranks(&mut self) -> Option<PerSide<Squares>> {
        let value = self.root.get("firstMoveOptions")?;
        let of = |value: Option<&Value>| {
            let value =
                value.filter(|value| value.get("id").and_then(Value::text) == Some("bishop.first.ranks"))?;
            let ranks = value.get("ranks")?.list().iter().map(Value::number);
            let ranks: Option<Vec<i64>> = ranks.collect();
            let all = ranks?.into_iter().filter_map(|rank| u8::try_from(rank).ok());
            Some(all.fold(Region::default(), |sum, rank| sum.or(&self.draft.rank(rank))))
        };
        let pair = match value.get("id").and_then(Value::text) {
            Some("bishop.first.pair") => of(value.get("white")).zip(of(value.get("black"))),
            _ => of(Some(value)).map(|both| (both.clone(), both)),
        };
        if value.text() == Some("bishop.first.initial") {
            self.taken("firstMoveOptions", value);
            return None;
        }
        let Some((white, black)) = pair else {
            let why = "first moves are made from ranks or by pieces that have not moved";
            self.lose("firstMoveOptions", value, Status::NotPossible, why);
            return None;
        };
        self.taken("firstMoveOptions", value);
        Some(self.squares(&PerSide::new(white, black)))
    }
}

fn when(condition: Condition, movement: Movement) -> Movement {
    Movement::When {
        condition,
        movement: Box::new(movement),
    }
}
