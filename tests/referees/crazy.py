#!/usr/bin/env python3
"""An independent referee of Crazy Chess, and its comparison with ferz.

This file implements the numbered rules of Crazy Chess (CR-1 .. CR-38) once more, in plain Python
and from their text alone, as simply as possible: a position is copied, an action is carried out on
the copy, and the question "is that King lost?" is asked of the result.

    crazy.py --ferz target/release/ferz --positions 2000 --seed 1

plays seeded random games with `ferz moves crazy --stdin --json` and compares, in every position,
the printed FEN, check, outcome, the list of actions and the position after each of them.
`crazy.py --fen "..."` prints what the referee says about one position.

A unit is a short string: its letter, then `S` for a Statue, `*` for a raised Bishop, `+` for a
Bishop raised in its owner's turn that is not over. A square holds a tuple of units, bottom first.
Squares are numbered by file, then rank.
"""

import argparse
import json
import random
import subprocess
import sys
import time

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 denial=b"
ORDER = "KQRBNPkqrbnp"
OTHER = {"w": "b", "b": "w"}
NAMES = [f + r for f in "abcdefgh" for r in "12345678"]
SQUARE = {n: i for i, n in enumerate(NAMES)}
FIRST_ROW = {"w": 0, "b": 7}
LAST_ROW = {"w": 7, "b": 0}
SECOND_ROW = {"w": 1, "b": 6}
FORWARD = {"w": 1, "b": -1}
# The castling rights that end when the bottom unit of a square leaves it.
RIGHTS = {SQUARE["e1"]: "KQ", SQUARE["a1"]: "Q", SQUARE["h1"]: "K",
          SQUARE["e8"]: "kq", SQUARE["a8"]: "q", SQUARE["h8"]: "k"}
# right: King's square, its castling square, the Rook's square, its castling square, squares between
CASTLING = {c: tuple(SQUARE[x + row] for x in xs) + ([SQUARE[x + row] for x in between],)
            for c, xs, between, row in (("K", "eghf", "fg", "1"), ("Q", "ecad", "bcd", "1"),
                                        ("k", "eghf", "fg", "8"), ("q", "ecad", "bcd", "8"))}
