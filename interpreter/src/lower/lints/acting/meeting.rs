//! Royal pieces of the two sides that never meet, since they would attack each other.

use super::super::has_mode;
use super::world::World;
use crate::board::{Bits, Square, U256};
use crate::lower::movement::normal;
use crate::lower::reach::targets_of_all;
use crate::rules::{
    Act, Area, Between, Change, Fate, Frame, Group, How, Kinds, Leap, Modes, Movement, Owner, Place, Power,
    Range, Side, Winds,
};

/// The reason why royal pieces of both sides never stand so.
pub(super) const APART: &str = "such royal pieces would attack each other";

/// A step in all directions.
fn neighbours() -> Movement {
    let step = |m: u8, winds: Winds| {
        Movement::Leap(Leap {
            m,
            n: 1,
            winds,
            frame: Frame::Side,
            range: Range::ONE,
            between: Between::Free,
            wraps: false,
        })
    };
    Movement::Union(vec![step(0, Winds::ORTHOGONAL), step(1, Winds::DIAGONAL)])
}

impl World<'_, '_> {
    /// Whether royal pieces of the other side are meant that the side which has moved attacks.
    pub(super) fn is_check(&self, side: Side, group: &Group) -> bool {
        let attacked = match &group.on {
            Area::Attacked | Area::AttackedBy(Place::Mover) => true,
            Area::AttackedBy(Place::Piece { owner, .. }) => matches!(owner, Owner::Friend | Owner::Mover),
            _ => false,
        };
        attacked
            && !self.open
            && matches!(group.owner, Owner::Enemy | Owner::Any)
            && !group.kinds.is_all()
            && self.all_royal(side.other(), &group.kinds)
    }

    /// Whether all of a side's pieces of some kinds are royal and stay on the board.
    pub(super) fn all_royal(&self, side: Side, kinds: &Kinds) -> bool {
        let mut named = self.kinds(side).filter(|name| kinds.has(name)).peekable();
        named.peek().is_some() && named.all(|name| self.is_lasting(side, name))
    }

    /// Whether a movement leads a side's royal pieces to those of the other side only where both
    /// attack each other, which no move may leave.
    pub(super) fn never_meet(&self, side: Side, movement: &Movement) -> bool {
        let royals = |side: Side| -> Vec<&str> {
            let royal = |name: &&str| {
                let piece = self.played.pieces.get(*name);
                piece.is_some_and(|piece| piece.royal[side])
            };
            self.kinds(side).filter(royal).collect()
        };
        let (own, others) = (royals(side), royals(side.other()));
        let lasting = |side: Side, names: &[&str]| {
            !names.is_empty() && names.iter().all(|name| self.is_lasting(side, name))
        };
        if !lasting(side, &own) || !lasting(side.other(), &others) || self.changes_royals() {
            return false;
        }
        let pairs = own
            .iter()
            .flat_map(|one| others.iter().map(move |other| (*one, *other)));
        let apart = |(one, other): (&str, &str)| {
            self.places(side, one).squares().all(|square| {
                let here = U256::bit(square);
                let led = targets_of_all(self.topology(), movement, side, here, Modes(!0));
                let met = led & self.places(side.other(), other);
                let back = |square| self.surely_takes(side.other(), other, square).meets(here);
                (met & !self.surely_takes(side, one, square)).is_empty() && met.squares().all(back)
            })
        };
        !movement.is_headed() && pairs.into_iter().all(apart)
    }

    /// Whether two pieces are royal ones of both sides that never are in the condition of a power.
    pub(super) fn never_tied(&self, power: &Power, (side, name): (Side, &str), other: (Side, &str)) -> bool {
        let royal = |(side, name): (Side, &str)| self.is_lasting(side, name);
        let by = |(side, name): (Side, &str)| {
            let piece = self.played.pieces.get(name);
            piece.is_some_and(|piece| self.never_meet(side, &piece.movement[side]))
        };
        side != other.0
            && royal((side, name))
            && royal(other)
            && match &power.condition.how {
                How::Attacked => by(other),
                How::Attacks => by((side, name)),
                How::Beside(movement) => self.never_meet(side, movement),
                How::Next => self.never_meet(side, &neighbours()),
            }
    }

    /// Whether powers change how royal pieces move, or acts move them once more.
    fn changes_royals(&self) -> bool {
        let rules = &self.played;
        let royal = |name: &str| {
            let piece = rules.pieces.get(name);
            piece.is_some_and(|piece| piece.royal.white || piece.royal.black)
        };
        let mut powers = rules.powers.iter();
        let changed = powers.any(|power| {
            matches!(power.change, Change::Moves(_) | Change::None)
                && rules.pieces.keys().any(|name| royal(name) && power.of.has(name))
        });
        let shifts = |fate: Fate| matches!(fate, Fate::Shifted | Fate::CarriedOn | Fate::OtherKind);
        let meant = |groups: &[Group]| {
            let mut kinds = rules.pieces.keys().filter(|name| royal(name));
            kinds.any(|name| groups.iter().any(|group| group.kinds.has(name)))
        };
        let mut acts = rules.acts().map(Act::facts);
        changed || acts.any(|act| shifts(act.fate) && meant(act.pieces))
    }

    /// The squares that a piece surely attacks from a square: by single steps and leaps.
    fn surely_takes(&self, side: Side, name: &str, square: Square) -> U256 {
        let Some(piece) = self.played.pieces.get(name) else {
            return U256::EMPTY;
        };
        let plain = |term: &&Movement| {
            let leap = match term {
                Movement::Only { movement, .. } => movement,
                other => *other,
            };
            matches!(leap, Movement::Leap(leap)
                if leap.range == Range::ONE && leap.between == Between::Free && leap.frame != Frame::Heading)
                && has_mode(term, Modes::CAPTURE)
        };
        let terms = normal::terms(&piece.movement[side]).iter().filter(plain);
        terms.fold(U256::EMPTY, |set, term| {
            set | targets_of_all(self.topology(), term, side, U256::bit(square), Modes::CAPTURE)
        })
    }
}
