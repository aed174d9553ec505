#!/usr/bin/env python3
"""Holds how ferz writes pieces against Fairy-Stockfish: start positions, and positions after random moves.

    letters.py --ferz target/debug/ferz --games 2 --seed 1 [NAME ...]

For every bundled variant that the referee (pyffish) knows, too, the positions of random games go to `ferz moves FILE --stdin --json`, as the referee
writes them, and the board field that comes back must be the same: the letters of promoted pieces, holes, empty squares. The exit code is 1
if any differs.
"""

import argparse
import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pyffish

HERE = Path(__file__).parent
PLIES = 40

# If the referee promotes the same piece in two ways, as in Shogi and as pawns do, it has two names
# for the same thing. The first is kept.
TWICE = {"elgam": ("+S", "W")}


def under_one_name(name, fen):
    """A position of the referee with one name for each kind of piece."""
    if name not in TWICE:
        return fen
    board, space, rest = fen.partition(" ")
    kept, other = TWICE[name]
    board = board.replace(other, kept).replace(other.lower(), kept.lower())
    return board + space + rest


def board_of(fen):
    """The squares of a position, without what is in hand and without marks of promoted pieces that nothing goes by."""
    return fen.split()[0].partition("[")[0]


def positions(name, games, rng):
    """Positions of random games that like promotions."""
    found = []
    for _ in range(games):
        fen = pyffish.start_fen(name)
        for _ in range(PLIES):
            found.append(fen)
            moves = pyffish.legal_moves(name, fen, [])
            if not moves:
                break
            promotions = [move for move in moves if move[-1] in "+-" or move[0] == "+"]
            choice = promotions if promotions and rng.random() < 0.5 else moves
            fen = pyffish.get_fen(name, fen, [rng.choice(choice)])
    return found


def ours(ferz, file, fens):
    """The same positions as ferz writes them; None for those that it does not read."""
    done = subprocess.run([ferz, "moves", file, "--stdin", "--json"], input="\n".join(fens) + "\n", capture_output=True, text=True, timeout=300, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return [answer.get("fen") for answer in answers]


def plain(fen):
    """A position that says no more than what stands where, what is in hand, and who is to move."""
    board, turn = fen.split()[:2]
    return f"{board} {turn} - - 0 1"


def compare(ferz, file, name, games, seed):
    """What is wrong in one variant: texts, a few of them."""
    fens = positions(name, games, random.Random(f"{name}{seed}"))
    found = []
    answers = ours(ferz, file, [plain(fen) for fen in fens])
    if len(answers) != len(fens):
        return [f"{len(answers)} answers to {len(fens)} positions"]
    for fen, answer in zip(fens, answers):
        # The marks of pieces that have promoted stand only where something goes by them.
        bare = [re.sub("~", "", board_of(text)) if text else None for text in (under_one_name(name, fen), answer)]
        if bare[0] != bare[1]:
            found.append(f"{fen}: {answer}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ferz", default=str(HERE.parent.parent / "target/release/ferz"))
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    for file in ("variants.ini", "hands.ini"):
        pyffish.load_variant_config((HERE / file).read_text())
    known = set(pyffish.variants())
    files = {path.stem: str(path) for path in (HERE.parent.parent / "rulesets").rglob("*.ferz")}
    names = options.names or sorted(known & set(files))
    wrong = 0
    for name in names:
        found = compare(options.ferz, files[name], name, options.games, options.seed)
        if found:
            wrong += 1
            print(f"{name}: {len(found)} positions differ")
            for line in found[:3]:
                print(f"    {line}")
    print(f"{len(names)} variants; {wrong} differ")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
