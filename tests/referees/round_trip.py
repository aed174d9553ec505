#!/usr/bin/env python3
"""Imports every section of a variants.ini and holds what comes of it against Fairy-Stockfish, which reads the section itself.

    round_trip.py variants.ini --positions 60 --seed 1
    round_trip.py variants.ini --bundled

Each section becomes a ferz file (`ferz import`), and seeded random games of the referee (pyffish) go to
`ferz moves FILE --stdin --json`. Compared are the move texts, check, the end of the game with its winner, and the board and
hands after some of the moves. Counted are the sections that are taken over exactly, those that say what is lost, and
those that differ in silence: if there are any, the exit code is 1.

`--bundled` holds the bundled variants of the same names themselves against the referee's, those that compare.py, hands.py and
shuffled.py do not play: pieces that are put on the board and never captured, men that are turned over.
"""

import argparse
import json
import multiprocessing
import random
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import compare
import hands
import pyffish
import shuffled
from compare import Fen, find_ferz, size_of, winner_of
from hands import board_like, hands_of, pieces_of

PLIES = 90
CLOCK_LIMIT = 90  # draws by the clock are claims, which no list of moves shows

# The differences that remain although the section is taken over, each with the reason.
EXPLAINED = {
    "crusade": "the referee ends the game at the start, where the board is full",
    "empire": "the referee overlooks en passant that brings about a face-off",
    "ordavsempire": "likewise",
    "shogun": "the referee overlooks promotions that come with a capture en passant",
    "shinobiplus": "likewise",
    "backrank": "the referee takes a king for royal that is no longer the last when another piece becomes one",
    "atomiczh": "the referee does not see drops with check where a king explodes",
    "alapo": "the referee asks whether a piece is safe only if it is the only one in the zone",
    "squatter": "likewise",
    "capturethequeen": "the referee forgets that the loss of the queen is a loss",
    "cfour-anyside": "the referee lets what is pushed in come to rest behind other pieces",
    "gale": "the referee does not find joins that turn back on their way",
}


@dataclass
class Ours:
    """What has to be known of an imported variant to compare its texts."""

    promoted: dict = field(default_factory=dict)  # letter of what promotes as in Shogi -> letter of what it becomes
    marked: bool = False  # whether promoted pieces have a `~`
    faces: set = field(default_factory=set)  # letters of what is the other face of a piece in hand, which need no mark
    hands: bool = False  # whether positions have hands
    castles: bool = False
    checks: bool = False
    walls: str = ""  # "put" at the end of each move, or "instead" of one
    no_mate: str = ""  # letter of the pawn that may not be dropped with mate
    passes: bool = False  # whether a side may pass
    gates: bool = False  # whether the field of castling says what has not moved
    turned: dict = field(default_factory=dict)  # letter of what is in the hand -> letter of its other face


def known(text, rules):
    """Reads it off the rules."""
    ours = Ours()
    letter = {name: (piece["letter"]["white"] or piece["letter"]["black"]).upper() for name, piece in rules["pieces"].items()}
    for promotion in rules["promotions"]:
        if promotion["trigger"] == "touch" and len(promotion["to"]) == 1:
            ours.promoted[letter[promotion["piece"]]] = letter[promotion["to"][0]]
    for promotion in rules["promotions"]:
        # Pawns that promote as in Shogi; what they become otherwise is never written with a `+`.
        ours.promoted.setdefault(letter[promotion["piece"]], letter[promotion["to"][0]])
    placement = rules["start"].split()[0]
    ours.marked = "demoted" in json.dumps(rules.get("effects", []))
    ours.faces = {letter[drop["piece"]] for drop in rules.get("drops", []) if drop.get("hand")}
    ours.turned = {letter[drop["hand"]]: letter[drop["piece"]] for drop in rules.get("drops", []) if drop.get("hand")}
    ours.passes = any(word != "never" for word in rules["restrictions"]["pass"].values())
    ours.gates = any(drop.get("gate") for drop in rules.get("drops", []))
    ours.hands = "[" in placement
    walls = rules.get("walls")
    ours.walls = ("instead" if walls.get("instead") else "put") if walls else ""
    ours.castles = bool(rules["castling"])
    ours.checks = any("checks" in goal["condition"] for goal in rules["end"]["goals"])
    pawns = [letter[drop["piece"]] for drop in rules.get("drops", []) if drop.get("no-mate")]
    ours.no_mate = pawns[0] if pawns else ""
    return ours


