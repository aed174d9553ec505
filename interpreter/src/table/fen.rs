//! The text of a position: extended FEN.
//!
//! The six fields, then what does not fit into them, sorted by key: `towers=` (lists of more than one unit), `captured=`
//! and `exile=` (pools), `passed=` (where field 4 is not enough), `choose=` and `turn=` (open choices and whose turn it
//! is), `pending=` and `denied=` (a movement that was proposed, or refused), and the keys of hooks.

use super::action::Action;
use super::compile::Table;
use super::hook::{Points, TABLE, Wanted};
use super::state::{Choice, List, Pool, State, UNITS};
use super::unit::{Place, Unit};
use crate::board::Square;
use crate::engine::PositionError;
use crate::rules::Side;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// The error of a field.
pub(crate) fn wrong<T>(field: &str, message: impl Into<String>) -> Result<T, PositionError> {
    Err(PositionError {
        field: field.to_owned(),
        message: message.into(),
    })
}

/// At most thirty characters of something unreadable, for messages.
pub(crate) fn clip(text: &str) -> String {
    let mut out: String = text.chars().take(30).flat_map(char::escape_default).collect();
    if text.chars().nth(30).is_some() {
        out.push_str("...");
    }
    out
}

/// `w` or `b`.
pub(crate) fn side_letter(side: Side) -> char {
    match side {
        Side::White => 'w',
        Side::Black => 'b',
    }
}

/// The side of `w` or `b`.
///
/// # Errors
/// When it is neither.
pub(crate) fn parse_side(field: &str, text: &str) -> Result<Side, PositionError> {
    match text {
        "w" => Ok(Side::White),
        "b" => Ok(Side::Black),
        _ => wrong(field, format!("`{}` is neither `w` nor `b`", clip(text))),
    }
}

fn number(field: &str, text: &str) -> Result<u16, PositionError> {
    if text == "-" {
        return Ok(0);
    }
    text.parse().or_else(|_| {
        wrong(
            field,
            format!("`{}` is not a number from 0 to {}", clip(text), u16::MAX),
        )
    })
}

/// Reads a position.
pub(crate) fn parse(table: &Table, text: &str) -> Result<State, PositionError> {
    let mut plain: Vec<&str> = Vec::new();
    let mut keys: BTreeMap<&str, &str> = BTreeMap::new();
    for word in text.split_whitespace() {
        match word.split_once('=') {
            Some((key, value)) => {
                if keys.insert(key, value).is_some() {
                    return wrong(&clip(key), "this key is given twice");
                }
            }
            None if keys.is_empty() => plain.push(word),
            None => {
                return wrong(
                    "position",
                    format!("`{}` stands behind the `key=value` fields", clip(word)),
                );
            }
        }
    }
    if plain.is_empty() {
        return wrong("board", "the text is empty");
    }
    if plain.len() > 6 {
        return wrong(
            "position",
            format!(
                "there are {} fields before the keys, at most 6 are possible",
                plain.len()
            ),
        );
    }
    let mut state = State::empty();
    parse_board(table, plain[0], &mut state)?;
    let decider = parse_side("side to move", plain.get(1).copied().unwrap_or("w"))?;
    state.turn = decider;
    for square in table.topology.extras() {
        if let Some(letter) = keys.remove(table.topology.name(square)) {
            let unit = one_unit(table, table.topology.name(square), letter)?;
            state.set_list(square, &[unit]);
        }
    }
    if let Some(value) = keys.remove("towers") {
        parse_towers(table, value, &mut state)?;
    }
    if table.keeps_pools {
        for (key, pool) in [("captured", &mut state.captured), ("exile", &mut state.exiled)] {
            if let Some(value) = keys.remove(key) {
                parse_pool(table, key, value, pool)?;
            }
        }
    }
    let pooled = state
        .captured
        .iter()
        .chain(&state.exiled)
        .flatten()
        .map(|&n| usize::from(n))
        .sum::<usize>();
    let board = Side::ALL
        .iter()
        .map(|&side| state.units(side).count())
        .sum::<usize>();
    if board + pooled > UNITS {
        return wrong(
            "board",
            format!("there are more than {UNITS} units on the board and beside it"),
        );
    }
    for side in Side::ALL {
        let royals = state.units(side).filter(|(_, u)| u.has(Unit::ROYAL)).count();
        if royals > 1 {
            return wrong(
                "board",
                format!("{side} has {royals} royal pieces, at most one is possible"),
            );
        }
    }
    for hook in table.at(Points::KEYS) {
        for &key in hook.keys() {
            if let Some(value) = keys.remove(key) {
                hook.parse(table, key, value, &mut state)?;
            } else {
                hook.parse(table, key, "", &mut state)?;
            }
        }
    }
    parse_castling(table, plain.get(2).copied().unwrap_or("-"), &mut state)?;
    state.halfmove = number("halfmove clock", plain.get(4).copied().unwrap_or("0"))?;
    state.fullmove = number("fullmove number", plain.get(5).copied().unwrap_or("1"))?.max(1);
    let turn = keys
        .remove("turn")
        .map(|value| parse_side("turn", value))
        .transpose()?;
    let pending = keys.remove("pending");
    let choose = keys.remove("choose");
    if pending.is_some() && choose.is_some() {
        return wrong("pending", "no movement is proposed while there is a choice");
    }
    if pending.is_some() {
        state.turn = decider.other();
    }
    match (choose, turn) {
        (Some(value), Some(turn)) => {
            state.turn = turn;
            parse_choices(table, value, &mut state)?;
            if state.decider() != decider {
                return wrong(
                    "choose",
                    format!("the first choice is not {decider}'s, who is to decide"),
                );
            }
        }
        (Some(_), None) => return wrong("choose", "`turn=` must say whose turn it is"),
        (None, Some(_)) => return wrong("turn", "it is only given with `choose=`"),
        (None, None) => {}
    }
    parse_passed(
        table,
        plain.get(3).copied().unwrap_or("-"),
        keys.remove("passed"),
        &mut state,
    )?;
    let proposes = table.numbers(Points::TURNS).is_empty();
    if let Some(value) = keys.remove("denied") {
        if proposes {
            return wrong("denied", "nothing can be denied in this variant");
        }
        state.refused = Some(Arc::from(value));
    }
    if let Some(value) = pending {
        if proposes {
            return wrong("pending", "movements are not proposed in this variant");
        }
        let mut actions = Vec::new();
        table.movements(&state, Wanted::All, &mut actions);
        match actions.into_iter().find(|action| table.text(action) == value) {
            Some(action) => state.proposal = Some(Arc::new(action)),
            None => {
                return wrong(
                    "pending",
                    format!("{} has no movement `{}`", state.turn, clip(value)),
                );
            }
        }
    }
    if choose.is_some() && table.answers(&state).is_empty() {
        return wrong("choose", "there is nothing to choose from in the first choice");
    }
    if let Some((key, _)) = keys.first_key_value() {
        return wrong(&clip(key), "this variant has no such key");
    }
    Ok(state)
}

