//! What every error and warning of the interpreter means, with an example of the mistake and of its repair.
//!
//! F0100 to F0118 are about files, declarations and plain values, F0120 to F0137 about the board and sets of squares,
//! F0160 to F0178 about movements, F0201 to F0207 about pieces, F0231 to F0234 about promotion, F0241 and F0242 about
//! castling, F0251 to F0253 about the end, F0270 to F0274 about hooks, F0281 and F0282 about the start position. F0301
//! to F0399 are warnings. F0501 to F0503 are found by [`crate::check`], F0601 to F0606 are about test files ([`crate::suite`]).

pub use crate::lower::WARNINGS;
pub use ferz_grammar::codes::CodeInfo;

/// Every code of ferz: those of the grammar, those of the interpreter, those of test files.
pub fn all() -> impl Iterator<Item = &'static CodeInfo> {
    ferz_grammar::codes::ALL
        .iter()
        .chain(ALL)
        .chain(WARNINGS)
        .chain(crate::check::ALL)
        .chain(crate::suite::ALL)
}

/// The explanation of a code; capitals do not matter.
pub fn find(code: &str) -> Option<&'static CodeInfo> {
    all().find(|info| info.code.eq_ignore_ascii_case(code))
}

pub(crate) const fn info(
    code: &'static str,
    title: &'static str,
    explanation: &'static str,
    wrong: &'static str,
    right: &'static str,
) -> CodeInfo {
    CodeInfo {
        code,
        title,
        explanation,
        wrong,
        right,
    }
}