def our_board(ours, board, start_kinds):
    """The referee's board and hands as ferz writes them, the hands sorted."""
    squares, bracket, hands = board.partition("[")

    def grown(match):
        text = ours.turned.get(match[1].upper(), ours.promoted.get(match[1].upper(), "?"))
        text = text if match[1].isupper() else text.lower()
        marked = ours.marked and text.upper() in start_kinds and text.upper() not in ours.faces
        return text + ("~" if marked else "")

    squares = re.sub(r"[+]([A-Za-z])", grown, squares)
    if not ours.marked:
        squares = squares.replace("~", "")
    hands = "".join(sorted(letter for letter in hands if letter.isalpha()))
    return squares + (f"[{hands}]" if ours.hands else "")


def our_fen(ours, fen, start_kinds):
    """A position of the referee as ferz reads it."""
    checks = f" checks={fen.checks}" if fen.checks and ours.checks else ""
    there = pieces_of(fen.board)
    passed = re.findall(r"[a-z]\d+", fen.passed)
    # The square of the piece that has passed stands behind, where several could have.
    passed = [square for square in passed if square not in there] if len(passed) != 2 else passed
    plain = ours.castles and set(fen.castling) <= set("KQkq")
    castling = fen.castling if plain or ours.gates else "-"
    if ours.gates and not ours.castles:
        corners = {"K": "H", "Q": "A", "k": "h", "q": "a"}
        castling = "".join(corners.get(letter, letter) for letter in castling)
    board = our_board(ours, fen.board, start_kinds)
    return f"{board} {fen.turn} {castling} {''.join(passed) or '-'} {fen.clock} {fen.number}{checks}"


def our_move(ours, move, pieces):
    """A move of the referee as ferz writes it."""
    if "," in move:
        # The referee names where the piece stands before its wall, and a wall even where there is nothing to choose.
        base, _, wall = move.partition(",")
        square = re.findall(r"[a-z]\d+", wall)[-1]
        if ours.walls == "put":
            return f"{our_move(ours, base, pieces)},{square}"
        if ours.walls == "instead" and re.fullmatch(r"([a-z]\d+)\1", base):
            return f"*@{square}"
        return our_move(ours, base, pieces)
    parts = re.fullmatch(r"([a-z]\d+)([a-z]\d+)(.*)", move)
    if not parts:
        # A piece that is dropped with its other face.
        return ours.turned.get(move[1], ours.promoted.get(move[1], "?")) + move[2:] if move[0] == "+" else move
    origin, target, rest = parts.groups()
    if origin == target and not rest:
        # A king that castles may stay where it is.
        return "0000" if ours.passes else move
    if rest == "+":
        before = pieces[origin].strip("+~").upper()
        after = ours.promoted.get(before, "?")
        if after == "+" + before:
            return move
        return origin + target + after.lower()
    if rest == "-":
        before = pieces[origin].strip("+~")
        if ours.promoted.get(before.upper()) == "+" + before.upper():
            return move
        return origin + target + before.lower()
    return move


def read(name, text):
    """A position of the referee; the counting of Makruk and its like stands where others have the en-passant field."""
    parts = text.split()
    if len(parts) == 6 and parts[3].isdigit():
        parts[3] = "-"
    if len(parts) > 7 or len(parts) < 6:
        raise ValueError(f"{name}: {text}")
    return Fen.of_referee(" ".join(parts))


