//! Why a piece cannot get from one square to another even if no royal were in danger.

use super::occupant::Occupant;
use super::reason::Reason;
use crate::board::{Bits as _, Square};
use crate::engine::{Position, Variant};
use crate::rules::{Condition, Hurdle, Movement, Side, SquareName, Via, Walls};

/// The field of a position that says which squares have just been passed.
const EN_PASSANT: usize = 3;

/// A position under rules that know only how the pieces go.
pub(super) struct Field<'a> {
    ways: &'a Variant,
    there: Position,
}

impl<'a> Field<'a> {
    pub(super) fn new(ways: &'a Variant, there: Position) -> Self {
        Self { ways, there }
    }

    /// With a piece on a square, or none.
    #[must_use]
    pub(super) fn with(&self, square: Square, piece: Option<(usize, Side)>) -> Self {
        Self {
            ways: self.ways,
            there: self.ways.with_piece(&self.there, square, piece),
        }
    }

    fn name(&self, square: Square) -> SquareName {
        self.ways.topology().name(square).to_owned()
    }

    fn stands(&self, square: Square) -> Option<(usize, Side)> {
        self.ways.piece_at(&self.there, square)
    }

    /// The piece on a square, by the name that the reader knows.
    fn occupant(&self, square: Square) -> Option<Occupant> {
        let (kind, side) = self.stands(square)?;
        let pieces = &self.ways.rules().pieces;
        Some(Occupant {
            side,
            piece: pieces.get_index(kind)?.0.clone(),
            square: self.name(square),
            index: 0,
        })
    }

    /// Everything but one or two squares that is occupied.
    fn others(&self, except: [Square; 2]) -> Vec<Square> {
        let all = self.ways.topology().squares();
        all.squares()
            .filter(|s| !except.contains(s) && self.stands(*s).is_some())
            .collect()
    }

    /// Whether the piece on one square can go to another, safe or not.
    pub(super) fn reaches(&self, from: Square, to: Square) -> bool {
        self.reaches_in(&self.there, from, to)
    }

    fn reaches_in(&self, position: &Position, from: Square, to: Square) -> bool {
        let goes = |mv: &crate::engine::Move| {
            mv.start() == from && mv.to() == to && !mv.is_castling() && !mv.is_pass() && !mv.is_shot()
        };
        self.ways.legal_moves(position).iter().any(goes)
    }

    /// Whether the piece could capture on a square, if an enemy stood there.
    pub(super) fn strikes(&self, from: Square, to: Square) -> bool {
        let Some((kind, side)) = self.stands(from) else {
            return false;
        };
        let target = self.stands(to).filter(|(_, whose)| *whose != side);
        let enemy = target.unwrap_or((kind, side.other()));
        self.with(to, Some(enemy)).reaches(from, to)
    }

    /// Whether the piece on `from` could capture other kinds of pieces on `to`, since it captures
    /// only some.
    fn spares(&self, from: Square, to: Square, (kind, side): (usize, Side)) -> bool {
        self.is_choosy(kind, side) && self.captures_another(from, to, side.other())
    }

    /// Whether pieces of a kind capture only some kinds of others.
    fn is_choosy(&self, kind: usize, side: Side) -> bool {
        let piece = self.ways.rules().pieces.get_index(kind);
        let some = |part: &Movement| {
            matches!(
                part,
                Movement::When {
                    condition: Condition::Of(_),
                    ..
                }
            )
        };
        piece.is_some_and(|(_, piece)| piece.movement[side].any(&some))
    }

    /// Whether the piece on `from` could capture some piece of a side on `to`.
    fn captures_another(&self, from: Square, to: Square, side: Side) -> bool {
        let kinds = self.ways.rules().pieces.values().enumerate();
        let mut kinds = kinds.filter(|(_, piece)| piece.letter[side].is_some());
        kinds.any(|(kind, _)| {
            let there = self.ways.with_piece(&self.there, to, Some((kind, side)));
            self.reaches_in(&there, from, to)
        })
    }

