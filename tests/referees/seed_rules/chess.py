"""Boards, positions, extended FEN, and the moves of chess that the variants share (CH-1 to CH-7).

A square is a number, 0 for a1 to 63 for h8; squares outside the grid have the numbers that follow. A board is a
list of piece letters, upper case for White, with EMPTY on empty squares.
"""

from typing import NamedTuple

EMPTY = ""
WHITE, BLACK = "w", "b"

NORTH, SOUTH, EAST, WEST = (0, 1), (0, -1), (1, 0), (-1, 0)
NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST = (1, 1), (-1, 1), (1, -1), (-1, -1)
ORTHOGONAL = (NORTH, SOUTH, EAST, WEST)
DIAGONAL = (NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST)
ALL_DIRECTIONS = ORTHOGONAL + DIAGONAL
RIDERS = {"R": ORTHOGONAL, "B": DIAGONAL, "Q": ALL_DIRECTIONS}

FORWARD = {WHITE: NORTH, BLACK: SOUTH}
FORWARD_DIAGONAL = {WHITE: (NORTH_EAST, NORTH_WEST), BLACK: (SOUTH_EAST, SOUTH_WEST)}
LAST_RANK = {WHITE: 7, BLACK: 0}
PAWN_RANK = {WHITE: 1, BLACK: 6}

# The right's letter: the home squares of king and rook.
CASTLING_HOMES = {"K": (4, 7), "Q": (4, 0), "k": (60, 63), "q": (60, 56)}


def enemy(colour):
    return BLACK if colour == WHITE else WHITE


def colour_of(piece):
    """White or Black; None for an empty square."""
    return None if piece == EMPTY else WHITE if piece.isupper() else BLACK


def in_colour(letter, colour):
    return letter.upper() if colour == WHITE else letter.lower()


class Geometry:
    """The squares and the lines through them. `extra` are squares outside the grid, `links` the steps that lead to
    and from them: {(square name, direction): square name}."""

    def __init__(self, extra=(), links=None):
        grid = [file + rank for rank in "12345678" for file in "abcdefgh"]
        self.names = grid + list(extra)
        self.extra = list(extra)
        self.numbers = {name: number for number, name in enumerate(self.names)}
        steps = {}
        for square in range(64):
            for direction in ALL_DIRECTIONS:
                file, rank = square % 8 + direction[0], square // 8 + direction[1]
                if 0 <= file < 8 and 0 <= rank < 8:
                    steps[square, direction] = rank * 8 + file
        for (name, direction), target in (links or {}).items():
            steps[self.numbers[name], direction] = self.numbers[target]
        self.steps = steps

        squares = range(len(self.names))
        self.rays = {(square, direction): self._ray(square, direction) for square in squares for direction in ALL_DIRECTIONS}
        self.neighbours = [[steps[s, d] for d in ALL_DIRECTIONS if (s, d) in steps] for s in squares]
        self.leaps = [self._leaps(square) for square in squares]

    def step(self, square, direction):
        """The next square, or None."""
        return self.steps.get((square, direction))

    def _ray(self, square, direction):
        ray = []
        while (square := self.step(square, direction)) is not None:
            ray.append(square)
        return ray

    def _leaps(self, square):
        """A knight's squares: one orthogonal and one diagonal step outward, in either order."""
        found = set()
        for straight in ORTHOGONAL:
            for slanting in DIAGONAL:
                if straight[0] * slanting[0] + straight[1] * slanting[1] > 0:
                    for first, second in ((straight, slanting), (slanting, straight)):
                        middle = self.step(square, first)
                        found.add(None if middle is None else self.step(middle, second))
        return sorted(found - {None})


class Position:
    """A whole position: what the extended FEN says, no more. `weapons` is MegaMan's (MM-12)."""

    __slots__ = ("board", "turn", "castling", "en_passant", "halfmove", "fullmove", "weapons")

    def __init__(self, board, turn, castling, en_passant, halfmove, fullmove, weapons=None):
        self.board = board
        self.turn = turn
        self.castling = castling
        self.en_passant = en_passant
        self.halfmove = halfmove
        self.fullmove = fullmove
        self.weapons = weapons or {}

    def after(self, changes, resets_clock, en_passant=None, weapons=None):
        """The position after a move that leaves `changes` ({square: piece}) on the board.

        A castling right stands for its king and rook at home, unmoved; whatever changes a home square ends it.
        `weapons` replaces the weapons of all pieces where it is given.
        """
        board = self.board.copy()
        for square, piece in changes.items():
            board[square] = piece
        return Position(
            board,
            enemy(self.turn),
            "".join(right for right in self.castling if not any(home in changes for home in CASTLING_HOMES[right])),
            en_passant,
            0 if resets_clock else self.halfmove + 1,
            self.fullmove + (self.turn == BLACK),
            self.weapons if weapons is None else weapons,
        )

    def squares_of(self, colour):
        return [square for square, piece in enumerate(self.board) if colour_of(piece) == colour]


