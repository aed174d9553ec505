//! Extended FEN, read and written.

use super::goals;
use super::hook::{side_field, side_letter};
use super::state::{Choice, Place, Pool, State, Unit};
use super::table::Table;
use crate::board::Square;
use crate::effects;
use crate::moves::can_become;
use crate::position::Kind;
use crate::walk::{Path, Walk};
use crate::{castling, chain, counting, gates, hands, mechanics, powers, some_part, turns, walls, weapons};
use ferz::rules::{Castling, Letter, Modes, Movement, Side};
use std::collections::{BTreeMap, BTreeSet};

/// The name of the table's own choice.
const PROMOTE: &str = "promote";

/// Reads a position; `None` if the text is none.
pub fn read(table: &Table, text: &str) -> Option<State> {
    let (text, counted) = counting::read(&table.rules, text)?;
    let text = text.as_str();
    let (keys, fields): (Vec<&str>, Vec<&str>) = text.split_whitespace().partition(|word| word.contains('='));
    let mut keys: BTreeMap<&str, &str> = keys.iter().filter_map(|word| word.split_once('=')).collect();
    let field = |index: usize| fields.get(index).copied().unwrap_or("-");
    let mut state = State::empty(table.board.size());
    state.counted = counted;
    let (board, hand) = match fields.first()?.split_once('[') {
        Some((board, hand)) => (board, hand.strip_suffix(']')?),
        None => (*fields.first()?, ""),
    };
    read_board(table, board, &mut state)?;
    state.hands = read_pool(table, Some(hand))?;
    let decider = side_field(if field(1) == "-" { "w" } else { field(1) })?;
    state.turn = decider;
    for square in 0..table.board.size() {
        if let (None, Some(letter)) = (table.board.place(square), keys.remove(table.board.name(square))) {
            if letter == "*" && walls::exist(&table.rules) {
                state.walls.insert(square);
                continue;
            }
            state.lists[square] = vec![unit(table, letter.parse().ok()?)?];
        }
    }
    for entry in entries(keys.remove("towers")) {
        let (name, letters) = entry.split_once(':')?;
        let list = &mut state.lists[table.board.square(name)?];
        let mut rest = &letters[Letter::first(letters)?.len()..];
        while !rest.is_empty() {
            if let Some(behind) = rest.strip_prefix('~') {
                list.last_mut()?.promoted = true;
                rest = behind;
                continue;
            }
            let letter = Letter::first(rest)?;
            list.push(unit(table, letter)?);
            rest = &rest[letter.len()..];
        }
    }
    if table.keeps_pools {
        state.captured = read_pool(table, keys.remove("captured"))?;
        state.exiled = read_pool(table, keys.remove("exile"))?;
    }
    for hook in &table.hooks {
        for key in hook.keys() {
            hook.parse(table, key, keys.remove(key).unwrap_or(""), &mut state)?;
        }
    }
    if let Some(key) = table.flat.mechanics.key() {
        read_tags(table, keys.remove(key), &mut state)?;
    }
    for side in Side::ALL {
        state.checks[side.index()] = goals::checks_to_give(table, side).unwrap_or(0);
    }
    if let Some(checks) = keys.remove("checks") {
        let (white, black) = checks.split_once('+')?;
        state.checks = [white.parse().ok()?, black.parse().ok()?];
    }
    if let Some(passes) = keys.remove("passes") {
        state.passes = passes.parse().ok()?;
    }
    if table.flat.knows_initial() {
        state.unmoved = at_home(table, &state);
        for name in entries(keys.remove("moved")) {
            state.unmoved.remove(&table.board.square(name)?);
        }
    }
    let named = read_castling(table, field(2), &mut state)?;
    if gates::are_letters(&table.flat) {
        state.unmoved.retain(|square| named.contains(square));
    }
    state.halfmove = number(field(4), 0)?;
    state.fullmove = number(field(5), 1)?;
    let pending = keys.remove("pending");
    if pending.is_some() {
        state.turn = decider.other();
    }
    if let Some(value) = keys.remove("choose") {
        state.turn = side_field(keys.remove("turn")?)?;
        let choices: Option<Vec<Choice>> = value.split(',').map(|entry| read_choice(table, entry)).collect();
        state.choices = choices?;
        state.ending = state.choices.first()?.hook.is_none();
    }
    if let Some(text) = keys.remove("again") {
        state.going = Some(table.read_again(state.turn, text)?);
    }
    let part: u32 = keys.remove("part").map_or(Some(1), |n| n.parse().ok())?;
    state.left = (turns::length(&table.flat, state.turn, state.fullmove) + 1).checked_sub(part)?;
    read_passed(table, field(3), keys.remove("passed"), &mut state)?;
    state.refused = keys.remove("denied").map(str::to_owned);
    if let Some(value) = pending {
        let mut movements = table.legal_movements(&state).into_iter();
        state.proposal = Some(movements.find(|action| table.text(&state, action) == value)?);
    }
    keys.is_empty().then_some(state)
}

