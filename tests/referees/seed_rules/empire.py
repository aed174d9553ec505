"""Empire Chess (EM): White is the Empire, Black has the chess army."""

from .chess import ALL_DIRECTIONS, BLACK, DIAGONAL, EAST, EMPTY, LAST_RANK, NORTH, ORTHOGONAL, WEST, WHITE
from .chess import Chess, Outcome, colour_of, enemy, in_colour, leap, slide

MOVE_RULE = 100  # plies


class Empire(Chess):
    name = "empire"
    start = "rnbqkbnr/pppppppp/8/8/8/PPPSSPPP/8/TECDKCET w kq - 0 1"
    promotions = "q"  # EM-4

    def targets(self, board, square):
        piece, geometry = board[square], self.geometry
        if piece == "S":  # EM-6
            steps = [geometry.step(square, direction) for direction in (NORTH, EAST, WEST)]
            return leap(board, [step for step in steps if step is not None], WHITE)
        if piece in ("T", "C", "E", "D"):  # EM-7
            quiet = self.ride(board, square, ALL_DIRECTIONS)[0]
            if piece == "T":
                return quiet, self.ride(board, square, ORTHOGONAL)[1]
            if piece == "C":
                return quiet, self.ride(board, square, DIAGONAL)[1]
            captures = geometry.leaps if piece == "E" else geometry.neighbours
            return quiet, leap(board, captures[square], WHITE)[1]
        return super().targets(board, square)

    def ride(self, board, square, directions):
        return slide(board, (self.geometry.rays[square, direction] for direction in directions), colour_of(board[square]))

    def may_double_step(self, square, colour):
        return colour == BLACK and super().may_double_step(square, colour)  # EM-3

    # ---- kings

    def is_legal(self, before, after):
        return super().is_legal(before, after) and not self.face_off(after.board)

    def may_stand(self, position, king, square):
        probe = self.with_king_on(position, king, square)
        return super().may_stand(position, king, square) and not self.face_off(probe.board)

    def face_off(self, board):
        """EM-9"""
        king = board.index("K")
        for direction in ORTHOGONAL:
            first = next((board[square] for square in self.geometry.rays[king, direction] if board[square] != EMPTY), None)
            if first == "k":
                return True
        return False

    def is_decided(self, position):
        """EM-8"""
        moved = enemy(position.turn)
        if position.board.index(in_colour("K", moved)) // 8 == LAST_RANK[moved]:
            return Outcome(moved, "campmate")
        return None

    def outcome(self, position, moves):
        """EM-12: the 50-move rule draws by itself, unless the last move has won."""
        ended = super().outcome(position, moves)
        return Outcome(None, "move-rule") if not ended and position.halfmove >= MOVE_RULE else ended

    def stalemate(self, position):
        return Outcome(enemy(position.turn), "stalemate")  # EM-10
