"""Planes, action numbers, and batches."""

import random

import ferz
import pytest

numpy = pytest.importorskip("numpy")


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "shogi", "duck", "seirawan", "xiangqi", "checkers", "empire"])
def test_numbers_and_moves_are_one_to_one(name):
    chooser = random.Random(3)
    variant = ferz.Variant.bundled(name)
    position = variant.start()
    for _ in range(30):
        moves = position.moves
        if not moves:
            break
        mask = position.action_mask()
        assert mask.shape == (variant.action_size,) and mask.dtype == numpy.uint8
        numbers = [tuple(position.encode(move)) for move in moves]
        assert len(set(numbers)) == len(moves)
        assert {number[0] for number in numbers} == set(numpy.flatnonzero(mask))
        for move, number in zip(moves, numbers):
            assert position.decode(*number) == move
            if len(number) == 2:
                assert position.decode(number[0]) is None
                assert position.action_mask(number[0])[number[1]] == 1
        position = chooser.choice(moves).after


def test_planes_of_chess():
    variant = ferz.Variant.bundled("chess")
    planes = variant.start().planes()
    assert list(planes.shape) == variant.planes_shape == [13, 8, 8]
    assert planes[:12].sum() == 32 and planes[12].all()
    pawn = variant.pieces.index("pawn")
    assert planes[pawn, 1].all() and planes[6 + pawn, 6].all()
    assert not variant.start().play("e4").planes()[12].any()


def test_hands_have_planes():
    variant = ferz.Variant.bundled("crazyhouse")
    position = variant.position("4k3/8/8/8/8/8/8/4K3[NNp] w - - 0 1")
    planes = position.planes()
    assert sorted(int(plane.max()) for plane in planes[12:-1] if plane.any()) == [1, 2]


def test_a_batch_plays_like_positions():
    variant = ferz.Variant.bundled("chess")
    batch = variant.batch(16, seed=1, threads=2)
    chooser = random.Random(4)
    positions = [variant.start() for _ in range(16)]
    for _ in range(40):
        moves = [chooser.choice(position.moves) for position in positions]
        actions = numpy.array([p.encode(m)[0] for p, m in zip(positions, moves)], dtype=numpy.int64)
        planes, mask, reward, done = batch.step(actions)
        positions = [variant.start() if over else m.after for m, over in zip(moves, done)]
        assert not reward[~done].any()
        for i, position in enumerate(positions):
            assert (planes[i] == position.planes()).all() and (mask[i] == position.action_mask()).all()
            assert batch.position(i) == position
        starts, numbers = batch.actions()
        assert (numpy.flatnonzero(mask[3]) == numbers[starts[3] : starts[4]]).all()


def test_a_batch_ends_games():
    batch = ferz.Variant.bundled("gardner").batch(8, seed=5, longest=50)
    assert batch.step_random(200) > 0 and batch.plies == 1600
    batch.reset()
    assert batch.position(0) == ferz.Variant.bundled("gardner").start()


def test_walls_are_two_numbers():
    variant = ferz.Variant.bundled("duck")
    batch = variant.batch(2)
    first = variant.start().encode("e2e4,e5")
    assert len(first) == 2
    for part in first:
        planes, mask, reward, done = batch.step(numpy.array([part] * 2, dtype=numpy.int64))
    assert batch.position(0) == variant.start().play("e2e4,e5")


def test_what_is_not_possible_raises():
    batch = ferz.Variant.bundled("chess").batch(2)
    with pytest.raises(ValueError, match="not possible"):
        batch.step(numpy.array([0, -5], dtype=numpy.int64))
    with pytest.raises(ValueError, match="3 actions for 2 games"):
        batch.step(numpy.array([0, 1, 2], dtype=numpy.int64))
    with pytest.raises(ValueError):
        ferz.Variant.bundled("chess").batch(0)
    with pytest.raises(ValueError):
        ferz.Variant.bundled("chess").start().decode(10**9)
