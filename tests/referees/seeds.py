#!/usr/bin/env python3
"""Holds ferz against an independent reading of the rules of EN-Chess, MegaMan, Shocking and Empire Chess.

No other program plays these four as their numbered rules say, so seed_rules/ has them once more in plain Python,
written from those rules and not from ferz. The start position, positions/VARIANT.txt and the positions of seeded
random games, many of them from random midgame positions, go to one process `ferz moves VARIANT --stdin --json`.
Compared are the printed position, check, the outcome, the set of move texts, and the position after every move.
The exit code is 1 if anything differs.
"""

import argparse
import collections
import json
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

from seed_rules import VARIANTS
from seed_rules.chess import BLACK, EMPTY, LAST_RANK, WHITE, Chess, enemy, in_colour
from seed_rules.megaman import TYPES

HERE = Path(__file__).resolve().parent
COLOURS = {WHITE: "white", BLACK: "black", None: None}
SHOWN = 8  # differing positions printed for each variant

# How much likelier than a quiet move a random game plays one of another kind.
LIKING = {
    "capture": 2,
    "double step": 3,
    "promotion": 4,
    "promotion in place": 2,
    "penetration": 4,
    "swap": 3,
    "castling": 10,
    "volley": 8,
    "en passant": 30,
}


# ---- random positions