fn unit_of(table: &Table, field: &str, letter: char) -> Result<Unit, PositionError> {
    for side in Side::ALL {
        let fits = match side {
            Side::White => letter.is_ascii_uppercase(),
            Side::Black => letter.is_ascii_lowercase(),
        };
        let kind = table.letters[side.index()].iter().position(|&l| l == letter);
        if let Some(kind) = kind.filter(|_| fits) {
            return Ok(table.make(kind as u8, side));
        }
    }
    wrong(field, format!("`{}` is not a piece", letter.escape_default()))
}

fn one_unit(table: &Table, field: &str, text: &str) -> Result<Unit, PositionError> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(letter), None) => unit_of(table, field, letter),
        _ => wrong(field, "one piece stands on a square"),
    }
}

fn parse_board(table: &Table, field: &str, state: &mut State) -> Result<(), PositionError> {
    let topology = &table.topology;
    let (files, ranks) = (u32::from(topology.files()), u32::from(topology.ranks()));
    let rows: Vec<&str> = field.split('/').collect();
    if rows.len() as u32 != ranks {
        return wrong(
            "board",
            format!("the text has {} of the {ranks} ranks", rows.len()),
        );
    }
    for (row, text) in rows.iter().enumerate() {
        let rank = ranks - 1 - row as u32;
        let mut file = 0u32;
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            if let Some(digit) = c.to_digit(10) {
                let mut run = digit;
                while let Some(more) = chars.peek().and_then(|c| c.to_digit(10)) {
                    run = (run * 10 + more).min(1000);
                    chars.next();
                }
                if run == 0 {
                    return wrong("board", format!("rank {} has a run of 0 squares", rank + 1));
                }
                file += run;
                continue;
            }
            let square = u8::try_from(file)
                .ok()
                .filter(|_| file < files)
                .and_then(|f| topology.at(f, rank as u8));
            match (c, square) {
                ('*', None) => {}
                ('*', Some(_)) => {
                    return wrong(
                        "board",
                        format!("rank {} has a `*` where there is no hole", rank + 1),
                    );
                }
                (_, Some(square)) => state.set_list(square, &[unit_of(table, "board", c)?]),
                (_, None) if file < files => {
                    return wrong(
                        "board",
                        format!("`{}` stands on a hole in rank {}", c.escape_default(), rank + 1),
                    );
                }
                (_, None) => {}
            }
            file += 1;
        }
        if file != files {
            return wrong(
                "board",
                format!("rank {} has {file} squares, the board has {files}", rank + 1),
            );
        }
    }
    Ok(())
}

