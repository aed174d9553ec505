//! Errors about movements.

use super::{CodeInfo, info};

/// They, in order.
pub(super) const MOVEMENT: &[CodeInfo] = &[
    info(
        "F0160",
        "no such movement",
        "A movement is a word such as `step` or `ride` with directions, or a name defined by `movement`. The names of \
         pieces are not movements.",
        "variant \"Mine\" extends chess\npiece archbishop A = bihsop | knight\n",
        "variant \"Mine\" extends chess\nmovement archbishop = bishop | knight\npiece white queen Q = archbishop\n",
    ),
    info(
        "F0161",
        "not a movement",
        "A number, a text or a set of squares stands where a movement belongs.",
        "variant \"Mine\" extends chess\npiece white queen Q = \"QN\"\n",
        "variant \"Mine\" extends chess\npiece white queen Q = betza \"QN\"\n",
    ),
    info(
        "F0162",
        "not a direction",
        "Directions are `forward`, `left`, `forward-left` and so on, groups such as `orthogonal`, `diagonal`, `sideways`, \
         absolute ones such as `north`, and in a later leg `ahead`, `turn-left`, `outward` and so on.",
        "variant \"Mine\" extends chess\npiece white queen Q = step forwards\n",
        "variant \"Mine\" extends chess\npiece white queen Q = knight | step forward\n",
    ),
    info(
        "F0163",
        "a step without a direction",
        "`step` and `ride` need directions. `all` means all eight.",
        "variant \"Mine\" extends chess\npiece white queen Q = ride\n",
        "variant \"Mine\" extends chess\npiece white queen Q = ride orthogonal\n",
    ),
    info(
        "F0164",
        "a direction that the leap does not have",
        "An orthogonal leap such as `leap(0, 2)` has four directions, a diagonal leap four others, and an oblique leap \
         such as `leap(1, 2)` eight directions between them.",
        "variant \"Mine\" extends chess\npiece white queen Q = leap(0, 2) forward-left\n",
        "variant \"Mine\" extends chess\npiece white queen Q = queen | leap(0, 2) forward\n",
    ),
    info(
        "F0165",
        "a relative direction in the first leg",
        "`ahead`, `outward`, `turn-left` and the like are relative to the step before. They stand in a leg after `then`.",
        "variant \"Mine\" extends chess\npiece white queen Q = ride outward\n",
        "variant \"Mine\" extends chess\npiece white queen Q = step diagonal then ride outward\n",
    ),
    info(
        "F0166",
        "an impossible range",
        "A range is `3` (exactly), `1..3`, `2..` or `..3`, with at least 1.",
        "variant \"Mine\" extends chess\npiece white queen Q = ride all 3..1\n",
        "variant \"Mine\" extends chess\npiece white queen Q = ride all 1..3\n",
    ),
    info(
        "F0167",
        "an impossible leap",
        "A leap has two numbers: `leap(1, 2)` is the knight's.",
        "variant \"Mine\" extends chess\npiece white queen Q = leap(0, 0)\n",
        "variant \"Mine\" extends chess\npiece white queen Q = leap(0, 1)\n",
    ),
    info(
        "F0168",
        "wrong arguments of a movement",
        "A movement with parameters needs one movement for each parameter, in parentheses and in the same order.",
        "variant \"Mine\" extends chess\ninclude robotic\npiece white queen Q = robotic\n",
        "variant \"Mine\" extends chess\ninclude robotic\npiece white queen Q = robotic(queen)\n",
    ),
    info(
        "F0169",
        "a movement defined by itself",
        "Movements may use each other, but not in a circle. A movement that replaces one of another file may use the \
         old one by the same name.",
        "variant \"Mine\" extends chess\nmovement hawk = owl | step forward\nmovement owl = hawk\npiece white queen Q = owl\n",
        "variant \"Mine\" extends chess\nmovement hawk = step forward\nmovement owl = hawk | ride backward\npiece white queen Q = owl\n",
    ),
    info(
        "F0170",
        "a movement or mechanic too large",
        "A movement has at most 2000 parts and 16 legs. Movements and mechanics use each other at most 32 levels deep.",
        "variant \"Mine\" extends chess\nmovement w = wazir\npiece white queen Q = w then w then w then w then w then w then w then w then w then w then w then w then w then w then w then w then w\n",
        "variant \"Mine\" extends chess\nmovement w = wazir\npiece white queen Q = w then w\n",
    ),
    info(
        "F0171",
        "Betza notation that cannot be read",
        "ferz reads XBetza strictly: an unknown character is an error and is never ignored.",
        "variant \"Mine\" extends chess\npiece white queen Q = betza \"QE\"\n",
        "variant \"Mine\" extends chess\npiece white queen Q = betza \"QN\"\n",
    ),
    info(
        "F0172",
        "a movement that can never apply",
        "The word before the movement leaves no path. `move` keeps paths to empty squares and `capture` keeps captures; \
         no path is both.",
        "variant \"Mine\" extends chess\npiece white queen Q = move (capture rook)\n",
        "variant \"Mine\" extends chess\npiece white queen Q = move rook | capture bishop\n",
    ),
    info(
        "F0173",
        "`lame` or `jumping` without effect",
        "`lame` and `jumping` are about the squares between start and end of a leap. The leap must have such squares, \
         and it cannot be both lame and jumping.",
        "variant \"Mine\" extends chess\npiece white queen Q = lame rook\n",
        "variant \"Mine\" extends chess\npiece white queen Q = lame knight\n",
    ),
    info(
        "F0174",
        "a word in the wrong place",
        "Words such as `move` stand before the movement. `over`, `from` and `to` stand behind it. `pass` stands in a \
         leg before `then`.",
        "variant \"Mine\" extends chess\npiece white queen Q = rook move\n",
        "variant \"Mine\" extends chess\npiece white queen Q = move rook | capture queen\n",
    ),
    info(
        "F0175",
        "something is missing in a movement",
        "The word needs another one before or behind it, such as the movement after `move` or the hurdle after `over`. \
         A hurdle is `any`, `friend` or `enemy`, or kinds of pieces in parentheses: `over (any except cannon)`.",
        "variant \"Mine\" extends chess\npiece white queen Q = queen | rook over\n",
        "variant \"Mine\" extends chess\npiece white queen Q = queen | rook over any\n",
    ),
    info(
        "F0176",
        "a leg that no other can follow",
        "A leg before `then` moves to an empty square, captures, or passes over any square. A direction relative to it, \
         such as `ahead`, continues a step with a step and an oblique leap with an oblique leap.",
        "variant \"Mine\" extends chess\npiece white queen Q = (swap rook) then step all\n",
        "variant \"Mine\" extends chess\npiece white queen Q = (capture rook) then step all\n",
    ),
    info(
        "F0177",
        "an impossible name for a movement",
        "The word has a meaning of its own in movements.",
        "variant \"Mine\" extends chess\nmovement step = wazir\n",
        "variant \"Mine\" extends chess\nmovement stroll = wazir\npiece white queen Q = stroll\n",
    ),
    info(
        "F0178",
        "a condition that never holds",
        "The set of squares after `from` or `to` is empty.",
        "variant \"Mine\" extends chess\npiece white queen Q = queen to (light & dark)\n",
        "variant \"Mine\" extends chess\npiece white queen Q = queen to light\n",
    ),
];