class Scatter:
    """Random midgame positions of one variant: the start position with pieces gone, moved, and added."""

    def __init__(self, variant, rng):
        self.variant, self.rng = variant, rng
        start = variant.parse(variant.start)
        self.start = start
        self.letters = sorted({piece for piece in start.board if piece != EMPTY})
        if variant.name == "empire":
            self.letters.append("Q")
        self.royal = {letter for letter in self.letters if letter in "Kkc"}

    def position(self):
        """A random position in which the side that waits is not in check (EN-Chess: may be), and no goal is reached."""
        while True:
            position = self.attempt()
            if self.is_sound(position):
                return position

    def attempt(self):
        rng, variant = self.rng, self.variant
        board = self.start.board.copy()
        kept, moved, pawns_kept = rng.random(), rng.random(), rng.random()
        self.window = range(len(board))
        if rng.random() < 0.3:  # few pieces, close together: mates, stalemates, goals
            kept, pawns_kept, moved = rng.random() * 0.5, rng.random() * 0.4, 1
            left, low = rng.randrange(4), rng.choice((0, 0, 4, 4, 2))
            self.window = [s for s in range(len(board)) if s >= 64 or 0 <= s % 8 - left < 5 and 0 <= s // 8 - low < 4]
        pieces = [square for square, piece in enumerate(board) if piece != EMPTY]
        for square in pieces:
            piece = board[square]
            if piece not in self.royal and rng.random() > (pawns_kept if self.is_pawn(piece) else kept):
                board[square] = EMPTY
        for square in pieces:
            home = square in (0, 4, 7, 56, 60, 63)  # castling wants them there
            if board[square] != EMPTY and rng.random() < (moved / 2 if home and moved < 1 else moved):
                self.put(board, board[square], square)
        for _ in range(rng.choice((0, 0, 0, 1, 2, 4))):
            letter = rng.choice(self.letters)
            if letter not in self.royal or variant.name.startswith("en-chess"):
                self.put(board, letter, None)
        if variant.name.startswith("en-chess"):
            for letter in "KkAa":
                for _ in range(rng.choice((0, 0, 1, 2))):
                    self.put(board, letter, None)

        fields = variant.format(self.start).split()[:6]
        position = variant.parse(" ".join(fields))
        position.board = board
        position.turn = rng.choice((WHITE, BLACK))
        position.halfmove, position.fullmove = rng.choice((0, rng.randrange(40), rng.randrange(90, 110))), rng.randrange(1, 80)
        if variant.name == "megaman" and rng.random() < 0.8:
            self.arm(position)
        return variant.parse(self.variant.format(position))  # drops castling rights of pieces that are not at home

    def is_pawn(self, piece):
        return piece in "Pp" or self.variant.name == "shocking" and piece in "ta"

    def put(self, board, piece, origin):
        """Puts the piece on a random empty square where it may stand (EN-25; pawns within their ranks)."""
        squares = [square for square, other in enumerate(board) if other == EMPTY and self.may_stand(piece, square)]
        squares = [square for square in squares if square in self.window]
        outside = [square for square in squares if square >= 64]
        if outside and self.rng.random() < 0.2:
            squares = outside
        if squares:
            if origin is not None:
                board[origin] = EMPTY
            board[self.rng.choice(squares)] = piece

    def may_stand(self, piece, square):
        rank, name = square // 8, self.variant.name
        if self.is_pawn(piece):
            lowest = {("empire", "P"): 2, ("shocking", "a"): 0}.get((name, piece), 1)
            highest = 7 if name.startswith("en-chess") else 6
            return lowest <= (rank if piece == "P" else 7 - rank) <= highest
        return square < 64 or piece not in "Rr"

    def arm(self, position):
        for square, piece in enumerate(position.board):
            if piece != EMPTY and self.rng.random() < 0.3:
                gained = "".join(letter for letter in "ODJS" if self.rng.random() < 0.4)
                letters = self.variant.listed(piece, TYPES[piece.upper()] + gained)
                if letters:
                    position.weapons[square] = letters

    def is_sound(self, position):
        variant = self.variant
        for colour in (WHITE, BLACK):  # no army grows
            if len(position.squares_of(colour)) > len(self.start.squares_of(colour)):
                return False
        if variant.name.startswith("en-chess"):
            return "K" in position.board and "k" in position.board
        if variant.attacked_kings(position, enemy(position.turn)) or variant.is_decided(position):
            return False
        if variant.name == "empire":
            goals = (in_colour("K", position.turn), LAST_RANK[position.turn])
            return position.board.index(goals[0]) // 8 != goals[1] and not variant.face_off(position.board)
        return True


def random_game(variant, position, rng, plies):
    """Yields the positions of a game with a liking for moves out of the ordinary."""
    for _ in range(plies):
        yield variant.format(position)
        moves = list(variant.moves(position).values())
        if not moves:
            return
        chosen = rng.choices(moves, [LIKING.get(move.kind, 1) for move in moves], k=10)
        if rng.random() < 0.4:
            chosen.sort(key=lambda move: not is_tense(variant, move.after))
        position = chosen[0].after


def is_tense(variant, position):
    """Whether the side to move is in check or stands ready to capture en passant."""
    pawns = [square for square, piece in enumerate(position.board) if piece == ("P" if position.turn == WHITE else "p")]
    if variant.name == "shocking" and position.turn == BLACK:
        pawns = [square for square, piece in enumerate(position.board) if piece == "t"]
    return any(Chess.attacks_en_passant(variant, position, pawn) for pawn in pawns) or variant.in_check(position)


def sample(variant, count, rng):
    """Different positions: the start, positions/VARIANT.txt, and `count` from random games."""
    found = dict.fromkeys([variant.start] + listed_positions(variant.name))
    target, scatter = len(found) + count, Scatter(variant, rng)
    while len(found) < target:
        if rng.random() < 0.05:
            game = random_game(variant, variant.parse(variant.start), rng, 120)
        else:
            game = random_game(variant, scatter.position(), rng, 12)
        for fen in game:
            if len(found) == target:
                break
            found[fen] = None
    return list(found)


def listed_positions(name):
    path = HERE / "positions" / f"{name}.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [line.partition("#")[0].strip() for line in lines if line.partition("#")[0].strip()]


# ---- comparing


def ask_ferz(ferz, name, fens):
    command = [ferz, "moves", name, "--stdin", "--json"]
    run = subprocess.run(command, input="\n".join(fens) + "\n", capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    if len(answers) != len(fens):
        sys.exit(f"{' '.join(command)}: {len(answers)} answers to {len(fens)} positions\n{run.stderr}")
    return answers


def differences(variant, fen, answer, counts):
    """What ferz says otherwise than the referee, one line for each thing."""
    if "error" in answer:
        return [f"ferz: error: {answer['error']}"]
    position = variant.parse(fen)
    moves = variant.moves(position)
    outcome = variant.outcome(position, moves)
    counts.update(move.kind for move in moves.values())
    expected = {
        "fen": variant.format(position),
        "turn": COLOURS[position.turn],
        "check": variant.in_check(position),
        "outcome": outcome and {"winner": COLOURS[outcome.winner], "reason": outcome.reason},
    }
    counts.update([outcome.reason] if outcome else ["check"] if expected["check"] else [])
    if moves and all(variant.is_decided(move.after) for move in moves.values()):
        counts.update(["no move but decisive ones"])
    found = [
        f"{key}: referee {value}, ferz {answer[key]}" for key, value in expected.items() if answer[key] != value
    ]
    texts = [move["move"] for move in answer["moves"]]
    theirs = {move["move"]: move["fen"] for move in answer["moves"]}
    if len(theirs) != len(texts):
        found.append("ferz lists a move text twice")
    if missing := sorted(moves.keys() - theirs.keys()):
        found.append(f"ferz lacks {' '.join(missing)}")
    if extra := sorted(theirs.keys() - moves.keys()):
        found.append(f"ferz adds {' '.join(extra)}")
    for text in sorted(moves.keys() & theirs.keys()):
        after = variant.format(moves[text].after)
        if after != theirs[text]:
            found.append(f"after {text}: referee {after}\n    {' ' * len(text)}          ferz {theirs[text]}")
    return found


def compare(ferz, variant, count, seed):
    """The number of differing positions; prints one line for the variant, then the first differences."""
    began = time.monotonic()
    fens = sample(variant, count, random.Random(f"{variant.name} {seed}"))
    counts, failures = collections.Counter(), []
    for fen, answer in zip(fens, ask_ferz(ferz, variant.name, fens), strict=True):
        if found := differences(variant, fen, answer, counts):
            failures.append((fen, found))
    kinds = ", ".join(f"{number} {kind}" for kind, number in counts.most_common())
    verdict = f"{len(failures)} differ" if failures else "all agree"
    print(f"{variant.name}: {len(fens)} positions, {verdict} ({time.monotonic() - began:.0f} s)\n  {kinds}", flush=True)
    for fen, found in failures[:SHOWN]:
        print("  " + fen)
        for line in found:
            print("    " + line)
    return len(failures)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ferz", default=shutil.which("ferz") or "ferz", help="the ferz to compare with")
    parser.add_argument("--positions", type=int, default=200, help="positions from random games, for each variant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=VARIANTS, metavar="NAME", help="one of " + ", ".join(VARIANTS))
    options = parser.parse_args()
    names = [options.only] if options.only else list(VARIANTS)
    return 1 if sum(compare(options.ferz, VARIANTS[name], options.positions, options.seed) for name in names) else 0


if __name__ == "__main__":
    sys.exit(main())
