//! How the game ends.

use crate::captures;
use crate::likewise::likewise;
use crate::places;
use crate::setting::Setting;
use crate::words;
use ferz::rules::{
    Checks, Effect, Event, Extinct, Fate, Goal, GoalCondition, Join, Limit, Most, Pass, Reach, Rows,
    RoyalRule, Score, Side,
};
use std::collections::{HashMap, HashSet};

/// All endings, without those of mechanics.
pub(crate) fn endings(s: &Setting<'_>) -> Vec<String> {
    let end = &s.rules.end;
    let mut out = checkmate(s);
    out.extend(stalemate(s));
    out.extend(likewise(s, goals(s)));
    if let Some(repetition) = &end.repetition {
        let times = times(u32::from(repetition.count));
        out.push(match (repetition.score, repetition.claim) {
            _ if repetition.side.is_some() => limit(
                s,
                repetition,
                &format!("**Repetition:** when the same position has occurred {times}"),
            ),
            (Score::Draw, _) => limit(
                s,
                repetition,
                &format!("**Repetition:** when the same position has occurred {times}"),
            ),
            (score, claim) => format!(
                "**Repetition:** the player whose move brings about a position for the {} time {}{}.",
                words::ordinal(usize::from(repetition.count)),
                verb(score),
                if claim { ", if this is claimed" } else { "" }
            ),
        });
    }
    if let Some(score) = end.perpetual_check {
        out.push(format!(
            "**Perpetual check:** if a position is repeated and one side has given check with each of its moves since it first \
             occurred, {}; if both have, the game is drawn.",
            result(score, "that side")
        ));
    }
    out.extend(super::history::chase(s));
    out.extend(move_rule(s));
    out.extend(super::counting::to_and_fro(s));
    out.extend(super::counting::only_promotions(s));
    out.extend(super::counting::counting(s));
    out
}

/// After how many moves without progress the game ends.
fn move_rule(s: &Setting<'_>) -> Option<String> {
    let move_rule = s.rules.end.move_rule.as_ref()?;
    let pieces = s.rules.pieces.iter();
    let movers: Vec<String> = pieces
        .filter(|(_, piece)| piece.resets_clock)
        .map(|(name, _)| name.clone())
        .collect();
    let moves = match movers.as_slice() {
        [] => String::new(),
        movers => format!("without a move of {}", s.either(movers)),
    };
    let turns = match move_rule.count {
        n if n % 2 == 0 => format!("{} moves of each side", n / 2),
        n => format!("{n} moves, counted for both sides together,"),
    };
    let mut without: Vec<String> = Vec::new();
    if captures::exist(s) {
        without.push("without a capture".to_owned());
    }
    if s.things.exile || s.rules.effects.iter().any(empties) {
        without.push("without any other piece leaving or entering the board".to_owned());
    }
    if !moves.is_empty() {
        without.push(moves);
    }
    let without = match without.as_slice() {
        [] => String::new(),
        all => format!(" {}", words::list(all, "and")),
    };
    Some(limit(
        s,
        move_rule,
        &format!("**Move rule:** after {turns}{without}"),
    ))
}

/// Whether an effect removes pieces after a move that is no capture.
fn empties(effect: &Effect) -> bool {
    effect.event == Event::Move && effect.acts.iter().any(|act| act.facts().fate == Fate::Gone)
}

fn verb(score: Score) -> &'static str {
    match score {
        Score::Win => "wins",
        Score::Draw => "draws",
        Score::Loss => "loses",
    }
}

/// The result for a player when a condition holds.
fn result(score: Score, who: &str) -> String {
    match score {
        Score::Draw => "the game is drawn".to_owned(),
        score => format!("{who} {}", verb(score)),
    }
}

/// `once`, `twice`, `three times`.
fn times(count: u32) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{} times", words::number(u64::from(n))),
    }
}

fn limit(s: &Setting<'_>, limit: &Limit, what: &str) -> String {
    let who = match limit.side {
        Some(Side::White) => "White",
        Some(Side::Black) => "Black",
        None => "the player who moved last",
    };
    let result = match (limit.score, limit.claim) {
        _ if limit.counted => {
            let count = match limit.claim {
                true => "a player may claim a count of the pieces",
                false => "the pieces are counted",
            };
            let goal = s
                .rules
                .end
                .goals
                .iter()
                .find(|goal| matches!(goal.condition, GoalCondition::Most(_)));
            let how = goal.map_or_else(String::new, |goal| {
                format!(", as under **{}**", words::capital(&words::spoken(&goal.reason)))
            });
            format!("{count}{how}")
        }
        (Score::Draw, true) => "a player may claim a draw".to_owned(),
        (Score::Draw, false) => "the game is drawn".to_owned(),
        (score, claim) => format!(
            "{who} {}{}",
            verb(score),
            if claim { ", if this is claimed" } else { "" }
        ),
    };
    format!("{what}, {result}.")
}

