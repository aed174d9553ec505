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
        "`step` and `ride` need directions. For all eight, write `all`.",
        "variant \"Mine\" extends chess\npiece white queen Q = ride\n",
        "variant \"Mine\" extends chess\npiece white queen Q = ride all\n",
    ),
    info(
        "F0164",
        "a direction that the leap does not have",
        "An orthogonal leap such as `leap(0, 2)` goes in four directions, a diagonal one in four others, an oblique one \
         such as `leap(1, 2)` in eight between them.",
        "variant \"Mine\" extends chess\npiece white queen Q = leap(0, 2) forward-left\n",
        "variant \"Mine\" extends chess\npiece white queen Q = queen | leap(0, 2) forward\n",
    ),
    info(
        "F0165",
        "a relative direction in the first leg",
        "`ahead`, `outward`, `turn-left` and so on are relative to the step before, so they stand in a leg after `then`.",
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
        "A movement that is defined with parameters needs as many movements in parentheses, in the same order.",
        "variant \"Mine\" extends chess\ninclude robotic\npiece white queen Q = robotic\n",
        "variant \"Mine\" extends chess\ninclude robotic\npiece white queen Q = robotic(queen)\n",
    ),
    info(
        "F0169",
        "a movement defined by itself",
        "Definitions may use each other, but not in a circle. A definition that replaces one of another file may use \
         that one by the same name.",
        "variant \"Mine\" extends chess\nmovement hawk = owl | step forward\nmovement owl = hawk\npiece white queen Q = owl\n",
        "variant \"Mine\" extends chess\nmovement hawk = step forward\nmovement owl = hawk | ride backward\npiece white queen Q = owl\n",
    ),
    info(
        "F0170",
        "a movement or mechanic too large",
        "A movement has at most 2000 parts and 16 legs, and definitions, movements or mechanics, use each other at most 32 levels deep.",
        "variant \"Mine\" extends chess\nmovement w = wazir\npiece white queen Q = w then w then w then w then w then w then w then w then w then w then w then w then w then w then w then w then w\n",
        "variant \"Mine\" extends chess\nmovement w = wazir\npiece white queen Q = w then w\n",
    ),
    info(
        "F0171",
        "Betza notation that cannot be read",
        "ferz reads XBetza strictly: what it does not know is an error at the character, never ignored.",
        "variant \"Mine\" extends chess\npiece white queen Q = betza \"QE\"\n",
        "variant \"Mine\" extends chess\npiece white queen Q = betza \"QN\"\n",
    ),
    info(
        "F0172",
        "a movement that can never apply",
        "Nothing is left of the movement after this word: `move` keeps paths to empty squares, `capture` keeps captures, \
         and a path that is one of them is not the other.",
        "variant \"Mine\" extends chess\npiece white queen Q = move (capture rook)\n",
        "variant \"Mine\" extends chess\npiece white queen Q = move rook | capture bishop\n",
    ),
    info(
        "F0173",
        "`lame` or `jumping` without effect",
        "They are about the squares between start and end of a leap, so there must be some; and a leap is not both.",
        "variant \"Mine\" extends chess\npiece white queen Q = lame rook\n",
        "variant \"Mine\" extends chess\npiece white queen Q = lame knight\n",
    ),
    info(
        "F0174",
        "a word in the wrong place",
        "Words such as `move` stand before the movement they are about, `over`, `from` and `to` behind it, and `pass` only in a \
         leg that another follows.",
        "variant \"Mine\" extends chess\npiece white queen Q = rook move\n",
        "variant \"Mine\" extends chess\npiece white queen Q = move rook | capture queen\n",
    ),
    info(
        "F0175",
        "something is missing in a movement",
        "The word needs something before or behind it, such as the movement after `move` or the hurdle after `over`. A hurdle is `any`, \
         `friend` or `enemy`, in parentheses with kinds of pieces: `over (any except cannon)`.",
        "variant \"Mine\" extends chess\npiece white queen Q = queen | rook over\n",
        "variant \"Mine\" extends chess\npiece white queen Q = queen | rook over any\n",
    ),
    info(
        "F0176",
        "a leg that no other can follow",
        "A leg before `then` goes to an empty square, captures, or passes whatever is there. A direction relative to it \
         (`ahead`, `outward`) follows a step if it is a step, and an oblique leap if it is one.",
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
