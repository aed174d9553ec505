#!/usr/bin/env python3
"""Holds what `ferz import` makes of the files of Sjaak II and Fairy-Max against the programs themselves (Debian: sjaakii, fairymax).

    imports.py sjaak --ferz ../../target/debug/ferz
    imports.py sjaak --depth 4
    imports.py fairymax --games 5 --names falcon,cylinder
    imports.py xboard

The last imports what Sjaak tells XBoard (`ferz import --engine`). Random games by the imported rules: Sjaak counts as many moves at every ply; Fairy-Max takes each move and refuses four others. Texts that lack
rules are played, too, and told apart. Programs that are not installed are not asked. The exit code is 1 if a whole text is played otherwise.
"""

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
# The engine whose lines for XBoard are imported.
ENGINE = "sjaakii"
FILES = {"sjaak": "/usr/share/games/sjaakii/variants.txt", "fairymax": "/usr/share/games/fairymax/fmax.ini"}
PLIES = 40
# Slips of the program: its counts differ, and the reason.
TWICE = "Sjaak counts a move twice that a leap and a step of one piece both make"
RIDER = "Sjaak blocks no check of a rider that leaps: after b1a3 a7a6 a3c4 it does not find d7d6"
COUNTED = {
    "yarishogi-7x9": TWICE,
    "nightrider-8x8": RIDER,
    "yarishogi": TWICE,
    "nightrider": RIDER,
    "roman": "Sjaak's own file leaves j2 out of the rank of pawns",
    "supercapablanca": "Sjaak leaves out a legal step of the king",
}
# Texts that the report calls whole but for what is not stated, and the word of the report for the rule in which the program differs.
UNSTATED = {
    "euroshogi": "promotions",
    "torishogi": "promotions",
    "troitzky-chess": "promotions",
    "viceroy": "promotions",
    "theban": "first moves",
    "lion": "captures",
    "elven": "captures",
}
MOVE = re.compile(r"([a-p]\d+)([a-p]\d+)")


class Program:
    """A program that is spoken to line by line."""

    def __init__(self, *command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1, errors="replace"
        )

    def send(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, pattern):
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if re.search(pattern, line):
                break
        return lines

    def close(self):
        self.process.kill()
        self.process.wait()


class Ferz(Program):
    def __init__(self, command, path):
        super().__init__(command, "uci")
        self.send("uci", f"setoption name UCI_Variant value {path}", "isready")
        self.until("readyok")

    def moves(self, played):
        self.send("position startpos" + "".join([" moves ", " ".join(played)] if played else []), "go perft 1")
        found = [line.split(":")[0].strip() for line in self.until("Nodes searched") if re.match(r"\S+: 1$", line.strip())]
        return found

    def lines(self, depth):
        self.send("position startpos", f"go perft {depth}")
        return int(re.search(r"\d+", self.until("Nodes searched")[-1])[0])

    def kings(self, letters):
        """Squares of royals: Fairy-Max takes a move to the own king's square for something else than a move."""
        self.send("position startpos", "d")
        fen = self.until(r"^\S+/\S+ [wb] ")[-1]
        rows = re.search(r"[A-Za-z0-9*+/]+/[A-Za-z0-9*+/]+", fen)
        squares, rows = set(), rows[0].split("/") if rows else []
        for number, row in enumerate(rows):
            file = 0
            for token in re.findall(r"\d+|[A-Za-z*]", row):
                if token.upper() in letters:
                    squares.add(chr(97 + file) + str(len(rows) - number))
                file += int(token) if token.isdigit() else 1
        return squares


def sjaak_file(section, source):
    """A file with only this variant."""
    title = section["keys"][0]["value"]
    begin = source.index("Variant: " + title)
    end = source.find("\nVariant:", begin + 1)
    file = tempfile.NamedTemporaryFile("w", suffix=".txt")
    file.write("Variant: ferz-own\n" + source[begin : end if end > 0 else None].split("\n", 1)[1])
    file.flush()
    return file


def told_game(ferz, section, source, rng):
    """The same by what Sjaak tells XBoard of a variant."""
    del source
    return counted_game(ferz, [], section["keys"][0]["value"], rng)


def sjaak_game(ferz, section, source, rng):
    """What is not the same in a random game, or None."""
    with sjaak_file(section, source) as file:
        return counted_game(ferz, [file.name], "ferz-own", rng)


def counted_game(ferz, files, name, rng):
    other = Program(shutil.which("sjaakii", path="/usr/games:/usr/bin"), *files)
    other.send("variant " + name, "force")
    played = []
    try:
        for _ in range(PLIES):
            moves = ferz.moves(played)
            if not moves:
                return None
            other.send("perft 1")
            count = re.search(r"\s1\s+(\d+)\s+[\d.]+\s", other.until(r"\s1\s+\d+\s+[\d.]+\s+[\d.]+nps")[-1])
            if int(count[1]) != len(moves):
                return f"{len(moves)} moves, by Sjaak {count[1]}, after {' '.join(played)}"
            # Sjaak takes no move that leads nowhere as a text.
            played.append(rng.choice([move for move in moves if not (step := MOVE.match(move)) or step[1] != step[2]] or moves))
            other.send(played[-1].replace("~", ""))
    finally:
        other.close()
    return None


