#!/usr/bin/env python3
"""Plays `ferz uci` against another UCI engine at equal time per move; Fairy-Stockfish's rules (pyffish) judge.

    python3 match.py --ferz ../../target/release/ferz --opponent /usr/games/fairy-stockfish --set "Skill Level=0" \\
        --variants chess,xiangqi --games 200 --movetime 50

Two games begin with the same random moves, one with each colour. Printed are wins, draws, losses and the difference in Elo with
its 95 % interval, as ferz sees them, and the time that each side has taken per move. Games in which a side plays what the judge
does not know are left out and counted: the two know other rules. The opponent may be another build of ferz, and the match may
end as soon as it is decided (`--sprt 0,20`: no better, or better by 20 Elo):

    python3 match.py --ferz ../../target/release/ferz --opponent "/tmp/before/ferz uci" --nodes 2000 --variants chess --sprt 0,20

What two threads gain:

    python3 match.py --ferz ../../target/release/ferz --own Threads=2 --opponent "../../target/release/ferz uci" --variants chess --movetime 20

Sjaak II reads about a thousand characters of a line, and says nothing where the game has ended by its own count of
repetitions, which knows no castling rights, by its own rule about moves without progress, or by its own bare kings. In longer
games it is therefore asked for its position (`--fen-command`) and told the moves from there; where it says nothing, it is given
its position anew, without what was before; if it still says nothing, an arbiter's score decides the game:

    python3 match.py --ferz ../../target/release/ferz --opponent "/usr/games/sjaakii -uci" --reads 900 --fen-command fen \\
        --arbiter /usr/games/fairy-stockfish --set UCI_Chess960=false --variants chess --games 200 --movetime 10
"""

import argparse
import concurrent.futures
import dataclasses
import math
import pathlib
import queue
import random
import re
import subprocess
import sys
import threading
import time

import pyffish
from hands import VARIANTS as HOUSES
from hands import pieces_of

OPENING = 6
LONGEST = 300
LONG = 1_000_000
# An engine that says nothing for this many seconds takes the game to be over, or is gone.
PATIENCE = 1.5
# A lead of this many hundredths of a pawn wins when the arbiter decides.
AHEAD = 500
ARBITER_NODES = 200_000
# The logarithm of the odds at which a test is decided: 5 % errors of either kind.
DECIDED = math.log(0.95 / 0.05)


class Disputed(Exception):
    """A move that the judge does not know."""


class Silent(Exception):
    """An engine that does not answer."""


