//! Goals: lost pieces, arrivals, checks, and pieces that stand together.

use super::Writer;
use super::end::word;
use crate::region::name;
use crate::types::{self, Slot};
use ferz::rules::{PerSide, Score, Side};

impl Writer<'_> {
    pub(super) fn goals(&mut self) {
        self.castlings();
        self.extinction();
        self.flag();
        self.checks();
        self.connect();
    }

    /// Castling that wins, and the loss of the right to it.
    fn castlings(&mut self) {
        let mut texts = [PerSide::new(None, None), PerSide::new(None, None)];
        for side in Side::ALL {
            let wins = self.model.castling.wins[side].clone();
            if wins.is_empty() {
                continue;
            }
            let ways = self.ways(side);
            let ways: Vec<_> = ways.iter().filter(|way| wins.contains(&way.letter)).collect();
            if ways.is_empty() {
                self.lose(
                    "castlingWins",
                    "the start position gives no right to it, so that the game is over at once",
                );
                continue;
            }
            if ways.iter().any(|way| way.king_from.abs_diff(way.king_to) < 2) {
                self.lose("castlingWins", "a king that comes by a step to where it castles");
                continue;
            }
            let rank = self.rank(side);
            let squares: Vec<String> = ways.iter().map(|way| name(rank, way.king_to)).collect();
            let zone = grouped(squares.join(" | "));
            let king = self.army.called(self.model.castling.king[side]);
            texts[0][side] = Some(format!("reach {king} on {side} {zone}"));
            texts[1][side] = Some(format!("barred on {side} {zone}"));
        }
        for (label, texts) in ["castled", "barred"].into_iter().zip(texts) {
            let label = self.label(label);
            self.goal(&label, &texts);
        }
    }

    /// A goal of both sides: once if both have the same.
    fn goal(&mut self, label: &str, texts: &PerSide<Option<String>>) {
        if texts.white == texts.black {
            if let Some(text) = &texts.white {
                self.entry(label, text.clone());
            }
            return;
        }
        let both: Vec<String> = Side::ALL
            .into_iter()
            .filter_map(|side| texts[side].as_ref().map(|text| format!("{side} {text}")))
            .collect();
        if !both.is_empty() {
            self.entry(label, both.join(", "));
        }
    }

    fn extinction(&mut self) {
        let extinction = self.model.extinction.clone();
        let Some(value) = extinction.value else {
            if !extinction.types.is_empty() && !extinction.royal {
                self.note(
                    "extinctionPieceTypes",
                    "without `extinctionValue` nothing ends the game",
                );
            }
            return;
        };
        self.lost_before(&extinction);
        // A royal piece is lost only by an explosion.
        if extinction.royal && !self.model.blast {
            return;
        }
        let mut options = String::new();
        if extinction.count > 0 {
            options.push_str(&format!(", at-most {}", extinction.count));
        }
        if extinction.opponent > 0 {
            options.push_str(&format!(", opponent {}", extinction.opponent));
        }
        if extinction.claim {
            options.push_str(", reply");
        }
        if value != Score::Loss {
            options.push_str(&format!(", {}", word(value)));
        }
        let label = self.label("extinction");
        if extinction.types.all {
            self.entry(&label, format!("extinct all{options}"));
            return;
        }
        let slots: Vec<Slot> = extinction.types.slots.iter().copied().collect();
        let origins: Vec<Slot> = self
            .army
            .all()
            .into_iter()
            .map(|slot| self.army.origin(slot))
            .collect();
        let each = slots.len() > 1 && origins.iter().all(|slot| slots.contains(slot));
        if each && self.army.all().len() == slots.len() {
            self.entry(&label, format!("extinct each{options}"));
            return;
        }
        for slot in &slots {
            let own = |side: Side| {
                let like = self.army.like(side, *slot);
                (!like.is_empty()).then(|| format!("extinct {}{options}", self.names(&like).join(" ")))
            };
            let texts = PerSide::new(own(Side::White), own(Side::Black));
            let label = match slots.len() {
                1 => label.clone(),
                _ => format!("{label}-{}", self.army.called(*slot)),
            };
            self.goal(&label, &texts);
        }
    }

    /// Kinds of which a side has so few at the start that the game is over before it begins.
    fn lost_before(&mut self, extinction: &crate::model::Extinction) {
        let kept = extinction.royal && !self.model.blast;
        // If hands are never empty, the rule is ferz's own: a player without pieces has no move.
        if extinction.types.all || extinction.claim || kept || self.model.drops.free {
            return;
        }
        for &slot in &extinction.types.slots {
            for side in Side::ALL {
                let own = self.fen.count(side, slot);
                let theirs = self.fen.count(side.other(), slot);
                if own > extinction.count || theirs < extinction.opponent {
                    continue;
                }
                let name = match self.model.kinds.get(&slot) {
                    Some(kind) => format!("`{}`", kind.letter.to_ascii_lowercase()),
                    None => format!(
                        "`{}`, which is no longer a piece of the section",
                        types::key(slot)
                    ),
                };
                let has = match own {
                    0 => format!("{side} begins without {name}"),
                    own => format!("{side} begins with {own} of {name}"),
                };
                let why = format!("{has}, so that Fairy-Stockfish ends every game before its first move");
                self.lose("extinctionPieceTypes", why);
                break;
            }
        }
    }

    fn flag(&mut self) {
        let flag = self.model.flag.clone();
        let named = |side: Side| match flag.piece[side] {
            None => Some("all".to_owned()),
            Some(slot) => {
                let like = self.army.like(side, slot);
                (!like.is_empty()).then(|| self.names(&like).join(" "))
            }
        };
        let named = PerSide::new(named(Side::White), named(Side::Black));
        let whom = |side: Side| named[side].clone();
        let kings = flag.piece.white == Some(types::KING) && flag.piece.black == Some(types::KING);
        let mut kinds: Vec<(&'static str, String)> = Vec::new();
        let mut counted = String::new();
        if flag.count > 1 {
            counted.push_str(&format!(", at-least {}", flag.count));
        }
        if flag.blocked {
            counted.push_str(", filled");
        }
        let at_once = if flag.safe { ", safe" } else { ", own-move" };
        match (flag.extra, kings) {
            (true, true) => kinds.push(("goal", format!("{counted}, reply"))),
            (true, false) if flag.safe => {
                kinds.push(("goal", format!("{counted}{at_once}")));
                kinds.push(("held", format!("{counted}, held")));
            }
            (true, false) => kinds.push(("goal", format!("{counted}, held"))),
            (false, _) => kinds.push(("goal", format!("{counted}{at_once}"))),
        }
        let regions = self.per_side(&flag.region);
        if flag.safe && !(regions.white.0.is_empty() && regions.black.0.is_empty()) {
            let why = "Fairy-Stockfish asks whether a piece is safe only while there are no more pieces in the zone than must be";
            self.note("flagPieceSafe", why);
        }
        for (label, options) in kinds {
            let label = self.label(label);
            let sides = |side: Side| !regions[side].0.is_empty() && whom(side).is_some();
            if sides(Side::White) && sides(Side::Black) && whom(Side::White) == whom(Side::Black) {
                let zone = grouped(ferz::text::sets(&regions, &self.board));
                let who = whom(Side::White).unwrap_or_default();
                self.entry(&label, format!("reach {who} on {zone}{options}"));
                continue;
            }
            let text = |side: Side| {
                let zone = grouped(ferz::text::squares(&regions[side], &self.board));
                let zone = if side == Side::Black {
                    format!("black {zone}")
                } else {
                    zone
                };
                let who = whom(side).filter(|_| sides(side))?;
                Some(format!("reach {who} on {zone}{options}"))
            };
            let texts = PerSide::new(text(Side::White), text(Side::Black));
            self.goal(&label, &texts);
        }
    }

    fn checks(&mut self) {
        if !self.model.end.checks {
            return;
        }
        let (white, black) = self.fen.checks.unwrap_or((0, 0));
        if white == 0 || black == 0 {
            self.lose(
                "checkCounting",
                "the start position does not say how many checks win: `w KQkq - 3+3 0 1`",
            );
            return;
        }
        let text = |count: u32| Some(format!("checks {count}"));
        let label = self.label("checks-given");
        self.goal(&label, &PerSide::new(text(white), text(black)));
    }

    fn rows_in_words(&self) -> String {
        let connect = &self.model.connect;
        match (connect.horizontal, connect.vertical, connect.diagonal) {
            (true, true, true) | (false, false, false) => String::new(),
            (true, true, false) => ", orthogonal".to_owned(),
            (sideways, vertical, diagonal) => {
                let words = [
                    (vertical, "vertical"),
                    (sideways, "sideways"),
                    (diagonal, "diagonal"),
                ];
                let words: Vec<&str> = words
                    .iter()
                    .filter(|(on, _)| *on)
                    .map(|(_, word)| *word)
                    .collect();
                format!(", {}", words.join(" "))
            }
        }
    }

    /// The kinds of a side that count when they stand together.
    fn connecting(&self, side: Side) -> Option<String> {
        match self.kinds_of(side, &self.model.connect.types) {
            None => {
                let own: Vec<Slot> = self.army.whose[side].iter().copied().collect();
                match own[..] {
                    [] => None,
                    [one] => Some(self.army.called(one)),
                    _ => Some("all".to_owned()),
                }
            }
            Some(slots) if slots.is_empty() => None,
            Some(slots) => Some(self.names(&slots).join(" ")),
        }
    }

    fn note_joins(&mut self) {
        let oddity =
            "Fairy-Stockfish does not find a join that turns back towards lower ranks or files on its way";
        for (number, side) in [(1, "White"), (1, "Black"), (2, "White"), (2, "Black")] {
            self.note(&format!("connectRegion{number}{side}"), oddity);
        }
    }

    fn connect(&mut self) {
        let connect = self.model.connect.clone();
        let kinds = |side: Side| self.connecting(side);
        let ways = self.rows_in_words();
        let some = connect.horizontal || connect.vertical || connect.diagonal;
        let score = match connect.value {
            Score::Win => String::new(),
            score => format!(", {}", word(score)),
        };
        let mut goals: Vec<(&'static str, PerSide<Option<String>>)> = Vec::new();
        let mut both = |label, text: &dyn Fn(Side) -> Option<String>| {
            goals.push((label, PerSide::new(text(Side::White), text(Side::Black))));
        };
        if connect.n > 1 && some {
            both("line", &|side| {
                Some(format!("line {} {}{ways}{score}", kinds(side)?, connect.n))
            });
        }
        if connect.square > 1 {
            both("square", &|side| {
                Some(format!("square {} {}{score}", kinds(side)?, connect.square))
            });
        }
        if connect.collinear > 1 && some {
            both("collinear", &|side| {
                Some(format!(
                    "line {} {}{ways}, apart{score}",
                    kinds(side)?,
                    connect.collinear
                ))
            });
        }
        let (first, second) = (self.per_side(&connect.first), self.per_side(&connect.second));
        both("joined", &|side| {
            if first[side].0.is_empty() || second[side].0.is_empty() || !some {
                return None;
            }
            let zone = |set| {
                let text = grouped(ferz::text::squares(set, &self.board));
                if side == Side::Black {
                    format!("black {text}")
                } else {
                    text
                }
            };
            let (from, to) = (zone(&first[side]), zone(&second[side]));
            Some(format!("join {} on {from}, with {to}{ways}{score}", kinds(side)?))
        });
        let joined = |(label, texts): &(&str, PerSide<Option<String>>)| {
            *label == "joined" && *texts != PerSide::both(None)
        };
        if goals.iter().any(joined) {
            self.note_joins();
        }
        for (label, texts) in goals {
            let label = self.label(label);
            self.goal(&label, &texts);
        }
    }
}

fn grouped(set: String) -> String {
    if set.contains(" | ") {
        format!("({set})")
    } else {
        set
    }
}
