#!/usr/bin/env python3
"""Holds what `ferz export --to variants.ini` writes of a variant against Fairy-Stockfish's own variant of the same name.

    exports.py --ferz ../../target/debug/ferz --games 4
    exports.py --ini variants.ini --variants minishogi,janggi,torpedo

Both are played by pyffish, which reads the section as a variant of another name: start position, moves, check, end and result, and the boards and
hands after moves, in seeded random games. `--ini` names files whose sections Fairy-Stockfish knows besides (its own is not part of ferz). The clock is not
compared, which both count in their own way (README.md). Counted are the variants that are written whole and the same, those of which the
referee's own variant is another and the section is played as ferz plays it, those of which the exporter
says what is lost, and those that are said to be whole and are not: if there are any, the exit code is 1. Where a bundled variant follows its author
and not the referee, the section of a file is imported and written again, and that is judged.
"""

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pyffish
from compare import HERE, find_ferz, load_referee

PLIES = 50

# The sections that play differently although they are written whole, each with the reason.
EXPLAINED = {
    "chaturanga": "the referee begins with the kings on one file; in the sources they do not face each other",
    "buffalo": "the referee lets White begin; by the rules the buffaloes move first",
    "forward": "on the inventor's page a piece on the last rank promotes; the referee lets it stay what it is",
    "tictactoe": "the referee begins with pieces in hand, of which ferz counts nine",
    "atomiczh": "the referee does not see drops with check where a king explodes",
    "capturethequeen": "the referee's own section leaves open which side the loss of the queens is for",
    "crusade": "the referee ends its own variant at once, since the board is full",
    "maharajah2": "the referee keeps the king from check; by the page that the bundled file cites there is no check",
    "elgam": "the referee lists each promotion twice, with two texts",
}

# The sections that the referee itself plays otherwise than ferz does, for the reason above.
PLAYED_OTHERWISE = {"atomiczh"}


def export(ferz, path, name, *more):
    """The section of a variant, under another name, and what is lost."""
    command = [ferz, "export", str(path), "--to", "variants.ini", "--name", name, "--json", *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return json.loads(done.stdout)


def checked(ferz, path, games):
    """What `ferz export --check` finds, which lets the referee play the section against ferz; nothing if it finds nothing."""
    command = [ferz, "export", str(path), "--to", "variants.ini", "--check", "--games", str(games)]
    own = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=own)
    return None if done.returncode == 0 else done.stderr.strip()


def again(ferz, file, name, section):
    """The section that is written of an imported one."""
    command = [ferz, "import", file, name, "--json"]
    imported = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout or '{"sections": []}')
    text = next((one["ferz"] for one in imported["sections"]), None)
    if text is None:
        return {"complete": False}
    with tempfile.NamedTemporaryFile("w", suffix=".ferz") as own:
        own.write(text)
        own.flush()
        return export(ferz, own.name, section)


def placed(fen):
    """Board and hands, the hands sorted, and the side to move. Hands that never empty are written by some and left out by others."""
    board, turn = fen.split()[:2]
    squares, _, hand = board.partition("[")
    return squares, "".join(sorted(letter for letter in hand if letter.isalpha())), turn


def judged(name, fen, ply):
    """What the referee says of a position; what takes time only now and then."""
    moves = sorted(set(pyffish.legal_moves(name, fen, [])))
    asked = not moves or ply % 4 == 0
    check = asked and pyffish.gives_check(name, fen, [])
    end = pyffish.is_immediate_game_end(name, fen, []) if asked else (False, 0)
    # A game that ends at once, and one that ends for lack of moves, are the same if their results are.
    result = pyffish.game_result(name, fen, []) if not moves and not end[0] else None
    over = end[1] if end[0] else result
    return moves, check, over if not moves else (end if end[0] else None)