STRAIGHT = ((0, 1), (0, -1), (1, 0), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def beside(s, dx, dy):
    """The square dx files and dy ranks away, or None."""
    x, y = (s >> 3) + dx, (s & 7) + dy
    return x * 8 + y if 0 <= x < 8 and 0 <= y < 8 else None


def line(s, d):
    out = []
    t = beside(s, *d)
    while t is not None:
        out.append(t)
        t = beside(t, *d)
    return out


AROUND = [sorted(t for d in STRAIGHT + DIAGONAL if (t := beside(s, *d)) is not None) for s in range(64)]
NEXT = [[t for d in STRAIGHT if (t := beside(s, *d)) is not None] for s in range(64)]
ROOK_LINES = [[line(s, d) for d in STRAIGHT] for s in range(64)]
BISHOP_LINES = [[line(s, d) for d in DIAGONAL] for s in range(64)]
LINES = {"R": ROOK_LINES, "B": BISHOP_LINES, "Q": [a + b for a, b in zip(ROOK_LINES, BISHOP_LINES)]}
DARK = [((s >> 3) + (s & 7)) % 2 for s in range(64)]


def knight_paths(s):
    """CR-20: (passed, passed, end) of every knight's move from s."""
    out = []
    for dx, dy in STRAIGHT:
        for side in (1, -1):
            ex, ey = dy * side, dx * side
            end = beside(s, 2 * dx + ex, 2 * dy + ey)
            if end is not None:
                out.append((beside(s, dx, dy), beside(s, 2 * dx, 2 * dy), end))
                out.append((beside(s, ex, ey), beside(s, ex + dx, ey + dy), end))
    return out


KNIGHT_PATHS = [knight_paths(s) for s in range(64)]
PAWN_ATTACKS = {c: [[t for dx in (-1, 1) if (t := beside(s, dx, FORWARD[c])) is not None]
                    for s in range(64)] for c in "wb"}


def colour(u):
    return "w" if u < "a" else "b"


def is_rook(u):
    return u[0] in "Rr"


def is_pawn(u):
    """A Pawn that is not a Statue."""
    return u == "P" or u == "p"


def is_statue(units):
    return len(units) == 1 and units[0] in ("PS", "pS")


def letter(c, kind):
    return kind.upper() if c == "w" else kind.lower()


class Position:
    __slots__ = ("board", "side", "turn", "castling", "clock", "number", "captured", "exile", "passed",
                 "denial", "immune", "denied", "pending", "bait", "choose",
                 # only while an action is carried out:
                 "revenges", "fallen", "stirred", "unhurt")

    def __init__(self):
        self.board = [()] * 64
        self.side = self.turn = "w"  # who decides now, and whose turn it is
        self.castling = ""
        self.clock, self.number = 0, 1
        self.captured = self.exile = ""
        self.passed = ()             # (middle, victim)
        self.denial = self.immune = self.denied = self.pending = self.bait = None
        self.choose = ()             # (what, square, owner, exiled)
        self.revenges = []           # (square, colour) of captured Queens
        self.fallen = []             # (square, colour, exiled) of removed Bishops
        self.stirred = False         # a unit left or entered the board
        self.unhurt = None           # the side whose King does not matter (CR-17)

    def copy(self):
        p = Position.__new__(Position)
        p.board = self.board[:]
        p.side, p.turn, p.castling, p.clock, p.number = self.side, self.turn, self.castling, self.clock, self.number
        p.captured, p.exile, p.passed = self.captured, self.exile, self.passed
        p.denial, p.immune, p.denied, p.pending = self.denial, self.immune, self.denied, self.pending
        p.bait, p.choose, p.unhurt = self.bait, self.choose, self.unhurt
        p.revenges, p.fallen, p.stirred = [], [], False
        return p

    def find(self, u):
        """Square and index of a unit, or None."""
        for s, units in enumerate(self.board):
            if u in units:
                return s, units.index(u)
        return None

    def units(self, c):
        """(square, index, unit) of a side's units, Statues included."""
        return [(s, i, u) for s, units in enumerate(self.board) if units
                for i, u in enumerate(units) if colour(u) == c]


# ---------------------------------------------------------------- extended FEN

def parse(text):
    fields = text.split(" ")
    p = Position()
    for y, row in zip(range(7, -1, -1), fields[0].split("/")):
        x = 0
        for ch in row:
            if ch.isdigit():
                x += int(ch)
            else:
                p.board[x * 8 + y] = (ch,)
                x += 1
    p.side = fields[1]
    p.castling = fields[2].replace("-", "")
    p.clock, p.number = int(fields[4]), int(fields[5])
    keys = dict(f.split("=", 1) for f in fields[6:])
    for item in filter(None, keys.get("towers", "").split(",")):
        name, units = item.split(":")
        p.board[SQUARE[name]] = tuple(units)
    for name in filter(None, keys.get("statues", "").split(",")):
        s = SQUARE[name]
        p.board[s] = (p.board[s][0] + "S",)
    for item in filter(None, keys.get("raised", "").split(",")):
        mark = "+" if item.endswith("+") else "*"
        name, _, index = item.rstrip("+").partition(".")
        units = list(p.board[SQUARE[name]])
        units[int(index or 0)] += mark
        p.board[SQUARE[name]] = tuple(units)
    p.captured, p.exile = keys.get("captured", ""), keys.get("exile", "")
    p.passed = tuple(tuple(SQUARE[n] for n in item.split(":"))
                     for item in filter(None, keys.get("passed", "").split(",")))
    p.denial, p.immune, p.denied = keys.get("denial"), keys.get("immune"), keys.get("denied")
    p.pending, p.bait = keys.get("pending"), keys.get("bait")
    choices = []
    for item in filter(None, keys.get("choose", "").split(",")):
        what, name, owner = item.rstrip("^").split(":")
        choices.append((what, SQUARE[name], owner, item.endswith("^")))
    p.choose = tuple(choices)
    p.turn = keys.get("turn") or (OTHER[p.side] if p.pending else p.side)
    return p


def show(p):
    rows = []
    for y in range(7, -1, -1):
        row, gap = "", 0
        for x in range(8):
            units = p.board[x * 8 + y]
            if units:
                row += (str(gap) if gap else "") + units[0][0]
                gap = 0
            else:
                gap += 1
        rows.append(row + (str(gap) if gap else ""))
    castling = "".join(c for c in "KQkq" if c in p.castling)
    fields = ["/".join(rows), p.side, castling or "-", "-", str(p.clock), str(p.number)]
    towers, statues, raised = [], [], []
    for s, units in enumerate(p.board):
        if len(units) > 1:
            towers.append(NAMES[s] + ":" + "".join(u[0] for u in units))
        if is_statue(units):
            statues.append(NAMES[s])
        for i, u in enumerate(units):
            if len(u) > 1 and u[1] in "*+":
                raised.append(place(s, i) + u[1:].replace("*", ""))
    keys = {
        "towers": ",".join(towers), "statues": ",".join(statues), "raised": ",".join(raised),
        "captured": "".join(sorted(p.captured, key=ORDER.index)),
        "exile": "".join(sorted(p.exile, key=ORDER.index)),
        "passed": ",".join(NAMES[m] + ":" + NAMES[v] for m, v in sorted(set(p.passed))),
        "denial": p.denial, "immune": p.immune, "denied": p.denied, "pending": p.pending, "bait": p.bait,
        "choose": ",".join(f"{what}:{NAMES[s]}:{owner}" + ("^" if exiled else "")
                           for what, s, owner, exiled in p.choose),
        "turn": p.turn if p.choose else None,
    }
    fields += [k + "=" + keys[k] for k in sorted(keys) if keys[k]]
    return " ".join(fields)


def place(s, i):
    return NAMES[s] + ("." + str(i) if i else "")


# ---------------------------------------------------------------- removing, dropping, revenge

def touch(p, s):
    """The bottom unit of a square leaves it: castling rights end (CR-13)."""
    if s in RIGHTS and p.castling:
        p.castling = "".join(c for c in p.castling if c not in RIGHTS[s])


def bury(p, u, s, exiled):
    """A unit removed from s goes to a pool (CR-7); a Queen avenges herself, a Bishop may rise."""
    kind = u[0].upper()
    if exiled and kind != "P":
        p.exile += u[0]
    else:
        exiled = False
        p.captured += u[0]
    if kind == "Q" and not exiled:
        p.revenges.append((s, colour(u)))
    elif kind == "B" and len(u) == 1:
        p.fallen.append((s, colour(u), exiled))
    p.stirred = True


def drop(p, s, units):
    """CR-5."""
    while units:
        if is_rook(units[0]):
            group, units = units, ()
        else:
            group, units = units[:1], units[1:]
        old = p.board[s]
        p.board[s] = group
        if old:
            touch(p, s)
            bury(p, old[0], s, colour(old[0]) == colour(group[0]))
            drop(p, s, old[1:])


def strike(p, s, exiled):
    """The bottom unit of a square is removed and nothing moves in (CR-6)."""
    old = p.board[s]
    p.board[s] = ()
    touch(p, s)
    bury(p, old[0], s, exiled)
    drop(p, s, old[1:])


def ring(p, squares, friends):
    """CR-8, CR-9: the bottom units of these squares are removed, in square order."""
    for t in squares:
        units = p.board[t]
        if units and not is_statue(units):
            strike(p, t, colour(units[0]) == friends)


def avenge(p):
    """CR-9: the revenges, in the order of the captures."""
    while p.revenges:
        s, c = p.revenges.pop(0)
        ring(p, sorted(AROUND[s] + [s]), c)


def lift(p, s, i):
    """Takes the moving units off a square (CR-3)."""
    units = p.board[s]
    if i == 0:
        touch(p, s)
    if is_rook(units[i]):
        p.board[s] = units[:i]
        return units[i:]
    p.board[s] = units[:i] + units[i + 1:]
    return units[i:i + 1]


def arrive(p, units, t, enters):
    """Puts the moving units on a square: empty, a Rook that is entered, or a capture."""
    old = p.board[t]
    if old and enters:
        p.board[t] = old + units
        return
    p.board[t] = units
    if old:
        touch(p, t)
        bury(p, old[0], t, colour(old[0]) == colour(units[0]))
        drop(p, t, old[1:])


# ---------------------------------------------------------------- the movements of a side

# A movement is a tuple. `promotion` is the text of a Pawn's promotion, or "".
#   ("slide", s, i, t, enters)             a Queen, Rook or Bishop
#   ("ring", s, i)                         the Queen's all-round capture
#   ("bless", s, i, kind)                  the Bishop's promotion of the Pawn there
#   ("knight", s, i, path, enters, take)   take: None or (square, index)
#   ("king", s, i, castling, steps)        castling: "" or a right; steps: (square, enters)
#   ("pawn", s, i, middle, t, enters, promotion)
#   ("passant", s, i, middle, victim, ambiguous, promotion)
#   ("disguise", parts)                    parts: (s, i, middle, t, j, in_tower, letter, promotion)

def spell(m):
    """The text of a movement."""
    kind = m[0]
    if kind == "slide":
        return place(m[1], m[2]) + NAMES[m[3]] + ("+" if m[4] else "")
    if kind == "ring":
        return place(m[1], m[2]) + "*"
    if kind == "bless":
        return place(m[1], m[2]) + "=" + m[3] + "^"
    if kind == "knight":
        take = m[5]
        return (place(m[1], m[2]) + "".join(NAMES[t] for t in m[3]) + ("+" if m[4] else "")
                + ("x" + place(*take) if take else ""))
    if kind == "king":
        text = place(m[1], m[2]) + (NAMES[CASTLING[m[3]][1]] if m[3] else "")
        return text + "".join(NAMES[t] + ("+" if enters else "") for t, enters in m[4])
    if kind == "pawn":
        return place(m[1], m[2]) + (NAMES[m[3]] if m[3] is not None else "") + NAMES[m[4]] + ("+" if m[5] else "") + m[6]
    if kind == "passant":
        return place(m[1], m[2]) + NAMES[m[3]] + ("x" + NAMES[m[4]] if m[5] else "") + m[6]
    return ",".join(place(s, i) + (NAMES[mid] if mid is not None else "") + NAMES[t] + "~" + k
                    + (str(j) if in_tower else "") + promotion
                    for s, i, mid, t, j, in_tower, k, promotion in m[1])


def landings(p, t, side):
    """How a moving piece may arrive on t: a list of `enters` flags, with whether it captures."""
    units = p.board[t]
    if not units:
        return [(False, False)]
    if is_statue(units):
        return []
    ways = []
    if is_rook(units[0]):
        ways.append((True, False))
    if colour(units[0]) != side:
        ways.append((False, True))
    return ways


def movements(p, side, captures_only=False, free_castling=False):
    """Every movement of a side, whatever happens to its King. With `captures_only`, only those
    that remove a unit at once."""
    out = []
    mine = p.units(side)
    for s, i, u in mine:
        kind = u[0].upper()
        if kind in "QRB":
            for squares in LINES[kind][s]:
                for t in squares:
                    if not p.board[t]:
                        if not captures_only:
                            out.append(("slide", s, i, t, False))
                        continue
                    for enters, takes in landings(p, t, side):
                        if takes or not captures_only:
                            out.append(("slide", s, i, t, enters))
                    break
            if kind == "Q" and any(p.board[t] and not is_statue(p.board[t]) for t in AROUND[s]):
                out.append(("ring", s, i))
        elif kind == "N":
            out += knight_movements(p, s, i, side, captures_only)
        elif kind == "K":
            out += king_movements(p, s, i, side, captures_only, free_castling)
        elif is_pawn(u):
            out += pawn_movements(p, s, i, side, captures_only)
    if not captures_only:
        # CR-11
        shades = {DARK[s] for s, i, u in mine if u[0] in "Bb"}
        kinds = sorted({k.lower() for k in p.exile if colour(k) == side})
        out += [("bless", s, i, k) for s, i, u in mine if is_pawn(u) and DARK[s] in shades for k in kinds]
    return out


def knight_movements(p, s, i, side, captures_only):
    """CR-20, CR-21."""
    out = []
    for path in KNIGHT_PATHS[s]:
        end = path[2]
        there = p.board[end]
        enters = bool(there) and is_rook(there[0])
        if not there or enters:
            if not captures_only:
                out.append(("knight", s, i, path, enters, None))
            for t in path[:2]:
                if not is_statue(p.board[t]):
                    out += [("knight", s, i, path, enters, (t, j))
                            for j, u in enumerate(p.board[t]) if colour(u) != side]
        if there and not is_statue(there):
            for j, u in enumerate(there):
                if colour(u) != side:
                    m = ("knight", s, i, path, False, (end, j))
                    if j == 0 or carry_out(p, m) is not None:
                        out.append(m)
    return out


def king_movements(p, s, i, side, captures_only, free_castling):
    """CR-13, CR-14."""
    out = []

    def second_steps(q, castling, first, taken):
        at = first[-1][0] if first else CASTLING[castling][1]
        for t in AROUND[at]:
            for enters, takes in landings(q, t, side):
                if takes or taken or not captures_only:
                    out.append(("king", s, i, castling, first + ((t, enters),)))

    for t in AROUND[s]:
        for enters, takes in landings(p, t, side):
            first = ((t, enters),)
            if takes or not captures_only:
                out.append(("king", s, i, "", first))
            # The board that the second step finds: without the King, after the results of the first
            # step.
            q = p.copy()
            lift(q, s, i)
            if takes:
                strike(q, t, False)
                avenge(q)
            second_steps(q, "", first, takes)
    for c in p.castling:
        home, goal, corner, rook_goal, between = CASTLING[c]
        if home != s or i or p.board[home] != (letter(side, "K"),) or colour(c) != side:
            continue
        if not p.board[corner] or p.board[corner][0] != letter(side, "R") or any(p.board[t] for t in between):
            continue
        if not free_castling:
            if in_check(p, side):
                continue
            q = p.copy()
            q.board[home], q.board[rook_goal] = (), p.board[home]
            if in_check(q, side):
                continue
        if not captures_only:
            out.append(("king", s, 0, c, ()))
        q = p.copy()
        q.board[rook_goal] = lift(q, corner, 0)
        lift(q, home, 0)
        second_steps(q, c, (), False)
    return out


def pawn_paths(p, s, i, side):
    """CR-22, CR-23: (middle or None, end) of every step, whatever stands on the end square."""
    first = FIRST_ROW[side]
    steps = [t for t in NEXT[s] if t & 7 != first]
    out = [(None, t) for t in steps]
    if i == 0 and s & 7 == SECOND_ROW[side]:
        for m in steps:
            if not p.board[m]:
                out += [(m, t) for t in NEXT[m] if t & 7 != first]
    return out


def joined_to_statue(p, s, side):
    """CR-28: s is right in front of an own Statue that is joined to the last row."""
    t = beside(s, 0, FORWARD[side])
    if t is None:
        return False
    while t is not None:
        if p.board[t] != (letter(side, "P") + "S",):
            return False
        t = beside(t, 0, FORWARD[side])
    return True


def promotion_texts(p, side, statue):
    """CR-28, CR-30, CR-31."""
    out = ["=" + k.lower() for k in sorted(set(p.captured)) if colour(k) == side and k not in "KkPp"]
    out += ["=" + k.lower() + "^" for k in sorted(set(p.exile)) if colour(k) == side]
    out += ["x" + k.lower() + "^" for k in sorted(set(p.exile)) if colour(k) != side]
    return out + ["=S"] if statue else out


def arrivals(p, t, side):
    """The promotion texts of a Pawn that ends its own movement on t, not inside a Rook."""
    if t & 7 == LAST_ROW[side]:
        return promotion_texts(p, side, True)
    if joined_to_statue(p, t, side):
        return [""] + promotion_texts(p, side, True)
    return [""]


def promote(p, s, i, text):
    """Carries out a promotion text for the Pawn or Statue there."""
    units = p.board[s]
    side = colour(units[i])
    if text == "=S":
        p.board[s] = (units[0][0] + "S",)
        return
    p.stirred = True
    if text[0] == "x":
        k = letter(OTHER[side], text[1])
        p.exile = p.exile.replace(k, "", 1)
        p.captured += k + units[i][0]
        p.board[s] = units[:i] + units[i + 1:]
        return
    k = letter(side, text[1])
    if text.endswith("^"):
        p.exile = p.exile.replace(k, "", 1)
    else:
        p.captured = p.captured.replace(k, "", 1)
    p.board[s] = units[:i] + (k,) + units[i + 1:]


def pawn_movements(p, s, i, side, captures_only):
    """CR-22 to CR-28."""
    out = []
    for t in PAWN_ATTACKS[side][s]:
        there = p.board[t]
        if there:
            if colour(there[0]) != side and not is_statue(there):
                # A piece inside a captured Rook, or a captured Queen's revenge, removes the Pawn.
                survives = len(there) == 1 and there[0][0] not in "Qq"
                out += [("pawn", s, i, None, t, False, text) for text in (arrivals(p, t, side) if survives else [""])]
            continue
        # CR-24
        victims = [v for m, v in p.passed if m == t and p.board[v] == (letter(OTHER[side], "P"),)]
        for v in victims:
            out += [("passant", s, i, t, v, len(victims) > 1, text) for text in arrivals(p, t, side)]
    if captures_only:
        return out
    for mid, t in pawn_paths(p, s, i, side):
        there = p.board[t]
        if not there or t == s:
            q = p.copy()
            lift(q, s, i)
            out += [("pawn", s, i, mid, t, False, text) for text in arrivals(q, t, side)]
            continue
        if is_statue(there):
            continue
        if is_rook(there[0]):
            out.append(("pawn", s, i, mid, t, True, ""))
        # CR-25
        for j, u in enumerate(there):
            if u != letter(side, "P") and (j > 0 or len(there) == 1):
                chain(p, (), frozenset(), (s, i, mid, t, j), side, out)
    return out


def chain(p, parts, used, step, side, out):
    """CR-25, CR-26: one disguise, and every chain that it begins."""
    s, i, mid, t, j = step
    in_tower = len(p.board[t]) > 1
    k = p.board[t][j][0].lower()
    exchanged = p.copy()
    exchange(exchanged, s, i, t, j)
    used = used | {(t, j)}
    for text in [""] if in_tower else arrivals(exchanged, t, side):
        q = exchanged.copy()
        if text:
            promote(q, t, j, text)
        so_far = parts + ((s, i, mid, t, j, in_tower, k, text),)
        out.append(("disguise", so_far))
        for s2, i2, u in q.units(side):
            if u != letter(side, "P") or (s2, i2) in used or s2 == s:
                continue
            for mid2, t2 in pawn_paths(q, s2, i2, side):
                if t2 == s:
                    chain(q, so_far, used, (s2, i2, mid2, s, i), side, out)


def exchange(p, s, i, t, j):
    """Two units change places; castling rights of a lone King or Rook end."""
    a, b = list(p.board[s]), list(p.board[t])
    if i == 0:
        touch(p, s)
    if j == 0:
        touch(p, t)
    if s == t:
        a[i], a[j] = a[j], a[i]
        p.board[s] = tuple(a)
        return
    a[i], b[j] = b[j], a[i]
    p.board[s], p.board[t] = tuple(a), tuple(b)


# ---------------------------------------------------------------- carrying out a movement

def carry_out(p, m):
    """The position after a movement and everything automatic about it, before Bishops decide and
    before the turn ends. None if a Knight finds no place (CR-21)."""
    p = p.copy()
    kind = m[0]
    passed = []
    if kind == "slide":
        arrive(p, lift(p, m[1], m[2]), m[3], m[4])
        avenge(p)
    elif kind == "ring":
        ring(p, AROUND[m[1]], colour(p.board[m[1]][m[2]]))
        avenge(p)
    elif kind == "bless":
        promote(p, m[1], m[2], "=" + m[3] + "^")
    elif kind == "knight":
        if not knight(p, m):
            return None
    elif kind == "king":
        king(p, m)
    elif kind == "pawn":
        _, s, i, mid, t, enters, promotion = m
        arrive(p, lift(p, s, i), t, enters)
        avenge(p)
        if promotion:
            promote(p, t, 0, promotion)
        if mid is not None and not enters and not promotion:
            passed.append((mid, t))
    elif kind == "passant":
        _, s, i, mid, victim, _, promotion = m
        arrive(p, lift(p, s, i), mid, False)
        strike(p, victim, False)
        avenge(p)
        if promotion:
            promote(p, mid, 0, promotion)
    else:
        for s, i, mid, t, j, in_tower, _, promotion in m[1]:
            exchange(p, s, i, t, j)
            if promotion:
                promote(p, t, j, promotion)
            if mid is not None and not in_tower and not promotion:
                passed.append((mid, t))
    p.passed = tuple(passed)
    p.clock = 0 if p.stirred or kind in ("pawn", "passant", "disguise") else p.clock + 1
    p.denied = None
    if p.immune == p.turn:
        p.immune = None
    p.choose = open_raises(p)
    return p


def open_raises(p):
    """CR-10: the choices of the Bishops removed so far."""
    return tuple(("raise", s, c, exiled) for s, c, exiled in p.fallen if not is_statue(p.board[s]))


def knight(p, m):
    """CR-21."""
    _, s, i, path, enters, take = m
    end = path[2]
    moving = lift(p, s, i)
    if take is None:
        arrive(p, moving, end, enters)
        return True
    t, j = take
    if t == end and j == 0:
        arrive(p, moving, end, False)
        avenge(p)
        return True
    if t != end:
        arrive(p, moving, end, enters)
    if j == 0:
        strike(p, t, False)
    else:
        units = p.board[t]
        bury(p, units[j], t, False)
        if is_rook(units[j]):
            p.board[t] = units[:j]
            drop(p, t, units[j + 1:])
        else:
            p.board[t] = units[:j] + units[j + 1:]
    avenge(p)
    if t == end:
        there = p.board[end]
        if there and not is_rook(there[0]):
            return False
        p.board[end] = there + moving
    return True


def king(p, m):
    """CR-13, CR-14."""
    _, s, i, castling, steps = m
    moving = lift(p, s, i)
    if castling:
        _, goal, corner, rook_goal, _ = CASTLING[castling]
        p.board[rook_goal] = lift(p, corner, 0)
        if not steps:
            p.board[goal] = moving
    elif len(steps) == 2:
        t, enters = steps[0]
        if p.board[t] and not enters:
            strike(p, t, False)
            avenge(p)
    if steps:
        arrive(p, moving, *steps[-1])
        avenge(p)


# ---------------------------------------------------------------- Kings lost, the turn's end, choices

def lost(p, side):
    """CR-16."""
    k = letter(side, "K")
    if k in p.captured:
        return True
    if k in p.exile:
        pawn = letter(side, "P")
        return not any(u[0] == pawn for units in p.board for u in units)
    return False


def over(p):
    """Whether a King is lost, but one that does not matter."""
    return any(side != p.unhurt and lost(p, side) for side in "wb")


def finish(p):
    p.choose = ()
    p.bait = p.denied = p.immune = p.pending = None
    if p.turn == "b":
        p.number += 1
    p.side = p.turn = OTHER[p.turn]
    return p


def settle(p):
    """After a movement or a raise: the next choice, or the turn's end. Changes p."""
    if over(p):
        return finish(p)
    if p.choose:
        p.side = p.choose[0][2]
        return p
    # The order of a turn's end.
    p.stirred = False
    promotions = []
    for s, units in enumerate(p.board):
        if not units:
            continue
        changed = []
        for u in units:
            if u[1:] == "+":
                changed.append(u[0] + "*")
            elif u[1:] == "*" and colour(u) == p.turn:
                p.exile += u[0]
                p.stirred = True
            else:
                changed.append(u)
        p.board[s] = units = tuple(changed)
        if len(units) == 1 and is_pawn(units[0]):
            c = colour(units[0])
            if s & 7 == FIRST_ROW[c]:
                p.board[s] = ()
                p.captured += units[0]
                p.stirred = True
            elif s & 7 == LAST_ROW[c]:
                promotions.append(("promote", s, c, False))
    if p.stirred:
        p.clock = 0
    if over(p):
        return finish(p)
    p.choose = tuple(promotions)
    return settle_promotions(p)


def settle_promotions(p):
    """At the turn's end: the next promotion choice, or the other side's turn. Changes p."""
    if over(p):
        return finish(p)
    if p.choose:
        p.side = p.choose[0][2]
        return p
    if p.bait == p.turn:
        if not (on_board(p, p.turn) and in_check(p, p.turn) and reach(p, p.turn)):
            p.bait = None
    else:
        p.bait = None
    if p.turn == "b":
        p.number += 1
    p.side = p.turn = OTHER[p.turn]
    return p


def choice_texts(p):
    what, s, owner, _ = p.choose[0]
    if what == "raise":
        return ["raise", "decline"]
    return [NAMES[s] + text for text in promotion_texts(p, owner, True)]


def answer(p, text):
    """The position after a choice."""
    p = p.copy()
    what, s, owner, exiled = p.choose[0]
    p.choose = p.choose[1:]
    if what == "raise":
        if text == "raise":
            bishop = letter(owner, "B")
            if exiled:
                p.exile = p.exile.replace(bishop, "", 1)
            else:
                p.captured = p.captured.replace(bishop, "", 1)
            drop(p, s, (bishop + ("+" if owner == p.turn else "*"),))
            avenge(p)
            p.clock = 0
            p.choose += open_raises(p)
        return settle(p)
    promote(p, s, 0, text[2:])
    if p.stirred:
        p.clock = 0
    return settle_promotions(p)


# ---------------------------------------------------------------- check

def brings_loss(p, victim):
    """After a movement has been carried out: whether the victim's King will be lost in this turn,
    its enemy choosing for that and the victim against it (CR-17)."""
    if lost(p, victim):
        return True
    if not p.choose:
        return False
    results = (brings_loss(answer(p, text), victim) for text in choice_texts(p))
    return all(results) if p.choose[0][2] == victim else any(results)


def loses_king(p, m, victim):
    """CR-17, CR-33: whether a movement of the enemy's loses the victim's King."""
    q = p.copy()
    q.unhurt = OTHER[victim]
    q.bait = None
    q = carry_out(q, m)
    return q is not None and brings_loss(settle(q), victim)


CHECKS = {}


def in_check(p, side):
    """CR-17."""
    key = (tuple(p.board), side, p.captured, p.exile, p.passed, p.castling)
    if key not in CHECKS:
        if len(CHECKS) > 200000:
            CHECKS.clear()
        CHECKS[key] = find_loss(p, side)
    return CHECKS[key]


def find_loss(p, side):
    enemy = OTHER[side]
    q = p.copy()
    q.side = q.turn = enemy
    q.unhurt = enemy
    q.choose, q.bait, q.pending, q.denied = (), None, None, None
    exiled = not on_board(p, side)
    states, seen = [q], set()
    while states:
        q = states.pop()
        if lost(q, side):
            return True
        # A King on the board is only lost when a movement removes something.
        if any(loses_king(q, m, side) for m in movements(q, enemy, captures_only=not exiled, free_castling=True)):
            return True
        for text, after in free_actions(q, enemy):
            key = (tuple(after.board), after.captured, after.exile)
            if key not in seen:
                seen.add(key)
                states.append(after)
    return False


def on_board(p, side):
    return p.find(letter(side, "K")) is not None


def last_statues(p, side):
    """The own Statues that are the farthest from the last row in their files (CR-30, CR-32)."""
    statue = (letter(side, "P") + "S",)
    ranks = range(8) if side == "w" else range(7, -1, -1)
    out = []
    for x in range(8):
        for y in ranks:
            if p.board[x * 8 + y] == statue:
                out.append(x * 8 + y)
                break
    return out


def free_actions(p, side):
    """CR-30, CR-31: (text, position), whatever happens to the own King."""
    out = []
    for s in last_statues(p, side):
        for text in promotion_texts(p, side, False):
            q = p.copy()
            promote(q, s, 0, text)
            q.clock = 0
            out.append((NAMES[s] + text, q))
    return out


def reach(p, side):
    """CR-32: (square, index) of the Pawns and Statues in reach of the King on the board."""
    at = p.find(letter(side, "K"))
    if at is None:
        return []
    s = at[0]
    squares = set(AROUND[s]) | {s}
    for m in AROUND[s]:
        if not p.board[m]:
            squares |= set(AROUND[m])
    pawn = letter(side, "P")
    out = [(t, j) for t in squares for j, u in enumerate(p.board[t]) if u == pawn]
    return sorted(out + [(t, 0) for t in last_statues(p, side)])


# ---------------------------------------------------------------- legal actions

LEGAL, BAIT, ILLEGAL = 2, 1, 0


def worth(p, mover):
    """CR-18, CR-32: what a movement has come to: LEGAL, a BAIT (if the turn allows one) or ILLEGAL,
    the mover choosing for the best and the other side for the worst."""
    if over(p):
        return LEGAL if lost(p, OTHER[mover]) else ILLEGAL
    if p.choose:
        results = [worth(answer(p, text), mover) for text in choice_texts(p)]
        return max(results) if p.choose[0][2] == mover else min(results)
    if not in_check(p, mover):
        return LEGAL
    return BAIT if reach(p, mover) else ILLEGAL


def after_movement(p, m, is_bait):
    """Carries a movement out for good. `is_bait`: it is a bait of the mover's."""
    q = carry_out(p, m)
    if is_bait:
        q.bait = p.turn
    return settle(q)


def legal_movements(p):
    """(text, movement, is_bait) of the side whose turn it is; the denied one is marked by its text
    only and must be left out by the caller."""
    side = p.turn
    if p.bait == OTHER[side]:
        return [(spell(m), m, False) for m in movements(p, side, free_castling=True)
                if loses_king(p, m, p.bait)]
    baiting = in_check(p, side) and reach(p, side)
    plain = p.copy()
    plain.bait = None
    legal, baits = [], []
    for m in movements(p, side):
        w = worth(settle(carry_out(plain, m)), side)
        if w == LEGAL:
            legal.append((spell(m), m, False))
        elif w == BAIT and baiting:
            baits.append((spell(m), m, True))
    return legal + baits if len(baits) >= 2 else legal


def legal_free_actions(p):
    """CR-31."""
    side = p.turn
    forced = p.bait == OTHER[side]
    before = in_check(p, side)
    out = []
    for text, q in free_actions(p, side):
        if lost(q, OTHER[side]):
            out.append((text, finish(q)))
        elif lost(q, side) or (not forced and not before and in_check(q, side)):
            continue  # The exception for a turn of CR-33 is about check: a King lost ends the game at once.
        elif any(t != q.denied for t, _, _ in legal_movements(q)) or legal_free_actions(q):
            out.append((text, q))
    return out


def actions(p):
    """{text: position after it} of all legal actions of the player who decides now."""
    if lost(p, "w") or lost(p, "b"):
        return {}
    if p.pending:
        return responses(p)
    if p.choose:
        return choices(p)
    side, other = p.turn, OTHER[p.turn]
    everything = [x for x in legal_movements(p) if x[0] != p.denied]
    out = {}
    proposed = p.bait == other or (p.denial == other and p.immune != side and len(everything) > 1)
    for text, m, is_bait in everything:
        if proposed:
            q = p.copy()
            q.pending = text
            q.side = other
        else:
            q = after_movement(p, m, is_bait)
        assert text not in out, text
        out[text] = q
    out.update(legal_free_actions(p))
    return out


def choices(p):
    """CR-10, CR-18, CR-28."""
    results = {text: answer(p, text) for text in choice_texts(p)}
    mover = p.turn
    if p.choose[0][2] != mover or p.bait == OTHER[mover]:
        return results
    free = p.copy()
    free.bait = None
    worths = {text: worth(answer(free, text), mover) for text in results}
    needed = min(max(worths.values()), BAIT if p.bait == mover else LEGAL)
    return {text: q for text, q in results.items() if worths[text] >= needed}


def responses(p):
    """CR-33, CR-36, CR-37: what the other side says to a proposed movement."""
    mover, other = p.turn, p.side
    before = p.copy()
    before.side, before.pending = mover, None
    legal = legal_movements(before)
    text, m, is_bait = next(x for x in legal if x[0] == p.pending)
    forced = p.bait == other
    others = [x for x in legal if x[0] not in (p.pending, p.denied)]
    out = {}
    if forced:
        own_bait = in_check(before, mover) and len(legal) >= 2
        for s, i in reach(p, other):
            q = before.copy()
            ks, ki = q.find(letter(other, "K"))
            exchange(q, ks, ki, s, i)
            q.board[ks] = tuple(u[0] if u in ("PS", "pS") else u for u in q.board[ks])
            out["swap " + place(s, i)] = after_movement(q, m, own_bait)
    else:
        out["accept"] = after_movement(before, m, is_bait)
    if p.denial == other and p.immune != mover and others:
        q = before.copy()
        q.denied, q.denial, q.immune = text, mover, other
        out["deny"] = q
    return out


def report(p):
    """(check, outcome, actions) of a position; outcome is None or (winner, reason)."""
    CHECKS.clear()
    acts = actions(p)
    check = not (p.pending or p.choose or lost(p, "w") or lost(p, "b")) and in_check(p, p.side)
    last = OTHER[p.side]
    if lost(p, p.side):
        return check, (last, "king-lost"), acts
    if lost(p, last):
        return check, (p.side, "king-lost"), acts
    if not acts:
        return check, (last, "checkmate") if check else (None, "stalemate"), acts
    return check, None, acts


# ---------------------------------------------------------------- comparison with ferz

class Ferz:
    def __init__(self, path):
        self.process = subprocess.Popen([path, "moves", "crazy", "--stdin", "--json"], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, fen):
        self.process.stdin.write(fen + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def compare(ferz, fen):
    """The differences in one position, as lines of text, and {text: fen} of the actions both know."""
    p = parse(fen)
    check, outcome, acts = report(p)
    said = ferz.ask(fen)
    if "moves" not in said:
        return [f"refused: {said}"], {}
    out = []

    def differ(what, mine, theirs):
        if mine != theirs:
            out.append(f"{what}: referee {mine}, ferz {theirs}")

    differ("fen", show(p), said["fen"])
    differ("turn", {"w": "white", "b": "black"}[p.side], said["turn"])
    differ("check", check, said["check"])
    result = said["outcome"]
    if result is not None:
        result = (result["winner"] and result["winner"][0], result["reason"])
    differ("outcome", outcome, result)
    mine = {text: show(q) for text, q in acts.items()}
    theirs = {m["move"]: m["fen"] for m in said["moves"]}
    if len(theirs) != len(said["moves"]):
        out.append("ferz lists a text twice")
    only_mine, only_theirs = sorted(mine.keys() - theirs.keys()), sorted(theirs.keys() - mine.keys())
    if only_mine:
        out.append("only the referee: " + " ".join(only_mine))
    if only_theirs:
        out.append("only ferz: " + " ".join(only_theirs))
    for text in mine.keys() & theirs.keys():
        if mine[text] != theirs[text]:
            out.append(f"after {text}:\n      referee {mine[text]}\n      ferz    {theirs[text]}")
    return out, {t: f for t, f in theirs.items() if mine.get(t) == f}


def sort_of(text):
    """The sort of an action, so that rare sorts can be chosen as often as common ones."""
    for word in ("raise", "decline", "accept", "deny", "swap"):
        if text.startswith(word):
            return word
    for mark in (",", "~", "*", "^", "=", "x", "+"):
        if mark in text:
            return mark
    return "quiet"


def takes_something(fen, after):
    pools = lambda f: sum(len(k) for k in f.split(" ") if k.startswith(("captured=", "exile=")))
    return pools(after) > pools(fen) or "x" in after.partition("pending=")[2].partition(" ")[0]


def pick(rng, fen, nexts):
    texts = sorted(nexts)
    if rng.random() < 0.25:
        return rng.choice(texts)
    sorts = {}
    for text in texts:
        sort = sort_of(text)
        if "bait=" in nexts[text] and "bait=" not in fen:
            sort = "bait"
        elif sort == "quiet" and takes_something(fen, nexts[text]):
            sort = "capture"
        sorts.setdefault(sort, []).append(text)
    if rng.random() < 0.3 and "pending=" not in fen and "choose=" not in fen:
        # Look for an action that leaves the other side in check.
        for text in rng.sample(texts, min(12, len(texts))):
            q = parse(nexts[text])
            if in_check(q, OTHER[parse(fen).turn]):
                return text
    return rng.choice(sorts[rng.choice(sorted(sorts))])


def draw_together(p, rng):
    """Moves most lone pieces and towers into a few files, so that they are in each other's way."""
    first = rng.randrange(5)
    inner = [s for s in range(64) if first <= s >> 3 < first + 4]
    for s in range(64):
        units = p.board[s]
        if not units or s in inner or is_statue(units) or rng.random() < 0.2:
            continue
        free = [t for t in inner if not p.board[t]]
        if is_pawn(units[0]):
            free = [t for t in free if t & 7 not in (0, 7)]
        if free:
            p.board[rng.choice(free)], p.board[s] = units, ()


def set_up_castling(p, rng):
    """Puts a King, a Rook or two (with what they carry) on their first squares, if there is room."""
    c = rng.choice("wb")
    at = p.find(letter(c, "K"))
    if at is None or len(p.board[at[0]]) > 1:
        return
    home = CASTLING[letter(c, "K")][0]
    p.board[at[0]], p.board[home] = p.board[home], p.board[at[0]]
    if p.board[at[0]] and (is_pawn(p.board[at[0]][0]) or is_statue(p.board[at[0]])):
        p.board[at[0]] = ()
    for right in (letter(c, "K"), letter(c, "Q")):
        corner, between = CASTLING[right][2], CASTLING[right][4]
        s = next((s for s in range(64) if p.board[s] and p.board[s][0] == letter(c, "R")
                  and s not in [CASTLING[x][2] for x in p.castling]), None)
        if s is None:
            return
        if s != corner:
            p.board[corner], p.board[s] = p.board[s], ()
        p.castling += right
        if rng.random() < 0.7:
            for t in between:
                if letter("w", "K") not in p.board[t] and letter("b", "K") not in p.board[t]:
                    p.board[t] = ()


def random_position(rng):
    """A made-up midgame: towers, Statues, raised Bishops, full pools."""
    p = Position()
    free = list(range(64))
    rng.shuffle(free)
    p.side = p.turn = rng.choice("wb")
    density = rng.choice((0.25, 0.4, 0.6, 0.8))
    rooks, inside = [], []
    for c in "wb":
        if rng.random() < 0.25:
            for _ in range(rng.choice((1, 1, 2, 3))):
                x = rng.randrange(8)
                y = LAST_ROW[c]
                while y in range(8) and x * 8 + y not in free:
                    y -= FORWARD[c]
                if abs(y - LAST_ROW[c]) < 4:
                    p.board[x * 8 + y] = (letter(c, "P") + "S",)
                    free.remove(x * 8 + y)
    for c in "wb":
        statues = sum(units == (letter(c, "P") + "S",) for units in p.board)
        for kind in "R" * 2 + "N" * 2 + "B" * 2 + "Q" + "P" * (8 - statues) + "K":
            u = letter(c, kind)
            if kind == "K" and rng.random() < 0.1:
                p.exile += u
            elif kind != "K" and rng.random() > density:
                if kind == "P":
                    if rng.random() < 0.7:
                        p.captured += u
                elif rng.random() < 0.5:
                    p.captured += u
                else:
                    p.exile += u
            elif rooks and rng.random() < 0.3:
                inside.append((rng.choice(rooks), u))
            else:
                rows = range(8)
                if kind == "P":
                    rows = [y for y in rows if y not in (FIRST_ROW[c], LAST_ROW[c])]
                    if rng.random() < 0.3:
                        rows = [SECOND_ROW[c], LAST_ROW[c] - FORWARD[c]]
                s = next((s for s in free if s & 7 in rows), None)
                if s is None:
                    p.captured += u
                    continue
                free.remove(s)
                p.board[s] = (u,)
                if kind == "R":
                    rooks.append(s)
                if kind == "B" and rng.random() < 0.2:
                    p.board[s] = (u + "*",)
    rng.shuffle(inside)
    for s, u in inside:
        p.board[s] += (u,)
    if rng.random() < 0.3:
        draw_together(p, rng)
    if rng.random() < 0.2:
        set_up_castling(p, rng)
    for c in "wb":
        if lost(p, c):
            return random_position(rng)
    p.denial = rng.choice("wb")
    if rng.random() < 0.1:
        p.immune = rng.choice("wb")
        p.denial = OTHER[p.immune] if rng.random() < 0.5 else p.denial
    p.clock, p.number = rng.randrange(20), rng.randrange(1, 60)
    return show(p)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ferz", default="target/release/ferz")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=10, help="print at most this many mismatches")
    parser.add_argument("--fen", help="only say what the referee makes of this position")
    options = parser.parse_args()
    if options.fen:
        check, outcome, acts = report(parse(options.fen))
        print(f"check {check}, outcome {outcome}, {len(acts)} actions")
        for text, q in acts.items():
            print(f"{text:16} {show(q)}")
        return 0
    ferz = Ferz(options.ferz)
    rng = random.Random(options.seed)
    positions = mismatches = games = 0
    keys, sorts = {}, {}
    start = time.time()
    while positions < options.positions:
        games += 1
        fen = START if games % 4 == 0 else random_position(rng)
        for _ in range(rng.choice((2, 4, 10, 30)) if fen != START else 150):
            differences, nexts = compare(ferz, fen)
            positions += 1
            for field in fen.split(" ")[6:]:
                keys[field.split("=")[0]] = keys.get(field.split("=")[0], 0) + 1
            for text in nexts:
                sorts[sort_of(text)] = sorts.get(sort_of(text), 0) + 1
            if differences:
                mismatches += 1
                if mismatches <= options.show:
                    print(fen)
                    for difference in differences[:6]:
                        print("   ", difference[:1200])
                    sys.stdout.flush()
            if not nexts or positions >= options.positions:
                break
            fen = nexts[pick(rng, fen, nexts)]
    seen = ", ".join(f"{k} {n}" for k, n in sorted(keys.items()))
    acts = ", ".join(f"{k} {n}" for k, n in sorted(sorts.items()))
    print(f"actions of each sort: {acts}")
    print(f"{positions} positions of {games} games (with {seen}): {mismatches} mismatches, {time.time() - start:.0f} s")
    return 1 if mismatches else 0


if __name__ == "__main__":
    sys.exit(main())