def collect(name, ours, wanted, seed):
    """Positions of random games, each with the referee's FEN."""
    rng = random.Random(f"{seed} {name}")
    start = pyffish.get_fen(name, pyffish.start_fen(name), [])
    found = {start: None}
    for game in range(200):
        if len(found) >= wanted:
            break
        fen, style = start, rng.choice(["any", "captures", "drops", "promotions", "hunt"])
        line = []
        for _ in range(rng.randrange(4, PLIES)):
            moves = pyffish.legal_moves(name, fen, [])
            if not moves or int(fen.split()[-2]) >= CLOCK_LIMIT:
                break
            pieces = pieces_of(fen.split()[0])
            wishes = {
                "captures": lambda move: move[2:4] in pieces or move[3:5] in pieces,
                "drops": lambda move: "@" in move,
                "promotions": lambda move: move[-1] in "+qrbn" and "@" not in move,
            }
            wish = wishes.get(style)
            if style == "hunt" and rng.random() < 0.5:
                trial = rng.sample(moves, min(6, len(moves)))
                move = min(trial, key=lambda move: len(pyffish.legal_moves(name, fen, [move])))
            else:
                some = [move for move in moves if wish(move)] if wish and rng.random() < 0.7 else []
                move = rng.choice(some or moves)
            if re.fullmatch(r"([a-z]\d+)\1", move) and pyffish.is_immediate_game_end(name, fen, [move])[0]:
                break  # A pass that ends the game, of which the position afterwards knows nothing.
            fen = pyffish.get_fen(name, fen, [move])
            line.append(fen)
        keep = line[-1:] + rng.sample(line, min(len(line), 8))
        found.update((fen, None) for fen in keep)
    return list(found)[:wanted]


def encloses_nothing(name, text, move):
    """Whether a disc of Annexation is dropped beside what it does not turn: the referee looks for the other end of a row beyond the
    squares that are missing."""
    there, after = (pieces_of(fen.split()[0]) for fen in (text, pyffish.get_fen(name, text, [move])))
    filled = all(square in there for square in ("d4", "e4", "d5", "e5"))
    return filled and "@" in move and all(after[square] == letter for square, letter in there.items())


def judged(name, ours, text, rng):
    """The referee's answer to one position."""
    fen = read(name, text)
    pieces = pieces_of(fen.board)
    variant = compare.PECULIAR.get(name)
    moves = compare.legal_moves(variant, fen) if variant and variant.duck_first else pyffish.legal_moves(name, text, [])
    if name == "annexation":
        # A side without a disc on the board cannot pass in the referee's notation.
        own = [piece for piece in pieces.values() if piece in "Pp" and piece.isupper() == (fen.turn == "w")]
        moves = [move for move in moves if not encloses_nothing(name, text, move)] or (["0000"] if moves or not own else [])
    mated = False
    if ours.no_mate:
        drops = [move for move in moves if move.startswith(f"{ours.no_mate}@")]
        mates = [move for move in drops
                 if not pyffish.legal_moves(name, text, [move]) and pyffish.gives_check(name, text, [move])]
        mated = bool(mates) and len(mates) == len(moves)
        moves = [move for move in moves if move not in mates]
    over, winner = not moves, None
    if over:
        ended, value = pyffish.is_immediate_game_end(name, text, [])
        winner = winner_of(fen.turn, -1 if mated else value if ended else pyffish.game_result(name, text, []))
        if variant and pieces.get(variant.castled) == "k":
            winner = "black"  # Which the referee only knows of the move itself.
    after = {}
    for move in rng.sample(moves, min(6, len(moves))) if moves != ["0000"] else []:
        after[our_move(ours, move, pieces)] = pyffish.get_fen(name, text, [move]).split()[0]
    return {
        "moves": {our_move(ours, move, pieces) for move in moves},
        "check": pyffish.gives_check(name, text, []),
        "over": over,
        "winner": winner,
        "after": after,
    }


def board_of_ferz(text):
    squares, bracket, hands = text.split()[0].partition("[")
    return squares + (f"[{''.join(sorted(hands.rstrip(']')))}]" if bracket else "")


