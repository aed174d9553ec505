"""Boards in the manner of `python-chess`, for every variant.

>>> from ferz import compat
>>> board = compat.Board("crazyhouse")
>>> board.push_san("e4").uci()
'e2e4'
>>> board.turn == compat.BLACK
True
"""

from typing import Any, Dict, Iterator, List, Optional, Union

from . import _ferz

Color = bool
WHITE: Color = True
BLACK: Color = False


class Move:
    """A move by its text in coordinates."""

    __slots__ = ("_uci",)

    def __init__(self, uci: str) -> None:
        if not isinstance(uci, str):
            raise TypeError(f"a move is a text, not {type(uci).__name__}")
        self._uci = uci

    @classmethod
    def from_uci(cls, uci: str) -> "Move":
        return cls(uci)

    def uci(self) -> str:
        return self._uci

    def __str__(self) -> str:
        return self._uci

    def __repr__(self) -> str:
        return f"Move.from_uci({self._uci!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and other._uci == self._uci

    def __hash__(self) -> int:
        return hash(self._uci)

    def __bool__(self) -> bool:
        return self._uci not in ("", "0000")


class IllegalMoveError(ValueError):
    """The move is not legal; the message says why."""


class InvalidMoveError(ValueError):
    """The text is no move."""


class Outcome:
    """How a game has ended."""

    def __init__(self, outcome: "_ferz.Outcome") -> None:
        self.termination = outcome.reason
        self.winner: Optional[Color] = None if outcome.winner is None else outcome.winner == "white"
        self._result = outcome.result

    def result(self) -> str:
        return self._result

    def __repr__(self) -> str:
        return f"Outcome(termination={self.termination!r}, winner={self.winner!r})"


class LegalMoves:
    """The legal moves of a board."""

    def __init__(self, board: "Board") -> None:
        self._position = board.position

    def __iter__(self) -> Iterator[Move]:
        return (Move(text) for text in self._position.texts)

    def __len__(self) -> int:
        return len(self._position)

    def count(self) -> int:
        return len(self._position)

    def __bool__(self) -> bool:
        return len(self._position) > 0

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and move.uci() in self._position.texts

    def __repr__(self) -> str:
        return f"<LegalMoves ({', '.join(self._position.sans)})>"


class Board:
    """A game of a variant: a bundled one by its name, or a `ferz.Variant`."""

    def __init__(self, variant: Union[str, "_ferz.Variant"] = "chess", fen: Optional[str] = None) -> None:
        if isinstance(variant, str):
            variant = _ferz.Variant.bundled(variant)
        self.variant = variant
        self._game = _ferz.Game(variant, fen)

    @classmethod
    def from_text(cls, text: str, fen: Optional[str] = None) -> "Board":
        """A board for rules in ferz's language."""
        return cls(_ferz.Variant.parse(text), fen)

    @property
    def position(self) -> "_ferz.Position":
        """The position now."""
        return self._game.position

    @property
    def game(self) -> "_ferz.Game":
        """The game that is played."""
        return self._game

    @property
    def turn(self) -> Color:
        return self._game.turn == "white"

    @property
    def legal_moves(self) -> LegalMoves:
        return LegalMoves(self)

    @property
    def move_stack(self) -> List[Move]:
        return [Move(text) for text in self._game.history]

    @property
    def halfmove_clock(self) -> int:
        return self.position.halfmove_clock

    @property
    def fullmove_number(self) -> int:
        return int(self.fen().split()[5])

    def fen(self) -> str:
        return self._game.fen

    def set_fen(self, fen: str) -> None:
        self._game = _ferz.Game(self.variant, fen)

    def reset(self) -> None:
        self._game = _ferz.Game(self.variant)

    def ply(self) -> int:
        return len(self._game)

    def push(self, move: Union[Move, str]) -> None:
        """Plays a legal move."""
        try:
            self._game.push(str(move))
        except _ferz.IllegalMove as error:
            raise IllegalMoveError(str(error)) from None

    def push_uci(self, uci: str) -> Move:
        move = self.parse_uci(uci)
        self.push(move)
        return move

    def push_san(self, san: str) -> Move:
        move = self.parse_san(san)
        self.push(move)
        return move

    def parse_uci(self, uci: str) -> Move:
        return self._parse(uci)

    def parse_san(self, san: str) -> Move:
        return self._parse(san)

    def _parse(self, text: str) -> Move:
        try:
            return Move(self.position.find(text).uci)
        except _ferz.IllegalMove as error:
            raise IllegalMoveError(str(error)) from None

    def pop(self) -> Move:
        return Move(self._game.pop())

    def peek(self) -> Move:
        return Move(self._game.history[-1])

    def san(self, move: Union[Move, str]) -> str:
        return self.position.find(str(move)).san

    def uci(self, move: Union[Move, str]) -> str:
        return str(move)

    def variation_san(self, moves: List[Move]) -> str:
        board, words = self.copy(), []
        for move in moves:
            if board.turn == WHITE or not words:
                words.append(f"{board.fullmove_number}.{'' if board.turn == WHITE else '..'}")
            words.append(board.san(move))
            board.push(move)
        return " ".join(words)

    def is_legal(self, move: Union[Move, str]) -> bool:
        return str(move) in self.position.texts

    def is_capture(self, move: Union[Move, str]) -> bool:
        return self.position.find(str(move)).is_capture

    def is_castling(self, move: Union[Move, str]) -> bool:
        return self.position.find(str(move)).is_castling

    def gives_check(self, move: Union[Move, str]) -> bool:
        return self.position.find(str(move)).after.in_check

    def is_check(self) -> bool:
        return self.position.in_check

    def _ended(self) -> Optional[str]:
        outcome = self._game.outcome()
        return outcome.reason if outcome else None

    def is_checkmate(self) -> bool:
        return self._ended() == "checkmate"

    def is_stalemate(self) -> bool:
        return self._ended() == "stalemate"

    def is_variant_end(self) -> bool:
        return self._ended() not in (None, "checkmate", "stalemate", "repetition", "move-rule")

    def is_repetition(self, count: int = 3) -> bool:
        return self._game.repetitions >= count

    def can_claim_draw(self) -> bool:
        return self._game.claim() is not None

    def outcome(self, *, claim_draw: bool = False) -> Optional[Outcome]:
        ended = self._game.outcome() or (self._game.claim() if claim_draw else None)
        return Outcome(ended) if ended else None

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        outcome = self.outcome(claim_draw=claim_draw)
        return outcome.result() if outcome else "*"

    def piece_map(self) -> Dict[str, Any]:
        """The pieces by the names of their squares: name and colour."""
        return {square: (name, side == "white") for square, name, side in self.position.pieces}

    def pockets(self) -> List[Dict[str, int]]:
        """What White and Black have in hand."""
        return [self.position.hand("white"), self.position.hand("black")]

    def why(self, move: Union[Move, str]) -> Optional[str]:
        """Why a move is not legal."""
        return self._game.why(str(move))

    def copy(self) -> "Board":
        board = Board.__new__(Board)
        board.variant = self.variant
        board._game = self._game.copy()
        return board

    def __copy__(self) -> "Board":
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.position == other.position

    def __hash__(self) -> int:
        return hash(self.position)

    def __repr__(self) -> str:
        return f"Board({self.variant!r}, {self.fen()!r})"

    def _repr_svg_(self) -> str:
        from ._draw import draw

        return draw(self.position)._repr_svg_()
