#!/usr/bin/env python3
"""Holds ferz against other programs' rules, position by position.

Fairy-Stockfish (pyffish) referees every variant that it knows, by itself or from variants.ini, and that has no hands (those
are for hands.py); python-chess referees chess once more. For each variant the
referee plays seeded random games; all their positions, the start position and positions/VARIANT.txt go to
one process `ferz moves VARIANT --stdin --json`. Compared are the move texts, the position after every move,
check, and the end of the game with its winner. The exit code is 1 if anything differs.
"""

import argparse
import json
import multiprocessing
import random
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

import chess
import pyffish

HERE = Path(__file__).resolve().parent
MOVE = re.compile(r"([a-z]\d+)([a-z]\d+)([a-z]?)")
PLY_LIMIT = 160
CLOCK_LIMIT = 98  # plies; draws by the n-move rule are claims, which no list of moves shows


@dataclass(frozen=True)
class Variant:
    """What the referee has to know of a variant beyond its rules."""

    name: str
    pawns: str = "p"  # letters of the pieces whose moves the referee itself always carries out
    goal: tuple = ()  # (squares White's piece heads for, squares Black's heads for)
    runner: str = "k"  # the piece that heads for them
    double_step: bool = True  # its two-rank pawn moves leave an en-passant square
    checks: bool = False  # counts checks
    royals: str = "Kk"  # letters of the pieces that stay when others are taken off
    castlers: str = "KkRr"  # letters of the pieces whose moves lose rights to castle
    clock: bool = True  # whether the two restart the clock of the n-move rule with the same moves
    # Narrow exceptions, each explained where it is applied:
    counting: bool = False
    two_square_en_passant: bool = False
    triple_step: bool = False
    no_en_passant_from: tuple = ()  # ranks from which a double step cannot be captured
    faceoff: bool = False
    kings_touch: bool = False  # no king can capture, so that two may stand together, which the referee shows as a check
    castled: str = ""  # where Black's king has castled and won, which the referee only knows of the move itself
    passes: bool = False  # a side may pass, and positions remember it, which the referee's do not
    # The referee takes the squares of an explosion for open in the lines to a king, also where its own position afterwards shows a wall.
    dead_squares: bool = False
    # The referee judges the way of a king that castles as if the duck had been put before, which follows the move.
    duck_first: bool = False
    second_king: str = ""  # what a piece becomes that is a king then, so that check is over, which the referee does not see
    # A side wins if it makes a kind of each side extinct with one move, as the inventor says; the
    # referee lets that side lose.
    mover_first: bool = False
    walls: str = ""  # "put": each move puts a wall; "left": it closes the square it leaves; "instead": a wall or a move


CENTRE = ("d4", "d5", "e4", "e5")
RANK_1 = tuple(f"{f}1" for f in "abcdefgh")
RANK_8 = tuple(f"{f}8" for f in "abcdefgh")

