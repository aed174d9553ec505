//! Castling, promotions, hands and first moves.

use super::{Regions, Writer};
use crate::export::kinds::Kind;
use crate::region::{self, Region};
use ferz::rules::{Act, Castling, Drop, Effect, Event, Mandatory, PerSide, Promotion, Side, Squares};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// First moves from ranks of each side.
pub(super) fn first_moves(begin: &PerSide<Squares>) -> Value {
    let ranks = |squares: &Squares| {
        let all: BTreeSet<u8> = Region::of(squares).iter().map(|(rank, _)| rank).collect();
        json!({"id": "bishop.first.ranks", "ranks": all})
    };
    json!({"id": "bishop.first.pair", "white": ranks(&begin.white), "black": ranks(&begin.black)})
}

impl Writer<'_> {
    /// The castlings of a side to the right and to the left.
    pub(super) fn wings(&self, side: Side) -> [Option<&Castling>; 2] {
        let file = |name: &String| region::square(name).map(|(_, file)| file);
        let find = |right: bool| {
            let mut own = self.rules.castling.iter().filter(|one| one.side == side);
            own.find(|one| (file(&one.rook_from) > file(&one.king_from)) == right)
        };
        [find(true), find(false)]
    }

    pub(super) fn castling(&self) -> Value {
        if self.rules.castling.is_empty() {
            return json!({"enabled": false});
        }
        let mut options = Map::new();
        options.insert("enabled".to_owned(), json!(true));
        options.insert("fixedRooks".to_owned(), json!(true));
        let sides = Side::each(|side| self.wings(side));
        for (at, (target, rook)) in [("kTarget", "kRook"), ("qTarget", "qRook")]
            .into_iter()
            .enumerate()
        {
            let Some(one) = sides.iter().find_map(|wings| wings[at]) else {
                continue;
            };
            let file = |name: &String| region::square(name).map(|(_, file)| json!(file));
            options.extend(file(&one.king_to).map(|file| (target.to_owned(), file)));
            options.extend(file(&one.rook_from).map(|file| (rook.to_owned(), file)));
            let letter = self.letter(&one.rook, one.side);
            options.extend(letter.map(|letter| ("rookPiece".to_owned(), json!(letter))));
        }
        Value::Object(options)
    }

    /// The letters that pieces promote to, if they are the same for all.
    pub(super) fn choices(&self) -> Option<BTreeSet<String>> {
        let mut sets = self.rules.promotions.iter().map(|one| self.letters_of(one));
        let first = sets.next()?;
        sets.all(|set| set == first).then_some(first)
    }

    fn letters_of(&self, promotion: &Promotion) -> BTreeSet<String> {
        let letters = promotion.to.iter();
        letters.filter_map(|to| self.letter(to, promotion.side)).collect()
    }

    /// The letters that a kind promotes to.
    pub(super) fn choices_of(&self, kind: &Kind) -> Vec<String> {
        let own = self.rules.promotions.iter();
        let own = own.filter(|one| one.piece == kind.name && kind.sides[one.side]);
        let all: BTreeSet<String> = own.flat_map(|one| self.letters_of(one)).collect();
        all.into_iter().collect()
    }

    pub(super) fn promotions(&mut self) -> Value {
        let of = |side: Side| self.rules.promotions.iter().find(move |one| one.side == side);
        let (white, black) = (of(Side::White), of(Side::Black));
        let Some(first) = white.or(black) else {
            return json!("bishop.promo.none");
        };
        let zone = |one: Option<&Promotion>| one.map_or_else(Squares::default, |one| one.zone.clone());
        let zones = PerSide::new(zone(white), zone(black));
        let must = |one: Option<&Promotion>| match one.map(|one| &one.mandatory) {
            None | Some(Mandatory::Never) => Squares::default(),
            Some(Mandatory::Always) => zone(one),
            Some(Mandatory::On(squares)) => squares.clone(),
        };
        let must = PerSide::new(must(white), must(black));
        let mut options = Map::new();
        match (self.ranks(&zones), self.ranks(&must)) {
            (Some(ranks), Some(forced)) => {
                options.insert("id".to_owned(), json!("bishop.promo.optional"));
                options.insert("ranks".to_owned(), json!(ranks));
                options.insert("forcedRanks".to_owned(), json!(forced));
            }
            (Some(ranks), None) => {
                options.insert("id".to_owned(), json!("bishop.promo.standard"));
                options.insert("ranks".to_owned(), json!(ranks));
                options.insert("optional".to_owned(), json!(true));
            }
            (None, _) => {
                options.insert("id".to_owned(), json!("bishop.promo.region"));
                options.insert("optional".to_owned(), json!(must != zones));
                sides(&mut self.regions, &mut options, &zones);
            }
        }
        let side = first.side;
        let limits = first.limits.iter();
        let limits: Map<String, Value> = limits
            .filter_map(|(name, most)| Some((self.letter(name, side)?, json!(most))))
            .collect();
        if !limits.is_empty() {
            options.insert("pieceLimits".to_owned(), Value::Object(limits));
        }
        Value::Object(options)
    }

    /// The rank from which on a region of White reaches to the end, and the one of Black.
    fn ranks(&self, zones: &PerSide<Squares>) -> Option<[u8; 2]> {
        let board = &self.rules.board;
        let whole = |ranks: std::ops::RangeInclusive<u8>| {
            let all: Region = ranks
                .flat_map(|rank| (0..board.files).map(move |file| (rank, file)))
                .collect();
            all.without(&Region::of(&board.holes))
        };
        let (white, black) = (Region::of(&zones.white), Region::of(&zones.black));
        let low = white.iter().map(|(rank, _)| rank).min()?;
        let high = black.iter().map(|(rank, _)| rank).max()?;
        let fits = white == whole(low..=board.ranks - 1) && black == whole(0..=high);
        fits.then_some([low, high])
    }

    /// Hands, if pieces are dropped from them.
    pub(super) fn hands(&mut self, drops: &[&Drop]) -> Option<Value> {
        let first = drops.first()?;
        let region = |zone: &Squares| Region::of(zone);
        let board = &self.rules.board;
        let all = Region::all_of(board);
        let everywhere = drops.iter().all(|drop| region(&drop.zone) == all);
        let alike = |drop: &&&Drop| drop.side != first.side || drop.zone == first.zone;
        let regions = !everywhere && drops.iter().filter(alike).count() == drops.len();
        let mut options = Map::new();
        options.insert("enableHands".to_owned(), json!(true));
        let keeps = self.rules.effects.iter().any(keeps_captured);
        options.insert("addCapturesToHand".to_owned(), json!(keeps));
        if everywhere {
            options.insert("dropBuilder".to_owned(), json!("bishop.drops.unrestricted"));
        } else if regions {
            let of = |side: Side| drops.iter().find(|drop| drop.side == side);
            let zone = |side: Side| of(side).map_or_else(Squares::default, |drop| drop.zone.clone());
            let zones = PerSide::new(zone(Side::White), zone(Side::Black));
            let mut builder = Map::new();
            builder.insert("id".to_owned(), json!("bishop.drops.region"));
            sides(&mut self.regions, &mut builder, &zones);
            options.insert("dropBuilder".to_owned(), Value::Object(builder));
        }
        Some(Value::Object(options))
    }
}

/// Names the region of each side.
fn sides(regions: &mut Regions, options: &mut Map<String, Value>, zones: &PerSide<Squares>) {
    for (side, key) in Side::ALL.into_iter().zip(["wId", "bId"]) {
        let name = regions.name(&zones[side]);
        options.extend(name.map(|name| (key.to_owned(), json!(name))));
    }
}

/// Whether an effect gives captured pieces to their captors.
fn keeps_captured(effect: &Effect) -> bool {
    let taken = |act: &Act| {
        let facts = act.facts();
        facts.to_hand && facts.victims && facts.flipped
    };
    effect.event == Event::Capture && effect.acts.iter().any(taken)
}
