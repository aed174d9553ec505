//! Rules in an author's words: parts of the IR written as the language writes them.
//!
//! The texts are for reading: in snapshots, comparisons and explanations. Most of them are also text of the language that
//! means the same; what only Betza notation can say has words of its own.

mod movement;

pub use movement::movement;

use crate::hooks::{self, ParameterKind};
use crate::rules::{
    Board, Castling, End, Goal, GoalCondition, HookUse, Limit, Mandatory, Movement, Pass, PerSide, Piece,
    PieceName, Promotion, RoyalRule, Ruleset, Score, Side, SquareName, Squares, Trigger,
};

/// A board: `8x8, wrap files, holes a1 h8, x0 north-east e1`.
pub fn board(board: &Board) -> String {
    let mut words = vec![format!("{}x{}", board.files, board.ranks)];
    if board.wrap_files {
        words.push("wrap files".to_owned());
    }
    if board.wrap_ranks {
        words.push("wrap ranks".to_owned());
    }
    if !board.holes.0.is_empty() {
        words.push(format!("holes {}", board.holes.0.join(" ")));
    }
    let mut extra: Vec<_> = board.extra.iter().collect();
    extra.sort_by_key(|(name, _)| *name);
    for (name, links) in extra {
        let mut links: Vec<_> = links.iter().collect();
        links.sort();
        let links: Vec<String> = links
            .iter()
            .map(|(compass, to)| format!("{} {to}", plain_word(compass)))
            .collect();
        words.push(format!("square {name} ({})", links.join(", ")));
    }
    words.join(", ")
}

/// The word that a value without data has in the IR.
fn plain_word<T: serde::Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        Ok(other) => other.to_string(),
        Err(_) => String::new(),
    }
}

/// A set of squares in few words: `rank 8`, `d1-f3`, `a1 | h1`, `none`.
pub fn squares(set: &Squares, board: &Board) -> String {
    let exists = |file: u8, rank: u8| !board.holes.0.contains(&grid_name(file, rank));
    let mut left: Vec<(u8, u8)> = Vec::new();
    let mut names: Vec<SquareName> = Vec::new();
    for name in &set.0 {
        match grid_square(name, board) {
            Some(square) => left.push(square),
            None => names.push(name.clone()),
        }
    }
    let has = |set: &[(u8, u8)], file, rank| set.contains(&(file, rank));
    let full_rank = |rank: u8| {
        let mut all = (0..board.files).filter(|&file| exists(file, rank)).peekable();
        all.peek().is_some() && all.all(|file| has(&left, file, rank))
    };
    let full_file = |file: u8| {
        let mut all = (0..board.ranks).filter(|&rank| exists(file, rank)).peekable();
        all.peek().is_some() && all.all(|rank| has(&left, file, rank))
    };
    let ranks: Vec<u8> = (0..board.ranks).filter(|&rank| full_rank(rank)).collect();
    if ranks.len() == usize::from(board.ranks) && names.len() == board.extra.len() {
        return "all".to_owned();
    }
    let mut words = Vec::new();
    let files: Vec<u8> = (0..board.files).filter(|&file| full_file(file)).collect();
    for (first, last) in runs(&ranks) {
        words.push(match (first, last) {
            (a, b) if a == b => format!("rank {}", a + 1),
            (a, b) => format!("ranks {}-{}", a + 1, b + 1),
        });
    }
    left.retain(|(_, rank)| !ranks.contains(rank));
    if ranks.is_empty() {
        for (first, last) in runs(&files) {
            let name = |file: u8| char::from(b'a' + file);
            words.push(match (first, last) {
                (a, b) if a == b => format!("file {}", name(a)),
                (a, b) => format!("files {}-{}", name(a), name(b)),
            });
        }
        left.retain(|(file, _)| !files.contains(file));
    }
    while let Some(&(file, rank)) = left.iter().min_by_key(|&&(file, rank)| (rank, file)) {
        let mut right = file;
        while right + 1 < board.files && has(&left, right + 1, rank) {
            right += 1;
        }
        let mut top = rank;
        while top + 1 < board.ranks && (file..=right).all(|f| has(&left, f, top + 1)) {
            top += 1;
        }
        left.retain(|&(f, r)| !((file..=right).contains(&f) && (rank..=top).contains(&r)));
        words.push(if (file, rank) == (right, top) {
            grid_name(file, rank)
        } else {
            format!("{}-{}", grid_name(file, rank), grid_name(right, top))
        });
    }
    words.extend(names);
    if words.is_empty() {
        "none".to_owned()
    } else {
        words.join(" | ")
    }
}

