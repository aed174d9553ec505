#!/usr/bin/env python3
"""Plays with `ferz usi` through cshogi, a client and a board of Shogi: every move is legal by that board, limits are kept, and what is
asked is answered.

    python3 usi.py --ferz ../../target/release/ferz
"""

import argparse
import pathlib
import random
import sys
import tempfile
import time

import cshogi
from cshogi.usi import Engine
from cshogi.usi.Engine import InfoListener, MultiPVListener


def games(engine, seed, games, plies):
    """Engine against random moves; the positions go to it as SFEN and as moves from the start, by turns."""
    choose = random.Random(seed)
    for number in range(games):
        board, moves, sfens = cshogi.Board(), [], 0
        engine.usinewgame()
        while not board.is_game_over() and len(moves) < plies:
            if len(moves) % 2 == 0:
                if choose.random() < 0.5:
                    engine.position(sfen=f"sfen {board.sfen()}")
                    sfens += 1
                else:
                    engine.position(moves=moves)
                move, _ = engine.go(nodes=200)
                assert board.is_legal(board.move_from_usi(move)), (board.sfen(), move)
            else:
                legal = list(board.legal_moves)
                # Drops and promotions have other texts.
                wishes = [one for one in legal if cshogi.move_is_drop(one) or cshogi.move_is_promotion(one)]
                move = cshogi.move_to_usi(choose.choice(wishes if wishes and choose.random() < 0.5 else legal))
            board.push_usi(move)
            moves.append(move)
        print(f"game {number + 1}: {len(moves)} plies, {sfens} positions as SFEN")


def limits(engine):
    """Times for the game and for each move, depth, several lines, a mate, resigning, thinking ahead."""
    engine.position()
    for limit in [{"byoyomi": 200}, {"btime": 1000, "wtime": 1000}, {"btime": 0, "wtime": 0, "byoyomi": 100}]:
        began = time.monotonic()
        move, _ = engine.go(**limit)
        took = time.monotonic() - began
        assert cshogi.Board().is_legal(cshogi.Board().move_from_usi(move)) and took < 2.0, (limit, move, took)
    engine.setoption("MultiPV", "3")
    lines = MultiPVListener()
    engine.go(nodes=2000, listener=lines.listen())
    assert len(lines.info) == 3 and len({line["pv"][0] for line in lines.info}) == 3, lines.info
    engine.setoption("MultiPV", "1")
    told = InfoListener()
    engine.position(sfen="sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    move, _ = engine.go(nodes=2000, listener=told.listen())
    assert move == "G*5b" and told.info["mate"] == 1, (move, told.info)
    engine.position(sfen="sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2")
    assert engine.go(nodes=100)[0] == "resign"
    print("limits are kept, and a mate is told")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--ferz", required=True)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--games", type=int, default=4)
    arguments.add_argument("--plies", type=int, default=120)
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        # The client starts commands without arguments.
        command = pathlib.Path(folder, "engine")
        command.write_text(f'#!/bin/sh\nexec "{pathlib.Path(options.ferz).resolve()}" usi\n', encoding="utf-8")
        command.chmod(0o755)
        engine = Engine(str(command))
        assert engine.name.startswith("ferz"), engine.name
        engine.setoption("USI_Hash", "8")
        engine.isready()
        games(engine, options.seed, options.games, options.plies)
        limits(engine)
        engine.gameover("draw")
        engine.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
