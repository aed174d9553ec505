"""EN-Chess (EN), and en-chess-tbd with its free double step (EN-14, EN-24)."""

from .chess import (
    EMPTY,
    LAST_RANK,
    NORTH_EAST,
    NORTH_WEST,
    RIDERS,
    SOUTH_EAST,
    SOUTH_WEST,
    Chess,
    Geometry,
    Move,
    Outcome,
    colour_of,
    enemy,
    in_colour,
    leap,
)

# EN-1, EN-2: diagonal steps only, and lines run straight through.
LINKS = {
    ("x0", NORTH_EAST): "e1",
    ("x0", NORTH_WEST): "d1",
    ("e1", SOUTH_WEST): "x0",
    ("d1", SOUTH_EAST): "x0",
    ("x9", SOUTH_EAST): "e8",
    ("x9", SOUTH_WEST): "d8",
    ("e8", NORTH_WEST): "x9",
    ("d8", NORTH_EAST): "x9",
}


class EnChess(Chess):
    geometry = Geometry(("x0", "x9"), LINKS)
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 x0=A x9=a"
    arrival_choices = ("k", "a", None)  # EN-11
    in_place_choices = ("k", "a", "q", "r", "b", "n")  # EN-12
    outside_choices = ("k", "a", "q", "b", "n")  # EN-13

    def __init__(self, name, free_double_step=False):
        self.name = name
        self.free_double_step = free_double_step

    def targets(self, board, square):
        piece = board[square]
        kind, colour = piece.upper(), colour_of(piece)
        if kind == "A":  # EN-5
            squares = set(self.geometry.neighbours[square]) | set(self.geometry.leaps[square])
            return [target for target in sorted(squares) if board[target] == EMPTY], []
        if kind in RIDERS:
            journeys = list(self.journeys(board, square))
            quiet = [path[-1] for path, captured in journeys if not captured]
            return quiet, sorted({victim for _, captured in journeys for victim in captured})
        if kind == "K":
            return leap(board, self.geometry.neighbours[square], colour)
        return super().targets(board, square)

    def journeys(self, board, square):
        """Where the bishop, rook or queen on `square` may go: (squares entered, squares captured on)."""
        piece = board[square]
        colour, mode = colour_of(piece), self.mode(board, square)
        for direction in RIDERS[piece.upper()]:
            ray = self.geometry.rays[square, direction]
            if mode < 0:  # EN-8
                ray = ray[:1]
            captured = []
            for number, target in enumerate(ray, start=1):
                if colour_of(board[target]) == colour:
                    break
                if board[target] != EMPTY:
                    captured.append(target)
                yield ray[:number], captured.copy()
                # EN-7: with penetration on beyond the first enemy, never beyond the second
                if captured and (mode <= 0 or len(captured) == 2):
                    break

    def mode(self, board, square):
        """EN-7, EN-8: friendly less enemy Aurors beside the piece."""
        friend = in_colour("A", colour_of(board[square]))
        foe = in_colour("A", enemy(colour_of(board[square])))
        beside = [board[neighbour] for neighbour in self.geometry.neighbours[square]]
        return beside.count(friend) - beside.count(foe)

    # ---- moves

    def piece_moves(self, position, square):
        kind = position.board[square].upper()
        if kind in RIDERS:
            for path, captured in self.journeys(position.board, square):
                passed = [victim for victim in captured if victim != path[-1]]
                yield self.displacement(position, square, path[-1], passed, kind="penetration" if passed else None)
            return
        yield from super().piece_moves(position, square)
        if kind == "K":
            yield from self.swaps(position, square)

    def swaps(self, position, king):
        """EN-6, EN-22"""
        board, names = position.board, self.geometry.names
        for auror, piece in enumerate(board):
            if piece == in_colour("A", position.turn):
                after = position.after({king: piece, auror: board[king]}, False)
                yield Move(names[king] + names[auror], after, "swap")

    def pawn_moves(self, position, square):
        yield from super().pawn_moves(position, square)
        if square // 8 == LAST_RANK[position.turn]:  # EN-12
            for promotion in self.in_place_choices:
                yield self.displacement(position, square, square, promotion=promotion, kind="promotion in place")

    def pawn_arrivals(self, position, square, target, **details):
        if target >= 64:  # EN-13
            choices = self.outside_choices
        elif target // 8 == LAST_RANK[position.turn]:  # EN-11, EN-24
            choices = self.arrival_choices
        else:
            choices = (None,)
        for promotion in choices:
            yield self.displacement(position, square, target, promotion=promotion, **details)

    def may_double_step(self, square, colour):
        return self.free_double_step or super().may_double_step(square, colour)

    # ---- check

    def moves(self, position):
        legal = super().moves(position)
        if not legal and not self.is_decided(position):
            attacked, kings = self.attacked_kings(position, position.turn), self.kings(position, position.turn)
            if 0 < attacked < kings:  # EN-16, EN-22
                return {"0000": Move("0000", position.after({}, False), "pass")}
        return legal

    def is_legal(self, before, after):
        """EN-15"""
        attacked_after = self.attacked_kings(after, before.turn)
        return attacked_after == 0 or attacked_after < self.attacked_kings(before, before.turn)

    def is_decided(self, position):
        """EN-17"""
        if self.kings(position, position.turn) == 0:
            return Outcome(enemy(position.turn), "king-lost")
        return None

    def kings(self, position, colour):
        return position.board.count(in_colour("K", colour))
