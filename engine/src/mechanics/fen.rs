//! The text of a position: the parts behind the fields of the flat rules. Knows no movements,
//! except to test whether a position can be played.
//!
//! They are sorted by key with the others:
//!
//! - `towers=`: lists of more than one unit;
//! - `captured=` and `exile=`: the pools;
//! - `passed=`: passed squares, if field 4 is not enough;
//! - `choose=` and `turn=`: open choices and the side to move;
//! - `pending=` and `denied=`: a movement that was proposed, or refused;
//! - the keys of mechanics.

use super::mechanic::{Mechanic, Mechanics};
use super::points::{Points, RULES};
use super::state::State;
use crate::board::{Bits, Square};
use crate::engine::chain::Chain as _;
use crate::engine::extra_state::{ABOVE, CHOICES, Choice, Place, Pool, Unit};
use crate::engine::fen::{AGAIN, Fields, clip, layouts, parse_side, read, tags, validate, wrong};
use crate::engine::layout::FullLayout;
use crate::engine::narrow::Narrow as _;
use crate::engine::passed_squares::MOST_PASSED;
use crate::engine::position::Pos;
use crate::engine::position::units::List;
use crate::engine::tagging::PROMOTED;
use crate::engine::{PositionError, legality};
use crate::mechanics::{goer, going_on, legal, royals, text, threat, turn};
use crate::order::sort_by_key;
use crate::rules::{Letter, RoyalRule, Side};
use std::sync::Arc;

/// The largest number of units in all towers together.
const UNITS: usize = 64;
/// The name of the rules' own choice.
pub(super) const PROMOTE: &str = "promote";

/// `w` or `b`.
pub(crate) fn side_letter(side: Side) -> char {
    match side {
        Side::White => 'w',
        Side::Black => 'b',
    }
}

/// Reads a position.
pub(crate) fn parse<L: FullLayout>(table: &Mechanics<L>, text: &str) -> Result<State<L>, PositionError> {
    let mut fields = Fields::split(text)?;
    let carried = table.core.tagging.as_ref().and_then(|t| fields.take(t.key));
    let (ground, above) = split_places(carried.unwrap_or_default());
    if let (Some(tagging), false) = (&table.core.tagging, ground.is_empty()) {
        fields.put(tagging.key, &ground);
    }
    let ground = read::parse_pieces(&table.core.setup, &mut fields)?;
    let mut state = State::new(layouts::position(&table.core, &ground));
    let decider = state.side_to_move;
    if let Some(value) = fields.take("towers") {
        parse_towers(table, value, &mut state)?;
    }
    parse_carried(table, &above, &mut state)?;
    if table.keeps_pools {
        for (key, pool) in [("captured", Pool::Captured), ("exile", Pool::Exile)] {
            if let Some(value) = fields.take(key) {
                parse_pool(table, key, value, pool, &mut state)?;
            }
        }
    }
    for hook in table.at(Points::KEYS) {
        for &key in hook.keys() {
            let value = fields.take(key).unwrap_or_default();
            hook.parse(table, key, value, &mut state)?;
        }
    }
    let turn = fields
        .take("turn")
        .map(|value| parse_side("turn", value))
        .transpose()?;
    let (pending, choose) = (fields.take("pending"), fields.take("choose"));
    parse_turn(table, &mut state, decider, turn, pending, choose)?;
    parse_going(table, &mut state, &mut fields)?;
    let mover = if choose.is_some() {
        state.side_to_move
    } else {
        state.side_to_move.previous()
    };
    let passed = table.texts.passed_key.then(|| fields.take("passed")).flatten();
    if table.texts.passed_key {
        parse_passed(table, fields.field(3), passed, &mut state)?;
    } else {
        let mut setup = layouts::setup(&state.pos);
        layouts::parse_exposed(&table.core, &mut setup, fields.field(3), mover)?;
        layouts::set_up(&table.core, &mut state.pos, &setup);
    }
    let mut setup = layouts::setup(&state.pos);
    read::parse_rights_and_clocks(&table.core.setup, &mut setup, &fields)?;
    layouts::set_up(&table.core, &mut state.pos, &setup);
    parse_proposal(table, &mut state, fields.take("denied"), pending)?;
    if choose.is_some() && turn::answers(table, &state).is_empty() {
        return wrong("choose", "there is nothing to choose from in the first choice");
    }
    fields.nothing_left()?;
    Ok(state)
}

/// Separates entries about units above the ground (`e4.1:OS`) from the others.
fn split_places(text: &str) -> (String, Vec<String>) {
    let (above, ground): (Vec<&str>, Vec<&str>) = text
        .split(',')
        .filter(|e| !e.is_empty())
        .partition(|e| e.split(':').next().is_some_and(|name| name.contains('.')));
    (ground.join(","), above.into_iter().map(str::to_owned).collect())
}

