"""Wrong arguments, in every way: an exception, and an interpreter that goes on."""

import copy
import os
import pickle
import signal
import threading
import time

import ferz
import numpy as np
import pytest
from ferz import compat, pyffish

CHESS = ferz.Variant.bundled("chess")
START = CHESS.start()
NAN = float("nan")


@pytest.mark.parametrize("call", [
    lambda: ferz.Variant.bundled(5),
    lambda: ferz.Variant.bundled("ches\0s"),
    lambda: ferz.Variant.bundled("\ud800"),
    lambda: ferz.Variant.parse(b"variant"),
    lambda: ferz.Variant.parse(""),
    lambda: ferz.Variant.parse("(" * 100_000),
    lambda: ferz.Variant.parse('variant "X" extends x\n', library={"x": 5}),
    lambda: ferz.Variant.parse('variant "X" extends text\n'),
    lambda: ferz.Variant.load("/"),
    lambda: ferz.Variant.load("a\0b"),
    lambda: CHESS.position(None),
    lambda: CHESS.position("8/" * 100_000),
    lambda: CHESS.position("9" * 1000),
    lambda: START.play("e2e5"),
    lambda: START.play(NAN),
    lambda: START.play(""),
    lambda: START.find("x" * 100_000),
    lambda: START.write("klingon"),
    lambda: START.hand("green"),
    lambda: START.perft(-1),
    lambda: START.perft(61),
    lambda: START.perft(2**40),
    lambda: START.perft(2.5),
    lambda: START.decode(-1),
    lambda: START.decode(2**60),
    lambda: START.encode("e2e5"),
    lambda: START.action_mask(-1),
    lambda: CHESS.batch(0),
    lambda: CHESS.batch(-1),
    lambda: CHESS.batch(2**40),
    lambda: CHESS.batch(4, threads=-1),
    lambda: CHESS.batch(4).position(4),
    lambda: CHESS.batch(4).step([1, 2, 3, 4]),
    lambda: CHESS.diff("chess"),
    lambda: CHESS.test("[[case"),
    lambda: ferz.Game(CHESS, "8/8 w"),
    lambda: ferz.Game("no such"),
    lambda: ferz.Game("chess").pop(),
    lambda: ferz.Game("chess").pgn(White=5),
    lambda: ferz.Engine(CHESS, level=0),
    lambda: ferz.Engine(CHESS, hash=-1),
    lambda: ferz.Engine(CHESS, hash=0),
    lambda: ferz.Engine(CHESS, hash=2**40),
    lambda: ferz.solve(START, mate=1, hash=2**63),
    lambda: ferz.Engine(CHESS).think(ferz.Game("chess"), seconds=NAN),
    lambda: ferz.Engine(CHESS).think(ferz.Game("chess"), seconds=-1),
    lambda: ferz.Engine(CHESS).think(ferz.Game("chess"), moves=["e2e5"]),
    lambda: ferz.Engine(CHESS).think("chess"),
    lambda: ferz.solve(START, mate=-1),
    lambda: ferz.solve(START, mate=1, seconds=NAN),
    lambda: ferz.study(CHESS, games=-1),
    lambda: ferz.draw(START, highlights=["z9"]),
    lambda: ferz.draw(START, width=-3),
    lambda: compat.Board("chess", "not a position"),
    lambda: pyffish.legal_moves("chess", START.fen, [5]),
    lambda: pyffish.get_fen("chess", "k" * 10_000, []),
    lambda: pyffish.load_variant_config(None),
    lambda: pyffish.legal_moves(None, START.fen, []),
    lambda: pyffish.legal_moves("chess", None, []),
    lambda: pyffish.legal_moves("chess", START.fen, None),
    lambda: pyffish.legal_moves("chess", START.fen, "e2e4"),
    lambda: pyffish.get_san("chess", START.fen, "e2e4", False, 10**20),
    lambda: pyffish.get_san("chess", START.fen, "e2e4", False, 99),
    lambda: pyffish.get_fog_fen("x", "chess"),
    lambda: pyffish.validate_fen(None, "chess"),
    lambda: pyffish.set_option("No such option", 1),
    lambda: compat.Board(None),
    lambda: compat.Board("chess").push(None),
    lambda: compat.Move(None),
    lambda: compat.Move(5),
    lambda: compat.Board("chess").pop(),
    lambda: START.play(None),
    lambda: START.play(b"e2e4"),
    lambda: START.play("\ud800"),
    lambda: START.play("e2\0e4"),
    lambda: START.play("e2e4").play(START.moves[0]),
    lambda: START.encode(ferz.Variant.bundled("shogi").start().moves[0]),
    lambda: START.perft("3"),
    lambda: START.perft(10**30),
    lambda: START.decode(0, -1),
    lambda: START < START,
    lambda: ferz.perft(None, 3),
    lambda: ferz.perft(ferz.Game("chess"), 3),
    lambda: ferz.Game("chess", ferz.Variant.bundled("shogi").start()),
    lambda: ferz.Game(variant=None),
    lambda: ferz.Engine(CHESS, level="9"),
    lambda: ferz.Engine(CHESS, seed=-1),
    lambda: ferz.Engine(CHESS).think(ferz.Variant.bundled("shogi").start(), nodes=10),
    lambda: ferz.Engine(CHESS).think(START, seconds=float("inf")),
    lambda: ferz.Engine(CHESS).think(START, nodes=10, moves=iter(["e2e4"])),
    lambda: ferz.Engine(CHESS).think(START, mate=-3),
    lambda: ferz.solve(START, mate=1, winner="red"),
    lambda: ferz.study(None),
    lambda: CHESS.batch(2).step(None),
    lambda: CHESS.batch(2).step(np.zeros(2, np.float32)),
    lambda: CHESS.batch(2).step(np.zeros(2, np.int32)),
    lambda: CHESS.batch(2).step(np.zeros(2, ">i8")),
    lambda: CHESS.batch(2).step(np.zeros((2, 2), np.int64)),
    lambda: CHESS.batch(2).step(np.zeros(3, np.int64)),
    lambda: CHESS.batch(2).step(np.full(2, -7, np.int64)),
    lambda: CHESS.batch(2).step(np.full(2, 2**63 - 1, np.int64)),
    lambda: CHESS.batch(2).step(np.array([None, None])),
    lambda: CHESS.batch(2).position(-1),
    lambda: CHESS.batch(2, longest=-1),
    lambda: ferz.Variant.parse('variant "X" extends b\n', library=["b"]),
    lambda: ferz.Variant.parse('variant "X" extends b\n', library={"b": 'variant "B" extends b\n'}),
    lambda: ferz.Variant.parse("variant", name=None),
    lambda: ferz.Variant.parse("variant \"X\" extends chess\n" + "# x\n" * 300_000),
    lambda: ferz.Variant.load("/dev/null"),
    lambda: ferz.import_variants("[a:chess]\n", None),
    lambda: ferz.export_variant(None, "x"),
    lambda: ferz.draw(START, arrows=[("a1",)]),
    lambda: ferz.draw(START, highlights=None),
    lambda: ferz.Position(),
    lambda: ferz.Position.__new__(ferz.Position),
    lambda: type("Mine", (ferz.Position,), {}),
    lambda: pickle.dumps(ferz.Engine(CHESS)),
    lambda: pickle.dumps(CHESS.batch(2)),
    lambda: copy.deepcopy(CHESS.batch(2)),
])
def test_an_exception(call):
    with pytest.raises((ValueError, TypeError, KeyError, IndexError, OverflowError, OSError)):
        call()
    assert START.perft(2) == 400


