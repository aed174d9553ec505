#!/usr/bin/env python3
"""Plays `ferz uci` against another UCI engine at equal time per move; Fairy-Stockfish's rules (pyffish) judge.

    python3 match.py --ferz ../../target/release/ferz --opponent /usr/games/fairy-stockfish --set "Skill Level=0" \\
        --variants chess,xiangqi --games 200 --movetime 50

Two games begin with the same random moves, one with each colour. Printed are wins, draws, losses and the difference in Elo with
its 95 % interval, as ferz sees them. A move that the judge does not know ends the run.
"""

import argparse
import concurrent.futures
import math
import random
import subprocess
import sys

import pyffish

OPENING = 6
LONGEST = 300


class Engine:
    """A UCI engine as a process."""

    def __init__(self, command, variant, options):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
        )
        self.say("uci")
        self.until("uciok")
        for name, value in [("UCI_Variant", variant), ("Hash", "16"), *options]:
            self.say(f"setoption name {name} value {value}")
        self.ready()

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def until(self, word):
        for line in self.process.stdout:
            if line.startswith(word):
                return line.split()
        raise RuntimeError("the engine is gone")

    def ready(self):
        self.say("isready")
        self.until("readyok")

    def move(self, moves, time):
        self.say("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        self.say(f"go movetime {time}")
        return self.until("bestmove")[1]

    def close(self):
        self.say("quit")
        self.process.wait(10)


def ended(variant, start, moves):
    """The result for White, if the game is over: 1, 0.5, 0."""
    turn = 1 if len(moves) % 2 == 0 else -1
    value = None
    over, result = pyffish.is_immediate_game_end(variant, start, moves)
    if over:
        value = result
    elif not pyffish.legal_moves(variant, start, moves):
        value = pyffish.game_result(variant, start, moves)
    else:
        over, result = pyffish.is_optional_game_end(variant, start, moves)
        if over:
            value = result
        elif len(moves) >= LONGEST:
            value = 0
    if value is None:
        return None
    return 0.5 if value == 0 else (1.0 if value * turn > 0 else 0.0)


def opening(variant, start, seed):
    """A few random moves after which the game goes on."""
    choose = random.Random(seed)
    while True:
        moves = []
        for _ in range(OPENING):
            legal = sorted(pyffish.legal_moves(variant, start, moves))
            if not legal:
                break
            moves.append(choose.choice(legal))
        if len(moves) == OPENING and ended(variant, start, moves) is None:
            return moves


def pair(arguments, variant, number):
    """Two games; what ferz scored in each."""
    start = pyffish.start_fen(variant)
    options = [tuple(text.split("=", 1)) for text in arguments.set]
    engines = [
        Engine([arguments.ferz, "uci"], variant, []),
        Engine(arguments.opponent.split(), variant, options),
    ]
    first = opening(variant, start, arguments.seed * 1000 + number)
    scores = []
    for ferz_is_white in (True, False):
        moves = list(first)
        for engine in engines:
            engine.say("ucinewgame")
            engine.ready()
        while (result := ended(variant, start, moves)) is None:
            white = len(moves) % 2 == 0
            engine = engines[0] if white == ferz_is_white else engines[1]
            move = engine.move(moves, arguments.movetime)
            if move not in pyffish.legal_moves(variant, start, moves):
                raise RuntimeError(f"{variant}: {engine.process.args} plays {move} after {' '.join(moves)}")
            moves.append(move)
        scores.append(result if ferz_is_white else 1.0 - result)
    for engine in engines:
        engine.close()
    return scores


def elo(score):
    score = min(max(score, 0.001), 0.999)
    return -400 * math.log10(1 / score - 1)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--ferz", required=True)
    arguments.add_argument("--opponent", required=True)
    arguments.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    arguments.add_argument("--variants", required=True)
    arguments.add_argument("--games", type=int, default=200)
    arguments.add_argument("--movetime", type=int, default=50)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--jobs", type=int, default=1)
    arguments = arguments.parse_args()
    for variant in arguments.variants.split(","):
        scores = []
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            pairs = [pool.submit(pair, arguments, variant, n) for n in range(arguments.games // 2)]
            for done in pairs:
                scores += done.result()
        count = len(scores)
        mean = sum(scores) / count
        error = math.sqrt(sum((s - mean) ** 2 for s in scores) / count / count)
        low, high = elo(mean - 1.96 * error), elo(mean + 1.96 * error)
        wins, draws = scores.count(1.0), scores.count(0.5)
        print(
            f"{variant}: {wins} wins, {draws} draws, {count - wins - draws} losses in {count} games; "
            f"{100 * mean:.1f} %, Elo {elo(mean):+.0f} [{low:+.0f}, {high:+.0f}]",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