def sjaak_lines(ferz, section, source, depth):
    """The counts of lines from the start that are not the same, or None."""
    with sjaak_file(section, source) as file:
        other = Program(shutil.which("sjaakii", path="/usr/games:/usr/bin"), file.name)
        other.send("variant ferz-own", f"perft {depth}")
        count = re.search(rf"\s{depth}\s+(\d+)\s", other.until(rf"\s{depth}\s+\d+\s+[\d.]+\s+[\d.]+nps")[-1])
        other.close()
    ours = ferz.lines(depth)
    return None if int(count[1]) == ours else f"{ours} lines of {depth}, by Sjaak {count[1]}"


def fairymax_game(ferz, section, source, rng):
    title = section["keys"][0]["value"]
    file = tempfile.NamedTemporaryFile("w", suffix=".ini", newline="\r\n")
    file.write(source)
    file.flush()
    # The size of its memory, and the file.
    other = Program(shutil.which("fairymax", path="/usr/games:/usr/bin"), "20", file.name)
    other.send("xboard", "protover 2")
    other.until("done=1")
    if title.startswith("fairy/"):
        other.send("option Variant fairy selects=" + title[6:])
        title = "fairy"
    other.send("new", "variant " + title, "force")
    size = re.search(r"(\d+)x(\d+)", source.split("\n")[section["line"]])
    squares = [chr(97 + file) + str(rank + 1) for file in range(int(size[1])) for rank in range(int(size[2]))]
    # Boards of ten ranks begin with rank 0.
    shift = 1 if int(size[2]) == 10 else 0
    written = lambda move: re.sub(r"([a-p])(\d+)", lambda square: square[1] + str(int(square[2]) - shift), move.replace("~", ""))
    letters = [key["value"] for key in section["keys"] if key["key"] in ("letter", "value")]
    royals = {letter.upper() for letter, value in zip(letters[::2], letters[1::2]) if value.startswith("-")}
    played, kings = [], ferz.kings(royals)

    def taken(move, number):
        other.send(written(move), f"ping {number}")
        said = "".join(other.until(f"pong {number}"))
        return "llegal" not in said and "rror" not in said

    try:
        number = 0
        for _ in range(PLIES):
            moves = ferz.moves(played)
            pairs = {MOVE.match(move)[0] for move in moves if MOVE.match(move)}
            if not moves:
                return None
            for _ in range(4):
                start = MOVE.match(rng.choice(sorted(pairs)))[1]
                wrong, number = start + rng.choice(squares), number + 1
                if wrong not in pairs and MOVE.match(wrong)[2] not in kings and taken(wrong, number):
                    return f"takes {wrong} after {' '.join(played)}"
            played.append(rng.choice(moves))
            number += 1
            if not taken(played[-1], number):
                return f"refuses {' '.join(played)}"
            step = MOVE.match(played[-1])
            if step and step[1] in kings:
                kings = kings - {step[1]} | {step[2]}
    finally:
        other.close()
        file.close()
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("format", choices=[*sorted(FILES), "xboard"])
    parser.add_argument("--ferz", default=str(HERE.parents[1] / "target" / "debug" / "ferz"))
    parser.add_argument("--file", help="the file; default: that of the Debian package")
    parser.add_argument("--names", help="names, between commas")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--depth", type=int, default=0, help="of Sjaak, also the counts of lines from the start of this many plies")
    options = parser.parse_args()
    names = options.names.split(",") if options.names else []
    if options.format == "xboard":
        if not shutil.which(ENGINE, path="/usr/games:/usr/bin"):
            print(f"{ENGINE} is not there: nothing is tested")
            return 0
        command, source = ["--engine", ENGINE], ""
    else:
        path = Path(options.file or FILES[options.format])
        if not path.exists():
            print(f"{path} is not there: nothing is tested")
            return 0
        command, source = [str(path)], path.read_text(encoding="utf-8", errors="replace")
    said = subprocess.run([options.ferz, "import", *command, *names, "--json"], capture_output=True, text=True, check=False).stdout
    game = {"sjaak": sjaak_game, "fairymax": fairymax_game, "xboard": told_game}[options.format]
    same, unstated, partly, none, wrong = 0, 0, 0, 0, 0
    for section in json.loads(said)["sections"]:
        text = section["ferz"] or section.get("partial")
        if not text:
            none += 1
            print(f"{section['name']:28} no text")
            continue
        told = None
        with tempfile.NamedTemporaryFile("w", suffix=".ferz") as file:
            file.write(text)
            file.flush()
            for number in range(options.games):
                ferz = Ferz(options.ferz, file.name)
                told = told or game(ferz, section, source, random.Random(number + 1))
                ferz.close()
            if options.depth and options.format == "sjaak" and not told:
                ferz = Ferz(options.ferz, file.name)
                told = sjaak_lines(ferz, section, source, options.depth)
                ferz.close()
        if told and section["ferz"] and section["name"] in COUNTED:
            print(f"{section['name']:28} {COUNTED[section['name']]}: {told}")
            told = None
        notes = [key.get("note") or "" for key in section["keys"] if key["status"] == "elsewhere"]
        rule = UNSTATED.get(section["name"])
        if told is None:
            same += 1
        elif section["verdict"] == "unstated" and any(note.startswith(rule or "royals") for note in notes):
            unstated += 1
            print(f"{section['name']:28} does not state its {rule or 'royals'}: {told}")
        elif section["ferz"] is None:
            partly += 1
            print(f"{section['name']:28} lacks rules: {told}")
        else:
            wrong += 1
            print(f"{section['name']:28} WRONG: {told}")
    print(f"{same} the same, {unstated} with other rules of a kind that the report says is not stated, {partly} that lack rules, {none} without a text, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
