#!/usr/bin/env python3
"""Sections of a variants.ini whose keys are mixed by chance, imported and held against Fairy-Stockfish, which reads the section itself.

    mixed.py --sections 200 --positions 30 --seed 1
    mixed.py --sections 12 --write mixed.ini        # only write them
    mixed.py --only mix17 --show 4

Each section stands on a variant that both programs know and adds a few keys: pieces of its own, promotions, drops, royal
kinds, explosions, walls, regions, results. What `ferz import` calls taken over must be played alike (round_trip.py says how
that is asked); what it cannot say it must name. A section that differs in silence, or one whose text `ferz check` refuses
although nothing is named, makes the exit code 1.
"""

import argparse
import json
import multiprocessing
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import pyffish
import round_trip
from compare import find_ferz

PARENTS = [
    "chess", "crazyhouse", "atomic", "giveaway", "extinction", "kinglet", "capablanca", "seirawan", "shogi", "minishogi", "makruk",
    "losalamos", "losers", "threekings", "duck", "nocheckatomic", "shatranj", "hoppelpoppel", "chessgi", "grand", "antichess",
    "suicide", "codrus", "knightmate", "orda", "synochess", "shako", "placement", "pawnback", "gardner", "almost", "chancellor",
    "loop", "pocketknight", "5check", "kingofthehill", "horde", "racingkings", "breakthrough", "euroshogi", "torishogi", "gorogoroplus",
    "grandhouse", "capahouse", "koedem", "isolation", "snailtrail", "joust", "allwayspawns", "berolina", "centaur", "gothhouse", "opulent",
    "tencubed", "newzealand", "spartan", "chigorin", "modern", "petrified", "upsidedown", "legan", "castle", "coregal", "paradigm",
]
BETZA = ["N", "W", "F", "K", "KN", "WD", "FA", "BN", "RN", "fW", "fmWfcF", "mNcB", "mRcpR", "nN", "fN", "WfF", "C", "Z", "R2", "gQ", "FfW", "mKcN", "H", "nA", "fsW"]
RESULTS = ["win", "loss", "draw"]