    /// Why the piece on `from` does not get to `to`.
    pub(super) fn out_of_reach(&self, from: Square, to: Square, mover: Occupant) -> Reason {
        let Some((kind, side)) = self.stands(from) else {
            return Reason::Empty(self.name(from));
        };
        if from == to {
            return Reason::Stays(mover);
        }
        let empty = self.ways.with_piece(&self.there, to, None);
        let enemy = self.ways.with_piece(&self.there, to, Some((kind, side.other())));
        let target = self.occupant(to);
        let to_name = self.name(to);
        let walls = self.ways.walls(&self.there);
        if walls.has(to) {
            return Reason::told("wall", format!("{} is on {to_name}", self.wall()), vec![to_name]);
        }
        let settings = match target {
            Some(target) if target.side == side => {
                if self.reaches_in(&enemy, from, to) || self.reaches_in(&empty, from, to) {
                    return Reason::OwnPiece { mover, target };
                }
                [enemy, empty]
            }
            Some(target) => {
                if self.reaches_in(&empty, from, to) || self.spares(from, to, (kind, side)) {
                    return self.cannot_capture(from, (mover, target), (kind, side), to);
                }
                [self.there.clone(), empty]
            }
            None => {
                if self.reaches_in(&enemy, from, to) {
                    let too_late = self.comes_too_late(from, to);
                    let to = to_name;
                    return if too_late {
                        Reason::TooLate { mover, to }
                    } else {
                        Reason::OnlyCaptures { mover, to }
                    };
                }
                [self.there.clone(), enemy]
            }
        };
        let closed = settings
            .iter()
            .find_map(|setting| self.walled_off(setting, from, to));
        if let Some(wall) = closed {
            let name = self.wall();
            let words = format!("{name} on {wall} is between {} and {to_name}", mover.square);
            return Reason::told("wall", words, vec![wall]);
        }
        // The other conditions are asked as if there were no walls.
        let open = |setting: Position| {
            walls
                .squares()
                .fold(setting, |p, s| self.ways.with_piece(&p, s, None))
        };
        let settings = settings.map(open);
        self.in_between(&settings, (from, to), (kind, side), mover)
    }

    /// The pieces between two squares, in one of some settings, or missing there.
    fn in_between(
        &self,
        settings: &[Position],
        (from, to): (Square, Square),
        (kind, side): (usize, Side),
        mover: Occupant,
    ) -> Reason {
        let to_name = self.name(to);
        for setting in settings {
            let by = self.blockers(setting, from, to);
            if !by.is_empty() {
                let to = to_name;
                return Reason::Blocked { mover, to, by };
            }
        }
        for setting in settings {
            let squares = self.missing_hurdles(setting, from, to, (kind, side));
            if !squares.is_empty() {
                let to = to_name;
                return Reason::NeedsHurdle { mover, to, squares };
            }
        }
        self.beyond_reach((from, to), (kind, side), mover)
    }

    /// The last reasons to be looked for: what else would have to stand on the target, on the way,
    /// or be closed.
    fn beyond_reach(
        &self,
        (from, to): (Square, Square),
        (kind, side): (usize, Side),
        mover: Occupant,
    ) -> Reason {
        let to_name = self.name(to);
        if self.captures_another(from, to, side) {
            let words = format!("{mover} moves to {to_name} only where a friendly piece stands");
            return Reason::told("needs-friend", words, vec![to_name]);
        }
        let others = self.others([from, to]);
        let passes = |square: &&Square| {
            let kinds = [(kind, side), (kind, side.other())];
            kinds.iter().any(|&piece| {
                let target = (self.stands(to), Some((kind, side.other())));
                [target.0, target.1].into_iter().any(|target| {
                    let there = self.ways.with_piece(&self.there, **square, Some(piece));
                    self.reaches_in(&self.ways.with_piece(&there, to, target), from, to)
                })
            })
        };
        if let Some(by) = others
            .iter()
            .find(passes)
            .and_then(|&square| self.occupant(square))
        {
            let words = format!("{mover} cannot get to {to_name} past {by}");
            return Reason::told("blocked", words, vec![by.square]);
        }
        if self.hops_walls(kind, side) {
            let words = format!(
                "{mover} cannot get to {to_name} with {} as they stand",
                self.walls()
            );
            return Reason::told("wall", words, vec![to_name]);
        }
        Reason::Unreachable { mover, to: to_name }
    }

    /// Whether pieces of a kind hop over walls.
    fn hops_walls(&self, kind: usize, side: Side) -> bool {
        let piece = self.ways.rules().pieces.get_index(kind);
        let hops = |part: &Movement| match part {
            Movement::Then { via, .. } => *via == Via::Hurdle(Hurdle::Wall),
            Movement::Over { hurdle, .. } => *hurdle == Hurdle::Wall,
            _ => false,
        };
        piece.is_some_and(|(_, piece)| piece.movement[side].any(&hops))
    }

