//! The rules beside the movements.

use super::{Block, words};
use ferz::rules::{
    Goal, GoalCondition, Limit, Mandatory, Modes, Movement, Pass, RoyalRule, Ruleset, Score, Side, Trigger,
};

/// The board and who has what.
pub(super) fn board(rules: &Ruleset) -> Vec<Block> {
    let board = &rules.board;
    let mut text = format!("The board has {} files and {} ranks", board.files, board.ranks);
    if !board.holes.0.is_empty() {
        text.push_str(&format!(" without {}", words::list(&board.holes.0, "and")));
    }
    text.push('.');
    match (board.wrap_files, board.wrap_ranks) {
        (true, true) => text
            .push_str(" Its left edge is joined to its right edge and its last rank to its first: a torus."),
        (true, false) => text.push_str(" Its left edge is joined to its right edge: a cylinder."),
        (false, true) => text.push_str(" Its last rank is joined to its first."),
        (false, false) => {}
    }
    for (name, links) in &board.extra {
        let neighbours: Vec<String> = links
            .iter()
            .map(|(compass, square)| {
                let compass = serde_json::to_value(compass).unwrap_or_default();
                format!("{square} ({})", compass.as_str().unwrap_or_default())
            })
            .collect();
        let neighbours = words::list(&neighbours, "and");
        text.push_str(&format!(" The square {name} is joined to {neighbours}."));
    }
    let mut blocks = vec![Block::Paragraph(text)];
    let armies = words::per_side(|side| {
        let names: Vec<String> = rules
            .pieces
            .iter()
            .filter_map(|(name, piece)| {
                let letter = piece.letter[side]?.to_ascii_uppercase();
                Some(format!("{name} (`{letter}`)"))
            })
            .collect();
        let title = match rules.armies[side].as_str() {
            "" => String::new(),
            title => format!("the {title}, with "),
        };
        Some(format!("{title}{}", words::list(&names, "and")))
    });
    match armies.as_slice() {
        [both] => blocks.push(Block::Paragraph(format!("Both sides have {both}."))),
        each => blocks.push(Block::Items(each.iter().map(|a| format!("{a}.")).collect())),
    }
    blocks
}

/// What may become what.
pub(super) fn promotions(rules: &Ruleset) -> Vec<String> {
    let texts = |side: Side| -> Vec<String> {
        let own = rules.promotions.iter().filter(|p| p.side == side);
        own.map(|p| promotion(rules, p)).collect()
    };
    both(texts)
}

fn promotion(rules: &Ruleset, promotion: &ferz::rules::Promotion) -> String {
    let side = promotion.side;
    let zone = words::squares(rules, &promotion.zone, side);
    let piece = words::a(&promotion.piece);
    let others: Vec<String> = promotion
        .to
        .iter()
        .filter(|name| **name != promotion.piece)
        .map(|name| words::a(name))
        .collect();
    let to = words::list(&others, "or");
    let capture = if promotion.on_capture {
        " with a capture"
    } else {
        ""
    };
    let stays = promotion.to.contains(&promotion.piece);
    let must = match &promotion.mandatory {
        Mandatory::Always if stays => "may become",
        Mandatory::Always => "becomes",
        Mandatory::Never | Mandatory::On(_) => "may become",
    };
    let who = words::capital(&piece);
    let mut text = match promotion.trigger {
        Trigger::Enter => format!("{who} that reaches {zone}{capture} {must} {to}"),
        Trigger::Touch => format!("{who} whose move{capture} begins or ends on {zone} {must} {to}"),
        Trigger::Leave => format!("{who} that leaves {zone}{capture} {must} {to}"),
        Trigger::InPlace => {
            let place = if zone == "any square" {
                "where it stands".to_owned()
            } else {
                format!("on {zone}")
            };
            format!("Instead of moving, {piece} may become {to} {place}")
        }
    };
    if let Mandatory::On(must) = &promotion.mandatory {
        text.push_str(&format!("; on {} it must", words::squares(rules, must, side)));
    }
    let limits: Vec<String> = promotion
        .limits
        .iter()
        .map(|(name, &n)| {
            let many = words::plural(name);
            format!(
                "{} {}",
                words::number(u64::from(n)),
                if n == 1 { name } else { &many }
            )
        })
        .collect();
    if !limits.is_empty() {
        text.push_str(&format!("; a side has at most {}", words::list(&limits, "and")));
    }
    text.push('.');
    text
}