/// Reads the side to move and the open choices.
fn parse_turn<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut State<L>,
    decider: Side,
    turn: Option<Side>,
    pending: Option<&str>,
    choose: Option<&str>,
) -> Result<(), PositionError> {
    if pending.is_some() && choose.is_some() {
        return wrong("pending", "no movement is proposed while there is a choice");
    }
    if pending.is_some() {
        state.side_to_move = decider.previous();
    }
    match (choose, turn) {
        (Some(value), Some(turn)) => {
            state.side_to_move = turn;
            parse_choices(table, value, state)?;
            if state.decider() != decider {
                return wrong(
                    "choose",
                    format!("the first choice is not {decider}'s, who is to decide"),
                );
            }
            Ok(())
        }
        (Some(_), None) => wrong("choose", "`turn=` must say whose turn it is"),
        (None, Some(_)) => wrong("turn", "it is only given with `choose=`"),
        (None, None) => Ok(()),
    }
}

/// Reads how a turn continues.
fn parse_going<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut State<L>,
    fields: &mut Fields<'_>,
) -> Result<(), PositionError> {
    if table.core.program.chains.is_empty() {
        return Ok(());
    }
    let Some(again) = fields.take(AGAIN) else {
        return Ok(());
    };
    let stands = |square: Square, index: u8| {
        let unit = state.unit(Place { square, index });
        unit.exists() && unit.side() == state.side_to_move
    };
    // Promotion to a piece in a pool may have been impossible.
    let (side, late) = (state.side_to_move, table.keeps_pools);
    let continuation = layouts::parse_again(&table.core, side, again, &stands, late)?;
    state.chain.set(Some(continuation.narrow()));
    Ok(())
}

/// Reads the movement that was proposed, or refused.
fn parse_proposal<L: FullLayout>(
    table: &Mechanics<L>,
    state: &mut State<L>,
    denied: Option<&str>,
    pending: Option<&str>,
) -> Result<(), PositionError> {
    let proposes = !table.numbers(Points::TURNS).is_empty();
    if let Some(value) = denied {
        if !proposes {
            return wrong("denied", "nothing can be denied in this variant");
        }
        state.refused = Some(Arc::from(value));
    }
    if let Some(value) = pending {
        if !proposes {
            return wrong("pending", "movements are not proposed in this variant");
        }
        let mut actions = legal::legal_movements(table, state);
        text::mark_shared(table, state, &mut actions);
        match actions
            .iter()
            .position(|action| text::text(table, state, action) == value)
        {
            Some(i) => state.proposal = Some(Arc::new(actions.swap_remove(i))),
            None => {
                return wrong(
                    "pending",
                    format!("{} has no legal movement `{}`", state.side_to_move, clip(value)),
                );
            }
        }
    }
    Ok(())
}

/// Removes the letter at the beginning of a text, and returns the unit that it stands for.
fn unit_of<L: FullLayout>(
    table: &Mechanics<L>,
    field: &str,
    text: &mut &str,
) -> Result<(Letter, Unit), PositionError> {
    let (letter, code) = read::first_piece(&table.core.setup, text).map_err(|e| PositionError {
        field: field.to_owned(),
        ..e
    })?;
    Ok((letter, Unit::of_code(code)))
}

fn parse_square<L: FullLayout>(
    table: &Mechanics<L>,
    field: &str,
    text: &str,
) -> Result<Square, PositionError> {
    match table.core.topology.square(text) {
        Some(square) => Ok(square),
        None => wrong(field, format!("`{}` is not a square of this board", clip(text))),
    }
}

fn parse_towers<L: FullLayout>(
    table: &Mechanics<L>,
    value: &str,
    state: &mut State<L>,
) -> Result<(), PositionError> {
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
        let mut rest = letters;
        while !rest.is_empty() {
            if rest.starts_with('~')
                && let Some(unit) = list.last_mut()
                && table.core.marked >> unit.kind() & 1 == 1
            {
                unit.tags |= PROMOTED;
                rest = &rest[1..];
                continue;
            }
            total += 1;
            if total > UNITS {
                return wrong("towers", format!("there are more than {UNITS} units"));
            }
            list.push(unit_of(table, "towers", &mut rest)?.1);
        }
        let base = state.base(square);
        if list.len() < 2 || state.len(square) != 1 {
            return wrong(
                "towers",
                format!("a list on {name} has at least two units and is given once"),
            );
        }
        if (list[0].kind(), list[0].side()) != (base.kind(), base.side()) || !table.carries(base) {
            return wrong(
                "towers",
                format!("the first of {name} must be the carrier that stands in the board field"),
            );
        }
        if list.len() > ABOVE - state.above().len() {
            return wrong("towers", format!("more than {ABOVE} units stand above others"));
        }
        state.push(&table.core, square, &list[1..]);
    }
    Ok(())
}