fn entries(value: Option<&str>) -> impl Iterator<Item = &str> {
    value.into_iter().flat_map(|value| value.split(','))
}

fn number(text: &str, default: u32) -> Option<u32> {
    if text == "-" {
        return Some(default);
    }
    text.parse().ok()
}

/// The unit with that letter.
fn unit(table: &Table, letter: Letter) -> Option<Unit> {
    let of = |side: Side| {
        let kind = table
            .rules
            .pieces
            .values()
            .position(|piece| piece.letter[side] == Some(letter))?;
        Some(table.make(kind, side))
    };
    Side::ALL.into_iter().find_map(of)
}

fn read_board(table: &Table, field: &str, state: &mut State) -> Option<()> {
    let mut rank = table.board.ranks();
    for row in field.split('/') {
        rank -= 1;
        let mut file = 0;
        let mut row = row;
        while !row.is_empty() {
            let digits = row.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                file += row[..digits].parse::<i32>().ok()?;
                row = &row[digits..];
                continue;
            }
            // A hole is a star, and so is a closed square.
            if let Some(rest) = row.strip_prefix('*') {
                row = rest;
                let square = table.board.at(file, rank);
                if square.is_some() && !walls::exist(&table.rules) {
                    return None;
                }
                state.walls.extend(square);
            } else {
                let letter = Letter::first(row)?;
                let mut there = unit(table, letter)?;
                row = &row[letter.len()..];
                there.promoted = row.starts_with('~');
                row = row.trim_start_matches('~');
                state.lists[table.board.at(file, rank)?] = vec![there];
            }
            file += 1;
        }
        if file != table.board.files() {
            return None;
        }
    }
    (rank == 0).then_some(())
}

fn read_pool(table: &Table, value: Option<&str>) -> Option<Pool> {
    let mut pool = Pool::default();
    for letter in Letter::all(value.unwrap_or(""))? {
        let unit = unit(table, letter)?;
        *pool[unit.side.index()].entry(unit.kind).or_default() += 1;
    }
    Some(pool)
}

/// Reads castling rights. Returns the squares that are named with them.
fn read_castling(table: &Table, field: &str, state: &mut State) -> Option<BTreeSet<Square>> {
    let mut named = BTreeSet::new();
    for letter in field.chars().filter(|&letter| letter != '-') {
        // A file names a piece that has not moved; said again, or where there is none, a right.
        let of_castling = table.rules.castling.iter().any(|c| c.letter == letter);
        let unmoved = gates::named(&table.flat, &table.view(state), letter);
        let unmoved = unmoved.filter(|square| !of_castling && state.unmoved.contains(square));
        if let Some(square) = unmoved.filter(|square| !named.contains(square)) {
            named.insert(square);
            continue;
        }
        let stands = |castling: &Castling| stands(table, state, castling);
        let Some(number) = castling::meant(&table.rules.castling, stands, letter) else {
            named.insert(gates::named(&table.flat, &table.view(state), letter)?);
            continue;
        };
        if let Some(number) = number {
            state.rights.insert(number);
            named.extend([table.castles[number].king_from, table.castles[number].rook_from]);
        }
    }
    Some(named)
}

/// Whether both units of a castling stand where they start.
fn stands(table: &Table, state: &State, castling: &Castling) -> bool {
    let there = |kind: &str, square: &str| {
        let unit = table.board.square(square).and_then(|square| state.base(square));
        unit.is_some_and(|unit| unit.kind == table.kind(kind) && unit.side == castling.side)
    };
    there(&castling.king, &castling.king_from) && there(&castling.rook, &castling.rook_from)
}

fn read_choice(table: &Table, entry: &str) -> Option<Choice> {
    let parts: Vec<&str> = entry.split(':').collect();
    let [name, square, side] = parts[..] else {
        return None;
    };
    let hook = match name {
        PROMOTE => None,
        _ => Some(table.hooks.iter().position(|h| h.choice_name() == name)?),
    };
    Some(Choice {
        hook,
        square: table.board.square(square)?,
        side: side_field(side.trim_end_matches('^'))?,
        exiled: side.ends_with('^'),
    })
}