/// Lines for both sides, or for each under its name.
fn both(texts: impl Fn(Side) -> Vec<String>) -> Vec<String> {
    let (white, black) = (texts(Side::White), texts(Side::Black));
    let mut out: Vec<String> = Vec::new();
    for text in &white {
        out.push(if black.contains(text) {
            text.clone()
        } else {
            format!("White: {}", words::small(text))
        });
    }
    let only = black.iter().filter(|text| !white.contains(text));
    out.extend(only.map(|text| format!("Black: {}", words::small(text))));
    out
}

/// Castling moves.
pub(super) fn castling(rules: &Ruleset) -> Vec<String> {
    let mut out = Vec::new();
    for castling in &rules.castling {
        let mut text = format!(
            "{}: the {} goes from {} to {} and the {} from {} to {}",
            words::side(castling.side),
            castling.king,
            castling.king_from,
            castling.king_to,
            castling.rook,
            castling.rook_from,
            castling.rook_to,
        );
        if !castling.empty.0.is_empty() {
            let be = if castling.empty.0.len() == 1 { "is" } else { "are" };
            text.push_str(&format!(
                ", if {} {be} empty",
                words::list(&castling.empty.0, "and")
            ));
        }
        if castling.safe.0.is_empty() {
            text.push_str("; attacks do not matter");
        } else {
            text.push_str(&format!(
                "; the opponent must not attack {}",
                words::list(&castling.safe.0, "or")
            ));
        }
        text.push('.');
        out.push(text);
    }
    if !out.is_empty() {
        out.push("Neither piece may have moved before. It counts as one move of the first.".to_owned());
    }
    out
}

/// Whether a movement somewhere says something.
fn any(movement: &Movement, test: &dyn Fn(&Movement) -> bool) -> bool {
    test(movement)
        || match movement {
            Movement::Leap(_) => false,
            Movement::Union(list) => list.iter().any(|m| any(m, test)),
            Movement::Then { first, next, .. } => any(first, test) || any(next, test),
            Movement::Over { movement, .. }
            | Movement::Only { movement, .. }
            | Movement::As { movement, .. }
            | Movement::Rifle(movement)
            | Movement::Exposed(movement)
            | Movement::When { movement, .. } => any(movement, test),
        }
}

/// Who can capture whom en passant.
pub(super) fn en_passant(rules: &Ruleset) -> Vec<String> {
    let who = |side: Side, test: &dyn Fn(&Movement) -> bool| -> Vec<String> {
        rules
            .pieces
            .iter()
            .filter(|(_, piece)| piece.letter[side].is_some() && any(&piece.movement[side], test))
            .map(|(name, _)| name.clone())
            .collect()
    };
    let captures = |m: &Movement| matches!(m, Movement::As { modes, .. } if modes.has(Modes::EN_PASSANT));
    let exposed = |m: &Movement| matches!(m, Movement::Exposed(_));
    both(|side| {
        let (takers, passers) = (who(side, &captures), who(side.other(), &exposed));
        let takers: Vec<String> = takers.iter().map(|name| words::plural(name)).collect();
        if takers.is_empty() || passers.is_empty() {
            return Vec::new();
        }
        let passers: Vec<String> = passers.iter().map(|name| words::a(name)).collect();
        let mut text = format!(
            "{} of the opponent that has just passed over a square can be captured there by {}, as if it had stopped, in \
             the next move only",
            words::capital(&words::list(&passers, "or")),
            words::list(&takers, "and"),
        );
        if let Some(set) = &rules.en_passant {
            text.push_str(&format!(
                ", but only on {}",
                words::squares(rules, &set[side], side)
            ));
        }
        text.push('.');
        vec![text]
    })
}

