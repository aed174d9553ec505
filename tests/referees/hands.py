#!/usr/bin/env python3
"""Holds ferz against Fairy-Stockfish in the variants with hands and drops, or with pieces other than pawns that promote,
position by position.

As compare.py does for the others: seeded random games, which like captures, promotions and drops, and their positions
with most pieces taken off. Compared are the move texts, the position after every move (hands included), check, and
the end of the game with its winner. The exit code is 1 if anything differs.

Both write a promoted piece as `+P` and its promotion as `b8b9+`.
"""

import json
import random
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field, replace

import pyffish
from compare import (
    CLOCK_LIMIT,
    HERE,
    PLY_LIMIT,
    Case,
    Fen,
    Variant,
    ask_ferz,
    board_of,
    compare,
    counted_out,
    ends_facing,
    hand_made,
    main,
    may_count,
    passed_over,
    passed_squares,
    result_of,
    ruleset,
    size_of,
    winner_of,
)

TOKEN = re.compile(r"(\d+)|(\+?[A-Za-z]~?)|\*")


@dataclass(frozen=True)
class House(Variant):
    """What the referee has to know of a variant with hands."""

    # Whether the two restart the clock of the n-move rule with the same moves.
    clock: bool = True
    # Letter of the pawn that may not be dropped with mate.
    no_mate: str = ""
    # Letters of the pieces that stay when others are taken off.
    royals: str = "Kk"
    # Drops may not give check, which the referee does not see where a king explodes.
    quiet_drops: bool = False
    # Letters of pieces that move otherwise with their first move, and are named among the rights to castle as long as they may.
    novices: str = ""
    # Kings and rooks that are dropped on their squares may castle.
    drops_castle: bool = False
    # The pieces that come to hands from another board now and then.
    outside: str = ""
    # The letter that the referee has for a promoted piece, too, where it also promotes as pawns do; ferz has one name for it.
    second: dict = field(default_factory=dict)
    # Letters that the referee marks as promoted although nothing else goes by them.
    unmarked: str = ""
    # A side with nothing but kings has lost, which the referee does not know. So `K` and `+E` are
    # written.
    kings: tuple = ()
    # Pieces that have not moved let others in; the referee names them among the rights to castle.
    gates: bool = False

    def ferz_board(self, board):
        """The board and hands as ferz writes them, the hands sorted."""
        squares, bracket, hands = board.partition("[")

        hands = f"[{''.join(sorted(hands.rstrip(']')))}]" if bracket else ""
        for letter, name in self.second.items():
            squares = re.sub(f"{letter}~?", name, squares)
            squares = re.sub(f"{letter.lower()}~?", name.lower(), squares)
        if self.unmarked:
            squares = re.sub(f"([{self.unmarked}])~", r"\1", squares)
        return squares + hands

    def ferz_fen(self, fen):
        """A position of the referee as it is compared."""
        return replace(fen, board=self.ferz_board(fen.board), clock=fen.clock if self.clock else 0)

    def ferz_move(self, move, pieces):
        """A move of the referee as ferz writes it."""
        if self.passes and re.fullmatch(r"([a-z]\d+)\1", move):
            return "0000"
        if move[-1].upper() in self.second:
            return move[:-1] + "+"
        return move

    def sorted(self, text):
        """A position of ferz as it is compared."""
        parts = text.split(" ")
        parts[0] = self.ferz_board(parts[0])
        if not self.clock:
            parts[4] = "0"
        return " ".join(parts)


def shogi(name, no_mate="P", **more):
    """A variant of the family of Shogi."""
    return House(name, no_mate=no_mate, clock=False, double_step=False, **more)


# For boards of this many ranks a square of the last rank of White and one of Black: the king's
# destinations.
BACK = {ranks: ((f"a{ranks}",), ("a1",)) for ranks in (7, 8, 9, 10)}

