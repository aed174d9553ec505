"""The opponent, studies, proofs, pictures, imports."""

import threading
import time

import ferz
import pytest
from ferz import compat


def test_the_engine_finds_a_mate():
    chess = ferz.Variant.bundled("chess")
    position = chess.position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    choice = ferz.Engine(chess).think(position, depth=4)
    assert choice.best == "a1a8" and choice.mate == 1 and choice.score is None
    assert choice.line[0] == "a1a8" and choice.nodes > 0
    game = ferz.Game(chess, position)
    game.push("Ra8")
    assert ferz.Engine(chess).think(game, nodes=100) is None


def test_the_engine_keeps_to_its_limits():
    game = ferz.Game("crazyhouse")
    engine = ferz.Engine(game.variant, hash=8, level=1)
    assert engine.think(game).best in game.moves
    assert engine.think(game, nodes=50, moves=["a2a3"]).best == "a2a3"
    with pytest.raises(ValueError):
        ferz.Engine(game.variant, level=11)
    with pytest.raises(ValueError, match="another variant"):
        engine.think(ferz.Game("chess"))


def test_other_threads_go_on():
    game = ferz.Game("chess")
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(1)
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    ferz.Engine(game.variant).think(game, seconds=0.3)
    stop.set()
    thread.join()
    assert len(ticks) > 5


def test_a_study_depends_on_its_seed_alone():
    variant = ferz.Variant.bundled("gardner")
    one = ferz.study(variant, games=6, nodes=50, seed=3)
    assert one["games"] == 6 and one == ferz.study(variant, games=6, nodes=50, seed=3, threads=2)


def test_a_win_is_proved():
    chess = ferz.Variant.bundled("chess")
    proof = ferz.solve(chess.position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), mate=2)
    assert proof["mate"] == 1 and proof["moves"] == ["a1a8"] and proof["complete"]
    assert proof["tree"][0]["move"] == "a1a8"
    assert ferz.solve(chess.start(), mate=1)["mate"] is None


def test_pictures():
    game = ferz.Game("chess")
    picture = ferz.draw(game, highlights=["e4"], arrows=[("e2", "e4")], flip=True, width=300)
    assert picture.startswith("<svg") and picture._repr_svg_() == picture
    assert game.position._repr_svg_().startswith("<svg")
    with pytest.raises(ValueError, match="no square `z9`"):
        ferz.draw(game, highlights=["z9"])


def test_imports_and_exports():
    found = ferz.import_variants("[tiny:chess]\nstalemateValue = loss\n")
    text = found["sections"][0]["ferz"]
    tiny = ferz.Variant.parse(text)
    assert tiny.position("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1").outcome.winner == "white"
    assert "stalemateValue = loss" in str(ferz.export_variant(tiny, "tiny"))


def test_pgn():
    game = ferz.Game("chess")
    for text in ["e4", "e5"]:
        game.push(text)
    tags, moves, result = ferz.read_pgn(game.pgn(White="Ann"))[0]
    assert dict(tags)["White"] == "Ann" and moves == ["e4", "e5"] and result == "*"


def test_boards_in_the_manner_of_python_chess():
    board = compat.Board("chess")
    assert len(list(board.legal_moves)) == board.legal_moves.count() == 20
    assert board.push_san("e4") == compat.Move.from_uci("e2e4") in [*board.move_stack]
    board.push_uci("e7e5")
    assert compat.Move.from_uci("g1f3") in board.legal_moves
    assert board.san(compat.Move.from_uci("g1f3")) == "Nf3" and board.turn == compat.WHITE
    other = board.copy()
    for text in ["Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"]:
        other.push_san(text)
    assert other.is_checkmate() and other.is_game_over() and other.result() == "1-0" and board.result() == "*"
    assert other.outcome().winner is True and other.pop().uci() == "h5f7"
    with pytest.raises(ValueError, match="does not move"):
        board.push_uci("e1e3")
    assert board.fullmove_number == 2 and board.ply() == 2
    assert compat.Board("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1").pockets() == [{"knight": 1}, {}]


def test_boards_against_python_chess():
    chess = pytest.importorskip("chess")
    import random

    chooser = random.Random(6)
    for _ in range(5):
        ours, theirs = compat.Board("chess"), chess.Board()
        while not theirs.is_game_over() and theirs.ply() < 80:
            assert sorted(m.uci() for m in ours.legal_moves) == sorted(m.uci() for m in theirs.legal_moves)
            move = chooser.choice(list(theirs.legal_moves))
            assert ours.san(move.uci()) == theirs.san(move)
            ours.push_uci(move.uci())
            theirs.push(move)
            assert ours.is_check() == theirs.is_check()
        assert ours.result() == theirs.result() or theirs.result() == "1/2-1/2"
