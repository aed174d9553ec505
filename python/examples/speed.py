"""What Python gets of ferz, beside pyffish and python-chess where they are installed, in plies a second.

`python speed.py [--native PATH]`: with the path of the example `native`, batches are held against Rust alone.
"""

import argparse
import random
import resource
import subprocess
import time

import ferz
from ferz import compat, pyffish


def measure(work, seconds):
    """Plies a second of the processor; `work` returns how many it has made."""
    work()
    made, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        made += work()
    return made / (time.process_time() - begun)


def by_text(module, variant, plies):
    """The list of moves and the next position, with positions as texts in and out."""
    start = module.start_fen(variant)

    def work():
        chooser, fen, made = random.Random(1), start, 0
        for _ in range(plies):
            moves = module.legal_moves(variant, fen, [])
            if not moves:
                break
            fen = module.get_fen(variant, fen, [chooser.choice(moves)])
            made += 1
        return made

    return work


def by_objects(variant, plies):
    start = ferz.Variant.bundled(variant).start()

    def work():
        chooser, position, made = random.Random(1), start, 0
        for _ in range(plies):
            texts = position.texts
            if not texts:
                break
            position = position.play(chooser.choice(texts))
            position.fen
            made += 1
        return made

    return work


def by_boards(make, plies):
    def work():
        chooser, board, made = random.Random(1), make(), 0
        for _ in range(plies):
            moves = [move.uci() for move in board.legal_moves]
            if not moves:
                break
            board.push_uci(chooser.choice(moves))
            board.fen()
            made += 1
        return made

    return work


def native(path, variant, way):
    """Plies a second of the processor of Rust alone; what it takes to read the variant is left out."""

    def seconds(games):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run([path, variant, str(games), "1000", way], check=True)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

    return 1_000_000 / (seconds(1001) - seconds(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variants", default="chess,crazyhouse,xiangqi,shogi,atomic,makruk")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--plies", type=int, default=150)
    parser.add_argument("--native")
    options = parser.parse_args()
    try:
        import pyffish as theirs
    except ImportError:
        theirs = None
    for variant in options.variants.split(","):
        ours = measure(by_text(pyffish, variant, options.plies), options.seconds)
        line = f"{variant}: ferz.pyffish {ours:,.0f}"
        if theirs:
            other = measure(by_text(theirs, variant, 40), options.seconds)
            line += f", pyffish {other:,.0f} ({ours / other:.0f} times)"
        objects = measure(by_objects(variant, options.plies), options.seconds)
        line += f"; objects {objects:,.0f}"
        if variant == "chess":
            try:
                import chess

                other = measure(by_boards(chess.Board, options.plies), options.seconds)
                boards = measure(by_boards(compat.Board, options.plies), options.seconds)
                line += f", python-chess {other:,.0f} ({objects / other:.0f} times), ferz.compat {boards:,.0f}"
            except ImportError:
                pass
        batch = ferz.Variant.bundled(variant).batch(64, threads=1, longest=10**6)

        def steps():
            batch.step_random(1000)
            return 64_000

        many = measure(steps, options.seconds)
        line += f"; batch {many:,.0f}"
        if options.native:
            played, made = native(options.native, variant, "history"), native(options.native, variant, "bare")
            line += f", Rust {played:,.0f} with history ({many / played:.2f}) and {made:,.0f} without ({many / made:.2f})"
        print(line, flush=True)


main()
