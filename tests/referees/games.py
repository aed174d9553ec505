#!/usr/bin/env python3
"""Holds ferz against Fairy-Stockfish in what only the history of a game tells: repetition, perpetual check and chase, mates
after a series of checks, and counts of moves after which the game is drawn.

Seeded games are played from the start and from endings with few pieces, steered so that positions come again, one
side checks or chases all the time, or nothing is captured while moves are counted. After each move ferz is given the game so far
(`ferz moves VARIANT --stdin`), and compared are the legal moves, the count in the position, and the end of the game or what may
be claimed, with the winner. The exit code is 1 if anything differs, or if no game of a variant ends by its history.
"""

import json
import random
import re
import subprocess
import sys
import time
from dataclasses import replace

import compare
import hands
import pyffish
from compare import Fen, Variant, main, ruleset, winner_of
from hands import pieces_of

PLIES = 90

# Variants and the rules of history that they are here for.
NAMES = (
    "xiangqi", "shogi", "janggi", "janggimodern", "janggitraditional", "makruk", "asean", "ai-wok", "makpong", "cambodian", "makhouse", "sittuyin",
    "chess", "minishogi", "minixiangqi", "manchu", "torishogi", "gorogoro", "yarishogi", "empire", "shinobi", "chak",
    "mounted", "shinobimirror", "armageddon", "muje", "elgam", "janggicasual", "antiminishogi", "crowdedxiangqi", "xiangqihouse", "shatar",
)  # fmt: skip

# Variants in which a perpetual chase is judged.
CHASING = ("xiangqi", "crowdedxiangqi", "xiangqihouse")


def table():
    if "mounted" not in pyffish.variants():
        files = ("hands.ini", "variants.ini")
        pyffish.load_variant_config("".join((compare.HERE / file).read_text() for file in files))
    known = {**{name: Variant(name, double_step=False) for name in NAMES}, **compare.PECULIAR, **hands.VARIANTS}
    return {name: known[name] for name in NAMES if name in pyffish.variants()}


# ---------------------------------------------------------------- games


def thinned(variant, fen, rng):
    """The position with most pieces taken off; of one side often all but the royals. None if that is no position."""
    # Chases want hunters and guards.
    keep = {side: rng.choice([0.2, 0.3, 0.45] if variant.name in CHASING else [0, 0.1, 0.25]) for side in "wb"}
    pieces = {}
    for square, piece in pieces_of(fen.board).items():
        side = "w" if piece[-1].isupper() or (piece[-1] == "~" and piece[-2].isupper()) else "b"
        if piece in variant.royals or piece in ("K", "k") or rng.random() < keep[side]:
            pieces[square] = piece
    board = hands.board_like(fen.board, pieces, "")
    bare = Fen(board, fen.turn, "-", "-", 0, 1, fen.checks)
    waiting = Fen(board, "b" if fen.turn == "w" else "w", "-", "-", 0, 1, fen.checks)
    name = variant.name
    if pyffish.gives_check(name, waiting.referee(), []) or not pyffish.legal_moves(name, bare.referee(), []):
        return None
    return None if pyffish.is_immediate_game_end(name, bare.referee(), [])[0] else bare


def openings(variant, rng):
    """Positions to begin with: the start, and endings that come from random games."""
    start = Fen.of_referee(pyffish.get_fen(variant.name, pyffish.start_fen(variant.name), []))
    if not getattr(variant, "novices", None):
        # The referee takes positions for the same in which a king has lost the right to leap.
        yield start
    while True:
        moves = []
        for _ in range(rng.randrange(60)):
            legal = pyffish.legal_moves(variant.name, start.referee(), moves)
            if not legal or pyffish.is_immediate_game_end(variant.name, start.referee(), moves)[0]:
                break
            moves.append(rng.choice(legal))
        try:
            fen = Fen.of_referee(pyffish.get_fen(variant.name, start.referee(), moves))
            bare = thinned(variant, fen, rng)
        except ValueError:
            continue
        if bare and variant.counting:
            bare = late(variant, bare, rng)
        if bare:
            yield bare


def late(variant, fen, rng):
    """The position with its count near the limit, if one begins with the next move."""
    move = rng.choice(pyffish.legal_moves(variant.name, fen.referee(), []))
    after = Fen.of_referee(pyffish.get_fen(variant.name, fen.referee(), [move]))
    if not after.passed.isdigit():
        return fen
    after = replace(after, clock=max(after.clock, int(after.passed) - rng.randrange(60)), number=60)
    over = pyffish.is_optional_game_end(variant.name, after.referee(), [])[0]
    return fen if over or not pyffish.legal_moves(variant.name, after.referee(), []) else after


