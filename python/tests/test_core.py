"""Variants, positions, moves, games."""

import copy
import pickle
import random
import subprocess
import sys

import ferz
import pytest

CENTAUR = """variant "Centaur Chess" extends chess
piece centaur C = king | knight, value 6
promotion pawn { to: queen, centaur, rook, bishop, knight }
start "rnbckbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR w KQkq - 0 1"
"""


def test_bundled_variants_are_there():
    assert len(ferz.variants()) > 400
    chess = ferz.Variant.bundled("chess")
    assert (chess.title, chess.name, chess.files, chess.ranks) == ("Chess", "chess", 8, 8)
    assert chess.squares[0] == "a1" and chess.squares[63] == "h8"
    assert ferz.source("chess").startswith("variant")
    with pytest.raises(ferz.UnknownVariant, match="did you mean `chess`"):
        ferz.Variant.bundled("ches")


def test_equal_rules_are_one_variant():
    chess = ferz.Variant.bundled("chess")
    assert ferz.Variant.parse(chess.text) == chess
    assert ferz.Variant.parse(CENTAUR) != chess
    assert len({chess, ferz.Variant.bundled("chess"), ferz.Variant.parse(CENTAUR)}) == 2


def test_a_bundled_variant_has_its_name_however_it_was_read_first():
    code = "import ferz; text = ferz.source('gardner'); own = ferz.Variant.parse(text); print(ferz.Variant.bundled('gardner').name, own.name)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert ran.stdout.decode().split() == ["gardner", "gardner"]


def test_errors_have_places():
    with pytest.raises(ferz.RulesError) as caught:
        ferz.Variant.parse('variant "Broken" extends chess\npiece q', name="broken.ferz")
    error = caught.value.diagnostics[0]
    assert (error.severity, error.file, error.line) == ("error", "broken.ferz", 2)
    assert str(caught.value).startswith(f"broken.ferz:2:{error.column}: error[{error.code}]: ")
    assert isinstance(caught.value, ValueError)


def test_check_tells_warnings_too():
    assert ferz.check(CENTAUR) == []
    found = ferz.check('variant "Odd" extends chess\nstart "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"\n')
    assert [each.severity for each in found] == ["warning"] * len(found) and found


def test_a_library_has_other_texts():
    variant = ferz.Variant.parse('variant "Own" extends centaur\n', library={"centaur": CENTAUR})
    assert variant.title == "Own" and "centaur" in variant.pieces


def test_a_file_names_what_is_beside_it(tmp_path):
    (tmp_path / "centaur.ferz").write_text(CENTAUR)
    (tmp_path / "own.ferz").write_text('variant "Own" extends centaur\n')
    assert "centaur" in ferz.Variant.load(tmp_path / "own.ferz").pieces
    with pytest.raises(FileNotFoundError):
        ferz.Variant.load(tmp_path / "nothing.ferz")


def test_moves():
    start = ferz.Variant.bundled("chess").start()
    assert len(start.moves) == len(start) == 20
    move = start.find("Nf3")
    assert (move.uci, move.san, move.frm, move.to) == ("g1f3", "Nf3", "g1", "f3")
    assert (move.promotion, move.drop, move.is_capture) == (None, None, False)
    assert move == "g1f3" and hash(move) == hash("g1f3") and move in start.moves
    after = start.play(move)
    assert after.turn == "black" and start.turn == "white"
    assert after == start.play("Nf3") and after != start
    assert after.fen.startswith("rnbqkbnr/pppppppp/8/8/8/5N2/")
    position = ferz.Variant.bundled("crazyhouse").position("4k3/P7/8/8/8/8/8/4K3[N] w - - 0 1")
    promotions = {m.promotion for m in position.moves if m.frm == "a7"}
    assert promotions == {"queen", "rook", "bishop", "knight"}
    assert {m.drop for m in position.moves if m.frm is None} == {"knight"}
    assert position.hand("white") == {"knight": 1} and position.hand("black") == {}


def test_a_refused_move_says_why():
    start = ferz.Variant.bundled("chess").start()
    with pytest.raises(ferz.IllegalMove) as caught:
        start.play("e2e5")
    assert caught.value.kind == "unreachable" and str(caught.value) == start.why("e2e5")
    assert start.why("e2e4") is None
    with pytest.raises(TypeError):
        start.play(5)


def test_a_wrong_position_says_where():
    chess = ferz.Variant.bundled("chess")
    with pytest.raises(ferz.PositionError) as caught:
        chess.position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1")
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1"
    assert fen[caught.value.start : caught.value.end] == "x"


