"""The functions of pyffish."""

import random

import pytest
from ferz import pyffish

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_every_name_is_there():
    names = """FEN_INVALID_PROMOTED_PIECE FEN_OK NOTATION_DEFAULT NOTATION_JANGGI NOTATION_LAN NOTATION_SAN
    NOTATION_SHOGI_HODGES NOTATION_SHOGI_HODGES_NUMBER NOTATION_SHOGI_HOSKING NOTATION_THAI_LAN NOTATION_THAI_SAN
    NOTATION_XIANGQI_WXF VALUE_DRAW VALUE_MATE captures_to_hand error game_result get_fen get_fog_fen get_san
    get_san_moves gives_check has_insufficient_material info is_capture is_immediate_game_end is_optional_game_end
    legal_moves load_variant_config piece_to_partner set_option start_fen two_boards validate_fen variants version"""
    assert [name for name in names.split() if not hasattr(pyffish, name)] == []


def test_moves_and_positions():
    assert pyffish.start_fen("chess") == START
    assert len(pyffish.legal_moves("chess", "startpos", [])) == 20
    assert pyffish.get_fen("chess", START, ["e2e4"]) == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    shogi = pyffish.start_fen("shogi")
    assert pyffish.get_fen("shogi", shogi, ["h2d2"], False, True).endswith(" w - 2")
    assert pyffish.is_capture("chess", START, ["e2e4", "d7d5"], "e4d5")
    assert pyffish.captures_to_hand("crazyhouse") and not pyffish.captures_to_hand("seirawan")
    assert "e1h1" in pyffish.legal_moves("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", [], True)
    assert "e1g1" in pyffish.legal_moves("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", [])


def test_notations():
    san = lambda variant, move, notation: pyffish.get_san(variant, pyffish.start_fen(variant), move, False, notation)
    chess = [san("chess", "g1f3", notation) for notation in range(10)]
    assert chess == ["Nf3", "Nf3", "Ng1-f3", "N36", "N-3f", "N-36", "N87-66", "N2+3", "ม-ฉ๓", "ม ช๑-ฉ๓"]
    assert san("shogi", "h2c2", 0) == "R-78" and san("shogi", "h2c2", 4) == "R-7h"
    assert san("xiangqi", "a1a3", 7) == "R9+2" and san("xiangqi", "a1a3", 6) == "R01-81"
    moves = ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"]
    assert pyffish.get_san_moves("chess", START, moves) == ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"]


def test_ends():
    mate = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"
    assert pyffish.game_result("chess", mate, []) == -pyffish.VALUE_MATE
    assert pyffish.is_immediate_game_end("chess", mate, []) == (False, 0)
    assert pyffish.game_result("chess", START, []) == 0
    hill = "8/8/8/3K4/8/8/8/k7 b - - 0 1"
    assert pyffish.is_immediate_game_end("kingofthehill", hill, []) == (True, -pyffish.VALUE_MATE)
    there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"]
    assert pyffish.is_optional_game_end("chess", START, there_and_back * 2) == (True, 0)
    assert pyffish.is_optional_game_end("chess", START, there_and_back) == (False, 0)


@pytest.mark.parametrize(
    "fen, expected",
    [
        ("7k/5K2/6N1/8/8/8/8/8 b - - 0 1", (True, True)),
        ("7k/5K2/6R1/8/8/8/8/8 b - - 0 1", (False, True)),
        ("7k/5K2/6P1/8/8/8/8/8 b - - 0 1", (False, True)),
        ("7k/5K2/5NN1/8/8/8/8/8 b - - 0 1", (False, True)),
        ("7k/5K2/8/8/8/8/B1B5/8 b - - 0 1", (True, True)),
        ("7k/5K2/8/8/8/8/BB6/8 b - - 0 1", (False, True)),
        ("6bk/8/5K2/8/8/8/B7/8 w - - 0 1", (True, True)),
        ("7k/8/8/8/8/8/8/7K b - - 0 1", (True, True)),
        (START, (False, False)),
    ],
)
def test_material(fen, expected):
    assert pyffish.has_insufficient_material("chess", fen, []) == expected