class Section:
    """One section on its way."""

    def __init__(self, rng, name):
        self.rng = rng
        self.name = name
        self.parent = rng.choice([parent for parent in PARENTS if parent in pyffish.variants()])
        fen = pyffish.start_fen(self.parent)
        placement, self.rest = fen.split(" ", 1)
        self.board, bracket, hand = placement.partition("[")
        self.hand = hand.rstrip("]") if bracket else None
        rows = self.board.split("/")
        self.ranks = len(rows)
        self.files = sum(int(part) if part.isdigit() else 1 for part in split_row(rows[0]))
        self.letters = sorted({letter.lower() for letter in placement if letter.isalpha()})
        self.keys = {}

    def letter(self):
        return self.rng.choice(self.letters)

    def some(self, most=3):
        return "".join(self.rng.sample(self.letters, min(len(self.letters), self.rng.randint(1, most))))

    def squares(self):
        ranks = [f"*{rank}" for rank in self.rng.sample(range(1, self.ranks + 1), self.rng.randint(1, min(3, self.ranks)))]
        files = [f"{chr(97 + self.rng.randrange(self.files))}*"]
        single = [f"{chr(97 + self.rng.randrange(self.files))}{self.rng.randint(1, self.ranks)}" for _ in range(4)]
        return " ".join(self.rng.choice([ranks, ranks, files, single]))

    def flag(self):
        return self.rng.choice(["true", "true", "false"])

    def add_piece(self):
        free = [chr(code) for code in range(97, 123) if chr(code) not in self.letters]
        if not free:
            return
        letter = self.rng.choice(free)
        number = 20 + len([key for key in self.keys if key.startswith("customPiece")])
        self.keys[f"customPiece{number}"] = f"{letter}:{self.rng.choice(BETZA)}"
        # It stands in place of another, comes into the hand, or is a promoted form.
        victims = [old for old in self.letters if old not in "k" and old in self.board]
        if victims and self.rng.random() < 0.6:
            old = self.rng.choice(victims)
            self.board = self.board.replace(old, letter, 1).replace(old.upper(), letter.upper(), 1)
            self.set_start()
        self.letters.append(letter)

    def set_start(self):
        hand = "" if self.hand is None else f"[{self.hand}]"
        self.keys["startFen"] = f"{self.board}{hand} {self.rest}"

    def kings(self):
        """Another king, or none."""
        choice = self.rng.randrange(3)
        if choice == 0:
            self.keys["king"] = f"k:{self.rng.choice(['KN', 'W', 'F', 'KD', 'N'])}"
        elif choice == 1 and "k" in self.letters:
            self.keys["king"], self.keys["commoner"] = "-", "k"
        else:
            self.keys["castling"] = "false"

    def royal(self):
        if self.rng.random() < 0.7:
            self.keys["extinctionValue"] = self.rng.choice(["loss", "loss", "loss", "win", "none"])
        self.keys["extinctionPieceTypes"] = self.some(2)
        if self.rng.random() < 0.6:
            self.keys["extinctionPseudoRoyal"] = self.flag()
        if self.rng.random() < 0.3:
            self.keys["extinctionPieceCount"] = str(self.rng.randint(0, 2))
        if self.rng.random() < 0.15:
            self.keys["dupleCheck"] = "true"

    def promotion(self):
        choices = {
            "promotionPieceTypes": lambda: self.rng.choice([self.some(), self.some(), "-"]),
            "promotionRegionWhite": self.squares,
            "promotionRegionBlack": self.squares,
            "promotionPawnTypes": self.some,
            "promotionLimit": lambda: f"{self.letter()}:{self.rng.randint(1, 2)}",
            "promotedPieceType": lambda: f"{self.letter()}:{self.letter()}",
            "piecePromotionOnCapture": self.flag,
            "mandatoryPawnPromotion": self.flag,
            "mandatoryPiecePromotion": self.flag,
        }
        self.pick(choices)

    def drops(self):
        self.keys["pieceDrops"] = "true"
        self.keys["capturesToHand"] = self.flag()
        if self.hand is None:
            self.hand = "".join(self.rng.choice([letter, letter.upper()]) for letter in self.some(2) if letter != "k")
            self.set_start()
        choices = {
            "dropPromoted": self.flag,
            "dropLoop": self.flag,
            "firstRankPawnDrops": self.flag,
            "promotionZonePawnDrops": self.flag,
            "dropNoDoubled": self.letter,
            "dropChecks": self.flag,
            "dropRegionWhite": self.squares,
            "dropRegionBlack": self.squares,
            "immobilityIllegal": self.flag,
            "mustDrop": self.flag,
        }
        self.pick(choices)

    def gates(self):
        self.keys["gating"] = self.keys["seirawanGating"] = "true"
        if self.hand is None:
            self.hand = "".join(f"{letter.upper()}{letter}" for letter in self.some(2) if letter != "k")
            self.set_start()

    def moves(self):
        choices = {
            "mustCapture": self.flag,
            "checking": self.flag,
            "blastOnCapture": self.flag,
            "blastImmuneTypes": self.some,
            "mutuallyImmuneTypes": self.some,
            "pass": self.flag,
            "passOnStalemate": self.flag,
            "flyingGeneral": self.flag,
            "immobilityIllegal": self.flag,
            "petrifyOnCaptureTypes": self.some,
            "wallingRule": lambda: self.rng.choice(["duck", "static", "past", "edge"]),
            "wallingRegionWhite": self.squares,
            "doubleStep": self.flag,
            "doubleStepRegionWhite": self.squares,
            "tripleStepRegionWhite": self.squares,
            "enPassantRegion": self.squares,
            "enPassantTypes": self.some,
            "oppositeCastling": self.flag,
            "castlingKingsideFile": lambda: self.rng.choice("efg"),
            "castlingRookPieces": self.some,
        }
        self.pick(choices)

    def end(self):
        choices = {
            "stalemateValue": lambda: self.rng.choice(RESULTS),
            "checkmateValue": lambda: self.rng.choice(RESULTS),
            "flagPiece": self.letter,
            "flagRegion": self.squares,
            "flagRegionWhite": self.squares,
            "flagMove": self.flag,
            "flagPieceSafe": self.flag,
            "connectN": lambda: str(self.rng.randint(3, 5)),
            "connectPieceTypes": self.some,
            "stalematePieceCount": self.flag,
            "shatarMateRule": self.flag,
        }
        self.pick(choices)

    def regions(self):
        known = {"p": "Pawn", "n": "Knight", "b": "Bishop", "r": "Rook", "q": "Queen", "k": "King"}
        there = [letter for letter in self.letters if letter in known]
        if there:
            side = self.rng.choice(["White", "Black"])
            ranks = " ".join(f"*{rank}" for rank in range(1, self.ranks + 1) if self.rng.random() < 0.8)
            self.keys[f"mobilityRegion{side}{known[self.rng.choice(there)]}"] = ranks or "*1"

    def pick(self, choices):
        for key in self.rng.sample(sorted(choices), self.rng.randint(1, 3)):
            self.keys[key] = choices[key]()

    def text(self):
        ways = [self.add_piece, self.kings, self.royal, self.promotion, self.promotion, self.drops, self.drops, self.moves, self.moves,
                self.end, self.regions, self.gates]
        for way in self.rng.sample(ways, self.rng.randint(1, 3)):
            way()
        if not self.keys:
            self.keys["mustCapture"] = "true"
        lines = [f"{key} = {value}" for key, value in self.keys.items()]
        return "\n".join([f"[{self.name}:{self.parent}]", *lines]) + "\n"


