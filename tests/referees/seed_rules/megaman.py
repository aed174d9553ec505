"""MegaMan Chess (MM)."""

from .chess import DIAGONAL, EMPTY, FORWARD_DIAGONAL, ORTHOGONAL, Chess, Move, colour_of, enemy, in_colour

TYPES = {"R": "O", "B": "D", "N": "J", "K": "S", "P": "S", "Q": "OD"}  # MM-1
BEATS = {"D": "O", "J": "D", "S": "J", "O": "S"}  # MM-4
LETTERS = "ODJS"  # MM-12


def resisted(weapon, defender):
    """MM-4; `defender` is the letter of the piece shot at."""
    return weapon in TYPES[defender.upper()]


def effective(weapon, defender):
    """MM-4"""
    return not resisted(weapon, defender) and BEATS[weapon] in TYPES[defender.upper()]


class MegaMan(Chess):
    name = "megaman"
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

    # ---- weapons (Position.weapons holds those of pieces that differ from their type's)

    def parse_keys(self, position, keys):
        for entry in filter(None, keys.get("weapons", "").split(",")):
            name, letters = entry.split(":")
            square = self.geometry.numbers[name]
            position.weapons[square] = self.listed(position.board[square], letters)
        position.weapons = {square: letters for square, letters in position.weapons.items() if letters}

    def format_keys(self, position):
        names = self.geometry.names
        return {"weapons": ",".join(sorted(f"{names[square]}:{letters}" for square, letters in position.weapons.items()))}

    def listed(self, piece, letters):
        """The letters in their order, or nothing if they are the weapons of the piece's type."""
        letters = "".join(letter for letter in LETTERS if letter in letters)
        return "" if letters == TYPES[piece.upper()] else letters

    def weapons(self, position, square):
        return position.weapons.get(square) or TYPES[position.board[square].upper()]

    def reached(self, position, square, weapon):
        """MM-3: the enemies that this weapon of the piece on `square` reaches."""
        board, geometry = position.board, self.geometry
        piece = board[square]
        if weapon in "OD":
            firsts = (
                next((target for target in geometry.rays[square, direction] if board[target] != EMPTY), None)
                for direction in (ORTHOGONAL if weapon == "O" else DIAGONAL)
            )
        elif weapon == "J":
            firsts = geometry.leaps[square]
        elif piece.upper() == "K":
            firsts = geometry.neighbours[square]
        else:
            firsts = (geometry.step(square, direction) for direction in FORWARD_DIAGONAL[colour_of(piece)])
        foe = enemy(colour_of(piece))
        return [target for target in firsts if target is not None and colour_of(board[target]) == foe]

    def fire(self, position, colour):
        """Who can hit what: {shooter: {weapon: targets}}."""
        return {
            square: {weapon: self.reached(position, square, weapon) for weapon in self.weapons(position, square)}
            for square in position.squares_of(colour)
        }

    # ---- check

    def attacked_kings(self, position, colour):
        """MM-9, MM-16: a king that one shot or volley could remove. (A volley removes no king that a shot could not.)"""
        king = in_colour("K", colour)
        attackers = 0
        for weapons in self.fire(position, enemy(colour)).values():
            hitting = [weapon for weapon, targets in weapons.items() if any(position.board[t] == king for t in targets)]
            if any(not resisted(weapon, king) for weapon in hitting):
                return 1
            attackers += bool(hitting)
        return int(attackers >= 2)

    def may_stand(self, position, king, square):
        """MM-11"""
        return self.attacked_kings(self.with_king_on(position, king, square), position.turn) == 0

    def judged_castling_squares(self, king, passed, target):
        """MM-16: the target too is judged with the rook still at home."""
        return king, passed, target

    # ---- moves to empty squares (MM-2)

    def pseudo_moves(self, position):
        yield from super().pseudo_moves(position)
        yield from self.shots(position)

    def piece_moves(self, position, square):
        if position.board[square].upper() == "P":
            yield from self.pawn_moves(position, square)
        else:
            for target in self.targets(position.board, square)[0]:
                yield self.displacement(position, square, target)

    def targets(self, board, square):
        return super().targets(board, square)[0], []

    def attacks_en_passant(self, position, square):
        return False  # no pawn moves to capture; en_passant_shots has MM-10

    def displacement(self, position, square, target, promotion=None, **details):
        move = super().displacement(position, square, target, promotion=promotion, **details)
        weapons = self.weapons(position, square)
        if promotion:  # MM-8
            weapons += TYPES[promotion.upper()]
        carried = {other: letters for other, letters in position.weapons.items() if other != square}
        if letters := self.listed(move.after.board[target], weapons):
            carried[target] = letters
        move.after.weapons = carried
        return move

    def castled(self, position, trips):
        after = super().castled(position, trips)
        after.weapons = {trips.get(square, square): letters for square, letters in position.weapons.items()}
        return after

    # ---- shots and volleys

    def shots(self, position):
        board, names = position.board, self.geometry.names
        fire = self.fire(position, position.turn)
        attackers = {}  # of each target: the pieces that reach it with any weapon
        for shooter, weapons in fire.items():
            for targets in weapons.values():
                for target in targets:
                    attackers.setdefault(target, set()).add(shooter)

        shots = set()
        for shooter, weapons in fire.items():
            for weapon, targets in weapons.items():
                for target in targets:
                    if not resisted(weapon, board[target]) or attackers[target] - {shooter}:  # MM-5, MM-15
                        shots.add((shooter, target))
                volley = [target for target in targets if effective(weapon, board[target])]
                if len(volley) >= 2:  # MM-6
                    yield Move(f"{names[shooter]}*{weapon}", self.after_removal(position, shooter, volley), "volley")
        for shooter, target in sorted(shots):
            after = self.after_removal(position, shooter, [target])
            yield Move(f"{names[shooter]}x{names[target]}", after, "capture")
        yield from self.en_passant_shots(position, attackers, shots)

    def en_passant_shots(self, position, attackers, shots):
        """MM-10, MM-15"""
        pawn = in_colour("P", position.turn)
        entitled = {
            square
            for square in position.squares_of(position.turn)
            if position.board[square] == pawn and super(MegaMan, self).attacks_en_passant(position, square)
        }
        for shooter in entitled:
            target = self.passing_pawn(position)
            helpers = (attackers.get(target, set()) | entitled) - {shooter}
            if helpers and (shooter, target) not in shots:
                text = f"{self.geometry.names[shooter]}x{self.geometry.names[position.en_passant]}"
                yield Move(text, self.after_removal(position, shooter, [target]), "en passant")

    def after_removal(self, position, shooter, targets):
        """MM-7, MM-14"""
        gained = self.weapons(position, shooter) + "".join(self.weapons(position, target) for target in targets)
        weapons = {square: letters for square, letters in position.weapons.items() if square not in targets}
        weapons.pop(shooter, None)
        if letters := self.listed(position.board[shooter], gained):
            weapons[shooter] = letters
        return position.after({target: EMPTY for target in targets}, True, weapons=weapons)