/// All codes of errors in rules, in order. Those of warnings are [`WARNINGS`].
pub const ALL: &[CodeInfo] = &[
    info(
        "F0100",
        "a file that is extended or included cannot be read",
        "After `extends` and `include` stands the name of a bundled file, of a file beside this one, or a path in \
         quotes relative to this file. `ferz list` shows the bundled variants.",
        "variant \"Mine\" extends ches\n",
        "variant \"Mine\" extends chess\n",
    ),
    info(
        "F0101",
        "files extend or include each other in a circle",
        "A variant takes over everything of the one it extends, so that one cannot in turn be made of it. Put what both \
         need into a third file.",
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
        "Within one file a board, a piece, a movement and so on has one declaration. To change what another variant \
         declares, extend it: a declaration then replaces the one of the same name there. Several promotions of one \
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
        "Sections are `promotion`, `castling`, `royalty`, `end` and `rules`.",
        "variant \"Mine\" extends chess\npromotoin pawn { to: queen }\n",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen }\n",
    ),
    info(
        "F0109",
        "wrong words before a block",
        "Between the keyword of a section and its block stand only a side (`castling white { ... }`), or the piece of a \
         promotion, perhaps with a side (`promotion white pawn { ... }`).",
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
        "A name, a number or a text stands where something else belongs.",
        "variant \"Mine\" extends chess\nend { repetition: draw }\n",
        "variant \"Mine\" extends chess\nend { repetition: 3 draw }\n",
    ),
    info(
        "F0113",
        "too many values",
        "This entry has one value; a comma begins another.",
        "variant \"Mine\" extends chess\nend { checkmate: loss, draw }\n",
        "variant \"Mine\" extends chess\nend { checkmate: loss }\n",
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
        "The number is too small or too large for what it counts.",
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
        "A promotion says with `to:` what the piece becomes; a section `castling` has at least one move.",
        "variant \"Mine\" extends chess\npromotion pawn { on: last rank }\n",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen; on: last rank }\n",
    ),
    info(
        "F0120",
        "a board of an impossible size",
        "A board has 1 to 26 files, 1 to 99 ranks, and at most 256 squares, holes and extra squares included.",
        "variant \"Mine\" extends chess\nboard 20x20\n",
        "variant \"Mine\" extends chess\nboard 8x8\n",
    ),
    info(
        "F0121",
        "a board of holes",
        "At least one square must be left.",
        "variant \"Mine\" extends chess\nboard 8x8 { holes: all }\n",
        "variant \"Mine\" extends chess\nboard 8x8\n",
    ),
    info(
        "F0122",
        "an impossible name for a square",
        "A square outside the grid has a name of its own, which has no other meaning and is no hole of the grid.",
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
        "An extra square says where it lies: each entry is a direction and the neighbour there. The way back is added \
         by itself.",
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
        "A zone may use other zones, but not itself, and not through more than 64 others.",
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
        "a movement too large",
        "A movement has at most 2000 parts and 16 legs, and definitions use each other at most 32 levels deep.",
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
        "The word needs something before or behind it, such as the movement after `move` or the hurdle after `over`.",
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
    info(
        "F0201",
        "an army without pieces",
        "An army has at least one piece.",
        "variant \"Mine\" extends chess\narmy white { }\n",
        "variant \"Mine\" extends chess\npiece white queen Q = amazon\nmovement amazon = queen | knight\n",
    ),
    info(
        "F0202",
        "a piece without a movement",
        "A piece without `=` is the piece of that name which the other army or the extended variant has.",
        "variant \"Mine\" extends chess\npiece archbishop A\n",
        "variant \"Mine\" extends chess\npiece white queen Q\n",
    ),
    info(
        "F0203",
        "an impossible letter",
        "A piece has one letter from A to Z.",
        "variant \"Mine\" extends chess\npiece white queen Qu = queen\n",
        "variant \"Mine\" extends chess\npiece white queen Q = queen\n",
    ),
    info(
        "F0204",
        "two pieces with one letter",
        "The pieces of one side have different letters. White's and Black's may be the same.",
        "variant \"Mine\" extends chess\npiece archbishop B = bishop | knight\n",
        "variant \"Mine\" extends chess\npiece archbishop A = bishop | knight\npromotion pawn { to: archbishop, queen }\n",
    ),
    info(
        "F0205",
        "an impossible attribute of a piece",
        "After the movement of a piece may stand, with commas, `royal`, `value 3.5`, `symbol knight`, `resets-clock`, \
         `unlettered`, `confined` and `harmless`, each once.",
        "variant \"Mine\" extends chess\npiece white queen Q = queen, roial\n",
        "variant \"Mine\" extends chess\npiece white queen Q = queen, royal\n",
    ),
    info(
        "F0206",
        "two values for one piece",
        "A kind of piece is worth the same for both sides.",
        "variant \"Mine\" extends chess\npiece white queen Q = queen, value 9\npiece black queen Q = queen, value 8\n",
        "variant \"Mine\" extends chess\npiece queen Q = queen, value 9\n",
    ),
    info(
        "F0207",
        "no such piece",
        "The side has no piece of that name. Pieces promote only to pieces of their own army.",
        "variant \"Mine\" extends chess\npromotion pawn { to: quen }\n",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen }\n",
    ),
    info(
        "F0231",
        "a promotion on no square",
        "The set after `on:` is empty.",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen; on: rank 7 & rank 8 }\n",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen; on: rank 7 | rank 8 }\n",
    ),
    info(
        "F0232",
        "a piece stands twice in a promotion",
        "Each choice is named once.",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen, rook, queen }\n",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen, rook }\n",
    ),
    info(
        "F0233",
        "a promotion that must happen where it cannot",
        "`must:` names squares of the promotion zone on which the piece cannot stay what it is.",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen; on: rank 8; must: rank 7 }\n",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen; on: ranks 7-8; must: rank 8 }\n",
    ),
    info(
        "F0234",
        "a limit that limits nothing",
        "`limit:` says how many pieces of a kind a side may have, for kinds that stand in `to:`. With 0 there is nothing to \
         choose.",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen, rook; limit: knight 2 }\n",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen, knight; limit: knight 2 }\n",
    ),
    info(
        "F0241",
        "a castling move that is not two ways",
        "A castling move is a piece with its start and end, then its partner with its own: `K: king e1 g1, rook h1 f1`.",
        "variant \"Mine\" extends chess\ncastling { K: king e1 g1 }\n",
        "variant \"Mine\" extends chess\ncastling {\n  K: king e1 g1, rook h1 f1\n  Q: king e1 c1, rook a1 d1\n}\n",
    ),
    info(
        "F0242",
        "an impossible castling move",
        "Both pieces stay on one rank, on different squares, with no hole on the way.",
        "variant \"Mine\" extends chess\ncastling { K: king e1 g2, rook h1 f1 }\n",
        "variant \"Mine\" extends chess\ncastling {\n  K: king e1 g1, rook h1 f1\n  Q: king e1 c1, rook a1 d1\n}\n",
    ),
    info(
        "F0251",
        "not a goal",
        "A goal is `reach PIECES on SQUARES`, `extinct PIECES` or `checks N`, perhaps with a side before it and options after \
         commas.",
        "variant \"Mine\" extends chess\nend { campmate: king on last rank }\n",
        "variant \"Mine\" extends chess\nend { campmate: reach king on last rank }\n",
    ),
    info(
        "F0252",
        "a rule about no square",
        "The set is empty, so the rule never applies.",
        "variant \"Mine\" extends chess\nend { hill: reach king on (light & dark) }\n",
        "variant \"Mine\" extends chess\nend { hill: reach king on (d4 | e5) }\n",
    ),
    info(
        "F0253",
        "an impossible option of a goal",
        "`reach` may have `own-move` and `reply`, `extinct` may have `at-most N`, `opponent N` and `reply`, and all may have the \
         score: `win`, `draw` or `loss`.",
        "variant \"Mine\" extends chess\nend { campmate: reach king on last rank, on-move }\n",
        "variant \"Mine\" extends chess\nend { campmate: reach king on last rank, own-move }\n",
    ),
    info(
        "F0270",
        "no such hook",
        "`ferz hooks` lists the hooks.",
        "variant \"Mine\" extends chess\nuse facing-royal\n",
        "variant \"Mine\" extends chess\nuse facing-royals\n",
    ),
    info(
        "F0271",
        "a parameter without a name",
        "Parameters of hooks have their name before them: `lines: diagonal`.",
        "variant \"Mine\" extends chess\nuse facing-royals(diagonal)\n",
        "variant \"Mine\" extends chess\nuse facing-royals(lines: diagonal)\n",
    ),
    info(
        "F0272",
        "no such parameter",
        "`ferz hooks NAME` shows the parameters of a hook.",
        "variant \"Mine\" extends chess\nuse facing-royals(line: diagonal)\n",
        "variant \"Mine\" extends chess\nuse facing-royals(lines: diagonal)\n",
    ),
    info(
        "F0273",
        "a parameter is missing",
        "The hook has parameters without a default, or their default is a piece that this variant does not have; they must \
         be given.",
        "variant \"Mine\" extends chess\nuse adjacency-loss(side: black, between: files a-d)\n",
        "variant \"Mine\" extends chess\nuse adjacency-loss(side: black, between: ranks 3-4, and: ranks 5-6)\n",
    ),
    info(
        "F0274",
        "a parameter with no square",
        "The set of squares is empty.",
        "variant \"Mine\" extends chess\nuse adjacency-loss(side: black, between: light & dark, and: rank 5)\n",
        "variant \"Mine\" extends chess\nuse adjacency-loss(side: black, between: rank 4, and: rank 5)\n",
    ),
    info(
        "F0281",
        "a start position that does not fit",
        "The start position is a FEN that fits the board and the letters of the pieces: its ranks from the last to the \
         first, capital letters for White, numbers for runs of empty squares, `*` for holes.",
        "variant \"Mine\" extends chess\nstart \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1\"\n",
        "variant \"Mine\" extends chess\nstart \"rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1\"\n",
    ),
    info(
        "F0282",
        "a castling right without its pieces",
        "The right to castle needs both pieces on the squares where the castling move begins.",
        "variant \"Mine\" extends chess\nstart \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2N w KQkq - 0 1\"\n",
        "variant \"Mine\" extends chess\nstart \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"\n",
    ),
];