/// Reads the tags that units above the ground carry.
fn parse_carried<L: FullLayout>(
    table: &Mechanics<L>,
    entries: &[String],
    state: &mut State<L>,
) -> Result<(), PositionError> {
    let Some(tagging) = &table.core.tagging else {
        return Ok(());
    };
    let mut riders: Vec<(Place, Unit)> = Vec::new();
    for side in Side::ALL {
        riders.extend(state.riders(side));
    }
    for (place, unit) in riders {
        let mut natural = unit;
        natural.tags = tagging.natural[usize::from(unit.kind())] | (unit.tags & PROMOTED);
        state.replace(&table.core, place, natural);
    }
    for entry in entries {
        let (name, letters) = entry.split_once(':').unwrap_or((entry, ""));
        let place = parse_place(table, tagging.key, name, state)?;
        let mut unit = state.unit(place);
        unit.tags &= PROMOTED;
        unit.tags |= tags(tagging, letters)?;
        state.replace(&table.core, place, unit);
    }
    Ok(())
}

fn parse_pool<L: FullLayout>(
    table: &Mechanics<L>,
    key: &str,
    value: &str,
    pool: Pool,
    state: &mut State<L>,
) -> Result<(), PositionError> {
    let mut rest = value;
    while !rest.is_empty() {
        let (letter, unit) = unit_of(table, key, &mut rest)?;
        let count = state.pooled(pool, unit.side(), unit.kind());
        // At most as many as play counts.
        let Some(more) = count.checked_add(1) else {
            return wrong(key, format!("there are more than {} of `{letter}`", u8::MAX));
        };
        *count = more;
    }
    Ok(())
}