/// First and last of each run of consecutive numbers.
fn runs(numbers: &[u8]) -> Vec<(u8, u8)> {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for &n in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == n => *last = n,
            _ => runs.push((n, n)),
        }
    }
    runs
}

fn grid_name(file: u8, rank: u8) -> SquareName {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

/// File and rank of a square of the grid, from 0.
fn grid_square(name: &str, board: &Board) -> Option<(u8, u8)> {
    if board.extra.contains_key(name) {
        return None;
    }
    let mut letters = name.chars();
    let file = u8::try_from(letters.next()?).ok()?.checked_sub(b'a')?;
    let rank: u8 = letters.as_str().parse().ok()?;
    (file < board.files && (1..=board.ranks).contains(&rank)).then(|| (file, rank - 1))
}

/// Sets of both sides: one text if Black's mirrors White's, else both.
fn both_squares(sets: &PerSide<Squares>, board: &Board) -> Result<String, [String; 2]> {
    let mut mirrored: Vec<SquareName> = sets
        .white
        .0
        .iter()
        .map(|name| {
            grid_square(name, board).map_or_else(
                || name.clone(),
                |(file, rank)| grid_name(file, board.ranks - 1 - rank),
            )
        })
        .collect();
    let mut black = sets.black.0.clone();
    mirrored.sort();
    black.sort();
    if mirrored == black {
        Ok(squares(&sets.white, board))
    } else {
        Err([squares(&sets.white, board), squares(&sets.black, board)])
    }
}

/// A score: `win`, `draw` or `loss`.
pub fn score(score: Score) -> &'static str {
    match score {
        Score::Win => "win",
        Score::Draw => "draw",
        Score::Loss => "loss",
    }
}

