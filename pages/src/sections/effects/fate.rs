//! The fate of the moving piece, and its square afterwards.

use super::Teller;
use crate::movement;
use ferz::rules::{Area, Effect, Event, Group, Kinds, Modes, Movement, Owner, Place, Proviso, Side};

/// The action that the moved piece must have taken, if an effect asks for its kind afterwards.
pub(super) enum Fate<'a> {
    /// It has become one of these.
    Becomes(&'a [String]),
    /// It has moved together with its partner.
    Castles,
    /// It is what it was, though it could have become another.
    Stays,
}

impl Teller<'_, '_> {
    /// The kind to which the moved piece must have promoted by its own move, if that is asked.
    pub(super) fn fate(&self) -> Option<Fate<'_>> {
        let Effect {
            event, by, condition, ..
        } = self.effect;
        let ([group], Kinds::Only(movers)) = (condition.present.as_slice(), by) else {
            return None;
        };
        let Kinds::Only(names) = &group.kinds else {
            return None;
        };
        let plain = matches!(group.on, Area::All | Area::At(Place::Mover));
        if *event != Event::Move || group.owner != Owner::Mover || !plain {
            return None;
        }
        if self.castles(&group.kinds) {
            return Some(Fate::Castles);
        }
        let own = self
            .s
            .rules
            .promotions
            .iter()
            .filter(|p| movers.contains(&p.piece));
        let becomes = own.clone().any(|p| p.to.iter().any(|to| names.contains(to)));
        match names.iter().any(|name| movers.contains(name)) {
            false if becomes => Some(Fate::Becomes(names)),
            true if names == movers && own.count() > 0 => Some(Fate::Stays),
            _ => None,
        }
    }

    /// `the capturing piece becomes a queen by it`, `the capturing piece does not promote`, where a
    /// capture asks for the kind afterwards of a piece that promotes.
    pub(super) fn promoted(&self, group: &Group) -> Option<String> {
        let (Kinds::Only(movers), Kinds::Only(names)) = (&self.effect.by, &group.kinds) else {
            return None;
        };
        let plain = matches!(group.on, Area::All | Area::At(Place::Mover));
        if self.effect.event != Event::Capture || group.owner != Owner::Mover || !plain {
            return None;
        }
        let own = self.s.rules.promotions.iter();
        let mut own = own.filter(|promotion| movers.contains(&promotion.piece));
        if names == movers {
            return own.next().map(|_| format!("{} does not promote", self.mover()));
        }
        let other = names.iter().all(|name| !movers.contains(name));
        let becomes = own.any(|promotion| promotion.to.iter().any(|to| names.contains(to)));
        (other && becomes).then(|| format!("{} becomes {} by it", self.mover(), self.s.either(names)))
    }

    /// Whether the piece can only be of these kinds because it has castled: the partner then counts
    /// as the moved piece.
    pub(super) fn castles(&self, kinds: &Kinds) -> bool {
        let (Kinds::Only(movers), Kinds::Only(names)) = (&self.effect.by, kinds) else {
            return false;
        };
        let promotes = |name: &String| {
            let mut own = self
                .s
                .rules
                .promotions
                .iter()
                .filter(|p| movers.contains(&p.piece));
            own.any(|p| p.to.contains(name))
        };
        let partner = |name: &String| {
            let mut all = self.s.rules.castling.iter();
            all.any(|castling| castling.rook == *name && movers.contains(&castling.king))
        };
        let mut each = names.iter();
        each.all(|name| partner(name) && !movers.contains(name) && !promotes(name))
    }

    /// The condition after the move, without the parts that the sentence states of the piece by
    /// itself.
    pub(super) fn now(&self) -> Proviso {
        match self.fate() {
            Some(Fate::Castles) if self.forbids() => self.effect.condition.clone(),
            Some(_) => Proviso {
                present: Vec::new(),
                ..self.effect.condition.clone()
            },
            None => self.effect.condition.clone(),
        }
    }

    /// `it left its square`, `it took the place of the captured piece`.
    pub(super) fn left_or_took(&self, group: &Group, so: bool) -> Option<String> {
        let mover = self.mover();
        if !group.kinds.is_all() && group.kinds != self.effect.by {
            return None;
        }
        match (&group.on, so) {
            (Area::At(Place::Target), true) if self.shoots() => Some(format!("{mover} left its square")),
            (Area::At(Place::Target), false) if self.shoots() => {
                Some(format!("{mover} stayed on its square"))
            }
            (Area::At(Place::Victim), true) => Some(format!("{mover} took the place of the captured piece")),
            (Area::At(Place::Victim), false) => {
                Some(format!("{mover} did not take the place of the captured piece"))
            }
            _ => None,
        }
    }

    /// The captures by these pieces that end on another square than that of the captured piece: in
    /// passing, and all others.
    fn captures_elsewhere(&self) -> (bool, bool) {
        let by = &self.effect.by;
        let pieces = self.s.rules.pieces.iter().filter(|(name, _)| by.has(name));
        let movements: Vec<&Movement> = pieces
            .flat_map(|(_, piece)| Side::each(|side| &piece.movement[side]))
            .collect();
        let passing = |m: &Movement| {
            movement::any(
                m,
                &|part| matches!(part, Movement::As { modes, .. } if modes.has(Modes::EN_PASSANT)),
            )
        };
        let afar = |m: &Movement| {
            movement::any(m, &|part| matches!(part, Movement::Rifle(_))) || movement::captures_on_the_way(m)
        };
        (
            movements.iter().any(|m| passing(m)),
            movements.iter().any(|m| afar(m)),
        )
    }

    /// Whether the square of a captured piece is empty only after a capture en passant.
    pub(super) fn only_in_passing(&self) -> bool {
        self.captures_elsewhere() == (true, false) && self.forbids()
    }

    /// Whether some squares cannot be empty: where these pieces capture, they stand.
    pub(super) fn never(&self, group: &Group) -> bool {
        let stands = group.owner == Owner::Empty && group.on == Area::At(Place::Victim);
        stands && self.captures_elsewhere() == (false, false) && self.forbids()
    }

    /// Whether some piece captures without moving.
    fn shoots(&self) -> bool {
        let shot = |movement: &Movement| movement::any(movement, &|m| matches!(m, Movement::Rifle(_)));
        let mut pieces = self.s.rules.pieces.values();
        pieces.any(|piece| Side::ALL.into_iter().any(|side| shot(&piece.movement[side])))
    }

    /// `the target square is next to the start square`, where the moved piece stands; `there`: the
    /// words for other pieces.
    pub(super) fn square_is(&self, group: &Group, there: &str, so: bool) -> Option<String> {
        let before = there.starts_with("before");
        let place = if before { Place::Origin } else { Place::Target };
        let moves = matches!(self.effect.event, Event::Move | Event::Capture);
        let anything = matches!(group.owner, Owner::Any | Owner::Friend) && group.kinds.is_all();
        if let (Owner::Empty, Area::At(square @ (Place::Origin | Place::Target | Place::Victim))) =
            (group.owner, &group.on)
        {
            let be = match (before, so) {
                (true, true) => "was",
                (true, false) => "was not",
                (false, true) => "is",
                (false, false) => "is not",
            };
            let moment = if before { "before the move " } else { "" };
            return Some(format!("{moment}{} {be} empty", self.place(square)));
        }
        let Area::Both(parts) = &group.on else { return None };
        let at = Area::At(place.clone());
        let moved = Area::At(Place::Mover);
        if so && group.owner == Owner::Empty {
            return self.empty_is(parts, before);
        }
        if !moves || !anything {
            return None;
        }
        if !before && parts.contains(&moved) {
            let rest: Vec<Area> = parts.iter().filter(|part| **part != moved).cloned().collect();
            let be = if so { "is" } else { "is not" };
            return Some(format!("{} {be} {}", self.mover(), self.area(&Area::Both(rest))));
        }
        if !parts.contains(&at) {
            return None;
        }
        let rest: Vec<Area> = parts.iter().filter(|part| **part != at).cloned().collect();
        let be = match (before, so) {
            (true, true) => "before the move the start square was",
            (true, false) => "before the move the start square was not",
            (false, true) => "the target square is",
            (false, false) => "the target square is not",
        };
        Some(format!("{be} {}", self.area(&Area::Both(rest))))
    }

    /// `the start square is empty and directly behind the moved piece`, where a single square is
    /// asked for in a set.
    fn empty_is(&self, parts: &[Area], before: bool) -> Option<String> {
        let one = |area: &&Area| matches!(area, Area::At(Place::Origin | Place::Target | Place::Victim));
        let Area::At(place) = parts.iter().find(one)? else {
            return None;
        };
        let rest: Vec<Area> = parts.iter().filter(|part| !one(part)).cloned().collect();
        let (moment, be) = match before {
            true => ("before the move ", "was"),
            false => ("", "is"),
        };
        let (place, rest) = (self.place(place), self.area(&Area::Both(rest)));
        Some(format!("{moment}{place} {be} empty and {rest}"))
    }
}