fn checkmate(s: &Setting<'_>) -> Vec<String> {
    if s.royal().is_none() {
        return Vec::new();
    }
    let fewer = |side: Side| {
        s.rules.royalty.rule[side] == RoyalRule::Fewer && s.rules.restrictions.pass[side] == Pass::Forced
    };
    let all = format!(
        "all of whose {} are attacked and who has no legal move",
        words::many(&s.royals(Side::White))
    );
    let when = if Side::ALL.into_iter().any(fewer) {
        &all
    } else {
        "who is in check and has no legal move"
    };
    let mut out = vec![format!(
        "**Checkmate:** a player {when} {}.",
        verb(s.rules.end.checkmate)
    )];
    out.extend(super::history::mates(s));
    out
}

fn stalemate(s: &Setting<'_>) -> Vec<String> {
    let check = if s.royal().is_some() {
        "is not in check and has no legal move"
    } else {
        "has no legal move"
    };
    let stuck = |side: Side| match s.rules.end.stalemate[side] {
        // Without royals a side can always pass, or it is counted.
        _ if s.royal().is_none() && s.rules.restrictions.pass[side] == Pass::Stuck => Vec::new(),
        _ if s.rules.end.goals.iter().any(counts_if_stuck) => Vec::new(),
        Score::Draw => vec![format!("if a player {check}, the game is drawn.")],
        score => vec![format!("a player who {check} {}.", verb(score))],
    };
    let of = |side: Side| {
        let (name, told) = (words::side(side), stuck(side));
        let one = told.iter().map(move |text| {
            let text = text.replacen("if a player ", &format!("if {name} "), 1);
            match text
                .strip_prefix("a player who ")
                .and_then(|rest| rest.rsplit_once(' '))
            {
                Some((check, verb)) => format!("{name} {} if {name} {check}.", verb.trim_end_matches('.')),
                None => text,
            }
        });
        one.collect::<Vec<_>>()
    };
    let texts = match Side::each(stuck) {
        [white, black] if white == black => white,
        _ => Side::ALL.into_iter().flat_map(of).collect(),
    };
    texts
        .into_iter()
        .map(|text| format!("**Stalemate:** {text}"))
        .collect()
}

fn counts_if_stuck(goal: &Goal) -> bool {
    matches!(&goal.condition, GoalCondition::Most(most) if most.stuck)
}

fn goals(s: &Setting<'_>) -> Vec<String> {
    let own = |side: Side, who: &str| -> Vec<String> {
        let goals = s.rules.end.goals.iter().filter(|g| g.side == side);
        goals
            .map(|g| {
                format!(
                    "**{}:** {}",
                    words::capital(&words::spoken(&g.reason)),
                    goal(s, g, who)
                )
            })
            .collect()
    };
    let (white, black) = (own(Side::White, "a player"), own(Side::Black, "a player"));
    let same: HashSet<&String> = black.iter().collect();
    // The name of a goal stands in front, and is not turned.
    let mut called: HashMap<&str, Vec<&String>> = HashMap::new();
    for text in &black {
        called.entry(name_of(text)).or_default().push(text);
    }
    let mut out = Vec::new();
    let mut told: HashSet<&String> = HashSet::new();
    for (text, alone) in white.iter().zip(own(Side::White, "White")) {
        if same.contains(text) {
            told.insert(text);
            out.push(text.clone());
            continue;
        }
        let turned = |other: &String| places::turn(&s.rules.board, text, other);
        let mut others = called.get(name_of(text)).into_iter().flatten();
        match others.find_map(|other| Some((*other, turned(other)?))) {
            Some((other, turn)) => {
                told.insert(other);
                out.push(format!("{text} {}", turn.remark(std::slice::from_ref(text))));
            }
            None => out.push(alone),
        }
    }
    for (text, alone) in black.iter().zip(own(Side::Black, "Black")) {
        if !told.contains(text) {
            out.push(alone);
        }
    }
    out.dedup();
    out
}

/// The name of a goal, at the beginning of its text.
fn name_of(text: &str) -> &str {
    text.split_once(":** ").map_or(text, |(name, _)| name)
}

