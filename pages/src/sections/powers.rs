//! Pieces that move otherwise while something is so.

use crate::movement;
use crate::setting::Setting;
use crate::words;
use ferz::rules::{Change, How, Kinds, Power, Side, Tie};

/// A sentence for each power, and what counts as an attack for them.
pub(crate) fn powers(s: &Setting<'_>) -> Vec<String> {
    let mut lines: Vec<String> = s.rules.powers.iter().map(|power| sentence(s, power)).collect();
    let asks_attacks = |power: &Power| !matches!(power.condition.how, How::Beside(_));
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
    match &tie.how {
        How::Attacked if tie.friends => format!("is guarded by {who}"),
        How::Attacked => format!("is attacked by {who}"),
        How::Attacks => format!("attacks {who}"),
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
