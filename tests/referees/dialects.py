#!/usr/bin/env python3
"""Lets ferz read what Fairy-Stockfish (pyffish) writes: random games of every variant that both know, move by move and position by position.

    dialects.py --sample 20 --games 3 --seed 7
    dialects.py --variants shogi,janggi --games 20
    dialects.py --ini variants.ini

Only texts go from one to the other, and none is changed on the way. For every move of a game ferz (one process `ferz uci`) reads the
position before it and the move, and the position after it: both must come to the same position. The move is read in the notations that the referee has for
the variant as well, the start position must be ferz's own, and the whole game is read in one line. The exit code is 1 if anything differs.

What positions of the referee do not say is not compared: squares passed by where nothing can be captured on them, and keys of ferz's own.
Nor is the halfmove clock: which moves restart it is a rule.
"""

import argparse
import json
import multiprocessing
import random
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pyffish
from compare import ON_PURPOSE, find_ferz, load_referee
from letters import under_one_name

ROOT = Path(__file__).resolve().parents[2]

# Differences of rules rather than texts, each with the reason.
RULES = ON_PURPOSE | {
    "annexation": "the referee lets lines go on over squares that the board does not have",
    "atomiczh": "the referee does not see drops with check where a king explodes",
    "cfour-anyside": "the referee lets what is pushed in come to rest behind other pieces",
    "buffalo": "the referee begins with the other side",
    "chaturanga": "the referee's begins with kings that do not face each other",
    "tictactoe": "the referee gives the second player a man more than it needs",
    "crusade": "the referee ends the game at the start, where the board is full",
}

# Variants of which the referee lists too few moves, each with the reason. Its texts are read and
# held against ours all the same.
FEWER = {
    "atomicduck": "the referee asks whether the king is safe before the wall is put",
    "nuclear": "the referee does not see that a dead square parts a line to the king",
}


@dataclass
class Question:
    """A text, and what ferz must make of it: the same as of another text."""

    about: str
    text: str
    like: str
    san: tuple = ()  # position, move and notation of the referee, if the move is in another notation than coordinates


def notations(name, start):
    """The notations that the referee has for a variant, but for those of other families."""
    found = [pyffish.NOTATION_SAN, pyffish.NOTATION_LAN]
    board = start.split()[0].split("[")[0]
    ranks = board.count("/") + 1
    if "[" in start and "KQ" not in start and ranks <= 9:
        found += [pyffish.NOTATION_SHOGI_HODGES, pyffish.NOTATION_SHOGI_HODGES_NUMBER]
    if "xiangqi" in name or "janggi" in name or name == "manchu":
        found.append(pyffish.NOTATION_XIANGQI_WXF)
    if "janggi" in name:
        found.append(pyffish.NOTATION_JANGGI)
    return found


def texts_of(name, start, moves, notation):
    """The moves of a game in a notation; nothing where the referee cannot write its own move in it."""
    try:
        return pyffish.get_san_moves(name, start, moves, False, notation) if moves else []
    except ValueError:
        return [""] * len(moves)


def play(name, start, rng, plies):
    """A random game: positions, the moves between them, and all legal moves of each."""
    fens, moves, choices = [pyffish.get_fen(name, start, [])], [], []
    while len(moves) < plies:
        # From the last position: the whole game again for each move takes most of the time.
        legal = pyffish.legal_moves(name, fens[-1], [])
        if not legal or pyffish.is_immediate_game_end(name, fens[-1], [])[0]:
            break
        choices.append(legal)
        wishes = [move for move in legal if "@" in move or move[-1] in "+-" or not move[-1].isdigit()]
        move = rng.choice(wishes if wishes and rng.random() < 0.4 else legal)
        moves.append(move)
        fens.append(pyffish.get_fen(name, fens[-1], [move]))
    # A position does not hold what ends a game by its history, such as a pass while the generals face each other.
    while not is_game(name, start, moves):
        moves.pop()
        fens.pop()
    return fens, moves, choices