def differences(ours, judge, answer, start_kinds):
    if "error" in answer:
        return [f"error: {answer['error']}"]
    found = []
    texts = {entry["move"] for entry in answer["moves"]}
    if answer["check"] != judge["check"]:
        found.append(f"check: {answer['check']}, expected {judge['check']}")
    if texts != judge["moves"]:
        found.append(f"missing: {' '.join(map(str, sorted(judge['moves'] - texts, key=str)))}; extra: {' '.join(sorted(texts - judge['moves']))}")
    outcome = answer["outcome"]
    if (outcome is not None) != judge["over"]:
        found.append(f"outcome: {outcome}, expected over: {judge['over']} {judge['winner']}")
    elif outcome and outcome["winner"] != judge["winner"]:
        found.append(f"winner: {outcome['winner']} by {outcome['reason']}, expected {judge['winner']}")
    for entry in answer["moves"]:
        expected = judge["after"].get(entry["move"])
        if expected and board_of_ferz(entry["fen"]) != our_board(ours, expected, start_kinds):
            found.append(f"after {entry['move']}: {board_of_ferz(entry['fen'])}, expected {our_board(ours, expected, start_kinds)}")
    return found


def run(task):
    """One section: (name, line, details, whether the two agree)."""
    name, path, ini, options = task
    began = time.monotonic()
    if ini:
        pyffish.load_variant_config(Path(ini).read_text())
    try:
        text = path.read_text()
        done = subprocess.run([options.ferz, "ir", str(path)], capture_output=True, text=True, check=True)
        rules = json.loads(done.stdout)
        ours = known(text, rules)
        placement = rules["start"].split()[0].partition("[")
        start_kinds = {letter.upper() for letter in placement[0] + placement[2] if letter.isalpha()}
        positions = collect(name, ours, options.positions, options.seed)
        feed = "".join(our_fen(ours, read(name, fen), start_kinds) + "\n" for fen in positions)
        done = subprocess.run([options.ferz, "moves", str(path), "--stdin", "--json"], input=feed, capture_output=True,
                              text=True, timeout=300, check=False)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        if len(answers) != len(positions):
            raise ValueError(done.stderr[:300])
    except (RuntimeError, ValueError, KeyError, StopIteration, subprocess.SubprocessError) as error:
        return name, f"{name:20} {error!r}"[:300], [], False
    details, wrong, ends, moves = [], 0, 0, 0
    rng = random.Random(f"{options.seed} {name} after")
    for fen, answer in zip(positions, answers, strict=True):
        judge = judged(name, ours, fen, rng)
        if name in compare.PECULIAR and compare.PECULIAR[name].dead_squares:
            captures = compare.overlooked_captures(compare.PECULIAR[name], read(name, fen), answer["moves"]) - judge["moves"]
            answer["moves"] = [entry for entry in answer["moves"] if entry["move"] not in captures]
        ends, moves = ends + judge["over"], moves + len(judge["moves"])
        found = differences(ours, judge, answer, start_kinds)
        wrong += bool(found)
        if found and len(details) < options.show:
            details.append("\n".join([f"  {name}: {our_fen(ours, read(name, fen), start_kinds)}", *(f"    {line}" for line in found[:4])]))
    line = f"{name:20} positions {len(positions):4}  ends {ends:4}  moves {moves:6}  differ {wrong:4}  {time.monotonic() - began:5.1f} s"
    return name, line, details, wrong == 0


def exports(options):
    """Bundled variants that `ferz export` says whole: tasks that hold the rules against what the referee makes of the section."""
    files = {path.stem: path for path in (Path(__file__).resolve().parents[2] / "rulesets").rglob("*.ferz")}
    names = sorted(files) if options.exports == "all" else options.exports.split(",")
    with tempfile.TemporaryDirectory() as folder:
        tasks, partly = [], []
        for name in names:
            command = [options.ferz, "export", str(files[name]), "--to", "variants.ini", "--name", f"{name}-out", "--json"]
            report = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
            if not report.get("complete"):
                partly.append(name)
                continue
            ini = Path(folder) / f"{name}.ini"
            ini.write_text(report["text"])
            tasks.append((f"{name}-out", files[name], str(ini), options))
        wrong = []
        with multiprocessing.Pool(max(options.jobs, 1), maxtasksperchild=1) as pool:
            for name, line, found, good in pool.imap_unordered(run, tasks, chunksize=1):
                print(line, *found, sep="\n", flush=True)
                wrong += [] if good or name.removesuffix("-out") in EXPLAINED else [name]
    print(f"\nvariants {len(names)}: exported whole {len(tasks)}, not whole {len(partly)}, of the whole ones differ {len(wrong)}")
    print(f"  differ: {' '.join(wrong) or '-'}")
    return 1 if wrong else 0


