"""OpenSpiel: a game for its algorithms."""

from typing import Any, Dict, List, Optional

import numpy as np
import pyspiel

from .. import _ferz
from .play import Play

_registered: Dict[str, Any] = {}


def load(variant: _ferz.Variant, *, longest: int = 400) -> pyspiel.Game:
    """The game of a variant; it is registered when it is first asked for."""
    name = f"ferz_{variant.name or format(variant.fingerprint, 'x')}".replace("-", "_")
    name = f"{name}_{longest}"
    if name not in _registered:
        kind = pyspiel.GameType(
            short_name=name,
            long_name=variant.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=variant.action_size,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=2 * longest,
        )

        class VariantGame(pyspiel.Game):
            def __init__(self, params: Optional[Dict[str, Any]] = None) -> None:
                super().__init__(kind, info, params or {})

            def new_initial_state(self) -> "State":
                return State(self, variant, longest)

            def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
                return Observer(variant)

        pyspiel.register_game(kind, VariantGame)
        _registered[name] = VariantGame
    return pyspiel.load_game(name)


class State(pyspiel.State):
    """A position with its history."""

    def __init__(self, game: pyspiel.Game, variant: _ferz.Variant, longest: int) -> None:
        super().__init__(game)
        self.play = Play(variant, longest)

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.play.player

    def _legal_actions(self, player: int) -> List[int]:
        return self.play.legal()

    def _apply_action(self, action: int) -> None:
        self.play.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.play.text(action)

    def is_terminal(self) -> bool:
        return self.play.first is None and (self.play.is_long() or self.play.outcome() is not None)

    def returns(self) -> List[float]:
        return self.play.rewards() or [0.0, 0.0]

    def clone(self) -> "State":
        other = super().clone()
        return other

    def __str__(self) -> str:
        return self.play.game.fen if self.play.first is None else f"{self.play.game.fen} ({self.play.first})"


class Observer:
    """Planes and the text of a position."""

    def __init__(self, variant: _ferz.Variant) -> None:
        size = int(np.prod(variant.planes_shape))
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor.reshape(variant.planes_shape)}

    def set_from(self, state: State, player: int) -> None:
        self.tensor[:] = state.play.planes().reshape(-1)

    def string_from(self, state: State, player: int) -> str:
        return str(state)