# The slowest first, so that the processes end together.
VARIANTS = {
    v.name: v
    for v in [
        shogi("okisakishogi"),
        shogi("shogi"),
        shogi("checkshogi", checks=True),
        shogi("yarishogi", no_mate=""),
        House("grandhouse"),
        House("capahouse"),
        House("gothhouse"),
        shogi("cannonshogi", no_mate=""),
        shogi("mansindam", no_mate="", goal=BACK[9]),
        shogi("pandemonium", no_mate="", goal=BACK[9]),
        shogi("leaperhouse", no_mate="", goal=BACK[10]),
        shogi("muje", no_mate=""),
        shogi("mandala", no_mate="", royals="Jj"),
        House("blackletter"),
        House("backrank", clock=False, goal=BACK[8]),
        House(
            "forward",
            royals="Gg+G+g",
            clock=False,
        ),
        House("wolf", pawns="ps", two_square_en_passant=True),
        House("wolf-chess", pawns="ps", two_square_en_passant=True),
        House("chak", royals="Kk+K+k", clock=False, double_step=False),
        House("atomiczh", quiet_drops=True),
        shogi("euroshogi"),
        shogi("torishogi", no_mate="S"),
        House(
            "shogun",
            clock=False,
        ),
        House("sittuyin", counting=True, double_step=False),
        House("makhouse", counting=True, clock=False, double_step=False),
        House("cambodian", counting=True, novices="M", clock=False, double_step=False),
        House("karouk", counting=True, checks=True, novices="M", clock=False, double_step=False),
        shogi("elgam", no_mate="", second={"W": "+S"}),
        shogi("shoshogi", no_mate="", second_king="k", kings=("K", "+E")),
        House("stardust", royals="Rp", double_step=False),
        House("bughouse", outside="PNBRQ", unmarked="QRBNqrbn"),
        House("koedem", outside="PNBRQK", unmarked="QRBNqrbn"),
        House("placement", drops_castle=True),
        House("screen", drops_castle=True),
        House("supply", outside="PNBARC", double_step=False, clock=False),
        House("janggihouse", passes=True, clock=False, double_step=False),
        House("seirawan", gates=True),
        House("shouse", gates=True),
        House("crazyhouse"),
        House("chessgi"),
        House("loop"),
        House("3check-crazyhouse", checks=True),
        House("coffeehouse"),
        House("antihouse"),
        House("mounted", goal=BACK[7], double_step=False),
        House("xiangqihouse", double_step=False, clock=False),
        House("shinobi", clock=False, goal=BACK[8]),
        House(
            "shinobiplus",
            clock=False,
            goal=BACK[8],
        ),
        House("cetus", royals="Bb", clock=False, double_step=False),
        shogi("antiminishogi", no_mate=""),
        shogi("judkins"),
        shogi("minishogi"),
        shogi("gorogoroplus"),
        shogi("gorogoro"),
        shogi("kyotoshogi", no_mate=""),
        shogi("micro", no_mate=""),
        House("chennis", double_step=False),
        House(
            "gethenian",
            royals="Kk+K+k",
            double_step=False,
        ),
        House("minihouse", double_step=False),
        House("dragonfly-fsf", double_step=False),
        House("dobutsu", royals="Ll", clock=False, double_step=False),
        House("dragon"),
        House("fullmoon", double_step=False),
        House("ajax-orthodox"),
        House("shinobimirror", clock=False, goal=BACK[8]),
        House("pocketknight"),
    ]
}


# ---------------------------------------------------------------- the referee


def pieces_of(board):
    """The pieces of the referee's board: square -> `P`, `+P` or `Q~`; nothing stands where a wall is."""
    pieces = {}
    ranks = board.partition("[")[0].split("/")
    for down, row in enumerate(ranks):
        column = 0
        for run, piece in TOKEN.findall(row):
            if run:
                column += int(run)
            else:
                if piece:
                    pieces[f"{chr(97 + column)}{len(ranks) - down}"] = piece
                column += 1
    return pieces


def hands_of(board):
    return board.partition("[")[2].rstrip("]-")


def board_like(board, pieces, hands):
    """The board of pieces and hands, written as `board` is; only some variants have hands."""
    return board_of(pieces, size_of(board)) + (f"[{hands}]" if "[" in board else "")


def forbidden_mate(house, fen, pieces):
    """The drop of a pawn before the king, or None. The rules forbid it if it mates."""
    if not house.no_mate:
        return None
    king, ahead = ("k", -1) if fen.turn == "w" else ("K", 1)
    square = next(square for square, piece in pieces.items() if piece == king)
    return f"{house.no_mate}@{square[0]}{int(square[1:]) + ahead}"


