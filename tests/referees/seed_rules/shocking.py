"""Shocking Chess (SH): White has the chess army, Black the Robots."""

from .chess import (
    ALL_DIRECTIONS,
    BLACK,
    DIAGONAL,
    EMPTY,
    FORWARD,
    FORWARD_DIAGONAL,
    LAST_RANK,
    ORTHOGONAL,
    WHITE,
    Chess,
    Outcome,
    colour_of,
)

LETTERS = "mdtcav"


class Shocking(Chess):
    name = "shocking"
    start = "dca2acd/mva2avm/ttt2ttt/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"
    robot_promotions = "vdm"  # SH-10

    def targets(self, board, square):
        piece = board[square]
        if piece not in LETTERS:
            return super().targets(board, square)
        if piece == "m":  # SH-6
            return self.robotic(board, square, ORTHOGONAL)
        if piece == "d":
            return self.robotic(board, square, DIAGONAL)
        if piece == "c":
            return self.robotic(board, square, ALL_DIRECTIONS, reach=1)
        if piece == "v":
            return self.rover(board, square)
        straight = self.robotic(board, square, (FORWARD[BLACK],), reach=1)
        slanting = self.robotic(board, square, FORWARD_DIAGONAL[BLACK], reach=1)
        if piece == "t":  # SH-7
            return straight[0], slanting[1]
        return slanting[0], straight[1]  # SH-9

    def robotic(self, board, square, directions, reach=8):
        """SH-5, SH-13: along each direction up to `reach` squares, or one square beyond the first piece met."""
        quiet, captures = [], []
        for direction in directions:
            ray = self.geometry.rays[square, direction]
            for number, target in enumerate(ray[:reach], start=1):
                if board[target] == EMPTY:
                    quiet.append(target)
                    continue
                for landing in [target] + ray[number : number + 1]:
                    if colour_of(board[landing]) == WHITE:
                        captures.append(landing)
                    elif board[landing] == EMPTY:
                        quiet.append(landing)
                break
        return quiet, captures

    def rover(self, board, square):
        """SH-11"""
        geometry = self.geometry
        found = [geometry.step(square, direction) for direction in DIAGONAL]
        for straight in ORTHOGONAL:
            middle = geometry.step(square, straight)
            if middle is None or board[middle] != EMPTY:
                continue
            for slanting in DIAGONAL:
                if straight[0] * slanting[0] + straight[1] * slanting[1] > 0:
                    found.append(geometry.step(middle, slanting))
        found = [target for target in found if target is not None]
        quiet = [target for target in found if board[target] == EMPTY]
        return quiet, [target for target in found if colour_of(board[target]) == WHITE]

    def piece_moves(self, position, square):
        piece = position.board[square]
        if piece not in ("t", "a"):
            yield from super().piece_moves(position, square)
            return
        quiet, captures = self.targets(position.board, square)
        for target in quiet + captures:
            choices = self.robot_promotions if target // 8 == LAST_RANK[BLACK] else (None,)
            for promotion in choices:
                yield self.displacement(position, square, target, promotion=promotion, resets=True)  # CH-5
        if piece == "t" and self.attacks_en_passant(position, square):  # SH-8
            victim = self.passing_pawn(position)
            yield self.displacement(position, square, position.en_passant, [victim], kind="en passant")

    def attacked_kings(self, position, colour):
        """SH-3, SH-4"""
        royal = "K" if colour == WHITE else "c"
        return sum(position.board[square] == royal for square in self.attacked(position.board, colour))

    def is_decided(self, position):
        """SH-2: only the files d and e touch."""
        robots = [piece in LETTERS and piece != EMPTY for piece in position.board]
        for left in range(3, 64, 8):
            if robots[left] and any(robots[right] for right in self.geometry.neighbours[left] if right % 8 == 4):
                return Outcome(WHITE, "short-circuit")
        return None
