//! Errors about files, declarations and plain values.

use super::{CodeInfo, info};

/// They, in order.
pub(super) const FILES: &[CodeInfo] = &[
    info(
        "F0100",
        "a file that is extended or included cannot be read",
        "After `extends` and `include` stands the name of a bundled file, the name of a file beside this one, or a \
         quoted path relative to this file. `ferz list` names the bundled variants.",
        "variant \"Mine\" extends ches\n",
        "variant \"Mine\" extends chess\n",
    ),
    info(
        "F0101",
        "files extend or include each other in a circle",
        "A variant takes over everything of its parent, so the parent cannot in turn extend it. Put the common part \
         into a third file.",
        "",
        "variant \"Mine\" extends chess\n",
    ),
    info(
        "F0102",
        "a library where a variant belongs, or the other way round",
        "`extends` takes over a whole variant, `include` the movements and zones of a library. A library cannot extend \
         anything.",
        "variant \"Mine\" extends robotic\n",
        "variant \"Mine\" extends chess\ninclude robotic\npiece white queen Q = robotic(queen)\n",
    ),
    info(
        "F0103",
        "the standard movements cannot be read",
        "Every file knows movements such as `rook` from a library that comes with ferz. If it cannot be read, the \
         installation is broken.",
        "",
        "variant \"Mine\" extends chess\n",
    ),
    info(
        "F0104",
        "something is declared twice",
        "A file declares each board, piece, movement and so on only once. To change a declaration of another variant, \
         extend that variant: a declaration replaces the parent's of the same name. Only promotions of one \
         piece add up.",
        "variant \"Mine\" extends chess\npiece queen Q = knight\npiece queen Q = king\n",
        "variant \"Mine\" extends chess\npiece queen Q = king | knight, value 6\n",
    ),
    info(
        "F0105",
        "too many files",
        "At most 64 files may extend and include one another.",
        "",
        "variant \"Mine\" extends chess\n",
    ),
    info(
        "F0106",
        "a library holds more than movements and zones",
        "A library is a collection of movements and zones for others to include. A file with a board, pieces or rules \
         begins with `variant`.",
        "library \"Mine\"\nboard 8x8\n",
        "library \"Mine\"\nmovement amazon = queen | knight\n",
    ),
    info(
        "F0107",
        "there is nothing to take back",
        "`without` takes back something that the variant after `extends` declares: castling, a promotion, a piece, a \
         hook, a zone, a square, or an entry of `end` or `rules`.",
        "variant \"Mine\" extends chess\nwithout piece quen\n",
        "variant \"Mine\" extends chess\nwithout castling black\nstart \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1\"\n",
    ),
    info(
        "F0108",
        "there is no such section",
        "Sections are `promotion`, `castling`, `royalty`, `end`, `rules` and `on`.",
        "variant \"Mine\" extends chess\npromotoin pawn { to: queen }\n",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen }\n",
    ),
    info(
        "F0109",
        "wrong words before a block",
        "Between the keyword of a section and its block stand only a side (`castling white { ... }`), the piece of a \
         promotion, perhaps with a side (`promotion white pawn { ... }`), or an event (`on capture { ... }`).",
        "variant \"Mine\" extends chess\npromotion { to: queen }\n",
        "variant \"Mine\" extends chess\npromotion white pawn { to: queen }\n",
    ),
    info(
        "F0110",
        "there is no such entry here",
        "Every section has its own entries; the language reference lists them.",
        "variant \"Mine\" extends chess\nrules { must-captur: yes }\n",
        "variant \"Mine\" extends chess\nrules { must-capture: yes }\n",
    ),
    info(
        "F0111",
        "an entry stands twice in a section, or options contradict each other",
        "Each entry, parameter or option is given once.",
        "variant \"Mine\" extends chess\nrules {\n  must-capture: yes\n  must-capture: no\n}\n",
        "variant \"Mine\" extends chess\nrules {\n  must-capture: yes\n}\n",
    ),
    info(
        "F0112",
        "a value of the wrong kind",
        "The entry needs a value of another kind: a name, a number, a text, or words in a certain order.",
        "variant \"Mine\" extends chess\nend { repetition: draw }\n",
        "variant \"Mine\" extends chess\nend { repetition: 3 draw }\n",
    ),
    info(
        "F0113",
        "too many values",
        "This entry has one value; a comma begins another.",
        "variant \"Mine\" extends chess\nend { checkmate: loss, draw }\n",
        "variant \"Mine\" extends chess\nend { stalemate: loss }\n",
    ),
    info(
        "F0114",
        "not one of the possible words",
        "The value of this entry is one of a few words.",
        "variant \"Mine\" extends chess\nend { stalemate: lost }\n",
        "variant \"Mine\" extends chess\nend { stalemate: loss }\n",
    ),
    info(
        "F0115",
        "a number out of bounds",
        "The number is too small or too large here.",
        "variant \"Mine\" extends chess\nend { repetition: 1 draw }\n",
        "variant \"Mine\" extends chess\nend { repetition: 2 draw }\n",
    ),
    info(
        "F0116",
        "not a side",
        "Sides are `white`, `black` and, where both can be meant, `both`.",
        "variant \"Mine\" extends chess\npromotion whit pawn { to: queen }\n",
        "variant \"Mine\" extends chess\npromotion white pawn { to: queen }\n",
    ),
    info(
        "F0117",
        "something that every variant has is missing",
        "A variant has a board, an army for each side and a start position, its own or those of the variant it extends.",
        "variant \"Mine\"\narmy both { king K = king, royal }\nstart \"k7/8/8/8/8/8/8/K7 w - - 0 1\"\n",
        "variant \"Mine\"\nboard 8x8\narmy both {\n  king K = king, royal\n  rook R = rook\n}\nstart \"k6r/8/8/8/8/8/8/K6R w - - 0 1\"\n",
    ),
    info(
        "F0118",
        "a section lacks an entry",
        "A promotion names the new kinds with `to:`; a section `castling` has at least one move.",
        "variant \"Mine\" extends chess\npromotion pawn { on: last rank }\n",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen; on: last rank }\n",
    ),
];
