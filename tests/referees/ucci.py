#!/usr/bin/env python3
"""Plays with `ferz ucci` through cchess, a client and a board of Xiangqi: every move is possible on that board, and what is asked is
answered.

    python3 ucci.py --ferz ../../target/release/ferz
"""

import argparse
import pathlib
import random
import sys
import tempfile
import time

from cchess import ChessBoard
from cchess.common import pos2iccs
from cchess.engine import UcciEngine

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
PATIENCE = 20


def answer(engine):
    """What the client makes of `bestmove`, and the last line told before it."""
    until, told = time.monotonic() + PATIENCE, None
    while time.monotonic() < until:
        action = engine.get_action()
        if action is None:
            time.sleep(0.002)
        elif action["action"] == "info_move":
            told = action
        elif action["action"] in ("bestmove", "dead", "draw"):
            return action, told
    raise TimeoutError("no answer")


def games(engine, seed, games, plies):
    """Engine against random moves."""
    choose = random.Random(seed)
    for number in range(games):
        board, played = ChessBoard(START), 0
        while played < plies:
            ways = (way for way in board.create_moves() if board.is_valid_move_t(way))
            legal = [pos2iccs(*way) for way in ways if not board.is_checked_move(*way)]
            if not legal:
                break
            if played % 2 == 0:
                engine.go_from(board.to_full_fen(), {"nodes": 200})
                action, told = answer(engine)
                # Perpetual checks and the like are no matter of the board.
                if action["action"] == "dead":
                    break
                move = action["move"]
                assert move in legal, (board.to_full_fen(), move)
                assert told["moves"][0] == move and isinstance(told["score"], int), told
            else:
                move = choose.choice(legal)
            assert board.move_iccs(move), move
            board.next_turn()
            played += 1
        print(f"game {number + 1}: {played} plies")


def questions(engine):
    """A mate, a lost position, and moves that are not to be chosen."""
    engine.go_from("4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1", {"depth": 3})
    action, told = answer(engine)
    assert action["move"] == "b0b9" and told["score"] > 29_000, (action, told)
    engine.go_from("1R2k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1", {"depth": 3})
    assert answer(engine)[0]["action"] == "dead"
    print("a mate is told, and so is that there is no move")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--ferz", required=True)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--games", type=int, default=3)
    arguments.add_argument("--plies", type=int, default=100)
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        # The client starts commands without arguments.
        command = pathlib.Path(folder, "engine")
        command.write_text(f'#!/bin/sh\nexec "{pathlib.Path(options.ferz).resolve()}" ucci\n', encoding="utf-8")
        command.chmod(0o755)
        engine = UcciEngine()
        assert engine.load(str(command)) and engine.wait_for_ready(PATIENCE), engine.engine_status
        assert engine.ids["name"].startswith("ferz"), engine.ids
        engine.set_option("hashsize", 8)
        games(engine, options.seed, options.games, options.plies)
        questions(engine)
        engine.quit()
        engine.process.wait(PATIENCE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