# The peculiarities of variants, beyond their names. The others need no line.
PECULIAR = {
    v.name: v
    for v in [
        Variant("empire", faceoff=True, goal=(RANK_8, RANK_1)),
        Variant("ordavsempire", faceoff=True, goal=(RANK_8, RANK_1)),
        Variant("extinction", mover_first=True),
        Variant("orda", goal=(RANK_8, RANK_1)),
        Variant("ordamirror", goal=(RANK_8, RANK_1)),
        Variant("khans", pawns="ps", goal=(RANK_8, RANK_1)),
        Variant("courier", double_step=False),
        Variant("xiangqi", double_step=False),
        Variant("horde", no_en_passant_from=("1",)),
        Variant("3check", checks=True),
        Variant("5check", checks=True),
        Variant("rookmate", checks=True),
        Variant("spartan", pawns="ph", no_en_passant_from=("2", "7")),
        Variant("grasshopper", double_step=False),
        Variant("berolina", two_square_en_passant=True),
        Variant("allexplodeatomic", two_square_en_passant=True),
        Variant("perfect", castlers="KkRrCc"),
        Variant("wildebeest-fsf", triple_step=True),
        Variant("epicatomic", no_en_passant_from=("7",)),
        Variant("georgian", double_step=False),
        Variant("nim", double_step=False),
        Variant("xhess", pawns="h", goal=(("e10",), ("e1",))),
        Variant("kingofthehill", goal=(CENTRE, CENTRE)),
        Variant("atomic-giveaway-hill", goal=(CENTRE, CENTRE)),
        Variant("racingkings", goal=(RANK_8, RANK_8)),
        Variant("coffeerace", goal=(RANK_8, RANK_8)),
        Variant("racingchess", goal=(RANK_8, RANK_1)),
        Variant("crossing", goal=(("e5",), ("e4",))),
        Variant("legan", double_step=False),
        Variant("shatranj", double_step=False),
        Variant("shatar", double_step=False),
        Variant("makruk", counting=True, double_step=False),
        Variant("asean", counting=True, double_step=False),
        Variant("ai-wok", counting=True, double_step=False),
        Variant("makpong", counting=True, double_step=False),
        Variant("manchu", double_step=False),
        Variant("crowdedxiangqi", double_step=False),
        Variant("janggicasual", passes=True, double_step=False),
        Variant("janggi", passes=True, double_step=False),
        Variant("janggimodern", passes=True, double_step=False),
        Variant("janggitraditional", passes=True, double_step=False),
        Variant("minixiangqi", double_step=False),
        Variant("losalamos", double_step=False),
        Variant("breakthrough", double_step=False, goal=(RANK_8, RANK_1), runner="p"),
        Variant("maharajah", royals="Mk"),
        Variant("caught-in-a-snag", royals="Gg", double_step=False),
        Variant("fox-and-hounds", royals="Fh"),
        Variant("buffalo", royals="Cc"),
        Variant("castle", castled="c8"),
        Variant("duck", walls="put"),
        Variant("atomicduck", walls="put", duck_first=True, dead_squares=True),
        Variant("isolation", walls="put", royals="Pp", double_step=False),
        Variant("isolation7x7", walls="put", royals="Pp", double_step=False),
        Variant("amazons", walls="put", royals="Qq", double_step=False),
        Variant("cowboys", walls="put", royals="Nn", double_step=False),
        Variant("snailtrail", walls="left", royals="Pp", double_step=False),
        Variant("joust", walls="left", royals="Nn", double_step=False),
        Variant("la-mancha-squeez", walls="left", royals="Pp", double_step=False),
        Variant("la-mancha-duel", walls="left", royals="Pp", double_step=False),
        Variant("atlantis", walls="instead", clock=False),
        Variant("petrified", walls="captures", two_square_en_passant=True, clock=False, kings_touch=True),
        Variant("nuclear", walls="captures", double_step=False, dead_squares=True),
        Variant("pawnsideways", clock=False, two_square_en_passant=True),
        Variant("pawnback", clock=False, two_square_en_passant=True),
        Variant("allwayspawns", clock=False, two_square_en_passant=True),
        Variant("argess", clock=False, double_step=False),
        Variant("dragon-chess", clock=False, double_step=False),
    ]
}


# Those in which more than pawns promote, or which count from the start: Fairy-Stockfish writes that as only hands.py knows.
PROMOTING = ("backrank", "cambodian", "chak", "forward", "karouk", "shoshogi", "wolf", "wolf-chess")


# Bundled variants that follow their pages where the referee does otherwise.
ON_PURPOSE = {
    "jesonmor": "the referee ends the game when a horse has stood in the middle, not when it leaves",
    "maharajah2": "the referee keeps the king and the last Maharajah out of check",
}

# The positions and moves that are not compared, and why.
APART = ON_PURPOSE | {
    "alapo": "the referee asks whether a piece is safe only if it is the only one in the zone",
    "squatter": "likewise",
    "andersanti": "passes are written otherwise",
    "andersgiveaway": "likewise",
    "caparandom": "shuffled.py compares it, from other starts, too",
    "fischerandom": "likewise",
    "capturethequeen": "the referee forgets that the loss of the queen is a loss",
    "crusade": "the referee ends the game at the start, where the board is full",
    "knights-halma": "a square of the zone is misspelt in the referee's file",
}


def all_variants():
    """Every variant without hands that both sides know, the largest boards first, so that the processes end together."""
    load_referee()
    ours = {path.stem for path in (HERE.parents[1] / "rulesets").rglob("*.ferz")}
    starts = {name: pyffish.start_fen(name) for name in pyffish.variants() if name in ours}
    # Some drop pieces that never run out.
    drops = {name for name, start in starts.items() if any("@" in m for m in pyffish.legal_moves(name, start, []))}
    without = drops | set(PROMOTING) | set(APART)
    names = [name for name, start in starts.items() if "[" not in start and name not in without]
    names.sort(key=lambda name: (-len(squares_of(starts[name].split()[0])), name))
    return {name: PECULIAR.get(name, Variant(name)) for name in names}


def load_referee():
    """Tells the referee the variants that it does not know by itself, once."""
    if "empire" not in pyffish.variants():
        pyffish.load_variant_config((HERE / "variants.ini").read_text())


# ---------------------------------------------------------------- positions as text


def squares_of(board):
    """The pieces of a FEN board: square -> letter, `*` for a hole."""
    pieces = {}
    ranks = board.split("/")
    for down, row in enumerate(ranks):
        column = 0
        for run, letter in re.findall(r"(\d+)|([A-Za-z*])", row):
            if run:
                column += int(run)
            else:
                pieces[f"{chr(97 + column)}{len(ranks) - down}"] = letter
                column += 1
    return pieces


