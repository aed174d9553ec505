//! Errors about pieces, promotion, castling, the end, hooks and the start position.

use super::{CodeInfo, info};

/// They, in order.
pub(super) const SECTIONS: &[CodeInfo] = &[
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
        "A piece without `=` repeats the piece of this name that the other army or the parent has. There is no such \
         piece.",
        "variant \"Mine\" extends chess\npiece archbishop A\n",
        "variant \"Mine\" extends chess\npiece white queen Q, value 8\n",
    ),
    info(
        "F0203",
        "an impossible letter",
        "A piece has one letter from A to Z, a letter with a plus before it (`+R`), or a name in brackets (`(wz)`) of \
         up to eight letters and digits that begins with a letter.",
        "variant \"Mine\" extends chess\npiece white queen Qu = queen | knight\n",
        "variant \"Mine\" extends chess\npiece white queen Q = queen | knight\n",
    ),
    info(
        "F0204",
        "two pieces with one letter",
        "The pieces of one side have different letters. A piece of the other side may have the same letter.",
        "variant \"Mine\" extends chess\npiece archbishop B = bishop | knight\n",
        "variant \"Mine\" extends chess\npiece archbishop A = bishop | knight\npromotion pawn { to: archbishop, queen }\n",
    ),
    info(
        "F0205",
        "an impossible attribute of a piece",
        "Attributes follow the movement behind commas: `royal`, `value 3.5`, `symbol knight`, `resets-clock`, \
         `unlettered`, `once D`, `confined` and `harmless`, each at most once.",
        "variant \"Mine\" extends chess\npiece white queen Q = queen, roial\n",
        "variant \"Mine\" extends chess\npiece white queen Q = queen, royal\n",
    ),
    info(
        "F0206",
        "two values for one piece",
        "A kind of piece has the same value for both sides.",
        "variant \"Mine\" extends chess\npiece white queen Q = queen, value 9\npiece black queen Q = queen, value 8\n",
        "variant \"Mine\" extends chess\npiece queen Q = queen, value 8\n",
    ),
    info(
        "F0207",
        "no such piece",
        "The side has no piece of that name. Pieces promote only to pieces of their own army.",
        "variant \"Mine\" extends chess\npromotion pawn { to: quen }\n",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen }\n",
    ),
    info(
        "F0208",
        "an impossible name for a piece",
        "Where effects and conditions name pieces, words such as `mover`, `friend`, `all` and `same` have a meaning of \
         their own.",
        "variant \"Mine\" extends chess\npiece friend F = ferz\npromotion pawn { to: queen, friend }\n",
        "variant \"Mine\" extends chess\npiece fool F = ferz\npromotion pawn { to: queen, fool }\n",
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
        "`must:` names squares of the promotion zone. On them the piece has to promote.",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen; on: rank 8; must: rank 7 }\n",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen; on: ranks 7-8; must: rank 8 }\n",
    ),
    info(
        "F0234",
        "a limit that limits nothing",
        "`limit:` is the number of pieces of a kind that a side may have. It is about kinds in `to:`, and at least 1.",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen, rook; limit: knight 2 }\n",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen, knight; limit: knight 2 }\n",
    ),
    info(
        "F0235",
        "conditions of a promotion that comes with a move",
        "`goes`, `check`, `while` and `unless` belong to promotions in place, which are moves of their own.",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen; on: last rank; check: no }\n",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen; on: ranks 7-8; when: in-place; check: no }\n",
    ),
    info(
        "F0241",
        "a castling move without two ways",
        "A castling move names a piece with its start and end, then its partner with start and end: `K: king e1 g1, \
         rook h1 f1`.",
        "variant \"Mine\" extends chess\ncastling { K: king e1 g1 }\n",
        "variant \"Mine\" extends chess\ncastling {\n  K: king e1 f1, rook h1 e1\n  Q: king e1 c1, rook a1 d1\n}\n",
    ),
    info(
        "F0242",
        "an impossible castling move",
        "Both pieces stay on one rank, on different squares, without holes between. No two castling moves of a side may \
         be the same.",
        "variant \"Mine\" extends chess\ncastling { K: king e1 g2, rook h1 f1 }\n",
        "variant \"Mine\" extends chess\ncastling {\n  K: king e1 f1, rook h1 e1\n  Q: king e1 c1, rook a1 d1\n}\n",
    ),
    info(
        "F0251",
        "not a goal",
        "A goal is `reach PIECES on SQUARES`, `extinct PIECES`, `checks N`, `line PIECES N`, `square PIECES N`, `join \
         PIECES on SQUARES, with SQUARES` or `most PIECES, full`. A side may stand before it, options behind \
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
        "Each goal has its own options. `reach`: `own-move`, `reply`, `at-least N`, `filled`, `safe`, `held`. \
         `extinct`: `at-most N`, `opponent N`, `reply`, `held`. `line` and `join`: directions such as \
         `orthogonal`; `line` also `apart`. `most`: `full`, `stuck`, `passes N`. All: `win`, `draw`, `loss`.",
        "variant \"Mine\" extends chess\nend { campmate: reach king on last rank, on-move }\n",
        "variant \"Mine\" extends chess\nend { campmate: reach king on last rank, own-move }\n",
    ),
    info(
        "F0254",
        "a rule of counting or repetition that cannot be read",
        "`to-and-fro: 4 loss, of rook`, `mate-by: win, of knight` and `perpetual-chase: loss, by rook, by cannon horse, \
         of soldier on ranks 6-10` name a result and pieces. `count` and `count-alone` name numbers of moves, \
         each perhaps with pieces of the opponent (`8 against rook 2`); the first number that applies is the \
         limit. Conditions follow behind commas: `no pawn`, `at-most 3`, `from pieces`.",
        "variant \"Mine\" extends chess\nend { count: no pawn }\n",
        "variant \"Mine\" extends chess\nend { count: 64, no pawn }\n",
    ),
    info(
        "F0255",
        "a limit that counts pieces",
        "`repetition: 3 most` and `move-rule: 100 most` give the win to the side with more pieces, as a `most` goal \
         counts them. Such a goal must exist (`majority: most all, full`), and no side stands before `most`.",
        "variant \"Mine\" extends chess\nend { repetition: 3 most }\n",
        "variant \"Mine\" extends chess\nend { repetition: 3 most; majority: most all, full }\n",
    ),
    info(
        "F0260",
        "a royal that could be captured in the middle of a turn",
        "In a turn of several moves, a later move could capture a royal that an earlier move attacks. `check: ends` \
         lets a move that gives check end the turn. A turn that goes on with `again` may only go on `quiet`. Or let \
         the kings not be royal, and add a goal for their loss.",
        "variant \"Mine\" extends chess\nturn { both: move, move }\n",
        "variant \"Mine\" extends chess\nturn { both: move, move; check: ends }\n",
    ),
    info(
        "F0261",
        "the moves of a turn said twice",
        "`both` gives the moves of a turn for both sides; `white` and `black` give them for each side. Write one or the \
         other.",
        "variant \"Mine\" extends chess\nturn { both: move; white: move, move; check: ends }\n",
        "variant \"Mine\" extends chess\nturn { white: move, move; black: move; check: ends }\n",
    ),
    info(
        "F0262",
        "control of pieces that are not the opponent's",
        "`control` names pieces of the opponent that a side may move: `of: enemy pawn`, `of: enemy attacked by friend`. \
         Before a move there is no `mover`, `origin` or `target`.",
        "variant \"Mine\" extends chess\ncontrol { of: enemy attacked by mover }\n",
        "variant \"Mine\" extends chess\ncontrol { of: enemy attacked by friend }\n",
    ),
    info(
        "F0266",
        "an `again` that cannot be read",
        "`again` names the piece that continues, `mover` or `victim`. A movement may follow (`by step forward`), then \
         options behind commas: `captures` or `quiet`, `may` or `must`, `once`, `turning`. A captured piece \
         must continue, because its captor stands on its square.",
        "variant \"Mine\" extends chess\non capture { again: mover, quiet, captures }\n",
        "variant \"Mine\" extends chess\non capture { again: mover, quiet }\n",
    ),
    info(
        "F0270",
        "no such mechanic or hook",
        "`ferz hooks` lists the mechanics and hooks that come with ferz.",
        "variant \"Mine\" extends chess\nuse facing-royal\n",
        "variant \"Mine\" extends chess\nuse facing-royals\n",
    ),
    info(
        "F0271",
        "a parameter without a name",
        "Each parameter begins with its name: `lines: diagonal`.",
        "variant \"Mine\" extends chess\nuse facing-royals(diagonal)\n",
        "variant \"Mine\" extends chess\nuse facing-royals(lines: diagonal)\n",
    ),
    info(
        "F0272",
        "no such parameter",
        "`ferz hooks NAME` shows the parameters of a mechanic.",
        "variant \"Mine\" extends chess\nuse facing-royals(line: diagonal)\n",
        "variant \"Mine\" extends chess\nuse facing-royals(lines: diagonal)\n",
    ),
    info(
        "F0273",
        "a parameter is missing",
        "The parameter has no default, or its default is a piece that this variant does not have. Write a value for it.",
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
        "F0275",
        "hooks that contradict each other",
        "Two hooks contradict each other and cannot be used together. `ferz hooks --markdown` prints a table of such \
         pairs with the reasons. All other hooks can be combined.",
        "variant \"Mine\" extends chess\nuse absorption(of: rook)\nuse weapon(letter: O, of: rook, fires: rook)\n",
        "variant \"Mine\" extends chess\nuse absorption(of: rook)\n",
    ),
    info(
        "F0276",
        "mechanics that use each other in a circle",
        "A mechanic may use others, but never itself, directly or through others.",
        "variant \"Mine\" extends chess\nmechanic boom {\n  on capture { remove: mover }\n  use boom\n}\nuse boom\n",
        "variant \"Mine\" extends chess\nmechanic boom {\n  on capture { remove: mover }\n}\nuse boom\n",
    ),
    info(
        "F0277",
        "a mechanic with the name of a hook",
        "`use NAME` must have one meaning, so a mechanic cannot have the name of a hook.",
        "variant \"Mine\" extends chess\nmechanic weapon {\n  on capture { remove: mover }\n}\n",
        "variant \"Mine\" extends chess\nmechanic boom {\n  on capture { remove: mover }\n}\nuse boom\n",
    ),
    info(
        "F0278",
        "not a type of a parameter",
        "Behind the colon of a parameter stands its type: `piece`, `pieces`, `movement`, `squares`, `number`, `1..3`, \
         `word`, or words to choose from such as `yes | no`.",
        "variant \"Mine\" extends chess\nmechanic boom(sparing: pawns) {\n  on capture { remove: mover }\n}\nuse boom(sparing: pawn)\n",
        "variant \"Mine\" extends chess\nmechanic boom(sparing: pieces) {\n  on capture { by: all except sparing; remove: mover }\n}\nuse boom(sparing: pawn)\n",
    ),
    info(
        "F0279",
        "a declaration that a mechanic cannot contain",
        "A mechanic contains `on`, `power`, `rules`, goals in `end`, zones, movements and uses of other mechanics. The \
         variant itself declares the board, armies, pieces, the start, and rules of which it can have only one.",
        "variant \"Mine\" extends chess\nmechanic boom {\n  end { stalemate: loss }\n}\nuse boom\n",
        "variant \"Mine\" extends chess\nmechanic boom {\n  on capture { remove: mover }\n}\nuse boom\nend { stalemate: loss }\n",
    ),
    info(
        "F0280",
        "a parameter whose name has a meaning already",
        "In the block of a mechanic a parameter stands for its value. A word of the language such as `mover` or `all` \
         would lose its meaning there.",
        "variant \"Mine\" extends chess\nmechanic boom(mover: pieces) {\n  on capture { remove: mover on step all at target }\n}\nuse boom(mover: pawn)\n",
        "variant \"Mine\" extends chess\nmechanic boom(what: pieces) {\n  on capture { remove: what on step all at target }\n}\nuse boom(what: pawn)\n",
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
        "A castling right needs both pieces on the squares where the castling move begins.",
        "variant \"Mine\" extends chess\nstart \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2N w KQkq - 0 1\"\n",
        "variant \"Mine\" extends chess\nstart \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"\n",
    ),
    info(
        "F0283",
        "starts that cannot be numbered",
        "The parts of `shuffle` together fill all squares of `on`. The number of free squares for a part must not \
         depend on the parts before it: place pieces with few possible squares first.",
        "variant \"Mine\" extends chess\nshuffle {\n  on: first rank\n  place: queen, bishop on light, bishop on dark, knight knight, rook king rook\n}\n",
        "variant \"Mine\" extends chess\ncastling {\n  K: king e1 g1, rook h1 f1\n  Q: king e1 c1, rook a1 d1\n  anywhere: yes\n}\nshuffle {\n  on: first rank\n  place: bishop on light, bishop on dark, queen, knight knight, rook king rook\n}\n",
    ),
    info(
        "F0290",
        "there is no such event",
        "The events are `on move`, `on capture`, `on drop` and `on turn`.",
        "variant \"Mine\" extends chess\non captures { remove: mover }\n",
        "variant \"Mine\" extends chess\non capture { by: all except king; remove: mover }\n",
    ),
    info(
        "F0291",
        "an effect that does nothing",
        "An `on` block needs an effect, such as `remove`, `flip`, `become` or `hand`. `by`, `of`, `from` and `to` only \
         restrict the event.",
        "variant \"Mine\" extends chess\non capture { by: queen }\n",
        "variant \"Mine\" extends chess\non capture { by: queen; remove: mover }\n",
    ),
    info(
        "F0292",
        "a question that only a move, or only a capture, answers",
        "`of` and `victim` are about the captured piece, so they need `on capture`. `on turn` knows nothing about the \
         moves of the turn.",
        "variant \"Mine\" extends chess\non move { of: queen; remove: mover }\n",
        "variant \"Mine\" extends chess\non capture { by: all except king; of: queen; remove: mover }\n",
    ),
    info(
        "F0293",
        "a piece that becomes nothing",
        "`become` names the pieces and the new kind: `mover as queen`, or `mover as victim` for the captured kind.",
        "variant \"Mine\" extends chess\non capture { by: knight; become: mover }\n",
        "variant \"Mine\" extends chess\non capture { by: knight; become: mover as rook }\n",
    ),
    info(
        "F0294",
        "unclear pieces or squares of an effect",
        "Pieces are `mover`, or an owner (`friend`, `enemy`, or none for both sides) and kinds (`all except pawn`, in \
         parentheses). A place may follow: `on` squares, `attacked by mover`, `between mover and friend by \
         MOVEMENT`. Squares are sets such as zones, or squares seen from a place: `step all at mover`, `file at \
         target`, `rank at friend king`. Join several with `&` or `|`, in parentheses.",
        "variant \"Mine\" extends chess\non capture { remove: enemy queen rank 4 }\n",
        "variant \"Mine\" extends chess\non capture { remove: enemy queen on rank 4 }\n",
    ),
    info(
        "F0295",
        "an effect that looks along an impossible way",
        "The movement of an effect may depend only on which squares are occupied. The owner of the pieces stands before \
         `on`. Pieces enclosed between two others lie in a row: the movement is a leap or a ride.",
        "variant \"Mine\" extends chess\non move { remove: enemy pawn on capture-own rook at mover }\n",
        "variant \"Mine\" extends chess\non move { remove: enemy pawn on rook at mover }\n",
    ),
    info(
        "F0296",
        "a promoted piece with an unknown origin",
        "`demoted` sends a promoted piece to the hand as its original kind. If two kinds promote to the same kind, the \
         original kind is unknown.",
        "variant \"Mine\" extends chess\npromotion knight { to: queen }\non capture { hand: victim flipped demoted }\ndrop all { on: ranks 2-7 }\n",
        "variant \"Mine\" extends chess\npiece dame D = queen, value 9\npromotion knight { to: dame }\non capture { hand: victim flipped demoted }\ndrop all { on: ranks 2-7 }\n",
    ),
    info(
        "F0297",
        "a wall instead of a move, seen from the moved piece",
        "With `instead: yes` a turn is either a move or a wall. A wall moves no piece, so its squares cannot be seen \
         from `mover`, `origin` or `target`.",
        "variant \"Mine\" extends chess\nwalls { on: queen at mover; instead: yes }\n",
        "variant \"Mine\" extends chess\nwalls { on: edge | step orthogonal at wall; instead: yes }\n",
    ),
    info(
        "F0298",
        "a power that lacks something",
        "A power needs a condition (`while`) and an effect: `moves` replaces the piece's own movement, `gains` adds to \
         it.",
        "variant \"Mine\" extends chess\npower relay { while: guarded by knight }\n",
        "variant \"Mine\" extends chess\npower relay { while: guarded by knight; gains: knight }\n",
    ),
    info(
        "F0299",
        "an unclear condition of a power",
        "`while` relates the piece to another one: `attacked by` an enemy, `guarded by` a friend, `attacks`, `next to`, \
         or `beside` with a movement. `more` compares numbers: `next to more friend pawn`. Kinds of pieces \
         stand last, several in parentheses; `same` is the piece's own kind.",
        "variant \"Mine\" extends chess\npower relay { while: near knight; gains: knight }\n",
        "variant \"Mine\" extends chess\npower relay { while: beside friend knight by step all; gains: knight }\n",
    ),
];