def is_game(name, start, moves):
    """Whether the referee plays these moves from the start: it refuses moves after its own end of the game."""
    try:
        pyffish.get_fen(name, start, moves)
    except (ValueError, SystemError):
        return False
    return True


def questions(name, options):
    """What is read, and, by position, the legal moves that are written."""
    rng = random.Random(f"{options.seed} {name}")
    start = pyffish.start_fen(name)
    known = notations(name, start)
    asked = [Question("start", f"fen {start}", "startpos")]
    written = {}
    for _ in range(options.games):
        fens, moves, choices = play(name, start, rng, options.plies)
        written.update(zip(fens, choices))
        # One call for a game: the referee takes most of its time to begin.
        named = {notation: texts_of(name, start, moves, notation) for notation in known}
        for i, (before, move, after) in enumerate(zip(fens, moves, fens[1:])):
            played = f"fen {before} moves {move}"
            asked.append(Question(f"{move} in {before}", played, f"fen {after}"))
            for notation in rng.sample(known, min(2, len(known))):
                if text := named[notation][i]:
                    about = f"{text} ({move}) in {before}"
                    asked.append(Question(about, f"fen {before} moves {text}", played, (before, move, notation)))
        asked.append(Question(f"{' '.join(moves)} from the start", f"startpos moves {' '.join(moves)}", f"fen {fens[-1]}"))
    return asked, written


def unlike(ferz, name, written):
    """Positions and moves that ferz writes otherwise than the referee, in the referee's notation."""
    feed = "".join(f"{fen}\n" for fen in written)
    command = [ferz, "moves", name, "--stdin", "--json", "--no-fens", "--notation", "uci"]
    done = subprocess.run(command, input=feed, capture_output=True, text=True, timeout=1200, check=False)
    found = []
    for (fen, legal), line in zip(written.items(), done.stdout.splitlines(), strict=True):
        answer = json.loads(line)
        if "error" in answer:
            continue  # told where it is read
        # The list of moves is no matter of texts.
        odd = sorted({move["move"] for move in answer["moves"]} - set(legal))
        if odd and name not in FEWER:
            found.append(f"moves of {fen}\n      {' '.join(odd[:4])} / {' '.join(sorted(legal)[:4])}")
        # Pieces that are dropped without end are in no hand.
        like = fen if "[" in answer["fen"] else re.sub(r"\[.*?\]", "", fen)
        if plain(answer["fen"]) != plain(under_one_name(name, like)):
            found.append(f"the position {fen}\n      is written {answer['fen']}")
    return found


def plain(fen):
    """A position without what the rules decide, the squares passed by and the halfmove clock, with hands in order. Marks of promoted pieces
    stand only where something goes by them, and rights may be named by files."""
    words = fen.replace("[-]", "[]").replace("~", "").split()
    board, bracket, hand = words[0].partition("[")
    numbers = [i for i, word in enumerate(words) if word.isdigit()]
    rest = [word for i, word in enumerate(words[1:], 1) if i != numbers[-2] and not (i == 3 and numbers[-2] > 3)]
    if rest[1] != "-":
        rest[1] = f"{len(rest[1])} rights"
    return [board + bracket + "".join(sorted(hand)), *rest]


def is_ambiguous(name, question):
    """Whether the referee writes another move of the position alike."""
    if not question.san:
        return False
    fen, move, notation = question.san
    text = pyffish.get_san(name, fen, move, False, notation)
    others = (other for other in pyffish.legal_moves(name, fen, []) if other != move)
    return any(pyffish.get_san(name, fen, other, False, notation) == text for other in others)


def answers(ferz, name, texts):
    """What ferz makes of each text: a position, or why there is none."""
    feed = "".join(f"position {text}\nd\nisready\n" for text in texts)
    done = subprocess.run([ferz, "uci", name], input=feed, capture_output=True, text=True, timeout=1200, check=False)
    answer, found = [], []
    for line in done.stdout.splitlines():
        if line == "readyok":
            found.append(answer)
            answer = []
        elif "the old letters will not be read for ever" not in line:
            answer.append(line.removeprefix("info string "))
    if len(found) < len(texts):
        # Nothing that is read may end the program.
        found += [[f"no answer: {done.stderr[:200]}"] * 2] * (len(texts) - len(found))
    return found