def size_of(board):
    """Files and ranks of a FEN board."""
    first = re.findall(r"(\d+)|([A-Za-z*])", board.split("/")[0])
    return sum(int(run) if run else 1 for run, _ in first), board.count("/") + 1


def board_of(pieces, size):
    """The FEN board of pieces: the inverse of `squares_of`."""
    files, ranks = size
    rows = []
    for rank in range(ranks, 0, -1):
        row, empty = "", 0
        for column in range(files):
            letter = pieces.get(f"{chr(97 + column)}{rank}")
            if letter is None:
                empty += 1
                continue
            row += (str(empty) if empty else "") + letter
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)


def face_off(board):
    """Whether the two kings stand on one file or rank with nothing between."""
    pieces = squares_of(board)
    kings = {letter: (ord(sq[0]) - 97, int(sq[1:])) for sq, letter in pieces.items() if letter in "Kk"}
    if len(kings) != 2:
        return False
    (af, ar), (bf, br) = kings["K"], kings["k"]
    if af == bf:
        between = [(af, r) for r in range(min(ar, br) + 1, max(ar, br))]
    elif ar == br:
        between = [(f, ar) for f in range(min(af, bf) + 1, max(af, bf))]
    else:
        return False
    return not any(f"{chr(97 + f)}{r}" in pieces for f, r in between)


def touching(board):
    """Whether the two kings stand on neighbouring squares."""
    kings = [(ord(sq[0]), int(sq[1:])) for sq, letter in squares_of(board).items() if letter in "Kk"]
    return len(kings) == 2 and max(abs(a - b) for a, b in zip(*kings)) == 1


@dataclass(frozen=True)
class Fen:
    """The fields of a position. `checks` is `W+B`, the checks that are still to be given, or empty."""

    board: str
    turn: str
    castling: str
    passed: str
    clock: int
    number: int
    checks: str = ""

    @staticmethod
    def of_referee(text):
        """Reads Fairy-Stockfish's FEN: the checks stand before the clocks."""
        # If only gates without use are left, the field of rights is empty.
        parts = [part or "-" for part in text.strip().split(" ")]
        checks = parts.pop(4) if len(parts) == 7 else ""
        return Fen(parts[0], parts[1], parts[2], parts[3], int(parts[4]), int(parts[5]), checks)

    @staticmethod
    def of_ferz(text, variant):
        """Reads the extended FEN; ValueError if it is none, or has a key this variant does not own."""
        parts = text.split(" ")
        if len(parts) < 6:
            raise ValueError("fewer than six fields")
        keys = dict(part.split("=", 1) for part in parts[6:])
        checks = keys.pop("checks", "3+3") if variant.checks else ""
        if variant.passes:
            keys.pop("passes", None)
        if variant.counting:
            # A count stands in its place; the referee forgets the clock.
            keys.pop("clock", None)
        if keys:
            raise ValueError(f"unexpected {' '.join(keys)}")
        return Fen(parts[0], parts[1], parts[2], parts[3], int(parts[4]), int(parts[5]), checks)

    def referee(self):
        """As Fairy-Stockfish reads it."""
        checks = f"{self.checks} " if self.checks else ""
        return f"{self.board} {self.turn} {self.castling} {self.passed} {checks}{self.clock} {self.number}"

    def ferz(self, passed=None):
        """As ferz reads it."""
        checks = f" checks={self.checks}" if self.checks else ""
        passed = passed or self.passed
        return f"{self.board} {self.turn} {self.castling} {passed} {self.clock} {self.number}{checks}"


@dataclass
class Case:
    """A position with the referee's answers."""

    fen: Fen
    # The square that the pawn passed over in the last move, where the referee's FEN leaves it out.
    passed: str = ""
    feed: str = ""
    moves: dict = field(default_factory=dict)  # text -> (Fen afterwards, accepted en-passant fields)
    check: bool = False
    over: bool = False
    winner: str = None


# ---------------------------------------------------------------- the referee


def legal_moves(variant, fen):
    """The referee's moves, less what the variant's rules forbid and the referee overlooks."""
    moves = pyffish.legal_moves(variant.name, fen.referee(), [])
    if variant.faceoff and fen.passed != "-":
        # EM-9: Fairy-Stockfish does not test en passant for a face-off.
        moves = [m for m in moves if not is_en_passant(fen, m) or not face_off(board_after(variant, fen, m))]
    if variant.duck_first and fen.castling != "-":
        moves = [m for m in moves if castles_safely(variant, fen, m)]
    return moves