class Engine:
    """A UCI engine as a process."""

    def __init__(self, command, variant, options=(), reads=LONG, fen_command=""):
        self.name, self.spent, self.moves = "", 0.0, 0
        self.reads, self.fen_command = reads, fen_command
        # The start of the line of moves that the engine was told, the number of plies, and the
        # moves told last.
        self.place, self.ply, self.told = "startpos", 0, 0
        quiet = {"stderr": subprocess.DEVNULL}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(command, **pipes, **quiet, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.say("uci")
        self.until("uciok", 10)
        for name, value in [*options, ("UCI_Variant", variant), ("Hash", "16")]:
            self.say(f"setoption name {name} value {value}")
        self.ready()

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def until(self, wanted, patience):
        """The words of the first line that begins with a word; of the last one with a score, too."""
        score = 0
        try:
            while (line := self.lines.get(timeout=patience)) is not None:
                if line.startswith("id name"):
                    self.name = line.split(maxsplit=2)[2].strip()
                if found := re.search(r"score (cp|mate) (-?\d+)", line):
                    score = int(found[2]) * (1 if found[1] == "cp" else 10_000)
                if line.startswith(wanted):
                    return line.split(), score
        except queue.Empty:
            raise Silent(self.name) from None
        raise RuntimeError(f"{self.name or self.process.args} is gone")

    def ready(self):
        self.say("isready")
        self.until("readyok", 10)

    def new_game(self):
        self.place, self.ply, self.told = "startpos", 0, 0
        self.say("ucinewgame")
        self.ready()

    def speaks_ferz(self):
        return self.name.startswith("ferz")

    def move(self, game, limit, patience):
        moves = game.ferz_moves if self.speaks_ferz() else game.moves
        line = self.line(moves)
        if len(line) > self.reads:
            # It has played its last move itself, and knows the position.
            self.place, self.ply = f"fen {self.position()}", self.told + 1
            line = self.line(moves)
        self.told = len(moves)
        self.say(line)
        return self.go(limit, patience)

    def line(self, moves):
        since = moves[self.ply :]
        return f"position {self.place}" + (" moves " + " ".join(since) if since else "")

    def position(self):
        """The position before it, as it prints it."""
        self.say(self.fen_command)
        while (line := self.lines.get(timeout=2)) is not None:
            if line.count("/") >= 4:
                return line.strip()
        raise RuntimeError(f"{self.name} is gone")

    def go(self, limit, patience):
        # An answer that came too late is not taken for one to this question.
        self.ready()
        began = time.monotonic()
        self.say(f"go {limit}")
        words, _ = self.until("bestmove", patience)
        self.spent += time.monotonic() - began
        self.moves += 1
        return words[1]

    def move_anew(self, limit, patience):
        """Its move where it has said nothing: in the position as it prints it, but without what was before."""
        fields = self.position().split()
        # Its halfmove clock begins again, too.
        fields[-2] = "0"
        self.place, self.ply = "fen " + " ".join(fields), self.told
        self.say(f"position {self.place}")
        return self.go(limit, patience)

    def close(self):
        self.process.kill()
        self.process.wait(10)


class Game:
    """The moves of a game, as the judge and as ferz write them. The judge is asked as little as possible: it is slow."""

    def __init__(self, variant):
        self.variant, self.moves, self.ferz_moves = variant, [], []
        # The last position before which nothing can be repeated, and the moves since.
        self.base, self.since = pyffish.start_fen(variant), []
        self.fen, self.seen = self.base, {}
        self.house = HOUSES.get(variant)
        self.legal = pyffish.legal_moves(variant, self.base, [])

    def white_to_move(self):
        return len(self.moves) % 2 == 0

    def in_ferz(self, move):
        """A move as ferz writes it: it has letters for what has promoted."""
        if self.house is None or not move.endswith("+"):
            return move
        return self.house.ferz_move(move, pieces_of(self.fen.split()[0]))

    def of(self, move, in_ferz):
        """The legal move that an engine has written; some write promotions with `=`."""
        if in_ferz:
            return next((m for m in self.legal if m == move or self.in_ferz(m) == move), None)
        return next((m for m in self.legal if m in (move, move.replace("=", ""))), None)

    def play(self, move):
        self.ferz_moves.append(self.in_ferz(move))
        self.moves.append(move)
        self.since.append(move)
        # From the position before: a query with all moves would play all of them again.
        self.fen = pyffish.get_fen(self.variant, self.fen, [move])
        if self.fen.split()[-2] == "0":
            self.base, self.since, self.seen = self.fen, [], {}
        place = self.fen.rsplit(" ", 2)[0]
        self.seen[place] = self.seen.get(place, 0) + 1
        self.legal = pyffish.legal_moves(self.variant, self.fen, [])

    def result(self):
        """The result for White, if the game is over: 1, 0.5, 0."""
        value = self.value()
        if value is None:
            return None
        turn = 1 if self.white_to_move() else -1
        return 0.5 if value == 0 else (1.0 if value * turn > 0 else 0.0)

    def value(self):
        """What the end of the game is worth to the side that would move."""
        here = (self.variant, self.base, self.since)
        if not self.legal:
            over, value = pyffish.is_immediate_game_end(*here)
            return value if over else pyffish.game_result(*here)
        again = self.seen.get(self.fen.rsplit(" ", 2)[0], 0) > 1
        # Repetitions, moves without progress, countings.
        if again or len(self.moves) % 8 == 0:
            over, value = pyffish.is_optional_game_end(*here)
            if over:
                return value
        few = sum(letter.isalpha() for letter in self.fen.split()[0]) <= 6
        if len(self.moves) >= LONGEST or (few and all(pyffish.has_insufficient_material(*here))):
            return 0
        return None


def opening(variant, seed):
    """A few random moves after which the game goes on."""
    choose = random.Random(seed)
    while True:
        game = Game(variant)
        while len(game.moves) < OPENING and game.legal:
            game.play(choose.choice(sorted(game.legal)))
        if len(game.moves) == OPENING and game.result() is None:
            return game.moves


def decided(arguments, game):
    """The result for White of a game that one side takes to be over: the arbiter's score decides."""
    if not arguments.arbiter:
        return 0.5
    arbiter = Engine(arguments.arbiter.split(), game.variant)
    try:
        moves = game.ferz_moves if arbiter.speaks_ferz() else game.moves
        arbiter.say("position startpos moves " + " ".join(moves))
        arbiter.say(f"go nodes {ARBITER_NODES}")
        _, score = arbiter.until("bestmove", 30)
    finally:
        arbiter.close()
    score = score if game.white_to_move() else -score
    return 0.5 if abs(score) < AHEAD else float(score > 0)


def answer(arguments, engine, game):
    """An engine's move; None if it takes the game to be over."""
    limit = f"nodes {arguments.nodes}" if arguments.nodes else f"movetime {arguments.movetime}"
    patience = PATIENCE + arguments.movetime / 1000
    try:
        return engine.move(game, limit, patience)
    except Silent:
        if not arguments.fen_command or engine.speaks_ferz():
            return None
    try:
        return engine.move_anew(limit, patience)
    except (Silent, queue.Empty, IndexError):
        return None


def play(arguments, engines, first, ferz_is_white):
    """One game: what ferz has scored, and whether the arbiter has decided it."""
    ferz, other = engines
    game = Game(arguments.variant)
    for engine in engines:
        engine.new_game()
    for move in first:
        game.play(move)
    while (result := game.result()) is None:
        engine = ferz if game.white_to_move() == ferz_is_white else other
        text = answer(arguments, engine, game)
        if text is None or text == "(none)":
            result = decided(arguments, game)
            return (result if ferz_is_white else 1.0 - result), True
        move = game.of(text, engine.speaks_ferz())
        if move is None:
            raise Disputed(f"{game.variant}: {engine.name} plays {text} after {' '.join(game.moves)}")
        game.play(move)
    return (result if ferz_is_white else 1.0 - result), False


@dataclasses.dataclass
class Tally:
    """What games have brought."""

    scores: list = dataclasses.field(default_factory=list)
    pairs: list = dataclasses.field(default_factory=list)
    arbitrated: int = 0
    disputed: list = dataclasses.field(default_factory=list)
    # Seconds and moves of each side.
    spent: list = dataclasses.field(default_factory=lambda: [[0.0, 0], [0.0, 0]])

    def add(self, other):
        self.scores += other.scores
        self.arbitrated += other.arbitrated
        self.disputed += other.disputed
        if len(other.scores) == 2:
            self.pairs.append(sum(other.scores))
        for mine, new in zip(self.spent, other.spent, strict=True):
            mine[0] += new[0]
            mine[1] += new[1]

    def odds(self, low, high):
        """The logarithm of how much better a difference of `high` Elo explains the pairs of games than one of `low`."""
        count = len(self.pairs)
        if count < 8:
            return 0.0
        mean = sum(self.pairs) / count / 2
        # A little more than is seen, so that equal pairs prove nothing.
        spread = (sum((p / 2 - mean) ** 2 for p in self.pairs) + 0.25) / count
        expected = [1 / (1 + 10 ** (-elo / 400)) for elo in (low, high)]
        return count * (expected[1] - expected[0]) * (2 * mean - sum(expected)) / (2 * spread)

    def text(self, variant):
        count = len(self.scores)
        if not count:
            return f"{variant}: no game, {len(self.disputed)} disputed"
        mean = sum(self.scores) / count
        error = math.sqrt(sum((s - mean) ** 2 for s in self.scores) / count / count)
        low, high = elo(mean - 1.96 * error), elo(mean + 1.96 * error)
        wins, draws = self.scores.count(1.0), self.scores.count(0.5)
        times = "; ".join(f"{1000 * seconds / max(moves, 1):.1f} ms" for seconds, moves in self.spent)
        return (
            f"{variant}: {wins} wins, {draws} draws, {count - wins - draws} losses in {count} games; "
            f"{100 * mean:.1f} %, Elo {elo(mean):+.0f} [{low:+.0f}, {high:+.0f}]; "
            f"arbitrated {self.arbitrated}, disputed {len(self.disputed)}; a move {times}"
        )


def elo(score):
    score = min(max(score, 0.001), 0.999)
    return -400 * math.log10(1 / score - 1)


def pair(arguments, number):
    """Two games from the same opening."""
    first = opening(arguments.variant, arguments.seed * 1000 + number)
    options, own = ([tuple(text.split("=", 1)) for text in texts] for texts in (arguments.set, arguments.own))
    known = arguments.name or arguments.variant
    opponent = arguments.opponent.split()
    engines = (
        Engine([arguments.ferz, "uci"], arguments.variant, own),
        Engine(opponent, known, options, arguments.reads, arguments.fen_command),
    )
    tally = Tally()
    try:
        for ferz_is_white in (True, False):
            score, arbitrated = play(arguments, engines, first, ferz_is_white)
            tally.scores.append(score)
            tally.arbitrated += arbitrated
    except Disputed as disputed:
        tally.disputed.append(str(disputed))
    finally:
        for engine in engines:
            engine.close()
    tally.spent = [[engine.spent, engine.moves] for engine in engines]
    return tally


def match(arguments):
    """All games of a variant."""
    tally, verdict = Tally(), ""
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        pairs = [pool.submit(pair, arguments, n) for n in range(arguments.games // 2)]
        try:
            for done in concurrent.futures.as_completed(pairs):
                if done.cancelled():
                    continue
                tally.add(done.result())
                print(f"{arguments.variant}: {sum(tally.scores):g} of {len(tally.scores)}", end="\r", file=sys.stderr, flush=True)
                if arguments.sprt and abs(odds := tally.odds(*arguments.sprt)) >= DECIDED and not verdict:
                    verdict = "; better" if odds > 0 else "; not better"
                    for waiting in pairs:
                        waiting.cancel()
        except KeyboardInterrupt:
            # Games already played count.
            pool.shutdown(wait=False, cancel_futures=True)
    if arguments.sprt:
        verdict = verdict or f"; undecided ({tally.odds(*arguments.sprt):+.2f})"
    print(tally.text(arguments.variant) + verdict, flush=True)
    for text in tally.disputed[: arguments.show]:
        print(f"    {text}", flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--ferz", required=True)
    arguments.add_argument("--opponent", required=True)
    arguments.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    arguments.add_argument("--own", action="append", default=[], metavar="NAME=VALUE", help="an option of ferz")
    arguments.add_argument("--variants", required=True, help="with the opponent's name if it is another: amazon=Amazon")
    arguments.add_argument("--games", type=int, default=200)
    arguments.add_argument("--movetime", type=int, default=50)
    arguments.add_argument("--nodes", type=int, help="positions a move, in place of the time")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--fen-command", help="by which the opponent prints its position")
    arguments.add_argument("--reads", type=int, default=LONG, help="longest line that the opponent reads")
    arguments.add_argument("--arbiter", help="the engine that decides games in which the opponent falls silent")
    arguments.add_argument("--sprt", metavar="LOW,HIGH", help="end when one of two differences in Elo is refuted")
    arguments.add_argument("--show", type=int, default=2, help="how many disputed games are shown")
    arguments.add_argument("--jobs", type=int, default=1)
    arguments = arguments.parse_args()
    arguments.sprt = tuple(map(float, arguments.sprt.split(","))) if arguments.sprt else None
    pyffish.load_variant_config((pathlib.Path(__file__).parent / "hands.ini").read_text(encoding="utf-8"))
    for text in arguments.variants.split(","):
        arguments.variant, _, arguments.name = text.partition("=")
        match(arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