fn read_passed(table: &Table, field: &str, key: Option<&str>, state: &mut State) -> Option<()> {
    if table.passed_key {
        for entry in entries(key) {
            let (middle, victim) = entry.split_once(':')?;
            let pair = (table.board.square(middle)?, table.board.square(victim)?);
            state.passed.push(pair);
        }
        return (field == "-").then_some(());
    }
    if field != "-" {
        let given = squares_of(table, field)?;
        let fits = |(exposed, victim): &(BTreeSet<Square>, Square)| {
            let mut with_victim = exposed.clone();
            with_victim.insert(*victim);
            *exposed == given || with_victim == given
        };
        let (exposed, victim) = exposers(table, state).into_iter().find(fits)?;
        state.passed = exposed.into_iter().map(|middle| (middle, victim)).collect();
        state
            .passed
            .sort_by_key(|&(middle, _)| table.rank_of(Place::ground(middle)));
    }
    key.is_none().then_some(())
}

/// The squares whose names stand one after the other.
fn squares_of(table: &Table, text: &str) -> Option<BTreeSet<Square>> {
    let mut found = BTreeSet::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut lengths = (1..=rest.len()).rev();
        let longest = lengths.find(|&len| table.board.square(&rest[..len]).is_some())?;
        found.extend(table.board.square(&rest[..longest]));
        rest = &rest[longest..];
    }
    Some(found)
}

/// The squares that the last movement exposed; the unit that passed them after them, where another
/// could have.
fn passed_text(table: &Table, state: &State) -> String {
    let exposed: BTreeSet<Square> = state.passed.iter().map(|&(middle, _)| middle).collect();
    let mut text: String = exposed.iter().map(|&square| table.board.name(square)).collect();
    let same = |(passed, _): &&(BTreeSet<Square>, Square)| *passed == exposed;
    if !exposed.is_empty() && exposers(table, state).iter().filter(same).count() > 1 {
        text += table.board.name(state.passed[0].1);
    }
    text
}

/// Every way in which the last movement can have exposed squares: the squares and where the unit
/// is.
fn exposers(table: &Table, state: &State) -> BTreeSet<(BTreeSet<Square>, Square)> {
    let side = match state.choices.is_empty() {
        true => state.turn.other(),
        false => state.turn,
    };
    // A unit that another changed places with stands on that one's former square, or its carrier
    // does.
    let uses = |name: &str| table.rules.hooks.iter().any(|hook| hook.name == name);
    let swaps = effects::put(&table.flat) || uses("disguise") || !table.carriers.is_empty();
    // The pieces waiting beside the board may decide about promotions.
    let renames = table.rules.restrictions.beyond.pool.is_some() || uses("statues");
    let mut found = BTreeSet::new();
    // A unit that has entered a carrier has exposed nothing.
    for (place, unit) in state
        .units(side)
        .into_iter()
        .filter(|(place, _)| place.index == 0)
    {
        let becomes = |kind: Kind, from: Square| {
            let renamed = renames && !table.promotions(side, kind).is_empty();
            table.passed_key
                || renamed
                || effects::change_kinds(&table.flat)
                || can_become(&table.flat, side, kind, unit.kind, from, place.square)
        };
        for kind in 0..table.rules.pieces.len() {
            let exposes = |part: &Movement| matches!(part, Movement::Exposed(_));
            // The former powers are not asked.
            let movement = powers::any_way(&table.flat, side, kind);
            if table.letter(kind, side).is_none() || !some_part(&movement, &exposes) {
                continue;
            }
            for from in 0..table.board.size() {
                // Something may have come in where it came from, or its captor stands there.
                let own = state.base(from).is_some_and(|unit| unit.side == side);
                let gate = gates::of_side(&table.flat, side).contains(&from);
                let let_in = own && (gate || chain::of_victims(&table.flat));
                let left = state.lists[from].is_empty() || ((swaps || let_in) && from != place.square);
                if left && becomes(kind, from) {
                    let sets = exposed_by(table, state, table.make(kind, side), from, place.square);
                    let sets = sets.into_iter().map(|set| &set - &state.walls);
                    found.extend(sets.filter(|set| !set.is_empty()).map(|set| (set, place.square)));
                }
            }
        }
    }
    found
}