def castles_safely(variant, fen, move):
    """Whether a move is no castling, or its king is attacked neither where it stands nor on the squares that it passes."""
    origin, target, _ = parts(move)
    pieces = squares_of(fen.board)
    king, here, there = pieces[origin], ord(origin[0]), ord(target[0])
    if king not in "Kk" or abs(here - there) < 2:
        return True
    for file in range(here, there, 1 if there > here else -1):
        passing = {square: piece for square, piece in pieces.items() if square != origin}
        passing[chr(file) + origin[1:]] = king
        there_now = replace(fen, board=board_of(passing, size_of(fen.board)), castling="-")
        if pyffish.gives_check(variant.name, there_now.referee(), []):
            return False
    return True


def parts(move):
    """Where a move starts and ends and what it promotes to, without its wall."""
    return MOVE.fullmatch(move.split(",")[0]).groups()


def text_of(variant, move):
    """The move as ferz writes it: the referee always names where the piece stands before its wall."""
    move, _, wall = move.partition(",")
    origin, target, _ = parts(move)
    square = re.findall(r"[a-z]\d+", wall)[-1:]
    if variant.passes and origin == target:
        return "0000"
    if variant.walls == "put":
        return f"{move},{square[0]}"
    if variant.walls == "instead" and origin == target:
        return f"*@{square[0]}"
    return move


def ends_facing(variant, fen, move):
    """Whether a move is a pass in check: it ends the game, which a position of the referee does not say."""
    is_pass = re.fullmatch(r"([a-z]\d+)\1", move)
    return variant.passes and is_pass and pyffish.gives_check(variant.name, fen.referee(), [])


def board_after(variant, fen, move):
    return pyffish.get_fen(variant.name, fen.referee(), [move]).split()[0]


def is_en_passant(fen, move):
    origin, target, _ = parts(move)
    pieces = squares_of(fen.board)
    return target == fen.passed and pieces[origin] in "Pp" and origin[0] != target[0] and target not in pieces


def passed_over(variant, pieces, move):
    """The squares that an ordinary pawn passes over with two or more steps, one after the other, or None."""
    origin, target, _ = parts(move)
    start, end = int(origin[1:]), int(target[1:])
    if variant.double_step and pieces[origin] in "Pp" and origin[0] == target[0] and abs(start - end) > 1:
        return "".join(f"{origin[0]}{rank}" for rank in range(min(start, end) + 1, max(start, end)))
    return None


def play(variant, fen, move, pieces, plain_ok=True):
    """The position after a move and the en-passant fields that ferz may write there.

    Quiet moves without any side effect are carried out here, for speed; the rest is the referee's.
    """
    origin, target, promotion = parts(move)
    letter = pieces[origin]
    if plain_ok and not variant.walls and is_plain(variant, fen, letter, target, promotion, pieces):
        after = dict(pieces)
        after[target] = after.pop(origin)
        white = fen.turn == "w"
        return (
            Fen(board_of(after, size_of(fen.board)), "b" if white else "w", fen.castling, "-", fen.clock + 1,
                fen.number + (not white)),
            {"-"},
        )

    text = pyffish.get_fen(variant.name, fen.referee(), [move])
    after = Fen.of_referee(text)
    return after, passed_squares(variant, fen, move, pieces, after)


def passed_squares(variant, fen, move, pieces, after):
    """What ferz may write into the en-passant field where the referee's position is `after`."""
    origin, target, _ = parts(move)
    both = re.findall(r"[a-z]\d+", after.passed)
    if variant.two_square_en_passant and target in both:
        # The referee writes the passed square and the square of the pawn to be captured; ferz may write one or both.
        passed = next(square for square in both if square != target)
        return {passed, f"{passed}{target}", f"{target}{passed}"}
    passed = passed_over(variant, pieces, move)
    if passed is None or squares_of(after.board).get(passed) == "*":
        return {after.passed}
    if after.passed != "-" and after.passed not in passed:
        raise RuntimeError(f"{variant.name}: {fen.referee()} {move}: the referee passes over {after.passed}")
    # ferz writes the square after every double step, the referee only if a pawn could capture
    # there. If no capture can ever follow, either habit is as good.
    return {passed, "-"} if origin[1:] in variant.no_en_passant_from else {passed}


def may_count(fen, pieces):
    """Whether a count runs or may begin with the next move: with few pieces, or without pawns."""
    letters = [letter.strip("+~") for letter in pieces.values()]
    white = sum(letter.isupper() for letter in letters)
    return fen.passed != "-" or min(white, len(letters) - white) < 5 or not {"P", "p"} & set(letters)


def is_plain(variant, fen, letter, target, promotion, pieces):
    return (
        target not in pieces
        and not (variant.counting and may_count(fen, pieces))
        and not promotion
        and not variant.checks
        and letter.lower() not in variant.pawns
        and (fen.castling == "-" or letter not in variant.castlers)
    )