def legal_moves(house, fen, pieces):
    """The referee's moves, less the drop of a pawn with mate: Fairy-Stockfish lists it, and the mated side wins."""
    moves = pyffish.legal_moves(house.name, fen.referee(), [])
    if house.outside:
        # In check the referee also drops what may come from the other board in time.
        held = hands_of(fen.board)
        letters = {letter.upper() for letter in held if letter.isupper() == (fen.turn == "w")}
        moves = [move for move in moves if "@" not in move or move[0] in letters]
    drop = forbidden_mate(house, fen, pieces)
    if drop not in moves or pyffish.legal_moves(house.name, fen.referee(), [drop]):
        return moves
    if not pyffish.gives_check(house.name, fen.referee(), [drop]):
        return moves
    if pyffish.game_result(house.name, fen.referee(), [drop]) <= 0 and not house.checks:
        raise RuntimeError(f"{house.name}: {fen.referee()}: after the mate {drop} the mated side does not win")
    if house.checks and pyffish.is_immediate_game_end(house.name, fen.referee(), [drop])[0]:
        return moves  # the check itself has won
    return [move for move in moves if move != drop]


def plain(house, fen, move, pieces):
    """The position after a drop or a quiet move without any side effect, or None if it is another move."""
    if house.checks:
        return None
    after, hands, clock = dict(pieces), hands_of(fen.board), fen.clock + 1
    white = fen.turn == "w"
    if "@" in move:
        letter, target = move.split("@")
        if house.drops_castle and letter in "KR":
            return None
        letter = letter if white else letter.lower()
        after[target], hands, clock = letter, hands.replace(letter[-1], "", 1), 0
    else:
        origin, target, rest = re.fullmatch(r"([a-z]\d+)([a-z]\d+)(.*)", move).groups()
        piece = pieces[origin]
        castles = fen.castling != "-" and (house.gates or piece.upper() in {"K", "R", *house.novices})
        if rest or target in pieces or castles or (house.clock and piece.lower() in house.pawns) or passed_over(house, pieces, move):
            return None
        if target == fen.passed and piece in "Pp":
            return None
        after[target] = after.pop(origin)
    board = board_like(fen.board, after, hands)
    return Fen(board, "b" if white else "w", fen.castling, "-", clock, fen.number + (not white))


def play(house, fen, move, pieces, plain_ok=True):
    """The position after a move and the en-passant fields that ferz may write there.

    Drops and quiet moves without any side effect are carried out here, for speed; the rest is the referee's.
    """
    quick = plain(house, fen, move, pieces) if plain_ok and not (house.counting and may_count(fen, pieces)) else None
    if quick:
        return quick, {"-"}
    after = Fen.of_referee(pyffish.get_fen(house.name, fen.referee(), [move]))
    if "@" in move or move[-1] in "+-":
        return after, {after.passed}
    return after, passed_squares(house, fen, move, pieces, after)


def passed_by(house, move, pieces):
    return None if "@" in move or move[-1] in "+-" else passed_over(house, pieces, move)


def is_en_passant(fen, move, pieces):
    if "@" in move or move[-1] in "+-":
        return False
    origin, target = re.match(r"([a-z]\d+)([a-z]\d+)", move).groups()
    return target == fen.passed and pieces[origin] in ("P", "p") and origin[0] != target[0]