fn parse_square(table: &Table, field: &str, text: &str) -> Result<Square, PositionError> {
    match table.topology.square(text) {
        Some(square) => Ok(square),
        None => wrong(field, format!("`{}` is not a square of this board", clip(text))),
    }
}

fn parse_towers(table: &Table, value: &str, state: &mut State) -> Result<(), PositionError> {
    if table.carriers == 0 {
        return wrong("towers", "no piece carries others in this variant");
    }
    let mut total = 0;
    for entry in value.split(',') {
        let Some((name, letters)) = entry.split_once(':') else {
            return wrong("towers", format!("`{}` is not of the form `a1:RP`", clip(entry)));
        };
        let square = parse_square(table, "towers", name)?;
        let mut list = List::new();
        for letter in letters.chars() {
            total += 1;
            if total > UNITS {
                return wrong("towers", format!("there are more than {UNITS} units"));
            }
            list.push(unit_of(table, "towers", letter)?);
        }
        let base = state.base(square);
        if list.len() < 2 || state.len(square) != 1 {
            return wrong(
                "towers",
                format!("a list on {name} has at least two units and is given once"),
            );
        }
        if list[0] != base || !table.carries(base) {
            return wrong(
                "towers",
                format!("the first of {name} must be the carrier that stands in the board field"),
            );
        }
        state.push(square, &list[1..]);
    }
    Ok(())
}

fn parse_pool(table: &Table, key: &str, value: &str, pool: &mut Pool) -> Result<(), PositionError> {
    for letter in value.chars() {
        let unit = unit_of(table, key, letter)?;
        let count = &mut pool[unit.side().index()][usize::from(unit.kind())];
        if usize::from(*count) >= UNITS {
            return wrong(key, format!("there are more than {UNITS} of `{letter}`"));
        }
        *count += 1;
    }
    Ok(())
}

fn parse_castling(table: &Table, field: &str, state: &mut State) -> Result<(), PositionError> {
    if field == "-" {
        return Ok(());
    }
    for letter in field.chars() {
        let Some(i) = table.castles.iter().position(|c| c.letter == letter) else {
            let known: String = table.castles.iter().map(|c| c.letter).collect();
            let hint = if known.is_empty() {
                "this variant has no castling".to_owned()
            } else {
                format!("the letters are `{known}`")
            };
            return wrong(
                "castling",
                format!("`{}` is not a castling right; {hint}", letter.escape_default()),
            );
        };
        if state.castling >> i & 1 == 1 {
            return wrong("castling", format!("`{letter}` is given twice"));
        }
        let castle = &table.castles[i];
        let home = |kind: u8, square: Square| {
            let unit = state.base(square);
            unit.exists() && unit.kind() == kind && unit.side() == castle.side
        };
        if home(castle.king, castle.king_from) && home(castle.rook, castle.rook_from) {
            state.castling |= 1 << i;
        }
    }
    Ok(())
}

fn parse_choices(table: &Table, value: &str, state: &mut State) -> Result<(), PositionError> {
    for entry in value.split(',') {
        let parts: Vec<&str> = entry.split(':').collect();
        let [name, square, side] = parts[..] else {
            return wrong(
                "choose",
                format!("`{}` is not of the form `name:c4:w`", clip(entry)),
            );
        };
        let hook = if name == PROMOTE {
            TABLE
        } else {
            let found = table.hooks.iter().position(|h| h.choice_name() == name);
            match found {
                Some(number) if !name.is_empty() => number as u8,
                _ => {
                    return wrong(
                        "choose",
                        format!("there is no choice `{}` in this variant", clip(name)),
                    );
                }
            }
        };
        let square = parse_square(table, "choose", square)?;
        let (side, exiled) = match side.strip_suffix('^') {
            Some(side) => (side, true),
            None => (side, false),
        };
        if state.choices.len() >= UNITS {
            return wrong("choose", "there are too many choices");
        }
        state.choices.push(Choice {
            hook,
            square,
            side: parse_side("choose", side)?,
            exiled,
        });
    }
    state.ending = state.choices.first().is_some_and(|c| c.hook == TABLE);
    Ok(())
}