def bundled(options):
    """Bundled variants held against the referee's of the same names: those that no other program here plays."""
    others = {*compare.all_variants(), *hands.VARIANTS, *shuffled.VARIANTS}
    if options.ini:
        pyffish.load_variant_config(Path(options.ini).read_text())
    files = {path.stem: path for path in (Path(__file__).resolve().parents[2] / "rulesets").rglob("*.ferz")}
    both = set(pyffish.variants()) & set(files)
    names = options.sections.split(",") if options.sections else sorted(both - others)
    tasks = [(name, files[name], options.ini, options) for name in names]
    differing = []
    with multiprocessing.Pool(max(options.jobs, 1), maxtasksperchild=1) as pool:
        for name, line, found, good in pool.imap_unordered(run, tasks, chunksize=1):
            known = name in EXPLAINED or name in compare.ON_PURPOSE
            print(line, *([] if known else found), sep="\n", flush=True)
            if not good:
                differing.append((name, known))
    told = [name for name, known in differing if known]
    wrong = [name for name, known in differing if not known]
    print(f"\nvariants {len(names)}, known to differ: {' '.join(told) or '-'}; differ: {' '.join(wrong) or '-'}")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ini", nargs="?", help="the variants.ini")
    parser.add_argument("--exports", metavar="NAMES", help="the other way: these bundled variants, or all, exported")
    parser.add_argument("--bundled", action="store_true", help="bundled variants that no other referee here plays, as they are")
    parser.add_argument("--ferz", default=find_ferz(), help="the binary (default: newest in target/, else on the path)")
    parser.add_argument("--sections", help="names, separated by commas (default: all)")
    parser.add_argument("--positions", type=int, default=60, help="positions a section (default 60)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random games (default 1)")
    parser.add_argument("--jobs", type=int, default=1, help="sections at a time (default 1)")
    parser.add_argument("--show", type=int, default=2, help="differing positions shown of a section (default 2)")
    options = parser.parse_args()
    if options.exports:
        return exports(options)
    if options.bundled:
        return bundled(options)
    if not options.ini:
        parser.error("the variants.ini is missing")
    names = options.sections.split(",") if options.sections else []
    done = subprocess.run([options.ferz, "import", options.ini, *names, "--json"], capture_output=True, text=True, check=False)
    report = json.loads(done.stdout)
    with tempfile.TemporaryDirectory() as folder:
        tasks, sections = [], {}
        for section in report["sections"]:
            sections[section["name"]] = section
            if section["ferz"]:
                # A folder for each: a file beside it would be taken for its parent.
                path = Path(folder) / section["name"] / f"{section['name']}.ferz"
                path.parent.mkdir()
                path.write_text(section["ferz"])
                tasks.append((section["name"], path, options.ini, options))
        results, details = {}, []
        with multiprocessing.Pool(max(options.jobs, 1), maxtasksperchild=1) as pool:
            for name, line, found, good in pool.imap_unordered(run, tasks, chunksize=1):
                print(line, flush=True)
                results[name] = good
                details += found
    exact, honest, explained, silent = [], [], [], []
    for name, section in sections.items():
        wrong = [finding for finding in section["findings"] if not finding["warning"]]
        odd = any(key["status"] == "misread" for key in section["keys"])
        if not section["ferz"] or section["lost"] or wrong:
            honest.append(name)
        elif results[name]:
            exact.append(name)
        elif name in EXPLAINED or odd:
            explained.append(name)
        else:
            silent.append(name)
    if details:
        print("\n" + "\n".join(details))
    print(f"\nsections {len(sections)}: exactly taken over {len(exact)}, with what is lost {len(honest)}, "
          f"where the referee is known to differ {len(explained)}, in silence {len(silent)}")
    for title, group in [("lost", honest), ("referee", explained), ("silent", silent)]:
        print(f"  {title}: {' '.join(group) or '-'}")
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