def difference(own, section, games, seed):
    """The first position in which the two are not the same, or None."""
    rng = random.Random(f"{seed} {own}")
    start, other = (pyffish.get_fen(name, pyffish.start_fen(name), []) for name in (own, section))
    endless = bool(placed(start)[1]) != bool(placed(other)[1]) or len(set(placed(start)[1].upper())) == 1
    same = lambda a, b: placed(a) == placed(b) or (endless and placed(a)[0] == placed(b)[0])
    if not same(start, other):
        return f"starts with {start}, the section with {other}"
    for _ in range(games):
        fen, there = start, other
        for ply in range(PLIES):
            a, b = judged(own, fen, ply), judged(section, there, ply)
            if a != b:
                lost, gained = sorted(set(a[0]) - set(b[0]))[:4], sorted(set(b[0]) - set(a[0]))[:4]
                return f"{fen}: lost {lost} gained {gained} {a[1:]} {b[1:]}"
            if not a[0] or a[2] is not None:
                break
            weights = [3 if re.search(r"[+a-z=-]$", move) or "@" in move else 1 for move in a[0]]
            move = rng.choices(a[0], weights)[0]
            fen, there = pyffish.get_fen(own, fen, [move]), pyffish.get_fen(section, there, [move])
            if not same(fen, there):
                return f"{move} leads to {fen}, in the section to {there}"
    return None


def apart(own, text, section, options):
    """The difference, found by a process of its own: the referee ends without a word where it cannot go on."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        signal.setitimer(signal.ITIMER_PROF, 120)
        try:
            pyffish.load_variant_config(text)
            told = difference(own, section, options.games, options.seed) if section in pyffish.variants() else "the referee does not read it"
        except Exception as error:  # noqa: BLE001: whatever it is, it is told
            told = repr(error)
        os.write(write, (told or "").encode())
        os._exit(0)
    os.close(write)
    told = b"".join(iter(lambda: os.read(read, 65536), b"")).decode()
    _, status = os.waitpid(child, 0)
    os.close(read)
    return told or (None if status == 0 else "the referee has crashed or thinks for two minutes")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ferz", help="the command")
    parser.add_argument("--ini", action="append", default=[], help="files of sections that the referee reads")
    parser.add_argument("--variants", help="names, between commas")
    parser.add_argument("--sample", type=int, help="as many variants, chosen by the seed")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ferz = options.ferz or find_ferz()
    for file in options.ini:
        pyffish.load_variant_config(Path(file).read_text())
    load_referee()
    files = {path.stem: path for path in (HERE.parents[1] / "rulesets").rglob("*.ferz")}
    names = sorted(set(files) & set(pyffish.variants()))
    if options.variants:
        names = options.variants.split(",")
    elif options.sample:
        names = sorted(random.Random(options.seed).sample(names, min(options.sample, len(names))))
    same, otherwise, partly, wrong = 0, 0, 0, 0
    for name in names:
        section = f"out-{name}"
        report = export(ferz, files[name], section)
        if not report["complete"]:
            lost = report["lost"][0]["what"][:90]
            held = [file for file in options.ini if re.search(rf"^\[{re.escape(name)}[:\]]", Path(file).read_text(), re.M)]
            report = again(ferz, held[0], name, section) if held else report
            if not report["complete"]:
                partly += 1
                print(f"{name:20} lost: {lost}")
                told = apart(name, export(ferz, files[name], section, "--force")["text"], section, options)
                print(f"{'':20} with --force {told[:300] if told else 'the same as the referee has it'}")
                continue
            print(f"{name:20} by the section's own rules; the bundled variant has {lost}")
        told = apart(name, report["text"], section, options)
        if told and name in EXPLAINED:
            print(f"{name:20} explained: {EXPLAINED[name]}")
            told = None if name in PLAYED_OTHERWISE else checked(ferz, files[name], 5 * options.games)
            otherwise += not told
        elif not told:
            same += 1
        if told:
            wrong += 1
            print(f"{name:20} WRONG: {told[:600]}")
    print(f"{len(names)} variants: {same} written and the same, {otherwise} of which the referee's own is explained, {partly} with losses that are named, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