fn goal(s: &Setting<'_>, goal: &Goal, who: &str) -> String {
    let result = result(goal.score, who);
    let it = pronoun(goal, who);
    let has = if it == "they" { "have" } else { "has" };
    match &goal.condition {
        GoalCondition::Reach(reach) => reached(s, goal, reach, who),
        GoalCondition::Extinct(extinct) => lost(s, goal, extinct, who),
        GoalCondition::Checks(Checks { count }) => {
            format!(
                "{result} when {it} {has} given check {}.",
                times(u32::from(*count))
            )
        }
        GoalCondition::Most(most) => counted(s, goal, most),
        GoalCondition::Barred(barred) => {
            let squares = places::any_of(s.rules, &barred.zone, goal.side);
            format!("{result} when {it} {has} lost the right to castle with the king to {squares}.")
        }
        GoalCondition::Line(line) => {
            let how = match (line.apart, along(line.rows)) {
                (false, along) => format!("in a row{along}"),
                (true, along) => format!("on one line{along}, with or without pieces between them"),
            };
            let count = words::number(u64::from(line.count));
            let pieces = plurals(s, goal.side, &line.pieces);
            format!("{result} when {it} {has} {count} {pieces} {how}.")
        }
        GoalCondition::Square(square) => {
            let size = words::number(u64::from(square.size));
            let pieces = plurals(s, goal.side, &square.pieces);
            format!(
                "{result} when {it} {has} {pieces} on all squares of a block of {size} files and {size} ranks."
            )
        }
        GoalCondition::Join(join) => joined(s, goal, join, who),
    }
}

/// A side that has too few pieces left.
fn lost(s: &Setting<'_>, goal: &Goal, extinct: &Extinct, who: &str) -> String {
    let result = result(goal.score, who);
    let it = pronoun(goal, who);
    let has = if it == "they" { "have" } else { "has" };
    let left = left(s, goal.side, &extinct.pieces, extinct.at_most);
    let opponent = match extinct.opponent_at_least {
        0 => String::new(),
        n => format!(" while the opponent has at least {}", words::number(u64::from(n))),
    };
    let answer = if extinct.reply {
        ", unless they can answer in kind at once"
    } else {
        ""
    };
    let time = if extinct.held {
        " at the end of the opponent's turn; this comes before any other ending"
    } else {
        ""
    };
    format!("{result} when {it} {has} {left}{opponent}{answer}{time}.")
}

/// Pieces that touch, or between which a chain leads.
fn joined(s: &Setting<'_>, goal: &Goal, join: &Join, who: &str) -> String {
    let (result, along) = (result(goal.score, who), along(join.rows));
    let pieces = plurals(s, goal.side, &join.pieces);
    let [from, to] = [&join.zone, &join.with].map(|zone| places::any_of(s.rules, zone, goal.side));
    if join.touch {
        return format!(
            "{result} when, after anybody's move, one of the {pieces} on {from} stands next to another on {to}{along}. This comes \
             before any other ending."
        );
    }
    format!("{result} when an unbroken chain of {pieces}{along} leads from {from} to {to}.")
}

/// A player's name is said once.
fn pronoun<'a>(goal: &Goal, who: &'a str) -> &'a str {
    match who {
        who if goal.score == Score::Draw => who,
        "a player" => "they",
        _ => "it",
    }
}

/// Pieces that stand on some squares.
fn reached(s: &Setting<'_>, goal: &Goal, reach: &Reach, who: &str) -> String {
    let Reach {
        pieces,
        zone,
        own_move,
        reply,
        at_least,
        filled,
        safe,
        held,
    } = reach;
    let (result, it) = (result(goal.score, who), pronoun(goal, who));
    let names: Vec<String> = pieces.iter().filter(|p| s.has(p, goal.side)).cloned().collect();
    let zone = places::called(s.rules, zone, goal.side);
    let anywhere = zone == "any square";
    let on = if anywhere {
        "on the board".to_owned()
    } else {
        format!("on {zone}")
    };
    let all = names.len() > 3 && s.kinds(goal.side).all(|name| names.iter().any(|n| n == name));
    let whose = match it {
        "they" => "their".to_owned(),
        "it" => "its".to_owned(),
        who => format!("{who}'s"),
    };
    let own = match it {
        "they" => "after their own move",
        _ => "after its own move",
    };
    let when = if *own_move || *held {
        format!(" {own}")
    } else {
        String::new()
    };
    let still = if *held {
        " and still there after the opponent's next turn"
    } else {
        ""
    };
    let safe = if *safe {
        ", where no enemy piece could capture it"
    } else {
        ""
    };
    let (stands, enough) = standing((*at_least, *filled), (&s.kinds_told(&names), all), (&whose, &on));
    let answer = if *reply {
        "; if the opponent has had fewer turns and gets there with the next move, the game is drawn"
    } else {
        ""
    };
    let at_once = if *held || goal.score == Score::Draw {
        ""
    } else {
        " at once"
    };
    format!("{result}{at_once} when {stands}{safe}{when}{still}{enough}{answer}.")
}