def test_games():
    game = ferz.Game("chess")
    for text in ["f3", "e5", "g4", "Qh4#"]:
        game.push(text)
    assert game.outcome() == ferz.Game("chess", game.position).outcome()
    assert (game.outcome().winner, game.outcome().reason) == ("black", "checkmate")
    assert str(game.outcome()) == "black wins: checkmate" and game.outcome().result == "0-1"
    assert game.history == ["f2f3", "e7e5", "g2g4", "d8h4"] and game.sans[-1] == "Qh4#"
    assert game.moves == [] and "over" in game.why("a2a3")
    with pytest.raises(ferz.IllegalMove):
        game.push("a2a3")
    assert '[White "Ann"]' in game.pgn(White="Ann") and "Qh4# 0-1" in game.pgn()
    assert game.pop() == "d8h4" and game.outcome() is None and len(game) == 3
    with pytest.raises(IndexError):
        ferz.Game("chess").pop()


def test_repetition():
    game = ferz.Game("chess")
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
        game.push(text)
    assert game.repetitions == 3 and game.outcome() is None
    assert game.claim().reason == "repetition"


def test_perft():
    assert ferz.perft(ferz.Variant.bundled("chess").start(), 4) == 197_281
    assert ferz.Variant.bundled("xiangqi").start().perft(3) == 79_666


def test_notations():
    position = ferz.Variant.bundled("shogi").start()
    assert position.write("usi") == "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
    assert "7g7f" in position.texts_in("usi")
    assert "h2e2" in ferz.Variant.bundled("xiangqi").start().texts_in("ucci")
    with pytest.raises(ValueError, match="there is no notation"):
        position.write("x")


def test_pickles_share_the_variant():
    own = ferz.Variant.parse(CENTAUR)
    position = own.start().play("e2e4")
    assert pickle.loads(pickle.dumps(position)) == position
    assert pickle.loads(pickle.dumps(own)) == own
    move = position.find("e7e5")
    assert pickle.loads(pickle.dumps(move)) == move
    assert copy.deepcopy(position) is position
    game = ferz.Game(own)
    game.push("e4")
    again = pickle.loads(pickle.dumps(game))
    assert again.history == ["e2e4"] and again.position == game.position
    # A pickle of a bundled variant has its name, not its text.
    assert len(pickle.dumps(ferz.Variant.bundled("chess").start())) < 300


def test_pickles_are_read_elsewhere():
    own = ferz.Variant.parse(CENTAUR).start().play("e2e4")
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).fen)"
    ran = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(own), capture_output=True, check=True)
    assert ran.stdout.decode().strip() == own.fen


def test_tests_and_diff():
    chess = ferz.Variant.bundled("chess")
    report = chess.test()
    assert report["failed"] == 0 and report["passed"] > 5
    failing = chess.test('[[position]]\nname = "wrong"\nlegal = ["e2e5"]\n')
    assert failing["failed"] == 1
    with pytest.raises(ferz.RulesError):
        chess.test("[[position]]\nnonsense = 1\n")
    other = chess.diff(ferz.Variant.parse('variant "Chess" extends chess\nend { stalemate: win }\n'))
    assert not other["same"] and other["changes"]


@pytest.mark.parametrize("name", ["chess", "shogi", "xiangqi", "atomic", "duck", "crazyhouse", "empire"])
def test_random_games(name):
    chooser = random.Random(1)
    position = ferz.Variant.bundled(name).start()
    for _ in range(60):
        moves = position.moves
        if not moves:
            break
        assert [m.uci for m in moves] == position.texts
        move = chooser.choice(moves)
        after = position.play(move)
        assert after == move.after == position.play(move.uci)
        assert position.variant.position(after.fen) == after
        position = after


HOSTILE = ["", "\0", "(" * 100_000, "variant", 'variant "x"\n' + "piece p = " + "rook | " * 20_000, "\ud7ff" * 1000, "9" * 5000]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_raise(text):
    with pytest.raises(ferz.RulesError):
        ferz.Variant.parse(text)
    with pytest.raises(ferz.PositionError):
        ferz.Variant.bundled("chess").position(text)
    with pytest.raises(ferz.IllegalMove):
        ferz.Variant.bundled("chess").start().play(text)
    with pytest.raises(ferz.IllegalMove):
        ferz.Variant.bundled("shogi").start().play(text)