def test_validation():
    assert pyffish.validate_fen(START, "chess") == pyffish.FEN_OK
    assert pyffish.validate_fen("", "chess") == 0
    assert pyffish.validate_fen(START.replace(" w ", " x "), "chess") == pyffish.FEN_INVALID_SIDE_TO_MOVE
    assert pyffish.validate_fen(START.replace("q", "x", 1), "chess") == pyffish.FEN_INVALID_CHAR
    assert pyffish.validate_fen(START.replace("pppppppp/", "", 1), "chess") == pyffish.FEN_INVALID_BOARD_GEOMETRY


@pytest.mark.parametrize("variant, old, new, expected", [
    ("chess", "RNBQKBNR", "RNBQKBNR/8", pyffish.FEN_INVALID_BOARD_GEOMETRY),
    ("chess", "pppppppp", "ppppppppp", pyffish.FEN_INVALID_BOARD_GEOMETRY),
    ("chess", "RNBQKBNR", "RNBQKBN1", pyffish.FEN_INVALID_CASTLING_INFO),
    ("chess", "RNBQKBNR", "RNBQQBNR", pyffish.FEN_INVALID_NUMBER_OF_KINGS),
    ("chess", "RNBQKBNR", "RNBKKBNR", pyffish.FEN_INVALID_NUMBER_OF_KINGS),
    ("chess", " w ", " W ", pyffish.FEN_INVALID_SIDE_TO_MOVE),
    ("chess", " 0 1", " x 1", pyffish.FEN_INVALID_HALF_MOVE_COUNTER),
    ("chess", " 0 1", " 0 -1", pyffish.FEN_INVALID_MOVE_COUNTER),
    ("chess", " 0 1", " 0 1 2", pyffish.FEN_INVALID_NB_PARTS),
    ("chess", " KQkq", " KQkx", pyffish.FEN_INVALID_CASTLING_INFO),
    ("chess", " - ", " z9 ", pyffish.FEN_INVALID_EN_PASSANT_SQ),
    ("crazyhouse", "[]", "/Qn", pyffish.FEN_OK),
    ("crazyhouse", "[]", "/8", pyffish.FEN_INVALID_BOARD_GEOMETRY),
    ("3check", " 0 1", " 0 1 0", pyffish.FEN_INVALID_NB_PARTS),
    ("3check", "3+3", "1+2", pyffish.FEN_OK),
    ("shogi", "lnsgkgsnl", "1+Psgkgsnl", pyffish.FEN_OK),
    ("shogi", "lnsgkgsnl", "+Pnsgkgsnl", pyffish.FEN_OK),
])
def test_validation_is_strict(variant, old, new, expected):
    fen = pyffish.start_fen(variant)
    assert pyffish.validate_fen(fen, variant) == pyffish.FEN_OK
    assert pyffish.validate_fen(fen.replace(old, new, 1), variant) == expected


def test_configs():
    pyffish.load_variant_config("[mateless:chess]\nstalemateValue = loss\n")
    assert "mateless" in pyffish.variants()
    stalemate = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"
    assert pyffish.game_result("mateless", stalemate, []) == -pyffish.VALUE_MATE
    assert pyffish.game_result("chess", stalemate, []) == 0


def test_promotions_of_several_kinds_have_a_sign():
    pyffish.load_variant_config(
        "[risers:chess]\nlance = l\npromotionPieceTypes = -\npromotedPieceType = p:q l:r\n"
        "mandatoryPiecePromotion = true\nstartFen = 4k3/P6L/8/8/8/8/8/4K3 w - - 0 1\n"
    )
    moves = pyffish.legal_moves("risers", pyffish.start_fen("risers"), [])
    assert "a7a8+" in moves and "h7h8+" in moves


def test_two_boards_are_read_as_the_first():
    fen = pyffish.start_fen("bughouse")
    both = f"{fen} | {fen}"
    assert pyffish.legal_moves("bughouse", both, []) == pyffish.legal_moves("bughouse", fen, [])
    assert pyffish.validate_fen(both, "bughouse") == pyffish.FEN_OK


def test_rights_of_chess960_have_the_files_of_the_rooks():
    fen = "nbnqrkbr/pppppppp/8/8/8/8/PPPPPPPP/NBNQRKBR w HEhe - 0 1"
    after = pyffish.get_fen("chess", fen, ["a2a3"], True)
    assert after == "nbnqrkbr/pppppppp/8/8/8/P7/1PPPPPPP/NBNQRKBR b HEhe - 0 1"


def test_gates_tell_rights_of_chess960():
    board = "r1k3r1/pppppppp/8/8/8/8/PPPPPPPP/R1K3R1"
    for hand, rights in [("EHeh", "GACgac"), ("eh", "GAgac"), ("", "GAga")]:
        fen = f"{board}[{hand}] w {rights} - 0 1"
        assert {"c1g1", "c1a1"} <= set(pyffish.legal_moves("seirawan", fen, [], True))
        assert pyffish.get_fen("seirawan", fen, ["a2a3"], True).split()[2] == rights
    fen = f"{board}[EHeh] w GAga - 0 1"
    assert "c1g1" not in pyffish.legal_moves("seirawan", fen, [], True)


def test_kings_that_castle_from_elsewhere():
    fen = "r3k4r/10/10/10/10/10/10/R3K4R b KQkq - 0 1"
    for moves, expected in [([], "KQkq"), (["e8i8"], "KQ"), (["e8c8", "e1i1"], "-"), (["e8e7"], "KQ")]:
        after = pyffish.get_fen("capablanca", fen, moves)
        assert after.split()[2] == expected
    assert {"e8i8", "e8c8"} <= set(pyffish.legal_moves("capablanca", fen, []))
    assert pyffish.get_san("capablanca", fen, "e8i8") == "O-O"
    assert pyffish.validate_fen(fen, "capablanca") == pyffish.FEN_INVALID_CASTLING_INFO
    # Nothing may stand in the way of either piece, nor attack the king's.
    for blocked in ["r3k1n2r/10/10/10/10/10/10/R3K4R b KQkq - 0 1", "r3k4r/10/10/10/10/10/6R3/4K5 b kq - 0 1"]:
        assert "e8i8" not in pyffish.legal_moves("capablanca", blocked, [])


def test_gates_of_empty_squares():
    board, rights = "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR[HEhe]", "KQ{}CDFGkqbcdfg"
    for gate, told in [("", pyffish.FEN_OK), ("B", pyffish.FEN_INVALID_CASTLING_INFO)]:
        assert pyffish.validate_fen(f"{board} w {rights.format(gate)} - 0 1", "seirawan") == told
    fen = "rnbqkbnr/pppppppp/6H1/e7/3E2P1/8/PPPPPP1P/RNBQKBNR[h] b KQBCDFGkqbcdfg - 0 3"
    assert pyffish.get_fen("shouse", fen, [], True).split()[2] == "HABCDEFGhabcdefg"


def test_letters_and_notations_as_other_programs_have_them():
    assert pyffish.get_san("jesonmor", pyffish.start_fen("jesonmor"), "f1g3") == "Nfg3"
    assert pyffish.get_san("xiangqi", pyffish.start_fen("xiangqi"), "b1c3") == "Hc3"
    assert pyffish.get_san("shoshogi", pyffish.start_fen("shoshogi"), "a3a4") == "P-96"
    assert pyffish.get_san("chess", pyffish.start_fen("chess"), "e2e4") == "e4"


