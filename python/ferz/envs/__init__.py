"""Variants as environments for programs that learn.

- `pettingzoo(variant)`: two agents in turn, with masks of legal actions (PettingZoo's AEC).
- `gymnasium(variant, opponent=...)`: one agent against an opponent (Gymnasium).
- `openspiel(variant)`: a game of OpenSpiel.

A variant is a `ferz.Variant` or the name of a bundled one. Actions and observations are those of
`Position.encode` and `Position.planes`. Each library is needed only for its own environment.
"""

from typing import Any, Optional, Union

from .._ferz import Variant

__all__ = ["gymnasium", "openspiel", "pettingzoo", "register_gymnasium"]


def variant_of(variant: Union[str, Variant]) -> Variant:
    """A variant, or the bundled one of a name."""
    return Variant.bundled(variant) if isinstance(variant, str) else variant


def pettingzoo(variant: Union[str, Variant] = "chess", *, longest: int = 400, render_mode: Optional[str] = None) -> Any:
    """An AEC environment with the agents `white` and `black`."""
    from .zoo import env

    return env(variant_of(variant), longest=longest, render_mode=render_mode)


def gymnasium(
    variant: Union[str, Variant] = "chess",
    *,
    opponent: Any = "random",
    longest: int = 400,
    render_mode: Optional[str] = None,
) -> Any:
    """An environment for one agent, who plays White.

    `opponent` is `"random"`, a level of the engine from 1 to 10, or a function from a `ferz.Game`
    to a move.
    """
    from .gym import Match

    return Match(variant_of(variant), opponent=opponent, longest=longest, render_mode=render_mode)


def openspiel(variant: Union[str, Variant] = "chess", *, longest: int = 400) -> Any:
    """A game of OpenSpiel; `pyspiel.load_game` knows it by the same name afterwards."""
    from .spiel import load

    return load(variant_of(variant), longest=longest)


def register_gymnasium() -> None:
    """Lets `gymnasium.make("ferz/Match-v0", variant="crazyhouse")` find the environment."""
    from gymnasium.envs.registration import register, registry

    if "ferz/Match-v0" not in registry:
        register(id="ferz/Match-v0", entry_point="ferz.envs:gymnasium")
