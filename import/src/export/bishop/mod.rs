//! Rules as JSON of Bishop, a package for Dart.

mod options;
mod pieces;
mod results;

use super::kinds::{Home, Kind, kinds, relettered};
use super::{unplayable, unread};
use crate::region::{self, Region};
use crate::report::{Export, Loss};
use ferz::engine::Variant;
use ferz::rules::{Movement, PerSide, Ruleset, Side, Squares};
use indexmap::IndexMap;
use pieces::{Split, Type};
use serde::Serialize;
use serde_json::{Value, json};

/// Writes rules as JSON of Bishop.
///
/// Losses are found by reading the text back: every declaration that then differs, and plays
/// differently, is a loss.
pub fn bishop(rules: &Ruleset, name: &str) -> Export {
    let variant = match Variant::new(rules.clone()) {
        Ok(variant) => variant,
        Err(error) => return unplayable(&error),
    };
    let played = variant.played();
    let begin = pieces::beginning(played);
    let notation = |movement: &Movement, home: &Home<'_>| {
        let same =
            |squares: &PerSide<Squares>| begin.as_ref().map_or_else(|| home(squares), |own| own == squares);
        ferz::betza::print(movement, &same).and_then(|text| crate::bishop::said(&text))
    };
    let splits = pieces::splits(played);
    let mut plain = played.clone();
    for (piece, split) in plain.pieces.values_mut().zip(&splits) {
        for side in Side::ALL {
            piece.movement[side] = split[side].base.clone();
        }
    }
    let mut lost = Vec::new();
    let mut writer = Writer {
        rules: played,
        kinds: kinds(&variant, &plain, &notation, &mut lost),
        splits: &splits,
        regions: Regions::default(),
        lost,
    };
    let ours = relettered(played, &writer.kinds);
    let say = |movement: &Movement| notation(movement, &|_| false);
    let mut file = writer.file(name, &ours.start, begin.as_ref(), &say);
    let names = writer.kinds.iter();
    let names = names.map(|kind| (kind.letter.to_string(), kind.name.clone()));
    let names: Vec<(String, String)> = names.collect();
    let read = crate::bishop::again(&file.text(), &[], &names);
    let mut lost = writer.lost;
    lost.extend(unread(&ours, &read, "the file"));
    let told = lost.iter().map(|loss| format!("{}: {}", loss.what, loss.why));
    file.not_said = told.collect();
    Export {
        text: file.text(),
        lost,
    }
}

/// A variant as Bishop's file has it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct File {
    name: String,
    description: String,
    board_size: String,
    piece_types: IndexMap<String, Type>,
    castling_options: Value,
    promotion_options: Value,
    game_end_conditions: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_options: Option<Value>,
    start_position: String,
    en_passant: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_move_options: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    half_move_draw: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repetition_draw: Option<u16>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    forbid_checks: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    forced_capture: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hand_options: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gating_mode: Option<&'static str>,
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    regions: IndexMap<String, Value>,
    /// Without any there is no list: an empty one stands for code of the program.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    actions: Vec<Value>,
    /// Lost rules. JSON has no comments, and Bishop passes over unknown keys.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_said: Vec<String>,
}

