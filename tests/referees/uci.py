#!/usr/bin/env python3
"""Plays with `ferz uci` through python-chess, which knows chess and some of its variants by itself: every move is legal, limits
are kept, and what is asked is answered.

    python3 uci.py --ferz ../../target/release/ferz
"""

import argparse
import asyncio
import pathlib
import random
import sys
import tempfile
import time

import chess
import chess.engine
import chess.variant

VARIANTS = ["chess", "3check", "antichess", "atomic", "horde", "kingofthehill", "racingkings"]

MINE = """variant "Mine" extends chess
end {
  middle: reach knight on e5
}
"""


def board_of(name):
    return chess.Board() if name == "chess" else chess.variant.find_variant(name)()


def games(engine, seed, plies):
    """Engine against random moves; python-chess refuses what is not legal."""
    choose = random.Random(seed)
    for name in VARIANTS:
        board = board_of(name)
        played = 0
        while not board.is_game_over() and played < plies:
            if played % 2 == 0:
                result = engine.play(board, chess.engine.Limit(nodes=300), game=name, info=chess.engine.INFO_ALL)
                assert result.move in board.legal_moves, (name, board.fen(), result.move)
                board.push(result.move)
            else:
                board.push(choose.choice(list(board.legal_moves)))
            played += 1
        print(f"{name}: {played} plies, {board.result(claim_draw=True)}")


def limits(engine):
    """Each form of `go`."""
    board = chess.Board()
    forms = [
        chess.engine.Limit(time=0.1),
        chess.engine.Limit(depth=6),
        chess.engine.Limit(nodes=2000),
        chess.engine.Limit(white_clock=1.0, black_clock=1.0, white_inc=0.1, black_inc=0.1),
        chess.engine.Limit(white_clock=1.0, black_clock=1.0, remaining_moves=20),
    ]
    for limit in forms:
        began = time.monotonic()
        result = engine.play(board, limit, info=chess.engine.INFO_ALL)
        took = time.monotonic() - began
        assert result.move in board.legal_moves and took < 2.0, (limit, took)
        assert result.info["depth"] >= 1 and result.info["pv"][0] == result.move, result.info
    only = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    assert engine.play(board, chess.engine.Limit(depth=4), root_moves=only).move in only
    mate = chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    info = engine.analyse(mate, chess.engine.Limit(mate=1))
    assert info["score"].white() == chess.engine.Mate(1), info
    pondered = engine.play(board, chess.engine.Limit(time=0.1), ponder=True)
    board.push(pondered.move)
    board.push(pondered.ponder or next(iter(board.legal_moves)))
    assert engine.play(board, chess.engine.Limit(time=0.1)).move in board.legal_moves
    print("limits are kept, also when pondering")


def lines(engine):
    """The best lines, and no other move that begins one."""
    board = chess.Board()
    infos = engine.analyse(board, chess.engine.Limit(depth=5), multipv=4)
    assert len(infos) == 4 and len({info["pv"][0] for info in infos}) == 4, infos
    scores = [info["score"].white().score() for info in infos]
    assert scores == sorted(scores, reverse=True), scores
    print("several lines are told")


def analysis(engine):
    """An endless search tells more and more, and stops when it is told to."""
    with engine.analysis(chess.Board()) as search:
        seen = 0
        for info in search:
            seen += "pv" in info
            if info.get("depth", 0) >= 5:
                break
        search.stop()
    assert seen >= 4, seen
    print("an analysis can be stopped")


def own_variant(engine):
    """A variant from a file: knights win on e5."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "mine.ferz")
        path.write_text(MINE, encoding="utf-8")
        engine.configure({"VariantPath": str(path)})
        info = engine.analyse(chess.Board(), chess.engine.Limit(depth=5))
        assert info["score"].white() == chess.engine.Mate(2), info
        assert info["pv"][0].from_square in (chess.B1, chess.G1), info
        engine.configure({"VariantPath": "<empty>"})
    print("a variant from a file is played")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--ferz", required=True)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--plies", type=int, default=80)
    options = arguments.parse_args()
    with chess.engine.SimpleEngine.popen_uci([options.ferz, "uci"], timeout=20) as engine:
        assert engine.id["name"].startswith("ferz"), engine.id
        engine.configure({"Hash": 8, "Threads": 1, "Skill Level": 10})
        games(engine, options.seed, options.plies)
        limits(engine)
        lines(engine)
        analysis(engine)
        own_variant(engine)
    return 0


if __name__ == "__main__":
    asyncio.set_event_loop_policy(chess.engine.EventLoopPolicy())
    sys.exit(main())
