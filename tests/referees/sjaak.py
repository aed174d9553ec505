#!/usr/bin/env python3
"""Holds what `ferz export --to sjaak` writes against Sjaak II (Debian: sjaakii), by counting lines: the file is read by Sjaak, which counts
from the start and from positions of random games, and ferz counts by its own rules. Sections that lack only ends of the game, such as counting
rules, are counted, too: no line of so few moves is longer or shorter by them, or the exporter names what is.

    sjaak.py --ferz ../../target/debug/ferz
    sjaak.py --variants chess,makruk --depth 4 --positions 5

Counted are the variants that are written whole and count alike, those that lack ends and count alike, those of which the exporter says what else is
lost, and those that are said to be whole and count otherwise: if there are any, the exit code is 1.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent

PLIES = 30

# The sections that count differently although they are written whole, each with the reason.
EXPLAINED = {}


def answer(command, text=None, patience=120):
    """Standard output of a command, or None if it does not end."""
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=patience)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout


def positions(ferz, name, path, wanted, seed):
    """The start, as None, and positions of random games, as texts."""
    rng = random.Random(f"{seed} {name}")
    found = [None]
    while len(found) <= wanted:
        moves = []
        fen = None
        for _ in range(rng.randrange(4, PLIES)):
            line = answer([ferz, "moves", str(path), "--json", "--moves", " ".join(moves)])
            report = json.loads(line or "{}")
            if report.get("outcome") or not report.get("moves"):
                break
            fen = report["fen"]
            moves.append(rng.choice(report["moves"])["move"])
        if fen is None:
            break
        found.append(fen)
    return found


def ours(ferz, path, fen, depth):
    """Line counts by ferz."""
    command = lambda plies: [ferz, "perft", str(path), str(plies), "--json"] + (["--fen", fen] if fen else [])
    return [json.loads(answer(command(plies)) or "{}").get("nodes") for plies in range(1, depth + 1)]


def theirs(sjaak, file, fens, depth):
    """Line counts by Sjaak, for each position. Where Black begins it would move at once if the start were not set up."""
    lines = ["variant ferz-own"]
    start = re.search(r'^FEN: "(.*)"$', file.read_text(encoding="utf-8"), re.M).group(1)
    for fen in fens:
        lines.append(f"setboard {fen or start}")
        lines.append(f"perft {depth}")
    said = answer([sjaak, str(file)], "\n".join([*lines, "quit"]) + "\n")
    rows = [(int(a), int(b)) for a, b in re.findall(r"^(?:.*> )?\s*(\d+)\s+(\d+)\s+[\d.]+\s+[\d.]+nps", said or "", re.M)]
    counts = []
    for number, count in rows:
        if number == 1:
            counts.append([])
        counts[-1].append(count)
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ferz", help="the command")
    parser.add_argument("--variants", help="names, between commas")
    parser.add_argument("--sample", type=int, help="as many variants, chosen by the seed")
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--positions", type=int, default=0, help="positions of random games besides the start")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sjaak = shutil.which("sjaakii", path=os.environ.get("PATH", "") + ":/usr/games")
    if sjaak is None:
        print("sjaakii is not installed: nothing is tested")
        return 0
    ferz = options.ferz or str(HERE.parents[1] / "target" / "debug" / "ferz")
    files = {path.stem: path for path in (HERE.parents[1] / "rulesets").rglob("*.ferz") if path.parent.name != "lib"}
    names = sorted(files)
    if options.variants:
        names = options.variants.split(",")
    elif options.sample:
        names = sorted(random.Random(options.seed).sample(names, min(options.sample, len(names))))
    same, lines, partly, wrong = 0, 0, 0, 0
    for name in names:
        command = [ferz, "export", str(files[name]), "--to", "sjaak", "--name", "ferz-own", "--json"]
        report = json.loads(answer(command) or '{"complete": false, "lost": [{"what": "no answer"}]}')
        whole = report.get("complete")
        lost = [] if whole else report.get("lost") or [{"what": "?"}]
        others = [loss["what"] for loss in lost if not loss["what"].startswith("end ") and loss["what"] != "play"]
        if others:
            partly += 1
            print(f"{name:20} lost: {others[0][:90]}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "own.txt"
            file.write_text(report["text"], encoding="utf-8")
            fens = positions(ferz, name, files[name], options.positions, options.seed)
            counted = theirs(sjaak, file, fens, options.depth)
        told = None
        for number, fen in enumerate(fens):
            a = ours(ferz, files[name], fen, options.depth)
            b = counted[number] if number < len(counted) else []
            if a[: len(b)] != b[: len(a)] or not b:
                told = f"{fen or 'start'}: {a}, by Sjaak {b}"
                break
        if told and name in EXPLAINED:
            print(f"{name:20} explained: {EXPLAINED[name]}")
        elif told and not whole:
            partly += 1
            print(f"{name:20} lost: {lost[0]['what'][:60]}: {told[:200]}")
        elif told:
            wrong += 1
            print(f"{name:20} WRONG: {told}")
        elif whole:
            same += 1
        else:
            lines += 1
            print(f"{name:20} counts alike without its {lost[0]['what'][:60]}")
    print(
        f"{len(names)} variants: {same} written whole and counted alike, {lines} counted alike without ends that are named, "
        f"{partly} with other losses that are named, {wrong} wrong"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