    /// `the walls`: what players call them.
    fn walls(&self) -> String {
        format!("{}s", self.wall())
    }

    /// Why a piece that could go to a square, or capture something else there, does not capture
    /// what stands there.
    fn cannot_capture(
        &self,
        from: Square,
        (mover, target): (Occupant, Occupant),
        piece: (usize, Side),
        to: Square,
    ) -> Reason {
        if self.spares(from, to, piece) {
            return Reason::Spares { mover, target };
        }
        let squares = self.missing_hurdles(&self.there, from, to, piece);
        if squares.is_empty() {
            return Reason::NeverCaptures { mover, target };
        }
        let to = self.name(to);
        Reason::NeedsHurdle { mover, to, squares }
    }

    /// Whether the piece could capture on an empty square if another had just passed it.
    fn comes_too_late(&self, from: Square, to: Square) -> bool {
        let fen = self.ways.fen(&self.there);
        let mut fields: Vec<&str> = fen.split(' ').collect();
        let Some(passed) = fields.get_mut(EN_PASSANT) else {
            return false;
        };
        *passed = self.ways.topology().name(to);
        let there = self.ways.position(&fields.join(" "));
        there.is_ok_and(|there| self.reaches_in(&there, from, to))
    }

    /// A smallest set of pieces without which the way is free; empty if there is none.
    fn blockers(&self, setting: &Position, from: Square, to: Square) -> Vec<Occupant> {
        let others = self.others([from, to]);
        for &square in &others {
            if self.reaches_in(&self.ways.with_piece(setting, square, None), from, to) {
                return self.occupant(square).into_iter().collect();
            }
        }
        let mut sparse = others
            .iter()
            .fold(setting.clone(), |p, &s| self.ways.with_piece(&p, s, None));
        if !self.reaches_in(&sparse, from, to) {
            return Vec::new();
        }
        let mut blockers = Vec::new();
        for &square in &others {
            let back = self.ways.with_piece(&sparse, square, self.stands(square));
            if self.reaches_in(&back, from, to) {
                sparse = back;
            } else {
                blockers.extend(self.occupant(square));
            }
        }
        blockers
    }

    /// `the duck`, `the wall`: what players call it.
    fn wall(&self) -> String {
        let walls = self.ways.rules().walls.as_ref();
        format!("the {}", walls.map_or("wall", Walls::name))
    }

    /// A wall without which the piece could go to a square.
    fn walled_off(&self, setting: &Position, from: Square, to: Square) -> Option<SquareName> {
        let walls = self.ways.walls(setting);
        let without = |position: &Position, square: Square| self.ways.with_piece(position, square, None);
        let open = walls.squares().fold(setting.clone(), |p, s| without(&p, s));
        if walls.is_empty() || !self.reaches_in(&open, from, to) {
            return None;
        }
        // The last to be opened before the way is free is one that closes it.
        let mut there = setting.clone();
        walls.squares().find_map(|square| {
            there = without(&there, square);
            self.reaches_in(&there, from, to).then(|| self.name(square))
        })
    }

    /// The pieces in the way to a square on which an enemy may stand.
    pub(super) fn in_the_way(&self, from: Square, to: Square) -> Vec<Occupant> {
        self.blockers(&self.there, from, to)
    }

    /// Empty squares on which a piece would open the way.
    fn missing_hurdles(
        &self,
        setting: &Position,
        from: Square,
        to: Square,
        (kind, side): (usize, Side),
    ) -> Vec<SquareName> {
        let all = self.ways.topology().squares();
        let mut hurdles = vec![(kind, side), (kind, side.other())];
        if self.is_choosy(kind, side) {
            // It may not hop over its like.
            let kinds = self.ways.rules().pieces.values().enumerate();
            hurdles.extend(kinds.flat_map(|(kind, piece)| {
                let owners = Side::ALL
                    .into_iter()
                    .filter(|&owner| piece.letter[owner].is_some());
                owners.map(move |owner| (kind, owner))
            }));
        }
        let opens = |square: &Square| {
            *square != to
                && self.ways.piece_at(setting, *square).is_none()
                && hurdles.iter().any(|&hurdle| {
                    let put = self.ways.with_piece(setting, *square, Some(hurdle));
                    self.reaches_in(&put, from, to)
                })
        };
        all.squares().filter(opens).map(|s| self.name(s)).collect()
    }
}
