//! Castling, promotions, hands, ends: options of a variant.

use super::Reader;
use crate::draft::{Castling, Drop, Duty, Effect, End, Extinct, Goal, Promotion, Trigger, limit};
use crate::json::Value;
use crate::region::Region;
use crate::report::Status;
use ferz::rules::{PerSide, Score, Side};

/// The squares on which pieces promote.
struct Zones {
    zone: PerSide<Region>,
    must: PerSide<Region>,
}

impl Reader<'_> {
    pub(super) fn options(&mut self) {
        let rights = std::mem::take(&mut self.draft.setup.more);
        self.shuffled();
        self.castling(&rights);
        self.promotion();
        self.hands();
        self.gates(&rights);
        self.results();
        for key in ["enPassant", "forbidChecks"] {
            self.take(key);
        }
        if self.root.get("forbidChecks").and_then(Value::flag) == Some(true) {
            self.draft.duties.push(Duty::NoCheck);
        }
        if let Some(forced) = self.root.get("forcedCapture") {
            match forced.text() {
                Some("any") => {
                    self.draft.duties.push(Duty::Capture);
                    self.taken("forcedCapture", forced);
                }
                _ => self.lose(
                    "forcedCapture",
                    forced,
                    Status::NotPossible,
                    "only `any` is known",
                ),
            }
        }
        if let Some(pass) = self.root.get("passOptions") {
            match pass.text() {
                Some("bishop.pass.none") => self.taken("passOptions", pass),
                _ => self.lose("passOptions", pass, Status::Awaits, "passes are not read"),
            }
        }
    }

    fn castling(&mut self, rights: &str) {
        let Some(value) = self.root.get("castlingOptions") else {
            return;
        };
        let is_on = value.get("enabled").and_then(Value::flag) == Some(true);
        let number = |key: &str| {
            let number = value.get(key).and_then(Value::number);
            number.and_then(|number| u8::try_from(number).ok())
        };
        let why = "how castling is written";
        if let Some(written) = value.get("useRookAsTarget") {
            self.tell(
                "castlingOptions.useRookAsTarget",
                written,
                Status::NoMeaning,
                Some(why),
            );
        }
        self.taken("castlingOptions", value);
        if !is_on {
            return;
        }
        let fixed = value.get("fixedRooks").and_then(Value::flag).unwrap_or(true);
        self.draft.castles_anywhere = !fixed && self.root.get("startPosBuilder").is_some();
        let wings = [("kTarget", "kRook", 'k', 1_i8), ("qTarget", "qRook", 'q', -1)];
        for side in Side::ALL {
            for (to, rook, letter, way) in wings {
                let rook = number(rook).filter(|_| fixed);
                let letter = match side {
                    Side::White => letter.to_ascii_uppercase(),
                    Side::Black => letter,
                };
                let Some(to) = number(to) else { continue };
                self.castling_to(side, to, rook, way, rights.contains(letter));
            }
        }
    }

    /// A castling to a file; with a rook of the corner if none is named.
    fn castling_to(&mut self, side: Side, to: u8, rook: Option<u8>, way: i8, right: bool) {
        let pieces = &self.draft.setup.pieces;
        let castles = |name: &String| {
            let mut kinds = self.kinds.iter().zip(&self.draft.kinds);
            kinds.any(|(kind, own)| own.name == *name && kind.castles)
        };
        let king = pieces
            .iter()
            .find(|(_, whose, name)| *whose == side && castles(name));
        let Some((from, _, king)) = king else {
            return;
        };
        let is_partner = |_: &str, file: u8| rook.is_none_or(|rook| rook == file);
        let castling = self.draft.castling(side, (king, *from), (to, way), &is_partner);
        self.draft
            .castlings
            .extend(castling.map(|own| Castling { right, ..own }));
    }

    fn promotion(&mut self) {
        let last = self.ranks_from(self.draft.ranks.saturating_sub(1), 0);
        let value = self.root.get("promotionOptions");
        let id = value.and_then(|value| value.text().or(value.get("id").and_then(Value::text)));
        let zones = match (value, id) {
            (None, _) => Some(Zones {
                zone: last.clone(),
                must: last,
            }),
            (Some(value), Some("bishop.promo.none")) => {
                self.taken("promotionOptions", value);
                return;
            }
            (Some(value), id) => self.zones(value, id.unwrap_or_default(), last),
        };
        let Some(zones) = zones else { return };
        let limits = value.and_then(|value| value.get("pieceLimits"));
        let limits: Vec<(String, u32)> = limits
            .map_or(&[][..], Value::entries)
            .iter()
            .filter_map(|(letter, most)| {
                let most = most.number().and_then(|most| u32::try_from(most).ok())?;
                Some((self.name_of(&letter.text), most))
            })
            .collect();
        if let Some(value) = value {
            self.taken("promotionOptions", value);
        }
        for at in 0..self.kinds.len() {
            if self.kinds[at].promotes {
                self.promotion_of(at, &zones, &limits);
            }
        }
    }

    fn promotion_of(&mut self, at: usize, zones: &Zones, limits: &[(String, u32)]) {
        let kind = &self.kinds[at];
        let chosen = |other: &&super::pieces::Kind| match &kind.choices {
            Some(choices) => choices.contains(&other.letter),
            None => other.chosen,
        };
        let to = self
            .kinds
            .iter()
            .filter(chosen)
            .map(|kind| self.name_of(&kind.letter));
        let to: Vec<String> = to.collect();
        let own = limits
            .iter()
            .filter(|(name, _)| to.contains(name))
            .cloned()
            .collect();
        if !to.is_empty() {
            self.draft.promotions.push(Promotion {
                kind: self.name_of(&kind.letter),
                to,
                zone: zones.zone.clone(),
                must: zones.must.clone(),
                trigger: Trigger::Enter,
                limits: own,
                ..Promotion::default()
            });
        }
    }

    /// The squares of a kind of promotion.
    fn zones(&mut self, value: &Value, id: &str, last: PerSide<Region>) -> Option<Zones> {
        let flag = |key: &str, otherwise: bool| value.get(key).and_then(Value::flag).unwrap_or(otherwise);
        let ranks = |key: &str| -> Option<PerSide<Region>> {
            let list = value.get(key)?.list();
            let number = |at: usize| u8::try_from(list.get(at)?.number()?).ok();
            Some(self.ranks_from(number(0)?, number(1)?))
        };
        let zone = ranks("ranks").unwrap_or_else(|| last.clone());
        match id {
            "bishop.promo.standard" => {
                let must = if flag("optional", false) {
                    PerSide::default()
                } else {
                    zone.clone()
                };
                Some(Zones { zone, must })
            }
            "bishop.promo.optional" => {
                let forced = ranks("forcedRanks").unwrap_or(last);
                let must = if flag("forced", true) {
                    forced
                } else {
                    PerSide::default()
                };
                Some(Zones { zone, must })
            }
            "bishop.promo.region" => {
                let zone = self.sides("promotionOptions", value)?;
                let must = if flag("optional", false) {
                    PerSide::default()
                } else {
                    zone.clone()
                };
                Some(Zones { zone, must })
            }
            _ => {
                let why = "this kind of promotion is not known";
                self.lose("promotionOptions", value, Status::NotPossible, why);
                None
            }
        }
    }

    /// Ranks from one on for White, and up to one for Black.
    fn ranks_from(&self, white: u8, black: u8) -> PerSide<Region> {
        let draft = &self.draft;
        PerSide::new(
            draft.last_ranks(draft.ranks.saturating_sub(white), Side::White),
            draft.last_ranks(black.saturating_add(1), Side::Black),
        )
    }

    /// A region of each side: by name, or said here.
    fn sides(&mut self, path: &str, value: &Value) -> Option<PerSide<Region>> {
        let mut sides = self.named(path, value, ["wId", "bId"])?;
        for (side, key) in Side::ALL.into_iter().zip(["wRegion", "bRegion"]) {
            if let Some(region) = value.get(key).or(value.get("region")) {
                sides[side] = self.region(&format!("{path}.{key}"), region)?;
            }
        }
        Some(sides)
    }

    fn hands(&mut self) {
        let Some(value) = self.root.get("handOptions") else {
            return;
        };
        let flag = |key: &str| value.get(key).and_then(Value::flag).unwrap_or_default();
        if flag("enableHands") {
            self.draft.setup.has_hands = true;
            if flag("addCapturesToHand") {
                self.draft.effects.push(Effect::ToHand {
                    of: Vec::new(),
                    captor: true,
                    demoted: true,
                });
                self.draft.part_promoted();
            }
            let builder = value.get("dropBuilder");
            let id = builder.and_then(|value| value.text().or(value.get("id").and_then(Value::text)));
            let everywhere = PerSide::both(self.draft.everywhere());
            let (free, region) = match (id, builder) {
                (None | Some("bishop.drops.standard"), _) => (false, everywhere),
                (Some("bishop.drops.region"), Some(builder)) => {
                    let path = "handOptions.dropBuilder";
                    (true, self.sides(path, builder).unwrap_or(everywhere))
                }
                (Some("bishop.drops.unrestricted"), _) => (true, everywhere),
                (Some(_), _) => {
                    let why = "this kind of drops is not known";
                    self.lose("handOptions", value, Status::NotPossible, why);
                    return;
                }
            };
            for at in 0..self.kinds.len() {
                self.drop(at, &region, free);
            }
        }
        self.taken("handOptions", value);
    }

    /// Drops of a kind; one that promotes is not dropped on the first and the last rank unless
    /// drops are free.
    fn drop(&mut self, at: usize, region: &PerSide<Region>, free: bool) {
        if self.kinds[at].royal {
            return;
        }
        let edges = self.draft.rank(0).or(&self.draft.rank(self.draft.ranks - 1));
        let mut on = region.clone();
        if self.kinds[at].promotes && !free {
            on = PerSide::new(on.white.without(&edges), on.black.without(&edges));
        }
        self.draft.drops.push(Drop {
            kind: self.draft.kinds[at].name.clone(),
            on,
            ..Drop::default()
        });
    }

    /// Pieces that enter behind pieces of the first rank that leave it.
    fn gates(&mut self, rights: &str) {
        let Some(value) = self.root.get("gatingMode") else {
            return;
        };
        match value.text() {
            Some("none") => {}
            Some("fixed") if !self.waits => {}
            Some("flex") => {
                self.draft.setup.has_hands = true;
                let last = self.draft.ranks - 1;
                let gate = PerSide::new(self.draft.rank(0), self.draft.rank(last));
                let mut held: Vec<String> = self.draft.setup.hands.white.clone();
                held.extend(self.draft.setup.hands.black.iter().cloned());
                held.sort();
                held.dedup();
                self.draft.drops.extend(held.into_iter().map(|kind| Drop {
                    kind,
                    gate: gate.clone(),
                    ..Drop::default()
                }));
                let letters: String = rights
                    .chars()
                    .filter(|letter| !"KQkq".contains(*letter))
                    .collect();
                let names = |key: &str| self.root.get("outputOptions")?.get(key)?.flag();
                let all = match names("virginFiles") {
                    Some(true) => letters,
                    // Positions name no files: all pieces are there at the start.
                    _ => self.files_behind(),
                };
                self.draft.setup.unmoved = all.chars().filter(|letter| !self.castles_on(*letter)).collect();
            }
            _ => {
                let why = "pieces that wait behind a file each are not read";
                return self.lose("gatingMode", value, Status::Awaits, why);
            }
        }
        self.taken("gatingMode", value);
    }

    /// Whether a castling to which there is a right tells that the piece of a file has not moved.
    fn castles_on(&self, letter: char) -> bool {
        let castlings = self.draft.castlings.iter().filter(|castling| castling.right);
        let mut own = castlings.filter(|one| (one.side == Side::White) == letter.is_ascii_uppercase());
        own.any(|one| {
            let mut files = [one.king_from.1, one.rook_from.1].into_iter();
            files.any(|file| char::from(b'a' + file) == letter.to_ascii_lowercase())
        })
    }

    /// The letters of the files on which pieces stand on the first rank of their side.
    fn files_behind(&self) -> String {
        let last = self.draft.ranks - 1;
        let pieces = self.draft.setup.pieces.iter();
        let letters = pieces.filter_map(|((rank, file), side, _)| match side {
            Side::White => (*rank == 0).then(|| char::from(b'A' + file)),
            Side::Black => (*rank == last).then(|| char::from(b'a' + file)),
        });
        letters.collect()
    }

    /// How the game ends.
    fn results(&mut self) {
        let value = self.root.get("gameEndConditions");
        if let Some(value) = value.filter(|value| value.get("white").is_some()) {
            let why = "ends that differ by side are not read";
            self.lose("gameEndConditions", value, Status::Awaits, why);
        }
        let word = |key: &str| value.and_then(|value| value.get(key)).and_then(Value::text);
        let score = |word: &str| match word {
            "win" => Some(Score::Win),
            "lose" => Some(Score::Loss),
            "draw" => Some(Score::Draw),
            _ => None,
        };
        let stalemate = score(word("stalemate").unwrap_or("draw"));
        self.draft
            .ends
            .extend(stalemate.map(|score| End::Stalemate(PerSide::both(score))));
        if !self.kinds.iter().any(|kind| kind.royal) {
            let all = score(word("elimination").unwrap_or("lose"));
            let goal = |score| {
                End::Goal(
                    "no-pieces".to_owned(),
                    None,
                    Goal::Extinct(Extinct::default()),
                    score,
                )
            };
            self.draft.ends.extend(all.map(goal));
        }
        let checks = value
            .and_then(|value| value.get("checkLimit"))
            .and_then(Value::number);
        if let Some(checks) = checks.and_then(|checks| u32::try_from(checks).ok()) {
            let goal = Goal::Checks(checks);
            self.draft
                .ends
                .push(End::Goal("checks".to_owned(), None, goal, Score::Win));
        }
        let number = |key: &str| {
            let number = self.root.get(key).and_then(Value::number);
            number
                .and_then(|number| u16::try_from(number).ok())
                .filter(|number| *number > 0)
        };
        let repetition = number("repetitionDraw").map(|count| End::Repetition(limit(count, Score::Draw)));
        self.draft.ends.extend(repetition);
        let moves = number("halfMoveDraw").map(|plies| End::MoveRule(limit(plies, Score::Draw)));
        self.draft.ends.extend(moves);
        for key in ["gameEndConditions", "repetitionDraw", "halfMoveDraw"] {
            self.take(key);
        }
        self.material();
    }

    /// Draws for lack of material, which are no rules about moves.
    fn material(&mut self) {
        if let Some(value) = self.root.get("materialConditions") {
            match value.get("enabled").and_then(Value::flag) {
                Some(true) => {
                    let why = "ferz draws no game for lack of material; moves are the same";
                    self.tell("materialConditions", value, Status::NotPossible, Some(why));
                }
                _ => self.taken("materialConditions", value),
            }
        }
    }
}