def result_of(variant, fen):
    """The winner ("white", "black" or None for a draw) of a position without legal moves."""
    ended, value = pyffish.is_immediate_game_end(variant.name, fen.referee(), [])
    if not ended:
        value = pyffish.game_result(variant.name, fen.referee(), [])
    return winner_of(fen.turn, value)


def winner_of(turn, value):
    if value == 0:
        return None
    return "white" if (value > 0) == (turn == "w") else "black"


def counted_out(variant, fen):
    """Whether the game is drawn because a count has passed its limit."""
    pieces = squares_of(fen.board.partition("[")[0])
    own = [letter for letter in pieces.values() if letter.isupper() == (fen.turn == "w")]
    # Two pieces that can do nothing but promote may be stalemated (sittuyin).
    return (fen.passed.isdigit() or len(own) == 2) and pyffish.is_optional_game_end(variant.name, fen.referee(), [])[0]


def judge(variant, case, rng):
    """Fills in what the referee says of a position."""
    fen = case.fen
    listed = legal_moves(variant, fen)
    pieces = squares_of(fen.board)
    case.check = pyffish.gives_check(variant.name, fen.referee(), [])
    case.over = not listed
    if case.over:
        overlooked = pyffish.legal_moves(variant.name, fen.referee(), [])
        # Only face-offs were left to play: EM-10.
        case.winner = winner_of(fen.turn, -1) if overlooked else result_of(variant, fen)
        if variant.mover_first and all(set("KQRBNP") - {p.upper() for p in pieces.values() if p.isupper() == white} for white in (True, False)):
            case.winner = "black" if fen.turn == "w" else "white"
    elif variant.counting and counted_out(variant, fen):
        case.over = True
    for move in listed:
        case.moves[text_of(variant, move)] = play(variant, fen, move, pieces)
    sample = rng.choice(listed) if listed else None
    if sample and play(variant, fen, sample, pieces, plain_ok=False) != case.moves[text_of(variant, sample)]:
        raise RuntimeError(f"{variant.name}: {fen.referee()} {sample} is not the plain move it was taken for")
    case.feed = fen.ferz(case.passed or None)


# ---------------------------------------------------------------- games


def choose(variant, style, fen, moves, pieces, rng):
    """One move of a random game, by the game's style."""
    if rng.random() < 0.25:
        return rng.choice(moves)
    wanted = []
    if style == "captures":
        wanted = [m for m in moves if parts(m)[1] in pieces]
    elif style == "pawns":
        wanted = [m for m in moves if parts(m)[2] or is_en_passant(fen, m) or passed_over(variant, pieces, m)]
        wanted = wanted or [m for m in moves if pieces[parts(m)[0]].lower() in variant.pawns]
    elif style == "march":
        goal = variant.goal[fen.turn == "b"]

        def distance(square):
            return min(max(abs(ord(square[0]) - ord(g[0])), abs(int(square[1:]) - int(g[1:]))) for g in goal)

        runs = [m for m in moves if pieces[parts(m)[0]].lower() == variant.runner]
        wanted = [m for m in runs if distance(parts(m)[1]) < distance(parts(m)[0])]
    elif style == "hunt":
        # Ends of games are rare in random play: leave the opponent as few moves as possible.
        trial = rng.sample(moves, min(14, len(moves)))
        replies = {m: len(pyffish.legal_moves(variant.name, fen.referee(), [m])) for m in trial}
        wanted = [m for m in trial if replies[m] == min(replies.values())]
    return rng.choice(wanted or moves)


def thin_out(variant, fen, weak, rng):
    """The position with most pieces of the side `weak` taken off, to be hunted down; None if that is no position."""
    keep = rng.choice([0.03, 0.1, 0.25])
    pieces = {
        square: letter
        for square, letter in squares_of(fen.board).items()
        if letter in variant.royals + "*" or rng.random() < (keep if letter.isupper() == (weak == "w") else 0.75)
    }
    bare = replace(fen, board=board_of(pieces, size_of(fen.board)), castling="-", passed="-", clock=0)
    waiting = replace(bare, turn="b" if bare.turn == "w" else "w")
    if pyffish.gives_check(variant.name, waiting.referee(), []) or face_off(bare.board):
        return None
    return bare if legal_moves(variant, bare) else None