/// Names with `or` before the last.
pub fn or(names: &[PieceName]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// What a piece is but for how it moves: `royal, unlettered`; may be empty. Its value, which is for hints only, is left out.
pub fn attributes(piece: &Piece, side: Side) -> String {
    let mut words = Vec::new();
    if piece.royal[side] {
        words.push("royal".to_owned());
    }
    if piece.resets_clock {
        words.push("resets-clock".to_owned());
    }
    if piece.unlettered {
        words.push("unlettered".to_owned());
    }
    words.join(", ")
}

/// A promotion: `white pawn to queen, rook; on rank 8`.
pub fn promotion(promotion: &Promotion, board: &Board) -> String {
    let mut words = format!(
        "{} {} to {}; on {}",
        promotion.side,
        promotion.piece,
        promotion.to.join(", "),
        squares(&promotion.zone, board)
    );
    match promotion.trigger {
        Trigger::Enter => {}
        Trigger::Touch => words.push_str("; when touch"),
        Trigger::Leave => words.push_str("; when leave"),
        Trigger::InPlace => words.push_str("; when in-place"),
    }
    match &promotion.mandatory {
        Mandatory::Always => {}
        Mandatory::Never => words.push_str("; must no"),
        Mandatory::On(set) => words.push_str(&format!("; must on {}", squares(set, board))),
    }
    if promotion.on_capture {
        words.push_str("; only capture");
    }
    let mut limits: Vec<_> = promotion.limits.iter().collect();
    limits.sort();
    for (piece, most) in limits {
        words.push_str(&format!("; limit {piece} {most}"));
    }
    words
}

/// A castling move: `white K: king e1 g1, rook h1 f1; empty f1 g1; safe e1 f1 g1`.
pub fn castling(castling: &Castling) -> String {
    let names = |set: &Squares| {
        if set.0.is_empty() {
            "none".to_owned()
        } else {
            set.0.join(" ")
        }
    };
    format!(
        "{} {}: {} {} {}, {} {} {}; empty {}; safe {}",
        castling.side,
        castling.letter,
        castling.king,
        castling.king_from,
        castling.king_to,
        castling.rook,
        castling.rook_from,
        castling.rook_to,
        names(&castling.empty),
        names(&castling.safe)
    )
}

/// A goal as in an `end` block: `campmate: white reach king on rank 8, own-move, win`.
pub fn goal(goal: &Goal, board: &Board) -> String {
    let mut words = format!("{}: {} ", goal.reason, goal.side);
    match &goal.condition {
        GoalCondition::Reach {
            pieces,
            zone,
            own_move,
            reply,
        } => {
            words.push_str(&format!(
                "reach {} on {}",
                pieces.join(", "),
                squares(zone, board)
            ));
            if *own_move {
                words.push_str(", own-move");
            }
            if *reply {
                words.push_str(", reply");
            }
        }
        GoalCondition::Extinct {
            pieces,
            at_most,
            opponent_at_least,
            reply,
        } => {
            words.push_str(&format!("extinct {}", pieces.join(", ")));
            if *at_most > 0 {
                words.push_str(&format!(", at-most {at_most}"));
            }
            if *opponent_at_least > 0 {
                words.push_str(&format!(", opponent {opponent_at_least}"));
            }
            if *reply {
                words.push_str(", reply");
            }
        }
        GoalCondition::Checks { count } => words.push_str(&format!("checks {count}")),
    }
    words.push_str(&format!(", {}", score(goal.score)));
    words
}

/// A limit: `3 draw claim`, or `none`.
pub fn limit(limit: Option<Limit>) -> String {
    match limit {
        None => "none".to_owned(),
        Some(limit) => {
            let claim = if limit.claim { " claim" } else { "" };
            format!("{} {}{claim}", limit.count, score(limit.score))
        }
    }
}

/// A value of each side: one word if they are equal, else `white A, black B`.
pub fn per_side<T: PartialEq>(value: &PerSide<T>, word: impl Fn(&T) -> String) -> String {
    if value.white == value.black {
        word(&value.white)
    } else {
        format!("white {}, black {}", word(&value.white), word(&value.black))
    }
}

/// What must hold of royal pieces: `all`, `any` or `fewer`.
pub fn royal_rule(rule: RoyalRule) -> &'static str {
    match rule {
        RoyalRule::All => "all",
        RoyalRule::Any => "any",
        RoyalRule::Fewer => "fewer",
    }
}

/// The endings, one text each: `stalemate: draw`, the goals in their order.
pub fn end(end: &End, board: &Board) -> Vec<String> {
    let mut lines = vec![
        format!("checkmate: {}", score(end.checkmate)),
        format!(
            "stalemate: {}",
            per_side(&end.stalemate, |s| score(*s).to_owned())
        ),
        format!("repetition: {}", limit(end.repetition)),
        format!("move-rule: {}", limit(end.move_rule)),
    ];
    lines.extend(end.goals.iter().map(|g| goal(g, board)));
    lines
}

/// The restrictions of moves, one text each, royalty and the en passant squares among them.
pub fn restrictions(rules: &Ruleset) -> Vec<String> {
    let yes = |on: &bool| if *on { "yes" } else { "no" }.to_owned();
    let pass = |pass: &Pass| {
        match pass {
            Pass::Never => "never",
            Pass::Forced => "forced",
            Pass::Allowed => "allowed",
        }
        .to_owned()
    };
    let limits = &rules.restrictions;
    let en_passant = match &rules.en_passant {
        None => "all".to_owned(),
        Some(sets) => both_squares(sets, &rules.board)
            .unwrap_or_else(|[white, black]| format!("white {white}, black {black}")),
    };
    vec![
        format!(
            "royalty: {}",
            per_side(&rules.royalty.rule, |r| royal_rule(*r).to_owned())
        ),
        format!("must-capture: {}", per_side(&limits.must_capture, yes)),
        format!("no-check: {}", per_side(&limits.no_check, yes)),
        format!("pass: {}", per_side(&limits.pass, pass)),
        format!("en-passant: {en_passant}"),
    ]
}