def judge(house, case, rng):
    """Fills in what the referee says of a position, in ferz's words."""
    fen = case.fen
    pieces = pieces_of(fen.board)
    listed = legal_moves(house, fen, pieces)
    if house.quiet_drops:
        listed = [m for m in listed if "@" not in m or not pyffish.gives_check(house.name, fen.referee(), [m])]
    case.check = pyffish.gives_check(house.name, fen.referee(), [])
    case.over = not listed
    if case.over:
        overlooked = pyffish.legal_moves(house.name, fen.referee(), [])
        # Only a drop with mate was left to play.
        case.winner = winner_of(fen.turn, -1) if overlooked else result_of(house, fen)
    elif house.counting and counted_out(house, fen):
        case.over = True
    for bare in ("w", "b") if house.kings else ():
        if not any(p.upper() not in house.kings and p.strip("+~").isupper() == (bare == "w") for p in pieces.values()):
            # Of two such sides the one that has just moved has lost.
            case.over, listed, case.winner = True, [], "black" if bare == "w" else "white"
            if bare != fen.turn:
                break
    sample = rng.choice(listed) if listed else None
    if sample:
        quick, asked = play(house, fen, sample, pieces), play(house, fen, sample, pieces, plain_ok=False)
        if house.ferz_fen(quick[0]) != house.ferz_fen(asked[0]) or quick[1] != asked[1]:
            raise RuntimeError(f"{house.name}: {fen.referee()} {sample} is not the plain move it was taken for")
    for move in listed:
        after, passed = play(house, fen, move, pieces)
        case.moves[house.ferz_move(move, pieces)] = (house.ferz_fen(after), passed)
    case.feed = replace(fen, board=house.ferz_board(fen.board)).ferz(case.passed or None)
    case.fen = house.ferz_fen(fen)


# ---------------------------------------------------------------- games


def distance(one, two):
    return max(abs(ord(one[0]) - ord(two[0])), abs(int(one[1:]) - int(two[1:])))


def choose(house, style, fen, moves, pieces, rng):
    """One move of a random game, by the game's style."""
    if rng.random() < 0.25:
        return rng.choice(moves)

    def target(move):
        return re.match(r"\+?[a-zA-Z]\d*[@]?([a-z]\d+)", move)[1]

    drops = [m for m in moves if "@" in m]
    captures = [m for m in moves if "@" not in m and target(m) in pieces]
    wanted = []
    if style == "captures":
        wanted = captures
    elif style == "drops":
        wanted = drops or captures
    elif style == "promotions":
        wanted = [m for m in moves if "@" not in m and not m[-1].isdigit()]
        wanted = wanted or [m for m in moves if passed_by(house, m, pieces) or is_en_passant(fen, m, pieces)]
        wanted = wanted or [m for m in moves if "@" not in m and pieces[re.match(r"[a-z]\d+", m)[0]] in "Pp"]
    elif style == "march":
        last = int(house.goal[fen.turn == "b"][0][1:])
        runs = [m for m in moves if "@" not in m and pieces[re.match(r"[a-z]\d+", m)[0]] in "Kk"]
        wanted = [m for m in runs if abs(int(target(m)[1:]) - last) < abs(int(m[1:2]) - last)]
    elif style == "hunt":
        # Ends of games are rare in random play: leave the opponent as few moves as possible, around the king.
        king = next((s for s, p in pieces.items() if p == house.royals[fen.turn == "w"]), None)
        near = [m for m in moves if king and distance(target(m), king) <= 2] or moves
        trial = rng.sample(near, min(10, len(near)))
        replies = {m: len(pyffish.legal_moves(house.name, fen.referee(), [m])) for m in trial}
        wanted = [m for m in trial if replies[m] == min(replies.values())]
    return rng.choice(wanted or moves)


def thin_out(house, fen, weak, rng):
    """The position with most pieces of the side `weak` taken off, to be hunted down; None if that is no position."""
    keep = rng.choice([0.05, 0.15, 0.3])

    def stays(letter):
        return rng.random() < (keep if letter.isupper() == (weak == "w") else 0.75)

    if house.drops_castle and hands_of(fen.board):
        return None  # nothing is captured while the pieces are set up
    there = pieces_of(fen.board).items()
    pieces = {square: piece for square, piece in there if piece in house.royals or stays(piece.strip("+~"))}
    hands = "".join(letter for letter in hands_of(fen.board) if letter in house.royals or stays(letter))
    board = board_like(fen.board, pieces, hands)
    bare = replace(fen, board=board, castling="-", passed="-", clock=0)
    waiting = replace(bare, turn="b" if bare.turn == "w" else "w")
    if pyffish.gives_check(house.name, waiting.referee(), []):
        return None
    return bare if pyffish.legal_moves(house.name, bare.referee(), []) else None


