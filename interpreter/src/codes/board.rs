//! Errors about the board and sets of squares.

use super::{CodeInfo, info};

/// They, in order.
pub(super) const BOARD: &[CodeInfo] = &[
    info(
        "F0120",
        "a board of an impossible size",
        "A board has 1 to 26 files, 1 to 99 ranks, and at most 256 squares, holes and extra squares included.",
        "variant \"Mine\" extends chess\nboard 20x20\n",
        "variant \"Mine\" extends chess\nboard 8x8 { holes: d4 | e5 }\n",
    ),
    info(
        "F0121",
        "a board of holes",
        "At least one square must be left.",
        "variant \"Mine\" extends chess\nboard 8x8 { holes: all }\n",
        "variant \"Mine\" extends chess\nboard 8x8 { holes: d4 | e5 }\n",
    ),
    info(
        "F0122",
        "an impossible name for a square",
        "A square outside the grid needs a name that has no other meaning in sets of squares and is not a hole of the \
         grid.",
        "variant \"Mine\" extends chess\nsquare edge { south: e8 }\n",
        "variant \"Mine\" extends chess\nsquare x9 { south: e8 }\n",
    ),
    info(
        "F0123",
        "not a direction of the board",
        "Neighbours lie `north`, `north-east`, `east`, `south-east`, `south`, `south-west`, `west` or `north-west`, seen \
         from White's side.",
        "variant \"Mine\" extends chess\nsquare x9 { soth: e8 }\n",
        "variant \"Mine\" extends chess\nsquare x9 { south: e8 }\n",
    ),
    info(
        "F0124",
        "not a possible neighbour",
        "A neighbour is another square of the grid or another extra square.",
        "variant \"Mine\" extends chess\nsquare x9 { south: e9 }\n",
        "variant \"Mine\" extends chess\nsquare x9 { south: e8 }\n",
    ),
    info(
        "F0125",
        "a square without neighbours",
        "An extra square needs neighbours: each entry is a direction and the square there. ferz adds the way back.",
        "variant \"Mine\" extends chess\nsquare x9 { }\n",
        "variant \"Mine\" extends chess\nsquare x9 { south-west: d8; south-east: e8 }\n",
    ),
    info(
        "F0126",
        "two neighbours in one direction",
        "Every square has at most one neighbour in each direction, and the way back counts: if e4 lies south of x1, \
         then x1 lies north of e4.",
        "variant \"Mine\" extends chess\nsquare x1 { south: e4 }\n",
        "variant \"Mine\" extends chess\nsquare x1 { south: e8 }\n",
    ),
    info(
        "F0130",
        "not on the board",
        "The square, rank or file does not exist on this board.",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen; on: rank 9 }\n",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen; on: rank 8 }\n",
    ),
    info(
        "F0131",
        "not a set of squares",
        "Sets are written `e4`, `a1-c3`, `rank 8`, `ranks 1-3`, `files a-d`, `last rank`, `light`, `edge`, as the name of a \
         zone, or joined by `|`, `&` and `except`.",
        "variant \"Mine\" extends chess\nzone goal = 8\nend { hill: reach king on goal }\n",
        "variant \"Mine\" extends chess\nzone goal = rank 8\nend { hill: reach king on goal }\n",
    ),
    info(
        "F0132",
        "an incomplete set of squares",
        "`rank`, `file` and the ordinals such as `first` stand with another word: `rank 8`, `files a-d`, `last rank`.",
        "variant \"Mine\" extends chess\nend { hill: reach king on last }\n",
        "variant \"Mine\" extends chess\nend { hill: reach king on last rank }\n",
    ),
    info(
        "F0133",
        "no such zone or square",
        "The name is neither a square of the board nor a zone.",
        "variant \"Mine\" extends chess\nzone centre = d4-e5\nend { hill: reach king on center }\n",
        "variant \"Mine\" extends chess\nzone centre = d4-e5\nend { hill: reach king on centre }\n",
    ),
    info(
        "F0134",
        "a zone defined by itself",
        "A zone may use other zones, at most 64 levels deep, but never itself.",
        "variant \"Mine\" extends chess\nzone a-b = c-d\nzone c-d = a-b\nend { hill: reach king on c-d }\n",
        "variant \"Mine\" extends chess\nzone a-b = rank 5\nzone c-d = a-b\nend { hill: reach king on c-d }\n",
    ),
    info(
        "F0135",
        "a zone for one side only",
        "`zone white x` and `zone black x` come together. Without a side, Black's set is the mirror image of White's.",
        "variant \"Mine\" extends chess\nzone white goal = rank 8\nend { hill: reach king on goal }\n",
        "variant \"Mine\" extends chess\nzone goal = rank 8\nend { hill: reach king on goal }\n",
    ),
    info(
        "F0136",
        "an empty zone",
        "The set has no square.",
        "variant \"Mine\" extends chess\nzone goal = rank 8 & rank 7\nend { hill: reach king on goal }\n",
        "variant \"Mine\" extends chess\nzone goal = rank 8 | rank 7\nend { hill: reach king on goal }\n",
    ),
    info(
        "F0137",
        "an impossible name for a zone",
        "The name means something else in sets of squares.",
        "variant \"Mine\" extends chess\nzone edge = rank 8\nend { hill: reach king on edge }\n",
        "variant \"Mine\" extends chess\nzone far-edge = rank 8\nend { hill: reach king on far-edge }\n",
    ),
];
