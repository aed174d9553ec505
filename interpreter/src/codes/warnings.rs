//! The meaning of every warning about rules, with an example of the mistake and of its repair.

use super::{CodeInfo, info};

/// All codes of warnings about rules, in order.
pub const WARNINGS: &[CodeInfo] = &[
    info(
        "F0301",
        "a piece that can never move",
        "The piece cannot move from any square that it can reach. If this is meant, add the attribute `confined`.",
        "variant \"Mine\" extends chess\npiece white queen Q = queen from rank 5 to rank 5\nwithout promotion white pawn\n",
        "variant \"Mine\" extends chess\npiece white queen Q = queen from rank 1\n",
    ),
    info(
        "F0302",
        "a piece that can never reach half of the board",
        "However the other pieces stand, the piece reaches less than half of the squares. If this is meant, add the \
         attribute `confined`. Pieces that promote, and movements that name squares, are not examined.",
        "variant \"Mine\" extends chess\npiece white bishop B = leap(2, 2)\npromotion pawn { to: queen }\n",
        "variant \"Mine\" extends chess\npiece white bishop B = leap(2, 2), confined\npromotion pawn { to: queen }\n",
    ),
    info(
        "F0303",
        "a piece that can never capture or give check",
        "No path of the piece captures. If this is meant, add the attribute `harmless`.",
        "variant \"Mine\" extends chess\npiece white knight N = move knight\n",
        "variant \"Mine\" extends chess\npiece white knight N = move knight, harmless\n",
    ),
    info(
        "F0304",
        "a movement that nothing uses",
        "The definition has no effect on the variant.",
        "variant \"Mine\" extends chess\nmovement amazon = queen | knight\n",
        "variant \"Mine\" extends chess\nmovement amazon = queen | knight\npiece white queen Q = amazon\n",
    ),
    info(
        "F0305",
        "a zone that nothing uses",
        "The definition has no effect on the variant.",
        "variant \"Mine\" extends chess\nzone hill = d4-e5\n",
        "variant \"Mine\" extends chess\nzone hill = d4-e5\nend { king-of-the-hill: reach king on hill }\n",
    ),
    info(
        "F0306",
        "a library that nothing uses",
        "The included file has no effect on the variant.",
        "variant \"Mine\" extends chess\ninclude robotic\n",
        "variant \"Mine\" extends chess\ninclude robotic\npiece white queen Q = robotic(queen)\n",
    ),
    info(
        "F0307",
        "a parameter that its movement or mechanic does not use",
        "The value of the parameter has no effect on the movement or the mechanic.",
        "variant \"Mine\" extends chess\nmovement twice(m) = queen\npiece white queen Q = twice(rook)\n",
        "variant \"Mine\" extends chess\nmovement twice(m) = m | m then m\npiece white queen Q = twice(rook)\n",
    ),
    info(
        "F0308",
        "a piece that can never reach its promotion zone",
        "However the other pieces stand, the piece cannot reach the zone.",
        "variant \"Mine\" extends chess\npromotion white pawn { to: queen; on: first rank }\n",
        "variant \"Mine\" extends chess\npromotion white pawn { to: queen; on: last rank }\n",
    ),
    info(
        "F0309",
        "a hook or a parameter without effect",
        "The hook has no effect with these parameters, or in this variant.",
        "variant \"Mine\" extends chess\nuse adjacency-loss(side: black, between: rank 3, and: rank 5)\n",
        "variant \"Mine\" extends chess\nuse adjacency-loss(side: black, between: rank 4, and: rank 5)\n",
    ),
    info(
        "F0310",
        "a piece that never appears",
        "The piece is not in the start position and nothing promotes to it.",
        "variant \"Mine\" extends chess\npiece archbishop A = bishop | knight\n",
        "variant \"Mine\" extends chess\npiece archbishop A = bishop | knight\npromotion pawn { to: archbishop, queen }\n",
    ),
    info(
        "F0311",
        "a castling move that can never be made",
        "The start position does not give the right, and nothing gives it later. Or `shuffle` puts the pieces elsewhere \
         in most starts; castling then needs `anywhere: yes`.",
        "variant \"Mine\" extends chess\ncastling {\n  K: king e1 g1, rook h1 f1\n  R: king e1 c1, rook a1 d1\n}\nstart \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1\"\n",
        "variant \"Mine\" extends chess\ncastling {\n  K: king e1 g1, rook h1 f1\n}\nstart \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1\"\n",
    ),
    info(
        "F0312",
        "a goal that holds at the start",
        "The game would be over after the first move.",
        "variant \"Mine\" extends chess\nend { hill: reach king on first rank }\n",
        "variant \"Mine\" extends chess\nend { hill: reach king on last rank }\n",
    ),
    info(
        "F0313",
        "a game without a possible winner",
        "No piece is royal, and no goal is a win or a loss.",
        "variant \"Mine\" extends chess\npiece king K = king, value 4\n",
        "variant \"Mine\" extends chess\npiece king K = king, value 4\nend { bare: extinct king, loss }\n",
    ),
    info(
        "F0314",
        "a side without its royal piece",
        "The side has a royal kind of piece, but none of them is in the start position.",
        "variant \"Mine\" extends chess\nstart \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w kq - 0 1\"\n",
        "variant \"Mine\" extends chess\nstart \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"\n",
    ),
    info(
        "F0315",
        "a rule about royals without royals",
        "Check, and rules about it, need a royal piece that can be attacked.",
        "variant \"Mine\" extends chess\npiece black king K = king, value 4\nend { bare: black extinct king }\nrules { no-check: white }\n",
        "variant \"Mine\" extends chess\nrules { no-check: white }\n",
    ),
    info(
        "F0316",
        "two rules that contradict each other",
        "One of the two can never apply: two goals with one condition and different results, a count of checks where no \
         move may give check, or a stalemate where a side may always pass.",
        "variant \"Mine\" extends chess\nend {\n  hill: reach king on d4-e5\n  swamp: reach king on d4-e5, loss\n}\n",
        "variant \"Mine\" extends chess\nend {\n  hill: reach king on d4-e5\n  swamp: reach king on a8 | h8, loss\n}\n",
    ),
    info(
        "F0317",
        "a code that cannot be allowed",
        "`# allow F0302` above a declaration or at the end of its line silences that warning in there. Only warnings can be \
         silenced.",
        "variant \"Mine\" extends chess\n# allow F0399\npromotion pawn { to: queen }\n",
        "variant \"Mine\" extends chess\npiece white knight N = move knight  # allow F0303\n",
    ),
    info(
        "F0318",
        "an `allow` that silences nothing",
        "The declaration below or beside the comment has no such warning.",
        "variant \"Mine\" extends chess\npiece white knight N = knight  # allow F0303\n",
        "variant \"Mine\" extends chess\npiece white knight N = move knight  # allow F0303\n",
    ),
    info(
        "F0319",
        "a goal that is lost with its pieces",
        "The file takes over a goal but removes all pieces that the goal names, for example by giving a piece another \
         name. Write the goal again for the new piece, or take it back with `without end`.",
        "variant \"Mine\" extends kingofthehill\nwithout piece king\nwithout castling\npiece emperor K = king, royal\nstart \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\"\n",
        "variant \"Mine\" extends kingofthehill\nwithout piece king\nwithout castling\npiece emperor K = king, royal\nstart \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\"\nend { hill: reach emperor on d4-e5, own-move }\n",
    ),
    info(
        "F0320",
        "a promotion or castling that is lost with its piece",
        "The file removes a piece that promotes or castles, and declares no successor. Declare one, or write `without \
         promotion` or `without castling`.",
        "variant \"Mine\" extends chess\nwithout piece pawn\npiece soldier P = pawn, value 1\n",
        "variant \"Mine\" extends chess\nwithout piece pawn\npiece soldier P = pawn, value 1\npromotion soldier { to: queen, rook, bishop, knight }\n",
    ),
    info(
        "F0321",
        "a side that can never win",
        "The opponent has no royal piece that could be checkmated, or the side has no piece that could do it, and no \
         goal or rule lets the side win.",
        "variant \"Mine\" extends chess\npiece white king K = king, value 4\n",
        "variant \"Mine\" extends chess\npiece white king K = king, value 4\nend { bare: white extinct king }\n",
    ),
    info(
        "F0322",
        "a goal that can never be reached",
        "The pieces never reach the squares, always become something else there, or are royal and therefore never \
         captured.",
        "variant \"Mine\" extends chess\nend { through: reach pawn on last rank }\n",
        "variant \"Mine\" extends chess\nend { through: reach pawn on rank 7 }\n",
    ),
    info(
        "F0323",
        "a goal that another goal hides",
        "Goals are tested in the order of the text. Whenever this goal is reached, an earlier one is reached too.",
        "variant \"Mine\" extends chess\nend {\n  hill: reach king on d4-e5\n  peak: reach king on e4\n}\n",
        "variant \"Mine\" extends chess\nend {\n  peak: reach king on e4\n  hill: reach king on d4-e5, draw\n}\n",
    ),
    info(
        "F0324",
        "a royal piece that may be lost without a goal",
        "A hook or an effect can remove a royal piece without checkmate. Add a goal that names this end; without one \
         the reason is `king-lost`.",
        "variant \"Mine\" extends chess\nuse explosion(sparing: pawn)\n",
        "variant \"Mine\" extends chess\nuse explosion(sparing: pawn)\nend { exploded: extinct king }\n",
    ),
    info(
        "F0325",
        "a part of a movement that never applies",
        "The piece never stands on the squares after `from`, never ends on those after `to`, or is not in the start \
         position to make a first move.",
        "variant \"Mine\" extends chess\nstart \"rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w KQkq - 0 1\"\n",
        "variant \"Mine\" extends chess\nstart \"rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w KQkq - 0 1\"\nmovement double-step = exposed move ride forward 2 from third rank\n",
    ),
    info(
        "F0326",
        "a part of a movement that adds nothing",
        "The other parts of the union contain all its paths.",
        "variant \"Mine\" extends chess\npiece queen Q = queen | rook, value 9\n",
        "variant \"Mine\" extends chess\npiece queen Q = queen | knight, value 12\n",
    ),
    info(
        "F0327",
        "two pieces with the same movement",
        "Two kinds of a side have the same movement, and neither a rule nor a letter with a plus distinguishes them.",
        "variant \"Mine\" extends chess\npiece mitre M = bishop, value 3\npromotion pawn { to: queen, mitre }\n",
        "variant \"Mine\" extends chess\npiece mitre M = bishop | wazir, value 5\npromotion pawn { to: queen, mitre }\n",
    ),
    info(
        "F0328",
        "a piece that gets stuck",
        "The piece can reach, or starts on, a square that it can never leave and on which it does not promote. If this \
         is meant, add the attribute `confined`.",
        "variant \"Mine\" extends chess\npiece knight N = leap(1, 2) forward, value 2\n",
        "variant \"Mine\" extends chess\npiece knight N = leap(1, 2) forward | step backward, value 2\n",
    ),
    info(
        "F0329",
        "an attribute that is not true",
        "`harmless` and `confined` only silence warnings; they do not restrict the piece. `keeps-clock` is for pieces \
         whose moves would restart the halfmove clock. `once D` is for a letter that no piece of the side has \
         now.",
        "variant \"Mine\" extends chess\npiece queen Q = queen, value 9, harmless\n",
        "variant \"Mine\" extends chess\npiece queen Q = move queen, value 9, harmless\n",
    ),
    info(
        "F0330",
        "en passant that never happens",
        "Capturing en passant needs a piece with `en-passant` and another whose passed squares are `exposed`. If \
         `rules` names squares, some of them must be passed squares.",
        "variant \"Mine\" extends chess\nmovement double-step = move ride forward 2 from second rank\n",
        "variant \"Mine\" extends chess\nmovement double-step = exposed move ride forward 3 from second rank\n",
    ),
    info(
        "F0331",
        "a promotion that changes nothing",
        "The piece becomes its own kind, or it cannot leave the squares that it would have to leave.",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen; when: leave }\n",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen; when: enter }\n",
    ),
    info(
        "F0332",
        "promotion of or to a royal piece",
        "With a second royal piece, all must be kept safe unless `royalty` says otherwise. A royal piece that becomes \
         another leaves its side without a royal.",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen, king }\n",
        "variant \"Mine\" extends chess\npromotion pawn { to: queen, king }\nroyalty { rule: any }\n",
    ),
    info(
        "F0333",
        "a rule for several royal pieces where there is one",
        "With a single royal piece, `any`, `last` and `fewer` mean the same as `all`. A forced pass needs several royal \
         pieces, some of them attacked.",
        "variant \"Mine\" extends chess\nroyalty { rule: any }\n",
        "variant \"Mine\" extends chess\nroyalty { rule: any }\npromotion pawn { to: queen, king }\n",
    ),
    info(
        "F0334",
        "a game that need not end",
        "Both sides may pass, and neither a repetition nor a count of moves ends the game.",
        "variant \"Mine\" extends chess\nwithout end repetition\nwithout end move-rule\nrules { pass: allowed }\n",
        "variant \"Mine\" extends chess\nrules { pass: allowed }\n",
    ),
    info(
        "F0335",
        "a duty to capture for pieces that cannot",
        "The side has no piece that can capture.",
        "variant \"Mine\" extends chess\narmy white {\n  king K = move king, royal, harmless\n  rook R = move rook, harmless\n}\nend { home: white reach king on last rank }\nrules { must-capture: white }\nwithout castling\nwithout promotion white pawn\nstart \"rnbqkbnr/pppppppp/8/8/8/8/8/R3K2R w - - 0 1\"\n",
        "variant \"Mine\" extends chess\nrules { must-capture: white }\n",
    ),
    info(
        "F0336",
        "plies that look like moves",
        "`move-rule` counts plies, a move of one side each: the rule of 50 moves is 100 plies.",
        "variant \"Mine\" extends chess\nend { move-rule: 50 draw claim }\n",
        "variant \"Mine\" extends chess\nend { move-rule: 120 draw claim }\n",
    ),
    info(
        "F0337",
        "an odd result of a count",
        "The result behind `repetition` and `move-rule` is that of the side which moved last. With `win`, a player wins by repeating a position. With `loss` and `claim`, no player would ever claim it.",
        "variant \"Mine\" extends chess\nend { repetition: 3 win }\n",
        "variant \"Mine\" extends chess\nend { repetition: 3 loss }\n",
    ),
    info(
        "F0338",
        "sides that start almost alike",
        "Both sides have the same pieces, and the start position is its own mirror image but for a square or two.",
        "variant \"Mine\" extends chess\nstart \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w KQkq - 0 1\"\n",
        "variant \"Mine\" extends chess\nstart \"rbnqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w KQkq - 0 1\"\n",
    ),
    info(
        "F0339",
        "a move rule that has run out at the start",
        "The halfmove clock of the start position, its fifth field, has reached the number of `move-rule`.",
        "variant \"Mine\" extends chess\nstart \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 100 1\"\n",
        "variant \"Mine\" extends chess\nstart \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"\n",
    ),
    info(
        "F0340",
        "a value that is lost",
        "A piece that is declared again, with a movement, has only the attributes of that declaration.",
        "variant \"Mine\" extends chess\npiece queen Q = queen | knight\n",
        "variant \"Mine\" extends chess\npiece queen Q = queen | knight, value 12\n",
    ),
    info(
        "F0341",
        "a direction of the board for both sides",
        "`north` and `south` are the same for both sides: north is forward for White and backward for Black. `forward` is each side's own direction.",
        "variant \"Mine\" extends chess\npiece knight N = step north | step diagonal, value 3\n",
        "variant \"Mine\" extends chess\npiece knight N = step forward | step diagonal, value 3\n",
    ),
    info(
        "F0342",
        "counters that have run at the start",
        "The last two fields of a position are the halfmove clock, which counts plies without a capture or a pawn's move, and the number of the move. A game begins with 0 and 1.",
        "variant \"Mine\" extends chess\nstart \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 12\"\n",
        "variant \"Mine\" extends chess\nstart \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"\n",
    ),
    info(
        "F0343",
        "drops without a hand",
        "Pieces are dropped from a hand. A hand is filled by an effect (`hand: victim flipped`), or by the start position: `[Nn]` behind \
         the board.",
        "variant \"Mine\" extends chess\ndrop all { on: all }\ndrop pawn { on: ranks 2-7 }\n",
        "variant \"Mine\" extends chess\non capture { hand: victim flipped }\ndrop all { on: all }\ndrop pawn { on: ranks 2-7 }\n",
    ),
    info(
        "F0344",
        "pieces that stay in a hand",
        "A piece in a hand can come back to the board only by a `drop`.",
        "variant \"Mine\" extends chess\non capture { hand: victim flipped }\n",
        "variant \"Mine\" extends chess\non capture { hand: victim flipped }\ndrop all { on: all }\ndrop pawn { on: ranks 2-7 }\n",
    ),
    info(
        "F0345",
        "pieces that are dropped where they can never move",
        "On some squares where the piece may be dropped it would have no move in any position: a pawn on the last rank.",
        "variant \"Mine\" extends chess\non capture { hand: victim flipped }\ndrop all { on: all }\n",
        "variant \"Mine\" extends chess\non capture { hand: victim flipped }\ndrop all { on: all }\ndrop pawn { on: ranks 1-7 }\n",
    ),
    info(
        "F0346",
        "a perpetual check or chase that is never judged",
        "Perpetual check and chase are judged at a repetition, so `repetition` must be declared.",
        "variant \"Mine\" extends chess\nwithout end repetition\nend { perpetual-check: loss }\n",
        "variant \"Mine\" extends chess\nend { repetition: 4 draw; perpetual-check: loss }\n",
    ),
    info(
        "F0347",
        "kinds that are there already",
        "`all except knight | bishop` joins two sets: everything but knights, and bishops. That is everything but \
         knights. Write several exceptions in parentheses.",
        "variant \"Mine\" extends chess\non capture { of: all except knight | bishop; remove: mover }\n",
        "variant \"Mine\" extends chess\non capture { of: all except (knight | bishop); remove: mover }\n",
    ),
    info(
        "F0350",
        "pieces that never come to the board",
        "An effect puts a piece on the board that is royal, or that its side does not have.",
        "variant \"Mine\" extends chess\non move { by: pawn; to: rank 6; put: king on origin }\n",
        "variant \"Mine\" extends chess\non move { by: pawn; to: rank 6; put: knight on origin }\n",
    ),
    info(
        "F0351",
        "royal pieces that never face each other",
        "`bikjang: yes` and `apart` need royal pieces of both sides. One side has none.",
        "variant \"Mine\" extends horde\nrules { bikjang: yes }\n",
        "variant \"Mine\" extends chess\nrules { bikjang: yes }\n",
    ),
    info(
        "F0352",
        "control that never acts",
        "`control` names pieces that no side has, or pieces that cannot move.",
        "variant \"Mine\" extends chess\ncontrol { of: enemy pawn; moves: none }\n",
        "variant \"Mine\" extends chess\ncontrol { of: enemy pawn; moves: step forward }\n",
    ),
    info(
        "F0353",
        "hops over walls in a variant without walls",
        "A piece hops over walls, but no square is ever closed: there is no `walls` block, and no effect closes squares.",
        "variant \"Mine\" extends chess\npiece rook R = rook over wall, value 5\n",
        "variant \"Mine\" extends chess\npiece rook R = rook over wall, value 5\nwalls { on: all }\n",
    ),
    info(
        "F0354",
        "a part of a turn that is never possible",
        "A turn asks for a kind of move that the variant lacks: `control` without pieces to move, `swap` without places \
         to change, or `drop` without drops.",
        "variant \"Mine\" extends chess\nturn { both: move, control }\n",
        "variant \"Mine\" extends chess\nturn { both: move, control }\ncontrol { of: enemy pawn }\n",
    ),
    info(
        "F0355",
        "a rule about sacrificed royals that never applies",
        "`royalty { sacrifice: yes }` and `royalty { trade: no }` are about royal pieces that effects remove. No effect \
         removes any.",
        "variant \"Mine\" extends chess\nroyalty { sacrifice: yes }\n",
        "variant \"Mine\" extends chess\nroyalty { sacrifice: yes }\non capture { remove: mover, all on step all at mover }\nend { exploded: extinct king }\n",
    ),
    info(
        "F0356",
        "walls in check, where every move puts one",
        "`in-check: no` forbids a wall instead of a move while the side is in check. Here every move ends with a wall, \
         so there is no such wall.",
        "variant \"Mine\" extends chess\nwalls { on: all; in-check: no }\n",
        "variant \"Mine\" extends chess\nwalls { on: all; instead: yes; in-check: no }\n",
    ),
    info(
        "F0357",
        "a compass direction with mirrored squares",
        "Compass directions such as `north` are the same for both sides, but sets of squares are mirrored for Black. In \
         `ride south from rank 8`, White moves south from rank 8, and Black south from rank 1, off the board.",
        "variant \"Mine\" extends chess\npiece guard G = king | ride south from rank 8\npromotion pawn { to: queen, guard }\n",
        "variant \"Mine\" extends chess\nzone both top = rank 8\npiece guard G = king | ride south from top\npromotion pawn { to: queen, guard }\n",
    ),
    info(
        "F0360",
        "a mechanic that is never used",
        "`mechanic NAME { ... }` declares what `use NAME` means. Without `use` it has no effect.",
        "variant \"Mine\" extends chess\nmechanic boom {\n  on capture { remove: mover }\n}\n",
        "variant \"Mine\" extends chess\nmechanic boom {\n  on capture { remove: mover }\n}\nuse boom\n",
    ),
    info(
        "F0361",
        "a side that binds only one set",
        "`white` and `black` bind the next set only. Sets joined to it with `|` or a comma are for both sides. Use \
         parentheses to bind them all.",
        "variant \"Mine\" extends chess\nend { home: reach king on white a8 | h8 }\n",
        "variant \"Mine\" extends chess\nend { home: reach king on white (a8 | h8) }\n",
    ),
    info(
        "F0362",
        "walls that one side cannot place",
        "Every move places a wall on a square of `on`. A side for which this set is empty has no legal move.",
        "variant \"Mine\" extends chess\nwalls { on: white ranks 3-4 }\n",
        "variant \"Mine\" extends chess\nwalls { on: ranks 3-6 }\n",
    ),
    info(
        "F0364",
        "a castling right that never comes",
        "With `dropped: yes` the right appears when the second piece is dropped on its start square; with `brought: \
         yes`, when an effect brings it there. The variant has no such drops or effects.",
        "variant \"Mine\" extends chess\ncastling {\n  K: king e1 g1, rook h1 f1\n  Q: king e1 c1, rook a1 d1\n  dropped: yes\n}\n",
        "variant \"Mine\" extends chess\ndrop queen rook bishop knight { on: all }\ndrop pawn { on: ranks 2-7 }\non capture { hand: victim flipped }\ncastling {\n  K: king e1 g1, rook h1 f1\n  Q: king e1 c1, rook a1 d1\n  dropped: yes\n}\n",
    ),
    info(
        "F0365",
        "an effect that never follows",
        "The event never happens, or the condition never holds: the piece does not exist, never stands on such a \
         square, or never captures such a piece.",
        "variant \"Mine\" extends chess\non capture { of: king; become: mover as queen }\n",
        "variant \"Mine\" extends chess\non capture { of: queen; become: mover (all except king) as queen }\n",
    ),
    info(
        "F0366",
        "an effect that changes nothing",
        "The variant has no such pieces, they already are of the new kind, or an earlier effect removes them.",
        "variant \"Mine\" extends chess\non capture { by: knight; remove: mover; become: mover as queen }\n",
        "variant \"Mine\" extends chess\non capture { by: knight; become: mover as queen }\n",
    ),
    info(
        "F0367",
        "a power that changes nothing",
        "The condition never holds, or the pieces already move in this way.",
        "variant \"Mine\" extends chess\npower swift { of: queen; while: next to friend king; gains: rook }\n",
        "variant \"Mine\" extends chess\npower swift { of: queen; while: next to friend king; gains: knight }\n",
    ),
    info(
        "F0368",
        "an entry that changes nothing",
        "The entry states a default or repeats something, or the variant has nothing that it could be about.",
        "variant \"Mine\" extends chess\nrules { most-captures: yes }\n",
        "variant \"Mine\" extends chess\nrules { must-capture: yes }\n",
    ),
    info(
        "F0369",
        "a condition that is always or never true",
        "The pieces after `while` are always there, or those after `unless` never are. A royal piece that must be kept \
         safe is always on the board.",
        "variant \"Mine\" extends chess\non move { by: knight; while: friend king; become: mover as bishop }\n",
        "variant \"Mine\" extends chess\non move { by: knight; while: friend king on step all at mover; become: mover as bishop }\n",
    ),
    info(
        "F0370",
        "a mistake in a mechanic that nothing uses",
        "The block of the mechanic has a mistake that `use` would report. Names that are not known are no mistake \
         there: they may belong to the variants that use the mechanic.",
        "library \"Mine\"\nmechanic blast(by: piece) { on capture { by: by; remvoe: mover } }\n",
        "library \"Mine\"\nmechanic blast(by: piece) { on capture { by: by; remove: mover } }\n",
    ),
];
