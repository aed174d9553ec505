//! Pieces that move differently while a condition holds.

use crate::movement::{self, near};
use crate::setting::Setting;
use crate::words;
use ferz::rules::{Change, How, Kinds, Power, Relation, Side};

/// A sentence for each power, and what counts as an attack for them.
pub(crate) fn powers(s: &Setting<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let mut powers = s.rules.powers.as_slice();
    while let [first, rest @ ..] = powers {
        let same = 1 + rest.iter().take_while(|power| is_alike(s, first, power)).count();
        lines.push(match same {
            1 => sentence(s, first),
            _ => together(s, &powers[..same]),
        });
        powers = &powers[same..];
    }
    let asks_attacks = |power: &Power| !matches!(power.condition.how, How::Beside(_) | How::Next);
    if s.rules.powers.iter().any(asks_attacks) {
        lines.push(
            "Here a piece attacks what it could capture by its own movement, pinned or not, whatever powers it has at the moment."
                .to_owned(),
        );
    }
    lines
}

/// The name of a power without the one kind that it is about, and that kind.
fn split(power: &Power) -> Option<(&str, &str)> {
    match &power.of {
        Kinds::Only(names) if names.len() == 1 => {
            let name = power.name.strip_suffix(names[0].as_str())?.strip_suffix('-')?;
            Some((name, &names[0]))
        }
        Kinds::Only(_) | Kinds::All | Kinds::Except(_) => None,
    }
}

/// Whether two powers say the same of one kind each.
fn is_alike(s: &Setting<'_>, one: &Power, other: &Power) -> bool {
    let (Some((name, kind)), Some((also, another))) = (split(one), split(other)) else {
        return false;
    };
    let of = |power: &Power, kind: &str| body(s, power).replacen(&words::a(kind), "", 1);
    name == also && of(one, kind) == of(other, another)
}

/// Powers that are alike in one sentence.
fn together(s: &Setting<'_>, powers: &[Power]) -> String {
    let kinds: Vec<String> = powers
        .iter()
        .filter_map(|power| Some(split(power)?.1.to_owned()))
        .collect();
    let name = powers.first().and_then(split).map_or("", |(name, _)| name);
    let body = powers.first().map_or_else(String::new, |power| body(s, power));
    let first = kinds.first().map_or_else(String::new, |kind| words::a(kind));
    let name = words::capital(&name.replace('-', " "));
    format!("**{name}:** {}", body.replacen(&first, &words::either(&kinds), 1))
}

fn sentence(s: &Setting<'_>, power: &Power) -> String {
    let name = words::capital(&power.name.replace('-', " "));
    format!("**{name}:** {}", body(s, power))
}

/// When a power acts, and what it changes.
fn body(s: &Setting<'_>, power: &Power) -> String {
    let change = match &power.change {
        Change::None => stuck(s),
        Change::Moves(way) if as_usual(s, power, way) => {
            "it moves as usual, whatever else holds it".to_owned()
        }
        Change::Moves(way) => match only(s, way) {
            Some((does, way)) if does == "moves" => {
                format!("it cannot capture, and moves in this way: {way}")
            }
            Some((does, way)) if does == "captures" => format!("it can only capture, in this way: {way}"),
            Some((does, way)) => format!("it only {does}, in this way: {way}"),
            None => format!("it moves in this way instead: {}", told(s, way)),
        },
        Change::Gains(way) => match only(s, way) {
            Some((does, way)) => format!("it also {does} in this way: {way}"),
            None => format!("it also moves in this way: {}", told(s, way)),
        },
        Change::GainsTheirs => "it also moves like that piece".to_owned(),
    };
    format!(
        "while {} {}, {change}.",
        which(s, &power.of),
        relation(s, &power.condition)
    )
}

/// The actions that a held piece cannot take.
fn stuck(s: &Setting<'_>) -> String {
    let castles = if s.rules.castling.is_empty() {
        ""
    } else {
        " or castle"
    };
    let attacks = if s.royal().is_some() {
        ", and attacks nothing"
    } else {
        ""
    };
    format!("it cannot move{castles}{attacks}")
}

