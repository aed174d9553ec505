//! What is found by compiling a variant and looking at its start position.

use super::CodeInfo;

/// All codes of these checks, in order.
pub const CHECK: &[CodeInfo] = &[
    CodeInfo {
        code: "F0501",
        title: "the rules exceed the engine's limits",
        explanation: "The rules can be read but not played: a movement has too many paths, the tables become too large, there are \
            too many kinds of pieces or castling moves, or two hooks cannot work together.",
        wrong: r#"variant "Maze" extends chess
movement wander = (pass king) then (pass step all) then (pass step all) then (pass step all)
    then (pass step all) then (pass step all) then (pass step all) then step all
piece queen Q = wander
"#,
        right: r#"variant "Maze" extends chess
movement wander = (pass king) then step all
piece queen Q = wander
"#,
    },
    CodeInfo {
        code: "F0502",
        title: "the start position cannot occur",
        explanation: "The side that is not to move is in check, so its royal piece could be captured at once.",
        wrong: r#"variant "Ambush" extends chess
without castling
start "rnbqkbnr/8/8/8/4R3/8/8/1NBQKBNR w - - 0 1"
"#,
        right: r#"variant "Ambush" extends chess
without castling
start "rnbqkbnr/8/8/8/4R3/8/8/1NBQKBNR b - - 0 1"
"#,
    },
    CodeInfo {
        code: "F0503",
        title: "no legal move at the start",
        explanation: "The side to move has no legal move in the start position, so the game is over before it begins.",
        wrong: r#"variant "Stuck" extends chess
without castling
start "k7/8/8/8/8/8/PP6/KB6 w - - 0 1"
movement pawn = capture step forward-diagonal
piece bishop B = none
"#,
        right: r#"variant "Stuck" extends chess
without castling
start "k7/8/8/8/8/8/PP6/KB6 w - - 0 1"
movement pawn = step forward-diagonal
"#,
    },
];