def random_game(variant, start, plies, sides, rng):
    """The positions of a game, the start left out; `sides` are the two players' styles."""
    fen, positions = start, []
    for _ in range(plies):
        moves = legal_moves(variant, fen)
        if not moves or fen.clock >= CLOCK_LIMIT:
            break
        pieces = squares_of(fen.board)
        move = choose(variant, sides[fen.turn], fen, moves, pieces, rng)
        if ends_facing(variant, fen, move):
            break
        passed = passed_over(variant, pieces, move)
        fen, accepted = play(variant, fen, move, pieces)
        positions.append(Case(fen, passed if passed and fen.passed == "-" and accepted == {passed} else ""))
    return positions


def hand_made(variant):
    """The positions of positions/VARIANT.txt, one extended FEN a line, `#` starts a comment."""
    path = HERE / "positions" / f"{variant.name}.txt"
    lines = path.read_text().splitlines() if path.exists() else []
    cases = []
    for line in filter(None, (line.split("#")[0].strip() for line in lines)):
        written = Fen.of_ferz(line, variant)
        read = Fen.of_referee(pyffish.get_fen(variant.name, written.referee(), []))
        if read not in (written, replace(written, passed="-")):
            raise RuntimeError(f"positions/{variant.name}.txt: the referee reads {line} as {read.referee()}")
        cases.append(Case(read, written.passed if written.passed != read.passed else ""))
    return cases