/// What royal pieces mean.
pub(super) fn royalty(rules: &Ruleset) -> Vec<String> {
    both(|side| {
        let royals: Vec<String> = rules
            .pieces
            .iter()
            .filter(|(_, piece)| piece.letter[side].is_some() && piece.royal[side])
            .map(|(name, _)| name.clone())
            .collect();
        if royals.is_empty() {
            return vec![
                "There is no royal piece: nothing has to be kept safe, and there is no check.".to_owned(),
            ];
        }
        let names = words::list(&royals, "and");
        let be = if royals.len() == 1 { "is" } else { "are" };
        let own = words::list(&royals, "or");
        let rule = match rules.royalty.rule[side] {
            RoyalRule::All => format!(
                "a side may not make a move that leaves its own {own} attacked, and is in check when its {own} is"
            ),
            RoyalRule::Any => {
                "a side may leave royal pieces attacked as long as not all of them are; it is in check when \
                               all are"
                    .to_owned()
            }
            RoyalRule::Fewer => {
                "after a side's own move none may be attacked, or fewer than before. Royal pieces can be \
                                 captured; who loses the last one loses the game"
                    .to_owned()
            }
        };
        vec![format!("The {names} {be} royal: {rule}.")]
    })
}

/// What happens when something is the case for a side.
fn result(score: Score, who: &str, when: &str) -> String {
    match score {
        Score::Win => format!("{who} wins when {when}."),
        Score::Draw => format!("the game is drawn when {when}."),
        Score::Loss => format!("{who} loses when {when}."),
    }
}

/// How the game ends.
pub(super) fn endings(rules: &Ruleset) -> Vec<String> {
    let end = &rules.end;
    let royal = |side: Side| {
        rules
            .pieces
            .values()
            .any(|p| p.letter[side].is_some() && p.royal[side])
    };
    let mut out = Vec::new();
    if Side::ALL.into_iter().any(royal) {
        out.push(format!(
            "**Checkmate:** {}",
            result(end.checkmate, "a side", "it is in check and has no legal move")
                .replace("drawn when it", "drawn when a side")
        ));
    }
    let check = if Side::ALL.into_iter().any(royal) {
        "is not in check but has no legal move"
    } else {
        "has no legal move"
    };
    let stuck = |side: Side| match end.stalemate[side] {
        Score::Draw => vec![format!("The game is drawn when a side {check}.")],
        score => vec![words::capital(&result(score, "a side", &format!("it {check}")))],
    };
    out.extend(
        both(stuck)
            .into_iter()
            .map(|text| format!("**Stalemate:** {}", words::small(&text))),
    );
    for goal in goals(rules) {
        out.push(goal);
    }
    let limit = |limit: &Limit, what: &str| {
        let result = match (limit.score, limit.claim) {
            (Score::Draw, true) => "a player may claim a draw".to_owned(),
            (Score::Draw, false) => "the game is drawn".to_owned(),
            (other, claim) => format!(
                "the side that moved last {}{}",
                if other == Score::Win { "wins" } else { "loses" },
                if claim { ", if this is claimed" } else { "" }
            ),
        };
        format!("{what}, {result}.")
    };
    if let Some(repetition) = &end.repetition {
        let what = format!(
            "**Repetition:** when the same position has occurred {} times",
            words::number(u64::from(repetition.count))
        );
        out.push(limit(repetition, &what));
    }
    if let Some(move_rule) = &end.move_rule {
        let movers: Vec<String> = rules
            .pieces
            .iter()
            .filter(|(_, piece)| piece.resets_clock)
            .map(|(name, _)| words::a(name))
            .collect();
        let moves = match movers.as_slice() {
            [] => String::new(),
            movers => format!(" and without a move of {}", words::list(movers, "or")),
        };
        let turns = match move_rule.count {
            n if n % 2 == 0 => format!("{} moves of each side", n / 2),
            n => format!("{n} single moves"),
        };
        out.push(limit(
            move_rule,
            &format!("**Move rule:** after {turns} without a capture{moves}"),
        ));
    }
    out
}