impl File {
    fn text(&self) -> String {
        // Texts, numbers and lists can always be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// Sets of squares that have a name in the file.
#[derive(Default)]
struct Regions(Vec<Region>);

impl Regions {
    /// The name of a set of squares; none for an empty one.
    fn name(&mut self, squares: &Squares) -> Option<String> {
        let region = Region::of(squares);
        if region.is_empty() {
            return None;
        }
        let known = self.0.iter().position(|known| *known == region);
        let at = known.unwrap_or_else(|| {
            self.0.push(region);
            self.0.len() - 1
        });
        Some(format!("region{}", at + 1))
    }

    fn values(self) -> IndexMap<String, Value> {
        let named = self.0.iter().enumerate();
        named
            .map(|(at, region)| (format!("region{}", at + 1), shape(region)))
            .collect()
    }
}

/// A rectangle, or a set of squares.
fn shape(region: &Region) -> Value {
    let sides = |axis: fn((u8, u8)) -> u8| {
        let (low, high) = (region.iter().map(axis).min(), region.iter().map(axis).max());
        (low.unwrap_or(0), high.unwrap_or(0))
    };
    let ((bottom, top), (left, right)) = (sides(|square| square.0), sides(|square| square.1));
    let whole: Region = (bottom..=top)
        .flat_map(|rank| (left..=right).map(move |file| (rank, file)))
        .collect();
    if whole == *region {
        return json!({"b": bottom, "t": top, "l": left, "r": right});
    }
    let squares: Vec<String> = region
        .iter()
        .map(|(rank, file)| region::name(rank, file))
        .collect();
    json!({"type": "set", "squares": squares})
}

/// A file that is being written.
struct Writer<'r> {
    rules: &'r Ruleset,
    kinds: Vec<Kind>,
    /// The movements of the rules' pieces, region by region.
    splits: &'r [PerSide<Split>],
    regions: Regions,
    lost: Vec<Loss>,
}

impl Writer<'_> {
    fn file(
        &mut self,
        name: &str,
        start: &str,
        begin: Option<&PerSide<Squares>>,
        say: &dyn Fn(&Movement) -> Option<String>,
    ) -> File {
        let rules = self.rules;
        let both = |of: PerSide<bool>| of.white && of.black;
        let drops: Vec<_> = rules.drops.iter().filter(|drop| drop.gate.0.is_empty()).collect();
        let gates = drops.len() < rules.drops.len();
        let limit = |limit: &Option<ferz::rules::Limit>| limit.as_ref().map(|limit| limit.count);
        let piece_types = self.types(say);
        let (promotion_options, hand_options) = (self.promotions(), self.hands(&drops));
        File {
            name: name.to_owned(),
            description: rules.about.clone(),
            board_size: format!("{}x{}", rules.board.files, rules.board.ranks),
            piece_types,
            castling_options: self.castling(),
            promotion_options,
            game_end_conditions: self.ends(),
            // Files behind which nothing has moved stand in positions.
            output_options: gates
                .then(|| json!({"castlingFormat": "standard", "showPromoted": false, "virginFiles": true})),
            start_position: self.start(start, gates),
            en_passant: pieces::passes(rules),
            first_move_options: begin.map(options::first_moves),
            half_move_draw: limit(&rules.end.move_rule),
            repetition_draw: limit(&rules.end.repetition),
            forbid_checks: both(rules.restrictions.no_check),
            forced_capture: both(rules.restrictions.must_capture).then_some("any"),
            hand_options,
            gating_mode: gates.then_some("flex"),
            actions: self.actions(),
            not_said: Vec::new(),
            regions: std::mem::take(&mut self.regions).values(),
        }
    }

    /// The letter of a kind of a side.
    fn letter(&self, name: &str, side: Side) -> Option<String> {
        let own = |kind: &&Kind| kind.name == name && kind.sides[side];
        self.kinds.iter().find(own).map(|kind| kind.letter.to_string())
    }

    /// The files of pieces that have not moved: those that a field of castlings names, or means by
    /// a castling.
    fn unmoved(&self, field: &str) -> String {
        let castlings = self.rules.castling.iter();
        let letters = castlings.flat_map(|one| {
            let files = [&one.king_from, &one.rook_from].map(|square| square.chars().next());
            let own = |letter: char| match one.side {
                Side::White => letter.to_ascii_uppercase(),
                Side::Black => letter.to_ascii_lowercase(),
            };
            let has = field.contains(own(one.letter));
            files.into_iter().flatten().filter(move |_| has).map(own)
        });
        let named = field.chars().filter(|letter| {
            let is_castling = |one: &ferz::rules::Castling| one.letter.eq_ignore_ascii_case(letter);
            letter.is_ascii_alphabetic() && !self.rules.castling.iter().any(is_castling)
        });
        let all: std::collections::BTreeSet<char> = letters.chain(named).collect();
        all.into_iter().collect()
    }

    /// The start position, with the letters of castlings that Bishop has; with gates also those of
    /// files.
    fn start(&self, start: &str, gates: bool) -> String {
        let mut fields = start.split(' ');
        let (board, turn) = (fields.next().unwrap_or_default(), fields.next().unwrap_or("w"));
        let field = fields.next().unwrap_or("-");
        let mut rights = String::new();
        for side in Side::ALL {
            for (letter, castling) in ['K', 'Q'].into_iter().zip(self.wings(side)) {
                let of = |letter: char| match side {
                    Side::White => letter.to_ascii_uppercase(),
                    Side::Black => letter.to_ascii_lowercase(),
                };
                let has = castling.is_some_and(|castling| field.contains(of(castling.letter)));
                rights.extend(has.then_some(of(letter)));
            }
        }
        if gates {
            rights.push_str(&self.unmoved(field));
        }
        if rights.is_empty() {
            rights.push('-');
        }
        format!("{board} {turn} {rights} - 0 1")
    }
}
