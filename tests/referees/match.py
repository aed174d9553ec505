#!/usr/bin/env python3
"""Plays `ferz uci` against another UCI engine at equal time per move; Fairy-Stockfish's rules (pyffish) judge.

    python3 match.py --ferz ../../target/release/ferz --opponent /usr/games/fairy-stockfish --set "Skill Level=0" \\
        --variants chess,xiangqi --games 200 --movetime 50

Two games begin with the same random moves, one with each colour. Printed are wins, draws, losses and the difference in Elo with
its 95 % interval, as ferz sees them. A move that the judge does not know ends the run. Sjaak II plays, too:

    python3 match.py --ferz ../../target/release/ferz --opponent "/usr/games/sjaakii -uci" --reads 900 \\
        --set UCI_Chess960=false --set Ponder=false --variants chess --games 200 --movetime 20
"""

import argparse
import queue
import concurrent.futures
import math
import random
import subprocess
import sys
import threading

import pyffish

OPENING = 6
LONGEST = 300
LONG = 1_000_000
# An engine that says nothing for so many seconds takes the game to be over.
PATIENCE = 5


class Engine:
    """A UCI engine as a process."""

    def __init__(self, command, variant, options, reads):
        self.reads = reads
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
        )
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.say("uci")
        self.until("uciok")
        for name, value in [("UCI_Variant", variant), ("Hash", "16"), *options]:
            self.say(f"setoption name {name} value {value}")
        self.ready()

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def until(self, word):
        while (line := self.lines.get(timeout=PATIENCE)) is not None:
            if line.startswith(word):
                return line.split()
        raise RuntimeError("the engine is gone")

    def ready(self):
        self.say("isready")
        self.until("readyok")

    def move(self, game, limit):
        whole = "position startpos moves " + " ".join(game.all)
        if self.reads < len(whole):
            whole = f"position fen {game.fen}" + (" moves " + " ".join(game.since) if game.since else "")
        self.say(whole)
        self.say(f"go {limit}")
        return self.until("bestmove")[1]

    def close(self):
        self.process.kill()
        self.process.wait(10)


def ended(game):
    """The result for White, if the game is over: 1, 0.5, 0."""
    here = (game.variant, game.fen, game.since)
    value = None
    over, result = pyffish.is_immediate_game_end(*here)
    if over:
        value = result
    elif not pyffish.legal_moves(*here):
        value = pyffish.game_result(*here)
    else:
        over, result = pyffish.is_optional_game_end(*here)
        if over:
            value = result
        elif len(game.all) >= LONGEST or all(pyffish.has_insufficient_material(*here)):
            value = 0
    if value is None:
        return None
    turn = 1 if game.white_to_move() else -1
    return 0.5 if value == 0 else (1.0 if value * turn > 0 else 0.0)


class Line:
    """The moves of a game, and the last position before which nothing can be repeated: some engines read no long lines."""

    def __init__(self, variant):
        self.variant, self.all = variant, []
        self.fen, self.since = pyffish.start_fen(variant), []

    def white_to_move(self):
        return len(self.all) % 2 == 0

    def play(self, move):
        self.all.append(move)
        self.since.append(move)
        fen = pyffish.get_fen(self.variant, self.fen, self.since)
        if fen.split()[-2] == "0":
            self.fen, self.since = fen, []


def opening(variant, seed):
    """A few random moves after which the game goes on."""
    choose = random.Random(seed)
    while True:
        game = Line(variant)
        while len(game.all) < OPENING and (legal := sorted(pyffish.legal_moves(variant, game.fen, game.since))):
            game.play(choose.choice(legal))
        if len(game.all) == OPENING and ended(game) is None:
            return game.all


def play(arguments, variant, first, ferz_is_white):
    """One game; what ferz has scored."""
    options = [tuple(text.split("=", 1)) for text in arguments.set]
    ferz = Engine([arguments.ferz, "uci"], variant, [], LONG)
    other = Engine(arguments.opponent.split(), variant, options, arguments.reads)
    limit = f"nodes {arguments.nodes}" if arguments.nodes else f"movetime {arguments.movetime}"
    game = Line(variant)
    for move in first:
        game.play(move)
    try:
        while (result := ended(game)) is None:
            engine = ferz if game.white_to_move() == ferz_is_white else other
            move = engine.move(game, limit)
            if move not in pyffish.legal_moves(variant, game.fen, game.since):
                raise RuntimeError(f"{variant}: {engine.process.args} plays {move} after {' '.join(game.all)}")
            game.play(move)
    except queue.Empty:
        print(f"{variant}: {engine.process.args[0]} says nothing, a draw: {' '.join(game.all)}", file=sys.stderr)
        return 0.5
    finally:
        ferz.close()
        other.close()
    return result if ferz_is_white else 1.0 - result


def pair(arguments, variant, number):
    """Two games; what ferz has scored in each."""
    first = opening(variant, arguments.seed * 1000 + number)
    return [play(arguments, variant, first, ferz_is_white) for ferz_is_white in (True, False)]


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
    arguments.add_argument("--nodes", type=int, help="positions a move, in place of the time")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--reads", type=int, default=LONG, help="longest line that the opponent reads")
    arguments.add_argument("--jobs", type=int, default=1)
    arguments = arguments.parse_args()
    for variant in arguments.variants.split(","):
        scores = []
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            pairs = [pool.submit(pair, arguments, variant, n) for n in range(arguments.games // 2)]
            for done in pairs:
                scores += done.result()
                print(f"{variant}: {sum(scores):g} of {len(scores)}", end="\r", file=sys.stderr, flush=True)
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