def random_game(house, start, plies, sides, rng):
    """The positions of a game, the start left out; `sides` are the two players' styles."""
    fen, positions = start, []
    for _ in range(plies):
        if house.outside and rng.random() < 0.3:
            letter = rng.choice(house.outside + house.outside.lower())
            fen = replace(fen, board=fen.board[:-1] + letter + "]")
        pieces = pieces_of(fen.board)
        moves = legal_moves(house, fen, pieces)
        if not moves or fen.clock >= CLOCK_LIMIT:
            break
        move = choose(house, sides[fen.turn], fen, moves, pieces, rng)
        if ends_facing(house, fen, move):
            break
        passed = passed_by(house, move, pieces)
        fen, accepted = play(house, fen, move, pieces)
        positions.append(Case(fen, passed if passed and fen.passed == "-" and accepted == {passed} else ""))
    return positions


def collect(house, wanted, seed):
    """Start position, hand-made positions, and positions of random games: `wanted`."""
    rng = random.Random(f"{seed} {house.name}")
    start = Fen.of_referee(pyffish.get_fen(house.name, pyffish.start_fen(house.name), []))
    fixed = [Case(start), *hand_made(house)]
    seen, common, rare = {case.fen for case in fixed}, [], []
    styles = ["any", "captures", "drops", "promotions"] + (["march"] if house.goal else [])
    for _ in range(600):
        if len(common) + len(rare) >= 1.5 * wanted:
            break
        weak = rng.choice("wb")
        thin = thin_out(house, rng.choice(common).fen, weak, rng) if common and rng.random() < 0.55 else None
        if thin:
            sides = {"w": "hunt", "b": "hunt", weak: rng.choice(styles)}
            game, kept = [Case(thin)] + random_game(house, thin, 24, sides, rng), 6
        else:
            sides = {"w": rng.choice(styles), "b": rng.choice(styles)}
            game, kept = random_game(house, start, rng.randrange(10, PLY_LIMIT), sides, rng), 16
        sample = set(rng.sample(range(len(game)), min(kept, len(game))))
        for index, case in enumerate(game):
            special = index == len(game) - 1 or case.fen.passed != "-"
            if case.fen not in seen and (special or index in sample):
                seen.add(case.fen)
                (rare if special else common).append(case)
    rng.shuffle(rare)
    rare = rare[: wanted // 3]
    cases = fixed + rare
    cases += rng.sample(common, max(0, min(len(common), wanted - len(cases))))
    for case in cases:
        # Both habits of writing field 4 have to be read.
        if rng.random() < 0.5:
            case.passed = ""
        judge(house, case, rng)
    return cases


# ---------------------------------------------------------------- running


def in_one_order(house, answer):
    """ferz's answer with the hands of all positions sorted."""
    if "error" not in answer:
        for entry in [answer, *answer["moves"]]:
            entry["fen"] = house.sorted(entry["fen"])
    return answer


def run_variant(task):
    """One variant: (line for the table, lines about differences, whether it is clean)."""
    name, options = task
    house = VARIANTS[name]
    began = time.monotonic()
    pyffish.load_variant_config((HERE / "hands.ini").read_text() + (HERE / "variants.ini").read_text())
    asked = replace(house, name=ruleset(options, name))
    try:
        cases = collect(house, options.positions, options.seed)
        answers = ask_ferz(options.ferz, asked, cases)
    except (RuntimeError, OSError, ValueError, subprocess.SubprocessError, json.JSONDecodeError) as error:
        return f"{name:18} {error}", [], False
    details, mismatches, shown, drops = [], 0, 0, 0
    for case, answer in zip(cases, answers, strict=True):
        try:
            found = compare(house, case, in_one_order(house, answer))
        except (KeyError, TypeError, AttributeError) as error:
            found = [f"not the promised JSON: {error!r}"]
        mismatches += len(found)
        drops += sum("@" in move for move in case.moves)
        if found and shown < options.show:
            shown += 1
            details += [f"  {name}: {case.feed}"] + [f"    {line}" for line in found[:8]]
    moves = sum(len(case.moves) for case in cases)
    ends = sum(case.over for case in cases)
    line = (f"{name:18} positions {len(cases):5}  ends {ends:4}  moves {moves:6}  drops {drops:6}"
            f"  mismatches {mismatches:5}  {time.monotonic() - began:5.1f} s")
    return line, details, mismatches == 0


if __name__ == "__main__":
    sys.exit(main(__doc__, VARIANTS, run_variant))
