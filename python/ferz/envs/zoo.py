"""PettingZoo: two agents in turn."""

from typing import Any, Dict, Optional

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .. import _ferz
from .play import Play

AGENTS = ["white", "black"]


def env(variant: _ferz.Variant, *, longest: int = 400, render_mode: Optional[str] = None) -> AECEnv:
    """The environment, with PettingZoo's checks around it."""
    inner: AECEnv = raw_env(variant, longest=longest, render_mode=render_mode)
    inner = wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1)
    inner = wrappers.AssertOutOfBoundsWrapper(inner)
    return wrappers.OrderEnforcingWrapper(inner)


class raw_env(AECEnv):
    """The environment itself."""

    metadata = {
        "render_modes": ["ansi"],
        "name": "ferz_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, variant: _ferz.Variant, *, longest: int = 400, render_mode: Optional[str] = None) -> None:
        super().__init__()
        self.variant, self.longest, self.render_mode = variant, longest, render_mode
        self.possible_agents = AGENTS[:]
        observation = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, shape=tuple(variant.planes_shape), dtype=np.uint8),
                "action_mask": spaces.Box(0, 1, shape=(variant.action_size,), dtype=np.int8),
            }
        )
        self.observation_spaces = {agent: observation for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(variant.action_size) for agent in AGENTS}
        self.play = Play(variant, longest)

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        self.play = Play(self.variant, self.longest)
        self.agents = AGENTS[:]
        self.agent_selection = AGENTS[self.play.player]
        self.rewards = {agent: 0.0 for agent in AGENTS}
        self._cumulative_rewards = {agent: 0.0 for agent in AGENTS}
        self.terminations = {agent: False for agent in AGENTS}
        self.truncations = {agent: False for agent in AGENTS}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in AGENTS}

    def observe(self, agent: str) -> Dict[str, "np.ndarray"]:
        mask = np.zeros(self.variant.action_size, dtype=np.int8)
        if agent == self.agent_selection and not any(self.terminations.values()):
            mask = self.play.mask()
        return {"observation": self.play.planes(), "action_mask": mask}

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0
        self.play.act(int(action))
        self._clear_rewards()
        rewards = self.play.rewards()
        if rewards is not None:
            self.rewards = dict(zip(AGENTS, rewards))
            self.terminations = {agent: True for agent in AGENTS}
        elif self.play.is_long():
            self.truncations = {agent: True for agent in AGENTS}
        self.agent_selection = AGENTS[self.play.player]
        if rewards is not None or self.play.is_long():
            self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        self._accumulate_rewards()

    def render(self) -> Optional[str]:
        return self.play.game.fen if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass
