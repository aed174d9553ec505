//! The kinds of pieces and their movements.

use crate::mechanics::Note;
use crate::movement;
use crate::page::{self, Block};
use crate::places;
use crate::told::Told;
use crate::words;
use ferz::engine::Variant;
use ferz::rules::{Goal, GoalCondition, Modes, Movement, Piece, Side};
use ferz::ways::Manner;
use ferz_drawing::{Lone, alone, alone_with};

/// One card for each kind.
pub(crate) fn cards(s: &Told<'_>, variant: &Variant) -> Vec<Block> {
    let pieces = s.rules.pieces.iter().enumerate();
    let mut before = Vec::new();
    pieces
        .map(|(kind, (name, piece))| card(s, variant, (kind, name), piece, &mut before))
        .collect()
}

/// Several lines about one thing, and the first piece of which they were told.
type Lines = (Vec<String>, String);

fn card(
    s: &Told<'_>,
    variant: &Variant,
    (kind, name): (usize, &str),
    piece: &Piece,
    before: &mut Vec<Lines>,
) -> Block {
    let owners: Vec<Side> = Side::ALL
        .into_iter()
        .filter(|&s| piece.letter[s].is_some())
        .collect();
    let mut items = vec![head(s, name, piece, &owners)];
    let told: Vec<Vec<String>> = owners.iter().map(|&side| lines(s, name, piece, side)).collect();
    let turn = match told.as_slice() {
        [white, black] => places::turn(&s.rules.board, &white.join("\n"), &black.join("\n")),
        _ => None,
    };
    let absolute = is_of_the_board(piece, &told);
    let same = turn.is_some() || absolute || told.windows(2).all(|pair| pair[0] == pair[1]);
    for (i, (lines, &side)) in told.iter().zip(&owners).enumerate() {
        if same && i > 0 {
            break;
        }
        let whose = if same {
            String::new()
        } else {
            format!("{}: ", words::side(side))
        };
        items.extend(lines.iter().map(|line| format!("{whose}{line}")));
    }
    if told.windows(2).any(|pair| pair[0] != pair[1]) {
        items.extend(match absolute {
            true => Some("Ranks are counted from White's side, for both players.".to_owned()),
            false => turn.map(|turn| turn.remark(&told[0])),
        });
    }
    // A comparison of a piece with its own name says nothing.
    let itself = format!(" (like {})", words::a(name));
    for item in &mut items {
        *item = item.replace(&itself, "");
    }
    let items = like_others(items, name, before);
    let picture = owners.first().and_then(|&side| {
        let lone = seen(variant, (kind, side), &s.note(name, side));
        let with = if lone.hurdle.is_some() {
            ", with a piece in its way"
        } else {
            ""
        };
        let at = variant.topology().name(lone.square);
        let title = words::capital(&format!("{} on {at}{with}", words::a(name)));
        (!lone.marks.is_empty()).then(|| Box::new(page::lone(s, variant, lone, name, &title)))
    });
    Block::Card {
        title: words::capital(name),
        picture,
        blocks: vec![Block::Items(items)],
    }
}

/// Whether both sides have the same movement, seen on the board, in different words.
fn is_of_the_board(piece: &Piece, told: &[Vec<String>]) -> bool {
    piece.movement.white == piece.movement.black
        && movement::is_of_the_board(&piece.movement.white)
        && told.windows(2).any(|pair| pair[0] != pair[1])
}

/// The items of a card, where several lines with one label that another piece has as well are told
/// by its name.
fn like_others(items: Vec<String>, name: &str, before: &mut Vec<Lines>) -> Vec<String> {
    let label = |item: &String| item.split_once(":** ").map(|(label, _)| label.to_owned());
    let mut told = Vec::new();
    for group in items.chunk_by(|a, b| label(a).is_some() && label(a) == label(b)) {
        match (label(&group[0]), before.iter().find(|(lines, _)| lines == group)) {
            (Some(label), Some((_, other))) if group.len() > 1 => {
                told.push(format!("{label}:** like the {other}."));
            }
            _ => {
                told.extend(group.iter().cloned());
                before.push((group.to_vec(), words::spoken(name)));
            }
        }
    }
    told
}

