//! Pieces that move otherwise while something is so.

use crate::movement;
use crate::setting::Setting;
use crate::words;
use ferz::rules::{Change, How, Kinds, Power, Side, Tie};

/// A sentence for each power, and what counts as an attack for them.
pub(crate) fn powers(s: &Setting<'_>) -> Vec<String> {
    let mut lines: Vec<String> = s.rules.powers.iter().map(|power| sentence(s, power)).collect();
    let asks_attacks = |power: &Power| !matches!(power.condition.how, How::Beside(_) | How::Next);
    if s.rules.powers.iter().any(asks_attacks) {
        lines.push(
            "For this a piece attacks what it could capture by its own movement, pinned or not, and whatever powers it has at the moment."
                .to_owned(),
        );
    }
    lines
}

fn sentence(s: &Setting<'_>, power: &Power) -> String {
    let change = match &power.change {
        Change::None => "it neither moves nor castles, and attacks nothing".to_owned(),
        Change::Moves(way) => format!("it moves in this way instead: {}", told(s, way)),
        Change::Gains(way) => format!("it also moves in this way: {}", told(s, way)),
        Change::GainsTheirs => "it also moves like that piece".to_owned(),
    };
    let name = words::capital(&power.name.replace('-', " "));
    format!(
        "**{name}:** while {} {}, {change}.",
        which(&power.of),
        tie(s, &power.condition)
    )
}

fn told(s: &Setting<'_>, way: &ferz::rules::Movement) -> String {
    movement::sentence(s, way, Side::White)
}

/// `a rook or a queen`.
fn which(kinds: &Kinds) -> String {
    match kinds {
        Kinds::All => "a piece".to_owned(),
        Kinds::Only(names) => words::either(names),
        Kinds::Except(names) => format!("a piece other than {}", words::either(names)),
    }
}

/// `is attacked by an enemy of its own kind`.
fn tie(s: &Setting<'_>, tie: &Tie) -> String {
    let whose = match (tie.friends, tie.enemies) {
        (true, false) => "a friendly",
        (false, true) => "an enemy",
        _ => "any",
    };
    let who = match &tie.kinds {
        _ if tie.same => format!("{whose} piece of its own kind"),
        Kinds::All => format!("{whose} piece"),
        Kinds::Only(names) => format!("{whose} {}", words::list(names, "or")),
        Kinds::Except(names) => format!("{whose} piece other than {}", words::either(names)),
    };
    if tie.more || tie.several {
        return counted(s, tie);
    }
    match &tie.how {
        How::Attacked if tie.friends => format!("is guarded by {who}"),
        How::Attacked => format!("is attacked by {who}"),
        How::Attacks => format!("attacks {who}"),
        How::Next => format!("stands next to {who}"),
        How::Beside(way) => {
            let way = told(s, way);
            if way.starts_with("one square in any direction") {
                format!("stands next to {who}")
            } else {
                format!("has {who} within this reach ({way})")
            }
        }
    }
}

/// `stands next to more friendly than enemy pawns`.
fn counted(s: &Setting<'_>, tie: &Tie) -> String {
    let pieces = match &tie.kinds {
        _ if tie.same => "pieces of its own kind".to_owned(),
        Kinds::All => "pieces".to_owned(),
        Kinds::Only(names) => words::many(names),
        Kinds::Except(names) => format!("pieces other than {}", words::either(names)),
    };
    let [these, those] = if tie.friends {
        ["friendly", "enemy"]
    } else {
        ["enemy", "friendly"]
    };
    let more = if tie.several {
        let whose = if tie.friends && tie.enemies {
            String::new()
        } else {
            format!("{these} ")
        };
        format!("several {whose}{pieces}")
    } else {
        format!("more {these} than {those} {pieces}")
    };
    match &tie.how {
        How::Attacked if tie.several && tie.friends => format!("is guarded by {more}"),
        How::Attacked if tie.several => format!("is attacked by {more}"),
        How::Attacked if tie.friends => {
            format!("is guarded by more friendly {pieces} than enemy ones attack it")
        }
        How::Attacked => format!("is attacked by more enemy {pieces} than friendly ones guard it"),
        How::Attacks => format!("attacks {more}"),
        How::Next => format!("stands next to {more}"),
        How::Beside(way) => format!("has {more} within this reach ({})", told(s, way)),
    }
}