fn parse_passed(
    table: &Table,
    field: &str,
    key: Option<&str>,
    state: &mut State,
) -> Result<(), PositionError> {
    if !table.passed_key {
        if key.is_some() {
            return wrong("passed", "this variant has no such key");
        }
        if field == "-" {
            return Ok(());
        }
        let middle = parse_square(table, "en passant", field)?;
        let Some(victim) = passers(table, state, middle).first().copied() else {
            return wrong("en passant", format!("no piece can just have passed {field}"));
        };
        state.passed.push((middle, victim));
        return Ok(());
    }
    if field != "-" {
        return wrong("en passant", "squares passed are written with the key `passed`");
    }
    for entry in key.into_iter().flat_map(|value| value.split(',')) {
        let Some((middle, victim)) = entry.split_once(':') else {
            return wrong("passed", format!("`{}` is not of the form `e3:e4`", clip(entry)));
        };
        let pair = (
            parse_square(table, "passed", middle)?,
            parse_square(table, "passed", victim)?,
        );
        let unit = state.base(pair.1);
        if !unit.exists() || table.promotes[unit.side().index()][usize::from(unit.kind())].is_none() {
            return wrong("passed", format!("no pawn stands on {}", clip(victim)));
        }
        if state.passed.contains(&pair) || state.passed.try_push(pair).is_err() {
            return wrong("passed", "it names a movement twice, or too many");
        }
    }
    state
        .passed
        .sort_by_key(|&(m, v)| (table.order[usize::from(m)], table.order[usize::from(v)]));
    Ok(())
}

/// Where the unit may stand that has just passed a square.
fn passers(table: &Table, state: &State, middle: Square) -> Vec<Square> {
    let side = state.turn.other();
    let mut out = Vec::new();
    for (kind, by_square) in table.courses[side.index()].iter().enumerate() {
        for course in by_square.iter().flatten() {
            let unit = state.base(course.to);
            let fits = course.middle == Some(middle) && unit.exists() && unit.side() == side;
            if fits && usize::from(unit.kind()) == kind && state.is_empty(middle) && !out.contains(&course.to)
            {
                out.push(course.to);
            }
        }
    }
    out
}

/// The table's own choice.
const PROMOTE: &str = "promote";

impl Table {
    /// Reads a position, and refuses what cannot occur.
    ///
    /// # Errors
    /// When the text cannot be read, a side has no royal anywhere, or the side that is not to move is in check.
    pub fn position(&self, text: &str) -> Result<State, PositionError> {
        let state = parse(self, text)?;
        // With hooks that only ask whose decision comes next, royals are never removed, as in chess.
        let turns = Points::TURNS.or(Points::KEYS);
        let loses_royals = self.carriers != 0 || self.hooks.iter().any(|h| h.points().0 & !turns.0 != 0);
        for side in Side::ALL {
            let royals = self.royals[side.index()];
            let pooled = (0..32).any(|k| {
                royals >> k & 1 == 1
                    && (state.captured[side.index()][k] > 0 || state.exiled[side.index()][k] > 0)
            });
            if state.royal(side).is_none() && !pooled && !loses_royals {
                return wrong("board", format!("{side} has no royal piece"));
            }
        }
        let quiet = state.proposal.is_none() && state.choices.is_empty() && !self.is_over(&state);
        if quiet && !self.hooks.iter().any(|h| h.leaves_check()) {
            let waiting = state.turn.other();
            if self.is_threatened(&state, waiting) {
                return wrong(
                    "position",
                    format!("{waiting} is in check, but {} is to move", state.turn),
                );
            }
        }
        Ok(state)
    }

    /// Writes a position.
    pub fn print(&self, state: &State) -> String {
        let topology = &self.topology;
        let letter = |unit: Unit| self.letter(unit.kind(), unit.side());
        let mut out = String::with_capacity(120);
        for rank in (0..topology.ranks()).rev() {
            let mut run = 0u32;
            for file in 0..topology.files() {
                let square = topology.at(file, rank);
                let unit = square.map(|s| state.base(s));
                if unit.is_some_and(|u| !u.exists()) {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    let _ = write!(out, "{run}");
                    run = 0;
                }
                out.push(unit.map_or('*', letter));
            }
            if run > 0 {
                let _ = write!(out, "{run}");
            }
            if rank > 0 {
                out.push('/');
            }
        }
        let _ = write!(out, " {} ", side_letter(state.decider()));
        if state.castling == 0 {
            out.push('-');
        } else {
            let rights = self
                .castles
                .iter()
                .enumerate()
                .filter(|(i, _)| state.castling >> i & 1 == 1);
            out.extend(rights.map(|(_, c)| c.letter));
        }
        out.push(' ');
        match state.passed.first() {
            Some(&(middle, _)) if !self.passed_key => out.push_str(topology.name(middle)),
            _ => out.push('-'),
        }
        let _ = write!(out, " {} {}", state.halfmove, state.fullmove);
        for (key, value) in self.fields(state) {
            if !value.is_empty() {
                let _ = write!(out, " {key}={value}");
            }
        }
        out
    }