/// How many pieces stand somewhere, and what is enough besides.
fn standing(
    (at_least, filled): (u32, bool),
    (names, all): (&[String], bool),
    (whose, on): (&str, &str),
) -> (String, String) {
    match at_least {
        0 | 1 if all => (format!("any of {whose} pieces is {on}"), String::new()),
        0 | 1 => (
            format!("{whose} {} is {on}", words::list(names, "or")),
            String::new(),
        ),
        n => {
            let count = words::number(u64::from(n));
            let names = if all {
                "pieces".to_owned()
            } else {
                words::many(names)
            };
            let full = ", or at least one is and none of these squares is empty".to_owned();
            let enough = if filled { full } else { String::new() };
            (format!("{count} of {whose} {names} are {on}"), enough)
        }
    }
}

/// Pieces that are counted.
fn counted(s: &Setting<'_>, goal: &Goal, most: &Most) -> String {
    let mut when = Vec::new();
    if most.full {
        when.push("the board is full".to_owned());
    }
    if most.passes > 0 {
        let passes = words::number(u64::from(most.passes));
        when.push(format!("{passes} passes follow each other"));
    }
    if most.stuck {
        let check = if s.royal().is_some() {
            " and is not in check"
        } else {
            ""
        };
        when.push(format!("the player to move has no legal move{check}"));
    }
    if most.facing {
        let royals = words::many(&s.royals(goal.side));
        when.push(format!(
            "a pass leaves the {royals} facing each other on an open file or rank"
        ));
    }
    let when = words::list(&when, "or");
    if goal.score == Score::Draw {
        return format!("when {when}, the game is drawn.");
    }
    let pieces = plurals(s, goal.side, &most.pieces);
    let (are, less, total) = if most.by_value {
        ("counted by value", "points are", "total")
    } else {
        ("counted", "are", "count")
    };
    let off = match most.less {
        0 => String::new(),
        off => {
            let player = words::capital(goal.side.name());
            let off = ferz::text::value(off);
            let off = off.trim_end_matches('0').trim_end_matches('.');
            format!(" {off} {less} taken off {player}'s {total}.")
        }
    };
    let more = if goal.score == Score::Loss {
        "lower"
    } else {
        "higher"
    };
    format!(
        "when {when}, the {pieces} on the board are {are}.{off} The {more} {total} wins; an equal {total} is a draw."
    )
}

/// Which ways rows go, if not all.
fn along(rows: Rows) -> String {
    let all = [
        (rows.vertical, "a file"),
        (rows.sideways, "a rank"),
        (rows.diagonal, "a diagonal"),
    ];
    let ways: Vec<String> = all
        .into_iter()
        .filter(|(goes, _)| *goes)
        .map(|(_, name)| name.to_owned())
        .collect();
    if rows.is_all() {
        String::new()
    } else {
        format!(" along {}", words::list(&ways, "or"))
    }
}

/// The side's pieces of some kinds: `pieces`, `knights or bishops`.
fn plurals(s: &Setting<'_>, side: Side, pieces: &[String]) -> String {
    let names: Vec<String> = pieces.iter().filter(|p| s.has(p, side)).cloned().collect();
    if s.kinds(side).all(|name| pieces.iter().any(|p| p == name)) && names.len() > 1 {
        return "pieces".to_owned();
    }
    let each: Vec<String> = names.iter().map(|name| words::plural(name)).collect();
    words::list(&each, "or")
}

/// So few pieces of some kinds as an ending asks for.
fn left(s: &Setting<'_>, side: Side, pieces: &[String], at_most: u32) -> String {
    let missing: Vec<String> = s
        .kinds(side)
        .filter(|name| pieces.iter().all(|p| p != name))
        .map(str::to_owned)
        .collect();
    let names: Vec<String> = pieces.iter().filter(|p| s.has(p, side)).cloned().collect();
    let many = words::number(u64::from(at_most));
    match (at_most, missing.as_slice(), names.as_slice()) {
        (0, [], _) => "no piece left".to_owned(),
        (1, [], _) => "at most one piece left".to_owned(),
        (_, [], _) => format!("at most {many} pieces left"),
        (0, _, [one]) => format!("no {one} left"),
        (0, but, all) if but.len() < 3 && all.len() > 3 => {
            format!("no piece left except {}", words::either(but))
        }
        (0, _, _) => match s.kinds_told(&names).as_slice() {
            [one] => format!("no {one} left"),
            several => format!("neither {} left", words::list(several, "nor")),
        },
        _ => {
            let each: Vec<String> = names.iter().map(|name| words::plural(name)).collect();
            format!("at most {many} {} left", words::list(&each, "or"))
        }
    }
}