def fields(fen):
    """Board with hands in order, side to move, rights, squares passed, number of the turn, checks."""
    words = fen.split()
    board, bracket, hand = words[0].partition("[")
    checks = [word for word in words[6:] if word.startswith("checks=")]
    return [board + bracket + "".join(sorted(hand)), *words[1:4], words[5], *checks]


def differ(one, other):
    """What is different between two positions, but for squares passed that only one names."""
    one, other = fields(one), fields(other)
    passed = [set(re.findall(r"[a-z]+[0-9]+", text)) for text in (one[3], other[3])]
    if passed[0] <= passed[1] or passed[1] <= passed[0]:
        one[3] = other[3] = "-"
    return [f"{a} / {b}" for a, b in zip(one, other) if a != b] + ([] if len(one) == len(other) else ["checks"])


def run(task):
    name, options = task
    load_all(options)
    began = time.monotonic()
    asked, written = questions(name, options)
    texts = sorted({text for question in asked for text in (question.text, question.like)})
    found = dict(zip(texts, answers(options.ferz, name, texts), strict=True))
    wrong = []
    for question in asked:
        one, other = found[question.text], found[question.like]
        if len(wrong) >= options.most:
            break
        if len(one) != 1 or len(other) != 1:
            refused = one if len(one) != 1 else other
            said = refused[0] if refused else "no answer"
        else:
            said = "; ".join(differ(one[0], other[0]))
        # A text that may mean two moves is refused, and both are named.
        named = question.san and " may be " in said and re.search(rf"`{re.escape(question.san[1].rstrip('+-'))}\w*`", said)
        if said and not named and not is_ambiguous(name, question):
            wrong.append(f"{question.about}\n      {said}")
    wrong += unlike(options.ferz, name, written)
    line = f"{name:24} texts {len(texts):5}  wrong {len(wrong):4}  {time.monotonic() - began:5.1f} s"
    return name, line, wrong


def load_all(options):
    load_referee()
    pyffish.load_variant_config((ROOT / "tests/referees/hands.ini").read_text())
    if options.ini:
        pyffish.load_variant_config(Path(options.ini).read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ferz", default=find_ferz(), help="the binary (default: newest in target/, else on the path)")
    parser.add_argument("--ini", help="a variants.ini with further variants of the referee's")
    parser.add_argument("--variants", help="names, separated by commas (default: all that both know)")
    parser.add_argument("--sample", type=int, help="so many of them, drawn by lot")
    parser.add_argument("--games", type=int, default=20, help="games a variant (default 20)")
    parser.add_argument("--plies", type=int, default=80, help="plies a game at most (default 80)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random games (default 1)")
    parser.add_argument("--jobs", type=int, default=2, help="variants at a time (default 2)")
    parser.add_argument("--most", type=int, default=50, help="a variant is given up after so many differences (default 50)")
    parser.add_argument("--show", type=int, default=3, help="differences shown of a variant (default 3)")
    options = parser.parse_args()
    load_all(options)
    ours = {path.stem for path in (ROOT / "rulesets").rglob("*.ferz")}
    names = options.variants.split(",") if options.variants else sorted(set(pyffish.variants()) & ours - set(RULES))
    if options.sample:
        names = sorted(random.Random(options.seed).sample(names, min(options.sample, len(names))))
    failed = []
    with multiprocessing.Pool(max(options.jobs, 1), maxtasksperchild=1) as pool:
        for name, line, wrong in pool.imap_unordered(run, [(name, options) for name in names], chunksize=1):
            print(line, *(f"    {text}" for text in wrong[: options.show]), sep="\n", flush=True)
            failed += [name] if wrong else []
    print(f"\nvariants {len(names)}, of which ferz does not read all texts: {len(failed)} {' '.join(sorted(failed))}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