/// A use of a hook: `facing-royals(lines: vertical, sides: both)`.
pub fn hook(hook: &HookUse, board: &Board) -> String {
    if hook.parameters.is_empty() {
        return hook.name.clone();
    }
    let kinds = hooks::get(&hook.name).map_or(&[][..], |info| info.parameters);
    let mut parameters: Vec<_> = hook.parameters.iter().collect();
    parameters.sort_by_key(|(key, _)| kinds.iter().position(|kind| kind.name == *key));
    let words: Vec<String> = parameters
        .iter()
        .map(|(key, value)| {
            let kind = kinds.iter().find(|kind| kind.name == **key).map(|info| info.kind);
            format!("{key}: {}", parameter(value, kind.as_ref(), board))
        })
        .collect();
    format!("{}({})", hook.name, words.join(", "))
}

/// A value of a hook's parameter.
pub fn parameter(value: &serde_json::Value, kind: Option<&ParameterKind>, board: &Board) -> String {
    use serde_json::Value;
    let read = || match kind? {
        ParameterKind::Squares => {
            let set: Squares = serde_json::from_value(value.clone()).ok()?;
            Some(squares(&set, board))
        }
        ParameterKind::Zone => {
            let sets: PerSide<Squares> = serde_json::from_value(value.clone()).ok()?;
            Some(
                both_squares(&sets, board)
                    .unwrap_or_else(|[white, black]| format!("white {white}, black {black}")),
            )
        }
        ParameterKind::Movement => {
            let read: Movement = serde_json::from_value(value.clone()).ok()?;
            Some(movement(&read, board))
        }
        ParameterKind::List(inner) => match value {
            Value::Array(list) => Some(format!(
                "[{}]",
                list.iter()
                    .map(|item| parameter(item, Some(inner), board))
                    .collect::<Vec<_>>()
                    .join(", ")
            )),
            _ => None,
        },
        _ => None,
    };
    read().unwrap_or_else(|| match value {
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(n) => n.to_string(),
        Value::String(text) if text.contains(' ') || text.is_empty() => format!("{text:?}"),
        Value::String(text) => text.clone(),
        Value::Array(list) => match &list[..] {
            [one] => parameter(one, None, board),
            list => format!(
                "[{}]",
                list.iter()
                    .map(|item| parameter(item, None, board))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        },
        Value::Object(map) => {
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_by_key(|(key, _)| *key);
            let words: Vec<String> = entries
                .iter()
                .map(|(key, item)| format!("{key} {}", parameter(item, None, board)))
                .collect();
            format!("({})", words.join(", "))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(files: u8, ranks: u8) -> Board {
        Board {
            files,
            ranks,
            holes: Squares::default(),
            wrap_files: false,
            wrap_ranks: false,
            extra: indexmap::IndexMap::new(),
        }
    }

    fn set(names: &str) -> Squares {
        Squares(names.split_whitespace().map(str::to_owned).collect())
    }

    #[test]
    fn sets_of_squares_in_few_words() {
        let board = plain(3, 3);
        for (names, words) in [
            ("", "none"),
            ("b2", "b2"),
            ("a1 b1 c1", "rank 1"),
            ("a1 b1 c1 a2 b2 c2", "ranks 1-2"),
            ("a1 a2 a3", "file a"),
            ("a1 b1 a2 b2 a3 b3", "files a-b"),
            ("a1 b1 a2 b2", "a1-b2"),
            ("a1 c3", "a1 | c3"),
            ("a1 b1 c1 a3", "rank 1 | a3"),
            ("a1 b1 c1 a2 b2 c2 a3 b3 c3", "all"),
        ] {
            assert_eq!(squares(&set(names), &board), words);
        }
        let holed = Board {
            holes: set("a1"),
            ..plain(3, 3)
        };
        assert_eq!(squares(&set("b1 c1"), &holed), "rank 1");
    }
}
