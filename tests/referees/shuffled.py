#!/usr/bin/env python3
"""Holds ferz against Fairy-Stockfish in the variants with shuffled starts, position by position.

Seeded random games from starts that `ferz start` gives, with castling from any squares (UCI_Chess960). Compared are the
move texts, boards, castling rights and clocks after every move, check, and the end of the game. Fairy-Stockfish writes
rights by the files of the rooks, ferz by `K` and `Q` where that is plain; both are read as files here. The en passant
field is not compared (Fairy-Stockfish leaves out squares on which nothing can capture); the moves are.
"""

import argparse
import json
import random
import re
import subprocess
import sys

import pyffish

VARIANTS = ("fischerandom", "caparandom")


def row_of(text):
    """The squares of a rank of a position, empty ones as dots."""
    out, run = "", ""
    for sign in text + "/":
        if sign.isdigit():
            run += sign
            continue
        out += "." * int(run or 0)
        run = ""
        out += sign
    return out[:-1]


def by_files(fen):
    """The fields of a position that are compared, castling rights by the files of the rooks."""
    board, turn, rights, _, clock, number = fen.split(" ")[:6]
    board = board.replace("~", "")
    rows = board.split("/")
    files = set()
    for letter in rights.strip("-"):
        white = letter.isupper()
        row = row_of(rows[-1 if white else 0])
        if letter.upper() in "KQ":
            king, rook = row.index("K" if white else "k"), "R" if white else "r"
            file = row.rindex(rook, king) if letter.upper() == "K" else row.index(rook, 0, king)
            letter = chr(97 + file)
            letter = letter.upper() if white else letter
        files.add(letter)
    return board, turn, "".join(sorted(files)), clock, number


def games(ferz, variant, positions, seed):
    """Positions of random games that like captures, castling and moves that make room for it."""
    rng, found = random.Random(f"{variant} {seed}"), []
    starts = json.loads(run([ferz, "start", variant, "--json"]))["starts"]
    while len(found) < positions:
        number = rng.randrange(starts)
        fen = thinned(run([ferz, "start", variant, str(number)]).strip(), rng)
        for _ in range(rng.randrange(10, 70)):
            moves = pyffish.legal_moves(variant, fen, [], True)
            if not moves or len(found) == positions:
                break
            found.append((fen, moves))
            own = set("KQRBNPACkqrbnpac")
            castles = [move for move in moves if is_castling(fen, move)]
            takes = [move for move in moves if square(fen, move[2:]) in own]
            waits = [move for move in moves if square(fen, move[:2]) not in "KRkr"]
            pool = castles if castles and rng.random() < 0.3 else takes if takes and rng.random() < 0.3 else waits or moves
            pool = moves if rng.random() < 0.2 else pool
            fen = pyffish.get_fen(variant, fen, [rng.choice(pool)], True)
    return found


def thinned(fen, rng):
    """A start with some of the pieces between king and rooks taken off, so that there is something to castle."""
    board, rest = fen.split(" ", 1)
    keep = rng.choice([0.3, 0.6, 1])
    rows = []
    for row in map(row_of, board.split("/")):
        row = "".join(sign if sign in "KRkr.Pp" or rng.random() < keep else "." for sign in row)
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), row))
    return " ".join(["/".join(rows), rest])


def square(fen, name):
    rows = fen.split(" ")[0].split("/")
    try:
        rank = int(name[1:].rstrip("qrbnac"))
        return row_of(rows[len(rows) - rank])[ord(name[0]) - 97]
    except (ValueError, IndexError):
        return "."


def is_castling(fen, move):
    """Whether a king takes its own rook."""
    king, rook = square(fen, move[:2]), square(fen, move[2:4])
    return (king, rook) in (("K", "R"), ("k", "r"))


def run(command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=300, check=True).stdout


def compare(variant, fen, moves, answer):
    """The differences in one position."""
    if "error" in answer:
        return [answer["error"]]
    found = []
    texts = {entry["move"]: entry["fen"] for entry in answer["moves"]}
    if set(texts) != set(moves):
        found.append(f"moves: {' '.join(sorted(set(texts) ^ set(moves)))}")
    if answer["check"] != pyffish.gives_check(variant, fen, [], True):
        found.append("check")
    for move in set(texts) & set(moves):
        expected = by_files(pyffish.get_fen(variant, fen, [move], True))
        if by_files(texts[move]) != expected:
            found.append(f"after {move}: {texts[move]}, expected {expected}")
    if (answer["outcome"] is not None) != (not moves):
        found.append(f"outcome: {answer['outcome']}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ferz", default="target/debug/ferz")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options, bad = parser.parse_args(), 0
    for variant in VARIANTS:
        cases = games(options.ferz, variant, options.positions, options.seed)
        text = "".join(fen + "\n" for fen, _ in cases)
        answers = run([options.ferz, "moves", variant, "--stdin", "--json"], text).splitlines()
        wrong = castlings = 0
        for (fen, moves), line in zip(cases, answers, strict=True):
            castlings += sum(is_castling(fen, move) for move in moves)
            found = compare(variant, fen, moves, json.loads(line))
            wrong += bool(found)
            for problem in found[:3] if wrong <= 3 else []:
                print(f"  {fen}: {problem}")
        bad += wrong
        print(f"{variant:14} {len(cases)} positions, {castlings} castling moves, {wrong} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
