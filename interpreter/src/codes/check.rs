//! The faults found by compiling a variant and looking at its start position.

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
    CodeInfo {
        code: "F0504",
        title: "rules that look too far ahead",
        explanation: "`again` with `must`, `most-captures` and `only-mate` ask about later positions. A listing of moves looks at \
            50,000 of them at most, and tries 15,000 moves to find out which pieces are `mated`. Where many pieces must promote \
            after one move, 25,000 answers are weighed. Chains of a mechanic are followed for 1,000 steps from each piece. In a position of a short game that was not enough, so some answers are cut short.",
        wrong: r#"variant "Queens"
board 8x8
army both { queen Q = queen }
on capture { to: ranks 1-8; again: mover, captures, must }
end { lost: extinct queen }
start "q2q2qq/1q1q1q2/q5q1/2q1q2q/1q4q1/1q1q2q1/q4q2/Q2q2q1 w - - 0 1"
"#,
        right: r#"variant "Queens"
board 8x8
army both { queen Q = queen }
on capture { again: mover, captures }
end { lost: extinct queen }
start "q2q2qq/1q1q1q2/q5q1/2q1q2q/1q4q1/1q1q2q1/q4q2/Q2q2q1 w - - 0 1"
"#,
    },
    CodeInfo {
        code: "F0505",
        title: "no capture can be the last one",
        explanation: "After each capture the turn must go on with another one of the same piece. The last capture of a turn \
            would break this rule, so no capture is legal.",
        wrong: r#"variant "Storm"
board 8x8
army both { queen Q = queen }
on capture { again: mover, captures, must }
end { lost: extinct queen }
start "qqqqqqqq/8/8/8/8/8/8/QQQQQQQQ w - - 0 1"
"#,
        right: r#"variant "Storm"
board 8x8
army both { queen Q = queen }
on capture { to: ranks 3-6; again: mover, captures, must }
end { lost: extinct queen }
start "qqqqqqqq/8/8/8/8/8/8/QQQQQQQQ w - - 0 1"
"#,
    },
];