def legal_moves(variant, fen, pieces):
    if isinstance(variant, hands.House):
        return hands.legal_moves(variant, fen, pieces)
    return pyffish.legal_moves(variant.name, fen.referee(), [])


def where(text):
    return " ".join(text.split()[:2])


def hits(fen, move):
    """Whether a move ends where a piece stands."""
    return re.findall(r"[a-z]\d+", move)[-1] in pieces_of(fen.board)


def targets(variant, fen, square):
    """What the piece on a square, which has just moved, could capture next."""
    again = replace(fen, turn="b" if fen.turn == "w" else "w")
    moves = pyffish.legal_moves(variant.name, again.referee(), [])
    return {re.findall(r"[a-z]\d+", m)[-1] for m in moves if re.match(rf"{square}(?!\d)", m) and hits(fen, m)}


def attacks(variant, fen, move):
    """What has moved could capture with the next move, if this one captures nothing and gives no check."""
    now = fen.referee()
    if "@" in move or hits(fen, move) or pyffish.gives_check(variant.name, now, [move]):
        return set()
    after = Fen.of_referee(pyffish.get_fen(variant.name, now, [move]))
    return targets(variant, after, re.findall(r"[a-z]\d+", move)[-1])


def hunt(variant, fen, played, legal, rng):
    """A move that attacks the piece that has just moved, if possible again with the same piece; or else any. None if there is none."""
    prey = re.findall(r"[a-z]\d+", played[-1])[-1] if played else None
    hunter = re.findall(r"[a-z]\d+", played[-2])[-1] if len(played) > 1 else None
    tried = sorted(rng.sample(legal, len(legal)), key=lambda move: not re.match(rf"{hunter}(?!\d)", move))
    found = None
    for move in tried[:20]:
        attacked = attacks(variant, fen, move)
        if prey in attacked:
            return move
        found = found or (move if attacked else None)
    return found


def flight(variant, fen, played, legal, back, rng):
    """A quiet move of a piece that the opponent's last move attacks, if possible back to where it was. None if there is none."""
    hunted = targets(variant, fen, re.findall(r"[a-z]\d+", played[-1])[-1]) if played else set()
    squares = [(move, re.match(r"[a-z]\d+", move)) for move in legal if not hits(fen, move)]
    flights = [move for move, origin in squares if origin and origin[0] in hunted]
    if back in flights and rng.random() < 0.8:
        return back
    return rng.choice(flights) if flights else None


def choose(variant, fen, played, legal, seen, style, rng):
    """A move of the game: by style one that checks, chases, flees, brings an earlier position back, or undoes the move before the last."""
    now = fen.referee()
    if style in ("chases", "flees") and seen.get(where(now)) in legal:
        return seen[where(now)]
    if rng.random() < 0.08:
        return rng.choice(legal)
    sample = rng.sample(legal, min(len(legal), 8))
    if style == "checks":
        trial = rng.sample(legal, min(len(legal), 30))
        checks = [m for m in trial if pyffish.gives_check(variant.name, now, [m])]
        again = [m for m in checks if where(pyffish.get_fen(variant.name, now, [m])) in seen]
        if checks:
            return rng.choice(again or checks)
    back = None
    if len(played) >= 2 and re.fullmatch(r"[a-z]\d+[a-z]\d+", played[-2]):
        origin, target = re.findall(r"[a-z]\d+", played[-2])
        back = target + origin
    steered = None
    if style == "chases":
        steered = hunt(variant, fen, played, legal, rng)
    elif style == "flees":
        steered = flight(variant, fen, played, legal, back, rng)
    if steered:
        return steered
    if style != "quiet" and back in legal and rng.random() < 0.7:
        return back
    if style != "quiet":
        again = [m for m in sample if where(pyffish.get_fen(variant.name, now, [m])) in seen]
        if again:
            return rng.choice(again)
    pieces = pieces_of(fen.board)
    quiet = [m for m in sample if "@" not in m and re.findall(r"[a-z]\d+", m)[-1] not in pieces]
    return rng.choice(quiet or sample)


def texts(variant, fen, moves):
    """The moves of a position as ferz writes them."""
    pieces = pieces_of(fen.board)
    if isinstance(variant, hands.House):
        return [variant.ferz_move(move, pieces) for move in moves]
    return [compare.text_of(variant, move) for move in moves]


def ended(variant, first, played, fen):
    """Whether the game is over after these moves, by what only its history tells, and who has won."""
    name, turn = variant.name, fen.turn
    over, value = pyffish.is_immediate_game_end(name, first, played)
    if over:
        return True, False, winner_of(turn, value)
    if not pyffish.legal_moves(name, fen.referee(), []):
        return True, False, winner_of(turn, pyffish.game_result(name, first, played))
    over, value = pyffish.is_optional_game_end(name, first, played)
    return over, over, winner_of(turn, value) if over else None


