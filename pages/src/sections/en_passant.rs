//! Captures en passant.

use crate::movement::{any, exposed};
use crate::places;
use crate::setting::Setting;
use crate::words;
use ferz::rules::{Modes, Movement, Side};

/// The kinds of a side whose movement says something.
fn who(s: &Setting<'_>, side: Side, test: &dyn Fn(&Movement) -> bool) -> Vec<String> {
    let fits = |name: &&str| {
        s.rules
            .pieces
            .get(*name)
            .is_some_and(|p| any(&p.movement[side], test))
    };
    s.kinds(side).filter(fits).map(str::to_owned).collect()
}

fn takes(movement: &Movement) -> bool {
    matches!(movement, Movement::As { modes, .. } if modes.has(Modes::EN_PASSANT))
}

fn passes(movement: &Movement) -> bool {
    matches!(movement, Movement::Exposed(_))
}

/// The captures en passant, without the changes by mechanics.
pub(crate) fn en_passant(s: &Setting<'_>) -> Vec<String> {
    let each = Side::each(|side| told(s, side, false));
    if let [Some(white), Some(black)] = &each
        && white == black
    {
        return vec![white.clone()];
    }
    Side::ALL
        .into_iter()
        .filter_map(|side| told(s, side, true))
        .collect()
}

/// The pieces that a side can capture en passant; with the players' names or without.
fn told(s: &Setting<'_>, side: Side, named: bool) -> Option<String> {
    let foe = side.other();
    let (takers, passers) = (who(s, side, &takes), who(s, foe, &passes));
    if takers.is_empty() || passers.is_empty() {
        return None;
    }
    let mut moves: Vec<String> = Vec::new();
    for name in &passers {
        let movement = s
            .rules
            .pieces
            .get(name)
            .map(|p| exposed(s, &p.movement[foe], foe));
        for text in movement.unwrap_or_default() {
            if !moves.contains(&text) {
                moves.push(text);
            }
        }
    }
    let whose = |side: Side, other: &str, names: &[String]| {
        let colour = if named { side.name() } else { other };
        match (s.kinds_told(names).as_slice(), colour) {
            (names, "") => words::either(names),
            (names, colour) => words::a(&format!("{colour} {}", words::list(names, "or"))),
        }
    };
    let when = match s.rules.turns {
        Some(_) => "in the next turn (see **Turns**)",
        None => "in the very next move",
    };
    let moved = match moves.len() {
        0..=2 => words::list(&moves, "or"),
        _ => "over one or more squares".to_owned(),
    };
    let mut text = format!(
        "When {} has just moved {moved}, {} may capture it {when} on a square that it passed over, as if it had stopped there",
        whose(foe, "", &passers),
        whose(side, "enemy", &takers),
    );
    if let Some(set) = &s.rules.en_passant {
        text.push_str(&format!(
            ", but only on {}",
            places::any_of(s.rules, &set[side], side)
        ));
    }
    Some(text + ".")
}

/// The pairs of captor and victim en passant: `a pawn`, `an enemy pawn`.
pub(crate) fn shooters(s: &Setting<'_>) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for side in Side::ALL {
        let (takers, passers) = (who(s, side, &takes), who(s, side.other(), &passes));
        let pair = (
            words::either(&takers),
            format!("an enemy {}", words::list(&passers, "or")),
        );
        if !takers.is_empty() && !passers.is_empty() && !out.contains(&pair) {
            out.push(pair);
        }
    }
    out
}