/// Whether the movement is the one that the pieces have by themselves.
fn as_usual(s: &Setting<'_>, power: &Power, way: &ferz::rules::Movement) -> bool {
    let Kinds::Only(names) = &power.of else {
        return false;
    };
    let mut pieces = names.iter().filter_map(|name| s.rules.pieces.get(name));
    pieces.all(|piece| piece.letter[Side::White].is_none() || piece.movement[Side::White] == *way)
}

/// The action of a movement that has one alone, and its way: `captures`, `any number of squares`.
fn only(s: &Setting<'_>, way: &ferz::rules::Movement) -> Option<(String, String)> {
    match movement::lines(s, way, Side::White).as_slice() {
        [(label, text)] if !label.starts_with("Moves or") && !label.contains(',') => {
            Some((words::small(label), text.clone()))
        }
        _ => None,
    }
}

fn told(s: &Setting<'_>, way: &ferz::rules::Movement) -> String {
    movement::sentence(s, way, Side::White)
}

/// `a rook or a queen`.
fn which(s: &Setting<'_>, kinds: &Kinds) -> String {
    match kinds {
        Kinds::All => "a piece".to_owned(),
        Kinds::Only(names) => s.either(names),
        Kinds::Except(names) => format!("a piece other than {}", s.either(names)),
    }
}

/// `is attacked by an enemy of its own kind`.
fn relation(s: &Setting<'_>, relation: &Relation) -> String {
    let whose = match (relation.friends, relation.enemies) {
        (true, false) => "a friendly",
        (false, true) => "an enemy",
        _ => "any",
    };
    let who = match &relation.kinds {
        _ if relation.same => format!("{whose} piece of its own kind"),
        Kinds::All => format!("{whose} piece"),
        Kinds::Only(names) => format!("{whose} {}", s.any(names)),
        Kinds::Except(names) => format!("{whose} piece other than {}", s.either(names)),
    };
    if relation.more || relation.several {
        return counted(s, relation);
    }
    match &relation.how {
        How::Attacked if relation.friends => format!("is guarded by {who}"),
        How::Attacked => format!("is attacked by {who}"),
        How::Attacks => format!("attacks {who}"),
        How::Next => format!("stands next to {who}"),
        How::Beside(way) => match near(s, way, Side::White, "it") {
            next if next == "next to it" => format!("stands next to {who}"),
            place => format!("has {who} {place}"),
        },
    }
}

/// `stands next to more friendly than enemy pawns`.
fn counted(s: &Setting<'_>, relation: &Relation) -> String {
    let pieces = match &relation.kinds {
        _ if relation.same => "pieces of its own kind".to_owned(),
        Kinds::All => "pieces".to_owned(),
        Kinds::Only(names) => s.many(names),
        Kinds::Except(names) => format!("pieces other than {}", s.either(names)),
    };
    let [these, those] = if relation.friends {
        ["friendly", "enemy"]
    } else {
        ["enemy", "friendly"]
    };
    let more = if relation.several {
        let whose = if relation.friends && relation.enemies {
            String::new()
        } else {
            format!("{these} ")
        };
        format!("several {whose}{pieces}")
    } else {
        format!("more {these} than {those} {pieces}")
    };
    match &relation.how {
        How::Attacked if relation.several && relation.friends => format!("is guarded by {more}"),
        How::Attacked if relation.several => format!("is attacked by {more}"),
        How::Attacked if relation.friends => {
            format!("is guarded by more friendly {pieces} than enemy ones attack it")
        }
        How::Attacked => format!("is attacked by more enemy {pieces} than friendly ones guard it"),
        How::Attacks => format!("attacks {more}"),
        How::Next => format!("stands next to {more}"),
        How::Beside(way) => format!("has {more} {}", near(s, way, Side::White, "it")),
    }
}