fn goals(rules: &Ruleset) -> Vec<String> {
    let own = |side: Side, who: &str| -> Vec<String> {
        let goals = rules.end.goals.iter().filter(|g| g.side == side);
        goals
            .map(|g| {
                let name = words::capital(&g.reason.replace('-', " "));
                format!("**{name}:** {}", goal(rules, g, who))
            })
            .collect()
    };
    let (white, black) = (own(Side::White, "a side"), own(Side::Black, "a side"));
    let mut out = Vec::new();
    for (text, alone) in white.iter().zip(own(Side::White, "White")) {
        out.push(if black.contains(text) { text.clone() } else { alone });
    }
    for (text, alone) in black.iter().zip(own(Side::Black, "Black")) {
        if !white.contains(text) {
            out.push(alone);
        }
    }
    out
}

fn goal(rules: &Ruleset, goal: &Goal, who: &str) -> String {
    let has = |name: &&String| {
        rules
            .pieces
            .get(*name)
            .is_some_and(|p| p.letter[goal.side].is_some())
    };
    match &goal.condition {
        GoalCondition::Reach {
            pieces,
            zone,
            own_move,
            reply,
        } => {
            let names: Vec<String> = pieces.iter().filter(has).cloned().collect();
            let zone = words::squares(rules, zone, goal.side);
            let when = if *own_move { " after its own move" } else { "" };
            let answer = if *reply {
                "; if the opponent has had fewer turns and gets there with the next move, the game is drawn"
            } else {
                ""
            };
            let it = if goal.score == Score::Draw {
                format!("{who}'s")
            } else {
                "its".to_owned()
            };
            let when = format!(
                "{it} {} stands on {zone}{when}{answer}",
                words::list(&names, "or")
            );
            result(goal.score, who, &when)
        }
        GoalCondition::Extinct {
            pieces,
            at_most,
            opponent_at_least,
            reply,
        } => {
            let all = rules
                .pieces
                .iter()
                .filter(|(_, p)| p.letter[goal.side].is_some())
                .all(|(name, _)| pieces.contains(name));
            let names: Vec<String> = pieces.iter().filter(has).cloned().collect();
            let many: Vec<String> = names.iter().map(|name| words::plural(name)).collect();
            let left = match (*at_most, all, names.as_slice()) {
                (0, true, _) => "no piece left".to_owned(),
                (n, true, _) => format!("at most {} of its pieces left", words::number(u64::from(n))),
                (0, _, [one]) => format!("no {one} left"),
                (0, _, _) => format!("neither {} left", words::list(&names, "nor")),
                (n, _, _) => format!(
                    "at most {} {} left",
                    words::number(u64::from(n)),
                    words::list(&many, "or")
                ),
            };
            let opponent = match opponent_at_least {
                0 => String::new(),
                n => format!(
                    " while the opponent has at least {}",
                    words::number(u64::from(*n))
                ),
            };
            let answer = if *reply {
                ", unless it can answer in kind at once"
            } else {
                ""
            };
            let it = if goal.score == Score::Draw { who } else { "it" };
            result(goal.score, who, &format!("{it} has {left}{opponent}{answer}"))
        }
        GoalCondition::Checks { count } => {
            let times = words::number(u64::from(*count));
            let it = if goal.score == Score::Draw { who } else { "it" };
            result(goal.score, who, &format!("{it} has given check {times} times"))
        }
    }
}

/// What a side must or may do beside that.
pub(super) fn restrictions(rules: &Ruleset) -> Vec<String> {
    let r = &rules.restrictions;
    both(|side| {
        let mut out = Vec::new();
        if r.must_capture[side] {
            out.push("A side that can capture must capture.".to_owned());
        }
        if r.no_check[side] {
            out.push("No move may give check.".to_owned());
        }
        match r.pass[side] {
            Pass::Never => {}
            Pass::Forced => out.push(
                "A side passes if it has no other legal move and some, but not all, of its royal pieces are attacked."
                    .to_owned(),
            ),
            Pass::Allowed => {
                out.push("A side may pass whenever that leaves its royal pieces safe.".to_owned());
            }
        }
        out
    })
}