def test_texts_without_end_take_no_time_without_end():
    begun = time.monotonic()
    for sign in ["x", "O-", "=", "\u00e9", "a1b2,", "(", "e2e4"]:
        with pytest.raises(ferz.IllegalMove):
            START.play(sign * 100_000)
    for sign in ["/", "(", "p/", "+(", "9", "~"]:
        with pytest.raises(ferz.PositionError):
            CHESS.position(sign * 100_000)
        assert pyffish.validate_fen(sign * 100_000, "chess") != pyffish.FEN_OK
    assert time.monotonic() - begun < 30


def test_arrays_that_are_views():
    batch = CHESS.batch(3)
    first = np.array([np.flatnonzero(row)[0] for row in batch.mask()], np.int64)
    wide = np.stack([first, first], 1)[:, 0]
    assert not wide.flags["C_CONTIGUOUS"]
    assert batch.step(wide)[2].shape == (3,)
    first = np.array([np.flatnonzero(row)[0] for row in batch.mask()], np.int64)
    first.setflags(write=False)
    assert batch.step(first)[2].shape == (3,)


def test_lists_do_not_follow_the_game():
    game = ferz.Game("chess")
    moves = game.position.moves
    with pytest.raises(ferz.IllegalMove):
        for mv in moves:
            game.push(mv)
    assert game.history == [moves[0].uci] and len(moves) == 20