/// Letter, owner, royalty and value.
fn head(s: &Told<'_>, name: &str, piece: &Piece, owners: &[Side]) -> String {
    let letter = owners.iter().find_map(|&s| piece.letter[s]).unwrap_or_default();
    let mut facts = match owners {
        [one] => vec![format!("{} only", words::side(*one))],
        _ => Vec::new(),
    };
    let royal: Vec<Side> = owners.iter().copied().filter(|&s| piece.royal[s]).collect();
    if royal.len() == owners.len() && !royal.is_empty() {
        facts.push("royal".to_owned());
    } else {
        facts.extend(royal.iter().map(|&s| format!("royal for {}", words::side(s))));
    }
    facts.extend(piece.value.and_then(|value| worth(s, name, value)));
    let mut head = format!("Letter `{}`", letter.to_ascii_uppercase());
    if let Some(once) = piece.once {
        facts.push(format!("formerly written `{once}`"));
    }
    for fact in &facts {
        head.push_str(", ");
        head.push_str(fact);
    }
    head + "."
}

/// The value of the piece: in points if pieces are counted by their values, else in pieces of value
/// one.
fn worth(s: &Told<'_>, name: &str, value: u32) -> Option<String> {
    let points = f64::from(value) / 100.0;
    let by_value = |goal: &Goal| matches!(&goal.condition, GoalCondition::Most(most) if most.by_value);
    if s.rules.end.goals.iter().any(by_value) {
        let unit = if value == 100 { "point" } else { "points" };
        return Some(format!("counts {points} {unit}"));
    }
    let mut units = s
        .rules
        .pieces
        .iter()
        .filter(|(_, piece)| piece.value == Some(100));
    let (unit, _) = units.next()?;
    (value > 0 && value != 100 && unit != name)
        .then(|| format!("worth about {points} {}", words::plural(&words::spoken(unit))))
}

/// How the piece of a side moves, and what mechanics say about it.
pub(crate) fn lines(s: &Told<'_>, name: &str, piece: &Piece, side: Side) -> Vec<String> {
    let note = s.note(name, side);
    let own = movement::told(s, &without(&piece.movement[side], note.without), side);
    let mut lines: Vec<String> = own
        .into_iter()
        .flat_map(|(label, ways)| listed(&label, &ways))
        .collect();
    lines.extend(note.lines);
    // The movement comes first, from any source.
    lines.sort_by_key(|line| !line.starts_with("**Moves"));
    if lines.is_empty() {
        lines.push("It cannot move by itself.".to_owned());
    }
    lines
}

/// The ways of one kind in a line, or each in a line of its own where they are too long for one.
fn listed(label: &str, ways: &[String]) -> Vec<String> {
    const LONG: usize = 30;
    let text = ways.join("; ");
    if text.split(' ').count() < LONG {
        return vec![format!("**{label}:** {text}.")];
    }
    let each = ways.iter().map(|way| way.strip_prefix("and ").unwrap_or(way));
    each.map(|way| format!("**{label}:** {way}.")).collect()
}

/// A movement without some modes.
fn without(movement: &Movement, modes: Modes) -> Movement {
    if modes.is_empty() {
        return movement.clone();
    }
    let all = Modes::BOTH
        .or(Modes::CAPTURE_OWN)
        .or(Modes::EN_PASSANT)
        .or(Modes::SWAP)
        .or(Modes::SWAP_ENEMY);
    Movement::Only {
        modes: all.without(modes),
        movement: Box::new(movement.clone()),
    }
}

/// The square on which the piece is seen best, its targets from there, and the pieces that can
/// block it.
fn seen(variant: &Variant, (kind, side): (usize, Side), note: &Note) -> Lone {
    if let Some(movement) = &note.movement {
        return alone_with(variant, kind, side, movement);
    }
    let mut lone = alone(variant, kind, side, None);
    for signs in lone.marks.values_mut() {
        for sign in signs.iter_mut().filter(|sign| sign.manner != Manner::Rifle) {
            sign.modes = sign.modes.without(note.without);
        }
        signs.retain(|sign| !sign.modes.is_empty());
    }
    lone.marks.retain(|_, signs| !signs.is_empty());
    lone
}