    fn fields<'a>(&'a self, state: &State) -> Vec<(&'a str, String)> {
        let mut fields: Vec<(&str, String)> = Vec::new();
        for square in self.topology.extras() {
            let unit = state.base(square);
            if unit.exists() {
                fields.push((
                    self.topology.name(square),
                    self.letter(unit.kind(), unit.side()).to_string(),
                ));
            }
        }
        if !state.above().is_empty() {
            let towers = self
                .ordered
                .iter()
                .filter(|&&s| !state.contents(s).is_empty())
                .map(|&s| {
                    let letters: String = state
                        .list(s)
                        .iter()
                        .map(|u| self.letter(u.kind(), u.side()))
                        .collect();
                    format!("{}:{letters}", self.topology.name(s))
                });
            fields.push(("towers", join(towers)));
        }
        if self.keeps_pools {
            for (key, pool) in [("captured", &state.captured), ("exile", &state.exiled)] {
                let mut letters = String::new();
                for side in Side::ALL {
                    for (kind, &count) in pool[side.index()].iter().enumerate().filter(|(_, n)| **n > 0) {
                        letters.extend(std::iter::repeat_n(
                            self.letter(kind as u8, side),
                            usize::from(count),
                        ));
                    }
                }
                fields.push((key, letters));
            }
        }
        if self.passed_key && !state.passed.is_empty() {
            let name = |s: Square| self.topology.name(s);
            let texts = state
                .passed
                .iter()
                .map(|&(m, v)| format!("{}:{}", name(m), name(v)));
            fields.push(("passed", join(texts)));
        }
        if !state.choices.is_empty() {
            fields.push((
                "choose",
                join(state.choices.iter().map(|choice| self.choice_text(choice))),
            ));
            fields.push(("turn", side_letter(state.turn).to_string()));
        }
        if let Some(refused) = &state.refused {
            fields.push(("denied", refused.to_string()));
        }
        if let Some(proposal) = &state.proposal {
            fields.push(("pending", self.text(proposal)));
        }
        let mut own = Vec::new();
        for hook in self.at(Points::KEYS) {
            hook.print(self, state, &mut own);
        }
        fields.extend(own);
        fields.sort_by_key(|(key, _)| *key);
        fields
    }

    /// The name of a hook's choices, or of the table's own.
    pub(crate) fn choice_name(&self, hook: u8) -> &'static str {
        match hook {
            TABLE => PROMOTE,
            number => self.hooks[usize::from(number)].choice_name(),
        }
    }

    fn choice_text(&self, choice: &Choice) -> String {
        let name = self.choice_name(choice.hook);
        let exiled = if choice.exiled { "^" } else { "" };
        format!(
            "{name}:{}:{}{exiled}",
            self.topology.name(choice.square),
            side_letter(choice.side)
        )
    }

    /// The places of all units for which `f` holds, in order, as texts.
    pub fn places_where(&self, state: &State, f: impl Fn(Unit) -> bool) -> Vec<(Place, Unit)> {
        let mut found: Vec<(Place, Unit)> = Side::ALL
            .iter()
            .flat_map(|&side| state.units(side))
            .filter(|(_, u)| f(*u))
            .collect();
        found.sort_by_key(|(place, _)| self.rank_of(*place));
        found
    }

    /// Reads the text of a place on which a unit stands.
    ///
    /// # Errors
    /// When it cannot be read, or nothing stands there.
    pub fn parse_place(&self, field: &str, text: &str, state: &State) -> Result<Place, PositionError> {
        let (name, index) = match text.split_once('.') {
            Some((name, index)) => (name, index.parse::<u8>().ok().filter(|&i| i > 0)),
            None => (text, Some(0)),
        };
        let square = parse_square(self, field, name)?;
        match index
            .map(|index| Place { square, index })
            .filter(|&place| state.unit(place).exists())
        {
            Some(place) => Ok(place),
            None => wrong(field, format!("nothing stands on {}", clip(text))),
        }
    }

    /// The actions of a listing as texts.
    pub fn texts(&self, actions: &[Action]) -> Vec<String> {
        actions.iter().map(|action| self.text(action)).collect()
    }
}

/// Texts with commas between them.
pub(crate) fn join(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join(",")
}