def collect(variant, wanted, seed):
    """Start position, hand-made positions, and positions of random games: `wanted` or a few more."""
    rng = random.Random(f"{seed} {variant.name}")
    start = Fen.of_referee(pyffish.get_fen(variant.name, pyffish.start_fen(variant.name), []))
    fixed = [Case(start), *hand_made(variant)]
    openings = [case.fen for case in fixed]
    seen = set(openings)
    common, rare = [], []
    styles = ["any", "captures", "pawns", "pawns"] + (["march"] if variant.goal else [])
    for _ in range(400):
        if len(common) + len(rare) >= 1.3 * wanted:
            break
        kind = rng.random()
        weak = rng.choice("wb")
        thin = thin_out(variant, rng.choice(common).fen, weak, rng) if common and kind < 0.6 else None
        if thin:
            sides = {"w": "hunt", "b": "hunt", weak: "any"}
            game = [Case(thin)] + random_game(variant, thin, 24, sides, rng)
            kept = 5
        else:
            opening = rng.choice(openings) if kind < 0.8 else start
            sides = {"w": rng.choice(styles), "b": rng.choice(styles)}
            game = random_game(variant, opening, rng.randrange(10, PLY_LIMIT), sides, rng)
            kept = 20
        sample = set(rng.sample(range(len(game)), min(kept, len(game))))
        for index, case in enumerate(game):
            special = index == len(game) - 1 or case.fen.passed != "-"
            if case.fen not in seen and (special or index in sample):
                seen.add(case.fen)
                (rare if special else common).append(case)
    missing = max(0, wanted - len(fixed))
    rng.shuffle(rare)
    rare = rare[: missing // 3]
    cases = fixed + rare + rng.sample(common, min(len(common), missing - len(rare)))
    for case in cases:
        # Both habits of writing field 4 have to be read.
        if rng.random() < 0.5:
            case.passed = ""
        judge(variant, case, rng)
    return cases


# ---------------------------------------------------------------- ferz


def ask_ferz(ferz, variant, cases):
    """ferz's answers in order; RuntimeError if it does not give one line for each position."""
    text = "".join(case.feed + "\n" for case in cases)
    command = [ferz, "moves", variant.name, "--stdin", "--json"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120, check=False)
    lines = done.stdout.splitlines()
    if len(lines) != len(cases):
        error = done.stderr.strip().splitlines()
        raise RuntimeError(" / ".join([f"{len(lines)} answers to {len(cases)} positions", *error[:4]]))
    return [json.loads(line) for line in lines]


def compare_fen(variant, text, expected, passed):
    """What is wrong with the FEN that ferz prints, or None."""
    try:
        got = Fen.of_ferz(text, variant)
    except ValueError as error:
        return f"{text!r}: {error}"
    for name in ("board", "turn", "castling", "clock", "number", "checks"):
        if name == "clock" and not variant.clock:
            continue
        if getattr(got, name) != getattr(expected, name):
            return f"{name}: {getattr(got, name)!r}, expected {getattr(expected, name)!r}"
    if got.passed not in passed:
        return f"en passant: {got.passed!r}, expected {' or '.join(sorted(passed))!r}"
    return None


def compare(variant, case, answer):
    """The differences in one position, each a line of text."""
    if "error" in answer:
        return [f"error: {answer['error']}"]
    found = []
    passed = {case.fen.passed, case.passed or case.fen.passed} | alternatives(variant, case.fen.passed)
    problem = compare_fen(variant, answer["fen"], case.fen, passed)
    if problem:
        found.append(f"position itself: {problem}")
    if str(answer["turn"])[:1] != case.fen.turn:
        found.append(f"turn: {answer['turn']}")
    if case.check is not None and answer["check"] != case.check and not (variant.kings_touch and touching(case.fen.board)):
        found.append(f"check: {answer['check']}, expected {case.check}")

    texts = [entry["move"] for entry in answer["moves"]]
    if len(set(texts)) != len(texts):
        found.append(f"listed twice: {' '.join(sorted({t for t in texts if texts.count(t) > 1}))}")
    missing, extra = sorted(set(case.moves) - set(texts)), sorted(set(texts) - set(case.moves))
    overlooked = set()
    if variant.dead_squares and extra:
        overlooked = overlooked_captures(variant, case.fen, answer["moves"])
    elif variant.second_king and case.check:
        overlooked = {text for text in extra if text[-1] == variant.second_king}
    extra = [text for text in extra if text not in overlooked]
    if missing:
        found.append(f"missing: {' '.join(missing)}")
    if extra:
        found.append(f"extra: {' '.join(extra)}")
    for entry in answer["moves"]:
        if entry["move"] in case.moves:
            problem = compare_fen(variant, entry["fen"], *case.moves[entry["move"]])
            if problem:
                found.append(f"after {entry['move']}: {problem}")

    outcome = answer["outcome"]
    if variant.second_king and overlooked:
        pass  # The referee may take it for mate.
    elif (outcome is not None) != case.over:
        found.append(f"outcome: {outcome}, expected {f'winner {case.winner}' if case.over else None}")
    elif case.over and variant.castled and squares_of(case.fen.board).get(variant.castled) == "k":
        pass
    elif case.over and outcome["winner"] != case.winner:
        found.append(f"winner: {outcome['winner']} by {outcome['reason']}, expected {case.winner}")
    return found


def overlooked_captures(variant, fen, listed):
    """The texts of ferz's captures after which, the referee itself says, the king of the side that captured stands there and is not in
    check."""
    pieces, king = squares_of(fen.board), "K" if fen.turn == "w" else "k"
    found = set()
    for entry in listed:
        if parts(entry["move"])[1] in pieces:
            after = replace(Fen.of_ferz(entry["fen"], variant), turn=fen.turn)
            if king in after.board and not pyffish.gives_check(variant.name, after.referee(), []):
                found.add(entry["move"])
    return found


def alternatives(variant, passed):
    """Other ways to write the referee's en-passant field."""
    both = re.findall(r"[a-z]\d+", passed)
    if variant.triple_step and len(both) == 1:
        # The referee writes only the square of two on which something can capture.
        file, rank = passed[0], int(passed[1:])
        return {f"{file}{rank - 1}{passed}", f"{passed}{file}{rank + 1}"}
    if not variant.two_square_en_passant or len(both) != 2:
        return set()
    one, two = both
    return {one, two, one + two, two + one}


# ---------------------------------------------------------------- the second referee for chess


def compare_python_chess(case, answer):
    """The differences to python-chess, which also writes en passant after every double step."""
    board = chess.Board(case.feed)
    found = []
    theirs = {move.uci(): move for move in board.legal_moves}
    if set(theirs) != set(case.moves):
        found.append(f"the referees disagree: {' '.join(sorted(set(theirs) ^ set(case.moves)))}")
    if "error" in answer:
        return found
    for entry in answer["moves"]:
        move = theirs.get(entry["move"])
        if move is None:
            continue
        board.push(move)
        if board.fen(en_passant="fen") != entry["fen"]:
            found.append(f"after {entry['move']}: {entry['fen']}, python-chess has {board.fen(en_passant='fen')}")
        board.pop()
    if answer["check"] != board.is_check():
        found.append(f"check: python-chess has {board.is_check()}")
    outcome = answer["outcome"]
    expected = "checkmate" if board.is_checkmate() else "stalemate" if board.is_stalemate() else None
    if (outcome and outcome["reason"]) != expected:
        found.append(f"outcome: {outcome}, python-chess has {expected}")
    return found


# ---------------------------------------------------------------- running


def ruleset(options, name):
    """What ferz is asked for: a bundled variant, or a file below the folder of the command line."""
    return str(next(Path(options.rulesets).rglob(f"{name}.ferz"))) if options.rulesets else name


def run_variant(task):
    """One variant: (line for the table, lines about differences, whether it is clean)."""
    name, options = task
    variant = PECULIAR.get(name, Variant(name))
    began = time.monotonic()
    load_referee()
    asked = replace(variant, name=ruleset(options, name))
    try:
        cases = collect(variant, options.positions, options.seed)
        answers = ask_ferz(options.ferz, asked, cases)
    except (RuntimeError, OSError, ValueError, subprocess.SubprocessError) as error:
        return f"{name:14} {error}", [], False
    details, mismatches, shown = [], 0, 0
    for case, answer in zip(cases, answers, strict=True):
        try:
            found = compare(variant, case, answer)
            if name == "chess":
                found += compare_python_chess(case, answer)
        except (KeyError, TypeError, AttributeError) as error:
            found = [f"not the promised JSON: {error!r}"]
        mismatches += len(found)
        if found and shown < options.show:
            shown += 1
            details += [f"  {name}: {case.feed}"] + [f"    {line}" for line in found[:8]]
    moves = sum(len(case.moves) for case in cases)
    ends = sum(case.over for case in cases)
    line = (f"{name:14} positions {len(cases):5}  ends {ends:4}  moves {moves:6}  mismatches {mismatches:5}"
            f"  {time.monotonic() - began:5.1f} s")
    return line, details, mismatches == 0


def find_ferz():
    """The newest built binary, or the one on the path."""
    built = [p for p in (HERE.parents[1] / "target").glob("*/ferz") if p.is_file()]
    return str(max(built, key=lambda p: p.stat().st_mtime)) if built else shutil.which("ferz")


def main(about, known, run):
    """Runs variants of a table as the command line says; `run` is asked for each."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ferz", default=find_ferz(), help="the binary (default: newest in target/, else on the path)")
    parser.add_argument("--variants", help="names, separated by commas (default: all)")
    parser.add_argument("--from", dest="first", metavar="NAME", help="leave out those before this one")
    parser.add_argument("--state", type=Path, metavar="FILE",
                        help="leave out those whose lines are in this file from former runs with the same options, and add the others")
    parser.add_argument("--seconds", type=int, help="begin no further variant after so many seconds; exit code 2 if some are left")
    parser.add_argument("--sample", type=int, help="only so many of them, chosen by the seed")
    parser.add_argument("--rulesets", help="folder with the rules (default: the bundled ones)")
    parser.add_argument("--positions", type=int, default=200, help="positions a variant (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random games (default 1)")
    parser.add_argument("--jobs", type=int, default=2, help="variants at a time (default 2)")
    parser.add_argument("--show", type=int, default=5, help="differing positions shown of a variant (default 5)")
    options = parser.parse_args()
    names = options.variants.split(",") if options.variants else list(known)
    unknown = [name for name in names if name not in known]
    if unknown:
        parser.error(f"no referee for {', '.join(unknown)}")
    if options.sample is not None and options.sample < len(names):
        chosen = set(random.Random(options.seed).sample(names, options.sample))
        names = [name for name in names if name in chosen]
    if options.first:
        if options.first not in names:
            parser.error(f"{options.first} is not among them")
        names = names[names.index(options.first):]
    if not options.ferz:
        parser.error("no ferz binary found; build it or give --ferz PATH")
    done = recorded(options)
    names = [name for name in names if name not in done]

    clean, details, began = all(done.values()), [], time.monotonic()

    def begun(name):
        """What is to be run, as long as there is time."""
        late = options.seconds is not None and time.monotonic() - began > options.seconds
        return None if late else (name, options)

    left = len(names)
    # A fresh process for every variant keeps the referee's tables apart; never more of them are begun than run.
    with multiprocessing.Pool(max(options.jobs, 1), maxtasksperchild=1) as pool:
        running = []
        while names or running:
            while names and len(running) < max(options.jobs, 1):
                task = begun(names.pop(0))
                if task is None:
                    names = []
                    break
                running.append((task[0], pool.apply_async(run, (task,))))
            ready = [(name, job) for name, job in running if job.ready()]
            running = [entry for entry in running if entry not in ready]
            if not ready:
                time.sleep(0.05)
            for name, job in ready:
                line, found, good = job.get()
                print(line, flush=True)
                record(options, name, line, found, good)
                details += found
                clean = clean and good
                left -= 1
    if details:
        print("\n" + "\n".join(details))
    if left:
        print(f"\n{left} variants are left")
        return 2
    return 0 if clean else 1


def recorded(options):
    """The variants that former runs have done with the same options, and whether they were clean."""
    if not options.state or not options.state.exists():
        return {}
    rows = [json.loads(line) for line in options.state.read_text().splitlines()]
    return {row["variant"]: row["clean"] for row in rows if row["run"] == marks(options)}


def record(options, name, line, found, good):
    """Adds what was found of a variant to the file of the state."""
    if options.state:
        row = {"variant": name, "run": marks(options), "clean": good, "line": line, "differences": found}
        with options.state.open("a") as file:
            file.write(json.dumps(row) + "\n")


def marks(options):
    """What must be the same for a former run to count."""
    return f"{options.positions} positions, seed {options.seed}"


if __name__ == "__main__":
    sys.exit(main(__doc__, all_variants(), run_variant))