def game(variant, opening, rng):
    """A game: for each position what was played up to it, the legal moves, and how it has ended."""
    first = opening.referee()
    styles = {side: rng.choice(["checks", "back", "back", "quiet"]) for side in "wb"}
    if rng.random() < 0.3:
        styles = {"w": "quiet", "b": "quiet"}
    if variant.name in CHASING and rng.random() < 0.8:
        hunter, hunted = rng.choice(["wb", "bw"])
        styles = {hunter: "chases", hunted: rng.choice(["flees", "flees", "chases"])}
    # Positions of the game, with the last move played in each.
    played, told, seen, steps = [], [], {}, []
    for _ in range(PLIES):
        text = pyffish.get_fen(variant.name, first, played)
        fen = Fen.of_referee(text)
        over, by_history, winner = ended(variant, first, played, fen)
        legal = [] if over else legal_moves(variant, fen, pieces_of(fen.board))
        steps.append((list(told), fen, texts(variant, fen, legal), over, by_history, winner))
        if over or not legal:
            break
        if variant.passes:
            # A pass that ends the game is a matter of positions.
            legal = [m for m in legal if not re.fullmatch(r"([a-z]\d+)\1", m)] or legal
        seen.setdefault(where(text))
        move = choose(variant, fen, played, legal, seen, styles[fen.turn], rng)
        seen[where(text)] = move
        told += texts(variant, fen, [move])
        played.append(move)
    return steps


# ---------------------------------------------------------------- comparing


def differences(variant, step, answer):
    played, fen, legal, over, _, winner = step
    if "error" in answer:
        return [answer["error"]]
    found = []
    outcome = answer["outcome"] or answer.get("claim")
    if over != (outcome is not None):
        found.append(f"the game: {outcome}, expected {f'winner {winner}' if over else None}")
    elif over and outcome["winner"] != winner:
        found.append(f"the winner: {outcome}, expected {winner}")
    if not over and {entry["move"] for entry in answer["moves"]} != set(legal):
        ours = {entry["move"] for entry in answer["moves"]}
        found.append(f"missing {sorted(set(legal) - ours)}, extra {sorted(ours - set(legal))}")
    if variant.counting:
        fields = answer["fen"].split()
        if [fields[3], fields[4] if fields[3] != "-" else "-"] != [fen.passed, str(fen.clock) if fen.passed != "-" else "-"]:
            found.append(f"the count: {fields[3:5]}, expected {[fen.passed, fen.clock]}")
    return found


def ask(ferz, variant, name, opening, steps):
    start = replace(opening, board=variant.ferz_board(opening.board)) if isinstance(variant, hands.House) else opening
    lines = [f"{start.ferz()} moves {' '.join(step[0])}" if step[0] else start.ferz() for step in steps]
    command = [ferz, "moves", name, "--stdin", "--json", "--no-fens"]
    done = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=300, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(lines):
        raise RuntimeError(f"{len(answers)} answers to {len(lines)} positions: {done.stderr.strip()[:300]}")
    return answers


def run_variant(task):
    """One variant: (line for the table, lines about differences, whether it is clean)."""
    name, options = task
    variant = table()[name]
    began = time.monotonic()
    rng = random.Random(f"{options.seed} {name}")
    positions = games = by_history = counted = chased = 0
    details = []
    try:
        for opening in openings(variant, rng):
            if positions >= options.positions or games >= 400:
                break
            games += 1
            steps = game(variant, opening, rng)
            positions += len(steps)
            by_history += steps[-1][4]
            counted += variant.counting and any(step[1].passed != "-" for step in steps)
            for step, answer in zip(steps, ask(options.ferz, variant, ruleset(options, name), opening, steps), strict=True):
                found = differences(variant, step, answer)
                chased += "perpetual-chase" in json.dumps(answer)
                if found:
                    details.append(f"  {name}: {opening.referee()} moves {' '.join(step[0])}")
                    details += [f"    {line}" for line in found]
                    break
    except (RuntimeError, OSError, ValueError, subprocess.SubprocessError) as error:
        return f"{name:18} {error!r}", [], False
    wrong = sum(not line.startswith("    ") for line in details)
    line = (
        f"{name:18} games {games:4}  positions {positions:5}  ended by history {by_history:4}  counted {counted:4}  chases {chased:4}"
        f"  wrong {wrong:3}  {time.monotonic() - began:5.1f} s"
    )
    return line, details[: 6 * options.show], wrong == 0 and (by_history > 0 or positions < 400)


if __name__ == "__main__":
    sys.exit(main(__doc__, list(table()), run_variant))
