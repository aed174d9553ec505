"""`ferz.pyffish` against pyffish, function by function, on random games.

Both must be importable: the wheel of `python/` and pyffish. The moves of the games are pyffish's; positions are handed over as texts.
"""

import argparse
import collections
import random
import sys

import pyffish

from ferz import pyffish as ours

# Variants whose pieces have the same letters in both programs.
VARIANTS = """chess crazyhouse atomic 3check kingofthehill antichess horde racingkings losalamos gardner capablanca grand makruk
cambodian seirawan shogi minishogi xiangqi minixiangqi janggi duck amazon extinction shatranj berolina breakthrough""".split()

# Notations in which a variant is written somewhere.
NOTATIONS = collections.defaultdict(lambda: [1, 2], {
    "shogi": [3, 4, 5], "minishogi": [3, 4, 5], "xiangqi": [1, 2, 7], "minixiangqi": [1, 2, 7], "janggi": [2, 6],
    "makruk": [1, 2], "cambodian": [1, 2],
})


# Pyffish writes squares that a pawn has passed otherwise, and tells no check of some moves that give it.
# Facing generals are judged by the moves before, which a text does not have.
LEFT_OUT = {("berolina", "get_fen"), ("atomic", "get_san 1"), ("atomic", "get_san 2")}


def plain(fen, variant):
    """A position without what is written in two ways: the order in hand, and a clock that the rules do not have."""
    fields = fen.split()
    board, bracket, hand = fields[0].partition("[")
    fields[0] = board + bracket + "".join(sorted(hand))
    if "shogi" in variant:
        fields[4] = "0"
    return " ".join(fields)


def questions(variant, fen, moves):
    """The same questions to both, each with its answers."""
    for name in ("legal_moves", "get_fen", "gives_check", "game_result", "is_immediate_game_end", "has_insufficient_material"):
        def ask(module, name=name):
            answer = getattr(module, name)(variant, fen, moves)
            if name == "is_immediate_game_end" and not answer[0]:
                return (False, None)
            if name == "get_fen":
                return plain(answer, variant)
            return sorted(answer) if name == "legal_moves" else answer
        yield name, ask
    last = moves[-1:]
    if last:
        before = moves[:-1]
        yield "is_capture", lambda module: module.is_capture(variant, fen, before, last[0])
        for notation in NOTATIONS[variant]:
            at = pyffish.get_fen(variant, fen, before)
            yield f"get_san {notation}", lambda module, n=notation: module.get_san(variant, at, last[0], False, n)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variants", default=",".join(VARIANTS))
    parser.add_argument("--show", type=int, default=3)
    options = parser.parse_args()
    known = set(pyffish.variants())
    asked = collections.Counter()
    wrong = collections.defaultdict(list)
    for variant in options.variants.split(","):
        if variant not in known:
            continue
        chooser = random.Random(f"{options.seed} {variant}")
        for _ in range(options.games):
            fen = pyffish.start_fen(variant)
            move = []
            for _ in range(options.plies):
                if variant == "janggi" and move and move[0] == 2 * move[0][: len(move[0]) // 2]:
                    break
                for name, ask in questions(variant, fen, move):
                    if (variant, name) in LEFT_OUT:
                        continue
                    expected = ask(pyffish)
                    try:
                        got = ask(ours)
                    except ValueError as error:
                        got = error
                    asked[name] += 1
                    if got != expected:
                        wrong[variant, name].append((fen, move, expected, got))
                after = pyffish.get_fen(variant, fen, move)
                legal = pyffish.legal_moves(variant, after, [])
                if not legal or pyffish.is_immediate_game_end(variant, after, [])[0]:
                    break
                fen, move = after, [chooser.choice(legal)]
    for (variant, name), cases in sorted(wrong.items()):
        print(f"{variant} {name}: {len(cases)}")
        for fen, move, expected, got in cases[: options.show]:
            if isinstance(expected, list) and isinstance(got, list):
                expected, got = set(expected) - set(got), set(got) - set(expected)
            print(f"    {fen} {' '.join(move)}\n        pyffish {expected}\n        ferz    {got}")
    print(f"{sum(asked.values())} questions, {sum(map(len, wrong.values()))} differences")
    sys.exit(bool(wrong))


main()
