#!/usr/bin/env python3
"""Plays `ferz uci` against itself by a clock, and counts who oversteps it.

    python3 clock.py --ferz ../../target/release/ferz --variants chess,crazy --games 12 --clock 2+0.02

The time of a move is what this program waits for it, pipes included. Games begin with random moves, other ones in each; they end
where there is no move, or after so many plies. Nothing is said about who plays better. The exit code is 1 if a move came late.
"""

import argparse
import concurrent.futures
import random
import subprocess
import sys
import time


class Engine:
    """One that answers."""

    def __init__(self, ferz, variant):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen([ferz, "uci"], **pipes, text=True, bufsize=1)
        self.say(f"setoption name UCI_Variant value {variant}")
        self.ready()

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def until(self, wanted):
        """All lines up to the first that begins with a word."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if line.startswith(wanted):
                return lines
        raise RuntimeError("the engine is gone")

    def ready(self):
        self.say("isready")
        self.until("readyok")

    def moves(self, position):
        self.say(position)
        self.say("go perft 1")
        return sorted(line.rsplit(": ", 1)[0] for line in self.until("Nodes searched") if line.endswith(": 1"))

    def close(self):
        self.process.kill()
        self.process.wait(10)


def play(arguments, variant, seed):
    """One game: how late each move came that came too late, the least time left, and the plies."""
    choose = random.Random(seed)
    base, increment = (float(text) for text in arguments.clock.split("+"))
    engines, left, late, least, moves = [], [base, base], [], base, []
    try:
        engines = [Engine(arguments.ferz, variant) for _ in range(2)]
        while len(moves) < arguments.plies:
            place = "position startpos" + (" moves " + " ".join(moves) if moves else "")
            if len(moves) < arguments.opening:
                legal = engines[0].moves(place)
                if not legal:
                    break
                moves.append(choose.choice(legal))
                continue
            # The side to move does not matter: both clocks are given as the clock of the engine
            # that is asked.
            side = len(moves) % 2
            engine = engines[side]
            engine.say(place)
            engine.ready()
            milliseconds, added = int(1000 * left[side]), int(1000 * increment)
            began = time.monotonic()
            engine.say(f"go wtime {milliseconds} btime {milliseconds} winc {added} binc {added}")
            best = engine.until("bestmove")[-1].split()[1]
            left[side] -= time.monotonic() - began
            least = min(least, left[side])
            if left[side] < 0:
                late.append(-left[side])
                break
            left[side] += increment
            if best == "(none)":
                break
            moves.append(best)
    finally:
        for engine in engines:
            engine.close()
    return late, least, len(moves)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--ferz", required=True)
    arguments.add_argument("--variants", required=True)
    arguments.add_argument("--games", type=int, default=12)
    arguments.add_argument("--clock", default="2+0.02", help="seconds for the game and added for every move")
    arguments.add_argument("--opening", type=int, default=4, help="plies at random")
    arguments.add_argument("--plies", type=int, default=160)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--jobs", type=int, default=1)
    arguments = arguments.parse_args()
    lost = 0
    for variant in arguments.variants.split(","):
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            seeds = range(1000 * arguments.seed, 1000 * arguments.seed + arguments.games)
            games = list(pool.map(lambda seed: play(arguments, variant, seed), seeds))
        late = [text for game in games for text in game[0]]
        lost += len(late)
        worst = f", at most {1000 * max(late):.0f} ms late" if late else ""
        least, plies = min(game[1] for game in games), sum(game[2] for game in games)
        print(
            f"{variant}: {len(late)} of {len(games)} games lost on time{worst}; "
            f"{plies} plies, never less than {1000 * least:.0f} ms left",
            flush=True,
        )
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
