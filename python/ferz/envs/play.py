"""What the environments have in common: a game in which a move may take two actions."""

from typing import List, Optional

import numpy as np

from .. import _ferz


class Play:
    """A game, and the first of two actions if a second one is to follow."""

    def __init__(self, variant: _ferz.Variant, longest: int) -> None:
        self.variant = variant
        self.longest = longest
        self.game = _ferz.Game(variant)
        self.first: Optional[int] = None

    def copy(self) -> "Play":
        other = Play.__new__(Play)
        other.variant, other.longest, other.first = self.variant, self.longest, self.first
        other.game = self.game.copy()
        return other

    @property
    def player(self) -> int:
        """0 for White, 1 for Black."""
        return 0 if self.game.turn == "white" else 1

    def outcome(self) -> Optional[_ferz.Outcome]:
        return self.game.outcome() or self.game.claim()

    def mask(self) -> "np.ndarray":
        """Which actions are possible: `int8`, as Gymnasium's spaces want it."""
        return self.game.position.action_mask(self.first).view(np.int8)

    def legal(self) -> List[int]:
        return [int(action) for action in np.flatnonzero(self.mask())]

    def planes(self) -> "np.ndarray":
        return self.game.position.planes()

    def act(self, action: int) -> bool:
        """Does what an action says; whether it has made a move. A number that is not possible raises `ValueError`."""
        position = self.game.position
        if self.first is None:
            move = position.decode(int(action))
            if move is None:
                self.first = int(action)
                return False
        else:
            move = position.decode(self.first, int(action))
        self.first = None
        self.game.push(move)
        return True

    def rewards(self) -> Optional[List[float]]:
        """What White and Black get; nothing while the game goes on."""
        outcome = self.outcome()
        if outcome is None:
            return None
        if outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == "white" else [-1.0, 1.0]

    def is_long(self) -> bool:
        return len(self.game) >= self.longest

    def text(self, action: int) -> str:
        """An action in words."""
        if self.first is not None:
            move = self.game.position.decode(self.first, int(action))
            return move.uci
        move = self.game.position.decode(int(action))
        return f"({action})" if move is None else move.uci
