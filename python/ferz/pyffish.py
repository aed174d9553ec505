"""The functions of `pyffish`, played by ferz.

Programs that import `pyffish` may import this module instead: names, arguments and constants are
the same. Variants go by the names that Fairy-Stockfish has for them, by ferz's own names, and by
those of sections that `load_variant_config` has read.

What is wrong raises `ValueError`: an unknown variant, a position that cannot be read, a move that
is not legal.

>>> from ferz import pyffish
>>> fen = pyffish.start_fen("chess")
>>> pyffish.get_san("chess", fen, "g1f3")
'Nf3'
"""

from typing import Any, Iterable, List, Tuple

from . import _ferz

NOTATION_DEFAULT = 0
NOTATION_SAN = 1
NOTATION_LAN = 2
NOTATION_SHOGI_HOSKING = 3
NOTATION_SHOGI_HODGES = 4
NOTATION_SHOGI_HODGES_NUMBER = 5
NOTATION_JANGGI = 6
NOTATION_XIANGQI_WXF = 7
NOTATION_THAI_SAN = 8
NOTATION_THAI_LAN = 9

FEN_OK = 1
FEN_EMPTY = 0
FEN_INVALID_MOVE_COUNTER = -1
FEN_INVALID_HALF_MOVE_COUNTER = -2
FEN_INVALID_NUMBER_OF_KINGS = -3
FEN_INVALID_EN_PASSANT_SQ = -4
FEN_INVALID_CASTLING_INFO = -5
FEN_INVALID_SIDE_TO_MOVE = -6
FEN_INVALID_POCKET_INFO = -7
FEN_INVALID_BOARD_GEOMETRY = -8
FEN_TOUCHING_KINGS = -9
FEN_INVALID_CHAR = -10
FEN_INVALID_NB_PARTS = -11
FEN_INVALID_PROMOTED_PIECE = -12

VALUE_DRAW = 0
VALUE_MATE = 32000


class error(Exception):
    """Nothing here raises it; programs may name it."""


_OPTIONS = {
    "UCI_Chess960",
    "UCI_Variant",
    "UCI_LimitStrength",
    "UCI_Elo",
    "UCI_AnalyseMode",
    "Hash",
    "Threads",
    "MultiPV",
    "Skill Level",
    "Ponder",
    "Use NNUE",
    "EvalFile",
    "TsumeMode",
    "Protocol",
    "Clear Hash",
    "Debug Log File",
    "Move Overhead",
    "Slow Mover",
    "nodestime",
    "Contempt",
    "SyzygyPath",
    "SyzygyProbeDepth",
    "Syzygy50MoveRule",
    "SyzygyProbeLimit",
    "usemillisec",
}

_loaded: List[str] = []

# Variants on two boards: Fairy-Stockfish's own, and those of sections that were loaded.
_on_two_boards = {"bughouse", "koedem", "supply"}


def version() -> Tuple[int, int, int]:
    """The version of `pyffish` whose functions these are."""
    return (0, 0, 90)


def info() -> str:
    """What plays."""
    return f"ferz {_ferz.__version__}"


def variants() -> List[str]:
    """All variants, by ferz's names, and those that were loaded."""
    return sorted({*_ferz.variants(), *_loaded})


def set_option(name: str, value: Any) -> None:
    """`VariantPath` reads the variants of a file; other options change nothing here."""
    if name == "VariantPath":
        if value and value != "<empty>":
            # A number would be a file that is open already.
            value = str(value)
            try:
                with open(value, encoding="utf-8") as file:
                    load_variant_config(file.read())
            except OSError:
                print(f"Unable to open file {value}")
    elif name not in _OPTIONS:
        raise ValueError(f"No such option {name}")


def load_variant_config(config: str) -> None:
    """Reads the variants of a text in the manner of `variants.ini`; each is imported when it is first used."""
    for name in _ferz.ff_load(config):
        if name not in _loaded:
            _loaded.append(name)
    _read_boards(config)


def _read_boards(config: str) -> None:
    """Notes which sections of a text are played on two boards; a section is what its parent is until it says otherwise."""
    name = ""
    for line in config.splitlines():
        line = line.split("#", 1)[0].strip()
        if line.startswith("[") and line.endswith("]"):
            name, _, parent = (part.strip() for part in line[1:-1].partition(":"))
            told = parent in _on_two_boards
        else:
            key, _, value = (part.strip() for part in line.partition("="))
            if key != "twoBoards" or not name:
                continue
            told = value == "true"
        (_on_two_boards.add if told else _on_two_boards.discard)(name)


