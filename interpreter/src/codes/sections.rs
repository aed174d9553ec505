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
        "A piece without `=` is the piece of that name which the other army or the extended variant has.",
        "variant \"Mine\" extends chess\npiece archbishop A\n",
        "variant \"Mine\" extends chess\npiece white queen Q\n",
    ),
    info(
        "F0203",
        "an impossible letter",
        "The letter of a piece is one from A to Z, one with a plus before it, `+R`, or a name in brackets, `(wz)`: up to eight letters and \
         digits, a letter first.",
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
         `unlettered`, `once D`, `confined` and `harmless`, each once.",
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
        "F0235",
        "conditions of a promotion that comes with a move",
        "`goes`, `check`, `while` and `unless` are about promotions in place, which are moves of their own.",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen; on: last rank; check: no }\n",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen; on: ranks 7-8; when: in-place; check: no }\n",
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
        "Both pieces stay on one rank, on different squares, with no hole on the way, and no two moves of a side do the same.",
        "variant \"Mine\" extends chess\ncastling { K: king e1 g2, rook h1 f1 }\n",
        "variant \"Mine\" extends chess\ncastling {\n  K: king e1 g1, rook h1 f1\n  Q: king e1 c1, rook a1 d1\n}\n",
    ),
    info(
        "F0251",
        "not a goal",
        "A goal is `reach PIECES on SQUARES`, `extinct PIECES`, `checks N`, `line PIECES N`, `square PIECES N`, `join PIECES on SQUARES, with SQUARES` or `most PIECES, full`, perhaps with a side before it and options after \
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
        "`reach` may have `own-move`, `reply`, `at-least N`, `filled`, `safe` and `held`, `extinct` may have `at-most N`, `opponent N`, `reply` and `held`, \
         `line` and `join` the ways rows go (`orthogonal`, `diagonal`, ...), `line` also `apart`, `most` `full`, `stuck` and `passes N`, and all may \
         have the score: `win`, `draw` or `loss`.",
        "variant \"Mine\" extends chess\nend { campmate: reach king on last rank, on-move }\n",
        "variant \"Mine\" extends chess\nend { campmate: reach king on last rank, own-move }\n",
    ),
    info(
        "F0254",
        "not a count, or not what the game tells",
        "`to-and-fro: 4 loss, of rook`, `mate-by: win, of knight` and `perpetual-chase: loss, by rook, by cannon horse, of soldier on ranks 6-10` name a result and pieces. `count` and `count-alone` name numbers of moves, each perhaps with the pieces that the opponent must have for it (`8 against rook 2`; the first that \
         holds is the limit), and after commas when a side counts: `no pawn`, `at-most 3`, and that it begins `from pieces`.",
        "variant \"Mine\" extends chess\nend { count: no pawn }\n",
        "variant \"Mine\" extends chess\nend { count: 64, no pawn }\n",
    ),
    info(
        "F0255",
        "a limit that counts pieces",
        "`repetition: 3 most` and `move-rule: 100 most` let the player win who has more of the pieces that a goal counts: there must be such a goal (`majority: most all, full`), and no side stands \
         before `most`.",
        "variant \"Mine\" extends chess\nend { repetition: 3 most }\n",
        "variant \"Mine\" extends chess\nend { repetition: 3 most; majority: most all, full }\n",
    ),
    info(
        "F0260",
        "a royal that could be captured in the middle of a turn",
        "Where a turn has several moves, each of them must leave the own royals safe, and the opponent's must not be captured by a \
         later one: so a move that gives check ends the turn. The other way is kings that are not royal, and a goal.",
        "variant \"Mine\" extends chess\nturn { both: move, move }\n",
        "variant \"Mine\" extends chess\nturn { both: move, move; check: ends }\n",
    ),
    info(
        "F0261",
        "the moves of a turn said twice",
        "`both` says how many moves the turns of both sides have; `white` and `black` say it for each.",
        "variant \"Mine\" extends chess\nturn { both: move; white: move, move; check: ends }\n",
        "variant \"Mine\" extends chess\nturn { white: move, move; black: move; check: ends }\n",
    ),
    info(
        "F0262",
        "control of what is not the opponent's",
        "`control` says which of the opponent's pieces a side may move instead of its own: `of: enemy pawn`, `of: enemy attacked by \
         friend`. Before a move nothing has moved, so `mover`, `origin` and `target` are nowhere.",
        "variant \"Mine\" extends chess\ncontrol { of: enemy attacked by mover }\n",
        "variant \"Mine\" extends chess\ncontrol { of: enemy attacked by friend }\n",
    ),
    info(
        "F0266",
        "a turn that does not go on so",
        "`again` says with which piece a turn goes on, `mover` or `victim`, perhaps how it goes (`by step forward`), and behind commas what \
         it may do: `captures` or `quiet`, `may` or `must`, `once`, `turning`. What was captured must go on, since it cannot stay where \
         its captor stands.",
        "variant \"Mine\" extends chess\non capture { again: mover, quiet, captures }\n",
        "variant \"Mine\" extends chess\non capture { again: mover, quiet }\n",
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
        "F0275",
        "hooks that contradict each other",
        "Two hooks say different things about the same, so that both cannot be meant. The page of hooks (`ferz hooks \
         --markdown`) has a table of such pairs with the reasons; all others can be combined.",
        "variant \"Mine\" extends chess\nuse absorption(of: rook)\nuse weapon(letter: O, of: rook, fires: rook)\n",
        "variant \"Mine\" extends chess\nuse absorption(of: rook)\n",
    ),
    info(
        "F0276",
        "mechanics that use each other in a circle",
        "A mechanic may use others, but not itself, nor one that uses it.",
        "variant \"Mine\" extends chess\nmechanic boom {\n  on capture { remove: mover }\n  use boom\n}\nuse boom\n",
        "variant \"Mine\" extends chess\nmechanic boom {\n  on capture { remove: mover }\n}\nuse boom\n",
    ),
    info(
        "F0277",
        "a mechanic with the name of a hook",
        "What `use NAME` means must be one thing: hooks of ferz keep their names.",
        "variant \"Mine\" extends chess\nmechanic weapon {\n  on capture { remove: mover }\n}\n",
        "variant \"Mine\" extends chess\nmechanic boom {\n  on capture { remove: mover }\n}\nuse boom\n",
    ),
    info(
        "F0278",
        "no type of a parameter",
        "Behind the colon of a parameter stands what its values are: `piece`, `pieces`, `movement`, `squares`, `number`, `1..3`, `word`, or \
         words to choose from such as `yes | no`.",
        "variant \"Mine\" extends chess\nmechanic boom(sparing: pawns) {\n  on capture { remove: mover }\n}\nuse boom(sparing: pawn)\n",
        "variant \"Mine\" extends chess\nmechanic boom(sparing: pieces) {\n  on capture { by: all except sparing; remove: mover }\n}\nuse boom(sparing: pawn)\n",
    ),
    info(
        "F0279",
        "what a mechanic cannot say",
        "A mechanic says what is added to any variant: `on`, `power`, `rules`, goals in `end`, and has zones, movements and uses of other \
         mechanics. Boards, armies, pieces, the start and what only one variant has at a time stand in the variant.",
        "variant \"Mine\" extends chess\nmechanic boom {\n  end { stalemate: loss }\n}\nuse boom\n",
        "variant \"Mine\" extends chess\nmechanic boom {\n  on capture { remove: mover }\n}\nuse boom\nend { stalemate: loss }\n",
    ),
    info(
        "F0280",
        "a parameter whose name has a meaning already",
        "In the block of a mechanic its parameters stand for values. A word of the language such as `mover` or `all` would lose its meaning there.",
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
        "The right to castle needs both pieces on the squares where the castling move begins.",
        "variant \"Mine\" extends chess\nstart \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2N w KQkq - 0 1\"\n",
        "variant \"Mine\" extends chess\nstart \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"\n",
    ),
    info(
        "F0283",
        "starts that cannot be numbered",
        "`shuffle` puts as many pieces on squares as there are, one part after the other. How many squares are free for a part must not \
         depend on what was placed before: what may stand on fewer squares is placed first.",
        "variant \"Mine\" extends chess\nshuffle {\n  on: first rank\n  place: queen, bishop on light, bishop on dark, knight knight, rook king rook\n}\n",
        "variant \"Mine\" extends chess\ncastling {\n  K: king e1 g1, rook h1 f1\n  Q: king e1 c1, rook a1 d1\n  anywhere: yes\n}\nshuffle {\n  on: first rank\n  place: bishop on light, bishop on dark, queen, knight knight, rook king rook\n}\n",
    ),
    info(
        "F0290",
        "there is no such event",
        "Something follows `on capture`, or `on move`.",
        "variant \"Mine\" extends chess\non captures { remove: mover }\n",
        "variant \"Mine\" extends chess\non capture { by: all except king; remove: mover }\n",
    ),
    info(
        "F0291",
        "an effect that does nothing",
        "A block `on` says when something follows (`by`, `of`, `from`, `to`), and what: `remove`, `flip`, `become`, `hand`.",
        "variant \"Mine\" extends chess\non capture { by: queen }\n",
        "variant \"Mine\" extends chess\non capture { by: queen; remove: mover }\n",
    ),
    info(
        "F0292",
        "a question that only a move, or only a capture, answers",
        "`of` and `victim` are about what was captured. After a move that need not capture there is nothing they could mean. At the end of a turn (`on turn`) nothing is known of its moves at all.",
        "variant \"Mine\" extends chess\non move { of: queen; remove: mover }\n",
        "variant \"Mine\" extends chess\non capture { by: all except king; of: queen; remove: mover }\n",
    ),
    info(
        "F0293",
        "a piece that becomes nothing",
        "`become` says who becomes what: `mover as queen`, or `mover as victim` for the kind that was captured.",
        "variant \"Mine\" extends chess\non capture { by: knight; become: mover }\n",
        "variant \"Mine\" extends chess\non capture { by: knight; become: mover as rook }\n",
    ),
    info(
        "F0294",
        "unclear pieces or squares of an effect",
        "Pieces are `mover`, or their owner (`friend`, `enemy`, nothing for both) and kinds (`all except pawn`, in parentheses), and \
         where they stand: `on` squares, `attacked by mover`, `between mover and friend by MOVEMENT`. Squares are zones and the \
         like, and those seen from a place: `step all at mover`, `file at target`, `rank at friend king`. Several are joined by `&` or \
         `|`, in parentheses.",
        "variant \"Mine\" extends chess\non capture { remove: enemy queen rank 4 }\n",
        "variant \"Mine\" extends chess\non capture { remove: enemy queen on rank 4 }\n",
    ),
    info(
        "F0295",
        "an effect that looks along an impossible way",
        "Where an effect looks may only depend on which squares are occupied; whose pieces are meant is said before `on`. What is \
         enclosed between two pieces lies in a row: a leap or a ride.",
        "variant \"Mine\" extends chess\non move { remove: enemy pawn on capture-own rook at mover }\n",
        "variant \"Mine\" extends chess\non move { remove: enemy pawn on rook at mover }\n",
    ),
    info(
        "F0296",
        "a promoted piece of which it is not known what it was",
        "`demoted` sends a promoted piece to the hand as what it was. If two kinds promote to one, that cannot be told.",
        "variant \"Mine\" extends chess\npromotion knight { to: queen }\non capture { hand: victim flipped demoted }\ndrop all { on: ranks 2-7 }\n",
        "variant \"Mine\" extends chess\npiece dame D = queen, value 9\npromotion knight { to: dame }\non capture { hand: victim flipped demoted }\ndrop all { on: ranks 2-7 }\n",
    ),
    info(
        "F0297",
        "a wall that is put instead of a move, beside what has moved",
        "With `instead: yes` a turn is a move or a wall. When a wall is put nothing has moved, so squares cannot be seen from \
         `mover`, `origin` or `target`.",
        "variant \"Mine\" extends chess\nwalls { on: queen at mover; instead: yes }\n",
        "variant \"Mine\" extends chess\nwalls { on: edge | step orthogonal at wall; instead: yes }\n",
    ),
    info(
        "F0298",
        "a power that lacks something",
        "A power says what must be so about a piece (`while`), and how it moves then: `moves` instead of its own way, or `gains` besides.",
        "variant \"Mine\" extends chess\npower relay { while: guarded by knight }\n",
        "variant \"Mine\" extends chess\npower relay { while: guarded by knight; gains: knight }\n",
    ),
    info(
        "F0299",
        "an unclear condition of a power",
        "`while` says what a piece has to do with another one: `attacked by` an enemy, `guarded by` a friend, `attacks` somebody, is \
         `next to` somebody, or `beside` somebody by a movement. `more` counts: `next to more friend pawn`. Kinds of pieces stand behind it, several in parentheses; `same` is the kind of the piece itself.",
        "variant \"Mine\" extends chess\npower relay { while: near knight; gains: knight }\n",
        "variant \"Mine\" extends chess\npower relay { while: beside friend knight by step all; gains: knight }\n",
    ),
];