/// The squares that a unit exposed by moving from one square to the other, if it did so in the last
/// movement.
fn exposed_by(table: &Table, state: &State, unit: Unit, from: Square, to: Square) -> Vec<BTreeSet<Square>> {
    let mut before = state.clone();
    before.turn = unit.side;
    before.lists[to].clear();
    // Squares closed since then were open.
    before.walls.clear();
    before.lists[from] = vec![unit.clone()];
    before.unmoved.insert(from);
    let quiet = |path: &Path| {
        let empty = path.exposed.iter().all(|&square| state.lists[square].is_empty());
        path.to == to && path.modes.has(Modes::QUIET) && !path.exposed.is_empty() && empty
    };
    let paths = if table.rules.powers.is_empty() {
        table.paths(&before, &unit, Place::ground(from))
    } else {
        let any = powers::any_way(&table.flat, unit.side, unit.kind);
        Walk::paths(&table.board, &table.view(&before), unit.side, &any, from)
    };
    let paths = paths.into_iter();
    paths.filter(quiet).map(|path| path.exposed).collect()
}

/// Squares whose lowest unit stands where one of its kind starts.
fn at_home(table: &Table, state: &State) -> BTreeSet<Square> {
    if gates::are_letters(&table.flat) {
        return gates::candidates(&table.flat, &table.view(state));
    }
    let starts = |square: Square, unit: &Unit| {
        table.flat.homes.iter().any(|(home, piece)| {
            let counts = !gates::name_first_moves(&table.flat) || gates::is_novice(&table.flat, *piece);
            *home == square && piece.kind == unit.kind && piece.side == unit.side && counts
        })
    };
    let squares = 0..table.board.size();
    let view = table.view(state);
    let matters = |square: Square| !gates::exist(&table.flat) || gates::matters(&table.flat, &view, square);
    squares
        .filter(|&square| state.base(square).is_some_and(|unit| starts(square, unit)))
        .filter(|&square| matters(square))
        .collect()
}

/// The tags of units: of those that carry more than their kind does, in the order of texts.
fn tags_text(table: &Table, state: &State) -> String {
    let mut entries = Vec::new();
    for (place, unit) in table.places_where(state, |unit| {
        unit.tags != weapons::natural(&table.flat, unit.kind)
    }) {
        let letters = mechanics::letters(&table.flat).into_iter();
        let text: String = letters
            .filter(|letter| unit.tags.contains(letter))
            .map(|letter| letter.to_string())
            .collect();
        entries.push(format!("{}:{text}", table.place_text(place)));
    }
    entries.join(",")
}

fn read_tags(table: &Table, value: Option<&str>, state: &mut State) -> Option<()> {
    for entry in entries(value) {
        let (place, letters) = entry.split_once(':')?;
        let place = table.parse_place(place, state)?;
        state.unit_mut(place)?.tags = Letter::among(letters).collect();
    }
    Some(())
}

/// Writes a position. One position has one text.
pub fn write(table: &Table, state: &State) -> String {
    let rows: Vec<String> = (0..table.board.ranks())
        .rev()
        .map(|rank| row(table, state, rank))
        .collect();
    let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    let letter = |number| castling::letter(&table.rules.castling, |c| stands(table, state, c), number);
    let rights = gates::write_rights(&table.flat, &table.view(state), letter);
    let passed = if table.passed_key {
        String::new()
    } else {
        passed_text(table, state)
    };
    let mut text = format!(
        "{}{} {} {} {} {} {}",
        rows.join("/"),
        hands_text(table, state),
        side_letter(state.decider()),
        or_dash(rights),
        or_dash(passed),
        state.halfmove,
        state.fullmove,
    );
    let mut keys = keys(table, state);
    keys.retain(|(_, value)| !value.is_empty());
    keys.sort();
    for (key, value) in keys {
        text += &format!(" {key}={value}");
    }
    counting::write(text, state.counted)
}

/// The units in hand: `[QPp]`.
fn hands_text(table: &Table, state: &State) -> String {
    if !hands::are_counted(&table.flat) {
        return String::new();
    }
    format!("[{}]", pool_text(table, &state.hands))
}

fn letter(table: &Table, unit: &Unit) -> Letter {
    table.letter(unit.kind, unit.side).expect("a unit has a letter")
}

fn row(table: &Table, state: &State, rank: i32) -> String {
    let mut row = String::new();
    let mut run = 0;
    for file in 0..table.board.files() {
        let shown = match table.board.at(file, rank) {
            None => "*".to_owned(),
            Some(square) if state.walls.contains(&square) => "*".to_owned(),
            Some(square) => match state.base(square) {
                Some(unit) => letter(table, unit).to_string(),
                None => {
                    run += 1;
                    continue;
                }
            },
        };
        if run > 0 {
            row += &run.to_string();
            run = 0;
        }
        row += &shown;
        let there = table.board.at(file, rank).and_then(|square| state.base(square));
        if there.is_some_and(|unit| unit.promoted) {
            row.push('~');
        }
    }
    if run > 0 {
        row += &run.to_string();
    }
    row
}