def split_row(row):
    parts, digits = [], ""
    for letter in row:
        if letter.isdigit():
            digits += letter
            continue
        if digits:
            parts.append(digits)
            digits = ""
        if letter not in "+~":
            parts.append(letter)
    return parts + ([digits] if digits else [])


def compared(task, pipe):
    pipe.send(round_trip.run(task))


def played(task, seconds):
    """Whether both agree, in a process of its own: the referee does not survive every mixture."""
    here, there = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=compared, args=(task, there))
    process.start()
    there.close()
    try:
        answer = here.recv() if here.poll(seconds) else None
    except EOFError:
        answer = None
    process.kill()
    process.join()
    return answer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ferz", default=find_ferz(), help="the binary (default: newest in target/, else on the path)")
    parser.add_argument("--sections", type=int, default=200, help="how many sections (default 200)")
    parser.add_argument("--positions", type=int, default=30, help="positions a section (default 30)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the mixture and of the random games (default 1)")
    parser.add_argument("--show", type=int, default=2, help="differing positions shown of a section (default 2)")
    parser.add_argument("--only", help="names of sections, separated by commas")
    parser.add_argument("--write", metavar="FILE", help="write the sections there and stop")
    options = parser.parse_args()
    texts = {f"mix{number}": Section(random.Random(f"{options.seed} {number}"), f"mix{number}").text() for number in range(options.sections)}
    if options.write:
        Path(options.write).write_text("\n".join(texts.values()))
        return 0
    counts = {"alike": [], "named": [], "odd": [], "refereeless": [], "silent": []}
    for name in options.only.split(",") if options.only else texts:
        with tempfile.TemporaryDirectory() as folder:
            ini = Path(folder) / "mixed.ini"
            ini.write_text(texts[name])
            done = subprocess.run([options.ferz, "import", str(ini), "--json"], capture_output=True, text=True, check=False)
            section = json.loads(done.stdout)["sections"][0]
            wrong = [finding["message"] for finding in section["findings"] if not finding["warning"]]
            odd = [key["note"] for key in section["keys"] if key["status"] == "misread"]
            lost = [f"{loss['what']}: {loss['why']}" for loss in section["lost"]]
            group, details = "named", [*wrong, *lost]
            text = section["ferz"] or section.get("partial")
            if text:
                path = Path(folder) / f"{name}.ferz"
                path.write_text(text)
                checked = subprocess.run([options.ferz, "check", str(path)], capture_output=True, text=True, check=False)
                if checked.returncode:
                    group, details = "silent", [checked.stderr]
                elif not wrong and not lost:
                    answer = played((name, path, str(ini), options), 60)
                    group = "refereeless" if answer is None else "alike" if answer[3] else "odd" if odd else "silent"
                    details = [*odd, *(answer[2] or [answer[1]] if answer and not answer[3] else [])]
        counts[group].append(name)
        if group == "silent" or options.only or (group == "odd" and options.show > 2):
            print(f"--- {group}\n{texts[name]}", *details, sep="\n", flush=True)
    for group, names in counts.items():
        print(f"{group} {len(names)}: {' '.join(names)}")
    return 1 if counts["silent"] else 0


if __name__ == "__main__":
    sys.exit(main())
