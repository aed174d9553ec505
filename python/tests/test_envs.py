"""The environments, by the tests of the libraries that they are for."""

import random
import warnings

import ferz
import pytest
from ferz import envs

VARIANTS = ["gardner", "duck", "crazyhouse"]


@pytest.mark.parametrize("name", VARIANTS)
def test_pettingzoo(name):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(envs.pettingzoo(name, longest=30), num_cycles=60)
        seed_test(lambda: envs.pettingzoo(name, longest=30), num_cycles=30)


def test_pettingzoo_tells_who_has_won():
    pytest.importorskip("pettingzoo")
    env = envs.pettingzoo("chess", render_mode="ansi")
    env.reset(seed=1)
    position = ferz.Variant.bundled("chess").start()
    for text in ["f3", "e5", "g4", "Qh4#"]:
        env.step(position.encode(text)[0])
        position = position.play(text)
    assert env.rewards == {"white": -1.0, "black": 1.0} and all(env.terminations.values())
    assert env.unwrapped.render() == position.fen


@pytest.mark.parametrize("name", VARIANTS)
def test_gymnasium(name):
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(envs.gymnasium(name, longest=20), skip_render_check=True)
    envs.register_gymnasium()
    env = gymnasium.make("ferz/Match-v0", variant=name, opponent=1, longest=10)
    _, info = env.reset(seed=1)
    chooser, ended = random.Random(1), False
    while not ended:
        action = chooser.choice([i for i, legal in enumerate(info["action_mask"]) if legal])
        _, _, terminated, truncated, info = env.step(action)
        ended = terminated or truncated


@pytest.mark.parametrize("name", VARIANTS)
def test_openspiel(name):
    pyspiel = pytest.importorskip("pyspiel")
    game = envs.openspiel(name, longest=20)
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
    state = game.new_initial_state()
    assert len(state.observation_tensor()) == game.observation_tensor_size() if name == "gardner" else True
    assert envs.openspiel(name, longest=20).get_type().short_name == game.get_type().short_name


def test_opponents():
    pytest.importorskip("gymnasium")
    env = envs.gymnasium("chess", opponent=lambda game: game.moves[0])
    env.reset()
    start = env.play.game.position
    env.step(start.encode("e4")[0])
    assert env.play.game.history == ["e2e4", start.play("e4").moves[0].uci]
    assert env.step(0)[1:3] == (-1.0, True)
    with pytest.raises(ValueError):
        envs.gymnasium("chess", opponent="strong")