def test_other_notations_are_no_moves():
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    for text in ["e1h1", "O-O", "Ke2", "7g7f", ""]:
        with pytest.raises(ValueError):
            pyffish.get_fen("chess", fen, [text])
    with pytest.raises(ValueError):
        pyffish.get_fen("chess", fen, ["e1g1"], True)


def test_checks_of_both_sides():
    both = "k3R3/8/8/8/8/8/8/r3K3 b - - 0 1"
    assert pyffish.gives_check("chess", both, [])
    assert pyffish.gives_check("chess", both.replace(" b ", " w "), [])
    waiting = "k7/8/8/8/8/8/8/r3K3 b - - 0 1"
    assert not pyffish.gives_check("chess", waiting, [])
    with pytest.raises(ValueError):
        pyffish.legal_moves("chess", waiting, [])
    with pytest.raises(ValueError):
        pyffish.gives_check("chess", "k7/8/8 b - - 0 1", [])


def test_start_positions_of_shogi():
    assert pyffish.start_fen("minishogi") == "rbsgk/4p/5/P4/KGSBR[-] w 0 1"
    assert pyffish.get_fen("minishogi", pyffish.start_fen("minishogi"), []).startswith("rbsgk/4p/5/P4/KGSBR[] w - - ")
    assert pyffish.start_fen("crazyhouse").endswith("RNBQKBNR[] w KQkq - 0 1")


def test_fog():
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"
    seen = "********/********/1*******/*1*****1/4P3/4*3/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert pyffish.get_fog_fen(fen, "chess") == seen
    # A capture is a duty here, so no other square is seen.
    fen = "r1bqkbn1/pppppp2/8/6p1/8/B1N4r/P2PPPP1/R3KBNR w - - 0 7"
    seen = "********/****p***/********/********/********/B*N****r/P**PPPP*/R***KBNR w - - 0 7"
    assert pyffish.get_fog_fen(fen, "antichess") == seen