def start_fen(variant: str) -> str:
    """The start position."""
    return _ferz.ff_start_fen(variant)


def two_boards(variant: str) -> bool:
    """Whether a variant is played on two boards: what is captured goes to a partner."""
    if not _ferz.ff_known(variant):
        raise ValueError(f"no such variant: {variant}")
    return variant in _on_two_boards


def captures_to_hand(variant: str) -> bool:
    """Whether captured pieces go to the hand."""
    return _ferz.ff_captures_to_hand(variant)


def legal_moves(variant: str, fen: str, movelist: Iterable[str], chess960: bool = False) -> List[str]:
    """The legal moves after some moves."""
    return _ferz.ff_legal_moves(variant, fen, list(movelist), bool(chess960))


def get_fen(
    variant: str,
    fen: str,
    movelist: Iterable[str],
    chess960: bool = False,
    sfen: bool = False,
    showPromoted: bool = False,
    countStarted: int = 0,
) -> str:
    """The position after some moves."""
    return _ferz.ff_get_fen(variant, fen, list(movelist), bool(chess960), bool(sfen), bool(showPromoted))


def get_san(
    variant: str, fen: str, move: str, chess960: bool = False, notation: int = NOTATION_DEFAULT
) -> str:
    """A move in a notation."""
    return _ferz.ff_san(variant, fen, [move], bool(chess960), notation)[0]


def get_san_moves(
    variant: str,
    fen: str,
    movelist: Iterable[str],
    chess960: bool = False,
    notation: int = NOTATION_DEFAULT,
) -> List[str]:
    """Moves that follow each other, in a notation."""
    return _ferz.ff_san(variant, fen, list(movelist), bool(chess960), notation)


def gives_check(variant: str, fen: str, movelist: Iterable[str], chess960: bool = False) -> bool:
    """Whether the side to move is in check after some moves."""
    return _ferz.ff_gives_check(variant, fen, list(movelist), bool(chess960))


def is_capture(
    variant: str, fen: str, movelist: Iterable[str], move: str, chess960: bool = False
) -> bool:
    """Whether a move captures."""
    return _ferz.ff_is_capture(variant, fen, list(movelist), move, bool(chess960))


def piece_to_partner(variant: str, fen: str, movelist: Iterable[str], chess960: bool = False) -> str:
    """What the last move has captured, as it was before it promoted; nothing if it has captured nothing."""
    return _ferz.ff_piece_to_partner(variant, fen, list(movelist), bool(chess960))


def game_result(variant: str, fen: str, movelist: Iterable[str], chess960: bool = False) -> int:
    """The result of a game that is over, as the side to move sees it."""
    return _ferz.ff_game_result(variant, fen, list(movelist), bool(chess960))


def is_immediate_game_end(
    variant: str, fen: str, movelist: Iterable[str], chess960: bool = False
) -> Tuple[bool, int]:
    """Whether a goal of the variant has ended the game, and the result as the side to move sees it."""
    return _ferz.ff_immediate(variant, fen, list(movelist), bool(chess960))


def is_optional_game_end(
    variant: str, fen: str, movelist: Iterable[str], chess960: bool = False, countStarted: int = 0
) -> Tuple[bool, int]:
    """Whether repetitions or counts end the game or may be claimed, and the result as the side to move sees it."""
    return _ferz.ff_optional(variant, fen, list(movelist), bool(chess960))


def has_insufficient_material(
    variant: str, fen: str, movelist: Iterable[str], chess960: bool = False
) -> Tuple[bool, bool]:
    """Whether White, and whether Black, has too few pieces to win."""
    return _ferz.ff_insufficient(variant, fen, list(movelist), bool(chess960))


def validate_fen(fen: str, variant: str, chess960: bool = False) -> int:
    """`FEN_OK`, or which part of a position is wrong."""
    return _ferz.ff_validate(fen, variant, bool(chess960))


def get_fog_fen(fen: str, variant: str, chess960: bool = False) -> str:
    """The position as the side to move sees it: `*` for squares that it does not see."""
    return _ferz.ff_fog_fen(fen, variant, bool(chess960))