def test_children_of_a_process():
    batch = CHESS.batch(8, threads=2)
    batch.step_random(5)
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        batch.step_random(5)
        ferz.Engine(CHESS, threads=2).think(START, nodes=200)
        os._exit(0 if START.perft(3) == 8902 else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_places_of_errors():
    with pytest.raises(ferz.RulesError) as caught:
        ferz.Variant.parse('variant "X" extends chess\n\npiece rook R = rok\n')
    [found] = [one for one in caught.value.diagnostics if one.severity == "error"]
    assert (found.line, found.column) == (3, 16)
    with pytest.raises(ferz.PositionError) as caught:
        CHESS.position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR green KQkq - 0 1")
    assert caught.value.field == "side to move" and caught.value.start == 44


@pytest.mark.parametrize("state", [
    (ferz._ferz._restore_position, (CHESS, "8/8 w")),
    (ferz._ferz._restore_variant, (5, "a variant of another version", "")),
    (ferz._ferz._restore_variant, (5, None, "piece")),
    (ferz._ferz._restore_move, (START, "e2e5")),
    (ferz._ferz._restore_game, (CHESS, START.fen, ["e2e4", "e2e4"])),
])
def test_pickles_of_another_version(state):
    class Old:
        def __reduce__(self):
            return state

    data = pickle.dumps(Old())
    with pytest.raises((ValueError, KeyError)):
        pickle.loads(data)


def test_bytes_that_are_no_pickle():
    data = bytearray(pickle.dumps(ferz.Game("chess")))
    for i in range(len(data)):
        broken = bytes(data[:i] + bytes([data[i] ^ 1]) + data[i + 1:])
        try:
            pickle.loads(broken)
        except Exception:
            pass


def test_many_threads_at_once():
    game, batch, engine = ferz.Game("crazyhouse"), CHESS.batch(8), ferz.Engine(CHESS)
    wrong = []

    def work(number):
        for turn in range(30):
            try:
                game.push(game.moves[turn % 5])
                batch.step_random(10)
                engine.think(START, nodes=20)
                game.pop()
                game.why("Q@e9")
                START.play("e2e4").texts
                pyffish.get_fen("chess", START.fen, ["e2e4"])
            except (RuntimeError, ValueError, IndexError):
                # Another thread is at it, or has taken the move back.
                pass
            except BaseException as error:
                wrong.append(error)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.parametrize("work", [
    lambda: START.perft(60),
    lambda: CHESS.batch(64).step_random(2**40),
    lambda: CHESS.diff(CHESS.anywhere(), positions=2**60),
    lambda: ferz.Engine(CHESS).think(START, depth=2**31),
    lambda: ferz.study(CHESS, games=2**40, nodes=50),
    lambda: ferz.solve(START, mate=1000),
])
def test_work_that_is_cancelled(work):
    main = threading.main_thread().ident
    # A shell that starts programs in the background has them ignore it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    begun = time.monotonic()
    timer = threading.Timer(0.3, lambda: signal.pthread_kill(main, signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - begun < 20
    assert START.perft(3) == 8902


def test_threads_with_little_stack():
    told = []

    def work():
        told.append(ferz.Variant.parse('variant "X" extends shogi\n').start().perft(2))
        try:
            ferz.Variant.parse('variant "X" extends chess\n\npiece rook R = ' + "(" * 5000 + "king")
        except ferz.RulesError as error:
            told.append(error.diagnostics[0].line)
        told.append(len(ferz.Variant.bundled("alice").start().texts))
        told.append(START.why("e1e5") is None)
        told.append(len(ferz.import_variants("[x:chess]\nking = k\n")["sections"]))
        told.append(pyffish.get_san("xiangqi", pyffish.start_fen("xiangqi"), "h3e3"))
        told.append(CHESS.batch(2, threads=1).step_random(5))

    before = threading.stack_size(64 * 1024)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert told == [900, 3, 20, False, 1, "Che3", 0]