class Move(NamedTuple):
    text: str
    after: Position
    kind: str = "quiet"


class Outcome(NamedTuple):
    winner: str | None  # WHITE, BLACK or None for a draw
    reason: str


class Chess:
    """Chess, and what the variants have in common with it.

    A variant says with `targets` where a piece goes; whatever a piece could capture it attacks (CH-2).
    """

    geometry = Geometry()
    royal = "K"
    promotions = "qrbn"

    # ---- extended FEN

    def parse(self, fen):
        fields = fen.split()
        keys = dict(field.split("=", 1) for field in fields[6:])
        board = [EMPTY] * len(self.geometry.names)
        for rank, row in zip(range(7, -1, -1), fields[0].split("/"), strict=True):
            square = rank * 8
            for letter in row:
                if letter.isdigit():
                    square += int(letter)
                else:
                    board[square] = letter
                    square += 1
            assert square == rank * 8 + 8, f"rank {rank + 1} of {fen}"
        for name in self.geometry.extra:
            board[self.geometry.numbers[name]] = keys.get(name, EMPTY)
        position = Position(
            board,
            fields[1],
            "".join(right for right in "KQkq" if right in fields[2] and self._at_home(board, right)),
            None if fields[3] == "-" else self.geometry.numbers[fields[3]],
            int(fields[4]),
            int(fields[5]),
        )
        self.parse_keys(position, keys)
        return position

    def _at_home(self, board, right):
        king, rook = CASTLING_HOMES[right]
        colour = colour_of(right)
        return board[king] == in_colour("K", colour) and board[rook] == in_colour("R", colour)

    def parse_keys(self, position, keys):
        """Reads the fields of the variant's own."""

    def format(self, position):
        rows = []
        for rank in range(7, -1, -1):
            row, gap = "", 0
            for piece in position.board[rank * 8 : rank * 8 + 8]:
                if piece == EMPTY:
                    gap += 1
                else:
                    row += (str(gap) if gap else "") + piece
                    gap = 0
            rows.append(row + (str(gap) if gap else ""))
        fields = [
            "/".join(rows),
            position.turn,
            position.castling or "-",
            "-" if position.en_passant is None else self.geometry.names[position.en_passant],
            str(position.halfmove),
            str(position.fullmove),
        ]
        return " ".join(fields + [f"{key}={value}" for key, value in sorted(self.format_keys(position).items()) if value])

    def format_keys(self, position):
        return {name: position.board[self.geometry.numbers[name]] for name in self.geometry.extra}

    # ---- what a variant changes

    def targets(self, board, square):
        """Where the piece on `square` goes without capturing, and where it captures; not castling, not the pawns'
        quiet steps, not en passant."""
        piece, geometry = board[square], self.geometry
        kind, colour = piece.upper(), colour_of(piece)
        if kind == "P":
            steps = [geometry.step(square, direction) for direction in FORWARD_DIAGONAL[colour]]
            return [], [step for step in steps if step is not None and colour_of(board[step]) == enemy(colour)]
        if kind in RIDERS:
            return slide(board, (geometry.rays[square, direction] for direction in RIDERS[kind]), colour)
        return leap(board, {"N": geometry.leaps, "K": geometry.neighbours}[kind][square], colour)

    def is_decided(self, position):
        """The outcome by a goal, whatever moves there would be; None if the game goes on."""

    def stalemate(self, position):
        return Outcome(None, "stalemate")

    # ---- attack and check

    def attacked(self, board, colour):
        """All squares of `colour` on which a piece could be captured."""
        found = set()
        for square, piece in enumerate(board):
            if piece != EMPTY and colour_of(piece) != colour:
                found.update(self.targets(board, square)[1])
        return found

    def attacked_kings(self, position, colour):
        """How many royal pieces of `colour` stand under attack."""
        royal = in_colour(self.royal, colour)
        return sum(position.board[square] == royal for square in self.attacked(position.board, colour))

    def in_check(self, position):
        return self.attacked_kings(position, position.turn) > 0

    # ---- moves

    def moves(self, position):
        """All legal moves by their texts; none when a goal has decided the game."""
        if self.is_decided(position):
            return {}
        legal = {}
        for move in self.pseudo_moves(position):
            if self.is_legal(position, move.after):
                assert move.text not in legal, f"two moves {move.text} in {self.format(position)}"
                legal[move.text] = move
        return legal

    def is_legal(self, before, after):
        return self.attacked_kings(after, before.turn) == 0

    def outcome(self, position, moves):
        """The end of the game, or None; `moves` are the legal moves of the position."""
        if decided := self.is_decided(position):
            return decided
        if moves:
            return None
        return Outcome(enemy(position.turn), "checkmate") if self.in_check(position) else self.stalemate(position)

    def pseudo_moves(self, position):
        """The moves before anyone asks whether they leave a king in danger."""
        for square in position.squares_of(position.turn):
            yield from self.piece_moves(position, square)
        yield from self.castling_moves(position)

    def piece_moves(self, position, square):
        if position.board[square].upper() == "P":
            yield from self.pawn_moves(position, square)
        else:
            quiet, captures = self.targets(position.board, square)
            for target in quiet + captures:
                yield self.displacement(position, square, target)

    def displacement(self, position, square, target, removed=(), promotion=None, en_passant=None, kind=None, resets=False):
        """The move of one piece from `square` to `target`; what stands there and on `removed` is captured."""
        board, names = position.board, self.geometry.names
        piece = board[square]
        changes = {passed: EMPTY for passed in removed}
        changes[square] = EMPTY
        changes[target] = in_colour(promotion, position.turn) if promotion else piece
        captures = bool(removed) or (target != square and board[target] != EMPTY)
        kind = kind or ("promotion" if promotion else "capture" if captures else "quiet")
        after = position.after(changes, captures or resets or piece.upper() == "P", en_passant)
        return Move(names[square] + names[target] + (promotion or ""), after, kind)

    def pawn_moves(self, position, square):
        board, colour, geometry = position.board, position.turn, self.geometry
        one = geometry.step(square, FORWARD[colour])
        if one is not None and board[one] == EMPTY:
            yield from self.pawn_arrivals(position, square, one)
            two = geometry.step(one, FORWARD[colour])
            if two is not None and board[two] == EMPTY and self.may_double_step(square, colour):
                yield from self.pawn_arrivals(position, square, two, en_passant=one, kind="double step")
        for target in self.targets(board, square)[1]:
            yield from self.pawn_arrivals(position, square, target)
        if self.attacks_en_passant(position, square):
            passed = position.en_passant
            yield self.displacement(position, square, passed, [self.passing_pawn(position)], kind="en passant")

    def may_double_step(self, square, colour):
        return square // 8 == PAWN_RANK[colour]

    def attacks_en_passant(self, position, square):
        """Whether the pawn on `square` stands diagonally behind the square that an enemy pawn has just passed."""
        directions = FORWARD_DIAGONAL[position.turn]
        return position.en_passant is not None and position.en_passant in (self.geometry.step(square, d) for d in directions)

    def passing_pawn(self, position):
        """Where the pawn stands that has just made a double step: beyond the passed square, as it came."""
        return self.geometry.step(position.en_passant, FORWARD[enemy(position.turn)])

    def pawn_arrivals(self, position, square, target, **details):
        """The moves of a pawn to `target`, one for each choice it has there."""
        if target // 8 == LAST_RANK[position.turn]:
            for promotion in self.promotions:
                yield self.displacement(position, square, target, promotion=promotion, **details)
        else:
            yield self.displacement(position, square, target, **details)

    def castling_moves(self, position):
        """CH-2: the king is not attacked where it stands, nor on the square it passes (nor where it ends, which
        is_legal sees to)."""
        for right in position.castling:
            if colour_of(right) != position.turn:
                continue
            king, rook = CASTLING_HOMES[right]
            direction = 1 if rook > king else -1
            if any(position.board[between] != EMPTY for between in range(king + direction, rook, direction)):
                continue
            passed, target = king + direction, king + 2 * direction
            if all(self.may_stand(position, king, square) for square in self.judged_castling_squares(king, passed, target)):
                text = self.geometry.names[king] + self.geometry.names[target]
                yield Move(text, self.castled(position, {king: target, rook: passed}), "castling")

    def judged_castling_squares(self, king, passed, target):
        return king, passed

    def castled(self, position, trips):
        """The position after castling; `trips` are the ways of king and rook."""
        arrivals = {target: position.board[home] for home, target in trips.items()}
        return position.after(dict.fromkeys(trips, EMPTY) | arrivals, False)

    def may_stand(self, position, king, square):
        """Whether the king, moved from its square `king` to `square`, is not attacked there."""
        probe = self.with_king_on(position, king, square)
        return square not in self.attacked(probe.board, position.turn)

    def with_king_on(self, position, king, square):
        board = position.board.copy()
        board[king], board[square] = EMPTY, board[king]
        return Position(board, position.turn, "", None, 0, 1, position.weapons)


def slide(board, rays, colour):
    """Empty squares along the rays, and the enemies that end them."""
    quiet, captures = [], []
    for ray in rays:
        for square in ray:
            if board[square] == EMPTY:
                quiet.append(square)
            else:
                if colour_of(board[square]) != colour:
                    captures.append(square)
                break
    return quiet, captures


def leap(board, squares, colour):
    """The empty ones and the enemy-held ones among `squares`."""
    quiet = [square for square in squares if board[square] == EMPTY]
    captures = [square for square in squares if board[square] != EMPTY and colour_of(board[square]) != colour]
    return quiet, captures