fn keys(table: &Table, state: &State) -> Vec<(String, String)> {
    let name = |square: Square| table.board.name(square);
    let mut keys: Vec<(String, String)> = Vec::new();
    for &square in table.ordered.iter().filter(|&&s| table.board.place(s).is_none()) {
        if state.walls.contains(&square) {
            keys.push((name(square).to_owned(), "*".to_owned()));
        }
        if let Some(unit) = state.base(square) {
            keys.push((name(square).to_owned(), letter(table, unit).to_string()));
        }
    }
    let tower = |square: Square| {
        let mut text = format!("{}:", name(square));
        for (index, unit) in state.lists[square].iter().enumerate() {
            text += letter(table, unit).as_str();
            if index > 0 && unit.promoted {
                text.push('~');
            }
        }
        text
    };
    let towers: Vec<String> = table
        .ordered
        .iter()
        .filter(|&&square| state.len(square) > 1)
        .map(|&square| tower(square))
        .collect();
    keys.push(("towers".to_owned(), towers.join(",")));
    for (key, pool) in [("captured", &state.captured), ("exile", &state.exiled)] {
        keys.push((key.to_owned(), pool_text(table, pool)));
    }
    if table.made(state) > 0 {
        keys.push(("part".to_owned(), (table.made(state) + 1).to_string()));
    }
    keys.push(("again".to_owned(), table.again_text(state)));
    if table.passed_key {
        let passed: Vec<String> = state
            .passed
            .iter()
            .map(|&(middle, victim)| format!("{}:{}", name(middle), name(victim)))
            .collect();
        keys.push(("passed".to_owned(), passed.join(",")));
    }
    if !state.choices.is_empty() {
        let choices: Vec<String> = state
            .choices
            .iter()
            .map(|choice| choice_text(table, choice))
            .collect();
        keys.push(("choose".to_owned(), choices.join(",")));
        keys.push(("turn".to_owned(), side_letter(state.turn).to_owned()));
    }
    if Side::ALL
        .into_iter()
        .any(|side| goals::checks_to_give(table, side).is_some())
    {
        let [white, black] = state.checks;
        keys.push(("checks".to_owned(), format!("{white}+{black}")));
    }
    if state.passes > 0 {
        keys.push(("passes".to_owned(), state.passes.to_string()));
    }
    if table.flat.knows_initial() && !gates::are_letters(&table.flat) {
        let mut moved: Vec<Square> = at_home(table, state)
            .difference(&state.unmoved)
            .copied()
            .collect();
        moved.sort_by_key(|&square| table.board.place(square));
        let names: Vec<&str> = moved.into_iter().map(name).collect();
        keys.push(("moved".to_owned(), names.join(",")));
    }
    if let Some(key) = table.flat.mechanics.key() {
        keys.push((key.to_owned(), tags_text(table, state)));
    }
    keys.push(("denied".to_owned(), state.refused.clone().unwrap_or_default()));
    let pending = state.proposal.as_ref().map(|action| table.text(state, action));
    keys.push(("pending".to_owned(), pending.unwrap_or_default()));
    for hook in &table.hooks {
        hook.print(table, state, &mut keys);
    }
    keys
}

fn pool_text(table: &Table, pool: &Pool) -> String {
    let mut letters = String::new();
    for side in Side::ALL {
        for (&kind, &count) in &pool[side.index()] {
            let letter = letter(table, &Unit::new(kind, side));
            letters += &letter.as_str().repeat(count);
        }
    }
    letters
}

fn choice_text(table: &Table, choice: &Choice) -> String {
    let name = choice
        .hook
        .map_or(PROMOTE, |hook| table.hooks[hook].choice_name());
    let exiled = if choice.exiled { "^" } else { "" };
    let (square, side) = (table.board.name(choice.square), side_letter(choice.side));
    format!("{name}:{square}:{side}{exiled}")
}

impl Table {
    /// All units for which `f` holds, in the order of texts.
    pub fn places_where(&self, state: &State, f: impl Fn(&Unit) -> bool) -> Vec<(Place, Unit)> {
        let fits = state.all().filter(|(_, unit)| f(unit));
        let mut found: Vec<(Place, Unit)> = fits.map(|(place, unit)| (place, unit.clone())).collect();
        found.sort_by_key(|(place, _)| self.rank_of(*place));
        found
    }

    /// Reads the text of a place on which a unit stands.
    pub fn parse_place(&self, text: &str, state: &State) -> Option<Place> {
        let (name, index) = text.split_once('.').unwrap_or((text, "0"));
        let place = Place {
            square: self.board.square(name)?,
            index: index.parse().ok()?,
        };
        state.unit(place).map(|_| place)
    }
}
