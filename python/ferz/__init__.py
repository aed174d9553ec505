"""Chess variants from text files: rules, moves, notations, an opponent, studies.

>>> import ferz
>>> game = ferz.Game("crazyhouse")
>>> for move in ["e4", "d5", "exd5", "Qxd5"]:
...     _ = game.push(move)
>>> game.why("P@e8")
'a piece is dropped on an empty square, and the black king on e8 is in the way'
"""

from ._draw import Drawing, draw
from ._ferz import (
    Batch,
    Choice,
    Diagnostic,
    Engine,
    Game,
    IllegalMove,
    Move,
    Outcome,
    Position,
    PositionError,
    RulesError,
    UnknownVariant,
    Variant,
    __version__,
    check,
    export_variant,
    import_variants,
    perft,
    read_pgn,
    solve,
    source,
    study,
    variants,
)

__all__ = [
    "Batch",
    "Choice",
    "Diagnostic",
    "Drawing",
    "Engine",
    "Game",
    "IllegalMove",
    "Move",
    "Outcome",
    "Position",
    "PositionError",
    "RulesError",
    "UnknownVariant",
    "Variant",
    "check",
    "draw",
    "export_variant",
    "import_variants",
    "perft",
    "read_pgn",
    "solve",
    "source",
    "study",
    "variants",
]