fn parse_choices<L: FullLayout>(
    table: &Mechanics<L>,
    value: &str,
    state: &mut State<L>,
) -> Result<(), PositionError> {
    for entry in value.split(',') {
        let parts: Vec<&str> = entry.split(':').collect();
        let [name, square, side] = parts[..] else {
            return wrong(
                "choose",
                format!("`{}` is not of the form `name:c4:w`", clip(entry)),
            );
        };
        let mechanic = if name == PROMOTE {
            RULES
        } else {
            match table.texts.choices.iter().find(|(known, _)| *known == name) {
                Some(&(_, number)) => number,
                None => {
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
        if state.choices().len() >= CHOICES {
            return wrong("choose", "there are too many choices");
        }
        state.extra.choices.push(Choice {
            mechanic,
            square,
            side: parse_side("choose", side)?,
            exiled,
        });
    }
    state.extra.ending = state.extra.choices.first().is_some_and(|c| c.mechanic == RULES);
    Ok(())
}

fn parse_passed<L: FullLayout>(
    table: &Mechanics<L>,
    field: &str,
    key: Option<&str>,
    state: &mut State<L>,
) -> Result<(), PositionError> {
    if field != "-" {
        return wrong("en passant", "squares passed are written with the key `passed`");
    }
    for entry in key.map_or_else(Vec::new, |value| value.split(',').collect()) {
        let Some((middle, victim)) = entry.split_once(':') else {
            return wrong("passed", format!("`{}` is not of the form `e3:e4`", clip(entry)));
        };
        let pair = (
            parse_square(table, "passed", middle)?,
            parse_square(table, "passed", victim)?,
        );
        let unit = state.base(pair.1);
        if !unit.exists() {
            return wrong("passed", format!("nothing stands on {}", clip(victim)));
        }
        if state.extra.passed.contains(&pair) {
            return wrong("passed", format!("`{}` is given twice", clip(entry)));
        }
        if !state.extra.passed.push(pair) {
            return wrong("passed", format!("at most {MOST_PASSED} squares are kept"));
        }
    }
    let place = |square: Square| table.texts.order[usize::from(square)];
    sort_by_key(&mut state.extra.passed, |&(middle, victim)| {
        (place(middle), place(victim))
    });
    Ok(())
}

/// Reads a position, and rejects one that cannot occur.
///
/// # Errors
/// When the text cannot be read, a side has no royal anywhere, or the side that is not to move is
/// in check.
pub(crate) fn position<L: FullLayout>(table: &Mechanics<L>, text: &str) -> Result<State<L>, PositionError> {
    let state = parse(table, text)?;
    validate_royals(table, &state)?;
    if state.choices().is_empty() && !royals::is_over(table, &state) {
        validate_places(table, &state)?;
        validate_check(table, &state)?;
    }
    Ok(state)
}

/// Checks that each side has as many royals as it can have.
fn validate_royals<L: FullLayout>(table: &Mechanics<L>, state: &State<L>) -> Result<(), PositionError> {
    // With mechanics that only decide whose decision comes next, royals are never removed, as in
    // chess.
    let turns = Points::TURNS.or(Points::KEYS);
    let loses_royals = table.carriers != 0
        || table.core.program.loses_royals
        || table.core.exposes_royals()
        || table.hooks.iter().any(|h| h.points().0 & !turns.0 != 0);
    for side in Side::ALL {
        let there = table.count_royals(state, side);
        let royals = &table.core.royalty.kinds[side.index()];
        let pooled = Pool::ALL.iter().any(|&pool| {
            let pool = state.pool(pool, side);
            royals.iter().any(|&k| pool[usize::from(k)] > 0)
        });
        let fewer = matches!(
            table.core.royalty.rule[side.index()],
            RoyalRule::Fewer | RoyalRule::Last | RoyalRule::LastOfEach
        );
        if table.has_royal[side.index()] && there == 0 && !pooled && !loses_royals && !fewer {
            return wrong("board", format!("{side} has no royal piece"));
        }
        let at_start = table.count_royals(&table.start, side);
        if there > at_start.max(1) && !table.core.royalty.can_arise[side.index()] && !table.core.program.flips
        {
            return wrong(
                "board",
                format!("{side} has {there} royal pieces, at most {at_start} are possible"),
            );
        }
    }
    Ok(())
}

/// Checks that all units stand on squares where they can stand when a turn begins.
fn validate_places<L: FullLayout>(table: &Mechanics<L>, state: &State<L>) -> Result<(), PositionError> {
    let cannot = |square: Square, why: &str| {
        let unit = state.base(square);
        let letter = table.letter(unit.kind(), unit.side());
        let name = table.core.topology.name(square);
        wrong("board", format!("`{letter}` cannot stand on {name}: {why}"))
    };
    // Effects at the end of a turn come after the promotions of pieces that must promote.
    let program = &table.core.program;
    if program.ends && (program.becomes || program.puts || program.flips) {
        return Ok(());
    }
    if let Some(square) = turn::overdue(table, state) {
        return cannot(square, "it promotes there");
    }
    // At the start of a game other pieces may stand on such squares, and royals on those of their
    // start.
    let royals = Side::each(|side| state.royals(&table.core, side));
    let condemned = |h: &dyn Mechanic<L>| {
        let royals = h.condemned(state) & (royals[0] | royals[1]);
        royals.squares().find(|&s| state.base(s) != table.start.base(s))
    };
    match table.at(Points::TURN_ENDS).find_map(condemned) {
        Some(square) => cannot(square, "it is captured there at the end of a turn"),
        None => Ok(()),
    }
}

/// Checks that the side that is not to move is not in check.
fn validate_check<L: FullLayout>(table: &Mechanics<L>, state: &State<L>) -> Result<(), PositionError> {
    if goer::is_going_on(table, state) {
        return if going_on::can_go_on(table, state) {
            Ok(())
        } else {
            wrong(AGAIN, "the piece cannot go on")
        };
    }
    let waiting = state.side_to_move.previous();
    if table.core.royalty.rule[waiting.index()] != RoyalRule::Fewer
        && !table.leaves_check
        && !legality::has_ended_facing(&table.core, state)
        && !validate::may_wait_in_check(&table.core, state)
        && threat::is_threatened(table, state, waiting)
    {
        return wrong(
            "position",
            format!("{waiting} is in check, but {} is to move", state.side_to_move),
        );
    }
    Ok(())
}

/// The places of all units that are wanted, in order.
pub(crate) fn places_where<L: FullLayout>(
    table: &Mechanics<L>,
    state: &Pos<L>,
    f: &dyn Fn(Unit) -> bool,
) -> Vec<(Place, Unit)> {
    let mut found: Vec<(Place, Unit)> = Vec::new();
    for side in Side::ALL {
        for (place, unit) in state.units(side) {
            if f(unit) {
                found.push((place, unit));
            }
        }
    }
    sort_by_key(&mut found, |(place, _)| table.rank_of(*place));
    found
}

/// Reads the text of a place on which a unit stands.
///
/// # Errors
/// When it cannot be read, or nothing stands there.
pub(crate) fn parse_place<L: FullLayout>(
    table: &Mechanics<L>,
    field: &str,
    text: &str,
    state: &Pos<L>,
) -> Result<Place, PositionError> {
    let (name, index) = match text.split_once('.') {
        Some((name, index)) => (name, index.parse::<u8>().ok().filter(|&i| i > 0)),
        None => (text, Some(0)),
    };
    let square = parse_square(table, field, name)?;
    match index
        .map(|index| Place { square, index })
        .filter(|&place| state.unit(place).exists())
    {
        Some(place) => Ok(place),
        None => wrong(field, format!("nothing stands on {}", clip(text))),
    }
}
