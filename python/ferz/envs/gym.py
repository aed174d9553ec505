"""Gymnasium: one agent against an opponent."""

from typing import Any, Callable, Dict, Optional, Tuple, Union

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from .. import _ferz
from .play import Play

Opponent = Union[str, int, Callable[[_ferz.Game], Any]]


class Match(gym.Env):
    """A game of a variant, the agent playing White. An action that is not possible loses."""

    metadata = {"render_modes": ["ansi"], "render_fps": 2}

    def __init__(
        self,
        variant: _ferz.Variant,
        *,
        opponent: Opponent = "random",
        longest: int = 400,
        render_mode: Optional[str] = None,
    ) -> None:
        self.variant, self.longest, self.render_mode = variant, longest, render_mode
        if isinstance(opponent, int):
            self._engine: Optional[_ferz.Engine] = _ferz.Engine(variant, level=opponent)
        elif opponent == "random" or callable(opponent):
            self._engine = None
        else:
            raise ValueError("an opponent is `random`, a level from 1 to 10, or a function")
        self._opponent = opponent
        self.observation_space = spaces.Box(0, 255, shape=tuple(variant.planes_shape), dtype=np.uint8)
        self.action_space = spaces.Discrete(variant.action_size)
        self.play = Play(variant, longest)

    def _info(self) -> Dict[str, Any]:
        return {"action_mask": self.play.mask(), "fen": self.play.game.fen}

    def action_masks(self) -> "np.ndarray":
        """Which actions are possible."""
        return self.play.mask().astype(bool)

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple["np.ndarray", Dict[str, Any]]:
        super().reset(seed=seed)
        self.play = Play(self.variant, self.longest)
        self._answer()
        return self.play.planes(), self._info()

    def _answer(self) -> None:
        """Lets the opponent play until White is to move."""
        while self.play.player == 1 and self.play.outcome() is None and not self.play.is_long():
            game = self.play.game
            if self._engine is not None:
                move: Any = self._engine.think(game).best
            elif callable(self._opponent):
                move = self._opponent(game)
            else:
                moves = game.moves
                move = moves[int(self.np_random.integers(len(moves)))]
            game.push(move)

    def step(self, action: Any) -> Tuple["np.ndarray", float, bool, bool, Dict[str, Any]]:
        try:
            moved = self.play.act(int(action))
        except ValueError:
            return self.play.planes(), -1.0, True, False, {**self._info(), "illegal": True}
        if moved:
            self._answer()
        rewards = self.play.rewards()
        reward = 0.0 if rewards is None else rewards[0]
        truncated = rewards is None and self.play.is_long()
        return self.play.planes(), reward, rewards is not None, truncated, self._info()

    def render(self) -> Optional[str]:
        return self.play.game.fen if self.render_mode == "ansi" else None
