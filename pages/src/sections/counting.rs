//! Counts of moves after which the game is drawn.

use crate::setting::Setting;
use crate::words;
use ferz::rules::{Count, CountLimit, Score};

/// A line about moves to and fro, if the rules judge them.
pub(crate) fn to_and_fro(s: &Setting<'_>) -> Option<String> {
    let rule = s.rules.end.to_and_fro.as_ref()?;
    let what = match rule.pieces.as_slice() {
        [] => "one piece".to_owned(),
        pieces => words::either(pieces),
    };
    let result = match rule.score {
        Score::Win => "wins",
        Score::Draw => "draws",
        Score::Loss => "loses",
    };
    Some(format!(
        "**To and fro:** a player who moves {what} {} times in a row between the same two squares {result}, unless one of these moves \
         answered a check or something was captured meanwhile.",
        words::number(u64::from(rule.count))
    ))
}

/// A line about a player who can do nothing but promote, if the rules judge that.
pub(crate) fn only_promotions(s: &Setting<'_>) -> Option<String> {
    let rule = s.rules.end.only_promotions?;
    let result = match rule.score {
        Score::Win => "that player wins",
        Score::Draw => "the game is drawn",
        Score::Loss => "that player loses",
    };
    Some(format!(
        "**Only promotions:** when a player with at most {} on the board is not in check and can do nothing but promote, {result}.",
        match rule.pieces {
            1 => "one piece".to_owned(),
            n => format!("{} pieces", words::number(u64::from(n))),
        }
    ))
}

/// A line about each count, and one about both.
pub(crate) fn counting(s: &Setting<'_>) -> Vec<String> {
    let counting = &s.rules.end.counting;
    let mut out = Vec::new();
    if let Some(count) = &counting.several {
        let who = match count.at_most {
            0 => "with several pieces on the board".to_owned(),
            2 => "with two pieces on the board".to_owned(),
            3 => "with two or three pieces on the board".to_owned(),
            most => format!(
                "with two to {} pieces on the board",
                words::number(u64::from(most))
            ),
        };
        out.extend(lines(count, &who));
    }
    if let Some(count) = &counting.alone {
        out.extend(lines(count, "with a single piece left on the board"));
    }
    if !out.is_empty() {
        out.push(
            "A count begins as soon as the player to move may count, and both players' moves add to it. It continues, whatever happens, \
             until a capture or a promotion leaves a player with a single piece, who may start a new count. A player does not begin to count \
             against a single piece."
                .to_owned(),
        );
    }
    out
}

/// A count, and its limits one by one if they are several.
fn lines(count: &Count, who: &str) -> Vec<String> {
    let (mut text, limits) = match count.limits.as_slice() {
        [one] => {
            let limit = limit(one);
            let text = format!(
                "**Counting:** a player {who} counts moves, and the game is drawn after more than {limit}"
            );
            (text, Vec::new())
        }
        limits => {
            let text = format!(
                "**Counting:** a player {who} counts moves, and the game is drawn when they exceed the limit. The first \
                 limit that fits the opponent's pieces applies"
            );
            let each = limits.iter().map(|one| match limit(one).split_once(" against ") {
                Some((moves, what)) => format!("**Limit against {what}:** {moves}."),
                None => format!("**Limit against anything else:** {}.", limit(one)),
            });
            (text, each.collect())
        }
    };
    if !count.without.is_empty() {
        text += &format!(
            ". The count begins only when no {} is on the board",
            words::list(&count.without, "or")
        );
    }
    if count.from_pieces {
        text += ". It begins with the number of all pieces on the board";
    }
    text.push('.');
    std::iter::once(text).chain(limits).collect()
}

fn limit(limit: &CountLimit) -> String {
    let moves = format!("{} moves of each side", limit.moves);
    if limit.against.is_empty() {
        return moves;
    }
    let what = match limit.at_least {
        0 | 1 => words::either(&limit.against),
        n => format!(
            "{} {} or more",
            words::number(u64::from(n)),
            words::many(&limit.against)
        ),
    };
    format!("{moves} against {what}")
}
