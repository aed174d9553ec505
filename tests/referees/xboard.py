#!/usr/bin/env python3
"""Lets XBoard (Debian: xboard, xvfb) play games of ferz against itself, on a display that nobody sees. XBoard tests every move, by
what it is told of the pieces. A game that does not end by the rules fails.

    python3 xboard.py --ferz ../../target/release/ferz
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

VARIANTS = ["normal", "capablanca", "berolina", "shako", "makruk", "xiangqi", "spartan", "minishogi", "3check-crazyhouse"]
PATIENCE = 120
DISPLAY = ":83"
WRONG = ("illegal", "forfeit", "exited", "false", "died", "time")


def game(xboard, ferz, variant, folder):
    """The PGN of a game."""
    record = folder / f"{variant}.pgn"
    engine = folder / "engine"
    engine.write_text(f'#!/bin/sh\nexec "{ferz}" xboard\n', encoding="utf-8")
    engine.chmod(0o755)
    command = [xboard, "-fcp", str(engine), "-scp", str(engine), "-variant", variant, "-mg", "1", "-depth", "3"]
    command += ["-sgf", str(record), "-testLegality", "true"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, env=dict(os.environ, DISPLAY=DISPLAY, HOME=str(folder)), cwd=folder, **quiet)
    try:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and process.poll() is None:
            text = record.read_text(encoding="utf-8", errors="replace") if record.exists() else ""
            # The result stands behind the moves once the game is over.
            if "}" in text and text.rstrip().endswith(("1-0", "0-1", "1/2-1/2")):
                return text
            time.sleep(0.2)
    finally:
        process.kill()
        process.wait()
    raise RuntimeError(f"{variant}: no game in {PATIENCE} s")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--ferz", required=True)
    arguments.add_argument("--variants", help="names, between commas")
    options = arguments.parse_args()
    ferz = pathlib.Path(options.ferz).resolve()
    variants = options.variants.split(",") if options.variants else VARIANTS
    xboard = shutil.which("xboard", path=os.environ.get("PATH", "") + ":/usr/games")
    if xboard is None or shutil.which("Xvfb") is None:
        print("xboard or Xvfb is not installed: nothing is tested")
        return 0
    wrong = 0
    display = subprocess.Popen(["Xvfb", DISPLAY, "-screen", "0", "1280x1024x24"], stderr=subprocess.DEVNULL)
    try:
        time.sleep(1)
        with tempfile.TemporaryDirectory() as name:
            for variant in variants:
                try:
                    text = game(xboard, ferz, variant, pathlib.Path(name))
                except RuntimeError as error:
                    wrong += 1
                    print(f"WRONG: {error}")
                    continue
                end = " ".join(text.split()).rsplit("{", 1)[1]
                failed = any(word in end.lower() for word in WRONG)
                wrong += failed
                print(f"{'WRONG: ' if failed else ''}{variant}: {{{end}", flush=True)
    finally:
        display.kill()
        display.wait()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