@pytest.mark.parametrize("variant", ["janggi", "clobber", "duck", "amazons", "isolation7x7", "placement", "chess", "ataxx"])
def test_every_question_about_every_move(variant):
    fen, chooser = pyffish.start_fen(variant), random.Random(3)
    for _ in range(12):
        assert pyffish.get_fog_fen(fen, variant)
        moves = pyffish.legal_moves(variant, fen, [])
        for move in [move for move in moves if move[:2] == move[2:4]] + moves[:: 1 + len(moves) // 10]:
            for notation in range(10):
                assert pyffish.get_san(variant, fen, move, False, notation)
            assert pyffish.is_capture(variant, fen, [], move) in (True, False)
            assert isinstance(pyffish.piece_to_partner(variant, fen, [move]), str)
        if not moves or pyffish.is_immediate_game_end(variant, fen, [])[0]:
            break
        fen = pyffish.get_fen(variant, fen, [chooser.choice(moves)])


def test_two_boards():
    pyffish.load_variant_config("[twins:bughouse]\n[single:twins]\ntwoBoards = false\n[pair:chess]\ntwoBoards = true\n")
    told = {name: pyffish.two_boards(name) for name in ["twins", "single", "pair", "bughouse", "chess"]}
    assert told == {"twins": True, "single": False, "pair": True, "bughouse": True, "chess": False}
    with pytest.raises(ValueError):
        pyffish.two_boards("no such variant")


def test_rights_of_variants_that_castle_from_anywhere():
    start = pyffish.start_fen("chess")
    assert pyffish.get_fen("fischerandom", start, []).split()[2] == "HAha"
    assert pyffish.get_fog_fen(start, "fischerandom").split()[2] == "HAha"
    assert pyffish.get_fen("chess", start, []).split()[2] == "KQkq"


def test_walls_where_a_piece_has_stood():
    fen = "8/8/2N5/4n3/3*4/8/8/8 b - - 1 1"
    assert pyffish.get_san("joust", fen, "e5d7,d7e5") == "Nd7,e5"


def test_thai_letters():
    fen = "2smk1r1/1r1n4/pp4s1/2ppp1p1/1P1P4/P1P2N1P/1S1NS2R/R2KM3 b - - 1 19"
    assert pyffish.get_san("makruk", fen, "d8e7", False, pyffish.NOTATION_THAI_SAN) == "\u0e21\u0e47-\u0e08\u0e57"


def test_closed_squares_of_a_position():
    fen = "P2*2p/7/1*3*1/*5*/1*3*1/7/p2*2P w 0 1"
    moves = pyffish.legal_moves("ataxx", fen, [])
    assert len(moves) == 14 and "g1g3" in moves
    assert pyffish.get_fen("ataxx", fen, ["P@g2"]).split()[0] == "P2*2p/7/1*3*1/*5*/1*3*1/6P/p2*2P"


def test_promoted_pieces_are_marked_where_that_is_asked_for():
    fen = "4k3/8/8/P7/8/8/7m/4K3 w - - 0 1"
    assert pyffish.get_fen("makruk", fen, ["a5a6m"]).split()[0] == "4k3/8/M7/8/8/8/7m/4K3"
    marked = pyffish.get_fen("makruk", fen, ["a5a6m", "h2g1", "a6b5"], False, False, True)
    assert marked.split()[0] == "4k3/8/8/1M~6/8/8/8/4K1m1"
    assert pyffish.get_fen("makruk", marked, ["g1f2"], False, False, True).split()[0] == "4k3/8/8/1M~6/8/8/5m2/4K3"


def test_partners_and_fog():
    assert pyffish.piece_to_partner("shogi", "4k4/9/9/9/4+p4/4R4/9/9/4K4[-] w 0 1", ["e4e5"]) == "p"
    assert pyffish.piece_to_partner("crazyhouse", START, ["e2e4", "d7d5", "e4d5"]) == "p"
    assert pyffish.piece_to_partner("chess", START, []) == ""
    fog = "********/********/********/********/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert pyffish.get_fog_fen(START, "chess") == fog
    # Seen by a side that cannot be to move.
    check = "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"
    seen = "****k***/****1***/****1***/****1***/****1***/****1***/4R3/***1K1** w - - 0 1"
    assert pyffish.get_fog_fen(check, "chess") == seen
    middle = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"
    seen = "********/********/1*******/*1*p1**1/4P3/4*3/PPPP1PPP/RNBQKBNR w KQkq - 0 1"
    assert pyffish.get_fog_fen(middle, "chess") == seen


@pytest.mark.parametrize("call", [
    lambda: pyffish.legal_moves("nope", START, []),
    lambda: pyffish.legal_moves("chess", START, ["e2e5"]),
    lambda: pyffish.get_fen("chess", "garbage", []),
    lambda: pyffish.get_san("chess", START, "e2e5"),
    lambda: pyffish.get_san("chess", START, "e2e4", False, 77),
    lambda: pyffish.set_option("Foo", 1),
    lambda: pyffish.legal_moves("duck", "\0" * 1000, ["x" * 1000]),
])
def test_what_is_wrong_raises(call):
    with pytest.raises(ValueError):
        call()


@pytest.mark.parametrize("variant", ["chess", "crazyhouse", "shogi", "xiangqi", "duck", "seirawan", "3check", "janggi"])
def test_what_is_written_is_read(variant):
    chooser = random.Random(2)
    fen = pyffish.start_fen(variant)
    for _ in range(40):
        moves = pyffish.legal_moves(variant, fen, [])
        if not moves:
            break
        move = chooser.choice(moves)
        after = pyffish.get_fen(variant, fen, [move])
        assert sorted(pyffish.legal_moves(variant, after, [])) == sorted(pyffish.legal_moves(variant, fen, [move]))
        fen = after
